//! The tournament: who may ask what, and where each act is judged.

use crate::acts::{Act, Command, TableReport};
use crate::conditions::{Conditions, Length};
use crate::facts::Event;
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, State, TablePlay};
use crate::work::Work;
use baccarat::book::Book;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Measure;
use baccarat::rules::tournament::{Condition, DisputeBy};
use std::sync::Arc;
use table::{Actor, Citation, Name, Time};

/// A tournament under a book and its conditions.
#[derive(Clone, Debug)]
pub struct Tournament {
    book: Arc<Book>,
    conditions: Arc<Conditions>,
    state: State,
}

/// Who may ask for something.
enum May {
    /// One of these roles.
    Roles(&'static [Role]),
    /// The tournament's official.
    Official,
    /// Whoever the book says.
    ByBook,
}

impl Tournament {
    /// A tournament that nobody has announced yet.
    pub fn new(book: Arc<Book>, conditions: Arc<Conditions>) -> Tournament {
        let state = State {
            order: conditions.play.order,
            pass_cards: conditions.play.pass_cards,
            undisclosed: conditions.play.undisclosed,
            seconds: conditions.play.seconds,
            signature: conditions.entry.signature,
            ..State::default()
        };
        Tournament { book, conditions, state }
    }

    /// A tournament as it was left.
    pub fn with_state(book: Arc<Book>, conditions: Arc<Conditions>, state: State) -> Tournament {
        Tournament { book, conditions, state }
    }

    /// Its book.
    pub fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// Its conditions.
    pub fn conditions(&self) -> &Arc<Conditions> {
        &self.conditions
    }

    /// Where it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The clauses that switch an ordinary clause off while a session is on; nothing if it stays in force.
    pub fn switched_off(&self, clause: &str) -> Option<Citation> {
        let cites = crate::cite::listed(&self.book.rules.tournament.switched_off, |off| off == clause);
        let on = self.state.session.as_ref().is_some_and(|session| session.begun);
        Some(cites).filter(|cites| on && !cites.is_empty())
    }

    /// The clauses by which whoever was barred from the game does not play here.
    pub fn barred_by(&self) -> Citation {
        let sanctions = &self.book.rules.conduct.sanctions;
        let bars = |measure: Measure| matches!(measure, Measure::BarFromGame | Measure::ExcludeFromCasino);
        let barred = crate::cite::listed(sanctions, |sanction| bars(sanction.measure));
        crate::cite::Cites(&self.book).condition(Condition::LawfulEntrantsOnly).and(barred)
    }

    /// Judges a command against the book, all of it or nothing. Changes nothing.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.judged(command).map(|work| work.events)
    }

    /// The same, with the tournament as it is afterwards.
    pub(crate) fn decide_whole(&self, command: &Command) -> Result<(Vec<Event>, Tournament), Refusal> {
        let Work { events, state, .. } = self.judged(command)?;
        Ok((events, Tournament::with_state(self.book.clone(), self.conditions.clone(), state)))
    }

    /// Seats whose forms of the coup before are still to be put right.
    pub(crate) fn faulty_forms(&self, table: &TablePlay, at: Time) -> Vec<u8> {
        if table.last.as_ref().is_none_or(|last| last.forms.is_empty()) {
            return Vec::new();
        }
        let by = Actor { name: Name::from("staff"), role: Role::Supervisor };
        self.work(&by, None, at).faulty_forms(table)
    }

    fn work<'w>(&'w self, by: &'w Actor, confirmed_by: Option<&'w Name>, at: Time) -> Work<'w> {
        Work {
            book: &self.book,
            conditions: &self.conditions,
            state: self.state.clone(),
            by,
            confirmed_by,
            at,
            events: Vec::new(),
        }
    }

    fn judged<'w>(&'w self, command: &'w Command) -> Result<Work<'w>, Refusal> {
        let mut work = self.work(&command.by, command.confirmed_by.as_ref(), command.at);
        work.allowed(&command.act)?;
        work.judge(&command.act)?;
        Ok(work)
    }

    /// Takes in what happened.
    pub fn apply(&mut self, event: &Event) {
        self.state.apply(&event.fact, event.at);
    }

    /// Decides and applies.
    pub fn submit(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(command)?;
        events.iter().for_each(|event| self.apply(event));
        Ok(events)
    }

    /// Of what happened at a table of the house, what matters to the session that is dealt there: a coup for which no wager of the
    /// tournament was down does not.
    pub fn heeds(&self, table: u8, reports: Vec<TableReport>) -> Vec<TableReport> {
        let state = self.state();
        let Some(play) = state.table(table).filter(|_| state.dealt_at.contains_key(&table)) else {
            return Vec::new();
        };
        let stage = self.conditions().stages.get(state.stage);
        let by_shoes = stage.is_some_and(|stage| matches!(stage.length, Length::Shoes(_)));
        let counts_shoes = by_shoes && !play.ended && !play.play_off;
        let (mut on, mut dealt) = (play.coup.is_some(), play.coup.as_ref().is_some_and(|coup| coup.dealt));
        let heeded = |report: &TableReport| match report {
            TableReport::FirstCard => !std::mem::replace(&mut dealt, true),
            TableReport::CoupEnds { .. } | TableReport::CoupVoid => {
                on &= !dealt;
                std::mem::replace(&mut dealt, false)
            }
            TableReport::ShoeEnds => counts_shoes && !on,
            TableReport::EarlierCoup { .. } => true,
        };
        reports.into_iter().filter(heeded).collect()
    }
}

impl Tournament {
    /// The role in which somebody asks for this who may act in these roles, and in that of the official if named as such: the
    /// first in which it may be asked for, else the first of them.
    pub fn asks_as(&self, act: &Act, name: &Name, roles: &[Role]) -> Option<Role> {
        if let Act::Propose { what } = act {
            return self.asks_as(what, name, roles);
        }
        let official = self.state.officials.contains(name).then_some(Role::Director);
        let rules = &self.book.rules.tournament;
        let fits = |role: &Role| match (may(act), act) {
            (May::Official, _) => *role == Role::Director,
            (May::Roles(allowed), _) => allowed.contains(role),
            (May::ByBook, Act::NameOfficial { .. }) => {
                rules.official.get().is_none_or(|official| official.named_by == *role)
            }
            (May::ByBook, Act::Disqualify { .. } | Act::InvalidateWager { .. }) => {
                self.work(&Actor { name: name.clone(), role: *role }, None, Time(0)).decider_of(act) == *role
            }
            (May::ByBook, _) => match rules.disputes.get() {
                Some(DisputeBy::Operator) => *role == Role::Operator,
                Some(DisputeBy::Official) | None => *role == Role::Director,
            },
        };
        let all: Vec<Role> = official.into_iter().chain(roles.iter().copied()).collect();
        all.iter().copied().find(fits).or(roles.first().copied())
    }
}

fn may(act: &Act) -> May {
    use Role::{Dealer, Director, GameSupervisor, Manager, Operator, Player, Supervisor, System};
    match act {
        Act::NameOfficial { .. }
        | Act::DecideDispute { .. }
        | Act::Disqualify { .. }
        | Act::InvalidateWager { .. } => May::ByBook,
        Act::Announce
        | Act::Publish
        | Act::SendCopy
        | Act::OpenEntries
        | Act::RefuseEntry { .. }
        | Act::AddToPool { .. }
        | Act::Cancel
        | Act::PayChips { .. }
        | Act::PayPrize { .. } => May::Roles(&[Operator]),
        Act::RequireSignature
        | Act::SetTerms { .. }
        | Act::CloseEntries
        | Act::NameTables { .. }
        | Act::TakeTable { .. }
        | Act::LeaveTable { .. }
        | Act::SetNumbers { .. }
        | Act::SealDraw { .. }
        | Act::ListDraw
        | Act::Allot
        | Act::Ballot { .. }
        | Act::MoveStart { .. }
        | Act::SetTimeLimit { .. }
        | Act::SetLimits { .. }
        | Act::Begin
        | Act::SeatReserve { .. }
        | Act::AllowSubstitute { .. }
        | Act::RuleAbsence { .. }
        | Act::DropReport { .. }
        | Act::AddPoints { .. }
        | Act::EndEarly { .. }
        | Act::OrderCount { .. }
        | Act::DecideCount { .. }
        | Act::ConfirmPlaces { .. }
        | Act::CallPlayOff { .. }
        | Act::CallRounds
        | Act::Break { .. }
        | Act::SetPace { .. }
        | Act::Award => May::Official,
        Act::Enter { .. }
        | Act::Sign
        | Act::Withdraw
        | Act::BuyIn { .. }
        | Act::BuyBack { .. }
        | Act::TakeSeat { .. }
        | Act::AgreeEarlyEnd
        | Act::Dispute { .. }
        | Act::CashChips { .. }
        | Act::Wager { .. }
        | Act::TakeBack { .. }
        | Act::LayPass { .. }
        | Act::HandInForm { .. }
        | Act::LayForm
        | Act::SeeForm { .. } => May::Roles(&[Player]),
        Act::IssueChips { .. }
        | Act::OpenCoup { .. }
        | Act::AskNext { .. }
        | Act::Call { .. }
        | Act::FirstCard { .. }
        | Act::CoupEnds { .. }
        | Act::ShoeEnds { .. }
        | Act::MarkAbsent { .. }
        | Act::MarkBack { .. } => May::Roles(&[Dealer, Supervisor, GameSupervisor]),
        Act::ApproveBothHands { .. }
        | Act::VoidCoup { .. }
        | Act::LookAtForm { .. }
        | Act::ExamineForm { .. }
        | Act::AnnounceForm { .. }
        | Act::CorrectForm { .. }
        | Act::PassOver { .. }
        | Act::HoldToMinimum { .. } => May::Roles(&[Supervisor, GameSupervisor]),
        Act::Count { .. } | Act::ReturnChips { .. } | Act::Report { .. } => {
            May::Roles(&[Dealer, Supervisor, GameSupervisor])
        }
        Act::Bell | Act::ReportTable { .. } => May::Roles(&[System]),
        Act::Propose { what } => may(what),
        Act::Approve { .. } | Act::Reject { .. } => {
            May::Roles(&[Operator, Director, Manager, Supervisor, GameSupervisor])
        }
    }
}

impl Work<'_> {
    pub(crate) fn allowed(&self, act: &Act) -> Result<(), Refusal> {
        self.no_entrant_as_staff()?;
        match may(act) {
            May::ByBook => Ok(()),
            May::Roles(roles) if roles.contains(&self.by.role) => Ok(()),
            May::Roles(roles) => {
                let words: Vec<String> = roles.iter().map(|role| role.to_string()).collect();
                let message =
                    format!("{} asks as {}; allowed is {}", self.by.name, self.by.role, words.join(" or "));
                Err(Refusal::new(Reason::NotInThatRole, message, Citation::default()))
            }
            May::Official => self.by_official(),
        }
    }

    /// Whoever plays, or waits for a place, does not run the play: they would see forms and decide about themselves.
    fn no_entrant_as_staff(&self) -> Result<(), Refusal> {
        let name = &self.by.name;
        let enters =
            self.state.entrant(name).is_some_and(|entrant| entrant.standing != EntrantState::Withdrawn)
                || self.state.reserves.contains(name);
        if !enters || matches!(self.by.role, Role::Player | Role::System) {
            return Ok(());
        }
        let cites = crate::cite::stated(&self.book.rules.tournament.official);
        let message = format!("{name} is an entrant; allowed are staff who do not play");
        Err(Refusal::new(Reason::Official, message, cites))
    }

    pub(crate) fn judge(&mut self, act: &Act) -> Result<(), Refusal> {
        let by_two = matches!(act, Act::Propose { .. } | Act::Approve { .. } | Act::Reject { .. });
        if self.is_over()
            && !by_two
            && !matches!(
                act,
                Act::PayPrize { .. } | Act::PayChips { .. } | Act::Cancel | Act::LeaveTable { .. }
            )
        {
            return self.refuse(Reason::Final, "the tournament is over", Citation::default());
        }
        if let Act::FirstCard { table }
        | Act::CoupEnds { table, .. }
        | Act::VoidCoup { table }
        | Act::ShoeEnds { table } = act
        {
            self.keyed_here(*table)?;
        }
        match act {
            Act::Announce => self.announce(),
            Act::NameOfficial { name, licensed } => self.name_official(name, *licensed),
            Act::Publish => self.publish(),
            Act::SendCopy => self.send_copy(),
            Act::OpenEntries => self.open_entries(),
            Act::RefuseEntry { name, by_criteria } => self.refuse_entry(name, *by_criteria),
            Act::AddToPool { kind, what, worth, place } => self.add_to_pool(*kind, what, *worth, *place),
            Act::Cancel => self.cancel(),
            Act::PayPrize { name } => self.pay_prize(name),
            Act::PayChips { name } => self.pay_chips(name),
            Act::RequireSignature => self.require_signature(),
            Act::SetTerms { order, pass_cards, undisclosed } => {
                self.set_terms(*order, *pass_cards, *undisclosed)
            }
            Act::CloseEntries => self.close_entries(),
            Act::NameTables { tables } => self.name_tables(tables),
            Act::TakeTable { table } => self.take_table(*table),
            Act::LeaveTable { table } => self.leave_table(*table),
            Act::ReportTable { table, reports } => self.report_table(*table, reports),
            Act::SetNumbers { numbers } => self.set_numbers(numbers),
            Act::SealDraw { seed_hash } => self.seal_draw(*seed_hash),
            Act::ListDraw => self.list_draw(),
            Act::Allot => self.allot(),
            Act::Ballot { seed, mix } => self.ballot(seed.as_ref(), mix),
            Act::MoveStart { to, noticed } => self.move_start(*to, *noticed),
            Act::SetTimeLimit { seconds, noticed } => self.set_time_limit(*seconds, *noticed),
            Act::SetLimits { least, most } => self.set_limits(*least, *most),
            Act::IssueChips { table } => self.issue_chips(*table),
            Act::Begin => self.begin(),
            Act::SeatReserve { name, instead_of, fee } => self.seat_reserve(name, instead_of, *fee),
            Act::AllowSubstitute { name, instead_of } => self.allow_substitute(name, instead_of),
            Act::RuleAbsence { name, deduct, disqualify, fee_back } => {
                self.rule_absence(name, *deduct, *disqualify, *fee_back)
            }
            Act::Disqualify { name, why, fee_back } => self.disqualify(name, *why, *fee_back),
            Act::DropReport { name, finding, because } => self.drop_report(name, *finding, because),
            Act::EndEarly { table } => self.end_early(*table),
            Act::OrderCount { table } => self.order_count(*table),
            Act::DecideCount { table, as_counted, because } => {
                self.decide_count(*table, *as_counted, because)
            }
            Act::ConfirmPlaces { table } => self.confirm_places(*table),
            Act::CallPlayOff { table } => self.call_play_off(*table),
            Act::CallRounds => self.call_rounds(),
            Act::DecideDispute { table, decision } => self.decide_dispute(*table, decision),
            Act::Break { minutes } => self.give_break(*minutes),
            Act::SetPace { direction } => self.set_pace(direction),
            Act::InvalidateWager { name } => self.invalidate_wager(name),
            Act::Award => self.award(),
            Act::Enter { form, fee, has_copy } => self.enter(form, *fee, *has_copy),
            Act::Sign => self.sign(),
            Act::Withdraw => self.withdraw(),
            Act::BuyIn { amount } => self.buy_in(*amount),
            Act::BuyBack { fee } => self.buy_back(*fee),
            Act::TakeSeat { table, seat } => self.take_seat(*table, *seat),
            Act::AgreeEarlyEnd => self.agree_early_end(),
            Act::Dispute { about } => self.dispute(about),
            Act::CashChips { for_chips } => self.cash_chips(*for_chips),
            Act::Wager { wager, amount, chips, seat, coup } => {
                self.for_this_coup(*coup)?;
                self.wager(wager, *amount, *chips, *seat)
            }
            Act::TakeBack { wager, coup } => {
                self.for_this_coup(*coup)?;
                self.take_back(wager)
            }
            Act::LayPass { approved, coup } => {
                self.for_this_coup(*coup)?;
                self.lay_pass(*approved)
            }
            Act::HandInForm { seal } => self.hand_in_form(*seal),
            Act::LayForm => self.lay_form(),
            Act::SeeForm { of } => self.see_form(of),
            Act::OpenCoup { table } => self.open_coup(*table),
            Act::AskNext { table } => self.ask_next(*table),
            Act::ApproveBothHands { name } => self.approve_both(name),
            Act::Call { table } => self.call(*table),
            Act::FirstCard { table } => self.first_card(*table),
            Act::CoupEnds { table, cards, collected } => self.coup_ends(*table, cards, collected),
            Act::VoidCoup { table } => {
                self.by_two()?;
                self.void_coup(*table)
            }
            Act::ShoeEnds { table } => self.shoe_ends(*table),
            Act::LookAtForm { of } => self.look_at_form(of),
            Act::ExamineForm { of, sound } => self.examine_form(of, *sound),
            Act::AnnounceForm { of, opening } => self.announce_form(of, opening.as_ref()),
            Act::CorrectForm { of } => self.correct_form(of),
            Act::PassOver { table } => self.pass_over(*table),
            Act::HoldToMinimum { name } => self.hold_to_minimum(name),
            Act::MarkAbsent { name } => self.mark(name, true),
            Act::MarkBack { name } => self.mark(name, false),
            Act::Count { table, counts } => self.count(*table, counts),
            Act::ReturnChips { table, missing } => self.return_chips(*table, missing),
            Act::Report { name, finding } => self.report(name, *finding),
            Act::AddPoints { game, points } => self.add_points(game, points),
            Act::Bell => self.bell(),
            Act::Propose { what } => self.propose(what),
            Act::Approve { proposal } => self.approve(*proposal),
            Act::Reject { proposal } => self.reject(*proposal),
        }
    }

    /// What is proposed is tried, so that nothing is proposed that would be turned down.
    fn propose(&mut self, what: &Act) -> Result<(), Refusal> {
        self.may_propose(what)?;
        let somebody = Name::from("");
        let mut tried = self.on_behalf(self.by, &somebody);
        tried.judge(what)?;
        let cites = tried.events.first().map(|event| event.cites.clone()).unwrap_or_default();
        self.record_proposal(what, cites);
        Ok(())
    }

    fn approve(&mut self, number: u32) -> Result<(), Refusal> {
        let proposal = self.record_approval(number)?;
        let (state, events) = {
            let mut work = self.on_behalf(&proposal.by, &self.by.name);
            work.allowed(&proposal.what)?;
            work.judge(&proposal.what)?;
            (work.state, work.events)
        };
        self.state = state;
        self.events.extend(events);
        Ok(())
    }
}
