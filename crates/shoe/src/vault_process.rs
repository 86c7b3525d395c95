//! A vault in a process of its own, so that no memory of any other part ever holds an undealt card.
//!
//! The vault's process has one socket, to whoever asks. Requests and answers are lines of JSON, each with a number, so that many
//! may be under way at once. It ends when its socket does, so it never outlives whoever asks it. A house is handed a new socket by
//! its parent when the vault was started again; what was under way is then asked again, which every question allows.

use crate::keeper::{Answer, Custody, Keeper, Question, Request};
use crate::node_secret::NodeSecret;
use crate::vault::Vault;
use crate::vault_fault::VaultFault;
use crate::wire::{HELLO, LineSeal, Meeting, Socket, VaultAt, nonce};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The longest line: a checkpoint tells of every stream that has moved.
pub(crate) const LONGEST: usize = 1 << 24;

/// How long a house waits for a vault that is started again.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is answered, and once at the start, when the vault is open or cannot be opened.
type Reply = Result<Answer, VaultFault>;

/// The number of the answer that comes first, unasked.
pub(crate) const GREETING: u64 = 0;

#[derive(Serialize, Deserialize)]
struct Envelope<Q> {
    id: u64,
    question: Q,
}

#[derive(Serialize, Deserialize)]
struct Answered {
    id: u64,
    reply: Reply,
}

/// Answers until nobody asks any more: what the vault's process does. A vault that could not be opened is reported to whoever
/// asks. Everything that has come is answered together, after one sync.
pub fn serve(vault: Result<Vault, VaultFault>, socket: impl Read + Write) -> io::Result<()> {
    match answer_until_left(vault, socket) {
        // Whoever asked has ended without waiting for the last answer: that is how a house stops.
        Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe) => {
            Ok(())
        }
        answered => answered,
    }
}

fn answer_until_left(vault: Result<Vault, VaultFault>, mut socket: impl Read + Write) -> io::Result<()> {
    let vault = match vault {
        Ok(vault) => vault,
        Err(fault) => return socket.write_all(&line(GREETING, &Err(fault))?),
    };
    socket.write_all(&line(GREETING, &Ok(Answer::Done))?)?;
    let mut waiting = Vec::new();
    let mut place = vec![0; 1 << 16];
    loop {
        let more = match socket.read(&mut place) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        waiting.extend_from_slice(&place[..more]);
        let whole = waiting.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let answers = answer_all(&vault, &waiting[..whole])?;
        waiting.drain(..whole);
        if waiting.len() > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is too long"));
        }
        socket.write_all(&answers)?;
    }
}

fn answer_all(vault: &Vault, lines: &[u8]) -> io::Result<Vec<u8>> {
    let mut replies = Vec::new();
    for asked in lines.split(|byte| *byte == b'\n').filter(|asked| !asked.is_empty()) {
        replies.push(answer_unsynced(vault, asked));
    }
    let synced = vault.sync();
    let lines: io::Result<Vec<Vec<u8>>> =
        replies.into_iter().map(|(id, reply)| line(id, &synced.clone().and(reply))).collect();
    Ok(lines?.concat())
}

/// The answer to one line, with its number, before it is synced.
pub(crate) fn answer_unsynced(vault: &Vault, asked: &[u8]) -> (u64, Reply) {
    match serde_json::from_slice::<Envelope<Question>>(asked) {
        Ok(Envelope { id, question }) => (id, vault.answer_unsynced(&question)),
        Err(error) => (number_of(asked), Err(VaultFault::Process(format!("not a request: {error}")))),
    }
}

/// The number of a request that cannot be read otherwise.
pub(crate) fn number_of(asked: &[u8]) -> u64 {
    #[derive(Deserialize)]
    struct Number {
        id: u64,
    }
    serde_json::from_slice::<Number>(asked).map_or(GREETING, |number| number.id)
}

pub(crate) fn line(id: u64, reply: &Reply) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(&Answered { id, reply: reply.clone() })?;
    line.push(b'\n');
    Ok(line)
}

/// Hands a socket to the process at the other end.
pub fn hand_over(to: &UnixStream, socket: &UnixStream) -> io::Result<()> {
    let sockets = [socket.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut also = SendAncillaryBuffer::new(&mut space);
    also.push(SendAncillaryMessage::ScmRights(&sockets));
    sendmsg(to, &[IoSlice::new(b"v")], &mut also, SendFlags::empty())?;
    Ok(())
}

/// The next socket that is handed over; nothing when there will be no more.
fn handed(from: &UnixStream) -> io::Result<Option<UnixStream>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut also = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let received = recvmsg(from, &mut [IoSliceMut::new(&mut byte)], &mut also, RecvFlags::CMSG_CLOEXEC)?;
    if received.bytes == 0 {
        return Ok(None);
    }
    let fds = also.drain().flat_map(|message| match message {
        RecvAncillaryMessage::ScmRights(fds) => fds.collect::<Vec<OwnedFd>>(),
        _ => Vec::new(),
    });
    Ok(fds.last().map(UnixStream::from))
}

/// Where a socket to the vault comes from.
enum Source {
    /// From the parent, anew whenever the vault was started again.
    Parent(UnixStream),
    /// The vault was started by this process. There is one socket.
    Child(Child, Option<UnixStream>),
    /// A vault that several nodes share.
    Shared(SharedVault),
}

/// How a shared vault is asked.
struct SharedVault {
    at: VaultAt,
    secret: NodeSecret,
    /// The lease of the log under which this node asks.
    epoch: u64,
}

/// A socket, and what seals its lines where it is shared.
struct Wire {
    socket: Socket,
    seals: Option<(LineSeal, LineSeal)>,
}

impl SharedVault {
    /// Connects, and both ends prove to be of this house. Tried again until there is no time left: a vault may be about to start.
    fn connect(&self, until: Instant) -> io::Result<Wire> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.meet(left.max(Duration::from_millis(1))) {
                Err(_) if left > AGAIN => std::thread::sleep(AGAIN),
                met => return met,
            }
        }
    }

    fn meet(&self, patience: Duration) -> io::Result<Wire> {
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "it is not the vault of this house");
        let mut socket = Socket::connect(&self.at, patience)?;
        socket.set_read_timeout(Some(patience))?;
        // Byte by byte, so that nothing of what follows is taken with it.
        let hello = text_line(&mut socket)?;
        let (word, vaults) = hello.split_once(' ').ok_or_else(bad)?;
        let vaults: Option<[u8; 32]> = hex::decode(vaults).ok().and_then(|bytes| bytes.try_into().ok());
        let vaults = vaults.filter(|_| word == HELLO).ok_or_else(bad)?;
        let meeting = Meeting { vaults, nodes: nonce()?, epoch: self.epoch };
        let proof = hex::encode(meeting.node(&self.secret));
        socket.write_all(format!("{} {} {proof}\n", hex::encode(meeting.nodes), self.epoch).as_bytes())?;
        let answer = hex::decode(text_line(&mut socket)?).map_err(|_| bad())?;
        match meeting.is_vault(&self.secret, &answer) {
            true => Ok(Wire { socket, seals: Some(meeting.seals(&self.secret)) }),
            false => Err(bad()),
        }
    }
}

/// How long it is waited before a shared vault is tried again.
const AGAIN: Duration = Duration::from_millis(100);

/// A short line of plain text.
fn text_line(from: &mut impl Read) -> io::Result<String> {
    let (mut text, mut byte) = (Vec::new(), [0]);
    while text.len() < 1 << 10 {
        from.read_exact(&mut byte)?;
        if byte[0] == b'\n' {
            return String::from_utf8(text).map_err(io::Error::other);
        }
        text.push(byte[0]);
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "the line is too long"))
}

/// A vault in a process of its own: this part knows only what is public.
pub struct VaultProcess {
    source: Mutex<Source>,
    line: Mutex<Option<Arc<Line>>>,
}

/// A socket to the vault, and who waits for which answer.
struct Line {
    requests: Mutex<(Socket, Option<LineSeal>)>,
    waiting: Mutex<Waiting>,
    /// Read by a thread that starts with the first question: a process is shut in before it starts threads.
    answers: Mutex<Option<Answers>>,
    /// How long an answer may take, where the vault may be out of reach.
    patience: Option<Duration>,
}

/// What comes over a line.
struct Answers {
    from: BufReader<Socket>,
    seal: Option<LineSeal>,
}

impl Answers {
    /// The next answer; nothing at the end.
    fn next(&mut self) -> io::Result<Option<Answered>> {
        let mut line = Vec::new();
        self.from.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line)?;
        let text = match (line.last(), &mut self.seal) {
            (Some(b'\n'), Some(seal)) => seal.take(&line)?,
            (Some(b'\n'), None) => &line,
            _ => return Ok(None),
        };
        Ok(Some(serde_json::from_slice(text)?))
    }
}

#[derive(Default)]
struct Waiting {
    last: u64,
    over: bool,
    answers: HashMap<u64, SyncSender<Reply>>,
}

impl VaultProcess {
    /// Starts the process, such as `croupier shoe vault FOLDER --key FILE`, and waits until its vault is open.
    pub fn start(command: &mut Command) -> Result<VaultProcess, VaultFault> {
        let fault = |error: io::Error| VaultFault::Process(format!("cannot start the vault: {error}"));
        let (ours, its) = UnixStream::pair().map_err(fault)?;
        let child =
            command.stdin(Stdio::from(OwnedFd::from(its))).stdout(Stdio::null()).spawn().map_err(fault)?;
        VaultProcess::over(Source::Child(child, Some(ours)))
    }

    /// The vault whose sockets the parent hands over through this one; waits until it is open.
    pub fn handed(by: UnixStream) -> Result<VaultProcess, VaultFault> {
        VaultProcess::over(Source::Parent(by))
    }

    /// A vault that several nodes share, asked under this lease of the log; waits until it is open. It answers nobody who comes with an older lease
    /// than another node has.
    pub fn shared(at: &VaultAt, secret: &NodeSecret, epoch: u64) -> Result<VaultProcess, VaultFault> {
        let shared = SharedVault { at: at.clone(), secret: secret.clone(), epoch };
        VaultProcess::over(Source::Shared(shared))
    }

    fn over(source: Source) -> Result<VaultProcess, VaultFault> {
        let vault = VaultProcess { source: Mutex::new(source), line: Mutex::default() };
        vault.line(None, Instant::now() + PATIENCE)?;
        Ok(vault)
    }

    /// The number of the process, if this one started it.
    pub fn id(&self) -> Option<u32> {
        match &*self.source.lock().ok()? {
            Source::Child(child, _) => Some(child.id()),
            Source::Parent(_) | Source::Shared(_) => None,
        }
    }

    /// A line to the vault that is not this one, which has ended.
    fn line(&self, ended: Option<&Arc<Line>>, until: Instant) -> Result<Arc<Line>, VaultFault> {
        let mut line = self.line.lock().map_err(|_| VaultFault::died())?;
        if let Some(open) = line.as_ref().filter(|open| ended.is_none_or(|ended| !Arc::ptr_eq(open, ended))) {
            return Ok(open.clone());
        }
        loop {
            let opened = match self.next_socket(until) {
                Ok(wire) => Line::open(wire, until)?,
                Err(error) => return Err(silent(&error.to_string())),
            };
            if let Some(opened) = opened {
                *line = Some(opened.clone());
                return Ok(opened);
            }
        }
    }

    fn next_socket(&self, until: Instant) -> io::Result<Wire> {
        let gone = || io::Error::new(io::ErrorKind::BrokenPipe, "it has ended");
        let mut source = self.source.lock().map_err(|_| gone())?;
        match &mut *source {
            Source::Child(_, socket) => socket.take().map(plain).ok_or_else(gone),
            Source::Shared(shared) => shared.connect(until),
            Source::Parent(parent) => {
                let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
                parent.set_read_timeout(Some(left))?;
                handed(parent)?.map(plain).ok_or_else(gone)
            }
        }
    }
}

/// A socket between two processes that one parent has started.
fn plain(socket: UnixStream) -> Wire {
    Wire { socket: Socket::Unix(socket), seals: None }
}

fn silent(why: &str) -> VaultFault {
    VaultFault::Process(format!("the vault's process does not answer: {why}"))
}

impl Keeper for VaultProcess {
    fn answer(&self, request: &Request) -> Reply {
        self.ask(&Question::Shoe(request.clone()))
    }
}

impl Custody for VaultProcess {
    fn ask(&self, question: &Question) -> Reply {
        let until = Instant::now() + PATIENCE;
        let mut line = self.line(None, until)?;
        loop {
            if let Some(reply) = line.ask(question) {
                return reply;
            }
            // It ended before it answered. Whatever was done is done, and asking again gives the same.
            line = self.line(Some(&line), until)?;
        }
    }
}

impl Line {
    /// Opens a line, and waits until the vault is open; nothing if the vault ended before.
    fn open(wire: Wire, until: Instant) -> Result<Option<Arc<Line>>, VaultFault> {
        let Wire { socket, seals } = wire;
        let patience = seals.is_some().then_some(PATIENCE);
        let (ours, its) = seals.map_or((None, None), |(ours, its)| (Some(ours), Some(its)));
        let fault = |error: io::Error| silent(&error.to_string());
        let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        socket.set_read_timeout(Some(left)).map_err(fault)?;
        let mut answers = Answers { from: BufReader::new(socket.try_clone().map_err(fault)?), seal: its };
        match answers.next() {
            Ok(Some(Answered { reply, .. })) => reply.map(drop)?,
            Ok(None) => return Ok(None),
            Err(error) => return Err(fault(error)),
        }
        socket.set_read_timeout(None).map_err(fault)?;
        let answers = Mutex::new(Some(answers));
        let (requests, waiting) = (Mutex::new((socket, ours)), Mutex::default());
        Ok(Some(Arc::new(Line { requests, waiting, answers, patience })))
    }

    fn start_reading(self: &Arc<Line>) -> Option<()> {
        let Some(answers) = self.answers.lock().ok()?.take() else { return Some(()) };
        let line = self.clone();
        let reader = std::thread::Builder::new().name("vault".into());
        reader.spawn(move || line.read(answers)).ok().map(drop)
    }

    /// Asks, and waits for the answer; nothing if the line ended.
    fn ask(self: &Arc<Line>, question: &Question) -> Option<Reply> {
        self.start_reading()?;
        let (sender, answer) = sync_channel(1);
        let id = {
            let mut waiting = self.waiting.lock().ok().filter(|waiting| !waiting.over)?;
            waiting.last += 1;
            let id = waiting.last;
            waiting.answers.insert(id, sender);
            id
        };
        let mut asked = serde_json::to_vec(&Envelope { id, question }).ok()?;
        asked.push(b'\n');
        {
            let mut requests = self.requests.lock().ok()?;
            let (socket, seal) = &mut *requests;
            let asked = seal.as_mut().map_or_else(|| asked.clone(), |seal| seal.put(&asked));
            socket.write_all(&asked).ok()?;
        }
        match self.patience {
            None => answer.recv().ok(),
            Some(patience) => answer.recv_timeout(patience).ok().or_else(|| {
                // Nobody else waits on a line that is dead.
                self.end();
                None
            }),
        }
    }

    fn end(&self) {
        if let Ok(requests) = self.requests.lock() {
            requests.0.shutdown();
        }
    }

    /// Gives every answer to whoever waits for it, until the line ends.
    fn read(&self, mut answers: Answers) {
        while let Ok(Some(Answered { id, reply })) = answers.next() {
            let waits = self.waiting.lock().ok().and_then(|mut waiting| waiting.answers.remove(&id));
            // Nobody waits for an answer twice, so there is room.
            if let Some(sender) = waits {
                let _ = sender.send(reply);
            }
        }
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.over = true;
            waiting.answers.clear();
        }
    }
}

impl Drop for VaultProcess {
    /// Ends the process that this one started, and waits for it, so that the vault can be opened again.
    fn drop(&mut self) {
        if let Ok(mut line) = self.line.lock()
            && let Some(line) = line.take()
        {
            line.end();
        }
        if let Ok(mut source) = self.source.lock()
            && let Source::Child(child, socket) = &mut *source
        {
            drop(socket.take());
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A socket that says this whatever is done with it.
    struct Says(io::ErrorKind);

    impl Read for Says {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
    }

    impl Write for Says {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_house_that_ends_before_its_last_answer_is_no_fault_of_the_vault() {
        let lost = || Err(VaultFault::Process("not there".into()));
        for gone in [io::ErrorKind::ConnectionReset, io::ErrorKind::BrokenPipe] {
            assert!(serve(lost(), Says(gone)).is_ok(), "{gone}");
        }
        assert!(serve(lost(), Says(io::ErrorKind::PermissionDenied)).is_err());
    }
}
