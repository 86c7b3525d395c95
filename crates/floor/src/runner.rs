//! A running table: one task that owns the table's log, its clock and what is shown of it, and through which everything goes.

mod chips;
mod day;
mod pictures;
mod pit;
mod tournament_session;

pub use chips::{CageMove, Dealing, Holdings, rests_on_count, signature_of};
pub use pit::Approver;
pub use tournament_session::SessionChange;

use crate::admission::{Admission, Request, is_wager};
use crate::automatic_staff;
use crate::cage_desk::{self, CageDesk};
use crate::call::{self, Call, CallAct, Calls};
use crate::cards::{Cards, command_id};
use crate::commit::{Also, Commit, NotDone, Recorded};
use crate::config::{CardsFrom, TableConfig};
use crate::dealer::{Dealer, Step, turned_over};
use crate::exclusions::{self, Exclusions};
use crate::keyed_by::Keyed;
use crate::metrics::Metrics;
use crate::offer;
use crate::own_limits::OwnLimitsDesk;
use crate::past::{self, CannotRun, Opened};
use crate::presence::{self, OpenPage};
use crate::proposals::{self, Proposals};
use crate::regulars;
use crate::scanned::Scanned;
use crate::scanner::{self, AnotherCard, BurnScan, Route, ScanAnswer, Scanner};
use crate::session::Sessions;
use crate::shown::Shown;
pub use crate::shown::{Since, Subscription};
use crate::timing::Deadlines;
use crate::view::board::Readiness;
use crate::view::{Board, Coups, LobbyTable, Service, ShoeView, View};
use crate::vouchers::{self, VoucherRegister};
use archive::Shelf;
use baccarat::card::Card;
use bytes::Bytes;
use ledger::{By, CommandId, Ledger, Log};
use people::clock::{self, later};
use people::denial::Denial;
use people::role::{Power, Role, may};
use people::viewer::{Person, Viewer};
use promotion::vouchers::VoucherAct;
use shoe::Keeper;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};
use table::driver::patron;
use table::state::{Betting, Phase};
use table::{Act, Actor, Command, Fact, Name, Settings, Table, Time, deal, pay, people as patrons, trouble};
use tokio::sync::{mpsc, oneshot, watch};

/// The most commands of the dealer and the regulars between two looks at what people ask.
const BURST: usize = 96;
/// How long automatic staff wait after they were refused, in milliseconds.
const AFTER_REFUSAL: u64 = 5_000;
/// The most requests of people that are answered before anything else is looked at.
const ANSWERED: usize = 32;

/// Whoever waits for coups that are over.
type CoupsReply = oneshot::Sender<Result<Coups, Denial>>;

/// What is asked of a running table.
enum Ask {
    Command { id: String, request: Request, reply: oneshot::Sender<Result<Recorded, Denial>> },
    Scan { id: String, person: Person, came: Scanned, reply: oneshot::Sender<Result<ScanAnswer, Denial>> },
    Call { id: String, person: Person, why: String, reply: oneshot::Sender<Result<Call, Denial>> },
    AnswerCall { id: String, person: Person, number: u32, reply: oneshot::Sender<Result<Call, Denial>> },
    View { viewer: Viewer, reply: oneshot::Sender<View> },
    Follow { viewer: Viewer, since: Option<Since>, reply: oneshot::Sender<Following> },
    Ready { name: Name, coup: u32, reply: oneshot::Sender<Result<Readiness, Denial>> },
    Coups { viewer: Viewer, before: Option<u32>, limit: usize, reply: CoupsReply },
    Cage { id: String, person: Person, what: CageMove, reply: oneshot::Sender<Result<Recorded, Denial>> },
    Holdings { reply: oneshot::Sender<Holdings> },
    OnDuty { reply: oneshot::Sender<BTreeSet<Name>> },
    SignOff { name: Name, reply: oneshot::Sender<Result<(), Denial>> },
    Settings { reply: oneshot::Sender<Settings> },
    Retire { reply: oneshot::Sender<Result<(), Denial>> },
    Rename { name: String, reply: oneshot::Sender<()> },
    Pit(pit::PitAsk),
    Session(tournament_session::SessionAsk),
}

/// The beginning of a feed, and the rest of it.
pub struct Following {
    /// The first message.
    pub first: Bytes,
    /// Up to which event it tells.
    pub seq: u64,
    /// What comes then.
    pub rest: Subscription,
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

    /// Asks something of it under an id. The same id and content gives the same answer for ever.
    pub async fn command(&self, id: String, request: Request) -> Result<Recorded, Denial> {
        self.ask(|reply| Ask::Command { id, request, reply }).await?
    }

    /// Tells it what a scanning shoe has read.
    pub async fn scan(&self, id: String, person: Person, came: Scanned) -> Result<ScanAnswer, Denial> {
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

    /// Follows it from now on: told the whole of it first, or what has happened since.
    pub async fn follow(&self, viewer: Viewer, since: Option<Since>) -> Result<Following, Denial> {
        self.ask(|reply| Ask::Follow { viewer, since, reply }).await
    }

    /// Somebody who plays there is ready for the cards of a coup.
    pub async fn ready(&self, name: Name, coup: u32) -> Result<Readiness, Denial> {
        self.ask(|reply| Ask::Ready { name, coup, reply }).await?
    }

    /// Coups that are over.
    pub async fn coups(&self, viewer: Viewer, before: Option<u32>, limit: usize) -> Result<Coups, Denial> {
        self.ask(|reply| Ask::Coups { viewer, before, limit, reply }).await?
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Result<T, Denial> {
        let gone = || Denial::out_of_service("this table has stopped");
        let (reply, answer) = oneshot::channel();
        self.asks.send(ask(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())
    }
}

/// The task of a table.
struct Runner {
    config: TableConfig,
    commit: Commit,
    shown: Shown,
    /// What is derived from its log, as it is kept.
    keeping: past::Keeping,
    dealer: Dealer,
    /// Until when automatic staff look at what they have done.
    staff_rests: Option<Time>,
    scanner: Scanner,
    calls: Log<Calls>,
    proposals: Log<Proposals>,
    vouchers: Arc<VoucherRegister>,
    sessions: Sessions,
    exclusions: Arc<Exclusions>,
    cage: Option<Arc<CageDesk>>,
    dealing: Arc<Dealing>,
    own_limits: Arc<OwnLimitsDesk>,
    /// The wagering clock whose end was told last.
    rung: Option<Time>,
    out_of_service: Option<String>,
    /// The table may have closed with people at it.
    clearing: bool,
    /// Patrons may be gone whose chips are still here.
    carrying: bool,
    posted: Arc<RwLock<Posted>>,
    /// Shoe, results and coups counted for which the roads were drawn last.
    drawn: (u32, usize, u32),
    /// The clocks of which everybody who watches was told.
    told_clocks: Deadlines,
    /// When the task began, and how many commands it has asked of the table itself: together an id that was never used.
    own: (Time, u64),
    metrics: Arc<Metrics>,
    stop: watch::Receiver<bool>,
}

/// What all tables of a house share.
#[derive(Clone)]
pub struct Shared {
    /// Its figures.
    pub metrics: Arc<Metrics>,
    /// The register of vouchers.
    pub vouchers: Arc<VoucherRegister>,
    /// The tournaments.
    pub sessions: Sessions,
    /// Whoever may no longer play.
    pub exclusions: Arc<Exclusions>,
    /// The cage, in a house that has one.
    pub cage: Option<Arc<CageDesk>>,
    /// Who deals where.
    pub dealing: Arc<Dealing>,
    /// Players' own limits.
    pub own_limits: Arc<OwnLimitsDesk>,
}

/// Opens a table, new or where it was left, and runs it.
pub async fn run(
    config: TableConfig,
    (ledger, shelf): (Ledger, &Shelf),
    keeper: Arc<dyn Keeper>,
    shared: Shared,
    stop: watch::Receiver<bool>,
) -> Result<(Running, tokio::task::JoinHandle<()>), CannotRun> {
    let runner = Runner::open(config, (ledger, shelf), keeper, shared, stop).await?;
    let (asks, received) = mpsc::channel(256);
    let running = Running { id: runner.config.id.as_str().into(), asks, posted: runner.posted.clone() };
    Ok((running, tokio::spawn(runner.run(received))))
}

impl Runner {
    async fn open(
        config: TableConfig,
        (ledger, shelf): (Ledger, &Shelf),
        keeper: Arc<dyn Keeper>,
        Shared { metrics, vouchers, sessions, exclusions, cage, dealing, own_limits }: Shared,
        stop: watch::Receiver<bool>,
    ) -> Result<Runner, CannotRun> {
        let now = clock::now();
        let Opened { commit, shown, keeping } =
            past::open(&config, &ledger, shelf, keeper, metrics.clone()).await?;
        let commit = commit.with_sessions(sessions.clone());
        let out_of_service = commit.cards.as_ref().and_then(Cards::given_up).map(str::to_owned);
        let calls = ledger.log::<Calls>(&config.id).await?;
        let proposals = ledger.log::<Proposals>(&config.id).await?;
        let dealer = Dealer::new();
        let board = Board::of(shown.table(), &ShoeView::default(), &dealer.deadlines, Service::Open, now);
        let lobby = pictures::lobby(&config, shown.table(), &board);
        let posted = Posted { lobby, roads: Bytes::new(), shoe: 0, version: 0 };
        let mut runner = Runner {
            config,
            commit,
            shown,
            keeping,
            dealer,
            staff_rests: None,
            scanner: Scanner::default(),
            calls,
            proposals,
            vouchers,
            sessions,
            exclusions,
            cage,
            dealing,
            own_limits,
            rung: None,
            out_of_service,
            clearing: true,
            carrying: true,
            posted: Arc::new(RwLock::new(posted)),
            drawn: (u32::MAX, usize::MAX, u32::MAX),
            told_clocks: Deadlines::default(),
            own: (now, 0),
            metrics,
            stop,
        };
        let played = runner.shown.visits.played();
        runner.own_limits.begin(&runner.config.id, played, runner.commit.table());
        runner.note_barred();
        runner.post(now);
        runner.note_dealers();
        if runner.is_felt() {
            let last = BurnScan::last(runner.commit.ledger(), &runner.config.id).await?;
            let answers = offer::answers(runner.commit.table(), now);
            runner.scanner.resume(last, runner.commit.table(), &answers);
        }
        if let Err(denial) = runner.be_adopted().await {
            tracing::error!(table = runner.config.id, ?denial, "the cage does not know the table");
        }
        Ok(runner)
    }

    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        let id = self.config.id.clone();
        tracing::info!(table = id, coups = self.table().state().coups, "the table is running");
        while !*self.stop.borrow() {
            let wait = self.advance().await;
            self.flush();
            self.tell_clocks();
            self.keeping.look(&mut self.commit, &self.shown, false).await;
            tokio::select! {
                asked = asks.recv() => match asked {
                    None => break,
                    Some(asked) => {
                        self.answer(asked).await;
                        // Whatever else has come meanwhile goes out together, and so does the clock that a first wager starts.
                        for _ in 0..ANSWERED {
                            match asks.try_recv() {
                                Ok(asked) => self.answer(asked).await,
                                Err(_) => break,
                            }
                        }
                    }
                },
                () = clock::wait_until(until(wait)) => {}
                _ = self.stop.changed() => break,
            }
        }
        self.shown.show_all();
        self.flush();
        self.keeping.look(&mut self.commit, &self.shown, true).await;
        tracing::info!(table = id, "the table has stopped; its coup goes on when the house opens again");
    }

    /// The table as it is on record.
    fn table(&self) -> &Table {
        self.commit.table()
    }

    fn is_felt(&self) -> bool {
        self.config.cards == CardsFrom::Felt
    }

    fn admission(&self) -> Admission<'_> {
        Admission { config: &self.config, table: self.commit.table() }
    }

    async fn answer(&mut self, ask: Ask) {
        // Whoever asked may be gone; what was done stands.
        match ask {
            Ask::Command { id, request, reply } => {
                let done = self.command(&id, request).await;
                self.metrics.commanded(done.is_ok());
                let _ = reply.send(done);
            }
            Ask::Scan { id, person, came, reply } => {
                let read = self.scan(id, person, came).await;
                self.metrics.commanded(read.is_ok());
                let _ = reply.send(read);
            }
            Ask::Call { id, person, why, reply } => {
                let _ = reply.send(self.call(&id, &person, why).await);
            }
            Ask::AnswerCall { id, person, number, reply } => {
                let _ = reply.send(self.answer_call(&id, &person, number).await);
            }
            Ask::View { viewer, reply } => {
                self.flush();
                // Whoever looks is there.
                if let Some(name) = viewer.player() {
                    self.dealer.presence.heard(name, clock::now());
                }
                let _ = reply.send(self.view(&viewer, clock::now()));
            }
            Ask::Follow { viewer, since, reply } => {
                self.flush();
                let mut following = self.follow(&viewer, since);
                let now = clock::now();
                following.here = viewer.player().map(|name| self.dealer.presence.follows(name, now));
                let _ = reply.send(following);
            }
            Ask::Ready { name, coup, reply } => {
                let _ = reply.send(self.ready(&name, coup));
            }
            Ask::Coups { viewer, before, limit, reply } => {
                // What is old is read from the log, and nobody else waits for that.
                let (table, old) = (self.shown.table().clone(), self.commit.old_coups());
                let visit = viewer.player().and_then(|name| self.shown.visits.of(name));
                let void = visit.map(|visit| visit.void.clone()).unwrap_or_default();
                tokio::spawn(async move {
                    let page = old.page(&table, &viewer, &void, (before, limit)).await;
                    let _ = reply.send(page.map_err(|fault| Denial::ours(&fault)));
                });
            }
            Ask::Cage { id, person, what, reply } => {
                let _ = reply.send(self.with_cage(&id, &person, what).await);
            }
            Ask::Holdings { reply } => {
                let _ = reply.send(self.holdings());
            }
            Ask::OnDuty { reply } => {
                let _ = reply.send(self.on_duty());
            }
            Ask::SignOff { name, reply } => {
                let _ = reply.send(self.sign_off(&name).await);
            }
            Ask::Settings { reply } => {
                let _ = reply.send(self.table().state().settings.clone());
            }
            Ask::Retire { reply } => {
                let _ = reply.send(self.retire());
            }
            Ask::Rename { name, reply } => {
                self.rename(name);
                let _ = reply.send(());
            }
            Ask::Pit(ask) => self.answer_pit(ask).await,
            Ask::Session(ask) => self.answer_session(ask).await,
        }
    }

    /// What somebody asks. What was asked before is answered as it was then.
    async fn command(&mut self, id: &str, mut request: Request) -> Result<Recorded, Denial> {
        self.check_service(request.asker.person.role)?;
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let now = clock::now();
        self.dealer.presence.heard(&request.asker.person.name, now);
        if !self.is_felt() {
            request.acts.iter_mut().for_each(leave_out_cards);
        }
        if let Some(patron) = &request.asker.patron {
            request.asker.patron = Some(self.as_known(patron).await);
        }
        match self.commit.known(&id, &request.command(now)).await {
            Ok(Some(recorded)) => return Ok(recorded),
            Ok(None) => {}
            Err(fault) => return Err(self.not_done(fault)),
        }
        self.check_excluded(&request)?;
        if let [Act::People(patrons::Act::BringChips { .. })] = request.acts[..] {
            return self.bring(&id, &request).await;
        }
        self.admission().check(&request)?;
        self.check_cage(&request)?;
        self.check_duty(&request)?;
        self.check_own_limits(&request, now)?;
        for act in &mut request.acts {
            self.complete(act)?;
        }
        let command = request.command(now);
        if request.asker.patron.is_none() && self.takes_two_by_effect(&command).await.is_some() {
            return Err(Denial::needs_two());
        }
        let keyed_by = request.asker.patron.as_ref().map(|_| request.asker.person.actor());
        let keyed_by = keyed_by.or_else(|| request.device.clone());
        if let [Act::People(patrons::Act::SwapVoucher { number: Some(_), .. })] = request.acts[..] {
            return self.swap_voucher(&id, request, keyed_by.as_ref(), now).await;
        }
        if request.acts.iter().any(is_wager) {
            self.dealer.bets_again(&command.by.name);
        }
        let comes = keyed_by.is_none() && request.acts.contains(&Act::People(patrons::Act::Arrive));
        let recorded = match self.play_counted(&command).await? {
            Some(by) => {
                let asks = cage_desk::by(&request.asker.person);
                self.count_play(&id, command, (by, asks), keyed_by.as_ref()).await
            }
            None => self.submit(&id, command, Also { keyed_by }).await,
        };
        self.own_limits.settle(&self.config.id, self.commit.table());
        let recorded = recorded?;
        if recorded.events.iter().any(day::is_opening) {
            self.be_adopted().await?;
        }
        if comes {
            self.bring_along(&request.asker.person.name).await;
        }
        // Whoever is answered finds it done.
        self.end_visits().await;
        if self.scanner.kept().is_some()
            && let Err(denial) = self.lay_kept().await
        {
            tracing::warn!(table = self.config.id, ?denial, "a card that was read could not be laid");
        }
        Ok(recorded)
    }

    /// Somebody is ready for the cards: once everybody who plays is, the dealer does not wait for the clock.
    fn ready(&mut self, name: &Name, coup: u32) -> Result<Readiness, Denial> {
        let not_now = |message: &str| Err(Denial::conflict("not-ready-now", message));
        if !self.deals() {
            return not_now("people deal at this table, and say when");
        }
        if coup != self.table().coup_number() {
            return not_now("betting on that coup is over");
        }
        if self.table().state().present(name).is_none() {
            return not_now("only whoever plays here is waited for");
        }
        self.dealer.is_ready(name, coup);
        match self.dealer.readiness(self.table()) {
            Some(readiness) => {
                self.tell_again();
                Ok(readiness)
            }
            None => not_now("nobody has bet, or a clock of the book's own runs, which nobody shortens"),
        }
    }

    /// A voucher is worth what the register says, once.
    async fn swap_voucher(
        &mut self,
        id: &CommandId,
        mut request: Request,
        keyed_by: Option<&Actor>,
        now: Time,
    ) -> Result<Recorded, Denial> {
        let shared = self.vouchers.clone();
        let opened = shared.lock(self.commit.ledger()).await;
        let mut register = opened.map_err(|fault| self.not_done(NotDone::from(fault)))?;
        let [Act::People(patrons::Act::SwapVoucher { worth, number: Some(number) })] = &mut request.acts[..]
        else {
            return Err(Denial::unprocessable("number: a voucher is handed in alone"));
        };
        let good = register.state().good(number, &self.config.id, now).map_err(vouchers::denial)?;
        *worth = good.worth;
        let (number, worth) = (number.clone(), *worth);
        let command = request.command(now);
        let patron = command.by.name.clone();
        let swap = VoucherAct::Swap { number, worth, patron, table: self.config.id.clone() };
        let done = self.commit.swap_voucher(id, command, (&mut *register, swap), keyed_by).await;
        let recorded = done.map_err(|fault| self.not_done(fault))?;
        self.take_in(&recorded, keyed_by.map(Keyed::from).as_ref());
        Ok(recorded)
    }

    /// Tells the other tables whom this one has barred.
    fn note_barred(&self) {
        self.exclusions.note(&self.config.id, self.commit.table().state().barred.keys());
    }

    /// Whoever another table has barred does not play at this one.
    fn check_excluded(&self, request: &Request) -> Result<(), Denial> {
        let person = &request.asker.person;
        let player = (person.role == Role::Player).then_some(&person.name);
        let Some(name) = request.asker.patron.as_ref().or(player) else { return Ok(()) };
        match self.exclusions.elsewhere(&self.config.id, name) {
            Some(table) if request.acts.iter().any(exclusions::plays) => {
                let message = format!("{name} was barred from play at table {table}");
                Err(Denial::conflict("barred", message))
            }
            _ => Ok(()),
        }
    }

    /// Nobody plays beyond the limits that they have set themselves, whoever keys it.
    fn check_own_limits(&self, request: &Request, now: Time) -> Result<(), Denial> {
        let person = &request.asker.person;
        let player = (person.role == Role::Player).then_some(&person.name);
        let Some(name) = request.asker.patron.as_ref().or(player) else { return Ok(()) };
        self.own_limits.admit(&self.config.id, name, &request.acts, self.commit.table(), now)
    }

    fn check_service(&self, role: Role) -> Result<(), Denial> {
        let Some(why) = &self.out_of_service else { return Ok(()) };
        let message = "this table is out of service; accepted wagers stand".to_owned();
        Err(Denial::out_of_service(match role {
            Role::Player => message,
            _ => format!("{message}: {why}"),
        }))
    }

    /// A card that was read and waits is not passed over: it is the next one, and is told of before the coup ends.
    fn check_kept(&self, act: &Act) -> Result<(), Denial> {
        let Some(kept) = self.scanner.kept() else { return Ok(()) };
        let message = match act {
            Act::Deal(deal::Act::DealCard { card: Some(card), .. }) if *card != kept.card => {
                format!("the shoe read {} before, which comes first; keyed is {card}", kept.card)
            }
            Act::Pay(pay::Act::CollectCards) => {
                format!("the shoe read {}, which lies nowhere: report what happened to it", kept.card)
            }
            _ => return Ok(()),
        };
        Err(Denial::conflict("a-card-waits", message))
    }

    /// Lays the card that left the shoe before it was due, once it is.
    async fn lay_kept(&mut self) -> Result<(), Denial> {
        let answers = offer::answers(self.table(), clock::now());
        let (Some(act), Some(kept)) = (self.scanner.lays(&answers), self.scanner.kept().cloned()) else {
            return Ok(());
        };
        let id =
            command_id(&format!("{}:kept", kept.id)).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let command = Request::own(kept.by, vec![act.clone()]).command(clock::now());
        self.submit(&id, command, Also::default()).await?;
        self.scanner.taken(Scanned::Card(kept.card), &act);
        Ok(())
    }

    /// Names the cards of a hand that lie face down, for whoever turns them over.
    fn complete(&mut self, act: &mut Act) -> Result<(), Denial> {
        self.check_kept(act)?;
        let Act::Deal(deal::Act::Expose { side, cards: keyed }) = act else { return Ok(()) };
        if let Some(cards) = &mut self.commit.cards {
            *act = turned_over(cards, *side)?;
        } else if keyed.is_empty()
            && let Some(read) = self.scanner.face_down(self.commit.table(), *side)
        {
            *keyed = read;
        } else if let Some(read) = self.scanner.differs(self.commit.table(), *side, keyed) {
            let listed = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let message = format!(
                "the shoe read {}, keyed are {}: key what was read, or report that the scanner differs",
                listed(&read),
                listed(keyed)
            );
            return Err(Denial::conflict("scanner-differs", message));
        }
        Ok(())
    }

    /// Puts a command on record, and what follows in line to be shown.
    async fn submit(&mut self, id: &CommandId, command: Command, also: Also) -> Result<Recorded, Denial> {
        let keyed_by = also.keyed_by.as_ref().map(Keyed::from);
        match self.commit.submit(id, command, also).await {
            Ok(recorded) => {
                self.take_in(&recorded, keyed_by.as_ref());
                Ok(recorded)
            }
            Err(fault) => Err(self.not_done(fault)),
        }
    }

    fn take_in(&mut self, recorded: &Recorded, keyed_by: Option<&Keyed>) {
        if recorded.again {
            return;
        }
        recorded.events.iter().for_each(|event| self.scanner.follow(&event.fact));
        self.own_limits.follow(&self.config.id, &recorded.events, self.commit.table());
        let sanctions = |fact: &Fact| matches!(fact, Fact::Trouble(trouble::Fact::Sanctioned { .. }));
        if recorded.events.iter().any(|event| sanctions(&event.fact)) {
            self.note_barred();
        }
        self.clearing |= recorded.events.iter().any(day::may_clear);
        self.carrying = self.cage.is_some();
        if recorded.events.iter().any(day::is_duty) {
            self.note_dealers();
        }
        self.shown.queue(recorded, keyed_by);
        match self.is_felt() {
            // Where people deal, what is keyed has been seen on the felt.
            true => self.shown.show_all(),
            false => self.shown.show(clock::now()),
        }
    }

    fn not_done(&mut self, fault: NotDone) -> Denial {
        match fault {
            NotDone::Refused(refusal) => Denial::refused(&refusal, Some(refusal.act)),
            NotDone::Voucher(refusal) => vouchers::denial(refusal),
            NotDone::Cage(refusal) => cage_desk::denial(refusal),
            NotDone::Proposal(refusal) => proposals::denial(refusal),
            NotDone::Session(refusal) => hall::contest::denied(&refusal),
            NotDone::Later(message) => Denial::out_of_service(message),
            NotDone::SameId => Denial::same_id(),
            NotDone::Moved => {
                Denial::out_of_service("others were first time and again; nothing was done, ask again")
            }
            NotDone::NoRoom(message) => {
                tracing::error!(table = self.config.id, message, "the disk is full");
                Denial::out_of_service("nothing can be recorded just now; nothing was done")
            }
            NotDone::Broken(why) => self.fails(&why),
        }
    }

    /// The table cannot go on until somebody has looked.
    fn fails(&mut self, why: &dyn std::fmt::Display) -> Denial {
        tracing::error!(table = self.config.id, %why, "the table is out of service");
        self.out_of_service = Some(why.to_string());
        self.post(clock::now());
        Denial::out_of_service("this table is out of service; accepted wagers stand")
    }

    /// Whoever deals here now: a shoe's cards are dealt by their hand.
    fn dealer_on_duty(&self) -> Result<Person, Denial> {
        let staff = &self.commit.table().state().staff;
        let dealer = staff.iter().find(|(_, roles)| roles.contains(&Role::Dealer.at_table()));
        dealer.map(|(name, _)| Person { name: name.clone(), role: Role::Dealer }).ok_or_else(|| {
            Denial::conflict(
                "not-signed-on",
                "no dealer is signed on at this table, so that no card is dealt",
            )
        })
    }

    /// What a scanning shoe has read goes where it is due.
    async fn scan(&mut self, id: String, person: Person, came: Scanned) -> Result<ScanAnswer, Denial> {
        self.check_service(person.role)?;
        if !may(person.role, Power::Deal) && person.role != Role::Device {
            return Err(Denial::not_yours(format!("a {} does not deal", person.role)));
        }
        if !self.is_felt() {
            let message = "this table is dealt from sealed shoes, which no device reads";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        if person.role == Role::Device && !is_shoe_of(&person.name.0, &self.config.id) {
            let id = &self.config.id;
            let message = format!(
                "`{}` is no shoe of this table; allowed is one that is called `{id}`, or `{id} ...`",
                person.name
            );
            return Err(Denial::not_yours(message));
        }
        let device = (person.role == Role::Device).then(|| person.actor());
        let person = if device.is_some() { self.dealer_on_duty()? } else { person };
        match self.scanner.answered(&id, came) {
            Ok(Some(read)) => return Ok(read),
            Ok(None) => {}
            Err(AnotherCard) => return Err(Denial::same_id()),
        }
        let own = command_id(&id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        if let Some(read) = self.scanned_before(&own, came).await? {
            return Ok(read);
        }
        if let (Scanned::Card(_), Some(kept)) = (came, self.scanner.kept()) {
            let message = format!("{} left the shoe before and waits to be laid", kept.card);
            return Err(Denial::conflict("a-card-waits", message));
        }
        let answers = offer::answers(self.table(), clock::now());
        let read = match self.scanner.route(came, &answers) {
            Route::Burns { left } => {
                let next = self.shown.seq.map_or(0, |seq| seq + 1);
                let (shoe, burnt) = (self.table().state().shoe.number, self.scanner.burnt());
                let by = device.as_ref().map_or_else(|| cage_desk::by(&person), By::from);
                let at = self.commit.not_before(clock::now());
                let noted = match (BurnScan { shoe, burnt, left, next }).note(&self.config.id, &own, at, by) {
                    Ok(note) => self.commit.ledger().append(note).await,
                    Err(fault) => Err(fault),
                };
                if let Err(fault) = noted {
                    self.scanner.unburn();
                    return Err(self.not_done(NotDone::from(fault)));
                }
                ScanAnswer { recorded: Recorded { first: next, events: Vec::new(), again: false }, left }
            }
            Route::Asks(act) => {
                let asked = Request { device, ..Request::own(person.clone(), vec![act.clone()]) };
                match self.command(&id, asked).await {
                    Ok(recorded) => {
                        self.scanner.taken(came, &act);
                        ScanAnswer { recorded, left: 0 }
                    }
                    Err(denial) => {
                        self.scanner.astray(came);
                        self.scanner.keep(came, &person, &id, self.commit.table());
                        self.tell_again();
                        return Err(denial);
                    }
                }
            }
        };
        self.scanner.answer(id, came, read.clone());
        Ok(read)
    }

    /// What a scan led to that came before, however long ago; another card under its id is refused.
    async fn scanned_before(&mut self, id: &CommandId, came: Scanned) -> Result<Option<ScanAnswer>, Denial> {
        let burn = BurnScan::known(self.commit.ledger(), &self.config.id, id).await;
        let burn = burn.map_err(|fault| self.not_done(NotDone::from(fault)))?;
        if let Some(BurnScan { left, next: first, .. }) = burn {
            let recorded = Recorded { first, events: Vec::new(), again: true };
            return Ok(Some(ScanAnswer { recorded, left }));
        }
        match self.commit.answered(id).await {
            Ok(None) => Ok(None),
            Ok(Some((acts, _))) if !scanner::may_be(&acts, came) => Err(Denial::same_id()),
            Ok(Some((_, recorded))) => Ok(Some(ScanAnswer { recorded, left: 0 })),
            Err(fault) => Err(self.not_done(fault)),
        }
    }

    /// Somebody calls a supervisor.
    async fn call(&mut self, id: &str, person: &Person, why: String) -> Result<Call, Denial> {
        if !may(person.role, Power::Deal) {
            return Err(Denial::not_yours(format!("a {} calls nobody to a table", person.role)));
        }
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let act = CallAct::Make { why };
        let called = call::ask(&mut self.calls, &id, &person.actor(), clock::now(), act).await?;
        self.tell_again();
        Ok(called)
    }

    /// A supervisor answers a call.
    async fn answer_call(&mut self, id: &str, person: &Person, number: u32) -> Result<Call, Denial> {
        if !may(person.role, Power::Rule) {
            return Err(Denial::not_yours(format!("a {} answers no call", person.role)));
        }
        let id = command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))?;
        let act = CallAct::Answer { number };
        let answered = call::ask(&mut self.calls, &id, &person.actor(), clock::now(), act).await?;
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

    /// Shows what is on record and due to be shown, and does what is due, until something is to be waited for; says until when.
    async fn advance(&mut self) -> Option<Time> {
        self.end_visits().await;
        let wait = self.go_on().await;
        // What the house itself has just done may have closed the table for good, such as a last check of the cards.
        let closes = self.clearing;
        self.end_visits().await;
        if closes { Some(clock::now()) } else { wait }
    }

    /// Does what is due.
    async fn go_on(&mut self) -> Option<Time> {
        if self.is_felt() {
            self.take_edition(self.commit.not_before(clock::now())).await;
            self.end_absences().await;
            let wait = if self.deals() { self.be_staffed().await } else { self.watch_clock() };
            return self.look_again(wait);
        }
        for _ in 0..BURST {
            let now = self.commit.not_before(clock::now());
            self.shown.show(now);
            if self.shown.is_behind() {
                return self.shown.next();
            }
            if self.out_of_service.is_some() {
                return None;
            }
            self.take_edition(now).await;
            let watched = self.shown.watchers() > 0;
            match self.dealer.next(&mut self.commit, &self.config, watched, now) {
                Step::Wait(until) => return self.look_again(until),
                Step::Grant => {
                    if let Err(fault) = self.commit.grant().await {
                        self.not_done(fault);
                        return None;
                    }
                }
                Step::Fail(why) => _ = self.fails(&why),
                step => {
                    if let Some(until) = self.take_step(step, now).await {
                        return Some(until);
                    }
                }
            }
        }
        Some(clock::now())
    }

    /// While somebody plays here by a page of their own, it is looked now and then whether they are still there.
    fn look_again(&self, wait: Option<Time>) -> Option<Time> {
        let by_page = |name: &Name| !regulars::is_regular(name) && self.dealer.presence.knows(name);
        if !self.table().state().players().any(|(name, _)| by_page(name)) {
            return wait;
        }
        let look = later(clock::now(), presence::LOOK_MS);
        Some(wait.map_or(look, |wait| wait.min(look)))
    }

    /// Where real cards are dealt, whoever came by a page of their own and has gone gives up the seat; those whom the dealer keys are
    /// seen to be there.
    async fn end_absences(&mut self) {
        if self.out_of_service.is_some() || !matches!(self.table().state().phase, Phase::Betting(_)) {
            return;
        }
        let gone = self.dealer.gone(self.commit.table(), clock::now(), |presence, name| presence.knows(name));
        if let Some(gone) = gone
            && let Ok(id) = self.own_id()
        {
            // Whoever may not leave now is asked again in a while.
            let _ = self.for_somebody(&id, patrons::Act::Leave.into(), patron(&gone)).await;
        }
    }

    /// Automatic staff do what is due, in time; says until when is waited.
    async fn be_staffed(&mut self) -> Option<Time> {
        for _ in 0..BURST {
            let now = self.commit.not_before(clock::now());
            if self.out_of_service.is_some() {
                return None;
            }
            if let Some(until) = self.staff_rests.filter(|until| now < *until) {
                return Some(until);
            }
            if matches!(self.table().state().phase, Phase::Betting(_)) {
                let watched = self.shown.watchers() > 0;
                match self.dealer.betting(self.commit.table(), &self.config, watched, now) {
                    Some(Step::Wait(until)) => return until,
                    Some(step) => {
                        if let Some(until) = self.take_step(step, now).await {
                            return Some(until);
                        }
                        continue;
                    }
                    None => {}
                }
            }
            let (wait, goes_on) = match automatic_staff::asks(self.commit.table(), now) {
                Ok(Some(request)) => self.key(request).await,
                Ok(None) => return self.watch_clock(),
                Err(fault) => {
                    tracing::error!(table = self.config.id, %fault, "automatic staff have no random bytes");
                    (AFTER_REFUSAL, false)
                }
            };
            self.staff_rests = (wait > 0).then(|| later(now, wait));
            if !goes_on {
                return self.staff_rests;
            }
        }
        Some(clock::now())
    }

    /// Automatic staff key something; says how long it is looked at, and whether it was taken.
    async fn key(&mut self, request: Request) -> (u64, bool) {
        let Ok(id) = self.own_id() else { return (AFTER_REFUSAL, false) };
        match self.command(id.as_str(), request).await {
            Ok(recorded) => {
                let looked_at = recorded.events.iter().map(|event| self.shown.wait_after(&event.fact)).max();
                (looked_at.unwrap_or(0).max(self.config.pace.card_ms / 3), true)
            }
            Err(denial) => {
                tracing::warn!(table = self.config.id, ?denial, "automatic staff were refused");
                (AFTER_REFUSAL, false)
            }
        }
    }

    /// Between shoes a table takes up the edition of its book that the settings have, and everybody is shown it anew.
    async fn take_edition(&mut self, now: Time) {
        if self.shown.is_behind() || !self.commit.may_take_edition(&self.config) {
            return;
        }
        match self.commit.take_edition(&self.config, now).await {
            Ok(true) => {
                self.flush();
                self.shown.show_anew(self.commit.table().clone());
                self.post(now);
            }
            Ok(false) => {}
            Err(fault) => _ = self.not_done(fault),
        }
    }

    /// The dealer or a regular does something. Says how long nothing more is tried, if it was turned down.
    async fn take_step(&mut self, step: Step, now: Time) -> Option<Time> {
        let id = match self.own_id() {
            Ok(id) => id,
            Err(_) => return None,
        };
        let regular = matches!(&step, Step::Ask(_, by) if regulars::is_regular(&by.name));
        let comes = match &step {
            Step::Ask(Act::People(patrons::Act::Arrive), by) => Some(by.name.clone()),
            _ => None,
        };
        let done = self.do_step(&id, step, now).await?;
        match done {
            Ok(recorded) => {
                self.take_in(&recorded, None);
                if regular {
                    self.dealer.was_taken();
                }
                if let Some(name) = comes {
                    self.bring_along(&name).await;
                }
                None
            }
            Err(NotDone::Refused(refusal)) => {
                let message = refusal.message;
                match regular {
                    // A regular who may not do what came to mind has another idea, and after some time none.
                    true => {
                        tracing::debug!(table = self.config.id, message, "a regular was refused");
                        self.dealer.was_refused(now);
                        None
                    }
                    false => {
                        tracing::warn!(table = self.config.id, message, "the dealer was refused");
                        Some(later(now, 5_000))
                    }
                }
            }
            // Somebody else was first: what is new has been read, and it is planned again from there.
            Err(NotDone::Moved) => None,
            Err(fault) => {
                self.not_done(fault);
                Some(later(now, 5_000))
            }
        }
    }

    /// Puts on record what the dealer or a regular does; nothing if that is nothing.
    async fn do_step(&mut self, id: &CommandId, step: Step, now: Time) -> Option<Result<Recorded, NotDone>> {
        match step {
            Step::Plan(planned) => Some(self.commit.carry_out(id, *planned).await),
            Step::Ask(act, by) => {
                Some(self.commit.submit(id, Command::one(act, by, now), Also::default()).await)
            }
            Step::Wait(_) | Step::Grant | Step::Fail(_) => None,
        }
    }

    /// An id for a command of the house's own. Tables share the register of the cage, so that it names the table too.
    fn own_id(&mut self) -> Result<CommandId, Denial> {
        self.own.1 += 1;
        let (started, count) = self.own;
        let id = format!("dealer:{}:{}:{count}", self.config.id, started.0);
        command_id(&id).map_err(|fault| self.fails(&fault))
    }
}

/// Until when to wait; after a minute it is looked again.
fn until(wait: Option<Time>) -> Time {
    let again = later(clock::now(), 60_000);
    wait.map_or(again, |wait| wait.min(again))
}

/// Where the house knows the cards that lie face down, whoever turns them over need not name them.
fn leave_out_cards(act: &mut Act) {
    if let Act::Deal(deal::Act::Expose { cards, .. }) = act {
        cards.clear();
    }
}

/// Does a shoe of this name belong to a table? It is called after it, so that whoever has one shoe's secrets deals at that table alone.
fn is_shoe_of(name: &str, table: &str) -> bool {
    name.split_whitespace().next() == Some(table)
}
