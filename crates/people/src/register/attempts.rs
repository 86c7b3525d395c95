//! Wrong passwords: counted for each name and browser, so that strangers lock out strangers and nobody else.

use super::{AccessKind, People, PeopleFault, Token};
use crate::clock;
use crate::denial::Denial;
use merkle::sha256;
use sqlx::Row;

/// How many wrong passwords in a row lock a name for a browser.
const TRIES: i64 = 5;
/// For how long, in seconds.
const LOCKED_SECONDS: i64 = 15 * 60;

impl People {
    /// What a browser keeps that has once signed in under this name.
    pub(super) async fn device_of(&self, name: &str) -> Result<String, PeopleFault> {
        let device = Token::fresh()?.0;
        sqlx::query("INSERT INTO attempt (bucket, failures, locked_until) VALUES (?, 0, 0)")
            .bind(known_device(name, &device))
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
            let known = sqlx::query("SELECT 1 FROM attempt WHERE bucket = ?").bind(&own);
            if known.fetch_optional(&self.store).await?.is_some() {
                return Ok((own, true));
            }
        }
        Ok((sha256(&[b"strangers\n", name.as_bytes()]).to_string(), false))
    }

    /// For how many seconds this name is locked for this browser, if it is.
    pub(super) async fn locked_for(&self, bucket: &str) -> Result<Option<u64>, PeopleFault> {
        let (_, locked) = self.attempts(bucket).await?;
        let now = clock::now().0;
        Ok((locked > now).then(|| ((locked - now) / 1_000 + 1).unsigned_abs()))
    }

    async fn attempts(&self, bucket: &str) -> Result<(i64, i64), PeopleFault> {
        let found = sqlx::query("SELECT failures, locked_until FROM attempt WHERE bucket = ?").bind(bucket);
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
        let (failures, _) = self.attempts(bucket).await?;
        let locks = failures + 1 >= tries;
        let (counted, locked) = match locks {
            true => (0, clock::now().0 + LOCKED_SECONDS * 1_000),
            false => (failures + 1, 0),
        };
        self.note(if locks { AccessKind::Locked } else { AccessKind::Failed }, name, network);
        tracing::warn!(name, locked = locks, "a wrong password");
        sqlx::query(
            "INSERT INTO attempt (bucket, failures, locked_until) VALUES (?, ?, ?)
             ON CONFLICT (bucket) DO UPDATE SET failures = excluded.failures, locked_until = excluded.locked_until",
        )
        .bind(bucket)
        .bind(counted)
        .bind(locked)
        .execute(&self.store)
        .await?;
        Ok(Denial::wrong_password())
    }

    /// The right password ends the count.
    pub(super) async fn clear(&self, bucket: &str) -> Result<(), PeopleFault> {
        sqlx::query("UPDATE attempt SET failures = 0, locked_until = 0 WHERE bucket = ?")
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

fn known_device(name: &str, device: &str) -> String {
    sha256(&[b"device\n", name.as_bytes(), b"\n", device.as_bytes()]).to_string()
}
