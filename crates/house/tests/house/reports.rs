//! Reports over the log: they balance to the chip, tell what does not, and say the same as the tables themselves.

use crate::support::{AT_ONCE, BETTING, Guest, Open, bet, takes_wagers};
use axum::http::{Method, StatusCode};
use people::role::Role;
use serde_json::{Value, json};

/// A player bets on one coup and waits until it is over.
async fn play_coup(player: &Guest, table: &str, id: &str, wager: &str) {
    let view = player.until(table, takes_wagers).await;
    let number = view["state"]["coup"].as_u64().unwrap();
    let (status, answer) = player.command(table, id, bet(1, wager, 2_500)).await;
    // A wager that stood off stays, and the coup is dealt on it.
    let rides =
        ["wager-twice", "betting-frozen", "betting-closed"].iter().any(|word| answer["word"] == *word);
    assert!(status == StatusCode::OK || rides, "{answer}");
    player.until(table, |view| view["state"]["coup"].as_u64().unwrap() > number && takes_wagers(view)).await;
}

async fn order(staff: &Guest, table: &str, id: &str, act: Value) {
    let (status, answer) = staff.command(table, id, json!([act])).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

/// The same with the signature of the dealer, who is on duty and gives their own PIN.
async fn signed(open: &Open, staff: &Guest, table: &str, id: &str, act: Value) {
    let pin = open.house.links.as_ref().unwrap().pin(Role::Dealer);
    let signed = json!({ "name": "Dora Dealer", "pin": pin });
    let body = json!({ "id": id, "acts": [act], "signed": signed });
    let (status, answer) = staff.post(&format!("/tables/{table}/commands"), body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

/// The row of a sheet whose first column says this.
fn row<'v>(report: &'v Value, sheet: &str, column: &str, named: &str) -> &'v Value {
    let rows = report["sheets"][sheet].as_array().unwrap();
    rows.iter().find(|row| row[column] == named).unwrap_or_else(|| panic!("{sheet} {named}: {report:#}"))
}

fn amount(row: &Value, line: &str) -> i64 {
    row[line].as_i64().unwrap_or_else(|| panic!("{line}: {row:#}"))
}

/// Opening and everything that moved the float make its closing.
fn adds_up(row: &Value) {
    let lines = [
        "opening",
        "fills",
        "credits",
        "drop",
        "from_wagers",
        "forfeited",
        "remainders",
        "open_items",
        "disputes",
    ];
    let sum: i64 = lines.iter().map(|line| amount(row, line)).sum();
    assert_eq!((sum, sum), (amount(row, "due"), amount(row, "closing")), "{row:#}");
    assert_eq!(amount(row, "unexplained"), 0);
    let elsewhere =
        |when: &str| amount(row, &format!("hands_{when}")) + amount(row, &format!("layout_{when}"));
    // No chip comes from nowhere: what the float has less, patrons have more, but for what the cage brought and took.
    let moved =
        amount(row, "closing") - amount(row, "opening") - amount(row, "fills") - amount(row, "credits");
    assert_eq!(moved, elsewhere("before") - elsewhere("after"), "{row:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shift_balances_to_the_chip_and_a_short_count_is_told() {
    let open = Open::at_pace(AT_ONCE).await;
    let supervisor = open.confirmed_as(Role::Supervisor).await;
    let player = open.seated("act", 1).await;
    play_coup(&player, "act", "before-the-shift", "banker").await;
    let before = supervisor.get("/tables/act").await;
    let begin = json!({"id": "evening-1", "name": "Evening", "why": "the roster"});
    assert_eq!(supervisor.post("/shifts", begin).await.0, StatusCode::OK);
    let brought = player.get("/tables/act").await["you"]["net"].as_i64().unwrap();
    for coup in 0..4 {
        play_coup(&player, "act", &format!("wager-{coup}-in-shift"), "player").await;
    }
    order(&supervisor, "act", "sign-on-sam", json!({"act": "sign-on"})).await;
    let dora = open.come_as(Role::Dealer).await;
    order(&dora, "act", "sign-on-dora", json!({"act": "sign-on"})).await;
    let by_dora = json!("Dora Dealer");
    let fill = json!({"act": "fill", "amount": 500_000, "signed": by_dora});
    signed(&open, &supervisor, "act", "a-fill-for-it", fill).await;
    let credit = json!({"act": "credit", "amount": 125_000, "signed": by_dora});
    signed(&open, &supervisor, "act", "a-credit-too", credit).await;
    let view = supervisor.get("/tables/act").await;
    let float = view["money"]["float"].as_i64().unwrap();
    let count = json!({"act": "count-float", "count": float, "signed": by_dora});
    signed(&open, &supervisor, "act", "count-it-right", count).await;

    let report = supervisor.get("/reports/shift?shift=1").await;
    assert_eq!((&report["report"], &report["balances"]), (&json!("shift"), &json!(true)), "{report:#}");
    assert_eq!(report["period"]["shift"]["name"], "Evening");
    let act = row(&report, "balance", "table", "act");
    adds_up(act);
    assert_eq!(amount(act, "opening"), before["money"]["float"].as_i64().unwrap());
    assert_eq!(amount(act, "closing"), float);
    assert_eq!((amount(act, "fills"), amount(act, "credits")), (500_000, -125_000));
    assert_eq!((amount(act, "counted"), amount(act, "difference")), (float, 0));
    assert_eq!(amount(act, "coups"), 4);
    let player_view = player.get("/tables/act").await;
    let lost = brought - player_view["you"]["net"].as_i64().unwrap();
    assert_eq!(amount(act, "win"), lost, "what the house won, the player lost");
    adds_up(row(&report, "balance", "table", "all"));
    assert_eq!(report["sheets"]["differences"], json!([]));
    let money: Vec<&str> = report["sheets"]["money"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["what"].as_str().unwrap())
        .collect();
    assert_eq!(money, ["fill", "credit", "count"]);
    assert_eq!(row(&report, "duty", "name", "Sam Supervisor")["role"], "supervisor");

    let short = json!({"act": "count-float", "count": float - 2_500, "signed": by_dora});
    signed(&open, &supervisor, "act", "count-it-short", short).await;
    let (status, _) =
        supervisor.post("/shifts/1/end", json!({"id": "the-end-of-it", "why": "closing time"})).await;
    assert_eq!(status, StatusCode::OK);
    let report = supervisor.get("/reports/shift?shift=1&table=act").await;
    assert_eq!(report["balances"], false);
    assert_eq!(report["sheets"]["differences"][0]["message"], "the count was short by 25");
    assert_eq!(amount(row(&report, "balance", "table", "act"), "difference"), -2_500);

    // What comes later is no part of a shift that is over.
    play_coup(&player, "act", "after-the-shift", "player").await;
    let again = supervisor.get("/reports/shift?shift=1&table=act").await;
    assert_eq!(again["sheets"], report["sheets"]);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_parts_of_a_day_make_the_whole() {
    let open = Open::at_pace(AT_ONCE).await;
    let manager = open.come_as(Role::Manager).await;
    let player = open.seated("nsw", 1).await;
    for coup in 0..3 {
        play_coup(&player, "nsw", &format!("wager-{coup}-early"), "banker").await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    let day = manager.get("/reports/table?table=nsw").await;
    assert!(day["period"]["day"].is_string(), "without a shift it is the trading day: {day:#}");
    let between = day["made"].as_i64().unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    for coup in 0..3 {
        play_coup(&player, "nsw", &format!("wager-{coup}-later"), "player").await;
    }
    let whole = manager
        .get(&format!("/reports/table?table=nsw&day={}", day["period"]["day"].as_str().unwrap()))
        .await;
    let early = manager.get(&format!("/reports/table?table=nsw&to={between}")).await;
    let late = manager.get(&format!("/reports/table?table=nsw&from={between}")).await;
    let [whole, early, late] = [&whole, &early, &late].map(|report| row(report, "balance", "table", "nsw"));
    for line in ["fills", "credits", "drop", "from_wagers", "win", "commission", "coups"] {
        assert_eq!(amount(early, line) + amount(late, line), amount(whole, line), "{line}");
    }
    assert_eq!(amount(early, "closing"), amount(late, "opening"));
    assert_eq!(amount(whole, "coups"), 6);
    for row in [whole, early, late] {
        adds_up(row);
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dealers_and_results_are_counted_against_the_clock_and_the_odds() {
    let open = Open::at_pace(AT_ONCE).await;
    let inspector = open.come_as(Role::Inspector).await;
    let player = open.seated("qld", 1).await;
    for coup in 0..8 {
        play_coup(
            &player,
            "qld",
            &format!("wager-{coup}-for-it"),
            if coup % 2 == 0 { "tie" } else { "banker" },
        )
        .await;
    }
    let report = inspector.get("/reports/dealers?table=qld").await;
    let dealer = row(&report, "dealers", "dealer", "dealer");
    assert_eq!((amount(dealer, "coups"), amount(dealer, "errors"), amount(dealer, "void")), (8, 0, 0));
    assert!(dealer["on_duty"].is_i64() && dealer["coups_an_hour"].as_f64().unwrap() > 0.0);

    // What was played while they dealt, and what each patron played, add up to the table's own sums.
    let money = inspector.get("/reports/table?table=qld").await;
    let all = row(&money, "wagers", "wager", "all");
    let patrons = money["sheets"]["patrons"].as_array().unwrap();
    for column in ["staked", "win"] {
        assert_eq!(amount(dealer, column), amount(all, column), "{column}");
        assert_eq!(
            patrons.iter().map(|row| amount(row, column)).sum::<i64>(),
            amount(all, column),
            "{column}"
        );
    }
    let due = amount(row(&money, "balance", "table", "qld"), "win_due");
    assert!(due > 0, "the house is due to win");
    assert_eq!(amount(dealer, "win_due"), due);
    assert_eq!(patrons.iter().map(|row| amount(row, "win_due")).sum::<i64>(), due);

    let report = inspector.get("/reports/results?table=qld").await;
    let evidence = row(&report, "evidence", "table", "qld");
    assert_eq!((amount(evidence, "coups"), amount(evidence, "left_out")), (8, 0));
    assert!(evidence["winners_e"].as_f64().unwrap() > 0.0 && evidence["win_e"].as_f64().unwrap() > 0.0);
    let sum = |column: &str| -> f64 {
        let rows = report["sheets"]["winners"].as_array().unwrap();
        rows.iter().map(|row| row[column].as_f64().unwrap()).sum()
    };
    assert_eq!(sum("came"), 8.0);
    assert!((sum("expected") - 8.0).abs() < 1e-9, "the odds of all winners together are one");
    let wagers = report["sheets"]["wagers"].as_array().unwrap();
    let staked: i64 = wagers.iter().map(|row| amount(row, "staked")).sum();
    assert_eq!(staked, amount(evidence, "staked"));
    let tie = row(&report, "wagers", "wager", "tie");
    // The house keeps about a seventh of what is put on a tie.
    let edge = amount(tie, "win_due") as f64 / amount(tie, "staked") as f64;
    assert!((0.10..0.20).contains(&edge), "{edge}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_hold_what_the_report_says() {
    let open = Open::at_pace(BETTING).await;
    let surveillance = open.come_as(Role::Surveillance).await;
    open.seated("act", 1).await;
    let (status, _, body) = surveillance.raw(Method::GET, "/reports/shift.csv", None).await;
    assert_eq!(status, StatusCode::OK);
    let text = String::from_utf8(body.to_vec()).unwrap();
    assert!(text.starts_with("\u{feff}table,name,book,opening,"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("act,") && line.contains(",-1000.00,")), "{text}");
    let (_, _, body) =
        surveillance.raw(Method::GET, "/reports/table.csv?sheet=patrons&table=act", None).await;
    assert!(String::from_utf8(body.to_vec()).unwrap().contains(",1000.00,"), "the buy-in");
    let (status, _, body) = surveillance.raw(Method::GET, "/reports/results.xlsx", None).await;
    assert_eq!((status, &body[..2]), (StatusCode::OK, &b"PK"[..]));
    for report in ["shift", "table", "dealers", "results"] {
        let (_, _, body) = surveillance.raw(Method::GET, &format!("/reports/{report}.xlsx"), None).await;
        numbers_are_numbers(&body);
    }
    // Every column has its words on the page, in every language.
    let words =
        [include_str!("../../src/rooms/reports/en.ftl"), include_str!("../../src/rooms/reports/zh-CN.ftl")];
    for report in ["shift", "table", "dealers", "drop", "results"] {
        let sheets = surveillance.get(&format!("/reports/{report}")).await["sheets"].clone();
        for sheet in sheets.as_object().unwrap().keys() {
            let path = format!("/reports/{report}.csv?sheet={sheet}");
            let (_, _, body) = surveillance.raw(Method::GET, &path, None).await;
            let text = String::from_utf8(body.to_vec()).unwrap();
            let columns = text.trim_start_matches('\u{feff}').lines().next().unwrap();
            for column in columns.split(',') {
                let key = format!("\nreports-col-{} = ", column.replace('_', "-"));
                assert!(words.iter().all(|words| words.contains(&key)), "{report} {sheet} {column}");
            }
        }
    }
    let cases = [
        ("/reports/none", StatusCode::NOT_FOUND, "allowed are shift, table"),
        ("/reports/shift.pdf", StatusCode::NOT_FOUND, "allowed are shift, table"),
        ("/reports/shift.csv?sheet=none", StatusCode::BAD_REQUEST, "allowed are balance"),
        ("/reports/shift?table=none", StatusCode::NOT_FOUND, "no such table"),
        ("/reports/shift?shift=7", StatusCode::NOT_FOUND, "no such shift"),
        ("/reports/shift?day=yesterday", StatusCode::BAD_REQUEST, "such as 2026-11-16"),
        ("/reports/shift?day=2026-11-16&from=5", StatusCode::BAD_REQUEST, "one of shift, day"),
        ("/reports/shift?from=9&to=9", StatusCode::BAD_REQUEST, "begins before it ends"),
        ("/reports/shift?colour=red", StatusCode::BAD_REQUEST, "colour"),
    ];
    for (path, expected, words) in cases {
        let (status, _, body) = surveillance.raw(Method::GET, path, None).await;
        let message = String::from_utf8_lossy(&body);
        assert_eq!(status, expected, "{path}: {message}");
        assert!(message.contains(words), "{path}: {message}");
    }
    open.stop().await;
}

/// Opens a workbook without the program that wrote it: a cell whose text is a number, an amount or a time is no text.
fn numbers_are_numbers(workbook: &[u8]) {
    const SCRIPT: &str = r#"
import re, sys, zipfile
book = zipfile.ZipFile(sys.argv[1])
texts = re.findall(r"<si><t[^>]*>(.*?)</t></si>", book.read("xl/sharedStrings.xml").decode())
numbers, wrong = 0, []
for name in sorted(book.namelist()):
    # The first sheet says in words what the others are about.
    if not name.startswith("xl/worksheets/sheet") or name.endswith("sheet1.xml"): continue
    for attributes, value in re.findall(r"<c ([^>]*)><v>(.*?)</v></c>", book.read(name).decode()):
        if 't="s"' not in attributes:
            numbers += 1
        elif re.fullmatch(r"-?[0-9][0-9,]*(\.[0-9]+)?%?|[0-9]{4}-[0-9]{2}-[0-9]{2}.*", texts[int(value)]):
            wrong.append((name, texts[int(value)]))
print(numbers, wrong)
sys.exit(0 if not wrong else 1)
"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.xlsx");
    std::fs::write(&file, workbook).unwrap();
    let output = std::process::Command::new("python3").args(["-c", SCRIPT]).arg(&file).output().unwrap();
    let message = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{message}");
}
