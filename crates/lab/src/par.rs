//! What a PAR sheet holds, whatever it is written as.

mod measured;
mod risk;
mod rules;
mod sensitivity;
mod shuffle;

pub use measured::{CountMeasured, DepthMeasured, HoldMeasured, Measured, RowMeasured};
pub use risk::{Band, Exposure, Risk};
pub use rules::RuleLine;
pub use sensitivity::{Mistake, Sensitivity};
pub use shuffle::{Shuffle, ShuffleGroup};

use crate::columns::{Columns, Values};
use crate::error::Error;
use crate::exact::fraction;
use crate::identity::Build;
use crate::odds::result;
use crate::provenance::{Origin, Provenance};
use crate::scope;
use crate::text;
use ::odds::{Evaluator, WagerOdds};
use baccarat::book::{Assumption, Book};
use baccarat::chips::{ChipSet, Money};
use baccarat::composition::Composition;
use baccarat::payment;
use baccarat::wager::Wager;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::Serialize;

/// How many stakes are looked at for edges that depend on the stake.
const STAKES: i64 = 60;

/// The form of the JSON.
const FORM: &str = "croupier-par-1";

/// What the sheets are to be of.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Only this settlement method.
    pub method: Option<String>,
    /// Only these numbers of decks.
    pub decks: Vec<u8>,
    /// The table's chips, on which some edges depend.
    pub chips: ChipSet,
    /// The most on each wager, for what a table can lose.
    pub most: Money,
    /// How many boxes, for the same.
    pub boxes: u8,
    /// What gives the same shoes again.
    pub seed: u64,
    /// How many shoes are simulated; none if 0.
    pub shoes: u64,
    /// How many shoes are counted.
    pub counted: u64,
    /// The date on the sheets, as stated.
    pub date: Option<String>,
    /// The number of the document, as stated.
    pub number: Option<String>,
    /// Which program makes them.
    pub build: Build,
}

impl Scope {
    /// Everything of a book, with these chips.
    pub fn of(chips: ChipSet) -> Scope {
        Scope {
            method: None,
            decks: Vec::new(),
            chips,
            most: Money(1_000 * Money::UNITS),
            boxes: 7,
            seed: 1,
            shoes: 2_000,
            counted: 20,
            date: None,
            number: None,
            build: Build { version: env!("CARGO_PKG_VERSION").to_owned(), ..Build::default() },
        }
    }

    /// The command that is asked the same. A book that is not as it was published is a file, wherever that lies.
    fn command(&self, book: &Book) -> String {
        let ending = if Provenance::of(book).standing == Origin::Published { "" } else { ".toml" };
        let mut words = vec![format!("croupier par {}{ending}", book.id)];
        let mut add = |option: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{option} {value}")));
        };
        let listed = |list: &[String]| (!list.is_empty()).then(|| list.join(","));
        add("method", self.method.clone());
        add("decks", listed(&self.decks.iter().map(ToString::to_string).collect::<Vec<_>>()));
        add("chips", listed(&text::chips(&self.chips)));
        add("limit", Some(self.most.to_string()));
        add("boxes", Some(self.boxes.to_string()));
        add("seed", Some(self.seed.to_string()));
        add("shoes", Some(self.shoes.to_string()));
        add("counted", Some(self.counted.to_string()));
        add("date", self.date.clone());
        add("number", self.number.as_ref().map(|number| format!("'{}'", number.replace('\'', "'\\''"))));
        add("output", Some(format!("{}.json", book.id)));
        words.join(" ")
    }
}

/// The PAR sheets of a book.
#[derive(Clone, Debug, Serialize)]
pub struct Sheet {
    /// The form of this JSON.
    pub form: &'static str,
    /// What they are called.
    pub title: String,
    /// The number of the document, as stated.
    pub number: Option<String>,
    /// The date on it, as stated.
    pub date: Option<String>,
    /// Which program made it.
    pub build: Build,
    /// The book's id.
    pub book: String,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// The instrument it comes from.
    pub instrument: String,
    /// The chips for which edges by stake hold.
    pub chips: String,
    /// By settlement method and number of decks.
    pub parts: Vec<Part>,
    /// What these figures rest on that the instrument does not state.
    pub assumed: Vec<Assumption>,
    /// The rules on what is dealt and paid.
    pub rules: Vec<RuleLine>,
    /// On which totals the player draws.
    pub player_draws: String,
    /// The banker's chart: by total, a letter for no third card of the player's and for each value of it; D draws, S stands.
    pub chart: Vec<(String, Vec<String>)>,
    /// Two coups told.
    pub coups: Vec<String>,
    /// By settlement method at the most decks, what was dealt and counted.
    pub measured: Vec<Measured>,
    /// How the dealt shoes were shuffled, and whether that was fair; nothing if none was dealt.
    pub shuffle: Option<Shuffle>,
    /// What the command is asked to make the same document again.
    pub command: String,
}

/// One settlement method with one number of decks.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The method.
    pub method: String,
    /// The clauses that give it.
    pub method_basis: String,
    /// How many decks.
    pub decks: u8,
    /// The clauses that allow them.
    pub decks_basis: String,
    /// All ordered draws of six cards.
    #[serde(serialize_with = "text::shown")]
    pub draws: i128,
    /// The wagers.
    pub wagers: Vec<ParWager>,
    /// What a table can lose at the limits.
    pub exposure: Exposure,
    /// What small mistakes do.
    pub sensitivity: Vec<Sensitivity>,
}

/// One wager.
#[derive(Clone, Debug, Serialize)]
pub struct ParWager {
    /// Its id.
    pub id: String,
    /// What the book calls it.
    pub name: String,
    /// Its rows.
    pub rows: Vec<ParRow>,
    /// What the house expects to keep of one unit.
    pub edge: f64,
    /// The same, exactly.
    pub edge_exact: String,
    /// How likely it wins.
    pub hit: f64,
    /// The variance of the net of one unit.
    pub variance: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How results scatter.
    #[serde(flatten)]
    pub risk: Risk,
    /// By stake, the edge of what chips can pay; empty where it is the same for all.
    pub by_stake: Vec<StakeEdge>,
}

impl ParWager {
    /// All its rows come to, in one line.
    pub fn summary(&self) -> String {
        format!(
            "House edge {:.6} % (exactly {}); returns {:.6} %; wins {:.6} %; variance {:.6}; deviation {:.6}; volatility index {:.6}; \
             rarest prize {} once in {:.1} coups.",
            self.edge * 100.0,
            self.edge_exact,
            (1.0 - self.edge) * 100.0,
            self.hit * 100.0,
            self.variance,
            self.deviation,
            self.risk.volatility,
            self.risk.rarest_pays,
            self.risk.rarest_one_in
        )
    }

    /// The stakes refused because chips could not pay them, in one line; nothing if there are none.
    pub fn refusals(&self) -> Option<String> {
        let refused = self.by_stake.iter().filter(|at| at.refused);
        let refused: Vec<String> = refused.map(|at| at.stake.to_string()).collect();
        let line = || format!("Refused, as chips could not pay them: {}.", refused.join(", "));
        (!refused.is_empty()).then(line)
    }

    /// The clauses of its rows, each once; with a star if one of them is assumed.
    pub fn clauses(&self) -> String {
        let mut all: Vec<&str> = Vec::new();
        for clause in self.rows.iter().flat_map(|row| row.basis.split(", ")) {
            if !all.contains(&clause) {
                all.push(clause);
            }
        }
        let star = if self.rows.iter().any(|row| row.assumed) { " *" } else { "" };
        format!("{}{star}", all.join(", "))
    }
}

/// One row of a wager.
#[derive(Clone, Debug, Serialize)]
pub struct ParRow {
    /// What the book calls it; empty if it has no name.
    pub name: String,
    /// When it decides the wager.
    pub when: String,
    /// `win`, `push` or `lose`.
    pub result: &'static str,
    /// What one unit gains.
    pub pays: String,
    /// The ordered draws of six cards that it decides.
    #[serde(serialize_with = "text::shown")]
    pub ways: i128,
    /// How likely it is.
    pub probability: f64,
    /// The same, exactly.
    #[serde(rename = "probability_exact")]
    pub exact: String,
    /// Its part of the return to the patron, stake included.
    pub returns: f64,
    /// The clauses that give it.
    #[serde(rename = "clauses")]
    pub basis: String,
    /// Does it rest on something that the instrument does not state?
    pub assumed: bool,
}

/// The edge of one stake.
#[derive(Clone, Debug, Serialize)]
pub struct StakeEdge {
    /// The stake.
    #[serde(serialize_with = "text::shown")]
    pub stake: Money,
    /// What the house expects to keep of one unit of it.
    pub edge: f64,
    /// The book has it refused.
    pub refused: bool,
}

fn shown(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

impl Sheet {
    /// The sheets of one method or all, with these numbers of decks or all that the book allows.
    pub fn of(book: &Book, asked: &Scope) -> Result<Sheet, Error> {
        for many in &asked.decks {
            scope::decks(book, Some(*many))?;
        }
        if asked.most.0 <= 0 || asked.boxes == 0 {
            return Err(Error::question(
                "--limit and --boxes: found 0; allowed are amounts and numbers above 0",
            ));
        }
        let chips = &asked.chips;
        let allowed = &book.rules.cards.decks;
        let method = asked.method.as_deref().map(|method| scope::method(book, Some(method))).transpose()?;
        let mut parts: Vec<Part> = Vec::new();
        for of in book.methods().filter(|of| method.as_ref().is_none_or(|method| of.id == *method)) {
            let wanted = |many: &&u8| asked.decks.is_empty() || asked.decks.contains(many);
            for &many in allowed.0.iter().filter(wanted) {
                let (method, method_basis) = (of.id.clone(), of.basis.to_string());
                let decks_basis = allowed.basis.to_string();
                let exposure = Exposure::of(book, &method, asked.most, asked.boxes);
                let mut part = Part {
                    method,
                    method_basis,
                    decks: many,
                    decks_basis,
                    draws: 0,
                    wagers: Vec::new(),
                    exposure,
                    sensitivity: Vec::new(),
                };
                part.fill(book, chips, &parts)?;
                parts.push(part);
            }
        }
        let (measured, shuffle) = match asked.shoes {
            0 => (Vec::new(), None),
            _ => (Sheet::measure(book, asked, &parts)?, Some(Shuffle::of(book, asked.seed)?)),
        };

        let bears = ["cards.", "tableau.", "settlement.", book.rules.dealing.order.topic().id, "wager."];
        let assumed = book.assumed().into_iter();
        let assumed = assumed.filter(|of| bears.iter().any(|group| of.topic.starts_with(group))).collect();
        Ok(Sheet {
            form: FORM,
            title: format!("PAR sheets: {}", book.name),
            number: asked.number.clone(),
            date: asked.date.clone(),
            build: asked.build.clone(),
            book: book.id.clone(),
            provenance: Provenance::of(book),
            instrument: book.instrument.clone(),
            chips: text::chips(chips).join(", "),
            parts,
            assumed,
            rules: rules::rules(book),
            player_draws: rules::player_draws(book),
            chart: rules::chart(book),
            coups: rules::coups(book),
            measured,
            shuffle,
            command: asked.command(book),
        })
    }

    /// Deals and counts each method at the most decks that were asked for.
    fn measure(book: &Book, asked: &Scope, parts: &[Part]) -> Result<Vec<Measured>, Error> {
        let mut measured = Vec::new();
        for (nth, part) in parts.iter().enumerate() {
            if parts.get(nth + 1).is_some_and(|next| next.method == part.method) {
                continue;
            }
            let chances = |wager: &ParWager| {
                (wager.id.clone(), wager.rows.iter().map(|row| row.probability).collect::<Vec<f64>>())
            };
            let chances: Vec<(String, Vec<f64>)> = part.wagers.iter().map(chances).collect();
            let Scope { seed, shoes, counted, .. } = *asked;
            measured.push(measured::measured(
                book,
                &part.method,
                part.decks,
                seed,
                shoes,
                counted,
                &chances,
            )?);
        }
        Ok(measured)
    }

    /// Does any row rest on something that the instrument does not state?
    pub fn has_assumed_rows(&self) -> bool {
        self.parts.iter().flat_map(|part| &part.wagers).flat_map(|wager| &wager.rows).any(|row| row.assumed)
    }

    /// A line for each row of each wager.
    pub fn columns(&self) -> Columns {
        let lines = || {
            self.parts.iter().flat_map(|part| {
                part.wagers.iter().flat_map(move |wager| wager.rows.iter().map(move |row| (part, wager, row)))
            })
        };
        type Line<'s> = (&'s Part, &'s ParWager, &'s ParRow);
        let text = |of: fn(Line<'_>) -> String| Values::Text(lines().map(of).collect());
        let number = |of: fn(Line<'_>) -> f64| Values::Number(lines().map(of).collect());
        self.provenance.beside(Columns::named(vec![
            ("book", Values::Text(lines().map(|_| self.book.clone()).collect())),
            ("method", text(|(part, ..)| part.method.clone())),
            ("decks", Values::Whole(lines().map(|(part, ..)| part.decks.into()).collect())),
            ("wager", text(|(_, wager, _)| wager.id.clone())),
            ("row", text(|(.., row)| row.name.clone())),
            ("when", text(|(.., row)| row.when.clone())),
            ("result", text(|(.., row)| row.result.to_owned())),
            ("pays", text(|(.., row)| row.pays.clone())),
            ("ways", text(|(.., row)| row.ways.to_string())),
            ("draws", text(|(part, ..)| part.draws.to_string())),
            ("probability", number(|(.., row)| row.probability)),
            ("probability_exact", text(|(.., row)| row.exact.clone())),
            ("returns", number(|(.., row)| row.returns)),
            ("clauses", text(|(.., row)| row.basis.clone())),
            ("assumed", text(|(.., row)| row.assumed.to_string())),
            ("house_edge", number(|(_, wager, _)| wager.edge)),
            ("house_edge_exact", text(|(_, wager, _)| wager.edge_exact.clone())),
            ("hit_rate", number(|(_, wager, _)| wager.hit)),
            ("variance", number(|(_, wager, _)| wager.variance)),
        ]))
    }
}

impl Part {
    /// Works out every wager. One that another method has too, with the same rows, is not worked out again.
    fn fill(&mut self, book: &Book, chips: &ChipSet, before: &[Part]) -> Result<(), Error> {
        let wagers = book.wagers(&self.method).unwrap_or_default();
        let known = |wager: &Wager| {
            before.iter().filter(|part| part.decks == self.decks).find_map(|part| {
                let place = book.wagers(&part.method)?.iter().position(|other| other == wager)?;
                Some((part.wagers.get(place)?.clone(), part.sensitivity.get(place)?.clone()))
            })
        };
        let known: Vec<Option<(ParWager, Sensitivity)>> = wagers.iter().map(known).collect();
        let new: Vec<&Wager> =
            wagers.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(wager, _)| wager).collect();
        let shoe = Composition::of_decks(self.decks);
        let odds = Evaluator::new(book.tableau(), book.values(), &new)?.odds(&shoe)?;
        let worked: Result<Vec<ParWager>, Error> =
            new.iter().zip(&odds).map(|(wager, odds)| par_wager(book, wager, odds, chips)).collect();
        let mut worked = worked?.into_iter().zip(sensitivity::sensitivity(book, &new, self.decks)?);
        let same_decks = before.iter().find(|part| part.decks == self.decks).map(|part| part.draws);
        self.draws = odds.first().map(WagerOdds::draws).or(same_decks).unwrap_or(0);
        for (wager, sensitivity) in known.into_iter().filter_map(|known| known.or_else(|| worked.next())) {
            self.wagers.push(wager);
            self.sensitivity.push(sensitivity);
        }
        Ok(())
    }

    /// What the part is about.
    pub fn heading(&self) -> String {
        format!("{} method, {} decks", self.method, self.decks)
    }
}

fn par_wager(book: &Book, wager: &Wager, odds: &WagerOdds, chips: &ChipSet) -> Result<ParWager, Error> {
    let probabilities = odds.probabilities();
    let rows = wager.rows.iter().zip(odds.counts()).zip(odds.nets()).zip(&probabilities);
    let rows = rows.map(|(((row, ways), net), probability)| ParRow {
        name: row.name.clone().unwrap_or_default(),
        when: row.written().rsplit_once(": ").map(|(when, _)| when.to_owned()).unwrap_or_default(),
        result: result(row.settlement),
        pays: net.to_string(),
        ways: *ways,
        probability: shown(probability),
        exact: probability.to_string(),
        returns: (shown(net) + 1.0) * shown(probability),
        basis: row.basis.to_string(),
        assumed: row.basis.assumed().is_some(),
    });
    Ok(ParWager {
        id: wager.id.to_string(),
        name: wager.name.clone(),
        rows: rows.collect(),
        edge: odds.house_edge(),
        edge_exact: (-odds.ev()).to_string(),
        hit: shown(&odds.hit_frequency()),
        variance: shown(&odds.variance()),
        deviation: odds.standard_deviation(),
        risk: Risk::of(wager, odds),
        by_stake: by_stake(book, wager, odds, chips)?,
    })
}

fn by_stake(book: &Book, wager: &Wager, odds: &WagerOdds, chips: &ChipSet) -> Result<Vec<StakeEdge>, Error> {
    let smallest = chips.smallest().0;
    let mut edges = Vec::new();
    for stake in (1..=STAKES).map(|times| Money(times * smallest)) {
        let taken = payment::take(book, wager, stake, chips);
        let paid = wager.rows.iter().map(|row| payment::pay(book, wager, &taken, row, chips));
        let nets = paid.map(|paid| fraction(paid.net / stake.0)).collect();
        let edge = odds.with_nets(nets)?.house_edge();
        edges.push(StakeEdge { stake, edge, refused: taken.refused.is_some() });
    }
    let same = |edge: &StakeEdge| (edge.edge - odds.house_edge()).abs() < 1e-15 && !edge.refused;
    if edges.iter().all(same) {
        edges.clear();
    }
    Ok(edges)
}
