//! Judging a command: all of it or nothing, once.

use crate::acts::Act;
use crate::cite::{Citation, Cite};
use crate::command::{About, Command, Person};
use crate::event::Event;
use crate::person::Actor;
use crate::refusal::{Open, Reason, Refusal};
use crate::state::{Phase, Report, Subject};
use crate::table::{Facts, Table};
use crate::time::Time;
use crate::trouble::found_wager::said_of_wager;
use crate::{bets, cards, deal, notice, pay, people, trouble};
use baccarat::rules::people::Role;

/// Number of commands that were judged in this process, for tests that hold each to be judged once.
#[cfg(feature = "counted")]
pub static DECISIONS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// A command that was taken: what happened, and the table after it where that was worked out anyway.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What happened, in order, each with the actor in the role that was used.
    pub events: Vec<Event>,
    /// For each act but the last, how many events there were after it.
    ends: Vec<usize>,
    /// The table after several acts.
    after: Option<Box<Table>>,
}

impl Decided {
    /// What happened, and the table after it where that was worked out anyway.
    pub fn into_parts(self) -> (Vec<Event>, Option<Table>) {
        (self.events, self.after.map(|after| *after))
    }

    /// The events of each act, in order.
    pub fn by_act(&self) -> impl Iterator<Item = &[Event]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ends = self.ends.iter().copied().chain([self.events.len()]);
        starts.zip(ends).map(|(start, end)| &self.events[start..end])
    }
}

impl Table {
    /// Judges a command against the book, all of it or nothing. Changes nothing.
    pub fn decide(&self, command: &Command) -> Result<Decided, Refusal> {
        #[cfg(feature = "counted")]
        DECISIONS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.check_about(command.about)?;
        match command.recalled.is_empty() {
            true => self.decide_acts(command),
            false => self.decide_recalled(command),
        }
    }

    /// Coups that came with the command are held again, and then it is judged.
    fn decide_recalled(&self, command: &Command) -> Result<Decided, Refusal> {
        let (fact, cites) = self.judge_recalled(&command.recalled)?;
        let mut events = vec![Event { fact, by: command.by.usual(), at: command.at, cites }];
        let mut after = Box::new(self.clone());
        events.iter().for_each(|event| after.apply(event));
        let mut decided = after.decide_acts(command)?;
        after.take(&mut decided);
        events.append(&mut decided.events);
        let ends = decided.ends.iter().map(|end| end + 1).collect();
        Ok(Decided { events, ends, after: Some(after) })
    }

    fn decide_acts(&self, command: &Command) -> Result<Decided, Refusal> {
        match &command.acts[..] {
            [act] => {
                let events = self.decide_act(act, command)?;
                Ok(Decided { events, ends: Vec::new(), after: None })
            }
            [] => Err(Refusal::new(
                Reason::NothingAsked,
                "a command asks at least one act",
                Citation::silent("commands that ask nothing"),
            )),
            acts => self.decide_all(acts, command),
        }
    }

    /// Takes in what was decided of this table, as it is.
    pub fn take(&mut self, decided: &mut Decided) {
        match decided.after.take() {
            Some(after) => *self = *after,
            None => decided.events.iter().for_each(|event| self.apply(event)),
        }
    }

    /// The number of the coup under way, or else of the coming one.
    pub fn coup_number(&self) -> u32 {
        match (&self.state.phase, self.interrupted()) {
            (Phase::Coup(coup), _) | (_, Some(coup)) => coup.number,
            _ => self.state.coups.saturating_add(1),
        }
    }

    /// Refuses what was meant for another coup or shoe than the one that is on.
    fn check_about(&self, about: About) -> Result<(), Refusal> {
        let pairs = [
            (about.shoe, self.state.shoe.number, Reason::AnotherShoe, "shoe"),
            (about.coup, self.coup_number(), Reason::AnotherCoup, "coup"),
        ];
        for (meant, on, reason, what) in pairs {
            if let Some(meant) = meant.filter(|meant| *meant != on) {
                let message = format!("this was meant for {what} {meant}; the {what} that is on is {on}");
                return Err(Refusal::new(reason, message, Citation::silent("commands that come late")));
            }
        }
        Ok(())
    }

    /// Several acts, each judged as the one before it leaves the table.
    fn decide_all(&self, acts: &[Act], command: &Command) -> Result<Decided, Refusal> {
        let mut after = Box::new(self.clone());
        let (mut events, mut ends) = (Vec::new(), Vec::new());
        for (index, act) in acts.iter().enumerate() {
            let judged = after.decide_act(act, command);
            let more = judged.map_err(|refusal| Refusal { act: index, ..refusal })?;
            more.iter().for_each(|event| after.apply(event));
            events.extend(more);
            ends.push(events.len());
        }
        ends.pop();
        Ok(Decided { events, ends, after: Some(after) })
    }

    /// One act, by the first person, or else by the second. What staff find of a wager and neither may decide is put to whoever may.
    fn decide_act(&self, act: &Act, command: &Command) -> Result<Vec<Event>, Refusal> {
        let refusal = match self.decide_by(act, &command.by, command.at) {
            Err(refusal) if refusal.is_about_who_asks() => refusal,
            decided => return decided,
        };
        if let Some(Ok(events)) =
            command.second.as_ref().map(|second| self.decide_by(act, second, command.at))
        {
            return Ok(events);
        }
        let Some(report) = said_of_wager(act) else { return Err(refusal) };
        let said = Act::Trouble(trouble::Act::Report { report });
        self.decide_by(&said, &command.by, command.at).map_err(|other| match other.is_about_who_asks() {
            true => refusal,
            false => other,
        })
    }

    /// One act by somebody: in the first of their roles in which it is taken; signing on happens in all.
    fn decide_by(&self, act: &Act, person: &Person, at: Time) -> Result<Vec<Event>, Refusal> {
        let signs_on = matches!(act, Act::People(people::Act::SignOn));
        let (mut events, mut refused): (Vec<Event>, Option<Refusal>) = (Vec::new(), None);
        for role in &person.roles {
            match self.decide_as(act, &Actor { name: person.name.clone(), role: *role }, at) {
                Ok(more) if signs_on => events.extend(more),
                Ok(events) => return Ok(events),
                Err(refusal) if signs_on => return Err(refusal),
                // That another role would be needed says less than anything else.
                Err(refusal) => match &refused {
                    Some(known) if !known.is_about_who_asks() || refusal.is_about_who_asks() => {}
                    _ => refused = Some(refusal),
                },
            }
        }
        match (refused, signs_on && !events.is_empty()) {
            (None, true) => Ok(events),
            (Some(refusal), _) => Err(refusal),
            (None, false) => {
                let message = format!("{} has no role at this table", person.name);
                Err(Refusal::new(Reason::NotInThatRole, message, Citation::silent("who is at the table")))
            }
        }
    }

    /// What would follow if somebody did this now, for those who show or weigh what may be done next: a question, judged as an act is, but no
    /// command and never taken in.
    pub fn would_follow(&self, act: &Act, by: &Actor, at: Time) -> Result<Vec<Event>, Refusal> {
        self.decide_as(act, by, at)
    }

    /// One act by somebody in one role.
    fn decide_as(&self, act: &Act, by: &Actor, at: Time) -> Result<Vec<Event>, Refusal> {
        let checks =
            matches!(act, Act::Cards(cards::Act::CheckCards) | Act::Cards(cards::Act::DeviceChecksCards))
                && self.closing_check_owed();
        let late = matches!(
            act,
            Act::Trouble(trouble::Act::Report {
                report: Report::Earlier { .. }
                    | Report::Miskeyed { .. }
                    | Report::LimitsBroken { .. }
                    | Report::WagerMiskeyed { .. }
                    | Report::WronglyPaid { .. }
                    | Report::SettledBy { coup: Some(_), .. }
            }) | Act::Trouble(trouble::Act::Decide { .. })
                | Act::Trouble(trouble::Act::SettleOpenItem { .. })
                | Act::Trouble(trouble::Act::Invalidate { .. })
                | Act::Trouble(trouble::Act::OpenDispute { .. })
                | Act::Trouble(trouble::Act::DecideDispute { .. })
                | Act::Trouble(trouble::Act::AskReview { .. })
                | Act::People(
                    people::Act::SignOn | people::Act::SignOff | people::Act::Leave | people::Act::TakeChips
                )
                | Act::Pay(
                    pay::Act::CountFloat { .. }
                        | pay::Act::CorrectFloat { .. }
                        | pay::Act::TakeDropBox
                        | pay::Act::DecideRemainder { .. }
                )
                | Act::Notice(notice::Act::Reopen { .. })
        );
        if matches!(self.state.phase, Phase::Closed) && !checks && !late {
            return Err(Refusal::new(
                Reason::TableClosed,
                "the table is closed",
                Citation::silent("a closed table"),
            ));
        }
        self.check_barred(act, by)?;
        self.check_actor(act, by)?;
        self.check_session(act)?;
        self.check_halted(act)?;
        self.check_interrupted(act).map_err(|refusal| self.completed(refusal))?;
        self.check_first_card_out(act)?;
        // A clock that was set back gives nobody a second chance, nor a notice after the fact.
        let now = at.max(self.state.last);
        self.check_hours(act, now)?;
        let once_settled = match act {
            Act::Bets(bets::Act::FindWager { .. }) if self.is_only_to_collect() => said_of_wager(act),
            _ => None,
        };
        let facts = match once_settled {
            Some(found) => self.found_of_wager(by, &found),
            None if self.is_told_of_begun_coup(act) => self.judge_in_begun_coup(act, by, now),
            None => self.judge(act, by, now),
        };
        let facts = facts.map_err(|refusal| self.completed(refusal))?;
        let mut events = Vec::with_capacity(facts.len());
        events.extend(facts.into_iter().map(|(fact, cites)| Event { fact, by: by.clone(), at, cites }));
        Ok(events)
    }

    /// A refusal with what is due, where the room that judged left that open.
    fn completed(&self, mut refusal: Refusal) -> Refusal {
        let Open { message, cites } = std::mem::take(&mut refusal.open);
        if message {
            refusal.message.push_str(&self.due().to_string());
        }
        if cites {
            refusal.cites = refusal.cites.and(self.due_under());
        }
        refusal
    }

    /// Each act goes to its room.
    fn judge(&self, act: &Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        match act {
            Act::People(act) => {
                let mut facts = self.judge_people(act, by, at)?;
                // Leaving takes wagers back like withdrawing them, and opens the gap as much.
                if matches!(act, people::Act::Leave) {
                    let gap = self.check_gap_without_all(&by.name)?;
                    let last = facts.len().saturating_sub(1);
                    facts.splice(last..last, gap);
                }
                Ok(facts)
            }
            Act::Cards(act) => self.judge_cards(act, by),
            Act::Bets(act) => self.judge_bets(act, by, at),
            Act::Deal(act) => self.judge_deal(act, by, at),
            Act::Pay(act) => self.judge_pay(act, by),
            Act::Trouble(act) => self.judge_trouble(act, by, at),
            Act::Notice(act) => self.judge_notice(act, by, at),
        }
    }

    /// Play waits while a matter is undecided, or patrons may still take wagers back.
    fn check_halted(&self, act: &Act) -> Result<(), Refusal> {
        let plays = matches!(
            act,
            Act::Deal(deal::Act::Call { .. })
                | Act::Deal(deal::Act::DrawCuttingCard)
                | Act::Deal(deal::Act::DrawFirstCard)
                | Act::Deal(deal::Act::DealCard { .. })
                | Act::Deal(deal::Act::OfferHand { .. })
                | Act::Deal(deal::Act::TakeHand)
                | Act::Deal(deal::Act::RefuseHand)
                | Act::Deal(deal::Act::Nominate { .. })
                | Act::Deal(deal::Act::PassCard { .. })
                | Act::Deal(deal::Act::Expose { .. })
                | Act::Pay(pay::Act::Settle)
                | Act::Pay(pay::Act::CollectCards)
                | Act::Trouble(trouble::Act::Resume)
        );
        if !plays {
            return Ok(());
        }
        if let Some(matter) = self.halted_by() {
            let message = format!("play waits: matter {} is undecided, {matter}", matter.id);
            return Err(Refusal::new(Reason::Halted, message, self.matter_under(matter)));
        }
        if let Some(window) = self.window() {
            return match act {
                Act::Trouble(trouble::Act::Resume) => Ok(()),
                _ => {
                    let message =
                        format!("play waits: {}; then the dealer resumes the coup", window.message());
                    Err(Refusal::new(Reason::Halted, message, self.window_under(window)))
                }
            };
        }
        if self.device_asks().is_some() || self.device_owes().is_some() {
            let message = format!("play waits: the device has failed; due is: {}", self.due());
            return Err(Refusal::new(Reason::Halted, message, self.due_under()));
        }
        Ok(())
    }

    /// Is this said of a coup whose first card is out, or of one before it, so that it matters that the coup has begun?
    fn is_told_of_begun_coup(&self, act: &Act) -> bool {
        // A card that was misdealt or lies face up says by itself what it begins.
        let concerns = |report: &Report| {
            matches!(
                report,
                Report::Found { .. }
                    | Report::WronglyBurnt { .. }
                    | Report::Foreign { .. }
                    | Report::OutOfSequence { .. }
                    | Report::ThirdCardForgotten
                    | Report::WagerFound { .. }
                    | Report::Earlier { .. }
                    | Report::Claimed { .. }
            )
        };
        let told = match act {
            Act::Deal(deal::Act::DrawCuttingCard) | Act::Bets(bets::Act::FindWager { .. }) => true,
            Act::Trouble(trouble::Act::ReportDevice) => true,
            Act::Trouble(trouble::Act::Invalidate { coup, .. }) => {
                coup.is_none_or(|coup| coup == self.coup_number())
            }
            Act::Trouble(trouble::Act::Report { report }) => concerns(report),
            Act::Trouble(trouble::Act::Decide { matter, .. }) => {
                let known = self.state.matters.iter().find(|known| known.id == *matter);
                known.is_some_and(|known| match &known.about {
                    Subject::Ruling { report, .. } | Subject::Silence { report, .. } => concerns(report),
                })
            }
            _ => false,
        };
        told && self.is_first_card_out()
    }

    /// The coup has begun with the card that left the shoe, although that card is not laid yet.
    fn judge_in_begun_coup(&self, act: &Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        let Phase::Betting(betting) = &self.state.phase else { return Err(self.not_due()) };
        let mut facts = vec![self.coup_started(betting)];
        let begun = self.after(&facts, by, at);
        facts.extend(begun.judge(act, by, at).map_err(|refusal| begun.completed(refusal))?);
        Ok(facts)
    }

    /// What may be done only before a coup, or between two, is not done once its first card is out of the shoe.
    fn check_first_card_out(&self, act: &Act) -> Result<(), Refusal> {
        let before = matches!(
            act,
            Act::Bets(
                bets::Act::RefuseWager { .. }
                    | bets::Act::ScaleForDifferential
                    | bets::Act::ScaleForArea { .. }
                    | bets::Act::DirectNoBetCoup { .. },
            ) | Act::Cards(cards::Act::OrderShuffle { .. } | cards::Act::ReplaceCards { .. })
                | Act::Deal(deal::Act::PassRole)
                | Act::Notice(notice::Act::Close { .. })
        );
        match before && self.is_first_card_out() {
            true => {
                let betting = &self.book.rules.betting;
                let message =
                    "the first card is out of the shoe; allowed is before it, or once the coup is over";
                Err(Refusal::new(
                    Reason::BettingFrozen,
                    message,
                    betting.closes.cites().and(betting.frozen_until.cites()),
                ))
            }
            false => Ok(()),
        }
    }

    /// Outside the lawful hours no wager is taken and no coup begun; one under way is finished.
    fn check_hours(&self, act: &Act, at: Time) -> Result<(), Refusal> {
        let begins = matches!(
            act,
            Act::Bets(bets::Act::OpenBetting)
                | Act::Bets(bets::Act::Place { .. })
                | Act::Bets(bets::Act::Change { .. })
                | Act::Bets(bets::Act::Move { .. })
                | Act::Bets(bets::Act::DirectNoBetCoup { .. })
                | Act::Deal(deal::Act::DrawFirstCard)
                | Act::Deal(deal::Act::DealCard { .. })
        );
        let finishes = matches!(self.state.phase, Phase::Coup(_));
        let hours = self.state.settings.lawful_hours(&self.book);
        match hours.filter(|hours| begins && !finishes && !hours.hold(at)) {
            Some(hours) => Err(crate::table::outside_hours(&self.book, hours, at)),
            None => Ok(()),
        }
    }

    /// Is this somebody who is here, acting in a role that is theirs?
    fn check_actor(&self, act: &Act, by: &Actor) -> Result<(), Refusal> {
        let known = match (act, by.role) {
            (
                Act::People(people::Act::SignOn)
                | Act::People(people::Act::Arrive)
                | Act::Notice(notice::Act::AskRules),
                _,
            ) => true,
            // A tournament's official need not be on duty at any table.
            (Act::Notice(notice::Act::BeginSession { .. } | notice::Act::EndSession), Role::Director) => true,
            // Leaving ends no right to complain.
            (
                Act::Trouble(trouble::Act::OpenDispute { .. }) | Act::Trouble(trouble::Act::AskReview { .. }),
                Role::Player,
            ) => self.state.patrons.contains_key(&by.name),
            // Whoever has left has chips to take along.
            (Act::People(people::Act::TakeChips), Role::Player) => self.state.patrons.contains_key(&by.name),
            (_, Role::Player) => self.state.present(&by.name).is_some(),
            (_, role) => self.state.staff.get(&by.name).is_some_and(|roles| roles.contains(&role)),
        };
        if known {
            return Ok(());
        }
        let message = match by.role {
            Role::Player => format!("{} is not at the table", by.name),
            role => format!("{} is not signed on as {role}", by.name),
        };
        let reason = if by.role == Role::Player { Reason::NotAtTheTable } else { Reason::NotSignedOn };
        Err(Refusal::new(reason, message, Citation::silent("who is at the table")))
    }
}
