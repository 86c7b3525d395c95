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
        [$($(Asset::new($name, $kind, include_bytes!(concat!("../../assets/", $name))),)+)+]
    };
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let files = assets! {
        CSS: "house.css";
        SCRIPT: "api.js" "cards.js" "chips.js" "clauses.js" "dealer.js" "feed.js" "history.js" "library.js" "lobby.js" "people.js" "pit.js" "replay.js" "reports.js" "roads.js" "say.js"
                "shell.js" "shoe_line.js" "shoes.js" "sign.js" "signin.js" "slip.js" "table.js" "verify.js" "watch.js" "watch_note.js" "watch_time.js";
        DRAWING: "favicon.svg" "felt.svg";
        FONT: "inter.woff2" "marcellus.woff2";
    };
    let drawn = Asset::new("cards.svg", DRAWING, cards::sprite().as_bytes());
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

    #[test]
    fn every_file_of_the_folder_is_served_and_nothing_is_asked_for_in_vain() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        for file in std::fs::read_dir(folder).expect("assets") {
            let name = file.expect("a file").file_name().into_string().expect("a plain name");
            assert!(
                name.ends_with(".md") || ASSETS.iter().any(|asset| asset.name == name),
                "{name} is not served"
            );
        }
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            let text = std::str::from_utf8(asset.bytes).expect("UTF-8");
            for asked in text.lines().filter_map(|line| line.split_once(" from './")).map(|(_, rest)| rest) {
                let name = asked.trim_end_matches("';");
                assert!(ASSETS.iter().any(|asset| asset.name == name), "{} asks for {name}", asset.name);
            }
        }
    }
}
