//! Shoes worked out by hand.

use baccarat::outcome::Side;
use table::roads::{Colour, NextColours, Roads, Rule, notation};

fn roads(text: &str) -> Roads {
    Roads::of(&notation::read(text).unwrap())
}

/// A shoe without ties from the lengths of its streaks, the Banker first.
fn streaks(lengths: &[usize]) -> String {
    lengths.iter().zip(["B", "P"].into_iter().cycle()).map(|(length, side)| side.repeat(*length)).collect()
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
    }
}

/// Red and blue as R and B: big eye boy, small road, cockroach pig.
fn derived(roads: &Roads) -> [String; 3] {
    Rule::ALL.map(|rule| roads.derived(rule).marks().iter().map(|mark| letter(mark.colour)).collect())
}

fn check(text: &str, expected: [&str; 3]) {
    assert_eq!(derived(&roads(text)), expected, "{text}");
}

/// The big road as it is drawn: a line for each row, ties as a digit after the letter.
fn big_road(text: &str) -> Vec<String> {
    let roads = roads(text);
    let cells = roads.big_road().cells();
    let width = cells.iter().map(|cell| cell.place.at.column).max().unwrap_or(0);
    let mut board = vec![vec![String::from("."); width as usize]; 6];
    for cell in cells {
        let side = if cell.side == Side::Banker { "B" } else { "P" };
        let ties = if cell.ties > 0 { cell.ties.to_string() } else { String::new() };
        board[cell.place.at.row as usize - 1][cell.place.at.column as usize - 1] = format!("{side}{ties}");
    }
    board.into_iter().map(|row| row.join(" ")).collect()
}

fn check_big_road(text: &str, expected: [&str; 6]) {
    assert_eq!(big_road(text), expected, "{text}");
}

#[test]
fn ties_are_counted_on_the_win_before_them() {
    check_big_road("BTPPTTB", ["B1 P B", ". P2 .", ". . .", ". . .", ". . .", ". . ."]);
}

#[test]
fn a_tie_does_not_part_a_streak() {
    check_big_road("BTBTB", ["B1", "B1", "B", ".", ".", "."]);
}

#[test]
fn ties_before_the_first_win_wait_for_it() {
    assert_eq!(roads("TT").big_road().ties_before_first(), 2);
    assert!(roads("TT").big_road().cells().is_empty());
    check_big_road("TTPB", ["P2 B", ". .", ". .", ". .", ". .", ". ."]);
    // A tie after the first win joins those before it.
    check_big_road("TTPTB", ["P3 B", ". .", ". .", ". .", ". .", ". ."]);
    assert_eq!(roads("TTPTB").big_road().ties_before_first(), 2);
}

#[test]
fn only_ties() {
    let roads = roads("TTTTTTT");
    assert_eq!(roads.bead_plate().len(), 7);
    assert_eq!((roads.bead_plate()[6].at.column, roads.bead_plate()[6].at.row), (2, 1));
    assert_eq!(derived(&roads), ["", "", ""]);
    let nothing = NextColours { big_eye_boy: None, small_road: None, cockroach_pig: None };
    assert_eq!((roads.next().banker, roads.next().player), (nothing, nothing));
}

#[test]
fn a_streak_of_twelve_has_a_tail_and_the_next_streak_starts_above_it() {
    check_big_road(
        &streaks(&[12, 2]),
        [
            "B P . . . . .", //
            "B P . . . . .",
            "B . . . . . .",
            "B . . . . . .",
            "B . . . . . .",
            "B B B B B B B",
        ],
    );
}

#[test]
fn a_streak_that_meets_a_tail_turns_above_it_and_stays_in_its_row() {
    check_big_road(
        &streaks(&[8, 8, 3]),
        [
            "B P B . .", //
            "B P B . .",
            "B P B . .",
            "B P . . .",
            "B P P P P",
            "B B B . .",
        ],
    );
}

#[test]
fn a_tie_in_a_tail_is_counted_on_the_tail() {
    check_big_road("BBBBBBBTTB", ["B . .", "B . .", "B . .", "B . .", "B . .", "B B2 B"]);
}

#[test]
fn cells_carry_the_marks_of_their_own_result() {
    let roads = roads("B+ T- Pn B");
    let marks: Vec<_> = roads
        .big_road()
        .cells()
        .iter()
        .map(|cell| (cell.player_pair, cell.banker_pair, cell.natural))
        .collect();
    assert_eq!(marks, [(true, false, false), (false, false, true), (false, false, false)]);
    assert_eq!((roads.counts().pairs.player, roads.counts().pairs.banker), (1, 1));
    assert_eq!(roads.counts().naturals.player, 1);
}

#[test]
fn each_derived_road_starts_in_row_two() {
    // A second mark in column 2, 3 or 4 is the first that has a column to look back to.
    check("B", ["", "", ""]);
    check("BP", ["", "", ""]);
    check("BPP", ["B", "", ""]);
    check("BBPP", ["R", "", ""]);
    check("BPBB", ["RB", "B", ""]);
    check("BBPBB", ["BB", "R", ""]);
    check("BPBPP", ["RRB", "RB", "B"]);
    check("BBPBPP", ["BRB", "BB", "R"]);
}

#[test]
fn each_derived_road_starts_in_row_one_of_the_column_after() {
    check("BPB", ["R", "", ""]);
    check("BBPB", ["B", "", ""]);
    check("BPBP", ["RR", "R", ""]);
    check("BBPBP", ["BR", "B", ""]);
    check("BPBPB", ["RRR", "RR", "R"]);
    check("BBPBPB", ["BRR", "BR", "B"]);
}

#[test]
fn the_example_of_the_manual() {
    // Columns 1, 2, 2. Column 2 outlives column 1: blue. It ends longer than column 1: blue. Column 3 runs
    // beside column 2: red. The small road sets column 3 beside column 1, which it outlives: blue.
    let roads = roads("BPPTBB");
    assert_eq!(derived(&roads), ["BBR", "B", ""]);
    let next = |side| Rule::ALL.map(|rule| roads.next().if_wins(side).on(rule).map(letter));
    assert_eq!(next(Side::Banker), [Some('B'), Some('R'), None]);
    assert_eq!(next(Side::Player), [Some('R'), Some('B'), None]);
}

#[test]
fn columns_of_many_lengths() {
    check(&streaks(&[3, 1, 2, 4, 1, 1]), ["BBBRBRBB", "RBBRRBB", "RRBBR"]);
    // Ties anywhere change nothing.
    check("TBBTBTTPBBTPPTPPBTP", ["BBBRBRBB", "RBBRRBB", "RRBBR"]);
}

#[test]
fn one_blue_where_the_model_ends_and_red_again_below() {
    check(&streaks(&[2, 5]), ["RBRR", "", ""]);
}

#[test]
fn columns_taller_than_the_board_are_compared_at_their_true_length() {
    // Eight beside eight: on the board both are six deep, and the second even turns in row 5.
    check(&streaks(&[8, 8]), ["RRRRRRR", "", ""]);
    // Seven beside eight: the eighth outlives the seventh.
    check(&streaks(&[7, 8]), ["RRRRRRB", "", ""]);
    // Twelve and seven are not alike, though both reach the bottom row.
    check(&streaks(&[12, 7, 1]), ["RRRRRRB", "", ""]);
    // Nine and nine are alike, though they turn in different rows.
    check(&streaks(&[9, 9, 1]), ["RRRRRRRRR", "", ""]);
}

#[test]
fn a_squares_tail_is_no_column() {
    // The tail of column 1 fills row 6 of board columns 2 to 7. For column 3 the column to the left is column 2
    // with its one mark, whatever the board shows there.
    check(&streaks(&[12, 1, 6]), ["BBRRRR", "RRRRR", ""]);
}

#[test]
fn a_derived_road_has_tails_too() {
    // Chops: the big eye boy is red at every win from the third on.
    let roads = roads(&"BP".repeat(6));
    let spots: Vec<_> = roads
        .derived(Rule::BigEyeBoy)
        .marks()
        .iter()
        .map(|mark| (mark.place.at.column, mark.place.at.row))
        .collect();
    assert_eq!(spots, [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6)]);
    assert_eq!(roads.derived(Rule::BigEyeBoy).columns().len(), 1);
    assert_eq!(roads.derived(Rule::BigEyeBoy).columns()[0].length, 10);
}

#[test]
fn the_longest_streaks_are_true_ones() {
    let roads = roads("BBBBTBBBB PPP BB");
    assert_eq!((roads.counts().longest_streak.banker, roads.counts().longest_streak.player), (8, 3));
}

#[test]
fn the_json_is_as_documented() {
    let expected = serde_json::json!({
        "results": "TB+P*",
        "counts": {
            "total": 3,
            "winners": { "banker": 1, "player": 1, "tie": 1 },
            "pairs": { "banker": 0, "player": 1 },
            "naturals": { "banker": 0, "player": 1, "tie": 0 },
            "longest_streak": { "banker": 1, "player": 1 }
        },
        "bead_plate": [
            { "winner": "tie", "player_pair": false, "banker_pair": false, "natural": false, "at": { "column": 1, "row": 1 } },
            { "winner": "banker", "player_pair": true, "banker_pair": false, "natural": false, "at": { "column": 1, "row": 2 } },
            { "winner": "player", "player_pair": false, "banker_pair": false, "natural": true, "at": { "column": 1, "row": 3 } }
        ],
        "big_road": {
            "ties_before_first": 1,
            "columns": [{ "of": "banker", "length": 1 }, { "of": "player", "length": 1 }],
            "cells": [
                { "side": "banker", "coup": 2, "column": 1, "row": 1, "at": { "column": 1, "row": 1 }, "ties": 1,
                  "player_pair": true, "banker_pair": false, "natural": false },
                { "side": "player", "coup": 3, "column": 2, "row": 1, "at": { "column": 2, "row": 1 }, "ties": 0,
                  "player_pair": false, "banker_pair": false, "natural": true }
            ]
        },
        "big_eye_boy": { "columns": [], "marks": [] },
        "small_road": { "columns": [], "marks": [] },
        "cockroach_pig": { "columns": [], "marks": [] },
        "next": {
            "banker": { "big_eye_boy": "red", "small_road": null, "cockroach_pig": null },
            "player": { "big_eye_boy": "blue", "small_road": null, "cockroach_pig": null }
        }
    });
    assert_eq!(serde_json::to_value(roads("TB+P*")).unwrap(), expected);
}

#[test]
fn a_derived_mark_in_json() {
    let json = serde_json::to_value(roads("BTPP")).unwrap();
    let mark = serde_json::json!({ "colour": "blue", "coup": 4, "column": 1, "row": 1, "at": { "column": 1, "row": 1 } });
    assert_eq!(json["big_eye_boy"]["marks"], serde_json::json!([mark]));
    assert_eq!(json["big_eye_boy"]["columns"], serde_json::json!([{ "of": "blue", "length": 1 }]));
}
