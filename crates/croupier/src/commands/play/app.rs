//! What is going on at the table, without a terminal: keys and time come in, the view looks at it.

use crate::failure::Failure;
use crate::sitting::story::{Message, Tone};
use crate::sitting::{Cards, Happened, Sitting};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::play::NoBetSource;
use baccarat::wager::{Settlement, Wager, WagerClass, WagerId};
use std::sync::Arc;
use table::driver::{Driver, Next, patron, staff};
use table::state::{Phase, Stage};
use table::{
    Act, Actor, Due, Fact, Name, Proposal, Refusal, Settings, Time, bets, cards, deal, pay, people, trouble,
};

use super::felt::Entry;
use super::mishap::Asking;

/// The box of the one person here.
pub(super) const SEAT: u8 = 1;

/// Wagers and their amounts.
pub type Bets = Vec<(WagerId, Money)>;

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhoseTurn {
    /// The table's: cards are made ready, dealt or settled.
    Table,
    /// The person's: to bet.
    Bets,
    /// The person's: to say yes or no.
    Choice(Due),
    /// The person's: to key in a card, or to say that the coup is over.
    Felt,
    /// Nobody's any more, and why.
    Nobody(String),
}

/// What lies over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Keys and signs.
    Help,
    /// Everything that was said.
    Log,
    /// What the chosen wager pays, row by row.
    Wager,
    /// Whether to leave.
    Leave,
    /// What went wrong, or what is decided on it.
    Mishap,
}

/// A wager that this table offers, as the layout shows it.
pub struct BettingBox {
    /// The wager.
    pub wager: Wager,
    /// What it pays, in short.
    pub pays: String,
}

/// The cards last dealt, which lie there until the next coup.
#[derive(Clone, Debug, Default)]
pub struct Hands {
    /// The player's.
    pub player: Vec<Option<Card>>,
    /// The banker's.
    pub banker: Vec<Option<Card>>,
    /// Who won, once that is known.
    pub winner: Option<Winner>,
}

/// One person at a table.
pub struct App {
    pub(super) sitting: Sitting,
    pub(super) me: Name,
    pub(super) felt: bool,
    pub(super) turn: WhoseTurn,
    pub(super) boxes: Vec<BettingBox>,
    pub(super) chosen: usize,
    pub(super) chip: usize,
    pub(super) hands: Hands,
    pub(super) log: Vec<Message>,
    pub(super) overlay: Option<Overlay>,
    /// How far the log is scrolled back.
    pub(super) scrolled: usize,
    pub(super) entry: Entry,
    /// What the person is asked about something that went wrong.
    pub(super) asking: Option<Asking>,
    pub(super) bought: Money,
    undo: Vec<Bets>,
    last_bets: Bets,
    /// The person has said that the result may be settled.
    pub(super) agreed: bool,
    /// Nothing happens before this time, so that cards can be followed.
    not_before: Time,
    /// What the person was ahead or behind before this coup.
    net_before: Money,
    over: bool,
}

impl App {
    /// Opens a table and sits down.
    pub fn open(
        book: Arc<Book>,
        settings: Settings,
        cards: Cards,
        me: Name,
        cash: Money,
    ) -> Result<App, Failure> {
        let felt = matches!(cards, Cards::Felt);
        let boxes = boxes(&book, &settings);
        let driver = if felt { Driver::new() } else { Driver::beside(me.clone()) };
        let chip = settings.chips.iter().position(|chip| *chip >= settings.limits.least).unwrap_or(0);
        let (sitting, opened) = Sitting::open(book, settings, cards, driver)?;
        let mut app = App {
            sitting,
            me: me.clone(),
            felt,
            turn: WhoseTurn::Table,
            boxes,
            chosen: 0,
            chip,
            hands: Hands::default(),
            log: Vec::new(),
            overlay: None,
            scrolled: 0,
            entry: Entry::default(),
            asking: None,
            bought: cash,
            undo: Vec::new(),
            last_bets: Vec::new(),
            agreed: false,
            not_before: Time(0),
            net_before: Money(0),
            over: false,
        };
        app.take_in(opened);
        let refused = |refusal: Refusal| Failure::refused(format!("no seat at this table: {refusal}"));
        let seated = app.sitting.welcome(&me, cash, SEAT).map_err(refused)?;
        app.take_in(seated);
        app.tick(Time(0));
        Ok(app)
    }

    /// Has the person left?
    pub fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn leave(&mut self) {
        self.over = true;
    }

    /// What is said on the way out.
    pub fn farewell(&self) -> String {
        let coups = match self.sitting.table.state().coups {
            1 => "1 coup".to_owned(),
            coups => format!("{coups} coups"),
        };
        let net = self.net();
        let message = match net.0.signum() {
            0 => "just what was brought".to_owned(),
            1 => format!("{net} more than was brought"),
            _ => format!("{} less than was brought", Money(-net.0)),
        };
        format!(
            "{} leaves after {coups} with {} in play chips, {message}.",
            self.me,
            self.balance() + self.staked()
        )
    }

    /// Chips in hand.
    pub fn balance(&self) -> Money {
        self.sitting.table.state().present(&self.me).map_or(Money(0), |patron| patron.chips)
    }

    /// Chips on the layout.
    pub fn staked(&self) -> Money {
        self.bets().iter().map(|(_, amount)| *amount).sum()
    }

    /// Won or lost so far; what is on the layout is neither.
    pub fn net(&self) -> Money {
        self.balance() + self.staked() - self.bought
    }

    /// The wagers on the layout, main ones first.
    pub fn bets(&self) -> Bets {
        let on = |wager: &WagerId| {
            let mut stakes = self.sitting.table.state().stakes.iter();
            stakes.find(|stake| stake.patron == self.me && stake.wager == *wager).map(|stake| stake.amount)
        };
        self.boxes.iter().filter_map(|own| Some((own.wager.id.clone(), on(&own.wager.id)?))).collect()
    }

    /// The chips of this table.
    pub fn chips(&self) -> &[Money] {
        &self.sitting.table.state().settings.chips
    }

    /// Seconds left on the clock, where betting is timed.
    pub fn clock(&self) -> Option<i64> {
        match &self.sitting.table.state().phase {
            Phase::Betting(betting) => Some(self.sitting.now.seconds_until(betting.until?)),
            _ => None,
        }
    }

    /// What is due, with its clauses.
    pub fn due(&self) -> (String, String) {
        let (table, now) = (&self.sitting.table, self.sitting.now);
        (table.due_at(now).to_string(), table.due_under_at(now).clauses.join(", "))
    }

    /// Something is said.
    pub(super) fn say(&mut self, message: Message) {
        self.log.push(message);
        self.scrolled = 0;
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.say(Message::refusal(refusal));
    }

    /// A word to the person that no clause is behind.
    pub(super) fn hint(&mut self, text: impl Into<String>) {
        self.say(Message::plain(Tone::Refused, text));
    }

    /// Time passes.
    pub fn tick(&mut self, now: Time) {
        self.sitting.now = now.max(self.sitting.now);
        if self.turn == WhoseTurn::Bets && self.clock() == Some(0) {
            self.clock_ran_out();
        }
        // Everything that needs no pause happens at once; the bound is far above what any shoe needs.
        for _ in 0..200 {
            if self.turn != WhoseTurn::Table || self.sitting.now < self.not_before {
                return;
            }
            self.step();
        }
    }

    /// The person does not want to wait for the dealer.
    pub(super) fn hurry(&mut self) {
        self.not_before = self.sitting.now;
    }

    fn step(&mut self) {
        if self.felt && (self.waits_for_hand() || !self.agreed && self.coup_is_decided()) {
            self.turn = WhoseTurn::Felt;
            return;
        }
        match self.sitting.next() {
            Next::Ask(act, by) => {
                let pause = self.pause(&act);
                match self.sitting.ask(act, by) {
                    Ok(happened) => self.take_in(happened),
                    Err(refusal) => {
                        self.turn = WhoseTurn::Nobody(format!("The table cannot go on: {refusal}"))
                    }
                }
                self.not_before = Time(self.sitting.now.0 + pause);
            }
            Next::Bets => self.turn = WhoseTurn::Bets,
            Next::Choice(due) => self.turn = WhoseTurn::Choice(due),
            Next::Wait(until) => self.not_before = until,
            Next::NoCard if self.felt => self.turn = WhoseTurn::Felt,
            Next::NoCard => self.turn = WhoseTurn::Nobody("The shoe has run out of cards.".to_owned()),
            Next::Nothing => self.turn = WhoseTurn::Nobody("The table is closed.".to_owned()),
        }
    }

    /// Is it for the person to decide, to let the coup go on, or to key in a card that is already out?
    fn waits_for_hand(&self) -> bool {
        let begun = self.sitting.driver.bets_are_closed()
            || !matches!(self.sitting.table.state().phase, Phase::Betting(_));
        match self.sitting.table.due() {
            Due::Decide { .. } | Due::Resume => true,
            Due::LayCarried { .. } => begun,
            _ => false,
        }
    }

    /// How long the eye needs after an act, in milliseconds. Keyed cards need no pause.
    fn pause(&self, act: &Act) -> i64 {
        match act {
            _ if self.felt => 0,
            Act::Deal(deal::Act::DealCard { .. }) | Act::Deal(deal::Act::Expose { .. }) => 450,
            Act::Deal(deal::Act::Call { .. }) | Act::Deal(deal::Act::DrawCuttingCard) => 350,
            Act::Pay(pay::Act::Settle) => 500,
            _ => 0,
        }
    }

    pub(super) fn coup_is_decided(&self) -> bool {
        matches!(&self.sitting.table.state().phase, Phase::Coup(coup) if coup.stage >= Stage::Decided)
    }

    /// Asks something of the table; a refusal is told.
    pub(super) fn ask(&mut self, act: Act, by: Actor) -> bool {
        match self.sitting.ask(act, by) {
            Ok(happened) => {
                self.take_in(happened);
                true
            }
            Err(refusal) => {
                self.refuse(&refusal);
                false
            }
        }
    }

    pub(super) fn take_in(&mut self, happened: Vec<Happened>) {
        for Happened { event, message } in happened {
            match &event.fact {
                Fact::Deal(deal::Fact::CoupStarted { .. }) => {
                    self.hands = Hands::default();
                    self.undo.clear();
                    self.agreed = false;
                    self.net_before = self.net();
                    let bets = self.bets();
                    if !bets.is_empty() {
                        self.last_bets = bets;
                    }
                }
                Fact::Deal(deal::Fact::CoupDecided { winner, .. }) => self.hands.winner = Some(*winner),
                Fact::Trouble(trouble::Fact::CoupReconstructed { .. })
                | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => self.hands.winner = None,
                Fact::Cards(cards::Fact::Shuffled) => self.hands = Hands::default(),
                _ => {}
            }
            match (&event.fact, message) {
                (Fact::Pay(pay::Fact::CoupEnded { .. }), _) => self.sum_up(),
                (_, Some(message)) => self.say(message),
                (_, None) => {}
            }
        }
        if let Phase::Coup(coup) = &self.sitting.table.state().phase {
            self.hands.player.clone_from(&coup.player);
            self.hands.banker.clone_from(&coup.banker);
        }
    }

    /// The coup in one line, as the last word on it.
    fn sum_up(&mut self) {
        let result = self.log.iter().rev().find(|message| matches!(message.tone, Tone::Result(_)));
        let result = result.map_or(String::new(), |message| message.text.clone());
        let change = self.net() - self.net_before;
        let (tone, message) = match change.0.signum() {
            1 => (Tone::Won, format!("; you are {change} ahead on it")),
            -1 => (Tone::Lost, format!("; you are {} behind on it", Money(-change.0))),
            _ => (Tone::Plain, String::new()),
        };
        self.say(Message::plain(tone, format!("{result}{message}.")));
    }

    /// The bets are down.
    pub(super) fn deal(&mut self) {
        if self.clock().is_some_and(|left| left > 0) {
            return self.hint("The clock closes betting; the cards come when it reaches zero.");
        }
        if self.bets().is_empty() && !self.no_bet_is_directed() {
            return self.hint("Put a chip on a box first: space; or n asks for a coup on which nobody bets.");
        }
        self.sitting.driver.close_bets();
        self.turn = WhoseTurn::Table;
        self.hurry();
    }

    fn clock_ran_out(&mut self) {
        if self.bets().is_empty() && !self.no_bet_is_directed() {
            let by = self.signed_on(Role::Supervisor);
            let source = NoBetSource::EmptyPeriod;
            if !self.ask(
                Act::Bets(bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: false }),
                by,
            ) {
                self.turn = WhoseTurn::Nobody("The wagering period ended without a wager.".to_owned());
                return;
            }
        }
        self.sitting.driver.close_bets();
        self.turn = WhoseTurn::Table;
    }

    pub(super) fn no_bet_is_directed(&self) -> bool {
        matches!(&self.sitting.table.state().phase, Phase::Betting(betting) if betting.no_bet.is_some())
    }

    pub(super) fn signed_on(&mut self, role: Role) -> Actor {
        let by = staff(role);
        let on_duty =
            self.sitting.table.state().staff.get(&by.name).is_some_and(|roles| roles.contains(&role));
        if !on_duty {
            self.ask(Act::People(people::Act::SignOn), by.clone());
        }
        by
    }

    /// Asks for a coup on which nobody bets, by the way the book has for it.
    pub(super) fn no_bet_coup(&mut self) -> bool {
        let sources = &self.sitting.table.book().rules.no_bet.sources;
        let has = |source: NoBetSource| sources.find(|rule| rule.source == source);
        let rule = has(NoBetSource::RequestAndConsent).or(has(NoBetSource::Consent));
        let (source, role) = rule.map_or((NoBetSource::Consent, Role::Supervisor), |rule| {
            (rule.source, rule.by.unwrap_or(Role::Supervisor))
        });
        let me = patron(&self.me);
        if rule.is_some() {
            self.ask(Act::Bets(bets::Act::AskNoBetCoup), me.clone());
            self.ask(Act::Bets(bets::Act::Agree { to: Proposal::NoBetCoup }), me);
        }
        let by = self.signed_on(role);
        self.ask(Act::Bets(bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: false }), by)
    }

    /// Yes or no to whatever the person is asked.
    pub(super) fn answer(&mut self, yes: bool) {
        let Sitting { table, driver, cards, .. } = &mut self.sitting;
        let Some((act, by)) = driver.answer(table, cards, yes) else { return };
        if self.ask(act, by) {
            self.turn = WhoseTurn::Table;
        }
    }

    /// More play chips.
    pub(super) fn buy_in(&mut self) {
        let cash = Money(1_000 * Money::UNITS);
        if self.ask(Act::People(people::Act::BuyIn { cash }), patron(&self.me)) {
            self.bought += cash;
        }
    }

    fn on(&self, wager: &WagerId) -> Money {
        self.bets().into_iter().find(|(id, _)| id == wager).map_or(Money(0), |(_, amount)| amount)
    }

    /// Puts the chosen chip on the chosen box, or takes it back.
    pub(super) fn move_chip(&mut self, down: bool) {
        let Some(wager) = self.boxes.get(self.chosen).map(|own| own.wager.id.clone()) else { return };
        let Some(chip) = self.chips().get(self.chip).copied() else { return };
        let there = self.on(&wager);
        if !down && there == Money(0) {
            return self.hint("There is nothing on that box.");
        }
        let before = self.bets();
        self.bet(&wager, if down { there + chip } else { Money((there - chip).0.max(0)) });
        self.remember(before);
    }

    fn remember(&mut self, before: Bets) {
        if before != self.bets() {
            self.undo.push(before);
        }
    }

    /// Makes a wager this much.
    fn bet(&mut self, wager: &WagerId, amount: Money) {
        let (area, wager, there) = (SEAT, wager.clone(), self.on(wager));
        let act = match (there.0 > 0, amount.0 > 0) {
            _ if there == amount => return,
            (true, true) => Act::Bets(bets::Act::Change { area, wager, amount }),
            (true, false) => Act::Bets(bets::Act::Withdraw { area, wager }),
            (false, _) => {
                Act::Bets(bets::Act::Place { area, wager, amount, kind: ChipKind::Chips, spoken: false })
            }
        };
        self.ask(act, patron(&self.me));
    }

    /// Brings the layout to these wagers: side wagers go first and come last, as they may need a main one.
    fn restore(&mut self, wanted: &Bets) {
        let before = self.bets();
        for (wager, _) in before.iter().rev().filter(|(id, _)| !wanted.iter().any(|(kept, _)| kept == id)) {
            self.bet(wager, Money(0));
        }
        for (wager, amount) in wanted {
            self.bet(wager, *amount);
        }
    }

    /// Takes back the last change to the wagers.
    pub(super) fn undo(&mut self) {
        match self.undo.pop() {
            Some(bets) => self.restore(&bets),
            None => self.hint("There is nothing to undo."),
        }
    }

    /// Takes all wagers back.
    pub(super) fn clear(&mut self) {
        let before = self.bets();
        self.restore(&Vec::new());
        self.remember(before);
    }

    /// Bets as on the coup before.
    pub(super) fn repeat(&mut self) {
        if self.last_bets.is_empty() {
            return self.hint("There is no earlier wager to repeat.");
        }
        let (before, wanted) = (self.bets(), self.last_bets.clone());
        self.restore(&wanted);
        self.remember(before);
    }
}

/// The boxes of a layout: main wagers first, then what the operator offers beside them.
fn boxes(book: &Book, settings: &Settings) -> Vec<BettingBox> {
    let options =
        book.rules.sides.offered.values().filter(|option| settings.options.contains(&option.option));
    let side: Vec<&WagerId> = options.flat_map(|option| &option.wagers).collect();
    let wagers = book.wagers(&settings.method).unwrap_or_default();
    let of = |class: WagerClass| wagers.iter().filter(move |wager| wager.class == class);
    let offered = of(WagerClass::Main).chain(of(WagerClass::Side).filter(|wager| side.contains(&&wager.id)));
    offered.map(|wager| BettingBox { pays: pays(wager), wager: wager.clone() }).collect()
}

/// What a wager pays: one pay, or the least and the most.
fn pays(wager: &Wager) -> String {
    let mut odds: Vec<_> = wager
        .rows
        .iter()
        .filter_map(|row| match row.settlement {
            Settlement::Wins(odds) => Some(odds),
            _ => None,
        })
        .collect();
    odds.sort_by_key(|odds| odds.ratio());
    odds.dedup();
    match odds[..] {
        [] => "nothing".to_owned(),
        [only] => only.to_string(),
        [.., most] => format!("up to {most}"),
    }
}
