//! The calendar of a place: its time zone is data, written as POSIX has it, such as `AEST-10AEDT,M10.1.0,M4.1.0/3`.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use serde::{Deserialize, Serialize};
use table::Time;

/// A time zone with its daylight saving, as its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zone(String);

impl Default for Zone {
    fn default() -> Zone {
        Zone("UTC0".to_owned())
    }
}

impl Zone {
    /// Reads a zone, or says what is allowed.
    pub fn parse(text: &str) -> Result<Zone, String> {
        match TimeZone::posix(text) {
            Ok(_) => Ok(Zone(text.to_owned())),
            Err(_) => Err(format!(
                "found `{text}`; allowed is a zone such as AEST-10AEDT,M10.1.0,M4.1.0/3, with its daylight saving"
            )),
        }
    }

    fn at(&self, time: Time) -> Zoned {
        let zone = TimeZone::posix(&self.0).unwrap_or(TimeZone::UTC);
        Timestamp::from_millisecond(time.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone)
    }

    /// A time as the clocks of the place show it.
    pub fn local(&self, time: Time) -> String {
        let at = self.at(time);
        format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())
    }

    /// The same with the seconds, where it is no whole minute.
    pub fn local_whole(&self, time: Time) -> String {
        match self.at(time).second() {
            0 => self.local(time),
            second => format!("{}:{second:02}", self.local(time)),
        }
    }

    /// How many minutes the clocks of the place are ahead of UTC from the first of these times on, and from when that changes up to the
    /// second.
    pub fn shifts(&self, from: Time, to: Time) -> Vec<(Time, i32)> {
        let mut shifts = vec![(from, self.offset_minutes(from))];
        let zone = TimeZone::posix(&self.0).unwrap_or(TimeZone::UTC);
        let start = Timestamp::from_millisecond(from.0).unwrap_or(Timestamp::UNIX_EPOCH);
        for change in zone.following(start) {
            let at = Time(change.timestamp().as_millisecond());
            if at > to {
                break;
            }
            shifts.push((at, change.offset().seconds() / 60));
        }
        shifts
    }

    /// The day of a time by the clocks of the place, such as `2026-11-16`.
    pub fn day(&self, time: Time) -> String {
        self.at(time).date().to_string()
    }

    /// The moment at which the clocks of the place show this many milliseconds after the midnight that begins a day, such as
    /// `2026-11-16`; nothing if that is no day. Where clocks are put forward over it, the moment after.
    pub fn on_day(&self, day: &str, after_midnight: i64) -> Option<Time> {
        let date: Date = day.parse().ok().filter(|date: &Date| date.to_string() == day)?;
        let zone = TimeZone::posix(&self.0).unwrap_or(TimeZone::UTC);
        let shown = date.at(0, 0, 0, 0).checked_add(after_midnight.milliseconds()).ok()?;
        Some(Time(shown.to_zoned(zone).ok()?.timestamp().as_millisecond()))
    }

    /// The day after one, such as `2026-11-17`.
    pub fn day_after(day: &str) -> Option<String> {
        Some(day.parse::<Date>().ok()?.tomorrow().ok()?.to_string())
    }

    /// How many minutes the clocks of the place are ahead of UTC then.
    pub fn offset_minutes(&self, time: Time) -> i32 {
        self.at(time).offset().seconds() / 60
    }

    /// The moment that ends this many calendar days after the day of that time: what happens before it is within them.
    pub fn end_of_days_after(&self, time: Time, days: u32) -> Time {
        let at = self.at(time);
        let next = at.date().saturating_add((i64::from(days) + 1).days());
        let end = next.to_zoned(at.time_zone().clone());
        end.map_or(time, |end| Time(end.timestamp().as_millisecond()))
    }
}

/// A time in UTC, as people write it.
pub fn utc(time: Time) -> String {
    format!("{} UTC", Zone::default().local(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds of a date written with its offset.
    fn time(text: &str) -> Time {
        Time(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn clocks_shift_with_daylight_saving() {
        let zone = Zone::parse("AEST-10AEDT,M10.1.0,M4.1.0/3").unwrap();
        let (from, to) = (time("2026-07-01T00:00:00Z"), time("2027-05-01T00:00:00Z"));
        let wanted = [(from, 600), (time("2026-10-03T16:00:00Z"), 660), (time("2027-04-03T16:00:00Z"), 600)];
        assert_eq!(zone.shifts(from, to), wanted);
        for (at, minutes) in wanted {
            assert_eq!(zone.offset_minutes(at), minutes);
        }
        assert_eq!(Zone::default().shifts(from, to), [(from, 0)]);
    }

    fn until(drawn: &str, days: u32) -> String {
        let zone = Zone::parse("AEST-10AEDT,M10.1.0,M4.1.0/3").unwrap();
        zone.local(zone.end_of_days_after(time(drawn), days))
    }

    #[test]
    fn seconds_are_shown_where_there_are_any() {
        let zone = Zone::parse("AEST-10AEDT,M10.1.0,M4.1.0/3").unwrap();
        assert_eq!(zone.local_whole(time("2027-02-06T23:59:59+11:00")), "2027-02-06 23:59:59");
        assert_eq!(zone.local_whole(time("2027-02-06T20:30:00+11:00")), "2027-02-06 20:30");
        assert_eq!(zone.local(time("2027-02-06T23:59:59+11:00")), "2027-02-06 23:59");
    }

    #[test]
    fn days_end_at_midnight_of_the_place() {
        assert_eq!(until("2027-02-06T21:00:00+11:00", 2), "2027-02-09 00:00");
        assert_eq!(until("2027-02-06T23:59:59+11:00", 2), "2027-02-09 00:00");
        assert_eq!(until("2027-02-07T00:00:00+11:00", 2), "2027-02-10 00:00");
        assert_eq!(until("2027-02-06T21:00:00+11:00", 0), "2027-02-07 00:00");
    }

    /// Daylight saving ends on the first Sunday of April at three and begins on the first of October at two.
    #[test]
    fn a_day_of_25_or_23_hours_is_a_day() {
        let zone = Zone::parse("AEST-10AEDT,M10.1.0,M4.1.0/3").unwrap();
        let hours = |from: &str| {
            let from = time(from);
            (zone.end_of_days_after(from, 2).0 - from.0) / 3_600_000
        };
        assert_eq!(hours("2027-04-01T12:00:00+11:00"), 12 + 48);
        assert_eq!(hours("2027-04-02T12:00:00+11:00"), 12 + 48 + 1);
        assert_eq!(hours("2027-04-03T12:00:00+11:00"), 12 + 48 + 1);
        assert_eq!(hours("2027-10-02T12:00:00+10:00"), 12 + 48 - 1);
        assert_eq!(zone.offset_minutes(time("2027-04-04T02:30:00+11:00")), 660);
        assert_eq!(zone.offset_minutes(time("2027-04-04T02:30:00+10:00")), 600);
    }

    #[test]
    fn a_zone_that_is_none_is_named() {
        assert!(Zone::parse("Sydney time").unwrap_err().contains("allowed is a zone such as"));
    }
}
