//! What tournaments and promotions have in common: who asks, what takes two people, their draws, and live feeds.

use super::asked::Visitor;
use super::feed::{Line, Watching, streamed};
use crate::house::House;
use crate::problem::Problem;
use axum::response::Response;
use bytes::Bytes;
use floor::flush::frame;
use people::role::{Power, may};
use people::viewer::Person;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use table::Name;
use tokio::sync::{mpsc, watch};
use utoipa::ToSchema;

/// How often a feed says that it is still there.
const HERE: Duration = Duration::from_secs(5);

/// A part of the house that is not there while it is open for inspectors only.
pub fn running<T>(part: &Option<Arc<T>>) -> Result<&Arc<T>, Problem> {
    part.as_ref().ok_or_else(|| Problem::out_of_service("the house is open for inspectors only"))
}

/// Whoever asks something: signed in, and not too often.
pub fn asking(house: &House, visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    Ok(person)
}

/// Whoever may begin a tournament or a promotion.
pub fn beginning(house: &House, visitor: &Visitor) -> Result<Person, Problem> {
    with_power(visitor, Power::Set)?;
    asking(house, visitor)
}

/// Whoever is signed in and may do something of this kind.
pub fn with_power(visitor: &Visitor, power: Power) -> Result<&Person, Problem> {
    let person = &visitor.signed_in()?.person;
    match may(person.role, power) {
        true => Ok(person),
        false => Err(Problem::not_yours(format!("a {} may not do this", person.role))),
    }
}

/// A part that somebody takes in what two people do.
pub enum Part {
    /// Neither.
    None,
    /// One proposes it.
    Proposes,
    /// Another approves what this person proposed, if it is still there.
    Approves(Option<Name>),
}

/// Whoever proposes or approves has proved again who they are, and whoever approves may be the second of that first person.
pub async fn prove(house: &House, visitor: &Visitor, person: &Person, part: Part) -> Result<(), Problem> {
    if matches!(part, Part::Proposes | Part::Approves(_)) {
        visitor.signed_in()?.confirmed()?;
    }
    if let Part::Approves(Some(first)) = part {
        house.people.may_second(person, &first.0).await?;
    }
    Ok(())
}

/// What the house committed to before a draw.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct DrawSealed {
    /// Counted from 1, without a gap.
    number: u32,
    /// What is drawn for.
    purpose: String,
    /// The seal of the draw before.
    previous: String,
    /// The hash of the seed.
    seed_hash: String,
}

/// Who may not come into the same part of the order.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct DrawApart {
    /// The sizes of the parts.
    parts: Vec<usize>,
    /// Groups of whom no two come into one part.
    groups: Vec<Vec<String>>,
}

/// A draw that anybody can check, as docs/draw.md describes it.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct DrawRecord {
    /// `croupier-draw-1`.
    method: String,
    /// What was committed to first.
    sealed: DrawSealed,
    /// The seal.
    seal: String,
    /// The list that was drawn from.
    list: Vec<String>,
    /// Its root.
    root: String,
    /// The text from outside the house.
    mix: String,
    /// The seed.
    seed: String,
    /// What restricts the order.
    apart: DrawApart,
    /// How many orders were passed over because of that.
    passed_over: u32,
    /// The order: places in the list, counted from 0.
    order: Vec<usize>,
}

/// Something that a browser follows live.
pub trait Followed: Send + 'static {
    /// What says that something has changed.
    type Change: Send;

    /// Who follows it.
    fn watching(&self) -> &Watching;

    /// Waits for the next change; nothing once there is none to come. Stopping to wait loses no change.
    fn change(&mut self) -> impl Future<Output = Option<Self::Change>> + Send;

    /// What is sent of it.
    fn message(&self, change: Self::Change) -> impl Future<Output = Bytes> + Send;
}

/// The feed of something: first this, then a message for every change, and now and then that the house is still there.
pub fn live(house: &House, first: Bytes, followed: impl Followed) -> Response {
    let (sent, received) = mpsc::channel(4);
    live_over(house, first, followed, Line { sent, marker: None });
    streamed(received)
}

/// The same over a line that may carry other feeds too.
pub fn live_over(house: &House, first: Bytes, followed: impl Followed, line: Line) {
    tokio::spawn(tell(first, followed, line, house.stopping()));
}

async fn tell(first: Bytes, mut followed: impl Followed, line: Line, mut stopping: watch::Receiver<bool>) {
    let mut here = tokio::time::interval_at(tokio::time::Instant::now() + HERE, HERE);
    let mut message = first;
    loop {
        if !line.send(message).await {
            return;
        }
        message = tokio::select! {
            change = followed.change() => match change {
                Some(change) => followed.message(change).await,
                None => break,
            },
            _ = here.tick() => match followed.watching().holds() {
                true => Bytes::from_static(b": here\n\n"),
                false => break,
            },
            _ = stopping.changed() => break,
            () = line.sent.closed() => return,
        };
    }
    // Whoever is gone need not be told.
    line.send(frame("bye", None, &serde_json::json!({}))).await;
}
