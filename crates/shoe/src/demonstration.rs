//! Shoes from a seed that somebody chose: for demonstrations, tests and statistics, never for money.
//!
//! Nothing here leads to a [`Vault`](crate::Vault), which draws its own seeds and takes none.

use crate::entropy::{self, NoEntropy};
use crate::opening::Opening;
use crate::refused::Refused;
use crate::seal::{Sealed, TableName};
use crate::sealed_shoe::{Ending, Plan, Reveal, SealedShoe};
use crate::seed::Seed;
use crate::stream::Stream;
use merkle::{Hash, sha256};

/// A number to start a demonstration with, when nobody gives one.
pub fn fresh_number() -> Result<u64, NoEntropy> {
    Ok(u64::from_le_bytes(*entropy::fresh(entropy::fill)?))
}

/// 32 fresh bytes of the operating system, for statistics on what real shoes are shuffled with.
pub fn fresh_seed() -> Result<[u8; 32], NoEntropy> {
    Ok(*entropy::fresh(entropy::fill)?)
}

/// The seed of a shoe of a demonstration: one number gives the same shoes again, on every machine.
pub fn seed_of(number: u64, shoe: u64) -> [u8; 32] {
    sha256(&[b"croupier demonstration 1", &number.to_le_bytes(), &shoe.to_le_bytes()]).0
}

/// Whims from a number: one number gives the same whims again.
pub struct Chance(Stream);

impl Chance {
    /// From a number, and another that keeps several of them apart.
    pub fn seeded(number: u64, apart: u64) -> Chance {
        let key = sha256(&[b"croupier whims 1", &number.to_le_bytes(), &apart.to_le_bytes()]).0;
        Chance(Stream::new(&key, b"shoe 1 whims"))
    }

    /// A number from 0 up to but not including this one (at most 65,536), each as likely as any other.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end.clamp(1, 65_536) as u32) as usize
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }
}

/// A sealed shoe whose seed is known.
pub struct DemonstrationShoe(SealedShoe);

impl DemonstrationShoe {
    /// Shuffles and seals from this seed.
    pub fn seal(
        seed: [u8; 32],
        book: Hash,
        table: TableName,
        decks: u8,
        number: u32,
        previous: Hash,
    ) -> Self {
        let plan = Plan { book, table, number, decks, previous };
        DemonstrationShoe(SealedShoe::seal(Seed::kept(&seed), plan))
    }

    /// What it is committed to.
    pub fn sealed(&self) -> &Sealed {
        self.0.sealed()
    }

    /// Was it cut?
    pub fn is_cut(&self) -> bool {
        self.0.cut_at().is_some()
    }

    /// How many cards are out.
    pub fn dealt(&self) -> u16 {
        self.0.dealt()
    }

    /// Cuts it.
    pub fn cut(&mut self, at: u16) -> Result<(), Refused> {
        self.0.cut(at)
    }

    /// The next card.
    pub fn next_card(&mut self) -> Result<Opening, Refused> {
        self.0.card(self.0.dealt())
    }

    /// Ends it and tells all.
    pub fn end(&mut self, because: Ending) -> Result<Reveal, Refused> {
        self.0.end(because)
    }
}
