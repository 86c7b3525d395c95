//! Cards: how many, what they count, where they come from, how they are checked and replaced.

use super::people::{Duty, Role};
use crate::card::Rank;
use crate::topic::{records, words};
use crate::wager::Digits;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Numbers of decks that may be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct DeckCounts(#[schemars(length(min = 1), inner(range(min = 1, max = 16)))] pub Vec<u8>);

impl<'de> Deserialize<'de> for DeckCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DeckCounts, D::Error> {
        let decks = Vec::<i64>::deserialize(deserializer)?;
        let wrong = decks.is_empty() || decks.iter().any(|decks| !(1..=16).contains(decks));
        if wrong || !decks.is_sorted_by(|a, b| a < b) {
            return Err(D::Error::custom(format!(
                "found {decks:?}; allowed is a rising list of 1 to 16 decks, such as [6, 8]"
            )));
        }
        Ok(DeckCounts(decks.into_iter().map(|decks| decks as u8).collect()))
    }
}

/// Ranks written as letters and ranges: `2-9`, `T J Q K`, `A`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "String")]
#[schemars(with = "String")]
pub struct Ranks(pub Vec<Rank>);

impl From<Ranks> for String {
    fn from(ranks: Ranks) -> String {
        let letters: Vec<String> = ranks.0.iter().map(|rank| rank.letter().to_string()).collect();
        letters.join(" ")
    }
}

impl<'de> Deserialize<'de> for Ranks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ranks, D::Error> {
        let text = String::deserialize(deserializer)?;
        let refuse = || {
            D::Error::custom(format!(
                "found `{text}`; allowed are ranks (A 2 3 4 5 6 7 8 9 T J Q K) and ranges such as `2-9`"
            ))
        };
        let rank = |text: &str| {
            let mut letters = text.chars();
            letters.next().filter(|_| letters.next().is_none()).and_then(Rank::from_letter)
        };
        let mut ranks = Vec::new();
        for part in text.split_whitespace() {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to) = (rank(from).ok_or_else(refuse)?, rank(to).ok_or_else(refuse)?);
            if from > to {
                return Err(refuse());
            }
            ranks.extend(Rank::ALL.into_iter().filter(|rank| (from..=to).contains(rank)));
        }
        if ranks.is_empty() {
            return Err(refuse());
        }
        Ok(Ranks(ranks))
    }
}

/// What some ranks count: their number, or a fixed count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Counts {
    /// The number on the card.
    #[serde(with = "face")]
    #[schemars(with = "FaceWord")]
    Face,
    /// Always this much.
    Points(#[schemars(range(max = 10))] u8),
}

impl Counts {
    /// What a rank counts.
    pub fn of(self, rank: Rank) -> u8 {
        match self {
            Counts::Points(points) => points,
            Counts::Face => rank as u8 + 1,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code)]
enum FaceWord {
    Face,
}

mod face {
    pub(super) fn serialize<S: serde::Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("face")
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Counts, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected `\"face\"` or a whole number of points from 0 to 10")]
        enum Written {
            Points(i64),
            Word(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Points(points @ 0..=10) => Ok(Counts::Points(points as u8)),
            Written::Word(word) if word == "face" => Ok(Counts::Face),
            Written::Points(points) => Err(D::Error::custom(format!(
                "found {points}; allowed is `\"face\"` or a whole number from 0 to 10"
            ))),
            Written::Word(word) => Err(D::Error::custom(format!(
                "found `{word}`; allowed is `\"face\"` or a whole number from 0 to 10"
            ))),
        }
    }
}

impl HandTotal {
    /// Does it say what a hand with this sum counts?
    pub fn speaks_of(self, sum: u8) -> bool {
        match self {
            HandTotal::LastDigit => true,
            HandTotal::SingleDigitItself => sum < 10,
            HandTotal::TensDropped => sum >= 10,
        }
    }
}

words! {
    /// How a hand's point count follows from the sum of its cards.
    HandTotal {
        /// Whatever the sum: only its last digit counts.
        LastDigit,
        /// A sum of 0 to 9 is itself the point count.
        SingleDigitItself,
        /// Of a sum of 10 or more the tens are dropped.
        TensDropped,
    }

    /// Whose drawing a natural ends.
    NaturalEnds {
        /// A natural on either hand ends drawing for both.
        BothHands,
    }

    /// What the player's hand does.
    DrawOrStand {
        /// Takes a third card.
        Draws,
        /// Takes none.
        Stands,
    }

    /// What the cards' backs must be like.
    Backs {
        /// One colour and design.
        Alike,
    }

    /// Who besides the dealer may touch cards.
    Handling {
        /// Nobody, ever.
        DealerOnly,
        /// A patron to whom the dealer delivers a hand to expose.
        DeliveredHand,
        /// Whoever the dealing method designates.
        AsDealingMethod,
    }

    /// How cards reach the table.
    Supply {
        /// Shuffled at the table.
        TableShuffled,
        /// Shuffled by the maker.
        MakerShuffled,
        /// Checked and shuffled by the house beforehand.
        HouseShuffled,
    }

    /// How many of those named must check.
    CheckHow {
        /// Any one of them must, card by card.
        AnyOneMust,
        /// Each of them must, on their own.
        EachAloneMust,
        /// All of them must, together.
        AllMust,
        /// Any one of them may.
        AnyOneMay,
    }

    /// A step in preparing cards, in the order it is done.
    Preparation {
        /// Spread face up for the first patrons to look at, in fans by deck, suit and sequence.
        SpreadFaceUp,
        /// Turned face down and washed.
        Wash,
        /// Stacked.
        Stack,
        /// Riffled.
        Riffle,
    }

    /// When a riffle may be made on request.
    RiffleMoment {
        /// Before the cards go into a multishuffler.
        BeforeMultishuffler,
        /// Right before the cut.
        BeforeCut,
    }

    /// When cards may be replaced.
    ReplaceWhen {
        /// After any coup.
        AfterAnyCoup,
        /// After the last coup of a shoe.
        AfterLastCoup,
        /// Whenever no coup is in progress, because the cards are unfit.
        UnfitBetweenCoups,
    }

    /// How much is replaced.
    ReplaceExtent {
        /// Any or all of the cards.
        AnyOrAll,
        /// All of them.
        All,
    }

    /// What the backs of replacement cards must be.
    ReplacementBack {
        /// Of another colour than those in use.
        OtherColour,
    }

    /// What cards are dealt out of.
    Device {
        /// A shoe.
        CardShoe,
        /// A machine that shuffles and is dealt from.
        ShufflingDevice,
    }

    /// When a table needs a drop box.
    DropBoxWhen {
        /// Always.
        Always,
        /// When it takes cash for chips.
        WhenCashIsTaken,
    }

    /// What becomes of a shoe.
    ShoeFate {
        /// No more coups from it; a coup in progress is void, finished coups stand.
        Void,
    }

    /// What follows once patrons have handled cards.
    AfterHandling {
        /// All cards of the shoe are replaced at its end.
        ReplaceAll,
    }

    /// Why the cards are shuffled.
    ShuffleWhen {
        /// Before play starts.
        BeforePlay,
        /// For every new shoe.
        NewShoe,
        /// When the end of the shoe has been reached.
        EndOfShoe,
        /// When its end has been reached because the cutting card came as the first card of a coup.
        CuttingCardCameFirst,
        /// When its end has been reached because the cutting card came later in a coup.
        CuttingCardCameLater,
        /// After a coup, because a supervisor says so.
        OrderedAfterCoup,
        /// After a coup, because the mix is doubted.
        MixDoubtedAfterCoup,
        /// When play starts again at a table that stood empty.
        AfterVacancy,
        /// When new cards have taken the place of the old.
        AfterReplacement,
        /// When new cards have taken the place of unfit ones.
        AfterReplacingUnfit,
    }

    /// Which hand draws first.
    DrawOrder {
        /// The player's hand; only then is the banker's asked.
        PlayerThenBanker,
    }

    /// What of the player's third card the banker's hand goes by.
    ThirdColumn {
        /// What that card alone counts, not the hand's total.
        CardValue,
    }
}

impl ShuffleWhen {
    /// Is it the end of a shoe, however that came about?
    pub fn is_end_of_shoe(self) -> bool {
        use ShuffleWhen::{CuttingCardCameFirst, CuttingCardCameLater, EndOfShoe};
        matches!(self, EndOfShoe | CuttingCardCameFirst | CuttingCardCameLater)
    }
}

records! {
    /// What some ranks count in a hand.
    ValueOf {
        /// The ranks.
        cards: Ranks,
        /// What each counts.
        counts: Counts,
    }

    /// What the player's hand does on these totals.
    PlayerRow {
        /// Totals of the first two cards.
        on: Digits,
        /// What it does.
        does: DrawOrStand,
    }

    /// Who checks cards, and how.
    Check {
        /// Who.
        by: Vec<Role>,
        /// How many of them, and whether they must.
        how: CheckHow,
    }

    /// A riffle on a patron's request.
    RiffleOnRequest {
        /// Which cards.
        of: Supply,
        /// When.
        at: Vec<RiffleMoment>,
        /// Who must ask.
        asked_by: Role,
        /// Who must agree.
        approved_by: Role,
    }

    /// A replacement of cards.
    Replacement {
        /// Who orders it.
        ordered_by: Role,
        /// When.
        when: ReplaceWhen,
        /// How much of the cards.
        extent: ReplaceExtent,
        /// May it be ordered, or must it?
        duty: Duty,
    }

    /// A shuffle and what calls for it.
    ShuffleOccasion {
        /// The occasion.
        when: ShuffleWhen,
        /// Who orders it, where it is not automatic.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ordered_by: Option<Role>,
        /// It is left out when pre-shuffled cards come in.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unless_pre_shuffled: bool,
    }

    /// What the banker's hand does on these totals, by the player's third card.
    BankerRow {
        /// Totals of the banker's first two cards.
        on: Digits,
        /// Values of the player's third card, `none` for no card, on which it draws.
        #[serde(default, skip_serializing_if = "Thirds::is_empty")]
        draws: Thirds,
        /// Values of the player's third card, `none` for no card, on which it stands.
        #[serde(default, skip_serializing_if = "Thirds::is_empty")]
        stands: Thirds,
    }
}

/// Values of the player's third card, `none` standing for no card: `none, 2-7`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "String")]
#[schemars(with = "String")]
pub struct Thirds {
    /// The player took no card.
    pub none: bool,
    /// The values of a card taken.
    pub values: Option<Digits>,
}

impl Thirds {
    fn is_empty(&self) -> bool {
        !self.none && self.values.is_none()
    }

    /// Each column: no card, then the values.
    pub fn columns(self) -> impl Iterator<Item = Option<u8>> {
        let none = self.none.then_some(None);
        none.into_iter().chain(self.values.into_iter().flat_map(|digits| digits.iter().map(Some)))
    }
}

impl From<Thirds> for String {
    fn from(thirds: Thirds) -> String {
        let none = thirds.none.then(|| "none".to_owned());
        let values = thirds.values.map(|digits| digits.to_string());
        none.into_iter().chain(values).collect::<Vec<_>>().join(", ")
    }
}

impl<'de> Deserialize<'de> for Thirds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Thirds, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts = || text.split([',', ' ']).filter(|part| !part.is_empty());
        let none = parts().any(|part| part == "none");
        let digits: Vec<&str> = parts().filter(|part| *part != "none").collect();
        let values = match digits.is_empty() {
            true => None,
            false => Some(digits.join(",").parse().map_err(|_| {
                D::Error::custom(format!(
                    "found `{text}`; allowed are `none` and values of the player's third card such as `0-7, 9`"
                ))
            })?),
        };
        Ok(Thirds { none, values })
    }
}
