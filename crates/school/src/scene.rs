//! A table played up to a point, to see what really follows. Events alone: what is said of them is for whoever shows them.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::wager::WagerId;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Driver, Next, patron, staff};
use table::state::{Phase, Stage};
use table::{
    Act, Actor, Command, Due, Event, Name, Needs, Reason, Refusal, Report, Settings, Table, Time, bets,
    people, trouble,
};

/// Who sits at the table.
pub const PATRON: &str = "Ann";

/// What she brings.
pub const BUY_IN: Money = Money(50_000 * Money::UNITS);

/// The most steps that any scene takes; far above what a coup and a new shoe need.
const MOST_STEPS: usize = 400;

/// Why a table could not be played up to a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(pub String);

impl From<Refusal> for Stuck {
    fn from(refusal: Refusal) -> Stuck {
        Stuck(refusal.to_string())
    }
}

/// Cards that somebody named, in this order; there are no others.
#[derive(Clone, Debug, Default)]
struct Named(VecDeque<Drawn>);

impl CardSource for Named {
    fn draw(&mut self) -> Option<Drawn> {
        self.0.pop_front()
    }

    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        within.start().midpoint(*within.end())
    }
}

/// A wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// On what.
    pub wager: WagerId,
    /// How much.
    pub amount: Money,
}

/// A table, its cards and whoever runs it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table.
    pub table: Table,
    driver: Driver,
    cards: Named,
    /// The time by its clock.
    pub now: Time,
}

impl Scene {
    /// Opens a table with one patron and its staff; its cards are not made ready yet.
    pub fn open(book: Arc<Book>, settings: Settings) -> Result<Scene, Stuck> {
        let (table, _) = Table::open(book, settings, staff(Role::Operator), Time(0))?;
        let mut scene = Scene { table, driver: Driver::new(), cards: Named::default(), now: Time(0) };
        scene.seat(PATRON, 1)?;
        for role in [Role::Dealer, Role::Supervisor] {
            scene.ask(people::Act::SignOn, staff(role))?;
        }
        Ok(scene)
    }

    /// Somebody comes with chips and takes a seat.
    pub fn seat(&mut self, name: &str, seat: u8) -> Result<(), Stuck> {
        let by = patron(&Name::from(name));
        for act in [people::Act::Arrive, people::Act::BuyIn { cash: BUY_IN }, people::Act::TakeSeat { seat }]
        {
            self.ask(act, by.clone())?;
        }
        Ok(())
    }

    /// Asks something of the table, and takes in what follows.
    pub fn ask(&mut self, act: impl Into<Act>, by: Actor) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(&Command::one(act, by, self.now))?.events;
        events.iter().for_each(|event| self.table.apply(event));
        Ok(events)
    }

    /// These come out of the shoe next, and nothing after them.
    pub fn name(&mut self, cards: impl IntoIterator<Item = Drawn>) {
        self.cards = Named(cards.into_iter().collect());
    }

    /// The same with cards alone.
    pub fn name_cards(&mut self, cards: &[Card]) {
        self.name(cards.iter().copied().map(Drawn::Card));
    }

    /// Does one thing that is due; nothing if the table waits for a bet, a card not named, or a decision.
    pub fn step(&mut self) -> Result<Option<Vec<Event>>, Stuck> {
        match self.driver.next(&self.table, &mut self.cards, self.now) {
            Next::Ask(act, by) => Ok(Some(self.ask(act, by)?)),
            Next::Wait(until) => {
                self.now = until;
                Ok(Some(Vec::new()))
            }
            Next::Bets | Next::Choice(_) | Next::NoCard | Next::Nothing => Ok(None),
        }
    }

    /// Steps on while this holds and there is something to do.
    pub fn while_so(&mut self, mut so: impl FnMut(&Scene) -> bool) -> Result<Vec<Event>, Stuck> {
        let mut happened = Vec::new();
        for _ in 0..MOST_STEPS {
            if !so(self) {
                break;
            }
            match self.step()? {
                Some(more) => happened.extend(more),
                None => break,
            }
        }
        Ok(happened)
    }

    /// Makes the cards ready, up to where bets are taken. What is burnt is always the same card.
    pub fn make_ready(&mut self) -> Result<(), Stuck> {
        for _ in 0..MOST_STEPS {
            if matches!(self.table.state().phase, Phase::Betting(_)) {
                self.name([]);
                while self.step()?.is_some() {}
                return Ok(());
            }
            self.name(Card::all().next().into_iter().cycle().take(12).map(Drawn::Card));
            if self.step()?.is_none() {
                break;
            }
        }
        Err(Stuck(format!("the cards cannot be made ready; due is: {}", self.table.due())))
    }

    /// Puts a wager down, or has it taken by mistake where chips cannot pay it and the book refuses it for that. Tells whether so.
    pub fn place(&mut self, laid: &Laid) -> Result<bool, Refusal> {
        let Laid { wager, amount } = laid.clone();
        let (name, area) = (Name::from(PATRON), 1);
        let (kind, spoken) = (ChipKind::Chips, false);
        let place = bets::Act::Place { area, wager: wager.clone(), amount, kind, spoken };
        match self.ask(place, patron(&name)) {
            Err(refusal) if refusal.reason == Reason::NotExactlyPayable => {
                let act = bets::Act::ReportAccepted { patron: name, area, wager, amount };
                self.ask(act, staff(Role::Dealer)).map(|_| true).map_err(|_| refusal)
            }
            other => other.map(|_| false),
        }
    }

    /// The bets are down.
    pub fn close_bets(&mut self) {
        self.driver.close_bets();
    }

    /// Deals these cards where they are due, and does what is due without a card, until the coup has its result or a further card is
    /// due.
    pub fn deal(&mut self, cards: &[Card]) -> Result<Vec<Event>, Stuck> {
        self.name_cards(cards);
        self.close_bets();
        self.while_so(|scene| !scene.is_decided())
    }

    /// Finishes the coup under way, without further cards.
    pub fn finish(&mut self) -> Result<Vec<Event>, Stuck> {
        self.while_so(|scene| matches!(scene.table.state().phase, Phase::Coup(_)))
    }

    /// Has the coup under way its result?
    pub fn is_decided(&self) -> bool {
        matches!(&self.table.state().phase, Phase::Coup(coup) if coup.stage >= Stage::Decided)
    }

    /// Cards that were named and are not out yet.
    pub fn cards_left(&self) -> usize {
        self.cards.0.len()
    }

    /// The hands on the table.
    pub fn hands(&self) -> Option<[Vec<Option<Card>>; 2]> {
        match &self.table.state().phase {
            Phase::Coup(coup) => Some([coup.player.clone(), coup.banker.clone()]),
            _ => None,
        }
    }

    /// The dealer reports what went wrong.
    pub fn report(&mut self, report: &Report) -> Result<Vec<Event>, Refusal> {
        self.ask(trouble::Act::Report { report: report.clone() }, staff(Role::Dealer))
    }
}

/// What staff would do if this were due: the act and who asks it. Nothing where it is a patron's, or takes a decision.
pub fn act_for(table: &Table, due: &Due) -> Option<(Act, Actor)> {
    let usual = table.usual_answer(due)?;
    if usual.patron.is_some() {
        return None;
    }
    let card = Card::all().next()?;
    let act = match usual.needs {
        Needs::Nothing | Needs::Number { .. } => usual.act,
        Needs::Card => {
            let open = table.answer_with(due, &table::Given::Card(card));
            let down = || table.answer_with(due, &table::Given::Unseen);
            match table.next_face() {
                baccarat::rules::play::Face::Up => open.or_else(down)?.act,
                baccarat::rules::play::Face::Down => {
                    down().or_else(|| table.answer_with(due, &table::Given::Card(card)))?.act
                }
            }
        }
        Needs::Cards { count } => table.answer_with(due, &table::Given::Cards(vec![card; count]))?.act,
    };
    Some((act, staff(usual.by)))
}

/// Does the table take it? Whoever asks is on duty for it.
pub fn takes(table: &Table, act: &Act, by: &Actor, now: Time) -> bool {
    table.decide(&Command::one(act.clone(), by.clone(), now)).is_ok()
}
