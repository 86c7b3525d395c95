//! A running tournament: its log behind one lock, and everybody who follows it.

use crate::audience::{Audience, ContestEvent, disclosed_to};
use crate::drawer::Drawer;
use crate::history::History;
use crate::keyed_by;
use crate::view::{ContestEntry, ContestHistory, ContestView};
use baccarat::chips::Money;
use baccarat::rules::people::Role as BooksRole;
use baccarat::wager::WagerId;
use ledger::{Answer, AnswerOf, CommandId, Ledger, LedgerError, Log};
use merkle::Hash;
use people::denial::Denial;
use people::role::Role;
use people::viewer::{Asker, Person, Viewer};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use table::{Actor, Name, Time};
use tokio::sync::{Mutex, MutexGuard, broadcast};
use tournament::document::{Document, document};
use tournament::duty::Task;
use tournament::{Act, Command, Event, Opening, Refusal, Tournament, TournamentCommand};

/// The number of messages that wait for somebody who is slow.
const WAITING: usize = 256;

/// The word by which it is refused that somebody plays who was barred from the game at a table of the house.
pub const BARRED: &str = "barred";

/// The table at which somebody was barred, if there is one. A house says so once its tables are open.
pub type BarredAt = Arc<OnceLock<Box<dyn Fn(&Name) -> Option<String> + Send + Sync>>>;

/// What happened in one go, for each audience.
#[derive(Clone, Debug)]
pub struct ContestFlush {
    /// The number of the last event.
    pub seq: u64,
    /// For anybody.
    pub public: Vec<ContestEvent>,
    /// For staff.
    pub staff: Vec<ContestEvent>,
}

impl ContestFlush {
    /// What this viewer is told.
    pub fn to(&self, viewer: &Viewer) -> &[ContestEvent] {
        if viewer.staff().is_some() { &self.staff } else { &self.public }
    }
}

/// What a command led to, now or when it first came.
#[derive(Clone, Debug)]
pub struct ContestAnswer {
    /// The number of the last event.
    pub seq: u64,
    /// What happened, as whoever asked is told of it.
    pub events: Vec<ContestEvent>,
}

/// What a player puts on a form.
#[derive(Clone, Debug)]
pub struct FormWritten {
    /// The coup it is meant for.
    pub coup: u32,
    /// The type of wager; none if it is left out.
    pub wager: Option<WagerId>,
    /// The amount; none if it is left out.
    pub amount: Option<Money>,
    /// 32 bytes that nobody can guess.
    pub salt: Hash,
}

struct Inner {
    log: Log<Tournament>,
    /// The time of the last command, before which none is taken.
    latest: Time,
    /// What has happened, once somebody has asked.
    history: Option<History>,
}

/// What is recorded for one command: whose it is, and who keyed it for them.
struct Submission<'a> {
    by: Actor,
    act: Act,
    keyed_by: Option<&'a Person>,
}

impl Submission<'_> {
    fn own(by: Actor, act: Act) -> Submission<'static> {
        Submission { by, act, keyed_by: None }
    }
}

/// A tournament that a table of the house holds while it reports to it: nobody else asks anything of it meanwhile. Whoever runs a table
/// takes its tournament, never the reverse, so that nobody waits for ever.
pub struct Held<'c> {
    contest: &'c Contest,
    inner: MutexGuard<'c, Inner>,
}

impl Held<'_> {
    /// The tournament as it is on record.
    pub fn tournament(&self) -> &Tournament {
        self.inner.log.state()
    }

    /// Its log.
    pub fn log(&mut self) -> &mut Log<Tournament> {
        &mut self.inner.log
    }

    /// A command to it, at a time that is not before any other's.
    pub fn command(&mut self, by: Actor, act: Act, at: Time) -> TournamentCommand {
        self.inner.latest = self.inner.latest.max(at);
        command_of(by, act, self.inner.latest)
    }

    /// In which role somebody asks for this.
    pub fn actor(&self, person: &Person, act: &Act) -> Result<Actor, Denial> {
        self.inner.actor(person, act)
    }

    /// Tells everybody what is on record now.
    pub fn took(&mut self, answer: AnswerOf<Tournament>) -> Result<ContestAnswer, Denial> {
        self.contest.answered(&mut self.inner, answer, Audience::Staff, None)
    }
}

/// A running tournament.
pub struct Contest {
    /// Its id in paths.
    pub id: String,
    inner: Mutex<Inner>,
    ledger: Ledger,
    drawer: Arc<Drawer>,
    barred_at: BarredAt,
    posted: RwLock<ContestEntry>,
    feed: broadcast::Sender<Arc<ContestFlush>>,
}

impl Contest {
    /// A tournament whose log was begun or opened again.
    pub fn new(
        id: &str,
        log: Log<Tournament>,
        ledger: Ledger,
        drawer: Arc<Drawer>,
        barred_at: BarredAt,
    ) -> Contest {
        let posted = RwLock::new(ContestEntry::of(log.state()));
        let inner = Mutex::new(Inner { log, latest: Time(0), history: None });
        let (feed, _) = broadcast::channel(WAITING);
        Contest { id: id.to_owned(), inner, ledger, drawer, barred_at, posted, feed }
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The number of records of its log.
    pub(crate) async fn length(&self) -> u64 {
        self.inner.lock().await.log.sequence()
    }

    /// Has one of two counted the chips of a table, and the second not yet? Until then nobody reads the first one's figures.
    pub async fn is_count_open(&self) -> bool {
        let inner = self.inner.lock().await;
        let session = inner.log.state().state().session.as_ref();
        let mut tables = session.into_iter().flat_map(|session| &session.tables);
        tables.any(|table| table.counts.len() == 1 && !table.counted)
    }

    /// How it looks in a list.
    pub fn entry(&self) -> ContestEntry {
        self.posted.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// It as it stands.
    pub async fn tournament(&self) -> Tournament {
        self.inner.lock().await.log.state().clone()
    }

    /// Holds it for a table that reports to it.
    pub async fn hold(&self) -> Held<'_> {
        Held { contest: self, inner: self.inner.lock().await }
    }

    /// The table of the house at which one of its tables is dealt, and the one that was named for it.
    pub async fn dealt_at(&self, table: u8) -> (Option<String>, Option<String>) {
        let inner = self.inner.lock().await;
        let state = inner.log.state().state();
        let named = usize::from(table).checked_sub(1).and_then(|index| state.tables.get(index));
        (state.dealt_at.get(&table).cloned(), named.map(|named| named.name.clone()))
    }

    /// How it looks to somebody now.
    pub async fn view(&self, viewer: &Viewer, now: Time) -> ContestView {
        let inner = self.inner.lock().await;
        inner.view(viewer, now)
    }

    /// How it looks now, and everything that happens from then on.
    pub async fn follow(
        &self,
        viewer: &Viewer,
        now: Time,
    ) -> (ContestView, broadcast::Receiver<Arc<ContestFlush>>) {
        let inner = self.inner.lock().await;
        (inner.view(viewer, now), self.feed.subscribe())
    }

    /// The text of its conditions.
    pub async fn conditions(&self) -> String {
        self.inner.lock().await.log.state().conditions().text.clone()
    }

    /// Its conditions as they are published: every item that its book asks for, in the book's order.
    pub async fn document(&self) -> Document {
        let inner = self.inner.lock().await;
        let tournament = inner.log.state();
        document(tournament.conditions(), tournament.book())
    }

    /// What has happened before an event, the newest first.
    pub async fn history(
        &self,
        viewer: &Viewer,
        before: Option<u64>,
        limit: usize,
    ) -> Result<ContestHistory, Denial> {
        let mut inner = self.inner.lock().await;
        if inner.history.is_none() {
            let read = History::read(&self.ledger, inner.log.state(), &self.id).await;
            inner.history = Some(read.map_err(broken)?);
        }
        let audience = if viewer.staff().is_some() { Audience::Staff } else { Audience::Public };
        let page = inner.history.as_ref().map(|history| history.page(audience, before, limit));
        Ok(page.unwrap_or(ContestHistory { events: Vec::new(), before: None }))
    }

    /// One of its draws, counted from 1.
    pub async fn draw(&self, number: u32) -> Option<draw::Record> {
        let inner = self.inner.lock().await;
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        inner.log.state().state().draws.get(index).cloned()
    }

    /// Asks something of it under an id. The same id and content gives the same answer for ever.
    ///
    /// Staff may key for an entrant without a device what that entrant does; who keyed it is on record beside it.
    pub async fn command(
        &self,
        id: &str,
        asker: &Asker,
        act: Act,
        now: Time,
    ) -> Result<ContestAnswer, Denial> {
        if matches!(act, Act::HandInForm { .. }) {
            return Err(Denial::unprocessable("a form is handed in whole, so that it can be opened later"));
        }
        if asker.patron.is_none() && is_for_no_coup(&act) {
            let message = "act.coup: it is missing; allowed is the coup that it is for, so that it comes in on no other";
            return Err(Denial::unprocessable(message));
        }
        let mut inner = self.inner.lock().await;
        let by = inner.asker(asker, &act)?;
        let keyed_by = asker.patron.as_ref().map(|_| &asker.person);
        self.submit(&mut inner, id, Submission { by, act: without_secrets(act), keyed_by }, now).await
    }

    /// A supervisor looks at a form that is in play. That they did is on record before they see it.
    pub async fn look(&self, id: &str, person: &Person, of: &Name, now: Time) -> Result<Opening, Denial> {
        let act = Act::LookAtForm { of: of.clone() };
        let mut inner = self.inner.lock().await;
        let by = inner.actor(person, &act)?;
        let Some(seal) = inner.seal_of(of) else {
            return Err(Denial::not_found("no form of theirs is in play"));
        };
        // An id that was used for an earlier form would show this one without a word on record.
        let id = format!("{id}:{}", &seal.to_string()[..16]);
        self.submit(&mut inner, &id, Submission::own(by, act), now).await?;
        self.drawer.get(seal).ok_or_else(|| Denial::not_found("the form is not in the drawer"))
    }

    /// Who proposed something that still waits for a second person.
    pub async fn proposer(&self, proposal: u32) -> Option<Name> {
        let inner = self.inner.lock().await;
        let waiting = &inner.log.state().state().proposals;
        waiting.iter().find(|waits| waits.number == proposal).map(|waits| waits.by.name.clone())
    }

    /// Takes a sealed form: it goes into the drawer first, and the log hears of its seal only.
    pub async fn hand_in(
        &self,
        id: &str,
        person: &Person,
        form: FormWritten,
        now: Time,
    ) -> Result<ContestAnswer, Denial> {
        let FormWritten { coup, wager, amount, salt } = form;
        let opening = Opening { wager, amount, salt };
        let mut inner = self.inner.lock().await;
        let seal = opening.seal(&self.id, coup, &person.name);
        let act = Act::HandInForm { seal };
        let by = inner.actor(person, &act)?;
        let command = command_of(by.clone(), act.clone(), now);
        if inner.log.known(&command_id(id)?, &command).await.map_err(broken)?.is_none() {
            self.check_barred(&inner, &by, &act)?;
            let on = inner.coup_of(&person.name);
            if on != Some(coup) {
                let message = format!("coup: the form is for coup {coup}, which is not on at your table");
                return Err(Denial::conflict("another-coup", message));
            }
            self.drawer.put(seal, &opening).map_err(|error| {
                tracing::error!(tournament = self.id, %error, "a form cannot be kept");
                Denial::out_of_service("the form cannot be kept just now; nothing was done")
            })?;
        }
        self.submit(&mut inner, id, Submission::own(by, act), now).await
    }

    /// What would follow if somebody asked for this now; nothing happens.
    pub async fn judge(&self, asker: &Asker, act: Act, now: Time) -> Result<Vec<ContestEvent>, Denial> {
        if matches!(act, Act::Ballot { .. } | Act::AnnounceForm { .. } | Act::HandInForm { .. }) {
            return Err(Denial::unprocessable("what is sealed is not tried"));
        }
        // Whoever could try figures would find the one that the other has counted.
        if matches!(act, Act::Count { .. }) {
            return Err(Denial::unprocessable("a count is not tried"));
        }
        let inner = self.inner.lock().await;
        let by = inner.asker(asker, &act)?;
        self.check_barred(&inner, &by, &act)?;
        let at = now.max(inner.latest);
        let audience = audience_of(&by);
        let act = self.completed(&inner, &by, act, at);
        let confirmed_by = act.takes_two().then(|| Name::from("a second person"));
        let mut after = inner.log.state().clone();
        let command = Command { act, by, confirmed_by, at };
        let events = after.decide(&command).map_err(|refusal| denied(&refusal))?;
        let mut would = Vec::new();
        for (seq, event) in (inner.log.sequence() + 1..).zip(&events) {
            after.apply(event);
            would.extend(disclosed_to(seq, event, after.state(), audience));
        }
        Ok(would)
    }

    /// What nobody needs to ask for: the bell of a session whose time is over. Says when to look again.
    pub async fn tick(&self, now: Time) -> Option<Time> {
        let mut inner = self.inner.lock().await;
        let duties = inner.log.state().duties(now.max(inner.latest));
        if duties.iter().any(|duty| duty.task == Task::RingBell) {
            let id = format!("bell:{}", inner.log.sequence());
            let by = Actor { name: Name::from("clock"), role: BooksRole::System };
            if let Err(denial) = self.submit(&mut inner, &id, Submission::own(by, Act::Bell), now).await {
                tracing::error!(tournament = self.id, message = denial.message, "the bell did not ring");
            }
        }
        let session = inner.log.state().state().session.as_ref()?;
        session.tables.iter().filter(|table| !table.ended).filter_map(|table| table.until).min()
    }

    async fn submit(
        &self,
        inner: &mut Inner,
        id: &str,
        Submission { by, act, keyed_by }: Submission<'_>,
        now: Time,
    ) -> Result<ContestAnswer, Denial> {
        let id = command_id(id)?;
        let audience = if keyed_by.is_some() { Audience::Staff } else { audience_of(&by) };
        let at = now.max(inner.latest);
        let asked = command_of(by.clone(), act.clone(), at);
        let answer = match inner.log.known(&id, &asked).await.map_err(broken)? {
            Some(answer) => answer,
            None => {
                self.check_barred(inner, &by, &act)?;
                let act = self.completed(inner, &by, act, at);
                let note = keyed_by.map(|person| keyed_by::note(&self.id, &id, at, person, &by.name));
                let also: Vec<_> = note.transpose().map_err(broken)?.into_iter().collect();
                let answer = inner.log.submit(&id, &command_of(by, act, at), also).await;
                inner.latest = at;
                answer.map_err(broken)?
            }
        };
        self.answered(inner, answer, audience, keyed_by)
    }

    /// Whoever was barred from the game at a table plays in no tournament either.
    fn check_barred(&self, inner: &Inner, by: &Actor, act: &Act) -> Result<(), Denial> {
        let barred_at = self.barred_at.get();
        let found = act.player(by).and_then(|name| Some((name, barred_at.and_then(|at| at(name))?)));
        let Some((name, table)) = found else { return Ok(()) };
        let message = format!("{name} was barred from play at table {table}");
        let cites = inner.log.state().barred_by();
        let mut denial = Denial::conflict(BARRED, message);
        denial.clauses = cites.clauses;
        denial.silences = cites.silences;
        Err(denial)
    }

    /// Adds what only the house knows, if the act would then be taken: a refused command never shows a secret.
    fn completed(&self, inner: &Inner, by: &Actor, act: Act, at: Time) -> Act {
        let tournament = inner.log.state();
        let state = tournament.state();
        let next = state.draws.len() as u32 + 1;
        let whole = match &act {
            Act::SealDraw { .. } => {
                let seed_hash = draw::seed_hash(&self.drawer.seed(&self.id, next));
                return Act::SealDraw { seed_hash: Some(seed_hash) };
            }
            Act::Ballot { mix, .. } => {
                Act::Ballot { seed: Some(Hash(self.drawer.seed(&self.id, next))), mix: mix.clone() }
            }
            Act::AnnounceForm { of, .. } => {
                let opening = inner.seal_of(of).and_then(|seal| self.drawer.get(seal));
                Act::AnnounceForm { of: of.clone(), opening }
            }
            _ => return act,
        };
        let tried = Command { act: whole.clone(), by: by.clone(), confirmed_by: None, at };
        match tournament.decide(&tried) {
            Ok(_) => whole,
            Err(_) => without_secrets(act),
        }
    }

    fn answered(
        &self,
        inner: &mut Inner,
        answer: AnswerOf<Tournament>,
        audience: Audience,
        keyed_by: Option<&Person>,
    ) -> Result<ContestAnswer, Denial> {
        let (first, events, again) = match answer {
            Answer::Accepted { first, events, again } => (first, events, again),
            Answer::Refused { refusal, .. } => return Err(denied(&refusal)),
        };
        let state = inner.log.state().state();
        let all = |audience| {
            let numbered = (first..).zip(&events);
            numbered
                .filter_map(|(seq, event): (u64, &Event)| disclosed_to(seq, event, state, audience))
                .collect()
        };
        let seq = (first + events.len() as u64).saturating_sub(1);
        if !again {
            *self.posted.write().unwrap_or_else(PoisonError::into_inner) =
                ContestEntry::of(inner.log.state());
            let flush = ContestFlush { seq, public: all(Audience::Public), staff: all(Audience::Staff) };
            // Nobody may be there to hear it.
            let _ = self.feed.send(Arc::new(flush));
        }
        let done = ContestAnswer { seq, events: all(audience) };
        if !again {
            inner.remember(first, &events, keyed_by);
        }
        Ok(done)
    }
}

/// Something that an entrant does on a coup, which does not say on which. Staff who key it are at the table.
fn is_for_no_coup(act: &Act) -> bool {
    let (Act::Wager { coup, .. } | Act::TakeBack { coup, .. } | Act::LayPass { coup, .. }) = act else {
        return false;
    };
    coup.is_none()
}

impl Inner {
    fn view(&self, viewer: &Viewer, now: Time) -> ContestView {
        let tournament = self.log.state();
        let seq = self.log.sequence().saturating_sub(1);
        let duties = || tournament.duties(now.max(self.latest));
        let mut view = match (viewer.player(), viewer.staff()) {
            (Some(name), _) => ContestView::player(tournament, seq, name, &duties()),
            (None, Some(_)) => ContestView::staff(tournament, seq, &duties()),
            (None, None) => ContestView::public(tournament, seq),
        };
        view.now = now.0;
        view
    }

    /// Keeps what happened for those who ask later.
    fn remember(&mut self, first: u64, events: &[Event], keyed_by: Option<&Person>) {
        let Some(history) = &mut self.history else { return };
        let keyed_by = keyed_by.map(|person| person.name.to_string());
        for (seq, event) in (first..).zip(events) {
            history.push(seq, event, self.log.state(), keyed_by.as_ref());
        }
    }

    /// In which role somebody asks for this: as an entrant for whom they key it, or as themselves.
    fn asker(&self, asker: &Asker, act: &Act) -> Result<Actor, Denial> {
        let Some(entrant) = &asker.patron else { return self.actor(&asker.person, act) };
        keyed_by::may_key(&asker.person, entrant, act)?;
        Ok(Actor { name: entrant.clone(), role: BooksRole::Player })
    }

    /// In which role somebody asks for this: their own, or the official's if they were named.
    fn actor(&self, person: &Person, act: &Act) -> Result<Actor, Denial> {
        let tournament = self.log.state();
        let role = tournament.asks_as(act, &person.name, person.role.roles_at_table());
        match role {
            // Whoever runs a tournament is licensed, and works here: a name alone makes nobody the second of two.
            Some(BooksRole::Director) if person.role == Role::Player => {
                Err(Denial::not_yours("a player runs no tournament; allowed is somebody who works here"))
            }
            Some(role) => Ok(Actor { name: person.name.clone(), role }),
            None => Err(Denial::not_yours(format!("a {} may not do this", person.role))),
        }
    }

    /// The seal of somebody's form in the coup that is on.
    fn seal_of(&self, name: &Name) -> Option<Hash> {
        let state = self.log.state().state();
        let (table, seat) = state.place_of(name)?;
        let forms = &state.table(table)?.coup.as_ref()?.forms;
        forms.iter().find(|form| form.seat == seat).map(|form| form.seal)
    }

    /// The coup that is on at somebody's table.
    fn coup_of(&self, name: &Name) -> Option<u32> {
        let state = self.log.state().state();
        let (table, _) = state.place_of(name)?;
        state.table(table)?.coup.as_ref().map(|coup| coup.number)
    }
}

fn audience_of(by: &Actor) -> Audience {
    if by.role == BooksRole::Player { Audience::Public } else { Audience::Staff }
}

fn without_secrets(act: Act) -> Act {
    match act {
        Act::SealDraw { .. } => Act::SealDraw { seed_hash: None },
        Act::Ballot { mix, .. } => Act::Ballot { seed: None, mix },
        Act::AnnounceForm { of, .. } => Act::AnnounceForm { of, opening: None },
        act => act,
    }
}

fn command_of(by: Actor, act: Act, at: Time) -> TournamentCommand {
    TournamentCommand::Acts(Command { act, by, confirmed_by: None, at })
}

pub(crate) fn command_id(id: &str) -> Result<CommandId, Denial> {
    id.parse().map_err(|bad| Denial::bad_request(format!("{bad}")))
}

/// A refusal of a tournament, as it is answered.
pub fn denied(refusal: &Refusal) -> Denial {
    let mut denial = Denial::conflict(refusal.reason.word(), refusal.message.clone());
    denial.clauses.clone_from(&refusal.cites.clauses);
    denial.silences.clone_from(&refusal.cites.silences);
    denial
}

pub(crate) fn broken(fault: LedgerError) -> Denial {
    match fault {
        LedgerError::OtherContent { .. } => Denial::same_id(),
        LedgerError::Refused { message } => Denial::conflict("refused", message),
        LedgerError::NoRoom { message } => {
            tracing::error!(message, "the disk is full");
            Denial::out_of_service("nothing can be recorded just now; nothing was done")
        }
        fault => {
            tracing::error!(%fault, "a tournament cannot go on");
            Denial::out_of_service("this tournament is out of service; what was accepted stands")
        }
    }
}
