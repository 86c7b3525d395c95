//! The time, before a coup goes on, in which patrons may take wagers back or alter them.

use crate::bets;
use crate::cite::{Citation, Cite, cite_all, cite_said};
use crate::facts::Fact;
use crate::facts::trouble;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::Window;
use crate::table::Table;
use baccarat::basis::ClauseNumber;
use baccarat::rules::rulings::{DeviceFailure, DeviceMeasure, Irregularity, ReliefAct, Withdrawn};

/// Of some clauses those in the same clause of the instrument as others. A rule and its own conditions are parts of one clause,
/// `15.9/1` and `15.9/2`, and what another clause says of its own ruling says nothing of this one.
fn near(some: &Citation, others: &Citation) -> Citation {
    let stem =
        |number: &ClauseNumber| number.as_str().split(['/', '(']).next().unwrap_or_default().to_owned();
    let stems: Vec<String> = others.clauses.iter().map(stem).collect();
    let clauses = some.clauses.iter().filter(|clause| stems.contains(&stem(clause))).cloned().collect();
    Citation { clauses, silences: some.silences.clone() }
}

/// The same; all of them where none is in the same clause.
pub(crate) fn beside(some: Citation, others: &Citation) -> Citation {
    let near = near(&some, others);
    if near.clauses.is_empty() { some } else { near }
}

impl Table {
    /// The clauses that opened a window.
    pub(crate) fn window_under(&self, window: Window) -> Citation {
        let rules = &self.book.rules;
        match window {
            Window::Ruling { when } => cite_all(&rules.irregularities.rulings, |ruling| {
                ruling.when == when && ruling.wagers.is_some()
            }),
            Window::Relief => {
                cite_all(&rules.irregularities.rulings, |ruling| ruling.when == Irregularity::DealtTooEarly)
            }
            Window::Device => cite_all(&rules.malfunction.measures, |step| {
                step.when == DeviceFailure::NoTransfer && step.does == DeviceMeasure::OfferStakesBack
            }),
        }
    }

    /// May a patron do this while the window is open? Says under which clauses.
    pub(crate) fn check_window(
        &self,
        by: &Actor,
        window: Window,
        act: &bets::Act,
    ) -> Result<Citation, Refusal> {
        self.patron(by)?;
        let opened = self.window_under(window);
        let rules = &self.book.rules.irregularities;
        let wanted = match act {
            bets::Act::Place { .. } => ReliefAct::New,
            bets::Act::Change { .. } => ReliefAct::ChangeAmount,
            bets::Act::Move { .. } => ReliefAct::Move,
            _ => ReliefAct::Withdraw,
        };
        match window {
            Window::Relief => {
                let granted = cite_all(&rules.relief_acts, |act| *act == wanted);
                match rules.relief_acts.find(|act| *act == wanted) {
                    Some(_) => Ok(opened.and(granted)),
                    None => Err(Refusal::new(Reason::BettingFrozen, "that was not let", opened)),
                }
            }
            Window::Device if wanted == ReliefAct::Withdraw => Ok(opened),
            Window::Device => {
                let message = "a stake may only be had back; it may not be raised, lowered or moved";
                let frozen = self.book.rules.betting.frozen_until.cites();
                Err(Refusal::new(Reason::BettingFrozen, message, opened.and(frozen)))
            }
            Window::Ruling { .. } if wanted == ReliefAct::Withdraw => {
                let alone = cite_said(&rules.withdrawn, |rule| *rule == Withdrawn::EachWagerAlone);
                Ok(opened.clone().and(near(&alone, &opened)))
            }
            Window::Ruling { .. } => {
                let (message, broken) = match wanted {
                    ReliefAct::New => {
                        ("a wager may only be withdrawn; none may be put down", Withdrawn::NeverReplaced)
                    }
                    _ => ("wagers that stay may not be raised, lowered or moved", Withdrawn::RestUnchanged),
                };
                let cites = cite_all(&rules.withdrawn, |rule| *rule == broken);
                Err(Refusal::new(Reason::BettingFrozen, message, opened.clone().and(beside(cites, &opened))))
            }
        }
    }

    /// Does withdrawing one wager leave the others alone, whatever they need otherwise?
    pub(crate) fn withdrawn_alone(&self) -> bool {
        let rules = &self.book.rules.irregularities.withdrawn;
        match self.window() {
            Some(Window::Ruling { .. }) => rules.values().any(|rule| *rule == Withdrawn::EachWagerAlone),
            Some(Window::Device) => true,
            Some(Window::Relief) | None => false,
        }
    }

    /// What opens a window, unless no wager is left to withdraw.
    pub(crate) fn window_opened(&self, window: Window) -> Option<(Fact, Citation)> {
        let lying = !self.state.stakes.is_empty() || window == Window::Relief;
        lying.then(|| (Fact::Trouble(trouble::Fact::WindowOpened { window }), self.window_under(window)))
    }
}
