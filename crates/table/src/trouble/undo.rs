//! Undoing money that has moved: by further events, never by erasing any.

use crate::cite::{Citation, Cite};
use crate::facts::Fact;
use crate::facts::cards;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::record::{OpenItem, SettledStake};
use crate::state::{Coup, Phase, Settled, SettledAs, Stake, Undone};
use crate::table::{Facts, Table};
use crate::trouble;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;
use baccarat::rules::rulings::VoidRestores;
use std::collections::BTreeMap;

/// What is left in each patron's hand, and in the float, while several settlements are undone one after another.
struct Purses<'t> {
    table: &'t Table,
    spent: BTreeMap<(Name, bool), Money>,
    float: Money,
}

impl Purses<'_> {
    fn has(&self, name: &Name, kind: ChipKind, amount: Money) -> bool {
        let tokens = kind == ChipKind::PromotionalTokens;
        let spent = self.spent.get(&(name.clone(), tokens)).copied().unwrap_or_default();
        self.table.state.present(name).is_some_and(|patron| {
            let held = if tokens { patron.tokens } else { patron.chips };
            held - spent >= amount
        })
    }

    fn spend(&mut self, name: &Name, kind: ChipKind, amount: Money) {
        let tokens = kind == ChipKind::PromotionalTokens;
        *self.spent.entry((name.clone(), tokens)).or_default() += amount;
    }
}

impl Table {
    /// Undoes what was settled in a coup. With `relay` the stakes go back on the layout, to be settled again.
    pub(crate) fn undo(&self, coup: u32, settled: &[SettledStake], relay: bool, cites: &Citation) -> Facts {
        let mut purses = Purses { table: self, spent: BTreeMap::new(), float: self.state.float };
        let restores = self.book.rules.irregularities.void_restores.ruled();
        let stakes_only = !relay && restores.is_some_and(|rule| *rule.value() == VoidRestores::Stakes);
        // A coup that is opened again is not void.
        let cites = if relay { cites.clone() } else { cites.clone().and(self.restored_under()) };
        let mut facts = Vec::new();
        for SettledStake { stake, result } in settled {
            // A stake that rides still lies there, unless its patron has taken it since.
            let lies = self.state.stakes.contains(stake);
            let rides = result.stays && (lies || !relay);
            if rides || (stakes_only && result.outcome == SettledAs::Wins) {
                continue;
            }
            let gives = match result.outcome {
                SettledAs::Wins => result.in_chips(),
                SettledAs::StandsOff | SettledAs::Loses => Money(0),
            };
            let laid = match result.outcome {
                SettledAs::Loses => result.returned,
                SettledAs::Wins | SettledAs::StandsOff => stake.amount,
            };
            let here = self.state.present(&stake.patron).is_some();
            let same = stake.kind == ChipKind::Chips;
            let relaid = relay
                && purses.has(&stake.patron, ChipKind::Chips, if same { gives + laid } else { gives })
                && purses.has(&stake.patron, stake.kind, laid);
            let collected = if result.outcome == SettledAs::Loses { result.live } else { Money(0) };
            let float_pays = stake.kind == ChipKind::PromotionalTokens || purses.float >= collected;
            let how = match result.outcome {
                _ if relaid && float_pays => Undone::Relaid,
                _ if relay => Undone::OnPaper,
                SettledAs::StandsOff => continue,
                SettledAs::Wins if purses.has(&stake.patron, ChipKind::Chips, gives) => Undone::Repaid,
                SettledAs::Loses if here && float_pays => Undone::Repaid,
                _ => Undone::LeftOpen,
            };
            match how {
                Undone::Relaid => {
                    purses.spend(&stake.patron, ChipKind::Chips, gives);
                    purses.spend(&stake.patron, stake.kind, laid);
                }
                Undone::Repaid => {
                    purses.spend(&stake.patron, ChipKind::Chips, gives);
                    if same {
                        purses.spend(&stake.patron, ChipKind::Chips, -collected);
                    }
                }
                Undone::LeftOpen | Undone::OnPaper => {}
            }
            if !matches!(how, Undone::LeftOpen | Undone::OnPaper) {
                purses.float += gives;
                if same {
                    purses.float -= collected;
                }
            }
            let fact = Fact::Trouble(trouble::Fact::SettlementUndone {
                coup,
                stake: stake.clone(),
                result: result.clone(),
                how,
            });
            facts.push((fact, cites.clone()));
        }
        facts
    }

    /// The coup under way has no effect: what moved goes back, stakes too, and the shoe goes on as the book has it.
    pub(crate) fn void_coup(&self, coup: &Coup, cites: &Citation) -> Facts {
        let mut facts = self.undo(coup.number, &self.state.settled, false, cites);
        facts.extend(self.returned_all("the coup is void", cites));
        facts.push((Fact::Trouble(trouble::Fact::CoupVoided { number: coup.number }), cites.clone()));
        facts.extend(self.after_void(coup));
        facts
    }

    /// The clauses on what a void coup gives back, where the book has any.
    fn restored_under(&self) -> Citation {
        let rule = self.book.rules.irregularities.void_restores.ruled();
        rule.map(|rule| rule.cites()).unwrap_or_default()
    }

    /// How the shoe goes on after a coup without effect.
    pub(crate) fn after_void(&self, coup: &Coup) -> Facts {
        let void = Coup { void: true, ..coup.clone() };
        let mut facts = self.after_coup(&void);
        if !facts.iter().any(|(fact, _)| matches!(fact, Fact::Cards(cards::Fact::ShuffleDue))) {
            facts.extend(self.role_after(&void));
        }
        facts
    }

    /// A coup that has ended has no effect after all.
    pub(crate) fn void_earlier(&self, number: u32, cites: &Citation) -> Facts {
        let settled = self.state.over(number).map(|record| record.settled.as_slice()).unwrap_or_default();
        let mut facts = self.undo(number, settled, false, cites);
        facts.push((Fact::Trouble(trouble::Fact::CoupVoided { number }), cites.clone()));
        facts
    }

    /// Somebody pays what was left open, now that the patron is here. One who may not come back, or finds the table
    /// closed, is settled with away from it: the chips go to, or come from, what that person took along.
    pub(crate) fn judge_open_item(&self, by: &Actor, patron: &Name, coup: u32) -> Result<Facts, Refusal> {
        let cites = self.book.rules.irregularities.void_restores.cites();
        self.only(by, Role::Employee, &cites)?;
        let may_come = !self.state.barred.contains_key(patron) && !matches!(self.state.phase, Phase::Closed);
        let here = match self.state.patrons.get(patron) {
            Some(gone) if !may_come => gone,
            _ => self.patron_named(patron)?,
        };
        let cites = cites.and(self.barred_under(patron));
        let is_it = |item: &&OpenItem| item.patron == *patron && item.coup == coup;
        let Some(item) = self.state.open_items.iter().find(is_it) else {
            let message = format!("nothing of coup {coup} is open with {patron}");
            return Err(Refusal::new(Reason::NoSuchMatter, message, cites));
        };
        let held = here.held(item.kind);
        if item.patron_owes && held < item.amount {
            let message = format!("{patron} has {held}; open is {}", item.amount);
            return Err(Refusal::new(Reason::NotEnoughChips, message, cites));
        }
        Ok(vec![(Fact::Trouble(trouble::Fact::OpenItemSettled { item: item.clone() }), cites)])
    }

    pub(crate) fn apply_undone(&mut self, coup: u32, settled: &SettledStake, how: Undone) {
        let SettledStake { stake, result } = settled;
        let collected = if result.outcome == SettledAs::Loses { result.live } else { Money(0) };
        let paid = if result.outcome == SettledAs::Wins { result.in_chips() } else { Money(0) };
        // What the operator has decided on in the meantime is no longer owed and stays decided.
        if let Some(patron) = self.state.patrons.get_mut(&stake.patron) {
            patron.owed = Money((patron.owed - result.owed).0.max(0));
        }
        match how {
            Undone::Repaid | Undone::Relaid => {
                self.take_from(&stake.patron, ChipKind::Chips, paid);
                self.state.float += paid;
                self.take_from(&stake.patron, stake.kind, -collected);
                match stake.kind {
                    ChipKind::Chips => self.state.float -= collected,
                    ChipKind::PromotionalTokens => self.state.token_float -= collected,
                }
            }
            Undone::LeftOpen | Undone::OnPaper => {
                let patron_owes = paid.0 > 0;
                self.leave_open(OpenItem {
                    patron: stake.patron.clone(),
                    coup,
                    amount: if patron_owes { paid } else { collected },
                    kind: if patron_owes { ChipKind::Chips } else { stake.kind },
                    patron_owes,
                });
            }
        }
        if how == Undone::OnPaper {
            self.state.on_paper.push(stake.clone());
        }
        if how == Undone::Relaid {
            self.take_from(&stake.patron, stake.kind, stake.amount);
            self.state.stakes.push(stake.clone());
        }
        let gone = |kept: &SettledStake| kept.stake.id != stake.id;
        match &self.state.phase {
            Phase::Coup(now) if now.number == coup => self.state.settled.retain(gone),
            _ => {
                if let Some(record) = self.state.over_mut(coup) {
                    record.settled.retain(gone);
                }
            }
        }
    }

    /// A wager of somebody who is gone has its result: what follows from it stays open.
    pub(crate) fn apply_on_paper(&mut self, coup: u32, stake: &Stake, result: &Settled) {
        self.state.on_paper.retain(|known| known.id != stake.id);
        let item = |amount: Money, kind: ChipKind, patron_owes: bool| OpenItem {
            patron: stake.patron.clone(),
            coup,
            amount,
            kind,
            patron_owes,
        };
        match result.outcome {
            SettledAs::Wins => {
                self.leave_open(item(result.in_chips(), ChipKind::Chips, false));
                if self.collects_winning(stake.kind) {
                    self.leave_open(item(result.live, stake.kind, true));
                }
                if let Some(patron) = self.state.patrons.get_mut(&stake.patron) {
                    patron.owed += result.owed;
                }
            }
            SettledAs::Loses => self.leave_open(item(result.live, stake.kind, true)),
            SettledAs::StandsOff => {}
        }
        let result = Settled { chips: Vec::new(), ..result.clone() };
        let settled = SettledStake { stake: stake.clone(), result };
        match self.state.over_mut(coup) {
            Some(record) => record.settled.push(settled),
            None => self.state.settled.push(settled),
        }
    }

    /// Something that cannot move yet.
    pub(crate) fn leave_open(&mut self, item: OpenItem) {
        if item.amount.0 > 0 {
            self.state.open_items.push(item);
        }
    }

    pub(crate) fn apply_open_item(&mut self, item: &OpenItem) {
        let Some(place) = self.state.open_items.iter().position(|known| known == item) else { return };
        self.state.open_items.remove(place);
        let amount = if item.patron_owes { item.amount } else { -item.amount };
        self.take_from(&item.patron, item.kind, amount);
        match item.kind {
            ChipKind::Chips => self.state.float += amount,
            ChipKind::PromotionalTokens => self.state.token_float += amount,
        }
    }

    /// A coup has no effect, whether it is still under way or over.
    pub(crate) fn void(&mut self, number: u32) {
        self.state.results.retain(|result| result.coup != number);
        if self.interrupted().is_some_and(|coup| coup.number == number) {
            self.put_back_coup();
        }
        match &mut self.state.phase {
            Phase::Coup(coup) if coup.number == number => {
                coup.void = true;
                let disordered = coup.ruled.contains(&Irregularity::CannotBeReconstructed);
                self.device_after_coup();
                self.end_coup();
                self.state.shoe.disordered = disordered;
            }
            _ => {
                if let Some(record) = self.state.over_mut(number) {
                    record.coup.void = true;
                }
            }
        }
    }
}
