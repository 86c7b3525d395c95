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

#[test]
fn a_variant_says_so_and_names_its_base() {
    let provenance = of(include_str!("../../../books/examples/sydney-lucky-6.toml"));
    assert_eq!((provenance.standing, provenance.base.as_deref()), (Origin::Variant, Some("nsw")));
    assert!(provenance.changed.iter().any(|change| change.topic == "wager.tie"), "{:?}", provenance.changed);
    assert_eq!(provenance.warning(), None);
}
