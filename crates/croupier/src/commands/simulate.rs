//! `croupier simulate`: what a book's game does over shoes and shifts.

mod data;
mod picture;
mod question;
mod report;

pub use question::SimulateArgs;
pub use report::grouped;

use crate::failure::Failure;
use crate::files::Files;
use crate::screen::Screen;
use crate::screen::timing::{Pace, Stop, on_threads};
use ::simulate::Results;
use question::Question;

/// Runs it.
pub fn run(args: &SimulateArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["json", "csv", "parquet", "svg", "html"])?;
    let stop = Stop::watch()?;
    let question = Question::of(args)?;
    let (results, seconds) = simulated(&question, args, stop)?;
    let text = match (args.json, args.csv) {
        (true, _) => format!("{:#}\n", data::json(&question, &results)),
        (_, true) => data::columns(&question, &results).csv()?,
        _ => report::message(&question, &results, seconds, screen),
    };
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "json" => format!("{:#}\n", data::json(&question, &results)).into_bytes(),
            "csv" => data::columns(&question, &results).csv()?.into_bytes(),
            "parquet" => data::columns(&question, &results).parquet()?,
            "svg" => picture::svg(&question, &results).into_bytes(),
            _ => picture::html(&question, &results).into_bytes(),
        })
    })
}

fn simulated(question: &Question, args: &SimulateArgs, stop: Stop) -> Result<(Results, f64), Failure> {
    let till = question.till();
    let plan = question.plan(&till)?;
    let pace = Pace::start(plan.shoes, "shoes", stop);
    let start = std::time::Instant::now();
    let results = on_threads(args.shoes.threads, || ::simulate::run(&plan, |done| pace.at(done)))?;
    pace.finish();
    Ok((results, start.elapsed().as_secs_f64()))
}
