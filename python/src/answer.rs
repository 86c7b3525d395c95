//! A book that is asked, and what needs no book.

use crate::errors::{BookFaults, from_lab, from_sheet, wrong};
use crate::{chips, composition, money};
use baccarat::book::Book as RuleBook;
use baccarat::composition::Composition;
use baccarat::shelf;
use baccarat::wager::Wager;
use lab::odds::{Question, Scope};
use lab::shoes::{Shoes, TableChoice};
use lab::{clauses, counting, par, simulation};
use odds::Evaluator;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use table::roads::{Roads, notation};
use table::transcript;

/// A book, read and checked.
#[pyclass(name = "NativeBook", frozen, module = "croupier._croupier")]
pub struct NativeBook(Arc<RuleBook>);

/// Reads a book, or says everything that is wrong with it.
fn read(name: &str, text: &str) -> PyResult<RuleBook> {
    RuleBook::read(text).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
        BookFaults::new_err(format!("{name}: {} faults\n{}", lines.len(), lines.join("\n")))
    })
}

fn json(answer: &impl Serialize) -> PyResult<String> {
    lab::json(answer).map_err(from_lab)
}

/// The table that a question is about.
#[derive(FromPyObject)]
struct TableArgs {
    settings: Option<String>,
    method: Option<String>,
    decks: Option<u8>,
    from_back: Option<u16>,
    chips: Option<String>,
}

impl TableArgs {
    fn choice(&self) -> PyResult<TableChoice> {
        Ok(TableChoice {
            settings: self.settings.clone().map(|text| ("table".to_owned(), text)),
            method: self.method.clone(),
            decks: self.decks,
            from_back: self.from_back,
            chips: self.chips.as_deref().map(chips).transpose()?,
            ..TableChoice::default()
        })
    }
}

#[pymethods]
impl NativeBook {
    #[new]
    fn new(name: &str, text: &str) -> PyResult<NativeBook> {
        Ok(NativeBook(Arc::new(read(name, text)?)))
    }

    #[getter]
    fn id(&self) -> &str {
        &self.0.id
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    #[getter]
    fn instrument(&self) -> &str {
        &self.0.instrument
    }

    #[getter]
    fn methods(&self) -> Vec<String> {
        self.0.methods().map(|method| method.id.clone()).collect()
    }

    #[getter]
    fn decks(&self) -> Vec<u8> {
        self.0.rules.cards.decks.0.clone()
    }

    fn wagers(&self, method: Option<&str>) -> PyResult<Vec<String>> {
        let question = self.question(Scope { method: method.map(str::to_owned), ..Scope::default() })?;
        Ok(question.wagers.iter().map(|wager| wager.id.to_string()).collect())
    }

    fn clauses(&self, numbers: Vec<String>, words: Vec<String>) -> PyResult<String> {
        let wanted = clauses::Wanted { numbers, words, kind: None };
        json(&clauses::find(&self.0, &wanted, &self.0.id).map_err(from_lab)?)
    }

    #[pyo3(signature = (method, decks, shoe, wagers, stake, chip_list))]
    #[allow(clippy::too_many_arguments)]
    fn odds(
        &self,
        py: Python<'_>,
        method: Option<String>,
        decks: Option<u8>,
        shoe: Option<Vec<u16>>,
        wagers: Vec<String>,
        stake: Option<&str>,
        chip_list: Option<&str>,
    ) -> PyResult<String> {
        let question = self.asked(method, decks, shoe, wagers)?;
        let stake = stake.map(money).transpose()?;
        let chip_set = chip_list.map(chips).transpose()?;
        py.detach(|| json(&question.odds(stake.zip(chip_set.as_ref())).map_err(from_lab)?))
    }

    fn removals(
        &self,
        py: Python<'_>,
        method: Option<String>,
        decks: Option<u8>,
        shoe: Option<Vec<u16>>,
        wagers: Vec<String>,
    ) -> PyResult<String> {
        let question = self.asked(method, decks, shoe, wagers)?;
        py.detach(|| json(&question.removals().map_err(from_lab)?))
    }

    fn together(
        &self,
        py: Python<'_>,
        placed: &str,
        method: Option<String>,
        decks: Option<u8>,
        shoe: Option<Vec<u16>>,
        chip_list: Option<&str>,
    ) -> PyResult<String> {
        let question = self.asked(method, decks, shoe, Vec::new())?;
        let chip_set = chip_list.map(chips).transpose()?;
        py.detach(|| json(&question.together(placed, chip_set.as_ref()).map_err(from_lab)?))
    }

    /// The expected values of many compositions: 52 numbers of 16 bits for each, the counts of its cards; back come as many numbers of
    /// 64 bits for each as there are wagers.
    fn odds_many<'py>(
        &self,
        py: Python<'py>,
        counts: &[u8],
        method: Option<String>,
        wagers: Vec<String>,
        threads: Option<u16>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let question = self.question(Scope { method, wagers, ..Scope::default() })?;
        let listed: Vec<&Wager> = question.wagers.iter().collect();
        let evaluator = Evaluator::new(self.0.tableau(), self.0.values(), &listed)
            .map_err(|error| from_lab(error.into()))?;
        let values = py.detach(|| {
            let work = || {
                let parts = counts.par_chunks(104 * 256).map(|part| expected(&evaluator, part));
                parts.collect::<PyResult<Vec<Vec<u8>>>>()
            };
            lab::on_threads(threads, work).map_err(from_lab)?
        })?;
        Ok(PyBytes::new(py, &values.concat()))
    }

    #[allow(clippy::too_many_arguments)]
    fn simulate(
        &self,
        py: Python<'_>,
        shoes: u64,
        seed: u64,
        table: TableArgs,
        wagers: Vec<String>,
        stake: &str,
        shift: u64,
        strategies: Vec<(String, String)>,
        coups_only: bool,
        threads: Option<u16>,
    ) -> PyResult<String> {
        let dealt = Shoes::of((*self.0).clone(), &table.choice()?, seed).map_err(from_lab)?;
        let run = simulation::Run { shoes, shift, stake: money(stake)?, wagers, strategies, coups_only };
        if shoes == 0 || shift == 0 {
            return Err(wrong("found 0 shoes; allowed are 1 or more, in a run and in a shift"));
        }
        let question = simulation::Question::of(dealt, run).map_err(from_lab)?;
        py.detach(|| {
            let answer = lab::on_threads(threads, || question.answer(|_| true)).and_then(|answer| answer);
            json(&answer.map_err(from_lab)?)
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn count(
        &self,
        py: Python<'_>,
        shoes: u64,
        seed: u64,
        table: TableArgs,
        depths: Vec<u16>,
        wagers: Vec<String>,
        threads: Option<u16>,
    ) -> PyResult<String> {
        let mut choice = table.choice()?;
        choice.from_back = depths.iter().min().copied().or(choice.from_back);
        let dealt = Shoes::of((*self.0).clone(), &choice, seed).map_err(from_lab)?;
        let question = counting::Question::of(dealt, &wagers, &depths, shoes).map_err(from_lab)?;
        py.detach(|| {
            let answer = lab::on_threads(threads, || question.answer(|_| true)).and_then(|answer| answer);
            json(&answer.map_err(from_lab)?)
        })
    }

    /// PAR sheets as bytes of a file of this kind: html, pdf, xlsx, csv or json.
    fn par<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        method: Option<&str>,
        decks: Vec<u8>,
        chip_list: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let chip_set = chips(chip_list)?;
        let bytes = py.detach(|| {
            let par = par::Sheet::of(&self.0, method, &decks, &chip_set).map_err(from_lab)?;
            Ok::<_, PyErr>(match kind {
                "html" => sheet::par::html(&par).into_bytes(),
                "pdf" => sheet::par::pdf(&par),
                "xlsx" => sheet::par::xlsx(&par).map_err(from_sheet)?,
                "csv" => sheet::csv(&par.columns()).map_err(from_sheet)?.into_bytes(),
                "json" => json(&par)?.into_bytes(),
                other => {
                    return Err(wrong(format!(
                        "found the kind `{other}`; allowed are html, pdf, xlsx, csv, json"
                    )));
                }
            })
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}

impl NativeBook {
    fn question(&self, scope: Scope) -> PyResult<Question> {
        Question::of((*self.0).clone(), &scope).map_err(from_lab)
    }

    fn asked(
        &self,
        method: Option<String>,
        decks: Option<u8>,
        shoe: Option<Vec<u16>>,
        wagers: Vec<String>,
    ) -> PyResult<Question> {
        let shoe = shoe.as_deref().map(composition).transpose()?;
        self.question(Scope { method, decks, shoe, wagers })
    }
}

/// The expected values of some compositions, wager by wager, as bytes.
fn expected(evaluator: &Evaluator, counts: &[u8]) -> PyResult<Vec<u8>> {
    let shoes = counts.chunks_exact(104).map(|shoe| {
        let counts: Vec<u16> =
            shoe.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
        composition(&counts)
    });
    let shoes = shoes.collect::<PyResult<Vec<Composition>>>()?;
    let mut numerators = Vec::new();
    evaluator.batch(&shoes, &mut numerators).map_err(|error| from_lab(error.into()))?;
    let wagers = evaluator.wagers().len();
    let mut bytes = Vec::with_capacity(numerators.len() * 8);
    for (shoe, numerators) in shoes.iter().zip(numerators.chunks(wagers.max(1))) {
        for (place, numerator) in numerators.iter().enumerate() {
            let denominator =
                evaluator.denominator(place, shoe.cards()).map_err(|error| from_lab(error.into()))?;
            bytes.extend((*numerator as f64 / denominator as f64).to_ne_bytes());
        }
    }
    Ok(bytes)
}

/// What came of a transcript.
#[derive(Serialize)]
struct Played {
    book: String,
    passed: bool,
    expectations: usize,
    failures: Vec<(usize, String)>,
    covered: Vec<(String, usize)>,
}

/// Plays a transcript under books on the shelf.
#[pyfunction]
pub fn run_transcript(py: Python<'_>, text: &str) -> PyResult<String> {
    py.detach(|| {
        let open = |name: &str| Some(Arc::new(RuleBook::read(shelf::text(name)?).ok()?));
        let report = transcript::run(text, open);
        json(&Played {
            book: report.book,
            passed: report.failures.is_empty(),
            expectations: report.expectations,
            failures: report.failures.into_iter().map(|failure| (failure.line, failure.message)).collect(),
            covered: report.covered,
        })
    })
}

/// The five score roads of results such as `BPPTBB`.
#[pyfunction]
pub fn roads(results: &str) -> PyResult<String> {
    let results = notation::read(results).map_err(|fault| wrong(fault.to_string()))?;
    json(&Roads::of(&results))
}

/// What a public record of a shoe proves.
#[derive(Serialize)]
struct Verified {
    decks: u8,
    cut: Option<u16>,
    dealt: u16,
    unseen: u16,
    finished: bool,
    cards: Vec<String>,
}

/// Checks the public record of a finished shoe.
#[pyfunction]
pub fn verify_shoe(record: &str) -> PyResult<String> {
    let shoe = shoe::verify::verify(record)
        .map_err(|faults| wrong(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    json(&Verified {
        decks: shoe.sealed.decks,
        cut: shoe.cut,
        dealt: shoe.dealt,
        unseen: shoe.unseen,
        finished: matches!(shoe.because, shoe::Ending::Finished),
        cards: shoe.order.iter().map(ToString::to_string).collect(),
    })
}
