//! The shoe: which cards may still come, when it is new, when it ends.

use crate::cite::{Citation, Cite, cite_all};
use crate::refusal::{Reason, Refusal};
use crate::state::{Approval, Betting, Designated, EndedShoe, Phase, Preparing, Ready, Shoe};
use crate::table::Table;
use baccarat::card::Card;
use baccarat::rules::cards::{ShuffleWhen, Supply};
use baccarat::rules::rulings::{CardsAfter, Irregularity, Ruling};

impl Table {
    /// May all these cards be seen, after those that were seen before?
    pub(crate) fn check_not_all_out(&self, cards: &[Card]) -> Result<(), Refusal> {
        let decks = self.state.settings.decks;
        let out = |card: &&Card| {
            let among = |cards: &[Card]| cards.iter().filter(|seen| seen == card).count();
            among(&self.state.shoe.seen) + among(cards) > usize::from(decks)
        };
        let Some(card) = cards.iter().find(out) else { return Ok(()) };
        let rules = &self.book.rules.cards;
        let per_deck = rules.per_deck.ruled().map(|rule| rule.cites()).unwrap_or_default();
        Err(Refusal::new(
            Reason::CardImpossible,
            format!("all {decks} of {card} are already out of this shoe"),
            rules.decks.cites().and(per_deck),
        ))
    }

    /// The cards that may still come, each as often as it can.
    pub(crate) fn may_come(&self) -> Vec<Card> {
        let decks = usize::from(self.state.settings.decks);
        let out = |card: Card| self.state.shoe.seen.iter().filter(|seen| **seen == card).count();
        Card::all().flat_map(|card| std::iter::repeat_n(card, decks.saturating_sub(out(card)))).collect()
    }

    /// How many cards are still in the shoe, by the table's count.
    pub fn cards_left(&self) -> u32 {
        let all = u32::from(self.state.settings.decks) * self.per_deck();
        all.saturating_sub(u32::from(self.state.shoe.drawn))
    }

    /// May the cards be shuffled by consent, after a void for disorder? Says under which clauses.
    pub(crate) fn check_shuffle_by_consent(&self) -> Result<Citation, Refusal> {
        let list = &self.book.rules.irregularities.rulings;
        let lets = |ruling: &Ruling| {
            ruling.when == Irregularity::CannotBeReconstructed
                && ruling.cards == Some(CardsAfter::MayBeShuffledByConsent)
        };
        let cites = cite_all(list, lets);
        let refuse = |reason, message: &str| Err(Refusal::new(reason, message, cites.clone()));
        if list.find(lets).is_none() {
            return refuse(Reason::NotLawful, "this book does not let the cards be shuffled so");
        }
        let device = self.state.settings.device;
        let elsewhere =
            |ruling: &Ruling| lets(ruling) && !ruling.devices.is_empty() && !ruling.devices.contains(&device);
        if list.find(elsewhere).is_some() {
            return refuse(Reason::NotLawful, &format!("not with a {device}"));
        }
        if !self.state.shoe.disordered {
            return refuse(Reason::NotDue, "no coup has just been declared void for disorder");
        }
        Ok(cites)
    }

    /// All cards come out and are checked before they are shuffled.
    pub(crate) fn take_out_cards(&mut self, cites: &Citation) {
        self.start_shoe(cites);
        self.state.ended = None;
        if let Phase::Preparing(preparing) = &mut self.state.phase
            && preparing.ready.first() != Some(&Ready::Check)
        {
            preparing.ready.insert(0, Ready::Check);
        }
    }

    /// The cards go to be shuffled.
    pub(crate) fn start_shoe(&mut self, cites: &Citation) {
        let occasions = &self.book.rules.shuffle.occasions;
        let ordered = occasions.values().find(|occasion| occasion.ordered_by.is_some());
        let occasion = match (self.state.shoe.shuffle_ordered.is_some(), self.state.shoe.coups_left) {
            (true, _) => ordered.map_or(ShuffleWhen::EndOfShoe, |occasion| occasion.when),
            (false, Some(0)) if self.state.shoe.cutting_card_first => ShuffleWhen::CuttingCardCameFirst,
            (false, Some(0)) => ShuffleWhen::CuttingCardCameLater,
            (false, _) => ShuffleWhen::AfterVacancy,
        };
        let ended = EndedShoe {
            shoe: self.state.shoe.clone(),
            results: self.state.results.clone(),
            designated: self.state.designated.clone(),
        };
        self.state.shoe.number += 1;
        self.state.shoe.supply = Supply::TableShuffled;
        let preparing = Preparing { brought: cites.clone(), ..self.preparing(occasion) };
        self.new_shoe(preparing);
        self.state.ended = Some(Box::new(ended));
    }

    /// The shuffle was missed: the shoe goes on for the coup that has begun.
    pub(crate) fn go_on_unshuffled(&mut self) {
        let Some(ended) = self.state.ended.take() else { return };
        self.state.shoe = ended.shoe;
        self.state.shoe.coups_left = Some(1);
        self.state.shoe.unshuffled = true;
        self.state.results = ended.results;
        self.state.designated = ended.designated;
        self.state.phase = Phase::Betting(Betting::default());
    }

    pub(crate) fn new_shoe(&mut self, preparing: Preparing) {
        let shoe = &mut self.state.shoe;
        *shoe = Shoe {
            number: shoe.number,
            supply: shoe.supply,
            handled: shoe.handled,
            touched: shoe.touched,
            seen: Vec::new(),
            drawn: 0,
            coups_left: None,
            tie_used: false,
            unshuffled: false,
            unfit: false,
            shuffle_ordered: None,
            cutting_card_in_burn: false,
            cutting_card_first: false,
            burnt_card_asked: false,
            burnt_card: None,
            carried: Vec::new(),
            disordered: false,
            burnt: false,
            cutting_card_at: None,
        };
        if let Some(faces) = self.state.next_faces.take() {
            self.state.settings.faces = faces;
        }
        self.state.designated = Designated::default();
        self.state.approved.retain(|approval| {
            !matches!(approval, Approval::BurnStyle | Approval::Riffle | Approval::HandShuffle)
        });
        self.state.phase = Phase::Preparing(preparing);
    }
}
