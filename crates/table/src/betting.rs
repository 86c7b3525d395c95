//! Placing, changing and taking back wagers; no-bet coups.

use crate::cite::{Cite, Under, call, cite_all, step};
use crate::command::{Act, Approval, Proposal};
use crate::event::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::settings::{Limits, option_of};
use crate::state::{Betting, Patron, Phase, Stage};
use crate::table::{Facts, Table};
use crate::time::Time;
use crate::wagering::{Stake, StakeId};
use baccarat::chips::Money;
use baccarat::payment;
use baccarat::rules::betting::*;
use baccarat::rules::people::{CallWords, Role, Tidings, Told};
use baccarat::rules::play::{NoBet, NoBetNeed, NoBetSource, Step};
use baccarat::wager::{Wager, WagerClass, WagerId};

impl Table {
    pub(crate) fn now_betting(&self) -> Result<&Betting, Refusal> {
        match &self.state.phase {
            Phase::Betting(betting) => Ok(betting),
            _ => Err(self.not_due()),
        }
    }

    /// A wager of the method in force.
    pub(crate) fn wager(&self, id: &WagerId) -> Option<&Wager> {
        let wagers = self.book.wagers(&self.state.settings.method)?;
        wagers.iter().find(|wager| wager.id == *id)
    }

    pub(crate) fn judge_betting(&self, act: &Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        match act {
            Act::OpenBetting => self.judge_open(by, at),
            Act::Place { area, wager, amount, kind, spoken } => {
                let open = self
                    .check_open(by, at, PeriodAct::Place)
                    .map_err(|refusal| self.spoken_too_late(refusal, *spoken))?;
                self.check_spoken(*spoken)?;
                let stake = Stake {
                    id: StakeId(self.state.next_stake),
                    patron: by.name.clone(),
                    area: *area,
                    wager: wager.clone(),
                    amount: *amount,
                    kind: *kind,
                };
                let (under, mut more) = self.check_stake(&stake, None)?;
                let under = if *spoken {
                    let placing = self.book.rules.betting.placing.ruled();
                    let placing = placing.map(|rule| rule.under("betting.placing")).unwrap_or_default();
                    under.and(self.book.rules.betting.spoken.under("betting.spoken")).and(placing)
                } else {
                    under
                };
                let under = if open.clauses.is_empty() { under } else { under.and(open) };
                more.insert(0, (Fact::WagerPlaced { stake }, under));
                Ok(more)
            }
            Act::Change { area, wager, amount } => {
                let old = self.own_stake(by, *area, wager);
                let less = old.as_ref().is_ok_and(|old| *amount < old.amount);
                let open = self
                    .check_open(by, at, if less { PeriodAct::Retrieve } else { PeriodAct::Place })
                    .map_err(|refusal| self.losing_too(refusal, by, *area, wager))?;
                let old = old?;
                let stake = Stake { amount: *amount, ..old.clone() };
                let (under, mut more) = self.check_stake(&stake, Some(old.id))?;
                let under = under.and(self.riding_under(old.id)).and(open);
                more.insert(0, (Fact::WagerChanged { id: old.id, from: old.amount, to: *amount }, under));
                Ok(more)
            }
            Act::Move { area, wager, to_box, to_wager } => {
                let open = self
                    .check_open(by, at, PeriodAct::Move)
                    .map_err(|refusal| self.losing_too(refusal, by, *area, wager))?;
                let old = self.own_stake(by, *area, wager)?;
                let stake = Stake { area: *to_box, wager: to_wager.clone(), ..old.clone() };
                let (under, mut more) = self.check_stake(&stake, Some(old.id))?;
                let under = under.and(self.riding_under(old.id)).and(open);
                let fact = Fact::WagerMoved { id: old.id, to_box: *to_box, to_wager: to_wager.clone() };
                more.insert(0, (fact, under));
                Ok(more)
            }
            Act::Withdraw { area, wager } => {
                let open = self
                    .check_open(by, at, PeriodAct::Retrieve)
                    .map_err(|refusal| self.losing_too(refusal, by, *area, wager))?;
                let old = self.own_stake(by, *area, wager)?;
                let mut facts =
                    vec![(Fact::WagerWithdrawn { id: old.id }, open.clone().and(self.riding_under(old.id)))];
                facts.extend(self.orphaned_by(old).map(|id| {
                    let need = self.state.stake(id).and_then(|stake| self.main_need(&stake.wager));
                    (Fact::WagerWithdrawn { id }, open.clone().and(need.unwrap_or_default()))
                }));
                Ok(facts)
            }
            Act::RefuseWager { patron, area, wager, reason } => {
                self.judge_refuse(by, patron, *area, wager, reason)
            }
            Act::ReportAccepted { patron, area, wager, amount } => {
                self.judge_accepted(by, patron, *area, wager, *amount)
            }
            Act::FindInvalid { patron, area, wager, lacks } => {
                self.judge_invalid(by, patron, *area, wager, *lacks)
            }
            Act::FindWager { patron, area, wager, amount, kind } => {
                let stake = Stake {
                    id: StakeId(self.state.next_stake),
                    patron: patron.clone(),
                    area: *area,
                    wager: wager.clone(),
                    amount: *amount,
                    kind: *kind,
                };
                self.judge_found(by, stake)
            }
            Act::ScaleForDifferential => self.judge_scale(by),
            Act::ScaleForArea { area, wager } => self.judge_scale_area(by, *area, wager),
            Act::GivePlace { area, wager } => self.judge_give_place(by, *area, wager),
            Act::AskNoBetCoup => {
                self.patron(by)?;
                self.now_betting()?;
                let under = cite_all(&self.book.rules.no_bet.needs, "no_bet.needs", |need| {
                    *need == NoBetNeed::APlayersRequest
                });
                Ok(vec![(Fact::NoBetAsked { patron: by.name.clone() }, under)])
            }
            Act::Agree { to } => {
                self.patron(by)?;
                let under = match to {
                    Proposal::NoBetCoup => cite_all(&self.book.rules.no_bet.needs, "no_bet.needs", |need| {
                        *need == NoBetNeed::AllPlayersAgree
                    }),
                    Proposal::ChangeOfGame => {
                        cite_all(&self.book.rules.notice.changes, "notice.changes", |change| {
                            change.of == ChangeOf::SettlementMethod
                                && change.unless.contains(&WayRound::AllPlayersAgree)
                        })
                    }
                };
                Ok(vec![(Fact::Agreed { patron: by.name.clone(), to: *to }, under)])
            }
            Act::DirectNoBetCoup { source, marker, surveillance_told } => {
                self.judge_no_bet(by, at, *source, *marker, *surveillance_told)
            }
            _ => Err(self.not_due()),
        }
    }

    fn judge_open(&self, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        let betting = self.now_betting()?;
        let under = step(&self.book, Step::ClockStarts).and(step(&self.book, Step::ClockCountsDown));
        let called = call(&self.book, CallWords::PlaceYourBets);
        self.only(by, Role::Dealer, &called)?;
        if betting.open || betting.closed {
            return Err(self.not_due());
        }
        let until = self.state.settings.period_seconds.map(|seconds| at.plus_seconds(seconds));
        let under = if until.is_some() { under } else { called.clone() };
        Ok(vec![
            (Fact::Called { words: CallWords::PlaceYourBets }, called),
            (Fact::BettingOpened { until }, under),
        ])
    }

    /// What closes betting at this table.
    pub(crate) fn closing(&self) -> (Closing, Under) {
        let betting = &self.book.rules.betting;
        let rule = match self.state.settings.period_seconds {
            Some(_) => &betting.closes_with_period,
            None => &betting.closes,
        };
        (rule.get().copied().unwrap_or(Closing::FirstCard), rule.under("betting.closes"))
    }

    /// Refuses a patron's wager, change or withdrawal unless betting is open; says what it is open under.
    fn check_open(&self, by: &Actor, at: Time, what: PeriodAct) -> Result<Under, Refusal> {
        self.patron(by)?;
        let (_, closes) = self.closing();
        let betting = match &self.state.phase {
            Phase::Betting(betting) => betting,
            Phase::Coup(coup) => {
                let frozen = self.book.rules.betting.frozen_until.under("betting.frozen_until");
                let no_bet = self.book.rules.no_bet.wagers.under("no_bet.wagers");
                return Err(match coup.no_bet {
                    true => Refusal::new(Reason::NoBetCoup, "nobody may bet on this coup", no_bet),
                    false => Refusal::new(
                        Reason::BettingFrozen,
                        "cards are out; wagers are frozen until settled",
                        closes.and(frozen),
                    ),
                });
            }
            _ => return Err(self.not_due()),
        };
        if betting.no_bet.is_some() && self.book.rules.no_bet.wagers.get() != Some(&Allowance::Freely) {
            let under = self.book.rules.no_bet.wagers.under("no_bet.wagers");
            return Err(Refusal::new(Reason::NoBetCoup, "nobody may bet on this coup", under));
        }
        let covers = &self.book.rules.betting.period_covers;
        // What the period does not cover may be done until the first card.
        if self.state.settings.period_seconds.is_some()
            && covers.get().is_some_and(|covers| !covers.contains(&what))
        {
            return Ok(self.book.rules.betting.closes.under("betting.closes"));
        }
        let not_opened = self.state.settings.period_seconds.is_some() && !betting.open;
        let covers = covers.ruled().map(|covers| covers.under("betting.period_covers"));
        let period = || covers.clone().unwrap_or_default().and(step(&self.book, Step::ClockStarts));
        if not_opened {
            return Err(Refusal::new(
                Reason::BettingClosed,
                "the wagering period has not begun",
                closes.and(period()),
            ));
        }
        if betting.closed || betting.until.is_some_and(|until| at >= until) {
            let under = if betting.until.is_some() { closes.and(covers.unwrap_or_default()) } else { closes };
            return Err(Refusal::new(Reason::BettingClosed, "betting is closed", under));
        }
        Ok(match betting.until {
            Some(_) => closes.and(covers.unwrap_or_default()),
            None => closes,
        })
    }

    fn check_spoken(&self, spoken: bool) -> Result<(), Refusal> {
        let rule = &self.book.rules.betting.spoken;
        match (spoken, rule.get()) {
            (true, Some(Spoken::WithChipsInTime)) | (false, _) => Ok(()),
            (true, _) => Err(Refusal::new(
                Reason::SpokenRefused,
                "spoken wagers are not taken",
                rule.under("betting.spoken"),
            )),
        }
    }

    /// A spoken wager that comes too late also offends what the book asks of spoken ones.
    fn spoken_too_late(&self, refusal: Refusal, spoken: bool) -> Refusal {
        let rule = self.book.rules.betting.spoken.ruled().filter(|_| spoken);
        let under = rule.map(|rule| rule.under("betting.spoken")).unwrap_or_default();
        Refusal { under: refusal.under.and(under), ..refusal }
    }

    /// Touching a wager that has lost offends a rule of its own, where the book has one.
    fn losing_too(&self, refusal: Refusal, by: &Actor, area: u8, wager: &WagerId) -> Refusal {
        let lost = || {
            let Phase::Coup(coup) = &self.state.phase else { return false };
            let Some(outcome) = self.outcome(coup).filter(|_| coup.stage >= Stage::Decided) else {
                return false;
            };
            let row = self.wager(wager).and_then(|wager| wager.row(&outcome));
            self.own_stake(by, area, wager).is_ok()
                && row.is_some_and(|row| row.settlement == baccarat::wager::Settlement::Loses)
        };
        match self.book.rules.betting.losing_wager.ruled().filter(|_| lost()) {
            Some(rule) => {
                Refusal { under: refusal.under.clone().and(rule.under("betting.losing_wager")), ..refusal }
            }
            None => refusal,
        }
    }

    /// What lets a stake that stood off be altered before the next coup.
    fn riding_under(&self, id: StakeId) -> Under {
        let rule = self.book.rules.betting.after_tie.ruled().filter(|_| self.state.riding.contains(&id));
        rule.map(|rule| rule.under("betting.after_tie")).unwrap_or_default()
    }

    /// A wager that should have been refused and was taken all the same: the book says which part of it counts.
    fn judge_accepted(
        &self,
        by: &Actor,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        amount: Money,
    ) -> Result<Facts, Refusal> {
        let under = self.book.rules.settlement.inexact.under("settlement.inexact");
        self.only(by, Role::Dealer, &under)?;
        let in_time = match &self.state.phase {
            Phase::Betting(betting) => betting.no_bet.is_none(),
            Phase::Coup(coup) => !coup.no_bet && coup.stage < Stage::Decided,
            _ => false,
        };
        if !in_time {
            return Err(self.not_due());
        }
        let holder = self.patron_named(patron)?;
        let stake = Stake {
            id: StakeId(self.state.next_stake),
            patron: patron.clone(),
            area,
            wager: wager.clone(),
            amount,
            kind: ChipKind::Chips,
        };
        let wager = self.check_offered(&stake)?;
        self.check_holding(&stake, holder, None)?;
        self.check_alone(&stake, wager, None)?;
        self.check_together(&stake, wager, None)?;
        self.check_area(&stake, wager, None)?;
        self.check_needs(&stake, None)?;
        let taken = payment::take(&self.book, wager, amount, &self.chips);
        match (taken.refused, taken.part_void) {
            (Some(_), Some(basis)) => {
                let under = Under::of("settlement.inexact", basis);
                Ok(vec![(Fact::WagerPlaced { stake }, under)])
            }
            _ => Err(Refusal::new(
                Reason::NotLawful,
                "only a wager that chips could not pay exactly is reported so",
                under,
            )),
        }
    }

    fn own_stake(&self, by: &Actor, area: u8, wager: &WagerId) -> Result<&Stake, Refusal> {
        self.stake_of(&by.name, area, wager)
    }

    fn stake_of(&self, patron: &Name, area: u8, wager: &WagerId) -> Result<&Stake, Refusal> {
        let is_it = |stake: &&Stake| stake.patron == *patron && stake.area == area && stake.wager == *wager;
        self.state.stakes.iter().find(is_it).ok_or_else(|| {
            Refusal::new(
                Reason::NoSuchStake,
                format!("{patron} has no {wager} wager at box {area}"),
                Under::silent("wagers on the layout"),
            )
        })
    }

    /// Side stakes that may not stay once this stake is gone, because they need a main wager.
    fn orphaned_by<'t>(&'t self, gone: &'t Stake) -> impl Iterator<Item = StakeId> + 't {
        let others_main =
            self.state.stakes.iter().any(|stake| {
                stake.id != gone.id && stake.patron == gone.patron && self.is_main(&stake.wager)
            });
        self.state
            .stakes
            .iter()
            .filter(move |stake| {
                stake.patron == gone.patron
                    && stake.id != gone.id
                    && !others_main
                    && self.is_main(&gone.wager)
                    && self.main_need(&stake.wager).is_some()
            })
            .map(|stake| stake.id)
    }

    pub(crate) fn is_main(&self, wager: &WagerId) -> bool {
        self.wager(wager).is_some_and(|wager| wager.class == WagerClass::Main)
    }

    /// The clauses by which a side wager needs a main one now, if it does.
    fn main_need(&self, wager: &WagerId) -> Option<Under> {
        let option = option_of(&self.book, wager)?;
        let list = &self.book.rules.sides.main_wager;
        let restricted = self.state.settings.restricted.iter().any(|known| known == option);
        let need = |need: &OptionNeed| match need.main_wager {
            MainNeed::Always => true,
            MainNeed::WhileRestricted => restricted,
            MainNeed::Never => false,
        };
        let needs = list.find(|rule| rule.option == option && need(rule)).is_some();
        needs.then(|| cite_all(list, "sides.main_wager", |rule| rule.option == option && need(rule)))
    }

    /// Checks a stake as if it were placed, leaving out an old one that it replaces.
    fn check_stake(&self, stake: &Stake, except: Option<StakeId>) -> Result<(Under, Facts), Refusal> {
        let patron = self.patron_named(&stake.patron)?;
        let wager = self.check_offered(stake)?;
        let mut under = self.check_made_of(stake)?;
        self.check_holding(stake, patron, except)?;
        under = under.and(self.check_standing(patron)?);
        if self.others(except).any(|other| other.patron == stake.patron && other.wager == stake.wager) {
            under = under.and(self.alone_under());
        }
        under = under.and(self.check_alone(stake, wager, except)?);
        under = under.and(self.check_together(stake, wager, except)?);
        under = under.and(self.check_area(stake, wager, except)?);
        under = under.and(self.check_needs(stake, except)?);
        self.check_exact(stake, wager)?;
        let mut facts = self.check_limits(stake, wager, patron)?;
        under = under.and(self.kept_under(stake, patron));
        facts.extend(self.check_gap(stake, except)?);
        facts.extend(self.check_area_most(stake, except)?);
        Ok((under, facts))
    }

    fn others(&self, except: Option<StakeId>) -> impl Iterator<Item = &Stake> {
        self.state.stakes.iter().filter(move |stake| Some(stake.id) != except)
    }

    fn check_offered(&self, stake: &Stake) -> Result<&Wager, Refusal> {
        let rules = &self.book.rules;
        let Some(wager) = self.wager(&stake.wager) else {
            let under = rules.betting.other_wagers.under("betting.other_wagers");
            return Err(Refusal::new(
                Reason::NoSuchWager,
                format!("this book has no wager `{}`", stake.wager),
                under,
            ));
        };
        let option = option_of(&self.book, &stake.wager);
        if wager.class == WagerClass::Side
            && !option
                .is_some_and(|option| self.state.settings.options.iter().any(|offered| offered == option))
        {
            let of = |named: &Named| Some(named.option.as_str()) == option;
            let under = cite_all(&rules.sides.applies_if_offered, "sides.applies_if_offered", of)
                .and(cite_all(&rules.sides.layout_needed, "sides.layout_needed", of))
                .and(cite_all(&rules.sides.offered, "sides.offered", |offered| {
                    Some(offered.option.as_str()) == option
                }));
            let under = Under {
                silences: if under.clauses.is_empty() { under.silences } else { Vec::new() },
                ..under
            };
            return Err(Refusal::new(
                Reason::NotOffered,
                format!("{} is not offered at this table", stake.wager),
                under,
            ));
        }
        if stake.area == 0 || stake.area > self.state.settings.seats {
            let under =
                cite_all(&rules.betting.validity, "betting.validity", |rule| *rule == Validity::OwnArea);
            let placed = |placed: &OptionPlace| Some(placed.option.as_str()) == option;
            let under = match rules.sides.placed.find(placed) {
                Some(rule) => under.and(rule.under("sides.placed")),
                None => under,
            };
            return Err(Refusal::new(
                Reason::NoSuchBox,
                format!("found box {}; allowed are 1 to {}", stake.area, self.state.settings.seats),
                under,
            ));
        }
        Ok(wager)
    }

    fn check_holding(&self, stake: &Stake, patron: &Patron, except: Option<StakeId>) -> Result<(), Refusal> {
        self.check_amount(stake.amount)?;
        let freed = except.and_then(|id| self.state.stake(id)).map_or(Money(0), |old| old.amount);
        let held = match stake.kind {
            ChipKind::Chips => patron.chips,
            ChipKind::PromotionalTokens => patron.tokens,
        };
        if stake.amount > held + freed {
            let under = cite_all(&self.book.rules.betting.made_of, "betting.made_of", |_| true);
            return Err(Refusal::new(
                Reason::NotEnoughChips,
                format!("{} holds {}", stake.patron, held + freed),
                under,
            ));
        }
        Ok(())
    }

    /// May somebody without a seat bet?
    fn check_standing(&self, patron: &Patron) -> Result<Under, Refusal> {
        let rule = self.book.rules.table.standing.ruled().filter(|_| patron.seat.is_none());
        let Some(rule) = rule else { return Ok(Under::default()) };
        let under = rule.under("table.standing");
        match rule.value {
            true => Ok(under),
            false => Err(Refusal::new(Reason::NoSuchSeat, "only seated patrons may bet", under)),
        }
    }

    /// The clauses by which each wager counts alone.
    pub(crate) fn alone_under(&self) -> Under {
        let rule = self.book.rules.betting.separateness.ruled();
        rule.map(|rule| rule.under("betting.separateness")).unwrap_or_default()
    }

    /// The clauses by which a patron still bets at an old minimum.
    fn kept_under(&self, stake: &Stake, patron: &Patron) -> Under {
        let least = self.state.settings.limits_of(&self.book, &stake.wager).least;
        match patron.kept_minimum.filter(|_| stake.amount < least && self.is_main(&stake.wager)) {
            Some(_) => cite_all(&self.book.rules.limits.kept_minimum, "limits.kept_minimum", |rule| {
                matches!(rule, KeptMinimum::PresentPatrons | KeptMinimum::AtEveryBox)
            }),
            None => Under::default(),
        }
    }

    /// A wager that is on the layout in a way that makes it none.
    fn judge_invalid(
        &self,
        by: &Actor,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        lacks: Validity,
    ) -> Result<Facts, Refusal> {
        let rules = &self.book.rules;
        let list = &rules.betting.validity;
        let under = cite_all(list, "betting.validity", |rule| *rule == lacks);
        self.only(by, Role::Employee, &under)?;
        if list.find(|rule| *rule == lacks).is_none() {
            return Err(Refusal::new(Reason::NotLawful, "this book does not ask that of a wager", under));
        }
        let stake = self.stake_of(patron, area, wager)?;
        let back = rules.irregularities.invalid_wager.ruled();
        let under = under.and(back.map(|rule| rule.under("irregularities.invalid_wager")).unwrap_or_default());
        let reason = format!("it is invalid, not being {}", lacks.to_string().replace('-', " "));
        Ok(vec![(Fact::WagerReturned { id: stake.id, reason }, under)])
    }

    /// A wager that lay there before the first card, outside the limits, and is noticed only now.
    fn judge_found(&self, by: &Actor, stake: Stake) -> Result<Facts, Refusal> {
        let (below, below_under, above, above_under) = self.limit_rules(&stake.wager);
        let off_unit = &self.book.rules.limits.off_unit;
        self.only(by, Role::Employee, &below_under.clone().and(above_under.clone()))?;
        match &self.state.phase {
            Phase::Coup(coup) if !coup.no_bet && coup.stage < Stage::Settled => {}
            _ => return Err(self.not_due()),
        }
        let patron = self.patron_named(&stake.patron)?;
        let wager = self.check_offered(&stake)?;
        self.check_holding(&stake, patron, None)?;
        let mut under = self.check_made_of(&stake)?;
        under = under.and(self.check_alone(&stake, wager, None)?);
        under = under.and(self.check_together(&stake, wager, None)?);
        let limits = self.limits_for(patron, &stake.wager);
        let found_late = match () {
            () if stake.amount < limits.least => {
                (below == Some(BelowMinimum::RefusedUnlessFoundLate)).then_some(below_under.clone())
            }
            () if stake.amount > limits.most => {
                (above == Some(AboveMaximum::RefusedThenSettledToMaximum)).then_some(above_under)
            }
            () if self.is_off_unit(stake.amount, &limits) => {
                off_unit.ruled().map(|rule| rule.under("limits.off_unit"))
            }
            () => None,
        };
        match found_late {
            Some(found) => Ok(vec![(Fact::WagerPlaced { stake }, under.and(found))]),
            None => Err(Refusal::new(
                Reason::BettingFrozen,
                "only a wager outside the limits is valid when found late",
                self.closing().1.and(below_under),
            )),
        }
    }

    /// Is this amount off the unit on the sign? The unit may be counted from nothing or from the minimum.
    fn is_off_unit(&self, amount: Money, limits: &Limits) -> bool {
        let above = self.book.rules.limits.unit_above_minimum.get() == Some(&true);
        limits.unit.is_some_and(|unit| {
            amount.0 % unit.0 != 0 && !(above && (amount.0 - limits.least.0) % unit.0 == 0)
        })
    }

    fn check_made_of(&self, stake: &Stake) -> Result<Under, Refusal> {
        let list = &self.book.rules.betting.made_of;
        let under = cite_all(list, "betting.made_of", |kind| *kind == stake.kind);
        if list.find(|kind| *kind == stake.kind).is_none() && !list.items.is_empty() {
            let told = format!("found {}", stake.kind);
            return Err(Refusal::new(
                Reason::TokensRefused,
                told,
                cite_all(list, "betting.made_of", |_| true),
            ));
        }
        let tokens = cite_all(&self.book.rules.betting.tokens, "betting.tokens", |rule| {
            *rule == TokenRule::BetLikeChips
        });
        Ok(if stake.kind == ChipKind::PromotionalTokens { under.and(tokens) } else { under })
    }

    /// One wager to an option, where the book says so.
    fn check_alone(&self, stake: &Stake, wager: &Wager, except: Option<StakeId>) -> Result<Under, Refusal> {
        let same = self
            .others(except)
            .filter(|other| other.patron == stake.patron && other.wager == stake.wager)
            .count();
        let (most, under) = match wager.class {
            WagerClass::Main => {
                let rule = &self.book.rules.betting.per_option;
                (rule.get().copied(), rule.ruled().map(|rule| rule.under("betting.per_option")))
            }
            WagerClass::Side => {
                let option = option_of(&self.book, &stake.wager);
                let rule = self.book.rules.sides.most_each.find(|rule| Some(rule.option.as_str()) == option);
                (rule.map(|rule| rule.each), rule.map(|rule| rule.under("sides.most_each")))
            }
        };
        let under = under.unwrap_or_default();
        // Chips and tokens may lie together in one area.
        let same_area = self.others(except).any(|other| {
            other.patron == stake.patron && self.shares_area(other, stake) && other.kind == stake.kind
        });
        let under = under.and(self.one_box(&stake.wager).unwrap_or_default());
        if most.is_some_and(|most| same >= usize::from(most)) || same_area {
            let under = if under.is_empty() { Under::silent("a second wager on one area") } else { under };
            return Err(Refusal::new(
                Reason::WagerTwice,
                format!("{} already has a {} wager", stake.patron, stake.wager),
                under,
            ));
        }
        Ok(Under::default())
    }

    /// The clause by which all prints of a side wager's common box are one box, where the cloth has such a box.
    fn one_box(&self, wager: &WagerId) -> Option<Under> {
        let option = option_of(&self.book, wager)?;
        let common = self.state.settings.common.iter().any(|known| known == option);
        let rule = self.book.rules.table.printed_twice.ruled()?;
        common.then(|| rule.under("table.printed_twice"))
    }

    /// Is this other stake on the same area?
    fn shares_area(&self, other: &Stake, stake: &Stake) -> bool {
        other.wager == stake.wager && (other.area == stake.area || self.one_box(&stake.wager).is_some())
    }

    /// Main wagers that one person may make together; judged across all boxes.
    fn check_together(
        &self,
        stake: &Stake,
        wager: &Wager,
        except: Option<StakeId>,
    ) -> Result<Under, Refusal> {
        if wager.class == WagerClass::Side {
            return Ok(self.side_under(stake));
        }
        let list = &self.book.rules.betting.combinations;
        let own =
            self.others(except).filter(|other| other.patron == stake.patron && self.is_main(&other.wager));
        let mut together: Vec<&WagerId> = own.map(|other| &other.wager).chain([&stake.wager]).collect();
        together.sort();
        together.dedup();
        let is_it = |rule: &Combination| {
            let mut wagers: Vec<&WagerId> = rule.wagers.iter().collect();
            wagers.sort();
            wagers == together
        };
        let under = cite_all(list, "betting.combinations", is_it);
        let names: Vec<&str> = together.iter().map(|id| id.as_str()).collect();
        let told = format!("{} together", names.join(" and "));
        let judged = self
            .book
            .rules
            .betting
            .combinations_judged
            .ruled()
            .map(|rule| rule.under("betting.combinations_judged"))
            .filter(|under| !under.clauses.is_empty());
        let under = under.and(judged.clone().unwrap_or_default());
        match list.find(is_it).map(|rule| rule.allowed) {
            Some(Allowance::Freely) => Ok(under),
            Some(Allowance::Never) => Err(Refusal::new(Reason::CombinationForbidden, told, under)),
            Some(Allowance::Approved) => {
                let approved =
                    self.state.approved.contains(&Approval::BothHands { patron: stake.patron.clone() });
                match approved {
                    true => Ok(under),
                    false => Err(Refusal::new(
                        Reason::CombinationNotApproved,
                        format!("{told} need a supervisor's approval"),
                        under,
                    )),
                }
            }
            None if list.values().any(|rule| rule.wagers.len() > 1) => {
                let under = cite_all(list, "betting.combinations", |_| true).and(judged.unwrap_or_default());
                Err(Refusal::new(Reason::CombinationForbidden, told, under))
            }
            None => Ok(Under::silent("betting.combinations")),
        }
    }

    /// Does this stake lie at a box where somebody else sits?
    fn is_anothers(&self, stake: &Stake) -> bool {
        self.state
            .players()
            .any(|(name, patron)| patron.seat == Some(stake.area) && *name != stake.patron)
    }

    /// What lets a side wager stand.
    fn side_under(&self, stake: &Stake) -> Under {
        let Some(option) = option_of(&self.book, &stake.wager) else { return Under::silent("sides.offered") };
        let sides = &self.book.rules.sides;
        let has_main =
            self.state.stakes.iter().any(|other| other.patron == stake.patron && self.is_main(&other.wager));
        let mut under = cite_all(&sides.offered, "sides.offered", |offered| {
            offered.option == option && offered.wagers.contains(&stake.wager)
        })
        .and(cite_all(&sides.placed, "sides.placed", |placed| {
            placed.option == option && (placed.place == SidePlace::AnyArea) == self.is_anothers(stake)
        }))
        .and(cite_all(&sides.chance, "sides.chance", |named| named.option == option));
        if !has_main {
            under = under.and(cite_all(&sides.main_wager, "sides.main_wager", |need| {
                need.option == option && need.main_wager == MainNeed::Never
            }));
        } else if let Some(together) = sides.main_and_side.ruled() {
            under = under.and(together.under("sides.main_and_side"));
        }
        under = under
            .and(cite_all(&sides.under_any_method, "sides.under_any_method", |named| named.option == option));
        let of_option = |other: &&Stake| {
            other.patron == stake.patron && option_of(&self.book, &other.wager) == Some(option)
        };
        if self.state.stakes.iter().any(|other| of_option(&other)) {
            under = under.and(cite_all(&sides.several_at_once, "sides.several_at_once", |named| {
                named.option == option
            }));
        }
        Under { silences: Vec::new(), ..under }
    }

    /// How many patrons may use an area.
    fn check_area(&self, stake: &Stake, wager: &Wager, except: Option<StakeId>) -> Result<Under, Refusal> {
        let of = match wager.class {
            WagerClass::Main => "main",
            WagerClass::Side => option_of(&self.book, &stake.wager).unwrap_or_default(),
        };
        let mut there: Vec<&Name> = self
            .others(except)
            .filter(|other| self.shares_area(other, stake))
            .map(|other| &other.patron)
            .collect();
        there.dedup();
        if there.is_empty() || there.contains(&&stake.patron) {
            return Ok(Under::default());
        }
        let Some((most, under)) = self.places(of) else { return Ok(Under::default()) };
        let under = under.and(self.one_box(&stake.wager).unwrap_or_default());
        if most.is_some_and(|most| there.len() >= usize::from(most)) {
            let places =
                cite_all(&self.book.rules.sides.places, "sides.places", |places| places.option == of);
            let under = if places.clauses.is_empty() { under } else { under.and(places) };
            return Err(Refusal::new(
                Reason::AreaFull,
                format!("box {} {} is full", stake.area, stake.wager),
                under,
            ));
        }
        Ok(under)
    }

    /// How many patrons may use an area of this sort, if that is limited; a rule with no number sets no limit.
    fn places(&self, of: &str) -> Option<(Option<u8>, Under)> {
        let rules = &self.book.rules;
        let set = self.state.settings.sharing;
        if let Some(rule) = rules.betting.sharing.find(|rule| rule.of == of) {
            let most = match (rule.most, rule.if_permitted) {
                (most, true) => Some(set.unwrap_or(1).min(most.unwrap_or(u8::MAX))),
                (most, false) => most,
            };
            return Some((most, rule.under("betting.sharing")));
        }
        // Where the book only says who comes first, the cloth says how many places there are.
        let places = rules.sides.places.find(|places| places.option == of)?;
        Some((places.most.or(set), Under::default()))
    }

    fn check_needs(&self, stake: &Stake, except: Option<StakeId>) -> Result<Under, Refusal> {
        let Some(under) = self.main_need(&stake.wager) else { return Ok(Under::default()) };
        let has = self.others(except).any(|other| other.patron == stake.patron && self.is_main(&other.wager));
        match has {
            true => Ok(under),
            false => Err(Refusal::new(
                Reason::NeedsMainWager,
                format!("{} needs a main wager by {}", stake.wager, stake.patron),
                under,
            )),
        }
    }

    fn check_exact(&self, stake: &Stake, wager: &Wager) -> Result<(), Refusal> {
        let taken = payment::take(&self.book, wager, stake.amount, &self.chips);
        match taken.refused {
            None => Ok(()),
            Some(basis) => {
                let told = format!("chips could not pay {} on {} exactly", stake.amount, stake.wager);
                Err(Refusal::new(
                    Reason::NotExactlyPayable,
                    told,
                    Under::of("settlement.inexact_offer", basis),
                ))
            }
        }
    }

    /// The limits that bind a patron's wager.
    pub(crate) fn limits_for(&self, patron: &Patron, wager: &WagerId) -> Limits {
        let mut limits = self.state.settings.limits_of(&self.book, wager);
        if self.is_main(wager) {
            if let Some(kept) = patron.kept_minimum {
                limits.least = limits.least.min(kept);
            }
            if let Some(personal) = patron.personal {
                let sets = self.book.rules.limits.personal.get().map(|rule| rule.sets);
                limits.most = personal.most;
                if sets == Some(PersonalReach::MinimumAndMaximum) {
                    limits.least = personal.least;
                }
            }
        }
        limits
    }

    /// How this wager's limits are treated: its option's own rule, or the general one.
    pub(crate) fn limit_rules(&self, wager: &WagerId) -> (Option<BelowMinimum>, Under, Option<AboveMaximum>, Under) {
        let rules = &self.book.rules;
        let option = option_of(&self.book, wager);
        let of_option = |rule: &OptionLimits| Some(rule.option.as_str()) == option;
        let list = &rules.sides.limits;
        if list.find(of_option).is_some() {
            let own = || list.values().filter(|rule| of_option(rule));
            return (
                own().find_map(|rule| rule.below),
                cite_all(list, "sides.limits", |rule| of_option(rule) && rule.below.is_some()),
                own().find_map(|rule| rule.above),
                cite_all(list, "sides.limits", |rule| of_option(rule) && rule.above.is_some()),
            );
        }
        let (below, above) = (&rules.limits.below_minimum, &rules.limits.above_maximum);
        (
            below.get().copied(),
            below.under("limits.below_minimum"),
            above.get().copied(),
            above.under("limits.above_maximum"),
        )
    }

    fn check_limits(&self, stake: &Stake, wager: &Wager, patron: &Patron) -> Result<Facts, Refusal> {
        let limits = self.limits_for(patron, &wager.id);
        let (below, below_under, above, above_under) = self.limit_rules(&wager.id);
        let duty = step(&self.book, Step::LimitsArePatronsDuty);
        let mut facts = Vec::new();
        if stake.amount < limits.least {
            let told = format!("found {}; the minimum is {}", stake.amount, limits.least);
            match below {
                Some(BelowMinimum::SettledOnceThenReturned) if !patron.warned => {
                    let what = Tidings::FurtherShortWagersReturned;
                    let under =
                        cite_all(&self.book.rules.procedure.told, "procedure.told", |told| told.what == what);
                    facts.push((
                        Fact::PersonTold { who: Told::Owner, patron: Some(stake.patron.clone()), what },
                        below_under.and(under),
                    ));
                }
                _ => {
                    let bound = self.newcomer_under(patron);
                    return Err(Refusal::new(Reason::BelowMinimum, told, below_under.and(duty).and(bound)));
                }
            }
        }
        if stake.amount > limits.most && above != Some(AboveMaximum::SettledToMaximum) {
            let told = format!("found {}; the maximum is {}", stake.amount, limits.most);
            return Err(Refusal::new(Reason::AboveMaximum, told, above_under.and(duty)));
        }
        let rules = &self.book.rules.limits;
        if let Some(unit) = limits.unit.filter(|_| self.is_off_unit(stake.amount, &limits)) {
            let above = rules.unit_above_minimum.ruled();
            let under = rules
                .multiples
                .under("limits.multiples")
                .and(above.map(|rule| rule.under("limits.unit_above_minimum")).unwrap_or_default())
                .and(duty)
                .and(rules.off_unit.ruled().map(|rule| rule.under("limits.off_unit")).unwrap_or_default());
            return Err(Refusal::new(
                Reason::OffUnit,
                format!("found {}; wagers are multiples of {unit}", stake.amount),
                under,
            ));
        }
        Ok(facts)
    }

    /// The clauses by which a patron who kept no old minimum is bound by the new one, while others go on at theirs.
    fn newcomer_under(&self, patron: &Patron) -> Under {
        let two = self.state.players().any(|(_, other)| other.kept_minimum.is_some());
        match two && patron.kept_minimum.is_none() {
            true => cite_all(&self.book.rules.limits.kept_minimum, "limits.kept_minimum", |rule| {
                *rule == KeptMinimum::NewcomersBound
            }),
            false => Under::default(),
        }
    }

    /// The gap between banker's and player's stakes, and which is heavier.
    pub(crate) fn gap(&self, stakes: impl Iterator<Item = (WagerId, Money)>) -> (Money, Money) {
        let (mut banker, mut player) = (Money(0), Money(0));
        for (wager, amount) in stakes {
            match wager.as_str() {
                "banker" => banker += amount,
                "player" => player += amount,
                _ => {}
            }
        }
        (banker, player)
    }

    fn check_gap(&self, stake: &Stake, except: Option<StakeId>) -> Result<Facts, Refusal> {
        let Some(most) = self.state.settings.differential else { return Ok(Vec::new()) };
        let rules = &self.book.rules.differential;
        let all = self
            .others(except)
            .map(|other| (other.wager.clone(), other.amount))
            .chain([(stake.wager.clone(), stake.amount)]);
        let (banker, player) = self.gap(all);
        let gap = Money((banker.0 - player.0).abs());
        if gap <= most || !matches!(stake.wager.as_str(), "banker" | "player") {
            return Ok(Vec::new());
        }
        let under =
            rules.counts.under("differential.counts").and(rules.exceeded.under("differential.exceeded"));
        match rules.exceeded.get() {
            Some(DifferentialExceeded::DealerMayScale) => {
                Ok(vec![(Fact::DifferentialExceeded { by: gap - most }, under)])
            }
            _ => {
                let told = format!("the gap would be {gap}; allowed is {most}");
                Err(Refusal::new(Reason::DifferentialExceeded, told, under))
            }
        }
    }

    fn check_area_most(&self, stake: &Stake, except: Option<StakeId>) -> Result<Facts, Refusal> {
        let Some(most) = self.state.settings.area_most else { return Ok(Vec::new()) };
        // An order about named patrons binds and counts nobody else.
        let named = &self.state.settings.area_most_for;
        let bound = |name: &Name| named.is_empty() || named.contains(name);
        if !bound(&stake.patron) {
            return Ok(Vec::new());
        }
        let there: Money = self
            .others(except)
            .filter(|other| self.shares_area(other, stake) && bound(&other.patron))
            .map(|other| other.amount)
            .sum();
        let rules = &self.book.rules;
        if there + stake.amount <= most || rules.limits.above_area.get().is_some() {
            return Ok(Vec::new());
        }
        let cap = if named.is_empty() { AreaCap::AllPatrons } else { AreaCap::NamedPatrons };
        let under = cite_all(&rules.betting.area_caps, "betting.area_caps", |known| *known == cap);
        Err(Refusal::new(
            Reason::AboveMaximum,
            format!("the area would hold {}; allowed is {most}", there + stake.amount),
            under,
        ))
    }

    fn judge_refuse(
        &self,
        by: &Actor,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        reason: &str,
    ) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.betting.staff_refusal;
        let under = rule.under("betting.staff_refusal");
        let Some(refusal) = rule.get() else {
            return Err(Refusal::new(
                Reason::NotLawful,
                "this book does not let staff refuse a wager",
                under,
            ));
        };
        self.only(by, refusal.by, &under)?;
        if reason.trim().is_empty() {
            return Err(Refusal::new(Reason::NotLawful, "a refusal needs its ground", under));
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", under));
        }
        let stake = self.stake_of(patron, area, wager)?;
        let ids = std::iter::once(stake.id).chain(self.orphaned_by(stake));
        Ok(ids
            .map(|id| (Fact::WagerReturned { id, reason: reason.to_owned() }, under.clone()))
            .collect())
    }

    fn judge_scale(&self, by: &Actor) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.differential;
        let under = rules.exceeded.under("differential.exceeded");
        self.only(by, Role::Dealer, &under)?;
        if rules.exceeded.get() != Some(&DifferentialExceeded::DealerMayScale) {
            return Err(Refusal::new(Reason::NotLawful, "this book gives no power to scale wagers", under));
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            let late = rules.found_late.under("differential.found_late");
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", under.and(late)));
        }
        let (banker, player) =
            self.gap(self.state.stakes.iter().map(|stake| (stake.wager.clone(), stake.amount)));
        let most = self.state.settings.differential;
        let gap = Money((banker.0 - player.0).abs());
        let Some(most) = most.filter(|most| gap > *most) else {
            return Err(Refusal::new(Reason::NotExceeded, "the differential holds", under));
        };
        let (heavier, lighter, heavy) =
            if banker > player { (banker, player, "banker") } else { (player, banker, "player") };
        let under = under
            .and(rules.scale_reach.under("differential.scale_reach"))
            .and(rules.counts.under("differential.counts"));
        let target = lighter + most;
        let scaled = self.scaled(|stake| stake.wager.as_str() == heavy, heavier, target);
        Ok(scaled.into_iter().map(|fact| (fact, under.clone())).collect())
    }

    /// Every fitting stake cut in proportion, down to what chips allow, so that the sum stays within the target.
    fn scaled(&self, fits: impl Fn(&Stake) -> bool, sum: Money, target: Money) -> Vec<Fact> {
        let rounding = self.book.rules.differential.scale_rounding.get().copied();
        self.state
            .stakes
            .iter()
            .filter(|stake| fits(stake))
            .map(|stake| {
                let share =
                    Money((i128::from(stake.amount.0) * i128::from(target.0) / i128::from(sum.0)) as i64);
                let down = self.chips.next_down(share);
                let to = match (rounding, self.wager(&stake.wager)) {
                    (Some(ScaleRounding::DownToPayable), Some(wager)) => {
                        payment::take(&self.book, wager, down, &self.chips).live
                    }
                    _ => down,
                };
                Fact::WagerScaled { id: stake.id, from: stake.amount, to }
            })
            .collect()
    }

    fn judge_scale_area(&self, by: &Actor, area: u8, wager: &WagerId) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.differential.scales_areas;
        let under = rule.under("differential.scales_areas");
        self.only(by, Role::Dealer, &under)?;
        if rule.get() != Some(&true) || !matches!(wager.as_str(), "banker" | "player") {
            return Err(Refusal::new(
                Reason::NotLawful,
                "only wagers on the two hands may be scaled down",
                under,
            ));
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", under));
        }
        let there = |stake: &Stake| stake.area == area && stake.wager == *wager;
        let sum: Money =
            self.state.stakes.iter().filter(|stake| there(stake)).map(|stake| stake.amount).sum();
        match self.state.settings.area_most.filter(|most| sum > *most) {
            None => Err(Refusal::new(Reason::NotExceeded, "the area's maximum holds", under)),
            Some(most) => {
                Ok(self.scaled(there, sum, most).into_iter().map(|fact| (fact, under.clone())).collect())
            }
        }
    }

    fn judge_give_place(&self, by: &Actor, area: u8, wager: &WagerId) -> Result<Facts, Refusal> {
        let option = option_of(&self.book, wager).unwrap_or_default();
        let list = &self.book.rules.sides.places;
        let under = cite_all(list, "sides.places", |places| places.option == option);
        self.only(by, Role::Dealer, &under)?;
        self.now_betting()?;
        if list
            .find(|places| places.option == option && places.first == Some(Preference::MainWagerFirst))
            .is_none()
        {
            return Err(Refusal::new(Reason::NotLawful, "this book gives nobody preference here", under));
        }
        let has_main = |patron: &Name| {
            self.state.stakes.iter().any(|stake| stake.patron == *patron && self.is_main(&stake.wager))
        };
        let there =
            self.state.stakes.iter().filter(|stake| stake.area == area && stake.wager == *wager).count();
        let most = self.places(option).and_then(|(most, _)| most);
        if !most.is_some_and(|most| there >= usize::from(most)) {
            return Err(Refusal::new(Reason::NotExceeded, "there are places left", under));
        }
        let latest = self
            .state
            .stakes
            .iter()
            .rev()
            .find(|stake| stake.area == area && stake.wager == *wager && !has_main(&stake.patron));
        match latest {
            Some(stake) => Ok(vec![(
                Fact::WagerReturned {
                    id: stake.id,
                    reason: "the place goes to a patron with a main wager".into(),
                },
                under,
            )]),
            None => Err(Refusal::new(Reason::NotLawful, "everyone there has a main wager", under)),
        }
    }

    fn judge_no_bet(
        &self,
        by: &Actor,
        at: Time,
        source: NoBetSource,
        marker: bool,
        surveillance_told: bool,
    ) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.no_bet;
        let under = cite_all(&rules.sources, "no_bet.sources", |rule| rule.source == source);
        let needs = cite_all(&rules.needs, "no_bet.needs", |_| true);
        let betting = self.now_betting()?;
        if rules.sources.find(|rule| rule.source == source).is_none() {
            let any = cite_all(&rules.sources, "no_bet.sources", |_| true);
            return Err(Refusal::new(Reason::NotLawful, format!("no no-bet coup comes from {source}"), any));
        }
        // Each clause may give a part of what one source asks.
        let part = |asks: &dyn Fn(&NoBet) -> bool| {
            let fits = |rule: &NoBet| rule.source == source && asks(rule);
            let found = rules.sources.find(fits).map(|rule| &rule.value);
            found.map(|rule| (rule, cite_all(&rules.sources, "no_bet.sources", fits)))
        };
        if let Some((rule, under)) = part(&|rule| rule.by.is_some()) {
            self.only(by, rule.by.unwrap_or(Role::Supervisor), &under)?;
        }
        let device = self.state.settings.device;
        if let Some((_, under)) = part(&|rule| !rule.devices.is_empty() && !rule.devices.contains(&device)) {
            return Err(Refusal::new(Reason::NotLawful, format!("not with a {device}"), under));
        }
        let shown = marker || surveillance_told;
        if let Some((_, under)) = part(&|rule| rule.marker_or_surveillance && !shown) {
            let told = "a marker or word to surveillance comes first";
            return Err(Refusal::new(Reason::NoNotice, told, under));
        }
        let here: Vec<&Name> = self.state.players().map(|(name, _)| name).collect();
        let agreed = self.state.agreed.get(&Proposal::NoBetCoup);
        let all_agree =
            !here.is_empty() && here.iter().all(|name| agreed.is_some_and(|agreed| agreed.contains(*name)));
        let fits = match source {
            NoBetSource::RequestAndConsent => all_agree && self.state.no_bet_asked,
            NoBetSource::Consent => all_agree,
            NoBetSource::EmptyTable => here.is_empty(),
            NoBetSource::EmptyPeriod => {
                betting.until.is_some_and(|until| at >= until) && self.state.stakes.is_empty()
            }
            NoBetSource::Ruling | NoBetSource::AllWithdrawn => false,
        };
        let consent = matches!(source, NoBetSource::RequestAndConsent | NoBetSource::Consent);
        if !fits {
            let asked = source != NoBetSource::RequestAndConsent || self.state.no_bet_asked;
            let (told, need) = match (consent, asked) {
                (true, false) => ("no player asked for it".to_owned(), NoBetNeed::APlayersRequest),
                (true, true) => ("not all players agree".to_owned(), NoBetNeed::AllPlayersAgree),
                (false, _) => (format!("not so: {source}"), NoBetNeed::AllPlayersAgree),
            };
            let missing = cite_all(&rules.needs, "no_bet.needs", |known| *known == need);
            let under = if consent { under.and(missing) } else { under };
            return Err(Refusal::new(Reason::NotAllAgree, told, under));
        }
        let wagers = rules.wagers.under("no_bet.wagers");
        let forced = step(&self.book, Step::ClearedForNoBetCoup);
        let cleared = if wagers.clauses.is_empty() && !forced.is_empty() { forced } else { wagers };
        let under = match source {
            NoBetSource::RequestAndConsent | NoBetSource::Consent => under.and(needs),
            _ => under,
        };
        let mut facts = Vec::new();
        let what = Tidings::NoBetCoupAtEmptyTable;
        let telling = &self.book.rules.procedure.told;
        if source == NoBetSource::EmptyTable
            && surveillance_told
            && let Some(rule) = telling.find(|told| told.what == what)
        {
            let told = Fact::PersonTold { who: rule.who, patron: None, what };
            facts.push((told, rule.under("procedure.told")));
        }
        facts.push((Fact::NoBetDirected { source }, under));
        facts.extend(self.state.stakes.iter().map(|stake| {
            (Fact::WagerReturned { id: stake.id, reason: "no-bet coup".into() }, cleared.clone())
        }));
        Ok(facts)
    }
}
