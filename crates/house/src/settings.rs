//! The settings file of a house, or every fault in it with its line. `docs/house.md` describes it.

mod key;
mod page;

pub use crate::web::texts::Language;
pub use page::page;

use self::key::{HouseKey, PersonKey, TableKey, WordingKey};
use crate::library;
use crate::witnesses::WitnessAt;
use baccarat::chips::Money;
use declared::Zone;
use floor::config::CardsFrom;
use floor::config::{HouseBook, TableConfig};
use floor::regulars::Regulars;
use floor::timing::Pace;
use ledger::store::Place;
use office::calendar::Clocks;
use people::role::Role;
use people::{self, Listed};
use prizes::Clock;
use serde::Deserialize;
use serde_json::Value;
use shoe::{NodeSecret, VaultAt};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroU32;
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

/// What a house sets for its cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CageSettings {
    /// From which amount on cash and chips at the window take a second person, in the smallest unit.
    pub second_from: Money,
    /// From which amount on they take a name and a noted identity.
    pub identity_from: Money,
}

/// How a house is set up.
#[derive(Clone)]
pub struct HouseSettings {
    /// What it is called on its pages, slips and sheets; Croupier's own name if it has none.
    pub name: Option<String>,
    /// Its own words on its pages, by language.
    pub wording: BTreeMap<Language, Wording>,
    /// Its time zone.
    pub zone: Zone,
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder of everything it keeps.
    pub data: PathBuf,
    /// The database of its log; in `data` if there is none.
    pub store: Option<Place>,
    /// After how many days entries of its log are put into segments, if ever.
    pub archive_after_days: Option<NonZeroU32>,
    /// The file of the key of its vault, which lies elsewhere in a real house.
    pub vault_key: PathBuf,
    /// The file of the key that signs its log, which lies elsewhere too.
    pub signing_key: PathBuf,
    /// Which of several nodes this is, where there are several.
    pub node: Option<NodeSettings>,
    /// As whom the house and its vault run, where that is not whoever starts them.
    pub users: Option<Users>,
    /// It opens only if nobody but the vault's own user opens the vault's folder and keys.
    pub licensed: bool,
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
    /// Its cage, if it keeps one.
    pub cage: Option<CageSettings>,
    /// Anybody may come in by a link, as anything; chips are for play.
    pub demonstration: bool,
    /// The clock by which promotions close and are drawn.
    pub clock: Clock,
    /// A small draw is held every hour, so that visitors see one.
    pub hourly_draw: bool,
    /// A sit-and-go is always open under each book that knows tournaments, so that visitors can play one.
    pub sit_and_go: bool,
    /// How often one address may ask, a second.
    pub requests_a_second: u32,
    /// When the trading day begins, in milliseconds after midnight by the clocks of the house.
    pub day_begins: i64,
    /// How often one person may ask something of a table, a second.
    pub commands_a_second: u32,
    /// How many connections one address may have.
    pub connections_an_address: u32,
}

/// One of several nodes of a house.
#[derive(Clone)]
pub struct NodeSettings {
    /// What it is called, as no other node is.
    pub name: String,
    /// The secret that the nodes and the vault share.
    pub secret: NodeSecret,
    /// The NATS servers over which nodes ask each other.
    pub news: Vec<String>,
    /// The name and the password for them, where they ask for one.
    pub credentials: Option<(String, String)>,
    /// Where the vault is that the nodes share.
    pub vault: VaultAt,
}

/// The users of this machine as whom a house runs, by name or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Users {
    /// The house.
    pub house: String,
    /// Its vault.
    pub vault: String,
}

/// The house's own words on its pages, in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The heading of the lobby.
    pub welcome: Option<String>,
    /// The line under it.
    pub about: Option<String>,
    /// The line at the foot of every page.
    pub footer: Option<String>,
}

impl HouseSettings {
    /// The clocks of the house.
    pub fn clocks(&self) -> Clocks {
        Clocks { zone: self.zone.clone(), day_begins: self.day_begins }
    }

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
    let (mut reader, document) = parsed(text);
    let mut draft = Draft::default();
    let (mut tables, mut witnesses) = (Vec::new(), Vec::new());
    for (key, value) in document {
        let (name, span) = (key.get_ref().to_string(), value.span());
        let Some(known) = HouseKey::named(&name) else {
            reader.fault(key.span(), format!("found `{name}`; allowed are {}", HouseKey::listed()));
            continue;
        };
        match known {
            HouseKey::Name => draft.name = words(&mut reader, (span, &name), value, LONGEST_NAME),
            HouseKey::Wording => draft.wording = wording(&mut reader, value),
            HouseKey::TimeZone => {
                if let Some(text) = reader.value::<String>(&name, value) {
                    draft.zone = Zone::parse(&text).unwrap_or_else(|message| {
                        reader.fault(span, format!("time_zone: {message}"));
                        Zone::default()
                    });
                }
            }
            HouseKey::Listen => draft.listen = Some((span, reader.value(&name, value))),
            HouseKey::Store => {
                let text = reader.value::<String>(&name, value).unwrap_or_default();
                draft.store =
                    Some(Place::from(text.as_str())).filter(|place| matches!(place, Place::Server(_)));
                if draft.store.is_none() {
                    let message = "store: allowed is the address of a PostgreSQL database, such as postgres://croupier@db1/house; without it \
                                   the log lies in `data`";
                    reader.fault(span, message);
                }
            }
            HouseKey::Node => draft.node = reader.value::<NodePart>(&name, value).map(|node| (span, node)),
            HouseKey::News => draft.news = reader.value::<NewsPart>(&name, value).map(|news| (span, news)),
            HouseKey::Vault => {
                draft.vault = reader.value::<VaultPart>(&name, value).map(|vault| (span, vault))
            }
            HouseKey::Data => {
                draft.data = Some(reader.value::<PathBuf>(&name, value).map(|path| folder.join(path)))
            }
            HouseKey::VaultKey => {
                draft.key = Some(reader.value::<PathBuf>(&name, value).map(|path| folder.join(path)))
            }
            HouseKey::SigningKey => {
                draft.signing = reader.value::<PathBuf>(&name, value).map(|path| folder.join(path));
            }
            HouseKey::User => draft.user = reader.value(&name, value).map(|user| (span, user)),
            HouseKey::VaultUser => draft.vault_user = reader.value(&name, value).map(|user| (span, user)),
            HouseKey::Licensed => {
                draft.licensed = reader.value(&name, value).map(|licensed| (span, licensed))
            }
            HouseKey::Origins => draft.origins = reader.value(&name, value).map(|origins| (span, origins)),
            HouseKey::Proxy => draft.proxy = reader.value(&name, value).unwrap_or_default(),
            HouseKey::ArchiveAfterDays => draft.archive_after_days = reader.value(&name, value),
            HouseKey::RequestsASecond => draft.requests = reader.value(&name, value),
            HouseKey::DayBegins => {
                if let Some(text) = reader.value::<String>(&name, value) {
                    draft.day_begins = time_of_day(&text).unwrap_or_else(|| {
                        let message = format!("day_begins: found `{text}`; allowed is a time by the clocks of the house, such as 06:00");
                        reader.fault(span, message);
                        0
                    });
                }
            }
            HouseKey::CommandsASecond => draft.commands = reader.value(&name, value),
            HouseKey::ConnectionsAnAddress => draft.connections = reader.value(&name, value),
            HouseKey::Cage => {
                draft.cage = reader.value::<CageSettings>(&name, value);
                if draft.cage.is_some_and(|cage| cage.second_from.0 < 0 || cage.identity_from.0 < 0) {
                    reader.fault(span, "cage: amounts are nothing or more");
                }
            }
            HouseKey::Tls => draft.tls = reader.value::<TlsFiles>(&name, value),
            HouseKey::Person => {
                for (span, table) in reader.tables(&name, value) {
                    person(&mut reader, &mut draft, span, table);
                }
            }
            HouseKey::Witness => {
                witnesses = reader.value::<Vec<WitnessAt>>(&name, value).unwrap_or_default();
                if witnesses.iter().any(|witness| PublicKey::read(&witness.key).is_none()) {
                    reader.fault(span, "witness: `key` is its public key, 64 hexadecimal digits, as `croupier witness` prints it");
                }
            }
            HouseKey::Table => tables = reader.tables(&name, value),
        }
    }
    if draft.data.is_none() {
        reader.fault(0..0, "`data` is missing: the folder in which the house keeps everything");
    }
    let node = draft.node(&mut reader, folder);
    if draft.key.is_none() && draft.node.is_none() {
        reader.fault(0..0, "`vault_key` is missing: a file outside `data` for the key of the sealed shoes, made if it is not there");
    }
    // What could not be read was told; the rest is judged without it.
    let data = draft.data.clone().flatten();
    // A node has no vault of its own, and so no key.
    let key = match (&draft.node, &data) {
        (Some(_), Some(data)) => Some(data.with_extension("keys").join("vault.key")),
        _ => draft.key.clone().flatten(),
    };
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
    let (users, licensed) = draft.users(&mut reader);
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
        name: draft.name,
        wording: draft.wording,
        zone: draft.zone,
        listen,
        data,
        store: draft.store,
        archive_after_days: draft.archive_after_days,
        vault_key: key,
        signing_key: signing,
        node,
        users,
        licensed,
        witnesses,
        origins,
        tls: draft.tls.map(|tls| (folder.join(tls.certificate), folder.join(tls.key))),
        proxy: draft.proxy,
        tables: configs,
        people: draft.people,
        cage: draft.cage,
        demonstration: false,
        clock: Arc::new(people::clock::now),
        hourly_draw: false,
        sit_and_go: false,
        day_begins: draft.day_begins,
        requests_a_second: draft.requests.unwrap_or(REQUESTS).max(1),
        commands_a_second: draft.commands.unwrap_or(COMMANDS).max(1),
        connections_an_address: draft.connections.unwrap_or(CONNECTIONS).max(1),
    })
}

/// Reads what is set for one table, as it stands under `[[table]]` in a settings file.
pub fn read_table(text: &str, folder: &Path) -> Result<TableConfig, Vec<SettingsFault>> {
    let (mut reader, document) = parsed(text);
    let table = one_table(&mut reader, 0..0, document, folder);
    match (table, reader.faults.is_empty()) {
        (Some(table), true) => Ok(table),
        _ => Err(sorted(reader.faults)),
    }
}

/// Reads other settings of a table, as they stand under `[table.set]` in a settings file, laid over those that it has.
pub fn read_set(text: &str, book: &HouseBook, has: &Settings) -> Result<Settings, Vec<SettingsFault>> {
    let (mut reader, document) = parsed(text);
    match (laid_over(&mut reader, 0..0, (book, has), Some(document)), reader.faults.is_empty()) {
        (Some(settings), true) => Ok(settings),
        _ => Err(sorted(reader.faults)),
    }
}

fn parsed(text: &str) -> (Reader<'_>, DeTable<'_>) {
    let mut reader = Reader { text, faults: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span().unwrap_or(0..0), format!("not TOML: {}", error.message()));
    }
    (reader, document.into_inner())
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
    name: Option<String>,
    wording: BTreeMap<Language, Wording>,
    zone: Zone,
    cage: Option<CageSettings>,
    listen: Option<(Range<usize>, Option<String>)>,
    data: Option<Option<PathBuf>>,
    store: Option<Place>,
    key: Option<Option<PathBuf>>,
    signing: Option<PathBuf>,
    node: Option<(Range<usize>, NodePart)>,
    news: Option<(Range<usize>, NewsPart)>,
    vault: Option<(Range<usize>, VaultPart)>,
    user: Option<(Range<usize>, String)>,
    vault_user: Option<(Range<usize>, String)>,
    licensed: Option<(Range<usize>, bool)>,
    origins: Option<(Range<usize>, Vec<String>)>,
    tls: Option<TlsFiles>,
    proxy: bool,
    archive_after_days: Option<NonZeroU32>,
    requests: Option<u32>,
    day_begins: i64,
    commands: Option<u32>,
    connections: Option<u32>,
    people: Vec<Listed>,
}

/// `[node]`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodePart {
    name: String,
    secret: PathBuf,
}

/// `[news]`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewsPart {
    servers: Vec<String>,
    user: Option<String>,
    password_file: Option<PathBuf>,
}

/// `[vault]`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct VaultPart {
    at: String,
}

impl Draft {
    /// Which node this is. What belongs to several nodes comes whole or not at all.
    fn node(&self, reader: &mut Reader<'_>, folder: &Path) -> Option<NodeSettings> {
        let parts = [
            ("node", self.node.as_ref().map(|(span, _)| span.clone())),
            ("news", self.news.as_ref().map(|(span, _)| span.clone())),
            ("vault", self.vault.as_ref().map(|(span, _)| span.clone())),
        ];
        let given = parts.iter().find_map(|(_, span)| span.clone())?;
        let missing = parts.iter().filter(|(_, span)| span.is_none()).map(|(name, _)| format!("[{name}]"));
        let mut missing: Vec<String> = missing.collect();
        if self.store.is_none() {
            missing.push("`store`".to_owned());
        }
        if !missing.is_empty() {
            reader.fault(
                given,
                format!(
                    "nodes of one house need `store`, [node], [news] and [vault]; missing is {}",
                    missing.join(", ")
                ),
            );
            return None;
        }
        let ((at, node), (news_at, news), (vault_at, vault)) =
            (self.node.clone()?, self.news.clone()?, self.vault.clone()?);
        if !is_id(&node.name) {
            reader.fault(
                at.clone(),
                "node: `name` is 1 to 32 small letters, digits and dashes, and no other node's",
            );
        }
        if let Some((at, _)) = self.licensed.as_ref().filter(|(_, licensed)| *licensed) {
            let message = "licensed: a node cannot see who opens the folder and keys of a vault that is shared; allowed is a house with a vault of its own";
            reader.fault(at.clone(), message);
        }
        if news.servers.is_empty()
            || news.servers.iter().any(|server| server.parse::<async_nats::ServerAddr>().is_err())
        {
            reader.fault(news_at.clone(), "news: `servers` are addresses of NATS servers, such as nats://10.0.0.3:4222 or tls://nats1:4222");
        }
        if vault.at.is_empty() {
            reader
                .fault(vault_at, "vault: `at` is the path of a socket, or an address such as 10.0.0.5:8400");
        }
        let at_vault = match VaultAt::from(vault.at.as_str()) {
            VaultAt::Path(path) => VaultAt::Path(folder.join(path)),
            address => address,
        };
        let credentials = match (&news.user, &news.password_file) {
            (Some(user), Some(file)) => {
                let file = folder.join(file);
                match std::fs::read_to_string(&file) {
                    Ok(password) => Some((user.clone(), password.trim().to_owned())),
                    Err(error) => {
                        reader.fault(news_at, format!("news: {}: {error}", file.display()));
                        None
                    }
                }
            }
            (None, None) => None,
            _ => {
                reader.fault(news_at, "news: `user` and `password_file` go together");
                None
            }
        };
        let secret = NodeSecret::read(&folder.join(&node.secret));
        let secret = secret.map_err(|message| reader.fault(at, format!("node: secret: {message}"))).ok()?;
        Some(NodeSettings { name: node.name, secret, news: news.servers, credentials, vault: at_vault })
    }

    /// As whom house and vault run, and whether that must be two.
    fn users(&self, reader: &mut Reader<'_>) -> (Option<Users>, bool) {
        let users = match (&self.user, &self.vault_user) {
            (Some((_, house)), Some((_, vault))) if house != vault => {
                Some(Users { house: house.clone(), vault: vault.clone() })
            }
            (None, None) => None,
            (Some((span, _)), _) | (None, Some((span, _))) => {
                let message = "user, vault_user: allowed are both, and two that differ";
                reader.fault(span.clone(), message);
                None
            }
        };
        let licensed = self.licensed.clone().filter(|(_, licensed)| *licensed);
        if let (Some((span, _)), None) = (&licensed, &users) {
            let message = "licensed: takes `user` and `vault_user`; a shell of one user for both opens the vault's folder and keys";
            reader.fault(span.clone(), message);
        }
        (users, licensed.is_some())
    }

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

/// The longest name of a house, and the longest of its own words.
const LONGEST_NAME: usize = 60;
const LONGEST_WORDS: usize = 400;

/// Some words for people to read, in one line.
fn words(
    reader: &mut Reader<'_>,
    (span, key): (Range<usize>, &str),
    value: Entry<'_>,
    most: usize,
) -> Option<String> {
    let text = reader.value::<String>(key, value)?;
    let fits = (1..=most).contains(&text.trim().chars().count()) && !text.chars().any(char::is_control);
    if !fits {
        reader.fault(span, format!("{key}: allowed are 1 to {most} characters in one line"));
    }
    fits.then(|| text.trim().to_owned())
}

/// The house's own words, by language.
fn wording(reader: &mut Reader<'_>, value: Entry<'_>) -> BTreeMap<Language, Wording> {
    let mut all = BTreeMap::new();
    let span = value.span();
    let DeValue::Table(languages) = value.into_inner() else {
        reader.fault(span, "wording: allowed are tables such as [wording.en]");
        return all;
    };
    for (tag, part) in languages {
        let Some(language) = Language::tagged(tag.get_ref()) else {
            let known: Vec<&str> = Language::ALL.iter().map(|language| language.tag()).collect();
            let message = format!("wording: found `{}`; allowed are {}", tag.get_ref(), known.join(", "));
            reader.fault(tag.span(), message);
            continue;
        };
        let at = part.span();
        let DeValue::Table(part) = part.into_inner() else {
            reader.fault(at, format!("wording: allowed is a table headed [wording.{}]", language.tag()));
            continue;
        };
        let own: &mut Wording = all.entry(language).or_default();
        for (key, value) in part {
            let (word, at) = (key.get_ref().to_string(), value.span());
            let Some(known) = WordingKey::named(&word) else {
                let message = format!("wording: found `{word}`; allowed are {}", WordingKey::listed());
                reader.fault(key.span(), message);
                continue;
            };
            let said = words(reader, (at, &word), value, LONGEST_WORDS);
            match known {
                WordingKey::Welcome => own.welcome = said,
                WordingKey::About => own.about = said,
                WordingKey::Footer => own.footer = said,
            }
        }
    }
    all
}

fn person(reader: &mut Reader<'_>, draft: &mut Draft, span: Range<usize>, table: DeTable<'_>) {
    let (mut name, mut role, mut hash) = (None::<String>, None::<Role>, None::<String>);
    for (key, value) in table {
        let (word, at) = (key.get_ref().to_string(), value.span());
        let Some(known) = PersonKey::named(&word) else {
            let message = format!("person: found `{word}`; allowed are {}", PersonKey::listed());
            reader.fault(key.span(), message);
            continue;
        };
        match known {
            PersonKey::Name => {
                name = reader.value(&word, value);
                if let Some(Err(message)) = name.as_deref().map(people::check_name) {
                    reader.fault(at, format!("name: {message}"));
                }
            }
            PersonKey::Role => role = reader.value(&word, value),
            PersonKey::Password => {
                hash = reader.value(&word, value);
                if let Some(Err(message)) = hash.as_deref().map(people::check_hash) {
                    reader.fault(at, format!("password: {message}"));
                }
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
        let Some(known) = TableKey::named(&word) else {
            let message = format!("table: found `{word}`; allowed are {}", TableKey::listed());
            reader.fault(key.span(), message);
            continue;
        };
        match known {
            TableKey::Id => {
                id = reader.value(&word, value);
                if id.as_deref().is_some_and(|id| !is_id(id)) {
                    reader.fault(at, "id: allowed are 1 to 32 small letters, digits and dashes");
                }
            }
            TableKey::Name => name = reader.value(&word, value),
            TableKey::Book => {
                if let Some(named) = reader.value::<String>(&word, value) {
                    match library::open(&named, folder) {
                        Ok(found) => book = Some(found),
                        Err(message) => reader.fault(at, format!("book: {message}")),
                    }
                }
            }
            TableKey::Cards => cards = reader.value(&word, value).unwrap_or_default(),
            TableKey::Pace => {
                dealt_by.push((word.clone(), at));
                pace = reader.value(&word, value).unwrap_or_default();
            }
            TableKey::PlayersBuyIn => bought = reader.value(&word, value).unwrap_or_default(),
            TableKey::Regulars => {
                dealt_by.push((word.clone(), at));
                regulars = reader.value(&word, value).unwrap_or_default();
            }
            TableKey::Set => set = Some(value),
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
    let settings = table_settings(reader, span.clone(), &book, set)?;
    if cards == CardsFrom::Sealed && !settings.wagers_kept {
        reader.fault(span, "set.wagers_kept: found false; allowed only where people deal");
    }
    Some(TableConfig {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        book,
        cards,
        settings,
        pace,
        most_bought: bought,
        regulars,
        automatic_staff: false,
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
    let set = match set.map(|set| (set.span(), set.into_inner())) {
        None => None,
        Some((_, DeValue::Table(table))) => Some(table),
        Some((at, _)) => {
            reader.fault(at, "set: found a bare value; allowed is a table headed [table.set]");
            return None;
        }
    };
    laid_over(reader, span, (book, &Settings::usual(&book.book)), set)
}

/// Settings of a table with what is said laid over them, held against its book.
fn laid_over(
    reader: &mut Reader<'_>,
    span: Range<usize>,
    (book, has): (&HouseBook, &Settings),
    set: Option<DeTable<'_>>,
) -> Option<Settings> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(has) else { return None };
    let mut lines = Vec::new();
    let before = reader.faults.len();
    for (key, value) in set.into_iter().flatten() {
        let (word, at) = (key.get_ref().to_string(), value.span());
        let Some(value) = reader.value::<Value>(&word, value) else { continue };
        if page::FOLLOWS.contains(&&*word) {
            reader.fault(at, format!("set.{word}: it follows from `cards`, and is not set by itself"));
            continue;
        }
        let mut tried = fields.clone();
        tried.insert(word.clone(), value);
        match serde_json::from_value::<Settings>(Value::Object(tried.clone())) {
            Ok(_) => fields = tried,
            Err(error) => reader.fault(at.clone(), format!("set.{word}: {error}")),
        }
        lines.push((word, at));
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
