//! A promotion on paper: its terms in the book's order and numbers, tickets, and letters.

use crate::terms::{Prize, Terms, Unclaimed, winner_chooses};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::promotion::PromotionTerm;
use declared::cite::{listed, stated};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use table::{Citation, Name};

/// One sentence of the terms: the operator's own words, or one that every terms have, by its word and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The word of it; none for the operator's own words.
    pub key: String,
    /// What stands in it: texts, numbers, times of the place and amounts as they are written; the operator's own words as `text`.
    pub values: BTreeMap<String, String>,
}

impl Sentence {
    fn own(text: impl Into<String>) -> Sentence {
        Sentence::of("", &[("text", &text.into())])
    }

    fn of(key: &str, values: &[(&str, &dyn Display)]) -> Sentence {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.to_string()));
        Sentence { key: key.to_owned(), values: values.collect() }
    }
}

/// One item of the terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// What it is about.
    pub title: String,
    /// What the terms say.
    pub text: String,
    /// The same, sentence by sentence, for whoever says it in another language.
    pub said: Vec<Sentence>,
    /// The clauses that ask for it.
    pub cites: Citation,
}

/// The terms as they are published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    /// The promotion's name.
    pub name: String,
    /// The instrument it is held under.
    pub instrument: String,
    /// Version and hash, for the foot of each page.
    pub version: String,
    /// The terms.
    pub paragraphs: Vec<Paragraph>,
}

/// The terms as they are published, item by item in the order of the book.
pub fn document(terms: &Terms, book: &Book) -> Document {
    let rules = &book.rules.promotion;
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for item in rules.terms.items.iter() {
        let text = text(terms, item.item);
        if !text.is_empty() {
            let title = item.item.to_string().replace('-', " ");
            let cites = Citation::of("promotion.terms", &item.basis);
            paragraphs.push(Paragraph { title, said: said(terms, item.item, &text), text, cites });
        }
    }
    for (index, prize) in terms.prizes.iter().enumerate() {
        let detailed = prize.sort.detailed();
        let cites = listed(&rules.prize_details, |detail| Some(detail.prize) == detailed)
            .and(listed(&rules.detailed_prizes, |sort| Some(*sort) == detailed));
        if !prize.details.is_empty() {
            let (title, text) = (format!("prize {} details", index + 1), details(prize));
            paragraphs.push(Paragraph { title, said: vec![Sentence::own(&text)], text, cites });
        }
    }
    if terms.prizes.iter().any(|prize| winner_chooses(book, prize))
        && let Some((text, sentence, cites)) = payment_choice(book)
    {
        paragraphs.push(Paragraph { title: "payment".into(), text, said: vec![sentence], cites });
    }
    for (title, text) in &terms.further {
        let cites = stated(&rules.further_terms);
        let said = vec![Sentence::own(text)];
        paragraphs.push(Paragraph { title: title.clone(), text: text.clone(), said, cites });
    }
    if let Some(to) = rules.complaint_to.get() {
        let text = format!(
            "In a dispute the decision of the operator is final. Whoever is not satisfied may lodge a complaint with {to}."
        );
        let cites = stated(&rules.disputes).and(stated(&rules.complaint_to));
        let said = vec![Sentence::of("disputes", &[("to", to)])];
        paragraphs.push(Paragraph { title: "disputes".into(), text, said, cites });
    }
    Document {
        name: terms.name.clone(),
        instrument: book.name.clone(),
        version: format!("{} version {}, {}", terms.id, terms.version, terms.hash),
        paragraphs,
    }
}

fn details(prize: &Prize) -> String {
    let one = |(key, value): (&String, &String)| format!("{}: {value}", key.replace('_', " "));
    prize.details.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn text(terms: &Terms, item: PromotionTerm) -> String {
    let local = |time| terms.zone.local_whole(time);
    let prizes = |one: &dyn Fn(&Prize) -> String| {
        let numbered = terms.prizes.iter().enumerate().map(|(index, prize)| (index + 1, one(prize)));
        let said = numbered.filter(|(_, text)| !text.is_empty());
        said.map(|(number, text)| format!("prize {number}: {text}")).collect::<Vec<_>>().join("; ")
    };
    match item {
        PromotionTerm::MannerOfAward => match terms.one_prize_each {
            true => format!("{} Nobody wins more than one prize.", terms.award.how),
            false => format!("{} One person may win more than one prize.", terms.award.how),
        },
        PromotionTerm::WhenAwarded => local(terms.award.when),
        PromotionTerm::WhereAwarded => terms.award.place.clone(),
        PromotionTerm::Eligibility => match &terms.entry {
            Some(entry) => {
                let forms =
                    if entry.each == 1 { "one form".to_owned() } else { format!("{} forms", entry.each) };
                format!("{} {} At most {forms} each.", terms.eligible, entry.how)
            }
            None => terms.eligible.clone(),
        },
        PromotionTerm::QualifyingWager => terms.qualifying.as_ref().map_or_else(String::new, |wager| {
            let tables = match wager.tables.is_empty() {
                true => "any table".to_owned(),
                false => wager.tables.join(", "),
            };
            let tokens = if wager.tokens_count { "tokens count" } else { "tokens do not count" };
            format!(
                "{} for each coup with at least {} staked at {tables}; {tokens}",
                counted(wager.tickets, "ticket"),
                wager.least
            )
        }),
        PromotionTerm::NatureOfPrize => prizes(&|prize| prize.sort.to_string()),
        PromotionTerm::Reservations => terms.reservations.clone(),
        PromotionTerm::ClosingTime => local(terms.closes),
        PromotionTerm::PlaceAndTime => {
            format!("{}, {} to {}", terms.held.place, local(terms.held.from), local(terms.held.to))
        }
        PromotionTerm::ClaimMethod => {
            format!(
                "{} By {}, within {} of the draw. {}",
                terms.claim.how,
                terms.claim.by.join(" or "),
                counted(terms.claim.within_days, "day"),
                unclaimed(terms)
            )
        }
        PromotionTerm::PresenceNeeded => match terms.claim.present {
            true => "Entrants have to be present.".into(),
            false => "Entrants need not be present.".into(),
        },
        PromotionTerm::WinnerNotified => terms.notify.join(", "),
        PromotionTerm::ResultsPublished => terms.results.clone(),
        PromotionTerm::PrizesAndValues => prizes(&|prize| {
            let cash = if prize.cash_instead { ", or that in cash" } else { "" };
            format!("{}, worth {}{cash}", prize.what, prize.value)
        }),
        PromotionTerm::UseConditions => prizes(&|prize| prize.conditions.clone()),
    }
}

/// What an item says, sentence by sentence. What is but the operator's own words, a time or a place is its text.
fn said(terms: &Terms, item: PromotionTerm, text: &str) -> Vec<Sentence> {
    let prizes = |one: &dyn Fn(&Prize, u32) -> Sentence| {
        terms.prizes.iter().zip(1..).map(|(prize, number)| one(prize, number)).collect::<Vec<_>>()
    };
    match item {
        PromotionTerm::MannerOfAward => {
            let key = if terms.one_prize_each { "one-prize-each" } else { "several-prizes" };
            vec![Sentence::own(&terms.award.how), Sentence::of(key, &[])]
        }
        PromotionTerm::Eligibility => match &terms.entry {
            Some(entry) => vec![
                Sentence::own(&terms.eligible),
                Sentence::own(&entry.how),
                Sentence::of("forms", &[("number", &entry.each)]),
            ],
            None => vec![Sentence::own(&terms.eligible)],
        },
        PromotionTerm::QualifyingWager => terms.qualifying.as_ref().map_or_else(Vec::new, |wager| {
            let (tickets, least): (&dyn Display, &dyn Display) = (&wager.tickets, &wager.least);
            let tables = wager.tables.join(", ");
            let earned = match wager.tables.is_empty() {
                true => Sentence::of("wager-anywhere", &[("tickets", tickets), ("least", least)]),
                false => {
                    Sentence::of("wager", &[("tickets", tickets), ("least", least), ("tables", &tables)])
                }
            };
            let tokens = if wager.tokens_count { "tokens-count" } else { "tokens-do-not-count" };
            vec![earned, Sentence::of(tokens, &[])]
        }),
        PromotionTerm::NatureOfPrize => {
            prizes(&|prize, number| Sentence::of("prize-sort", &[("prize", &number), ("sort", &prize.sort)]))
        }
        PromotionTerm::PlaceAndTime => {
            let local = |time| terms.zone.local_whole(time);
            let (from, to) = (local(terms.held.from), local(terms.held.to));
            vec![Sentence::own(&terms.held.place), Sentence::of("from-to", &[("from", &from), ("to", &to)])]
        }
        PromotionTerm::ClaimMethod => {
            let ways = terms.claim.by.join(", ");
            let key = match terms.claim.unclaimed {
                Unclaimed::NextTicket => "unclaimed-next",
                Unclaimed::Lapses => "unclaimed-lapses",
            };
            vec![
                Sentence::own(&terms.claim.how),
                Sentence::of("claim-within", &[("ways", &ways), ("days", &terms.claim.within_days)]),
                Sentence::of(key, &[]),
            ]
        }
        PromotionTerm::PresenceNeeded => {
            vec![Sentence::of(if terms.claim.present { "present" } else { "not-present" }, &[])]
        }
        PromotionTerm::WinnerNotified => vec![Sentence::of("ways", &[("ways", &terms.notify.join(", "))])],
        PromotionTerm::PrizesAndValues => prizes(&|prize, number| {
            let key = if prize.cash_instead { "prize-worth-or-cash" } else { "prize-worth" };
            Sentence::of(key, &[("prize", &number), ("what", &prize.what), ("worth", &prize.value)])
        }),
        PromotionTerm::WhenAwarded
        | PromotionTerm::WhereAwarded
        | PromotionTerm::Reservations
        | PromotionTerm::ClosingTime
        | PromotionTerm::ResultsPublished
        | PromotionTerm::UseConditions => vec![Sentence::own(text)],
    }
}

/// So many of something: `1 ticket`, `2 tickets`.
fn counted(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What becomes of a prize that nobody claims in time.
fn unclaimed(terms: &Terms) -> &'static str {
    match terms.claim.unclaimed {
        Unclaimed::NextTicket => "A prize that is not claimed by then goes to the next ticket of the draw.",
        Unclaimed::Lapses => "A prize that is not claimed by then lapses.",
    }
}

/// How a winner of so much money may have it, where the book leaves that to the winner.
fn payment_choice(book: &Book) -> Option<(String, Sentence, Citation)> {
    let rules = &book.rules.promotion;
    let limit = rules.payment_choice_above.get()?;
    let ways: Vec<String> = rules.payments.values().map(ToString::to_string).collect();
    let (limit, ways) = (Money(i64::from(*limit) * Money::UNITS), ways.join(", "));
    let told = ways.replace('-', " ");
    let text =
        format!("Of more than {limit} in money the winner chooses how it is paid, in the own name: {told}.");
    let sentence = Sentence::of("winner-chooses", &[("amount", &limit), ("ways", &ways)]);
    let cites = stated(&rules.payment_choice_above).and(listed(&rules.payments, |_| true));
    Some((text, sentence, cites))
}

/// A sheet of paper: its heading, and lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// What somebody can do whose claim is not met, by the book.
fn dispute(book: &Book) -> Option<String> {
    let to = book.rules.promotion.complaint_to.get()?;
    Some(format!(
        "You may dispute this with the operator. If you are not satisfied with the decision you may lodge a complaint with {to}."
    ))
}

fn winner(terms: &Terms, prize: &Prize, number: u32, holder: &Name) -> Sheet {
    Sheet {
        title: format!("{}: prize {number}", terms.name),
        lines: [
            Some(format!("To {holder}")),
            Some(format!("Your ticket was drawn for {}, worth {}.", prize.what, prize.value)),
            Some(format!(
                "{} Within {}. {}",
                terms.claim.how,
                counted(terms.claim.within_days, "day"),
                unclaimed(terms)
            )),
            prize.cash_instead.then(|| format!("You may take {} in money instead.", prize.value)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

/// A ticket and the letters with what is not known yet left open, to be filled in by hand.
pub fn blank_sheets(terms: &Terms, book: &Book) -> Vec<Sheet> {
    const OPEN: &str = "______________________________";
    let mut sheets = vec![Sheet {
        title: format!("{}: ticket", terms.name),
        lines: vec![
            format!("Number {OPEN}"),
            format!("Holder {OPEN}"),
            format!("Entries close {}", terms.zone.local_whole(terms.closes)),
            format!("Draw on {}, {}", terms.zone.local_whole(terms.award.when), terms.award.place),
        ],
    }];
    let winners = terms.prizes.iter().zip(1..);
    sheets.extend(winners.map(|(prize, number)| winner(terms, prize, number, &Name::from(OPEN))));
    sheets.push(Sheet {
        title: format!("{}: a claim that is not met", terms.name),
        lines: [
            Some(format!("To {OPEN}")),
            Some(format!("Address {OPEN}")),
            Some(format!("Your claim is not met: {OPEN}")),
            dispute(book),
        ]
        .into_iter()
        .flatten()
        .collect(),
    });
    sheets.push(Sheet {
        title: format!("{}: payment by crossed cheque or transfer", terms.name),
        lines: vec![format!("Amount {OPEN}"), format!("To the winner {OPEN}")],
    });
    sheets
}
