//! The coup goes on once patrons have had their say.

use crate::bets::window::beside;
use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::facts::bets;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Window};
use crate::table::{Facts, Table};
use crate::trouble;
use baccarat::rules::people::Role;
use baccarat::rules::play::NoBetSource;

impl Table {
    /// The dealer closes the window and the coup goes on.
    pub(crate) fn judge_resume(&self, by: &Actor) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let Some(window) = coup.window else {
            let message = "the coup is not waiting for anybody";
            return Err(Refusal::new(Reason::NotDue, message, Citation::default()).citing_due());
        };
        let cites = self.window_under(window);
        self.only(by, Role::Dealer, &cites)?;
        if window == Window::Device {
            return Ok(self.stakes_offered(coup));
        }
        let mut facts = vec![(Fact::Trouble(trouble::Fact::CoupResumed), cites.clone())];
        let mut after = Coup { window: None, ..coup.clone() };
        if self.state.nothing_down() && self.state.session.is_none() && !coup.no_bet {
            let rules = &self.book.rules.no_bet;
            let source = NoBetSource::AllWithdrawn;
            let directed = beside(cite_all(&rules.sources, |rule| rule.source == source), &cites);
            let method = rules.method.ruled().map(|rule| rule.cites()).unwrap_or_default();
            let fact = Fact::Bets(bets::Fact::NoBetDirected { source });
            crate::deal::coup::advance(&mut after, &fact);
            facts.push((fact, directed.and(method)));
        }
        facts.extend(self.consequences(after));
        Ok(facts)
    }
}
