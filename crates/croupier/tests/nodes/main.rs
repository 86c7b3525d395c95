//! Several nodes of one house, killed, paused and cut off under load. Every player writes down what was acknowledged and every watcher what was
//! told; at the end nothing acknowledged may be lost, nothing carried out twice, and nobody told another card than anybody else.
//!
//! `CROUPIER_FAULTS=500` makes as many faults instead of those that fit into some minutes. `CROUPIER_TAKE_OVER_S=8` holds every take-over to so
//! many seconds, on a machine that does nothing else; without it they are held to how long a node takes to start there. `CROUPIER_SEED=21` mixes the
//! faults in another order.

mod client;
mod cluster;
mod proxy;
#[path = "../../../ledger/tests/ledger/server.rs"]
mod server;

use client::{CASH, Floor, Heard, Journal, ask, player, watcher};
use cluster::{Cluster, PATIENCE, Pair, croupier, figure};
use proxy::Way;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long an answer may be on its way after what it comes from was stopped.
const ON_ITS_WAY: Duration = Duration::from_millis(200);

/// How long somebody must be silent before another takes their place.
const SILENCE: Duration = Duration::from_secs(5);

const PLAYERS: [&str; 4] = ["Ann", "Bob", "Cy", "Di"];

/// Players and watchers at work.
struct Evening {
    floor: Arc<Floor>,
    players: Vec<JoinHandle<Journal>>,
    watchers: Vec<JoinHandle<()>>,
    heard: Vec<Arc<Mutex<Heard>>>,
}

impl Evening {
    fn begin(cluster: &Cluster) -> Evening {
        let floor = Arc::new(Floor {
            ports: cluster.nodes.iter().map(|node| node.port).collect(),
            silent: AtomicU16::new(0),
            stop: AtomicBool::new(false),
            acknowledged: AtomicU64::new(0),
            last: Mutex::new(Instant::now()),
        });
        let table = |nth: usize| ["one", "two"][nth % 2];
        let players = PLAYERS.iter().enumerate().map(|(nth, name)| player(floor.clone(), name, table(nth)));
        let players = players.collect();
        let heard: Vec<Arc<Mutex<Heard>>> = vec![Arc::default(), Arc::default()];
        let watchers = (0..6).map(|nth| watcher(floor.clone(), table(nth), nth / 2, heard[nth % 2].clone()));
        let watchers = watchers.collect();
        Evening { floor, players, watchers, heard }
    }

    fn acknowledged(&self) -> u64 {
        self.floor.acknowledged.load(Ordering::Relaxed)
    }

    /// Waits until so many more commands are acknowledged; says how long the first took. What was answered before and is still on its way
    /// does not count.
    fn goes_on(&self, cluster: &Cluster, more: u64) -> Duration {
        let begun = Instant::now();
        thread::sleep(ON_ITS_WAY);
        let before = self.acknowledged();
        let mut first = None;
        while self.acknowledged() < before + more {
            if first.is_none() && self.acknowledged() > before {
                first = Some(begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "nothing is acknowledged any more; see {}", cluster.logs());
            thread::sleep(Duration::from_millis(20));
        }
        first.unwrap_or_else(|| begun.elapsed())
    }

    /// Everything is whole again: what was acknowledged is there once, and everybody was told the same.
    fn end(self, cluster: &Cluster, primary: &server::Server) -> (u64, u64, u64) {
        self.floor.stop.store(true, Ordering::Relaxed);
        let journals: Vec<Journal> = self.players.into_iter().map(|player| player.join().unwrap()).collect();
        self.watchers.into_iter().for_each(|watcher| watcher.join().unwrap());
        let port = cluster.nodes[cluster.wait_for_charge()].port;
        let (mut acknowledged, mut again) = (0, 0);
        for journal in &journals {
            assert!(journal.wrong.is_empty(), "{}: {:?}\n{}", journal.name, journal.wrong, cluster.logs());
            check_record(journal, primary);
            let bought = journal.taken.len() as i64 * CASH;
            let path = format!("/api/v1/tables/{}", journal.table);
            // What is on record is shown in time, behind the cards that are being dealt.
            let begun = Instant::now();
            loop {
                let view = ask(port, "GET", &path, Some(&journal.cookie), None).unwrap();
                assert_eq!(view.status, 200, "{}: {}", journal.name, view.body);
                // Whoever came so late that they have bought nothing may have no visit.
                let chips = view.body["you"]["chips"].as_i64().unwrap_or(0);
                if chips == bought {
                    break;
                }
                let waited = begun.elapsed() < Duration::from_secs(30);
                assert!(waited, "{}: {chips} of {bought} acknowledged are kept", journal.name);
                thread::sleep(Duration::from_millis(100));
            }
            acknowledged += journal.taken.len() as u64;
            again += journal.again;
            // The same under the same id is answered as it was.
            for (id, first) in journal.taken.iter().rev().take(20) {
                let body = json!({ "id": id, "acts": [{ "act": "buy-in", "cash": CASH }] });
                let path = format!("/api/v1/tables/{}/commands", journal.table);
                let repeated = ask(port, "POST", &path, Some(&journal.cookie), Some(&body)).unwrap();
                assert_eq!((repeated.status, &repeated.body), (200, first), "{id}");
            }
        }
        let mut events = 0;
        for heard in &self.heard {
            let heard = heard.lock().unwrap();
            assert!(heard.wrong.is_empty(), "{:?}", heard.wrong);
            println!(
                "  watchers: {} events, {} messages, {} whole views, {} times come back",
                heard.events.len(),
                heard.messages,
                heard.views,
                heard.reconnects
            );
            events += heard.events.len() as u64;
        }
        (acknowledged, again, events)
    }
}

/// What was acknowledged is on record, each once, and nothing else is. The database itself is asked, past everything that the house says of it.
fn check_record(journal: &Journal, primary: &server::Server) {
    let (name, table) = (&journal.name, &journal.table);
    let kept = primary
        .sql(&format!(
            "SELECT split_part(command, ':', 2) FROM entry WHERE stream = 'table/{table}' AND command LIKE '%:{name}-buys-%' ORDER BY position"
        ))
        .unwrap();
    let kept: Vec<&str> = kept.lines().collect();
    let taken: Vec<&str> = journal.taken.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(kept, taken, "{name}: on record is what was acknowledged, once and in its order");
}

/// A number that looks as if it were random, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// The log holds, with every shoe in it, and its leases only grow.
fn check_log(primary: &server::Server, keys: &std::path::Path) {
    let fell = primary.sql(
        "SELECT count(*) FROM (SELECT epoch, lag(epoch) OVER (ORDER BY position) AS before FROM entry) AS all_of_them WHERE epoch < before",
    );
    assert_eq!(fell.unwrap(), "0", "the number of the lease never falls");
    let store = format!("postgres://croupier@127.0.0.1:{}/postgres?single=true", primary.port());
    let verified = Command::new(croupier()).args(["log", "verify", &store]).output().unwrap();
    let text = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success(), "{text}{}", String::from_utf8_lossy(&verified.stderr));
    assert!(keys.exists());
    println!("  {}", text.lines().last().unwrap_or_default());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    KillInCharge,
    KillAnother,
    KillAndStartAtOnce,
    PauseInCharge,
    HoldPostgres,
    CutPostgres,
    HoldNats,
    CutNats,
    SlowNats,
    NatsDown,
    VaultKilled,
    HoldStandby,
    CutStandby,
    FailOver,
    CutAndFailOver,
}

impl Fault {
    /// Does another node take charge?
    fn is_taken_over(self) -> bool {
        matches!(self, Fault::KillInCharge | Fault::PauseInCharge | Fault::HoldPostgres | Fault::CutPostgres)
    }

    /// May nobody wait for longer than a take-over lasts? Whoever asks the node in charge itself is answered while NATS does not carry what it says.
    fn is_timed(self) -> bool {
        self.is_taken_over() || matches!(self, Fault::HoldNats | Fault::CutNats)
    }
}

/// As many as fit into some minutes: 20 kills and pauses, 12 partitions (5 of a node from PostgreSQL, 4 from NATS, 3 of the two databases from
/// each other), 3 failovers, and the rest.
const SHORT: [(Fault, usize); 15] = [
    (Fault::KillInCharge, 8),
    (Fault::KillAnother, 4),
    (Fault::KillAndStartAtOnce, 4),
    (Fault::PauseInCharge, 4),
    (Fault::HoldPostgres, 3),
    (Fault::CutPostgres, 2),
    (Fault::HoldNats, 2),
    (Fault::CutNats, 2),
    (Fault::SlowNats, 1),
    (Fault::NatsDown, 2),
    (Fault::VaultKilled, 1),
    (Fault::HoldStandby, 1),
    (Fault::CutStandby, 1),
    (Fault::FailOver, 2),
    (Fault::CutAndFailOver, 1),
];

#[test]
#[ignore = "takes minutes, PostgreSQL and nats-server: scripts/test runs it"]
fn nodes_are_killed_paused_and_cut_off() {
    let in_all = std::env::var("CROUPIER_FAULTS").ok().and_then(|text| text.parse::<usize>().ok());
    let times = in_all.map_or(1, |all| all.div_ceil(SHORT.iter().map(|(_, count)| count).sum()));
    let seed = std::env::var("CROUPIER_SEED").ok().and_then(|text| text.parse().ok());
    let mut dice = Dice(seed.unwrap_or(20));
    let mut faults: Vec<Fault> =
        SHORT.iter().flat_map(|(fault, count)| std::iter::repeat_n(*fault, count * times)).collect();
    for at in (1..faults.len()).rev() {
        faults.swap(at, dice.below(at as u64 + 1) as usize);
    }
    let mut pair = Pair::start();
    let mut cluster = Cluster::start(3, &pair.ports(), &PLAYERS);
    cluster.wait_for_charge();
    let evening = Evening::begin(&cluster);
    evening.goes_on(&cluster, 20);
    let most = std::env::var("CROUPIER_TAKE_OVER_S").ok().and_then(|text| text.parse().ok());
    let most = most.map(Duration::from_secs);
    let (mut took, mut late): (BTreeMap<Fault, Vec<Duration>>, Vec<String>) = Default::default();
    let begun = Instant::now();
    for (nth, fault) in faults.iter().enumerate() {
        let owner = cluster.wait_for_charge();
        let other = (owner + 1 + dice.below(2) as usize) % 3;
        let gone_on = cause(*fault, (owner, other), &mut cluster, &mut pair, &evening);
        println!(
            "  {} of {}, {fault:?}: went on after {gone_on:.1?}, at {:.0?}",
            nth + 1,
            faults.len(),
            begun.elapsed()
        );
        took.entry(*fault).or_default().push(gone_on);
        if most.is_some_and(|most| fault.is_timed() && gone_on > most) {
            late.push(format!("{}, {fault:?}: taken over after {gone_on:?}", nth + 1));
        }
        evening.goes_on(&cluster, 10);
    }
    let (acknowledged, again, events) = evening.end(&cluster, pair.primary());
    println!(
        "{} faults in {:?}: {acknowledged} commands acknowledged, {again} times asked again, {events} events told",
        faults.len(),
        begun.elapsed()
    );
    for (fault, times) in &took {
        let mut times = times.clone();
        times.sort();
        println!(
            "  {fault:?}: {} times, went on after {:.1?} to {:.1?}",
            times.len(),
            times[0],
            times[times.len() - 1]
        );
    }
    check_take_over(&took);
    check_log(pair.primary(), &cluster.folder.path().join("keys"));
    // A run of hours is judged at its end, with everything that it found.
    assert!(late.is_empty(), "{} take-overs were late: {late:#?}", late.len());
}

/// A take-over is five seconds of silence and an opening. A node that is killed and started at once opens too, on the same machine at the same
/// pace, so that it says how long a take-over may last there.
fn check_take_over(took: &BTreeMap<Fault, Vec<Duration>>) {
    let middle = |mut times: Vec<Duration>| {
        times.sort();
        times.get(times.len() / 2).copied()
    };
    let over = took.iter().filter(|(fault, _)| fault.is_taken_over());
    let over = middle(over.flat_map(|(_, times)| times.clone()).collect());
    let restart = middle(took.get(&Fault::KillAndStartAtOnce).cloned().unwrap_or_default());
    let (Some(over), Some(restart)) = (over, restart) else { return };
    println!("  taken over after {over:.1?}, started again after {restart:.1?}, in the middle");
    let most = SILENCE + Duration::from_secs(1) + 2 * restart;
    assert!(over <= most, "taken over after {over:?}, where a node starts in {restart:?}");
}

/// Makes something go wrong, waits until commands are acknowledged again, and puts it right. Says how long it took until they were.
fn cause(
    fault: Fault,
    (owner, other): (usize, usize),
    cluster: &mut Cluster,
    pair: &mut Pair,
    evening: &Evening,
) -> Duration {
    match fault {
        Fault::KillInCharge => {
            cluster.kill(owner);
            let took = evening.goes_on(cluster, 3);
            cluster.run(owner);
            took
        }
        Fault::KillAnother => {
            cluster.kill(other);
            let took = evening.goes_on(cluster, 3);
            cluster.run(other);
            took
        }
        Fault::KillAndStartAtOnce => {
            cluster.kill(owner);
            cluster.run(owner);
            evening.goes_on(cluster, 3)
        }
        Fault::PauseInCharge => {
            evening.floor.silent.store(cluster.nodes[owner].port, Ordering::Relaxed);
            cluster.pause(owner, true);
            let took = evening.goes_on(cluster, 3);
            cluster.pause(owner, false);
            evening.floor.silent.store(0, Ordering::Relaxed);
            took
        }
        Fault::HoldPostgres | Fault::CutPostgres => {
            let way = if fault == Fault::HoldPostgres { Way::Held } else { Way::Cut };
            cluster.nodes[owner].to_postgres.iter().for_each(|proxy| proxy.set(way));
            let took = evening.goes_on(cluster, 3);
            cluster.nodes[owner].to_postgres.iter().for_each(|proxy| proxy.set(Way::Open));
            took
        }
        Fault::HoldNats | Fault::CutNats | Fault::SlowNats => {
            let way = match fault {
                Fault::HoldNats => Way::Held,
                Fault::CutNats => Way::Cut,
                _ => Way::Slow,
            };
            cluster.nodes[owner].to_nats.set(way);
            let took = evening.goes_on(cluster, 3);
            thread::sleep(Duration::from_secs(1));
            cluster.nodes[owner].to_nats.set(Way::Open);
            took
        }
        Fault::NatsDown => {
            cluster.kill_nats();
            // Whoever asks the node in charge itself is answered.
            let took = evening.goes_on(cluster, 3);
            cluster.run_nats();
            took
        }
        Fault::VaultKilled => {
            cluster.restart_vault();
            evening.goes_on(cluster, 3)
        }
        Fault::HoldStandby | Fault::CutStandby => {
            let way = if fault == Fault::HoldStandby { Way::Held } else { Way::Cut };
            pair.set_line(way);
            thread::sleep(Duration::from_secs(3));
            pair.set_line(Way::Open);
            evening.goes_on(cluster, 3)
        }
        Fault::FailOver | Fault::CutAndFailOver => {
            if fault == Fault::CutAndFailOver {
                // What the standby does not have is acknowledged to nobody, so that nothing is lost with the primary.
                pair.set_line(Way::Cut);
                thread::sleep(Duration::from_secs(2));
            }
            pair.fail_over();
            let took = evening.goes_on(cluster, 3);
            pair.revive_old();
            evening.goes_on(cluster, 10);
            pair.follow();
            took
        }
    }
}

/// The demonstration of several nodes, in the words of whoever looks for it: one opens, the one in charge is killed, another answers.
#[test]
#[ignore = "takes PostgreSQL and nats-server: scripts/test runs it"]
fn a_demonstration_of_three_nodes_goes_on_when_one_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let first = (0..100).map(|_| server::free_port()).find(|port| {
        // Three ports in a row that nobody has.
        (0..3).all(|nth| std::net::TcpListener::bind(("127.0.0.1", port + nth)).is_ok())
    });
    let listen = format!("127.0.0.1:{}", first.unwrap());
    let mut child = Command::new(croupier())
        .args(["demonstration", "--nodes", "3", "--listen", &listen, "--data"])
        .arg(folder.path().join("house"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let told = Arc::new(Mutex::new(String::new()));
    let (lines, heard) = (BufReader::new(child.stdout.take().unwrap()).lines(), told.clone());
    let reads = thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            *heard.lock().unwrap() += &format!("{line}\n");
        }
    });
    let begun = Instant::now();
    let last_in_charge = |not: Option<u16>| loop {
        let text = told.lock().unwrap().clone();
        let last = text.lines().rev().find_map(|line| line.strip_prefix('n')?.strip_suffix(" is in charge"));
        if let Some(number) =
            last.and_then(|number| number.parse().ok()).filter(|number| Some(*number) != not)
        {
            return number;
        }
        assert!(begun.elapsed() < PATIENCE, "nobody is in charge: {text}");
        thread::sleep(Duration::from_millis(100));
    };
    let owner: u16 = last_in_charge(None);
    let text = told.lock().unwrap().clone();
    let line = text.lines().find(|line| line.trim().starts_with(&format!("n{owner} "))).unwrap();
    let pid = line.rsplit(' ').next().unwrap();
    assert!(Command::new("kill").args(["-9", pid]).status().unwrap().success());
    let next = last_in_charge(Some(owner));
    let port = first.unwrap() + next - 1;
    let said = ask(port, "GET", "/api/v1/tables", None, None).unwrap();
    assert_eq!(said.status, 200, "{}", said.body);
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    reads.join().unwrap();
}

/// Whoever is in charge and cannot be heard by the others gives way to one of them; if NATS itself is gone, everything stays as it is.
#[test]
#[ignore = "takes PostgreSQL and nats-server: scripts/test runs it"]
fn a_node_that_nobody_hears_gives_way() {
    let server = server::Server::start();
    let mut cluster = Cluster::start(3, &[server.port()], &PLAYERS);
    let first = cluster.wait_for_charge();
    let evening = Evening::begin(&cluster);
    evening.goes_on(&cluster, 10);
    let gave_way = |cluster: &Cluster| -> u64 {
        let figures =
            cluster.nodes.iter().filter_map(|node| figure(node.port, "croupier_node_gave_way_total"));
        figures.sum()
    };
    cluster.kill_nats();
    evening.goes_on(&cluster, 3);
    // Longer than a wish and a take-over last.
    thread::sleep(Duration::from_secs(9));
    assert_eq!((cluster.in_charge(), gave_way(&cluster)), (Some(first), 0), "nobody else would be heard");
    cluster.run_nats();
    evening.goes_on(&cluster, 10);
    let owner = cluster.wait_for_charge();
    let before = gave_way(&cluster);
    cluster.nodes[owner].to_nats.set(Way::Held);
    let begun = Instant::now();
    while cluster.in_charge().is_none_or(|nth| nth == owner) {
        assert!(begun.elapsed() < PATIENCE, "{}", cluster.logs());
        thread::sleep(Duration::from_millis(20));
    }
    println!("  another is in charge after {:.1?}", begun.elapsed());
    evening.goes_on(&cluster, 10);
    assert_eq!(gave_way(&cluster), before + 1);
    // Each of them has seen that somebody else is in charge.
    for node in &cluster.nodes {
        let changes = figure(node.port, "croupier_node_lease_changes_total");
        assert!(changes >= Some(1), "{}: {changes:?}", node.name);
    }
    cluster.nodes[owner].to_nats.set(Way::Open);
    evening.goes_on(&cluster, 10);
    evening.end(&cluster, &server);
    check_log(&server, &cluster.folder.path().join("keys"));
}

/// A node whose clock is a day off passes requests on and is never in charge.
#[test]
#[ignore = "takes PostgreSQL and nats-server: scripts/test runs it"]
fn a_node_with_a_wrong_clock_is_never_in_charge() {
    let server = server::Server::start();
    let mut cluster = Cluster::start(2, &[server.port()], &["Ann"]);
    let first = cluster.wait_for_charge();
    for (nth, seconds) in [(1 - first, 86_400), (1 - first, -86_400)] {
        cluster.kill(nth);
        cluster.set_clock(nth, seconds);
        cluster.run(nth);
        // It passes requests on.
        let patience = Instant::now() + PATIENCE;
        while !ask(cluster.nodes[nth].port, "GET", "/api/v1/tables", None, None)
            .is_ok_and(|said| said.status == 200)
        {
            assert!(Instant::now() < patience, "{}", cluster.logs());
            thread::sleep(Duration::from_millis(50));
        }
        cluster.kill(first);
        // Longer than a lease lasts: whoever may take it has by then.
        thread::sleep(Duration::from_secs(9));
        assert_eq!(cluster.in_charge(), None);
        let unanswered = ask(cluster.nodes[nth].port, "GET", "/api/v1/tables", None, None).unwrap();
        assert_eq!(unanswered.status, 503);
        cluster.run(first);
        assert_eq!(cluster.wait_for_charge(), first);
    }
}

/// A database that was put back to the past is noticed: nobody plays on it.
#[test]
#[ignore = "takes PostgreSQL and nats-server: scripts/test runs it"]
fn a_database_put_back_to_the_past_is_noticed() {
    let mut server = server::Server::start();
    let mut cluster = Cluster::start(1, &[server.port()], &PLAYERS);
    cluster.wait_for_charge();
    let evening = Evening::begin(&cluster);
    evening.goes_on(&cluster, 10);
    evening.end(&cluster, &server);
    cluster.stop(0);
    server.kill();
    server.keep_copy();
    server.run();
    cluster.run(0);
    cluster.wait_for_charge();
    // The same players buy more chips under other ids than before, and cards are dealt.
    let port = cluster.nodes[0].port;
    let signed = ask(
        port,
        "POST",
        "/api/v1/session",
        None,
        Some(&json!({ "name": "Ann", "password": client::PASSWORD })),
    );
    let cookie = signed.unwrap().cookie.unwrap();
    let more =
        |nth: u32| json!({ "id": format!("ann-more-{nth}"), "acts": [{ "act": "buy-in", "cash": CASH }] });
    for nth in 0..5 {
        let said = ask(port, "POST", "/api/v1/tables/one/commands", Some(&cookie), Some(&more(nth))).unwrap();
        assert_eq!(said.status, 200, "{}", said.body);
    }
    cluster.stop(0);
    server.kill();
    server.put_back();
    server.run();
    cluster.run(0);
    let patience = Instant::now() + PATIENCE;
    while !cluster.logs().contains("inspectors only") {
        assert!(Instant::now() < patience, "{}", cluster.logs());
        let said = ask(port, "POST", "/api/v1/tables/one/commands", Some(&cookie), Some(&more(9)));
        assert!(said.is_err() || said.is_ok_and(|said| said.status != 200), "nobody plays on an old log");
        thread::sleep(Duration::from_millis(200));
    }
    let said = ask(port, "POST", "/api/v1/tables/one/commands", Some(&cookie), Some(&more(10)));
    assert!(said.is_err() || said.is_ok_and(|said| said.status != 200), "nobody plays on an old log");
}
