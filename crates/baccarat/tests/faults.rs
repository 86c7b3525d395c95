//! Bad book files: each fault is named with its line, what was found, what is allowed and the clause, and all of
//! them come at once.

use baccarat::book::Book;
use baccarat::fault::Fault;
use baccarat::shelf;
use proptest::prelude::*;

fn act() -> String {
    shelf::text("act").unwrap().to_owned()
}

/// The ACT book with one piece of its text replaced, which must be there.
fn with(old: &str, new: &str) -> String {
    let text = act();
    assert!(text.contains(old), "the book has no `{old}`");
    text.replacen(old, new, 1)
}

fn faults(text: &str) -> Vec<Fault> {
    match Book::read(text) {
        Ok(book) => panic!("{} should have faults", book.id),
        Err(faults) => faults,
    }
}

/// The one fault must hold all these words; its line must be the one that holds the marker in the text.
fn one_fault(text: &str, words: &[&str], marker: Option<&str>) {
    let faults = faults(text);
    let message = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert_eq!(faults.len(), 1, "{message}");
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
    if let Some(marker) = marker {
        let line = text.lines().position(|line| line.contains(marker)).unwrap() + 1;
        assert_eq!(faults[0].line, line, "{message}");
    }
}

#[test]
fn a_wrong_word_is_named_with_the_words_allowed() {
    let text = with("betting.closes = \"first-card\"", "betting.closes = \"whenever\"");
    one_fault(
        &text,
        &["clause 4.1(a)", "betting.closes", "whenever", "first-card", "call"],
        Some("whenever"),
    );
}

#[test]
fn a_wrong_type_is_named() {
    let text = with("cut.from_back = 12", "cut.from_back = \"twelve\"");
    one_fault(&text, &["clause 5.4/3", "cut.from_back", "twelve"], Some("twelve"));
}

#[test]
fn a_number_out_of_range_is_named() {
    let text = with("cards.decks = [8]", "cards.decks = [0, 900]");
    one_fault(&text, &["clause 2.1/1", "cards.decks", "1 to 16 decks"], Some("900"));
}

#[test]
fn an_unknown_topic_or_key_is_named_with_those_allowed() {
    let text = with("cut.from_back = 12", "cut.from_back = 12\ncut.form_bakc = 12");
    one_fault(
        &text,
        &["clause 5.4/3", "cut.form_bakc", "cut.from_back", "cut.decks_from_ends"],
        Some("form_bakc"),
    );
    let text = with("cut.from_back = 12", "cut.from_back = 12\ncolour = \"green\"");
    one_fault(&text, &["clause 5.4/3", "colour", "number, kind, actor, gist"], Some("colour"));
    one_fault(
        &format!("{}\n[[clauze]]\nnumber = \"1\"\n", act()),
        &["clauze", "clause", "wager"],
        Some("[[clauze]]"),
    );
}

#[test]
fn two_clauses_on_one_topic_are_named() {
    let text = with("cut.decks_from_ends = 1", "cut.decks_from_ends = 1\ncut.from_back = 20");
    one_fault(
        &text,
        &["clause 5.4/3", "cut.from_back", "already given at clause 5.4/1"],
        Some("cut.from_back = 12"),
    );
}

#[test]
fn a_topic_that_no_clause_rules_on_is_named() {
    let text = with("cards.natural = \"8-9\"", "");
    one_fault(&text, &["no clause rules on cards.natural", "[[assumed]]"], None);
}

#[test]
fn topics_a_book_forgot_are_listed_together() {
    let text = with("on  = [\"promotion.*\"]", "on  = [\"promotion.barred\"]");
    one_fault(&text, &["promotion.liquor_litres, ", "promotion.integrity", "[[silent]]"], None);
}

#[test]
fn a_clause_number_that_stands_twice_is_named() {
    let text = with("number = \"2.1/2\"", "number = \"2.1/1\"");
    one_fault(&text, &["clause 2.1/1", "twice"], None);
}

#[test]
fn a_clause_without_its_parts_is_named() {
    let clause = "[[clause]]\nnumber = \"99\"\nkind = \"fact\"\n";
    let text = format!("{}\n{clause}", act());
    let message: Vec<String> = faults(&text).iter().map(ToString::to_string).collect();
    assert_eq!(message.len(), 2, "{message:?}");
    assert!(message[0].contains("clause 99") && message[0].contains("no `actor`"), "{message:?}");
    assert!(message[1].contains("no `gist`"), "{message:?}");
    one_fault(&with("kind   = \"compute\"", "kind   = \"sum\""), &["sum", "compute"], Some("\"sum\""));
    // A clause with a fault still stands in the book: rows may cite it.
    let dragon = include_str!("../../../books/examples/canberra-dragon-7.toml");
    let text = dragon.replacen("kind   = \"compute\"", "kind   = \"sum\"", 1);
    one_fault(&text, &["clause H1", "sum"], Some("\"sum\""));
}

#[test]
fn a_hole_in_the_tableau_is_named() {
    let text = with("stands = \"0, 1, 8, 9\"", "stands = \"0, 8, 9\"");
    one_fault(&text, &["hole", "banker on 4 with a player card of 1"], None);
    let text = with("{ on = \"6-7\", does = \"stands\" }", "{ on = 6, does = \"stands\" }");
    one_fault(&text, &["hole", "player on 7"], None);
}

#[test]
fn clauses_that_disagree_on_a_cell_are_named() {
    let text = with(
        "{ on = 3, draws = \"none, 0-7, 9\", stands = \"8\" }",
        "{ on = 3, draws = \"none, 0-9\", stands = \"8\" }",
    );
    one_fault(&text, &["clause 7.3 row 3", "total 3, player's third card 8", "given twice"], None);
}

#[test]
fn a_natural_that_draws_is_named() {
    let text = with(
        "{ on = 7, stands = \"none, 0-9\" }",
        "[{ on = 7, stands = \"none, 0-9\" }, { on = 8, draws = \"none\" }]",
    );
    one_fault(&text, &["banker on 8", "natural"], None);
}

#[test]
fn a_card_that_counts_nothing_is_named() {
    let text = with("{ cards = \"T J Q K\", counts = 0 }", "{ cards = \"T J Q\", counts = 0 }");
    one_fault(&text, &["cards.values", "K"], None);
}

#[test]
fn an_outcome_left_undecided_is_named() {
    let row = "  { when = {}, loses = true, by = \"13.6(b)\" },\n";
    one_fault(&with(row, ""), &["wager super-6", "undecided", "player", "banker"], None);
}

#[test]
fn a_dead_row_is_named() {
    let row = "  { when = {}, loses = true, by = \"13.6(b)\" },\n";
    let dead = "  { when = { winner = \"tie\" }, stands_off = true, by = \"13.6(b)\" },\n";
    one_fault(&with(row, &format!("{row}{dead}")), &["wager super-6", "row 3", "dead", "winner = tie"], None);
    // A two-card total of 6 against a natural can win; a three-card natural cannot exist.
    let impossible =
        "  { when = { banker_natural = true, banker_cards = 3 }, pays = \"2 to 1\", by = \"13.7\" },\n";
    one_fault(&with(row, &format!("{impossible}{row}")), &["wager super-6", "dead"], None);
}

#[test]
fn wrong_odds_and_features_are_named() {
    let text = with("pays = \"15 to 1\"", "pays = \"15:1\"");
    assert!(faults(&text).iter().any(|fault| {
        let message = fault.to_string();
        message.contains("wager super-6") && message.contains("15:1") && message.contains("19 to 20")
    }));
    let text = with("banker_total = 6 }, pays = \"15 to 1\"", "bankers_total = 6 }, pays = \"15 to 1\"");
    assert!(faults(&text).iter().any(|fault| fault.to_string().contains("banker_total")));
    let text = with("banker_total = 6 }, pays = \"15 to 1\"", "banker_total = 16 }, pays = \"15 to 1\"");
    assert!(faults(&text).iter().any(|fault| fault.to_string().contains("0 to 9")));
}

#[test]
fn pays_too_fine_to_add_up_are_named() {
    let rows = "  { when = { winner = \"player\" }, pays = \"1 to 99991\", by = \"13.7\" },\n  { when = { winner = \"tie\" }, pays = \"1 to 99989\", by = \"13.7\" },\n  { when = { winner = \"banker\", banker_total = 6 }";
    let text = with("  { when = { winner = \"banker\", banker_total = 6 }", rows);
    let message: Vec<String> = faults(&text).iter().map(ToString::to_string).collect();
    assert!(message.iter().any(|fault| fault.contains("common denominator")), "{message:?}");
}

#[test]
fn a_row_needs_one_result_and_one_basis() {
    let text = with(
        "pays = \"15 to 1\", by = [\"13.6(a)\", \"13.7\", \"8.9\"]",
        "pays = \"15 to 1\", loses = true, by = \"13.7\"",
    );
    assert!(faults(&text).iter().any(|fault| fault.to_string().contains("exactly one of pays")));
    let text = with("pays = \"15 to 1\", by = [\"13.6(a)\", \"13.7\", \"8.9\"]", "pays = \"15 to 1\"");
    assert!(faults(&text).iter().any(|fault| fault.to_string().contains("either by")));
}

#[test]
fn what_a_row_or_topic_points_at_must_stand_in_the_book() {
    one_fault(
        &with("by = [\"13.6(a)\", \"13.7\", \"8.9\"]", "by = [\"13.6(z)\"]"),
        &["wager super-6", "13.6(z)"],
        None,
    );
    let text = with(
        "{ option = \"super-6\", main_wager = \"never\" }",
        "{ option = \"super-9\", main_wager = \"never\" }",
    );
    one_fault(&text, &["sides.main_wager", "13.4", "super-9", "super-6"], None);
    let text = with(
        "{ wagers = [\"player\", \"tie\"], allowed = \"freely\" }",
        "{ wagers = [\"player\", \"draw\"], allowed = \"freely\" }",
    );
    one_fault(&text, &["betting.combinations", "draw", "banker, player, tie"], None);
    let text = with("methods = [\"commission\"]", "methods = [\"comission\"]");
    assert!(faults(&text).iter().any(|fault| fault.to_string().contains("comission")));
}

#[test]
fn a_wager_declared_twice_is_named() {
    let again = "\n[[wager]]\nid = \"super-6\"\nname = \"again\"\nclass = \"side\"\nrows = [{ when = {}, loses = true, by = \"13.6(b)\" }]\n";
    let message: Vec<String> = faults(&format!("{}{again}", act())).iter().map(ToString::to_string).collect();
    assert!(
        message.iter().all(|fault| fault.contains("wager super-6") && fault.contains("twice")),
        "{message:?}"
    );
}

#[test]
fn a_main_wager_says_what_it_backs_where_a_topic_asks() {
    let text = with("backs   = \"banker\"\n", "");
    one_fault(
        &text,
        &["wager banker", "no `backs`", "differential.counts", "Table Differential", "player, banker, tie"],
        None,
    );
    let text = act().replace("backs   = \"banker\"", "backs   = \"tie\"");
    let message = faults(&text).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(message.contains("backs: found `tie`, but it pays on player"), "{message}");
    assert!(
        message.contains("differential.counts: no main wager of method `commission` backs the banker"),
        "{message}"
    );
    let text = act().replace("backs   = \"banker\"", "backs   = \"house\"");
    let message = faults(&text).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(message.contains("backs: found `house`; allowed are `player`, `banker`, `tie`"), "{message}");
}

#[test]
fn pay_tables_keep_to_what_the_book_means_by_its_words() {
    let text =
        with("{ winner = \"tie\", player_natural = true }, stands_off", "{ winner = \"tie\" }, stands_off");
    let message = faults(&text).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(
        message.contains("allowed by procedure.standoff_means (Dictionary: Standoff) are equal naturals"),
        "{message}"
    );
    let text = with(
        "{ player_pair = \"mixed\" }, pays = \"5 to 1\"",
        "{ player_pair = \"any\" }, pays = \"500 to 1\"",
    );
    one_fault(&text, &["wager perfect-pair-player", "settlement.several_fit", "10.5"], None);
}

#[test]
fn rulings_that_contradict_are_named() {
    let text = with(
        "irregularities.rulings = { when = \"burn-forgotten\", card = \"stays-in-play\", coup = \"goes-on\" }",
        "irregularities.rulings = [{ when = \"burn-forgotten\", coup = \"goes-on\" }, { when = \"burn-forgotten\", coup = \"void\" }]",
    );
    one_fault(&text, &["irregularities.rulings", "15.8", "coup"], None);
}

#[test]
fn silence_is_declared_once_and_honestly() {
    let text = format!("{}\n[[silent]]\non = [\"cut.from_back\"]\nwhy = \"no\"\n", act());
    one_fault(&text, &["clause 5.4/3", "cut.from_back", "silent too"], None);
    let text = format!("{}\n[[silent]]\non = [\"cards.decks\"]\nwhy = \"no\"\n", act());
    one_fault(&text, &["cards.decks", "may not be silent"], None);
    let text = format!("{}\n[[silent]]\non = [\"weather.*\"]\nwhy = \"no\"\n", act());
    one_fault(&text, &["weather.*"], None);
    let text = format!("{}\n[[assumed]]\ncut.from_back = 3\n", act());
    one_fault(&text, &["[[assumed]]", "why"], None);
}

#[test]
fn all_faults_come_at_once_in_the_order_of_lines() {
    let mut text = with("betting.closes = \"first-card\"", "betting.closes = \"whenever\"");
    text = text.replacen("cut.from_back = 12", "cut.from_back = -1", 1);
    text = text.replacen("pays = \"15 to 1\"", "pays = \"lots\"", 1);
    text = text.replacen("kind   = \"gate\"", "kind   = \"fence\"", 1);
    let faults = faults(&text);
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).filter(|line| *line > 0).collect();
    assert!(lines.len() >= 4, "{faults:#?}");
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn text_that_is_not_toml_gets_its_line_and_the_rest_is_still_checked() {
    let text =
        with("cut.from_back = 12", "cut.from_back = = 12").replacen("\"first-card\"", "\"whenever\"", 1);
    let message: Vec<String> = faults(&text).iter().map(ToString::to_string).collect();
    assert!(
        message.iter().any(|fault| fault.contains("not TOML") && fault.starts_with("line ")),
        "{message:?}"
    );
    assert!(message.iter().any(|fault| fault.contains("whenever")), "{message:?}");
}

#[test]
fn nonsense_never_panics() {
    for text in [
        "",
        "\u{0}",
        "book = 5",
        "clause = 3",
        "[clause]\nnumber = 1",
        "[[wager]]",
        "wager = [1, 2]",
        "words = []",
        "[[clause]]\nnumber = \"1\"\ncut = 5",
    ] {
        assert!(Book::read(text).is_err(), "{text:?}");
    }
}

#[test]
fn every_fault_of_a_row_is_told_at_its_line() {
    let old = "{ when = { winner = \"banker\", banker_total = 6 }, pays = \"15 to 1\", by = [\"13.6(a)\", \"13.7\", \"8.9\"] }";
    let new = "{ when = { winner = \"dealer\", banker_total = 16, colour = 1 }, pays = \"15 to 0\", by = 3, odds = 1 }";
    let text = with(old, new);
    let line = text.lines().position(|line| line.contains("dealer\", banker")).unwrap() + 1;
    let message = faults(&text);
    for words in [
        "when.winner: found `dealer`; allowed are `player`, `banker`, `tie`",
        "when.banker_total: found 16",
        "when: found `colour`",
        "pays: found `15 to 0`",
        "by: found",
        "found `odds`",
    ] {
        assert!(
            message.iter().any(|fault| fault.line == line && fault.message.contains(words)),
            "{words}: {message:#?}"
        );
    }
    assert_eq!(message.len(), 6, "{message:#?}");
}

#[test]
fn one_fault_does_not_bring_others_with_it() {
    one_fault(&with("kind   = \"gate\"", "kind   = \"fence\""), &["fence", "judgement"], Some("fence"));
    one_fault(
        &with(
            "id    = \"super-6\"\nname  = \"Super 6\"\nclass = \"side\"",
            "id    = \"super-6\"\nname  = \"Super 6\"\nclass = \"extra\"",
        ),
        &["wager super-6", "extra", "main"],
        Some("\"extra\""),
    );
    one_fault(&with("by = [\"13.6(a)\", \"13.7\", \"8.9\"]", "by = []"), &["wager super-6"], None);
}

#[test]
fn dates_and_huge_numbers_are_named_for_what_they_are() {
    one_fault(
        &with("cut.from_back = 12", "cut.from_back = 2023-08-30"),
        &["cut.from_back", "found a date"],
        Some("2023-08-30"),
    );
    one_fault(
        &with("cut.from_back = 12", "cut.from_back = 99999999999999999999"),
        &["too large"],
        Some("99999999999"),
    );
    one_fault(
        &with("cut.from_back = 12", "cut.from_back = -1"),
        &["whole number from 0 to 65535"],
        Some("= -1"),
    );
}

#[test]
fn a_variant_keeps_clear_of_its_base() {
    let dragon = include_str!("../../../books/examples/canberra-dragon-7.toml");
    let text =
        dragon.replacen("number = \"H1\"", "number = \"2.1/1\"", 1).replace("by = \"H1\"", "by = \"2.1/1\"");
    one_fault(&text, &["clause 2.1/1", "base book"], Some("[[clause]]"));
    one_fault(
        &dragon.replacen("class = \"side\"", "class = \"side\"\nmethods = []", 1),
        &["methods", "none"],
        Some("methods"),
    );
    one_fault(&dragon.replacen("\"canberra-dragon-7\"", "\"act\"", 1), &["id of its own"], None);
}

#[test]
fn a_house_variant_is_a_few_lines() {
    let dragon = include_str!("../../../books/examples/canberra-dragon-7.toml");
    let book = Book::read(dragon).unwrap();
    let ids: Vec<&str> = book.wagers("commission").unwrap().iter().map(|wager| wager.id.as_str()).collect();
    assert!(ids.contains(&"dragon-7") && ids.contains(&"panda-8") && ids.contains(&"tiger-pair"), "{ids:?}");

    let lucky = include_str!("../../../books/examples/sydney-lucky-6.toml");
    let book = Book::read(lucky).unwrap();
    let tie = book.wagers("even-money").unwrap().iter().find(|wager| wager.id.as_str() == "tie").unwrap();
    assert_eq!(tie.rows[0].settlement.net(), num_rational::Ratio::from_integer(9));

    one_fault(
        &dragon.replace("based_on   = \"act\"", "based_on   = \"vic\""),
        &["vic", "act, nz, qld, nsw"],
        Some("vic"),
    );
    let message: Vec<String> =
        faults(&dragon.replacen("by = \"H2\"", "by = \"H9\"", 1)).iter().map(ToString::to_string).collect();
    assert!(message.len() == 1 && message[0].contains("H9"), "{message:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is done to a book's text, reading it ends in a book or in faults with lines inside the text.
    #[test]
    fn a_mangled_book_never_panics(at in 0usize..60_000, cut in 0usize..40, junk in "[\\PC\n\\[\\]={}\"]{0,12}") {
        let text = act();
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) { at -= 1; }
        let mut end = (at + cut).min(text.len());
        while !text.is_char_boundary(end) { end -= 1; }
        let mangled = format!("{}{junk}{}", &text[..at], &text[end.max(at)..]);
        if let Err(faults) = Book::read(&mangled) {
            prop_assert!(!faults.is_empty());
            let lines = mangled.split('\n').count();
            prop_assert!(faults.iter().all(|fault| fault.line <= lines));
        }
    }
}
