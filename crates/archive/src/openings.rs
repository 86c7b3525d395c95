//! The cards that a table shows, held against what their shoe opened, or against its whole order once it was revealed.

use crate::archive::Archive;
use crate::fault::ArchiveFault;
use crate::shoes::shoe_line;
use crate::walk::{Step, Walk};
use baccarat::card::Card;
use baccarat::outcome::Side;
use ledger::CommandId;
use shoe::record::Line;
use std::collections::{BTreeMap, HashMap};
use table::driver::is_automatic;
use table::{Fact, cards, deal, pay, trouble};

/// What the shoes of a table have opened.
#[derive(Default)]
pub(crate) struct Opened {
    shoes: BTreeMap<u32, OpenedShoe>,
    /// The command with which each shoe began.
    begun: HashMap<CommandId, u32>,
}

#[derive(Default)]
struct OpenedShoe {
    decks: u8,
    cut: u16,
    /// By how many cards left the shoe before: the card, or nothing if it was put away unseen.
    cards: BTreeMap<u16, Option<Card>>,
    /// Every card, once the shoe was revealed.
    order: Option<Vec<Card>>,
}

impl Opened {
    fn take(&mut self, number: u32, command: &CommandId, line: &Line) {
        let shoe = self.shoes.entry(number).or_default();
        match line {
            Line::Sealed { of, .. } => {
                shoe.decks = of.decks;
                self.begun.insert(command.clone(), number);
            }
            Line::Card(opening) => _ = shoe.cards.insert(opening.drawn, Some(opening.card)),
            Line::Unseen { drawn } => _ = shoe.cards.insert(*drawn, None),
            Line::Revealed(reveal) => {
                shoe.order = Some(shoe::verify::order(&reveal.seed.0, shoe.decks, shoe.cut));
                shoe.cards.clear();
            }
            Line::Cut { at } => shoe.cut = *at,
        }
    }
}

/// A card that left the shoe, as the table's log tells of it.
struct Shown {
    /// What it is, once it is known.
    card: Option<Card>,
    /// The record that says so.
    sequence: u64,
    /// The house's own dealer dealt it.
    automatic: bool,
}

/// Stands for the shoe of a card that left none of which there is a record.
const NO_SHOE: u32 = 0;

/// What became of holding a table's cards against its shoes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    /// Every card that is shown and that is not its shoe's.
    pub(crate) faults: Vec<String>,
    /// How many cards were keyed where real ones are dealt.
    pub(crate) from_felt: u64,
    /// How many cards the house's own dealer showed of which no shoe's record says what they are.
    pub(crate) believed: u64,
}

/// The cards of a table, as they left its shoes.
pub(crate) struct ShownCards {
    opened: Opened,
    /// The shoe in use; [`NO_SHOE`] before there is the record of one.
    shoe: u32,
    shoes: BTreeMap<u32, Vec<Shown>>,
    /// How many cards of each shoe left it in coups that are over.
    over: BTreeMap<u32, usize>,
    /// Those that lie face down, and for whom.
    down: Vec<(usize, Side)>,
    /// The entry that was looked at last.
    entry: Option<u64>,
    /// Is the event that is taken in the house's own dealer's?
    automatic: bool,
    /// Cards that left no shoe, in coups that are over.
    without: Without,
}

/// Cards that left no shoe of which there is a record.
#[derive(Default)]
struct Without {
    from_felt: u64,
    believed: u64,
    /// Those of a table that deals from sealed shoes by its settings, and the first record that tells of one.
    sealed: u64,
    first: Option<u64>,
}

impl Without {
    fn take(&mut self, shown: &[Shown], (is_sealed, is_felt): (bool, bool)) {
        for Shown { sequence, automatic, .. } in shown.iter().filter(|shown| shown.card.is_some()) {
            let count = match (is_sealed, automatic) {
                (true, _) => {
                    self.first.get_or_insert(*sequence);
                    &mut self.sealed
                }
                // The house's own dealer keys real cards only where the settings say that there are some.
                (false, true) if !is_felt => &mut self.believed,
                (false, _) => &mut self.from_felt,
            };
            *count += 1;
        }
    }
}

impl ShownCards {
    /// Nothing has happened at the table yet.
    pub(crate) fn new(opened: Opened) -> ShownCards {
        ShownCards {
            opened,
            shoe: NO_SHOE,
            shoes: BTreeMap::new(),
            over: BTreeMap::new(),
            down: Vec::new(),
            entry: None,
            automatic: false,
            without: Without::default(),
        }
    }

    /// Takes in an event; the table is as it was before it.
    pub(crate) fn take(&mut self, walk: &Walk, step: &Step<'_>) {
        let entry = step.record.entry;
        if self.entry != Some(entry.first) {
            self.entry = Some(entry.first);
            if let Some(number) = self.opened.begun.get(&entry.command) {
                (self.shoe, self.down) = (*number, Vec::new());
            }
        }
        self.automatic = is_automatic(&step.event.by);
        let sequence = step.record.sequence;
        match &step.event.fact {
            Fact::Cards(cards::Fact::CardBurnt { card, .. }) => self.leaves(*card, sequence),
            Fact::Cards(cards::Fact::RestBurnt { cards }) => {
                (0..*cards).for_each(|_| self.leaves(None, sequence))
            }
            // A card that is laid where it belongs left the shoe before.
            Fact::Deal(deal::Fact::CardDealt { .. }) if is_carried(walk) => {}
            Fact::Deal(deal::Fact::CardDealt { to, card }) => {
                self.leaves(*card, sequence);
                if card.is_none() {
                    let last = self.in_use().len() - 1;
                    self.down.push((last, *to));
                }
            }
            Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => self.turn(*side, cards, sequence),
            Fact::Pay(pay::Fact::CoupEnded { .. }) | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => {
                self.down.clear();
                let out = self.in_use().len();
                match self.shoe {
                    NO_SHOE => self.settle(walk),
                    number => _ = self.over.insert(number, out),
                }
            }
            _ => {}
        }
    }

    /// What is known of cards that left no shoe is not kept one by one.
    fn settle(&mut self, walk: &Walk) {
        let dealt_from = walk.table.as_ref().map(|table| &table.state().settings);
        let dealt_from = dealt_from.map_or((false, false), |settings| (settings.sealed, settings.felt));
        let shown = self.shoes.remove(&NO_SHOE).unwrap_or_default();
        self.without.take(&shown, dealt_from);
    }

    fn in_use(&mut self) -> &mut Vec<Shown> {
        self.shoes.entry(self.shoe).or_default()
    }

    fn leaves(&mut self, card: Option<Card>, sequence: u64) {
        let automatic = self.automatic;
        self.in_use().push(Shown { card, sequence, automatic });
    }

    fn turn(&mut self, side: Side, cards: &[Card], sequence: u64) {
        let automatic = self.automatic;
        for card in cards {
            let Some(place) = self.down.iter().position(|(_, of)| *of == side) else { return };
            let (index, _) = self.down.remove(place);
            if let Some(shown) = self.in_use().get_mut(index) {
                *shown = Shown { card: Some(*card), sequence, automatic };
            }
        }
    }

    /// Holds every card that was shown against its shoe; the walk has come to the end.
    pub(crate) fn hold(mut self, stream: &ledger::Stream, walk: &Walk) -> Held {
        self.settle(walk);
        let Without { from_felt, believed, sealed, first } = self.without;
        let mut held = Held { faults: Vec::new(), from_felt, believed };
        if let Some(first) = first {
            held.faults.push(format!(
                "{stream}, sequence {first}: card: {sealed} cards are shown, and there is no record of the sealed shoes that they came from"
            ));
        }
        for (number, shown) in &self.shoes {
            let Some(opened) = self.opened.shoes.get(number) else { continue };
            let over = self.over.get(number).copied().unwrap_or(0);
            for (drawn, Shown { card, sequence, .. }) in (0_u16..).zip(shown) {
                let Some(card) = card else { continue };
                let found = match &opened.order {
                    Some(order) => order.get(usize::from(drawn)).copied().map(Some),
                    None => opened.cards.get(&drawn).copied(),
                };
                let due = match found {
                    Some(Some(due)) if due == *card => continue,
                    // What the vault lost nobody can reveal.
                    Some(None) => {
                        held.believed += 1;
                        continue;
                    }
                    // What lies behind a card that is still face down is opened after it, and before the coup is over.
                    None if opened.order.is_none() && usize::from(drawn) >= over => continue,
                    Some(Some(due)) => format!("opened {due} there"),
                    None => "did not open it".to_owned(),
                };
                held.faults.push(format!(
                    "{stream}, sequence {sequence}: card: {card} is shown; shoe {number} {due}"
                ));
            }
        }
        held
    }
}

fn is_carried(walk: &Walk) -> bool {
    walk.table.as_ref().is_some_and(|table| !table.state().shoe.carried.is_empty())
}

impl Archive {
    /// What the shoes of a table have opened.
    pub(crate) async fn opened(&self, table: &str) -> Result<Opened, ArchiveFault> {
        let mut opened = Opened::default();
        for (number, stream) in self.shoes(table).await? {
            self.each_entry(&stream, 0, |entry| {
                for record in entry.records() {
                    opened.take(number, &entry.command, &shoe_line(&record)?);
                }
                Ok::<_, ArchiveFault>(true)
            })
            .await?;
        }
        Ok(opened)
    }
}
