//! The house stops, in order or not, and the same coup goes on.

use crate::server::Server;
use crate::support::{AT_ONCE, Guest, Open, PATIENCE, at_pace, bet, is_over, takes_wagers};
use archive::{Archive, Witnesses};
use axum::http::StatusCode;
use floor::timing::Pace;
use house::backup;
use house::house::House;
use house::settings::HouseSettings;
use house::vaulted::vault_here;
use ledger::store::Place;
use ledger::{By, Key, Ledger, Stream};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A coup waits for whoever turns the cards, for as long as the test wants.
const HELD: Pace = Pace { betting_seconds: 0, card_ms: 0, result_ms: 0, answer_seconds: 3_600 };

fn cards(view: &Value) -> usize {
    let count = |side: &str| view["state"][side]["cards"].as_array().map_or(0, Vec::len);
    count("player") + count("banker")
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_in_mid_coup_the_same_coup_goes_on_with_the_same_wager_and_the_same_shoe() {
    stopped_in_mid_coup(None).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn the_same_with_the_log_in_postgresql() {
    let server = Server::start();
    stopped_in_mid_coup(Some(server.place())).await;
    assert!(
        server.sql("SELECT count(*) FROM entry WHERE stream LIKE 'table/%'").unwrap().parse::<u32>().unwrap()
            > 50
    );
}

/// A house at a pace, with its log in this database or in its own folder.
fn settings(folder: &Path, pace: Pace, store: &Option<Place>) -> HouseSettings {
    HouseSettings { store: store.clone(), ..at_pace(folder, pace) }
}

async fn stopped_in_mid_coup(store: Option<Place>) {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(settings(folder.path(), HELD, &store)).await;
    let player = open.seated("nsw", 1).await;
    let coup = player.until("nsw", takes_wagers).await["state"]["coup"].clone();
    let wager = async |player: &Guest| {
        player
            .command_about("nsw", "before-the-stop", bet(1, "player", 2_500), Some(coup.clone()), None)
            .await
    };
    let (status, first) = wager(&player).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let before = player.until("nsw", |view| cards(view) >= 2 && view["you"]["asked"].is_object()).await;
    open.stop().await;
    let cookie = player.cookie.clone();
    drop(player);

    let open = Open::with(settings(folder.path(), HELD, &store)).await;
    // The same session still holds.
    let player = open.back(cookie.as_deref());
    let after = player.get("/tables/nsw").await;
    assert!(after["seq"].as_u64() >= before["seq"].as_u64());
    for message in ["coup", "stakes"] {
        assert_eq!(after["state"][message], before["state"][message], "{message}");
    }
    for message in ["number", "seal", "cut", "of"] {
        assert_eq!(after["state"]["shoe"][message], before["state"]["shoe"][message], "{message}");
    }
    for side in ["player", "banker"] {
        let [before, after] =
            [&before, &after].map(|view| view["state"][side]["cards"].as_array().unwrap().clone());
        assert!(after.starts_with(&before), "{side}: {before:?}, then {after:?}");
    }
    // What was answered before the stop is answered the same after it.
    assert_eq!(wager(&player).await, (status, first.clone()));
    open.stop().await;
    drop(player);

    // Nobody turns the cards, so the dealer does, and the coup comes to its end.
    let open = Open::with(settings(folder.path(), AT_ONCE, &store)).await;
    let player = open.back(cookie.as_deref());
    let done = player.until("nsw", |view| view["you"]["settled"][0]["coup"] == coup).await;
    assert_eq!(done["you"]["settled"].as_array().unwrap().len(), 1);
    assert_eq!(wager(&player).await, (status, first));
    open.stop().await;
}

async fn two(_: PathBuf, _: Ledger) -> Result<By, String> {
    Ok(By::new("Max and Ina", "manager and inspector"))
}

async fn nobody(_: PathBuf, _: Ledger) -> Result<By, String> {
    Err("one person alone".to_owned())
}

/// A copy is made while coups are dealt. The house that is made from it has every entry of the copy and not one card of the shoe that was in use.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_put_back_from_a_copy_says_so_and_deals_no_known_card() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let (status, first) = player.command("act", "before-the-copy", bet(1, "player", 2_500)).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let copied = player.until("act", |view| view["you"]["settled"][0].is_object()).await;
    let (copy, put_back) = (folder.path().join("copy"), tempfile::tempdir().unwrap());
    let manifest = backup::back_up(folder.path(), &copy, table::Time(1)).await.unwrap();
    // The house goes on meanwhile; the copy knows nothing of it.
    let coup = player.until("act", takes_wagers).await["state"]["coup"].as_u64().unwrap();
    assert_eq!(player.command("act", "after-the-copy", bet(1, "player", 2_500)).await.0, StatusCode::OK);
    player.until("act", |view| is_over(view, coup)).await;
    open.stop().await;

    let data = put_back.path().join("data");
    // The keys are kept elsewhere in a real house, and outlive it.
    let keys = folder.path().join("keys");
    let key = Key::existing(&keys.join("signing.key")).unwrap();
    let alone = backup::restore(&copy, &data, (&key, table::Time(2)), nobody).await.unwrap_err();
    assert!(alone.contains("one person alone"), "{alone}");
    let restored = backup::restore(&copy, &data, (&key, table::Time(2)), two).await.unwrap();
    assert_eq!(restored, manifest);
    let again = backup::restore(&copy, &data, (&key, table::Time(3)), two).await.unwrap_err();
    assert!(again.contains("is there already"), "{again}");
    let mut settings = at_pace(&data, AT_ONCE);
    (settings.vault_key, settings.signing_key) = (keys.join("vault.key"), keys.join("signing.key"));
    let open = Open::with(settings).await;
    let anybody = open.anybody();
    let shoe = |view: &Value| view["state"]["shoe"]["number"].as_u64();
    let next = anybody.until("act", |view| shoe(view) > shoe(&copied)).await;
    assert_ne!(next["state"]["shoe"]["seal"], copied["state"]["shoe"]["seal"]);
    // What was played before the copy is there, and nothing of what came after it.
    let guest = open.seated("act", 2).await;
    let coups = guest.get("/tables/act/coups").await["coups"].as_array().unwrap().clone();
    assert!(coups.iter().any(|coup| coup["number"] == copied["you"]["settled"][0]["coup"]));
    open.stop().await;
    let log = ledger::store::read_only(data.join("ledger").as_path()).await.unwrap();
    let archive = Archive::over(log.clone());
    let verified = archive.verify(&Witnesses::default(), &|_| {}).await.unwrap();
    assert_eq!(
        verified.faults,
        Vec::<String>::new(),
        "what was put back holds, with the shoes that it gave up"
    );
    assert!(verified.lost > 0);
    // The same without the two people's word, and without the signature under it.
    let bare = tempfile::tempdir().unwrap();
    let without = ledger::store::open(bare.path()).await.unwrap();
    for (_, entry) in log.all(0, u32::MAX).await.unwrap() {
        let entry = entry.unwrap();
        if !["restored", "checkpoint"].contains(&entry.stream.kind()) {
            without.append(&[entry]).await.unwrap();
        }
    }
    let archive = Archive::over(without);
    let told = archive.verify(&Witnesses::default(), &|_| {}).await.unwrap().faults;
    assert!(told.iter().any(|fault| fault.contains("it was never revealed")), "{told:?}");
    let records = log.read(&Stream::new("restored", "house").unwrap(), 0, 9).await.unwrap();
    assert_eq!((records.len(), records[0].by.name.as_str()), (1, "Max and Ina"));

    // A copy that somebody has altered is put back nowhere.
    let path = copy.join("people").join("people.db");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let elsewhere = put_back.path().join("elsewhere");
    let altered = backup::restore(&copy, &elsewhere, (&key, table::Time(4)), two).await.unwrap_err();
    assert!(altered.contains("is not what was copied") && !elsewhere.exists(), "{altered}");
}

/// Opens a house whose vault is lost: it says so, and nobody plays.
async fn is_for_inspectors_only(settings: &HouseSettings) {
    let (house, tasks) = House::open(settings.clone(), vault_here(settings)).await.unwrap();
    let told = house.trouble.iter().any(|why| why.contains("this vault has signed nothing"));
    assert!(told, "{:?}", house.trouble);
    assert!(!house.is_ready());
    house.stop(tasks).await;
}

/// The vault is lost: a coup that waits for a patron is set aside and every stake goes back; a coup that was put on record whole
/// stands. The next shoe names the lost one.
#[tokio::test(flavor = "multi_thread")]
async fn a_coup_whose_sealed_shoe_is_lost_is_set_aside_and_another_shoe_begun() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), HELD)).await;
    let mut cookies = Vec::new();
    for table in baccarat::shelf::ids() {
        let player = open.seated(table, 1).await;
        player.until(table, takes_wagers).await;
        let (status, message) = player.command(table, "before-the-loss", bet(1, "player", 2_500)).await;
        assert_eq!(status, StatusCode::OK, "{table}: {message}");
        cookies.push((table, player.cookie.clone()));
    }
    let mut before = Vec::new();
    for (table, cookie) in &cookies {
        let dealt = |view: &Value| cards(view) >= 1 || view["you"]["settled"][0].is_object();
        before.push(open.back(cookie.as_deref()).until(table, dealt).await);
    }
    open.stop().await;
    std::fs::remove_dir_all(folder.path().join("vault")).unwrap();
    // A log that was signed beside a vault that has signed nothing may be an older one: nobody plays before two people say so.
    let settings = at_pace(folder.path(), AT_ONCE);
    is_for_inspectors_only(&settings).await;
    // Whoever writes into the log writes that two people have put it back, and has no key to sign it with.
    let ledger = Ledger::open(folder.path().join("ledger").as_path()).await.unwrap();
    let payload = ledger::Payload::new("restored-1", &json!({ "copied": 1, "entries": 1 })).unwrap();
    let stream = Stream::new("restored", "house").unwrap();
    let at = people::clock::now();
    let by = By::new("Max and Ina", "manager and inspector");
    let draft = ledger::Draft::note(stream, "restored-1".parse().unwrap(), at, by.clone(), payload);
    ledger.append(draft).await.unwrap();
    ledger.close().await.unwrap();
    is_for_inspectors_only(&settings).await;
    // The same, signed with the key of the log.
    let ledger = Ledger::open(folder.path().join("ledger").as_path()).await.unwrap();
    ledger.checkpoint(&Key::existing(&settings.signing_key).unwrap(), by, at).await.unwrap();
    ledger.close().await.unwrap();

    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    for ((table, cookie), before) in cookies.iter().zip(before) {
        let player = open.back(cookie.as_deref());
        let over = |view: &Value| view["you"]["staked"] == 0;
        let after = player.until(table, over).await;
        if before["you"]["asked"].is_object() {
            assert_eq!(after["you"]["chips"], 100_000, "{table}");
        }
        // It goes on with another shoe where the book gives a way to shuffle there.
        let next = player.until(table, |view| {
            let number = view["state"]["shoe"]["number"].as_u64();
            number == Some(2) && takes_wagers(view) || view["state"]["service"] == "out-of-service"
        });
        let next = next.await;
        let goes_on = next["state"]["service"] == "open";
        assert_eq!(goes_on, *table != "qld", "{table}: {next:#}");
        if goes_on {
            let record =
                player.raw(axum::http::Method::GET, &format!("/tables/{table}/shoes/2"), None).await.2;
            let first = String::from_utf8(record.to_vec()).unwrap().lines().next().unwrap().to_owned();
            let lost = before["state"]["shoe"]["seal"].as_str().unwrap();
            assert!(first.contains(lost), "{table}: {first}");
            let (status, message) = player.command(table, "after-the-loss", bet(1, "player", 2_500)).await;
            assert_eq!(status, StatusCode::OK, "{table}: {message}");
            player
                .until(table, |view| view["you"]["settled"][0]["id"].as_u64() > Some(1) && over(view))
                .await;
        }
        let shoes = player.get(&format!("/tables/{table}/shoes")).await;
        let lost = shoes["shoes"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(lost["ended"], if goes_on { json!("lost") } else { Value::Null }, "{table}: {shoes}");
    }
    open.stop().await;
}

/// As if the process were killed: its runtime ends without a word to anybody.
#[test]
fn killed_again_and_again_nothing_acknowledged_is_lost_and_the_shoe_holds() {
    let folder = tempfile::tempdir().unwrap();
    let pace = Pace { card_ms: 3, ..AT_ONCE };
    let mut cookie = None;
    let mut acknowledged: Vec<(String, Value, Value)> = Vec::new();
    for life in 0..8_u64 {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let open = Open::with(at_pace(folder.path(), pace)).await;
            let player = match &cookie {
                None => {
                    let player = open.seated("act", 1).await;
                    cookie = player.cookie.clone();
                    player
                }
                Some(_) => open.back(cookie.as_deref()),
            };
            for (id, coup, answer) in &acknowledged {
                let (wager, coup) = (bet(1, "banker", 1_000), Some(coup.clone()));
                let (status, again) = player.command_about("act", id, wager, coup, None).await;
                assert_eq!((status, &again), (StatusCode::OK, answer), "{id}");
            }
            for wager in 0..4 {
                let coup = player.until("act", takes_wagers).await["state"]["coup"].clone();
                let (id, placed) = (format!("life-{life}-wager-{wager}"), bet(1, "banker", 1_000));
                let (status, answer) =
                    player.command_about("act", &id, placed, Some(coup.clone()), None).await;
                if status == StatusCode::OK {
                    acknowledged.push((id, coup, answer));
                }
            }
            tokio::time::sleep(Duration::from_millis(life * 7)).await;
        });
        runtime.shutdown_timeout(Duration::ZERO);
        wait_for_lock(folder.path());
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
        let player = open.back(cookie.as_deref());
        let view = player.until("act", takes_wagers).await;
        let placed = acknowledged.len();
        assert!(placed > 8, "{placed}");
        // Every acknowledged wager was settled once: what the coups say adds up to the chips in hand.
        let mut sum = 100_000;
        let mut before = None::<u64>;
        let mut found = 0;
        loop {
            let query = before.map_or_else(String::new, |before| format!("&before={before}"));
            let coups = player.get(&format!("/tables/act/coups?limit=100{query}")).await;
            for wager in
                coups["coups"].as_array().unwrap().iter().flat_map(|coup| coup["yours"].as_array().unwrap())
            {
                found += 1;
                sum += match wager["outcome"].as_str().unwrap() {
                    "wins" => wager["paid"].as_i64().unwrap(),
                    "loses" => -wager["staked"].as_i64().unwrap(),
                    _ => 0,
                };
            }
            before = coups["before"].as_u64();
            if before.is_none() {
                break;
            }
        }
        let lying = view["you"]["staked"].as_i64().unwrap();
        assert_eq!(view["you"]["chips"].as_i64().unwrap() + lying, sum);
        assert!(found >= placed - 1, "{found} settled of {placed}");
        let shoe = player.get("/tables/act/shoes").await["shoes"][0].clone();
        let record = player.raw(axum::http::Method::GET, "/tables/act/shoes/1", None).await.2;
        let record = String::from_utf8(record.to_vec()).unwrap();
        // Every card that came out is there, in order and once.
        let drawn: Vec<u64> = record
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .filter_map(|line| line["card"]["drawn"].as_u64().or(line["unseen"]["drawn"].as_u64()))
            .collect();
        assert_eq!(drawn, (0..drawn.len() as u64).collect::<Vec<_>>());
        assert_eq!(shoe["dealt"].as_u64().unwrap(), drawn.len() as u64);
        assert_eq!(json!(drawn.len()), view["state"]["shoe"]["dealt"]);
        open.stop().await;
    });
}

/// A killed process frees its locks at once; a runtime that was dropped does so when its threads have ended.
fn wait_for_lock(folder: &std::path::Path) {
    let patience = Instant::now() + PATIENCE;
    while Instant::now() < patience {
        let lock = std::fs::OpenOptions::new().write(true).open(folder.join("vault/vault.lock"));
        if lock.is_ok_and(|file| file.try_lock().is_ok()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the house before is still open");
}
