//! From the drawn ticket to the prize: seeking, claiming, cash, payment, award, denial, dispute.

use crate::acts::{Act, Claimant, DenialGround, PaymentPart};
use crate::facts::Fact;
use crate::passed_why::PassedWhy;
use crate::refusal::{Reason, Refusal};
use crate::state::{Claim, ClaimStanding, PrizeState, Stage};
use crate::terms::{Prize, Sort, above, no_cash};
use crate::work::{Judged, Work, refuse};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::promotion::{
    CashAlternativeRule, IntegrityMay, IntegrityOf, NoticeWhen, PaymentChoiceFor, PaymentWay,
    PromotionNotice, PromotionTerm, RecordKept, RefusalDetail,
};
use declared::cite::{listed, stated};
use table::{Citation, Name};

/// The cash that a claim comes to, and whether the winner chooses how it is paid.
pub(crate) fn cash_of(book: &Book, claim: &Claim, prize: &Prize) -> Option<(Money, bool)> {
    let rules = &book.rules.promotion;
    let amount = if prize.sort == Sort::Cash { prize.value } else { claim.cash? };
    let covered =
        prize.sort == Sort::Cash || rules.payment_choice_for.get() == Some(&PaymentChoiceFor::AnyCash);
    Some((amount, covered && above(amount, rules.payment_choice_above.get())))
}

impl Work<'_> {
    /// The draw stands, and nothing of it is postponed.
    pub(crate) fn drawn_and_valid(&self) -> Judged {
        self.not_cancelled()?;
        self.stage(&[Stage::Drawn])?;
        self.not_postponed(&[IntegrityOf::Promotion, IntegrityOf::Draw])
    }

    fn prize(&self, number: u32) -> Result<Prize, Refusal> {
        let none =
            || Refusal::new(Reason::NoSuchThing, format!("there is no prize {number}"), Citation::default());
        self.state.prize(number).map(|(prize, _)| prize.clone()).ok_or_else(none)
    }

    /// A claim on which nothing is decided yet.
    fn open_claim(&self, number: u32) -> Result<Claim, Refusal> {
        let Some(claim) = self.state.claim(number) else {
            let message = format!("there is no claim {number}");
            return Err(Refusal::new(Reason::NoSuchThing, message, Citation::default()));
        };
        match claim.standing {
            ClaimStanding::Made => Ok(claim.clone()),
            _ => Err(Refusal::new(
                Reason::AlreadyDone,
                format!("claim {number} is decided"),
                Citation::default(),
            )),
        }
    }

    /// Whoever has a prize now.
    fn winner(&self, prize: u32) -> Option<Name> {
        let (_, held) = self.state.prize(prize)?;
        Some(self.state.ticket(held.ticket?)?.holder.clone())
    }

    pub(crate) fn notify(&mut self, prize: u32, channel: &str, reached: bool) -> Judged {
        self.drawn_and_valid()?;
        self.prize(prize)?;
        if self.winner(prize).is_none() {
            let message = format!("nobody has prize {prize}, so nobody is sought for it");
            return refuse(Reason::NoSuchThing, message, self.term(PromotionTerm::WinnerNotified));
        }
        let channels = &self.book.rules.promotion.winner_channels;
        let counts = channels.values().any(|known| known.to_string() == channel);
        let until = self.state.prize(prize).and_then(|(_, prize)| prize.sought_until);
        let late = until.is_some_and(|until| self.at >= until);
        let cites = match counts {
            true => listed(channels, |known| known.to_string() == channel),
            false => listed(channels, |_| true),
        };
        let cites = cites.and(self.term(PromotionTerm::WinnerNotified));
        let channel = channel.to_owned();
        self.push(Fact::Notified { prize, channel, reached, counts, late }, cites);
        Ok(())
    }

    /// Whether the winner is there is what staff find who call the ticket, never what a claimant says.
    pub(crate) fn find_present(&mut self, prize: u32, present: bool) -> Judged {
        self.drawn_and_valid()?;
        self.prize(prize)?;
        let cites = self.term(PromotionTerm::PresenceNeeded);
        if !self.terms()?.claim.present {
            let message = "nobody has to be there; allowed is where the terms ask for it";
            return refuse(Reason::NotDeclared, message, cites);
        }
        if self.winner(prize).is_none()
            || self.state.prize(prize).is_some_and(|(_, held)| held.awarded.is_some())
        {
            let message = format!("prize {prize} is awarded, or nobody has it");
            return refuse(Reason::AlreadyDone, message, cites);
        }
        self.push(Fact::FoundPresent { prize, present }, cites);
        Ok(())
    }

    /// One claim for each ticket that has the prize; whoever was passed over as not eligible was told so and has none.
    fn claims_once(&self, prize: u32) -> Judged {
        let cites = self.term(PromotionTerm::ClaimMethod);
        let Some((_, held)) = self.state.prize(prize) else { return Ok(()) };
        let by = &self.by.name;
        for claim in self.state.claims.iter().filter(|claim| claim.prize == prize && claim.by == *by) {
            match claim.standing {
                ClaimStanding::Made => {
                    return refuse(Reason::AlreadyDone, format!("{by} has claimed prize {prize}"), cites);
                }
                ClaimStanding::Denied { .. } if claim.ticket == held.ticket => {
                    let message =
                        format!("the claim of {by} to prize {prize} was denied; allowed is a dispute");
                    let cites = stated(&self.book.rules.promotion.disputes);
                    return refuse(Reason::AlreadyDone, message, cites);
                }
                _ => {}
            }
        }
        let theirs = |ticket: u32| self.state.ticket(ticket).is_some_and(|ticket| ticket.holder == *by);
        let passed = |(ticket, why): &(u32, PassedWhy)| *why == PassedWhy::NotEligible && theirs(*ticket);
        if !held.ticket.is_some_and(theirs) && held.passed.iter().any(passed) {
            let message = format!("{by} was passed over for prize {prize}: does not meet the terms");
            return refuse(Reason::NotEligible, message, cites.and(self.term(PromotionTerm::Eligibility)));
        }
        Ok(())
    }

    pub(crate) fn claim(&mut self, prize: u32, how: &str) -> Judged {
        self.drawn_and_valid()?;
        self.prize(prize)?;
        let terms = self.terms()?;
        let cites = self.term(PromotionTerm::ClaimMethod);
        if !terms.claim.by.iter().any(|known| known == how) {
            let message = format!("found a claim by {how}; allowed are {}", terms.claim.by.join(", "));
            return refuse(Reason::NoSuchWay, message, cites);
        }
        let presence = self.term(PromotionTerm::PresenceNeeded);
        let absent = self.state.prize(prize).is_some_and(|(_, held)| held.present == Some(false));
        if absent && self.winner(prize).as_ref() == Some(&self.by.name) {
            let message = format!("{} was found not to be there; allowed is to be present", self.by.name);
            return refuse(Reason::NotEligible, message, presence);
        }
        let never_drawn = |held: &PrizeState| held.ticket.is_none() && held.passed.is_empty();
        if self.state.prize(prize).is_some_and(|(_, held)| never_drawn(held)) {
            let message = format!("no ticket was left for prize {prize}; allowed is a prize that was drawn");
            return refuse(Reason::NotEligible, message, cites);
        }
        let held = self.state.prize(prize).map(|(_, held)| (held.since, held.awarded));
        let (since, awarded) = held.unwrap_or_default();
        let until = self.days_after(since, terms.claim.within_days, &terms.zone);
        if self.at >= until {
            let message = format!("the prize could be claimed until {}", terms.zone.local_whole(until));
            return refuse(Reason::Closed, message, cites);
        }
        if awarded.is_some() {
            return refuse(Reason::AlreadyDone, format!("prize {prize} is awarded"), cites);
        }
        self.claims_once(prize)?;
        let claim = self.state.claims.len() as u32 + 1;
        let fact = Fact::Claimed { claim, prize, by: self.by.name.clone(), how: how.to_owned() };
        self.push(fact, cites.and(presence));
        Ok(())
    }

    pub(crate) fn find_eligible(&mut self, claim: u32, eligible: bool) -> Judged {
        self.open_claim(claim)?;
        self.push(Fact::FoundEligible { claim, eligible }, self.term(PromotionTerm::Eligibility));
        Ok(())
    }

    pub(crate) fn grant_cash(&mut self, prize: u32) -> Judged {
        self.drawn_and_valid()?;
        let of = self.prize(prize)?;
        if let Some((message, cites)) = no_cash(self.book, &of) {
            return refuse(Reason::NoCash, message, cites);
        }
        self.push(Fact::CashGranted { prize }, stated(&self.book.rules.promotion.cash_alternative));
        Ok(())
    }

    /// The claim is the player's own.
    fn own(&self, claim: &Claim) -> Judged {
        if claim.by == self.by.name {
            return Ok(());
        }
        let message = format!("the claim is {}'s; allowed is the own", claim.by);
        refuse(Reason::NotThePerson, message, Citation::default())
    }

    pub(crate) fn choose_cash(&mut self, number: u32) -> Judged {
        self.drawn_and_valid()?;
        let claim = self.open_claim(number)?;
        self.own(&claim)?;
        let prize = self.prize(claim.prize)?;
        if let Some((message, cites)) = no_cash(self.book, &prize) {
            return refuse(Reason::NoCash, message, cites);
        }
        let rule = &self.book.rules.promotion.cash_alternative;
        let granted =
            prize.cash_instead || self.state.prize(claim.prize).is_some_and(|(_, held)| held.cash_granted);
        if !granted && rule.get() != Some(&CashAlternativeRule::WinnerMayChoose) {
            let message = "the operator has not granted cash instead; allowed is the prize itself";
            return refuse(Reason::NoCash, message, stated(rule));
        }
        let cites = stated(rule).and(self.term(PromotionTerm::PrizesAndValues));
        self.push(Fact::CashChosen { claim: number, amount: prize.value }, cites);
        self.put_aside_award(number);
        Ok(())
    }

    /// Once a claim is another than when its award was proposed, that is to be proposed again.
    pub(crate) fn put_aside_award(&mut self, claim: u32) {
        self.put_aside(|what| matches!(what, Act::Award { claim: of } if *of == claim));
    }

    fn cash_of(&self, claim: &Claim, prize: &Prize) -> Option<(Money, bool)> {
        cash_of(self.book, claim, prize)
    }

    pub(crate) fn choose_payment(&mut self, number: u32, parts: &[PaymentPart]) -> Judged {
        self.drawn_and_valid()?;
        let rules = &self.book.rules.promotion;
        let claim = self.open_claim(number)?;
        let prize = self.prize(claim.prize)?;
        let limit = stated(&rules.payment_choice_above).and(stated(&rules.payment_choice_for));
        let Some((amount, winner_chooses)) = self.cash_of(&claim, &prize) else {
            return refuse(Reason::NoCash, "nothing is paid in cash", stated(&rules.cash_alternative));
        };
        match (winner_chooses, self.by.role) {
            (true, Role::Player) => self.own(&claim)?,
            (false, Role::Player) => {
                return refuse(
                    Reason::BelowTheLimit,
                    format!("of {amount} the operator picks the way"),
                    limit,
                );
            }
            (true, _) => {
                return refuse(
                    Reason::NotThePerson,
                    format!("of {amount} the winner chooses the way"),
                    limit,
                );
            }
            (false, _) => self.only(&rules.offered_by)?,
        }
        let ways = &rules.payments;
        let mut cites = limit;
        for part in parts {
            let known = |way: &PaymentWay| *way == part.way && part.way != PaymentWay::Combination;
            let clauses = listed(ways, known);
            if !ways.values().any(known) {
                let words: Vec<String> = ways.values().map(ToString::to_string).collect();
                let message = format!("found {}; allowed are {}", part.way, words.join(", "));
                return refuse(Reason::NoSuchWay, message, listed(ways, |_| true));
            }
            if part.payee != claim.by {
                let message =
                    format!("the {} is to {}; allowed is {}, the winner", part.way, part.payee, claim.by);
                return refuse(Reason::OtherPayee, message, clauses);
            }
            cites = cites.and(clauses);
        }
        let mixed = listed(ways, |way| *way == PaymentWay::Combination);
        if parts.len() > 1 {
            if mixed.is_empty() {
                return refuse(Reason::NoSuchWay, "ways are mixed; allowed is one", listed(ways, |_| true));
            }
            cites = cites.and(mixed.clone());
        }
        let sum: Money = parts.iter().map(|part| part.amount).sum();
        if sum != amount || parts.iter().any(|part| part.amount.0 <= 0) {
            let message = format!("the parts come to {sum}; allowed is {amount}");
            return refuse(Reason::PartsDiffer, message, mixed);
        }
        self.push(Fact::PaymentChosen { claim: number, parts: parts.to_vec() }, cites);
        self.put_aside_award(number);
        Ok(())
    }

    pub(crate) fn award(&mut self, number: u32) -> Judged {
        self.drawn_and_valid()?;
        if let Some(of) = self.state.compromised.first() {
            let message = format!(
                "the integrity of the {of} was found compromised; allowed is once it was postponed and is validated"
            );
            let powers = &self.book.rules.promotion.integrity;
            let cites = listed(powers, |power| power.of == *of && power.may == IntegrityMay::Postpone);
            return refuse(Reason::NotValidated, message, cites);
        }
        let claim = self.open_claim(number)?;
        let prize = self.prize(claim.prize)?;
        if self.winner(claim.prize).as_ref() != Some(&claim.by) {
            let message = format!("{} does not hold the ticket that was drawn", claim.by);
            return refuse(Reason::NotThePerson, message, self.term(PromotionTerm::MannerOfAward));
        }
        // That is the house's own order, no clause's.
        if self.by.name == claim.by || self.confirmed_by == Some(&claim.by) {
            let message = format!("{} would hand it to {}; allowed are two others", claim.by, claim.by);
            return refuse(Reason::NotThePerson, message, Citation::default());
        }
        let eligible = self.term(PromotionTerm::Eligibility);
        match claim.eligible {
            Some(true) => {}
            Some(false) => {
                return refuse(
                    Reason::NotEligible,
                    format!("{} does not meet the terms", claim.by),
                    eligible,
                );
            }
            None => {
                let message = "nobody has looked whether the claimant meets the terms";
                return refuse(Reason::NotEligible, message, eligible);
            }
        }
        let found = self.state.prize(claim.prize).and_then(|(_, held)| held.present);
        if self.terms()?.claim.present && found != Some(true) {
            let message = format!("nobody has found {} to be there", claim.by);
            return refuse(Reason::NotEligible, message, self.term(PromotionTerm::PresenceNeeded));
        }
        let cash = self.cash_of(&claim, &prize);
        if cash.is_some() && claim.parts.is_empty() {
            let message = "nobody has chosen how it is paid";
            return refuse(Reason::NoSuchWay, message, listed(&self.book.rules.promotion.payments, |_| true));
        }
        let (paid, sum) =
            (cash.map_or(Money(0), |(amount, _)| amount), claim.parts.iter().map(|part| part.amount).sum());
        if paid != sum {
            let message = format!("the parts come to {sum}; allowed is {paid}");
            return refuse(
                Reason::PartsDiffer,
                message,
                listed(&self.book.rules.promotion.payments, |_| true),
            );
        }
        let mut cites = self.term(PromotionTerm::MannerOfAward).and(eligible);
        for part in &claim.parts {
            cites = cites.and(listed(&self.book.rules.promotion.payments, |way| *way == part.way));
        }
        if claim.cash.is_some() {
            cites = cites.and(stated(&self.book.rules.promotion.cash_alternative));
        }
        let fact = Fact::Awarded {
            claim: number,
            prize: claim.prize,
            to: claim.by,
            cash: cash.map(|(amount, _)| amount),
            parts: claim.parts,
        };
        self.push(fact, cites);
        Ok(())
    }

    pub(crate) fn deny(&mut self, number: u32, ground: DenialGround, reason: &str) -> Judged {
        let claim = self.open_claim(number)?;
        let notice = self.tell(PromotionNotice::WhyRefused);
        let cites = notice.map_or_else(Citation::default, |(_, _, cites)| cites);
        if reason.trim().is_empty() {
            return refuse(Reason::ReasonMissing, "no reason is given; allowed is with one", cites);
        }
        if ground == DenialGround::Reservation && self.terms()?.reservations.trim().is_empty() {
            let message = "the terms reserve nothing; allowed is a reservation that they state";
            return refuse(Reason::NotDeclared, message, self.term(PromotionTerm::Reservations));
        }
        if ground == DenialGround::NotEligible && claim.eligible == Some(true) {
            let message = format!("{} was found to meet the terms", claim.by);
            return refuse(Reason::OutOfOrder, message, self.term(PromotionTerm::Eligibility));
        }
        if ground == DenialGround::NotTheWinner && self.winner(claim.prize).as_ref() == Some(&claim.by) {
            let message = format!("{} holds the ticket that was drawn", claim.by);
            return refuse(Reason::OutOfOrder, message, self.term(PromotionTerm::MannerOfAward));
        }
        let relied = match ground {
            DenialGround::Reservation => self.term(PromotionTerm::Reservations),
            DenialGround::NotEligible => self.term(PromotionTerm::Eligibility),
            DenialGround::NotTheWinner | DenialGround::Other => Citation::default(),
        };
        self.push(Fact::Denied { claim: number, ground, reason: reason.to_owned() }, cites.and(relied));
        let text = format!("Your claim is not met: {reason}");
        let due = [NoticeWhen::AsSoonAsPracticable, NoticeWhen::AtOnce];
        self.notice(PromotionNotice::WhyRefused, &due, Some(claim.by), text);
        self.put_aside_award(number);
        Ok(())
    }

    /// A drawn holder does not meet the terms: open claims are denied with that reason, and the holder is told, claim or none.
    pub(crate) fn refuse_prize(&mut self, holder: &Name, reason: &str, claims: &[u32]) {
        let notice = self.tell(PromotionNotice::WhyRefused);
        let cites = notice.map_or_else(Citation::default, |(_, _, cites)| cites);
        let cites = cites.and(self.term(PromotionTerm::Eligibility));
        for &claim in claims {
            let ground = DenialGround::NotEligible;
            self.push(Fact::Denied { claim, ground, reason: reason.to_owned() }, cites.clone());
            self.put_aside_award(claim);
        }
        let due = [NoticeWhen::AsSoonAsPracticable, NoticeWhen::AtOnce];
        let text = format!("You are not awarded the prize: {reason}");
        self.notice(PromotionNotice::WhyRefused, &due, Some(holder.clone()), text);
    }

    fn denied(&self, number: u32) -> Result<Claim, Refusal> {
        match self.state.claim(number) {
            Some(claim) if matches!(claim.standing, ClaimStanding::Denied { .. }) => Ok(claim.clone()),
            _ => Err(Refusal::new(
                Reason::NoSuchThing,
                format!("claim {number} is not denied"),
                Citation::default(),
            )),
        }
    }

    /// What the prize of a denied claim is worth, or was when it was denied, whichever is more: no later change of terms takes its record away.
    fn worth_of(&self, claim: &Claim) -> Result<Money, Refusal> {
        let now = self.prize(claim.prize)?.value;
        Ok(claim.denied_worth.map_or(now, |then| then.max(now)))
    }

    pub(crate) fn close_denial(&mut self, number: u32, claimants: &[Claimant]) -> Judged {
        let claim = self.denied(number)?;
        let rules = &self.book.rules.promotion;
        let value = self.worth_of(&claim)?;
        let mut cites = stated(&rules.refusals_kept);
        if above(value, rules.refusals_kept_above.get()) {
            let of = |detail: RefusalDetail| listed(&rules.refusal_record, move |known| *known == detail);
            let kept = |detail: RefusalDetail| rules.refusal_record.values().any(|known| *known == detail);
            let missing = |message: &str, cites: Citation| {
                refuse(
                    Reason::RecordMissing,
                    message.to_owned(),
                    stated(&rules.refusals_kept_above).and(cites),
                )
            };
            if kept(RefusalDetail::All) && claimants.is_empty() {
                return missing(
                    "no claimant is on record; allowed is with all details",
                    of(RefusalDetail::All),
                );
            }
            let lacks =
                |field: fn(&Claimant) -> &String| claimants.iter().any(|one| field(one).trim().is_empty());
            if kept(RefusalDetail::ClaimantsName) && lacks(|one| &one.name) {
                return missing("a claimant has no name on record", of(RefusalDetail::ClaimantsName));
            }
            if kept(RefusalDetail::ClaimantsAddress) && lacks(|one| &one.address) {
                return missing("a claimant has no address on record", of(RefusalDetail::ClaimantsAddress));
            }
            cites =
                cites.and(stated(&rules.refusals_kept_above)).and(listed(&rules.refusal_record, |_| true));
        }
        let reason = match &claim.standing {
            ClaimStanding::Denied { reason, .. }
                if rules.refusal_record.values().any(|known| *known == RefusalDetail::Reason) =>
            {
                reason.clone()
            }
            _ => String::new(),
        };
        self.push(Fact::DenialClosed { claim: number, claimants: claimants.to_vec(), reason }, cites);
        Ok(())
    }

    pub(crate) fn discard_denial(&mut self, number: u32) -> Judged {
        let claim = self.denied(number)?;
        let rules = &self.book.rules.promotion;
        let value = self.worth_of(&claim)?;
        let kept = rules.refusals_kept.get() == Some(&RecordKept::ForEver);
        if kept && above(value, rules.refusals_kept_above.get()) {
            let cites = stated(&rules.refusals_kept).and(stated(&rules.refusals_kept_above));
            return refuse(Reason::RecordKept, "the record of a denied claim is kept for ever", cites);
        }
        self.push(Fact::DenialDiscarded { claim: number }, stated(&rules.refusals_kept_above));
        Ok(())
    }

    pub(crate) fn dispute(&mut self, about: &str) -> Judged {
        self.terms()?;
        if about.trim().is_empty() {
            let message = "nothing is disputed; allowed is a dispute in words";
            return refuse(Reason::ReasonMissing, message, stated(&self.book.rules.promotion.disputes));
        }
        let dispute = self.state.disputes.len() as u32 + 1;
        let fact = Fact::DisputeOpened { dispute, by: self.by.name.clone(), about: about.to_owned() };
        self.push(fact, stated(&self.book.rules.promotion.disputes));
        Ok(())
    }

    /// A denied claim is open again only for whoever disputes, who has the prize still.
    fn may_reopen(&self, dispute: u32, number: u32) -> Judged {
        self.drawn_and_valid()?;
        let claim = self.denied(number)?;
        let disputes = stated(&self.book.rules.promotion.disputes);
        let by = self.state.disputes.get((dispute as usize).wrapping_sub(1)).map(|dispute| &dispute.by);
        if by != Some(&claim.by) {
            let message = format!("claim {number} is {}'s; allowed is one of whoever disputes", claim.by);
            return refuse(Reason::NotThePerson, message, disputes);
        }
        let awarded = self.state.prize(claim.prize).is_some_and(|(_, held)| held.awarded.is_some());
        if awarded || self.winner(claim.prize).as_ref() != Some(&claim.by) {
            let message = format!("prize {} is awarded, or {} does not have it", claim.prize, claim.by);
            return refuse(Reason::AlreadyDone, message, disputes);
        }
        Ok(())
    }

    pub(crate) fn decide_dispute(&mut self, dispute: u32, decision: &str, reopens: Option<u32>) -> Judged {
        let disputes = stated(&self.book.rules.promotion.disputes);
        match self.state.disputes.get((dispute as usize).wrapping_sub(1)).map(|dispute| &dispute.decision) {
            None => {
                refuse(Reason::NoSuchThing, format!("there is no dispute {dispute}"), Citation::default())
            }
            Some(Some(_)) => refuse(Reason::AlreadyDone, "the decision is final", disputes),
            Some(None) if decision.trim().is_empty() => {
                refuse(Reason::ReasonMissing, "no decision is given; allowed is one in words", disputes)
            }
            Some(None) => {
                if let Some(claim) = reopens {
                    self.may_reopen(dispute, claim)?;
                }
                let decision = decision.to_owned();
                self.push(Fact::DisputeDecided { dispute, decision, reopens }, disputes);
                Ok(())
            }
        }
    }

    pub(crate) fn contest(&mut self, dispute: u32) -> Judged {
        let rules = &self.book.rules.promotion;
        match self.state.disputes.get((dispute as usize).wrapping_sub(1)).map(|dispute| &dispute.decision) {
            Some(Some(_)) => {}
            Some(None) => {
                let message = format!("dispute {dispute} is not decided; allowed is once it is");
                return refuse(Reason::OutOfOrder, message, stated(&rules.disputes));
            }
            None => {
                let message = format!(
                    "there is no dispute {dispute}; allowed is to dispute first, and to contest what is decided"
                );
                return refuse(Reason::NoSuchThing, message, stated(&rules.disputes));
            }
        }
        let by = self.by.name.clone();
        self.push(Fact::Contested { dispute, by: by.clone() }, stated(&rules.disputes));
        if let Some(to) = rules.complaint_to.get() {
            let text = format!("You may lodge a complaint with {to}.");
            self.notice(PromotionNotice::RightToComplain, &[NoticeWhen::OnceContested], Some(by), text);
        }
        Ok(())
    }
}
