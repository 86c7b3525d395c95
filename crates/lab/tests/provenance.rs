//! An edited copy of a published book is known for what it is, whatever its file looks like.

use baccarat::book::Book;
use baccarat::shelf;
use lab::{Origin, Provenance};

fn of(text: &str) -> Provenance {
    Provenance::of(&Book::read(text).expect("good"))
}

fn act() -> &'static str {
    shelf::text("act").expect("on the shelf")
}

#[test]
fn every_book_on_the_shelf_is_published() {
    let mut hashes: Vec<String> = Vec::new();
    for id in shelf::ids() {
        let provenance = of(shelf::text(id).expect("on the shelf"));
        assert_eq!(provenance.standing, Origin::Published, "{id}");
        assert_eq!(provenance.warning(), None);
        hashes.push(provenance.sha256);
    }
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), shelf::ids().len());
}

#[test]
fn comments_and_blanks_are_no_alteration() {
    let commented = format!("# read by somebody\n\n{}", act());
    assert_eq!(of(&commented), of(act()));
}

#[test]
fn another_value_is_an_alteration_with_its_clause() {
    let edited = act().replacen("cut.from_back = 12", "cut.from_back = 15", 1);
    assert_ne!(edited, act(), "the book says it in other words now");
    let provenance = of(&edited);
    assert_eq!(provenance.standing, Origin::Altered);
    assert_eq!(provenance.base.as_deref(), Some("act"));
    assert_ne!(provenance.sha256, of(act()).sha256);
    let [change] = &provenance.changed[..] else { panic!("{:?}", provenance.changed) };
    assert_eq!(
        (change.topic.as_str(), &change.published[..], &change.here[..]),
        ("cut.from_back", &["12".to_owned()][..], &["15".to_owned()][..])
    );
    assert!(!change.clauses.is_empty());
    assert_eq!(
        provenance.warning().as_deref(),
        Some("ALTERED: this is not the published act; it differs in cut.from_back.")
    );
}

#[test]
fn another_id_does_not_hide_it() {
    let renamed =
        act().replacen("\"act\"", "\"ours\"", 1).replacen("cut.from_back = 12", "cut.from_back = 15", 1);
    assert_eq!(of(&renamed).standing, Origin::Altered);
}

/// A variant of act that pays otherwise, with these words for its name and its instrument.
fn variant(name: &str, instrument: &str) -> Provenance {
    let text = include_str!("../../../books/examples/canberra-dragon-7.toml");
    let (_, after) = text.split_once("name       = \"ACT with").expect("a name");
    let (_, rest) = after.split_once("based_on").expect("a base");
    let head = format!("book = \"ours\"\nname = \"{name}\"\ninstrument = \"{instrument}\"\nbased_on");
    of(&format!("{head}{rest}"))
}

const INSTRUMENT: &str = "Casino Control (Mini Baccarat) Approval 2023 (No 1), NI2023-529";

/// What a variant says it is based on lets it bear neither the name nor the instrument of a published book.
#[test]
fn a_variant_has_a_name_and_an_instrument_of_its_own() {
    assert_eq!(variant("House rules", "House rules of 2026").standing, Origin::Variant);
    for (name, instrument, base) in [
        ("House rules", INSTRUMENT, "act"),
        ("House rules", "casino control (mini baccarat) approval 2023, (no 1) NI2023-529.", "act"),
        ("House rules", &format!("{INSTRUMENT} as amended"), "act"),
        ("Australian Capital Territory 2023", "House rules of 2026", "act"),
        ("Australian Capital Territory 2023 (altered)", "House rules of 2026", "act"),
        ("House rules", "New South Wales, Baccarat", "nsw"),
    ] {
        let provenance = variant(name, instrument);
        assert_eq!(
            (provenance.standing, provenance.base.as_deref()),
            (Origin::Altered, Some(base)),
            "{name}, {instrument}"
        );
        assert!(provenance.warning().is_some());
    }
}

/// Whatever an edited copy calls itself.
#[test]
fn a_copy_is_known_by_what_it_says() {
    let edited = act().replacen("cut.from_back = 12", "cut.from_back = 15", 1);
    let renamed = |name: &str, instrument: &str| {
        let text = edited.replacen("\"act\"", "\"ours\"", 1).replacen(INSTRUMENT, instrument, 1);
        of(&text.replacen("Australian Capital Territory 2023", name, 1))
    };
    for (name, instrument) in [
        ("Australian Capital Territory 2023", &format!("{INSTRUMENT}.")[..]),
        ("House rules", &format!("{INSTRUMENT}.")),
        ("House rules", "House rules of 2026"),
    ] {
        let provenance = renamed(name, instrument);
        assert_eq!(
            (provenance.standing, provenance.base.as_deref()),
            (Origin::Altered, Some("act")),
            "{name}, {instrument}"
        );
        assert!(provenance.changed.iter().any(|change| change.topic == "cut.from_back"));
    }
    // Other words for every clause do not hide which clauses its values rest on.
    let reworded = edited
        .replacen("\"act\"", "\"ours\"", 1)
        .replacen(INSTRUMENT, "House rules of 2026", 1)
        .replacen("Australian Capital Territory 2023", "House rules", 1)
        .replace("gist   = \"", "gist   = \"In this house: ")
        .replace("gist    = \"", "gist    = \"In this house: ");
    assert_eq!(of(&reworded).standing, Origin::Altered);
    // Nor does padding.
    let padding: String = (0..2_000)
        .map(|nth| format!("\n[[clause]]\nnumber = \"Z{nth}\"\nkind = \"fact\"\nactor = [\"operator\"]\ngist = \"Nothing.\"\n"))
        .collect();
    assert_eq!(of(&format!("{reworded}{padding}")).standing, Origin::Altered);
}

/// A book whose clauses are all its own is held against no other.
#[test]
fn a_book_of_its_own_is_that() {
    let nz = shelf::text("nz").expect("on the shelf");
    let book = Book::read(nz).expect("good");
    let mut text = nz
        .replacen("\"nz\"", "\"ours\"", 1)
        .replacen(&book.name, "House rules", 1)
        .replacen(&book.instrument, "House rules of 2026", 1)
        .replace("gist   = \"", "gist   = \"In this house: ");
    let mut numbers: Vec<&str> = book.clauses.iter().map(|clause| clause.number.as_str()).collect();
    numbers.sort_by_key(|number| std::cmp::Reverse(number.len()));
    for number in numbers {
        text = text.replace(&format!("\"{number}\""), &format!("\"H{number}\""));
    }
    let provenance = of(&text);
    assert_eq!((provenance.standing, provenance.base, provenance.changed.len()), (Origin::Own, None, 0));
}

#[test]
fn a_variant_says_so_and_names_its_base() {
    let provenance = of(include_str!("../../../books/examples/sydney-lucky-6.toml"));
    assert_eq!((provenance.standing, provenance.base.as_deref()), (Origin::Variant, Some("nsw")));
    assert!(provenance.changed.iter().any(|change| change.topic == "wager.tie"), "{:?}", provenance.changed);
    assert_eq!(provenance.warning(), None);
}

/// The one change that an edit of a published book makes.
#[track_caller]
fn altered(book: &str, from: &str, to: &str) -> lab::Change {
    let text = shelf::text(book).expect("on the shelf");
    let edited = text.replacen(from, to, 1);
    assert_ne!(edited, text, "the book says it in other words now");
    let provenance = of(&edited);
    assert_eq!(provenance.standing, Origin::Altered, "{from}");
    assert_ne!(provenance.sha256, of(text).sha256);
    let [change] = &provenance.changed[..] else { panic!("{:?}", provenance.changed) };
    assert!(provenance.warning().expect("a warning").contains(&format!("it differs in {}.", change.topic)));
    change.clone()
}

#[test]
fn another_gist_is_an_alteration() {
    let change =
        altered("act", "a player win pays 1 to 1.", "a player win pays 2 to 1 and nobody says otherwise.");
    assert!(change.topic.starts_with("clause 8."), "{change:?}");
    assert_eq!((change.published.len(), change.here.len(), change.clauses.len()), (1, 1, 1), "{change:?}");
}

#[test]
fn another_reading_is_an_alteration() {
    let change = altered("act", "reading = \"The boxes are listed", "reading = \"Some boxes are listed");
    assert!(change.here[0].starts_with("reading: Some boxes"), "{change:?}");
}

#[test]
fn another_kind_of_clause_is_an_alteration() {
    let change =
        altered("act", "number = \"8.6\"\nkind   = \"fact\"", "number = \"8.6\"\nkind   = \"notice\"");
    assert_eq!(
        (change.topic.as_str(), &change.published[..], &change.here[..]),
        ("clause 8.6", &["kind: fact".to_owned()][..], &["kind: notice".to_owned()][..])
    );
}

#[test]
fn other_clauses_of_a_row_are_an_alteration() {
    let change = altered("act", "by = [\"4.3(c)(i)\", \"8.4(c)\", ", "by = [\"8.4(c)\", ");
    assert_eq!(change.topic, "wager.tie");
    assert!(change.published[0].contains("(by 4.3(c)(i), 8.4(c), "), "{change:?}");
    assert!(change.here[0].contains("(by 8.4(c), "), "{change:?}");
}

#[test]
fn what_was_assumed_and_is_given_out_as_stated_is_an_alteration() {
    let text = shelf::text("qld").expect("on the shelf");
    let row = text.split('\n').find(|line| line.contains("pays = \"8 to 1\", assumed = ")).expect("a row");
    let stated = format!("{}by = \"s25(b)\" }},", row.split("assumed").next().expect("a start"));
    let change = altered("qld", row, &stated);
    assert_eq!(change.topic, "wager.tie");
    assert!(change.published[0].contains("(assumed: "), "{change:?}");
    assert!(change.here[0].contains("(by s25(b))"), "{change:?}");
}

#[test]
fn other_names_and_another_instrument_are_alterations() {
    let titled = altered("act", "name       = \"Australian", "name       = \"Royal Australian");
    assert_eq!((titled.topic.as_str(), titled.published.len()), ("name", 1));
    assert_eq!(altered("act", "NI2023-529", "NI2023-530").topic, "instrument");
    assert_eq!(altered("qld", "name  = \"Tie\"", "name  = \"Egalité\"").topic, "wager.tie.name");
    assert_eq!(altered("act", "\"coup\" = \"round of play\"", "\"coup\" = \"round\"").topic, "words");
    let row = altered("qld", "{ name = \"Mixed pair\"", "{ name = \"Any pair\"");
    assert!(row.here.iter().any(|row| row.contains("(called Any pair, assumed: ")), "{row:?}");
}

#[test]
fn another_class_is_an_alteration() {
    let side = "id      = \"tie\"\nname    = \"Tie\"\nclass   = \"main\"\nbacks   = \"tie\"";
    let text = act().replace(side, &side.replace("backs   = \"tie\"", "backs   = \"player\""));
    // A book that backs the same hand twice may be refused altogether; what it never is, is published.
    if let Ok(book) = Book::read(&text) {
        assert_eq!(Provenance::of(&book).standing, Origin::Altered);
    }
}

/// Odds written otherwise come to the same, and yet the list says where the file differs.
#[test]
fn an_alteration_is_never_without_its_list() {
    let change = altered("act", "pays = \"8 to 1\"", "pays = \"16 to 2\"");
    assert_eq!(change.topic, "wager.tie");
    assert!(change.here.iter().any(|row| row.contains("16 to 2")), "{change:?}");
}

#[test]
fn the_mark_of_the_house_is_no_part_of_what_a_book_says() {
    let mut book = Book::read(act()).expect("good");
    book.name.push_str(lab::ALTERED_MARK);
    assert_eq!(Provenance::of(&book).standing, Origin::Published);
}

#[test]
fn many_changes_are_counted_and_not_all_named() {
    let text = act().replace("kind   = \"fact\"", "kind   = \"notice\"");
    let warning = of(&text).warning().expect("a warning");
    assert!(warning.contains(" more."), "{warning}");
}

#[test]
fn the_foot_says_how_it_stands_and_the_hash() {
    let published = of(act());
    assert_eq!(published.foot(), format!("rules: published; SHA-256 {}", published.sha256));
}

/// Whatever is shown of a book that assumes values says so at its foot, and says it as data; of the others neither.
#[test]
fn the_foot_says_how_many_values_are_assumed() {
    for id in baccarat::shelf::ids() {
        let book = Book::read(baccarat::shelf::text(id).unwrap()).unwrap();
        let (assumed, provenance) = (book.assumed().len(), Provenance::of(&book));
        let said = format!("; {assumed} values assumed; SHA-256 ");
        assert_eq!(provenance.foot().contains(&said), assumed > 0, "{}", provenance.foot());
        let data = serde_json::to_value(&provenance).unwrap();
        assert_eq!(
            data.get("assumed").and_then(|count| count.as_u64()),
            (assumed > 0).then_some(assumed as u64)
        );
        assert_eq!(assumed > 0, id == "qld", "{id}");
    }
}
