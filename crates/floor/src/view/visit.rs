//! A patron's visit to a table: since when, with what, and what the last coup brought.

use super::coup::outcome;
use super::why;
use super::you::{SettledStake, SettledView};
use crate::played::{self, Played};
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::state::Phase;
use table::{Event, Fact, Name, Stake, Table, Time, Undone, bets, notice, pay, people, trouble};

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
    /// Wagers that went back without a result, in the last coups in which that happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<SettledView>,
    /// What was played here during the last day, for the patron's own limits.
    #[serde(default, skip_serializing_if = "Played::is_empty")]
    pub played: Played,
}

/// After so many coups it is looked whose visits are long over.
const FORGETS: u32 = 64;
/// How many wagers without a result are remembered of a patron.
const VOID: usize = 100;

impl Visit {
    /// A wager has a result.
    fn settled(&mut self, seen: SettledView) {
        self.void.retain(|void| void.id != seen.id || void.coup != seen.coup);
        self.shown(seen);
    }

    /// A wager went back without a result.
    fn went_back(&mut self, seen: SettledView) {
        self.void.retain(|void| void.id != seen.id || void.coup != seen.coup);
        self.void.push(seen.clone());
        self.void.drain(..self.void.len().saturating_sub(VOID));
        // What an earlier coup came to does not hide the coup that was played last.
        if self.settled.iter().all(|last| last.coup <= seen.coup) {
            self.shown(seen);
        }
    }

    /// What became of the wagers on the last coup stands until another has been played.
    fn shown(&mut self, seen: SettledView) {
        self.settled.retain(|earlier| earlier.coup == seen.coup && earlier.id != seen.id);
        self.settled.push(seen);
    }
}

/// The stake that an event gives back in the course of a coup, and that coup; the table is as it is before it.
pub fn given_back(fact: &Fact, before: &Table) -> Option<(u32, Stake)> {
    let (Fact::Bets(bets::Fact::WagerReturned { id, .. }), Phase::Coup(coup)) = (fact, &before.state().phase)
    else {
        return None;
    };
    let stake = before.state().stakes.iter().find(|stake| stake.id == *id)?;
    Some((coup.number, stake.clone()))
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

    /// Takes in an event and the stake that it gave back, if it did; the table is as it is after it.
    pub fn follow(&mut self, event: &Event, given_back: Option<(u32, Stake)>, after: &Table) {
        if let Some((coup, stake)) = given_back {
            let visit = self.0.entry(stake.patron.clone()).or_default();
            visit.went_back(SettledView::void(coup, &stake, &event.cites.clauses));
        }
        self.visit(event, after);
        let days = matches!(event.fact, Fact::Notice(notice::Fact::TableOpened { .. }));
        let coups = matches!(event.fact, Fact::Pay(pay::Fact::CoupEnded { .. }));
        if days || coups && after.state().coups.is_multiple_of(FORGETS) {
            self.forget(event.at, after);
        }
        if let Some(name) = played::whose(&event.fact) {
            self.0.entry(name.clone()).or_default().played.follow(&event.fact, event.at);
        }
    }

    /// Forgets the visits of those whom the table has forgotten, and who have played nothing for a day.
    fn forget(&mut self, now: Time, after: &Table) {
        let known = &after.state().patrons;
        self.0.retain(|name, visit| known.contains_key(name) || !visit.played.is_over(now));
    }

    fn visit(&mut self, event: &Event, after: &Table) {
        match &event.fact {
            Fact::People(people::Fact::Arrived { patron }) => {
                let held = after.state().patrons.get(patron);
                let held = held.map_or(Money(0), |known| known.chips + known.owed);
                let known = self.0.entry(patron.clone()).or_default();
                let (played, void) = (std::mem::take(&mut known.played), std::mem::take(&mut known.void));
                *known = Visit { since: Some(event.at), held, played, void, ..Visit::default() };
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
                let cites = &event.cites.clauses;
                let steps = why::steps(
                    after,
                    outcome(after, &coup.player, &coup.banker).as_ref(),
                    &stake,
                    Some(cites),
                );
                let seen = SettledView::of(coup.number, &stake, cites).with(steps);
                self.0.entry(patron.clone()).or_default().settled(seen);
            }
            Fact::Trouble(trouble::Fact::SettlementUndone { coup, stake, how, .. }) => {
                let visit = self.0.entry(stake.patron.clone()).or_default();
                match how {
                    Undone::Repaid | Undone::LeftOpen => {
                        visit.went_back(SettledView::void(*coup, stake, &event.cites.clauses));
                    }
                    // It lies there again, and is settled again.
                    Undone::Relaid | Undone::OnPaper => visit.settled.retain(|seen| seen.id != stake.id),
                }
            }
            _ => {}
        }
    }
}
