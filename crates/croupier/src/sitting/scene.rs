//! A table played up to a point that somebody describes, to see what really follows.

use crate::failure::Failure;
use crate::sitting::{Cards, Happened, Sitting};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::wager::WagerId;
use std::collections::VecDeque;
use std::sync::Arc;
use table::driver::{Driver, Next, patron, staff};
use table::state::{Phase, Stage};
use table::{Act, Actor, Name, Reason, Refusal, Remedy, Report, Settings, Table, bets, people, trouble};

/// Who sits at a described table, by seat.
const PATRONS: [&str; 7] = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"];

/// What each of them brings.
const BUY_IN: Money = Money(10_000 * Money::UNITS);

/// How many steps any scene takes at most; far above what a coup and a new shoe need.
const MOST_STEPS: usize = 400;

/// A wager that lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// On what.
    pub wager: WagerId,
    /// How much.
    pub amount: Money,
}

/// A described table.
pub struct Scene {
    /// The table, its cards and whoever runs it.
    pub sitting: Sitting,
}

/// The table as it was when something was reported, and what followed.
pub type Reported = (Table, Vec<Happened>);

/// The patron of a seat, counted from 1.
pub fn patron_at(seat: usize) -> Name {
    Name::from(PATRONS[(seat.max(1) - 1) % PATRONS.len()])
}

impl Scene {
    /// Opens a table with this many patrons; its cards are not made ready yet.
    pub fn open(book: Arc<Book>, settings: Settings, patrons: usize) -> Result<Scene, Failure> {
        let most = usize::from(settings.seats).min(PATRONS.len());
        if patrons > most {
            return Err(Failure::usage(format!("found {patrons} wagers; allowed are {most}, one to a seat")));
        }
        let (sitting, _) = Sitting::open(book, settings, Cards::Named(VecDeque::new()), Driver::new())?;
        let mut scene = Scene { sitting };
        for seat in 1..=patrons {
            let seated = scene.sitting.welcome(&patron_at(seat), BUY_IN, seat as u8);
            seated.map_err(|refusal| Failure::refused(format!("nobody can sit down here: {refusal}")))?;
        }
        Ok(scene)
    }

    /// The same table once more, to play it another way.
    pub fn branch(&self) -> Scene {
        let Sitting { table, driver, cards, now } = &self.sitting;
        let left = match cards {
            Cards::Named(cards) => cards.clone(),
            Cards::Shoe(_) | Cards::Felt => VecDeque::new(),
        };
        let (table, driver) = (table.clone(), driver.clone());
        Scene { sitting: Sitting { table, driver, cards: Cards::Named(left), now: *now } }
    }

    fn name_cards(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.sitting.cards = Cards::Named(cards.into_iter().collect());
    }

    fn cards_left(&self) -> Option<Card> {
        match &self.sitting.cards {
            Cards::Named(cards) => cards.front().copied(),
            Cards::Shoe(_) | Cards::Felt => None,
        }
    }

    /// Does one thing that is due; nothing if the table waits for a bet, a card not named, or a decision.
    pub fn step(&mut self) -> Result<Option<Vec<Happened>>, Failure> {
        match self.sitting.next() {
            Next::Ask(act, by) => {
                let asked = format!("{act:?}");
                let happened = self.sitting.ask(act, by);
                let message = |refusal: Refusal| match asked.starts_with("DealCard") {
                    true => Failure::refused(format!("these cards cannot be dealt: {refusal}")),
                    false => Failure::refused(format!("the table turned down its own dealer: {refusal}")),
                };
                happened.map(Some).map_err(message)
            }
            Next::Wait(until) => {
                self.sitting.now = until;
                Ok(Some(Vec::new()))
            }
            Next::Bets | Next::Choice(_) | Next::NoCard | Next::Nothing => Ok(None),
        }
    }

    /// Makes the cards ready. What is burnt is none of the cards in the story.
    pub fn make_ready(&mut self, story: &[Card]) -> Result<(), Failure> {
        let filler = Card::all().find(|card| !story.contains(card));
        for _ in 0..MOST_STEPS {
            if matches!(self.sitting.table.state().phase, Phase::Betting(_)) {
                self.name_cards([]);
                // What comes before bets, such as the offer of a role.
                while self.step()?.is_some() {}
                return Ok(());
            }
            self.name_cards(filler.into_iter().cycle().take(12));
            if self.step()?.is_none() {
                break;
            }
        }
        Err(Failure::refused(format!("the cards cannot be made ready; due is: {}", self.sitting.table.due())))
    }

    /// One step of making the cards ready; nothing once they are.
    pub fn ready_step(&mut self) -> Result<Option<()>, Failure> {
        if !matches!(self.sitting.table.state().phase, Phase::Preparing(_)) {
            return Ok(None);
        }
        self.name_cards(Card::all().next().into_iter().cycle().take(12));
        Ok(self.step()?.map(drop))
    }

    /// Each patron in turn puts one wager down.
    pub fn bet(&mut self, wagers: &[Laid]) -> Result<(), Failure> {
        for (seat, laid) in (1..).zip(wagers) {
            if let Err(refusal) = self.place(seat, laid) {
                let who = patron_at(seat);
                let Laid { wager, amount } = laid;
                return Err(Failure::refused(format!("{who}'s {amount} on {wager} is refused: {refusal}")));
            }
        }
        Ok(())
    }

    /// Puts a wager down, or has it taken by mistake where chips cannot pay it and the book refuses it for that.
    pub fn place(&mut self, seat: usize, laid: &Laid) -> Result<Vec<Happened>, Refusal> {
        let Laid { wager, amount } = laid.clone();
        let (name, area) = (patron_at(seat), seat as u8);
        let place = Act::Bets(bets::Act::Place {
            area,
            wager: wager.clone(),
            amount,
            kind: ChipKind::Chips,
            spoken: false,
        });
        match self.sitting.ask(place, patron(&name)) {
            Err(refusal) if refusal.reason == Reason::NotExactlyPayable => {
                let act = Act::Bets(bets::Act::ReportAccepted { patron: name, area, wager, amount });
                let by = self.signed_on(Role::Dealer);
                self.sitting.ask(act, by).map_err(|_| refusal)
            }
            other => other,
        }
    }

    /// Deals these cards, one by one where they are due, and stops after the last.
    pub fn deal(&mut self, cards: &[Card]) -> Result<Vec<Happened>, Failure> {
        self.name_cards(cards.iter().copied());
        self.sitting.driver.close_bets();
        let mut happened = Vec::new();
        for _ in 0..MOST_STEPS {
            let Some(card) = self.cards_left() else { return Ok(happened) };
            match self.step()? {
                Some(more) => happened.extend(more),
                None => return Err(self.no_place_for(card, cards)),
            }
        }
        Err(Failure::refused("the table does not come to these cards"))
    }

    fn no_place_for(&self, card: Card, cards: &[Card]) -> Failure {
        let table = &self.sitting.table;
        let dealt = cards.len() - self.waiting();
        let cites = table.due_under_at(self.sitting.now);
        let message = match table.state().phase {
            Phase::Coup(_) | Phase::Betting(_) if dealt >= 4 => format!(
                "the coup has all its cards after {dealt}, so {card} was not due: name it with --misdealt or --in-excess"
            ),
            _ => format!("{card} cannot be dealt; due is: {}", table.due()),
        };
        let cites = if cites.is_empty() { String::new() } else { format!(" ({cites})") };
        Failure::refused(format!("{message}{cites}"))
    }

    fn waiting(&self) -> usize {
        match &self.sitting.cards {
            Cards::Named(cards) => cards.len(),
            Cards::Shoe(_) | Cards::Felt => 0,
        }
    }

    /// Does what is due, with these further cards as they are needed, until the table waits for somebody.
    pub fn play_on(&mut self, then: &[Card]) -> Result<Vec<Happened>, Failure> {
        self.name_cards(then.iter().copied());
        let mut happened = Vec::new();
        for _ in 0..MOST_STEPS {
            // Another shoe is another story.
            if matches!(self.sitting.table.state().phase, Phase::Preparing(_)) {
                break;
            }
            match self.step()? {
                Some(more) => happened.extend(more),
                None => break,
            }
        }
        Ok(happened)
    }

    /// Has the coup under way its result?
    pub fn is_decided(&self) -> bool {
        matches!(&self.sitting.table.state().phase, Phase::Coup(coup) if coup.stage >= Stage::Decided)
    }

    /// Does what is due until a card is needed that nobody has named, or the coup has its result.
    pub fn settle_down(&mut self) -> Result<Vec<Happened>, Failure> {
        let mut happened = Vec::new();
        while !self.is_decided() && matches!(self.sitting.table.state().phase, Phase::Coup(_)) {
            match self.step()? {
                Some(more) => happened.extend(more),
                None => break,
            }
        }
        Ok(happened)
    }

    /// A member of staff, signed on.
    pub fn signed_on(&mut self, role: Role) -> Actor {
        let by = staff(role);
        let on_duty =
            self.sitting.table.state().staff.get(&by.name).is_some_and(|roles| roles.contains(&role));
        if !on_duty {
            // Anybody may sign on; if not, what they ask is refused with the reason.
            let _ = self.sitting.ask(Act::People(people::Act::SignOn), by.clone());
        }
        by
    }

    /// The dealer reports what went wrong.
    pub fn report(&mut self, report: &Report) -> Result<Vec<Happened>, Refusal> {
        let by = self.signed_on(Role::Dealer);
        self.sitting.ask(Act::Trouble(trouble::Act::Report { report: report.clone() }), by)
    }

    /// The same at the first moment of this coup at which it can be, as some things show only once cards are turned.
    pub fn report_when_possible(&mut self, report: &Report) -> Result<Reported, Refusal> {
        let before = self.sitting.table.clone();
        let first = match self.report(report) {
            Ok(happened) => return Ok((before, happened)),
            Err(refusal) => refusal,
        };
        for _ in 0..MOST_STEPS {
            let in_coup = matches!(self.sitting.table.state().phase, Phase::Coup(_));
            if !in_coup || !matches!(self.step(), Ok(Some(_))) {
                break;
            }
            let before = self.sitting.table.clone();
            if let Ok(happened) = self.report(report) {
                return Ok((before, happened));
            }
        }
        Err(first)
    }

    /// Whoever may decides a matter.
    pub fn decide(&mut self, matter: u32, by: Role, remedy: Remedy) -> Result<Vec<Happened>, Refusal> {
        let by = self.signed_on(by);
        let why = "the rule was looked up".to_owned();
        self.sitting.ask(Act::Trouble(trouble::Act::Decide { matter, remedy, why }), by)
    }
}
