//! What anybody may have of a promotion's draw, and what may be wrong with it.
//!
//! It names nobody: tickets stand as numbers with salted hashes. `verify/croupier_verify.py promotion` checks the same without
//! this program.

use crate::facts::PassedWhy;
use crate::state::State;
use baccarat::chips::Money;
use baccarat::rules::promotion::IntegrityOf;
use draw::{Record, Sealed, list_root};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::Time;

/// The name of the format.
pub const METHOD: &str = "croupier-promotion-1";

/// A prize and the tickets that came up for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedPrize {
    /// What it is.
    pub what: String,
    /// Its value.
    pub value: Money,
    /// The ticket that has it.
    pub ticket: Option<u32>,
    /// Tickets that were passed over, each with the declared reason.
    pub passed: Vec<(u32, PassedWhy)>,
}

/// What anybody may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The format, `croupier-promotion-1`.
    pub method: String,
    /// The promotion's id.
    pub promotion: String,
    /// Its name.
    pub name: String,
    /// The hash of its terms.
    pub terms: Hash,
    /// When the draw is due.
    pub due: Time,
    /// When this was written.
    pub as_of: Time,
    /// What the house committed to.
    pub sealed: Option<Sealed>,
    /// How many tickets were issued.
    pub issued: u32,
    /// Those that were taken back.
    pub taken_back: Vec<u32>,
    /// The list, once entries are closed.
    pub list: Vec<String>,
    /// Its root.
    pub root: Option<Hash>,
    /// The draw.
    pub draw: Option<Record>,
    /// The prizes.
    pub prizes: Vec<PublishedPrize>,
    /// What is postponed.
    pub postponed: Vec<IntegrityOf>,
    /// The draw was cancelled.
    pub cancelled: bool,
}

impl Published {
    /// What may be published now; nothing before there are terms.
    pub fn of(state: &State, as_of: Time) -> Option<Published> {
        let terms = state.terms.as_ref()?;
        let prizes = terms.prizes.iter().enumerate().map(|(index, prize)| {
            let held = state.prizes.get(index);
            PublishedPrize {
                what: prize.what.clone(),
                value: prize.value,
                ticket: held.and_then(|held| held.ticket),
                passed: held.map_or_else(Vec::new, |held| held.passed.clone()),
            }
        });
        Some(Published {
            method: METHOD.to_owned(),
            promotion: terms.id.clone(),
            name: terms.name.clone(),
            terms: terms.hash,
            due: terms.award.when,
            as_of,
            sealed: state.sealed.clone(),
            issued: state.tickets.len() as u32,
            taken_back: state.tickets.iter().filter(|one| one.taken_back).map(|one| one.number).collect(),
            list: state.list.clone(),
            root: state.root,
            draw: state.draw.clone(),
            prizes: prizes.collect(),
            postponed: state.postponed.clone(),
            cancelled: state.cancelled,
        })
    }

    /// Everything that is wrong with it, in words.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.method != METHOD {
            faults.push(format!("it names another format than {METHOD}"));
        }
        self.seal_faults(&mut faults);
        self.list_faults(&mut faults);
        match &self.draw {
            Some(draw) => self.draw_faults(draw, &mut faults),
            None => self.undrawn_faults(&mut faults),
        }
        faults
    }

    fn seal_faults(&self, faults: &mut Vec<String>) {
        let purpose = format!("promotion {} terms ", self.promotion);
        match &self.sealed {
            Some(sealed) if !sealed.purpose.starts_with(&purpose) => {
                faults.push("the seal is for something else".to_owned());
            }
            None if self.issued > 0 || self.root.is_some() || self.draw.is_some() => {
                faults.push("tickets were issued before anything was sealed".to_owned());
            }
            _ => {}
        }
    }

    /// Every ticket that was issued is in the list or was taken back.
    fn list_faults(&self, faults: &mut Vec<String>) {
        let Some(root) = self.root else { return };
        if list_root(&self.list) != root {
            faults.push("the root is not that of the list".to_owned());
        }
        let numbers: Option<Vec<u32>> = self.list.iter().map(|entry| number_of(entry)).collect();
        let Some(numbers) = numbers else {
            faults.push("an entry of the list is no ticket".to_owned());
            return;
        };
        if numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            faults.push("the list is not in the order of its numbers, or a ticket stands twice".to_owned());
        }
        for number in 1..=self.issued {
            match (numbers.contains(&number), self.taken_back.contains(&number)) {
                (false, false) => faults.push(format!("ticket {number} was issued and left out of the list")),
                (true, true) => faults.push(format!("ticket {number} was taken back and is in the list")),
                _ => {}
            }
        }
        for number in numbers.iter().filter(|number| **number > self.issued || **number == 0) {
            faults.push(format!("ticket {number} is in the list and was never issued"));
        }
    }

    /// A draw that is due is held, postponed or cancelled: whoever stops after seeing the order leaves it open.
    fn undrawn_faults(&self, faults: &mut Vec<String>) {
        let excused = self.cancelled || !self.postponed.is_empty();
        if self.sealed.is_some() && self.as_of >= self.due && !excused {
            let due = declared::utc(self.due);
            faults.push(format!("the draw was due at {due} and was neither held, postponed nor cancelled"));
        }
        if self.prizes.iter().any(|prize| prize.ticket.is_some() || !prize.passed.is_empty()) {
            faults.push("a ticket has a prize and no draw was held".to_owned());
        }
    }

    fn draw_faults(&self, draw: &Record, faults: &mut Vec<String>) {
        faults.extend(draw.faults().iter().map(ToString::to_string));
        if self.sealed.as_ref() != Some(&draw.sealed) {
            faults.push("the draw is not the one that was sealed".to_owned());
        }
        if draw.list != self.list || Some(draw.root) != self.root {
            faults.push("it was drawn from another list than the published one".to_owned());
        }
        let named: Vec<u32> = self
            .prizes
            .iter()
            .flat_map(|prize| prize.passed.iter().map(|(ticket, _)| *ticket).chain(prize.ticket))
            .collect();
        let distinct: BTreeSet<u32> = named.iter().copied().collect();
        if distinct.len() != named.len() {
            faults.push("a ticket came up twice".to_owned());
        }
        // Whoever came up is the head of the order, without a gap.
        for entry in draw.drawn().take(named.len()) {
            match number_of(entry) {
                Some(number) if distinct.contains(&number) => {}
                _ => faults
                    .push(format!("`{entry}` was next in the order and neither won nor was passed over")),
            }
        }
    }
}

/// The number of a ticket from its entry in the list.
fn number_of(entry: &str) -> Option<u32> {
    let mut words = entry.split_whitespace();
    let number = match (words.next(), words.next(), words.next()) {
        (Some("ticket"), Some(number), Some(_)) => number.parse().ok()?,
        _ => return None,
    };
    words.next().is_none().then_some(number)
}

/// Everything wrong between the draws of a house: numbers without a gap, each naming the seal before. By place in the list.
pub fn chain_faults(all: &[Published]) -> Vec<String> {
    let mut sealed: Vec<(&str, &Sealed)> =
        all.iter().filter_map(|one| Some((one.promotion.as_str(), one.sealed.as_ref()?))).collect();
    sealed.sort_by_key(|(_, sealed)| sealed.number);
    let mut faults = Vec::new();
    for pair in sealed.windows(2) {
        let [(first, one), (second, other)] = pair else { continue };
        if one.number == other.number {
            faults.push(format!("{first} and {second} both are draw {}: one was drawn again", one.number));
        } else if other.number != one.number + 1 {
            faults.push(format!("draws {} to {} are missing", one.number + 1, other.number - 1));
        } else if other.previous != one.seal() {
            faults.push(format!("{second} does not name the seal of {first}"));
        }
    }
    faults
}
