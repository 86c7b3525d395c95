//! A session run and brought to its places: absence, disqualification, disputes, counts, play-offs.

use crate::acts::Act;
use crate::cite::{listed, stated, stated_or_silent};
use crate::conditions::{Length, LimitsFrom, Stage};
use crate::facts::{Fact, Place};
use crate::places::{self, Ranking};
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase, TablePlay};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{DisputeStage, Measure};
use baccarat::rules::tournament::*;
use table::{Citation, Name, Time};

impl Work<'_> {
    pub(crate) fn rule_absence(
        &mut self,
        name: &Name,
        deduct: bool,
        disqualify: bool,
        fee_back: bool,
    ) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let Some((table, seat)) = self.state.place_of(name) else {
            return self.refuse(Reason::NotEntered, format!("{name} has no seat"), Citation::default());
        };
        let seat = &self.table(table)?.seats[&seat];
        let started = seat.taken;
        let topic = match started {
            true => stated_or_silent(&rules.away, "tournament.away"),
            false => stated_or_silent(&rules.no_show, "tournament.no_show"),
        };
        let may = match started {
            true => rules.away.get() == Some(&Away::DeductOrDisqualify),
            false => rules.no_show.get() == Some(&NoShow::DeductOrDisqualify),
        };
        if !may {
            let pace = self.cites().point(TournamentPoint::Pace);
            return self.refuse(Reason::NotDeclared, "the book names no such measure", topic.and(pace));
        }
        if !seat.absent {
            return self.refuse(Reason::OutOfOrder, format!("{name} is in the seat"), topic);
        }
        let (must, rests) = self.cites().disqualification(Disqualifying::Absence, |part| part.must);
        if must == Some(true) && !disqualify {
            return self.refuse(Reason::ContradictsRule, format!("{name} must be disqualified"), rests);
        }
        let spent =
            rules.absence.get().is_some_and(|absence| seat.deductions_counted(absence) >= absence.coups);
        if deduct && spent {
            let cites = stated(&rules.absence);
            return self.refuse(Reason::DeductionsSpent, "no further minimum may be deducted", cites);
        }
        let cites = topic.and(if deduct { stated(&rules.absence) } else { Citation::default() });
        self.push(Fact::AbsenceRuled { name: name.clone(), deduct }, cites);
        if disqualify {
            self.disqualify(name, Disqualifying::Absence, fee_back)?;
        }
        Ok(())
    }

    pub(crate) fn disqualify(
        &mut self,
        name: &Name,
        why: Disqualifying,
        fee_back: bool,
    ) -> Result<(), Refusal> {
        let (must, rests) = self.cites().disqualification(why, |part| part.must);
        let sanction = self.cites().sanction(Measure::BarFromGame).filter(|_| why == Disqualifying::Breach);
        let rests = rests.and(sanction.as_ref().map(|(_, cites)| cites.clone()).unwrap_or_default());
        self.by_decider(&Act::Disqualify { name: name.clone(), why, fee_back }, &rests)?;
        self.by_two()?;
        let Some(entrant) = self.state.entrant(name).cloned() else {
            return self.refuse(Reason::NotEntered, format!("{name} has not entered"), rests);
        };
        if must.is_none() && sanction.is_none() {
            let cites = Citation::silent("tournament.disqualification");
            return self.refuse(Reason::NotDeclared, "the book knows no such disqualification", cites);
        }
        if !matches!(entrant.standing, EntrantState::In | EntrantState::Out) {
            return self.refuse(Reason::AlreadyDone, format!("{name} plays no more"), rests);
        }
        self.ground_holds(name, why)?;
        let (may_return, fee_cites) = self.cites().disqualification(why, |part| part.fee_may_return);
        if fee_back && may_return != Some(true) {
            return self.refuse(Reason::NoRefund, "the fee does not come back", fee_cites);
        }
        let back = if fee_back { entrant.fees - entrant.refunded } else { Money(0) };
        self.disqualified(name, why, back);
        if back.0 > 0 {
            self.keep_guarantee();
        }
        Ok(())
    }

    /// What the table itself shows is no ground if it is not so: a wager missed, an absence.
    fn ground_holds(&self, name: &Name, why: Disqualifying) -> Result<(), Refusal> {
        let (_, rests) = self.cites().disqualification(why, |part| part.must);
        let place = self.state.place_of(name);
        match why {
            Disqualifying::NoWager => {
                let failed = match place {
                    Some((table, seat)) => {
                        self.failed_to_wager(table).is_ok_and(|seats| seats.contains(&seat))
                    }
                    None => false,
                };
                if !failed {
                    let saved = self.cites().pass(PassCardRule::SavesFromDisqualification);
                    let message = format!("{name} has not failed to wager in turn");
                    return self.refuse(Reason::OutOfOrder, message, rests.and(saved));
                }
            }
            Disqualifying::Absence => {
                let seat = place.and_then(|(table, seat)| self.state.table(table)?.seats.get(&seat));
                if !seat.is_some_and(|seat| seat.absent) {
                    let message = format!("{name} is not marked absent");
                    return self.refuse(
                        Reason::OutOfOrder,
                        message,
                        stated(&self.book.rules.tournament.away),
                    );
                }
            }
            Disqualifying::RaisedBuyIn | Disqualifying::HidChips | Disqualifying::Breach => {}
        }
        Ok(())
    }

    pub(crate) fn give_break(&mut self, minutes: u16) -> Result<(), Refusal> {
        let cites = self.cites().breaks();
        if cites.is_empty() {
            return self.refuse(
                Reason::NotDeclared,
                "the book knows no breaks",
                Citation::silent("tournament.points"),
            );
        }
        if !self.state.session.as_ref().is_some_and(|session| session.begun) {
            return self.refuse(Reason::OutOfOrder, "no session is on", cites);
        }
        if minutes == 0 {
            let message = "found a break of 0 minutes; allowed is a time for which it lasts";
            return self.refuse(Reason::ContradictsRule, message, cites);
        }
        let until = Time(self.at.0 + i64::from(minutes) * 60_000);
        self.push(Fact::BreakGiven { until }, cites);
        Ok(())
    }

    pub(crate) fn set_pace(&mut self, direction: &str) -> Result<(), Refusal> {
        let mut cites = self.cites().point(TournamentPoint::Pace);
        if cites.is_empty() {
            cites = self.cites().point(TournamentPoint::OfficialInControl);
        }
        self.push(Fact::PaceSet { direction: direction.to_owned() }, cites);
        Ok(())
    }

    /// A repeated wager out of turn does not count; nor, where the ordinary chapters say so, a wager of somebody who broke a rule.
    pub(crate) fn invalidate_wager(&mut self, name: &Name) -> Result<(), Refusal> {
        let sanction = self.cites().sanction(Measure::VoidWager).filter(|_| self.is_reported(name));
        let (cites, found) = match (self.repeated(name), sanction) {
            (None, Some((_, cites))) => (cites, self.bets_of(name).filter(|(.., bets)| !bets.is_empty())),
            (found, _) => (stated(&self.book.rules.tournament.out_of_turn), found),
        };
        self.by_decider(&Act::InvalidateWager { name: name.clone() }, &cites)?;
        let Some((number, seat, bets)) = found else {
            let message = format!("{name} has no wager out of turn after a warning, nor one after a report");
            return self.refuse(Reason::OutOfOrder, message, cites);
        };
        for bet in bets {
            self.push(
                Fact::WagerVoid { table: number, seat, wager: bet.wager, amount: bet.amount },
                cites.clone(),
            );
        }
        Ok(())
    }

    pub(crate) fn dispute(&mut self, about: &str) -> Result<(), Refusal> {
        let by = self.by.name.clone();
        let cites = self.cites().point(TournamentPoint::PlayWaitsForDispute);
        let Some((table, _)) = self.state.place_of(&by) else {
            return self.refuse(Reason::NotEntered, format!("{by} has no seat"), cites);
        };
        if self.table(table)?.dispute.is_some() {
            return self.refuse(Reason::AlreadyDone, "a dispute is open", cites);
        }
        let regulator =
            listed(&self.book.rules.conduct.disputes, |step| step.stage == DisputeStage::Regulator);
        self.push(Fact::DisputeOpened { table, by, about: about.to_owned() }, cites.and(regulator));
        Ok(())
    }

    pub(crate) fn decide_dispute(&mut self, number: u8, decision: &str) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let (may, cites) = match rules.disputes.get() {
            Some(DisputeBy::Official) => (
                self.by.role == Role::Director && self.state.officials.contains(&self.by.name),
                stated(&rules.disputes),
            ),
            Some(DisputeBy::Operator) => (self.by.role == Role::Operator, stated(&rules.disputes)),
            None => {
                let steps = &self.book.rules.conduct.disputes;
                let last = steps.find(|step| step.stage == DisputeStage::Final).map(|step| step.by);
                (
                    last.is_none_or(|role| role == self.by.role),
                    listed(steps, |step| step.stage == DisputeStage::Final),
                )
            }
        };
        if !may {
            let message = format!("{} does not decide disputes", self.by.name);
            return self.refuse(Reason::NotInThatRole, message, cites);
        }
        let table = self.table(number)?;
        let Some(dispute) = &table.dispute else {
            return self.refuse(Reason::OutOfOrder, "no dispute is open", cites);
        };
        let levels = &self.conditions.play.levels;
        let by_clock = || levels.iter().any(|level| matches!(level.from, LimitsFrom::Minute(1..)));
        let timed = table.until.is_some() || by_clock();
        let back = timed && rules.dispute_time.get() == Some(&DisputeTime::GivenBack);
        let break_until = self.state.session.as_ref().and_then(|session| session.break_until);
        let extended = if back { dispute.held(self.at, break_until) } else { 0 };
        let time = if back { stated(&rules.dispute_time) } else { Citation::default() };
        let decision = decision.to_owned();
        self.push(Fact::DisputeDecided { table: number, decision, extended }, cites.and(time));
        Ok(())
    }

    pub(crate) fn agree_early_end(&mut self) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let cites = self.cites().early(EarlyEndRule::AllAgreeWhereCash);
        if self.state.place_of(&name).is_none() {
            return self.refuse(Reason::NotEntered, format!("{name} has no seat"), cites);
        }
        self.push(Fact::EarlyEndAgreed { name }, cites);
        Ok(())
    }

    pub(crate) fn end_early(&mut self, number: u8) -> Result<(), Refusal> {
        let cites = self.cites();
        let open = self.conditions.stages.get(self.state.stage).is_some_and(|stage| stage.length.is_open());
        if open && self.playing(number)?.coup.is_none() {
            let cites = cites.condition(Condition::Sessions);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
            return Ok(());
        }
        let may = cites.early(EarlyEndRule::OfficialMay);
        if may.is_empty() {
            let measures = listed(&self.book.rules.tournament.measures, |_| true);
            return self.refuse(Reason::NotDeclared, "the book knows no early end", measures);
        }
        self.disputes_settled(number)?;
        let table = self.table(number)?;
        if table.ended || table.coup.is_some() {
            return self.refuse(Reason::OutOfOrder, "play ends between coups", may);
        }
        let settled = cites.early(EarlyEndRule::ProgressionSettled);
        if !settled.is_empty() && !self.progression_settled(table) {
            let message = "who progresses from this table is still open";
            return self.refuse(Reason::ProgressionOpen, message, settled);
        }
        let stage = self.conditions.stages.get(self.state.stage);
        let cash = stage.is_some_and(|stage| stage.cash_at_end);
        let agree = cites.early(EarlyEndRule::AllAgreeWhereCash);
        let dissent = table.seats.values().find(|seat| seat.plays() && !seat.agrees);
        if let Some(seat) = dissent.filter(|_| cash && !agree.is_empty()) {
            return self.refuse(Reason::NotAllAgree, format!("{} does not agree", seat.name), agree);
        }
        let rests = if cash { may.and(settled).and(agree) } else { may.and(settled) };
        self.push(Fact::PlayEnded { table: number, early: true }, rests);
        Ok(())
    }

    /// Can the coups that are left still change who progresses? Each player loses at most the maximum on each, or wins at
    /// most what the best pay brings for it.
    fn progression_settled(&self, table: &TablePlay) -> bool {
        let Some(stage) = self.conditions.stages.get(self.state.stage) else { return false };
        let Some(advance) = stage.advance else { return false };
        let advance = advance as usize;
        // Which limits are in force by then may depend on the clock: the lowest minimum and the highest maximum that may come.
        let minutes = self.minutes(table);
        let by_clock = || {
            let levels = self.conditions.play.levels.iter();
            levels.filter(|level| matches!(level.from, LimitsFrom::Minute(from) if from > minutes))
        };
        let least = self.conditions.level(table.coups + 1, minutes).least;
        let least = by_clock().map(|level| level.least).fold(least, Money::min);
        let playing = || table.seats.values().filter(|seat| seat.plays());
        // Whoever cannot stake the minimum is out as the next coup opens and comes behind all others.
        let mut able: Vec<_> = playing().filter(|seat| seat.stack >= least).collect();
        able.sort_unstable_by_key(|seat| std::cmp::Reverse(seat.stack));
        let leads = |name: &Name| able.iter().take(advance).any(|seat| seat.name == *name);
        if table.seats.values().any(|seat| !leads(&seat.name) && self.may_buy_back(table, &seat.name)) {
            return false;
        }
        // Whoever gets a second chance progresses too: who is just before that place and who is on it are settled as well.
        let next = self.conditions.stages.get(self.state.stage + 1);
        let chance = next.and_then(|next| next.second_chance).map(|place| place as usize);
        let around = chance.into_iter().flat_map(|place| [place.saturating_sub(1), place]);
        let mut cuts = around.chain([advance]).filter(|cut| *cut > 0);
        let open = |cut: usize| able.len() != cut && playing().count() > cut;
        let stacks: Vec<Money> = able.iter().map(|seat| seat.stack).collect();
        cuts.all(|cut| !open(cut) || self.out_of_reach(table, stage, &stacks, cut))
    }

    /// Can none of those who are behind a place by now still come before anybody who is not?
    fn out_of_reach(&self, table: &TablePlay, stage: &Stage, stacks: &[Money], cut: usize) -> bool {
        if stacks.len() < cut {
            return false;
        }
        let Length::Coups(coups) = stage.length else { return false };
        let minutes = self.minutes(table);
        let wagers = self.book.wagers(&self.conditions.play.method).unwrap_or_default();
        let best = wagers
            .iter()
            .filter(|wager| wager.class == baccarat::wager::WagerClass::Main)
            .flat_map(|wager| wager.rows.iter())
            .map(|row| row.settlement.net().ceil().to_integer())
            .max()
            .unwrap_or(0);
        let (mut low, mut high) = (stacks[cut - 1], stacks[cut]);
        let by_clock = self.conditions.play.levels.iter();
        let by_clock =
            by_clock.filter(|level| matches!(level.from, LimitsFrom::Minute(from) if from > minutes));
        let later = by_clock.map(|level| level.most).max().unwrap_or_default();
        for coup in table.coups + 1..=coups {
            let most = self.conditions.level(coup, minutes).most.max(later);
            low -= most;
            high += Money(most.min(high).0.saturating_mul(best));
        }
        low > high
    }

    pub(crate) fn order_count(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.table(number)?;
        let cites = self.cites().points(&[TournamentPoint::CountAtWill, TournamentPoint::PlacesAwarded]);
        if table.coup.as_ref().is_some_and(|coup| coup.dealt) {
            return self.refuse(Reason::OutOfOrder, "chips are counted between coups", cites);
        }
        let at_will = self.cites().point(TournamentPoint::CountAtWill);
        self.push(Fact::CountOrdered { table: number }, if at_will.is_empty() { cites } else { at_will });
        Ok(())
    }

    pub(crate) fn count(&mut self, number: u8, counts: &[(u8, Money)]) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let mut by = listed(&rules.count_by, |_| true);
        let role_counts =
            rules.count_by.items.is_empty() || rules.count_by.values().any(|role| self.counts_as(*role));
        if !role_counts {
            return self.refuse(Reason::NotInThatRole, format!("{} does not count chips", self.by.role), by);
        }
        let table = self.table(number)?;
        if !table.ended && !table.count_ordered {
            return self.refuse(Reason::OutOfOrder, "play goes on and no count is ordered", by);
        }
        if table.ended {
            self.forms_corrected(number)?;
        }
        if table.counted || table.counts.iter().any(|(name, _)| *name == self.by.name) {
            return self.refuse(Reason::AlreadyDone, format!("{} has counted", self.by.name), by);
        }
        let owed: Vec<u8> =
            table.seats.iter().filter(|(_, seat)| seat.out.is_none()).map(|(number, _)| *number).collect();
        let given: Vec<u8> = counts.iter().map(|(seat, _)| *seat).collect();
        if owed != given {
            let message = format!("found seats {given:?}; allowed are all that remain, {owed:?}");
            return self.refuse(Reason::CountOpen, message, by);
        }
        by = by.and(self.cites().point(TournamentPoint::CountRecorded));
        let first = table.counts.first().map(|(_, counts)| counts.clone());
        let stacks: Vec<(u8, Money)> = owed.iter().map(|seat| (*seat, table.seats[seat].stack)).collect();
        self.push(
            Fact::Counted { table: number, by: self.by.name.clone(), counts: counts.to_vec() },
            by.clone(),
        );
        let Some(first) = first else { return Ok(()) };
        if first != counts {
            let why = "the two counts differ".to_owned();
            self.push(Fact::CountDiffers { table: number, why }, by);
        } else if counts != stacks {
            let why = "the counts differ from what was won and lost".to_owned();
            self.push(Fact::CountDiffers { table: number, why }, by.clone());
            self.push(Fact::CountsAlike { table: number, counts: counts.to_vec() }, by);
        } else {
            self.push(Fact::CountAgreed { table: number, counts: counts.to_vec() }, by);
        }
        Ok(())
    }

    /// Two people have counted the same, and it is not what was won and lost: somebody erred, or chips are gone, and a further count finds no
    /// more. The official and a second person say what stands.
    pub(crate) fn decide_count(
        &mut self,
        number: u8,
        as_counted: bool,
        because: &str,
    ) -> Result<(), Refusal> {
        self.by_two()?;
        let points = [TournamentPoint::CountRecorded, TournamentPoint::OfficialInControl];
        let cites = listed(&self.book.rules.tournament.count_by, |_| true).and(self.cites().points(&points));
        let table = self.table(number)?;
        if table.differs.is_empty() {
            let message = "no two counts agree and differ from what was won and lost";
            return self.refuse(Reason::OutOfOrder, message, cites);
        }
        if because.trim().is_empty() {
            return self.refuse(Reason::NotDeclared, "allowed is a reason in words", cites);
        }
        let stack = |seat: &u8| table.seats.get(seat).map_or(Money(0), |seat| seat.stack);
        let counts = match as_counted {
            true => table.differs.clone(),
            false => table.differs.iter().map(|(seat, _)| (*seat, stack(seat))).collect(),
        };
        self.push(Fact::CountDecided { table: number, counts, because: because.to_owned() }, cites);
        Ok(())
    }

    fn counts_as(&self, role: Role) -> bool {
        self.by.role == role || (role == Role::Supervisor && self.by.role == Role::GameSupervisor)
    }

    pub(crate) fn return_chips(&mut self, number: u8, missing: &[(Money, u32)]) -> Result<(), Refusal> {
        let table = self.table(number)?;
        let cites =
            self.cites().points(&[TournamentPoint::ChipsReturned, TournamentPoint::ChipsStayTheHouses]);
        if !table.ended {
            return self.refuse(Reason::OutOfOrder, "play at the table is not over", cites);
        }
        if !table.counted {
            return self.refuse(Reason::CountOpen, "the chips are not counted", cites);
        }
        if table.returned {
            return self.refuse(Reason::AlreadyDone, "the chips are back in the inventory", cites);
        }
        if let Some((chip, _)) = missing.iter().find(|(chip, _)| !self.conditions.play.chips.contains(chip)) {
            return self.refuse(Reason::NotTournamentChips, format!("there is no chip of {chip}"), cites);
        }
        // What a decided count took off the stacks is gone; more may be found to be gone as chips are put away.
        let gone = table.missing.max(Money(0));
        let most = table.chips() + gone;
        let worth = |(chip, many): &(Money, u32)| chip.0.saturating_mul(i64::from(*many));
        let told = Money(missing.iter().map(worth).fold(0, i64::saturating_add));
        if !(gone..=most).contains(&told) {
            let points = [TournamentPoint::MissingChipsTold, TournamentPoint::MissingChipsRecorded];
            let message = format!("found chips worth {told} missing; allowed is {gone} to {most}");
            return self.refuse(Reason::CountOpen, message, cites.and(self.cites().points(&points)));
        }
        let rests = match missing.is_empty() {
            true => cites,
            false => {
                let points = [TournamentPoint::MissingChipsTold, TournamentPoint::MissingChipsRecorded];
                cites.and(self.cites().points(&points))
            }
        };
        self.push(Fact::ChipsReturned { table: number, missing: missing.to_vec() }, rests);
        Ok(())
    }

    fn ranking(&self, table: &TablePlay) -> Ranking {
        let rules = &self.book.rules.tournament;
        let same_coup: Vec<SameCoupRank> = match rules.same_coup.items.is_empty() {
            true => self.conditions.play.out.clone(),
            false => rules.same_coup.values().copied().collect(),
        };
        let stage = self.state.stage;
        let several = self.state.session.as_ref().is_some_and(|session| session.tables.len() > 1);
        let last = self.conditions.is_final(stage) || self.conditions.points.is_some();
        let never_on_zero = rules.play_off.items.is_empty()
            || rules.play_off.values().any(|rule| *rule == PlayOffRule::NeverOnZero);
        let open_places = rules.play_off.items.is_empty()
            || rules.play_off.values().any(|rule| *rule == PlayOffRule::LevelExceedOpenPlaces);
        places::rank(
            table,
            &places::Rules {
                conditions: self.conditions,
                stage,
                equal: rules.equal_in_session.get().copied(),
                same_coup,
                advance: self.conditions.stages.get(stage).and_then(|stage| stage.advance).filter(|_| !last),
                rounds: self.state.rounds.as_ref().map(|rounds| if several { 0 } else { rounds.place }),
                never_on_zero,
                open_places,
            },
        )
    }

    fn counted(&self, number: u8) -> Result<&TablePlay, Refusal> {
        let table = self.table(number)?;
        if !table.ended || !table.counted {
            let by = listed(&self.book.rules.tournament.count_by, |_| true);
            return self.refuse(Reason::CountOpen, "the chips are not counted by two", by);
        }
        if table.places.is_some() {
            return self.refuse(
                Reason::Final,
                "the places of this table stand",
                self.cites().point(TournamentPoint::PlacesAwarded),
            );
        }
        Ok(table)
    }

    /// No place stands while a dispute about the table is open; nor does the last table's, which closes the session, while one is open
    /// about any.
    fn disputes_settled(&self, number: u8) -> Result<(), Refusal> {
        let tables = || self.state.session.iter().flat_map(|session| session.tables.iter().zip(1..));
        let last = tables().all(|(table, other)| other == number || table.places.is_some());
        let open =
            tables().find_map(|(table, other)| table.dispute.as_ref().filter(|_| other == number || last));
        let Some(dispute) = open else { return Ok(()) };
        let rules = &self.book.rules;
        let decides = match rules.tournament.disputes.get() {
            Some(_) => stated(&rules.tournament.disputes),
            None => listed(&rules.conduct.disputes, |step| step.stage == DisputeStage::Final),
        };
        let cites = self.cites().point(TournamentPoint::PlayWaitsForDispute).and(decides);
        let message = format!("{}'s dispute is open: {}", dispute.by, dispute.about);
        self.refuse(Reason::Halted, message, cites)
    }

    pub(crate) fn confirm_places(&mut self, number: u8) -> Result<(), Refusal> {
        self.disputes_settled(number)?;
        let table = self.counted(number)?;
        let ranking = self.ranking(table);
        if let Some((level, places)) = &ranking.open {
            let cites = self.play_off_cites(table).and(self.cites().play_off(PlayOffRule::LevelIsEqualChips));
            let message = format!("{} are level for {places}: a play-off is due", self.names(table, level));
            return self.refuse(Reason::PlacesOpen, message, cites);
        }
        if !table.returned {
            let cites = self.cites().point(TournamentPoint::ChipsReturned);
            return self.refuse(Reason::CountOpen, "the chips are not back in the inventory", cites);
        }
        let stage = self.conditions.stages.get(self.state.stage);
        let last = self.conditions.is_final(self.state.stage);
        let all_go_on =
            self.conditions.points.is_some() && self.state.stage + 1 < self.conditions.stages.len();
        let advance = stage.and_then(|stage| stage.advance).filter(|_| !last && self.state.rounds.is_none());
        if advance.is_some() {
            self.reports_answered(|name| table.seat_of(name).is_some())?;
        }
        let mut places = Vec::new();
        let mut at = 0;
        for group in &ranking.groups {
            for seat in group {
                let seat = &table.seats[seat];
                let stands = !matches!(
                    self.state.entrant(&seat.name).map(|entrant| entrant.standing),
                    Some(EntrantState::Disqualified(_) | EntrantState::Forfeited | EntrantState::Withdrawn)
                );
                let on = match all_go_on {
                    true => {
                        seat.out.is_none()
                            || self.conditions.points.as_ref().is_some_and(|points| points.bust_goes_on)
                    }
                    false => advance.is_some_and(|advance| at < advance),
                };
                places.push(Place {
                    name: seat.name.clone(),
                    place: at + 1,
                    stack: seat.stack,
                    advances: on && stands,
                });
            }
            at += group.len() as u32;
        }
        let rules = &self.book.rules.tournament;
        let mut cites = self.cites().points(&[
            TournamentPoint::PlacesAwarded,
            TournamentPoint::HighestWin,
            TournamentPoint::WinnersAnnounced,
        ]);
        if !ranking.used.is_empty() {
            cites = cites.and(listed(&rules.same_coup, |rank| ranking.used.contains(rank)));
            if rules.same_coup.items.is_empty() {
                cites = cites.and(self.cites().condition(Condition::Elimination));
            }
        }
        if ranking.groups.iter().any(|group| group.len() > 1) {
            cites = cites.and(self.cites().play_off(PlayOffRule::LevelIsEqualChips));
        }
        if ranking.lots {
            cites = cites.and(self.cites().condition(Condition::EqualHoldings));
        }
        self.push(Fact::PlacesConfirmed { table: number, places }, cites);
        self.close_session()
    }

    fn names(&self, table: &TablePlay, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| table.seats[seat].name.to_string()).collect();
        names.join(", ")
    }

    /// What a play-off at a table rests on; a further one on the count after each coup as well.
    fn play_off_cites(&self, table: &TablePlay) -> Citation {
        let rules = &self.book.rules.tournament;
        let last = self.conditions.is_final(self.state.stage) || self.state.rounds.is_some();
        let cites = [PlayOffRule::LevelExceedOpenPlaces, PlayOffRule::TwoOrMoreLevel]
            .into_iter()
            .map(|rule| self.cites().play_off(rule))
            .fold(Citation::default(), Citation::and);
        let equal = match last {
            true => self.further_cites(),
            false => stated_or_silent(&rules.equal_in_session, "tournament.equal_in_session"),
        };
        let further = match table.seats.values().any(|seat| !seat.ladder.is_empty()) {
            true => self.cites().play_off(PlayOffRule::CountEachCoup),
            false => Citation::default(),
        };
        cites.and(equal).and(further)
    }

    pub(crate) fn call_play_off(&mut self, number: u8) -> Result<(), Refusal> {
        self.disputes_settled(number)?;
        let table = self.counted(number)?;
        let ranking = self.ranking(table);
        let Some((seats, places)) = ranking.open else {
            let mut cites = self.play_off_cites(table);
            let zero =
                table.seats.values().filter(|seat| seat.out.is_none() && seat.stack.0 == 0).count() > 1;
            if zero {
                cites = cites.and(self.cites().play_off(PlayOffRule::NeverOnZero));
            }
            return self.refuse(
                Reason::PlacesOpen,
                "no level players outnumber the places that are open",
                cites,
            );
        };
        let rules = &self.book.rules.tournament;
        let finds = self.cites().play_off(PlayOffRule::FindsPlaces);
        if finds.is_empty() && !rules.play_off.items.is_empty() {
            return self.refuse(
                Reason::NotDeclared,
                "the book finds no places by a play-off",
                self.play_off_cites(table),
            );
        }
        let stage = self.conditions.stages.get(self.state.stage);
        let fresh = match rules.play_off_stacks.get() {
            Some(PlayOffStacks::Fresh) => stage.and_then(|stage| stage.opening),
            _ => None,
        };
        let stacks = match rules.play_off.items.is_empty() {
            true => stated(&rules.play_off_stacks),
            false => stated_or_silent(&rules.play_off_stacks, "tournament.play_off_stacks"),
        };
        let cites = self
            .play_off_cites(table)
            .and(finds)
            .and(self.cites().play_off(PlayOffRule::LevelPlayersOnly))
            .and(stacks);
        self.push(Fact::PlayOffCalled { table: number, seats, places, fresh }, cites);
        Ok(())
    }

    /// Once every table is placed the session is over: who goes on, and to which stage.
    fn close_session(&mut self) -> Result<(), Refusal> {
        let Some(session) = &self.state.session else { return Ok(()) };
        if session.tables.iter().any(|table| table.places.is_none()) {
            return Ok(());
        }
        let places = || session.tables.iter().flat_map(|table| table.places.iter().flatten());
        let stage = self.state.stage;
        let mut advance: Vec<Name> = self.state.waiting.clone();
        let goes_on = |place: &&Place| place.advances && self.may_come_back(&place.name);
        advance.extend(places().filter(goes_on).map(|place| place.name.clone()));
        let next = stage + 1;
        let (next_stage, players) = match self.conditions.stages.get(next) {
            None => (next, Vec::new()),
            Some(coming) => match coming.second_chance {
                Some(place) => {
                    let chance = places()
                        .filter(|of| of.place == place && !of.advances && self.may_come_back(&of.name));
                    (next, chance.map(|of| of.name.clone()).collect())
                }
                None => (next, std::mem::take(&mut advance)),
            },
        };
        let cites = self.cites().point(TournamentPoint::WinnersGoOn).and(match players.is_empty() {
            true => Citation::default(),
            false => self.cites().condition(Condition::Progression),
        });
        self.push(Fact::SessionClosed { advance, next: players, stage: next_stage }, cites);
        Ok(())
    }

    fn may_come_back(&self, name: &Name) -> bool {
        matches!(
            self.state.entrant(name).map(|entrant| entrant.standing),
            Some(EntrantState::In | EntrantState::Out)
        )
    }

    /// Nothing more happens in a tournament that is over.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Awarded | Phase::Cancelled)
    }
}
