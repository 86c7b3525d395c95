//! Which calls belong to this moment, and the clauses on them.

use crate::cite::Cite;
use crate::cite::{Citation, cite_all};
use crate::state::{Betting, Coup, Phase, Stage};
use crate::table::Table;
use baccarat::outcome::{Side, Winner};
use baccarat::rules::betting::Closing;
use baccarat::rules::people::{Call, CallWords, Duty, Moment};
use baccarat::rules::play::{Face, NoBetSource};
use baccarat::topic::Ruled;
use baccarat::wager::Settlement;

impl Table {
    /// Which way up the first four cards of this coup, or of the coming one, are dealt.
    fn face_now(&self) -> Face {
        match &self.state.phase {
            Phase::Coup(coup) => coup.face.unwrap_or(self.state.settings.faces),
            _ => self.state.settings.faces,
        }
    }

    /// The entries on calls at a moment, as far as they speak of the way this table deals.
    pub(crate) fn calls_at(&self, at: Moment) -> impl Iterator<Item = &Ruled<Call>> {
        let face = self.face_now();
        let fits = move |call: &&Ruled<Call>| call.at == at && call.faces.is_none_or(|faces| faces == face);
        self.book.rules.procedure.calls.items.iter().filter(fits)
    }

    /// The moments for calls that this one is.
    fn moments(&self) -> Vec<Moment> {
        match &self.state.phase {
            Phase::Betting(betting) => self.moments_in_betting(betting),
            Phase::Coup(coup) => self.moments_in_coup(coup),
            _ => Vec::new(),
        }
    }

    fn moments_in_betting(&self, betting: &Betting) -> Vec<Moment> {
        let mut moments = vec![Moment::BeforeCoup];
        if self.state.period().is_some() {
            moments.extend([Moment::BettingOpens, Moment::ClockZero]);
        }
        if self.is_last_coup(betting) {
            moments.push(self.last_moment(betting));
        }
        if betting.no_bet == Some(NoBetSource::Ruling) {
            moments.push(Moment::BeforeForcedNoBetCoup);
        }
        moments
    }

    /// How the cutting card came that makes the coming coup the last.
    pub(crate) fn last_moment(&self, betting: &Betting) -> Moment {
        match betting.cutting_card_first || self.state.shoe.cutting_card_in_burn {
            true => Moment::CuttingCardFirst,
            false => Moment::CuttingCardLater,
        }
    }

    fn moments_in_coup(&self, coup: &Coup) -> Vec<Moment> {
        match coup.stage {
            Stage::Initial
                if coup.player.len() + coup.banker.len() == 4
                    && self.lies_open(coup, Side::Player)
                    && self.lies_open(coup, Side::Banker) =>
            {
                vec![Moment::InitialDealShown]
            }
            Stage::Decided => {
                let outcome = self.outcome(coup);
                let tied = outcome.is_some_and(|outcome| outcome.winner() == Winner::Tie);
                let turns = outcome.is_some_and(|outcome| {
                    outcome.is_natural_tie()
                        && self.state.stakes.iter().filter_map(|stake| self.wager(&stake.wager)).any(
                            |wager| {
                                !self.is_main(&wager.id)
                                    && wager
                                        .row(&outcome)
                                        .is_some_and(|row| row.settlement == Settlement::StandsOff)
                            },
                        )
                });
                let mut moments = vec![Moment::Result];
                moments.extend(tied.then_some(Moment::TiedResult));
                moments.extend(turns.then_some(Moment::NaturalTie));
                moments
            }
            _ => Vec::new(),
        }
    }

    /// Calls that belong at this point of a coup, and whether each is a duty.
    pub(crate) fn calls_in_coup(&self, coup: &Coup) -> Vec<(CallWords, bool)> {
        let calls = self.moments_in_coup(coup).into_iter().flat_map(|moment| self.calls_at(moment));
        calls.map(|call| (call.words, Table::is_duty(call.duty))).collect()
    }

    /// Calls demanded at this point of a coup and not made yet.
    pub(crate) fn call_owed_in_coup(&self, coup: &Coup) -> Option<CallWords> {
        self.calls_in_coup(coup)
            .into_iter()
            .filter(|(_, must)| *must)
            .map(|(words, _)| words)
            .find(|words| !coup.called.contains(words))
    }

    /// Entries on this call that fit here and now.
    pub(crate) fn fitting_calls(&self, words: CallWords) -> Vec<&Ruled<Call>> {
        let all = self.moments().into_iter().flat_map(|moment| self.calls_at(moment));
        let mut all: Vec<&Ruled<Call>> = all.filter(|call| call.words == words).collect();
        // Of several rulings that want the same words, the one by which the card opens the coup wants them now.
        let carried = self.state.shoe.carried.iter().find(|carried| carried.no_bet);
        let carried = carried.map(|carried| self.card_under(carried.when)).unwrap_or_default();
        let own = |call: &&Ruled<Call>| call.basis.clauses().iter().any(|one| carried.clauses.contains(one));
        if all.iter().any(|call| call.at == Moment::BeforeForcedNoBetCoup && own(call)) {
            all.retain(|call| call.at != Moment::BeforeForcedNoBetCoup || own(call));
        }
        all
    }

    /// The clauses on a call: those that speak of this moment, or where none does all that need no clock the table lacks.
    pub(crate) fn call_under(&self, words: CallWords) -> Citation {
        let fitting = self.fitting_calls(words);
        if !fitting.is_empty() {
            return fitting.into_iter().map(Cite::cites).fold(Citation::default(), Citation::and);
        }
        let clock = self.state.period().is_some();
        let fits = |call: &Call| call.words == words && (clock || call.at != Moment::ClockZero);
        cite_all(&self.book.rules.procedure.calls, fits)
    }

    /// The clauses that demand a call now.
    pub(crate) fn owed_call_under(&self, words: CallWords) -> Citation {
        let owed = self.fitting_calls(words).into_iter().filter(|call| call.duty == Duty::Must);
        let cites = owed.map(Cite::cites).fold(Citation::default(), Citation::and);
        if cites.is_empty() { Citation::silent(self.book.rules.procedure.calls.topic.id) } else { cites }
    }

    /// Is the coming coup known to be the last of the shoe?
    pub(crate) fn is_last_coup(&self, betting: &Betting) -> bool {
        let first = betting.cutting_card_first || self.state.shoe.cutting_card_in_burn;
        let after_first = self.book.rules.last.after_cutting_card_first.get() == Some(&0);
        self.state.shoe.coups_left == Some(1)
            || (first && after_first && self.state.shoe.coups_left.is_none())
    }

    /// A call that the book demands before the first card and that has not been made.
    pub(crate) fn call_owed_before_coup(&self, betting: &Betting) -> Option<CallWords> {
        let last = self.is_last_coup(betting);
        let moment = self.last_moment(betting);
        // Where the book gives several words for the last coup, any of them does.
        let mut owed = self.calls_at(moment).filter(|call| last && Table::is_duty(call.duty)).peekable();
        if let Some(words) = owed.peek().map(|call| call.words)
            && !owed.any(|call| betting.called.contains(&call.words))
        {
            return Some(words);
        }
        // Where the book has words of its own before a no-bet coup that a ruling ordered, they take the others' place.
        let forced = Moment::BeforeForcedNoBetCoup;
        let own_words = betting.no_bet == Some(NoBetSource::Ruling)
            && self.calls_at(forced).any(|call| Table::is_duty(call.duty));
        if own_words {
            let mut owed = self.calls_at(forced).filter(|call| Table::is_duty(call.duty));
            return owed.find(|call| !betting.called.contains(&call.words)).map(|call| call.words);
        }
        let at_zero = self.has_clock();
        let moments = [Moment::BeforeCoup, Moment::ClockZero];
        let before = moments.into_iter().filter(|moment| *moment != Moment::ClockZero || at_zero);
        let mut owed =
            before.flat_map(|moment| self.calls_at(moment)).filter(|call| Table::is_duty(call.duty));
        owed.find(|call| !betting.called.contains(&call.words)).map(|call| call.words)
    }

    /// Does a clock end the betting? One that the table was given while betting was open without one begins with the next.
    pub(crate) fn has_clock(&self) -> bool {
        let without = matches!(&self.state.phase, Phase::Betting(now) if now.open && now.until.is_none());
        self.state.period().is_some() && !without
    }

    /// What freezes wagers where no clock does, in so many words.
    pub(crate) fn freezing(&self) -> Citation {
        let frozen = self.book.rules.betting.frozen_until.ruled().filter(|_| !self.has_clock());
        frozen.map(|rule| rule.cites()).unwrap_or_default()
    }

    /// What closes betting at this table.
    pub(crate) fn closing(&self) -> (Closing, Citation) {
        let betting = &self.book.rules.betting;
        let rule = match self.has_clock() {
            true => &betting.closes_with_period,
            false => &betting.closes,
        };
        (rule.get().copied().unwrap_or(Closing::FirstCard), rule.cites())
    }
}
