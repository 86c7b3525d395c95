//! The transcripts of a folder held against their books: they pass, what they once covered stays covered, and they notice every change of
//! a value. Tests of tournaments and of promotions are made of this.

use baccarat::book::Book;
use baccarat::shelf;
use declared::mutants::try_all;
use declared::transcript::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use toml::Value;

/// The number of changes of each book that the default run tries.
const SAMPLE: usize = 40;

/// A folder of transcripts, and what plays them.
pub struct Suite {
    /// The folder inside `transcripts`.
    pub folder: &'static str,
    /// The group of topics that they prove.
    pub group: &'static str,
    /// Plays one of them under a book.
    pub play: fn(&str, &Arc<Book>) -> Report,
}

/// A published book.
pub fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

impl Suite {
    fn folder(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts").join(self.folder)
    }

    /// The transcripts of a book: name and text.
    pub fn transcripts(&self, id: &str) -> Vec<(String, String)> {
        let files = std::fs::read_dir(self.folder().join(id)).unwrap().map(|file| file.unwrap().path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|ext| ext == "txt")).collect();
        files.sort();
        let named = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        files.iter().map(|file| (named(file), std::fs::read_to_string(file).unwrap())).collect()
    }

    fn listed(&self, name: &str) -> BTreeMap<String, String> {
        let text = std::fs::read_to_string(self.folder().join(name)).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let entry = |line: &str| {
            let (name, reason) = line.split_once("  # ").unwrap_or((line, ""));
            (name.trim().to_owned(), reason.trim().to_owned())
        };
        lines.map(entry).collect()
    }

    /// Every transcript of a book passes, and what was covered once still is.
    pub fn check(&self, id: &str) {
        let book = book(id);
        let mut failed = Vec::new();
        let mut covered = BTreeSet::new();
        for (name, text) in self.transcripts(id) {
            let report = (self.play)(&text, &book);
            match report.failures.is_empty() {
                true => covered.extend(report.covered.into_iter().map(|(clause, _)| clause)),
                false => {
                    failed.extend(report.failures.into_iter().map(|failure| format!("{id}/{name} {failure}")))
                }
            }
        }
        assert!(failed.is_empty(), "\n{}", failed.join("\n"));
        let list = format!("covered-{id}.list");
        if std::env::var("CROUPIER_COVERED").is_ok_and(|how| how == "write") {
            let all: Vec<&str> = covered.iter().map(String::as_str).collect();
            std::fs::write(self.folder().join(&list), all.join("\n") + "\n").unwrap();
        }
        let listed = self.listed(&list).into_keys();
        let bare: Vec<String> = listed.filter(|clause| !covered.contains(clause)).collect();
        assert!(bare.is_empty(), "{id}: covered once, and bare now: {bare:?}");
    }

    /// Every clause on the group's topics that is not a mere fact is cited by a transcript.
    pub fn no_clause_is_bare(&self, id: &str) {
        let covered: BTreeSet<String> = self.listed(&format!("covered-{id}.list")).into_keys().collect();
        let file: toml::Table = shelf::text(id).unwrap().parse().unwrap();
        let own = format!("{}.", self.group);
        let speaks = |clause: &&Value| {
            let also = clause.get("also").and_then(Value::as_array).into_iter().flatten();
            clause.get(self.group).is_some()
                || also.filter_map(Value::as_str).any(|topic| topic.starts_with(&own))
        };
        let clauses = file["clause"].as_array().unwrap().iter().filter(speaks);
        let bare: Vec<&str> = clauses
            .map(|clause| clause["number"].as_str().unwrap())
            .filter(|number| !covered.contains(*number))
            .collect();
        assert!(bare.is_empty(), "{id}: {bare:?}");
    }

    /// Every changed value of the group is noticed by a transcript, or listed with the reason why none can.
    pub fn every_value_matters(&self, id: &str) {
        let whole = std::env::var("CROUPIER_MUTANTS").is_ok_and(|how| how == "all");
        let texts: Vec<String> = self.transcripts(id).into_iter().map(|(_, text)| text).collect();
        let sample = (!whole).then_some(SAMPLE);
        let outcome = try_all(shelf::text(id).unwrap(), self.group, sample, &texts, self.play).unwrap();
        let survived = outcome.survived;
        println!("{id}: {} changes, {} tried, {} unnoticed", outcome.all, outcome.tried, survived.len());
        let known = self.listed(&format!("survivors-{id}.list"));
        let new: Vec<&String> = survived.iter().filter(|name| !known.contains_key(*name)).collect();
        assert!(new.is_empty(), "{id}: no transcript notices these changes:\n{new:#?}");
        let unexplained: Vec<&String> =
            known.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| name).collect();
        assert!(unexplained.is_empty(), "{id}: say why: {unexplained:?}");
        if whole {
            let noticed: Vec<&String> = known.keys().filter(|name| !survived.contains(*name)).collect();
            assert!(noticed.is_empty(), "{id}: noticed by now, so take them off the list: {noticed:?}");
        }
    }
}

/// Every line form that the reader knows stands on the page about the language. A form is a list of words in a pattern.
pub fn every_form_is_on_the_page(source: &str, page: &str) {
    let mut missing = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| line.starts_with("[\"")) {
        let pattern = line.split(']').next().unwrap_or_default();
        let mut words = pattern.trim_start_matches('[').split(',').map(str::trim);
        let first: Vec<&str> = words.by_ref().take_while(|word| word.starts_with('"')).collect();
        let form = first.iter().map(|word| word.trim_matches('"')).collect::<Vec<_>>().join(" ");
        if !page.contains(&form) {
            missing.push(form);
        }
    }
    assert!(missing.is_empty(), "not on the page: {missing:?}");
}
