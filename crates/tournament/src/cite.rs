//! What a decision rests on, topic by topic.

use baccarat::book::Book;
use baccarat::rules::tournament::{
    Condition, Disqualification, Disqualifying, FeeRefund, GateStep, PlayOffRule, TournamentPoint,
};
use baccarat::rules::tournament::{EarlyEndRule, PassCardRule, UndisclosedRule};
pub(crate) use declared::cite::{listed, stated, stated_or_silent};
use table::Citation;

/// The book's tournament clauses, asked by name.
pub(crate) struct Cites<'b>(pub &'b Book);

impl Cites<'_> {
    pub(crate) fn point(&self, point: TournamentPoint) -> Citation {
        listed(&self.0.rules.tournament.points, |known| *known == point)
    }

    pub(crate) fn has(&self, point: TournamentPoint) -> bool {
        self.0.rules.tournament.points.values().any(|known| *known == point)
    }

    pub(crate) fn points(&self, points: &[TournamentPoint]) -> Citation {
        points.iter().map(|point| self.point(*point)).fold(Citation::default(), Citation::and)
    }

    pub(crate) fn condition(&self, item: Condition) -> Citation {
        listed(&self.0.rules.tournament.conditions, |known| known.item == item)
    }

    pub(crate) fn gate(&self, step: GateStep) -> Citation {
        listed(&self.0.rules.tournament.gates, |known| known.step == step)
    }

    pub(crate) fn refund(&self, refund: FeeRefund) -> Citation {
        listed(&self.0.rules.tournament.refunds, |known| *known == refund)
    }

    pub(crate) fn pass(&self, rule: PassCardRule) -> Citation {
        listed(&self.0.rules.tournament.pass_cards, |known| *known == rule)
    }

    pub(crate) fn form(&self, rule: UndisclosedRule) -> Citation {
        listed(&self.0.rules.tournament.undisclosed, |known| *known == rule)
    }

    pub(crate) fn play_off(&self, rule: PlayOffRule) -> Citation {
        listed(&self.0.rules.tournament.play_off, |known| *known == rule)
    }

    pub(crate) fn early(&self, rule: EarlyEndRule) -> Citation {
        listed(&self.0.rules.tournament.early_end, |known| *known == rule)
    }

    /// One field of what the book says on a ground of disqualification: its value and the clauses that give it.
    pub(crate) fn disqualification(
        &self,
        why: Disqualifying,
        field: impl Fn(&Disqualification) -> Option<bool>,
    ) -> (Option<bool>, Citation) {
        let list = &self.0.rules.tournament.disqualification;
        let value = list.values().filter(|part| part.why == why).find_map(&field);
        (value, listed(list, |part| part.why == why && field(part).is_some()))
    }
}
