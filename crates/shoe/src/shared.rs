//! One vault for all nodes of a house: it answers whoever proves to be a node, under the highest lease that it has heard of, and nobody who
//! comes with an older one.

use crate::node_secret::NodeSecret;
use crate::vault::Vault;
use crate::vault_fault::VaultFault;
use crate::vault_process::{GREETING, LONGEST, answer_unsynced, line, number_of};
use crate::wire::{HELLO, LineSeal, Meeting, Socket, VaultDoor, nonce};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long somebody may take to prove to be a node.
const TO_PROVE: Duration = Duration::from_secs(5);
/// The most lines at once.
const MOST: usize = 64;
/// How often it looks whether it is to end.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };

/// A line to somebody.
struct Guest {
    socket: Socket,
    since: Instant,
    waiting: Vec<u8>,
    unsent: Vec<u8>,
    stands: Stands,
}

enum Stands {
    /// It was told this number and has not proved to be a node.
    Met([u8; 32]),
    /// It is a node that came under this lease.
    Node { epoch: u64, from: LineSeal, to: LineSeal },
    /// The line is over once everything is sent.
    Over,
}

/// Answers nodes until it is told to stop.
pub fn serve_shared(
    vault: &Vault,
    door: &VaultDoor,
    secret: &NodeSecret,
    stop: &AtomicBool,
) -> io::Result<()> {
    let mut guests: Vec<Guest> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let comes = wait(door, &guests)?;
        if comes {
            while let Some(socket) = door.next() {
                if guests.len() < MOST {
                    guests.extend(Guest::meet(socket).ok());
                }
            }
        }
        answer(vault, secret, &mut guests)?;
        guests.retain_mut(|guest| guest.send() && guest.stays());
    }
    Ok(())
}

/// Waits until somebody comes, says something or takes more; says whether somebody comes.
fn wait(door: &VaultDoor, guests: &[Guest]) -> io::Result<bool> {
    let mut all = vec![PollFd::new(door, PollFlags::IN)];
    for guest in guests {
        let also = if guest.unsent.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
        all.push(PollFd::new(&guest.socket, PollFlags::IN | also));
    }
    match poll(&mut all, Some(&LOOK)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(!all[0].revents().is_empty()),
        Err(error) => Err(error.into()),
    }
}

/// Reads what has come from everybody, and answers all of it after one sync. Who is new comes first, so that nothing is done any more for
/// whoever comes under an older lease.
fn answer(vault: &Vault, secret: &NodeSecret, guests: &mut [Guest]) -> io::Result<()> {
    let mut replies = Vec::new();
    let is_new = |guest: &Guest| matches!(guest.stands, Stands::Met(_));
    let (new, known): (Vec<usize>, Vec<usize>) = (0..guests.len()).partition(|place| is_new(&guests[*place]));
    for place in new.into_iter().chain(known) {
        let guest = &mut guests[place];
        for asked in guest.lines() {
            match &mut guest.stands {
                Stands::Met(vaults) => {
                    let meeting = proved(*vaults, &asked, secret);
                    guest.stands = match meeting {
                        Some(meeting) => guest.welcome(vault, secret, &meeting)?,
                        None => Stands::Over,
                    };
                }
                Stands::Node { epoch, from, .. } => {
                    let Ok(text) = from.take(&asked) else {
                        guest.stands = Stands::Over;
                        break;
                    };
                    // Asked before anything is done: withholding the answer alone would leave a shoe ended or barred, or a checkpoint signed.
                    let (id, reply) = match vault.check_lease(*epoch) {
                        Ok(()) => answer_unsynced(vault, text),
                        Err(fault) => (number_of(text), Err(fault)),
                    };
                    replies.push((place, id, reply));
                }
                Stands::Over => break,
            }
        }
    }
    if replies.is_empty() {
        return Ok(());
    }
    let synced = vault.sync();
    for (place, id, reply) in replies {
        guests[place].reply(id, synced.clone().and(reply))?;
    }
    Ok(())
}

/// A node's proof, and under which lease it comes.
fn proved(vaults: [u8; 32], line: &[u8], secret: &NodeSecret) -> Option<Meeting> {
    let text = std::str::from_utf8(line).ok()?;
    let mut words = text.split_whitespace();
    let nodes: [u8; 32] = hex::decode(words.next()?).ok()?.try_into().ok()?;
    let meeting = Meeting { vaults, nodes, epoch: words.next()?.parse().ok()? };
    let seal = hex::decode(words.next()?).ok()?;
    meeting.is_node(secret, &seal).then_some(meeting)
}

impl Guest {
    fn meet(socket: Socket) -> io::Result<Guest> {
        let vaults = nonce()?;
        let unsent = format!("{HELLO} {}\n", hex::encode(vaults)).into_bytes();
        let (since, stands) = (Instant::now(), Stands::Met(vaults));
        Ok(Guest { socket, since, waiting: Vec::new(), unsent, stands })
    }

    /// A node that has proved to be one is answered, unless it comes under an older lease than another has.
    fn welcome(&mut self, vault: &Vault, secret: &NodeSecret, meeting: &Meeting) -> io::Result<Stands> {
        let entered = vault.enter(meeting.epoch);
        let (from, mut to) = meeting.seals(secret);
        self.unsent.extend_from_slice(hex::encode(meeting.vault(secret)).as_bytes());
        self.unsent.push(b'\n');
        let over = entered.is_err();
        let greeting = line(GREETING, &entered.map(|()| crate::keeper::Answer::Done))?;
        self.unsent.extend(to.put(&greeting));
        Ok(if over { Stands::Over } else { Stands::Node { epoch: meeting.epoch, from, to } })
    }

    fn reply(&mut self, id: u64, reply: Result<crate::keeper::Answer, VaultFault>) -> io::Result<()> {
        let text = line(id, &reply)?;
        if let Stands::Node { to, .. } = &mut self.stands {
            self.unsent.extend(to.put(&text));
        }
        Ok(())
    }

    /// Every whole line that has come.
    fn lines(&mut self) -> Vec<Vec<u8>> {
        let mut place = [0; 1 << 14];
        loop {
            match self.socket.read(&mut place) {
                Ok(0) => {
                    self.stands = Stands::Over;
                    break;
                }
                Ok(more) => self.waiting.extend_from_slice(&place[..more]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => {
                    self.stands = Stands::Over;
                    break;
                }
            }
            // Strangers have little to say.
            let most = if matches!(self.stands, Stands::Node { .. }) { LONGEST } else { 1 << 10 };
            if self.waiting.len() > most {
                self.stands = Stands::Over;
                break;
            }
        }
        let whole = self.waiting.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let lines: Vec<Vec<u8>> =
            self.waiting[..whole].split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        self.waiting.drain(..whole);
        lines
    }

    /// Sends as much as is taken; `false` if nobody is there any more.
    fn send(&mut self) -> bool {
        while !self.unsent.is_empty() {
            match self.socket.write(&self.unsent) {
                Ok(0) => return false,
                Ok(sent) => drop(self.unsent.drain(..sent)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return false,
            }
        }
        true
    }

    fn stays(&self) -> bool {
        match self.stands {
            Stands::Met(_) => self.since.elapsed() < TO_PROVE,
            Stands::Node { .. } => true,
            Stands::Over => !self.unsent.is_empty() && self.since.elapsed() < TO_PROVE,
        }
    }
}
