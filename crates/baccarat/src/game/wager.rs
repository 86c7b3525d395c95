//! A wager: ordered rows that say, for every outcome, whether it wins and what it pays.

use crate::basis::Basis;
use crate::feature::{CountOf, Highest, RanksOf, ShapeOf, Thirds};
pub use crate::game::numbers::{Digits, Numbers, Sums};
use crate::hand::Hands;
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
    pub(crate) fn any(&self, holds: impl Fn(&T) -> bool) -> bool {
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
    /// Both final point counts added, 0 to 18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<Sums>,
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
    /// The point count of the player's first two cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_first: Option<Digits>,
    /// The point count of the banker's first two cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banker_first: Option<Digits>,
    /// What the player's third card counts, or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_third: Option<Thirds>,
    /// What the banker's third card counts, or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banker_third: Option<Thirds>,
    /// What the highest of some cards counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest: Option<Highest>,
    /// How many of some cards there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<CountOf>,
    /// How many of some cards are alike in rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<RanksOf>,
    /// Whether some cards are of one suit, of one colour, or in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeOf>,
    /// Conditions that must all be so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Condition>>,
    /// Conditions of which at least one must be so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub either: Option<Vec<Condition>>,
    /// A condition that must not be so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Condition>>,
}

impl Condition {
    /// Does an outcome fit? What is asked of cards does not hold where they are not known.
    pub fn holds(&self, outcome: &Outcome) -> bool {
        let (totals, pairs) = (outcome.totals, outcome.pairs);
        let paired = u8::from(pairs.player.is_some()) + u8::from(pairs.banker.is_some());
        let cards = outcome.player_cards() + outcome.banker_cards();
        fits(&self.winner, |winner| winner.any(|winner| *winner == outcome.winner()))
            && fits(&self.player_total, |digits| digits.contains(totals.player))
            && fits(&self.banker_total, |digits| digits.contains(totals.banker))
            && fits(&self.margin, |digits| digits.contains(outcome.margin()))
            && fits(&self.sum, |sums| sums.contains(totals.player + totals.banker))
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
            && (!self.asks_cards_itself()
                || outcome.hands.as_ref().is_some_and(|hands| self.fits_cards(hands)))
            && fits(&self.all, |all| all.iter().all(|one| one.holds(outcome)))
            && fits(&self.either, |any| any.iter().any(|one| one.holds(outcome)))
            && fits(&self.not, |not| !not.holds(outcome))
    }

    fn fits_cards(&self, hands: &Hands) -> bool {
        fits(&self.player_first, |digits| digits.contains(hands.player.first_total()))
            && fits(&self.banker_first, |digits| digits.contains(hands.banker.first_total()))
            && fits(&self.player_third, |thirds| thirds.contains(hands.player.third_value()))
            && fits(&self.banker_third, |thirds| thirds.contains(hands.banker.third_value()))
            && fits(&self.highest, |highest| highest.holds(hands))
            && fits(&self.count, |count| count.holds(hands))
            && fits(&self.ranks, |ranks| ranks.holds(hands))
            && fits(&self.shape, |shape| shape.holds(hands))
    }

    /// Does it ask about totals, third cards or naturals?
    pub fn asks_totals(&self) -> bool {
        self.winner.is_some()
            || self.player_total.is_some()
            || self.banker_total.is_some()
            || self.margin.is_some()
            || self.sum.is_some()
            || self.natural.is_some()
            || self.player_natural.is_some()
            || self.banker_natural.is_some()
            || self.player_cards.is_some()
            || self.banker_cards.is_some()
            || self.cards.is_some()
            || self.parts().any(Condition::asks_totals)
    }

    /// Does it ask about pairs?
    pub fn asks_pairs(&self) -> bool {
        self.player_pair.is_some()
            || self.banker_pair.is_some()
            || self.pairs.is_some()
            || self.twin_pair.is_some()
            || self.parts().any(Condition::asks_pairs)
    }

    /// Does it ask about the cards themselves?
    pub fn asks_cards(&self) -> bool {
        self.asks_cards_itself() || self.parts().any(Condition::asks_cards)
    }

    fn asks_cards_itself(&self) -> bool {
        self.player_first.is_some()
            || self.banker_first.is_some()
            || self.player_third.is_some()
            || self.banker_third.is_some()
            || self.highest.is_some()
            || self.count.is_some()
            || self.ranks.is_some()
            || self.shape.is_some()
    }

    /// The conditions that it is made of besides its own features.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Condition> {
        let several = self.all.iter().chain(&self.either).flatten();
        several.chain(self.not.as_deref())
    }
}

/// Is what is wanted so, or nothing wanted?
fn fits<T>(wanted: &Option<T>, holds: impl Fn(&T) -> bool) -> bool {
    wanted.as_ref().is_none_or(holds)
}

/// A number of odds, in ten-thousandths: `8`, `2.5`, `0.54`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal(u32);

impl Decimal {
    const ONE: u32 = 10_000;
}

impl FromStr for Decimal {
    type Err = ();

    fn from_str(text: &str) -> Result<Decimal, ()> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(part) || part.len() > 4 {
            return Err(());
        }
        let whole = whole.parse::<u32>().ok().filter(|whole| *whole <= 100_000).ok_or(())?;
        let part = format!("{part:0<4}").parse::<u32>().map_err(|_| ())?;
        Ok(Decimal(whole * Decimal::ONE + part))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / Decimal::ONE, self.0 % Decimal::ONE);
        match part {
            0 => write!(f, "{whole}"),
            part => write!(f, "{whole}.{}", format!("{part:04}").trim_end_matches('0')),
        }
    }
}

/// Odds as a book writes them: `8 to 1`, `19 to 20`, `1 to 1 less 5%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Odds {
    wins: Decimal,
    stake: Decimal,
    less_percent: u32,
    /// What one unit staked wins, worked out once.
    ratio: Ratio<i64>,
}

impl Odds {
    fn new(wins: Decimal, stake: Decimal, less_percent: u32) -> Odds {
        let whole = Ratio::new(i64::from(wins.0), i64::from(stake.0));
        let ratio = whole * Ratio::new(100 - i64::from(less_percent), 100);
        Odds { wins, stake, less_percent, ratio }
    }

    /// What one unit staked wins, exactly.
    pub fn ratio(self) -> Ratio<i64> {
        self.ratio
    }

    /// What one unit staked would win if nothing were taken from it.
    pub fn before_less(self) -> Ratio<i64> {
        Ratio::new(i64::from(self.wins.0), i64::from(self.stake.0))
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
                "found `{text}`; allowed are odds such as `8 to 1`, `19 to 20`, `2.5 to 1` or `1 to 1 less 5%`, each number up to 100000"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (wins, stake, less) = match words[..] {
            [wins, "to", stake] => (wins, stake, "0"),
            [wins, "to", stake, "less", less] => (wins, stake, less.strip_suffix('%').ok_or_else(refuse)?),
            _ => return Err(refuse()),
        };
        let number = |text: &str| text.parse::<Decimal>().map_err(|()| refuse());
        let (wins, stake) = (number(wins)?, number(stake)?);
        if wins.0 == 0 || stake.0 == 0 {
            return Err(refuse());
        }
        let less = less.parse::<u32>().ok().filter(|less| *less <= 99).ok_or_else(refuse)?;
        Ok(Odds::new(wins, stake, less))
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
            "description": "Odds such as `8 to 1`, `19 to 20`, `2.5 to 1` or `1 to 1 less 5%`.",
            "type": "string",
            "pattern": "^\\s*[0-9]{1,6}(\\.[0-9]{1,4})?\\s+to\\s+[0-9]{1,6}(\\.[0-9]{1,4})?(\\s+less\\s+[0-9]{1,2}%)?\\s*$"
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

    /// The row that decides an outcome. A book that was read has one for every outcome that can happen; nothing comes back
    /// for a wager on cards that are not known.
    pub fn row(&self, outcome: &Outcome) -> Option<&Row> {
        self.row_index(outcome).map(|row| &self.rows[row])
    }

    /// The place of that row.
    pub fn row_index(&self, outcome: &Outcome) -> Option<usize> {
        if outcome.hands.is_none() && self.asks_cards() {
            return None;
        }
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

    /// Does any row ask about the cards themselves? Then an outcome decides it only together with its cards.
    pub fn asks_cards(&self) -> bool {
        self.rows.iter().any(|row| row.when.asks_cards())
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
        assert_eq!(ratio("2.5 to 1"), Ok(Ratio::new(5, 2)));
        assert_eq!(ratio("0.54 to 1"), Ok(Ratio::new(27, 50)));
        for text in ["8 to 1", "2.5 to 1", "0.54 to 1", "100000 to 1", "1 to 1 less 5%"] {
            assert_eq!(text.parse::<Odds>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "8",
            "8:1",
            "0 to 1",
            "0.0 to 1",
            "1 to 0",
            "-1 to 1",
            "1 to 1 less 100%",
            "1. to 1",
            "1.23456 to 1",
            "8 to 1 more",
        ] {
            assert!(ratio(bad).is_err(), "{bad}");
        }
    }
}
