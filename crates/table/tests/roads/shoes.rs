//! Shoes to try: every short one, and long ones from a seed.

use baccarat::outcome::Winner;
use table::roads::RoadResult;

const WINNERS: [Winner; 3] = [Winner::Banker, Winner::Player, Winner::Tie];

/// A seeded source of shoes. SplitMix64: a few lines, and the same on every machine.
pub struct Seeded(u64);

impl Seeded {
    /// The seed in ROADS_SEED, else always the same one; it is printed, so that a failure can be replayed.
    pub fn from_env() -> Seeded {
        let said = std::env::var("ROADS_SEED").ok().map(|seed| seed.parse().expect("ROADS_SEED is a number"));
        let seed = said.unwrap_or(20_231_117);
        println!("ROADS_SEED={seed}");
        Seeded(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.draw() % limit
    }

    /// A shoe of up to `most` results, with its own liking for ties and for streaks: from all chops to dragons.
    pub fn shoe(&mut self, most: u64) -> Vec<RoadResult> {
        let (ties, repeats) = (self.below(40), self.below(101));
        let mut last = WINNERS[self.below(2) as usize];
        let length = self.below(most + 1);
        (0..length).map(|_| self.result(ties, repeats, &mut last)).collect()
    }

    fn result(&mut self, ties: u64, repeats: u64, last: &mut Winner) -> RoadResult {
        let winner = if self.below(100) < ties {
            Winner::Tie
        } else {
            if self.below(100) >= repeats {
                *last = other(*last);
            }
            *last
        };
        let mut mark = || self.below(8) == 0;
        RoadResult { winner, player_pair: mark(), banker_pair: mark(), natural: mark() }
    }
}

/// Every shoe of exactly this many results from these winners, without marks.
pub fn every(length: u32, winners: usize) -> impl Iterator<Item = Vec<RoadResult>> {
    (0..winners.pow(length)).map(move |number| {
        let nth = |place| WINNERS[number / winners.pow(place) % winners];
        (0..length).map(|place| RoadResult::plain(nth(place))).collect()
    })
}

/// The winner with Banker and Player changed over.
pub fn other(winner: Winner) -> Winner {
    match winner {
        Winner::Banker => Winner::Player,
        Winner::Player => Winner::Banker,
        Winner::Tie => Winner::Tie,
    }
}
