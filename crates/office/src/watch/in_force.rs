//! Which rules and settings were in force at a moment, under which clauses and since when.

use super::finder::Finder;
use archive::{ArchiveFault, Bound};
use baccarat::basis::ClauseNumber;
use baccarat::rules::people::Role;
use floor::timing::Deadlines;
use floor::typed::TypedMatter;
use floor::view::staff::{self, AnnouncedView};
use floor::view::{Board, PatronView, PostedSign, Service, ShoeView};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::{Matter, Name, Time};
use utoipa::{IntoParams, ToSchema};

/// Which moment: a time, or an event. The end of the log if neither is given.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// At this time, in milliseconds.
    pub at: Option<i64>,
    /// After this event.
    pub event: Option<u64>,
}

/// What was in force.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InForce {
    /// The table.
    pub table: String,
    /// After this event, the last one at that moment.
    pub event: u64,
    /// The time of that event.
    #[schema(value_type = i64)]
    pub at: Time,
    /// The book.
    pub book: BookInForce,
    /// The table's settings.
    pub settings: Vec<SettingInForce>,
    /// The signs that were up.
    pub signs: Vec<PostedSign>,
    /// Changes that were announced and did not hold yet.
    pub announced: Vec<AnnouncedView>,
    /// Everybody at the table, with limits of their own and kept minimums.
    pub patrons: Vec<PatronView>,
    /// Staff on duty, with their roles.
    pub staff: BTreeMap<String, Vec<String>>,
    /// Who was barred, and by which measure.
    #[schema(value_type = BTreeMap<String, String>)]
    pub barred: BTreeMap<Name, Value>,
    /// What waited for a decision.
    #[schema(value_type = Vec<TypedMatter>)]
    pub matters: Vec<Matter>,
    /// What the book says on every topic.
    pub rules: Vec<RuleInForce>,
}

/// A book that was in force.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookInForce {
    /// Its name in paths.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The instrument it comes from.
    pub instrument: String,
    /// The SHA-256 of its file, followed by the book it is based on: what every record of the table names.
    pub hash: String,
    /// Since when: the table was opened under it, and keeps it.
    #[schema(value_type = i64)]
    pub since: Time,
}

/// A setting that was in force.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SettingInForce {
    /// Its name, as docs/transcripts.md has it.
    pub setting: String,
    /// Its value.
    pub value: Value,
    /// Since when.
    #[schema(value_type = i64)]
    pub since: Time,
    /// By which event.
    pub event: u64,
    /// What that event says.
    pub message: String,
    /// Who did it.
    pub by: String,
    /// In which role.
    #[schema(value_type = String)]
    pub role: Role,
    /// Under which clauses.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// What a book says on a topic.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleInForce {
    /// The topic.
    pub topic: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The answers, each with what it rests on.
    pub says: Vec<RuleAnswer>,
    /// Why the book is silent, where it is.
    pub silent: Option<String>,
}

/// An answer of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleAnswer {
    /// The value as the book writes it.
    pub value: String,
    /// The clauses that give it.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
    /// Why it is assumed, where no clause gives it.
    pub assumed: Option<String>,
}

fn rules(bound: &Bound) -> Vec<RuleInForce> {
    let said = bound.book.rules.said();
    said.into_iter()
        .map(|said| RuleInForce {
            topic: said.topic,
            about: said.about,
            says: said
                .answers
                .into_iter()
                .map(|answer| RuleAnswer {
                    value: answer.value,
                    clauses: answer.basis.clauses().to_vec(),
                    assumed: answer.basis.assumed().map(str::to_owned),
                })
                .collect(),
            silent: said.silent,
        })
        .collect()
}

impl Finder {
    /// What was in force at a moment.
    pub async fn in_force(&self, moment: Moment) -> Result<InForce, ArchiveFault> {
        let none = |asked| ArchiveFault::NoEvent {
            stream: self.stream.clone(),
            asked,
            last: self.next().saturating_sub(1),
        };
        let event = match (moment.event, moment.at) {
            (Some(event), _) => event,
            (None, Some(at)) => self.last_at(Time(at)).await?.ok_or_else(|| none(0))?,
            (None, None) => self.next().saturating_sub(1),
        };
        if event >= self.next() {
            return Err(none(event));
        }
        let walk = self.before(event + 1).await?;
        let table = walk.table.as_ref().ok_or_else(|| none(event))?;
        let state = table.state();
        let board = Board::of(table, &ShoeView::default(), &Deadlines::default(), Service::Open, state.last);
        let opened = self.changes.first().map_or(state.last, |first| first.at);
        let fields = match serde_json::to_value(&state.settings) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let settings = fields.into_iter().filter_map(|(setting, value)| {
            let changes = self.changes.iter().rev().filter(|change| change.sequence <= event);
            let change = changes.into_iter().find(|change| change.settings.contains(&setting))?;
            Some(SettingInForce {
                setting,
                value,
                since: change.at,
                event: change.sequence,
                message: change.message.clone(),
                by: change.by.name.to_string(),
                role: change.by.role,
                clauses: change.clauses.clone(),
            })
        });
        let on_duty = state.staff.iter().filter(|(_, roles)| !roles.is_empty());
        let on_duty = on_duty
            .map(|(name, roles)| (name.to_string(), roles.iter().map(ToString::to_string).collect()))
            .collect();
        let barred = state.barred.iter();
        let barred = barred
            .map(|(name, measure)| (name.clone(), serde_json::to_value(measure).unwrap_or_default()))
            .collect();
        let book = &self.bound.book;
        Ok(InForce {
            table: self.stream.name().to_owned(),
            event,
            at: state.last,
            book: BookInForce {
                id: book.id.clone(),
                name: book.name.clone(),
                instrument: book.instrument.clone(),
                hash: self.bound.hash().to_string(),
                since: opened,
            },
            settings: settings.collect(),
            signs: board.signs,
            announced: staff::announced(table),
            patrons: staff::patrons(table),
            staff: on_duty,
            barred,
            matters: staff::matters(table),
            rules: rules(&self.bound),
        })
    }
}
