//! How players conduct themselves: what the staff report of it, and whoever is disqualified for it.

use crate::acts::{Act, Finding};
use crate::cite::stated;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Measure;
use baccarat::rules::tournament::*;
use table::{Citation, Name};

impl Work<'_> {
    /// Who disqualifies, or declares a wager invalid: the official, or for a breach whoever decides on it by the ordinary chapters.
    pub(crate) fn decider_of(&self, act: &Act) -> Role {
        let sanction = match act {
            Act::Disqualify { why: Disqualifying::Breach, .. } => self.cites().sanction(Measure::BarFromGame),
            Act::InvalidateWager { name } if self.repeated(name).is_none() => {
                self.cites().sanction(Measure::VoidWager).filter(|_| self.is_reported(name))
            }
            _ => None,
        };
        sanction.map_or(Role::Director, |(by, _)| by)
    }

    /// Somebody in the role that decides on it asks for this.
    pub(crate) fn by_decider(&self, act: &Act, cites: &Citation) -> Result<(), Refusal> {
        match self.decider_of(act) {
            Role::Director => self.by_official(),
            by if by == self.by.role => Ok(()),
            by => {
                let message = format!("{} asks as {}; allowed is {by}", self.by.name, self.by.role);
                self.refuse(Reason::NotInThatRole, message, cites.clone())
            }
        }
    }

    /// A breach of somebody's is reported and not answered.
    pub(crate) fn is_reported(&self, name: &Name) -> bool {
        self.state.findings.iter().any(|(of, _)| of == name)
    }

    /// A disqualification with everything that the book says on it.
    pub(crate) fn disqualified(&mut self, name: &Name, why: Disqualifying, fee_back: Money) {
        let cites = self.cites();
        let (_, must) = cites.disqualification(why, |part| part.must);
        let (_, fee) = cites.disqualification(why, |part| part.fee_may_return);
        let (kept, chips) = cites.disqualification(why, |part| part.chips_kept);
        let value = match kept {
            Some(true) => stated(&self.book.rules.tournament.chip_value),
            _ => Citation::default(),
        };
        let fact = Fact::Disqualified { name: name.clone(), why, fee_back, chips_kept: kept == Some(true) };
        let sanction = match why {
            Disqualifying::Breach => cites.sanction(Measure::BarFromGame),
            _ => None,
        };
        let sanction = sanction.map(|(_, cites)| cites).unwrap_or_default();
        self.push(fact, must.and(fee).and(chips).and(value).and(sanction));
    }

    /// What must follow a finding by itself is left to nobody's choice but the person who signs it.
    pub(crate) fn report(&mut self, name: &Name, finding: Finding) -> Result<(), Refusal> {
        if self.state.entrant(name).is_none() {
            return self.refuse(Reason::NotEntered, format!("{name} has not entered"), Citation::default());
        }
        let cites = match finding {
            Finding::SoughtAdvice => self.cites().point(TournamentPoint::NoAdvice),
            Finding::GaveAdvice => self.cites().points(&[TournamentPoint::NoAdviceGiven]),
            Finding::RemovedChips => {
                self.cites().points(&[TournamentPoint::ChipsNotRemoved, TournamentPoint::ChipsUntouched])
            }
            Finding::HidChips => self.cites().point(TournamentPoint::ChipsInView),
            Finding::SwappedChips => {
                self.cites().points(&[TournamentPoint::ChipsNotSwapped, TournamentPoint::ChipsUntouched])
            }
            Finding::RaisedStack => self.cites().point(TournamentPoint::ChipsUntouched),
            Finding::OtherBreach => Citation::default(),
        };
        self.push(Fact::FindingReported { name: name.clone(), finding }, cites);
        let (must, rests) = self.cites().disqualification(finding.ground(), |part| part.must);
        let about = match must {
            Some(true) => format!("{name} must be disqualified"),
            Some(false) => format!("{name} may be disqualified"),
            None => format!("{name} broke a rule"),
        };
        let rests = match finding.ground() {
            Disqualifying::Breach => rests.and(self.cites().sanctions()),
            _ => rests,
        };
        self.push(Fact::DirectorAsked { name: name.clone(), about }, rests);
        Ok(())
    }

    pub(crate) fn drop_report(
        &mut self,
        name: &Name,
        finding: Finding,
        because: &str,
    ) -> Result<(), Refusal> {
        self.by_two()?;
        let (_, rests) = self.cites().disqualification(finding.ground(), |part| part.must);
        if !self.state.findings.contains(&(name.clone(), finding)) {
            return self.refuse(Reason::OutOfOrder, format!("no such report on {name} is open"), rests);
        }
        if because.trim().is_empty() {
            return self.refuse(Reason::NotDeclared, "allowed is a reason in words", rests);
        }
        let because = because.to_owned();
        self.push(Fact::ReportDropped { name: name.clone(), finding, because }, rests);
        Ok(())
    }

    /// Nothing is decided by places while somebody is reported who must be disqualified if it is so.
    pub(crate) fn reports_answered(&self, about: impl Fn(&Name) -> bool) -> Result<(), Refusal> {
        for (name, finding) in self.state.findings.iter().filter(|(name, _)| about(name)) {
            let (must, rests) = self.cites().disqualification(finding.ground(), |part| part.must);
            if must == Some(true) {
                let message = format!(
                    "{name} is reported and must be disqualified; allowed once that is done or the report is dropped"
                );
                return self.refuse(Reason::PlacesOpen, message, rests);
            }
        }
        Ok(())
    }
}
