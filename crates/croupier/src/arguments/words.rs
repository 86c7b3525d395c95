//! Words that a shell can complete, and that need not be one of those: books by id or by file, wagers of any book.

use baccarat::book::Book;
use baccarat::shelf;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::sync::OnceLock;

/// A book: completed to the ids on the shelf; the path of a file is as good.
#[derive(Clone, Copy, Debug)]
pub struct BookName;

/// A wager: completed to the ids of all wagers of all books on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct WagerName;

impl TypedValueParser for BookName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(shelf::ids().into_iter().map(PossibleValue::new)))
    }
}

impl TypedValueParser for WagerName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(wagers().iter().map(|id| PossibleValue::new(id.as_str()))))
    }
}

/// The ids of all wagers of all books on the shelf, read when a shell asks for them.
fn wagers() -> &'static BTreeSet<String> {
    static KNOWN: OnceLock<BTreeSet<String>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let books = shelf::ids().into_iter().filter_map(|id| Book::read(shelf::text(id)?).ok());
        let of_book = |book: Book| {
            let methods: Vec<String> = book.methods().map(|method| method.id.clone()).collect();
            let wagers = methods.iter().flat_map(|method| book.wagers(method).unwrap_or_default());
            wagers.map(|wager| wager.id.to_string()).collect::<Vec<_>>()
        };
        books.flat_map(of_book).collect()
    })
}
