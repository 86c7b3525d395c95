//! The demonstration house: for each published book a table with sealed shoes and one that people deal, open to whoever has the link.

use crate::library;
use crate::rolling;
use crate::settings::{COMMANDS, CONNECTIONS, CageSettings, HouseSettings, own_origins};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::play::Receives;
use baccarat::shelf;
use declared::Zone;
use floor::config::CardsFrom;
use floor::config::{HouseBook, TableConfig};
use floor::regulars::Regulars;
use floor::timing::Pace;
use merkle::{Hash, sha256};
use people::clock;
use people::names::in_demonstration;
use people::role::Role;
use people::viewer::Person;
use school::with_options;
use shoe::NodeSecret;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use table::{Name, Settings};
use tournament::Conditions;

/// Up to how many chips a guest may have.
const MOST_BOUGHT: Money = Money(10_000 * Money::UNITS);

/// From which amounts on its window takes a second person, and a noted identity.
const CAGE: CageSettings =
    CageSettings { second_from: Money(5_000 * Money::UNITS), identity_from: Money(10_000 * Money::UNITS) };

/// What its tables are called, in their order; one more would go by its book.
const NAMES: [&str; 4] = ["Wattle", "Kauri", "Banksia", "Waratah"];

/// A demonstration house on this address, in this folder.
pub fn settings(listen: SocketAddr, data: &Path) -> Result<HouseSettings, String> {
    let (mut tables, mut felt) = (Vec::new(), Vec::new());
    for (nth, id) in shelf::ids().into_iter().enumerate() {
        let book = library::open(id, data)?;
        let sealed = TableConfig {
            id: id.to_owned(),
            name: NAMES.get(nth).map_or_else(|| book.book.name.clone(), ToString::to_string),
            cards: CardsFrom::Sealed,
            settings: turned_by_guests(usual(&book), &book.book),
            book,
            pace: Pace::default(),
            most_bought: MOST_BOUGHT,
            regulars: Regulars::WhenWatched,
            automatic_staff: false,
            demonstration: true,
        };
        // Every other one is dealt by automatic staff, so that a guest sees real cards dealt; people deal the rest.
        let staffed = nth % 2 == 1;
        felt.push(TableConfig {
            id: format!("{id}-felt"),
            name: format!("{}, real cards", sealed.name),
            cards: CardsFrom::Felt,
            settings: usual(&sealed.book),
            regulars: if staffed { Regulars::WhenWatched } else { Regulars::None },
            automatic_staff: staffed,
            ..sealed.clone()
        });
        tables.push(sealed);
    }
    tables.append(&mut felt);
    Ok(HouseSettings {
        name: None,
        wording: BTreeMap::new(),
        zone: Zone::default(),
        listen,
        data: data.to_owned(),
        store: None,
        archive_after_days: None,
        vault_key: data.join("keys").join("vault.key"),
        signing_key: data.join("keys").join("signing.key"),
        node: None,
        users: None,
        licensed: false,
        witnesses: Vec::new(),
        origins: own_origins(listen, false),
        tls: None,
        proxy: false,
        tables,
        people: Vec::new(),
        cage: Some(CAGE),
        demonstration: true,
        clock: Arc::new(clock::now),
        hourly_draw: true,
        sit_and_go: false,
        requests_a_second: 200,
        day_begins: 0,
        commands_a_second: COMMANDS,
        connections_an_address: CONNECTIONS,
    })
}

/// The same with a sit-and-go under each book that knows tournaments, and a table of its own for each.
pub fn with_sit_and_go(mut settings: HouseSettings) -> HouseSettings {
    let own = |sealed: &TableConfig| {
        let book = &sealed.book.book;
        (sealed.id == book.id && Conditions::known_to(book)).then(|| TableConfig {
            id: rolling::table_of(&book.id),
            name: format!("{}, sit-and-go", sealed.name),
            settings: usual(&sealed.book),
            regulars: Regulars::None,
            ..sealed.clone()
        })
    };
    let tables: Vec<TableConfig> = settings.tables.iter().filter_map(own).collect();
    settings.tables.extend(tables);
    settings.sit_and_go = true;
    settings
}

/// The usual settings, with a chip small enough to pay five per cent less on any multiple of five, and every side option that
/// may stand beside the others.
fn usual(book: &HouseBook) -> Settings {
    let mut settings = Settings::usual(&book.book);
    settings.chips.insert(0, Money(Money::UNITS / 4));
    settings.display = book.book.rules.equipment.result_display.get() == Some(&true);
    if !settings.check(&book.book).is_empty() {
        settings = Settings::usual(&book.book);
    }
    with_options(&book.book, settings)
}

/// Where the book lets the highest wager turn the cards, guests see most of it.
fn turned_by_guests(mut settings: Settings, book: &Book) -> Settings {
    let methods = &book.rules.dealing.methods;
    if let Some(method) = methods.find(|method| method.cards_go_to == Receives::HighestWagerOnEachHand) {
        settings.deal_by(book, &method.id);
    }
    settings
}

/// The links by which people come into a demonstration: one for each role, the same after a restart.
pub struct Links([u8; 32]);

impl Links {
    /// Reads the secret they are made from, or makes one.
    pub fn open(data: &Path) -> Result<Links, String> {
        let path = data.join("keys").join("links.key");
        if let Ok(bytes) = std::fs::read(&path) {
            let message = || format!("{} does not hold 32 bytes", path.display());
            return Ok(Links(bytes.try_into().map_err(|_| message())?));
        }
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| format!("no random bytes: {error}"))?;
        crate::files::write_private(&path, &secret)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(Links(secret))
    }

    /// The same on every node that has the nodes' secret.
    pub fn shared(secret: &NodeSecret) -> Links {
        Links(secret.seal("links of a demonstration", &[]))
    }

    /// The link of a role.
    pub fn of(&self, role: Role) -> String {
        let Hash(bytes) = sha256(&[b"croupier link", &self.0, role.word().as_bytes()]);
        hex::encode(&bytes[..16])
    }

    /// The PIN by which a role's own person signs. Whoever has the link may know it; a name that somebody else types is no signature here
    /// either.
    pub fn pin(&self, role: Role) -> String {
        let Hash(bytes) = sha256(&[b"croupier pin", &self.0, role.word().as_bytes()]);
        let number = bytes.iter().take(8).fold(0, |number: u64, byte| (number << 8) | u64::from(*byte));
        format!("{:06}", number % 1_000_000)
    }

    /// The PIN of whoever came by a role's link.
    pub fn pin_of(&self, name: &str) -> Option<String> {
        staff_called(name).map(|role| self.pin(role))
    }

    /// Who signs by this PIN, if the name is that of a role's own person and the PIN theirs.
    pub fn signer(&self, name: &str, pin: &str) -> Option<Person> {
        let role = staff_called(name)?;
        let same = sha256(&[self.pin(role).as_bytes()]) == sha256(&[pin.as_bytes()]);
        same.then(|| Person { name: Name::from(name), role })
    }

    /// The role of a link.
    pub fn role(&self, link: &str) -> Option<Role> {
        // Hashed first, so that how long the comparison takes tells nothing of the link.
        let same = |role: &Role| sha256(&[self.of(*role).as_bytes()]) == sha256(&[link.as_bytes()]);
        Role::ALL.into_iter().find(same)
    }
}

/// The role of staff whose link gives this name.
fn staff_called(name: &str) -> Option<Role> {
    let works = |role: &Role| !matches!(role, Role::Player | Role::Device);
    Role::ALL.into_iter().filter(works).find(|role| in_demonstration(*role) == name)
}
