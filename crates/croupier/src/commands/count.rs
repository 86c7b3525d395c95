//! `croupier count`: what somebody who counts cards could win.

use crate::arguments::number::{small, whole};
use crate::arguments::words::WagerName;
use crate::commands::shoe_args::ShoeArgs;
use crate::failure::Failure;
use crate::files::Files;
use crate::screen::Screen;
use crate::screen::plot;
use crate::screen::timing::{Pace, Stop};
use baccarat::card::{Card, Rank, Suit};
use clap::Args;
use lab::counting::{Count, Question, WagerCounted};
use sheet::plot::grouped;

/// What is asked.
#[derive(Args)]
pub struct CountArgs {
    #[command(flatten)]
    shoes: ShoeArgs,
    /// Only these wagers
    #[arg(long = "wager", value_name = "ID", num_args = 1.., value_parser = WagerName, hide_possible_values = true)]
    wagers: Vec<String>,
    /// How many shoes are dealt
    #[arg(long = "shoes", value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    many: u64,
    /// How many cards lie behind the cutting card, such as 20,52,104; the fewest the book allows and some more if not given
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_negative_numbers = true, value_parser = small::<u16, 0, 5_200>)]
    depth: Vec<u16>,
    /// What each card seen does to each wager
    #[arg(long)]
    tags: bool,
    /// JSON, as docs/simulate.md describes it
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// CSV, a line for each wager and depth
    #[arg(long)]
    csv: bool,
    /// Also write these files: .json, .csv, .parquet, .svg or .html
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(args: &CountArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["json", "csv", "parquet", "svg", "html"])?;
    let count = counted(args)?;
    let text = match (args.json, args.csv) {
        (true, _) => lab::json(&count)?,
        (_, true) => sheet::csv(&count.columns())?,
        _ => message(&count, args.tags, &args.shoes.assumed_note(screen)?, screen),
    };
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "json" => lab::json(&count)?.into_bytes(),
            "csv" => sheet::csv(&count.columns())?.into_bytes(),
            "parquet" => sheet::parquet(&count.columns())?,
            "svg" => sheet::count::svg(&count).into_bytes(),
            _ => sheet::count::html(&count).into_bytes(),
        })
    })
}

fn counted(args: &CountArgs) -> Result<Count, Failure> {
    let stop = Stop::watch()?;
    let shoes = args.shoes.shoes(args.depth.iter().min().copied())?;
    let question = Question::of(shoes, &args.wagers, &args.depth, args.many)?;
    let pace = Pace::start(args.many, "shoes", stop);
    let counted = lab::on_threads(args.shoes.threads, || question.answer(|done| pace.at(done)))?;
    pace.finish();
    Ok(counted?)
}

fn message(count: &Count, tags: bool, note: &str, screen: &Screen) -> String {
    let mut text = format!("{}\n{}", screen.heading(&count.heading), screen.altered(&count.provenance));
    if count.shoes < count.shoes_asked {
        let note = format!("Stopped after {} of {} shoes.", grouped(count.shoes), grouped(count.shoes_asked));
        text.push_str(&format!("{}\n", screen.warning(&note)));
    }
    text.push_str(&format!(
        "seed {}: {} shoes, {} coups, the exact odds of the unseen cards before each\n",
        count.seed,
        grouped(count.shoes),
        grouped(count.coups)
    ));
    let headings = [
        "wager",
        "behind the card",
        "full shoe",
        "favourable",
        "perfect count",
        "±",
        "linear count",
        "bets",
        "when it says",
        "loses",
    ];
    let mut table = screen.table(&headings);
    for of in &count.wagers {
        for (nth, at) in of.depths.iter().enumerate() {
            let first = |text: String| if nth == 0 { text } else { String::new() };
            let per_cent = |share: f64| shown(share, format!("{:.3} %", share * 100.0));
            let from = at.linear_from.filter(|_| at.linear_per_shoe > 0.0);
            let hundred = |units: f64| screen.number(shown(units, format!("{:.4}", units * 100.0)));
            let loses = if at.perfect_per_shoe > 0.0 {
                format!("{:.1} %", at.linear_loss * 100.0)
            } else {
                String::new()
            };
            table.add_row([
                screen.strong(first(of.wager.clone())),
                screen.number(at.from_back),
                screen.number(first(format!("{:+.4} %", of.full_shoe * 100.0))),
                screen.number(per_cent(at.favourable_share)),
                hundred(at.perfect_per_shoe),
                hundred(at.perfect_error),
                screen.number(format!("{:.4}", at.linear_per_shoe * 100.0)),
                screen.number(from.map_or_else(|| "never".to_owned(), |_| per_cent(at.linear_share))),
                screen.number(from.map_or_else(String::new, |from| format!("{:+.1} %", from * 100.0))),
                screen.number(loses),
            ]);
        }
    }
    text.push_str(&screen.text_of(&table));
    if !count.not_counted.is_empty() {
        let list = count.not_counted.join(", ");
        let note = format!("Not counted, as their odds take too long together (--wager counts some): {list}");
        text.push_str(&format!("{}\n", screen.warning(&note)));
    }
    if count.linear_only {
        text.push_str(&format!("{}\n", screen.warning(Count::LINEAR_ONLY)));
    }
    text.push_str(
        "perfect count: what 100 units on every favourable coup are worth in a shoe, with its 95 % confidence.\n\
         linear count: the same, betting when a fixed number for each card seen says so; loses: what that gives away.\n",
    );
    text.push_str(&advantage(count, screen));
    if tags {
        text.push_str(&self::tags(count, screen));
    }
    text.push_str(note);
    text.push_str(&screen.foot(&count.provenance));
    text
}

/// A number as it is written, or a dash where it is not known.
fn shown(number: f64, written: String) -> String {
    if number.is_nan() { "–".to_owned() } else { written }
}

/// What each stretch of the shoe is worth on the wager that is worth most.
fn advantage(count: &Count, screen: &Screen) -> String {
    let worth = |of: &&WagerCounted| of.stretches.iter().map(|stretch| stretch.perfect_per_shoe).sum::<f64>();
    let Some(of) = count.wagers.iter().max_by(|a, b| worth(a).total_cmp(&worth(b))) else {
        return String::new();
    };
    if count.linear_only {
        return String::new();
    }
    let heading = format!("What 100 units on {} are worth by how many cards are out", of.wager);
    let mut text = format!("\n{}\n", screen.heading(&heading));
    let most = of.stretches.iter().map(|stretch| stretch.perfect_per_shoe).fold(0.0, f64::max);
    for stretch in of.stretches.iter().filter(|stretch| stretch.coups > 0) {
        let line = format!(
            "  {:>3} to {:>3}  {:>8.4}  favourable {:>7.3} %  {}",
            stretch.cards_out,
            stretch.cards_out + Count::STRETCH - 1,
            stretch.perfect_per_shoe * 100.0,
            stretch.favourable as f64 / stretch.coups as f64 * 100.0,
            plot::bar(stretch.perfect_per_shoe / most, 30)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn tags(count: &Count, screen: &Screen) -> String {
    let heading = "What seeing one card does to a full shoe, in millionths of the stake";
    let mut text = format!("\n{}\n", screen.heading(heading));
    let ranks: Vec<String> = Rank::ALL.iter().map(|rank| rank.letter().to_string()).collect();
    let headings: Vec<&str> = std::iter::once("wager").chain(ranks.iter().map(String::as_str)).collect();
    let mut table = screen.table(&headings);
    for of in &count.wagers {
        let effect = |rank: Rank| of.effects.0[Card::new(rank, Suit::Spades).index()] * 1e6;
        let cells = Rank::ALL.into_iter().map(|rank| screen.number(format!("{:+.0}", effect(rank))));
        table.add_row(std::iter::once(screen.strong(&of.wager)).chain(cells));
    }
    text.push_str(&screen.text_of(&table));
    text
}
