//! Where a tournament stands.

use crate::acts::{Act, NamedTable};
use crate::conditions::Added;
use crate::facts::{OutWhy, Place, Prize};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::tournament::{AbsenceDeduction, AbsencePer, Disqualifying};
use baccarat::wager::WagerId;
use draw::{Record, Sealed};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Actor, Name, Time};

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Phase {
    #[default]
    Draft,
    Announced,
    Entries,
    Closed,
    Playing,
    Decided,
    Awarded,
    Cancelled,
}

/// How an entrant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntrantState {
    /// Plays, or will play.
    In,
    /// Eliminated; may come back where that was declared.
    Out,
    /// Disqualified, for good.
    Disqualified(Disqualifying),
    /// Withdrew.
    Withdrawn,
    /// Was not there and lost the place.
    Forfeited,
}

/// An entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who.
    pub name: Name,
    /// How they stand.
    pub standing: EntrantState,
    /// Fees paid, commission included.
    pub fees: Money,
    /// Commission in them.
    pub commission: Money,
    /// Buy-ins paid for sessions that have not been played.
    pub buy_in: Money,
    /// Buy-ins paid for sessions that have.
    pub buy_ins_played: Money,
    /// Agreed in writing.
    pub signed: bool,
    /// Was warned for wagering out of turn.
    pub warned: bool,
    /// How often bought back.
    pub buy_backs: u8,
    /// Has started a session.
    pub started: bool,
    /// Fees that went back.
    pub refunded: Money,
    /// Commission in them.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub commission_refunded: Money,
    /// The value of chips kept on record after a disqualification.
    pub kept: Option<Money>,
    /// Points from other games.
    pub points: u32,
    /// What was paid for chips.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub chips_paid: Money,
}

impl Entrant {
    pub(crate) fn new(name: Name, fees: Money, commission: Money) -> Entrant {
        Entrant {
            name,
            standing: EntrantState::In,
            fees,
            commission,
            buy_in: Money(0),
            buy_ins_played: Money(0),
            signed: false,
            warned: false,
            buy_backs: 0,
            started: false,
            refunded: Money(0),
            commission_refunded: Money(0),
            kept: None,
            points: 0,
            chips_paid: Money(0),
        }
    }
}

fn is_nothing(money: &Money) -> bool {
    money.0 == 0
}

fn is_no_entry(number: &u32) -> bool {
    *number == 0
}

fn is_none_yet(number: &u8) -> bool {
    *number == 0
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// The money of a tournament. Tournament chips are no part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fund {
    /// Fees taken, commission included.
    pub fees: Money,
    /// Of them the house's.
    pub commission: Money,
    /// Cash the house added.
    pub added: Money,
    /// What the house put in to keep a guarantee.
    pub guarantee: Money,
    /// Buy-ins taken.
    pub buy_ins: Money,
    /// Fees that went back, commission included.
    pub refunded: Money,
    /// Commission in them.
    pub refunded_commission: Money,
    /// Buy-ins that went back.
    pub buy_ins_refunded: Money,
    /// What the house added and took back when the tournament was cancelled.
    pub returned_to_house: Money,
    /// Prizes paid.
    pub paid: Money,
    /// What was paid for chips, where the conditions let them be disposed of in cash.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub chips_paid: Money,
    /// What the house put in for that beyond the buy-ins.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub chips_by_house: Money,
}

impl Fund {
    /// The prize pool in money.
    pub fn pool(&self) -> Money {
        self.fees - self.commission - (self.refunded - self.refunded_commission) + self.added + self.guarantee
            - self.returned_to_house
    }

    /// What is left of the buy-ins.
    pub fn buy_ins_left(&self) -> Money {
        self.buy_ins - self.buy_ins_refunded + self.chips_by_house - self.chips_paid
    }

    /// What the tournament's cash box holds: the pool still to be paid, commission and buy-ins.
    pub fn cash(&self) -> Money {
        self.pool() - self.paid + (self.commission - self.refunded_commission) + self.buy_ins_left()
    }

    /// Cash that came in less cash that went out; equals [`Fund::cash`] at every event.
    pub fn in_less_out(&self) -> Money {
        let inward = self.fees + self.added + self.guarantee + self.buy_ins + self.chips_by_house;
        let outward =
            self.refunded + self.buy_ins_refunded + self.returned_to_house + self.paid + self.chips_paid;
        inward - outward
    }
}

/// How and when somebody went out of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Out {
    /// The last coup played.
    pub coup: u32,
    /// Chips left.
    pub residue: Money,
    /// Staked on that coup.
    pub staked: Money,
    /// When the stake was taken: a later one has a greater number.
    pub collected: u32,
    /// Why.
    pub why: OutWhy,
}

/// A player in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Who.
    pub name: Name,
    /// All chips, those on the layout included.
    pub stack: Money,
    /// Pass cards left.
    pub passes: u8,
    /// Undisclosed wagers left.
    pub forms: u8,
    /// Sat down.
    pub taken: bool,
    /// Came in somebody's place, and so need not have been there at the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
    /// Is away.
    pub absent: bool,
    /// The minimum is deducted for coups missed.
    pub deduct: bool,
    /// How many deductions so far in this session.
    pub deductions: u8,
    /// How many of them in the absence that is on.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub deductions_away: u8,
    /// Agrees that play ends early.
    pub agrees: bool,
    /// Not part of the play-off that is on.
    pub resting: bool,
    /// Stacks at earlier counts that were level, for the order in a play-off.
    pub ladder: Vec<Money>,
    /// Staked on the last coup.
    pub last_staked: Money,
    /// When that stake was taken.
    pub last_collected: u32,
    /// The place in the draw, for lots.
    pub drawn: u32,
    /// Out of the session.
    pub out: Option<Out>,
}

impl Seat {
    /// The deductions that count against the most a book allows.
    pub(crate) fn deductions_counted(&self, absence: &AbsenceDeduction) -> u8 {
        match absence.per {
            Some(AbsencePer::Absence) => self.deductions_away,
            Some(AbsencePer::Session) | None => self.deductions,
        }
    }

    /// Takes part in the coups that come.
    pub fn plays(&self) -> bool {
        self.out.is_none() && !self.resting
    }
}

/// A wager on the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    /// From which seat.
    pub seat: u8,
    /// On what.
    pub wager: WagerId,
    /// How much is live.
    pub amount: Money,
    /// It was made on a form.
    pub form: bool,
}

/// A sealed form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// From which seat.
    pub seat: u8,
    /// The hash that seals it.
    pub seal: Hash,
    /// The supervisor found it sound.
    pub examined: bool,
    /// It was read out.
    pub opened: bool,
    /// The type it shows.
    pub wager: Option<WagerId>,
    /// The amount it shows.
    pub amount: Option<Money>,
    /// Its chips are on the layout.
    pub laid: bool,
    /// It was put right after the coup.
    pub corrected: bool,
}

/// The coup that is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coup {
    /// Its number in the session, counted from 1.
    pub number: u32,
    /// Where the marker is.
    pub marker: Option<u8>,
    /// Where it was before.
    pub marker_before: Option<u8>,
    /// The order of turns.
    pub turns: Vec<u8>,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// Since when there has been time to wager for whoever the coup waits for.
    pub turn_since: Option<Time>,
    /// Seats whose turn has come, in order.
    pub acted: Vec<u8>,
    /// Wagers on the layout.
    pub bets: Vec<Bet>,
    /// Pass cards on the layout.
    pub passes: Vec<u8>,
    /// Forms handed in.
    pub forms: Vec<Form>,
    /// Seats whose form was turned back after the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrects: Vec<u8>,
    /// Seats that may back both hands.
    pub both_hands: Vec<u8>,
    /// Seats held to the minimum.
    pub held: Vec<u8>,
    /// Seats that owe no wager any more: a deduction has served them, or theirs was void after their turn.
    pub served: Vec<u8>,
    /// What was deducted from the absent for this coup.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deducted: Vec<(u8, Money)>,
    /// Seats whose wager was out of turn though they had been warned.
    pub repeats: Vec<u8>,
    /// No more bets was called.
    pub called: bool,
    /// The first card is out.
    pub dealt: bool,
}

impl Coup {
    /// Has a seat done on this coup what it owes?
    pub(crate) fn is_served(&self, seat: u8) -> bool {
        self.served.contains(&seat)
            || self.passes.contains(&seat)
            || self.forms.iter().any(|form| form.seat == seat)
            || self.bets.iter().any(|bet| bet.seat == seat)
    }

    /// The seat that the coup waits for, where there is an order: the one whose turn it is, or the next once it has acted.
    pub fn waits_for(&self) -> Option<u8> {
        let open = self.turn.filter(|turn| !self.is_served(*turn));
        open.or_else(|| self.turns.iter().copied().find(|seat| !self.acted.contains(seat)))
    }
}

/// The coup before, as far as it can still be put right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCoup {
    /// Its number.
    pub number: u32,
    /// Its cards in the order dealt.
    pub cards: Vec<Card>,
    /// Its bets, as settled.
    pub bets: Vec<Bet>,
    /// Its forms.
    pub forms: Vec<Form>,
    /// Stacks before it, by seat.
    pub before: Vec<(u8, Money)>,
    /// Its limits.
    pub limits: (Money, Money),
}

/// A dispute that holds a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenDispute {
    /// Who opened it.
    pub by: Name,
    /// About what.
    pub about: String,
    /// Since when.
    pub since: Time,
    /// Milliseconds of breaks given since then, which stop the time anyway.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub paused: i64,
}

impl OpenDispute {
    /// For how long it has held the table, breaks apart, in milliseconds; a break may last on.
    pub(crate) fn held(&self, at: Time, break_until: Option<Time>) -> i64 {
        let to_come = break_until.map_or(0, |until| until.0.saturating_sub(at.0).max(0));
        let elapsed = at.0.saturating_sub(self.since.0);
        elapsed.saturating_sub(self.paused.saturating_sub(to_come)).max(0)
    }
}

/// One table of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePlay {
    /// Players by seat.
    pub seats: BTreeMap<u8, Seat>,
    /// Chips were handed out.
    pub issued: bool,
    /// Coups that count.
    pub coups: u32,
    /// Shoes that have ended.
    pub shoes: u32,
    /// Where the marker was last.
    pub marker: Option<u8>,
    /// The limits in force.
    pub limits: Option<(Money, Money)>,
    /// The coup that is on.
    pub coup: Option<Coup>,
    /// The coup before.
    pub last: Option<LastCoup>,
    /// A dispute that holds it.
    pub dispute: Option<OpenDispute>,
    /// Play is over.
    pub ended: bool,
    /// When time is up.
    pub until: Option<Time>,
    /// Milliseconds since the session began that are no play: breaks, and disputes whose time the book gives back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub paused: i64,
    /// Counts so far: who, and by seat.
    pub counts: Vec<(Name, Vec<(u8, Money)>)>,
    /// What both counted, where it is the same and differs from what was won and lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<(u8, Money)>,
    /// A count was ordered while play goes on.
    pub count_ordered: bool,
    /// The two counts agree with each other and with what was won and lost.
    pub counted: bool,
    /// What left the inventory of chips for this table's players, less what came back: kept apart from their stacks, to be held against them.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub handed_out: Money,
    /// What a decided count took off the stacks: chips that are gone, until they are told as missing.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub missing: Money,
    /// Chips are back in the inventory.
    pub returned: bool,
    /// One coup of a play-off is on.
    pub play_off: bool,
    /// The places, once they stand.
    pub places: Option<Vec<Place>>,
}

impl TablePlay {
    /// The seat of a person.
    pub fn seat_of(&self, name: &Name) -> Option<u8> {
        self.seats.iter().find(|(_, seat)| seat.name == *name).map(|(number, _)| *number)
    }

    /// Somebody holds so much from now on; the difference comes from the inventory of chips, or goes back.
    pub(crate) fn hold(&mut self, seat: u8, amount: Money) {
        if let Some(seat) = self.seats.get_mut(&seat) {
            self.handed_out += amount - seat.stack;
            seat.stack = amount;
        }
    }

    /// All chips that players hold.
    pub fn chips(&self) -> Money {
        self.seats.values().map(|seat| seat.stack).sum()
    }
}

/// Something that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Its number, counted from 1.
    pub number: u32,
    /// What is proposed.
    pub what: Act,
    /// By whom, in which role.
    pub by: Actor,
}

/// A session that is on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The stage, counted from 0.
    pub stage: usize,
    /// It has begun.
    pub begun: bool,
    /// When.
    pub begun_at: Time,
    /// When seats were allotted.
    #[serde(default)]
    pub seated_at: Time,
    /// A break lasts until then.
    pub break_until: Option<Time>,
    /// The tables, in order.
    pub tables: Vec<TablePlay>,
}

/// Further rounds of players who are level on points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rounds {
    /// Who plays them.
    pub players: Vec<Name>,
    /// The first place that they contest.
    pub place: u32,
    /// Their places in these rounds, table by table, once they stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Vec<Place>>,
}

/// The state of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// How far it has come.
    pub phase: Phase,
    /// Its officials.
    pub officials: Vec<Name>,
    /// The conditions are available.
    pub published: bool,
    /// The regulator has a copy.
    pub copy_sent: bool,
    /// Entrants must agree in writing.
    pub signature: bool,
    /// An order of wagering.
    pub order: bool,
    /// Pass cards for each.
    pub pass_cards: u8,
    /// Undisclosed wagers for each.
    pub undisclosed: u8,
    /// Seconds for each wager.
    pub seconds: Option<u32>,
    /// When the coming session starts.
    pub start: Option<Time>,
    /// Who has agreed in writing, entered or not.
    pub signatures: Vec<Name>,
    /// Whose applications were refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Name>,
    /// Everybody who has entered.
    pub entrants: Vec<Entrant>,
    /// Who waits for a place, in order.
    pub reserves: Vec<Name>,
    /// The money.
    pub fund: Fund,
    /// How many entries there were as entries closed: a guaranteed pool that they reached stays guaranteed.
    #[serde(default, skip_serializing_if = "is_no_entry")]
    pub closed_with: u32,
    /// What else is in the pool.
    pub goods: Vec<Added>,
    /// Tables named for it.
    pub tables: Vec<NamedTable>,
    /// Tables that are dealt at a table of the house, with its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dealt_at: BTreeMap<u8, String>,
    /// Players for each table of the coming session, where the official has set them.
    pub numbers: Option<Vec<u8>>,
    /// The seed of the next draw is committed to.
    pub sealed: Option<Sealed>,
    /// The list of the next draw, once it is published.
    pub listed: Option<Vec<String>>,
    /// Every draw.
    pub draws: Vec<Record>,
    /// The coming or running stage.
    pub stage: usize,
    /// Who plays the coming stage.
    pub players: Vec<Name>,
    /// Who has advanced past it already.
    pub waiting: Vec<Name>,
    /// The session that is seated or on.
    pub session: Option<Session>,
    /// Places of every finished session, table by table.
    pub results: Vec<Vec<Vec<Place>>>,
    /// Findings reported to the official that are not answered yet.
    pub findings: Vec<(Name, crate::acts::Finding)>,
    /// How many proposals there have been.
    pub proposed: u32,
    /// Proposals that wait for a second person.
    pub proposals: Vec<Proposal>,
    /// Other games whose points are on record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// Further rounds for players level on points, while they are seated or on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// Such rounds that are over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds_played: Vec<Rounds>,
    /// The official places.
    pub places: Vec<Place>,
    /// The prizes.
    pub prizes: Vec<Prize>,
    /// Prizes that were handed over.
    pub paid: Vec<Name>,
    /// Whose chips were paid for, by session counted from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cashed: Vec<(u32, Name)>,
}

impl State {
    /// How far the accounts of entrants are from those of the fund, and stacks from what left the inventory of chips. Each is kept by itself,
    /// and both are nothing as long as every fact was posted to both sides.
    pub fn imbalance(&self) -> (Money, Money) {
        let of = |amount: fn(&Entrant) -> Money| self.entrants.iter().map(amount).sum::<Money>();
        let fund = &self.fund;
        let won = self.prizes.iter().filter(|prize| self.paid.contains(&prize.name));
        let pairs = [
            (of(|entrant| entrant.fees), fund.fees),
            (of(|entrant| entrant.commission), fund.commission),
            (of(|entrant| entrant.refunded), fund.refunded),
            (of(|entrant| entrant.commission_refunded), fund.refunded_commission),
            (of(|entrant| entrant.buy_in + entrant.buy_ins_played), fund.buy_ins - fund.buy_ins_refunded),
            (won.map(|prize| prize.money).sum(), fund.paid),
            (of(|entrant| entrant.chips_paid), fund.chips_paid),
            (fund.cash(), fund.in_less_out()),
        ];
        let money = pairs.iter().map(|(one, other)| Money((*one - *other).0.abs())).sum();
        let tables = self.session.iter().flat_map(|session| &session.tables);
        let chips = tables.map(|table| Money((table.chips() - table.handed_out).0.abs())).sum();
        (money, chips)
    }

    /// An entrant by name.
    pub fn entrant(&self, name: &Name) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.name == *name)
    }

    pub(crate) fn entrant_mut(&mut self, name: &Name) -> Option<&mut Entrant> {
        self.entrants.iter_mut().find(|entrant| entrant.name == *name)
    }

    /// A table of the session, counted from 1.
    pub fn table(&self, number: u8) -> Option<&TablePlay> {
        self.session.as_ref()?.tables.get(usize::from(number).checked_sub(1)?)
    }

    pub(crate) fn table_mut(&mut self, number: u8) -> Option<&mut TablePlay> {
        self.session.as_mut()?.tables.get_mut(usize::from(number).checked_sub(1)?)
    }

    /// Where somebody sits: table, counted from 1, and seat.
    pub fn place_of(&self, name: &Name) -> Option<(u8, u8)> {
        let tables = &self.session.as_ref()?.tables;
        let found = |(index, table): (usize, &TablePlay)| Some((index as u8 + 1, table.seat_of(name)?));
        tables.iter().enumerate().find_map(found)
    }

    /// Entrants who are not withdrawn.
    pub fn entered(&self) -> u32 {
        self.entrants.iter().filter(|entrant| entrant.standing != EntrantState::Withdrawn).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Fact, SeatOf, Settled};

    /// Two entrants at a table, one coup played.
    fn played() -> State {
        let mut state = State::default();
        let names = ["ann", "bob"].map(Name::from);
        let entered =
            names.clone().map(|name| Fact::Entered { name, fee: Money(11_000), commission: Money(1_000) });
        let seats = names.into_iter().zip(1..).map(|(name, seat)| SeatOf { name, table: 1, seat }).collect();
        let player: WagerId = "player".parse().unwrap();
        let won = |seat, net| Settled { seat, wager: player.clone(), stake: Money(100), net: Money(net) };
        let facts = entered.into_iter().chain([
            Fact::Seated { seats, draw: None },
            Fact::ChipsIssued { table: 1, each: Money(5_000), passes: 0, forms: 0 },
            Fact::CoupOpened { table: 1, coup: 1, marker: None },
            Fact::CoupSettled {
                table: 1,
                coup: 1,
                cards: Vec::new(),
                settled: vec![won(1, 100), won(2, -100), won(2, 50)],
                collected: Vec::new(),
            },
            Fact::Refunded { name: Name::from("bob"), fees: Money(11_000), buy_ins: Money(0) },
        ]);
        for fact in facts {
            state.apply(&fact, Time(0));
            assert_eq!(state.imbalance(), (Money(0), Money(0)), "{fact:?}");
        }
        state
    }

    #[test]
    fn what_is_posted_to_one_side_alone_shows() {
        let mut state = played();
        state.fund.fees += Money(1);
        assert_eq!(state.imbalance(), (Money(1), Money(0)));
        let mut state = played();
        state.entrants[1].refunded -= Money(7);
        assert_eq!(state.imbalance(), (Money(7), Money(0)));
        let mut state = played();
        state.fund.paid += Money(3);
        assert_eq!(state.imbalance(), (Money(3), Money(0)));
        let mut state = played();
        state.table_mut(1).unwrap().seats.get_mut(&2).unwrap().stack += Money(5);
        assert_eq!(state.imbalance(), (Money(0), Money(5)));
        let mut state = played();
        state.table_mut(1).unwrap().handed_out -= Money(2);
        assert_eq!(state.imbalance(), (Money(0), Money(2)));
    }
}
