//! PAR sheets: a page, a PDF file, a workbook.

mod written;
mod xlsx;

pub use xlsx::workbook as xlsx;

use crate::document;
use lab::par::Sheet;

/// PAR sheets as a page. `json` is the hash of the JSON, which is the document itself.
pub fn html(sheet: &Sheet, json: &str) -> String {
    document::page(&written::document(sheet, json))
}

/// PAR sheets as a PDF file.
pub fn pdf(sheet: &Sheet, json: &str) -> Vec<u8> {
    document::pages(&written::document(sheet, json))
}
