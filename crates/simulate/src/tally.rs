//! How often coups ended in each class.

use crate::class::Class;
use baccarat::tableau::Tableau;
use baccarat::wager::Wager;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Coups counted by class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    shoes: u64,
    classes: Vec<u64>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { shoes: 0, classes: vec![0; Class::ROOM] }
    }
}

/// Written as the shoes, then every class that came up with how often.
type Written = (u64, Vec<(u16, u64)>);

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seen: Vec<(u16, u64)> = self.seen().map(|(class, count)| (class.0, count)).collect();
        (self.shoes, seen).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tally, D::Error> {
        let (shoes, seen) = Written::deserialize(deserializer)?;
        let mut tally = Tally { shoes, ..Tally::default() };
        for (class, count) in seen {
            let room = tally.classes.get_mut(usize::from(class));
            *room.ok_or_else(|| serde::de::Error::custom(format!("found the class {class}")))? += count;
        }
        Ok(tally)
    }
}

impl Tally {
    /// How many shoes were dealt.
    pub fn shoes(&self) -> u64 {
        self.shoes
    }

    /// How many coups were dealt.
    pub fn coups(&self) -> u64 {
        self.classes.iter().sum()
    }

    /// How many coups ended in a class.
    pub fn count(&self, class: Class) -> u64 {
        self.classes[class.index()]
    }

    /// Every class that came up, with how often.
    pub fn seen(&self) -> impl Iterator<Item = (Class, u64)> {
        let classes = self.classes.iter().enumerate();
        classes.filter(|(_, count)| **count > 0).map(|(class, count)| (Class(class as u16), *count))
    }

    /// How often each row of a wager decided. Under the tableau of the game every class has its row.
    pub fn rows(&self, wager: &Wager, tableau: &Tableau) -> Vec<u64> {
        let mut rows = vec![0; wager.rows.len()];
        for (class, count) in self.seen() {
            if let Some(row) = wager.row_index(&class.outcome(tableau)) {
                rows[row] += count;
            }
        }
        rows
    }

    pub(crate) fn add(&mut self, class: Class) {
        self.classes[class.index()] += 1;
    }

    pub(crate) fn add_shoe(&mut self) {
        self.shoes += 1;
    }

    pub(crate) fn add_all(&mut self, shoes: u64, classes: &[u32]) {
        self.shoes += shoes;
        for (sum, count) in self.classes.iter_mut().zip(classes) {
            *sum += u64::from(*count);
        }
    }

    /// Adds another tally to this one.
    pub fn merge(&mut self, other: &Tally) {
        self.shoes += other.shoes;
        for (sum, count) in self.classes.iter_mut().zip(&other.classes) {
            *sum += count;
        }
    }
}
