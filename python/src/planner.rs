//! A Python object that plays whole shoes: asked once for all coups of a shoe.

use crate::caller::PySeen;
use crate::errors::wrong;
use baccarat::card::Card;
use baccarat::chips::Money;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use simulate::{Coup, Dealt, Leave, Player, Situation, Wish, Won};
use std::cell::RefCell;

/// A Python object as a player of whole shoes.
pub struct Planner<'p, 'py> {
    py: Python<'py>,
    /// Called with what is known before each coup, as bytes; gives back the stakes, coup by coup and wager by wager.
    ask: Bound<'py, PyAny>,
    wagers: usize,
    needs_cards: bool,
    burnt: Option<Card>,
    /// The stakes on the coups of the present shoe, in the smallest unit.
    stakes: Vec<i64>,
    failed: &'p RefCell<Option<PyErr>>,
}

impl<'p, 'py> Planner<'p, 'py> {
    /// What `croupier.simulation` makes of an object with a method `stakes`; it is told the wagers in their places.
    pub fn new(
        py: Python<'py>,
        player: &Bound<'py, PyAny>,
        ids: &[String],
        needs_cards: bool,
        failed: &'p RefCell<Option<PyErr>>,
    ) -> PyResult<Planner<'p, 'py>> {
        player.setattr("wagers", PyTuple::new(py, ids)?)?;
        let (ask, wagers) = (player.clone(), ids.len());
        Ok(Planner { py, ask, wagers, needs_cards, burnt: None, stakes: Vec::new(), failed })
    }

    fn asked(&mut self, seen: &Situation, coups: &[Dealt], cards: &[Card]) -> PyResult<()> {
        let before = Before::of(coups);
        let left = self.needs_cards.then(|| left(seen, self.burnt, coups, cards));
        let answer = self.ask.call1((
            PySeen::from(seen),
            PyBytes::new(self.py, &before.winners),
            PyBytes::new(self.py, &before.players),
            PyBytes::new(self.py, &before.bankers),
            PyBytes::new(self.py, &before.gone),
            left.map(|left| PyBytes::new(self.py, &left)),
        ))?;
        let bytes = answer.cast::<PyBytes>().map_err(|_| wrong("stakes are bytes"))?.as_bytes();
        self.stakes.extend(bytes.as_chunks().0.iter().map(|stake| i64::from_ne_bytes(*stake)));
        match self.stakes.len() == coups.len() * self.wagers {
            true => Ok(()),
            false => Err(wrong("stakes are a number for each coup and wager")),
        }
    }
}

/// What is known before each coup of a shoe, a byte for each: how the coup before it ended. Before the first nothing has.
struct Before {
    /// 0 for none, then player, banker, tie.
    winners: Vec<u8>,
    players: Vec<u8>,
    bankers: Vec<u8>,
    /// How many cards had left the shoe, in two bytes.
    gone: Vec<u8>,
}

impl Before {
    fn of(coups: &[Dealt]) -> Before {
        let totals = coups.iter().map(|coup| Some(coup.class.totals()));
        let before: Vec<Option<(u8, u8)>> = std::iter::once(None).chain(totals).take(coups.len()).collect();
        let winner = |(player, banker): (u8, u8)| match player.cmp(&banker) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 3,
        };
        Before {
            winners: before.iter().map(|totals| totals.map_or(0, winner)).collect(),
            players: before.iter().map(|totals| totals.map_or(0, |totals| totals.0)).collect(),
            bankers: before.iter().map(|totals| totals.map_or(0, |totals| totals.1)).collect(),
            gone: coups.iter().flat_map(|coup| coup.at.to_ne_bytes()).collect(),
        }
    }
}

/// Before each coup, how many there are of each card among those not seen, in two bytes each.
fn left(seen: &Situation, burnt: Option<Card>, coups: &[Dealt], cards: &[Card]) -> Vec<u8> {
    let mut left = [(seen.cards as usize / Card::KINDS) as u16; Card::KINDS];
    let see = |left: &mut [u16; Card::KINDS], cards: &[Card]| {
        cards.iter().for_each(|card| left[card.index()] -= 1);
    };
    see(&mut left, burnt.as_slice());
    let mut bytes = Vec::with_capacity(coups.len() * 2 * Card::KINDS);
    for coup in coups {
        bytes.extend(left.iter().flat_map(|count| count.to_ne_bytes()));
        let at = usize::from(coup.at);
        see(&mut left, cards.get(at..at + coup.class.cards()).unwrap_or_default());
    }
    bytes
}

impl Player for Planner<'_, '_> {
    fn arrive(&mut self) {}

    fn shoe(&mut self, burnt: Option<Card>) {
        self.burnt = burnt;
    }

    fn plan(&mut self, seen: &Situation, coups: &[Dealt], cards: &[Card]) {
        self.stakes.clear();
        if self.failed.borrow().is_some() {
            return;
        }
        if let Err(error) = self.asked(seen, coups, cards) {
            self.stakes.clear();
            self.failed.replace(Some(error));
        }
    }

    fn bets(&mut self, seen: &Situation, wishes: &mut Vec<Wish>) {
        let from = seen.coup as usize * self.wagers;
        let stakes = self.stakes.get(from..from + self.wagers).unwrap_or_default();
        for (place, stake) in stakes.iter().enumerate().filter(|(_, stake)| **stake > 0) {
            wishes.push(Wish { slot: place, place, stake: Money(*stake) });
        }
    }

    fn settled(&mut self, _: &Situation, _: &Coup<'_>, _: &[Won]) {}

    fn leaves(&mut self, _: &Situation) -> Option<Leave> {
        self.failed.borrow().is_some().then_some(Leave::Done)
    }

    fn needs_cards(&self) -> bool {
        self.needs_cards
    }
}
