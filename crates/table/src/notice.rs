//! Notice: signs, changes announced and made, what may be shown to whom.

pub(crate) mod change;
pub(crate) mod day;
pub(crate) mod disclosure;
pub(crate) mod session;
pub(crate) mod signs;

pub use crate::acts::notice::Act;
pub use crate::facts::notice::Fact;

use crate::cite::cite_all;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Phase, Session};
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::rules::people::{Duty, Moment, Sign, SignSubject, Tidings};

impl Table {
    pub(crate) fn judge_notice(&self, act: &Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        match act {
            Act::PostSign { change, effective } => {
                self.may_change(by, change)?;
                self.check_change(change)?;
                Ok(vec![(
                    Fact::SignPosted { change: change.clone(), effective: *effective }.into(),
                    self.sign_under(change),
                )])
            }
            Act::TellPlayers { change } => {
                let rule = self.may_change(by, change)?;
                self.check_change(change)?;
                Ok(vec![(Fact::PlayersTold { change: change.clone() }.into(), rule)])
            }
            Act::MakeChange { change, keep_old } => self.judge_make(by, at, change, *keep_old),
            Act::SetPersonalLimit { patron, limits } => self.judge_personal(by, patron, limits),
            Act::Restrict { option, surveillance_told, sign } => {
                self.judge_restrict(by, option, *surveillance_told, *sign)
            }
            Act::LiftRestriction { option } => self.judge_lift(by, option),
            Act::ReportSign { shows } => self.judge_sign_missing(by, *shows),
            Act::Close { count } => self.judge_close(by, at, *count),
            Act::BeginSession { tournament, table, terms } => {
                self.judge_begin_session(by, tournament, *table, terms.as_ref())
            }
            Act::EndSession => self.judge_end_session(by),
            Act::Reopen { count, settings } => self.judge_reopen(by, at, *count, settings.as_deref()),
            Act::AskRules => self.judge_ask_rules(by),
            Act::AskToSee { what } => self.judge_sight(by, *what),
        }
    }

    /// Somebody asks to see the rules of the game.
    fn judge_ask_rules(&self, by: &Actor) -> Result<Facts, Refusal> {
        let rules = |sign: &Sign| sign.shows == SignSubject::Rules && sign.at == Moment::OnRequest;
        let signs = &self.book.rules.procedure.signs;
        let cites = cite_all(signs, rules);
        match signs.find(rules).is_some_and(|sign| sign.duty != Duty::Must) {
            true => Err(Refusal::new(Reason::NotLawful, "the house need not show them", cites)),
            false => Ok(vec![(Fact::RulesShown { to: by.name.clone() }.into(), cites)]),
        }
    }

    pub(crate) fn apply_notice(&mut self, fact: &Fact) {
        match fact {
            Fact::SignPosted { change, effective } => {
                self.announce(change, self.state.last, Some(*effective))
            }
            Fact::PlayersTold { change } => self.announce(change, self.state.last, None),
            Fact::ChangeMade { change, keep_old } => self.apply_change(change, *keep_old),
            Fact::PersonalLimitSet { patron, limits } => {
                if let Some(patron) = self.state.patrons.get_mut(patron) {
                    patron.personal = Some(*limits);
                }
            }
            Fact::PersonTold { patron: Some(patron), what: Tidings::FurtherShortWagersReturned, .. } => {
                if let Some(patron) = self.state.patrons.get_mut(patron) {
                    patron.warned = true;
                }
            }
            Fact::Restricted { option } => self.state.settings.restricted.push(option.clone()),
            Fact::TableClosed { float, .. } => {
                self.state.phase = Phase::Closed;
                self.state.trouble = None;
                self.state.left = self.state.counted.take().filter(|counted| counted.worth() == *float);
            }
            Fact::RestrictionLifted { option } => {
                self.state.settings.restricted.retain(|known| known != option)
            }
            Fact::SessionBegan { tournament, table } => {
                self.state.session = Some(Session { tournament: tournament.clone(), table: *table });
            }
            Fact::SessionEnded => self.state.session = None,
            Fact::TableOpened { settings, .. } => self.reopen(settings),
            Fact::SignMissing { .. }
            | Fact::PersonTold { .. }
            | Fact::RulesShown { .. }
            | Fact::Shown { .. } => {}
        }
    }
}
