//! The house: everything that is open, and how it opens and stops.

use crate::demonstration::Links;
use crate::hourly;
use crate::library::{self, BookView};
use crate::limits::RateLimit;
use crate::practice::Practice;
use crate::problem::Problem;
use crate::rolling::Rolling;
use crate::roster;
use crate::settings::{CageSettings, HouseSettings};
use crate::vaulted::{Position, Vaulted, check_key, drawer, keep_position, people_folder, prepare};
use crate::verifying::{Found, KeepVerified, is_whole_due, take_rulings, verify};
use crate::witnesses::Witnesses;
use baccarat::chips::Money;
use cage::CageAct;
use floor::Floor;
use floor::cage_desk::CageDesk;
use floor::cards::command_id;
use floor::config::HouseBook;
use floor::metrics::Metrics;
use floor::runner::Running;
use floor::view::LobbyTable;
use hall::{Hall, RuleBook};
use ledger::store::Place;
use ledger::{Checkpoints, Draft, Ledger, LedgerError, Payload, Store, Stream, store};
use office::report::Current;
use office::schooling::Schooling;
use office::shift::Shifts;
use office::signer::Signer;
use office::watch::Watch;
use people::act_record::recorder;
use people::clock::{self, Jump};
use people::denial::Denial;
use people::role::Role;
use people::{People, PeoplePlace, Seals, Session};
use prizes::Prizes;
use school::School;
use serde::Serialize;
use shoe::{Keeper, sandbox};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use table::{Name, Time};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use utoipa::ToSchema;

/// So long after it has opened, a house begins to read what reports and searches need: nobody who comes in waits for that.
const SOON: Duration = Duration::from_secs(2);

/// The kind of stream that tells how the wall clock jumped.
const CLOCK: &str = "clock";

/// A house that is open.
pub struct House {
    /// How it is set up.
    pub settings: HouseSettings,
    /// Its tables and their log.
    pub floor: Floor,
    /// Its tournaments; nothing while it is open for inspectors only.
    pub hall: Option<Arc<Hall>>,
    /// Its promotions; nothing while it is open for inspectors only.
    pub prizes: Option<Arc<Prizes>>,
    /// Its people.
    pub people: People,
    /// Its shifts.
    pub shifts: Shifts,
    /// What was gathered for reports of the shift and the day that are on.
    pub current: Current,
    /// What its school has on record.
    pub schooling: Schooling,
    /// The practice tables of its school.
    pub practice: Practice,
    /// Its figures.
    pub metrics: Arc<Metrics>,
    /// The links of a demonstration.
    pub links: Option<Links>,
    /// Its signature under the log.
    pub signer: Arc<Signer>,
    /// Those outside to whom it sends what it has signed.
    pub witnesses: Arc<Witnesses>,
    /// What surveillance and inspectors ask.
    pub watch: Watch,
    /// How its processes are shut in.
    pub processes: Processes,
    /// Why it is open for inspectors only, if it is.
    pub trouble: Vec<String>,
    books: Vec<(HouseBook, OnceLock<BookView>)>,
    schools: BTreeMap<String, OnceLock<School>>,
    ready: AtomicBool,
    stop: watch::Sender<bool>,
    /// The tasks of tables that were added while it runs.
    added: Mutex<Vec<JoinHandle<()>>>,
    /// How often one address may ask.
    pub by_address: RateLimit<IpAddr>,
    /// How often one address may try to sign in.
    pub sign_ins: RateLimit<IpAddr>,
    /// How often a browser that is known may try to sign in under a name, and how often a PIN may be given at somebody's console.
    pub by_name: RateLimit<String>,
    /// How often one person may ask something of a table.
    pub by_person: RateLimit<Name>,
}

/// How the processes of a house are shut in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Processes {
    /// The house.
    pub house: String,
    /// Its vault.
    pub vault: String,
    /// Both are shut in in every part, and nobody but the vault's own user opens its folder and keys.
    pub whole: bool,
}

/// The tasks of a house.
pub struct Tasks(Vec<JoinHandle<()>>);

impl House {
    /// Opens everything, and lets nobody in before all of it has been read and found in order. If the log does not hold, or the
    /// vault or a table cannot be opened, nothing is written and only inspectors are let in.
    ///
    /// The same goes for a log that is older than what the vault has signed, or than what a witness has seen.
    pub async fn open(settings: HouseSettings, vault: Vaulted) -> Result<(Arc<House>, Tasks), String> {
        House::open_over(settings, vault, None).await
    }

    /// The same over a log whose lease this node has taken.
    pub async fn open_over(
        mut settings: HouseSettings,
        vault: Vaulted,
        taken: Option<Arc<dyn Store>>,
    ) -> Result<(Arc<House>, Tasks), String> {
        let message = |what: &str, why: &dyn std::fmt::Display| format!("{what}: {why}");
        prepare(&settings)?;
        let data = &settings.data;
        let key = vault.as_ref().ok().and_then(|vault| vault.people_key().ok());
        let (seals, index_seals) = (key.map(Seals::new), key.map(Seals::new));
        let (place, position) = (settings.place(), Position::of(&settings));
        let list = match (&place, &taken) {
            (Place::Server(server), Some(store)) => PeoplePlace::Server(server.clone(), store.epoch()),
            _ => PeoplePlace::Folder(people_folder(data)),
        };
        let people = People::open(list, seals).await.map_err(|fault| fault.to_string())?;
        if !settings.demonstration {
            people.list(&settings.people).await.map_err(|fault| fault.to_string())?;
        }
        let links = settings.demonstration.then(|| match &settings.node {
            Some(node) => Ok(Links::shared(&node.secret)),
            None => Links::open(data),
        });
        let links = links.transpose()?;
        let metrics = Arc::new(Metrics::new());
        let (stop, stopping) = watch::channel(false);
        let standing = match &vault {
            Ok(vault) => vault.standing().map_err(|fault| fault.to_string()),
            Err(why) => Err(why.clone()),
        };
        let Found { report, before, mut trouble } =
            verify((&place, taken.as_ref()), &position, &settings, standing.as_ref().ok()).await?;
        if let (Ok(vault), Ok(standing)) = (&vault, &standing) {
            trouble.extend(check_key(&place, &**vault, standing).await?);
        }
        if let Some(why) = standing.as_ref().ok().and_then(|standing| standing.trouble.as_ref()) {
            tracing::error!(why, "every shoe that was in use is given up");
        }
        let shut_in = sandbox::state();
        if let Ok(standing) = &standing {
            tracing::info!(vault = standing.shut_in, house = shut_in.said, "how the processes are shut in");
            if settings.licensed && !(standing.is_shut_in && shut_in.whole) {
                return Err(format!(
                    "the settings say `licensed`, and the vault is not kept from everybody else: vault: {}; house: {}",
                    standing.shut_in, shut_in.said
                ));
            }
        }
        let processes = Processes {
            house: shut_in.said,
            vault: standing.as_ref().map_or_else(|why| why.clone(), |standing| standing.shut_in.clone()),
            whole: shut_in.whole && standing.as_ref().is_ok_and(|standing| standing.is_shut_in),
        };
        let mut tasks = Vec::new();
        let ledger = match (taken, trouble.is_empty()) {
            // If something is wrong, the lease is held all the same: the next node would find it wrong too.
            (Some(store), _) => Ledger::over(store),
            (None, true) => Ledger::open(&place).await.map_err(|fault| message("the ledger", &fault))?,
            (None, false) => {
                let store = store::read_only(&place).await.map_err(|fault| message("the ledger", &fault))?;
                Ledger::over(store)
            }
        };
        trouble.extend(standing.as_ref().err().map(|why| message("the vault", why)));
        let key = standing.as_ref().map(|standing| standing.key.clone()).unwrap_or_default();
        let signer = Arc::new(Signer::new(vault.clone(), key, ledger.clone(), metrics.sealed.clone()));
        let witnesses = Arc::new(Witnesses::new(settings.witnesses.clone()));
        if trouble.is_empty() {
            let signed = standing.ok().and_then(|standing| standing.signed);
            if let Some(signed) = signed {
                let recorded = ledger.record_signed(&signed.checkpoint, recorder()).await;
                recorded.map_err(|fault| message("the ledger", &fault))?;
            }
            // Which key signs stands in the log from its first entry on; a log from before that is adopted once.
            let pinned = ledger.adopt_key(&*signer, recorder(), clock::now()).await;
            trouble.extend(pinned.err().map(|fault| message("the ledger", &fault)));
        }
        if trouble.is_empty() {
            let taken = take_rulings(&ledger, &*signer, before, recorder()).await;
            trouble.extend(taken.err().map(|fault| message("the ledger", &fault)));
        }
        if let (Ok(vault), Some(report), true) = (&vault, &report, trouble.is_empty()) {
            // Without it the next opening only takes longer.
            if let Err(why) = keep_position(&position, &ledger, &**vault, report).await {
                tracing::warn!(why, "how far the log was verified could not be kept");
            }
        }
        let figures = metrics.clone();
        ledger.on_commit(move |commit| figures.committed(commit));
        let (custody, held) = (vault.clone(), vault.clone());
        let reached = report.as_ref().map(|report| report.reached.clone());
        if trouble.is_empty() {
            trouble.extend(witnesses.send(&signer).await);
        }
        if trouble.is_empty() {
            if let Some(jump) = kept_clock(&settings, &people).as_ref().and_then(clock::go_on_as_kept) {
                record_jump(&ledger, jump).await;
            }
            let last = report.as_ref().and_then(|report| report.reached.latest);
            // What two openings differ by without anybody having set a clock is not worth a record.
            if let Some(jump) = last.and_then(clock::go_on_from).filter(|jump| jump.by.abs() > 500) {
                record_jump(&ledger, jump).await;
            }
        }
        if trouble.is_empty() {
            settings.tables = roster::tables(&ledger, &settings).await?;
        }
        let mut floor = Floor::closed(ledger.clone(), settings.tables.clone());
        floor.cage = settings.cage.as_ref().map(|_| Arc::default());
        if trouble.is_empty() {
            if let (Some(cage), Some(set)) = (&floor.cage, &settings.cage) {
                set_thresholds(cage, &ledger, *set).await?;
                tell_worths(cage, &ledger, &floor).await?;
            }
            match open_tables(vault, &mut floor, &metrics, &stopping).await {
                Ok(running) => tasks = running,
                Err(message) => trouble.push(message),
            }
        }
        let index = settings.data.join("index").join("watch.db");
        let room = Watch::open(&place, &ledger, (&index, index_seals), trouble.is_empty()).await;
        let room = room.map_err(|denial| message("the ledger", &denial.message))?;
        if trouble.is_empty() {
            let (signs, sends) = (signer.clone(), witnesses.clone());
            tasks.push(tokio::spawn(signer.clone().keep_signing(stopping.clone(), move || {
                let (signs, sends) = (signs.clone(), sends.clone());
                async move { tell_disagreement(&sends.send(&signs).await) }
            })));
            if let Ok(vault) = custody {
                let goes_on = KeepVerified::new((place, position), &settings, &ledger, vault, reached);
                tasks.push(tokio::spawn(goes_on.run(stopping.clone())));
            }
            people.open_register(&ledger).await.map_err(|problem| problem.message)?;
            let missing = people.missing_inspectors(&ledger).await;
            room.missing(missing.map_err(|problem| problem.message)?);
        } else if let Err(problem) = people.insist_on_seals(&ledger).await {
            tracing::error!(
                why = problem.message,
                "the log does not say whether the list of people is sealed"
            );
        }
        for message in &trouble {
            tracing::error!(message, "the house is open for inspectors only");
        }
        let mut books: BTreeMap<String, HouseBook> = BTreeMap::new();
        for config in &settings.tables {
            books.insert(config.book.book.id.clone(), config.book.clone());
        }
        for id in baccarat::shelf::ids().into_iter().filter(|id| !books.contains_key(*id)).collect::<Vec<_>>()
        {
            books.insert(id.to_owned(), library::open(id, data)?);
        }
        let hall = match trouble.is_empty() {
            true => Some(Arc::new(open_hall(&settings, &ledger, &held, books.values()).await?)),
            false => None,
        };
        if let Some(hall) = &hall {
            // It is set once, here.
            let _ = floor.sessions.set(hall.clone());
            hall.ask_who_is_barred(floor.barred_at());
            tasks.push(tokio::spawn(hall.clone().keep_time(clock::now, stopping.clone())));
            if settings.sit_and_go {
                let rolling = Rolling::new(hall.clone(), &floor.tables());
                tasks.push(tokio::spawn(rolling.keep_running(clock::now, stopping.clone())));
            }
        }
        let prizes = match trouble.is_empty() {
            true => Some(Arc::new(open_prizes(&settings, &ledger, &held, books.values()).await?)),
            false => None,
        };
        if trouble.is_empty() {
            let vouchers = floor.vouchers.clone();
            tasks.push(tokio::spawn(vouchers.keep_time(ledger.clone(), stopping.clone())));
        }
        if let Some(prizes) = &prizes {
            tasks.push(tokio::spawn(prizes.clone().keep_time(stopping.clone())));
            if settings.hourly_draw {
                tasks.push(tokio::spawn(hourly::keep_drawing(prizes.clone(), stopping.clone())));
            }
        }
        let (asked, commands) = (settings.requests_a_second, settings.commands_a_second);
        let house = House {
            floor,
            hall,
            prizes,
            people,
            shifts: Shifts::default(),
            current: Current::default(),
            schooling: Schooling::default(),
            practice: Practice::default(),
            schools: books.keys().map(|id| (id.clone(), OnceLock::new())).collect(),
            metrics,
            links,
            signer,
            witnesses,
            watch: room,
            processes,
            ready: AtomicBool::new(trouble.is_empty()),
            trouble,
            books: books.into_values().map(|book| (book, OnceLock::new())).collect(),
            stop,
            added: Mutex::default(),
            by_address: RateLimit::new(asked * 4, f64::from(asked)),
            sign_ins: RateLimit::new(10, 0.2),
            by_name: RateLimit::new(20, 1.0),
            by_person: RateLimit::new(commands * 2, f64::from(commands)),
            settings,
        };
        house.watch.lend_places(&house.current);
        let house = Arc::new(house);
        if house.trouble.is_empty() {
            // It may have fallen over between the end of a shift and the signing off.
            let shifts = house.shifts.all(&house.floor.ledger).await.map_err(|denial| denial.message)?;
            if let Some(last) = shifts.iter().rev().find(|shift| shift.ended.is_some()) {
                office::duty::end(&house.floor, last).await;
            }
            // Or between another name and the signing off under the one before.
            for renamed in house.people.names().await.all() {
                house.sign_off(&Name::from(renamed.from.as_str())).await;
            }
        }
        tasks.push(tokio::spawn(keep_seen(house.clone(), stopping.clone())));
        tasks.push(tokio::spawn(keep_whole(house.clone(), stopping.clone())));
        tasks.push(tokio::spawn(keep_reports(house.clone(), stopping.clone())));
        tasks.push(tokio::spawn(look_after(house.clone(), stopping)));
        Ok((house, Tasks(tasks)))
    }

    /// May somebody in this role come in? Inspectors always; others unless something is wrong with the log, the vault or a table.
    pub fn lets_in(&self, role: Role) -> Result<(), Denial> {
        match self.trouble.is_empty() || role == Role::Inspector {
            true => Ok(()),
            false => Err(Denial::out_of_service("the house is open for inspectors only")),
        }
    }

    /// Must whoever is signed in here set a second factor before anything else? An inspector comes in without where the house is open for
    /// inspectors only: nothing is changed there, not even their account.
    pub fn wants_factor(&self, session: &Session) -> bool {
        self.trouble.is_empty() && session.lacks_factor()
    }

    /// Signs somebody off at every table, who no longer works here, or in another role.
    pub async fn sign_off(&self, name: &Name) {
        for table in self.tables().iter() {
            if let Err(denial) = table.sign_off(name.clone()).await {
                tracing::warn!(table = &*table.id, ?denial, "somebody who is gone could not be signed off");
            }
        }
    }

    /// Its tables, in the order of the settings, and then those that were added while it ran.
    pub fn tables(&self) -> Arc<Vec<Running>> {
        self.floor.tables()
    }

    /// Its tables as the lobby shows them.
    pub fn lobby(&self) -> Vec<LobbyTable> {
        self.tables().iter().map(|table| table.posted(|posted| posted.lobby.clone())).collect()
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<Running, Denial> {
        self.floor.table(id)
    }

    /// Waits, when it stops, for the task of a table that was added.
    pub(crate) fn look_after_table(&self, task: JoinHandle<()>) {
        self.added.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    /// Its books.
    pub fn books(&self) -> impl Iterator<Item = &HouseBook> {
        self.books.iter().map(|(book, _)| book)
    }

    /// A book to read. Its odds are worked out when it is first asked for.
    pub fn book(&self, id: &str) -> Result<&BookView, Problem> {
        let found = self.books.iter().find(|(book, _)| book.book.id == id);
        let (book, seen) = found.ok_or_else(|| Problem::not_found("there is no such book"))?;
        Ok(seen.get_or_init(|| library::seen(book)))
    }

    /// The school of a book. Its tables are set up when it is first asked for.
    pub fn school(&self, id: &str) -> Result<&School, Problem> {
        let none = || Problem::not_found("there is no such book");
        let book = self.books().find(|known| known.book.id == id).ok_or_else(none)?;
        let school = self.schools.get(id).ok_or_else(none)?;
        Ok(school.get_or_init(|| School::new(book.book.clone())))
    }

    /// May it be played in?
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed) && self.floor.ledger.stopped().is_none() && self.is_trusted()
    }

    /// Is it certain that no other node is in charge? If not, nothing is answered, not even from memory.
    pub fn is_trusted(&self) -> bool {
        self.floor.ledger.store().is_trusted()
    }

    /// Brings those figures up to date that nobody tells by themselves: room, and how old signatures are.
    pub async fn measure(&self) {
        let store = self.floor.ledger.store();
        let free = free_bytes(&self.settings.data);
        match store.room().await {
            Ok(room) => self.metrics.has_room(room, free),
            Err(fault) => tracing::warn!(%fault, "the room that the log takes is not known"),
        }
        let age = |at: Time| (clock::wall_clock().0 - at.0).max(0) / 1_000;
        if let Ok(last) = Checkpoints::newest(&**store).await {
            self.metrics.signed("house", last.map(|last| age(last.signed.time)));
        }
        for said in self.witnesses.said() {
            self.metrics.signed(&said.witness, said.at.map(age));
        }
    }

    /// Tells when it is about to stop.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Begins to stop: no more is dealt, feeds end.
    pub fn begin_to_stop(&self) {
        self.ready.store(false, Ordering::Relaxed);
        // Nobody may be left to hear it.
        let _ = self.stop.send(true);
    }

    /// Stops. Everything that was acknowledged is on disk; the same coup goes on when it opens again.
    pub async fn stop(&self, tasks: Tasks) {
        self.begin_to_stop();
        self.floor.stop();
        let added = std::mem::take(&mut *self.added.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks.0.into_iter().chain(added) {
            if let Err(error) = task.await {
                tracing::error!(%error, "a table did not stop in order");
            }
        }
        if self.trouble.is_empty()
            && let Err(fault) = self.people.record_access(&self.floor.ledger).await
        {
            tracing::error!(%fault, "who signed in could not be put on record");
        }
        if self.trouble.is_empty()
            && let Err(fault) = self.signer.sign().await
        {
            tracing::error!(%fault, "where the log stands could not be signed");
        }
        if self.trouble.is_empty() {
            tell_disagreement(&self.witnesses.send(&self.signer).await);
        }
        self.signer.close();
        // Before the ledger, whose writer must be the last to close the file.
        self.watch.close().await;
        if let Err(fault) = self.floor.ledger.close().await {
            tracing::error!(%fault, "the ledger did not close in order");
        }
        keep_clock(&self.settings, &self.people);
        if let Err(fault) = self.people.keep_seen().await {
            tracing::error!(%fault, "when people were last seen could not be written down");
        }
        self.people.close().await;
    }
}

/// The room that is left where this folder is, where the system tells.
fn free_bytes(folder: &Path) -> Option<u64> {
    let about = rustix::fs::statvfs(folder).ok()?;
    Some(about.f_bavail.saturating_mul(about.f_frsize))
}

/// From which amounts on the cage takes a second person and a noted identity, on record when it changes.
async fn set_thresholds(cage: &CageDesk, ledger: &Ledger, set: CageSettings) -> Result<(), String> {
    let (second, identity) = (set.second_from, set.identity_from);
    let known = {
        let register = cage.read(ledger).await.map_err(|denial| denial.message)?;
        (register.state().thresholds(), register.state().counts_together())
    };
    if known == ((Some(second), Some(identity)), true) {
        return Ok(());
    }
    let id = command_id(&format!("thresholds:{}", clock::now().0)).map_err(|bad| bad.to_string())?;
    let act = CageAct::SetThresholds { second, identity, together: true };
    let asked = cage.ask(ledger, &id, recorder(), act).await;
    asked.map(drop).map_err(|denial| denial.message)
}

/// Of which worths the chips of its tables are, on record when that changes: chips that come to the cage are held to them.
pub(crate) async fn tell_worths(cage: &CageDesk, ledger: &Ledger, floor: &Floor) -> Result<(), String> {
    let configs = floor.configs();
    let configured: BTreeSet<Money> =
        configs.iter().flat_map(|config| config.settings.chips.clone()).collect();
    let known = cage.read(ledger).await.map_err(|denial| denial.message)?.state().worths().cloned();
    // A worth that was once used may still be in somebody's pocket.
    let worths: BTreeSet<Money> = known.iter().flatten().copied().chain(configured).collect();
    if known.as_ref() == Some(&worths) {
        return Ok(());
    }
    let id = command_id(&format!("worths:{}", clock::now().0)).map_err(|bad| bad.to_string())?;
    let act = CageAct::KnowWorths { worths: worths.into_iter().collect() };
    cage.ask(ledger, &id, recorder(), act).await.map(drop).map_err(|denial| denial.message)
}

/// Somebody outside knows another log. Whoever opens the house next must look; what is going on goes on.
fn tell_disagreement(said: &[String]) {
    for message in said {
        tracing::error!(message, "the log is not the one that was witnessed");
    }
}

/// Opens every tournament of the log, under the books of the house.
async fn open_hall<'b>(
    settings: &HouseSettings,
    ledger: &Ledger,
    vault: &Vaulted,
    books: impl Iterator<Item = &'b HouseBook>,
) -> Result<Hall, String> {
    let drawer = drawer(settings, ledger.store(), vault)?;
    Hall::open(ledger.clone(), drawer, books.map(rule_book).collect())
        .await
        .map_err(|fault| format!("the tournaments: {fault}"))
}

fn rule_book(book: &HouseBook) -> RuleBook {
    RuleBook { book: book.book.clone(), hash: book.hash, texts: book.texts.clone() }
}

/// Opens every promotion of the log, under the books of the house.
async fn open_prizes<'b>(
    settings: &HouseSettings,
    ledger: &Ledger,
    vault: &Vaulted,
    books: impl Iterator<Item = &'b HouseBook>,
) -> Result<Prizes, String> {
    let (drawer, books) = (drawer(settings, ledger.store(), vault)?, books.map(rule_book).collect());
    let tables = settings.tables.iter().map(|table| table.id.clone()).collect();
    Prizes::open(ledger.clone(), drawer, books, tables, settings.clock.clone())
        .await
        .map_err(|fault| format!("the promotions: {fault}"))
}

/// Opens every table.
async fn open_tables(
    vault: Vaulted,
    floor: &mut Floor,
    metrics: &Arc<Metrics>,
    stopping: &watch::Receiver<bool>,
) -> Result<Vec<JoinHandle<()>>, String> {
    let keeper: Arc<dyn Keeper> = vault?;
    Ok(floor.open(keeper, metrics, stopping).await)
}

/// Looks at the clocks every second, and ends a house whose log takes nothing any more.
async fn look_after(house: Arc<House>, mut stopping: watch::Receiver<bool>) {
    let mut seconds = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            _ = seconds.tick() => {}
            _ = stopping.changed() => return,
        }
        if let Some(jump) = clock::look().filter(|_| house.trouble.is_empty()) {
            record_jump(&house.floor.ledger, jump).await;
        }
        if let Some(why) = house.floor.ledger.stopped() {
            tracing::error!(why, "the log takes nothing any more; the house ends");
            house.begin_to_stop();
            return;
        }
    }
}

/// The file in which it is kept what the clocks said while the house was open. A node keeps none: the next one may run elsewhere.
fn clock_file(settings: &HouseSettings) -> Option<PathBuf> {
    settings.node.is_none().then(|| people_folder(&settings.data).join("clock.json"))
}

fn kept_clock(settings: &HouseSettings, people: &People) -> Option<clock::Kept> {
    people.kept_clock(&std::fs::read_to_string(clock_file(settings)?).ok()?)
}

/// Keeps what the clocks say, written beside and put in its place whole.
fn keep_clock(settings: &HouseSettings, people: &People) {
    let Some((file, kept)) = clock_file(settings).zip(people.clock_to_keep()) else { return };
    let write = || {
        let new = file.with_extension("new");
        std::fs::write(&new, &kept)?;
        std::fs::rename(&new, &file)
    };
    if let Err(error) = write() {
        tracing::warn!(%error, "what the clocks say could not be kept");
    }
}

/// Puts on record that the wall clock jumped, and by how much.
async fn record_jump(ledger: &Ledger, jump: Jump) {
    tracing::error!(by = jump.by, "the wall clock jumped; the time of the house runs on");
    let draft = || -> Result<Draft, LedgerError> {
        let id = format!("clock-{}", clock::now().0).parse()?;
        Ok(Draft::note(
            Stream::new(CLOCK, "house")?,
            id,
            clock::now(),
            recorder(),
            Payload::new("clock-1", &jump)?,
        ))
    };
    let recorded = match draft() {
        Ok(draft) => ledger.append(draft).await.map(drop),
        Err(fault) => Err(fault),
    };
    if let Err(fault) = recorded {
        tracing::error!(%fault, "that the wall clock jumped could not be put on record");
    }
}

/// Writes down every minute when people were last seen, puts on record who signed in and who tried, and gives back the memory of those who left.
async fn keep_seen(house: Arc<House>, mut stopping: watch::Receiver<bool>) {
    let mut minutes = tokio::time::interval(Duration::from_secs(60));
    loop {
        tokio::select! {
            _ = minutes.tick() => {
                keep_clock(&house.settings, &house.people);
                if let Err(fault) = house.people.keep_seen().await {
                    tracing::warn!(%fault, "when people were last seen could not be written down");
                }
                if house.trouble.is_empty()
                    && let Err(fault) = house.people.record_access(&house.floor.ledger).await
                {
                    tracing::error!(%fault, "who signed in could not be put on record");
                }
                if let Err(error) = tokio::task::spawn_blocking(crate::memory::give_back).await {
                    tracing::warn!(%error, "memory was not given back");
                }
            }
            _ = stopping.changed() => return,
        }
    }
}

/// Has the whole log verified once a day, with the file it is in and every finished shoe, while the house is open, and keeps where tables
/// stood when the day began.
async fn keep_whole(house: Arc<House>, mut stopping: watch::Receiver<bool>) {
    let mut looks = tokio::time::interval(Duration::from_secs(3_600));
    looks.tick().await;
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            _ = stopping.changed() => return,
        }
        if !house.trouble.is_empty() {
            continue;
        }
        keep_starts(house.clone()).await;
        let ledger = &house.floor.ledger;
        match is_whole_due(ledger).await {
            Ok(true) => {
                if let Err(problem) = house.watch.verify(ledger, recorder(), &Default::default()) {
                    tracing::warn!(message = problem.message, "the whole log could not be verified");
                }
            }
            Ok(false) => {}
            Err(why) => tracing::warn!(why, "when the whole log was verified is not known"),
        }
    }
}

/// Reads every minute what has come of the shift and the day that are on, for reports of them, and brings the index of coups up, so that
/// nobody who searches waits for that; for the first time soon after the house has opened.
async fn keep_reports(house: Arc<House>, mut stopping: watch::Receiver<bool>) {
    let mut minutes = tokio::time::interval_at(tokio::time::Instant::now() + SOON, Duration::from_secs(60));
    loop {
        tokio::select! {
            _ = minutes.tick() => {}
            _ = stopping.changed() => return,
        }
        if !house.trouble.is_empty() {
            return;
        }
        let (runtime, of) = (tokio::runtime::Handle::current(), house.clone());
        let kept = tokio::task::spawn_blocking(move || {
            let log = (&of.floor, &of.shifts, &of.current);
            let goes_on = || !*of.stop.borrow();
            runtime.block_on(async {
                if let Err(denial) = of.watch.keep_up(&goes_on).await {
                    tracing::warn!(message = denial.message, "the index of coups could not be brought up");
                }
                office::report::keep_up(log, &of.settings.clocks(), goes_on).await
            })
        });
        let kept = tokio::select! {
            kept = kept => kept,
            // What is being read ends with the log.
            _ = stopping.changed() => return,
        };
        match kept {
            Ok(Ok(())) => {}
            Ok(Err(denial)) => tracing::warn!(message = denial.message, "reports of today are not kept up"),
            Err(error) => tracing::warn!(%error, "reports of today are not kept up"),
        }
    }
}

/// Going through a table's log is work for a thread on which nobody waits.
async fn keep_starts(house: Arc<House>) {
    let runtime = tokio::runtime::Handle::current();
    let kept = tokio::task::spawn_blocking(move || {
        runtime.block_on(office::report::keep_starts(&house.floor, &house.settings.clocks()))
    });
    match kept.await {
        Ok(Ok(())) => {}
        Ok(Err(fault)) => tracing::warn!(%fault, "where tables stood when the day began could not be kept"),
        Err(error) => tracing::warn!(%error, "where tables stood when the day began could not be kept"),
    }
}
