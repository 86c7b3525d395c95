//! Who draws on what, worked out once from a tableau into lists the closed form runs through.

use baccarat::tableau::Tableau;

/// How many unordered pairs of totals there are.
pub(crate) const PAIRS_OF_TOTALS: usize = 55;

/// The two-card totals of both hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dealt {
    pub(crate) player: usize,
    pub(crate) banker: usize,
    /// A number below [`PAIRS_OF_TOTALS`], the same whichever hand has which total.
    pub(crate) pair: usize,
}

impl Dealt {
    pub(crate) fn new(player: usize, banker: usize) -> Dealt {
        Dealt { player, banker, pair: pair_of(player.min(banker), player.max(banker)) }
    }

    /// All hundred.
    fn all() -> impl Iterator<Item = Dealt> {
        (0..100).map(|both| Dealt::new(both / 10, both % 10))
    }
}

/// The place of a pair of totals.
#[inline(always)]
pub(crate) fn pair_of(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// The last digit of a number below twenty.
#[inline(always)]
pub(crate) fn digit(number: usize) -> usize {
    if number < 10 { number } else { number - 10 }
}

/// The value that completes one value to a total.
#[inline(always)]
pub(crate) fn to_total(total: usize, value: usize) -> usize {
    digit(total + 10 - value)
}

/// Totals on which both hands draw, once the value of the player's third card is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BothDraw {
    pub(crate) dealt: Dealt,
    /// The hands draw with the totals exchanged too.
    pub(crate) exchanged: bool,
    /// The values of the banker's third card with which both third cards may clash.
    pub(crate) clash: Clash,
}

/// The values w of the banker's third card for which a triple (a card two hands of totals s and u share, its partner
/// to s, its partner to u) can hold both third cards, the player's being of value t.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    /// t + w = s: the two are one hand.
    pub(crate) make_player: usize,
    /// t + w = u: the two are the other hand.
    pub(crate) make_banker: usize,
    /// s − t = u − w: the two lie in different hands, which share the card that is left.
    pub(crate) straddle: usize,
    /// s − w = u − t: the same, the other way about.
    pub(crate) straddle_exchanged: usize,
    /// What these four cases count too often in four times the triples, for w = `make_player`: three where s = u,
    /// where both hands would be the two cards, and one for each straddle, where the card shared would be a third card.
    pub(crate) excess: i32,
}

impl Clash {
    fn of(dealt: Dealt, third: usize) -> Clash {
        let (s, u) = (dealt.player, dealt.banker);
        let make_player = to_total(s, third);
        let straddle = digit(to_total(u, s) + third);
        let straddle_exchanged = digit(to_total(s, u) + third);
        let excess = 3 * i32::from(s == u)
            + i32::from(straddle == make_player)
            + i32::from(straddle_exchanged == make_player);
        let make_banker = to_total(u, third);
        Clash { make_player, make_banker, straddle, straddle_exchanged, excess: 4 * excess }
    }
}

/// Which totals lead where, when the player's third card counts a given value.
#[derive(Clone, Debug)]
pub(crate) struct AfterThird {
    /// Both hands draw.
    pub(crate) both: Vec<BothDraw>,
    /// The player draws and the banker stands.
    pub(crate) player_only: Vec<Dealt>,
}

/// A tableau as lists of totals.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    /// Nobody draws: a natural, or both hands stand.
    pub(crate) nobody: Vec<Dealt>,
    /// The player stands and the banker draws.
    pub(crate) banker_only: Vec<Dealt>,
    /// The player draws, by the value of the card drawn.
    pub(crate) after_third: [AfterThird; 10],
    /// Every pair of totals, once, on which somebody draws.
    pub(crate) somebody: Vec<Dealt>,
    /// Every total on which both hands may go on to draw.
    pub(crate) both_totals: Vec<usize>,
}

impl Draws {
    /// Reads a tableau.
    pub(crate) fn of(tableau: &Tableau) -> Draws {
        let player = |dealt: &Dealt| tableau.player_draws(dealt.player as u8, dealt.banker as u8);
        let banker = |dealt: &Dealt| {
            tableau.banker_draws(dealt.player as u8, dealt.banker as u8, None) && !player(dealt)
        };
        let somebody = |dealt: &Dealt| player(dealt) || banker(dealt);
        let after_third = std::array::from_fn(|third| AfterThird::of(tableau, third));
        Draws {
            nobody: Dealt::all().filter(|dealt| !somebody(dealt)).collect(),
            banker_only: Dealt::all().filter(banker).collect(),
            somebody: one_of_each_pair(Dealt::all().filter(somebody)),
            both_totals: (0..10).filter(|total| has_total(&after_third, *total)).collect(),
            after_third,
        }
    }
}

fn has_total(after_third: &[AfterThird; 10], total: usize) -> bool {
    let mut both = after_third.iter().flat_map(|after| &after.both);
    both.any(|draw| draw.dealt.player == total || draw.dealt.banker == total)
}

impl AfterThird {
    fn of(tableau: &Tableau, third: usize) -> AfterThird {
        let (both, player_only): (Vec<Dealt>, Vec<Dealt>) = Dealt::all()
            .filter(|dealt| tableau.player_draws(dealt.player as u8, dealt.banker as u8))
            .partition(|dealt| {
                tableau.banker_draws(dealt.player as u8, dealt.banker as u8, Some(third as u8))
            });
        let draw = |dealt: Dealt| {
            let other = Dealt::new(dealt.banker, dealt.player);
            let exchanged = other != dealt && both.contains(&other);
            BothDraw { dealt, exchanged, clash: Clash::of(dealt, third) }
        };
        let both = one_of_each_pair(both.iter().copied()).into_iter().map(draw).collect();
        AfterThird { both, player_only }
    }
}

/// Keeps the first of two totals that differ only in which hand has which.
fn one_of_each_pair(all: impl Iterator<Item = Dealt>) -> Vec<Dealt> {
    let mut seen = [false; PAIRS_OF_TOTALS];
    all.filter(|dealt| !std::mem::replace(&mut seen[dealt.pair], true)).collect()
}
