//! From the text of a strategy file to a [`Strategy`], or to every fault in it.

use super::{Bet, Move, On, PastEnd, Size, Strategy};
use crate::till::Till;
use baccarat::chips::Money;
use baccarat::fault::Fault;
use baccarat::outcome::Side;
use baccarat::wager::{Condition, WagerId};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

const HEAD_KEYS: &str = "name, bankroll, stop_loss, stop_win, bet";
const BET_KEYS: &str = "on, stake, when, steps, after_win, after_loss, past_end";
const MOVES: &str = "`first`, `stay`, `next`, `back`, `next 2` or `back 2`";
const MOST_BETS: usize = 20;
const MOST_STEPS: usize = 100;

/// The faults met so far, and where the lines begin.
struct Reading {
    line_starts: Vec<usize>,
    faults: Vec<Fault>,
}

type Value<'i> = Spanned<DeValue<'i>>;

pub(super) fn read(text: &str, till: &Till<'_>) -> Result<Strategy, Vec<Fault>> {
    let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
    let mut reading = Reading { line_starts, faults: Vec::new() };
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
        let mut bets = Vec::new();
        let mut has = (false, false, false);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "name" => {
                    has.0 = true;
                    name = self.text(value, "name");
                }
                "bankroll" => {
                    has.1 = true;
                    bankroll = self.money(value, "bankroll");
                }
                "stop_loss" => stop_loss = self.money(value, "stop_loss"),
                "stop_win" => stop_win = self.money(value, "stop_win"),
                "bet" => {
                    has.2 = true;
                    bets = self.bets(value, till);
                }
                other => self.add(key.span(), "", format!("found `{other}`; allowed are {HEAD_KEYS}")),
            }
        }
        if !has.0 {
            self.whole("no `name`; a strategy needs name, bankroll and at least one [[bet]]");
        }
        if !has.1 {
            self.whole("no `bankroll`; a strategy needs what the patron brings to each shift");
        }
        if !has.2 {
            self.whole("no [[bet]]; a strategy needs at least one");
        }
        Some(Strategy { name: name?, bankroll: bankroll?, stop_loss, stop_win, bets })
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
            after_win: Move::Stay,
            after_loss: Move::Stay,
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
                    stake = self.size(value, place);
                }
                "when" => bet.when = self.when(value, place),
                "steps" => bet.steps = self.steps(value, place).unwrap_or_default(),
                "after_win" => bet.after_win = self.step(value, place, "after_win").unwrap_or(Move::Stay),
                "after_loss" => bet.after_loss = self.step(value, place, "after_loss").unwrap_or(Move::Stay),
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

    fn size(&mut self, value: Value<'_>, place: &str) -> Option<Size> {
        let place = format!("{place}: stake");
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

    fn when(&mut self, value: Value<'_>, place: &str) -> Option<Condition> {
        let span = value.span();
        match Condition::deserialize(ValueDeserializer::from(value)) {
            Ok(condition) => Some(condition),
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
