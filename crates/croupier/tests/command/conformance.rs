//! `croupier conformance`: packs of books, and what does not conform.

use super::{check_failure, file, repository, run, shown};
use serde_json::Value;

fn transcripts() -> String {
    repository("transcripts")
}

fn pack(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_clause_has_a_verdict_with_its_proofs() {
    let path = file("nz-pack.json", "");
    let pages = file("nz-pack.pdf", "");
    let message = shown(&[
        "conformance",
        "nz",
        "--transcripts",
        &transcripts(),
        "--mutants",
        "20",
        "-o",
        &path,
        &pages,
    ]);
    assert!(message.contains("0 fail"), "{message}");
    let pack = pack(&path);
    assert_eq!(pack["summary"]["fail"], 0);
    let clauses = pack["clauses"].as_array().unwrap();
    assert_eq!(clauses.len() as u64, pack["summary"]["clauses"].as_u64().unwrap());
    let proved = clauses.iter().find(|clause| clause["verdict"] == "PASS" && clause["gives"][0].is_object());
    let proved = proved.unwrap();
    let place = proved["transcripts"][0].as_str().unwrap();
    assert!(place.rsplit_once(':').unwrap().1.parse::<usize>().is_ok(), "{place}");
    let read = clauses.iter().any(|clause| {
        clause["code"]
            .as_array()
            .unwrap()
            .iter()
            .any(|place| place.as_str().unwrap().starts_with("crates/table/src/"))
    });
    assert!(read, "no code reads anything");
    assert_eq!(pack["build"]["binary_sha256"].as_str().unwrap().len(), 64);
    assert!(pack["mutants"]["tried"].as_u64().unwrap() > 5);
    assert!(std::fs::read(&pages).unwrap().starts_with(b"%PDF"));
}

#[test]
fn an_edited_book_fails_and_the_difference_is_told() {
    let old = file("qld-pack.json", "");
    let folder = transcripts();
    shown(&["conformance", "qld", "--transcripts", &folder, "--mutants", "0", "-o", &old]);
    let text = std::fs::read_to_string(repository("books/qld.toml")).unwrap();
    let edited = file("edited-qld.toml", &text.replace("\"8 to 1\"", "\"9 to 1\""));
    let new = file("edited-pack.json", "");
    let output = run(&[
        "conformance",
        &edited,
        "--transcripts",
        &folder,
        "--mutants",
        "0",
        "--against",
        &old,
        "-o",
        &new,
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("qld does not conform"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("FAIL"));
    let pack = pack(&new);
    // Under a clause what fails is one line; what came instead stands with the transcript.
    let failures =
        pack["clauses"].as_array().unwrap().iter().flat_map(|clause| clause["failures"].as_array().unwrap());
    for failure in failures {
        assert!(
            failure.as_str().unwrap().starts_with("qld/") && !failure.as_str().unwrap().contains("what came")
        );
    }
    assert_eq!(pack["provenance"]["standing"], "altered");
    assert!(pack["summary"]["fail"].as_u64().unwrap() > 0);
    let changed = pack["changed"].as_array().unwrap();
    assert!(changed.iter().any(|one| one["what"] == "verdict" && one["now"] == "FAIL"), "{changed:?}");
    assert!(changed.iter().any(|one| one["what"] == "sha256"));
}

/// A copy under another name answers for all that the published book proves; a book of which nothing is proved does not conform.
#[test]
fn another_name_is_no_way_out() {
    let folder = transcripts();
    let text = std::fs::read_to_string(repository("books/qld.toml")).unwrap();
    let renamed = text.replacen("\"qld\"", "\"mine\"", 1);
    let pays = file("mine.toml", &renamed.replace("\"8 to 1\"", "\"9 to 1\""));
    let output = run(&["conformance", &pays, "--transcripts", &folder, "--mutants", "0"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("FAIL") && told.contains("qld/"), "{told}");
    let others = format!("{folder}/nz");
    let output = run(&["conformance", "qld", "--transcripts", &others, "--mutants", "0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("no transcript of this book was found"));
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = transcripts();
    check_failure(&["conformance", "nz", "--mutants", "many"], 2, &["allowed is a whole number, or `all`"]);
    check_failure(&["conformance", "nz", "--date", "today"], 2, &["allowed is a date such as 2026-11-16"]);
    check_failure(&["conformance", "nz", "--transcripts", "no/such"], 3, &["no/such"]);
    let none = file("none.json", "{}");
    check_failure(
        &["conformance", "qld", "--transcripts", &folder, "--mutants", "0", "--against", &none],
        1,
        &["of another form"],
    );
}
