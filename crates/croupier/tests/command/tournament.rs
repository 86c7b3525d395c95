//! `croupier tournament`: conditions checked, structures planned.

use super::{check_failure, file, repository, shown};

/// The conditions of the page on tournaments.
fn conditions() -> String {
    let page = std::fs::read_to_string(repository("docs/tournaments.md")).unwrap();
    let (_, rest) = page.split_once("```toml").unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn shares_beyond_all_bounds_are_a_fault() {
    let good = conditions();
    shown(&["tournament", "check", &file("tournament-good.toml", &good)]);
    let line = good.lines().find(|line| line.starts_with("shares")).unwrap();
    let bad = good.replace(line, "shares = [40000000, 40000000]");
    let bad = file("tournament-shares.toml", &bad);
    check_failure(&["tournament", "check", &bad], 1, &["found a share of 40000000 per cent"]);
}

#[test]
fn a_plan_says_how_long_it_takes_and_who_is_out_when() {
    let html = file("tournament-plan.html", "");
    let asked = ["tournament", "plan", "nsw", "--entrants", "14", "--count", "50", "--minutes", "60"];
    let text = shown(&asked);
    for words in ["minutes with play-offs: ", "players out in each tournament: ", "final won from seat 1, 2"]
    {
        assert!(text.contains(words), "`{words}` is not in: {text}");
    }
    // Play-offs take time: of tournaments that need some the longest takes more than was planned.
    let longest =
        |line: &str| line.starts_with("minutes with play-offs") && !line.ends_with(", 48 the longest");
    assert!(text.lines().any(longest), "{text}");
    assert_eq!(shown(&asked), text, "the same seed gives the same figures");
    shown(&[&asked[..], &["-o", &html]].concat());
    let page = std::fs::read_to_string(html).unwrap();
    for title in [
        "Eliminations by coup of a session",
        "Tournaments won by strategy",
        "Finals won by seat",
        "Minutes of play",
    ] {
        assert!(page.contains(title), "{title}");
    }
}
