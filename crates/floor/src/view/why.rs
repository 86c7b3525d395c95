//! Why a wager got what it did: each step of the sum, with the clauses of that step alone.

use super::you::SettledStake;
use baccarat::basis::{Basis, ClauseNumber};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::outcome::Outcome;
use baccarat::payment::{self, Taken};
use baccarat::rules::betting::AboveMaximum;
use baccarat::topic::Ruled;
use baccarat::wager::{Row, Wager, WagerId};
use serde::{Deserialize, Serialize};
use table::{SettledAs, Table};
use utoipa::ToSchema;

/// A step of the sum by which a wager was settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SumStep {
    /// What it is about.
    pub cause: SumCause,
    /// What it comes to.
    #[schema(value_type = i64)]
    pub amount: Money,
    /// The clauses that say so.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// What a step of a sum is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SumCause {
    /// What was above the maximum was not played for.
    AboveMaximum,
    /// What the area could not take in all was not played for.
    AboveArea,
    /// What chips could not have paid was void.
    NotPayable,
    /// The row of the pay table by which it won, lost or stood off.
    Row,
    /// What was kept of the winnings.
    Commission,
    /// What the winnings were moved by because chips cannot pay the exact sum.
    Rounded,
    /// What is owed because there is no chip so small.
    Owed,
    /// The stake stays and rides.
    Stays,
    /// It has no result: the stake went back.
    Void,
}

impl SumStep {
    fn of(cause: SumCause, amount: Money, clauses: Vec<ClauseNumber>) -> SumStep {
        SumStep { cause, amount, clauses }
    }

    /// A stake that went back without a result.
    pub fn void(staked: Money, clauses: &[ClauseNumber]) -> SumStep {
        SumStep::of(SumCause::Void, staked, clauses.to_vec())
    }
}

/// A settled stake, and what the table said of it where that is known.
struct Sum<'s> {
    table: &'s Table,
    wager: &'s Wager,
    stake: &'s SettledStake<'s>,
    /// The clauses of the settlement; nothing where only the record is left.
    cited: Option<&'s [ClauseNumber]>,
}

/// The steps by which a stake got what it did, in the order of the sum.
pub fn steps(
    table: &Table,
    outcome: Option<&Outcome>,
    stake: &SettledStake<'_>,
    cited: Option<&[ClauseNumber]>,
) -> Vec<SumStep> {
    let wagers = table.book().wagers(&table.state().settings.method).unwrap_or_default();
    let Some(wager) = wagers.iter().find(|known| known.id == *stake.wager) else { return Vec::new() };
    let sum = Sum { table, wager, stake, cited };
    let mut steps = sum.cut();
    if let Some(row) = outcome.and_then(|outcome| wager.row(outcome)) {
        steps.push(SumStep::of(SumCause::Row, stake.result.paid, sum.said(&row.basis)));
        steps.extend(sum.rounded(row));
    }
    let settlement = &table.book().rules.settlement;
    if stake.result.commission.0 > 0 {
        let rule = settlement.commission.ruled();
        steps.push(sum.step(SumCause::Commission, stake.result.commission, rule));
    }
    if stake.result.owed.0 > 0 {
        steps.push(sum.step(SumCause::Owed, stake.result.owed, settlement.inexact.ruled()));
    }
    if stake.result.stays {
        let rule = table.book().rules.betting.standoff_stake.ruled();
        steps.push(sum.step(SumCause::Stays, stake.staked, rule));
    }
    steps
}

impl Sum<'_> {
    /// Those clauses of a rule on which the settlement rests.
    fn said(&self, basis: &Basis) -> Vec<ClauseNumber> {
        let cites = |clause: &&ClauseNumber| self.cited.is_none_or(|cited| cited.contains(clause));
        basis.clauses().iter().filter(cites).cloned().collect()
    }

    fn step<T>(&self, cause: SumCause, amount: Money, rule: Option<&Ruled<T>>) -> SumStep {
        SumStep::of(cause, amount, rule.map(|rule| self.said(&rule.basis)).unwrap_or_default())
    }

    /// What was staked and not played for, and why.
    fn cut(&self) -> Vec<SumStep> {
        let (staked, live) = (self.stake.staked, self.stake.result.live);
        if live >= staked || self.stake.result.void {
            return Vec::new();
        }
        let rules = &self.table.book().rules;
        let most = self.table.state().settings.limits_of(self.table.book(), self.stake.wager).most;
        let payable = payment::take(self.table.book(), self.wager, staked, self.table.chips_in_play());
        let over = cut_to_maximum(self.table.book(), self.stake.wager);
        // Where the settlement itself is at hand, its clauses say what cut the stake; otherwise the amounts do.
        let (over, area, void) = match self.cited {
            Some(_) => {
                let cited = |basis: &Basis| !self.said(basis).is_empty();
                let area = rules.limits.above_area.ruled().filter(|rule| cited(&rule.basis));
                let void = rules.settlement.inexact.ruled().filter(|rule| cited(&rule.basis));
                (over.filter(|basis| cited(basis)), area, void)
            }
            None => {
                let over = over.filter(|_| staked > most);
                let void = payable.part_void.filter(|_| over.is_none() && payable.live == live);
                let area = rules.limits.above_area.ruled().filter(|_| over.is_none() && void.is_none());
                (over, area, void)
            }
        };
        let others = area.is_some() || void.is_some();
        let mut left = staked - live;
        let mut steps = Vec::new();
        if let Some(basis) = over {
            let part = if others { (staked - most).max(Money(0)).min(left) } else { left };
            steps.push(SumStep::of(SumCause::AboveMaximum, part, self.said(basis)));
            left -= part;
        }
        if area.is_some() {
            steps.push(self.step(SumCause::AboveArea, left, area));
        } else if void.is_some() {
            steps.push(self.step(SumCause::NotPayable, left, void));
        }
        steps.retain(|step| step.amount.0 > 0);
        steps
    }

    /// By how much chips moved the winnings away from the odds.
    fn rounded(&self, row: &Row) -> Option<SumStep> {
        let result = self.stake.result;
        if result.outcome != SettledAs::Wins {
            return None;
        }
        let taken = Taken { live: result.live, refused: None, part_void: None };
        let paid = payment::pay(self.table.book(), self.wager, &taken, row, self.table.chips_in_play());
        let exact = row.settlement.net() * result.live.0;
        let rule = paid.rounded?;
        Some(self.step(SumCause::Rounded, Money((paid.net - exact).ceil().to_integer()), Some(rule)))
    }
}

/// What a book rests on that plays for the maximum alone where more is staked: its rule for the wager's option, or the general one.
pub fn cut_to_maximum<'b>(book: &'b Book, wager: &WagerId) -> Option<&'b Basis> {
    let rules = &book.rules;
    let cuts = |above: &AboveMaximum| {
        matches!(above, AboveMaximum::SettledToMaximum | AboveMaximum::RefusedThenSettledToMaximum)
    };
    let option = rules.sides.offered.find(|option| option.wagers.contains(wager));
    let own = option.and_then(|option| {
        rules.sides.limits.find(|rule| rule.option == option.option && rule.above.is_some())
    });
    match own {
        Some(rule) => rule.above.as_ref().is_some_and(cuts).then_some(&rule.basis),
        None => rules.limits.above_maximum.ruled().filter(|rule| cuts(rule.value())).map(|rule| &rule.basis),
    }
}
