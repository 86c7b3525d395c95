//! The simulator deals, ends and pays every shoe as the table itself does, on the same cards.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::shoe::BurnStyle;
use baccarat::shelf;
use baccarat::wager::WagerId;
use simulate::{Bounds, Choice, Dealer, Dealt, Game, Till};
use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Driver, Next, patron, staff};
use table::state::Phase;
use table::{
    Act, Actor, Command, Event, Fact, Limits, Settings, SettledAs, Table, Time, bets, cards, deal, pay,
    people,
};

/// Stacks that lie ready, each to be cut, and then the simulator's shoe.
struct Stacks {
    dealer: Dealer,
    shoe: u64,
    cards: VecDeque<Card>,
    from_back: usize,
    cut: u16,
    cutting_card: bool,
}

impl Stacks {
    fn next_shoe(&mut self) {
        self.cards = self.dealer.cards(self.shoe).into();
        // As they lay before the cut.
        self.cards.rotate_right(usize::from(self.cut));
        self.shoe += 1;
        self.cutting_card = true;
    }
}

impl CardSource for Stacks {
    fn draw(&mut self) -> Option<Drawn> {
        if self.cutting_card && self.cards.len() == self.from_back {
            self.cutting_card = false;
            return Some(Drawn::CuttingCard);
        }
        self.cards.pop_front().map(Drawn::Card)
    }

    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        assert!(within.contains(&self.cut));
        self.cut
    }
}

/// A coup at the table: its cards in order, and by wager and stake what was gained.
type CoupAtTable = (Vec<Card>, Vec<(WagerId, Money, i64)>);

/// A table at which seven patrons bet, its cards, and what it said.
struct Played {
    table: Table,
    driver: Driver,
    stacks: Stacks,
    /// The coups of the shoe in hand.
    coups: Vec<CoupAtTable>,
    shoe_over: bool,
}

const PATRONS: [&str; 7] = ["ann", "bob", "cat", "dan", "eve", "fay", "gus"];

impl Played {
    fn ask(&mut self, act: Act, by: Actor) -> Result<(), table::Refusal> {
        let decided = self.table.decide(&Command::one(act, by, Time(0)))?;
        for event in &decided.events {
            self.table.apply(event);
            self.took(event);
        }
        Ok(())
    }

    fn took(&mut self, event: &Event) {
        match &event.fact {
            Fact::Cards(cards::Fact::CutMade { at, .. }) => self.stacks.cards.rotate_left(usize::from(*at)),
            Fact::Deal(deal::Fact::CoupStarted { .. }) => self.coups.push((Vec::new(), Vec::new())),
            Fact::Deal(deal::Fact::CardDealt { card: Some(card), .. }) => {
                self.coups.last_mut().unwrap().0.push(*card)
            }
            Fact::Pay(pay::Fact::WagerSettled { wager, staked, result, .. }) => {
                let gained = match result.outcome {
                    SettledAs::Wins => result.paid.0,
                    SettledAs::StandsOff => 0,
                    SettledAs::Loses => -result.live.0,
                };
                self.coups.last_mut().unwrap().1.push((wager.clone(), *staked, gained));
            }
            Fact::Cards(cards::Fact::ShuffleDue) => self.shoe_over = true,
            _ => {}
        }
    }

    /// Everybody bets on a hand and on one of the other wagers, in turn.
    fn bet(&mut self, wagers: &[WagerId]) {
        let coup = self.coups.len();
        for (seat, name) in PATRONS.iter().enumerate() {
            let hand = if (coup + seat).is_multiple_of(2) { "player" } else { "banker" };
            let other = &wagers[(coup + seat * 3) % wagers.len()];
            let amounts = [5, 10, 15, 20, 25, 30, 35];
            for (wager, amount) in [(hand.parse().unwrap(), amounts[(coup + seat) % 7]), (other.clone(), 5)] {
                let amount = Money(amount * Money::UNITS);
                let area = seat as u8 + 1;
                let act =
                    Act::Bets(bets::Act::Place { area, wager, amount, kind: ChipKind::Chips, spoken: false });
                // What the book does not take is not bet.
                let _ = self.ask(act, patron(&(*name).into()));
            }
        }
    }

    /// Plays one shoe to its end.
    fn shoe(&mut self, wagers: &[WagerId]) -> Vec<CoupAtTable> {
        self.coups.clear();
        self.shoe_over = false;
        self.stacks.next_shoe();
        while !self.shoe_over {
            match self.driver.next(&self.table, &mut self.stacks, Time(0)) {
                Next::Ask(act, by) => self.ask(act, by).unwrap_or_else(|refusal| panic!("{refusal}")),
                Next::Bets => {
                    assert!(matches!(self.table.state().phase, Phase::Betting(_)));
                    self.bet(wagers);
                    self.driver.close_bets();
                }
                other => panic!("{other:?}"),
            }
        }
        std::mem::take(&mut self.coups)
    }
}

fn settings(book: &Book, change: impl Fn(&mut Settings)) -> Settings {
    let mut settings = Settings::usual(book);
    change(&mut settings);
    for offered in book.rules.sides.offered.values() {
        settings.options.push(offered.option.clone());
        if !settings.check(book).is_empty() {
            settings.options.pop();
        }
    }
    let wide = Limits { least: Money(Money::UNITS), most: Money(1_000 * Money::UNITS), unit: None };
    settings.limits = wide;
    settings.option_limits = settings.options.iter().map(|option| (option.clone(), wide)).collect();
    settings.float = Money(10_000_000 * Money::UNITS);
    settings
}

/// Plays shoes at the table and compares each with the simulator's; how often each wager was settled comes back.
fn check(book: &Arc<Book>, shoes: u64, change: impl Fn(&mut Settings)) -> BTreeMap<WagerId, u64> {
    let (book, id) = (book.clone(), book.id.clone());
    let settings = settings(&book, change);
    assert!(settings.check(&book).is_empty(), "{:?}", settings.check(&book));
    let choice = Choice {
        decks: settings.decks,
        device: settings.device,
        burn: Some(settings.burn),
        from_back: settings.from_back,
    };
    let game = Game::new(&book, &choice).unwrap();
    let wagers = book.wagers(&settings.method).unwrap();
    let bounds = Bounds { least: Money(1), most: Money(Money::MOST), unit: None };
    let chips = settings.chip_set().unwrap();
    let till = Till::new(&book, wagers.iter().map(|wager| (wager, bounds)).collect(), chips);
    let rows: Vec<Vec<u8>> = (0..wagers.len()).map(|place| till.rows(place)).collect();

    let (table, _) = Table::open(book.clone(), settings.clone(), staff(Role::Operator), Time(0)).unwrap();
    let stacks = Stacks {
        dealer: Dealer::new(&game, 99),
        shoe: 0,
        cards: VecDeque::new(),
        from_back: usize::from(settings.from_back),
        cut: 100,
        cutting_card: true,
    };
    let mut played = Played { table, driver: Driver::new(), stacks, coups: Vec::new(), shoe_over: false };
    for (seat, name) in (1..).zip(PATRONS) {
        let name = name.into();
        played.ask(Act::People(people::Act::Arrive), patron(&name)).unwrap();
        played
            .ask(Act::People(people::Act::BuyIn { cash: Money(1_000_000 * Money::UNITS) }), patron(&name))
            .unwrap();
        played.ask(Act::People(people::Act::TakeSeat { seat }), patron(&name)).unwrap();
    }
    let ids: Vec<WagerId> = wagers.iter().map(|wager| wager.id.clone()).collect();
    let mut settled: BTreeMap<WagerId, u64> = BTreeMap::new();
    let mut dealer = Dealer::new(&game, 99);
    let mut coups: Vec<Dealt> = Vec::new();
    for shoe in 0..shoes {
        let at_table = played.shoe(&ids);
        dealer.shoe(shoe, &mut coups);
        let cards = dealer.cards(shoe);
        assert_eq!(at_table.len(), coups.len(), "{id}: coups of shoe {shoe}");
        for (coup, (dealt, stakes)) in coups.iter().zip(&at_table) {
            let from = usize::from(coup.at);
            assert_eq!(cards[from..from + coup.class.cards()], dealt[..], "{id}: cards of shoe {shoe}");
            assert!(!stakes.is_empty());
            for (wager, stake, gained) in stakes {
                let place = till.place(wager).unwrap();
                let row = match till.asks_cards(place) {
                    true => till.row_by_cards(place, coup.class, dealt),
                    false => rows[place][coup.class.index()],
                };
                let net = till.nets(place, *stake)[usize::from(row)];
                assert_eq!(net, *gained, "{id}: {stake} on {wager} in shoe {shoe}");
                *settled.entry(wager.clone()).or_default() += 1;
            }
        }
    }
    settled
}

fn books() -> impl Iterator<Item = Arc<Book>> {
    shelf::ids().into_iter().map(|id| Arc::new(Book::read(shelf::text(id).unwrap()).unwrap()))
}

#[test]
fn every_book_is_dealt_ended_and_paid_as_at_the_table() {
    for book in books() {
        let settled = check(&book, 6, |_| {});
        assert!(settled.len() >= 3, "{}: {settled:?}", book.id);
        assert!(settled.values().all(|times| *times > 20), "{}: {settled:?}", book.id);
    }
}

#[test]
fn wagers_on_cards_are_paid_as_at_the_table() {
    let book = Arc::new(Book::read(include_str!("../../../books/examples/side-bets.toml")).unwrap());
    let settled = check(&book, 4, |_| {});
    for wager in ["all-red", "lucky-nines", "matching-dragon-a", "lucky-8-player", "jackpot-baccarat"] {
        assert!(settled.contains_key(&wager.parse().unwrap()), "{wager}: {settled:?}");
    }
}

#[test]
fn every_method_and_chips_that_cannot_pay_exactly() {
    for book in books() {
        for method in book.methods() {
            let method = method.id.clone();
            check(&book, 2, |settings| {
                settings.method.clone_from(&method);
                settings.chips = [2.5, 5.0, 25.0].map(|chip| Money((chip * 100.0) as i64)).to_vec();
            });
        }
    }
}

/// Where the cutting card lies decides the end: in the first cards, behind many, after each way to burn.
#[test]
fn every_end_of_a_shoe_is_the_tables() {
    for book in books() {
        let decks = &book.rules.cards.decks.0;
        for decks in decks.first().into_iter().chain(decks.last()) {
            for style in book.rules.burn.styles.values() {
                for from_back in [41, 43].map(|before| u16::from(*decks) * 52 - before) {
                    check(&book, 3, |settings| {
                        settings.decks = *decks;
                        settings.burn = style.style;
                        settings.from_back = from_back;
                    });
                }
            }
        }
    }
}

#[test]
fn a_cutting_card_that_the_burn_reaches_comes_first_in_the_next_coup() {
    for book in books() {
        check(&book, 30, |settings| {
            settings.burn = BurnStyle::FaceUpAndItsCount;
            settings.from_back = u16::from(settings.decks) * 52 - 6;
        });
    }
}
