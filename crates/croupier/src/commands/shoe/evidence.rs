//! `croupier shoe evidence`: many shoes, shown to the battery.

use super::{Seeds, Source, no_entropy, report};
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use crate::screen::timing::{Pace, Stop};
use clap::Args;
use fairness::Battery;
use shoe::{NoEntropy, shuffle};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much is looked at, and how it is told.
#[derive(Args)]
pub struct EvidenceArgs {
    /// How many shoes
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(Battery::FEWEST_SHOES..=100_000_000))]
    shoes: u64,
    #[command(flatten)]
    source: Source,
    /// How likely it may be that a perfect shuffle is found wrong, all tests together
    #[arg(long, value_name = "RATE", default_value_t = 1e-6, value_parser = rate)]
    false_alarm: f64,
    /// Write the report with its plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-12..=0.5).contains(rate));
    rate.ok_or_else(|| "allowed are numbers from 1e-12 to 0.5, such as 1e-6".to_owned())
}

/// How many shoes a thread takes at a time.
const TOGETHER: u64 = 500;

/// Runs it.
pub fn run(args: &EvidenceArgs, screen: &Screen) -> Result<(), Failure> {
    let seeds = args.source.seeds()?;
    let book = library::open(&args.source.book)?;
    let battery = Battery::new(book.tableau(), book.values(), args.source.decks)
        .map_err(|no_odds| Failure::refused(no_odds.to_string()))?;
    let counted = counted(&battery, args.shoes, seeds, args.source.decks)?;
    let Some(judgement) = counted.judge(args.false_alarm) else {
        return Err(Failure::refused(format!("at least {} shoes are needed", Battery::FEWEST_SHOES)));
    };
    if let Some(file) = &args.html {
        std::fs::write(file, report::html(&judgement, &seeds.message()))?;
    }
    screen.write(&report::message(&judgement, &seeds.message(), screen))?;
    let alarms: Vec<&str> = judgement.alarms().map(|group| group.name).collect();
    match alarms.is_empty() {
        true => Ok(()),
        false => Err(Failure::refused(format!("these shoes are not shuffled fairly: {}", alarms.join(", ")))),
    }
}

/// Shuffles and counts on all cores. The result does not depend on how many there are.
fn counted(empty: &Battery, shoes: u64, seeds: Seeds, decks: u8) -> Result<Battery, Failure> {
    let pace = Pace::start(shoes, "shoes", Stop::watch()?);
    let next = AtomicU64::new(0);
    let work = || -> Result<Battery, NoEntropy> {
        let mut battery = empty.clone();
        loop {
            let first = next.fetch_add(TOGETHER, Ordering::Relaxed);
            if first >= shoes || !pace.at(first) {
                return Ok(battery);
            }
            for shoe in first..(first + TOGETHER).min(shoes) {
                battery.add(&shuffle::kinds(&seeds.seed(shoe)?, decks));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let batteries = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    pace.finish();
    let mut all = empty.clone();
    for battery in batteries {
        let counted = battery.map_err(|_| Failure::refused("a thread that counted shoes has died"))?;
        all.merge(counted.map_err(no_entropy)?);
    }
    Ok(all)
}
