//! The settings file of a house, or every fault in it with its line. `docs/house.md` describes it.

use crate::library;
use crate::witnesses::WitnessAt;
use baccarat::chips::Money;
use floor::config::CardsFrom;
use floor::config::{HouseBook, TableConfig};
use floor::regulars::Regulars;
use floor::timing::Pace;
use ledger::store::Place;
use people::role::Role;
use people::{self, Listed};
use prizes::Clock;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::Settings;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};
use witness::PublicKey;

/// Where the house listens unless the settings say otherwise.
pub const LISTEN: &str = "127.0.0.1:8300";

/// How often one address may ask, a second, unless the settings say otherwise.
const REQUESTS: u32 = 50;
/// How often one person may ask something of a table.
pub const COMMANDS: u32 = 20;
/// How many connections one address may have.
pub const CONNECTIONS: u32 = 200;

/// How a house is set up.
#[derive(Clone)]
pub struct HouseSettings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder of everything it keeps.
    pub data: PathBuf,
    /// The database of its log; in `data` if there is none.
    pub store: Option<Place>,
    /// The file of the key of its vault, which lies elsewhere in a real house.
    pub vault_key: PathBuf,
    /// The file of the key that signs its log, which lies elsewhere too.
    pub signing_key: PathBuf,
    /// Witnesses outside, to whom it sends its checkpoints.
    pub witnesses: Vec<WitnessAt>,
    /// The addresses by which browsers know it, such as `https://tables.example`.
    pub origins: Vec<String>,
    /// Certificate and key, where it speaks TLS itself.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// A proxy in front tells the address of whoever asks.
    pub proxy: bool,
    /// Its tables.
    pub tables: Vec<TableConfig>,
    /// Its people.
    pub people: Vec<Listed>,
    /// Anybody may come in by a link, as anything; chips are for play.
    pub demonstration: bool,
    /// The clock by which promotions close and are drawn.
    pub clock: Clock,
    /// A small draw is held every hour, so that visitors see one.
    pub hourly_draw: bool,
    /// How often one address may ask, a second.
    pub requests_a_second: u32,
    /// When the trading day begins, in milliseconds after midnight in UTC.
    pub day_begins: i64,
    /// How often one person may ask something of a table, a second.
    pub commands_a_second: u32,
    /// How many connections one address may have.
    pub connections_an_address: u32,
}

impl HouseSettings {
    /// Where the log of the house is.
    pub fn place(&self) -> Place {
        self.store.clone().unwrap_or_else(|| Place::Folder(self.data.join("ledger")))
    }
}

/// Something wrong with a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFault {
    /// The line, from 1.
    pub line: usize,
    /// What was found and what is allowed.
    pub message: String,
}

impl fmt::Display for SettingsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

struct Reader<'t> {
    text: &'t str,
    faults: Vec<SettingsFault>,
}

type Entry<'t> = Spanned<DeValue<'t>>;

impl Reader<'_> {
    fn fault(&mut self, span: Range<usize>, message: impl Into<String>) {
        let line = self.text[..span.start.min(self.text.len())].matches('\n').count() + 1;
        self.faults.push(SettingsFault { line, message: message.into() });
    }

    fn value<T: for<'de> Deserialize<'de>>(&mut self, key: &str, value: Entry<'_>) -> Option<T> {
        let span = value.span();
        match T::deserialize(ValueDeserializer::from(value)) {
            Ok(value) => Some(value),
            Err(error) => {
                let at = error.span().filter(|at| span.contains(&at.start)).unwrap_or(span);
                self.fault(at, format!("{key}: {}", error.message()));
                None
            }
        }
    }

    fn tables<'i>(&mut self, key: &str, value: Entry<'i>) -> Vec<(Range<usize>, DeTable<'i>)> {
        let span = value.span();
        let DeValue::Array(values) = value.into_inner() else {
            self.fault(span, format!("{key}: found a single value; allowed are tables headed [[{key}]]"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for value in values {
            let span = value.span();
            match value.into_inner() {
                DeValue::Table(table) => tables.push((span, table)),
                _ => self
                    .fault(span, format!("{key}: found a bare value; allowed are tables headed [[{key}]]")),
            }
        }
        tables
    }
}

/// Reads a settings file. Paths in it are taken from the folder it lies in.
pub fn read(text: &str, folder: &Path) -> Result<HouseSettings, Vec<SettingsFault>> {
    let mut reader = Reader { text, faults: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span().unwrap_or(0..0), format!("not TOML: {}", error.message()));
    }
    let mut draft = Draft::default();
    let (mut tables, mut witnesses) = (Vec::new(), Vec::new());
    for (key, value) in document.into_inner() {
        let (name, span) = (key.get_ref().to_string(), value.span());
        match name.as_str() {
            "listen" => draft.listen = Some((span, reader.value(&name, value))),
            "store" => {
                let text = reader.value::<String>(&name, value).unwrap_or_default();
                draft.store = Some(Place::from(text.as_str())).filter(|place| matches!(place, Place::Server(_)));
                if draft.store.is_none() {
                    let message = "store: allowed is the address of a PostgreSQL database, such as postgres://croupier@db1/house; without it \
                                   the log lies in `data`";
                    reader.fault(span, message);
                }
            }
            "data" => draft.data = Some(reader.value::<PathBuf>(&name, value).map(|path| folder.join(path))),
            "vault_key" => draft.key = Some(reader.value::<PathBuf>(&name, value).map(|path| folder.join(path))),
            "signing_key" => {
                draft.signing = reader.value::<PathBuf>(&name, value).map(|path| folder.join(path));
            }
            "origins" => draft.origins = reader.value(&name, value).map(|origins| (span, origins)),
            "proxy" => draft.proxy = reader.value(&name, value).unwrap_or_default(),
            "requests_a_second" => draft.requests = reader.value(&name, value),
            "day_begins" => {
                if let Some(text) = reader.value::<String>(&name, value) {
                    draft.day_begins = time_of_day(&text).unwrap_or_else(|| {
                        let message = format!("day_begins: found `{text}`; allowed is a time in UTC, such as 20:00");
                        reader.fault(span, message);
                        0
                    });
                }
            }
            "commands_a_second" => draft.commands = reader.value(&name, value),
            "connections_an_address" => draft.connections = reader.value(&name, value),
            "tls" => draft.tls = reader.value::<TlsFiles>(&name, value),
            "person" => {
                for (span, table) in reader.tables(&name, value) {
                    person(&mut reader, &mut draft, span, table);
                }
            }
            "witness" => {
                witnesses = reader.value::<Vec<WitnessAt>>(&name, value).unwrap_or_default();
                if witnesses.iter().any(|witness| PublicKey::read(&witness.key).is_none()) {
                    reader.fault(span, "witness: `key` is its public key, 64 hexadecimal digits, as `croupier witness` prints it");
                }
            }
            "table" => tables = reader.tables(&name, value),
            _ => reader.fault(
                key.span(),
                format!(
                    "found `{name}`; allowed are listen, data, store, vault_key, signing_key, origins, proxy, requests_a_second, commands_a_second, connections_an_address, day_begins, tls, person, witness, table"
                ),
            ),
        }
    }
    if draft.data.is_none() {
        reader.fault(0..0, "`data` is missing: the folder in which the house keeps everything");
    }
    if draft.key.is_none() {
        reader.fault(0..0, "`vault_key` is missing: a file outside `data` for the key of the sealed shoes, made if it is not there");
    }
    // What could not be read was told; the rest is judged without it.
    let (data, key) = (draft.data.clone().flatten(), draft.key.clone().flatten());
    let beside = key.as_ref().map(|key| key.with_file_name("signing.key"));
    let signing = draft.signing.clone().or(beside);
    for (name, path) in [("vault_key", &key), ("signing_key", &signing)] {
        if let (Some(data), Some(path)) = (&data, path)
            && path.starts_with(data)
        {
            let message =
                format!("{name}: lies in `data`; allowed is any place that is not copied along with it");
            reader.fault(0..0, message);
        }
    }
    if signing.is_some() && signing == key {
        reader.fault(0..0, "signing_key: is the file of vault_key; allowed is a file of its own");
    }
    let mut configs = Vec::new();
    let mut ids = BTreeSet::new();
    for (span, table) in tables {
        let config = one_table(&mut reader, span.clone(), table, folder);
        if let Some(config) = config {
            if !ids.insert(config.id.clone()) {
                reader
                    .fault(span, format!("table: found a second table `{}`; ids are given once", config.id));
            }
            configs.push(config);
        }
    }
    if configs.is_empty() && reader.faults.is_empty() {
        reader.fault(0..0, "found no [[table]]; allowed is at least one");
    }
    let (span, listen) = draft.listen.clone().unwrap_or((0..0, Some(LISTEN.to_owned())));
    let address: Option<SocketAddr> = listen.as_deref().and_then(|listen| listen.parse().ok());
    if let (Some(listen), None) = (&listen, address) {
        let message = format!("listen: found `{listen}`; allowed is an address and a port, such as {LISTEN}");
        reader.fault(span.clone(), message);
    }
    let listen = address.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)));
    let origins = draft.origins(&mut reader, listen);
    if !listen.ip().is_loopback() && draft.tls.is_none() && !draft.proxy {
        reader.fault(
            span,
            "listen: an address that others reach needs [tls], or `proxy = true` and a proxy that speaks TLS",
        );
    }
    let (Some(data), Some(key), Some(signing), true) = (data, key, signing, reader.faults.is_empty()) else {
        return Err(sorted(reader.faults));
    };
    Ok(HouseSettings {
        listen,
        data,
        store: draft.store,
        vault_key: key,
        signing_key: signing,
        witnesses,
        origins,
        tls: draft.tls.map(|tls| (folder.join(tls.certificate), folder.join(tls.key))),
        proxy: draft.proxy,
        tables: configs,
        people: draft.people,
        demonstration: false,
        clock: Arc::new(people::clock::now),
        hourly_draw: false,
        day_begins: draft.day_begins,
        requests_a_second: draft.requests.unwrap_or(REQUESTS).max(1),
        commands_a_second: draft.commands.unwrap_or(COMMANDS).max(1),
        connections_an_address: draft.connections.unwrap_or(CONNECTIONS).max(1),
    })
}

/// A time of day such as `20:00`, in milliseconds.
fn time_of_day(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |part: &str, most: i64| {
        let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<i64>().ok().filter(|number| digits && *number <= most)
    };
    Some((number(hours, 23)? * 60 + number(minutes, 59)?) * 60_000)
}

fn sorted(mut faults: Vec<SettingsFault>) -> Vec<SettingsFault> {
    faults.sort_by_key(|fault| fault.line);
    faults
}

#[derive(Default)]
struct Draft {
    listen: Option<(Range<usize>, Option<String>)>,
    data: Option<Option<PathBuf>>,
    store: Option<Place>,
    key: Option<Option<PathBuf>>,
    signing: Option<PathBuf>,
    origins: Option<(Range<usize>, Vec<String>)>,
    tls: Option<TlsFiles>,
    proxy: bool,
    requests: Option<u32>,
    day_begins: i64,
    commands: Option<u32>,
    connections: Option<u32>,
    people: Vec<Listed>,
}

impl Draft {
    fn origins(&self, reader: &mut Reader<'_>, listen: SocketAddr) -> Vec<String> {
        let Some((span, origins)) = &self.origins else { return own_origins(listen, self.tls.is_some()) };
        for origin in origins {
            let rest = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            if rest.is_none_or(|rest| rest.is_empty() || rest.contains(['/', '?', '#', '@'])) {
                let message = format!(
                    "origins: found `{origin}`; allowed is a scheme and a host, such as https://tables.example"
                );
                reader.fault(span.clone(), message);
            }
        }
        origins.clone()
    }
}

/// The addresses by which a browser on the same machine knows the house.
pub fn own_origins(listen: SocketAddr, tls: bool) -> Vec<String> {
    let scheme = if tls { "https" } else { "http" };
    let mut origins = vec![format!("{scheme}://{listen}")];
    if listen.ip().is_loopback() {
        origins.push(format!("{scheme}://localhost:{}", listen.port()));
    }
    origins
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TlsFiles {
    certificate: PathBuf,
    key: PathBuf,
}

fn person(reader: &mut Reader<'_>, draft: &mut Draft, span: Range<usize>, table: DeTable<'_>) {
    let (mut name, mut role, mut hash) = (None::<String>, None::<Role>, None::<String>);
    for (key, value) in table {
        let (word, at) = (key.get_ref().to_string(), value.span());
        match word.as_str() {
            "name" => {
                name = reader.value(&word, value);
                if let Some(Err(message)) = name.as_deref().map(people::check_name) {
                    reader.fault(at, format!("name: {message}"));
                }
            }
            "role" => role = reader.value(&word, value),
            "password" => {
                hash = reader.value(&word, value);
                if hash.as_deref().is_some_and(|hash| !people::is_hash(hash)) {
                    reader.fault(
                        at,
                        "password: allowed is what `croupier password` prints, which begins with $argon2id$",
                    );
                }
            }
            _ => {
                reader.fault(key.span(), format!("person: found `{word}`; allowed are name, role, password"))
            }
        }
    }
    match (name, role, hash) {
        (Some(name), Some(role), Some(hash)) => {
            if draft.people.iter().any(|known| known.name == name) {
                reader.fault(span, format!("person: found a second `{name}`; names are given once"));
            }
            draft.people.push(Listed { name, role, hash });
        }
        _ => reader.fault(span, "person: needed are name, role and password"),
    }
}

fn one_table(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    table: DeTable<'_>,
    folder: &Path,
) -> Option<TableConfig> {
    let (mut id, mut name, mut book) = (None::<String>, None::<String>, None::<HouseBook>);
    let (mut pace, mut regulars, mut bought) = (Pace::default(), Regulars::None, Money(0));
    let (mut set, mut cards, mut dealt_by) = (None, CardsFrom::default(), Vec::new());
    for (key, value) in table {
        let (word, at) = (key.get_ref().to_string(), value.span());
        match word.as_str() {
            "id" => {
                id = reader.value(&word, value);
                if id.as_deref().is_some_and(|id| !is_id(id)) {
                    reader.fault(at, "id: allowed are 1 to 32 small letters, digits and dashes");
                }
            }
            "name" => name = reader.value(&word, value),
            "book" => {
                if let Some(named) = reader.value::<String>(&word, value) {
                    match library::open(&named, folder) {
                        Ok(found) => book = Some(found),
                        Err(message) => reader.fault(at, format!("book: {message}")),
                    }
                }
            }
            "cards" => cards = reader.value(&word, value).unwrap_or_default(),
            "pace" => {
                dealt_by.push((word.clone(), at));
                pace = reader.value(&word, value).unwrap_or_default();
            }
            "players_buy_in" => bought = reader.value(&word, value).unwrap_or_default(),
            "regulars" => {
                dealt_by.push((word.clone(), at));
                regulars = reader.value(&word, value).unwrap_or_default();
            }
            "set" => set = Some(value),
            _ => reader.fault(
                key.span(),
                format!(
                    "table: found `{word}`; allowed are id, name, book, cards, pace, players_buy_in, regulars, set"
                ),
            ),
        }
    }
    let (Some(id), Some(book)) = (id, book) else {
        reader.fault(span, "table: needed are id and book");
        return None;
    };
    if cards == CardsFrom::Felt {
        for (word, at) in dealt_by {
            reader.fault(at, format!("table: found `{word}`; allowed only where the automatic dealer deals"));
        }
    }
    let settings = table_settings(reader, span, &book, set)?;
    Some(TableConfig {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        book,
        cards,
        settings,
        pace,
        most_bought: bought,
        regulars,
        demonstration: false,
    })
}

fn is_id(text: &str) -> bool {
    let spelt = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(spelt)
}

/// The table's own settings: those that are usual under its book, with what the file says laid over them.
fn table_settings(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    book: &HouseBook,
    set: Option<Entry<'_>>,
) -> Option<Settings> {
    let usual = Settings::usual(&book.book);
    let Ok(Value::Object(mut fields)) = serde_json::to_value(&usual) else { return None };
    let mut lines = Vec::new();
    let before = reader.faults.len();
    if let Some(set) = set {
        let at = set.span();
        let DeValue::Table(table) = set.into_inner() else {
            reader.fault(at, "set: found a bare value; allowed is a table headed [table.set]");
            return None;
        };
        for (key, value) in table {
            let (word, at) = (key.get_ref().to_string(), value.span());
            let Some(value) = reader.value::<Value>(&word, value) else { continue };
            let mut tried = fields.clone();
            tried.insert(word.clone(), value);
            match serde_json::from_value::<Settings>(Value::Object(tried.clone())) {
                Ok(_) => fields = tried,
                Err(error) => reader.fault(at.clone(), format!("set.{word}: {error}")),
            }
            lines.push((word, at));
        }
    }
    if reader.faults.len() > before {
        return None;
    }
    let settings: Settings = serde_json::from_value(Value::Object(fields)).ok()?;
    let bad = settings.check(&book.book);
    for bad in &bad {
        let at = lines.iter().find(|(word, _)| bad.setting.starts_with(word)).map(|(_, at)| at.clone());
        reader.fault(
            at.unwrap_or_else(|| span.clone()),
            format!("set.{}: {} ({})", bad.setting, bad.message, bad.cites),
        );
    }
    bad.is_empty().then_some(settings)
}
