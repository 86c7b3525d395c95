//! The published books, read as anyone reads them.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::clause::ClauseKind;
use baccarat::coup::DealtCoup;
use baccarat::outcome::{Side, Winner};
use baccarat::shelf;
use baccarat::wager::Settlement;

fn book(id: &str) -> Book {
    let text = shelf::text(id).unwrap();
    Book::read(text).unwrap_or_else(|faults| panic!("{id}: {faults:#?}"))
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// Deals a coup under a book and says what becomes of one unit on a wager.
fn settles(book: &Book, method: &str, wager: &str, dealt: &str) -> (String, Vec<String>) {
    let coup = DealtCoup::deal(book.tableau(), book.values(), &cards(dealt)).unwrap();
    assert_eq!(coup.cards(), cards(dealt).len(), "{dealt}: every card given is used");
    let wagers = book.wagers(method).unwrap();
    let wager = wagers.iter().find(|known| known.id.as_str() == wager).unwrap();
    let row = wager.row(&coup.outcome).unwrap();
    let message = match row.settlement {
        Settlement::Wins(odds) => format!("wins {}", odds.ratio()),
        Settlement::StandsOff => "stands off".into(),
        Settlement::Loses => "loses".into(),
    };
    (message, row.basis.clauses().iter().map(|clause| clause.to_string()).collect())
}

fn check(book: &Book, method: &str, wager: &str, dealt: &str, expected: &str, clause: &str) {
    let (message, clauses) = settles(book, method, wager, dealt);
    assert_eq!(message, expected, "{} {method} {wager} on {dealt}", book.id);
    assert!(clauses.iter().any(|by| by == clause), "{} {wager} on {dealt} cites {clauses:?}", book.id);
}

#[test]
fn every_clause_that_is_not_a_mere_fact_gives_something() {
    for id in shelf::ids() {
        let book = book(id);
        let idle: Vec<&str> = book
            .clauses
            .iter()
            .filter(|clause| clause.kind != ClauseKind::Fact && book.rests_on(&clause.number).is_empty())
            .map(|clause| clause.number.as_str())
            .collect();
        assert!(idle.is_empty(), "{id}: {idle:?}");
    }
}

/// Whoever opens a published book relies on this: its rows are not proved again each time.
#[test]
fn every_published_book_is_proved() {
    for id in shelf::ids() {
        let proved = Book::check(shelf::text(id).unwrap());
        assert_eq!(proved.unwrap_or_else(|faults| panic!("{id}: {faults:#?}")), book(id));
    }
}

/// A slip in a copy of a published book is found, however small.
#[test]
fn a_copy_of_a_published_book_is_proved_when_it_is_read() {
    let text = shelf::text("nz").unwrap();
    let row = text.lines().find(|line| line.contains("loses = true")).unwrap();
    let faults = Book::read(&text.replacen(row, "", 1)).unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("undecided")), "{faults:#?}");
}

#[test]
fn what_rests_on_one_clause_is_what_rests_on_it_among_all() {
    for id in shelf::ids() {
        let book = book(id);
        let all = book.resting(&|_| true);
        assert!(all.len() > 30);
        for (number, resting) in &all {
            assert_eq!(book.rests_on(number), *resting, "{id} {number}");
        }
    }
}

#[test]
fn the_books_hold_every_clause_of_their_instruments() {
    let counts: Vec<usize> = shelf::ids().into_iter().map(|id| book(id).clauses.len()).collect();
    assert_eq!(counts, [358, 138, 57, 678]);
}

#[test]
fn only_queensland_assumes_anything() {
    for id in ["act", "nz", "nsw"] {
        assert_eq!(book(id).assumed(), [], "{id}");
    }
    let assumed = book("qld").assumed();
    for topic in
        ["cards.decks", "tableau.banker", "cards.natural", "wager.banker", "wager.perfect-pair-player"]
    {
        assert!(assumed.iter().any(|assumption| assumption.topic == topic), "{topic}");
    }
    assert!(!assumed.iter().any(|assumption| assumption.topic.starts_with("wager.dragon")));
}

#[test]
fn all_four_tableaus_are_the_standard_one() {
    // Banker's draws by its total (rows 0 to 7) and the player's third card (no card, then 0 to 9).
    let chart = [
        "DDDDDDDDDDD",
        "DDDDDDDDDDD",
        "DDDDDDDDDDD",
        "DDDDDDDDDSD",
        "DSSDDDDDDSS",
        "DSSSSDDDDSS",
        "SSSSSSSDDSS",
        "SSSSSSSSSSS",
    ];
    for id in shelf::ids() {
        let book = book(id);
        for (total, row) in chart.iter().enumerate() {
            for (column, cell) in row.chars().enumerate() {
                let third = column.checked_sub(1).map(|third| third as u8);
                let player = if third.is_some() { 0 } else { 7 };
                let draws = book.tableau().banker_draws(player, total as u8, third);
                assert_eq!(draws, cell == 'D', "{id}: banker {total}, player's third {third:?}");
            }
        }
        for player in 0..8 {
            assert_eq!(book.tableau().player_draws(player, 0), player <= 5, "{id}: player {player}");
        }
        for natural in [8, 9] {
            assert!(!book.tableau().player_draws(0, natural), "{id}: banker natural {natural}");
            assert!(!book.tableau().banker_draws(natural, 0, None), "{id}: player natural {natural}");
        }
    }
}

#[test]
fn a_draw_names_the_row_that_orders_it() {
    let cited = |id: &str, side, total, third| book(id).draw_basis(side, total, third).to_string();
    assert_eq!(cited("act", Side::Banker, 3, Some(8)), "7.3 row 3");
    assert_eq!(cited("act", Side::Player, 5, None), "7.2 row 0-5");
    assert_eq!(cited("nz", Side::Banker, 5, None), "9.5");
    assert_eq!(cited("nz", Side::Banker, 6, Some(6)), "9.4 Table 2 row 6");
}

#[test]
fn main_wagers_settle_by_their_clauses() {
    let (act, nz, nsw) = (book("act"), book("nz"), book("nsw"));
    // Player 9, banker 8: both naturals.
    check(&act, "commission", "player", "4H KD 5C 8S", "wins 1", "8.4(a)");
    check(&act, "commission", "banker", "4H KD 5C 8S", "loses", "4.3(a)(ii)");
    // Player 7 stands, banker 6 stands; then turned round.
    check(&act, "commission", "banker", "4H KD 2C 7S", "wins 19/20", "8.4(b)");
    check(&act, "non-commission", "banker", "4H KD 2C 7S", "wins 1", "8.5(b)/1");
    check(&nz, "commission", "banker", "4H KD 2C 7S", "wins 19/20", "5.7(b)/1");
    check(&nsw, "standard", "banker", "4H KD 2C 7S", "wins 19/20", "11.1.3");
    check(&nsw, "even-money", "banker", "4H KD 2C 7S", "wins 1", "11.2.2/1");
    // Banker wins with 6: player draws a 5 to 5+5=0, banker 6 stands.
    check(&act, "non-commission", "banker", "2H KD 3C 6S 5D", "wins 1/2", "8.5(b)/2");
    check(&act, "commission", "banker", "2H KD 3C 6S 5D", "wins 19/20", "8.4(b)");
    check(&nsw, "even-money", "banker", "2H KD 3C 6S 5D", "wins 1/2", "11.2.2/2");
    check(&nsw, "standard", "super-6", "2H KD 3C 6S 5D", "wins 15", "11.1.6");
    // Six against six: everything on a banker six loses, the main wagers stand off.
    check(&nsw, "standard", "super-6", "2H KD 4C 6S", "loses", "10.13/2");
    check(&nsw, "standard", "banker", "2H KD 4C 6S", "stands off", "5.1.2.3");
    check(&nsw, "even-money", "tie", "2H KD 4C 6S", "wins 8", "11.2.3");
    check(&act, "commission", "super-6", "2H KD 4C 6S", "loses", "13.6(b)");
    check(&act, "commission", "tiger-tie", "2H KD 4C 6S", "wins 45", "14.12 row Tiger tie");
    check(&nz, "commission", "tie", "2H KD 4C 6S", "wins 8", "5.7(c)");
}

#[test]
fn dragon_bonus_pays_naturals_one_to_one_whatever_the_margin() {
    for (id, natural, nine, lost, off) in [
        ("act", "12.8 row natural", "12.8 row 9", "12.7(b)(ii)(B)", "12.7(c)"),
        ("qld", "s32(a)", "s32(b)(i)", "s31(2)(b)(ii)", "s31(2)(c)"),
    ] {
        let book = book(id);
        let player =
            |dealt, expected, clause| check(&book, "commission", "dragon-player", dealt, expected, clause);
        player("4H KD 5C QS", "wins 1", natural); // natural 9 against 0
        player("2H KD 3C QS 4D KC", "wins 30", nine); // 9 on three cards against 0
        player("8H 8D KC QS", "stands off", off); // equal naturals
        player("6H 6D KC QS", "loses", lost); // a tie without naturals
    }
}

#[test]
fn pairs_are_told_apart() {
    let act = book("act");
    let twin = "KH KD KC KS 2D 3H";
    check(&act, "commission", "tiger-pair", twin, "wins 100", "14.12 row Twin Tiger Pair");
    check(&act, "commission", "tiger-pair", "KH QD KC QS 2D 3H", "wins 25", "14.12 row Double Tiger Pair");
    check(&act, "commission", "tiger-pair", "KH QD KC JS 2D 3H", "wins 4", "14.12 row Single Tiger Pair");
    check(&act, "commission", "tiger-pair", "KH QD TC JS 2D 3H", "loses", "14.11(b)");
    check(&act, "commission", "perfect-pair-player", "KH QD KH QS 2D 3H", "wins 25", "10.6(c)");
    check(&act, "commission", "perfect-pair-player", "KH QD KD QS 2D 3H", "wins 12", "10.6(b)");
    check(&act, "commission", "perfect-pair-banker", "KH QD KD QS 2D 3H", "wins 5", "10.6(a)");
    check(&act, "commission", "pair-banker", "KH QD KD QS 2D 3H", "wins 11", "11.2(a)");
    let nsw = book("nsw");
    check(&nsw, "standard", "pair-player", twin, "wins 11", "11.1.4");
}

#[test]
fn tiger_wagers_count_the_bankers_cards() {
    let act = book("act");
    // Banker 6 on two cards beats player 0; banker 4+2 on three cards beats player 0.
    let (two, three) = ("2H KD 3C 6S 5D", "2H KD 3C 4S 5D 2D");
    check(&act, "commission", "small-tiger", two, "wins 22", "14.12 row Small Tiger");
    check(&act, "commission", "big-tiger", two, "loses", "14.8(b)");
    check(&act, "commission", "tiger", two, "wins 12", "14.12 row Two Card Tiger");
    check(&act, "commission", "big-tiger", three, "wins 55", "14.12 row Big Tiger");
    check(&act, "commission", "small-tiger", three, "loses", "14.9(b)");
    check(&act, "commission", "tiger", three, "wins 22", "14.12 row Three Card Tiger");
}

#[test]
fn a_coup_needs_all_its_cards() {
    let act = book("act");
    let deal = |text: &str| DealtCoup::deal(act.tableau(), act.values(), &cards(text));
    assert_eq!(deal("2H KD 3C"), None);
    assert_eq!(deal("2H KD 3C 4S"), None, "the player owes a card that is not there");
    assert_eq!(deal("2H KD 4C 5S"), None, "the banker owes a card that is not there");
    assert_eq!(deal("2H KD 4C 6S AS AH").unwrap().outcome.winner(), Winner::Tie);
}

/// What was read once is read again when more is asked for: on that it is silent, and nothing else is forgiven.
#[test]
fn a_text_from_before_a_topic_was_asked_for_is_silent_on_it() {
    let text = shelf::text("nsw").unwrap();
    let line = text.lines().find(|line| line.starts_with("malfunction.asked_with_all_cards")).unwrap();
    let before = text.replace(line, "");
    let faults = Book::read(&before).unwrap_err();
    assert!(faults[0].message.contains("malfunction.asked_with_all_cards"), "{}", faults[0]);
    let book = Book::read_again(&before, "").unwrap();
    assert!(book.rules.malfunction.asked_with_all_cards.get().is_none());
    assert!(Book::read(text).unwrap().rules.malfunction.asked_with_all_cards.get().is_some());
    // What no coup can be dealt without is missed all the same, and so is what is wrong.
    let without =
        before.lines().filter(|line| !line.starts_with("tableau.player")).collect::<Vec<_>>().join("\n");
    assert_ne!(without, before);
    assert!(Book::read_again(&without, "").is_err());
    assert!(Book::read_again(&format!("{before}\nnonsense = 1\n"), "").is_err());
}

/// A variant is read again with its base as that was, and not as it has become.
#[test]
fn a_variant_is_read_again_with_the_base_that_it_had() {
    let variant = "book = \"house\"\nname = \"House\"\ninstrument = \"House rules\"\nbased_on = \"act\"\n";
    let base = shelf::text("act").unwrap();
    let then = base.replace("cut.from_back = 12", "cut.from_back = 20");
    assert_ne!(then, base);
    let least = |book: Book| book.rules.cut.from_back.get().copied();
    assert_eq!(least(Book::read(variant).unwrap()), Some(12));
    assert_eq!(least(Book::read_again(variant, &then).unwrap()), Some(20));
}
