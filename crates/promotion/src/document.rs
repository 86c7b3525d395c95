//! A promotion on paper: its terms in the book's order and numbers, tickets, and letters.

use crate::acts::PaymentPart;
use crate::state::{ClaimStanding, State};
use crate::terms::{Prize, Terms};
use crate::ticket::Ticket;
use baccarat::book::Book;
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
        PromotionTerm::MannerOfAward => terms.award.how.clone(),
        PromotionTerm::WhenAwarded => local(terms.award.when),
        PromotionTerm::WhereAwarded => terms.award.place.clone(),
        PromotionTerm::Eligibility => match &terms.entry {
            Some(entry) => format!("{} {}", terms.eligible, entry.how),
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
                "{} By {}, within {} days.",
                terms.claim.how,
                terms.claim.by.join(" or "),
                terms.claim.within_days
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

/// A sheet of paper: its heading, and lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// A ticket as it is handed out.
pub fn ticket(terms: &Terms, ticket: &Ticket) -> Sheet {
    Sheet {
        title: format!("{}: ticket {}", terms.name, ticket.number),
        lines: vec![
            format!("Holder {}", ticket.holder),
            format!("Earned by {} on {}", ticket.earned, terms.zone.local(ticket.at)),
            format!("Draw on {}, {}", terms.zone.local(terms.award.when), terms.award.place),
        ],
    }
}

/// The letters that a promotion owes: to winners, with cheques, and to those whose claims were denied.
pub fn letters(state: &State) -> Vec<Sheet> {
    let Some(terms) = &state.terms else { return Vec::new() };
    let mut letters = Vec::new();
    for (index, held) in state.prizes.iter().enumerate() {
        let number = index as u32 + 1;
        if let (Some(prize), Some(ticket)) =
            (terms.prizes.get(index), held.ticket.and_then(|of| state.ticket(of)))
        {
            letters.push(winner(terms, prize, number, &ticket.holder));
        }
    }
    for claim in &state.claims {
        match &claim.standing {
            ClaimStanding::Denied { reason, .. } => letters.push(Sheet {
                title: format!("{}: your claim to prize {}", terms.name, claim.prize),
                lines: vec![format!("To {}", claim.by), format!("Your claim is not met: {reason}")],
            }),
            ClaimStanding::Awarded => letters.extend(claim.parts.iter().map(|part| payment(terms, part))),
            ClaimStanding::Made => {}
        }
    }
    letters
}

fn winner(terms: &Terms, prize: &Prize, number: u32, holder: &Name) -> Sheet {
    Sheet {
        title: format!("{}: prize {number}", terms.name),
        lines: vec![
            format!("To {holder}"),
            format!("Your ticket was drawn for {}, worth {}.", prize.what, prize.value),
            format!("{} Within {} days.", terms.claim.how, terms.claim.within_days),
        ],
    }
}

fn payment(terms: &Terms, part: &PaymentPart) -> Sheet {
    Sheet {
        title: format!("{}: payment by {}", terms.name, part.way),
        lines: vec![format!("{} to {}", part.amount, part.payee)],
    }
}

/// A ticket and the letters with what is not known yet left open, to be filled in by hand.
pub fn blank_sheets(terms: &Terms) -> Vec<Sheet> {
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
        lines: vec![
            format!("To {OPEN}"),
            format!("Address {OPEN}"),
            format!("Your claim is not met: {OPEN}"),
        ],
    });
    sheets.push(Sheet {
        title: format!("{}: payment by crossed cheque or transfer", terms.name),
        lines: vec![format!("Amount {OPEN}"), format!("To the winner {OPEN}")],
    });
    sheets
}
