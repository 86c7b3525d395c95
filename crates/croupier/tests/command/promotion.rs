//! `croupier promotion`: terms checked and printed; a draw sealed, listed, mixed, shown and verified by both programs.

use super::{check_failure, file, repository, run, shown};
use std::path::Path;
use std::process::{Command, Output};

/// The terms of the page on promotions.
fn terms() -> String {
    let page = std::fs::read_to_string(repository("docs/promotions.md")).unwrap();
    let (_, rest) = page.split_once("```toml lunar.toml\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

fn python(arguments: &[&str]) -> Output {
    let script = repository("verify/croupier_verify.py");
    Command::new("python3").arg(script).args(arguments).output().expect("python3 is needed for this test")
}

#[test]
fn every_fault_is_told_with_line_and_clause() {
    let bad = terms().replace("make = \"Aurora\"\n", "").replace("results = ", "resluts = ");
    let bad = file("promotion-bad.toml", &bad);
    check_failure(
        &["promotion", "check", &bad],
        1,
        &[
            "line 14: found `resluts`",
            "there is no `results`; allowed is a text (16.7.10",
            "prize 1 (vehicle) has no `make`; allowed is a text (16.7.11.2.1",
            "3 faults in",
        ],
    );
    let silent = file("promotion-act.toml", &terms().replace("\"nsw\"", "\"act\""));
    check_failure(&["promotion", "check", &silent], 1, &["act has no chapter on promotional prizes"]);
    let list = file("promotion-prescribed.txt", "new car\n");
    let good = file("promotion-good.toml", &terms());
    check_failure(
        &["promotion", "check", &good, "--prescribed", &list],
        1,
        &["which regulations prescribe", "16.5.5"],
    );
}

#[test]
fn papers_are_printed() {
    let terms = file("promotion-print.toml", &terms());
    let text = shown(&["promotion", "print", &terms]);
    assert!(text.contains("closing time (16.7.6)\n  2027-02-06 20:30\n"), "{text}");
    let (html, pdf) = (file("promotion.html", ""), file("promotion.pdf", ""));
    shown(&["promotion", "print", &terms, "-o", &html, &pdf]);
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.contains("Lunar Draw: ticket") && page.contains("16.7.11.2.4"), "{page}");
    assert!(std::fs::read(pdf).unwrap().starts_with(b"%PDF"));
}

#[test]
fn a_draw_is_sealed_listed_mixed_and_verified() {
    let terms = file("promotion-draw.toml", &terms());
    // So many that another mix never gives the same order.
    let holders: String = (1..=60).map(|number| format!("M-{number}\n")).collect();
    let entries = file("promotion-entries.txt", &holders);
    let seed = file("promotion-seed.txt", "");
    std::fs::remove_file(&seed).unwrap();
    let sealed = shown(&["promotion", "draw", &terms, "--seed", &seed]);
    assert!(sealed.starts_with("draw 1 sealed: ") && Path::new(&seed).exists(), "{sealed}");
    let listed = shown(&["promotion", "draw", &terms, "--seed", &seed, "--entries", &entries]);
    assert!(listed.starts_with(&sealed) && listed.contains("60 tickets, root "), "{listed}");
    let (record, tickets) = (file("promotion-record.json", ""), file("promotion-tickets.json", ""));
    let drawing = [
        "promotion",
        "draw",
        &terms,
        "--seed",
        &seed,
        "--entries",
        &entries,
        "--mix",
        "a headline",
        "--record",
        &record,
        "--tickets",
        &tickets,
        "--at",
    ];
    let early = [&drawing[..], &["1801000000"]].concat();
    check_failure(&early, 1, &["the draw is at 2027-02-06 21:00", "16.7.2"]);
    let drawn = shown(&[&drawing[..], &["1801908000"]].concat());
    assert!(drawn.starts_with(&listed) && drawn.contains("prize 2: ticket "), "{drawn}");
    // Whoever knows the seed draws once: with neither another text nor another list.
    let again = drawing.map(|word| if word == "a headline" { "another headline" } else { word });
    check_failure(&[&again[..], &["1801908000"]].concat(), 1, &["this seed was used with mix "]);
    let fewer = file("promotion-fewer.txt", &holders[5..]);
    let other = ["promotion", "draw", &terms, "--seed", &seed, "--entries", &fewer];
    check_failure(&other, 1, &["this seed was used with root "]);
    check_failure(&[&drawing[..], &["9223372036854775807"]].concat(), 2, &["allowed"]);
    assert_eq!(shown(&[&drawing[..], &["1801908000"]].concat()), drawn, "the same again shows the same");
    let told = shown(&["promotion", "show", &record]);
    assert!(
        told.contains("mix: a headline") && told.contains("prize 1, A new car worth 32000: ticket "),
        "{told}"
    );
    let verified = shown(&["promotion", "verify", &record, "--terms", &terms, "--ticket", &tickets]);
    assert!(
        verified.contains("Lunar Draw holds") && verified.contains("ticket 4 is in the draw"),
        "{verified}"
    );
    let output = python(&["promotion", &record, "--terms", &terms, "--ticket", &tickets]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    // Given in their natural order, records and proofs hold: a proof is held against the first that has the list.
    let earlier = file("promotion-sealed.json", "");
    let sealing = ["promotion", "draw", &terms, "--seed", &seed, "--record", &earlier, "--at", "1801000000"];
    assert_eq!(shown(&sealing), sealed);
    let all = ["promotion", "verify", &earlier, &record, "--ticket", &tickets];
    assert!(shown(&all).contains("ticket 4 is in the draw"));
    let output = python(&["promotion", &earlier, &record, "--ticket", &tickets]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    // A record from before the draw was due that shows an order is told, also where it does not say when it was held.
    let mut public: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    public.as_object_mut().unwrap().remove("held");
    public["as_of"] = (public["due"].as_i64().unwrap() - 1).into();
    let early = file("promotion-early.json", &public.to_string());
    let told = "the draw was held before it was due";
    assert!(
        String::from_utf8_lossy(&run(&["promotion", "verify", &early]).stderr).contains(told)
            && String::from_utf8_lossy(&python(&["promotion", &early]).stdout).contains(told)
    );
    // Another mix is another order, and both programs say so.
    let text = std::fs::read_to_string(&record).unwrap().replace("a headline", "another one");
    let forged = file("promotion-forged.json", &text);
    let output = run(&["promotion", "verify", &forged, "--terms", &terms]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!said.contains("keeps to them"), "what is forged keeps to no terms: {said}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("another order follows"));
    let output = python(&["promotion", &forged]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("another order follows"));
}

/// A house knows its own book by its id. The command takes the same terms, with the book's file beside them.
#[test]
fn a_variant_is_named_by_its_id_or_its_file() {
    let own = std::fs::read_to_string(repository("books/nsw.toml")).unwrap();
    let own = file("own-prizes.toml", &own.replacen("\"nsw\"", "\"own-prizes\"", 1));
    for named in ["\"own-prizes\"", "\"own-prizes.toml\""] {
        let terms = file("promotion-own.toml", &terms().replace("\"nsw\"", named));
        assert_eq!(Path::new(&own).parent(), Path::new(&terms).parent());
        let checked = shown(&["promotion", "check", &terms]);
        assert!(checked.contains("holds"), "{checked}");
    }
    let other = file("promotion-none.toml", &terms().replace("\"nsw\"", "\"no-such-book\""));
    check_failure(&["promotion", "check", &other], 2, &["no book `no-such-book`"]);
}
