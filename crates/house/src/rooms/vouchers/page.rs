//! The register of vouchers: which there are and how each stands, proposing one, approving it, taking it back; `room.js` fills it.

use super::people::proof;
use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// The register, for whoever keeps it with everything that may be done, for whoever watches to read.
pub fn page(reader: &Reader, tables: &[(String, String)], acts: bool, by_link: bool) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let body = html! {
        div.claims id="vouchers-room" data-acts=(acts) data-name=[reader.person.as_deref()] {
            header.promotion-head {
                h1 { (say("vouchers-title")) }
                nav.tabs aria-label=(say("promotion-parts")) {
                    a href="/desk/promotions" { (say("claims-title")) }
                    a href="/desk/vouchers" aria-current="page" { (say("vouchers-title")) }
                }
            }
            p.lead { (say("vouchers-lead")) }
            p.refusal id="lost" role="status" {}
            p.refusal id="refusal" role="alert" {}
            @if acts {
                details.panel {
                    summary { (say("vouchers-propose")) }
                    form.card-form id="propose" {
                        label { span { (say("vouchers-number")) } input name="number" required maxlength="40" pattern="[A-Za-z0-9\\-]+" autocomplete="off"; }
                        label { span { (say("vouchers-worth")) } input name="worth" required inputmode="decimal" data-kind="money" autocomplete="off"; }
                        label { span { (say("vouchers-until")) } input name="until_day" type="date"; }
                        fieldset {
                            legend { (say("vouchers-tables")) }
                            @for (id, name) in tables { label.check { input type="checkbox" name="tables" value=(id); span { (name) } } }
                        }
                        label { span { (say("vouchers-conditions")) } input name="conditions" maxlength="400"; }
                        label { span { (say("vouchers-from")) } input name="from" maxlength="200"; }
                        button.gold type="submit" { (say("vouchers-propose-go")) }
                    }
                }
            }
            section.panel aria-labelledby="register-name" {
                h2 id="register-name" { (say("vouchers-register")) }
                p.small id="sums" role="status" {}
                div.scroll tabindex="0" role="group" aria-labelledby="register-name" { table id="register" aria-busy="true" {} }
            }
            (proof(reader, by_link))
        }
    };
    let says = &["vouchers", "promotion", "table"];
    framed(
        reader,
        Page {
            title: say("vouchers-title"),
            room: "vouchers",
            script: Some("rooms/vouchers/room.js"),
            says,
            body,
        },
    )
}
