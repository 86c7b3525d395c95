//! Waiting for the lease: what a node does that does not write.

use super::{DEAD_AFTER, Lease, PATIENCE, Postgres, Steady, damaged, failed, is_laid_out, prepare};
use crate::store::{Server, Store, StoreError};
use sqlx::Row;
use sqlx::postgres::PgConnection;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::{Instant, timeout};

/// How long a look at the lease may take.
const LOOK: Duration = Duration::from_secs(2);

/// The class of the locks by which nodes ask the holder of a lease to give way; the lock's own number is that of the lease.
pub(super) const WISH: i32 = 1_131_573_110;

/// The number of the lock for this lease.
pub(super) fn wish_of(epoch: u64) -> i32 {
    i32::try_from(epoch % (1 << 31)).unwrap_or_default()
}

/// By how many milliseconds the clock of whoever writes may differ from the database's.
const CLOCK_APART: i64 = 1_000;

/// How the lease stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaseState {
    /// Its number, which grows with every holder.
    pub epoch: u64,
    /// Who holds it.
    pub holder: Option<String>,
    /// How often it was renewed.
    pub beat: u64,
}

/// A node that would write if nobody else did.
pub struct Candidate {
    server: Server,
    node: String,
    holder: String,
    line: Option<PgConnection>,
    /// How far this machine's clock is from the database's, in milliseconds, as far as that is certain.
    apart: i64,
    /// The lease whose holder is asked to give way, and the one for which the database knows that.
    wish: Option<u64>,
    wished: Option<u64>,
    /// What was seen, and since when it has not changed, all of which could be read.
    seen: Option<(LeaseState, Instant)>,
}

impl Candidate {
    /// A candidate of this node. Every one has a name that was never held before.
    pub fn new(server: &Server, node: &str) -> Result<Candidate, StoreError> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(failed)?;
        let holder = format!("{node}-{}", hex::encode(bytes));
        Ok(Candidate {
            server: server.clone(),
            node: node.to_owned(),
            holder,
            line: None,
            apart: 0,
            wish: None,
            wished: None,
            seen: None,
        })
    }

    /// Under which name it would hold the lease.
    pub fn holder(&self) -> &str {
        &self.holder
    }

    /// Asks the holder of this lease to give way, or nobody any more. The database is told with the next look, and forgets it when the line ends.
    pub fn wish(&mut self, epoch: Option<u64>) {
        self.wish = epoch;
    }

    /// Looks at the lease. Where that fails, nothing is known of how long its holder was silent.
    pub async fn look(&mut self) -> Result<LeaseState, StoreError> {
        let read = match timeout(LOOK, self.read()).await {
            Ok(read) => read,
            Err(_) => Err(StoreError::Unknown("no answer".to_owned())),
        };
        match read {
            Ok(found) => {
                if self.seen.as_ref().is_none_or(|(seen, _)| *seen != found) {
                    self.seen = Some((found.clone(), Instant::now()));
                }
                Ok(found)
            }
            Err(error) => {
                (self.line, self.seen) = (None, None);
                Err(error)
            }
        }
    }

    async fn read(&mut self) -> Result<LeaseState, StoreError> {
        let mut line = match self.line.take() {
            Some(line) => line,
            None => {
                self.wished = None;
                let mut line = self.server.connect().await?;
                if !is_laid_out(&mut line).await? {
                    return Ok(LeaseState::default());
                }
                line
            }
        };
        if self.wish != self.wished {
            let unknown = |error: sqlx::Error| StoreError::Unknown(error.to_string());
            sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut line).await.map_err(unknown)?;
            if let Some(epoch) = self.wish {
                let lock =
                    sqlx::query("SELECT pg_try_advisory_lock_shared($1, $2)").bind(WISH).bind(wish_of(epoch));
                lock.execute(&mut line).await.map_err(unknown)?;
            }
            self.wished = self.wish;
        }
        let begun = Instant::now();
        let about = "SELECT epoch, holder, beat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM lease WHERE name = 'log'";
        let row = sqlx::query(about)
            .fetch_one(&mut line)
            .await
            .map_err(|error| StoreError::Unknown(error.to_string()))?;
        let read = |error| damaged("lease", error);
        let number =
            |column| row.try_get::<i64, _>(column).map_err(read).map(|number: i64| number.unsigned_abs());
        let its: i64 = row.try_get(3).map_err(read)?;
        let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let ours = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        // It was asked some time while the answer was on its way.
        self.apart = (ours - its).saturating_sub(took).max(0) + (ours - its).min(0);
        let found = LeaseState { epoch: number(0)?, holder: row.try_get(1).map_err(read)?, beat: number(2)? };
        self.line = Some(line);
        Ok(found)
    }

    /// By how many milliseconds this machine's clock is wrong, if it is by so much that this node may not write: a lease is not taken by
    /// whoever would put the whole house into another time.
    pub fn clock_apart(&self) -> Option<i64> {
        (self.apart.abs() > CLOCK_APART).then_some(self.apart)
    }

    /// May it be taken, as it was last seen? By nobody whose clock is wrong. Nobody holds it; or its holder was silent for long enough; or its holder was an earlier process of
    /// this very node, which is gone.
    pub fn is_free(&self) -> bool {
        let Some((seen, since)) = &self.seen else { return false };
        if self.clock_apart().is_some() {
            return false;
        }
        let earlier = |holder: &String| {
            let node = holder.rsplit_once('-').map(|(node, _)| node);
            node == Some(&self.node) && *holder != self.holder
        };
        seen.holder.is_none() || seen.holder.iter().any(earlier) || since.elapsed() >= DEAD_AFTER
    }

    /// Takes the lease as it was last seen, and opens the log under it. Nothing if somebody else was faster, or its holder came back.
    pub async fn take(&mut self) -> Result<Option<Arc<dyn Store>>, StoreError> {
        let Some((seen, _)) = self.seen.take() else { return Ok(None) };
        let taken = timeout(PATIENCE, self.take_from(&seen)).await;
        taken.unwrap_or_else(|_| Err(StoreError::Unknown("no answer".to_owned())))
    }

    async fn take_from(&mut self, seen: &LeaseState) -> Result<Option<Arc<dyn Store>>, StoreError> {
        let mut writer = self.server.connect().await?;
        prepare(&mut writer, &self.server).await?;
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let asked = Steady::now();
        let taken = sqlx::query(
            "UPDATE lease SET epoch = epoch + 1, holder = $1, beat = beat + 1 WHERE name = 'log' AND epoch = $2 AND beat = $3",
        );
        let taken = taken.bind(self.holder.clone()).bind(number(seen.epoch)).bind(number(seen.beat));
        let taken =
            taken.execute(&mut writer).await.map_err(|error| StoreError::Unknown(error.to_string()))?;
        if taken.rows_affected() != 1 {
            return Ok(None);
        }
        let lease =
            Lease { epoch: number(seen.epoch) + 1, holder: self.holder.clone(), beat: seen.beat, asked };
        Ok(Some(Arc::new(Postgres::holding(&self.server, writer, lease).await?)))
    }
}
