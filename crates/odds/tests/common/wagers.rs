//! The standard tableau, the standard values, and the fifteen wagers of the books.

use baccarat::basis::Basis;
use baccarat::outcome::Winner;
use baccarat::tableau::{PointValues, Tableau};
use baccarat::wager::{Condition, Digits, OneOf, PairCondition, Row, Settlement, Wager, WagerClass};

/// Ace to nine as they are, tens and pictures nothing.
pub fn standard_values() -> PointValues {
    PointValues::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0])
}

/// Naturals 8 and 9; the player draws on 0 to 5; the banker by the player's third card.
pub fn standard_tableau() -> Tableau {
    let up_to = |highest: usize| std::array::from_fn(|total| total <= highest);
    Tableau {
        natural: std::array::from_fn(|total| total >= 8),
        player_draws: up_to(5),
        banker_draws_alone: up_to(5),
        banker_draws: [3, 3, 4, 4, 5, 5, 6, 6, 2, 3].map(up_to),
    }
}

fn row(when: Condition, settlement: Settlement) -> Row {
    Row { name: None, when, settlement, basis: Basis::Assumed(String::new()) }
}

pub fn wins(odds: &str, when: Condition) -> Row {
    row(when, Settlement::Wins(odds.parse().unwrap()))
}

pub fn stands_off(when: Condition) -> Row {
    row(when, Settlement::StandsOff)
}

pub fn otherwise_loses() -> Row {
    row(anything(), Settlement::Loses)
}

pub fn wager(id: &str, rows: Vec<Row>) -> Wager {
    Wager { id: id.parse().unwrap(), name: id.to_owned(), class: WagerClass::Side, backs: None, rows }
}

pub fn anything() -> Condition {
    Condition::default()
}

pub fn won_by(winner: Winner) -> Condition {
    Condition { winner: Some(OneOf::One(winner)), ..anything() }
}

pub fn digits(text: &str) -> Option<Digits> {
    Some(text.parse().unwrap())
}

fn main_wager(id: &str, winner: Winner, odds: &str) -> Wager {
    wager(id, vec![wins(odds, won_by(winner)), stands_off(won_by(Winner::Tie)), otherwise_loses()])
}

fn pair_wager(id: &str, pays: &[(&str, PairCondition)], of_player: bool) -> Wager {
    let when = |pair: PairCondition| match of_player {
        true => Condition { player_pair: Some(OneOf::One(pair)), ..anything() },
        false => Condition { banker_pair: Some(OneOf::One(pair)), ..anything() },
    };
    let mut rows: Vec<Row> = pays.iter().map(|(odds, pair)| wins(odds, when(*pair))).collect();
    rows.push(otherwise_loses());
    wager(id, rows)
}

const ANY_PAIR: [(&str, PairCondition); 1] = [("11 to 1", PairCondition::Any)];
const PERFECT_PAIR: [(&str, PairCondition); 3] = [
    ("25 to 1", PairCondition::Perfect),
    ("12 to 1", PairCondition::Coloured),
    ("5 to 1", PairCondition::Mixed),
];

fn dragon(id: &str, winner: Winner) -> Wager {
    let natural = |condition: Condition| match winner {
        Winner::Player => Condition { player_natural: Some(true), ..condition },
        _ => Condition { banker_natural: Some(true), ..condition },
    };
    let natural_tie =
        Condition { player_natural: Some(true), banker_natural: Some(true), ..won_by(Winner::Tie) };
    let mut rows = vec![wins("1 to 1", natural(won_by(winner))), stands_off(natural_tie)];
    for (margin, odds) in [
        ("9", "30 to 1"),
        ("8", "10 to 1"),
        ("7", "6 to 1"),
        ("6", "4 to 1"),
        ("5", "2 to 1"),
        ("4", "1 to 1"),
    ] {
        rows.push(wins(odds, Condition { margin: digits(margin), ..won_by(winner) }));
    }
    rows.push(otherwise_loses());
    wager(id, rows)
}

fn tiger_wager(id: &str, pays: &[(&str, &str)]) -> Wager {
    let when = |cards| Condition {
        banker_total: digits("6"),
        banker_cards: digits(cards),
        ..won_by(Winner::Banker)
    };
    let mut rows: Vec<Row> = pays.iter().map(|(odds, cards)| wins(odds, when(cards))).collect();
    rows.push(otherwise_loses());
    wager(id, rows)
}

fn tiger_tie() -> Wager {
    let sixes = Condition { banker_total: digits("6"), ..won_by(Winner::Tie) };
    wager("tiger-tie", vec![wins("45 to 1", sixes), otherwise_loses()])
}

fn tiger_pair() -> Wager {
    let twin = Condition { twin_pair: Some(true), ..anything() };
    let pairs = |many| Condition { pairs: digits(many), ..anything() };
    let rows = vec![
        wins("100 to 1", twin),
        wins("25 to 1", pairs("2")),
        wins("4 to 1", pairs("1")),
        otherwise_loses(),
    ];
    wager("tiger-pair", rows)
}

/// The fifteen wagers of the books.
pub fn fifteen_wagers() -> Vec<Wager> {
    vec![
        main_wager("player", Winner::Player, "1 to 1"),
        main_wager("banker", Winner::Banker, "1 to 1 less 5%"),
        wager("tie", vec![wins("8 to 1", won_by(Winner::Tie)), otherwise_loses()]),
        pair_wager("pair-player", &ANY_PAIR, true),
        pair_wager("pair-banker", &ANY_PAIR, false),
        pair_wager("perfect-pair-player", &PERFECT_PAIR, true),
        pair_wager("perfect-pair-banker", &PERFECT_PAIR, false),
        dragon("dragon-player", Winner::Player),
        dragon("dragon-banker", Winner::Banker),
        tiger_wager("super-6", &[("15 to 1", "2, 3")]),
        tiger_tie(),
        tiger_wager("big-tiger", &[("55 to 1", "3")]),
        tiger_wager("small-tiger", &[("22 to 1", "2")]),
        tiger_wager("tiger", &[("22 to 1", "3"), ("12 to 1", "2")]),
        tiger_pair(),
    ]
}

/// Wagers no book has, that ask about totals and pairs at once.
pub fn mixed_wagers() -> Vec<Wager> {
    let paired_win = Condition {
        player_pair: Some(OneOf::Any(vec![PairCondition::Perfect, PairCondition::Coloured])),
        ..won_by(Winner::Player)
    };
    let twin_six = Condition { twin_pair: Some(true), cards: digits("6"), ..anything() };
    let unpaired_natural = Condition { pairs: digits("0"), natural: Some(true), ..anything() };
    let tie_with_banker_pair =
        Condition { banker_pair: Some(OneOf::One(PairCondition::Mixed)), ..won_by(Winner::Tie) };
    let player_pair = Condition { player_pair: Some(OneOf::One(PairCondition::Any)), ..anything() };
    let either_or = Condition {
        sum: "0-3, 9, 15-18".parse().ok(),
        either: Some(vec![won_by(Winner::Tie), player_pair]),
        not: Some(Box::new(Condition { cards: digits("5"), ..anything() })),
        ..anything()
    };
    vec![
        wager("paired-win", vec![wins("20 to 1", paired_win), wins("500 to 1", twin_six), otherwise_loses()]),
        wager(
            "odd-one",
            vec![wins("3 to 2", unpaired_natural), stands_off(tie_with_banker_pair), otherwise_loses()],
        ),
        wager("either-or", vec![wins("2.5 to 1", either_or), otherwise_loses()]),
    ]
}
