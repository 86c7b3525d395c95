//! What a wager rests on when it is placed as most are: put together once for each case, instead of at every stake.

use crate::cite::Citation;
use baccarat::book::Book;
use baccarat::wager::{Wager, WagerClass, WagerId};
use std::sync::OnceLock;

/// What the clauses on a placed wager depend on, beside the book, where nothing unusual comes with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// It is made of tokens, not of chips.
    pub(crate) tokens: bool,
    /// A side wager lies at a box that is not its patron's own.
    pub(crate) at_anothers: bool,
    /// The patron of a side wager has a main wager down.
    pub(crate) with_main: bool,
    /// The patron of a side wager has another of its option down.
    pub(crate) several: bool,
    /// A clock ends the betting.
    pub(crate) clock: bool,
    /// A wagering period runs.
    pub(crate) period: bool,
}

impl Case {
    const MANY: usize = 1 << 6;

    fn index(self) -> usize {
        let Case { tokens, at_anothers, with_main, several, clock, period } = self;
        let parts = [tokens, at_anothers, with_main, several, clock, period];
        parts.into_iter().fold(0, |index, part| index * 2 + usize::from(part))
    }
}

/// The clauses on one wager, by case. Whoever meets a case first works them out.
#[derive(Debug)]
pub(crate) struct Placed {
    wager: WagerId,
    /// For a main wager, with which others, itself among them, in order.
    together: Vec<WagerId>,
    by_case: [OnceLock<Citation>; Case::MANY],
}

impl Placed {
    /// Room for every wager of a book: for a main one alone, and in every combination that the book lists.
    pub(crate) fn all(book: &Book) -> Vec<Placed> {
        let mut all: Vec<Placed> = Vec::new();
        let wagers = book.methods().flat_map(|method| book.wagers(&method.id).unwrap_or_default());
        for Wager { id, class, .. } in wagers {
            let listed = book.rules.betting.combinations.values().map(|rule| &rule.wagers);
            let mut each = match class {
                WagerClass::Side => vec![Vec::new()],
                WagerClass::Main => listed.filter(|wagers| wagers.contains(id)).cloned().collect(),
            };
            if *class == WagerClass::Main {
                each.push(vec![id.clone()]);
            }
            for mut together in each {
                together.sort();
                if !all.iter().any(|known| known.wager == *id && known.together == together) {
                    let by_case = std::array::from_fn(|_| OnceLock::new());
                    all.push(Placed { wager: id.clone(), together, by_case });
                }
            }
        }
        all
    }

    /// What this wager rests on in a case; main wagers with which others.
    pub(crate) fn find<'a>(
        all: &'a [Placed],
        wager: &WagerId,
        together: &[&WagerId],
        case: Case,
    ) -> Option<&'a OnceLock<Citation>> {
        let is_it =
            |known: &&Placed| known.wager == *wager && known.together.iter().eq(together.iter().copied());
        all.iter().find(is_it).map(|known| &known.by_case[case.index()])
    }
}
