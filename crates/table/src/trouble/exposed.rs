//! A card that lay face down and was exposed by accident: it has been seen, whatever is decided.

use crate::cite::Citation;
use crate::facts::{Fact, deal};
use crate::person::Actor;
use crate::refusal::Refusal;
use crate::state::Report;
use crate::table::{Facts, Table};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::rulings::Irregularity;

impl Table {
    /// A card of a hand was exposed that lay face down: that it was seen goes on record, and what follows is as the book has it.
    pub(crate) fn judge_exposed(
        &self,
        by: &Actor,
        report: &Report,
        hand: Side,
        card: Card,
    ) -> Result<Facts, Refusal> {
        let when = Irregularity::CardExposed;
        let coup = self.now_coup()?;
        if coup.is_shown(hand) {
            return Err(self.impossible("no card of that hand lies face down", when));
        }
        self.check_not_all_out(&[card])?;
        let shown = Fact::Deal(deal::Fact::Exposed { side: hand, cards: vec![card], by: by.name.clone() });
        let mut facts = self.not_ruled_on(by, when, report);
        facts.push((shown.clone(), Citation::silent("a card exposed by accident")));
        let mut after = coup.clone();
        crate::deal::coup::advance(&mut after, &shown);
        facts.extend(self.consequences(after));
        Ok(facts)
    }
}
