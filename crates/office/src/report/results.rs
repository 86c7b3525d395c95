//! Results against theory: what came beside what the exact odds of the unseen cards had due, coup by coup.

use super::gather::Gathered;
use super::sheet::{Cell, Sheet, whole};
use crate::theory::{Due, Theory, WINNERS};
use baccarat::chips::Money;
use baccarat::outcome::Winner;

fn word(winner: Winner) -> &'static str {
    match winner {
        Winner::Player => "player",
        Winner::Banker => "banker",
        Winner::Tie => "tie",
    }
}

/// A sum of money for people, to the nearest of the smallest unit.
fn rounded(amount: f64) -> Cell {
    Cell::Money(Money(amount.round() as i64))
}

/// What the house was due to win on each wager, in whole amounts that come to what it was due on all.
fn due(theory: &Theory) -> Vec<Money> {
    whole(theory.wagers.values().map(|wager| wager.win.due))
}

fn z(due: &Due) -> Cell {
    Cell::of(due.z(), Cell::Figure)
}

fn winners(all: &[(&Gathered, &Theory)]) -> Sheet {
    let mut sheet = Sheet::new("winners", &["table", "winner", "came", "expected", "z"]);
    for (of, theory) in all {
        for (winner, due) in WINNERS.iter().zip(&theory.winners) {
            sheet.rows.push(vec![
                Cell::text(&of.id),
                Cell::text(word(*winner)),
                Cell::Count(due.came as i64),
                Cell::Figure(due.due),
                z(due),
            ]);
        }
    }
    sheet
}

fn wagers(all: &[(&Gathered, &Theory)]) -> Sheet {
    let columns = ["table", "wager", "staked", "win", "win_due", "deviation", "z"];
    let mut sheet = Sheet::new("wagers", &columns);
    for (of, theory) in all {
        for ((wager, due), in_whole) in theory.wagers.iter().zip(due(theory)) {
            sheet.rows.push(vec![
                Cell::text(&of.id),
                Cell::text(wager),
                Cell::Money(due.staked),
                rounded(due.win.came),
                Cell::Money(in_whole),
                rounded(due.win.variance.sqrt()),
                z(&due.win),
            ]);
        }
    }
    sheet
}

fn evidence(all: &[(&Gathered, &Theory)]) -> Sheet {
    let columns =
        ["table", "coups", "left_out", "winners_e", "staked", "win", "win_due", "deviation", "z", "win_e"];
    let mut sheet = Sheet::new("evidence", &columns);
    for (of, theory) in all {
        sheet.rows.push(vec![
            Cell::text(&of.id),
            Cell::count(theory.coups),
            Cell::count(theory.left_out),
            Cell::Figure(theory.winners_evidence.value()),
            Cell::Money(theory.wagers.values().map(|wager| wager.staked).sum()),
            rounded(theory.house.came),
            Cell::Money(due(theory).into_iter().sum()),
            rounded(theory.house.variance.sqrt()),
            z(&theory.house),
            Cell::Figure(theory.house_evidence.value()),
        ]);
    }
    sheet
}

/// The sheets of results against theory.
pub fn sheets(all: &[Gathered]) -> Vec<Sheet> {
    let known: Vec<(&Gathered, &Theory)> =
        all.iter().filter_map(|of| Some((of, of.theory.as_ref()?))).collect();
    vec![evidence(&known), winners(&known), wagers(&known)]
}
