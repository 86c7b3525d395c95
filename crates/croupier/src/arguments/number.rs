//! Whole numbers on the command line, told in our words when they are wrong.

/// A whole number within bounds, also as `1e6`, `1_000_000` or `1,000,000`. With `allow_negative_numbers` a negative one is told the same, not taken
/// for an option.
pub fn whole<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = written(text).filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or_else(|| format!("found `{text}`; allowed is a whole number from {LEAST} to {MOST}"))
}

/// The same for a small number.
pub fn small<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, String> {
    let number = whole::<LEAST, MOST>(text)?;
    T::try_from(number)
        .map_err(|_| format!("found `{text}`; allowed is a whole number from {LEAST} to {MOST}"))
}

/// The whole number that a text stands for: digits, perhaps with `_` between them, or in groups of three, perhaps with a power of ten
/// behind an `e`.
fn written(text: &str) -> Option<u64> {
    let plain = ungrouped(text).unwrap_or_else(|| text.replace('_', ""));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((digits, power)) = plain.split_once(['e', 'E']) else {
        return plain.parse().ok().filter(|_| is_number(&plain));
    };
    let (ones, part) = digits.split_once('.').unwrap_or((digits, ""));
    let power: usize = power.strip_prefix('+').unwrap_or(power).parse().ok().filter(|power| *power <= 18)?;
    // What stands behind the point must be made whole by the power.
    if part.len() > power || !is_number(ones) || !(part.is_empty() || is_number(part)) {
        return None;
    }
    format!("{ones}{part}{}", "0".repeat(power - part.len())).parse().ok()
}

/// Digits without the commas or blanks that part them into thousands; nothing if they are not parted so.
fn ungrouped(text: &str) -> Option<String> {
    let (first, rest) = text.split_once([',', ' '])?;
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (1..=3).contains(&first.len()) && rest.split([',', ' ']).all(is_group);
    fits.then(|| text.replace([',', ' '], ""))
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn whole_numbers_may_be_written_as_powers_of_ten() {
        for (text, number) in [
            ("7", 7),
            ("1e6", 1_000_000),
            ("2.5e3", 2_500),
            ("1_000", 1_000),
            ("1E+2", 100),
            ("12,500", 12_500),
            ("1 000", 1_000),
        ] {
            assert_eq!(whole::<1, 1_000_000>(text), Ok(number), "{text}");
        }
        for text in [
            "", "e6", "1e", "1.5", "1.25e1", "-3", "1e30", "1e7", "0", "many", "1.5e-3", "1,00", ",000",
            "1,000,",
        ] {
            let refused = whole::<1, 1_000_000>(text).unwrap_err();
            assert_eq!(refused, format!("found `{text}`; allowed is a whole number from 1 to 1000000"));
        }
    }
}
