//! A coup card by card: each event with the table as it stood after it.

use super::finder::{CoupFound, Finder};
use archive::{ArchiveFault, Step, Walk};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use floor::timing::Deadlines;
use floor::view::{Board, PatronView, Service, ShoeView, StaffEvent, staff};
use ledger::Record;
use merkle::{Hash, sha256};
use serde::Serialize;
use std::collections::BTreeMap;
use table::{StakeId, Table};
use utoipa::ToSchema;

/// A coup to step through.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Replay {
    /// The coup.
    pub coup: CoupFound,
    /// The book, by its title.
    pub book: String,
    /// Its name in paths.
    pub book_id: String,
    /// The settlement method.
    pub method: String,
    /// The coup before and the coup after it at this table, where there is one.
    pub beside: [Option<u32>; 2],
    /// The composition is left out because its shoe is still in play: ask for it, so that it is on record.
    pub shoe_in_play: bool,
    /// What happened, event by event.
    pub frames: Vec<Frame>,
    /// Does every record of it hold its place in the chain?
    pub holds: bool,
    /// What did not add up in the log up to here, the first of it.
    pub fault: Option<String>,
}

/// An event, and the table as it stood after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Frame {
    /// What happened, when, by whose hand and under which clauses.
    #[serde(flatten)]
    pub event: StaffEvent,
    /// The command it came with.
    pub command: String,
    /// The hash of its record.
    pub hash: String,
    /// Do the record's fields give that hash, and does it follow on the record before?
    pub holds: bool,
    /// The table.
    pub board: Board,
    /// Every wager on the layout, and whose it is.
    pub stakes: Vec<FrameStake>,
    /// Everybody at the table.
    pub patrons: Vec<PatronView>,
    /// Staff on duty with their roles.
    pub staff: BTreeMap<String, Vec<String>>,
    /// Milliseconds left on the clock for wagers, where one runs.
    pub clock: Option<i64>,
    /// How many cards of each rank were not yet seen, once the shoe is over.
    pub unseen: Option<BTreeMap<String, u16>>,
}

/// A wager on the layout.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FrameStake {
    /// Its number.
    #[schema(value_type = u32)]
    pub id: StakeId,
    /// Whose.
    pub patron: String,
    /// In which box.
    #[serde(rename = "box")]
    pub area: u8,
    /// On what.
    pub wager: String,
    /// How much.
    #[schema(value_type = i64)]
    pub amount: Money,
    /// In what.
    #[schema(value_type = String)]
    pub kind: ChipKind,
}

/// How many cards of each rank have not been seen to leave the shoe.
fn unseen(table: &Table) -> BTreeMap<String, u16> {
    let state = table.state();
    let letters = Card::all().map(|card| card.rank.letter());
    let mut left: BTreeMap<String, u16> = letters.map(|letter| (letter.to_string(), 0)).collect();
    let decks = u16::from(state.settings.decks);
    left.values_mut().for_each(|count| *count = decks * 4);
    for card in &state.shoe.seen {
        if let Some(count) = left.get_mut(&card.rank.letter().to_string()) {
            *count = count.saturating_sub(1);
        }
    }
    left
}

struct Noted {
    event: StaffEvent,
    command: String,
    hash: Hash,
    holds: bool,
}

impl Finder {
    /// A coup, event by event.
    pub async fn replay(&self, number: u32) -> Result<Replay, ArchiveFault> {
        let coup = self.coup(number).await?;
        let [first, last] = coup.events;
        // The shoe that is still in play, whichever coup is looked at.
        let state = self.table().map(Table::state);
        let state = state.filter(|state| !matches!(state.phase, table::state::Phase::Closed));
        let in_play = state.map(|state| state.shoe.number);
        let mut walk = self.before(first).await?;
        let mut frames = Vec::new();
        let mut noted: Option<Noted> = None;
        let mut previous: Option<(u64, Hash)> = None;
        let see = |walk: &Walk, step: Step<'_>| {
            if let (Some(noted), Some(table)) = (noted.take(), &walk.table) {
                frames.push(frame(noted, table, in_play));
            }
            let record = step.record;
            let holds = hold(record, previous);
            previous = Some((record.sequence, record.hash));
            // Before its first card everything since the last coup is told of it; once it is dealt, from its wagers on.
            let between = || walk.table.as_ref().map(|table| table.state().coups + 1);
            let belongs = if coup.dealt { step.coup } else { step.coup.or_else(between) };
            if belongs == Some(number) {
                noted = Some(Noted {
                    event: StaffEvent::of(record.sequence, step.event, None),
                    command: record.entry.command.to_string(),
                    hash: record.hash,
                    holds,
                });
            }
        };
        self.archive.walk_anyway(&self.stream, &mut walk, first..=last, see).await?;
        if let (Some(noted), Some(table)) = (noted.take(), &walk.table) {
            frames.push(frame(noted, table, in_play));
        }
        for frame in &mut frames {
            frame.event.keyed_by = self.keyed_by(&frame.command).await?;
        }
        let method = walk.table.as_ref().map(|table| table.state().settings.method.clone());
        let mut beside = [number.checked_sub(1), number.checked_add(1)];
        for place in &mut beside {
            if let Some(other) = *place
                && !self.coup(other).await.is_ok_and(|coup| coup.dealt)
            {
                *place = None;
            }
        }
        Ok(Replay {
            coup,
            book: self.bound.book.name.clone(),
            book_id: self.bound.book.id.clone(),
            method: method.unwrap_or_default(),
            beside,
            shoe_in_play: frames.iter().any(|frame| frame.unseen.is_none()),
            holds: frames.iter().all(|frame| frame.holds),
            fault: walk.fault,
            frames,
        })
    }
}

/// Does a record give its hash and follow on the record before, and so do those of its command that tell no event?
fn hold(record: &Record<'_>, previous: Option<(u64, Hash)>) -> bool {
    let mut before = previous;
    let from = previous.map_or(record.entry.first, |(sequence, _)| record.entry.first.max(sequence + 1));
    let mut records = record.entry.records().skip_while(|known| known.sequence < from);
    records.by_ref().take_while(|known| known.sequence <= record.sequence).all(|known| {
        let follows =
            before.is_none_or(|(sequence, hash)| sequence + 1 != known.sequence || hash == known.previous);
        before = Some((known.sequence, known.hash));
        follows && sha256(&[&known.bytes()]) == known.hash
    })
}

fn frame(noted: Noted, table: &Table, in_play: Option<u32>) -> Frame {
    let state = table.state();
    let at = noted.event.at;
    let shoe = ShoeView { number: Some(state.shoe.number), ..ShoeView::default() };
    let board = Board::of(table, &shoe, &Deadlines::default(), Service::Open, at);
    let stakes = state.stakes.iter().map(|stake| FrameStake {
        id: stake.id,
        patron: stake.patron.to_string(),
        area: stake.area,
        wager: stake.wager.to_string(),
        amount: stake.amount,
        kind: stake.kind,
    });
    let on_duty = state.staff.iter().filter(|(_, roles)| !roles.is_empty());
    let on_duty = on_duty
        .map(|(name, roles)| (name.to_string(), roles.iter().map(ToString::to_string).collect()))
        .collect();
    Frame {
        command: noted.command,
        hash: noted.hash.to_string(),
        holds: noted.holds,
        stakes: stakes.collect(),
        patrons: staff::patrons(table),
        staff: on_duty,
        clock: board.betting.until.map(|until| (until.0 - at.0).max(0)),
        unseen: (in_play != Some(state.shoe.number)).then(|| unseen(table)),
        board,
        event: noted.event,
    }
}
