//! What is to be done next in a tournament, by whom, and under which clause.

use crate::acts::{Act, Command};
use crate::cite::{Cites, stated};
use crate::conditions::{Allot, Start};
use crate::state::{Coup, EntrantState, Form, Phase, Proposal, TablePlay};
use crate::tournament::Tournament;
use baccarat::chips::Money;
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::rulings::DisputeStage;
use baccarat::rules::tournament::*;
use serde::{Deserialize, Serialize};
use table::{Actor, Citation, Name, Time};

/// Who is to do something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Whoever acts in this role.
    Role(Role),
    /// An entrant.
    Entrant(Name),
}

/// What sort of thing is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Task {
    Announce,
    Approve,
    NameOfficial,
    Publish,
    SendCopy,
    OpenEntries,
    TakeEntries,
    CloseEntries,
    NameTables,
    SealDraw,
    ListDraw,
    Draw,
    Allot,
    BuyIn,
    TakeSeat,
    IssueChips,
    Begin,
    DecideDispute,
    WaitForBreak,
    RuleAbsence,
    RingBell,
    OpenCoup,
    AskNext,
    Wager,
    CorrectForm,
    ExamineForm,
    CallNoMoreBets,
    AnnounceForm,
    LayForm,
    FirstCard,
    DealCoup,
    Count,
    DecideCount,
    CallPlayOff,
    CallRounds,
    ReturnChips,
    AnswerReport,
    ConfirmPlaces,
    Award,
    PayPrize,
}

impl Task {
    /// All of them.
    pub const ALL: [Task; 40] = [
        Task::Announce,
        Task::Approve,
        Task::NameOfficial,
        Task::Publish,
        Task::SendCopy,
        Task::OpenEntries,
        Task::TakeEntries,
        Task::CloseEntries,
        Task::NameTables,
        Task::SealDraw,
        Task::ListDraw,
        Task::Draw,
        Task::Allot,
        Task::BuyIn,
        Task::TakeSeat,
        Task::IssueChips,
        Task::Begin,
        Task::DecideDispute,
        Task::WaitForBreak,
        Task::RuleAbsence,
        Task::RingBell,
        Task::OpenCoup,
        Task::AskNext,
        Task::Wager,
        Task::CorrectForm,
        Task::ExamineForm,
        Task::CallNoMoreBets,
        Task::AnnounceForm,
        Task::LayForm,
        Task::FirstCard,
        Task::DealCoup,
        Task::Count,
        Task::DecideCount,
        Task::CallPlayOff,
        Task::CallRounds,
        Task::ReturnChips,
        Task::AnswerReport,
        Task::ConfirmPlaces,
        Task::Award,
        Task::PayPrize,
    ];

    /// Its word, as it is written.
    pub fn word(self) -> &'static str {
        match self {
            Task::Announce => "announce",
            Task::Approve => "approve",
            Task::NameOfficial => "name-official",
            Task::Publish => "publish",
            Task::SendCopy => "send-copy",
            Task::OpenEntries => "open-entries",
            Task::TakeEntries => "take-entries",
            Task::CloseEntries => "close-entries",
            Task::NameTables => "name-tables",
            Task::SealDraw => "seal-draw",
            Task::ListDraw => "list-draw",
            Task::Draw => "draw",
            Task::Allot => "allot",
            Task::BuyIn => "buy-in",
            Task::TakeSeat => "take-seat",
            Task::IssueChips => "issue-chips",
            Task::Begin => "begin",
            Task::DecideDispute => "decide-dispute",
            Task::WaitForBreak => "wait-for-break",
            Task::RuleAbsence => "rule-absence",
            Task::RingBell => "ring-bell",
            Task::OpenCoup => "open-coup",
            Task::AskNext => "ask-next",
            Task::Wager => "wager",
            Task::CorrectForm => "correct-form",
            Task::ExamineForm => "examine-form",
            Task::CallNoMoreBets => "call-no-more-bets",
            Task::AnnounceForm => "announce-form",
            Task::LayForm => "lay-form",
            Task::FirstCard => "first-card",
            Task::DealCoup => "deal-coup",
            Task::Count => "count",
            Task::DecideCount => "decide-count",
            Task::CallPlayOff => "call-play-off",
            Task::CallRounds => "call-rounds",
            Task::ReturnChips => "return-chips",
            Task::AnswerReport => "answer-report",
            Task::ConfirmPlaces => "confirm-places",
            Task::Award => "award",
            Task::PayPrize => "pay-prize",
        }
    }
}

/// Something that is to be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    /// What sort of thing.
    pub task: Task,
    /// By whom.
    pub whose: Whose,
    /// At which table, if at one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u8>,
    /// About whom, if about somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// What to ask for, where nothing is left to choose or to key in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
    /// It takes a second person.
    pub two: bool,
    /// The clauses that ask for it.
    pub cites: Citation,
}

impl Duty {
    fn new(task: Task, whose: Whose) -> Duty {
        Duty { task, whose, table: None, name: None, act: None, two: false, cites: Citation::default() }
    }

    fn of(task: Task, role: Role) -> Duty {
        Duty::new(task, Whose::Role(role))
    }

    fn at(mut self, table: u8) -> Duty {
        self.table = Some(table);
        self
    }

    fn about(mut self, name: &Name) -> Duty {
        self.name = Some(name.clone());
        self
    }

    fn with(mut self, act: Act) -> Duty {
        self.act = Some(act);
        self
    }

    fn by_two(mut self) -> Duty {
        self.two = true;
        self
    }

    fn cites(mut self, cites: Citation) -> Duty {
        self.cites = cites;
        self
    }
}

/// A proposal waits for a second person.
fn waits(proposal: &Proposal) -> Duty {
    let act = Act::Approve { proposal: proposal.number };
    Duty::of(Task::Approve, Role::Supervisor).about(&proposal.by.name).with(act)
}

impl Tournament {
    /// What is to be done now, the next step first, then table by table.
    pub fn duties(&self, now: Time) -> Vec<Duty> {
        let proposals = &self.state().proposals;
        let mut duties: Vec<Duty> = proposals.iter().map(waits).collect();
        let proposed = |duty: &Duty| proposals.iter().any(|open| Some(&open.what) == duty.act.as_ref());
        duties.extend(self.of_phase(now).into_iter().filter(|duty| !proposed(duty)));
        for duty in &mut duties {
            self.add_clauses(duty, now);
        }
        duties
    }

    fn of_phase(&self, now: Time) -> Vec<Duty> {
        let state = self.state();
        match state.phase {
            Phase::Draft => vec![Duty::of(Task::Announce, Role::Operator).with(Act::Announce)],
            Phase::Announced => self.before_entries(),
            Phase::Entries => self.entries(),
            Phase::Closed | Phase::Playing => match &state.session {
                None => self.before_seats(),
                Some(session) if !session.begun => self.before_play(),
                Some(_) => self.play(now),
            },
            Phase::Decided => self.decided(now),
            Phase::Awarded => self.unpaid(),
            Phase::Cancelled => Vec::new(),
        }
    }

    fn cites(&self) -> Cites<'_> {
        Cites(self.book())
    }

    /// Clauses come from what would happen; where nobody can tell yet, from what the book says of the step.
    fn add_clauses(&self, duty: &mut Duty, at: Time) {
        let Some(act) = duty.act.clone().filter(|_| duty.cites.is_empty()) else { return };
        let by = match &duty.whose {
            Whose::Role(Role::Director) => match self.state().officials.first() {
                Some(name) => Actor { name: name.clone(), role: Role::Director },
                None => return,
            },
            Whose::Role(role) => Actor { name: Name::from("staff"), role: *role },
            Whose::Entrant(name) => Actor { name: name.clone(), role: Role::Player },
        };
        let command = Command { act, by, confirmed_by: Some(Name::from("second")), at };
        duty.cites = match self.decide(&command) {
            Ok(events) => events.into_iter().next().map(|event| event.cites).unwrap_or_default(),
            Err(refusal) => refusal.cites,
        };
        if duty.cites.is_empty() {
            duty.cites = match duty.task {
                Task::OpenCoup => self.cites().condition(Condition::Sessions),
                Task::ReturnChips => self.cites().point(TournamentPoint::ChipsNotMoney),
                _ => Citation::default(),
            };
        }
    }

    fn before_entries(&self) -> Vec<Duty> {
        let state = self.state();
        let official = self.book().rules.tournament.official.get();
        let mut duties = Vec::new();
        if state.officials.is_empty() {
            let by = official.map_or(Role::Operator, |official| official.named_by);
            let cites = stated(&self.book().rules.tournament.official);
            duties.push(Duty::of(Task::NameOfficial, by).cites(cites));
        }
        if !state.published {
            duties.push(Duty::of(Task::Publish, Role::Operator).with(Act::Publish));
        }
        let notice = self.cites().gate(GateStep::RegulatorTold);
        if !state.copy_sent && !notice.is_empty() {
            duties.push(Duty::of(Task::SendCopy, Role::Operator).with(Act::SendCopy));
        }
        duties.push(Duty::of(Task::OpenEntries, Role::Operator).with(Act::OpenEntries));
        duties
    }

    fn entries(&self) -> Vec<Duty> {
        let (least, most) = self.conditions().entry.numbers;
        let entered = self.state().entered();
        let numbers = self.cites().condition(Condition::EntrantNumbers);
        let mut duties = Vec::new();
        if entered < most {
            duties.push(Duty::of(Task::TakeEntries, Role::Operator).cites(numbers));
        }
        if entered >= least {
            let close = Duty::of(Task::CloseEntries, Role::Director).with(Act::CloseEntries);
            let full = entered >= most || self.conditions().start == Start::WhenFull;
            duties.insert(if full { 0 } else { duties.len() }, close);
        }
        duties
    }

    fn before_seats(&self) -> Vec<Duty> {
        let state = self.state();
        if state.players.is_empty() {
            return Vec::new();
        }
        let needed = self.tables_needed();
        let seating = stated(&self.book().rules.tournament.seating);
        let official = |task| Duty::of(task, Role::Director);
        if state.tables.len() < needed {
            let cites =
                self.cites().gate(GateStep::TablesNamed).and(self.cites().condition(Condition::Tables));
            return vec![official(Task::NameTables).cites(cites)];
        }
        let ballot = self.book().rules.tournament.seating.get() == Some(&Seating::BallotEachSession)
            || self.conditions().play.allot == Allot::Ballot;
        let next = match (ballot, &state.sealed, &state.listed) {
            (false, ..) => official(Task::Allot).with(Act::Allot),
            (true, None, _) => {
                official(Task::SealDraw).with(Act::SealDraw { seed_hash: None }).cites(seating)
            }
            (true, Some(_), None) => official(Task::ListDraw).with(Act::ListDraw),
            (true, Some(_), Some(_)) => official(Task::Draw).cites(seating),
        };
        let mut duties = vec![next];
        duties.extend(self.unpaid_buy_ins());
        duties
    }

    fn unpaid_buy_ins(&self) -> Vec<Duty> {
        let state = self.state();
        let stage = self.conditions().stages.get(state.stage).filter(|_| state.rounds.is_none());
        let Some(stage) = stage.filter(|stage| stage.buy_in.0 > 0) else {
            return Vec::new();
        };
        let owes = |name: &&Name| {
            let entrant = state.entrant(name).filter(|entrant| entrant.standing == EntrantState::In);
            entrant.is_some_and(|entrant| entrant.buy_in.0 == 0)
        };
        let duty = |name: &Name| {
            let act = Act::BuyIn { amount: stage.buy_in };
            Duty::new(Task::BuyIn, Whose::Entrant(name.clone())).about(name).with(act)
        };
        state.players.iter().filter(owes).map(duty).collect()
    }

    fn before_play(&self) -> Vec<Duty> {
        let mut duties = self.unpaid_buy_ins();
        let tables = || self.state().session.iter().flat_map(|session| session.tables.iter().zip(1..));
        for (table, number) in tables() {
            let issue = Duty::of(Task::IssueChips, Role::Dealer).at(number);
            if !table.issued {
                duties.push(issue.with(Act::IssueChips { table: number }));
            }
        }
        for (table, number) in tables() {
            for (seat, of) in table.seats.iter().filter(|(_, seat)| !seat.taken && seat.out.is_none()) {
                let act = Act::TakeSeat { table: number, seat: *seat };
                let whose = Whose::Entrant(of.name.clone());
                duties.push(Duty::new(Task::TakeSeat, whose).at(number).about(&of.name).with(act));
            }
        }
        duties.push(Duty::of(Task::Begin, Role::Director).with(Act::Begin));
        duties
    }

    fn decided(&self, now: Time) -> Vec<Duty> {
        let mut duties = self.unanswered(|_| true);
        if duties.is_empty() && self.official_may(Act::CallRounds, now) {
            duties.push(Duty::of(Task::CallRounds, Role::Director).with(Act::CallRounds));
        } else if duties.is_empty() {
            duties.push(Duty::of(Task::Award, Role::Director).with(Act::Award).by_two());
        }
        duties
    }

    /// Reports that must lead to a disqualification and that nobody has answered.
    fn unanswered(&self, about: impl Fn(&Name) -> bool) -> Vec<Duty> {
        let open = self.state().findings.iter().filter(|(name, _)| about(name));
        open.filter_map(|(name, finding)| {
            let (must, cites) = self.cites().disqualification(finding.ground(), |part| part.must);
            let duty = Duty::of(Task::AnswerReport, Role::Director).about(name).cites(cites);
            must.filter(|must| *must).map(|_| duty)
        })
        .collect()
    }

    fn unpaid(&self) -> Vec<Duty> {
        let state = self.state();
        let unpaid = state.prizes.iter().filter(|prize| !state.paid.contains(&prize.name));
        let pay = |name: &Name| Act::PayPrize { name: name.clone() };
        let duty =
            |name: &Name| Duty::of(Task::PayPrize, Role::Operator).about(name).with(pay(name)).by_two();
        unpaid.map(|prize| duty(&prize.name)).collect()
    }

    fn play(&self, now: Time) -> Vec<Duty> {
        let Some(session) = &self.state().session else { return Vec::new() };
        if session.break_until.is_some_and(|until| now < until) {
            let cites = self.cites().breaks();
            return vec![Duty::of(Task::WaitForBreak, Role::Director).cites(cites)];
        }
        session.tables.iter().zip(1..).flat_map(|(table, number)| self.at_table(table, number, now)).collect()
    }

    fn at_table(&self, table: &TablePlay, number: u8, now: Time) -> Vec<Duty> {
        if table.places.is_some() && table.dispute.is_none() {
            return Vec::new();
        }
        if table.dispute.is_some() {
            let rules = &self.book().rules.tournament;
            let by = match rules.disputes.get() {
                Some(DisputeBy::Operator) => Role::Operator,
                Some(DisputeBy::Official) | None => Role::Director,
            };
            let last = &self.book().rules.conduct.disputes;
            let decides = match rules.disputes.get() {
                Some(_) => stated(&rules.disputes),
                None => crate::cite::listed(last, |step| step.stage == DisputeStage::Final),
            };
            let cites = self.cites().point(TournamentPoint::PlayWaitsForDispute).and(decides);
            return vec![Duty::of(Task::DecideDispute, by).at(number).cites(cites)];
        }
        let mut duties = self.absent(table, number);
        let faulty = self.faulty_forms(table, now);
        if table.coup.is_none() && !faulty.is_empty() {
            let cites = self.cites().form(UndisclosedRule::CorrectedAfterCoup);
            let name = |seat: &u8| table.seats.get(seat).map(|seat| seat.name.clone());
            let duty = |name: Name| {
                let act = Act::CorrectForm { of: name.clone() };
                let duty = Duty::of(Task::CorrectForm, Role::Supervisor).at(number).about(&name);
                duty.with(act).cites(cites.clone())
            };
            duties.extend(faulty.iter().filter_map(name).map(duty));
            return duties;
        }
        duties.extend(match (&table.coup, table.ended) {
            (_, true) => self.counting(table, number, now),
            (coup, false) => {
                let late = table.until.is_some_and(|until| now >= until) && !table.play_off;
                match coup {
                    coup if late && coup.as_ref().is_none_or(|coup| !coup.dealt) => {
                        vec![Duty::of(Task::RingBell, Role::System).at(number).with(Act::Bell)]
                    }
                    None => {
                        let act = Act::OpenCoup { table: number };
                        vec![Duty::of(Task::OpenCoup, Role::Dealer).at(number).with(act)]
                    }
                    Some(coup) => self.in_coup(table, coup, number),
                }
            }
        });
        duties
    }

    /// Whoever is away and on whom nobody has ruled.
    fn absent(&self, table: &TablePlay, number: u8) -> Vec<Duty> {
        let rules = &self.book().rules.tournament;
        if rules.away.get() != Some(&Away::DeductOrDisqualify) {
            return Vec::new();
        }
        let open = table.seats.values().filter(|seat| seat.plays() && seat.absent && !seat.deduct);
        let cites = stated(&rules.away);
        let duty = |name: &Name| Duty::of(Task::RuleAbsence, Role::Director).at(number).about(name);
        open.map(|seat| duty(&seat.name).cites(cites.clone())).collect()
    }

    fn counting(&self, table: &TablePlay, number: u8, now: Time) -> Vec<Duty> {
        if !table.counted {
            let roles = self.book().rules.tournament.count_by.values().copied();
            let mut roles: Vec<Role> = roles.collect();
            if roles.is_empty() {
                roles = vec![Role::Dealer, Role::Supervisor];
            }
            let known = crate::cite::listed(&self.book().rules.tournament.count_by, |_| true);
            let cites = if known.is_empty() { Citation::silent("tournament.count_by") } else { known };
            let role = roles.get(table.counts.len()).or(roles.last()).copied().unwrap_or(Role::Supervisor);
            let mut duties = vec![Duty::of(Task::Count, role).at(number).cites(cites.clone())];
            // Both found the same, which is not what was won and lost: they may count again, or the official says what stands.
            if !table.differs.is_empty() {
                duties.push(Duty::of(Task::DecideCount, Role::Director).at(number).cites(cites));
            }
            return duties;
        }
        if self.official_may(Act::CallPlayOff { table: number }, now) {
            let act = Act::CallPlayOff { table: number };
            return vec![Duty::of(Task::CallPlayOff, Role::Director).at(number).with(act)];
        }
        if !table.returned {
            let duty = Duty::of(Task::ReturnChips, Role::Supervisor).at(number);
            // Which chips a decided count found to be gone is still to be said.
            if table.missing.0 > 0 {
                let points = [TournamentPoint::MissingChipsTold, TournamentPoint::MissingChipsRecorded];
                let told = self.cites().points(&points);
                let back = self.cites().point(TournamentPoint::ChipsNotMoney);
                return vec![duty.cites(if told.is_empty() { back } else { told })];
            }
            return vec![duty.with(Act::ReturnChips { table: number, missing: Vec::new() })];
        }
        let goes_on = self.conditions().stages.get(self.state().stage).and_then(|stage| stage.advance);
        if goes_on.is_some() && !self.conditions().is_final(self.state().stage) {
            let reports = self.unanswered(|name| table.seat_of(name).is_some());
            if !reports.is_empty() {
                return reports;
            }
        }
        let act = Act::ConfirmPlaces { table: number };
        vec![Duty::of(Task::ConfirmPlaces, Role::Director).at(number).with(act)]
    }

    fn official_may(&self, act: Act, at: Time) -> bool {
        let Some(name) = self.state().officials.first().cloned() else { return false };
        let by = Actor { name, role: Role::Director };
        self.decide(&Command { act, by, confirmed_by: None, at }).is_ok()
    }

    fn in_coup(&self, table: &TablePlay, coup: &Coup, number: u8) -> Vec<Duty> {
        if coup.dealt {
            // The cards are dealt by the ordinary rules.
            let ordinary = [TournamentPoint::OrdinaryRulesApply, TournamentPoint::TournamentRulesPrevail];
            return vec![
                Duty::of(Task::DealCoup, Role::Dealer).at(number).cites(self.cites().points(&ordinary)),
            ];
        }
        let name = |seat: &u8| table.seats.get(seat).map(|seat| seat.name.clone());
        if let Some(name) = coup.forms.iter().find(|form| !form.examined).and_then(|form| name(&form.seat)) {
            let cites = self.cites().form(UndisclosedRule::ExaminedBeforeCoup);
            return vec![Duty::of(Task::ExamineForm, Role::Supervisor).at(number).about(&name).cites(cites)];
        }
        let owing: Vec<u8> = self.owing(table, coup);
        let asks = self.book().rules.tournament.fixed.get() == Some(&TurnFreeze::NextPlayerAsked);
        let unasked = coup.turns.iter().find(|seat| !coup.acted.contains(seat));
        let waits_for = match (self.state().order, coup.turn.filter(|turn| owing.contains(turn))) {
            (true, Some(turn)) => vec![turn],
            (true, None) if asks && unasked.is_some() => {
                let act = Act::AskNext { table: number };
                return vec![Duty::of(Task::AskNext, Role::Dealer).at(number).with(act)];
            }
            (true, None) => {
                unasked.or(owing.first()).copied().filter(|seat| owing.contains(seat)).into_iter().collect()
            }
            (false, _) => owing,
        };
        let cites = stated(&self.book().rules.tournament.duty);
        let wager = |name: Name| {
            let whose = Whose::Entrant(name.clone());
            Duty::new(Task::Wager, whose).at(number).about(&name).cites(cites.clone())
        };
        let wagers: Vec<Duty> = waits_for.iter().filter_map(name).map(wager).collect();
        if !wagers.is_empty() {
            return wagers;
        }
        if !coup.called {
            let act = Act::Call { table: number };
            let calls = &self.book().rules.procedure.calls;
            let cites = crate::cite::listed(calls, |call| call.words == CallWords::NoMoreBets);
            return vec![Duty::of(Task::CallNoMoreBets, Role::Dealer).at(number).with(act).cites(cites)];
        }
        if let Some(name) = coup.forms.iter().find(|form| !form.opened).and_then(|form| name(&form.seat)) {
            let cites = self.cites().form(UndisclosedRule::TypeAndAmountAnnounced);
            let act = Act::AnnounceForm { of: name.clone(), opening: None };
            let duty = Duty::of(Task::AnnounceForm, Role::Supervisor).at(number).about(&name);
            return vec![duty.with(act).cites(cites)];
        }
        let shown = |form: &Form| crate::session::written(self.book(), self.conditions(), form).is_some();
        let unlaid = coup.forms.iter().find(|form| !form.laid && shown(form));
        if let Some(name) = unlaid.and_then(|form| name(&form.seat)) {
            let whose = Whose::Entrant(name.clone());
            return vec![Duty::new(Task::LayForm, whose).at(number).about(&name).with(Act::LayForm)];
        }
        let act = Act::FirstCard { table: number };
        vec![Duty::of(Task::FirstCard, Role::Dealer).at(number).with(act)]
    }

    /// Seats that owe a wager on the coup that is on.
    fn owing(&self, table: &TablePlay, coup: &Coup) -> Vec<u8> {
        let owes = table
            .seats
            .iter()
            .filter(|(number, seat)| seat.plays() && !seat.absent && !coup.is_served(**number));
        owes.map(|(number, _)| *number).collect()
    }

    /// How many tables the coming session needs.
    pub fn tables_needed(&self) -> usize {
        let state = self.state();
        if state.rounds.is_some() {
            return state.players.len().div_ceil(usize::from(self.conditions().play.seats.max(1)));
        }
        let Some(stage) = self.conditions().stages.get(state.stage) else { return 0 };
        let players = u32::try_from(state.players.len()).unwrap_or(u32::MAX);
        stage.tables.for_players(players, self.conditions().play.seats).map_or(1, usize::from)
    }

    /// The chips of every seat that remains at a table, as they were won and lost: what a count must find.
    pub fn stacks(&self, table: u8) -> Vec<(u8, Money)> {
        let seats = self.state().table(table).into_iter().flat_map(|table| &table.seats);
        seats.filter(|(_, seat)| seat.out.is_none()).map(|(number, seat)| (*number, seat.stack)).collect()
    }
}
