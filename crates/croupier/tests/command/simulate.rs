//! `croupier simulate`: shoes by the million, as people ask for them.

use super::{check_failure, command, entry, file, json, run, shown};
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn the_same_seed_gives_the_same_on_any_number_of_threads() {
    let with = |threads: &str| {
        let asked = [
            "simulate",
            "act",
            "--shoes",
            "3000",
            "--seed",
            "5",
            "--strategy",
            "martingale",
            "--threads",
            threads,
        ];
        shown(&asked)
    };
    assert_eq!(with("1"), with("3"));
    assert_ne!(
        with("1"),
        shown(&["simulate", "act", "--shoes", "3000", "--seed", "6", "--strategy", "martingale"])
    );
}

#[test]
fn without_a_seed_one_is_drawn_and_shown() {
    let message = shown(&["simulate", "nz", "--shoes", "50"]);
    let seed = message.lines().find_map(|line| line.strip_prefix("seed ")?.split(':').next()).unwrap();
    assert_eq!(shown(&["simulate", "nz", "--shoes", "50", "--seed", seed]), message);
}

#[test]
fn figures_that_rest_on_assumed_values_say_so() {
    let note = |book: &str| {
        let told = shown(&["simulate", book, "--shoes", "5", "--seed", "1"]);
        told.contains("does not state and we assume")
    };
    assert_eq!(super::BOOKS.map(note), super::BOOKS.map(|book| book == "qld"));
}

/// Every wager of every book lies within five standard errors of its exact odds.
#[test]
fn every_wager_agrees_with_its_exact_odds() {
    for book in super::BOOKS {
        let found = json(&["simulate", book, "--shoes", "8000", "--seed", "1", "--chips", "0.05,1,5,25"]);
        assert_eq!(found["shoes"], 8_000);
        for wager in found["wagers"].as_array().unwrap() {
            let z = wager["z"].as_f64().unwrap();
            assert!(z.abs() < 5.0, "{book} {wager}");
            assert_eq!(wager["shoe"]["results"], 8_000);
            assert_eq!(wager["shift"]["results"], 1_142);
            assert_eq!(wager["coup"]["results"], found["coups"]);
            let hold = wager["hold"].as_f64().unwrap();
            assert!(
                wager["hold_low"].as_f64().unwrap() < hold && hold < wager["hold_high"].as_f64().unwrap()
            );
        }
    }
}

/// The exact figure is that of the stake as it is paid: New South Wales rounds up what chips cannot pay.
#[test]
fn what_chips_pay_is_what_is_compared() {
    let asked = [
        "simulate", "nsw", "--shoes", "2000", "--seed", "2", "--wager", "banker", "--stake", "19", "--chips",
        "1,5",
    ];
    let found = json(&asked);
    let banker = entry(&found["wagers"], "wager", "banker");
    let odds = json(&["odds", "nsw", "--wager", "banker", "--stake", "19", "--chips", "1,5"]);
    assert_eq!(banker["exact"], odds["wagers"][0]["house_edge"]);
    assert!(banker["exact"].as_f64().unwrap() < 0.0);
}

#[test]
fn coups_alone_are_the_same_coups() {
    let all = json(&["simulate", "qld", "--shoes", "500", "--seed", "4"]);
    let fast = json(&["simulate", "qld", "--shoes", "500", "--seed", "4", "--coups-only"]);
    for (all, fast) in all["wagers"].as_array().unwrap().iter().zip(fast["wagers"].as_array().unwrap()) {
        assert_eq!(all["rows"], fast["rows"]);
        assert_eq!(all["coup"], fast["coup"]);
        assert_eq!(fast["shoe"]["results"], 0);
    }
}

#[test]
fn a_strategy_file_is_played_and_its_faults_are_told() {
    let own = file(
        "own-strategy.toml",
        "name = \"after a tie\"\nbankroll = 300\nstop_win = 100\n[[bet]]\non = \"tie\"\nstake = 10\nwhen = { winner = \"tie\" }\n",
    );
    let found = json(&["simulate", "act", "--shoes", "700", "--seed", "1", "--strategy", &own, "flat"]);
    let patron = &found["patrons"][0];
    assert_eq!((&patron["strategy"], &patron["shift"]["results"]), (&"after a tie".into(), &100.into()));
    assert!(
        (patron["exact"].as_f64().unwrap() - 0.143_596).abs() < 1e-6,
        "every bet was on the tie: {patron}"
    );
    assert!(patron["z"].as_f64().unwrap().abs() < 5.0);
    let bet = patron["coups"].as_f64().unwrap() / found["patrons"][1]["coups"].as_f64().unwrap();
    assert!((0.02..0.12).contains(&bet), "a tie comes before about one coup in ten: {bet}");
    let bad = file("bad-strategy.toml", "name = \"x\"\nbankroll = 10\n[[bet]]\non = \"red\"\nstake = 1\n");
    check_failure(
        &["simulate", "nz", "--strategy", &bad],
        1,
        &["1 fault", "line 4: bet 1: on: found `red`; allowed are"],
    );
    check_failure(&["simulate", "nz", "--strategy", "luck"], 2, &["no strategy `luck`", "martingale"]);
    check_failure(&["simulate", "nz", "--strategy", "not/there.toml"], 3, &["cannot read"]);
}

#[test]
fn the_table_binds_and_its_faults_have_lines() {
    let good =
        file("good-table.txt", "setting from-back 60\nsetting decks 6   # fewer\nsetting limits 5 to 200\n");
    let found = json(&["simulate", "nsw", "--table", &good, "--shoes", "20", "--seed", "1"]);
    assert_eq!((&found["decks"], &found["from_back"]), (&6.into(), &60.into()));
    let bad =
        file("bad-table.txt", "setting decks 8\n\nsetting from-back 11\nsetting burn one-shown-on-request\n");
    check_failure(
        &["simulate", "act", "--table", &bad],
        1,
        &[
            "2 faults\n  line 3: from_back: found 11 cards from the back; allowed are 12 or more (act 5.4/3)",
            "line 4: burn: found one-shown-on-request",
        ],
    );
    let odd = file("odd-table.txt", "setting luck 3\nplayers 7\n");
    check_failure(
        &["simulate", "act", "--table", &odd],
        1,
        &["2 faults", "line 1: no setting `luck`", "line 2: found `players`"],
    );
    check_failure(&["simulate", "act", "--decks", "6"], 1, &["decks: found 6; allowed are 8 (act 2.1/1"]);
    check_failure(&["simulate", "act", "--method", "none"], 1, &["method: found none"]);
}

#[test]
fn absurd_questions_get_an_answer() {
    for asked in [
        &["--shoes", "0"][..],
        &["--shoes", "-1"],
        &["--shoes", "99999999999999999999"],
        &["--seed", "-1"],
        &["--shift", "0"],
        &["--threads", "0"],
        &["--stake", "0"],
        &["--stake", "2000000"],
        &["--output", "results.doc"],
        &["--output", "results"],
        &["--burn", "all"],
    ] {
        check_failure(&[&["simulate", "nz"], asked].concat(), 2, &[asked[0]]);
    }
    check_failure(
        &["simulate", "nz", "--shoes", "-1"],
        2,
        &["found `-1`; allowed is a whole number from 1 to"],
    );
    check_failure(&["simulate", "nz", "--wager", "dragon"], 1, &["no wager `dragon`"]);
    check_failure(&["simulate", "nz", "--wager", ""], 1, &["no wager ``; allowed are player, banker"]);
    // New Zealand refuses a stake on banker that its chips could not pay.
    check_failure(
        &["simulate", "nz", "--stake", "30", "--chips", "1,5"],
        1,
        &["does not take 30 on banker", "the most it takes of this is 20"],
    );
    let table = file("stake-table.txt", "setting limits 25 to 200\n");
    check_failure(
        &["simulate", "nz", "--table", &table, "--wager", "player"],
        1,
        &["does not take 10 on player; it takes 25 to 200"],
    );
    let nowhere = ["simulate", "nz", "--shoes", "10", "--seed", "1", "-o", "no/such/folder/x.csv"];
    check_failure(&nowhere, 4, &["cannot write no/such/folder/x.csv"]);
}

#[test]
fn results_are_written_as_files_that_agree() {
    let folder = folder("simulate-files");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let paths = ["r.json", "r.csv", "r.parquet", "r.svg", "r.html"].map(path);
    let mut asked = vec!["simulate", "act", "--shoes", "300", "--seed", "9", "--strategy", "follow", "-o"];
    asked.extend(paths.iter().map(String::as_str));
    shown(&asked);
    let read = |path: &String| std::fs::read(path).unwrap();
    let found: serde_json::Value = serde_json::from_slice(&read(&paths[0])).unwrap();
    let csv = String::from_utf8(read(&paths[1])).unwrap();
    assert!(csv.starts_with("subject,id,by,results,mean,deviation,from,to,times,standing,rules_sha256\n"));
    let times: u64 = csv
        .lines()
        .filter(|line| line.starts_with("wager,tie,shoe,"))
        .map(|line| line.rsplit(',').nth(2).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(times, 300);
    assert!(csv.lines().any(|line| line.starts_with("strategy,follow the shoe,shift,")));
    let parquet = read(&paths[2]);
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    let rows = parquet_rows(&paths[2]);
    assert_eq!(rows, csv.lines().count() - 1);
    let (svg, html) =
        (String::from_utf8(read(&paths[3])).unwrap(), String::from_utf8(read(&paths[4])).unwrap());
    assert!(svg.starts_with("<svg") && !svg.contains("NaN"));
    assert!(html.contains("<svg") && html.contains(&found["coups"].as_u64().unwrap().to_string()[..1]));
}

/// A full disk is told, with what could not be written; what was worked out is shown all the same, and nothing is left half written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_loses_nothing_else() {
    let folder = folder("simulate-full");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (full, good) = (path("full.csv"), path("good.json"));
    // What is written on the way to the file goes where there is never room.
    let _ = std::fs::remove_file(format!("{full}.part"));
    std::os::unix::fs::symlink("/dev/full", format!("{full}.part")).unwrap();
    let asked = ["simulate", "nz", "--shoes", "20", "--seed", "1", "-o", &full, &good];
    let output = run(&asked);
    assert_eq!(output.status.code(), Some(4));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains(&format!("cannot write {full}: No space left on device")), "{message}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), shown(&asked[..6]));
    assert!(!std::path::Path::new(&full).exists() && std::fs::read(&good).unwrap().starts_with(b"{"));
    for asked in [&["simulate", "nz", "--shoes", "5"][..], &["count", "nz", "--shoes", "2"], &["par", "nz"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(asked).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{asked:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output: No space left"));
    }
}

/// How many rows a Parquet file has, as another reader counts them.
fn parquet_rows(path: &str) -> usize {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    reader.metadata().file_metadata().num_rows() as usize
}

/// An interrupt ends the run; what there is is printed, and said to be less than was asked.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_there_is() {
    use std::process::Stdio;
    let asked = ["simulate", "nz", "--shoes", "1000000000000", "--seed", "1", "--coups-only", "--json"];
    let child = command(&asked).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let shoes = found["shoes"].as_u64().unwrap();
    assert!(shoes > 0 && shoes < 1_000_000_000_000);
    assert_eq!(found["shoes_asked"], 1_000_000_000_000_u64);
    let again = json(&["simulate", "nz", "--shoes", &shoes.to_string(), "--seed", "1", "--coups-only"]);
    assert_eq!(again["wagers"], found["wagers"]);
}

#[test]
fn a_shuffling_device_is_shuffled_for_every_coup() {
    let found = json(&["simulate", "nsw", "--device", "shuffling-device", "--shoes", "400", "--seed", "1"]);
    assert_eq!((&found["coups"], &found["from_back"]), (&400.into(), &serde_json::Value::Null));
    assert!(!run(&["count", "nsw", "--device", "shuffling-device"]).status.success());
}

/// Shells offer the books and their wagers; a slip on a key is answered with the nearest word, and numbers in our words.
#[test]
fn words_are_offered_and_slips_are_answered() {
    let offered = shown(&["completions", "bash"]);
    for word in ["nsw", "banker", "pair-player"] {
        assert!(
            offered.split(|letter: char| letter.is_whitespace() || letter == '"').any(|found| found == word),
            "{word}"
        );
    }
    assert_eq!(shown(&["odds", "ACT", "--json"]), shown(&["odds", "act", "--json"]));
    check_failure(&["odds", "act", "--wager", "bankr"], 1, &["has no wager `bankr`", "did you mean banker?"]);
    check_failure(&["odds", "atc"], 2, &["no book `atc`", "did you mean act?"]);
    check_failure(&["simulate", "nz", "--strategy", "martingal"], 2, &["did you mean martingale?"]);
    for (arguments, message) in [
        (["simulate", "nz", "--shoes", "1.5"], "allowed is a whole number from 1 to 1000000000000"),
        (["simulate", "nz", "--decks", "x"], "allowed is a whole number from 1 to 100"),
        (["simulate", "nz", "--from-back", "-1"], "allowed is a whole number from 0 to 5200"),
    ] {
        check_failure(&arguments, 2, &[message]);
    }
    let cut = ["simulate", "nz", "--first-shoe", "3", "--strategy", "flat"];
    check_failure(&cut, 2, &["allowed with strategies are multiples of 7"]);
    let once = shown(&["simulate", "nz", "--seed", "1", "--shoes", "1.4e1", "--json"]);
    assert_eq!(once, shown(&["simulate", "nz", "--seed", "1", "--shoes", "14", "--json"]));
}

/// Parts written by one command and merged by another, in any order, are one run to the last byte.
#[test]
fn parts_are_merged_to_the_last_byte() {
    let run = ["simulate", "act", "--seed", "9", "--strategy", "labouchere", "martingale"];
    let whole = shown(&[&run[..], &["--shoes", "700", "--json"]].concat());
    let parts = [("420", "280"), ("0", "70"), ("70", "350")].map(|(first, many)| {
        let path = file(&format!("part-{first}.json"), "");
        shown(&[&run[..], &["--first-shoe", first, "--shoes", many, "--partial", &path]].concat());
        path
    });
    let [late, early, middle] = [&parts[0], &parts[1], &parts[2]].map(String::as_str);
    for order in [[late, early, middle], [middle, late, early], [early, middle, late]] {
        assert_eq!(shown(&["merge", order[0], order[1], order[2], "--json"]), whole);
    }
    // Without strategies a run may be cut anywhere, also within a shift and more than once within one.
    for (kind, ends) in
        [(None, [0, 1_000, 1_003, 1_005, 1_300]), (Some("--coups-only"), [0, 1, 2, 500, 1_300])]
    {
        let run: Vec<&str> =
            ["simulate", "act", "--seed", "9", "--wager", "tie"].into_iter().chain(kind).collect();
        let part = |ends: &[u32]| {
            let (first, many) = (ends[0].to_string(), (ends[1] - ends[0]).to_string());
            let path = file(&format!("cut-{first}.json"), "");
            shown(&[&run[..], &["--first-shoe", &first, "--shoes", &many, "--partial", &path]].concat());
            path
        };
        let parts: Vec<String> = ends.windows(2).map(part).collect();
        let merged: Vec<&str> = ["merge"].into_iter().chain(parts.iter().rev().map(String::as_str)).collect();
        let whole = shown(&[&run[..], &["--shoes", "1300", "--json"]].concat());
        assert_eq!(shown(&[&merged[..], &["--json"]].concat()), whole, "{kind:?}");
    }
    check_failure(&["merge", early, late], 1, &["no part has the shoes from 70 to 419"]);
    check_failure(&["merge", early, early], 1, &["two parts have the shoes from 0 to 69"]);
    let none = file("no-part.json", "{}");
    check_failure(&["merge", &none], 1, &["not a part of a run"]);
    check_failure(&["simulate", "act", "--partial", &none], 2, &["--seed"]);
}
