//! The fast way of dealing gives what the plain way gives, cell by cell and coup by coup.

use baccarat::book::Book;
use baccarat::rules::cards::Device;
use baccarat::rules::shoe::BurnStyle;
use baccarat::shelf;
use simulate::{Choice, Dealer, Game, Tally};

/// Every game of a book: each number of decks with each way to burn, the cutting card deep, in the middle and near the front.
fn games(id: &str) -> Vec<Game> {
    let book = Book::read(shelf::text(id).unwrap()).unwrap();
    let usual = Choice::usual(&book);
    let mut games = Vec::new();
    for &decks in &book.rules.cards.decks.0 {
        let burns = BurnStyle::ALL.iter().map(|burn| Some(*burn)).chain([None]);
        for burn in burns {
            for from_back in [usual.from_back, u16::from(decks) * 26, u16::from(decks) * 52 - 9] {
                let choice = Choice { decks, burn, from_back, device: Device::CardShoe };
                games.push(Game::new(&book, &choice).unwrap());
            }
        }
        let device = Choice { decks, device: Device::ShufflingDevice, ..usual.clone() };
        games.push(Game::new(&book, &device).unwrap());
    }
    games
}

#[test]
fn both_ways_count_the_same_in_every_cell() {
    for id in ["act", "nz", "qld", "nsw"] {
        for game in games(id) {
            let (mut fast, mut plain) = (Dealer::new(&game, 11), Dealer::plain(&game, 11));
            assert!(fast.is_fast() && !plain.is_fast());
            let [mut by_fast, mut by_plain] = [Tally::default(), Tally::default()];
            fast.tally(3..90, &mut by_fast);
            plain.tally(3..90, &mut by_plain);
            assert!(by_fast == by_plain, "{id} {:?}", game.ending());
            assert_eq!(by_fast.shoes(), 87);
        }
    }
}

#[test]
fn both_ways_deal_the_same_coups() {
    for game in games("nsw").into_iter().chain(games("act")) {
        let (mut fast, mut plain) = (Dealer::new(&game, 12), Dealer::plain(&game, 12));
        let (mut by_fast, mut by_plain) = (Vec::new(), Vec::new());
        for shoe in 0..20 {
            fast.shoe(shoe, &mut by_fast);
            plain.shoe(shoe, &mut by_plain);
            assert_eq!(by_fast, by_plain);
        }
    }
}

#[test]
fn a_shoe_is_the_same_alone_and_among_others() {
    let game = &games("qld")[0];
    let mut together = Tally::default();
    Dealer::new(game, 7).tally(0..40, &mut together);
    let mut one_by_one = Tally::default();
    for shoe in (0..40).rev() {
        Dealer::new(game, 7).tally(shoe..shoe + 1, &mut one_by_one);
    }
    assert!(together == one_by_one);
    let mut other = Tally::default();
    Dealer::new(game, 8).tally(0..40, &mut other);
    assert!(together != other);
}

/// A shoe dealt with its cards shown is the shoe, and the cards are its cards, whichever way it is dealt.
#[test]
fn a_shoe_is_dealt_from_the_cards_that_are_shown() {
    for id in shelf::ids() {
        for game in &games(id) {
            for mut dealer in [Dealer::new(game, 3), Dealer::plain(game, 3)] {
                let (mut alone, mut shown) = (Vec::new(), Vec::new());
                for shoe in 0..20 {
                    dealer.shoe(shoe, &mut alone);
                    let cards = dealer.shoe_and_cards(shoe, &mut shown);
                    assert_eq!(shown, alone);
                    assert_eq!(cards, dealer.cards(shoe));
                }
            }
        }
    }
}

/// Published so that a seed someone wrote down keeps its meaning.
#[test]
fn a_seed_gives_one_shoe_for_ever() {
    let game = &games("nz")[0];
    let cards = Dealer::new(game, 2026).cards(41);
    let start: Vec<String> = cards[..8].iter().map(ToString::to_string).collect();
    assert_eq!(start.join(" "), "KD TC 8D QS 4D 2D TD 2D");
}

/// Each card is as likely as any other at every place looked at: chi-square on 51 degrees of freedom, whose 99.9 % lies at 87.
#[test]
fn every_card_is_as_likely_at_every_place() {
    let game = &games("nz")[0];
    let mut dealer = Dealer::new(game, 1);
    let places = [0, 1, 100, 207, 414, 415];
    let mut seen = [[0_u32; 52]; 6];
    let shoes = 20_000;
    for shoe in 0..shoes {
        let cards = dealer.cards(shoe);
        for (seen, place) in seen.iter_mut().zip(places) {
            seen[cards[place].index()] += 1;
        }
    }
    let expected = shoes as f64 / 52.0;
    for (seen, place) in seen.iter().zip(places) {
        let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        let chi_square: f64 = seen.iter().map(square).sum();
        assert!(chi_square < 87.0, "place {place}: {chi_square}");
    }
}

#[test]
fn a_shoe_that_could_run_out_is_refused() {
    let book = Book::read(shelf::text("act").unwrap()).unwrap();
    let with = |from_back| Game::new(&book, &Choice { from_back, ..Choice::usual(&book) });
    assert!(with(12).is_ok());
    assert!(with(11).unwrap_err().to_string().contains("12 or more"));
    assert!(with(416).unwrap_err().to_string().contains("fewer than 416"));
    let decks = |decks| Game::new(&book, &Choice { decks, ..Choice::usual(&book) });
    assert!(decks(0).is_err() && decks(17).is_err());
}
