//! What Python asks of Croupier. Answers cross over as the JSON that the command prints, or as plain bytes where there are many; the
//! package `croupier` makes Python's own types of them.

use baccarat::chips::{ChipSet, Money};
use baccarat::composition::Composition;
use baccarat::shelf;
use pyo3::prelude::*;

mod answer;
mod caller;
mod errors;
mod planner;
mod table;
mod watch;

/// The functions and classes of the package's native part.
#[pymodule]
mod _croupier {
    #[pymodule_export]
    use super::answer::{
        NativeBook, answer_parts, known_strategies, meant, merge_parts, roads, run_transcript, shoes_of_part,
        strategy_text, verify_shoe,
    };
    #[pymodule_export]
    use super::caller::{PyCoup, PySeen};
    #[pymodule_export]
    use super::errors::{BookFaults, Forbidden, Refused};
    #[pymodule_export]
    use super::table::NativeTable;

    use pyo3::prelude::*;

    /// The ids of the books on the shelf.
    #[pyfunction]
    fn shelf_ids() -> Vec<&'static str> {
        super::shelf::ids()
    }

    /// The text of a book on the shelf.
    #[pyfunction]
    fn shelf_text(id: &str) -> Option<&'static str> {
        super::shelf::text(id)
    }

    /// The version of Croupier.
    #[pyfunction]
    fn version() -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

/// An amount of money as Python writes it.
fn money(text: &str) -> PyResult<Money> {
    text.parse().map_err(|_| {
        errors::wrong(format!("found the amount `{text}`; allowed are amounts such as 10 or 2.50"))
    })
}

/// Chips as Python writes them.
fn chips(text: &str) -> PyResult<ChipSet> {
    text.parse()
        .map_err(|error: String| errors::wrong(format!("`chips`: {}", error.trim_start_matches("chips: "))))
}

/// A composition from how many there are of each of the 52 cards.
fn composition(counts: &[u16]) -> PyResult<Composition> {
    if counts.len() != 52 {
        return Err(errors::wrong(format!(
            "found {} counts; allowed are 52, one for each card",
            counts.len()
        )));
    }
    let mut kinds = [0; 52];
    kinds.copy_from_slice(counts);
    let shoe = Composition::of_counts(kinds);
    match shoe.cards() > Composition::MOST_CARDS {
        true => Err(errors::wrong(format!(
            "found {} cards; allowed are at most {}",
            shoe.cards(),
            Composition::MOST_CARDS
        ))),
        false => Ok(shoe),
    }
}
