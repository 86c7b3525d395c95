//! An event cites what it rests on, and nothing else: for each clause, the events on which it may stand.
//!
//! `tests/citations/BOOK.list` names them, one clause to a line: which events of all transcripts, of random lawful play and of evenings on which everything goes wrong cite it. A clause on
//! an event that its line does not name fails here, with the event. With `CROUPIER_WRITE=1` the lists are written anew, for a reviewer
//! to read the difference.

mod common;

use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::shelf;
use common::evening::evening;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, book, setups};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use table::transcript::run;
use table::{Act, Due, Event, Fact, SettledAs, bets, cards, deal, notice, pay, people, trouble};

/// Where a clause stands: the kind of event, with the hand or the result where that tells clauses apart.
fn stands_on(event: &Event) -> String {
    let word = event.fact.word();
    let hand = |side: &Side| if *side == Side::Player { "player" } else { "banker" };
    match &event.fact {
        Fact::Deal(
            deal::Fact::CardDealt { to: side, .. }
            | deal::Fact::HandDraws { side, .. }
            | deal::Fact::HandStands { side, .. },
        ) => format!("{word}:{}", hand(side)),
        Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) => {
            let ended = match result.outcome {
                SettledAs::Wins => "wins",
                SettledAs::StandsOff => "stands-off",
                SettledAs::Loses => "loses",
            };
            format!("{word}:{wager}:{ended}")
        }
        Fact::Notice(notice::Fact::ChangeMade { change, .. }) => {
            format!("{word}:{}", change.to_string().split(' ').next().unwrap_or_default())
        }
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => format!("{word}:{}", verdict.when),
        Fact::Cards(cards::Fact::CutMade { .. }) => {
            let staff = event.by.role != Role::Player;
            format!("{word}:{}", if staff { "staff" } else { "player" })
        }
        _ => word.to_owned(),
    }
}

type Stands = BTreeMap<String, BTreeMap<String, String>>;

/// Clauses of which an event can rest on one or the other, but never on both.
const NEVER_TOGETHER: &[(&str, &str, &str)] = &[
    ("nsw", "10.6.1", "10.6.2"),
    ("nsw", "12.2/1", "12.2/2"),
    ("nsw", "4.3/1", "4.3.1/1"),
    ("nsw", "6.7/3", "6.7.2"),
    ("nsw", "5.1.1.1", "5.1.1.2"),
    ("act", "10.3(a)", "10.3(b)"),
    ("act", "9.6(a)", "9.6(b)"),
    ("act", "15.4/2", "15.9/1"),
    ("act", "15.4/4", "15.9/3"),
    ("act", "15.4/4", "15.6(b)"),
    ("act", "15.6(b)", "15.9/3"),
    ("act", "15.2/1", "15.3"),
    ("act", "8.4(a)", "8.5(a)"),
    ("act", "8.4(b)", "8.5(b)/1"),
    ("act", "8.4(b)", "8.5(b)/2"),
    ("act", "8.5(b)/1", "8.5(b)/2"),
    ("nsw", "11.1.3", "11.2.2/1"),
    ("nsw", "11.1.3", "11.2.2/2"),
    ("nsw", "12.3/1", "12.3/2"),
    ("nsw", "12.3/2", "12.3/3"),
    ("nsw", "13.2/1", "13.3 lead"),
    ("nz", "11.1(a)", "11.1(b)/1"),
    ("nz", "11.1(b)/2", "11.2(b)"),
    ("nz", "11.1(b)/3", "11.2(b)"),
    ("nz", "11.1(b)/3", "11.3"),
    ("nz", "11.1(b)/2", "11.3"),
    ("nz", "11.2(b)", "11.3"),
    ("nz", "9.8/2", "9.9/1"),
];

/// By book, the clauses on cards of 2 to 9, on tens and pictures, on aces, on a sum below ten, and on one of ten or more.
const OF_THE_CARDS: &[(&str, [&str; 5])] = &[
    ("act", ["2.4(a)", "2.4(b)", "2.4(c)", "2.6/1", "2.6/2"]),
    ("nsw", ["3.2.1", "3.2.2", "3.2.3", "3.3.1", "3.3.2"]),
    ("nz", ["4.1(a)", "4.1(b)", "4.1(c)", "4.2(a)", "4.2(b)"]),
];

/// The hands of a coup, as far as its cards are known.
#[derive(Default)]
struct Hands {
    player: Vec<Option<Card>>,
    banker: Vec<Option<Card>>,
}

impl Hands {
    fn hand(&mut self, side: Side) -> &mut Vec<Option<Card>> {
        if side == Side::Player { &mut self.player } else { &mut self.banker }
    }

    fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::Deal(deal::Fact::CoupStarted { .. }) => *self = Hands::default(),
            Fact::Deal(deal::Fact::CardDealt { to, card }) => self.hand(*to).push(*card),
            Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => {
                let hand = self.hand(*side);
                let whole = cards.len() == hand.len();
                let turned = hand.iter_mut().filter(|card| whole || card.is_none());
                turned.zip(cards).for_each(|(turned, card)| *turned = Some(*card));
            }
            Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, .. }) => {
                (self.player, self.banker) = (player.clone(), banker.clone());
            }
            _ => {}
        }
    }

    /// What is so of these cards, in the order of `OF_THE_CARDS`; nothing while a card is unknown.
    fn shows(&self) -> Option<[bool; 5]> {
        let all: Vec<Card> = self.player.iter().chain(&self.banker).copied().collect::<Option<_>>()?;
        let any = |is: fn(u8) -> bool| all.iter().any(|card| is(card.rank as u8 + 1));
        let sum = |hand: &[Option<Card>]| -> u8 {
            hand.iter()
                .flatten()
                .map(|card| card.rank as u8 + 1)
                .map(|number| if number > 9 { 0 } else { number })
                .sum()
        };
        let sums = [sum(&self.player), sum(&self.banker)];
        Some([
            any(|number| (2..=9).contains(&number)),
            any(|number| number > 9),
            any(|number| number == 1),
            sums.iter().any(|sum| *sum < 10),
            sums.iter().any(|sum| *sum > 9),
        ])
    }
}

/// A result rests on what is said of cards that it has, and of no others.
fn check_result(id: &str, event: &Event, hands: &Hands) {
    let clauses = OF_THE_CARDS.iter().find(|(book, _)| *book == id).map(|(_, clauses)| clauses);
    let (Some(clauses), Some(shows)) = (clauses, hands.shows()) else { return };
    for (clause, so) in clauses.iter().zip(shows) {
        let cited = event.cites.clauses.iter().any(|known| known.as_str() == *clause);
        assert!(
            cited == so || *clause == "2.6/1",
            "{id}: {clause} {so} of {:?} {:?}: {}",
            hands.player,
            hands.banker,
            event.cites
        );
    }
}

fn collect(id: &str, events: &[Event], stands: &mut Stands) {
    let mut hands = Hands::default();
    for event in events {
        hands.take(&event.fact);
        if matches!(event.fact, Fact::Deal(deal::Fact::CoupDecided { .. })) {
            check_result(id, event, &hands);
        }
        let cites = |clause: &str| event.cites.clauses.iter().any(|known| known.as_str() == clause);
        for (_, one, other) in NEVER_TOGETHER.iter().filter(|(book, ..)| *book == id) {
            assert!(!(cites(one) && cites(other)), "{id}: {one} and {other} both stand on: {}", event.fact);
        }
        for clause in &event.cites.clauses {
            let on = stands.entry(clause.to_string()).or_default();
            on.entry(stands_on(event)).or_insert_with(|| event.fact.to_string());
        }
    }
}

/// Lawful play: people bet at random, and whoever must does what is due.
fn random_play(setup: &Setup, seed: u64) -> Vec<Event> {
    const PATRONS: [&str; 3] = ["ann", "bob", "cat"];
    let mut house = House::open(setup, Seeded(seed));
    for (place, name) in PATRONS.iter().enumerate() {
        let cash = Money(50_000 * setup.settings.chips[0].0);
        for act in [
            Act::People(people::Act::Arrive),
            Act::People(people::Act::BuyIn { cash }),
            Act::People(people::Act::TakeSeat { seat: place as u8 + 1 }),
        ] {
            let _ = house.ask(&house.patron(name, act));
        }
    }
    for _ in 0..250 {
        match house.table.due() {
            Due::Wagers | Due::Countdown { .. } => {
                bet(&mut house, setup, &PATRONS);
                if house.table.due() == Due::Wagers {
                    let source = baccarat::rules::play::NoBetSource::EmptyTable;
                    let act = bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: true };
                    let _ = house.ask(&house.staff(Role::Supervisor, Act::Bets(act)));
                }
                if let Due::Countdown { until, .. } = house.table.due() {
                    house.now = house.now.max(until);
                }
            }
            _ => {
                let Some(command) = house.due_command() else { continue };
                let _ = house.ask(&command);
            }
        }
    }
    house.events
}

fn bet(house: &mut House, setup: &Setup, patrons: &[&str]) {
    for (place, name) in patrons.iter().enumerate() {
        for wager in setup.book.wagers(&setup.settings.method).unwrap() {
            if house.seeded.chance(40) {
                let limits = setup.settings.limits_of(&setup.book, &wager.id);
                let amount = Money(limits.least.0.max(20 * setup.settings.chips[0].0));
                let (area, wager, kind) = (place as u8 + 1, wager.id.clone(), ChipKind::Chips);
                let act = Act::Bets(bets::Act::Place { area, wager, amount, kind, spoken: false });
                let _ = house.ask(&house.patron(name, act));
            }
        }
    }
}

fn stands(id: &str) -> Stands {
    let (mut stands, mut failed) = (Stands::new(), Vec::new());
    let shelf: BTreeMap<&str, _> = shelf::ids().into_iter().map(|id| (id, book(id))).collect();
    for (name, text) in common::transcripts() {
        if name.starts_with(&format!("{id}/")) {
            let report = run(&text, |id| shelf.get(id).cloned());
            failed.extend(report.failures.iter().map(|failure| format!("{name}: {failure}")));
            collect(id, &report.events, &mut stands);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    for (seed, setup) in setups(id).iter().enumerate() {
        collect(id, &random_play(setup, seed as u64 + 1), &mut stands);
        collect(id, &evening(setup, seed as u64 + 1).house.events, &mut stands);
    }
    stands
}

fn check(id: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/citations/{id}.list"));
    let stands = stands(id);
    if std::env::var_os("CROUPIER_WRITE").is_some() {
        let line = |(clause, on): (&String, &BTreeMap<String, String>)| {
            format!("{clause} = {}\n", on.keys().cloned().collect::<Vec<_>>().join(" "))
        };
        std::fs::write(&file, stands.iter().map(line).collect::<String>()).unwrap();
        return;
    }
    let listed = std::fs::read_to_string(&file).unwrap();
    let listed: BTreeMap<&str, BTreeSet<&str>> = listed
        .lines()
        .map(|line| line.split_once(" = ").unwrap())
        .map(|(clause, on)| (clause, on.split(' ').collect()))
        .collect();
    let mut faults = Vec::new();
    for (clause, on) in &stands {
        for (event, told) in on {
            if !listed.get(clause.as_str()).is_some_and(|listed| listed.contains(event.as_str())) {
                faults.push(format!("{clause} may not stand on {event}: {told}"));
            }
        }
    }
    assert!(faults.is_empty(), "{id}:\n{}", faults.join("\n"));
}

/// Citations to which inspectors objected: a clause, and events on which it must not stand.
const OBJECTED: &[(&str, &str, &str)] = &[
    // A hand's order of cards is the other clause's.
    ("nsw", "7.3/2", "card-dealt:banker"),
    ("nsw", "7.3/3", "card-dealt:player"),
    // The lead of 12.1 does not rule on what 12.2 and 12.3 rule on; what is void rests on its own clause.
    ("nsw", "12.1 lead", "card-carried"),
    ("nsw", "12.1 lead", "ruled:player-third-banker-draws"),
    ("nsw", "12.1 lead", "ruled:player-third-banker-stands-unseen"),
    ("nsw", "12.1 lead", "ruled:player-third-banker-stands-seen"),
    ("nsw", "12.1 lead", "ruled:banker-third-seen"),
    ("nsw", "12.1 lead", "ruled:banker-third-unseen"),
    ("nsw", "12.2/1", "card-carried"),
    ("nsw", "12.11.2/1", "cards-taken-out"),
    // That money goes back says nothing of a card, nor of the order of cards.
    ("nsw", "12.1.2/2", "card-set-aside"),
    ("nsw", "12.1.2/2", "disordered"),
    ("nsw", "12.7/1", "cards-loaded"),
    ("nsw", "4.3/1", "cut-offered"),
    ("nsw", "4.3/1", "cut-made:player"),
    ("nsw", "6.7/1", "change-made:method"),
    ("nsw", "6.7/1", "table-opened"),
    ("nsw", "6.7/1", "sign-posted"),
    ("nsw", "7.3/1", "called"),
    ("nsw", "11.1.2", "all-settled"),
    ("nsw", "11.1.3", "all-settled"),
    ("nz", "9.3 lead", "natural-seen"),
    ("nz", "5.7(b)/1", "wager-settled:player:wins"),
    ("nz", "5.7(b)/1", "all-settled"),
    // Putting a wager down is not touching one that lies.
    ("nz", "5.10(b)", "wager-placed"),
    ("nz", "10.2", "coup-ended"),
    ("qld", "s23(4)(a)", "coup-ended"),
    ("qld", "s23(4)(b)", "coup-ended"),
    ("act", "15.1", "coup-reconstructed"),
    // That later rounds stand is no ground for taking an earlier one back.
    ("act", "15.5/2", "coup-voided"),
    ("act", "15.5/2", "settlement-undone"),
    // Of a short wager each part of the clause says something else.
    ("act", "3.6/1", "wager-returned"),
    ("act", "3.6/3", "wager-placed"),
    ("act", "3.6/3", "wager-settled:player:wins"),
    // How a side wager wins is not why all wagers are settled.
    ("act", "12.7(a)(i)(B)", "all-settled"),
    ("act", "13.6(a)", "all-settled"),
    ("act", "14.11(a)(i)", "all-settled"),
];

#[test]
fn no_list_allows_what_inspectors_objected_to() {
    for (id, clause, event) in OBJECTED {
        let book = book(id);
        assert!(book.clause(clause).is_some(), "{id} has no clause {clause}");
        let list = std::fs::read_to_string(
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/citations/{id}.list")),
        );
        let list = list.unwrap();
        let line = list.lines().find_map(|line| line.strip_prefix(&format!("{clause} = "))).unwrap_or("");
        assert!(!line.split(' ').any(|on| on == *event), "{id}: {clause} may not stand on {event}");
    }
}

#[test]
fn act() {
    check("act");
}

#[test]
fn nz() {
    check("nz");
}

#[test]
fn qld() {
    check("qld");
}

#[test]
fn nsw() {
    check("nsw");
}
