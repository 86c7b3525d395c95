//! A patron at the table for a shift.

use crate::dealer::Dealt;
use crate::player::{Coup, Leave, Player, Seen, Wish, Won};
use crate::spread::Spread;
use crate::till::{Memory, PARTS, Till};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use serde::{Deserialize, Serialize};

/// How a patron's shifts went. Everything is a whole number, so that shifts add up to the same in whatever order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatronResults {
    /// Coups at which the patron sat.
    pub watched: u64,
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
    /// What was staked on each coup on which something was.
    pub stake: Spread,
    /// How far each shift fell from the most that was held before.
    pub fall: Spread,
    /// Of shifts that ended in ruin, after how many coups; bars are of coups.
    pub to_ruin: Spread,
    /// What was to be expected of all that was staked, by the exact odds of a full shoe, in parts of the smallest unit.
    expected: i128,
    /// The squares of by how much each shift differed from what was expected of its bets, in the smallest unit.
    surprise_squares: i128,
    /// Shifts that ended because the patron could not pay the next bet.
    pub ruined: u64,
    /// Shifts that ended because enough was lost.
    pub stopped_losing: u64,
    /// Shifts that ended because enough was won.
    pub stopped_winning: u64,
    /// Shifts that ended by the patron's own rule.
    pub stopped: u64,
    /// Coups on which the book forbade what was wished for together.
    pub forbidden: u64,
}

impl PatronResults {
    /// Nothing yet; results are to be kept in bars of this width.
    pub fn new(width: i64) -> PatronResults {
        let spread = || Spread::new(width);
        PatronResults {
            watched: 0,
            coups: 0,
            staked: 0,
            coup: spread(),
            shoe: spread(),
            shift: spread(),
            stake: spread(),
            fall: spread(),
            to_ruin: Spread::new(10),
            expected: 0,
            surprise_squares: 0,
            ruined: 0,
            stopped_losing: 0,
            stopped_winning: 0,
            stopped: 0,
            forbidden: 0,
        }
    }

    pub(crate) fn merge(&mut self, other: &PatronResults) {
        self.watched += other.watched;
        self.coups += other.coups;
        self.staked += other.staked;
        self.coup.merge(&other.coup);
        self.shoe.merge(&other.shoe);
        self.shift.merge(&other.shift);
        self.stake.merge(&other.stake);
        self.fall.merge(&other.fall);
        self.to_ruin.merge(&other.to_ruin);
        self.expected += other.expected;
        self.surprise_squares += other.surprise_squares;
        self.ruined += other.ruined;
        self.stopped_losing += other.stopped_losing;
        self.stopped_winning += other.stopped_winning;
        self.stopped += other.stopped;
        self.forbidden += other.forbidden;
    }

    /// What the house kept of all that was staked.
    pub fn hold(&self) -> f64 {
        if self.staked == 0 { 0.0 } else { -(self.coup.sum() as f64) / self.staked as f64 }
    }

    /// What was to be expected of all that was staked, in the smallest unit.
    pub fn expected(&self) -> f64 {
        self.expected as f64 / PARTS
    }

    /// What it was to keep of these stakes by the exact odds.
    pub fn exact_hold(&self) -> f64 {
        if self.staked == 0 { 0.0 } else { -self.expected() / self.staked as f64 }
    }

    /// How many standard errors the patron lies above what was to be expected of the bets that were made. Shifts are independent,
    /// so their errors are those of whole shifts.
    pub fn z(&self) -> f64 {
        let surprise = self.coup.sum() as f64 - self.expected();
        if self.surprise_squares > 0 { surprise / (self.surprise_squares as f64).sqrt() } else { 0.0 }
    }

    /// The share of shifts that ended in ruin, and the interval in which the true share lies with 95 % confidence (Wilson).
    pub fn ruin(&self) -> (f64, f64, f64) {
        share(self.ruined, self.shift.count())
    }
}

/// A share of so many, with its 95 % interval after Wilson.
pub fn share(some: u64, all: u64) -> (f64, f64, f64) {
    if all == 0 {
        return (0.0, 0.0, 1.0);
    }
    let (some, all, z) = (some as f64, all as f64, 1.959_963_984_540_054_f64);
    let share = some / all;
    let middle = (share + z * z / (2.0 * all)) / (1.0 + z * z / all);
    let reach = z / (1.0 + z * z / all) * (share * (1.0 - share) / all + z * z / (4.0 * all * all)).sqrt();
    (share, (middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// What every patron needs of a table: worked out once.
pub(crate) struct Desk<'t, 'b> {
    pub(crate) till: &'t Till<'b>,
    pub(crate) chances: &'t [Vec<f64>],
    /// By place, the rows by class.
    rows: Vec<Vec<u8>>,
    hands: [Option<usize>; 2],
    cards: u32,
    burn_is_seen: bool,
}

impl<'t, 'b> Desk<'t, 'b> {
    pub(crate) fn of(till: &'t Till<'b>, chances: &'t [Vec<f64>], game: &crate::Game) -> Desk<'t, 'b> {
        let hand = |side: Side| till.wagers().position(|wager| wager.is_on(side));
        Desk {
            till,
            chances,
            rows: (0..till.wagers().len()).map(|place| till.rows(place)).collect(),
            hands: [hand(Side::Player), hand(Side::Banker)],
            cards: game.cards() as u32,
            burn_is_seen: game.burn_is_seen(),
        }
    }
}

/// A patron in a shift.
pub(crate) struct Patron<'d, 't, 'b, P> {
    desk: &'d Desk<'t, 'b>,
    player: P,
    memory: Memory<'t, 'b>,
    brought: Money,
    held: Money,
    /// The most that was held in this shift, and how far it fell from there.
    peak: Money,
    fall: Money,
    /// What was to be expected of the bets of this shift.
    expected: i128,
    coups: u32,
    shoes: u32,
    gone: bool,
    wishes: Vec<Wish>,
    taken: Vec<Wish>,
    won: Vec<Won>,
}

impl<'d, 't, 'b, P: Player> Patron<'d, 't, 'b, P> {
    pub(crate) fn new(player: P, brought: Money, desk: &'d Desk<'t, 'b>) -> Patron<'d, 't, 'b, P> {
        let mut patron = Patron {
            desk,
            player,
            memory: Memory::of(desk.till, desk.chances),
            brought,
            held: brought,
            peak: brought,
            fall: Money(0),
            expected: 0,
            coups: 0,
            shoes: 0,
            gone: false,
            wishes: Vec::new(),
            taken: Vec::new(),
            won: Vec::new(),
        };
        patron.arrive();
        patron
    }

    pub(crate) fn player(&self) -> &P {
        &self.player
    }

    fn arrive(&mut self) {
        self.held = self.brought;
        self.peak = self.brought;
        self.fall = Money(0);
        self.expected = 0;
        self.coups = 0;
        self.shoes = 0;
        self.gone = false;
        self.player.arrive();
    }

    /// Plays a shoe, if still there. Its cards are empty unless somebody needs them.
    pub(crate) fn shoe(&mut self, coups: &[Dealt], cards: &[Card], results: &mut PatronResults) {
        if self.gone {
            return;
        }
        let start = self.held;
        self.player.shoe(cards.first().copied().filter(|_| self.desk.burn_is_seen));
        for (number, dealt) in coups.iter().enumerate() {
            if self.gone {
                break;
            }
            let at = usize::from(dealt.at);
            let shown = cards.get(at..at + dealt.class.cards()).unwrap_or_default();
            self.coup(number as u32, dealt, &Coup { class: dealt.class, cards: shown }, results);
        }
        self.shoes += 1;
        results.shoe.add(self.held.0 - start.0, 1);
    }

    /// The shift is over: counts it, and begins the next.
    pub(crate) fn end_shift(&mut self, results: &mut PatronResults) {
        let brought = self.held.0 - self.brought.0;
        results.shift.add(brought, 1);
        results.fall.add(self.fall.0, 1);
        results.expected += self.expected;
        let expected = (self.expected as f64 / PARTS).round() as i128;
        results.surprise_squares += (i128::from(brought) - expected).pow(2);
        self.arrive();
    }

    fn seen(&self, coup: u32, gone: u16) -> Seen {
        Seen {
            held: self.held,
            brought: self.brought,
            coup,
            shoe: self.shoes,
            cards_gone: u32::from(gone),
            cards: self.desk.cards,
        }
    }

    fn coup(&mut self, number: u32, dealt: &Dealt, coup: &Coup<'_>, results: &mut PatronResults) {
        let seen = self.seen(number, dealt.at);
        let mut wishes = std::mem::take(&mut self.wishes);
        wishes.clear();
        self.player.bets(&seen, &mut wishes);
        let left = self.take(&wishes, results);
        if !wishes.is_empty() && self.taken.is_empty() {
            let least = wishes.iter().map(|wish| self.desk.till.bounds(wish.place).least).min();
            if least.is_some_and(|least| self.held < least) || left == Money(0) {
                results.ruined += 1;
                results.to_ruin.add(i64::from(self.coups), 1);
                self.gone = true;
                self.wishes = wishes;
                return;
            }
        }
        self.wishes = wishes;
        self.settle(coup, results);
        self.coups += 1;
        results.watched += 1;
        let seen = self.seen(number + 1, dealt.at + dealt.class.cards() as u16);
        self.player.settled(&seen, coup, &self.won);
        if let Some(why) = self.player.leaves(&seen) {
            match why {
                Leave::Losing => results.stopped_losing += 1,
                Leave::Winning => results.stopped_winning += 1,
                Leave::Done => results.stopped += 1,
            }
            self.gone = true;
        }
    }

    /// What the table takes of these wishes; how much of what is held is left.
    fn take(&mut self, wishes: &[Wish], results: &mut PatronResults) -> Money {
        self.taken.clear();
        let mut left = self.held;
        for wish in wishes {
            let wished = self.room(wish.place, wish.stake).min(left);
            let stake = self.memory.accepts(wish.place, wished);
            if stake.0 > 0 {
                self.taken.push(Wish { stake, ..*wish });
                left -= stake;
            }
        }
        // Some books take certain wagers only beside one on a hand or the tie.
        let till = self.desk.till;
        if !self.taken.iter().any(|wish| till.is_main(wish.place)) {
            self.taken.retain(|wish| !till.needs_main(wish.place));
        }
        if self.taken.len() > 1 && !self.memory.may_together(self.taken.iter().map(|wish| wish.place)) {
            results.forbidden += 1;
            self.taken.clear();
        }
        left
    }

    fn settle(&mut self, coup: &Coup<'_>, results: &mut PatronResults) {
        self.won.clear();
        let (mut net, mut staked) = (0, 0);
        for Wish { slot, place, stake } in &self.taken {
            let row = match self.desk.till.asks_cards(*place) {
                false => self.desk.rows[*place][coup.class.index()],
                true => self.desk.till.row_by_cards(*place, coup.class, coup.cards),
            };
            let (gain, expected) = self.memory.net(*place, *stake, row);
            self.expected += expected;
            net += gain;
            staked += stake.0;
            self.won.push(Won { slot: *slot, place: *place, stake: *stake, net: gain });
        }
        if self.taken.is_empty() {
            return;
        }
        self.held += Money(net);
        self.peak = self.peak.max(self.held);
        self.fall = self.fall.max(self.peak - self.held);
        results.coups += 1;
        results.staked += i128::from(staked);
        results.coup.add(net, 1);
        results.stake.add(staked, 1);
    }

    /// How much of a wish the gap between the two hands leaves room for.
    fn room(&self, place: usize, wished: Money) -> Money {
        let Some(most) = self.desk.till.differential else { return wished };
        let [Some(player), Some(banker)] = self.desk.hands else { return wished };
        let on = |hand: usize| {
            self.taken.iter().filter(|wish| wish.place == hand).map(|wish| wish.stake).sum::<Money>()
        };
        match place {
            at if at == player => wished.min(most + on(banker) - on(player)),
            at if at == banker => wished.min(most + on(player) - on(banker)),
            _ => wished,
        }
    }
}
