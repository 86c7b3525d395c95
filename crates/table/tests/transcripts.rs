//! Every transcript of the conformance suite passes.

use baccarat::book::Book;
use baccarat::shelf;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use table::transcript::{Report, run};

fn suite() -> Vec<PathBuf> {
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
    files
}

fn books() -> BTreeMap<String, Arc<Book>> {
    let read = |id: &str| Arc::new(Book::read(shelf::text(id).unwrap()).unwrap());
    shelf::ids().into_iter().map(|id| (id.to_owned(), read(id))).collect()
}

#[test]
fn every_transcript_passes() {
    let books = books();
    let mut failed = Vec::new();
    let files = suite();
    assert!(!files.is_empty(), "there are transcripts");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let Report { failures, .. } = run(&text, |id| books.get(id).cloned());
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let folder = file.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        failed.extend(failures.into_iter().map(|failure| format!("{folder}/{name} {failure}")));
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}
