//! Slips: what is printed and signed when money moves between a table and the rest of the house.

use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use serde::{Deserialize, Serialize};
use table::{Event, Fact, Time, notice, pay, people};
use utoipa::ToSchema;

/// What a slip is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlipKind {
    /// The table opened with a float.
    Opening,
    /// A patron bought chips; the cash went into the drop box.
    BuyIn,
    /// Chips came to the float.
    Fill,
    /// Chips left the float.
    Credit,
    /// The float was counted.
    Count,
    /// What is in the float was put on record as it was counted.
    Correction,
    /// The drop box was taken away to be counted.
    DropBox,
    /// The table closed.
    Closing,
}

/// A slip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Slip {
    /// The table.
    pub table: String,
    /// The event it stands for, which is also its number.
    pub seq: u64,
    /// What it is for.
    pub kind: SlipKind,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// How much: moved, counted, or left in the float.
    #[schema(value_type = i64)]
    pub amount: Money,
    /// The chips by what each is worth, where they were counted so.
    #[schema(value_type = Option<BTreeMap<String, i64>>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Pieces>,
    /// What should have been counted.
    #[schema(value_type = Option<i64>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Money>,
    /// Cash in the drop box when the table closed.
    #[schema(value_type = Option<i64>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<Money>,
    /// The patron who bought chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patron: Option<String>,
    /// Who asked for it.
    pub by: String,
    /// In which role.
    pub role: String,
    /// The dealer who signs for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed: Option<String>,
}

impl Slip {
    /// The slip of an event, if it has one.
    pub fn of(table: &str, seq: u64, event: &Event) -> Option<Slip> {
        let slip = |kind, amount| Slip {
            table: table.to_owned(),
            seq,
            kind,
            at: event.at,
            amount,
            pieces: None,
            expected: None,
            drop: None,
            patron: None,
            by: event.by.name.to_string(),
            role: event.by.role.to_string(),
            signed: None,
        };
        Some(match &event.fact {
            Fact::Notice(notice::Fact::TableOpened { settings, .. }) => {
                slip(SlipKind::Opening, settings.float)
            }
            Fact::People(people::Fact::BoughtIn { patron, cash }) => {
                Slip { patron: Some(patron.to_string()), ..slip(SlipKind::BuyIn, *cash) }
            }
            Fact::Pay(pay::Fact::FloatFilled { amount, signed, pieces }) => Slip {
                signed: Some(signed.to_string()),
                pieces: pieces.clone(),
                ..slip(SlipKind::Fill, *amount)
            },
            Fact::Pay(pay::Fact::FloatCredited { amount, signed, pieces }) => Slip {
                signed: Some(signed.to_string()),
                pieces: pieces.clone(),
                ..slip(SlipKind::Credit, *amount)
            },
            Fact::Pay(pay::Fact::FloatCounted { counted, expected, signed, pieces }) => Slip {
                pieces: pieces.clone(),
                signed: Some(signed.to_string()),
                expected: Some(*expected),
                ..slip(SlipKind::Count, *counted)
            },
            Fact::Pay(pay::Fact::FloatCorrected { counted, expected, pieces, .. }) => Slip {
                expected: Some(*expected),
                pieces: pieces.clone(),
                ..slip(SlipKind::Correction, *counted)
            },
            Fact::Pay(pay::Fact::DropBoxTaken { cash, .. }) => slip(SlipKind::DropBox, *cash),
            Fact::Notice(notice::Fact::TableClosed { float, drop }) => {
                Slip { drop: Some(*drop), expected: Some(*float), ..slip(SlipKind::Closing, *float) }
            }
            _ => return None,
        })
    }
}
