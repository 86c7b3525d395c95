//! The promotion: who may ask what, and where each act is judged.

use crate::acts::{Act, Command};
use crate::facts::Event;
use crate::refusal::Refusal;
use crate::state::State;
use crate::work::{Judged, Work};
use baccarat::book::Book;
use baccarat::rules::people::Role;
use std::sync::Arc;
use table::Citation;

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
        let mut work = Work {
            book: &self.book,
            state: self.state.clone(),
            by: &command.by,
            confirmed_by: command.confirmed_by.as_ref(),
            at: command.at,
            events: Vec::new(),
        };
        work.allowed(&command.act)?;
        work.judge(&command.act)?;
        Ok(work.events)
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

/// Money, prizes and the draw itself take two people.
pub(crate) fn takes_two(act: &Act) -> bool {
    matches!(
        act,
        Act::Draw { .. }
            | Act::PassOver { .. }
            | Act::Award { .. }
            | Act::Validate { .. }
            | Act::Cancel { .. }
    )
}

impl Work<'_> {
    fn allowed(&self, act: &Act) -> Judged {
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
            // Which of winner and operator it is depends on the amount.
            Act::ChoosePayment { .. } => {}
            _ => self.only(&rules.offered_by)?,
        }
        if takes_two(act) { self.two() } else { Ok(()) }
    }

    fn judge(&mut self, act: &Act) -> Judged {
        match act {
            Act::SetTerms { text } => self.set_terms(text),
            Act::Prescribe { item } => self.prescribe(item),
            Act::Lodge => self.lodge(),
            Act::RegisterMaterial { what, refers } => self.register_material(what, *refers),
            Act::OpenChannel { channel } => self.open_channel(channel),
            Act::NominateScrutineer { name } => self.nominate_scrutineer(name),
            Act::Open { seed_hash, number, previous, ticket_key } => {
                self.open(*seed_hash, *number, *previous, *ticket_key)
            }
            Act::Amend { text, approval } => self.amend(text, approval),
            Act::Enter => self.enter(),
            Act::Earn { holder, table, coup, chips, tokens } => {
                self.earn(holder, table, *coup, *chips, *tokens)
            }
            Act::TakeBack { table, coup, holder } => self.take_back(table, *coup, holder.as_ref()),
            Act::Close => self.close(),
            Act::Draw { seed, mix, mixed_by } => self.draw(*seed, mix, mixed_by),
            Act::PublishResults => self.publish_results(),
            Act::PassOver { prize, why } => self.pass_over(*prize, *why),
            Act::Notify { prize, channel, reached } => self.notify(*prize, channel, *reached),
            Act::Claim { prize, how, present } => self.claim(*prize, how, *present),
            Act::FindEligible { claim, eligible } => self.find_eligible(*claim, *eligible),
            Act::GrantCash { prize } => self.grant_cash(*prize),
            Act::ChooseCash { claim } => self.choose_cash(*claim),
            Act::ChoosePayment { claim, parts } => self.choose_payment(*claim, parts),
            Act::Award { claim } => self.award(*claim),
            Act::Deny { claim, ground, reason } => self.deny(*claim, *ground, reason),
            Act::CloseDenial { claim, claimants } => self.close_denial(*claim, claimants),
            Act::DiscardDenial { claim } => self.discard_denial(*claim),
            Act::Dispute { about } => self.dispute(about),
            Act::DecideDispute { dispute, decision } => self.decide_dispute(*dispute, decision),
            Act::Contest { dispute } => self.contest(*dispute),
            Act::FindCompromised { of, why } => self.find_compromised(*of, why),
            Act::Postpone { of } => self.postpone(*of),
            Act::Validate { of, how } => self.validate(*of, how),
            Act::Cancel { of } => self.cancel(*of),
        }
    }
}
