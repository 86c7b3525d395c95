//! A rule book: read, checked, and from then on never doubted.

pub mod clause;
pub mod compare;
pub mod payment;
pub mod placement;
mod prove;
mod read;
pub mod schema;
pub mod shelf;

use crate::basis::{Basis, ClauseNumber};
use crate::clause::Clause;
use crate::fault::Fault;
use crate::outcome::{Outcome, Side, Winner};
use crate::rules::Rules;
use crate::rules::play::SettlementMethod;
use crate::tableau::{PointValues, Tableau};
use crate::topic::{Answer, Ruled};
use crate::wager::{Wager, WagerClass};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// A rule book whose every value has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The short id, such as `act`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The instrument it was made from.
    pub instrument: String,
    /// The id of the book it was based on, for a house variant.
    pub based_on: Option<String>,
    /// Our word, and the book's own word for the same thing.
    pub words: BTreeMap<String, String>,
    /// Every clause, in the instrument's order.
    pub clauses: Vec<Clause>,
    /// What the book says on every topic.
    pub rules: Rules,
    pub(crate) wagers: Vec<MethodWagers>,
    pub(crate) tableau: Tableau,
    pub(crate) values: PointValues,
    pub(crate) chart: Chart,
}

/// The wagers of one settlement method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MethodWagers {
    pub(crate) method: String,
    pub(crate) wagers: Vec<Wager>,
}

/// For each cell of the tableau, the clauses that rule it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chart {
    pub(crate) player: Vec<Basis>,
    /// By banker's total, then by column: no card, then the values 0 to 9.
    pub(crate) banker: Vec<Vec<Basis>>,
}

/// Something that an instrument does not state and that we assume, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumption {
    /// The topic, or `wager.` and the wager's id.
    pub topic: String,
    /// What is assumed.
    pub value: String,
    /// Why.
    pub why: String,
}

/// Something that rests on a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dependent {
    /// The topic, or `wager.` and the wager's id.
    pub topic: String,
    /// The value the clause gives or supports.
    pub value: String,
}

impl Book {
    /// Reads a book file, or says everything that is wrong with it. That the rows of a published book decide every outcome is taken
    /// as [`Book::check`] found it.
    pub fn read(text: &str) -> Result<Book, Vec<Fault>> {
        read::read(text)
    }

    /// The same, with everything proved whatever book it is.
    pub fn check(text: &str) -> Result<Book, Vec<Fault>> {
        read::check(text)
    }

    /// Reads a text that a release has read before, with the text of the book that it is based on as it was then; none if it is based on
    /// none. On topics that were not asked for at that time it is silent.
    pub fn read_again(text: &str, base: &str) -> Result<Book, Vec<Fault>> {
        read::read_again(text, base)
    }

    /// The clause of this number.
    pub fn clause(&self, number: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.number.as_str() == number)
    }

    /// How many cards a table usually has behind the cutting card: the fewest that the book allows, yet two coups and some more.
    pub fn usual_from_back(&self) -> u16 {
        const TWO_COUPS: u16 = 14;
        self.rules.cut.from_back.get().map_or(TWO_COUPS, |least| (*least).max(TWO_COUPS))
    }

    /// Does some clause speak of some tables only?
    pub fn has_scopes(&self) -> bool {
        self.clauses.iter().any(|clause| clause.scope.is_some())
    }

    /// The book as it speaks of a table that deals and settles in this way and offers these options.
    ///
    /// Clauses that speak of other tables give nothing there and are not cited. What may be chosen stays as it is.
    pub fn scoped(&self, dealing: Option<&str>, method: &str, options: &[String]) -> Book {
        let elsewhere: HashSet<&ClauseNumber> = self
            .clauses
            .iter()
            .filter(|clause| {
                clause.scope.as_ref().is_some_and(|scope| !scope.takes_in(dealing, method, options))
            })
            .map(|clause| &clause.number)
            .collect();
        let chosen = [self.rules.dealing.methods.topic.id, self.rules.settlement.methods.topic.id];
        let mut book = self.clone();
        book.rules.retain(&|topic, clause| chosen.contains(&topic) || !elsewhere.contains(clause));
        book
    }

    /// The settlement methods, in the book's order; there is at least one.
    pub fn methods(&self) -> impl Iterator<Item = &Ruled<SettlementMethod>> {
        self.rules.settlement.methods.items.iter()
    }

    /// The wagers of a settlement method, or nothing if the book has no such method.
    pub fn wagers(&self, method: &str) -> Option<&[Wager]> {
        self.wagers.iter().find(|wagers| wagers.method == method).map(|wagers| wagers.wagers.as_slice())
    }

    /// The main wager on a hand or on the tie, under a settlement method.
    pub fn main_wager(&self, method: &str, on: Winner) -> Option<&Wager> {
        let is_it = |wager: &&Wager| wager.class == WagerClass::Main && wager.backs == Some(on);
        self.wagers(method)?.iter().find(is_it)
    }

    /// The chart of third cards, as a look-up.
    pub fn tableau(&self) -> &Tableau {
        &self.tableau
    }

    /// What each rank counts in a hand.
    pub fn values(&self) -> &PointValues {
        &self.values
    }

    /// Every outcome that some shoe leads to by this book's chart.
    pub fn outcomes(&self) -> Vec<Outcome> {
        prove::reachable(&self.tableau, &self.values)
    }

    /// The clauses that decide whether a hand with this total draws, given the player's third card.
    pub fn draw_basis(&self, side: Side, total: u8, player_third: Option<u8>) -> &Basis {
        let column = player_third.map_or(0, |value| usize::from(value % 10) + 1);
        match side {
            Side::Player => &self.chart.player[usize::from(total % 10)],
            Side::Banker => &self.chart.banker[usize::from(total % 10)][column],
        }
    }

    /// Everything this book assumes because its instrument does not say.
    pub fn assumed(&self) -> Vec<Assumption> {
        let topics = self.rules.said().into_iter().flat_map(|said| {
            said.answers.into_iter().filter_map(move |Answer { value, basis }| {
                let why = basis.assumed()?.to_owned();
                Some(Assumption { topic: said.topic.to_owned(), value, why })
            })
        });
        let rows = self.wagers.iter().flat_map(|method| &method.wagers).flat_map(assumed_rows);
        let mut all: Vec<Assumption> = topics.chain(rows).collect();
        let mut seen = std::collections::HashSet::new();
        all.retain(|assumption| seen.insert((assumption.topic.clone(), assumption.value.clone())));
        all
    }

    /// What rests on a clause: values it gives or supports, and rows of wagers.
    pub fn rests_on(&self, number: &ClauseNumber) -> Vec<Dependent> {
        self.resting(&|asked| asked == number).remove(number).unwrap_or_default()
    }

    /// What rests on each clause that is asked for, where anything does.
    pub fn resting(
        &self,
        is_asked: &dyn Fn(&ClauseNumber) -> bool,
    ) -> BTreeMap<ClauseNumber, Vec<Dependent>> {
        let mut resting: BTreeMap<ClauseNumber, Vec<Dependent>> = BTreeMap::new();
        let mut rests = |basis: &Basis, dependent: Dependent| {
            for number in basis.clauses().iter().filter(|number| is_asked(number)) {
                let known = resting.entry(number.clone()).or_default();
                if known.last() != Some(&dependent) {
                    known.push(dependent.clone());
                }
            }
        };
        for (topic, Answer { value, basis }) in self.rules.given_by(is_asked) {
            rests(&basis, Dependent { topic: topic.to_owned(), value });
        }
        let several = self.wagers.len() > 1;
        for MethodWagers { method, wagers } in &self.wagers {
            let method = if several { format!(" ({method})") } else { String::new() };
            for wager in wagers {
                for row in wager.rows.iter().filter(|row| row.basis.clauses().iter().any(is_asked)) {
                    let topic = format!("wager.{}", wager.id);
                    rests(&row.basis, Dependent { topic, value: format!("{}{method}", row.written()) });
                }
            }
        }
        resting
    }
}

fn assumed_rows(wager: &Wager) -> impl Iterator<Item = Assumption> {
    wager.rows.iter().filter_map(|row| {
        let why = row.basis.assumed()?.to_owned();
        Some(Assumption { topic: format!("wager.{}", wager.id), value: row.written(), why })
    })
}
