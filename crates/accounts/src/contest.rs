//! The accounts of a tournament: where its money and its chips are, posted event by event.
//!
//! They know nothing but events, and share no code with the tournament's own sums. A tournament's chips are a kind of their own: nothing
//! here turns them into money, nor the accounts of a table into them.

use crate::fault::Fault;
use baccarat::chips::Money;
use baccarat::rules::tournament::PoolAddition;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use table::Name;
use tournament::{Event, Fact, State};

/// Where money or chips of a tournament are. Every account begins at nothing, so that what came from outside stands below nothing there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestAccount {
    /// The pockets of entrants.
    Outside,
    /// What the house puts in and takes back.
    House,
    /// The prize pool, until it is awarded.
    Pool,
    /// What the house keeps of the fees.
    Commission,
    /// What was brought for chips.
    BuyIns,
    /// A prize that is won and not yet paid.
    Prize(Name),
    /// The chest of tournament chips; below nothing by what is out.
    Inventory,
    /// Before an entrant, on the layout or off it.
    Hand(Name),
    /// Not found when chips came back.
    Missing,
}

impl ContestAccount {
    /// May it stand below nothing?
    fn is_a_source(&self) -> bool {
        matches!(self, ContestAccount::Outside | ContestAccount::House | ContestAccount::Inventory)
    }
}

impl fmt::Display for ContestAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestAccount::Outside => f.write_str("outside"),
            ContestAccount::House => f.write_str("house"),
            ContestAccount::Pool => f.write_str("pool"),
            ContestAccount::Commission => f.write_str("commission"),
            ContestAccount::BuyIns => f.write_str("buy-ins"),
            ContestAccount::Prize(name) => write!(f, "prize of {name}"),
            ContestAccount::Inventory => f.write_str("inventory"),
            ContestAccount::Hand(name) => write!(f, "hand of {name}"),
            ContestAccount::Missing => f.write_str("missing"),
        }
    }
}

/// What is posted. Each kind is summed by itself; neither turns into the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestKind {
    /// Money.
    Cash,
    /// Chips of this tournament.
    Chips,
}

impl ContestKind {
    /// Every kind.
    pub const ALL: [ContestKind; 2] = [ContestKind::Cash, ContestKind::Chips];
}

impl fmt::Display for ContestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ContestKind::Cash => "cash",
            ContestKind::Chips => "tournament chips",
        })
    }
}

/// What one event moves, from account to account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ContestEntry {
    /// Of which kind, how much, from where, to where.
    pub moves: Vec<(ContestKind, Money, ContestAccount, ContestAccount)>,
}

impl ContestEntry {
    fn moves(
        mut self,
        kind: ContestKind,
        amount: Money,
        from: ContestAccount,
        to: ContestAccount,
    ) -> ContestEntry {
        if amount.0 != 0 {
            self.moves.push((kind, amount, from, to));
        }
        self
    }

    fn cash(self, amount: Money, from: ContestAccount, to: ContestAccount) -> ContestEntry {
        self.moves(ContestKind::Cash, amount, from, to)
    }

    fn chips(self, amount: Money, from: ContestAccount, to: ContestAccount) -> ContestEntry {
        self.moves(ContestKind::Chips, amount, from, to)
    }
}

/// What somebody has paid in and not got back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PaidIn {
    fees: Money,
    commission: Money,
}

/// The accounts of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestAccounts {
    balances: BTreeMap<(ContestAccount, ContestKind), i64>,
    paid_in: BTreeMap<Name, PaidIn>,
    /// Who sits where, by table and seat.
    seats: BTreeMap<(u8, u8), Name>,
    /// Who is out of the session that is on.
    out: BTreeSet<Name>,
    /// Minimums taken for the coup that is on, by table.
    deducted: BTreeMap<u8, Vec<(u8, Money)>>,
    /// What the house has put into the pool.
    put_in: Money,
    /// What each handed in, while it may be handed out again for a play-off.
    handed_in: BTreeMap<(u8, u8), Money>,
}

use ContestAccount::{BuyIns, Commission, Hand, House, Inventory, Missing, Outside, Pool};

/// No amount of any tournament comes near this, and sums of many stay far from overflow.
const MOST: i64 = 100_000 * Money::MOST;

impl ContestAccounts {
    /// How much of a kind an account holds.
    pub fn balance(&self, account: &ContestAccount, kind: ContestKind) -> Money {
        Money(self.balances.get(&(account.clone(), kind)).copied().unwrap_or_default())
    }

    /// Every account that holds something, or owes it.
    pub fn balances(&self) -> impl Iterator<Item = (&ContestAccount, ContestKind, Money)> {
        self.balances.iter().map(|((account, kind), amount)| (account, *kind, Money(*amount)))
    }

    /// The sum of all accounts of a kind. It is always nothing.
    pub fn sum(&self, kind: ContestKind) -> i128 {
        self.balances().filter(|(_, of, _)| *of == kind).map(|(.., amount)| i128::from(amount.0)).sum()
    }

    /// Posts an event; one that moves nothing has an empty entry. An event that cannot have happened changes nothing.
    pub fn post(&mut self, event: &Event) -> Result<ContestEntry, Fault> {
        let entry = self.entry(&event.fact)?;
        let mut after = self.balances.clone();
        for (kind, amount, from, to) in &entry.moves {
            for (account, amount) in [(from, -amount.0), (to, amount.0)] {
                let balance = after.entry((account.clone(), *kind)).or_default();
                *balance = balance.saturating_add(amount);
            }
        }
        for ((account, kind), balance) in &after {
            if (*balance < 0 && !account.is_a_source()) || balance.abs() > MOST {
                let balance = Money(*balance);
                return Err(Fault(format!("after it the {account} would stand at {balance} in {kind}")));
            }
        }
        after.retain(|_, balance| *balance != 0);
        if let Fact::ChipsReturned { table, .. } = &event.fact {
            let now: Vec<_> = self.at(*table).map(|(seat, name)| ((*table, seat), self.held(name))).collect();
            self.handed_in.extend(now);
        }
        self.balances = after;
        self.note(&event.fact);
        Ok(entry)
    }

    fn held(&self, name: &Name) -> Money {
        self.balance(&Hand(name.clone()), ContestKind::Chips)
    }

    /// Somebody holds so much from now on.
    fn holds(&self, entry: ContestEntry, name: &Name, amount: Money) -> Result<ContestEntry, Fault> {
        let more = Money(whole(amount)? - self.held(name).0);
        Ok(entry.chips(more, Inventory, Hand(name.clone())))
    }

    /// Everything before somebody goes back to the chest.
    fn leaves(&self, entry: ContestEntry, name: &Name) -> ContestEntry {
        entry.chips(self.held(name), Hand(name.clone()), Inventory)
    }

    fn at(&self, table: u8) -> impl Iterator<Item = (u8, &Name)> {
        let here = self.seats.iter().filter(move |((of, _), _)| *of == table);
        here.map(|((_, seat), name)| (*seat, name))
    }

    fn sits(&self, table: u8, seat: u8) -> Result<&Name, Fault> {
        self.seats
            .get(&(table, seat))
            .ok_or_else(|| Fault(format!("nobody sits in seat {seat} of table {table}")))
    }

    fn fee(fee: Money, commission: Money) -> Result<ContestEntry, Fault> {
        let (fee, commission) = (whole(fee)?, whole(commission)?);
        if commission > fee {
            let (commission, fee) = (Money(commission), Money(fee));
            return Err(Fault(format!("a commission of {commission} is more than the fee of {fee}")));
        }
        let entry = ContestEntry::default().cash(Money(fee - commission), Outside, Pool);
        Ok(entry.cash(Money(commission), Outside, Commission))
    }

    /// Fees go back to whoever paid them; with the last of them the commission that was kept.
    fn fees_back(&self, entry: ContestEntry, name: &Name, fees: Money) -> Result<ContestEntry, Fault> {
        let paid = self.paid_in.get(name).copied().unwrap_or_default();
        if whole(fees)? > paid.fees.0 {
            return Err(Fault(format!("{fees} go back to {name}, who has paid {}", paid.fees)));
        }
        let commission = if fees == paid.fees { paid.commission } else { Money(0) };
        Ok(entry.cash(fees - commission, Pool, Outside).cash(commission, Commission, Outside))
    }

    /// What an event moves.
    fn entry(&self, fact: &Fact) -> Result<ContestEntry, Fault> {
        let entry = ContestEntry::default();
        Ok(match fact {
            Fact::Entered { fee, commission, .. } | Fact::BoughtBack { fee, commission, .. } => {
                Self::fee(*fee, *commission)?
            }
            Fact::ReserveSeated { name, instead_of, fee, commission } => {
                // Chips that lie at the seat already stay there.
                let chips = self.held(instead_of);
                Self::fee(*fee, *commission)?.chips(chips, Hand(instead_of.clone()), Hand(name.clone()))
            }
            Fact::PoolAdded { kind: PoolAddition::Cash, worth, .. } => {
                entry.cash(Money(whole(*worth)?), House, Pool)
            }
            Fact::GuaranteeSet { added } => entry.cash(*added, House, Pool),
            Fact::BoughtIn { amount, .. } => entry.cash(Money(whole(*amount)?), Outside, BuyIns),
            Fact::Withdrawn { name, refund } => self.leaves(self.fees_back(entry, name, *refund)?, name),
            Fact::Disqualified { name, fee_back, .. } => {
                self.leaves(self.fees_back(entry, name, *fee_back)?, name)
            }
            Fact::Refunded { name, fees, buy_ins } => {
                self.fees_back(entry, name, *fees)?.cash(Money(whole(*buy_ins)?), BuyIns, Outside)
            }
            Fact::Awarded { prizes, pool, .. } => {
                let holds = self.balance(&Pool, ContestKind::Cash);
                let won: Money = prizes.iter().map(|prize| prize.money).sum();
                if holds != *pool || won != *pool {
                    return Err(Fault(format!("{won} of {pool} are awarded, and the pool holds {holds}")));
                }
                let give = |entry: ContestEntry, prize: &tournament::Prize| {
                    let to = ContestAccount::Prize(prize.name.clone());
                    Ok::<_, Fault>(entry.cash(Money(whole(prize.money)?), Pool, to))
                };
                prizes.iter().try_fold(entry, give)?
            }
            Fact::PrizePaid { name, money } => {
                let prize = ContestAccount::Prize(name.clone());
                let won = self.balance(&prize, ContestKind::Cash);
                if won != *money {
                    return Err(Fault(format!("{money} are paid to {name}, who has won {won}")));
                }
                entry.cash(won, prize, Outside)
            }
            Fact::ChipsPaid { money, by_house, .. } => entry
                .cash(Money(whole(*by_house)?), House, BuyIns)
                .cash(Money(whole(*money)?), BuyIns, Outside),
            Fact::Cancelled => {
                // What the house put into the pool goes back to it; the fees stay until each is returned.
                let entry = entry.cash(self.put_in, Pool, House);
                self.seats.values().fold(entry, |entry, name| self.leaves(entry, name))
            }
            Fact::SessionClosed { .. } => {
                self.seats.values().fold(entry, |entry, name| self.leaves(entry, name))
            }
            Fact::ChipsIssued { table, each, .. } => {
                let mut playing = self.at(*table).filter(|(_, name)| !self.out.contains(*name));
                playing.try_fold(entry, |entry, (_, name)| self.holds(entry, name, *each))?
            }
            Fact::ChipsGiven { name, amount } => self.holds(entry, name, *amount)?,
            Fact::SubstituteSeated { name, instead_of } => {
                entry.chips(self.held(instead_of), Hand(instead_of.clone()), Hand(name.clone()))
            }
            Fact::OutOfSession { name, .. } | Fact::PlaceForfeited { name } => self.leaves(entry, name),
            Fact::MinimumDeducted { table, seat, amount } => {
                entry.chips(Money(whole(*amount)?), Hand(self.sits(*table, *seat)?.clone()), Inventory)
            }
            Fact::CoupGivenBack { table } => {
                let taken = self.deducted.get(table).map_or(&[][..], Vec::as_slice);
                let back = |entry: ContestEntry, (seat, amount): &(u8, Money)| {
                    let name = self.sits(*table, *seat)?;
                    let back = if self.out.contains(name) { Money(0) } else { *amount };
                    Ok::<_, Fault>(entry.chips(back, Inventory, Hand(name.clone())))
                };
                taken.iter().try_fold(entry, back)?
            }
            Fact::CoupSettled { table, settled, .. } => {
                let settle = |entry: ContestEntry, won: &tournament::Settled| {
                    if won.net.0 < -whole(won.stake)? {
                        return Err(Fault(format!("a stake of {} loses {}", won.stake, Money(-won.net.0))));
                    }
                    let hand = Hand(self.sits(*table, won.seat)?.clone());
                    Ok(entry.chips(won.net, Inventory, hand))
                };
                settled.iter().try_fold(entry, settle)?
            }
            Fact::FormDeemed { table, seat, stack, .. } => {
                self.holds(entry, self.sits(*table, *seat)?, *stack)?
            }
            Fact::CountDecided { table, counts, .. } => {
                let counted = |entry: ContestEntry, (seat, amount): &(u8, Money)| {
                    self.holds(entry, self.sits(*table, *seat)?, *amount)
                };
                counts.iter().try_fold(entry, counted)?
            }
            Fact::ChipsReturned { table, missing } => {
                let back = self.at(*table).fold(entry, |entry, (_, name)| self.leaves(entry, name));
                let gone = missing.iter().try_fold(0_i64, |sum, (chip, many)| {
                    sum.checked_add(chip.0.checked_mul(i64::from(*many))?)
                });
                let gone = gone.ok_or_else(|| Fault("more chips are missing than there are".to_owned()))?;
                back.chips(Money(whole(Money(gone))?), Inventory, Missing)
            }
            Fact::PlayOffCalled { table, seats, fresh, .. } => {
                let deal = |entry: ContestEntry, (seat, name): (u8, &Name)| {
                    let before = self.handed_in.get(&(*table, seat)).copied();
                    let before = before.unwrap_or_else(|| self.held(name));
                    let amount = if seats.contains(&seat) { fresh.unwrap_or(before) } else { before };
                    self.holds(entry, name, amount)
                };
                self.at(*table).try_fold(entry, deal)?
            }
            _ => entry,
        })
    }

    /// What has to be known later on.
    fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::Entered { name, fee, commission } | Fact::BoughtBack { name, fee, commission } => {
                self.pays_in(name, *fee, *commission);
                self.out.remove(name);
            }
            Fact::ReserveSeated { name, instead_of, fee, commission } => {
                self.pays_in(name, *fee, *commission);
                self.sits_instead(name, instead_of);
            }
            Fact::SubstituteSeated { name, instead_of } => self.sits_instead(name, instead_of),
            Fact::Withdrawn { name, refund: fees }
            | Fact::Disqualified { name, fee_back: fees, .. }
            | Fact::Refunded { name, fees, .. } => {
                let paid = self.paid_in.entry(name.clone()).or_default();
                paid.fees -= *fees;
                if paid.fees.0 == 0 {
                    paid.commission = Money(0);
                }
                if !matches!(fact, Fact::Refunded { .. }) {
                    self.out.insert(name.clone());
                }
            }
            Fact::PoolAdded { kind: PoolAddition::Cash, worth: added, .. } | Fact::GuaranteeSet { added } => {
                self.put_in += *added;
            }
            Fact::Seated { seats, .. } => {
                self.out.clear();
                self.handed_in.clear();
                self.seats = seats.iter().map(|of| ((of.table, of.seat), of.name.clone())).collect();
            }
            Fact::SessionClosed { .. } | Fact::Cancelled => self.seats.clear(),
            Fact::OutOfSession { name, .. } | Fact::PlaceForfeited { name } => {
                self.out.insert(name.clone());
            }
            Fact::MinimumDeducted { table, seat, amount } => {
                self.deducted.entry(*table).or_default().push((*seat, *amount));
            }
            Fact::CoupOpened { table, .. } | Fact::CoupGivenBack { table } => {
                self.deducted.remove(table);
            }
            Fact::PlayOffCalled { table, .. } => self.handed_in.retain(|(of, _), _| of != table),
            _ => {}
        }
    }

    fn pays_in(&mut self, name: &Name, fee: Money, commission: Money) {
        let paid = self.paid_in.entry(name.clone()).or_default();
        paid.fees += fee;
        paid.commission += commission;
    }

    fn sits_instead(&mut self, name: &Name, instead_of: &Name) {
        self.seats.values_mut().filter(|sits| *sits == instead_of).for_each(|sits| *sits = name.clone());
    }

    /// Do accounts and tournament say the same of the pool, commission, buy-ins, prizes and every stack?
    pub fn agrees(&self, state: &State) -> Result<(), Fault> {
        for kind in ContestKind::ALL {
            if self.sum(kind) != 0 {
                return Err(Fault(format!("{kind} do not sum to nothing")));
            }
        }
        let cash = |account: &ContestAccount| self.balance(account, ContestKind::Cash);
        let prizes = self.balances().filter(|(account, ..)| matches!(account, ContestAccount::Prize(_)));
        let unpaid: Money = prizes.map(|(.., amount)| amount).sum();
        let fund = &state.fund;
        same("the pool and the prizes to be paid", cash(&Pool) + unpaid, fund.pool() - fund.paid)?;
        same("the commission", cash(&Commission), fund.commission - fund.refunded_commission)?;
        same("the buy-ins", cash(&BuyIns), fund.buy_ins_left())?;
        for prize in &state.prizes {
            let due = if state.paid.contains(&prize.name) { Money(0) } else { prize.money };
            same("a prize to be paid", cash(&ContestAccount::Prize(prize.name.clone())), due)?;
        }
        let mut before: BTreeMap<&Name, Money> = BTreeMap::new();
        for table in state.session.iter().flat_map(|session| &session.tables) {
            for seat in table.seats.values() {
                before.insert(&seat.name, if table.returned { Money(0) } else { seat.stack });
            }
        }
        for (name, stack) in &before {
            same(format_args!("the chips of {name}"), self.held(name), *stack)?;
        }
        for (account, kind, amount) in self.balances() {
            if let Hand(name) = account
                && !before.contains_key(name)
            {
                return Err(Fault(format!("{account}: {amount} in {kind}, and {name} has no seat")));
            }
        }
        Ok(())
    }
}

fn same(what: impl fmt::Display, accounts: Money, tournament: Money) -> Result<(), Fault> {
    match accounts == tournament {
        true => Ok(()),
        false => Err(Fault(format!("{what}: {accounts} by the accounts, {tournament} by the tournament"))),
    }
}

/// An amount that an event may name.
fn whole(amount: Money) -> Result<i64, Fault> {
    match amount.0 {
        units @ 0..=MOST => Ok(units),
        _ => Err(Fault(format!("an event moves from 0 to {}, not {amount}", Money(MOST)))),
    }
}
