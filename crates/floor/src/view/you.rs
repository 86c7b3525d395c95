//! What is one patron's alone.

use super::board::asked;
use crate::timing::Deadlines;
use crate::typed::TypedLimits;
use crate::view::visit::Visit;
use crate::view::why::SumStep;
use baccarat::basis::ClauseNumber;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::wager::WagerId;
use serde::{Deserialize, Serialize};
use table::{Limits, Name, Settled, SettledAs, Stake, StakeId, Table, Time};
use utoipa::ToSchema;

/// A patron's own affairs at a table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct You {
    /// Who.
    pub name: String,
    /// At the table.
    pub present: bool,
    /// In which seat.
    pub seat: Option<u8>,
    /// Chips in hand.
    #[schema(value_type = i64)]
    pub chips: Money,
    /// Promotional tokens in hand.
    #[schema(value_type = i64)]
    pub tokens: Money,
    /// Won, and not yet paid.
    #[schema(value_type = i64)]
    pub owed: Money,
    /// On the layout.
    #[schema(value_type = i64)]
    pub staked: Money,
    /// Bought since coming to the table.
    #[schema(value_type = i64)]
    pub brought: Money,
    /// Won or lost since coming to the table.
    #[schema(value_type = i64)]
    pub net: Money,
    /// When this patron came to the table.
    #[schema(value_type = Option<i64>)]
    pub since: Option<Time>,
    /// The stakes that are this patron's.
    #[schema(value_type = Vec<u32>)]
    pub stakes: Vec<StakeId>,
    /// Limits of this patron's own.
    #[schema(value_type = Option<TypedLimits>)]
    pub limits: Option<Limits>,
    /// The minimum this patron kept from before it rose.
    #[schema(value_type = Option<i64>)]
    pub kept_minimum: Option<Money>,
    /// The limits on the main wagers as they hold for this patron: the table's, or what this patron kept or was given.
    #[schema(value_type = TypedLimits)]
    pub main_limits: Limits,
    /// What the dealer asks.
    pub asked: Option<Question>,
    /// For how much this patron may still buy in alone.
    #[schema(value_type = i64)]
    pub may_buy: Money,
    /// What became of the wagers on the last coup.
    pub settled: Vec<SettledView>,
}

/// What the dealer asks of a patron.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Question {
    /// What.
    #[serde(flatten)]
    pub what: AskedFor,
    /// Until when; who does not answer declines.
    #[schema(value_type = Option<i64>)]
    pub until: Option<Time>,
}

impl Question {
    /// Can it be answered on a device, without touching a card?
    pub fn by_device(&self) -> bool {
        matches!(self.what, AskedFor::TakeHand { .. } | AskedFor::TakeRole)
    }
}

/// Something that a patron may be asked for.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum AskedFor {
    /// To cut, between these depths.
    Cut {
        /// The least.
        least: u16,
        /// The most.
        most: u16,
        /// The shoe that is cut, which the answer names.
        shoe: u32,
    },
    /// To take the cards of a hand.
    TakeHand {
        /// Which.
        #[schema(value_type = Option<String>)]
        side: Option<Side>,
    },
    /// To turn the cards of a hand over.
    Expose {
        /// Which.
        #[schema(value_type = Option<String>)]
        side: Option<Side>,
    },
    /// To become the designated patron.
    TakeRole,
}

/// A wager and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SettledView {
    /// In which coup.
    pub coup: u32,
    /// The stake.
    #[schema(value_type = u32)]
    pub id: StakeId,
    /// The box.
    #[serde(rename = "box")]
    pub area: u8,
    /// On what.
    pub wager: String,
    /// What was staked.
    #[schema(value_type = i64)]
    pub staked: Money,
    /// What became of it.
    pub outcome: Became,
    /// The part of it that was played for; what is above it goes back whatever the result.
    #[schema(value_type = i64)]
    pub live: Money,
    /// What was kept of the winnings as commission.
    #[schema(value_type = i64)]
    pub commission: Money,
    /// What was won.
    #[schema(value_type = i64)]
    pub paid: Money,
    /// The chips it was paid in, largest first.
    #[schema(value_type = Vec<Vec<i64>>)]
    pub chips: Vec<(Money, u64)>,
    /// What of it is still owed.
    #[schema(value_type = i64)]
    pub owed: Money,
    /// What went back beyond the part that was live.
    #[schema(value_type = i64)]
    pub returned: Money,
    /// The stake stays for the next coup.
    pub stays: bool,
    /// The clauses that say so.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
    /// The steps of the sum, each with its own clauses.
    #[serde(default)]
    #[schema(required = true)]
    pub steps: Vec<SumStep>,
}

/// What became of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// It won.
    Wins,
    /// It neither won nor lost.
    StandsOff,
    /// It lost.
    Loses,
    /// It has no result, and went back.
    Void,
}

impl Became {
    fn of(result: &Settled) -> Became {
        match result.outcome {
            _ if result.void => Became::Void,
            SettledAs::Wins => Became::Wins,
            SettledAs::StandsOff => Became::StandsOff,
            SettledAs::Loses => Became::Loses,
        }
    }
}

/// A stake and its result, from an event or from the record.
pub struct SettledStake<'a> {
    /// The stake.
    pub id: StakeId,
    /// The box.
    pub area: u8,
    /// On what.
    pub wager: &'a WagerId,
    /// How much.
    pub staked: Money,
    /// What became of it.
    pub result: &'a Settled,
}

impl SettledView {
    /// Tells of a settled stake.
    pub fn of(coup: u32, stake: &SettledStake<'_>, clauses: &[ClauseNumber]) -> SettledView {
        let result = stake.result;
        SettledView {
            coup,
            id: stake.id,
            area: stake.area,
            wager: stake.wager.to_string(),
            staked: stake.staked,
            outcome: Became::of(result),
            live: result.live,
            commission: result.commission,
            paid: result.paid,
            chips: result.chips.clone(),
            owed: result.owed,
            returned: result.returned,
            stays: result.stays,
            clauses: clauses.to_vec(),
            steps: Vec::new(),
        }
    }

    /// Tells of a stake that went back without a result.
    pub fn void(coup: u32, stake: &Stake, clauses: &[ClauseNumber]) -> SettledView {
        SettledView {
            coup,
            id: stake.id,
            area: stake.area,
            wager: stake.wager.to_string(),
            staked: stake.amount,
            outcome: Became::Void,
            live: Money(0),
            commission: Money(0),
            paid: Money(0),
            chips: Vec::new(),
            owed: Money(0),
            returned: stake.amount,
            stays: false,
            clauses: clauses.to_vec(),
            steps: vec![SumStep::void(stake.amount, clauses)],
        }
    }

    /// The same, with the steps of its sum.
    pub fn with(self, steps: Vec<SumStep>) -> SettledView {
        SettledView { steps, ..self }
    }
}

impl You {
    /// A patron's affairs; nothing for somebody who never came.
    pub fn of(
        table: &Table,
        name: &Name,
        visit: Option<&Visit>,
        deadlines: &Deadlines,
        most_bought: Money,
    ) -> Option<You> {
        let state = table.state();
        let patron = state.patrons.get(name)?;
        let own = || state.stakes.iter().filter(|stake| stake.patron == *name);
        let staked: Money =
            own().filter(|stake| stake.kind == ChipKind::Chips).map(|stake| stake.amount).sum();
        let visit = visit.cloned().unwrap_or_default();
        let holds = patron.chips + staked + patron.owed;
        let free = most_bought - holds;
        Some(You {
            name: name.to_string(),
            present: patron.present,
            seat: patron.seat,
            chips: patron.chips,
            tokens: patron.tokens,
            owed: patron.owed,
            staked,
            brought: visit.brought,
            net: holds - visit.held - visit.brought,
            since: visit.since.filter(|_| patron.present),
            stakes: own().map(|stake| stake.id).collect(),
            limits: patron.personal,
            kept_minimum: patron.kept_minimum,
            main_limits: table.main_limits_of(patron, patron.seat.unwrap_or(1)),
            asked: asked(table).filter(|(asked, ..)| asked == name).map(|(_, what, side)| Question {
                what: asked_for(table, what, side),
                until: deadlines.answer,
            }),
            may_buy: if state.settings.cash { free.max(Money(0)) } else { Money(0) },
            settled: visit.settled,
        })
    }
}

fn asked_for(table: &Table, what: &str, side: Option<Side>) -> AskedFor {
    match what {
        "cut" => {
            let within = table::driver::may_cut(table);
            AskedFor::Cut { least: *within.start(), most: *within.end(), shoe: table.state().shoe.number }
        }
        "take-hand" => AskedFor::TakeHand { side },
        "expose" => AskedFor::Expose { side },
        _ => AskedFor::TakeRole,
    }
}
