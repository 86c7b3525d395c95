//! What every room shares: the frame around a page, texts in every language, and the files that browsers ask for.

pub mod assets;
mod cards;
pub mod figures;
pub mod shell;
pub mod texts;
