//! The battery passes the real shuffle, catches the classic wrong ones, and cries wolf as seldom as it says.

use baccarat::book::Book;
use baccarat::shelf;
use fairness::{Battery, Judgement};
use shoe::demonstration::{Chance, seed_of};
use shoe::shuffle;

const SHOES: u64 = Battery::FEWEST_SHOES;

/// In a shoe of eight decks seven other cards like it may stand in for a card, which hides some faults well.
const MANY: u64 = 3 * SHOES;
const FALSE_ALARM: f64 = 1e-6;

fn battery(decks: u8) -> Battery {
    let book = Book::read(shelf::text("act").unwrap()).unwrap();
    Battery::new(book.tableau(), book.values(), decks).unwrap()
}

fn decks_of(decks: u8) -> Vec<u8> {
    (0..decks).flat_map(|_| 0..52).collect()
}

fn judged(shoes: u64, mut shuffled: impl FnMut(u64) -> Vec<u8>) -> Judgement {
    let mut battery = battery(8);
    (0..shoes).for_each(|shoe| assert!(battery.add(&shuffled(shoe))));
    battery.judge(FALSE_ALARM).unwrap()
}

fn ours(number: u64, decks: u8) -> impl FnMut(u64) -> Vec<u8> {
    move |shoe| {
        let order = shuffle::order(&seed_of(number, shoe), decks);
        order.into_iter().map(|card| card.index() as u8).collect()
    }
}

fn alarms(judgement: &Judgement) -> Vec<&'static str> {
    judgement.alarms().map(|group| group.name).collect()
}

/// A wrong way to put cards in order.
fn wrong(number: u64, mut swap: impl FnMut(&mut Chance, &mut [u8])) -> impl FnMut(u64) -> Vec<u8> {
    let mut chance = Chance::seeded(number, 0);
    move |_| {
        let mut cards = decks_of(8);
        swap(&mut chance, &mut cards);
        cards
    }
}

/// Every card changes places with any other: 416^416 equally likely ways cannot be shared out evenly among 416! orders.
#[test]
fn swapping_with_any_card_is_caught() {
    let naive = wrong(1, |chance, cards| {
        for at in 0..cards.len() {
            cards.swap(at, chance.below(cards.len()));
        }
    });
    assert!(alarms(&judged(MANY, naive)).contains(&"places"));
}

/// Off by one: no card can stay where it is (Sattolo's algorithm).
#[test]
fn a_shuffle_off_by_one_is_caught() {
    let off_by_one = wrong(2, |chance, cards| {
        for last in (1..cards.len()).rev() {
            cards.swap(last, chance.below(last));
        }
    });
    assert!(alarms(&judged(MANY, off_by_one)).contains(&"places"));
}

/// The remainder of a word of nine bits favours the small numbers.
#[test]
fn a_remainder_without_rejection_is_caught() {
    let remainder = wrong(3, |chance, cards| {
        for last in (1..cards.len()).rev() {
            cards.swap(last, chance.below(512) % (last + 1));
        }
    });
    assert!(alarms(&judged(MANY, remainder)).contains(&"places"));
}

/// A perfect shuffle keyed with sixteen bits only: there are just 65,536 shoes.
#[test]
fn a_short_seed_is_caught() {
    let mut chance = Chance::seeded(4, 0);
    let mut ours = ours(9, 8);
    let judgement = judged(SHOES, |_| ours(chance.below(65_536) as u64));
    // Shoes that come again also make every other count swing too far.
    assert!(alarms(&judgement).contains(&"repeats"));
}

/// One riffle too few: cards that lay together still lie together.
#[test]
fn cards_that_stick_together_are_caught() {
    let mut ours = ours(5, 8);
    let judgement = judged(SHOES, |shoe| {
        let mut cards = ours(shoe);
        // In one shoe of ten, one card is followed by the one above it.
        if shoe % 10 == 0 {
            let at = cards.iter().position(|kind| *kind == 7).unwrap().min(414);
            let next = cards.iter().rposition(|kind| *kind == 8).unwrap();
            cards.swap(at + 1, next);
        }
        cards
    });
    assert!(alarms(&judgement).contains(&"neighbours"), "{:?}", alarms(&judgement));
}

/// With a false-alarm rate of one in five instead of one in a million, 30 honest runs give about 6 alarms or fewer, as
/// sharing the rate out is on the safe side. More than 15 would come less than once in a thousand such tests.
#[test]
fn the_false_alarm_rate_is_kept() {
    let alarms = (0..30).filter(|run| {
        let mut battery = battery(1);
        let mut ours = ours(1_000 + run, 1);
        (0..Battery::FEWEST_SHOES).for_each(|shoe| assert!(battery.add(&ours(shoe))));
        battery.judge(0.2).unwrap().alarms().next().is_some()
    });
    let alarms = alarms.count();
    assert!((1..=15).contains(&alarms), "{alarms} alarms in 30 honest runs");
}

#[test]
fn the_shuffle_of_the_shoe_passes_whether_counted_apart_or_together() {
    let whole = judged(SHOES, ours(7, 8));
    assert_eq!(alarms(&whole), Vec::<&str>::new());
    assert!(whole.shoes == SHOES && whole.tests() > 3_000);
    let [mut first, mut second] = [battery(8), battery(8)];
    let mut ours = ours(7, 8);
    (0..4_000).for_each(|shoe| assert!(first.add(&ours(shoe))));
    (4_000..SHOES).for_each(|shoe| assert!(second.add(&ours(shoe))));
    assert!(first.judge(FALSE_ALARM).is_none(), "too few shoes");
    first.merge(second);
    assert_eq!(first.judge(FALSE_ALARM).unwrap(), whole);
}

#[test]
fn what_is_no_shoe_is_not_counted() {
    let mut battery = battery(8);
    assert!(!battery.add(&[]));
    assert!(!battery.add(&decks_of(7)));
    assert!(!battery.add(&vec![52; 416]));
    assert!(battery.judge(FALSE_ALARM).is_none());
}

/// Few shoes, such as a floor scans in a week: what can be judged is, and what cannot is named.
#[test]
fn few_shoes_are_judged_by_the_tests_that_they_suffice_for() {
    let mut few = battery(8);
    let mut ours = ours(11, 8);
    (0..300).for_each(|shoe| assert!(few.add(&ours(shoe))));
    assert!(few.judge(FALSE_ALARM).is_none());
    let judgement = few.judge_what_there_is(FALSE_ALARM);
    assert_eq!(alarms(&judgement), Vec::<&str>::new());
    assert!(judgement.tests() > 400, "{}", judgement.tests());
    assert!(judgement.skipped.iter().any(|(group, many)| *group == "neighbours" && *many > 2_000));
    assert!(judgement.groups.iter().flat_map(|group| &group.findings).all(|one| one.p.is_finite()));
    // A shuffler that jams leaves the cards in their order.
    let mut jammed = battery(8);
    (0..300).for_each(|shoe| assert!(jammed.add(&if shoe % 3 == 0 { decks_of(8) } else { ours(shoe) })));
    assert!(alarms(&jammed.judge_what_there_is(FALSE_ALARM)).contains(&"places"));
}

/// With a rate of one in five, 30 honest runs of 250 shoes give about 6 alarms or fewer.
#[test]
fn the_false_alarm_rate_is_kept_on_few_shoes_and_on_first_cards() {
    for first in [416, 300] {
        let found = (0..30).filter(|run| {
            let mut battery = battery(8).of_first(first);
            let mut ours = ours(5_000 + run, 8);
            (0..250).for_each(|shoe| assert!(battery.add(&ours(shoe)[..first])));
            battery.judge_what_there_is(0.2).alarms().next().is_some()
        });
        let found = found.count();
        assert!(found <= 15, "{found} alarms in 30 honest runs of the first {first} cards");
    }
}

#[test]
fn shoes_that_were_not_dealt_out_are_judged_by_their_first_cards() {
    let mut battery = battery(8).of_first(350);
    let mut ours = ours(12, 8);
    (0..SHOES).for_each(|shoe| assert!(battery.add(&ours(shoe)[..350])));
    assert!(!battery.add(&ours(0)), "a whole shoe is not of 350 cards");
    let judgement = battery.judge(FALSE_ALARM).unwrap();
    assert_eq!(alarms(&judgement), Vec::<&str>::new());
    assert!(judgement.tests() > 3_000 && !judgement.skipped.is_empty());
}
