//! What a transcript expects, compared with what came.

use super::play::Played;
use super::read::money;
use super::{Failure, Line, Report};
use crate::document::document;
use declared::transcript::{Expectation, says};
use table::{Citation, Name};

/// Checks one `expect` line.
pub(super) fn check(played: &mut Played<'_>, line: &Line<'_>, report: &mut Report) -> Result<(), Failure> {
    report.expectations += 1;
    let expected = Expectation::read(played.book, line)?;
    let cites = found(played, line, &expected.words)?;
    expected.borne_out(line, cites, report)
}

fn found(played: &mut Played<'_>, line: &Line<'_>, words: &[String]) -> Result<Option<Citation>, Failure> {
    let plain: Vec<&str> = words.iter().map(String::as_str).collect();
    match plain[..] {
        ["refused", ..] => match played.refusals.last() {
            Some(refusal) if says(&refusal.message, &words[1..]) => Ok(Some(refusal.cites.clone())),
            Some(refusal) => Err(line.fail(format!("it was refused otherwise: {refusal}"))),
            None => Err(line.fail("it was not refused")),
        },
        ["fault", ..] => {
            let faults = played.conditions().err().unwrap_or_default();
            match faults.iter().find(|fault| says(&fault.message, &words[1..])) {
                Some(fault) => Ok(Some(fault.cites.clone())),
                None => Err(line.fail(format!("there is no such fault: {}", all(&faults)))),
            }
        }
        ["no", "fault", ..] => {
            let faults = played.conditions().err().unwrap_or_default();
            match faults.iter().any(|fault| says(&fault.message, &words[2..])) {
                true => Err(line.fail(format!("there is such a fault: {}", all(&faults)))),
                false => Ok(None),
            }
        }
        ["warning", ..] => {
            let warnings =
                played.conditions().map(|conditions| conditions.warnings(played.book)).unwrap_or_default();
            match warnings.iter().find(|warning| says(&warning.message, &words[1..])) {
                Some(warning) => Ok(Some(warning.cites.clone())),
                None => Err(line.fail(format!("there is no such warning: {}", all(&warnings)))),
            }
        }
        ["document", ..] => {
            let conditions = played.conditions().map_err(|faults| line.fail(all(&faults)))?;
            let paragraphs = document(&conditions, played.book).paragraphs;
            let text =
                |paragraph: &crate::document::Paragraph| format!("{} {}", paragraph.title, paragraph.text);
            let fitting: Vec<Citation> = paragraphs
                .iter()
                .filter(|paragraph| says(&text(paragraph), &words[1..]))
                .map(|paragraph| paragraph.cites.clone())
                .collect();
            match fitting.is_empty() {
                false => Ok(Some(fitting.into_iter().fold(Citation::default(), Citation::and))),
                true => {
                    let all: Vec<String> = paragraphs.iter().map(text).collect();
                    Err(line.fail(format!("the document does not say so: {}", all.join(" | "))))
                }
            }
        }
        ["off", clause] => {
            let off = played.tournament.as_ref().and_then(|tournament| tournament.switched_off(clause));
            off.map(Some).ok_or_else(|| line.fail(format!("{clause} is in force")))
        }
        ["nobody", "sees", what] => {
            // Everything on record, and the state, as anybody could read it.
            let state = played.tournament.as_ref().map(|tournament| format!("{:?}", tournament.state()));
            let record = format!("{:?} {}", played.log, state.unwrap_or_default());
            let amount = money(line, what).map(|amount| format!("Money({})", amount.0)).unwrap_or_default();
            let leaks = record.contains(&amount) && !amount.is_empty();
            if leaks { Err(line.fail(format!("{what} is on record"))) } else { Ok(None) }
        }
        _ => match state(played, line, &plain)? {
            Some(holds) => holds.map(|()| None),
            None => event(played, line, words),
        },
    }
}

fn all<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Something that can be read off the state; nothing if the words are about an event.
fn state(
    played: &Played<'_>,
    line: &Line<'_>,
    words: &[&str],
) -> Result<Option<Result<(), Failure>>, Failure> {
    let Some(tournament) = &played.tournament else {
        return Err(line.fail("the tournament has not started"));
    };
    let state = tournament.state();
    let same = |what: &str, wanted: &str, found: String| {
        Some(if wanted == found { Ok(()) } else { Err(line.fail(format!("{what} is {found}"))) })
    };
    Ok(match words {
        ["pool", amount] => same("the pool", amount, state.fund.pool().to_string()),
        ["commission", amount] => {
            let kept = state.fund.commission - state.fund.refunded_commission;
            same("commission", amount, kept.to_string())
        }
        ["cash", amount] => same("the cash", amount, state.fund.cash().to_string()),
        ["stack", who, amount] => {
            let found = state
                .place_of(&Name::from(*who))
                .and_then(|(table, seat)| state.table(table)?.seats.get(&seat));
            same(who, amount, found.map_or("nothing".into(), |seat| seat.stack.to_string()))
        }
        ["residue", who, amount] => {
            let found = state
                .place_of(&Name::from(*who))
                .and_then(|(table, seat)| state.table(table)?.seats.get(&seat)?.out.as_ref());
            same(who, amount, found.map_or("nothing".into(), |out| out.residue.to_string()))
        }
        ["turns", seats @ ..] => {
            let turns = played.table().and_then(|table| table.coup.as_ref()).map(|coup| coup.turns.clone());
            let found: Vec<String> = turns.unwrap_or_default().iter().map(ToString::to_string).collect();
            same("the order", &seats.join(" "), found.join(" "))
        }
        ["standing", who, standing] => {
            let found = state
                .entrant(&Name::from(*who))
                .map(|entrant| format!("{:?}", entrant.standing).to_lowercase());
            same(who, standing, found.unwrap_or_default())
        }
        ["coups", many] => {
            same("the count of coups", many, played.table().map_or(0, |table| table.coups).to_string())
        }
        ["draws", "hold"] => {
            let faults = draw::check_chain(&state.draws);
            Some(if faults.is_empty() && !state.draws.is_empty() {
                Ok(())
            } else {
                Err(line.fail(format!("{faults:?}")))
            })
        }
        _ => None,
    })
}

/// What happened by the last line and says these words.
fn event(played: &Played<'_>, line: &Line<'_>, words: &[String]) -> Result<Option<Citation>, Failure> {
    let Some(tournament) = &played.tournament else { return Err(line.fail("nothing has happened")) };
    let (denied, words) = match words.first().map(String::as_str) {
        Some("no") => (true, &words[1..]),
        _ => (false, words),
    };
    let texts: Vec<String> =
        played.events.iter().map(|event| event.fact.to_text(tournament.state())).collect();
    let found = texts
        .iter()
        .zip(&played.events)
        .find(|(text, _)| says(text, words))
        .map(|(_, event)| event.cites.clone());
    match (found, denied) {
        (Some(cites), false) => Ok(Some(cites)),
        (None, true) => Ok(None),
        (Some(_), true) => Err(line.fail(format!("it happened: {}", texts.join(" | ")))),
        (None, false) => Err(line.fail(format!("it did not happen; what did: {}", texts.join(" | ")))),
    }
}
