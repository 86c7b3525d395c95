//! The promotion: who may ask what, and where each act is judged.

use crate::acts::{Act, Command};
use crate::claims::cash_of;
use crate::days::days_after;
use crate::drawing::scrutineer;
use crate::facts::Event;
use crate::proposal::SOMEBODY;
use crate::refusal::Refusal;
use crate::state::{Claim, State};
use crate::work::{Judged, Work};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use std::sync::Arc;
use table::{Actor, Citation, Name, Time};

/// A promotion under a book.
#[derive(Clone, Debug)]
pub struct Promotion {
    book: Arc<Book>,
    state: State,
}

impl Promotion {
    /// A promotion of which nobody has written anything yet.
    pub fn new(book: Arc<Book>) -> Promotion {
        Promotion { book, state: State::default() }
    }

    /// A promotion as it was left.
    pub fn with_state(book: Arc<Book>, state: State) -> Promotion {
        Promotion { book, state }
    }

    /// Its book.
    pub fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// Where it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Judges a command against the book, all of it or nothing. Changes nothing.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let work = self.work(&command.by, command.confirmed_by.as_ref(), command.at);
        let mut work = Work { keyed_by: command.keyed_by.as_ref(), ..work };
        work.may_be_keyed(&command.act)?;
        work.allowed(&command.act)?;
        work.judge(&command.act)?;
        Ok(work.events)
    }

    fn work<'w>(&'w self, by: &'w Actor, confirmed_by: Option<&'w Name>, at: Time) -> Work<'w> {
        let state = self.state.clone();
        Work { book: &self.book, state, by, confirmed_by, keyed_by: None, at, events: Vec::new() }
    }

    /// Who oversees the draw: whoever was nominated, as long as a single prize is worth enough for that.
    pub fn scrutineer(&self) -> Option<&Name> {
        let limit = self.book.rules.promotion.scrutineer_above.get();
        scrutineer(&self.state, limit)
    }

    /// May somebody hold the draw now with a text of theirs?
    pub fn may_mix(&self, by: &Actor, at: Time) -> bool {
        let waits = self.state.ready.is_some() && self.state.draw.is_none();
        waits && self.work(by, None, at).may_mix("a text").is_ok()
    }

    /// Until when the prize of this number may be claimed, once it is drawn.
    pub fn claim_until(&self, prize: u32) -> Option<Time> {
        let (terms, (_, held)) = (self.state.terms.as_ref()?, self.state.prize(prize)?);
        Some(days_after(&self.book, held.since, terms.claim.within_days, &terms.zone))
    }

    /// The cash that a claim comes to, and whether the winner chooses how it is paid; nothing if none is paid.
    pub fn cash_of(&self, claim: &Claim) -> Option<(Money, bool)> {
        let (prize, _) = self.state.prize(claim.prize)?;
        cash_of(&self.book, claim, prize)
    }

    /// In which of these roles somebody asks for an act: the one that may, otherwise the first.
    pub fn asks_as(&self, act: &Act, roles: &[Role]) -> Option<Role> {
        let rules = &self.book.rules.promotion;
        let wanted = match act {
            Act::Propose { what } => return self.asks_as(what, roles),
            Act::Mix { .. } => None,
            Act::Enter
            | Act::Claim { .. }
            | Act::ChooseCash { .. }
            | Act::Dispute { .. }
            | Act::Contest { .. } => Some(Role::Player),
            Act::ChoosePayment { .. } if roles.contains(&Role::Player) => Some(Role::Player),
            Act::DecideDispute { .. } => rules.disputes.get().copied(),
            Act::FindCompromised { .. } => rules.integrity_by.get().copied(),
            _ => rules.offered_by.get().copied(),
        };
        wanted.filter(|wanted| roles.contains(wanted)).or(roles.first().copied())
    }

    /// Takes in what happened.
    pub fn apply(&mut self, event: &Event) {
        self.state.apply(&event.fact, event.at);
    }

    /// Decides and applies.
    pub fn submit(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(command)?;
        events.iter().for_each(|event| self.apply(event));
        Ok(events)
    }
}

impl Work<'_> {
    pub(crate) fn allowed(&self, act: &Act) -> Judged {
        let rules = &self.book.rules.promotion;
        match act {
            Act::Enter
            | Act::Claim { .. }
            | Act::ChooseCash { .. }
            | Act::Dispute { .. }
            | Act::Contest { .. } => self.role(Role::Player, Citation::default())?,
            Act::Earn { .. } | Act::TakeBack { .. } | Act::Close => {
                self.role(Role::System, Citation::default())?
            }
            Act::DecideDispute { .. } => self.only(&rules.disputes)?,
            Act::FindCompromised { .. } => self.only(&rules.integrity_by)?,
            // Which of winner and operator it is depends on the amount, who mixes on whether there is a scrutineer.
            Act::ChoosePayment { .. } | Act::Mix { .. } => {}
            Act::Propose { what } => return self.allowed_to_propose(what),
            _ => self.only(&rules.offered_by)?,
        }
        if act.takes_two() { self.two() } else { Ok(()) }
    }

    pub(crate) fn judge(&mut self, act: &Act) -> Judged {
        match act {
            Act::SetTerms { text } => self.set_terms(text),
            Act::Prescribe { item } => self.prescribe(item),
            Act::Lodge => self.lodge(),
            Act::RegisterMaterial { what, refers } => self.register_material(what, *refers),
            Act::OpenChannel { channel } => self.open_channel(channel),
            Act::NominateScrutineer { name } => self.nominate_scrutineer(name),
            Act::Open { sealing } => self.open(sealing.as_ref()),
            Act::Amend { text, approval } => self.amend(text, approval),
            Act::Enter => self.enter(),
            Act::Earn { holder, table, coup, chips, tokens, ended } => {
                self.earn(holder, (table, *coup), (*chips, *tokens), *ended)
            }
            Act::TakeBack { table, coup, holder, undone } => {
                self.take_back((table, *coup), holder.as_ref(), *undone)
            }
            Act::Close => self.close(),
            Act::ReadyDraw => self.ready_draw(),
            Act::Mix { text, seed } => self.mix(text, *seed),
            Act::Draw { seed, mix, mixed_by } => self.draw(*seed, mix, mixed_by),
            Act::PublishResults => self.publish_results(),
            Act::PassOver { prize, why } => self.pass_over(*prize, *why),
            Act::Notify { prize, channel, reached } => self.notify(*prize, channel, *reached),
            Act::Claim { prize, how } => self.claim(*prize, how),
            Act::FindPresent { prize, present } => self.find_present(*prize, *present),
            Act::FindEligible { claim, eligible } => self.find_eligible(*claim, *eligible),
            Act::GrantCash { prize } => self.grant_cash(*prize),
            Act::ChooseCash { claim } => self.choose_cash(*claim),
            Act::ChoosePayment { claim, parts } => self.choose_payment(*claim, parts),
            Act::Award { claim } => self.award(*claim),
            Act::Deny { claim, ground, reason } => self.deny(*claim, *ground, reason),
            Act::CloseDenial { claim, claimants } => self.close_denial(*claim, claimants),
            Act::DiscardDenial { claim } => self.discard_denial(*claim),
            Act::GiveProofs { holder } => self.give_proofs(holder),
            Act::Dispute { about } => self.dispute(about),
            Act::DecideDispute { dispute, decision, reopens } => {
                self.decide_dispute(*dispute, decision, *reopens)
            }
            Act::Contest { dispute } => self.contest(*dispute),
            Act::FindCompromised { of, why } => self.find_compromised(*of, why),
            Act::Postpone { of } => self.postpone(*of),
            Act::Validate { of, how } => self.validate(*of, how),
            Act::Cancel { of } => self.cancel(*of),
            Act::Propose { what } => self.propose(what),
            Act::Approve { proposal } => self.approve(*proposal),
            Act::Reject { proposal } => self.reject(*proposal),
        }
    }

    /// Whoever may ask for it may propose it.
    fn allowed_to_propose(&self, what: &Act) -> Judged {
        let somebody = Name::from(SOMEBODY);
        self.on_behalf(self.by, &somebody).allowed(what)
    }

    /// What is proposed is tried, so that nothing is proposed that would be turned down.
    fn propose(&mut self, what: &Act) -> Judged {
        self.may_propose(what)?;
        let somebody = Name::from(SOMEBODY);
        let mut tried = self.on_behalf(self.by, &somebody);
        tried.judge(what)?;
        let cites = tried.events.first().map(|event| event.cites.clone()).unwrap_or_default();
        self.record_proposal(what, cites);
        Ok(())
    }

    fn approve(&mut self, number: u32) -> Judged {
        let proposal = self.record_approval(number)?;
        let (state, events) = {
            let mut work = self.on_behalf(&proposal.by, &self.by.name);
            work.allowed(&proposal.what)?;
            work.judge(&proposal.what)?;
            (work.state, work.events)
        };
        self.state = state;
        self.events.extend(events);
        Ok(())
    }
}
