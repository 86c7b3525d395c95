//! A full table: fourteen seats, five wagers at each, and a shoe.
#![allow(dead_code)]

#[path = "../../tests/common/mod.rs"]
mod common;

use baccarat::chips::Money;
use baccarat::outcome::Outcome;
use baccarat::rules::betting::ChipKind;
use baccarat::wager::{Wager, WagerId};
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, book, money, with_options};
use table::pays::{Down, Gains, Pays};
use table::{Act, Command, Event, Settings, bets, pay, people};

/// Fourteen seats under the New South Wales book, whose layout D has all five wagers.
pub fn setup() -> Setup {
    let book = book("nsw");
    let mut settings = Settings::usual(&book);
    settings.layout = Some("D".into());
    settings.seats = 14;
    settings.float = Money(Money::MOST);
    settings = with_options(&book, &settings);
    assert!(settings.check(&book).is_empty());
    Setup { name: "a full table".into(), book, settings }
}

pub const PER_SEAT: [[&str; 5]; 2] = [
    ["banker", "tie", "pair-player", "pair-banker", "super-6"],
    ["player", "tie", "pair-player", "pair-banker", "super-6"],
];

/// The seventy wagers as they lie: which, and how much.
pub fn wagers() -> Vec<(WagerId, Money)> {
    let at = |seat: usize| {
        PER_SEAT[seat % 2].iter().enumerate().map(move |(place, id)| {
            (id.parse().unwrap(), money(20 * (1 + (seat as i64 * 5 + place as i64) % 9)))
        })
    };
    (0..14).flat_map(at).collect()
}

/// Seventy wagers with the rows of the book, and the same compiled.
pub struct Layout {
    pub plain: Vec<(Wager, Money)>,
    pub pays: Pays,
    pub down: Vec<Down>,
    pub outcomes: Vec<Outcome>,
    pub gains: Gains,
    pub nets: Vec<Money>,
}

impl Layout {
    pub fn new() -> Layout {
        let setup = setup();
        let method = &setup.settings.method;
        let pays = Pays::compile(&setup.book, method).unwrap();
        let known = setup.book.wagers(method).unwrap();
        let find = |id: &WagerId| known.iter().find(|wager| wager.id == *id).unwrap().clone();
        let plain = wagers().iter().map(|(id, stake)| (find(id), *stake)).collect();
        let down =
            wagers().iter().map(|(id, stake)| pays.put_down(pays.wager(id).unwrap(), *stake)).collect();
        let mut seeded = Seeded(70);
        let reachable = setup.book.outcomes();
        let outcomes = (0..1_024).map(|_| *seeded.pick(&reachable)).collect();
        Layout { plain, pays, down, outcomes, gains: Gains::default(), nets: Vec::new() }
    }

    /// Row after row, wager by wager, in whole numbers.
    pub fn settle_plainly(&mut self, outcome: &Outcome) {
        self.nets.clear();
        self.nets.extend(self.plain.iter().map(|(wager, stake)| {
            let net = wager.row(outcome).unwrap().settlement.net();
            Money(stake.0 * net.numer() / net.denom())
        }));
    }

    pub fn settle_compiled(&mut self, outcome: &Outcome) {
        self.pays.settle(outcome, &self.down, &mut self.gains, &mut self.nets);
    }
}

/// A table with everybody seated and the seventy commands that put their wagers down.
pub struct Evening {
    pub house: House,
    pub place: Vec<Command>,
    /// What has happened in the coup, for the accounts to take in afterwards.
    pub played: Vec<Event>,
}

impl Evening {
    pub fn new() -> Evening {
        let setup = setup();
        let mut house = House::open(&setup, Seeded(14));
        let names: Vec<String> = (0..14).map(|seat| format!("patron{}", seat + 1)).collect();
        for (seat, name) in names.iter().enumerate() {
            house.ask(&house.patron(name, Act::People(people::Act::Arrive))).unwrap();
            house
                .ask(&house.patron(name, Act::People(people::Act::BuyIn { cash: money(50_000_000) })))
                .unwrap();
            house
                .ask(&house.patron(name, Act::People(people::Act::TakeSeat { seat: seat as u8 + 1 })))
                .unwrap();
        }
        let place = wagers()
            .into_iter()
            .enumerate()
            .map(|(index, (wager, amount))| {
                let seat = index / 5;
                let (kind, spoken) = (ChipKind::Chips, false);
                house.patron(
                    &names[seat],
                    Act::Bets(bets::Act::Place { area: seat as u8 + 1, wager, amount, kind, spoken }),
                )
            })
            .collect();
        house.play_on();
        Evening { house, place, played: Vec::new() }
    }

    /// Decides a command and applies what follows.
    fn ask(&mut self, command: &Command) {
        let mut decided = self.house.table.decide(command).unwrap();
        self.house.table.take(&mut decided);
        self.played.append(&mut decided.events);
    }

    /// One coup: seventy wagers placed, dealt and settled, every command decided and applied.
    pub fn coup(&mut self) {
        let place = std::mem::take(&mut self.place);
        place.iter().for_each(|command| self.ask(command));
        self.place = place;
        loop {
            let command = self.house.due_command().unwrap();
            let over = matches!(command.acts[0], Act::Pay(pay::Act::CollectCards));
            self.ask(&command);
            self.house.took(&command);
            if over {
                break;
            }
        }
    }

    /// Makes a new shoe ready when the old one is at its end; not part of a coup.
    pub fn between(&mut self) {
        self.played.drain(..).for_each(|event| self.house.post(&event));
        self.house.play_on();
        self.house.events.clear();
    }
}
