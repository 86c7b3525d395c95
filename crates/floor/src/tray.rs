//! The chips in a float by what each is worth: as they were last counted, and as they must be since by what was keyed.
//!
//! Which chips a patron plays with nobody keys. Those that come in are taken to be the fewest that make the amount, as a dealer keeps
//! them; those that go out are the fewest that are there, as the console says them. Where that cannot be, nothing is claimed until the
//! float is counted again.

use baccarat::chips::{ChipSet, Money};
use baccarat::pieces::Pieces;
use serde::{Deserialize, Serialize};
use table::{Fact, Table, deal, notice, pay};

/// The chips in a float, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tray {
    /// What the float was worth after the last event.
    float: Money,
    /// Nothing before the first count, and where no chips that are there could have been paid.
    pieces: Option<Pieces>,
}

impl Tray {
    /// Takes in an event; the table is as it is after it.
    pub fn follow(&mut self, fact: &Fact, after: &Table) {
        let more = after.state().float - self.float;
        self.float = after.state().float;
        match fact {
            Fact::Pay(
                pay::Fact::FloatCounted { pieces: Some(counted), .. }
                | pay::Fact::FloatCorrected { pieces: Some(counted), .. },
            ) => self.pieces = Some(counted.clone()),
            Fact::Pay(pay::Fact::FloatFilled { pieces: Some(came), .. }) => {
                self.change(came, &Pieces::none())
            }
            Fact::Pay(pay::Fact::FloatCredited { pieces: Some(went), .. }) => {
                self.change(&Pieces::none(), went)
            }
            Fact::Pay(pay::Fact::ChipsChanged { gives, gets }) => self.change(gives, gets),
            // Chips that were counted by worth are those that are there; of others nobody knows which play brought.
            Fact::Pay(pay::Fact::PlayCounted { .. }) => {
                _ = self.pieces.take_if(|pieces| pieces.worth() != after.state().float);
            }
            // Where wagers are not kept nobody keys what is paid and taken in a coup.
            Fact::Deal(deal::Fact::CoupStarted { .. }) if !after.state().settings.wagers_kept => {
                self.pieces = None;
            }
            // A table that opens with nothing in its float has no chips of any worth.
            Fact::Notice(notice::Fact::TableOpened { settings, .. }) if settings.float == Money(0) => {
                self.pieces = Some(Pieces::none());
            }
            // Chips of which nobody said what they are worth each.
            Fact::Pay(
                pay::Fact::FloatFilled { .. }
                | pay::Fact::FloatCredited { .. }
                | pay::Fact::FloatCorrected { .. },
            ) => self.pieces = None,
            _ => self.flow(more, after.chips_in_play()),
        }
    }

    fn change(&mut self, came: &Pieces, went: &Pieces) {
        if let Some(pieces) = &mut self.pieces {
            pieces.add(came);
        }
        self.pieces.take_if(|pieces| !pieces.has(went));
        if let Some(pieces) = &mut self.pieces {
            pieces.take(went);
        }
    }

    /// An amount comes to the float, or leaves it.
    fn flow(&mut self, more: Money, chips: &ChipSet) {
        let Some(pieces) = &self.pieces else { return };
        let moved = match more.0 {
            0 => return,
            1.. => Pieces::made_by(chips, more).map(|came| (came, Pieces::none())),
            _ => pieces.fewest(-more).map(|went| (Pieces::none(), went)),
        };
        match moved {
            Some((came, went)) => self.change(&came, &went),
            None => self.pieces = None,
        }
    }

    /// The chips that are there, if that is known.
    pub fn pieces(&self) -> Option<&Pieces> {
        self.pieces.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chips() -> ChipSet {
        "5,25,100".parse().unwrap()
    }

    fn of(pieces: &[(i64, i64)]) -> Tray {
        let pieces = Pieces::of(pieces.iter().copied());
        Tray { float: pieces.worth(), pieces: Some(pieces) }
    }

    #[test]
    fn chips_come_as_the_fewest_and_go_as_the_fewest_that_are_there() {
        let mut tray = of(&[(500, 10), (2_500, 2)]);
        tray.flow(Money(10_500), &chips());
        assert_eq!(tray.pieces, Some(Pieces::of([(500, 11), (2_500, 2), (10_000, 1)])));
        tray.flow(Money(-7_500), &chips());
        assert_eq!(tray.pieces, Some(Pieces::of([(500, 6), (10_000, 1)])), "25s first, then fives");
    }

    #[test]
    fn what_cannot_have_been_paid_makes_the_tray_unknown_until_it_is_counted() {
        let mut tray = of(&[(10_000, 3)]);
        tray.flow(Money(-2_500), &chips());
        assert_eq!(tray.pieces, None);
        let mut tray = of(&[(10_000, 3)]);
        tray.change(&Pieces::of([(10_000, 1)]), &Pieces::of([(2_500, 4)]));
        assert_eq!(tray.pieces, None, "nobody gives out what is not there");
    }
}
