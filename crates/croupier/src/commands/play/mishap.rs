//! "What happened?": something went wrong on the felt, is reported, ruled on and decided.

use super::app::{App, Overlay, WhoseTurn};
use crate::commands::rule::{order, seen};
use crate::failure::Failure;
use crate::sitting::fates;
use baccarat::rules::people::Role;
use ratatui::crossterm::event::KeyCode;
use table::driver::patron;
use table::{Act, Asks, Due, Matter, Possible, Remedy, Report, bets, trouble};

/// The longest reason or list of cards.
const MOST: usize = 60;

/// What the person is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// What it was.
    What {
        /// What may have been.
        offered: Vec<Possible>,
        /// The one chosen.
        chosen: usize,
    },
    /// What is still to be told of it.
    More {
        /// What it was.
        possible: Possible,
        /// What was keyed.
        text: String,
    },
    /// What somebody decides.
    Decision {
        /// On what.
        matter: Matter,
        /// The decision chosen.
        chosen: usize,
    },
    /// Why.
    Why {
        /// On what.
        matter: Matter,
        /// What was decided.
        remedy: Remedy,
        /// What was keyed.
        text: String,
    },
}

impl Asking {
    /// The question.
    pub fn title(&self) -> String {
        match self {
            Asking::What { .. } => "What happened?".to_owned(),
            Asking::More { possible, .. } => match possible.asks {
                Asks::Card => "Which card? Such as 5h.".to_owned(),
                Asks::CardIfSeen => "Which card? Such as 5h, or down if nobody saw it.".to_owned(),
                Asks::Order => "The cards in the order they came? Such as 6h 3d kc ks.".to_owned(),
                Asks::Coup => "Which coup? Its number.".to_owned(),
                Asks::Reason | Asks::Nothing => "Why?".to_owned(),
            },
            Asking::Decision { matter, .. } => format!("What does {} decide?", fates::role(matter.decides)),
            Asking::Why { matter, .. } => format!("Why does {} decide so?", fates::role(matter.decides)),
        }
    }

    /// The choices, and which one is chosen.
    pub fn choices(&self) -> Option<(Vec<String>, usize)> {
        match self {
            Asking::What { offered, chosen } => {
                let message = |possible: &Possible| match possible.ruled {
                    true => possible.words.to_owned(),
                    false => format!("{} (the book does not say what follows)", possible.words),
                };
                Some((offered.iter().map(message).collect(), *chosen))
            }
            Asking::Decision { matter, chosen } => {
                let message = |remedy: &Remedy| fates::remedy(*remedy).to_owned();
                Some((matter.remedies.iter().map(message).collect(), *chosen))
            }
            Asking::More { .. } | Asking::Why { .. } => None,
        }
    }

    /// What was keyed so far.
    pub fn text(&self) -> Option<&str> {
        match self {
            Asking::More { text, .. } | Asking::Why { text, .. } => Some(text),
            Asking::What { .. } | Asking::Decision { .. } => None,
        }
    }

    fn choose(&mut self, down: bool) {
        let Some((choices, _)) = self.choices() else { return };
        let many = choices.len().max(1);
        if let Asking::What { chosen, .. } | Asking::Decision { chosen, .. } = self {
            *chosen = (*chosen + if down { 1 } else { many - 1 }) % many;
        }
    }
}

/// What is reported, with what was keyed of it.
fn completed(possible: &Possible, text: &str) -> Result<Report, Failure> {
    let report = possible.report.clone();
    Ok(match possible.asks {
        Asks::Nothing => report,
        Asks::Card => {
            let card = text.trim().parse().map_err(|error| Failure::usage(format!("{error}")))?;
            report.about_card(Some(card))
        }
        Asks::CardIfSeen => report.about_card(seen(text)?),
        Asks::Order => report.in_order(order(text)?),
        Asks::Coup => {
            let message = || Failure::usage(format!("found `{text}`; allowed is the number of a coup"));
            report.about_coup(text.trim().parse().map_err(|_| message())?)
        }
        Asks::Reason => report.because(text.trim()),
    })
}

impl App {
    /// Opens the question; where something waits for a decision, that comes first.
    pub(super) fn what_happened(&mut self) {
        if self.decision_waits() {
            return;
        }
        let offered = self.sitting.table.possible_reports();
        if offered.is_empty() {
            return self.hint("Nothing can have gone wrong here yet.");
        }
        self.asking = Some(Asking::What { offered, chosen: 0 });
        self.overlay = Some(Overlay::Mishap);
    }

    /// Asks for the decision that play waits for; says whether it waits for one.
    pub(super) fn decision_waits(&mut self) -> bool {
        let Some(matter) = self.sitting.table.halted_by().cloned() else { return false };
        self.asking = Some(Asking::Decision { matter, chosen: 0 });
        self.overlay = Some(Overlay::Mishap);
        true
    }

    /// Patrons have had their say; the coup goes on.
    pub(super) fn resume(&mut self) {
        let by = self.signed_on(Role::Dealer);
        if self.ask(Act::Trouble(trouble::Act::Resume), by) {
            self.turn = WhoseTurn::Table;
        }
    }

    /// Takes the chosen wager back while play waits for that.
    pub(super) fn withdraw(&mut self) {
        let Some(wager) = self.boxes.get(self.chosen).map(|own| own.wager.id.clone()) else { return };
        self.ask(Act::Bets(bets::Act::Withdraw { area: super::app::SEAT, wager }), patron(&self.me));
    }

    /// Does play wait for patrons to take wagers back?
    pub(super) fn window_is_open(&self) -> bool {
        self.sitting.table.due() == Due::Resume
    }

    fn close_question(&mut self) {
        self.asking = None;
        self.overlay = None;
    }

    /// A key while the question is open.
    pub(super) fn key_mishap(&mut self, code: KeyCode) {
        let Some(asking) = &mut self.asking else { return self.close_question() };
        match (code, asking) {
            (KeyCode::Esc, _) => self.close_question(),
            (KeyCode::Enter, _) => self.answer_mishap(),
            (KeyCode::Backspace, Asking::More { text, .. } | Asking::Why { text, .. }) if text.is_empty() => {
                self.close_question();
            }
            (KeyCode::Backspace, Asking::More { text, .. } | Asking::Why { text, .. }) => drop(text.pop()),
            (KeyCode::Char(letter), Asking::More { text, .. } | Asking::Why { text, .. })
                if text.chars().count() < MOST =>
            {
                text.push(letter);
            }
            (KeyCode::Up | KeyCode::Char('k'), asking) => asking.choose(false),
            (KeyCode::Down | KeyCode::Char('j'), asking) => asking.choose(true),
            _ => {}
        }
    }

    fn answer_mishap(&mut self) {
        match self.asking.take() {
            Some(Asking::What { offered, chosen }) => match offered.into_iter().nth(chosen) {
                Some(possible) if possible.asks == Asks::Nothing => self.report(possible.report),
                Some(possible) => self.asking = Some(Asking::More { possible, text: String::new() }),
                None => self.close_question(),
            },
            Some(Asking::More { possible, text }) => match completed(&possible, &text) {
                Ok(report) => self.report(report),
                Err(failure) => {
                    self.hint(crate::sitting::story::sentence(&failure.to_string()));
                    self.close_question();
                }
            },
            Some(Asking::Decision { matter, chosen }) => match matter.remedies.get(chosen).copied() {
                Some(remedy) => self.asking = Some(Asking::Why { matter, remedy, text: String::new() }),
                None => self.close_question(),
            },
            Some(Asking::Why { matter, remedy, text }) => self.decide(&matter, remedy, text),
            None => self.close_question(),
        }
    }

    fn report(&mut self, report: Report) {
        self.close_question();
        let by = self.signed_on(Role::Dealer);
        if self.ask(Act::Trouble(trouble::Act::Report { report }), by) {
            self.agreed = false;
            self.turn = WhoseTurn::Table;
            self.decision_waits();
        }
    }

    fn decide(&mut self, matter: &Matter, remedy: Remedy, why: String) {
        self.close_question();
        let by = self.signed_on(matter.decides);
        if self.ask(Act::Trouble(trouble::Act::Decide { matter: matter.id, remedy, why }), by) {
            self.turn = WhoseTurn::Table;
        }
    }
}
