//! The tables of a house that run.

use crate::config::TableConfig;
use crate::metrics::Metrics;
use crate::past::CannotRun;
use crate::runner::{self, Running};
use crate::vouchers::VoucherRegister;
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
    /// The register of vouchers, which all tables share.
    pub vouchers: Arc<VoucherRegister>,
    tables: Vec<Running>,
    troubles: Vec<(String, String)>,
}

impl Floor {
    /// A floor on which no table runs: the log can be read.
    pub fn closed(ledger: Ledger, configs: Vec<TableConfig>) -> Floor {
        Floor { ledger, configs, vouchers: Arc::default(), tables: Vec::new(), troubles: Vec::new() }
    }

    /// Opens every table, new or where it was left, and runs it. One that cannot be opened stays closed, and closes no other.
    pub async fn open(
        &mut self,
        keeper: Arc<dyn Keeper>,
        metrics: &Arc<Metrics>,
        stopping: &watch::Receiver<bool>,
    ) -> Vec<JoinHandle<()>> {
        let mut tasks = Vec::new();
        for config in &self.configs {
            let shared = (metrics.clone(), self.vouchers.clone());
            let opened = open(config, &self.ledger, keeper.clone(), shared, stopping.clone()).await;
            match opened {
                Ok((running, task)) => {
                    self.tables.push(running);
                    tasks.push(task);
                }
                Err(fault) => {
                    tracing::error!(table = config.id, %fault, "the table stays closed");
                    self.troubles.push((config.id.clone(), fault.to_string()));
                }
            }
        }
        tasks
    }

    /// Tables that could not be opened, each with the reason.
    pub fn troubles(&self) -> &[(String, String)] {
        &self.troubles
    }

    /// The tables that run, in the order of the settings.
    pub fn tables(&self) -> &[Running] {
        &self.tables
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<&Running, Denial> {
        let found = self.tables.iter().find(|table| &*table.id == id);
        found.ok_or_else(|| match self.troubles.iter().any(|(closed, _)| closed == id) {
            true => Denial::out_of_service("this table is out of service"),
            false => Denial::not_found("there is no such table"),
        })
    }
}

async fn open(
    config: &TableConfig,
    ledger: &Ledger,
    keeper: Arc<dyn Keeper>,
    shared: (Arc<Metrics>, Arc<VoucherRegister>),
    stopping: watch::Receiver<bool>,
) -> Result<(Running, JoinHandle<()>), CannotRun> {
    // The text of its book is on record before anything is judged by it.
    archive::keep_book(ledger, &config.book.texts, recorder(), clock::now()).await?;
    runner::run(config.clone(), ledger.clone(), keeper, shared, stopping).await
}
