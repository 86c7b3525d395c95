//! How many can watch: tables that deal a coup a second, and many live connections, all on one machine.
//!
//! ```sh
//! cargo run --release -p house --example load                          # 100 tables, 5,000 watchers, 30 seconds
//! cargo run --release -p house --example load -- 10 500 10
//! cargo run --release -p house --example load -- 100 5000 30 1 reports   # a second for wagers, and reports of the day all the while
//! cargo run --release -p house --example load -- 50 0 20 0               # nobody watches, nobody waits: durable coups a second
//! ```
//!
//! The house runs in a process of its own, so that its memory is its own. Every watcher checks that each message follows on
//! the one before; for every flush the time to the last watcher is taken, by the one clock of the machine: from the moment at which its
//! last event was on disk, and from the moment at which its first event was decided on, with every sync to disk in between.

use floor::config::CardsFrom;
use floor::regulars::Regulars;
use floor::timing::Pace;
use house::demonstration;
use house::settings::HouseSettings;
use people::role::Role;
use std::collections::HashMap;
use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Seconds for wagers, and then all of a coup at once.
fn pace(betting_seconds: u32) -> Pace {
    Pace { betting_seconds, card_ms: 0, result_ms: 0, answer_seconds: 0 }
}
const SERVER: &str = "--serve";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some(SERVER) => serve(&arguments[1..]),
        _ => measure(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The house: so many tables of the demonstration's books.
fn house((tables, betting): (usize, u32), data: &Path, listen: SocketAddr) -> Outcome<HouseSettings> {
    let mut settings = demonstration::settings(listen, data)?;
    settings.tables.retain(|table| table.cards == CardsFrom::Sealed);
    let usual = settings.tables.clone();
    settings.tables = (0..tables)
        .map(|nth| {
            let mut table = usual[nth % usual.len()].clone();
            table.id = format!("t-{nth}");
            (table.pace, table.regulars) = (pace(betting), Regulars::Always);
            table
        })
        .collect();
    (settings.requests_a_second, settings.connections_an_address) = (1_000_000, 20_000);
    Ok(settings)
}

fn serve(arguments: &[String]) -> Outcome<()> {
    let [tables, betting, data, listen] = arguments else {
        return Err("needed are tables, seconds for wagers, folder and address".into());
    };
    let settings = house((tables.parse()?, betting.parse()?), Path::new(data), listen.parse()?)?;
    let vault = house::vaulted::vault_here(&settings);
    house::serve::run_until_signal(settings, vault, |_, address| println!("open {address}"))?;
    Ok(())
}

/// What every watcher adds to.
#[derive(Default)]
struct Tally {
    messages: AtomicU64,
    events: AtomicU64,
    out_of_order: AtomicU64,
    broken_off: AtomicU64,
    counting: AtomicBool,
}

/// A message that reached a watcher: which flush of which table, and how many milliseconds after its flush and its first event.
type Reached = (usize, u64, u64, u64);

fn measure(arguments: &[String]) -> Outcome<()> {
    let number = |place: usize, usual: usize| arguments.get(place).map_or(Ok(usual), |text| text.parse());
    let (tables, watchers, seconds, betting) =
        (number(0, 100)?, number(1, 5_000)?, number(2, 30)?, number(3, 1)?);
    let reports = arguments.get(4).is_some_and(|word| word == "reports");
    let folder = tempfile::tempdir()?;
    let listen: SocketAddr = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let mut server = Server(
        Command::new(std::env::current_exe()?)
            .args([SERVER, &tables.to_string(), &betting.to_string()])
            .args([&folder.path().display().to_string(), &listen.to_string()])
            .stdout(Stdio::null())
            .spawn()?,
    );
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let data = reports.then_some(folder.path());
    let message = runtime.block_on(watch_all(listen, (tables, watchers, seconds), data, server.0.id()));
    server.0.kill()?;
    server.0.wait()?;
    println!("{}", message?);
    Ok(())
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
    }
}

async fn watch_all(
    listen: SocketAddr,
    (tables, watchers, seconds): (usize, usize, usize),
    reports: Option<&Path>,
    pid: u32,
) -> Outcome<String> {
    let opening = Instant::now();
    while TcpStream::connect(listen).await.is_err() || !is_ready(listen).await {
        if opening.elapsed() > Duration::from_secs(120) {
            return Err("the house did not open".into());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let opened = opening.elapsed();
    let tally = Arc::new(Tally::default());
    let (sent, mut reached) = mpsc::unbounded_channel::<Reached>();
    for nth in 0..watchers {
        let (tally, sent) = (tally.clone(), sent.clone());
        tokio::spawn(async move {
            if watch(listen, nth % tables, &tally, &sent).await.is_err() {
                tally.broken_off.fetch_add(1, Ordering::Relaxed);
            }
        });
        if nth % 100 == 99 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    drop(sent);
    // Everybody settles in first.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let before = (coups(listen).await?, cpu_seconds(pid));
    tally.counting.store(true, Ordering::Relaxed);
    let reporting = match reports {
        Some(data) => Some(tokio::spawn(report(listen, cookie(listen, data).await?, tally.clone()))),
        None => None,
    };
    tokio::time::sleep(Duration::from_secs(seconds as u64)).await;
    tally.counting.store(false, Ordering::Relaxed);
    let after = (coups(listen).await?, cpu_seconds(pid));
    let mut last: HashMap<(usize, u64), (u64, u64)> = HashMap::new();
    let mut all = Vec::new();
    while let Ok((table, seq, late, since_first)) = reached.try_recv() {
        let most = last.entry((table, seq)).or_default();
        *most = (most.0.max(late), most.1.max(since_first));
        all.push(late);
    }
    let mut lasts: Vec<u64> = last.values().map(|(late, _)| *late).collect();
    let mut since_first: Vec<u64> = last.values().map(|(_, since)| *since).collect();
    lasts.sort_unstable();
    since_first.sort_unstable();
    all.sort_unstable();
    let of = |sorted: &[u64], part: f64| {
        sorted
            .get(((sorted.len() as f64 * part) as usize).min(sorted.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0)
    };
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let mut lines = vec![
        format!("tables                          {tables}"),
        format!("watchers                        {watchers}"),
        format!("seconds                         {seconds}"),
        format!("doors open after                {:.1} s", opened.as_secs_f64()),
        format!("coups a second                  {:.1}", (after.0 - before.0) / seconds as f64),
        format!("flushes                         {}", lasts.len()),
        format!("messages received               {}", count(&tally.messages)),
        format!("events received                 {}", count(&tally.events)),
        format!("messages lost or out of order   {}", count(&tally.out_of_order)),
        format!("connections broken off          {}", count(&tally.broken_off)),
        format!("to a watcher        p50 / p99   {} / {} ms", of(&all, 0.5), of(&all, 0.99)),
        format!("to the last watcher p50 / p99   {} / {} ms", of(&lasts, 0.5), of(&lasts, 0.99)),
        format!("… from first event  p50 / p99   {} / {} ms", of(&since_first, 0.5), of(&since_first, 0.99)),
    ];
    if let Some(reporting) = reporting {
        let mut times = reporting.await??;
        times.sort_unstable();
        lines.push(format!("reports of the day              {}", times.len()));
        lines.push(format!("to a report         p50 / max   {} / {} ms", of(&times, 0.5), of(&times, 1.0)));
    }
    lines.push(match memory(pid) {
        Some(kilobytes) => format!("memory of the house             {} MiB", kilobytes / 1024),
        None => "memory of the house             not told by this system".to_owned(),
    });
    if let (Some(before), Some(after)) = (before.1, after.1) {
        lines.push(format!(
            "processor time of the house     {:.0} % of a core",
            (after - before) * 100.0 / seconds as f64
        ));
    }
    Ok(lines.join("\n"))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// One who watches a table, and keeps count.
async fn watch(
    listen: SocketAddr,
    table: usize,
    tally: &Tally,
    sent: &mpsc::UnboundedSender<Reached>,
) -> Outcome<()> {
    let mut stream = TcpStream::connect(listen).await?;
    let request = format!("GET /api/v1/tables/t-{table}/feed HTTP/1.1\r\nHost: {listen}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut text: Vec<u8> = Vec::new();
    let mut part = vec![0; 16 * 1024];
    let mut last: Option<u64> = None;
    loop {
        let read = stream.read(&mut part).await?;
        if read == 0 {
            return Err("the feed ended".into());
        }
        text.extend_from_slice(&part[..read]);
        while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
            let message = String::from_utf8_lossy(&text[..end]).into_owned();
            text.drain(..end + 2);
            take(&message, table, &mut last, tally, sent);
        }
    }
}

fn take(
    message: &str,
    table: usize,
    last: &mut Option<u64>,
    tally: &Tally,
    sent: &mpsc::UnboundedSender<Reached>,
) {
    let arrived = now();
    let number = |key: &str| {
        let from = message.find(key)? + key.len();
        let digits: String = message[from..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().ok()
    };
    let Some(seq) = number("id: ") else { return };
    let follows = !message.contains("event: happened") || number("\"after\":") == *last;
    let counting = tally.counting.load(Ordering::Relaxed);
    if !follows {
        tally.out_of_order.fetch_add(1, Ordering::Relaxed);
    }
    *last = Some(seq);
    if !counting || !message.contains("event: happened") {
        return;
    }
    tally.messages.fetch_add(1, Ordering::Relaxed);
    tally.events.fetch_add(message.matches("\"fact\":").count() as u64, Ordering::Relaxed);
    if let Some(message) = number("\"now\":") {
        let first = number("\"at\":").unwrap_or(message);
        // The other side is gone only when all is over.
        let _ = sent.send((table, seq, arrived.saturating_sub(message), arrived.saturating_sub(first)));
    }
}

/// Asks for every report of the day, one after the other, as long as is counted. Says how many milliseconds each took.
async fn report(listen: SocketAddr, cookie: String, tally: Arc<Tally>) -> Outcome<Vec<u64>> {
    let mut times = Vec::new();
    while tally.counting.load(Ordering::Relaxed) {
        for kind in ["shift", "table", "dealers", "results"] {
            let begun = Instant::now();
            let request = format!(
                "GET /api/v1/reports/{kind} HTTP/1.1\r\nHost: {listen}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
            );
            let answer = sent(listen, &request).await?;
            if !answer.starts_with("HTTP/1.1 200") {
                return Err(answer.into());
            }
            times.push(begun.elapsed().as_millis() as u64);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(times)
}

/// The cookie of a manager who came in by the link of the role.
async fn cookie(listen: SocketAddr, data: &Path) -> Outcome<String> {
    let link = demonstration::Links::open(data)?.of(Role::Manager);
    let body = serde_json::json!({ "link": link }).to_string();
    let request = format!(
        "POST /api/v1/session/link HTTP/1.1\r\nHost: {listen}\r\nOrigin: http://{listen}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = sent(listen, &request).await?;
    let set =
        answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).ok_or_else(|| answer.clone())?;
    Ok(set.split(';').next().unwrap_or_default().to_owned())
}

async fn sent(listen: SocketAddr, request: &str) -> Outcome<String> {
    let mut stream = TcpStream::connect(listen).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

async fn asked(listen: SocketAddr, path: &str) -> Outcome<String> {
    sent(listen, &format!("GET {path} HTTP/1.1\r\nHost: {listen}\r\nConnection: close\r\n\r\n")).await
}

async fn is_ready(listen: SocketAddr) -> bool {
    asked(listen, "/health/ready").await.is_ok_and(|answer| answer.contains("200 OK"))
}

async fn coups(listen: SocketAddr) -> Outcome<f64> {
    let figures = asked(listen, "/metrics").await?;
    let line = figures.lines().find(|line| line.starts_with("croupier_coups_total ")).ok_or("no figures")?;
    Ok(line.rsplit(' ').next().unwrap_or_default().trim().parse()?)
}

/// The memory of a process at its most, in KiB, where the system tells.
fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The processor time of a process in seconds, where the system tells.
fn cpu_seconds(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
