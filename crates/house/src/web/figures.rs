//! Numbers, money and times on pages that the house writes itself, as readers of each language write them. Scripts use the browser's own.

use super::texts::Language;
use ::table::Time;
use baccarat::chips::Money;
use office::calendar::Clocks;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A number with its thousands apart, which both languages write alike.
pub fn number(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "−" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An amount; cents only where there are some.
pub fn money(money: Money) -> String {
    let (whole, rest) = (money.0 / Money::UNITS, money.0.unsigned_abs() % Money::UNITS.unsigned_abs());
    let sign = if money.0 < 0 { "−" } else { "" };
    let rest = if rest == 0 { String::new() } else { format!(".{rest:02}") };
    format!("{sign}{}{rest}", number(whole.saturating_abs()))
}

/// A time by the clocks of the house: `17 Nov 2026, 18:03:21`, or `2026年11月17日 18:03:21`.
pub fn moment(language: Language, clocks: &Clocks, at: Time) -> String {
    let shown = clocks.shown(at);
    let mut parts = shown.splitn(2, ' ');
    let (day, clock) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let numbers: Vec<usize> = day.split('-').filter_map(|part| part.parse().ok()).collect();
    match (numbers.as_slice(), language) {
        ([year, month, day], Language::English) if (1..=12).contains(month) => {
            format!("{day} {} {year}, {clock}", MONTHS[month - 1])
        }
        ([year, month, day], Language::Chinese) => format!("{year}年{month}月{day}日 {clock}"),
        _ => shown.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_their_readers_do() {
        let check = |units: i64, expected: &str| assert_eq!(money(Money(units)), expected);
        check(137_550, "1,375.50");
        check(-100_000_000, "−1,000,000");
        check(50, "0.50");
        check(-50, "−0.50");
        let clocks = Clocks::default();
        assert_eq!(moment(Language::English, &clocks, Time(0)), "1 Jan 1970, 00:00:00");
        assert_eq!(moment(Language::Chinese, &clocks, Time(0)), "1970年1月1日 00:00:00");
    }
}
