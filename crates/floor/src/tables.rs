//! The tables of a house that run.

use crate::config::TableConfig;
use crate::metrics::Metrics;
use crate::runner::{self, Running};
use ledger::Ledger;
use people::act_record::recorder;
use people::clock;
use people::denial::Denial;
use shoe::Keeper;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The tables of a house, and the log that they share.
pub struct Floor {
    /// The log.
    pub ledger: Ledger,
    /// How each table is set up, in the order of the settings.
    pub configs: Vec<TableConfig>,
    tables: Vec<Running>,
}

impl Floor {
    /// A floor on which no table runs: the log can be read.
    pub fn closed(ledger: Ledger, configs: Vec<TableConfig>) -> Floor {
        Floor { ledger, configs, tables: Vec::new() }
    }

    /// Opens every table, new or where it was left, and runs it.
    pub async fn open(
        &mut self,
        keeper: Arc<dyn Keeper>,
        metrics: &Arc<Metrics>,
        stopping: &watch::Receiver<bool>,
    ) -> Result<Vec<JoinHandle<()>>, String> {
        let (mut tables, mut tasks) = (Vec::new(), Vec::new());
        for config in &self.configs {
            let message = |why: &dyn std::fmt::Display| format!("table {}: {why}", config.id);
            let book = archive::keep_book(&self.ledger, &config.book.texts, recorder(), clock::now());
            book.await.map_err(|fault| message(&fault))?;
            let run = runner::run(
                config.clone(),
                self.ledger.clone(),
                keeper.clone(),
                metrics.clone(),
                stopping.clone(),
            );
            let (running, task) = run.await.map_err(|fault| message(&fault))?;
            tables.push(running);
            tasks.push(task);
        }
        self.tables = tables;
        Ok(tasks)
    }

    /// The tables that run, in the order of the settings.
    pub fn tables(&self) -> &[Running] {
        &self.tables
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<&Running, Denial> {
        let found = self.tables.iter().find(|table| &*table.id == id);
        found.ok_or_else(|| Denial::not_found("there is no such table"))
    }
}
