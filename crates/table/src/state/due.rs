//! The next act of a table, in words.

use crate::person::Name;
use crate::time::Time;
use baccarat::outcome::Side;
use baccarat::rules::cards::Preparation;
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::rulings::{DeviceMeasure, TransferCondition};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The next act of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "due", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Due {
    Check,
    Prepare {
        step: Preparation,
    },
    Shuffle,
    ReplaceCards,
    OfferCut {
        to: Option<Name>,
    },
    Cut {
        by: Option<Name>,
    },
    InsertCuttingCard,
    Load,
    Burn,
    BurnRest {
        cards: u8,
    },
    StartPlay,
    OfferRole {
        to: Name,
    },
    AnswerRole {
        by: Name,
    },
    /// The holder of the role bets on banker, or passes the role.
    RoleWager {
        by: Name,
    },
    OpenBetting,
    Wagers,
    /// Wagers while the clock runs. How many seconds are left is known where the time was told.
    Countdown {
        until: Time,
        left: Option<i64>,
    },
    Call {
        words: CallWords,
    },
    FirstCard,
    Card {
        to: Side,
    },
    OfferHand {
        side: Side,
        to: Option<Name>,
    },
    AnswerOffer {
        by: Name,
    },
    Expose {
        side: Side,
        by: Option<Name>,
    },
    CollectHand {
        side: Side,
    },
    Settle,
    CollectCards,
    LayCarried {
        to: Side,
        card: Option<baccarat::card::Card>,
    },
    Decide {
        matter: u32,
        by: Role,
    },
    Resume,
    /// Somebody says whether a condition holds after the device failed, or which cards it damaged.
    SayOfDevice {
        condition: Option<TransferCondition>,
    },
    AfterDevice {
        step: DeviceMeasure,
    },
    Nothing,
}

impl Due {
    /// What stands in a form for somebody's name.
    pub(crate) const SOMEBODY: &'static str = "somebody?";
    /// What stands in a form for a number or a time.
    pub(crate) const A_NUMBER: &'static str = "4294967295";
    /// What stands in a form for a card.
    pub(crate) const A_CARD: &'static str = "card?";

    /// Every duty as it reads.
    pub(crate) fn forms() -> Vec<String> {
        let name = || Name::from(Due::SOMEBODY);
        let sides = [Side::Player, Side::Banker];
        let mut all = vec![
            Due::Check,
            Due::Shuffle,
            Due::ReplaceCards,
            Due::OfferCut { to: Some(name()) },
            Due::OfferCut { to: None },
            Due::Cut { by: Some(name()) },
            Due::Cut { by: None },
            Due::InsertCuttingCard,
            Due::Load,
            Due::Burn,
            Due::StartPlay,
            Due::OfferRole { to: name() },
            Due::AnswerRole { by: name() },
            Due::RoleWager { by: name() },
            Due::OpenBetting,
            Due::Wagers,
            Due::Countdown { until: Time(0), left: Some(1) },
            Due::Countdown { until: Time(0), left: Some(i64::from(u32::MAX)) },
            Due::FirstCard,
            Due::AnswerOffer { by: name() },
            Due::Settle,
            Due::CollectCards,
            Due::Resume,
            Due::SayOfDevice { condition: None },
            Due::Nothing,
        ];
        all.extend(Preparation::ALL.iter().map(|step| Due::Prepare { step: *step }));
        all.extend(CallWords::ALL.iter().map(|words| Due::Call { words: *words }));
        all.extend(Role::ALL.iter().map(|by| Due::Decide { matter: u32::MAX, by: *by }));
        let conditions = TransferCondition::ALL.iter();
        all.extend(conditions.map(|condition| Due::SayOfDevice { condition: Some(*condition) }));
        all.extend(DeviceMeasure::ALL.iter().map(|step| Due::AfterDevice { step: *step }));
        for side in sides {
            all.extend([
                Due::Card { to: side },
                Due::OfferHand { side, to: Some(name()) },
                Due::OfferHand { side, to: None },
                Due::Expose { side, by: Some(name()) },
                Due::Expose { side, by: None },
                Due::CollectHand { side },
                Due::LayCarried { to: side, card: None },
            ]);
        }
        let mut forms: Vec<String> = all.iter().map(ToString::to_string).collect();
        let hands = ["player", "banker"].iter();
        forms.extend(hands.map(|hand| format!("card to {hand}: {}, which is already out", Due::A_CARD)));
        forms.push(format!("burn {} more", Due::A_NUMBER));
        forms.push(format!("wagers until {} by the clock", Due::A_NUMBER));
        forms
    }
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |side: &Side| if *side == Side::Player { "player" } else { "banker" };
        match self {
            Due::Check => write!(f, "check the cards"),
            Due::Prepare { step } => write!(f, "prepare the cards: {}", step.to_string().replace('-', " ")),
            Due::Shuffle => write!(f, "shuffle"),
            Due::ReplaceCards => write!(f, "replace the cards"),
            Due::OfferCut { to: Some(to) } => write!(f, "offer the cut to {to}"),
            Due::OfferCut { to: None } => write!(f, "offer the cut to a player"),
            Due::Cut { by: Some(by) } => write!(f, "{by} cuts or refuses"),
            Due::Cut { by: None } => write!(f, "staff cut the cards"),
            Due::InsertCuttingCard => write!(f, "insert the cutting card"),
            Due::Load => write!(f, "load the cards"),
            Due::Burn => write!(f, "burn the first card"),
            Due::BurnRest { cards } => write!(f, "burn {cards} more"),
            Due::StartPlay => write!(f, "start play"),
            Due::OfferRole { to } => write!(f, "offer the role to {to}"),
            Due::AnswerRole { by } => write!(f, "{by} takes or declines the role"),
            Due::RoleWager { by } => write!(f, "{by} bets on banker or passes the role"),
            Due::OpenBetting => write!(f, "open betting"),
            Due::Wagers => write!(f, "wagers"),
            Due::Countdown { left: Some(1), .. } => write!(f, "wagers, 1 second left on the clock"),
            Due::Countdown { left: Some(left), .. } => write!(f, "wagers, {left} seconds left on the clock"),
            Due::Countdown { until, left: None } => write!(f, "wagers until {until} by the clock"),
            Due::Call { words } => write!(f, "call {}", words.to_string().replace('-', " ")),
            Due::FirstCard => write!(f, "first card to player"),
            Due::Card { to } => write!(f, "card to {}", hand(to)),
            Due::OfferHand { side, to: Some(to) } => write!(f, "offer the {} cards to {to}", hand(side)),
            Due::OfferHand { side, to: None } => write!(f, "offer or expose the {} cards", hand(side)),
            Due::AnswerOffer { by } => write!(f, "{by} takes or refuses"),
            Due::Expose { side, by: Some(by) } => write!(f, "{by} exposes the {} cards", hand(side)),
            Due::Expose { side, by: None } => write!(f, "expose the {} cards", hand(side)),
            Due::CollectHand { side } => write!(f, "collect the {} cards from the holder", hand(side)),
            Due::Settle => write!(f, "settle"),
            Due::CollectCards => write!(f, "collect the cards"),
            Due::LayCarried { to, card: Some(card) } => {
                write!(f, "card to {}: {card}, which is already out", hand(to))
            }
            Due::LayCarried { to, card: None } => write!(f, "card to {}: the one already out", hand(to)),
            Due::Decide { matter, by } => {
                write!(f, "the {} decides matter {matter}", by.to_string().replace('-', " "))
            }
            Due::Resume => write!(f, "resume the coup once patrons have withdrawn what they may"),
            Due::SayOfDevice { condition } => {
                let message = match condition {
                    Some(TransferCondition::NobodyHurt) => "whether nobody was put at a disadvantage",
                    Some(TransferCondition::SpareAtHand) => "whether a spare device is at hand",
                    Some(TransferCondition::TransferPracticable) => "whether moving the cards is practicable",
                    Some(TransferCondition::DeviceInUse | TransferCondition::CardOut) => "how play stands",
                    None => "which cards are damaged",
                };
                write!(f, "the supervisor says {message}")
            }
            Due::AfterDevice { step } => f.write_str(match step {
                DeviceMeasure::MoveCards => "move the cards to another device",
                DeviceMeasure::RemoveDamaged => "take the damaged cards out of play",
                DeviceMeasure::MoveSound => "move the sound cards to another device",
                DeviceMeasure::ReplaceFromNewDeck => "replace the damaged cards from a new deck",
                DeviceMeasure::AddReplacements => "put the replacements into that device",
                DeviceMeasure::GoOn => "go on with the game",
                DeviceMeasure::FinishFromShoe => "finish the coup from a card shoe",
                DeviceMeasure::ShuffleAndCut => "shuffle and cut the other cards",
                DeviceMeasure::OfferStakesBack => "offer every stake back",
                DeviceMeasure::EndCoupAndReturn => "end the coup",
                DeviceMeasure::EarlierStand => "let earlier coups stand",
            }),
            Due::Nothing => write!(f, "nothing"),
        }
    }
}
