//! The settings a transcript opens its table with.

use super::read::time;
use super::{Failure, Line};
use crate::settings::{Hours, Limits, Settings};
use baccarat::chips::Money;
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use std::collections::BTreeMap;

/// Reads a file that has nothing but `setting` lines, over the settings given. Which line set what comes with them, so that what is
/// wrong with a setting can be laid at its line.
pub fn settings(text: &str, over: Settings) -> Result<(Settings, BTreeMap<String, usize>), Vec<Failure>> {
    let (mut settings, mut set, mut failures) = (over, BTreeMap::new(), Vec::new());
    for line in super::lines(text) {
        let words = line.words();
        let taken = match words[..] {
            ["setting", key, ..] => {
                set.insert(key.replace('-', "_"), line.number);
                take(&mut settings, &line)
            }
            _ => Err(line.fail(format!("found `{}`; allowed are lines such as `setting decks 8`", words[0]))),
        };
        failures.extend(taken.err());
    }
    if failures.is_empty() { Ok((settings, set)) } else { Err(failures) }
}

/// Takes in one `setting` line.
pub(super) fn take(settings: &mut Settings, line: &Line<'_>) -> Result<(), Failure> {
    let words = line.words();
    let Some((key, value)) = words.get(1).map(|key| (*key, &words[2..])) else {
        return Err(line.fail("a setting needs a name and a value"));
    };
    let one = || value.first().copied().ok_or_else(|| line.fail(format!("`{key}` needs a value")));
    match key {
        "decks" => settings.decks = number(line, one()?)?,
        "seats" => settings.seats = number(line, one()?)?,
        "device" => settings.device = word(line, one()?)?,
        "multishuffler" => settings.multishuffler = one()? == "yes",
        "backs" => settings.backs = value.iter().map(|back| (*back).to_owned()).collect(),
        "display" => settings.display = one()? == "yes",
        "scanning" => settings.scanning = one()? == "yes",
        "supply" => settings.supply = word(line, one()?)?,
        "layout" => settings.layout = Some(one()?.to_owned()),
        "faces" => settings.faces = word(line, one()?)?,
        "dealing" => settings.dealing = Some(one()?.to_owned()),
        "burn" => settings.burn = word(line, one()?)?,
        "cutting-cards" => settings.cutting_cards = number(line, one()?)?,
        "from-back" => settings.from_back = number(line, one()?)?,
        "options" => settings.options = value.iter().map(|option| (*option).to_owned()).collect(),
        "common" => settings.common = value.iter().map(|option| (*option).to_owned()).collect(),
        "restricted" => settings.restricted = value.iter().map(|option| (*option).to_owned()).collect(),
        "chips" => {
            let chips = value.iter().flat_map(|list| list.split(',')).filter(|chip| !chip.is_empty());
            settings.chips = chips.map(|chip| money(line, chip)).collect::<Result<_, _>>()?;
        }
        "float" => settings.float = money(line, one()?)?,
        "limits" => settings.limits = limits(line, value)?,
        "option-limits" => {
            let option = one()?.to_owned();
            settings.option_limits.insert(option, limits(line, &value[1..])?);
        }
        "area-most-for" => settings.area_most_for = value.iter().map(|name| (*name).into()).collect(),
        "unapproved" => settings.unapproved = value.iter().map(|option| (*option).to_owned()).collect(),
        "hours" => match value {
            [from, "to", to] => {
                settings.hours = Some(Hours { from: time(line, from)?, to: time(line, to)? });
            }
            _ => return Err(line.fail("hours are written `12:00:00 to 06:00:00`")),
        },
        "area-most" => settings.area_most = Some(money(line, one()?)?),
        "differential" => settings.differential = Some(money(line, one()?)?),
        "period" => settings.period_seconds = Some(number(line, one()?)?),
        "low-limit" => settings.low_limit = one()? == "yes",
        "sharing" => settings.sharing = Some(number(line, one()?)?),
        "cash" => settings.cash = one()? == "yes",
        "markers" => settings.markers = one()? == "yes",
        "method" => settings.method = one()?.to_owned(),
        other => return Err(line.fail(format!("no setting `{other}`"))),
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

pub(super) fn money(line: &Line<'_>, text: &str) -> Result<Money, Failure> {
    text.parse().map_err(|told: String| line.fail(told))
}

pub(super) fn number<T: std::str::FromStr>(line: &Line<'_>, text: &str) -> Result<T, Failure> {
    text.parse().map_err(|_| line.fail(format!("found `{text}`; allowed is a whole number")))
}

/// A word of a closed set.
pub(super) fn word<T: for<'de> Deserialize<'de>>(line: &Line<'_>, text: &str) -> Result<T, Failure> {
    T::deserialize(StrDeserializer::<Error>::new(text)).map_err(|error| line.fail(error.to_string()))
}
