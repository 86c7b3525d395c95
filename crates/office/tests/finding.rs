//! Whatever is looked for, the index finds what a walk finds, and takes no more work for many coups than for few. Work is counted by
//! the database's own steps, so that no machine is too slow for it.

use baccarat::card::Card;
use baccarat::outcome::{Side, Winner};
use office::watch::{CoupFound, DealtCard, Index, Search};
use people::Names;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use table::Time;

const DAY: i64 = 86_400_000;
const BEGIN: i64 = 1_700_000_000_000;
/// Coups of a table on a day.
const A_DAY: u32 = 250;
/// More coups than these are not counted.
const COUNTED: usize = 1_000;

/// Numbers in an order of their own.
struct Whim(u64);

impl Whim {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// Some days of a house with four tables, as they are found.
struct Year {
    whim: Whim,
    day: i64,
}

impl Year {
    fn new() -> Year {
        Year { whim: Whim(7), day: 0 }
    }

    fn coup(&mut self, table: u32, nth: u32) -> CoupFound {
        let whim = &mut self.whim;
        let number = u32::try_from(self.day).unwrap() * A_DAY + nth + 1;
        let at = BEGIN + self.day * DAY + i64::from(nth) * 150_000 + i64::from(table) * 7;
        let mut coup = blank(format!("t-{table}"), number, Time(at));
        // Here and there something is decided long after.
        let lasts = if whim.next(150) == 0 { 2 * 3_600_000 + whim.next(3) as i64 * DAY } else { 90_000 };
        (coup.until, coup.dealt, coup.over) = (Time(at + lasts), true, true);
        let all: Vec<Card> = Card::all().collect();
        coup.cards = (0..4 + whim.next(3))
            .map(|nth| DealtCard {
                to: if nth % 2 == 0 { Side::Player } else { Side::Banker },
                card: (whim.next(200) != 0).then(|| all[whim.next(52) as usize]),
            })
            .collect();
        let winner = match whim.next(100) {
            0..45 => Winner::Player,
            45..90 => Winner::Banker,
            _ => Winner::Tie,
        };
        coup.winner = Some(winner);
        // A dealer for an hour; the first leaves after a tenth of the year.
        let dealer = match self.day {
            0..36 => (u64::from(nth) / 60 + u64::from(table)) % 8,
            _ => 1 + (u64::from(nth) / 60 + u64::from(table)) % 7,
        };
        let dealer = format!("Dealer {dealer}");
        coup.dealers.insert(dealer.clone());
        coup.keyed_by.insert(dealer.clone());
        coup.patrons = (0..7).map(|_| format!("Patron {}", whim.next(1_000))).collect();
        coup.people = coup.patrons.iter().cloned().chain([dealer]).collect();
        let facts =
            "wager-placed coup-started card-dealt coup-decided wager-settled coup-ended cards-collected";
        coup.facts = facts.split(' ').map(str::to_owned).collect();
        coup.amounts = (0..7).map(|_| 2_500 * (1 + whim.next(40) as i64)).collect();
        if whim.next(500) == 0 {
            coup.amounts.insert(1_000_000 + whim.next(1_000_000) as i64);
        }
        if whim.next(400) == 0 {
            coup.void = true;
            coup.facts.insert("coup-invalidated".to_owned());
            coup.proposers.insert("Sue".to_owned());
            coup.approvers.insert(if whim.next(2) == 0 { "Sam" } else { "Max" }.to_owned());
        }
        coup
    }

    fn next_day(&mut self) -> Vec<CoupFound> {
        let coups = (0..4).flat_map(|table| (0..A_DAY).map(move |nth| (table, nth)));
        let coups = coups.map(|(table, nth)| self.coup(table, nth)).collect();
        self.day += 1;
        coups
    }
}

fn blank(table: String, coup: u32, at: Time) -> CoupFound {
    let event = u64::from(coup) * 20;
    CoupFound {
        table,
        coup,
        shoe: 1,
        from: at,
        until: at,
        events: [event, event + 19],
        dealt: false,
        over: false,
        void: false,
        no_bet: false,
        winner: None,
        cards: Vec::new(),
        put_right: Vec::new(),
        people: BTreeSet::new(),
        dealers: BTreeSet::new(),
        patrons: BTreeSet::new(),
        keyed_by: BTreeSet::new(),
        proposers: BTreeSet::new(),
        approvers: BTreeSet::new(),
        amounts: BTreeSet::new(),
        facts: BTreeSet::new(),
    }
}

/// Does a coup fit? Looked for as somebody would who has the whole list before them.
fn fits(search: &Search, coup: &CoupFound) -> bool {
    let named = |asked: &Option<String>, among: &BTreeSet<String>| {
        asked.as_ref().is_none_or(|asked| among.iter().any(|one| one.eq_ignore_ascii_case(asked)))
    };
    let winner = coup.winner.map(|winner| format!("{winner:?}").to_lowercase());
    let cards: Vec<String> =
        coup.cards.iter().map(|dealt| dealt.card.map_or_else(String::new, |card| card.to_string())).collect();
    let pattern = search.pattern().unwrap();
    let row = |row: &[String]| row.iter().zip(&pattern).all(|(card, asked)| card.starts_with(asked.as_str()));
    let amount = |amount: &i64| {
        search.amount_from.is_none_or(|from| *amount >= from)
            && search.amount_to.is_none_or(|to| *amount <= to)
    };
    search.table.as_ref().is_none_or(|table| *table == coup.table)
        && search.coup.is_none_or(|number| number == coup.coup)
        && search.from.is_none_or(|from| coup.until.0 >= from)
        && search.until.is_none_or(|until| coup.from.0 <= until)
        && search.void.is_none_or(|void| void == coup.void)
        && (search.winner.is_none() || search.winner == winner)
        && named(&search.person, &coup.people)
        && named(&search.patron, &coup.patrons)
        && named(&search.dealer, &coup.dealers)
        && named(&search.keyed_by, &coup.keyed_by)
        && named(&search.proposer, &coup.proposers)
        && named(&search.approver, &coup.approvers)
        && named(&search.fact, &coup.facts)
        && (search.amount_from.is_none() && search.amount_to.is_none() || coup.amounts.iter().any(amount))
        && (pattern.is_empty() || cards.windows(pattern.len()).any(row))
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// One search of every kind, and several put together.
fn searches(days: i64) -> Vec<(&'static str, Search)> {
    let usual = Search::default;
    let (middle, hour) = (BEGIN + days / 2 * DAY + 10 * 3_600_000, 3_600_000);
    vec![
        ("everything", usual()),
        ("table", Search { table: text("t-1"), ..usual() }),
        ("number", Search { coup: Some(77), ..usual() }),
        ("table and number", Search { table: text("t-1"), coup: Some(77), ..usual() }),
        ("an hour", Search { from: Some(middle), until: Some(middle + hour), ..usual() }),
        ("a day", Search { from: Some(middle), until: Some(middle + DAY), ..usual() }),
        ("from the beginning on", Search { from: Some(BEGIN), ..usual() }),
        ("until a time", Search { until: Some(middle), ..usual() }),
        ("dealer", Search { dealer: text("dealer 3"), ..usual() }),
        ("dealer who left", Search { dealer: text("Dealer 0"), ..usual() }),
        ("patron", Search { patron: text("PATRON 77"), ..usual() }),
        ("person", Search { person: text("Dealer 2"), ..usual() }),
        ("nobody", Search { person: text("Nobody"), ..usual() }),
        ("keyed by", Search { keyed_by: text("Dealer 2"), ..usual() }),
        ("proposer", Search { proposer: text("Sue"), ..usual() }),
        ("approver", Search { approver: text("Sam"), ..usual() }),
        ("approver without a coup", Search { approver: text("Sue"), ..usual() }),
        ("kind that is rare", Search { fact: text("coup-invalidated"), ..usual() }),
        ("kind of every coup", Search { fact: text("card-dealt"), ..usual() }),
        ("kind at a table", Search { fact: text("card-dealt"), table: text("t-2"), ..usual() }),
        ("large amount", Search { amount_from: Some(1_500_000), ..usual() }),
        ("amount", Search { amount_from: Some(50_000), amount_to: Some(50_000), ..usual() }),
        ("any amount", Search { amount_from: Some(1), ..usual() }),
        ("amounts that nobody has", Search { amount_from: Some(1), amount_to: Some(2), ..usual() }),
        ("a card", Search { cards: text("9S"), ..usual() }),
        ("a rank", Search { cards: text("9"), ..usual() }),
        ("two cards", Search { cards: text("9S,KD"), ..usual() }),
        ("two ranks", Search { cards: text("9 K"), ..usual() }),
        ("three ranks", Search { cards: text("9,K,2"), ..usual() }),
        ("four cards", Search { cards: text("9S,KD,2H,4C"), ..usual() }),
        ("winner", Search { winner: text("tie"), ..usual() }),
        ("winner at a table", Search { winner: text("tie"), table: text("t-3"), ..usual() }),
        ("void", Search { void: Some(true), ..usual() }),
        ("not void", Search { void: Some(false), ..usual() }),
        ("void by a dealer", Search { void: Some(true), dealer: text("Dealer 3"), ..usual() }),
        ("patron and dealer", Search { patron: text("patron 77"), dealer: text("Dealer 3"), ..usual() }),
        ("two dealers", Search { dealer: text("Dealer 3"), keyed_by: text("Dealer 4"), ..usual() }),
        (
            "dealer, amount and cards on a day",
            Search {
                dealer: text("Dealer 3"),
                amount_from: Some(90_000),
                cards: text("9"),
                from: Some(middle),
                until: Some(middle + DAY),
                ..usual()
            },
        ),
    ]
}

async fn ask(index: &Index, search: &Search, before: Option<(Time, u32, &str)>) -> (Vec<CoupFound>, usize) {
    let pattern = search.pattern().unwrap();
    index
        .search((search, &Names::default()), &pattern, before, 21)
        .await
        .map_err(|denied| denied.message)
        .unwrap()
}

fn key(coup: &CoupFound) -> (Time, u32, &str) {
    (coup.from, coup.coup, &coup.table)
}

#[tokio::test]
async fn the_index_finds_what_a_walk_finds() {
    let (index, mut year) = (Index::in_memory().await.map_err(|denied| denied.message).unwrap(), Year::new());
    let mut all = Vec::new();
    for _ in 0..3 {
        let coups = year.next_day();
        index.take_in(&coups).await.map_err(|denied| denied.message).unwrap();
        all.extend(coups);
    }
    // One is decided anew: it is found by how it now is.
    let mut again = all.iter().find(|coup| coup.void).unwrap().clone();
    (again.void, again.winner) = (false, Some(Winner::Tie));
    index.take_in(std::slice::from_ref(&again)).await.map_err(|denied| denied.message).unwrap();
    let place = all.iter().position(|coup| key(coup) == key(&again)).unwrap();
    all[place] = again;
    all.sort_by(|one, other| key(other).cmp(&key(one)));
    let mut empty = 0;
    for (what, search) in searches(3) {
        let walked: Vec<&CoupFound> = all.iter().filter(|coup| fits(&search, coup)).collect();
        let (first, counted) = ask(&index, &search, None).await;
        assert_eq!(counted, walked.len().min(COUNTED + 1), "{what}");
        let told = |coups: &[CoupFound]| {
            coups.iter().map(|coup| (coup.table.clone(), coup.coup)).collect::<Vec<_>>()
        };
        let expected: Vec<CoupFound> = walked.iter().take(21).map(|coup| (*coup).clone()).collect();
        assert_eq!(told(&first), told(&expected), "{what}");
        assert_eq!(first, expected, "{what}");
        if let Some(last) = first.get(9) {
            let (next, counted) = ask(&index, &search, Some(key(last))).await;
            let expected: Vec<CoupFound> =
                walked.iter().skip(10).take(21).map(|coup| (*coup).clone()).collect();
            assert_eq!(told(&next), told(&expected), "{what}, the next page");
            assert_eq!(
                counted,
                walked.len().min(COUNTED + 1),
                "{what}: as many as there are, on whatever page"
            );
        }
        empty += usize::from(walked.is_empty());
    }
    assert!(empty <= 8, "{empty} searches found nothing");
}

/// The steps that the database takes for a search, once it is known.
async fn steps(index: &Index, counter: &Arc<AtomicU64>, search: &Search) -> u64 {
    let before = counter.load(Ordering::Relaxed);
    ask(index, search, None).await;
    counter.load(Ordering::Relaxed) - before
}

async fn counted(index: &Index) -> Arc<AtomicU64> {
    let counter = Arc::new(AtomicU64::new(0));
    let counts = counter.clone();
    let mut connection = index.file().acquire().await.unwrap();
    connection.lock_handle().await.unwrap().set_progress_handler(100, move || {
        counts.fetch_add(100, Ordering::Relaxed);
        true
    });
    counter
}

#[tokio::test]
async fn a_search_takes_no_more_work_among_many_coups_than_among_few() {
    let (index, mut year) = (Index::in_memory().await.map_err(|denied| denied.message).unwrap(), Year::new());
    let counter = counted(&index).await;
    let mut few = Vec::new();
    for day in 1..=12 {
        index.take_in(&year.next_day()).await.map_err(|denied| denied.message).unwrap();
        if day == 3 {
            for (_, search) in searches(3) {
                few.push(steps(&index, &counter, &search).await);
            }
        }
    }
    for ((what, search), few) in searches(3).into_iter().zip(few) {
        let many = steps(&index, &counter, &search).await;
        println!("{what}: {few} steps among 3,000 coups, {many} among 12,000");
        assert!(
            many <= 130_000.max(few * 3 / 2),
            "{what}: {few} steps among 3,000 coups, {many} among 12,000"
        );
    }
}

/// How long each search takes over a year, by the clock of this machine: told, held to nothing.
#[tokio::test]
#[ignore = "takes minutes and only tells figures"]
async fn a_year() {
    let folder = tempfile::tempdir().unwrap();
    let index =
        Index::open(&folder.path().join("watch.db"), None).await.map_err(|denied| denied.message).unwrap();
    let (counter, mut year, begun) = (counted(&index).await, Year::new(), Instant::now());
    let days = std::env::var("DAYS").map_or(365, |days| days.parse().unwrap());
    for _ in 0..days {
        index.take_in(&year.next_day()).await.map_err(|denied| denied.message).unwrap();
    }
    println!("{} coups taken in in {:.1} s", days * 4 * i64::from(A_DAY), begun.elapsed().as_secs_f64());
    for (what, search) in searches(days) {
        let (mut times, steps) = (Vec::new(), steps(&index, &counter, &search).await);
        for _ in 0..5 {
            let begun = Instant::now();
            ask(&index, &search, None).await;
            times.push(begun.elapsed());
        }
        times.sort();
        println!("{what:<36} {:>8.1} ms {steps:>9} steps", times[2].as_secs_f64() * 1e3);
    }
}
