//! What somebody has won, lost and spent in time at a table during the last day: what their own limits are held against.

use aggregate::Time;
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use table::{Fact, Name, Settled, SettledAs, pay, people, trouble};

/// A day, in milliseconds.
pub const DAY: i64 = 24 * HOUR;
const HOUR: i64 = 3_600_000;

/// A patron's play at one table during the last day. It is of one size however long they have played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// What was won or lost, by the hour of the clock in which it was settled.
    hours: Vec<(i64, Money)>,
    /// From when until when the patron was at the table; the last may still be.
    stays: Vec<(Time, Option<Time>)>,
}

/// Whom an event concerns, for their own limits.
pub fn whose(fact: &Fact) -> Option<&Name> {
    match fact {
        Fact::People(people::Fact::Arrived { patron } | people::Fact::Left { patron })
        | Fact::Pay(pay::Fact::WagerSettled { patron, .. }) => Some(patron),
        Fact::Trouble(trouble::Fact::SettlementUndone { stake, .. }) => Some(&stake.patron),
        _ => None,
    }
}

impl Played {
    /// Takes in an event that concerns this patron.
    pub fn follow(&mut self, fact: &Fact, at: Time) {
        match fact {
            Fact::People(people::Fact::Arrived { .. }) => self.stays.push((at, None)),
            Fact::People(people::Fact::Left { .. }) => self.left(at),
            Fact::Pay(pay::Fact::WagerSettled { staked, result, .. }) => self.add(at, gain(*staked, result)),
            Fact::Trouble(trouble::Fact::SettlementUndone { stake, result, .. }) => {
                self.add(at, Money(0) - gain(stake.amount, result));
            }
            _ => {}
        }
        let old = Time(at.0 - DAY);
        self.hours.retain(|(hour, _)| (hour + 1) * HOUR > old.0);
        self.stays.retain(|(_, until)| until.is_none_or(|until| until > old));
    }

    fn left(&mut self, at: Time) {
        if let Some((_, until @ None)) = self.stays.last_mut() {
            *until = Some(at);
        }
    }

    fn add(&mut self, at: Time, amount: Money) {
        let hour = at.0.div_euclid(HOUR);
        match self.hours.last_mut() {
            Some((last, sum)) if *last == hour => *sum += amount,
            _ => self.hours.push((hour, amount)),
        }
    }

    /// Nothing was played.
    pub fn is_empty(&self) -> bool {
        self.hours.is_empty() && self.stays.is_empty()
    }

    /// Was nothing played during the last day?
    pub fn is_over(&self, now: Time) -> bool {
        let old = now.0 - DAY;
        self.hours.iter().all(|(hour, _)| (hour + 1) * HOUR <= old)
            && self.stays.iter().all(|(_, until)| until.is_some_and(|until| until.0 <= old))
    }

    /// What was won or lost in the day before, to the hour.
    pub fn net(&self, now: Time) -> Money {
        let counts = |hour: &i64| (hour + 1) * HOUR > now.0 - DAY;
        self.hours.iter().filter(|(hour, _)| counts(hour)).map(|(_, sum)| *sum).sum()
    }

    /// When the patron was at the table in the day before.
    pub fn stays(&self, now: Time) -> impl Iterator<Item = (i64, i64)> {
        let old = now.0 - DAY;
        self.stays
            .iter()
            .map(move |(from, until)| (from.0.max(old), until.unwrap_or(now).0))
            .filter(|(from, until)| from < until)
    }
}

/// What a settled wager brought.
fn gain(staked: Money, result: &Settled) -> Money {
    match result.outcome {
        SettledAs::Wins => result.paid,
        SettledAs::Loses => result.returned - staked,
        SettledAs::StandsOff => Money(0),
    }
}

/// How long these stays are together; times at several tables at once count once.
pub fn together(mut stays: Vec<(i64, i64)>) -> i64 {
    stays.sort_unstable();
    let (mut sum, mut counted) = (0, i64::MIN);
    for (from, until) in stays {
        let from = from.max(counted);
        if until > from {
            (sum, counted) = (sum + until - from, until);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(n: i64) -> Time {
        Time(n * HOUR)
    }

    #[test]
    fn time_at_several_tables_at_once_counts_once() {
        assert_eq!(together(vec![(5, 9), (0, 4), (2, 6), (20, 30)]), 19);
        assert_eq!(together(Vec::new()), 0);
    }

    #[test]
    fn what_is_older_than_a_day_is_forgotten() {
        let (mut played, ann) = (Played::default(), Name::from("Ann"));
        let arrived = Fact::People(people::Fact::Arrived { patron: ann.clone() });
        let left = Fact::People(people::Fact::Left { patron: ann });
        played.follow(&arrived, hour(1));
        played.follow(&left, hour(3));
        played.add(hour(2), Money(-500));
        played.add(hour(2), Money(200));
        assert_eq!(played.net(hour(4)), Money(-300));
        assert_eq!(together(played.stays(hour(4)).collect()), 2 * HOUR);
        assert_eq!(together(played.stays(hour(26)).collect()), HOUR, "an hour of it is more than a day ago");
        assert_eq!(played.net(hour(28)), Money(0));
        played.follow(&arrived, hour(40));
        assert_eq!((played.hours.len(), played.stays.len()), (0, 1), "nothing old is kept");
        assert_eq!(together(played.stays(hour(41)).collect()), HOUR);
    }
}
