//! Structures proposed for given entrants, tables and time, and played out with named strategies.
//!
//! Chance is handed in: which outcome comes next, and small random numbers for players who choose a hand at random. The play is
//! the book's: turns, minimum, maximum, eliminations and places; `tests/plan.rs` replays it through the tournament itself.

use crate::turns::turns;
use baccarat::book::Book;
use baccarat::chips::{ChipSet, Money};
use baccarat::outcome::Outcome;
use baccarat::payment;
use baccarat::rules::tournament::{EqualInSession, MarkerMove};
use baccarat::wager::{Settlement, Wager, WagerClass};
use std::collections::HashMap;

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// The minimum on a hand at random, always.
    Flat,
    /// The minimum while in a place that counts, otherwise what reaches it.
    HoldLead,
    /// Half as much as the gap to the place that counts, at least the minimum.
    Chase,
    /// The minimum until the last three coups, then everything that is allowed while out of the places.
    LastAllIn,
}

impl Strategy {
    /// Every strategy.
    pub const ALL: [Strategy; 4] = [Strategy::Flat, Strategy::HoldLead, Strategy::Chase, Strategy::LastAllIn];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Flat => "flat",
            Strategy::HoldLead => "hold-lead",
            Strategy::Chase => "chase",
            Strategy::LastAllIn => "last-all-in",
        }
    }
}

/// One stage of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagePlan {
    /// Tables.
    pub tables: u32,
    /// Coups of its session.
    pub coups: u32,
    /// How many of each table go on; none from the last stage.
    pub advance: u32,
}

/// A structure: stages, and what all sessions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The stages.
    pub stages: Vec<StagePlan>,
    /// Seats at a table.
    pub seats: u8,
    /// Chips at the start of each session.
    pub opening: Money,
    /// The minimum.
    pub least: Money,
    /// The maximum.
    pub most: Money,
    /// Denominations.
    pub chips: Vec<Money>,
    /// How many places of the last stage have a prize.
    pub prizes: u32,
}

impl Structure {
    /// Coups that are planned one after the other: tables of a stage play side by side. Play-offs come on top, and a table with one player
    /// left ends before.
    pub fn coups(&self) -> u32 {
        self.stages.iter().map(|stage| stage.coups).sum()
    }
}

/// What is known before a structure is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Entrants.
    pub entrants: u32,
    /// Tables there are.
    pub tables: u32,
    /// Seats at each.
    pub seats: u8,
    /// Minutes there are.
    pub minutes: u32,
    /// Seconds that a coup takes.
    pub coup_seconds: u32,
}

/// Structures that fit: heats and a final with one or two of each table going on, a stage between where the final would not
/// hold them, and where everybody fits one table a single session. None if the tables do not hold the entrants.
pub fn propose(wanted: &Wanted) -> Vec<Structure> {
    let seats = u32::from(wanted.seats.max(1));
    let heats = wanted.entrants.div_ceil(seats);
    if wanted.entrants < 2 || heats > wanted.tables {
        return Vec::new();
    }
    let mut shapes: Vec<Vec<(u32, u32)>> = Vec::new();
    if heats == 1 {
        shapes.push(vec![(1, 0)]);
    }
    for advance in [1, 2] {
        let on = heats * advance;
        if heats < 2 || wanted.entrants / heats < advance + 1 {
            continue;
        }
        if (2..=seats).contains(&on) {
            shapes.push(vec![(heats, advance), (1, 0)]);
        } else if on > seats {
            let between = on.div_ceil(seats);
            let again = (seats / between).min(2);
            if again > 0 && on / between > again {
                shapes.push(vec![(heats, advance), (between, again), (1, 0)]);
            }
        }
    }
    let units = |amount: i64| Money(amount * Money::UNITS);
    let coups_in_all = wanted.minutes.saturating_mul(60) / wanted.coup_seconds.max(1);
    let mut structures = Vec::new();
    for shape in shapes {
        // A fifth of the time goes to seating, counting and places.
        let each = coups_in_all * 4 / 5 / shape.len() as u32;
        if each == 0 {
            continue;
        }
        let finalists = match shape[..] {
            [.., (tables, advance), _] => tables * advance,
            _ => wanted.entrants,
        };
        for (opening, most) in [(1_000, 500), (2_000, 500)] {
            let stages = shape.iter().map(|(tables, advance)| StagePlan {
                tables: *tables,
                coups: each,
                advance: *advance,
            });
            structures.push(Structure {
                stages: stages.collect(),
                seats: wanted.seats,
                opening: units(opening),
                least: units(50),
                most: units(most),
                chips: [5, 25, 100, 500].map(units).to_vec(),
                prizes: 3.min(finalists),
            });
        }
    }
    structures
}

/// A conditions file for a structure, complete for this book.
pub fn conditions(structure: &Structure, book: &Book, entrants: u32, method: &str) -> String {
    let rules = &book.rules.tournament;
    let declared = rules.equal_in_session.get() == Some(&EqualInSession::AsDeclared);
    let equal = if declared { "equal = \"further-coups\"\n" } else { "" };
    let dealing =
        book.rules.dealing.methods.values().next().map_or("As the rules say.", |dealing| dealing.id.as_str());
    let chips: Vec<String> = structure.chips.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "tournament = \"planned\"\nname = \"Planned tournament\"\nbook = \"{}\"\nstart = 2027-01-01T19:00:00Z\n\
         [entry]\nhow = \"At the desk.\"\neligible = \"Everybody who may gamble.\"\nform = [\"name\"]\nwithdraw_until = \"never\"\n\
         groups = \"None.\"\nnumbers = [{entrants}, {entrants}]\nfee = 100\ncommission = false\nbuy_back = false\n\
         [play]\nmethod = \"{method}\"\ndealing = \"{dealing}\"\nseats = {}\nchips = [{}]\ncompulsory = true\n\
         limits = \"{} to {}\"\norder = true\nallot = \"ballot\"\npass_cards = 0\nundisclosed = 0\n\
         out = [\"residual-chips\", \"larger-wager\", \"collected-later\"]\n",
        book.id,
        structure.seats,
        chips.join(", "),
        structure.least,
        structure.most
    );
    for (index, stage) in structure.stages.iter().enumerate() {
        let advance =
            if stage.advance > 0 { format!("advance = {}\n", stage.advance) } else { String::new() };
        text.push_str(&format!(
            "[[stage]]\nname = \"Stage {}\"\nsession = {{ coups = {}, opening = {} }}\ntables = {}\n{advance}{equal}",
            index + 1,
            stage.coups,
            structure.opening,
            stage.tables
        ));
    }
    let shares = match structure.prizes {
        0 | 1 => "100",
        2 => "60, 40",
        _ => "50, 30, 20",
    };
    text.push_str(&format!("[prizes]\nshares = [{shares}]\nequal = \"further-coups\"\npaid = \"Cash.\"\n"));
    text
}

/// What happens in a planned tournament, for whoever wants to follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A session begins: entrants by table, in the order of seats from 1.
    Session(Vec<Vec<usize>>),
    /// A wager at a table: seat, wager, amount.
    Wager(usize, u8, usize, Money),
    /// A coup of a table ends with this outcome.
    Coup(usize, usize),
    /// A table is placed: entrants from the first place on.
    Placed(usize, Vec<usize>),
}

/// Chance as it is handed in.
pub trait Chance {
    /// The number of the next outcome in [`Game::outcomes`].
    fn outcome(&mut self) -> usize;
    /// A number below this one.
    fn below(&mut self, end: usize) -> usize;
}

/// The wagers of a book as planned players see them: the hands, which pay about even money, and the others.
pub struct Game<'b> {
    book: &'b Book,
    wagers: Vec<&'b Wager>,
    hands: Vec<usize>,
    /// Every outcome there is.
    pub outcomes: Vec<Outcome>,
    rows: Vec<Vec<usize>>,
    chips: ChipSet,
    nets: HashMap<(usize, i64), Vec<i64>>,
    next_box: bool,
}

impl<'b> Game<'b> {
    /// The game of a book under a method, with these chips.
    pub fn new(book: &'b Book, method: &str, chips: &[Money]) -> Result<Game<'b>, String> {
        let wagers = book.wagers(method).ok_or_else(|| format!("there is no method `{method}`"))?;
        let wagers: Vec<&Wager> = wagers.iter().filter(|wager| wager.class == WagerClass::Main).collect();
        let even = |wager: &&Wager| {
            wager.rows.iter().all(|row| match row.settlement {
                Settlement::Wins(odds) => odds.ratio() <= num_one(),
                Settlement::StandsOff | Settlement::Loses => true,
            })
        };
        let hands: Vec<usize> = (0..wagers.len()).filter(|index| even(&wagers[*index])).collect();
        if hands.is_empty() {
            return Err("no main wager pays even money".into());
        }
        let outcomes = book.outcomes();
        let rows = wagers
            .iter()
            .map(|wager| outcomes.iter().map(|outcome| wager.row_index(outcome).unwrap_or(0)).collect())
            .collect();
        let next_box = book.rules.tournament.marker.get() == Some(&MarkerMove::NextBox);
        let chips = ChipSet::new(chips.to_vec())?;
        Ok(Game { book, wagers, hands, outcomes, rows, chips, nets: HashMap::new(), next_box })
    }

    /// The id of a wager.
    pub fn wager(&self, index: usize) -> &baccarat::wager::WagerId {
        &self.wagers[index].id
    }

    fn net(&mut self, wager: usize, amount: Money, outcome: usize) -> Money {
        let (book, of, chips) = (self.book, self.wagers[wager], &self.chips);
        let nets = self.nets.entry((wager, amount.0)).or_insert_with(|| {
            let taken = payment::take(book, of, amount, chips);
            let net = |row| payment::pay(book, of, &taken, row, chips).net.ceil().to_integer();
            of.rows.iter().map(net).collect()
        });
        Money(nets[self.rows[wager][outcome]])
    }
}

fn num_one() -> num_rational::Ratio<i64> {
    num_rational::Ratio::from_integer(1)
}

/// What came of many planned tournaments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Tournaments.
    pub tournaments: u64,
    /// Coups played one after the other, by tournament: of each stage those of the table that played longest, play-offs included.
    pub coups: Vec<u32>,
    /// Eliminations, by coup of a session.
    pub outs: Vec<u64>,
    /// Tables that were placed, and those of them that needed a play-off.
    pub tables: (u64, u64),
    /// Finals whose leader at half time won.
    pub half_time_leader_won: u64,
    /// Wins by strategy, in the order of [`Strategy::ALL`], and entrants who played it.
    pub wins: [(u64, u64); 4],
    /// Final wins by seat.
    pub seat_wins: Vec<u64>,
}

impl Figures {
    /// Both together.
    pub fn and(mut self, other: Figures) -> Figures {
        fn add(one: &mut Vec<u64>, other: &[u64]) {
            one.resize(one.len().max(other.len()), 0);
            one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        }
        self.tournaments += other.tournaments;
        self.coups.extend(other.coups);
        add(&mut self.outs, &other.outs);
        add(&mut self.seat_wins, &other.seat_wins);
        self.tables = (self.tables.0 + other.tables.0, self.tables.1 + other.tables.1);
        self.half_time_leader_won += other.half_time_leader_won;
        for (one, other) in self.wins.iter_mut().zip(other.wins) {
            *one = (one.0 + other.0, one.1 + other.1);
        }
        self
    }
}

struct Player {
    entrant: usize,
    seat: u8,
    stack: Money,
    ladder: Vec<Money>,
    /// Out: the coup, what was left, the last stake.
    out: Option<(u32, Money, Money)>,
    last: Money,
}

/// Plays one tournament and adds what came of it.
pub fn play(
    structure: &Structure,
    strategies: &[Strategy],
    game: &mut Game<'_>,
    chance: &mut impl Chance,
    figures: &mut Figures,
    follow: &mut impl FnMut(Step),
) {
    let mut entrants: Vec<usize> = (0..strategies.len()).collect();
    let mut coups = 0;
    for (number, stage) in structure.stages.iter().enumerate() {
        let last = number + 1 == structure.stages.len();
        for at in (1..entrants.len()).rev() {
            entrants.swap(at, chance.below(at + 1));
        }
        let tables = deal_out(&entrants, stage.tables as usize);
        follow(Step::Session(tables.clone()));
        let mut on = Vec::new();
        // Tables of a stage play side by side, so the longest of them says how long the stage lasts.
        let mut longest = 0;
        for (index, seated) in tables.iter().enumerate() {
            let wanted = if last { structure.prizes.min(seated.len() as u32) } else { stage.advance };
            let (order, played) = Table { structure, stage, game, number: index, final_table: last, wanted }
                .play(seated, strategies, chance, figures, follow);
            longest = longest.max(played);
            if last {
                figures.wins[strategy_index(strategies[order[0]])].0 += 1;
                let seat = seated.iter().position(|entrant| *entrant == order[0]).unwrap_or(0);
                figures.seat_wins.resize(figures.seat_wins.len().max(seat + 1), 0);
                figures.seat_wins[seat] += 1;
            }
            follow(Step::Placed(index, order.clone()));
            on.extend(order.into_iter().take(stage.advance as usize));
        }
        entrants = on;
        coups += longest;
    }
    figures.tournaments += 1;
    figures.coups.push(coups);
    strategies.iter().for_each(|strategy| figures.wins[strategy_index(*strategy)].1 += 1);
}

fn strategy_index(strategy: Strategy) -> usize {
    Strategy::ALL.iter().position(|other| *other == strategy).unwrap_or(0)
}

/// Entrants by table, as even as can be.
fn deal_out(entrants: &[usize], tables: usize) -> Vec<Vec<usize>> {
    let tables = tables.clamp(1, entrants.len().max(1));
    let mut rest = entrants.iter().copied();
    (0..tables)
        .map(|index| {
            let many = entrants.len() / tables + usize::from(index < entrants.len() % tables);
            rest.by_ref().take(many).collect()
        })
        .collect()
}

/// One table of a session being played.
struct Table<'t, 'b> {
    structure: &'t Structure,
    stage: &'t StagePlan,
    game: &'t mut Game<'b>,
    number: usize,
    final_table: bool,
    wanted: u32,
}

impl Table<'_, '_> {
    fn play(
        mut self,
        seated: &[usize],
        strategies: &[Strategy],
        chance: &mut impl Chance,
        figures: &mut Figures,
        follow: &mut impl FnMut(Step),
    ) -> (Vec<usize>, u32) {
        let opening = self.structure.opening;
        let player = |(index, entrant): (usize, &usize)| Player {
            entrant: *entrant,
            seat: index as u8 + 1,
            stack: opening,
            ladder: Vec::new(),
            out: None,
            last: Money(0),
        };
        let mut players: Vec<Player> = seated.iter().enumerate().map(player).collect();
        let mut marker: Option<u8> = None;
        let mut leader_at_half = None;
        let mut played = 0;
        for coup in 1..=self.stage.coups {
            let all: Vec<usize> = (0..players.len()).collect();
            self.put_out(&mut players, coup - 1, figures);
            if players.iter().filter(|player| player.out.is_none()).count() < 2 {
                break;
            }
            if coup == self.stage.coups / 2 {
                leader_at_half =
                    players.iter().max_by_key(|player| player.stack).map(|player| player.entrant);
            }
            self.coup(&mut players, &all, coup, &mut marker, strategies, chance, follow);
            played += 1;
        }
        let mut played_off = false;
        while let Some(level) = self.level(&players) {
            played_off = true;
            level.iter().for_each(|index| {
                let stack = players[*index].stack;
                players[*index].ladder.push(stack);
            });
            // Level players who cannot stake the minimum are out together instead.
            if players[level[0]].stack < self.structure.least {
                for index in level {
                    let (stack, last) = (players[index].stack, players[index].last);
                    players[index].out = Some((self.stage.coups, stack, last));
                }
                continue;
            }
            self.coup(&mut players, &level, self.stage.coups, &mut marker, strategies, chance, follow);
            played += 1;
        }
        figures.tables.0 += 1;
        figures.tables.1 += u64::from(played_off);
        let order = self.order(&players);
        let order: Vec<usize> = order.into_iter().map(|index| players[index].entrant).collect();
        if self.final_table && leader_at_half == order.first().copied() {
            figures.half_time_leader_won += 1;
        }
        (order, played)
    }

    fn put_out(&self, players: &mut [Player], coup: u32, figures: &mut Figures) {
        for player in
            players.iter_mut().filter(|player| player.out.is_none() && player.stack < self.structure.least)
        {
            player.out = Some((coup, player.stack, player.last));
            player.stack = Money(0);
            figures.outs.resize(figures.outs.len().max(coup as usize + 1), 0);
            figures.outs[coup as usize] += 1;
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn coup(
        &mut self,
        players: &mut [Player],
        taking_part: &[usize],
        coup: u32,
        marker: &mut Option<u8>,
        strategies: &[Strategy],
        chance: &mut impl Chance,
        follow: &mut impl FnMut(Step),
    ) {
        let seats: Vec<u8> = taking_part
            .iter()
            .filter(|index| players[**index].out.is_none())
            .map(|index| players[*index].seat)
            .collect();
        let next = match (*marker, self.game.next_box) {
            (None, true) => 1,
            (Some(marker), true) => marker % self.structure.seats + 1,
            (None, false) => seats.first().copied().unwrap_or(1),
            (Some(marker), false) => {
                seats.iter().rev().find(|seat| **seat < marker).or(seats.last()).copied().unwrap_or(1)
            }
        };
        *marker = Some(next);
        let mut bets: Vec<(usize, usize, Money)> = Vec::new();
        for seat in turns(&seats, next) {
            let index = usize::from(seat) - 1;
            let (wager, amount) =
                self.choose(players, index, coup, strategies[players[index].entrant], chance);
            follow(Step::Wager(self.number, seat, wager, amount));
            bets.push((index, wager, amount));
        }
        let outcome = chance.outcome();
        for (index, wager, amount) in bets {
            players[index].stack += self.game.net(wager, amount, outcome);
            players[index].last = amount;
        }
        follow(Step::Coup(self.number, outcome));
    }

    /// What somebody wagers: whole units of the minimum, within the maximum and the stack.
    fn choose(
        &self,
        players: &[Player],
        index: usize,
        coup: u32,
        strategy: Strategy,
        chance: &mut impl Chance,
    ) -> (usize, Money) {
        let (least, most) = (self.structure.least, self.structure.most);
        let own = players[index].stack;
        let mut others: Vec<Money> = players
            .iter()
            .enumerate()
            .filter(|(other, player)| *other != index && player.out.is_none())
            .map(|(_, player)| player.stack)
            .collect();
        others.sort_unstable_by(|one, other| other.cmp(one));
        let target = others.get((self.wanted as usize).saturating_sub(1)).copied().unwrap_or(Money(0));
        let behind = (target - own).max(Money(0));
        let left = self.stage.coups.saturating_sub(coup);
        let whole = |amount: Money| {
            let capped = amount.min(most).min(own);
            Money((capped.0 - capped.0 % least.0).max(least.0))
        };
        let amount = match strategy {
            Strategy::Flat => least,
            Strategy::HoldLead => whole(if behind.0 > 0 { behind + least } else { least }),
            Strategy::Chase => whole(Money(behind.0 / 2).max(least)),
            Strategy::LastAllIn => whole(if left < 3 && target >= own { most } else { least }),
        };
        let hand = self.game.hands[chance.below(self.game.hands.len())];
        (hand, amount)
    }

    /// What a player is ranked by; greater is better. Whoever goes out in a play-off stays before those who were not in it.
    fn key(&self, player: &Player) -> (Vec<Money>, bool, u32, Money, Money) {
        let mut ladder = player.ladder.clone();
        match player.out {
            Some((coup, left, stake)) => (ladder, false, coup, left, stake),
            None if player.stack.0 == 0 => (ladder, false, self.stage.coups, Money(0), player.last),
            None => {
                ladder.push(player.stack);
                (ladder, true, 0, Money(0), Money(0))
            }
        }
    }

    fn order(&self, players: &[Player]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..players.len()).collect();
        // Chips are taken seat by seat, so among equals the higher seat was taken later.
        order.sort_by_key(|index| std::cmp::Reverse((self.key(&players[*index]), players[*index].seat)));
        order
    }

    /// The first level players between whom something is still open.
    fn level(&self, players: &[Player]) -> Option<Vec<usize>> {
        let order = self.order(players);
        let cuts: Vec<usize> =
            if self.final_table { (1..=self.wanted as usize).collect() } else { vec![self.wanted as usize] };
        let mut start = 0;
        while start < order.len() {
            let key = self.key(&players[order[start]]);
            let end =
                start + order[start..].iter().take_while(|index| self.key(&players[**index]) == key).count();
            let open = cuts.iter().any(|cut| start < *cut && *cut < end);
            if key.1 && end - start > 1 && open {
                let mut level: Vec<usize> = order[start..end].to_vec();
                level.sort_unstable();
                return Some(level);
            }
            start = end;
        }
        None
    }
}
