//! A promotion on paper: its terms in the book's order and numbers, tickets, and letters.

use crate::terms::{Prize, Terms, Unclaimed, winner_chooses};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::promotion::PromotionTerm;
use declared::cite::{listed, stated};
use serde::Serialize;
use table::{Citation, Name};

/// One item of the terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// What it is about.
    pub title: String,
    /// What the terms say.
    pub text: String,
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
            paragraphs.push(Paragraph { title, text, cites });
        }
    }
    for (index, prize) in terms.prizes.iter().enumerate() {
        let detailed = prize.sort.detailed();
        let cites = listed(&rules.prize_details, |detail| Some(detail.prize) == detailed)
            .and(listed(&rules.detailed_prizes, |sort| Some(*sort) == detailed));
        if !prize.details.is_empty() {
            let title = format!("prize {} details", index + 1);
            paragraphs.push(Paragraph { title, text: details(prize), cites });
        }
    }
    if terms.prizes.iter().any(|prize| winner_chooses(book, prize))
        && let Some((text, cites)) = payment_choice(book)
    {
        paragraphs.push(Paragraph { title: "payment".into(), text, cites });
    }
    for (title, text) in &terms.further {
        let cites = stated(&rules.further_terms);
        paragraphs.push(Paragraph { title: title.clone(), text: text.clone(), cites });
    }
    if let Some(to) = rules.complaint_to.get() {
        let text = format!(
            "In a dispute the decision of the operator is final. Whoever is not satisfied may lodge a complaint with {to}."
        );
        let cites = stated(&rules.disputes).and(stated(&rules.complaint_to));
        paragraphs.push(Paragraph { title: "disputes".into(), text, cites });
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
    let local = |time| terms.zone.local(time);
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
                "{} tickets for each coup with at least {} staked at {tables}; {tokens}",
                wager.tickets, wager.least
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
                "{} By {}, within {} days of the draw. {}",
                terms.claim.how,
                terms.claim.by.join(" or "),
                terms.claim.within_days,
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

/// What becomes of a prize that nobody claims in time.
fn unclaimed(terms: &Terms) -> &'static str {
    match terms.claim.unclaimed {
        Unclaimed::NextTicket => "A prize that is not claimed by then goes to the next ticket of the draw.",
        Unclaimed::Lapses => "A prize that is not claimed by then lapses.",
    }
}

/// How a winner of so much money may have it, where the book leaves that to the winner.
fn payment_choice(book: &Book) -> Option<(String, Citation)> {
    let rules = &book.rules.promotion;
    let limit = rules.payment_choice_above.get()?;
    let ways: Vec<String> = rules.payments.values().map(|way| way.to_string().replace('-', " ")).collect();
    let text = format!(
        "Of more than {} in money the winner chooses how it is paid, in the own name: {}.",
        Money(i64::from(*limit) * Money::UNITS),
        ways.join(", ")
    );
    let cites = stated(&rules.payment_choice_above).and(listed(&rules.payments, |_| true));
    Some((text, cites))
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
                "{} Within {} days. {}",
                terms.claim.how,
                terms.claim.within_days,
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
            format!("Entries close {}", terms.zone.local(terms.closes)),
            format!("Draw on {}, {}", terms.zone.local(terms.award.when), terms.award.place),
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
