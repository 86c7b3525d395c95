//! A ledger that a demonstration table is written into.

use super::source::refused;
use crate::failure::Failure;
use archive::{keep_book, shoe_payload, shoe_stream};
use baccarat::book::Book;
use ledger::{
    By, CommandId, Draft, Edition, Key, Ledger, LedgerError, Log, Planned, Prepared, Signed, Stream, store,
};
use shoe::record::Line;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread::JoinHandle;
use table::{Actor, Command, Event, Refusal, Settings, TABLE, Table, TableCommand, Time};
use tokio::runtime::Runtime;

/// The number of commands from which they are written: a commit costs the disk as much for one as for many.
const MANY: usize = 2_048;

/// A command and what it led to, as the table's own thread hands it over; what is recorded of it is written out by another.
struct DecidedCommand {
    command: Command,
    decided: Result<Vec<Event>, Refusal>,
    /// The lines of the shoe's public record that it brings.
    shoe: Vec<Line>,
}

/// What is written at once.
struct Commit {
    asked: Vec<DecidedCommand>,
    /// The table as all of it leads to, so that nobody works it out again.
    after: Table,
}

/// A commit written out.
struct PreparedCommit {
    prepared: Vec<Prepared<Table>>,
    after: Table,
}

/// Writes what is asked of a table, and what it answers: many commands in one commit. One thread writes them out and another puts them on
/// record, while the table goes on.
pub struct LogWriter {
    key: Key,
    /// What is still to be written.
    asked: Vec<DecidedCommand>,
    /// The way to the thread that writes out.
    commits: SyncSender<Commit>,
    /// Each commit that was handed over, once it is durable.
    durable: Receiver<()>,
    /// The number of commits handed over that were not yet found durable.
    pending: usize,
    threads: Threads,
    /// The number of lines of its shoes' public records that were taken.
    lines: usize,
}

/// The threads, with what each holds when it ends.
struct Threads {
    writing_out: JoinHandle<Result<WritingOut, LedgerError>>,
    recording: JoinHandle<Result<Recording, LedgerError>>,
}

/// What the thread that writes out holds.
struct WritingOut {
    name: String,
    /// The number of commands so far.
    asked: u64,
    /// The shoe in use.
    shoe: u32,
}

/// What the thread that puts on record holds.
struct Recording {
    runtime: Runtime,
    ledger: Ledger,
    log: Log<Table>,
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
            let ledger = Ledger::over(store::open_for_bulk(folder).await?);
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
        let (written_out, ready) = sync_channel(1);
        let writing_out = WritingOut { name: name.to_owned(), asked: 0, shoe: 0 };
        let recording = Recording { runtime, ledger, log };
        let threads = Threads {
            writing_out: std::thread::spawn(move || writing_out.run(&waiting, &written_out)),
            recording: std::thread::spawn(move || recording.run(&ready, &done)),
        };
        Ok(LogWriter { key, asked: Vec::new(), commits, durable, pending: 0, threads, lines: 0 })
    }

    /// The number of lines of its shoes' public records that were taken.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Takes a command and what followed from it, with the lines of the shoe's public record that it brings.
    pub fn take(&mut self, command: Command, decided: Result<Vec<Event>, Refusal>, shoe: Vec<Line>) {
        self.lines += shoe.len();
        self.asked.push(DecidedCommand { command, decided, shoe });
    }

    /// Is there enough for a commit?
    pub fn is_full(&self) -> bool {
        self.asked.len() >= MANY
    }

    /// Hands over what it has taken, with the table that it led to, and says how many of the commits handed over before have become
    /// durable since it was last asked. It waits only while one commit is being written and another is ready.
    pub fn hand_over(mut self, after: &Table) -> Result<(LogWriter, usize), Failure> {
        let commit = Commit { asked: std::mem::take(&mut self.asked), after: after.clone() };
        if self.commits.send(commit).is_err() {
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

    /// Why the threads have ended.
    fn fault(self) -> Failure {
        let LogWriter { commits, threads, .. } = self;
        drop(commits);
        match threads.join() {
            Err(failure) => failure,
            Ok(_) => ended(),
        }
    }

    /// Writes the last lines of the shoe's public record, keeps the table as it stands if the log is long, signs where everything stands,
    /// and closes the ledger. Everything else has been handed over.
    pub fn close(self, at: Time, shoe: &[Line]) -> Result<Signed, Failure> {
        let LogWriter { commits, threads, key, .. } = self.settle()?;
        drop(commits);
        let (mut writing_out, Recording { runtime, ledger, mut log }) = threads.join()?;
        let id: CommandId = "close".parse().map_err(text)?;
        let last = writing_out.shoe_drafts(&id, at, shoe).map_err(refused)?;
        let signed = runtime.block_on(async {
            for draft in last {
                ledger.append(draft).await?;
            }
            log.keep_snapshot_if_due(at).await;
            let checkpoint = ledger.checkpoint(&key, recorder(), at).await?;
            ledger.close().await?;
            Ok::<_, LedgerError>(checkpoint.signed)
        });
        signed.map_err(refused)
    }
}

fn ended() -> Failure {
    Failure::refused("the ledger's writer has ended")
}

impl Threads {
    /// What the threads hold once there is nothing more to do, or why one of them has ended before.
    fn join(self) -> Result<(WritingOut, Recording), Failure> {
        let writing_out = self.writing_out.join().map_err(|_| ended())?;
        let recording = self.recording.join().map_err(|_| ended())?;
        Ok((writing_out.map_err(refused)?, recording.map_err(refused)?))
    }
}

impl Recording {
    /// Puts commit after commit on record until no more come.
    fn run(mut self, ready: &Receiver<PreparedCommit>, done: &Sender<()>) -> Result<Recording, LedgerError> {
        while let Ok(PreparedCommit { prepared, after }) = ready.recv() {
            self.runtime.block_on(self.log.record_all_up_to(prepared, after))?;
            // Whoever handed it over may have given up meanwhile; what is written is written.
            let _ = done.send(());
        }
        Ok(self)
    }
}

impl WritingOut {
    /// Writes commit after commit out until nobody hands over any more, or nobody records them.
    fn run(
        mut self,
        waiting: &Receiver<Commit>,
        written_out: &SyncSender<PreparedCommit>,
    ) -> Result<WritingOut, LedgerError> {
        while let Ok(Commit { asked, after }) = waiting.recv() {
            let prepared =
                asked.into_iter().map(|asked| self.prepare(asked)).collect::<Result<Vec<_>, _>>()?;
            if written_out.send(PreparedCommit { prepared, after }).is_err() {
                break;
            }
        }
        Ok(self)
    }

    /// A command under its id, with what is written beside it.
    fn prepare(
        &mut self,
        DecidedCommand { command, decided, shoe }: DecidedCommand,
    ) -> Result<Prepared<Table>, LedgerError> {
        self.asked += 1;
        let id: CommandId = format!("deal-{}", self.asked).parse()?;
        let also = self.shoe_drafts(&id, command.at, &shoe)?;
        Planned { id, command: command.into(), decided, also }.prepare()
    }

    /// Lines of the shoes' public records, under the command that they come with.
    fn shoe_drafts(&mut self, id: &CommandId, at: Time, lines: &[Line]) -> Result<Vec<Draft>, LedgerError> {
        let mut drafts: Vec<Draft> = Vec::new();
        for line in lines {
            if let Line::Sealed { of, .. } = line {
                self.shoe = of.number;
            }
            let stream = shoe_stream(&self.name, self.shoe)?;
            let payload = shoe_payload(line)?;
            match drafts.last_mut().filter(|last| last.stream == stream) {
                Some(last) => last.payloads.push(payload),
                None => drafts.push(Draft::note(stream, id.clone(), at, recorder(), payload)),
            }
        }
        Ok(drafts)
    }
}
