//! One wager written for many: `each = { rank = "A-K" }` makes one of every rank, `{rank}` standing for it.

use crate::card::{Card, Rank};
use crate::fault::Faults;
use crate::feature::CardSet;
use crate::topic::value_of;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Each {
    rank: CardSet,
}

/// The wagers that a table stands for: itself, or one for each rank.
pub(super) fn expanded<'i>(
    span: Range<usize>,
    mut table: DeTable<'i>,
    faults: &mut Faults,
) -> Vec<(Range<usize>, DeTable<'i>)> {
    let Some(each) = table.remove("each") else { return vec![(span, table)] };
    let place = "wager with each";
    let Some(each) = value_of::<Each>(each, place, "each", faults) else { return Vec::new() };
    let of = |rank: Rank| Card::all().filter(move |card| card.rank == rank);
    let ranks = Rank::ALL.into_iter().filter(|rank| of(*rank).all(|card| each.rank.contains(card)));
    if !table.get("id").and_then(|id| id.get_ref().as_str()).is_some_and(|id| id.contains(RANK)) {
        faults.add(span, place, format!("id: allowed is an id with {RANK} in it, so that each has its own"));
        return Vec::new();
    }
    let one = |rank: Rank| {
        let mut wager = table.clone();
        for (key, value) in wager.iter_mut() {
            let letter = rank.letter().to_string();
            let letter = if key.get_ref() == "id" { letter.to_lowercase() } else { letter };
            fill_in(value, &letter);
        }
        (span.clone(), wager)
    };
    ranks.map(one).collect()
}

const RANK: &str = "{rank}";

/// Puts a rank's letter wherever it is asked for.
fn fill_in(value: &mut Spanned<DeValue<'_>>, letter: &str) {
    match value.get_mut() {
        DeValue::String(text) if text.contains(RANK) => *text = text.replace(RANK, letter).into(),
        DeValue::Array(values) => values.iter_mut().for_each(|value| fill_in(value, letter)),
        DeValue::Table(table) => table.iter_mut().for_each(|(_, value)| fill_in(value, letter)),
        _ => {}
    }
}
