//! A tournament on the same log as everything else: played from its conditions to its prizes by whatever is due next.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::shelf;
use baccarat::wager::WagerId;
use ledger::{
    Against, Answer, AnswerOf, CommandId, Edition, Judges, Ledger, LedgerError, Log, Opened, verify,
};
use merkle::{Hash, sha256};
use std::sync::Arc;
use table::{Actor, Name, Time};
use tempfile::tempdir;
use tournament::duty::{Duty, Task, Whose};
use tournament::state::Phase;
use tournament::transcript::usual;
use tournament::{
    Act, Chips, Command, Conditions, NamedTable, Opening, Reason, Tournament, TournamentCommand,
};

fn act() -> String {
    let own = [
        r#"tournament = "autumn""#,
        r#"entry.form = ["name"]"#,
        "entry.numbers = [9, 9]",
        "entry.fee = 110",
        r#"entry.commission = { each = 10, approval = "GRC-27-31" }"#,
        r#"play.method = "non-commission""#,
        "play.chips = [50, 100, 500]",
        r#"play.limits = "100 to 1000 in 100""#,
        r#"play.first_marker = "ballot""#,
        r#"stage = [{ name = "Heats", session = { coups = 4, opening = 2000 }, tables = "as-few-as-hold-all", advance = 2, equal = "further-coups" },
           { name = "Final", session = { coups = 4, opening = 5000 }, tables = 1, equal = "further-coups" }]"#,
        "prizes.shares = [50, 30, 20]",
        r#"prizes.odd_cents = "ballot""#,
    ];
    usual("act", &own).unwrap()
}

fn nsw() -> String {
    let own = [
        r#"tournament = "harbour""#,
        r#"entry.form = ["name"]"#,
        "entry.numbers = [9, 9]",
        "entry.fee = 250",
        "play.pass_cards = 1",
        "play.undisclosed = 1",
        r#"stage = [{ name = "Heats", session = { coups = 4, opening = 1000 }, tables = { "2-7" = 1, "8-14" = 2 }, advance = 2 },
           { name = "Final", session = { coups = 4, opening = 2000 }, tables = 1 }]"#,
        "prizes.shares = [60, 25, 15]",
    ];
    usual("nsw", &own).unwrap()
}

/// Coups that either hand wins.
const COUPS: [&str; 3] = ["4H KD 5C 8S", "4H KD 2C 7S", "2H KD 3C QS 4D KC"];

fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

fn hash(id: &str) -> Hash {
    sha256(&[shelf::text(id).unwrap().as_bytes()])
}

fn id(text: &str) -> CommandId {
    text.parse().unwrap()
}

fn staff(role: Role) -> Actor {
    Actor { name: Name::from(role.to_string()), role }
}

/// What only the house knows, kept beside the log until it is public.
#[derive(Default)]
struct Secrets {
    forms: Vec<(Name, Opening)>,
}

fn seed(number: usize) -> [u8; 32] {
    sha256(&[format!("seed {number}").as_bytes()]).0
}

/// Who asks for what is due; the second time round a player uses a form.
fn answer(tournament: &Tournament, duty: &Duty, asked: u64, secrets: &mut Secrets) -> (Actor, Act) {
    let state = tournament.state();
    let player = |name: &Name| Actor { name: name.clone(), role: Role::Player };
    let by = match &duty.whose {
        Whose::Entrant(name) => player(name),
        Whose::Role(role) => staff(*role),
    };
    let table = duty.table.unwrap_or(1);
    let act = match duty.task {
        Task::NameOfficial => Act::NameOfficial { name: staff(Role::Director).name, licensed: true },
        Task::TakeEntries => {
            let (fee, form) = (tournament.conditions().entry.fee, vec!["name".to_owned()]);
            let name = Name::from(format!("p{}", state.entered()));
            return (player(&name), Act::Enter { form, fee, has_copy: true });
        }
        Task::NameTables => {
            let named = |number| NamedTable { name: format!("t{number}"), low_limit: false, in_use: false };
            Act::NameTables { tables: (0..tournament.tables_needed()).map(named).collect() }
        }
        Task::SealDraw => Act::SealDraw { seed_hash: Some(draw::seed_hash(&seed(state.draws.len()))) },
        Task::Draw => Act::Ballot { seed: Some(Hash(seed(state.draws.len()))), mix: "from outside".into() },
        Task::ExamineForm => Act::ExamineForm { of: duty.name.clone().unwrap(), sound: true },
        Task::AnnounceForm => {
            let of = duty.name.clone().unwrap();
            let opening = secrets.forms.iter().rfind(|(name, _)| *name == of).map(|(_, form)| form.clone());
            Act::AnnounceForm { of, opening }
        }
        Task::Wager => return (by.clone(), wager(tournament, table, &by.name, asked, secrets)),
        Task::DealCoup => {
            let cards = COUPS[(asked % 3) as usize].split_whitespace();
            let cards = cards.map(|card| card.parse().unwrap()).collect();
            Act::CoupEnds { table, cards, collected: Vec::new() }
        }
        Task::Count => Act::Count { table, counts: tournament.stacks(table) },
        _ => duty.act.clone().unwrap_or_else(|| panic!("{duty:?}")),
    };
    (by, act)
}

fn wager(tournament: &Tournament, table: u8, name: &Name, asked: u64, secrets: &mut Secrets) -> Act {
    let play = tournament.state().table(table).unwrap();
    let (coup, (least, most)) = (play.coup.as_ref().unwrap(), play.limits.unwrap());
    let seat = &play.seats[&play.seat_of(name).unwrap()];
    let banker: WagerId = "banker".parse().unwrap();
    if seat.forms > 0 && coup.number == 2 {
        let opening = Opening {
            wager: Some(banker),
            amount: Some(least),
            salt: sha256(&[format!("{name} {asked}").as_bytes()]),
        };
        let seal = opening.seal(&tournament.conditions().id, coup.number, name);
        secrets.forms.push((name.clone(), opening));
        return Act::HandInForm { seal };
    }
    if seat.passes > 0 && coup.number == 3 {
        return Act::LayPass { approved: true, coup: Some(coup.number) };
    }
    let player: WagerId = "player".parse().unwrap();
    let amount = if asked.is_multiple_of(5) { most.min(seat.stack) } else { least };
    let amount = Money(amount.0 - amount.0 % least.0);
    let wager = if asked.is_multiple_of(2) { player } else { banker };
    Act::Wager { wager, amount, chips: Chips::Tournament, seat: None, coup: Some(coup.number) }
}

struct Played {
    log: Log<Tournament>,
    commands: Vec<(CommandId, TournamentCommand)>,
    answers: Vec<AnswerOf<Tournament>>,
}

/// Plays a tournament by its duties until nothing is due, submitting everything to the log.
async fn play(ledger: &Ledger, book_id: &str, conditions: &str) -> Played {
    let draft = TournamentCommand::Draft {
        conditions: conditions.to_owned(),
        by: staff(Role::Operator),
        at: Time(0),
    };
    let edition = Edition { hash: hash(book_id), rules: book(book_id) };
    let log = ledger.found::<Tournament>(book_id, edition, &id("draft"), &draft).await.unwrap();
    let mut played = Played { log, commands: Vec::new(), answers: Vec::new() };
    let mut secrets = Secrets::default();
    for asked in 1..20_000_u64 {
        let at = Time(asked as i64 * 1_000);
        let duties = played.log.state().duties(at);
        let Some(duty) = duties.first() else { return played };
        let ruled = matches!(
            duty.task,
            Task::Announce
                | Task::Publish
                | Task::OpenEntries
                | Task::NameTables
                | Task::Draw
                | Task::Begin
                | Task::Wager
                | Task::FirstCard
                | Task::ConfirmPlaces
                | Task::Award
                | Task::PayPrize
        );
        assert!(!ruled || !duty.cites.is_empty(), "{duty:?}");
        let (by, act) = answer(played.log.state(), duty, asked, &mut secrets);
        let act = if duty.two { Act::Propose { what: Box::new(act) } } else { act };
        let command = TournamentCommand::Acts(Command { act, by, confirmed_by: None, at });
        let id = id(&format!("c{asked}"));
        let answer = played.log.submit(&id, &command, Vec::new()).await.unwrap();
        assert!(matches!(answer, Answer::Accepted { again: false, .. }), "{command:?}: {answer:?}");
        played.commands.push((id, command));
        played.answers.push(answer);
    }
    panic!("it never ends");
}

async fn from_conditions_to_prizes(book_id: &str, conditions: &str) {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let Played { mut log, commands, answers } = play(&ledger, book_id, conditions).await;
    let state = log.state().state().clone();
    assert_eq!(state.phase, Phase::Awarded);
    assert_eq!(state.fund.paid, state.fund.pool());
    assert_eq!(state.paid.len(), 3);
    // However often and late a command comes again, it gets the answer that it got first.
    for ((id, command), answer) in commands.iter().zip(&answers).step_by(7) {
        let Answer::Accepted { first, events, .. } = answer else { panic!("{answer:?}") };
        let again = log.submit(id, command, Vec::new()).await.unwrap();
        assert_eq!(again, Answer::Accepted { first: *first, events: events.clone(), again: true });
    }
    let other = TournamentCommand::Acts(Command {
        act: Act::Award,
        by: staff(Role::Director),
        confirmed_by: None,
        at: Time(1),
    });
    let other = log.submit(&commands[3].0, &other, Vec::new()).await;
    assert!(matches!(other, Err(LedgerError::OtherContent { .. })));
    // What the house added to a command, whoever asks again need not know.
    let left_out = |command: &TournamentCommand| match command {
        TournamentCommand::Acts(command) => match &command.act {
            Act::Ballot { mix, .. } => Some(Act::Ballot { seed: None, mix: mix.clone() }),
            Act::AnnounceForm { of, .. } => Some(Act::AnnounceForm { of: of.clone(), opening: None }),
            _ => None,
        },
        TournamentCommand::Draft { .. } => None,
    };
    let mut found = 0;
    for (id, command) in &commands {
        let (Some(act), TournamentCommand::Acts(asked)) = (left_out(command), command) else { continue };
        let again = TournamentCommand::Acts(Command { act, ..asked.clone() });
        let answer = log.submit(id, &again, Vec::new()).await.unwrap();
        assert!(matches!(answer, Answer::Accepted { again: true, .. }));
        found += 1;
    }
    assert!(found >= 2, "draws at least");
    log.snapshot(Time(20_000_000)).await.unwrap();
    ledger.close().await.unwrap();

    let ledger = Ledger::open(folder.path()).await.unwrap();
    let shelf = |wanted: Hash| (wanted == hash(book_id)).then(|| book(book_id));
    let log = ledger.resume::<Tournament>(book_id, &shelf).await.unwrap();
    assert!(matches!(log.opened(), Opened::Snapshot { .. }));
    assert_eq!(*log.state().state(), state);
    // Every decision again, from the first event on.
    let judges = Judges::of::<Tournament>(&shelf);
    let report = verify(&**ledger.store(), &Against { judges, ..Against::default() }).await.unwrap();
    assert_eq!(report.faults, []);
    assert_eq!(report.decided, commands.len() as u64 + 1, "all of them and the draft");
}

#[tokio::test]
async fn act_from_conditions_to_prizes() {
    from_conditions_to_prizes("act", &act()).await;
}

#[tokio::test]
async fn nsw_from_conditions_to_prizes() {
    from_conditions_to_prizes("nsw", &nsw()).await;
}

/// Before a form is announced nothing on disk shows what is on it, not even a refused command; afterwards anybody can hold it against its seal.
#[tokio::test]
async fn a_form_is_in_no_entry_before_it_is_announced() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    play(&ledger, "nsw", &nsw()).await;
    let entries = ledger.store().all(0, 100_000).await.unwrap();
    let mut sealed: Vec<Hash> = Vec::new();
    let mut opened = 0;
    for (_, entry) in entries {
        let entry = entry.unwrap();
        for (_, event) in ledger::events::<Tournament>(&entry).unwrap_or_default() {
            match event.fact {
                tournament::Fact::FormTaken { seal, .. } => {
                    sealed.push(seal);
                    let text: String =
                        entry.records.iter().map(|record| record.payload.text().to_owned()).collect();
                    assert!(!text.contains("banker") && !text.contains("amount"), "{text}");
                }
                tournament::Fact::FormOpened { coup, opening, table, seat } => {
                    opened += 1;
                    let _ = (table, seat);
                    let known = (0..9).map(|number| Name::from(format!("p{number}")));
                    let seals: Vec<Hash> = known.map(|name| opening.seal("harbour", coup, &name)).collect();
                    assert!(seals.iter().any(|seal| sealed.contains(seal)));
                }
                _ => {}
            }
        }
    }
    assert!(opened > 0 && sealed.len() == opened);
}

/// Faulty conditions begin nothing, and say everything that is wrong at once.
#[tokio::test]
async fn faulty_conditions_begin_nothing() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let text = nsw().replace("advance = 2\n", "").replace("fee = 250", "fee = -1");
    let draft = TournamentCommand::Draft { conditions: text, by: staff(Role::Operator), at: Time(0) };
    let edition = Edition { hash: hash("nsw"), rules: book("nsw") };
    let refused = ledger.found::<Tournament>("nsw", edition, &id("draft"), &draft).await.map(|_| ());
    let Err(LedgerError::Refused { message }) = refused else { panic!("{refused:?}") };
    assert!(message.contains("advance") && message.contains("fee"), "{message}");
}

/// Whoever plays runs nothing: an entrant who is staff besides sees no form, counts nothing and confirms nothing.
#[test]
fn no_entrant_acts_as_staff() {
    let book = book("nsw");
    let conditions = Arc::new(Conditions::read(&nsw(), &book).unwrap());
    let mut tournament = Tournament::new(book, conditions);
    let mut ask = |name: &str, role: Role, act: Act| {
        let by = Actor { name: Name::from(name), role };
        let confirmed_by = Some(Name::from("second"));
        tournament.submit(&Command { act, by, confirmed_by, at: Time(0) })
    };
    ask("lee", Role::Operator, Act::Announce).unwrap();
    let official = Act::NameOfficial { name: Name::from("dee"), licensed: true };
    ask("lee", Role::Operator, official).unwrap();
    ask("lee", Role::Operator, Act::Publish).unwrap();
    ask("lee", Role::Operator, Act::OpenEntries).unwrap();
    let enter =
        || Act::Enter { form: vec!["name".to_owned()], fee: Money(250 * Money::UNITS), has_copy: true };
    ask("sue", Role::Player, enter()).unwrap();
    let look = Act::LookAtForm { of: Name::from("ann") };
    for (role, act) in [(Role::Supervisor, look), (Role::Operator, Act::Cancel)] {
        let refusal = ask("sue", role, act).unwrap_err();
        assert_eq!(refusal.reason, Reason::Official, "{}", refusal.message);
    }
    let refusal = ask("dee", Role::Player, enter()).unwrap_err();
    assert_eq!(refusal.reason, Reason::Official, "{}", refusal.message);
    // Whoever has withdrawn works again.
    ask("sue", Role::Player, Act::Withdraw).unwrap();
    ask("sue", Role::Operator, Act::Cancel).unwrap();
}
