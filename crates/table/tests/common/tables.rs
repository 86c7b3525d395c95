//! Tables of every book with settings that exercise its corners.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::cards::{Device, Supply};
use baccarat::rules::play::Face;
use baccarat::rules::shoe::BurnStyle;
use baccarat::shelf;
use std::sync::Arc;
use table::{Limits, Settings};

/// A table to play at.
pub struct Setup {
    pub name: String,
    pub book: Arc<Book>,
    pub settings: Settings,
}

pub fn money(whole: i64) -> Money {
    Money(whole * Money::UNITS)
}

pub fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

pub fn limits(least: i64, most: i64) -> Limits {
    Limits { least: money(least), most: money(most), unit: None }
}

/// All side options that may be offered together at a table with these settings.
pub fn with_options(book: &Book, settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    for offered in book.rules.sides.offered.values() {
        if settings.options.contains(&offered.option) {
            continue;
        }
        settings.options.push(offered.option.clone());
        settings.option_limits.insert(offered.option.clone(), settings.limits);
        if !settings.check(book).is_empty() {
            settings.options.pop();
            settings.option_limits.remove(&offered.option);
        }
    }
    settings
}

/// Every table of a book: a name, and what differs from the usual settings.
pub fn setups(id: &str) -> Vec<Setup> {
    let book = book(id);
    let usual = Settings::usual(&book);
    let mut all: Vec<(String, Settings)> = vec![("usual".into(), usual.clone())];
    let mut vary = |name: &str, change: &dyn Fn(&mut Settings)| {
        let mut settings = usual.clone();
        change(&mut settings);
        all.push((name.into(), settings));
    };
    for method in book.methods() {
        vary(&format!("method {}", method.id), &|settings| settings.method = method.id.clone());
    }
    vary("every option", &|settings| *settings = with_options(&book, settings));
    vary("short shoe", &|settings| settings.from_back = u16::from(settings.decks) * 52 - 40);
    vary("face down", &|settings| settings.faces = Face::Down);
    for method in book.rules.dealing.methods.values() {
        vary(&format!("dealing {}", method.id), &|settings| {
            settings.dealing = Some(method.id.clone());
            settings.faces = *method.faces.last().unwrap();
            settings.from_back = u16::from(settings.decks) * 52 - 90;
        });
    }
    vary("shuffling device", &|settings| {
        settings.device = Device::ShufflingDevice;
        settings.burn = BurnStyle::OneUnseen;
    });
    vary("low limit", &|settings| {
        settings.device = Device::ShufflingDevice;
        settings.burn = BurnStyle::OneUnseen;
        settings.low_limit = true;
        settings.chips = vec![Money(50), money(1), money(5)];
        settings.limits = Limits { least: Money(50), most: money(20), unit: None };
    });
    for layout in book.rules.table.layouts.values() {
        vary(&format!("layout {}", layout.id), &|settings| {
            settings.layout = Some(layout.id.clone());
            *settings = with_options(&book, settings);
            settings.area_most = Some(money(60));
            settings.limits = limits(5, 50);
        });
    }
    vary("period", &|settings| settings.period_seconds = Some(20));
    vary("differential", &|settings| {
        settings.differential = Some(money(40));
        settings.limits = limits(5, 200);
    });
    vary("tight area", &|settings| {
        settings.area_most = Some(money(45));
        settings.limits = limits(5, 40);
        settings.sharing = Some(3);
    });
    vary("odd chips", &|settings| {
        settings.chips = vec![Money(250), money(4), money(7), money(100)];
        settings.limits = Limits { least: Money(250), most: money(90), unit: None };
    });
    vary("multiples", &|settings| {
        settings.limits = Limits { least: money(5), most: money(100), unit: Some(money(5)) };
    });
    vary("small float", &|settings| settings.float = money(300));
    for style in BurnStyle::ALL {
        vary(&format!("burn {style}"), &|settings| {
            settings.burn = *style;
            settings.from_back = u16::from(settings.decks) * 52 - 30;
        });
    }
    for supply in Supply::ALL {
        vary(&format!("supply {supply}"), &|settings| {
            settings.supply = *supply;
            settings.from_back = u16::from(settings.decks) * 52 - 30;
        });
    }
    vary("fourteen seats", &|settings| settings.seats = 14);
    all.retain(|(_, settings)| settings.check(&book).is_empty());
    all.into_iter()
        .map(|(name, settings)| Setup { name: format!("{id}, {name}"), book: book.clone(), settings })
        .collect()
}
