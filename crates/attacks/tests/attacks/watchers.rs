//! Very many people watch a table at once, and leave: the house gives back the room they took.

use super::running::{Running, connected_from, folder, times};
use rustix::process::Signal;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How many watch from one address: fewer than the house lets one have.
const AN_ADDRESS: usize = 100;

/// The memory of a process, in KiB.
fn resident(pid: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// So many watch until each has had the first of what there is to see.
fn watch(running: &Running, many: usize) -> Vec<TcpStream> {
    let ask = "GET /api/v1/tables/act/feed HTTP/1.1\r\nHost: x\r\n\r\n";
    let from = |number: usize| u16::try_from(number / AN_ADDRESS).unwrap() + 2;
    let mut all: Vec<TcpStream> =
        (0..many).map(|number| connected_from(from(number), running.address)).collect();
    for stream in &mut all {
        stream.write_all(ask.as_bytes()).unwrap();
    }
    for stream in &mut all {
        let mut first = [0; 15];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
    }
    all
}

#[test]
fn memory_goes_back_when_watchers_leave() {
    let folder = folder();
    let running = Running::open(&folder.path().join("house"));
    let (_, house) = running.children();
    let many = times("ATTACK_WATCHERS", 1_500);
    // Once round, so that what stays in any case is there.
    drop(watch(&running, many.min(1_500)));
    let before = resident(house);
    let all = watch(&running, many);
    let most = resident(house);
    drop(all);
    // A house that goes on gives it back by itself, within two minutes.
    let begun = Instant::now();
    let allowed = before + (most.saturating_sub(before) / 4).max(8 * 1_024);
    let mut after = resident(house);
    while after > allowed && begun.elapsed() < Duration::from_secs(150) {
        std::thread::sleep(Duration::from_millis(200));
        after = resident(house);
    }
    println!(
        "{many} watchers: {} MiB before, {} MiB with them, {} MiB {:.0} s after they left",
        before / 1_024,
        most / 1_024,
        after / 1_024,
        begun.elapsed().as_secs_f64()
    );
    assert!(after <= allowed, "{before} KiB before, {most} with {many} watchers, {after} after they left");
    running.end(Signal::TERM);
}
