//! Everything that one store holds, into another one.

use crate::record::Entry;
use crate::store::{Store, StoreError};
use std::fmt;

/// The most entries that are carried at once.
const MOST: u32 = 256;

/// Why entries were not carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransferFault {
    /// A store did not do what it was asked.
    Store(StoreError),
    /// There is something in the store that was to be filled.
    NotEmpty,
    /// The entry at this position is not the same in both.
    Differs(u64),
}

impl fmt::Display for TransferFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferFault::Store(error) => write!(f, "{error}"),
            TransferFault::NotEmpty => {
                write!(f, "the place to move to holds a ledger already; allowed is an empty one")
            }
            TransferFault::Differs(position) => write!(f, "entry {position} is not the same in both places"),
        }
    }
}

impl std::error::Error for TransferFault {}

impl From<StoreError> for TransferFault {
    fn from(error: StoreError) -> TransferFault {
        TransferFault::Store(error)
    }
}

/// Carries every entry of one store into another, which must be empty, in the order in which they were taken; then reads both again and
/// holds them against each other. Says how many there are.
pub async fn transfer(from: &dyn Store, to: &dyn Store) -> Result<u64, TransferFault> {
    if !to.all(0, 1).await?.is_empty() {
        return Err(TransferFault::NotEmpty);
    }
    let mut carried = 0;
    loop {
        let entries = part(from, carried).await?;
        if entries.is_empty() {
            break;
        }
        to.append(&entries).await?;
        carried += entries.len() as u64;
    }
    compare(from, to).await?;
    Ok(carried)
}

/// The entries after this position, each where it should be.
async fn part(store: &dyn Store, after: u64) -> Result<Vec<Entry>, TransferFault> {
    let found = store.all(after, MOST).await?;
    let at_its_place =
        |(place, (position, entry)): (u64, (u64, Result<Entry, StoreError>))| match position == place {
            true => Ok(entry?),
            false => Err(TransferFault::Differs(place)),
        };
    (after + 1..).zip(found).map(at_its_place).collect()
}

async fn compare(one: &dyn Store, other: &dyn Store) -> Result<(), TransferFault> {
    let mut after = 0;
    loop {
        let (here, there) = (part(one, after).await?, part(other, after).await?);
        if here.is_empty() && there.is_empty() {
            return Ok(());
        }
        let same = here.iter().zip(&there).take_while(|(here, there)| here == there).count();
        if same < here.len().max(there.len()) {
            return Err(TransferFault::Differs(after + same as u64 + 1));
        }
        after += same as u64;
    }
}
