//! Duties that exclude each other: what every role may do anywhere in the house, asked of the code that decides it, held against a matrix
//! that is written down here a second time. Who may do both of two duties by which somebody could take money and cover it up?

use aggregate::{By, Register, RegisterCommand, Time};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role as Part;
use baccarat::shelf;
use cage::{Cage, CageAct, CageReason, Pieces, Signed, TransferKind};
use floor::roster::{Roster, RosterAct, RosterReason};
use people::role::{ACCEPT_TOGETHER, INSTRUCT, ISSUE_VOUCHERS, Power, Role, WATCH, may};
use people::sees_to;
use people::two_person::DualControl;
use promotion::Promotion;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Actor, Name};
use tournament::{Conditions, Tournament};

/// Conditions of a tournament, in either regime.
const CONDITIONS: &str = include_str!("../../tournament/src/transcript/usual.toml");

/// What somebody may have to do with money, cards or people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Plays,
    Deals,
    Rules,
    ApprovesVoids,
    SeesToAccounts,
    Watches,
    Window,
    IssuesChips,
    AsksFills,
    ApprovesFills,
    CountsOutFills,
    ReceivesFills,
    CountsOutCredits,
    ReceivesCredits,
    CountsBoxes,
    CorrectsFloats,
    SaysWhatStopped,
    ChangesTables,
    SetsTests,
    EntersContests,
    OffersContests,
    DealsSessions,
    LooksAtForms,
    ProposesPrizes,
    ApprovesPrizes,
    IssuesVouchers,
    SetsOwnLimits,
    AcceptsTogether,
}

use Duty::*;

const ALL: [Duty; 28] = [
    Plays,
    Deals,
    Rules,
    ApprovesVoids,
    SeesToAccounts,
    Watches,
    Window,
    IssuesChips,
    AsksFills,
    ApprovesFills,
    CountsOutFills,
    ReceivesFills,
    CountsOutCredits,
    ReceivesCredits,
    CountsBoxes,
    CorrectsFloats,
    SaysWhatStopped,
    ChangesTables,
    SetsTests,
    EntersContests,
    OffersContests,
    DealsSessions,
    LooksAtForms,
    ProposesPrizes,
    ApprovesPrizes,
    IssuesVouchers,
    SetsOwnLimits,
    AcceptsTogether,
];

/// The matrix as it was decided.
const DECIDED: [(Role, &[Duty]); 8] = [
    (Role::Player, &[Plays, EntersContests, SetsOwnLimits]),
    (Role::Dealer, &[Deals, AsksFills, ReceivesFills, CountsOutCredits, DealsSessions]),
    (
        Role::Supervisor,
        &[
            Rules,
            ApprovesVoids,
            AsksFills,
            ApprovesFills,
            CountsBoxes,
            CorrectsFloats,
            SetsTests,
            OffersContests,
            DealsSessions,
            LooksAtForms,
            ProposesPrizes,
            ApprovesPrizes,
            IssuesVouchers,
        ],
    ),
    (
        Role::Manager,
        &[
            Rules,
            ApprovesVoids,
            SeesToAccounts,
            Window,
            IssuesChips,
            AsksFills,
            ApprovesFills,
            CountsBoxes,
            CorrectsFloats,
            SaysWhatStopped,
            ChangesTables,
            SetsTests,
            OffersContests,
            DealsSessions,
            LooksAtForms,
            ProposesPrizes,
            ApprovesPrizes,
            IssuesVouchers,
            AcceptsTogether,
        ],
    ),
    (Role::Cage, &[Window, CountsOutFills, ReceivesCredits, CountsBoxes]),
    (Role::Surveillance, &[Watches]),
    (Role::Inspector, &[Watches, AcceptsTogether]),
    (Role::Device, &[]),
];

/// Whoever has the one does not have the other.
const EXCLUDE: &[(Duty, &[Duty])] = &[
    // The cards, and what becomes of a coup.
    (Deals, &[Rules, ApprovesVoids]),
    // Chips that leave one place arrive at another under other eyes.
    (CountsOutFills, &[AsksFills, ApprovesFills, ReceivesFills]),
    (CountsOutCredits, &[ApprovesFills, ReceivesCredits]),
    (ReceivesFills, &[ApprovesFills]),
    (Deals, &[Window, CountsBoxes, IssuesChips, CorrectsFloats, SaysWhatStopped]),
    // Whoever works with chips or cash neither makes colleagues nor tables.
    (SeesToAccounts, &[Deals, CountsOutFills, ReceivesFills, CountsOutCredits, ReceivesCredits, Watches]),
    (ChangesTables, &[Deals, CountsOutFills, ReceivesFills, CountsOutCredits, ReceivesCredits]),
    (CountsOutFills, &[IssuesChips, SaysWhatStopped, CorrectsFloats]),
    // Whoever enters a tournament or a draw has no part in running it; whoever keys its coups neither opens sealed forms nor pays.
    (EntersContests, &[OffersContests, DealsSessions, LooksAtForms, ProposesPrizes, ApprovesPrizes]),
    (Deals, &[OffersContests, LooksAtForms, ProposesPrizes, ApprovesPrizes]),
    // Prizes are money that leaves: whoever counts cash and chips in or out has no say in whose they are.
    (CountsOutFills, &[OffersContests, ProposesPrizes, ApprovesPrizes]),
    // A voucher is money too, and so is what a shoe that was given up, an exchanged key or a house put back may hide.
    (IssuesVouchers, &[Plays, Deals, CountsOutFills, ReceivesCredits, Watches]),
    (AcceptsTogether, &[Plays, Deals, CountsOutFills, ReceivesCredits]),
];

fn some() -> Pieces {
    Pieces::of([(500, 2)])
}

/// What a cage decides about somebody nobody knows, in this role: may they do it at all?
fn cage_lets(role: Role, steps: &[CageAct], act: CageAct) -> bool {
    let mut cage = Cage::default();
    let second = Signed { name: "Carl".into(), role: "cage".into() };
    let why = || "because".to_owned();
    let (many, cash) = (Pieces::of([(500, 400)]), Money(5_000_000));
    let house = || By::new("house", "operator");
    let begun = [
        (house(), CageAct::AdoptTable { table: "main".into(), chips: Money(900_000) }),
        (
            By::new("Max", "manager"),
            CageAct::IssueChips { pieces: many.clone(), second: second.clone(), why: why() },
        ),
        (By::new("Max", "manager"), CageAct::MoveCash { amount: cash, second: second.clone(), why: why() }),
        (By::new("Max", "manager"), CageAct::CountBank { opens: true, cash, pieces: many, second }),
    ];
    let does = |act: &CageAct| match act {
        CageAct::Request { .. } => By::new("Dan", "dealer"),
        CageAct::Approve { .. } => By::new("Sam", "supervisor"),
        CageAct::Carry { .. } => By::new("Mia", "manager"),
        CageAct::Send { .. } => By::new("Cora", "cage"),
        _ => house(),
    };
    let further = steps.iter().map(|act| (does(act), act.clone()));
    for (by, act) in begun.into_iter().chain(further) {
        let mut command = RegisterCommand { act, by, at: Time(1) };
        let facts = cage.judge(&command).or_else(|_| {
            // A credit is counted out by a dealer.
            command.by = By::new("Dora", "dealer");
            cage.judge(&command)
        });
        for fact in facts.unwrap_or_else(|refusal| panic!("{:?}: {refusal:?}", command.act)) {
            cage.take(&aggregate::RegisterEvent { fact, by: command.by.clone(), at: Time(1) });
        }
    }
    let asked = RegisterCommand { act, by: By::new("Somebody", role.word()), at: Time(2) };
    match cage.judge(&asked) {
        Ok(_) => true,
        Err(refusal) => {
            assert_eq!(refusal.reason, CageReason::NotInThatRole, "only the role is wrong: {refusal:?}");
            false
        }
    }
}

fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).expect("a book")).expect("a book that can be read"))
}

/// What tournaments of both regimes and a promotion decide about somebody in this role: may they ask for it at all?
fn contests_let(role: Role, tournament: &serde_json::Value, promotion: Option<&serde_json::Value>) -> bool {
    let name = || Name::from("Somebody");
    let by = |part: Option<Part>| part.map(|role| Actor { name: name(), role });
    let mut answers = Vec::new();
    for id in ["act", "nsw"] {
        let (book, text) = (book(id), CONDITIONS.replacen("\"\"", &format!("\"{id}\""), 1));
        let conditions = Conditions::read(&text, &book).expect("conditions that can be played");
        let contest = Tournament::new(book, Arc::new(conditions));
        let act: tournament::Act = serde_json::from_value(tournament.clone()).expect("an act");
        let asked = by(contest.asks_as(&act, &name(), role.roles_at_table()))
            .map(|by| contest.decide(&tournament::Command { act, by, confirmed_by: None, at: Time(1) }));
        answers.push(asked.is_some_and(|judged| {
            judged.err().is_none_or(|refusal| refusal.reason != tournament::Reason::NotInThatRole)
        }));
    }
    if let Some(act) = promotion {
        let contest = Promotion::new(book("nsw"));
        let act: promotion::Act = serde_json::from_value(act.clone()).expect("an act");
        let asked = by(contest.asks_as(&act, role.roles_at_table())).map(|by| {
            contest.decide(&promotion::Command { act, by, confirmed_by: None, keyed_by: None, at: Time(1) })
        });
        answers.push(asked.is_some_and(|judged| {
            judged.err().is_none_or(|refusal| refusal.reason != promotion::Reason::NotInThatRole)
        }));
    }
    assert!(answers.windows(2).all(|two| two[0] == two[1]), "{role}, {tournament}: {answers:?}");
    answers[0]
}

/// Does whatever decides it in the house let this role do this?
fn has(role: Role, duty: Duty) -> bool {
    let second = || Signed { name: "Carl".into(), role: "cage".into() };
    let why = || "because".to_owned();
    let ask = |kind| CageAct::Request { kind, table: "main".into(), pieces: some() };
    let approve = || CageAct::Approve { number: 1 };
    let send = || CageAct::Send { number: 1, pieces: some() };
    let receive = || CageAct::Receive { number: 1, pieces: some() };
    let carry = || CageAct::Carry { number: 1 };
    let other = || CageAct::Receive { number: 1, pieces: Pieces::of([(500, 1)]) };
    let (fill, credit) = (|| ask(TransferKind::Fill), || ask(TransferKind::Credit));
    match duty {
        Plays => may(role, Power::Play),
        Deals => role.roles_at_table().contains(&Part::Dealer),
        Rules => may(role, Power::Rule),
        ApprovesVoids => DualControl::ALL.into_iter().any(|what| what.may_approve(role)),
        SeesToAccounts => Role::ALL
            .into_iter()
            .filter(|theirs| *theirs != Role::Inspector)
            .any(|theirs| sees_to(role, theirs)),
        Watches => WATCH.contains(&role),
        Window => {
            let buys = CageAct::Buy { patron: None, pieces: some(), identity: None, second: None };
            let counts =
                CageAct::CountBank { opens: false, cash: Money(1), pieces: some(), second: second() };
            let (buys, counts) = (cage_lets(role, &[], buys), cage_lets(role, &[], counts));
            assert_eq!(buys, counts, "{role}: who works at the window counts the bank");
            buys
        }
        IssuesChips => {
            cage_lets(role, &[], CageAct::IssueChips { pieces: some(), second: second(), why: why() })
        }
        AsksFills => cage_lets(role, &[], fill()),
        ApprovesFills => cage_lets(role, &[fill()], approve()),
        CountsOutFills => cage_lets(role, &[fill(), approve()], send()),
        ReceivesFills => cage_lets(role, &[fill(), approve(), send(), carry()], receive()),
        CountsOutCredits => cage_lets(role, &[credit(), approve()], send()),
        ReceivesCredits => cage_lets(role, &[credit(), approve(), send(), carry()], receive()),
        CountsBoxes => {
            let dealers = BTreeMap::from([("Dora".to_owned(), Money(500))]);
            let taken = CageAct::TakeBox { table: "main".into(), keyed: Money(500), dealers };
            cage_lets(role, &[taken], CageAct::CountBox { number: 1, cash: Money(500) })
        }
        CorrectsFloats => {
            let by = Money(-500);
            cage_lets(role, &[], CageAct::CorrectTable { table: "main".into(), by, second: second() })
        }
        SaysWhatStopped => {
            let resolve = CageAct::Resolve { number: 1, found: some(), second: second(), why: why() };
            let stopped = [fill(), approve(), send(), carry(), other()];
            cage_lets(role, &stopped, resolve)
        }
        ChangesTables => {
            let act = RosterAct::Rename { table: "main".into(), name: "Two".into(), why: why() };
            let command = RegisterCommand { act, by: By::new("Somebody", role.word()), at: Time(1) };
            let refused = Roster::default().judge(&command).err().map(|refusal| refusal.reason);
            assert!(matches!(refused, None | Some(RosterReason::NotInThatRole)), "{refused:?}");
            refused.is_none()
        }
        SetsTests => INSTRUCT.contains(&role),
        EntersContests => {
            let enter = json!({ "act": "enter", "form": [], "fee": 0, "has_copy": true });
            contests_let(role, &enter, Some(&json!({ "act": "enter" })))
        }
        OffersContests => contests_let(role, &json!({ "act": "announce" }), Some(&json!({ "act": "lodge" }))),
        DealsSessions => contests_let(role, &json!({ "act": "mark-absent", "name": "Ann" }), None),
        LooksAtForms => contests_let(role, &json!({ "act": "look-at-form", "of": "Ann" }), None),
        ProposesPrizes => {
            let pay = json!({ "act": "propose", "what": { "act": "pay-prize", "name": "Ann" } });
            contests_let(role, &pay, None)
        }
        ApprovesPrizes => {
            let approve = json!({ "act": "approve", "proposal": 1 });
            contests_let(role, &approve, Some(&approve))
        }
        IssuesVouchers => ISSUE_VOUCHERS.contains(&role),
        SetsOwnLimits => may(role, Power::Play),
        AcceptsTogether => ACCEPT_TOGETHER.contains(&role),
    }
}

#[test]
fn no_role_has_two_duties_that_exclude_each_other() {
    let roles: Vec<Role> = Role::ALL.into_iter().chain([Role::Device]).collect();
    assert_eq!(DECIDED.map(|(role, _)| role).len(), roles.len());
    for role in roles {
        let (_, decided) = DECIDED.iter().find(|(known, _)| *known == role).expect("a row for every role");
        let found: Vec<Duty> = ALL.into_iter().filter(|duty| has(role, *duty)).collect();
        assert_eq!(found, *decided, "{role}");
        for (one, others) in EXCLUDE {
            for other in others.iter().filter(|_| found.contains(one)) {
                assert!(!found.contains(other), "{role}: {one:?} and {other:?} are not one person's");
            }
        }
        // Whoever plays, and whoever watches, has nothing else to do with it; but an inspector accepts with a manager.
        for alone in [&[Plays, EntersContests, SetsOwnLimits][..], &[Watches, AcceptsTogether]] {
            let is_one = found.contains(&alone[0]);
            assert!(!is_one || found.iter().all(|duty| alone.contains(duty)), "{role}: {found:?}");
        }
    }
}
