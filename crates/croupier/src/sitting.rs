//! A table that is played at here: opened under a book, driven, its events told.

pub mod demonstration;
pub mod fates;
pub mod scene;
pub mod story;

use crate::arguments::number::{small, whole};
use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use clap::Args;
use demonstration::Shoe;
use school::with_options;
use shoe::demonstration::fresh_number;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;
use story::{Message, Tone};
use table::driver::{CardSource, Drawn, Driver, Next, patron, staff};
use table::roads::{RoadResult, Roads};
use table::{Act, Actor, Event, Name, Refusal, Settings, Table, Time, people};

/// Which table is set up.
#[derive(Args, Clone, Debug)]
pub struct TableArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    pub book: String,
    /// A number that gives the same shoes again; a new one is drawn and shown if not given
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub seed: Option<u64>,
    /// The settlement method; the book's first if not given
    #[arg(long)]
    pub method: Option<String>,
    /// The dealing method, where the book has several, such as B in nsw
    #[arg(long, value_name = "METHOD")]
    pub dealing: Option<String>,
    /// A set wagering period of this many seconds, where the book knows one
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = small::<u32, 1, 3_600>)]
    pub clock: Option<u32>,
}

/// Where the cards of a table come from.
pub enum Cards {
    /// A shoe shuffled here.
    Shoe(Box<Shoe>),
    /// A real shoe, whose cards are keyed in.
    Felt,
    /// Cards that somebody named, in this order; there are no others.
    Named(VecDeque<Card>),
}

impl CardSource for Cards {
    fn draw(&mut self) -> Option<Drawn> {
        match self {
            Cards::Shoe(shoe) => shoe.draw(),
            Cards::Felt => None,
            Cards::Named(cards) => cards.pop_front().map(Drawn::Card),
        }
    }

    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        match self {
            Cards::Shoe(shoe) => shoe.cut_at(within),
            Cards::Felt | Cards::Named(_) => within.start().midpoint(*within.end()),
        }
    }
}

/// An event and how it is told; some are not worth telling.
#[derive(Clone)]
pub struct Happened {
    /// The event.
    pub event: Event,
    /// What is said of it.
    pub message: Option<Message>,
}

/// A table with its cards and whoever runs it.
pub struct Sitting {
    /// The table.
    pub table: Table,
    /// Runs it.
    pub driver: Driver,
    /// Its cards.
    pub cards: Cards,
    /// The time by its clock.
    pub now: Time,
}

impl Sitting {
    /// Opens a table.
    pub fn open(
        book: Arc<Book>,
        settings: Settings,
        cards: Cards,
        driver: Driver,
    ) -> Result<(Sitting, Vec<Happened>), Failure> {
        let refused = |refusal: Refusal| Failure::refused(format!("this table cannot open: {refusal}"));
        let (table, event) = Table::open(book, settings, staff(Role::Operator), Time(0)).map_err(refused)?;
        let message = story::message_of(&event, &table);
        Ok((Sitting { table, driver, cards, now: Time(0) }, vec![Happened { event, message }]))
    }

    /// Asks something of the table, and does to it and to the cards what follows.
    pub fn ask(&mut self, act: Act, by: Actor) -> Result<Vec<Happened>, Refusal> {
        let events = self.table.decide(&table::Command::one(act, by, self.now))?.events;
        let mut happened = Vec::new();
        for event in events {
            let mut message = story::message_of(&event, &self.table);
            self.table.apply(&event);
            if let Cards::Shoe(shoe) = &mut self.cards
                && let Some(sealed) = shoe.follow(&event.fact)
            {
                let message =
                    message.get_or_insert_with(|| Message::plain(Tone::Plain, "The cards are ready"));
                message.text += &format!("; shoe {} is sealed as {}", sealed.number, sealed.seal());
            }
            happened.push(Happened { event, message });
        }
        Ok(happened)
    }

    /// What the table needs next.
    pub fn next(&mut self) -> Next {
        self.driver.next(&self.table, &mut self.cards, self.now)
    }

    /// The score of the shoe in use.
    pub fn roads(&self) -> Roads {
        let score = |result: &table::state::CoupResult| RoadResult {
            winner: result.winner,
            player_pair: result.player_pair.is_some(),
            banker_pair: result.banker_pair.is_some(),
            natural: result.natural,
        };
        self.table.state().results.iter().map(score).collect()
    }

    /// A patron comes, buys in and sits down.
    pub fn welcome(&mut self, name: &Name, cash: Money, seat: u8) -> Result<Vec<Happened>, Refusal> {
        let mut happened = self.ask(Act::People(people::Act::Arrive), patron(name))?;
        happened.extend(self.ask(Act::People(people::Act::BuyIn { cash }), patron(name))?);
        happened.extend(self.ask(Act::People(people::Act::TakeSeat { seat }), patron(name))?);
        Ok(happened)
    }
}

impl TableArgs {
    /// The book.
    pub fn open_book(&self) -> Result<Arc<Book>, Failure> {
        library::open_and_warn(&self.book).map(Arc::new)
    }

    /// The seed given, or a new one.
    pub fn seed(&self) -> Result<u64, Failure> {
        match self.seed {
            Some(seed) => Ok(seed),
            None => fresh_number()
                .map_err(|error| Failure::refused(format!("no seed: {error}; give one with --seed"))),
        }
    }

    /// The shoe of a seed.
    pub fn shoe(&self, seed: u64, book: &Book, settings: &Settings) -> Result<Cards, Failure> {
        let hash = library::hash_of(&self.book, book)?;
        Ok(Cards::Shoe(Box::new(Shoe::new(seed, hash, settings.decks))))
    }

    /// The settings of a demonstration table: as usual, with chips that pay commission and every side option that the
    /// book lets stand beside the others.
    pub fn settings(&self, book: &Book) -> Result<Settings, Failure> {
        let mut settings = Settings::usual(book);
        settings.chips.insert(0, Money(Money::UNITS / 2));
        if let Some(method) = &self.method {
            known("method", method, book.methods().map(|method| method.id.as_str()))?;
            settings.method.clone_from(method);
        }
        if let Some(dealing) = &self.dealing {
            known(
                "dealing method",
                dealing,
                book.rules.dealing.methods.values().map(|rule| rule.id.as_str()),
            )?;
            settings.deal_by(book, dealing);
        }
        settings.period_seconds = self.clock;
        let bad = settings.check(book);
        if !bad.is_empty() {
            let message = bad.iter().map(|bad| format!("{}: {} ({})", bad.setting, bad.message, bad.cites));
            return Err(Failure::refused(format!(
                "this table is outside the book: {}",
                message.collect::<Vec<_>>().join("; ")
            )));
        }
        Ok(with_options(book, settings))
    }
}

/// Refuses an id that the book does not have.
pub fn known<'b>(what: &str, asked: &str, ids: impl Iterator<Item = &'b str>) -> Result<(), Failure> {
    let ids: Vec<&str> = ids.collect();
    if ids.contains(&asked) {
        return Ok(());
    }
    let allowed = if ids.is_empty() {
        "this book has none".to_owned()
    } else {
        format!("allowed are {}", ids.join(", "))
    };
    Err(Failure::usage(format!("no {what} `{asked}`: {allowed}")))
}
