//! A running table: one task that owns the table's log, its clock and what is shown of it, and through which everything goes.

mod pictures;
mod pit;

pub use pit::Approver;

use crate::admission::{Admission, Request};
use crate::call::{self, Call, CallAct, Calls};
use crate::cards::{Cards, command_id};
use crate::commit::{Also, Commit, NotDone, Recorded};
use crate::config::{CardsFrom, TableConfig};
use crate::dealer::{Dealer, Step, turned_over};
use crate::flush::Flush;
use crate::keyed_by::Keyed;
use crate::metrics::Metrics;
use crate::offer;
use crate::past::{self, CannotRun};
use crate::presence::OpenPage;
use crate::proposals::{self, Proposals};
use crate::regulars;
use crate::scanned::Scanned;
use crate::scanner::{AnotherCard, Route, ScanAnswer, Scanner};
use crate::shown::Shown;
use crate::view::{Board, Coups, LobbyTable, Service, ShoeView, View};
use crate::vouchers::{self, VoucherRegister};
use baccarat::card::Card;
use bytes::Bytes;
use ledger::{CommandId, Ledger, Log};
use people::clock::{self, later};
use people::denial::Denial;
use people::role::{Power, Role, may};
use people::viewer::{Person, Viewer};
use promotion::vouchers::VoucherAct;
use shoe::Keeper;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use table::state::{Betting, Phase};
use table::{Act, Actor, Command, Table, Time, deal, pay, people as patrons};
use tokio::sync::{broadcast, mpsc, oneshot, watch};

/// The most commands of the dealer and the regulars between two looks at what people ask.
const BURST: usize = 96;
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
    Follow { viewer: Viewer, after: Option<u64>, reply: oneshot::Sender<Following> },
    Coups { viewer: Viewer, before: Option<u32>, limit: usize, reply: CoupsReply },
    Pit(pit::PitAsk),
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

    /// Follows it from now on, or from after an event.
    pub async fn follow(&self, viewer: Viewer, after: Option<u64>) -> Result<Following, Denial> {
        self.ask(|reply| Ask::Follow { viewer, after, reply }).await
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
    dealer: Dealer,
    scanner: Scanner,
    calls: Log<Calls>,
    proposals: Log<Proposals>,
    vouchers: Arc<VoucherRegister>,
    /// The wagering clock whose end was told last.
    rung: Option<Time>,
    out_of_service: Option<String>,
    posted: Arc<RwLock<Posted>>,
    /// Results and shoe for which the roads were drawn last.
    drawn: (u32, usize),
    /// When the task began, and how many commands it has asked of the table itself: together an id that was never used.
    own: (Time, u64),
    metrics: Arc<Metrics>,
    stop: watch::Receiver<bool>,
}

/// Opens a table, new or where it was left, and runs it.
pub async fn run(
    config: TableConfig,
    ledger: Ledger,
    keeper: Arc<dyn Keeper>,
    (metrics, vouchers): (Arc<Metrics>, Arc<VoucherRegister>),
    stop: watch::Receiver<bool>,
) -> Result<(Running, tokio::task::JoinHandle<()>), CannotRun> {
    let runner = Runner::open(config, ledger, keeper, (metrics, vouchers), stop).await?;
    let (asks, received) = mpsc::channel(256);
    let running = Running { id: runner.config.id.as_str().into(), asks, posted: runner.posted.clone() };
    Ok((running, tokio::spawn(runner.run(received))))
}

impl Runner {
    async fn open(
        config: TableConfig,
        ledger: Ledger,
        keeper: Arc<dyn Keeper>,
        (metrics, vouchers): (Arc<Metrics>, Arc<VoucherRegister>),
        stop: watch::Receiver<bool>,
    ) -> Result<Runner, CannotRun> {
        let now = clock::now();
        let (commit, shown) = past::open(&config, &ledger, keeper, metrics.clone()).await?;
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
            dealer,
            scanner: Scanner::default(),
            calls,
            proposals,
            vouchers,
            rung: None,
            out_of_service,
            posted: Arc::new(RwLock::new(posted)),
            drawn: (u32::MAX, usize::MAX),
            own: (now, 0),
            metrics,
            stop,
        };
        runner.post(now);
        Ok(runner)
    }

    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        let id = self.config.id.clone();
        tracing::info!(table = id, coups = self.table().state().coups, "the table is running");
        while !*self.stop.borrow() {
            let wait = self.advance().await;
            self.flush();
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
                () = tokio::time::sleep(until(wait)) => {}
                _ = self.stop.changed() => break,
            }
        }
        self.shown.show_all();
        self.flush();
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
                let _ = reply.send(self.view(&viewer, clock::now()));
            }
            Ask::Follow { viewer, after, reply } => {
                self.flush();
                let mut following = self.follow(&viewer, after);
                let now = clock::now();
                following.here = viewer.player().map(|name| self.dealer.presence.follows(name, now));
                let _ = reply.send(following);
            }
            Ask::Coups { viewer, before, limit, reply } => {
                // What is old is read from the log, and nobody else waits for that.
                let (table, old) = (self.shown.table().clone(), self.commit.old_coups());
                tokio::spawn(async move {
                    let page = old.page(&table, &viewer, (before, limit)).await;
                    let _ = reply.send(page.map_err(|fault| Denial::ours(&fault)));
                });
            }
            Ask::Pit(ask) => self.answer_pit(ask).await,
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
        match self.commit.known(&id, &request.command(now)).await {
            Ok(Some(recorded)) => return Ok(recorded),
            Ok(None) => {}
            Err(fault) => return Err(self.not_done(fault)),
        }
        self.admission().check(&request)?;
        for act in &mut request.acts {
            self.complete(act)?;
        }
        let command = request.command(now);
        if request.asker.patron.is_none()
            && self.takes_two_by_effect(request.asker.person.role, &command).await.is_some()
        {
            return Err(Denial::needs_two());
        }
        let keyed_by = request.asker.patron.as_ref().map(|_| request.asker.person.actor());
        if let [Act::People(patrons::Act::SwapVoucher { number: Some(_), .. })] = request.acts[..] {
            return self.swap_voucher(&id, request, keyed_by.as_ref(), now).await;
        }
        let recorded = self.submit(&id, command, Also { keyed_by }).await?;
        if self.scanner.kept().is_some()
            && let Err(denial) = self.lay_kept().await
        {
            tracing::warn!(table = self.config.id, ?denial, "a card that was read could not be laid");
        }
        Ok(recorded)
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
            NotDone::Proposal(refusal) => proposals::denial(refusal),
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

    /// What a scanning shoe has read goes where it is due.
    async fn scan(&mut self, id: String, person: Person, came: Scanned) -> Result<ScanAnswer, Denial> {
        self.check_service(person.role)?;
        if !may(person.role, Power::Deal) {
            return Err(Denial::not_yours(format!("a {} does not deal", person.role)));
        }
        if !self.is_felt() {
            let message = "this table is dealt from sealed shoes, which no device reads";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        match self.scanner.answered(&id, came) {
            Ok(Some(read)) => return Ok(read),
            Ok(None) => {}
            Err(AnotherCard) => return Err(Denial::same_id()),
        }
        if let (Scanned::Card(_), Some(kept)) = (came, self.scanner.kept()) {
            let message = format!("{} left the shoe before and waits to be laid", kept.card);
            return Err(Denial::conflict("a-card-waits", message));
        }
        let answers = offer::answers(self.table(), clock::now());
        let read = match self.scanner.goes(came, &answers) {
            Route::Burns { left } => {
                let first = self.shown.seq.map_or(0, |seq| seq + 1);
                ScanAnswer { recorded: Recorded { first, events: Vec::new(), again: false }, left }
            }
            Route::Asks(act) => {
                match self.command(&id, Request::own(person.clone(), vec![act.clone()])).await {
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
        if self.is_felt() {
            self.take_edition(self.commit.not_before(clock::now())).await;
            return self.watch_clock();
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
                Step::Wait(until) => return until,
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
        let (done, regular) = match step {
            Step::Plan(planned) => (self.commit.carry_out(&id, *planned).await, false),
            Step::Ask(act, by) => {
                let regular = regulars::is_regular(&by.name);
                (self.commit.submit(&id, Command::one(act, by, now), Also::default()).await, regular)
            }
            Step::Wait(_) | Step::Grant | Step::Fail(_) => return None,
        };
        match done {
            Ok(recorded) => {
                self.take_in(&recorded, None);
                if regular {
                    self.dealer.was_taken();
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
            Err(fault) => {
                self.not_done(fault);
                Some(later(now, 5_000))
            }
        }
    }

    /// An id for a command of the house's own.
    fn own_id(&mut self) -> Result<CommandId, Denial> {
        self.own.1 += 1;
        let (started, count) = self.own;
        command_id(&format!("dealer:{}:{count}", started.0)).map_err(|fault| self.fails(&fault))
    }
}

/// How long to wait.
fn until(time: Option<Time>) -> Duration {
    match time {
        Some(time) => Duration::from_millis((time.0 - clock::now().0).clamp(0, 60_000).unsigned_abs()),
        None => Duration::from_secs(60),
    }
}

/// Where the house knows the cards that lie face down, whoever turns them over need not name them.
fn leave_out_cards(act: &mut Act) {
    if let Act::Deal(deal::Act::Expose { cards, .. }) = act {
        cards.clear();
    }
}
