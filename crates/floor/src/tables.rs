//! The tables of a house that run.

use crate::cage_desk::CageDesk;
use crate::config::{HouseBook, TableConfig};
use crate::exclusions::Exclusions;
use crate::metrics::Metrics;
use crate::own_limits::OwnLimitsDesk;
use crate::past::CannotRun;
use crate::roster::RosterDesk;
use crate::runner::{self, Dealing, Running, Shared};
use crate::session::Sessions;
use crate::vouchers::VoucherRegister;
use archive::{Archive, ArchiveFault, Shelf};
use ledger::{Ledger, Stream};
use people::act_record::recorder;
use people::clock;
use people::denial::Denial;
use shoe::Keeper;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use table::{Name, Table};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The tables of a house, and the log that they share.
pub struct Floor {
    /// The log.
    pub ledger: Ledger,
    /// The register of vouchers, which all tables share.
    pub vouchers: Arc<VoucherRegister>,
    /// The tournaments, to which tables in session report.
    pub sessions: Sessions,
    exclusions: Arc<Exclusions>,
    /// Players' own limits, which hold at all tables together.
    pub own_limits: Arc<OwnLimitsDesk>,
    /// The cage, in a house that has one.
    pub cage: Option<Arc<CageDesk>>,
    /// Which tables were added, renamed and retired while the house ran.
    pub roster: RosterDesk,
    dealing: Arc<Dealing>,
    /// How each table is set up, in the order of the settings.
    configs: RwLock<Arc<Vec<TableConfig>>>,
    tables: RwLock<Arc<Vec<Running>>>,
    troubles: Vec<(String, String)>,
    /// Nothing before the first tables are open, and once the house stops.
    opening: Mutex<Option<Opening>>,
}

/// What opening a table takes.
#[derive(Clone)]
struct Opening {
    keeper: Arc<dyn Keeper>,
    metrics: Arc<Metrics>,
    stopping: watch::Receiver<bool>,
}

impl Floor {
    /// A floor on which no table runs: the log can be read.
    pub fn closed(ledger: Ledger, configs: Vec<TableConfig>) -> Floor {
        Floor {
            ledger,
            vouchers: Arc::default(),
            sessions: Sessions::default(),
            exclusions: Arc::default(),
            own_limits: Arc::default(),
            cage: None,
            roster: RosterDesk::default(),
            dealing: Arc::default(),
            configs: RwLock::new(Arc::new(configs)),
            tables: RwLock::default(),
            troubles: Vec::new(),
            opening: Mutex::default(),
        }
    }

    /// Opens every table, new or where it was left, and runs it. One that cannot be opened stays closed, and closes no other.
    pub async fn open(
        &mut self,
        keeper: Arc<dyn Keeper>,
        metrics: &Arc<Metrics>,
        stopping: &watch::Receiver<bool>,
    ) -> Vec<JoinHandle<()>> {
        // No table takes a wager before everybody's own limits are known.
        if let Err(fault) = self.own_limits.open(&self.ledger).await {
            tracing::error!(%fault, "players' own limits cannot be read: no table opens");
            let closed = |config: &TableConfig| (config.id.clone(), fault.to_string());
            self.troubles = self.configs().iter().map(closed).collect();
            return Vec::new();
        }
        let (mut tasks, mut tables) = (Vec::new(), Vec::new());
        let how = Opening { keeper, metrics: metrics.clone(), stopping: stopping.clone() };
        let configs = self.configs();
        for (config, opening) in configs.iter().zip(self.begin_to_open(&configs, &how).await) {
            let opened = match opening.await {
                Ok(opened) => opened.map_err(|fault| fault.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match opened {
                Ok((running, task)) => {
                    tables.push(running);
                    tasks.push(task);
                }
                Err(fault) => {
                    tracing::error!(table = config.id, fault, "the table stays closed");
                    self.troubles.push((config.id.clone(), fault));
                }
            }
        }
        self.note_absent(&tables).await;
        self.tables = RwLock::new(Arc::new(tables));
        self.opening = Mutex::new(Some(how));
        tasks
    }

    /// Whoever was barred at a table that does not run, such as one that was retired, does not play at any other either.
    async fn note_absent(&self, running: &[Running]) {
        let archive = Archive::over(self.ledger.store().clone());
        let runs = |stream: &Stream| running.iter().any(|table| &*table.id == stream.name());
        let absent: Vec<Stream> = match archive.tables().await {
            Ok(all) => all.into_iter().filter(|stream| !runs(stream)).collect(),
            Err(fault) => {
                return tracing::error!(%fault, "whoever is barred at tables that do not run is not known");
            }
        };
        let shelf = match self.shelf(&[]).await {
            Ok(shelf) => shelf,
            Err(fault) => {
                return tracing::error!(%fault, "whoever is barred at tables that do not run is not known");
            }
        };
        for stream in absent {
            match self.ledger.resume::<Table>(stream.name(), &shelf).await {
                Ok(log) => self.exclusions.note(stream.name(), log.state().state().barred.keys()),
                Err(fault) => {
                    tracing::error!(table = stream.name(), %fault, "whoever is barred at this table is not known")
                }
            }
        }
    }

    /// Opens a table that was added while the house runs, and says how to wait for its end.
    pub async fn add(&self, config: TableConfig) -> Result<JoinHandle<()>, Denial> {
        let none = || Denial::out_of_service("the tables of this house are not open");
        let how = self.opening.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(none)?;
        let mut begun = self.begin_to_open(std::slice::from_ref(&config), &how).await;
        let opening = begun.pop().ok_or_else(none)?;
        let opened = opening.await.map_err(|error| Denial::ours(&error))?;
        let (running, task) = opened.map_err(|fault| Denial::ours(&fault))?;
        change(&self.tables, |tables| tables.push(running));
        change(&self.configs, |configs| configs.push(config));
        Ok(task)
    }

    /// No further table is opened, and the vault is let go of.
    pub fn stop(&self) {
        *self.opening.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Calls a table something else from now on.
    pub async fn rename(&self, id: &str, name: &str) -> Result<(), Denial> {
        self.table(id)?.rename(name.to_owned()).await?;
        change(&self.configs, |configs| {
            let named = configs.iter_mut().filter(|config| config.id == id);
            named.for_each(|config| name.clone_into(&mut config.name));
        });
        Ok(())
    }

    /// Takes a table off the floor that has stopped for good.
    pub fn remove(&self, id: &str) {
        change(&self.tables, |tables| tables.retain(|table| &*table.id != id));
        change(&self.configs, |configs| configs.retain(|config| config.id != id));
    }

    /// How each table is set up, in the order of the settings, and then those that were added.
    pub fn configs(&self) -> Arc<Vec<TableConfig>> {
        self.configs.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins to open every table, side by side.
    async fn begin_to_open(
        &self,
        configs: &[TableConfig],
        how: &Opening,
    ) -> Vec<JoinHandle<Result<Opened, CannotRun>>> {
        let shelf = self.shelf(configs).await.map(Arc::new);
        let Opening { keeper, metrics, stopping } = how;
        let shared = Shared {
            metrics: metrics.clone(),
            vouchers: self.vouchers.clone(),
            sessions: self.sessions.clone(),
            exclusions: self.exclusions.clone(),
            cage: self.cage.clone(),
            dealing: self.dealing.clone(),
            own_limits: self.own_limits.clone(),
        };
        let begin = |config: &TableConfig| {
            let (config, ledger, shelf) = (config.clone(), self.ledger.clone(), shelf.clone());
            let shared = shared.clone();
            let (keeper, stopping) = (keeper.clone(), stopping.clone());
            tokio::spawn(async move { open(config, ledger, &*shelf?, keeper, shared, stopping).await })
        };
        configs.iter().map(begin).collect()
    }

    /// The books of the log, and those of these tables.
    async fn shelf(&self, configs: &[TableConfig]) -> Result<Shelf, ArchiveFault> {
        let mut shelf = Shelf::read(&**self.ledger.store(), None).await?;
        for HouseBook { book, texts, .. } in configs.iter().map(|config| &config.book) {
            shelf.add_read(texts.clone(), book.clone());
        }
        Ok(shelf)
    }

    /// Tables that could not be opened, each with the reason.
    pub fn troubles(&self) -> &[(String, String)] {
        &self.troubles
    }

    /// Says of somebody at which table they were barred, if at one.
    pub fn barred_at(&self) -> impl Fn(&Name) -> Option<String> + Send + Sync + 'static {
        let exclusions = self.exclusions.clone();
        // No table has an empty name.
        move |name| exclusions.elsewhere("", name)
    }

    /// The tables that run, in the order of the settings, and then those that were added.
    pub fn tables(&self) -> Arc<Vec<Running>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<Running, Denial> {
        let found = self.tables().iter().find(|table| &*table.id == id).cloned();
        found.ok_or_else(|| match self.troubles.iter().any(|(closed, _)| closed == id) {
            true => Denial::out_of_service("this table is out of service"),
            false => Denial::not_found("there is no such table"),
        })
    }
}

/// Changes a list that others may be reading: they go on with the one that they have.
fn change<T: Clone>(list: &RwLock<Arc<Vec<T>>>, how: impl FnOnce(&mut Vec<T>)) {
    how(Arc::make_mut(&mut list.write().unwrap_or_else(PoisonError::into_inner)));
}

/// A way to a table that was opened, and its task.
type Opened = (Running, JoinHandle<()>);

async fn open(
    config: TableConfig,
    ledger: Ledger,
    shelf: &Shelf,
    keeper: Arc<dyn Keeper>,
    shared: Shared,
    stopping: watch::Receiver<bool>,
) -> Result<Opened, CannotRun> {
    // The text of its book is on record before anything is judged by it.
    archive::keep_book(&ledger, &config.book.texts, recorder(), clock::now()).await?;
    runner::run(config, (ledger, shelf), keeper, shared, stopping).await
}
