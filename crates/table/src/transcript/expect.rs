//! What a transcript expects, compared with what came.

use super::play::Played;
use super::setting::{money, number};
use super::vocabulary::{ExpectedKind, UNSAID, known_due, known_signs, known_words, sayable};
use super::{Failure, Line, Report};
use crate::bets;
use crate::cite::Citation;
use crate::deal;
use crate::event::Event;
use crate::facts::Fact;
use crate::nearest::nearest;
use crate::notice::signs::Sign;
use crate::person::Name;
use crate::state::{CoupResult, Patron, Phase};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::Rules;

/// Checks one `expect` line.
pub(super) fn check(played: &Played, line: &Line<'_>, report: &mut Report) -> Result<(), Failure> {
    report.expectations += 1;
    let (text, only, clauses) = parts(line.text);
    for clause in &clauses {
        known_silence(&played.book, line, clause)?;
        if silence(clause).is_none() && parts_of(&played.book, clause).is_empty() {
            return Err(line.fail(format!("{} has no clause `{clause}`", played.book.id)));
        }
    }
    let bare = clauses.is_empty();
    let cites = borne_out(played, line, &text, &clauses, bare)?;
    let compared = cites.is_some();
    if let Some(cites) = cites {
        let missing: Vec<&str> = clauses
            .iter()
            .map(String::as_str)
            .filter(|clause| !rests_on(&played.book, &cites, clause))
            .collect();
        for clause in clauses.iter().filter(|clause| silence(clause).is_none()) {
            let parts = parts_of(&played.book, clause);
            if played.book.clause(clause).is_none() {
                let message = format!("`{clause}` stands for its parts {}", parts.join(", "));
                report.hints.push(line.fail(message));
            }
        }
        if !missing.is_empty() {
            return Err(line.fail(format!("it rests on {cites}, not on {}", missing.join(", "))));
        }
        let listed =
            |number: &str| clauses.iter().any(|clause| parts_of(&played.book, clause).contains(&number));
        let unlisted = cites.clauses.iter().map(ClauseNumber::as_str).filter(|number| !listed(number));
        let unsaid = cites
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
        let cited = clauses.into_iter().filter(|clause| played.book.clause(clause).is_some());
        report.covered.extend(cited.map(|clause| (clause, line.number)));
    }
    Ok(())
}

/// The clauses that a number stands for: the one of that number, or where the book has divided it, all its parts.
fn parts_of<'b>(book: &'b Book, number: &str) -> Vec<&'b str> {
    if let Some(clause) = book.clause(number) {
        return vec![clause.number.as_str()];
    }
    let is_part = |part: &&str| {
        let rest = part.strip_prefix(number);
        !number.is_empty() && rest.is_some_and(|rest| rest.starts_with(['/', '(', '.', ' ']))
    };
    book.clauses.iter().map(|clause| clause.number.as_str()).filter(is_part).collect()
}

/// Does it rest on this clause, on a part of it, or on this silence?
fn rests_on(book: &Book, cites: &Citation, clause: &str) -> bool {
    match silence(clause) {
        Some(topic) => cites.silences.contains(&topic),
        None => {
            let parts = parts_of(book, clause);
            cites.clauses.iter().any(|known| parts.contains(&known.as_str()))
        }
    }
}

/// Is what stands behind `assumed` or `silent` something of which a book can be silent?
fn known_silence(book: &Book, line: &Line<'_>, clause: &str) -> Result<(), Failure> {
    let assumed = clause.strip_prefix("assumed ");
    let Some(topic) = assumed.or_else(|| clause.strip_prefix("silent ")) else { return Ok(()) };
    let wagers = book.methods().filter_map(|method| book.wagers(&method.id)).flatten();
    let mut known: Vec<String> = wagers.map(|wager| format!("wager.{}", wager.id)).collect();
    known.extend(Rules::topics().iter().map(|topic| topic.id.to_owned()));
    known.push("tableau".to_owned());
    if assumed.is_none() {
        known.extend(UNSAID.iter().map(|&unsaid| unsaid.to_owned()));
    }
    if known.iter().any(|known| known == topic) {
        return Ok(());
    }
    let near = nearest(topic, known.iter().map(String::as_str));
    let near = near.map(|near| format!("; the nearest is `{near}`")).unwrap_or_default();
    Err(line.fail(format!("no book can be silent on `{topic}`{near}")))
}

/// The silence that `assumed TOPIC` or `silent TOPIC` stands for in the place of a clause.
fn silence(clause: &str) -> Option<String> {
    let assumed = clause.strip_prefix("assumed ").map(|topic| format!("{topic} (assumed)"));
    assumed.or_else(|| clause.strip_prefix("silent ").map(str::to_owned))
}

/// The expectation, whether `only` stands before its clauses, and the clauses, at the end after two blanks or more.
fn parts(text: &str) -> (Vec<&str>, bool, Vec<String>) {
    let rest = text.strip_prefix("expect").unwrap_or(text).trim();
    let (message, clauses) = match rest.rsplit_once("  ") {
        Some((message, clauses)) => (message.trim(), clauses.trim()),
        None => (rest, ""),
    };
    let (only, clauses) = match clauses.strip_prefix("only ") {
        Some(clauses) => (true, clauses),
        None => (false, clauses),
    };
    let clauses =
        clauses.split(',').map(|clause| clause.trim().to_owned()).filter(|clause| !clause.is_empty());
    (message.split_whitespace().collect(), only, clauses.collect())
}

/// What was found where an expectation looks.
struct Found {
    /// It is as the words say.
    holds: bool,
    /// What is so instead, or all the same.
    message: String,
    /// What it rests on, where there is something to compare.
    cites: Option<Citation>,
}

impl Found {
    fn new(holds: bool, message: impl Into<String>) -> Found {
        Found { holds, message: message.into(), cites: None }
    }
}

/// What bears the expectation out, with its clauses; nothing where an expectation has none to compare.
fn borne_out(
    played: &Played,
    line: &Line<'_>,
    words: &[&str],
    clauses: &[String],
    bare: bool,
) -> Result<Option<Citation>, Failure> {
    let (denied, words) = match words {
        ["no", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    if words.is_empty() {
        return Err(line.fail("it does not say what is expected"));
    }
    if let (["refused", said @ ..], false, Some(unknown)) = (words, denied, &played.unknown) {
        let about_it = played.refused.as_ref().is_some_and(|refusal| match &played.table {
            Some(_) => refusal.message.contains(&unknown.word),
            None => opening_says(&refusal.message, &unknown.word, said),
        });
        if (said.is_empty() && bare) || !(about_it || unknown.said_suffices) {
            let what = &unknown.message;
            return Err(line.fail(format!(
                "this refusal may hide a slip of the pen: {what}; where that is meant, say why it is refused"
            )));
        }
    }
    let found = found(played, line, words, denied, clauses)?;
    match (denied, found.holds) {
        (false, true) => Ok(found.cites),
        (true, false) => Ok(None),
        (false, false) => Err(line.fail(format!("expected `{}`; {}", words.join(" "), found.message))),
        (true, true) => {
            Err(line.fail(format!("expected no `{}`, and it is so: {}", words.join(" "), found.message)))
        }
    }
}

fn found(
    played: &Played,
    line: &Line<'_>,
    words: &[&str],
    denied: bool,
    clauses: &[String],
) -> Result<Found, Failure> {
    if let ["refused", rest @ ..] = words {
        readable(played, line, rest, denied)?;
        if denied && !rest.is_empty() {
            let message = "`expect no refused` stands alone: what is not refused has no reason";
            return Err(line.fail(message));
        }
        return Ok(refused(played, rest));
    }
    if let Some(refusal) = played.refused.as_ref().filter(|_| played.pending.is_some()) {
        if let Some(unknown) = &played.unknown {
            let what = &unknown.message;
            return Err(
                line.fail(format!("the line before was refused, perhaps for a slip of the pen: {what}"))
            );
        }
        // Of a line that was refused nothing came, so that anything could be denied of it.
        if denied {
            let message = format!("the line before was refused, and no line expects it: {refusal}");
            return Err(line.fail(message));
        }
        return Ok(Found::new(false, format!("it was refused: {refusal}")));
    }
    if let Some(found) = state(played, line, words)? {
        return Ok(found);
    }
    let Some(table) = &played.table else { return Err(line.fail("the table did not open")) };
    match words {
        ["due", rest @ ..] => {
            needed(line, rest)?;
            readable(played, line, rest, denied)?;
            if denied {
                known_words(played, line, rest, ExpectedKind::Due)?;
                known_due(played, line, rest)?;
            }
            let due = table.due_at(played.now).to_string();
            let cites = Some(table.due_under_at(played.now));
            Ok(Found { holds: says(&due, rest), message: format!("due is: {due}"), cites })
        }
        ["sign", rest @ ..] => {
            needed(line, rest)?;
            readable(played, line, rest, denied)?;
            if denied {
                known_words(played, line, rest, ExpectedKind::Sign)?;
                known_signs(line, rest)?;
            }
            let signs = table.signs();
            let message = |sign: &Sign| format!("{} {}", sign.shows, sign.text);
            // Of several such signs any may rest on the clauses.
            let fits = |sign: &&Sign| says(&message(sign), rest);
            let rests =
                |sign: &&Sign| clauses.iter().all(|clause| rests_on(&played.book, &sign.cites, clause));
            let up = signs.iter().filter(fits).find(rests).or_else(|| signs.iter().find(fits));
            let all: Vec<String> = signs.iter().map(message).collect();
            let cites = up.map(|sign| sign.cites.clone());
            Ok(Found { holds: up.is_some(), message: format!("up are: {}", all.join("; ")), cites })
        }
        _ => {
            readable(played, line, words, denied)?;
            if denied {
                sayable(played, line, words)?;
            }
            came(played, line, words, denied)
        }
    }
}

/// Expectations of how things stand: chips, the float, results, whether bets are taken. They rest on no clause.
fn state(played: &Played, line: &Line<'_>, words: &[&str]) -> Result<Option<Found>, Failure> {
    let Some(state) = played.table.as_ref().map(|table| table.state()) else { return Ok(None) };
    let patron = |name: &str| -> Result<&Patron, Failure> {
        let known = state.patrons.get(&Name::from(name.to_lowercase()));
        known.ok_or_else(|| line.fail(format!("nobody is called {name}")))
    };
    let same = |is: Money, amount: &str, what: &str| -> Result<Option<Found>, Failure> {
        Ok(Some(Found::new(is == money(line, amount)?, format!("{what} is {is}"))))
    };
    let open = matches!(&state.phase, Phase::Betting(betting) if !betting.closed && betting.no_bet.is_none());
    match words {
        ["float", amount] => same(state.float, amount, "float"),
        ["drop", amount] => same(state.drop, amount, "drop"),
        ["results", rest @ ..] => {
            letters_of(line, rest, "PBT")?;
            let letters: String = state.results.iter().map(|result| letter(result.winner)).collect();
            Ok(Some(Found::new(letters == rest.concat(), format!("results are `{letters}`"))))
        }
        ["cards", "left", count] => {
            let left = played.table.as_ref().map_or(0, |table| table.cards_left());
            Ok(Some(Found::new(left == number::<u32>(line, count)?, format!("cards left are {left}"))))
        }
        ["board", rest @ ..] => {
            letters_of(line, rest, "PBT+-*")?;
            let board = board(&state.results);
            Ok(Some(Found::new(board == rest.concat(), format!("the board shows `{board}`"))))
        }
        ["betting", how @ ("open" | "closed")] => {
            let message = if open { "betting is open" } else { "betting is closed" };
            Ok(Some(Found::new(open == (*how == "open"), message)))
        }
        [name, "has", amount] => same(patron(name)?.chips, amount, "chips"),
        [name, "is", "owed", amount] => same(patron(name)?.owed, amount, "what is owed"),
        [name, "has", amount, "in", "tokens"] => same(patron(name)?.tokens, amount, "tokens"),
        _ => Ok(None),
    }
}

/// Events that say the words, in the order of `then`; together they are what it rests on.
fn came(played: &Played, line: &Line<'_>, words: &[&str], denied: bool) -> Result<Found, Failure> {
    let parts: Vec<&[&str]> = words.split(|word| *word == "then").collect();
    for part in &parts {
        needed(line, part)?;
    }
    let last: Vec<&Event> = played.events.iter().collect();
    let all: Vec<&Event> = played.before.iter().chain(&played.events).collect();
    // What the last line brought about comes first; what is denied must not have come at all.
    let cites = match denied {
        true => told_by(played, &all, &parts),
        // The result of a coup is its result, whichever line brought it about.
        false => told_by(played, &last, &parts)
            .or_else(|| told_by(played, &all, &parts))
            .or_else(|| told_by(played, &played.result.iter().collect::<Vec<_>>(), &parts)),
    };
    let listed = |event: &&Event| format!("{} ({})", event.fact, event.cites);
    let nearest = match (&cites, nearest_event(&all, words)) {
        (None, Some(event)) => format!("the nearest is: {}; ", listed(&event)),
        _ => String::new(),
    };
    let came: Vec<String> = all.iter().map(listed).collect();
    let message = format!("{nearest}what came: {}", came.join("; "));
    Ok(Found { holds: cites.is_some(), message, cites })
}

/// What the events rest on that say these words, part by part in this order; nothing if they do not.
fn told_by(played: &Played, events: &[&Event], parts: &[&[&str]]) -> Option<Citation> {
    let tells = |event: &&&Event, part: &[&str]| tells(played, &event.fact, part);
    match parts {
        [part] => {
            let said = events.iter().filter(|event| tells(event, part));
            said.map(|event| event.cites.clone()).reduce(Citation::and)
        }
        _ => {
            let mut came = events.iter();
            let next = |part: &&[&str]| came.find(|event| tells(event, part));
            let said: Option<Vec<&&Event>> = parts.iter().map(next).collect();
            said.map(|said| {
                said.iter().map(|event| event.cites.clone()).fold(Citation::default(), Citation::and)
            })
        }
    }
}

/// The event that has most of these words, if any has one.
fn nearest_event<'e>(events: &[&'e Event], words: &[&str]) -> Option<&'e Event> {
    let shared = |event: &&&Event| {
        let text = event.fact.to_string();
        words.iter().filter(|word| says(&text, &[**word])).count()
    };
    events.iter().max_by_key(shared).filter(|event| shared(event) > 0).copied()
}

/// Results as the board shows them: a letter each, `+` for a player pair, `-` for a banker pair, `*` for a natural.
fn board(results: &[CoupResult]) -> String {
    let mark = |set: bool, mark: &'static str| if set { mark } else { "" };
    let shown = results.iter().map(|result| {
        let pairs =
            [mark(result.player_pair.is_some(), "+"), mark(result.banker_pair.is_some(), "-")].concat();
        format!("{}{pairs}{}", letter(result.winner), mark(result.natural, "*"))
    });
    shown.collect()
}

/// Refuses letters that no result has.
fn letters_of(line: &Line<'_>, words: &[&str], allowed: &str) -> Result<(), Failure> {
    match words.concat().chars().find(|letter| !allowed.contains(*letter)) {
        Some(letter) => {
            Err(line.fail(format!("found `{letter}`; results are told by the letters {allowed}")))
        }
        None => Ok(()),
    }
}

fn letter(winner: Winner) -> char {
    match winner {
        Winner::Player => 'P',
        Winner::Banker => 'B',
        Winner::Tie => 'T',
    }
}

/// Opening a table is refused for everything that is wrong at once, setting by setting: is what is expected said of this word, or is nothing else
/// wrong?
fn opening_says(refusal: &str, word: &str, said: &[&str]) -> bool {
    let mut faults: Vec<String> = Vec::new();
    for part in refusal.split("; ") {
        let begins = part.split(' ').next().is_some_and(|first| first.ends_with(':'));
        match faults.last_mut() {
            Some(last) if !begins => *last = format!("{last}; {part}"),
            _ => faults.push(part.to_owned()),
        }
    }
    let (about, other): (Vec<&String>, Vec<&String>) = faults.iter().partition(|fault| fault.contains(word));
    let is_said = || !said.is_empty() && about.iter().any(|fault| says(fault, said));
    !about.is_empty() && (other.is_empty() || is_said())
}

fn refused(played: &Played, words: &[&str]) -> Found {
    match &played.refused {
        None => {
            let all: Vec<String> = played.events.iter().map(|event| event.fact.to_string()).collect();
            Found::new(false, format!("it was not refused; what came: {}", all.join("; ")))
        }
        Some(refusal) => Found {
            holds: says(&refusal.message, words),
            message: format!("it was refused: {refusal}"),
            cites: Some(refusal.cites.clone()),
        },
    }
}

fn needed(line: &Line<'_>, words: &[&str]) -> Result<(), Failure> {
    let bare = words.split(|word| is_gap(word)).any(|part| part.is_empty());
    if bare { Err(line.fail("it does not say what is expected")) } else { Ok(()) }
}

/// A clause behind a single blank would be taken for a word.
fn readable(played: &Played, line: &Line<'_>, words: &[&str], denied: bool) -> Result<(), Failure> {
    let Some(last) = words.last().filter(|last| last.contains('.')) else { return Ok(()) };
    let is_amount = last.parse::<Money>().is_ok_and(|amount| amount.to_string() == **last);
    // What is not to come must not be a clause that slipped, nor one that the book divides.
    let clause = match denied {
        true => !parts_of(&played.book, last).is_empty(),
        false => played.book.clause(last).is_some() && !is_amount,
    };
    if clause {
        let message = format!(
            "found `{last}` behind a single blank; clauses stand at the end, after two blanks or more"
        );
        return Err(line.fail(message));
    }
    Ok(())
}

/// Does the event say this? Who won is told by the result alone, not by a wager of that name.
fn tells(played: &Played, fact: &Fact, words: &[&str]) -> bool {
    let of_result = matches!(words, ["tie"] | ["player" | "banker", "wins"]);
    (!of_result || matches!(fact, Fact::Deal(deal::Fact::CoupDecided { .. })))
        && (says(&fact.to_string(), words) || whose(played, fact).is_some_and(|text| says(&text, words)))
}

/// The same event with the wager in full instead of its number.
fn whose(played: &Played, fact: &Fact) -> Option<String> {
    let Fact::Bets(
        bets::Fact::WagerReturned { id, .. }
        | bets::Fact::WagerWithdrawn { id }
        | bets::Fact::WagerScaled { id, .. }
        | bets::Fact::WagerChanged { id, .. },
    ) = fact
    else {
        return None;
    };
    let stake = played.stakes.get(id)?;
    let text = fact.to_string();
    Some(text.replacen(&format!("wager {id}"), &stake.to_string(), 1))
}

fn is_gap(word: &str) -> bool {
    matches!(word, "..." | "…")
}

/// The words of a text. A hyphen parts words as a blank does: `even-money` is `even money`.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let clean = |word: &str| word.trim_matches([',', ':', ';', '.']).to_lowercase();
    let words = text.split(|letter: char| letter.is_whitespace() || letter == '-');
    words.map(clean).filter(|word| !word.is_empty()).collect()
}

/// Do these words stand in the text one right behind the other, but for `...`, which stands for any between?
fn says(text: &str, words: &[&str]) -> bool {
    let message = words_of(text);
    let mut rest = &message[..];
    words.split(|word| is_gap(word)).all(|part| {
        let part: Vec<String> = part.iter().flat_map(|word| words_of(word)).collect();
        let place = (0..=rest.len()).find(|place| rest[*place..].starts_with(&part));
        if let Some(place) = place {
            rest = &rest[place + part.len()..];
        }
        place.is_some()
    })
}
