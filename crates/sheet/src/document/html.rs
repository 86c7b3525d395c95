//! A document as a page that needs nothing else.

use super::{Block, Card, Column, Document, Mark, Table};
use crate::plot::escaped;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:78rem;padding:0 1rem;color:#1c1b18;background:#fff}\
h1{margin:0}h2{margin:2.2rem 0 .6rem;border-bottom:2px solid #1c1b18}h3{margin:1.6rem 0 .4rem}h4{margin:1.2rem 0 .3rem}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:13px;width:100%}\
th,td{border-bottom:1px solid #d8d4ca;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
th{background:#f3f0e8}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}\
.facts th{width:14rem}.noted td{background:#fff6dc}.wrong td{background:#fbe0dc}\
.warning{background:#fbe0dc;border-left:4px solid #a3271b;padding:.6rem 1rem;font-weight:600}\
.sign{display:flex;gap:3rem;flex-wrap:wrap;margin-top:3rem}.sign div{border-top:1px solid #1c1b18;min-width:16rem;padding-top:.3rem}\
.fields p{display:flex;gap:.6rem;align-items:baseline;margin:1.1rem 0}.fields i{flex:1;max-width:26rem;border-bottom:1px solid #1c1b18}\
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:0}.cards>div{border:1px dashed #8a8577;padding:1rem;break-inside:avoid}\
.cards b{display:block;font-size:1.9rem;line-height:1.2}.large{text-align:center;font-size:clamp(1.6rem,6vw,4.4rem);line-height:1.25;font-weight:700;padding:2rem 0}\
.large p{margin:.4em 0}.mark{position:fixed;inset:0;display:grid;place-items:center;font-size:14vw;font-weight:800;color:#a3271b;opacity:.07;\
transform:rotate(-24deg);pointer-events:none}footer{margin-top:3rem;color:#5c584e;font-size:13px}\
@media print{body{margin:0;max-width:none;font-size:10pt}h2,h3,h4{break-after:avoid}tr{break-inside:avoid}thead{display:table-header-group}\
.turn{break-after:page}}";

/// A document as a page.
pub fn page(document: &Document) -> String {
    let title = escaped(&document.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}</title>\n<style>{STYLE}</style>\n"
    );
    if let Some(mark) = &document.watermark {
        text.push_str(&format!("<div class=mark aria-hidden=true>{}</div>\n", escaped(mark)));
    }
    text.push_str(&format!("<main><h1>{title}</h1>\n<p>{}</p>\n", escaped(&document.subtitle)));
    for block in &document.blocks {
        match block {
            Block::Turn => {
                text.push_str(&format!("<footer class=turn>{}</footer>\n", escaped(&document.foot)))
            }
            block => text.push_str(&written(block)),
        }
    }
    text.push_str(&format!("</main>\n<footer>{}</footer>\n</html>\n", escaped(&document.foot)));
    text
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => {
            let level = (level + 1).clamp(2, 4);
            format!("<h{level}>{}</h{level}>\n", escaped(text))
        }
        Block::Text(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::Warning(text) => format!("<p class=warning>{}</p>\n", escaped(text)),
        Block::Facts(facts) => {
            let line = |(name, value): &(String, String)| {
                format!("<tr><th scope=row>{}</th><td>{}</td></tr>\n", escaped(name), escaped(value))
            };
            let lines: String = facts.iter().map(line).collect();
            format!("<div class=wide><table class=facts>\n{lines}</table></div>\n")
        }
        Block::Table(table) => table_html(table),
        Block::Signatures(names) => {
            let line = |name: &String| format!("<div>{}</div>", escaped(name));
            format!("<div class=sign>{}</div>\n", names.iter().map(line).collect::<String>())
        }
        Block::Turn => String::new(),
        Block::Fields(names) => {
            let line = |name: &String| format!("<p>{} <i></i></p>\n", escaped(name));
            format!("<div class=fields>{}</div>\n", names.iter().map(line).collect::<String>())
        }
        Block::Cards(cards) => {
            let card = |card: &Card| {
                let (title, text) = (escaped(&card.title), escaped(&card.text));
                let field = escaped(&card.field);
                format!("<div><b>{title}</b>{text}<div class=fields><p>{field} <i></i></p></div></div>\n")
            };
            format!("<div class=cards>{}</div>\n", cards.iter().map(card).collect::<String>())
        }
        Block::Large(lines) => {
            let line = |line: &String| format!("<p>{}</p>", escaped(line));
            format!("<div class=large>{}</div>\n", lines.iter().map(line).collect::<String>())
        }
    }
}

fn table_html(table: &Table) -> String {
    let class = |column: &Column| if column.is_number { " class=n" } else { "" };
    let mut text = "<div class=wide><table>\n<thead><tr>".to_owned();
    for column in &table.columns {
        text.push_str(&format!("<th scope=col{}>{}</th>", class(column), escaped(&column.name)));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        let mark = match row.mark {
            Mark::None => "",
            Mark::Noted => " class=noted",
            Mark::Wrong => " class=wrong",
        };
        text.push_str(&format!("<tr{mark}>"));
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            let cell = escaped(cell).replace('\n', "<br>");
            text.push_str(&format!("<td{}>{cell}</td>", class(column)));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
    text
}
