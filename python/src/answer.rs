//! A book that is asked, and what needs no book.

use crate::caller::Caller;
use crate::errors::{faults, from_lab, from_sheet, wrong};
use crate::planner::Planner;
use crate::watch::Watch;
use crate::{chips, composition, money};
use ::table::roads::{Roads, notation};
use ::table::transcript;
use baccarat::book::Book as RuleBook;
use baccarat::composition::Composition;
use baccarat::shelf;
use baccarat::wager::Wager;
use lab::conformance::{Conformance, against, names, try_mutants};
use lab::coverage::play;
use lab::odds::{Question, Scope};
use lab::shoes::{Shoes, TableChoice};
use lab::simulation::Partial;
use lab::{clauses, counting, par, simulation};
use odds::Evaluator;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// A book, read and checked.
#[pyclass(name = "NativeBook", frozen, module = "croupier._croupier")]
pub struct NativeBook(Arc<RuleBook>);

/// Reads a book, or says everything that is wrong with it.
fn read(name: &str, text: &str) -> PyResult<RuleBook> {
    RuleBook::read(text).map_err(|found| faults(name, &found))
}

/// An answer as the command prints it.
pub fn json(answer: &impl Serialize) -> PyResult<String> {
    lab::json(answer).map_err(from_lab)
}

/// The table that a question is about.
#[derive(FromPyObject)]
pub struct TableArgs {
    settings: Option<String>,
    method: Option<String>,
    decks: Option<u8>,
    from_back: Option<u16>,
    chips: Option<String>,
}

impl TableArgs {
    pub fn choice(&self) -> PyResult<TableChoice> {
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

/// What is simulated.
#[derive(FromPyObject)]
pub struct RunArgs {
    first: u64,
    shoes: u64,
    shift: u64,
    stake: String,
    wagers: Vec<String>,
    strategies: Vec<(String, String)>,
    coups_only: bool,
    coups_an_hour: u32,
}

impl RunArgs {
    fn run(self) -> PyResult<simulation::Run> {
        let RunArgs { first, shoes, shift, stake, wagers, strategies, coups_only, coups_an_hour } = self;
        let stake = money(&stake)?;
        Ok(simulation::Run { first, shoes, shift, stake, wagers, strategies, coups_only, coups_an_hour })
    }
}

/// What PAR sheets are to be of.
#[derive(FromPyObject)]
pub struct ParArgs {
    method: Option<String>,
    decks: Vec<u8>,
    chips: String,
    limit: String,
    boxes: u8,
    seed: u64,
    shoes: u64,
    counted: u64,
    date: Option<String>,
    number: Option<String>,
}

impl ParArgs {
    fn scope(self) -> PyResult<par::Scope> {
        Ok(par::Scope {
            method: self.method,
            decks: self.decks,
            most: money(&self.limit)?,
            boxes: self.boxes,
            seed: self.seed,
            shoes: self.shoes,
            counted: self.counted,
            date: self.date,
            number: self.number,
            ..par::Scope::of(chips(&self.chips)?)
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
    // Bytes would become Python's `bytes`.
    fn decks(&self) -> Vec<u16> {
        self.0.rules.cards.decks.0.iter().map(|decks| u16::from(*decks)).collect()
    }

    /// Where it comes from, as JSON.
    fn provenance(&self) -> PyResult<String> {
        json(&lab::Provenance::of(&self.0))
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
    /// 64 bits for each as there are wagers, or of 128 for the exact numerator and as many for the denominator.
    fn odds_many<'py>(
        &self,
        py: Python<'py>,
        counts: &[u8],
        method: Option<String>,
        wagers: Vec<String>,
        threads: Option<u16>,
        exact: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let question = self.question(Scope { method, wagers, ..Scope::default() })?;
        let listed: Vec<&Wager> = question.wagers.iter().collect();
        let evaluator = Evaluator::new(self.0.tableau(), self.0.values(), &listed)
            .map_err(|error| from_lab(error.into()))?;
        let values = py.detach(|| {
            let work = || {
                let parts = counts.par_chunks(104 * 256).map(|part| match exact {
                    true => expected(&evaluator, part, |bytes, numerator, denominator| {
                        bytes.extend(numerator.to_ne_bytes());
                        bytes.extend(denominator.to_ne_bytes());
                    }),
                    false => expected(&evaluator, part, |bytes, numerator, denominator| {
                        bytes.extend((numerator as f64 / denominator as f64).to_ne_bytes());
                    }),
                });
                parts.collect::<PyResult<Vec<Vec<u8>>>>()
            };
            lab::on_threads(threads, work).map_err(from_lab)?
        })?;
        Ok(PyBytes::new(py, &values.concat()))
    }

    fn simulate(
        &self,
        py: Python<'_>,
        seed: u64,
        table: TableArgs,
        run: RunArgs,
        threads: Option<u16>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let dealt = Shoes::of((*self.0).clone(), &table.choice()?, seed).map_err(from_lab)?;
        let question = simulation::Question::of(dealt, run.run()?).map_err(from_lab)?;
        let watch = Watch::new(progress);
        let answer = py.detach(|| {
            let answer = lab::on_threads(threads, || question.answer(|done| watch.go_on(done)));
            answer.and_then(|answer| answer)
        });
        watch.check()?;
        json(&answer.map_err(from_lab)?)
    }

    /// Deals shoes as a part of a longer run; back comes the text of the part.
    fn partial(
        &self,
        py: Python<'_>,
        text: &str,
        seed: u64,
        table: TableArgs,
        run: RunArgs,
        threads: Option<u16>,
    ) -> PyResult<String> {
        let (choice, run) = (table.choice()?, run.run()?);
        let watch = Watch::new(None);
        let part = py.detach(|| {
            let deal = || Partial::deal(text, &choice, seed, run, |done| watch.go_on(done));
            lab::on_threads(threads, deal).and_then(|part| part)
        });
        watch.check()?;
        part.and_then(|part| part.json()).map_err(from_lab)
    }

    /// Has a Python object play all shoes in order, asked coup by coup, or once for each shoe if it is one that plans; back comes what came
    /// of it, as JSON.
    #[allow(clippy::too_many_arguments)]
    fn play(
        &self,
        py: Python<'_>,
        seed: u64,
        table: TableArgs,
        run: RunArgs,
        name: &str,
        bankroll: &str,
        player: &Bound<'_, PyAny>,
        needs_cards: bool,
        plans: bool,
    ) -> PyResult<String> {
        let dealt = Shoes::of((*self.0).clone(), &table.choice()?, seed).map_err(from_lab)?;
        let question = simulation::Question::of(dealt, run.run()?).map_err(from_lab)?;
        let places: Vec<String> = question.places().map(|wager| wager.id.to_string()).collect();
        let failed = std::cell::RefCell::new(None);
        let go_on = |_| {
            if failed.borrow().is_none()
                && let Err(error) = py.check_signals()
            {
                failed.replace(Some(error));
            }
            failed.borrow().is_none()
        };
        let bankroll = money(bankroll)?;
        let answer = match plans {
            true => {
                let planner = Planner::new(py, player, &places, needs_cards, &failed)?;
                question.play(name, bankroll, planner, go_on)
            }
            false => {
                let caller = Caller::new(py, player, &places, needs_cards, &failed)?;
                question.play(name, bankroll, caller, go_on)
            }
        };
        let answer = answer.map_err(from_lab)?;
        if let Some(error) = failed.take() {
            return Err(error);
        }
        json(&answer)
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
    fn par<'py>(&self, py: Python<'py>, kind: &str, scope: ParArgs) -> PyResult<Bound<'py, PyBytes>> {
        let scope = scope.scope()?;
        let bytes = py.detach(|| {
            let par = par::Sheet::of(&self.0, &scope).map_err(from_lab)?;
            let text = json(&par)?;
            let hash = merkle::sha256(&[text.as_bytes()]).to_string();
            Ok::<_, PyErr>(match kind {
                "html" => sheet::par::html(&par, &hash).into_bytes(),
                "pdf" => sheet::par::pdf(&par, &hash),
                "xlsx" => sheet::par::xlsx(&par, &hash).map_err(from_sheet)?,
                "csv" => sheet::csv(&par.columns()).map_err(from_sheet)?.into_bytes(),
                "json" => text.into_bytes(),
                other => {
                    return Err(wrong(format!(
                        "found the kind `{other}`; allowed are html, pdf, xlsx, csv, json"
                    )));
                }
            })
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A conformance pack from transcripts, each with the name of its file, as bytes of a file of this kind: html, pdf or json.
    #[allow(clippy::too_many_arguments)]
    fn conformance<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        text: &str,
        transcripts: Vec<(String, String)>,
        survivors: &str,
        mutants: Option<usize>,
        date: Option<String>,
        old: Option<&str>,
    ) -> PyResult<(Bound<'py, PyBytes>, bool)> {
        let (bytes, fails) = py.detach(|| {
            let names = names(&self.0);
            let open = |name: &str| match names.iter().any(|own| own == name) {
                true => Some(self.book()),
                false => Some(Arc::new(RuleBook::read(shelf::text(name)?).ok()?)),
            };
            let played: Vec<_> = transcripts.iter().map(|(file, text)| play(file, text, open)).collect();
            let (tried, summary) = try_mutants(&self.0, text, &played, mutants, survivors);
            let build = lab::Build { version: env!("CARGO_PKG_VERSION").to_owned(), ..lab::Build::default() };
            let pack = Conformance::of(&self.0, &played, &tried, summary, survivors, build, date);
            let mut pack = pack.map_err(from_lab)?;
            pack.changed = old.map(|old| against(&pack, old)).transpose().map_err(from_lab)?;
            let bytes = match kind {
                "html" => sheet::conformance::html(&pack).into_bytes(),
                "pdf" => sheet::conformance::pdf(&pack),
                "json" => json(&pack)?.into_bytes(),
                other => return Err(wrong(format!("found the kind `{other}`; allowed are html, pdf, json"))),
            };
            Ok::<_, PyErr>((bytes, pack.fails()))
        })?;
        Ok((PyBytes::new(py, &bytes), fails))
    }
}

impl NativeBook {
    /// The book itself.
    pub fn book(&self) -> Arc<RuleBook> {
        self.0.clone()
    }

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

/// The expected values of some compositions, wager by wager, each put down as bytes.
fn expected(
    evaluator: &Evaluator,
    counts: &[u8],
    put: impl Fn(&mut Vec<u8>, i128, i128),
) -> PyResult<Vec<u8>> {
    let shoes = counts.chunks_exact(104).map(|shoe| {
        let mut counts = [0_u16; 52];
        for (count, pair) in counts.iter_mut().zip(shoe.chunks_exact(2)) {
            *count = u16::from_ne_bytes([pair[0], pair[1]]);
        }
        composition(&counts)
    });
    let shoes = shoes.collect::<PyResult<Vec<Composition>>>()?;
    let mut numerators = Vec::new();
    evaluator.batch(&shoes, &mut numerators).map_err(|error| from_lab(error.into()))?;
    let wagers = evaluator.wagers().len();
    let mut bytes = Vec::with_capacity(numerators.len() * 8);
    // Denominators hang on how many cards there are, and shoes of one question often have as many.
    let mut denominators: HashMap<u32, Vec<i128>> = HashMap::new();
    for (shoe, numerators) in shoes.iter().zip(numerators.chunks(wagers.max(1))) {
        let cards = shoe.cards();
        let of_wagers = match denominators.entry(cards) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let all: Result<Vec<i128>, _> =
                    (0..wagers).map(|place| evaluator.denominator(place, cards)).collect();
                new.insert(all.map_err(|error| from_lab(error.into()))?)
            }
        };
        for (numerator, denominator) in numerators.iter().zip(of_wagers.iter()) {
            put(&mut bytes, *numerator, *denominator);
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

/// Plays a transcript under books on the shelf, or under the book given.
#[pyfunction]
#[pyo3(signature = (text, book))]
pub fn run_transcript(py: Python<'_>, text: &str, book: Option<&NativeBook>) -> PyResult<String> {
    py.detach(|| {
        let open = |name: &str| match book {
            Some(book) => Some(book.book()).filter(|book| book.id == name),
            None => Some(Arc::new(RuleBook::read(shelf::text(name)?).ok()?)),
        };
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

/// Puts the texts of two parts of a run together.
#[pyfunction]
pub fn merge_parts(py: Python<'_>, parts: Vec<String>) -> PyResult<String> {
    py.detach(|| join(&parts)?.json().map_err(from_lab))
}

/// What one run of all shoes of these parts gives, as JSON.
#[pyfunction]
pub fn answer_parts(py: Python<'_>, parts: Vec<String>) -> PyResult<String> {
    py.detach(|| json(&join(&parts)?.answer().map_err(from_lab)?))
}

/// The shoes of a part: the first of each stretch, and how many.
#[pyfunction]
pub fn shoes_of_part(part: &str) -> PyResult<Vec<(u64, u64)>> {
    Ok(Partial::read(part).map_err(from_lab)?.shoes())
}

fn join(parts: &[String]) -> PyResult<Partial> {
    let mut whole: Option<Partial> = None;
    for text in parts {
        let part = Partial::read(text).map_err(from_lab)?;
        whole = Some(match whole.take() {
            Some(before) => before.merge(part).map_err(from_lab)?,
            None => part,
        });
    }
    whole.ok_or_else(|| wrong("found no part; allowed are one or more"))
}

/// The text of a strategy that comes with Croupier.
#[pyfunction]
pub fn strategy_text(name: &str) -> Option<&'static str> {
    ::simulate::Strategy::text(name)
}

/// The names of the strategies that come with Croupier.
#[pyfunction]
pub fn known_strategies() -> Vec<&'static str> {
    ::simulate::Strategy::known().collect()
}

/// The end of a message about a word that nobody knows: the nearest that is known, or nothing.
#[pyfunction]
pub fn meant(found: &str, known: Vec<String>) -> String {
    lab::meant(found, known.iter().map(String::as_str))
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
