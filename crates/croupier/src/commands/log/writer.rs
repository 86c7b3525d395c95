//! A ledger that a demonstration table is written into.

use super::source::refused;
use crate::failure::Failure;
use archive::{keep_book, shoe_payload, shoe_stream};
use baccarat::book::Book;
use ledger::{By, CommandId, Draft, Edition, Key, Ledger, LedgerError, Log, Planned, Signed, Stream};
use shoe::record::Line;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread::JoinHandle;
use table::{Actor, Command, Event, Refusal, Settings, TABLE, Table, TableCommand, Time};
use tokio::runtime::Runtime;

/// The number of commands from which they are written: a commit costs the disk as much for one as for many.
const MANY: usize = 2_048;

/// Writes what is asked of a table, and what it answers: many commands in one commit, in a thread of its own while the table goes on.
pub struct LogWriter {
    name: String,
    key: Key,
    /// What is still to be written.
    planned: Vec<Planned<Table>>,
    /// The way to the thread that writes.
    commits: SyncSender<Vec<Planned<Table>>>,
    /// Each commit that was handed over, once it is durable.
    durable: Receiver<()>,
    /// The number of commits handed over that were not yet found durable.
    pending: usize,
    thread: JoinHandle<Result<(Runtime, Ledger), LedgerError>>,
    /// The number of commands so far.
    asked: u64,
    /// The number of lines of its shoes' public records that were taken.
    lines: usize,
    /// The shoe in use.
    shoe: u32,
}

/// Who records what is no table's.
fn recorder() -> By {
    By::new("croupier", "recorder")
}

fn text(bad: impl std::fmt::Display) -> Failure {
    Failure::refused(bad.to_string())
}

impl LogWriter {
    /// Opens a new table in the ledger of a folder, which is made if it is not there. Its key lies beside the folder.
    pub fn open(
        folder: &Path,
        name: &str,
        (book, texts): (Arc<Book>, [String; 2]),
        settings: Settings,
        (by, at): (Actor, Time),
    ) -> Result<LogWriter, Failure> {
        let stream = Stream::new(TABLE, name).map_err(text)?;
        let mut key = folder.components().collect::<PathBuf>().into_os_string();
        key.push(".key");
        let key = Key::open(Path::new(&key)).map_err(text)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let opened = runtime.block_on(async {
            let ledger = Ledger::open(folder).await?;
            if ledger.store().last(&stream).await?.is_some() {
                return Err(LedgerError::AlreadyThere(stream));
            }
            ledger.adopt_key(&key, recorder(), at).await?;
            let hash = keep_book(&ledger, &texts, recorder(), at).await?;
            let id: CommandId = "open".parse()?;
            let opens = TableCommand::Open { settings: Box::new(settings), by, at };
            let log = ledger.found(name, Edition { hash, rules: book }, &id, &opens).await?;
            Ok((ledger, log))
        });
        let (ledger, log) = opened.map_err(refused)?;
        let (commits, waiting) = sync_channel(1);
        let (done, durable) = channel();
        let thread = std::thread::spawn(move || write(runtime, ledger, log, &waiting, &done));
        let (name, planned, pending) = (name.to_owned(), Vec::new(), 0);
        Ok(LogWriter { name, key, planned, commits, durable, pending, thread, asked: 0, lines: 0, shoe: 0 })
    }

    /// The number of lines of its shoes' public records that were taken.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Takes a command and what followed from it, with the lines of the shoe's public record that it brings.
    pub fn take(
        &mut self,
        command: Command,
        decided: Result<Vec<Event>, Refusal>,
        shoe: &[Line],
    ) -> Result<(), Failure> {
        self.asked += 1;
        let id: CommandId = format!("deal-{}", self.asked).parse().map_err(text)?;
        let also = self.shoe_drafts(&id, command.at, shoe)?;
        self.lines += shoe.len();
        self.planned.push(Planned { id, command: command.into(), decided, also });
        Ok(())
    }

    /// Is there enough for a commit?
    pub fn is_full(&self) -> bool {
        self.planned.len() >= MANY
    }

    /// Hands over what it has taken, and says how many of the commits handed over before have become durable since it was last asked.
    /// It waits only while one commit is being written and another is ready.
    pub fn hand_over(mut self) -> Result<(LogWriter, usize), Failure> {
        let planned = std::mem::take(&mut self.planned);
        if self.commits.send(planned).is_err() {
            return Err(self.fault());
        }
        self.pending += 1;
        let mut durable = 0;
        loop {
            match self.durable.try_recv() {
                Ok(()) => durable += 1,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.fault()),
            }
        }
        self.pending -= durable;
        Ok((self, durable))
    }

    /// Waits until everything that was handed over is durable.
    pub fn settle(mut self) -> Result<LogWriter, Failure> {
        while self.pending > 0 {
            if self.durable.recv().is_err() {
                return Err(self.fault());
            }
            self.pending -= 1;
        }
        Ok(self)
    }

    /// Why the thread that writes has ended.
    fn fault(self) -> Failure {
        match self.thread.join() {
            Ok(Err(error)) => refused(error),
            Ok(Ok(_)) | Err(_) => Failure::refused("the ledger's writer has ended"),
        }
    }

    /// Lines of the shoes' public records, under the command that they come with.
    fn shoe_drafts(&mut self, id: &CommandId, at: Time, lines: &[Line]) -> Result<Vec<Draft>, Failure> {
        let mut drafts: Vec<Draft> = Vec::new();
        for line in lines {
            if let Line::Sealed { of, .. } = line {
                self.shoe = of.number;
            }
            let stream = shoe_stream(&self.name, self.shoe).map_err(text)?;
            let payload = shoe_payload(line).map_err(text)?;
            match drafts.last_mut().filter(|last| last.stream == stream) {
                Some(last) => last.payloads.push(payload),
                None => drafts.push(Draft::note(stream, id.clone(), at, recorder(), payload)),
            }
        }
        Ok(drafts)
    }

    /// Writes what is left and the last lines of the shoe's public record, signs where everything stands, and closes the ledger.
    pub fn close(self, at: Time, shoe: &[Line]) -> Result<Signed, Failure> {
        let (all, _) = self.hand_over()?;
        let mut all = all.settle()?;
        let last = all.shoe_drafts(&"close".parse().map_err(text)?, at, shoe)?;
        let LogWriter { commits, thread, key, .. } = all;
        drop(commits);
        let ended = thread.join().map_err(|_| Failure::refused("the ledger's writer has ended"))?;
        let (runtime, ledger) = ended.map_err(refused)?;
        let signed = runtime.block_on(async {
            for draft in last {
                ledger.append(draft).await?;
            }
            let checkpoint = ledger.checkpoint(&key, recorder(), at).await?;
            ledger.close().await?;
            Ok::<_, LedgerError>(checkpoint.signed)
        });
        signed.map_err(refused)
    }
}

/// Writes commit after commit until nobody hands over any more.
fn write(
    runtime: Runtime,
    ledger: Ledger,
    mut log: Log<Table>,
    waiting: &Receiver<Vec<Planned<Table>>>,
    done: &Sender<()>,
) -> Result<(Runtime, Ledger), LedgerError> {
    while let Ok(planned) = waiting.recv() {
        runtime.block_on(log.record_all(planned))?;
        // Whoever handed it over may have given up meanwhile; what is written is written.
        let _ = done.send(());
    }
    Ok((runtime, ledger))
}
