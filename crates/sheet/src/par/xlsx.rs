//! PAR sheets as an Excel workbook with live formulas: ways and pays are data, everything else follows from them and is checked.

use crate::document::{Block, Mark};
use crate::error::Error;
use baccarat::chips::Money;
use lab::par::{ParWager, Part, Sheet};
use rust_xlsxwriter::{
    Chart, ChartType, Color, DocProperties, ExcelDateTime, Format, Formula, Workbook, Worksheet, XlsxError,
};

/// PAR sheets as an Excel workbook. `json` is the hash of the JSON, which is the document itself.
pub fn workbook(sheet: &Sheet, json: &str) -> Result<Vec<u8>, Error> {
    written(sheet, json).map_err(|error| Error::new("the workbook", error))
}

struct Formats {
    strong: Format,
    percent: Format,
    number: Format,
    input: Format,
    assumed: Format,
    good: Format,
}

/// Ways have up to sixteen digits and Excel keeps fifteen, so they stand in two cells: thousands of millions, and the rest.
const SPLIT: i128 = 1_000_000_000;

fn written(sheet: &Sheet, json: &str) -> Result<Vec<u8>, XlsxError> {
    let formats = Formats {
        strong: Format::new().set_bold(),
        percent: Format::new().set_num_format("0.000000%"),
        number: Format::new().set_num_format("0.000000"),
        input: Format::new().set_background_color(Color::RGB(0xDD_EB_F7)).set_bold(),
        assumed: Format::new().set_background_color(Color::RGB(0xFF_F3_CD)),
        good: Format::new().set_font_color(Color::RGB(0x1E_6B_34)),
    };
    let mut workbook = Workbook::new();
    workbook.set_properties(&properties(sheet)?);
    let summary = workbook.add_worksheet();
    summary.set_name("Summary")?;
    let mut lines = Vec::new();
    for (nth, part) in sheet.parts.iter().enumerate() {
        let worksheet = workbook.add_worksheet();
        // The longest name that Excel takes.
        let name: String = format!("{} {} {}", nth + 1, part.method, part.decks).chars().take(31).collect();
        worksheet.set_name(&name)?;
        for (wager, line) in part_sheet(part, worksheet, &formats)? {
            lines.push((name.clone(), part, wager, line));
        }
    }
    summarise(sheet, json, workbook.worksheet_from_name("Summary")?, &formats, &lines)?;
    sections(sheet, json, &mut workbook, &formats)?;
    workbook.save_to_buffer()
}

/// The numbered parts of the document, a worksheet for each, so that the workbook holds all that the other files hold. What the sheets
/// with formulas have is not written again.
fn sections(sheet: &Sheet, json: &str, workbook: &mut Workbook, formats: &Formats) -> Result<(), XlsxError> {
    let document = super::written::document(sheet, json);
    let starts: Vec<usize> = (0..document.blocks.len())
        .filter(|at| matches!(document.blocks[*at], Block::Heading(1, _)))
        .chain([document.blocks.len()])
        .collect();
    for bounds in starts.windows(2) {
        let Block::Heading(_, title) = &document.blocks[bounds[0]] else { continue };
        let out = workbook.add_worksheet();
        // What Excel allows in a name.
        let name = title.replace(['[', ']', ':', '*', '?', '/', '\\'], " ");
        out.set_name(name.chars().take(31).collect::<String>().trim())?;
        out.write_with_format(0, 0, title, &formats.strong)?;
        out.write(1, 0, identity(sheet, json))?;
        let mut line = 3;
        for block in &document.blocks[bounds[0] + 1..bounds[1]] {
            write_block(block, out, formats, &mut line)?;
        }
    }
    Ok(())
}

/// Which document a worksheet belongs to, in a line.
fn identity(sheet: &Sheet, json: &str) -> String {
    let stated = |value: &Option<String>| value.clone().unwrap_or_else(|| "not stated".into());
    format!(
        "Document number {}; date {}; {}; JSON SHA-256 {json}",
        stated(&sheet.number),
        stated(&sheet.date),
        sheet.provenance.foot()
    )
}

fn write_block(
    block: &Block,
    out: &mut Worksheet,
    formats: &Formats,
    line: &mut u32,
) -> Result<(), XlsxError> {
    let mut cells = |cells: &[String], format: Option<&Format>| -> Result<(), XlsxError> {
        for (column, text) in cells.iter().enumerate() {
            match format {
                Some(format) => out.write_with_format(*line, column as u16, text, format)?,
                None => out.write(*line, column as u16, text)?,
            };
        }
        *line += 1;
        Ok(())
    };
    match block {
        Block::Heading(_, text) => cells(std::slice::from_ref(text), Some(&formats.strong)),
        Block::Text(text) => cells(std::slice::from_ref(text), None),
        Block::Warning(text) => cells(std::slice::from_ref(text), Some(&formats.assumed)),
        Block::Facts(facts) => {
            facts.iter().try_for_each(|(name, value)| cells(&[name.clone(), value.clone()], None))
        }
        Block::Table(table) => {
            let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
            cells(&names, Some(&formats.strong))?;
            for row in &table.rows {
                cells(&row.cells, (row.mark != Mark::None).then_some(&formats.assumed))?;
            }
            cells(&[], None)
        }
        Block::Signatures(names) | Block::Fields(names) | Block::Large(names) => cells(names, None),
        Block::Cards(_) | Block::Turn => Ok(()),
    }
}

/// What the file says of itself. The date is the one that was stated, or a fixed one, so that the same sheet gives the same bytes.
fn properties(sheet: &Sheet) -> Result<DocProperties, XlsxError> {
    let mut parts =
        sheet.date.iter().flat_map(|date| date.split('-')).filter_map(|part| part.parse::<u16>().ok());
    let date = match (parts.next(), parts.next(), parts.next()) {
        (Some(year), Some(month), Some(day)) => ExcelDateTime::from_ymd(year, month as u8, day as u8)?,
        _ => ExcelDateTime::from_ymd(2000, 1, 1)?,
    };
    Ok(DocProperties::new()
        .set_title(&sheet.title)
        .set_subject(&sheet.instrument)
        .set_author("Croupier")
        .set_creation_datetime(&date))
}

/// Where a wager's results stand on its sheet: the line of its edge; deviation, volatility and check follow.
type Placed<'s> = (&'s ParWager, u32);

fn summarise(
    sheet: &Sheet,
    json: &str,
    out: &mut Worksheet,
    formats: &Formats,
    lines: &[(String, &Part, &ParWager, u32)],
) -> Result<(), XlsxError> {
    out.set_column_width(0, 28)?.set_column_width(1, 22)?;
    out.write_with_format(0, 0, &sheet.title, &formats.strong)?;
    out.write(1, 0, &sheet.instrument)?;
    let rules = identity(sheet, json);
    match sheet.provenance.warning() {
        Some(warning) => out.write_with_format(2, 0, format!("{warning} {rules}"), &formats.assumed)?,
        None => out.write(2, 0, rules)?,
    };
    out.write(3, 0, format!("Croupier {} {}", sheet.build.version, sheet.build.commit))?;
    out.write(4, 0, format!("Edges by stake are for chips of {}.", sheet.chips))?;
    out.write_with_format(6, 0, "coups (input)", &formats.strong)?;
    out.write_with_format(6, 1, 10_000, &formats.input)?;
    out.write_with_format(7, 0, "stake (input)", &formats.strong)?;
    out.write_with_format(7, 1, 10, &formats.input)?;
    out.write_with_format(8, 0, "all checks", &formats.strong)?;
    let headings = [
        "wager",
        "method",
        "decks",
        "house edge",
        "return",
        "wins",
        "variance",
        "deviation",
        "volatility index",
        "90 % from",
        "to",
        "95 % from",
        "to",
        "99 % from",
        "to",
        "house expects",
        "check",
    ];
    for (column, heading) in headings.into_iter().enumerate() {
        out.write_with_format(10, column as u16, heading, &formats.strong)?;
    }
    out.set_freeze_panes(11, 1)?;
    let first = 11;
    for (nth, (name, part, wager, at)) in lines.iter().enumerate() {
        let line = first + nth as u32;
        let excel = line + 1;
        out.write(line, 0, &wager.id)?;
        out.write(line, 1, &part.method)?;
        out.write(line, 2, part.decks)?;
        let of = |offset: u32| format!("='{name}'!B{}", at + 1 + offset);
        out.write_formula_with_format(
            line,
            3,
            Formula::new(of(0)).set_result(wager.edge.to_string()),
            &formats.percent,
        )?;
        out.write_formula_with_format(
            line,
            4,
            Formula::new(format!("=1-D{excel}")).set_result((1.0 - wager.edge).to_string()),
            &formats.percent,
        )?;
        out.write_formula_with_format(
            line,
            5,
            Formula::new(of(1)).set_result(wager.hit.to_string()),
            &formats.percent,
        )?;
        out.write_formula_with_format(
            line,
            6,
            Formula::new(of(2)).set_result(wager.variance.to_string()),
            &formats.number,
        )?;
        out.write_formula_with_format(
            line,
            7,
            Formula::new(of(3)).set_result(wager.deviation.to_string()),
            &formats.number,
        )?;
        out.write_formula_with_format(
            line,
            8,
            Formula::new(of(4)).set_result(wager.risk.volatility.to_string()),
            &formats.number,
        )?;
        for (nth, reach) in
            [1.644853626951472_f64, 1.959963984540054, 2.575829303548901].into_iter().enumerate()
        {
            let wide = reach * wager.deviation / 100.0;
            for (side, sign, value) in [(0, '-', 1.0 - wager.edge - wide), (1, '+', 1.0 - wager.edge + wide)]
            {
                let formula = format!("=E{excel}{sign}{reach}*H{excel}/SQRT($B$7)");
                let column = 9 + 2 * nth as u16 + side;
                out.write_formula_with_format(
                    line,
                    column,
                    Formula::new(formula).set_result(value.to_string()),
                    &formats.percent,
                )?;
            }
        }
        let expects =
            Formula::new(format!("=D{excel}*$B$7*$B$8")).set_result((wager.edge * 100_000.0).to_string());
        out.write_formula_with_format(line, 15, expects, &formats.number)?;
        out.write_formula_with_format(line, 16, Formula::new(of(5)).set_result("ok"), &formats.good)?;
    }
    let last = first + lines.len() as u32;
    let all =
        format!("=IF(COUNTIF(Q{}:Q{last},\"ok\")=ROWS(Q{}:Q{last}),\"ok\",\"WRONG\")", first + 1, first + 1);
    out.write_formula_with_format(8, 1, Formula::new(all).set_result("ok"), &formats.good)?;
    let mut line = last + 1;
    if !sheet.assumed.is_empty() {
        out.write_with_format(line, 0, "Assumed: the instrument does not state it", &formats.strong)?;
        for of in &sheet.assumed {
            line += 1;
            for (column, text) in [&of.topic, &of.value, &of.why].into_iter().enumerate() {
                out.write_with_format(line, column as u16, text, &formats.assumed)?;
            }
        }
    }
    Ok(())
}

fn part_sheet<'s>(
    part: &'s Part,
    out: &mut Worksheet,
    formats: &Formats,
) -> Result<Vec<Placed<'s>>, XlsxError> {
    out.set_column_width(0, 18)?.set_column_width(2, 40)?.set_column_width(9, 34)?;
    out.write_with_format(0, 0, part.heading(), &formats.strong)?;
    out.write(1, 0, format!("Method: {}. Decks: {}.", part.method_basis, part.decks_basis))?;
    out.write(2, 0, "ordered draws of six cards: thousands of millions, and the rest")?;
    out.write(2, 3, (part.draws / SPLIT) as f64)?;
    out.write(2, 4, (part.draws % SPLIT) as f64)?;
    out.set_freeze_panes(3, 1)?;
    let mut line = 4;
    let mut placed = Vec::new();
    for wager in &part.wagers {
        placed.push((wager, wager_rows(part, wager, out, formats, &mut line)?));
    }
    stakes(part, out, formats, line)?;
    Ok(placed)
}

/// Writes a wager's rows and what follows from them; back comes the line of its edge.
fn wager_rows(
    part: &Part,
    wager: &ParWager,
    out: &mut Worksheet,
    formats: &Formats,
    line: &mut u32,
) -> Result<u32, XlsxError> {
    out.write_with_format(*line, 0, format!("{} ({})", wager.name, wager.id), &formats.strong)?;
    *line += 1;
    let headings = [
        "result",
        "row",
        "when",
        "ways, thousands of millions",
        "ways, the rest",
        "pays",
        "probability",
        "returns",
        "clauses",
        "probability exactly",
    ];
    for (column, heading) in headings.into_iter().enumerate() {
        out.write_with_format(*line, column as u16, heading, &formats.strong)?;
    }
    let first = *line + 2;
    for row in &wager.rows {
        *line += 1;
        let excel = *line + 1;
        for (column, text) in [row.result, &row.name, &row.when].into_iter().enumerate() {
            match row.assumed {
                true => out.write_with_format(*line, column as u16, text, &formats.assumed)?,
                false => out.write(*line, column as u16, text)?,
            };
        }
        out.write(*line, 3, (row.ways / SPLIT) as f64)?;
        out.write(*line, 4, (row.ways % SPLIT) as f64)?;
        // Odds such as 19/20 are a formula, so that they are exact.
        out.write_formula(
            *line,
            5,
            Formula::new(format!("={}", row.pays)).set_result(ratio(&row.pays).to_string()),
        )?;
        let probability = format!("=(D{excel}*1E9+E{excel})/($D$3*1E9+$E$3)");
        out.write_formula_with_format(
            *line,
            6,
            Formula::new(probability).set_result(row.probability.to_string()),
            &formats.percent,
        )?;
        let returns = Formula::new(format!("=(F{excel}+1)*G{excel}")).set_result(row.returns.to_string());
        out.write_formula_with_format(*line, 7, returns, &formats.percent)?;
        out.write(*line, 8, &row.basis)?;
        out.write(*line, 9, &row.exact)?;
    }
    let last = *line + 1;
    let at = *line + 1;
    let (pays, chances) = (format!("F{first}:F{last}"), format!("G{first}:G{last}"));
    let edge = at + 1;
    let ways = format!("SUM(D{first}:D{last})*1E9+SUM(E{first}:E{last})");
    let results: [(&str, String, f64, &Format); 5] = [
        ("house edge", format!("=-SUMPRODUCT({pays},{chances})"), wager.edge, &formats.percent),
        ("wins", format!("=SUMIF({pays},\">0\",{chances})"), wager.hit, &formats.percent),
        (
            "variance",
            format!("=SUMPRODUCT({pays},{pays},{chances})-B{edge}^2"),
            wager.variance,
            &formats.number,
        ),
        ("deviation", format!("=SQRT(B{})", edge + 2), wager.deviation, &formats.number),
        ("volatility index", format!("=1.645*B{}", edge + 3), wager.risk.volatility, &formats.number),
    ];
    for (nth, (name, formula, value, format)) in results.into_iter().enumerate() {
        out.write(at + nth as u32, 0, name)?;
        out.write_formula_with_format(
            at + nth as u32,
            1,
            Formula::new(formula).set_result(value.to_string()),
            format,
        )?;
    }
    // The ways of all rows are all draws, and the edge is the one that was worked out as a fraction.
    let check = format!(
        "=IF(AND(SUM(D{first}:D{last})-$D$3+(SUM(E{first}:E{last})-$E$3)/1E9=0,ABS(B{edge}-({}))<1E-12,{ways}>0),\"ok\",\"WRONG\")",
        wager.edge_exact
    );
    out.write(at + 5, 0, "check")?;
    out.write_formula_with_format(at + 5, 1, Formula::new(check).set_result("ok"), &formats.good)?;
    out.write(at, 2, format!("exactly {}", wager.edge_exact))?;
    debug_assert_eq!(wager.rows.iter().map(|row| row.ways).sum::<i128>(), part.draws);
    *line = at + 7;
    Ok(at)
}

/// A fraction such as `19/20`, or a whole number, as a number.
fn ratio(text: &str) -> f64 {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    over.parse::<f64>().unwrap_or(f64::NAN) / under.parse::<f64>().unwrap_or(f64::NAN)
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
