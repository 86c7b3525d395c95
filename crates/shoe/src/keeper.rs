//! What is asked of whoever keeps sealed shoes, and what is answered.

use crate::grant::{Closing, Grant};
use crate::key_change::KeyChange;
use crate::opening::Opening;
use crate::seal::{Sealed, TableName};
use crate::sealed_shoe::{Ending, Reveal};
use crate::vault_fault::VaultFault;
use merkle::Hash;
use serde::{Deserialize, Serialize};

/// Something asked about the shoe of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The table.
    pub table: TableName,
    /// What is asked.
    pub ask: Ask,
}

/// What can be asked about a shoe. There is no question about a card of a coup that is not closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Ask {
    /// See [`Keeper::held`].
    Held,
    /// See [`Keeper::seal`].
    Seal { shoe: u32, book: Hash, decks: u8 },
    /// See [`Keeper::seal_after_loss`].
    SealAfterLoss { shoe: u32, book: Hash, decks: u8, lost: Hash },
    /// See [`Keeper::cut`].
    Cut { shoe: u32, at: u16 },
    /// See [`Keeper::grant`].
    Grant { shoe: u32, grant: Grant },
    /// See [`Keeper::card`].
    Card { shoe: u32, drawn: u16, closing: Closing },
    /// See [`Keeper::bar`].
    Bar { shoe: u32, why: String },
    /// See [`Keeper::finish`] and [`Keeper::abandon`].
    End { shoe: u32, because: Ending },
}

/// Anything that can be asked of a vault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// About the shoe of a table.
    Shoe(Request),
    /// See [`Custody::sign`].
    Sign(Growth),
    /// See [`Custody::standing`].
    VaultState,
    /// See [`Custody::introduce`].
    Introduce {
        /// When, in milliseconds.
        time: i64,
    },
    /// See [`Custody::take_key`].
    TakeKey(KeyChange),
    /// See [`Custody::remember`].
    Remember {
        /// The hash of what is remembered.
        verified: Hash,
    },
    /// See [`Custody::people_key`].
    PeopleKey,
}

/// A checkpoint that is to be signed: the log has grown to it from the one that was signed last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// How many leaves the tree has.
    pub size: u64,
    /// Its root.
    pub root: Hash,
    /// The proof that it begins with the tree that was signed last.
    pub proof: Vec<Hash>,
    /// What is signed for the log.
    pub text: String,
    /// The whole checkpoint, kept until a later one is signed: if the house stops before it is on record, it is recorded then.
    pub checkpoint: String,
}

/// What the vault signed last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastSigned {
    /// How many leaves the tree had.
    pub size: u64,
    /// Its root.
    pub root: Hash,
    /// The whole checkpoint, with its signature.
    pub checkpoint: String,
}

/// Signatures under a checkpoint, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signatures {
    /// Under the text for the log.
    pub text: String,
    /// Under the note for witnesses.
    pub note: String,
}

/// How the vault stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VaultState {
    /// The public key of checkpoints, in hexadecimal digits.
    pub key: String,
    /// The key that the vault remembers to sign with. While it is not the one it was opened with, the vault signs nothing.
    pub pinned: String,
    /// What was signed last.
    pub signed: Option<LastSigned>,
    /// How many leaves the log had that was signed last, as far as the vault or its anchor know; nothing where the anchor was lost and
    /// nothing was signed since.
    pub anchored: Option<u64>,
    /// The hash of how far the log was verified, as whoever verified it wrote it down.
    pub verified: Option<Hash>,
    /// What was found wrong when it was opened: its folder or its anchor is older than the other.
    pub trouble: Option<String>,
    /// How its process is shut in, or why it is not.
    pub shut_in: String,
    /// It is shut in in every part, and its secrets are kept out of swap.
    pub is_shut_in: bool,
}

/// What is answered: nothing that may not be public at that time, but for the key of the list of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// The shoe of the table, if there is one.
    Held(Option<Held>),
    /// The shoe is sealed.
    Sealed(Sealed),
    /// It is done.
    Done,
    /// The card, opened.
    Card(Opening),
    /// All is told.
    Revealed(Reveal),
    /// The checkpoint is signed.
    Signed(Signatures),
    /// How the vault stands.
    VaultState(VaultState),
    /// The signature by which the key says that it signs the log, in hexadecimal digits.
    Introduced(String),
    /// The key by which the house seals its list of people.
    PeopleKey(Hash),
}

/// What is public of the shoe in use at a table, or of the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// What it is committed to.
    pub sealed: Sealed,
    /// Where it was cut.
    pub cut: Option<u16>,
    /// How many cards have left it: told, or put away unseen.
    pub dealt: u16,
    /// Every leave to tell cards of it, in order.
    pub grants: Vec<Grant>,
    /// Why it is never dealt from again, if it is not.
    pub barred: Option<String>,
    /// Why it was revealed, if it was.
    pub ending: Option<Ending>,
}

/// Whoever keeps sealed shoes, one at a time for each table, and answers for the cards of a coup whose betting is closed, and no
/// others: a [`Vault`](crate::Vault) in this process, or a [`VaultProcess`](crate::VaultProcess) of its own.
///
/// All calls may come from many threads at once; they block, for as long as a disk takes to sync at most. An asynchronous
/// server calls them where it may block (`tokio::task::spawn_blocking`). Whatever is answered survives a crash, and every call
/// may be repeated: asked the same again, after a crash or because the answer was lost, it answers the same.
pub trait Keeper: Send + Sync {
    /// Answers.
    fn answer(&self, request: &Request) -> Result<Answer, VaultFault>;

    /// What is public of the table's shoe, to go on after a crash; nothing if no shoe was ever sealed for it.
    fn held(&self, table: &TableName) -> Result<Option<Held>, VaultFault> {
        match self.answer(&request(table, Ask::Held))? {
            Answer::Held(held) => Ok(held),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Shuffles and seals a shoe: the first of the table, or the one after that which was revealed last. To be published
    /// before the cut and the first wager.
    fn seal(&self, table: &TableName, shoe: u32, book: Hash, decks: u8) -> Result<Sealed, VaultFault> {
        match self.answer(&request(table, Ask::Seal { shoe, book, decks }))? {
            Answer::Sealed(sealed) => Ok(sealed),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Shuffles and seals a shoe after one of which only the public record is left, named by its seal: the vault's folder was
    /// lost. It does so only where it holds no shoe of this table, so that nobody rids themselves of one that is in use.
    fn seal_after_loss(
        &self,
        table: &TableName,
        (shoe, lost): (u32, Hash),
        book: Hash,
        decks: u8,
    ) -> Result<Sealed, VaultFault> {
        match self.answer(&request(table, Ask::SealAfterLoss { shoe, book, decks, lost }))? {
            Answer::Sealed(sealed) => Ok(sealed),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Cuts the shoe: so many cards go from the front to the back. A cut at 0 leaves it as it is.
    fn cut(&self, table: &TableName, shoe: u32, at: u16) -> Result<(), VaultFault> {
        match self.answer(&request(table, Ask::Cut { shoe, at }))? {
            Answer::Done => Ok(()),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Opens at most six cards for a coup, or the first card of the burn, under the entry that closed betting (for the burn: that
    /// readied the shoe). That entry is durable first. The grant is synced before it is answered, and never taken back; a coup has
    /// one closing, and a card that was told under one closing is never told under another.
    fn grant(&self, table: &TableName, shoe: u32, grant: Grant) -> Result<(), VaultFault> {
        match self.answer(&request(table, Ask::Grant { shoe, grant }))? {
            Answer::Done => Ok(()),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// The card before which `drawn` cards came out, if it was granted under this closing.
    fn card(
        &self,
        table: &TableName,
        shoe: u32,
        drawn: u16,
        closing: Closing,
    ) -> Result<Opening, VaultFault> {
        match self.answer(&request(table, Ask::Card { shoe, drawn, closing }))? {
            Answer::Card(opening) => Ok(opening),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Nothing more is granted of this shoe, for ever: the log does not know what was granted, or the vault is not what it was.
    /// It can only be revealed.
    fn bar(&self, table: &TableName, shoe: u32, why: &str) -> Result<(), VaultFault> {
        match self.answer(&request(table, Ask::Bar { shoe, why: why.to_owned() }))? {
            Answer::Done => Ok(()),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// The shoe has been dealt to its end: tells all. Asked again, it tells the same, until the next is sealed.
    fn finish(&self, table: &TableName, shoe: u32) -> Result<Reveal, VaultFault> {
        self.end(table, shoe, Ending::Finished)
    }

    /// The shoe is given up for a reason: tells all.
    fn abandon(&self, table: &TableName, shoe: u32, reason: &str) -> Result<Reveal, VaultFault> {
        self.end(table, shoe, Ending::Abandoned(reason.to_owned()))
    }

    /// Ends the shoe and tells all.
    fn end(&self, table: &TableName, shoe: u32, because: Ending) -> Result<Reveal, VaultFault> {
        match self.answer(&request(table, Ask::End { shoe, because }))? {
            Answer::Revealed(reveal) => Ok(reveal),
            _ => Err(VaultFault::unexpected()),
        }
    }
}

/// Whoever keeps the sealed shoes and the key of checkpoints: the whole vault.
pub trait Custody: Keeper {
    /// Answers.
    fn ask(&self, question: &Question) -> Result<Answer, VaultFault>;

    /// Signs a checkpoint if it extends the one that was signed last. What was signed last is signed again.
    fn sign(&self, growth: &Growth) -> Result<Signatures, VaultFault> {
        match self.ask(&Question::Sign(growth.clone()))? {
            Answer::Signed(signatures) => Ok(signatures),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// How the vault stands.
    fn standing(&self) -> Result<VaultState, VaultFault> {
        match self.ask(&Question::VaultState)? {
            Answer::VaultState(standing) => Ok(standing),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// The key's own signature under the record that it is the first to sign the log.
    fn introduce(&self, time: i64) -> Result<String, VaultFault> {
        match self.ask(&Question::Introduce { time })? {
            Answer::Introduced(signature) => Ok(signature),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Keeps the hash of how far the log was verified, so that nobody who can write the log can say that it was.
    fn remember(&self, verified: Hash) -> Result<(), VaultFault> {
        match self.ask(&Question::Remember { verified })? {
            Answer::Done => Ok(()),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// The key by which the house seals what its list of people says: derived from the vault's own, and as lasting. It tells nothing of
    /// that one, nor of any shoe.
    fn people_key(&self) -> Result<[u8; 32], VaultFault> {
        match self.ask(&Question::PeopleKey)? {
            Answer::PeopleKey(Hash(key)) => Ok(key),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Another key signs from now on: the one that was remembered has signed that it does, and so has the other.
    fn take_key(&self, change: &KeyChange) -> Result<(), VaultFault> {
        match self.ask(&Question::TakeKey(change.clone()))? {
            Answer::Done => Ok(()),
            _ => Err(VaultFault::unexpected()),
        }
    }
}

fn request(table: &TableName, ask: Ask) -> Request {
    Request { table: table.clone(), ask }
}
