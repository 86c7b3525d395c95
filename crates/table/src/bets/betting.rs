//! Placing, changing and taking back wagers.

use crate::bets;
use crate::bets::acceptance::Checked;
use crate::cite::{Citation, Cite, cite_all, cite_if, step};
use crate::compiled::placed::Placed;
use crate::facts::Fact;
use crate::facts::deal;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::{Betting, Patron, Phase, Proposal, Stage, Stake, StakeId};
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::chips::Money;
use baccarat::payment;
use baccarat::rules::betting::*;
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::play::{NoBetNeed, Step};
use baccarat::wager::WagerId;

/// By what a wager may be made or touched now.
enum Opening {
    /// Betting is open.
    Betting {
        /// A clock ends it.
        clock: bool,
        /// A wagering period runs.
        period: bool,
        /// It is about a wager that lies already.
        touches: bool,
    },
    /// Something else, under these clauses.
    Said(Citation),
}

impl Table {
    pub(crate) fn judge_bets(&self, act: &bets::Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        match act {
            bets::Act::OpenBetting => self.judge_open(by, at),
            bets::Act::Place { area, wager, amount, kind, spoken } => {
                let open = self
                    .opening(by, at, act, PeriodAct::Place)
                    .map_err(|refusal| self.spoken_too_late(self.refused_for(wager, refusal), *spoken))?;
                self.check_spoken(*spoken)?;
                let stake = Stake {
                    id: StakeId(self.state.next_stake),
                    patron: by.name.clone(),
                    area: *area,
                    wager: wager.clone(),
                    amount: *amount,
                    kind: *kind,
                };
                let checked = self
                    .check_stake(&stake, None)
                    .map_err(|refusal| self.spoken_without_chips(refusal, *spoken))?;
                let cites = self.placed_under(&stake, &checked, open, *spoken);
                let mut facts = Vec::with_capacity(1 + checked.facts.len());
                let more = checked.facts;
                facts.push((Fact::Bets(bets::Fact::WagerPlaced { stake }), cites));
                facts.extend(more);
                Ok(facts)
            }
            bets::Act::Change { area, wager, amount } => {
                let old = self.own_stake(by, *area, wager);
                let less = old.as_ref().is_ok_and(|old| *amount < old.amount);
                let open = self
                    .open_for(by, at, act, if less { PeriodAct::Retrieve } else { PeriodAct::Place })
                    .map_err(|refusal| self.losing_too(self.refused_for(wager, refusal), by, *area, wager))?;
                let old = old?;
                let stake = Stake { amount: *amount, ..old.clone() };
                let checked = self.check_stake(&stake, Some(old.id))?;
                let cites = self.stake_under(&stake, &checked);
                let cites = cites.and(self.riding_under(old.id)).and(self.about(wager, open));
                let mut more = checked.facts;
                more.insert(
                    0,
                    (
                        Fact::Bets(bets::Fact::WagerChanged { id: old.id, from: old.amount, to: *amount }),
                        cites,
                    ),
                );
                Ok(more)
            }
            bets::Act::Move { area, wager, to_box, to_wager } => {
                let open = self
                    .open_for(by, at, act, PeriodAct::Move)
                    .map_err(|refusal| self.losing_too(self.refused_for(wager, refusal), by, *area, wager))?;
                let old = self.own_stake(by, *area, wager)?;
                let stake = Stake { area: *to_box, wager: to_wager.clone(), ..old.clone() };
                let checked = self.check_stake(&stake, Some(old.id))?;
                let cites = self.stake_under(&stake, &checked);
                let cites = cites.and(self.riding_under(old.id)).and(self.about(to_wager, open.clone()));
                let mut more = checked.facts;
                let fact = Fact::Bets(bets::Fact::WagerMoved {
                    id: old.id,
                    to_box: *to_box,
                    to_wager: to_wager.clone(),
                });
                more.insert(0, (fact, cites));
                // A main wager that becomes a side wager no longer carries those that need it.
                if !self.is_main(to_wager) {
                    more.extend(self.orphans_withdrawn(old, &open));
                }
                Ok(more)
            }
            bets::Act::Withdraw { area, wager } => {
                let open = self
                    .open_for(by, at, act, PeriodAct::Retrieve)
                    .map_err(|refusal| self.losing_too(self.refused_for(wager, refusal), by, *area, wager))?;
                let old = self.own_stake(by, *area, wager)?;
                let own = self.about(wager, open.clone()).and(self.riding_under(old.id));
                let mut facts = vec![(Fact::Bets(bets::Fact::WagerWithdrawn { id: old.id }), own)];
                if self.withdrawn_alone() {
                    return Ok(facts);
                }
                if self.window().is_none() {
                    facts.extend(self.check_gap_without(old)?);
                }
                facts.extend(self.orphans_withdrawn(old, &open));
                Ok(facts)
            }
            bets::Act::RefuseWager { patron, area, wager, reason } => {
                self.judge_refuse(by, patron, *area, wager, reason)
            }
            bets::Act::ReportAccepted { patron, area, wager, amount } => {
                self.judge_accepted(by, patron, *area, wager, *amount)
            }
            bets::Act::FindInvalid { patron, area, wager, lacks } => {
                self.judge_invalid(by, patron, *area, wager, *lacks)
            }
            bets::Act::FindWager { patron, area, wager, amount, kind, late } => {
                let stake = Stake {
                    id: StakeId(self.state.next_stake),
                    patron: patron.clone(),
                    area: *area,
                    wager: wager.clone(),
                    amount: *amount,
                    kind: *kind,
                };
                self.judge_found(by, stake, *late)
            }
            bets::Act::FindCash { patron, area, wager, amount } => {
                self.judge_cash(by, patron, *area, wager, *amount)
            }
            bets::Act::ScaleForDifferential => self.judge_scale(by),
            bets::Act::ScaleForArea { area, wager } => self.judge_scale_area(by, *area, wager),
            bets::Act::GivePlace { area, wager, to } => self.judge_give_place(by, *area, wager, to.as_ref()),
            bets::Act::AskNoBetCoup => {
                let patron = self.patron(by)?;
                self.now_betting()?;
                let cites =
                    cite_all(&self.book.rules.no_bet.needs, |need| *need == NoBetNeed::APlayersRequest);
                self.check_takes_part(by, patron, &cites)?;
                Ok(vec![(Fact::Bets(bets::Fact::NoBetAsked { patron: by.name.clone() }), cites)])
            }
            bets::Act::Agree { to } => {
                let patron = self.patron(by)?;
                let cites = match to {
                    Proposal::NoBetCoup => {
                        cite_all(&self.book.rules.no_bet.needs, |need| *need == NoBetNeed::AllPlayersAgree)
                    }
                    Proposal::ShuffleAfterVoid => self.check_shuffle_by_consent()?,
                    Proposal::ChangeOfGame => cite_all(&self.book.rules.notice.changes, |change| {
                        change.of == ChangeOf::SettlementMethod
                            && change.unless.contains(&WayRound::AllPlayersAgree)
                    }),
                };
                self.check_takes_part(by, patron, &cites)?;
                Ok(vec![(Fact::Bets(bets::Fact::Agreed { patron: by.name.clone(), to: *to }), cites)])
            }
            bets::Act::DirectNoBetCoup { source, marker, surveillance_told } => {
                self.judge_no_bet(by, at, *source, *marker, *surveillance_told)
            }
        }
    }

    /// Whoever only looks on is no player, and is neither asked nor heard.
    fn check_takes_part(&self, by: &Actor, patron: &Patron, cites: &Citation) -> Result<(), Refusal> {
        if self.state.takes_part(&by.name, patron) {
            return Ok(());
        }
        let message = format!("{} only looks on: no seat, no chips, no wager", by.name);
        Err(Refusal::new(Reason::WrongPerson, message, cites.clone()))
    }

    fn judge_open(&self, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        let betting = self.now_betting()?;
        let cites = step(&self.book, Step::ClockStarts).and(step(&self.book, Step::ClockCountsDown));
        let words = CallWords::PlaceYourBets;
        self.only(by, Role::Dealer, &self.call_under(words))?;
        let begins = !betting.open && !betting.closed;
        if !begins && !self.is_closed_for_nothing(betting) {
            return Err(self.not_due());
        }
        let until = self.state.settings.period_seconds.map(|seconds| at.plus_seconds(seconds));
        let cites = if until.is_some() { cites } else { self.closing().1 };
        // The call goes with the opening only where it is a duty; otherwise the dealer may make it or not.
        let owed = self.fitting_calls(words).iter().any(|call| Table::is_duty(call.duty));
        let called = owed.then(|| (Fact::Deal(deal::Fact::Called { words }), self.owed_call_under(words)));
        Ok(called.into_iter().chain([(Fact::Bets(bets::Fact::BettingOpened { until }), cites)]).collect())
    }

    /// Was betting closed although no wager is left on which a coup could be dealt? It is opened again, and no card is out yet.
    pub(crate) fn is_closed_for_nothing(&self, betting: &Betting) -> bool {
        betting.closed && !self.is_first_card_out() && !self.may_begin(betting)
    }

    /// What a wager that is placed now rests on.
    fn placed_under(&self, stake: &Stake, checked: &Checked<'_>, open: Opening, spoken: bool) -> Citation {
        let case = match &open {
            Opening::Betting { clock, period, .. } if !spoken => {
                self.usual_case(stake, checked, (*clock, *period))
            }
            _ => None,
        };
        let whole = || {
            let mut cites = self.stake_under(stake, checked);
            if spoken {
                let placing = cite_if(&self.book.rules.betting.placing, Placing::PatronAnswers);
                cites = cites.and(self.book.rules.betting.spoken.cites()).and(placing);
            }
            let open = self.opening_under(open);
            let cites = if open.clauses.is_empty() { cites } else { cites.and(open) };
            self.about(&stake.wager, cites)
        };
        let placed = &self.wager_bases().placed;
        match case.and_then(|case| Placed::find(placed, &stake.wager, &checked.together, case)) {
            Some(known) => known.get_or_init(whole).clone(),
            None => whole(),
        }
    }

    /// Betting is open, or a window in the coup lets a patron do this; says under which clauses.
    fn open_for(&self, by: &Actor, at: Time, act: &bets::Act, what: PeriodAct) -> Result<Citation, Refusal> {
        self.opening(by, at, act, what).map(|opening| self.opening_under(opening))
    }

    /// Betting is open, or a window in the coup lets a patron do this; says by what.
    fn opening(&self, by: &Actor, at: Time, act: &bets::Act, what: PeriodAct) -> Result<Opening, Refusal> {
        match self.window() {
            Some(window) => self.check_window(by, window, act).map(Opening::Said),
            None if self.rides_on(by, act) => Ok(Opening::Said(Citation::default())),
            None => self.check_open(by, at, what, !matches!(act, bets::Act::Place { .. })),
        }
    }

    /// The clauses by which betting is open.
    fn opening_under(&self, opening: Opening) -> Citation {
        match opening {
            Opening::Said(cites) => cites,
            Opening::Betting { period, touches, .. } => {
                let closes = self.closing_under(touches);
                if period { closes.and(self.covers_under()) } else { closes }
            }
        }
    }

    /// What closes betting; for what touches a wager that lies already, also what freezes it.
    fn closing_under(&self, touches: bool) -> Citation {
        let (_, closes) = self.closing();
        if touches { closes.and(self.freezing()) } else { closes }
    }

    /// The clauses on what the wagering period covers.
    fn covers_under(&self) -> Citation {
        let covers = self.book.rules.betting.period_covers.ruled();
        covers.map(|covers| covers.cites()).unwrap_or_default()
    }

    /// Is this about a wager that stood off as the shoe ended? Until the next coup begins its owner may alter it.
    fn rides_on(&self, by: &Actor, act: &bets::Act) -> bool {
        let (bets::Act::Change { area, wager, .. }
        | bets::Act::Move { area, wager, .. }
        | bets::Act::Withdraw { area, wager }) = act
        else {
            return false;
        };
        let rides = |stake: &Stake| self.state.riding.contains(&stake.id);
        matches!(self.state.phase, Phase::Preparing(_))
            && self.book.rules.betting.after_tie.get() == Some(&AfterTie::MayBeAltered)
            && self.own_stake(by, *area, wager).is_ok_and(rides)
    }

    /// Refuses a patron's wager, change or withdrawal unless betting is open; says what it is open under. What touches a wager that
    /// lies already rests on what freezes it, too.
    fn check_open(&self, by: &Actor, at: Time, what: PeriodAct, touches: bool) -> Result<Opening, Refusal> {
        self.patron(by)?;
        let closes = || self.closing_under(touches);
        let betting = match &self.state.phase {
            Phase::Betting(betting) => betting,
            Phase::Coup(coup) => {
                let frozen = self.book.rules.betting.frozen_until.cites();
                let no_bet = self.book.rules.no_bet.wagers.cites();
                return Err(match coup.no_bet {
                    true => Refusal::new(Reason::NoBetCoup, "nobody may bet on this coup", no_bet),
                    false => {
                        let until = match self.book.rules.betting.frozen_until.get() {
                            Some(FrozenUntil::AreaSettled) => "the winners of their area are settled",
                            Some(FrozenUntil::WagerSettled) | None => "each is settled",
                        };
                        let message = format!("cards are out; wagers are frozen until {until}");
                        Refusal::new(Reason::BettingFrozen, message, closes().and(frozen))
                    }
                });
            }
            _ => return Err(self.not_due()),
        };
        if let Some(source) = betting.no_bet
            && self.book.rules.no_bet.wagers.get() != Some(&Allowance::Freely)
        {
            let cites = self.book.rules.no_bet.wagers.cites().and(self.no_bet_from(source));
            return Err(Refusal::new(Reason::NoBetCoup, "nobody may bet on this coup", cites));
        }
        let covers = &self.book.rules.betting.period_covers;
        // What the period does not cover may be done until the first card.
        if self.state.settings.period_seconds.is_some()
            && covers.get().is_some_and(|covers| !covers.contains(&what))
        {
            return Ok(Opening::Said(self.book.rules.betting.closes.cites()));
        }
        let not_opened = self.state.settings.period_seconds.is_some() && !betting.open;
        if not_opened {
            return Err(Refusal::new(
                Reason::BettingClosed,
                "the wagering period has not begun",
                closes().and(self.covers_under()).and(step(&self.book, Step::ClockStarts)),
            ));
        }
        if betting.closed || betting.until.is_some_and(|until| at >= until) {
            let cites = if betting.until.is_some() { closes().and(self.covers_under()) } else { closes() };
            return Err(Refusal::new(Reason::BettingClosed, "betting is closed", cites));
        }
        Ok(Opening::Betting { clock: self.has_clock(), period: betting.until.is_some(), touches })
    }

    fn check_spoken(&self, spoken: bool) -> Result<(), Refusal> {
        let rule = &self.book.rules.betting.spoken;
        match (spoken, rule.get()) {
            (true, Some(Spoken::WithChipsInTime)) | (false, _) => Ok(()),
            (true, _) => {
                Err(Refusal::new(Reason::SpokenRefused, "spoken wagers are not taken", rule.cites()))
            }
        }
    }

    /// A refusal of this very wager, which rests on nothing that speaks of others.
    fn refused_for(&self, wager: &WagerId, refusal: Refusal) -> Refusal {
        Refusal { cites: self.about(wager, refusal.cites), ..refusal }
    }

    /// A spoken wager that comes too late also offends what the book asks of spoken ones.
    fn spoken_too_late(&self, refusal: Refusal, spoken: bool) -> Refusal {
        let rule = self.book.rules.betting.spoken.ruled().filter(|_| spoken);
        let cites = rule.map(|rule| rule.cites()).unwrap_or_default();
        Refusal { cites: refusal.cites.and(cites), ..refusal }
    }

    /// Chips that do not come with a spoken wager are missing by the rule on spoken ones.
    fn spoken_without_chips(&self, refusal: Refusal, spoken: bool) -> Refusal {
        match spoken && refusal.reason == Reason::NotEnoughChips {
            true => {
                let spoken = self.book.rules.betting.spoken.cites();
                Refusal { cites: spoken.and(refusal.cites.clone()), ..refusal }
            }
            false => refusal,
        }
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
        let rule = &self.book.rules.betting.losing_wager;
        match rule.get() {
            Some(LosingWager::Untouchable) if lost() => {
                Refusal { cites: refusal.cites.clone().and(rule.cites()), ..refusal }
            }
            _ => refusal,
        }
    }

    /// What lets a stake that stood off be altered before the next coup.
    fn riding_under(&self, id: StakeId) -> Citation {
        match self.state.riding.contains(&id) {
            true => cite_if(&self.book.rules.betting.after_tie, AfterTie::MayBeAltered),
            false => Citation::default(),
        }
    }

    /// A wager that should have been refused and was taken all the same: the book says which part of it counts.
    pub(crate) fn judge_accepted(
        &self,
        by: &Actor,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        amount: Money,
    ) -> Result<Facts, Refusal> {
        let cites = self.book.rules.settlement.inexact.cites();
        match self.is_card_seen() {
            true => self.check_word_on_seen(by, &cites)?,
            false => self.only(by, Role::Dealer, &cites)?,
        }
        let in_time = match &self.state.phase {
            Phase::Betting(betting) => betting.no_bet.is_none(),
            Phase::Coup(coup) => !coup.no_bet && coup.stage < Stage::Settled,
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
        let own = self.own(&stake, None);
        self.check_alone(&stake, wager, &own)?;
        self.check_together(&stake, wager, &own)?;
        let mut stands = Citation::default();
        self.check_area(&stake, wager, None, &mut stands)?;
        self.check_needs(&stake, &own, &mut stands)?;
        let taken = payment::take(&self.book, wager, amount, &self.chips);
        match (taken.refused, taken.part_void) {
            (Some(_), Some(rule)) => Ok(vec![(Fact::Bets(bets::Fact::WagerPlaced { stake }), rule.cites())]),
            _ => Err(Refusal::new(
                Reason::NotLawful,
                "only a wager that chips could not pay exactly is reported so",
                cites,
            )),
        }
    }

    fn own_stake(&self, by: &Actor, area: u8, wager: &WagerId) -> Result<&Stake, Refusal> {
        self.stake_of(&by.name, area, wager)
    }

    pub(crate) fn stake_of(&self, patron: &Name, area: u8, wager: &WagerId) -> Result<&Stake, Refusal> {
        let is_it = |stake: &&Stake| stake.patron == *patron && stake.area == area && stake.wager == *wager;
        self.state.stakes.iter().find(is_it).ok_or_else(|| {
            Refusal::new(
                Reason::NoSuchStake,
                format!("{patron} has no {wager} wager at box {area}"),
                Citation::silent("wagers on the layout"),
            )
        })
    }

    /// Side stakes that may not stay once this stake is gone, because they need a main wager.
    pub(crate) fn orphaned_by<'t>(&'t self, gone: &'t Stake) -> impl Iterator<Item = StakeId> + 't {
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

    /// Side stakes that need a main wager go with it.
    fn orphans_withdrawn(&self, gone: &Stake, open: &Citation) -> Facts {
        let orphans = self.orphaned_by(gone).filter_map(|id| {
            let stake = self.state.stake(id)?;
            let need = self.main_need(&stake.wager).unwrap_or_default();
            let cites = self.about(&stake.wager, open.clone()).and(need);
            Some((Fact::Bets(bets::Fact::WagerWithdrawn { id }), cites))
        });
        orphans.collect()
    }

    /// The clauses by which a side wager needs a main one now, if it does.
    pub(crate) fn main_need(&self, wager: &WagerId) -> Option<Citation> {
        let basis = self.side_basis(wager).filter(|basis| basis.may_need_main)?;
        let option = basis.option.as_str();
        let list = &self.book.rules.sides.main_wager;
        let restricted = self.state.settings.restricted.iter().any(|known| known == option);
        let need = |need: &OptionNeed| match need.main_wager {
            MainNeed::Always => true,
            MainNeed::WhileRestricted => restricted,
            MainNeed::Never => false,
        };
        let needs = list.find(|rule| rule.option == option && need(rule)).is_some();
        needs.then(|| cite_all(list, |rule| rule.option == option && need(rule)))
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
        let cites = rule.cites();
        let Some(refusal) = rule.get() else {
            return Err(Refusal::new(
                Reason::NotLawful,
                "this book does not let staff refuse a wager",
                cites,
            ));
        };
        self.only(by, refusal.by, &cites)?;
        if reason.trim().is_empty() {
            return Err(Refusal::new(Reason::NotLawful, "a refusal needs its ground", cites));
        }
        let Phase::Betting(betting) = &self.state.phase else {
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", cites));
        };
        let called = betting.closed || betting.called.contains(&CallWords::NoMoreBets);
        if called && refusal.until != Closing::FirstCard {
            return Err(Refusal::new(Reason::BettingClosed, "no more bets has been called", cites));
        }
        let stake = self.stake_of(patron, area, wager)?;
        let ids = std::iter::once(stake.id).chain(self.orphaned_by(stake));
        Ok(ids
            .map(|id| {
                (Fact::Bets(bets::Fact::WagerReturned { id, reason: reason.to_owned() }), cites.clone())
            })
            .collect())
    }

    pub(crate) fn apply_stakes(&mut self, fact: &bets::Fact) {
        match fact {
            bets::Fact::WagerPlaced { stake } => {
                self.state.next_stake = stake.id.0.saturating_add(1);
                if let Some(patron) = self.state.patrons.get_mut(&stake.patron) {
                    patron.take(stake.kind, stake.amount);
                    patron.playing = true;
                }
                self.state.stakes.push(stake.clone());
            }
            bets::Fact::WagerChanged { id, to, .. } | bets::Fact::WagerScaled { id, to, .. } => {
                let Some(stake) = self.state.stakes.iter_mut().find(|stake| stake.id == *id) else { return };
                let difference = *to - stake.amount;
                stake.amount = *to;
                let (patron, kind) = (stake.patron.clone(), stake.kind);
                self.take_from(&patron, kind, difference);
                self.state.stakes.retain(|stake| stake.amount.0 > 0);
            }
            bets::Fact::WagerMoved { id, to_box, to_wager } => {
                if let Some(stake) = self.state.stakes.iter_mut().find(|stake| stake.id == *id) {
                    stake.area = *to_box;
                    stake.wager = to_wager.clone();
                }
            }
            bets::Fact::WagerWithdrawn { id } | bets::Fact::WagerReturned { id, .. } => {
                if let Some(stake) = self.remove_stake(*id) {
                    self.take_from(&stake.patron, stake.kind, -stake.amount);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn remove_stake(&mut self, id: StakeId) -> Option<crate::state::Stake> {
        let place = self.state.stakes.iter().position(|stake| stake.id == id)?;
        Some(self.state.stakes.remove(place))
    }

    pub(crate) fn apply_betting(&mut self, fact: &bets::Fact) {
        match (&mut self.state.phase, fact) {
            (Phase::Betting(betting), bets::Fact::BettingOpened { until }) => {
                betting.open = true;
                betting.closed = false;
                betting.until = *until;
                // Bets closed before a clock was started are open again until it ends.
                betting.called.retain(|words| *words != baccarat::rules::people::CallWords::NoMoreBets);
            }
            (Phase::Betting(betting), bets::Fact::BettingClosed { .. }) => betting.closed = true,
            (Phase::Betting(betting), bets::Fact::NoBetDirected { source }) => betting.no_bet = Some(*source),
            _ => {}
        }
    }

    /// Every stake on the layout goes back.
    pub(crate) fn returned_all(&self, reason: &str, cites: &Citation) -> Facts {
        let back = |stake: &crate::state::Stake| {
            Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason: reason.to_owned() })
        };
        self.state.stakes.iter().map(|stake| (back(stake), cites.clone())).collect()
    }

    /// A wager goes back, and what that lets the coup come to: play may have waited for it.
    pub(super) fn returned(&self, fact: bets::Fact, cites: Citation) -> Facts {
        let mut then = self.clone();
        then.apply_bets(&fact);
        let mut facts = vec![(fact.into(), cites)];
        facts.extend(then.brought_on());
        facts
    }
}
