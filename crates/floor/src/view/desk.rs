//! What a dealer works by: what is due with names, what may be done about it, who is to be paid what in which chips.

use super::about::{RowView, offered};
use super::board::StakeView;
use super::you::{Became, SettledStake, SettledView};
use crate::call::Call;
use crate::offer::{Offer, offers};
use crate::scanned::Scanned;
use crate::typed::TypedDue;
use baccarat::basis::ClauseNumber;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::pieces::Pieces;
use baccarat::rules::people::Role;
use baccarat::rules::play::Face;
use baccarat::rules::shoe::BurnStyle;
use baccarat::wager::Settlement;
use serde::Serialize;
use std::collections::BTreeMap;
use table::record;
use table::state::{Coup, Phase};
use table::{Act, Actor, Due, Fact, Name, SettledAs, Table, Time, pay};
use utoipa::ToSchema;

/// A dealer's desk.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskView {
    /// What is due, with the names that everybody else is not told.
    pub due: DueInFull,
    /// What may be done about it, the usual first.
    pub offers: Vec<Offer>,
    /// Staff on duty here.
    pub duty: Vec<OnDuty>,
    /// The wagers on the layout, each with whoever it belongs to.
    pub stakes: Vec<StakeOf>,
    /// Who is to be paid what: before it is settled what will be, after it what was.
    pub payments: Vec<Payment>,
    /// What each kind of wager does by the result, once there is one.
    pub pays: Vec<WagerPays>,
    /// What is paid and taken in all.
    pub chips: PaidInAll,
    /// The chips in the float by what each is worth, as they were last counted and as they must be since; nothing if that is not known.
    #[schema(value_type = Option<BTreeMap<String, i64>>)]
    pub tray: Option<Pieces>,
    /// The chips in the float do not make what is to be paid: a fill or a change of colours comes first.
    pub tray_short: bool,
    /// Who holds the Player's cards.
    pub player: HolderView,
    /// Who holds the Banker's cards.
    pub banker: HolderView,
    /// Who is the designated patron, where the dealing method has one.
    pub designated: DesignatedView,
    /// How cards are dealt here.
    pub dealing: DealingView,
    /// Calls for a supervisor to which nobody has come.
    pub calls: Vec<Call>,
    /// What a scanning shoe read that was not due.
    #[schema(value_type = Option<String>)]
    pub stray: Option<Scanned>,
}

/// What is due, in full.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DueInFull {
    /// As `table::Due` has it: `due` is the word, and whatever belongs to it.
    #[serde(flatten)]
    #[schema(value_type = TypedDue)]
    pub due: Due,
    /// In words.
    pub message: String,
    /// The clauses on it.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// Somebody on duty.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OnDuty {
    /// Who.
    pub name: String,
    /// In which roles, in the words of the books.
    #[schema(value_type = Vec<String>)]
    pub roles: Vec<Role>,
}

/// A wager and whose it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StakeOf {
    /// The wager.
    #[serde(flatten)]
    pub stake: StakeView,
    /// Whose.
    pub patron: String,
}

/// What becomes of a wager.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Payment {
    /// Whose.
    pub patron: String,
    /// In which seat.
    pub seat: Option<u8>,
    /// It has been settled; otherwise it is what will be.
    pub done: bool,
    /// What.
    #[serde(flatten)]
    pub settled: SettledView,
}

/// What a kind of wager does by the result of the coup.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WagerPays {
    /// The wager.
    pub wager: String,
    /// `wins`, `loses` or `stands-off`.
    #[schema(value_type = String)]
    pub outcome: SettledAs,
    /// The row of its pay table that decides.
    pub row: RowView,
}

/// Chips that go out, by denomination, and money that comes in.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct PaidInAll {
    /// What is paid.
    #[schema(value_type = i64)]
    pub paid: Money,
    /// What is taken.
    #[schema(value_type = i64)]
    pub taken: Money,
    /// How many of each chip are paid, largest first.
    #[schema(value_type = Vec<Vec<i64>>)]
    pub chips: Vec<(Money, u64)>,
}

/// Who holds a hand's cards.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct HolderView {
    /// Who is asked to take them.
    pub offered: Option<String>,
    /// Who holds them.
    pub holder: Option<String>,
    /// They are with patrons.
    pub out: bool,
    /// Others whom the holder named.
    pub nominees: Vec<String>,
    /// Who refused them.
    pub refused: Vec<String>,
}

/// The designated patron.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct DesignatedView {
    /// Who.
    pub holder: Option<String>,
    /// Who is asked.
    pub offered: Option<String>,
    /// Nobody wants to be, so that the dealer keeps all cards to the end of the shoe.
    pub nobody: bool,
}

/// How cards are dealt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DealingView {
    /// Which way up the first four lie.
    #[schema(value_type = String)]
    pub faces: Face,
    /// How a shoe is opened.
    #[schema(value_type = String)]
    pub burn: BurnStyle,
    /// How many cards lie behind the cutting card.
    pub from_back: u16,
    /// A scanning shoe is in use.
    pub scanning: bool,
    /// The table takes cash for chips.
    pub cash: bool,
}

impl DeskView {
    /// The desk of a table at this moment.
    pub fn of(
        (table, tray): (&Table, Option<&Pieces>),
        calls: Vec<Call>,
        stray: Option<Scanned>,
        now: Time,
    ) -> DeskView {
        let state = table.state();
        let due = table.due_at(now);
        let mut payments = payments(table, now);
        let tray_short = tray.is_some_and(|tray| !pay_from(tray, table, &mut payments));
        let name = |name: &Option<Name>| name.as_ref().map(ToString::to_string);
        let designated = &state.designated;
        let settings = &state.settings;
        DeskView {
            due: DueInFull { message: due.to_string(), clauses: table.due_under_at(now).clauses, due },
            offers: offers(table, now),
            duty: state.staff.iter().map(on_duty).collect(),
            stakes: state.stakes.iter().map(|stake| stake_of(stake, table)).collect(),
            chips: PaidInAll::of(&payments),
            tray: tray.cloned(),
            tray_short,
            payments,
            pays: pays(table),
            player: holder(table, Side::Player),
            banker: holder(table, Side::Banker),
            designated: DesignatedView {
                holder: name(&designated.holder),
                offered: name(&designated.offered),
                nobody: designated.nobody,
            },
            dealing: DealingView {
                faces: settings.faces,
                burn: settings.burn,
                from_back: settings.from_back,
                scanning: settings.scanning,
                cash: settings.cash,
            },
            calls,
            stray,
        }
    }
}

fn on_duty((name, roles): (&Name, &std::collections::BTreeSet<Role>)) -> OnDuty {
    OnDuty { name: name.to_string(), roles: roles.iter().copied().collect() }
}

fn stake_of(stake: &table::Stake, table: &Table) -> StakeOf {
    StakeOf { stake: StakeView::of(stake, table), patron: stake.patron.to_string() }
}

fn holder(table: &Table, side: Side) -> HolderView {
    let Phase::Coup(coup) = &table.state().phase else { return HolderView::default() };
    let holding = coup.holding(side);
    let name = |name: &Option<Name>| name.as_ref().map(ToString::to_string);
    let names = |names: &[Name]| names.iter().map(ToString::to_string).collect();
    HolderView {
        offered: name(&holding.offered),
        holder: name(&holding.holder),
        out: holding.out,
        nominees: names(&holding.nominees),
        refused: names(&holding.refused),
    }
}

/// What was settled in the coup under way, and what will be if it is settled now.
fn payments(table: &Table, now: Time) -> Vec<Payment> {
    let Phase::Coup(coup) = &table.state().phase else { return Vec::new() };
    let mut all: Vec<Payment> = table.state().settled.iter().map(|done| paid(table, coup, done)).collect();
    if table.due_at(now) == Due::Settle {
        all.extend(to_pay(table, coup, now));
    }
    all
}

/// What is still to be paid is paid from the chips that are there, those that were lost among them. Says whether they make all of it.
fn pay_from(tray: &Pieces, table: &Table, payments: &mut [Payment]) -> bool {
    let mut there = tray.clone();
    let lost = |one: &&Payment| !one.done && one.settled.outcome == Became::Loses;
    for one in payments.iter().filter(lost) {
        let came = Pieces::made_by(table.chips_in_play(), one.settled.staked - one.settled.returned);
        there.add(&came.unwrap_or_default());
    }
    for one in payments.iter_mut().filter(|one| !one.done && one.settled.paid > one.settled.owed) {
        let Some(paid) = there.fewest(one.settled.paid - one.settled.owed) else { return false };
        there.take(&paid);
        let chips = paid.each().map(|(worth, count)| (worth, count.unsigned_abs()));
        one.settled.chips = chips.collect::<Vec<_>>().into_iter().rev().collect();
    }
    true
}

/// What each kind of wager that is offered does by the result, once the coup is decided.
fn pays(table: &Table) -> Vec<WagerPays> {
    let Phase::Coup(coup) = &table.state().phase else { return Vec::new() };
    let Some(outcome) = table.result_of(coup) else { return Vec::new() };
    let offered = offered(table).into_iter();
    offered
        .filter_map(|wager| {
            let row = wager.row(&outcome)?;
            let outcome = match row.settlement {
                Settlement::Wins(_) => SettledAs::Wins,
                Settlement::StandsOff => SettledAs::StandsOff,
                Settlement::Loses => SettledAs::Loses,
            };
            Some(WagerPays { wager: wager.id.to_string(), outcome, row: RowView::of(row) })
        })
        .collect()
}

fn payment(table: &Table, patron: &Name, done: bool, settled: SettledView) -> Payment {
    let seat = table.state().present(patron).and_then(|known| known.seat);
    Payment { patron: patron.to_string(), seat, done, settled }
}

fn paid(table: &Table, coup: &Coup, settled: &record::SettledStake) -> Payment {
    let record::SettledStake { stake, result } = settled;
    let message =
        SettledStake { id: stake.id, area: stake.area, wager: &stake.wager, staked: stake.amount, result };
    payment(table, &stake.patron, true, SettledView::of(coup.number, &message, &[]))
}

/// The table is asked what it would settle, by whichever dealer is on duty.
fn to_pay(table: &Table, coup: &Coup, at: Time) -> Vec<Payment> {
    let staff = table.state().staff.iter();
    let Some((name, _)) = staff.clone().find(|(_, roles)| roles.contains(&Role::Dealer)) else {
        return Vec::new();
    };
    let by = Actor { name: name.clone(), role: Role::Dealer };
    let events = table.would_follow(&Act::Pay(pay::Act::Settle), &by, at).unwrap_or_default();
    let message = events.iter().filter_map(|event| match &event.fact {
        Fact::Pay(pay::Fact::WagerSettled { id, patron, area, wager, staked, result }) => {
            let message = SettledStake { id: *id, area: *area, wager, staked: *staked, result };
            Some(payment(table, patron, false, SettledView::of(coup.number, &message, &event.cites.clauses)))
        }
        _ => None,
    });
    message.collect()
}

impl PaidInAll {
    fn of(payments: &[Payment]) -> PaidInAll {
        let mut all = PaidInAll::default();
        let mut chips: BTreeMap<Money, u64> = BTreeMap::new();
        for Payment { settled, .. } in payments {
            all.paid += settled.paid - settled.owed;
            if settled.outcome == Became::Loses {
                all.taken += settled.staked - settled.returned;
            }
            for (chip, count) in &settled.chips {
                *chips.entry(*chip).or_default() += count;
            }
        }
        all.chips = chips.into_iter().rev().collect();
        all
    }
}
