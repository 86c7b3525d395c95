//! The table: judge a command, take in an event.

use crate::cite::{Citation, Cite};
use crate::compiled::pays::Pays;
use crate::compiled::placed::Placed;
use crate::compiled::scoped::{ScopedBook, rescope};
use crate::compiled::side_basis::SideBasis;
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::settings::Hours;
use crate::state::Coup;
use crate::state::{Betting, Matter, Window};
use crate::state::{Phase, State};
use crate::time::Time;
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::chips::ChipSet;
use baccarat::outcome::Side;
use baccarat::rules::people::Duty;
use baccarat::rules::people::Role;
use baccarat::wager::{Wager, WagerClass, WagerId};
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
    /// The clauses on each wager of the book, gathered when first asked for.
    pub(crate) wagers: OnceLock<Arc<WagerBases>>,
}

/// What is gathered of a book on each of its wagers. It depends on nothing else, so that it holds as long as the book does.
#[derive(Debug)]
pub(crate) struct WagerBases {
    pub(crate) sides: Vec<SideBasis>,
    pub(crate) placed: Vec<Placed>,
}

/// What a judged command yields: facts, each with what it rests on.
pub(crate) type Facts = Vec<(Fact, Citation)>;

impl Table {
    /// The table in a state that was kept. It is the table that led to that state, as long as the book is the same.
    ///
    /// Nothing comes back if no chips can be made of its settings, which no table allows.
    pub fn restore(book: Arc<Book>, state: State) -> Option<Table> {
        let chips = state.settings.chip_set().ok()?;
        let scoped = ScopedBook::new(book.clone(), &state.settings);
        let book = rescope(&book, &state.settings);
        let mut table = Table { book, scoped, chips, state, pays: OnceLock::new(), wagers: OnceLock::new() };
        table.refit();
        Some(table)
    }

    /// The chips of this table.
    pub fn chips_in_play(&self) -> &ChipSet {
        &self.chips
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

    pub(crate) fn now_betting(&self) -> Result<&Betting, Refusal> {
        match &self.state.phase {
            Phase::Betting(betting) => Ok(betting),
            _ => Err(self.not_due()),
        }
    }

    /// A wager of the method in force.
    pub(crate) fn wager(&self, id: &WagerId) -> Option<&Wager> {
        let wagers = self.book.wagers(&self.state.settings.method)?;
        wagers.iter().find(|wager| wager.id == *id)
    }

    /// What is gathered of the book on each wager.
    pub(crate) fn wager_bases(&self) -> &WagerBases {
        self.wagers.get_or_init(|| {
            Arc::new(WagerBases { sides: SideBasis::all(&self.book), placed: Placed::all(&self.book) })
        })
    }

    /// The clauses on a side wager.
    pub(crate) fn side_basis(&self, wager: &WagerId) -> Option<&SideBasis> {
        SideBasis::find(&self.wager_bases().sides, wager)
    }

    /// The side option to which a wager belongs.
    pub(crate) fn option_of(&self, wager: &WagerId) -> Option<&str> {
        self.side_basis(wager).map(|basis| basis.option.as_str())
    }

    /// The wagers on which somebody has a stake.
    pub(crate) fn wagers_down(&self) -> impl Iterator<Item = &Wager> {
        let wagers = self.book.wagers(&self.state.settings.method).unwrap_or_default();
        wagers.iter().filter(|wager| self.state.stakes.iter().any(|stake| stake.wager == wager.id))
    }

    /// Is this a main wager on that hand?
    pub(crate) fn is_on(&self, wager: &WagerId, side: Side) -> bool {
        self.wager(wager).is_some_and(|wager| wager.is_on(side))
    }

    /// Those of some main wagers that lie on neither hand, in order.
    pub(crate) fn beside_hands(&self, wagers: &[WagerId]) -> Vec<WagerId> {
        let mut beside: Vec<WagerId> = wagers.iter().filter(|id| !self.is_on_a_hand(id)).cloned().collect();
        beside.sort();
        beside
    }

    /// Is this a main wager on one of the two hands?
    pub(crate) fn is_on_a_hand(&self, wager: &WagerId) -> bool {
        self.wager(wager).is_some_and(Wager::is_on_a_hand)
    }

    pub(crate) fn is_main(&self, wager: &WagerId) -> bool {
        self.wager(wager).is_some_and(|wager| wager.class == WagerClass::Main)
    }

    pub(crate) fn now_coup(&self) -> Result<&Coup, Refusal> {
        match &self.state.phase {
            Phase::Coup(coup) => Ok(coup),
            _ => Err(self.not_due()),
        }
    }

    /// The window that is open now.
    pub(crate) fn window(&self) -> Option<Window> {
        match &self.state.phase {
            Phase::Coup(coup) => coup.window,
            _ => None,
        }
    }

    /// Is the coup set aside while its cards are shuffled and cut?
    pub(crate) fn interrupted(&self) -> Option<&Coup> {
        self.state.trouble.as_ref()?.coup.as_ref()
    }

    /// The coup under way, also while it is set aside.
    pub(crate) fn coup_under_way(&self) -> Option<&Coup> {
        match &self.state.phase {
            Phase::Coup(coup) => Some(coup),
            _ => self.interrupted(),
        }
    }

    /// A matter that stops play until it is decided.
    pub fn halted_by(&self) -> Option<&Matter> {
        self.state.matters.iter().find(|matter| matter.halts && matter.decided.is_none())
    }

    /// Anything that does not fit where play is.
    pub(crate) fn not_due(&self) -> Refusal {
        Refusal::new(Reason::NotDue, "not now; due is: ", Citation::default()).naming_due().citing_due()
    }

    pub(crate) fn out_of_order(&self) -> Refusal {
        Refusal::new(Reason::OutOfOrder, "not yet; due is: ", Citation::default()).naming_due().citing_due()
    }

    /// Is this way of calling anything a duty?
    pub(crate) fn is_duty(duty: Duty) -> bool {
        duty == Duty::Must
    }

    /// Fits the book anew after a change of the way this table deals or settles.
    pub(crate) fn refit(&mut self) {
        let Table { scoped, state, .. } = &*self;
        if !scoped.scoped {
            return;
        }
        let (dealing, method) = (scoped.dealing_now(state), state.settings.method.as_str());
        if scoped.dealing.as_deref() == dealing && scoped.method == method {
            return;
        }
        let (dealing, method) = (dealing.map(str::to_owned), method.to_owned());
        self.book = Arc::new(scoped.whole.scoped(dealing.as_deref(), &method, &state.settings.options));
        self.wagers = Default::default();
        self.scoped.dealing = dealing;
        self.scoped.method = method;
    }

    /// Without the clauses that speak of wagers on other options than this one's.
    pub(crate) fn about(&self, wager: &WagerId, mut cites: Citation) -> Citation {
        if self.scoped.by_option.is_empty() {
            return cites;
        }
        let option = self.option_of(wager);
        let speaks = |clause: &ClauseNumber| {
            let scope = self.scoped.by_option.iter().find(|(number, _)| number == clause);
            scope.is_none_or(|(_, options)| options.iter().any(|known| Some(known.as_str()) == option))
        };
        cites.clauses.retain(speaks);
        cites
    }
}

pub(crate) fn outside_hours(book: &Book, hours: Hours, at: Time) -> Refusal {
    let message = format!("found {at}; gaming hours are {hours}");
    Refusal::new(Reason::OutsideHours, message, book.rules.table.hours.cites())
}

/// A noun with the article that it takes.
pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
