//! What is asked of whoever keeps sealed shoes, and what is answered.

use crate::opening::Opening;
use crate::seal::{Sealed, TableName};
use crate::sealed_shoe::{Ending, Reveal};
use crate::vault::VaultFault;
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

/// What can be asked. There is no question about a card that is not due.
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
    /// See [`Keeper::next_card`].
    Card { shoe: u32, drawn: u16 },
    /// See [`Keeper::catch_up`].
    CatchUp { shoe: u32, shown: Opening },
    /// See [`Keeper::finish`] and [`Keeper::abandon`].
    End { shoe: u32, because: Ending },
}

/// What is answered: nothing that may not be public at that time.
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
}

/// What is public of the shoe in use at a table, or of the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// What it is committed to.
    pub sealed: Sealed,
    /// Where it was cut.
    pub cut: Option<u16>,
    /// How many cards have been told. More than the table knows of means that somebody else asked.
    pub dealt: u16,
    /// Why it was revealed, if it was.
    pub ending: Option<Ending>,
}

/// Whoever keeps sealed shoes, one at a time for each table, and answers for the next card and no other: a
/// [`Vault`](crate::Vault) in this process, or a [`VaultProcess`](crate::VaultProcess) of its own.
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

    /// The next card of the shoe: the one before which `drawn` cards came out. A card that is out already may be asked
    /// for again.
    fn next_card(&self, table: &TableName, shoe: u32, drawn: u16) -> Result<Opening, VaultFault> {
        match self.answer(&request(table, Ask::Card { shoe, drawn }))? {
            Answer::Card(opening) => Ok(opening),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// Shows the last opening that the table's log has, from which it learns that the cards up to it are out: needed
    /// only when a power failure took the end of the tally, and harmless otherwise.
    fn catch_up(&self, table: &TableName, shoe: u32, shown: &Opening) -> Result<(), VaultFault> {
        match self.answer(&request(table, Ask::CatchUp { shoe, shown: shown.clone() }))? {
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

fn request(table: &TableName, ask: Ask) -> Request {
    Request { table: table.clone(), ask }
}
