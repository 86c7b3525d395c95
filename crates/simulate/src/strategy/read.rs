//! From the text of a strategy file to a [`Strategy`], or to every fault in it.

use super::expression::{Kind, MOST_ITEMS, ONE};
use super::parse::{Names, assignments, cards_of, number};
use super::{After, Bet, Formula, Move, On, PastEnd, Size, Strategy, Tags, Value as StateValue, When};
use crate::till::Till;
use baccarat::chips::Money;
use baccarat::fault::Fault;
use baccarat::outcome::Side;
use baccarat::wager::{Condition, WagerId};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

const HEAD_KEYS: &str = "name, bankroll, stop_loss, stop_win, state, tags, stop, bet";
const BET_KEYS: &str = "on, stake, when, steps, after_win, after_loss, after_push, past_end";
const MOVES: &str = "`first`, `stay`, `next`, `back`, `next 2`, `back 2` or NAME = EXPRESSION";
const MOST_BETS: usize = 20;
const MOST_STEPS: usize = 100;

/// The faults met so far, and where the lines begin.
struct Reading {
    line_starts: Vec<usize>,
    faults: Vec<Fault>,
    /// What the strategy remembers.
    state: Vec<(String, StateValue)>,
    tags: Vec<Tags>,
}

type Value<'i> = Spanned<DeValue<'i>>;

pub(super) fn read(text: &str, till: &Till<'_>) -> Result<Strategy, Vec<Fault>> {
    let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
    let mut reading = Reading { line_starts, faults: Vec::new(), state: Vec::new(), tags: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reading.add(error.span().unwrap_or(0..0), "", format!("not TOML: {}", error.message()));
    }
    if !reading.faults.is_empty() {
        // What a slip in the text left behind cannot be judged.
        return Err(reading.faults);
    }
    let strategy = reading.strategy(document.into_inner(), till);
    match strategy {
        Some(strategy) if reading.faults.is_empty() => Ok(strategy),
        _ => {
            reading.faults.sort_by_key(|fault| (fault.line == 0, fault.line, fault.column));
            Err(reading.faults)
        }
    }
}

impl Reading {
    fn add(&mut self, span: Range<usize>, place: &str, message: impl Into<String>) {
        let line = self.line_starts.partition_point(|start| *start <= span.start);
        let column = span.start - self.line_starts[line - 1] + 1;
        self.faults.push(Fault { line, column, place: place.to_owned(), message: message.into() });
    }

    fn whole(&mut self, message: &str) {
        self.faults.push(Fault { line: 0, column: 0, place: String::new(), message: message.into() });
    }

    fn strategy(&mut self, table: DeTable<'_>, till: &Till<'_>) -> Option<Strategy> {
        let (mut name, mut bankroll, mut stop_loss, mut stop_win) = (None, None, None, None);
        let (mut stop, mut bets) = (None, None);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "name" => name = Some(self.text(value, "name")),
                "bankroll" => bankroll = Some(self.money(value, "bankroll")),
                "stop_loss" => stop_loss = self.money(value, "stop_loss"),
                "stop_win" => stop_win = self.money(value, "stop_win"),
                "state" => self.state(value),
                "tags" => self.tags(value),
                "stop" => stop = Some(value),
                "bet" => bets = Some(value),
                other => self.add(key.span(), "", format!("found `{other}`; allowed are {HEAD_KEYS}")),
            }
        }
        if name.is_none() {
            self.whole("no `name`; a strategy needs name, bankroll and at least one [[bet]]");
        }
        if bankroll.is_none() {
            self.whole("no `bankroll`; a strategy needs what the patron brings to each shift");
        }
        if bets.is_none() {
            self.whole("no [[bet]]; a strategy needs at least one");
        }
        // Expressions name what `state` and `tags` declare, wherever in the file that stands.
        let stop = stop.and_then(|value| self.formula(value, "stop", till));
        let bets = bets.map(|value| self.bets(value, till)).unwrap_or_default();
        Some(Strategy {
            name: name??,
            bankroll: bankroll??,
            stop_loss,
            stop_win,
            state: std::mem::take(&mut self.state),
            tags: std::mem::take(&mut self.tags),
            stop,
            bets,
        })
    }

    /// `state = { line = [1, 2, 3, 4], base = 5 }`.
    fn state(&mut self, value: Value<'_>) {
        let span = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            return self.add(span, "state", "allowed is a table such as { line = [1, 2, 3] }");
        };
        for (key, value) in table {
            let (name, place) = (key.get_ref().to_string(), format!("state: {}", key.get_ref()));
            let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !is_name || name.len() > 30 {
                self.add(key.span(), &place, "allowed are names of letters, digits and _, up to 30");
            }
            let span = value.span();
            let found = match value.get_ref() {
                DeValue::Array(items) if items.len() <= MOST_ITEMS => items
                    .iter()
                    .map(|item| decimal(item.get_ref()))
                    .collect::<Option<_>>()
                    .map(StateValue::List),
                other => decimal(other).map(StateValue::Number),
            };
            match found {
                Some(found) => self.state.push((name, found)),
                None => {
                    let message = format!("allowed is a number, or a list of up to {MOST_ITEMS} numbers");
                    self.add(span, &place, message);
                }
            }
        }
    }

    /// `[tags.NAME]` with whole numbers by rank or card: `A = 1`, `9 = -2`, `6H = 1`.
    fn tags(&mut self, value: Value<'_>) {
        let span = value.span();
        let DeValue::Table(lists) = value.into_inner() else {
            return self.add(span, "tags", "allowed are tables such as [tags.running]");
        };
        for (name, list) in lists {
            let place = format!("tags: {}", name.get_ref());
            let span = list.span();
            let DeValue::Table(list) = list.into_inner() else {
                self.add(span, &place, "allowed is a table of ranks such as { A = 1, 9 = -2 }");
                continue;
            };
            let mut tags = Tags { name: name.get_ref().to_string(), of: [0; 52] };
            for (card, tag) in list {
                let cards = cards_of(card.get_ref());
                let number =
                    decimal(tag.get_ref()).filter(|number| number % ONE == 0).map(|number| number / ONE);
                match (cards, number.filter(|number| (-1_000..=1_000).contains(number))) {
                    (Some(cards), Some(number)) => {
                        cards.into_iter().for_each(|card| tags.of[card] = number as i16);
                    }
                    (None, _) => {
                        self.add(
                            card.span(),
                            &place,
                            "allowed are ranks such as 9, T or K and cards such as 9H",
                        );
                    }
                    _ => self.add(tag.span(), &place, "allowed are whole numbers from -1000 to 1000"),
                }
            }
            self.tags.push(tags);
        }
    }

    /// An expression that comes to a number.
    fn formula(&mut self, value: Value<'_>, place: &str, till: &Till<'_>) -> Option<Formula> {
        let text = value.get_ref().as_str().unwrap_or_default().to_owned();
        match self.named(till, |names| number(&text, names)) {
            Ok(expression) => Some(Formula(expression)),
            Err(message) => {
                self.add(value.span(), place, message);
                None
            }
        }
    }

    /// Reads with the names that expressions may use.
    fn named<T>(&self, till: &Till<'_>, read: impl FnOnce(&Names<'_>) -> T) -> T {
        let kind = |value: &StateValue| match value {
            StateValue::Number(_) => Kind::Number,
            StateValue::List(_) => Kind::List,
        };
        let variables: Vec<(String, Kind)> =
            self.state.iter().map(|(name, value)| (name.clone(), kind(value))).collect();
        let wagers: Vec<&str> = till.wagers().map(|wager| wager.id.as_str()).collect();
        read(&Names { variables: &variables, tags: &self.tags, wagers: &wagers })
    }

    fn bets(&mut self, value: Value<'_>, till: &Till<'_>) -> Vec<Bet> {
        let span = value.span();
        let tables = match value.into_inner() {
            DeValue::Array(tables) => tables,
            _ => {
                self.add(span, "bet", "found no list of tables; allowed is [[bet]] before each bet");
                return Vec::new();
            }
        };
        if tables.is_empty() || tables.len() > MOST_BETS {
            self.add(span, "bet", format!("found {} bets; allowed are 1 to {MOST_BETS}", tables.len()));
        }
        let mut bets = Vec::new();
        for (nth, table) in tables.into_iter().enumerate() {
            let place = format!("bet {}", nth + 1);
            let span = table.span();
            match table.into_inner() {
                DeValue::Table(table) => bets.extend(self.bet(span, table, &place, till)),
                _ => self.add(span, &place, format!("found no table; allowed are the keys {BET_KEYS}")),
            }
        }
        bets
    }

    fn bet(&mut self, span: Range<usize>, table: DeTable<'_>, place: &str, till: &Till<'_>) -> Option<Bet> {
        let (mut on, mut stake) = (None, None);
        let (mut has_on, mut has_stake) = (false, false);
        let mut bet = Bet {
            on: On::LastWinner,
            stake: Size::Share(0),
            when: None,
            steps: vec![1],
            after_win: After::Steps(Move::Stay),
            after_loss: After::Steps(Move::Stay),
            after_push: After::Steps(Move::Stay),
            past_end: PastEnd::First,
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "on" => {
                    has_on = true;
                    on = self.on(value, place, till);
                }
                "stake" => {
                    has_stake = true;
                    stake = self.size(value, place, till);
                }
                "when" => bet.when = self.when(value, place, till),
                "steps" => bet.steps = self.steps(value, place).unwrap_or_default(),
                "after_win" => bet.after_win = self.after(value, place, "after_win", till),
                "after_loss" => bet.after_loss = self.after(value, place, "after_loss", till),
                "after_push" => bet.after_push = self.after(value, place, "after_push", till),
                "past_end" => bet.past_end = self.past_end(value, place).unwrap_or(PastEnd::First),
                other => self.add(key.span(), place, format!("found `{other}`; allowed are {BET_KEYS}")),
            }
        }
        if !has_on {
            self.add(span.clone(), place, "no `on`; a bet needs on and stake");
        }
        if !has_stake {
            self.add(span, place, "no `stake`; a bet needs on and stake");
        }
        Some(Bet { on: on?, stake: stake?, ..bet })
    }

    fn text(&mut self, value: Value<'_>, place: &str) -> Option<String> {
        match value.get_ref().as_str().map(str::trim) {
            Some(text) if (1..=80).contains(&text.chars().count()) => Some(text.to_owned()),
            Some(_) => {
                self.add(value.span(), place, "allowed is a text of 1 to 80 letters");
                None
            }
            None => {
                self.add(value.span(), place, "found no text; allowed is a text in quotes");
                None
            }
        }
    }

    /// An amount above nothing, written as a number or a text.
    fn money(&mut self, value: Value<'_>, place: &str) -> Option<Money> {
        let written = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
            DeValue::Float(number) => number.as_str().replace('_', ""),
            DeValue::String(text) => text.trim().to_owned(),
            _ => String::new(),
        };
        match written.parse::<Money>() {
            Ok(money) if money.0 > 0 => Some(money),
            Ok(_) => {
                self.add(value.span(), place, "found 0; allowed is an amount above 0");
                None
            }
            Err(_) => {
                let found: String = written.chars().take(30).collect();
                let message =
                    format!("found `{found}`; allowed is an amount such as 15 or 2.50, up to a billion");
                self.add(value.span(), place, message);
                None
            }
        }
    }

    fn size(&mut self, value: Value<'_>, place: &str, till: &Till<'_>) -> Option<Size> {
        let place = format!("{place}: stake");
        if let Some(text) = value.get_ref().as_str()
            && !text.trim().ends_with('%')
            && text.trim().parse::<Money>().is_err()
        {
            return self.formula(value, &place, till).map(Size::Formula);
        }
        let Some(share) = value.get_ref().as_str().and_then(|text| text.trim().strip_suffix('%')) else {
            return self.money(value, &place).map(Size::Amount);
        };
        // Per cent are read like money: two places behind the point.
        match share.trim().parse::<Money>() {
            Ok(share) if (1..=10_000).contains(&share.0) => Some(Size::Share(share.0 as u32)),
            _ => {
                let message = format!("found `{share}%`; allowed are 0.01% to 100% of what the patron holds");
                self.add(value.span(), &place, message);
                None
            }
        }
    }

    fn on(&mut self, value: Value<'_>, place: &str, till: &Till<'_>) -> Option<On> {
        let text = value.get_ref().as_str().unwrap_or_default();
        let is_backed = |side: Side| till.wagers().any(|wager| wager.is_on(side));
        let hands = || is_backed(Side::Player) && is_backed(Side::Banker);
        match text {
            "last-winner" if hands() => return Some(On::LastWinner),
            "last-loser" if hands() => return Some(On::LastLoser),
            _ => {}
        }
        if let Ok(id) = text.parse::<WagerId>()
            && till.place(&id).is_some()
        {
            return Some(On::Wager(id));
        }
        let known: Vec<&str> = till.wagers().map(|wager| wager.id.as_str()).collect();
        let found: String = text.chars().take(40).collect();
        let message =
            format!("on: found `{found}`; allowed are last-winner, last-loser, {}", known.join(", "));
        self.add(value.span(), place, message);
        None
    }

    fn when(&mut self, value: Value<'_>, place: &str, till: &Till<'_>) -> Option<When> {
        let span = value.span();
        if value.get_ref().is_str() {
            return self.formula(value, &format!("{place}: when"), till).map(When::Holds);
        }
        match Condition::deserialize(ValueDeserializer::from(value)) {
            Ok(condition) if condition.asks_cards() => {
                let message = "when: found a condition on cards; allowed are totals, cards drawn and pairs of the last coup, or an \
                               expression";
                self.add(span, place, message.to_owned());
                None
            }
            Ok(condition) => Some(When::Coup(Box::new(condition))),
            Err(error) => {
                let at = error.span().filter(|at| span.contains(&at.start)).unwrap_or(span);
                self.add(at, place, format!("when: {}", error.message()));
                None
            }
        }
    }

    fn steps(&mut self, value: Value<'_>, place: &str) -> Option<Vec<u32>> {
        let span = value.span();
        let steps = Vec::<u32>::deserialize(ValueDeserializer::from(value)).ok();
        let fits = |steps: &Vec<u32>| {
            (1..=MOST_STEPS).contains(&steps.len()) && steps.iter().all(|step| (1..=1_000_000).contains(step))
        };
        let steps = steps.filter(fits);
        if steps.is_none() {
            let message = format!(
                "steps: allowed is a list of 1 to {MOST_STEPS} whole numbers from 1 to 1000000, such as [1, 2, 4]"
            );
            self.add(span, place, message);
        }
        steps
    }

    fn after(&mut self, value: Value<'_>, place: &str, what: &str, till: &Till<'_>) -> After {
        let text = value.get_ref().as_str().unwrap_or_default().to_owned();
        if !text.contains('=') {
            return After::Steps(self.step(value, place, what).unwrap_or(Move::Stay));
        }
        match self.named(till, |names| assignments(&text, names)) {
            Ok(sets) => After::Sets(sets),
            Err(message) => {
                self.add(value.span(), &format!("{place}: {what}"), message);
                After::Steps(Move::Stay)
            }
        }
    }

    fn step(&mut self, value: Value<'_>, place: &str, what: &str) -> Option<Move> {
        let text = value.get_ref().as_str().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let many = |text: &str| text.parse::<u32>().ok().filter(|many| (1..=100).contains(many));
        let step = match words[..] {
            ["first"] => Some(Move::First),
            ["stay"] => Some(Move::Stay),
            ["next"] => Some(Move::Next(1)),
            ["back"] => Some(Move::Back(1)),
            ["next", by] => many(by).map(Move::Next),
            ["back", by] => many(by).map(Move::Back),
            _ => None,
        };
        if step.is_none() {
            let found: String = text.chars().take(30).collect();
            self.add(value.span(), place, format!("{what}: found `{found}`; allowed are {MOVES}"));
        }
        step
    }

    fn past_end(&mut self, value: Value<'_>, place: &str) -> Option<PastEnd> {
        match value.get_ref().as_str() {
            Some("first") => Some(PastEnd::First),
            Some("stay") => Some(PastEnd::Stay),
            other => {
                let found: String = other.unwrap_or_default().chars().take(30).collect();
                self.add(
                    value.span(),
                    place,
                    format!("past_end: found `{found}`; allowed are `first`, `stay`"),
                );
                None
            }
        }
    }
}

/// A number of a file, in thousand-millionths, up to a billion.
fn decimal(value: &DeValue<'_>) -> Option<i128> {
    let written = match value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
        DeValue::Float(number) => number.as_str().replace('_', ""),
        _ => return None,
    };
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, written.strip_prefix('+').unwrap_or(&written)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if part.len() > 9 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: i128 = whole.parse().ok().filter(|whole| *whole <= 1_000_000_000)?;
    let part: i128 = format!("{part:0<9}").parse().ok()?;
    Some(sign * (whole * ONE + part))
}
