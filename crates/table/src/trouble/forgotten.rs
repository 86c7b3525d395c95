//! What is closed and forgotten. It is in the log; the table holds what may still be decided, and the last of what was.

use crate::person::Name;
use crate::state::{Breach, Matter, Patron};
use crate::table::Table;
use baccarat::rules::rulings::Measure;
use std::collections::BTreeSet;

/// How many of each kind that are closed the table holds.
const HELD: usize = 64;

/// Forgets the oldest of those that are closed.
fn forget<T>(all: &mut Vec<T>, is_closed: impl Fn(&T) -> bool) {
    let mut many = all.iter().filter(|one| is_closed(one)).count().saturating_sub(HELD);
    all.retain(|one| {
        let goes = many > 0 && is_closed(one);
        many -= usize::from(goes);
        !goes
    });
}

/// Was it decided on, with the person handed over where they were detained?
fn is_dealt_with(breach: &Breach) -> bool {
    !breach.measures.is_empty() && (breach.handed_to.is_some() || !breach.measures.contains(&Measure::Detain))
}

/// Is nothing known of this patron but that they were here?
fn left_nothing(patron: &Patron) -> bool {
    patron.chips.0 + patron.tokens.0 + patron.owed.0 == 0
        && patron.seat.is_none()
        && !patron.present
        && !patron.warned
        && patron.personal.is_none()
        && patron.kept_minimum.is_none()
        && patron.former_limits.is_none()
}

impl Table {
    /// Forgets what is closed, once coups were put away.
    pub(super) fn forget_closed(&mut self) {
        let first_held = self.state.record.first().map_or(u32::MAX, |first| first.coup.number);
        // What was brought up about a coup is noted with it when it is put away.
        forget(&mut self.state.matters, |matter: &Matter| {
            matter.decided.is_some() && matter.coup().is_none_or(|coup| coup < first_held)
        });
        forget(&mut self.state.breaches, is_dealt_with);
        let mut disputes = std::mem::take(&mut self.state.disputes);
        forget(&mut disputes, |dispute| dispute.coup < first_held && self.is_closed(dispute));
        self.state.disputes = disputes;
        self.forget_gone();
    }

    /// Forgets whoever is gone, has left nothing behind and is in nothing that the table still holds: it is as if they had never come.
    fn forget_gone(&mut self) {
        let state = &self.state;
        let held = state.record.iter().flat_map(|record| &record.settled);
        let held = held.map(|settled| &settled.stake.patron);
        let disputed =
            state.disputes.iter().flat_map(|dispute| [Some(&dispute.by.name), dispute.patron.as_ref()]);
        let accused = state.breaches.iter().map(|breach| &breach.who);
        let told = state.matters.iter().map(|matter| &matter.by.name);
        let open = state.open_items.iter().map(|item| &item.patron);
        let lying = state.on_paper.iter().chain(&state.stakes).map(|stake| &stake.patron);
        let named = held.chain(disputed.flatten()).chain(accused).chain(told).chain(open).chain(lying);
        let named: BTreeSet<Name> = named.chain(state.barred.keys()).cloned().collect();
        let state = &mut self.state;
        state.patrons.retain(|name, patron| !left_nothing(patron) || named.contains(name));
        state.arrivals.retain(|name| state.patrons.contains_key(name));
    }
}
