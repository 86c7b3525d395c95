//! The days of a table: what opening it rests on, the first time and every time after it was closed.

use crate::cite::{Citation, Cite, cite_all};
use crate::compiled::scoped::{ScopedBook, rescope};
use crate::facts::{Fact, notice};
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::settings::Settings;
use crate::state::Phase;
use crate::table::{Facts, Table, outside_hours, with_article};
use crate::time::Time;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::{Notification, Role, SignSubject, Tidings};
use std::sync::{Arc, OnceLock};

impl Table {
    /// Opens a table again that was closed: the next of its days. Whatever the book wants done after closing is done first, and what
    /// lies in the float is what was left there.
    pub(crate) fn judge_reopen(
        &self,
        by: &Actor,
        at: Time,
        count: Money,
        settings: Option<&Settings>,
    ) -> Result<Facts, Refusal> {
        if !matches!(self.state.phase, Phase::Closed) {
            let cites = Citation::silent("who opens a table");
            return Err(Refusal::new(Reason::AlreadyDone, "the table is open", cites));
        }
        if self.closing_check_owed() {
            let message = "the cards of the day before have not been checked since the table closed";
            return Err(Refusal::new(
                Reason::OutOfOrder,
                message,
                self.book.rules.supply.check_after.cites(),
            ));
        }
        if count != self.state.float {
            let message = format!("counted {count}; the float was left with {}", self.state.float);
            let refusal = Refusal::new(Reason::CountDiffers, message, Citation::silent("the opening count"));
            return Err(refusal.with("counted", count).with("float", self.state.float));
        }
        if let Some(left) = self.state.left.as_ref().filter(|left| self.state.counted.as_ref() != Some(left))
        {
            let counted = self.state.counted.as_ref();
            let counted = counted.map_or("the chips were not counted by their worth".to_owned(), |counted| {
                format!("counted {counted}")
            });
            let message = format!("{counted}; the float was left with {left}");
            return Err(Refusal::new(Reason::CountDiffers, message, Citation::silent("the opening count")));
        }
        // Where its cards come from stays as it is.
        let Settings { sealed, felt, .. } = self.state.settings;
        let settings =
            Settings { float: count, sealed, felt, ..settings.unwrap_or(&self.state.settings).clone() };
        let book = &self.scoped.whole;
        let cites = may_open(book, &settings, by, at)?;
        let fact = notice::Fact::TableOpened { book: book.id.clone(), settings: Box::new(settings) };
        Ok(vec![(Fact::Notice(fact), cites)])
    }

    /// The next day of a table: cards, signs and approvals begin anew. What is owed, disputed or barred goes on, and so do chips that
    /// somebody has not taken along.
    pub(crate) fn reopen(&mut self, settings: &Settings) {
        let (Phase::Closed, Ok(chips)) = (&self.state.phase, settings.chip_set()) else { return };
        let whole = self.scoped.whole.clone();
        self.chips = chips;
        self.scoped = ScopedBook::new(whole.clone(), settings);
        self.book = rescope(&whole, settings);
        (self.pays, self.wagers) = (OnceLock::new(), OnceLock::new());
        let state = &mut self.state;
        state.settings = settings.clone();
        state
            .patrons
            .retain(|_, patron| patron.present || patron.owed.0 + patron.chips.0 + patron.tokens.0 > 0);
        state.arrivals.retain(|name| state.patrons.contains_key(name));
        state.shoe.number = state.shoe.number.saturating_add(1);
        // What patrons have handled stays so overnight, until other cards are brought.
        state.shoe.supply = settings.supply;
        (state.next_faces, state.ended, state.trouble) = (None, None, None);
        (state.no_bet_asked, state.vacant) = (false, false);
        state.left = None;
        state.approved.clear();
        state.agreed.clear();
        state.announced.clear();
        state.next_areas.clear();
        state.made_under.clear();
        state.checked_after.clear();
        let preparing = self.preparing(baccarat::rules::cards::ShuffleWhen::BeforePlay);
        self.new_shoe(preparing);
    }
}

/// What the opening of a table rests on, the first of its days or any other, or why it cannot be opened so.
pub(crate) fn may_open(
    book: &Arc<Book>,
    settings: &Settings,
    by: &Actor,
    at: Time,
) -> Result<Citation, Refusal> {
    let bad = settings.check(book);
    if !bad.is_empty() {
        return Err(Refusal::of_settings(&bad));
    }
    if !matches!(by.role, Role::Operator | Role::Manager | Role::Supervisor) {
        return Err(Refusal::new(
            Reason::NotInThatRole,
            "a table is opened by the operator, a manager or a supervisor",
            Citation::silent("who opens a table"),
        ));
    }
    let set_by = [
        (settings.differential.is_some(), &book.rules.differential.set_by),
        (book.rules.burn.styles.items.len() > 1, &book.rules.burn.chosen_by),
    ];
    for (_, rule) in set_by.into_iter().filter(|(used, ..)| *used) {
        if let Some(acting) = rule.get().filter(|acting| !by.role.stands_for(acting.who)) {
            let message = format!(
                "{by} may not settle {}; allowed is {}",
                rule.topic(),
                with_article(&acting.who.to_string())
            );
            return Err(Refusal::new(Reason::NotInThatRole, message, rule.cites()));
        }
    }
    if let Some(refusal) = restricted_too_soon(book, settings) {
        return Err(refusal);
    }
    if let Some(hours) = settings.lawful_hours(book).filter(|hours| !hours.hold(at)) {
        return Err(outside_hours(book, hours, at));
    }
    Ok(settings.allowed_under(&rescope(book, settings)))
}

/// A restriction of a side option of which somebody is told first is made at the open table, and not by opening it so.
fn restricted_too_soon(book: &Book, settings: &Settings) -> Option<Refusal> {
    let notified = |option: &str, notice: &Notification| {
        notice.what == Tidings::SideBetRestriction && notice.option.as_deref().is_none_or(|of| of == option)
    };
    let notices = &book.rules.procedure.told;
    let option =
        settings.restricted.iter().find(|option| notices.find(|rule| notified(option, rule)).is_some())?;
    let signs = cite_all(&book.rules.procedure.signs, |sign| {
        sign.shows == SignSubject::OptionRestriction && sign.options.contains(option)
    });
    let cites = cite_all(notices, |rule| notified(option, rule)).and(signs);
    let message =
        format!("{option} is restricted at the open table, after word to surveillance and with a sign");
    Some(Refusal::new(Reason::NoNotice, message, cites))
}
