//! Checking a finished shoe from its public record alone.

use crate::opening::position;
use crate::record::{Line, Record, RecordFault};
use crate::seal::{ALGORITHM, MOST_DECKS, Sealed, seed_hash};
use crate::sealed_shoe::{Ending, Reveal, rebuilt};
use crate::shuffle;
use baccarat::card::Card;
use merkle::Hash;
use std::collections::BTreeMap;

/// A shoe of which everything was found to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What it was sealed as.
    pub sealed: Sealed,
    /// Where it was cut; nothing if it was given up before.
    pub cut: Option<u16>,
    /// How many cards came out.
    pub dealt: u16,
    /// How many of them were put away unseen.
    pub unseen: u16,
    /// Why it ended.
    pub because: Ending,
    /// All its cards, after the cut.
    pub order: Vec<Card>,
}

/// Checks the text of a record. Gives the shoe, or everything that is wrong and where.
pub fn verify(text: &str) -> Result<Verified, Vec<RecordFault>> {
    let record = Record::read(text)?;
    let mut checker = Checker::default();
    for (number, line) in &record.0 {
        checker.take(*number, line);
    }
    let last = record.0.last().map_or(1, |(number, _)| *number);
    checker.finish(last)
}

/// Checks the text of a record as far as it goes: of a shoe that is in use, everything that can be known before it is revealed. Each card
/// lay where it was sealed, and they came out one after the other.
pub fn verify_unfinished(text: &str) -> Result<(), Vec<RecordFault>> {
    let record = Record::read(text)?;
    let mut checker = Checker::default();
    for (number, line) in &record.0 {
        checker.take(*number, line);
    }
    if checker.faults.is_empty() { Ok(()) } else { Err(checker.faults) }
}

/// Checks that shoes follow one another: at each table, every number once, without a gap, each naming the seal of the one
/// before. What is wrong is told by table.
pub fn verify_sequence<'s>(shoes: impl IntoIterator<Item = &'s Sealed>) -> Vec<String> {
    let mut tables: BTreeMap<String, Vec<&Sealed>> = BTreeMap::new();
    for sealed in shoes {
        tables.entry(sealed.table.to_string()).or_default().push(sealed);
    }
    let mut faults = Vec::new();
    for (table, mut shoes) in tables {
        shoes.sort_by_key(|sealed| sealed.number);
        for pair in shoes.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            let fault = match after.number - before.number {
                0 => format!("there are two shoes {}", after.number),
                1 if after.previous == before.seal() => continue,
                1 => format!(
                    "shoe {} names {} as the seal before it, but shoe {} has the seal {}",
                    after.number,
                    after.previous,
                    before.number,
                    before.seal()
                ),
                2 => format!("shoe {} is missing", before.number + 1),
                _ => format!("shoes {} to {} are missing", before.number + 1, after.number - 1),
            };
            faults.push(format!("table {table}: {fault}"));
        }
    }
    faults
}

/// Every card of a shoe in the order in which they come out, by the seed that was revealed.
pub fn order(seed: &[u8; 32], decks: u8, cut: u16) -> Vec<Card> {
    let kinds = shuffle::kinds(seed, decks);
    in_order(&kinds, cut)
}

fn in_order(kinds: &[u8], cut: u16) -> Vec<Card> {
    let cards = kinds.len() as u16;
    (0..cards).map(|drawn| shuffle::card(kinds[usize::from(position(drawn, cut, cards))])).collect()
}

/// Takes a record line by line.
#[derive(Default)]
struct Checker {
    faults: Vec<RecordFault>,
    sealed: Option<(usize, Sealed)>,
    cut: Option<u16>,
    /// Which line tells of which card: what it is, if it was opened.
    cards: Vec<(usize, Option<Card>)>,
    revealed: Option<(usize, Reveal)>,
}

impl Checker {
    fn fault(&mut self, line: usize, message: impl Into<String>) {
        self.faults.push(RecordFault { line, message: message.into() });
    }

    fn take(&mut self, number: usize, line: &Line) {
        if let Some((revealed, _)) = self.revealed {
            let message = format!("`{}` after the shoe was revealed in line {revealed}", line.word());
            return self.fault(number, message);
        }
        match line {
            Line::Sealed { seal, of } => self.take_sealed(number, *seal, of),
            _ if self.sealed.is_none() => {
                let message = format!("`{}` before the shoe was sealed", line.word());
                self.fault(number, message);
            }
            Line::Cut { at } => self.take_cut(number, *at),
            Line::Card(opening) => {
                self.take_drawn(number, opening.drawn, Some(opening.card));
                let checked = match (&self.sealed, self.cut) {
                    (Some((_, sealed)), Some(cut)) => opening.check(sealed, cut),
                    _ => Ok(()),
                };
                if let Err(fault) = checked {
                    self.fault(number, format!("card {} is {}: {fault}", opening.drawn, opening.card));
                }
            }
            Line::Unseen { drawn } => self.take_drawn(number, *drawn, None),
            Line::Revealed(reveal) => self.revealed = Some((number, reveal.clone())),
        }
    }

    fn take_sealed(&mut self, number: usize, seal: Hash, sealed: &Sealed) {
        if let Some((before, _)) = self.sealed {
            return self.fault(number, format!("the shoe was sealed in line {before} already"));
        }
        if sealed.algorithm != ALGORITHM {
            let name: String = sealed.algorithm.chars().take(40).collect();
            self.fault(number, format!("unknown algorithm {name:?}; known is {ALGORITHM}"));
        }
        if !(1..=MOST_DECKS).contains(&sealed.decks) {
            self.fault(number, format!("{} decks; allowed are 1 to {MOST_DECKS}", sealed.decks));
        }
        match sealed.number {
            0 => self.fault(number, "shoes are numbered from 1"),
            1 if sealed.previous != Hash::NONE => self.fault(number, "shoe 1 names a shoe before it"),
            _ => {}
        }
        if sealed.seal() != seal {
            let message =
                format!("the seal is {seal}, but what it stands for has the seal {}", sealed.seal());
            self.fault(number, message);
        }
        self.sealed = Some((number, sealed.clone()));
    }

    fn take_cut(&mut self, number: usize, at: u16) {
        let cards = self.sealed.as_ref().map_or(0, |(_, sealed)| sealed.cards());
        match self.cut {
            Some(_) => self.fault(number, "a second cut"),
            None if at >= cards => {
                let message = format!("cut at {at}; allowed are 0 to {}", cards.saturating_sub(1));
                self.fault(number, message);
            }
            None if !self.cards.is_empty() => self.fault(number, "a cut after the first card"),
            None => {}
        }
        self.cut.get_or_insert(at);
    }

    fn take_drawn(&mut self, number: usize, drawn: u16, card: Option<Card>) {
        let due = self.cards.len();
        if self.cut.is_none() {
            self.fault(number, format!("card {drawn} before the cut"));
        } else if usize::from(drawn) != due {
            self.fault(number, format!("card {drawn}, but card {due} is due"));
        }
        self.cards.push((number, card));
    }

    fn finish(mut self, last: usize) -> Result<Verified, Vec<RecordFault>> {
        let Some((sealed_line, sealed)) = self.sealed.take() else { return Err(self.faults) };
        let Some((line, Reveal { seed, because, dealt })) = self.revealed.take() else {
            self.fault(
                last,
                "the record ends here, but the shoe has not been revealed: unfinished, or cut off",
            );
            return Err(self.faults);
        };
        if let Some(dealt) = dealt
            && usize::from(dealt) != self.cards.len()
        {
            let found = self.cards.len();
            self.fault(line, format!("{dealt} cards came out, but the record tells of {found}"));
        }
        if seed_hash(&seed.0) != sealed.seed_hash {
            let message = format!(
                "the seed revealed has the hash {}, but line {sealed_line} sealed {}",
                seed_hash(&seed.0),
                sealed.seed_hash
            );
            self.fault(line, message);
        }
        if let Ending::Abandoned(reason) = &because
            && reason.trim().is_empty()
        {
            self.fault(line, "the shoe was abandoned without a reason");
        }
        // What follows would only say again that the shoe is of an unknown kind.
        if sealed.algorithm != ALGORITHM || !(1..=MOST_DECKS).contains(&sealed.decks) {
            return Err(self.faults);
        }
        let (kinds, root) = rebuilt(&seed.0, sealed.decks);
        if root != sealed.root {
            let message = format!(
                "the seed revealed leads to the root {root}, but line {sealed_line} sealed {}",
                sealed.root
            );
            self.fault(line, message);
            // Against the order of another shoe every card would be wrong.
            self.cards.clear();
        }
        let order = in_order(&kinds, self.cut.unwrap_or(0));
        for (drawn, (line, card)) in std::mem::take(&mut self.cards).into_iter().enumerate() {
            match (order.get(drawn), card) {
                (None, _) => self.fault(line, format!("card {drawn} of a shoe of {}", order.len())),
                (Some(due), Some(card)) if card != *due => {
                    self.fault(line, format!("card {drawn} is {card}, but the seed revealed makes it {due}"));
                }
                _ => {}
            }
            self.cards.push((line, card));
        }
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|fault| fault.line);
            return Err(self.faults);
        }
        let unseen = self.cards.iter().filter(|(_, card)| card.is_none()).count() as u16;
        let (cut, dealt) = (self.cut, self.cards.len() as u16);
        Ok(Verified { sealed, cut, dealt, unseen, because, order })
    }
}
