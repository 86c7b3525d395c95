//! Tournaments run as a house runs them: by people in their roles, over a log that may be cut off at any moment.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use baccarat::wager::WagerId;
use hall::contest::{Contest, ContestAnswer, FormWritten};
use hall::drawer::Drawer;
use hall::view::{ContestView, DutyView};
use hall::{Hall, RuleBook};
use ledger::{Against, Judges, Ledger, verify};
use merkle::{Hash, sha256};
use people::denial::Denial;
use people::role::Role;
use people::viewer::{Asker, Person, Viewer};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::{Name, Time};
use tempfile::{TempDir, tempdir};
use tournament::transcript::usual;
use tournament::{Act, Chips, NamedTable, Opening, Tournament};

/// What an open form shows.
const TIE: &str = "\"wager\":\"tie\"";

const COUPS: [&str; 3] = ["4H KD 5C 8S", "4H KD 2C 7S", "2H KD 3C QS 4D KC"];

fn conditions(book: &str) -> String {
    let (cards, equal) = if book == "nsw" { (1, "") } else { (0, r#", equal = "further-coups""#) };
    let stages = format!(
        r#"stage = [{{ name = "Heats", session = {{ coups = 4, opening = 1000 }}, tables = {{ "2-7" = 1, "8-14" = 2 }}, advance = 2{equal} }},
           {{ name = "Final", session = {{ coups = 3, opening = 2000 }}, tables = 1{equal} }}]"#
    );
    let cards = [format!("play.pass_cards = {cards}"), format!("play.undisclosed = {cards}")];
    let own = [
        r#"tournament = "cup""#,
        r#"entry.form = ["name"]"#,
        "entry.numbers = [9, 9]",
        "entry.fee = 250",
        "prizes.shares = [60, 25, 15]",
        stages.as_str(),
        cards[0].as_str(),
        cards[1].as_str(),
    ];
    usual(book, &own).unwrap()
}

fn own(person: &Person) -> Asker {
    Asker::own(person.clone())
}

fn person(name: &str, role: Role) -> Person {
    Person { name: Name::from(name), role }
}

/// Whoever does what is due: staff are called by what they do, anybody else is an entrant.
fn whose(duty: &DutyView) -> Person {
    match duty.whose.as_str() {
        "operator" => person("mia", Role::Manager),
        "director" => person("dora", Role::Supervisor),
        "dealer" => person("dan", Role::Dealer),
        "supervisor" => person("sue", Role::Supervisor),
        name => person(name, Role::Player),
    }
}

async fn open(folder: &Path) -> (Ledger, Hall) {
    let ledger = Ledger::open(&folder.join("ledger")).await.unwrap();
    let drawer = Drawer::open(&folder.join("forms"), &folder.join("keys").join("drawer.key")).unwrap();
    let books = ["act", "nsw"].map(|id| {
        let text = shelf::text(id).unwrap();
        let texts = [text.to_owned(), String::new()];
        let hash = sha256(&[texts[0].as_bytes(), texts[1].as_bytes()]);
        RuleBook { book: Arc::new(Book::read(text).unwrap()), hash, texts }
    });
    let hall = Hall::open(ledger.clone(), drawer, books.to_vec()).await.unwrap();
    (ledger, hall)
}

/// The folder as it is found after the power has failed.
fn cut_off(folder: &Path) -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let to = to.join(entry.file_name());
            match entry.path().is_dir() {
                true => copy(&entry.path(), &to),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
    }
    let after = tempdir().unwrap();
    copy(folder, after.path());
    after
}

/// Everything in a folder but its keys.
fn bytes(folder: &Path, found: &mut Vec<u8>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("keys") => {}
            true => bytes(&path, found),
            false => found.extend(fs::read(path).unwrap()),
        }
    }
}

/// How often something stands on disk, keys apart.
fn on_disk(folder: &Path, needle: &str) -> usize {
    let mut kept = Vec::new();
    bytes(folder, &mut kept);
    kept.windows(needle.len()).filter(|part| *part == needle.as_bytes()).count()
}

struct Play {
    folder: TempDir,
    ledger: Ledger,
    hall: Hall,
    asked: u64,
    /// What is put on forms: the type of wager, and how much.
    form: (&'static str, i64),
}

/// What is put on forms where it does not matter.
const FORM: (&str, i64) = ("tie", 50);

fn salt(asked: u64) -> Hash {
    sha256(&[format!("salt {asked}").as_bytes()])
}

impl Play {
    fn contest(&self) -> Arc<Contest> {
        self.hall.contest("cup").unwrap()
    }

    fn now(&self) -> Time {
        Time(self.asked as i64 * 1_000)
    }

    async fn desk(&self) -> ContestView {
        let sue = Viewer::Person(person("sue", Role::Supervisor));
        self.contest().view(&sue, self.now()).await
    }

    /// Does what is due; nothing if nothing is.
    async fn next(&mut self) -> Option<Result<ContestAnswer, Denial>> {
        self.asked += 1;
        let view = self.desk().await;
        let duty = view.desk.as_ref().unwrap().duties.first()?.clone();
        let by = whose(&duty);
        let act = self.act(&view, &duty);
        let id = format!("command-{}", self.asked);
        let contest = self.contest();
        let Some(act) = act else {
            let table = &view.tables[usize::from(duty.table.unwrap()) - 1];
            let coup = table.coup.as_ref().unwrap().number;
            let form = FormWritten {
                coup,
                wager: Some(self.form.0.parse().unwrap()),
                amount: Some(Money(self.form.1 * Money::UNITS)),
                salt: salt(self.asked),
            };
            let ties = on_disk(self.folder.path(), TIE);
            let done = contest.hand_in(&id, &by, form, self.now()).await;
            assert_eq!(on_disk(self.folder.path(), TIE), ties, "only what was announced is on disk");
            self.check_sealed(&by).await;
            return Some(done);
        };
        let act = if duty.two { Act::Propose { what: Box::new(act) } } else { act };
        let by = match duty.task.as_str() {
            "take-entries" => person(&format!("p{}", view.entry.entered), Role::Player),
            _ => by,
        };
        Some(contest.command(&id, &own(&by), act, self.now()).await)
    }

    /// Nothing that anybody can look at shows what is on the form that was just handed in.
    async fn check_sealed(&mut self, owner: &Person) {
        let (now, contest) = (self.now(), self.contest());
        let salt = salt(self.asked).to_string();
        let early = contest
            .command(
                "early-one",
                &own(&person("sue", Role::Supervisor)),
                Act::AnnounceForm { of: owner.name.clone(), opening: None },
                now,
            )
            .await;
        let early = early.unwrap_err();
        let mut shown = format!("{}{:?}", early.message, early.clauses);
        for viewer in [
            Viewer::Anybody,
            Viewer::Person(owner.clone()),
            Viewer::Person(person("p8", Role::Player)),
            Viewer::Person(person("sue", Role::Supervisor)),
            Viewer::Person(person("ina", Role::Inspector)),
        ] {
            shown += &serde_json::to_string(&contest.view(&viewer, now).await).unwrap();
        }
        assert!(!shown.contains(&salt), "{shown}");
        assert_eq!(on_disk(self.folder.path(), &salt), 0);
        // A supervisor may look, and that is on record for each form, whatever id it comes under.
        let before = self.desk().await.seq;
        let seen = contest.look("look", &person("sue", Role::Supervisor), &owner.name, now).await.unwrap();
        assert_eq!(seen.amount, Some(Money(self.form.1 * Money::UNITS)));
        assert!(self.desk().await.seq > before, "the look is on record");
        let nobody = contest.look("look-none", &person("p8", Role::Player), &owner.name, now).await;
        assert!(nobody.is_err());
    }

    fn act(&self, view: &ContestView, duty: &DutyView) -> Option<Act> {
        let table = duty.table.unwrap_or(1);
        let name = duty.name.as_deref().map(Name::from);
        Some(match duty.task.as_str() {
            "name-official" => Act::NameOfficial { name: Name::from("dora"), licensed: true },
            "take-entries" => {
                let (fee, form) = (Money(view.entry.fee), vec!["name".to_owned()]);
                Act::Enter { form, fee, has_copy: true }
            }
            "name-tables" => {
                let named =
                    |number| NamedTable { name: format!("t{number}"), low_limit: false, in_use: false };
                Act::NameTables { tables: (0..2).map(named).collect() }
            }
            "draw" => Act::Ballot { seed: None, mix: "the closing price of wool".to_owned() },
            "examine-form" => Act::ExamineForm { of: name?, sound: true },
            "deal-coup" => {
                let cards = COUPS[(self.asked % 3) as usize].split_whitespace();
                let cards = cards.map(|card| card.parse().unwrap()).collect();
                Act::CoupEnds { table, cards, collected: Vec::new() }
            }
            "count" => {
                let seats = view.tables[usize::from(table) - 1].seats.iter().filter(|seat| !seat.out);
                Act::Count { table, counts: seats.map(|seat| (seat.seat, Money(seat.stack))).collect() }
            }
            "wager" => {
                let play = &view.tables[usize::from(table) - 1];
                let seat = play.seats.iter().find(|seat| seat.name == duty.whose).unwrap();
                if seat.forms > 0 && play.coup.as_ref().unwrap().number == 2 {
                    return None;
                }
                // Each stakes another amount, so that nobody stays level for long.
                let wager = if seat.seat.is_multiple_of(2) { "player" } else { "banker" };
                let least = play.limits.unwrap()[0];
                let amount = Money((least * i64::from(seat.seat)).min(seat.stack / least * least));
                let (wager, coup) = (wager.parse().unwrap(), play.coup.as_ref().map(|coup| coup.number));
                Act::Wager { wager, amount, chips: Chips::Tournament, seat: None, coup }
            }
            _ => duty.act.clone().unwrap_or_else(|| panic!("{duty:?}")),
        })
    }
}

async fn begin(book: &str) -> Play {
    let folder = tempdir().unwrap();
    let (ledger, hall) = open(folder.path()).await;
    let mia = person("mia", Role::Manager);
    hall.begin("begin-it", &mia, &conditions(book), Time(0)).await.unwrap();
    Play { folder, ledger, hall, asked: 0, form: FORM }
}

/// From conditions to prizes, cut off every few commands and opened again from what was on disk.
async fn survives(book: &str) {
    let mut play = begin(book).await;
    loop {
        let Some(done) = play.next().await else { break };
        let done = done.unwrap_or_else(|denial| panic!("{}: {denial:?}", play.asked));
        assert!(!done.events.is_empty());
        assert!(play.asked < 5_000, "it never ends");
        if play.asked.is_multiple_of(23) {
            let before = serde_json::to_value(play.desk().await).unwrap();
            let folder = cut_off(play.folder.path());
            let (ledger, hall) = open(folder.path()).await;
            play = Play { folder, ledger, hall, asked: play.asked, form: FORM };
            assert_eq!(serde_json::to_value(play.desk().await).unwrap(), before);
        }
    }
    let view = play.desk().await;
    assert_eq!(view.entry.phase, "awarded");
    let desk = view.desk.unwrap();
    assert_eq!(desk.fund.paid, 9 * 250 * Money::UNITS);
    assert!(view.prizes.iter().all(|prize| prize.paid));
    assert_eq!(view.draws, 2);
    for number in 1..=2 {
        assert!(play.contest().draw(number).await.unwrap().faults().is_empty());
    }
    let shelf = archive::Shelf::read(&**play.ledger.store(), None).await.unwrap();
    let judges = Judges::of::<Tournament>(&shelf);
    let report = verify(&**play.ledger.store(), &Against { judges, ..Against::default() }).await.unwrap();
    assert_eq!(report.faults, []);
    assert!(report.decided > 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn act_loses_nothing_when_it_is_cut_off() {
    survives("act").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nsw_loses_nothing_when_it_is_cut_off() {
    survives("nsw").await;
}

#[tokio::test]
async fn money_and_disqualification_take_two_people() {
    let mut play = begin("nsw").await;
    while play.desk().await.entry.phase != "closed" {
        play.next().await.unwrap().unwrap();
    }
    let (contest, now) = (play.contest(), play.now());
    let (mia, sue) = (person("mia", Role::Manager), person("sue", Role::Supervisor));
    let alone = contest.command("cancel-alone", &own(&mia), Act::Cancel, now).await.unwrap_err();
    assert_eq!(alone.word, "needs-two");
    let propose = Act::Propose { what: Box::new(Act::Cancel) };
    contest.command("cancel-first", &own(&mia), propose, now).await.unwrap();
    let alone_again =
        contest.command("cancel-own", &own(&mia), Act::Approve { proposal: 1 }, now).await.unwrap_err();
    assert_eq!(alone_again.word, "needs-two");
    let player = person("p1", Role::Player);
    assert!(contest.command("cancel-play", &own(&player), Act::Approve { proposal: 1 }, now).await.is_err());
    contest.command("cancel-both", &own(&sue), Act::Approve { proposal: 1 }, now).await.unwrap();
    let view = play.desk().await;
    assert_eq!(view.entry.phase, "cancelled");
    assert_eq!(view.desk.unwrap().fund.refunded, 9 * 250 * Money::UNITS);
}

#[tokio::test]
async fn what_would_follow_changes_nothing_and_the_same_id_is_the_same_answer() {
    let mut play = begin("act").await;
    let (contest, now) = (play.contest(), play.now());
    let mia = person("mia", Role::Manager);
    let before = play.desk().await.seq;
    let would = contest.judge(&own(&mia), Act::Announce, now).await.unwrap();
    assert_eq!(would[0].fact, "announced");
    assert!(!would[0].clauses.is_empty());
    assert_eq!(play.desk().await.seq, before);
    let first = contest.command("announce-1", &own(&mia), Act::Announce, now).await.unwrap();
    let again = contest.command("announce-1", &own(&mia), Act::Announce, Time(99)).await.unwrap();
    assert_eq!((first.seq, first.events), (again.seq, again.events));
    let other = contest.command("announce-1", &own(&mia), Act::Publish, now).await.unwrap_err();
    assert_eq!(other.word, "same-id-other-content");
    let refused = contest.command("announce-2", &own(&mia), Act::Announce, now).await.unwrap_err();
    assert_eq!(refused.word, "out-of-order");
    play.next().await.unwrap().unwrap();
    // The director may not enter, and an entrant may not direct.
    let named = Act::NameOfficial { name: Name::from("dora"), licensed: true };
    let _ = contest.command("name-dora", &own(&mia), named, now).await;
    // Nor does a player direct who was named: whoever approves as the second of two works here.
    let guest = person("guest", Role::Player);
    let named = Act::NameOfficial { name: guest.name.clone(), licensed: true };
    contest.command("name-guest", &own(&mia), named, now).await.unwrap();
    let pace = Act::SetPace { direction: "faster".to_owned() };
    let denied = contest.command("guest-directs", &own(&guest), pace, now).await.unwrap_err();
    assert_eq!(denied.word, "not-yours");
    let faulty = play.hall.begin("begin-2", &mia, "book = \"act\"\nfee = 1", now).await;
    let faulty = faulty.err().unwrap();
    assert!(
        faulty.message.contains("(18.3(a)") && faulty.message.matches(';').count() > 5,
        "{}",
        faulty.message
    );
    let unknown = play.hall.begin("begin-3", &mia, "book = \"none\"", now).await.err().unwrap();
    assert!(unknown.message.contains("allowed are act, nsw"), "{}", unknown.message);
}

/// The second of two who count is not told what the first has found.
#[tokio::test]
async fn counts_are_blind() {
    let mut play = begin("nsw").await;
    let dan = Viewer::Person(person("dan", Role::Dealer));
    let (_, mut feed) = play.contest().follow(&dan, Time(0)).await;
    loop {
        play.next().await.unwrap().unwrap();
        let mut counted = None;
        while let Ok(flush) = feed.try_recv() {
            counted = flush.staff.iter().find(|event| event.fact == "counted").cloned().or(counted);
        }
        let Some(counted) = counted else { continue };
        assert_eq!(counted.message.chars().filter(char::is_ascii_digit).count(), 1, "{}", counted.message);
        let view = serde_json::to_string(&play.desk().await).unwrap();
        assert!(!view.contains("counts"), "{view}");
        // Nor does the record, which has every figure, go out before the second count is in.
        assert!(play.contest().is_count_open().await);
        while play.contest().is_count_open().await {
            play.next().await.unwrap().unwrap();
        }
        return;
    }
}

/// Answers, views and what has happened are as long whatever is on a form: their size tells nothing of it.
#[tokio::test]
async fn every_answer_about_a_form_is_as_long() {
    let mut lengths = Vec::new();
    for form in [("tie", 50), ("banker", 1_000_000)] {
        let mut play = begin("nsw").await;
        play.form = form;
        let done = loop {
            let done = play.next().await.unwrap().unwrap();
            if done.events.iter().any(|event| event.fact == "form-taken") {
                break done;
            }
        };
        let (contest, now) = (play.contest(), play.now());
        let mut all = vec![serde_json::to_string(&done.events).unwrap().len()];
        for viewer in [
            Viewer::Anybody,
            Viewer::Person(person("p1", Role::Player)),
            Viewer::Person(person("dan", Role::Dealer)),
            Viewer::Person(person("ina", Role::Inspector)),
        ] {
            all.push(serde_json::to_string(&contest.view(&viewer, now).await).unwrap().len());
            let history = contest.history(&viewer, None, 200).await.unwrap();
            all.push(serde_json::to_string(&history).unwrap().len());
        }
        lengths.push(all);
    }
    assert_eq!(lengths[0], lengths[1]);
}

/// A copy of the folder shows nothing of a form, not even by the size of its file.
#[test]
fn every_form_in_the_drawer_is_as_large() {
    let folder = tempdir().unwrap();
    let forms = folder.path().join("forms");
    let drawer = Drawer::open(&forms, &folder.path().join("drawer.key")).unwrap();
    let written = [(Some("tie"), Some(5_000)), (Some("banker"), Some(100_000_000)), (None, None)];
    for (number, (wager, amount)) in (1..).zip(written) {
        let wager = wager.map(|wager: &str| wager.parse::<WagerId>().unwrap());
        let amount = amount.map(Money);
        let opening = Opening { wager, amount, salt: Hash([number; 32]) };
        let seal = opening.seal("cup", 1, &Name::from("ann"));
        drawer.put(seal, &opening).unwrap();
        assert_eq!(drawer.get(seal).as_ref(), Some(&opening));
    }
    let sizes: Vec<u64> =
        std::fs::read_dir(&forms).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).collect();
    assert_eq!((sizes.len(), sizes.iter().min()), (3, sizes.iter().max()));
}
