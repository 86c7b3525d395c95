//! A vault in a process of its own, so that no memory of any other part ever holds an undealt card.
//!
//! The process reads requests from its standard input and writes answers to its standard output, one line of JSON each. It
//! ends when its input does, so it never outlives whoever started it.

use crate::keeper::{Answer, Keeper, Request};
use crate::vault::{Vault, VaultFault};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

/// The longest line of a request or an answer: an opening takes about a thousand bytes.
const LONGEST: u64 = 1 << 16;

/// What is written for a request, and once at the start, when the vault is open or cannot be opened.
type Reply = Result<Answer, VaultFault>;

/// Answers requests until there are no more: what the vault's process does. A vault that could not be opened is
/// reported to whoever started the process.
pub fn serve(
    vault: Result<Vault, VaultFault>,
    requests: impl Read,
    mut answers: impl Write,
) -> io::Result<()> {
    let vault = match vault {
        Ok(vault) => vault,
        Err(fault) => return reply(&mut answers, &Err(fault)),
    };
    reply(&mut answers, &Ok(Answer::Done))?;
    let mut requests = BufReader::new(requests);
    while let Some(line) = read_line(&mut requests)? {
        let read = serde_json::from_str::<Request>(&line);
        let read = read.map_err(|error| VaultFault::Process(format!("not a request: {error}")));
        reply(&mut answers, &read.and_then(|request| vault.answer(&request)))?;
    }
    Ok(())
}

fn reply(answers: &mut impl Write, reply: &Reply) -> io::Result<()> {
    let mut line = serde_json::to_string(reply)?;
    line.push('\n');
    answers.write_all(line.as_bytes())?;
    answers.flush()
}

/// The next line without its end; nothing at the end.
fn read_line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    from.take(LONGEST).read_line(&mut line)?;
    match line.pop() {
        None => Ok(None),
        Some('\n') => Ok(Some(line)),
        Some(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "a line is cut off or too long")),
    }
}

/// A vault in a process of its own: this part knows only what is public.
pub struct VaultProcess(Mutex<Pipes>);

struct Pipes {
    child: Child,
    /// Closed to end the process.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    broken: Option<String>,
}

impl VaultProcess {
    /// Starts the process, such as `croupier vault FOLDER --key FILE`, and waits until its vault is open.
    pub fn start(command: &mut Command) -> Result<VaultProcess, VaultFault> {
        let fault = |error: io::Error| VaultFault::Process(format!("cannot start the vault: {error}"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fault)?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(VaultFault::unexpected());
        };
        let (requests, answers) = (Some(requests), BufReader::new(answers));
        let mut pipes = Pipes { child, requests, answers, broken: None };
        match pipes.read()? {
            Answer::Done => Ok(VaultProcess(Mutex::new(pipes))),
            _ => Err(VaultFault::unexpected()),
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.0.lock().map_or(0, |pipes| pipes.child.id())
    }
}

impl Keeper for VaultProcess {
    fn answer(&self, request: &Request) -> Reply {
        let mut pipes = self.0.lock().map_err(|_| VaultFault::unexpected())?;
        pipes.ask(request)
    }
}

impl Pipes {
    fn ask(&mut self, request: &Request) -> Reply {
        if let Some(why) = &self.broken {
            return Err(VaultFault::Closed { why: why.clone() });
        }
        let asked = serde_json::to_string(request).map_err(io::Error::from).and_then(|line| {
            let requests = self.requests.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            requests.write_all(format!("{line}\n").as_bytes())
        });
        match asked {
            Ok(()) => self.read(),
            Err(error) => Err(self.broken(&error.to_string())),
        }
    }

    fn read(&mut self) -> Reply {
        match read_line(&mut self.answers) {
            Ok(Some(line)) => match serde_json::from_str::<Reply>(&line) {
                Ok(reply) => reply,
                // What was read may be an answer to something else, so nothing after it can be trusted.
                Err(error) => Err(self.broken(&error.to_string())),
            },
            Ok(None) => Err(self.broken("it has ended")),
            Err(error) => Err(self.broken(&error.to_string())),
        }
    }

    fn broken(&mut self, why: &str) -> VaultFault {
        let message = format!("the vault's process does not answer: {why}");
        self.broken = Some(message.clone());
        VaultFault::Process(message)
    }
}

impl Drop for Pipes {
    /// Ends the process and waits for it, so that the vault can be opened again.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.child.wait();
    }
}
