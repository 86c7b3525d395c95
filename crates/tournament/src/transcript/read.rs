//! From a line of a transcript to an act.

use super::play::Played;
use super::{Failure, Line};
use crate::acts::{Act, Chips, Finding, NamedTable, Opening};
use crate::session::form_seal;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::tournament::{Disqualifying, PoolAddition};
use baccarat::wager::WagerId;
use merkle::{Hash, sha256};
use table::{Name, Time};

/// Who acts in which role, what is asked, and whether nobody confirms it.
pub(super) struct Request {
    pub(super) name: Name,
    pub(super) role: Role,
    pub(super) act: Act,
    pub(super) alone: bool,
}

/// The role that a name stands for: staff are called by their role, anyone else is a player.
pub(super) fn role_of(name: &str) -> Role {
    let staff = [
        Role::Dealer,
        Role::GameSupervisor,
        Role::Supervisor,
        Role::Manager,
        Role::Operator,
        Role::Director,
        Role::System,
    ];
    staff.into_iter().find(|role| role.to_string() == name).unwrap_or(Role::Player)
}

pub(super) fn money(line: &Line<'_>, text: &str) -> Result<Money, Failure> {
    text.parse().map_err(|message: String| line.fail(message))
}

fn number<T: std::str::FromStr>(line: &Line<'_>, text: &str) -> Result<T, Failure> {
    text.parse().map_err(|_| line.fail(format!("found `{text}`; allowed is a number")))
}

fn wager(line: &Line<'_>, text: &str) -> Result<WagerId, Failure> {
    text.parse().map_err(|message: String| line.fail(message))
}

pub(super) fn cards(line: &Line<'_>, words: &[&str]) -> Result<Vec<Card>, Failure> {
    let card =
        |text: &&str| text.parse().map_err(|error: baccarat::card::NotACard| line.fail(error.to_string()));
    words.iter().map(card).collect()
}

/// `00:20:00`, or a day and time with its offset as conditions give them.
pub(super) fn time(line: &Line<'_>, text: &str) -> Result<Time, Failure> {
    if let Some(time) = text.parse().ok().and_then(|date| declared::time_of(&date)) {
        return Ok(time);
    }
    // None is so long that it could not be counted in milliseconds.
    let parts: Option<Vec<i64>> = text.split(':').map(|part| part.parse().ok().map(u16::into)).collect();
    match parts.as_deref() {
        Some([hours, minutes, seconds]) => Ok(Time((hours * 3_600 + minutes * 60 + seconds) * 1_000)),
        _ => Err(line.fail(format!("found `{text}`; allowed is a time such as 00:20:00"))),
    }
}

/// The seed of the draw of this number: in a transcript it is no secret.
pub(super) fn seed(number: usize) -> [u8; 32] {
    sha256(&[format!("transcript draw {number}").as_bytes()]).0
}

/// A player's form as it is written, with its salt.
fn written(line: &Line<'_>, name: &str, words: &[&str]) -> Result<Opening, Failure> {
    let [kind, amount] = words else {
        return Err(line.fail("found no form; allowed is a type and an amount, each or `blank`"));
    };
    Ok(Opening {
        wager: if *kind == "blank" { None } else { Some(wager(line, kind)?) },
        amount: if *amount == "blank" { None } else { Some(money(line, amount)?) },
        salt: sha256(&[format!("{} {name}", line.number).as_bytes()]),
    })
}

fn why(line: &Line<'_>, text: &str) -> Result<Disqualifying, Failure> {
    let found = Disqualifying::ALL.iter().find(|why| why.to_string() == text);
    found.copied().ok_or_else(|| {
        line.fail(format!("found `{text}`; allowed are no-wager, raised-buy-in, hid-chips, absence, breach"))
    })
}

fn finding(line: &Line<'_>, text: &str) -> Result<Finding, Failure> {
    Ok(match text {
        "sought-advice" => Finding::SoughtAdvice,
        "gave-advice" => Finding::GaveAdvice,
        "removed-chips" => Finding::RemovedChips,
        "hid-chips" => Finding::HidChips,
        "swapped-chips" => Finding::SwappedChips,
        "raised-stack" => Finding::RaisedStack,
        "other-breach" => Finding::OtherBreach,
        _ => return Err(line.fail(format!("found `{text}`; allowed are sought-advice, gave-advice, removed-chips, hid-chips, swapped-chips, raised-stack, other-breach"))),
    })
}

/// `ann 500, bob 300` as counts by seat; without names, what is there.
fn counts(line: &Line<'_>, played: &Played<'_>, words: &[&str]) -> Result<Vec<(u8, Money)>, Failure> {
    let Some(table) = played.table() else { return Err(line.fail("no session is on")) };
    if words.is_empty() {
        let remain = table.seats.iter().filter(|(_, seat)| seat.out.is_none());
        return Ok(remain.map(|(number, seat)| (*number, seat.stack)).collect());
    }
    let mut counts = Vec::new();
    for pair in words.chunks(2) {
        let [name, amount] = pair else { return Err(line.fail("allowed is a name and an amount for each")) };
        let seat =
            table.seat_of(&Name::from(*name)).ok_or_else(|| line.fail(format!("{name} has no seat")))?;
        counts.push((seat, money(line, amount.trim_end_matches(','))?));
    }
    counts.sort_unstable();
    Ok(counts)
}

pub(super) fn asked(played: &mut Played<'_>, line: &Line<'_>, words: &[&str]) -> Result<Request, Failure> {
    let (alone, words) = match words {
        [rest @ .., "alone"] => (true, rest),
        _ => (false, words),
    };
    let [who, rest @ ..] = words else { return Err(line.fail("nothing is asked")) };
    let role = role_of(who);
    let act = match role {
        Role::Player => player(played, line, who, rest)?,
        _ => staff(played, line, rest)?,
    };
    Ok(Request { name: Name::from(*who), role, act, alone })
}

fn unknown(line: &Line<'_>) -> Failure {
    let text = line.text;
    line.fail(format!(
        "`{text}` is no line of a transcript; docs/tournament-transcripts.md lists what can be done"
    ))
}

/// `for coup 2`, where somebody says for which coup something is.
fn for_coup(line: &Line<'_>, words: &[&str]) -> Result<Option<u32>, Failure> {
    match words {
        ["for", "coup", coup] => Ok(Some(number(line, coup)?)),
        [] | ["in", ..] | ["from", ..] => Ok(None),
        _ => Err(line.beyond(words, "for coup NUMBER")),
    }
}

fn player(played: &mut Played<'_>, line: &Line<'_>, who: &str, words: &[&str]) -> Result<Act, Failure> {
    let at = |line: &Line<'_>, words: &[&str]| -> Result<u8, Failure> {
        match words {
            ["at", "table", table] => number(line, table),
            [] => Ok(1),
            _ => Err(line.beyond(words, "at table NUMBER")),
        }
    };
    Ok(match words {
        ["enters", rest @ ..] => {
            let text = rest.join(" ");
            let mut beyond: &[&str] = rest;
            while let ["paying", _, more @ ..] | ["without", "form" | "copy", more @ ..] = beyond {
                beyond = more;
            }
            if !beyond.is_empty() {
                return Err(line.beyond(rest, "paying AMOUNT`, `without form`, `without copy"));
            }
            let paying = rest.iter().position(|word| *word == "paying").and_then(|at| rest.get(at + 1));
            let fee = match paying {
                Some(amount) => money(line, amount)?,
                None => played.fee(),
            };
            let form = if text.contains("without form") { Vec::new() } else { played.form_fields() };
            Act::Enter { form, fee, has_copy: !text.contains("without copy") }
        }
        ["signs"] => Act::Sign,
        ["withdraws"] => Act::Withdraw,
        ["buys", "in", amount] => Act::BuyIn { amount: money(line, amount)? },
        ["buys", "back", amount] => Act::BuyBack { fee: money(line, amount)? },
        ["sits", seat, rest @ ..] => Act::TakeSeat { table: at(line, rest)?, seat: number(line, seat)? },
        ["agrees"] => Act::AgreeEarlyEnd,
        ["disputes", about @ ..] => Act::Dispute { about: about.join(" ") },
        ["cashes"] => Act::CashChips { for_chips: false },
        ["changes", "chips"] => Act::CashChips { for_chips: true },
        ["wagers", on, amount, rest @ ..] => Act::Wager {
            wager: wager(line, on)?,
            amount: money(line, amount)?,
            chips: match rest {
                ["in", "gaming", "chips"] => Chips::Gaming,
                ["in", "foreign", "chips"] => Chips::Foreign,
                [] | ["from", "box", _] | ["for", "coup", _] => Chips::Tournament,
                _ => {
                    let allowed = "in gaming chips`, `in foreign chips`, `from box NUMBER`, `for coup NUMBER";
                    return Err(line.beyond(rest, allowed));
                }
            },
            seat: match rest {
                ["from", "box", seat] => Some(number(line, seat)?),
                _ => None,
            },
            coup: for_coup(line, rest)?,
        },
        ["takes", "back", on, rest @ ..] => {
            Act::TakeBack { wager: wager(line, on)?, coup: for_coup(line, rest)? }
        }
        ["passes", "with", "another", "card"] => Act::LayPass { approved: false, coup: None },
        ["passes", rest @ ..] => Act::LayPass { approved: true, coup: for_coup(line, rest)? },
        ["hands", "in", "form", rest @ ..] => {
            let form = written(line, who, rest)?;
            let coup = played.table().and_then(|table| table.coup.as_ref()).map_or(0, |coup| coup.number);
            let name = Name::from(who);
            let seal = form_seal(played.id(), coup, &name, form.wager.as_ref(), form.amount, &form.salt);
            played.written = Some((who.to_owned(), form));
            Act::HandInForm { seal }
        }
        ["lays", "form"] => Act::LayForm,
        ["looks", "at", "form", "of", of] => Act::SeeForm { of: Name::from(*of) },
        _ => return Err(unknown(line)),
    })
}

fn staff(played: &mut Played<'_>, line: &Line<'_>, words: &[&str]) -> Result<Act, Failure> {
    let table = played.at_table;
    let name = |text: &str| Name::from(text);
    Ok(match words {
        ["announces"] => Act::Announce,
        ["names", "official", who, rest @ ..] => {
            Act::NameOfficial { name: name(who), licensed: line.flagged(rest, "licensed")? }
        }
        ["publishes"] => Act::Publish,
        ["sends", "copy"] => Act::SendCopy,
        ["opens", "entries"] => Act::OpenEntries,
        ["refuses", who, rest @ ..] => {
            let by_criteria = match rest {
                [] => false,
                ["by", "criteria"] => true,
                _ => return Err(line.beyond(rest, "by criteria")),
            };
            Act::RefuseEntry { name: name(who), by_criteria }
        }
        ["adds", "points", game, rest @ ..] => {
            let of = |pair: &[&str]| match pair {
                [who, points] => points.trim_end_matches(',').parse().ok().map(|points| (name(who), points)),
                _ => None,
            };
            let points: Option<Vec<_>> = rest.chunks(2).map(of).collect();
            Act::AddPoints { game: (*game).to_owned(), points: points.ok_or_else(|| unknown(line))? }
        }
        ["adds", kind, worth, rest @ ..] => Act::AddToPool {
            kind: match *kind {
                "cash" => PoolAddition::Cash,
                "goods" => PoolAddition::Goods,
                "services" => PoolAddition::Services,
                _ => return Err(unknown(line)),
            },
            what: (*kind).to_owned(),
            worth: money(line, worth)?,
            place: match rest {
                ["for", "place", place] => Some(number(line, place)?),
                [] => None,
                _ => return Err(line.beyond(rest, "for place NUMBER")),
            },
        },
        ["cancels"] => Act::Cancel,
        ["pays", who] => Act::PayPrize { name: name(who) },
        ["pays", "chips", "of", who] => Act::PayChips { name: name(who) },
        ["requires", "signatures"] => Act::RequireSignature,
        ["sets", "order", yes] => {
            let order = match *yes {
                "yes" => true,
                "no" => false,
                other => return Err(line.fail(format!("found `{other}`; allowed are yes, no"))),
            };
            Act::SetTerms { order: Some(order), pass_cards: None, undisclosed: None }
        }
        ["sets", "pass-cards", many] => {
            Act::SetTerms { order: None, pass_cards: Some(number(line, many)?), undisclosed: None }
        }
        ["sets", "forms", many] => {
            Act::SetTerms { order: None, pass_cards: None, undisclosed: Some(number(line, many)?) }
        }
        ["closes", "entries"] => Act::CloseEntries,
        ["names", "table", what, rest @ ..] => {
            line.only(rest, &["low-limit", "in-use"])?;
            let (low_limit, in_use) = (rest.contains(&"low-limit"), rest.contains(&"in-use"));
            Act::NameTables { tables: vec![NamedTable { name: (*what).to_owned(), low_limit, in_use }] }
        }
        ["names", "tables", names @ ..] => {
            if let Some(word) = names.iter().find(|name| ["low-limit", "in-use"].contains(name)) {
                return Err(line.fail(format!("found `{word}`; allowed is `names table NAME {word}`")));
            }
            let one = |name: &&str| NamedTable { name: (*name).to_owned(), low_limit: false, in_use: false };
            Act::NameTables { tables: names.iter().map(one).collect() }
        }
        ["sets", "numbers", numbers @ ..] => Act::SetNumbers {
            numbers: numbers.iter().map(|many| number(line, many)).collect::<Result<_, _>>()?,
        },
        ["seals", "draw"] => Act::SealDraw { seed_hash: Some(draw::seed_hash(&seed(played.draws()))) },
        ["lists", "draw"] => Act::ListDraw,
        ["allots"] => Act::Allot,
        ["draws", "with", mix @ ..] => {
            Act::Ballot { seed: Some(Hash(seed(played.draws()))), mix: mix.join(" ") }
        }
        ["draws", "from", "another", "seed"] => Act::Ballot { seed: Some(Hash([1; 32])), mix: "mix".into() },
        ["moves", "start", to, rest @ ..] => {
            Act::MoveStart { to: time(line, to)?, noticed: !line.flagged(rest, "unannounced")? }
        }
        ["limits", "time", seconds, rest @ ..] => Act::SetTimeLimit {
            seconds: number(line, seconds)?,
            noticed: !line.flagged(rest, "unannounced")?,
        },
        ["sets", "limits", least, "to", most] => {
            Act::SetLimits { least: money(line, least)?, most: money(line, most)? }
        }
        ["issues", "chips"] => Act::IssueChips { table },
        ["begins"] => Act::Begin,
        ["seats", who, "for", instead_of, "paying", fee] => {
            Act::SeatReserve { name: name(who), instead_of: name(instead_of), fee: money(line, fee)? }
        }
        ["allows", who, "for", instead_of] => {
            Act::AllowSubstitute { name: name(who), instead_of: name(instead_of) }
        }
        ["rules", who, "absent", rest @ ..] => {
            line.only(rest, &["deduct", "disqualify", "fee-back"])?;
            Act::RuleAbsence {
                name: name(who),
                deduct: rest.contains(&"deduct"),
                disqualify: rest.contains(&"disqualify"),
                fee_back: rest.contains(&"fee-back"),
            }
        }
        ["disqualifies", who, "for", ground, rest @ ..] => Act::Disqualify {
            name: name(who),
            why: why(line, ground)?,
            fee_back: line.flagged(rest, "fee-back")?,
        },
        ["ends", "early"] => Act::EndEarly { table },
        ["orders", "count"] => Act::OrderCount { table },
        ["decides", "count", "as", "counted", "because", because @ ..] => {
            Act::DecideCount { table, as_counted: true, because: because.join(" ") }
        }
        ["decides", "count", "as", "played", "because", because @ ..] => {
            Act::DecideCount { table, as_counted: false, because: because.join(" ") }
        }
        ["confirms", "places"] => Act::ConfirmPlaces { table },
        ["calls", "play-off"] => Act::CallPlayOff { table },
        ["calls", "further", "rounds"] => Act::CallRounds,
        ["decides", decision @ ..] => Act::DecideDispute { table, decision: decision.join(" ") },
        ["gives", "break", minutes] => Act::Break { minutes: number(line, minutes)? },
        ["directs", direction @ ..] => Act::SetPace { direction: direction.join(" ") },
        ["invalidates", who] => Act::InvalidateWager { name: name(who) },
        ["awards"] => Act::Award,
        ["opens", "coup"] => Act::OpenCoup { table },
        ["asks"] => Act::AskNext { table },
        ["approves", who] => Act::ApproveBothHands { name: name(who) },
        ["calls"] => Act::Call { table },
        ["deals", "first", "card"] => Act::FirstCard { table },
        ["ends", "coup", rest @ ..] => {
            Act::CoupEnds { table, cards: cards(line, rest)?, collected: Vec::new() }
        }
        ["voids", "coup"] => Act::VoidCoup { table },
        ["ends", "shoe"] => Act::ShoeEnds { table },
        ["examines", of, rest @ ..] => {
            Act::ExamineForm { of: name(of), sound: !line.flagged(rest, "faulty")? }
        }
        ["announces", of, rest @ ..] => {
            let Some(form) = played.forms.get(*of).cloned() else {
                return Err(line.fail(format!("{of} wrote no form")));
            };
            match rest {
                [] => Act::AnnounceForm { of: name(of), opening: Some(form) },
                ["as", rest @ ..] => {
                    let other = Opening { salt: form.salt, ..written(line, of, rest)? };
                    Act::AnnounceForm { of: name(of), opening: Some(other) }
                }
                _ => return Err(unknown(line)),
            }
        }
        ["corrects", of] => Act::CorrectForm { of: name(of) },
        ["passes", "over"] => Act::PassOver { table },
        ["holds", who] => Act::HoldToMinimum { name: name(who) },
        ["marks", who, "absent"] => Act::MarkAbsent { name: name(who) },
        ["marks", who, "back"] => Act::MarkBack { name: name(who) },
        ["counts", rest @ ..] => Act::Count { table, counts: counts(line, played, rest)? },
        ["returns", "chips"] => Act::ReturnChips { table, missing: Vec::new() },
        ["returns", "chips", "missing", many, "of", chip] => {
            Act::ReturnChips { table, missing: vec![(money(line, chip)?, number(line, many)?)] }
        }
        ["reports", who, what] => Act::Report { name: name(who), finding: finding(line, what)? },
        ["drops", "report", "on", who, what, "because", because @ ..] => {
            Act::DropReport { name: name(who), finding: finding(line, what)?, because: because.join(" ") }
        }
        ["rings"] => Act::Bell,
        _ => return Err(unknown(line)),
    })
}
