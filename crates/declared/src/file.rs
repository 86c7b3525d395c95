//! From TOML to values. What is missing or wrong becomes a fault; reading goes on.

use crate::fault::Fault;
use baccarat::chips::Money;
use std::collections::HashMap;
use table::{Citation, Time};
use toml::{Table as Toml, Value};

/// A declared file with the line of every key.
pub struct File {
    /// What it says.
    pub toml: Toml,
    lines: HashMap<String, usize>,
}

impl File {
    /// Reads TOML, or says where it is none.
    pub fn parse(text: &str) -> Result<File, Vec<Fault>> {
        match text.parse::<Toml>() {
            Ok(toml) => Ok(File { toml, lines: lines(text) }),
            Err(error) => {
                let start = error.span().map_or(0, |span| span.start.min(text.len()));
                let line = text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
                let message = format!("not TOML: {}", error.message());
                Err(vec![Fault { line, message, cites: Citation::default() }])
            }
        }
    }

    /// The value at a path such as `entry.fee` or `stage[0].advance`.
    pub fn get(&self, path: &str) -> Option<&Value> {
        let mut parts = path.split('.');
        let first = parts.next()?;
        let mut value = match first.strip_suffix(']').and_then(|part| part.split_once('[')) {
            Some((key, index)) => self.toml.get(key)?.as_array()?.get(index.parse::<usize>().ok()?)?,
            None => self.toml.get(first)?,
        };
        for part in parts {
            value = value.as_table()?.get(part)?;
        }
        Some(value)
    }

    /// Is there anything at this path?
    pub fn has(&self, path: &str) -> bool {
        self.get(path).is_some()
    }

    /// The text at this path.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.get(path)?.as_str()
    }

    /// The line of a key, or of the nearest thing around it.
    pub fn line(&self, path: &str) -> usize {
        let mut path = path;
        loop {
            if let Some(line) = self.lines.get(path) {
                return *line;
            }
            match path.rsplit_once('.') {
                Some((before, _)) => path = before,
                None => return 0,
            }
        }
    }

    /// How many sections of this name there are.
    pub fn count(&self, list: &str) -> usize {
        self.toml.get(list).and_then(Value::as_array).map_or(0, Vec::len)
    }
}

/// The line of every key that stands at the start of a line, by its path.
fn lines(text: &str) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    let mut section = String::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("[[").and_then(|rest| rest.split(']').next()) {
            let count = counts.entry(name.trim().to_owned()).or_default();
            section = format!("{}[{count}]", name.trim());
            *count += 1;
            found.entry(section.clone()).or_insert(index + 1);
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            section = name.trim().to_owned();
            found.entry(section.clone()).or_insert(index + 1);
        } else if let Some((key, _)) = line.split_once('=') {
            let key = key.trim().trim_matches('"');
            let path = if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") };
            found.entry(path).or_insert(index + 1);
        }
    }
    found
}

/// Reads values and gathers faults.
pub struct Reader<'f> {
    /// Where they come from.
    pub file: &'f File,
    /// What is wrong so far.
    pub faults: Vec<Fault>,
}

impl<'f> Reader<'f> {
    /// Reads a file.
    pub fn new(file: &'f File) -> Reader<'f> {
        Reader { file, faults: Vec::new() }
    }

    /// Something is wrong there.
    pub fn fault(&mut self, path: &str, message: impl Into<String>) {
        let line = self.file.line(path);
        self.faults.push(Fault { line, message: message.into(), cites: Citation::default() });
    }

    /// The value there is not as allowed.
    pub fn odd(&mut self, path: &str, allowed: &str) {
        let found = self.file.get(path).map(|value| value.to_string()).unwrap_or_default();
        let found: String = found.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect();
        self.fault(path, format!("`{path}`: found {found}; allowed is {allowed}"));
    }

    /// A text; empty if there is none.
    pub fn text(&mut self, path: &str) -> String {
        match self.file.get(path) {
            Some(Value::String(text)) => text.clone(),
            Some(_) => {
                self.odd(path, "a text");
                String::new()
            }
            None => String::new(),
        }
    }

    /// A name that stands in paths, streams and sealed texts: letters, digits, dashes.
    pub fn id(&mut self, path: &str) -> String {
        let id = self.text(path);
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        let sound = (1..=64).contains(&id.len()) && id.chars().all(plain);
        // What is missing, or no text, has been told.
        if self.file.text(path).is_some() && !sound {
            self.odd(path, "1 to 64 letters, digits, `-` or `_`");
        }
        id
    }

    /// True or false.
    pub fn flag(&mut self, path: &str) -> Option<bool> {
        match self.file.get(path)? {
            Value::Boolean(flag) => Some(*flag),
            _ => {
                self.odd(path, "true or false");
                None
            }
        }
    }

    /// A whole number up to the most.
    pub fn whole(&mut self, path: &str, most: u32) -> Option<u32> {
        let number = self.file.get(path)?.as_integer().and_then(|number| u32::try_from(number).ok());
        if number.is_none_or(|number| number > most) {
            self.odd(path, &format!("a whole number from 0 to {most}"));
            return None;
        }
        number
    }

    /// An amount.
    pub fn money(&mut self, path: &str) -> Option<Money> {
        let value = self.file.get(path)?;
        let money = money_of(value);
        if money.is_none() {
            self.odd(path, "an amount such as 15 or \"2.50\"");
        }
        money
    }

    /// A list of texts.
    pub fn texts(&mut self, path: &str) -> Vec<String> {
        match self.file.get(path) {
            Some(Value::Array(items)) if items.iter().all(Value::is_str) => {
                items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            Some(_) => {
                self.odd(path, "a list of texts");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// One of these words.
    pub fn word<T: Copy>(&mut self, path: &str, words: &[(&str, T)]) -> Option<T> {
        let text = self.file.get(path)?;
        let found = text.as_str().and_then(|text| words.iter().find(|(word, _)| *word == text));
        if found.is_none() {
            let all: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.odd(path, &all.join(" or "));
        }
        found.map(|(_, value)| *value)
    }

    /// A date and time with its offset.
    pub fn time(&mut self, path: &str) -> Option<Time> {
        match self.file.get(path)? {
            Value::Datetime(date) => {
                let time = time_of(date);
                if time.is_none() {
                    self.odd(path, "a date and time with its zone, such as 2027-04-10T19:00:00+10:00");
                }
                time
            }
            _ => {
                self.odd(path, "a date and time such as 2027-04-10T19:00:00+10:00");
                None
            }
        }
    }

    /// Every key is one of these, section by section; sections of `list` stand any number of times.
    pub fn unknown_keys(&mut self, keys: &[(&str, &[&str])], list: &str) {
        for (section, known) in keys {
            let paths: Vec<String> = match section.strip_prefix(list) {
                Some(rest) => {
                    (0..self.file.count(list)).map(|index| format!("{list}[{index}]{rest}")).collect()
                }
                None => vec![(*section).to_owned()],
            };
            for path in paths {
                let table = match path.is_empty() {
                    true => Some(&self.file.toml),
                    false => self.file.get(&path).and_then(Value::as_table),
                };
                let Some(table) = table else { continue };
                let odd: Vec<String> =
                    table.keys().filter(|key| !known.contains(&key.as_str())).cloned().collect();
                for key in odd {
                    let full = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.fault(&full, format!("found `{key}`; allowed are {}", known.join(", ")));
                }
            }
        }
    }
}

/// An amount, written as a whole number or a text.
pub fn money_of(value: &Value) -> Option<Money> {
    match value {
        Value::Integer(number) => {
            let units = number.checked_mul(Money::UNITS)?;
            (0..=Money::MOST).contains(&units).then_some(Money(units))
        }
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Milliseconds since 1970 in UTC.
pub fn time_of(date: &toml::value::Datetime) -> Option<Time> {
    let (day, time) = (date.date?, date.time?);
    let offset = match date.offset? {
        toml::value::Offset::Z => 0,
        toml::value::Offset::Custom { minutes } => i64::from(minutes),
    };
    // Days since 1970, by the usual count from March.
    let (year, month) = (i64::from(day.year) - i64::from(day.month <= 2), i64::from(day.month));
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + i64::from(day.day) - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let seconds = days * 86_400
        + i64::from(time.hour) * 3_600
        + i64::from(time.minute) * 60
        + i64::from(time.second.unwrap_or(0));
    Some(Time((seconds - offset * 60) * 1_000))
}
