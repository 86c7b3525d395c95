//! What a tournament asks of a table: to be given to a session, to deal its next coup, to be given back.

use super::{Ask, BURST, Runner, Running};
use crate::cards::command_id;
use crate::dealer::Step;
use crate::session;
use baccarat::rules::people::Role as BooksRole;
use hall::contest::ContestAnswer;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use table::state::{Betting, Phase, Session, SessionTerms};
use table::{Act, Actor, Command, Fact, bets, notice};
use tokio::sync::oneshot;
use tournament::TableReport;

/// What becomes of a table.
#[derive(Clone, Debug)]
pub enum SessionChange {
    /// It is given to a table of a tournament's session.
    Begins(Session),
    /// It goes back to the house.
    Ends(Session),
}

/// What a tournament asks.
pub(super) enum SessionAsk {
    Change {
        id: String,
        person: Person,
        change: SessionChange,
        reply: oneshot::Sender<Result<ContestAnswer, Denial>>,
    },
    Deal {
        id: String,
        reply: oneshot::Sender<Result<ContestAnswer, Denial>>,
    },
}

impl Running {
    /// Gives the table to a tournament or takes it back. Both have it on record, or neither.
    pub async fn change_session(
        &self,
        id: String,
        person: Person,
        change: SessionChange,
    ) -> Result<ContestAnswer, Denial> {
        self.ask(|reply| Ask::Session(SessionAsk::Change { id, person, change, reply })).await?
    }

    /// Has the automatic dealer deal the coup for which the tournament's wagers are down.
    pub async fn deal_for_session(&self, id: String) -> Result<ContestAnswer, Denial> {
        self.ask(|reply| Ask::Session(SessionAsk::Deal { id, reply })).await?
    }
}

impl Runner {
    pub(super) async fn answer_session(&mut self, ask: SessionAsk) {
        // Whoever asked may be gone; what was done stands.
        match ask {
            SessionAsk::Change { id, person, change, reply } => {
                let _ = reply.send(self.change_session(&id, &person, change).await);
            }
            SessionAsk::Deal { id, reply } => {
                let _ = reply.send(self.deal_for_session(&id).await);
            }
        }
    }

    async fn change_session(
        &mut self,
        id: &str,
        person: &Person,
        change: SessionChange,
    ) -> Result<ContestAnswer, Denial> {
        self.check_service(person.role)?;
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let (SessionChange::Begins(session) | SessionChange::Ends(session)) = &change;
        let contest = session::contest(&self.sessions, session).map_err(Denial::out_of_service)?;
        let mut held = contest.hold().await;
        let (at_table, asked) = match change {
            SessionChange::Begins(Session { tournament, table }) => {
                let conditions = held.tournament().conditions();
                let terms = SessionTerms {
                    book: held.tournament().book().id.clone(),
                    method: conditions.play.method.clone(),
                    dealing: conditions.play.dealing.clone(),
                };
                let act = notice::Act::BeginSession { tournament, table, terms: Some(terms) };
                (act, tournament::Act::TakeTable { table })
            }
            SessionChange::Ends(Session { table, .. }) => {
                (notice::Act::EndSession, tournament::Act::LeaveTable { table })
            }
        };
        let by = held.actor(person, &asked)?;
        let director = Actor { name: person.name.clone(), role: BooksRole::Director };
        let command = Command::one(Act::Notice(at_table), director, clock::now());
        let done = self.commit.change_session(&id, command, &mut held, (by, asked)).await;
        let (recorded, done) = done.map_err(|fault| self.not_done(fault))?;
        self.take_in(&recorded, None);
        Ok(done)
    }

    /// The dealer closes betting on the coup that the tournament wants dealt; what comes then the dealer does alone.
    async fn deal_for_session(&mut self, id: &str) -> Result<ContestAnswer, Denial> {
        self.check_service(people::role::Role::Dealer)?;
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let Some(session) = self.table().state().session.clone() else {
            return Err(Denial::conflict("not-in-session", "this table is given to no tournament"));
        };
        if self.is_felt() {
            let message = "this table is dealt by people: its cards are keyed at its own console";
            return Err(Denial::conflict("dealt-by-people", message));
        }
        let contest = session::contest(&self.sessions, &session).map_err(Denial::out_of_service)?;
        let reported =
            || tournament::Act::ReportTable { table: session.table, reports: vec![TableReport::FirstCard] };
        if let Some(done) = self.commit.reported_before(&id, &mut contest.hold().await, reported()).await? {
            return Ok(done);
        }
        self.dealer.called_for = Some(self.table().coup_number());
        for _ in 0..BURST {
            let open = matches!(self.table().state().phase, Phase::Betting(Betting { closed: false, .. }));
            if !open {
                break;
            }
            let now = self.commit.not_before(clock::now());
            let step = self.dealer.next(&mut self.commit, &self.config, false, now);
            if let Step::Fail(why) = &step {
                return Err(self.fails(why));
            }
            if let Step::Grant = step {
                self.commit.grant().await.map_err(|fault| self.not_done(fault))?;
                continue;
            }
            let step_id = if closes(&step) { id.clone() } else { self.own_id()? };
            let Some(done) = self.do_step(&step_id, step, now).await else { break };
            match done {
                Ok(recorded) => self.take_in(&recorded, None),
                Err(fault) => {
                    self.dealer.called_for = None;
                    return Err(self.not_done(fault));
                }
            }
        }
        let done = self.commit.reported_before(&id, &mut contest.hold().await, reported()).await?;
        done.ok_or_else(|| {
            Denial::conflict("not-ready", "the table is not ready for a coup: its cards are made ready first")
        })
    }
}

/// Does betting close with this step?
fn closes(step: &Step) -> bool {
    let Step::Plan(planned) = step else { return false };
    let mut facts = planned.decided.events.iter().map(|event| &event.fact);
    facts.any(|fact| matches!(fact, Fact::Bets(bets::Fact::BettingClosed { .. })))
}
