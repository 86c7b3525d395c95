//! What becomes of acknowledged commands when the process is killed, the power fails, the disk is full or a sync fails.
//!
//! The default run takes a sample; `CROUPIER_FULL=1` runs the counts that the ledger promises.

use crate::common::{Evening, Seeded, evening, full, id, reseat, seat, submit};
use ledger::{Against, Answer, Ledger, LedgerError, Stream, store, verify};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use table::Event;
use tempfile::{TempDir, tempdir};

const TABLES: usize = 4;

/// The evenings that the tables play; the same in parent and child.
fn evenings(coups: usize) -> Vec<Evening> {
    (0..TABLES).map(|number| evening(["act", "nsw", "nz", "qld"][number], number as u64, coups)).collect()
}

fn name(number: usize) -> String {
    format!("table {number}")
}

/// This very program as another process that plays the part of this name.
fn child(part: &str, folder: &Path) -> Process {
    let mut process = Process::new(std::env::current_exe().unwrap());
    process.args([&format!("crash::{part}"), "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
    process.env("CROUPIER_FOLDER", folder).stdin(Stdio::null()).stdout(Stdio::null());
    process
}

fn folder() -> PathBuf {
    std::env::var_os("CROUPIER_FOLDER").map(PathBuf::from).expect("only a parent starts this part")
}

/// Plays tables from where the log left them, and notes every acknowledgement the moment it has it.
async fn play(coups: usize) -> Ledger {
    let folder = folder();
    let ledger = Ledger::open(&folder).await.unwrap();
    let acks =
        Arc::new(File::options().append(true).create(true).open(folder.join("ledger.db-acks")).unwrap());
    let mut playing = Vec::new();
    for (number, evening) in evenings(coups).into_iter().enumerate() {
        let (ledger, acks) = (ledger.clone(), acks.clone());
        playing.push(tokio::spawn(async move {
            let mut log = seat(&ledger, &name(number), &evening).await.unwrap();
            // Everything is sent again after a restart, as a client would that has lost its place.
            for (place, command) in evening.commands.iter().enumerate() {
                let answer = submit(&mut log, &id(&place.to_string()), command).await.unwrap();
                let (Answer::Accepted { again, .. } | Answer::Refused { again, .. }) = answer;
                if !again {
                    (&*acks).write_all(format!("{number} {place}\n").as_bytes()).unwrap();
                }
            }
        }));
    }
    for table in playing {
        table.await.unwrap();
    }
    ledger
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a part that the parent starts and kills"]
async fn plays_until_killed() {
    play(40).await;
}

/// What a log must be, whatever happened to the process or the machine: every acknowledged command in it once, nothing else than the
/// evening as far as it came, and whole.
async fn check(folder: &Path, acks: &str, evenings: &[Evening]) -> usize {
    let ledger = Ledger::open(folder).await.unwrap();
    let mut reached = 0;
    for (number, evening) in evenings.iter().enumerate() {
        let stream = Stream::new("table", &name(number)).unwrap();
        let answers = Stream::new("answer", &name(number)).unwrap();
        let mut recorded: BTreeMap<String, usize> = BTreeMap::new();
        let mut events: Vec<Event> = Vec::new();
        for entry in ledger.store().read(&stream, 0, u32::MAX).await.unwrap() {
            *recorded.entry(entry.command.to_string()).or_default() += 1;
            events.extend(crate::common::events(&entry));
        }
        for entry in ledger.store().read(&answers, 0, u32::MAX).await.unwrap() {
            *recorded.entry(entry.command.to_string()).or_default() += 1;
        }
        assert!(recorded.values().all(|times| *times == 1), "a command is in the log once");
        assert!(evening.house.events.starts_with(&events), "the log tells the evening, as far as it came");
        for ack in acks.lines().filter_map(|line| line.strip_prefix(&format!("{number} "))) {
            assert!(recorded.contains_key(ack), "table {number}: command {ack} was acknowledged and is lost");
        }
        reached += recorded.len();
    }
    let report = verify(&**ledger.store(), &Against::default()).await.unwrap();
    assert!(report.holds(), "{:?}", report.faults);
    ledger.close().await.unwrap();
    reached
}

fn wait_for_acks(child: &mut Child, acks: &Path, more_than: u64) {
    for _ in 0..6_000 {
        if std::fs::metadata(acks).is_ok_and(|about| about.len() > more_than)
            || child.try_wait().unwrap().is_some()
        {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the child acknowledges nothing");
}

#[tokio::test]
async fn killed_at_random_instants_nothing_acknowledged_is_lost_and_nothing_happens_twice() {
    let evenings = evenings(40);
    let mut seeded = Seeded(0xdead);
    let mut kept: Option<TempDir> = None;
    for kill in 0..full(100, 12) {
        // A fresh ledger once the evening has come to its end.
        let home = kept.take().unwrap_or_else(|| tempdir().unwrap());
        let acks = home.path().join("ledger.db-acks");
        let before = std::fs::metadata(&acks).map_or(0, |about| about.len());
        let mut child = child("plays_until_killed", home.path()).spawn().unwrap();
        wait_for_acks(&mut child, &acks, before);
        std::thread::sleep(Duration::from_micros(seeded.below(120_000) as u64));
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let message = std::fs::read_to_string(&acks).unwrap();
        // The last line may be torn: its command was acknowledged, its note was not finished.
        let whole = message.rfind('\n').map_or("", |end| &message[..=end]);
        let reached = check(home.path(), whole, &evenings).await;
        assert!(reached > 0, "kill {kill}");
        if ended.is_none() {
            kept = Some(home);
        }
    }
}

/// The library that stands between SQLite and the disk.
fn faults() -> &'static Path {
    static BUILT: LazyLock<TempDir> = LazyLock::new(|| {
        let home = tempdir().unwrap();
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ledger/faults.c");
        let built = Process::new("cc")
            .args(["-O1", "-shared", "-fPIC", source, "-ldl", "-o"])
            .arg(home.path().join("faults.so"))
            .status()
            .unwrap();
        assert!(built.success());
        home
    });
    static PATH: LazyLock<PathBuf> = LazyLock::new(|| BUILT.path().join("faults.so"));
    &PATH
}

/// Something that SQLite asked of the disk, or an acknowledgement.
enum Step {
    Write { file: u8, offset: usize, bytes: Vec<u8> },
    Truncate { file: u8, length: usize },
    Sync { file: u8 },
    Ack { line: String },
}

fn steps(trace: &Path) -> Vec<Step> {
    let mut bytes = Vec::new();
    File::open(trace).unwrap().read_to_end(&mut bytes).unwrap();
    let (mut steps, mut rest) = (Vec::new(), bytes.as_slice());
    while let [what, file, more @ ..] = rest {
        let offset = i64::from_le_bytes(more[..8].try_into().unwrap()) as usize;
        let length = u32::from_le_bytes(more[8..12].try_into().unwrap()) as usize;
        let data = more[12..12 + length].to_vec();
        rest = &more[12 + length..];
        steps.push(match (*what, *file) {
            (b'w', b'a') => Step::Ack { line: String::from_utf8(data).unwrap() },
            (b'w', file) => Step::Write { file, offset, bytes: data },
            (b't', file) => Step::Truncate { file, length: offset },
            (_, file) => Step::Sync { file },
        });
    }
    steps
}

/// A file as the disk has it: what was synced, and what was asked since.
#[derive(Default)]
struct Disk<'s> {
    synced: Vec<u8>,
    since: Vec<&'s Step>,
}

impl<'s> Disk<'s> {
    fn apply(content: &mut Vec<u8>, step: &Step, torn: Option<usize>) {
        match step {
            Step::Write { offset, bytes, .. } => {
                let bytes = &bytes[..torn.unwrap_or(bytes.len()).min(bytes.len())];
                if content.len() < offset + bytes.len() {
                    content.resize(offset + bytes.len(), 0);
                }
                content[*offset..offset + bytes.len()].copy_from_slice(bytes);
            }
            Step::Truncate { length, .. } => content.resize(*length, 0),
            Step::Sync { .. } | Step::Ack { .. } => {}
        }
    }

    fn sync(&mut self) {
        for step in self.since.drain(..) {
            Disk::apply(&mut self.synced, step, None);
        }
    }

    /// What is there after the power has failed: of what was not synced, each piece whole, torn at a sector, or not at all.
    fn after_power_failure(&self, seeded: &mut Seeded) -> Vec<u8> {
        let mut content = self.synced.clone();
        for step in &self.since {
            match seeded.below(3) {
                0 => {}
                1 => Disk::apply(&mut content, step, None),
                _ => Disk::apply(&mut content, step, Some(512 * seeded.below(9))),
            }
        }
        content
    }
}

/// The folder as it is when the power fails at this step, and what had been acknowledged.
fn crash(steps: &[Step], at: usize, heed_syncs: bool, seeded: &mut Seeded) -> (TempDir, String) {
    let (mut database, mut wal, mut acks) = (Disk::default(), Disk::default(), String::new());
    for step in &steps[..at] {
        match step {
            Step::Write { file, .. } | Step::Truncate { file, .. } => {
                if *file == b'd' { &mut database } else { &mut wal }.since.push(step)
            }
            // A disk that does not heed them keeps the file as it was laid out, before anything was acknowledged.
            Step::Sync { .. } if !heed_syncs && !acks.is_empty() => {}
            Step::Sync { file } => if *file == b'd' { &mut database } else { &mut wal }.sync(),
            Step::Ack { line } => acks.push_str(line),
        }
    }
    if !heed_syncs {
        (database.since, wal.since) = (Vec::new(), Vec::new());
    }
    let home = tempdir().unwrap();
    std::fs::write(home.path().join("ledger.db"), database.after_power_failure(seeded)).unwrap();
    std::fs::write(home.path().join("ledger.db-wal"), wal.after_power_failure(seeded)).unwrap();
    (home, acks)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a part that the parent starts"]
async fn plays_under_trace() {
    play(40).await;
    // Not closed: whatever a crash would find is there.
    std::process::exit(0);
}

#[tokio::test]
async fn when_the_power_fails_nothing_acknowledged_is_lost() {
    let (home, evenings) = (tempdir().unwrap(), evenings(40));
    let trace = home.path().join("trace");
    let played = child("plays_under_trace", home.path())
        .env("LD_PRELOAD", faults())
        .env("CROUPIER_TRACE", &trace)
        .status()
        .unwrap();
    assert!(played.success());
    let steps = steps(&trace);
    let first = steps.iter().position(|step| matches!(step, Step::Ack { .. })).unwrap();
    let moved = |file| {
        steps[first..].iter().filter(|step| matches!(step, Step::Sync { file: of } if *of == file)).count()
    };
    assert!(
        moved(b'w') > 100 && moved(b'd') > 0,
        "{} commits were synced, and the file was brought up to date {} times",
        moved(b'w'),
        moved(b'd')
    );
    let mut seeded = Seeded(0xfa11);
    for _ in 0..full(1_000, 40) {
        let at = first + seeded.below(steps.len() - first + 1);
        let (home, acks) = crash(&steps, at, true, &mut seeded);
        check(home.path(), &acks, &evenings).await;
    }
    // The test can fail: on a disk that forgets what was synced, acknowledged commands are lost.
    let (home, acks) = crash(&steps, steps.len(), false, &mut seeded);
    let store = store::open(home.path()).await;
    let kept = match &store {
        Ok(store) => store.all(0, u32::MAX).await.map_or(0, |entries| entries.len()),
        Err(_) => 0,
    };
    assert!(kept < acks.lines().count(), "a forgetful disk was not noticed");
}

#[tokio::test]
#[ignore = "a part that the parent starts"]
async fn meets_a_full_disk() {
    let (folder, evening) = (folder(), evening("nsw", 1, 3));
    let fault = PathBuf::from(std::env::var_os("CROUPIER_FAULT").unwrap()).join("space");
    let ledger = Ledger::open(&folder).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    for (place, command) in evening.commands.iter().enumerate() {
        let used = id(&place.to_string());
        if place % 10 == 5 {
            let before = log.state().state().clone();
            File::create(&fault).unwrap();
            for _ in 0..3 {
                let refused = submit(&mut log, &used, command).await;
                assert!(matches!(refused, Err(LedgerError::NoRoom { .. })), "{refused:?}");
                assert_eq!(*log.state().state(), before, "nothing happens that is not recorded");
            }
            assert_eq!(ledger.stopped(), None);
            std::fs::remove_file(&fault).unwrap();
        }
        let answer = submit(&mut log, &used, command).await.unwrap();
        let (Answer::Accepted { again, .. } | Answer::Refused { again, .. }) = answer;
        assert!(!again, "what found no room was not recorded");
    }
    assert_eq!(log.state().state(), evening.house.table.state());
    ledger.close().await.unwrap();
}

#[tokio::test]
async fn a_full_disk_stops_wagering_and_room_lets_it_go_on() {
    let (home, fault) = (tempdir().unwrap(), tempdir().unwrap());
    let mut process = child("meets_a_full_disk", home.path());
    let played = process.env("LD_PRELOAD", faults()).env("CROUPIER_FAULT", fault.path()).status().unwrap();
    assert!(played.success());
    let evening = evening("nsw", 1, 3);
    let ledger = Ledger::open(home.path()).await.unwrap();
    let log = reseat(&ledger, "one", &evening).await.unwrap();
    assert_eq!(log.state().state(), evening.house.table.state());
    assert!(verify(&**ledger.store(), &Against::default()).await.unwrap().holds());
}

#[tokio::test]
#[ignore = "a part that the parent starts"]
async fn meets_a_failing_sync() {
    let (folder, evening) = (folder(), evening("nsw", 1, 2));
    let fault = PathBuf::from(std::env::var_os("CROUPIER_FAULT").unwrap()).join("sync");
    let ledger = Ledger::open(&folder).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    for (place, command) in evening.commands.iter().take(20).enumerate() {
        submit(&mut log, &id(&place.to_string()), command).await.unwrap();
    }
    let before = log.state().state().clone();
    File::create(&fault).unwrap();
    let stopped = submit(&mut log, &id("20"), &evening.commands[20]).await;
    assert!(matches!(stopped, Err(LedgerError::Stopped { .. })), "{stopped:?}");
    // The disk is well again, and still nothing is tried.
    std::fs::remove_file(&fault).unwrap();
    for place in [20, 21] {
        let again = submit(&mut log, &id(&place.to_string()), &evening.commands[place]).await;
        assert!(matches!(again, Err(LedgerError::Stopped { .. })), "{again:?}");
    }
    assert_eq!(*log.state().state(), before);
    assert!(ledger.stopped().is_some());
    let closed = ledger.close().await;
    assert!(closed.is_ok(), "{closed:?}");
    assert!(!folder.join("ledger.seal").exists(), "a ledger that has stopped is not sealed");
}

#[tokio::test]
async fn a_failed_sync_stops_the_ledger_for_good() {
    let (home, fault) = (tempdir().unwrap(), tempdir().unwrap());
    let mut process = child("meets_a_failing_sync", home.path());
    let played = process.env("LD_PRELOAD", faults()).env("CROUPIER_FAULT", fault.path()).status().unwrap();
    assert!(played.success());
    // Opened anew, all that was acknowledged is there, and the same ids go on from there.
    let evening = evening("nsw", 1, 2);
    let ledger = Ledger::open(home.path()).await.unwrap();
    let mut log = reseat(&ledger, "one", &evening).await.unwrap();
    for (place, command) in evening.commands.iter().enumerate() {
        let answer = submit(&mut log, &id(&place.to_string()), command).await.unwrap();
        let (Answer::Accepted { again, .. } | Answer::Refused { again, .. }) = answer;
        assert!(again || place >= 20, "command {place} was acknowledged and is lost");
    }
    assert_eq!(log.state().state(), evening.house.table.state());
}
