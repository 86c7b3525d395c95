//! Witnesses outside the house, to whom it sends its checkpoints: who they are, and what they say.

use office::signer::Signer;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::sync::Mutex;
use std::task::Poll;
use std::time::Duration;
use table::Time;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use utoipa::ToSchema;
use witness::{Note, PublicKey};

/// How long a witness may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest answer that is read.
const LONGEST: u64 = 1 << 16;

/// A witness, as the settings name it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessAt {
    /// Where it listens, such as `127.0.0.1:8400`. It speaks HTTP.
    pub address: String,
    /// What it is called, as its signatures say.
    pub name: String,
    /// Its public key, in 64 hexadecimal digits.
    pub key: String,
}

/// What a witness has signed last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Witnessed {
    /// The witness.
    pub witness: String,
    /// When it signed last, by its own clock; nothing if it never has since the house opened.
    #[schema(value_type = Option<i64>)]
    pub at: Option<Time>,
    /// Up to how many leaves.
    pub size: u64,
    /// Why it has not signed since, if it has not.
    pub silent: Option<String>,
}

/// What became of sending a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It was signed, or there is nothing to send yet.
    Signed,
    /// The witness does not answer as it should.
    Silent(String),
    /// The witness knows a newer log, or another one.
    Disagrees(String),
}

/// All witnesses of a house.
pub struct Witnesses {
    all: Vec<WitnessAt>,
    said: Mutex<Vec<Witnessed>>,
}

impl Witnesses {
    /// These.
    pub fn new(all: Vec<WitnessAt>) -> Witnesses {
        let unheard =
            |at: &WitnessAt| Witnessed { witness: at.name.clone(), at: None, size: 0, silent: None };
        let said = Mutex::new(all.iter().map(unheard).collect());
        Witnesses { all, said }
    }

    /// What each has signed last.
    pub fn said(&self) -> Vec<Witnessed> {
        self.said.lock().map(|said| said.clone()).unwrap_or_default()
    }

    /// Sends the last checkpoint to all of them at once: whoever is silent keeps nobody waiting for longer than one would. Says what those say
    /// who know a newer log, or another.
    pub async fn send(&self, signer: &Signer) -> Vec<String> {
        let mut disagree = Vec::new();
        let asked = self.all.iter().enumerate().map(|(place, at)| self.send_to(place, at, signer));
        for ((place, at), sent) in self.all.iter().enumerate().zip(all_of(asked).await) {
            match sent {
                Sent::Signed => {}
                Sent::Silent(why) => {
                    tracing::warn!(witness = at.name, why, "the log was not witnessed");
                    self.note(place, |said| said.silent = Some(why));
                }
                Sent::Disagrees(why) => {
                    self.note(place, |said| said.silent = Some(why.clone()));
                    disagree.push(format!("the witness {}: {why}", at.name));
                }
            }
        }
        disagree
    }

    fn note(&self, place: usize, change: impl FnOnce(&mut Witnessed)) {
        if let Some(said) = self.said.lock().ok().as_mut().and_then(|said| said.get_mut(place)) {
            change(said);
        }
    }

    async fn send_to(&self, place: usize, at: &WitnessAt, signer: &Signer) -> Sent {
        let mut old = self.said().get(place).map_or(0, |said| said.size);
        // The witness may know more than this house remembers: once told its size, it is asked again from there.
        for _ in 0..2 {
            let request = match signer.request(old).await {
                Ok(Some(request)) => request,
                Ok(None) if old == 0 => return Sent::Signed,
                Ok(None) => return Sent::Disagrees(newer(old, 0)),
                Err(fault) => return Sent::Silent(fault.to_string()),
            };
            let size = request.note.checkpoint.size;
            let asked = tokio::time::timeout(PATIENCE, post(&at.address, &request.to_string())).await;
            let (status, body) = match asked {
                Ok(Ok(answer)) => answer,
                Ok(Err(error)) => return Sent::Silent(error.to_string()),
                Err(_) => return Sent::Silent("it takes too long to answer".to_owned()),
            };
            match (status, body.trim().parse::<u64>()) {
                (200, _) => return self.signed(place, at, &request.note, &body),
                (409, Ok(known)) if known > size => return Sent::Disagrees(newer(known, size)),
                (409, Ok(known)) => old = known,
                (422, _) => return Sent::Disagrees(format!("it knows another log of {old} leaves")),
                (status, _) => return Sent::Silent(format!("it answered {status}: {}", body.trim())),
            }
        }
        Sent::Silent("it does not say how far it knows the log".to_owned())
    }

    fn signed(&self, place: usize, at: &WitnessAt, note: &Note, line: &str) -> Sent {
        let cosigned = PublicKey::read(&at.key).and_then(|key| note.cosigned(line, &at.name, &key));
        let Some(seconds) = cosigned else {
            return Sent::Silent("its signature does not hold".to_owned());
        };
        self.note(place, |said| {
            said.at = Some(Time(i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1_000)));
            (said.size, said.silent) = (note.checkpoint.size, None);
        });
        Sent::Signed
    }
}

/// Waits for all of these side by side; what each says, in their order.
async fn all_of<F: Future>(all: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut all: Vec<_> = all.map(|one| (Box::pin(one), None)).collect();
    std::future::poll_fn(|context| {
        for (one, said) in all.iter_mut().filter(|(_, said)| said.is_none()) {
            if let Poll::Ready(answer) = one.as_mut().poll(context) {
                *said = Some(answer);
            }
        }
        match all.iter().all(|(_, said)| said.is_some()) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await;
    all.into_iter().filter_map(|(_, said)| said).collect()
}

fn newer(known: u64, ours: u64) -> String {
    format!("it knows a log of {known} leaves, and this one has {ours}: this log is older")
}

/// Posts a checkpoint. The witness closes the connection after its answer.
async fn post(address: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /add-checkpoint HTTP/1.1\r\nHost: {address}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let bad = || std::io::Error::new(std::io::ErrorKind::InvalidData, "it does not speak HTTP");
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(bad)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(bad)?;
    Ok((status, body.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::Pin;

    /// The first waits for what the second does: one after the other they would never end.
    #[tokio::test]
    async fn all_are_asked_side_by_side_and_answer_in_their_order() {
        type Exchange = Pin<Box<dyn Future<Output = &'static str>>>;
        let (tells, hears) = tokio::sync::oneshot::channel();
        let waits: Exchange = Box::pin(async { hears.await.unwrap_or("nobody told it") });
        let answers: Exchange =
            Box::pin(async { tells.send("told").map_or("nobody heard it", |()| "at once") });
        assert_eq!(all_of([waits, answers].into_iter()).await, ["told", "at once"]);
        assert!(all_of(std::iter::empty::<std::future::Ready<()>>()).await.is_empty());
    }
}
