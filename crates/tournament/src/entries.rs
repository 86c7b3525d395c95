//! Conditions announced, entries and their money, cancellation, prizes.

use crate::cite::{listed, stated, stated_or_silent};
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use table::{Citation, Name};

impl Work<'_> {
    fn phase(&self, wanted: Phase, what: &str) -> Result<(), Refusal> {
        if self.state.phase == wanted {
            return Ok(());
        }
        let message = format!(
            "{what} is possible only while the tournament is {wanted:?}, and it is {:?}",
            self.state.phase
        );
        self.refuse(Reason::OutOfOrder, message.to_lowercase(), Citation::default())
    }

    pub(crate) fn announce(&mut self) -> Result<(), Refusal> {
        self.phase(Phase::Draft, "announcing")?;
        let cites = self
            .cites()
            .gate(GateStep::ConditionsWritten)
            .and(self.cites().point(TournamentPoint::ConditionsComplete))
            .and(self.cites().condition(Condition::RulesPrevail))
            .and(self.cites().condition(Condition::OfficialRuns));
        self.push(Fact::Announced { conditions: self.conditions.hash }, cites);
        for added in &self.conditions.prizes.added {
            let cites = listed(&self.book.rules.tournament.additions, |kind| *kind == added.kind);
            let (kind, what) = (added.kind, added.what.clone());
            self.push(Fact::PoolAdded { kind, what, worth: added.worth, place: added.place }, cites);
        }
        Ok(())
    }

    pub(crate) fn name_official(&mut self, name: &Name, licensed: bool) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let cites = stated_or_silent(&rules.official, "tournament.official");
        if let Some(official) = rules.official.get() {
            if self.by.role != official.named_by {
                let message = format!("{} names the {}", official.named_by, official.title);
                return self.refuse(Reason::NotInThatRole, message, cites);
            }
            if official.licensed && !licensed {
                return self.refuse(
                    Reason::Official,
                    format!("the {} must be licensed", official.title),
                    cites,
                );
            }
        }
        if self.state.entrant(name).is_some() || self.state.reserves.contains(name) {
            let control = cites.and(self.cites().point(TournamentPoint::OfficialInControl));
            return self.refuse(Reason::Official, format!("{name} is an entrant"), control);
        }
        let control = cites.and(self.cites().point(TournamentPoint::OfficialInControl));
        self.push(Fact::OfficialNamed { name: name.clone(), licensed }, control);
        Ok(())
    }

    pub(crate) fn publish(&mut self) -> Result<(), Refusal> {
        if self.state.phase == Phase::Draft {
            let written = self.cites().gate(GateStep::ConditionsWritten);
            return self.refuse(Reason::OutOfOrder, "the conditions are not announced", written);
        }
        self.push(Fact::Published, self.cites().gate(GateStep::ConditionsAvailable));
        Ok(())
    }

    pub(crate) fn send_copy(&mut self) -> Result<(), Refusal> {
        if self.state.phase == Phase::Draft {
            let written = self.cites().gate(GateStep::ConditionsWritten);
            return self.refuse(Reason::OutOfOrder, "the conditions are not announced", written);
        }
        self.push(Fact::CopySent, self.cites().gate(GateStep::RegulatorTold));
        Ok(())
    }

    /// Whether a step that something waits for has been taken, and what is missing if not.
    fn missing_step(&self, step: GateStep) -> Option<&'static str> {
        let (done, missing) = match step {
            GateStep::ConditionsWritten => {
                (self.state.phase >= Phase::Announced, "the conditions are not written down")
            }
            GateStep::ConditionsAvailable => (self.state.published, "the conditions are not available"),
            GateStep::RegulatorTold => (self.state.copy_sent, "no copy has gone to the authority"),
            GateStep::TablesNamed => (!self.state.tables.is_empty(), "no tables are named"),
            GateStep::ChipsIssued => {
                let issued = self
                    .state
                    .session
                    .as_ref()
                    .is_some_and(|session| session.tables.iter().all(|table| table.issued));
                (issued, "chips are not handed out at every table")
            }
            // Asked of each entry.
            GateStep::CopyToEntrant | GateStep::EntryForm | GateStep::EntryFee => (true, ""),
        };
        (!done).then_some(missing)
    }

    /// Every step that must come first has been taken.
    pub(crate) fn gates(&self, before: GateBefore) -> Result<Citation, Refusal> {
        let mut cites = Citation::default();
        for gate in self.book.rules.tournament.gates.items.iter().filter(|gate| gate.before == before) {
            let rests = Citation::of("tournament.gates", &gate.basis);
            if let Some(missing) = self.missing_step(gate.step) {
                return self.refuse(Reason::GateOpen, missing, rests);
            }
            cites = cites.and(rests);
        }
        Ok(cites)
    }

    pub(crate) fn open_entries(&mut self) -> Result<(), Refusal> {
        let cites = self.gates(GateBefore::Entries)?;
        self.phase(Phase::Announced, "opening entries")?;
        let mut cites = cites;
        if self.conditions.entry.fee.0 > 0 {
            cites = cites.and(self.cites().point(TournamentPoint::FeeMayBeCharged));
        }
        self.push(Fact::EntriesOpened, cites);
        Ok(())
    }

    pub(crate) fn refuse_entry(&mut self, name: &Name, by_criteria: bool) -> Result<(), Refusal> {
        let entry = &self.conditions.entry;
        let (declared, item) = match by_criteria {
            true => (!entry.criteria.is_empty(), Condition::SelectionCriteria),
            false => (entry.may_refuse, Condition::MayRefuseEntry),
        };
        let cites = self.cites().condition(item);
        if !declared {
            return self.refuse(Reason::NotDeclared, "the conditions reserve no such right", cites);
        }
        if self.state.refused.contains(name) {
            return self.refuse(Reason::AlreadyDone, format!("{name} is refused"), cites);
        }
        let entered = |entrant: &crate::state::Entrant| entrant.standing != EntrantState::Withdrawn;
        if self.state.entrant(name).is_some_and(entered) {
            let message = format!("{name} has entered; allowed is before an application is accepted");
            return self.refuse(Reason::AlreadyEntered, message, cites);
        }
        self.push(Fact::EntryRefused { name: name.clone() }, cites);
        Ok(())
    }

    /// Whose application was refused takes no part, in whatever way.
    pub(crate) fn not_refused(&self, name: &Name) -> Result<(), Refusal> {
        if !self.state.refused.contains(name) {
            return Ok(());
        }
        let entry = &self.conditions.entry;
        let mut cites = Citation::default();
        if !entry.criteria.is_empty() {
            cites = cites.and(self.cites().condition(Condition::SelectionCriteria));
        }
        if entry.may_refuse {
            cites = cites.and(self.cites().condition(Condition::MayRefuseEntry));
        }
        self.refuse(Reason::NotEligible, format!("the application of {name} was refused"), cites)
    }

    pub(crate) fn require_signature(&mut self) -> Result<(), Refusal> {
        let cites = self.cites().point(TournamentPoint::AgreementMayBeRequired);
        if cites.is_empty() {
            return self.refuse(
                Reason::NotDeclared,
                "the book knows no such requirement",
                Citation::silent("tournament.points"),
            );
        }
        self.push(Fact::SignatureRequired, cites);
        Ok(())
    }

    pub(crate) fn set_terms(
        &mut self,
        order: Option<bool>,
        pass_cards: Option<u8>,
        undisclosed: Option<u8>,
    ) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        if self.state.phase > Phase::Announced {
            let cites = self.cites().condition(Condition::WageringOrder);
            return self.refuse(Reason::OutOfOrder, "entries have been taken on the terms that stand", cites);
        }
        let within = self.cites().point(TournamentPoint::ChoicesWithinRules);
        if order == Some(false) && rules.order.get() == Some(&OrderUse::Always) {
            return self.refuse(
                Reason::ContradictsRule,
                "allowed is an order of wagering",
                stated(&rules.order).and(within),
            );
        }
        let cards = pass_cards.is_some_and(|cards| cards > 0) && rules.pass_cards.items.is_empty();
        let forms = undisclosed.is_some_and(|forms| forms > 0) && rules.undisclosed.items.is_empty();
        if cards || forms {
            return self.refuse(
                Reason::ContradictsRule,
                "allowed is a wager in chips on every coup",
                stated(&rules.duty).and(within),
            );
        }
        let mut cites = within;
        let left_to_official = (order.is_none() || self.cites().has(TournamentPoint::OfficialSetsOrder))
            && (pass_cards.or(undisclosed).is_none()
                || self.cites().has(TournamentPoint::OfficialSetsCardsAndForms));
        if !left_to_official {
            let message = "the book leaves this to the conditions";
            return self.refuse(Reason::NotDeclared, message, Citation::silent("tournament.points"));
        }
        if order.is_some() {
            cites =
                self.cites().point(TournamentPoint::OfficialSetsOrder).and(stated(&rules.order)).and(cites);
        }
        if pass_cards.is_some() || undisclosed.is_some() {
            cites = self.cites().point(TournamentPoint::OfficialSetsCardsAndForms).and(cites);
        }
        if undisclosed.is_some_and(|forms| forms > 100) || pass_cards.is_some_and(|cards| cards > 100) {
            return self.refuse(Reason::ContradictsRule, "allowed are at most 100", cites);
        }
        self.push(Fact::TermsSet { order, pass_cards, undisclosed }, cites);
        Ok(())
    }

    pub(crate) fn enter(&mut self, form: &[String], fee: Money, has_copy: bool) -> Result<(), Refusal> {
        self.phase(Phase::Entries, "entering")?;
        let rules = &self.book.rules.tournament;
        let entry = &self.conditions.entry;
        let name = self.by.name.clone();
        if self.state.officials.contains(&name) {
            return self.refuse(
                Reason::Official,
                format!("{name} runs the tournament"),
                stated(&rules.official),
            );
        }
        self.not_refused(&name)?;
        self.agreed(&name)?;
        // Where the book says how many entries each may have, one that was given up was one of them.
        let counted = rules.entries_each.get().is_some();
        let so_far = self.state.entrants.iter().filter(|entrant| {
            (counted || entrant.standing != EntrantState::Withdrawn)
                && (entrant.name == name || entrant.name.0.starts_with(&format!("{name} entry ")))
        });
        let so_far = so_far.count();
        let most = rules.entries_each.get().copied().unwrap_or(1);
        if so_far >= usize::from(most) {
            let cites = stated_or_silent(&rules.entries_each, "tournament.entries_each");
            let has =
                self.state.entrant(&name).is_some_and(|entrant| entrant.standing != EntrantState::Withdrawn);
            let message = format!("{name} has {} entry", if has { "an" } else { "had an" });
            return self.refuse(Reason::AlreadyEntered, message, cites);
        }
        // A place that is free goes to whoever has waited longest.
        let numbers = self.cites().condition(Condition::EntrantNumbers);
        let first = self.state.reserves.first();
        let room = self.state.entered() < entry.numbers.1 && first.is_none_or(|first| *first == name);
        if !room && self.state.reserves.contains(&name) {
            return self.refuse(Reason::AlreadyEntered, format!("{name} waits for a place"), numbers);
        }
        let mut cites = Citation::default();
        for gate in rules.gates.items.iter().filter(|gate| gate.before == GateBefore::Entry) {
            let rests = Citation::of("tournament.gates", &gate.basis);
            let missing = match gate.step {
                GateStep::EntryForm => entry
                    .form
                    .iter()
                    .find(|field| !form.contains(field))
                    .map(|field| format!("the form lacks `{field}`")),
                GateStep::EntryFee => {
                    (fee != entry.fee).then(|| format!("found {fee}; the fee is {}", entry.fee))
                }
                GateStep::CopyToEntrant => {
                    (!has_copy).then(|| format!("{name} has no copy of the conditions"))
                }
                step => self.missing_step(step).map(str::to_owned),
            };
            if let Some(missing) = missing {
                return self.refuse(Reason::GateOpen, missing, rests);
            }
            cites = cites.and(rests);
        }
        if fee != entry.fee {
            let fees = self.cites().condition(Condition::EntryFee);
            return self.refuse(Reason::Unpaid, format!("found {fee}; the fee is {}", entry.fee), fees);
        }
        if !room {
            self.push(Fact::Reserved { name }, numbers);
            return Ok(());
        }
        let name = if so_far == 0 { name } else { Name::from(format!("{name} entry {}", so_far + 1)) };
        let commission = entry.commission.as_ref().map_or(Money(0), |commission| commission.each);
        let cites = cites.and(stated(&rules.pool));
        self.push(Fact::Entered { name, fee, commission }, cites);
        Ok(())
    }

    pub(crate) fn sign(&mut self) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        if self.state.phase == Phase::Draft {
            let written = self.cites().gate(GateStep::ConditionsWritten);
            return self.refuse(Reason::OutOfOrder, "the conditions are not announced", written);
        }
        self.push(Fact::Signed { name }, self.cites().point(TournamentPoint::AgreementMayBeRequired));
        Ok(())
    }

    /// Where agreement in writing is required, it comes before the entry is accepted.
    pub(crate) fn agreed(&self, name: &Name) -> Result<(), Refusal> {
        if !self.state.signature || self.state.signatures.contains(name) {
            return Ok(());
        }
        let cites = self.cites().point(TournamentPoint::AgreementMayBeRequired);
        self.refuse(Reason::NotSigned, format!("{name} has not agreed in writing"), cites)
    }

    pub(crate) fn withdraw(&mut self) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        if self.state.reserves.contains(&name) {
            let numbers = self.cites().condition(Condition::EntrantNumbers);
            self.push(Fact::Withdrawn { name, refund: Money(0) }, numbers);
            return Ok(());
        }
        let Some(entrant) = self.state.entrant(&name).filter(|entrant| entrant.standing == EntrantState::In)
        else {
            return self.refuse(Reason::NotEntered, format!("{name} has no entry"), Citation::default());
        };
        let may =
            self.book.rules.tournament.refunds.values().any(|refund| *refund == FeeRefund::IfConditionsAllow);
        let in_time = self.conditions.entry.withdraw_until.is_some_and(|until| self.at <= until);
        // The declared time outlasts the entries, but not the first session's beginning.
        let declared = may && in_time && self.state.phase == Phase::Closed && self.state.results.is_empty();
        if self.state.phase != Phase::Entries && !declared {
            let cites =
                self.cites().refund(FeeRefund::IfConditionsAllow).and(self.cites().refund(FeeRefund::Never));
            return self.refuse(
                Reason::NoRefund,
                "entries are closed, so an entry can no longer be withdrawn",
                cites,
            );
        }
        let buy_ins = entrant.buy_in;
        let refund = if may && in_time { entrant.fees - entrant.refunded } else { Money(0) };
        let cites = match may {
            true => self
                .cites()
                .refund(FeeRefund::IfConditionsAllow)
                .and(self.cites().condition(Condition::WithdrawalTerms)),
            false => self.cites().refund(FeeRefund::Never),
        };
        self.push(Fact::Withdrawn { name: name.clone(), refund }, cites.clone());
        if buy_ins.0 > 0 {
            self.push(Fact::Refunded { name, fees: Money(0), buy_ins }, cites);
        }
        if declared {
            self.keep_guarantee();
        }
        Ok(())
    }

    pub(crate) fn close_entries(&mut self) -> Result<(), Refusal> {
        self.phase(Phase::Entries, "closing entries")?;
        let (least, most) = self.conditions.entry.numbers;
        let entrants = self.state.entered();
        let numbers = self.cites().condition(Condition::EntrantNumbers);
        if entrants < least {
            let message = format!("{entrants} have entered; allowed are {least} to {most}");
            return self.refuse(Reason::GateOpen, message, numbers);
        }
        let advancing = self.conditions.stages.iter().map(|stage| stage.advance).collect();
        let fixed = self.cites().point(TournamentPoint::AdvancingFixed);
        self.push(Fact::EntriesClosed { entrants, advancing }, numbers.and(fixed));
        self.keep_guarantee();
        Ok(())
    }

    pub(crate) fn cancel(&mut self) -> Result<(), Refusal> {
        self.by_two()?;
        let may = self.cites().point(TournamentPoint::MayBeCancelled);
        if self.state.phase == Phase::Cancelled {
            return self.refuse(Reason::AlreadyDone, "the tournament is cancelled", may);
        }
        if self.state.phase >= Phase::Awarded {
            return self.refuse(Reason::Final, "the places are official", may);
        }
        let mut cites = may;
        let guarantee = self.conditions.prizes.guarantee.as_ref();
        if guarantee.is_some_and(|guarantee| guarantee.may_cancel && self.state.entered() < guarantee.entries)
        {
            cites = cites.and(self.cites().point(TournamentPoint::CancelledBelowMinimum));
        }
        self.push(Fact::Cancelled, cites);
        let back = self.cites().refund(FeeRefund::OnCancellation);
        for entrant in self.state.entrants.clone() {
            let fees = (entrant.fees - entrant.refunded).max(Money(0));
            let buy_ins = entrant.buy_in;
            if fees.0 > 0 || buy_ins.0 > 0 {
                self.push(Fact::Refunded { name: entrant.name, fees, buy_ins }, back.clone());
            }
        }
        Ok(())
    }
}
