//! What is due next, so that a console can say it.

pub(crate) mod answers;

use crate::cite::{Citation, Cite, cite_all};
use crate::state::{Betting, Due, Phase, Ready};
use crate::table::Table;
use crate::time::Time;
use baccarat::outcome::Side;
use baccarat::rules::people::CallWords;
use baccarat::rules::play::RoleMove;

impl Table {
    /// What is due next. While the clock runs, that is wagers until it ends; see [`Table::due_at`].
    pub fn due(&self) -> Due {
        if let Some(matter) = self.halted_by() {
            return Due::Decide { matter: matter.id, by: matter.decides };
        }
        if self.window().is_some() {
            return Due::Resume;
        }
        if let Some(due) = self.due_of_device() {
            return due;
        }
        match &self.state.phase {
            Phase::Betting(Betting { until: Some(until), closed: false, .. }) => {
                Due::Countdown { until: *until, left: None }
            }
            _ => self.due_by_the_book(),
        }
    }

    /// What a failed device waits for.
    fn due_of_device(&self) -> Option<Due> {
        self.state.trouble.as_ref()?;
        if let Some(condition) = self.device_asks() {
            return Some(Due::SayOfDevice { condition });
        }
        // The shuffle and the cut of a coup set aside come first.
        let unready = matches!(&self.state.phase, Phase::Preparing(preparing) if !preparing.ready.is_empty());
        self.device_owes().filter(|_| !unready).map(|step| Due::AfterDevice { step })
    }

    /// What is due at this moment: while the clock runs with the seconds left, after that what follows.
    pub fn due_at(&self, now: Time) -> Due {
        let now = now.max(self.state.last);
        match self.due() {
            Due::Countdown { until, .. } if now < until => {
                Due::Countdown { until, left: Some(now.seconds_until(until)) }
            }
            Due::Countdown { .. } => self.due_by_the_book(),
            due => due,
        }
    }

    /// What is due once no clock runs.
    fn due_by_the_book(&self) -> Due {
        match &self.state.phase {
            Phase::Preparing(preparing) => {
                if self.must_replace().is_some() || self.unfit_owed().is_some() {
                    return Due::ReplaceCards;
                }
                match preparing.ready.first() {
                    Some(Ready::Check) => Due::Check,
                    Some(Ready::Prepare(step)) => Due::Prepare { step: *step },
                    Some(Ready::Shuffle) => Due::Shuffle,
                    Some(Ready::Cut) => self.due_of_cut(),
                    Some(Ready::InsertCuttingCard) => Due::InsertCuttingCard,
                    Some(Ready::Load) => Due::Load,
                    Some(Ready::Burn) => Due::Burn,
                    Some(Ready::BurnRest(cards)) => Due::BurnRest { cards: *cards },
                    None => Due::StartPlay,
                }
            }
            Phase::Betting(betting) => self.due_in_betting(betting),
            Phase::Coup(coup) => self.due_in_coup(coup),
            Phase::Closed if self.closing_check_owed() => Due::Check,
            Phase::Closed => Due::Nothing,
        }
    }

    fn due_in_betting(&self, betting: &Betting) -> Due {
        if self.is_first_card_out() {
            return Due::FirstCard;
        }
        if self.unfit_owed().is_some() || self.touched_owed().is_some() {
            return Due::ReplaceCards;
        }
        if let Some(words) = self.call_owed_before_coup(betting) {
            // Betting goes on until the dealer is ready, so the call of no more bets is named only once it is the
            // last thing missing; last coup is announced at once.
            if matches!(words, CallWords::LastCoup | CallWords::LastHand) {
                return Due::Call { words };
            }
        }
        if let Some(to) = self.role_goes_to() {
            return Due::OfferRole { to };
        }
        if let Some(by) = &self.state.designated.offered {
            return Due::AnswerRole { by: by.clone() };
        }
        let period = self.state.period().is_some();
        if period && !betting.open && !betting.closed && betting.no_bet.is_none() {
            return Due::OpenBetting;
        }
        if self.is_closed_for_nothing(betting) {
            return Due::OpenBetting;
        }
        match self.call_owed_before_coup(betting) {
            _ if self.check_role_wager(betting.no_bet.is_some()).is_err() => self.due_of_role(),
            Some(words) if self.may_begin(betting) => Due::Call { words },
            None if self.may_begin(betting) => match self.state.shoe.carried.first() {
                Some(carried) => Due::LayCarried { to: Side::Player, card: carried.card },
                None => Due::FirstCard,
            },
            _ => Due::Wagers,
        }
    }

    /// While others have bet, whoever holds the role is waited for; before that, anybody's wager is.
    fn due_of_role(&self) -> Due {
        match &self.state.designated.holder {
            Some(by) if !self.state.stakes.is_empty() => Due::RoleWager { by: by.clone() },
            _ => Due::Wagers,
        }
    }

    /// The clauses on what is due.
    pub(crate) fn due_under(&self) -> Citation {
        self.under_due(self.due())
    }

    /// The clauses on what is due at this moment.
    pub fn due_under_at(&self, now: Time) -> Citation {
        self.under_due(self.due_at(now))
    }

    fn under_due(&self, due: Due) -> Citation {
        let rules = &self.book.rules;
        let cites = match &due {
            Due::Check => match &self.state.phase {
                Phase::Preparing(preparing) if !preparing.brought.is_empty() => preparing.brought.clone(),
                Phase::Preparing(preparing) => self.check_on(preparing.occasion).cites(),
                _ => rules.supply.check_after.cites(),
            },
            Due::Prepare { step } => cite_all(&rules.supply.preparation, |known| known == step),
            Due::Shuffle => match &self.state.phase {
                Phase::Preparing(preparing) => self.shuffle_under(preparing),
                _ => Citation::default(),
            },
            Due::ReplaceCards => {
                let handled = self.must_replace().unwrap_or_default();
                handled.and(self.unfit_owed().unwrap_or_default())
            }
            Due::OfferCut { .. } => self.players_cut_under(),
            Due::Cut { by } => {
                let supervisor_first = rules.cut.offered_to.get()
                    == Some(&baccarat::rules::shoe::CutOffer::SupervisorOrPlayers)
                    && matches!(&self.state.phase, Phase::Preparing(preparing) if !preparing.cutting.players);
                let nobody_here = self.state.participants().next().is_none();
                let fallback =
                    if nobody_here { &rules.cut.nobody_present } else { &rules.cut.nobody_accepts };
                match (by.is_some(), supervisor_first) {
                    (_, true) => rules.cut.offered_to.cites(),
                    (true, _) => self.players_cut_under(),
                    _ => fallback.cites(),
                }
            }
            Due::InsertCuttingCard => rules.cut.from_back.cites(),
            Due::Load => rules.equipment.devices.cites(),
            Due::Burn | Due::StartPlay => self.burn_under(),
            Due::BurnRest { .. } => self.burn_rest_under(),
            Due::OfferRole { .. } | Due::AnswerRole { .. } => self.role_offer_under(),
            Due::RoleWager { .. } => {
                cite_all(&rules.dealing.role, |rule| *rule == RoleMove::ObligesBankerWager)
            }
            Due::OpenBetting | Due::Wagers | Due::Countdown { .. } => self.closing().1,
            Due::Call { words } => self.owed_call_under(*words),
            Due::FirstCard => self.turn_under(Side::Player, false),
            Due::LayCarried { .. } => self.carried_under(),
            Due::Decide { .. } => {
                self.halted_by().map(|matter| self.matter_under(matter)).unwrap_or_default()
            }
            Due::SayOfDevice { .. } | Due::AfterDevice { .. } => self.device_under(),
            Due::Resume => self.window().map(|window| self.window_under(window)).unwrap_or_default(),
            Due::Card { .. }
            | Due::OfferHand { .. }
            | Due::AnswerOffer { .. }
            | Due::Expose { .. }
            | Due::CollectHand { .. }
            | Due::Settle
            | Due::CollectCards => match &self.state.phase {
                Phase::Coup(coup) => self.due_in_coup_under(coup, &due),
                _ => Citation::default(),
            },
            Due::Nothing => Citation::default(),
        };
        if cites.is_empty() { Citation::silent("the order of play") } else { cites }
    }
}
