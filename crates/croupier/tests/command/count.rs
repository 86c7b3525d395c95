//! `croupier count`: what counting cards is worth.

use super::{check_failure, entry, file, json, shown};

#[test]
fn a_perfect_count_is_worth_more_the_deeper_the_cutting_card() {
    let found = json(&["count", "act", "--shoes", "60", "--seed", "3", "--wager", "tiger-tie", "player"]);
    let tie = entry(&found["wagers"], "wager", "tiger-tie");
    let depths = tie["depths"].as_array().unwrap();
    assert_eq!(depths[0]["from_back"], 12, "the book's own least comes first");
    let gains: Vec<f64> = depths.iter().map(|at| at["perfect_per_shoe"].as_f64().unwrap()).collect();
    assert!(gains.is_sorted_by(|a, b| a >= b), "{gains:?}");
    assert!(gains[0] > 0.1, "{gains:?}");
    for at in depths {
        assert!(at["linear_per_shoe"].as_f64().unwrap() <= at["perfect_per_shoe"].as_f64().unwrap() + 1e-12);
    }
    let full = tie["full_shoe"].as_f64().unwrap();
    let odds = json(&["odds", "act", "--wager", "tiger-tie"]);
    assert_eq!(-full, odds["wagers"][0]["house_edge"].as_f64().unwrap());
}

#[test]
fn the_screen_tells_depths_and_tags_and_the_same_on_any_threads() {
    let with = |threads: &str| {
        shown(&[
            "count",
            "nz",
            "--shoes",
            "40",
            "--seed",
            "1",
            "--depth",
            "20,104",
            "--tags",
            "--threads",
            threads,
        ])
    };
    let message = with("1");
    assert_eq!(message, with("2"));
    for said in ["perfect count", "linear count", "40 shoes", "millionths", "104"] {
        assert!(message.contains(said), "no `{said}` in:\n{message}");
    }
}

#[test]
fn a_depth_that_the_book_does_not_allow_is_refused_with_the_clause() {
    check_failure(&["count", "nz", "--depth", "19"], 1, &["from_back: found 19 cards from the back", "nz"]);
    check_failure(&["count", "nz", "--depth", "416"], 1, &["more than all the cards"]);
    check_failure(&["count", "nz", "--output", "x.pdf"], 2, &["allowed are files that end in"]);
}

#[test]
fn the_figures_are_written_as_files() {
    let path = |name: &str| file(name, "");
    let paths = ["count.csv", "count.parquet", "count.svg", "count.html", "count.json"].map(path);
    let mut asked = vec!["count", "qld", "--shoes", "20", "--seed", "2", "--wager", "tie", "-o"];
    asked.extend(paths.iter().map(String::as_str));
    shown(&asked);
    let csv = std::fs::read_to_string(&paths[0]).unwrap();
    assert!(csv.starts_with("wager,from_back,full_shoe,coups,favourable,"));
    assert!(csv.lines().nth(1).unwrap().starts_with("tie,20,"));
    assert!(std::fs::read(&paths[1]).unwrap().starts_with(b"PAR1"));
    for picture in &paths[2..4] {
        assert!(std::fs::read_to_string(picture).unwrap().contains("</svg>"));
    }
}

/// How far the odds lie apart by cards out of the shoe; over all coups they are those of the full shoe, but for chance.
#[test]
fn stretches_tell_the_mean_and_the_scatter_of_the_odds() {
    let found = json(&["count", "nz", "--shoes", "200", "--seed", "1", "--wager", "player"]);
    let player = entry(&found["wagers"], "wager", "player");
    let stretches = player["stretches"].as_array().unwrap();
    let number = |at: &serde_json::Value, key: &str| at[key].as_f64().unwrap();
    let coups: f64 = stretches.iter().map(|at| number(at, "coups")).sum();
    assert_eq!(coups, found["coups"].as_f64().unwrap());
    let mean = stretches.iter().map(|at| number(at, "coups") * number(at, "mean")).sum::<f64>() / coups;
    assert!((mean - player["full_shoe"].as_f64().unwrap()).abs() < 2e-4, "{mean}");
    let deviations: Vec<f64> = stretches.iter().map(|at| number(at, "deviation")).collect();
    assert!(deviations[0] < 5e-4 && deviations[12] > 2.0 * deviations[2], "{deviations:?}");
}

/// Of a book with many wagers those are counted whose odds can be worked out before every coup; the others are named.
#[test]
fn wagers_that_take_too_long_are_left_out_by_name() {
    let book = super::repository("books/examples/side-bets.toml");
    let found = json(&["count", &book, "--shoes", "2", "--seed", "1"]);
    let left_out: Vec<&str> =
        found["not_counted"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert!(left_out.contains(&"lucky-8-player") && left_out.contains(&"all-red"), "{left_out:?}");
    let counted: Vec<&str> =
        found["wagers"].as_array().unwrap().iter().map(|of| of["wager"].as_str().unwrap()).collect();
    assert!(counted.contains(&"banker") && counted.contains(&"lucky-nines"), "{counted:?}");
    assert!(counted.iter().all(|id| !left_out.contains(id)));
    // By name it is counted all the same, as far as that goes.
    let message = super::shown(&["count", &book, "--wager", "all-red", "--shoes", "4", "--seed", "1"]);
    assert!(message.contains("Linear counts only"), "{message}");
}
