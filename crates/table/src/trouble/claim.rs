//! What a patron tells staff of a coup that was dealt wrongly. Told in time it is on record as a matter, and no card that comes
//! afterwards cuts the claim off.

use crate::cite::{Citation, cite_all};
use crate::facts::{Fact, trouble};
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Matter, Phase, Remedy, Report, Subject};
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::card::Card;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{Irregularity, ReportLimit};

impl Table {
    /// The coup of which staff can still be told in time: the one under way, or the last before another has begun.
    pub(crate) fn claimable(&self, number: Option<u32>) -> Result<&Coup, Refusal> {
        let coup = match &self.state.phase {
            Phase::Coup(coup) => Some(coup),
            Phase::Betting(_) | Phase::Preparing(_) => self.just_ended().map(|record| &record.coup),
            Phase::Closed => None,
        };
        coup.filter(|coup| number.is_none_or(|number| coup.number == number)).ok_or_else(|| {
            let message = match number {
                Some(number) => {
                    format!("coup {number} is neither under way nor the last; a dispute may still be opened")
                }
                None => "there is no coup to put right".to_owned(),
            };
            let cites = self.ruling_under(Irregularity::FoundAfterNextCoup);
            Refusal::new(Reason::NotPossibleNow, message, cites)
        })
    }

    /// The clauses by which an error counts that staff were told of before the next coup.
    pub(crate) fn in_time_under(&self) -> Citation {
        let limits = &self.book.rules.irregularities.reported_before;
        let in_time = cite_all(limits, |limit| *limit == ReportLimit::NextCoup);
        // A clause on what is found later than that says nothing of what is found in time.
        let in_time = in_time.without(&self.ruling_under(Irregularity::FoundAfterNextCoup));
        Citation { silences: Vec::new(), ..in_time }
    }

    /// Has somebody told of this coup while that was in time?
    pub(crate) fn was_claimed(&self, number: u32) -> bool {
        let put_away = self.state.over(number).is_some_and(|record| record.told.claimed);
        put_away || self.state.told_of(number).claimed
    }

    /// What a patron tells staff of a coup, in whichever words; nothing if it is no patron's to tell.
    pub(crate) fn judge_told(&self, by: &Actor, report: &Report) -> Option<Result<Facts, Refusal>> {
        let last = || self.claimable(None).map(|coup| coup.number);
        Some(match report {
            Report::Claimed { coup, cards } => self.judge_claim(by, *coup, cards),
            Report::OutOfSequence { cards, .. } => last().and_then(|coup| self.judge_claim(by, coup, cards)),
            Report::ThirdCardForgotten => match self.third_card_forgotten() {
                Ok(Report::OutOfSequence { cards, .. }) => {
                    last().and_then(|coup| self.judge_claim(by, coup, &cards))
                }
                Ok(_) => return None,
                Err(refusal) => Err(refusal),
            },
            Report::Earlier { coup } => self.judge_told_of(by, *coup),
            _ => return None,
        })
    }

    /// A patron tells that a coup was dealt wrongly, without saying how. In time, staff look into it, and it is void if it cannot
    /// be put in order; later it is what the book makes of a coup that others have followed.
    fn judge_told_of(&self, by: &Actor, number: u32) -> Result<Facts, Refusal> {
        self.patron(by)?;
        let report = Report::Earlier { coup: number };
        let noted = self.state.over(number).and_then(|record| record.told.matter);
        if let Some(matter) = noted.or(self.state.told_of(number).matter) {
            let message = format!("matter {matter} is about it already");
            let cites = self.ruling_under(Irregularity::CardsOutOfSequence);
            return Err(Refusal::new(Reason::AlreadyDone, message, cites));
        }
        let in_time = self.claimable(Some(number)).is_ok();
        let when = match in_time {
            true => Irregularity::CannotBeReconstructed,
            false => self.irregularity(&report)?,
        };
        let Some(verdict) = self.verdict(when) else {
            return Ok(self.not_ruled_on(by, when, &report));
        };
        let settled = self.book.rules.irregularities.settled_coup.ruled().map(|rule| rule.who);
        let decides = verdict.decided_by.or(settled).unwrap_or(Role::Supervisor);
        let (remedies, cites) = match when {
            Irregularity::CannotBeReconstructed => {
                let wrongly_dealt = self.coup_under(Irregularity::CardsOutOfSequence);
                (vec![Remedy::Void, Remedy::Denied], wrongly_dealt.and(self.in_time_under()))
            }
            _ => (vec![Remedy::Granted, Remedy::Denied], self.ruling_under(when)),
        };
        let about = Subject::Ruling { when, report };
        Ok(vec![self.open_matter(about, by, decides, remedies, false, cites)])
    }

    /// A patron tells in which order the cards of a coup really came.
    pub(crate) fn judge_claim(
        &self,
        by: &Actor,
        number: u32,
        cards: &[Option<Card>],
    ) -> Result<Facts, Refusal> {
        let when = Irregularity::CardsOutOfSequence;
        self.patron(by)?;
        let coup = self.claimable(Some(number))?;
        self.check_out_of_order(coup, cards, false)?;
        let report = Report::Claimed { coup: number, cards: cards.to_vec() };
        let about_it = |matter: &&Matter| {
            let (Subject::Ruling { report, .. } | Subject::Silence { report, .. }) = &matter.about;
            matches!(report, Report::Claimed { coup, .. } if *coup == number)
        };
        if let Some(matter) = self.state.matters.iter().find(about_it) {
            let message = format!("matter {} is about it already", matter.id);
            return Err(Refusal::new(Reason::AlreadyDone, message, self.ruling_under(when)));
        }
        let Some(verdict) = self.verdict(when) else {
            let (decides, cites) = self.decides_silence();
            let about = Subject::Silence { when, report };
            let cites = self.ruling_under(when).and(cites);
            return Ok(vec![self.open_matter(
                about,
                by,
                decides,
                vec![Remedy::GoesOn, Remedy::Void],
                false,
                cites,
            )]);
        };
        let settled = self.book.rules.irregularities.settled_coup.ruled().map(|rule| rule.who);
        let decides = verdict.decided_by.or(settled).unwrap_or(Role::Supervisor);
        let cites = self.coup_under(when).and(self.in_time_under());
        let about = Subject::Ruling { when, report };
        Ok(vec![self.open_matter(about, by, decides, vec![Remedy::Granted, Remedy::Denied], false, cites)])
    }

    /// What follows once somebody finds that a patron was right: the coup is put in order while that can be done, and is
    /// void once another has begun.
    pub(crate) fn claim_upheld(
        &self,
        decides: &Actor,
        number: u32,
        cards: &[Option<Card>],
    ) -> Result<Facts, Refusal> {
        if self.claimable(Some(number)).is_ok() {
            let report = Report::OutOfSequence { cards: cards.to_vec(), doubt: false };
            return self.judge_report(decides, &report, Time(0));
        }
        let when = Irregularity::CannotBeReconstructed;
        let cites = self.void_under(when);
        let ruled = self.verdict(when).map(|verdict| {
            (
                Fact::Trouble(trouble::Fact::Ruled { verdict }),
                self.ruling_under(when).and(self.in_time_under()),
            )
        });
        let mut facts: Facts = ruled.into_iter().collect();
        facts.extend(self.void_of(number, &cites));
        Ok(facts)
    }

    /// A coup, under way or over, has no effect; nothing where it had none anyway.
    pub(crate) fn void_of(&self, number: u32, cites: &Citation) -> Facts {
        if let Phase::Coup(coup) = &self.state.phase
            && coup.number == number
        {
            let mut facts = self.void_coup(coup, cites);
            facts.extend(self.carried_on(&facts));
            return facts;
        }
        let counts = self.state.over(number).is_some_and(|record| !record.coup.void);
        if counts { self.void_earlier(number, cites) } else { Vec::new() }
    }
}
