//! Opening a table, and going through its events again.

use crate::cite::{Citation, Cite, cite_all};
use crate::compiled::scoped::{ScopedBook, fit};
use crate::event::Event;
use crate::facts::Fact;
use crate::notice;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::settings::Settings;
use crate::state::{Phase, Shoe, State};
use crate::table::{Table, outside_hours, with_article};
use crate::time::Time;
use baccarat::book::Book;
use baccarat::rules::people::{Notification, Role, SignSubject, Tidings};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

impl Table {
    /// Opens a table, or says which settings the book does not allow.
    pub fn open(book: Arc<Book>, settings: Settings, by: Actor, at: Time) -> Result<(Table, Event), Refusal> {
        let bad = settings.check(&book);
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
        if let Some(refusal) = restricted_too_soon(&book, &settings) {
            return Err(refusal);
        }
        if let Some(hours) = settings.lawful_hours(&book).filter(|hours| !hours.hold(at)) {
            return Err(outside_hours(&book, hours, at));
        }
        let cites = settings.allowed_under(&fit(&book, &settings));
        let fact =
            Fact::Notice(notice::Fact::TableOpened { book: book.id.clone(), settings: Box::new(settings) });
        let event = Event { fact, by, at, cites };
        let table = Table::replay(book, std::slice::from_ref(&event));
        let message = || {
            Refusal::new(
                Reason::SettingOutsideBook,
                "the settings cannot be used",
                Citation::silent("settings"),
            )
        };
        Ok((table.ok_or_else(message)?, event))
    }

    /// The table that some events lead to. Nothing comes back unless the first of them opens it.
    pub fn replay(book: Arc<Book>, events: &[Event]) -> Option<Table> {
        let (first, rest) = events.split_first()?;
        let Fact::Notice(notice::Fact::TableOpened { settings, .. }) = &first.fact else { return None };
        let chips = settings.chip_set().ok()?;
        let shoe = Shoe {
            number: 1,
            seen: Vec::new(),
            drawn: 0,
            coups_left: None,
            tie_used: false,
            unshuffled: false,
            handled: false,
            touched: false,
            unfit: false,
            shuffle_ordered: None,
            cutting_card_in_burn: false,
            cutting_card_first: false,
            supply: settings.supply,
            burnt_card_asked: false,
            burnt_card: None,
            carried: Vec::new(),
            disordered: false,
            burnt: false,
            cutting_card_at: None,
        };
        let state = State {
            phase: Phase::Closed,
            last: first.at,
            staff: BTreeMap::new(),
            arrivals: Vec::new(),
            patrons: BTreeMap::new(),
            stakes: Vec::new(),
            made_under: BTreeMap::new(),
            next_areas: Vec::new(),
            next_stake: 1,
            float: settings.float,
            token_float: settings.float,
            brought: Default::default(),
            drop: Default::default(),
            vouchers: Default::default(),
            shoe,
            approved: Vec::new(),
            agreed: BTreeMap::new(),
            no_bet_asked: false,
            announced: Vec::new(),
            results: Vec::new(),
            coups: 0,
            designated: Default::default(),
            vacant: false,
            next_faces: None,
            checked_after: Vec::new(),
            riding: Vec::new(),
            settled: Vec::new(),
            record: Vec::new(),
            past: Default::default(),
            ended: None,
            open_items: Vec::new(),
            on_paper: Vec::new(),
            matters: Vec::new(),
            trouble: None,
            breaches: Vec::new(),
            barred: BTreeMap::new(),
            disputes: Vec::new(),
            settings: (**settings).clone(),
        };
        let scoped = ScopedBook::new(book.clone(), settings);
        let book = fit(&book, settings);
        let mut table = Table { book, scoped, chips, state, pays: OnceLock::new(), sides: OnceLock::new() };
        table.state.phase =
            Phase::Preparing(table.preparing(baccarat::rules::cards::ShuffleWhen::BeforePlay));
        rest.iter().for_each(|event| table.apply(event));
        Some(table)
    }

    /// Takes in an event. History cannot be refused, so nothing here says no.
    pub fn apply(&mut self, event: &Event) {
        self.take_in(event);
    }
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
