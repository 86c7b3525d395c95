//! The house: everything that is open, and how it opens and stops.

use crate::demonstration::Links;
use crate::hourly;
use crate::library::{self, BookView};
use crate::limits::RateLimit;
use crate::problem::Problem;
use crate::settings::HouseSettings;
use crate::vaulted::{
    Vaulted, check_key, check_log, drawer, keep_position, kept_position, people_folder, prepare,
};
use crate::witnesses::Witnesses;
use archive::Shelf;
use floor::Floor;
use floor::config::HouseBook;
use floor::metrics::Metrics;
use floor::runner::Running;
use hall::{Hall, RuleBook};
use ledger::store::Place;
use ledger::{Against, Draft, Ledger, LedgerError, Payload, Report, Stream, store};
use office::shift::Shifts;
use office::signer::Signer;
use office::watch::Watch;
use people::People;
use people::act_record::recorder;
use people::clock::{self, Jump};
use people::denial::Denial;
use people::role::Role;
use prizes::Prizes;
use shoe::{Keeper, VaultState, sandbox};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use table::Name;
use tokio::sync::watch;
use tokio::task::JoinHandle;

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
    /// Why it is open for inspectors only, if it is.
    pub trouble: Vec<String>,
    books: Vec<(HouseBook, OnceLock<BookView>)>,
    ready: AtomicBool,
    stop: watch::Sender<bool>,
    /// How often one address may ask.
    pub by_address: RateLimit<IpAddr>,
    /// How often one address may try to sign in.
    pub sign_ins: RateLimit<IpAddr>,
    /// How often one person may ask something of a table.
    pub by_person: RateLimit<Name>,
}

/// The tasks of a house.
pub struct Tasks(Vec<JoinHandle<()>>);

impl House {
    /// Opens everything, and lets nobody in before all of it has been read and found in order. If the log does not hold, or the
    /// vault or a table cannot be opened, nothing is written and only inspectors are let in.
    ///
    /// The same goes for a log that is older than what the vault has signed, or than what a witness has seen.
    pub async fn open(settings: HouseSettings, vault: Vaulted) -> Result<(Arc<House>, Tasks), String> {
        let message = |what: &str, why: &dyn std::fmt::Display| format!("{what}: {why}");
        prepare(&settings)?;
        let data = &settings.data;
        let people = People::open(&people_folder(data)).await.map_err(|fault| fault.to_string())?;
        if !settings.demonstration {
            people.list(&settings.people).await.map_err(|fault| fault.to_string())?;
        }
        let links = settings.demonstration.then(|| Links::open(data)).transpose()?;
        let metrics = Arc::new(Metrics::new());
        let (stop, stopping) = watch::channel(false);
        let (place, folder) = (settings.place(), data.join("ledger"));
        let standing = match &vault {
            Ok(vault) => vault.standing().map_err(|fault| fault.to_string()),
            Err(why) => Err(why.clone()),
        };
        let (report, mut trouble) = verify(&place, &folder, &settings, standing.as_ref().ok()).await?;
        if let (Ok(vault), Ok(standing)) = (&vault, &standing) {
            trouble.extend(check_key(&place, &**vault, standing).await?);
        }
        if let Some(why) = standing.as_ref().ok().and_then(|standing| standing.trouble.as_ref()) {
            tracing::error!(why, "every shoe that was in use is given up");
        }
        if let Ok(standing) = &standing {
            tracing::info!(
                vault = standing.shut_in,
                house = sandbox::state(),
                "how the processes are shut in"
            );
        }
        let mut tasks = Vec::new();
        let ledger = match trouble.is_empty() {
            true => Ledger::open(&place).await.map_err(|fault| message("the ledger", &fault))?,
            false => {
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
        if let (Ok(vault), Some(report), true) = (&vault, &report, trouble.is_empty()) {
            // Without it the next opening only takes longer.
            if let Err(why) = keep_position(&folder, &ledger, &**vault, report).await {
                tracing::warn!(why, "how far the log was verified could not be kept");
            }
        }
        if trouble.is_empty() {
            trouble.extend(witnesses.send(&signer).await);
        }
        if trouble.is_empty() {
            let last = report.as_ref().and_then(|report| report.reached.latest);
            // What two openings differ by without anybody having set a clock is not worth a record.
            if let Some(jump) = last.and_then(clock::go_on_from).filter(|jump| jump.by.abs() > 500) {
                record_jump(&ledger, jump).await;
            }
        }
        let mut floor = Floor::closed(ledger.clone(), settings.tables.clone());
        if trouble.is_empty() {
            match open_tables(vault, &mut floor, &metrics, &stopping).await {
                Ok(running) => tasks = running,
                Err(message) => trouble.push(message),
            }
        }
        let room = Watch::open(&place, &ledger).await.map_err(|fault| message("the ledger", &fault))?;
        if trouble.is_empty() {
            let (signs, sends) = (signer.clone(), witnesses.clone());
            tasks.push(tokio::spawn(signer.clone().keep_signing(stopping.clone(), move || {
                let (signs, sends) = (signs.clone(), sends.clone());
                async move { tell_disagreement(&sends.send(&signs).await) }
            })));
            people.open_register(&ledger).await.map_err(|problem| problem.message)?;
            let missing = people.missing_inspectors(&ledger).await;
            room.missing(missing.map_err(|problem| problem.message)?);
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
            true => Some(Arc::new(open_hall(&settings, &ledger, books.values()).await?)),
            false => None,
        };
        if let Some(hall) = &hall {
            tasks.push(tokio::spawn(hall.clone().keep_time(clock::now, stopping.clone())));
        }
        let prizes = match trouble.is_empty() {
            true => Some(Arc::new(open_prizes(&settings, &ledger, books.values()).await?)),
            false => None,
        };
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
            metrics,
            links,
            signer,
            witnesses,
            watch: room,
            ready: AtomicBool::new(trouble.is_empty()),
            trouble,
            books: books.into_values().map(|book| (book, OnceLock::new())).collect(),
            stop,
            by_address: RateLimit::new(asked * 4, f64::from(asked)),
            sign_ins: RateLimit::new(10, 0.2),
            by_person: RateLimit::new(commands * 2, f64::from(commands)),
            settings,
        };
        let house = Arc::new(house);
        tasks.push(tokio::spawn(keep_seen(house.clone(), stopping.clone())));
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

    /// Its tables, in the order of the settings.
    pub fn tables(&self) -> &[Running] {
        self.floor.tables()
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<&Running, Denial> {
        self.floor.table(id)
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

    /// May it be played in?
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed) && self.floor.ledger.stopped().is_none()
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
        for task in tasks.0 {
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
        if let Err(fault) = self.people.keep_seen().await {
            tracing::error!(%fault, "when people were last seen could not be written down");
        }
        self.people.close().await;
    }
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
    books: impl Iterator<Item = &'b HouseBook>,
) -> Result<Hall, String> {
    let drawer = drawer(settings)?;
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
    books: impl Iterator<Item = &'b HouseBook>,
) -> Result<Prizes, String> {
    let (drawer, books) = (drawer(settings)?, books.map(rule_book).collect());
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

/// Writes down every minute when people were last seen, and puts on record who signed in and who tried.
async fn keep_seen(house: Arc<House>, mut stopping: watch::Receiver<bool>) {
    let mut minutes = tokio::time::interval(Duration::from_secs(60));
    loop {
        tokio::select! {
            _ = minutes.tick() => {
                if let Err(fault) = house.people.keep_seen().await {
                    tracing::warn!(%fault, "when people were last seen could not be written down");
                }
                if house.trouble.is_empty()
                    && let Err(fault) = house.people.record_access(&house.floor.ledger).await
                {
                    tracing::error!(%fault, "who signed in could not be put on record");
                }
            }
            _ = stopping.changed() => return,
        }
    }
}

/// Reads the log before the doors open, from where it was last verified: the file, every chain, every signature, every command decided
/// again. Nothing is written, so that a log that does not hold stays as it was found. Tells what is wrong.
async fn verify(
    place: &Place,
    folder: &Path,
    settings: &HouseSettings,
    vault: Option<&VaultState>,
) -> Result<(Option<Report>, Vec<String>), String> {
    let is_there = store::is_there(place).await.map_err(|fault| format!("the ledger: {fault}"))?;
    if !is_there {
        return match vault.and_then(|vault| vault.signed.as_ref()) {
            Some(signed) => Err(format!(
                "there is no log in {place}, and the vault has signed one of {} leaves; put the log back",
                signed.size
            )),
            None => Ok((None, Vec::new())),
        };
    }
    let store = store::read_only(place).await.map_err(|fault| format!("the ledger: {fault}"))?;
    let mut shelf = Shelf::read(&*store, None).await.map_err(|fault| format!("the ledger: {fault}"))?;
    for config in &settings.tables {
        shelf.add(config.book.texts.clone());
    }
    let key = vault.map(|vault| vault.key.clone());
    let kept = vault.and_then(|vault| kept_position(folder, vault));
    let judges = office::registers(archive::judges(&shelf));
    let against = Against { key, judges, from: kept.as_ref(), keep_states: true, ..Against::default() };
    let report = ledger::verify(&*store, &against).await.map_err(|fault| format!("the ledger: {fault}"))?;
    let older = match vault {
        Some(vault) => check_log(&*store, vault).await.map_err(|fault| format!("the ledger: {fault}"))?,
        None => Vec::new(),
    };
    store.close().await.map_err(|fault| format!("the ledger: {fault}"))?;
    if report.holds() {
        tracing::info!(records = report.records(), decided = report.decided, "the log holds");
    }
    let faults = report.faults.iter().map(|fault| format!("the log does not hold: {fault}"));
    let trouble = faults.take(20).chain(older).collect();
    Ok((Some(report), trouble))
}
