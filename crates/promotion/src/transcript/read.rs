//! From a line of a transcript to an act.

use super::play::{Played, seed};
use super::{Failure, Line};
use crate::acts::{Act, Claimant, DenialGround, PaymentPart};
use crate::passed_why::PassedWhy;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::promotion::{IntegrityOf, PaymentWay};
use merkle::Hash;
use table::{Actor, Name, Time};

/// Who acts in which role, what is asked, and whether nobody confirms it.
pub(super) struct Request {
    pub(super) name: Name,
    pub(super) role: Role,
    pub(super) act: Act,
    pub(super) alone: bool,
    pub(super) keyed_by: Option<Actor>,
}

/// The role that a name stands for: staff are called by their role, anyone else is a player.
fn role_of(name: &str) -> Role {
    let staff = [
        Role::Dealer,
        Role::Supervisor,
        Role::Manager,
        Role::Operator,
        Role::Inspector,
        Role::Director,
        Role::System,
    ];
    staff.into_iter().find(|role| role.to_string() == name).unwrap_or(Role::Player)
}

fn money(line: &Line<'_>, text: &str) -> Result<Money, Failure> {
    text.parse().map_err(|message: String| line.fail(message))
}

fn number(line: &Line<'_>, text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|_| line.fail(format!("found `{text}`; allowed is a number")))
}

/// `2027-02-06T21:00:00+11:00`.
pub(super) fn time(line: &Line<'_>, text: &str) -> Result<Time, Failure> {
    let parsed: Option<toml::Table> = format!("at = {text}").parse().ok();
    let date = parsed.as_ref().and_then(|table| table.get("at")?.as_datetime()).and_then(declared::time_of);
    date.ok_or_else(|| {
        line.fail(format!("found `{text}`; allowed is a time such as 2027-02-06T21:00:00+11:00"))
    })
}

fn way(line: &Line<'_>, text: &str) -> Result<PaymentWay, Failure> {
    let found = PaymentWay::ALL.iter().find(|way| way.to_string() == text);
    found.copied().ok_or_else(|| {
        line.fail(format!("found `{text}`; allowed are cash, crossed-cheque, electronic-transfer"))
    })
}

fn integrity(line: &Line<'_>, text: &str) -> Result<IntegrityOf, Failure> {
    let found = IntegrityOf::ALL.iter().find(|of| of.to_string() == text);
    found.copied().ok_or_else(|| line.fail(format!("found `{text}`; allowed is promotion or draw")))
}

/// `5000 cash, 5000.01 crossed-cheque to bob`.
fn parts(line: &Line<'_>, own: &str, words: &[&str]) -> Result<Vec<PaymentPart>, Failure> {
    let text = words.join(" ");
    let one = |part: &str| {
        let (amount, kind, payee) = match part.split_whitespace().collect::<Vec<_>>()[..] {
            [amount, kind] => (amount, kind, own.to_owned()),
            [amount, kind, "to", payee] => (amount, kind, payee.to_owned()),
            _ => {
                return Err(
                    line.fail(format!("found `{part}`; allowed is `AMOUNT WAY` or `AMOUNT WAY to NAME`"))
                );
            }
        };
        Ok(PaymentPart { way: way(line, kind)?, amount: money(line, amount)?, payee: payee.into() })
    };
    text.split(',').map(one).collect()
}

/// `ann at 1 Main Street, bob at`.
fn claimants(text: &str) -> Vec<Claimant> {
    let one = |part: &str| {
        let (name, address) = part.trim().split_once("at").unwrap_or((part, ""));
        Claimant { name: name.trim().to_owned(), address: address.trim().to_owned() }
    };
    if text.trim().is_empty() { Vec::new() } else { text.split(',').map(one).collect() }
}

fn passed(line: &Line<'_>, text: &str) -> Result<PassedWhy, Failure> {
    let all = [PassedWhy::AlreadyWon, PassedWhy::NotEligible, PassedWhy::NotPresent, PassedWhy::Lapsed];
    let found = all.into_iter().find(|why| why.word() == text);
    found.ok_or_else(|| {
        line.fail(format!("found `{text}`; allowed are already-won, not-eligible, not-present, lapsed"))
    })
}

fn ground(line: &Line<'_>, text: &str) -> Result<DenialGround, Failure> {
    Ok(match text {
        "not-eligible" => DenialGround::NotEligible,
        "not-the-winner" => DenialGround::NotTheWinner,
        "reservation" => DenialGround::Reservation,
        "other" => DenialGround::Other,
        _ => {
            return Err(line.fail(format!(
                "found `{text}`; allowed are not-eligible, not-the-winner, reservation, other"
            )));
        }
    })
}

/// Reads who asks for what.
pub(super) fn asked(played: &Played<'_>, line: &Line<'_>, words: &[&str]) -> Result<Request, Failure> {
    let Some((name, rest)) = words.split_first() else { return Err(line.fail("nobody does anything")) };
    let (rest, keyed_by) = match rest {
        [rest @ .., "keyed", "by", desk] => {
            (rest, Some(Actor { name: Name::from(*desk), role: role_of(desk) }))
        }
        _ => (rest, None),
    };
    let (rest, alone) = match rest.split_last() {
        Some((last, before)) if *last == "alone" => (before, true),
        _ => (rest, false),
    };
    let act = match before_start(played, line, rest)? {
        Some(act) => act,
        None => match after_draw(played, line, name, rest)? {
            Some(act) => act,
            None => {
                let message = format!(
                    "nobody can do `{}`; docs/promotion-transcripts.md lists what can be done",
                    rest.join(" ")
                );
                return Err(line.fail(message));
            }
        },
    };
    Ok(Request { name: Name::from(*name), role: role_of(name), act, alone, keyed_by })
}

fn before_start(played: &Played<'_>, line: &Line<'_>, words: &[&str]) -> Result<Option<Act>, Failure> {
    Ok(Some(match words {
        ["sets", "terms"] => Act::SetTerms { text: played.text() },
        ["prescribes", item @ ..] => Act::Prescribe { item: item.join(" ") },
        ["lodges"] => Act::Lodge,
        ["registers", what, "without", "reference"] => {
            Act::RegisterMaterial { what: (*what).to_owned(), refers: false }
        }
        ["registers", what] => Act::RegisterMaterial { what: (*what).to_owned(), refers: true },
        ["opens", "channel", channel] => Act::OpenChannel { channel: (*channel).to_owned() },
        ["nominates", name] => Act::NominateScrutineer { name: Name::from(*name) },
        ["opens"] => played.opening(),
        ["amends"] => Act::Amend { text: played.text(), approval: String::new() },
        ["amends", "approved", reference] => {
            Act::Amend { text: played.text(), approval: (*reference).to_owned() }
        }
        ["enters"] => Act::Enter,
        ["earns", holder, amount, "at", table, "coup", coup, rest @ ..] => {
            let amount = money(line, amount)?;
            let tokens = match rest {
                [] => false,
                ["in", "tokens"] => true,
                _ => return Err(line.beyond(rest, "in tokens")),
            };
            Act::Earn {
                holder: Name::from(*holder),
                table: (*table).to_owned(),
                coup: number(line, coup)?,
                chips: if tokens { Money(0) } else { amount },
                tokens: if tokens { amount } else { Money(0) },
                ended: None,
            }
        }
        ["takes", "back", table, "coup", coup, rest @ ..] => Act::TakeBack {
            table: (*table).to_owned(),
            coup: number(line, coup)?,
            holder: match rest {
                [] => None,
                ["of", holder] => Some(Name::from(*holder)),
                _ => return Err(line.beyond(rest, "of NAME")),
            },
            undone: None,
        },
        ["closes"] => Act::Close,
        ["draws", rest @ ..] => drawing(played, line, rest)?,
        _ => return Ok(None),
    }))
}

/// `draws bob, ann mixed by lee` or `draws with another seed`.
fn drawing(played: &Played<'_>, line: &Line<'_>, words: &[&str]) -> Result<Act, Failure> {
    let (words, mixed_by) = match words {
        [rest @ .., "mixed", "by", name] => (rest, Name::from(*name)),
        _ => (words, Name::from("guest")),
    };
    if let ["with", "another", "seed"] = words {
        return Ok(Act::Draw { seed: Hash::NONE, mix: "mix 0".to_owned(), mixed_by });
    }
    if let ["without", "mix"] = words {
        return Ok(Act::Draw { seed: seed(), mix: String::new(), mixed_by });
    }
    let wanted: Vec<&str> = words.iter().map(|word| word.trim_end_matches(',')).collect();
    Ok(Act::Draw { seed: seed(), mix: played.mix(line, &wanted)?, mixed_by })
}

fn after_draw(
    played: &Played<'_>,
    line: &Line<'_>,
    name: &str,
    words: &[&str],
) -> Result<Option<Act>, Failure> {
    let of = |text: &str| number(line, text);
    Ok(Some(match words {
        ["publishes", "results"] => Act::PublishResults,
        ["passes", prize, why] => Act::PassOver { prize: of(prize)?, why: passed(line, why)? },
        ["notifies", prize, "by", channel, rest @ ..] => Act::Notify {
            prize: of(prize)?,
            channel: (*channel).to_owned(),
            reached: line.flagged(rest, "reached")?,
        },
        ["claims", prize, "by", how] => Act::Claim { prize: of(prize)?, how: (*how).to_owned() },
        ["finds", "winner", prize, "present"] => Act::FindPresent { prize: of(prize)?, present: true },
        ["finds", "winner", prize, "absent"] => Act::FindPresent { prize: of(prize)?, present: false },
        ["finds", claim, "eligible"] => Act::FindEligible { claim: of(claim)?, eligible: true },
        ["finds", claim, "ineligible"] => Act::FindEligible { claim: of(claim)?, eligible: false },
        ["grants", "cash", prize] => Act::GrantCash { prize: of(prize)? },
        ["takes", "cash", claim] => Act::ChooseCash { claim: of(claim)? },
        ["picks", claim, rest @ ..] => {
            let claim = of(claim)?;
            let own =
                played.promotion.state().claim(claim).map_or(name.to_owned(), |claim| claim.by.to_string());
            Act::ChoosePayment { claim, parts: parts(line, &own, rest)? }
        }
        ["awards", claim] => Act::Award { claim: of(claim)? },
        ["denies", claim, why, rest @ ..] => {
            Act::Deny { claim: of(claim)?, ground: ground(line, why)?, reason: line.after(rest, "because")? }
        }
        ["closes", "denial", claim, rest @ ..] => {
            Act::CloseDenial { claim: of(claim)?, claimants: claimants(&line.after(rest, "of")?) }
        }
        ["gives", "proofs", "to", holder] => Act::GiveProofs { holder: Name::from(*holder) },
        ["discards", "denial", claim] => Act::DiscardDenial { claim: of(claim)? },
        ["disputes", about @ ..] => Act::Dispute { about: about.join(" ") },
        ["decides", dispute, decision @ .., "reopening", claim] => Act::DecideDispute {
            dispute: of(dispute)?,
            decision: decision.join(" "),
            reopens: Some(of(claim)?),
        },
        ["decides", dispute, decision @ ..] => {
            Act::DecideDispute { dispute: of(dispute)?, decision: decision.join(" "), reopens: None }
        }
        ["contests", dispute] => Act::Contest { dispute: of(dispute)? },
        ["finds", what, "compromised", rest @ ..] => {
            Act::FindCompromised { of: integrity(line, what)?, why: line.after(rest, "because")? }
        }
        ["postpones", what] => Act::Postpone { of: integrity(line, what)? },
        ["validates", what, how @ ..] => Act::Validate { of: integrity(line, what)?, how: how.join(" ") },
        ["cancels", what] => Act::Cancel { of: integrity(line, what)? },
        _ => return Ok(None),
    }))
}
