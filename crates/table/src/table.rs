//! The table: judge a command, take in an event.

use crate::bets::side_basis::SideBasis;
use crate::cite::{Citation, Cite};
use crate::event::Event;
use crate::facts::Fact;
use crate::notice;
use crate::pay::pays::Pays;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::settings::scoped::{ScopedBook, fit};
use crate::settings::{Hours, Settings};
use crate::state::{Phase, Shoe, State};
use crate::time::Time;
use baccarat::book::Book;
use baccarat::chips::ChipSet;
use baccarat::rules::people::Role;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A live table under a book.
///
/// [`Table::decide`] judges a command and changes nothing; [`Table::apply`] takes in what happened and cannot refuse.
/// Replaying the events of a table gives the same table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The book as it speaks of this table.
    pub(crate) book: Arc<Book>,
    /// The whole of it.
    pub(crate) scoped: ScopedBook,
    pub(crate) chips: ChipSet,
    pub(crate) state: State,
    /// The pays of the method in force, compiled when first asked for.
    pub(crate) pays: OnceLock<Option<Arc<Pays>>>,
    /// The clauses on each side wager, gathered when first asked for.
    pub(crate) sides: OnceLock<Arc<Vec<SideBasis>>>,
}

/// What a judged command yields: facts, each with what it rests on.
pub(crate) type Facts = Vec<(Fact, Citation)>;

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
            unfit: false,
            shuffle_ordered: None,
            cutting_card_in_burn: false,
            cutting_card_first: false,
            supply: settings.supply,
            burnt_card_asked: false,
            burnt_card: None,
            carried: Vec::new(),
            disordered: false,
        };
        let state = State {
            phase: Phase::Closed,
            last: first.at,
            staff: BTreeMap::new(),
            arrivals: Vec::new(),
            patrons: BTreeMap::new(),
            stakes: Vec::new(),
            made_under: BTreeMap::new(),
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

    /// The table in a state that was kept. It is the table that led to that state, as long as the book is the same.
    ///
    /// Nothing comes back if no chips can be made of its settings, which no table allows.
    pub fn restore(book: Arc<Book>, state: State) -> Option<Table> {
        let chips = state.settings.chip_set().ok()?;
        let scoped = ScopedBook::new(book.clone(), &state.settings);
        let book = fit(&book, &state.settings);
        let mut table = Table { book, scoped, chips, state, pays: OnceLock::new(), sides: OnceLock::new() };
        table.refit();
        Some(table)
    }

    /// The book in force.
    pub fn book(&self) -> &Book {
        &self.scoped.whole
    }

    /// Everything that follows from the events so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Refuses anybody but this role, or one whose word counts as that role's.
    pub(crate) fn only(&self, by: &Actor, role: Role, cites: &Citation) -> Result<(), Refusal> {
        if by.role == role
            || (role == Role::Supervisor && self.acts_as_supervisor(by.role))
            || (role == Role::Employee && by.role != Role::Player)
        {
            return Ok(());
        }
        Err(Refusal::new(
            Reason::NotInThatRole,
            format!("{by} may not; allowed is {}", with_article(&role.to_string())),
            cites.clone().and(self.supervisors_under(role)),
        ))
    }

    /// Who counts as a supervisor, where the book says so and a supervisor is what is wanted.
    fn supervisors_under(&self, role: Role) -> Citation {
        let listed = &self.book.rules.people.act_as_supervisor;
        let cites = listed.cites();
        if role == Role::Supervisor && !cites.clauses.is_empty() { cites } else { Citation::default() }
    }

    pub(crate) fn acts_as_supervisor(&self, role: Role) -> bool {
        self.book.rules.people.act_as_supervisor.values().any(|listed| *listed == role)
    }

    /// Refuses anybody but a patron at the table.
    pub(crate) fn patron(&self, by: &Actor) -> Result<&crate::state::Patron, Refusal> {
        let message = || {
            Refusal::new(
                Reason::NotAtTheTable,
                format!("{} is not a patron at the table", by),
                Citation::silent("who is at the table"),
            )
        };
        match by.role {
            Role::Player => self.state.present(&by.name).ok_or_else(message),
            _ => Err(message()),
        }
    }

    pub(crate) fn patron_named(&self, name: &Name) -> Result<&crate::state::Patron, Refusal> {
        self.state.present(name).ok_or_else(|| {
            Refusal::new(
                Reason::NotAtTheTable,
                format!("{name} is not at the table"),
                Citation::silent("who is at the table"),
            )
        })
    }
}

pub(crate) fn outside_hours(book: &Book, hours: Hours, at: Time) -> Refusal {
    let message = format!("found {at}; gaming hours are {hours}");
    Refusal::new(Reason::OutsideHours, message, book.rules.table.hours.cites())
}

/// A noun with the article that it takes.
fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
