//! What the pit asks of a running table: what would follow from an act, and what takes two people.

use super::{Ask, Runner, Running, TableConfig};
use crate::admission::Request;
use crate::commit::NotDone;
use crate::proposal::{self, Follows, Proposal, ProposalState, ProposalView};
use crate::proposals::{self, ProposalAct, signed};
use crate::view::{Beside, PitTable};
use aggregate::RegisterCommand;
use ledger::{Answer, CommandId, LedgerError};
use merkle::sha256;
use people::clock;
use people::denial::Denial;
use people::role::{ACCEPT_TOGETHER, Power, may};
use people::two_person::DualControl;
use people::viewer::Person;
use table::{Act, Command, Event, Name, Refusal, Time};
use tokio::sync::oneshot;

/// What happens to proposals.
type ProposalEvent = aggregate::RegisterEvent<proposals::ProposalFact>;

type Reply<T> = oneshot::Sender<Result<T, Denial>>;

/// Who approves, and where.
pub struct Approver {
    /// Who.
    pub person: Person,
    /// At whose console, by PIN; in a session of their own if nobody's.
    pub console: Option<Name>,
}

/// What the pit asks.
pub(super) enum PitAsk {
    Table { reply: oneshot::Sender<PitTable> },
    Judge { person: Person, act: Act, reply: Reply<Follows> },
    Proposals { person: Person, reply: Reply<Vec<ProposalView>> },
    Propose { id: String, person: Person, act: Act, why: String, reply: Reply<ProposalView> },
    Approve { number: u32, approver: Approver, effect: String, reply: Reply<ProposalView> },
    Refuse { number: u32, person: Person, why: String, reply: Reply<ProposalView> },
    AcceptShoe { person: Person, reply: Reply<bool> },
}

impl Running {
    /// The table as the pit sees it.
    pub async fn at_a_glance(&self) -> Result<PitTable, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Table { reply })).await
    }

    /// What would follow if somebody did this now. Nothing happens.
    pub async fn judge(&self, person: Person, act: Act) -> Result<Follows, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Judge { person, act, reply })).await?
    }

    /// Proposals that wait, and the last of those that do not, with what would follow if this person approved.
    pub async fn proposals(&self, person: Person) -> Result<Vec<ProposalView>, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Proposals { person, reply })).await?
    }

    /// Proposes something that takes two people.
    pub async fn propose(
        &self,
        id: String,
        person: Person,
        act: Act,
        why: String,
    ) -> Result<ProposalView, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Propose { id, person, act, why, reply })).await?
    }

    /// Approves a proposal, of which this person was shown that effect.
    pub async fn approve(
        &self,
        number: u32,
        approver: Approver,
        effect: String,
    ) -> Result<ProposalView, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Approve { number, approver, effect, reply })).await?
    }

    /// A manager or an inspector accepts that the shoe was given up because vault and log do not agree. Says whether both have,
    /// so that the table goes on.
    pub async fn accept_shoe(&self, person: Person) -> Result<bool, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::AcceptShoe { person, reply })).await?
    }

    /// Refuses a proposal, or takes one's own back.
    pub async fn refuse(&self, number: u32, person: Person, why: String) -> Result<ProposalView, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Refuse { number, person, why, reply })).await?
    }
}

/// What follows from an act, or why it does not.
struct Judged(Result<Vec<Event>, Refusal>);

impl Runner {
    async fn accept_shoe(&mut self, person: &Person) -> Result<bool, Denial> {
        if !ACCEPT_TOGETHER.contains(&person.role) {
            return Err(Denial::not_yours("a manager and an inspector accept that a shoe was given up"));
        }
        let ledger = self.commit.ledger().clone();
        let Some(cards) = self.commit.cards.as_mut().filter(|cards| cards.given_up().is_some()) else {
            return Err(Denial::conflict("not-given-up", "no shoe of this table was given up"));
        };
        let accepted = cards.accept(person, &ledger).await.map_err(|fault| Denial::ours(&fault))?;
        if accepted {
            self.out_of_service = None;
            self.post(clock::now());
        }
        Ok(accepted)
    }

    pub(super) async fn answer_pit(&mut self, ask: PitAsk) {
        // Whoever asked may be gone; what was done stands.
        match ask {
            PitAsk::AcceptShoe { person, reply } => _ = reply.send(self.accept_shoe(&person).await),
            PitAsk::Table { reply } => _ = reply.send(self.at_a_glance(clock::now())),
            PitAsk::Judge { person, act, reply } => _ = reply.send(self.judge(&person, &act).await),
            PitAsk::Proposals { person, reply } => _ = reply.send(Ok(self.proposals_seen(&person).await)),
            PitAsk::Propose { id, person, act, why, reply } => {
                _ = reply.send(self.propose(&id, &person, act, why).await)
            }
            PitAsk::Approve { number, approver, effect, reply } => {
                _ = reply.send(self.approve(number, approver, &effect).await)
            }
            PitAsk::Refuse { number, person, why, reply } => {
                _ = reply.send(self.refuse(number, &person, why).await)
            }
        }
    }

    fn at_a_glance(&self, now: Time) -> PitTable {
        let TableConfig { id, name, book, .. } = &self.config;
        let beside = Beside {
            names: [id.clone(), name.clone(), book.book.id.clone(), book.book.name.clone()],
            felt: self.is_felt(),
            seq: self.shown.seq.unwrap_or(0),
            out_of_service: self.out_of_service.clone(),
            proposals: self
                .proposals
                .state()
                .waiting(now)
                .map(|proposal| ProposalView::of(proposal, now))
                .collect(),
            calls: self.calls.state().open_ones(),
            win: self.shown.tally.win(self.shown.table().state()),
            tray: self.shown.tally.tray().cloned(),
            slips: self.shown.tally.slips(),
            alarm: self.shown.tally.alarm(),
            pairs: self.proposals.state().pairs(),
        };
        PitTable::of(self.shown.table(), self.board(now), beside)
    }

    /// An act as a command of one person, or of two: what the book does not let the first ask, it may let the second.
    fn as_command(act: &Act, person: &Person, second: Option<&Person>, at: Time) -> Command {
        let first = Request::own(person.clone(), vec![act.clone()]).command(at);
        let second = second.map(|second| Request::own(second.clone(), Vec::new()).command(at).by);
        Command { second, ..first }
    }

    /// What would follow from a command.
    async fn judged(&self, command: &Command) -> Result<Judged, Denial> {
        let at = self.commit.not_before(command.at);
        let command = self.commit.recalling(Command { at, ..command.clone() }).await;
        let command =
            command.map_err(|_| Denial::out_of_service("an old coup cannot be read from the log"))?;
        Ok(Judged(self.table().decide(&command).map(|decided| decided.events)))
    }

    /// What would happen if this were asked; nothing if it would be refused.
    pub(super) async fn follows_from(&self, command: &Command) -> Result<Vec<Event>, Denial> {
        Ok(self.judged(command).await?.0.unwrap_or_default())
    }

    async fn judge(&self, person: &Person, act: &Act) -> Result<Follows, Denial> {
        self.admission().may_ask(person, act)?;
        self.judged(&Runner::as_command(act, person, None, clock::now())).await?.follows()
    }

    /// Does a command of somebody of the staff take two people because of what would follow from it now?
    pub(super) async fn takes_two_by_effect(&self, command: &Command) -> Option<DualControl> {
        if !command.acts.iter().any(DualControl::depends_on_effects) {
            return None;
        }
        DualControl::of_effects(self.table(), &self.judged(command).await.ok()?.0.ok()?)
    }

    async fn proposals_seen(&self, person: &Person) -> Vec<ProposalView> {
        let now = clock::now();
        let mut seen = Vec::new();
        for proposal in self.proposals.state().latest(now) {
            seen.push(self.proposal_seen(proposal, person, now).await);
        }
        seen
    }

    /// A proposal, with what would follow if this person approved it.
    async fn proposal_seen(&self, proposal: &Proposal, person: &Person, now: Time) -> ProposalView {
        let seen = ProposalView::of(proposal, now);
        if !proposal.waits(now) || !may(person.role, Power::Rule) {
            return seen;
        }
        let judged = proposal.may_approve(person, self.table().state());
        let command = Runner::as_command(&proposal.act, person, Some(&proposal.by), now);
        let follows = self.judged(&command).await.and_then(|judged| judged.follows());
        seen.judged(judged.and(follows))
    }

    async fn propose(
        &mut self,
        id: &str,
        person: &Person,
        act: Act,
        why: String,
    ) -> Result<ProposalView, Denial> {
        self.check_service(person.role)?;
        let counts = match DualControl::of(&act, person.role) {
            Some(counts) => Some(counts),
            None => {
                let command = Runner::as_command(&act, person, None, clock::now());
                self.takes_two_by_effect(&command).await
            }
        };
        let Some(counts) = counts else {
            return Err(Denial::conflict(
                "one-is-enough",
                "this does not take two people; send it as a command",
            ));
        };
        if !counts.may_propose(person.role) {
            return Err(Denial::not_yours(format!("a {} may not propose this", person.role)));
        }
        let act = proposal::pinned(act, self.table().state());
        proposal::concerns(&act, person, self.table().state())?;
        let (now, seq) = (self.commit.not_before(clock::now()), self.commit.sequence().saturating_sub(1));
        let id = crate::cards::command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let made = self.register(&id, person, now, ProposalAct::Make { what: act, counts, why, seq }).await?;
        let made = made.first().and_then(proposals::made);
        let made = made.ok_or_else(|| Denial::ours(&"a proposal that was just made is not known"))?;
        self.post(now);
        Ok(ProposalView::of(&made, made.at))
    }

    /// Asks something of the register of proposals.
    async fn register(
        &mut self,
        id: &CommandId,
        person: &Person,
        at: Time,
        act: ProposalAct,
    ) -> Result<Vec<ProposalEvent>, Denial> {
        let command = RegisterCommand { act, by: signed(person), at };
        match self.proposals.submit(id, &command, Vec::new()).await {
            Ok(Answer::Accepted { events, .. }) => Ok(events),
            Ok(Answer::Refused { refusal, .. }) => Err(proposals::denial(refusal)),
            Err(fault) => Err(self.not_recorded(fault)),
        }
    }

    async fn approve(
        &mut self,
        number: u32,
        Approver { person, console }: Approver,
        effect: &str,
    ) -> Result<ProposalView, Denial> {
        let person = &person;
        self.check_service(person.role)?;
        let now = self.commit.not_before(clock::now());
        let proposal = self.proposals.state().find(number)?.clone();
        if !proposal.counts.may_approve(person.role) {
            return Err(Denial::not_yours(format!("a {} may not approve this", person.role)));
        }
        if matches!(&proposal.standing, ProposalState::Approved { by, .. } if by.name == person.name) {
            return Ok(ProposalView::of(&proposal, now));
        }
        proposal.still_waits(now)?;
        proposal.may_approve(person, self.table().state())?;
        let command = Runner::as_command(&proposal.act, person, Some(&proposal.by), now);
        let judged = self.judged(&command).await?;
        // What is turned down goes on record as turned down, under the clauses that do it.
        if judged.0.is_ok() && judged.follows()?.effect != effect {
            let message = "what would follow is not what you were shown; look at it again";
            return Err(Denial::conflict("moved-on", message));
        }
        let seq = self.commit.sequence();
        let own = sha256(&[person.name.0.as_bytes()]).to_string();
        let id = format!("{}:proposal:{number}:{seq}", &own[..16]);
        let id = crate::cards::command_id(&id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let console = console.map(|name| name.to_string());
        let approve = ProposalAct::Approve { number, seq, console };
        let approve = RegisterCommand { act: approve, by: signed(person), at: now };
        match self.commit.approve(&id, command, (&mut self.proposals, &approve)).await {
            Ok(recorded) => self.take_in(&recorded, None),
            Err(fault) => return Err(self.not_done(fault)),
        }
        self.post(now);
        Ok(ProposalView::of(self.proposals.state().find(number)?, now))
    }

    async fn refuse(&mut self, number: u32, person: &Person, why: String) -> Result<ProposalView, Denial> {
        let now = self.commit.not_before(clock::now());
        let proposal = self.proposals.state().find(number)?;
        if person.name != proposal.by.name && !may(person.role, Power::Rule) {
            return Err(Denial::not_yours(format!("a {} may not refuse this", person.role)));
        }
        if !matches!(&proposal.standing, ProposalState::Refused { by, .. } if by.name == person.name) {
            proposal.still_waits(now)?;
            let own = sha256(&[person.name.0.as_bytes()]).to_string();
            let id: CommandId =
                format!("{}:refused:{number}", &own[..16]).parse().map_err(LedgerError::from)?;
            self.register(&id, person, now, ProposalAct::Refuse { number, why }).await?;
            self.post(now);
        }
        Ok(ProposalView::of(self.proposals.state().find(number)?, now))
    }

    fn not_recorded(&mut self, fault: LedgerError) -> Denial {
        self.not_done(NotDone::from(fault))
    }
}

impl Judged {
    fn follows(&self) -> Result<Follows, Denial> {
        match &self.0 {
            Ok(events) => Ok(Follows::of(events)),
            Err(refusal) => Err(Denial::refused(refusal, None)),
        }
    }
}
