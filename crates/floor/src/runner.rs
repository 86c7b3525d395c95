//! A running table: one task that owns the table, its clock, its cards and its log, and through which everything goes.

mod pit;

use crate::call::{Call, Calls};
use crate::cards::{Cards, CardsFault, Replayed, command_id, read_record};
use crate::config::{CardsFrom, TableConfig};
use crate::flush::{Flush, frame};
use crate::keyed_by::{self, Keyed};
use crate::metrics::Metrics;
use crate::offer;
use crate::presence::{OpenPage, Presence};
use crate::proposal::Proposals;
use crate::regulars::{self, Regulars};
use crate::scanned::Scanned;
use crate::scanner::{Read, Route, Scanner};
use crate::tally::Tally;
use crate::timing::{Deadlines, Pace};
use crate::view::audience::Published;
use crate::view::board::asked;
use crate::view::visit::Visits;
use crate::view::{
    About, Board, CoupView, Coups, DealerView, DeskView, InspectorView, LobbyTable, PlayerView, Service,
    ShoeView, SignView, SupervisorView, SurveillanceView, View, You, staff,
};
use aggregate::Aggregate;
use archive::{ArchiveFault, Shelf};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::cards::ReplaceWhen;
use baccarat::rules::people::Role as BooksRole;
use baccarat::rules::play::NoBetSource;
use baccarat::rules::rulings::Irregularity;
use bytes::Bytes;
use ledger::{Answer, By, CommandId, Draft, Edition, Entry, Judged, Ledger, LedgerError, Log, Stream};
use merkle::{Hash, sha256};
use people::clock::{self, later};
use people::denial::Denial;
use people::role::{Power, Role, may};
use people::two_person::DualControl;
use people::viewer::{Asker, Person, Viewer};
use shoe::{Closing, Keeper, TableName};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use table::driver::{CardSource, Driver, Next, may_cut, staff as staff_actor};
use table::roads::{CoupResult, Roads};
use table::state::{Betting, Phase};
use table::{
    ANSWER, Act, Actor, Command, Due, Event, Fact, Matter, Name, Reason, Remedy, Report, TABLE, Table,
    TableCommand, Time, bets, cards, deal, pay, trouble,
};
use tokio::sync::{broadcast, mpsc, oneshot, watch};

/// So many events are kept at hand for those who come back.
const AT_HAND: usize = 2_000;
/// So many flushes may wait for a slow watcher before it has to catch up.
const WAITING: usize = 64;
/// So many acts of the dealer go out in one flush at most.
const BURST: usize = 96;
/// So many command ids of several acts are remembered.
const REMEMBERED: usize = 10_000;

/// What is asked of a running table.
enum Ask {
    Command { id: String, asker: Asker, acts: Vec<Act>, reply: oneshot::Sender<Result<Done, Denial>> },
    Scan { id: String, person: Person, came: Scanned, reply: oneshot::Sender<Result<Read, Denial>> },
    Call { id: String, person: Person, why: String, reply: oneshot::Sender<Result<Call, Denial>> },
    AnswerCall { id: String, person: Person, number: u32, reply: oneshot::Sender<Result<Call, Denial>> },
    View { viewer: Viewer, reply: oneshot::Sender<View> },
    Follow { viewer: Viewer, after: Option<u64>, reply: oneshot::Sender<Following> },
    Coups { viewer: Viewer, before: Option<u32>, limit: usize, reply: oneshot::Sender<Coups> },
    Pit(pit::PitAsk),
}

/// What a command led to.
pub struct Done {
    /// The last event of it.
    pub seq: u64,
    /// Its events with their numbers.
    pub published: Vec<Published>,
}

/// The beginning of a feed, and the rest of it.
pub struct Following {
    /// The first message.
    pub first: Bytes,
    /// Up to which event it tells.
    pub seq: u64,
    /// What comes then.
    pub rest: broadcast::Receiver<Arc<Flush>>,
    /// Kept as long as the page of a patron is open.
    pub here: Option<OpenPage>,
}

/// What can be told of a table without asking it.
pub struct Posted {
    /// How it looks from the lobby.
    pub lobby: LobbyTable,
    /// The five roads, as JSON.
    pub roads: Bytes,
    /// The shoe in use.
    pub shoe: u32,
    /// Grows whenever something has changed.
    pub version: u64,
}

/// A way to a running table. Clones lead to the same one.
#[derive(Clone)]
pub struct Running {
    /// Its name in paths.
    pub id: Arc<str>,
    asks: mpsc::Sender<Ask>,
    posted: Arc<RwLock<Posted>>,
}

impl Running {
    /// What can be told without asking it.
    pub fn posted<T>(&self, tell: impl FnOnce(&Posted) -> T) -> T {
        tell(&self.posted.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks something of it, as somebody, under an id of theirs.
    pub async fn command(&self, id: String, asker: Asker, acts: Vec<Act>) -> Result<Done, Denial> {
        self.ask(|reply| Ask::Command { id, asker, acts, reply }).await?
    }

    /// Tells it what a scanning shoe has read.
    pub async fn scan(&self, id: String, person: Person, came: Scanned) -> Result<Read, Denial> {
        self.ask(|reply| Ask::Scan { id, person, came, reply }).await?
    }

    /// Calls a supervisor to it.
    pub async fn call(&self, id: String, person: Person, why: String) -> Result<Call, Denial> {
        self.ask(|reply| Ask::Call { id, person, why, reply }).await?
    }

    /// Answers a call.
    pub async fn answer_call(&self, id: String, person: Person, number: u32) -> Result<Call, Denial> {
        self.ask(|reply| Ask::AnswerCall { id, person, number, reply }).await?
    }

    /// How it looks to somebody.
    pub async fn view(&self, viewer: Viewer) -> Result<View, Denial> {
        self.ask(|reply| Ask::View { viewer, reply }).await
    }

    /// Follows it from now on, or from after an event.
    pub async fn follow(&self, viewer: Viewer, after: Option<u64>) -> Result<Following, Denial> {
        self.ask(|reply| Ask::Follow { viewer, after, reply }).await
    }

    /// Coups that are over.
    pub async fn coups(&self, viewer: Viewer, before: Option<u32>, limit: usize) -> Result<Coups, Denial> {
        self.ask(|reply| Ask::Coups { viewer, before, limit, reply }).await
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Result<T, Denial> {
        let gone = || Denial::out_of_service("this table has stopped");
        let (reply, answer) = oneshot::channel();
        self.asks.send(ask(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())
    }
}

/// Why a table cannot be run.
#[derive(Debug)]
pub enum CannotRun {
    /// Its log does not let it.
    Ledger(LedgerError),
    /// Its cards do not.
    Cards(CardsFault),
    /// Its past cannot be read.
    Past(ArchiveFault),
}

impl std::fmt::Display for CannotRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotRun::Ledger(fault) => fault.fmt(f),
            CannotRun::Cards(fault) => fault.fmt(f),
            CannotRun::Past(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for CannotRun {}

impl From<LedgerError> for CannotRun {
    fn from(fault: LedgerError) -> CannotRun {
        CannotRun::Ledger(fault)
    }
}

impl From<ArchiveFault> for CannotRun {
    fn from(fault: ArchiveFault) -> CannotRun {
        CannotRun::Past(fault)
    }
}

impl From<CardsFault> for CannotRun {
    fn from(fault: CardsFault) -> CannotRun {
        CannotRun::Cards(fault)
    }
}

/// The task of a table.
struct Runner {
    config: TableConfig,
    ledger: Ledger,
    log: Log<Table>,
    /// Its sealed shoes; nothing where people deal real cards.
    cards: Option<Cards>,
    scanner: Scanner,
    calls: Calls,
    /// The wagering clock whose end was told last.
    rung: Option<Time>,
    driver: Driver,
    visits: Visits,
    tally: Tally,
    proposals: Proposals,
    presence: Presence,
    deadlines: Deadlines,
    out_of_service: Option<String>,
    /// The last event that was told.
    message: Option<u64>,
    /// Events that are on record and not told yet.
    unsent: Vec<Arc<Published>>,
    at_hand: VecDeque<Arc<Published>>,
    feed: broadcast::Sender<Arc<Flush>>,
    posted: Arc<RwLock<Posted>>,
    /// Results and shoe for which the roads were drawn last.
    drawn: (u32, usize),
    commands: HashMap<String, Hash>,
    asked_since: Option<(Name, &'static str)>,
    /// How often the regulars were refused in a row, and until when they rest.
    refused: u8,
    rest: Option<Time>,
    started: Time,
    /// The time of the last event.
    latest: Time,
    count: u64,
    metrics: Arc<Metrics>,
    stop: watch::Receiver<bool>,
}

/// Opens a table, new or where it was left, and runs it.
pub async fn run(
    config: TableConfig,
    ledger: Ledger,
    keeper: Arc<dyn Keeper>,
    metrics: Arc<Metrics>,
    stop: watch::Receiver<bool>,
) -> Result<(Running, tokio::task::JoinHandle<()>), CannotRun> {
    let runner = Runner::open(config, ledger, keeper, metrics, stop).await?;
    let (asks, received) = mpsc::channel(256);
    let running = Running { id: runner.config.id.as_str().into(), asks, posted: runner.posted.clone() };
    Ok((running, tokio::spawn(runner.run(received))))
}

impl Runner {
    async fn open(
        config: TableConfig,
        ledger: Ledger,
        keeper: Arc<dyn Keeper>,
        metrics: Arc<Metrics>,
        stop: watch::Receiver<bool>,
    ) -> Result<Runner, CannotRun> {
        let now = clock::now();
        let stream = Stream::new(TABLE, &config.id).map_err(LedgerError::from)?;
        let exists = !ledger.store().read(&stream, 0, 1).await.map_err(LedgerError::from)?.is_empty();
        let log = match exists {
            true => {
                let mut shelf = Shelf::read(&**ledger.store(), None).await?;
                shelf.add(config.book.texts.clone());
                let mut log = ledger.resume(&config.id, &shelf).await?;
                take_edition(&mut log, &config, now).await?;
                log
            }
            false => {
                let id = command_id("open")?;
                let (by, settings) = (staff_actor(BooksRole::Operator), Box::new(config.settings.clone()));
                let edition = Edition { hash: config.book.hash, rules: config.book.book.clone() };
                let opens = TableCommand::Open { settings, by, at: now };
                ledger.found(&config.id, edition, &id, &opens).await?
            }
        };
        let mut past = Past::new(&config);
        past.read(&ledger, &stream).await?;
        check_dealt_alike(&config, log.state(), &ledger).await?;
        let cards = match config.cards {
            CardsFrom::Felt => None,
            CardsFrom::Sealed => {
                let name: TableName =
                    config.id.parse().map_err(|bad| CardsFault::Differs(format!("{bad}")))?;
                let decks = log.state().state().settings.decks;
                Some(Cards::open(keeper, name, config.book.hash, decks, &ledger, past.cards).await?)
            }
        };
        let out_of_service = cards.as_ref().and_then(Cards::given_up).map(str::to_owned);
        let calls = Calls::open(&ledger, &config.id).await?;
        let proposals = Proposals::open(&config.id, &ledger).await?;
        let posted = Arc::new(RwLock::new(Posted {
            lobby: lobby(&config, log.state(), Service::Open, &Deadlines::default(), now),
            roads: Bytes::new(),
            shoe: 0,
            version: 0,
        }));
        let (feed, _) = broadcast::channel(WAITING);
        let mut runner = Runner {
            config,
            ledger,
            message: log.sequence().checked_sub(1),
            log,
            cards,
            scanner: Scanner::default(),
            calls,
            rung: None,
            driver: Driver::new(),
            visits: past.visits,
            tally: past.tally,
            proposals,
            presence: Presence::default(),
            deadlines: Deadlines::default(),
            out_of_service,
            unsent: Vec::new(),
            at_hand: past.at_hand,
            feed,
            posted,
            drawn: (u32::MAX, usize::MAX),
            commands: HashMap::new(),
            asked_since: None,
            refused: 0,
            rest: None,
            started: now,
            latest: past.latest,
            count: 0,
            metrics,
            stop,
        };
        runner.post(now);
        Ok(runner)
    }

    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        let id = self.config.id.clone();
        tracing::info!(table = id, coups = self.table().state().coups, "the table is running");
        loop {
            if *self.stop.borrow() {
                break;
            }
            let wait = self.advance().await;
            self.flush();
            let sleep = match wait {
                Some(until) => {
                    Duration::from_millis((until.0 - clock::now().0).clamp(0, 60_000).unsigned_abs())
                }
                None => Duration::from_secs(60),
            };
            tokio::select! {
                asked = asks.recv() => match asked {
                    None => break,
                    Some(asked) => {
                        self.answer(asked).await;
                        // Whatever else has come meanwhile goes out in the same flush, and so does the clock that a first wager starts.
                        for _ in 0..32 {
                            match asks.try_recv() {
                                Ok(asked) => self.answer(asked).await,
                                Err(_) => break,
                            }
                        }
                    }
                },
                () = tokio::time::sleep(sleep) => {}
                _ = self.stop.changed() => break,
            }
        }
        self.flush();
        tracing::info!(table = id, "the table has stopped; its coup goes on when the house opens again");
    }

    fn table(&self) -> &Table {
        self.log.state()
    }

    fn service(&self) -> Service {
        match (&self.out_of_service, *self.stop.borrow()) {
            (Some(_), _) => Service::OutOfService,
            (None, true) => Service::Stopping,
            (None, false) => Service::Open,
        }
    }

    fn shoe(&self) -> ShoeView {
        let Some(cards) = &self.cards else {
            return ShoeView { number: Some(self.table().state().shoe.number), ..ShoeView::default() };
        };
        let in_use = cards.in_use();
        ShoeView {
            number: in_use.seal.map(|_| in_use.number),
            seal: in_use.seal.map(|seal| seal.to_string()),
            cut: cards.cut(),
            ..ShoeView::default()
        }
    }

    fn board(&self, now: Time) -> Board {
        Board::of(self.table(), &self.shoe(), &self.deadlines, self.service(), now)
    }

    fn about(&self) -> About {
        About::of(&self.config, self.table())
    }

    fn you(&self, name: &Name) -> Option<You> {
        let most = self.config.most_bought;
        let mut you = You::of(self.table(), name, self.visits.of(name), &self.deadlines, most)?;
        // Real cards are cut and turned over by hand, and the dealer keys what came of it.
        you.asked = you.asked.filter(|asked| !self.is_felt() || asked.by_device());
        Some(you)
    }

    fn is_felt(&self) -> bool {
        self.config.cards == CardsFrom::Felt
    }

    fn view(&self, viewer: &Viewer, now: Time) -> View {
        let (seq, table, state) = (self.message.unwrap_or(0), self.about(), self.board(now));
        let Viewer::Person(person) = viewer else { return View::Sign(SignView { seq, table, state }) };
        let played = self.table();
        match person.role {
            Role::Player => View::Player(PlayerView { seq, table, state, you: self.you(&person.name) }),
            Role::Dealer => View::Dealer(DealerView {
                seq,
                table,
                state,
                patrons: staff::patrons(played),
                possible: played.possible_reports(),
                matters: staff::matters(played),
                desk: self.desk(now),
            }),
            Role::Supervisor | Role::Manager => View::Supervisor(SupervisorView {
                seq,
                table,
                state,
                patrons: staff::patrons(played),
                possible: played.possible_reports(),
                matters: staff::matters(played),
                money: staff::money(played),
                announced: staff::announced(played),
                out_of_service: self.out_of_service.clone(),
                desk: self.desk(now),
            }),
            Role::Surveillance => View::Surveillance(SurveillanceView {
                seq,
                table,
                state,
                patrons: staff::patrons(played),
                matters: staff::matters(played),
                money: staff::money(played),
                shoe: staff::this_shoe(played, person.role.at_table()),
            }),
            Role::Inspector => View::Inspector(InspectorView {
                seq,
                table,
                state,
                patrons: staff::patrons(played),
                matters: staff::matters(played),
                money: staff::money(played),
                announced: staff::announced(played),
                shoe: staff::this_shoe(played, person.role.at_table()),
                out_of_service: self.out_of_service.clone(),
            }),
        }
    }

    fn desk(&self, now: Time) -> DeskView {
        DeskView::of(self.table(), self.calls.open_ones(), self.scanner.stray(), now)
    }

    /// Tells everybody what is on record and not yet told.
    fn flush(&mut self) {
        let Some(last) = self.unsent.last() else { return };
        let (seq, now) = (last.seq, clock::now());
        let published = std::mem::take(&mut self.unsent);
        let concerned = published.iter().filter_map(|published_event| published_event.about.as_ref());
        let you: BTreeMap<Name, You> =
            concerned.filter_map(|name| Some((name.clone(), self.you(name)?))).collect();
        let after = self.message.replace(seq);
        self.at_hand.extend(published.iter().cloned());
        let spare = self.at_hand.len().saturating_sub(AT_HAND);
        self.at_hand.drain(..spare);
        self.post(now);
        self.send(after, seq, published, you, now);
    }

    /// Tells everybody how things stand, although nothing happened at the table itself: the clock has run out, or somebody
    /// was called.
    fn tell_again(&mut self) {
        self.flush();
        if let Some(seq) = self.message {
            self.send(Some(seq), seq, Vec::new(), BTreeMap::new(), clock::now());
        }
    }

    fn send(
        &self,
        after: Option<u64>,
        seq: u64,
        published: Vec<Arc<Published>>,
        you: BTreeMap<Name, You>,
        now: Time,
    ) {
        if self.feed.receiver_count() == 0 {
            return;
        }
        let watching = self.metrics.staff_watching();
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::Player && watching);
        let staff = roles
            .map(|role| (role, self.view(&Viewer::Person(Person { name: Name::from(""), role }), now)))
            .collect();
        let flush = Flush::new(after, seq, published, self.board(now), you, staff);
        // Nobody may be listening; the next one who comes is told from the record.
        let _ = self.feed.send(Arc::new(flush));
    }

    /// Puts up what is told without asking.
    fn post(&mut self, now: Time) {
        let state = self.table().state();
        let shoe = self.cards.as_ref().map_or(state.shoe.number, |cards| cards.in_use().number);
        let drawn = (shoe, state.results.len());
        let lobby = lobby(&self.config, self.table(), self.service(), &self.deadlines, now);
        let roads = (drawn != self.drawn).then(|| roads(self.table(), shoe));
        self.drawn = drawn;
        let mut posted = self.posted.write().unwrap_or_else(PoisonError::into_inner);
        posted.lobby = lobby;
        posted.shoe = shoe;
        posted.version += 1;
        if let Some(roads) = roads {
            posted.roads = roads;
        }
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Command { id, asker, acts, reply } => {
                let done = self.command(&id, &asker, acts).await;
                self.metrics.commanded(done.is_ok());
                // Whoever asked may be gone; what was done stands.
                let _ = reply.send(done);
            }
            Ask::Scan { id, person, came, reply } => {
                let read = self.scan(id, person, came).await;
                self.metrics.commanded(read.is_ok());
                let _ = reply.send(read);
            }
            Ask::Call { id, person, why, reply } => {
                let called = self.call(&id, &person, why).await;
                let _ = reply.send(called);
            }
            Ask::AnswerCall { id, person, number, reply } => {
                let answered = self.answer_call(&id, &person, number).await;
                let _ = reply.send(answered);
            }
            Ask::View { viewer, reply } => {
                self.flush();
                let _ = reply.send(self.view(&viewer, clock::now()));
            }
            Ask::Follow { viewer, after, reply } => {
                self.flush();
                let mut following = self.follow(&viewer, after);
                following.here = viewer.player().map(|name| self.presence.follows(name, clock::now()));
                let _ = reply.send(following);
            }
            Ask::Coups { viewer, before, limit, reply } => {
                let _ = reply.send(self.coups(&viewer, before, limit));
            }
            Ask::Pit(ask) => self.answer_pit(ask).await,
        }
    }

    fn follow(&self, viewer: &Viewer, after: Option<u64>) -> Following {
        let now = clock::now();
        let seq = self.message.unwrap_or(0);
        let rest = self.feed.subscribe();
        let oldest = self.at_hand.front().map_or(seq + 1, |published_event| published_event.seq);
        let missed = after.filter(|after| *after + 1 >= oldest && *after <= seq);
        let first = match missed {
            None => frame("view", self.message, &self.view(viewer, now)),
            Some(after) => {
                let published: Vec<Arc<Published>> = self
                    .at_hand
                    .iter()
                    .filter(|published_event| published_event.seq > after)
                    .cloned()
                    .collect();
                let you = viewer.player().and_then(|name| Some((name.clone(), self.you(name)?)));
                let staff = viewer.staff().map(|role| (role, self.view(viewer, now)));
                let (you, staff) = (you.into_iter().collect(), staff.into_iter().collect());
                Flush::new(Some(after), seq, published, self.board(now), you, staff).frame(viewer)
            }
        };
        Following { first, seq, rest, here: None }
    }

    fn coups(&self, viewer: &Viewer, before: Option<u32>, limit: usize) -> Coups {
        let earlier = |number: u32| before.is_none_or(|before| number < before);
        let mut records =
            self.table().state().record.iter().rev().filter(|record| earlier(record.coup.number));
        let coups: Vec<CoupView> = records
            .by_ref()
            .take(limit)
            .map(|record| CoupView::of(record, self.table(), viewer.player()))
            .collect();
        let before = coups.last().map(|last| last.number).filter(|_| records.next().is_some());
        Coups { coups, before }
    }

    /// What somebody asks.
    async fn command(&mut self, id: &str, asker: &Asker, acts: Vec<Act>) -> Result<Done, Denial> {
        self.check_service(asker.person.role)?;
        let now = clock::now();
        self.presence.heard(&asker.person.name, now);
        let once = acts.iter().any(|act| {
            matches!(act, Act::People(table::people::Act::BuyIn { .. }) | Act::Deal(deal::Act::Expose { .. }))
        });
        let known = if acts.len() > 1 || once { self.known(id).await? } else { None };
        let again = known.is_some();
        if let (Some(published), [Act::Deal(deal::Act::Expose { cards, .. })]) = (known, acts.as_slice())
            && (cards.is_empty() || !self.is_felt())
        {
            // What lay face down then is open now, so the answer is read from the record.
            let seq = published.last().map_or(0, |last| last.seq);
            return Ok(Done { seq, published });
        }
        let acts = self.allowed(asker, acts, again)?;
        let parts = self.parts(id, asker, acts, now).await?;
        self.judge_together(id, &parts, now, again)?;
        let keyed_by = asker.patron.as_ref().map(|_| asker.person.actor());
        let mut done = Done { seq: self.message.unwrap_or(0), published: Vec::new() };
        for (place, (act, by)) in parts.into_iter().enumerate() {
            let id = command_id(&placed(id, place)).map_err(|bad| Denial::bad_request(bad.to_string()))?;
            let published = self.submit(&id, act, by, now, Some(place), keyed_by.as_ref()).await?;
            if let Some(last) = published.last() {
                done.seq = last.seq;
            }
            done.published.extend(published);
        }
        Ok(done)
    }

    fn check_service(&self, role: Role) -> Result<(), Denial> {
        let Some(why) = &self.out_of_service else { return Ok(()) };
        let message = "this table is out of service; accepted wagers stand".to_owned();
        Err(Denial::out_of_service(match role {
            Role::Player => message,
            _ => format!("{message}: {why}"),
        }))
    }

    /// Each act with the part in which somebody asks for it: the first in which the table agrees. What was asked before keeps its
    /// part. Whoever signs on does so in every part.
    async fn parts(
        &self,
        id: &str,
        asker: &Asker,
        acts: Vec<Act>,
        at: Time,
    ) -> Result<Vec<(Act, Actor)>, Denial> {
        let actors = asker.actors();
        let mut wished: Vec<(Act, &[Actor])> = Vec::new();
        for act in acts {
            match act {
                Act::People(table::people::Act::SignOn) => wished
                    .extend(actors.chunks(1).map(|actor| (Act::People(table::people::Act::SignOn), actor))),
                act => wished.push((act, &actors)),
            }
        }
        let several = wished.len() > 1;
        let mut then: Option<Table> = None;
        let mut parts = Vec::with_capacity(wished.len());
        for (place, (act, actors)) in wished.into_iter().enumerate() {
            let table = then.as_ref().unwrap_or(self.log.state());
            let by = match actors {
                [only] => only.clone(),
                actors => match self.asked_as(&placed(id, place), actors).await? {
                    Some(by) => by,
                    None => fitting(table, &act, actors, at),
                },
            };
            if several && actors.len() > 1 {
                let command = Command::one(act.clone(), by.clone(), at);
                let events = table.decide(&command).map(|decided| decided.events).unwrap_or_default();
                let mut next = table.clone();
                events.iter().for_each(|event| next.apply(event));
                then = Some(next);
            }
            parts.push((act, by));
        }
        Ok(parts)
    }

    /// The part in which a command was asked for when it first came, taken or refused.
    async fn asked_as(&self, id: &str, actors: &[Actor]) -> Result<Option<Actor>, Denial> {
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let answers = Stream::new(ANSWER, &self.config.id).map_err(|bad| Denial::ours(&bad))?;
        for stream in [self.log.stream(), &answers] {
            let found = self.ledger.store().command(stream, &id).await;
            if let Some(entry) = found.map_err(|fault| Denial::ours(&fault))? {
                return Ok(actors.iter().find(|actor| actor.role.to_string() == entry.by.role).cloned());
            }
        }
        Ok(None)
    }

    /// What the log has under an id.
    async fn known(&mut self, id: &str) -> Result<Option<Vec<Published>>, Denial> {
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let found = self.ledger.store().command(self.log.stream(), &id).await;
        let Some(entry) = found.map_err(|fault| self.fails(&fault))? else { return Ok(None) };
        let mut published = Vec::new();
        for record in entry.records() {
            let event = ledger::event::<Table>(&record).map_err(|fault| self.fails(&fault))?;
            let event = event.map(|event| Published::of(record.sequence, event, self.table()));
            published.extend(event);
        }
        Ok(Some(published))
    }

    /// Acts that this role may ask for at this table, completed by what only the house knows.
    fn allowed(&mut self, asker: &Asker, acts: Vec<Act>, again: bool) -> Result<Vec<Act>, Denial> {
        let own = asker.patron.is_none();
        let mut allowed = Vec::with_capacity(acts.len());
        for act in acts {
            match own {
                true => self.may_ask(&asker.person, &act)?,
                false => self.may_key(&asker.person, &act)?,
            }
            if own && DualControl::of(&act, asker.person.role).is_some() {
                return Err(Denial::needs_two());
            }
            allowed.push(match act {
                Act::People(table::people::Act::BuyIn { cash }) if own && !again => {
                    self.may_buy(&asker.person.name, cash)?
                }
                Act::People(table::people::Act::SwapVoucher { .. })
                | Act::People(table::people::Act::SwapDatedVoucher { .. })
                    if own =>
                {
                    return Err(Denial::not_yours("vouchers are handed to staff"));
                }
                Act::Deal(deal::Act::Expose { side, cards }) => self.turned(side, cards)?,
                act => act,
            });
        }
        Ok(allowed)
    }

    /// May somebody of this role ask this of this table?
    fn may_ask(&self, person: &Person, act: &Act) -> Result<(), Denial> {
        let power = act.power(person.role.at_table());
        if !may(person.role, power) {
            return Err(Denial::not_yours(format!("a {} may not do this", person.role)));
        }
        if self.is_felt() {
            let by_hand =
                matches!(act, Act::Cards(cards::Act::Cut { .. }) | Act::Deal(deal::Act::Expose { .. }));
            return match person.role == Role::Player && by_hand {
                true => Err(Denial::conflict(
                    "keyed-by-the-dealer",
                    "the dealer keys what is done with real cards",
                )),
                false => Ok(()),
            };
        }
        let own = matches!(
            act,
            Act::People(table::people::Act::AskToVacate { .. })
                | Act::Bets(bets::Act::RefuseWager { .. })
                | Act::Trouble(trouble::Act::ReportBreach { .. })
        );
        if matches!(power, Power::Deal | Power::Report) && !own {
            let message = "this table is dealt from sealed shoes by the automatic dealer";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        Ok(())
    }

    /// May somebody key this for a patron?
    fn may_key(&self, person: &Person, act: &Act) -> Result<(), Denial> {
        if !may(person.role, Power::Deal) {
            return Err(Denial::not_yours(format!("a {} does not act for patrons", person.role)));
        }
        if act.power(Role::Player.at_table()) != Power::Play {
            return Err(Denial::not_yours("for a patron only what patrons do is keyed"));
        }
        if !self.is_felt() {
            let message = "staff act for patrons only at tables dealt by people";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        if !self.table().state().staff.contains_key(&person.name) {
            let message = format!("{} is not signed on at this table", person.name);
            return Err(Denial::conflict("not-signed-on", message));
        }
        Ok(())
    }

    fn may_buy(&self, name: &Name, cash: Money) -> Result<Act, Denial> {
        let most = match self.you(name) {
            Some(you) => you.may_buy,
            None if self.table().state().settings.cash => self.config.most_bought,
            None => Money(0),
        };
        if cash > most {
            let message = format!("found {cash}; you may buy in for {most} by yourself at this table");
            return Err(Denial::conflict("buy-in-limit", message));
        }
        Ok(Act::People(table::people::Act::BuyIn { cash }))
    }

    /// The cards of a hand that lie face down, for whoever turns them over.
    fn turned(&mut self, side: Side, keyed: Vec<Card>) -> Result<Act, Denial> {
        let Some(cards) = &mut self.cards else {
            let read = if keyed.is_empty() { self.scanner.face_down(self.log.state(), side) } else { None };
            return Ok(Act::Deal(deal::Act::Expose { side, cards: read.unwrap_or(keyed) }));
        };
        if cards.are_lost() {
            return Err(Denial::out_of_service("the sealed shoe is lost; the coup is being set aside"));
        }
        let down = cards.face_down().map_err(|fault| Denial::ours(&fault))?;
        let cards = down.into_iter().filter(|(of, _)| *of == side).map(|(_, card)| card).collect();
        Ok(Act::Deal(deal::Act::Expose { side, cards }))
    }

    /// Several acts under one id happen all or not at all, so all are judged before the first is done.
    fn judge_together(
        &mut self,
        id: &str,
        parts: &[(Act, Actor)],
        at: Time,
        again: bool,
    ) -> Result<(), Denial> {
        let content = serde_json::to_vec(parts).map_err(|error| Denial::ours(&error))?;
        let content = sha256(&[&content]);
        match self.commands.get(id) {
            Some(known) if *known == content => return Ok(()),
            Some(_) => return Err(Denial::same_id()),
            // One act is judged and its content compared when it is put on record.
            None if parts.len() == 1 => return Ok(()),
            // What was half done when the house stopped is asked for again: the log knows the first part.
            None if again => return Ok(()),
            None => {}
        }
        let mut table = self.table().clone();
        for (place, (act, by)) in parts.iter().enumerate() {
            let command = Command::one(act.clone(), by.clone(), at);
            let events = match table.decide(&command) {
                Ok(decided) => decided.events,
                // The first is turned down on record.
                Err(_) if place == 0 => return Ok(()),
                Err(refusal) => return Err(Denial::refused(&refusal, Some(place))),
            };
            events.iter().for_each(|event| table.apply(event));
        }
        if self.commands.len() >= REMEMBERED {
            self.commands.clear();
        }
        self.commands.insert(id.to_owned(), content);
        Ok(())
    }

    /// Has the table judge an act and puts what follows on record.
    async fn submit(
        &mut self,
        id: &CommandId,
        act: Act,
        by: Actor,
        at: Time,
        place: Option<usize>,
        keyed_by: Option<&Actor>,
    ) -> Result<Vec<Published>, Denial> {
        self.submit_with(id, (act, by, at), place, keyed_by, None).await
    }

    /// The same, with something that is recorded in the same commit if the table accepts.
    async fn submit_with(
        &mut self,
        id: &CommandId,
        (act, by, at): (Act, Actor, Time),
        place: Option<usize>,
        keyed_by: Option<&Actor>,
        also: Option<Draft>,
    ) -> Result<Vec<Published>, Denial> {
        // A clock that is set back stands still until it has caught up.
        let at = at.max(self.latest);
        self.latest = at;
        let command = TableCommand::from(Command::one(act, by, at));
        let judged = match self.log.judge(id, &command).await {
            Ok(judged) => judged,
            Err(fault) => return Err(self.not_taken(&fault)),
        };
        let TableCommand::Acts(Command { by, .. }) = &command else {
            return Err(Denial::ours(&"a table is opened once"));
        };
        let tell = |(seq, event): (u64, Event), table: &Table| {
            Published::of(seq, event, table).keyed_by(keyed_by.map(Keyed::from))
        };
        let decision = match judged {
            Judged::New(decision) => decision,
            // The same answer as the first time. Where others sat then does not matter to whoever asked.
            Judged::Known(Answer::Accepted { first, events, .. }) => {
                return Ok((first..).zip(events).map(|message| tell(message, self.table())).collect());
            }
            Judged::Known(Answer::Refused { refusal, .. }) => {
                return Err(Denial::refused(&refusal, place));
            }
        };
        let events = decision.events().unwrap_or_default().to_vec();
        self.tally.foresee(&events, self.log.state());
        let first = decision.first();
        let published: Vec<Published> =
            (first..).zip(events.iter().cloned()).map(|message| tell(message, self.table())).collect();
        let prepared = match &mut self.cards {
            Some(cards) => {
                let by = By::from(&by.usual());
                cards.prepare(&events, self.log.state(), &self.ledger, (id, at, &by)).await.map(Some)
            }
            None => Ok(None),
        };
        let mut prepared = prepared.map_err(|fault| self.fails(&fault))?;
        let mut drafts = prepared.as_mut().map(|ready| std::mem::take(&mut ready.drafts)).unwrap_or_default();
        let note = keyed_by.map(|keyed_by| keyed_by::note(&self.config.id, id, at, keyed_by, &by.name));
        // What was refused was keyed by somebody too.
        drafts.extend(note.transpose().map_err(|fault| Denial::ours(&fault))?);
        drafts.extend(also.filter(|_| decision.events().is_ok()));
        match self.log.record(decision, drafts).await {
            Ok(Answer::Accepted { events, .. }) => {
                if let (Some(cards), Some(prepared)) = (&mut self.cards, prepared) {
                    cards.done(prepared, Closing { length: self.log.sequence(), hash: self.log.head() });
                }
                for event in &events {
                    self.scanner.follow(&event.fact);
                    self.visits.follow(event, self.log.state());
                    self.metrics.happened(event);
                }
                for (seq, event) in (first..).zip(&events) {
                    self.tally.follow(seq, event, self.log.state());
                }
                self.unsent.extend(published.iter().cloned().map(Arc::new));
                Ok(published)
            }
            Ok(Answer::Refused { refusal, .. }) => Err(Denial::refused(&refusal, place)),
            Err(fault) => Err(self.not_taken(&fault)),
        }
    }

    /// The ledger has not taken a command.
    fn not_taken(&mut self, fault: &LedgerError) -> Denial {
        match fault {
            LedgerError::OtherContent { .. } => Denial::same_id(),
            LedgerError::NoRoom { message } => {
                tracing::error!(table = self.config.id, message, "the disk is full");
                Denial::out_of_service("nothing can be recorded just now; nothing was done")
            }
            fault => self.fails(fault),
        }
    }

    /// The table cannot go on until somebody has looked.
    fn fails(&mut self, why: &dyn std::fmt::Display) -> Denial {
        tracing::error!(table = self.config.id, %why, "the table is out of service");
        self.out_of_service = Some(why.to_string());
        self.post(clock::now());
        Denial::out_of_service("this table is out of service; accepted wagers stand")
    }

    /// What a scanning shoe has read goes where it is due.
    async fn scan(&mut self, id: String, person: Person, came: Scanned) -> Result<Read, Denial> {
        self.check_service(person.role)?;
        if !may(person.role, Power::Deal) {
            return Err(Denial::not_yours(format!("a {} does not deal", person.role)));
        }
        if !self.is_felt() {
            let message = "this table is dealt from sealed shoes, which no device reads";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        if let Some(read) = self.scanner.answered(&id) {
            return Ok(read);
        }
        let offers = offer::offers(self.table(), clock::now());
        let read = match self.scanner.goes(came, &offers) {
            Route::Burns { left } => Read { seq: self.message.unwrap_or(0), published: Vec::new(), left },
            Route::Asks(act) => {
                let done = self.command(&id, &Asker::own(person), vec![act.clone()]).await;
                match done {
                    Ok(Done { seq, published }) => {
                        self.scanner.taken(came, &act);
                        Read { seq, published, left: 0 }
                    }
                    Err(problem) => {
                        self.scanner.astray(came);
                        self.tell_again();
                        return Err(problem);
                    }
                }
            }
        };
        self.scanner.answer(id, read.clone());
        Ok(read)
    }

    /// Somebody calls a supervisor.
    async fn call(&mut self, id: &str, person: &Person, why: String) -> Result<Call, Denial> {
        if !may(person.role, Power::Deal) {
            return Err(Denial::not_yours(format!("a {} calls nobody to a table", person.role)));
        }
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let called = self.calls.make(&self.ledger, &id, &person.actor(), clock::now(), why).await?;
        self.tell_again();
        Ok(called)
    }

    /// A supervisor answers a call.
    async fn answer_call(&mut self, id: &str, person: &Person, number: u32) -> Result<Call, Denial> {
        if !may(person.role, Power::Rule) {
            return Err(Denial::not_yours(format!("a {} answers no call", person.role)));
        }
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let answered = self.calls.answer(&self.ledger, &id, &person.actor(), clock::now(), number).await?;
        self.tell_again();
        Ok(answered)
    }

    /// Where people deal, only the clock acts by itself: once it has run out everybody is told what is due then.
    fn watch_clock(&mut self) -> Option<Time> {
        let Phase::Betting(Betting { until: Some(until), closed: false, .. }) = self.table().state().phase
        else {
            return None;
        };
        if clock::now() < until {
            return Some(until);
        }
        if self.rung.replace(until) != Some(until) {
            self.tell_again();
        }
        None
    }

    /// The automatic dealer does what is due, until something is to be waited for; says until when.
    async fn advance(&mut self) -> Option<Time> {
        if self.is_felt() {
            return self.watch_clock();
        }
        for _ in 0..BURST {
            if self.out_of_service.is_some() {
                return None;
            }
            let now = clock::now();
            let (act, by) = match self.due(now) {
                Step::Ask(act, by) => (act, by),
                Step::Wait(until) => return until,
                Step::Grant => {
                    let Some(cards) = &mut self.cards else { return None };
                    if let Err(fault) = cards.grant(self.log.state()).await {
                        self.fails(&fault);
                        return None;
                    }
                    continue;
                }
            };
            self.count += 1;
            let id = match command_id(&format!("dealer:{}:{}", self.started.0, self.count)) {
                Ok(id) => id,
                Err(fault) => {
                    self.fails(&fault);
                    return None;
                }
            };
            let regular = regulars::is_regular(&by.name);
            match self.submit(&id, act, by, now, None, None).await {
                Ok(published) => {
                    if regular {
                        self.refused = 0;
                    }
                    self.take_time(&published, now);
                }
                Err(_) if self.out_of_service.is_some() => return None,
                // A regular who may not do what came to mind has another idea, and after some time none.
                Err(problem) if regular => {
                    tracing::debug!(
                        table = self.config.id,
                        message = problem.message,
                        "a regular was refused"
                    );
                    self.refused = self.refused.wrapping_add(1);
                    self.rest = self.refused.is_multiple_of(8).then(|| later(now, 30_000));
                }
                Err(problem) => {
                    tracing::warn!(
                        table = self.config.id,
                        message = problem.message,
                        "the dealer was refused"
                    );
                    return Some(later(now, 5_000));
                }
            }
        }
        Some(clock::now())
    }

    /// People need time to see what happens.
    fn take_time(&mut self, published: &[Published], now: Time) {
        let Pace { card_ms, result_ms, .. } = self.config.pace;
        let wait = published.iter().map(|published_event| match &published_event.event.fact {
            Fact::Deal(deal::Fact::CoupDecided { .. }) | Fact::Pay(pay::Fact::AllSettled { .. }) => result_ms,
            Fact::Deal(deal::Fact::CardDealt { .. })
            | Fact::Deal(deal::Fact::Exposed { .. })
            | Fact::Bets(bets::Fact::BettingClosed { .. })
            | Fact::Pay(pay::Fact::CoupEnded { .. }) => card_ms,
            Fact::Deal(deal::Fact::Called { .. })
            | Fact::Cards(cards::Fact::CutMade { .. })
            | Fact::Cards(cards::Fact::CardBurnt { .. })
            | Fact::Cards(cards::Fact::RestBurnt { .. }) => card_ms,
            _ => 0,
        });
        self.deadlines.pace = wait.max().filter(|wait| *wait > 0).map(|wait| later(now, wait));
    }

    /// What the dealer, or a regular, does now.
    fn due(&mut self, now: Time) -> Step {
        if let Some(until) = self.deadlines.pace.filter(|until| now < *until) {
            return Step::Wait(Some(until));
        }
        self.deadlines.pace = None;
        if self.cards.as_ref().is_some_and(Cards::are_lost)
            && let Some(step) = self.without_shoe(now)
        {
            return step;
        }
        if let Some(step) = self.asked(now) {
            return step;
        }
        if matches!(self.table().state().phase, Phase::Betting(_)) {
            if let Some(step) = self.away(now) {
                return step;
            }
            if let Some(step) = self.betting(now) {
                return step;
            }
        } else {
            self.deadlines.betting = None;
        }
        match self.table().due_at(now) {
            // Only people decide, and say what is to be done after something went wrong.
            Due::Decide { .. } | Due::SayOfDevice { .. } | Due::AfterDevice { .. } => {
                return Step::Wait(None);
            }
            _ => {}
        }
        let Some(cards) = &mut self.cards else { return Step::Wait(None) };
        match cards.face_down() {
            Ok(down) => self.driver.set_face_down(down),
            Err(fault) => {
                self.fails(&fault);
                return Step::Wait(None);
            }
        }
        let Some(cards) = &mut self.cards else { return Step::Wait(None) };
        if cards.needs_grant(self.log.state()) {
            return Step::Grant;
        }
        match self.driver.next(self.log.state(), cards, now) {
            Next::Ask(act, by) => Step::Ask(act, by),
            Next::Wait(until) => Step::Wait(Some(until)),
            Next::Bets | Next::Choice(_) | Next::Nothing => Step::Wait(None),
            Next::NoCard => {
                let why =
                    cards.fault().map_or_else(|| "no card is left in the shoe".into(), ToString::to_string);
                self.fails(&why);
                Step::Wait(None)
            }
        }
    }

    /// The sealed shoe is lost. By the published policy the coup is reported, and set aside by the book or by whoever the book
    /// has decide; then the book is asked for any way to shuffle.
    fn without_shoe(&mut self, now: Time) -> Option<Step> {
        let dealer = staff_actor(BooksRole::Dealer);
        let why = "the sealed shoe is lost".to_owned();
        let missing = Report::Found { irregularity: Irregularity::CardMissing, why: why.clone() };
        let supply = self.table().state().shoe.supply;
        let replace =
            |when| Act::Cards(cards::Act::ReplaceCards { when, supply, other_colour: true, some: false });
        let state = self.table().state();
        let asks = |matter: &&Matter| matter.decided.is_none() && matter.remedies.contains(&Remedy::Void);
        let tried = match (&state.phase, state.matters.iter().rfind(asks)) {
            (Phase::Coup(_), Some(matter)) => {
                let decision =
                    Act::Trouble(trouble::Act::Decide { matter: matter.id, remedy: Remedy::Void, why });
                vec![(decision, staff_actor(matter.decides))]
            }
            (Phase::Coup(_), None) => vec![(Act::Trouble(trouble::Act::Report { report: missing }), dealer)],
            (Phase::Betting(_), _) => {
                let (supervisor, operator) =
                    (staff_actor(BooksRole::Supervisor), staff_actor(BooksRole::Operator));
                vec![
                    (Act::Cards(cards::Act::OrderShuffle { mix_doubted: false }), supervisor.clone()),
                    (Act::Cards(cards::Act::OrderShuffle { mix_doubted: true }), supervisor.clone()),
                    (replace(ReplaceWhen::AfterAnyCoup), operator),
                    (replace(ReplaceWhen::UnfitBetweenCoups), supervisor),
                ]
            }
            _ => return None,
        };
        for (act, by) in tried {
            if !self.table().state().staff.contains_key(&by.name) {
                return Some(Step::Ask(Act::People(table::people::Act::SignOn), by));
            }
            if self.table().decide(&Command::one(act.clone(), by.clone(), now)).is_ok() {
                return Some(Step::Ask(act, by));
            }
        }
        self.fails(&"the sealed shoe is lost, and the book gives no way to shuffle here");
        Some(Step::Wait(None))
    }

    /// A patron who is asked has time to answer; then the dealer goes on.
    fn asked(&mut self, now: Time) -> Option<Step> {
        let Some((name, what, side)) = asked(self.table()) else {
            (self.asked_since, self.deadlines.answer) = (None, None);
            return None;
        };
        if regulars::is_regular(&name) {
            return Some(self.decline_or_do(&name, what, side, true));
        }
        let known = self.asked_since.as_ref() == Some(&(name.clone(), what));
        let until = match self.deadlines.answer.filter(|_| known) {
            Some(until) => until,
            None => later(now, u64::from(self.config.pace.answer_seconds) * 1_000),
        };
        (self.asked_since, self.deadlines.answer) = (Some((name.clone(), what)), Some(until));
        if now < until {
            return Some(Step::Wait(Some(until)));
        }
        Some(self.decline_or_do(&name, what, side, false))
    }

    fn decline_or_do(&mut self, name: &Name, what: &str, side: Option<Side>, yes: bool) -> Step {
        let by = table::driver::patron(name);
        let act = match (what, yes) {
            ("cut", true) => {
                let within = may_cut(self.log.state());
                let usual = u16::midpoint(*within.start(), *within.end());
                Act::Cards(cards::Act::Cut {
                    at: self.cards.as_mut().map_or(usual, |cards| cards.cut_at(within)),
                })
            }
            ("cut", false) => Act::Cards(cards::Act::RefuseCut),
            ("take-role", true) => Act::Deal(deal::Act::TakeRole),
            ("take-hand", true) => Act::Deal(deal::Act::TakeHand),
            ("expose", _) => match self.turned(side.unwrap_or(Side::Player), Vec::new()) {
                Ok(act) => act,
                Err(_) => return Step::Wait(None),
            },
            _ => Act::Deal(deal::Act::RefuseHand),
        };
        Step::Ask(act, by)
    }

    /// A patron who has gone and has no wager gives up the seat.
    fn away(&mut self, now: Time) -> Option<Step> {
        let state = self.log.state().state();
        let at_rest = |name: &Name| state.stakes.iter().all(|stake| stake.patron != *name);
        let mut idle = state.players().map(|(name, _)| name).filter(|name| at_rest(name));
        let gone = idle.find(|name| !regulars::is_regular(name) && self.presence.away(name, now))?.clone();
        // Asked once: whoever may not leave now is asked again in a while.
        self.presence.heard(&gone, now);
        Some(Step::Ask(Act::People(table::people::Act::Leave), table::driver::patron(&gone)))
    }

    /// While wagers may be made: the regulars bet, and the dealer's own clock runs from the first wager.
    fn betting(&mut self, now: Time) -> Option<Step> {
        let state = self.table().state();
        let Phase::Betting(betting) = &state.phase else { return None };
        let (no_bet, closed) = (betting.no_bet.is_some(), betting.closed);
        let (stakes, book_clock) = (!state.stakes.is_empty(), betting.until);
        let period = state.settings.period_seconds.is_some();
        let somebody = state.players().next().is_some();
        let full =
            u64::from(state.settings.period_seconds.unwrap_or(self.config.pace.betting_seconds)) * 1_000;
        let until = book_clock.or(self.deadlines.betting);
        let left = until.map_or(full, |until| until.0.saturating_sub(now.0).max(0).unsigned_abs());
        let elapsed = (full.saturating_sub(left) * 100).checked_div(full).unwrap_or(100);
        let rests = self.rest.is_some_and(|until| now < until);
        let plays = !rests
            && match self.config.regulars {
                Regulars::None => false,
                Regulars::WhenWatched => self.feed.receiver_count() > 0,
                Regulars::Always => true,
            };
        // Where no clock runs yet, one of them makes a start.
        let elapsed = if until.is_none() { 100 } else { elapsed };
        if plays
            && !closed
            && let Some((act, by)) = regulars::next(self.table(), elapsed, self.refused)
        {
            return Some(Step::Ask(act, by));
        }
        if period {
            self.driver.close_bets();
            // A period that nobody used: the book may let the supervisor have a coup dealt on which nobody bets.
            if !stakes && !no_bet && somebody && book_clock.is_some_and(|until| now >= until) {
                return Some(self.empty_period());
            }
            let opens = matches!(self.table().due_at(now), Due::OpenBetting);
            return (opens && !somebody).then_some(Step::Wait(None));
        }
        if no_bet {
            self.driver.close_bets();
            return None;
        }
        if !stakes {
            self.deadlines.betting = None;
            let before_bets = matches!(
                self.table().due_at(now),
                Due::Call { .. } | Due::OfferRole { .. } | Due::OpenBetting
            );
            let again = (plays || rests).then(|| later(now, 1_000));
            return (!before_bets).then_some(Step::Wait(again));
        }
        let until = *self.deadlines.betting.get_or_insert(later(now, full));
        if now < until {
            let next = if plays { later(now, 700).min(until) } else { until };
            return Some(Step::Wait(Some(next)));
        }
        self.driver.close_bets();
        None
    }

    fn empty_period(&self) -> Step {
        let by = staff_actor(BooksRole::Supervisor);
        let on_duty = self.table().state().staff.contains_key(&by.name);
        let source = NoBetSource::EmptyPeriod;
        match on_duty {
            false => Step::Ask(Act::People(table::people::Act::SignOn), by),
            true => Step::Ask(
                Act::Bets(bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: false }),
                by,
            ),
        }
    }
}

/// The id of one act of several that go under one id.
fn placed(id: &str, place: usize) -> String {
    if place == 0 { id.to_owned() } else { format!("{id}/{place}") }
}

/// The first of these in whose part the table agrees; else the first whom it refuses for another reason than the part.
fn fitting(table: &Table, act: &Act, actors: &[Actor], at: Time) -> Actor {
    let judged = actors.iter().map(|by| {
        let judged = table.decide(&Command::one(act.clone(), by.clone(), at));
        let rank = match judged {
            Ok(_) => 0,
            Err(refusal) if matches!(refusal.reason, Reason::NotInThatRole | Reason::NotSignedOn) => 2,
            Err(_) => 1,
        };
        (rank, by)
    });
    // Nobody asks in no part at all; the first stands for all that are alike.
    judged
        .min_by_key(|(rank, _)| *rank)
        .map_or_else(|| staff_actor(BooksRole::Employee), |(_, by)| by.clone())
}

/// A table at rest takes up the edition of its book that the settings have; any other goes on under the one it has.
async fn take_edition(log: &mut Log<Table>, config: &TableConfig, now: Time) -> Result<(), LedgerError> {
    let before = log.edition().clone();
    let edition = Edition { hash: config.book.hash, rules: config.book.book.clone() };
    let id = command_id(&format!("edition:{}:{}", log.sequence(), edition.hash))?;
    match log.take_edition(&id, edition, By::from(&staff_actor(BooksRole::Operator)), now).await {
        Ok(false) => {}
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
        }
        Err(LedgerError::NotAtRest { why, .. }) => {
            tracing::warn!(
                table = config.id,
                why,
                "the table goes on under the edition of its book that it has"
            );
        }
        Err(fault) => return Err(fault),
    }
    Ok(())
}

/// A table is dealt either by people or from sealed shoes, for as long as its log goes.
async fn check_dealt_alike(config: &TableConfig, table: &Table, ledger: &Ledger) -> Result<(), CardsFault> {
    let sealed = !read_record(ledger, &config.id, 1).await?.is_empty();
    let message = match config.cards {
        CardsFrom::Felt if sealed => {
            "its log tells of sealed shoes; a table dealt by people needs an id of its own"
        }
        CardsFrom::Sealed if !sealed && table.state().shoe.drawn + u16::from(table.state().coups > 0) > 0 => {
            "its log tells of cards dealt by people; a table with sealed shoes needs an id of its own"
        }
        _ => return Ok(()),
    };
    Err(CardsFault::Differs(message.to_owned()))
}

enum Step {
    Ask(Act, Actor),
    Wait(Option<Time>),
    /// The vault is asked for leave to draw cards.
    Grant,
}

/// What is read of a table's past when the house opens.
struct Past {
    latest: Time,
    cards: Replayed,
    visits: Visits,
    tally: Tally,
    at_hand: VecDeque<Arc<Published>>,
}

impl Past {
    fn new(config: &TableConfig) -> Past {
        Past {
            latest: Time::default(),
            cards: Replayed::default(),
            visits: Visits::default(),
            tally: Tally::new(&config.id, &config.book.book),
            at_hand: VecDeque::new(),
        }
    }

    async fn read(&mut self, ledger: &Ledger, stream: &Stream) -> Result<(), CannotRun> {
        let shelf = Shelf::read(&**ledger.store(), None).await?;
        let mut table: Option<Table> = None;
        let mut edition = Hash::NONE;
        let keyed = keyed_by::read(ledger, stream.name()).await?;
        let mut from = 0;
        loop {
            let page = ledger.store().read(stream, from, 1_000).await.map_err(LedgerError::from)?;
            let Some(last) = page.last() else { return Ok(()) };
            from = last.end();
            for record in page.iter().flat_map(|entry| entry.records()) {
                let book = record.entry.book;
                if book != edition
                    && let Some(open) = &table
                {
                    table = open.with_rules(&shelf.book(book)?);
                }
                edition = book;
                if let (true, Some(table)) = (record.sequence == record.entry.first, &table) {
                    self.tally.foresee(&started(record.entry)?, table);
                }
                let Some(event) = ledger::event::<Table>(&record)? else { continue };
                self.latest = self.latest.max(event.at);
                match &mut table {
                    None => {
                        table = Table::replay(shelf.book(book)?, std::slice::from_ref(&event));
                        if let Some(table) = &table {
                            self.tally.follow(record.sequence, &event, table);
                        }
                    }
                    Some(table) => {
                        let at = Closing { length: record.entry.end(), hash: record.entry.head() };
                        self.cards.follow(&event, table, at);
                        let keyed_by = keyed.get(&record.entry.command).cloned();
                        let published_event =
                            Published::of(record.sequence, event.clone(), table).keyed_by(keyed_by);
                        table.apply(&event);
                        self.visits.follow(&event, table);
                        self.tally.follow(record.sequence, &event, table);
                        if self.at_hand.len() == AT_HAND {
                            self.at_hand.pop_front();
                        }
                        self.at_hand.push_back(Arc::new(published_event));
                    }
                }
            }
        }
    }
}

/// The event of a command that starts a coup, if it has one.
fn started(entry: &Entry) -> Result<Vec<Event>, LedgerError> {
    let events = ledger::events::<Table>(entry)?.into_iter().map(|(_, event)| event);
    Ok(events.filter(|event| matches!(event.fact, Fact::Deal(deal::Fact::CoupStarted { .. }))).collect())
}

fn lobby(
    config: &TableConfig,
    table: &Table,
    service: Service,
    deadlines: &Deadlines,
    now: Time,
) -> LobbyTable {
    let board = Board::of(table, &ShoeView::default(), deadlines, service, now);
    let state = table.state();
    LobbyTable {
        id: config.id.clone(),
        name: config.name.clone(),
        book: config.book.book.id.clone(),
        book_name: config.book.book.name.clone(),
        cards: config.cards,
        phase: board.phase,
        betting: board.betting.open,
        limits: state.settings.limits,
        seats: state.settings.seats,
        taken: board.seats.len(),
        options: state.settings.options.clone(),
        results: state.results.iter().map(|result| result.winner).collect(),
        coups: state.coups,
        service,
    }
}

fn roads(table: &Table, shoe: u32) -> Bytes {
    let score = |result: &table::state::Result| CoupResult {
        winner: result.winner,
        player_pair: result.player_pair.is_some(),
        banker_pair: result.banker_pair.is_some(),
        natural: result.natural,
    };
    let state = table.state();
    let roads: Roads = state.results.iter().map(score).collect();
    let message = serde_json::json!({ "shoe": shoe, "coup": state.coups, "roads": roads });
    Bytes::from(message.to_string())
}
