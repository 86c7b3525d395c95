//! Days after a draw, counted as the book has it.

use baccarat::book::Book;
use baccarat::rules::promotion::DaysCounted;
use declared::Zone;
use table::Time;

/// The moment that ends this many days after another, counted as the book has it.
pub(crate) fn days_after(book: &Book, from: Time, days: u32, zone: &Zone) -> Time {
    match book.rules.promotion.days_counted.get() {
        Some(DaysCounted::FromTheMomentOfTheDraw) => Time(from.0 + i64::from(days) * 86_400_000),
        Some(DaysCounted::AfterTheDayOfTheDraw) | None => zone.end_of_days_after(from, days),
    }
}
