//! `croupier par`: PAR sheets as files.

use super::{check_failure, file, json, shown};

fn written(book: &str, name: &str, more: &[&str]) -> Vec<u8> {
    let path = file(name, "");
    shown(&[&["par", book, "-o", &path, "--shoes", "50", "--counted", "2"], more].concat());
    std::fs::read(path).unwrap()
}

/// The rows of every wager are those of `croupier odds`: their ways add up to all draws, their probabilities to one.
#[test]
fn the_rows_of_every_wager_add_up() {
    for book in super::BOOKS {
        let csv = String::from_utf8(written(book, &format!("par-{book}.csv"), &[])).unwrap();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let mut sums: std::collections::BTreeMap<(String, String, String), (i128, i128, f64)> =
            Default::default();
        for record in reader.records() {
            let record = record.unwrap();
            let sum = sums.entry((record[1].into(), record[2].into(), record[3].into())).or_default();
            sum.0 += record[8].parse::<i128>().unwrap();
            sum.1 = record[9].parse().unwrap();
            sum.2 += record[12].parse::<f64>().unwrap() - record[10].parse::<f64>().unwrap();
        }
        assert!(sums.len() >= 3);
        for ((method, decks, wager), (ways, draws, net)) in sums {
            assert_eq!(ways, draws, "{book} {method} {decks} {wager}");
            let odds = json(&["odds", book, "--method", &method, "--decks", &decks, "--wager", &wager]);
            let edge = odds["wagers"][0]["house_edge"].as_f64().unwrap();
            assert!((edge + net).abs() < 1e-12, "{book} {method} {decks} {wager}");
        }
    }
}

#[test]
fn the_page_has_clauses_assumptions_and_plots() {
    let html = String::from_utf8(written("nsw", "par-nsw.html", &["--chips", "1,5"])).unwrap();
    for said in [
        "11.1.3",
        "114753351728/10847218479825",
        "1. Identity",
        "2. Rules",
        "3. Assumed values",
        "4. Wagers",
        "5. Bands of the return",
        "6. Largest payout",
        "7. Edge by stake",
        "8. By depth",
        "9. Sensitivity",
        "10. Countability",
        "11. Simulation",
        "12. Shuffle",
        "13. Method",
        "14. Prepared",
        "3 decks",
        "even-money",
    ] {
        assert!(html.contains(said), "no {said}");
    }
    let assumed = String::from_utf8(written("qld", "par-qld.html", &[])).unwrap();
    assert!(assumed.contains("class=noted"));
    let only =
        String::from_utf8(written("nsw", "par-6.html", &["--decks", "6", "--method", "standard"])).unwrap();
    assert!(only.contains("standard method, 6 decks"));
    assert!(!only.contains("3 decks") && !only.contains("even-money method"));
}

/// What the pages of a PDF file show: its streams unpacked, and the texts in them, of two bytes a letter, each in a line of its own.
fn pages_of(pdf: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = pdf;
    while let Some(at) = rest.windows(7).position(|bytes| bytes == b"stream\n") {
        rest = &rest[at + 7..];
        let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(rest).unwrap_or_default();
        for line in unpacked.split(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b" Tj")) {
            let pairs: Vec<u8> = letters(line);
            let units = pairs.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            text.push_str(&String::from_utf16_lossy(&units.collect::<Vec<_>>()));
            text.push('\n');
        }
    }
    text
}

/// The bytes of a text in a PDF file: in hexadecimal digits, or as they are, with some written as a backslash and what they stand for.
fn letters(written: &[u8]) -> Vec<u8> {
    let inner = &written[1..written.len() - 1];
    let number =
        |digits: &[u8], base| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), base).unwrap();
    if written[0] == b'<' {
        return inner.chunks_exact(2).map(|digits| number(digits, 16)).collect();
    }
    let (mut bytes, mut at) = (Vec::new(), 0);
    while at < inner.len() {
        match inner[at..] {
            [b'\\', b'0'..=b'7', ..] => {
                bytes.push(number(&inner[at + 1..at + 4], 8));
                at += 4;
            }
            [b'\\', sign, ..] => {
                bytes.push(sign);
                at += 2;
            }
            [byte, ..] => {
                bytes.push(byte);
                at += 1;
            }
            [] => break,
        }
    }
    bytes
}

#[test]
fn pdf_and_workbook_are_what_they_say() {
    let pdf = written("nz", "par-nz.pdf", &[]);
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    let objects = String::from_utf8_lossy(&pdf);
    for said in ["+LiberationSans", "+LiberationSans-Bold", "/FontFile2", "/Title"] {
        assert!(objects.contains(said), "no {said}");
    }
    let text = pages_of(&pdf);
    for said in ["House edge 1.057906 %", "refused"] {
        assert!(text.contains(said), "no {said}");
    }
    let xlsx = written("act", "par-act.xlsx", &[]);
    assert!(xlsx.starts_with(b"PK"));
    let dated = |name: &str| written("nz", name, &["--date", "2026-11-16"]);
    assert_eq!(dated("par-a.xlsx"), dated("par-b.xlsx"));
    assert_eq!(dated("par-a.pdf"), dated("par-b.pdf"));
}

/// The command that a document names makes it again, to the byte.
#[test]
fn the_command_on_a_document_makes_it_again() {
    let more = [
        "--date",
        "2026-11-16",
        "--number",
        "it's 7",
        "--chips",
        "1,5",
        "--decks",
        "8",
        "--method",
        "standard",
    ];
    let first = written("nsw", "par-first.json", &more);
    let sheet: serde_json::Value = serde_json::from_slice(&first).unwrap();
    let command = sheet["command"].as_str().unwrap();
    let rest = command.strip_prefix("croupier ").unwrap();
    // As a shell parts it: what stands in quotes is one word.
    let rest = rest.replace("'it'\\''s 7'", "it's\u{0}7");
    let again = file("par-again.json", "");
    let words: Vec<String> = rest.split(' ').map(|word| word.replace('\u{0}', " ")).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = words.len() - 1;
    assert_eq!(words[output], "nsw.json");
    words[output] = &again;
    shown(&words);
    assert_eq!(std::fs::read(&again).unwrap(), first);
}

/// What was dealt and counted: the scatter of the edge by depth, and a shuffle that the battery has judged.
#[test]
fn the_depth_of_the_shoe_and_the_shuffle_are_measured() {
    let sheet: serde_json::Value = serde_json::from_slice(&written("nz", "par-depth.json", &[])).unwrap();
    let by_depth = sheet["measured"][0]["by_depth"].as_array().unwrap();
    let ties: Vec<&serde_json::Value> = by_depth.iter().filter(|at| at["wager"] == "tie").collect();
    // Nobody has seen a card before the first coup but the one that was burnt.
    assert!(ties[0]["deviation"].as_f64().unwrap() < 0.01);
    assert!((ties[0]["edge"].as_f64().unwrap() - 0.1436).abs() < 0.01);
    let late = ties.iter().rev().find(|at| at["coups"].as_u64().unwrap() >= 5).unwrap();
    assert!(late["deviation"].as_f64().unwrap() > ties[0]["deviation"].as_f64().unwrap());
    let shuffle = &sheet["shuffle"];
    assert_eq!((shuffle["fair"].as_bool(), shuffle["shoes"].as_u64()), (Some(true), Some(10_000)));
    let order = shuffle["shoe_0"].as_str().unwrap();
    assert_eq!(order.split(' ').count(), 416);
    assert_eq!(shuffle["shoe_0_sha256"], merkle::sha256(&[order.as_bytes()]).to_string().as_str());
    // Stakes that chips cannot pay, one after the other, are one step.
    let html = String::from_utf8(written("nz", "par-steps.html", &["--chips", "1,5"])).unwrap();
    let part = html.split("7. Edge by stake").nth(1).unwrap().split("8. By depth").next().unwrap();
    assert_eq!(part.matches("refused").count(), 3, "{part}");
}

/// A signature is over the JSON, whatever file it lies beside.
#[test]
fn a_signature_lies_beside_each_file() {
    let key = file("par.key", &"07".repeat(32));
    let json_file = file("par-signed.json", "");
    shown(&["par", "nz", "--shoes", "0", "--sign", &key, "-o", &json_file]);
    let signed: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{json_file}.sig")).unwrap()).unwrap();
    let hash = merkle::sha256(&[&std::fs::read(&json_file).unwrap()]).to_string();
    assert_eq!(signed["sha256"], hash.as_str());
    assert_eq!(signed["signature"].as_str().unwrap().len(), 128);
    // Where only a view is asked for, what is signed is written beside it.
    let only = file("par-only.pdf", "");
    shown(&["par", "nz", "--shoes", "0", "--sign", &key, "-o", &only]);
    let written = std::fs::read(only.replace(".pdf", ".json")).unwrap();
    let signed: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{only}.sig")).unwrap()).unwrap();
    assert_eq!(signed["sha256"], merkle::sha256(&[&written]).to_string().as_str());
    let short = file("short.key", "0707");
    check_failure(&["par", "nz", "--sign", &short, "-o", &json_file], 1, &["64 hexadecimal digits"]);
}

/// On the screen: every wager, and the edge of every stake that chips cannot pay exactly.
#[test]
fn the_screen_tells_the_edges_and_draws_those_of_stakes() {
    let message = shown(&["par", "nsw", "--decks", "8", "--method", "standard", "--chips", "1,5"]);
    for said in ["1.057906 %", "11.1.3", "House edge by stake: banker"] {
        assert!(message.contains(said), "no `{said}` in:\n{message}");
    }
    let line = |stake: &str| {
        let mut lines = message.lines().filter(|line| line.split_whitespace().next() == Some(stake));
        lines.next().unwrap_or_else(|| panic!("no {stake} in:\n{message}"))
    };
    // Rounded up to a whole chip, 0.95 is even money; 20 is paid exactly.
    assert!(line("1").contains("-1.2351 %") && line("1").ends_with("█│"), "{message}");
    assert!(line("20").contains("1.0579 %") && line("20").contains("│█"), "{message}");
    let refused = shown(&["par", "nz", "--chips", "1,5"]);
    assert!(refused.contains("refused"), "{refused}");
}

#[test]
fn what_cannot_be_is_refused() {
    check_failure(
        &["par", "act", "-o", "x.txt"],
        2,
        &["allowed are files that end in .html, .pdf, .xlsx, .csv"],
    );
    check_failure(&["par", "act", "--decks", "6", "-o", "x.csv"], 1, &["does not allow 6 decks", "2.1/1"]);
    check_failure(&["par", "act", "--method", "none", "-o", "x.csv"], 1, &["no settlement method `none`"]);
    check_failure(
        &["par", "act", "-o", "no/such/folder/x.csv"],
        4,
        &["cannot write no/such/folder/x.csv", "folder"],
    );
}
