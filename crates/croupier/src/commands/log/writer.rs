//! A ledger that a demonstration table is written into.

use super::source::refused;
use crate::failure::Failure;
use archive::{keep_book, shoe_payload, shoe_stream};
use baccarat::book::Book;
use ledger::{Answer, By, CommandId, Draft, Edition, Key, Ledger, LedgerError, Log, Signed, Stream};
use shoe::record::Line;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::{Actor, Command, Settings, TABLE, Table, TableCommand, Time};

/// Writes what is asked of a table, and what it answers.
pub struct LogWriter {
    runtime: tokio::runtime::Runtime,
    ledger: Ledger,
    key: Key,
    log: Log<Table>,
    /// How many commands there were.
    asked: u64,
    /// How many lines of its shoes' public records are in the log.
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
        Ok(LogWriter { runtime, ledger, key, log, asked: 0, lines: 0, shoe: 0 })
    }

    /// How many lines of its shoes' public records are in the log.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Records a command and what follows from it, with the lines of the shoe's public record that it brings.
    pub fn record(&mut self, command: &Command, shoe: &[Line]) -> Result<(), Failure> {
        self.asked += 1;
        let id: CommandId = format!("deal-{}", self.asked).parse().map_err(text)?;
        let also = self.shoe_drafts(&id, command.at, shoe)?;
        let command = TableCommand::from(command.clone());
        let answer = self.runtime.block_on(self.log.submit(&id, &command, also));
        match answer.map_err(refused)? {
            Answer::Accepted { again: false, .. } => {
                self.lines += shoe.len();
                Ok(())
            }
            Answer::Refused { again: false, .. } => Ok(()),
            Answer::Accepted { .. } | Answer::Refused { .. } => {
                Err(Failure::refused(format!("the ledger already knows the command {id}")))
            }
        }
    }

    /// Lines of the shoes' public records, under the command that they come with.
    fn shoe_drafts(&mut self, id: &CommandId, at: Time, lines: &[Line]) -> Result<Vec<Draft>, Failure> {
        let mut drafts: Vec<Draft> = Vec::new();
        for line in lines {
            if let Line::Sealed { of, .. } = line {
                self.shoe = of.number;
            }
            let stream = shoe_stream(self.log.stream().name(), self.shoe).map_err(text)?;
            let payload = shoe_payload(line).map_err(text)?;
            match drafts.last_mut().filter(|last| last.stream == stream) {
                Some(last) => last.payloads.push(payload),
                None => drafts.push(Draft::note(stream, id.clone(), at, recorder(), payload)),
            }
        }
        Ok(drafts)
    }

    /// Adds the last lines of the shoe's public record, signs where everything stands, and closes the ledger.
    pub fn close(mut self, at: Time, shoe: &[Line]) -> Result<Signed, Failure> {
        let last = self.shoe_drafts(&"close".parse().map_err(text)?, at, shoe)?;
        let LogWriter { runtime, ledger, key, .. } = self;
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
