//! A command being judged: the state as it would be, and what would have happened so far.

use crate::acts::Act;
use crate::days::days_after;
use crate::facts::{Event, Fact};
use crate::refusal::{Reason, Refusal};
use crate::state::{Stage, State};
use crate::terms::{Terms, item};
use baccarat::book::Book;
use baccarat::rules::people::Role;
use baccarat::rules::promotion::{IntegrityOf, NoticeTo, NoticeWhen, PromotionNotice, PromotionTerm};
use baccarat::topic::Stated;
use declared::Zone;
use declared::cite::{listed, stated, stated_or_silent};
use table::{Actor, Citation, Name, Time};

/// Facts are applied as they are found, so that what follows sees them.
pub(crate) struct Work<'w> {
    pub(crate) book: &'w Book,
    pub(crate) state: State,
    pub(crate) by: &'w Actor,
    pub(crate) confirmed_by: Option<&'w Name>,
    pub(crate) keyed_by: Option<&'w Actor>,
    pub(crate) at: Time,
    pub(crate) events: Vec<Event>,
}

pub(crate) type Judged = Result<(), Refusal>;

impl<'w> Work<'w> {
    pub(crate) fn push(&mut self, fact: Fact, cites: Citation) {
        self.state.apply(&fact, self.at);
        let keyed_by = self.keyed_by.cloned();
        self.events.push(Event { fact, by: self.by.clone(), keyed_by, at: self.at, cites });
    }

    /// The clauses that ask for an item of the terms.
    pub(crate) fn term(&self, term: PromotionTerm) -> Citation {
        item(self.book, term)
    }

    /// The terms, once they are set.
    pub(crate) fn terms(&self) -> Result<Terms, Refusal> {
        let none = || Refusal::new(Reason::TermsIncomplete, "no terms are set out", Citation::default());
        self.state.terms.clone().ok_or_else(none)
    }

    /// Only this role may ask for it, and where the book names none, nobody.
    pub(crate) fn only(&self, topic: &Stated<Role>) -> Judged {
        let Some(role) = topic.get() else {
            let message = format!("{} has no chapter on promotional prizes", self.book.id);
            let cites = stated_or_silent(topic, topic.topic().id);
            return Err(Refusal::new(Reason::NoSuchChapter, message, cites));
        };
        self.role(*role, stated(topic))
    }

    pub(crate) fn role(&self, role: Role, cites: Citation) -> Judged {
        if self.by.role == role {
            return Ok(());
        }
        let message = format!("{} asks as {}; allowed is {role}", self.by.name, self.by.role);
        Err(Refusal::new(Reason::NotInThatRole, message, cites))
    }

    /// Whoever offers a promotion may key for players what players ask for, and for nobody else; nobody keys for themselves.
    pub(crate) fn may_be_keyed(&self, act: &Act) -> Judged {
        let Some(desk) = self.keyed_by else { return Ok(()) };
        let by = &self.by.name;
        if !act.is_a_players() || self.by.role != Role::Player {
            let message = format!(
                "{} is nothing that is keyed for somebody; allowed is what players ask for",
                act.word()
            );
            return refuse(Reason::NotInThatRole, message, Citation::default());
        }
        if desk.name == *by {
            let message = format!("{by} keys for {by}; allowed is for somebody else");
            return refuse(Reason::NotThePerson, message, Citation::default());
        }
        let keys = Work { by: desk, state: self.state.clone(), events: Vec::new(), ..*self };
        keys.only(&self.book.rules.promotion.offered_by)
    }

    /// Two people: whoever asks, and somebody else who confirms it.
    pub(crate) fn two(&self) -> Judged {
        match self.confirmed_by {
            Some(second) if *second != self.by.name => Ok(()),
            Some(_) => {
                let message = "it takes two people; allowed is somebody else who confirms it";
                Err(Refusal::new(Reason::NeedsTwo, message, Citation::default()))
            }
            None => {
                let message = "it takes two people; allowed is with somebody who confirms it";
                Err(Refusal::new(Reason::NeedsTwo, message, Citation::default()))
            }
        }
    }

    /// It is possible at this stage.
    pub(crate) fn stage(&self, allowed: &[Stage]) -> Judged {
        if allowed.contains(&self.state.stage) {
            return Ok(());
        }
        let words: Vec<&str> = allowed.iter().map(|stage| stage.word()).collect();
        let message = format!(
            "the promotion is {}; allowed is when it is {}",
            self.state.stage.word(),
            words.join(" or ")
        );
        Err(Refusal::new(Reason::OutOfOrder, message, Citation::default()))
    }

    pub(crate) fn not_cancelled(&self) -> Judged {
        let cites = listed(&self.book.rules.promotion.integrity, |power| {
            power.of == IntegrityOf::Draw && power.may == baccarat::rules::promotion::IntegrityMay::Cancel
        });
        match self.state.cancelled {
            true => refuse(
                Reason::Cancelled,
                "the draw was cancelled; it is never held and awards nothing",
                cites,
            ),
            false => Ok(()),
        }
    }

    pub(crate) fn days_after(&self, from: Time, days: u32, zone: &Zone) -> Time {
        days_after(self.book, from, days, zone)
    }

    /// Nothing of this is postponed.
    pub(crate) fn not_postponed(&self, about: &[IntegrityOf]) -> Judged {
        match self.state.postponed.iter().find(|of| about.contains(of)) {
            None => Ok(()),
            Some(of) => {
                let message = format!("the {of} is postponed; allowed is once its integrity is validated");
                let cites = listed(&self.book.rules.promotion.integrity, |power| {
                    power.of == *of && power.may == baccarat::rules::promotion::IntegrityMay::Postpone
                });
                Err(Refusal::new(Reason::NotValidated, message, cites))
            }
        }
    }

    /// Whom the book orders to be told of this, by when, and the clauses; nothing where it orders nothing.
    pub(crate) fn tell(&self, what: PromotionNotice) -> Option<(NoticeTo, NoticeWhen, Citation)> {
        let list = &self.book.rules.promotion.tell;
        let notice = list.values().find(|notice| notice.what == what)?;
        Some((notice.to, notice.when, listed(list, |notice| notice.what == what)))
    }

    /// Sends a notice that the book orders by now.
    pub(crate) fn notice(
        &mut self,
        what: PromotionNotice,
        due: &[NoticeWhen],
        person: Option<Name>,
        text: String,
    ) {
        if let Some((to, when, cites)) = self.tell(what)
            && due.contains(&when)
        {
            self.push(Fact::NoticeSent { what, to, person, text }, cites);
        }
    }
}

pub(crate) fn refuse(reason: Reason, message: impl Into<String>, cites: Citation) -> Judged {
    Err(Refusal::new(reason, message, cites))
}
