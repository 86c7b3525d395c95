//! `croupier count`: what somebody who counts cards could win.

use crate::commands::columns::{Columns, Values};
use crate::commands::odds::no_odds;
use crate::commands::shoe_args::{ShoeArgs, Shoes, whole};
use crate::commands::simulate::grouped;
use crate::failure::Failure;
use crate::files::Files;
use crate::screen::Screen;
use crate::screen::plot::{self, Curve};
use crate::screen::timing::{Pace, Stop, on_threads};
use ::odds::Evaluator;
use ::simulate::{CountPlan, Countability, Ending, Game, Linear, STRETCH, WagerCount};
use baccarat::card::{Card, Rank, Suit};
use baccarat::wager::Wager;
use clap::Args;
use serde_json::{Value, json};

/// What is asked.
#[derive(Args)]
pub struct CountArgs {
    #[command(flatten)]
    shoes: ShoeArgs,
    /// Only these wagers
    #[arg(long = "wager", value_name = "ID", num_args = 1..)]
    wagers: Vec<String>,
    /// How many shoes are dealt
    #[arg(long = "shoes", value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    many: u64,
    /// How many cards lie behind the cutting card, such as 20,52,104; the fewest the book allows and some more if not given
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
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

/// What was asked, and what came of it.
struct Answer {
    shoes: Shoes,
    wagers: Vec<Wager>,
    /// How many cards lie behind the cutting card, the most first.
    depths: Vec<u16>,
    asked: u64,
    counted: Countability,
}

/// Runs it.
pub fn run(args: &CountArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["json", "csv", "parquet", "svg", "html"])?;
    let answer = answer(args)?;
    let text = match (args.json, args.csv) {
        (true, _) => format!("{:#}\n", answer.json()),
        (_, true) => answer.columns().csv()?,
        _ => answer.message(args.tags, screen),
    };
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "json" => format!("{:#}\n", answer.json()).into_bytes(),
            "csv" => answer.columns().csv()?.into_bytes(),
            "parquet" => answer.columns().parquet()?,
            "svg" => answer.svg().into_bytes(),
            _ => answer.html().into_bytes(),
        })
    })
}

fn answer(args: &CountArgs) -> Result<Answer, Failure> {
    let stop = Stop::watch()?;
    let shoes = args.shoes.shoes(args.depth.iter().min().copied())?;
    if shoes.game.ending() == Ending::EveryCoup {
        return Err(Failure::refused(format!(
            "nothing can be counted: a {} shuffles every card anew for every coup",
            shoes.settings.device
        )));
    }
    let depths = depths(&args.depth, &shoes);
    let games: Result<Vec<Game>, _> =
        depths.iter().map(|depth| shoes.game.with_cutting_card(&shoes.book, *depth)).collect();
    let games = games.map_err(|error| Failure::refused(error.to_string()))?;
    let wagers = crate::commands::odds::wagers(&shoes.book, &shoes.settings.method, &args.wagers)?;
    let listed: Vec<&Wager> = wagers.iter().collect();
    let evaluator = Evaluator::new(shoes.book.tableau(), shoes.book.values(), &listed).map_err(no_odds)?;
    let plan = CountPlan { depths: games, evaluator: &evaluator, seed: shoes.seed, shoes: args.many };
    let pace = Pace::start(args.many, "shoes", stop);
    let counted = on_threads(args.shoes.threads, || ::simulate::count(&plan, |done| pace.at(done)))?;
    pace.finish();
    Ok(Answer { counted: counted.map_err(no_odds)?, shoes, wagers, depths, asked: args.many })
}

/// The depths asked for, or the least that the table has and some usual ones; the shallowest first.
fn depths(asked: &[u16], shoes: &Shoes) -> Vec<u16> {
    let least = match shoes.book.rules.cut.from_back.get() {
        Some(least) => *least,
        None => shoes.settings.from_back,
    };
    let cards = shoes.game.cards() as u16;
    let usual = [26, 52, 78, 104, 156, 208].into_iter().filter(|depth| *depth > least && *depth <= cards / 2);
    let mut depths: Vec<u16> = match asked {
        [] => std::iter::once(least).chain(usual).collect(),
        asked => asked.to_vec(),
    };
    depths.sort_by(|a, b| b.cmp(a));
    depths.dedup();
    depths
}

impl Answer {
    fn heading(&self) -> String {
        let settings = &self.shoes.settings;
        format!(
            "{}, {} method, {} decks, {} opening",
            self.shoes.book.name, settings.method, settings.decks, settings.burn
        )
    }

    /// Wager by wager and depth by depth, deepest first.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let shoes = self.counted.shoes;
        self.wagers.iter().zip(&self.counted.wagers).flat_map(move |(wager, of)| {
            self.depths.iter().zip(&of.depths).rev().map(move |(depth, at)| {
                let (gain, error) = at.gain(shoes);
                let linear = at.linear(shoes);
                let loss = if gain > 0.0 { 1.0 - linear.gain / gain } else { 0.0 };
                Line {
                    wager,
                    depth: *depth,
                    full: of.full,
                    coups: at.coups,
                    favourable: at.favourable,
                    share: at.favourable_share(),
                    gain,
                    error,
                    linear,
                    loss,
                }
            })
        })
    }

    fn message(&self, tags: bool, screen: &Screen) -> String {
        let mut text = format!("{}\n", screen.heading(&self.heading()));
        if self.counted.shoes < self.asked {
            let note =
                format!("Stopped after {} of {} shoes.", grouped(self.counted.shoes), grouped(self.asked));
            text.push_str(&format!("{}\n", screen.warning(&note)));
        }
        text.push_str(&format!(
            "seed {}: {} shoes, {} coups, the exact odds of the unseen cards before each\n",
            self.shoes.seed,
            grouped(self.counted.shoes),
            grouped(self.counted.coups)
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
        let mut last = None;
        for line in self.lines() {
            let first = last.replace(&line.wager.id) != Some(&line.wager.id);
            let bets = line.linear.gain > 0.0;
            table.add_row([
                screen.strong(if first { line.wager.id.as_str() } else { "" }),
                screen.number(line.depth),
                screen.number(if first { format!("{:+.4} %", line.full * 100.0) } else { String::new() }),
                screen.number(format!("{:.3} %", line.share * 100.0)),
                screen.number(format!("{:.4}", line.gain * 100.0)),
                screen.number(format!("{:.4}", line.error * 100.0)),
                screen.number(format!("{:.4}", line.linear.gain * 100.0)),
                screen.number(if bets {
                    format!("{:.3} %", line.linear.share * 100.0)
                } else {
                    "never".into()
                }),
                screen.number(if bets {
                    format!("{:+.1} %", line.linear.from * 100.0)
                } else {
                    String::new()
                }),
                screen.number(if line.gain > 0.0 {
                    format!("{:.1} %", line.loss * 100.0)
                } else {
                    String::new()
                }),
            ]);
        }
        text.push_str(&screen.text_of(&table));
        text.push_str(
            "perfect count: what 100 units on every favourable coup are worth in a shoe, with its 95 % confidence.\n\
             linear count: the same, betting when a fixed number for each card seen says so; loses: what that gives away.\n",
        );
        text.push_str(&self.advantage(screen));
        if tags {
            text.push_str(&self.tags(screen));
        }
        text
    }

    /// What each stretch of the shoe is worth on the wager that is worth most.
    fn advantage(&self, screen: &Screen) -> String {
        let worth = |of: &&WagerCount| of.stretches.iter().map(|stretch| stretch.gain).sum::<f64>();
        let best = self.wagers.iter().zip(&self.counted.wagers);
        let Some((wager, of)) = best.max_by(|a, b| worth(&a.1).total_cmp(&worth(&b.1))) else {
            return String::new();
        };
        let heading = format!("What 100 units on {} are worth by how many cards are out", wager.id);
        let mut text = format!("\n{}\n", screen.heading(&heading));
        let shoes = self.counted.shoes.max(1) as f64;
        let most = of.stretches.iter().map(|stretch| stretch.gain).fold(0.0, f64::max);
        for (nth, stretch) in of.stretches.iter().enumerate().filter(|(_, stretch)| stretch.coups > 0) {
            let line = format!(
                "  {:>3} to {:>3}  {:>8.4}  favourable {:>7.3} %  {}",
                nth * STRETCH,
                (nth + 1) * STRETCH - 1,
                stretch.gain / shoes * 100.0,
                stretch.favourable as f64 / stretch.coups as f64 * 100.0,
                plot::bar(stretch.gain / most, 30)
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn tags(&self, screen: &Screen) -> String {
        let mut text = format!(
            "\n{}\n",
            screen.heading("What seeing one card does to a full shoe, in millionths of the stake")
        );
        let ranks: Vec<String> = Rank::ALL.iter().map(|rank| rank.letter().to_string()).collect();
        let headings: Vec<&str> = std::iter::once("wager").chain(ranks.iter().map(String::as_str)).collect();
        let mut table = screen.table(&headings);
        for (wager, of) in self.wagers.iter().zip(&self.counted.wagers) {
            let effect = |rank: Rank| of.effects[Card::new(rank, Suit::Spades).index()] * 1e6;
            let cells = Rank::ALL.into_iter().map(|rank| screen.number(format!("{:+.0}", effect(rank))));
            table.add_row(std::iter::once(screen.strong(&wager.id)).chain(cells));
        }
        text.push_str(&screen.text_of(&table));
        text
    }

    fn json(&self) -> Value {
        let shoes = self.counted.shoes;
        let wagers = self.wagers.iter().zip(&self.counted.wagers).map(|(wager, of)| {
            let depths = self.lines().filter(|line| line.wager.id == wager.id).map(|line| {
                json!({
                    "from_back": line.depth,
                    "coups": line.coups,
                    "favourable": line.favourable,
                    "favourable_share": line.share,
                    "perfect_per_shoe": line.gain,
                    "perfect_error": line.error,
                    "linear_per_shoe": line.linear.gain,
                    "linear_from": line.linear.from.is_finite().then_some(line.linear.from),
                    "linear_share": line.linear.share,
                    "linear_loss": line.loss,
                })
            });
            let stretches = of.stretches.iter().enumerate().map(|(nth, stretch)| {
                json!({
                    "cards_out": nth * STRETCH,
                    "coups": stretch.coups,
                    "favourable": stretch.favourable,
                    "perfect_per_shoe": stretch.gain / shoes.max(1) as f64,
                })
            });
            let effects =
                Card::all().zip(&of.effects).map(|(card, effect)| (card.to_string(), json!(effect)));
            json!({
                "wager": wager.id,
                "full_shoe": of.full,
                "depths": depths.collect::<Vec<_>>(),
                "stretches": stretches.collect::<Vec<_>>(),
                "effects": effects.collect::<serde_json::Map<_, _>>(),
            })
        });
        json!({
            "book": self.shoes.book.id,
            "method": self.shoes.settings.method,
            "decks": self.shoes.settings.decks,
            "burn": self.shoes.settings.burn,
            "seed": self.shoes.seed.to_string(),
            "shoes_asked": self.asked,
            "shoes": shoes,
            "coups": self.counted.coups,
            "wagers": wagers.collect::<Vec<_>>(),
        })
    }

    fn columns(&self) -> Columns {
        let lines: Vec<Line<'_>> = self.lines().collect();
        let whole = |of: fn(&Line<'_>) -> i64| Values::Whole(lines.iter().map(of).collect());
        let number = |of: fn(&Line<'_>) -> f64| Values::Number(lines.iter().map(of).collect());
        Columns(vec![
            ("wager", Values::Text(lines.iter().map(|line| line.wager.id.to_string()).collect())),
            ("from_back", whole(|line| line.depth.into())),
            ("full_shoe", number(|line| line.full)),
            ("coups", whole(|line| line.coups as i64)),
            ("favourable", whole(|line| line.favourable as i64)),
            ("favourable_share", number(|line| line.share)),
            ("perfect_per_shoe", number(|line| line.gain)),
            ("perfect_error", number(|line| line.error)),
            ("linear_per_shoe", number(|line| line.linear.gain)),
            ("linear_share", number(|line| line.linear.share)),
            ("linear_loss", number(|line| line.loss)),
        ])
    }

    fn svg(&self) -> String {
        let shoes = self.counted.shoes;
        let curve = |(wager, of): (&Wager, &WagerCount)| {
            let points = self
                .depths
                .iter()
                .zip(&of.depths)
                .map(|(depth, at)| (f64::from(*depth), at.gain(shoes).0 * 100.0));
            Curve { name: wager.id.to_string(), points: points.collect() }
        };
        let curves: Vec<Curve> = self.wagers.iter().zip(&self.counted.wagers).map(curve).collect();
        let axes = ("cards behind the cutting card", "won per shoe, 100 units a bet");
        plot::svg_curves("What a perfect count is worth", axes, &curves)
    }

    fn html(&self) -> String {
        let mut body = format!(
            "<p>Seed {}: {} shoes, {} coups.</p>\n<div class=wide><table><tr><th>wager</th><th class=n>behind the card</th>\
             <th class=n>favourable</th><th class=n>perfect count</th><th class=n>linear count</th><th class=n>loses</th></tr>\n",
            self.shoes.seed,
            grouped(self.counted.shoes),
            grouped(self.counted.coups)
        );
        for line in self.lines() {
            body.push_str(&format!(
                "<tr><td>{}</td><td class=n>{}</td><td class=n>{:.3} %</td><td class=n>{:.4} ± {:.4}</td>\
                 <td class=n>{:.4}</td><td class=n>{:.1} %</td></tr>\n",
                plot::escaped(line.wager.id.as_str()),
                line.depth,
                line.share * 100.0,
                line.gain * 100.0,
                line.error * 100.0,
                line.linear.gain * 100.0,
                line.loss * 100.0,
            ));
        }
        body.push_str(&format!("</table></div>\n<section>{}</section>\n", self.svg()));
        plot::page(&format!("Countability: {}", self.heading()), &body)
    }
}

/// One wager at one depth.
struct Line<'a> {
    wager: &'a Wager,
    depth: u16,
    full: f64,
    coups: u64,
    favourable: u64,
    share: f64,
    gain: f64,
    error: f64,
    linear: Linear,
    loss: f64,
}
