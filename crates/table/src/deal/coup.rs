//! A coup: begun, moved on, reopened, void, over.

use crate::deal;
use crate::facts::Fact;
use crate::facts::{bets, pay, trouble};
use crate::state::record::SettledStake;
use crate::state::{Correction, Coup, Holding, Phase, Proposal, Stage, State};
use crate::table::Facts;
use crate::table::Table;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::play::{Face, NoBetSource};
use baccarat::rules::rulings::{DeviceMeasure, Measure};
use std::sync::Arc;

/// Moves a coup on by a fact about it.
pub(crate) fn advance(coup: &mut Coup, fact: &Fact) {
    match fact {
        Fact::Deal(deal::Fact::CardDealt { to, card }) => {
            let face = if card.is_some() { Face::Up } else { Face::Down };
            coup.face.get_or_insert(face);
            coup.hand_mut(*to).push(*card);
        }
        Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => {
            let mut open = cards.iter().copied();
            for card in coup.hand_mut(*side).iter_mut().filter(|card| card.is_none()) {
                *card = open.next().or(*card);
            }
            coup.holding_mut(*side).card_with = None;
        }
        Fact::Deal(deal::Fact::Called { words }) => coup.called.push(*words),
        Fact::Deal(deal::Fact::CuttingCardSeen { .. }) => coup.cutting_card_later = true,
        Fact::Deal(deal::Fact::NaturalSeen { .. }) => coup.stage = Stage::Complete,
        Fact::Deal(deal::Fact::HandDraws { side: Side::Player, .. }) => coup.stage = Stage::PlayerOwed,
        Fact::Deal(deal::Fact::HandStands { side: Side::Player, .. }) => coup.stage = Stage::PlayerDone,
        Fact::Deal(deal::Fact::HandDraws { side: Side::Banker, .. }) => coup.stage = Stage::BankerOwed,
        Fact::Deal(deal::Fact::HandStands { side: Side::Banker, .. }) => coup.stage = Stage::Complete,
        Fact::Deal(deal::Fact::CoupDecided { .. }) => coup.stage = Stage::Decided,
        Fact::Pay(pay::Fact::AllSettled { early: true }) => coup.early_settled = true,
        Fact::Pay(pay::Fact::AllSettled { early: false }) => coup.stage = Stage::Settled,
        Fact::Deal(deal::Fact::HandOffered { side, to }) => {
            coup.holding_mut(*side).offered = Some(to.clone())
        }
        Fact::Deal(deal::Fact::HandTaken { side, by }) => {
            let holding = coup.holding_mut(*side);
            holding.offered = None;
            holding.holder = Some(by.clone());
            holding.out = true;
        }
        Fact::Deal(deal::Fact::CardPassed { side, to }) => {
            let holding = coup.holding_mut(*side);
            holding.out = true;
            holding.card_with = Some(to.clone()).filter(|_| holding.holder.as_ref() != Some(to));
        }
        Fact::Deal(deal::Fact::HandCollected { side }) => {
            let holding = coup.holding_mut(*side);
            holding.out = false;
            holding.card_with = None;
        }
        Fact::Deal(deal::Fact::HandRefused { side, by }) => {
            let holding = coup.holding_mut(*side);
            holding.offered = None;
            holding.refused.push(by.clone());
        }
        Fact::Deal(deal::Fact::HandKept { side }) => coup.holding_mut(*side).kept = true,
        Fact::Deal(deal::Fact::Nominated { by, nominees, cards }) => {
            for side in [Side::Player, Side::Banker] {
                if coup.holding(side).holder.as_ref() == Some(by) {
                    let holding = coup.holding_mut(side);
                    holding.nominees = nominees.clone();
                    holding.named_for = *cards;
                }
            }
        }
        Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, corrected }) => {
            coup.early_settled &= same_initial([&coup.player, &coup.banker], [player, banker]);
            coup.player.clone_from(player);
            coup.banker.clone_from(banker);
            coup.stage = Stage::Initial;
            // What was called of the cards on the felt has been called; only the record was wrong.
            if corrected.is_none() {
                coup.called.clear();
            }
        }
        Fact::Trouble(trouble::Fact::WindowOpened { window }) => coup.window = Some(*window),
        Fact::Trouble(trouble::Fact::CoupResumed)
        | Fact::Trouble(trouble::Fact::DeviceStepTaken { step: DeviceMeasure::OfferStakesBack, .. }) => {
            coup.window = None;
        }
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => {
            coup.ruled.push(verdict.when);
            coup.passed_to.extend(verdict.to.clone());
        }
        Fact::Trouble(trouble::Fact::SettlementReopened) => coup.stage = Stage::Decided,
        // The dealer keeps the hands of a coup that nobody has a wager on any more.
        Fact::Bets(bets::Fact::NoBetDirected { .. }) => {
            coup.no_bet = true;
            for side in [Side::Player, Side::Banker] {
                *coup.holding_mut(side) = Holding { kept: true, ..Holding::default() };
            }
        }
        // Somebody who may no longer play gets no cards of the coup.
        Fact::Trouble(trouble::Fact::Sanctioned {
            who,
            measure: Measure::BarFromGame | Measure::ExcludeFromCasino,
            ..
        }) => {
            for side in [Side::Player, Side::Banker] {
                let holding = coup.holding_mut(side);
                holding.offered.take_if(|offered| offered == who);
                holding.card_with.take_if(|with| with == who);
                holding.nominees.retain(|nominee| nominee != who);
            }
        }
        Fact::Deal(deal::Fact::CardsForfeited { by, .. }) => {
            for side in [Side::Player, Side::Banker] {
                let holding = coup.holding_mut(side);
                if holding.holder.as_ref() == Some(by) || holding.offered.as_ref() == Some(by) {
                    *holding = Holding { kept: true, ..Holding::default() };
                }
            }
        }
        _ => {}
    }
}

/// Do both hands keep their first two cards?
pub(crate) fn same_initial(before: [&[Option<Card>]; 2], after: [&[Option<Card>]; 2]) -> bool {
    before.iter().zip(after).all(|(before, after)| before.len() >= 2 && before.get(..2) == after.get(..2))
}

impl Table {
    pub(crate) fn start_coup(&mut self, number: u32, no_bet: bool) {
        let Phase::Betting(betting) = &self.state.phase else { return };
        let source = betting.no_bet;
        let coup = Coup {
            number,
            no_bet,
            no_bet_by: source,
            player: Vec::new(),
            banker: Vec::new(),
            stage: Stage::Initial,
            called: Vec::new(),
            early_settled: false,
            cutting_card_first: betting.cutting_card_first || self.state.shoe.cutting_card_in_burn,
            cutting_card_later: false,
            player_holding: Holding::default(),
            banker_holding: Holding::default(),
            face: None,
            window: None,
            void: false,
            ruled: Vec::new(),
            passed_to: Vec::new(),
        };
        self.count_idle(no_bet, source);
        self.state.coups = number;
        // Consent to a change of the game holds until the change is made; any other was for this coup.
        self.state.agreed.retain(|to, _| *to == Proposal::ChangeOfGame);
        self.state.no_bet_asked = false;
        self.state.shoe.disordered = false;
        self.state.settled.clear();
        self.state.riding.clear();
        self.state.phase = Phase::Coup(coup);
    }

    /// Coups in a row that each patron has let pass.
    pub(crate) fn count_idle(&mut self, no_bet: bool, source: Option<NoBetSource>) {
        let agreed = matches!(source, Some(NoBetSource::Consent | NoBetSource::RequestAndConsent));
        let counts = self.book.rules.betting.idle_seat.get().is_some_and(|idle| idle.agreed_no_bet_counts);
        if no_bet && !(agreed && counts) {
            return;
        }
        // Where the row counts only at a full table, a coup with a free place starts it anew.
        let full = self.state.seated().len() == usize::from(self.state.settings.seats);
        let idle = self.book.rules.betting.idle_seat.get();
        let counts = full || !idle.is_some_and(|idle| idle.only_when_full);
        let State { patrons, stakes, .. } = &mut self.state;
        for (name, patron) in patrons.iter_mut().filter(|(_, patron)| patron.present) {
            let idle = counts && !stakes.iter().any(|stake| stake.patron == *name);
            patron.idle = if idle { patron.idle.saturating_add(1) } else { 0 };
        }
    }

    /// Cards that lay unseen may be known once a coup is put together again.
    pub(crate) fn see_reconstructed(&mut self, player: &[Option<Card>], banker: &[Option<Card>]) {
        let Phase::Coup(coup) = &self.state.phase else { return };
        let mut known: Vec<Card> = coup.player.iter().chain(&coup.banker).flatten().copied().collect();
        for card in player.iter().chain(banker).flatten() {
            match known.iter().position(|other| other == card) {
                Some(place) => {
                    known.remove(place);
                }
                None => self.state.shoe.seen.push(*card),
            }
        }
    }

    /// A card that was on record by mistake has not left the shoe; another has.
    pub(crate) fn see_corrected(&mut self, corrected: &Correction) {
        let seen = &mut self.state.shoe.seen;
        if let Some(place) = seen.iter().position(|card| *card == corrected.keyed) {
            seen[place] = corrected.was;
        }
    }

    /// The coup that has just ended is under way again.
    pub(crate) fn reopen_coup(&mut self, number: u32) {
        let Some(record) = self.state.record.pop_if(|record| record.coup.number == number) else { return };
        let record = Arc::unwrap_or_clone(record);
        if let Some(ended) = self.state.ended.take() {
            self.state.shoe = ended.shoe;
            self.state.results = ended.results;
            self.state.designated = ended.designated;
        }
        // A stake that rides lies there and waits for its result again.
        let lies = |settled: &SettledStake| self.state.stakes.iter().any(|stake| settled.rides(stake));
        self.state.settled = record.settled.into_iter().filter(|settled| !lies(settled)).collect();
        self.state.shoe.coups_left = record.coups_left;
        self.state.shoe.tie_used = record.tie_used;
        self.state.phase = Phase::Coup(record.coup);
    }

    /// Moves the coup on, under way or set aside, by what happened.
    pub(crate) fn advance_coup(&mut self, fact: &Fact) {
        if let Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, corrected }) = fact {
            match corrected {
                Some(corrected) => self.see_corrected(corrected),
                None => self.see_reconstructed(player, banker),
            }
        }
        if let Phase::Coup(coup) = &mut self.state.phase {
            advance(coup, fact);
        } else if let Fact::Trouble(trouble::Fact::Sanctioned { .. })
        | Fact::Deal(deal::Fact::CardsForfeited { .. }) = fact
            && let Some(coup) = self.state.trouble.as_mut().and_then(|trouble| trouble.coup.as_mut())
        {
            advance(coup, fact);
        }
    }

    /// What the coup under way comes to as the table stands, unless it waits for patrons.
    pub(crate) fn brought_on(&self) -> Facts {
        match &self.state.phase {
            Phase::Coup(coup) if coup.window.is_none() => self.consequences(coup.clone()),
            _ => Vec::new(),
        }
    }
}
