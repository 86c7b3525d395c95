//! What a house costs that has grown old: one is dealt as fast as the machine can, over days of its own clock, and then opened, searched and
//! reported on.
//!
//! ```sh
//! cargo run --release -p house --example years -- make /tmp/old 100000        # coups; then tables (50) and days (30)
//! cargo run --release -p house --example years -- measure /tmp/young /tmp/old # each after the other, the second against the first
//! cargo run --release -p house --example years -- durable 50 20               # tables, seconds: durable coups a second, syncs, bytes
//! cargo run --release -p house --example years -- durable 50 20 OTHER…        # the same beside another build, which prints `coups a second`
//! ```
//!
//! Beside each figure for which there is a promise stands whether it holds; if one does not, the command fails.
//!
//! Everything goes through a real house: sealed shoes, regulars who wager, checkpoints, snapshots, the log on disk. Its clock is carried on to
//! the next day whenever that day's share of the coups was dealt, so that the house ends some days from now; a house that opens behind its own log goes
//! on from there. What opens it is a process of its own each time, so that its memory is its own.

use floor::config::CardsFrom;
use floor::regulars::Regulars;
use floor::timing::Pace;
use house::demonstration;
use house::house::{House, Tasks};
use house::settings::HouseSettings;
use office::report::{self, Kind, ReportQuery};
use office::watch::Search;
use people::clock;
use people::role::Role;
use people::viewer::{Person, Viewer};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use table::Time;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// No pauses: a coup is dealt as soon as the regulars have wagered.
const PACE: Pace = Pace { betting_seconds: 0, card_ms: 0, result_ms: 0, answer_seconds: 0 };
/// Nothing is dealt while something is measured, also where patrons of before are still at the tables.
const QUIET: Pace = Pace { betting_seconds: 36_000, ..PACE };
const DAY: i64 = 86_400_000;
/// How often something short is measured; told is the median.
const TIMES: u32 = 50;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["make", folder, coups, ref rest @ ..] => make(Path::new(folder), coups, rest),
        ["measure", ref folders @ ..] if !folders.is_empty() => measure(folders),
        ["open", folder, tables] => runtime().and_then(|run| run.block_on(open(Path::new(folder), tables))),
        ["ask", folder] => runtime().and_then(|run| run.block_on(ask(Path::new(folder)))),
        ["durable", ref rest @ ..] => durable(rest),
        _ => {
            Err("allowed are: make FOLDER COUPS [TABLES DAYS], measure FOLDER…, durable [TABLES SECONDS]"
                .into())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("years: {error}");
            ExitCode::FAILURE
        }
    }
}

fn runtime() -> Outcome<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

/// A house with so many tables of the demonstration's books, with sealed shoes.
fn settings(folder: &Path, tables: usize, regulars: Regulars) -> Outcome<HouseSettings> {
    let mut settings = demonstration::settings("127.0.0.1:0".parse()?, folder)?;
    settings.tables.retain(|table| table.cards == CardsFrom::Sealed);
    let usual = settings.tables.clone();
    let table = |nth: usize| {
        let mut table = usual[nth % usual.len()].clone();
        table.id = format!("t-{nth}");
        let pace = if regulars == Regulars::None { QUIET } else { PACE };
        (table.pace, table.regulars) = (pace, regulars);
        table
    };
    settings.tables = (0..tables).map(table).collect();
    settings.hourly_draw = false;
    Ok(settings)
}

async fn opened(settings: HouseSettings) -> Outcome<(std::sync::Arc<House>, Tasks)> {
    let vault = house::vaulted::vault_here(&settings);
    let (house, tasks) = House::open(settings, vault).await?;
    match house.trouble.first() {
        Some(trouble) => Err(trouble.clone().into()),
        None => Ok((house, tasks)),
    }
}

fn dealt(house: &House) -> u64 {
    house.tables().iter().map(|table| u64::from(table.posted(|posted| posted.lobby.coups))).sum()
}

fn make(folder: &Path, coups: &str, rest: &[&str]) -> Outcome<()> {
    let number = |place: usize, usual: u64| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let (coups, tables, days) = (coups.parse::<u64>()?, number(0, 50)?, number(1, 30)?.max(1));
    runtime()?.block_on(async {
        let begun = Instant::now();
        let (house, tasks) = opened(settings(folder, usize::try_from(tables)?, Regulars::Always)?).await?;
        let from = clock::now();
        for day in 1..=days {
            while dealt(&house) < coups * day / days {
                if let Some(why) = house.floor.ledger.stopped() {
                    return Err(why.to_owned().into());
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            if day < days {
                let _ = clock::go_on_from(Time(from.0 + i64::try_from(day)? * DAY));
            }
        }
        let found = dealt(&house);
        house.stop(tasks).await;
        println!(
            "{found} coups at {tables} tables over {days} days in {:.0} s",
            begun.elapsed().as_secs_f64()
        );
        Ok(())
    })
}

/// Figures of a process: what is written after a word in a file of the system.
fn figure(file: &str, word: &str) -> Outcome<u64> {
    let text = std::fs::read_to_string(file)?;
    let line = text.lines().find_map(|line| line.strip_prefix(word)).ok_or("a figure is missing")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}

/// The processor's time of this process so far, which other work on the machine does not make longer by much.
fn processor() -> Outcome<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    // After the name: a letter, ten numbers, and then the hundredths of a second in the program and in the system.
    let after = text.rsplit_once(')').ok_or("a figure is missing")?.1;
    let ticks: Vec<u64> =
        after.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
}

/// Opens the house with so many of its tables: when it is ready, and its memory.
async fn open(folder: &Path, tables: &str) -> Outcome<()> {
    let settings = settings(folder, tables.parse()?, Regulars::None)?;
    let begun = Instant::now();
    let (house, tasks) = opened(settings).await?;
    let (ready, worked) = (begun.elapsed(), processor()?);
    // What opening needed for a moment is given back.
    house::memory::give_back();
    let memory = figure("/proc/self/status", "VmRSS:")?;
    let begun = Instant::now();
    house.stop(tasks).await;
    println!("{} {memory} {} {}", ready.as_micros(), begun.elapsed().as_micros(), worked.as_micros());
    Ok(())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}

/// The median of so many turns.
async fn median<F: Future<Output = Outcome<()>>>(mut turn: impl FnMut(u32) -> F) -> Outcome<Duration> {
    let mut times = Vec::new();
    for nth in 0..TIMES {
        let begun = Instant::now();
        turn(nth).await?;
        times.push(begun.elapsed());
    }
    times.sort();
    Ok(times[times.len() / 2])
}

/// Opens the house and asks of it what grows in a house that is badly built.
async fn ask(folder: &Path) -> Outcome<()> {
    let tables = tables_of(folder).await?;
    let (house, tasks) = opened(settings(folder, tables, Regulars::None)?).await?;
    let (coups, all) = (dealt(&house), house.tables());
    let table = &all[0];
    let last = table.posted(|posted| posted.lobby.coups);
    let refused = |denial: people::denial::Denial| denial.message;
    let eve = || Viewer::Person(Person { name: "eve".into(), role: Role::Inspector });
    let oldest = table.coups(eve(), Some(2), 1).await.map_err(refused)?;
    if oldest.coups.len() != 1 {
        return Err("the first coup is not found".into());
    }
    // Spread over the whole life of the table.
    let numbers: Vec<u32> = (0..TIMES).map(|nth| 2 + (last.saturating_sub(2)) / TIMES * nth).collect();
    let by_number =
        median(|nth| {
            let before = numbers[nth as usize];
            async move {
                table.coups(eve(), Some(before), 1).await.map(drop).map_err(|denial| refused(denial).into())
            }
        })
        .await?;
    let mut promises = Promises::default();
    promises.time("a coup of a table by its number", by_number, Duration::from_millis(5));
    let search = |ask: Search| {
        let house = &house;
        async move {
            house
                .watch
                .search(&ask, &people::Names::default(), 20)
                .await
                .map(drop)
                .map_err(|denial| refused(denial).into())
        }
    };
    let begun = Instant::now();
    search(Search::default()).await.map_err(|error: Box<dyn Error + Send + Sync>| error)?;
    tell("the first search, which brings the index up", begun.elapsed());
    for (what, ask) in searches(last) {
        let found = median(|_| search(ask.clone())).await?;
        tell(&format!("search by {what}"), found);
    }
    let begun = Instant::now();
    replay(&house, last / 2).await?;
    tell("a coup stepped through, the first time", begun.elapsed());
    let replay = median(|nth| {
        let (house, number) = (&house, numbers[nth as usize]);
        async move { replay(house, number).await }
    })
    .await?;
    tell("a coup stepped through", replay);
    reports(&house, &mut promises).await?;
    println!("{coups} coups");
    house.stop(tasks).await;
    promises.kept()
}

async fn replay(house: &House, number: u32) -> Outcome<()> {
    let finder = house.watch.finder("t-0").await.map_err(|denial| denial.message)?;
    let found = finder.replay(number).await.map_err(|fault| fault.to_string())?;
    match found.holds && found.coup.coup == number {
        true => Ok(()),
        false => Err(format!("coup {number} is not found as it was").into()),
    }
}

fn tell(what: &str, time: Duration) {
    println!("{what:<52} {:>12}", milliseconds(time));
}

/// What is promised, and whether all of it held so far.
#[derive(Default)]
struct Promises {
    broken: Vec<String>,
}

impl Promises {
    /// Tells a figure and whether it is within these bounds.
    fn tell(&mut self, what: &str, figure: f64, unit: &str, promised: std::ops::RangeInclusive<f64>) {
        let holds = promised.contains(&figure);
        let bounds = match (*promised.start(), *promised.end()) {
            (least, f64::INFINITY) => format!("at least {least}"),
            (f64::NEG_INFINITY | 0.0, most) => format!("at most {most}"),
            (least, most) => format!("{least} to {most}"),
        };
        let word = if holds { "holds" } else { "does not hold" };
        println!("{what:<52} {figure:>9.2} {unit:<5} promised: {bounds}; {word}");
        if !holds {
            self.broken.push(what.to_owned());
        }
    }

    fn time(&mut self, what: &str, time: Duration, most: Duration) {
        self.tell(what, time.as_secs_f64() * 1e3, "ms", 0.0..=most.as_secs_f64() * 1e3);
    }

    fn kept(self) -> Outcome<()> {
        match self.broken.is_empty() {
            true => Ok(()),
            false => Err(format!("does not hold: {}", self.broken.join("; ")).into()),
        }
    }
}

fn searches(last: u32) -> Vec<(&'static str, Search)> {
    let table = || Some("t-0".to_owned());
    vec![
        ("number", Search { table: table(), coup: Some(last / 2), ..Search::default() }),
        ("person", Search { person: Some("Alma".to_owned()), ..Search::default() }),
        ("winner", Search { table: table(), winner: Some("tie".to_owned()), ..Search::default() }),
        ("cards", Search { cards: Some("9S 9H".to_owned()), ..Search::default() }),
    ]
}

/// Every report of the day before the last, twice, and of the day that is on.
async fn reports(house: &House, promises: &mut Promises) -> Outcome<()> {
    let clocks = house.settings.clocks();
    let today = clocks.trading_day(clock::now());
    let yesterday = clocks.trading_day(Time(clock::now().0 - DAY));
    for (name, day) in [
        ("closed day, the first time", &yesterday),
        ("closed day, again", &yesterday),
        ("current day", &today),
        ("current day, again", &today),
    ] {
        for kind in Kind::ALL {
            let asked = ReportQuery { day: Some(day.clone()), ..ReportQuery::default() };
            let begun = Instant::now();
            let made =
                report::make((&house.floor, &house.shifts, &house.current), clocks.clone(), kind, &asked)
                    .await;
            let made = made.map_err(|denial| denial.message)?;
            if !made.balances {
                return Err(format!("the {} report of {day} does not balance", kind.word()).into());
            }
            let (what, took) = (format!("report {}, {name}", kind.word()), begun.elapsed());
            match *day == today {
                true => promises.time(&what, took, Duration::from_secs(1)),
                false => tell(&what, took),
            }
        }
    }
    Ok(())
}

/// How many tables the log has.
async fn tables_of(folder: &Path) -> Outcome<usize> {
    let store = ledger::store::read_only(folder.join("ledger").as_path()).await?;
    let tables = store.streams_of("table").await?.len();
    store.close().await?;
    Ok(tables)
}

/// One house after the other.
fn measure(folders: &[&str]) -> Outcome<()> {
    let (mut first, mut promises): (Option<(f64, f64)>, Promises) = Default::default();
    for folder in folders {
        println!("{folder}");
        let tables = runtime()?.block_on(tables_of(Path::new(folder)))?;
        // The first opening verifies what came since, as the first of any house does; what is told is the next.
        child(&["open", folder, &tables.to_string()])?;
        let mut all: Vec<Vec<f64>> = Vec::new();
        for _ in 0..5 {
            all.push(numbers(&child(&["open", folder, &tables.to_string()])?)?);
        }
        all.sort_by(|one, other| one[0].total_cmp(&other[0]));
        let [ready, memory, stop, worked] = all[2][..] else { return Err("figures are missing".into()) };
        let alone = numbers(&child(&["open", folder, "1"])?)?;
        let each = |all: f64, one: f64| (all - one) / (tables - 1).max(1) as f64;
        promises.tell("ready", ready / 1e3, "ms", 0.0..=5_000.0);
        tell("ready, by the processor's time", Duration::from_micros(worked as u64));
        if let Some((time, work)) = first {
            promises.tell("ready, against the first", ready / time, "times", 0.0..=1.5);
            println!("{:<52} {:>9.2} times", "the same by the processor's time", worked / work);
        }
        promises.tell("each further table", each(ready, alone[0]).max(0.0) / 1e3, "ms", 0.0..=100.0);
        promises.tell("memory of each further table", each(memory, alone[1]).max(0.0), "kB", 0.0..=2_000.0);
        println!("{:<52} {:>9.0} ms", "stopping", stop / 1e3);
        let sizes = snapshot_sizes(Path::new(folder))?;
        let largest = sizes.iter().max().copied().unwrap_or(0) as f64 / 1e3;
        promises.tell("the largest snapshot", largest, "kB", 0.0..=64.0);
        println!(
            "{:<52} {:>9.1} kB",
            "all that is kept of a table",
            sizes.iter().sum::<u64>() as f64 / 1e3 / tables as f64
        );
        let asked = Command::new(std::env::current_exe()?).args(["ask", folder]).status()?;
        if !asked.success() {
            promises.broken.push(format!("what was asked of {folder}"));
        }
        first = first.or(Some((ready, worked)));
    }
    promises.kept()
}

fn child(arguments: &[&str]) -> Outcome<String> {
    let done = Command::new(std::env::current_exe()?).args(arguments).output()?;
    match done.status.success() {
        true => Ok(String::from_utf8(done.stdout)?),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned().into()),
    }
}

fn numbers(text: &str) -> Outcome<Vec<f64>> {
    Ok(text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
}

fn snapshot_sizes(folder: &Path) -> Outcome<Vec<u64>> {
    let mut sizes = Vec::new();
    for file in std::fs::read_dir(folder.join("ledger/snapshots"))? {
        sizes.push(file?.metadata()?.len());
    }
    Ok(sizes)
}

/// Durable coups a second, with the commits of a coup and the bytes written for each that is kept; beside another build, if one is named.
fn durable(rest: &[&str]) -> Outcome<()> {
    let number = |place: usize, usual: usize| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let (tables, seconds) = (number(0, 50)?, number(1, 20)?);
    let mut promises = Promises::default();
    // Once before and once after, so that neither has the quieter machine.
    let other = rest.get(2..).filter(|other| !other.is_empty());
    let before = other.map(coups_of_other).transpose()?;
    let own = runtime()?.block_on(deal(tables, seconds, &mut promises))?;
    if let (Some(other), Some(before)) = (other, before) {
        let after = coups_of_other(other)?;
        let theirs = (before + after) / 2.0;
        println!(
            "{:<52} {theirs:>9.1} a second, {before:.1} and {after:.1}",
            "the other build's durable coups"
        );
        promises.tell("durable coups, against the other build", own / theirs, "times", 4.0..=f64::INFINITY);
    }
    promises.kept()
}

async fn deal(tables: usize, seconds: usize, promises: &mut Promises) -> Outcome<f64> {
    let folder = tempfile::tempdir_in(std::env::current_dir()?)?;
    let (house, tasks) = opened(settings(folder.path(), tables, Regulars::Always)?).await?;
    // Everybody sits down first.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before =
        (dealt(&house), figure("/proc/self/io", "wchar:")?, commits(&house)?, kept(folder.path()).await?);
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(u64::try_from(seconds)?)).await;
    let took = begun.elapsed().as_secs_f64();
    let after =
        (dealt(&house), figure("/proc/self/io", "wchar:")?, commits(&house)?, kept(folder.path()).await?);
    let coups = (after.0 - before.0) as f64;
    println!("{:<52} {tables:>9}", "tables");
    println!("{:<52} {:>9.1} a second", "durable coups", coups / took);
    promises.tell("commits of a coup", (after.2 - before.2) / coups, "", 0.0..=3.0);
    println!("{:<52} {:>9.0}", "bytes kept of a coup", (after.3 - before.3) as f64 / coups);
    let written = (after.1 - before.1) as f64 / (after.3 - before.3) as f64;
    promises.tell("bytes written for each kept", written, "times", 0.0..=4.0);
    house.stop(tasks).await;
    Ok(coups / took)
}

/// What another build's `load` tells.
fn coups_of_other(command: &[&str]) -> Outcome<f64> {
    let done = Command::new(command[0]).args(&command[1..]).output()?;
    let text = String::from_utf8(done.stdout)?;
    let line = text.lines().find_map(|line| line.strip_prefix("coups a second"));
    Ok(line.ok_or("the other build tells no `coups a second`")?.trim().parse()?)
}

/// How many commits there were since the house opened.
fn commits(house: &House) -> Outcome<f64> {
    let figures = house.metrics.written();
    let line = figures.lines().find_map(|line| line.strip_prefix("croupier_append_seconds_count "));
    Ok(line.ok_or("no figures")?.trim().parse()?)
}

/// The bytes of everything that is kept.
async fn kept(folder: &Path) -> Outcome<u64> {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger/ledger.db")).read_only(true);
    let mut file = options.connect().await?;
    let sql = "SELECT sum(length(stream) + length(actor) + length(role) + length(command) + length(records) + 96 + 24) FROM entry";
    let bytes: i64 = sqlx::query(sql).fetch_one(&mut file).await?.try_get(0)?;
    file.close().await?;
    Ok(u64::try_from(bytes)?)
}
