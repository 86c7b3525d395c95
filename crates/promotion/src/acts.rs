//! Everything that can be asked of a promotion.

use crate::passed_why::PassedWhy;
use baccarat::chips::Money;
use baccarat::rules::promotion::{IntegrityOf, PaymentWay};
use merkle::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Actor, Name, Time};

/// What someone asks of a promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// What is asked.
    pub act: Act,
    /// Who asks, in which role.
    pub by: Actor,
    /// Who confirms it, where two people are needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_by: Option<Name>,
    /// Who keys it for the player that `by` names, from a form or at the desk; nothing where players ask themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyed_by: Option<Actor>,
    /// When. The log keeps it beside the command.
    #[serde(skip, default)]
    pub at: Time,
}

/// One part of a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaymentPart {
    /// How.
    pub way: PaymentWay,
    /// How much.
    pub amount: Money,
    /// To whom.
    pub payee: Name,
}

/// Somebody whose claim was denied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claimant {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
}

/// What the house seals when a promotion opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sealing {
    /// The hash of the secret seed.
    #[schemars(with = "String")]
    pub seed_hash: Hash,
    /// The number of the draw among all draws of the house.
    pub number: u32,
    /// The seal of the draw before.
    #[schemars(with = "String")]
    pub previous: Hash,
    /// The secret from which tickets get their salts.
    #[schemars(with = "String")]
    pub ticket_key: Hash,
}

/// On what ground a claim is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DenialGround {
    /// The claimant does not meet the terms.
    NotEligible,
    /// The claimant holds no drawn ticket.
    NotTheWinner,
    /// A reservation of the operator, stated in the terms.
    Reservation,
    /// Anything else, as the reason says.
    Other,
}

/// What may be asked. Comments say by whom; `two` means that somebody else confirms it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PromotionAct")]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// Operator: the terms stand as written.
    SetTerms {
        /// The file.
        text: String,
    },
    /// Operator: something that regulations prescribe is put on the list.
    Prescribe {
        /// What.
        item: String,
    },
    /// Operator: the full terms go to whoever has to have them.
    Lodge,
    /// Operator: marketing material is registered.
    RegisterMaterial {
        /// What it is.
        what: String,
        /// It refers to the terms.
        refers: bool,
    },
    /// Operator: the terms can be got in this way from now on.
    OpenChannel {
        /// Which way.
        channel: String,
    },
    /// Operator: somebody oversees the draw.
    NominateScrutineer {
        /// Who.
        name: Name,
    },
    /// Operator: the promotion starts, and the draw is sealed.
    Open {
        /// What is sealed; the house adds it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sealing: Option<Sealing>,
    },
    /// Operator: the terms change.
    Amend {
        /// The file.
        text: String,
        /// Where the change was approved.
        approval: String,
    },
    /// Player: a form is handed in.
    Enter,
    /// System: a coup in which a patron staked this much.
    Earn {
        /// Who.
        holder: Name,
        /// At which table.
        table: String,
        /// In which coup.
        coup: u32,
        /// Chips staked.
        chips: Money,
        /// Tokens staked.
        tokens: Money,
        /// When the coup ended; now if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended: Option<Time>,
    },
    /// System: a coup was void or undone.
    TakeBack {
        /// At which table.
        table: String,
        /// Which coup.
        coup: u32,
        /// Whose tickets; everybody's if nobody is named.
        holder: Option<Name>,
        /// When that came about; now if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        undone: Option<Time>,
    },
    /// System: entries close.
    Close,
    /// Operator, two: everything is ready for the draw. Whoever is outside holds it with [`Act::Mix`], and nobody can stop it then.
    ReadyDraw,
    /// The scrutineer where there is one, otherwise a player or an inspector: the text from outside. Mix and order are one entry.
    Mix {
        /// The text.
        text: String,
        /// The seed, committed to before; the house adds it if the draw would then be held, so that no refused command shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        seed: Option<Hash>,
    },
    /// Operator, two: the draw at once, where all three are in one room.
    Draw {
        /// The seed, committed to before.
        #[schemars(with = "String")]
        seed: Hash,
        /// The text from outside.
        mix: String,
        /// Who gave it.
        mixed_by: Name,
    },
    /// Operator: results are published as declared.
    PublishResults,
    /// Operator, two: a ticket is passed over, and the prize goes to the next.
    PassOver {
        /// Which prize, counted from 1.
        prize: u32,
        /// Why.
        why: PassedWhy,
    },
    /// Operator: the winner was sought.
    Notify {
        /// The winner of which prize.
        prize: u32,
        /// By which way.
        channel: String,
        /// The winner was reached.
        reached: bool,
    },
    /// Player: a claim.
    Claim {
        /// To which prize.
        prize: u32,
        /// In which of the declared ways.
        how: String,
    },
    /// Operator: whoever has a prize now was called and is there, or is not.
    FindPresent {
        /// Which prize, counted from 1.
        prize: u32,
        /// Is there.
        present: bool,
    },
    /// Operator: the claimant meets the terms, or does not.
    FindEligible {
        /// Which claim, counted from 1.
        claim: u32,
        /// Meets them.
        eligible: bool,
    },
    /// Operator: the winner may take cash instead.
    GrantCash {
        /// Of which prize.
        prize: u32,
    },
    /// Player: takes cash instead.
    ChooseCash {
        /// By which claim.
        claim: u32,
    },
    /// Player above the limit, operator below: how cash is paid.
    ChoosePayment {
        /// Of which claim.
        claim: u32,
        /// The parts.
        parts: Vec<PaymentPart>,
    },
    /// Operator, two: the prize is handed over.
    Award {
        /// By which claim.
        claim: u32,
    },
    /// Operator: the claim is denied.
    Deny {
        /// Which.
        claim: u32,
        /// On what ground.
        ground: DenialGround,
        /// Why, in words for the claimant.
        reason: String,
    },
    /// Operator: whoever has no page of their own is handed the proofs of their tickets.
    GiveProofs {
        /// Whose.
        holder: Name,
    },
    /// Operator: a denied claim is closed with its record.
    CloseDenial {
        /// Which.
        claim: u32,
        /// Who claimed.
        claimants: Vec<Claimant>,
    },
    /// Operator: the record of a denied claim is given up.
    DiscardDenial {
        /// Which.
        claim: u32,
    },
    /// Player: opens a dispute.
    Dispute {
        /// About what.
        about: String,
    },
    /// Whoever the book says: decides it.
    DecideDispute {
        /// Which, counted from 1.
        dispute: u32,
        /// How.
        decision: String,
        /// The denied claim that is open again by it, if it is one for the claimant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reopens: Option<u32>,
    },
    /// Player: is not satisfied with a decision.
    Contest {
        /// On which dispute.
        dispute: u32,
    },
    /// Whoever the book says: integrity is compromised.
    FindCompromised {
        /// Of what.
        of: IntegrityOf,
        /// Why.
        why: String,
    },
    /// Operator: it is postponed.
    Postpone {
        /// What.
        of: IntegrityOf,
    },
    /// Operator, two: integrity is validated, and what was postponed goes on.
    Validate {
        /// Of what.
        of: IntegrityOf,
        /// How it was looked into.
        how: String,
    },
    /// Operator, two: it is cancelled.
    Cancel {
        /// What.
        of: IntegrityOf,
    },
    /// Whoever may ask for it: proposes what takes two people.
    Propose {
        /// What.
        what: Box<Act>,
    },
    /// Operator, somebody else: approves it, and it happens.
    Approve {
        /// Which proposal.
        proposal: u32,
    },
    /// Operator: puts a proposal aside.
    Reject {
        /// Which.
        proposal: u32,
    },
}

impl Act {
    /// Money, prizes and the draw itself take two people.
    pub fn takes_two(&self) -> bool {
        matches!(
            self,
            Act::ReadyDraw
                | Act::Draw { .. }
                | Act::PassOver { .. }
                | Act::Award { .. }
                | Act::Validate { .. }
                | Act::Cancel { .. }
        )
    }

    /// What players ask for. Staff may key it for whoever comes to the desk.
    pub fn is_a_players(&self) -> bool {
        matches!(
            self,
            Act::Enter
                | Act::Claim { .. }
                | Act::ChooseCash { .. }
                | Act::ChoosePayment { .. }
                | Act::Dispute { .. }
                | Act::Contest { .. }
        )
    }

    /// The word for it in files and paths.
    pub fn word(&self) -> String {
        let written = serde_json::to_value(self).unwrap_or_default();
        written.get("act").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
    }

    /// The same without what only the house knows.
    pub fn without_secrets(self) -> Act {
        match self {
            Act::Open { .. } => Act::Open { sealing: None },
            Act::Mix { text, .. } => Act::Mix { text, seed: None },
            act => act,
        }
    }
}
