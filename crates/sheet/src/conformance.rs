//! A conformance pack as a document.

use crate::document::{self, Block, Document, Mark, Table, altered};
use lab::conformance::{ClauseConformance, Conformance, Verdict};

/// A conformance pack as a page.
pub fn html(pack: &Conformance) -> String {
    document::page(&written(pack))
}

/// A conformance pack as a PDF file.
pub fn pdf(pack: &Conformance) -> Vec<u8> {
    document::pages(&written(pack))
}

fn written(pack: &Conformance) -> Document {
    let mut out = Document {
        title: format!("Conformance pack: {}", pack.name),
        subtitle: pack.instrument.clone(),
        foot: format!(
            "{}{} · rules SHA-256 {} · Croupier {}",
            pack.book,
            altered(&pack.provenance),
            pack.provenance.sha256,
            pack.build.version
        ),
        date: pack.date.clone(),
        watermark: pack.provenance.warning().map(|_| "ALTERED".to_owned()),
        blocks: Vec::new(),
    };
    out.blocks.extend(pack.provenance.warning().map(Block::Warning));
    if pack.fails() {
        out.blocks
            .push(Block::Warning("Something fails: see the clauses and transcripts marked FAIL.".into()));
    }
    identity(pack, &mut out);
    summary(pack, &mut out);
    failures(pack, &mut out);
    changed(pack, &mut out);
    clauses(pack, &mut out);
    assumed(pack, &mut out);
    transcripts(pack, &mut out);
    out.heading(1, "8. Prepared, checked, approved");
    out.blocks.push(Block::Signatures(vec![
        "Prepared by, date".into(),
        "Checked by, date".into(),
        "Approved by, date".into(),
    ]));
    out
}

fn identity(pack: &Conformance, out: &mut Document) {
    let provenance = &pack.provenance;
    let standing = format!("{:?}", provenance.standing).to_lowercase();
    let base = provenance.base.as_ref().map_or(String::new(), |base| format!(", based on {base}"));
    out.heading(1, "1. Identity");
    out.facts(&[
        ("Book", format!("{} ({standing}{base})", pack.book)),
        ("Instrument", pack.instrument.clone()),
        ("Rules, SHA-256", provenance.sha256.clone()),
        ("Date", pack.date.clone().unwrap_or_else(|| "not stated".into())),
        ("Croupier", pack.build.version.clone()),
        ("Commit", pack.build.commit.clone()),
        ("Toolchain", pack.build.toolchain.clone()),
        ("Dependencies, SHA-256", pack.build.lock_sha256.clone()),
        ("Program, SHA-256", pack.build.binary_sha256.clone()),
    ]);
    let mut table = Table::of(&["topic", "published", "here", "clauses"]);
    for change in &provenance.changed {
        let cells = [&change.published, &change.here, &change.clauses].map(|list| list.join("; "));
        let [published, here, clauses] = cells;
        table.marked(vec![change.topic.clone(), published, here, clauses], Mark::Noted);
    }
    if !table.rows.is_empty() {
        out.text("Where this book says something else than the published one:");
        out.table(table);
    }
}

fn summary(pack: &Conformance, out: &mut Document) {
    let of = &pack.summary;
    out.heading(1, "2. Summary");
    out.facts(&[
        ("Clauses", of.clauses.to_string()),
        ("PASS", format!("{}: a transcript that passes cites the clause, and the table bore it out", of.pass)),
        ("FAIL", of.fail.to_string()),
        ("NOT EXERCISED", format!("{}: no transcript cites the clause", of.not_exercised)),
        ("FACT", format!("{}: nothing follows from the clause at a table", of.fact)),
        ("ASSUMED", format!("{}: values that the instrument does not state", of.assumed)),
        (
            "Transcripts",
            format!("{}, of which {} fail; {} expectations", of.transcripts, of.transcripts_failed, of.expectations),
        ),
        (
            "Changes of values",
            format!(
                "{} of {} tried; {} noticed by a transcript, {} not and for a stated reason, {} not and unexplained",
                pack.mutants.tried,
                pack.mutants.all,
                pack.mutants.killed,
                pack.mutants.explained,
                pack.mutants.unexplained.len()
            ),
        ),
    ]);
    out.text(
        "A change alters one value of the book: a number by one, a word to another of its set, odds, a cell of the chart. A value \
         matters if some transcript fails under the change. Changes of tournaments and promotions are not tried here.",
    );
}

fn failures(pack: &Conformance, out: &mut Document) {
    let mut table = Table::of(&["clause", "what fails"]);
    for clause in pack.clauses.iter().filter(|clause| clause.verdict == Verdict::Fail) {
        table.marked(vec![clause.clause.clone(), clause.failures.join("\n")], Mark::Wrong);
    }
    for one in pack.transcripts.iter().filter(|one| !one.passed) {
        table.marked(vec![one.file.clone(), one.failures.join("\n")], Mark::Wrong);
    }
    if pack.summary.transcripts == 0 {
        table.marked(vec!["transcripts".into(), Conformance::NO_TRANSCRIPT.into()], Mark::Wrong);
    }
    for change in &pack.mutants.unexplained {
        table.marked(vec!["change".into(), change.clone()], Mark::Wrong);
    }
    out.heading(1, "3. What fails");
    if table.rows.is_empty() {
        out.text("Nothing.");
    }
    out.table(table);
}

fn changed(pack: &Conformance, out: &mut Document) {
    let Some(changed) = &pack.changed else { return };
    out.heading(1, "4. What changed since the older pack");
    if changed.is_empty() {
        out.text("Nothing.");
    }
    let mut table = Table::of(&["of", "what", "before", "now"]);
    for one in changed {
        table.row(vec![one.of.clone(), one.what.clone(), one.before.clone(), one.now.clone()]);
    }
    out.table(table);
}

fn clauses(pack: &Conformance, out: &mut Document) {
    out.heading(1, "5. Clause by clause");
    let mut table = Table::of(&[
        "clause",
        "kind",
        "gist and reading",
        "where it is data",
        "code that reads it",
        "transcripts",
        "#changes",
        "verdict",
    ]);
    for clause in &pack.clauses {
        let mark = match clause.verdict {
            Verdict::Fail => Mark::Wrong,
            Verdict::NotExercised => Mark::Noted,
            _ => Mark::None,
        };
        table.marked(cells(clause), mark);
    }
    out.table(table);
}

/// The most lines of code or transcripts that a page lists; the JSON has all.
const LISTED: usize = 8;

fn listed(all: &[String]) -> String {
    let mut text = all.iter().take(LISTED).cloned().collect::<Vec<_>>().join("\n");
    if all.len() > LISTED {
        text.push_str(&format!("\nand {} more", all.len() - LISTED));
    }
    text
}

fn cells(clause: &ClauseConformance) -> Vec<String> {
    let reading = clause.reading.as_ref().map_or(String::new(), |reading| format!("\nReading: {reading}"));
    let gives: Vec<String> =
        clause.gives.iter().map(|given| format!("{} = {}", given.topic, given.value)).collect();
    let mut changes = match clause.mutants_tried {
        0 => "–".to_owned(),
        tried => format!("{} of {tried}", clause.mutants_killed),
    };
    for survivor in &clause.survivors {
        changes.push_str(&format!(
            "\n{}: {}",
            survivor.change,
            survivor.reason.as_deref().unwrap_or("unexplained")
        ));
    }
    vec![
        clause.clause.clone(),
        clause.kind.to_string(),
        format!("{}{reading}", clause.gist),
        gives.join("\n"),
        listed(&clause.code),
        listed(&clause.transcripts),
        changes,
        clause.verdict.words().to_owned(),
    ]
}

fn assumed(pack: &Conformance, out: &mut Document) {
    out.heading(1, "6. Assumed: the instrument does not state it");
    let mut table = Table::of(&["topic", "value", "why", "verdict"]);
    for of in &pack.assumed {
        table.marked(
            vec![of.topic.to_string(), of.value.to_string(), of.why.to_string(), "ASSUMED".into()],
            Mark::Noted,
        );
    }
    if table.rows.is_empty() {
        out.text("Nothing.");
    }
    out.table(table);
}

fn transcripts(pack: &Conformance, out: &mut Document) {
    out.heading(1, "7. Transcripts");
    let mut table = Table::of(&["file", "#expectations", "result"]);
    for one in &pack.transcripts {
        let mark = if one.passed { Mark::None } else { Mark::Wrong };
        let result = if one.passed { "passed".to_owned() } else { one.failures.join("\n") };
        table.marked(vec![one.file.clone(), one.expectations.to_string(), result], mark);
    }
    out.table(table);
}
