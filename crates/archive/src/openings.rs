//! The cards that a table shows, held against what their shoe opened.

use crate::archive::Archive;
use crate::fault::ArchiveFault;
use crate::shoes::shoe_line;
use crate::walk::{Step, Walk};
use baccarat::card::Card;
use baccarat::outcome::Side;
use ledger::CommandId;
use shoe::Ending;
use shoe::record::Line;
use std::collections::{BTreeMap, HashMap};
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
    /// By how many cards left the shoe before: the card, or nothing if it was put away unseen.
    cards: BTreeMap<u16, Option<Card>>,
    /// It was dealt to its end, so that everything it opened is on record.
    finished: bool,
    /// It is neither dealt to its end nor given up.
    in_use: bool,
}

impl Opened {
    fn take(&mut self, number: u32, command: &CommandId, line: &Line) {
        let shoe = self.shoes.entry(number).or_default();
        match line {
            Line::Sealed { .. } => {
                shoe.in_use = true;
                self.begun.insert(command.clone(), number);
            }
            Line::Card(opening) => _ = shoe.cards.insert(opening.drawn, Some(opening.card)),
            Line::Unseen { drawn } => _ = shoe.cards.insert(*drawn, None),
            Line::Revealed(reveal) => {
                (shoe.finished, shoe.in_use) = (reveal.because == Ending::Finished, false);
            }
            Line::Cut { .. } => {}
        }
    }
}

/// A card that left the shoe, as the table's log tells of it.
struct Shown {
    /// What it is, once it is known.
    card: Option<Card>,
    /// The record that says so.
    sequence: u64,
}

/// The cards of a table, as they left its shoes.
pub(crate) struct ShownCards {
    opened: Opened,
    shoe: Option<u32>,
    shoes: BTreeMap<u32, Vec<Shown>>,
    /// How many cards of each shoe left it in coups that are over.
    over: BTreeMap<u32, usize>,
    /// Those that lie face down, and for whom.
    down: Vec<(usize, Side)>,
    /// The entry that was looked at last.
    entry: Option<u64>,
}

impl ShownCards {
    /// Nothing has happened at the table yet.
    pub(crate) fn new(opened: Opened) -> ShownCards {
        ShownCards {
            opened,
            shoe: None,
            shoes: BTreeMap::new(),
            over: BTreeMap::new(),
            down: Vec::new(),
            entry: None,
        }
    }

    /// Takes in an event; the table is as it was before it.
    pub(crate) fn take(&mut self, walk: &Walk, step: &Step<'_>) {
        let entry = step.record.entry;
        if self.entry != Some(entry.first) {
            self.entry = Some(entry.first);
            if let Some(number) = self.opened.begun.get(&entry.command) {
                (self.shoe, self.down) = (Some(*number), Vec::new());
            }
        }
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
                if card.is_none()
                    && let Some(last) = self.in_use().map(|shown| shown.len() - 1)
                {
                    self.down.push((last, *to));
                }
            }
            Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => self.turn(*side, cards, sequence),
            Fact::Pay(pay::Fact::CoupEnded { .. }) | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => {
                self.down.clear();
                if let Some(number) = self.shoe {
                    self.over.insert(number, self.shoes.get(&number).map_or(0, Vec::len));
                }
            }
            _ => {}
        }
    }

    fn in_use(&mut self) -> Option<&mut Vec<Shown>> {
        self.shoe.map(|number| self.shoes.entry(number).or_default())
    }

    fn leaves(&mut self, card: Option<Card>, sequence: u64) {
        if let Some(shown) = self.in_use() {
            shown.push(Shown { card, sequence });
        }
    }

    fn turn(&mut self, side: Side, cards: &[Card], sequence: u64) {
        for card in cards {
            let Some(place) = self.down.iter().position(|(_, of)| *of == side) else { return };
            let (index, _) = self.down.remove(place);
            if let Some(shown) = self.in_use().and_then(|shown| shown.get_mut(index)) {
                *shown = Shown { card: Some(*card), sequence };
            }
        }
    }

    /// Every card that is shown and that its shoe did not open there.
    pub(crate) fn faults(&self, stream: &ledger::Stream) -> Vec<String> {
        let mut faults = Vec::new();
        for (number, shown) in &self.shoes {
            let Some(opened) = self.opened.shoes.get(number) else { continue };
            let over = self.over.get(number).copied().filter(|_| opened.in_use).unwrap_or(0);
            for (drawn, Shown { card, sequence }) in (0_u16..).zip(shown) {
                let Some(card) = card else { continue };
                let due = match opened.cards.get(&drawn) {
                    Some(Some(due)) if due == card => continue,
                    // What a lost shoe dealt is not proved.
                    Some(None) => continue,
                    // What lies behind a card that is still face down is opened after it, and before the coup is over.
                    None if !opened.finished && usize::from(drawn) >= over => continue,
                    Some(Some(due)) => format!("opened {due} there"),
                    None => "did not open it".to_owned(),
                };
                faults.push(format!(
                    "{stream}, sequence {sequence}: card: {card} is shown; shoe {number} {due}"
                ));
            }
        }
        faults
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
