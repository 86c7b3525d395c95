//! A player who does what a strategy file says.

use super::expression::{Expression, Lookup, MOST_ITEMS, ONE};
use super::view::{BANKER, PLAYER, Shoe, TIE, View};
use super::{After, Assignment, Bet, Formula, Move, On, PastEnd, Size, Strategy, Value, When};
use crate::class::Class;
use crate::game::Game;
use crate::player::{Coup, Leave, Player, Situation, Wish, Won};
use crate::till::Till;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::outcome::Side;
use baccarat::wager::{Wager, WagerId};
use odds::Evaluator;

/// A bet made ready: wagers by their places.
struct ReadyBet<'s> {
    bet: &'s Bet,
    /// The wager on the last winner when that was player, and when it was banker; the same one twice where it is fixed.
    places: [usize; 2],
    /// By class of the coup before, whether to bet.
    when: Option<Vec<bool>>,
}

/// What a strategy needs at this table: worked out once, used by everyone who plays it.
pub(crate) struct Ready<'s> {
    strategy: &'s Strategy,
    bets: Vec<ReadyBet<'s>>,
    full: Composition,
    /// Works out what wagers cost on the cards that are left, where the strategy asks.
    evaluator: Option<Evaluator>,
    needs_cards: bool,
}

impl<'s> Ready<'s> {
    /// A strategy that was read for this till finds all its wagers there.
    pub(crate) fn of(strategy: &'s Strategy, till: &Till<'_>, game: &Game) -> Ready<'s> {
        let place = |id: &WagerId| till.place(id).unwrap_or(0);
        let hand = |side: Side| till.wagers().position(|wager| wager.is_on(side)).unwrap_or(0);
        let [player, banker] = [hand(Side::Player), hand(Side::Banker)];
        let ready = |bet: &'s Bet| ReadyBet {
            bet,
            places: match &bet.on {
                On::Wager(id) => [place(id); 2],
                On::LastWinner => [player, banker],
                On::LastLoser => [banker, player],
            },
            when: match &bet.when {
                Some(When::Coup(when)) => {
                    let classes = (0..Class::ROOM).map(|class| Class(class as u16));
                    let holds =
                        |class: Class| is_possible(class) && when.holds(&class.outcome(game.tableau()));
                    Some(classes.map(holds).collect())
                }
                _ => None,
            },
        };
        let formulas = formulas(strategy);
        let asks = |wanted: fn(&Lookup) -> bool| formulas.iter().any(|formula| asks(formula, wanted));
        let is_of_cards = |asked: &Lookup| {
            matches!(asked, Lookup::Left(_) | Lookup::Count(_) | Lookup::TrueCount(_) | Lookup::Edge(_))
        };
        let wagers: Vec<&Wager> = till.wagers().collect();
        let evaluator = || Evaluator::new(till.book().tableau(), till.book().values(), &wagers).ok();
        Ready {
            strategy,
            bets: strategy.bets.iter().map(ready).collect(),
            full: Composition::of_decks(game.decks()),
            evaluator: if asks(|asked| matches!(asked, Lookup::Edge(_))) { evaluator() } else { None },
            needs_cards: asks(is_of_cards),
        }
    }

    pub(crate) fn strategy(&self) -> &'s Strategy {
        self.strategy
    }
}

/// Every expression of a strategy.
fn formulas(strategy: &Strategy) -> Vec<&Expression> {
    let mut all: Vec<&Expression> = strategy.stop.iter().map(|Formula(stop)| stop).collect();
    for bet in &strategy.bets {
        if let Some(When::Holds(Formula(when))) = &bet.when {
            all.push(when);
        }
        if let Size::Formula(Formula(stake)) = &bet.stake {
            all.push(stake);
        }
        for after in [&bet.after_win, &bet.after_loss, &bet.after_push] {
            if let After::Sets(sets) = after {
                all.extend(sets.iter().map(|set| &set.value));
            }
        }
    }
    all
}

/// Does an expression ask something of this kind?
fn asks(expression: &Expression, wanted: fn(&Lookup) -> bool) -> bool {
    let any = |parts: &[&Expression]| parts.iter().any(|part| asks(part, wanted));
    match expression {
        Expression::Number(_) | Expression::Variable(_) | Expression::Fact(_) => false,
        Expression::Lookup(Lookup::Last(back)) => asks(back, wanted),
        Expression::Lookup(asked) => wanted(asked),
        Expression::List(items) | Expression::Call(_, items) => items.iter().any(|item| asks(item, wanted)),
        Expression::Not(inner) | Expression::Negative(inner) => asks(inner, wanted),
        Expression::Two(_, left, right) => any(&[left, right]),
        Expression::If(when, then, otherwise) => any(&[when, then, otherwise]),
    }
}

/// Is this a number that some outcome could have?
fn is_possible(class: Class) -> bool {
    class.0 & 15 < 10 && class.0 >> 4 & 15 < 10
}

/// Somebody who plays by a file.
pub(crate) struct FilePlayer<'r, 's> {
    ready: &'r Ready<'s>,
    step: Vec<usize>,
    variables: Vec<Value>,
    shoe: Shoe,
    /// Where the last winner that was no tie stands in [`ReadyBet::places`].
    last_hand: usize,
    before: Option<Class>,
    /// A list grew too long: nobody keeps such a score.
    lost_track: bool,
}

impl<'r, 's> FilePlayer<'r, 's> {
    pub(crate) fn new(ready: &'r Ready<'s>) -> FilePlayer<'r, 's> {
        FilePlayer {
            ready,
            step: vec![0; ready.bets.len()],
            variables: Vec::new(),
            shoe: Shoe::new(ready.full.clone(), ready.strategy.tags.len()),
            last_hand: 1,
            before: None,
            lost_track: false,
        }
    }

    fn view(&self, seen: &Situation) -> View<'_, '_> {
        View {
            seen: *seen,
            variables: &self.variables,
            shoe: &self.shoe,
            evaluator: self.ready.evaluator.as_ref(),
            edges: None,
        }
    }

    fn wished(&self, nth: usize, bet: &Bet, view: &mut View<'_, '_>) -> Money {
        let step = i64::from(bet.steps[self.step[nth].min(bet.steps.len() - 1)]);
        let held = view.seen.held.0;
        match &bet.stake {
            Size::Amount(amount) => Money(amount.0.saturating_mul(step).min(Money::MOST)),
            Size::Share(share) => {
                let stake = i128::from(held) * i128::from(*share) * i128::from(step) / 10_000;
                Money(stake.clamp(0, i128::from(held.max(0))) as i64)
            }
            Size::Formula(Formula(stake)) => {
                let units = stake.value(view).number().saturating_mul(i128::from(Money::UNITS)) / ONE;
                Money(units.saturating_mul(i128::from(step)).clamp(0, i128::from(Money::MOST)) as i64)
            }
        }
    }

    fn go_on(&mut self, nth: usize, step: Move) {
        let bet = self.ready.bets[nth].bet;
        let now = self.step[nth];
        let last = bet.steps.len() - 1;
        self.step[nth] = match step {
            Move::First => 0,
            Move::Stay => now,
            Move::Back(by) => now.saturating_sub(by as usize),
            Move::Next(by) if now + by as usize <= last => now + by as usize,
            Move::Next(_) => match bet.past_end {
                PastEnd::First => 0,
                PastEnd::Stay => last,
            },
        };
    }

    fn set(&mut self, seen: &Situation, sets: &[Assignment]) {
        for Assignment { variable, value } in sets {
            let value = value.value(&mut self.view(seen));
            if matches!(&value, Value::List(items) if items.len() > MOST_ITEMS) {
                self.lost_track = true;
                return;
            }
            self.variables[*variable] = value;
        }
    }
}

impl Player for FilePlayer<'_, '_> {
    fn arrive(&mut self) {
        self.step.fill(0);
        self.variables = self.ready.strategy.state.iter().map(|(_, value)| value.clone()).collect();
        self.last_hand = 1;
        self.before = None;
        self.lost_track = false;
    }

    fn shoe(&mut self, burnt: Option<Card>) {
        self.shoe = Shoe::new(self.ready.full.clone(), self.ready.strategy.tags.len());
        if let Some(card) = burnt {
            self.shoe.saw(card, &self.ready.strategy.tags);
        }
    }

    fn bets(&mut self, seen: &Situation, wishes: &mut Vec<Wish>) {
        let mut view = self.view(seen);
        for (slot, bet) in self.ready.bets.iter().enumerate() {
            if let Some(when) = &bet.when
                && !self.before.is_some_and(|before| when[before.index()])
            {
                continue;
            }
            if let Some(When::Holds(Formula(when))) = &bet.bet.when
                && !when.value(&mut view).is_yes()
            {
                continue;
            }
            let stake = self.wished(slot, bet.bet, &mut view);
            // An expression that comes to nothing wishes for no bet.
            if stake.0 > 0 || !matches!(bet.bet.stake, Size::Formula(_)) {
                wishes.push(Wish { slot, place: bet.places[self.last_hand], stake });
            }
        }
    }

    fn settled(&mut self, seen: &Situation, coup: &Coup<'_>, won: &[Won]) {
        let class = coup.class;
        let banker = class.0 >> 4 & 15 < class.0 & 15;
        self.shoe.ended(if class.is_tie() {
            TIE
        } else if banker {
            BANKER
        } else {
            PLAYER
        });
        for card in coup.cards {
            self.shoe.saw(*card, &self.ready.strategy.tags);
        }
        for Won { slot, net, .. } in won {
            let bet = self.ready.bets[*slot].bet;
            let after = match net {
                0 => &bet.after_push,
                1.. => &bet.after_win,
                _ => &bet.after_loss,
            };
            match after {
                After::Steps(step) => self.go_on(*slot, *step),
                After::Sets(sets) => self.set(seen, sets),
            }
        }
        self.before = Some(class);
        if !class.is_tie() {
            self.last_hand = usize::from(banker);
        }
    }

    fn leaves(&mut self, seen: &Situation) -> Option<Leave> {
        let net = seen.held - seen.brought;
        let strategy = self.ready.strategy;
        if strategy.stop_loss.is_some_and(|stop| -net.0 >= stop.0) {
            return Some(Leave::Losing);
        }
        if strategy.stop_win.is_some_and(|stop| net >= stop) {
            return Some(Leave::Winning);
        }
        let stops =
            strategy.stop.as_ref().is_some_and(|Formula(stop)| stop.value(&mut self.view(seen)).is_yes());
        (stops || self.lost_track).then_some(Leave::Done)
    }

    fn needs_cards(&self) -> bool {
        self.ready.needs_cards
    }
}
