//! A patron at the table for a shift.

use crate::dealt::Dealt;
use crate::player::{Coup, Leave, Player, Situation, Wish, Won};
use crate::spread::Spread;
use crate::till::{Memory, PARTS, Till};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::outcome::Side;
use baccarat::wager::Wager;
use odds::{Evaluator, Way};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The most microseconds that the odds of a wager may take before every coup on which it is bet.
const DEAREST: u64 = 1_000;

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
    /// What was to be expected of all that was staked, in parts of the smallest unit: by the exact odds of a full shoe, or, for a
    /// patron who watches the cards, of the cards not seen before each coup.
    expected: i128,
    /// Bets of which nothing is expected because the odds of the cards not seen take too long.
    #[serde(default)]
    unexpected: u64,
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
    /// Coups on which the book forbade something of what was wished for.
    pub forbidden: u64,
    /// The places of the wagers that were the first to be forbidden so.
    #[serde(default)]
    pub forbidden_first: Option<Vec<usize>>,
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
            unexpected: 0,
            surprise_squares: 0,
            ruined: 0,
            stopped_losing: 0,
            stopped_winning: 0,
            stopped: 0,
            forbidden: 0,
            forbidden_first: None,
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
        self.unexpected += other.unexpected;
        self.surprise_squares += other.surprise_squares;
        self.ruined += other.ruined;
        self.stopped_losing += other.stopped_losing;
        self.stopped_winning += other.stopped_winning;
        self.stopped += other.stopped;
        self.forbidden += other.forbidden;
        if self.forbidden_first.is_none() {
            self.forbidden_first.clone_from(&other.forbidden_first);
        }
    }

    /// What the house kept of all that was staked.
    pub fn hold(&self) -> f64 {
        if self.staked == 0 { 0.0 } else { -(self.coup.sum() as f64) / self.staked as f64 }
    }

    /// What was to be expected of all that was staked, in the smallest unit; nothing if that is not known of every bet.
    pub fn expected(&self) -> Option<f64> {
        (self.unexpected == 0).then_some(self.expected as f64 / PARTS)
    }

    /// What the house was to keep of these stakes by the exact odds.
    pub fn exact_hold(&self) -> Option<f64> {
        let expected = self.expected()?;
        Some(if self.staked == 0 { 0.0 } else { -expected / self.staked as f64 })
    }

    /// How many standard errors the patron lies above what was to be expected of the bets that were made. Shifts are independent,
    /// so their errors are those of whole shifts.
    pub fn z(&self) -> Option<f64> {
        let surprise = self.coup.sum() as f64 - self.expected()?;
        Some(if self.surprise_squares > 0 { surprise / (self.surprise_squares as f64).sqrt() } else { 0.0 })
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
    full: Composition,
    wagers: Vec<&'b Wager>,
    /// By place, the odds of that wager alone, once a patron who watches the cards bets on it.
    evaluators: Vec<OnceLock<Option<Evaluator>>>,
}

impl<'t, 'b> Desk<'t, 'b> {
    pub(crate) fn of(till: &'t Till<'b>, chances: &'t [Vec<f64>], game: &crate::Game) -> Desk<'t, 'b> {
        let hand = |side: Side| till.wagers().position(|wager| wager.is_on(side));
        let wagers: Vec<&Wager> = till.wagers().collect();
        Desk {
            till,
            chances,
            rows: (0..till.wagers().len()).map(|place| till.rows(place)).collect(),
            hands: [hand(Side::Player), hand(Side::Banker)],
            cards: game.cards() as u32,
            burn_is_seen: game.burn_is_seen(),
            full: Composition::of_decks(game.decks()),
            evaluators: wagers.iter().map(|_| OnceLock::new()).collect(),
            wagers,
        }
    }

    /// What rows of these nets are worth on the cards not seen, in parts of the smallest unit; nothing where that takes too long.
    fn expected(&self, place: usize, unseen: &Composition, nets: &[i64]) -> Option<i128> {
        let book = self.till.book();
        let evaluator = self.evaluators[place].get_or_init(|| {
            let wager = self.wagers[place];
            let is_quick = Way::of(wager, book.values()).microseconds() <= DEAREST;
            is_quick.then(|| Evaluator::new(book.tableau(), book.values(), &[wager]).ok()).flatten()
        });
        let counts = evaluator.as_ref()?.counts(unseen).ok()?;
        let rows = counts.wager(0).iter().zip(nets);
        let worth: i128 = rows.map(|(count, net)| count * i128::from(*net)).sum();
        Some((worth as f64 / counts.draws() as f64 * PARTS).round() as i128)
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
    /// The cards of the shoe that the patron has not seen, where the patron watches them.
    unseen: Option<Composition>,
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
            unseen: None,
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
        let burnt = cards.first().copied().filter(|_| self.desk.burn_is_seen);
        self.player.shoe(burnt);
        self.unseen = self.player.needs_cards().then(|| self.desk.full.clone());
        self.saw(burnt.as_slice());
        if let Some(first) = coups.first() {
            let seen = self.seen(0, first.at);
            self.player.plan(&seen, coups, cards);
        }
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

    /// Cards that lie open are no longer among those not seen.
    fn saw(&mut self, cards: &[Card]) {
        if let Some(unseen) = &mut self.unseen {
            for card in cards {
                unseen.remove(*card);
            }
        }
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

    fn seen(&self, coup: u32, gone: u16) -> Situation {
        Situation {
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
        self.saw(coup.cards);
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
        let has_main = self.taken.iter().any(|wish| till.is_main(wish.place));
        if !has_main && self.taken.iter().any(|wish| till.needs_main(wish.place)) {
            self.forbid(results);
            self.taken.retain(|wish| !till.needs_main(wish.place));
        }
        if self.taken.len() > 1 && !self.memory.may_together(self.taken.iter().map(|wish| wish.place)) {
            self.forbid(results);
            self.taken.clear();
        }
        left
    }

    /// Notes that the book forbids what is about to be taken.
    fn forbid(&self, results: &mut PatronResults) {
        results.forbidden += 1;
        results.forbidden_first.get_or_insert_with(|| self.taken.iter().map(|wish| wish.place).collect());
    }

    fn settle(&mut self, coup: &Coup<'_>, results: &mut PatronResults) {
        self.won.clear();
        let (mut net, mut staked) = (0, 0);
        for Wish { slot, place, stake } in &self.taken {
            let row = match self.desk.till.asks_cards(*place) {
                false => self.desk.rows[*place][coup.class.index()],
                true => self.desk.till.row_by_cards(*place, coup.class, coup.cards),
            };
            let (gain, nets, on_a_full_shoe) = self.memory.net(*place, *stake, row);
            let expected = match &self.unseen {
                None => Some(on_a_full_shoe),
                // Whoever sees the cards bets when they are good: what a full shoe gives says nothing of such bets.
                Some(unseen) => self.desk.expected(*place, unseen, nets),
            };
            match expected {
                Some(expected) => self.expected += expected,
                None => results.unexpected += 1,
            }
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
