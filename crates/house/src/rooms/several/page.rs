//! Several tables side by side, each as it is alone; `room.js` puts up those that are chosen.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// The most tables that are shown at a time.
pub const MOST: usize = 6;

/// The page of several tables: the ids and names of all of them to choose from, with those that are asked for chosen.
pub fn page(reader: &Reader, tables: &[(String, String)], chosen: &[&str]) -> Markup {
    let texts = reader.texts();
    let body = html! {
        div.several {
            h1 { (texts.say("several-welcome")) }
            form id="choice" {
                fieldset {
                    legend { (texts.say("several-choose")) }
                    @for (id, name) in tables {
                        label {
                            input type="checkbox" name="table" value=(id) data-name=(name) checked[chosen.contains(&id.as_str())];
                            " " (name)
                        }
                    }
                }
                p.small { (texts.say_with("several-most", &[("most", MOST.into())])) }
            }
            p id="none" role="status" {}
            div.several-tables id="several" data-most=(MOST) {}
            noscript { p { (texts.say("needs-script")) } }
        }
    };
    let title = texts.say("several-title");
    framed(
        reader,
        Page { title, room: "several", script: Some("rooms/several/room.js"), says: &["several"], body },
    )
}
