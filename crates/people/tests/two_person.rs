//! What one person says has happened takes two where money would move by it.

use people::two_person::DualControl;

/// What follows from this line takes two people, at a table where these lines were played before.
fn by_effect(head: &str, lines: &[&str], line: &str) -> Option<DualControl> {
    let id = head.split_whitespace().nth(1).unwrap();
    let book = baccarat::book::Book::read(baccarat::shelf::text(id).unwrap()).unwrap();
    let mut session = table::transcript::Session::open(head, book.into()).unwrap();
    for line in lines {
        let outlook = session.decide(line, None).unwrap_or_else(|stopped| panic!("{line}: {stopped:?}"));
        session.apply(outlook.events, &outlook.says, None);
    }
    let outlook = session.decide(line, None).unwrap_or_else(|stopped| panic!("{line}: {stopped:?}"));
    DualControl::of_effects(session.table().unwrap(), &outlook.events)
}

/// With the cards in sight nobody alone puts them in another order, gives stakes back or voids.
#[test]
fn one_word_moves_no_money_once_cards_are_seen() {
    let bets = ["wager ann box 1 player 100", "wager bob box 2 banker 100"];
    let open: Vec<&str> = bets.iter().copied().chain(["cards 9H 2D KC 3S"]).collect();
    let correction = Some(DualControl::Correction);
    for book in ["act", "nsw"] {
        let head = format!("book {book}");
        let order = "reports order 2D 9H 3S KC";
        assert_eq!(by_effect(&head, &open, &format!("supervisor {order}")), correction, "{book}");
        // What the dealer says is left to a supervisor by the table itself, and what is decided moves the money.
        let dealer = format!("dealer {order}");
        assert_eq!(by_effect(&head, &open, &dealer), None, "{book}");
        let told: Vec<&str> = open.iter().copied().chain([dealer.as_str()]).collect();
        let granted = "supervisor decides matter 1 granted because it is on the recording";
        assert_eq!(by_effect(&head, &told, granted), correction, "{book}");
    }
    assert_eq!(by_effect("book nsw", &open, "supervisor finds ann box 1 player outside"), correction);
    assert_eq!(by_effect("book nsw", &open, "supervisor finds foreign card"), Some(DualControl::Void));
    let late = ["wager ann box 1 player 100", "bob arrives", "bob buys in 1000", "cards 2H 9D KC KS"];
    assert_eq!(by_effect("book nz", &late, "supervisor reports bob box 2 banker 230 accepted"), correction);
    assert_eq!(by_effect("book nz", &late[..3], "dealer reports bob box 2 banker 230 accepted"), None);
    // A card that merely opens the next coup moves nothing.
    assert_eq!(by_effect("book act", &open, "dealer draws down in excess"), None);
}

/// What lies face down nobody has seen, unless a patron has had it in hand.
#[test]
fn cards_in_a_patrons_hand_count_as_seen() {
    let down = "book act\nsetting faces down";
    let dealt = [
        "wager ann box 1 player 100",
        "wager bob box 2 banker 100",
        "dealer calls no more bets",
        "dealer deals down to player",
        "dealer deals down to banker",
        "dealer deals down to player",
        "dealer deals down to banker",
    ];
    let correction = Some(DualControl::Correction);
    assert_eq!(by_effect(down, &dealt, "dealer reports delivered without wager to bob"), correction);
    assert_eq!(by_effect(down, &dealt, "dealer reports order down down down down"), None);
    let held: Vec<&str> =
        dealt.into_iter().chain(["dealer offers player cards to ann", "ann takes cards"]).collect();
    assert_eq!(by_effect(down, &held, "supervisor reports order down down down down"), correction);
    // What the dealer says of cards that somebody may have looked at the table itself leaves to a supervisor.
    let dealer = "dealer reports order down down down down";
    assert_eq!(by_effect(down, &held, dealer), None);
    let told: Vec<&str> = held.iter().copied().chain([dealer]).collect();
    let granted = "supervisor decides matter 1 granted because it is on the recording";
    assert_eq!(by_effect(down, &told, granted), correction);
}

/// The first card that was drawn and not laid yet has been seen by whoever drew it; between two coups no card is one too many.
#[test]
fn a_card_that_was_drawn_and_not_laid_counts_as_seen() {
    let wagers = ["wager ann box 1 player 100", "wager bob box 2 banker 100"];
    let drawn: Vec<&str> = wagers.iter().copied().chain(["dealer draws first card"]).collect();
    let correction = Some(DualControl::Correction);
    assert_eq!(by_effect("book nsw", &wagers, "dealer finds 2H face up"), correction);
    assert!(by_effect("book nsw", &drawn, "dealer finds foreign card").is_some());
    assert_eq!(by_effect("book nsw", &wagers, "dealer draws down in excess"), correction);
    assert_eq!(by_effect("book nsw", &[], "dealer draws down in excess"), None);
}
