//! Cards of a real shoe, keyed in and refereed.

use super::app::{App, WhoseTurn};
use crate::sitting::story::{self, Message};
use baccarat::card::{Card, Rank, Suit};
use baccarat::outcome::Side;
use baccarat::rules::people::Role;
use table::driver::staff;
use table::state::Phase;
use table::{Act, Due, Given, cards, deal};

/// What has been keyed of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The hand it went to, where that was said.
    pub side: Option<Side>,
    /// Its rank.
    pub rank: Option<Rank>,
    /// The whole card. Until it is confirmed it can be taken back, and the table knows nothing of it.
    pub card: Option<Card>,
}

impl App {
    /// Takes a key that may belong to a card; says whether it did.
    pub(super) fn key_card(&mut self, letter: char) -> bool {
        match (self.entry.rank, Suit::from_letter(letter), Rank::from_letter(letter)) {
            (Some(rank), Some(suit), _) => {
                self.entry.card = Some(Card::new(rank, suit));
                self.entry.rank = None;
            }
            (Some(rank), None, _) => {
                self.hint(format!("After {} comes a suit: s, h, d or c; esc starts over.", rank.letter()));
            }
            (None, _, Some(rank)) => {
                self.confirm();
                self.entry.rank = Some(rank);
            }
            (None, _, None) => return false,
        }
        true
    }

    /// The next card went to this hand.
    pub(super) fn key_side(&mut self, side: Side) {
        self.confirm();
        self.entry.side = Some(side);
    }

    /// The card that was keyed is the one: it is put to the table.
    pub(super) fn confirm(&mut self) {
        if let Some(card) = self.entry.card {
            let side = self.entry.side;
            self.entry = Entry::default();
            self.card(card, side);
        }
    }

    /// Forgets what was keyed and not confirmed.
    pub(super) fn take_back(&mut self) {
        if let Some(card) = self.entry.card {
            self.hint(format!("{} is taken back.", story::card(card)));
        }
        self.entry = Entry::default();
    }

    /// A card has left the shoe. It is put to the table even when it is not due, so that the table says what is.
    fn card(&mut self, card: Card, side: Option<Side>) {
        if matches!(self.sitting.table.state().phase, Phase::Betting(_)) && !self.close_bets() {
            return;
        }
        let table = &self.sitting.table;
        let due = table.due();
        let answer = match side {
            None if matches!(due, Due::Burn | Due::Card { .. } | Due::LayCarried { .. }) => {
                table.answer_with(&due, &Given::Card(card))
            }
            _ => None,
        };
        let other = || deal::Act::DealCard { to: side.unwrap_or(Side::Player), card: Some(card) }.into();
        let act = answer.map_or_else(other, |answer| answer.act);
        self.put(act);
    }

    /// A card was burnt face down, or as many as are owed.
    pub(super) fn burn(&mut self) {
        self.confirm();
        let table = &self.sitting.table;
        let answer = match table.due() {
            due @ Due::BurnRest { .. } => table.usual_answer(&due),
            due => table.answer_with(&due, &Given::Unseen).filter(|_| due == Due::Burn),
        };
        let other = || cards::Act::BurnCard { card: None }.into();
        let act = answer.map_or_else(other, |answer| answer.act);
        self.put(act);
    }

    /// The cutting card came out.
    pub(super) fn cutting_card(&mut self) {
        self.confirm();
        self.put(Act::Deal(deal::Act::DrawCuttingCard));
    }

    /// Puts it to the table. A refusal names what was keyed, what is due and the clauses.
    fn put(&mut self, act: Act) {
        let keyed = match &act {
            Act::Deal(deal::Act::DealCard { to, card: Some(card) }) => {
                format!("{} to {}", story::card(*card), story::side_name(*to))
            }
            Act::Cards(cards::Act::BurnCard { card: Some(card) }) => {
                format!("{} burnt face up", story::card(*card))
            }
            Act::Cards(cards::Act::BurnCard { .. }) | Act::Cards(cards::Act::BurnRest { .. }) => {
                "A burn".to_owned()
            }
            _ => "The cutting card".to_owned(),
        };
        match self.sitting.ask(act, staff(Role::Dealer)) {
            Ok(happened) => {
                self.take_in(happened);
                if self.turn == WhoseTurn::Felt {
                    self.turn = WhoseTurn::Table;
                }
            }
            Err(refusal) => {
                let message = Message::refusal(&refusal);
                self.say(Message { text: format!("{keyed} is refused: {}", refusal.message), ..message });
            }
        }
        self.tick(self.sitting.now);
    }

    /// The first card closes betting; where nobody has bet, it starts a no-bet coup if the book has one.
    fn close_bets(&mut self) -> bool {
        if self.bets().is_empty() && !self.no_bet_is_directed() && !self.no_bet_coup() {
            self.hint("So put a wager down first, to have this coup refereed.");
            return false;
        }
        self.sitting.driver.close_bets();
        self.turn = WhoseTurn::Table;
        self.hurry();
        self.tick(self.sitting.now);
        true
    }

    /// The result stands: settle it and clear the cards away.
    pub(super) fn agree(&mut self) {
        if self.decision_waits() {
            return;
        }
        if self.window_is_open() {
            return self.resume();
        }
        if !self.coup_is_decided() {
            let (due, clauses) = self.due();
            let clauses = if clauses.is_empty() { String::new() } else { format!(" ({clauses})") };
            return self.hint(format!("Due is: {due}{clauses}. Key it in."));
        }
        self.agreed = true;
        self.turn = WhoseTurn::Table;
    }
}
