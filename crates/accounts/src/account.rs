//! Where something can be, and what can be there.

use baccarat::rules::betting::ChipKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::{Name, StakeId};

/// Where something is. Every account begins at nothing, so that what came to the table stands below nothing outside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// Away from the table: where the float came from with which it opened, and the pockets of patrons.
    Outside,
    /// The rest of the house: the cage, chips that patrons carry about, chips that are missing, boxes that are being counted.
    Cage,
    /// What the table holds to pay with.
    Float,
    /// The part of the table's chips that was kept back as commission. It lies in the float as well.
    Commission,
    /// The drop box.
    Drop,
    /// In a patron's hand.
    Hand(Name),
    /// On the layout.
    Layout(StakeId),
    /// What was won and no chips make.
    Remainder(Name),
    /// What could not be given back to a patron, from this coup.
    OwedTo(Name, u32),
    /// What a patron could not give back, from this coup; below nothing.
    OwedBy(Name, u32),
    /// The other side of everything that is owed.
    House,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Outside => f.write_str("outside"),
            Account::Cage => f.write_str("cage"),
            Account::Float => f.write_str("float"),
            Account::Commission => f.write_str("commission"),
            Account::Drop => f.write_str("drop box"),
            Account::Hand(name) => write!(f, "hand of {name}"),
            Account::Layout(id) => write!(f, "stake {id}"),
            Account::Remainder(name) => write!(f, "remainder of {name}"),
            Account::OwedTo(name, coup) => write!(f, "owed to {name} from coup {coup}"),
            Account::OwedBy(name, coup) => write!(f, "owed by {name} from coup {coup}"),
            Account::House => f.write_str("house"),
        }
    }
}

/// What is posted. Each kind is summed by itself; nothing turns into something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Chips.
    Chips,
    /// Promotional tokens.
    Tokens,
    /// Cash.
    Cash,
    /// Vouchers.
    Vouchers,
    /// Chips that somebody owes.
    ChipsDue,
    /// Tokens that somebody owes.
    TokensDue,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] =
        [Kind::Chips, Kind::Tokens, Kind::Cash, Kind::Vouchers, Kind::ChipsDue, Kind::TokensDue];

    /// What stakes of this kind are made of.
    pub fn of(kind: ChipKind) -> Kind {
        match kind {
            ChipKind::Chips => Kind::Chips,
            ChipKind::PromotionalTokens => Kind::Tokens,
        }
    }

    /// The same, owed.
    pub fn due(kind: ChipKind) -> Kind {
        match kind {
            ChipKind::Chips => Kind::ChipsDue,
            ChipKind::PromotionalTokens => Kind::TokensDue,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Chips => "chips",
            Kind::Tokens => "tokens",
            Kind::Cash => "cash",
            Kind::Vouchers => "vouchers",
            Kind::ChipsDue => "chips due",
            Kind::TokensDue => "tokens due",
        })
    }
}
