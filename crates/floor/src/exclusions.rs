//! Who may no longer play, at whichever table that was decided: a sanction of one table holds at every other.

use cage::folded;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use table::{Act, Name, bets, people as patrons};

/// Whoever is barred, by table, however the name is written. Each table notes its own and asks for the others'.
#[derive(Default)]
pub struct Exclusions(Mutex<BTreeMap<String, BTreeSet<String>>>);

impl Exclusions {
    /// Notes whom a table has barred.
    pub fn note<'n>(&self, table: &str, barred: impl Iterator<Item = &'n Name>) {
        let barred: BTreeSet<String> = barred.map(|name| folded(&name.0)).collect();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(table.to_owned(), barred);
    }

    /// Another table at which somebody was barred, if there is one.
    pub fn elsewhere(&self, table: &str, name: &Name) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = folded(&name.0);
        let mut others = known.iter().filter(|(other, barred)| *other != table && barred.contains(&name));
        others.next().map(|(other, _)| other.clone())
    }
}

/// Does somebody who does this play? Whoever is excluded may still take wagers back and leave.
pub fn plays(act: &Act) -> bool {
    matches!(
        act,
        Act::People(
            patrons::Act::Arrive
                | patrons::Act::BuyIn { .. }
                | patrons::Act::BringChips { .. }
                | patrons::Act::SwapVoucher { .. }
                | patrons::Act::SwapDatedVoucher { .. }
                | patrons::Act::TakeSeat { .. }
        ) | Act::Bets(bets::Act::Place { .. } | bets::Act::Change { .. } | bets::Act::Move { .. })
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_barred_at_one_table_is_barred_at_the_others() {
        let (exclusions, ann) = (Exclusions::default(), Name::from("Ann"));
        exclusions.note("one", [ann.clone()].iter());
        assert_eq!(exclusions.elsewhere("two", &ann), Some("one".to_owned()));
        assert_eq!(exclusions.elsewhere("one", &ann), None, "its own table judges by its book");
        assert_eq!(exclusions.elsewhere("two", &Name::from(" ANN")), Some("one".to_owned()));
        assert_eq!(exclusions.elsewhere("two", &Name::from("Bob")), None);
        exclusions.note("one", std::iter::empty());
        assert_eq!(exclusions.elsewhere("two", &ann), None);
        assert!(plays(&patrons::Act::Arrive.into()) && !plays(&patrons::Act::Leave.into()));
    }
}
