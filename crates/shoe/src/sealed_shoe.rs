//! A sealed shoe from the inside: the order, and how far it has been dealt. It never leaves this crate.

use crate::opening::{Opened, Opening, position};
use crate::seal::{ALGORITHM, Sealed, TableName, seed_hash, tree};
use crate::seed::Seed;
use crate::shuffle;
use crate::stream::Stream;
use merkle::{Hash, Tree};
use serde::{Deserialize, Serialize};
use std::fmt;
use zeroize::Zeroizing;

/// Under which nonce the salts are drawn.
const SALTS: &[u8; 12] = b"shoe 1 salts";

/// Why a shoe was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It was dealt to its end.
    Finished,
    /// It was given up before, for this reason.
    Abandoned(String),
}

/// Everything about a shoe that was secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The seed: it gives the order and every salt.
    pub seed: Opened,
    /// Why.
    pub because: Ending,
}

/// Why a shoe does not do what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Refused {
    /// The cut was made before.
    AlreadyCut { at: u16 },
    /// No card before the cut.
    NotCut,
    /// There are not so many cards.
    CutTooDeep { at: u16, cards: u16 },
    /// Cards between would be passed over.
    Skips { asked: u16, next: u16 },
    /// All cards are out.
    Empty { cards: u16 },
    /// It was revealed.
    Ended,
    /// The opening shown is not one of this shoe.
    NotOurs,
    /// Abandoned, but no reason was given.
    NoReason,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::AlreadyCut { at } => write!(f, "the shoe has been cut at {at}; a shoe is cut once"),
            Refused::NotCut => f.write_str("the shoe has not been cut; a cut at 0 leaves it as it is"),
            Refused::CutTooDeep { at, cards } => {
                write!(f, "a cut at {at} is too deep; allowed are 0 to {}", cards.saturating_sub(1))
            }
            Refused::Skips { asked, next } => {
                write!(f, "card {asked} was asked for, but card {next} comes next; none may be passed over")
            }
            Refused::Empty { cards } => write!(f, "all {cards} cards have been dealt"),
            Refused::Ended => f.write_str("the shoe has been revealed; nothing more is dealt from it"),
            Refused::NotOurs => f.write_str("this opening is not one of the shoe's own"),
            Refused::NoReason => f.write_str("a shoe is abandoned only with a reason of 1 to 500 characters"),
        }
    }
}

impl std::error::Error for Refused {}

/// A shoe with its secret. Neither printed, copied nor written out; wiped when dropped.
pub(crate) struct SealedShoe {
    seed: Seed,
    kinds: Zeroizing<Vec<u8>>,
    salts: Zeroizing<Vec<u8>>,
    tree: Tree,
    sealed: Sealed,
    cut: Option<u16>,
    dealt: u16,
    ending: Option<Ending>,
}

/// What is known of a shoe before it is shuffled.
pub(crate) struct Plan {
    pub(crate) book: Hash,
    pub(crate) table: TableName,
    pub(crate) number: u32,
    pub(crate) decks: u8,
    pub(crate) previous: Hash,
}

impl SealedShoe {
    /// Shuffles and seals.
    pub(crate) fn seal(seed: Seed, plan: Plan) -> SealedShoe {
        let Plan { book, table, number, decks, previous } = plan;
        let kinds = shuffle::kinds(seed.bytes(), decks);
        let mut salts = Zeroizing::new(vec![0; kinds.len() * 32]);
        Stream::new(seed.bytes(), SALTS).fill(&mut salts);
        let tree = tree(&kinds, &salts);
        let seed_hash = seed_hash(seed.bytes());
        let root = tree.root();
        let algorithm = ALGORITHM.to_owned();
        let sealed = Sealed { algorithm, book, table, number, decks, previous, seed_hash, root };
        SealedShoe { seed, kinds, salts, tree, sealed, cut: None, dealt: 0, ending: None }
    }

    pub(crate) fn sealed(&self) -> &Sealed {
        &self.sealed
    }

    pub(crate) fn seed(&self) -> &Seed {
        &self.seed
    }

    pub(crate) fn cut_at(&self) -> Option<u16> {
        self.cut
    }

    pub(crate) fn dealt(&self) -> u16 {
        self.dealt
    }

    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// May it be cut there?
    pub(crate) fn may_cut(&self, at: u16) -> Result<(), Refused> {
        match (self.ending.is_some(), self.cut) {
            (true, _) => Err(Refused::Ended),
            (false, Some(at)) => Err(Refused::AlreadyCut { at }),
            _ if at >= self.sealed.cards() => Err(Refused::CutTooDeep { at, cards: self.sealed.cards() }),
            _ => Ok(()),
        }
    }

    /// Turns the order round: so many cards go from the front to the back.
    pub(crate) fn cut(&mut self, at: u16) -> Result<(), Refused> {
        self.may_cut(at)?;
        self.cut = Some(at);
        Ok(())
    }

    /// The card drawn as number `drawn`: the next one, or one that is out already, again.
    pub(crate) fn card(&mut self, drawn: u16) -> Result<Opening, Refused> {
        let (cut, cards) = (self.cut.ok_or(Refused::NotCut)?, self.sealed.cards());
        match drawn {
            _ if self.ending.is_some() => Err(Refused::Ended),
            _ if drawn >= cards => Err(Refused::Empty { cards }),
            _ if drawn > self.dealt => Err(Refused::Skips { asked: drawn, next: self.dealt }),
            _ => {
                self.dealt = self.dealt.max(drawn + 1);
                self.opening(drawn, cut)
            }
        }
    }

    /// Takes an opening of its own as proof that the cards up to it are out.
    pub(crate) fn catch_up(&mut self, shown: &Opening) -> Result<(), Refused> {
        let cut = self.cut.ok_or(Refused::NotCut)?;
        if shown.drawn >= self.sealed.cards() || self.opening(shown.drawn, cut)? != *shown {
            return Err(Refused::NotOurs);
        }
        self.dealt = self.dealt.max(shown.drawn + 1);
        Ok(())
    }

    /// Cards known to be out from the vault's own tally.
    pub(crate) fn resume(&mut self, dealt: u16) {
        self.dealt = dealt.min(self.sealed.cards());
    }

    /// Ends the shoe and tells all. Asked again, it tells the same.
    pub(crate) fn end(&mut self, because: Ending) -> Result<Reveal, Refused> {
        if let Ending::Abandoned(reason) = &because
            && !(1..=500).contains(&reason.trim().chars().count())
        {
            return Err(Refused::NoReason);
        }
        let because = self.ending.get_or_insert(because).clone();
        Ok(Reveal { seed: Opened(*self.seed.bytes()), because })
    }

    fn opening(&self, drawn: u16, cut: u16) -> Result<Opening, Refused> {
        let cards = self.sealed.cards();
        let position = position(drawn, cut, cards);
        let at = usize::from(position);
        let (salts, _) = self.salts.as_chunks::<32>();
        let opening = || {
            let path = self.tree.inclusion(position.into(), cards.into())?;
            let (kind, salt) = (self.kinds.get(at)?, salts.get(at)?);
            Some(Opening { drawn, position, card: shuffle::card(*kind), salt: Opened(*salt), path })
        };
        opening().ok_or(Refused::Empty { cards })
    }
}

/// The order and the root that a revealed seed leads to.
pub(crate) fn rebuilt(seed: &[u8; 32], decks: u8) -> (Zeroizing<Vec<u8>>, Hash) {
    let kinds = shuffle::kinds(seed, decks);
    let mut salts = vec![0; kinds.len() * 32];
    Stream::new(seed, SALTS).fill(&mut salts);
    let root = tree(&kinds, &salts).root();
    (kinds, root)
}
