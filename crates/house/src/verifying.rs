//! Verifying the log: before the doors open what is new, in the background what comes, and all of it once a day.

use crate::archiving;
use crate::settings::HouseSettings;
use crate::vaulted::{Position, check_log, keep_position};
use archive::Shelf;
use floor::config::HouseBook;
use ledger::store::Place;
use ledger::{Against, By, Ledger, LedgerError, Order, Reached, Report, Signs, Store, store};
use people::clock;
use shoe::{Custody, VaultState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// As many entries must have come before they are verified in the background: about what an opening, or another node that takes charge,
/// verifies in a moment.
const WORTH: u64 = 500;
/// How often it is looked whether so many have come.
const LOOKS: Duration = Duration::from_secs(5);
/// When the house stops, any number is verified, for as long as this.
const LAST: Duration = Duration::from_secs(5);
/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// What the log was found to be before the doors open.
#[derive(Default)]
pub(crate) struct Found {
    /// What verifying came to, if there is a log.
    pub(crate) report: Option<Report>,
    /// As far as this it had been verified before.
    pub(crate) before: Option<Order>,
    /// What is wrong.
    pub(crate) trouble: Vec<String>,
}

/// Reads the log before the doors open, from where it was last verified: every chain, every signature, every command decided again;
/// the file too, unless that takes long. Nothing is written, so that a log that does not hold stays as it was found. Tells what is
/// wrong.
///
/// A node that has taken the lease reads by the lines that it has: whoever waits for it to open does not wait for others.
pub(crate) async fn verify(
    (place, taken): (&Place, Option<&Arc<dyn Store>>),
    position: &Position,
    settings: &HouseSettings,
    vault: Option<&VaultState>,
) -> Result<Found, String> {
    let message = |fault: &dyn std::fmt::Display| format!("the ledger: {fault}");
    if taken.is_none() && !store::is_there(place).await.map_err(|fault| message(&fault))? {
        let signed = vault.and_then(|vault| vault.anchored.max(vault.signed.as_ref().map(|last| last.size)));
        return match signed.unwrap_or(0) {
            0 => Ok(Found::default()),
            size => Err(format!(
                "there is no log in {place}, and the vault has signed one of {size} leaves; put the log back"
            )),
        };
    }
    let store = match taken {
        Some(taken) => taken.clone(),
        None => store::read_only(place).await.map_err(|fault| message(&fault))?,
    };
    // What was found wrong with older entries is looked for again.
    let whole = office::watch::last_whole(&*store).await.map_err(|fault| message(&fault))?;
    let kept = vault.filter(|_| whole.is_none_or(|(_, holds)| holds));
    let kept = match kept {
        Some(vault) => position.kept(&*store, vault).await,
        None => None,
    };
    let key = vault.map(|vault| vault.key.clone());
    let vouched = vault.is_some();
    let report = verify_from(&*store, &books(settings), (key, vouched), kept.as_ref()).await?;
    let older = match vault {
        Some(vault) => check_log(&*store, vault).await.map_err(|fault| message(&fault))?,
        None => Vec::new(),
    };
    if taken.is_none() {
        store.close().await.map_err(|fault| message(&fault))?;
    }
    if report.holds() {
        tracing::info!(records = report.records(), decided = report.decided, "the log holds");
    }
    // The house itself records what is asked with everything that it does.
    let believed = match (report.folded, &kept) {
        (0, _) => None,
        (events, Some(_)) => {
            Some(format!("{events} events since the log was verified say nothing of what was asked"))
        }
        (events, None) => {
            tracing::warn!(events, "events from before commands were on record are believed as they stand");
            None
        }
    };
    let faults = report.faults.iter().map(|fault| format!("the log does not hold: {fault}"));
    let trouble = faults.take(20).chain(older).chain(believed).collect();
    Ok(Found { report: Some(report), before: kept.map(|kept| kept.order), trouble })
}

/// Puts on record that this release decides from now on, where another did before, and has that signed at once. `before` is how far that
/// one had verified the log.
pub(crate) async fn take_rulings(
    ledger: &Ledger,
    signer: &dyn Signs,
    before: Option<Order>,
    by: By,
) -> Result<(), LedgerError> {
    let shelf = Shelf::default();
    let numbers = office::registers(archive::judges(&shelf)).numbers();
    if ledger.take_rulings(numbers, before, by.clone(), clock::now()).await? {
        tracing::info!("from here on the log is decided by the rulings of this release");
        ledger.checkpoint(signer, by, clock::now()).await?;
    }
    Ok(())
}

fn books(settings: &HouseSettings) -> Vec<HouseBook> {
    settings.tables.iter().map(|config| config.book.clone()).collect()
}

/// Verifies what follows after a position, or everything.
async fn verify_from(
    store: &dyn Store,
    books: &[HouseBook],
    (key, vouched): (Option<String>, bool),
    from: Option<&Reached>,
) -> Result<Report, String> {
    let mut shelf = Shelf::read(store, None).await.map_err(|fault| format!("the ledger: {fault}"))?;
    for HouseBook { book, texts, .. } in books {
        shelf.add_read(texts.clone(), book.clone());
    }
    let judges = office::registers(archive::judges(&shelf));
    let against = Against { key, judges, from, vouched, keep_states: true, ..Against::default() };
    ledger::verify(store, &against).await.map_err(|fault| format!("the ledger: {fault}"))
}

/// Verifies in the background what has come, so that the next opening has little left to verify.
pub(crate) struct KeepVerified {
    place: Place,
    position: Position,
    books: Arc<Vec<HouseBook>>,
    ledger: Ledger,
    vault: Arc<dyn Custody>,
    reached: Reached,
    /// After how many days entries are put into segments.
    archive_after: Option<NonZeroU32>,
}

impl KeepVerified {
    /// From where the log was verified when the house opened.
    pub(crate) fn new(
        (place, position): (Place, Position),
        settings: &HouseSettings,
        ledger: &Ledger,
        vault: Arc<dyn Custody>,
        reached: Option<Reached>,
    ) -> KeepVerified {
        let books = Arc::new(books(settings));
        KeepVerified {
            place,
            position,
            books,
            ledger: ledger.clone(),
            vault,
            reached: reached.unwrap_or_default(),
            archive_after: settings.archive_after_days,
        }
    }

    /// Goes on until the house stops, or something is found wrong.
    pub(crate) async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut looks = tokio::time::interval(LOOKS);
        let mut old = tokio::time::interval(archiving::LOOKS);
        loop {
            tokio::select! {
                _ = looks.tick() => {}
                _ = old.tick() => {
                    self.archive_old().await;
                    continue;
                }
                _ = stopping.changed() => return self.finish().await,
            }
            if !self.has_come(WORTH).await {
                continue;
            }
            match self.go_on().await {
                Ok(faults) if faults.is_empty() => {}
                Ok(faults) => {
                    for fault in faults {
                        tracing::error!(
                            fault,
                            "the log does not hold; the next opening is for inspectors only"
                        );
                    }
                    return;
                }
                Err(why) => tracing::warn!(why, "what has come could not be verified"),
            }
        }
    }

    /// Have so many entries come since?
    async fn has_come(&self, entries: u64) -> bool {
        let enough = self.reached.order.position + entries - 1;
        self.ledger.store().all(enough, 1).await.is_ok_and(|more| !more.is_empty())
    }

    /// The house stops: what has come is verified, so that the next opening need not. A node that lost the log leaves that to the next.
    async fn finish(mut self) {
        let ours = || self.ledger.stopped().is_none() && self.ledger.store().is_trusted();
        if !ours() || !self.has_come(1).await {
            return;
        }
        match tokio::time::timeout(LAST, self.go_on()).await {
            Ok(Ok(faults)) => faults.iter().for_each(|fault| {
                tracing::error!(fault, "the log does not hold; the next opening is for inspectors only");
            }),
            Ok(Err(why)) => tracing::warn!(why, "what has come could not be verified"),
            Err(_) => tracing::info!("the rest of the log is verified at the next opening"),
        }
    }

    /// Puts away what has grown old and was verified.
    async fn archive_old(&self) {
        let Some(days) = self.archive_after else { return };
        let verified = self.reached.order.position;
        match archiving::archive_old(&self.ledger, verified, days.get(), clock::now()).await {
            Ok(0) => {}
            Ok(entries) => tracing::info!(entries, "old entries were put into segments"),
            Err(why) => tracing::warn!(why, "old entries could not be put into segments"),
        }
    }

    /// Verifies what has come, and keeps how far. Says what is wrong; then the next opening verifies everything.
    async fn go_on(&mut self) -> Result<Vec<String>, String> {
        let (place, books, reached) = (self.place.clone(), self.books.clone(), self.reached.clone());
        let from_the_first = reached.order.position == 0;
        // Deciding everything again is work for a thread on which nobody waits.
        let verified = tokio::task::spawn_blocking(move || {
            tokio::runtime::Handle::current().block_on(async {
                let store = store::read_only(&place).await.map_err(|fault| fault.to_string())?;
                let from = Some(&reached).filter(|_| !from_the_first);
                let report = verify_from(&*store, &books, (None, true), from).await;
                store.close().await.map_err(|fault| fault.to_string())?;
                report
            })
        });
        let report = verified.await.map_err(|error| error.to_string())??;
        if !report.holds() {
            self.position.forget(&self.ledger).await?;
            return Ok(report.faults.iter().take(20).map(ToString::to_string).collect());
        }
        keep_position(&self.position, &self.ledger, &*self.vault, &report).await?;
        self.reached = report.reached;
        Ok(Vec::new())
    }
}

/// Is it a day since the whole log was verified, or since it was begun?
pub(crate) async fn is_whole_due(ledger: &Ledger) -> Result<bool, String> {
    let store = ledger.store();
    let whole = office::watch::last_whole(&**store).await.map_err(|fault| fault.to_string())?;
    let last = match whole {
        Some((at, _)) => Some(at),
        None => {
            let first = store.all(0, 1).await.map_err(|fault| fault.to_string())?.pop();
            first.and_then(|(_, first)| first.ok()).map(|first| first.at)
        }
    };
    Ok(last.is_some_and(|last| clock::now().0 - last.0 >= DAY))
}
