//! Days and times as people write them, in UTC.

use table::Time;

/// Milliseconds in a day.
pub const DAY: i64 = 86_400_000;

/// Year, month and day of a count of days since 1970, by Howard Hinnant's way.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// A day as `2026-11-16`.
pub fn day(time: Time) -> String {
    let (year, month, day) = civil(time.0.div_euclid(DAY));
    format!("{year:04}-{month:02}-{day:02}")
}

/// A time as `2026-11-16T05:03:21Z`.
pub fn written(time: Time) -> String {
    let seconds = time.0.rem_euclid(DAY) / 1_000;
    format!("{}T{:02}:{:02}:{:02}Z", day(time), seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// The first moment of a day written as `2026-11-16`.
pub fn beginning_of(text: &str) -> Option<Time> {
    let mut parts = text.split('-');
    let mut part = |digits: usize| {
        let part = parts.next().filter(|part| part.len() == digits)?;
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<i64>().ok()).flatten()
    };
    let (year, month, of_month) = (part(4)?, part(2)?, part(2)?);
    let (shifted_year, shifted_month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era = shifted_year.div_euclid(400);
    let year_of_era = shifted_year.rem_euclid(400);
    let of_year = (153 * shifted_month + 2) / 5 + of_month - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    let time = Time((era * 146_097 + of_era - 719_468) * DAY);
    // A day that no month has would be another one.
    (parts.next().is_none() && day(time) == text).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_and_read() {
        let check = |text: &str, days: i64| {
            assert_eq!(beginning_of(text), Some(Time(days * DAY)), "{text}");
            assert_eq!(day(Time(days * DAY + DAY - 1)), text);
        };
        check("1970-01-01", 0);
        check("2000-02-29", 11_016);
        check("2000-03-01", 11_017);
        check("2026-11-16", 20_773);
        assert_eq!(written(Time(1_000_000_000_000)), "2001-09-09T01:46:40Z");
        for bad in ["2026-02-29", "2026-13-01", "2026-1-01", "2026-01-01-01", "+026-01-01", "", "today"] {
            assert_eq!(beginning_of(bad), None, "{bad}");
        }
    }
}
