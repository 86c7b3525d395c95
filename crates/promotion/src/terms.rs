//! The terms of a promotional prize, as its operator writes them.
//!
//! A file is read and held against its book once; what comes out is complete and may be announced, or every fault at once.

mod check;
mod read;

pub(crate) use check::{above, item, no_cash, prescribed_since, winner_chooses};

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::promotion::{BarredPrize, PrizeSort, PromotionDollars};
pub use declared::Fault;
use declared::{File, Zone};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::Time;

/// What sort of prize it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Money.
    Cash,
    /// Machinery or an electric appliance.
    Machinery,
    /// A motor vehicle.
    Vehicle,
    /// Travel.
    Travel,
    /// Real estate.
    RealEstate,
    /// Slots dollars.
    SlotsDollars,
    /// Casino dollars.
    CasinoDollars,
    /// A voucher for promotional tokens.
    Voucher,
    /// Any other goods or services.
    Goods,
}

impl Sort {
    /// Every sort with the word that a file writes.
    pub(crate) const WORDS: [(&'static str, Sort); 9] = [
        ("cash", Sort::Cash),
        ("machinery", Sort::Machinery),
        ("vehicle", Sort::Vehicle),
        ("travel", Sort::Travel),
        ("real-estate", Sort::RealEstate),
        ("slots-dollars", Sort::SlotsDollars),
        ("casino-dollars", Sort::CasinoDollars),
        ("voucher", Sort::Voucher),
        ("goods", Sort::Goods),
    ];

    /// The book's word for it, where a book may ask for details.
    pub fn detailed(self) -> Option<PrizeSort> {
        match self {
            Sort::Machinery => Some(PrizeSort::Machinery),
            Sort::Vehicle => Some(PrizeSort::Vehicle),
            Sort::Travel => Some(PrizeSort::Travel),
            Sort::RealEstate => Some(PrizeSort::RealEstate),
            Sort::Cash | Sort::SlotsDollars | Sort::CasinoDollars | Sort::Voucher | Sort::Goods => None,
        }
    }

    /// The book's word for it, where it is house money.
    pub fn dollars(self) -> Option<PromotionDollars> {
        match self {
            Sort::SlotsDollars => Some(PromotionDollars::SlotsDollars),
            Sort::CasinoDollars => Some(PromotionDollars::CasinoDollars),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Sort::WORDS.iter().find(|(_, sort)| sort == self).map_or("goods", |(word, _)| word);
        f.pad(word)
    }
}

/// One thing that a prize includes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is.
    pub what: String,
    /// The barred sort of thing that it is, if it is one.
    pub is: Option<BarredPrize>,
    /// How much liquor it is.
    pub millilitres: u32,
}

/// One prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prize {
    /// What sort of prize.
    pub sort: Sort,
    /// What it is.
    pub what: String,
    /// Its value.
    pub value: Money,
    /// Details, by the file's key.
    pub details: BTreeMap<String, String>,
    /// Conditions on receiving, using or accepting it; empty if there are none.
    pub conditions: String,
    /// Cash may be taken instead.
    pub cash_instead: bool,
    /// The prize itself, then what it includes.
    pub parts: Vec<Part>,
}

/// When, where and how prizes are awarded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Award {
    /// How.
    pub how: String,
    /// When.
    pub when: Time,
    /// Where.
    pub place: String,
}

/// Place and time of the promotion itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Where.
    pub place: String,
    /// From when.
    pub from: Time,
    /// Until when.
    pub to: Time,
}

/// Entering by form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryForm {
    /// How.
    pub how: String,
    /// How many tickets each person gets so.
    pub each: u32,
}

/// Tickets for wagers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QualifyingWager {
    /// The least that must be staked in a coup.
    pub least: Money,
    /// At which tables; any if none is named.
    pub tables: Vec<String>,
    /// Tickets for each such coup.
    pub tickets: u32,
    /// Promotional tokens count.
    pub tokens_count: bool,
}

impl QualifyingWager {
    /// Of what was staked, how much counts.
    pub fn counts(&self, chips: Money, tokens: Money) -> Money {
        if self.tokens_count { chips + tokens } else { chips }
    }

    /// Do wagers at this table bring tickets?
    pub fn is_at(&self, table: &str) -> bool {
        self.tables.is_empty() || self.tables.iter().any(|known| known == table)
    }
}

/// What happens to a prize that nobody claims in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unclaimed {
    /// It goes to the next ticket.
    #[default]
    NextTicket,
    /// It lapses.
    Lapses,
}

/// How prizes are claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimTerms {
    /// How, in words.
    pub how: String,
    /// The ways in which a claim is taken.
    pub by: Vec<String>,
    /// Entrants have to be there.
    pub present: bool,
    /// Within how many days after the draw.
    pub within_days: u32,
    /// What happens to a prize that nobody claims.
    pub unclaimed: Unclaimed,
}

/// The terms of a promotion, complete and held against their book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The promotion's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its book.
    pub book: String,
    /// The version of the terms.
    pub version: u32,
    /// The hash of the file.
    pub hash: Hash,
    /// The time zone of the casino.
    pub zone: Zone,
    /// The award.
    pub award: Award,
    /// The promotion.
    pub held: Held,
    /// Who may win.
    pub eligible: String,
    /// Entering by form, if one may.
    pub entry: Option<EntryForm>,
    /// Tickets for wagers, if there are any.
    pub qualifying: Option<QualifyingWager>,
    /// When entries close.
    pub closes: Time,
    /// How prizes are claimed.
    pub claim: ClaimTerms,
    /// Nobody wins twice.
    pub one_prize_each: bool,
    /// How the winner is notified.
    pub notify: Vec<String>,
    /// How results are published.
    pub results: String,
    /// What the operator qualifies, reserves or guarantees; empty if nothing.
    pub reservations: String,
    /// Where the terms can be got.
    pub channels: Vec<String>,
    /// The prizes, the first drawn first.
    pub prizes: Vec<Prize>,
    /// Whatever else the terms say.
    pub further: BTreeMap<String, String>,
}

impl Terms {
    /// Reads a file and holds it against its book, and against the list of what regulations prescribe.
    pub fn read(text: &str, book: &Book, prescribed: &[String]) -> Result<Terms, Vec<Fault>> {
        if let Some(fault) = check::silent(book) {
            return Err(vec![fault]);
        }
        let file = File::parse(text)?;
        let (terms, mut faults) = read::terms(&file, book, sha256(&[text.as_bytes()]));
        for fault in &mut faults {
            fault.cites = check::asked_there(fault, &file, book);
        }
        faults.extend(check::faults(&file, &terms, book, prescribed));
        faults.sort_by_key(|fault| (fault.line == 0, fault.line));
        faults.dedup();
        if faults.is_empty() { Ok(terms) } else { Err(faults) }
    }

    /// The id of the book that a file names, if it names one.
    pub fn book_of(text: &str) -> Result<Option<String>, Vec<Fault>> {
        Ok(File::parse(text)?.text("book").map(str::to_owned))
    }

    /// What is allowed but worth knowing.
    pub fn notes(&self, book: &Book) -> Vec<Fault> {
        check::notes(self, book)
    }
}
