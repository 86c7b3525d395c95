//! A question as a transcript, so that anybody can have its answer checked.

use crate::scene::{BUY_IN, Laid};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::betting::{ChipKind, Validity};
use table::{Event, Moved, Report, Settings};

/// A transcript being written.
pub struct Transcript(String);

impl Transcript {
    /// Under a book with its usual settings.
    pub fn of(book: &Book) -> Transcript {
        Transcript(format!("book {}\n", book.id))
    }

    /// At a table with these settings.
    pub fn at(book: &Book, settings: &Settings) -> Transcript {
        let mut written = Transcript(format!("book {}, {} method\n", book.id, settings.method));
        let chips: Vec<String> = settings.chips.iter().map(ToString::to_string).collect();
        written.line(format!("setting chips {}", chips.join(",")));
        let limits = settings.limits;
        written.line(format!("setting limits {} to {}", limits.least, limits.most));
        if let Some(layout) = &settings.layout {
            written.line(format!("setting layout {layout}"));
        }
        if !settings.options.is_empty() {
            written.line(format!("setting options {}", settings.options.join(" ")));
        }
        for (option, limits) in &settings.option_limits {
            written.line(format!("setting option-limits {option} {} to {}", limits.least, limits.most));
        }
        written
    }

    /// A line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    /// A patron comes with what she has.
    pub fn seats_patron(&mut self) {
        self.line("ann arrives");
        self.line(format!("ann buys in {BUY_IN}"));
        self.line("ann takes seat 1");
    }

    /// A patron bets; a wager that chips cannot pay is taken by mistake.
    pub fn bets(&mut self, laid: &Laid, by_mistake: bool) {
        let Laid { wager, amount } = laid;
        match by_mistake {
            true => self.line(format!("dealer reports ann box 1 {wager} {amount} accepted")),
            false => self.line(format!("wager ann box 1 {wager} {amount}")),
        }
    }

    /// Cards are dealt: `deal` for a whole coup, `cards` for some of one.
    pub fn dealt(&mut self, how: &str, cards: &[Card]) {
        if !cards.is_empty() {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            self.line(format!("{how} {}", cards.join(" ")));
        }
    }

    /// The dealer reports something.
    pub fn reported(&mut self, report: &Report) {
        let named = |card: &Option<Card>| card.map_or("down".to_owned(), |card| card.to_string());
        let message = match report {
            Report::Misdealt { to: Some(to), card } => {
                let hand = hand(*to);
                format!("misdeals {} to {hand}", named(card))
            }
            Report::Misdealt { to: None, card } => format!("draws {} in excess", named(card)),
            Report::FaceUp { card } => format!("finds {card} face up"),
            Report::WronglyBurnt { card: Some(card) } => format!("finds {card} wrongly burnt"),
            Report::WronglyBurnt { card: None } => "finds card wrongly burnt".to_owned(),
            Report::Foreign { card: Some(card) } => format!("finds foreign card {card}"),
            Report::Foreign { card: None } => "finds foreign card".to_owned(),
            Report::OutOfSequence { cards, .. } => {
                format!("reports order {}", cards.iter().map(named).collect::<Vec<_>>().join(" "))
            }
            Report::Claimed { coup, cards } => {
                let cards = cards.iter().map(named).collect::<Vec<_>>().join(" ");
                format!("reports order {cards} in coup {coup}")
            }
            Report::SettledShort => "reports settled without third card".to_owned(),
            Report::ThirdCardForgotten => "reports third card forgotten".to_owned(),
            Report::SettledBy { method, coup: None } => format!("reports settled by {method} method"),
            Report::SettledBy { method, coup: Some(coup) } => {
                format!("reports settled by {method} method in coup {coup}")
            }
            Report::WagerMiskeyed { coup, patron, area, wager, keyed, was, was_on } => {
                let on = was_on.as_ref().map(|on| format!("{on} ")).unwrap_or_default();
                format!("reports {patron} box {area} {wager} {keyed} was {on}{was} in coup {coup}")
            }
            Report::WagerFound { patron, area, wager, amount, kind, late } => {
                let kind = if *kind == ChipKind::PromotionalTokens { " in tokens" } else { "" };
                let late = if *late { " placed late" } else { "" };
                format!("finds wager {patron} box {area} {wager} {amount}{kind}{late}")
            }
            Report::WagerInvalid { patron, area, wager, lacks } => {
                let lacks = match lacks {
                    Validity::InsideArea => "outside",
                    Validity::LiesFlat => "not flat",
                    Validity::NotOnAnother => "on another",
                    Validity::OwnArea => "misplaced",
                    Validity::SmallerOnTop => "larger on top",
                };
                format!("finds {patron} box {area} {wager} {lacks}")
            }
            Report::WagerAccepted { patron, area, wager, amount } => {
                format!("reports {patron} box {area} {wager} {amount} accepted")
            }
            Report::WronglyPaid { coup, patron, area, wager, moved } => {
                let moved = match moved {
                    Moved::Paid(amount) => format!("paid {amount}"),
                    Moved::Collected(amount) => format!("collected {amount}"),
                };
                format!("reports {patron} box {area} {wager} {moved} in coup {coup}")
            }
            Report::Exposed { hand, card } => {
                format!("reports {card} of {} exposed", self::hand(*hand))
            }
            Report::Earlier { coup } => format!("reports coup {coup}"),
            Report::LimitsBroken { coup } => format!("reports limits broken in coup {coup}"),
            Report::PassedTo { to } => format!("reports wrong recipient {to}"),
            Report::Miskeyed { coup, keyed, was, hand: None } => {
                format!("reports {keyed} was {was} in coup {coup}")
            }
            Report::Miskeyed { coup, keyed, was, hand: Some(hand) } => {
                let hand = self::hand(*hand);
                format!("reports {keyed} was {was} in {hand} of coup {coup}")
            }
            Report::Found { irregularity, .. } => {
                format!("reports {}", irregularity.to_string().replace('-', " "))
            }
        };
        self.line(format!("dealer {message}"));
    }

    /// These events must come of it, in this order and under these clauses.
    pub fn expects(&mut self, happened: &[&Event]) {
        // `then` divides expectations, so that a fact with that word is told up to it.
        let message = |happened: &&Event| {
            let fact = happened.fact.to_string();
            fact.split(" then ").next().unwrap_or_default().to_owned()
        };
        let facts: Vec<String> = happened.iter().map(message).collect();
        let mut clauses: Vec<ClauseNumber> = Vec::new();
        for clause in happened.iter().flat_map(|happened| &happened.cites.clauses) {
            if !clauses.contains(clause) {
                clauses.push(clause.clone());
            }
        }
        self.line(format!("expect {}  {}", facts.join(" then "), clauses.join(", ")).trim_end());
    }

    /// The text.
    pub fn text(self) -> String {
        self.0
    }
}

fn hand(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}
