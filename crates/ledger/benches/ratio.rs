//! The ledger against the disk it writes to, in one run; ends with 1 if a promise is broken.
//!
//! - One table: a coup is acknowledged within 2 times one `fdatasync` of as many bytes (1.4 is the aim).
//! - A hundred tables: at least 6 times the durable coups of one commit for each coup, twelve rows in it.
//! - Of a coup in three entries at most 4 times the bytes are written that are kept.
//! - A table of 1,000,000 events opens from its snapshot in 5 s, and is verified in full, every command decided again, within 60 s.
//!
//! `CROUPIER_EVENTS` says how many events the long table has.

#[path = "../tests/ledger/common.rs"]
mod common;

use aggregate::Aggregate;
use baccarat::chips::Money;
use common::{House, Seeded, book, book_hash, id, money, record_hash};
use ledger::{Against, By, Chained, Draft, Entry, Judges, Ledger, Opened, Payload, Stream, store, verify};
use merkle::Hash;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use table::{Act, Actor, Command, Event, Settings, Table, Time, people};
use tempfile::TempDir;

/// Of the folder that holds the build, so that it is a real disk and not memory.
fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The payloads of one coup: twelve events as a table tells them.
fn coup() -> Vec<Payload> {
    let message = |place| {
        serde_json::json!({
            "fact": {"fact": "wager-placed", "stake": {"amount": 10_000, "box": place, "id": place, "kind": "chips",
                "patron": "ann", "wager": "player"}},
            "under": {"clauses": ["4.2", "5.1/3"]},
        })
    };
    (0..12).map(|place| Payload::new("coup-1", &message(place)).unwrap()).collect()
}

fn draft(stream: &Stream, number: usize) -> Draft {
    Draft {
        stream: stream.clone(),
        command: id(&format!("{number:08}-0000-4000-8000-000000000000")),
        request: merkle::sha256(&[&number.to_be_bytes()]),
        at: Time(number as i64),
        by: By::new("dealer", "dealer"),
        book: Hash::NONE,
        payloads: coup(),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// One `fdatasync` after a write of as many bytes as a coup has, into space that is there already; and a coup, in turns.
async fn one_table() -> (Duration, Duration) {
    let home = folder();
    let file =
        File::options().create(true).truncate(true).write(true).open(home.path().join("plain")).unwrap();
    let bytes = vec![7_u8; 16 * 1_024];
    for page in 0..256 {
        file.write_all_at(&bytes, page * bytes.len() as u64).unwrap();
    }
    file.sync_all().unwrap();
    let ledger = Ledger::open(&home.path().join("ledger")).await.unwrap();
    let stream: Stream = "coup/one".parse().unwrap();
    let (mut plain, mut logged) = (Vec::new(), Vec::new());
    for round in 0..1_500 {
        let start = Instant::now();
        file.write_all_at(&bytes[..8_192], (round % 256) * bytes.len() as u64).unwrap();
        file.sync_data().unwrap();
        plain.push(start.elapsed());
        let next = draft(&stream, round as usize);
        let start = Instant::now();
        ledger.append(next).await.unwrap();
        logged.push(start.elapsed());
    }
    ledger.close().await.unwrap();
    // The write-ahead file grows at first and is used again later, as any ledger's is.
    (median(plain.split_off(500)), median(logged.split_off(500)))
}

/// Twelve rows for each coup, one commit for each coup: coups a second.
async fn plainly(coups: usize) -> f64 {
    let home = folder();
    let options = SqliteConnectOptions::new()
        .filename(home.path().join("plain.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging();
    let mut connection = options.connect().await.unwrap();
    let create =
        "CREATE TABLE event (stream TEXT, sequence INTEGER, payload TEXT, PRIMARY KEY (stream, sequence))";
    sqlx::query(create).execute(&mut connection).await.unwrap();
    let payloads = coup();
    let start = Instant::now();
    for number in 0..coups {
        let mut transaction = connection.begin().await.unwrap();
        for (place, payload) in payloads.iter().enumerate() {
            sqlx::query("INSERT INTO event VALUES (?, ?, ?)")
                .bind("coup/one")
                .bind((12 * number + place) as i64)
                .bind(payload.text())
                .execute(&mut *transaction)
                .await
                .unwrap();
        }
        transaction.commit().await.unwrap();
    }
    let rate = coups as f64 / start.elapsed().as_secs_f64();
    connection.close().await.unwrap();
    rate
}

/// A hundred tables at once: coups a second.
async fn together(coups: usize) -> f64 {
    let home = folder();
    let ledger = Ledger::open(home.path()).await.unwrap();
    let start = Instant::now();
    let tables: Vec<_> = (0..100)
        .map(|table| {
            let ledger = ledger.clone();
            tokio::spawn(async move {
                let stream = Stream::new("coup", &table.to_string()).unwrap();
                for number in 0..coups / 100 {
                    ledger.append(draft(&stream, number)).await.unwrap();
                }
            })
        })
        .collect();
    for table in tables {
        table.await.unwrap();
    }
    let rate = coups as f64 / start.elapsed().as_secs_f64();
    ledger.close().await.unwrap();
    rate
}

/// Bytes that this process has written so far.
fn written() -> u64 {
    let io = std::fs::read_to_string("/proc/self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("wchar: ")).unwrap().parse().unwrap()
}

/// A coup in three entries, as a burst of the automatic dealer leaves it: bytes written for each byte kept.
async fn amplified(coups: usize) -> f64 {
    let home = folder();
    let ledger = Ledger::open(home.path()).await.unwrap();
    let stream: Stream = "coup/one".parse().unwrap();
    let (before, mut kept) = (written(), 0);
    for number in 0..3 * coups {
        let entry = ledger.append(draft(&stream, number)).await.unwrap();
        let texts = entry.records.iter().map(|record| record.payload.text().len() + 64);
        kept += texts.sum::<usize>() + 96 + entry.command.as_str().len();
    }
    ledger.close().await.unwrap();
    (written() - before) as f64 / kept as f64
}

/// A long evening as the store takes it: entries chained as a ledger chains them, without waiting for the disk at each.
struct Writing {
    house: House,
    previous: Hash,
    length: u64,
    entries: Vec<Entry>,
}

impl Writing {
    fn ask(&mut self, command: &Command) {
        let events = self.house.ask(command).unwrap();
        self.house.events.clear();
        let asked = Table::write_command(&command.clone().into()).unwrap();
        self.write(&asked.json, &events, command.by.usual(), command.at);
    }

    fn write(&mut self, asked: &str, events: &[Event], by: Actor, at: Time) {
        let asked: serde_json::Value = serde_json::from_str(asked).unwrap();
        let asked = Payload::new("asked-1", &asked).unwrap();
        let (command, first) = (format!("c{}", self.length), self.length);
        let request = merkle::sha256(&[asked.text().as_bytes()]);
        let (by, book) = (By::from(&by), book_hash("nsw"));
        let (before, mut records) = (self.previous, Vec::new());
        let told = events.iter().map(|event| {
            let message = serde_json::json!({"fact": event.fact, "under": event.cites});
            Payload::new("table-event-1", &message).unwrap()
        });
        for payload in std::iter::once(asked).chain(told) {
            let texts = ["table/long", &by.name, &by.role, &command, payload.kind(), payload.text()];
            let hash = record_hash(texts, self.length, at.0, [request.0, book.0, self.previous.0]);
            records.push(Chained { payload, hash });
            (self.previous, self.length) = (hash, self.length + 1);
        }
        let (stream, command) = ("table/long".parse().unwrap(), command.parse().unwrap());
        self.entries.push(Entry { stream, first, at, by, command, request, book, previous: before, records });
    }

    /// Plays on until the stream has so many events, and hands them to the store.
    async fn reach(&mut self, events: u64, folder: &Path) {
        let store = store::open(folder).await.unwrap();
        while self.length < events {
            while let Some(command) = self.house.due_command() {
                self.ask(&command);
            }
            for (seat, name) in common::PATRONS.iter().enumerate() {
                self.ask(&self.house.patron(name, common::place(seat, "banker", 20)));
            }
            if self.entries.len() > 5_000 {
                store.append(&std::mem::take(&mut self.entries)).await.unwrap();
            }
        }
        store.append(&std::mem::take(&mut self.entries)).await.unwrap();
        store.close().await.unwrap();
    }
}

/// A table with so many events: how long it takes to open from its snapshot, and to verify in full.
async fn long(events: u64) -> (Duration, Duration, u64) {
    let home = folder();
    let mut settings = Settings::usual(&book("nsw"));
    settings.float = Money(Money::MOST);
    let setup = common::Setup { name: "nsw".into(), book: book("nsw"), settings };
    let given = (setup.book.clone(), book_hash("nsw"));
    let books = |asked: Hash| (asked == given.1).then(|| given.0.clone());
    let mut house = House::open(&setup, Seeded(5));
    let opened = std::mem::take(&mut house.events);
    let mut writing = Writing { house, previous: Hash::NONE, length: 0, entries: Vec::new() };
    let opens = common::opening(&setup);
    let commands = std::iter::once(opens).chain(common::sign_ons().into_iter().map(Into::into));
    for (command, event) in commands.zip(&opened) {
        let asked = Table::write_command(&command).unwrap();
        writing.write(&asked.json, std::slice::from_ref(event), event.by.clone(), event.at);
    }
    for name in common::PATRONS {
        for act in
            [Act::People(people::Act::Arrive), Act::People(people::Act::BuyIn { cash: money(50_000_000) })]
        {
            writing.ask(&writing.house.patron(name, act));
        }
    }
    // The last snapshot is as far back as it may be: an eighth of the log came after it.
    writing.reach(events / 9 * 8, home.path()).await;
    let ledger = Ledger::open(home.path()).await.unwrap();
    let mut log = ledger.resume::<Table>("long", &books).await.unwrap();
    log.snapshot(Time(0)).await.unwrap();
    drop(log);
    ledger.close().await.unwrap();
    writing.reach(events, home.path()).await;

    let start = Instant::now();
    let ledger = Ledger::open(home.path()).await.unwrap();
    let log = ledger.resume::<Table>("long", &books).await.unwrap();
    let open = start.elapsed();
    assert!(matches!(log.opened(), Opened::Snapshot { .. }), "{:?}", log.opened());
    assert!(log.state().state() == writing.house.table.state());
    let length = log.sequence();
    ledger.close().await.unwrap();

    let reader = store::read_only(home.path()).await.unwrap();
    let start = Instant::now();
    let against = Against { judges: Judges::of::<Table>(&books), ..Against::default() };
    let report = verify(&*reader, &against).await.unwrap();
    let verified = start.elapsed();
    assert!(report.holds(), "{:?}", report.faults);
    assert_eq!(report.replayed + report.decided, length);
    (open, verified, length)
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let mut kept = true;
    let mut promise = |holds: bool, message: String| {
        println!("{} {message}", if holds { "holds " } else { "BROKEN" });
        kept &= holds;
    };

    let (plain, logged) = one_table().await;
    let ratio = logged.as_secs_f64() / plain.as_secs_f64();
    let message = format!(
        "one table: fdatasync {plain:.0?}, a coup {logged:.0?}: {ratio:.2} times, promised at most 2"
    );
    promise(ratio <= 2.0, message);

    let (plainly, together) = (plainly(2_000).await, together(60_000).await);
    let ratio = together / plainly;
    let message = format!(
        "a hundred tables: {together:.0} coups/s, one by one {plainly:.0}: {ratio:.1} times, promised at least 6"
    );
    promise(ratio >= 6.0, message);

    let ratio = amplified(2_000).await;
    promise(ratio <= 4.0, format!("written for each byte kept: {ratio:.2}, promised at most 4"));

    let events =
        std::env::var("CROUPIER_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let (open, verified, length) = long(events).await;
    promise(open <= Duration::from_secs(5), format!("{length} events open in {open:.2?}, promised 5 s"));
    promise(
        verified <= Duration::from_secs(60),
        format!("and are verified in {verified:.1?}, promised 60 s"),
    );
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
