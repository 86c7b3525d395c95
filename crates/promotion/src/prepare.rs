//! Up to the start: terms, lodging, marketing, channels, scrutineer, opening; and changes afterwards.

use crate::acts::Sealing;
use crate::apply::is_another;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::Stage;
use crate::terms::{Terms, above, prescribed_since};
use crate::work::{Judged, Work, refuse};
use baccarat::rules::promotion::{
    IntegrityOf, MarketingRule, NoticeWhen, PromotionNotice, PromotionStage, PromotionStep, TermsChange,
};
use declared::cite::{listed, stated};
use draw::Sealed;
use table::{Citation, Name};

impl Work<'_> {
    /// Terms that hold, or a refusal with every fault.
    fn checked(&self, text: &str) -> Result<Terms, Refusal> {
        Terms::read(text, self.book, &self.state.prescribed).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            let cites = faults.into_iter().map(|fault| fault.cites).fold(Citation::default(), Citation::and);
            Refusal::new(Reason::TermsIncomplete, lines.join("; "), cites)
        })
    }

    pub(crate) fn set_terms(&mut self, text: &str) -> Judged {
        self.stage(&[Stage::Draft, Stage::Lodged])?;
        let terms = self.checked(text)?;
        let cites = self.gate(PromotionStep::TermsSetOut).and(stated(&self.book.rules.promotion.offered_by));
        self.push(Fact::TermsSet { terms: Box::new(terms) }, cites);
        Ok(())
    }

    pub(crate) fn prescribe(&mut self, item: &str) -> Judged {
        let barred = &self.book.rules.promotion.barred;
        let cites = listed(barred, |known| *known == baccarat::rules::promotion::BarredPrize::Prescribed);
        self.push(Fact::Prescribed { item: item.trim().to_owned() }, cites);
        Ok(())
    }

    /// What was prescribed after the terms were set is barred as well.
    fn nothing_prescribed(&self, terms: &Terms) -> Judged {
        match prescribed_since(self.book, &terms.prizes, &self.state.prescribed) {
            Some((message, cites)) => refuse(Reason::TermsIncomplete, message, cites),
            None => Ok(()),
        }
    }

    pub(crate) fn lodge(&mut self) -> Judged {
        self.stage(&[Stage::Draft, Stage::Lodged])?;
        let terms = self.terms()?;
        self.nothing_prescribed(&terms)?;
        let text = format!("Full terms of {}, version {}, {}.", terms.name, terms.version, terms.hash);
        let notice = self.tell(PromotionNotice::FullTerms);
        let cites = notice.as_ref().map_or_else(Citation::default, |(_, _, cites)| cites.clone());
        self.push(Fact::Lodged { hash: terms.hash }, cites.clone());
        if let Some((to, ..)) = notice {
            self.push(Fact::NoticeSent { what: PromotionNotice::FullTerms, to, person: None, text }, cites);
        }
        Ok(())
    }

    pub(crate) fn register_material(&mut self, what: &str, refers: bool) -> Judged {
        let rule = &self.book.rules.promotion.marketing;
        if self.state.terms.is_none() && rule.get() == Some(&MarketingRule::RefersToTerms) {
            let message =
                format!("there are no terms to which {what} could refer; allowed is once they are set out");
            return refuse(Reason::NoReference, message, stated(rule));
        }
        if !refers && rule.get() == Some(&MarketingRule::RefersToTerms) {
            let message = format!("{what} does not refer to the terms; allowed is material that does");
            return refuse(Reason::NoReference, message, stated(rule));
        }
        self.push(Fact::MaterialRegistered { what: what.to_owned() }, stated(rule));
        Ok(())
    }

    pub(crate) fn open_channel(&mut self, channel: &str) -> Judged {
        self.terms()?;
        let known = &self.book.rules.promotion.terms_channels;
        let words: Vec<String> = known.values().map(ToString::to_string).collect();
        if !words.iter().any(|word| word == channel) {
            let message = format!("found `{channel}`; allowed are {}", words.join(", "));
            return refuse(Reason::NoChannel, message, listed(known, |_| true));
        }
        let cites = listed(known, |known| known.to_string() == channel);
        self.push(Fact::ChannelOpened { channel: channel.to_owned() }, cites);
        Ok(())
    }

    pub(crate) fn nominate_scrutineer(&mut self, name: &Name) -> Judged {
        self.stage(&[Stage::Draft, Stage::Lodged, Stage::Open, Stage::Closed])?;
        let rules = &self.book.rules.promotion;
        let limit = rules.scrutineer_above.get();
        if !self.terms()?.prizes.iter().any(|prize| above(prize.value, limit)) {
            let limit = limit.map_or_else(String::new, |limit| format!(" above {limit}"));
            let message = format!("no single prize is worth enough; allowed is with one{limit}");
            return refuse(Reason::BelowTheLimit, message, stated(&rules.scrutineer_above));
        }
        let cites = stated(&rules.scrutineer_above).and(stated(&rules.scrutineer));
        // Whoever could name another now could pick whose text holds the draw.
        if self.state.ready.is_some() {
            let message = "two people have made the draw ready; allowed is before that";
            return refuse(Reason::AlreadyDone, message, stated(&rules.scrutineer));
        }
        let enters = self.state.live_tickets().any(|ticket| ticket.holder == *name);
        if *name == self.by.name || enters {
            let what = if enters { "has a ticket in the draw" } else { "nominates" };
            let message = format!("{name} {what}; allowed is somebody else");
            return refuse(Reason::NotThePerson, message, stated(&rules.scrutineer));
        }
        self.push(Fact::ScrutineerNominated { name: name.clone() }, cites);
        Ok(())
    }

    pub(crate) fn gate(&self, step: PromotionStep) -> Citation {
        listed(&self.book.rules.promotion.gates, |gate| gate.step == step)
    }

    /// Everything that has to be done before this stage is done.
    pub(crate) fn gates(&self, before: PromotionStage) -> Judged {
        let asked = |step: PromotionStep| {
            let gates = self.book.rules.promotion.gates.values();
            gates.into_iter().any(|gate| gate.step == step && gate.before == before)
        };
        if asked(PromotionStep::TermsSetOut) && self.state.terms.is_none() {
            let message = "no terms are set out; allowed is with terms";
            return refuse(Reason::TermsIncomplete, message, self.gate(PromotionStep::TermsSetOut));
        }
        if asked(PromotionStep::TermsAvailable) && self.state.channels.is_empty() {
            let message = "the current terms cannot be got anywhere; allowed is with at least one channel";
            return refuse(Reason::NoChannel, message, self.gate(PromotionStep::TermsAvailable));
        }
        Ok(())
    }

    pub(crate) fn open(&mut self, sealing: Option<&Sealing>) -> Judged {
        self.stage(&[Stage::Draft, Stage::Lodged])?;
        if self.state.terms.is_none() {
            self.gates(PromotionStage::Start)?;
        }
        let terms = self.terms()?;
        let lodged = self.tell(PromotionNotice::FullTerms);
        let mut cites = Citation::default();
        if let Some((to, NoticeWhen::BeforeTheStart, clauses)) = lodged {
            if self.state.stage != Stage::Lodged {
                let message = format!("the {to} has no full terms; allowed is once they are lodged");
                return refuse(Reason::NotLodged, message, clauses);
            }
            cites = clauses;
        }
        self.gates(PromotionStage::Start)?;
        self.nothing_prescribed(&terms)?;
        self.not_postponed(&[IntegrityOf::Promotion])?;
        if self.at >= terms.closes {
            let term = self.term(baccarat::rules::promotion::PromotionTerm::ClosingTime);
            let message = format!("entries close at {}", terms.zone.local_whole(terms.closes));
            return refuse(Reason::Closed, message, term);
        }
        let Some(Sealing { seed_hash, number, previous, ticket_key }) = sealing.cloned() else {
            let message = "nothing is sealed for its draw; allowed is with a seal";
            return refuse(Reason::NotAsSealed, message, Citation::default());
        };
        let purpose = format!("promotion {} terms {}", terms.id, terms.hash);
        let sealed = Sealed { number, purpose, previous, seed_hash };
        let cites = cites
            .and(self.gate(PromotionStep::TermsSetOut))
            .and(self.gate(PromotionStep::TermsAvailable))
            .and(stated(&self.book.rules.promotion.offered_by));
        self.push(Fact::Opened { sealed, ticket_key }, cites);
        Ok(())
    }

    pub(crate) fn amend(&mut self, text: &str, approval: &str) -> Judged {
        self.stage(&[Stage::Open, Stage::Closed, Stage::Drawn])?;
        let rule = &self.book.rules.promotion.terms_change;
        if rule.get() == Some(&TermsChange::Never) {
            return refuse(Reason::NeedsApproval, "the terms no longer change", stated(rule));
        }
        if approval.trim().is_empty() && rule.get() == Some(&TermsChange::WithApproval) {
            let message = "no approval is on record; allowed is with one";
            return refuse(Reason::NeedsApproval, message, stated(rule));
        }
        let terms = self.checked(text)?;
        let before = self.terms()?;
        if terms.id != before.id
            || (self.state.stage == Stage::Drawn && terms.prizes.len() != before.prizes.len())
        {
            let message = "the id, and the number of prizes once drawn, stay as they are";
            return refuse(Reason::OutOfOrder, message, Citation::default());
        }
        if self.state.stage != Stage::Open && terms.closes != before.closes {
            let message = format!(
                "entries closed at {}, and the list is published",
                before.zone.local_whole(before.closes)
            );
            let cites = self.term(baccarat::rules::promotion::PromotionTerm::ClosingTime);
            return refuse(Reason::OutOfOrder, message, cites);
        }
        if terms.closes != before.closes && terms.closes < self.at {
            let message = format!(
                "entries would have closed at {}; allowed is from {} on",
                terms.zone.local_whole(terms.closes),
                terms.zone.local_whole(self.at)
            );
            let cites = self.term(baccarat::rules::promotion::PromotionTerm::ClosingTime);
            return refuse(Reason::OutOfOrder, message, cites);
        }
        let now = terms.prizes.clone();
        self.push(Fact::Amended { terms: Box::new(terms), approval: approval.to_owned() }, stated(rule));
        let claims = self.state.claims.iter().zip(1..);
        let others = claims.filter(|(claim, _)| is_another(&before.prizes, &now, claim.prize));
        let numbers: Vec<u32> = others.map(|(_, number)| number).collect();
        numbers.into_iter().for_each(|number| self.put_aside_award(number));
        Ok(())
    }
}
