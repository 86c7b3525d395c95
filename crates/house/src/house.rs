//! The house: everything that is open, and how it opens and stops.

use crate::demonstration::Links;
use crate::files::private_folder;
use crate::library::{self, BookSeen};
use crate::limits::RateLimit;
use crate::metrics::Metrics;
use crate::people::People;
use crate::problem::Problem;
use crate::runner::{self, HouseBook, Running};
use crate::settings::HouseSettings;
use crate::shift::Shifts;
use ledger::{Against, Ledger};
use merkle::Hash;
use shoe::{Keeper, Vault};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use table::Name;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A house that is open.
pub struct House {
    /// How it is set up.
    pub settings: HouseSettings,
    /// Its log.
    pub ledger: Ledger,
    /// Its people.
    pub people: People,
    /// Its shifts.
    pub shifts: Shifts,
    /// Its figures.
    pub metrics: Arc<Metrics>,
    /// The links of a demonstration.
    pub links: Option<Links>,
    tables: Vec<Running>,
    books: Vec<(HouseBook, OnceLock<BookSeen>)>,
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
    /// Opens everything, and lets nobody in before all of it has been read and found in order.
    pub async fn open(settings: HouseSettings) -> Result<(Arc<House>, Tasks), String> {
        let told = |what: &str, why: &dyn std::fmt::Display| format!("{what}: {why}");
        let data = &settings.data;
        for folder in [Some(data.as_path()), settings.vault_key.parent()].into_iter().flatten() {
            private_folder(folder)
                .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        }
        let vault = Vault::open(&data.join("vault"), &settings.vault_key)
            .map_err(|fault| told("the vault", &fault))?;
        let keeper: Arc<dyn Keeper> = Arc::new(vault);
        let ledger = Ledger::open(&data.join("ledger")).await.map_err(|fault| told("the ledger", &fault))?;
        verify(&ledger, &settings).await?;
        let people = People::open(data).await.map_err(|fault| fault.to_string())?;
        if !settings.demonstration {
            people.list(&settings.people).await.map_err(|fault| fault.to_string())?;
        }
        let links = settings.demonstration.then(|| Links::open(data)).transpose()?;
        let metrics = Arc::new(Metrics::new());
        let (stop, stopping) = watch::channel(false);
        let (mut tables, mut tasks) = (Vec::new(), Vec::new());
        for config in &settings.tables {
            let opened = runner::run(
                config.clone(),
                ledger.clone(),
                keeper.clone(),
                metrics.clone(),
                stopping.clone(),
            )
            .await;
            let (running, task) = opened.map_err(|fault| told(&format!("table {}", config.id), &fault))?;
            tables.push(running);
            tasks.push(task);
        }
        let mut books: BTreeMap<String, HouseBook> = BTreeMap::new();
        for config in &settings.tables {
            books.insert(config.book.book.id.clone(), config.book.clone());
        }
        for id in baccarat::shelf::ids().into_iter().filter(|id| !books.contains_key(*id)).collect::<Vec<_>>()
        {
            books.insert(id.to_owned(), library::open(id, data)?);
        }
        let (asked, commands) = (settings.requests_a_second, settings.commands_a_second);
        let house = House {
            ledger,
            people,
            shifts: Shifts::default(),
            metrics,
            links,
            tables,
            books: books.into_values().map(|book| (book, OnceLock::new())).collect(),
            ready: AtomicBool::new(true),
            stop,
            by_address: RateLimit::new(asked * 4, f64::from(asked)),
            sign_ins: RateLimit::new(10, 0.2),
            by_person: RateLimit::new(commands * 2, f64::from(commands)),
            settings,
        };
        Ok((Arc::new(house), Tasks(tasks)))
    }

    /// Its tables, in the order of the settings.
    pub fn tables(&self) -> &[Running] {
        &self.tables
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<&Running, Problem> {
        let found = self.tables.iter().find(|table| &*table.id == id);
        found.ok_or_else(|| Problem::not_found("there is no such table"))
    }

    /// Its books.
    pub fn books(&self) -> impl Iterator<Item = &HouseBook> {
        self.books.iter().map(|(book, _)| book)
    }

    /// A book to read. Its odds are worked out when it is first asked for.
    pub fn book(&self, id: &str) -> Result<&BookSeen, Problem> {
        let found = self.books.iter().find(|(book, _)| book.book.id == id);
        let (book, seen) = found.ok_or_else(|| Problem::not_found("there is no such book"))?;
        Ok(seen.get_or_init(|| library::seen(book)))
    }

    /// May it be played in?
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed) && self.ledger.stopped().is_none()
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
        if let Err(fault) = self.ledger.close().await {
            tracing::error!(%fault, "the ledger did not close in order");
        }
        self.people.close().await;
    }
}

/// Reads the whole log before the doors open: every chain, every signature, every table replayed.
async fn verify(ledger: &Ledger, settings: &HouseSettings) -> Result<(), String> {
    let find = |hash: Hash| {
        let mut tables = settings.tables.iter();
        tables.find(|table| table.book.hash == hash).map(|table| table.book.book.clone())
    };
    let against = Against { witnessed: Vec::new(), key: None, books: Some(&find) };
    let report =
        ledger::verify(&**ledger.store(), &against).await.map_err(|fault| format!("the ledger: {fault}"))?;
    if report.holds() {
        tracing::info!(records = report.records(), "the log holds");
        return Ok(());
    }
    let told: Vec<String> = report.faults.iter().take(20).map(|fault| format!("  {fault}")).collect();
    Err(format!("the log does not hold, and the house stays closed:\n{}", told.join("\n")))
}
