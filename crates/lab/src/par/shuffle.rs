//! How the shoes of a PAR sheet were shuffled: a vector to check it by, and the battery over many of them.

use crate::error::Error;
use crate::shoes::{Shoes, TableChoice};
use ::simulate::Dealer;
use baccarat::book::Book;
use baccarat::card::Card;
use fairness::Battery;
use serde::Serialize;

/// How likely it may be that a perfect shuffle is found wrong, all tests together.
const FALSE_ALARM: f64 = 1e-6;

/// What is known of the shuffle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shuffle {
    /// What gives the same shoes again.
    pub seed: String,
    /// How many decks a shoe has.
    pub decks: u8,
    /// The cards of shoe 0, in the order in which they come.
    pub shoe_0: String,
    /// The hash of that text.
    pub shoe_0_sha256: String,
    /// How many shoes the battery was shown, from shoe 0 on.
    pub shoes: u64,
    /// How likely it may be that a perfect shuffle is found wrong, all tests together.
    pub false_alarm: f64,
    /// How many tests there were.
    pub tests: usize,
    /// Was nothing out of the ordinary?
    pub fair: bool,
    /// The tests by what they look at.
    pub groups: Vec<ShuffleGroup>,
}

/// Tests of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShuffleGroup {
    /// One word.
    pub name: String,
    /// What is counted and what it is compared with.
    pub about: String,
    /// How many tests.
    pub tests: usize,
    /// The one that surprises most.
    pub worst: String,
    /// How likely chance makes that one so by itself.
    pub p: f64,
    /// How likely chance makes any of all tests so.
    pub corrected_p: f64,
}

impl Shuffle {
    /// Shuffles at the table's usual number of decks and judges.
    pub(crate) fn of(book: &Book, seed: u64) -> Result<Shuffle, Error> {
        let shoes = Shoes::of(book.clone(), &TableChoice::default(), seed)?;
        let decks = shoes.game.decks();
        let mut dealer = Dealer::new(&shoes.game, seed);
        let mut battery = Battery::new(book.tableau(), book.values(), decks)?;
        let mut order: Vec<u8> = Vec::new();
        for shoe in 0..Battery::FEWEST_SHOES {
            order.clear();
            order.extend(dealer.cards(shoe).iter().map(|card| card.index() as u8));
            battery.add(&order);
        }
        let judged = battery.judge(FALSE_ALARM).ok_or_else(|| Error::refused("no shoe was shuffled"))?;
        let groups = judged.groups.iter().map(|group| ShuffleGroup {
            name: group.name.to_owned(),
            about: group.about.to_owned(),
            tests: group.findings.len(),
            worst: group
                .worst()
                .map_or(String::new(), |worst| format!("{}: {}", worst.what, worst.statistic)),
            p: group.worst().map_or(1.0, |worst| worst.p),
            corrected_p: group.corrected(),
        });
        let shoe_0 = dealer.cards(0).iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
        Ok(Shuffle {
            seed: seed.to_string(),
            decks,
            shoe_0_sha256: merkle::sha256(&[shoe_0.as_bytes()]).to_string(),
            shoe_0,
            shoes: judged.shoes,
            false_alarm: judged.false_alarm,
            tests: judged.tests(),
            fair: judged.alarms().next().is_none(),
            groups: groups.collect(),
        })
    }
}
