//! The cards of a demonstration table: sealed shoes from a seed that is known.

use baccarat::card::Card;
use merkle::Hash;
use shoe::demonstration::{Chance, DemonstrationShoe, seed_of};
use shoe::record::Line;
use shoe::{Ending, Opening, Sealed, TableName};
use std::ops::RangeInclusive;
use table::driver::{CardSource, Drawn};
use table::{Fact, cards};

/// Whims kept apart from one another, by what they are for.
pub const CUTS: u64 = 0;
/// What the regulars bet.
pub const BETS: u64 = 1;

/// What the table is called.
pub const NAME: &str = "demonstration";

/// The public record of one shoe.
pub struct ShoeRecord {
    /// What it was sealed as.
    pub sealed: Sealed,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// Decks of cards that are shuffled, cut and dealt as the table's events say.
pub struct Shoe {
    seed: u64,
    book: Hash,
    decks: u8,
    cuts: Chance,
    /// The shoe in use.
    sealed: Option<DemonstrationShoe>,
    /// What has become public of it, but for the cards.
    lines: Vec<Line>,
    /// Its cards that are out; some stay unseen.
    cards: Vec<(Opening, bool)>,
    /// Shoes that were revealed, and how many lines their records have together.
    done: Vec<ShoeRecord>,
    done_lines: usize,
    /// How many cards lie behind the cutting card.
    behind_cutting_card: Option<u16>,
    /// Whether its last coup was dealt. Its cards lie in it until they are shuffled or replaced, and one more coup may be
    /// dealt from it if the shuffle was missed.
    over: bool,
}

impl Shoe {
    /// This many decks, not yet shuffled.
    pub fn new(seed: u64, book: Hash, decks: u8) -> Shoe {
        let cuts = Chance::seeded(seed, CUTS);
        let (lines, cards, done, done_lines) = Default::default();
        let (sealed, behind_cutting_card, over) = (None, None, false);
        Shoe { seed, book, decks, cuts, sealed, lines, cards, done, done_lines, behind_cutting_card, over }
    }

    /// Does to the cards what was done at the table. Gives what they were sealed as, if they were sealed by it.
    pub fn follow(&mut self, fact: &Fact) -> Option<&Sealed> {
        // However often cards are shuffled, and wherever: they are sealed once, before anybody cuts.
        let ready = matches!(
            fact,
            Fact::Cards(cards::Fact::CutOffered { .. })
                | Fact::Cards(cards::Fact::CutMade { .. })
                | Fact::Cards(cards::Fact::CardsLoaded)
        );
        if ready && self.over {
            self.end("the cards were replaced");
        }
        let seals = ready && self.sealed.is_none();
        if seals {
            self.seal();
        }
        match fact {
            Fact::Cards(cards::Fact::Shuffled) | Fact::Cards(cards::Fact::Riffled) => {
                self.end("the cards were shuffled again")
            }
            Fact::Cards(cards::Fact::CardsReplaced { .. }) => self.end("the cards were replaced"),
            Fact::Cards(cards::Fact::ShuffleDue) => self.over = true,
            Fact::Cards(cards::Fact::CutMade { at, .. }) => self.cut(*at),
            Fact::Cards(cards::Fact::CuttingCardInserted { from_back, .. }) => {
                self.behind_cutting_card = Some(*from_back)
            }
            Fact::Cards(cards::Fact::CardBurnt { card: None, .. }) => self.unseen(1),
            Fact::Cards(cards::Fact::RestBurnt { cards }) => self.unseen((*cards).into()),
            _ => {}
        }
        self.sealed.as_ref().filter(|_| seals).map(DemonstrationShoe::sealed)
    }

    /// The records of the shoes so far. The shoe in use is given up for this reason.
    pub fn records(mut self, reason: &str) -> Vec<ShoeRecord> {
        self.end(reason);
        self.done
    }

    /// What has become public after so many lines, but for the last cards out, which lie face down.
    pub fn lines_after(&self, known: usize, down: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        // What is new of the shoes before is at the end of them, so what is known costs nothing.
        let mut before = self.done_lines;
        for record in self.done.iter().rev() {
            if before <= known {
                break;
            }
            before -= record.lines.len();
            lines.splice(..0, record.lines.iter().skip(known.saturating_sub(before)).cloned());
        }
        let known = known.saturating_sub(self.done_lines);
        lines.extend(self.lines.iter().skip(known).cloned());
        let open = self.cards.len().saturating_sub(down);
        let new = self.cards[..open].iter().skip(known.saturating_sub(self.lines.len()));
        lines.extend(new.map(|(opening, seen)| match seen {
            true => Line::Card(opening.clone()),
            false => Line::Unseen { drawn: opening.drawn },
        }));
        lines
    }

    fn seal(&mut self) {
        let before = self.done.last().map(|record| &record.sealed);
        let (number, previous) = before.map_or((1, Hash::NONE), |before| (before.number + 1, before.seal()));
        let Ok(table) = NAME.parse::<TableName>() else { return };
        let seed = seed_of(self.seed, number.into());
        let sealed = DemonstrationShoe::seal(seed, self.book, table, self.decks, number, previous);
        self.lines = vec![Line::sealed(sealed.sealed())];
        self.sealed = Some(sealed);
    }

    fn cut(&mut self, at: u16) {
        if self.sealed.as_mut().is_some_and(|shoe| shoe.cut(at).is_ok()) {
            self.lines.push(Line::Cut { at });
        }
    }

    /// The last cards out stay unseen.
    fn unseen(&mut self, cards: usize) {
        self.cards.iter_mut().rev().take(cards).for_each(|(_, seen)| *seen = false);
    }

    /// Reveals the shoe in use: it is finished, or given up for this reason.
    fn end(&mut self, reason: &str) {
        let over = std::mem::take(&mut self.over);
        let Some(mut shoe) = self.sealed.take() else { return };
        let because = if over { Ending::Finished } else { Ending::Abandoned(reason.to_owned()) };
        let card = |(opening, seen): (Opening, bool)| match seen {
            true => Line::Card(opening),
            false => Line::Unseen { drawn: opening.drawn },
        };
        let mut lines = std::mem::take(&mut self.lines);
        let dealt = self.cards.len();
        lines.extend(self.cards.drain(..).map(card));
        lines.extend(shoe.end(because).map(|reveal| Line::Revealed(reveal.of_cards(dealt))));
        self.done_lines += lines.len();
        self.done.push(ShoeRecord { sealed: shoe.sealed().clone(), lines });
        self.behind_cutting_card = None;
    }

    fn next_card(&mut self) -> Option<Card> {
        // Where nobody has cut, the order stays as it is.
        if !self.sealed.as_ref()?.is_cut() {
            self.cut(0);
        }
        let opening = self.sealed.as_mut()?.next_card().ok()?;
        let card = opening.card;
        self.cards.push((opening, true));
        Some(card)
    }

    fn left(&self) -> u16 {
        self.sealed.as_ref().map_or(0, |shoe| shoe.sealed().cards() - shoe.dealt())
    }
}

impl CardSource for Shoe {
    fn draw(&mut self) -> Option<Drawn> {
        if self.behind_cutting_card == Some(self.left()) {
            self.behind_cutting_card = None;
            return Some(Drawn::CuttingCard);
        }
        self.next_card().map(Drawn::Card)
    }

    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        let width = usize::from(within.end().saturating_sub(*within.start())) + 1;
        within.start() + self.cuts.below(width) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shoe::verify::{verify, verify_sequence};

    fn shoe(seed: u64) -> Shoe {
        let mut shoe = Shoe::new(seed, Hash::NONE, 8);
        assert!(shoe.follow(&Fact::Cards(cards::Fact::Shuffled)).is_none());
        assert_eq!(
            shoe.follow(&Fact::Cards(cards::Fact::CutOffered { to: "ann".into() })).unwrap().number,
            1
        );
        shoe
    }

    fn all(shoe: &mut Shoe) -> Vec<Drawn> {
        std::iter::from_fn(|| shoe.draw()).collect()
    }

    /// Published so that a seed someone wrote down keeps its meaning.
    #[test]
    fn a_seed_gives_one_shoe_for_ever() {
        assert_ne!(all(&mut shoe(1)), all(&mut shoe(2)));
        let start: Vec<String> = all(&mut shoe(2026))
            .iter()
            .take(8)
            .map(|drawn| match drawn {
                Drawn::Card(card) => card.to_string(),
                Drawn::CuttingCard => "|".into(),
            })
            .collect();
        assert_eq!(start.join(" "), "TH AD 7H 4H 8S 3H 8H QH");
    }

    #[test]
    fn the_cut_moves_the_front_to_the_back_and_the_cutting_card_comes_in_its_place() {
        let uncut = all(&mut shoe(3));
        let mut cut = shoe(3);
        cut.follow(&Fact::Cards(cards::Fact::CutMade { by: "ann".into(), at: 100, moves: None }));
        cut.follow(&Fact::Cards(cards::Fact::CuttingCardInserted { from_back: 14, counted: false }));
        let cut = all(&mut cut);
        assert_eq!(cut[0], uncut[100]);
        assert_eq!(cut.iter().position(|drawn| *drawn == Drawn::CuttingCard), Some(416 - 14));
        assert_eq!(cut.len(), 417);
    }

    /// Whatever is known already, the rest is told, however many shoes it is of.
    #[test]
    fn lines_that_are_known_are_left_out() {
        let mut shoe = shoe(5);
        for round in 0..3 {
            (0..7).for_each(|_| assert!(shoe.draw().is_some()));
            let all = shoe.lines_after(0, 2);
            assert_eq!(all.len(), [7, 17, 27][round]);
            for known in 0..=all.len() + 1 {
                assert_eq!(shoe.lines_after(known, 2), all[known.min(all.len())..]);
            }
            shoe.follow(&Fact::Cards(cards::Fact::Shuffled));
            shoe.follow(&Fact::Cards(cards::Fact::CardsLoaded));
        }
    }

    #[test]
    fn its_records_hold_and_follow_one_another() {
        let mut shoe = shoe(4);
        shoe.follow(&Fact::Cards(cards::Fact::Riffled));
        shoe.follow(&Fact::Cards(cards::Fact::CutMade { by: "ann".into(), at: 60, moves: None }));
        (0..9).for_each(|_| assert!(shoe.draw().is_some()));
        shoe.follow(&Fact::Cards(cards::Fact::RestBurnt { cards: 8 }));
        (0..200).for_each(|_| assert!(shoe.draw().is_some()));
        shoe.follow(&Fact::Cards(cards::Fact::ShuffleDue));
        // The shuffle was missed and a coup dealt from the old shoe, which is not revealed yet.
        (0..6).for_each(|_| assert!(shoe.draw().is_some()));
        shoe.follow(&Fact::Cards(cards::Fact::Shuffled));
        assert_eq!(shoe.draw(), None);
        assert_eq!(shoe.follow(&Fact::Cards(cards::Fact::CardsLoaded)).unwrap().number, 3);
        (0..5).for_each(|_| assert!(shoe.draw().is_some()));
        let records = shoe.records("enough");
        assert_eq!(verify_sequence(records.iter().map(|record| &record.sealed)), Vec::<String>::new());
        let message: Vec<_> = records
            .iter()
            .map(|record| {
                let text: String = record.lines.iter().map(|line| format!("{line}\n")).collect();
                let verified = verify(&text).unwrap();
                (verified.cut, verified.dealt, verified.unseen, verified.because)
            })
            .collect();
        let again = Ending::Abandoned("the cards were shuffled again".into());
        let enough = Ending::Abandoned("enough".into());
        let expected = [(None, 0, 0, again), (Some(60), 215, 8, Ending::Finished), (Some(0), 5, 0, enough)];
        assert_eq!(message, expected);
    }
}
