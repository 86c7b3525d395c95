//! Days and times as the clocks of a house show them.

use declared::Zone;
use table::Time;

/// The clocks of a house: its time zone, and when its trading day begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The time zone.
    pub zone: Zone,
    /// When the trading day begins, in milliseconds after midnight.
    pub day_begins: i64,
}

impl Clocks {
    /// A time with its distance from UTC, such as `2026-11-16T18:03:21+13:00`; in UTC itself `2026-11-16T05:03:21Z`.
    pub fn written(&self, time: Time) -> String {
        let offset = i64::from(self.zone.offset_minutes(time));
        let seconds = (time.0.div_euclid(1_000) + offset * 60).rem_euclid(86_400);
        let clock = format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
        format!("{}T{clock}{}", self.zone.day(time), distance(offset))
    }

    /// A time for people to read: `2026-11-16 18:03:21`.
    pub fn shown(&self, time: Time) -> String {
        self.written(time)[..19].replace('T', " ")
    }

    /// How far the clocks are from UTC at a time, such as `UTC+13:00`.
    pub fn distance(&self, time: Time) -> String {
        match i64::from(self.zone.offset_minutes(time)) {
            0 => "UTC".to_owned(),
            offset => format!("UTC{}", distance(offset)),
        }
    }

    /// A time as spreadsheets count it: days since the end of 1899, by these clocks.
    pub fn serial(&self, time: Time) -> f64 {
        let local = time.0 + i64::from(self.zone.offset_minutes(time)) * 60_000;
        local as f64 / 86_400_000.0 + 25_569.0
    }

    /// The trading day to which a time belongs.
    pub fn trading_day(&self, time: Time) -> String {
        let day = self.zone.day(time);
        match self.begins(&day) {
            // Before the trading day begins it is still the one before.
            Some(begins) if time < begins => self.zone.day(Time(begins.0 - self.day_begins - 1)),
            _ => day,
        }
    }

    /// When a trading day begins; nothing if that is no day.
    pub fn begins(&self, day: &str) -> Option<Time> {
        self.zone.on_day(day, self.day_begins)
    }

    /// When a trading day ends.
    pub fn ends(&self, day: &str) -> Option<Time> {
        self.begins(&Zone::day_after(day)?)
    }
}

/// Minutes ahead of UTC, as times write them.
fn distance(minutes: i64) -> String {
    match minutes {
        0 => "Z".to_owned(),
        minutes => {
            let sign = if minutes < 0 { '-' } else { '+' };
            format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(zone: &str, hours: i64) -> Clocks {
        Clocks { zone: Zone::parse(zone).expect("a zone"), day_begins: hours * 3_600_000 }
    }

    #[test]
    fn times_are_written_by_the_clocks_of_the_house() {
        let time = Time(1_000_000_000_000);
        assert_eq!(Clocks::default().written(time), "2001-09-09T01:46:40Z");
        let sydney = clocks("AEST-10AEDT,M10.1.0,M4.1.0/3", 6);
        assert_eq!(sydney.written(time), "2001-09-09T11:46:40+10:00");
        assert_eq!(
            (sydney.shown(time), sydney.distance(time)),
            ("2001-09-09 11:46:40".into(), "UTC+10:00".into())
        );
        assert_eq!(Clocks::default().serial(Time(0)), 25_569.0);
        assert_eq!(sydney.serial(Time(13 * 3_600_000)), 25_570.0);
    }

    #[test]
    fn a_trading_day_begins_and_ends_by_those_clocks_also_when_they_change() {
        let sydney = clocks("AEST-10AEDT,M10.1.0,M4.1.0/3", 6);
        let of = |day: &str| (sydney.begins(day).expect("a day").0, sydney.ends(day).expect("a day").0);
        let (from, to) = of("2026-10-04");
        assert_eq!(to - from, 24 * 3_600_000);
        // The night before, clocks went forward: the day was an hour shorter.
        let (from, to) = of("2026-10-03");
        assert_eq!(to - from, 23 * 3_600_000);
        assert_eq!(sydney.trading_day(Time(from)), "2026-10-03");
        assert_eq!(sydney.trading_day(Time(from - 1)), "2026-10-02");
        assert_eq!(sydney.trading_day(Time(to - 1)), "2026-10-03");
        for bad in ["2026-02-29", "2026-13-01", "2026-1-01", "", "today"] {
            assert_eq!(sydney.begins(bad), None, "{bad}");
        }
    }
}
