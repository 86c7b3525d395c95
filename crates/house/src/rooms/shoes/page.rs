//! The shoes of a table, and their verification in the reader's own browser; `shoes.js` does it.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// The page of shoes.
pub fn page(reader: &Reader, tables: &[(String, String)], chosen: Option<&str>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.shoes-room id="shoes-room" {
            h1 { (say("shoes-title")) }
            p.lead { (say("shoes-intro")) }
            form.row method="get" action="/shoes" {
                label {
                    span { (say("shoes-table")) }
                    select name="table" id="of-table" {
                        @for (id, name) in tables {
                            option value=(id) selected[chosen == Some(id.as_str())] { (name) }
                        }
                    }
                }
                button type="button" id="all" { (say("shoes-all")) }
            }
            p.refusal id="refusal" role="alert" {}
            p.verdict id="chain" role="status" {}
            div id="shoes" {}
            section.panel {
                h2 { (say("shoes-steps")) }
                ol {
                    @for step in ["order-of-lines", "seal", "openings", "seed", "cards"] {
                        li { (say(&format!("step-{step}"))) }
                    }
                }
            }
            section.panel {
                h2 { (say("shoes-file")) }
                label.file {
                    span { (say("shoes-file-choose")) }
                    input type="file" id="file" accept=".jsonl,.json,.txt,application/json,text/plain";
                }
                p.verdict id="file-verdict" role="status" {}
            }
        }
    };
    let title = say("shoes-title");
    framed(
        reader,
        Page { title, room: "shoes", script: Some("rooms/shoes/room.js"), says: &["shoes", "table"], body },
    )
}
