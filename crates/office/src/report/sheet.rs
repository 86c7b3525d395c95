//! Sheets: what a report is made of, and how they are written as JSON, CSV and Excel.

use crate::calendar::Clocks;
use baccarat::chips::Money;
use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet, XlsxError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use table::Time;

/// A value in a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Count(i64),
    /// An amount.
    Money(Money),
    /// Hundredths of a percent.
    Percent(i64),
    /// A moment.
    Time(Time),
    /// How long, in seconds.
    Seconds(i64),
    /// A statistic.
    #[serde(with = "bits")]
    Figure(f64),
    /// Yes or no.
    Yes(bool),
    /// Nothing to say.
    Nothing,
}

/// A statistic as it is kept: by its bits in hexadecimal digits, so that what is read is what was written.
mod bits {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(figure: &f64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:016x}", figure.to_bits()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        let digits = String::deserialize(from)?;
        u64::from_str_radix(&digits, 16).map(f64::from_bits).map_err(D::Error::custom)
    }
}

impl Cell {
    /// Something, or nothing.
    pub fn of<T>(value: Option<T>, cell: impl FnOnce(T) -> Cell) -> Cell {
        value.map_or(Cell::Nothing, cell)
    }

    /// Words.
    pub fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    /// A whole number.
    pub fn count(count: impl TryInto<i64>) -> Cell {
        Cell::Count(count.try_into().unwrap_or(i64::MAX))
    }

    /// Is it written to the right, as numbers are?
    pub fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_) | Cell::Time(_) | Cell::Yes(_) | Cell::Nothing)
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(count) | Cell::Percent(count) | Cell::Seconds(count) => json!(count),
            Cell::Money(money) => json!(money.0),
            Cell::Time(time) => json!(time.0),
            Cell::Figure(figure) => json!(figure),
            Cell::Yes(yes) => json!(yes),
            Cell::Nothing => Value::Null,
        }
    }

    /// As it stands in a file for other programs.
    fn written(&self, clocks: &Clocks) -> String {
        match self {
            // A spreadsheet would take this for a formula.
            Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}"),
            Cell::Text(text) => text.clone(),
            Cell::Count(count) | Cell::Seconds(count) => count.to_string(),
            Cell::Money(money) => hundredths(money.0),
            Cell::Percent(percent) => hundredths(*percent),
            Cell::Time(time) => clocks.written(*time),
            Cell::Figure(figure) => format!("{figure:.4}"),
            Cell::Yes(yes) => (if *yes { "yes" } else { "no" }).to_owned(),
            Cell::Nothing => String::new(),
        }
    }
}

/// A number of hundredths with its point.
fn hundredths(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let number = number.unsigned_abs();
    format!("{sign}{}.{:02}", number / 100, number % 100)
}

/// Amounts that are not whole, each as a whole one less than one away from it, so that they come to what their sum is rounded to.
pub fn whole(parts: impl IntoIterator<Item = f64>) -> Vec<Money> {
    let (mut exact, mut given) = (0.0, 0);
    let next = |part| {
        exact += part;
        let before = given;
        given = f64::round(exact) as i64;
        Money(given - before)
    };
    parts.into_iter().map(next).collect()
}

/// A table of values under named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name.
    pub name: &'static str,
    /// The names of its columns.
    pub columns: Vec<&'static str>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// People read it by columns: what is a row here stands beside the others there.
    pub statement: bool,
}

impl Sheet {
    /// An empty sheet.
    pub fn new(name: &'static str, columns: &[&'static str]) -> Sheet {
        Sheet { name, columns: columns.to_vec(), rows: Vec::new(), statement: false }
    }

    /// As JSON: a list of objects.
    pub fn json(&self) -> Value {
        let row = |row: &Vec<Cell>| -> Value {
            let pairs =
                self.columns.iter().zip(row).map(|(column, cell)| ((*column).to_owned(), cell.json()));
            Value::Object(pairs.collect::<Map<String, Value>>())
        };
        Value::Array(self.rows.iter().map(row).collect())
    }

    /// As CSV, with the mark by which Excel knows UTF-8. Times are by these clocks.
    pub fn csv(&self, clocks: &Clocks) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
        writer.write_record(&self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| cell.written(clocks)))?;
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }
}

/// Sheets as an Excel workbook, after one that says what they are about. Numbers are numbers and times are times, by these clocks.
pub fn workbook(about: &[(String, String)], sheets: &[Sheet], clocks: &Clocks) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let bold = Format::new().set_bold();
    let front = workbook.add_worksheet().set_name("about")?;
    for (row, (key, value)) in (0..).zip(about) {
        front.write_string_with_format(row, 0, key, &bold)?.write_string(row, 1, value)?;
    }
    front.set_column_width(0, 16)?.set_column_width(1, 60)?;
    for sheet in sheets {
        write(workbook.add_worksheet().set_name(sheet.name)?, sheet, clocks)?;
    }
    workbook.save_to_buffer()
}

fn write(page: &mut Worksheet, sheet: &Sheet, clocks: &Clocks) -> Result<(), XlsxError> {
    let heading = Format::new().set_bold().set_align(FormatAlign::Left);
    for (place, column) in (0_u16..).zip(&sheet.columns) {
        let (row, column_at) = if sheet.statement { (u32::from(place), 0) } else { (0, place) };
        page.write_string_with_format(row, column_at, *column, &heading)?;
    }
    for (number, row) in (1_u32..).zip(&sheet.rows) {
        for (place, cell) in (0_u16..).zip(row) {
            let at = match sheet.statement {
                true => (u32::from(place), u16::try_from(number).unwrap_or(u16::MAX)),
                false => (number, place),
            };
            put(page, at, cell, clocks)?;
        }
    }
    let (across, down) = if sheet.statement { (1, 1) } else { (0, 1) };
    page.set_freeze_panes(down, across)?;
    page.autofit();
    Ok(())
}

fn put(
    page: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    clocks: &Clocks,
) -> Result<(), XlsxError> {
    let formatted = |shape: &str| Format::new().set_num_format(shape);
    match cell {
        Cell::Text(text) => page.write_string(row, column, text)?,
        Cell::Count(count) | Cell::Seconds(count) => {
            page.write_number_with_format(row, column, *count as f64, &formatted("#,##0"))?
        }
        Cell::Money(money) => {
            page.write_number_with_format(row, column, money.0 as f64 / 100.0, &formatted("#,##0.00"))?
        }
        Cell::Percent(percent) => {
            page.write_number_with_format(row, column, *percent as f64 / 10_000.0, &formatted("0.00%"))?
        }
        Cell::Figure(figure) => {
            page.write_number_with_format(row, column, *figure, &formatted("#,##0.0000"))?
        }
        Cell::Time(time) => {
            let shape = formatted("yyyy-mm-dd hh:mm:ss");
            page.write_number_with_format(row, column, clocks.serial(*time), &shape)?
        }
        Cell::Yes(yes) => page.write_boolean(row, column, *yes)?,
        Cell::Nothing => page,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_amounts_come_to_what_their_sum_does() {
        assert_eq!(whole([0.4, 0.4, 0.4, -0.4]), [Money(0), Money(1), Money(0), Money(0)]);
        assert_eq!(whole([2.5, 2.5]), [Money(3), Money(2)]);
        assert_eq!(whole([]), []);
    }

    #[test]
    fn a_sheet_is_written_for_other_programs() {
        let mut sheet = Sheet::new("money", &["who", "amount", "at", "hold"]);
        sheet.rows.push(vec![
            Cell::text("=cmd, \"x\""),
            Cell::Money(Money(-1_205)),
            Cell::Time(Time(0)),
            Cell::Percent(-5),
        ]);
        let csv = String::from_utf8(sheet.csv(&Clocks::default()).expect("CSV")).expect("UTF-8");
        assert_eq!(
            csv,
            "\u{feff}who,amount,at,hold\n\"'=cmd, \"\"x\"\"\",-12.05,1970-01-01T00:00:00Z,-0.05\n"
        );
        assert_eq!(sheet.json(), json!([{"who": "=cmd, \"x\"", "amount": -1205, "at": 0, "hold": -5}]));
        let bytes =
            workbook(&[("kind".into(), "test".into())], &[sheet], &Clocks::default()).expect("a workbook");
        assert_eq!(&bytes[..2], b"PK");
    }
}
