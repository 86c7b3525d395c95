//! From a line of a transcript to a command.

use super::setting::{limits, money, number, word, words as worded};
use super::{Failure, Line};
use crate::acts::{Act, ActInfo};
use crate::nearest::distance;
use crate::person::Name;
use crate::state::{Approval, Award, Moved, NamedFor, Proposal, Report, SessionTerms, TableChange};
use crate::time::Time;
use crate::{bets, cards, deal, notice, pay, people, trouble};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::pieces::Pieces;
use baccarat::rules::betting::{ChipKind, Validity};
use baccarat::rules::cards::Supply;
use baccarat::rules::people::Role;
use baccarat::rules::play::Holding;
use baccarat::rules::rulings::{DeviceMeasure, TransferCondition};
use baccarat::wager::WagerId;

/// Who acts, in which role, and what is asked.
pub(super) struct Request {
    pub(super) name: Name,
    pub(super) role: Role,
    pub(super) act: Act,
}

/// The role that a name stands for: staff are called by their role, anyone else is a patron.
pub(super) fn role_of(name: &str) -> Role {
    let staff = [
        Role::Dealer,
        Role::GameSupervisor,
        Role::Supervisor,
        Role::Manager,
        Role::Employee,
        Role::Operator,
        Role::Surveillance,
        Role::Inspector,
        Role::Authority,
        Role::Director,
    ];
    staff.into_iter().find(|role| role.to_string() == name).unwrap_or(Role::Player)
}

fn card(line: &Line<'_>, text: &str) -> Result<Card, Failure> {
    text.parse().map_err(|error: baccarat::card::NotACard| line.fail(error.to_string()))
}

pub(super) fn cards(line: &Line<'_>, words: &[&str]) -> Result<Vec<Card>, Failure> {
    words.iter().map(|text| card(line, text)).collect()
}

fn side(line: &Line<'_>, text: &str) -> Result<Side, Failure> {
    word(line, text)
}

fn wager(line: &Line<'_>, text: &str) -> Result<WagerId, Failure> {
    text.parse().map_err(|message: String| line.fail(message))
}

/// `00:20:00`.
pub(super) fn time(line: &Line<'_>, text: &str) -> Result<Time, Failure> {
    let parts: Vec<u32> =
        text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>().unwrap_or_default();
    match parts[..] {
        [hours, minutes, seconds] if hours < 10_000 && minutes < 60 && seconds < 60 => {
            Ok(Time(i64::from(hours * 3_600 + minutes * 60 + seconds) * 1_000))
        }
        _ => Err(line.fail(format!("found `{text}`; allowed is a time such as 00:20:00, up to 9999:59:59"))),
    }
}

/// A change: `limits 25 to 1000`, `kept minimum 25`, `differential 500`, `area-most 500`, `area-most tie 100`, `countdown 20`,
/// `method even-money`, `faces down`, `faces down from next shoe`, `closing`.
fn change(line: &Line<'_>, words: &[&str]) -> Result<TableChange, Failure> {
    match words {
        ["limits", rest @ ..] => Ok(TableChange::Limits { limits: limits(line, rest)? }),
        ["kept", "minimum", least] => Ok(TableChange::KeptMinimum { least: money(line, least)? }),
        ["differential", "none"] => Ok(TableChange::Differential { most: None }),
        ["differential", most] => Ok(TableChange::Differential { most: Some(money(line, most)?) }),
        ["area-most", "none"] => Ok(TableChange::AreaMost { wager: None, most: None }),
        ["area-most", most] => Ok(TableChange::AreaMost { wager: None, most: Some(money(line, most)?) }),
        ["area-most", of, "none"] => Ok(TableChange::AreaMost { wager: Some(wager(line, of)?), most: None }),
        ["area-most", of, most] => {
            Ok(TableChange::AreaMost { wager: Some(wager(line, of)?), most: Some(money(line, most)?) })
        }
        ["countdown", seconds] => Ok(TableChange::Countdown { seconds: number(line, seconds)? }),
        ["method", method] => Ok(TableChange::Method { method: (*method).to_owned() }),
        ["faces", faces] => Ok(TableChange::Faces { faces: word(line, faces)? }),
        ["faces", faces, "from", "next", "shoe"] => {
            Ok(TableChange::NextShoeFaces { faces: word(line, faces)? })
        }
        ["closing"] => Ok(TableChange::Closing),
        _ => Err(line.fail(
            "a change is limits, kept minimum, differential, area-most, countdown, method, faces or closing",
        )),
    }
}

/// Reads a line in which somebody does something.
pub(super) fn asked(line: &Line<'_>) -> Result<Request, Failure> {
    let words = line.words();
    if words[0] == "wager" {
        return placed(line, &words[1..]);
    }
    let name = words[0].to_lowercase();
    let act = act(line, &words[1..])?;
    Ok(Request { role: role_of(&name), name: name.into(), act })
}

/// `[ann] box 1 player 100 [in tokens] [spoken]`.
fn placed(line: &Line<'_>, words: &[&str]) -> Result<Request, Failure> {
    let (name, rest) = match words {
        ["box", number, ..] => (format!("box{number}"), words),
        [name, rest @ ..] => (name.to_lowercase(), rest),
        [] => return Err(line.fail("a wager is written `wager ann box 1 player 100`")),
    };
    let ["box", area, id, amount, how @ ..] = rest else {
        return Err(line.fail("a wager is written `wager ann box 1 player 100`"));
    };
    let (tokens, spoken) = match how {
        [] => (false, false),
        ["spoken"] => (false, true),
        ["in", "tokens"] => (true, false),
        ["in", "tokens", "spoken"] => (true, true),
        _ => {
            return Err(line.fail(format!("found `{}`; allowed are `in tokens` and `spoken`", how.join(" "))));
        }
    };
    let act = Act::Bets(bets::Act::Place {
        area: number(line, area)?,
        wager: wager(line, id)?,
        amount: money(line, amount)?,
        kind: if tokens { ChipKind::PromotionalTokens } else { ChipKind::Chips },
        spoken,
    });
    Ok(Request { name: name.into(), role: Role::Player, act })
}

fn reported(report: Report) -> Act {
    Act::Trouble(trouble::Act::Report { report })
}

/// The reason behind `because`, with nothing before it; none if nothing is there at all.
fn reason(line: &Line<'_>, words: &[&str]) -> Result<String, Failure> {
    match words {
        [] => Ok(String::new()),
        ["because", why @ ..] => Ok(why.join(" ")),
        _ => Err(line.fail(format!("found `{}`; allowed is `because REASON`", words.join(" ")))),
    }
}

/// Chips by what each is worth, such as `4x25 1x100`.
fn pieces(line: &Line<'_>, words: &[&str]) -> Result<Pieces, Failure> {
    let piece = |word: &&str| {
        let (count, worth) = word
            .split_once('x')
            .ok_or_else(|| line.fail(format!("found `{word}`; allowed are chips such as 4x25")))?;
        Ok((money(line, worth)?.0, i64::from(number::<u32>(line, count)?)))
    };
    Ok(Pieces::of(words.iter().map(piece).collect::<Result<Vec<(i64, i64)>, Failure>>()?))
}

/// How a sum was made up, if that is said: `in 4x25 1x100`.
fn counted_in(line: &Line<'_>, words: &[&str]) -> Result<Option<Pieces>, Failure> {
    match words {
        [] => Ok(None),
        ["in", rest @ ..] => pieces(line, rest).map(Some),
        _ => Err(line.fail(format!("found `{}`; allowed is `in 4x25 1x100`", words.join(" ")))),
    }
}

/// Words of which each may stand there or not, and no others.
fn may_say(line: &Line<'_>, words: &[&str], allowed: &[&str]) -> Result<(), Failure> {
    match words.iter().find(|word| !allowed.contains(word)) {
        Some(word) => Err(line.fail(format!("found `{word}`; allowed are {}", allowed.join(" and ")))),
        None => Ok(()),
    }
}

/// What comes with new cards: how they come, and `same backs`.
fn replaced(line: &Line<'_>, words: &[&str]) -> Result<(Supply, bool), Failure> {
    let (words, other_colour) = match words {
        [rest @ .., "same", "backs"] => (rest, false),
        _ => (words, true),
    };
    match words {
        [] => Ok((Supply::TableShuffled, other_colour)),
        [supply] => Ok((word(line, supply)?, other_colour)),
        _ => Err(line.fail(format!("found `{}`; allowed are a supply and `same backs`", words.join(" ")))),
    }
}

/// A card that was seen, or `down`.
fn face(line: &Line<'_>, text: &str) -> Result<Option<Card>, Failure> {
    if text == "down" { Ok(None) } else { card(line, text).map(Some) }
}

fn faces(line: &Line<'_>, words: &[&str]) -> Result<Vec<Option<Card>>, Failure> {
    words.iter().map(|text| face(line, text)).collect()
}

/// An irregularity by its name, perhaps with a ground: `burn forgotten`, `dealt too early because REASON`.
fn found(line: &Line<'_>, words: &[&str]) -> Result<Act, Failure> {
    let (what, why) = because(words);
    Ok(reported(Report::Found { irregularity: worded(line, what)?, why }))
}

/// A card on record that was another: `7S was 9S in coup 3`.
fn miskeyed(line: &Line<'_>, keyed: &str, was: &str, coup: &str, hand: Option<Side>) -> Result<Act, Failure> {
    Ok(reported(Report::Miskeyed {
        coup: number(line, coup)?,
        keyed: card(line, keyed)?,
        was: card(line, was)?,
        hand,
    }))
}

/// What comes before `because`, and the reason behind it.
fn because<'w, 't>(words: &'w [&'t str]) -> (&'w [&'t str], String) {
    match words.iter().position(|word| *word == "because") {
        Some(place) => (&words[..place], words[place + 1..].join(" ")),
        None => (words, String::new()),
    }
}

/// What a decided dispute moves: nothing, `paying 50` or `taking 50`.
fn award(line: &Line<'_>, words: &[&str]) -> Result<Option<Award>, Failure> {
    Ok(match words {
        [] => None,
        ["paying", sum] => Some(Award::Paid(money(line, sum)?)),
        ["taking", sum] => Some(Award::TakenBack(money(line, sum)?)),
        _ => return Err(line.fail("allowed are `paying AMOUNT` and `taking AMOUNT`")),
    })
}

/// What is said of a failed device: `nobody hurt because REASON`, `damaged 5H because REASON`.
fn said_of_device(line: &Line<'_>, words: &[&str]) -> Result<Act, Failure> {
    use TransferCondition::*;
    let (message, why) = because(words);
    let (condition, holds) = match message {
        ["nobody", "hurt"] => (NobodyHurt, true),
        ["somebody", "hurt"] => (NobodyHurt, false),
        ["spare", "at", "hand"] => (SpareAtHand, true),
        ["no", "spare"] => (SpareAtHand, false),
        ["transfer", "practicable"] => (TransferPracticable, true),
        ["transfer", "impracticable"] => (TransferPracticable, false),
        ["no", "card", "damaged"] => {
            return Ok(Act::Trouble(trouble::Act::NameDamaged { cards: Vec::new(), why }));
        }
        ["damaged", shown @ ..] => {
            return Ok(Act::Trouble(trouble::Act::NameDamaged { cards: cards(line, shown)?, why }));
        }
        _ => {
            return Err(line.fail(
                "of a device is said: nobody hurt, somebody hurt, spare at hand, no spare, transfer practicable, \
                 transfer impracticable, no card damaged or damaged CARDS",
            ));
        }
    };
    Ok(Act::Trouble(trouble::Act::AnswerDevice { condition, holds, why }))
}

/// `[3] fraud [by ann] [forfeiting] [affecting the outcome] [because REASON]`.
fn invalidated(line: &Line<'_>, words: &[&str]) -> Result<Act, Failure> {
    let (message, why) = because(words);
    let (message, affected) = match message {
        [rest @ .., "affecting", "the", "outcome"] => (rest, true),
        _ => (message, false),
    };
    let (coup, message) = match message {
        [first, rest @ ..] if first.starts_with(|letter: char| letter.is_ascii_digit()) => {
            (Some(number(line, first)?), rest)
        }
        _ => (None, message),
    };
    let (ground, cheat, forfeit) = match message {
        [ground] => (ground, None, false),
        [ground, "by", who] => (ground, Some(Name::from(who.to_lowercase())), false),
        [ground, "forfeiting"] => (ground, None, true),
        [ground, "by", who, "forfeiting"] => (ground, Some(Name::from(who.to_lowercase())), true),
        _ => {
            return Err(
                line.fail("a coup is invalidated as in `invalidates coup fraud by ann because REASON`")
            );
        }
    };
    Ok(Act::Trouble(trouble::Act::Invalidate {
        ground: word(line, ground)?,
        coup,
        cheat,
        forfeit,
        affected,
        why,
    }))
}

fn act(line: &Line<'_>, words: &[&str]) -> Result<Act, Failure> {
    let name = |text: &&str| Name::from(text.to_lowercase());
    Ok(match words {
        ["signs", "on"] => Act::People(people::Act::SignOn),
        ["signs", "off"] => Act::People(people::Act::SignOff),
        ["arrives"] => Act::People(people::Act::Arrive),
        ["buys", "in", amount] => Act::People(people::Act::BuyIn { cash: money(line, amount)? }),
        ["swaps", "voucher", amount] => {
            Act::People(people::Act::SwapVoucher { worth: money(line, amount)?, number: None })
        }
        ["swaps", "voucher", amount, "good", "until", until] => Act::People(people::Act::SwapDatedVoucher {
            worth: money(line, amount)?,
            until: time(line, until)?,
        }),
        ["takes", "seat", seat] => Act::People(people::Act::TakeSeat { seat: number(line, seat)? }),
        ["brings", "chips", amount] => Act::People(people::Act::BringChips { chips: money(line, amount)? }),
        ["takes", "chips", "along"] => Act::People(people::Act::TakeChips),
        ["leaves"] => Act::People(people::Act::Leave),
        ["asks", patron, "to", "vacate"] => Act::People(people::Act::AskToVacate { patron: name(patron) }),

        ["checks", "cards"] => Act::Cards(cards::Act::CheckCards),
        ["runs", "checking", "device"] => Act::Cards(cards::Act::DeviceChecksCards),
        ["prepares", step] => Act::Cards(cards::Act::Prepare { step: word(line, step)? }),
        ["shuffles"] => Act::Cards(cards::Act::Shuffle),
        ["asks", "riffle"] => Act::Cards(cards::Act::AskRiffle),
        ["riffles"] => Act::Cards(cards::Act::Riffle),
        ["lets", "players", "cut"] => Act::Cards(cards::Act::LetPlayersCut),
        ["offers", "cut", "to", to] => Act::Cards(cards::Act::OfferCut { to: name(to) }),
        ["refuses", "cut"] => Act::Cards(cards::Act::RefuseCut),
        ["names", other, "to", "cut"] => Act::Cards(cards::Act::NameCutter { other: name(other) }),
        ["cuts", "at", at] => Act::Cards(cards::Act::Cut { at: number(line, at)? }),
        // A number is a count; where it is a guess, the line says so.
        ["inserts", "cutting", "card", "about", from_back] => {
            Act::Cards(cards::Act::InsertCuttingCard { from_back: number(line, from_back)?, counted: false })
        }
        ["inserts", "cutting", "card", from_back] => {
            Act::Cards(cards::Act::InsertCuttingCard { from_back: number(line, from_back)?, counted: true })
        }
        ["loads", "cards"] => Act::Cards(cards::Act::LoadCards),
        ["chooses", "burn", style] => Act::Cards(cards::Act::ChooseBurn { style: word(line, style)? }),
        ["burns"] => Act::Cards(cards::Act::BurnCard { card: None }),
        ["burns", cards, "more"] => {
            Act::Cards(cards::Act::BurnRest { cards: number(line, cards)?, short: false })
        }
        ["burns", "only", cards, "more"] => {
            Act::Cards(cards::Act::BurnRest { cards: number(line, cards)?, short: true })
        }
        ["burns", shown] => Act::Cards(cards::Act::BurnCard { card: Some(card(line, shown)?) }),
        ["asks", "to", "see", "burnt", "card"] => Act::Cards(cards::Act::AskBurntCard),
        ["shows", "burnt", "card", shown] => {
            Act::Cards(cards::Act::ShowBurntCard { card: card(line, shown)? })
        }
        ["starts", "play"] => Act::Cards(cards::Act::StartPlay),
        ["replaces", "cards", when, rest @ ..] | ["replaces", "some", "cards", when, rest @ ..] => {
            let (supply, other_colour) = replaced(line, rest)?;
            let (some, when) = (words[1] == "some", word(line, when)?);
            Act::Cards(cards::Act::ReplaceCards { some, when, supply, other_colour })
        }
        ["orders", "shuffle"] => Act::Cards(cards::Act::OrderShuffle { mix_doubted: false }),
        ["orders", "shuffle", "mix", "doubted"] => Act::Cards(cards::Act::OrderShuffle { mix_doubted: true }),
        ["verifies", "cards"] => Act::Cards(cards::Act::VerifyCards),

        ["approves", "burn", "style"] => Act::Cards(cards::Act::Approve { what: Approval::BurnStyle }),
        ["approves", "hand", "shuffle"] => Act::Cards(cards::Act::Approve { what: Approval::HandShuffle }),
        ["approves", "riffle"] => Act::Cards(cards::Act::Approve { what: Approval::Riffle }),
        ["approves", "nominees"] => Act::Cards(cards::Act::Approve { what: Approval::Nominees }),
        ["approves", patron, "on", "both", "hands"] => Act::Cards(cards::Act::Approve {
            what: Approval::BothHands { patron: name(patron), with: Vec::new() },
        }),
        ["approves", patron, "on", "both", "hands", "and", id] => Act::Cards(cards::Act::Approve {
            what: Approval::BothHands { patron: name(patron), with: vec![wager(line, id)?] },
        }),

        ["opens", "betting"] => Act::Bets(bets::Act::OpenBetting),
        ["changes", "box", area, id, "to", amount] => Act::Bets(bets::Act::Change {
            area: number(line, area)?,
            wager: wager(line, id)?,
            amount: money(line, amount)?,
        }),
        ["moves", "box", area, id, "to", "box", to_box, to_wager] => Act::Bets(bets::Act::Move {
            area: number(line, area)?,
            wager: wager(line, id)?,
            to_box: number(line, to_box)?,
            to_wager: wager(line, to_wager)?,
        }),
        ["withdraws", "box", area, id] => {
            Act::Bets(bets::Act::Withdraw { area: number(line, area)?, wager: wager(line, id)? })
        }
        ["refuses", patron, "box", area, id, reason @ ..] => Act::Bets(bets::Act::RefuseWager {
            patron: name(patron),
            area: number(line, area)?,
            wager: wager(line, id)?,
            reason: self::reason(line, reason)?,
        }),
        ["reports", patron, "box", area, id, amount, "accepted"] => Act::Bets(bets::Act::ReportAccepted {
            patron: name(patron),
            area: number(line, area)?,
            wager: wager(line, id)?,
            amount: money(line, amount)?,
        }),
        ["finds", "cards", "unfit"] => Act::Cards(cards::Act::FindUnfit),
        ["finds", patron, "cards", "out", "of", "view"] => {
            Act::Deal(deal::Act::FindHeld { patron: name(patron), lacks: Holding::InFullView })
        }
        ["finds", patron, "cards", "off", "the", "layout"] => {
            Act::Deal(deal::Act::FindHeld { patron: name(patron), lacks: Holding::OverTheLayout })
        }
        ["finds", "cash", patron, "box", area, id, amount] => Act::Bets(bets::Act::FindCash {
            patron: name(patron),
            area: number(line, area)?,
            wager: wager(line, id)?,
            amount: money(line, amount)?,
        }),
        ["finds", "wager", patron, "box", area, id, amount, how @ ..] => {
            let (kind, late) = match how {
                [] => (ChipKind::Chips, false),
                ["in", "tokens"] => (ChipKind::PromotionalTokens, false),
                ["placed", "late"] => (ChipKind::Chips, true),
                ["in", "tokens", "placed", "late"] => (ChipKind::PromotionalTokens, true),
                _ => return Err(line.fail("allowed are `in tokens` and `placed late`")),
            };
            Act::Bets(bets::Act::FindWager {
                patron: name(patron),
                area: number(line, area)?,
                wager: wager(line, id)?,
                amount: money(line, amount)?,
                kind,
                late,
            })
        }
        ["finds", patron, "box", area, id, fault @ ..] => Act::Bets(bets::Act::FindInvalid {
            patron: name(patron),
            area: number(line, area)?,
            wager: wager(line, id)?,
            lacks: match fault {
                ["outside"] => Validity::InsideArea,
                ["not", "flat"] => Validity::LiesFlat,
                ["on", "another"] => Validity::NotOnAnother,
                ["misplaced"] => Validity::OwnArea,
                ["larger", "on", "top"] => Validity::SmallerOnTop,
                _ => {
                    return Err(line
                        .fail("a wager is found outside, not flat, on another, misplaced or larger on top"));
                }
            },
        }),
        ["scales", "for", "differential"] => Act::Bets(bets::Act::ScaleForDifferential),
        ["scales", "box", area, id] => {
            Act::Bets(bets::Act::ScaleForArea { area: number(line, area)?, wager: wager(line, id)? })
        }
        ["gives", "place", "at", "box", area, id] => {
            Act::Bets(bets::Act::GivePlace { area: number(line, area)?, wager: wager(line, id)?, to: None })
        }
        ["gives", "place", "at", "box", area, id, "to", to] => Act::Bets(bets::Act::GivePlace {
            area: number(line, area)?,
            wager: wager(line, id)?,
            to: Some(name(to)),
        }),

        ["misdeals", shown, "to", to] => {
            reported(Report::Misdealt { to: Some(side(line, to)?), card: face(line, shown)? })
        }
        ["draws", shown, "in", "excess"] => reported(Report::Misdealt { to: None, card: face(line, shown)? }),
        ["finds", shown, "face", "up"] => reported(Report::FaceUp { card: card(line, shown)? }),
        ["finds", "foreign", "card"] => reported(Report::Foreign { card: None }),
        ["finds", "foreign", "card", shown] => reported(Report::Foreign { card: Some(card(line, shown)?) }),
        ["finds", "card", "wrongly", "burnt"] => reported(Report::WronglyBurnt { card: None }),
        ["finds", shown, "wrongly", "burnt"] => {
            reported(Report::WronglyBurnt { card: Some(card(line, shown)?) })
        }
        ["reports", "device", "failed"] => Act::Trouble(trouble::Act::ReportDevice),
        ["reports", who, "for", ban, rest @ ..] => Act::Trouble(trouble::Act::ReportBreach {
            ban: word(line, ban)?,
            who: name(who),
            what: reason(line, rest)?,
        }),
        ["says", said @ ..] => said_of_device(line, said)?,
        ["moves", "cards"] => Act::Trouble(trouble::Act::TakeStep { step: DeviceMeasure::MoveCards }),
        ["removes", "damaged", "cards"] => {
            Act::Trouble(trouble::Act::TakeStep { step: DeviceMeasure::RemoveDamaged })
        }
        ["moves", "sound", "cards"] => {
            Act::Trouble(trouble::Act::TakeStep { step: DeviceMeasure::MoveSound })
        }
        ["adds", "replacements"] => {
            Act::Trouble(trouble::Act::TakeStep { step: DeviceMeasure::AddReplacements })
        }
        ["goes", "on"] => Act::Trouble(trouble::Act::TakeStep { step: DeviceMeasure::GoOn }),
        ["finishes", "from", "shoe"] => {
            Act::Trouble(trouble::Act::TakeStep { step: DeviceMeasure::FinishFromShoe })
        }
        ["replaces", "damaged", shown @ .., "from", "new", "deck"] => {
            Act::Trouble(trouble::Act::ReplaceDamaged {
                cards: cards(line, shown)?,
                new_deck: true,
                back: None,
            })
        }
        ["replaces", "damaged", shown @ .., "from", "new", "deck", "with", back, "backs"] => {
            Act::Trouble(trouble::Act::ReplaceDamaged {
                cards: cards(line, shown)?,
                new_deck: true,
                back: Some((*back).to_owned()),
            })
        }
        ["replaces", "damaged", shown @ .., "from", "used", "cards"] => {
            Act::Trouble(trouble::Act::ReplaceDamaged {
                cards: cards(line, shown)?,
                new_deck: false,
                back: None,
            })
        }
        ["reports", "order", shown @ .., "in", "coup", coup] => {
            reported(Report::Claimed { coup: number(line, coup)?, cards: faces(line, shown)? })
        }
        ["reports", "order", shown @ ..] if shown.first() != Some(&"revealed") => {
            reported(Report::OutOfSequence { cards: faces(line, shown)?, doubt: false })
        }
        ["establishes", "order", shown @ ..] => {
            reported(Report::OutOfSequence { cards: faces(line, shown)?, doubt: true })
        }
        ["reports", "limits", "broken", "in", "coup", number_of] => {
            reported(Report::LimitsBroken { coup: number(line, number_of)? })
        }
        ["reports", "settled", "without", "third", "card"] => reported(Report::SettledShort),
        ["reports", "third", "card", "forgotten"] => reported(Report::ThirdCardForgotten),
        ["reports", "settled", "by", method, "method"] => {
            reported(Report::SettledBy { method: (*method).to_owned(), coup: None })
        }
        ["reports", "settled", "by", method, "method", "in", "coup", coup] => {
            reported(Report::SettledBy { method: (*method).to_owned(), coup: Some(number(line, coup)?) })
        }
        ["reports", patron, "box", area, id, keyed, "was", was @ .., "in", "coup", coup] => {
            let (was_on, was) = match was {
                [was] => (None, was),
                [on, was] => (Some(wager(line, on)?), was),
                _ => return Err(line.fail("a wager was as in `was 200` or `was banker 200`")),
            };
            reported(Report::WagerMiskeyed {
                coup: number(line, coup)?,
                patron: name(patron),
                area: number(line, area)?,
                wager: wager(line, id)?,
                keyed: money(line, keyed)?,
                was: money(line, was)?,
                was_on,
            })
        }
        ["reports", patron, "box", area, id, how @ ("paid" | "collected"), amount, "in", "coup", coup] => {
            let amount = money(line, amount)?;
            reported(Report::WronglyPaid {
                coup: number(line, coup)?,
                patron: name(patron),
                area: number(line, area)?,
                wager: wager(line, id)?,
                moved: if *how == "paid" { Moved::Paid(amount) } else { Moved::Collected(amount) },
            })
        }
        ["reports", shown, "of", hand, "exposed"] => {
            reported(Report::Exposed { hand: side(line, hand)?, card: card(line, shown)? })
        }
        ["reports", "coup", number_of] => reported(Report::Earlier { coup: number(line, number_of)? }),
        ["decides", "matter", matter, remedy, rest @ ..] => Act::Trouble(trouble::Act::Decide {
            matter: number(line, matter)?,
            remedy: word(line, remedy)?,
            why: reason(line, rest)?,
        }),
        ["resumes", "coup"] => Act::Trouble(trouble::Act::Resume),
        ["shuffles", "by", "consent"] => Act::Trouble(trouble::Act::ShuffleByConsent),
        ["agrees", "shuffle"] => Act::Bets(bets::Act::Agree { to: Proposal::ShuffleAfterVoid }),
        ["settles", "open", "item", patron, "of", "coup", coup] => {
            Act::Trouble(trouble::Act::SettleOpenItem { patron: name(patron), coup: number(line, coup)? })
        }

        ["asks", "no-bet", "coup"] => Act::Bets(bets::Act::AskNoBetCoup),
        ["agrees", "no-bet", "coup"] => Act::Bets(bets::Act::Agree { to: Proposal::NoBetCoup }),
        ["agrees", "change", "of", "game"] => Act::Bets(bets::Act::Agree { to: Proposal::ChangeOfGame }),
        ["directs", "no-bet", "coup", source, rest @ ..] => {
            may_say(line, rest, &["marker", "surveillance"])?;
            Act::Bets(bets::Act::DirectNoBetCoup {
                source: word(line, source)?,
                marker: rest.contains(&"marker"),
                surveillance_told: rest.contains(&"surveillance"),
            })
        }

        ["calls", call @ ..] => Act::Deal(deal::Act::Call { words: worded(line, call)? }),
        ["draws", "cutting", "card"] => Act::Deal(deal::Act::DrawCuttingCard),
        ["draws", "first", "card"] => Act::Deal(deal::Act::DrawFirstCard),
        ["deals", "down", "to", to] => Act::Deal(deal::Act::DealCard { to: side(line, to)?, card: None }),
        ["deals", shown, "to", to] => {
            Act::Deal(deal::Act::DealCard { to: side(line, to)?, card: Some(card(line, shown)?) })
        }
        ["offers", hand, "cards", "to", to] => {
            Act::Deal(deal::Act::OfferHand { side: side(line, hand)?, to: name(to) })
        }
        ["takes", "cards"] => Act::Deal(deal::Act::TakeHand),
        ["refuses", "cards"] | ["declines", "role"] => Act::Deal(deal::Act::RefuseHand),
        ["names", nominees @ .., "to", "expose"] => Act::Deal(deal::Act::Nominate {
            nominees: nominees.iter().map(name).collect(),
            cards: NamedFor::All,
        }),
        ["names", nominees @ .., "to", "expose", "initial", "cards"] => Act::Deal(deal::Act::Nominate {
            nominees: nominees.iter().map(name).collect(),
            cards: NamedFor::Initial,
        }),
        ["names", nominees @ .., "to", "expose", "third", "card"] => Act::Deal(deal::Act::Nominate {
            nominees: nominees.iter().map(name).collect(),
            cards: NamedFor::Third,
        }),
        ["passes", hand, "card", "to", to] => {
            Act::Deal(deal::Act::PassCard { side: side(line, hand)?, to: name(to) })
        }
        ["takes", "cards", "away"] => Act::Deal(deal::Act::ForfeitCards { reason: None }),
        ["takes", "cards", "away", "because", reason @ ..] => {
            Act::Deal(deal::Act::ForfeitCards { reason: Some(reason.join(" ")) })
        }
        ["asks", "for", "rules"] => Act::Notice(notice::Act::AskRules),
        ["offers", "role", "to", to] => Act::Deal(deal::Act::OfferRole { to: name(to) }),
        ["takes", "role"] => Act::Deal(deal::Act::TakeRole),
        ["passes", "role"] => Act::Deal(deal::Act::PassRole),
        ["exposes", hand, shown @ ..] => {
            Act::Deal(deal::Act::Expose { side: side(line, hand)?, cards: cards(line, shown)? })
        }
        ["settles"] => Act::Pay(pay::Act::Settle),
        ["decides", "remainder", "of", patron, pays] => {
            Act::Pay(pay::Act::DecideRemainder { patron: name(patron), pays: money(line, pays)? })
        }
        ["collects", "cards"] => Act::Pay(pay::Act::CollectCards),
        ["collects", hand, "cards"] => Act::Deal(deal::Act::CollectHand { side: side(line, hand)? }),

        ["posts", "sign", rest @ .., "at", when] => {
            Act::Notice(notice::Act::PostSign { change: change(line, rest)?, effective: time(line, when)? })
        }
        ["tells", "players", rest @ ..] => {
            Act::Notice(notice::Act::TellPlayers { change: change(line, rest)? })
        }
        ["makes", "change", rest @ .., "keeping", "old", "minimum"] => {
            Act::Notice(notice::Act::MakeChange { change: change(line, rest)?, keep_old: true })
        }
        ["makes", "change", rest @ ..] => {
            Act::Notice(notice::Act::MakeChange { change: change(line, rest)?, keep_old: false })
        }
        ["sets", "personal", "limit", patron, rest @ ..] => {
            Act::Notice(notice::Act::SetPersonalLimit { patron: name(patron), limits: limits(line, rest)? })
        }
        ["restricts", option, rest @ ..] => {
            may_say(line, rest, &["surveillance", "sign"])?;
            Act::Notice(notice::Act::Restrict {
                option: (*option).to_owned(),
                surveillance_told: rest.contains(&"surveillance"),
                sign: rest.contains(&"sign"),
            })
        }
        ["reports", keyed, "was", was, "in", "coup", coup] => miskeyed(line, keyed, was, coup, None)?,
        ["reports", keyed, "was", was, "in", hand, "of", "coup", coup] => {
            miskeyed(line, keyed, was, coup, Some(side(line, hand)?))?
        }
        ["reports", "delivered", "without", "wager", "to", to] | ["reports", "wrong", "recipient", to] => {
            reported(Report::PassedTo { to: name(to) })
        }
        ["begins", "session", "of", tournament, "at", "table", table, rest @ ..] => {
            let terms = match rest {
                [] => None,
                ["by", book, method] => Some((book, method, None)),
                ["by", book, method, dealing] => Some((book, method, Some((*dealing).to_owned()))),
                _ => {
                    let found = rest.join(" ");
                    return Err(line.fail(format!("found `{found}`; allowed is `by BOOK METHOD DEALING`")));
                }
            };
            let terms = terms.map(|(book, method, dealing)| SessionTerms {
                book: (*book).to_owned(),
                method: (*method).to_owned(),
                dealing,
            });
            let (tournament, table) = ((*tournament).to_owned(), number(line, table)?);
            Act::Notice(notice::Act::BeginSession { tournament, table, terms })
        }
        ["ends", "session"] => Act::Notice(notice::Act::EndSession),
        ["lifts", "restriction", "of", option] => {
            Act::Notice(notice::Act::LiftRestriction { option: (*option).to_owned() })
        }
        ["reports", "sign", "missing", shows @ ..] => {
            Act::Notice(notice::Act::ReportSign { shows: worded(line, shows)? })
        }
        ["reports", rest @ ..] => found(line, rest)?,
        ["fills", amount, rest @ .., "signed", "by", signed] => Act::Pay(pay::Act::Fill {
            amount: money(line, amount)?,
            signed: name(signed),
            pieces: counted_in(line, rest)?,
        }),
        ["credits", amount, rest @ .., "signed", "by", signed] => Act::Pay(pay::Act::Credit {
            amount: money(line, amount)?,
            signed: name(signed),
            pieces: counted_in(line, rest)?,
        }),
        ["counts", "float", count, rest @ .., "signed", "by", signed] => Act::Pay(pay::Act::CountFloat {
            count: money(line, count)?,
            signed: name(signed),
            pieces: counted_in(line, rest)?,
        }),
        ["corrects", "float", "to", count, rest @ ..] => {
            let reasons = rest.iter().position(|word| *word == "because").unwrap_or(0);
            Act::Pay(pay::Act::CorrectFloat {
                count: money(line, count)?,
                why: reason(line, &rest[reasons..])?,
                pieces: counted_in(line, &rest[..reasons])?,
            })
        }
        ["changes", rest @ ..] if rest.contains(&"for") => {
            let middle = rest.iter().position(|word| *word == "for").unwrap_or(0);
            let (gives, gets) = (pieces(line, &rest[..middle])?, pieces(line, &rest[middle + 1..])?);
            Act::Pay(pay::Act::ChangeChips { gives, gets })
        }
        ["takes", "drop", "box"] => Act::Pay(pay::Act::TakeDropBox),
        ["opens", "table", "counting", count] => {
            Act::Notice(notice::Act::Reopen { count: money(line, count)?, settings: None })
        }
        ["closes", "table", "counting", count] => {
            Act::Notice(notice::Act::Close { count: money(line, count)? })
        }
        ["invalidates", "coup", rest @ ..] => invalidated(line, rest)?,
        ["sanctions", "breach", breach, rest @ ..] => {
            let (measures, why) = because(rest);
            let measures = measures.iter().map(|text| word(line, text)).collect::<Result<_, _>>()?;
            Act::Trouble(trouble::Act::Sanction { breach: number(line, breach)?, measures, why })
        }
        ["hands", "over", "breach", breach, "to", to] => Act::Trouble(trouble::Act::HandOver {
            breach: number(line, breach)?,
            to: name(to),
            police: false,
        }),
        ["hands", "over", "breach", breach, "to", to, "of", "police"] => {
            Act::Trouble(trouble::Act::HandOver { breach: number(line, breach)?, to: name(to), police: true })
        }
        ["disputes", about @ ..] => {
            Act::Trouble(trouble::Act::OpenDispute { about: about.join(" "), patron: None })
        }
        ["opens", "dispute", "for", patron, rest @ ..] => {
            Act::Trouble(trouble::Act::OpenDispute { about: reason(line, rest)?, patron: Some(name(patron)) })
        }
        ["decides", "dispute", dispute, finding, rest @ ..] => Act::Trouble(trouble::Act::DecideDispute {
            dispute: number(line, dispute)?,
            finding: word(line, finding)?,
            award: award(line, because(rest).0)?,
            why: because(rest).1,
        }),
        ["asks", "review", "of", "dispute", dispute] => {
            Act::Trouble(trouble::Act::AskReview { dispute: number(line, dispute)? })
        }
        ["asks", "to", "see", what] => Act::Notice(notice::Act::AskToSee { what: word(line, what)? }),
        _ => {
            return Err(line.fail(format!(
                "cannot read `{}`; the nearest is `{}`, and docs/transcripts.md lists every line",
                line.text,
                nearest_form(line.text, words)
            )));
        }
    })
}

/// Lines that nobody says, by their first word.
const UNSPOKEN: [&str; 7] = [
    "deal 6H 6D 2C 2S",
    "cards 6H 6D",
    "finish",
    "prepare",
    "wait 30 seconds",
    "time 00:20:00",
    "expect player wins",
];

/// The line form that is nearest to these words, whoever says them, or to the whole line where nobody says it.
fn nearest_form(text: &str, words: &[&str]) -> &'static str {
    let said = words.join(" ");
    let form =
        |info: &ActInfo| info.says.split_once(' ').map_or(usize::MAX, |(_, form)| distance(&said, form));
    let spoken = Act::all().min_by_key(|info| form(info)).map(|info| (form(info), info.says));
    let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let unspoken = UNSPOKEN.iter().map(|line| (distance(&first(text), &first(line)), *line));
    // More than two letters off it is somebody's name, and a role is somebody.
    let is_role = Role::ALL.iter().any(|role| role.to_string() == first(text));
    let slips = unspoken.filter(|(off, _)| *off <= 2 && !is_role);
    slips.chain(spoken).min_by_key(|(off, _)| *off).map_or("", |(_, says)| says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_is_read_from_the_line_that_is_declared_for_it() {
        for info in Act::all() {
            let line = Line { number: 1, text: info.says };
            let asked = asked(&line).unwrap_or_else(|failure| panic!("{}: {}", info.word, failure.message));
            assert_eq!(asked.act.word(), info.word, "{}", info.says);
        }
    }
}
