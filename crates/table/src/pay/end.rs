//! The end of a coup, in effect or void.

use crate::state::record::CoupRecord;
use crate::state::{Approval, Betting, Phase};
use crate::table::Table;
use baccarat::rules::betting::ApprovalFor;
use std::sync::Arc;

impl Table {
    pub(crate) fn end_coup(&mut self) {
        let Phase::Coup(coup) = &self.state.phase else { return };
        let (left, _, by_tie) = self.left_after(coup);
        self.state.record.push(Arc::new(CoupRecord {
            coup: coup.clone(),
            shoe: self.state.shoe.number,
            settled: std::mem::take(&mut self.state.settled),
            coups_left: self.state.shoe.coups_left,
            tie_used: self.state.shoe.tie_used,
            told: Default::default(),
        }));
        self.state.shoe.tie_used |= by_tie;
        self.state.shoe.coups_left = left;
        self.state.shoe.cutting_card_first |= coup.cutting_card_first;
        self.state.put_old_away();
        self.state.shoe.cutting_card_in_burn = false;
        if self.state.trouble.is_some() {
            self.state.shoe.coups_left = None;
        }
        self.state.made_under.clear();
        for (wager, most) in std::mem::take(&mut self.state.next_areas) {
            self.state.settings.change_area(wager.as_ref(), most);
        }
        self.state.on_paper.clear();
        if self.state.settings.device == baccarat::rules::cards::Device::ShufflingDevice {
            // A shuffling device takes the coup's cards back, so any card may come again.
            self.state.shoe.seen.clear();
            self.state.shoe.drawn = 0;
        }
        let approvals = &self.book.rules.betting.combinations;
        let mut approved = approvals.values().filter(|rule| rule.approved_by.is_some()).peekable();
        let for_coup =
            approved.peek().is_some() && approved.all(|rule| rule.approved_for == Some(ApprovalFor::Coup));
        self.state.approved.retain(|approval| !(for_coup && matches!(approval, Approval::BothHands { .. })));
        self.state.approved.retain(|approval| !matches!(approval, Approval::Nominees));
        self.state.phase = Phase::Betting(Betting::default());
    }
}
