//! Conduct: breaches on record, what may be done about them, and outcomes that are set aside.

use crate::acts::Act;
use crate::cite::{Citation, Cite, cite_all, cite_if, cite_said};
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::record::{OpenItem, SettledStake};
use crate::state::{Breach, ForfeitedFrom, Phase, SettledAs, Stake, Undone};
use crate::table::{Facts, Table};
use crate::time::Time;
use crate::{bets, cards, deal, people, trouble};
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{
    Ban, Exempt, Ground, InvalidatedWagers, InvalidationReach, Measure, SanctionChoice,
};

/// An outcome to be set aside.
pub(crate) struct Invalidated<'a> {
    pub(crate) ground: Ground,
    pub(crate) coup: Option<u32>,
    pub(crate) cheat: Option<&'a Name>,
    pub(crate) forfeit: bool,
    pub(crate) affected: bool,
    pub(crate) why: &'a str,
}

/// The grounds that a breach gives, the most particular first.
fn grounds(ban: Ban) -> &'static [Ground] {
    match ban {
        Ban::PredictingDevice => &[Ground::ForbiddenDevice, Ground::RuleBreach],
        _ => &[Ground::RuleBreach],
    }
}

/// Is this a ban on what staff do?
fn binds_staff(ban: Ban) -> bool {
    matches!(ban, Ban::StaffAdvice | Ban::StaffFavour | Ban::StaffDeparture)
}

impl Table {
    pub(super) fn judge_breach(
        &self,
        by: &Actor,
        ban: Ban,
        who: &Name,
        what: &str,
    ) -> Result<Facts, Refusal> {
        let conduct = &self.book.rules.conduct;
        let cites = cite_all(&conduct.bans, |known| *known == ban);
        self.only(by, Role::Employee, &cites)?;
        if conduct.bans.find(|known| *known == ban).is_none() {
            return Err(Refusal::new(Reason::NotLawful, format!("this book does not forbid {ban}"), cites));
        }
        if what.trim().is_empty() {
            return Err(Refusal::new(Reason::NoGround, "say what was seen", cites));
        }
        let on_duty = self.state.staff.contains_key(who);
        let exempt = &conduct.exempt;
        if ban == Ban::PredictingDevice && on_duty && exempt.get() == Some(&Exempt::StaffAndInspectorsOnDuty)
        {
            let message = format!("{who} is on duty, so that it does not bind them");
            return Err(Refusal::new(Reason::NotLawful, message, exempt.cites()));
        }
        if binds_staff(ban) && !on_duty {
            return Err(Refusal::new(Reason::WrongPerson, format!("{who} is not on the staff"), cites));
        }
        let id = self.state.opened.breaches + 1;
        let fact =
            Fact::Trouble(trouble::Fact::BreachReported { id, ban, who: who.clone(), what: what.to_owned() });
        Ok(vec![(fact, cites)])
    }

    fn breach(&self, id: u32) -> Result<&Breach, Refusal> {
        self.state.breaches.iter().find(|breach| breach.id == id).ok_or_else(|| {
            let cites = Citation::silent("breaches on record");
            if (1..=self.state.opened.breaches).contains(&id) {
                let message = format!("breach {id} was dealt with long ago; report anew what is new");
                return Refusal::new(Reason::AlreadyDone, message, cites);
            }
            Refusal::new(Reason::NoSuchMatter, format!("there is no breach {id}"), cites)
        })
    }

    /// The clauses on a measure, for the grounds that a breach gives.
    fn sanction_under(&self, ban: Ban, measure: Option<Measure>) -> Citation {
        cite_all(&self.book.rules.conduct.sanctions, |sanction| {
            grounds(ban).contains(&sanction.ground)
                && measure.is_none_or(|measure| sanction.measure == measure)
        })
    }

    pub(super) fn judge_sanction(
        &self,
        by: &Actor,
        id: u32,
        measures: &[Measure],
        why: &str,
    ) -> Result<Facts, Refusal> {
        let conduct = &self.book.rules.conduct;
        let breach = self.breach(id)?;
        let all = self.sanction_under(breach.ban, None);
        let choice = conduct.sanction_choice.cites();
        let refuse =
            |reason, message: String, cites: &Citation| Err(Refusal::new(reason, message, cites.clone()));
        for measure in measures {
            let cites = self.sanction_under(breach.ban, Some(*measure));
            let listed = conduct.sanctions.find(|sanction| {
                sanction.measure == *measure && grounds(breach.ban).contains(&sanction.ground)
            });
            let Some(sanction) = listed else {
                let message = format!("this book does not {measure} for {}", breach.ban);
                return refuse(Reason::NotLawful, message.replace('-', " "), &all);
            };
            self.only(by, sanction.by, &cites)?;
            if breach.measures.contains(measure) {
                return refuse(Reason::AlreadyDone, format!("{measure} was done").replace('-', " "), &cites);
            }
        }
        if measures.is_empty() || measures.iter().enumerate().any(|(at, one)| measures[..at].contains(one)) {
            return refuse(Reason::NoGround, "name the measures, each once".into(), &all.and(choice));
        }
        if measures.len() > 1 && conduct.sanction_choice.get() != Some(&SanctionChoice::OneOrMore) {
            return refuse(Reason::NotLawful, "one measure at a time".into(), &choice);
        }
        if by.name == breach.by.name {
            let message = format!("{} reported it; somebody else decides", by.name);
            return refuse(Reason::SelfApproval, message, &all);
        }
        if why.trim().is_empty() {
            return refuse(Reason::NoGround, "a decision needs its reason".into(), &all);
        }
        if self.state.staff.contains_key(&breach.who) {
            let message = format!("{} is on duty here; these measures are for patrons", breach.who);
            return refuse(Reason::WrongPerson, message, &all);
        }
        let mut facts = Vec::new();
        for measure in measures {
            let cites = self.sanction_under(breach.ban, Some(*measure));
            // A clause on another measure, which is not taken, has no part in this one.
            let others = cite_said(&conduct.sanctions, |known| !measures.contains(&known.measure));
            let with_choice = cites.clone().and(choice.clone().without(&others));
            let fact = Fact::Trouble(trouble::Fact::Sanctioned {
                breach: id,
                who: breach.who.clone(),
                measure: *measure,
                why: why.into(),
            });
            facts.push((fact, with_choice));
            facts.extend(self.sanction_follows(&breach.who, *measure, measures, &cites)?);
        }
        if matches!(self.state.phase, Phase::Coup(_)) && self.window().is_none() {
            facts.extend(self.after(&facts, by, Time(0)).brought_on());
        }
        Ok(facts)
    }

    /// What a measure does to the person's wagers and place.
    fn sanction_follows(
        &self,
        who: &Name,
        measure: Measure,
        all: &[Measure],
        cites: &Citation,
    ) -> Result<Facts, Refusal> {
        let own = || self.state.stakes.iter().filter(|stake| stake.patron == *who);
        let back = |reason: &str| {
            let fact = |stake: &Stake| {
                Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason: reason.to_owned() })
            };
            own().map(|stake| (fact(stake), cites.clone())).collect::<Facts>()
        };
        let voids = all.contains(&Measure::VoidWager);
        let in_coup = matches!(self.state.phase, Phase::Coup(_)) || self.interrupted().is_some();
        match measure {
            Measure::VoidWager if own().next().is_none() => {
                let message = format!("{who} has no wager on the layout");
                Err(Refusal::new(Reason::NoSuchStake, message, cites.clone()))
            }
            // Void is not forfeit: the wager has no result and goes back.
            Measure::VoidWager => Ok(back("void")),
            Measure::BarFromGame | Measure::ExcludeFromCasino => {
                let mut facts = Vec::new();
                // Wagers of a coup that has begun stand, unless they are void; others are play to come.
                if !in_coup && !voids && !self.state.barred.contains_key(who) {
                    facts.extend(back("no further play"));
                }
                if all.iter().find(|known| **known != Measure::VoidWager) != Some(&measure) {
                    return Ok(facts);
                }
                facts.extend(self.gives_up_cards(who, cites));
                if let Some(seat) = self.state.present(who).and_then(|patron| patron.seat) {
                    facts.push((
                        Fact::People(people::Fact::SeatVacated { patron: who.clone(), seat }),
                        cites.clone(),
                    ));
                }
                Ok(facts)
            }
            Measure::Detain => Ok(Vec::new()),
        }
    }

    pub(super) fn judge_hand_over(
        &self,
        by: &Actor,
        id: u32,
        to: &Name,
        police: bool,
    ) -> Result<Facts, Refusal> {
        let breach = self.breach(id)?;
        let cites = self.sanction_under(breach.ban, Some(Measure::Detain));
        self.only(by, Role::Employee, &cites)?;
        if !breach.measures.contains(&Measure::Detain) || breach.handed_to.is_some() {
            return Err(Refusal::new(Reason::NotDue, format!("{} is not being held", breach.who), cites));
        }
        let inspector = self.state.staff.get(to).is_some_and(|roles| roles.contains(&Role::Inspector));
        if !police && !inspector {
            let message =
                format!("{to} is no inspector on duty; allowed is an inspector or a police officer");
            return Err(Refusal::new(Reason::WrongPerson, message, cites));
        }
        let fact = Fact::Trouble(trouble::Fact::HandedOver {
            breach: id,
            who: breach.who.clone(),
            to: to.clone(),
            police,
        });
        Ok(vec![(fact, cites)])
    }

    /// Refuses play to somebody who was barred, and cards, the cut or the role that others would pass to them.
    pub(crate) fn check_barred(&self, act: &Act, by: &Actor) -> Result<(), Refusal> {
        if self.state.barred.is_empty() {
            return Ok(());
        }
        let passed_to = match act {
            Act::Deal(deal::Act::OfferHand { to, .. })
            | Act::Deal(deal::Act::PassCard { to, .. })
            | Act::Cards(cards::Act::OfferCut { to })
            | Act::Deal(deal::Act::OfferRole { to })
            | Act::Cards(cards::Act::NameCutter { other: to }) => std::slice::from_ref(to),
            Act::Deal(deal::Act::Nominate { nominees, .. }) => nominees,
            _ => &[],
        };
        if let Some(refusal) = passed_to.iter().find_map(|name| self.barred(name)) {
            return Err(refusal);
        }
        let plays = matches!(
            act,
            Act::People(people::Act::Arrive)
                | Act::People(people::Act::BuyIn { .. })
                | Act::People(people::Act::SwapVoucher { .. })
                | Act::People(people::Act::SwapDatedVoucher { .. })
                | Act::People(people::Act::TakeSeat { .. })
                | Act::Bets(bets::Act::Place { .. })
                | Act::Bets(bets::Act::Change { .. })
                | Act::Bets(bets::Act::Move { .. })
                | Act::Cards(cards::Act::NameCutter { .. })
                | Act::Cards(cards::Act::Cut { .. })
                | Act::Cards(cards::Act::AskRiffle)
                | Act::Bets(bets::Act::AskNoBetCoup)
                | Act::Bets(bets::Act::Agree { .. })
                | Act::Deal(deal::Act::TakeHand)
                | Act::Deal(deal::Act::Nominate { .. })
                | Act::Deal(deal::Act::Expose { .. })
                | Act::Deal(deal::Act::TakeRole)
                | Act::Deal(deal::Act::PassRole)
        );
        match self.barred(&by.name).filter(|_| plays && by.role == Role::Player) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    /// Why somebody may not play here, if so.
    fn barred(&self, name: &Name) -> Option<Refusal> {
        let from = match self.state.barred.get(name)? {
            Measure::ExcludeFromCasino => "excluded from the casino",
            _ => "barred from the game",
        };
        Some(Refusal::new(Reason::Barred, format!("{name} is {from}"), self.barred_under(name)))
    }

    /// The clauses by which somebody was barred; nothing if nobody did.
    pub(crate) fn barred_under(&self, name: &Name) -> Citation {
        let Some(measure) = self.state.barred.get(name) else { return Citation::default() };
        cite_all(&self.book.rules.conduct.sanctions, |sanction| sanction.measure == *measure)
    }

    pub(super) fn judge_invalidate(&self, by: &Actor, wanted: &Invalidated<'_>) -> Result<Facts, Refusal> {
        let conduct = &self.book.rules.conduct;
        let list = &conduct.invalidation;
        let cites = cite_all(list, |rule| rule.ground == wanted.ground);
        // A clause on other grounds says how far those reach, not this one.
        let others = cite_said(list, |rule| rule.ground != wanted.ground).without(&cites);
        let reach = cite_if(&conduct.invalidation_reach, InvalidationReach::OneCoup).without(&others);
        let Some(rule) = list.find(|rule| rule.ground == wanted.ground) else {
            return Err(Refusal::new(
                Reason::NotLawful,
                "this book knows no such ground",
                list.cites().and(reach),
            ));
        };
        self.only(by, rule.by, &cites)?;
        if wanted.why.trim().is_empty() {
            return Err(Refusal::new(Reason::NoGround, "say what happened", cites));
        }
        if rule.outcome_affected && !wanted.affected {
            let message = "only what, in the opinion of whoever decides, affected the outcome sets it aside";
            return Err(Refusal::new(Reason::NoGround, message, cites));
        }
        if wanted.cheat == Some(&by.name) {
            let message = format!("{} cannot decide on themselves", by.name);
            return Err(Refusal::new(Reason::SelfApproval, message, cites));
        }
        self.check_forfeit(wanted, &cites)?;
        let now = self.coup_under_way();
        let last = self.state.record.last().map(|record| record.coup.number);
        let number = wanted.coup.or(now.map(|coup| coup.number)).or(last);
        let now = now.filter(|coup| Some(coup.number) == number);
        let earlier = number.and_then(|number| self.state.over(number));
        let (settled, stakes) = match (now, earlier) {
            (Some(_), _) => (&self.state.settled, self.state.stakes.as_slice()),
            (None, Some(record)) if !record.coup.void => (&record.settled, [].as_slice()),
            _ => {
                let message = "there is no coup with an outcome to set aside";
                return Err(Refusal::new(Reason::NotPossibleNow, message, cites));
            }
        };
        let number = number.unwrap_or_default();
        let cheats = |stake: &Stake| wanted.cheat == Some(&stake.patron);
        if wanted.forfeit && !stakes.iter().chain(settled.iter().map(|known| &known.stake)).any(cheats) {
            let message = format!("the person behind it has no wager on coup {number} to forfeit");
            return Err(Refusal::new(Reason::NoSuchStake, message, self.forfeit_under()));
        }
        let mut facts = self.refunded(number, settled, stakes, wanted);
        let fact = Fact::Trouble(trouble::Fact::CoupInvalidated {
            number,
            ground: wanted.ground,
            cheat: wanted.cheat.cloned(),
            why: wanted.why.to_owned(),
        });
        facts.push((fact, cites.and(reach)));
        if let Some(coup) = now {
            facts.extend(self.after_void(coup));
        }
        Ok(facts)
    }

    /// The clauses by which a wager may be forfeited.
    fn forfeit_under(&self) -> Citation {
        cite_all(&self.book.rules.conduct.invalidated, |known| {
            *known == InvalidatedWagers::CheatsMayBeForfeited
        })
    }

    /// The clauses by which wagers go back once an outcome was set aside on this ground.
    fn back_under(&self, ground: Ground) -> Citation {
        let conduct = &self.book.rules.conduct;
        let back = cite_said(&conduct.invalidated, |known| *known != InvalidatedWagers::CheatsMayBeForfeited);
        let grounds = |of: &dyn Fn(Ground) -> bool| cite_said(&conduct.invalidation, |rule| of(rule.ground));
        let own = grounds(&|known| known == ground);
        // A clause that names other grounds says nothing of this one; then it is the void that gives all back.
        let back = back.without(&grounds(&|known| known != ground).without(&own));
        match back.is_empty() {
            true => own.and(self.book.rules.irregularities.void_restores.cites()),
            false => back,
        }
    }

    /// Forfeiture is only for whoever is behind a fraud, and only where the book knows it.
    fn check_forfeit(&self, wanted: &Invalidated<'_>, ground: &Citation) -> Result<(), Refusal> {
        let known = || self.book.rules.conduct.invalidated.values();
        let message = match wanted.ground == Ground::Fraud && wanted.cheat.is_some() {
            _ if !wanted.forfeit => return Ok(()),
            _ if !known().any(|known| *known == InvalidatedWagers::CheatsMayBeForfeited) => {
                let cites = ground.clone().and(self.back_under(wanted.ground));
                let message = "nothing is forfeited under this book";
                return Err(Refusal::new(Reason::NotLawful, message, cites));
            }
            true => return Ok(()),
            false => "only the wager of a person behind a fraud may be forfeited",
        };
        Err(Refusal::new(Reason::NotLawful, message, self.forfeit_under()))
    }

    /// Every wager on the outcome goes back, paid or not; the cheat's is forfeited where that was directed.
    fn refunded(
        &self,
        number: u32,
        settled: &[SettledStake],
        stakes: &[Stake],
        wanted: &Invalidated<'_>,
    ) -> Facts {
        let list = &self.book.rules.conduct.invalidated;
        let (back, lost) = (self.back_under(wanted.ground), self.forfeit_under());
        let cheats = |stake: &Stake| wanted.forfeit && wanted.cheat == Some(&stake.patron);
        let stays_lost =
            |known: &&SettledStake| cheats(&known.stake) && known.result.outcome == SettledAs::Loses;
        let undone: Vec<SettledStake> = settled.iter().filter(|known| !stays_lost(known)).cloned().collect();
        let mut facts = self.undo(number, &undone, false, &back);
        let cheat = wanted.cheat.and_then(|name| self.state.present(name));
        let mut hand = cheat.map(|patron| (patron.chips, patron.tokens)).unwrap_or_default();
        for (fact, _) in &facts {
            if let Fact::Trouble(trouble::Fact::SettlementUndone {
                stake, result, how: Undone::Repaid, ..
            }) = fact
                && cheats(stake)
                && result.outcome == SettledAs::Wins
            {
                hand.0 -= result.in_chips();
            }
        }
        for known in settled.iter().filter(|known| cheats(&known.stake) && !known.result.stays) {
            let purse = match known.stake.kind {
                ChipKind::Chips => &mut hand.0,
                ChipKind::PromotionalTokens => &mut hand.1,
            };
            let from = match known.result.outcome {
                SettledAs::Loses => ForfeitedFrom::Collected,
                _ if *purse >= known.stake.amount => {
                    *purse -= known.stake.amount;
                    ForfeitedFrom::Hand
                }
                _ => ForfeitedFrom::LeftOpen,
            };
            let fact = Fact::Trouble(trouble::Fact::WagerForfeited {
                coup: number,
                stake: known.stake.clone(),
                from,
            });
            facts.push((fact, lost.clone()));
        }
        let decided = list.find(|known| *known == InvalidatedWagers::MayBeRefunded).is_some();
        let reason = if decided { "refunded by decision" } else { "the coup is invalidated" };
        for stake in stakes {
            facts.push(match cheats(stake) {
                true => {
                    let from = ForfeitedFrom::Layout;
                    (
                        Fact::Trouble(trouble::Fact::WagerForfeited {
                            coup: number,
                            stake: stake.clone(),
                            from,
                        }),
                        lost.clone(),
                    )
                }
                false => {
                    let reason = reason.to_owned();
                    (Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason }), back.clone())
                }
            });
        }
        facts
    }

    pub(crate) fn apply_conduct(&mut self, fact: &trouble::Fact, by: &Actor) {
        match fact {
            trouble::Fact::BreachReported { id, ban, who, .. } => {
                if matches!(ban, Ban::TouchingCards | Ban::LettingOthersTouchCards) {
                    self.state.shoe.handled = true;
                    self.state.shoe.touched = true;
                }
                self.state.opened.breaches = *id;
                self.state.breaches.push(Breach {
                    id: *id,
                    ban: *ban,
                    who: who.clone(),
                    by: by.clone(),
                    measures: Vec::new(),
                    handed_to: None,
                });
            }
            trouble::Fact::Sanctioned { breach, who, measure, .. } => {
                if let Some(known) = self.state.breaches.iter_mut().find(|known| known.id == *breach) {
                    known.measures.push(*measure);
                }
                match measure {
                    Measure::ExcludeFromCasino => {
                        self.state.barred.insert(who.clone(), *measure);
                    }
                    Measure::BarFromGame => {
                        self.state.barred.entry(who.clone()).or_insert(*measure);
                    }
                    Measure::VoidWager | Measure::Detain => return,
                }
                // Nothing waits for the answer of somebody who may no longer play.
                self.state.designated.offered.take_if(|offered| offered == who);
                if let Phase::Preparing(preparing) = &mut self.state.phase {
                    preparing.cutting.offered.take_if(|offered| offered == who);
                }
            }
            trouble::Fact::HandedOver { breach, to, .. } => {
                if let Some(known) = self.state.breaches.iter_mut().find(|known| known.id == *breach) {
                    known.handed_to = Some(to.clone());
                }
            }
            trouble::Fact::WagerForfeited { coup, stake, from } => self.apply_forfeit(*coup, stake, *from),
            _ => {}
        }
    }

    fn apply_forfeit(&mut self, coup: u32, stake: &Stake, from: ForfeitedFrom) {
        let taken = match from {
            ForfeitedFrom::Layout => {
                self.state.stakes.retain(|known| known.id != stake.id);
                stake.amount
            }
            ForfeitedFrom::Hand => {
                self.take_from(&stake.patron, stake.kind, stake.amount);
                stake.amount
            }
            ForfeitedFrom::Collected => Money(0),
            ForfeitedFrom::LeftOpen => {
                self.state.open_items.push(OpenItem {
                    patron: stake.patron.clone(),
                    coup,
                    amount: stake.amount,
                    kind: stake.kind,
                    patron_owes: true,
                });
                Money(0)
            }
        };
        match stake.kind {
            ChipKind::Chips => self.state.float += taken,
            ChipKind::PromotionalTokens => self.state.token_float += taken,
        }
    }
}
