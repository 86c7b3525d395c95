//! However play ends, the terminal is given back as it was.
#![cfg(unix)]

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const ENTERS: &str = "\x1b[?1049h";
const LEAVES: &str = "\x1b[?1049l";

/// A table in a terminal of its own.
struct Play {
    keyboard: File,
    terminal: File,
    shown: Arc<Mutex<Vec<u8>>>,
    child: Child,
}

impl Play {
    fn start() -> Play {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keyboard).unwrap();
        unlockpt(&keyboard).unwrap();
        let name = ptsname(&keyboard, Vec::new()).unwrap();
        let terminal = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let keyboard = File::from(keyboard);
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut screen, kept) = (keyboard.try_clone().unwrap(), shown.clone());
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut buffer) {
                kept.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["play", "act", "--seed", "7"])
            .stdin(terminal.try_clone().unwrap())
            .stdout(terminal.try_clone().unwrap())
            .stderr(terminal.try_clone().unwrap())
            .spawn()
            .unwrap();
        Play { keyboard, terminal, shown, child }
    }

    fn has_shown(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).contains(text)
    }

    /// Are keys read line by line and shown, as a shell leaves them?
    fn is_as_usual(&self) -> bool {
        tcgetattr(&self.terminal).unwrap().local_modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    fn wait_for(&mut self, message: &str, mut holds: impl FnMut(&mut Play) -> bool) {
        let start = Instant::now();
        while !holds(self) {
            assert!(start.elapsed() < Duration::from_secs(300), "{message} does not come");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Plays until the table is on the screen, then lets it end, and looks at the terminal.
    fn check(end: impl Fn(&mut Play)) -> ExitStatus {
        let mut play = Play::start();
        assert!(play.is_as_usual());
        play.wait_for("the table", |play| play.has_shown(ENTERS) && play.has_shown("PLAYER"));
        assert!(!play.is_as_usual(), "keys are read one by one");
        end(&mut play);
        let mut status = None;
        play.wait_for("the end", |play| {
            status = play.child.try_wait().unwrap();
            status.is_some()
        });
        play.wait_for("the old screen", |play| play.has_shown(LEAVES));
        assert!(play.is_as_usual(), "keys are as they were");
        status.unwrap()
    }
}

#[test]
fn a_signal_ends_play_and_the_terminal_is_as_before() {
    for signal in [Signal::TERM, Signal::INT] {
        let status = Play::check(|play| {
            let id = i32::try_from(play.child.id()).unwrap();
            kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
        });
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status}");
    }
}

#[test]
fn leaving_by_key_gives_the_terminal_back() {
    let status = Play::check(|play| play.keyboard.write_all(b"\x03").unwrap());
    assert!(status.success(), "{status}");
}
