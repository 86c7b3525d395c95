//! Where a live feed stands, so that it goes on without a gap when another node takes charge: whole messages are passed on, and the last
//! number of each table is remembered.

use bytes::Bytes;
use std::collections::BTreeMap;

/// A feed as it passes.
#[derive(Default)]
pub(super) struct Passing {
    /// The beginning of a message whose end has not come.
    begun: Vec<u8>,
    /// The table that the messages are of, where a feed has several.
    table: Option<String>,
    /// The last number of each; of the only one under no name.
    last: BTreeMap<Option<String>, u64>,
}

impl Passing {
    /// Takes more of the feed; gives the messages that are whole.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Bytes {
        self.begun.extend_from_slice(bytes);
        let whole = self.begun.windows(2).rposition(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
        let messages: Vec<u8> = self.begun.drain(..whole).collect();
        for message in String::from_utf8_lossy(&messages).split("\n\n") {
            self.note(message);
        }
        messages.into()
    }

    fn note(&mut self, message: &str) {
        let field = |name: &str| {
            let lines = message.lines();
            lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim).next_back()
        };
        if field("event") == Some("table") {
            self.table = field("data").and_then(|name| serde_json::from_str(name).ok());
        }
        if let Some(id) = field("id").and_then(|id| id.parse().ok()) {
            self.last.insert(self.table.clone(), id);
        }
    }

    /// Half a message is forgotten; it comes again as a whole.
    pub(super) fn cut(&mut self) {
        self.begun.clear();
        self.table = None;
    }

    /// The last number, where the feed is of one table.
    pub(super) fn last(&self) -> Option<u64> {
        self.last.get(&None).copied()
    }

    /// The path by which the feed goes on: behind each table the last number that has come of it.
    pub(super) fn path(&self, asked: &str) -> String {
        let Some((path, query)) = asked.split_once('?') else { return asked.to_owned() };
        let part = |part: &str| match part.strip_prefix("tables=") {
            None => part.to_owned(),
            Some(tables) => {
                let tables =
                    tables.replace("%2C", ",").replace("%2c", ",").replace("%3A", ":").replace("%3a", ":");
                let place = |table: &str| {
                    let name = table.split(':').next().unwrap_or_default();
                    match self.last.get(&Some(name.to_owned())) {
                        Some(last) => format!("{name}:{last}"),
                        None => table.to_owned(),
                    }
                };
                format!("tables={}", tables.split(',').map(place).collect::<Vec<_>>().join(","))
            }
        };
        let query: Vec<String> = query.split('&').map(part).collect();
        format!("{path}?{}", query.join("&"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_messages_pass_and_the_last_number_is_known() {
        let mut passing = Passing::default();
        assert_eq!(
            passing.take(b"id: 7\nevent: events\ndata: {}\n\nid: 8\nev"),
            "id: 7\nevent: events\ndata: {}\n\n"
        );
        assert_eq!(passing.last(), Some(7));
        assert_eq!(passing.take(b"ent: events\n"), "");
        assert_eq!(passing.take(b"data: {}\n\n: here\n\n"), "id: 8\nevent: events\ndata: {}\n\n: here\n\n");
        assert_eq!(passing.last(), Some(8));
        assert_eq!(passing.take(b"id: 9\n"), "");
        passing.cut();
        assert_eq!(passing.take(b"id: 9\ndata: {}\n\n"), "id: 9\ndata: {}\n\n");
    }

    #[test]
    fn several_tables_go_on_each_from_its_own_number() {
        let mut passing = Passing::default();
        passing.take(b"event: table\ndata: \"act\"\n\nid: 12\nevent: events\ndata: []\n\n");
        passing.take(b"event: table\ndata: \"nz\"\n\nid: 3\nevent: view\ndata: {}\n\n");
        assert_eq!(passing.path("/api/v1/feed?tables=act:2%2Cnz,qld"), "/api/v1/feed?tables=act:12,nz:3,qld");
        assert_eq!(passing.path("/api/v1/tables/act/feed?after=5"), "/api/v1/tables/act/feed?after=5");
    }
}
