//! Opening a table, and going through its events again.

use crate::cite::Citation;
use crate::compiled::scoped::{ScopedBook, rescope};
use crate::event::Event;
use crate::facts::Fact;
use crate::notice::{self, day::may_open};
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::settings::Settings;
use crate::state::{Phase, Shoe, State};
use crate::table::Table;
use crate::time::Time;
use baccarat::book::Book;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

impl Table {
    /// Opens a table, or says which settings the book does not allow.
    pub fn open(book: Arc<Book>, settings: Settings, by: Actor, at: Time) -> Result<(Table, Event), Refusal> {
        let cites = may_open(&book, &settings, &by, at)?;
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
            counted: None,
            left: None,
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
            opened: Default::default(),
            session: None,
            settings: (**settings).clone(),
        };
        let scoped = ScopedBook::new(book.clone(), settings);
        let book = rescope(&book, settings);
        let mut table = Table { book, scoped, chips, state, pays: OnceLock::new(), wagers: OnceLock::new() };
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
