//! Who may be shown what of a game in play. Where a book forbids devices that predict, what such a device would tell is
//! for those alone whom the ban does not bind.

use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::notice;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::Disclosure;
use crate::table::{Facts, Table};
use baccarat::book::Book;
use baccarat::rules::people::{Role, SignSubject};
use baccarat::rules::rulings::{Ban, Exempt};

/// May somebody in this role be shown it? The clauses that let it, or those that forbid it.
pub fn may_see(book: &Book, role: Role, on_duty: bool, what: Disclosure) -> Result<Citation, Citation> {
    let conduct = &book.rules.conduct;
    let banned = |ban: &Ban| *ban == Ban::PredictingDevice;
    let ban = cite_all(&conduct.bans, banned);
    match what {
        Disclosure::Results => {
            Ok(cite_all(&book.rules.procedure.signs, |sign| sign.shows == SignSubject::Results))
        }
        Disclosure::Composition | Disclosure::Odds if conduct.bans.find(banned).is_none() => Ok(ban),
        Disclosure::Composition | Disclosure::Odds => {
            let staff = on_duty && role != Role::Player;
            let exempt = conduct.exempt.get() == Some(&Exempt::StaffAndInspectorsOnDuty);
            match staff && exempt {
                true => Ok(conduct.exempt.cites()),
                false => Err(ban.and(conduct.exempt.cites())),
            }
        }
    }
}

impl Table {
    /// Somebody asks to be shown something; what is let is on record, with the person.
    pub(crate) fn judge_sight(&self, by: &Actor, what: Disclosure) -> Result<Facts, Refusal> {
        let on_duty = self.state.staff.get(&by.name).is_some_and(|roles| roles.contains(&by.role));
        match may_see(&self.book, by.role, on_duty, what) {
            Ok(cites) => Ok(vec![(Fact::Notice(notice::Fact::Shown { to: by.name.clone(), what }), cites)]),
            Err(cites) => {
                let message = format!("{by} may not be shown the {what} of a game in play");
                Err(Refusal::new(Reason::NotLawful, message, cites))
            }
        }
    }
}
