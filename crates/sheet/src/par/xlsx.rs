//! PAR sheets as an Excel workbook: a summary, then a sheet for each method and number of decks.

use crate::error::Error;
use baccarat::chips::Money;
use lab::par::{Part, Sheet};
use rust_xlsxwriter::{Chart, ChartType, Color, Format, Workbook, Worksheet, XlsxError};

/// PAR sheets as an Excel workbook.
pub fn workbook(sheet: &Sheet) -> Result<Vec<u8>, Error> {
    written(sheet).map_err(|error| Error::new("the workbook", error))
}

struct Formats {
    strong: Format,
    percent: Format,
    number: Format,
    assumed: Format,
}

fn written(sheet: &Sheet) -> Result<Vec<u8>, XlsxError> {
    let formats = Formats {
        strong: Format::new().set_bold(),
        percent: Format::new().set_num_format("0.000000%"),
        number: Format::new().set_num_format("0.000000"),
        assumed: Format::new().set_background_color(Color::RGB(0xFF_F3_CD)),
    };
    let mut workbook = Workbook::new();
    summary(sheet, workbook.add_worksheet(), &formats)?;
    for (nth, part) in sheet.parts.iter().enumerate() {
        let name = format!("{} {} {}", nth + 1, part.method, part.decks);
        let worksheet = workbook.add_worksheet();
        // The longest name that Excel takes.
        worksheet.set_name(name.chars().take(31).collect::<String>())?;
        part_sheet(part, worksheet, &formats)?;
    }
    workbook.save_to_buffer()
}

fn summary(sheet: &Sheet, out: &mut Worksheet, formats: &Formats) -> Result<(), XlsxError> {
    out.set_name("Summary")?;
    out.set_column_width(0, 28)?;
    out.write_with_format(0, 0, &sheet.title, &formats.strong)?;
    out.write(1, 0, &sheet.instrument)?;
    out.write(
        2,
        0,
        format!("Croupier {}; edges by stake for chips of {}", env!("CARGO_PKG_VERSION"), sheet.chips),
    )?;
    let rules = format!("Rules: SHA-256 {}", sheet.provenance.sha256);
    match sheet.provenance.warning() {
        Some(warning) => out.write_with_format(3, 0, format!("{warning} {rules}"), &formats.assumed)?,
        None => out.write(3, 0, rules)?,
    };
    for (column, heading) in
        ["wager", "method", "decks", "house edge", "wins", "variance"].into_iter().enumerate()
    {
        out.write_with_format(4, column as u16, heading, &formats.strong)?;
    }
    let mut line = 5;
    for part in &sheet.parts {
        for wager in &part.wagers {
            out.write(line, 0, &wager.id)?;
            out.write(line, 1, &part.method)?;
            out.write(line, 2, part.decks)?;
            out.write_with_format(line, 3, wager.edge, &formats.percent)?;
            out.write_with_format(line, 4, wager.hit, &formats.percent)?;
            out.write_with_format(line, 5, wager.variance, &formats.number)?;
            line += 1;
        }
    }
    if !sheet.assumed.is_empty() {
        line += 1;
        out.write_with_format(line, 0, "Assumed: the instrument does not state it", &formats.strong)?;
        for of in &sheet.assumed {
            line += 1;
            out.write_with_format(line, 0, &of.topic, &formats.assumed)?;
            out.write_with_format(line, 1, &of.value, &formats.assumed)?;
            out.write_with_format(line, 2, &of.why, &formats.assumed)?;
        }
    }
    Ok(())
}

fn part_sheet(part: &Part, out: &mut Worksheet, formats: &Formats) -> Result<(), XlsxError> {
    out.set_column_width(2, 40)?;
    out.set_column_width(5, 22)?;
    out.write_with_format(0, 0, part.heading(), &formats.strong)?;
    out.write(
        1,
        0,
        format!(
            "Method: {}. Decks: {}. Ordered draws of six cards: {}.",
            part.method_basis, part.decks_basis, part.draws
        ),
    )?;
    let mut line = 3;
    for wager in &part.wagers {
        out.write_with_format(line, 0, format!("{} ({})", wager.name, wager.id), &formats.strong)?;
        line += 1;
        let headings = [
            "result",
            "row",
            "when",
            "pays",
            "ways",
            "probability exactly",
            "probability",
            "returns",
            "clauses",
        ];
        for (column, heading) in headings.into_iter().enumerate() {
            out.write_with_format(line, column as u16, heading, &formats.strong)?;
        }
        for row in &wager.rows {
            line += 1;
            // Ways have more digits than a number in Excel keeps.
            let ways = row.ways.to_string();
            let texts = [row.result, &row.name, &row.when, &row.pays, &ways, &row.exact];
            for (column, text) in texts.into_iter().enumerate() {
                match row.assumed {
                    true => out.write_with_format(line, column as u16, text, &formats.assumed)?,
                    false => out.write(line, column as u16, text)?,
                };
            }
            out.write_with_format(line, 6, row.probability, &formats.percent)?;
            out.write_with_format(line, 7, row.returns, &formats.percent)?;
            out.write(line, 8, &row.basis)?;
        }
        line += 1;
        out.write(line, 0, "house edge")?;
        out.write_with_format(line, 1, wager.edge, &formats.percent)?;
        out.write(line, 2, format!("exactly {}", wager.edge_exact))?;
        out.write(line, 3, "variance")?;
        out.write_with_format(line, 4, wager.variance, &formats.number)?;
        out.write(line, 5, "deviation")?;
        out.write_with_format(line, 6, wager.deviation, &formats.number)?;
        line += 2;
    }
    stakes(part, out, formats, line)
}

/// Edges that depend on the stake, with a chart.
fn stakes(part: &Part, out: &mut Worksheet, formats: &Formats, from: u32) -> Result<(), XlsxError> {
    let varying: Vec<_> = part.wagers.iter().filter(|wager| !wager.by_stake.is_empty()).collect();
    let Some(first) = varying.first() else { return Ok(()) };
    out.write_with_format(from, 0, "Edge by stake", &formats.strong)?;
    let stakes = first.by_stake.len() as u32;
    for (nth, at) in first.by_stake.iter().enumerate() {
        out.write(from + 2 + nth as u32, 0, at.stake.0 as f64 / Money::UNITS as f64)?;
    }
    let mut chart = Chart::new(ChartType::Line);
    let sheet = out.name();
    for (nth, wager) in varying.iter().enumerate() {
        let column = nth as u16 + 1;
        out.write_with_format(from + 1, column, &wager.id, &formats.strong)?;
        for (at, edge) in wager.by_stake.iter().enumerate() {
            let line = from + 2 + at as u32;
            match edge.refused {
                true => out.write(line, column, "refused")?,
                false => out.write_with_format(line, column, edge.edge, &formats.percent)?,
            };
        }
        chart
            .add_series()
            .set_name(wager.id.as_str())
            .set_categories((sheet.as_str(), from + 2, 0, from + 1 + stakes, 0))
            .set_values((sheet.as_str(), from + 2, column, from + 1 + stakes, column));
    }
    chart.title().set_name("House edge by stake");
    out.insert_chart(from + 1, varying.len() as u16 + 2, &chart)?;
    Ok(())
}
