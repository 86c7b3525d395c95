//! A topic is one thing that a book may rule on. Its answer keeps the clauses it rests on.

use crate::basis::{Basis, ClauseNumber};
use crate::fault::{Faults, humane};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

/// The name of a topic, as every answer to it carries it along.
pub struct TopicName {
    /// The group and key under which a clause gives it, such as `cut.from_back`.
    pub id: &'static str,
    /// Has anybody looked at the value of an answer? Only tests ask, and only their builds keep it.
    #[cfg(debug_assertions)]
    looked_at: std::sync::atomic::AtomicBool,
}

impl TopicName {
    pub(crate) const fn new(id: &'static str) -> TopicName {
        TopicName {
            id,
            #[cfg(debug_assertions)]
            looked_at: std::sync::atomic::AtomicBool::new(false),
        }
    }

    /// Somebody looks at the value of an answer.
    #[inline]
    fn look(&self) {
        #[cfg(debug_assertions)]
        if !self.is_looked_at() {
            self.looked_at.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }

    /// Has anybody in this process looked at the value of an answer to this topic?
    #[cfg(debug_assertions)]
    pub fn is_looked_at(&self) -> bool {
        self.looked_at.load(std::sync::atomic::Ordering::Relaxed)
    }
}

impl std::fmt::Debug for TopicName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl std::fmt::Display for TopicName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id)
    }
}

/// Each topic has one name, so equal names are the same topic.
impl PartialEq for TopicName {
    fn eq(&self, other: &TopicName) -> bool {
        self.id == other.id
    }
}

impl Eq for TopicName {}

/// A value and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled<T> {
    /// What it is an answer to.
    pub topic: &'static TopicName,
    value: T,
    /// The clauses that give it, or why it is assumed.
    pub basis: Basis,
}

impl<T> Ruled<T> {
    /// The value.
    pub fn value(&self) -> &T {
        self.topic.look();
        &self.value
    }
}

impl<T> std::ops::Deref for Ruled<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value()
    }
}

/// The answer to a topic on which a book may be silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated<T> {
    /// The book rules, or a value is assumed.
    Ruled(Ruled<T>),
    /// This book does not say.
    Silent(Silence),
}

/// That a book does not say something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silence {
    /// On what it is silent.
    pub topic: &'static TopicName,
    /// Why that is so.
    pub why: String,
}

impl<T> Stated<T> {
    /// The value, unless the book is silent.
    pub fn get(&self) -> Option<&T> {
        self.topic().look();
        self.ruled().map(|ruled| &ruled.value)
    }

    /// What it is about.
    pub fn topic(&self) -> &'static TopicName {
        match self {
            Stated::Ruled(ruled) => ruled.topic,
            Stated::Silent(silence) => silence.topic,
        }
    }

    /// The value with its basis, unless the book is silent.
    pub fn ruled(&self) -> Option<&Ruled<T>> {
        match self {
            Stated::Ruled(ruled) => Some(ruled),
            Stated::Silent(_) => None,
        }
    }
}

/// The answers to a topic to which any number of clauses add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// What they are answers to.
    pub topic: &'static TopicName,
    /// Each answer with its own clauses.
    pub items: Vec<Ruled<T>>,
    /// Why the book says nothing, if it says nothing.
    pub silent: Option<String>,
}

impl<T> Listed<T> {
    /// The values in the order of the book.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.topic.look();
        self.items.iter().map(|item| &item.value)
    }

    /// The first answer that fits.
    pub fn find(&self, fits: impl Fn(&T) -> bool) -> Option<&Ruled<T>> {
        self.fitting(fits).next()
    }

    /// Every answer that fits.
    pub fn fitting(&self, fits: impl Fn(&T) -> bool) -> impl Iterator<Item = &Ruled<T>> {
        self.topic.look();
        self.items.iter().filter(move |item| fits(&item.value))
    }
}

/// Answers to which any number of clauses add, and whose order is part of what the book says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered<T>(pub Listed<T>);

impl<T> std::ops::Deref for Ordered<T> {
    type Target = Listed<T>;

    fn deref(&self) -> &Listed<T> {
        &self.0
    }
}

/// How many clauses may speak on a topic, and whether one must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Exactly one answer, by a clause or assumed: without it no coup can be dealt.
    Always,
    /// One answer, or the book says that it is silent.
    Once,
    /// Any number of answers, or the book says that it is silent.
    Many,
}

/// A topic as documentation, schema and comparison see it.
pub struct TopicInfo {
    /// The group and key under which a clause gives it, such as `cut.from_back`.
    pub id: &'static str,
    /// What it is about, in one sentence.
    pub about: &'static str,
    /// How many clauses may speak on it.
    pub need: Need,
    /// The schema of one answer.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// One answer of a book to a topic, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The value as the book file writes it.
    pub value: String,
    /// What it rests on.
    pub basis: Basis,
}

/// All that a book says on one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The topic.
    pub topic: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The answers; none where the book is silent.
    pub answers: Vec<Answer>,
    /// Why the book is silent, where it is.
    pub silent: Option<String>,
    /// Is the order of the answers part of what the book says?
    pub in_order: bool,
}

/// A value met in a book file under a topic, before it is understood.
pub(crate) struct Entry<'i> {
    pub(crate) value: Spanned<DeValue<'i>>,
    pub(crate) basis: Basis,
    /// How a fault names the place: the clause, or the table it stands in.
    pub(crate) place: String,
}

/// Everything a book file says on one topic, before it is understood.
#[derive(Default)]
pub(crate) struct Entries<'i> {
    pub(crate) given: Vec<Entry<'i>>,
    /// Clauses that say they support the topic as well.
    pub(crate) also: Vec<crate::basis::ClauseNumber>,
    pub(crate) silent: Option<String>,
    /// Why the book is silent on the rest of the group, which binds only if nothing is given.
    pub(crate) silent_rest: Option<String>,
}

impl Entries<'_> {
    /// Why the book is silent on this topic, if it says so.
    fn silence(&self) -> Option<String> {
        let rest = || self.silent_rest.clone().filter(|_| self.given.is_empty());
        self.silent.clone().or_else(rest)
    }
}

/// The kinds of answer a topic can have.
pub(crate) trait Topical: Sized {
    const NEED: Need;
    /// Is the order of the answers part of what the book says?
    const IN_ORDER: bool = false;
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    fn read(topic: &'static TopicName, entries: Entries<'_>, faults: &mut Faults) -> Option<Self>;
    fn name(&self) -> &'static TopicName;
    fn answers(&self) -> (Vec<Answer>, Option<String>);
    /// The answers that a clause gives which is asked for: the others are not written.
    fn given_by(&self, is_asked: &dyn Fn(&ClauseNumber) -> bool) -> Vec<Answer>;
    /// Leaves out the clauses that do not speak of a table, and answers that only they give.
    fn retain(&mut self, speaks: &dyn Fn(&ClauseNumber) -> bool);
}

/// Does any clause that gives this speak of the table? What is assumed always does.
fn is_given(basis: &Basis, speaks: &dyn Fn(&ClauseNumber) -> bool) -> bool {
    basis.clauses().is_empty() || basis.clauses().iter().any(speaks)
}

/// What a topic's value must be able to do: be read, be written back, and describe itself.
pub trait Value: DeserializeOwned + Serialize + JsonSchema {}
impl<T: DeserializeOwned + Serialize + JsonSchema> Value for T {}

/// A value as the book file writes it.
pub(crate) fn written<T: Serialize>(value: &T) -> String {
    let mut text = String::new();
    match value.serialize(toml::ser::ValueSerializer::new(&mut text)) {
        Ok(_) => text.trim_matches('"').to_owned(),
        Err(error) => error.to_string(),
    }
}

fn understand<T: Value>(
    topic: &'static TopicName,
    entry: Entry<'_>,
    faults: &mut Faults,
) -> Option<Ruled<T>> {
    let value = value_of(entry.value, &entry.place, topic.id, faults)?;
    Some(Ruled { topic, value, basis: entry.basis })
}

/// Reads a value, or adds the fault in it; `what` is named in the fault.
pub(crate) fn value_of<T: for<'de> serde::Deserialize<'de>>(
    value: Spanned<DeValue<'_>>,
    place: &str,
    what: &str,
    faults: &mut Faults,
) -> Option<T> {
    let span = value.span();
    if !is_readable(&value, place, what, faults) {
        return None;
    }
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(value) => Some(value),
        Err(error) => {
            add_unread(&error, span, place, what, faults);
            None
        }
    }
}

/// Can this value be read at all, whatever it is to be? This and what follows it stand apart from [`value_of`], so that they are
/// compiled once and not for every type.
fn is_readable(value: &Spanned<DeValue<'_>>, place: &str, what: &str, faults: &mut Faults) -> bool {
    if value.span().is_empty() && faults.is_broken() {
        // Nothing stands there: it is what a slip in the text left behind.
        return false;
    }
    let odd = oddity(value);
    if let Some((at, odd)) = &odd {
        faults.add(at.clone(), place, named(what, odd));
    }
    odd.is_none()
}

/// Adds the fault in a value that could not be read.
fn add_unread(
    error: &toml::de::Error,
    span: std::ops::Range<usize>,
    place: &str,
    what: &str,
    faults: &mut Faults,
) {
    let inside = |at: &std::ops::Range<usize>| span.contains(&at.start);
    let at = error.span().filter(inside).unwrap_or(span.clone());
    faults.add(at, place, named(what, &humane(error.message())));
}

fn named(what: &str, message: &str) -> String {
    match what {
        "" => message.to_owned(),
        what => format!("{what}: {message}"),
    }
}

/// Values that no topic takes and that the reader would name in its own jargon.
fn oddity(value: &Spanned<DeValue<'_>>) -> Option<(std::ops::Range<usize>, &'static str)> {
    match value.get_ref() {
        DeValue::Datetime(_) => {
            Some((value.span(), "found a date; allowed are texts, whole numbers, lists and tables"))
        }
        DeValue::Integer(number)
            if i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).is_err() =>
        {
            Some((
                value.span(),
                "found a number too large; allowed are whole numbers up to 9223372036854775807",
            ))
        }
        DeValue::Array(values) => values.iter().find_map(oddity),
        DeValue::Table(table) => table.iter().find_map(|(_, value)| oddity(value)),
        _ => None,
    }
}

fn understand_one<T: Value>(
    topic: &'static TopicName,
    entries: Entries<'_>,
    faults: &mut Faults,
) -> Option<Ruled<T>> {
    understand(topic, only_one(topic, entries, faults)?, faults)
}

/// The first answer, with the clauses that support it; any other is a fault.
fn only_one<'i>(topic: &'static TopicName, entries: Entries<'i>, faults: &mut Faults) -> Option<Entry<'i>> {
    let mut given = entries.given.into_iter();
    let mut first = given.next()?;
    let place = first.place.clone();
    for again in given {
        faults.add(
            again.value.span(),
            again.place,
            format!("{topic}: already given at {place}; allowed is one answer (a clause that agrees says `also = [\"{topic}\"]`)"),
        );
    }
    if let Basis::Clauses(clauses) = &mut first.basis {
        clauses.extend(entries.also);
    }
    Some(first)
}

impl<T: Value> Topical for Ruled<T> {
    const NEED: Need = Need::Always;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn read(topic: &'static TopicName, entries: Entries<'_>, faults: &mut Faults) -> Option<Self> {
        if entries.given.is_empty() {
            faults.miss(topic.id);
        }
        understand_one(topic, entries, faults)
    }

    fn name(&self) -> &'static TopicName {
        self.topic
    }

    fn answers(&self) -> (Vec<Answer>, Option<String>) {
        (vec![Answer { value: written(&self.value), basis: self.basis.clone() }], None)
    }

    fn given_by(&self, is_asked: &dyn Fn(&ClauseNumber) -> bool) -> Vec<Answer> {
        if self.basis.clauses().iter().any(is_asked) { self.answers().0 } else { Vec::new() }
    }

    fn retain(&mut self, speaks: &dyn Fn(&ClauseNumber) -> bool) {
        if let Basis::Clauses(clauses) = &mut self.basis
            && clauses.iter().any(speaks)
        {
            clauses.retain(|clause| speaks(clause));
        }
    }
}

fn add_not_silent(topic: &TopicName, entry: &Entry<'_>, faults: &mut Faults) {
    faults.add(
        entry.value.span(),
        entry.place.clone(),
        format!("{topic}: given here but declared silent too; allowed is one or the other"),
    );
}

impl<T: Value> Topical for Stated<T> {
    const NEED: Need = Need::Once;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn read(topic: &'static TopicName, entries: Entries<'_>, faults: &mut Faults) -> Option<Self> {
        match (entries.given.first(), entries.silence()) {
            (Some(entry), Some(_)) => {
                add_not_silent(topic, entry, faults);
                None
            }
            (Some(_), None) => understand_one(topic, entries, faults).map(Stated::Ruled),
            (None, Some(why)) => Some(Stated::Silent(Silence { topic, why })),
            (None, None) => {
                faults.forget(topic.id);
                None
            }
        }
    }

    fn name(&self) -> &'static TopicName {
        self.topic()
    }

    fn answers(&self) -> (Vec<Answer>, Option<String>) {
        match self {
            Stated::Ruled(ruled) => ruled.answers(),
            Stated::Silent(silence) => (Vec::new(), Some(silence.why.clone())),
        }
    }

    fn given_by(&self, is_asked: &dyn Fn(&ClauseNumber) -> bool) -> Vec<Answer> {
        match self {
            Stated::Ruled(ruled) => ruled.given_by(is_asked),
            Stated::Silent(_) => Vec::new(),
        }
    }

    fn retain(&mut self, speaks: &dyn Fn(&ClauseNumber) -> bool) {
        match self {
            Stated::Ruled(ruled) if is_given(&ruled.basis, speaks) => ruled.retain(speaks),
            Stated::Ruled(ruled) => {
                let why = "No clause on it speaks of this table.".to_owned();
                *self = Stated::Silent(Silence { topic: ruled.topic, why });
            }
            Stated::Silent(_) => {}
        }
    }
}

impl<T: Value> Topical for Listed<T> {
    const NEED: Need = Need::Many;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        schemars::json_schema!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
    }

    fn read(topic: &'static TopicName, entries: Entries<'_>, faults: &mut Faults) -> Option<Self> {
        let (singles, silent) = one_by_one(topic, entries, faults);
        let items = singles.into_iter().filter_map(|entry| understand(topic, entry, faults)).collect();
        Some(Listed { topic, items, silent })
    }

    fn name(&self) -> &'static TopicName {
        self.topic
    }

    fn answers(&self) -> (Vec<Answer>, Option<String>) {
        let answers = self.items.iter().flat_map(|item| item.answers().0).collect();
        (answers, self.silent.clone())
    }

    fn given_by(&self, is_asked: &dyn Fn(&ClauseNumber) -> bool) -> Vec<Answer> {
        self.items.iter().flat_map(|item| item.given_by(is_asked)).collect()
    }

    fn retain(&mut self, speaks: &dyn Fn(&ClauseNumber) -> bool) {
        self.items.retain(|item| is_given(&item.basis, speaks));
        self.items.iter_mut().for_each(|item| item.retain(speaks));
    }
}

impl<T: Value> Topical for Ordered<T> {
    const NEED: Need = Need::Many;
    const IN_ORDER: bool = true;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        Listed::<T>::schema(generator)
    }

    fn read(topic: &'static TopicName, entries: Entries<'_>, faults: &mut Faults) -> Option<Self> {
        Listed::read(topic, entries, faults).map(Ordered)
    }

    fn name(&self) -> &'static TopicName {
        self.0.topic
    }

    fn answers(&self) -> (Vec<Answer>, Option<String>) {
        self.0.answers()
    }

    fn given_by(&self, is_asked: &dyn Fn(&ClauseNumber) -> bool) -> Vec<Answer> {
        self.0.given_by(is_asked)
    }

    fn retain(&mut self, speaks: &dyn Fn(&ClauseNumber) -> bool) {
        self.0.retain(speaks);
    }
}

/// Every answer by itself, and why the book is silent if it is.
fn one_by_one<'i>(
    topic: &'static TopicName,
    entries: Entries<'i>,
    faults: &mut Faults,
) -> (Vec<Entry<'i>>, Option<String>) {
    let silent = entries.silence();
    match (entries.given.first(), &silent) {
        (Some(entry), Some(_)) => add_not_silent(topic, entry, faults),
        (None, None) => faults.forget(topic.id),
        _ => {}
    }
    (entries.given.into_iter().flat_map(listed).collect(), silent)
}

/// A list given by one clause is as many entries.
fn listed(entry: Entry<'_>) -> Vec<Entry<'_>> {
    let span = entry.value.span();
    match entry.value.into_inner() {
        DeValue::Array(values) => values
            .into_iter()
            .map(|value| Entry { value, basis: entry.basis.clone(), place: entry.place.clone() })
            .collect(),
        value => vec![Entry { value: Spanned::new(span, value), basis: entry.basis, place: entry.place }],
    }
}

/// Declares groups of topics: for each a struct, and one `Rules` that holds them all.
macro_rules! rules {
    ($(
        $(#[doc = $group_doc:literal])*
        $group:ident: $Group:ident {
            $( $(#[doc = $doc:literal])* $key:ident: $Kind:ident<$T:ty>, )*
        }
    )*) => {
        $(
            $(#[doc = $group_doc])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $Group {
                $( $(#[doc = $doc])* pub $key: $crate::topic::$Kind<$T>, )*
            }

            impl $Group {
                /// Every topic is read before any is missed, so that all faults come at once.
                fn read<'i>(
                    take: &mut impl FnMut(&'static str) -> $crate::topic::Entries<'i>,
                    faults: &mut $crate::fault::Faults,
                ) -> Option<$Group> {
                    use $crate::topic::Topical as _;
                    $(
                        let $key = {
                            static NAME: $crate::topic::TopicName = $crate::topic::TopicName::new(concat!(
                                stringify!($group),
                                ".",
                                stringify!($key)
                            ));
                            <$crate::topic::$Kind<$T>>::read(&NAME, take(NAME.id), faults)
                        };
                    )*
                    Some($Group { $( $key: $key?, )* })
                }
            }
        )*

        /// Everything a book rules on, group by group.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Rules {
            $( $(#[doc = $group_doc])* pub $group: $Group, )*
        }

        impl Rules {
            /// Every topic there is, in the order of this page.
            pub fn topics() -> Vec<$crate::topic::TopicInfo> {
                use $crate::topic::Topical as _;
                vec![$($(
                    $crate::topic::TopicInfo {
                        id: concat!(stringify!($group), ".", stringify!($key)),
                        about: concat!($($doc),*).trim_ascii(),
                        need: <$crate::topic::$Kind<$T>>::NEED,
                        schema: <$crate::topic::$Kind<$T>>::schema,
                    },
                )*)*]
            }

            /// The groups with what each is about.
            pub fn groups() -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($group), concat!($($group_doc),*).trim_ascii()),)*]
            }

            /// What this book says on every topic.
            pub fn said(&self) -> Vec<$crate::topic::Said> {
                use $crate::topic::Topical as _;
                vec![$($({
                    let (answers, silent) = self.$group.$key.answers();
                    $crate::topic::Said {
                        topic: concat!(stringify!($group), ".", stringify!($key)),
                        about: concat!($($doc),*).trim_ascii(),
                        answers,
                        silent,
                        in_order: <$crate::topic::$Kind<$T>>::IN_ORDER,
                    }
                },)*)*]
            }

            /// What clauses that are asked for give, each with its topic.
            pub(crate) fn given_by(
                &self,
                is_asked: &dyn Fn(&$crate::basis::ClauseNumber) -> bool,
            ) -> Vec<(&'static str, $crate::topic::Answer)> {
                use $crate::topic::Topical as _;
                let mut given = Vec::new();
                $($({
                    let topic = concat!(stringify!($group), ".", stringify!($key));
                    given.extend(self.$group.$key.given_by(is_asked).into_iter().map(|answer| (topic, answer)));
                })*)*
                given
            }

            /// The names of all topics, in the order of this page.
            pub fn names(&self) -> Vec<&'static $crate::topic::TopicName> {
                use $crate::topic::Topical as _;
                vec![$($( self.$group.$key.name(), )*)*]
            }

            /// Leaves out the clauses that do not speak of a table, topic by topic.
            pub(crate) fn retain(&mut self, speaks: &dyn Fn(&str, &$crate::basis::ClauseNumber) -> bool) {
                use $crate::topic::Topical as _;
                $($({
                    let topic = concat!(stringify!($group), ".", stringify!($key));
                    self.$group.$key.retain(&|clause| speaks(topic, clause));
                })*)*
            }

            pub(crate) fn read<'i>(
                mut take: impl FnMut(&'static str) -> $crate::topic::Entries<'i>,
                faults: &mut $crate::fault::Faults,
            ) -> Option<Rules> {
                $( let $group = $Group::read(&mut take, faults); )*
                Some(Rules { $( $group: $group?, )* })
            }
        }
    };
}
pub(crate) use rules;

/// How many letters a name in capitals has as a book file writes it: `FirstCard` is `first-card`.
pub(crate) const fn dashed_length(name: &str) -> usize {
    let (mut length, mut at) = (0, 0);
    while at < name.len() {
        length += if at > 0 && name.as_bytes()[at].is_ascii_uppercase() { 2 } else { 1 };
        at += 1;
    }
    length
}

/// A name in capitals, as a book file writes it.
pub(crate) const fn dashed<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut dashed = [b'-'; LENGTH];
    let (mut to, mut at) = (0, 0);
    while at < name.len() {
        let letter = name.as_bytes()[at];
        to += if at > 0 && letter.is_ascii_uppercase() { 1 } else { 0 };
        dashed[to] = letter.to_ascii_lowercase();
        to += 1;
        at += 1;
    }
    dashed
}

/// Reads one of some words, and gives its index. Every closed set of words is read here, so that a compiler does not make as many
/// readers as there are sets.
pub(crate) fn read_word<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
    words: &'static [&'static str],
    before: &'static [(&'static str, usize)],
) -> Result<usize, D::Error> {
    deserializer.deserialize_str(OneOf(words, before))
}

/// One of these words, or of those that books used for them before, which logs still hold.
struct OneOf(&'static [&'static str], &'static [(&'static str, usize)]);

impl serde::de::Visitor<'_> for OneOf {
    type Value = usize;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a word")
    }

    fn visit_str<E: serde::de::Error>(self, found: &str) -> Result<usize, E> {
        let index = self.0.iter().position(|word| *word == found);
        let before = || self.1.iter().find(|(word, _)| *word == found).map(|(_, index)| *index);
        index.or_else(before).ok_or_else(|| E::unknown_variant(found, self.0))
    }
}

/// The schema of a closed set of words, each with what it means.
pub(crate) fn schema_of_words(about: &[&str], words: &[&str], meanings: &[&[&str]]) -> Schema {
    let text = |lines: &[&str]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    let mut schema = match meanings.iter().all(|meaning| meaning.is_empty()) {
        true => schemars::json_schema!({ "type": "string", "enum": words }),
        false => {
            let one = |(word, meaning): (&&str, &&[&str])| serde_json::json!({ "description": text(meaning), "type": "string", "const": word });
            let all: Vec<serde_json::Value> = words.iter().zip(meanings).map(one).collect();
            schemars::json_schema!({ "oneOf": all })
        }
    };
    if !about.is_empty() {
        // The description stands first, as in every other schema.
        let rest = std::mem::take(schema.ensure_object());
        schema.insert("description".into(), text(about).into());
        schema.ensure_object().extend(rest);
    }
    schema
}

/// Declares a closed set of words, written in a book file with dashes. A word that took the place of others names them after `was`.
macro_rules! words {
    ($(
        $(#[doc = $doc:literal])*
        $Name:ident { $( $(#[doc = $variant_doc:literal])* $Variant:ident $(was $($before:literal)+)?, )* }
    )*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Name { $( $(#[doc = $variant_doc])* $Variant, )* }

        impl $Name {
            /// Every word of the set.
            pub const ALL: &[$Name] = &[$($Name::$Variant),*];

            /// The words as a book file writes them, in the same order.
            const WORDS: &'static [&'static str] = &[$({
                const NAME: &str = stringify!($Variant);
                const WORD: [u8; $crate::topic::dashed_length(NAME)] = $crate::topic::dashed(NAME);
                match std::str::from_utf8(&WORD) {
                    Ok(word) => word,
                    Err(_) => panic!("names are ASCII"),
                }
            }),*];

            /// Words that books used before, with the index of the one that took their place.
            const BEFORE: &'static [(&'static str, usize)] =
                &[$($($(($before, $Name::$Variant as usize),)+)?)*];
        }

        /// The word as a book file writes it.
        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($Name::WORDS[*self as usize])
            }
        }

        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($Name::WORDS[*self as usize])
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Name, D::Error> {
                $crate::topic::read_word(deserializer, $Name::WORDS, $Name::BEFORE).map(|index| $Name::ALL[index])
            }
        }

        impl schemars::JsonSchema for $Name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Name)).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::topic::schema_of_words(&[$($doc),*], $Name::WORDS, &[$(&[$($variant_doc),*]),*])
            }
        }
    )* };
}
pub(crate) use words;

/// Declares small records that a clause gives, each field documented.
macro_rules! records {
    ($(
        $(#[doc = $doc:literal])*
        $Name:ident { $( $(#[$field_attribute:meta])* $field:ident: $T:ty, )* }
    )*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $Name { $( $(#[$field_attribute])* pub $field: $T, )* }
    )* };
}
pub(crate) use records;
