//! A table that is given to a session of a tournament: the tournament takes the wagers, the table deals and rules on its cards.

use crate::acts::Act;
use crate::cite::{Citation, Cite, cite_all};
use crate::facts::{Fact, notice};
use crate::notice as acts;
use crate::people;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Betting, Phase, SessionTerms, TableChange};
use crate::table::{Facts, Table};
use baccarat::rules::betting::LowLimit;
use baccarat::rules::people::Role;
use baccarat::rules::tournament::{Condition, TournamentPoint};

impl Table {
    /// The clauses that keep a table for a tournament alone, or the silence on it.
    fn exclusive_under(&self) -> Citation {
        let points = &self.book.rules.tournament.points;
        let cites = cite_all(points, |point| *point == TournamentPoint::TableExclusive);
        if cites.clauses.is_empty() { Citation::silent("tables of a tournament") } else { cites }
    }

    pub(super) fn judge_begin_session(
        &self,
        by: &Actor,
        tournament: &str,
        table: u8,
        terms: Option<&SessionTerms>,
    ) -> Result<Facts, Refusal> {
        let cites = self.exclusive_under();
        self.only(by, Role::Director, &cites)?;
        if self.book.rules.tournament.points.items.is_empty() {
            let silent = Citation::silent("tournaments");
            return Err(Refusal::new(Reason::NotLawful, "this book knows no tournaments", silent));
        }
        if self.state.session.is_some() {
            return Err(Refusal::new(Reason::AlreadyDone, "the table is given to a tournament", cites));
        }
        let barred = |rule: &LowLimit| *rule == LowLimit::NoTournament;
        let low = &self.book.rules.limits.low_limit;
        if self.state.settings.low_limit && low.find(barred).is_some() {
            let message = "low limit gaming is offered here";
            return Err(Refusal::new(Reason::NotLawful, message, cite_all(low, barred)));
        }
        if !self.state.nothing_down() || self.state.participants().next().is_some() {
            let message = "patrons are at the table; allowed is a table for the tournament alone";
            return Err(Refusal::new(Reason::NotLawful, message, cites));
        }
        self.check_between_coups(&cites)?;
        terms.map_or(Ok(()), |terms| self.check_terms(tournament, terms))?;
        let fact = notice::Fact::SessionBegan { tournament: tournament.to_owned(), table };
        Ok(vec![(Fact::Notice(fact), cites)])
    }

    /// The session is played by the tournament's book, and settled and dealt as its conditions say.
    fn check_terms(&self, tournament: &str, terms: &SessionTerms) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let point = |wanted| cite_all(&rules.points, |point| *point == wanted);
        let item = |wanted| cite_all(&rules.conditions, |known| known.item == wanted);
        let settings = &self.state.settings;
        let dealing = settings.dealing.as_ref().filter(|_| !self.book.rules.dealing.methods.items.is_empty());
        let (of, wanted, here, cites) = if terms.book != self.book.id {
            ("book", &terms.book, &self.book.id, point(TournamentPoint::OrdinaryRulesApply))
        } else if terms.method != settings.method {
            ("method", &terms.method, &settings.method, item(Condition::Limits))
        } else {
            match (&terms.dealing, dealing) {
                (Some(wanted), Some(here)) if wanted != here => {
                    ("dealing method", wanted, here, item(Condition::DealingMethod))
                }
                _ => return Ok(()),
            }
        };
        let message = format!("{tournament} is played by the {of} {wanted}; this table is by {here}");
        Err(Refusal::new(Reason::NotLawful, message, cites))
    }

    pub(super) fn judge_end_session(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = self.exclusive_under();
        self.only(by, Role::Director, &cites)?;
        if self.state.session.is_none() {
            return Err(Refusal::new(Reason::NotDue, "the table is given to no tournament", cites));
        }
        self.check_between_coups(&cites)?;
        Ok(vec![(Fact::Notice(notice::Fact::SessionEnded), cites)])
    }

    /// No coup is under way, and none is about to be dealt.
    fn check_between_coups(&self, cites: &Citation) -> Result<(), Refusal> {
        match &self.state.phase {
            Phase::Preparing(_)
            | Phase::Betting(Betting { until: None, closed: false, no_bet: None, .. }) => Ok(()),
            _ => Err(Refusal::new(Reason::CoupInProgress, "a coup is under way", cites.clone())),
        }
    }

    /// While the table is given to a tournament nobody wagers, buys or sits down at it, and the clauses that the book switches off for
    /// tournaments give nobody a right.
    pub(crate) fn check_session(&self, act: &Act) -> Result<(), Refusal> {
        let Some(session) = &self.state.session else { return Ok(()) };
        let refuse = |message: String, cites: Citation| Err(Refusal::new(Reason::NotLawful, message, cites));
        match act {
            Act::People(
                people::Act::Arrive
                | people::Act::BuyIn { .. }
                | people::Act::SwapVoucher { .. }
                | people::Act::SwapDatedVoucher { .. }
                | people::Act::TakeSeat { .. },
            ) => refuse(format!("the table is {}'s alone", session.tournament), self.exclusive_under()),
            Act::Bets(_) => {
                let points = &self.book.rules.tournament.points;
                let own = cite_all(points, |point| *point == TournamentPoint::TournamentChipsOnly);
                let message = format!("wagers are made in {}, with its own chips", session.tournament);
                refuse(message, if own.clauses.is_empty() { self.exclusive_under() } else { own })
            }
            Act::Notice(acts::Act::Close { .. }) => {
                let message = format!("{} has not given the table back", session.tournament);
                refuse(message, self.exclusive_under())
            }
            Act::Notice(notice) => match self.switched_off(notice) {
                Some(cites) => refuse("this is switched off for tournaments".to_owned(), cites),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// The clauses by which what this act rests on is switched off for tournaments; nothing if it stays in force.
    fn switched_off(&self, act: &acts::Act) -> Option<Citation> {
        let rests = match act {
            acts::Act::SetPersonalLimit { .. } => self.book.rules.limits.personal.cites(),
            acts::Act::PostSign { change, .. }
            | acts::Act::TellPlayers { change }
            | acts::Act::MakeChange { change, .. } => self.change_under(change),
            _ => return None,
        };
        // A clause that is told in parts is switched off with all of them.
        let whole = |clause: String| clause.split('/').next().unwrap_or_default().to_owned();
        let named = |off: &String| rests.clauses.iter().any(|clause| whole(clause.to_string()) == *off);
        let cites = cite_all(&self.book.rules.tournament.switched_off, named);
        Some(cites).filter(|cites| !cites.clauses.is_empty())
    }

    /// The clauses on a change.
    fn change_under(&self, change: &TableChange) -> Citation {
        let of = self.kind_of(change);
        cite_all(&self.book.rules.notice.changes, |rule| rule.of == of)
    }
}
