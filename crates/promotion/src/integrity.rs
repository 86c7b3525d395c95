//! Compromised integrity: found, postponed, validated, cancelled, and the inspectorate told in the same step.

use crate::acts::Act;
use crate::facts::Fact;
use crate::refusal::Reason;
use crate::state::Stage;
use crate::work::{Judged, Work, refuse};
use baccarat::rules::promotion::{IntegrityMay, IntegrityOf, NoticeWhen, PromotionNotice};
use declared::cite::{listed, stated};
use table::Citation;

impl Work<'_> {
    pub(crate) fn find_compromised(&mut self, of: IntegrityOf, why: &str) -> Judged {
        self.stage(&[Stage::Lodged, Stage::Open, Stage::Closed, Stage::Drawn])?;
        let cites = stated(&self.book.rules.promotion.integrity_by);
        if why.trim().is_empty() {
            return refuse(Reason::ReasonMissing, "no reason is given; allowed is with one", cites);
        }
        self.push(Fact::Compromised { of, why: why.to_owned() }, cites);
        Ok(())
    }

    /// The book allows it, and somebody found it necessary.
    fn may(&self, of: IntegrityOf, may: IntegrityMay) -> Result<Citation, crate::refusal::Refusal> {
        let powers = &self.book.rules.promotion.integrity;
        let word = match may {
            IntegrityMay::Postpone => "postponed",
            IntegrityMay::Cancel => "cancelled",
        };
        if !powers.values().any(|power| power.of == of && power.may == may) {
            let allowed: Vec<String> =
                powers.values().filter(|power| power.may == may).map(|power| power.of.to_string()).collect();
            let message = format!("the {of} may not be {word}; allowed is the {}", allowed.join(" or the "));
            refuse(Reason::OutOfOrder, message, listed(powers, |power| power.may == may))?;
        }
        // Whichever of the two is compromised, either may be postponed and the draw cancelled.
        if self.state.compromised.is_empty() {
            let message =
                "neither the promotion nor the draw was found compromised; allowed is once one is".to_owned();
            let cites = stated(&self.book.rules.promotion.integrity_by);
            refuse(Reason::NotCompromised, message, cites)?;
        }
        self.not_cancelled()?;
        Ok(listed(powers, |power| power.of == of && power.may == may))
    }

    /// The inspectorate hears of it in the same entry.
    fn tell_at_once(&mut self, text: String) {
        self.notice(PromotionNotice::Integrity, &[NoticeWhen::AtOnce], None, text);
    }

    pub(crate) fn postpone(&mut self, of: IntegrityOf) -> Judged {
        let cites = self.may(of, IntegrityMay::Postpone)?;
        if self.state.postponed.contains(&of) {
            return refuse(Reason::AlreadyDone, format!("the {of} is postponed"), cites);
        }
        self.push(Fact::Postponed { of }, cites);
        let name = self.terms()?.name;
        self.tell_at_once(format!("The {of} of {name} is postponed: its integrity is compromised."));
        Ok(())
    }

    pub(crate) fn validate(&mut self, of: IntegrityOf, how: &str) -> Judged {
        if !self.state.postponed.contains(&of) {
            let message = format!("the {of} is not postponed");
            return refuse(Reason::OutOfOrder, message, Citation::default());
        }
        self.not_cancelled()?;
        let powers = &self.book.rules.promotion.integrity;
        let cites = listed(powers, |power| power.of == of && power.may == IntegrityMay::Postpone);
        if how.trim().is_empty() {
            return refuse(Reason::ReasonMissing, "nobody says how it was validated", cites);
        }
        self.push(Fact::Validated { of, how: how.to_owned() }, cites);
        // What waits rests on what was found before, and not on what may be found later.
        self.put_aside(|what| {
            matches!(what, Act::Validate { of: known, .. } if *known == of)
                || matches!(what, Act::Cancel { .. })
        });
        Ok(())
    }

    pub(crate) fn cancel(&mut self, of: IntegrityOf) -> Judged {
        let cites = self.may(of, IntegrityMay::Cancel)?;
        if self.state.prizes.iter().any(|prize| prize.awarded.is_some()) {
            let message = "a prize of this draw is awarded, and a cancelled draw awards nothing; allowed is to postpone what is left \
                           until its integrity is validated";
            return refuse(Reason::AlreadyDone, message, cites);
        }
        self.push(Fact::DrawCancelled, cites.clone());
        self.push(Fact::EndedWithoutAward, cites);
        let name = self.terms()?.name;
        self.tell_at_once(format!("The {of} of {name} is cancelled: its integrity is compromised."));
        Ok(())
    }
}
