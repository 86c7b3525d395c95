//! PAR sheets as files.

mod html;
mod pdf;
mod xlsx;

pub use html::page as html;
pub use pdf::pages as pdf;
pub use xlsx::workbook as xlsx;
