//! Cards: checked, shuffled, cut, loaded, burnt, replaced.

pub(crate) mod multiples;
pub(crate) mod preparing;
pub(crate) mod shoe;

pub use crate::acts::cards::Act;
pub use crate::facts::cards::Fact;

use crate::event::Event;
use crate::state::{Approval, Phase, Ready};
use crate::table::Table;

impl Table {
    pub(crate) fn apply_cards(&mut self, fact: &Fact, event: &Event) {
        match fact {
            Fact::CardsChecked { .. }
            | Fact::CardsPrepared { .. }
            | Fact::Shuffled
            | Fact::RiffleAsked { .. }
            | Fact::CutLeftToPlayers
            | Fact::CutOffered { .. }
            | Fact::CutRefused { .. }
            | Fact::CutterNamed { .. }
            | Fact::CutMade { .. }
            | Fact::CuttingCardInserted { .. }
            | Fact::CardsLoaded
            | Fact::CardBurnt { .. }
            | Fact::RestBurnt { .. }
            | Fact::PlayStarted
            | Fact::CardsReplaced { .. } => self.apply_preparing(fact, &event.by.name),

            Fact::BurntCardShown { card } => {
                if self.state.shoe.burnt_card.replace(*card).is_none() {
                    self.state.shoe.seen.push(*card);
                }
            }
            Fact::BurntCardAsked { .. } => self.state.shoe.burnt_card_asked = true,
            Fact::ShuffleOrdered => self.state.shoe.shuffle_ordered = Some(event.cites.clone()),
            Fact::CardsUnfit => self.state.shoe.unfit = true,
            // What was approved is the way that was chosen; choosing it once more takes nothing back.
            Fact::BurnChosen { style } => {
                if self.state.settings.burn != *style {
                    self.state.approved.retain(|approval| *approval != Approval::BurnStyle);
                }
                self.state.settings.burn = *style;
            }
            Fact::Approved { what } => self.state.approved.push(what.clone()),
            Fact::BurnForgone => {
                if let Phase::Preparing(preparing) = &mut self.state.phase {
                    preparing.ready.retain(|ready| !matches!(ready, Ready::Burn | Ready::BurnRest(_)));
                }
            }
            Fact::CardsTakenOut => self.take_out_cards(&event.cites),
            Fact::ShuffleDue => self.start_shoe(&event.cites),
            Fact::OldShoeGoesOn => self.go_on_unshuffled(),
            Fact::Riffled | Fact::CardsVerified | Fact::LastCoupComing => {}
        }
    }
}
