//! What is asked of the odds: the book, the method, the shoe, the wagers, and perhaps a stake.

use crate::commands::shoe_file;
use crate::failure::Failure;
use crate::files::library;
use baccarat::book::{Assumption, Book};
use baccarat::chips::{ChipSet, Money};
use baccarat::composition::Composition;
use baccarat::payment::{self, Taken};
use baccarat::wager::{Settlement, Wager};
use clap::Args;
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use odds::{Evaluator, NoOdds, WagerOdds};

/// What is asked.
#[derive(Args)]
pub struct OddsArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    pub book: String,
    /// How many decks a full shoe has; the most that the book allows if not given
    #[arg(long, value_name = "N", conflicts_with = "shoe")]
    pub decks: Option<u8>,
    /// The settlement method; the book's first if not given
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// Only these wagers, row by row
    #[arg(long = "wager", value_name = "ID", num_args = 1..)]
    pub wagers: Vec<String>,
    /// The cards left in a shoe: a JSON file from card to count, such as {"AS": 8, "TH": 7}
    #[arg(long, value_name = "FILE")]
    pub shoe: Option<String>,
    /// The odds of what this stake would really be paid at a table with these chips
    #[arg(long, value_name = "AMOUNT", requires = "chips", group = "amount")]
    pub stake: Option<Money>,
    /// The table's chip denominations, such as 1,5,25,100,500
    #[arg(long, value_name = "LIST", requires = "amount")]
    pub chips: Option<ChipSet>,
    /// The edge for every stake that the chips can make from one amount to another: 1-60
    #[arg(long, value_name = "FROM-TO", requires = "chips", group = "amount")]
    pub sweep: Option<String>,
    /// Several wagers by one person: the distribution of their net result, such as banker=100,tie=10; with --chips,
    /// of what would really be paid
    #[arg(long, value_name = "ID=STAKE,…", group = "amount", conflicts_with = "wagers")]
    pub together: Option<String>,
    /// What taking one card out of the shoe does to each wager
    #[arg(long, conflicts_with = "amount")]
    pub removal: bool,
    /// JSON, as docs/odds-json.md describes it
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// CSV, a line for each row of each wager
    #[arg(long, conflicts_with = "together")]
    pub csv: bool,
}

/// What is asked, checked against the book.
pub struct Question {
    pub book: Book,
    pub method: String,
    /// How many decks the shoe started with; unknown when a shoe file was given.
    pub decks: Option<u8>,
    pub shoe: Composition,
    pub wagers: Vec<Wager>,
    pub evaluator: Evaluator,
}

/// The odds of a wager as this table would take and pay a stake.
pub struct Staked<'q> {
    pub wager: &'q Wager,
    pub odds: WagerOdds,
    pub taken: Taken<'q>,
    /// The clauses by which a payment was moved, if any was.
    pub rounded: Option<String>,
}

impl Question {
    pub fn of(args: &OddsArgs) -> Result<Question, Failure> {
        let book = library::open(&args.book)?;
        let method = method(&book, args.method.as_deref())?;
        let (decks, shoe) = match &args.shoe {
            Some(path) => (None, shoe_file::read(path)?),
            None => {
                let decks = decks(&book, args.decks)?;
                (Some(decks), Composition::of_decks(decks))
            }
        };
        let wagers = wagers(&book, &method, &args.wagers)?;
        let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers.iter().collect::<Vec<_>>());
        let evaluator = evaluator.map_err(no_odds)?;
        Ok(Question { book, method, decks, shoe, wagers, evaluator })
    }

    /// The odds of every wager asked for, of one unit at the declared odds.
    pub fn odds(&self) -> Result<Vec<WagerOdds>, Failure> {
        self.evaluator.odds(&self.shoe).map_err(no_odds)
    }

    /// The same odds, of what a stake would really be paid from these chips.
    pub fn staked(
        &self,
        odds: &[WagerOdds],
        stake: Money,
        chips: &ChipSet,
    ) -> Result<Vec<Staked<'_>>, Failure> {
        let staked = self.wagers.iter().zip(odds).map(|(wager, odds)| {
            let taken = payment::take(&self.book, wager, stake, chips);
            let paid: Vec<_> =
                wager.rows.iter().map(|row| payment::pay(&self.book, wager, &taken, row, chips)).collect();
            let nets = paid.iter().map(|paid| fraction(paid.net / stake.0)).collect();
            let rounded = paid.iter().find_map(|paid| paid.rounded).map(|rule| rule.basis.to_string());
            Ok(Staked { wager, odds: odds.with_nets(nets)?, taken, rounded })
        });
        staked.collect::<Result<_, NoOdds>>().map_err(no_odds)
    }

    /// What each row of a wager brings this stake, in the smallest unit, as the table would pay it from these chips.
    pub fn nets(&self, place: usize, stake: Money, chips: &ChipSet) -> Vec<BigRational> {
        let wager = &self.wagers[place];
        let taken = payment::take(&self.book, wager, stake, chips);
        let paid = wager.rows.iter().map(|row| payment::pay(&self.book, wager, &taken, row, chips));
        paid.map(|paid| fraction(paid.net)).collect()
    }

    /// What these odds rest on that the instrument does not state.
    pub fn assumed(&self, with_stake: bool) -> Vec<Assumption> {
        let rules = &self.book.rules;
        let rests = |topic: &str| match topic {
            topic if topic == rules.cards.decks.topic.id => self.decks.is_some(),
            topic if topic == rules.settlement.inexact.topic().id => with_stake,
            topic if topic == rules.settlement.inexact_offer.topic().id => with_stake,
            topic if topic == rules.settlement.methods.topic.id => true,
            topic => match topic.strip_prefix("wager.") {
                Some(id) => self.wagers.iter().any(|wager| wager.id.as_str() == id),
                None => {
                    topic.starts_with("tableau.")
                        || topic.starts_with("cards.")
                        || topic == rules.dealing.order.topic().id
                }
            },
        };
        self.book.assumed().into_iter().filter(|assumption| rests(&assumption.topic)).collect()
    }
}

/// A refusal to give odds, as a failure.
pub fn no_odds(error: NoOdds) -> Failure {
    Failure::refused(error.to_string())
}

/// A small fraction as one of any size.
pub fn fraction(ratio: Ratio<i64>) -> BigRational {
    BigRational::new(BigInt::from(*ratio.numer()), BigInt::from(*ratio.denom()))
}

/// The word for what becomes of a wager.
pub fn result(settlement: Settlement) -> &'static str {
    match settlement {
        Settlement::Wins(_) => "win",
        Settlement::StandsOff => "push",
        Settlement::Loses => "lose",
    }
}

fn method(book: &Book, asked: Option<&str>) -> Result<String, Failure> {
    let known: Vec<&str> = book.methods().map(|method| method.id.as_str()).collect();
    match asked {
        None => Ok(known[0].to_owned()),
        Some(method) if known.contains(&method) => Ok(method.to_owned()),
        Some(method) => {
            let by: Vec<String> = book.methods().map(|method| method.basis.to_string()).collect();
            Err(Failure::refused(format!(
                "{} has no settlement method `{method}`; allowed are {} ({} {})",
                book.name,
                known.join(", "),
                book.id,
                by[0]
            )))
        }
    }
}

fn decks(book: &Book, asked: Option<u8>) -> Result<u8, Failure> {
    let allowed = &book.rules.cards.decks;
    let most = allowed.0.last().copied().unwrap_or(8);
    let decks = asked.unwrap_or(most);
    if allowed.0.contains(&decks) {
        return Ok(decks);
    }
    let list: Vec<String> = allowed.0.iter().map(u8::to_string).collect();
    Err(Failure::refused(format!(
        "{} does not allow {decks} decks; allowed: {} ({} {}). --shoe takes any composition.",
        book.name,
        list.join(", "),
        book.id,
        allowed.basis
    )))
}

/// The wagers asked for, or all of the method.
pub fn wagers(book: &Book, method: &str, asked: &[String]) -> Result<Vec<Wager>, Failure> {
    let all = book.wagers(method).unwrap_or_default();
    if asked.is_empty() {
        return Ok(all.to_vec());
    }
    let asked: Vec<&str> = asked.iter().flat_map(|ids| ids.split(',')).collect();
    let find = |id: &&str| {
        all.iter().find(|wager| wager.id.as_str() == *id).cloned().ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|wager| wager.id.as_str()).collect();
            Failure::refused(format!("{} has no wager `{id}`; allowed are {}", book.name, known.join(", ")))
        })
    };
    asked.iter().map(find).collect()
}
