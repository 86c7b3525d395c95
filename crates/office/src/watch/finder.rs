//! Every coup of a table by what one may look for, and the table as it stood at any event.

use super::marks::{APART, Marks, unread};
use crate::report::first_from;
use archive::{Archive, ArchiveFault, Bound, Step, Walk};
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::outcome::{Side, Winner};
use baccarat::rules::people::Role;
use floor::keyed_by::{KEYED, Keyed};
use ledger::{CommandId, LedgerError, Stream};
use people::Names;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use table::{Actor, Event, Fact, Name, Settings, Table, Time, deal, pay, trouble};
use utoipa::{IntoParams, ToSchema};

/// The number of copies of the table that are kept, spread evenly over its log, so that no moment is far from one.
const MARKS: usize = 32;

/// So many coups that fit are counted, and no more: nobody who searches waits for a whole year to be counted.
pub(super) const COUNTED: usize = 1_000;
/// The time of each so manieth event is kept, to find a moment by.
const TIMES: u64 = 100;
/// Under these keys an event names people.
const NAMED: [&str; 5] = ["patron", "by", "to", "other", "name"];
/// Under these keys an event names amounts.
const AMOUNTS: [&str; 15] = [
    "amount", "award", "cash", "chips", "counted", "drop", "expected", "float", "live", "owed", "paid",
    "returned", "staked", "vouchers", "worth",
];
/// In these events amounts stand under other keys as well.
const OTHER_AMOUNTS: [(&str, &[&str]); 4] = [
    ("differential-exceeded", &["by"]),
    ("play-counted", &["by"]),
    ("wager-changed", &["from", "to"]),
    ("wager-scaled", &["from", "to"]),
];

/// A card in the order it was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DealtCard {
    /// To which hand.
    #[schema(value_type = String)]
    pub to: Side,
    /// The card; nothing while it lies face down.
    #[schema(value_type = Option<String>)]
    pub card: Option<Card>,
}

/// A coup as it is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CoupFound {
    /// The table.
    pub table: String,
    /// Its number.
    pub coup: u32,
    /// Its shoe, counted since the table opened.
    pub shoe: u32,
    /// The time of its first event, most often a wager.
    #[schema(value_type = i64)]
    pub from: Time,
    /// The time of its last.
    #[schema(value_type = i64)]
    pub until: Time,
    /// The numbers of its first and its last event, with whatever was done about it later.
    pub events: [u64; 2],
    /// It has begun.
    pub dealt: bool,
    /// It has ended.
    pub over: bool,
    /// It is void.
    pub void: bool,
    /// Nobody could bet on it.
    pub no_bet: bool,
    /// Who won.
    #[schema(value_type = Option<String>)]
    pub winner: Option<Winner>,
    /// Its cards, in the order they were dealt.
    pub cards: Vec<DealtCard>,
    /// The cards by which it was decided anew, if the record of one was put right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub put_right: Vec<DealtCard>,
    /// Everybody who acted in it or whom it concerns.
    #[schema(value_type = Vec<String>)]
    pub people: BTreeSet<String>,
    /// Whoever dealt it.
    #[schema(value_type = Vec<String>)]
    pub dealers: BTreeSet<String>,
    /// Patrons whom it concerns.
    #[schema(value_type = Vec<String>)]
    pub patrons: BTreeSet<String>,
    /// Whoever keyed something of it for a patron, and the shoe that read its cards.
    #[schema(value_type = Vec<String>)]
    pub keyed_by: BTreeSet<String>,
    /// Whoever proposed something about it that takes two people, or brought a matter up.
    #[schema(value_type = Vec<String>)]
    pub proposers: BTreeSet<String>,
    /// Whoever approved such a thing, or decided the matter.
    #[schema(value_type = Vec<String>)]
    pub approvers: BTreeSet<String>,
    /// The amounts that its events name.
    #[schema(value_type = Vec<i64>)]
    pub amounts: BTreeSet<i64>,
    /// The kinds of its events.
    #[schema(value_type = Vec<String>)]
    pub facts: BTreeSet<String>,
}

/// An event of a coup, as it is taken in.
pub(super) struct CoupEvent<'s> {
    /// Its number.
    pub(super) sequence: u64,
    /// The event.
    pub(super) event: &'s Event,
    /// Is this somebody's name?
    pub(super) is_name: &'s dyn Fn(&str) -> bool,
}

impl CoupFound {
    pub(super) fn new(table: &str, coup: u32, at: Time, sequence: u64) -> CoupFound {
        CoupFound {
            table: table.to_owned(),
            coup,
            shoe: 0,
            from: at,
            until: at,
            events: [sequence, sequence],
            dealt: false,
            over: false,
            void: false,
            no_bet: false,
            winner: None,
            cards: Vec::new(),
            put_right: Vec::new(),
            people: BTreeSet::new(),
            dealers: BTreeSet::new(),
            patrons: BTreeSet::new(),
            keyed_by: BTreeSet::new(),
            proposers: BTreeSet::new(),
            approvers: BTreeSet::new(),
            amounts: BTreeSet::new(),
            facts: BTreeSet::new(),
        }
    }

    fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::Deal(deal::Fact::CoupStarted { no_bet, .. }) => (self.dealt, self.no_bet) = (true, *no_bet),
            Fact::Deal(deal::Fact::CardDealt { to, card }) => {
                self.cards.push(DealtCard { to: *to, card: *card })
            }
            Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => {
                let down = self.cards.iter_mut().filter(|dealt| dealt.to == *side && dealt.card.is_none());
                down.zip(cards).for_each(|(dealt, card)| dealt.card = Some(*card));
            }
            Fact::Deal(deal::Fact::CoupDecided { winner, .. }) => self.winner = Some(*winner),
            Fact::Trouble(trouble::Fact::CoupVoided { .. } | trouble::Fact::CoupInvalidated { .. }) => {
                (self.void, self.over) = (true, true)
            }
            Fact::Pay(pay::Fact::CoupEnded { .. }) => self.over = true,
            Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, corrected: Some(_) }) => {
                self.put_right = in_turn(player, banker);
            }
            Fact::Trouble(trouble::Fact::CoupReopened { .. }) => {
                (self.void, self.over, self.winner) = (false, false, None)
            }
            _ => {}
        }
    }
}

impl CoupFound {
    /// Takes in an event that belongs to it.
    pub(super) fn see(&mut self, seen: &CoupEvent<'_>) {
        let CoupEvent { sequence, event, is_name } = seen;
        self.events[1] = *sequence;
        self.until = self.until.max(event.at);
        self.take(&event.fact);
        let name = event.by.name.to_string();
        let set = match (&event.fact, event.by.role) {
            (Fact::Trouble(trouble::Fact::MatterOpened { .. }), _) => Some(&mut self.proposers),
            (Fact::Trouble(trouble::Fact::MatterDecided { .. }), _) => Some(&mut self.approvers),
            (_, Role::Dealer) => Some(&mut self.dealers),
            (_, Role::Player) => Some(&mut self.patrons),
            _ => None,
        };
        set.into_iter().for_each(|set| {
            set.insert(name.clone());
        });
        self.people.insert(name);
        let message = serde_json::to_value(&event.fact).unwrap_or_default();
        self.facts.extend(message["fact"].as_str().map(str::to_owned));
        amounts(&message, &mut |amount| {
            self.amounts.insert(amount);
        });
        names(&message, &mut |key, name| {
            if is_name(name) {
                self.people.insert(name.to_owned());
                if key == "patron" {
                    self.patrons.insert(name.to_owned());
                }
            }
        });
    }

    /// Who won, in a word.
    pub(super) fn winner_word(&self) -> Option<&'static str> {
        self.winner.map(|winner| match winner {
            Winner::Player => "player",
            Winner::Banker => "banker",
            Winner::Tie => "tie",
        })
    }

    /// Its cards in a row, such as `9S KD ..`; behind a bar those that were put right.
    pub(super) fn cards_text(&self) -> String {
        let card = |dealt: &DealtCard| dealt.card.map_or_else(|| "..".to_owned(), |card| card.to_string());
        let row = |cards: &[DealtCard]| cards.iter().map(card).collect::<Vec<_>>().join(" ");
        match self.put_right.is_empty() {
            true => row(&self.cards),
            false => format!("{} | {}", row(&self.cards), row(&self.put_right)),
        }
    }

    /// The words by which it is found, each of its kind.
    pub(super) fn terms(&self) -> Vec<(&'static str, String)> {
        let sets = [
            ("person", &self.people),
            ("dealer", &self.dealers),
            ("patron", &self.patrons),
            ("keyed_by", &self.keyed_by),
            ("proposer", &self.proposers),
            ("approver", &self.approvers),
            ("fact", &self.facts),
        ];
        let words =
            sets.into_iter().flat_map(|(kind, all)| all.iter().map(move |word| (kind, word.to_lowercase())));
        let rows = [&self.cards, &self.put_right];
        let one = rows.into_iter().flatten().filter_map(|dealt| Some(as_looked_for(dealt.card?)));
        let one = one.flatten().map(|card| ("card", card));
        // Two in a row, so that whoever looks for several cards is led to few coups.
        let two = rows.into_iter().flat_map(|row| row.windows(2)).filter_map(|pair| {
            let (first, second) = (as_looked_for(pair[0].card?), as_looked_for(pair[1].card?));
            Some(first.map(|first| second.clone().map(|second| ("pair", format!("{first} {second}")))))
        });
        words.chain(one).chain(two.flatten().flatten()).collect()
    }
}

/// What one may look for. Whatever is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// At this table.
    pub table: Option<String>,
    /// This coup.
    pub coup: Option<u32>,
    /// Under way at this time or later, in milliseconds.
    pub from: Option<i64>,
    /// Under way at this time or earlier.
    pub until: Option<i64>,
    /// This person acted in it, or it concerns them.
    pub person: Option<String>,
    /// This patron played in it, or it concerns them.
    pub patron: Option<String>,
    /// This dealer dealt it.
    pub dealer: Option<String>,
    /// This person keyed something of it for a patron, or this shoe read its cards.
    pub keyed_by: Option<String>,
    /// This person proposed something about it that takes two people, or brought a matter up.
    pub proposer: Option<String>,
    /// This person approved such a thing, or decided the matter.
    pub approver: Option<String>,
    /// One of its events names this amount or more, in the smallest unit.
    pub amount_from: Option<i64>,
    /// One of its events names this amount or less.
    pub amount_to: Option<i64>,
    /// These cards came one after the other, such as `9S,KD`; `9` is a nine of any suit.
    pub cards: Option<String>,
    /// An event of this kind is in it, such as `wager-withdrawn`.
    pub fact: Option<String>,
    /// So it ended: `player`, `banker` or `tie`.
    pub winner: Option<String>,
    /// It is void, or is not.
    pub void: Option<bool>,
    /// Those before this one: what the answer before gave as `before`.
    pub before: Option<String>,
    /// The most that are wanted, up to 100; 20 if not given.
    pub limit: Option<usize>,
}

impl Search {
    /// The cards that are looked for, or what is wrong with them.
    pub fn pattern(&self) -> Result<Vec<String>, String> {
        let Some(cards) = &self.cards else { return Ok(Vec::new()) };
        let cards: Vec<String> = cards
            .split([',', ' '])
            .map(|card| card.trim().to_ascii_uppercase().replace("10", "T"))
            .filter(|card| !card.is_empty())
            .collect();
        let is_card = |text: &String| match text.len() {
            1 => text.chars().all(|letter| baccarat::card::Rank::from_letter(letter).is_some()),
            _ => text.parse::<Card>().is_ok(),
        };
        match cards.iter().find(|card| !is_card(card)) {
            Some(bad) => {
                Err(format!("cards: found `{bad}`; allowed are cards such as 9S, or ranks such as 9"))
            }
            None => Ok(cards),
        }
    }

    /// Whoever is looked for, each in their part.
    fn people(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let asked = [
            ("person", &self.person),
            ("dealer", &self.dealer),
            ("patron", &self.patron),
            ("keyed_by", &self.keyed_by),
            ("proposer", &self.proposer),
            ("approver", &self.approver),
        ];
        asked.into_iter().filter_map(|(kind, name)| Some((kind, name.as_ref()?.trim())))
    }

    /// The words that are looked for, each of its kind; any one of several where somebody had other names.
    pub(super) fn terms(&self, pattern: &[String], names: &Names) -> Vec<(&'static str, Vec<String>)> {
        let people = self
            .people()
            .map(|(kind, name)| (kind, names.of(name).iter().map(|name| name.to_lowercase()).collect()));
        let fact = self.fact.iter().map(|fact| ("fact", vec![fact.trim().to_lowercase()]));
        let alone = pattern.iter().filter(|_| pattern.len() == 1).map(|card| ("card", vec![card.clone()]));
        let pairs = pattern.windows(2).map(|pair| ("pair", vec![pair.join(" ")]));
        people.chain(fact).chain(alone).chain(pairs).collect()
    }

    /// Every name of those who are looked for and had several.
    pub(super) fn other_names(&self, names: &Names) -> BTreeSet<String> {
        let known = self.people().map(|(_, name)| names.of(name)).filter(|known| known.len() > 1);
        known.flatten().collect()
    }

    /// Does it look for something that happened, or for somebody? That may have happened since the last coup.
    pub(super) fn picks(&self) -> bool {
        self.amount_from.is_some()
            || self.amount_to.is_some()
            || self.fact.is_some()
            || self.people().next().is_some()
    }

    fn fits(&self, pattern: &[String], names: &Names, coup: &CoupFound) -> bool {
        let known = coup.terms();
        let amount = |amount: &i64| {
            self.amount_from.is_none_or(|from| *amount >= from)
                && self.amount_to.is_none_or(|to| *amount <= to)
        };
        let amounts = self.amount_from.is_some() || self.amount_to.is_some();
        self.coup.is_none_or(|number| number == coup.coup)
            && self.from.is_none_or(|from| coup.until.0 >= from)
            && self.until.is_none_or(|until| coup.from.0 <= until)
            && self
                .terms(pattern, names)
                .into_iter()
                .all(|(kind, words)| known.iter().any(|(of, word)| *of == kind && words.contains(word)))
            && (!amounts || coup.amounts.iter().any(amount))
            && self.winner.as_deref().is_none_or(|winner| coup.winner_word() == Some(winner))
            && self.void.is_none_or(|void| void == coup.void)
            && (comes(pattern, &coup.cards) || comes(pattern, &coup.put_right))
    }
}

/// A card as it may be looked for: by its rank alone, and whole.
fn as_looked_for(card: Card) -> [String; 2] {
    let card = card.to_string();
    [card[..1].to_owned(), card]
}

/// The cards of both hands in the order in which they are dealt: one to each hand in turn.
fn in_turn(player: &[Option<Card>], banker: &[Option<Card>]) -> Vec<DealtCard> {
    let dealt =
        |to, hand: &[Option<Card>], place: usize| hand.get(place).map(|card| DealtCard { to, card: *card });
    let places = 0..player.len().max(banker.len());
    places
        .flat_map(|place| [dealt(Side::Player, player, place), dealt(Side::Banker, banker, place)])
        .flatten()
        .collect()
}

/// Do these cards come one after the other?
fn comes(pattern: &[String], cards: &[DealtCard]) -> bool {
    let is = |(wanted, dealt): (&String, &DealtCard)| {
        dealt.card.is_some_and(|card| {
            let text = card.to_string();
            text == *wanted || (wanted.len() == 1 && text.starts_with(wanted.as_str()))
        })
    };
    pattern.is_empty() || cards.windows(pattern.len()).any(|window| pattern.iter().zip(window).all(is))
}

/// Coups that were found, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Found {
    /// The coups.
    pub coups: Vec<CoupFound>,
    /// How many there are in all, on this page and others; more than 1,000 are not counted.
    pub all: usize,
    /// There are more than were counted.
    pub beyond: bool,
    /// Ask with this as `before` for those that came earlier; nothing if there are none.
    pub before: Option<String>,
    /// What does not add up in a table's log, and what keeps it from being read to its end.
    pub faults: Vec<String>,
    /// Every name of whoever was looked for, where they had others before: what was signed keeps its name.
    #[schema(value_type = Vec<String>)]
    pub names: BTreeSet<String>,
}

impl Found {
    /// A page that the index gave: one coup more than is wanted says that others come after it.
    pub(super) fn of((mut coups, counted): (Vec<CoupFound>, usize), limit: usize) -> Found {
        let (all, beyond) = (counted.min(COUNTED), counted > COUNTED);
        let goes_on = coups.len() > limit;
        coups.truncate(limit);
        let last = coups.last().filter(|_| goes_on);
        let before = last.map(|last| format!("{}-{}-{}", last.from.0, last.coup, last.table));
        Found { coups, all, beyond, before, faults: Vec::new(), names: BTreeSet::new() }
    }

    /// The same, with every name of whoever was looked for.
    pub fn of_names(mut self, search: &Search, names: &Names) -> Found {
        self.names = search.other_names(names);
        self
    }

    /// One page of what was found, or what is wrong with where it should go on.
    pub fn page(
        mut found: Vec<CoupFound>,
        faults: Vec<String>,
        before: Option<&str>,
        limit: usize,
    ) -> Result<Found, String> {
        found.sort_by(|one, other| other.order().cmp(&one.order()));
        let (all, beyond) = (found.len().min(COUNTED), found.len() > COUNTED);
        if let Some(before) = before {
            let (from, coup, table) = place(before).ok_or_else(|| {
                format!("before: found {before}; allowed is what an answer gave as `before`")
            })?;
            found.retain(|known| known.order() < (from, coup, table));
        }
        let goes_on = found.len() > limit;
        found.truncate(limit);
        let last = found.last().filter(|_| goes_on);
        let before = last.map(|last| format!("{}-{}-{}", last.from.0, last.coup, last.table));
        Ok(Found { coups: found, all, beyond, before, faults, names: BTreeSet::new() })
    }
}

impl CoupFound {
    /// What is newest comes first; at the same time, tables by name.
    fn order(&self) -> (Time, u32, &str) {
        (self.from, self.coup, &self.table)
    }
}

/// Where a list goes on: the time, number and table of the last coup that was told.
pub(super) fn place(before: &str) -> Option<(Time, u32, &str)> {
    let (from, rest) = before.split_once('-')?;
    let (coup, table) = rest.split_once('-')?;
    Some((Time(from.parse().ok()?), coup.parse().ok()?, table))
}

/// A change of a table's settings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Changed {
    /// The event.
    pub(super) sequence: u64,
    /// When.
    pub(super) at: Time,
    /// By whom.
    pub(super) by: Actor,
    /// Under which clauses.
    pub(super) clauses: Vec<ClauseNumber>,
    /// What it says, in words.
    pub(super) message: String,
    /// The settings that it changed.
    pub(super) settings: BTreeSet<String>,
}

/// A dispute as it is found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct DisputeFound {
    /// The events that tell of it.
    pub(super) events: Vec<u64>,
    /// The coup under way when it was opened, or the last one dealt before.
    pub(super) coup: Option<u32>,
}

/// What is kept of a table beside how it stood.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundSoFar {
    disputes: BTreeMap<u32, DisputeFound>,
    changes: Vec<Changed>,
    latest: Time,
    settings: Option<Settings>,
}

/// Every coup of a table, and the table at any event. Of a log that holds, coups are in the index and the table is kept at marks; of
/// one that does not, everything is walked through and held in memory.
pub struct Finder {
    kept: Option<Marks>,
    pub(super) archive: Archive,
    pub(super) stream: Stream,
    pub(super) bound: Bound,
    /// At the end of what was read.
    walk: Walk,
    /// The event that comes next.
    next: u64,
    coups: BTreeMap<u32, CoupFound>,
    disputes: BTreeMap<u32, DisputeFound>,
    marks: Vec<(u64, Walk)>,
    /// The number of events between two marks.
    apart: u64,
    pub(super) changes: Vec<Changed>,
    /// The time of each hundredth event, to find a moment by.
    times: Vec<(u64, Time)>,
    latest: Time,
    /// The settings after the event before the pending one.
    settings: Option<Settings>,
    pending: Option<(u64, Event)>,
    unread: Option<String>,
    /// Commands of the events read last, and the coups they belong to.
    recent: Vec<(CommandId, u32)>,
    /// Who keyed commands for patrons whose events were not read yet, and how far that was read.
    keyed: HashMap<CommandId, String>,
    keyed_next: u64,
}

impl Finder {
    /// Nothing is read yet.
    pub(super) fn new(archive: Archive, stream: Stream, bound: Bound, kept: Option<Marks>) -> Finder {
        let walk = Walk::new(bound.book.clone());
        let apart = if kept.is_some() { APART } else { 500 };
        Finder {
            kept,
            archive,
            stream,
            bound,
            walk,
            next: 0,
            coups: BTreeMap::new(),
            disputes: BTreeMap::new(),
            marks: Vec::new(),
            apart,
            changes: Vec::new(),
            times: Vec::new(),
            latest: Time(i64::MIN),
            settings: None,
            pending: None,
            unread: None,
            recent: Vec::new(),
            keyed: HashMap::new(),
            keyed_next: 0,
        }
    }

    /// What proves something of this table: the log, its stream and its book.
    pub fn parts(&self) -> (Archive, Stream, Bound) {
        (self.archive.clone(), self.stream.clone(), self.bound.clone())
    }

    /// The table at the end of its log.
    pub fn table(&self) -> Option<&Table> {
        self.walk.table.as_ref()
    }

    /// What does not add up in its log, and what keeps it from being read to the end.
    pub fn faults(&self) -> Vec<String> {
        self.walk.fault.iter().chain(&self.unread).cloned().collect()
    }

    /// The event that comes next.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The last record that is read together with the next one, and whether the log may end before it. A part ends with an entry, so that
    /// a mark lies between two.
    async fn part(&self) -> (u64, bool) {
        let last = self.next + self.apart - 1;
        let found = self.archive.store().read(&self.stream, last, 1).await.unwrap_or_default();
        found.first().map_or((last, true), |entry| (entry.end() - 1, false))
    }

    /// Goes on from the last mark, where nothing was read yet.
    async fn begin(&mut self) -> Result<(), ArchiveFault> {
        let Some(kept) = self.kept.as_ref().filter(|_| self.next == 0) else { return Ok(()) };
        let Some((next, walk, found)) = kept.last(&self.archive, &self.stream).await? else { return Ok(()) };
        let Ok(found) = serde_json::from_str::<FoundSoFar>(&found) else { return Ok(()) };
        let FoundSoFar { disputes, changes, latest, settings } = found;
        (self.disputes, self.changes, self.latest, self.settings) = (disputes, changes, latest, settings);
        (self.next, self.walk) = (next, walk);
        Ok(())
    }

    /// Reads what has come since, in parts, so that marks can be made in between. What does not add up is told, and does not keep
    /// the rest from being read; only what the file itself no longer gives does.
    pub async fn catch_up(&mut self) {
        if let Err(fault) = self.begin().await {
            self.unread = Some(fault.to_string());
            return;
        }
        let (archive, stream) = (self.archive.clone(), self.stream.clone());
        loop {
            let empty = Walk::new(self.bound.book.clone());
            let mut walk = std::mem::replace(&mut self.walk, empty);
            let first = self.next;
            let (last, ends) = self.part().await;
            let read =
                archive.walk_anyway(&stream, &mut walk, first..=last, |walk, step| self.see(walk, &step));
            let read = read.await;
            self.settle(&walk);
            self.walk = walk;
            if !ends {
                // What comes last in a part may tell no event.
                self.next = self.next.max(last + 1);
            }
            self.unread = read.err().map(|fault| fault.to_string());
            if self.next <= last || self.unread.is_some() {
                break;
            }
            match &self.kept {
                None => self.mark(),
                Some(kept) => {
                    if let Err(fault) = self.keep_mark(kept).await {
                        tracing::warn!(%fault, "how a table stood could not be kept; looking at it takes longer");
                    }
                }
            }
        }
        if self.kept.is_some() {
            return;
        }
        if let Err(fault) = self.join_keyed().await {
            self.unread = Some(fault.to_string());
        }
    }

    /// Whoever keyed something for a patron belongs to the coup too.
    async fn join_keyed(&mut self) -> Result<(), ArchiveFault> {
        let (mut keyed, mut next) = (std::mem::take(&mut self.keyed), self.keyed_next);
        let read = self
            .archive
            .each_entry(&self.keyed_stream()?, next, |entry| {
                next = entry.end();
                keyed.insert(entry.command, entry.by.name);
                Ok::<_, ArchiveFault>(true)
            })
            .await;
        self.keyed_next = next;
        for (command, coup) in std::mem::take(&mut self.recent) {
            if let (Some(name), Some(coup)) = (keyed.remove(&command), self.coups.get_mut(&coup)) {
                coup.people.insert(name.clone());
                coup.keyed_by.insert(name);
            }
        }
        self.keyed = keyed;
        read
    }

    fn keyed_stream(&self) -> Result<Stream, ArchiveFault> {
        Ok(Stream::new(KEYED, self.stream.name()).map_err(LedgerError::from)?)
    }

    /// Who keyed this command for a patron, if somebody did.
    pub(super) async fn keyed_by(&self, command: &str) -> Result<Option<Keyed>, ArchiveFault> {
        let command = command.parse().map_err(LedgerError::from)?;
        let entry = self.archive.store().command(&self.keyed_stream()?, &command).await?;
        Ok(entry.map(|entry| Keyed::from(&entry.by)))
    }

    async fn keep_mark(&self, kept: &Marks) -> Result<(), ArchiveFault> {
        let found = FoundSoFar {
            disputes: self.disputes.clone(),
            changes: self.changes.clone(),
            latest: self.latest,
            settings: self.settings.clone(),
        };
        let text = serde_json::to_string(&found).map_err(|error| ArchiveFault::Impossible {
            place: format!("{}, sequence {}", self.stream, self.next),
            message: error.to_string(),
        })?;
        kept.keep(&self.stream, self.next, &self.walk, &text).await
    }

    fn mark(&mut self) {
        self.marks.push((self.next, self.walk.clone()));
        if self.marks.len() > MARKS {
            let mut keep = true;
            self.marks.retain(|_| {
                keep = !keep;
                keep
            });
            self.apart *= 2;
        }
    }

    /// Takes in an event that is about to happen.
    fn see(&mut self, walk: &Walk, step: &Step<'_>) {
        self.settle(walk);
        let (sequence, event) = (step.record.sequence, step.event);
        self.next = sequence + 1;
        self.latest = self.latest.max(event.at);
        if self.kept.is_none() && self.times.last().is_none_or(|(last, _)| sequence >= last + TIMES) {
            self.times.push((sequence, self.latest));
        }
        self.pending = Some((sequence, event.clone()));
        if let Some(dispute) = dispute_of(&event.fact) {
            let coups = walk.table.as_ref().map(|table| table.state().coups);
            let found = self.disputes.entry(dispute).or_default();
            found.events.push(sequence);
            found.coup = found.coup.or(coups.filter(|coups| *coups > 0));
        }
        let Some(number) = step.coup.filter(|_| self.kept.is_none()) else { return };
        self.recent.push((step.record.entry.command.clone(), number));
        let table = self.stream.name();
        let new = || CoupFound::new(table, number, event.at, sequence);
        let coup = self.coups.entry(number).or_insert_with(new);
        let state = walk.table.as_ref().map(Table::state);
        let is_name = |name: &str| {
            let name = Name::from(name);
            state.is_some_and(|state| state.patrons.contains_key(&name) || state.staff.contains_key(&name))
        };
        coup.see(&CoupEvent { sequence, event, is_name: &is_name });
        if let (Fact::Deal(deal::Fact::CoupStarted { .. }), Some(state)) = (&event.fact, state) {
            coup.shoe = state.shoe.number;
        }
    }

    /// The event seen last is taken in: which settings did it change?
    fn settle(&mut self, walk: &Walk) {
        let Some((sequence, event)) = self.pending.take() else { return };
        let Some(settings) = walk.table.as_ref().map(|table| &table.state().settings) else { return };
        if self.settings.as_ref() == Some(settings) {
            return;
        }
        let before = self.settings.as_ref().map(fields).unwrap_or_default();
        let after = fields(settings);
        let changed = after.keys().chain(before.keys()).filter(|key| before.get(*key) != after.get(*key));
        let settings: BTreeSet<String> = changed.cloned().collect();
        self.settings = walk.table.as_ref().map(|table| table.state().settings.clone());
        self.changes.push(Changed {
            sequence,
            at: event.at,
            by: event.by,
            clauses: event.cites.clauses,
            message: event.fact.to_string(),
            settings,
        });
    }

    /// Coups that fit, newest first.
    pub fn search(&self, search: &Search, pattern: &[String], names: &Names) -> Vec<CoupFound> {
        let coups = self.coups.values().rev();
        let is_shown = |coup: &&CoupFound| coup.dealt || search.picks();
        coups.filter(|coup| is_shown(coup) && search.fits(pattern, names, coup)).cloned().collect()
    }

    /// A coup, also one that is still to be dealt.
    pub async fn coup(&self, number: u32) -> Result<CoupFound, ArchiveFault> {
        let found = match &self.kept {
            None => self.coups.get(&number).cloned(),
            Some(kept) => {
                let found = kept.index.coup(self.stream.name(), number).await;
                found.map_err(|denial| unread(&self.stream, &denial))?
            }
        };
        let none = || ArchiveFault::NoCoup { stream: self.stream.clone(), coup: number };
        found.ok_or_else(none)
    }

    /// A dispute that was opened.
    pub(super) fn dispute(&self, id: u32) -> Option<&DisputeFound> {
        self.disputes.get(&id)
    }

    /// The table after the events before this one.
    pub async fn before(&self, sequence: u64) -> Result<Walk, ArchiveFault> {
        let mark = match &self.kept {
            None => self.marks.iter().rev().find(|(next, _)| *next <= sequence).cloned(),
            Some(kept) => kept.before(&self.archive, &self.stream, sequence).await?,
        };
        let (next, mut walk) = mark.unwrap_or_else(|| (0, Walk::new(self.bound.book.clone())));
        if sequence > next {
            self.archive.walk_anyway(&self.stream, &mut walk, next..=sequence - 1, |_, _| {}).await?;
        }
        Ok(walk)
    }

    /// The last event at this time or before; nothing if the table was not open yet.
    pub async fn last_at(&self, at: Time) -> Result<Option<u64>, ArchiveFault> {
        if self.kept.is_some() {
            let (store, last) = (self.archive.store(), self.next.checked_sub(1));
            let after = first_from(store, &self.stream, last, Time(at.0.saturating_add(1))).await?;
            return Ok(after.checked_sub(1));
        }
        let after = self.times.partition_point(|(_, time)| *time <= at);
        let Some((from, _)) = after.checked_sub(1).and_then(|place| self.times.get(place)) else {
            return Ok(None);
        };
        let mut last = *from;
        self.archive
            .each_entry(&self.stream, *from, |entry| {
                let fits = entry.at <= at;
                if fits {
                    last = entry.end().min(self.next).saturating_sub(1);
                }
                Ok::<_, ArchiveFault>(fits)
            })
            .await?;
        Ok(Some(last))
    }
}

/// The dispute that an event tells of.
fn dispute_of(fact: &Fact) -> Option<u32> {
    match fact {
        Fact::Trouble(trouble::Fact::DisputeOpened { id, .. })
        | Fact::Trouble(trouble::Fact::DisputeDecided { id, .. })
        | Fact::Trouble(trouble::Fact::DisputeSettled { id, .. })
        | Fact::Trouble(trouble::Fact::ReviewAsked { id, .. })
        | Fact::Trouble(trouble::Fact::DisputeReferred { id, .. }) => Some(*id),
        _ => None,
    }
}

fn fields(settings: &Settings) -> BTreeMap<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

/// Tells every text that may be somebody's name, with the key under which it stands.
fn names(value: &Value, tell: &mut impl FnMut(&str, &str)) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if NAMED.contains(&key.as_str()) => tell(key, text),
                    other => names(other, tell),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, tell)),
        _ => {}
    }
}

/// Tells every amount of an event, without its sign.
fn amounts(value: &Value, tell: &mut impl FnMut(i64)) {
    match value {
        Value::Object(fields) => {
            let fact = value["fact"].as_str().unwrap_or_default();
            let others =
                OTHER_AMOUNTS.iter().find(|(known, _)| *known == fact).map_or(&[][..], |(_, keys)| keys);
            for (key, value) in fields {
                match value.as_i64() {
                    Some(amount) if AMOUNTS.contains(&key.as_str()) || others.contains(&key.as_str()) => {
                        tell(amount.saturating_abs())
                    }
                    _ => amounts(value, tell),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| amounts(value, tell)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::amounts;
    use serde_json::json;

    #[test]
    fn every_amount_that_an_event_names_is_told_and_no_other_number() {
        let check = |fact: serde_json::Value, due: &[i64]| {
            let mut told = Vec::new();
            amounts(&fact, &mut |amount| told.push(amount));
            told.sort_unstable();
            assert_eq!(told, due, "{fact}");
        };
        check(json!({"fact": "wager-changed", "id": 7, "from": 2_500, "to": 17_500}), &[2_500, 17_500]);
        check(json!({"fact": "chips-brought", "patron": "ann", "chips": 27_500}), &[27_500]);
        check(json!({"fact": "play-counted", "by": -700}), &[700]);
        check(json!({"fact": "table-closed", "float": 19_000, "drop": 1_000}), &[1_000, 19_000]);
        check(json!({"fact": "seat-taken", "patron": "ann", "seat": 3, "from": 2, "to": 3}), &[]);
    }
}
