//! From the text of a book file to a [`Book`], or to every fault in it.

mod each;

use crate::basis::{Basis, ClauseNumber};
use crate::book::prove;
use crate::book::{Book, MethodWagers};
use crate::clause::{Clause, ClauseKind, Scope};
use crate::fault::{Fault, Faults};
use crate::outcome::Winner;
use crate::rules::Rules;
use crate::rules::people::Role;
use crate::shelf;
use crate::topic::{Entries, Entry, Need, TopicInfo, value_of};
use crate::wager::{Condition, Odds, OneOf, Row, Settlement, Wager, WagerClass, WagerId};
use schemars::JsonSchema;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What a file says, table by table, before topics are understood.
#[derive(Default)]
struct Draft<'i> {
    id: Option<String>,
    name: Option<String>,
    instrument: Option<String>,
    based_on: Option<(Range<usize>, String)>,
    words: BTreeMap<String, String>,
    clauses: Vec<Clause>,
    /// Every clause number met, also of a clause with a fault in it.
    numbers: HashSet<String>,
    topics: HashMap<&'static str, Entries<'i>>,
    wagers: Vec<WagerDraft>,
    /// Keys of the head that are there, readable or not.
    present: HashSet<String>,
}

struct WagerDraft {
    span: Range<usize>,
    methods: Option<Vec<String>>,
    wager: Wager,
    /// Where each row stands.
    rows: Vec<Range<usize>>,
    /// A row could not be read, so the rest proves nothing.
    incomplete: bool,
}

/// A row as the file writes it: what the schema says of it, while the reader goes key by key.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code)]
pub(crate) struct RowText {
    /// What the book calls this row.
    name: Option<String>,
    /// When it applies; `{}` is always.
    when: Condition,
    /// It wins at these odds.
    pays: Option<Odds>,
    /// It neither wins nor loses.
    stands_off: Option<bool>,
    /// It loses.
    loses: Option<bool>,
    /// The clauses it rests on.
    by: Option<OneOf<String>>,
    /// Why it is assumed, where the instrument does not say.
    assumed: Option<String>,
}

/// Every topic there is, found by its id: a book names several hundred of several hundred.
struct Topics {
    all: Vec<TopicInfo>,
    places: HashMap<&'static str, usize>,
}

impl Topics {
    fn all() -> Topics {
        let all = Rules::topics();
        let places = all.iter().enumerate().map(|(place, info)| (info.id, place)).collect();
        Topics { all, places }
    }

    fn find(&self, id: &str) -> Option<&TopicInfo> {
        self.places.get(id).map(|place| &self.all[*place])
    }
}

/// Reads a book. The rows of the published ones are proved by the tests, so that nobody who looks up a clause waits for it.
pub(crate) fn read(text: &str) -> Result<Book, Vec<Fault>> {
    read_and_prove(text, None, !shelf::has(text))
}

/// Reads a book, and proves that the rows of its wagers decide every outcome.
pub(crate) fn check(text: &str) -> Result<Book, Vec<Fault>> {
    read_and_prove(text, None, true)
}

/// Reads a book as it was once read, with the book that it is based on as that was.
pub(crate) fn read_again(text: &str, base: &str) -> Result<Book, Vec<Fault>> {
    read_and_prove(text, Some(base), false)
}

/// Why a text is silent on a topic that releases did not know when it was read first.
const LATER: &str = "this edition was read before the topic was asked for";

fn read_and_prove(text: &str, once: Option<&str>, rows_too: bool) -> Result<Book, Vec<Fault>> {
    let mut faults = Faults::in_text(text);
    let mut draft = Draft::of(text, &mut faults);
    if let Some((span, base)) = draft.based_on.clone() {
        let base_text = once.filter(|text| !text.is_empty()).or_else(|| shelf::text(&base));
        match base_text {
            Some(base_text) => {
                let mut base_faults = Faults::in_text(base_text);
                let base = Draft::of(base_text, &mut base_faults);
                for number in draft
                    .clauses
                    .iter()
                    .map(|clause| &clause.number)
                    .filter(|number| base.numbers.contains(number.as_str()))
                {
                    let basis = Basis::Clauses(vec![number.clone()]);
                    faults.add_for(&basis, "this number stands in the base book; allowed are numbers of the variant's own, such as H1");
                }
                draft = base.with(draft);
            }
            None => {
                // Without its base nothing else in the file can be judged.
                let known = shelf::ids().join(", ");
                faults.add(span, "based_on", format!("found `{base}`; allowed are the books {known}"));
                return Err(faults.sorted());
            }
        }
    }
    if once.is_some() {
        draft.leave_the_rest_silent(LATER);
    }
    let book = draft.understand(rows_too, &mut faults);
    match book {
        Some(book) if faults.is_empty() => Ok(book),
        _ => Err(faults.sorted()),
    }
}

const HEAD_KEYS: &str = "book, name, instrument, based_on, words, clause, assumed, silent, wager";
const WAGER_NEEDS: [&str; 4] = ["id", "name", "class", "rows"];
const CLAUSE_NEEDS: [&str; 4] = ["number", "kind", "actor", "gist"];
const CLAUSE_KEYS: &str = "number, kind, actor, gist, reading, also, for";

impl<'i> Draft<'i> {
    fn of(text: &'i str, faults: &mut Faults) -> Draft<'i> {
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            faults.add_slip(text, error.span().unwrap_or(0..0), error.message());
        }
        let infos = Topics::all();
        let mut draft = Draft::default();
        for (key, value) in document.into_inner() {
            let place = key.get_ref().to_string();
            draft.present.insert(place.clone());
            match place.as_str() {
                "book" => draft.id = text_of(value, &place, faults),
                "name" => draft.name = text_of(value, &place, faults),
                "instrument" => draft.instrument = text_of(value, &place, faults),
                "based_on" => {
                    let span = value.span();
                    draft.based_on = text_of(value, &place, faults).map(|base| (span, base));
                }
                "words" => draft.words = value_of(value, &place, "", faults).unwrap_or_default(),
                "clause" => tables_of(value, &place, faults)
                    .into_iter()
                    .for_each(|(span, table)| draft.take_clause(span, table, &infos, faults)),
                "assumed" => tables_of(value, &place, faults)
                    .into_iter()
                    .for_each(|(span, table)| draft.take_assumed(span, table, &infos, faults)),
                "silent" => tables_of(value, &place, faults)
                    .into_iter()
                    .for_each(|(span, table)| draft.take_silent(span, table, &infos, faults)),
                "wager" => tables_of(value, &place, faults).into_iter().for_each(|(span, table)| {
                    for (span, table) in each::expanded(span, table, faults) {
                        draft.take_wager(span, table, faults);
                    }
                }),
                _ => faults.add(key.span(), "", format!("found `{place}`; allowed are {HEAD_KEYS}")),
            }
        }
        draft
    }

    fn take_clause(&mut self, span: Range<usize>, table: DeTable<'i>, infos: &Topics, faults: &mut Faults) {
        let number = table.get("number").and_then(|value| value.get_ref().as_str()).map(str::to_owned);
        let place = match &number {
            Some(number) => format!("clause {number}"),
            None => "[[clause]]".to_owned(),
        };
        let present: Vec<&str> =
            CLAUSE_NEEDS.into_iter().filter(|wanted| table.get(*wanted).is_some()).collect();
        let (mut kind, mut actor, mut gist, mut reading, mut scope) = (None, None, None, None, None);
        let mut topics = Vec::new();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "number" => drop(text_of(value, &place, faults)),
                "kind" => kind = value_of::<ClauseKind>(value, &place, "kind", faults),
                "actor" => actor = value_of::<OneOf<Role>>(value, &place, "actor", faults),
                "gist" => gist = text_of(value, &place, faults),
                "reading" => reading = text_of(value, &place, faults),
                "for" => scope = value_of::<Scope>(value, &place, "for", faults),
                "also" => self.take_also(value, number.as_deref(), &place, infos, faults),
                _ => topics.push((key, value)),
            }
        }
        for wanted in CLAUSE_NEEDS.into_iter().filter(|wanted| !present.contains(wanted)) {
            faults.add(
                span.clone(),
                &place,
                format!("no `{wanted}`; a clause needs number, kind, actor and gist"),
            );
        }
        let Some(number) = number else { return };
        faults.clause_at(&number, span.clone());
        if !self.numbers.insert(number.clone()) {
            faults.add(span, &place, "this number stands twice; allowed is each number once");
        }
        let number = ClauseNumber::from(number);
        let basis = Basis::Clauses(vec![number.clone()]);
        self.take_topics(topics, &basis, &place, infos, CLAUSE_KEYS, faults);
        let (Some(kind), Some(actor), Some(gist)) = (kind, actor, gist) else { return };
        let actor = match actor {
            OneOf::One(role) => vec![role],
            OneOf::Any(roles) => roles,
        };
        self.clauses.push(Clause { number, kind, actor, gist, reading, scope });
    }

    fn take_also(
        &mut self,
        value: Spanned<DeValue<'i>>,
        number: Option<&str>,
        place: &str,
        infos: &Topics,
        faults: &mut Faults,
    ) {
        let span = value.span();
        for topic in value_of::<Vec<String>>(value, place, "also", faults).unwrap_or_default() {
            match infos.find(&topic).filter(|info| info.need != Need::Many) {
                Some(info) => {
                    let also = &mut self.topics.entry(info.id).or_default().also;
                    also.extend(number.map(ClauseNumber::from));
                }
                None => faults.add(
                    span.clone(),
                    place,
                    format!("also: found `{topic}`; allowed are topics that one clause gives (see `croupier book topics`)"),
                ),
            }
        }
    }

    fn take_assumed(
        &mut self,
        span: Range<usize>,
        mut table: DeTable<'i>,
        infos: &Topics,
        faults: &mut Faults,
    ) {
        let place = "[[assumed]]";
        let why = table.remove("why").and_then(|value| text_of(value, place, faults));
        let Some(why) = why else {
            faults.add(span, place, "no `why`; an assumption needs its reason");
            return;
        };
        let topics = table.into_iter().collect();
        self.take_topics(topics, &Basis::Assumed(why), place, infos, "why", faults);
    }

    fn take_silent(
        &mut self,
        span: Range<usize>,
        mut table: DeTable<'i>,
        infos: &Topics,
        faults: &mut Faults,
    ) {
        let place = "[[silent]]";
        let why = table.remove("why").and_then(|value| text_of(value, place, faults));
        let on = table.remove("on");
        for (key, _) in table {
            faults.add(key.span(), place, format!("found `{}`; allowed are on, why", key.get_ref()));
        }
        let (Some(why), Some(on)) = (why, on) else {
            faults.add(span, place, "needs `on`, a list of topics, and `why`");
            return;
        };
        let span = on.span();
        for name in value_of::<Vec<String>>(on, place, "on", faults).unwrap_or_default() {
            let rest_of = name.strip_suffix(".*");
            let meant: Vec<&TopicInfo> = match rest_of {
                Some(group) => {
                    let is_meant =
                        |info: &&TopicInfo| info.need != Need::Always && group_of(info.id) == group;
                    infos.all.iter().filter(is_meant).collect()
                }
                None => infos.find(&name).into_iter().collect(),
            };
            if meant.is_empty() {
                faults.add(
                    span.clone(),
                    place,
                    format!("found `{name}`; allowed are topics such as `cut.from_back`, or the rest of a group such as `cut.*`"),
                );
            }
            for info in meant {
                let entries = self.topics.entry(info.id).or_default();
                match (info.need, rest_of) {
                    (Need::Always, _) => faults.add(
                        span.clone(),
                        place,
                        format!(
                            "{}: a book may not be silent on it, because no coup can be dealt without it",
                            info.id
                        ),
                    ),
                    (_, Some(_)) => entries.silent_rest = Some(why.clone()),
                    (_, None) => entries.silent = Some(why.clone()),
                }
            }
        }
    }

    /// Whatever is not spoken of is passed over in silence, where a book may be silent.
    fn leave_the_rest_silent(&mut self, why: &str) {
        for info in Topics::all().all.iter().filter(|info| info.need != Need::Always) {
            let entries = self.topics.entry(info.id).or_default();
            entries.silent_rest.get_or_insert_with(|| why.to_owned());
        }
    }

    fn take_topics(
        &mut self,
        groups: Vec<(Spanned<std::borrow::Cow<'i, str>>, Spanned<DeValue<'i>>)>,
        basis: &Basis,
        place: &str,
        infos: &Topics,
        keys: &str,
        faults: &mut Faults,
    ) {
        let known = Rules::groups();
        for (group, value) in groups {
            let name = group.get_ref().to_string();
            if !known.iter().any(|(known, _)| *known == name) {
                let known: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                faults.add(
                    group.span(),
                    place,
                    format!("found `{name}`; allowed are {keys} and the topics of {}", known.join(", ")),
                );
                continue;
            }
            let span = value.span();
            let DeValue::Table(table) = value.into_inner() else {
                faults.add(
                    span,
                    place,
                    format!(
                        "{name}: found a bare value; allowed is a topic of it, such as {}",
                        topics_of(&infos.all, &name)
                    ),
                );
                continue;
            };
            for (key, value) in table {
                let id = format!("{name}.{}", key.get_ref());
                match infos.find(&id) {
                    Some(info) => {
                        let entry = Entry { value, basis: basis.clone(), place: place.to_owned() };
                        self.topics.entry(info.id).or_default().given.push(entry);
                    }
                    None => faults.add(
                        key.span(),
                        place,
                        format!("found `{id}`; allowed are {}", topics_of(&infos.all, &name)),
                    ),
                }
            }
        }
    }

    fn take_wager(&mut self, span: Range<usize>, table: DeTable<'i>, faults: &mut Faults) {
        let id_text = table.get("id").and_then(|value| value.get_ref().as_str()).map(str::to_owned);
        let place = format!("wager {}", id_text.as_deref().unwrap_or("without an id"));
        let present: Vec<&str> =
            WAGER_NEEDS.into_iter().filter(|wanted| table.get(*wanted).is_some()).collect();
        let (mut id, mut name, mut class, mut backs) = (None, None, None, None);
        let (mut methods, mut rows) = (None, None);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "id" => id = value_of::<WagerId>(value, &place, "id", faults),
                "name" => name = text_of(value, &place, faults),
                "class" => class = value_of::<WagerClass>(value, &place, "class", faults),
                "backs" => backs = value_of::<Winner>(value, &place, "backs", faults),
                "methods" => methods = methods_of(value, &place, faults),
                "rows" => rows = Some(rows_of(value, &place, faults)),
                other => faults.add(
                    key.span(),
                    &place,
                    format!("found `{other}`; allowed are id, name, class, backs, methods, each, rows"),
                ),
            }
        }
        for wanted in WAGER_NEEDS.into_iter().filter(|wanted| !present.contains(wanted)) {
            faults.add(
                span.clone(),
                &place,
                format!("no `{wanted}`; a wager needs id, name, class and rows"),
            );
        }
        // A wager with a fault in it still exists for whatever points at it.
        let id = id.or_else(|| id_text.as_deref().and_then(|text| text.parse().ok()));
        let Some(id) = id else { return };
        let (rows, spans, readable) = rows.unwrap_or_default();
        let incomplete = !readable || class.is_none() || !present.contains(&"rows");
        let (name, class) = (name.unwrap_or_default(), class.unwrap_or(WagerClass::Side));
        let wager = Wager { id, name, class, backs, rows };
        self.wagers.push(WagerDraft { span, methods, wager, rows: spans, incomplete });
    }

    /// Lays a house's own file over this one: its single answers replace, its lists and clauses are added, and a
    /// wager of the same id takes the old one's place.
    fn with(mut self, house: Draft<'i>) -> Draft<'i> {
        let infos = Topics::all();
        for (topic, entries) in house.topics {
            let many = infos.find(topic).is_some_and(|info| info.need == Need::Many);
            let old = self.topics.entry(topic).or_default();
            if !many || entries.silent.is_some() {
                *old = entries;
            } else {
                old.silent = None;
                old.given.extend(entries.given);
            }
        }
        let replaced: HashSet<WagerId> = house.wagers.iter().map(|draft| draft.wager.id.clone()).collect();
        self.wagers.retain(|draft| !replaced.contains(&draft.wager.id));
        self.wagers.extend(house.wagers);
        self.clauses.extend(house.clauses);
        self.numbers.extend(house.numbers);
        self.words.extend(house.words);
        Draft {
            id: house.id,
            name: house.name,
            instrument: house.instrument,
            based_on: house.based_on,
            present: house.present,
            ..self
        }
    }

    fn understand(mut self, rows_too: bool, faults: &mut Faults) -> Option<Book> {
        for (key, value) in [("book", &self.id), ("name", &self.name), ("instrument", &self.instrument)] {
            if value.is_none() && !self.present.contains(key) {
                faults.add_whole(format!("no `{key}`; a book needs book (its id), name and instrument"));
            }
        }
        if let Some(id) = &self.id
            && let Err(message) = id.parse::<WagerId>()
        {
            faults.add_whole(format!("book: {}", message.replace("dragon-player", "house-act")));
        }
        if self.based_on.is_some() && self.id.as_deref().is_some_and(|id| shelf::ids().contains(&id)) {
            faults.add_whole("book: a variant needs an id of its own, not that of a published book");
        }
        self.check_numbers(faults);
        let mut topics = std::mem::take(&mut self.topics);
        let rules = Rules::read(|topic| topics.remove(topic).unwrap_or_default(), faults);
        // What points at what can only be judged in a text that is whole.
        let rules = rules.filter(|_| !faults.is_broken())?;
        let (values, chart, tableau) = prove::tableau(&rules, faults)?;
        prove::rules(&rules, &self.numbers, faults);
        if rows_too {
            let reachable = prove::Reachable::of(&tableau, &values);
            for draft in self.wagers.iter().filter(|draft| !draft.incomplete) {
                prove::wager(&rules, &draft.wager, &draft.span, &draft.rows, &reachable, faults);
            }
        }
        let wagers = self.wagers_by_method(&rules, faults);
        prove::references(&rules, &wagers, faults);
        let drafts = self.wagers.iter().map(|draft| (&draft.wager, &draft.span));
        prove::backing(&rules, drafts, &wagers, faults);
        prove::scopes(&self.clauses, &rules, faults);
        Some(Book {
            id: self.id?,
            name: self.name?,
            instrument: self.instrument?,
            based_on: self.based_on.map(|(_, base)| base),
            words: self.words,
            clauses: self.clauses,
            rules,
            wagers,
            tableau,
            values,
            chart,
        })
    }

    /// Every clause that a row cites must stand in the book.
    fn check_numbers(&self, faults: &mut Faults) {
        for draft in &self.wagers {
            for (row, span) in draft.wager.rows.iter().zip(&draft.rows) {
                for cited in row.basis.clauses().iter().filter(|cited| !self.numbers.contains(cited.as_str()))
                {
                    faults.add(
                        span.clone(),
                        format!("wager {}", draft.wager.id),
                        format!("by: found clause `{cited}`; allowed are clauses that stand in this book"),
                    );
                }
            }
        }
    }

    fn wagers_by_method(&self, rules: &Rules, faults: &mut Faults) -> Vec<MethodWagers> {
        let methods: Vec<String> =
            rules.settlement.methods.values().map(|method| method.id.clone()).collect();
        for draft in &self.wagers {
            for method in draft.methods.iter().flatten().filter(|method| !methods.contains(method)) {
                faults.add(
                    draft.span.clone(),
                    format!("wager {}", draft.wager.id),
                    format!("methods: found `{method}`; allowed are {}", methods.join(", ")),
                );
            }
        }
        let of = |method: &String| -> Vec<&WagerDraft> {
            let is_of = |draft: &&WagerDraft| draft.methods.as_ref().is_none_or(|of| of.contains(method));
            self.wagers.iter().filter(is_of).collect()
        };
        for method in &methods {
            let mut seen = HashSet::new();
            for draft in of(method) {
                if !seen.insert(&draft.wager.id) {
                    faults.add(
                        draft.span.clone(),
                        format!("wager {}", draft.wager.id),
                        format!("declared twice for method `{method}`; allowed is once for each method"),
                    );
                }
            }
            if seen.is_empty() {
                faults.add_whole(format!("method `{method}` has no wager; allowed is at least one"));
            }
        }
        let in_order = |method: &String| {
            let mut wagers: Vec<Wager> = of(method).into_iter().map(|draft| draft.wager.clone()).collect();
            wagers.sort_by_key(|wager| wager.class);
            MethodWagers { method: method.clone(), wagers }
        };
        methods.iter().map(in_order).collect()
    }
}

fn topics_of(infos: &[TopicInfo], group: &str) -> String {
    let of = infos.iter().filter(|info| group_of(info.id) == group);
    of.map(|info| info.id).collect::<Vec<_>>().join(", ")
}

fn group_of(topic: &str) -> &str {
    topic.split('.').next().unwrap_or(topic)
}

/// A text that says something.
fn text_of(value: Spanned<DeValue<'_>>, place: &str, faults: &mut Faults) -> Option<String> {
    let span = value.span();
    let text: String = value_of(value, place, "", faults)?;
    if text.trim().is_empty() {
        faults.add(span, place, "found an empty text; allowed is a text that says something");
        return None;
    }
    Some(text)
}

fn tables_of<'i>(
    value: Spanned<DeValue<'i>>,
    place: &str,
    faults: &mut Faults,
) -> Vec<(Range<usize>, DeTable<'i>)> {
    let span = value.span();
    let DeValue::Array(values) = value.into_inner() else {
        faults.add(span, place, format!("found a single value; allowed are tables headed [[{place}]]"));
        return Vec::new();
    };
    let mut tables = Vec::new();
    for value in values {
        let span = value.span();
        match value.into_inner() {
            DeValue::Table(table) => tables.push((span, table)),
            _ => {
                faults.add(span, place, format!("found a bare value; allowed are tables headed [[{place}]]"))
            }
        }
    }
    tables
}

/// The settlement methods of a wager; a list of none would make it vanish.
fn methods_of(value: Spanned<DeValue<'_>>, place: &str, faults: &mut Faults) -> Option<Vec<String>> {
    let span = value.span();
    let methods: Vec<String> = value_of(value, place, "methods", faults)?;
    if methods.is_empty() {
        faults.add(
            span,
            place,
            "methods: found none; allowed are methods of this book, or no `methods` at all for every one",
        );
        return None;
    }
    Some(methods)
}

/// The rows that can be read, where each stands, and whether all could be.
fn rows_of(
    value: Spanned<DeValue<'_>>,
    place: &str,
    faults: &mut Faults,
) -> (Vec<Row>, Vec<Range<usize>>, bool) {
    let span = value.span();
    let DeValue::Array(values) = value.into_inner() else {
        faults.add(
            span,
            place,
            "rows: found no list; allowed is a list of rows { when, pays | stands_off | loses, by }",
        );
        return Default::default();
    };
    let (mut rows, mut spans, count) = (Vec::new(), Vec::new(), values.len());
    for value in values {
        let span = value.span();
        if let Some(row) = row_of(value, place, faults) {
            rows.push(row);
            spans.push(span);
        }
    }
    let readable = rows.len() == count;
    (rows, spans, readable)
}

/// Reads a row key by key, so that every fault in it is told.
fn row_of(value: Spanned<DeValue<'_>>, place: &str, faults: &mut Faults) -> Option<Row> {
    let span = value.span();
    let DeValue::Table(table) = value.into_inner() else {
        faults.add(
            span,
            place,
            "rows: found no row; allowed is { when = { … }, pays = \"8 to 1\", by = \"…\" }",
        );
        return None;
    };
    let has = |key: &str| table.get(key).is_some();
    let (pays_there, when_there) = (has("pays"), has("when"));
    let (basis_there, several) = (has("by") || has("assumed"), has("by") && has("assumed"));
    let (mut name, mut when, mut pays, mut off, mut loses) = (None, None, None, false, false);
    let (mut by, mut assumed) = (None, None);
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "name" => name = text_of(value, place, faults),
            "when" => when = condition_of(value, place, faults),
            "pays" => pays = value_of::<Odds>(value, place, "pays", faults),
            "stands_off" => off = value_of(value, place, "stands_off", faults).unwrap_or_default(),
            "loses" => loses = value_of(value, place, "loses", faults).unwrap_or_default(),
            "by" => by = value_of::<OneOf<String>>(value, place, "by", faults),
            "assumed" => assumed = text_of(value, place, faults),
            other => {
                let message =
                    format!("found `{other}`; allowed are name, when, pays, stands_off, loses, by, assumed");
                faults.add(key.span(), place, message);
            }
        }
    }
    if !when_there {
        faults.add(span.clone(), place, "a row needs when = { … }; `{}` is always");
    }
    if usize::from(pays_there) + usize::from(off) + usize::from(loses) != 1 {
        faults.add(
            span.clone(),
            place,
            "a row needs exactly one of pays = \"…\", stands_off = true, loses = true",
        );
    }
    let names_none = matches!(&by, Some(OneOf::Any(numbers)) if numbers.is_empty());
    if !basis_there || several || names_none {
        faults.add(span, place, "a row needs either by = the clauses it rests on, or assumed = why");
    }
    let settlement = match (pays, pays_there, off, loses) {
        (Some(odds), true, false, false) => Settlement::Wins(odds),
        (None, false, true, false) => Settlement::StandsOff,
        (None, false, false, true) => Settlement::Loses,
        _ => return None,
    };
    let basis = match (by, assumed) {
        (Some(OneOf::One(number)), None) => Basis::Clauses(vec![number.into()]),
        (Some(OneOf::Any(numbers)), None) if !numbers.is_empty() => {
            Basis::Clauses(numbers.into_iter().map(ClauseNumber::from).collect())
        }
        (None, Some(why)) => Basis::Assumed(why),
        _ => return None,
    };
    Some(Row { name, when: when?, settlement, basis })
}

/// Reads a condition feature by feature.
fn condition_of(value: Spanned<DeValue<'_>>, place: &str, faults: &mut Faults) -> Option<Condition> {
    let span = value.span();
    let DeValue::Table(table) = value.into_inner() else {
        faults.add(span, place, "when: found no table; allowed is { feature = value, … }");
        return None;
    };
    let mut condition = Condition::default();
    let mut good = true;
    macro_rules! features {
        ($key:expr, $value:expr, $($feature:ident),*) => {
            match $key.get_ref().as_ref() {
                $( stringify!($feature) => {
                    condition.$feature = value_of($value, place, concat!("when.", stringify!($feature)), faults);
                    good &= condition.$feature.is_some();
                } )*
                other => {
                    let known = [$(stringify!($feature),)* "all", "either", "not"].join(", ");
                    faults.add($key.span(), place, format!("when: found `{other}`; allowed are {known}"));
                    good = false;
                }
            }
        };
    }
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "either" => {
                condition.either = conditions_of("either", value, place, faults);
                good &= condition.either.is_some();
                continue;
            }
            "all" => {
                condition.all = conditions_of("all", value, place, faults);
                good &= condition.all.is_some();
                continue;
            }
            "not" => {
                condition.not = condition_of(value, place, faults).map(Box::new);
                good &= condition.not.is_some();
                continue;
            }
            _ => {}
        }
        features!(
            key,
            value,
            winner,
            player_total,
            banker_total,
            margin,
            sum,
            natural,
            player_natural,
            banker_natural,
            player_cards,
            banker_cards,
            cards,
            player_pair,
            banker_pair,
            pairs,
            twin_pair,
            player_first,
            banker_first,
            player_third,
            banker_third,
            highest,
            count,
            ranks,
            shape
        );
    }
    good.then_some(condition)
}

/// Reads a list of conditions, of which one must be so or all.
fn conditions_of(
    key: &str,
    value: Spanned<DeValue<'_>>,
    place: &str,
    faults: &mut Faults,
) -> Option<Vec<Condition>> {
    let span = value.span();
    match value.into_inner() {
        DeValue::Array(values) if !values.is_empty() => {
            let read: Vec<Option<Condition>> =
                values.into_iter().map(|value| condition_of(value, place, faults)).collect();
            read.into_iter().collect()
        }
        _ => {
            let message =
                format!("when.{key}: allowed is a list of conditions [{{ feature = value, … }}, …]");
            faults.add(span, place, message);
            None
        }
    }
}
