//! Style sheet, scripts, fonts and drawings: inside the binary, packed once, under a path that changes with any of them, so that a
//! browser may keep them for ever.

use super::cards;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use merkle::sha256;
use std::io::Write;
use std::sync::LazyLock;

/// A file that browsers ask for.
struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    /// The same, packed; nothing where that saves nothing.
    packed: Option<Vec<u8>>,
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
            "rooms/cage/room.js"
            "rooms/claims/room.js"
            "rooms/dealer/layout.js"
            "rooms/dealer/room.js"
            "rooms/dealer/wagers.js"
            "rooms/enrol/room.js"
            "rooms/history/room.js"
            "rooms/library/room.js"
            "rooms/limits/room.js"
            "rooms/lobby/room.js"
            "rooms/people/room.js"
            "rooms/pit/room.js"
            "rooms/promotion/room.js"
            "rooms/promotion_draw/room.js"
            "rooms/reports/room.js"
            "rooms/school/room.js"
            "rooms/school/coups.js"
            "rooms/several/room.js"
            "rooms/shoes/room.js"
            "rooms/shoes/verify.js"
            "rooms/sign/notice.js"
            "rooms/sign/room.js"
            "rooms/approvals/room.js"
            "rooms/signin/room.js"
            "rooms/slip/room.js"
            "rooms/table/favourites.js"
            "rooms/table/payable.js"
            "rooms/table/room.js"
            "rooms/table/why.js"
            "rooms/table/wishes.js"
            "rooms/vouchers/room.js"
            "rooms/tournament/acts.js"
            "rooms/tournament/card.js"
            "rooms/tournament/cards.js"
            "rooms/tournament/console.js"
            "rooms/tournament/desk.js"
            "rooms/tournament/forms.js"
            "rooms/tournament/list.js"
            "rooms/tournament/live.js"
            "rooms/tournament/me.js"
            "rooms/tournament/parts.js"
            "rooms/tournament/public.js"
            "rooms/tournament/screen.js"
            "rooms/tournament/standings.js"
            "rooms/tournament/watch.js"
            "rooms/watch/cage.js"
            "rooms/watch/note.js"
            "rooms/watch/ranks.js"
            "rooms/watch/replay.js"
            "rooms/watch/room.js"
            "rooms/watch/time.js"
            "web/amount.js"
            "web/api.js"
            "web/cards.js"
            "web/chips.js"
            "web/clauses.js"
            "web/count_fields.js"
            "web/counting.js"
            "web/event_text.js"
            "web/feed.js"
            "web/in_order.js"
            "web/house_clock.js"
            "web/line.js"
            "web/money.js"
            "web/place_time.js"
            "web/presence.js"
            "web/promotion.js"
            "web/proof.js"
            "web/roads.js"
            "web/say.js"
            "web/shared_feed.js"
            "web/sharing.js"
            "web/shell.js"
            "web/shoe_line.js"
            "web/sound.js"
            "web/stream.js"
            "web/sum.js"
            "web/ticket_proof.js";
        DRAWING: "web/favicon.svg" "web/felt.svg";
        FONT: "web/inter.woff2" "web/marcellus.woff2";
    };
    let drawn = Asset::new("web/cards.svg", DRAWING, cards::sprite().as_bytes());
    files.into_iter().chain([drawn]).collect()
});

/// What all of them are together, in a few letters.
static EDITION: LazyLock<String> = LazyLock::new(|| {
    let parts: Vec<&[u8]> =
        ASSETS.iter().flat_map(|asset| [asset.name.as_bytes(), asset.tag.as_bytes()]).collect();
    sha256(&parts).to_string()[..16].to_owned()
});

/// The path of a file, under which it will never be another.
pub fn path(name: &str) -> String {
    format!("/assets/{}/{name}", *EDITION)
}

impl Asset {
    fn new(name: &'static str, kind: &'static str, bytes: &'static [u8]) -> Asset {
        let hash = sha256(&[bytes]).to_string();
        let packed = if kind == FONT { None } else { packed(bytes) };
        Asset { name, kind, bytes, packed, tag: format!("W/\"{}\"", &hash[..20]) }
    }

    fn named(name: &str) -> Option<&'static Asset> {
        ASSETS.iter().find(|asset| asset.name == name)
    }
}

fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).ok()?;
    packer.finish().ok().filter(|packed| packed.len() < bytes.len())
}

/// How long a browser may keep what it got.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "public, no-cache";

/// A file by its name, as it is now or under the edition that a page was made with.
fn found(asked: &str) -> Option<(&'static Asset, &'static str)> {
    if let Some(asset) = Asset::named(asked) {
        return Some((asset, ASK_AGAIN));
    }
    let (edition, name) = asked.split_once('/')?;
    // A page that was made before an upgrade gets what there is now, and does not keep it.
    let keep = if edition == *EDITION { FOR_EVER } else { ASK_AGAIN };
    Asset::named(name).map(|asset| (asset, keep))
}

/// A file; nothing new to whoever has it already, and packed for whoever can unpack it.
pub async fn get(asked: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    let Some((asset, keep)) = asked.ok().and_then(|Path(asked)| found(&asked)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let header_text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let about = [
        (header::CONTENT_TYPE, asset.kind),
        (header::ETAG, asset.tag.as_str()),
        (header::CACHE_CONTROL, keep),
        (header::VARY, "accept-encoding"),
    ];
    if header_text(header::IF_NONE_MATCH).split(',').any(|tag| bare(tag) == bare(&asset.tag)) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    match &asset.packed {
        Some(packed) if unpacks(header_text(header::ACCEPT_ENCODING)) => {
            let mut response = (about, packed.as_slice()).into_response();
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response
        }
        _ => (about, asset.bytes).into_response(),
    }
}

/// A tag without its sign of weakness.
fn bare(tag: &str) -> &str {
    tag.trim().trim_start_matches("W/")
}

/// Does whoever sends this `Accept-Encoding` unpack gzip?
fn unpacks(accepts: &str) -> bool {
    accepts.split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = quality.trim().strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0_f32);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A brace that is never closed takes every rule after it along.
    #[test]
    fn the_style_sheet_closes_what_it_opens() {
        let mut open = Vec::new();
        for (nth, line) in include_str!("house.css").lines().enumerate() {
            for letter in line.chars() {
                match letter {
                    '{' => open.push(nth + 1),
                    '}' => assert!(open.pop().is_some(), "line {}", nth + 1),
                    _ => {}
                }
            }
        }
        assert_eq!(open, Vec::<usize>::new());
    }

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
                    Some("rs" | "ftl" | "md" | "ts") => {}
                    Some(_) => assert!(ASSETS.iter().any(|asset| asset.name == name), "{name} is not served"),
                }
            }
        }
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            let text = std::str::from_utf8(asset.bytes).expect("UTF-8");
            let code = text.lines().filter(|line| !line.trim_start().starts_with('/'));
            for asked in code.filter_map(|line| line.split_once(" from '")).map(|(_, rest)| rest) {
                let name = leads(asset.name, asked.trim_end_matches("';"));
                assert!(ASSETS.iter().any(|asset| asset.name == name), "{} asks for {name}", asset.name);
            }
        }
    }

    async fn asked(name: &str, accepts: &'static str) -> (HeaderMap, Vec<u8>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepts));
        let (head, body) = get(Ok(Path(name.to_owned())), headers).await.into_parts();
        assert_eq!(head.status, StatusCode::OK, "{name}");
        (head.headers, axum::body::to_bytes(body, usize::MAX).await.expect("a body").to_vec())
    }

    #[tokio::test]
    async fn files_of_this_edition_are_kept_for_ever_and_those_of_another_are_not() {
        let now = path("web/house.css");
        let (headers, _) = asked(now.trim_start_matches("/assets/"), "").await;
        assert_eq!(headers[header::CACHE_CONTROL], FOR_EVER);
        for other in ["web/house.css", "0123456789abcdef/web/house.css"] {
            assert_eq!(asked(other, "").await.0[header::CACHE_CONTROL], ASK_AGAIN, "{other}");
        }
        assert!(found("0123456789abcdef/web/none.css").is_none());
        assert!(found("a/b/web/house.css").is_none());
    }

    #[tokio::test]
    async fn files_are_packed_for_whoever_unpacks_them() {
        for (accepts, packs) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("br", false),
            ("", false),
        ] {
            let (headers, body) = asked("web/house.css", accepts).await;
            assert_eq!(headers.contains_key(header::CONTENT_ENCODING), packs, "{accepts}");
            assert_eq!(body.starts_with(&[0x1f, 0x8b]), packs, "{accepts}");
        }
        let (whole, packed) =
            (asked("rooms/table/room.js", "").await.1, asked("rooms/table/room.js", "gzip").await.1);
        let mut unpacked = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked)
            .expect("gzip");
        assert_eq!(unpacked, whole);
        assert!(packed.len() * 2 < whole.len(), "{} of {}", packed.len(), whole.len());
    }
}
