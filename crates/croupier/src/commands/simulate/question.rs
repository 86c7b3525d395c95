//! What is asked of a simulation: the shoes, the wagers, who plays, for how long.

use crate::commands::odds::{fraction, no_odds};
use crate::commands::shoe_args::{ShoeArgs, Shoes, whole};
use crate::failure::Failure;
use crate::files::library;
use ::odds::{Evaluator, WagerOdds};
use ::simulate::{Bounds, Plan, Strategy, Till};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::wager::Wager;
use clap::Args;
use num_rational::Ratio;

/// What is asked.
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub shoes: ShoeArgs,
    /// How many cards lie behind the cutting card
    #[arg(long, value_name = "N")]
    pub from_back: Option<u16>,
    /// How many shoes are dealt
    #[arg(long = "shoes", value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000_000>)]
    pub many: u64,
    /// How many shoes make a shift
    #[arg(long, value_name = "SHOES", default_value_t = 7, allow_negative_numbers = true, value_parser = whole::<1, 10_000>)]
    pub shift: u64,
    /// The stake on every wager on every coup
    #[arg(long, value_name = "AMOUNT", default_value = "10")]
    pub stake: Money,
    /// Only these wagers
    #[arg(long = "wager", value_name = "ID", num_args = 1..)]
    pub wagers: Vec<String>,
    /// Who plays: flat, proportional, martingale, follow, 1-3-2-6, fibonacci, or the path of a strategy file
    #[arg(long = "strategy", value_name = "NAME", num_args = 1..)]
    pub strategies: Vec<String>,
    /// Count coups alone, as fast as can be: no shoes, no shifts
    #[arg(long, conflicts_with = "strategies")]
    pub coups_only: bool,
    /// JSON, as docs/simulate.md describes it
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// CSV, a line for each bar of each distribution
    #[arg(long)]
    pub csv: bool,
    /// Also write these files: .json, .csv, .parquet, .svg or .html
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    pub output: Vec<String>,
}

/// The most that is staked at once: sums of squares of many such stay exact.
const MOST_STAKE: Money = Money(1_000_000 * Money::UNITS);

/// The wagers of the method that were not asked for.
fn rest<'a>(shoes: &'a Shoes, asked: &'a [Wager]) -> impl Iterator<Item = &'a Wager> {
    let all = shoes.book.wagers(&shoes.settings.method).unwrap_or_default();
    all.iter().filter(|wager| !asked.iter().any(|asked| asked.id == wager.id))
}

/// How likely each row of a wager is.
fn chances(odds: &WagerOdds) -> Vec<f64> {
    odds.counts().iter().map(|ways| *ways as f64 / odds.draws() as f64).collect()
}

/// What is asked, checked against the book.
pub struct Question {
    pub shoes: Shoes,
    pub wagers: Vec<Wager>,
    /// On a full shoe: first of the wagers asked for, then of the others, on which strategies may bet.
    odds: Vec<WagerOdds>,
    pub stake: Money,
    pub many: u64,
    pub shift: u64,
    pub coups_only: bool,
    strategies: Vec<(String, String)>,
}

impl Question {
    pub fn of(args: &SimulateArgs) -> Result<Question, Failure> {
        let shoes = args.shoes.shoes(args.from_back)?;
        let wagers = crate::commands::odds::wagers(&shoes.book, &shoes.settings.method, &args.wagers)?;
        let rest = rest(&shoes, &wagers);
        let listed: Vec<&Wager> = wagers.iter().chain(rest).collect();
        let evaluator =
            Evaluator::new(shoes.book.tableau(), shoes.book.values(), &listed).map_err(no_odds)?;
        let odds = evaluator.odds(&Composition::of_decks(shoes.game.decks())).map_err(no_odds)?;
        if args.stake.0 == 0 || args.stake > MOST_STAKE {
            return Err(Failure::usage(format!(
                "--stake: found {}; allowed is an amount above 0, up to {MOST_STAKE}",
                args.stake
            )));
        }
        if shoes.settings.limits.most > MOST_STAKE {
            return Err(Failure::refused(format!(
                "limits: found up to {}; simulated are stakes up to {MOST_STAKE}",
                shoes.settings.limits.most
            )));
        }
        let text = |name: &String| match Strategy::text(name) {
            Some(text) => Ok((name.clone(), text.to_owned())),
            None if std::path::Path::new(name).exists() || name.contains(['/', '\\', '.']) => {
                Ok((name.clone(), library::read_file(name)?))
            }
            None => Err(Failure::usage(format!(
                "no strategy `{name}`: allowed are {}, or the path of a strategy file",
                Strategy::known().collect::<Vec<_>>().join(", ")
            ))),
        };
        let strategies = args.strategies.iter().map(text).collect::<Result<_, _>>()?;
        Ok(Question {
            shoes,
            wagers,
            odds,
            stake: args.stake,
            many: args.many,
            shift: args.shift,
            coups_only: args.coups_only,
            strategies,
        })
    }

    pub fn book(&self) -> &Book {
        &self.shoes.book
    }

    /// Where stakes are taken and paid. A strategy may bet on any wager of the method, so all are there: first those asked for.
    pub fn till(&self) -> Till<'_> {
        let settings = &self.shoes.settings;
        let book = self.book();
        let bounds = |wager: &Wager| {
            let option = book.rules.sides.offered.find(|option| option.wagers.contains(&wager.id));
            let limits = option.and_then(|option| settings.option_limits.get(&option.option));
            let limits = limits.copied().unwrap_or(settings.limits);
            Bounds { least: limits.least, most: limits.most, unit: limits.unit }
        };
        let rest = rest(&self.shoes, &self.wagers);
        let wagers = self.wagers.iter().chain(rest).map(|wager| (wager, bounds(wager))).collect();
        let mut till = Till::new(book, wagers, self.shoes.chips.clone());
        till.differential = settings.differential;
        till
    }

    /// The plan of the run.
    pub fn plan<'p>(&'p self, till: &'p Till<'p>) -> Result<Plan<'p, 'p>, Failure> {
        self.check_stake(till)?;
        let mut patrons = Vec::new();
        for (name, text) in &self.strategies {
            let read = Strategy::read(text, till);
            patrons.push(read.map_err(|faults| Failure::refused(library::message(name, &faults)))?);
        }
        Ok(Plan {
            game: &self.shoes.game,
            till,
            seed: self.shoes.seed,
            shoes: self.many,
            shift: self.shift,
            stakes: vec![self.stake; self.wagers.len()],
            chances: self.odds.iter().map(chances).collect(),
            patrons,
            coups_only: self.coups_only,
        })
    }

    /// Refuses a stake that the table would not take as it is on every wager asked for.
    fn check_stake(&self, till: &Till<'_>) -> Result<(), Failure> {
        for (place, wager) in self.wagers.iter().enumerate() {
            let taken = till.accepts(place, self.stake);
            if taken != self.stake {
                let Bounds { least, most, unit } = till.bounds(place);
                let unit = unit.map_or_else(String::new, |unit| format!(" in steps of {unit}"));
                let near = if taken.0 > 0 {
                    format!("; the most it takes of this is {taken}")
                } else {
                    String::new()
                };
                return Err(Failure::refused(format!(
                    "--stake: the table does not take {} on {}; it takes {least} to {most}{unit}, in chips that can pay it{near}",
                    self.stake, wager.id
                )));
            }
        }
        Ok(())
    }

    /// The exact expected net of one unit, as the stake is really paid.
    pub fn exact(&self, till: &Till<'_>, place: usize) -> Result<f64, Failure> {
        let nets =
            till.nets(place, self.stake).into_iter().map(|net| fraction(Ratio::new(net, self.stake.0)));
        let odds = self.odds[place].with_nets(nets.collect()).map_err(no_odds)?;
        Ok(-odds.house_edge())
    }

    /// The names of the strategies, as their files give them.
    pub fn patrons(&self) -> Vec<Strategy> {
        let till = self.till();
        self.strategies.iter().filter_map(|(_, text)| Strategy::read(text, &till).ok()).collect()
    }

    /// What is simulated, in a line.
    pub fn heading(&self) -> String {
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
