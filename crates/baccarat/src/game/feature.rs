//! What a wager may ask about the cards themselves: third cards, the highest card, how many of some, equal ranks, shapes.

use crate::card::{Card, Rank, Suit};
use crate::game::numbers::{Digits, Numbers};
use crate::hand::{Hand, Hands, Part};
use crate::wager::OneOf;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Which cards of a coup a feature looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// The player's hand.
    Player,
    /// The banker's hand.
    Banker,
    /// Both hands.
    All,
    /// The player's first two cards.
    FirstPlayer,
    /// The banker's first two cards.
    FirstBanker,
    /// The first two cards of both hands.
    FirstFour,
}

impl Group {
    /// What it takes of the player's hand.
    pub(crate) fn of_player(self) -> Option<Part> {
        match self {
            Group::Player | Group::All => Some(Part::Whole),
            Group::FirstPlayer | Group::FirstFour => Some(Part::FirstTwo),
            Group::Banker | Group::FirstBanker => None,
        }
    }

    /// What it takes of the banker's hand.
    pub(crate) fn of_banker(self) -> Option<Part> {
        match self {
            Group::Banker | Group::All => Some(Part::Whole),
            Group::FirstBanker | Group::FirstFour => Some(Part::FirstTwo),
            Group::Player | Group::FirstPlayer => None,
        }
    }

    /// Does it take cards of both hands?
    pub(crate) fn spans(self) -> bool {
        matches!(self, Group::All | Group::FirstFour)
    }

    /// Does it take third cards?
    pub(crate) fn reaches_thirds(self) -> bool {
        matches!(self, Group::Player | Group::Banker | Group::All)
    }

    fn parts(self, hands: &Hands) -> impl Iterator<Item = (Part, &Hand)> {
        let player = self.of_player().map(|part| (part, &hands.player));
        let banker = self.of_banker().map(|part| (part, &hands.banker));
        player.into_iter().chain(banker)
    }

    fn cards(self, hands: &Hands) -> impl Iterator<Item = Card> {
        self.parts(hands).flat_map(|(part, hand)| part.cards(hand).iter().copied())
    }
}

/// What a third card may count: `8`, `[1, 2]`, `"0-3"`, or `"none"` where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Thirds {
    values: Option<Digits>,
    none: bool,
}

impl Thirds {
    /// Is this third card, or that there is none, one of them?
    pub(crate) fn contains(self, third: Option<u8>) -> bool {
        match third {
            None => self.none,
            Some(value) => self.values.is_some_and(|values| values.contains(value)),
        }
    }
}

impl FromStr for Thirds {
    type Err = String;

    fn from_str(text: &str) -> Result<Thirds, String> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        let (none, values): (Vec<&str>, Vec<&str>) = parts.partition(|part| *part == "none");
        let read = match values.is_empty() && !none.is_empty() {
            true => Ok(None),
            false => values.join(" ").parse().map(Some),
        };
        let refuse = |_| {
            format!("found `{text}`; allowed are what a third card counts, such as `8` or `0-3`, and `none`")
        };
        Ok(Thirds { values: read.map_err(refuse)?, none: !none.is_empty() })
    }
}

impl From<Thirds> for String {
    fn from(thirds: Thirds) -> String {
        let values = thirds.values.map(|values| values.to_string());
        let none = thirds.none.then(|| "none".to_owned());
        values.into_iter().chain(none).collect::<Vec<_>>().join(", ")
    }
}

impl<'de> Deserialize<'de> for Thirds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Thirds, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected what a third card counts: `8`, `[1, 2]`, `\"0-3\"` or `\"none\"`"
        )]
        enum Written {
            One(i64),
            Any(Vec<i64>),
            Text(String),
        }
        let values = |values| Ok(Thirds { values: Some(values), none: false });
        match Written::deserialize(deserializer)? {
            Written::One(number) => Numbers::from_numbers([number]).and_then(values),
            Written::Any(numbers) => Numbers::from_numbers(numbers).and_then(values),
            Written::Text(text) => text.parse(),
        }
        .map_err(D::Error::custom)
    }
}

impl JsonSchema for Thirds {
    fn schema_name() -> Cow<'static, str> {
        "Thirds".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "What a third card counts: 8, [1, 2], \"0-3\", or \"none\" where there is none.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": 9 },
                { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 9 }, "minItems": 1 },
                { "type": "string", "pattern": "^\\s*([0-9](-[0-9])?|none)([, ]+([0-9](-[0-9])?|none))*\\s*$" }
            ]
        })
    }
}

/// Some of the 52 cards: ranks (`9`, `J-K`), suits (`hearts`), colours (`red`), single cards (`9D`), in any mixture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "String")]
pub struct CardSet(u64);

impl CardSet {
    /// Is this card one of them?
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    fn of(holds: impl Fn(Card) -> bool) -> CardSet {
        CardSet(Card::all().filter(|card| holds(*card)).fold(0, |mask, card| mask | 1 << card.index()))
    }

    fn word(text: &str) -> Option<CardSet> {
        let rank = |text: &str| match text.chars().collect::<Vec<_>>()[..] {
            [letter] => Rank::from_letter(letter),
            _ => None,
        };
        let suit = |text: &str| Suit::ALL.into_iter().find(|suit| suit_word(*suit) == text);
        match text {
            "red" => return Some(CardSet::of(|card| card.suit.is_red())),
            "black" => return Some(CardSet::of(|card| !card.suit.is_red())),
            _ => {}
        }
        if let Some(suit) = suit(text) {
            return Some(CardSet::of(|card| card.suit == suit));
        }
        if let Ok(wanted) = text.parse::<Card>() {
            return Some(CardSet::of(|card| card == wanted));
        }
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (rank(from)?, rank(to)?);
        (from <= to).then(|| CardSet::of(|card| (from..=to).contains(&card.rank)))
    }
}

fn suit_word(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "spades",
        Suit::Hearts => "hearts",
        Suit::Diamonds => "diamonds",
        Suit::Clubs => "clubs",
    }
}

impl FromStr for CardSet {
    type Err = String;

    fn from_str(text: &str) -> Result<CardSet, String> {
        let refuse = || {
            format!(
                "found `{text}`; allowed are ranks (`9`, `J-K`), suits (`hearts`), `red`, `black` and cards (`9D`), such as `A, 9D`"
            )
        };
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let mask =
            words.map(CardSet::word).try_fold(0, |mask, set| Some(mask | set?.0)).ok_or_else(refuse)?;
        if mask == 0 { Err(refuse()) } else { Ok(CardSet(mask)) }
    }
}

/// The same set is always written in the same words.
impl From<CardSet> for String {
    fn from(set: CardSet) -> String {
        let whole = |holds: &dyn Fn(Card) -> bool| {
            let part = CardSet::of(holds);
            (set.0 & part.0 == part.0).then_some(part)
        };
        let (mut words, mut said) = (Vec::new(), 0);
        let mut say = |word: String, part: Option<CardSet>| {
            if let Some(part) = part.filter(|part| part.0 & !said != 0) {
                words.push(word);
                said |= part.0;
            }
        };
        say("red".into(), whole(&|card| card.suit.is_red()));
        say("black".into(), whole(&|card| !card.suit.is_red()));
        for suit in Suit::ALL {
            say(suit_word(suit).into(), whole(&|card| card.suit == suit));
        }
        for rank in Rank::ALL {
            say(rank.letter().into(), whole(&|card| card.rank == rank));
        }
        for card in Card::all() {
            say(card.to_string(), whole(&|other| other == card));
        }
        words.join(", ")
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for CardSet {
    fn schema_name() -> Cow<'static, str> {
        "CardSet".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Cards: ranks (9, J-K), suits (hearts), red, black, single cards (9D), in any mixture.",
            "type": "string",
        })
    }
}

/// The highest card of a group, by what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Highest {
    /// Of which cards.
    #[serde(rename = "in")]
    pub group: Group,
    /// What it counts.
    pub is: Digits,
}

/// How many cards of a group are among some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountOf {
    /// Which cards are counted.
    pub cards: CardSet,
    /// Of which cards.
    #[serde(rename = "in")]
    pub group: Group,
    /// How many there are.
    pub is: Numbers<6>,
    /// Whether those that are counted must be of one suit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suited: bool,
}

/// How many cards of a group share their rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RanksOf {
    /// Of which cards.
    #[serde(rename = "in")]
    pub group: Group,
    /// How many are alike, the biggest group first: `"3+2"`; `"none"` where all differ.
    pub is: OneOf<Alike>,
}

/// The shape of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShapeOf {
    /// Of which cards.
    #[serde(rename = "in")]
    pub group: Group,
    /// What they look like.
    pub is: OneOf<Shape>,
}

/// What cards look like together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// All of one suit.
    Suited,
    /// All red, or all black.
    OneColour,
    /// Ranks in a row, the ace below the two or above the king.
    Straight,
    /// The same, of one suit.
    SuitedStraight,
}

/// How many cards are alike in rank, the biggest group first; cards that stand alone are not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Alike([u8; 3]);

impl Alike {
    /// How these cards are alike.
    pub(crate) fn of(cards: impl Iterator<Item = Card>) -> Alike {
        let mut by_rank = [0_u8; 13];
        for card in cards {
            by_rank[card.rank as usize] += 1;
        }
        let mut sizes = [0; 3];
        for size in by_rank.into_iter().filter(|size| *size > 1) {
            let at = sizes.iter().position(|known| *known < size).unwrap_or(2);
            sizes[at..].rotate_right(1);
            sizes[at] = size;
        }
        Alike(sizes)
    }

    pub(crate) fn sizes(self) -> [u8; 3] {
        self.0
    }
}

impl FromStr for Alike {
    type Err = String;

    fn from_str(text: &str) -> Result<Alike, String> {
        let refuse = || {
            format!(
                "found `{text}`; allowed are how many cards are alike, the biggest group first, such as `3`, `3+2` or `2+2+2`, six at most, or `none`"
            )
        };
        if text.trim() == "none" {
            return Ok(Alike([0; 3]));
        }
        let mut sizes = [0; 3];
        for (place, part) in text.split('+').enumerate() {
            let size = part.trim().parse::<u8>().ok().filter(|size| (2..=6).contains(size));
            *sizes.get_mut(place).ok_or_else(refuse)? = size.ok_or_else(refuse)?;
        }
        let falls = sizes.windows(2).all(|pair| pair[0] >= pair[1]);
        if falls && sizes.iter().sum::<u8>() <= 6 { Ok(Alike(sizes)) } else { Err(refuse()) }
    }
}

impl From<Alike> for String {
    fn from(alike: Alike) -> String {
        let sizes: Vec<String> =
            alike.0.iter().filter(|size| **size > 0).map(|size| size.to_string()).collect();
        if sizes.is_empty() { "none".to_owned() } else { sizes.join("+") }
    }
}

impl<'de> Deserialize<'de> for Alike {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Alike, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Alike {
    fn schema_name() -> Cow<'static, str> {
        "Alike".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "How many cards are alike in rank, the biggest group first: \"3\", \"3+2\"; \"none\" where all differ.",
            "type": "string",
            "pattern": "^\\s*(none|[2-6](\\+[2-3]){0,2})\\s*$"
        })
    }
}

/// The suits of some cards, a bit each.
pub(crate) fn suits(cards: impl Iterator<Item = Card>) -> u8 {
    cards.fold(0, |mask, card| mask | 1 << card.suit as u8)
}

/// The colours of some cards, a bit each.
pub(crate) fn colours(cards: impl Iterator<Item = Card>) -> u8 {
    cards.fold(0, |mask, card| mask | 1 << u8::from(card.suit.is_red()))
}

/// Are the ranks all different and in a row?
pub(crate) fn is_straight(cards: impl Iterator<Item = Card>) -> bool {
    let (mut ranks, mut many) = (0_u16, 0);
    for card in cards {
        ranks |= 1 << card.rank as u16;
        many += 1;
    }
    // The ace stands above the king too.
    let ranks_high = ranks & !1 | (ranks & 1) << 13;
    let in_a_row = |ranks: u16| {
        let row = ranks >> ranks.trailing_zeros().min(15);
        row & (row + 1) == 0
    };
    ranks.count_ones() == many && (in_a_row(ranks) || in_a_row(ranks_high))
}

impl Highest {
    pub(crate) fn holds(&self, hands: &Hands) -> bool {
        let highest = self.group.parts(hands).map(|(part, hand)| part.highest(hand)).max();
        highest.is_some_and(|highest| self.is.contains(highest))
    }
}

impl CountOf {
    pub(crate) fn holds(&self, hands: &Hands) -> bool {
        let counted = || self.group.cards(hands).filter(|card| self.cards.contains(*card));
        self.is.contains(counted().count() as u8) && (!self.suited || suits(counted()).count_ones() <= 1)
    }
}

impl RanksOf {
    pub(crate) fn holds(&self, hands: &Hands) -> bool {
        let alike = Alike::of(self.group.cards(hands));
        self.is.any(|wanted| *wanted == alike)
    }
}

impl ShapeOf {
    pub(crate) fn holds(&self, hands: &Hands) -> bool {
        let cards = || self.group.cards(hands);
        let suited = || suits(cards()).count_ones() == 1;
        self.is.any(|shape| match shape {
            Shape::Suited => suited(),
            Shape::OneColour => colours(cards()).count_ones() == 1,
            Shape::Straight => is_straight(cards()),
            Shape::SuitedStraight => suited() && is_straight(cards()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn sets_of_cards_read_as_they_are_written() {
        for (text, many) in
            [("9", 32), ("red", 208), ("J-K", 96), ("9D", 8), ("9D, hearts", 112), ("A, 9H", 40)]
        {
            let set: CardSet = text.parse().unwrap();
            assert_eq!(Card::all().filter(|card| set.contains(*card)).count() * 8, many, "{text}");
            assert_eq!(set.to_string().parse(), Ok(set), "{set}");
        }
        assert_eq!("hearts diamonds".parse::<CardSet>().unwrap().to_string(), "red");
        for bad in ["", "1", "K-J", "pink", "9X", "9D-TD"] {
            assert!(bad.parse::<CardSet>().unwrap_err().contains("J-K"), "{bad}");
        }
    }

    #[test]
    fn equal_ranks_are_told_by_the_size_of_their_groups() {
        let alike = |text: &str| String::from(Alike::of(cards(text).into_iter()));
        assert_eq!(alike("AS 2S 3S 4S"), "none");
        assert_eq!(alike("AS AH 3S 4S"), "2");
        assert_eq!(alike("AS 2H AS 2S 2D"), "3+2");
        assert_eq!(alike("AS 2H AS 2S 3D 3H"), "2+2+2");
        assert_eq!(alike("AS 2H AS 2S 2D 2D"), "4+2");
        for bad in ["", "1", "2+3", "4+3", "2+2+2+2", "x"] {
            assert!(bad.parse::<Alike>().unwrap_err().contains("3+2"), "{bad}");
        }
    }

    #[test]
    fn a_straight_may_begin_or_end_with_the_ace() {
        let straight = |text: &str| is_straight(cards(text).into_iter());
        for yes in ["AS 2H 3S 4D", "JS AH QS KD", "TS JS QS KS", "9S TS", "KS AS"] {
            assert!(straight(yes), "{yes}");
        }
        for no in ["AS 2H QS KD", "AS 2H 2S 3D", "2S 4S", "KS AS 2S"] {
            assert!(!straight(no), "{no}");
        }
    }

    #[test]
    fn third_cards_are_values_or_none() {
        let read = |text: &str| text.parse::<Thirds>();
        assert!(read("none").unwrap().contains(None) && !read("none").unwrap().contains(Some(0)));
        assert!(read("0-3, none").unwrap().contains(Some(2)) && !read("8").unwrap().contains(None));
        assert_eq!(String::from(read("none 8").unwrap()), "8, none");
        assert!(read("").is_err() && read("ten").is_err() && read("10").is_err());
    }
}
