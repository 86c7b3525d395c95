//! Taking in what happened. History cannot be refused, so nothing here says no.

use crate::bets::stake::StakeId;
use crate::cite::Citation;
use crate::command::{Approval, Proposal, TableChange};
use crate::deal::reconstruction::same_initial;
use crate::event::{Event, Settled, SettledAs};
use crate::facts::Fact;
use crate::pay::record::{CoupRecord, SettledStake};
use crate::person::{Actor, Name};
use crate::settings::Limits;
use crate::state::*;
use crate::table::Table;
use crate::time::Time;
use crate::{bets, cards, deal, notice, pay, people, trouble};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::{ApprovalFor, ChangeBinds, ChipKind, KeptMinimum, TokenRule};
use baccarat::rules::cards::{ReplaceWhen, ShuffleWhen, Supply};
use baccarat::rules::people::Tidings;
use baccarat::rules::play::{Face, NoBetSource};
use baccarat::rules::rulings::{DeviceMeasure, Irregularity, Measure};

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
        Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker }) => {
            coup.early_settled &= same_initial([&coup.player, &coup.banker], [player, banker]);
            coup.player.clone_from(player);
            coup.banker.clone_from(banker);
            coup.stage = Stage::Initial;
            coup.called.clear();
        }
        Fact::Trouble(trouble::Fact::WindowOpened { window }) => coup.window = Some(*window),
        Fact::Trouble(trouble::Fact::CoupResumed)
        | Fact::Trouble(trouble::Fact::DeviceStepTaken { step: DeviceMeasure::OfferStakesBack, .. }) => {
            coup.window = None;
        }
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => coup.ruled.push(verdict.when),
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
                if holding.holder.as_ref() == Some(by) {
                    *holding = Holding { kept: true, ..Holding::default() };
                }
            }
        }
        _ => {}
    }
}

impl Table {
    /// Takes in an event.
    pub fn apply(&mut self, event: &Event) {
        self.state.last = self.state.last.max(event.at);
        let fact = &event.fact;
        if let Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker }) = fact {
            self.see_reconstructed(player, banker);
        }
        if let Phase::Coup(coup) = &mut self.state.phase {
            advance(coup, fact);
        } else if let Fact::Trouble(trouble::Fact::Sanctioned { .. })
        | Fact::Deal(deal::Fact::CardsForfeited { .. }) = fact
            && let Some(coup) = self.state.trouble.as_mut().and_then(|trouble| trouble.coup.as_mut())
        {
            advance(coup, fact);
        }
        match fact {
            Fact::People(people::Fact::SignedOn { name, role }) => {
                self.state.staff.entry(name.clone()).or_default().insert(*role);
            }
            Fact::People(people::Fact::SignedOff { name }) => {
                self.state.staff.remove(name);
            }
            Fact::People(people::Fact::Arrived { .. })
            | Fact::People(people::Fact::BoughtIn { .. })
            | Fact::People(people::Fact::VoucherSwapped { .. })
            | Fact::People(people::Fact::SeatTaken { .. })
            | Fact::People(people::Fact::SeatVacated { .. })
            | Fact::People(people::Fact::Left { .. }) => self.apply_people(fact),

            Fact::Cards(cards::Fact::CardsChecked { .. })
            | Fact::Cards(cards::Fact::CardsPrepared { .. })
            | Fact::Cards(cards::Fact::Shuffled)
            | Fact::Cards(cards::Fact::RiffleAsked { .. })
            | Fact::Cards(cards::Fact::CutLeftToPlayers)
            | Fact::Cards(cards::Fact::CutOffered { .. })
            | Fact::Cards(cards::Fact::CutRefused { .. })
            | Fact::Cards(cards::Fact::CutterNamed { .. })
            | Fact::Cards(cards::Fact::CutMade { .. })
            | Fact::Cards(cards::Fact::CuttingCardInserted { .. })
            | Fact::Cards(cards::Fact::CardsLoaded)
            | Fact::Cards(cards::Fact::CardBurnt { .. })
            | Fact::Cards(cards::Fact::RestBurnt { .. })
            | Fact::Cards(cards::Fact::PlayStarted)
            | Fact::Cards(cards::Fact::CardsReplaced { .. }) => self.apply_preparing(fact, &event.by.name),

            Fact::Cards(cards::Fact::BurntCardShown { card }) => {
                if self.state.shoe.burnt_card.replace(*card).is_none() {
                    self.state.shoe.seen.push(*card);
                }
            }
            Fact::Cards(cards::Fact::BurntCardAsked { .. }) => self.state.shoe.burnt_card_asked = true,
            Fact::Cards(cards::Fact::ShuffleOrdered) => {
                self.state.shoe.shuffle_ordered = Some(event.cites.clone())
            }
            Fact::Cards(cards::Fact::CardsUnfit) => self.state.shoe.unfit = true,
            Fact::Cards(cards::Fact::BurnChosen { style }) => {
                self.state.settings.burn = *style;
                self.state.approved.retain(|approval| *approval != Approval::BurnStyle);
            }
            Fact::Cards(cards::Fact::Approved { what }) => self.state.approved.push(what.clone()),

            Fact::Bets(bets::Fact::WagerPlaced { .. })
            | Fact::Bets(bets::Fact::WagerChanged { .. })
            | Fact::Bets(bets::Fact::WagerMoved { .. })
            | Fact::Bets(bets::Fact::WagerWithdrawn { .. })
            | Fact::Bets(bets::Fact::WagerReturned { .. })
            | Fact::Bets(bets::Fact::WagerScaled { .. }) => self.apply_stakes(fact),
            Fact::Pay(pay::Fact::WagerSettled { id, result, .. }) => self.apply_settled(*id, result),
            Fact::Pay(pay::Fact::RemainderDecided { patron, paid, .. }) => {
                self.apply_remainder(patron, *paid)
            }
            Fact::Notice(notice::Fact::PersonTold {
                patron: Some(patron),
                what: Tidings::FurtherShortWagersReturned,
                ..
            }) => {
                if let Some(patron) = self.state.patrons.get_mut(patron) {
                    patron.warned = true;
                }
            }

            Fact::Bets(bets::Fact::BettingOpened { .. })
            | Fact::Bets(bets::Fact::BettingClosed { .. })
            | Fact::Deal(deal::Fact::Called { .. })
            | Fact::Bets(bets::Fact::NoBetDirected { .. })
            | Fact::Deal(deal::Fact::CuttingCardSeen { .. }) => self.apply_betting(fact),
            // Whoever asks for it agrees to it.
            Fact::Bets(bets::Fact::NoBetAsked { patron }) => {
                self.state.no_bet_asked = true;
                self.state.agreed.entry(Proposal::NoBetCoup).or_default().insert(patron.clone());
            }
            Fact::Bets(bets::Fact::Agreed { patron, to }) => {
                self.state.agreed.entry(*to).or_default().insert(patron.clone());
            }

            Fact::Deal(deal::Fact::CoupStarted { number, no_bet }) => self.start_coup(*number, *no_bet),
            // A card carried over left the shoe in the coup before.
            Fact::Deal(deal::Fact::CardDealt { card, .. }) if !self.state.shoe.carried.is_empty() => {
                let carried = self.state.shoe.carried.remove(0);
                // Which way up a card lies that was seen too early says nothing of the others.
                if let (Phase::Coup(coup), Some(_)) = (&mut self.state.phase, carried.card) {
                    coup.face = None;
                }
                self.state.shoe.seen.extend(card.filter(|_| carried.card.is_none()));
            }
            Fact::Deal(deal::Fact::CardDealt { card, .. }) => {
                self.state.shoe.draw(1);
                self.state.shoe.seen.extend(*card);
            }
            Fact::Deal(deal::Fact::CardCarried { card, no_bet, when, was_dealt }) => {
                if !was_dealt {
                    self.state.shoe.draw(1);
                    self.state.shoe.seen.extend(*card);
                }
                self.state.shoe.carried.push(Carried { card: *card, no_bet: *no_bet, when: *when });
            }
            Fact::Deal(deal::Fact::CardSetAside { card }) => {
                self.state.shoe.draw(1);
                self.state.shoe.seen.extend(*card);
            }
            Fact::Cards(cards::Fact::BurnForgone) => {
                if let Phase::Preparing(preparing) = &mut self.state.phase {
                    preparing.ready.retain(|ready| !matches!(ready, Ready::Burn | Ready::BurnRest(_)));
                }
            }
            Fact::Trouble(trouble::Fact::CoupReopened { number }) => self.reopen_coup(*number),
            Fact::Trouble(trouble::Fact::CoupReconstructed { .. }) => {
                let number = self.state.coups;
                self.state.results.retain(|result| result.coup != number);
            }
            Fact::Trouble(trouble::Fact::CoupVoided { number }) => self.void(*number),
            Fact::Trouble(trouble::Fact::Disordered) => self.state.shoe.disordered = true,
            Fact::Trouble(trouble::Fact::SettlementUndone { coup, stake, result, how }) => {
                let settled = SettledStake { stake: stake.clone(), result: result.clone() };
                self.apply_undone(*coup, &settled, *how);
            }
            Fact::Trouble(trouble::Fact::SettledOnPaper { coup, stake, result }) => {
                self.apply_on_paper(*coup, stake, result)
            }
            Fact::Trouble(trouble::Fact::OpenItemSettled { item }) => self.apply_open_item(item),
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) => {
                self.state.matters.push((**matter).clone())
            }
            Fact::Trouble(trouble::Fact::MatterDecided { id, decision }) => {
                let decided = self.state.matters.iter_mut().find(|matter| matter.id == *id);
                if let Some(matter) = decided {
                    matter.decided = Some(decision.clone());
                }
            }
            Fact::Cards(cards::Fact::CardsTakenOut) => self.take_out_cards(&event.cites),
            Fact::Trouble(trouble::Fact::Ruled { .. })
            | Fact::Trouble(trouble::Fact::WindowOpened { .. })
            | Fact::Trouble(trouble::Fact::CoupResumed)
            | Fact::Trouble(trouble::Fact::PlayGoesOn)
            | Fact::Trouble(trouble::Fact::SettlementReopened) => {}
            Fact::Deal(deal::Fact::Exposed { cards, .. }) => self.state.shoe.seen.extend(cards),
            Fact::Deal(deal::Fact::HandTaken { .. }) => self.state.shoe.handled = true,
            Fact::Deal(deal::Fact::CoupDecided {
                winner,
                player,
                banker,
                player_pair,
                banker_pair,
                natural,
            }) => {
                self.state.results.push(Result {
                    coup: self.state.coups,
                    winner: *winner,
                    player: *player,
                    banker: *banker,
                    player_pair: *player_pair,
                    banker_pair: *banker_pair,
                    natural: *natural,
                });
            }
            Fact::Pay(pay::Fact::CoupEnded { .. }) => self.end_coup(),
            Fact::Trouble(trouble::Fact::CoupInvalidated { number, .. }) => self.void(*number),
            Fact::Cards(cards::Fact::ShuffleDue) => self.start_shoe(&event.cites),
            Fact::Cards(cards::Fact::OldShoeGoesOn) => self.go_on_unshuffled(),

            Fact::Deal(deal::Fact::RoleOffered { .. })
            | Fact::Deal(deal::Fact::RoleTaken { .. })
            | Fact::Deal(deal::Fact::RoleRefused { .. })
            | Fact::Deal(deal::Fact::RolePassed { .. })
            | Fact::Deal(deal::Fact::RoleEnded { .. })
            | Fact::Deal(deal::Fact::NobodyTakesRole) => self.apply_role(fact),
            Fact::Deal(deal::Fact::RoleKept { .. }) | Fact::Notice(notice::Fact::RulesShown { .. }) => {}

            Fact::Notice(notice::Fact::SignPosted { change, effective }) => {
                self.announce(change, self.state.last, Some(*effective))
            }
            Fact::Notice(notice::Fact::PlayersTold { change }) => {
                self.announce(change, self.state.last, None)
            }
            Fact::Notice(notice::Fact::ChangeMade { change, keep_old }) => {
                self.apply_change(change, *keep_old)
            }
            Fact::Notice(notice::Fact::PersonalLimitSet { patron, limits }) => {
                if let Some(patron) = self.state.patrons.get_mut(patron) {
                    patron.personal = Some(*limits);
                }
            }
            Fact::Notice(notice::Fact::Restricted { option }) => {
                self.state.settings.restricted.push(option.clone())
            }
            Fact::Pay(pay::Fact::FloatFilled { amount, .. }) => {
                self.state.float += *amount;
                self.state.brought += *amount;
            }
            Fact::Pay(pay::Fact::FloatCredited { amount, .. }) => {
                self.state.float -= *amount;
                self.state.brought -= *amount;
            }
            Fact::Notice(notice::Fact::TableClosed { .. }) => {
                self.state.phase = Phase::Closed;
                self.state.trouble = None;
            }

            Fact::Trouble(trouble::Fact::DeviceFailed)
            | Fact::Trouble(trouble::Fact::DeviceAnswered { .. })
            | Fact::Trouble(trouble::Fact::DamageNamed { .. })
            | Fact::Trouble(trouble::Fact::DeviceRuled { .. })
            | Fact::Trouble(trouble::Fact::DeviceStepTaken { .. })
            | Fact::Trouble(trouble::Fact::CoupInterrupted) => self.apply_device(fact, &event.by),
            Fact::Trouble(trouble::Fact::BreachReported { .. })
            | Fact::Trouble(trouble::Fact::Sanctioned { .. })
            | Fact::Trouble(trouble::Fact::HandedOver { .. })
            | Fact::Trouble(trouble::Fact::WagerForfeited { .. }) => self.apply_conduct(fact, &event.by),
            Fact::Trouble(trouble::Fact::DisputeOpened { .. })
            | Fact::Trouble(trouble::Fact::DisputeDecided { .. })
            | Fact::Trouble(trouble::Fact::DisputeSettled { .. })
            | Fact::Trouble(trouble::Fact::ReviewAsked { .. })
            | Fact::Trouble(trouble::Fact::DisputeReferred { .. }) => {
                self.apply_dispute(fact, &event.by, event.at)
            }
            Fact::Trouble(trouble::Fact::EarlierStand) | Fact::Notice(notice::Fact::Shown { .. }) => {}

            Fact::Notice(notice::Fact::TableOpened { .. })
            | Fact::Cards(cards::Fact::Riffled)
            | Fact::Cards(cards::Fact::CardsVerified)
            | Fact::Pay(pay::Fact::FloatCounted { .. })
            | Fact::Bets(bets::Fact::DifferentialExceeded { .. })
            | Fact::Notice(notice::Fact::PersonTold { .. })
            | Fact::Deal(deal::Fact::HandOffered { .. })
            | Fact::Deal(deal::Fact::HandRefused { .. })
            | Fact::Deal(deal::Fact::HandKept { .. })
            | Fact::Deal(deal::Fact::Nominated { .. })
            | Fact::Deal(deal::Fact::CardPassed { .. })
            | Fact::Deal(deal::Fact::HandCollected { .. })
            | Fact::Deal(deal::Fact::HoldingBroken { .. })
            | Fact::Deal(deal::Fact::CardsForfeited { .. })
            | Fact::Deal(deal::Fact::HandStands { .. })
            | Fact::Deal(deal::Fact::HandDraws { .. })
            | Fact::Deal(deal::Fact::NaturalSeen { .. })
            | Fact::Pay(pay::Fact::AllSettled { .. })
            | Fact::Cards(cards::Fact::LastCoupComing) => {}
        }
        self.refit();
    }

    fn apply_people(&mut self, fact: &Fact) {
        let state = &mut self.state;
        match fact {
            Fact::People(people::Fact::Arrived { patron }) => {
                state.arrivals.retain(|name| name != patron);
                state.arrivals.push(patron.clone());
                let patron = state.patrons.entry(patron.clone()).or_default();
                let Patron { chips, tokens, owed, warned, .. } = *patron;
                *patron = Patron { chips, tokens, owed, warned, present: true, ..Patron::default() };
                state.vacant = false;
            }
            Fact::People(people::Fact::BoughtIn { patron, cash }) => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.chips += *cash;
                    state.float -= *cash;
                    state.drop += *cash;
                }
            }
            Fact::People(people::Fact::VoucherSwapped { patron, worth }) => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.tokens += *worth;
                    state.token_float -= *worth;
                    state.vouchers += *worth;
                }
            }
            Fact::People(people::Fact::SeatTaken { patron, seat }) => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.seat = Some(*seat);
                    patron.idle = 0;
                }
            }
            Fact::People(people::Fact::SeatVacated { patron, .. }) => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.seat = None;
                    patron.idle = 0;
                }
            }
            Fact::People(people::Fact::Left { patron }) => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    // A warning is remembered at this table; everything else ends with leaving it.
                    let Patron { chips, tokens, owed, warned, .. } = *patron;
                    *patron = Patron { chips, tokens, owed, warned, ..Patron::default() };
                }
                state.designated.holder.take_if(|holder| holder == patron);
                state.designated.offered.take_if(|offered| offered == patron);
                if let Phase::Preparing(preparing) = &mut state.phase {
                    preparing.cutting.offered.take_if(|offered| offered == patron);
                }
                let empty = state.players().next().is_none();
                state.vacant = empty;
            }
            _ => {}
        }
    }

    fn apply_preparing(&mut self, fact: &Fact, name: &Name) {
        // Whoever touches the cards of a shoe that has ended takes them out of it.
        self.state.ended = None;
        if let Fact::Cards(cards::Fact::CardsReplaced { supply, when, .. }) = fact {
            self.state.shoe.supply = *supply;
            self.state.shoe.handled = false;
            self.state.shoe.number += 1;
            let preparing = self.preparing(match when {
                ReplaceWhen::UnfitBetweenCoups => ShuffleWhen::AfterReplacingUnfit,
                ReplaceWhen::AfterAnyCoup | ReplaceWhen::AfterLastCoup => ShuffleWhen::AfterReplacement,
            });
            self.new_shoe(preparing);
            return;
        }
        if let Fact::Cards(cards::Fact::PlayStarted) = fact {
            self.state.phase = Phase::Betting(Betting::default());
            return;
        }
        let checked = match (&self.state.phase, fact) {
            (Phase::Preparing(preparing), Fact::Cards(cards::Fact::CardsChecked { by, .. })) => {
                let person = Actor { name: name.clone(), role: *by };
                let all: Vec<_> = preparing.checked.iter().cloned().chain([person]).collect();
                Table::is_checked(self.check_on(preparing.occasion), &all)
            }
            _ => false,
        };
        if let (Phase::Closed, Fact::Cards(cards::Fact::CardsChecked { by, .. })) = (&self.state.phase, fact)
        {
            self.state.checked_after.push(Actor { name: name.clone(), role: *by });
        }
        let Phase::Preparing(preparing) = &mut self.state.phase else { return };
        let done = match fact {
            Fact::Cards(cards::Fact::CardsChecked { by, .. }) => {
                preparing.checked.push(Actor { name: name.clone(), role: *by });
                checked && preparing.ready.first() == Some(&Ready::Check)
            }
            // A shuffle by hand before the device is an extra that nothing waits for.
            Fact::Cards(cards::Fact::Shuffled) => preparing.ready.first() == Some(&Ready::Shuffle),
            Fact::Cards(cards::Fact::CardsPrepared { .. })
            | Fact::Cards(cards::Fact::CutMade { .. })
            | Fact::Cards(cards::Fact::CuttingCardInserted { .. })
            | Fact::Cards(cards::Fact::CardsLoaded)
            | Fact::Cards(cards::Fact::RestBurnt { .. }) => true,
            Fact::Cards(cards::Fact::CardBurnt { owed, .. }) => {
                if !preparing.ready.is_empty() {
                    preparing.ready.remove(0);
                }
                if *owed > 0 {
                    preparing.ready.insert(0, Ready::BurnRest(*owed));
                }
                false
            }
            Fact::Cards(cards::Fact::RiffleAsked { .. }) => {
                preparing.riffle_asked = true;
                false
            }
            Fact::Cards(cards::Fact::CutLeftToPlayers) => {
                preparing.cutting.players = true;
                false
            }
            Fact::Cards(cards::Fact::CutOffered { to }) => {
                preparing.cutting.offered = Some(to.clone());
                false
            }
            Fact::Cards(cards::Fact::CutterNamed { by, other }) => {
                preparing.cutting.refused.push(by.clone());
                preparing.cutting.offered = Some(other.clone());
                false
            }
            Fact::Cards(cards::Fact::CutRefused { by }) => {
                preparing.cutting.offered = None;
                preparing.cutting.refused.push(by.clone());
                false
            }
            _ => false,
        };
        if done && !preparing.ready.is_empty() {
            preparing.ready.remove(0);
        }
        match fact {
            Fact::Cards(cards::Fact::CardBurnt { card, .. }) => {
                self.state.shoe.draw(1);
                self.state.shoe.seen.extend(*card);
            }
            Fact::Cards(cards::Fact::RestBurnt { cards }) => self.state.shoe.draw(u16::from(*cards)),
            _ => {}
        }
    }

    fn apply_stakes(&mut self, fact: &Fact) {
        match fact {
            Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
                self.state.next_stake = stake.id.0.saturating_add(1);
                self.take_from(&stake.patron, stake.kind, stake.amount);
                if let Some(patron) = self.state.patrons.get_mut(&stake.patron) {
                    patron.playing = true;
                }
                self.state.stakes.push(stake.clone());
            }
            Fact::Bets(bets::Fact::WagerChanged { id, to, .. })
            | Fact::Bets(bets::Fact::WagerScaled { id, to, .. }) => {
                let Some(stake) = self.state.stakes.iter_mut().find(|stake| stake.id == *id) else { return };
                let difference = *to - stake.amount;
                stake.amount = *to;
                let (patron, kind) = (stake.patron.clone(), stake.kind);
                self.take_from(&patron, kind, difference);
                self.state.stakes.retain(|stake| stake.amount.0 > 0);
            }
            Fact::Bets(bets::Fact::WagerMoved { id, to_box, to_wager }) => {
                if let Some(stake) = self.state.stakes.iter_mut().find(|stake| stake.id == *id) {
                    stake.area = *to_box;
                    stake.wager = to_wager.clone();
                }
            }
            Fact::Bets(bets::Fact::WagerWithdrawn { id })
            | Fact::Bets(bets::Fact::WagerReturned { id, .. }) => {
                if let Some(stake) = self.remove_stake(*id) {
                    self.take_from(&stake.patron, stake.kind, -stake.amount);
                }
            }
            _ => {}
        }
    }

    fn remove_stake(&mut self, id: StakeId) -> Option<crate::bets::stake::Stake> {
        let place = self.state.stakes.iter().position(|stake| stake.id == id)?;
        Some(self.state.stakes.remove(place))
    }

    /// Moves chips out of a patron's hand, or back into it when the amount is negative.
    pub(crate) fn take_from(&mut self, name: &Name, kind: ChipKind, amount: Money) {
        let Some(patron) = self.state.patrons.get_mut(name) else { return };
        match kind {
            ChipKind::Chips => patron.chips -= amount,
            ChipKind::PromotionalTokens => patron.tokens -= amount,
        }
    }

    fn apply_settled(&mut self, id: StakeId, result: &Settled) {
        if result.stays {
            // What was void goes back at once; only what was live stays.
            let live = result.live;
            self.apply_stakes(&Fact::Bets(bets::Fact::WagerScaled {
                id,
                from: live + result.returned,
                to: live,
            }));
            self.state.riding.push(id);
            if let Some(stake) = self.state.stake(id).cloned() {
                let result = Settled { chips: Vec::new(), ..*result };
                self.state.settled.push(SettledStake { stake, result });
            }
            return;
        }
        let Some(stake) = self.remove_stake(id) else { return };
        let name = &stake.patron;
        match result.outcome {
            SettledAs::Wins => {
                let collected = if self.collects_winning(stake.kind) { result.live } else { Money(0) };
                self.state.token_float += collected;
                self.take_from(name, stake.kind, collected - stake.amount);
                let in_chips = result.in_chips();
                self.take_from(name, ChipKind::Chips, -in_chips);
                self.state.float -= in_chips;
                if let Some(patron) = self.state.patrons.get_mut(name) {
                    patron.owed += result.owed;
                }
            }
            SettledAs::StandsOff => self.take_from(name, stake.kind, -stake.amount),
            SettledAs::Loses => {
                self.take_from(name, stake.kind, -result.returned);
                match stake.kind {
                    ChipKind::Chips => self.state.float += result.live,
                    ChipKind::PromotionalTokens => self.state.token_float += result.live,
                }
            }
        }
        // Room for the whole layout at once, as all of it is settled together.
        if self.state.settled.is_empty() {
            self.state.settled.reserve(self.state.stakes.len() + 1);
        }
        // Which chips it was paid in does not matter any more.
        let result = Settled { chips: Vec::new(), ..*result };
        self.state.settled.push(SettledStake { stake, result });
    }

    /// What chips could not make is decided on: the record says what was really paid, so that undoing it takes all of it back.
    fn apply_remainder(&mut self, name: &Name, paid: Money) {
        let Some(patron) = self.state.patrons.get_mut(name) else { return };
        patron.owed = Money(0);
        patron.chips += paid;
        self.state.float -= paid;
        let earlier = self.state.record.iter_mut().flat_map(|record| &mut record.settled);
        let owing = |settled: &&mut SettledStake| settled.stake.patron == *name && settled.result.owed.0 > 0;
        let mut last = None;
        for settled in earlier.chain(&mut self.state.settled).filter(owing) {
            settled.result.paid = settled.result.in_chips();
            settled.result.owed = Money(0);
            last = Some(settled);
        }
        if let Some(settled) = last {
            settled.result.paid += paid;
        }
    }

    /// Does the table collect what a winning wager was made of? A token goes unless the book leaves it with its owner.
    pub(crate) fn collects_winning(&self, kind: ChipKind) -> bool {
        let mut rules = self.book.rules.betting.tokens.values();
        kind == ChipKind::PromotionalTokens && !rules.any(|rule| *rule == TokenRule::KeptOnWin)
    }

    fn apply_betting(&mut self, fact: &Fact) {
        match (&mut self.state.phase, fact) {
            (Phase::Betting(betting), Fact::Bets(bets::Fact::BettingOpened { until })) => {
                betting.open = true;
                betting.until = *until;
                // Bets closed before a clock was started are open again until it ends.
                betting.called.retain(|words| *words != baccarat::rules::people::CallWords::NoMoreBets);
            }
            (Phase::Betting(betting), Fact::Bets(bets::Fact::BettingClosed { .. })) => betting.closed = true,
            (Phase::Betting(betting), Fact::Deal(deal::Fact::Called { words })) => {
                betting.called.push(*words)
            }
            (Phase::Betting(betting), Fact::Bets(bets::Fact::NoBetDirected { source })) => {
                betting.no_bet = Some(*source)
            }
            (Phase::Betting(betting), Fact::Deal(deal::Fact::CuttingCardSeen { .. })) => {
                betting.cutting_card_first = true
            }
            (Phase::Preparing(_), Fact::Deal(deal::Fact::CuttingCardSeen { .. })) => {
                self.state.shoe.cutting_card_in_burn = true
            }
            _ => {}
        }
    }

    fn start_coup(&mut self, number: u32, no_bet: bool) {
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
        };
        self.count_idle(no_bet, source);
        self.state.coups = number;
        self.state.agreed.clear();
        self.state.no_bet_asked = false;
        self.state.shoe.disordered = false;
        self.state.settled.clear();
        self.state.riding.clear();
        self.state.phase = Phase::Coup(coup);
    }

    /// Coups in a row that each patron has let pass.
    fn count_idle(&mut self, no_bet: bool, source: Option<NoBetSource>) {
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
    fn see_reconstructed(&mut self, player: &[Option<Card>], banker: &[Option<Card>]) {
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

    /// The coup that has just ended is under way again.
    fn reopen_coup(&mut self, number: u32) {
        let Some(record) = self.state.record.pop_if(|record| record.coup.number == number) else { return };
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

    /// A coup has no effect, whether it is still under way or over.
    fn void(&mut self, number: u32) {
        self.state.results.retain(|result| result.coup != number);
        if self.interrupted().is_some_and(|coup| coup.number == number) {
            self.put_back_coup();
        }
        match &mut self.state.phase {
            Phase::Coup(coup) if coup.number == number => {
                coup.void = true;
                let disordered = coup.ruled.contains(&Irregularity::CannotBeReconstructed);
                self.end_coup();
                self.state.shoe.disordered = disordered;
            }
            _ => {
                for record in self.state.record.iter_mut().filter(|record| record.coup.number == number) {
                    record.coup.void = true;
                }
            }
        }
    }

    fn end_coup(&mut self) {
        let Phase::Coup(coup) = &self.state.phase else { return };
        let (left, _, by_tie) = self.left_after(coup);
        self.state.record.push(CoupRecord {
            coup: coup.clone(),
            shoe: self.state.shoe.number,
            settled: std::mem::take(&mut self.state.settled),
            coups_left: self.state.shoe.coups_left,
            tie_used: self.state.shoe.tie_used,
        });
        self.state.shoe.tie_used |= by_tie;
        self.state.shoe.coups_left = left;
        self.state.shoe.cutting_card_first |= coup.cutting_card_first;
        self.state.shoe.cutting_card_in_burn = false;
        if self.state.trouble.is_some() {
            self.state.shoe.coups_left = None;
            self.device_after_coup();
        }
        self.state.made_under.clear();
        self.state.on_paper.clear();
        if self.state.settings.device == baccarat::rules::cards::Device::ShufflingDevice {
            // A shuffling device takes the coup's cards back, so any card may come again.
            self.state.shoe.seen.clear();
            self.state.shoe.drawn = 0;
        }
        let approvals = &self.book.rules.betting.combinations;
        let mut approved = approvals.values().filter(|rule| rule.approved_by.is_some()).peekable();
        let for_coup =
            approved.peek().is_some() && approved.all(|rule| rule.approved_for == Some(ApprovalFor::Coup));
        self.state.approved.retain(|approval| !(for_coup && matches!(approval, Approval::BothHands { .. })));
        self.state.approved.retain(|approval| !matches!(approval, Approval::Nominees));
        self.state.phase = Phase::Betting(Betting::default());
    }

    /// All cards come out and are checked before they are shuffled.
    fn take_out_cards(&mut self, cites: &Citation) {
        self.start_shoe(cites);
        self.state.ended = None;
        if let Phase::Preparing(preparing) = &mut self.state.phase
            && preparing.ready.first() != Some(&Ready::Check)
        {
            preparing.ready.insert(0, Ready::Check);
        }
    }

    /// The cards go to be shuffled.
    fn start_shoe(&mut self, cites: &Citation) {
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
    fn go_on_unshuffled(&mut self) {
        let Some(ended) = self.state.ended.take() else { return };
        self.state.shoe = ended.shoe;
        self.state.shoe.coups_left = Some(1);
        self.state.shoe.unshuffled = true;
        self.state.results = ended.results;
        self.state.designated = ended.designated;
        self.state.phase = Phase::Betting(Betting::default());
    }

    fn new_shoe(&mut self, preparing: Preparing) {
        let shoe = &mut self.state.shoe;
        *shoe = Shoe {
            number: shoe.number,
            supply: shoe.supply,
            handled: shoe.handled,
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
        };
        if let Some(faces) = self.state.next_faces.take() {
            self.state.settings.faces = faces;
        }
        self.state.results.clear();
        self.state.designated = Designated::default();
        self.state.approved.retain(|approval| {
            !matches!(approval, Approval::BurnStyle | Approval::Riffle | Approval::HandShuffle)
        });
        self.state.phase = Phase::Preparing(preparing);
    }

    fn apply_role(&mut self, fact: &Fact) {
        let seat = |name: &Name| self.state.present(name).and_then(|patron| patron.seat);
        let at = match fact {
            Fact::Deal(deal::Fact::RoleTaken { by })
            | Fact::Deal(deal::Fact::RolePassed { by })
            | Fact::Deal(deal::Fact::RoleEnded { by }) => seat(by),
            _ => None,
        };
        let designated = &mut self.state.designated;
        match fact {
            Fact::Deal(deal::Fact::RoleOffered { to }) => designated.offered = Some(to.clone()),
            Fact::Deal(deal::Fact::RoleTaken { by }) => {
                *designated = Designated {
                    holder: Some(by.clone()),
                    last: Some(by.clone()),
                    last_seat: at,
                    ..Designated::default()
                };
            }
            Fact::Deal(deal::Fact::RoleRefused { by }) => {
                designated.offered = None;
                designated.declined.push(by.clone());
            }
            Fact::Deal(deal::Fact::RolePassed { by }) | Fact::Deal(deal::Fact::RoleEnded { by }) => {
                designated.holder = None;
                designated.last = Some(by.clone());
                designated.last_seat = at.or(designated.last_seat);
                designated.declined.clear();
            }
            Fact::Deal(deal::Fact::NobodyTakesRole) => designated.nobody = true,
            _ => {}
        }
    }

    fn announce(&mut self, change: &TableChange, since: Time, effective: Option<Time>) {
        self.state
            .announced
            .retain(|announced| std::mem::discriminant(&announced.change) != std::mem::discriminant(change));
        self.state.announced.push(Announced { change: change.clone(), since, effective });
    }

    /// Stakes already down stay under the limits they were made under, where a change binds from the next coup.
    fn remember_limits(&mut self) {
        if self.book.rules.notice.binds.get() != Some(&ChangeBinds::NextCoup) {
            return;
        }
        for stake in &self.state.stakes {
            let Some(patron) = self.state.patrons.get(&stake.patron) else { continue };
            let limits = self.limits_for(patron, &stake.wager, stake.area);
            self.state.made_under.entry(stake.id).or_insert(limits);
        }
    }

    fn apply_change(&mut self, change: &TableChange, keep_old: bool) {
        self.state.announced.retain(|announced| announced.change != *change);
        self.state.agreed.clear();
        let old = self.state.settings.limits.least;
        match change {
            TableChange::Limits { limits } => {
                self.remember_limits();
                let former = self.state.settings.limits;
                self.state.settings.change_limits(&self.book, *limits);
                if limits.least != old {
                    self.state.patrons.values_mut().for_each(|patron| patron.warned = false);
                }
                let kept = &self.book.rules.limits.kept_minimum;
                let own = kept.values().any(|rule| *rule == KeptMinimum::EachKeepsOwn);
                for patron in self.state.patrons.values_mut().filter(|patron| patron.present) {
                    if keep_old && patron.playing && limits.least > old {
                        patron.kept_minimum = patron.kept_minimum.filter(|_| own).or(Some(old));
                        patron.former_limits = patron.former_limits.filter(|_| own).or(Some(former));
                    }
                }
            }
            TableChange::KeptMinimum { least } => {
                self.remember_limits();
                let table = self.state.settings.limits.least;
                for patron in self.state.patrons.values_mut() {
                    patron.kept_minimum = patron.kept_minimum.map(|_| *least).filter(|least| *least < table);
                    patron.former_limits = patron
                        .former_limits
                        .filter(|_| patron.kept_minimum.is_some())
                        .map(|limits| Limits { least: *least, ..limits });
                }
            }
            TableChange::Differential { most } => self.state.settings.differential = *most,
            TableChange::Countdown { seconds } => self.state.settings.period_seconds = Some(*seconds),
            TableChange::Method { method } => {
                self.state.settings.method = method.clone();
                self.pays = Default::default();
            }
            TableChange::Faces { faces } => self.state.settings.faces = *faces,
            TableChange::NextShoeFaces { faces } => self.state.next_faces = Some(*faces),
            TableChange::Closing => {}
        }
    }
}

/// Limits that say nothing but a most and a least.
impl From<(Money, Money)> for Limits {
    fn from((least, most): (Money, Money)) -> Limits {
        Limits { least, most, unit: None }
    }
}
