//! Coups that a table has put away are found in its log, and then by their number at once.

use archive::keep_book;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::shelf;
use floor::old_coups::{Held, OldCoups};
use floor::view::Coups;
use ledger::{By, Edition, Ledger, Planned};
use people::viewer::Viewer;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Driver, Next, patron, staff};
use table::past::{PutAway, TOGETHER, hash_of};
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
            Fact::Cards(cards::Fact::CuttingCardInserted { from_back }) => {
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

/// A table at which one patron bets on every coup, and everything that was asked of it.
struct Evening {
    table: Table,
    driver: Driver,
    shoes: Shoes,
    planned: Vec<Planned<Table>>,
    opens: TableCommand,
    now: Time,
}

impl Evening {
    fn new() -> Evening {
        let book = Arc::new(Book::read(shelf::text("act").unwrap()).unwrap());
        let mut settings = Settings::usual(&book);
        settings.chips.insert(0, Money(Money::UNITS / 2));
        let (by, at) = (staff(Role::Operator), Time(0));
        let opens = TableCommand::Open { settings: Box::new(settings.clone()), by: by.clone(), at };
        let (table, _) = Table::open(book, settings, by, at).unwrap();
        let (driver, shoes, planned) = (Driver::new(), Shoes::default(), Vec::new());
        let mut evening = Evening { table, driver, shoes, planned, opens, now: at };
        evening.ask(patrons::Act::Arrive.into(), patron(&"ann".into()));
        let cash = Money(100_000 * Money::UNITS);
        evening.ask(patrons::Act::BuyIn { cash }.into(), patron(&"ann".into()));
        evening
    }

    fn ask(&mut self, act: Act, by: Actor) {
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
    fn play(&mut self, coups: u32) {
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
        let method = &self.table.state().settings.method;
        let wager = self.table.book().main_wager(method, Winner::Player).unwrap().id.clone();
        let (amount, kind) = (Money(20 * Money::UNITS), ChipKind::Chips);
        let place = bets::Act::Place { area: 1, wager, amount, kind, spoken: false };
        self.ask(place.into(), patron(&"ann".into()));
    }

    async fn record(self, ledger: &Ledger) -> Table {
        let text = [shelf::text("act").unwrap().to_owned(), String::new()];
        let by = By::new("floor", "recorder");
        let hash = keep_book(ledger, &text, by, Time(0)).await.unwrap();
        let edition = Edition { hash, rules: Arc::new(Book::read(&text[0]).unwrap()) };
        let id = "open".parse().unwrap();
        let mut log = ledger.found::<Table>("one", edition, &id, &self.opens).await.unwrap();
        log.record_all(self.planned).await.unwrap();
        assert_eq!(log.state().state(), self.table.state());
        self.table
    }
}

fn numbers(coups: &Coups) -> Vec<u32> {
    coups.coups.iter().map(|coup| coup.number).collect()
}

#[tokio::test]
async fn old_coups_are_found_in_the_log_and_then_at_once() {
    let folder = std::env::temp_dir().join(format!("croupier-old-coups-{}", std::process::id()));
    let ledger = Ledger::open(&folder).await.unwrap();
    let mut evening = Evening::new();
    evening.play(200);
    let table = evening.record(&ledger).await;
    let (old, past) = (OldCoups::new(&ledger, "one"), &table.state().past);
    assert_eq!(past.put_away.len(), 2);
    // Nobody has kept them, so the log is gone through, once.
    assert!(old.kept(past.put_away[0]).await.unwrap().is_none());
    let found = old.find(past.put_away[0]).await.unwrap().unwrap();
    assert_eq!(hash_of(&found), past.put_away[0].hash);
    assert!(old.kept(past.put_away[1]).await.unwrap().is_some());

    let last = table.state().coups;
    let whole = old.page(&table, &Viewer::Anybody, (None, 1_000)).await.unwrap();
    assert_eq!(numbers(&whole), (1..=last).rev().collect::<Vec<_>>());
    assert_eq!(whole.before, None);
    let (mut before, mut all) = (None, Vec::new());
    loop {
        let page = old.page(&table, &Viewer::Anybody, (before, 30)).await.unwrap();
        all.extend(numbers(&page));
        before = page.before;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(all, numbers(&whole));
    // One by its number, as the API asks for it.
    for number in [1, 64, 65, 128, 129, last] {
        let page = old.page(&table, &Viewer::Anybody, (Some(number + 1), 1)).await.unwrap();
        assert_eq!(numbers(&page), [number]);
    }
    ledger.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn what_a_table_puts_away_is_kept_as_it_does() {
    let folder = std::env::temp_dir().join(format!("croupier-kept-coups-{}", std::process::id()));
    let ledger = Ledger::open(&folder).await.unwrap();
    let mut evening = Evening::new();
    evening.play(127);
    assert!(evening.table.state().past.put_away.is_empty());
    let held = Held::of(evening.table.state()).unwrap();
    evening.play(128);
    let after = evening.table.state();
    let old = OldCoups::new(&ledger, "one");
    old.keep(held, after, Time(1)).await.unwrap();
    let put_away = after.past.put_away[0];
    assert_eq!(old.kept(put_away).await.unwrap().unwrap().len(), TOGETHER);
    // What was altered in the store is not taken for it.
    let other = PutAway { first: put_away.first + 1, ..put_away };
    assert!(old.kept(other).await.unwrap().is_none());
    ledger.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}
