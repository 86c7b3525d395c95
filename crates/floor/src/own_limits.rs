//! A player's own limits: the most on a coup, the most lost in a day, the longest at tables in a day. A tighter one binds at once, a looser one
//! after a day. They are a register on the log, and hold at every table together.

use crate::played::{DAY, Played, together, whose};
use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal, Time};
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use ledger::{Answer, By, Ledger, LedgerError, Log};
use people::act_record;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::{Act, Event, Name, Table, bets};
use utoipa::ToSchema;

/// The kind of stream that holds them.
pub const OWN_LIMITS: &str = "own-limits";
/// The name of the stream.
const REGISTER: &str = "house";
/// The most minutes of a day.
const MINUTES: i64 = 24 * 60;
const MINUTE: i64 = 60_000;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The most on one coup at a table, in the smallest unit.
    Stake,
    /// The most lost in 24 hours at all tables, in the smallest unit.
    Loss,
    /// The longest at tables in 24 hours, in minutes.
    Minutes,
    /// No limit: after how many minutes each the player is told how long they have played and what it has brought.
    Reminder,
}

impl Bound {
    /// All of them.
    pub const ALL: [Bound; 4] = [Bound::Stake, Bound::Loss, Bound::Minutes, Bound::Reminder];

    fn allows(self, most: i64) -> Result<(), String> {
        let allowed = match self {
            Bound::Stake | Bound::Loss => 1..=1_000_000_000_000,
            Bound::Minutes | Bound::Reminder => 1..=MINUTES,
        };
        match allowed.contains(&most) {
            true => Ok(()),
            false => Err(format!("most: found {most}; allowed are {} to {}", allowed.start(), allowed.end())),
        }
    }
}

/// A limit as it is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// In force since it was set; nothing if there is none.
    most: Option<i64>,
    /// What it will be, and from when.
    next: Option<(Option<i64>, Time)>,
}

impl Limit {
    /// What is in force at this time.
    pub fn in_force(&self, at: Time) -> Option<i64> {
        match self.next {
            Some((next, from)) if at >= from => next,
            _ => self.most,
        }
    }

    /// What comes later, and from when.
    pub fn coming(&self, at: Time) -> Option<(Option<i64>, Time)> {
        self.next.filter(|(_, from)| at < *from)
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LimitAct {
    /// Somebody sets a limit of their own, or lifts it.
    Set {
        /// On what.
        what: Bound,
        /// The most; nothing lifts it.
        most: Option<i64>,
    },
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "own-limit", rename_all = "kebab-case")]
pub enum LimitFact {
    /// A limit was set.
    Set {
        /// On what.
        what: Bound,
        /// The most; nothing lifts it.
        most: Option<i64>,
        /// From when on.
        from: Time,
    },
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitReason {
    /// No such limit can be set.
    BadLimit,
}

/// Everybody's own limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnLimits(BTreeMap<String, BTreeMap<Bound, Limit>>);

impl OwnLimits {
    /// Somebody's limit.
    pub fn of(&self, name: &str, what: Bound) -> Limit {
        self.0.get(name).and_then(|limits| limits.get(&what)).copied().unwrap_or_default()
    }
}

impl Register for OwnLimits {
    const STREAMS: [&'static str; 3] = [OWN_LIMITS, "own-limits-answer", "own-limits-snapshot"];
    const FORM: u32 = 1;
    const FACT: &'static str = "own-limit-1";
    const TURNED_DOWN: &'static str = "own-limit-refusal-1";

    type Act = LimitAct;
    type Fact = LimitFact;
    type Reason = LimitReason;

    fn judge(
        &self,
        asked: &RegisterCommand<LimitAct>,
    ) -> Result<Vec<LimitFact>, RegisterRefusal<LimitReason>> {
        let LimitAct::Set { what, most } = asked.act;
        if let Some(most) = most {
            what.allows(most).map_err(|message| RegisterRefusal::new(LimitReason::BadLimit, message))?;
        }
        let now = self.of(&asked.by.name, what).in_force(asked.at);
        let tighter = match (most, now) {
            (Some(most), Some(now)) => most <= now,
            (Some(_), None) => true,
            (None, now) => now.is_none(),
        };
        let at_once = tighter || what == Bound::Reminder;
        let from = if at_once { asked.at } else { Time(asked.at.0.saturating_add(DAY)) };
        Ok(vec![LimitFact::Set { what, most, from }])
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<LimitFact>) {
        let LimitFact::Set { what, most, from } = *fact;
        let limit = self.0.entry(by.name.clone()).or_default().entry(what).or_default();
        *limit = match from <= *at {
            true => Limit { most, next: None },
            false => Limit { most: limit.in_force(*at), next: Some((most, from)) },
        };
    }
}

/// What somebody has used of their limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Used {
    /// Won or lost in the last 24 hours, at all tables.
    #[schema(value_type = i64)]
    pub net: Money,
    /// On layouts now.
    #[schema(value_type = i64)]
    pub staked: Money,
    /// Minutes at tables in the last 24 hours.
    pub minutes: i64,
}

/// What all tables of a house know of players' own limits: what is set, and what each has used of it where.
#[derive(Default)]
pub struct OwnLimitsDesk {
    log: tokio::sync::Mutex<Option<Log<OwnLimits>>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    limits: OwnLimits,
    /// What each has won, lost and spent in time, by table.
    play: BTreeMap<Name, BTreeMap<String, Played>>,
    /// What lies on the layout of each table.
    staked: BTreeMap<String, BTreeMap<Name, Money>>,
}

impl Known {
    fn used(&self, name: &Name, now: Time) -> Used {
        let tables = || self.play.get(name).into_iter().flat_map(BTreeMap::values);
        let stays = tables().flat_map(|played| played.stays(now)).collect();
        Used {
            net: tables().map(|played| played.net(now)).sum(),
            staked: self.staked.values().filter_map(|by_name| by_name.get(name)).copied().sum(),
            minutes: together(stays) / MINUTE,
        }
    }

    /// May this player have this much on the layout of a table? `before` is what lies there now.
    fn check(
        &self,
        table: &str,
        name: &Name,
        (before, after): (Money, Money),
        now: Time,
    ) -> Result<(), Denial> {
        let in_force = |what| self.limits.of(&name.0, what).in_force(now);
        let used = self.used(name, now);
        let refused = |word: &str, message: String, amounts: &[(&str, i64)]| {
            let denial = Denial::conflict(word, message);
            Err(amounts.iter().fold(denial, |denial, (name, amount)| denial.with(name, *amount)))
        };
        if let Some(most) = in_force(Bound::Minutes)
            && used.minutes >= most
        {
            return refused(
                "own-time-limit",
                format!("your own limit of {most} minutes in 24 hours is reached"),
                &[("minutes", most)],
            );
        }
        if after <= before {
            return Ok(());
        }
        if let Some(most) = in_force(Bound::Stake).map(Money)
            && after > most
        {
            let message = format!("found {after}; your own limit on a coup is {most}");
            return refused("own-stake-limit", message, &[("most", most.0)]);
        }
        let here = self.staked.get(table).and_then(|by_name| by_name.get(name)).copied().unwrap_or_default();
        let at_risk = used.staked - here + after;
        if let Some(most) = in_force(Bound::Loss).map(Money)
            && at_risk - used.net > most
        {
            let left = (most + used.net - (used.staked - here)).max(Money(0));
            let message = format!(
                "found {after}; by your own limit of {most} lost in 24 hours you may have {left} on this coup"
            );
            return refused("own-loss-limit", message, &[("most", most.0), ("left", left.0)]);
        }
        Ok(())
    }
}

impl OwnLimitsDesk {
    /// Reads what is set, before any table takes a wager.
    pub async fn open(&self, ledger: &Ledger) -> Result<(), LedgerError> {
        let log = ledger.log::<OwnLimits>(REGISTER).await?;
        self.known().limits = log.state().clone();
        *self.log.lock().await = Some(log);
        Ok(())
    }

    /// Somebody sets a limit of their own, or lifts it.
    ///
    /// Says what was put on record, also when it is only asked again.
    pub async fn set(
        &self,
        by: &Person,
        id: &str,
        what: Bound,
        most: Option<i64>,
    ) -> Result<RegisterEvent<LimitFact>, Denial> {
        let mut log = self.log.lock().await;
        let log = log.as_mut().ok_or_else(|| Denial::out_of_service("own limits cannot be set just now"))?;
        let id = act_record::command_id(id, by)?;
        let by = By::new(&*by.name.0, by.role.word());
        let command = RegisterCommand { act: LimitAct::Set { what, most }, by, at: clock::now() };
        match log.submit(&id, &command, Vec::new()).await? {
            Answer::Accepted { events, .. } => {
                let own = log.state().0.get(&command.by.name).cloned().unwrap_or_default();
                self.known().limits.0.insert(command.by.name, own);
                let none = || Denial::ours(&"a limit that was set is not on record");
                events.into_iter().next().ok_or_else(none)
            }
            Answer::Refused { refusal, .. } => Err(Denial::unprocessable(refusal.message)),
        }
    }

    /// Somebody's limits and what they have used of them.
    pub fn of(&self, name: &Name, now: Time) -> ([Limit; 4], Used) {
        let known = self.known();
        (Bound::ALL.map(|what| known.limits.of(&name.0, what)), known.used(name, now))
    }

    /// A table opens with this on record.
    pub fn begin<'v>(
        &self,
        table: &str,
        played: impl Iterator<Item = (&'v Name, &'v Played)>,
        state: &Table,
    ) {
        let mut known = self.known();
        for (name, played) in played.filter(|(_, played)| !played.is_empty()) {
            *known.at(name, table) = played.clone();
        }
        known.note_stakes(table, state);
    }

    /// Takes in what happened at a table, which is as it is after that.
    pub fn follow(&self, table: &str, events: &[Event], after: &Table) {
        let mut known = self.known();
        for event in events {
            if let Some(name) = whose(&event.fact) {
                known.at(name, table).follow(&event.fact, event.at);
            }
        }
        known.note_stakes(table, after);
    }

    /// May this player, or the patron for whom it is keyed, do this? What they then have on the layout counts at once, so that no other
    /// table takes it for free; [`OwnLimitsDesk::settle`] puts that right once the table has judged.
    pub fn admit(
        &self,
        table: &str,
        name: &Name,
        acts: &[Act],
        state: &Table,
        now: Time,
    ) -> Result<(), Denial> {
        if !acts.iter().any(risks) {
            return Ok(());
        }
        let before = staked(state, name);
        let after = acts.iter().fold(before, |sum, act| sum + added(state, name, act));
        let mut known = self.known();
        known.check(table, name, (before, after), now)?;
        known.staked.entry(table.to_owned()).or_default().insert(name.clone(), after.max(before));
        Ok(())
    }

    /// The table has judged: what lies there counts.
    pub fn settle(&self, table: &str, after: &Table) {
        self.known().note_stakes(table, after);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn at(&mut self, name: &Name, table: &str) -> &mut Played {
        self.play.entry(name.clone()).or_default().entry(table.to_owned()).or_default()
    }

    fn note_stakes(&mut self, table: &str, after: &Table) {
        let mut staked: BTreeMap<Name, Money> = BTreeMap::new();
        for stake in after.state().stakes.iter().filter(|stake| stake.kind == ChipKind::Chips) {
            *staked.entry(stake.patron.clone()).or_default() += stake.amount;
        }
        self.staked.insert(table.to_owned(), staked);
    }
}

/// Does somebody who does this play for money, or get ready to? Whoever has reached a limit may still take wagers back and leave.
fn risks(act: &Act) -> bool {
    use table::people::Act as People;
    matches!(
        act,
        Act::Bets(bets::Act::Place { .. } | bets::Act::Change { .. } | bets::Act::Move { .. })
            | Act::People(People::BuyIn { .. } | People::TakeSeat { .. })
    )
}

/// What somebody has on the layout, of their own chips.
fn staked(table: &Table, name: &Name) -> Money {
    let stakes = table.state().stakes.iter();
    stakes
        .filter(|stake| stake.patron == *name && stake.kind == ChipKind::Chips)
        .map(|stake| stake.amount)
        .sum()
}

/// What an act adds to that, or takes from it.
fn added(table: &Table, name: &Name, act: &Act) -> Money {
    let lies = |area: u8, wager: &baccarat::wager::WagerId| -> Money {
        let stakes = table.state().stakes.iter();
        let here =
            stakes.filter(|stake| stake.patron == *name && stake.area == area && stake.wager == *wager);
        here.map(|stake| stake.amount).sum()
    };
    match act {
        Act::Bets(bets::Act::Place { amount, kind: ChipKind::Chips, .. }) => *amount,
        Act::Bets(bets::Act::Change { area, wager, amount, .. }) => *amount - lies(*area, wager),
        Act::Bets(bets::Act::Withdraw { area, wager, .. }) => Money(0) - lies(*area, wager),
        _ => Money(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aggregate::Aggregate;

    const HOUR: i64 = 3_600_000;

    fn set(limits: &mut OwnLimits, at: i64, what: Bound, most: Option<i64>) -> Result<(), LimitReason> {
        let act = LimitAct::Set { what, most };
        let command = RegisterCommand { act, by: By::new("Ann", "player"), at: Time(at * HOUR) };
        let decided = limits.decide(&command).map_err(|refusal| refusal.reason)?;
        decided.events.iter().for_each(|event| limits.apply(event));
        Ok(())
    }

    #[test]
    fn a_tighter_limit_binds_at_once_and_a_looser_one_after_a_day() {
        let mut limits = OwnLimits::default();
        let mut check = |at: i64, most: Option<i64>, now: Option<i64>, tomorrow: Option<i64>| {
            set(&mut limits, at, Bound::Loss, most).unwrap();
            let limit = limits.of("Ann", Bound::Loss);
            assert_eq!(limit.in_force(Time(at * HOUR)), now, "at {at}");
            assert_eq!(limit.in_force(Time((at + 24) * HOUR - 1)), now, "until a day after {at}");
            assert_eq!(limit.in_force(Time((at + 24) * HOUR)), tomorrow, "a day after {at}");
        };
        check(0, Some(500), Some(500), Some(500));
        check(1, Some(900), Some(500), Some(900));
        // The same again, and what was to come is off.
        check(2, Some(500), Some(500), Some(500));
        check(3, None, Some(500), None);
        check(4, Some(400), Some(400), Some(400));
        check(5, Some(800), Some(400), Some(800));
        // A raise that has come into force is what the next one is held against.
        check(40, Some(700), Some(700), Some(700));
        check(41, None, Some(700), None);
        check(80, None, None, None);
        assert_eq!(limits.of("Bob", Bound::Loss), Limit::default(), "another's is another matter");
    }

    #[test]
    fn what_is_no_limit_is_not_set() {
        let mut limits = OwnLimits::default();
        for (what, most) in
            [(Bound::Loss, 0), (Bound::Stake, -5), (Bound::Minutes, 1_441), (Bound::Reminder, 0)]
        {
            assert_eq!(set(&mut limits, 0, what, Some(most)), Err(LimitReason::BadLimit), "{what:?} {most}");
        }
        assert_eq!(limits, OwnLimits::default());
        set(&mut limits, 0, Bound::Reminder, Some(30)).unwrap();
        set(&mut limits, 1, Bound::Reminder, Some(60)).unwrap();
        let reminder = limits.of("Ann", Bound::Reminder);
        assert_eq!(reminder.in_force(Time(HOUR)), Some(60), "a reminder binds nobody");
    }

    #[test]
    fn what_lies_at_other_tables_counts_for_the_loss_and_not_for_the_stake() {
        let (mut known, ann, now) = (Known::default(), Name::from("Ann"), Time(100 * HOUR));
        set(&mut known.limits, 1, Bound::Loss, Some(1_000)).unwrap();
        set(&mut known.limits, 1, Bound::Stake, Some(600)).unwrap();
        let lies = |amount: i64| BTreeMap::from([(ann.clone(), Money(amount))]);
        known.staked.insert("one".to_owned(), lies(500));
        let check = |known: &Known, before: i64, after: i64| {
            let checked = known.check("two", &ann, (Money(before), Money(after)), now);
            checked.map_err(|denial| denial.word.to_string())
        };
        assert_eq!(check(&known, 0, 500), Ok(()));
        assert_eq!(check(&known, 0, 501), Err("own-loss-limit".to_owned()));
        assert_eq!(check(&known, 0, 601), Err("own-stake-limit".to_owned()));
        known.staked.insert("one".to_owned(), lies(5_000));
        assert_eq!(check(&known, 500, 400), Ok(()), "whoever takes something back may always do so");
    }
}
