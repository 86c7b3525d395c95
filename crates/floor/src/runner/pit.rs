//! What the pit asks of a running table: what would follow from an act, and what takes two people.

use super::{Ask, Runner, Running, TableConfig};
use crate::admission::Request;
use crate::commit::{Also, NotDone};
use crate::proposal::{self, Follows, MakeFault, Proposal, ProposalState, ProposalView};
use crate::view::{Beside, PitTable};
use ledger::LedgerError;
use merkle::sha256;
use people::clock;
use people::denial::Denial;
use people::role::{Power, Role, may};
use people::two_person::DualControl;
use people::viewer::Person;
use table::{Act, Command, Event, Refusal, Time};
use tokio::sync::oneshot;

type Reply<T> = oneshot::Sender<Result<T, Denial>>;

/// What the pit asks.
pub(super) enum PitAsk {
    Table { reply: oneshot::Sender<PitTable> },
    Judge { person: Person, act: Act, reply: Reply<Follows> },
    Proposals { person: Person, reply: Reply<Vec<ProposalView>> },
    Propose { id: String, person: Person, act: Act, why: String, reply: Reply<ProposalView> },
    Approve { number: u32, person: Person, effect: String, reply: Reply<ProposalView> },
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
    pub async fn approve(&self, number: u32, person: Person, effect: String) -> Result<ProposalView, Denial> {
        self.ask(|reply| Ask::Pit(PitAsk::Approve { number, person, effect, reply })).await?
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
        if !matches!(person.role, Role::Manager | Role::Inspector) {
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
            PitAsk::Approve { number, person, effect, reply } => {
                _ = reply.send(self.approve(number, &person, &effect).await)
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
            proposals: self.proposals.waiting(now).map(|proposal| ProposalView::of(proposal, now)).collect(),
            calls: self.calls.open_ones(),
            win: self.shown.tally.win(self.shown.table().state()),
            slips: self.shown.tally.slips(),
            alarm: self.shown.tally.alarm(),
            pairs: proposal::pairs(self.proposals.all().iter()),
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

    async fn judge(&self, person: &Person, act: &Act) -> Result<Follows, Denial> {
        self.admission().may_ask(person, act)?;
        self.judged(&Runner::as_command(act, person, None, clock::now())).await?.follows()
    }

    /// Does a command of somebody in this role take two people because of what would follow from it now?
    pub(super) async fn takes_two_by_effect(&self, role: Role, command: &Command) -> Option<DualControl> {
        if !command.acts.iter().any(|act| DualControl::depends_on_effects(act, role)) {
            return None;
        }
        DualControl::of_effects(self.table(), &self.judged(command).await.ok()?.0.ok()?)
    }

    async fn proposals_seen(&self, person: &Person) -> Vec<ProposalView> {
        let now = clock::now();
        let mut seen = Vec::new();
        for proposal in self.proposals.message(now) {
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
        seen.judged(judged.and_then(|()| follows))
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
                self.takes_two_by_effect(person.role, &command).await
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
        let made =
            self.proposals.make(self.commit.ledger(), &id, (person, now, seq), (act, counts, why)).await;
        let number = made.map_err(|fault| match fault {
            MakeFault::Denied(problem) => problem,
            MakeFault::Ledger(fault) => self.not_recorded(fault),
        })?;
        self.post(now);
        Ok(ProposalView::of(self.proposals.find(number)?, now))
    }

    async fn approve(&mut self, number: u32, person: &Person, effect: &str) -> Result<ProposalView, Denial> {
        self.check_service(person.role)?;
        let now = self.commit.not_before(clock::now());
        let proposal = self.proposals.find(number)?.clone();
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
        let draft = self.proposals.approval(number, &id, person, now, seq);
        let draft = draft.map_err(|fault| self.not_recorded(fault))?;
        self.submit(&id, command, Also { keyed_by: None, draft: Some(draft) }).await?;
        self.proposals.approved(number, person.clone(), now, seq);
        self.post(now);
        Ok(ProposalView::of(self.proposals.find(number)?, now))
    }

    async fn refuse(&mut self, number: u32, person: &Person, why: String) -> Result<ProposalView, Denial> {
        let now = self.commit.not_before(clock::now());
        let proposal = self.proposals.find(number)?;
        if person.name != proposal.by.name && !may(person.role, Power::Rule) {
            return Err(Denial::not_yours(format!("a {} may not refuse this", person.role)));
        }
        if !matches!(&proposal.standing, ProposalState::Refused { by, .. } if by.name == person.name) {
            proposal.still_waits(now)?;
            let refused = self.proposals.refuse(self.commit.ledger(), number, person, now, why).await;
            refused.map_err(|fault| self.not_recorded(fault))?;
            self.post(now);
        }
        Ok(ProposalView::of(self.proposals.find(number)?, now))
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
