//! Structures proposed and played out.

use crate::arguments::number::{small, whole};
use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::{Files, library, write_file};
use crate::screen::Screen;
use baccarat::book::Book;
use clap::Args;
use rayon::prelude::*;
use sheet::plot::{self, Curve};
use simulate::{Choice, Class, Dealer, Dealt};
use tournament::plan::{Chance, Figures, Game, Strategy, Structure, Wanted, conditions, play, propose};

/// What is known of the tournament.
#[derive(Args)]
pub struct PlanArgs {
    /// A book: act, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    book: String,
    /// How many entrants
    #[arg(long, default_value_t = 42, allow_negative_numbers = true, value_parser = small::<u32, 0, 1_000_000>)]
    entrants: u32,
    /// How many tables there are
    #[arg(long, default_value_t = 6, allow_negative_numbers = true, value_parser = small::<u32, 0, 100_000>)]
    tables: u32,
    /// Seats at each
    #[arg(long, default_value_t = 7, allow_negative_numbers = true, value_parser = small::<u8, 0, 255>)]
    seats: u8,
    /// Minutes there are
    #[arg(long, default_value_t = 150, allow_negative_numbers = true, value_parser = small::<u32, 0, 1_000_000>)]
    minutes: u32,
    /// Seconds that a coup takes
    #[arg(long, default_value_t = 60, allow_negative_numbers = true, value_parser = small::<u32, 0, 86_400>)]
    coup_seconds: u32,
    /// How many tournaments of each structure are played out
    #[arg(long, default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole::<0, 1_000_000_000>)]
    count: u64,
    /// The seed: the same gives the same figures
    #[arg(long, default_value_t = 2026, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// A settlement method; the book's first if absent
    #[arg(long)]
    method: Option<String>,
    /// Write a conditions file for the first structure
    #[arg(long, value_name = "FILE")]
    write: Option<String>,
    /// Pictures and figures in full: .html
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(args: &PlanArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["html"])?;
    let book = library::open_and_warn(&args.book)?;
    if book.rules.tournament.official.get().is_none() {
        return Err(Failure::refused(format!(
            "{} does not speak of tournaments; allowed are act and nsw",
            book.id
        )));
    }
    let method = match &args.method {
        Some(method) => method.clone(),
        None => book.methods().next().map(|method| method.id.clone()).unwrap_or_default(),
    };
    let wanted = Wanted {
        entrants: args.entrants,
        tables: args.tables,
        seats: args.seats.clamp(1, 14),
        minutes: args.minutes,
        coup_seconds: args.coup_seconds,
    };
    let structures = propose(&wanted);
    if structures.is_empty() {
        return Err(Failure::refused(format!(
            "no structure fits {} entrants at {} tables of {} seats in {} minutes; allowed are 2 to {} entrants and time for a coup",
            args.entrants,
            args.tables,
            args.seats,
            args.minutes,
            args.tables * u32::from(args.seats)
        )));
    }
    let mut played = Vec::new();
    for structure in structures {
        let figures = simulated(&book, &method, &structure, args)?;
        played.push((structure, figures));
    }
    if let (Some(path), Some((structure, _))) = (&args.write, played.first()) {
        write_file(path, conditions(structure, &book, args.entrants, &method).as_bytes())?;
    }
    files.deliver(screen, &text(&played, args, screen), |_| Ok(html(&played, args).into_bytes()))
}

/// Outcomes of real shoes, one after the other, and small numbers from the same seed.
struct Shoes<'g> {
    dealer: &'g mut Dealer,
    coups: &'g mut Vec<Dealt>,
    index_of: &'g [usize],
    at: usize,
    shoe: u64,
    word: u64,
}

impl Shoes<'_> {
    fn next(&mut self) -> u64 {
        self.word = self.word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.word;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

impl Chance for Shoes<'_> {
    fn outcome(&mut self) -> usize {
        if self.at == self.coups.len() {
            self.dealer.shoe(self.shoe, self.coups);
            self.shoe += 1;
            self.at = 0;
        }
        self.at += 1;
        self.index_of[self.coups[self.at - 1].class.index()]
    }

    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

fn simulated(book: &Book, method: &str, structure: &Structure, args: &PlanArgs) -> Result<Figures, Failure> {
    let game = simulate::Game::new(book, &Choice::usual(book))
        .map_err(|error| Failure::refused(error.to_string()))?;
    let checked = Game::new(book, method, &structure.chips).map_err(Failure::refused)?;
    let mut index_of = vec![0; Class::ROOM];
    for (index, outcome) in checked.outcomes.iter().enumerate() {
        index_of[Class::of(outcome).index()] = index;
    }
    let strategies: Vec<Strategy> =
        (0..args.entrants as usize).map(|index| Strategy::ALL[index % 4]).collect();
    // A tournament uses fewer shoes than this.
    let room = 1_024;
    let worker = || (Dealer::new(&game, args.seed), Vec::new(), Game::new(book, method, &structure.chips));
    let one = |(dealer, coups, game): &mut (Dealer, Vec<Dealt>, Result<Game<'_>, String>), number: u64| {
        coups.clear();
        let mut figures = Figures::default();
        let word = args.seed ^ number.wrapping_mul(0xd134_2543_de82_ef95);
        let mut chance = Shoes { dealer, coups, index_of: &index_of, at: 0, shoe: number * room, word };
        if let Ok(game) = game {
            play(structure, &strategies, game, &mut chance, &mut figures, &mut |_| {});
        }
        figures
    };
    Ok((0..args.count).into_par_iter().map_init(worker, one).reduce(Figures::default, Figures::and))
}

fn shape(structure: &Structure) -> String {
    let stage = |stage: &tournament::plan::StagePlan| match stage.advance {
        0 => format!("{} table, {} coups", stage.tables, stage.coups),
        on => format!("{} tables, {} coups, {on} go on", stage.tables, stage.coups),
    };
    structure.stages.iter().map(stage).collect::<Vec<_>>().join("; then ")
}

/// Minutes of every tournament that was played out: coups one after the other, play-offs among them.
fn minutes_of(figures: &Figures, args: &PlanArgs) -> Vec<f64> {
    let minutes = |coups: &u32| f64::from(*coups) * f64::from(args.coup_seconds) / 60.0;
    let mut all: Vec<f64> = figures.coups.iter().map(minutes).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// The value below which so many of a hundred are.
fn below(sorted: &[f64], of_hundred: usize) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * of_hundred / 100).copied().unwrap_or_default()
}

/// Players out of a tournament by each fifth of the coups that a session has.
fn outs(figures: &Figures) -> Vec<String> {
    let step = figures.outs.len().div_ceil(5).max(1);
    let part = |(index, outs): (usize, &[u64])| {
        let each = outs.iter().sum::<u64>() as f64 / figures.tournaments.max(1) as f64;
        format!("{each:.1} up to coup {}", (index * step + outs.len()).saturating_sub(1))
    };
    figures.outs.chunks(step).enumerate().map(part).collect()
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 * 100.0 }
}

fn text(played: &[(Structure, Figures)], args: &PlanArgs, screen: &Screen) -> String {
    let mut text = String::new();
    for (structure, figures) in played {
        text.push_str(&format!("{}\n", screen.heading(&shape(structure))));
        let planned = structure.coups() * args.coup_seconds / 60;
        text.push_str(&format!(
            "chips {} at the start, limits {} to {}; {planned} minutes of play, {} tournaments played out\n",
            structure.opening, structure.least, structure.most, figures.tournaments
        ));
        text.push_str(&format!(
            "tables that need a play-off: {:.2} %; finals won by the leader at half time: {:.2} %\n",
            share(figures.tables.1, figures.tables.0),
            share(figures.half_time_leader_won, figures.tournaments)
        ));
        let lasts = minutes_of(figures, args);
        text.push_str(&format!(
            "minutes with play-offs: {:.0} in the middle, {:.0} at most in 95 of 100, {:.0} the longest\n",
            below(&lasts, 50),
            below(&lasts, 95),
            below(&lasts, 100)
        ));
        text.push_str(&format!("players out in each tournament: {}\n", outs(figures).join(", ")));
        let mut table = screen.table(&["strategy", "wins", "its fair share", "wins in per cent"]);
        for (strategy, (wins, entrants)) in Strategy::ALL.iter().zip(figures.wins) {
            let fair = share(entrants, figures.tournaments * u64::from(args.entrants));
            table.add_row(vec![
                screen.strong(strategy.name()),
                screen.number(wins),
                screen.number(format!("{fair:.2} %")),
                screen.number(format!("{:.2} %", share(wins, figures.tournaments))),
            ]);
        }
        text.push_str(&screen.text_of(&table));
        let seats: Vec<String> = figures
            .seat_wins
            .iter()
            .map(|wins| format!("{:.1}", share(*wins, figures.tournaments)))
            .collect();
        text.push_str(&format!("final won from seat 1, 2 …: {} %\n\n", seats.join(", ")));
    }
    text
}

fn html(played: &[(Structure, Figures)], args: &PlanArgs) -> String {
    let mut body = String::new();
    for (structure, figures) in played {
        body.push_str(&format!("<section><h2>{}</h2>\n", plot::escaped(&shape(structure))));
        let points = figures
            .outs
            .iter()
            .enumerate()
            .map(|(coup, outs)| (coup as f64, *outs as f64 / figures.tournaments.max(1) as f64));
        let curve = Curve { name: "eliminations".into(), points: points.collect() };
        body.push_str(&plot::svg_curves(
            "Eliminations by coup of a session",
            ("coup", "players in each tournament"),
            &[curve],
        ));
        let rows: Vec<(String, f64)> = Strategy::ALL
            .iter()
            .zip(figures.wins)
            .map(|(strategy, (wins, _))| (strategy.name().to_owned(), share(wins, figures.tournaments)))
            .collect();
        body.push_str(&plot::svg_rows("Tournaments won by strategy", "%", &rows));
        let seats = figures.seat_wins.iter().zip(1..);
        let seats: Vec<(String, f64)> =
            seats.map(|(wins, seat)| (format!("seat {seat}"), share(*wins, figures.tournaments))).collect();
        body.push_str(&plot::svg_rows("Finals won by seat", "%", &seats));
        let mut bars: Vec<(f64, f64)> = Vec::new();
        for minutes in minutes_of(figures, args) {
            match bars.last_mut().filter(|(known, _)| *known == minutes) {
                Some((_, many)) => *many += 1.0,
                None => bars.push((minutes, 1.0)),
            }
        }
        let bars = plot::coarser(&bars, 60);
        body.push_str(&plot::svg_bars("Minutes of play", ("minutes", "tournaments"), &bars));
        body.push_str(&format!(
            "<p>Tables that need a play-off: {:.2} %. Finals won by the leader at half time: {:.2} %.</p></section>\n",
            share(figures.tables.1, figures.tables.0),
            share(figures.half_time_leader_won, figures.tournaments)
        ));
    }
    plot::page(&format!("Structures for {} entrants", args.entrants), &body)
}
