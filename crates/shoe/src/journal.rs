//! The vault's journal: what it has granted, signed, sealed and revealed. It only grows, and an anchor kept with the key tells how
//! far it had come, so that an older folder put in its place is noticed.
//!
//! A line is a keyed hash over everything before it, then JSON. Nothing in it is secret.

use crate::anchor::{Anchor, Mark};
use crate::grant::Grant;
use crate::keeper::LastSigned;
use crate::seal::TableName;
use crate::vault_fault::VaultFault;
use crate::vault_file::{private, replace};
use crate::vault_key::VaultKey;
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const FILE: &str = "journal";
/// The number of lines after which the journal is written anew with what is still needed.
const LINES: u32 = 20_000;

/// What happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fact {
    /// Everything before, in short.
    Kept(State),
    /// A shoe was sealed.
    Sealed { table: TableName, shoe: u32 },
    /// Cards may be told.
    Granted { table: TableName, shoe: u32, grant: Grant },
    /// A shoe is never dealt from again.
    Barred { table: TableName, shoe: u32, why: String },
    /// A shoe was revealed.
    Ended { table: TableName, shoe: u32 },
    /// A checkpoint was signed.
    Signed(LastSigned),
    /// This key signs from now on.
    Key { key: String },
    /// The log was verified so far.
    Verified { hash: Hash },
    /// A node came under a newer lease of the log.
    Lease { epoch: u64 },
    /// The anchor was not there.
    AnchorLost,
}

impl Fact {
    /// Is the anchor moved after it? Grants come too often for that.
    fn anchors(&self) -> bool {
        !matches!(self, Fact::Granted { .. } | Fact::Kept(_))
    }
}

/// What the journal comes to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct State {
    /// How many lines there ever were.
    number: u64,
    /// The number of the line after which the anchor was to be moved last, and the one before.
    anchoring: [u64; 2],
    signed: Option<LastSigned>,
    /// The key that signs; none in a journal from before it was kept.
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    verified: Option<Hash>,
    /// The newest lease of the log under which a node came; 0 where no nodes share the vault.
    #[serde(default)]
    lease: u64,
    /// The anchor was not there, and nothing was signed since.
    #[serde(default)]
    anchor_lost: bool,
    shoes: BTreeMap<TableName, Granted>,
}

/// What was granted of a shoe.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Granted {
    shoe: u32,
    grants: Vec<Grant>,
    barred: Option<String>,
}

impl State {
    fn apply(&mut self, fact: Fact) {
        let number = self.number + 1;
        if fact.anchors() {
            self.anchoring = [self.anchoring[1], number];
        }
        self.number = number;
        match fact {
            Fact::Kept(state) => *self = state,
            Fact::Sealed { table, shoe } => {
                self.shoes.insert(table, Granted { shoe, ..Granted::default() });
            }
            Fact::Granted { table, shoe, grant } => self.of(table, shoe).grants.push(grant),
            Fact::Barred { table, shoe, why } => self.of(table, shoe).barred = Some(why),
            Fact::Ended { table, shoe } => {
                self.shoes.retain(|of, granted| *of != table || granted.shoe != shoe);
            }
            Fact::Signed(signed) => (self.signed, self.anchor_lost) = (Some(signed), false),
            Fact::AnchorLost => self.anchor_lost = true,
            Fact::Key { key } => self.key = Some(key),
            Fact::Verified { hash } => self.verified = Some(hash),
            Fact::Lease { epoch } => self.lease = epoch,
        }
    }

    fn of(&mut self, table: TableName, shoe: u32) -> &mut Granted {
        let granted = self.shoes.entry(table).or_default();
        if granted.shoe != shoe {
            *granted = Granted { shoe, ..Granted::default() };
        }
        granted
    }
}

/// The journal of a vault.
pub(crate) struct Journal {
    folder: PathBuf,
    file: File,
    key: Hash,
    chain: Hash,
    state: State,
    anchor: Anchor,
    /// How many leaves the log had that was signed last, by the anchor or by this journal, whichever knows of more.
    anchored: u64,
    lines: u32,
    /// Something was written and not synced yet.
    unsynced: bool,
    /// The anchor is to be moved.
    moves: bool,
    /// What was wrong when it was opened.
    trouble: Option<String>,
}

impl Journal {
    /// Opens the journal in the vault's folder. If the folder or the anchor is older than the other, every shoe in use is barred.
    pub(crate) fn open(folder: &Path, key: &VaultKey, anchor: &Path) -> Result<Journal, VaultFault> {
        let path = folder.join(FILE);
        let fault = |error: io::Error| VaultFault::file("read", &path, &error);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(fault)?,
        };
        let file = private(&path, OpenOptions::new().append(true).create(true)).map_err(fault)?;
        // A line without an end was never answered for.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        if whole < text.len() {
            file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(fault)?;
        }
        let secret = sha256(&[b"croupier vault journal 1", key.bytes()]);
        let mut journal = Journal {
            folder: folder.to_owned(),
            file,
            key: secret,
            chain: Hash::NONE,
            state: State::default(),
            anchor: Anchor::open(anchor, secret)?,
            anchored: 0,
            lines: 0,
            unsynced: false,
            moves: false,
            trouble: None,
        };
        let anchored = journal.read(&text[..whole])?;
        journal.trouble = journal.compare(anchored);
        let marked = journal.anchor.mark().map(|mark| mark.signed);
        journal.anchored = marked.max(journal.signed().map(|last| last.size)).unwrap_or(0);
        // It is made anew below. What it would have told is not known any more until something is signed.
        if journal.trouble.is_some() && marked.is_none() {
            journal.append(Fact::AnchorLost)?;
        }
        if let Some(why) = journal.trouble.clone() {
            journal.bar_all(&why)?;
        }
        journal.moves = true;
        journal.sync()?;
        Ok(journal)
    }

    /// Reads all lines. Gives the chain at the line where the anchor lies, if the journal reaches it.
    fn read(&mut self, text: &[u8]) -> Result<Option<Hash>, VaultFault> {
        let at = self.anchor.mark().map(|mark| mark.number);
        let mut anchored = None;
        for (place, line) in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
            let damaged = || {
                let path = self.folder.join(FILE);
                VaultFault::File(format!(
                    "{}: line {} was changed, or is of another key",
                    path.display(),
                    place + 1
                ))
            };
            let (chain, json) = line.split_at_checked(64).ok_or_else(damaged)?;
            let json = json.strip_prefix(b" ").ok_or_else(damaged)?;
            let written = std::str::from_utf8(chain).ok().and_then(|text| text.parse::<Hash>().ok());
            let fact: Fact = serde_json::from_slice(json).map_err(|_| damaged())?;
            // Where it begins anew there is nothing before to chain to; the line itself tells.
            let before = if place == 0 { Hash::NONE } else { self.chain };
            let expected = link(self.key, before, json);
            if written != Some(expected) {
                return Err(damaged());
            }
            self.chain = expected;
            self.state.apply(fact);
            self.lines += 1;
            if at == Some(self.state.number) {
                anchored = Some(self.chain);
            }
        }
        Ok(anchored)
    }

    /// Do folder and anchor agree?
    fn compare(&self, anchored: Option<Hash>) -> Option<String> {
        let older = "the vault's folder is older than its anchor: it was put back, or lost";
        let [before_last, _] = self.state.anchoring;
        match self.anchor.mark() {
            None if before_last == 0 => None,
            None => Some("the vault's anchor is missing".to_owned()),
            Some(mark) if mark.number > self.state.number => Some(older.to_owned()),
            // Only the last move of the anchor can have been broken off.
            Some(mark) if mark.number < before_last => {
                Some("the vault's anchor is older than its folder: it was put back".to_owned())
            }
            Some(mark) if anchored.is_some_and(|chain| chain != mark.chain) => {
                Some("the vault's folder is not the one of its anchor".to_owned())
            }
            Some(_) => None,
        }
    }

    fn bar_all(&mut self, why: &str) -> Result<(), VaultFault> {
        let shoes: Vec<_> = self.state.shoes.iter().map(|(table, of)| (table.clone(), of.shoe)).collect();
        for (table, shoe) in shoes {
            self.append(Fact::Barred { table, shoe, why: why.to_owned() })?;
        }
        Ok(())
    }

    /// Every grant of this shoe.
    pub(crate) fn grants(&self, table: &TableName, shoe: u32) -> &[Grant] {
        self.of(table, shoe).map_or(&[], |granted| &granted.grants)
    }

    /// Why this shoe is never dealt from again.
    pub(crate) fn barred(&self, table: &TableName, shoe: u32) -> Option<&String> {
        self.of(table, shoe)?.barred.as_ref()
    }

    fn of(&self, table: &TableName, shoe: u32) -> Option<&Granted> {
        self.state.shoes.get(table).filter(|granted| granted.shoe == shoe)
    }

    /// What was signed last.
    pub(crate) fn signed(&self) -> Option<&LastSigned> {
        self.state.signed.as_ref()
    }

    /// How many leaves the log had that was signed last, by the anchor or by this journal; nothing where the anchor was lost and nothing
    /// was signed since.
    pub(crate) fn anchored(&self) -> Option<u64> {
        Some(self.anchored).filter(|_| !self.state.anchor_lost)
    }

    /// The key that signs.
    pub(crate) fn key(&self) -> Option<&str> {
        self.state.key.as_deref()
    }

    /// The hash of how far the log was verified.
    pub(crate) fn verified(&self) -> Option<Hash> {
        self.state.verified
    }

    /// The newest lease of the log under which a node came.
    pub(crate) fn lease(&self) -> u64 {
        self.state.lease
    }

    /// What was wrong when it was opened.
    pub(crate) fn trouble(&self) -> Option<&String> {
        self.trouble.as_ref()
    }

    /// Writes down what happened. It counts once [`Journal::sync`] has succeeded.
    pub(crate) fn append(&mut self, fact: Fact) -> Result<(), VaultFault> {
        if self.lines >= LINES {
            self.shorten()?;
        }
        self.moves |= fact.anchors();
        if let Fact::Signed(signed) = &fact {
            self.anchored = signed.size;
        }
        let (line, chain) = self.line(&fact, self.chain);
        self.file.write_all(line.as_bytes()).map_err(|error| self.fault(&error))?;
        (self.chain, self.unsynced) = (chain, true);
        self.lines += 1;
        self.state.apply(fact);
        Ok(())
    }

    fn line(&self, fact: &Fact, before: Hash) -> (String, Hash) {
        // Plain data with text for keys always becomes JSON.
        let json = serde_json::to_string(fact).unwrap_or_default();
        let before = if self.lines == 0 { Hash::NONE } else { before };
        let chain = link(self.key, before, json.as_bytes());
        (format!("{chain} {json}\n"), chain)
    }

    /// Writes the journal anew with what is still needed.
    fn shorten(&mut self) -> Result<(), VaultFault> {
        self.lines = 0;
        let mut state = self.state.clone();
        state.number += 1;
        let fact = Fact::Kept(state);
        let (line, chain) = self.line(&fact, Hash::NONE);
        replace(&self.folder, FILE, line.as_bytes()).map_err(|error| self.fault(&error))?;
        let path = self.folder.join(FILE);
        self.file = private(&path, OpenOptions::new().append(true)).map_err(|error| self.fault(&error))?;
        (self.chain, self.lines, self.moves) = (chain, 1, true);
        self.state.apply(fact);
        Ok(())
    }

    /// Makes everything so far last.
    pub(crate) fn sync(&mut self) -> Result<(), VaultFault> {
        if self.unsynced {
            self.file.sync_data().map_err(|error| self.fault(&error))?;
            self.unsynced = false;
        }
        if self.moves {
            self.anchor.move_to(Mark {
                number: self.state.number,
                chain: self.chain,
                signed: self.anchored,
            })?;
            self.moves = false;
        }
        Ok(())
    }

    fn fault(&self, error: &io::Error) -> VaultFault {
        VaultFault::file("write", &self.folder.join(FILE), error)
    }
}

/// The hash of a line and of all before it.
fn link(key: Hash, before: Hash, json: &[u8]) -> Hash {
    sha256(&[&key.0, &before.0, json, &key.0])
}
