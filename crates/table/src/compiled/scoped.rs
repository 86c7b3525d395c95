//! The book as it speaks of this table: of its dealing method, its settlement method and the options it offers.

use crate::settings::Settings;
use crate::state::{Phase, State};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::rules::play::Receives;
use std::sync::Arc;

/// A whole book, and what it was last fitted to.
#[derive(Clone, Debug)]
pub(crate) struct ScopedBook {
    pub(crate) whole: Arc<Book>,
    pub(crate) dealing: Option<String>,
    pub(crate) method: String,
    /// Clauses that speak of some options only.
    pub(crate) by_option: Vec<(ClauseNumber, Vec<String>)>,
    /// Does any clause speak of some tables only?
    pub(crate) scoped: bool,
}

/// The book as it speaks of a table with these settings.
pub(crate) fn rescope(whole: &Arc<Book>, settings: &Settings) -> Arc<Book> {
    match whole.has_scopes() {
        true => Arc::new(settings.scoped(whole)),
        false => whole.clone(),
    }
}

impl ScopedBook {
    pub(crate) fn new(whole: Arc<Book>, settings: &Settings) -> ScopedBook {
        let options = |clause: &baccarat::clause::Clause| {
            let options = clause.scope.as_ref().map(|scope| scope.option.clone()).unwrap_or_default();
            (!options.is_empty()).then(|| (clause.number.clone(), options))
        };
        let by_option = whole.clauses.iter().filter_map(options).collect();
        let (dealing, method) = (settings.dealing.clone(), settings.method.clone());
        ScopedBook { scoped: whole.has_scopes(), whole, dealing, method, by_option }
    }

    /// The dealing method by which the coup under way, or the coming one, is dealt.
    pub(crate) fn dealing_now<'s>(&'s self, state: &'s State) -> Option<&'s str> {
        let rules = &self.whole.rules;
        let no_bet = match &state.phase {
            Phase::Betting(betting) => betting.no_bet.is_some(),
            Phase::Coup(coup) => coup.no_bet,
            Phase::Preparing(_) | Phase::Closed => false,
        };
        let dealers_own = || rules.dealing.methods.find(|method| method.cards_go_to == Receives::Nobody);
        let set = state.settings.dealing.as_deref();
        match (no_bet, state.designated.nobody) {
            (true, _) => rules.no_bet.method.get().map(String::as_str).or(set),
            (false, true) => dealers_own().map(|method| method.id.as_str()).or(set),
            (false, false) => set,
        }
    }
}
