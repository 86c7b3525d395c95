//! PAR sheets as a page that needs nothing else.

use crate::plot::{self, Curve, escaped};
use lab::par::{ParWager, Part, Sheet};

/// PAR sheets as a page.
pub fn page(sheet: &Sheet) -> String {
    let mut body = head(sheet);
    body.push_str(&summary(sheet));
    // Of the first method, the shoe with the most decks.
    let first = sheet.parts.first().map(|part| &part.method);
    if let Some(part) = sheet.parts.iter().rfind(|part| Some(&part.method) == first) {
        let rows: Vec<(String, f64)> =
            part.wagers.iter().map(|wager| (wager.id.clone(), wager.edge * 100.0)).collect();
        let title = format!("House edge by wager: {}", part.heading());
        body.push_str(&format!("<section>{}</section>\n", plot::svg_rows(&title, "%", &rows)));
    }
    if !sheet.assumed.is_empty() {
        body.push_str("<h2>Assumed</h2>\n<p>The instrument does not state these; rows that rest on them are marked.</p>\n<div class=wide><table>\n");
        body.push_str("<tr><th>topic</th><th>value</th><th>why</th></tr>\n");
        for of in &sheet.assumed {
            body.push_str(&format!(
                "<tr class=assumed><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                escaped(&of.topic),
                escaped(&of.value),
                escaped(&of.why)
            ));
        }
        body.push_str("</table></div>\n");
    }
    for part in &sheet.parts {
        body.push_str(&part_html(part));
    }
    plot::page(&sheet.title, &body)
}

/// What the sheets are of, and how to read them.
fn head(sheet: &Sheet) -> String {
    let facts = [
        ("Instrument", sheet.instrument.clone()),
        ("Book", sheet.book.clone()),
        ("Rules", format!("SHA-256 {}", sheet.provenance.sha256)),
        ("Made by", format!("Croupier {}", env!("CARGO_PKG_VERSION"))),
        ("Chips", sheet.chips.clone()),
    ];
    let mut text = "<div class=wide><table>\n".to_owned();
    for (name, value) in facts {
        text.push_str(&format!("<tr><th>{name}</th><td>{}</td></tr>\n", escaped(&value)));
    }
    text.push_str(&altered(sheet));
    text.push_str(
        "</table></div>\n<p>Every figure is counted over all ordered draws of six cards from a full shoe; nothing was sampled. \
         <b>Ways</b> are those draws in which a row decides the wager, <b>returns</b> its part of what comes back to the \
         patron, stake included. Variance and deviation are of the net of one unit. Edges by stake are for the chips above.</p>\n",
    );
    text
}

/// Every value in which an altered book differs from the published one.
fn altered(sheet: &Sheet) -> String {
    let Some(warning) = sheet.provenance.warning() else { return String::new() };
    let mut text = format!("<tr class=assumed><th>Altered</th><td><b>{}</b></td></tr>\n", escaped(&warning));
    for change in &sheet.provenance.changed {
        text.push_str(&format!(
            "<tr class=assumed><td>{} ({})</td><td>published: {}<br>here: {}</td></tr>\n",
            escaped(&change.topic),
            escaped(&change.clauses.join(", ")),
            escaped(&change.published.join("; ")),
            escaped(&change.here.join("; "))
        ));
    }
    text
}

/// The edge of every wager, method by method and deck by deck.
fn summary(sheet: &Sheet) -> String {
    let mut text = "<h2>House edge in per cent</h2>\n<div class=wide><table>\n<tr><th>wager</th>".to_owned();
    for part in &sheet.parts {
        text.push_str(&format!("<th class=n>{}</th>", escaped(&part.heading())));
    }
    text.push_str("</tr>\n");
    let mut ids: Vec<&str> = Vec::new();
    for wager in sheet.parts.iter().flat_map(|part| &part.wagers) {
        if !ids.contains(&wager.id.as_str()) {
            ids.push(&wager.id);
        }
    }
    for id in ids {
        text.push_str(&format!("<tr><td>{}</td>", escaped(id)));
        for part in &sheet.parts {
            let found = part.wagers.iter().find(|wager| wager.id == id);
            let edge = found.map_or("—".to_owned(), |wager| format!("{:.4}", wager.edge * 100.0));
            text.push_str(&format!("<td class=n>{edge}</td>"));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table></div>\n");
    text
}

fn part_html(part: &Part) -> String {
    let mut text = format!(
        "<h2>{}</h2>\n<p>Method: {}. Decks: {}. Ordered draws of six cards: {}.</p>\n",
        escaped(&part.heading()),
        escaped(&part.method_basis),
        escaped(&part.decks_basis),
        part.draws
    );
    for wager in &part.wagers {
        text.push_str(&wager_html(wager));
    }
    text
}

fn wager_html(wager: &ParWager) -> String {
    let named = wager.rows.iter().any(|row| !row.name.is_empty());
    let mut text = format!(
        "<section><h3>{} ({})</h3>\n<div class=wide><table>\n<tr><th>result</th>{}<th>when</th><th class=n>pays</th>\
         <th class=n>ways</th><th class=n>probability</th><th class=n>returns</th><th>clauses</th></tr>\n",
        escaped(&wager.name),
        escaped(&wager.id),
        if named { "<th>row</th>" } else { "" }
    );
    for row in &wager.rows {
        let name = if named { format!("<td>{}</td>", escaped(&row.name)) } else { String::new() };
        text.push_str(&format!(
            "<tr{}><td>{}</td>{name}<td>{}</td><td class=n>{}</td><td class=n>{}</td><td class=n title=\"{}\">{:.6} %</td>\
             <td class=n>{:.6} %</td><td>{}</td></tr>\n",
            if row.assumed { " class=assumed" } else { "" },
            row.result,
            escaped(&row.when),
            escaped(&row.pays),
            row.ways,
            row.exact,
            row.probability * 100.0,
            row.returns * 100.0,
            escaped(&row.basis)
        ));
    }
    text.push_str(&format!("</table></div>\n<p>{}</p>\n", escaped(&wager.summary())));
    if !wager.by_stake.is_empty() {
        let units = |stake: baccarat::chips::Money| stake.0 as f64 / baccarat::chips::Money::UNITS as f64;
        let points =
            wager.by_stake.iter().filter(|at| !at.refused).map(|at| (units(at.stake), at.edge * 100.0));
        let curve = Curve { name: wager.id.clone(), points: points.collect() };
        let title = format!("Edge by stake: {}", wager.name);
        text.push_str(&plot::svg_curves(&title, ("stake", "house edge, per cent"), &[curve]));
    }
    if let Some(refusals) = wager.refusals() {
        text.push_str(&format!("<p>{}</p>\n", escaped(&refusals)));
    }
    text.push_str("</section>\n");
    text
}
