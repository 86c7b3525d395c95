//! A table that has dealt for a long time is no bigger than one that has dealt for a day, and an old coup is still in reach.

mod common;

use aggregate::{Aggregate, Text};
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{Ban, DisputeStage, Ground, Measure};
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, book, money};
use std::sync::Arc;
use table::past::{TOGETHER, hash_of};
use table::record::CoupRecord;
use table::{
    Command, Fact, Finding, Reason, Remedy, Report, Settings, Table, TableCommand, bets, people, trouble,
};

/// An evening of many coups, and every coup as it was when it ended.
struct Evening {
    house: House,
    ended: Vec<Arc<CoupRecord>>,
}

impl Evening {
    fn of(id: &str) -> Evening {
        let book = book(id);
        let settings = Settings::usual(&book);
        let mut house = House::open(&Setup { name: id.into(), book, settings }, Seeded(5));
        for name in ["ann", "bob"] {
            house.ask(&house.patron(name, people::Act::Arrive.into())).unwrap();
            let cash = money(100_000);
            house.ask(&house.patron(name, people::Act::BuyIn { cash }.into())).unwrap();
        }
        house.play_on();
        Evening { house, ended: Vec::new() }
    }

    fn place(&mut self, seat: u8, name: &str, wager: &str) {
        let (wager, amount) = (wager.parse().unwrap(), money(20));
        let act = bets::Act::Place { area: seat, wager, amount, kind: ChipKind::Chips, spoken: false };
        self.house.ask(&self.house.patron(name, act.into())).unwrap();
    }

    /// At least this many coups more; a stake that stood off is played on.
    fn play(&mut self, coups: u32) {
        let until = self.house.table.state().coups + coups;
        while self.house.table.state().coups < until {
            self.place(1, "ann", "banker");
            self.place(2, "bob", "player");
            while let Some(command) = self.house.due_command() {
                self.house.ask(&command).unwrap();
                let over = self.house.table.state().record.last();
                let new = over.filter(|over| over.coup.number > self.ended.len() as u32);
                self.ended.extend(new.cloned());
            }
        }
    }

    fn snapshot(&self) -> usize {
        self.house.table.write_state().unwrap().len()
    }

    fn invalidate(&self, coup: u32) -> Command {
        let (ground, why) = (Ground::Fraud, "seen on the recording".to_owned());
        let act = trouble::Act::Invalidate {
            ground,
            coup: Some(coup),
            cheat: None,
            forfeit: false,
            affected: true,
            why,
        };
        self.house.staff(Role::Operator, act.into())
    }

    /// The coups that were put away with this one.
    fn put_away_with(&self, number: u32) -> Vec<CoupRecord> {
        let first = (number as usize - 1) / TOGETHER * TOGETHER;
        self.ended[first..][..TOGETHER].iter().map(|coup| (**coup).clone()).collect()
    }
}

#[test]
fn a_table_grows_no_bigger_with_the_coups_it_has_dealt() {
    let mut evening = Evening::of("act");
    evening.play(200);
    let young = evening.snapshot();
    evening.play(2_800);
    let old = evening.snapshot();
    let state = evening.house.table.state();
    assert!(state.coups >= 3_000);
    assert!(state.record.len() < 2 * TOGETHER, "{}", state.record.len());
    assert_eq!(state.past.put_away.len() * TOGETHER + state.record.len(), state.coups as usize);
    // Both have from one to two times what is put away together; beyond that, a hash for each that was put away.
    let per_hash = 110;
    assert!(old < 2 * young + per_hash * state.past.put_away.len(), "{young} bytes at first, {old} later");
    assert!(old < 200_000, "{old} bytes");
}

#[test]
fn what_is_put_away_is_known_by_its_hash_and_replay_gives_the_same() {
    let mut evening = Evening::of("nsw");
    evening.play(300);
    let table = &evening.house.table;
    for (place, put_away) in table.state().past.put_away.iter().enumerate() {
        let coups = &evening.ended[place * TOGETHER..][..TOGETHER];
        assert_eq!((put_away.first, put_away.hash), (coups[0].coup.number, hash_of(coups)));
        let mut other = coups.to_vec();
        Arc::make_mut(&mut other[7]).settled.clear();
        assert_ne!(hash_of(&other), put_away.hash);
    }
    let again = Table::replay(book("nsw"), &evening.house.events).unwrap();
    assert_eq!(again.state(), table.state());
    assert_eq!(again.write_state().unwrap(), table.write_state().unwrap());
    let restored = <Table as Aggregate>::restore(&book("nsw"), &table.write_state().unwrap()).unwrap();
    assert_eq!(restored.state(), table.state());
}

#[test]
fn an_old_coup_comes_back_with_the_command_that_is_about_it() {
    let mut evening = Evening::of("act");
    evening.play(200);
    let old = evening.ended.iter().find(|coup| coup.settled.len() > 1).unwrap().coup.number;
    let alone = evening.invalidate(old);
    let table = &evening.house.table;
    assert_eq!(table.recalls(&alone.acts).into_iter().collect::<Vec<_>>(), [old]);
    assert!(table.state().over(old).is_none());
    assert_eq!(table.decide(&alone).unwrap_err().reason, Reason::NotPossibleNow);

    // Only what was put away comes back: not part of it, nothing altered, not another's.
    let recalled = evening.put_away_with(old);
    let mut altered = recalled.clone();
    altered[3].settled[0].result.paid = money(1_000_000);
    for bad in [recalled[1..].to_vec(), altered, evening.put_away_with(TOGETHER as u32 + 1)[..9].to_vec()] {
        let refusal = table.decide(&Command { recalled: bad.into(), ..alone.clone() }).unwrap_err();
        assert_eq!(refusal.reason, Reason::NotPossibleNow, "{refusal}");
    }

    let asked = Command { recalled: recalled.into(), ..alone.clone() };
    let events = evening.house.ask(&asked).unwrap();
    assert!(matches!(events[0].fact, Fact::Trouble(trouble::Fact::CoupsRecalled { .. })));
    assert!(events.iter().any(|event| matches!(event.fact, Fact::Trouble(trouble::Fact::CoupInvalidated { number, .. }) if number == old)));
    let state = evening.house.table.state();
    assert!(state.over(old).unwrap().coup.void && state.past.recalled.len() == 1);
    let before = state.past.put_away[0];

    // It is put away again as it is now, and what was put away before is no longer it.
    evening.play(1);
    let state = evening.house.table.state();
    assert!(state.past.recalled.is_empty() && state.over(old).is_none());
    assert_ne!(state.past.put_away[0].hash, before.hash);
    assert!(evening.house.table.decide(&asked).is_err());
    let again = Table::replay(book("act"), &evening.house.events).unwrap();
    assert_eq!(again.state(), evening.house.table.state());
}

#[test]
fn a_late_report_reaches_an_old_coup_as_it_reaches_one_that_is_held() {
    let mut evening = Evening::of("act");
    evening.play(200);
    let report = |coup: u32| trouble::Act::Report { report: Report::Earlier { coup } };
    let words = |table: &Table, command: &Command| -> Vec<&'static str> {
        let decided = table.decide(command).unwrap();
        let facts = decided.events.iter().map(|event| event.fact.word());
        facts.filter(|word| *word != "coups-recalled").collect()
    };
    let of = |coup: u32| evening.house.staff(Role::Dealer, report(coup).into());
    let table = &evening.house.table;
    let recent = evening.ended[150..].iter().find(|coup| coup.settled.len() == 2).unwrap().coup.number;
    let old = evening.ended.iter().find(|coup| coup.settled.len() == 2).unwrap().coup.number;
    let recalled = evening.put_away_with(old);
    assert_eq!(words(table, &of(recent)), words(table, &Command { recalled: recalled.into(), ..of(old) }));
}

/// What came from the log is on record with the command, and is no part of what somebody asked.
#[test]
fn a_command_is_the_same_with_and_without_what_was_recalled() {
    let mut evening = Evening::of("act");
    evening.play(200);
    let alone = evening.invalidate(3);
    let asked = Command { recalled: evening.put_away_with(3).into(), ..alone.clone() };
    let (alone, asked) = (TableCommand::from(alone), TableCommand::from(asked));
    let written = Table::write_command(&asked).unwrap();
    assert_eq!(Table::is_same(&written.json, &alone), Some(true));
    assert_eq!(Table::is_same(&written.json, &TableCommand::from(evening.invalidate(4))), Some(false));
    assert_eq!(Table::is_same(&Table::write_command(&alone).unwrap().json, &asked), Some(true));
    let text = Text { kind: written.kind, json: &written.json };
    assert_eq!(Table::read_command(text, evening.house.now).unwrap(), asked);
}

impl Evening {
    /// Somebody comes, looks on and leaves; a patron tells of the last coup, disputes it through every stage, and somebody is caught with a
    /// device: all of it is decided.
    fn troubled(&mut self, nth: u32) {
        let guest = format!("guest {nth}");
        for act in [people::Act::Arrive, people::Act::Leave] {
            self.house.ask(&self.house.patron(&guest, act.into())).unwrap();
        }
        let report = Report::Earlier { coup: self.house.table.state().coups };
        self.ask_patron("ann", trouble::Act::Report { report });
        let matter = self.house.table.state().matters.last().unwrap().clone();
        let remedies = [Remedy::Denied, Remedy::GoesOn];
        let remedy = remedies.into_iter().find(|remedy| matter.remedies.contains(remedy)).unwrap();
        let why = "the recording shows it".to_owned();
        self.ask_staff(matter.decides, trouble::Act::Decide { matter: matter.id, remedy, why: why.clone() });
        self.ask_patron("ann", trouble::Act::OpenDispute { about: "the last coup".to_owned(), patron: None });
        let id = self.house.table.state().disputes.last().unwrap().id;
        loop {
            let (finding, why) = (Finding::Rejected, why.clone());
            let last = self.house.events.iter().rev().find_map(|event| match &event.fact {
                Fact::Trouble(trouble::Fact::DisputeOpened { decides, .. }) => Some(*decides),
                Fact::Trouble(trouble::Fact::ReviewAsked { decides, .. }) => Some(*decides),
                Fact::Trouble(trouble::Fact::DisputeReferred { to, .. }) => Some(*to),
                _ => None,
            });
            self.ask_staff(
                last.unwrap(),
                trouble::Act::DecideDispute { dispute: id, finding, award: None, why },
            );
            let stages = self.house.table.state().disputes.last().unwrap().decisions.iter();
            if stages.last().unwrap().stage == DisputeStage::Final {
                break;
            }
            self.ask_patron("ann", trouble::Act::AskReview { dispute: id });
        }
        let (ban, who) = (Ban::PredictingDevice, "carl".into());
        self.ask_staff(Role::Dealer, trouble::Act::ReportBreach { ban, who, what: why.clone() });
        let breach = self.house.table.state().breaches.last().unwrap().id;
        let measures = [Measure::VoidWager, Measure::BarFromGame, Measure::ExcludeFromCasino].into_iter();
        let roles = [Role::Supervisor, Role::Manager, Role::Operator, Role::Inspector];
        let asked = measures.flat_map(|measure| roles.map(|role| (measure, role))).map(|(measure, role)| {
            let act = trouble::Act::Sanction { breach, measures: vec![measure], why: why.clone() };
            self.house.staff(role, act.into())
        });
        let asked: Vec<Command> = asked.collect();
        assert!(
            asked.iter().any(|command| self.house.ask(command).is_ok()),
            "somebody may do something about it"
        );
    }

    fn ask_patron(&mut self, name: &str, act: trouble::Act) {
        let command = self.house.patron(name, act.into());
        self.house.ask(&command).unwrap();
    }

    fn ask_staff(&mut self, role: Role, act: trouble::Act) {
        let command = self.house.staff(role, act.into());
        self.house.ask(&command).unwrap();
    }
}

/// After every coup something goes wrong and somebody comes and goes: what is closed is forgotten, its numbers are not, and what was told of
/// an old coup is still known when that coup comes back.
#[test]
fn a_table_grows_no_bigger_with_what_went_wrong_at_it() {
    let mut evening = Evening::of("nsw");
    evening.house.ask(&evening.house.patron("carl", people::Act::Arrive.into())).unwrap();
    let mut sizes = Vec::new();
    for nth in 0..900 {
        evening.play(1);
        evening.troubled(nth);
        // Just after coups were put away.
        if evening.house.table.state().record.len() == TOGETHER {
            sizes.push(evening.snapshot());
        }
    }
    let state = evening.house.table.state();
    assert_eq!((state.opened.matters, state.opened.disputes, state.opened.breaches), (900, 900, 900));
    assert!(state.matters.len() < 4 * TOGETHER, "{} matters", state.matters.len());
    assert!(state.disputes.len() < 4 * TOGETHER, "{} disputes", state.disputes.len());
    assert!(state.breaches.len() < 4 * TOGETHER, "{} breaches", state.breaches.len());
    assert!(state.patrons.len() < 4 * TOGETHER, "{} patrons", state.patrons.len());
    let (early, last) = (sizes[4], sizes[sizes.len() - 1]);
    assert!(last < early + early / 20, "{sizes:?}");
    let again = Table::replay(book("nsw"), &evening.house.events).unwrap();
    assert_eq!(again.state(), state);

    // What was decided long ago is not decided again, and a coup that somebody told of is not told of anew.
    let why = "once more".to_owned();
    let decide = trouble::Act::Decide { matter: 1, remedy: Remedy::Void, why: why.clone() };
    let decided = evening.house.table.decide(&evening.house.staff(Role::Supervisor, decide.into()));
    assert_eq!(decided.unwrap_err().reason, Reason::AlreadyDone);
    let review = evening.house.patron("ann", trouble::Act::AskReview { dispute: 1 }.into());
    assert_eq!(evening.house.table.decide(&review).unwrap_err().reason, Reason::AlreadyDone);
    let told = evening.ended[2].coup.number;
    let tells =
        evening.house.patron("ann", trouble::Act::Report { report: Report::Earlier { coup: told } }.into());
    let mut recalled = evening.put_away_with(told);
    for (nth, coup) in recalled.iter_mut().enumerate() {
        coup.told.matter = Some(nth as u32 + 1);
        coup.told.claimed = true;
    }
    let refusal = evening.house.table.decide(&Command { recalled: recalled.into(), ..tells }).unwrap_err();
    assert_eq!(
        (refusal.reason, refusal.message.as_str()),
        (Reason::AlreadyDone, "matter 3 is about it already")
    );
}
