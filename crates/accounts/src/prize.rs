//! The accounts of a promotion: what each of its prizes is worth and where that is, posted event by event. They know nothing but events, and share
//! no code with the promotion's own state.

use crate::fault::Fault;
use baccarat::chips::Money;
use promotion::state::{Stage, State};
use promotion::terms::Terms;
use promotion::{Event, Fact};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use table::Name;

/// Where the worth of a prize is. Every account begins at nothing, so that what the house has promised stands below nothing there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrizeAccount {
    /// The house, which promises prizes and keeps what nobody has won.
    House,
    /// A prize that the terms promise and nobody has.
    Promised(u32),
    /// A prize that somebody's ticket was drawn for, and that is not handed over.
    Owed(u32, Name),
    /// Handed over as it is.
    Given(Name),
    /// Paid in money, in this way.
    Paid(Name, String),
}

use PrizeAccount::{Given, House, Owed, Paid, Promised};

impl fmt::Display for PrizeAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House => f.write_str("house"),
            Promised(prize) => write!(f, "prize {prize}, promised"),
            Owed(prize, name) => write!(f, "prize {prize}, owed to {name}"),
            Given(name) => write!(f, "handed over to {name}"),
            Paid(name, way) => write!(f, "paid to {name} by {way}"),
        }
    }
}

/// What one event moves: how much, from where, to where.
pub type PrizeEntry = Vec<(Money, PrizeAccount, PrizeAccount)>;

/// The accounts of a promotion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeAccounts {
    balances: BTreeMap<PrizeAccount, i64>,
    /// The worth of each prize by the terms that stand.
    worth: Vec<Money>,
    open: bool,
    /// Prizes that are settled: handed over, or nobody's for good.
    settled: BTreeMap<u32, Money>,
}

impl PrizeAccounts {
    /// How much an account holds.
    pub fn balance(&self, account: &PrizeAccount) -> Money {
        Money(self.balances.get(account).copied().unwrap_or_default())
    }

    /// Every account that holds something, or owes it.
    pub fn balances(&self) -> impl Iterator<Item = (&PrizeAccount, Money)> {
        self.balances.iter().map(|(account, amount)| (account, Money(*amount)))
    }

    /// The sum of all accounts. It is always nothing.
    pub fn sum(&self) -> i128 {
        self.balances.values().map(|amount| i128::from(*amount)).sum()
    }

    /// What was handed over or paid.
    pub fn handed_over(&self) -> Money {
        self.balances().filter(|(account, _)| matches!(account, Given(_) | Paid(..))).map(|(_, of)| of).sum()
    }

    /// What is promised or owed still.
    pub fn still_due(&self) -> Money {
        self.balances()
            .filter(|(account, _)| matches!(account, Promised(_) | Owed(..)))
            .map(|(_, of)| of)
            .sum()
    }

    /// Posts an event; one that moves nothing has an empty entry. An event that cannot have happened changes nothing.
    pub fn post(&mut self, event: &Event) -> Result<PrizeEntry, Fault> {
        let entry = self.entry(&event.fact)?;
        let mut after = self.balances.clone();
        for (amount, from, to) in &entry {
            for (account, amount) in [(from, -amount.0), (to, amount.0)] {
                let balance = after.entry(account.clone()).or_default();
                *balance = balance.saturating_add(amount);
            }
        }
        if let Some((account, balance)) =
            after.iter().find(|(account, balance)| **account != House && **balance < 0)
        {
            return Err(Fault(format!("after it the {account} would stand at {}", Money(*balance))));
        }
        after.retain(|_, balance| *balance != 0);
        self.balances = after;
        self.note(&event.fact);
        Ok(entry)
    }

    fn entry(&self, fact: &Fact) -> Result<PrizeEntry, Fault> {
        Ok(match fact {
            Fact::Opened { .. } => {
                let promised = self.worth.iter().zip(1..);
                promised.map(|(worth, prize)| (*worth, House, Promised(prize))).collect()
            }
            Fact::Amended { terms, .. } => self.amended(terms),
            Fact::PrizeDrawn { prize, holder, .. } => {
                let worth = self.balance(&Promised(*prize));
                if worth.0 <= 0 {
                    return Err(Fault(format!("prize {prize} is drawn for and not promised")));
                }
                vec![(worth, Promised(*prize), Owed(*prize, holder.clone()))]
            }
            Fact::TicketPassed { prize, holder, .. } => {
                let owed = Owed(*prize, holder.clone());
                match self.balance(&owed) {
                    // Whoever has won already is passed over before the prize was theirs.
                    Money(0) => Vec::new(),
                    worth => vec![(worth, owed, Promised(*prize))],
                }
            }
            Fact::PrizeLapsed { prize } => vec![(self.balance(&Promised(*prize)), Promised(*prize), House)],
            Fact::Awarded { prize, to, cash, parts, .. } => {
                let owed = Owed(*prize, to.clone());
                let worth = self.balance(&owed);
                if worth.0 <= 0 {
                    return Err(Fault(format!("prize {prize} is handed over to {to}, who has not won it")));
                }
                match cash {
                    None => vec![(worth, owed, Given(to.clone()))],
                    Some(cash)
                        if *cash == worth && parts.iter().map(|part| part.amount).sum::<Money>() == worth =>
                    {
                        let part = |part: &promotion::PaymentPart| {
                            (part.amount, owed.clone(), Paid(part.payee.clone(), part.way.to_string()))
                        };
                        parts.iter().map(part).collect()
                    }
                    Some(cash) => {
                        return Err(Fault(format!(
                            "{cash} are paid for prize {prize}, which is worth {worth}"
                        )));
                    }
                }
            }
            Fact::DrawCancelled | Fact::EndedWithoutAward => {
                let due = self.balances().filter(|(account, _)| matches!(account, Promised(_) | Owed(..)));
                due.map(|(account, amount)| (amount, account.clone(), House)).collect()
            }
            _ => Vec::new(),
        })
    }

    /// What a prize is worth changes where it stands; what was handed over stays as it was.
    fn amended(&self, terms: &Terms) -> PrizeEntry {
        let most = self.worth.len().max(terms.prizes.len()) as u32;
        let change = |prize: u32| {
            let nth = prize as usize - 1;
            let before = self.worth.get(nth).copied().unwrap_or_default();
            let now = terms.prizes.get(nth).map_or(Money(0), |prize| prize.value);
            let stands = self.balances.keys().find(|account| match account {
                Promised(of) | Owed(of, _) => *of == prize,
                _ => false,
            });
            let stands = match stands {
                Some(account) => account.clone(),
                None if before.0 == 0 => Promised(prize),
                None => return None,
            };
            (self.open && now != before).then(|| (now - before, House, stands))
        };
        (1..=most).filter_map(change).collect()
    }

    fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::TermsSet { terms } | Fact::Amended { terms, .. } => {
                self.worth = terms.prizes.iter().map(|prize| prize.value).collect();
            }
            Fact::Opened { .. } => self.open = true,
            Fact::Awarded { prize, .. } | Fact::PrizeLapsed { prize } => {
                let worth = self.worth.get((*prize as usize).wrapping_sub(1)).copied().unwrap_or_default();
                self.settled.insert(*prize, worth);
            }
            _ => {}
        }
    }

    /// Do accounts and promotion say the same of every prize?
    pub fn agrees(&self, state: &State) -> Result<(), Fault> {
        if self.sum() != 0 {
            return Err(Fault("prizes do not sum to nothing".to_owned()));
        }
        let none = state.cancelled || state.stage == Stage::Ended || state.opened_at.is_none();
        let prizes = state.terms.iter().flat_map(|terms| &terms.prizes);
        let mut due = Money(0);
        for (prize, number) in prizes.zip(1..) {
            let held = state.prizes.get(number as usize - 1);
            let settled = held.is_some_and(|held| held.awarded.is_some() || held.lapsed);
            if settled != self.settled.contains_key(&number) {
                return Err(Fault(format!("prize {number} is settled for one of the two only")));
            }
            if settled || none {
                continue;
            }
            due += prize.value;
            let holder = held.and_then(|held| state.ticket(held.ticket?)).map(|ticket| ticket.holder.clone());
            let account = holder.map_or(Promised(number), |holder| Owed(number, holder));
            if self.balance(&account) != prize.value {
                return Err(Fault(format!(
                    "{account}: {} by the accounts, {} by the promotion",
                    self.balance(&account),
                    prize.value
                )));
            }
        }
        match self.still_due() == due {
            true => Ok(()),
            false => Err(Fault(format!(
                "prizes still due: {} by the accounts, {due} by the promotion",
                self.still_due()
            ))),
        }
    }
}
