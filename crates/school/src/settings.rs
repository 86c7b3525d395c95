//! The tables at which a book is taught and shown.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::play::Face;
use table::{Limits, Settings};

/// Sets of chips: with halves, without, and coarse ones.
const CHIPS: [&[i64]; 3] =
    [&[50, 100, 500, 2_500, 10_000], &[100, 500, 2_500, 10_000], &[500, 2_500, 10_000]];

/// The most that may be bet at a table on which payments are asked.
const MOST: Money = Money(5_000 * Money::UNITS);

/// Adds the layout on which most side options may be offered, and those options.
pub fn with_options(book: &Book, settings: Settings) -> Settings {
    let layouts: Vec<Option<String>> = match book.rules.table.layouts.items.is_empty() {
        true => vec![settings.layout.clone()],
        false => book.rules.table.layouts.values().map(|layout| Some(layout.id.clone())).collect(),
    };
    let side = Limits { least: Money(5 * Money::UNITS), most: Money(100 * Money::UNITS), unit: None };
    let offered = layouts.into_iter().map(|layout| {
        let mut tried = Settings { layout, ..settings.clone() };
        for option in book.rules.sides.offered.values() {
            if !tried.options.contains(&option.option) {
                tried.options.push(option.option.clone());
                tried.option_limits.insert(option.option.clone(), side);
                if !tried.check(book).is_empty() {
                    tried.options.pop();
                    tried.option_limits.remove(&option.option);
                }
            }
        }
        tried
    });
    let allowed = offered.filter(|tried| tried.check(book).is_empty());
    allowed.max_by_key(|tried| tried.options.len()).unwrap_or(settings)
}

/// As usual, once for each dealing method and each way up that the book lets it be dealt.
pub fn of_dealing(book: &Book) -> Vec<Settings> {
    let usual = Settings::usual(book);
    let methods: Vec<Option<String>> = match book.rules.dealing.methods.items.is_empty() {
        true => vec![None],
        false => book.rules.dealing.methods.values().map(|method| Some(method.id.clone())).collect(),
    };
    let mut all = Vec::new();
    for method in methods {
        let mut settings = usual.clone();
        if let Some(method) = &method {
            settings.deal_by(book, method);
        }
        let both = [Face::Up, Face::Down].map(|faces| Settings { faces, ..settings.clone() });
        all.extend(both.into_iter().filter(|settings| settings.check(book).is_empty()));
    }
    all
}

/// Every settlement method with each set of chips that the book allows there, and every side option that may stand beside the others.
pub fn of_payment(book: &Book) -> Vec<Settings> {
    let mut all: Vec<Settings> = Vec::new();
    for method in book.methods() {
        let usual = Settings { method: method.id.clone(), ..Settings::usual(book) };
        for chips in CHIPS {
            let chips = chips.iter().map(|chip| Money(*chip)).collect();
            let limits = Limits { most: MOST, ..usual.limits };
            let settings = Settings { chips, limits, ..usual.clone() };
            if settings.check(book).is_empty() {
                all.push(with_options(book, settings));
            }
        }
    }
    all
}
