//! Wrong passwords: counted for each name and browser, so that strangers lock out strangers and nobody else.

use super::{People, PeopleFault, Token};
use crate::clock;
use crate::denial::Denial;
use merkle::sha256;
use sqlx::Row;

/// How many wrong passwords in a row lock a name for a browser.
const TRIES: i64 = 5;
/// For how long, in seconds.
const LOCKED_SECONDS: i64 = 15 * 60;
/// How long the first wrong password of an inspector waits; the next twice as long, and so on.
const WAIT: std::time::Duration = std::time::Duration::from_millis(250);

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
    /// nobody has is counted like any other, so that nobody learns which names there are.
    pub(super) async fn bucket(&self, name: &str, device: Option<&str>) -> Result<String, PeopleFault> {
        if let Some(device) = device {
            let own = known_device(name, device);
            let known = sqlx::query("SELECT 1 FROM attempt WHERE bucket = ?").bind(&own);
            if known.fetch_optional(&self.store).await?.is_some() {
                return Ok(own);
            }
        }
        Ok(sha256(&[b"strangers\n", name.as_bytes()]).to_string())
    }

    /// Is this name locked for this browser?
    pub(super) async fn check_locked(&self, bucket: &str) -> Result<(), Denial> {
        let (_, locked) = self.attempts(bucket).await?;
        let now = clock::now().0;
        match locked > now {
            true => Err(Denial::locked(((locked - now) / 1_000 + 1).unsigned_abs())),
            false => Ok(()),
        }
    }

    async fn attempts(&self, bucket: &str) -> Result<(i64, i64), PeopleFault> {
        let found = sqlx::query("SELECT failures, locked_until FROM attempt WHERE bucket = ?").bind(bucket);
        let found = found.fetch_optional(&self.store).await?;
        Ok(found.map_or((0, 0), |row| (row.get("failures"), row.get("locked_until"))))
    }

    /// Counts a wrong password and says what whoever tried is told.
    pub(super) async fn failed(
        &self,
        name: &str,
        bucket: &str,
        inspector: bool,
    ) -> Result<Denial, PeopleFault> {
        let (failures, _) = self.attempts(bucket).await?;
        let locks = failures + 1 >= TRIES && !inspector;
        let (counted, locked) = match locks {
            true => (0, clock::now().0 + LOCKED_SECONDS * 1_000),
            false => ((failures + 1).min(TRIES), 0),
        };
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
        if inspector {
            // Nobody locks an inspector out by guessing: wrong passwords wait ever longer, the right one never does.
            tokio::time::sleep(WAIT * (1 << failures.clamp(0, TRIES))).await;
        }
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
        let bucket = self.bucket(name, None).await?;
        let (_, locked) = self.attempts(&bucket).await?;
        Ok((locked > clock::now().0).then_some(locked))
    }
}

fn known_device(name: &str, device: &str) -> String {
    sha256(&[b"device\n", name.as_bytes(), b"\n", device.as_bytes()]).to_string()
}
