//! The deal: calls, cards, and who holds them.

pub(crate) mod calls;
pub(crate) mod coup;
pub(crate) mod dealing;
pub(crate) mod holding;
pub(crate) mod next;

pub use crate::acts::deal::Act;
pub use crate::facts::deal::Fact;

use crate::state::{Carried, CoupResult, Phase};
use crate::table::Table;
use baccarat::card::Card;
use baccarat::outcome::Side;

impl Table {
    /// Has a card of the coup under way been seen, so that somebody may gain by what is said of it now? Whoever holds a hand, or has held
    /// it, may have looked.
    pub fn is_card_seen(&self) -> bool {
        let Phase::Coup(coup) = &self.state.phase else { return false };
        let held = [Side::Player, Side::Banker].iter().any(|side| coup.holding(*side).holder.is_some());
        held || self.is_card_shown()
    }

    /// Can wagers no longer be altered: is a coup under way, or betting closed for it?
    pub(crate) fn is_frozen(&self) -> bool {
        match &self.state.phase {
            Phase::Coup(_) => true,
            Phase::Betting(betting) => betting.closed && betting.no_bet.is_none(),
            Phase::Preparing(_) | Phase::Closed => self.interrupted().is_some(),
        }
    }

    /// Does a card of the coup under way lie where everybody sees it?
    pub(crate) fn is_card_shown(&self) -> bool {
        let Phase::Coup(coup) = &self.state.phase else { return false };
        coup.player.iter().chain(&coup.banker).any(Option::is_some)
    }

    pub(crate) fn apply_deal(&mut self, fact: &Fact) {
        match fact {
            Fact::Called { words } => {
                if let Phase::Betting(betting) = &mut self.state.phase {
                    betting.called.push(*words);
                }
            }
            Fact::CuttingCardSeen { .. } => match &mut self.state.phase {
                Phase::Betting(betting) => betting.cutting_card_first = true,
                Phase::Preparing(_) => self.state.shoe.cutting_card_in_burn = true,
                Phase::Coup(_) | Phase::Closed => {}
            },
            Fact::CoupStarted { number, no_bet } => self.start_coup(*number, *no_bet),
            Fact::CardDealt { card, .. } => self.apply_dealt(*card),
            Fact::CardCarried { card, no_bet, when, was_dealt } => {
                if !was_dealt {
                    self.state.shoe.draw(1);
                    self.state.shoe.seen.extend(*card);
                }
                self.state.shoe.carried.push(Carried { card: *card, no_bet: *no_bet, when: *when });
            }
            Fact::CardSetAside { card } => {
                self.state.shoe.draw(1);
                self.state.shoe.seen.extend(*card);
            }
            Fact::Exposed { cards, .. } => self.state.shoe.seen.extend(cards),
            Fact::HandTaken { .. } => self.state.shoe.handled = true,
            Fact::CoupDecided { winner, player, banker, player_pair, banker_pair, natural } => {
                self.state.results.push(CoupResult {
                    coup: self.state.coups,
                    winner: *winner,
                    player: *player,
                    banker: *banker,
                    player_pair: *player_pair,
                    banker_pair: *banker_pair,
                    natural: *natural,
                });
            }
            Fact::RoleOffered { .. }
            | Fact::RoleTaken { .. }
            | Fact::RoleRefused { .. }
            | Fact::RolePassed { .. }
            | Fact::RoleEnded { .. }
            | Fact::NobodyTakesRole => self.apply_role(fact),
            Fact::RoleKept { .. }
            | Fact::HandOffered { .. }
            | Fact::HandRefused { .. }
            | Fact::HandKept { .. }
            | Fact::Nominated { .. }
            | Fact::CardPassed { .. }
            | Fact::HandCollected { .. }
            | Fact::HoldingBroken { .. }
            | Fact::CardsForfeited { .. }
            | Fact::HandStands { .. }
            | Fact::HandDraws { .. }
            | Fact::NaturalSeen { .. } => {}
        }
    }

    fn apply_dealt(&mut self, card: Option<Card>) {
        let shoe = &mut self.state.shoe;
        if shoe.carried.is_empty() {
            shoe.draw(1);
            shoe.seen.extend(card);
            return;
        }
        // A card carried over left the shoe in the coup before.
        let carried = shoe.carried.remove(0);
        shoe.seen.extend(card.filter(|_| carried.card.is_none()));
        // What made it a no-bet coup says what follows when it is over.
        if let (Phase::Coup(coup), true) = (&mut self.state.phase, carried.no_bet) {
            coup.ruled.push(carried.when);
        }
        // Which way up a card lies that was seen too early says nothing of the others.
        if let (Phase::Coup(coup), Some(_)) = (&mut self.state.phase, carried.card) {
            coup.face = None;
        }
    }
}
