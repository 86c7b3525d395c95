//! A wager that was paid or collected otherwise than its result demands: what is over is asked back, and what is short is paid.

use crate::cite::Citation;
use crate::facts::{Fact, trouble};
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::record::{OpenItem, SettledStake};
use crate::state::{Moved, Phase, Remedy, Report, Settled, SettledAs, Stake, Subject};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;

/// No book speaks of payments that are simply wrong.
pub(crate) fn silent() -> Citation {
    Citation::silent("a payment made wrongly")
}

/// What a result moves.
fn right(result: &Settled) -> Moved {
    match result.outcome {
        SettledAs::Wins => Moved::Paid(result.in_chips()),
        SettledAs::StandsOff => Moved::Paid(Money(0)),
        SettledAs::Loses => Moved::Collected(result.live),
    }
}

impl Table {
    /// A payment was wrong: whoever supervises decides whether it is put right.
    pub(crate) fn judge_wrongly_paid(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        let (settled, moved) = self.wrongly_paid(report)?;
        let refuse = |reason, message: String| Err(Refusal::new(reason, message, silent()));
        if moved.gain() == right(&settled.result).gain() {
            return refuse(Reason::NotPossibleNow, "that is what the record says".to_owned());
        }
        let (Moved::Paid(amount) | Moved::Collected(amount)) = moved;
        if amount.0 < 0 || !self.chips.can_make(amount) {
            return refuse(Reason::NotMadeOfChips, format!("found {amount}; allowed is what chips make"));
        }
        if matches!(moved, Moved::Collected(amount) if amount > settled.stake.amount) {
            return refuse(Reason::AmountTooLarge, format!("{} lay there", settled.stake.amount));
        }
        self.check_reported_once(report, &silent())?;
        let about = Subject::Silence { when: Irregularity::WrongPayment, report: report.clone() };
        let remedies = vec![Remedy::Granted, Remedy::Denied];
        Ok(vec![self.open_matter(about, by, Role::Supervisor, remedies, false, silent())])
    }

    /// The wager that a report is about with what became of it, and what is said to have moved.
    fn wrongly_paid(&self, report: &Report) -> Result<(&SettledStake, Moved), Refusal> {
        let Report::WronglyPaid { coup, patron, area, wager, moved } = report else {
            return Err(self.not_due());
        };
        let stake = self.wager_on_record(*coup, patron, *area, wager, &silent())?;
        let settled = match &self.state.phase {
            Phase::Coup(now) if now.number == *coup => &self.state.settled,
            _ => &self.counted(*coup, &silent())?.settled,
        };
        let settled = settled.iter().find(|settled| settled.stake.id == stake.id);
        let unsettled = || Refusal::new(Reason::NotPossibleNow, "that wager is not settled", silent());
        Ok((settled.ok_or_else(unsettled)?, *moved))
    }

    /// What follows once somebody finds that it was so.
    pub(crate) fn found_wrongly_paid(&self, report: &Report) -> Result<Facts, Refusal> {
        let (SettledStake { stake, result }, was) = self.wrongly_paid(report)?;
        let fact = trouble::Fact::PaymentRighted {
            coup: report.coup().unwrap_or_default(),
            stake: stake.clone(),
            was,
            right: right(result),
            open: self.state.present(&stake.patron).is_none(),
        };
        Ok(vec![(Fact::Trouble(fact), silent())])
    }

    /// The patron is gone: the difference stays open.
    pub(crate) fn leave_payment_open(&mut self, coup: u32, stake: &Stake, was: Moved, right: Moved) {
        let over = was.gain() - right.gain();
        let collected = matches!((was, right), (Moved::Paid(_), Moved::Paid(_)));
        let kind = if collected { ChipKind::Chips } else { stake.kind };
        let (patron, amount, patron_owes) = (stake.patron.clone(), Money(over.0.abs()), over.0 > 0);
        self.leave_open(OpenItem { patron, coup, amount, kind, patron_owes });
    }
}
