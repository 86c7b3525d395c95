//! A coup that is over and settled again: its record was wrong, or says now what was really paid. Each wager that comes out otherwise is undone
//! and settled on paper, and what can move then moves at once.

use crate::cite::Citation;
use crate::facts::{Fact, trouble};
use crate::person::Actor;
use crate::refusal::Refusal;
use crate::state::record::{CoupRecord, OpenItem, SettledStake};
use crate::state::{Coup, Phase, Settled, Stage, Stake, Undone};
use crate::table::{Facts, Table};
use crate::trouble::correction::Story;
use baccarat::chips::Money;
use baccarat::outcome::Outcome;
use baccarat::rules::betting::ChipKind;

/// Did both come out the same? An amount that chips could not make may have been decided on since.
fn same(now: &Settled, then: &Settled) -> bool {
    let paid = now.paid == then.paid || (now.owed.0 > 0 && then.owed.0 == 0);
    now.outcome == then.outcome && now.live == then.live && paid
}

impl Table {
    /// The table as it was when a coup had its result, with these wagers down and these cards on the layout.
    pub(crate) fn at_result(&self, coup: &Coup, stakes: Vec<Stake>) -> Table {
        let mut then = self.clone();
        then.state.phase = Phase::Coup(Coup { stage: Stage::Decided, ..coup.clone() });
        then.state.stakes = stakes;
        then.state.on_paper.clear();
        then
    }

    /// The same, where wagers are settled by another method.
    pub(crate) fn by_method(mut self, method: &str) -> Table {
        self.state.settings.method = method.to_owned();
        self.pays = Default::default();
        self.refit();
        self
    }

    /// Does the table, as it is set now, come to what was settled in a coup? If limits or methods have changed since, it may not, and what is
    /// owed is for a dispute.
    pub(crate) fn comes_to_the_same(&self, record: &CoupRecord) -> bool {
        let stakes = record.settled.iter().map(|settled| settled.stake.clone()).collect();
        let then = self.at_result(&record.coup, stakes);
        let Some(outcome) = then.outcome(&record.coup) else { return false };
        let same = |settled: &SettledStake| {
            let part = (settled.result.live, Citation::default());
            let known = then.live_part(&settled.stake).0 >= settled.result.live;
            let now = then.settle_part(&settled.stake, part, &outcome);
            known && now.is_ok_and(|(now, _)| same(&now, &settled.result))
        };
        record.settled.iter().all(same)
    }

    /// Wagers of a coup that is over, settled again at a table as it should have been then: those that come out otherwise, each with the wager
    /// that it was.
    pub(crate) fn settled_again(
        &self,
        by: &Actor,
        record: &CoupRecord,
        then: &Table,
        outcome: &Outcome,
        corrected: Option<(&Stake, &Stake)>,
        cites: &Citation,
    ) -> Result<Facts, Refusal> {
        let number = record.coup.number;
        let mut story = Story { table: self.clone(), by, facts: Vec::new() };
        for settled in &record.settled {
            let wrong = corrected.filter(|(keyed, _)| keyed.id == settled.stake.id);
            let stake = wrong.map_or(&settled.stake, |(_, was)| was);
            // Whoever shares an area with a wager that was another has another part of it.
            let shares = corrected.is_some_and(|(keyed, was)| {
                then.on_area(keyed.area, &keyed.wager)(stake) || then.on_area(was.area, &was.wager)(stake)
            });
            let part = match shares {
                true => then.live_part(stake),
                false => (settled.result.live, Citation::default()),
            };
            let (result, own) = then.settle_part(stake, part, outcome)?;
            if wrong.is_none() && same(&result, &settled.result) {
                continue;
            }
            let undone = trouble::Fact::SettlementUndone {
                coup: number,
                stake: settled.stake.clone(),
                result: settled.result.clone(),
                how: Undone::OnPaper,
            };
            let mut facts = vec![(Fact::Trouble(undone), cites.clone())];
            if let Some((keyed, was)) = wrong {
                facts.push(wager_corrected(number, keyed, was, cites));
            }
            if stake.amount.0 > 0 {
                let result = Settled { stays: false, ..result };
                let again = trouble::Fact::SettledOnPaper { coup: number, stake: stake.clone(), result };
                facts.push((Fact::Trouble(again), own.and(cites.clone())));
            }
            story.goes_on(facts);
        }
        let before = self.state.open_items.len();
        let mut new: Vec<OpenItem> = story.table.state.open_items.iter().skip(before).cloned().collect();
        // What the house owes goes out first, so that a patron can pay from it.
        new.sort_by_key(|item| item.patron_owes);
        for item in new {
            if story.table.can_move(&item) {
                let fact = Fact::Trouble(trouble::Fact::OpenItemSettled { item });
                story.goes_on(vec![(fact, cites.clone())]);
            }
        }
        Ok(story.facts)
    }

    /// Is whoever is concerned here, with chips enough on the side that pays?
    fn can_move(&self, item: &OpenItem) -> bool {
        let Some(patron) = self.state.present(&item.patron) else { return false };
        let held = match (item.patron_owes, item.kind) {
            (true, kind) => patron.held(kind),
            (false, ChipKind::Chips) => self.state.float,
            (false, ChipKind::PromotionalTokens) => Money(i64::MAX),
        };
        held >= item.amount
    }
}

/// That a wager on record was another.
pub(crate) fn wager_corrected(coup: u32, keyed: &Stake, was: &Stake, cites: &Citation) -> (Fact, Citation) {
    let fact = trouble::Fact::WagerCorrected { coup, stake: keyed.clone(), was: was.clone() };
    (Fact::Trouble(fact), cites.clone())
}
