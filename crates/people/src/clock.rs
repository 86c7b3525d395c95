//! The time of the house: what the wall clock said when the house was opened, carried on by a clock that nobody sets.
//!
//! Periods, notices and sessions count this time. It never goes back and never stands still. A wall clock that is set is noticed within a
//! second; the house runs on and comes nearer to it by at most half a millisecond a second. A house that opens behind its own log goes on
//! from the last record, and one that opens again on a machine that was not started anew knows what time it must be.

#[cfg(debug_assertions)]
mod held;

#[cfg(debug_assertions)]
pub use held::{Held, hold};

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use table::Time;

/// From this much on, in microseconds, a difference that was not there before is a jump.
const JUMP: i64 = 500_000;
/// In one second the house comes nearer to the wall clock by a second over this much.
const SLEW: i64 = 2_000;

/// The wall clock was set, or differs from the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jump {
    /// The time of the house, in milliseconds, which runs on.
    pub house: Time,
    /// What the wall clock says, in milliseconds.
    pub wall: Time,
    /// By how much the wall clock jumped, in milliseconds; below zero if it was set back.
    pub by: i64,
}

/// What the clocks said while a house was open, so that it knows when it opens again whether somebody has set one meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Which start of the machine it was.
    boot: String,
    /// For how long it had run, in microseconds, with the time it slept.
    up: i64,
    /// The time of the house, in microseconds since 1970.
    house: i64,
    /// How far the wall clock was ahead of it, as is on record.
    apart: i64,
}

/// What the clocks of the machine say, in microseconds.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// Since 1970, as somebody has set it.
    wall: i64,
    /// Since the program began; nobody sets it.
    steady: i64,
    /// Since the machine began, with the time it slept, where that is known.
    up: Option<i64>,
}

/// The time of the house.
#[derive(Debug)]
struct Course {
    /// What it was at the last reading, in microseconds since 1970.
    house: i64,
    read: Reading,
    /// How far the wall clock is ahead, as far as it is known.
    apart: i64,
}

impl Course {
    fn begin(read: Reading) -> Course {
        Course { house: read.wall, read, apart: 0 }
    }

    /// The time now, by the steady clock alone.
    fn now(&self, steady: i64) -> i64 {
        self.house + (steady - self.read.steady).max(0)
    }

    /// Compares the clocks; tells of a jump since the last time.
    fn look(&mut self, read: Reading) -> Option<Jump> {
        let passed = (read.steady - self.read.steady).max(0);
        // A machine that slept did not count meanwhile.
        let up = self.read.up.zip(read.up).map_or(passed, |(before, now)| now - before);
        let slept = Some(up - passed).filter(|slept| *slept > JUMP).unwrap_or(0);
        let house = self.house + passed + slept;
        let apart = read.wall - house;
        let jumped = apart - self.apart;
        let nearer = apart.clamp(-passed / SLEW, passed / SLEW);
        (self.house, self.read, self.apart) = (house + nearer, read, apart - nearer);
        (jumped.abs() > JUMP).then(|| Jump { house: time(house), wall: time(read.wall), by: jumped / 1_000 })
    }

    /// The time that it must be, by what was kept on the same start of the machine. If the wall clock was set since, the time of the house
    /// runs on as if the house had never been closed; what was on record before is no jump. Time that has begun to run goes back only if
    /// nobody has gone by it yet.
    fn go_on_as_kept(&mut self, kept: &Kept, read: Reading, may_go_back: bool) -> Option<Jump> {
        let expected = kept.house + (read.up? - kept.up).max(0);
        let now = self.now(read.steady);
        let jumped = now - expected - kept.apart;
        if jumped.abs() <= JUMP {
            return None;
        }
        if expected > now || may_go_back {
            (self.house, self.read, self.apart) = (expected, read, read.wall - expected);
        }
        Some(Jump { house: time(expected), wall: time(now), by: jumped / 1_000 })
    }

    /// Goes on from this time if it is later.
    fn go_on_from(&mut self, last: Time, read: Reading) -> Option<Jump> {
        let behind = last.0.saturating_mul(1_000) - self.now(read.steady);
        if behind <= 0 {
            return None;
        }
        let wall = self.now(read.steady);
        (self.house, self.read) = (wall + behind, read);
        self.apart = read.wall - self.house;
        Some(Jump { house: last, wall: time(wall), by: -behind / 1_000 })
    }
}

fn time(microseconds: i64) -> Time {
    Time(microseconds.div_euclid(1_000))
}

struct Clock {
    begun: Instant,
    course: Mutex<Course>,
}

impl Clock {
    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn steady(&self) -> i64 {
        i64::try_from(self.begun.elapsed().as_micros()).unwrap_or(i64::MAX)
    }

    fn read(&self) -> Reading {
        Reading { wall: wall(), steady: self.steady(), up: up() }
    }
}

static CLOCK: LazyLock<Clock> = LazyLock::new(|| {
    let (begun, wall) = (Instant::now(), wall());
    Clock { begun, course: Mutex::new(Course::begin(Reading { wall, steady: 0, up: up() })) }
});

fn wall() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

fn up() -> Option<i64> {
    let text = std::fs::read_to_string("/proc/uptime").ok()?;
    let seconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some((seconds * 1e6) as i64)
}

/// The time at which a test holds the house; nothing while it runs.
fn held() -> Option<Time> {
    #[cfg(debug_assertions)]
    return held::time();
    #[cfg(not(debug_assertions))]
    None
}

/// The time now, in milliseconds since 1970.
pub fn now() -> Time {
    if let Some(held) = held() {
        return held;
    }
    unheld()
}

/// The time now, as it runs by itself.
fn unheld() -> Time {
    let steady = CLOCK.steady();
    time(CLOCK.course().now(steady))
}

/// Waits until this time of the house.
pub async fn wait_until(time: Time) {
    #[cfg(debug_assertions)]
    held::wait_until(time).await;
    #[cfg(not(debug_assertions))]
    {
        let left = u64::try_from(time.0.saturating_sub(now().0)).unwrap_or(0);
        tokio::time::sleep(std::time::Duration::from_millis(left)).await;
    }
}

/// What the wall clock says, in milliseconds since 1970. Only what other devices follow as well goes by it.
pub fn wall_clock() -> Time {
    time(wall())
}

/// Compares the time of the house with the wall clock. To be called every second; tells of a jump since the last time.
pub fn look() -> Option<Jump> {
    if held().is_some() {
        return None;
    }
    let read = CLOCK.read();
    CLOCK.course().look(read)
}

/// Which start of the machine this is, where the system tells.
fn boot() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(text.trim().to_owned())
}

/// What the clocks say now, to be kept while the house is open; nothing where the system does not tell.
pub fn keep() -> Option<Kept> {
    if held().is_some() {
        return None;
    }
    let read = CLOCK.read();
    let course = CLOCK.course();
    Some(Kept { boot: boot()?, up: read.up?, house: course.now(read.steady), apart: course.apart })
}

/// Goes on as if the house had never been closed, if the machine was not started anew meanwhile; says by how much the wall clock was
/// set since. After another start nobody can tell.
pub fn go_on_as_kept(kept: &Kept) -> Option<Jump> {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    let first = !BEGUN.swap(true, Ordering::Relaxed);
    if boot().as_ref() != Some(&kept.boot) {
        return None;
    }
    let read = CLOCK.read();
    CLOCK.course().go_on_as_kept(kept, read, first)
}

/// Goes on from the time of the last record if the clock is behind it; says by how much it was.
pub fn go_on_from(last: Time) -> Option<Jump> {
    if held().is_some_and(|held| held >= last) {
        return None;
    }
    let read = CLOCK.read();
    CLOCK.course().go_on_from(last, read)
}

/// This much later.
pub fn later(time: Time, milliseconds: u64) -> Time {
    Time(time.0.saturating_add(i64::try_from(milliseconds).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;
    const START: i64 = 1_700_000_000 * SECOND;

    /// Clocks that are read every second; the wall clock is set by so much after ten of them.
    fn course(by: i64) -> (Course, Vec<Jump>, Vec<i64>) {
        let read = |second: i64| {
            let set = if second > 10 { by } else { 0 };
            Reading {
                wall: START + second * SECOND + set,
                steady: second * SECOND,
                up: Some(second * SECOND),
            }
        };
        let mut course = Course::begin(read(0));
        let (mut jumps, mut times) = (Vec::new(), Vec::new());
        for second in 1..=100 {
            jumps.extend(course.look(read(second)));
            times.push(course.now(second * SECOND));
        }
        (course, jumps, times)
    }

    #[test]
    fn a_jump_is_told_once_with_its_size_and_time_runs_on() {
        let day = 86_400 * SECOND;
        for size in [SECOND, 60 * SECOND, 3_600 * SECOND, day, 30 * day] {
            for by in [size, -size] {
                let (_, jumps, times) = course(by);
                assert_eq!(jumps.len(), 1, "{by}: {jumps:?}");
                assert!((jumps[0].by - by / 1_000).abs() <= 1, "{by}: {jumps:?}");
                assert_eq!(jumps[0].house, time(START + 11 * SECOND), "noticed within a second");
                for pair in times.windows(2) {
                    let passed = pair[1] - pair[0];
                    assert!((passed - SECOND).abs() <= SECOND / SLEW, "{by}: {passed}");
                }
            }
        }
    }

    #[test]
    fn a_small_difference_goes_away_and_is_no_jump() {
        for by in [JUMP / 2, -JUMP / 2, 3, 0] {
            let (course, jumps, _) = course(by);
            assert_eq!(jumps, []);
            let left = by.abs() - 90 * (SECOND / SLEW);
            assert_eq!(course.apart.abs(), left.max(0), "{by}");
        }
    }

    #[test]
    fn a_machine_that_slept_is_no_jump() {
        let mut course = Course::begin(Reading { wall: START, steady: 0, up: Some(0) });
        let hours = 8 * 3_600 * SECOND;
        let woken = Reading { wall: START + hours, steady: SECOND, up: Some(hours) };
        assert_eq!(course.look(woken), None);
        assert_eq!(course.now(SECOND), START + hours);
        // Somebody who says so while it did not sleep is not believed.
        let set = Reading { wall: START + 2 * hours, steady: 2 * SECOND, up: Some(hours + SECOND) };
        assert!(course.look(set).is_some());
    }

    #[test]
    fn what_opens_behind_its_log_goes_on_from_it() {
        let read = |second: i64| Reading { wall: START + second * SECOND, steady: second * SECOND, up: None };
        let mut course = Course::begin(read(0));
        assert_eq!(course.go_on_from(time(START - SECOND), read(1)), None);
        let last = time(START + 86_400 * SECOND);
        let jump = course.go_on_from(last, read(1)).unwrap();
        assert_eq!((jump.house, jump.by), (last, -86_399_000));
        assert_eq!(course.look(read(2)), None, "it was told");
        let times: Vec<i64> = (2..50).map(|second| course.now(second * SECOND)).collect();
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] == SECOND), "it does not stand still");
        assert!(times[0] > last.0 * 1_000);
    }

    #[test]
    fn a_clock_set_while_the_house_was_closed_is_told_and_time_runs_on() {
        let hour = 3_600 * SECOND;
        // Closed for an hour; meanwhile the wall clock was set by so much, and it differed by so much before, which is on record.
        for (by, apart) in [(hour, 0), (-hour, 0), (0, 0), (JUMP / 2, 0), (0, hour), (2 * hour, hour)] {
            let kept = Kept { boot: String::new(), up: 5 * SECOND, house: START, apart };
            let read = |passed: i64| Reading {
                wall: START + passed + apart + by,
                steady: passed - hour,
                up: Some(5 * SECOND + passed),
            };
            let mut course = Course::begin(read(hour));
            let jump = course.go_on_as_kept(&kept, read(hour), true);
            assert_eq!(jump.map(|jump| jump.by), (by.abs() > JUMP).then_some(by / 1_000), "{by} {apart}");
            if jump.is_some() {
                assert_eq!(course.now(0), START + hour, "{by} {apart}");
                assert_eq!(course.look(read(hour + SECOND)), None, "it was told");
            }
            // Time by which somebody has gone does not go back.
            let mut course = Course::begin(read(hour));
            course.go_on_as_kept(&kept, read(hour), false);
            assert!(course.now(0) >= read(hour).wall, "{by} {apart}");
        }
    }

    #[test]
    fn the_clock_of_this_process_goes_forward() {
        #[cfg(debug_assertions)]
        let _turn = held::turn();
        let mut before = now();
        for _ in 0..1_000 {
            let after = now();
            assert!(after >= before);
            before = after;
        }
        assert_eq!(look(), None);
    }
}
