//! Seals: what the list of people says of a session, or of somebody's secrets, counts only with a seal made with a key that the file does
//! not hold. The vault derives that key from its own. Whoever writes the file signs nobody in with it.

use super::People;
use super::database::{On, Query, Row, Work, query};
use crate::act_record::recorder;
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use hmac::{Hmac, KeyInit, Mac};
use ledger::{Draft, Ledger, LedgerError, Payload, Stream};
use merkle::sha256;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The kind of stream that says by which key the list of people is sealed.
const SEALS: &str = "seals";
/// The kind of its payloads.
const KIND: &str = "seals-1";

/// By which key everybody's secrets are sealed from here on; the key itself is not said.
#[derive(Serialize, Deserialize)]
struct SealedBy {
    /// The hash of the key.
    key: String,
}

/// A session as the list of people keeps it.
#[derive(Clone, Copy, Debug)]
pub struct SessionRow<'r> {
    /// The hash of its token.
    pub token: &'r str,
    /// Whose it is.
    pub name: &'r str,
    /// In which role.
    pub role: &'r str,
    /// Since when, in milliseconds.
    pub since: i64,
    /// When they were last seen.
    pub seen: i64,
}

/// What the clocks said while the house was open, as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptClock {
    kept: clock::Kept,
    seal: String,
}

/// Makes seals and looks whether they hold.
pub struct Seals {
    /// The key, filled up to a block of the hash.
    key: [u8; 64],
}

impl Seals {
    /// With this key.
    pub fn new(key: [u8; 32]) -> Seals {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&key);
        Seals { key: block }
    }

    /// Every part with its length, so that no two lists of parts are spelt alike.
    fn of(&self, what: &str, parts: &[Option<&str>]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new(&self.key.into());
        for part in [Some(what)].iter().chain(parts) {
            match part {
                Some(part) => {
                    mac.update(&[1]);
                    mac.update(&(part.len() as u64).to_be_bytes());
                    mac.update(part.as_bytes());
                }
                None => mac.update(&[0]),
            }
        }
        mac
    }

    fn session_mac(&self, row: &SessionRow) -> Hmac<Sha256> {
        let SessionRow { token, name, role, since, seen } = *row;
        let times = [since.to_string(), seen.to_string()];
        self.of("session", &[Some(token), Some(name), Some(role), Some(&times[0]), Some(&times[1])])
    }

    /// The seal of a session.
    pub fn session(&self, row: &SessionRow) -> String {
        hex::encode(self.session_mac(row).finalize().into_bytes())
    }

    /// Is this the seal of this session?
    pub(super) fn holds_session(&self, row: &SessionRow, seal: &str) -> bool {
        hex::decode(seal).is_ok_and(|seal| self.session_mac(row).verify_slice(&seal).is_ok())
    }

    fn clock_mac(&self, kept: &clock::Kept) -> Option<Hmac<Sha256>> {
        Some(self.of("clock", &[Some(&serde_json::to_string(kept).ok()?)]))
    }

    /// What the clocks said, as a text that nobody writes without the key: whoever could would give the house another time.
    pub fn clock(&self, kept: &clock::Kept) -> Option<String> {
        let seal = hex::encode(self.clock_mac(kept)?.finalize().into_bytes());
        serde_json::to_string(&KeptClock { kept: kept.clone(), seal }).ok()
    }

    /// The seal of an index of the log that is kept on disk, from what is said of it.
    pub fn index(&self, said: &str) -> String {
        hex::encode(self.of("index", &[Some(said)]).finalize().into_bytes())
    }

    /// Is this the seal of an index of which this is said?
    pub fn holds_index(&self, said: &str, seal: &[u8]) -> bool {
        hex::decode(seal).is_ok_and(|seal| self.of("index", &[Some(said)]).verify_slice(&seal).is_ok())
    }

    /// Everything of a person that lets them in, or keeps them from being somebody's second.
    fn person_mac(&self, row: &Row) -> Hmac<Sha256> {
        let texts = ["name", "role", "hash", "factor", "pin", "proposer", "approver"]
            .map(|column| row.get::<Option<String>>(column));
        let enrolled = row.get::<i64>("enrolled").to_string();
        let parts: Vec<Option<&str>> =
            texts.iter().map(|text| text.as_deref()).chain([Some(&*enrolled)]).collect();
        self.of("person", &parts)
    }

    /// The seal of a person, from everything that the list of people has of them.
    pub fn person(&self, row: &Row) -> String {
        hex::encode(self.person_mac(row).finalize().into_bytes())
    }

    /// A PIN as it is hashed: only with the key can anybody try PINs against a copy of the list.
    pub(super) fn pin(&self, name: &str, pin: &str) -> String {
        hex::encode(self.of("pin", &[Some(name), Some(pin)]).finalize().into_bytes())
    }

    /// What is kept of the second half of an enrolment: it belongs to these parts and no others.
    pub(super) fn enrolment(&self, parts: &[Option<&str>]) -> String {
        hex::encode(self.of("enrolment", parts).finalize().into_bytes())
    }

    /// A number that follows from a text and that nobody works out without the key: above every number of 32 bits, and below 2^53, so that
    /// JavaScript has it exactly.
    fn number(&self, what: &str, text: &str) -> u64 {
        let bytes = self.of(what, &[Some(text)]).finalize().into_bytes();
        let drawn = bytes.iter().take(8).fold(0_u64, |drawn, byte| (drawn << 8) | u64::from(*byte));
        (drawn >> 12) | (1 << 52)
    }

    /// What the log says of the key.
    fn key_hash(&self) -> String {
        sha256(&[b"the key of seals\n", &self.key]).to_string()
    }

    /// Is this person as they were sealed? Somebody without a password needs no seal.
    async fn holds_person(&self, name: &str, store: On<'_>) -> Result<bool, PeopleFault> {
        let found = query("SELECT * FROM person WHERE name = ? AND hash IS NOT NULL").bind(name);
        let Some(row) = found.fetch_optional(store).await? else { return Ok(true) };
        let seal = hex::decode(row.get::<Option<String>>("seal").unwrap_or_default());
        Ok(seal.is_ok_and(|seal| self.person_mac(&row).verify_slice(&seal).is_ok()))
    }

    /// Seals a person as they are now.
    pub(super) async fn seal_person(&self, name: &str, store: &mut Work) -> Result<(), PeopleFault> {
        let found = query("SELECT * FROM person WHERE name = ?").bind(name);
        let Some(row) = found.fetch_optional(&mut *store).await? else { return Ok(()) };
        query("UPDATE person SET seal = ? WHERE name = ?")
            .bind(self.person(&row))
            .bind(name)
            .execute(store)
            .await?;
        Ok(())
    }
}

/// How a change takes what was there before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// It stays in part, so it has to be as it was sealed: what somebody else wrote there is not covered up.
    Stays,
    /// Nothing of it counts any more.
    Ends,
}

impl People {
    /// What the clocks say, as it is kept; nothing where there is no key.
    pub fn clock_to_keep(&self) -> Option<String> {
        self.seals.as_ref()?.clock(&clock::keep()?)
    }

    /// What the clocks said, of a text that the house wrote itself. One that somebody else wrote says nothing.
    pub fn kept_clock(&self, text: &str) -> Option<clock::Kept> {
        let KeptClock { kept, seal } = serde_json::from_str(text).ok()?;
        let mac = self.seals.as_ref()?.clock_mac(&kept)?;
        let is_ours = hex::decode(seal).is_ok_and(|seal| mac.verify_slice(&seal).is_ok());
        if !is_ours {
            tracing::error!("what the clocks said was not written by the house; the wall clock is believed");
        }
        is_ours.then_some(kept)
    }

    /// The seed of a test in the school, from the one that an instructor typed: the same for the same, and none that anybody meets
    /// by practising with one seed after the other.
    pub fn test_seed(&self, typed: u32) -> Result<u64, Denial> {
        let none =
            || Denial::out_of_service("the vault's key is not there, with which a test's seed is drawn");
        Ok(self.seals.as_ref().ok_or_else(none)?.number("school test", &typed.to_string()))
    }

    /// Changes what is kept of somebody, and seals it.
    pub(super) async fn change_person(
        &self,
        name: &str,
        before: Before,
        change: Query,
    ) -> Result<(), Denial> {
        let mut work = self.store.begin().await.map_err(PeopleFault::from)?;
        if before == Before::Stays && !self.holds(name, On::Work(&mut work)).await? {
            return Err(not_sealed(name));
        }
        change.execute(&mut work).await.map_err(PeopleFault::from)?;
        if let Some(seals) = &self.seals {
            seals.seal_person(name, &mut work).await?;
        }
        Ok(work.commit().await.map_err(PeopleFault::from)?)
    }

    async fn holds(&self, name: &str, store: On<'_>) -> Result<bool, PeopleFault> {
        match self.seals.as_ref().filter(|_| self.sealed.get().is_some()) {
            Some(seals) => seals.holds_person(name, store).await,
            None => Ok(true),
        }
    }

    /// Is what the list of people keeps of somebody as the house wrote it? Before everybody was sealed, nothing is said against it.
    pub(super) async fn check_sealed(&self, name: &str) -> Result<(), Denial> {
        match self.holds(name, On::Database(&self.store)).await? {
            true => Ok(()),
            false => Err(not_sealed(name)),
        }
    }

    /// By which key everybody's secrets are sealed, as the log has it; nothing if they never were.
    async fn sealed_by(&self, ledger: &Ledger) -> Result<Option<String>, Denial> {
        let stream = Stream::new(SEALS, "house").map_err(LedgerError::from)?;
        let last = ledger.store().last(&stream).await.map_err(LedgerError::from)?;
        let last = last.as_ref().and_then(|entry| entry.records().last());
        let last = last.and_then(|record| serde_json::from_str::<SealedBy>(record.payload.text()).ok());
        Ok(last.map(|last| last.key))
    }

    /// Where nothing may be written, because the log does not hold: if it says that everybody is sealed, what is not sealed does not
    /// count. Whoever breaks the log and puts an inspector into the list does not come in as one.
    pub async fn insist_on_seals(&self, ledger: &Ledger) -> Result<(), Denial> {
        let Some(seals) = &self.seals else { return Ok(()) };
        if self.sealed_by(ledger).await? == Some(seals.key_hash()) {
            // Set once; a second time changes nothing.
            let _ = self.sealed.set(());
        }
        Ok(())
    }

    /// Seals everybody's secrets, once for each key and on record: a list from before there were seals, and one that was put back beside
    /// a new vault. From then on what is not sealed does not count. Beside a new vault nobody can tell whether a PIN is the one its owner
    /// set, so everybody sets theirs anew; passwords are held to the log.
    pub(super) async fn adopt_seals(&self, ledger: &Ledger) -> Result<(), Denial> {
        let Some(seals) = &self.seals else { return Ok(()) };
        let stream = Stream::new(SEALS, "house").map_err(LedgerError::from)?;
        let (key, before) = (seals.key_hash(), self.sealed_by(ledger).await?);
        if before.as_ref() != Some(&key) {
            let rows = query("SELECT name FROM person WHERE hash IS NOT NULL").fetch_all(&self.store);
            let rows = rows.await.map_err(PeopleFault::from)?;
            if rows.is_empty() {
                return Ok(());
            }
            let mut work = self.store.begin().await.map_err(PeopleFault::from)?;
            if before.is_some() {
                let forgotten = query("UPDATE person SET pin = NULL").execute(&mut work).await;
                forgotten.map_err(PeopleFault::from)?;
            }
            for row in rows {
                seals.seal_person(&row.get::<String>("name"), &mut work).await?;
            }
            work.commit().await.map_err(PeopleFault::from)?;
            let (now, payload) = (clock::now(), Payload::new(KIND, &SealedBy { key }));
            let id = format!("seals-{}", now.0).parse().map_err(LedgerError::from)?;
            let payload = payload.map_err(LedgerError::from)?;
            ledger.append(Draft::note(stream, id, now, recorder(), payload)).await?;
        }
        // Set once; a second opening of the register changes nothing.
        let _ = self.sealed.set(());
        Ok(())
    }
}

fn not_sealed(name: &str) -> Denial {
    tracing::error!(name, "the list of people is not as the house wrote it");
    Denial::not_yours("this account is not as the house wrote it; tell an inspector")
}
