//! `croupier roads` as it is run.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `croupier roads` with these arguments and this on the standard input.
fn roads(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("roads")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may have failed before it read anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn drawn(arguments: &[&str], input: &str) -> String {
    let output = roads(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn check_failure(arguments: &[&str], input: &str, exit: i32, said: &str) {
    let output = roads(arguments, input);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(exit), "{error}");
    assert!(error.contains(said), "{error}");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_five_roads_drawn_plain() {
    let expected = r"
                 Banker  Player  Tie  all
 results              3       2    1    6
 naturals             0       1    0    1
 pairs                1       0         1
 longest streak       2       2

Bead plate    Big road    Big eye boy (O red, o blue)    Small road (● red, ◆ blue)    Cockroach pig (/ red, \ blue)
B             B P* B      o O                            ◆                             ·
P*            · P1 B-     o ·                            ·                             ·
P             · ·  ·      · ·                            ·                             ·
T             · ·  ·      · ·                            ·                             ·
B             · ·  ·      · ·                            ·                             ·
B-            · ·  ·      · ·                            ·                             ·

 if next is  Big eye boy  Small road  Cockroach pig
 Banker      o blue       ● red       none yet
 Player      O red        ◆ blue      none yet

B Banker · P Player · T Tie · a number counts ties
* natural · + player pair · - banker pair
The roads record what was dealt. They say nothing about the next coup.
";
    assert_eq!(drawn(&["BPnPTBB-"], ""), expected[1..]);
}

#[test]
fn ties_alone_are_shown() {
    assert!(drawn(&["TT"], "").contains("\nT             T2 "));
}

#[test]
fn results_come_from_words_and_from_the_standard_input() {
    let whole = drawn(&["BPPTBB"], "");
    assert_eq!(drawn(&["bpp", "T,BB"], ""), whole);
    assert_eq!(drawn(&["-"], "\u{feff}B P P\r\nT B B\r\n"), whole);
}

#[test]
fn json_is_data() {
    let json: serde_json::Value = serde_json::from_str(&drawn(&["--json", "BPPTBB"], "")).unwrap();
    assert_eq!(json["results"], "BPPTBB");
    assert_eq!(json["big_eye_boy"]["marks"][2]["colour"], "red");
    assert_eq!(json["next"]["player"]["small_road"], "blue");
}

#[test]
fn failures_say_where_and_what_is_allowed() {
    check_failure(&["BPX"], "", 2, "line 1, character 3 of the text: found 'X'; allowed are B, P and T");
    check_failure(&["-"], "BP\nX", 1, "standard input: line 2, character 4 of the text: found 'X'");
    check_failure(&["--file", "no/such/shoe"], "", 3, "cannot read no/such/shoe");
    check_failure(&[], "", 2, "RESULTS");
    check_failure(&["-"], &"B".repeat(100_001), 1, "allowed are at most 100000");
    check_failure(&["-"], &" ".repeat(1024 * 1024 + 1), 1, "allowed are 1048576");
}
