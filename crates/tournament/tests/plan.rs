//! Planned tournaments replayed through the tournament itself, with every coup dealt at a table that is given to it: the same stacks, the
//! same places.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::coup::DealtCoup;
use baccarat::outcome::Outcome;
use baccarat::rules::people::Role;
use baccarat::shelf;
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Driver, Next, staff};
use table::state::Phase;
use table::{Actor, Citation, Fact as TableFact, Name, Settings, Table, Time, bets, notice, pay};
use tournament::plan::{
    Chance, Figures, Game, StagePlan, Step, Strategy, Structure, Wanted, conditions, play, propose,
};
use tournament::{Act, Chips, Command, Conditions, Event, Fact, NamedTable, SeatOf, TableReport, Tournament};

/// Coups of every kind: each hand wins, on a natural and on three cards, and a tie.
const COUPS: [&str; 5] = ["4H KD 5C 8S", "4H KD 2C 7S", "6H 6D 2C 2S", "2H KD 3C 6S 5D", "2H KD 3C QS 4D KC"];

/// How many tournaments of each book are replayed; of the large ones a tenth, or all of them with `CROUPIER_REPLAYS=all`.
const REPLAYED: u64 = 500;

/// How many play, at how many tables, and how many of each go on.
#[derive(Clone, Copy)]
struct Size {
    entrants: usize,
    tables: u32,
    advance: u32,
}

const SMALL: Size = Size { entrants: 9, tables: 2, advance: 2 };
const LARGE: Size = Size { entrants: 42, tables: 6, advance: 1 };

fn replayed_large() -> u64 {
    match std::env::var("CROUPIER_REPLAYS").is_ok_and(|how| how == "all") {
        true => REPLAYED,
        false => REPLAYED / 10,
    }
}

struct Dice {
    state: u64,
    outcomes: Vec<usize>,
}

impl Dice {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

impl Chance for Dice {
    fn outcome(&mut self) -> usize {
        let at = (self.next() % self.outcomes.len() as u64) as usize;
        self.outcomes[at]
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// Cards in the order in which they leave a shoe.
struct Cards(Vec<Card>);

impl CardSource for Cards {
    fn draw(&mut self) -> Option<Drawn> {
        if self.0.is_empty() {
            return None;
        }
        Some(Drawn::Card(self.0.remove(0)))
    }

    fn cut_at(&mut self, within: std::ops::RangeInclusive<u16>) -> u16 {
        *within.start()
    }
}

/// Does what is due at a table until something holds; says what happened.
fn drive(table: &mut Table, cards: &mut Cards, until: impl Fn(&Table) -> bool) -> Vec<TableFact> {
    let (mut driver, mut facts) = (Driver::new(), Vec::new());
    for _ in 0..200 {
        if until(table) {
            return facts;
        }
        driver.close_bets();
        let Next::Ask(act, by) = driver.next(table, cards, Time(0)) else { panic!("{:?}", table.due()) };
        let decided = table.decide(&table::Command::one(act.clone(), by, Time(0)));
        for event in decided.unwrap_or_else(|refusal| panic!("{act:?}: {refusal}")).events {
            table.apply(&event);
            facts.push(event.fact);
        }
    }
    panic!("it never came about: {:?}", table.due());
}

/// A table of this book that is given to a tournament, ready for its first coup.
fn given_table(book: &Arc<Book>, method: &str) -> Table {
    let mut settings = Settings::usual(book);
    settings.method = method.to_owned();
    let (mut table, _) = Table::open(book.clone(), settings, staff(Role::Operator), Time(0)).unwrap();
    let mut burnt = Cards(cards("2C 3C 4C 5C 6C 7C"));
    drive(&mut table, &mut burnt, |table| matches!(table.state().phase, Phase::Betting(_)));
    let act = notice::Act::BeginSession { tournament: "planned".to_owned(), table: 1, terms: None };
    let command = table::Command::one(act, staff(Role::Director), Time(0));
    for event in table.decide(&command).unwrap().events {
        table.apply(&event);
    }
    table
}

/// The coup that these cards make at the table: what the table reports of it.
fn dealt(given: &Table, text: &str) -> Vec<TableReport> {
    let mut table = given.clone();
    let mut shoe = Cards(cards(text));
    let over = |table: &Table| table.state().coups == 1 && matches!(table.state().phase, Phase::Betting(_));
    let facts = drive(&mut table, &mut shoe, over);
    assert!(shoe.0.is_empty(), "every card was dealt");
    let mut reports = Vec::new();
    for fact in facts {
        match fact {
            TableFact::Bets(bets::Fact::BettingClosed { .. }) => reports.push(TableReport::FirstCard),
            TableFact::Pay(pay::Fact::CoupEnded { .. }) => {
                let coup = &table.state().record.last().unwrap().coup;
                let hand = |hand: &[Option<Card>]| -> Vec<Card> { hand.iter().flatten().copied().collect() };
                let (player, banker) = (hand(&coup.player), hand(&coup.banker));
                reports.push(TableReport::CoupEnds { player, banker });
            }
            _ => {}
        }
    }
    assert_eq!(reports.len(), 2);
    reports
}

struct Replay {
    tournament: Tournament,
    asks: bool,
    entrants: usize,
}

impl Replay {
    fn ask(&mut self, name: &str, role: Role, act: Act) -> Vec<Event> {
        let by = Actor { name: Name::from(name), role };
        let command = Command { act: act.clone(), by, confirmed_by: Some(Name::from("second")), at: Time(0) };
        self.tournament.submit(&command).unwrap_or_else(|refusal| panic!("{name} {act:?}: {refusal}"))
    }

    fn open(&mut self) {
        self.ask("operator", Role::Operator, Act::Announce);
        let name = Name::from("director");
        self.ask("operator", Role::Operator, Act::NameOfficial { name, licensed: true });
        self.ask("operator", Role::Operator, Act::Publish);
        self.ask("operator", Role::Operator, Act::SendCopy);
        self.ask("operator", Role::Operator, Act::OpenEntries);
        for entrant in 0..self.entrants {
            let fee = Money(100 * Money::UNITS);
            let form = vec!["name".to_owned()];
            self.ask(&format!("p{entrant}"), Role::Player, Act::Enter { form, fee, has_copy: true });
        }
        self.ask("director", Role::Director, Act::CloseEntries);
    }

    fn seat(&mut self, tables: &[Vec<usize>]) {
        let named =
            |number: usize| NamedTable { name: format!("t{number}"), low_limit: false, in_use: false };
        let named = (0..tables.len()).map(named).collect();
        self.ask("director", Role::Director, Act::NameTables { tables: named });
        let mut seats = Vec::new();
        for (table, players) in tables.iter().enumerate() {
            for (seat, entrant) in players.iter().enumerate() {
                let name = Name::from(format!("p{entrant}"));
                seats.push(SeatOf { name, table: table as u8 + 1, seat: seat as u8 + 1 });
            }
        }
        let by = Actor { name: Name::from("director"), role: Role::Director };
        let fact = Fact::Seated { seats: seats.clone(), draw: None };
        self.tournament.apply(&Event { fact, by, at: Time(0), cites: Citation::default() });
        for table in 1..=tables.len() as u8 {
            self.ask("dealer", Role::Dealer, Act::IssueChips { table });
        }
        for seat in seats {
            self.ask(
                &seat.name.to_string(),
                Role::Player,
                Act::TakeSeat { table: seat.table, seat: seat.seat },
            );
        }
        for table in 1..=tables.len() as u8 {
            if !self.tournament.state().dealt_at.contains_key(&table) {
                self.ask("director", Role::Director, Act::TakeTable { table });
            }
        }
        self.ask("director", Role::Director, Act::Begin);
    }

    fn count(&mut self, table: u8) {
        let seats = &self.tournament.state().table(table).unwrap().seats;
        let counts: Vec<(u8, Money)> = seats
            .iter()
            .filter(|(_, seat)| seat.out.is_none())
            .map(|(number, seat)| (*number, seat.stack))
            .collect();
        self.ask("dealer", Role::Dealer, Act::Count { table, counts: counts.clone() });
        self.ask("supervisor", Role::Supervisor, Act::Count { table, counts });
    }

    fn wager(&mut self, table: u8, seat: u8, wager: &baccarat::wager::WagerId, amount: Money) {
        let state = self.tournament.state().table(table).unwrap();
        if state.ended {
            self.count(table);
            self.ask("director", Role::Director, Act::CallPlayOff { table });
        }
        if self.tournament.state().table(table).unwrap().coup.is_none() {
            self.ask("dealer", Role::Dealer, Act::OpenCoup { table });
        }
        if self.asks {
            self.ask("dealer", Role::Dealer, Act::AskNext { table });
        }
        let name = self.tournament.state().table(table).unwrap().seats[&seat].name.to_string();
        let act =
            Act::Wager { wager: wager.clone(), amount, chips: Chips::Tournament, seat: None, coup: None };
        self.ask(&name, Role::Player, act);
    }

    /// The names of a table from the first place on.
    fn place(&mut self, table: u8) -> Vec<String> {
        loop {
            if !self.tournament.state().table(table).unwrap().ended {
                self.ask("dealer", Role::Dealer, Act::OpenCoup { table });
            }
            if !self.tournament.state().table(table).unwrap().counted {
                self.count(table);
            }
            let by = Actor { name: Name::from("director"), role: Role::Director };
            let open = Command { act: Act::CallPlayOff { table }, by, confirmed_by: None, at: Time(0) };
            if self.tournament.submit(&open).is_err() {
                break;
            }
        }
        self.ask("dealer", Role::Dealer, Act::ReturnChips { table, missing: Vec::new() });
        let events = self.ask("director", Role::Director, Act::ConfirmPlaces { table });
        let Fact::PlacesConfirmed { places, .. } = &events[0].fact else { panic!("places") };
        places.iter().map(|place| place.name.to_string()).collect()
    }
}

fn check(id: &str, asks: bool, size: Size, replayed: u64) {
    let Size { entrants, tables, advance } = size;
    let book = Arc::new(Book::read(shelf::text(id).unwrap()).unwrap());
    let method = book.methods().next().unwrap().id.clone();
    let unit = |amount: i64| Money(amount * Money::UNITS);
    let structure = Structure {
        stages: vec![StagePlan { tables, coups: 6, advance }, StagePlan { tables: 1, coups: 6, advance: 0 }],
        seats: 7,
        opening: unit(500),
        least: unit(50),
        most: unit(500),
        chips: [5, 25, 100].map(unit).to_vec(),
        prizes: 3,
    };
    let text = conditions(&structure, &book, entrants as u32, &method);
    let conditions = Conditions::read(&text, &book).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let conditions = Arc::new(conditions);
    let mut game = Game::new(&book, &method, &structure.chips).unwrap();
    let outcome = |text: &str| DealtCoup::deal(book.tableau(), book.values(), &cards(text)).unwrap().outcome;
    let outcomes: Vec<usize> = COUPS
        .iter()
        .map(|text| {
            game.outcomes.iter().position(|known| *known == Outcome { hands: None, ..outcome(text) }).unwrap()
        })
        .collect();
    let strategies: Vec<Strategy> = (0..entrants).map(|index| Strategy::ALL[index % 4]).collect();
    let given = given_table(&book, &method);
    let mut figures = Figures::default();
    let mut played = Vec::new();
    for seed in 0..replayed {
        // Coups of the stage that is on, by table; those of the stages before.
        let (mut coups, mut before) = (Vec::<u32>::new(), 0);
        let mut dice = Dice { state: seed, outcomes: outcomes.clone() };
        let mut steps = Vec::new();
        play(&structure, &strategies, &mut game, &mut dice, &mut figures, &mut |step| steps.push(step));
        let mut replay =
            Replay { tournament: Tournament::new(book.clone(), conditions.clone()), asks, entrants };
        replay.open();
        for step in steps {
            match step {
                Step::Session(tables) => {
                    before += coups.iter().max().unwrap_or(&0);
                    coups = vec![0; tables.len()];
                    replay.seat(&tables);
                }
                Step::Wager(table, seat, wager, amount) => {
                    replay.wager(table as u8 + 1, seat, game.wager(wager), amount);
                }
                Step::Coup(table, outcome) => {
                    coups[table] += 1;
                    let table = table as u8 + 1;
                    let at = outcomes.iter().position(|known| *known == outcome).unwrap();
                    for report in dealt(&given, COUPS[at]) {
                        let reports = replay.tournament.heeds(table, vec![report]);
                        assert_eq!(reports.len(), 1, "everything at the table matters to the session");
                        replay.ask("t", Role::System, Act::ReportTable { table, reports });
                    }
                }
                Step::Placed(table, order) => {
                    let order: Vec<String> = order.iter().map(|entrant| format!("p{entrant}")).collect();
                    let last = replay.tournament.state().stage == 1;
                    let placed = replay.place(table as u8 + 1);
                    // In a heat it matters who goes on; in the final, in which order.
                    let many = if last { 3 } else { advance as usize };
                    let (mut placed, mut order) = (placed[..many].to_vec(), order[..many].to_vec());
                    if !last {
                        placed.sort();
                        order.sort();
                    }
                    assert_eq!(placed, order, "{id} seed {seed}");
                }
            }
        }
        played.push(before + coups.iter().max().unwrap_or(&0));
        replay.ask("director", Role::Director, Act::Award);
        let paid: Money = replay.tournament.state().prizes.iter().map(|prize| prize.money).sum();
        assert_eq!(paid, unit(100 * entrants as i64), "{id} seed {seed}");
    }
    assert_eq!(figures.tournaments, replayed);
    // What was played, play-offs included, is what the plan says of the time it takes.
    assert_eq!(figures.coups.len() as u64, replayed);
    assert_eq!(figures.coups, played, "{id}");
    let planned = structure.coups();
    assert!(figures.tables.1 == 0 || figures.coups.iter().any(|coups| *coups > planned), "{id}");
}

#[test]
fn act_replayed() {
    check("act", true, SMALL, REPLAYED);
}

#[test]
fn nsw_replayed() {
    check("nsw", false, SMALL, REPLAYED);
}

#[test]
fn act_replayed_with_42() {
    check("act", true, LARGE, replayed_large());
}

#[test]
fn nsw_replayed_with_42() {
    check("nsw", false, LARGE, replayed_large());
}

#[test]
fn proposals_hold_everybody() {
    for entrants in [2, 7, 8, 21, 30, 42] {
        let wanted = Wanted { entrants, tables: 6, seats: 7, minutes: 150, coup_seconds: 60 };
        let structures = propose(&wanted);
        assert!(!structures.is_empty(), "{entrants}");
        for structure in structures {
            assert!(structure.stages[0].tables * 7 >= entrants);
            assert!(structure.coups() <= 150);
            for id in ["act", "nsw"] {
                let book = Book::read(shelf::text(id).unwrap()).unwrap();
                let method = book.methods().next().unwrap().id.clone();
                let text = conditions(&structure, &book, entrants, &method);
                let read = Conditions::read(&text, &book);
                assert!(read.is_ok(), "{id} {entrants}: {:?}\n{text}", read.err());
            }
        }
    }
    assert!(
        propose(&Wanted { entrants: 50, tables: 6, seats: 7, minutes: 150, coup_seconds: 60 }).is_empty()
    );
}
