//! What a transcript expects, compared with what came.

use super::play::Played;
use super::setting::money;
use super::{Failure, Line, Report};
use crate::cite::Under;
use crate::person::Name;
use crate::state::Phase;
use baccarat::basis::ClauseNumber;
use baccarat::outcome::Winner;

/// Checks one `expect` line.
pub(super) fn check(played: &Played, line: &Line<'_>, report: &mut Report) -> Result<(), Failure> {
    report.expectations += 1;
    let (text, only, clauses) = parts(line.text);
    for clause in &clauses {
        if silence(clause).is_none() && played.book.clause(clause).is_none() {
            return Err(line.fail(format!("{} has no clause `{clause}`", played.book.id)));
        }
    }
    let under = found(played, line, &text)?;
    let compared = under.is_some();
    if let Some(under) = under {
        let missing: Vec<&str> = clauses
            .iter()
            .map(String::as_str)
            .filter(|clause| match silence(clause) {
                Some(topic) => !under.silences.contains(&topic),
                None => !under.clauses.iter().any(|known| known.as_str() == *clause),
            })
            .collect();
        if !missing.is_empty() {
            return Err(line.fail(format!("it rests on {under}, not on {}", missing.join(", "))));
        }
        let listed = |number: &str| clauses.iter().any(|clause| clause == number);
        let unlisted = under.clauses.iter().map(ClauseNumber::as_str).filter(|number| !listed(number));
        let unsaid = under
            .silences
            .iter()
            .filter(|topic| !clauses.iter().any(|clause| silence(clause).as_ref() == Some(topic)))
            .map(String::as_str);
        let beyond: Vec<&str> = unlisted.chain(unsaid).collect();
        if only && !beyond.is_empty() {
            return Err(line.fail(format!("it rests on more than that: {}", beyond.join(", "))));
        }
    } else if only {
        return Err(line.fail("this rests on no clause, so there is nothing of which to say `only`"));
    }
    // Only what was compared with what the table rests on counts as exercised.
    if compared {
        let cited = clauses.into_iter().filter(|clause| silence(clause).is_none());
        report.covered.extend(cited.map(|clause| (clause, line.number)));
    }
    Ok(())
}

/// The silence that `assumed TOPIC` or `silent TOPIC` stands for in the place of a clause.
fn silence(clause: &str) -> Option<String> {
    let assumed = clause.strip_prefix("assumed ").map(|topic| format!("{topic} (assumed)"));
    assumed.or_else(|| clause.strip_prefix("silent ").map(str::to_owned))
}

/// The expectation, whether `only` stands before its clauses, and the clauses, at the end after two blanks or more.
fn parts(text: &str) -> (Vec<&str>, bool, Vec<String>) {
    let rest = text.strip_prefix("expect").unwrap_or(text).trim();
    let (told, clauses) = match rest.rsplit_once("  ") {
        Some((told, clauses)) => (told.trim(), clauses.trim()),
        None => (rest, ""),
    };
    let (only, clauses) = match clauses.strip_prefix("only ") {
        Some(clauses) => (true, clauses),
        None => (false, clauses),
    };
    let clauses =
        clauses.split(',').map(|clause| clause.trim().to_owned()).filter(|clause| !clause.is_empty());
    (told.split_whitespace().collect(), only, clauses.collect())
}

/// What bears the expectation out, with its clauses; nothing where an expectation has none to compare.
fn found(played: &Played, line: &Line<'_>, words: &[&str]) -> Result<Option<Under>, Failure> {
    if let ["refused", rest @ ..] = words {
        return refused(played, line, rest);
    }
    if let Some(refusal) = played.refused.as_ref().filter(|_| played.pending.is_some()) {
        return Err(line.fail(format!("expected `{}`, but it was refused: {refusal}", words.join(" "))));
    }
    let Some(table) = &played.table else { return Err(line.fail("the table did not open")) };
    let state = table.state();
    match words {
        ["no", "sign", rest @ ..] => {
            let told = |sign: &crate::signs::Sign| format!("{} {}", sign.shows, sign.text);
            match table.signs().iter().map(told).find(|sign| says(sign, rest)) {
                Some(sign) => Err(line.fail(format!("it is up all the same: {sign}"))),
                None => Ok(None),
            }
        }
        ["no", rest @ ..] => {
            let seen = played.events.iter().find(|event| says(&event.fact.to_string(), rest));
            match seen {
                Some(event) => Err(line.fail(format!("it came all the same: {}", event.fact))),
                None => Ok(None),
            }
        }
        ["due", rest @ ..] => {
            let due = table.due_at(played.now).to_string();
            match says(&due, rest) {
                true => Ok(Some(table.due_under_at(played.now))),
                false => Err(line.fail(format!("due is: {due}"))),
            }
        }
        ["sign", rest @ ..] => {
            let signs = table.signs();
            let told = |sign: &crate::signs::Sign| format!("{} {}", sign.shows, sign.text);
            match signs.iter().find(|sign| says(&told(sign), rest)) {
                Some(sign) => Ok(Some(sign.under.clone())),
                None => {
                    let all: Vec<String> = signs.iter().map(told).collect();
                    Err(line.fail(format!("no such sign; up are: {}", all.join("; "))))
                }
            }
        }
        ["float", amount] => same(line, state.float, money(line, amount)?, "float"),
        ["drop", amount] => same(line, state.drop, money(line, amount)?, "drop"),
        ["results", rest @ ..] => {
            let letters: String = state
                .results
                .iter()
                .map(|result| match result.winner {
                    Winner::Player => 'P',
                    Winner::Banker => 'B',
                    Winner::Tie => 'T',
                })
                .collect();
            match letters == rest.concat() {
                true => Ok(None),
                false => Err(line.fail(format!("results are `{letters}`"))),
            }
        }
        ["betting", "open"] => phase(
            line,
            matches!(&state.phase, Phase::Betting(betting) if !betting.closed && betting.no_bet.is_none()),
        ),
        ["betting", "closed"] => phase(
            line,
            !matches!(&state.phase, Phase::Betting(betting) if !betting.closed && betting.no_bet.is_none()),
        ),
        [name, "has", amount] => {
            let patron = state
                .patrons
                .get(&Name::from(*name))
                .ok_or_else(|| line.fail(format!("nobody is called {name}")))?;
            same(line, patron.chips, money(line, amount)?, "chips")
        }
        [name, "is", "owed", amount] => {
            let patron = state
                .patrons
                .get(&Name::from(*name))
                .ok_or_else(|| line.fail(format!("nobody is called {name}")))?;
            same(line, patron.owed, money(line, amount)?, "what is owed")
        }
        [name, "has", amount, "in", "tokens"] => {
            let patron = state
                .patrons
                .get(&Name::from(*name))
                .ok_or_else(|| line.fail(format!("nobody is called {name}")))?;
            same(line, patron.tokens, money(line, amount)?, "tokens")
        }
        _ if words.contains(&"then") => in_order(played, line, words),
        _ => match played
            .events
            .iter()
            .filter(|event| says(&event.fact.to_string(), words))
            .map(|event| event.under.clone())
            .reduce(Under::and)
        {
            Some(under) => Ok(Some(under)),
            None => {
                let all: Vec<String> =
                    played.events.iter().map(|event| format!("{} ({})", event.fact, event.under)).collect();
                Err(line.fail(format!("expected `{}`; what came: {}", words.join(" "), all.join("; "))))
            }
        },
    }
}

/// `WORDS then WORDS`: events that came in this order.
fn in_order(played: &Played, line: &Line<'_>, words: &[&str]) -> Result<Option<Under>, Failure> {
    let mut came = played.events.iter();
    let mut under = Under::default();
    for wanted in words.split(|word| *word == "then") {
        match came.find(|event| says(&event.fact.to_string(), wanted)) {
            Some(event) => under = under.and(event.under.clone()),
            None => {
                let all: Vec<String> = played.events.iter().map(|event| event.fact.to_string()).collect();
                let told =
                    format!("expected `{}` in this order; what came: {}", words.join(" "), all.join("; "));
                return Err(line.fail(told));
            }
        }
    }
    Ok(Some(under))
}

fn refused(played: &Played, line: &Line<'_>, words: &[&str]) -> Result<Option<Under>, Failure> {
    match &played.refused {
        None => {
            let all: Vec<String> = played.events.iter().map(|event| event.fact.to_string()).collect();
            Err(line.fail(format!("it was not refused; what came: {}", all.join("; "))))
        }
        Some(refusal) if says(&refusal.told, words) => Ok(Some(refusal.under.clone())),
        Some(refusal) => Err(line.fail(format!("refused for another reason: {refusal}"))),
    }
}

fn same(
    line: &Line<'_>,
    found: baccarat::chips::Money,
    wanted: baccarat::chips::Money,
    what: &str,
) -> Result<Option<Under>, Failure> {
    match found == wanted {
        true => Ok(None),
        false => Err(line.fail(format!("{what} is {found}, not {wanted}"))),
    }
}

fn phase(line: &Line<'_>, holds: bool) -> Result<Option<Under>, Failure> {
    if holds { Ok(None) } else { Err(line.fail("it is not so")) }
}

/// Do these words stand in the text, in this order?
fn says(text: &str, words: &[&str]) -> bool {
    let clean = |word: &str| word.trim_matches([',', ':', ';', '.']).to_lowercase();
    let mut told = text.split_whitespace().map(clean);
    words.iter().map(|word| clean(word)).all(|wanted| told.any(|word| word == wanted))
}
