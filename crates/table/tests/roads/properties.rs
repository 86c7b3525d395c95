//! What must hold of the roads of any shoe.

use crate::shoes::{Seeded, other};
use baccarat::outcome::{Side, Winner};
use std::collections::BTreeSet;
use table::roads::{Cell, Colour, RoadResult, Roads, Rule, Spot, notation};

fn each_shoe(check: impl Fn(&[RoadResult])) {
    let mut seeded = Seeded::from_env();
    (0..2_000).for_each(|_| check(&seeded.shoe(120)));
}

fn colours(roads: &Roads, rule: Rule) -> Vec<Colour> {
    roads.derived(rule).marks().iter().map(|mark| mark.colour).collect()
}

fn pushed(roads: &Roads, winner: Winner) -> Roads {
    let mut roads = roads.clone();
    roads.push(RoadResult::plain(winner));
    roads
}

#[test]
fn the_roads_of_a_beginning_are_a_beginning_of_the_roads() {
    let without_ties = |cell: &Cell| Cell { ties: 0, ..*cell };
    each_shoe(|shoe| {
        let mut roads = Roads::new();
        for result in shoe {
            let before = roads.clone();
            roads.push(*result);
            assert!(roads.bead_plate().starts_with(before.bead_plate()));
            // Ties may still be added to the last cell; nothing else of an earlier cell may change.
            let cells = roads.big_road().cells().iter().map(without_ties);
            assert!(
                before
                    .big_road()
                    .cells()
                    .iter()
                    .map(without_ties)
                    .eq(cells.take(before.big_road().cells().len()))
            );
            for rule in Rule::ALL {
                assert!(roads.derived(rule).marks().starts_with(before.derived(rule).marks()));
            }
        }
        assert_eq!(roads, Roads::of(shoe));
    });
}

#[test]
fn what_if_is_what_comes() {
    each_shoe(|shoe| {
        let roads = Roads::of(shoe);
        for (side, winner) in [(Side::Banker, Winner::Banker), (Side::Player, Winner::Player)] {
            let after = pushed(&roads, winner);
            for rule in Rule::ALL {
                let new = after.derived(rule).marks().get(roads.derived(rule).marks().len());
                assert_eq!(roads.next().if_wins(side).on(rule), new.map(|mark| mark.colour));
            }
        }
    });
}

#[test]
fn the_two_what_ifs_are_opposite() {
    each_shoe(|shoe| {
        let next = Roads::of(shoe).next();
        for rule in Rule::ALL {
            match (next.banker.on(rule), next.player.on(rule)) {
                (None, None) => {}
                (Some(banker), Some(player)) => assert_ne!(banker, player),
                one => panic!("only one of two: {one:?}"),
            }
        }
    });
}

#[test]
fn ties_change_no_derived_road() {
    each_shoe(|shoe| {
        let wins: Vec<RoadResult> =
            shoe.iter().copied().filter(|result| result.winner != Winner::Tie).collect();
        let (with, without) = (Roads::of(shoe), Roads::of(&wins));
        assert_eq!(with.next(), without.next());
        for rule in Rule::ALL {
            let places = |roads: &Roads| -> Vec<_> {
                roads.derived(rule).marks().iter().map(|mark| (mark.colour, mark.place)).collect()
            };
            assert_eq!(places(&with), places(&without));
        }
        let ties: u32 = with.big_road().cells().iter().map(|cell| cell.ties).sum();
        assert!(wins.is_empty() || ties as usize == with.counts().winners.tie, "every tie is on some cell");
    });
}

#[test]
fn changing_sides_changes_no_derived_road() {
    each_shoe(|shoe| {
        let mirror: Vec<RoadResult> =
            shoe.iter().map(|result| RoadResult { winner: other(result.winner), ..*result }).collect();
        let (roads, mirrored) = (Roads::of(shoe), Roads::of(&mirror));
        for rule in Rule::ALL {
            assert_eq!(roads.derived(rule), mirrored.derived(rule));
        }
        assert_eq!(
            (roads.next().banker, roads.next().player),
            (mirrored.next().player, mirrored.next().banker)
        );
    });
}

#[test]
fn a_win_gives_each_begun_road_one_mark() {
    each_shoe(|shoe| {
        let roads = Roads::of(shoe);
        for rule in Rule::ALL {
            let marks = colours(&roads, rule).len();
            let first = roads.derived(rule).marks().first().map_or(u32::MAX, |mark| mark.coup);
            assert_eq!(marks, roads.big_road().cells().iter().filter(|cell| cell.coup >= first).count());
        }
    });
}

#[test]
fn no_square_is_drawn_twice_and_none_is_below_row_six() {
    let check = |spots: Vec<Spot>| {
        assert!(spots.iter().all(|spot| spot.column >= 1 && (1..=6).contains(&spot.row)));
        assert_eq!(spots.iter().collect::<BTreeSet<_>>().len(), spots.len());
    };
    each_shoe(|shoe| {
        let roads = Roads::of(shoe);
        check(roads.big_road().cells().iter().map(|cell| cell.place.at).collect());
        for rule in Rule::ALL {
            check(roads.derived(rule).marks().iter().map(|mark| mark.place.at).collect());
        }
    });
}

#[test]
fn what_is_written_is_read_back() {
    each_shoe(|shoe| {
        let text = notation::written(shoe.iter().copied());
        assert_eq!(notation::read(&text).as_deref(), Ok(shoe));
    });
}
