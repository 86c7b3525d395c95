//! Everything that happened in one go, ready for everybody who watches.

use crate::view::audience::Published;
use crate::view::{Board, View, You};
use bytes::Bytes;
use people::role::Role;
use people::viewer::Viewer;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use table::Name;

/// What happened since the last flush. It is encoded once for all who are told the same.
pub struct Flush {
    /// The event before the first of these.
    pub after: Option<u64>,
    /// The last of these.
    pub seq: u64,
    /// The events.
    pub published: Vec<Arc<Published>>,
    /// The table after them.
    pub board: Board,
    /// The affairs of those whom they concern.
    pub you: BTreeMap<Name, You>,
    /// The table as staff see it, where any watch.
    pub staff: BTreeMap<Role, View>,
    /// When it was put together.
    pub made: Instant,
    shared: OnceLock<Bytes>,
}

#[derive(Serialize)]
struct Happened<'f, E: Serialize> {
    after: Option<u64>,
    seq: u64,
    events: Vec<E>,
    state: &'f Board,
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<&'f You>,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<&'f View>,
}

impl Flush {
    /// Puts it together.
    pub fn new(
        after: Option<u64>,
        seq: u64,
        published: Vec<Arc<Published>>,
        board: Board,
        you: BTreeMap<Name, You>,
        staff: BTreeMap<Role, View>,
    ) -> Flush {
        Flush { after, seq, published, board, you, staff, made: Instant::now(), shared: OnceLock::new() }
    }

    /// What this viewer is told.
    pub fn frame(&self, viewer: &Viewer) -> Bytes {
        if let Some(role) = viewer.staff() {
            let events = self.published.iter().map(|published_event| published_event.to_staff()).collect();
            return self.encoded(events, None, self.staff.get(&role));
        }
        if let Some((name, you)) = viewer.player().and_then(|name| self.you.get_key_value(name)) {
            let events =
                self.published.iter().filter_map(|published_event| published_event.to_player(name)).collect();
            return self.encoded(events, Some(you), None);
        }
        self.shared
            .get_or_init(|| {
                let events =
                    self.published.iter().filter_map(|published_event| published_event.to_all()).collect();
                self.encoded(events, None, None)
            })
            .clone()
    }

    fn encoded<E: Serialize>(&self, events: Vec<E>, you: Option<&You>, view: Option<&View>) -> Bytes {
        let happened = Happened { after: self.after, seq: self.seq, events, state: &self.board, you, view };
        frame("happened", Some(self.seq), &happened)
    }
}

/// One message of a feed.
pub fn frame(event: &str, id: Option<u64>, data: &impl Serialize) -> Bytes {
    let mut bytes = Vec::with_capacity(2_048);
    if let Some(id) = id {
        bytes.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    bytes.extend_from_slice(format!("event: {event}\ndata: ").as_bytes());
    if let Err(error) = serde_json::to_writer(&mut bytes, data) {
        tracing::error!(%error, "a message could not be written");
        return Bytes::new();
    }
    bytes.extend_from_slice(b"\n\n");
    Bytes::from(bytes)
}
