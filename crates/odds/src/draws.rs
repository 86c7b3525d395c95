//! Who draws on what, worked out once from a tableau into lists the closed form runs through.

use baccarat::tableau::Tableau;

/// How many unordered pairs of totals there are.
pub(crate) const PAIRS_OF_TOTALS: usize = 55;

/// The two-card totals of both hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dealt {
    pub(crate) player: usize,
    pub(crate) banker: usize,
}

impl Dealt {
    /// All hundred.
    fn all() -> impl Iterator<Item = Dealt> {
        (0..100).map(|both| Dealt { player: both / 10, banker: both % 10 })
    }

    /// A number below [`PAIRS_OF_TOTALS`], the same whichever hand has which total.
    pub(crate) fn pair(self) -> usize {
        let (low, high) = (self.player.min(self.banker), self.player.max(self.banker));
        high * (high + 1) / 2 + low
    }
}

/// A pair of totals on which both hands draw, one way round or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BothDraw {
    /// One way round.
    pub(crate) dealt: Dealt,
    /// The hands draw with the totals exchanged too.
    pub(crate) exchanged: bool,
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
}

impl Draws {
    /// Reads a tableau.
    pub(crate) fn of(tableau: &Tableau) -> Draws {
        let player = |dealt: &Dealt| tableau.player_draws(dealt.player as u8, dealt.banker as u8);
        let banker = |dealt: &Dealt| {
            tableau.banker_draws(dealt.player as u8, dealt.banker as u8, None) && !player(dealt)
        };
        let somebody = |dealt: &Dealt| player(dealt) || banker(dealt);
        Draws {
            nobody: Dealt::all().filter(|dealt| !somebody(dealt)).collect(),
            banker_only: Dealt::all().filter(banker).collect(),
            after_third: std::array::from_fn(|third| AfterThird::of(tableau, third as u8)),
            somebody: one_of_each_pair(Dealt::all().filter(somebody)),
        }
    }
}

impl AfterThird {
    fn of(tableau: &Tableau, third: u8) -> AfterThird {
        let (both, player_only): (Vec<Dealt>, Vec<Dealt>) = Dealt::all()
            .filter(|dealt| tableau.player_draws(dealt.player as u8, dealt.banker as u8))
            .partition(|dealt| tableau.banker_draws(dealt.player as u8, dealt.banker as u8, Some(third)));
        let once = one_of_each_pair(both.iter().copied());
        let exchanged = |dealt: Dealt| {
            let other = Dealt { player: dealt.banker, banker: dealt.player };
            other != dealt && both.contains(&other)
        };
        let both = once.into_iter().map(|dealt| BothDraw { dealt, exchanged: exchanged(dealt) }).collect();
        AfterThird { both, player_only }
    }
}

/// Keeps the first of two totals that differ only in which hand has which.
fn one_of_each_pair(all: impl Iterator<Item = Dealt>) -> Vec<Dealt> {
    let mut seen = [false; PAIRS_OF_TOTALS];
    all.filter(|dealt| !std::mem::replace(&mut seen[dealt.pair()], true)).collect()
}
