//! What a book's game does over shoes and shifts.

mod answer;
mod partial;

pub use answer::{
    Bar, ForbiddenTogether, Milestone, PatronAnswer, Simulation, SpreadAnswer, WagerRow, WagerSimulated,
};
pub use partial::{Partial, RunRequest};

use crate::error::Error;
use crate::exact::fraction;
use crate::scope;
use crate::shoes::{Shoes, message};
use ::odds::{Evaluator, WagerOdds};
use ::simulate::{Bet, Bounds, On, Plan, Player, Results, Size, Strategy, Till};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::placement;
use baccarat::wager::Wager;
use num_rational::Ratio;
use serde::{Deserialize, Serialize};

/// The most that is staked at once: sums of squares of many such stay exact.
const MOST_STAKE: Money = Money(1_000_000 * Money::UNITS);

/// What is simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The number of the first shoe; where strategies play, a whole number of shifts.
    pub first: u64,
    /// How many shoes.
    pub shoes: u64,
    /// How many shoes make a shift.
    pub shift: u64,
    /// The stake on every wager on every coup.
    pub stake: Money,
    /// Only these wagers; all of the method if there are none.
    pub wagers: Vec<String>,
    /// Who plays: the name and the text of each strategy file.
    pub strategies: Vec<(String, String)>,
    /// Whether coups alone are counted, and shoes and shifts left out.
    pub coups_only: bool,
    /// How many coups are dealt in an hour, for what is won in one.
    pub coups_an_hour: u32,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            first: 0,
            shoes: 100_000,
            shift: 7,
            stake: Money(10 * Money::UNITS),
            wagers: Vec::new(),
            strategies: Vec::new(),
            coups_only: false,
            coups_an_hour: 70,
        }
    }
}

/// What is asked, checked against the book.
pub struct Question {
    shoes: Shoes,
    wagers: Vec<Wager>,
    /// On a full shoe: first of the wagers asked for, then of the others, on which strategies may bet.
    odds: Vec<WagerOdds>,
    run: Run,
}

/// The wagers of the method that were not asked for.
fn rest<'a>(shoes: &'a Shoes, asked: &'a [Wager]) -> impl Iterator<Item = &'a Wager> {
    let all = shoes.book.wagers(&shoes.settings.method).unwrap_or_default();
    all.iter().filter(|wager| !asked.iter().any(|asked| asked.id == wager.id))
}

/// Refuses a run of patrons that begins within a shift: nobody can tell what they had won before.
fn whole_shifts(run: &Run) -> Result<(), Error> {
    let Run { first, shift, .. } = run;
    if first.is_multiple_of(*shift) {
        return Ok(());
    }
    Err(Error::question(format!(
        "--first-shoe: found {first}; allowed with strategies are multiples of {shift}, so that no shift of {shift} shoes is divided"
    )))
}

/// How likely each row of a wager is.
fn chances(odds: &WagerOdds) -> Vec<f64> {
    odds.counts().iter().map(|ways| *ways as f64 / odds.draws() as f64).collect()
}

impl Question {
    /// Checks what is asked.
    pub fn of(shoes: Shoes, run: Run) -> Result<Question, Error> {
        let wagers = scope::wagers(&shoes.book, &shoes.settings.method, &run.wagers)?;
        let listed: Vec<&Wager> = wagers.iter().chain(rest(&shoes, &wagers)).collect();
        let evaluator = Evaluator::new(shoes.book.tableau(), shoes.book.values(), &listed)?;
        let odds = evaluator.odds(&Composition::of_decks(shoes.game.decks()))?;
        if run.stake.0 <= 0 || run.stake > MOST_STAKE {
            return Err(Error::question(format!(
                "--stake: found {}; allowed is an amount above 0, up to {MOST_STAKE}",
                run.stake
            )));
        }
        if shoes.settings.limits.most > MOST_STAKE {
            return Err(Error::refused(format!(
                "limits: found up to {}; simulated are stakes up to {MOST_STAKE}",
                shoes.settings.limits.most
            )));
        }
        if run.shoes == 0 || run.shift == 0 || run.coups_an_hour == 0 {
            return Err(Error::question("found 0 shoes; allowed are 1 or more, in a run and in a shift"));
        }
        if !run.strategies.is_empty() {
            whole_shifts(&run)?;
        }
        if run.first.checked_add(run.shoes).is_none() {
            return Err(Error::question("found shoes beyond the last number; allowed are fewer"));
        }
        let question = Question { shoes, wagers, odds, run };
        question.check_stake(&question.till())?;
        Ok(question)
    }

    /// Runs it on the threads of the present pool. After each part `go_on` is told how many shoes are done; if it says no, the answer
    /// is of those.
    pub fn answer(&self, go_on: impl FnMut(u64) -> bool) -> Result<Simulation, Error> {
        let till = self.till();
        let plan = self.plan(&till)?;
        let results = ::simulate::run(&plan, go_on);
        answer::answer(self, &plan, &results)
    }

    /// Deals its shoes as a part of a longer run, to be put together with others.
    pub fn part(&self, go_on: impl FnMut(u64) -> bool) -> Result<Results, Error> {
        let till = self.till();
        Ok(::simulate::run(&self.plan(&till)?, go_on))
    }

    /// Puts parts together.
    fn join(&self, parts: Vec<Results>) -> Result<Simulation, Error> {
        let till = self.till();
        let plan = self.plan(&till)?;
        let results = ::simulate::join(&plan, parts).map_err(|error| Error::refused(error.to_string()))?;
        answer::answer(self, &plan, &results)
    }

    /// Has somebody's own player play all its shoes in order, with this bankroll; `go_on` is asked after each shoe. What comes back is an
    /// answer like that of a strategy of this name.
    pub fn play(
        &self,
        name: &str,
        bankroll: Money,
        player: impl Player,
        go_on: impl FnMut(u64) -> bool,
    ) -> Result<PatronAnswer, Error> {
        whole_shifts(&self.run)?;
        let till = self.till();
        let results = ::simulate::play(&self.plan(&till)?, player, bankroll, go_on);
        Ok(answer::patron(self, name, bankroll, &results))
    }

    /// The wagers on which somebody may bet, in their places.
    pub fn places(&self) -> impl Iterator<Item = &Wager> {
        self.wagers.iter().chain(rest(&self.shoes, &self.wagers))
    }

    fn book(&self) -> &Book {
        &self.shoes.book
    }

    /// Where stakes are taken and paid. A strategy may bet on any wager of the method, so all are there: first those asked for.
    fn till(&self) -> Till<'_> {
        let settings = &self.shoes.settings;
        let book = self.book();
        let bounds = |wager: &Wager| {
            let option = book.rules.sides.offered.find(|option| option.wagers.contains(&wager.id));
            let limits = option.and_then(|option| settings.option_limits.get(&option.option));
            let limits = limits.copied().unwrap_or(settings.limits);
            Bounds { least: limits.least, most: limits.most, unit: limits.unit }
        };
        let listed = self.wagers.iter().chain(rest(&self.shoes, &self.wagers));
        let wagers = listed.map(|wager| (wager, bounds(wager))).collect();
        let mut till = Till::new(book, wagers, self.shoes.chips.clone());
        till.differential = settings.differential;
        till.method = Some(settings.method.clone());
        till
    }

    fn plan<'p>(&'p self, till: &'p Till<'p>) -> Result<Plan<'p, 'p>, Error> {
        let mut patrons = Vec::new();
        for (name, text) in &self.run.strategies {
            let strategy = Strategy::read(text, till).map_err(|faults| {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                Error::refused(message(name, &faults))
            })?;
            self.check_together(name, &strategy)?;
            patrons.push(strategy);
        }
        Ok(Plan {
            game: &self.shoes.game,
            till,
            seed: self.shoes.seed,
            first: self.run.first,
            shoes: self.run.shoes,
            shift: self.run.shift,
            stakes: vec![self.run.stake; self.wagers.len()],
            chances: self.odds.iter().map(chances).collect(),
            patrons,
            coups_only: self.run.coups_only,
        })
    }

    /// Refuses a strategy that always makes wagers together which the book forbids one person to make, or never makes the main wager
    /// without which the book does not take what it makes.
    fn check_together<'s>(&self, name: &str, strategy: &'s Strategy) -> Result<(), Error> {
        // A stake that is worked out may be none: only the coup says whether it is bet.
        let is_always = |bet: &&Bet| bet.when.is_none() && !matches!(bet.stake, Size::Formula(_));
        let always = strategy.bets.iter().filter(is_always);
        let wager_of = |bet: &'s Bet| match &bet.on {
            On::Wager(wager) => Some(wager),
            On::LastWinner | On::LastLoser => None,
        };
        let wagers = always.filter_map(wager_of);
        let method = &self.shoes.settings.method;
        placement::judge(self.book(), method, wagers)
            .and_then(|()| match strategy.bets.iter().all(|bet| matches!(bet.on, On::Wager(_))) {
                // What is never bet beside a main wager may be known beforehand.
                true => placement::alone(self.book(), method, strategy.bets.iter().filter_map(wager_of)),
                false => Ok(()),
            })
            .map_err(|not| Error::forbidden(name, self.book(), &not))
    }

    /// Refuses a stake that the table would not take as it is on every wager asked for.
    fn check_stake(&self, till: &Till<'_>) -> Result<(), Error> {
        let stake = self.run.stake;
        for (place, wager) in self.wagers.iter().enumerate() {
            let taken = till.accepts(place, stake);
            if taken == stake {
                continue;
            }
            let Bounds { least, most, unit } = till.bounds(place);
            let unit = unit.map_or_else(String::new, |unit| format!(" in steps of {unit}"));
            let near = match taken.0 > 0 {
                true => format!("; the most it takes of this is {taken}"),
                false => String::new(),
            };
            return Err(Error::refused(format!(
                "--stake: the table does not take {stake} on {}; it takes {least} to {most}{unit}, in chips that can pay it{near}",
                wager.id
            )));
        }
        Ok(())
    }

    /// The exact house edge of the stake on a wager, as it is really paid.
    fn exact(&self, till: &Till<'_>, place: usize) -> Result<f64, Error> {
        let stake = self.run.stake;
        let nets = till.nets(place, stake).into_iter().map(|net| fraction(Ratio::new(net, stake.0)));
        Ok(self.odds[place].with_nets(nets.collect())?.house_edge())
    }

    /// What is simulated, in a line.
    fn heading(&self) -> String {
        let settings = &self.shoes.settings;
        let end = match self.shoes.game.ending() {
            ::simulate::Ending::EveryCoup => "shuffled anew for every coup".to_owned(),
            ::simulate::Ending::CuttingCard { .. } => {
                format!("{} opening, cutting card {} from the back", settings.burn, settings.from_back)
            }
        };
        format!("{}, {} method, {} decks, {end}", self.book().name, settings.method, settings.decks)
    }
}
