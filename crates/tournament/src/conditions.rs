//! The conditions of a tournament, as its director writes them.
//!
//! A file is read and held against its book once; what comes out is complete and playable, or every fault at once.

mod check;
mod read;

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::tournament::{PoolAddition, SameCoupRank};
pub use declared::Fault;
use declared::File;
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use table::{Citation, Time};

/// When a tournament starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// At a time.
    At(Time),
    /// As soon as there are enough entrants.
    WhenFull,
}

/// The part of each fee that the house keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commission {
    /// Of each fee.
    pub each: Money,
    /// Where it was approved.
    pub approval: String,
}

/// How the eliminated come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuyBack {
    /// What it costs.
    pub fee: Money,
    /// Until when, in words.
    pub until: String,
    /// The stage up to whose end it is possible, counted from 0.
    pub until_stage: usize,
    /// The coup of that stage before which it ends, where the eliminated come back to their seat in the session itself.
    #[serde(default)]
    pub until_coup: Option<u32>,
    /// How often each may.
    pub most: u8,
}

/// Who enters, and for what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryTerms {
    /// How to enter.
    pub how: String,
    /// Who may.
    pub eligible: String,
    /// The fields of the form.
    pub form: Vec<String>,
    /// Selection criteria.
    pub criteria: Vec<String>,
    /// Any application may be refused.
    pub may_refuse: bool,
    /// Withdrawing brings the fee back until then.
    pub withdraw_until: Option<Time>,
    /// Restrictions on groups, in words.
    pub groups: String,
    /// Groups of which no two sit at one table.
    pub apart: Vec<Vec<String>>,
    /// The least and the greatest number of entrants.
    pub numbers: (u32, u32),
    /// The fee.
    pub fee: Money,
    /// What the house keeps of it.
    pub commission: Option<Commission>,
    /// Whether and how the eliminated come back.
    pub buy_back: Option<BuyBack>,
    /// Entrants agree in writing.
    pub signature: bool,
}

/// From when limits hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitsFrom {
    /// From a coup of the session on.
    Coup(u32),
    /// From a minute of the session on.
    Minute(u32),
}

impl std::fmt::Display for LimitsFrom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitsFrom::Coup(coup) => write!(f, "coup {coup}"),
            LimitsFrom::Minute(minute) => write!(f, "minute {minute}"),
        }
    }
}

/// The limits of a coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// From when.
    pub from: LimitsFrom,
    /// The minimum.
    pub least: Money,
    /// The maximum.
    pub most: Money,
    /// Wagers are multiples of this.
    pub unit: Option<Money>,
}

/// Who opens the first coup of a session, where the book leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstMarker {
    /// The player in the lowest seat.
    #[default]
    LowestSeat,
    /// The player in the highest seat.
    HighestSeat,
    /// Whoever was drawn first.
    Ballot,
}

/// How seats are allotted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allot {
    /// By a draw.
    #[default]
    Ballot,
    /// In the order of entering.
    EntryOrder,
}

/// How it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// The settlement method.
    pub method: String,
    /// The dealing method, where the book has several.
    pub dealing: Option<String>,
    /// Seats at a table.
    pub seats: u8,
    /// Denominations.
    pub chips: Vec<Money>,
    /// Each coup has a compulsory wager.
    pub compulsory: bool,
    /// Limits, in order.
    pub levels: Vec<Level>,
    /// Wagers are made in turn.
    pub order: bool,
    /// Who opens the first coup.
    pub first_marker: FirstMarker,
    /// How seats are allotted.
    pub allot: Allot,
    /// Pass cards for each player and session.
    pub pass_cards: u8,
    /// Undisclosed wagers for each player and session.
    pub undisclosed: u8,
    /// Seconds for each wager.
    pub seconds: Option<u32>,
    /// How players out in the same coup are ranked.
    pub out: Vec<SameCoupRank>,
    /// Those whom nothing of that tells apart are ranked by lot, in the order drawn.
    #[serde(default)]
    pub out_by_lot: bool,
}

/// How long a session lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// A number of coups.
    Coups(u32),
    /// A number of shoes.
    Shoes(u32),
    /// A number of minutes.
    Minutes(u32),
}

impl Length {
    /// Is it left to a basis that the conditions give in words? Then the official ends the session.
    pub fn is_open(self) -> bool {
        matches!(self, Length::Coups(0) | Length::Shoes(0) | Length::Minutes(0))
    }
}

/// How many tables a session has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tables {
    /// The same number whatever the number of players.
    Number(u8),
    /// By the number of players: from, to, tables.
    ByPlayers(Vec<(u32, u32, u8)>),
    /// As few as hold all.
    AsFew,
}

impl Tables {
    /// How many tables so many players get.
    pub fn for_players(&self, players: u32, seats: u8) -> Option<u8> {
        match self {
            Tables::Number(number) => Some(*number),
            Tables::ByPlayers(rows) => {
                rows.iter().find(|(from, to, _)| (*from..=*to).contains(&players)).map(|row| row.2)
            }
            Tables::AsFew => u8::try_from(players.div_ceil(u32::from(seats.max(1)))).ok(),
        }
    }
}

/// How players level at the end of a session are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualIn {
    /// By more coups.
    FurtherCoups,
    /// By lot.
    Ballot,
    /// They share the points of their places.
    SharePoints,
}

/// One stage: a session at one or more tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// What it is called.
    pub name: String,
    /// The place at each table of the stage before that gets this second chance.
    pub second_chance: Option<u32>,
    /// How long it lasts.
    pub length: Length,
    /// Chips at the start; the player's own from before if absent.
    pub opening: Option<Money>,
    /// Money to be brought for them.
    pub buy_in: Money,
    /// How many tables.
    pub tables: Tables,
    /// How many of each table go on.
    pub advance: Option<u32>,
    /// How level players are placed, where the conditions say.
    pub equal: Option<EqualIn>,
    /// Chips are paid for in cash at the end.
    pub cash_at_end: bool,
}

/// Points for places, added up over all sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// For the first place, the second and so on.
    pub places: Vec<u32>,
    /// Other games whose results count as well.
    pub other_games: Vec<String>,
    /// Who is out of one session may start the next.
    pub bust_goes_on: bool,
}

/// Something the house adds to the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// What sort of thing.
    pub kind: PoolAddition,
    /// What it is.
    pub what: String,
    /// Its worth.
    pub worth: Money,
    /// The place that gets it, unless it is cash.
    pub place: Option<u32>,
}

/// The pool is at least so much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarantee {
    /// How much.
    pub pool: Money,
    /// From how many entries on.
    pub entries: u32,
    /// With fewer, the right to cancel is reserved.
    pub may_cancel: bool,
}

/// How equals for a prize are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualPrize {
    /// Their prizes are added up and split.
    Split,
    /// They play on.
    FurtherCoups,
}

/// Who gets cents that cannot be split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OddCents {
    /// One each from the first of the equals on, in the order of entering.
    #[default]
    FirstPlace,
    /// By lot, in the order of the last draw.
    Ballot,
}

/// What is won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prizes {
    /// Shares of the pool in hundredths of a per cent, from the first place on.
    pub shares: Vec<u32>,
    /// What is added.
    pub added: Vec<Added>,
    /// A guaranteed pool.
    pub guarantee: Option<Guarantee>,
    /// How equals are settled.
    pub equal: EqualPrize,
    /// Who gets odd cents.
    pub odd_cents: OddCents,
    /// How prizes are paid.
    pub paid: String,
}

/// The conditions of a tournament, complete and held against their book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The tournament's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its book.
    pub book: String,
    /// The version of the conditions.
    pub version: u32,
    /// The file as it was written.
    pub text: String,
    /// The hash of the file.
    pub hash: Hash,
    /// When it starts.
    pub start: Start,
    /// How sit-and-go sessions start and fill, in words.
    pub sit_and_go: String,
    /// Who enters, and for what.
    pub entry: EntryTerms,
    /// How it is played.
    pub play: Play,
    /// Its stages in order.
    pub stages: Vec<Stage>,
    /// Points, where they decide.
    pub points: Option<Points>,
    /// What is won.
    pub prizes: Prizes,
}

impl Conditions {
    /// Has this book a chapter on tournaments?
    pub fn known_to(book: &Book) -> bool {
        check::silent(book).is_none()
    }

    /// Reads a file and holds it against its book.
    pub fn read(text: &str, book: &Book) -> Result<Conditions, Vec<Fault>> {
        if let Some(fault) = check::silent(book) {
            return Err(vec![fault]);
        }
        let file = File::parse(text)?;
        let (mut conditions, mut faults) = read::conditions(&file, book, sha256(&[text.as_bytes()]));
        conditions.text = text.to_owned();
        faults.extend(check::faults(&file, &conditions, book));
        for fault in faults.iter_mut().filter(|fault| fault.cites.is_empty()) {
            fault.cites = check::asked_there(fault, &file, book);
        }
        faults.sort_by_key(|fault| (fault.line == 0, fault.line));
        faults.dedup();
        if faults.is_empty() { Ok(conditions) } else { Err(faults) }
    }

    /// Reads conditions that were taken once: what is asked of new ones since then does not undo a tournament that has begun.
    pub fn on_record(text: &str, book: &Book) -> Result<Conditions, Vec<Fault>> {
        let file = File::parse(text)?;
        let (mut conditions, faults) = read::conditions(&file, book, sha256(&[text.as_bytes()]));
        conditions.text = text.to_owned();
        if faults.is_empty() { Ok(conditions) } else { Err(faults) }
    }

    /// The id of the book that a file names, if it names one.
    pub fn book_of(text: &str) -> Result<Option<String>, Vec<Fault>> {
        Ok(File::parse(text)?.text("book").map(str::to_owned))
    }

    /// What is allowed but worth knowing.
    pub fn warnings(&self, book: &Book) -> Vec<Fault> {
        check::warnings(self, book)
    }

    /// Does the last stage have a prize for places in it, rather than points?
    pub fn is_final(&self, stage: usize) -> bool {
        self.points.is_none() && stage + 1 == self.stages.len()
    }

    /// How many places there are with so many entrants: those of the last session, or of everybody where points are added up.
    pub fn places(&self, entrants: u32) -> u32 {
        if self.points.is_some() {
            return entrants;
        }
        let mut players = entrants;
        for (index, stage) in self.stages.iter().enumerate() {
            if stage.second_chance.is_some() {
                continue;
            }
            let tables = stage.tables.for_players(players, self.play.seats).map_or(1, u32::from);
            let Some(advance) = stage.advance.filter(|_| index + 1 < self.stages.len()) else { continue };
            let second = self.stages.get(index + 1).filter(|next| next.second_chance.is_some());
            players = advance
                .saturating_mul(tables)
                .saturating_add(second.and_then(|next| next.advance).unwrap_or(0));
        }
        players
    }

    /// The stage that follows for those who advance: second chances are left out.
    pub fn next_main(&self, stage: usize) -> Option<usize> {
        (stage + 1..self.stages.len()).find(|next| self.stages[*next].second_chance.is_none())
    }

    /// The limits in force at a coup, counted from 1, and a number of minutes into a session.
    pub fn level(&self, coup: u32, minutes: u32) -> Level {
        let holds = |level: &&Level| match level.from {
            LimitsFrom::Coup(from) => from <= coup,
            LimitsFrom::Minute(from) => from <= minutes,
        };
        let found = self.play.levels.iter().rev().find(holds).or_else(|| self.play.levels.first());
        found.copied().unwrap_or(Level {
            from: LimitsFrom::Coup(1),
            least: Money(0),
            most: Money(0),
            unit: None,
        })
    }
}
