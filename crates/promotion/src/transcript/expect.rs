//! What a transcript expects, compared with what came.

use super::play::Played;
use super::{Failure, Line, Report};
use crate::document::{Paragraph, document};
use crate::published::Published;
use declared::transcript::{Expectation, says};
use table::{Citation, Name};

/// Checks one `expect` line.
pub(super) fn check(played: &mut Played<'_>, line: &Line<'_>, report: &mut Report) -> Result<(), Failure> {
    report.expectations += 1;
    let expected = Expectation::read(played.book, line)?;
    let cites = found(played, line, &expected.words)?;
    expected.borne_out(line, cites, report)
}

fn all<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn found(played: &Played<'_>, line: &Line<'_>, words: &[String]) -> Result<Option<Citation>, Failure> {
    let plain: Vec<&str> = words.iter().map(String::as_str).collect();
    match plain[..] {
        ["refused", ..] => match played.refusals.last() {
            Some(refusal) if says(&refusal.message, &words[1..]) => Ok(Some(refusal.cites.clone())),
            Some(refusal) => Err(line.fail(format!("it was refused otherwise: {refusal}"))),
            None => Err(line.fail("it was not refused")),
        },
        ["fault", ..] => {
            let faults = played.terms().err().unwrap_or_default();
            match faults.iter().find(|fault| says(&fault.message, &words[1..])) {
                Some(fault) => Ok(Some(fault.cites.clone())),
                None => Err(line.fail(format!("there is no such fault: {}", all(&faults)))),
            }
        }
        ["no", "fault", ..] => {
            let faults = played.terms().err().unwrap_or_default();
            match faults.iter().any(|fault| says(&fault.message, &words[2..])) {
                true => Err(line.fail(format!("there is such a fault: {}", all(&faults)))),
                false => Ok(None),
            }
        }
        ["note", ..] | ["no", "note", ..] => note(played, line, words),
        ["document", ..] => in_document(played, line, &words[1..]),
        _ => match state(played, line, &plain) {
            Some(holds) => holds.map(|()| None),
            None => event(played, line, words),
        },
    }
}

fn note(played: &Played<'_>, line: &Line<'_>, words: &[String]) -> Result<Option<Citation>, Failure> {
    let terms = played.terms().map_err(|faults| line.fail(all(&faults)))?;
    let notes = terms.notes(played.book);
    let denied = words[0] == "no";
    let wanted = if denied { &words[2..] } else { &words[1..] };
    match (notes.iter().find(|note| says(&note.message, wanted)), denied) {
        (Some(note), false) => Ok(Some(note.cites.clone())),
        (None, true) => Ok(None),
        _ => Err(line.fail(format!("the notes are: {}", all(&notes)))),
    }
}

fn in_document(played: &Played<'_>, line: &Line<'_>, words: &[String]) -> Result<Option<Citation>, Failure> {
    let terms = played.terms().map_err(|faults| line.fail(all(&faults)))?;
    let paragraphs = document(&terms, played.book).paragraphs;
    let text = |paragraph: &Paragraph| format!("{} {}", paragraph.title, paragraph.text);
    match paragraphs.iter().find(|paragraph| says(&text(paragraph), words)) {
        Some(paragraph) => Ok(Some(paragraph.cites.clone())),
        None => {
            let texts: Vec<String> = paragraphs.iter().map(text).collect();
            Err(line.fail(format!("the document does not say so: {}", texts.join(" | "))))
        }
    }
}

/// Something that can be read off the state; nothing if the words are about an event.
fn state(played: &Played<'_>, line: &Line<'_>, words: &[&str]) -> Option<Result<(), Failure>> {
    let state = played.promotion.state();
    let same = |what: &str, wanted: &str, found: String| match wanted == found {
        true => Ok(()),
        false => Err(line.fail(format!("{what} is {found}"))),
    };
    Some(match words {
        ["stage", stage] => same("the stage", stage, state.stage.word().to_owned()),
        ["tickets", many] => same("the number of tickets", many, state.live_tickets().count().to_string()),
        ["proofs", who, many] => {
            let proofs = state.proofs(&Name::from(*who));
            let root = state.root.unwrap_or(merkle::Hash::NONE);
            let id = state.terms.as_ref().map_or("", |terms| terms.id.as_str());
            let hold = proofs.iter().filter(|proof| proof.check(id, root, state.list.len()).is_ok()).count();
            same("the number of proofs that hold", many, hold.to_string())
        }
        ["nobody", "reads", who] => {
            let public =
                Published::of(state, played.now).and_then(|public| serde_json::to_string(&public).ok());
            match public.unwrap_or_default().contains(*who) {
                true => Err(line.fail(format!("{who} stands in what is published"))),
                false => Ok(()),
            }
        }
        ["published", "holds"] => {
            let faults = Published::of(state, played.now).map_or_else(Vec::new, |public| public.faults());
            if faults.is_empty() { Ok(()) } else { Err(line.fail(all(&faults))) }
        }
        ["owed", many] => {
            let owed = state.prizes.iter().filter(|prize| prize.is_owed()).count();
            same("the number of winners still to be sought", many, owed.to_string())
        }
        ["overdue", many] => {
            same("the number of overdue winners", many, state.overdue(played.now).len().to_string())
        }
        ["denials", many] => same("the number of denials", many, state.denials().count().to_string()),
        _ => return None,
    })
}

/// What happened by the last line and says these words.
fn event(played: &Played<'_>, line: &Line<'_>, words: &[String]) -> Result<Option<Citation>, Failure> {
    let (denied, words) = match words.first().map(String::as_str) {
        Some("no") => (true, &words[1..]),
        _ => (false, words),
    };
    let state = played.promotion.state();
    let texts: Vec<String> = played.events.iter().map(|event| event.fact.to_text(state)).collect();
    let found = texts.iter().zip(&played.events).find(|(text, _)| says(text, words));
    match (found.map(|(_, event)| event.cites.clone()), denied) {
        (Some(cites), false) => Ok(Some(cites)),
        (None, true) => Ok(None),
        (Some(_), true) => Err(line.fail(format!("it happened: {}", texts.join(" | ")))),
        (None, false) => Err(line.fail(format!("it did not happen; what did: {}", texts.join(" | ")))),
    }
}
