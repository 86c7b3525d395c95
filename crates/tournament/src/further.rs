//! Further rounds for players who are level on points and contest different prizes: a session of their own, one coup at a time.

use crate::cite::listed;
use crate::conditions::EqualPrize;
use crate::facts::{Fact, Place};
use crate::places::prize_boundaries;
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase};
use crate::work::Work;
use baccarat::rules::tournament::{EqualForPrize, TournamentPoint};
use table::{Citation, Name};

impl Work<'_> {
    /// The first players who are level on points, contest different prizes and are to play on: from which place on, for how many
    /// places. Whoever did not come to further rounds has lost the seat in them, not the prize.
    pub(crate) fn level_on_points(&self, places: &[Place]) -> Option<(Vec<Name>, u32, u32)> {
        if self.conditions.points.is_none() || self.conditions.prizes.equal != EqualPrize::FurtherCoups {
            return None;
        }
        let cuts = prize_boundaries(self.conditions, places.len());
        let mut from = 0;
        while from < places.len() {
            let many = places[from..].iter().take_while(|place| place.place == places[from].place).count();
            let cut = cuts.iter().find(|cut| from < **cut && **cut < from + many);
            let plays = |place: &&Place| {
                let standing = self.state.entrant(&place.name).map(|entrant| entrant.standing);
                matches!(standing, Some(EntrantState::In | EntrantState::Out))
            };
            let level: Vec<Name> =
                places[from..from + many].iter().filter(plays).map(|place| place.name.clone()).collect();
            if let Some(cut) = cut.filter(|_| level.len() > 1) {
                return Some((level, from as u32 + 1, (cut - from) as u32));
            }
            from += many;
        }
        None
    }

    /// What the book says of level players who play on for a prize.
    pub(crate) fn further_cites(&self) -> Citation {
        listed(&self.book.rules.tournament.equal_for_prize, |equal| *equal == EqualForPrize::FurtherCoups)
    }

    pub(crate) fn call_rounds(&mut self) -> Result<(), Refusal> {
        if self.state.phase != Phase::Decided {
            let cites = self.cites().point(TournamentPoint::PlacesAwarded);
            return self.refuse(Reason::PlacesOpen, "the last session's places do not stand", cites);
        }
        self.reports_answered(|_| true)?;
        self.games_counted()?;
        let Some((players, place, places)) = self.level_on_points(&self.final_places()) else {
            let message = "nobody is level on points for different prizes";
            return self.refuse(Reason::OutOfOrder, message, self.further_cites());
        };
        self.push(Fact::RoundsCalled { players, place, places }, self.further_cites());
        Ok(())
    }
}
