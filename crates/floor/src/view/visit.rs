//! A patron's visit to a table: since when, with what, and what the last coup brought.

use super::you::{SettledStake, SettledView};
use crate::played::{self, Played};
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::state::Phase;
use table::{Event, Fact, Name, Table, Time, pay, people};

/// What is kept of a visit, beside the table's own state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Visit {
    /// When it began.
    pub since: Option<Time>,
    /// Chips held when it began, from earlier visits.
    pub held: Money,
    /// Chips bought in the course of it.
    pub brought: Money,
    /// The wagers on the last coup this patron bet on.
    pub settled: Vec<SettledView>,
    /// What was played here during the last day, for the patron's own limits.
    #[serde(default, skip_serializing_if = "Played::is_empty")]
    pub played: Played,
}

/// The visits of everybody who came to a table, by their events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Visits(BTreeMap<Name, Visit>);

impl Visits {
    /// The visit of a patron.
    pub fn of(&self, name: &Name) -> Option<&Visit> {
        self.0.get(name)
    }

    /// What everybody played here during the last day.
    pub fn played(&self) -> impl Iterator<Item = (&Name, &Played)> {
        self.0.iter().map(|(name, visit)| (name, &visit.played))
    }

    /// Takes in an event; the table is as it is after it.
    pub fn follow(&mut self, event: &Event, after: &Table) {
        self.visit(event, after);
        if let Some(name) = played::whose(&event.fact) {
            self.0.entry(name.clone()).or_default().played.follow(&event.fact, event.at);
        }
    }

    fn visit(&mut self, event: &Event, after: &Table) {
        match &event.fact {
            Fact::People(people::Fact::Arrived { patron }) => {
                let held = after.state().patrons.get(patron);
                let held = held.map_or(Money(0), |known| known.chips + known.owed);
                let known = self.0.entry(patron.clone()).or_default();
                let played = std::mem::take(&mut known.played);
                *known = Visit { since: Some(event.at), held, played, ..Visit::default() };
            }
            Fact::People(people::Fact::BoughtIn { patron, cash }) => {
                self.0.entry(patron.clone()).or_default().brought += *cash
            }
            Fact::People(people::Fact::ChipsBrought { patron, chips }) => {
                self.0.entry(patron.clone()).or_default().brought += *chips
            }
            Fact::Pay(pay::Fact::WagerSettled { id, patron, area, wager, staked, result }) => {
                let Phase::Coup(coup) = &after.state().phase else { return };
                let stake = SettledStake { id: *id, area: *area, wager, staked: *staked, result };
                let seen = SettledView::of(coup.number, &stake, &event.cites.clauses);
                let visit = self.0.entry(patron.clone()).or_default();
                visit.settled.retain(|earlier| earlier.coup == coup.number && earlier.id != *id);
                visit.settled.push(seen);
            }
            _ => {}
        }
    }
}
