//! What waits for somebody's decision: rulings that a person must authorise, and what the book does not rule on.

use crate::cite::Citation;
use crate::facts::Fact;
use crate::facts::deal;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Decision, Matter, Phase, Remedy, Report, Subject};
use crate::table::{Facts, Table};
use crate::time::Time;
use crate::trouble;
use crate::trouble::correction::{self, Miskeyed};
use crate::trouble::{corrected_wager, wrong_payment};
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{CoupFate, Irregularity};

impl Table {
    /// Opens a matter.
    pub(crate) fn open_matter(
        &self,
        about: Subject,
        by: &Actor,
        decides: Role,
        remedies: Vec<Remedy>,
        halts: bool,
        cites: Citation,
    ) -> (Fact, Citation) {
        let id = self.state.opened.matters + 1;
        let matter = Matter { id, about, by: by.clone(), decides, remedies, halts, decided: None };
        (Fact::Trouble(trouble::Fact::MatterOpened { matter: Box::new(matter) }), cites)
    }

    /// The clauses on a matter.
    pub(crate) fn matter_under(&self, matter: &Matter) -> Citation {
        match &matter.about {
            Subject::Silence { report: Report::Miskeyed { .. }, .. } => correction::silent(),
            Subject::Silence { report: Report::WagerMiskeyed { .. }, .. } => corrected_wager::silent(),
            Subject::Silence { report: Report::WronglyPaid { .. }, .. } => wrong_payment::silent(),
            Subject::Silence {
                report:
                    report @ (Report::WagerFound { .. }
                    | Report::WagerInvalid { .. }
                    | Report::WagerAccepted { .. }),
                ..
            } => self.said_of_wager_under(&matter.by, report),
            Subject::Ruling {
                report: report @ (Report::SettledShort | Report::SettledBy { .. }), ..
            }
            | Subject::Silence {
                report: report @ (Report::SettledShort | Report::SettledBy { .. }), ..
            } => self.wrongly_settled_under(report),
            Subject::Ruling { when, report: Report::Claimed { .. } } => {
                self.coup_under(*when).and(self.in_time_under())
            }
            Subject::Ruling { when, report } => {
                let settled = self.verdict(*when).map(|verdict| self.decides_ruling(&verdict, report).1);
                self.ruling_under(*when).and(settled.unwrap_or_default())
            }
            Subject::Silence { when, .. } => self.ruling_under(*when).and(self.decides_silence().1),
        }
    }

    pub(crate) fn judge_decision(
        &self,
        by: &Actor,
        id: u32,
        remedy: Remedy,
        why: &str,
    ) -> Result<Facts, Refusal> {
        let Some(matter) = self.state.matters.iter().find(|matter| matter.id == id) else {
            let cites = Citation::silent("matters to decide");
            if (1..=self.state.opened.matters).contains(&id) {
                let message = format!("matter {id} was decided long ago");
                return Err(Refusal::new(Reason::AlreadyDone, message, cites));
            }
            return Err(Refusal::new(Reason::NoSuchMatter, format!("there is no matter {id}"), cites));
        };
        let cites = self.matter_under(matter);
        if let Some(decision) = &matter.decided {
            let message = format!("matter {id} was decided by {}: {}", decision.by.name, decision.remedy);
            return Err(Refusal::new(Reason::AlreadyDone, message, cites));
        }
        let above = self.decides_instead(matter.decides, &matter.by);
        let (instead, cites) = match above {
            Some((role, clauses)) if by.role == role => (true, cites.and(clauses)),
            _ => (false, cites),
        };
        if !instead {
            self.only(by, matter.decides, &cites)?;
        }
        if by.name == matter.by.name {
            let message = format!("{} brought it up; somebody else decides", by.name);
            return Err(Refusal::new(Reason::SelfApproval, message, cites));
        }
        if why.trim().is_empty() {
            return Err(Refusal::new(Reason::NoGround, "a decision needs its reason", cites));
        }
        if !matter.remedies.contains(&remedy) {
            let lawful: Vec<String> = matter.remedies.iter().map(ToString::to_string).collect();
            let message = format!("`{remedy}` cannot be decided here; allowed is {}", lawful.join(" or "));
            return Err(Refusal::new(Reason::NotLawful, message, cites));
        }
        let decision = Decision { remedy, by: by.clone(), why: why.to_owned() };
        let mut facts = vec![(Fact::Trouble(trouble::Fact::MatterDecided { id, decision }), cites.clone())];
        let (Subject::Silence { report, .. } | Subject::Ruling { report, .. }) = &matter.about;
        let decided = match report {
            // What follows goes on at once, and the matter no longer keeps it from doing so.
            Report::Miskeyed { .. }
            | Report::WagerMiskeyed { .. }
            | Report::SettledShort
            | Report::SettledBy { .. } => self.after(&facts, by, Time(0)),
            _ => self.clone(),
        };
        let follows = match (&matter.about, remedy) {
            (Subject::Ruling { report: Report::Claimed { coup, cards }, .. }, Remedy::Granted) => {
                decided.claim_upheld(by, *coup, cards)?
            }
            _ => decided.carry_out_decision(matter, remedy, &cites)?,
        };
        facts.extend(follows);
        Ok(facts)
    }

    fn carry_out_decision(
        &self,
        matter: &Matter,
        remedy: Remedy,
        cites: &Citation,
    ) -> Result<Facts, Refusal> {
        Ok(match (&matter.about, remedy) {
            // Whatever was denied, a card that left the shoe is out of it.
            (Subject::Ruling { report: Report::Misdealt { card, .. }, .. }, Remedy::Denied) => {
                vec![(Fact::Deal(deal::Fact::CardSetAside { card: *card }), cites.clone())]
            }
            // The card that left the shoe is out of it, and the coup cannot be put together with it.
            (Subject::Ruling { report: Report::Misdealt { card, .. }, .. }, Remedy::Void) => {
                let when = Irregularity::CannotBeReconstructed;
                let cites = self.void_under(when);
                // What is said of money says nothing of the card.
                let aside = self.part_under(when, |ruling| ruling.coup.is_some());
                let mut facts = vec![(Fact::Deal(deal::Fact::CardSetAside { card: *card }), aside)];
                if let Phase::Coup(coup) = &self.state.phase {
                    facts.extend(self.void_coup(coup, &cites));
                    facts.extend(self.carried_on(&facts));
                }
                facts
            }
            (_, Remedy::Denied) => Vec::new(),
            (
                Subject::Ruling {
                    report: report @ (Report::SettledShort | Report::SettledBy { .. }), ..
                }
                | Subject::Silence {
                    report: report @ (Report::SettledShort | Report::SettledBy { .. }), ..
                },
                Remedy::Granted,
            ) => self.wrongly_settled(&matter.by, report)?,
            (Subject::Silence { report, .. }, Remedy::Granted) => match (Miskeyed::of(report), report) {
                (Some(miskeyed), _) => self.found_miskeyed(&matter.by, miskeyed)?,
                (_, Report::WagerMiskeyed { .. }) => self.found_wager_miskeyed(&matter.by, report)?,
                (_, Report::WronglyPaid { .. }) => self.found_wrongly_paid(report)?,
                (
                    _,
                    Report::WagerFound { .. } | Report::WagerInvalid { .. } | Report::WagerAccepted { .. },
                ) => self.found_of_wager(&Actor { role: matter.decides, ..matter.by.clone() }, report)?,
                // Nothing else of which the book is silent can be granted.
                _ => Vec::new(),
            },
            (Subject::Ruling { when, report }, Remedy::Granted) => match self.verdict(*when) {
                Some(verdict) if matches!(report, Report::Earlier { .. }) => {
                    self.rule_on_earlier(&verdict, report)
                }
                Some(verdict) => self.carry_out(&verdict, report),
                None => Vec::new(),
            },
            // A late report is about that coup and no other.
            (
                Subject::Ruling { report: Report::Earlier { coup } | Report::Claimed { coup, .. }, when },
                Remedy::Void,
            ) => self.void_of(*coup, &self.void_under(*when)),
            (
                Subject::Silence { report: Report::Earlier { coup } | Report::Claimed { coup, .. }, .. },
                Remedy::Void,
            ) => self.void_of(*coup, cites),
            (_, Remedy::Void) => match &self.state.phase {
                Phase::Coup(coup) => {
                    let mut facts = self.void_coup(coup, cites);
                    facts.extend(self.carried_on(&facts));
                    facts
                }
                // What a scanning shoe shows is often seen only once the coup is over.
                _ => match (&matter.about, self.just_ended()) {
                    (Subject::Ruling { when: when @ Irregularity::ScannerDiffers, .. }, Some(last)) => {
                        self.void_of(last.coup.number, &self.void_under(*when))
                    }
                    // The coup it was about has ended meanwhile, so that nothing is left to void.
                    _ => Vec::new(),
                },
            },
            (_, Remedy::GoesOn) => Vec::new(),
        })
    }

    /// What may be decided on an irregularity that the book leaves to a person.
    pub(crate) fn remedies_of(&self, coup_fate: Option<CoupFate>, report: &Report) -> Vec<Remedy> {
        let out = matches!(report, Report::Misdealt { .. });
        match coup_fate {
            Some(CoupFate::VoidUnlessConfirmed) => vec![Remedy::GoesOn, Remedy::Void],
            // The card is out of the shoe: it is put where it belongs, or the coup is void.
            Some(CoupFate::Reconstructed) if out => vec![Remedy::Granted, Remedy::Void],
            _ => vec![Remedy::Granted, Remedy::Denied],
        }
    }
}
