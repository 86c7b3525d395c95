//! Holding the accounts against what the table says of itself.

use crate::account::{Account, Kind};
use crate::accounts::Accounts;
use crate::fault::Fault;
use baccarat::chips::Money;
use std::collections::BTreeMap;
use std::fmt;
use table::state::State;

impl Accounts {
    /// Do accounts and table say the same of every hand, stake, float, box and debt, and does each kind sum to nothing?
    pub fn agrees(&self, state: &State) -> Result<(), Fault> {
        for kind in Kind::ALL {
            same(format_args!("the sum of all {kind}"), self.sum(kind), 0)?;
        }
        let mine = |account: Account, kind: Kind| self.balance(&account, kind);
        let float = mine(Account::Float, Kind::Chips) + mine(Account::Commission, Kind::Chips);
        same("the float", float, state.float)?;
        same("the float's tokens", mine(Account::Float, Kind::Tokens), state.token_float)?;
        same("the drop box's cash", mine(Account::Drop, Kind::Cash), state.drop)?;
        same("the drop box's vouchers", mine(Account::Drop, Kind::Vouchers), state.vouchers)?;
        let brought = Money(0) - mine(Account::Cage, Kind::Chips);
        same("the chips brought to the float", brought, state.brought)?;
        self.same_patrons(state)?;
        self.same_stakes(state)?;
        self.same_open_items(state)
    }

    fn same_patrons(&self, state: &State) -> Result<(), Fault> {
        for (name, patron) in &state.patrons {
            let hand = |kind: Kind| self.balance(&Account::Hand(name.clone()), kind);
            same(format_args!("{name}'s chips"), hand(Kind::Chips), patron.chips)?;
            same(format_args!("{name}'s tokens"), hand(Kind::Tokens), patron.tokens)?;
            let remainder = self.balance(&Account::Remainder(name.clone()), Kind::ChipsDue);
            same(format_args!("{name}'s remainder"), remainder, patron.owed)?;
        }
        for (account, kind, amount) in self.balances() {
            if let Account::Hand(name) | Account::Remainder(name) = account
                && !state.patrons.contains_key(name)
            {
                return Err(Fault(format!("{account}: {amount} in {kind}, and the table knows no {name}")));
            }
        }
        Ok(())
    }

    fn same_stakes(&self, state: &State) -> Result<(), Fault> {
        same("the number of stakes", self.stakes.len(), state.stakes.len())?;
        for stake in &state.stakes {
            let Some(owner) = self.stakes.get(&stake.id) else {
                return Err(Fault(format!("stake {} lies on the table's layout alone", stake.id)));
            };
            let lies = self.balance(&Account::Layout(stake.id), Kind::of(owner.kind));
            same(format_args!("stake {}", stake.id), lies, stake.amount)?;
            let mine = (&owner.patron, &owner.wager, owner.kind);
            if mine != (&stake.patron, &stake.wager, stake.kind) {
                return Err(Fault(format!(
                    "stake {} is another's, on another wager or of other chips",
                    stake.id
                )));
            }
        }
        Ok(())
    }

    fn same_open_items(&self, state: &State) -> Result<(), Fault> {
        let mut theirs: BTreeMap<(Account, Kind), Money> = BTreeMap::new();
        for item in state.open_items.iter().filter(|item| item.amount.0 != 0) {
            let (account, amount) = match item.patron_owes {
                true => (Account::OwedBy(item.patron.clone(), item.coup), Money(-item.amount.0)),
                false => (Account::OwedTo(item.patron.clone(), item.coup), item.amount),
            };
            *theirs.entry((account, Kind::due(item.kind))).or_default() += amount;
        }
        let open = |account: &Account| matches!(account, Account::OwedBy(..) | Account::OwedTo(..));
        let mine = self.balances().filter(|(account, ..)| open(account));
        let mine = mine.map(|(account, kind, amount)| ((account.clone(), kind), amount)).collect();
        let all: BTreeMap<(Account, Kind), Money> = mine;
        for place in all.keys().chain(theirs.keys()) {
            let of = |map: &BTreeMap<_, Money>| map.get(place).copied().unwrap_or_default();
            same(format_args!("{}", place.0), of(&all), of(&theirs))?;
        }
        Ok(())
    }
}

fn same<T: PartialEq + fmt::Display>(what: impl fmt::Display, accounts: T, table: T) -> Result<(), Fault> {
    match accounts == table {
        true => Ok(()),
        false => Err(Fault(format!("{what}: {accounts} by the accounts, {table} by the table"))),
    }
}
