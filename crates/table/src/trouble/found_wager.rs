//! What staff find of a wager and may not decide by their own word: it goes on record, for whoever may.

use crate::acts::{Act, bets};
use crate::cite::Citation;
use crate::facts::{Fact, trouble};
use crate::person::Actor;
use crate::refusal::Refusal;
use crate::state::{Phase, Remedy, Report, Stage, Stake, StakeId, Subject};
use crate::table::{Facts, Table};
use crate::trouble::corrected_wager::silent;
use crate::trouble::correction::Story;
use baccarat::rules::rulings::Irregularity;

/// What an act says of a wager, as it is reported where whoever found it may not decide it.
pub(crate) fn said_of_wager(act: &Act) -> Option<Report> {
    let Act::Bets(act) = act else { return None };
    match act.clone() {
        bets::Act::FindWager { patron, area, wager, amount, kind, late } => {
            Some(Report::WagerFound { patron, area, wager, amount, kind, late })
        }
        bets::Act::FindInvalid { patron, area, wager, lacks } => {
            Some(Report::WagerInvalid { patron, area, wager, lacks })
        }
        bets::Act::ReportAccepted { patron, area, wager, amount } => {
            Some(Report::WagerAccepted { patron, area, wager, amount })
        }
        _ => None,
    }
}

impl Table {
    /// It is put to whoever decides what the book does not rule on.
    pub(crate) fn judge_said_of_wager(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        let (decides, _) = self.decides_silence();
        // What nobody could find so is put to nobody.
        self.found_of_wager(&Actor { role: decides, ..by.clone() }, report)?;
        let cites = self.said_of_wager_under(by, report);
        self.check_reported_once(report, &cites)?;
        let when = match report {
            Report::WagerInvalid { .. } => Irregularity::InvalidWager,
            _ => Irregularity::WagerMiskeyed,
        };
        let about = Subject::Silence { when, report: report.clone() };
        let halts = matches!(self.state.phase, Phase::Coup(_));
        let remedies = vec![Remedy::Granted, Remedy::Denied];
        Ok(vec![self.open_matter(about, by, decides, remedies, halts, cites)])
    }

    /// The clauses on such a wager, and on whose word decides.
    pub(crate) fn said_of_wager_under(&self, by: &Actor, report: &Report) -> Citation {
        match self.found_of_wager(by, report) {
            Err(refusal) if refusal.is_about_who_asks() => refusal.cites,
            _ => self.decides_silence().1,
        }
    }

    /// Are the wagers of a coup settled, and its cards still on the layout?
    pub(crate) fn is_only_to_collect(&self) -> bool {
        matches!(&self.state.phase, Phase::Coup(coup) if coup.stage == Stage::Settled && !coup.no_bet)
    }

    /// A wager that nobody saw before the others were settled: they lie again beside it, and all are settled together. One that goes back
    /// leaves the rest alone.
    fn found_once_settled(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        let Phase::Coup(coup) = &self.state.phase else { return Err(self.not_due()) };
        let mut story = Story { table: self.clone(), by, facts: Vec::new() };
        story.goes_on(self.undo(coup.number, &self.state.settled, true, &silent()));
        story.goes_on(vec![(Fact::Trouble(trouble::Fact::SettlementReopened), silent())]);
        let id = StakeId(self.state.next_stake);
        let found = story.table.found_of_wager(by, report)?;
        story.goes_on(found.clone());
        if story.table.state.stake(id).is_none() {
            return Ok(found);
        }
        story.settled()?;
        Ok(story.facts)
    }

    /// What follows if this person finds it so.
    pub(crate) fn found_of_wager(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        match report {
            Report::WagerFound { .. } if self.is_only_to_collect() => self.found_once_settled(by, report),
            Report::WagerFound { patron, area, wager, amount, kind, late } => {
                let (patron, wager, id) = (patron.clone(), wager.clone(), StakeId(self.state.next_stake));
                let stake = Stake { id, patron, area: *area, wager, amount: *amount, kind: *kind };
                self.judge_found(by, stake, *late)
            }
            Report::WagerInvalid { patron, area, wager, lacks } => {
                self.judge_invalid(by, patron, *area, wager, *lacks)
            }
            Report::WagerAccepted { patron, area, wager, amount } => {
                self.judge_accepted(by, patron, *area, wager, *amount)
            }
            _ => Err(self.not_due()),
        }
    }
}
