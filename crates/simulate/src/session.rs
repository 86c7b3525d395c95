//! A patron at the table for a shift, by a strategy.

use crate::class::Class;
use crate::dealer::Dealt;
use crate::spread::Spread;
use crate::strategy::{Bet, Move, On, PastEnd, Size, Strategy};
use crate::till::{Memory, Till};
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::tableau::Tableau;
use baccarat::wager::WagerId;

/// How a patron's shifts went.
#[derive(Clone, Debug, PartialEq)]
pub struct PatronResults {
    /// Coups on which something was bet.
    pub coups: u64,
    /// Everything staked.
    pub staked: i128,
    /// Results of the coups on which something was bet.
    pub coup: Spread,
    /// Results of the shoes at which the patron sat.
    pub shoe: Spread,
    /// Results of whole shifts.
    pub shift: Spread,
    /// What was to be expected of all that was staked, by the exact odds of a full shoe.
    pub expected: f64,
    /// The squares of by how much each shift differed from what was expected of its bets.
    surprise_squares: f64,
    /// Shifts that ended because the patron could not pay the next bet.
    pub ruined: u64,
    /// Shifts that ended because enough was lost.
    pub stopped_losing: u64,
    /// Shifts that ended because enough was won.
    pub stopped_winning: u64,
}

impl PatronResults {
    pub(crate) fn new(width: i64) -> PatronResults {
        PatronResults {
            coups: 0,
            staked: 0,
            coup: Spread::new(width),
            shoe: Spread::new(width),
            shift: Spread::new(width),
            expected: 0.0,
            surprise_squares: 0.0,
            ruined: 0,
            stopped_losing: 0,
            stopped_winning: 0,
        }
    }

    pub(crate) fn merge(&mut self, other: &PatronResults) {
        self.coups += other.coups;
        self.staked += other.staked;
        self.coup.merge(&other.coup);
        self.shoe.merge(&other.shoe);
        self.shift.merge(&other.shift);
        self.expected += other.expected;
        self.surprise_squares += other.surprise_squares;
        self.ruined += other.ruined;
        self.stopped_losing += other.stopped_losing;
        self.stopped_winning += other.stopped_winning;
    }

    /// What the house kept of all that was staked.
    pub fn hold(&self) -> f64 {
        if self.staked == 0 { 0.0 } else { -(self.coup.sum() as f64) / self.staked as f64 }
    }

    /// What it was to keep of these stakes by the exact odds.
    pub fn exact_hold(&self) -> f64 {
        if self.staked == 0 { 0.0 } else { -self.expected / self.staked as f64 }
    }

    /// How many standard errors the patron lies above what was to be expected of the bets that were made. Shifts are independent,
    /// so their errors are those of whole shifts.
    pub fn z(&self) -> f64 {
        let surprise = self.coup.sum() as f64 - self.expected;
        if self.surprise_squares > 0.0 { surprise / self.surprise_squares.sqrt() } else { 0.0 }
    }
}

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
    /// By place, the rows by class.
    rows: Vec<Vec<u8>>,
    hands: [Option<usize>; 2],
}

impl<'s> Ready<'s> {
    /// A strategy that was read for this till finds all its wagers there.
    pub(crate) fn of(strategy: &'s Strategy, till: &Till<'_>, tableau: &Tableau) -> Ready<'s> {
        let place = |id: &WagerId| till.place(id).unwrap_or(0);
        let hand = |side: Side| till.wagers().position(|wager| wager.is_on(side));
        let hands = [hand(Side::Player), hand(Side::Banker)];
        let [player, banker] = hands.map(|hand| hand.unwrap_or(0));
        let ready = |bet: &'s Bet| ReadyBet {
            bet,
            places: match &bet.on {
                On::Wager(id) => [place(id); 2],
                On::LastWinner => [player, banker],
                On::LastLoser => [banker, player],
            },
            when: bet.when.as_ref().map(|when| {
                let classes = (0..Class::ROOM).map(|class| Class(class as u16));
                classes.map(|class| is_possible(class) && when.holds(&class.outcome(tableau))).collect()
            }),
        };
        Ready {
            strategy,
            bets: strategy.bets.iter().map(ready).collect(),
            rows: (0..till.wagers().len()).map(|place| till.rows(place)).collect(),
            hands,
        }
    }
}

/// Is this a number that some outcome could have?
fn is_possible(class: Class) -> bool {
    class.0 & 15 < 10 && class.0 >> 4 & 15 < 10
}

/// A patron in a shift.
pub(crate) struct Patron<'r, 's, 't, 'b> {
    ready: &'r Ready<'s>,
    memory: Memory<'t, 'b>,
    differential: Option<Money>,
    held: Money,
    /// What was to be expected of the bets of this shift.
    expected: f64,
    step: Vec<usize>,
    /// Where the last winner that was no tie stands in [`ReadyBet::places`].
    last_hand: usize,
    before: Option<Class>,
    gone: bool,
}

impl<'r, 's, 't, 'b> Patron<'r, 's, 't, 'b> {
    pub(crate) fn new(
        ready: &'r Ready<'s>,
        till: &'t Till<'b>,
        chances: &'t [Vec<f64>],
    ) -> Patron<'r, 's, 't, 'b> {
        let mut patron = Patron {
            ready,
            memory: Memory::of(till, chances),
            differential: till.differential,
            held: Money(0),
            expected: 0.0,
            step: vec![0; ready.bets.len()],
            last_hand: 1,
            before: None,
            gone: false,
        };
        patron.arrive();
        patron
    }

    fn arrive(&mut self) {
        self.held = self.ready.strategy.bankroll;
        self.expected = 0.0;
        self.step.fill(0);
        self.last_hand = 1;
        self.before = None;
        self.gone = false;
    }

    /// Plays a shoe, if still there.
    pub(crate) fn shoe(&mut self, coups: &[Dealt], till: &Till<'_>, results: &mut PatronResults) {
        if self.gone {
            return;
        }
        let start = self.held;
        for coup in coups {
            if self.gone {
                break;
            }
            self.coup(coup.class, till, results);
        }
        results.shoe.add(self.held.0 - start.0, 1);
    }

    /// The shift is over: counts it, and begins the next.
    pub(crate) fn end_shift(&mut self, results: &mut PatronResults) {
        let brought = self.held.0 - self.ready.strategy.bankroll.0;
        results.shift.add(brought, 1);
        results.expected += self.expected;
        results.surprise_squares += (brought as f64 - self.expected).powi(2);
        self.arrive();
    }

    fn coup(&mut self, class: Class, till: &Till<'_>, results: &mut PatronResults) {
        let mut stakes: Vec<(usize, usize, Money)> = Vec::with_capacity(self.ready.bets.len());
        let mut left = self.held;
        let mut wanted = false;
        for (nth, bet) in self.ready.bets.iter().enumerate() {
            if let Some(when) = &bet.when
                && !self.before.is_some_and(|before| when[before.index()])
            {
                continue;
            }
            wanted = true;
            let place = bet.places[self.last_hand];
            let wished = self.room(place, self.wished(nth, bet.bet), &stakes).min(left);
            let stake = self.memory.accepts(place, wished);
            if stake.0 > 0 {
                stakes.push((nth, place, stake));
                left -= stake;
            }
        }
        // Some books take certain wagers only beside one on a hand or the tie.
        if !stakes.iter().any(|(_, place, _)| till.is_main(*place)) {
            stakes.retain(|(_, place, _)| !till.needs_main(*place));
        }
        if wanted && stakes.is_empty() {
            let least = self.ready.bets.iter().map(|bet| till.bounds(bet.places[self.last_hand]).least).min();
            if least.is_some_and(|least| self.held < least) || left == Money(0) {
                results.ruined += 1;
                self.gone = true;
                return;
            }
        }
        let mut net = 0;
        for (nth, place, stake) in &stakes {
            let row = self.ready.rows[*place][class.index()];
            let (gain, expected) = self.memory.net(*place, *stake, row);
            self.expected += expected;
            self.go_on(*nth, gain);
            net += gain;
            results.staked += i128::from(stake.0);
        }
        if !stakes.is_empty() {
            self.held += Money(net);
            results.coups += 1;
            results.coup.add(net, 1);
        }
        self.saw(class);
        self.leave_if_done(results);
    }

    fn wished(&self, nth: usize, bet: &Bet) -> Money {
        let step = i64::from(bet.steps[self.step[nth].min(bet.steps.len() - 1)]);
        match bet.stake {
            Size::Amount(amount) => Money(amount.0.saturating_mul(step).min(Money::MOST)),
            Size::Share(share) => {
                let stake = i128::from(self.held.0) * i128::from(share) * i128::from(step) / 10_000;
                Money(stake.clamp(0, i128::from(self.held.0.max(0))) as i64)
            }
        }
    }

    /// How much of a wish the gap between the two hands leaves room for.
    fn room(&self, place: usize, wished: Money, stakes: &[(usize, usize, Money)]) -> Money {
        let Some(most) = self.differential else { return wished };
        let [Some(player), Some(banker)] = self.ready.hands else { return wished };
        let on = |hand: usize| {
            stakes.iter().filter(|(_, at, _)| *at == hand).map(|(.., stake)| *stake).sum::<Money>()
        };
        match place {
            at if at == player => wished.min(most + on(banker) - on(player)),
            at if at == banker => wished.min(most + on(player) - on(banker)),
            _ => wished,
        }
    }

    fn go_on(&mut self, nth: usize, gain: i64) {
        let bet = self.ready.bets[nth].bet;
        let step = match gain {
            0 => Move::Stay,
            1.. => bet.after_win,
            _ => bet.after_loss,
        };
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

    fn saw(&mut self, class: Class) {
        self.before = Some(class);
        if !class.is_tie() {
            self.last_hand = usize::from(class.0 >> 4 & 15 < class.0 & 15);
        }
    }

    fn leave_if_done(&mut self, results: &mut PatronResults) {
        let net = self.held - self.ready.strategy.bankroll;
        if self.ready.strategy.stop_loss.is_some_and(|stop| -net.0 >= stop.0) {
            results.stopped_losing += 1;
            self.gone = true;
        } else if self.ready.strategy.stop_win.is_some_and(|stop| net >= stop) {
            results.stopped_winning += 1;
            self.gone = true;
        }
    }
}
