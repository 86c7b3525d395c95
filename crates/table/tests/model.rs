//! Shoe after shoe through the table, and a second, plainer reckoning of every settlement.
//!
//! Nothing here asks the engine who won or what is paid: cards are added up, third cards judged, rows matched, odds
//! applied and amounts rounded anew, from the cards that were seen and the declarations of the book.
//!
//! `CROUPIER_SHOES` says how many shoes each book deals: 10,000 in an optimised build unless told, 300 otherwise.
//! `cargo test --release -p table --test model` is the whole of it. A failure prints its table and seed.

mod common;

use baccarat::book::Book;
use baccarat::card::{Card, Suit};
use baccarat::chips::Money;
use baccarat::outcome::{Side, Winner};
use baccarat::rules::betting::{AboveMaximum, ChipKind, StandoffStake};
use baccarat::rules::people::CallWords;
use baccarat::rules::play::InexactPayment;
use baccarat::wager::{Condition, Digits, OneOf, PairCondition, Row, Settlement, Wager, WagerId};
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, setups};
use table::{Act, Due, Event, Fact, Name, Settings, SettledAs, bets, deal, pay, people};

fn shoes() -> u64 {
    let usual = if cfg!(debug_assertions) { 300 } else { 10_000 };
    std::env::var("CROUPIER_SHOES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn act() {
    check("act");
}

#[test]
fn nsw() {
    check("nsw");
}

#[test]
fn nz() {
    check("nz");
}

#[test]
fn qld() {
    check("qld");
}

fn check(id: &str) {
    let tables = tables(id);
    let mut dealt = Dealt::default();
    for number in 0..shoes() {
        let setup = &tables[number as usize % tables.len()];
        let seed = number + 1;
        let played = std::panic::catch_unwind(|| shoe(setup, seed));
        match played {
            Ok(more) => dealt.add(more),
            Err(cause) => {
                eprintln!("table: {}; shoe {seed}", setup.name);
                std::panic::resume_unwind(cause);
            }
        }
    }
    println!("{id}: {} shoes, {} coups, {} settlements agree", shoes(), dealt.coups, dealt.settlements);
    assert!(dealt.coups >= 5 * shoes() && dealt.settlements >= 5 * dealt.coups, "{id}: too little was dealt");
}

/// Tables whose wagers this model reckons: no area maxima and no differential, which other tests look at.
fn tables(id: &str) -> Vec<Setup> {
    let mut all = setups(id);
    for setup in &mut all {
        let settings = &mut setup.settings;
        settings.float = Money(Money::MOST);
        settings.area_most = None;
        settings.differential = None;
        *settings = common::tables::with_options(&setup.book, settings);
    }
    all.retain(|setup| setup.settings.check(&setup.book).is_empty());
    all
}

#[derive(Default)]
struct Dealt {
    coups: u64,
    settlements: u64,
}

impl Dealt {
    fn add(&mut self, more: Dealt) {
        self.coups += more.coups;
        self.settlements += more.settlements;
    }
}

const PATRONS: [&str; 5] = ["ann", "bob", "cat", "dan", "eve"];

/// One shoe from its first coup until the cards go to be shuffled.
fn shoe(setup: &Setup, seed: u64) -> Dealt {
    let mut house = House::open(setup, Seeded(seed));
    for (place, name) in PATRONS.iter().enumerate() {
        house.ask(&house.patron(name, Act::People(people::Act::Arrive))).unwrap();
        let cash = Money(1_000_000 * setup.settings.chips[0].0);
        house.ask(&house.patron(name, Act::People(people::Act::BuyIn { cash }))).unwrap();
        house
            .ask(&house.patron(name, Act::People(people::Act::SwapVoucher { worth: cash, number: None })))
            .ok();
        house.ask(&house.patron(name, Act::People(people::Act::TakeSeat { seat: place as u8 + 1 }))).unwrap();
    }
    let mut dealt = Dealt::default();
    house.play_on();
    let first = house.table.state().shoe.number;
    // A shuffling device never comes to an end, so it stops after as many coups as a shoe would give.
    for _ in 0..100 {
        if house.table.state().shoe.number != first {
            return dealt;
        }
        bets(setup, &mut house);
        let since = house.events.len();
        coup(&mut house);
        dealt.coups += 1;
        dealt.settlements += reckon(setup, &house.events[since..]);
        house.events.clear();
    }
    dealt
}

/// Wagers of every kind, with amounts that chips find hard to pay.
fn bets(setup: &Setup, house: &mut House) {
    let wagers: Vec<WagerId> =
        setup.book.wagers(&setup.settings.method).unwrap().iter().map(|wager| wager.id.clone()).collect();
    while matches!(
        house.table.due(),
        Due::OpenBetting
            | Due::OfferRole { .. }
            | Due::AnswerRole { .. }
            | Due::Call { words: CallWords::LastCoup }
    ) {
        let command = house.due_command().unwrap();
        house.ask(&command).unwrap();
    }
    let tied = |house: &House, name: &str| {
        let role = house.table.state().designated.holder.as_ref();
        role.is_some_and(|holder| *holder.0 == *name)
    };
    for (place, name) in PATRONS.iter().enumerate() {
        let mains = if place % 2 == 0 || tied(house, name) { "banker" } else { "player" };
        let mut wanted: Vec<WagerId> = vec![mains.parse().unwrap(), "tie".parse().unwrap()];
        wanted.extend(wagers.iter().skip(3).cloned());
        for wager in wanted {
            let limits = setup.settings.limits_of(&setup.book, &wager);
            let unit = setup.settings.chips[0].0;
            let unit = limits.unit.map_or(unit, |unit| unit.0);
            let most = (limits.most.0 / unit).min(60) as usize;
            let mut amount = unit * (1 + house.seeded.below(most) as i64);
            amount = amount.max((limits.least.0 + unit - 1) / unit * unit);
            if house.seeded.chance(4) {
                amount += limits.most.0 / unit * unit;
            }
            let kind = if house.seeded.chance(8) { ChipKind::PromotionalTokens } else { ChipKind::Chips };
            let area = place as u8 + 1;
            let act = Act::Bets(bets::Act::Place { area, wager, amount: Money(amount), kind, spoken: false });
            // Some are refused: forbidden together, not payable, above the limits. That is not judged here.
            house.ask(&house.patron(name, act)).ok();
        }
    }
    if house.table.due() == Due::Wagers {
        // The holder of the role must have a wager on banker.
        let holder = house.table.state().designated.holder.clone().map_or("ann".into(), |holder| holder.0);
        let seat = house.table.state().present(&Name(holder.clone())).and_then(|patron| patron.seat);
        let limits = setup.settings.limits;
        let amount = Money(
            (1..).map(|times| times * setup.settings.chips[0].0 * 20).find(|a| *a >= limits.least.0).unwrap(),
        );
        let act = Act::Bets(bets::Act::Place {
            area: seat.unwrap_or(1),
            wager: "banker".parse().unwrap(),
            amount,
            kind: ChipKind::Chips,
            spoken: false,
        });
        house.ask(&house.patron(&holder, act)).unwrap();
    }
}

/// Deals, settles and collects.
fn coup(house: &mut House) {
    for _ in 0..60 {
        let command = house.due_command().expect("something is due");
        house.ask(&command).unwrap_or_else(|refusal| panic!("{command:?} was due: {refusal}"));
        let over = matches!(command.acts[0], Act::Pay(pay::Act::CollectCards));
        if over {
            return;
        }
    }
    panic!("the coup does not end; due is {}", house.table.due());
}

/// What everybody saw of a coup.
#[derive(Default)]
struct ShownHands {
    hands: [Vec<Option<Card>>; 2],
}

impl ShownHands {
    fn hand(&self, side: Side) -> Vec<Card> {
        self.hands[side as usize].iter().flatten().copied().collect()
    }
}

fn points(cards: &[Card]) -> u8 {
    let of = |card: &Card| match card.rank as u8 + 1 {
        pips @ 1..=9 => pips,
        _ => 0,
    };
    cards.iter().map(of).sum::<u8>() % 10
}

/// The features of a coup, from its cards alone.
struct Features {
    player: u8,
    banker: u8,
    player_natural: bool,
    banker_natural: bool,
    player_cards: u8,
    banker_cards: u8,
    pairs: [Option<PairCondition>; 2],
    twin: bool,
}

impl Features {
    fn of(player: &[Card], banker: &[Card]) -> Features {
        let pair = |hand: &[Card]| {
            let red = |card: Card| matches!(card.suit, Suit::Hearts | Suit::Diamonds);
            (hand[0].rank == hand[1].rank).then(|| {
                if hand[0].suit == hand[1].suit {
                    PairCondition::Perfect
                } else if red(hand[0]) == red(hand[1]) {
                    PairCondition::Coloured
                } else {
                    PairCondition::Mixed
                }
            })
        };
        let natural = |hand: &[Card]| points(&hand[..2]) >= 8;
        Features {
            player: points(player),
            banker: points(banker),
            player_natural: natural(player),
            banker_natural: natural(banker),
            player_cards: player.len() as u8,
            banker_cards: banker.len() as u8,
            pairs: [pair(player), pair(banker)],
            twin: pair(player).is_some() && pair(banker).is_some() && player[0].rank == banker[0].rank,
        }
    }

    fn winner(&self) -> Winner {
        if self.player > self.banker {
            Winner::Player
        } else if self.player < self.banker {
            Winner::Banker
        } else {
            Winner::Tie
        }
    }

    fn fits(&self, when: &Condition) -> bool {
        let digit = |wanted: &Option<Digits>, is: u8| match wanted {
            None => true,
            Some(digits) => digits.iter().any(|digit| digit == is),
        };
        let is = |wanted: &Option<bool>, is: bool| wanted.is_none() || *wanted == Some(is);
        let pair = |wanted: &Option<OneOf<PairCondition>>, is: Option<PairCondition>| match wanted {
            None => true,
            Some(OneOf::One(one)) => of_kind(*one, is),
            Some(OneOf::Any(any)) => any.iter().any(|one| of_kind(*one, is)),
        };
        let winner = match &when.winner {
            None => true,
            Some(OneOf::One(one)) => *one == self.winner(),
            Some(OneOf::Any(any)) => any.contains(&self.winner()),
        };
        let paired = self.pairs.iter().flatten().count() as u8;
        winner
            && digit(&when.player_total, self.player)
            && digit(&when.banker_total, self.banker)
            && digit(&when.margin, self.player.abs_diff(self.banker))
            && is(&when.natural, self.player_natural || self.banker_natural)
            && is(&when.player_natural, self.player_natural)
            && is(&when.banker_natural, self.banker_natural)
            && digit(&when.player_cards, self.player_cards)
            && digit(&when.banker_cards, self.banker_cards)
            && digit(&when.cards, self.player_cards + self.banker_cards)
            && pair(&when.player_pair, self.pairs[0])
            && pair(&when.banker_pair, self.pairs[1])
            && digit(&when.pairs, paired)
            && is(&when.twin_pair, self.twin)
    }
}

fn of_kind(wanted: PairCondition, is: Option<PairCondition>) -> bool {
    match wanted {
        PairCondition::None => is.is_none(),
        PairCondition::Any => is.is_some(),
        kind => is == Some(kind),
    }
}

/// Third cards as every casino chart has them.
fn third_cards_are_right(player: &[Card], banker: &[Card]) {
    let (two, bank) = (points(&player[..2]), points(&banker[..2]));
    if two >= 8 || bank >= 8 {
        assert_eq!((player.len(), banker.len()), (2, 2), "a natural ends it");
        return;
    }
    assert_eq!(player.len() == 3, two <= 5, "player on {two}");
    let draws = match player.get(2).map(|card| points(&[*card])) {
        None => bank <= 5,
        Some(third) => match bank {
            0..=2 => true,
            3 => third != 8,
            4 => (2..=7).contains(&third),
            5 => (4..=7).contains(&third),
            6 => (6..=7).contains(&third),
            _ => false,
        },
    };
    assert_eq!(banker.len() == 3, draws, "banker on {bank}");
}

/// Checks the settlements among the events of one coup; how many there were.
fn reckon(setup: &Setup, events: &[Event]) -> u64 {
    let mut seen = ShownHands::default();
    let mut kinds: std::collections::BTreeMap<u32, ChipKind> = Default::default();
    let mut settled = 0;
    for event in events {
        match &event.fact {
            Fact::Deal(deal::Fact::CardDealt { to, card }) => seen.hands[*to as usize].push(*card),
            Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => {
                let mut open = cards.iter();
                for card in seen.hands[*side as usize].iter_mut().filter(|card| card.is_none()) {
                    *card = open.next().copied();
                }
            }
            Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
                kinds.insert(stake.id.0, stake.kind);
            }
            Fact::Deal(deal::Fact::CoupDecided { winner, player, banker, .. }) => {
                let hands = (seen.hand(Side::Player), seen.hand(Side::Banker));
                third_cards_are_right(&hands.0, &hands.1);
                let features = Features::of(&hands.0, &hands.1);
                assert_eq!(
                    (*winner, *player, *banker),
                    (features.winner(), features.player, features.banker)
                );
            }
            Fact::Pay(pay::Fact::WagerSettled { wager, staked, result, .. }) => {
                let hands = (seen.hand(Side::Player), seen.hand(Side::Banker));
                let features = Features::of(&hands.0, &hands.1);
                let due = reckoned(&setup.book, &setup.settings, wager, staked.0, &features);
                let found = (result.outcome, result.live.0, result.paid.0, result.returned.0, result.stays);
                let message = format!("{wager} {staked} on {hands:?} at {}", setup.name);
                assert_eq!(found, due, "{message}");
                let handed: i64 = result.chips.iter().map(|(chip, count)| chip.0 * *count as i64).sum();
                assert_eq!(handed + result.owed.0, result.paid.0, "{message}: {:?}", result.chips);
                let mut chips = setup.settings.chips.clone();
                chips.sort();
                let more = (handed + 1..=result.paid.0).any(|amount| makes(&chips, amount));
                assert!(!more, "{message}: chips go further than {handed}");
                settled += 1;
            }
            _ => {}
        }
    }
    settled
}

/// Can some number of each chip make this amount? By trying, not by the engine's table of remainders.
fn makes(chips: &[Money], amount: i64) -> bool {
    match chips {
        [] => amount == 0,
        [one] => amount % one.0 == 0,
        [rest @ .., largest] => {
            let most = amount / largest.0;
            // Beyond as many as the smallest chip has units, the same remainders come again.
            let fewest = (most - chips[0].0).max(0);
            (fewest..=most).rev().any(|count| makes(rest, amount - count * largest.0))
        }
    }
}

/// What a row wins on a stake, as a fraction: units above the line and below it.
fn won(row: &Row, stake: i64) -> Option<(i128, i128)> {
    let Settlement::Wins(odds) = row.settlement else { return None };
    let text = odds.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let number = |word: &str| word.trim_end_matches('%').parse::<i128>().unwrap();
    let commission = words.get(4).map_or(0, |word| number(word));
    Some((i128::from(stake) * number(words[0]) * (100 - commission), number(words[2]) * 100))
}

/// Can chips pay every win of a stake exactly?
fn payable(wager: &Wager, stake: i64, chips: &[Money]) -> bool {
    wager
        .rows
        .iter()
        .filter_map(|row| won(row, stake))
        .all(|(over, cites)| over % cites == 0 && makes(chips, (over / cites) as i64))
}

/// What must become of a stake: how it ends, what was live, what is paid, what goes back, whether it stays.
fn reckoned(
    book: &Book,
    settings: &Settings,
    wager: &WagerId,
    staked: i64,
    features: &Features,
) -> (SettledAs, i64, i64, i64, bool) {
    let wager = book.wagers(&settings.method).unwrap().iter().find(|known| known.id == *wager).unwrap();
    let row = wager.rows.iter().find(|row| features.fits(&row.when)).unwrap();
    let mut chips = settings.chips.clone();
    chips.sort();
    let cut = matches!(
        book.rules.limits.above_maximum.get(),
        Some(AboveMaximum::SettledToMaximum | AboveMaximum::RefusedThenSettledToMaximum)
    );
    let most = settings.limits_of(book, &wager.id).most.0;
    let mut live = if cut { staked.min(most) } else { staked };
    let concerns = book.rules.settlement.inexact_for.get().is_none_or(|only| only.contains(&wager.id));
    let inexact = book.rules.settlement.inexact.get().filter(|_| concerns);
    if inexact == Some(&InexactPayment::PartVoid) {
        while live > 0 && !(makes(&chips, live) && payable(wager, live, &chips)) {
            live -= 1;
        }
    }
    let main = ["player", "banker", "tie"].contains(&wager.id.as_str());
    match row.settlement {
        Settlement::Loses => (SettledAs::Loses, live, 0, staked - live, false),
        Settlement::StandsOff => {
            let rides = book.rules.betting.standoff_stake.get() == Some(&StandoffStake::StaysAndRides);
            (SettledAs::StandsOff, live, 0, staked - live, rides && main)
        }
        Settlement::Wins(_) => {
            let (over, cites) = won(row, live).unwrap();
            // Less than a hundredth counts as one.
            let mut paid = ((over + cites - 1) / cites) as i64;
            let exact = over % cites == 0 && makes(&chips, paid);
            if !exact && inexact == Some(&InexactPayment::RoundUp) {
                while !makes(&chips, paid) {
                    paid += 1;
                }
            }
            (SettledAs::Wins, live, paid, staked - live, false)
        }
    }
}

/// The model itself is tried on cases worked out by hand.
#[test]
fn the_model_knows_what_chips_make() {
    let chips: Vec<Money> = [4, 7].map(|whole| Money(whole * 100)).to_vec();
    let made: Vec<i64> = (0..20).filter(|whole| makes(&chips, whole * 100)).collect();
    assert_eq!(made, [0, 4, 7, 8, 11, 12, 14, 15, 16, 18, 19]);
}
