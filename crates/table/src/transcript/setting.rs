//! The settings a transcript opens its table with.

use super::read::time;
use super::{Failure, Line};
use crate::nearest::distance;
use crate::settings::{Hours, Limits, Settings};
use baccarat::book::Book;
use baccarat::chips::Money;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use std::collections::BTreeMap;
use std::fmt;

/// Reads a file that has nothing but `setting` lines, over the settings given. Which line set what comes with them, so that what is
/// wrong with a setting can be laid at its line.
pub fn settings(
    text: &str,
    over: Settings,
    book: &Book,
) -> Result<(Settings, BTreeMap<String, usize>), Vec<Failure>> {
    let (mut settings, mut set, mut failures) = (over, BTreeMap::new(), Vec::new());
    let lines = super::lines(text);
    for line in &lines {
        let words = line.words();
        if let Err(failure) = line.printable() {
            failures.push(failure);
            continue;
        }
        let taken = match words[..] {
            ["setting", key, ..] => {
                set.insert(key.replace('-', "_"), line.number);
                take(&mut settings, line)
            }
            _ => Err(line.fail(format!("found `{}`; allowed are lines such as `setting decks 8`", words[0]))),
        };
        failures.extend(taken.err());
    }
    faces_follow(&mut settings, &lines, book);
    if failures.is_empty() { Ok((settings, set)) } else { Err(failures) }
}

/// Where a dealing method is named and no faces are, the cards lie as that method demands.
pub(super) fn faces_follow(settings: &mut Settings, lines: &[Line<'_>], book: &Book) {
    let names = |key: &str| lines.iter().any(|line| line.words().get(1) == Some(&key));
    if names("dealing")
        && !names("faces")
        && let Some(dealing) = settings.dealing.clone()
    {
        settings.deal_by(book, &dealing);
    }
}

/// Every setting, by its name.
const KEYS: &[&str] = &[
    "area-most",
    "area-most-for",
    "area-most-of",
    "backs",
    "burn",
    "cash",
    "chips",
    "common",
    "cutting-cards",
    "dealing",
    "decks",
    "device",
    "differential",
    "display",
    "faces",
    "float",
    "from-back",
    "hours",
    "layout",
    "limits",
    "low-limit",
    "markers",
    "method",
    "multishuffler",
    "opened-by",
    "opens",
    "option-limits",
    "options",
    "period",
    "restricted",
    "scanning",
    "seats",
    "sharing",
    "supply",
    "unapproved",
    "wagers-kept",
];

/// Settings that may come more than once, each time for something else.
const REPEATED: [&str; 2] = ["option-limits", "area-most-of"];

/// Nothing is set twice.
pub(super) fn once(line: &Line<'_>, before: &[Line<'_>]) -> Result<(), Failure> {
    let subject = |line: &Line<'_>| {
        let words = line.words();
        let key = words.get(1).copied().unwrap_or_default();
        let length = if REPEATED.contains(&key) { 3 } else { 2 };
        words.iter().take(length).map(|word| (*word).to_owned()).collect::<Vec<_>>()
    };
    match before.iter().find(|other| subject(other) == subject(line)) {
        Some(other) => {
            let what = subject(line)[1..].join(" ");
            Err(line.fail(format!("`{what}` is set already, in line {}", other.number)))
        }
        None => Ok(()),
    }
}

/// Takes in one `setting` line.
pub(super) fn take(settings: &mut Settings, line: &Line<'_>) -> Result<(), Failure> {
    let words = line.words();
    let Some((key, value)) = words.get(1).map(|key| (*key, &words[2..])) else {
        return Err(line.fail("a setting needs a name and a value"));
    };
    let one = || match value {
        [one] => Ok(*one),
        [] => Err(line.fail(format!("`{key}` needs a value"))),
        [_, beyond, ..] => Err(line.fail(format!("found `{beyond}` behind it; `{key}` has one value"))),
    };
    let yes = || match one()? {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(line.fail(format!("found `{other}`; allowed are yes and no"))),
    };
    if value.is_empty() && KEYS.contains(&key) {
        one()?;
    }
    match key {
        "decks" => settings.decks = number(line, one()?)?,
        "seats" => settings.seats = number(line, one()?)?,
        "device" => settings.device = word(line, one()?)?,
        "multishuffler" => settings.multishuffler = yes()?,
        "backs" => settings.backs = value.iter().map(|back| (*back).to_owned()).collect(),
        "display" => settings.display = yes()?,
        "scanning" => settings.scanning = yes()?,
        "supply" => settings.supply = word(line, one()?)?,
        "layout" => settings.layout = Some(one()?.to_owned()),
        "faces" => settings.faces = word(line, one()?)?,
        "dealing" => settings.dealing = Some(one()?.to_owned()),
        "burn" => settings.burn = word(line, one()?)?,
        "cutting-cards" => settings.cutting_cards = number(line, one()?)?,
        "from-back" => (settings.from_back, settings.counted) = (number(line, one()?)?, true),
        "options" => settings.options = value.iter().map(|option| (*option).to_owned()).collect(),
        "common" => settings.common = value.iter().map(|option| (*option).to_owned()).collect(),
        "restricted" => settings.restricted = value.iter().map(|option| (*option).to_owned()).collect(),
        "chips" => {
            let chips = value.iter().flat_map(|list| list.strip_suffix(',').unwrap_or(list).split(','));
            settings.chips = chips.map(|chip| money(line, chip)).collect::<Result<_, _>>()?;
            let twice = |(at, chip)| settings.chips[..at].contains(chip).then_some(chip);
            if let Some(chip) = settings.chips.iter().enumerate().find_map(twice) {
                return Err(line.fail(format!("a chip of {chip} is named twice")));
            }
        }
        "float" => settings.float = money(line, one()?)?,
        "limits" => settings.limits = limits(line, value)?,
        "option-limits" => {
            let Some((option, rest)) = value.split_first() else {
                return Err(line.fail("an option's limits are written `pairs 10 to 500`"));
            };
            settings.option_limits.insert((*option).to_owned(), limits(line, rest)?);
        }
        "area-most-for" => {
            let names = value.iter().flat_map(|list| list.strip_suffix(',').unwrap_or(list).split(','));
            settings.area_most_for = names.map(|name| name.to_lowercase().into()).collect()
        }
        "unapproved" => settings.unapproved = value.iter().map(|option| (*option).to_owned()).collect(),
        "hours" => match value {
            [from, "to", to] => {
                settings.hours = Some(Hours { from: time(line, from)?, to: time(line, to)? });
            }
            _ => return Err(line.fail("hours are written `12:00:00 to 06:00:00`")),
        },
        "area-most-of" => {
            let [wager, amount] = value else {
                return Err(line.fail("the most on an area is written `tie 500`"));
            };
            let wager = wager.parse().map_err(|message: String| line.fail(message))?;
            settings.area_most_of.insert(wager, money(line, amount)?);
        }
        "area-most" => settings.area_most = Some(money(line, one()?)?),
        "differential" => settings.differential = Some(money(line, one()?)?),
        "period" => settings.period_seconds = Some(number(line, one()?)?),
        "low-limit" => settings.low_limit = yes()?,
        "sharing" => settings.sharing = Some(number(line, one()?)?),
        "cash" => settings.cash = yes()?,
        "wagers-kept" => settings.wagers_kept = yes()?,
        "markers" => settings.markers = yes()?,
        "method" => settings.method = one()?.to_owned(),
        "opens" => return Err(line.fail("when a table opens is written `opens 12:00:00`")),
        "opened-by" => return Err(line.fail("who opens a table is written `opened-by supervisor`")),
        other => {
            let nearest = KEYS.iter().min_by_key(|key| distance(other, key)).unwrap_or(&"");
            return Err(line.fail(format!("no setting `{other}`; the nearest is `{nearest}`")));
        }
    }
    Ok(())
}

/// `10 to 500`, or `10 to 500 in 5`.
pub(super) fn limits(line: &Line<'_>, words: &[&str]) -> Result<Limits, Failure> {
    match words {
        [least, "to", most] => {
            Ok(Limits { least: money(line, least)?, most: money(line, most)?, unit: None })
        }
        [least, "to", most, "in", unit] => Ok(Limits {
            least: money(line, least)?,
            most: money(line, most)?,
            unit: Some(money(line, unit)?),
        }),
        _ => Err(line.fail("limits are written `10 to 500` or `10 to 500 in 5`")),
    }
}

/// An amount.
pub(super) fn money(line: &Line<'_>, text: &str) -> Result<Money, Failure> {
    text.parse().map_err(|message: String| misfit(line, text, message))
}

/// A whole number that the table can hold.
pub(super) fn number<T: Whole>(line: &Line<'_>, text: &str) -> Result<T, Failure> {
    let message = || format!("found `{text}`; allowed is a whole number from 0 to {}", T::MOST);
    text.parse().map_err(|_| misfit(line, text, message()))
}

/// A kind of whole numbers.
pub(super) trait Whole: std::str::FromStr {
    /// The largest.
    const MOST: u32;
}

impl Whole for u8 {
    const MOST: u32 = u8::MAX as u32;
}

impl Whole for u16 {
    const MOST: u32 = u16::MAX as u32;
}

impl Whole for u32 {
    const MOST: u32 = u32::MAX;
}

/// What is a number all the same is out of range; anything else cannot be read.
fn misfit(line: &Line<'_>, text: &str, message: String) -> Failure {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
        && digits.matches('.').count() < 2;
    Failure { out_of_range: is_number, ..line.fail(message) }
}

/// A word of a closed set.
pub(super) fn word<T: for<'de> Deserialize<'de>>(line: &Line<'_>, text: &str) -> Result<T, Failure> {
    let read = T::deserialize(StrDeserializer::<NotAWord>::new(text));
    read.map_err(|error| line.fail(format!("found `{text}`; allowed {error}")))
}

/// Words of a closed set, written with blanks and not with dashes.
pub(super) fn words<T: for<'de> Deserialize<'de>>(line: &Line<'_>, text: &[&str]) -> Result<T, Failure> {
    let read = T::deserialize(StrDeserializer::<NotAWord>::new(&text.join("-")));
    read.map_err(|error| {
        line.fail(format!("found `{}`; allowed {}", text.join(" "), error.to_string().replace('-', " ")))
    })
}

/// Why a word is none of a closed set: what is allowed instead.
#[derive(Debug)]
struct NotAWord(String);

impl fmt::Display for NotAWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotAWord {}

impl serde::de::Error for NotAWord {
    fn custom<T: fmt::Display>(message: T) -> NotAWord {
        NotAWord(format!("is something else: {message}"))
    }

    fn unknown_variant(_: &str, allowed: &'static [&'static str]) -> NotAWord {
        NotAWord(format!("are {}", allowed.join(", ")))
    }
}
