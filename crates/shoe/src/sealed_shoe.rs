//! A sealed shoe from the inside: the order, and how far it has been dealt. It never leaves this crate.

use crate::memory;
use crate::opening::{Opened, Opening, position};
use crate::refused::Refused;
use crate::seal::{ALGORITHM, Sealed, TableName, seed_hash, tree};
use crate::seed::Seed;
use crate::shuffle;
use crate::stream::Stream;
use merkle::{Hash, Tree};
use serde::{Deserialize, Serialize};
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
    /// How many lines of cards its record has, so that one from which the last are missing does not hold. Records from before this
    /// was written do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealt: Option<u16>,
}

impl Reveal {
    /// The same, for a record with so many lines of cards.
    pub fn of_cards(self, lines: usize) -> Reveal {
        Reveal { dealt: u16::try_from(lines).ok(), ..self }
    }
}

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

    /// The card drawn as number `drawn`. Whoever asks has made sure that it may be told.
    pub(crate) fn card(&mut self, drawn: u16) -> Result<Opening, Refused> {
        let (cut, cards) = (self.cut.ok_or(Refused::NotCut)?, self.sealed.cards());
        match drawn {
            _ if self.ending.is_some() => Err(Refused::Ended),
            _ if drawn >= cards => Err(Refused::Empty { cards }),
            _ => {
                self.dealt = self.dealt.max(drawn + 1);
                self.opening(drawn, cut)
            }
        }
    }

    /// The number of cards that are out, whether or not they were told.
    pub(crate) fn resume(&mut self, dealt: u16) {
        self.dealt = self.dealt.max(dealt.min(self.sealed.cards()));
    }

    /// Keeps its secrets out of swap.
    pub(crate) fn lock(&self) {
        [&self.seed.bytes()[..], &self.kinds, &self.salts].into_iter().for_each(memory::lock);
    }

    /// Ends the shoe and tells all. Asked again, it tells the same.
    pub(crate) fn end(&mut self, because: Ending) -> Result<Reveal, Refused> {
        if let Ending::Abandoned(reason) = &because
            && !(1..=500).contains(&reason.trim().chars().count())
        {
            return Err(Refused::NoReason);
        }
        let because = self.ending.get_or_insert(because).clone();
        Ok(Reveal { seed: Opened(*self.seed.bytes()), because, dealt: None })
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
