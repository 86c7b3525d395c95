//! The automatic dealer, and the regulars: who asks what next at a table with sealed shoes, and until when is waited.
//!
//! What the dealer does alone, from the first card to the collected ones, is one command: worked out act by act and put on record
//! whole. The closing of bets is a command of its own, so that it is on disk before a card leaves the shoe.

use crate::cards::Cards;
use crate::commit::{Commit, Planned};
use crate::config::TableConfig;
use crate::presence::Presence;
use crate::regulars::{self, Regulars};
use crate::timing::Deadlines;
use crate::view::board::{Readiness, asked};
use aggregate::Decided;
use baccarat::outcome::Side;
use baccarat::rules::cards::ReplaceWhen;
use baccarat::rules::people::Role as BooksRole;
use baccarat::rules::play::NoBetSource;
use baccarat::rules::rulings::Irregularity;
use people::clock::later;
use people::denial::Denial;
use std::collections::BTreeSet;
use table::driver::{CardSource, Driver, Next, may_cut, patron, staff as staff_actor};
use table::state::Phase;
use table::{
    Act, Actor, Command, Due, Event, Given, Matter, Name, Remedy, Report, Table, Time, bets, cards, deal,
    people as patrons, trouble,
};

/// The most acts that one command of the dealer has: a coup has far fewer.
const MOST_ACTS: usize = 64;

/// What is done next.
pub enum Step {
    /// Somebody asks this of the table.
    Ask(Act, Actor),
    /// The dealer does all of this.
    Plan(Box<Planned>),
    /// The vault is asked for leave to draw cards.
    Grant,
    /// Nothing, until then.
    Wait(Option<Time>),
    /// The table cannot go on.
    Fail(String),
}

/// The automatic dealer of a table.
pub struct Dealer {
    driver: Driver,
    /// When it goes on by itself.
    pub deadlines: Deadlines,
    /// Who is there.
    pub presence: Presence,
    /// Who was asked what last.
    asked_since: Option<(Name, &'static str)>,
    /// The coup that the tournament wants dealt, at a table that is given to one.
    pub called_for: Option<u32>,
    /// Who is ready for the cards of which coup.
    ready: (u32, BTreeSet<Name>),
    /// How often the regulars were refused in a row, and until when they rest.
    refused: u8,
    rest: Option<Time>,
}

impl Dealer {
    /// A dealer who has just come.
    pub fn new() -> Dealer {
        Dealer {
            driver: Driver::new(),
            deadlines: Deadlines::default(),
            presence: Presence::default(),
            asked_since: None,
            called_for: None,
            ready: (0, BTreeSet::new()),
            refused: 0,
            rest: None,
        }
    }

    /// What the dealer, or a regular, does now.
    pub fn next(&mut self, commit: &mut Commit, config: &TableConfig, watched: bool, now: Time) -> Step {
        let (table, cards) = commit.table_and_cards();
        let Some(cards) = cards else { return Step::Wait(None) };
        cards.draw_anew();
        if cards.are_lost()
            && let Some(step) = without_shoe(table, now)
        {
            return step;
        }
        if let Some(step) = self.asked(table, cards, config, now) {
            return step;
        }
        if matches!(table.state().phase, Phase::Betting(_)) {
            if let Some(step) = self.away(table, now) {
                return step;
            }
            if let Some(step) = self.betting(table, config, watched, now) {
                return step;
            }
        } else {
            self.deadlines.betting = None;
        }
        // Only people decide, and say what is to be done after something went wrong.
        if waits_for_people(table, now) {
            return Step::Wait(None);
        }
        match cards.face_down() {
            Ok(down) => self.driver.set_face_down(down),
            Err(fault) => return Step::Fail(fault.to_string()),
        }
        if cards.needs_grant(table) {
            return Step::Grant;
        }
        match self.driver.next(table, cards, now) {
            Next::Ask(act, by) => self.plan(table, cards, (act, by), now),
            Next::Wait(until) => Step::Wait(Some(until)),
            Next::Bets | Next::Choice(_) | Next::Nothing => Step::Wait(None),
            Next::NoCard => {
                let why =
                    cards.fault().map_or_else(|| "no card is left in the shoe".into(), ToString::to_string);
                Step::Fail(why)
            }
        }
    }

    /// What the dealer does alone once cards are on the table: everything up to where somebody else is waited for.
    fn plan(&mut self, table: &Table, cards: &mut Cards, (act, by): (Act, Actor), at: Time) -> Step {
        let at = at.max(table.state().last);
        let Ok(first) = table.decide(&Command::one(act.clone(), by.clone(), at)) else {
            return Step::Ask(act, by);
        };
        let (mut acts, mut events): (Vec<Act>, Vec<Event>) = (vec![act], first.events);
        let mut after = table.clone();
        events.iter().for_each(|event| after.apply(event));
        // What comes after the cutting card is known once the cutting card is on record.
        let cutting_card = |acts: &[Act]| matches!(acts.last(), Some(Act::Deal(deal::Act::DrawCuttingCard)));
        while acts.len() < MOST_ACTS
            && !cutting_card(&acts)
            && matches!(after.state().phase, Phase::Coup(_))
            && asked(&after).is_none()
            && !waits_for_people(&after, at)
            && let Next::Ask(act, who) = self.driver.next(&after, cards, at)
            && who == by
            && let Ok(more) = after.decide(&Command::one(act.clone(), who, at))
        {
            more.events.iter().for_each(|event| after.apply(event));
            events.extend(more.events);
            acts.push(act);
        }
        let command = Command::all(acts, by.into(), at);
        let decided = Decided { events, after: Some(after) };
        Step::Plan(Box::new(Planned { command, decided }))
    }

    /// Nobody took what the dealer or a regular asked for.
    pub fn was_refused(&mut self, now: Time) {
        self.refused = self.refused.wrapping_add(1);
        self.rest = self.refused.is_multiple_of(8).then(|| later(now, 30_000));
    }

    /// A regular had their way.
    pub fn was_taken(&mut self) {
        self.refused = 0;
    }

    /// A patron who is asked has time to answer; then the dealer goes on.
    fn asked(&mut self, table: &Table, cards: &mut Cards, config: &TableConfig, now: Time) -> Option<Step> {
        let Some((name, what, side)) = asked(table) else {
            (self.asked_since, self.deadlines.answer) = (None, None);
            return None;
        };
        if regulars::is_regular(&name) {
            return Some(answer_for(table, cards, (&name, what, side), true));
        }
        let known = self.asked_since.as_ref() == Some(&(name.clone(), what));
        let until = match self.deadlines.answer.filter(|_| known) {
            Some(until) => until,
            None => later(now, u64::from(config.pace.answer_seconds) * 1_000),
        };
        (self.asked_since, self.deadlines.answer) = (Some((name.clone(), what)), Some(until));
        if now < until {
            return Some(Step::Wait(Some(until)));
        }
        Some(answer_for(table, cards, (&name, what, side), false))
    }

    /// A patron who has gone and has no wager gives up the seat.
    fn away(&mut self, table: &Table, now: Time) -> Option<Step> {
        self.gone(table, now, |_, _| true)
            .map(|gone| Step::Ask(Act::People(patrons::Act::Leave), patron(&gone)))
    }

    /// A patron who has gone and has no wager, of those who count.
    pub fn gone(
        &mut self,
        table: &Table,
        now: Time,
        counts: impl Fn(&Presence, &Name) -> bool,
    ) -> Option<Name> {
        let state = table.state();
        for (name, _) in state.players() {
            let at_rest = state.stakes.iter().all(|stake| stake.patron != *name);
            if at_rest
                && !regulars::is_regular(name)
                && counts(&self.presence, name)
                && self.presence.away(name, now)
            {
                // Asked once: whoever may not leave now is asked again in a while.
                self.presence.heard(name, now);
                return Some(name.clone());
            }
        }
        None
    }

    /// Somebody is ready for the cards of this coup.
    pub fn is_ready(&mut self, name: &Name, coup: u32) {
        if self.ready.0 != coup {
            self.ready = (coup, BTreeSet::new());
        }
        self.ready.1.insert(name.clone());
    }

    /// Somebody who bets again is not ready yet.
    pub fn bets_again(&mut self, name: &Name) {
        self.ready.1.remove(name);
    }

    /// Of those who play on their own account and are here, how many are ready and how many there are; nothing where a clock of the
    /// book's own runs, which nobody shortens.
    pub fn readiness(&self, table: &Table) -> Option<Readiness> {
        let state = table.state();
        let open =
            matches!(&state.phase, Phase::Betting(betting) if !betting.closed && betting.no_bet.is_none());
        if !open
            || state.settings.period_seconds.is_some()
            || state.session.is_some()
            || state.stakes.is_empty()
        {
            return None;
        }
        let said = |name: &Name| self.ready.0 == table.coup_number() && self.ready.1.contains(name);
        let bets = |name: &Name| state.stakes.iter().any(|stake| stake.patron == *name);
        let here = state.players().filter(|(name, patron)| {
            !regulars::is_regular(name)
                && (bets(name) || (patron.seat.is_some() && self.presence.is_here(name)))
        });
        let (mut ready, mut of) = (0, 0);
        for (name, _) in here {
            (ready, of) = (ready + usize::from(said(name)), of + 1);
        }
        Some(Readiness { ready, of })
    }

    /// The patron who was asked something.
    pub fn waits_for(&self) -> Option<&Name> {
        self.asked_since.as_ref().map(|(name, _)| name)
    }

    /// While wagers may be made: the regulars bet, and the dealer's own clock runs from the first wager.
    pub fn betting(&mut self, table: &Table, config: &TableConfig, watched: bool, now: Time) -> Option<Step> {
        let state = table.state();
        let Phase::Betting(betting) = &state.phase else { return None };
        if state.session.is_some() {
            // Wagers are made in the tournament, which says when the coup is dealt.
            let called_for = self.called_for == Some(table.coup_number());
            if !called_for && !betting.closed && betting.no_bet.is_none() {
                return Some(Step::Wait(None));
            }
            self.driver.close_bets();
            return None;
        }
        let (stakes, book_clock) = (!state.stakes.is_empty(), betting.until);
        let period = state.settings.period_seconds.is_some();
        let somebody = state.players().next().is_some();
        let full = u64::from(state.settings.period_seconds.unwrap_or(config.pace.betting_seconds)) * 1_000;
        let coup = table.coup_number();
        let until = book_clock.or(self.deadlines.betting_on(coup));
        let left = until.map_or(full, |until| until.0.saturating_sub(now.0).max(0).unsigned_abs());
        let elapsed = (full.saturating_sub(left) * 100).checked_div(full).unwrap_or(100);
        let rests = self.rest.is_some_and(|until| now < until);
        let plays = !rests
            && match config.regulars {
                Regulars::None => false,
                Regulars::WhenWatched => watched,
                Regulars::Always => true,
            };
        // Where no clock runs yet, one of them makes a start.
        let elapsed = if until.is_none() { 100 } else { elapsed };
        if plays
            && !betting.closed
            && let Some((act, by)) = regulars::next(table, elapsed, self.refused)
        {
            return Some(Step::Ask(act, by));
        }
        if period {
            self.driver.close_bets();
            // A period that nobody used: the book may let the supervisor have a coup dealt on which nobody bets.
            if !stakes && betting.no_bet.is_none() && somebody && book_clock.is_some_and(|until| now >= until)
            {
                return Some(empty_period(table));
            }
            let opens = matches!(table.due_at(now), Due::OpenBetting);
            return (opens && !somebody).then_some(Step::Wait(None));
        }
        if betting.no_bet.is_some() {
            self.driver.close_bets();
            return None;
        }
        if !stakes {
            self.deadlines.betting = None;
            let before_bets =
                matches!(table.due_at(now), Due::Call { .. } | Due::OfferRole { .. } | Due::OpenBetting);
            let again = (plays || rests).then(|| later(now, 1_000));
            return (!before_bets).then_some(Step::Wait(again));
        }
        let everybody = self.readiness(table).is_some_and(|Readiness { ready, of }| of > 0 && ready == of);
        let until = match everybody {
            true => now,
            false => self.deadlines.betting_on(coup).unwrap_or_else(|| later(now, full)),
        };
        self.deadlines.betting = Some((coup, until));
        if now < until {
            let next = if plays { later(now, 700).min(until) } else { until };
            return Some(Step::Wait(Some(next)));
        }
        self.driver.close_bets();
        None
    }
}

/// Does play wait until people have decided something?
fn waits_for_people(table: &Table, now: Time) -> bool {
    matches!(table.due_at(now), Due::Decide { .. } | Due::SayOfDevice { .. } | Due::AfterDevice { .. })
}

/// Asks in a staff role, after signing on in it if need be.
fn staff_asks(table: &Table, act: Act, by: Actor) -> Step {
    match table.state().staff.contains_key(&by.name) {
        false => Step::Ask(Act::People(patrons::Act::SignOn), by),
        true => Step::Ask(act, by),
    }
}

/// The page shows the marker of a no-bet coup. Whom the book wants told beside that, people tell.
fn empty_period(table: &Table) -> Step {
    let source = NoBetSource::EmptyPeriod;
    let act = bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: false };
    staff_asks(table, Act::Bets(act), staff_actor(BooksRole::Supervisor))
}

/// What is done for a patron who was asked: yes for a regular, no for one who did not answer in time.
fn answer_for(
    table: &Table,
    cards: &mut Cards,
    (name, what, side): (&Name, &str, Option<Side>),
    yes: bool,
) -> Step {
    let due = match what {
        "take-role" => Due::AnswerRole { by: name.clone() },
        _ => table.due(),
    };
    let given = match (what, yes) {
        ("expose", _) => {
            return match turned_over(cards, side.unwrap_or(Side::Player)) {
                Ok(act) => taken_or_forfeited(table, act, name, yes),
                Err(_) => Step::Wait(None),
            };
        }
        (_, false) => Given::No,
        ("cut", true) => Given::Number(cards.cut_at(may_cut(table))),
        (_, true) => Given::Nothing,
    };
    match table.answer_with(&due, &given) {
        Some(answer) => taken_or_forfeited(table, answer.act, name, yes),
        None => Step::Wait(None),
    }
}

/// Where what is done for a silent patron would be refused, a supervisor takes the cards away, so that the coup goes on.
fn taken_or_forfeited(table: &Table, act: Act, name: &Name, yes: bool) -> Step {
    if !yes && table.would_follow(&act, &patron(name), table.state().last).is_err() {
        let reason = Some("no answer in time".to_owned());
        let forfeit = Act::Deal(deal::Act::ForfeitCards { reason });
        return staff_asks(table, forfeit, staff_actor(BooksRole::Supervisor));
    }
    Step::Ask(act, patron(name))
}

/// The cards of a hand that lie face down, for whoever turns them over.
pub fn turned_over(cards: &mut Cards, side: Side) -> Result<Act, Denial> {
    if cards.are_lost() {
        return Err(Denial::out_of_service("the sealed shoe is lost; the coup is being set aside"));
    }
    let down = cards.face_down().map_err(|fault| Denial::ours(&fault))?;
    let cards = down.into_iter().filter(|(of, _)| *of == side).map(|(_, card)| card).collect();
    Ok(Act::Deal(deal::Act::Expose { side, cards }))
}

/// The sealed shoe is lost. By the published policy the coup is reported, and set aside by the book or by whoever the book
/// has decide; then the book is asked for any way to shuffle.
fn without_shoe(table: &Table, now: Time) -> Option<Step> {
    let why = "the sealed shoe is lost".to_owned();
    let missing = Report::Found { irregularity: Irregularity::CardMissing, why: why.clone() };
    let state = table.state();
    let supply = state.shoe.supply;
    let replace =
        |when| Act::Cards(cards::Act::ReplaceCards { when, supply, other_colour: true, some: false });
    let shuffle = |mix_doubted| Act::Cards(cards::Act::OrderShuffle { mix_doubted });
    let asks = |matter: &&Matter| matter.decided.is_none() && matter.remedies.contains(&Remedy::Void);
    let tried = match (&state.phase, state.matters.iter().rfind(asks)) {
        (Phase::Coup(_), Some(matter)) => {
            let decision = trouble::Act::Decide { matter: matter.id, remedy: Remedy::Void, why };
            vec![(Act::Trouble(decision), staff_actor(matter.decides))]
        }
        (Phase::Coup(_), None) => {
            vec![(Act::Trouble(trouble::Act::Report { report: missing }), staff_actor(BooksRole::Dealer))]
        }
        (Phase::Betting(_), _) => {
            let (supervisor, operator) =
                (staff_actor(BooksRole::Supervisor), staff_actor(BooksRole::Operator));
            vec![
                (shuffle(false), supervisor.clone()),
                (shuffle(true), supervisor.clone()),
                (replace(ReplaceWhen::AfterAnyCoup), operator),
                (replace(ReplaceWhen::UnfitBetweenCoups), supervisor),
            ]
        }
        _ => return None,
    };
    for (act, by) in tried {
        if !state.staff.contains_key(&by.name) {
            return Some(Step::Ask(Act::People(patrons::Act::SignOn), by));
        }
        if table.would_follow(&act, &by, now).is_ok() {
            return Some(Step::Ask(act, by));
        }
    }
    Some(Step::Fail("the sealed shoe is lost, and the book gives no way to shuffle here".to_owned()))
}
