//! A house at play: a table, a shoe of real cards that the table never sees, and somebody who does what is due.

use super::seeded::Seeded;
use super::tables::Setup;
use accounts::{Accounts, Meters, WinReport};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::Device;
use baccarat::rules::people::Role;
use baccarat::rules::play::{Face, Receives, ThirdCard};
use baccarat::rules::shoe::BurnStyle;
use table::state::Phase;
use table::{
    Act, Actor, Answer, Command, Due, Event, Fact, Given, Name, Needs, Refusal, Table, Time, cards, deal,
    people, trouble,
};

pub struct House {
    pub table: Table,
    /// A second set of books, which must agree with the table after every event.
    pub accounts: Accounts,
    pub meters: Meters,
    pub shift: WinReport,
    pub events: Vec<Event>,
    pub now: Time,
    /// Cards still in the shoe, the next one last.
    pub cards: Vec<Card>,
    /// Cards on the table face down, and what they are.
    pub down: Vec<(Side, Card)>,
    /// The shoe these cards belong to.
    shoe: u32,
    cutting_card_out: bool,
    /// Cards left in the shoe before this one, and those carried over from it.
    ended: (Vec<Card>, Vec<Card>),
    /// Cards that left the shoe too early, in the order they did.
    carried: Vec<Card>,
    pub seeded: Seeded,
}

pub const STAFF: &[Role] = &[
    Role::Dealer,
    Role::GameSupervisor,
    Role::Supervisor,
    Role::Manager,
    Role::Employee,
    Role::Operator,
    Role::Surveillance,
    Role::Inspector,
];

impl House {
    /// Opens a table and signs the staff on, each called by the role.
    pub fn open(setup: &Setup, mut seeded: Seeded) -> House {
        let by = Actor { name: "operator".into(), role: Role::Operator };
        let (table, event) = Table::open(setup.book.clone(), setup.settings.clone(), by, Time(0)).unwrap();
        let cards = seeded.shoe(setup.settings.decks);
        let mut accounts = Accounts::new(&setup.book);
        let entry = accounts.post(&event).unwrap();
        let mut shift = WinReport::default();
        shift.take(&event, entry.as_ref());
        let mut house = House {
            table,
            accounts,
            meters: Meters::default(),
            shift,
            events: vec![event],
            now: Time(0),
            cards,
            down: Vec::new(),
            shoe: 1,
            cutting_card_out: false,
            ended: Default::default(),
            carried: Vec::new(),
            seeded,
        };
        for role in STAFF {
            house.ask(&house.staff(*role, Act::People(people::Act::SignOn))).unwrap();
            house
                .ask(&Command::new(Act::People(people::Act::SignOn), "somebody else", *role, Time(0)))
                .unwrap();
        }
        house
    }

    pub fn staff(&self, role: Role, act: Act) -> Command {
        Command::new(act, role.to_string().as_str(), role, self.now)
    }

    pub fn patron(&self, name: &str, act: Act) -> Command {
        Command::new(act, name, Role::Player, self.now)
    }

    /// Judges a command and takes in what follows.
    pub fn ask(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(command)?.events;
        events.iter().for_each(|event| self.take(event));
        self.laid(&events, command);
        self.took(command);
        self.events.extend(events.iter().cloned());
        Ok(events)
    }

    /// Takes in an event, which conserves every chip: accounts that know nothing but events agree with the table.
    pub fn take(&mut self, event: &Event) {
        self.post(event);
        self.table.apply(event);
        self.accounts
            .agrees(self.table.state())
            .unwrap_or_else(|fault| panic!("after {}: {fault}", event.fact));
        assert_eq!(self.shift.win(), self.shift.made_of(), "the win after {}", event.fact);
        assert_eq!(self.shift.closing, self.table.state().float, "the float after {}", event.fact);
    }

    /// Posts an event to the accounts alone.
    pub fn post(&mut self, event: &Event) {
        let entry = self.accounts.post(event).unwrap_or_else(|fault| panic!("{fault}: {event:?}"));
        self.meters.take(event, entry.as_ref());
        self.shift.take(event, entry.as_ref());
    }

    /// Keeps the shoe in step with cards that a ruling moved.
    pub fn laid(&mut self, events: &[Event], command: &Command) {
        if !matches!(
            command.acts[0],
            Act::Trouble(trouble::Act::Report { .. }) | Act::Trouble(trouble::Act::Decide { .. })
        ) {
            return;
        }
        for event in events {
            match &event.fact {
                Fact::Deal(deal::Fact::CardDealt { card: Some(card), .. }) => self.leaves(*card),
                Fact::Deal(deal::Fact::CardDealt { to, card: None }) => {
                    let drawn = self.cards.pop();
                    self.down.extend(drawn.map(|drawn| (*to, drawn)));
                }
                Fact::Deal(deal::Fact::CardCarried { card: Some(card), was_dealt: true, .. }) => {
                    self.carried.push(*card)
                }
                Fact::Deal(deal::Fact::CardCarried { card, .. }) => {
                    let drawn = card.or_else(|| self.cards.last().copied());
                    if let Some(drawn) = drawn {
                        self.leaves(drawn);
                        self.carried.push(drawn);
                    }
                }
                Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, .. }) => {
                    let mut unseen: Vec<Card> = self.down.drain(..).map(|(_, card)| card).collect();
                    for (side, hand) in [(Side::Player, player), (Side::Banker, banker)] {
                        for _ in hand.iter().filter(|card| card.is_none()) {
                            let card = unseen.pop().or_else(|| self.cards.pop());
                            self.down.extend(card.map(|card| (side, card)));
                        }
                    }
                }
                Fact::Deal(deal::Fact::CardSetAside { card: Some(card) }) => self.leaves(*card),
                Fact::Deal(deal::Fact::CardSetAside { card: None }) => {
                    self.cards.pop();
                }
                _ => {}
            }
        }
    }

    /// Keeps the shoe in step with a command that was accepted.
    pub fn took(&mut self, command: &Command) {
        match &command.acts[0] {
            Act::Deal(deal::Act::DealCard { to, card }) if !self.carried.is_empty() => {
                let drawn = self.carried.remove(0);
                if card.is_none() {
                    self.down.push((*to, drawn));
                }
            }
            Act::Deal(deal::Act::DealCard { card: Some(card), .. })
            | Act::Cards(cards::Act::BurnCard { card: Some(card) }) => self.leaves(*card),
            Act::Deal(deal::Act::DealCard { to, card: None }) => {
                let drawn = self.cards.pop();
                self.down.extend(drawn.map(|drawn| (*to, drawn)));
            }
            Act::Cards(cards::Act::BurnCard { card: None }) => {
                self.cards.pop();
            }
            Act::Deal(deal::Act::Expose { side, cards }) => {
                // What lay there goes back if others are turned up; a real dealer cannot do this, a random one does.
                self.cards.extend(self.down.iter().filter(|(of, _)| of == side).map(|(_, card)| *card));
                self.down.retain(|(of, _)| of != side);
                cards.iter().for_each(|card| self.leaves(*card));
            }
            Act::Cards(cards::Act::BurnRest { cards, .. }) => {
                self.cards.truncate(self.cards.len().saturating_sub(usize::from(*cards)))
            }
            Act::Deal(deal::Act::DrawCuttingCard) => self.cutting_card_out = true,
            _ => {}
        }
        let state = self.table.state();
        if !matches!(state.phase, Phase::Coup(_)) {
            self.down.clear();
            if state.settings.device == Device::ShufflingDevice {
                self.cards = self.seeded.shoe(state.settings.decks);
            }
        }
        if state.shoe.number < self.shoe {
            // The last coup of a shoe is put right before its cards are taken out.
            self.shoe = state.shoe.number;
            (self.cards, self.carried) = std::mem::take(&mut self.ended);
            self.cutting_card_out = true;
        }
        if state.shoe.number > self.shoe {
            self.shoe = state.shoe.number;
            self.cutting_card_out = false;
            let cards = self.seeded.shoe(state.settings.decks);
            self.ended = (std::mem::replace(&mut self.cards, cards), std::mem::take(&mut self.carried));
        }
    }

    /// Takes a card out of the shoe: the next one, or another of its kind.
    fn leaves(&mut self, card: Card) {
        if let Some(place) = self.cards.iter().rposition(|other| *other == card) {
            self.cards.remove(place);
        }
    }

    /// The card that lies next in the shoe, unless the table wants it face down.
    fn next_card(&self) -> Option<Card> {
        let third = matches!(&self.table.state().phase,
            Phase::Coup(coup) if coup.player.len() + coup.banker.len() >= 4);
        let rule = self.table.book().rules.dealing.third_card.get();
        let face = match rule {
            Some(ThirdCard::FaceUp) if third => Face::Up,
            // Where patrons may hold cards, the way the first card was dealt holds for the coup.
            _ => match &self.table.state().phase {
                Phase::Coup(coup) if self.patrons_may_hold() => {
                    coup.face.unwrap_or(self.table.state().settings.faces)
                }
                _ => self.table.state().settings.faces,
            },
        };
        self.carried.first().or(self.cards.last()).copied().filter(|_| face == Face::Up)
    }

    fn patrons_may_hold(&self) -> bool {
        let settings = &self.table.state().settings;
        settings.receives(self.table.book()) != Receives::Nobody
    }

    fn cutting_card_comes(&self) -> bool {
        let settings = &self.table.state().settings;
        settings.is_cut(self.table.book())
            && !self.cutting_card_out
            && self.cards.len() <= usize::from(settings.from_back)
    }

    /// A command that does what is due, by whoever should do it; nothing if it is for patrons to bet.
    pub fn due_command(&mut self) -> Option<Command> {
        // With wagers down the clock is let run out; without, patrons are waited for.
        let state = self.table.state();
        let waits = state.stakes.is_empty()
            && matches!(&state.phase, Phase::Betting(betting) if betting.no_bet.is_none());
        if let Due::Countdown { until, .. } = self.table.due()
            && !waits
        {
            self.now = self.now.max(until);
        }
        let due = self.table.due_at(self.now);
        if let Some(command) = self.for_people(&due) {
            return Some(command);
        }
        let Answer { act, by, patron, .. } = self.table.answer_with(&due, &self.given(&due)?)?;
        let mut command = match &patron {
            Some(name) => self.patron(&name.0, act),
            None => self.staff(by, act),
        };
        // Somebody who has checked in another role makes way for somebody else.
        if let Phase::Preparing(preparing) = &self.table.state().phase
            && due == Due::Check
            && preparing.checked.iter().any(|person| person.name == command.by.name)
        {
            command.by.name = "relief".into();
        }
        Some(command)
    }

    /// What is at hand to answer with.
    fn given(&self, due: &Due) -> Option<Given> {
        let state = self.table.state();
        let shown = state.settings.burn == BurnStyle::FaceUpAndItsCount;
        let laid = |card: Option<Card>| card.map_or(Given::Unseen, Given::Card);
        Some(match (due, self.table.usual_answer(due)?.needs) {
            (Due::FirstCard | Due::Card { .. }, _)
                if self.cutting_card_comes() && self.carried.is_empty() =>
            {
                Given::CuttingCard
            }
            (Due::FirstCard | Due::Card { .. } | Due::LayCarried { card: None, .. }, _) => {
                laid(self.next_card())
            }
            (Due::Burn, Needs::Card) => laid(self.cards.last().copied().filter(|_| shown)),
            (Due::Expose { side, .. }, _) => {
                Given::Cards(self.down.iter().filter(|(of, _)| of == side).map(|(_, card)| *card).collect())
            }
            (Due::Cut { .. }, _) => Given::Number(u16::from(state.settings.decks) * 26),
            (_, Needs::Number { usual, .. }) => Given::Number(usual),
            (_, Needs::Nothing) => Given::Nothing,
            (_, Needs::Card | Needs::Cards { .. }) => return None,
        })
    }

    /// What people make up their minds about; no act answers it as a matter of course.
    fn for_people(&mut self, due: &Due) -> Option<Command> {
        let why = "looked into it".into();
        match *due {
            Due::Decide { matter, by } => {
                let remedies = &self.table.state().matters.iter().find(|known| known.id == matter)?.remedies;
                let remedy = remedies[matter as usize % remedies.len()];
                let act = trouble::Act::Decide { matter, remedy, why: "seen on the recording".into() };
                Some(Command::new(act, "somebody else", by, self.now))
            }
            Due::SayOfDevice { condition: Some(condition) } => {
                let holds = self.seeded.chance(60);
                let act = trouble::Act::AnswerDevice { condition, holds, why };
                Some(self.staff(Role::Supervisor, act.into()))
            }
            Due::SayOfDevice { condition: None } => {
                let act = trouble::Act::NameDamaged { cards: Vec::new(), why };
                Some(self.staff(Role::Supervisor, act.into()))
            }
            _ => None,
        }
    }

    /// Does what is due until patrons are to bet or the coup waits for nothing more.
    pub fn play_on(&mut self) {
        for _ in 0..400 {
            let Some(command) = self.due_command() else { return };
            self.ask(&command).unwrap_or_else(|refusal| panic!("{command:?} was due: {refusal}"));
        }
        panic!("play does not get on; due is {}", self.table.due());
    }

    pub fn name(&mut self, names: &[&str]) -> Name {
        Name::from(*self.seeded.pick(names))
    }
}
