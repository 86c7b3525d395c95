//! A table at which coups are dealt one after the other, for tests that need a long log.

use archive::keep_book;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::shelf;
use ledger::{By, Edition, Ledger, Log, Planned};
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Driver, Next, patron, staff};
use table::{Act, Actor, Command, Fact, Settings, Table, TableCommand, Time, bets, cards, people as patrons};

/// Shoes in an order that a plain generator gives.
#[derive(Default)]
struct Shoes {
    cards: Vec<Card>,
    seed: u64,
    /// The number of cards behind the cutting card.
    behind: Option<usize>,
}

impl Shoes {
    fn next(&mut self) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize
    }

    fn follow(&mut self, fact: &Fact) {
        match fact {
            Fact::Cards(cards::Fact::Shuffled | cards::Fact::CardsReplaced { .. }) => {
                self.cards = (0..8).flat_map(|_| Card::all()).collect();
                for place in (1..self.cards.len()).rev() {
                    let other = self.next() % (place + 1);
                    self.cards.swap(place, other);
                }
            }
            Fact::Cards(cards::Fact::CuttingCardInserted { from_back, .. }) => {
                self.behind = Some((*from_back).into())
            }
            _ => {}
        }
    }
}

impl CardSource for Shoes {
    fn draw(&mut self) -> Option<Drawn> {
        match self.behind.take_if(|behind| *behind == self.cards.len()) {
            Some(_) => Some(Drawn::CuttingCard),
            None => self.cards.pop().map(Drawn::Card),
        }
    }

    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        within.start().midpoint(*within.end())
    }
}

/// A table at which patrons bet on every coup, and everything that was asked of it.
pub struct Evening {
    pub table: Table,
    /// Who bets on which hand, and how much.
    bettors: Vec<(&'static str, Winner, Money)>,
    driver: Driver,
    shoes: Shoes,
    planned: Vec<Planned<Table>>,
    opens: TableCommand,
    now: Time,
}

impl Evening {
    pub fn new() -> Evening {
        let book = Arc::new(Book::read(shelf::text("act").unwrap()).unwrap());
        let mut settings = Settings::usual(&book);
        settings.chips.insert(0, Money(Money::UNITS / 2));
        let (by, at) = (staff(Role::Operator), Time(0));
        let opens = TableCommand::Open { settings: Box::new(settings.clone()), by: by.clone(), at };
        let (table, _) = Table::open(book, settings, by, at).unwrap();
        let (driver, shoes, planned) = (Driver::new(), Shoes::default(), Vec::new());
        let bettors = Vec::new();
        let mut evening = Evening { table, bettors, driver, shoes, planned, opens, now: at };
        evening.joins("ann", Winner::Player, Money(20 * Money::UNITS));
        evening
    }

    /// A patron comes, and bets so on every coup.
    pub fn joins(&mut self, name: &'static str, on: Winner, amount: Money) {
        self.ask(patrons::Act::Arrive.into(), patron(&name.into()));
        let cash = Money(100_000 * Money::UNITS);
        self.ask(patrons::Act::BuyIn { cash }.into(), patron(&name.into()));
        self.bettors.push((name, on, amount));
    }

    /// Asks something of the table that it takes.
    pub fn ask(&mut self, act: Act, by: Actor) {
        self.now = Time(self.now.0 + 500);
        let command = Command::one(act, by, self.now);
        let decided = self.table.decide(&command);
        let events = decided.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}")).events;
        for event in &events {
            self.table.apply(event);
            self.shoes.follow(&event.fact);
        }
        let id = format!("c{}", self.planned.len()).parse().unwrap();
        let (command, decided) = (command.into(), Ok(events));
        self.planned.push(Planned { id, command, decided, also: Vec::new() });
    }

    /// Until this many coups were dealt.
    pub fn play(&mut self, coups: u32) {
        loop {
            match self.driver.next(&self.table, &mut self.shoes, self.now) {
                Next::Ask(act, by) => self.ask(act, by),
                Next::Bets if self.table.state().coups >= coups => return,
                Next::Bets => {
                    if self.table.state().stakes.is_empty() {
                        self.bet();
                    }
                    self.driver.close_bets();
                }
                Next::Wait(until) => self.now = until,
                next => panic!("{next:?}"),
            }
        }
    }

    fn bet(&mut self) {
        for (area, (name, on, amount)) in (1..).zip(self.bettors.clone()) {
            let method = &self.table.state().settings.method;
            let wager = self.table.book().main_wager(method, on).unwrap().id.clone();
            let place = bets::Act::Place { area, wager, amount, kind: ChipKind::Chips, spoken: false };
            self.ask(place.into(), patron(&name.into()));
        }
    }

    /// Puts everything on record, as the log of a table of this name.
    pub async fn record(self, ledger: &Ledger) -> Table {
        let text = texts();
        let hash = keep_book(ledger, &text, By::new("floor", "recorder"), Time(0)).await.unwrap();
        let edition = Edition { hash, rules: Arc::new(Book::read(&text[0]).unwrap()) };
        let id = "open".parse().unwrap();
        let mut log: Log<Table> = ledger.found("one", edition, &id, &self.opens).await.unwrap();
        log.record_all(self.planned).await.unwrap();
        assert_eq!(log.state().state(), self.table.state());
        self.table
    }
}

/// The text of the book, and of the book it is based on.
pub fn texts() -> [String; 2] {
    [shelf::text("act").unwrap().to_owned(), String::new()]
}
