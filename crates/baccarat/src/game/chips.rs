//! Chips: which amounts a set of denominations can make.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::str::FromStr;

/// An amount of money in the smallest unit, here hundredths. Money is whole: never a fraction of it, never a float.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Money(pub i64);

impl Money {
    /// How many of the smallest unit make one.
    pub const UNITS: i64 = 100;

    /// The most that is taken in from outside: a billion, so that sums of many stay far from overflow.
    pub const MOST: i64 = 1_000_000_000 * Money::UNITS;
}

/// Sums stop at the ends of what can be counted, which no table comes near: only a forged log asks for more.
impl std::ops::Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Money {
    type Output = Money;

    fn sub(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Money {
    type Output = Money;

    fn neg(self) -> Money {
        Money(0) - self
    }
}

impl std::ops::AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl std::ops::SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money(0), |sum, amount| sum + amount)
    }
}

/// `{:#}` keeps the thousands apart, as in what people are told: `12,500.50`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let whole = if f.alternate() { grouped(whole) } else { whole.to_string() };
        let text = if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest:02}") };
        f.pad(&text)
    }
}

/// A whole number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl FromStr for Money {
    type Err = String;

    fn from_str(text: &str) -> Result<Money, String> {
        let refuse = || format!("found `{text}`; allowed is an amount such as 15 or 2.50, up to a billion");
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(rest) || rest.len() > 2 || text.ends_with('.') {
            return Err(refuse());
        }
        let units: i64 = format!("{whole}{rest:0<2}").parse().map_err(|_| refuse())?;
        if units > Money::MOST { Err(refuse()) } else { Ok(Money(units)) }
    }
}

/// A set of chip denominations, each in unlimited supply.
///
/// Which amounts it can make is worked out once: for each remainder by the smallest chip, the least amount with that
/// remainder that the chips can make. Every larger one follows by adding smallest chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipSet {
    chips: Vec<Money>,
    /// By remainder of the smallest chip, the least amount that can be made; none if none can.
    least: Vec<Option<i64>>,
}

impl ChipSet {
    /// The largest smallest chip that is taken in: the table of remainders has one entry for each unit of it.
    pub const MOST_SMALLEST: Money = Money(100_000 * Money::UNITS);

    /// These denominations.
    pub fn new(mut chips: Vec<Money>) -> Result<ChipSet, String> {
        chips.sort();
        chips.dedup();
        let Some(&smallest) = chips.first() else {
            return Err("found no chip; allowed is at least one denomination".into());
        };
        if smallest.0 <= 0
            || smallest > ChipSet::MOST_SMALLEST
            || chips.iter().any(|chip| chip.0 > Money::MOST)
        {
            return Err(format!(
                "found a chip of {smallest}; allowed is a smallest chip above 0 and up to {}",
                ChipSet::MOST_SMALLEST
            ));
        }
        let least = ChipSet::least_by_remainder(&chips, smallest.0);
        Ok(ChipSet { chips, least })
    }

    /// The shortest paths over remainders, each step adding a chip.
    fn least_by_remainder(chips: &[Money], smallest: i64) -> Vec<Option<i64>> {
        let mut least = vec![None; smallest as usize];
        let mut ahead = BinaryHeap::from([Reverse(0_i64)]);
        while let Some(Reverse(amount)) = ahead.pop() {
            let place = &mut least[(amount % smallest) as usize];
            if place.is_none() {
                *place = Some(amount);
                ahead.extend(chips[1..].iter().map(|chip| Reverse(amount + chip.0)));
            }
        }
        least
    }

    /// The denominations, smallest first.
    pub fn chips(&self) -> &[Money] {
        &self.chips
    }

    /// The smallest chip.
    pub fn smallest(&self) -> Money {
        self.chips[0]
    }

    /// Can these chips make this amount exactly?
    pub fn can_make(&self, amount: Money) -> bool {
        amount.0 >= 0
            && self.least[(amount.0 % self.smallest().0) as usize].is_some_and(|least| least <= amount.0)
    }

    /// The chips that make this amount, few and large ones first; nothing if they cannot.
    pub fn made_of(&self, amount: Money) -> Option<Vec<(Money, u64)>> {
        if amount.0 == 0 {
            return Some(Vec::new());
        }
        if !self.can_make(amount) {
            return None;
        }
        let mut left = amount;
        let mut made = Vec::new();
        for &chip in self.chips.iter().rev() {
            // As many as fit while the rest can still be made.
            let mut count = left.0 / chip.0;
            while count > 0 && !self.can_make(Money(left.0 - count * chip.0)) {
                count -= 1;
            }
            if count > 0 {
                made.push((chip, count.unsigned_abs()));
                left = Money(left.0 - count * chip.0);
            }
        }
        (left.0 == 0).then_some(made)
    }

    /// The least amount that chips can make and that is not under this one.
    pub fn next_up(&self, amount: Money) -> Money {
        // Every multiple of the smallest chip can be made, so the search ends within one of it.
        let mut up = Money(amount.0.max(0));
        while !self.can_make(up) {
            up.0 += 1;
        }
        up
    }

    /// The greatest amount that chips can make and that is not over this one.
    pub fn next_down(&self, amount: Money) -> Money {
        let mut down = Money(amount.0.max(0));
        while !self.can_make(down) {
            down.0 -= 1;
        }
        down
    }
}

impl FromStr for ChipSet {
    type Err = String;

    fn from_str(text: &str) -> Result<ChipSet, String> {
        let chips: Result<Vec<Money>, String> = text.split(',').map(|chip| chip.trim().parse()).collect();
        ChipSet::new(chips.map_err(|fault| format!("chips: {fault}"))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chips(text: &str) -> ChipSet {
        text.parse().unwrap()
    }

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn money_is_read_to_the_hundredth() {
        assert_eq!(money("15"), Money(1500));
        assert_eq!(money("2.5"), Money(250));
        assert_eq!(money("2.50").to_string(), "2.50");
        assert_eq!(Money(-5).to_string(), "-0.05");
        assert_eq!(
            format!("{:#} {:#} {:#}", Money(99_900), Money(-100_005), money("1234567")),
            "999 -1,000.05 1,234,567"
        );
        for bad in ["", ".", "1.", "-1", "1.005", "1e3", "99999999999999999999", "ten", "1,0"] {
            assert!(bad.parse::<Money>().is_err(), "{bad}");
        }
    }

    #[test]
    fn amounts_go_to_the_nearest_that_chips_make() {
        let set = chips("1,5,25,100");
        assert_eq!(set.next_up(money("28.50")), money("29"));
        assert_eq!(set.next_down(money("28.50")), money("28"));
        assert_eq!(chips("5,25").next_up(money("28.50")), money("30"));
        assert_eq!(chips("2.50,5").next_up(money("28.50")), money("30"));
    }

    #[test]
    fn what_can_be_made_is_not_mere_divisibility() {
        let odd = chips("4,7");
        let made: Vec<i64> = (0..30).filter(|whole| odd.can_make(Money(whole * 100))).collect();
        assert_eq!(made, [0, 4, 7, 8, 11, 12, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
        assert_eq!(odd.next_up(money("17")), money("18"));
        assert_eq!(odd.next_down(money("17")), money("16"));
        assert_eq!(odd.next_down(money("3")), money("0"));
    }

    #[test]
    fn an_amount_is_paid_in_few_large_chips() {
        let made = |set: &str, amount: &str| chips(set).made_of(money(amount));
        assert_eq!(made("1,5,25", "38"), Some(vec![(money("25"), 1), (money("5"), 2), (money("1"), 3)]));
        assert_eq!(made("4,7", "15"), Some(vec![(money("7"), 1), (money("4"), 2)]));
        assert_eq!(made("4,7", "16"), Some(vec![(money("4"), 4)]));
        assert_eq!(made("4,7", "17"), None);
    }

    #[test]
    fn bad_sets_are_refused() {
        for bad in ["", "0", "0,5", "x", "1;5", "200000"] {
            assert!(bad.parse::<ChipSet>().is_err(), "{bad}");
        }
    }
}
