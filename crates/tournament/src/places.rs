//! Who is placed where at a table.

use crate::conditions::{Conditions, EqualIn, EqualPrize};
use crate::state::{Seat, TablePlay};
use baccarat::chips::Money;
use baccarat::rules::tournament::{EqualInSession, SameCoupRank};
use std::cmp::{Ordering, Reverse};

/// How places are found: the book's rules and the conditions, as far as they matter here.
pub(crate) struct Rules<'c> {
    pub(crate) conditions: &'c Conditions,
    pub(crate) stage: usize,
    pub(crate) equal: Option<EqualInSession>,
    pub(crate) same_coup: Vec<SameCoupRank>,
    /// How many of this table advance; none if prizes are decided here.
    pub(crate) advance: Option<u32>,
    /// In further rounds of players level on points, the first place contested; 0 where several tables play one, which only all
    /// their counts decide.
    pub(crate) rounds: Option<u32>,
    /// Level players at nothing do not play off.
    pub(crate) never_on_zero: bool,
    /// Level players play off where they outnumber the places still open; otherwise only where they outnumber all that
    /// advance.
    pub(crate) open_places: bool,
}

/// The order of a table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ranking {
    /// Seats from the best to the worst; seats of one group share a place.
    pub(crate) groups: Vec<Vec<u8>>,
    /// Level players who must play on, and for how many places.
    pub(crate) open: Option<(Vec<u8>, u32)>,
    /// The rules that told players out in the same coup apart.
    pub(crate) used: Vec<SameCoupRank>,
    /// Lots were needed.
    pub(crate) lots: bool,
}

/// What a seat is ranked by, the greatest first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// Its stacks at the counts before each play-off and now. Whoever goes out in a play-off is behind those who began it
    /// level, and stays before those who ended the session with less.
    ladder: Vec<Money>,
    /// It is not out.
    alive: bool,
    /// The coup in which it went out.
    out: u32,
}

impl Key {
    fn of(seat: &Seat, last: u32, zero_is_out: bool) -> Key {
        let mut ladder = seat.ladder.clone();
        match &seat.out {
            Some(out) if out.why != crate::facts::OutWhy::Placed => {
                Key { ladder, alive: false, out: out.coup }
            }
            _ if seat.stack.0 == 0 && zero_is_out => Key { ladder, alive: false, out: last },
            _ => {
                ladder.push(seat.stack);
                Key { ladder, alive: true, out: 0 }
            }
        }
    }
}

/// Of players out in the same coup: chips left, wager, and when it was taken.
fn out_figures(seat: &Seat) -> (Money, Money, u32) {
    match &seat.out {
        Some(out) => (out.residue, out.staked, out.collected),
        None => (seat.stack, seat.last_staked, seat.last_collected),
    }
}

fn by_same_coup(one: &Seat, other: &Seat, rules: &[SameCoupRank], used: &mut Vec<SameCoupRank>) -> Ordering {
    let (one, other) = (out_figures(one), out_figures(other));
    for rank in rules {
        let order = match rank {
            SameCoupRank::ResidualChips => other.0.cmp(&one.0),
            SameCoupRank::LargerWager => other.1.cmp(&one.1),
            SameCoupRank::CollectedLater => other.2.cmp(&one.2),
        };
        if !used.contains(rank) {
            used.push(*rank);
        }
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// The places after which it matters who is before and who behind: who goes on, who gets a second chance, who wins what.
fn boundaries(rules: &Rules<'_>, players: usize) -> Vec<usize> {
    match rules.advance {
        Some(advance) => {
            let next = rules.conditions.stages.get(rules.stage + 1);
            let chance = next.and_then(|next| next.second_chance).map(|place| place as usize);
            let around = chance.into_iter().flat_map(|place| [place.saturating_sub(1), place]);
            let mut cuts: Vec<usize> = around.chain([advance as usize]).collect();
            cuts.sort_unstable();
            cuts
        }
        None => match rules.rounds {
            Some(0) => Vec::new(),
            Some(first) => {
                let before = first as usize - 1;
                let cuts = prize_boundaries(rules.conditions, before + players).into_iter();
                cuts.filter_map(|cut| cut.checked_sub(before)).filter(|cut| *cut > 0).collect()
            }
            None if rules.conditions.points.is_some() => (1..players).collect(),
            None => prize_boundaries(rules.conditions, players),
        },
    }
}

/// The places after which the prize is another.
pub(crate) fn prize_boundaries(conditions: &Conditions, players: usize) -> Vec<usize> {
    let shares = &conditions.prizes.shares;
    let at = |place: usize| shares.get(place).copied().unwrap_or(0);
    let goods = |place: usize| {
        let added = &conditions.prizes.added;
        added.iter().any(|added| added.place.is_some_and(|at| at as usize == place + 1))
    };
    (1..players).filter(|place| at(place - 1) != at(*place) || goods(place - 1) || goods(*place)).collect()
}

/// Ranks the players of a table.
pub(crate) fn rank(table: &TablePlay, rules: &Rules<'_>) -> Ranking {
    let mut used = Vec::new();
    let mut lots = false;
    let mut seats: Vec<(u8, &Seat)> = table
        .seats
        .iter()
        .filter(|(_, seat)| {
            !seat.out.as_ref().is_some_and(|out| {
                matches!(
                    out.why,
                    crate::facts::OutWhy::Disqualified
                        | crate::facts::OutWhy::NoShow
                        | crate::facts::OutWhy::NoBuyIn
                        | crate::facts::OutWhy::Withdrew
                )
            })
        })
        .map(|(number, seat)| (*number, seat))
        .collect();
    let key = |seat: &Seat| Key::of(seat, table.coups, rules.never_on_zero);
    seats.sort_by_key(|(_, seat)| Reverse(key(seat)));
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut before: Option<&Seat> = None;
    // Level by stack, or out in the same coup and level by every rule.
    let mut start = 0;
    while start < seats.len() {
        let end =
            start + seats[start..].iter().take_while(|(_, seat)| key(seat) == key(seats[start].1)).count();
        if !key(seats[start].1).alive && end - start > 1 {
            seats[start..end].sort_by(|one, other| by_same_coup(one.1, other.1, &rules.same_coup, &mut used));
        }
        for (number, seat) in &seats[start..end] {
            let alive = key(seat).alive;
            let level = before.is_some_and(|before| {
                key(before) == key(seat)
                    && (alive
                        || by_same_coup(before, seat, &rules.same_coup, &mut Vec::new()) == Ordering::Equal)
            });
            match groups.last_mut().filter(|_| level) {
                Some(group) => group.push(*number),
                None => groups.push(vec![*number]),
            }
            before = Some(seat);
        }
        start = end;
    }
    let mut open = None;
    let mut placed = Vec::new();
    let mut at = 0;
    for group in groups {
        let (from, to) = (at, at + group.len());
        at = to;
        let alive = group.iter().all(|number| key(&table.seats[number]).alive);
        let crossed: Vec<usize> =
            boundaries(rules, table.seats.len()).into_iter().filter(|cut| from < *cut && *cut < to).collect();
        let Some(cut) = crossed.first().filter(|_| group.len() > 1) else {
            placed.push(group);
            continue;
        };
        let too_few =
            !rules.open_places && rules.advance.is_some_and(|advance| group.len() <= advance as usize);
        let settled = match !alive && rules.conditions.play.out_by_lot {
            true => Equal::Lots,
            false => settled_by(rules, alive && !too_few),
        };
        match settled {
            Equal::Shared => placed.push(group),
            Equal::PlayedOff => {
                open = open.or(Some((group.clone(), (*cut - from) as u32)));
                placed.push(group);
            }
            Equal::Lots => {
                lots = true;
                let mut drawn = group;
                drawn.sort_by_key(|number| table.seats[number].drawn);
                placed.extend(drawn.into_iter().map(|number| vec![number]));
            }
        }
    }
    Ranking { groups: placed, open, used, lots }
}

enum Equal {
    Shared,
    PlayedOff,
    Lots,
}

/// What decides between level players on whom something depends.
fn settled_by(rules: &Rules<'_>, alive: bool) -> Equal {
    let conditions = rules.conditions;
    if rules.advance.is_none() && (conditions.points.is_none() || rules.rounds.is_some()) {
        return match conditions.prizes.equal {
            EqualPrize::Split => Equal::Shared,
            EqualPrize::FurtherCoups if alive => Equal::PlayedOff,
            EqualPrize::FurtherCoups => Equal::Lots,
        };
    }
    match (rules.equal, conditions.stages.get(rules.stage).and_then(|stage| stage.equal)) {
        (Some(EqualInSession::PlayOff), _) | (_, Some(EqualIn::FurtherCoups)) if alive => Equal::PlayedOff,
        (_, Some(EqualIn::SharePoints)) => Equal::Shared,
        _ => Equal::Lots,
    }
}
