//! Conditions announced, entries and their money, cancellation, prizes.

use crate::cite::{listed, stated, stated_or_silent};
use crate::conditions::OddCents;
use crate::facts::{Fact, Place, Prize};
use crate::prizes;
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use table::{Citation, Name};

impl Work<'_> {
    pub(crate) fn refuse<T>(
        &self,
        reason: Reason,
        message: impl Into<String>,
        cites: Citation,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(reason, message, cites))
    }

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

    pub(crate) fn add_to_pool(
        &mut self,
        kind: PoolAddition,
        what: &str,
        worth: Money,
        place: Option<u32>,
    ) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        if self.state.phase >= Phase::Decided {
            return self.refuse(Reason::Final, "the places are decided", Citation::default());
        }
        if !rules.additions.values().any(|known| *known == kind) {
            let cites = stated_or_silent(&rules.pool, "tournament.pool");
            return self.refuse(Reason::ContradictsRule, format!("{what} is added; allowed are fees"), cites);
        }
        let cites = listed(&rules.additions, |known| *known == kind);
        if !(1..=Money::MOST).contains(&worth.0) {
            let most = Money(Money::MOST);
            let message = format!("found {what} worth {worth}; allowed is above 0 and at most {most}");
            return self.refuse(Reason::ContradictsRule, message, cites);
        }
        let most = self.conditions.entry.numbers.1;
        match (kind, place) {
            (PoolAddition::Cash, Some(place)) => {
                let message = format!("found cash for place {place}; allowed is cash for the whole pool");
                return self.refuse(Reason::ContradictsRule, message, cites);
            }
            (_, Some(place)) if !(1..=most).contains(&place) => {
                let message = format!("found {what} for place {place}; allowed is 1 to {most}");
                return self.refuse(Reason::ContradictsRule, message, cites);
            }
            _ => {}
        }
        self.by_two()?;
        self.push(Fact::PoolAdded { kind, what: what.to_owned(), worth, place }, cites);
        Ok(())
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
        let so_far = self.state.entrants.iter().filter(|entrant| {
            entrant.standing != EntrantState::Withdrawn
                && (entrant.name == name || entrant.name.0.starts_with(&format!("{name} entry ")))
        });
        let so_far = so_far.count();
        let most = rules.entries_each.get().copied().unwrap_or(1);
        if so_far >= usize::from(most) {
            let cites = stated_or_silent(&rules.entries_each, "tournament.entries_each");
            return self.refuse(Reason::AlreadyEntered, format!("{name} has an entry"), cites);
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

    /// What is missing to a guaranteed pool once entries are closed, the house adds.
    pub(crate) fn keep_guarantee(&mut self) {
        let Some(guarantee) = &self.conditions.prizes.guarantee else { return };
        let gap = guarantee.pool - self.state.fund.pool();
        if self.state.entered() >= guarantee.entries && gap.0 > 0 {
            let cites = self.cites().point(TournamentPoint::Guarantee);
            self.push(Fact::GuaranteeSet { added: gap }, cites);
        }
    }

    /// A fee that comes in later makes up for what the house added, and no more than that.
    fn relieve_guarantee(&mut self, fee: Money) {
        let Some(guarantee) = &self.conditions.prizes.guarantee else { return };
        let fund = &self.state.fund;
        let spare = (fund.pool() - guarantee.pool).min(fund.guarantee).min(fee);
        if spare.0 > 0 {
            let cites = self.cites().point(TournamentPoint::Guarantee);
            self.push(Fact::GuaranteeSet { added: -spare }, cites);
        }
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

    pub(crate) fn buy_in(&mut self, amount: Money) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let cites = self.cites().points(&[TournamentPoint::BuyInSet, TournamentPoint::BuyInEachSession]);
        let Some(stage) = self.conditions.stages.get(self.state.stage) else {
            return self.refuse(Reason::OutOfOrder, "there is no session to come", cites);
        };
        if !self.state.players.contains(&name) {
            return self.refuse(
                Reason::NotEntered,
                format!("{name} does not play the coming session"),
                cites,
            );
        }
        if self.state.entrant(&name).is_none_or(|entrant| entrant.standing != EntrantState::In) {
            let cites = self.cites().point(TournamentPoint::NoBuyInIsOut);
            return self.refuse(Reason::SessionOver, format!("{name} is out of the session"), cites);
        }
        let paid = self.state.entrant(&name).map_or(Money(0), |entrant| entrant.buy_in);
        let owed = if self.state.rounds.is_some() { Money(0) } else { stage.buy_in };
        if amount != owed || paid.0 > 0 || amount.0 == 0 {
            let message = format!("found {amount}; the buy-in is {owed}, once");
            return self.refuse(Reason::Unpaid, message, self.cites().point(TournamentPoint::BuyInSet));
        }
        self.push(Fact::BoughtIn { name, amount }, cites);
        Ok(())
    }

    pub(crate) fn buy_back(&mut self, fee: Money) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let cites =
            self.cites().condition(Condition::BuyBack).and(self.cites().condition(Condition::BuyBackTerms));
        let Some(terms) = &self.conditions.entry.buy_back else {
            return self.refuse(Reason::NotDeclared, "the conditions offer no buying back", cites);
        };
        let Some(buy_backs) = self.state.entrant(&name).map(|entrant| entrant.buy_backs) else {
            return self.refuse(Reason::NotEntered, format!("{name} has not entered"), cites);
        };
        let late = match terms.until_coup {
            Some(coup) => !self.may_come_until(&name, terms.until_stage, coup)?,
            None => self.session_after(terms.until_stage),
        };
        if self.state.entrant(&name).is_none_or(|entrant| entrant.standing != EntrantState::Out) {
            return self.refuse(Reason::NotEligible, format!("{name} is not eliminated"), cites);
        }
        if late || buy_backs >= terms.most {
            let message = format!("allowed are {} for each, until {}", terms.most, terms.until);
            return self.refuse(Reason::NotDeclared, message, cites);
        }
        if fee != terms.fee {
            return self.refuse(Reason::Unpaid, format!("found {fee}; it costs {}", terms.fee), cites);
        }
        if self.state.session.is_some() && terms.until_coup.is_none() {
            return self.refuse(
                Reason::OutOfOrder,
                "seats hold while a session is on; buy back between sessions",
                cites,
            );
        }
        // Commission is of the entry fee.
        let commission =
            self.conditions.entry.commission.as_ref().map_or(Money(0), |commission| commission.each);
        let back = Fact::BoughtBack { name: name.clone(), fee, commission: commission.min(fee) };
        self.push(back, cites);
        self.relieve_guarantee(fee);
        if terms.until_coup.is_some() {
            let amount = self.opening();
            self.push(Fact::ChipsGiven { name, amount }, self.cites().condition(Condition::OpeningChips));
        }
        Ok(())
    }

    /// Has a later stage than this begun, or is it over?
    fn session_after(&self, stage: usize) -> bool {
        let begun = self.state.session.as_ref().is_some_and(|session| session.begun && session.stage > stage);
        begun || self.state.stage > stage + 1
    }

    /// May somebody still come back to their own seat, between coups, before this coup of this stage opens? Whoever cannot stake the minimum
    /// of the next coup is put out first.
    fn may_come_until(&mut self, name: &Name, stage: usize, coup: u32) -> Result<bool, Refusal> {
        let begun =
            self.state.session.as_ref().is_some_and(|session| session.begun && session.stage == stage);
        let Some((number, _)) = self.state.place_of(name).filter(|_| begun) else { return Ok(false) };
        let table = self.table(number)?;
        if table.ended || table.play_off || table.coups >= coup {
            return Ok(false);
        }
        if table.coup.is_some() {
            let cites = self.cites().condition(Condition::BuyBackTerms);
            return self.refuse(Reason::OutOfOrder, "a coup is on; buy back between coups", cites);
        }
        let level = self.conditions.level(table.coups + 1, self.minutes(table));
        self.unable_out(number, level.least)?;
        Ok(true)
    }

    pub(crate) fn cash_chips(&mut self, for_chips: bool) -> Result<(), Refusal> {
        let point =
            if for_chips { TournamentPoint::ChipsNotExchanged } else { TournamentPoint::ChipsNotMoney };
        let mut cites = self.cites().point(point);
        if cites.is_empty() {
            cites = self.cites().point(TournamentPoint::ChipsNotMoney);
        }
        self.refuse(Reason::NotTournamentChips, "tournament chips turn into nothing else", cites)
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

    pub(crate) fn award(&mut self) -> Result<(), Refusal> {
        self.by_two()?;
        let cites = self.cites().point(TournamentPoint::PlacesAwarded);
        if self.state.phase != Phase::Decided {
            return self.refuse(Reason::PlacesOpen, "the last session's places do not stand", cites);
        }
        self.reports_answered(|_| true)?;
        self.games_told()?;
        let places = self.final_places();
        if let Some((level, place, _)) = self.level_on_points(&places) {
            let names: Vec<String> = level.iter().map(ToString::to_string).collect();
            let message =
                format!("{} are level on points for place {place}: further rounds are due", names.join(", "));
            return self.refuse(Reason::PlacesOpen, message, self.further_cites());
        }
        if places.is_empty() {
            let message = "nobody is left who could be placed; allowed is to cancel the tournament";
            return self.refuse(Reason::NotEligible, message, cites);
        }
        let pool = self.state.fund.pool();
        // The whole pool goes to those who are placed, also where there are fewer of them than prizes.
        let shares = &self.conditions.prizes.shares;
        let by_place = prizes::by_place(pool, &shares[..shares.len().min(places.len())]);
        let mut won: Vec<Prize> = Vec::new();
        let mut shared = false;
        let mut at = 0;
        while at < places.len() {
            let many = places[at..].iter().take_while(|place| place.place == places[at].place).count();
            let mut group: Vec<&Place> = places[at..at + many].iter().collect();
            let position = |name: &Name| match self.conditions.prizes.odd_cents {
                OddCents::FirstPlace => self.state.entrants.iter().position(|entrant| entrant.name == *name),
                OddCents::Ballot => {
                    self.state.draws.last().and_then(|draw| draw.drawn().position(|drawn| **drawn == *name.0))
                }
            };
            group.sort_by_key(|place| position(&place.name));
            let prizes: Vec<Money> =
                (at..at + many).map(|index| by_place.get(index).copied().unwrap_or_default()).collect();
            let odd = prizes.iter().copied().sum::<Money>().0 % many as i64 != 0;
            let by_lot = self.conditions.prizes.odd_cents == OddCents::Ballot;
            if odd && by_lot && self.state.draws.is_empty() {
                let message = "odd cents go by lot, in the order of the last draw, and no draw is on record";
                return self.refuse(
                    Reason::NoBallot,
                    message,
                    self.cites().condition(Condition::Distribution),
                );
            }
            shared |= many > 1 && prizes.iter().any(|prize| prize.0 > 0);
            for (index, (place, money)) in group.iter().zip(prizes::split(&prizes, many)).enumerate() {
                let here = (at + index) as u32 + 1;
                let goods = self
                    .state
                    .goods
                    .iter()
                    .filter(|added| added.place == Some(here))
                    .map(|added| added.what.clone());
                let goods: Vec<String> = goods.collect();
                if money.0 > 0 || !goods.is_empty() {
                    won.push(Prize { name: place.name.clone(), place: place.place, money, goods });
                }
            }
            at += many;
        }
        debug_assert_eq!(won.iter().map(|prize| prize.money).sum::<Money>(), pool);
        let rules = &self.book.rules.tournament;
        let mut rests =
            cites.and(self.cites().point(TournamentPoint::WholePoolReturned)).and(stated(&rules.pool));
        if shared {
            rests =
                rests.and(listed(&rules.equal_for_prize, |equal| *equal == EqualForPrize::PooledAndSplit));
        }
        self.push(Fact::Awarded { places, prizes: won, pool }, rests);
        Ok(())
    }

    /// What another game brought is told once, and before anything is awarded.
    pub(crate) fn add_points(&mut self, game: &str, points: &[(Name, u32)]) -> Result<(), Refusal> {
        let cites = self.cites().condition(Condition::PointsAndGames);
        let games = self.conditions.points.as_ref().map_or(&[][..], |points| points.other_games.as_slice());
        if !games.iter().any(|known| known == game) {
            let allowed = if games.is_empty() { "none".to_owned() } else { games.join(", ") };
            let message = format!("found {game}; declared besides baccarat: {allowed}");
            return self.refuse(Reason::NotDeclared, message, cites);
        }
        if self.state.games.iter().any(|known| known == game) {
            let message = format!("the points of {game} are on record");
            return self.refuse(Reason::AlreadyDone, message, cites);
        }
        if self.state.phase < Phase::Closed {
            return self.refuse(Reason::OutOfOrder, "entries are not closed", cites);
        }
        for (index, (name, _)) in points.iter().enumerate() {
            if self.state.entrant(name).is_none() {
                return self.refuse(Reason::NotEntered, format!("{name} has not entered"), cites);
            }
            if points[..index].iter().any(|(before, _)| before == name) {
                return self.refuse(Reason::AlreadyDone, format!("{name} is named twice"), cites);
            }
        }
        self.by_two()?;
        self.push(Fact::PointsAdded { game: game.to_owned(), points: points.to_vec() }, cites);
        Ok(())
    }

    /// Every declared game has told its points.
    pub(crate) fn games_told(&self) -> Result<(), Refusal> {
        let mut games = self.conditions.points.iter().flat_map(|points| &points.other_games);
        let Some(game) = games.find(|game| !self.state.games.contains(game)) else { return Ok(()) };
        let cites = self.cites().condition(Condition::PointsAndGames);
        self.refuse(Reason::PlacesOpen, format!("the points of {game} are not on record"), cites)
    }

    /// The places of the tournament: of the last session, or by points. The disqualified have none, and whoever is behind
    /// them moves up.
    pub(crate) fn final_places(&self) -> Vec<Place> {
        let mut places = match &self.conditions.points {
            Some(points) => self.by_points(&points.places),
            None => self.of_last_session(),
        };
        let disqualified = |place: &Place| {
            let standing = self.state.entrant(&place.name).map(|entrant| entrant.standing);
            matches!(standing, Some(EntrantState::Disqualified(_)))
        };
        let gone: Vec<u32> =
            places.iter().filter(|place| disqualified(place)).map(|place| place.place).collect();
        places.retain(|place| !disqualified(place));
        for place in &mut places {
            place.place -= gone.iter().filter(|gone| **gone < place.place).count() as u32;
        }
        places
    }

    fn of_last_session(&self) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.state.results.last().into_iter().flatten().flatten().cloned().collect();
        if self.state.results.last().is_some_and(|tables| tables.len() > 1) {
            places.sort_by_key(|place| (place.place, std::cmp::Reverse(place.stack)));
        }
        places
    }

    /// Chips are paid for at what they cost: from the buy-ins, and by the house where more was won than those hold.
    pub(crate) fn pay_chips(&mut self, name: &Name) -> Result<(), Refusal> {
        self.by_two()?;
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.chip_value).and(self.cites().early(EarlyEndRule::AllAgreeWhereCash));
        let sessions = self.state.results.iter().zip(&self.conditions.stages).zip(1..);
        let found =
            sessions.filter(|((_, stage), _)| stage.cash_at_end).find_map(|((tables, stage), number)| {
                let place = tables.iter().flatten().find(|place| place.name == *name && place.stack.0 > 0)?;
                let cashed = self.state.cashed.contains(&(number, name.clone()));
                (!cashed).then(|| (number, place.stack, stage.buy_in, stage.opening.unwrap_or_default()))
            });
        let Some((session, stack, buy_in, opening)) = found else {
            let message = format!("{name} holds no chips that the conditions let be disposed of in cash");
            return self.refuse(Reason::NotEligible, message, cites);
        };
        let cost = i128::from(stack.0) * i128::from(buy_in.0) / i128::from(opening.0.max(1));
        let money = Money(i64::try_from(cost).unwrap_or(i64::MAX));
        let by_house = (money - self.state.fund.buy_ins_left()).max(Money(0));
        self.push(Fact::ChipsPaid { name: name.clone(), session, money, by_house }, cites);
        Ok(())
    }

    pub(crate) fn pay_prize(&mut self, name: &Name) -> Result<(), Refusal> {
        self.by_two()?;
        let cites = self
            .cites()
            .point(TournamentPoint::WholePoolReturned)
            .and(self.cites().condition(Condition::PaymentMethod));
        let prize = self.state.prizes.iter().find(|prize| prize.name == *name).cloned();
        let Some(prize) = prize else {
            return self.refuse(Reason::NotEligible, format!("{name} has won nothing"), cites);
        };
        if self.state.paid.contains(name) {
            return self.refuse(Reason::AlreadyDone, format!("{name} has been paid"), cites);
        }
        self.push(Fact::PrizePaid { name: name.clone(), money: prize.money }, cites);
        Ok(())
    }
}
