//! What the tests of whole tables share: seeded chance, tables to play at, transcripts, somebody who does what is due, and evenings on which everything goes wrong.
#![allow(dead_code)]

pub mod evening;
pub mod house;
pub mod seeded;
pub mod tables;

use std::path::PathBuf;

/// Every transcript of the conformance suite: its folder and file, and its text.
pub fn transcripts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts");
    let mut files: Vec<PathBuf> = Vec::new();
    for book in std::fs::read_dir(folder).unwrap() {
        let book = book.unwrap().path();
        if book.is_dir() {
            files.extend(std::fs::read_dir(book).unwrap().map(|file| file.unwrap().path()));
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let named = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let folder = file.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        (format!("{folder}/{name}"), text)
    };
    files.into_iter().map(named).collect()
}
