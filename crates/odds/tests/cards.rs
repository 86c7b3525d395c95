//! Wagers on the cards themselves, against a plain deal of every six cards and conditions written out by hand.

mod common;

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::wager::Wager;
use common::shoes::Seeded;
use odds::{Evaluator, Way};

fn book() -> Book {
    Book::read(include_str!("../../../books/examples/side-bets.toml")).unwrap()
}

fn wager<'b>(book: &'b Book, id: &str) -> &'b Wager {
    book.wagers("commission").unwrap().iter().find(|wager| wager.id.as_str() == id).unwrap()
}

/// A card as a plain number and letter: ace 1 to king 13.
#[derive(Clone, Copy, PartialEq)]
struct Plain {
    rank: usize,
    suit: char,
}

impl Plain {
    fn of(card: Card) -> Plain {
        let text = card.to_string();
        let mut letters = text.chars();
        let rank = "A23456789TJQK".find(letters.next().unwrap()).unwrap() + 1;
        Plain { rank, suit: letters.next().unwrap() }
    }

    fn value(self) -> usize {
        if self.rank < 10 { self.rank } else { 0 }
    }

    fn is_red(self) -> bool {
        self.suit == 'H' || self.suit == 'D'
    }
}

/// A coup dealt by the rules that everybody knows, without a chart.
struct Dealt {
    player: Vec<Plain>,
    banker: Vec<Plain>,
}

fn points(cards: &[Plain]) -> usize {
    cards.iter().map(|card| card.value()).sum::<usize>() % 10
}

impl Dealt {
    fn of(six: &[Plain]) -> Dealt {
        let (mut player, mut banker) = (vec![six[0], six[2]], vec![six[1], six[3]]);
        let (p, b) = (points(&player), points(&banker));
        if p < 8 && b < 8 {
            let mut rest = six[4..].iter();
            let mut third = None;
            if p <= 5 {
                third = rest.next();
                player.extend(third);
            }
            let draws = match third.map(|card| card.value()) {
                None => b <= 5,
                Some(third) => match b {
                    0..=2 => true,
                    3 => third != 8,
                    4 => (2..=7).contains(&third),
                    5 => (4..=7).contains(&third),
                    6 => third == 6 || third == 7,
                    _ => false,
                },
            };
            if draws {
                banker.extend(rest.next());
            }
        }
        Dealt { player, banker }
    }

    fn all(&self) -> Vec<Plain> {
        [&self.player[..], &self.banker[..]].concat()
    }

    fn first_four(&self) -> Vec<Plain> {
        [&self.player[..2], &self.banker[..2]].concat()
    }
}

/// How many cards of each rank, the most first.
fn groups(cards: &[Plain]) -> Vec<usize> {
    let mut groups: Vec<usize> =
        (1..14).map(|rank| cards.iter().filter(|card| card.rank == rank).count()).collect();
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}

fn suited(cards: &[Plain]) -> bool {
    cards.iter().all(|card| card.suit == cards[0].suit)
}

fn straight(cards: &[Plain]) -> bool {
    let in_a_row = |mut ranks: Vec<usize>| {
        ranks.sort_unstable();
        ranks.windows(2).all(|pair| pair[1] == pair[0] + 1)
    };
    let high = |card: &Plain| if card.rank == 1 { 14 } else { card.rank };
    in_a_row(cards.iter().map(|card| card.rank).collect()) || in_a_row(cards.iter().map(high).collect())
}

fn king_and_queen(cards: &[Plain]) -> bool {
    cards.iter().any(|card| card.rank == 13) && cards.iter().any(|card| card.rank == 12)
}

/// The row of each wager, in the words of its page. The last row loses.
fn rows(id: &str, coup: &Dealt) -> usize {
    let (p, b) = (points(&coup.player), points(&coup.banker));
    let (all, four) = (coup.all(), coup.first_four());
    let first = |conditions: &[bool]| conditions.iter().position(|holds| *holds).unwrap_or(conditions.len());
    let highest = || all.iter().map(|card| card.value()).max().unwrap();
    match id {
        "tie-max-10" => first(&[p == b && highest() >= 6]),
        "tie-max-55" => first(&[p == b && highest() <= 5]),
        "three-giving-8" => first(&[
            points(&coup.banker[..2]) == 3 && coup.player.get(2).is_some_and(|card| card.value() == 8)
        ]),
        "all-red" => first(&[all.iter().all(|card| card.is_red())]),
        "all-black" => first(&[!all.iter().any(|card| card.is_red())]),
        "matching-dragon-a" => {
            first(&[6, 5, 4, 3, 2, 1].map(|n| all.iter().filter(|c| c.rank == 1).count() == n))
        }
        "matching-dragon-k" => {
            first(&[6, 5, 4, 3, 2, 1].map(|n| all.iter().filter(|c| c.rank == 13).count() == n))
        }
        "lucky-nines" => {
            let nines: Vec<Plain> = four.iter().copied().filter(|card| card.rank == 9).collect();
            let n = nines.len();
            let same = n > 0 && suited(&nines);
            let diamond = nines.iter().any(|card| card.suit == 'D');
            first(&[n == 4, n == 3 && same, n == 3, n == 2 && same, n == 2, n == 1 && diamond, n == 1])
        }
        "majestic-match" => {
            let two = &coup.player[..2];
            first(&[suited(two) && king_and_queen(two), suited(two)])
        }
        "royal-match" => {
            let hands = [&coup.player[..2], &coup.banker[..2]];
            first(&[
                hands.iter().any(|two| suited(two) && king_and_queen(two)),
                hands.iter().any(|two| king_and_queen(two)),
            ])
        }
        "jackpot-baccarat" => {
            let groups = groups(&four);
            let high = four.iter().all(|card| [1, 11, 12, 13].contains(&card.rank));
            let pair = |ranks: &[usize]| {
                groups[0] == 2
                    && groups[1] == 1
                    && ranks.iter().any(|rank| four.iter().filter(|card| card.rank == *rank).count() == 2)
            };
            first(&[
                suited(&four) && straight(&four) && high,
                groups[0] == 4,
                suited(&four) && straight(&four),
                groups[0] == 3,
                suited(&four),
                straight(&four),
                groups[0] == 2 && groups[1] == 2,
                pair(&[1]),
                pair(&[10, 11, 12, 13]),
            ])
        }
        "lucky-8-player" => {
            let lucky = |hand: &[Plain]| hand.len() == 3 && points(hand) == 8 && suited(hand);
            first(&[
                lucky(&coup.player) && lucky(&coup.banker),
                lucky(&coup.player),
                p == 8 && b == 8,
                p == 8 && b > 8,
                p == 8 && b < 8,
            ])
        }
        "lucky-match" => {
            let groups = groups(&all);
            first(&[
                groups[0] >= 5,
                groups[0] == 3 && groups[1] == 3,
                groups[0] == 4,
                groups[0] == 3 && groups[1] == 2,
                groups[0] == 3,
                groups[0] == 2 && groups[1] == 2,
            ])
        }
        "bellagio-match-player" => first(&[groups(&coup.player)[0] == 3]),
        "bellagio-match-banker" => first(&[groups(&coup.banker)[0] == 3]),
        other => panic!("{other}"),
    }
}

const IDS: [&str; 15] = [
    "tie-max-10",
    "tie-max-55",
    "three-giving-8",
    "all-red",
    "all-black",
    "matching-dragon-a",
    "matching-dragon-k",
    "lucky-nines",
    "majestic-match",
    "royal-match",
    "jackpot-baccarat",
    "lucky-8-player",
    "lucky-match",
    "bellagio-match-player",
    "bellagio-match-banker",
];

fn draw_six(cards: &[Plain], drawn: &mut Vec<usize>, then: &mut impl FnMut(&[usize])) {
    if drawn.len() == 6 {
        return then(drawn);
    }
    for card in 0..cards.len() {
        if !drawn.contains(&card) {
            drawn.push(card);
            draw_six(cards, drawn, then);
            drawn.pop();
        }
    }
}

/// Every six cards of a shoe, dealt one by one: how often each row of each wager decides.
fn plainly(shoe: &Composition) -> Vec<Vec<i128>> {
    let cards: Vec<Plain> = Card::all()
        .flat_map(|card| std::iter::repeat_n(Plain::of(card), usize::from(shoe.count(card))))
        .collect();
    let mut counts = vec![vec![0; 10]; IDS.len()];
    draw_six(&cards, &mut Vec::new(), &mut |drawn| {
        let six: Vec<Plain> = drawn.iter().map(|place| cards[*place]).collect();
        let coup = Dealt::of(&six);
        for (id, counts) in IDS.iter().zip(&mut counts) {
            counts[rows(id, &coup)] += 1;
        }
    });
    counts
}

#[test]
fn wagers_on_cards_count_as_a_plain_deal_does() {
    let book = book();
    let wagers: Vec<&Wager> = IDS.iter().map(|id| wager(&book, id)).collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let mut seeded = Seeded(2026);
    let shoes = [
        seeded.lopsided(2, 7),
        seeded.lopsided(3, 8),
        seeded.lopsided(5, 9),
        seeded.depleted(1, 8),
        "9D 9D 9S 9D 9H KD QD QS".split(' ').fold(Composition::empty(), with),
        "2H 3H 3H 2H 3H 3H 8H AH".split(' ').fold(Composition::empty(), with),
        "KS QS JS AS AH KS TS QS".split(' ').fold(Composition::empty(), with),
    ];
    for shoe in shoes {
        let counts = evaluator.counts(&shoe).unwrap();
        for (place, plain) in plainly(&shoe).iter().enumerate() {
            let rows = counts.wager(place);
            assert_eq!(rows, &plain[..rows.len()], "{} on {shoe:?}", IDS[place]);
        }
    }
}

fn with(mut shoe: Composition, card: &str) -> Composition {
    let card = card.parse().unwrap();
    shoe.set(card, shoe.count(card) + 1);
    shoe
}

/// The most cards of the narrow counts and one more, which take other numbers.
#[test]
fn counts_in_64_bits_and_in_128_agree_on_odds() {
    let book = book();
    let wagers = [wager(&book, "three-giving-8"), wager(&book, "lucky-nines")];
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    for decks in [8, 27, 28, 100] {
        let shoe = Composition::of_decks(decks);
        let counts = evaluator.counts(&shoe).unwrap();
        for place in 0..2 {
            assert_eq!(counts.wager(place).iter().sum::<i128>(), counts.draws(), "{decks}");
        }
    }
}

/// Counts that pages publish, or that were worked out twice, on eight decks.
#[test]
fn eight_decks_have_the_published_counts() {
    let book = book();
    // Of the first four cards, unordered: ordered draws of six are 24 · 412 · 411 times as many.
    let four = 24 * 412 * 411;
    let known: [(&str, i128, &[i128]); 8] = [
        ("three-giving-8", 1, &[22_708_577_366_016]),
        ("all-red", 1, &[186_891_927_234_688]),
        (
            "matching-dragon-a",
            1,
            &[
                652_458_240,
                40_210_759_680,
                1_174_231_511_040,
                20_748_232_028_160,
                227_334_747_041_792,
                1_376_864_854_298_624,
                3_372_235_347_405_824,
            ],
        ),
        (
            "lucky-match",
            1,
            &[
                356_942_987_520,
                616_417_689_600,
                12_273_961_559_040,
                40_022_630_768_640,
                207_858_985_697_280,
                385_294_498_430_976,
            ],
        ),
        (
            "jackpot-baccarat",
            four,
            &[
                16_384,
                467_480,
                163_840,
                24_760_320,
                17_929_088,
                11_354_112,
                18_944_640,
                33_048_576,
                132_194_304,
            ],
        ),
        ("lucky-nines", four, &[35_960, 86_016, 1_818_624, 8_236_032, 28_237_824, 74_908_672, 224_726_016]),
        (
            "lucky-8-player",
            1,
            &[
                38_708_182_784,
                11_762_978_186_752,
                54_245_247_845_376,
                54_643_925_237_760,
                545_291_596_681_728,
            ],
        ),
        ("bellagio-match-player", 1, &[15_173_295_632_640]),
    ];
    let wagers: Vec<&Wager> = known.iter().map(|(id, ..)| wager(&book, id)).collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let counts = evaluator.counts(&Composition::of_decks(8)).unwrap();
    for (place, (id, times, expected)) in known.iter().enumerate() {
        let expected: Vec<i128> = expected.iter().map(|count| count * times).collect();
        assert_eq!(counts.wager(place)[..expected.len()], expected, "{id}");
        assert_eq!(counts.wager(place).iter().sum::<i128>(), counts.draws(), "{id}");
    }
}

/// What two wagers bring together is what they bring one by one, on average, whatever they ask about.
#[test]
fn wagers_on_cards_are_placed_together_with_others() {
    let book = book();
    let wagers = [
        wager(&book, "player"),
        wager(&book, "all-red"),
        wager(&book, "player-pair"),
        wager(&book, "lucky-nines"),
    ];
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let shoe = Seeded(5).depleted(2, 60);
    let alone: num_rational::BigRational = evaluator.odds(&shoe).unwrap().iter().map(|odds| odds.ev()).sum();
    let placed: Vec<_> = (0..4).map(|place| evaluator.place_stake(place, 1).unwrap()).collect();
    // Red cards, ranks and nines by suit come to as many kinds as there are cards: few at a time.
    let two = evaluator.together(&shoe, &placed[..2]).unwrap();
    let one = evaluator.together(&shoe, &placed[3..]).unwrap();
    let pair = evaluator.together(&shoe, &placed[2..3]).unwrap();
    assert_eq!(two.ev() + one.ev() + pair.ev(), alone);
    assert_eq!(two.counts().map(|(_, ways)| ways).sum::<i128>(), two.draws());
}

#[test]
fn the_cheapest_way_is_taken() {
    let book = book();
    let way = |id: &str| Way::of(wager(&book, id), book.values());
    assert_eq!(way("player"), Way::Totals);
    assert_eq!(way("player-pair"), Way::Pairs);
    assert_eq!(way("lucky-nines"), Way::FirstFour { kinds: 5 });
    assert_eq!(way("majestic-match"), Way::FirstFour { kinds: 12 });
    assert_eq!(way("three-giving-8"), Way::WholeCoup { kinds: 10 });
    assert_eq!(way("matching-dragon-k"), Way::WholeCoup { kinds: 11 });
    assert_eq!(way("all-black"), Way::WholeCoup { kinds: 20 });
    assert_eq!(way("lucky-match"), Way::WholeCoup { kinds: 13 });
    assert_eq!(way("lucky-8-player"), Way::WholeCoup { kinds: 40 });
}
