//! `croupier odds`.

use super::{BOOKS, check_failure, entry, file, fraction, json, repository, run, shown};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::Value;

/// All ordered draws of six cards from eight decks, and how many of them each side wins, as is published.
const DRAWS: i64 = 4_998_398_275_503_360;
const BANKER: i64 = 2_292_252_566_437_888;
const PLAYER: i64 = 2_230_518_282_592_256;
const TIE: i64 = 475_627_426_473_216;

const CHIPS: &str = "1,5,25,100,500";

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

fn wager<'v>(odds: &'v Value, id: &str) -> &'v Value {
    entry(&odds["wagers"], "wager", id)
}

fn rows(wager: &Value) -> &[Value] {
    wager["rows"].as_array().unwrap()
}

/// The probability of a row of a result.
fn probability(wager: &Value, result: &str) -> BigRational {
    fraction(&entry(&wager["rows"], "result", result)["probability"])
}

/// Rows must add up to certainty and to the expected value.
fn check_adds_up(wager: &Value) {
    let weighed = rows(wager).iter().map(|row| fraction(&row["pays"]) * fraction(&row["probability"]));
    assert_eq!(weighed.sum::<BigRational>(), fraction(&wager["ev"]), "{wager}");
    let all: BigRational = rows(wager).iter().map(|row| fraction(&row["probability"])).sum();
    assert!(all.is_one(), "{wager}");
    let wins = rows(wager).iter().filter(|row| row["result"] == "win");
    let wins: BigRational = wins.map(|row| fraction(&row["probability"])).sum();
    assert_eq!(wins, fraction(&wager["hit_frequency"]), "{wager}");
}

#[test]
fn eight_decks_have_the_published_odds() {
    let odds = json(&["odds", "act"]);
    assert_eq!((&odds["book"], &odds["method"]), (&"act".into(), &"commission".into()));
    assert_eq!((&odds["decks"], &odds["cards"]), (&8.into(), &416.into()));
    assert_eq!(odds["assumed"], serde_json::json!([]));

    let banker = wager(&odds, "banker");
    assert_eq!(probability(banker, "win"), ratio(BANKER, DRAWS));
    assert_eq!(probability(banker, "lose"), ratio(PLAYER, DRAWS));
    assert_eq!(probability(banker, "push"), ratio(TIE, DRAWS));
    assert_eq!(entry(&banker["rows"], "result", "win")["pays"], "19/20");
    assert_eq!(entry(&banker["rows"], "result", "win")["probability"], "8954111587648/19524993263685");
    assert_eq!(fraction(&banker["ev"]), ratio(19 * BANKER - 20 * PLAYER, 20 * DRAWS));
    assert!((banker["house_edge"].as_f64().unwrap() - 0.010_579_057_8).abs() < 1e-9);
    assert!((banker["sd"].as_f64().unwrap() - 0.927_37).abs() < 1e-5);

    let player = wager(&odds, "player");
    assert_eq!(probability(player, "win"), ratio(PLAYER, DRAWS));
    assert_eq!(fraction(&player["ev"]), ratio(PLAYER - BANKER, DRAWS));
    let tie = wager(&odds, "tie");
    assert_eq!(probability(tie, "win"), ratio(TIE, DRAWS));
    assert_eq!(fraction(&tie["ev"]), ratio(9 * TIE - DRAWS, DRAWS));

    // Pairs can be counted by hand: 31 of the other 415 cards have the rank of the first.
    assert_eq!(probability(wager(&odds, "pair-player"), "win"), ratio(31, 415));
    assert_eq!(
        fraction(&wager(&odds, "perfect-pair-banker")["ev"]),
        ratio(25 * 7 + 12 * 8 + 5 * 16 - 384, 415)
    );
}

#[test]
fn every_wager_of_every_book_and_method_adds_up() {
    let wagers = [("act", 15), ("nz", 3), ("qld", 7), ("nsw", 6)];
    let methods =
        [("act", "commission"), ("act", "non-commission"), ("nz", "commission"), ("qld", "commission")];
    for (book, method) in methods.into_iter().chain([("nsw", "standard"), ("nsw", "even-money")]) {
        let odds = json(&["odds", book, "--method", method]);
        let expected = wagers.iter().find(|(known, _)| *known == book).unwrap().1;
        let listed = odds["wagers"].as_array().unwrap();
        assert_eq!(listed.len(), expected, "{book}");
        listed.iter().for_each(check_adds_up);
    }
}

#[test]
fn a_banker_six_at_even_money_pays_half() {
    for (book, method) in [("act", "non-commission"), ("nsw", "even-money")] {
        let odds = json(&["odds", book, "--method", method, "--wager", "banker"]);
        let pays: Vec<&str> =
            rows(wager(&odds, "banker")).iter().map(|row| row["pays"].as_str().unwrap()).collect();
        assert!(pays.contains(&"1/2") && pays.contains(&"1"), "{book}: {pays:?}");
    }
}

#[test]
fn deck_counts_are_those_the_book_allows() {
    for decks in ["3", "4", "6", "8"] {
        let odds = json(&["odds", "nsw", "--decks", decks]);
        assert_eq!(odds["decks"].to_string(), decks);
        assert_eq!(odds["cards"], 52 * decks.parse::<u32>().unwrap());
        odds["wagers"].as_array().unwrap().iter().for_each(check_adds_up);
    }
    check_failure(&["odds", "nsw", "--decks", "5"], 1, &["5 decks", "3, 4, 6, 8", "nsw 3.1/1", "--shoe"]);
    check_failure(&["odds", "act", "--decks", "6"], 1, &["6 decks", "allowed: 8", "act 2.1/1"]);
    check_failure(&["odds", "act", "--decks", "many"], 2, &["--decks"]);
}

#[test]
fn what_a_book_does_not_know_is_refused_with_what_it_knows() {
    check_failure(&["odds", "act", "--method", "even-money"], 1, &["commission, non-commission", "8.1"]);
    check_failure(&["odds", "nz", "--wager", "super-6"], 1, &["super-6", "player, banker, tie"]);
    check_failure(&["odds", "vic"], 2, &["vic", "act, nz, qld, nsw"]);
    check_failure(&["odds", "vic.toml"], 3, &["cannot read vic.toml"]);
    check_failure(&["odds", "act", "--stake", "15"], 2, &["--chips"]);
    check_failure(&["odds", "act", "--chips", "1,5"], 2, &["--stake", "--sweep"]);
    check_failure(&["odds", "act", "--stake", "0", "--chips", "1"], 2, &["above 0"]);
    check_failure(&["odds", "act", "--sweep", "9-1", "--chips", "1"], 2, &["9-1", "1-60"]);
    check_failure(&["odds", "act", "--together", "draw=5"], 2, &["draw=5", "banker=100,tie=10"]);
}

/// Two of every card but one ace of spades.
const NEARLY_TWO_DECKS: &str = r#"{
  "AS": 1, "AH": 2, "AD": 2, "AC": 2, "2S": 2, "2H": 2, "2D": 2, "2C": 2, "3S": 2, "3H": 2, "3D": 2, "3C": 2,
  "4S": 2, "4H": 2, "4D": 2, "4C": 2, "5S": 2, "5H": 2, "5D": 2, "5C": 2, "6S": 2, "6H": 2, "6D": 2, "6C": 2,
  "7S": 2, "7H": 2, "7D": 2, "7C": 2, "8S": 2, "8H": 2, "8D": 2, "8C": 2, "9S": 2, "9H": 2, "9D": 2, "9C": 2,
  "TS": 2, "TH": 2, "TD": 2, "TC": 2, "JS": 2, "JH": 2, "JD": 2, "JC": 2, "QS": 2, "QH": 2, "QD": 2, "QC": 2,
  "KS": 2, "KH": 2, "KD": 2, "KC": 2
}"#;

#[test]
fn any_remaining_shoe_is_taken() {
    let odds = json(&["odds", "act", "--shoe", &file("nearly-two-decks.json", NEARLY_TWO_DECKS)]);
    assert_eq!((&odds["decks"], &odds["cards"]), (&Value::Null, &103.into()));
    odds["wagers"].as_array().unwrap().iter().for_each(check_adds_up);
    // Pairs by hand: seven aces and eight of each other rank, out of 103.
    let pairs = ratio(7 * 6 + 12 * 8 * 7, 103 * 102);
    assert_eq!(probability(wager(&odds, "pair-banker"), "win"), pairs);
}

#[test]
fn six_cards_of_one_kind_can_only_tie() {
    let odds = json(&["odds", "act", "--shoe", &file("six-tens.json", r#"{"TS": 6, "KD": 0}"#)]);
    assert!(probability(wager(&odds, "tie"), "win").is_one());
    assert!(fraction(&wager(&odds, "banker")["ev"]).is_zero());
    assert_eq!(wager(&odds, "banker")["house_edge"].to_string(), "0.0", "no minus zero");
    assert!(probability(&wager(&odds, "perfect-pair-player").clone(), "win").is_one());
}

#[test]
fn a_bad_shoe_is_named() {
    let check = |name: &str, text: &str, words: &[&str]| {
        check_failure(&["odds", "act", "--shoe", &file(name, text)], 1, words);
    };
    check("tiny.json", r#"{"AS": 5}"#, &["5 cards", "at least 6"]);
    check("empty.json", "{}", &["0 cards", "at least 6"]);
    check("twice.json", "{\n\"AS\": 5,\n\"AS\": 4}", &["twice.json", "line 3", "AS stands twice"]);
    check("unknown.json", r#"{"1S": 5}"#, &["`1S` is not a card", "A 2 3", "S H D C"]);
    check("negative.json", r#"{"AS": -5}"#, &["AS: found -5", "0 to 5200"]);
    check("half.json", r#"{"AS": 1.5}"#, &["AS: found 1.5", "whole numbers"]);
    check("huge.json", r#"{"AS": 1000000000000000000000}"#, &["AS: found 1", "0 to 5200"]);
    check("many.json", r#"{"AS": 5200, "KD": 1}"#, &["5201 cards", "at most 5200"]);
    check("word.json", r#"{"AS": "eight"}"#, &["AS: found \"eight\""]);
    check("not.json", "eight decks", &["not.json", "line 1", "not JSON"]);
    check("list.json", r#"["AS"]"#, &["an object from card to count"]);
    check_failure(&["odds", "act", "--shoe", "nowhere.json"], 3, &["cannot read nowhere.json"]);
    check_failure(&["odds", "act", "--shoe", "nowhere"], 3, &["cannot read nowhere"]);
}

#[test]
fn new_south_wales_pays_a_small_banker_bet_even_money() {
    let arguments = ["odds", "nsw", "--stake", "15", "--chips", CHIPS];
    let odds = json(&arguments);
    let banker = wager(&odds, "banker");
    assert_eq!(entry(&banker["rows"], "result", "win")["pays"], "1");
    assert_eq!(fraction(&banker["ev"]), ratio(BANKER - PLAYER, DRAWS));
    assert!(banker["house_edge"].as_f64().unwrap() < 0.0);
    assert_eq!((&banker["live"], &banker["rounded_by"]), (&"15".into(), &"5.8".into()));
    assert_eq!(wager(&odds, "player")["rounded_by"], Value::Null);
    let text = shown(&arguments);
    assert!(text.contains("-1.2351 %") && text.contains("goes up (nsw 5.8)"), "{text}");
}

#[test]
fn new_zealand_refuses_or_voids_what_chips_cannot_pay() {
    let staked = |stake: &str| {
        let arguments = ["odds", "nz", "--stake", stake, "--chips", CHIPS];
        let banker = wager(&json(&arguments), "banker").clone();
        (banker, shown(&arguments))
    };
    let (banker, text) = staked("15");
    assert_eq!((&banker["live"], &banker["refused_by"]), (&"0".into(), &"5.8".into()));
    assert_eq!(banker["part_void_by"], "5.9");
    assert!(fraction(&banker["ev"]).is_zero());
    assert!(text.contains("not to be accepted (nz 5.8)") && text.contains("0 is live"), "{text}");

    let (banker, text) = staked("30");
    assert_eq!(banker["live"], "20");
    assert_eq!(entry(&banker["rows"], "result", "win")["pays"], "19/30");
    assert_eq!(entry(&banker["rows"], "result", "lose")["pays"], "-2/3");
    assert!(text.contains("20 is live and the rest void (nz 5.9)"), "{text}");

    let (banker, _) = staked("40");
    assert_eq!((&banker["live"], &banker["refused_by"]), (&"40".into(), &Value::Null));
    assert_eq!(fraction(&banker["ev"]), ratio(19 * BANKER - 20 * PLAYER, 20 * DRAWS));
}

#[test]
fn a_sweep_finds_the_stakes_that_are_the_patrons() {
    let arguments = ["odds", "nsw", "--sweep", "1-60", "--chips", CHIPS];
    let text = shown(&arguments);
    assert!(text.contains("banker: the edge turns negative for the house at stakes of 1 to 19, 38 to 39."));
    let sweep = json(&arguments);
    let patrons = sweep["stakes"].as_array().unwrap().iter().filter(|stake| {
        let banker = entry(&stake["wagers"], "wager", "banker");
        assert_eq!(banker["accepted"], true);
        fraction(&banker["ev"]).is_positive()
    });
    let patrons: Vec<u32> = patrons.map(|stake| stake["stake"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(patrons, (1..20).chain([38, 39]).collect::<Vec<u32>>());
    let lines = shown(&[&arguments[..], &["--csv"]].concat());
    assert_eq!(lines.lines().count(), 1 + 60 * 6);
    assert!(lines.starts_with("stake,wager,accepted,ev,house_edge,assumed,standing,rules_sha256\n"));
}

#[test]
fn wagers_placed_together_have_one_distribution() {
    for (book, placed) in [("act", "banker=100,tie=10,tiger-pair=2.50"), ("qld", "player=5,dragon-player=5")]
    {
        let together = json(&["odds", book, "--together", placed]);
        let results = together["results"].as_array().unwrap();
        let all: BigRational = results.iter().map(|result| fraction(&result["probability"])).sum();
        assert!(all.is_one(), "{book}");
        let weighed =
            results.iter().map(|result| fraction(&result["net"]) * fraction(&result["probability"]));
        assert_eq!(weighed.sum::<BigRational>(), fraction(&together["ev"]));
        let odds = json(&["odds", book]);
        let alone = placed.split(',').map(|part| {
            let (id, stake) = part.split_once('=').unwrap();
            let hundredths = stake.parse::<f64>().unwrap() * 100.0;
            fraction(&wager(&odds, id)["ev"]) * ratio(hundredths as i64, 100)
        });
        assert_eq!(alone.sum::<BigRational>(), fraction(&together["ev"]), "{book}: what is expected adds up");
    }
}

#[test]
fn a_card_taken_at_random_changes_nothing() {
    // Dealing from a shoe with one card taken out unseen is dealing from the shoe.
    let shoe = file("nearly-two-decks-again.json", NEARLY_TWO_DECKS);
    let counts: Value = serde_json::from_str(NEARLY_TWO_DECKS).unwrap();
    let removal = json(&["odds", "act", "--removal", "--shoe", &shoe]);
    let removals = removal["removals"].as_array().unwrap();
    assert_eq!(removals.len(), 52);
    for id in ["banker", "tie", "dragon-banker", "tiger-pair", "perfect-pair-player"] {
        let weighed = removals.iter().map(|removal| {
            let count = counts[removal["card"].as_str().unwrap()].as_i64().unwrap();
            fraction(&removal["effects"][id]) * ratio(count, 1)
        });
        assert!(weighed.sum::<BigRational>().is_zero(), "{id}");
    }
    let six = file("six-for-removal.json", r#"{"TS": 6}"#);
    check_failure(&["odds", "act", "--removal", "--shoe", &six], 1, &["6 cards", "at least 7"]);
}

#[test]
fn csv_says_what_json_says() {
    let text = shown(&["odds", "nsw", "--csv"]);
    let mut lines = text.lines();
    let headings = "book,method,decks,cards,wager,result,name,pays,probability,ev,house_edge,sd,assumed,standing,rules_sha256";
    assert_eq!(lines.next(), Some(headings));
    let odds = json(&["odds", "nsw"]);
    let expected = odds["wagers"].as_array().unwrap().iter().flat_map(|wager| {
        let of_row = |row: &Value| {
            [&wager["wager"], &row["result"], &row["pays"], &row["probability"]]
                .map(|value| value.as_str().unwrap().to_owned())
        };
        rows(wager).iter().map(of_row).collect::<Vec<_>>()
    });
    let found = lines.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        [fields[4], fields[5], fields[7], fields[8]].map(str::to_owned)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Whatever form an answer has, it bears where its book comes from and the hash of what the book says.
#[test]
fn every_form_has_the_hash_of_the_book() {
    let text = std::fs::read_to_string(repository("books/nz.toml")).unwrap();
    let edited = file("nz-for-hash.toml", &text.replace("\"8 to 1\"", "\"9 to 1\""));
    for (book, standing) in [("nz", "published"), (edited.as_str(), "altered")] {
        let head = &json_of(&["odds", book, "--json"])["provenance"];
        assert_eq!(head["standing"], standing);
        let hash = head["sha256"].as_str().unwrap();
        let of_shoes = ["--shoes", "14", "--seed", "1"];
        let forms: [&[&str]; 9] = [
            &["odds", book, "--csv"],
            &["odds", book, "--removal", "--csv"],
            &["odds", book, "--sweep", "1-3", "--chips", "1", "--csv"],
            &["simulate", book, of_shoes[0], of_shoes[1], of_shoes[2], of_shoes[3], "--csv"],
            &["count", book, of_shoes[0], of_shoes[1], of_shoes[2], of_shoes[3], "--csv"],
            &["rules", book, "5.7", "--json"],
            &["compare", book, "act", "--json"],
            &["drill", book, "--questions", "1", "--seed", "1", "--json"],
            &["shoe", "evidence", "--shoes", "10000", "--seed", "1", "--book", book, "--json"],
        ];
        for form in forms {
            let output = run(form);
            assert!(output.status.success(), "{form:?}: {}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains(hash) && text.contains(standing), "{form:?}: {text}");
        }
    }
}

/// On the screen, and in every picture and page, the last line says whose rules these are; of an altered book the first does too.
#[test]
fn the_screen_and_every_page_bear_the_hash_of_the_book() {
    let text = std::fs::read_to_string(repository("books/nz.toml")).unwrap();
    let edited = file("nz-for-foot.toml", &text.replace("\"8 to 1\"", "\"9 to 1\""));
    for (book, standing) in [("nz", "published"), (edited.as_str(), "altered, not the published nz")] {
        let hash = json_of(&["odds", book, "--json"])["provenance"]["sha256"].as_str().unwrap().to_owned();
        let foot = format!("rules: {standing}; SHA-256 {hash}");
        let (pages, svg) = (file("foot.html", ""), file("foot.svg", ""));
        let shoes = ["--shoes", "14", "--seed", "1", "-o", &pages, &svg];
        let commands: [Vec<&str>; 7] = [
            vec!["odds", book],
            vec!["odds", book, "--removal"],
            vec!["odds", book, "--together", "tie=10"],
            vec!["odds", book, "--sweep", "1-3", "--chips", "1"],
            vec!["par", book],
            [&["simulate", book][..], &shoes].concat(),
            [&["count", book, "--wager", "tie"][..], &shoes].concat(),
        ];
        for command in commands {
            let told = shown(&command);
            assert!(told.trim_end().ends_with(&foot), "{command:?}: {told}");
            assert_eq!(told.contains("ALTERED"), standing != "published", "{command:?}");
            if command.contains(&"-o") {
                for written in [&pages, &svg] {
                    let written = std::fs::read_to_string(written).unwrap();
                    assert!(written.contains(&foot), "{command:?}: {written}");
                    assert_eq!(written.contains("ALTERED"), standing != "published", "{command:?}");
                }
            }
        }
    }
}

/// The JSON that a command prints, whatever it says beside it.
fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_slice(&run(arguments).stdout).unwrap()
}

#[test]
fn what_is_assumed_is_said_in_every_form() {
    let says = |arguments: &[&str]| {
        let text = shown(arguments);
        assert!(text.contains("cards.decks"), "{arguments:?}: {text}");
    };
    says(&["odds", "qld"]);
    says(&["odds", "qld", "--wager", "banker"]);
    says(&["odds", "qld", "--csv"]);
    says(&["odds", "qld", "--json"]);
    says(&["odds", "qld", "--removal"]);
    says(&["odds", "qld", "--removal", "--csv"]);
    says(&["odds", "qld", "--together", "banker=10"]);
    says(&["odds", "qld", "--sweep", "1-3", "--chips", "1"]);
    says(&["odds", "qld", "--sweep", "1-3", "--chips", "1", "--csv"]);
    assert!(shown(&["shelf"]).contains("rules qld --assumed"));
    // A dragon bonus on a shoe that was given rests on no deck count and on no assumed odds.
    let shoe = file("six-for-dragon.json", r#"{"TS": 6}"#);
    let odds = json(&["odds", "qld", "--wager", "dragon-player", "--shoe", &shoe]);
    let topics: Vec<&str> =
        odds["assumed"].as_array().unwrap().iter().map(|one| one["topic"].as_str().unwrap()).collect();
    assert!(topics.contains(&"tableau.banker") && !topics.contains(&"cards.decks"), "{topics:?}");
    assert!(!topics.iter().any(|topic| topic.starts_with("wager.")), "{topics:?}");
    for book in BOOKS.into_iter().filter(|book| *book != "qld") {
        assert_eq!(json(&["odds", book])["assumed"], serde_json::json!([]), "{book}");
    }
}

#[test]
fn a_book_in_a_file_is_as_good_as_one_on_the_shelf() {
    let of_file = json(&["odds", &repository("books/nz.toml")]);
    assert_eq!(of_file, json(&["odds", "nz"]));
    let dragon = json(&["odds", &repository("books/examples/canberra-dragon-7.toml")]);
    // The banker wins with three cards and 7, as is published for eight decks.
    let edge = |id: &str| wager(&dragon, id)["house_edge"].as_f64().unwrap();
    assert!((edge("dragon-7") - 0.0761).abs() < 1e-4 && (edge("panda-8") - 0.1019).abs() < 1e-4);
    let lucky = json(&["odds", &repository("books/examples/sydney-lucky-6.toml")]);
    for id in ["lucky-6", "all-six", "winning-pair"] {
        check_adds_up(wager(&lucky, id));
    }
}

#[test]
fn a_wager_almost_named_and_an_amount_below_nothing_are_answered_in_our_words() {
    check_failure(&["odds", "act", "--together", "bankr=100"], 2, &["did you mean banker?"]);
    // Here the wager is a good one, and the stake is not.
    let output = run(&["odds", "act", "--together", "tie=x"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("found `tie=x`") && !error.contains("did you mean"), "{error}");
    check_failure(&["simulate", "act", "--stake", "-5", "--shoes", "1"], 2, &["-5", "allowed"]);
}
