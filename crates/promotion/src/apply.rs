//! What each fact does to the state.

use crate::facts::Fact;
use crate::state::{Attempt, Claim, ClaimStanding, Dispute, Notice, PrizeState, Proposal, Stage, State};
use crate::terms::Prize;
use std::sync::Arc;
use table::Time;

/// Has the prize of this number become another?
pub(crate) fn is_another(before: &[Prize], now: &[Prize], prize: u32) -> bool {
    let at = (prize as usize).wrapping_sub(1);
    before.get(at) != now.get(at)
}

impl State {
    /// Takes in what happened.
    pub(crate) fn apply(&mut self, fact: &Fact, at: Time) {
        match fact {
            Fact::TermsSet { terms } => {
                self.stage = Stage::Draft;
                self.channels.clear();
                self.terms = Some((**terms).clone());
            }
            Fact::Prescribed { item } => self.prescribed.push(item.clone()),
            Fact::Lodged { .. } => self.stage = Stage::Lodged,
            Fact::MaterialRegistered { what } => self.materials.push(what.clone()),
            Fact::ChannelOpened { channel } => {
                self.channels.insert(channel.clone());
            }
            Fact::ScrutineerNominated { name } => self.scrutineer = Some(name.clone()),
            Fact::Opened { sealed, ticket_key } => {
                self.stage = Stage::Open;
                self.opened_at = Some(at);
                self.sealed = Some(sealed.clone());
                self.ticket_key = Some(*ticket_key);
            }
            Fact::Amended { terms, approval } => {
                self.approvals.push(approval.clone());
                self.versions.push(terms.hash);
                if let Some(before) = self.terms.replace((**terms).clone()) {
                    self.choose_again(&before.prizes, &terms.prizes);
                }
            }
            Fact::TicketIssued { ticket } => self.tickets.push(ticket.clone()),
            Fact::TicketTakenBack { number } => {
                self.tickets.take_back((*number as usize).wrapping_sub(1));
            }
            Fact::Closed { list, root } => {
                self.stage = Stage::Closed;
                self.list = Arc::new(list.clone());
                self.root = Some(*root);
            }
            Fact::DrawReady { first, second } => self.ready = Some((first.clone(), second.clone())),
            Fact::Drawn { record, .. } => {
                self.stage = Stage::Drawn;
                self.draw = Some(Arc::new((**record).clone()));
                self.drawn_at = Some(at);
                let prizes = self.terms.as_ref().map_or(0, |terms| terms.prizes.len());
                self.prizes = vec![PrizeState::default(); prizes];
            }
            Fact::DrawCancelled => {
                self.cancelled = true;
                // It awards nothing, so nobody is to be sought any more.
                self.prizes.iter_mut().for_each(|prize| prize.sought_until = None);
                self.ready = None;
            }
            Fact::EndedWithoutAward => self.stage = Stage::Ended,
            Fact::ResultsPublished { .. } => self.published = true,
            Fact::Compromised { of, .. } => self.compromised.push(*of),
            Fact::Postponed { of } => {
                self.postponed.push(*of);
                self.rests_since.get_or_insert(at);
                self.ready = None;
            }
            Fact::Validated { of, .. } => {
                self.postponed.retain(|known| known != of);
                self.compromised.retain(|known| known != of);
                if self.postponed.is_empty() {
                    self.goes_on(at);
                }
            }
            Fact::NoticeSent { what, to, person, text } => self.notices.push(Notice {
                what: *what,
                to: *to,
                person: person.clone(),
                text: text.clone(),
                at,
            }),
            Fact::DisputeOpened { by, about, .. } => self.disputes.push(Dispute {
                by: by.clone(),
                about: about.clone(),
                decision: None,
                contested_by: Vec::new(),
            }),
            Fact::DisputeDecided { dispute, decision, reopens } => {
                if let Some(dispute) = self.disputes.get_mut((*dispute as usize).wrapping_sub(1)) {
                    dispute.decision = Some(decision.clone());
                }
                // Somebody looks again whether its claimant meets the terms.
                if let Some(claim) = reopens {
                    self.with_claim(*claim, |claim| {
                        claim.standing = ClaimStanding::Made;
                        claim.eligible = None;
                    });
                }
            }
            Fact::Contested { dispute, by } => {
                if let Some(dispute) = self.disputes.get_mut((*dispute as usize).wrapping_sub(1)) {
                    dispute.contested_by.push(by.clone());
                }
            }
            Fact::ProofsGiven { holder, .. } => {
                self.proofs_given.insert(holder.clone());
            }
            Fact::Proposed { number, what, proposer } => {
                let (what, by) = ((**what).clone(), proposer.clone());
                self.proposed = *number;
                self.proposals.push(Proposal { number: *number, what, by });
            }
            Fact::ProposalApproved { number } | Fact::ProposalRejected { number } => {
                self.proposals.retain(|proposal| proposal.number != *number);
            }
            _ => self.apply_to_prize(fact, at),
        }
    }

    /// What was chosen of a prize that is another now is to be chosen again; of a denied claim too, which a decision may open again.
    fn choose_again(&mut self, before: &[Prize], now: &[Prize]) {
        for claim in self.claims.iter_mut().filter(|claim| claim.standing != ClaimStanding::Awarded) {
            if is_another(before, now, claim.prize) {
                claim.cash = None;
                claim.parts.clear();
            }
        }
    }

    /// Nothing is postponed any more: what was left of every period then is left now.
    fn goes_on(&mut self, at: Time) {
        let Some(since) = self.rests_since.take() else { return };
        let rested = at.0 - since.0;
        let zone = self.terms.as_ref().map(|terms| terms.zone.clone()).unwrap_or_default();
        // A period that ended with a day still does: it rests for the days that have ended meanwhile.
        let ended = |days: &u32| zone.end_of_days_after(since, *days) <= at;
        let days = (0..100_000).take_while(ended).count() as u32;
        let end_of_day = |until: Time, later: u32| zone.end_of_days_after(Time(until.0 - 1), later);
        // As long before the end of its day, so many days later.
        let on_a_later_day = |time: Time| match days.checked_sub(1) {
            None => time,
            Some(before) => {
                let left = zone.end_of_days_after(time, 0).0 - time.0;
                let begins = zone.end_of_days_after(time, before);
                Time(zone.end_of_days_after(time, days).0 - left).max(begins)
            }
        };
        for prize in self.prizes.iter_mut().filter(|prize| prize.awarded.is_none()) {
            // What counts whole days after the day of the draw counts them after another day now.
            prize.since = match prize.sought_until.is_none_or(|until| end_of_day(until, 0) == until) {
                true => on_a_later_day(prize.since),
                false => Time(prize.since.0 + rested),
            };
            prize.sought_until = prize.sought_until.map(|until| match end_of_day(until, 0) == until {
                true => end_of_day(until, days),
                false => Time(until.0 + rested),
            });
        }
    }

    fn apply_to_prize(&mut self, fact: &Fact, at: Time) {
        match fact {
            Fact::PrizeDrawn { prize, ticket, .. } => {
                self.next += 1;
                self.with_prize(*prize, |prize| {
                    prize.ticket = Some(*ticket);
                    prize.since = at;
                    prize.sought_until = None;
                    prize.present = None;
                    prize.attempts.clear();
                });
            }
            Fact::TicketPassed { prize, ticket, why, .. } => {
                let held = self.prize(*prize).is_some_and(|(_, prize)| prize.ticket == Some(*ticket));
                // A ticket that had the prize was counted when it got it.
                self.next += usize::from(!held);
                self.with_prize(*prize, |prize| {
                    prize.passed.push((*ticket, *why));
                    prize.ticket = None;
                    prize.sought_until = None;
                    prize.present = None;
                });
            }
            Fact::PrizeLapsed { prize } => self.with_prize(*prize, |prize| prize.lapsed = true),
            Fact::WinnerSought { prize, until, .. } => {
                self.with_prize(*prize, |prize| prize.sought_until = Some(*until));
            }
            Fact::Notified { prize, channel, reached, counts, .. } => {
                let attempt = Attempt { channel: channel.clone(), at, reached: *reached, counts: *counts };
                self.with_prize(*prize, |prize| prize.attempts.push(attempt));
            }
            Fact::CashGranted { prize } => self.with_prize(*prize, |prize| prize.cash_granted = true),
            Fact::FoundPresent { prize, present } => {
                self.with_prize(*prize, |prize| prize.present = Some(*present));
            }
            Fact::Claimed { prize, by, .. } => {
                let ticket = self.prize(*prize).and_then(|(_, held)| held.ticket);
                let own =
                    ticket.and_then(|ticket| self.ticket(ticket)).is_some_and(|ticket| ticket.holder == *by);
                self.claims.push(Claim {
                    prize: *prize,
                    by: by.clone(),
                    at,
                    ticket,
                    eligible: None,
                    cash: None,
                    parts: Vec::new(),
                    standing: ClaimStanding::Made,
                    record: None,
                    denied_worth: None,
                });
                // Whoever has come need not be sought.
                if let Some(held) = self.prizes.get_mut((*prize as usize).wrapping_sub(1)).filter(|_| own) {
                    held.sought_until = None;
                }
            }
            Fact::FoundEligible { claim, eligible } => {
                self.with_claim(*claim, |claim| claim.eligible = Some(*eligible));
            }
            Fact::CashChosen { claim, amount } => self.with_claim(*claim, |claim| claim.cash = Some(*amount)),
            Fact::PaymentChosen { claim, parts } => {
                self.with_claim(*claim, |claim| claim.parts = parts.clone());
            }
            Fact::Awarded { claim, prize, .. } => {
                self.with_prize(*prize, |prize| prize.awarded = Some(*claim));
                self.with_claim(*claim, |claim| claim.standing = ClaimStanding::Awarded);
            }
            Fact::Denied { claim, ground, reason } => {
                let standing = ClaimStanding::Denied { ground: *ground, reason: reason.clone() };
                let prize = self.claim(*claim).and_then(|claim| self.prize(claim.prize));
                let worth = prize.map(|(prize, _)| prize.value);
                self.with_claim(*claim, |claim| {
                    claim.standing = standing;
                    claim.denied_worth = claim.denied_worth.max(worth);
                });
            }
            Fact::DenialClosed { claim, claimants, .. } => {
                self.with_claim(*claim, |claim| claim.record = Some(claimants.clone()));
            }
            Fact::DenialDiscarded { claim } => self.with_claim(*claim, |claim| claim.record = None),
            _ => {}
        }
    }

    fn with_prize(&mut self, number: u32, change: impl FnOnce(&mut PrizeState)) {
        if let Some(prize) = self.prizes.get_mut((number as usize).wrapping_sub(1)) {
            change(prize);
        }
    }

    fn with_claim(&mut self, number: u32, change: impl FnOnce(&mut Claim)) {
        if let Some(claim) = self.claims.get_mut((number as usize).wrapping_sub(1)) {
            change(claim);
        }
    }
}
