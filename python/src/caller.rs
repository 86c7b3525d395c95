//! A Python object that plays: asked before each coup, told after it.

use crate::errors::wrong;
use crate::money;
use baccarat::card::Card;
use baccarat::chips::Money;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use simulate::{Coup, Leave, Player, Situation, Wish, Won};
use std::cell::RefCell;

/// What a strategy of Python's is told before and after a coup.
#[pyclass(name = "Seen", frozen, module = "croupier")]
pub struct PySeen {
    held: Money,
    brought: Money,
    /// How many coups were dealt in this shoe.
    #[pyo3(get)]
    coup: u32,
    /// How many shoes of the shift came before.
    #[pyo3(get)]
    shoe: u32,
    /// How many cards are left in the shoe.
    #[pyo3(get)]
    cards_left: u32,
    /// How many decks are left in the shoe.
    #[pyo3(get)]
    decks_left: f64,
}

// Amounts become Decimals only when somebody asks: that takes longer than all the rest.
#[pymethods]
impl PySeen {
    /// What is held.
    #[getter]
    fn held<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        decimal(py, self.held)
    }

    /// What was brought to the shift.
    #[getter]
    fn brought<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        decimal(py, self.brought)
    }
}

/// An amount as Python's Decimal.
fn decimal<'py>(py: Python<'py>, amount: Money) -> PyResult<Bound<'py, PyAny>> {
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    DECIMAL.import(py, "decimal", "Decimal")?.call1((amount.to_string(),))
}

impl From<&Situation> for PySeen {
    fn from(seen: &Situation) -> PySeen {
        let left = seen.cards.saturating_sub(seen.cards_gone);
        PySeen {
            held: seen.held,
            brought: seen.brought,
            coup: seen.coup,
            shoe: seen.shoe,
            cards_left: left,
            decks_left: f64::from(left) / 52.0,
        }
    }
}

/// A coup as a strategy of Python's is told it.
#[pyclass(name = "Coup", frozen, get_all, module = "croupier")]
pub struct PyCoup {
    /// `player`, `banker` or `tie`.
    winner: &'static str,
    /// The player's point count.
    player: u8,
    /// The banker's point count.
    banker: u8,
    /// Its cards in the order in which they came; empty unless the strategy asks for cards.
    cards: Vec<String>,
}

/// A Python object as a player.
pub struct Caller<'p, 'py> {
    py: Python<'py>,
    bets: Bound<'py, PyAny>,
    settled: Option<Bound<'py, PyAny>>,
    arrive: Option<Bound<'py, PyAny>>,
    shoe: Option<Bound<'py, PyAny>>,
    places: Vec<Bound<'py, PyString>>,
    ids: &'p [String],
    needs_cards: bool,
    failed: &'p RefCell<Option<PyErr>>,
}

impl<'p, 'py> Caller<'p, 'py> {
    /// An object with a method `bets`, and perhaps `settled`, `arrive` and `shoe`; or a function in the place of `bets`.
    pub fn new(
        py: Python<'py>,
        player: &Bound<'py, PyAny>,
        ids: &'p [String],
        needs_cards: bool,
        failed: &'p RefCell<Option<PyErr>>,
    ) -> PyResult<Caller<'p, 'py>> {
        let method = |name: &str| player.getattr(name).ok();
        let bets = match method("bets") {
            Some(bets) => bets,
            None if player.is_callable() => player.clone(),
            None => return Err(wrong("a strategy is a file, a function, or an object with a method `bets`")),
        };
        Ok(Caller {
            py,
            bets,
            settled: method("settled"),
            arrive: method("arrive"),
            shoe: method("shoe"),
            places: ids.iter().map(|id| PyString::intern(py, id)).collect(),
            ids,
            needs_cards,
            failed,
        })
    }

    fn keep(&self, error: PyErr) {
        if self.failed.borrow().is_none() {
            self.failed.replace(Some(error));
        }
    }

    fn asked(&self, seen: &Situation, wishes: &mut Vec<Wish>) -> PyResult<()> {
        let answer = self.bets.call1((PySeen::from(seen),))?;
        if answer.is_none() {
            return Ok(());
        }
        let answer = answer.cast_into::<PyDict>().map_err(|_| {
            wrong("`bets` gave something else than a dict of wagers and stakes, such as {'banker': 10}")
        })?;
        for (slot, (wager, stake)) in answer.iter().enumerate() {
            let place = self.places.iter().position(|known| known.is(&wager));
            let place = match place {
                Some(place) => place,
                None => {
                    let name: String = wager.extract()?;
                    let place = self.ids.iter().position(|known| *known == name);
                    place.ok_or_else(|| {
                        wrong(format!("`bets` named `{name}`; allowed are {}", self.ids.join(", ")))
                    })?
                }
            };
            wishes.push(Wish { slot, place, stake: amount(&stake)? });
        }
        Ok(())
    }
}

/// A stake: a whole number, or a Decimal or text such as `2.50`.
fn amount(stake: &Bound<'_, PyAny>) -> PyResult<Money> {
    if let Ok(whole) = stake.extract::<i64>() {
        if whole < 0 {
            return Err(wrong(format!(
                "`bets` gave {whole}; allowed are 0 for no bet, and amounts such as 10"
            )));
        }
        return Ok(Money(whole.saturating_mul(Money::UNITS).min(Money::MOST)));
    }
    money(&stake.str()?.to_string())
}

impl Player for Caller<'_, '_> {
    fn arrive(&mut self) {
        if let Some(Err(error)) = self.arrive.as_ref().map(|arrive| arrive.call0()) {
            self.keep(error);
        }
    }

    fn shoe(&mut self, burnt: Option<Card>) {
        let burnt = burnt.filter(|_| self.needs_cards).map(|card| card.to_string());
        if let Some(Err(error)) = self.shoe.as_ref().map(|shoe| shoe.call1((burnt,))) {
            self.keep(error);
        }
    }

    fn bets(&mut self, seen: &Situation, wishes: &mut Vec<Wish>) {
        if self.failed.borrow().is_some() {
            return;
        }
        if let Err(error) = self.asked(seen, wishes) {
            wishes.clear();
            self.keep(error);
        }
    }

    fn settled(&mut self, seen: &Situation, coup: &Coup<'_>, won: &[Won]) {
        let Some(settled) = self.settled.as_ref().filter(|_| self.failed.borrow().is_none()) else { return };
        let (player, banker) = coup.class.totals();
        let told = PyCoup {
            winner: match player.cmp(&banker) {
                std::cmp::Ordering::Greater => "player",
                std::cmp::Ordering::Less => "banker",
                std::cmp::Ordering::Equal => "tie",
            },
            player,
            banker,
            cards: coup.cards.iter().map(ToString::to_string).collect(),
        };
        let net: i64 = won.iter().map(|won| won.net).sum();
        let call = || -> PyResult<()> {
            let arguments = PyTuple::new(
                self.py,
                [
                    PySeen::from(seen).into_pyobject(self.py)?.into_any(),
                    told.into_pyobject(self.py)?.into_any(),
                    decimal(self.py, Money(net))?,
                ],
            )?;
            settled.call1(arguments).map(|_| ())
        };
        if let Err(error) = call() {
            self.keep(error);
        }
    }

    fn leaves(&mut self, _: &Situation) -> Option<Leave> {
        self.failed.borrow().is_some().then_some(Leave::Done)
    }

    fn needs_cards(&self) -> bool {
        self.needs_cards
    }
}
