//! What is due in a coup.

use crate::cite::{Citation, Cite, cite_all, step};
use crate::compiled::side_basis::settles_early;
use crate::state::{Coup, Due, Stage};
use crate::table::Table;
use baccarat::outcome::Side;
use baccarat::rules::play::{DealOrder, SettleWhen, Step};

impl Table {
    pub(crate) fn due_in_coup(&self, coup: &Coup) -> Due {
        match (self.due_of_cards(coup), self.state.shoe.carried.first()) {
            (Due::Card { to }, Some(carried)) => Due::LayCarried { to, card: carried.card },
            (due, _) => due,
        }
    }

    pub(crate) fn due_of_cards(&self, coup: &Coup) -> Due {
        if coup.player.len() + coup.banker.len() < 4 {
            return Due::Card { to: self.next_of_four(coup) };
        }
        // A hand that is out, or offered, comes before one that is still to go out.
        let begun = |side: &Side| self.hand_out(coup, *side) || coup.holding(*side).offered.is_some();
        let mut sides = [Side::Player, Side::Banker];
        sides.sort_by_key(|side| !begun(side));
        for side in sides {
            if !self.lies_open(coup, side) {
                return self.due_of_hand(coup, side);
            }
        }
        match coup.stage {
            Stage::Initial => match self.call_owed_in_coup(coup) {
                Some(words) => Due::Call { words },
                None => Due::Settle,
            },
            Stage::PlayerOwed => Due::Card { to: Side::Player },
            Stage::BankerOwed => Due::Card { to: Side::Banker },
            Stage::PlayerDone | Stage::Complete => Due::Nothing,
            Stage::Decided => match self.call_owed_in_coup(coup) {
                Some(words) => Due::Call { words },
                None if !self.state.nothing_down() => Due::Settle,
                None => Due::CollectCards,
            },
            Stage::Settled => Due::CollectCards,
        }
    }

    pub(crate) fn due_of_hand(&self, coup: &Coup, side: Side) -> Due {
        let holding = coup.holding(side);
        if let Some(offered) = &holding.offered {
            return Due::AnswerOffer { by: offered.clone() };
        }
        if coup.is_shown(side) {
            return Due::CollectHand { side };
        }
        if let Some(holder) = holding.holder.as_ref().filter(|_| holding.out) {
            let by = holding.card_with.as_ref().unwrap_or(holder);
            return Due::Expose { side, by: Some(by.clone()) };
        }
        match self.hand_goes_to(coup, side) {
            Some(to) => Due::OfferHand { side, to: Some(to) },
            None => Due::Expose { side, by: None },
        }
    }

    /// Does any stake wait to be settled before third cards?
    pub(crate) fn early_owed(&self, coup: &Coup) -> bool {
        !coup.early_settled && self.state.stakes.iter().any(|stake| self.settles_early(&stake.wager))
    }

    pub(crate) fn settles_early(&self, wager: &baccarat::wager::WagerId) -> bool {
        self.side_basis(wager).is_some_and(|basis| basis.settles_early)
    }

    pub(crate) fn option_settles_early(&self, option: &str) -> bool {
        settles_early(&self.book, option)
    }

    /// The clauses by which a third card is owed.
    pub(crate) fn owed_under(&self, coup: &Coup) -> Citation {
        let counts = self.initial_counts(coup);
        let third = coup.player.get(2).copied().flatten().map(|card| self.book.values().of(card.rank));
        let basis = match (coup.stage, counts) {
            (Stage::PlayerOwed, Some((player, _))) => self.book.draw_basis(Side::Player, player, None),
            (_, Some((_, banker))) => self.book.draw_basis(Side::Banker, banker, third),
            _ => return Citation::silent("tableau"),
        };
        Citation::of("tableau", basis).and(step(&self.book, Step::ThirdCardsByTableau))
    }

    /// The clauses on when, and in what order, the side options are settled that are down now.
    pub(crate) fn option_times_under(&self, when: SettleWhen) -> Citation {
        let down: Vec<&str> = self.wagers_down().filter_map(|wager| self.option_of(&wager.id)).collect();
        let cites = cite_all(&self.book.rules.settlement.options, |rule| {
            rule.when == when && down.contains(&rule.option.as_str())
        });
        Citation { silences: Vec::new(), ..cites }
    }

    /// The clauses on what is due in a coup.
    pub(crate) fn due_in_coup_under(&self, coup: &Coup, due: &Due) -> Citation {
        let rules = &self.book.rules;
        let cites = match due {
            Due::Call { words } => self.owed_call_under(*words),
            Due::LayCarried { .. } => self.carried_under(),
            Due::Card { .. } if coup.stage != Stage::Initial => self.owed_under(coup),
            Due::Card { to } => self.turn_under(*to, !coup.banker.is_empty()),
            Due::OfferHand { .. } | Due::AnswerOffer { .. } => rules.dealing.exposing.cites(),
            Due::Expose { by, .. } => {
                let who = if by.is_some() { Step::HolderExposes } else { Step::DealerTurnsRest };
                rules.dealing.exposing.cites().and(step(&self.book, who))
            }
            Due::CollectHand { .. } => step(&self.book, Step::DealerCollectsHands),
            Due::Settle if coup.stage == Stage::Initial => {
                step(&self.book, Step::ThirdCardsAfterPairsSettled)
                    .and(self.option_times_under(SettleWhen::BeforeThirdCards))
            }
            Due::Settle => rules.settlement.order.cites(),
            Due::CollectCards => step(&self.book, Step::CoupEnds),
            _ => Citation::default(),
        };
        if cites.is_empty() { Citation::silent("the order of play") } else { cites }
    }

    /// Whose turn it is among the first four cards.
    pub(crate) fn next_of_four(&self, coup: &Coup) -> Side {
        match self.book.rules.dealing.order.get() {
            // A book that does not say is dealt as every other is.
            Some(DealOrder::PlayerBankerTwice) | None if coup.player.len() <= coup.banker.len() => {
                Side::Player
            }
            Some(DealOrder::PlayerBankerTwice) | None => Side::Banker,
        }
    }
}
