//! Wrong passwords: counted for each name and browser, so that strangers lock out strangers and nobody else.

use super::database::query;
use super::{AccessKind, People};
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::session::Token;
use merkle::sha256;
use table::Time;

/// How many wrong passwords in a row lock a name for a browser.
pub(super) const TRIES: i64 = 5;
/// For how long, in seconds.
const LOCKED_SECONDS: i64 = 15 * 60;
/// After how long without a further try a name's wrong passwords are forgotten, in milliseconds.
const REMEMBERED: i64 = 30 * 60 * 1_000;
/// For how long a browser is known without signing in again, in milliseconds: as long as it keeps what it was given.
const KNOWN: i64 = 365 * 24 * 3_600 * 1_000;

impl People {
    /// What a browser keeps that has once signed in under this name.
    pub(super) async fn device_of(&self, name: &str) -> Result<String, PeopleFault> {
        let device = Token::fresh()?.into_text();
        query("INSERT INTO attempt (bucket, failures, locked_until, at, device) VALUES (?, 0, 0, ?, 1)")
            .bind(known_device(name, &device))
            .bind(clock::now().0)
            .execute(&self.store)
            .await?;
        Ok(device)
    }

    /// Where tries at a name are counted: a browser that has signed in under it counts alone, all others together. A name that
    /// nobody has is counted like any other, so that nobody learns which names there are. Also says whether the browser is known.
    pub(super) async fn bucket(
        &self,
        name: &str,
        device: Option<&str>,
    ) -> Result<(String, bool), PeopleFault> {
        if let Some(device) = device {
            let own = known_device(name, device);
            let known = query("SELECT 1 FROM attempt WHERE bucket = ?").bind(&own);
            if known.fetch_optional(&self.store).await?.is_some() {
                return Ok((own, true));
            }
        }
        Ok((sha256(&[b"strangers\n", name.as_bytes()]).to_string(), false))
    }

    /// Has somebody signed in under this name in this browser before?
    pub async fn knows_browser(&self, name: &str, device: Option<&str>) -> Result<bool, PeopleFault> {
        Ok(self.bucket(name, device).await?.1)
    }

    /// Forgets tries that are long over, and browsers that have long forgotten what they were given, so that whoever guesses at ever
    /// more names fills nothing. Rows from before that was noted stay.
    pub(super) async fn forget_tries(&self, now: Time) -> Result<(), PeopleFault> {
        let forget = "DELETE FROM attempt WHERE at > 0 AND locked_until < ? AND at < (CASE device WHEN 1 THEN ? ELSE ? END)";
        let forget = query(forget).bind(now.0).bind(now.0 - KNOWN).bind(now.0 - REMEMBERED);
        forget.execute(&self.store).await?;
        Ok(())
    }

    /// For how many seconds this name is locked for this browser, if it is.
    pub(super) async fn locked_for(&self, bucket: &str) -> Result<Option<u64>, PeopleFault> {
        let (_, locked) = self.attempts(bucket).await?;
        let now = clock::now().0;
        Ok((locked > now).then(|| ((locked - now) / 1_000 + 1).unsigned_abs()))
    }

    async fn attempts(&self, bucket: &str) -> Result<(i64, i64), PeopleFault> {
        let found = query("SELECT failures, locked_until FROM attempt WHERE bucket = ?").bind(bucket);
        let found = found.fetch_optional(&self.store).await?;
        Ok(found.map_or((0, 0), |row| (row.get("failures"), row.get("locked_until"))))
    }

    /// Counts a wrong password and says what whoever tried is told. A name that nobody has is not written down anywhere.
    pub(super) async fn failed(
        &self,
        name: Option<&str>,
        bucket: &str,
        network: Option<&str>,
    ) -> Result<Denial, PeopleFault> {
        self.failed_of(TRIES, name, bucket, network).await
    }

    /// The same where another number of wrong ones locks.
    pub(super) async fn failed_of(
        &self,
        tries: i64,
        name: Option<&str>,
        bucket: &str,
        network: Option<&str>,
    ) -> Result<Denial, PeopleFault> {
        let locks = self.count_failure(tries, bucket).await?;
        let what = if locks { AccessKind::Locked } else { AccessKind::Failed };
        self.note_failure(what, name, network).await;
        tracing::warn!(name, locked = locks, "a wrong password");
        Ok(Denial::wrong_password())
    }

    /// Counts a wrong one; says whether it locks.
    pub(super) async fn count_failure(&self, tries: i64, bucket: &str) -> Result<bool, PeopleFault> {
        let (failures, _) = self.attempts(bucket).await?;
        let locks = failures + 1 >= tries;
        let (counted, locked) = match locks {
            true => (0, clock::now().0 + LOCKED_SECONDS * 1_000),
            false => (failures + 1, 0),
        };
        query(
            "INSERT INTO attempt (bucket, failures, locked_until, at) VALUES (?, ?, ?, ?)
             ON CONFLICT (bucket) DO UPDATE SET failures = excluded.failures, locked_until = excluded.locked_until, at = excluded.at",
        )
        .bind(bucket)
        .bind(counted)
        .bind(locked)
        .bind(clock::now().0)
        .execute(&self.store)
        .await?;
        Ok(locks)
    }

    /// The right password ends the count.
    pub(super) async fn clear(&self, bucket: &str) -> Result<(), PeopleFault> {
        query("UPDATE attempt SET failures = 0, locked_until = 0, at = ? WHERE bucket = ?")
            .bind(clock::now().0)
            .bind(bucket)
            .execute(&self.store)
            .await?;
        Ok(())
    }

    /// Until when strangers are kept from a name.
    pub(super) async fn locked_until(&self, name: &str) -> Result<Option<i64>, PeopleFault> {
        let (bucket, _) = self.bucket(name, None).await?;
        let (_, locked) = self.attempts(&bucket).await?;
        Ok((locked > clock::now().0).then_some(locked))
    }
}

/// Where wrong second factors are counted: apart from wrong passwords, which any stranger can give.
pub(super) fn factors_of(bucket: &str) -> String {
    sha256(&[b"factor\n", bucket.as_bytes()]).to_string()
}

fn known_device(name: &str, device: &str) -> String {
    sha256(&[b"device\n", name.as_bytes(), b"\n", device.as_bytes()]).to_string()
}
