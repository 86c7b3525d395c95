//! Answers that a person gives, line by line: keyed at a terminal, or piped in.

use crate::failure::{Exit, Failure};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::{self, IsTerminal, Write};

/// The longest answer that is read.
const MOST: usize = 400;

/// Where answers come from, and where the questions go.
pub struct Answers {
    keyed: bool,
    aside: bool,
}

impl Answers {
    /// From the standard input; with `aside` the questions go to the error stream.
    pub fn of_stdin(aside: bool) -> Answers {
        let shown = if aside { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
        Answers { keyed: io::stdin().is_terminal() && shown, aside }
    }

    /// Is there somebody at a terminal?
    pub fn are_keyed(&self) -> bool {
        self.keyed
    }

    /// Says something.
    pub fn say(&self, text: &str) -> io::Result<()> {
        let written = match self.aside {
            true => io::stderr().write_all(text.as_bytes()),
            false => io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()),
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    /// Asks for a line; nothing at the end of input, or when the person has had enough.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.say(&format!("{prompt} "))?;
        if self.keyed {
            return self.keyed_line().map_err(unread);
        }
        let mut line = String::new();
        if io::stdin().read_line(&mut line).map_err(unread)? == 0 {
            self.say("\n")?;
            return Ok(None);
        }
        let line: String = line.trim().chars().filter(|letter| !letter.is_control()).take(MOST).collect();
        // A pipe does not show what was keyed, so that the page does.
        self.say(&format!("{line}\n"))?;
        Ok(Some(line))
    }

    /// Reads keys one by one, so that ctrl-c ends the questions and not the program.
    fn keyed_line(&self) -> io::Result<Option<String>> {
        let _raw = Raw::on()?;
        let mut line = String::new();
        loop {
            let Event::Key(KeyEvent { code, modifiers, kind, .. }) = read()? else { continue };
            if kind == KeyEventKind::Release {
                continue;
            }
            match code {
                KeyCode::Char('c' | 'd') if modifiers.contains(KeyModifiers::CONTROL) => {
                    self.say("\r\n")?;
                    return Ok(None);
                }
                KeyCode::Enter => {
                    self.say("\r\n")?;
                    return Ok(Some(line.trim().to_owned()));
                }
                KeyCode::Backspace if line.pop().is_some() => self.say("\u{8} \u{8}")?,
                KeyCode::Char(letter) if line.len() < MOST && !modifiers.contains(KeyModifiers::CONTROL) => {
                    line.push(letter);
                    self.say(&letter.to_string())?;
                }
                _ => {}
            }
        }
    }
}

/// An answer that could not be read.
fn unread(error: io::Error) -> Failure {
    let text = match error.kind() {
        io::ErrorKind::InvalidData => "cannot read the answer: it is not UTF-8 text".to_owned(),
        _ => format!("cannot read the answer: {error}"),
    };
    Failure { exit: Exit::Unreadable, text }
}

/// Keys come one by one until this is dropped.
struct Raw;

impl Raw {
    fn on() -> io::Result<Raw> {
        enable_raw_mode()?;
        Ok(Raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = disable_raw_mode();
    }
}
