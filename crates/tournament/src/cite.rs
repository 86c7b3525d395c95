//! What a decision rests on, topic by topic.

use baccarat::book::Book;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{Ground, Measure};
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

    /// The clauses on breaks; where there is none, those by which the official is in control.
    pub(crate) fn breaks(&self) -> Citation {
        let own = self.point(TournamentPoint::Breaks);
        if own.is_empty() { self.point(TournamentPoint::OfficialInControl) } else { own }
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

    /// What the ordinary chapters let be done about a breach of the rules, and who decides it; they rule where the chapter on tournaments
    /// disqualifies nobody for one.
    pub(crate) fn sanction(&self, measure: Measure) -> Option<(Role, Citation)> {
        let own = &self.0.rules.tournament.disqualification;
        let sanctions = &self.0.rules.conduct.sanctions;
        let fits = |found: &baccarat::rules::rulings::Sanction| {
            found.measure == measure && found.ground == Ground::RuleBreach
        };
        let silent = !own.values().any(|part| part.why == Disqualifying::Breach);
        let by = sanctions.find(fits).filter(|_| silent)?.by;
        Some((by, listed(sanctions, fits)))
    }

    /// Everything that the ordinary chapters let be done about a breach in a tournament.
    pub(crate) fn sanctions(&self) -> Citation {
        let measures = [Measure::VoidWager, Measure::BarFromGame];
        measures
            .into_iter()
            .filter_map(|measure| self.sanction(measure))
            .map(|(_, cites)| cites)
            .fold(Citation::default(), Citation::and)
    }
}
