//! A house at play: a table, a shoe of real cards that the table never sees, and somebody who does what is due.

use super::seeded::Seeded;
use super::tables::Setup;
use accounts::{Accounts, Meters, WinReport};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::{Device, ReplaceWhen};
use baccarat::rules::people::Role;
use baccarat::rules::play::{Face, Receives, ThirdCard};
use baccarat::rules::shoe::BurnStyle;
use table::state::Phase;
use table::{
    Act, Actor, Approval, Command, Due, Event, Fact, Name, Refusal, Table, Time, bets, cards, deal, pay,
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
                Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker }) => {
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
            Act::Cards(cards::Act::BurnRest { cards }) => {
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
        let table = &self.table;
        let (state, rules) = (table.state(), &table.book().rules);
        let dealer = |act: Act| Some(self.staff(Role::Dealer, act));
        let shown = state.settings.burn == BurnStyle::FaceUpAndItsCount;
        match table.due_at(self.now) {
            Due::Check => {
                let Phase::Preparing(preparing) = &state.phase else { return None };
                let by = rules.supply.check_before.get()?.by.clone();
                let checked = &preparing.checked;
                let role = by.into_iter().find(|role| checked.iter().all(|person| person.role != *role))?;
                let mut command = match role {
                    Role::CheckingDevice => {
                        self.staff(Role::Employee, Act::Cards(cards::Act::DeviceChecksCards))
                    }
                    role => self.staff(role, Act::Cards(cards::Act::CheckCards)),
                };
                // Somebody who has checked in another role makes way for somebody else.
                if checked.iter().any(|person| person.name == command.by.name) {
                    command.by.name = "relief".into();
                }
                Some(command)
            }
            Due::Prepare { step } => dealer(Act::Cards(cards::Act::Prepare { step })),
            Due::Shuffle => dealer(Act::Cards(cards::Act::Shuffle)),
            Due::ReplaceCards => {
                let when = ReplaceWhen::AfterLastCoup;
                let role = rules.supply.replacements.find(|rule| rule.when == when)?.ordered_by;
                let supply = state.shoe.supply;
                Some(self.staff(
                    role,
                    Act::Cards(cards::Act::ReplaceCards { when, supply, other_colour: true, some: false }),
                ))
            }
            Due::OfferCut { to } => {
                let Phase::Preparing(preparing) = &state.phase else { return None };
                let refused = &preparing.cutting.refused;
                let anyone = || state.players().map(|(name, _)| name).find(|name| !refused.contains(name));
                let to = to.or_else(|| anyone().cloned())?;
                dealer(Act::Cards(cards::Act::OfferCut { to }))
            }
            Due::Cut { by } => {
                let at = u16::from(state.settings.decks) * 26;
                match by {
                    Some(name) => Some(self.patron(&name.0, Act::Cards(cards::Act::Cut { at }))),
                    None => Some(self.staff(Role::Supervisor, Act::Cards(cards::Act::Cut { at }))),
                }
            }
            Due::InsertCuttingCard => {
                dealer(Act::Cards(cards::Act::InsertCuttingCard { from_back: state.settings.from_back }))
            }
            Due::Load => dealer(Act::Cards(cards::Act::LoadCards)),
            Due::Burn => {
                let style = rules.burn.styles.find(|burn| burn.style == state.settings.burn);
                let leave = style.is_some_and(|burn| burn.approved_by.is_some());
                if leave && !state.approved.contains(&Approval::BurnStyle) {
                    return Some(self.staff(
                        Role::Supervisor,
                        Act::Cards(cards::Act::Approve { what: Approval::BurnStyle }),
                    ));
                }
                dealer(Act::Cards(cards::Act::BurnCard {
                    card: self.cards.last().copied().filter(|_| shown),
                }))
            }
            Due::BurnRest { cards } => dealer(Act::Cards(cards::Act::BurnRest { cards })),
            Due::StartPlay => dealer(Act::Cards(cards::Act::StartPlay)),
            Due::OfferRole { to } => dealer(Act::Deal(deal::Act::OfferRole { to })),
            Due::AnswerRole { by } => Some(self.patron(&by.0, Act::Deal(deal::Act::TakeRole))),
            Due::OpenBetting => dealer(Act::Bets(bets::Act::OpenBetting)),
            Due::Wagers | Due::Countdown { .. } => None,
            Due::Call { words } => dealer(Act::Deal(deal::Act::Call { words })),
            Due::FirstCard | Due::Card { .. } if self.cutting_card_comes() && self.carried.is_empty() => {
                dealer(Act::Deal(deal::Act::DrawCuttingCard))
            }
            Due::FirstCard => {
                dealer(Act::Deal(deal::Act::DealCard { to: Side::Player, card: self.next_card() }))
            }
            Due::Card { to } => dealer(Act::Deal(deal::Act::DealCard { to, card: self.next_card() })),
            Due::OfferHand { side, to } => dealer(Act::Deal(deal::Act::OfferHand { side, to: to? })),
            Due::AnswerOffer { by } => Some(self.patron(&by.0, Act::Deal(deal::Act::TakeHand))),
            Due::Expose { side, by } => {
                let cards = self.down.iter().filter(|(of, _)| *of == side).map(|(_, card)| *card).collect();
                let act = Act::Deal(deal::Act::Expose { side, cards });
                match by {
                    Some(name) => Some(self.patron(&name.0, act)),
                    None => dealer(act),
                }
            }
            Due::CollectHand { side } => dealer(Act::Deal(deal::Act::CollectHand { side })),
            Due::Settle => dealer(Act::Pay(pay::Act::Settle)),
            Due::CollectCards => dealer(Act::Pay(pay::Act::CollectCards)),
            Due::LayCarried { to, card } => {
                dealer(Act::Deal(deal::Act::DealCard { to, card: card.or_else(|| self.next_card()) }))
            }
            Due::Decide { matter, by } => {
                let remedies = &state.matters.iter().find(|known| known.id == matter)?.remedies;
                let remedy = remedies[matter as usize % remedies.len()];
                let act = Act::Trouble(trouble::Act::Decide {
                    matter,
                    remedy,
                    why: "seen on the recording".into(),
                });
                Some(Command::new(act, "somebody else", by, self.now))
            }
            Due::Resume => dealer(Act::Trouble(trouble::Act::Resume)),
            Due::SayOfDevice { condition: Some(condition) } => {
                let holds = self.seeded.chance(60);
                let why = "looked into it".into();
                Some(self.staff(
                    Role::Supervisor,
                    Act::Trouble(trouble::Act::AnswerDevice { condition, holds, why }),
                ))
            }
            Due::SayOfDevice { condition: None } => {
                let why = "looked into it".into();
                Some(self.staff(
                    Role::Supervisor,
                    Act::Trouble(trouble::Act::NameDamaged { cards: Vec::new(), why }),
                ))
            }
            Due::AfterDevice { step } => dealer(Act::Trouble(trouble::Act::TakeStep { step })),
            Due::Nothing => None,
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
