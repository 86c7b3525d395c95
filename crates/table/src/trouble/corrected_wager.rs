//! A wager on record that was another on the layout: reported, and put right once somebody finds it so. Both versions stay on record.

use crate::cite::Citation;
use crate::facts::{Fact, trouble};
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::record::CoupRecord;
use crate::state::{Phase, Remedy, Report, Stage, Stake, Subject};
use crate::table::{Facts, Table};
use crate::trouble::correction::Story;
use crate::trouble::settled_again::wager_corrected;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;
use baccarat::wager::WagerId;

/// No book speaks of records.
pub(crate) fn silent() -> Citation {
    Citation::silent("a wager wrongly put on record")
}

impl Table {
    /// The wager that a report is about, as it is on record in a coup that is under way or over.
    pub(crate) fn wager_on_record(
        &self,
        coup: u32,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        silent: &Citation,
    ) -> Result<&Stake, Refusal> {
        let is_it = |stake: &&Stake| stake.patron == *patron && stake.area == area && stake.wager == *wager;
        let found = match &self.state.phase {
            Phase::Coup(now) if now.number == coup => {
                let settled = self.state.settled.iter().map(|settled| &settled.stake);
                self.state.stakes.iter().chain(settled).find(is_it)
            }
            _ => {
                let record = self.counted(coup, silent)?;
                record.settled.iter().map(|settled| &settled.stake).find(is_it)
            }
        };
        found.ok_or_else(|| {
            let message = format!("{patron} has no {wager} wager on box {area} on record in coup {coup}");
            Refusal::new(Reason::NoSuchWager, message, silent.clone())
        })
    }

    /// A coup that is over and has counted.
    pub(crate) fn counted(&self, number: u32, silent: &Citation) -> Result<&CoupRecord, Refusal> {
        let record = self.state.over(number).filter(|record| !record.coup.void);
        record.ok_or_else(|| {
            let message = match self.state.put_away(number) {
                Some(_) => {
                    format!("coup {number} is put away; it has to come from the log with what is asked")
                }
                None => format!("coup {number} is neither under way nor over, or it is void"),
            };
            Refusal::new(Reason::NotPossibleNow, message, silent.clone())
        })
    }

    /// The table's own record is wrong: whoever supervises decides whether it is put right.
    pub(crate) fn judge_wager_miskeyed(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        let (keyed, was) = self.miskeyed_wager(report)?;
        let refuse = |reason, message: String| Err(Refusal::new(reason, message, silent()));
        if keyed == was {
            return refuse(Reason::NotPossibleNow, "that is what the record says".to_owned());
        }
        if !self.chips.can_make(was.amount) {
            return refuse(
                Reason::NotMadeOfChips,
                format!("found {}; allowed is what chips make", was.amount),
            );
        }
        if self.wager(&was.wager).is_none() {
            return refuse(Reason::NoSuchWager, format!("this book has no wager `{}`", was.wager));
        }
        self.check_reported_once(report, &silent())?;
        let halts = matches!(&self.state.phase, Phase::Coup(coup) if Some(coup.number) == report.coup());
        let about = Subject::Silence { when: Irregularity::WagerMiskeyed, report: report.clone() };
        let remedies = vec![Remedy::Granted, Remedy::Denied];
        Ok(vec![self.open_matter(about, by, Role::Supervisor, remedies, halts, silent())])
    }

    /// The wager as it is on record and as it was.
    fn miskeyed_wager(&self, report: &Report) -> Result<(Stake, Stake), Refusal> {
        let Report::WagerMiskeyed { coup, patron, area, wager, keyed, was, was_on } = report else {
            return Err(self.not_due());
        };
        let stake = self.wager_on_record(*coup, patron, *area, wager, &silent())?;
        if stake.amount != *keyed {
            let message = format!("{} is on record there", stake.amount);
            return Err(Refusal::new(Reason::NotPossibleNow, message, silent()));
        }
        let wager = was_on.clone().unwrap_or_else(|| stake.wager.clone());
        Ok((stake.clone(), Stake { amount: *was, wager, ..stake.clone() }))
    }

    /// What follows once somebody finds that another wager lay there.
    pub(crate) fn found_wager_miskeyed(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        let (keyed, was) = self.miskeyed_wager(report)?;
        let number = report.coup().unwrap_or_default();
        let cites = silent();
        match &self.state.phase {
            Phase::Coup(coup) if coup.number == number => {
                let mut story = Story { table: self.clone(), by, facts: Vec::new() };
                // A settlement still under way is put right: what was paid comes back and is settled again.
                let again = coup.stage == Stage::Settled || self.state.stake(keyed.id).is_none();
                if again {
                    story.goes_on(self.undo(number, &self.state.settled, true, &cites));
                }
                story.table.check_in_hand(&keyed, &was)?;
                story.goes_on(vec![wager_corrected(number, &keyed, &was, &cites)]);
                if again && coup.stage == Stage::Settled {
                    let reopened = Fact::Trouble(trouble::Fact::SettlementReopened);
                    story.goes_on(vec![(reopened, cites)]);
                    story.settled()?;
                }
                Ok(story.facts)
            }
            _ => {
                let record = self.counted(number, &cites)?;
                // A stake that rides lies there still, as it was, and has no result yet.
                if let Some(rides) = self.state.stake(keyed.id) {
                    self.check_in_hand(rides, &was)?;
                    return Ok(vec![wager_corrected(number, &keyed, &was, &cites)]);
                }
                if !self.comes_to_the_same(record) {
                    return Ok(vec![wager_corrected(number, &keyed, &was, &cites)]);
                }
                let stakes = record.settled.iter().map(|settled| match settled.stake.id == keyed.id {
                    true => was.clone(),
                    false => settled.stake.clone(),
                });
                let then = self.at_result(&record.coup, stakes.collect());
                match then.outcome(&record.coup) {
                    Some(outcome) => {
                        self.settled_again(by, record, &then, &outcome, Some((&keyed, &was)), &cites)
                    }
                    None => Ok(vec![wager_corrected(number, &keyed, &was, &cites)]),
                }
            }
        }
    }

    /// Has the patron what lay there beyond what is on record?
    fn check_in_hand(&self, keyed: &Stake, was: &Stake) -> Result<(), Refusal> {
        let more = was.amount - keyed.amount;
        let patron = self.state.patrons.get(&keyed.patron);
        let held = patron.map_or(Money(0), |patron| patron.held(keyed.kind));
        match more > held {
            true => {
                let message = format!("{} has {held} on record beside it", keyed.patron);
                Err(Refusal::new(Reason::NotEnoughChips, message, silent()))
            }
            false => Ok(()),
        }
    }

    /// The same is not brought up twice while it waits.
    pub(crate) fn check_reported_once(&self, report: &Report, silent: &Citation) -> Result<(), Refusal> {
        let waits = self.state.matters.iter().find(|matter| {
            let (Subject::Ruling { report: known, .. } | Subject::Silence { report: known, .. }) =
                &matter.about;
            matter.decided.is_none() && known == report
        });
        match waits {
            Some(matter) => {
                let message = format!("matter {} is about it already", matter.id);
                Err(Refusal::new(Reason::AlreadyDone, message, silent.clone()))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn apply_wager_corrected(&mut self, coup: u32, keyed: &Stake, was: &Stake) {
        // What stood off in a coup that is over rides as it was.
        let rode = self.state.over_mut(coup).into_iter().flat_map(|record| &mut record.settled);
        for settled in rode.filter(|settled| settled.stake.id == keyed.id && settled.result.stays) {
            settled.stake = was.clone();
            settled.result.live = was.amount;
        }
        self.state
            .on_paper
            .iter_mut()
            .filter(|stake| stake.id == keyed.id)
            .for_each(|stake| *stake = was.clone());
        self.state.on_paper.retain(|stake| stake.amount.0 > 0);
        let Some(lies) = self.state.stakes.iter_mut().find(|stake| stake.id == keyed.id) else { return };
        let more = was.amount - lies.amount;
        *lies = was.clone();
        self.state.stakes.retain(|stake| stake.amount.0 > 0);
        self.take_from(&keyed.patron, keyed.kind, more);
    }
}
