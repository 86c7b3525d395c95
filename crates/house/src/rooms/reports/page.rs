//! The room of reports: shifts, and every report as a page to print. `reports.js` begins and ends shifts.

use crate::web::figures;
use crate::web::shell::{Page, Reader, escaped, framed};
use crate::web::texts::Texts;
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use office::calendar::Clocks;
use office::report::{Cell, Kind, Period, Report, ReportQuery, Sheet};
use office::shift::Shift;

/// What the front of the room shows.
pub struct Front {
    /// Every shift, newest first.
    pub shifts: Vec<Shift>,
    /// Tables: their id and name.
    pub tables: Vec<(String, String)>,
    /// Whoever reads may begin and end shifts.
    pub keeper: bool,
    /// Today.
    pub today: String,
    /// The clocks of the house.
    pub clocks: Clocks,
}

/// The number of shifts that are listed.
const LISTED: usize = 50;

/// The front of the room.
pub fn front(reader: &Reader, front: &Front) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let on = front.shifts.iter().find(|shift| shift.ended.is_none());
    let body = html! {
        div.reports-room id="reports-room" {
            h1 { (say("reports-title")) }
            p.lead { (say("reports-intro")) }
            p.refusal id="refusal" role="alert" {}
            section.panel {
                h2 { (say("reports-choose")) }
                (choice(texts, front))
            }
            section.panel {
                h2 { (say("reports-shifts")) }
                @match on {
                    Some(shift) => p { (said_of(texts, &front.clocks, shift)) },
                    None => p { (say("reports-none-on")) },
                }
                @if front.keeper { (keeping(texts, on)) }
                @if !front.shifts.is_empty() { (shifts(texts, &front.clocks, &front.shifts)) }
            }
        }
    };
    let title = say("reports-title");
    framed(
        reader,
        Page { title, room: "reports", script: Some("rooms/reports/room.js"), says: &["reports"], body },
    )
}

fn said_of(texts: &Texts, clocks: &Clocks, shift: &Shift) -> String {
    let message = [
        ("number", FluentValue::from(shift.number)),
        ("name", FluentValue::from(shift.name.as_str())),
        ("by", FluentValue::from(shift.begun.by.as_str())),
        ("at", FluentValue::from(figures::moment(texts.language, clocks, shift.begun.at))),
        ("zone", FluentValue::from(clocks.distance(shift.begun.at))),
    ];
    texts.say_with("reports-on", &message)
}

/// Which report, of which table, about when.
fn choice(texts: &Texts, front: &Front) -> Markup {
    let say = |key: &str| texts.say(key);
    html! {
        form.row id="choose" method="get" action="/reports/shift" {
            label {
                span { (say("reports-kind")) }
                select name="report" id="which" {
                    @for kind in Kind::ALL { option value=(kind.word()) { (say(&format!("reports-{}", kind.word()))) } }
                }
            }
            label {
                span { (say("reports-table-of")) }
                select name="table" {
                    option value="" { (say("reports-all-tables")) }
                    @for (id, name) in &front.tables { option value=(id) { (name) } }
                }
            }
            label {
                span { (say("reports-when")) }
                select name="shift" {
                    option value="" { (say("reports-by-day")) }
                    option value="times" { (say("reports-by-times")) }
                    @for shift in front.shifts.iter().take(LISTED) {
                        option value=(shift.number) selected[shift.ended.is_none()] { (shift.number) " " (shift.name) }
                    }
                }
            }
            label data-by="" {
                span { (say("reports-day")) }
                input type="date" name="day" value=(front.today);
            }
            @for (name, key) in [("from", "reports-col-from"), ("to", "reports-col-to")] {
                label data-by="times" hidden {
                    span { (say(key)) }
                    input type="datetime-local" name=(name);
                }
            }
            button.gold type="submit" { (say("reports-show")) }
        }
    }
}

/// Beginning and ending shifts.
fn keeping(texts: &Texts, on: Option<&Shift>) -> Markup {
    let say = |key: &str| texts.say(key);
    let begin = if on.is_some() { "reports-relieve" } else { "reports-begin" };
    html! {
        form.row id="begin" data-relieves=[on.map(|shift| shift.number)] {
            label { span { (say("reports-shift-name")) } input name="name" required maxlength="40"; }
            label { span { (say("reports-why")) } input name="why" required maxlength="200"; }
            button type="submit" { (say(begin)) }
        }
        @if let Some(shift) = on {
            form.row id="end" data-shift=(shift.number) {
                label { span { (say("reports-why")) } input name="why" required maxlength="200"; }
                button type="submit" { (say("reports-end")) }
            }
        }
    }
}

fn shifts(texts: &Texts, clocks: &Clocks, shifts: &[Shift]) -> Markup {
    let say = |key: &str| texts.say(key);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(say("reports-shifts")) {
            table.ledger-table {
                thead { tr {
                    @for key in ["reports-shift-name", "reports-col-from", "reports-col-to", "reports-col-by", "reports-why"] {
                        th scope="col" { (say(key)) }
                    }
                    th scope="col" { (say("reports-title")) }
                } }
                tbody {
                    @for shift in shifts.iter().take(LISTED) {
                        tr {
                            th scope="row" { (shift.number) " " (shift.name) }
                            td { (figures::moment(texts.language, clocks, shift.begun.at)) }
                            td { @match &shift.ended { Some(ended) => (figures::moment(texts.language, clocks, ended.at)), None => (say("reports-still")) } }
                            td { (shift.begun.by) @if let Some(ended) = &shift.ended { " · " (ended.by) } }
                            td { (shift.begun.why) @if let Some(ended) = &shift.ended { " · " (ended.why) } }
                            td {
                                @for kind in Kind::ALL {
                                    a.report-link href={ "/reports/" (kind.word()) "?shift=" (shift.number) } {
                                        (say(&format!("reports-{}", kind.word())))
                                    } " "
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The most tables side by side that a sheet of A4 paper has room for.
const TABLES_ON_PAPER: usize = 5;

/// A report to print.
pub fn report(reader: &Reader, report: &Report, asked: &ReportQuery, names: &[(String, String)]) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let title = say(&format!("reports-{}", report.kind.word()));
    let query = query(asked);
    let named = |id: &String| names.iter().find(|(known, _)| known == id).map(|(_, name)| name.clone());
    let tables: Vec<String> =
        report.tables.iter().map(|id| named(id).unwrap_or_else(|| id.clone())).collect();
    let tables = tables.join(" · ");
    let called = |column: &str, cell: &Cell| match (column, cell) {
        ("table", Cell::Text(id)) => named(id),
        _ => None,
    };
    let body = html! {
        article.report {
            p.no-print { a href="/reports" { (say("reports-back")) } }
            h1 { (title) }
            p { (about(texts, &report.clocks, &report.period)) " " (texts.say_with("reports-clocks", &[("zone", FluentValue::from(report.clocks.distance(report.period.from)))])) }
            p { (texts.say_with("reports-of", &[("tables", FluentValue::from(tables))])) }
            @if matches!(report.kind, Kind::Shift | Kind::Table) {
                p.verdict role="status" data-balances=(report.balances) {
                    b { (say(if report.balances { "reports-balances" } else { "reports-differs" })) }
                }
            }
            p.no-print.row {
                button type="button" id="print" { (say("reports-print")) }
                a.button href={ "/api/v1/reports/" (report.kind.word()) ".xlsx" (query) } { (say("reports-excel")) }
                a.button href={ "/api/v1/reports/" (report.kind.word()) (query) } { (say("reports-json")) }
            }
            @if report.kind == Kind::Results { p.lead { (say("reports-evidence-intro")) } }
            @if report.kind == Kind::Dealers { p.lead { (say("reports-dealers-intro")) } }
            @if report.kind == Kind::Drop { p.lead { (say("reports-drop-intro")) } }
            @for sheet in &report.sheets { (sheet_of(texts, report, sheet, &query, &called)) }
            div.signs.on-paper {
                @for key in ["reports-signed-made", "reports-signed-checked"] { p { span.sign-line {} (say(key)) } }
            }
            p.small { (texts.say_with("reports-made", &[
                ("at", FluentValue::from(figures::moment(texts.language, &report.clocks, report.made))),
                ("zone", FluentValue::from(report.clocks.distance(report.made))),
            ])) }
        }
    };
    framed(
        reader,
        Page { title, room: "reports", script: Some("rooms/reports/room.js"), says: &["reports"], body },
    )
}

/// What was asked, to ask the same of the API.
fn query(asked: &ReportQuery) -> String {
    let ReportQuery { table, shift, day, from, to, sheet: _ } = asked;
    let pairs = [
        ("table", table.clone()),
        ("shift", shift.map(|shift| shift.to_string())),
        ("day", day.clone()),
        ("from", from.map(|from| from.to_string())),
        ("to", to.map(|to| to.to_string())),
    ];
    let pairs = pairs.iter().filter_map(|(key, value)| Some(format!("{key}={}", escaped(value.as_ref()?))));
    let text = pairs.collect::<Vec<_>>().join("&");
    if text.is_empty() { text } else { format!("?{text}") }
}

fn about(texts: &Texts, clocks: &Clocks, period: &Period) -> String {
    let (from, to) = (
        figures::moment(texts.language, clocks, period.from),
        figures::moment(texts.language, clocks, period.to),
    );
    let mut message = vec![("from", FluentValue::from(from)), ("to", FluentValue::from(to))];
    let open = if period.open { "-open" } else { "" };
    let key = match (&period.shift, &period.day) {
        (Some(shift), _) => {
            message.push(("number", FluentValue::from(shift.number)));
            message.push(("name", FluentValue::from(shift.name.as_str())));
            "reports-about-shift"
        }
        (None, Some(day)) => {
            message.push(("day", FluentValue::from(day.as_str())));
            "reports-about-day"
        }
        (None, None) => "reports-about-times",
    };
    texts.say_with(&format!("{key}{open}"), &message)
}

/// What a value is called where people have a name for it, as they have for tables.
type Called<'n> = dyn Fn(&str, &Cell) -> Option<String> + 'n;

fn sheet_of(texts: &Texts, report: &Report, sheet: &Sheet, query: &str, called: &Called<'_>) -> Markup {
    let name = texts.say(&format!("reports-sheet-{}", sheet.name));
    let join = if query.is_empty() { "?" } else { "&" };
    html! {
        section.sheet {
            div.sheet-head {
                h2 { (name) }
                a.no-print href={ "/api/v1/reports/" (report.kind.word()) ".csv" (query) (join) "sheet=" (sheet.name) }
                    aria-label={ (name) " CSV" } { "CSV" }
            }
            @if sheet.rows.is_empty() {
                p { (texts.say("reports-nothing")) }
            } @else {
                div.scroll.on-screen[sheet.statement] tabindex="0" role="region" aria-label=(name) {
                    @if sheet.statement { (statement(texts, report, sheet, &sheet.rows)) } @else { (table(texts, report, sheet, called)) }
                }
                @if sheet.statement {
                    div.on-paper {
                        @for part in sheet.rows.chunks(TABLES_ON_PAPER) { (statement(texts, report, sheet, part)) }
                    }
                }
            }
        }
    }
}

fn heading(texts: &Texts, column: &str) -> String {
    texts.say(&format!("reports-col-{}", column.replace('_', "-")))
}

fn table(texts: &Texts, report: &Report, sheet: &Sheet, called: &Called<'_>) -> Markup {
    let number = |place: usize| sheet.rows.iter().any(|row| row[place].is_number());
    html! {
        table.ledger-table {
            thead { tr {
                @for (place, column) in sheet.columns.iter().enumerate() {
                    th scope="col" class=[number(place).then_some("figure")] { (heading(texts, column)) }
                }
            } }
            tbody {
                @for row in &sheet.rows {
                    tr {
                        @for (place, (column, cell)) in sheet.columns.iter().zip(row).enumerate() {
                            td class=[number(place).then_some("figure")] {
                                (called(column, cell).unwrap_or_else(|| shown(texts, &report.clocks, column, cell)))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Rows that people read side by side, such as the balances of tables, each under its name.
fn statement(texts: &Texts, report: &Report, sheet: &Sheet, rows: &[Vec<Cell>]) -> Markup {
    let name = sheet.columns.iter().position(|column| *column == "name");
    let called = |row: &Vec<Cell>| match name.map(|place| &row[place]) {
        Some(Cell::Text(name)) if !name.is_empty() => name.clone(),
        _ => shown(texts, &report.clocks, "table", &row[0]),
    };
    html! {
        table.ledger-table.statement {
            thead { tr {
                th scope="col" { (heading(texts, "line")) }
                @for row in rows { th.figure scope="col" { (called(row)) } }
            } }
            tbody {
                @for (place, column) in sheet.columns.iter().enumerate().skip(1).filter(|(place, _)| Some(*place) != name) {
                    tr data-line=(column) {
                        th scope="row" { (heading(texts, column)) }
                        @for row in rows {
                            td class=[row[place].is_number().then_some("figure")] { (shown(texts, &report.clocks, column, &row[place])) }
                        }
                    }
                }
            }
        }
    }
}

/// A value for people.
fn shown(texts: &Texts, clocks: &Clocks, column: &str, cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => word(texts, column, text),
        Cell::Count(count) => figures::number(*count),
        Cell::Money(amount) => figures::money(*amount),
        Cell::Percent(percent) => format!("{}%", in_hundredths(*percent)),
        Cell::Time(time) => figures::moment(texts.language, clocks, *time),
        Cell::Seconds(seconds) => format!("{}:{:02}", seconds / 3_600, seconds / 60 % 60),
        Cell::Figure(figure) if figure.abs() >= 1e6 => format!("{figure:.1e}"),
        Cell::Figure(figure) => format!("{figure:.2}"),
        Cell::Yes(yes) => texts.say(if *yes { "reports-yes" } else { "reports-no" }),
        Cell::Nothing => "–".to_owned(),
    }
}

/// Words of a closed set in the reader's language; anything else as it is.
fn word(texts: &Texts, column: &str, text: &str) -> String {
    let set = match column {
        "role" => "people-role",
        "what" => "reports-what",
        "winner" => "reports-winner",
        _ if text == "all" => return texts.say("reports-all"),
        _ => return text.to_owned(),
    };
    // Roles at a table, such as a book's game supervisor, are named where tables are.
    let other = if column == "role" { texts.find(&format!("role-{text}")) } else { None };
    texts.find(&format!("{set}-{text}")).or(other).unwrap_or_else(|| text.to_owned())
}

fn in_hundredths(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}.{:02}", number.unsigned_abs() / 100, number.unsigned_abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::texts::Language;
    use baccarat::chips::Money;

    #[test]
    fn figures_are_written_for_people() {
        let check = |cell: Cell, expected: &str| {
            assert_eq!(shown(Language::English.texts(), &Clocks::default(), "x", &cell), expected);
        };
        check(Cell::Money(Money(123_456_700)), "1,234,567");
        check(Cell::Money(Money(-50)), "−0.50");
        check(Cell::Money(Money(-123_456)), "−1,234.56");
        check(Cell::Count(-1_000), "−1,000");
        check(Cell::Percent(-540), "−5.40%");
        check(Cell::Seconds(3_660), "1:01");
        check(Cell::Time(table::Time(0)), "1 Jan 1970, 00:00:00");
        check(Cell::Nothing, "–");
    }

    #[test]
    fn a_role_at_a_table_is_named_in_every_language() {
        for role in ["dealer", "game-supervisor", "employee", "operator"] {
            let told = word(Language::Chinese.texts(), "role", role);
            assert!(!told.is_ascii(), "{role}: {told}");
        }
    }
}
