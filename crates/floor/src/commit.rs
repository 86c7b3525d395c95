//! One command, one entry: judged once, and on disk with whatever belongs to it before anybody hears of it.

use crate::cards::{Cards, Prepared, command_id};
use crate::config::TableConfig;
use crate::keyed_by;
use crate::old_coups::{Held as HeldCoups, OldCoups};
use crate::proposals::{ProposalAct, ProposalReason, Proposals};
use crate::session::{self, Sessions};
use aggregate::{Aggregate, Decided, RegisterCommand, RegisterRefusal};
use baccarat::rules::people::Role as BooksRole;
use cage::{Cage, CageAct, CageRefusal};
use hall::contest::{Contest, Held};
use ledger::{
    Answer, AnswerOf, BothAnswers, By, CommandId, Decision, Draft, Edition, Judged, Ledger, LedgerError, Log,
    judge_together, record_three, record_together, submit_together,
};
use people::denial::Denial;
use promotion::vouchers::{VoucherAct, VoucherCommand, VoucherRefusal, Vouchers};
use shoe::Closing;
use std::fmt;
use std::sync::Arc;
use table::driver::staff as staff_actor;
use table::{Act, Actor, Command, Event, Fact, Refusal, Table, TableCommand, Time, notice};
use tournament::{TableReport, Tournament};

/// How often a command is judged again after somebody else was first.
const TRIES: usize = 5;

/// A table's log, and its cards, which are on record together with what happens.
pub struct Commit {
    /// The table's name in paths.
    id: String,
    ledger: Ledger,
    log: Log<Table>,
    /// Its sealed shoes; nothing where people deal real cards.
    pub cards: Option<Cards>,
    /// The time of the last command. A clock that is set back stands still until it has caught up.
    latest: Time,
    /// The tournaments to which a table in session reports.
    sessions: Sessions,
}

/// What a command led to, now or when it first came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The number of the first event.
    pub first: u64,
    /// What happened; the events are numbered without a gap.
    pub events: Vec<Event>,
    /// The command had come before; nothing happened now.
    pub again: bool,
}

impl Recorded {
    /// The number of the last event.
    pub fn last(&self) -> u64 {
        (self.first + self.events.len() as u64).saturating_sub(1)
    }

    /// The events with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &Event)> {
        (self.first..).zip(&self.events)
    }
}

/// What is recorded in the same commit as a command.
#[derive(Default)]
pub struct Also {
    /// Who keyed it for a patron.
    pub keyed_by: Option<Actor>,
}

/// Why nothing was done.
pub enum NotDone {
    /// The table turned it down, on record.
    Refused(Refusal),
    /// The register of vouchers turned it down, on record.
    Voucher(VoucherRefusal),
    /// The tournament that the table is given to turned it down, on record.
    Session(tournament::Refusal),
    /// Something is not open yet. Nothing was recorded; it may be asked again.
    Later(String),
    /// The cage turned it down, on record.
    Cage(CageRefusal),
    /// The register of proposals turned it down, on record.
    Proposal(RegisterRefusal<ProposalReason>),
    /// The id was used for something else.
    SameId,
    /// Somebody else was first, time and again. Nothing was recorded; it may be asked again.
    Moved,
    /// The disk is full.
    NoRoom(String),
    /// The log or the vault does not go on.
    Broken(String),
}

impl From<LedgerError> for NotDone {
    fn from(fault: LedgerError) -> NotDone {
        match fault {
            LedgerError::OtherContent { .. } => NotDone::SameId,
            LedgerError::Moved { .. } => NotDone::Moved,
            LedgerError::NoRoom { message } => NotDone::NoRoom(message),
            fault => NotDone::broken(&fault),
        }
    }
}

impl NotDone {
    fn broken(why: &dyn fmt::Display) -> NotDone {
        NotDone::Broken(why.to_string())
    }
}

/// What a table in session reports, and to which tournament.
struct Reported {
    contest: Arc<Contest>,
    table: u8,
    reports: Vec<TableReport>,
}

/// A command that was worked out act by act, with what follows from it.
pub struct Planned {
    /// The command.
    pub command: Command,
    /// What follows.
    pub decided: Decided<Table>,
}

/// A table at rest takes up the edition of its book that the settings have; any other goes on under the one it has.
pub async fn take_edition(
    log: &mut Log<Table>,
    config: &TableConfig,
    now: Time,
) -> Result<bool, LedgerError> {
    let before = log.edition().clone();
    let edition = Edition { hash: config.book.hash, rules: config.book.book.clone() };
    let id = command_id(&format!("edition:{}:{}", log.sequence(), edition.hash))?;
    match log.take_edition(&id, edition, By::from(&staff_actor(BooksRole::Operator)), now).await {
        Ok(false) => Ok(false),
        Ok(true) => {
            let changed = archive::changes(&before.rules, &config.book.book);
            tracing::info!(
                table = config.id,
                changes = changed.len(),
                "the table is under another edition of its book"
            );
            for archive::Changed { topic, before, after, .. } in changed {
                let (before, after) = (before.join("; "), after.join("; "));
                tracing::info!(table = config.id, topic, before, after, "changed by the edition");
            }
            Ok(true)
        }
        Err(LedgerError::NotAtRest { why, .. }) => {
            tracing::warn!(
                table = config.id,
                why,
                "the table goes on under the edition of its book that it has"
            );
            Ok(false)
        }
        Err(fault) => Err(fault),
    }
}

impl Commit {
    /// A table's log and cards, where they were left.
    pub fn new(id: &str, ledger: Ledger, log: Log<Table>, cards: Option<Cards>, latest: Time) -> Commit {
        Commit { id: id.to_owned(), ledger, log, cards, latest, sessions: Sessions::default() }
    }

    /// The same, reporting to these tournaments.
    pub fn with_sessions(self, sessions: Sessions) -> Commit {
        Commit { sessions, ..self }
    }

    /// The table as it is on record.
    pub fn table(&self) -> &Table {
        self.log.state()
    }

    /// May the table take up the edition of its book that the settings have, which is not the one it has?
    pub fn may_take_edition(&self, config: &TableConfig) -> bool {
        self.log.edition().hash != config.book.hash && self.table().may_take_rules(&config.book.book).is_ok()
    }

    /// Takes it up, on record. Says whether it did.
    pub async fn take_edition(&mut self, config: &TableConfig, now: Time) -> Result<bool, NotDone> {
        take_edition(&mut self.log, config, now).await.map_err(|fault| NotDone::broken(&fault))
    }

    /// The log that all tables share.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The coups that the table has put away.
    pub fn old_coups(&self) -> OldCoups {
        OldCoups::new(&self.ledger, &self.id)
    }

    /// A command with the coups that it is about, where the table has put them away.
    pub async fn recalling(&self, command: Command) -> Result<Command, NotDone> {
        let (past, numbers) = (&self.table().state().past, self.table().recalls(&command.acts));
        let recalled =
            self.old_coups().recall(past, numbers).await.map_err(|fault| NotDone::broken(&fault))?;
        Ok(Command { recalled, ..command })
    }

    /// The table's log.
    pub(crate) fn log(&self) -> &Log<Table> {
        &self.log
    }

    /// Keeps the table as it is, if its log has grown by so many records since that was done last. Without it the table only opens more slowly.
    pub(crate) async fn keep_snapshot(&mut self, grown: u64) {
        if let Err(fault) = self.log.snapshot_if_grown(grown, self.latest).await {
            tracing::warn!(%fault, "a table could not be kept");
        }
    }

    /// The number of the next record.
    pub fn sequence(&self) -> u64 {
        self.log.sequence()
    }

    /// The table, and the cards that are dealt at it.
    pub fn table_and_cards(&mut self) -> (&Table, Option<&mut Cards>) {
        (self.log.state(), self.cards.as_mut())
    }

    /// Asks the vault for leave to draw the cards that are due.
    pub async fn grant(&mut self) -> Result<(), NotDone> {
        match &mut self.cards {
            Some(cards) => cards.grant(self.log.state()).await.map_err(|fault| NotDone::broken(&fault)),
            None => Ok(()),
        }
    }

    /// A time that is not before that of any command on record.
    pub fn not_before(&self, time: Time) -> Time {
        time.max(self.latest)
    }

    /// What this command led to when it came before, if it did.
    pub async fn known(&self, id: &CommandId, command: &Command) -> Result<Option<Recorded>, NotDone> {
        match self.log.known(id, &TableCommand::from(command.clone())).await? {
            None => Ok(None),
            Some(Answer::Accepted { first, events, .. }) => Ok(Some(Recorded { first, events, again: true })),
            Some(Answer::Refused { refusal, .. }) => Err(NotDone::Refused(refusal)),
        }
    }

    /// What was asked under this id and what it led to, whatever is due by now.
    pub async fn answered(&self, id: &CommandId) -> Result<Option<(Vec<Act>, Recorded)>, NotDone> {
        match self.log.answered(id).await? {
            None => Ok(None),
            Some((asked, Answer::Accepted { first, events, .. })) => {
                let acts = match asked {
                    Some(TableCommand::Acts(command)) => command.acts,
                    _ => Vec::new(),
                };
                Ok(Some((acts, Recorded { first, events, again: true })))
            }
            Some((_, Answer::Refused { refusal, .. })) => Err(NotDone::Refused(refusal)),
        }
    }

    /// Has the table judge a command, once, and puts what follows on record.
    pub async fn submit(
        &mut self,
        id: &CommandId,
        command: Command,
        also: Also,
    ) -> Result<Recorded, NotDone> {
        let at = self.not_before(command.at);
        let command = self.recalling(Command { at, ..command }).await?;
        let command = TableCommand::from(command);
        for _ in 0..TRIES {
            let done = match self.log.judge(id, &command).await? {
                Judged::Known(Answer::Accepted { first, events, .. }) => {
                    Ok(Recorded { first, events, again: true })
                }
                Judged::Known(Answer::Refused { refusal, .. }) => Err(NotDone::Refused(refusal)),
                Judged::New(decision) => self.record(id, &command, decision, &also).await,
            };
            match done {
                // Somebody else was first in this stream: what is new is read, and the command judged again.
                Err(NotDone::Moved) => {}
                done => return done,
            }
        }
        Err(NotDone::Moved)
    }

    /// Puts on record what was worked out act by act from the table as it is.
    pub async fn carry_out(&mut self, id: &CommandId, planned: Planned) -> Result<Recorded, NotDone> {
        let command = TableCommand::from(planned.command);
        let decision = self.log.planned(id, &command, planned.decided).await?;
        self.record(id, &command, decision, &Also::default()).await
    }

    /// Carries out what somebody proposed and another approves: what follows and the approval are on record together, or neither is.
    pub async fn approve(
        &mut self,
        id: &CommandId,
        command: Command,
        (proposals, approve): (&mut Log<Proposals>, &RegisterCommand<ProposalAct>),
    ) -> Result<Recorded, NotDone> {
        let at = self.not_before(command.at);
        let command = self.recalling(Command { at, ..command }).await?;
        let command = TableCommand::from(command);
        let (by, at) = (Table::by(&command), Table::at(&command));
        self.latest = self.latest.max(at);
        for _ in 0..TRIES {
            let judged = judge_together(id, (&mut self.log, &command), (proposals, approve)).await?;
            let (decision, approval) = match judged {
                (Judged::New(decision), Judged::New(approval)) => (decision, approval),
                (Judged::Known(Answer::Accepted { first, events, .. }), _) => {
                    return Ok(Recorded { first, events, again: true });
                }
                (Judged::Known(Answer::Refused { refusal, .. }), _) => return Err(NotDone::Refused(refusal)),
                (_, Judged::Known(Answer::Refused { refusal, .. })) => {
                    return Err(NotDone::Proposal(refusal));
                }
                (Judged::New(_), Judged::Known(Answer::Accepted { .. })) => return Err(NotDone::SameId),
            };
            let reported = match decision.events() {
                Ok(events) if approval.events().is_ok() => self.reported(events)?,
                _ => None,
            };
            if let Some(reported) = reported {
                let done = self.approve_in_session(id, decision, (proposals, approval), reported).await;
                match done {
                    Err(NotDone::Moved) => continue,
                    done => return done,
                }
            }
            let goes_on = approval.events().is_ok();
            let events = decision.events().ok().filter(|_| goes_on).unwrap_or_default();
            let mut prepared = self.prepare(events, (id, at, &by)).await?;
            let drafts = prepared.as_mut().map(|ready| std::mem::take(&mut ready.drafts)).unwrap_or_default();
            let held = HeldCoups::of(self.table().state());
            let recorded = record_together((&mut self.log, decision), (proposals, approval), drafts).await;
            return match recorded {
                Err(LedgerError::Moved { .. }) => continue,
                Err(fault) => Err(fault.into()),
                Ok(BothAnswers::RefusedByFirst(refusal)) => Err(NotDone::Refused(refusal)),
                Ok(BothAnswers::RefusedBySecond(refusal)) => Err(NotDone::Proposal(refusal)),
                Ok(BothAnswers::Accepted(answer, _)) => self.accepted(answer, prepared, (held, at)).await,
            };
        }
        Err(NotDone::Moved)
    }

    /// Swaps a voucher: the table gives the tokens and the register notes it, in one commit, or neither happens.
    pub async fn swap_voucher(
        &mut self,
        id: &CommandId,
        command: Command,
        (register, swap): (&mut Log<Vouchers>, VoucherAct),
        keyed_by: Option<&Actor>,
    ) -> Result<Recorded, NotDone> {
        let at = self.not_before(command.at);
        let command = TableCommand::from(Command { at, ..command });
        let by = Table::by(&command);
        let actor = keyed_by.cloned().unwrap_or_else(|| Actor {
            name: by.name.as_str().into(),
            role: baccarat::rules::people::Role::Player,
        });
        let swap = VoucherCommand { act: swap, by: actor, at };
        self.latest = self.latest.max(at);
        let mut drafts = Vec::new();
        if let Some(keyed_by) = keyed_by {
            drafts.push(self.keyed(id, at, keyed_by, &by)?);
        }
        match submit_together(id, (&mut self.log, &command), (register, &swap), drafts).await? {
            BothAnswers::Accepted(Answer::Accepted { first, events, again, .. }, _) => {
                Ok(Recorded { first, events, again })
            }
            BothAnswers::Accepted(Answer::Refused { refusal, .. }, _)
            | BothAnswers::RefusedByFirst(refusal) => Err(NotDone::Refused(refusal)),
            BothAnswers::RefusedBySecond(refusal) => Err(NotDone::Voucher(refusal)),
        }
    }

    /// Something that concerns the cage too: both put it on record in one commit, or neither does.
    pub async fn with_cage(
        &mut self,
        id: &CommandId,
        command: Command,
        (cage, act, by): (&mut Log<Cage>, CageAct, By),
        keyed_by: Option<&Actor>,
    ) -> Result<Recorded, NotDone> {
        let at = self.not_before(command.at);
        let command = TableCommand::from(Command { at, ..command });
        self.latest = self.latest.max(at);
        let mut drafts = Vec::new();
        if let Some(keyed_by) = keyed_by {
            drafts.push(self.keyed(id, at, keyed_by, &Table::by(&command))?);
        }
        let asked = RegisterCommand { act, by, at };
        match submit_together(id, (&mut self.log, &command), (cage, &asked), drafts).await? {
            BothAnswers::Accepted(Answer::Accepted { first, events, again, .. }, _) => {
                Ok(Recorded { first, events, again })
            }
            BothAnswers::Accepted(Answer::Refused { refusal, .. }, _)
            | BothAnswers::RefusedByFirst(refusal) => Err(NotDone::Refused(refusal)),
            BothAnswers::RefusedBySecond(refusal) => Err(NotDone::Cage(refusal)),
        }
    }

    async fn record(
        &mut self,
        id: &CommandId,
        command: &TableCommand,
        decision: Decision<Table>,
        also: &Also,
    ) -> Result<Recorded, NotDone> {
        let (by, at) = (Table::by(command), Table::at(command));
        self.latest = self.latest.max(at);
        if let Ok(events) = decision.events()
            && let Some(reported) = self.reported(events)?
        {
            return self.record_in_session(id, command, (decision, also), reported).await;
        }
        let mut prepared = self.prepare(decision.events().unwrap_or_default(), (id, at, &by)).await?;
        let mut drafts = prepared.as_mut().map(|ready| std::mem::take(&mut ready.drafts)).unwrap_or_default();
        // What was refused was keyed by somebody too.
        if let Some(keyed_by) = &also.keyed_by {
            drafts.push(self.keyed(id, at, keyed_by, &by)?);
        }
        let held = HeldCoups::of(self.table().state());
        let answer = self.log.record(decision, drafts).await?;
        self.accepted(answer, prepared, (held, at)).await
    }

    /// What these events mean for the tournament that the table is given to, if they mean anything to it.
    fn reported(&self, events: &[Event]) -> Result<Option<Reported>, NotDone> {
        let Some(session) = &self.table().state().session else { return Ok(None) };
        let reports = session::reports(self.table(), events);
        if reports.is_empty() {
            return Ok(None);
        }
        let contest = session::contest(&self.sessions, session).map_err(NotDone::Later)?;
        Ok(Some(Reported { contest, table: session.table, reports }))
    }

    /// What the tournament makes of a report; nothing if none of it matters there.
    async fn judge_report(
        &self,
        id: &CommandId,
        held: &mut Held<'_>,
        (table, reports): (u8, Vec<TableReport>),
        at: Time,
    ) -> Result<Option<Decision<Tournament>>, NotDone> {
        let reports = held.tournament().heeds(table, reports);
        if reports.is_empty() {
            return Ok(None);
        }
        let act = tournament::Act::ReportTable { table, reports };
        let command = held.command(session::reporter(&self.id), act, at);
        match held.log().judge(&self.report_id(id)?, &command).await? {
            Judged::New(decision) => Ok(Some(decision)),
            Judged::Known(_) => Err(NotDone::SameId),
        }
    }

    /// What a tournament was told of what the table did under this id, if it was.
    pub async fn reported_before(
        &self,
        id: &CommandId,
        held: &mut Held<'_>,
        act: tournament::Act,
    ) -> Result<Option<hall::contest::ContestAnswer>, Denial> {
        let id = self.report_id(id).map_err(|_| Denial::bad_request("the id is too long"))?;
        let command = held.command(session::reporter(&self.id), act, Time(0));
        let known = held.log().known(&id, &command).await;
        let known = known.map_err(|fault| Denial::out_of_service(fault.to_string()))?;
        known.map(|answer| held.took(answer)).transpose()
    }

    /// The id under which a tournament knows what a table did under this id.
    fn report_id(&self, id: &CommandId) -> Result<CommandId, NotDone> {
        let own = merkle::sha256(&[self.id.as_bytes(), id.to_string().as_bytes()]);
        Ok(command_id(&format!("table:{own}"))?)
    }

    /// What a table in session decided and what its tournament makes of it are on record together, or neither is.
    async fn record_in_session(
        &mut self,
        id: &CommandId,
        command: &TableCommand,
        (decision, also): (Decision<Table>, &Also),
        Reported { contest, table, reports }: Reported,
    ) -> Result<Recorded, NotDone> {
        let (by, at) = (Table::by(command), Table::at(command));
        let mut held = contest.hold().await;
        let judged = self.judge_report(id, &mut held, (table, reports), at).await?;
        let refused = judged.as_ref().is_some_and(|judged| judged.events().is_err());
        let events = decision.events().ok().filter(|_| !refused).unwrap_or_default();
        let mut prepared = self.prepare(events, (id, at, &by)).await?;
        let mut drafts = prepared.as_mut().map(|ready| std::mem::take(&mut ready.drafts)).unwrap_or_default();
        if let Some(keyed_by) = &also.keyed_by {
            drafts.push(self.keyed(id, at, keyed_by, &by)?);
        }
        let before = HeldCoups::of(self.table().state());
        let Some(judged) = judged else {
            drop(held);
            let answer = self.log.record(decision, drafts).await?;
            return self.accepted(answer, prepared, (before, at)).await;
        };
        match record_together((&mut self.log, decision), (held.log(), judged), drafts).await? {
            BothAnswers::RefusedByFirst(refusal) => Err(NotDone::Refused(refusal)),
            BothAnswers::RefusedBySecond(refusal) => Err(NotDone::Session(refusal)),
            BothAnswers::Accepted(answer, reported) => {
                // Everybody is told; that it could not be told to somebody changes nothing.
                let _ = held.took(reported);
                drop(held);
                self.accepted(answer, prepared, (before, at)).await
            }
        }
    }

    /// The same for what one person proposed and another approves.
    async fn approve_in_session(
        &mut self,
        id: &CommandId,
        decision: Decision<Table>,
        (proposals, approval): (&mut Log<Proposals>, Decision<Proposals>),
        Reported { contest, table, reports }: Reported,
    ) -> Result<Recorded, NotDone> {
        let (by, at) = (decision.by().clone(), decision.at());
        let mut held = contest.hold().await;
        let judged = self.judge_report(id, &mut held, (table, reports), at).await?;
        let refused = judged.as_ref().is_some_and(|judged| judged.events().is_err());
        let events = decision.events().ok().filter(|_| !refused).unwrap_or_default();
        let mut prepared = self.prepare(events, (id, at, &by)).await?;
        let drafts = prepared.as_mut().map(|ready| std::mem::take(&mut ready.drafts)).unwrap_or_default();
        let before = HeldCoups::of(self.table().state());
        let answer = match judged {
            Some(judged) if refused => {
                drop((decision, approval));
                return match held.log().record(judged, Vec::new()).await? {
                    Answer::Refused { refusal, .. } => Err(NotDone::Session(refusal)),
                    Answer::Accepted { .. } => Err(NotDone::Moved),
                };
            }
            Some(judged) => {
                let (one, two) = ((&mut self.log, decision), (proposals, approval));
                let (answer, _, reported) = record_three(one, two, (held.log(), judged), drafts).await?;
                let _ = held.took(reported);
                answer
            }
            None => match record_together((&mut self.log, decision), (proposals, approval), drafts).await? {
                BothAnswers::Accepted(answer, _) => answer,
                BothAnswers::RefusedByFirst(refusal) => return Err(NotDone::Refused(refusal)),
                BothAnswers::RefusedBySecond(refusal) => return Err(NotDone::Proposal(refusal)),
            },
        };
        drop(held);
        self.accepted(answer, prepared, (before, at)).await
    }

    /// Gives the table to a tournament, or takes it back: both have it on record, or neither.
    pub async fn change_session(
        &mut self,
        id: &CommandId,
        command: Command,
        held: &mut Held<'_>,
        (by, act): (Actor, tournament::Act),
    ) -> Result<(Recorded, hall::contest::ContestAnswer), NotDone> {
        let at = self.not_before(command.at);
        let asked = held.command(by, act, at);
        let command = TableCommand::from(Command { at, ..command });
        self.latest = self.latest.max(at);
        match submit_together(id, (&mut self.log, &command), (held.log(), &asked), Vec::new()).await? {
            BothAnswers::Accepted(Answer::Accepted { first, events, again }, taken) => {
                let done = held.took(taken).map_err(|denial| NotDone::Later(denial.message))?;
                Ok((Recorded { first, events, again }, done))
            }
            BothAnswers::Accepted(Answer::Refused { refusal, .. }, _)
            | BothAnswers::RefusedByFirst(refusal) => Err(NotDone::Refused(refusal)),
            BothAnswers::RefusedBySecond(refusal) => Err(NotDone::Session(refusal)),
        }
    }

    /// What of the shoe is on record together with these events.
    async fn prepare(
        &mut self,
        events: &[Event],
        command: (&CommandId, Time, &By),
    ) -> Result<Option<Prepared>, NotDone> {
        match &mut self.cards {
            Some(cards) => {
                let ready = cards.prepare(events, self.log.state(), &self.ledger, command).await;
                ready.map(Some).map_err(|fault| NotDone::broken(&fault))
            }
            None => Ok(None),
        }
    }

    /// What is on record now, and the shoe with it.
    async fn accepted(
        &mut self,
        answer: AnswerOf<Table>,
        prepared: Option<Prepared>,
        (held, at): (Option<HeldCoups>, Time),
    ) -> Result<Recorded, NotDone> {
        match answer {
            Answer::Accepted { first, events, .. } => {
                if let Some(held) = held {
                    // Without it an old coup is only found more slowly; if the ledger has stopped, the next command says so.
                    let _ = self.old_coups().keep(held, self.table().state(), at).await;
                }
                if let (Some(cards), Some(prepared)) = (&mut self.cards, prepared) {
                    if events.iter().any(is_opening) {
                        cards.take_decks(self.log.state().state().settings.decks);
                    }
                    cards.done(prepared, Closing { length: self.log.sequence(), hash: self.log.head() });
                }
                Ok(Recorded { first, events, again: false })
            }
            Answer::Refused { refusal, .. } => Err(NotDone::Refused(refusal)),
        }
    }

    fn keyed(&self, id: &CommandId, at: Time, keyed_by: &Actor, patron: &By) -> Result<Draft, LedgerError> {
        keyed_by::note(&self.id, id, at, keyed_by, &patron.name.as_str().into())
    }
}

/// Did the table open, the first time or again?
fn is_opening(event: &Event) -> bool {
    matches!(event.fact, Fact::Notice(notice::Fact::TableOpened { .. }))
}
