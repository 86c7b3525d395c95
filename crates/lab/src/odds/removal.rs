//! What taking one card out of a shoe does.

use super::{Head, Question, topics};
use crate::columns::{Columns, Values};
use crate::error::Error;
use crate::exact::Exact;
use baccarat::card::Card;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What taking one card out does to each wager.
#[derive(Clone, Debug, Serialize)]
pub struct Removals {
    /// What it is of.
    #[serde(flatten)]
    pub head: Head,
    /// Card by card.
    pub removals: Vec<Removal>,
    /// The wagers, in the order of each card's effects.
    #[serde(skip)]
    pub wagers: Vec<String>,
}

/// What taking one card out does.
#[derive(Clone, Debug, Serialize)]
pub struct Removal {
    /// The card.
    #[serde(serialize_with = "crate::text::shown")]
    pub card: Card,
    /// By wager, the change of the patron's expectation.
    pub effects: Effects,
}

/// By wager, the change of the patron's expectation for one unit.
#[derive(Clone, Debug)]
pub struct Effects(pub Vec<(String, Exact)>);

impl Serialize for Effects {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (wager, effect) in &self.0 {
            map.serialize_entry(wager, effect)?;
        }
        map.end()
    }
}

pub(super) fn removals(question: &Question) -> Result<Removals, Error> {
    if question.shoe.cards() == 6 {
        return Err(Error::refused(
            "6 cards are left; to take one out and still deal a coup needs at least 7",
        ));
    }
    let wagers: Vec<String> = question.wagers.iter().map(|wager| wager.id.to_string()).collect();
    let removals = question.evaluator.removals(&question.shoe)?.into_iter().map(|removal| Removal {
        card: removal.card,
        effects: Effects(wagers.iter().cloned().zip(removal.effects.into_iter().map(Exact)).collect()),
    });
    Ok(Removals { head: question.head(question.assumed(false)), removals: removals.collect(), wagers })
}

impl Removals {
    /// A line for each card, a column for each wager.
    pub fn columns(&self) -> Columns {
        let card = self.removals.iter().map(|removal| removal.card.to_string()).collect();
        let mut columns = vec![("card".into(), Values::Text(card))];
        for (place, wager) in self.wagers.iter().enumerate() {
            let effects = self.removals.iter().map(|removal| removal.effects.0[place].1.to_string());
            columns.push((wager.clone().into(), Values::Text(effects.collect())));
        }
        let assumed = topics(&self.head.assumed).join(" ");
        columns.push(("assumed".into(), Values::Text(vec![assumed; self.removals.len()])));
        self.head.provenance.beside(Columns(columns))
    }
}
