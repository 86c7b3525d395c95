//! Style sheet, scripts, fonts and drawings: inside the binary, each with the hash by which a browser knows that it has it.

use super::cards;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use merkle::sha256;
use std::sync::LazyLock;

/// A file that browsers ask for.
struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    tag: String,
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const FONT: &str = "font/woff2";

macro_rules! assets {
    ($($kind:ident: $($name:literal)+;)+) => {
        [$($(Asset::new($name, $kind, include_bytes!(concat!("../", $name))),)+)+]
    };
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let files = assets! {
        CSS: "web/house.css";
        SCRIPT:
            "rooms/dealer/room.js"
            "rooms/enrol/room.js"
            "rooms/history/room.js"
            "rooms/library/room.js"
            "rooms/lobby/room.js"
            "rooms/people/room.js"
            "rooms/pit/room.js"
            "rooms/reports/room.js"
            "rooms/shoes/room.js"
            "rooms/shoes/verify.js"
            "rooms/sign/room.js"
            "rooms/signin/room.js"
            "rooms/slip/room.js"
            "rooms/table/room.js"
            "rooms/watch/note.js"
            "rooms/watch/replay.js"
            "rooms/watch/room.js"
            "rooms/watch/time.js"
            "web/api.js"
            "web/cards.js"
            "web/chips.js"
            "web/clauses.js"
            "web/feed.js"
            "web/roads.js"
            "web/say.js"
            "web/shell.js"
            "web/shoe_line.js";
        DRAWING: "web/favicon.svg" "web/felt.svg";
        FONT: "web/inter.woff2" "web/marcellus.woff2";
    };
    let drawn = Asset::new("web/cards.svg", DRAWING, cards::sprite().as_bytes());
    files.into_iter().chain([drawn]).collect()
});

impl Asset {
    fn new(name: &'static str, kind: &'static str, bytes: &'static [u8]) -> Asset {
        let hash = sha256(&[bytes]).to_string();
        Asset { name, kind, bytes, tag: format!("\"{}\"", &hash[..20]) }
    }
}

/// A file by its name; nothing new to whoever has it already.
pub async fn get(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    let about = [
        (header::CONTENT_TYPE, asset.kind),
        (header::ETAG, asset.tag.as_str()),
        (header::CACHE_CONTROL, "public, no-cache"),
    ];
    if known.is_some_and(|known| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.tag))
    {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, asset.bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where an import leads, from the file that has it.
    fn leads(from: &str, to: &str) -> String {
        let mut way: Vec<&str> = from.split('/').collect();
        way.pop();
        for step in to.split('/') {
            match step {
                "." => {}
                ".." => _ = way.pop(),
                step => way.push(step),
            }
        }
        way.join("/")
    }

    #[test]
    fn every_file_beside_the_pages_is_served_and_nothing_is_asked_for_in_vain() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![source.join("web"), source.join("rooms")];
        while let Some(folder) = folders.pop() {
            for file in std::fs::read_dir(folder).expect("a folder") {
                let path = file.expect("a file").path();
                let name = path.strip_prefix(&source).expect("below it").to_str().expect("a plain name");
                match path.extension().and_then(|ending| ending.to_str()) {
                    None => folders.push(path),
                    Some("rs" | "ftl" | "md") => {}
                    Some(_) => assert!(ASSETS.iter().any(|asset| asset.name == name), "{name} is not served"),
                }
            }
        }
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            let text = std::str::from_utf8(asset.bytes).expect("UTF-8");
            for asked in text.lines().filter_map(|line| line.split_once(" from '")).map(|(_, rest)| rest) {
                let name = leads(asset.name, asked.trim_end_matches("';"));
                assert!(ASSETS.iter().any(|asset| asset.name == name), "{} asks for {name}", asset.name);
            }
        }
    }
}
