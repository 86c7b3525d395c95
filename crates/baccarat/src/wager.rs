//! A wager: ordered rows that say, for every outcome, whether it wins and what it pays.

use crate::basis::Basis;
use crate::outcome::{Outcome, PairKind, Side, Winner};
use crate::text::Text;
use num_integer::Integer;
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// One value or several; a condition holds if any of them does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOf<T> {
    /// A single value.
    One(T),
    /// Any of these.
    Any(Vec<T>),
}

impl<T> OneOf<T> {
    fn any(&self, holds: impl Fn(&T) -> bool) -> bool {
        match self {
            OneOf::One(value) => holds(value),
            OneOf::Any(values) => values.iter().any(holds),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOf<T>, D::Error> {
        deserializer.deserialize_any(OneOrList(std::marker::PhantomData))
    }
}

/// Tells one value from a list by its form, so that a fault speaks of the value itself.
struct OneOrList<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for OneOrList<T> {
    type Value = OneOf<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word, or a list of words")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<OneOf<T>, E> {
        T::deserialize(serde::de::value::StrDeserializer::new(text)).map(OneOf::One)
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<OneOf<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(OneOf::Any(values))
    }
}

/// Whole numbers from 0 to 9: `6`, `[6, 7]`, or `"4-9"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Digits(u16);

impl Digits {
    /// Is this number one of them?
    pub fn contains(self, digit: u8) -> bool {
        digit < 10 && self.0 >> digit & 1 == 1
    }

    /// The numbers, least first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..10).filter(move |&digit| self.contains(digit))
    }

    fn from_numbers(numbers: impl IntoIterator<Item = i64>) -> Result<Digits, String> {
        let mut mask = 0;
        for number in numbers {
            if !(0..10).contains(&number) {
                return Err(format!("found {number}; allowed are whole numbers from 0 to 9"));
            }
            mask |= 1 << number;
        }
        match mask {
            0 => Err("found no number; allowed are whole numbers from 0 to 9".into()),
            mask => Ok(Digits(mask)),
        }
    }
}

impl FromStr for Digits {
    type Err = String;

    fn from_str(text: &str) -> Result<Digits, String> {
        let refuse = || format!("found `{text}`; allowed are digits and ranges such as `6`, `0, 1` or `4-9`");
        let mut numbers = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let digit = |text: &str| text.parse::<u8>().ok().filter(|digit| *digit < 10);
            let (Some(from), Some(to)) = (digit(from), digit(to)) else { return Err(refuse()) };
            if from > to {
                return Err(refuse());
            }
            numbers.extend((from..=to).map(i64::from));
        }
        Digits::from_numbers(numbers).map_err(|_| refuse())
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let mut digit = 0;
        while digit < 10 {
            if !self.contains(digit) {
                digit += 1;
                continue;
            }
            let from = digit;
            while self.contains(digit + 1) {
                digit += 1;
            }
            parts.push(if from == digit { from.to_string() } else { format!("{from}-{digit}") });
            digit += 1;
        }
        f.write_str(&parts.join(", "))
    }
}

impl From<Digits> for String {
    fn from(digits: Digits) -> String {
        digits.to_string()
    }
}

impl<'de> Deserialize<'de> for Digits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digits, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected digits from 0 to 9: `6`, `[6, 7]` or `\"4-9\"`")]
        enum Written {
            One(i64),
            Any(Vec<i64>),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::One(number) => Digits::from_numbers([number]),
            Written::Any(numbers) => Digits::from_numbers(numbers),
            Written::Text(text) => text.parse(),
        }
        .map_err(D::Error::custom)
    }
}

impl JsonSchema for Digits {
    fn schema_name() -> Cow<'static, str> {
        "Digits".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Whole numbers from 0 to 9: 6, [6, 7] or \"4-9\".",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": 9 },
                { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 9 }, "minItems": 1 },
                { "type": "string", "pattern": "^\\s*[0-9](-[0-9])?([, ]+[0-9](-[0-9])?)*\\s*$" }
            ]
        })
    }
}

/// What the first two cards of a hand may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairCondition {
    /// No pair.
    None,
    /// A pair of whatever kind.
    Any,
    /// One red card and one black.
    Mixed,
    /// One colour, two suits.
    Coloured,
    /// One suit.
    Perfect,
}

impl PairCondition {
    fn holds(self, pair: Option<PairKind>) -> bool {
        match self {
            PairCondition::None => pair.is_none(),
            PairCondition::Any => pair.is_some(),
            PairCondition::Mixed => pair == Some(PairKind::Mixed),
            PairCondition::Coloured => pair == Some(PairKind::Coloured),
            PairCondition::Perfect => pair == Some(PairKind::Perfect),
        }
    }
}

/// What must be so for a row to decide a wager. An absent feature may be anything; `{}` fits every outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct Condition {
    /// Which hand has the higher point count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<OneOf<Winner>>,
    /// The player's final point count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_total: Option<Digits>,
    /// The banker's final point count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banker_total: Option<Digits>,
    /// By how many points the winner won; 0 on a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Digits>,
    /// Whether either hand is a natural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub natural: Option<bool>,
    /// Whether the player's hand is a natural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_natural: Option<bool>,
    /// Whether the banker's hand is a natural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banker_natural: Option<bool>,
    /// How many cards the player's hand holds, 2 or 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_cards: Option<Digits>,
    /// How many cards the banker's hand holds, 2 or 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banker_cards: Option<Digits>,
    /// How many cards both hands hold together, 4 to 6.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Digits>,
    /// The player's first two cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_pair: Option<OneOf<PairCondition>>,
    /// The banker's first two cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banker_pair: Option<OneOf<PairCondition>>,
    /// How many hands are pairs, 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Digits>,
    /// Whether both hands are pairs of one rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin_pair: Option<bool>,
}

impl Condition {
    /// Does an outcome fit?
    pub fn holds(&self, outcome: &Outcome) -> bool {
        fn fits<T>(wanted: &Option<T>, holds: impl Fn(&T) -> bool) -> bool {
            wanted.as_ref().is_none_or(holds)
        }
        let (totals, pairs) = (outcome.totals, outcome.pairs);
        let paired = u8::from(pairs.player.is_some()) + u8::from(pairs.banker.is_some());
        let cards = outcome.player_cards() + outcome.banker_cards();
        fits(&self.winner, |winner| winner.any(|winner| *winner == outcome.winner()))
            && fits(&self.player_total, |digits| digits.contains(totals.player))
            && fits(&self.banker_total, |digits| digits.contains(totals.banker))
            && fits(&self.margin, |digits| digits.contains(outcome.margin()))
            && fits(&self.natural, |wanted| *wanted == (outcome.player_natural || outcome.banker_natural))
            && fits(&self.player_natural, |wanted| *wanted == outcome.player_natural)
            && fits(&self.banker_natural, |wanted| *wanted == outcome.banker_natural)
            && fits(&self.player_cards, |digits| digits.contains(outcome.player_cards()))
            && fits(&self.banker_cards, |digits| digits.contains(outcome.banker_cards()))
            && fits(&self.cards, |digits| digits.contains(cards))
            && fits(&self.player_pair, |pair| pair.any(|pair| pair.holds(pairs.player)))
            && fits(&self.banker_pair, |pair| pair.any(|pair| pair.holds(pairs.banker)))
            && fits(&self.pairs, |digits| digits.contains(paired))
            && fits(&self.twin_pair, |wanted| *wanted == pairs.twin)
    }

    /// Does it ask about totals, third cards or naturals?
    pub fn asks_totals(&self) -> bool {
        self.winner.is_some()
            || self.player_total.is_some()
            || self.banker_total.is_some()
            || self.margin.is_some()
            || self.natural.is_some()
            || self.player_natural.is_some()
            || self.banker_natural.is_some()
            || self.player_cards.is_some()
            || self.banker_cards.is_some()
            || self.cards.is_some()
    }

    /// Does it ask about pairs?
    pub fn asks_pairs(&self) -> bool {
        self.player_pair.is_some()
            || self.banker_pair.is_some()
            || self.pairs.is_some()
            || self.twin_pair.is_some()
    }
}

/// Odds as a book writes them: `8 to 1`, `19 to 20`, `1 to 1 less 5%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Odds {
    wins: u32,
    stake: u32,
    less_percent: u32,
    /// What one unit staked wins, worked out once.
    ratio: Ratio<i64>,
}

impl Odds {
    fn new(wins: u32, stake: u32, less_percent: u32) -> Odds {
        let whole = Ratio::new(i64::from(wins), i64::from(stake));
        let ratio = whole * Ratio::new(100 - i64::from(less_percent), 100);
        Odds { wins, stake, less_percent, ratio }
    }

    /// What one unit staked wins, exactly.
    pub fn ratio(self) -> Ratio<i64> {
        self.ratio
    }

    /// What one unit staked would win if nothing were taken from it.
    pub fn before_less(self) -> Ratio<i64> {
        Ratio::new(i64::from(self.wins), i64::from(self.stake))
    }

    /// What is taken from the winnings, in hundredths of them.
    pub fn less_percent(self) -> u32 {
        self.less_percent
    }
}

impl FromStr for Odds {
    type Err = String;

    fn from_str(text: &str) -> Result<Odds, String> {
        let refuse = || {
            format!(
                "found `{text}`; allowed are odds such as `8 to 1`, `19 to 20` or `1 to 1 less 5%`, each number up to 100000"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (wins, stake, less) = match words[..] {
            [wins, "to", stake] => (wins, stake, "0"),
            [wins, "to", stake, "less", less] => (wins, stake, less.strip_suffix('%').ok_or_else(refuse)?),
            _ => return Err(refuse()),
        };
        let number =
            |text: &str, most| text.parse::<u32>().ok().filter(|number| *number <= most).ok_or_else(refuse);
        let (wins, stake) = (number(wins, 100_000)?, number(stake, 100_000)?);
        if wins == 0 || stake == 0 {
            return Err(refuse());
        }
        Ok(Odds::new(wins, stake, number(less, 99)?))
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.wins, self.stake)?;
        match self.less_percent {
            0 => Ok(()),
            percent => write!(f, " less {percent}%"),
        }
    }
}

impl From<Odds> for String {
    fn from(odds: Odds) -> String {
        odds.to_string()
    }
}

impl<'de> Deserialize<'de> for Odds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Odds, D::Error> {
        deserializer.deserialize_any(OddsText)
    }
}

struct OddsText;

impl serde::de::Visitor<'_> for OddsText {
    type Value = Odds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("odds such as `8 to 1`, `19 to 20` or `1 to 1 less 5%`")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Odds, E> {
        text.parse().map_err(E::custom)
    }
}

impl JsonSchema for Odds {
    fn schema_name() -> Cow<'static, str> {
        "Odds".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Odds such as `8 to 1`, `19 to 20` or `1 to 1 less 5%`.",
            "type": "string",
            "pattern": "^\\s*[1-9][0-9]{0,5}\\s+to\\s+[1-9][0-9]{0,5}(\\s+less\\s+[0-9]{1,2}%)?\\s*$"
        })
    }
}

/// What becomes of a wager once its row is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// It wins at these odds.
    Wins(Odds),
    /// It neither wins nor loses.
    StandsOff,
    /// It loses.
    Loses,
}

impl Settlement {
    /// What one unit staked gains: the odds, nothing, or minus one.
    pub fn net(self) -> Ratio<i64> {
        match self {
            Settlement::Wins(odds) => odds.ratio(),
            Settlement::StandsOff => Ratio::from_integer(0),
            Settlement::Loses => Ratio::from_integer(-1),
        }
    }
}

/// One row of a wager: when it applies, what follows, and by which clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the book calls it, where it has a name.
    pub name: Option<String>,
    /// When it applies.
    pub when: Condition,
    /// What follows.
    pub settlement: Settlement,
    /// The clauses, or the assumption, it rests on.
    pub basis: Basis,
}

impl Row {
    /// The row in words, close to how the file writes it.
    pub fn written(&self) -> String {
        let when = crate::topic::written(&self.when);
        let when = when.trim_start_matches('{').trim_end_matches('}').trim().replace('"', "");
        let when = if when.is_empty() { "otherwise".to_owned() } else { when };
        let then = match self.settlement {
            Settlement::Wins(odds) => format!("pays {odds}"),
            Settlement::StandsOff => "stands off".to_owned(),
            Settlement::Loses => "loses".to_owned(),
        };
        format!("{when}: {then}")
    }
}

/// The id by which a wager is known in every book. Its text is shared, because every stake and event names one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct WagerId(Text);

impl WagerId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for WagerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for WagerId {
    type Err = String;

    fn from_str(text: &str) -> Result<WagerId, String> {
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if text.is_empty() || text.len() > 40 || !text.chars().all(letters) {
            return Err(format!(
                "found `{}`; allowed are ids of small letters, digits and dashes, such as `dragon-player`",
                text.chars().take(40).collect::<String>()
            ));
        }
        Ok(WagerId(text.into()))
    }
}

impl<'de> Deserialize<'de> for WagerId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WagerId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Whether a wager is one of the three of the game itself or an option beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WagerClass {
    /// One of the game itself.
    Main,
    /// An optional wager.
    Side,
}

/// A wager under one settlement method, its rows proved to decide every outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wager {
    /// Its id.
    pub id: WagerId,
    /// What the book calls it.
    pub name: String,
    /// Main or side.
    pub class: WagerClass,
    /// The hand it is on, or the tie, where it is on one of them.
    pub backs: Option<Winner>,
    /// The rows in order; the first that fits decides.
    pub rows: Vec<Row>,
}

impl Wager {
    /// Is it a main wager on this hand?
    pub fn is_on(&self, side: Side) -> bool {
        self.class == WagerClass::Main && self.backs == Some(side.into())
    }

    /// Is it a main wager on one of the two hands?
    pub fn is_on_a_hand(&self) -> bool {
        self.is_on(Side::Player) || self.is_on(Side::Banker)
    }

    /// The row that decides an outcome. A book that was read has one for every outcome that can happen.
    pub fn row(&self, outcome: &Outcome) -> Option<&Row> {
        self.rows.iter().find(|row| row.when.holds(outcome))
    }

    /// The place of that row.
    pub fn row_index(&self, outcome: &Outcome) -> Option<usize> {
        self.rows.iter().position(|row| row.when.holds(outcome))
    }

    /// The least whole number by which every pay of this wager becomes whole. A book that was read has wagers whose
    /// number is small.
    pub fn denominator(&self) -> i64 {
        self.checked_denominator().unwrap_or(i64::MAX)
    }

    /// The same, unless it is beyond a billion: pays so fine belong to no game.
    pub(crate) fn checked_denominator(&self) -> Option<i64> {
        let pays = self.rows.iter().map(|row| *row.settlement.net().denom());
        pays.into_iter().try_fold(1_i64, |least, denominator| {
            let common = (least / least.gcd(&denominator)).checked_mul(denominator)?;
            (common <= 1_000_000_000).then_some(common)
        })
    }

    /// Does any row ask about totals, third cards or naturals?
    pub fn asks_totals(&self) -> bool {
        self.rows.iter().any(|row| row.when.asks_totals())
    }

    /// Does any row ask about pairs?
    pub fn asks_pairs(&self) -> bool {
        self.rows.iter().any(|row| row.when.asks_pairs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_read_as_the_books_write_them() {
        let ratio = |text: &str| text.parse::<Odds>().map(|odds| odds.ratio());
        assert_eq!(ratio("8 to 1"), Ok(Ratio::new(8, 1)));
        assert_eq!(ratio("19 to 20"), Ok(Ratio::new(19, 20)));
        assert_eq!(ratio("1 to 1 less 5%"), Ok(Ratio::new(19, 20)));
        assert_eq!(ratio("1 to 1 less 50%"), Ok(Ratio::new(1, 2)));
        for bad in
            ["", "8", "8:1", "0 to 1", "1 to 0", "-1 to 1", "1 to 1 less 100%", "1.5 to 1", "8 to 1 more"]
        {
            assert!(ratio(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn digits_are_numbers_lists_or_ranges() {
        let digits: Digits = "0-2, 9".parse().unwrap();
        assert_eq!(digits.iter().collect::<Vec<_>>(), [0, 1, 2, 9]);
        assert_eq!(digits.to_string(), "0-2, 9");
        for bad in ["", "10", "5-3", "x", "1-", "-1"] {
            assert!(bad.parse::<Digits>().is_err(), "{bad}");
        }
    }
}
