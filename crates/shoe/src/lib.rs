//! The sealed shoe: an order of cards that nobody knows, nobody can change, and anybody can check.
//!
//! 1. A [`Vault`] draws 32 fresh bytes from the operating system, shuffles and publishes a [`Sealed`]: what the shoe is
//!    committed to before the first wager and before the cut.
//! 2. The cut that a patron chooses turns the order round.
//! 3. Each card comes with its [`Opening`]. Anyone who has the [`Sealed`] can check it at once, and learns nothing of the next.
//! 4. When the shoe ends, or is abandoned with a reason, a [`Reveal`] opens everything.
//!
//! The public lines of all this are a [`Record`](record::Record); [`verify`](verify::verify) checks it from public data alone.
//! `docs/sealed-shoe.md` specifies all of it; `verify/croupier_verify.py` is a second implementation.
//!
//! What a table needs of a vault is [`Keeper`], and a house [`Custody`]. A vault runs in a process of its own, shut in by
//! [`sandbox`], which the house asks through a [`VaultProcess`]; in tests it may run in the same process.
//!
//! `entropy` alone asks the operating system for random bytes; the vault and its parts (`drawer`, `journal`, `anchor`, `vault_file`,
//! `vault_key`) alone write files, and `vault_process`, `shared` and `wire` alone speak to another process. The rest is pure.

mod anchor;
#[cfg(feature = "demonstration")]
pub mod demonstration;
mod drawer;
mod drawing;
mod entropy;
mod grant;
mod journal;
mod keeper;
mod key_change;
mod memory;
mod node_secret;
mod opening;
pub mod record;
mod refused;
pub mod sandbox;
mod seal;
mod sealed_shoe;
mod seed;
mod shared;
pub mod shuffle;
mod stream;
#[cfg(feature = "demonstration")]
pub mod undealt;
mod vault;
mod vault_fault;
mod vault_file;
mod vault_key;
mod vault_process;
pub mod verify;
mod wire;

pub use drawing::Drawing;
pub use entropy::NoEntropy;
pub use grant::{Closing, Grant};
pub use keeper::{
    Answer, Ask, Custody, Growth, Held, Keeper, LastSigned, Question, Request, Signatures, VaultState,
};
pub use key_change::KeyChange;
pub use node_secret::NodeSecret;
pub use opening::{Opened, Opening, OpeningFault};
pub use refused::Refused;
pub use seal::{ALGORITHM, BadTableName, MOST_DECKS, Sealed, TableName};
pub use sealed_shoe::{Ending, Reveal};
pub use shared::serve_shared;
pub use vault::{Keys, SIGNATURE_HERE, Vault};
pub use vault_fault::VaultFault;
pub use vault_process::{VaultProcess, hand_over, serve};
pub use wire::{VaultAt, VaultDoor};
