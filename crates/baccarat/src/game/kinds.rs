//! Which cards some wagers tell apart, and which hands: what lets odds be counted by kinds of cards instead of card by card.
//!
//! Cards that count the same and that no row tells apart are of one kind; hands of which every row sees the same are of one kind
//! too. Whatever a row asks of a coup then follows from the kinds of its two hands.

use crate::card::Card;
use crate::feature::{Alike, CardSet, Group, Shape, colours, is_straight, suits};
use crate::hand::{Hand, Hands, Part};
use crate::outcome::{Outcome, PairKind, Side};
use crate::tableau::{PointValues, Tableau};
use crate::wager::{Condition, OneOf, PairCondition, Wager, WagerClass};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The most kinds of hands of both sides, multiplied.
const MOST_MEETINGS: usize = 1 << 26;

/// The kinds of cards that some wagers tell apart.
#[derive(Clone, Debug)]
pub struct CardKinds {
    asked: Aspects,
    /// By card, in the order of [`Card::all`].
    kind_of: Vec<u8>,
    /// A card of each kind.
    cards: Vec<Card>,
    values: PointValues,
}

/// Everything that some wagers ask about.
#[derive(Clone, Debug, Default)]
struct Aspects {
    totals: bool,
    firsts: bool,
    third_values: bool,
    pairs: bool,
    pair_kinds: bool,
    of_groups: Vec<OfGroup>,
}

/// Something that is asked about some cards of a coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OfGroup {
    group: Group,
    feature: Feature,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Highest,
    Count { cards: CardSet, suited: bool },
    Alike,
    Suits,
    Colours,
    Straight,
}

impl Aspects {
    fn of(wagers: &[&Wager]) -> Aspects {
        // What a main wager backs is judged by totals.
        let totals = wagers.iter().any(|wager| wager.class == WagerClass::Main);
        let mut asked = Aspects { totals, ..Aspects::default() };
        for row in wagers.iter().flat_map(|wager| &wager.rows) {
            asked.totals |= row.when.asks_totals();
            asked.pairs |= row.when.asks_pairs();
            asked.add(&row.when);
        }
        asked
    }

    fn add(&mut self, when: &Condition) {
        self.firsts |= when.player_first.is_some() || when.banker_first.is_some();
        self.third_values |= when.player_third.is_some() || when.banker_third.is_some();
        let kinds = |pair: &OneOf<PairCondition>| {
            pair.any(|pair| !matches!(pair, PairCondition::None | PairCondition::Any))
        };
        self.pair_kinds |= when.player_pair.iter().chain(&when.banker_pair).any(kinds);
        if let Some(highest) = &when.highest {
            self.ask(highest.group, Feature::Highest);
        }
        if let Some(count) = &when.count {
            self.ask(count.group, Feature::Count { cards: count.cards, suited: count.suited });
        }
        if let Some(ranks) = &when.ranks {
            self.ask(ranks.group, Feature::Alike);
        }
        if let Some(shape) = &when.shape {
            let asks = |wanted: &[Shape]| shape.is.any(|shape| wanted.contains(shape));
            if asks(&[Shape::Suited, Shape::SuitedStraight]) {
                self.ask(shape.group, Feature::Suits);
            }
            if asks(&[Shape::OneColour]) {
                self.ask(shape.group, Feature::Colours);
            }
            if asks(&[Shape::Straight, Shape::SuitedStraight]) {
                self.ask(shape.group, Feature::Straight);
            }
        }
        when.parts().for_each(|part| self.add(part));
    }

    fn ask(&mut self, group: Group, feature: Feature) {
        let of_group = OfGroup { group, feature };
        if !self.of_groups.contains(&of_group) {
            self.of_groups.push(of_group);
        }
    }

    fn any(&self, asks: impl Fn(Feature) -> bool) -> bool {
        self.of_groups.iter().any(|of_group| asks(of_group.feature))
    }

    fn reaches_thirds(&self) -> bool {
        self.totals || self.third_values || self.of_groups.iter().any(|asked| asked.group.reaches_thirds())
    }

    fn by_value(&self) -> bool {
        self.reaches_thirds() || self.firsts || self.any(|asked| asked == Feature::Highest)
    }

    /// What is seen of a card.
    fn seen_of_card(&self, card: Card, values: &PointValues) -> Vec<u8> {
        let by_value = self.by_value();
        let by_rank = self.pairs || self.any(|asked| matches!(asked, Feature::Alike | Feature::Straight));
        let by_suit = self.pair_kinds || self.any(|asked| asked == Feature::Suits);
        let by_colour = self.any(|asked| asked == Feature::Colours);
        let mut seen = vec![
            if by_value { values.of(card.rank) } else { 0 },
            if by_rank { card.rank as u8 } else { 0 },
            if by_suit { card.suit as u8 } else { 0 },
            u8::from(by_colour && card.suit.is_red()),
        ];
        for asked in &self.of_groups {
            if let Feature::Count { cards, suited } = asked.feature {
                let counted = cards.contains(card);
                seen.push(if counted && suited { 1 + card.suit as u8 } else { u8::from(counted) });
            }
        }
        seen
    }

    /// What is seen of a hand of one side.
    fn seen_of_hand(&self, side: Side, hand: &Hand) -> Vec<u8> {
        let mut seen = Vec::with_capacity(16);
        if self.totals {
            seen.extend([hand.total(), hand.cards().len() as u8]);
        }
        if self.firsts {
            seen.push(hand.first_total());
        }
        if self.third_values {
            seen.push(hand.third_value().unwrap_or(10));
        }
        if self.pairs {
            let [first, second] = hand.first_two();
            // Whether both hands are pairs of one rank may be asked.
            match PairKind::of(first, second) {
                Some(kind) => {
                    seen.extend([1 + if self.pair_kinds { kind as u8 } else { 0 }, first.rank as u8])
                }
                None => seen.extend([0, 0]),
            }
        }
        for asked in &self.of_groups {
            let part = match side {
                Side::Player => asked.group.of_player(),
                Side::Banker => asked.group.of_banker(),
            };
            if let Some(part) = part {
                asked.see(part, hand, &mut seen);
            }
        }
        seen
    }
}

impl OfGroup {
    /// What is seen of some cards of a hand: enough to tell what is asked once the other hand's are added, if they are.
    fn see(&self, part: Part, hand: &Hand, seen: &mut Vec<u8>) {
        let spans = self.group.spans();
        let cards = || part.cards(hand).iter().copied();
        let see_ranks = |seen: &mut Vec<u8>| {
            let mut ranks = [13; 3];
            for (rank, card) in ranks.iter_mut().zip(cards()) {
                *rank = card.rank as u8;
            }
            ranks.sort_unstable();
            seen.extend(ranks);
        };
        let mask = |mask: u8| if spans { mask } else { u8::from(mask.count_ones() == 1) };
        match self.feature {
            Feature::Highest => seen.push(part.highest(hand)),
            Feature::Count { cards: set, suited } => {
                let counted = || cards().filter(|card| set.contains(*card));
                seen.push(counted().count() as u8);
                if suited {
                    seen.push(suits(counted()));
                }
            }
            Feature::Alike if spans => see_ranks(seen),
            Feature::Alike => seen.extend(Alike::of(cards()).sizes()),
            Feature::Suits => seen.push(mask(suits(cards()))),
            Feature::Colours => seen.push(mask(colours(cards()))),
            Feature::Straight if spans => see_ranks(seen),
            Feature::Straight => seen.push(u8::from(is_straight(cards()))),
        }
    }
}

impl CardKinds {
    /// The kinds of cards that these wagers tell apart, and that the chart does.
    pub fn of(wagers: &[&Wager], values: &PointValues) -> CardKinds {
        let asked = Aspects::of(wagers);
        // Kinds that count the same stand side by side.
        let mut kinds: BTreeMap<Vec<u8>, Card> = BTreeMap::new();
        for card in Card::all() {
            kinds.entry(asked.seen_of_card(card, values)).or_insert(card);
        }
        let kind_of = |card: Card| {
            let seen = asked.seen_of_card(card, values);
            kinds.keys().position(|kind| *kind == seen).unwrap_or(0) as u8
        };
        CardKinds {
            kind_of: Card::all().map(kind_of).collect(),
            cards: kinds.into_values().collect(),
            asked,
            values: values.clone(),
        }
    }

    /// A card of each kind.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The kind of a card.
    pub fn kind_of(&self, card: Card) -> usize {
        usize::from(self.kind_of[card.index()])
    }

    /// Does anything depend on third cards? If not, the first four cards decide.
    pub fn reaches_thirds(&self) -> bool {
        self.asked.reaches_thirds()
    }

    /// What a card of each kind counts, kinds that count the same side by side; 0 for all if it matters to nobody.
    pub fn values(&self) -> Vec<u8> {
        let by_value = self.asked.by_value();
        self.cards.iter().map(|card| if by_value { self.values.of(card.rank) } else { 0 }).collect()
    }

    /// Every two kinds, the order aside.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let kinds = self.cards.len();
        (0..kinds).flat_map(move |first| (first..kinds).map(move |second| (first, second)))
    }

    /// The kinds of hands of one side.
    pub fn hands(&self, side: Side) -> HandKinds {
        let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut hands = Vec::new();
        let mut kind = |cards: &[Card]| {
            let Some(hand) = Hand::of(cards, &self.values) else { return 0 };
            *known.entry(self.asked.seen_of_hand(side, &hand)).or_insert_with(|| {
                hands.push(hand);
                hands.len() as u32 - 1
            })
        };
        let (mut two, mut three) = (Vec::new(), Vec::new());
        for (first, second) in self.pairs() {
            let pair = [self.cards[first], self.cards[second]];
            two.push(kind(&pair));
            if self.reaches_thirds() {
                three.extend(self.cards.iter().map(|third| kind(&[pair[0], pair[1], *third])));
            }
        }
        HandKinds { kinds: self.cards.len(), two, three, hands }
    }

    /// Are there few enough kinds of hands that each of one side can be held against each of the other?
    pub fn is_countable(&self) -> bool {
        self.hands(Side::Player).hands.len() * self.hands(Side::Banker).hands.len() <= MOST_MEETINGS
    }

    /// Outcomes, with their cards, that stand for all that a shoe may lead to: of those of which a wager's rows hold alike, and that
    /// are won alike, one.
    pub(crate) fn outcomes(&self, tableau: &Tableau, wager: &Wager) -> Vec<Outcome> {
        let (player, banker) = (self.hands(Side::Player), self.hands(Side::Banker));
        let (players, bankers) = (self.dealt(&player), self.dealt(&banker));
        let mut seen_kinds = vec![false; player.hands.len() * banker.hands.len()];
        let (mut seen, mut outcomes) = (HashSet::new(), Vec::new());
        for of_player in &players {
            for of_banker in &bankers {
                let place = of_player.kind as usize * banker.hands.len() + of_banker.kind as usize;
                if seen_kinds[place] || !self.may_meet(tableau, of_player, of_banker) {
                    continue;
                }
                seen_kinds[place] = true;
                let hands = Hands {
                    player: player.hands[of_player.kind as usize],
                    banker: banker.hands[of_banker.kind as usize],
                };
                let outcome = tableau.outcome_of_hands(hands);
                let hold: Vec<bool> = wager.rows.iter().map(|row| row.when.holds(&outcome)).collect();
                if seen.insert((hold, outcome.winner(), outcome.is_natural_tie())) {
                    outcomes.push(outcome);
                }
            }
        }
        outcomes
    }

    /// The hands that the chart and the wagers tell apart.
    fn dealt(&self, hands: &HandKinds) -> Vec<Dealt> {
        let value = |kind: usize| self.values.of(self.cards[kind].rank);
        let mut dealt = HashSet::new();
        for (pair, (first, second)) in self.pairs().enumerate() {
            let total = (value(first) + value(second)) % 10;
            dealt.insert(Dealt { total, third: None, kind: hands.two(pair) });
            if self.reaches_thirds() {
                dealt.extend((0..self.cards.len()).map(|third| Dealt {
                    total,
                    third: Some(value(third)),
                    kind: hands.three(pair)[third],
                }));
            }
        }
        dealt.into_iter().collect()
    }

    /// May these two hands be of one coup?
    fn may_meet(&self, tableau: &Tableau, player: &Dealt, banker: &Dealt) -> bool {
        !self.reaches_thirds()
            || (tableau.player_draws(player.total, banker.total) == player.third.is_some()
                && tableau.banker_draws(player.total, banker.total, player.third) == banker.third.is_some())
    }
}

/// A hand as the chart sees it, and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Dealt {
    total: u8,
    third: Option<u8>,
    kind: u32,
}

/// The kinds of hands of one side.
#[derive(Clone, Debug)]
pub struct HandKinds {
    kinds: usize,
    two: Vec<u32>,
    three: Vec<u32>,
    hands: Vec<Hand>,
}

impl HandKinds {
    /// A hand of each kind.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The kind of hand that two kinds of cards make, by their place among [`CardKinds::pairs`].
    pub fn two(&self, pair: usize) -> u32 {
        self.two[pair]
    }

    /// By the kind of a third card, the kind of hand that it makes with them; empty if nothing depends on third cards.
    pub fn three(&self, pair: usize) -> &[u32] {
        self.three.get(pair * self.kinds..(pair + 1) * self.kinds).unwrap_or_default()
    }
}
