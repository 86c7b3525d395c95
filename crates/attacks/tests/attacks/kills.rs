//! Every process of the house is killed, again and again.

use super::journal::{Door, PASSWORD, playing};
use super::running::{
    Running, Served, as_user, croupier, folder, gone, hashed, runs, send, settings_file, times,
    vault_and_house,
};
use rustix::process::Signal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[test]
fn whichever_process_is_killed_nothing_is_left_behind_and_the_log_holds() {
    let folder = folder();
    let data = folder.path().join("house");
    let (mut kills, most) = (0, times("ATTACK_KILLS", 10));
    while kills < most {
        kills += 5;
        // A dead vault is started again, and the house goes on with it. (One that dies five times within a second is given up.)
        let mut running = Running::open(&data);
        let (mut again, house) = running.children();
        for _ in 0..3 {
            let vault = again;
            send(vault, Signal::KILL);
            gone(&[vault]);
            let same;
            (again, same) = running.children();
            assert!(again != vault && same == house);
        }

        // A dead house ends the rest.
        send(house, Signal::KILL);
        assert!(!running.parent.wait().unwrap().success());
        gone(&[again, house]);

        // A dead parent too.
        let mut running = Running::open(&data);
        let (vault, house) = running.children();
        send(running.parent.id(), Signal::KILL);
        running.parent.wait().unwrap();
        gone(&[vault, house]);
        assert!(!runs(vault));
    }
    println!("{kills} kills");
    log_holds(&data.join("ledger"));
}

fn log_holds(ledger: &Path) {
    let verified = as_user(croupier()).args(["log", "verify"]).arg(ledger).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

/// While somebody plays, vault, house and parent are killed in turn, at instants that no clock decides: after some commands, and a moment
/// more. What was acknowledged is there once, and every coup has the cards that were shown.
#[test]
fn killed_while_somebody_plays_nothing_acknowledged_is_lost_or_doubled() {
    let folder = folder();
    let person =
        format!("[[person]]\nname = \"Ann\"\nrole = \"player\"\npassword = \"{}\"\n", hashed(PASSWORD));
    let settings = settings_file(folder.path(), &person);
    let mut text = std::fs::read_to_string(&settings).unwrap();
    text += "players_buy_in = 1000000000\npace = { betting_seconds = 0, card_ms = 20, result_ms = 20, answer_seconds = 0 }\n";
    std::fs::write(&settings, text).unwrap();
    let door = Arc::new(Door::default());
    let open = || {
        let served = Served::open(as_user(croupier()), &settings);
        *door.at.lock().unwrap() = Some(served.address);
        served
    };
    let mut served = open();
    let player = playing(&door);
    let mut whim = 7_u64;
    let most = times("ATTACK_KILLS", 12);
    for kill in 0..most {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let enough = door.acknowledged.load(Ordering::Relaxed) + 1 + (whim >> 40) % 5;
        while door.acknowledged.load(Ordering::Relaxed) < enough {
            assert!(!player.is_finished(), "the player has given up");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros((whim >> 33) % 20_000));
        let (vault, house) = vault_and_house(served.parent.id());
        match kill % 3 {
            // The house goes on with another vault.
            0 => {
                send(vault, Signal::KILL);
                gone(&[vault]);
                continue;
            }
            1 => send(house, Signal::KILL),
            _ => send(served.parent.id(), Signal::KILL),
        }
        served.parent.wait().unwrap();
        gone(&[vault, house]);
        served = open();
    }
    door.stop.store(true, Ordering::Relaxed);
    let journal = player.join().unwrap();
    let (acknowledged, again) = (door.acknowledged.load(Ordering::Relaxed), journal.again);
    let (wagers, coups) = journal.holds(&door);
    println!(
        "{most} kills, {acknowledged} acknowledged, {again} asked again, {wagers} wagers, {coups} coups seen"
    );
    assert!(wagers > 0);
    served.end();
    log_holds(&folder.path().join("data/ledger"));
}
