//! What the book rules on an irregularity or a failed device: its clauses, for whoever cites them.

use crate::cite::{Citation, Cite, cite_all, cite_said};
use crate::facts::Fact;
use crate::facts::bets;
use crate::state::Verdict;
use crate::table::Table;
use baccarat::rules::betting::{EarlierCoup, LowLimit};
use baccarat::rules::people::Role;
use baccarat::rules::play::NoBetSource;
use baccarat::rules::rulings::{
    CardsAfter, DeviceFailure, DeviceMeasure, EarlierFate, Irregularity, ReliefNeed, Ruling,
};

impl Table {
    /// What the book says of an irregularity, all its clauses together; nothing if it does not speak of it.
    pub fn verdict(&self, when: Irregularity) -> Option<Verdict> {
        if when == Irregularity::LimitsBroken {
            return self.verdict_on_limits();
        }
        let all = self.book.rules.irregularities.rulings.values();
        let rows: Vec<_> = all.filter(|ruling| ruling.when == when && self.is_at_hand(ruling)).collect();
        rows.first()?;
        let mut cards: Vec<CardsAfter> = rows.iter().filter_map(|ruling| ruling.cards).collect();
        cards.dedup();
        Some(Verdict {
            when,
            card: rows.iter().find_map(|ruling| ruling.card),
            wagers: rows.iter().find_map(|ruling| ruling.wagers),
            coup: rows.iter().find_map(|ruling| ruling.coup),
            earlier: rows.iter().find_map(|ruling| ruling.earlier),
            payments: rows.iter().find_map(|ruling| ruling.payments),
            decided_by: rows
                .iter()
                .find_map(|ruling| ruling.decided_by)
                .filter(|_| when != Irregularity::DealtTooEarly || self.relief_is_granted()),
            made_by: rows.iter().flat_map(|ruling| ruling.made_by.clone()).collect(),
            to: None,
            cards,
        })
    }

    /// What the book says of limits found broken on an earlier coup.
    fn verdict_on_limits(&self) -> Option<Verdict> {
        let earlier = match **self.book.rules.limits.earlier_coup.ruled()? {
            EarlierCoup::Stands => EarlierFate::Stand,
        };
        Some(Verdict {
            when: Irregularity::LimitsBroken,
            card: None,
            wagers: None,
            coup: None,
            earlier: Some(earlier),
            cards: Vec::new(),
            payments: None,
            decided_by: None,
            made_by: Vec::new(),
            to: None,
        })
    }

    /// Who decides what the book does not rule on: whoever decides disputes first.
    pub(crate) fn decides_silence(&self) -> (Role, Citation) {
        let disputes = &self.book.rules.conduct.disputes;
        let first = disputes.items.first();
        let cites = cite_all(disputes, |step| first.is_some_and(|first| first.stage == step.stage));
        (first.map_or(Role::Supervisor, |first| first.by), cites)
    }

    /// Is what a ruling gives to be had with the device from which this table deals?
    pub(crate) fn is_at_hand(&self, ruling: &Ruling) -> bool {
        ruling.devices.is_empty() || ruling.devices.contains(&self.state.settings.device)
    }

    /// Does relief from the freeze on wagers need somebody to grant it?
    pub(crate) fn relief_is_granted(&self) -> bool {
        let needs = &self.book.rules.irregularities.relief_needs;
        needs.values().any(|need| *need == ReliefNeed::SupervisorGrants)
    }

    /// The clauses on an irregularity.
    pub(crate) fn ruling_under(&self, when: Irregularity) -> Citation {
        if when == Irregularity::LimitsBroken {
            return self.book.rules.limits.earlier_coup.cites();
        }
        let rules = &self.book.rules.irregularities;
        let cites = cite_all(&rules.rulings, |ruling| ruling.when == when && self.is_at_hand(ruling));
        match when == Irregularity::DealtTooEarly && self.relief_is_granted() {
            true => cites.and(cite_all(&rules.relief_needs, |need| *need == ReliefNeed::SupervisorGrants)),
            false => cites,
        }
    }

    /// The clauses on a part of what follows from an irregularity; all of them where none gives that part.
    pub(crate) fn part_under(&self, when: Irregularity, gives: impl Fn(&Ruling) -> bool) -> Citation {
        let list = &self.book.rules.irregularities.rulings;
        let part = cite_said(list, |ruling| ruling.when == when && self.is_at_hand(ruling) && gives(ruling));
        if part.is_empty() { self.ruling_under(when) } else { part }
    }

    /// The clauses by which a coup is void and its wagers go back.
    pub(crate) fn void_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| ruling.coup.is_some() || ruling.wagers.is_some())
    }

    /// The clauses on what happens to the cards afterwards.
    pub(crate) fn cards_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| ruling.cards.is_some())
    }

    /// The clauses on what becomes of the coup.
    pub(crate) fn coup_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| ruling.coup.is_some())
    }

    /// The clauses on what becomes of the card.
    pub(crate) fn card_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| ruling.card.is_some())
    }

    /// The clauses by which a card is carried over: those on the card, and on the coup that it leaves alone.
    pub(crate) fn carries_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| ruling.card.is_some() || ruling.coup.is_some())
    }

    /// The clauses that still speak between two coups, where there is none to be void and no wager of it to go back.
    pub(crate) fn between_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| {
            let more = ruling.card.is_some() || ruling.cards.is_some() || ruling.earlier.is_some();
            more || (ruling.coup.is_none() && ruling.wagers.is_none())
        })
    }

    /// The no-bet coup that a ruling orders.
    pub(crate) fn forced_no_bet(&self, when: Option<Irregularity>) -> (Fact, Citation) {
        let source = NoBetSource::Ruling;
        let rules = &self.book.rules.no_bet;
        let all = cite_all(&rules.sources, |rule| rule.source == source);
        // Of several clauses that order one, those that rule on something else say nothing of this.
        let ruled = when.map(|when| self.ruling_under(when)).unwrap_or_default();
        let own = all.clone().without(&all.clone().without(&ruled));
        let cites = if own.clauses.is_empty() { all } else { own };
        let never = rules.wagers.ruled().map(|rule| rule.cites()).unwrap_or_default();
        (Fact::Bets(bets::Fact::NoBetDirected { source }), cites.and(never))
    }

    pub(crate) fn measure_under(&self, failure: DeviceFailure, does: DeviceMeasure) -> Citation {
        let list = &self.book.rules.malfunction.measures;
        let cites = cite_all(list, |step| step.when == failure && step.does == does);
        // Where every card must come from a device, the next coup waits for one.
        let device = failure == DeviceFailure::NoCardOut && self.state.settings.low_limit;
        let only = cite_all(&self.book.rules.limits.low_limit, |rule| *rule == LowLimit::ShufflingDeviceOnly);
        if device { cites.and(only) } else { cites }
    }

    /// The clauses by which cards are shuffled and cut in the middle of a coup.
    pub(crate) fn interrupted_under(&self) -> Citation {
        match self.interrupted() {
            Some(_) => self.measure_under(DeviceFailure::NoTransfer, DeviceMeasure::ShuffleAndCut),
            None => Citation::default(),
        }
    }
}
