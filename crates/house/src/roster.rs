//! The tables of a house: those of its settings, and those that a manager has added, renamed or retired since. What is set for a new
//! table is read as a settings file is.

use crate::settings::{self, HouseSettings, SettingsFault};
use baccarat::chips::Money;
use floor::config::TableConfig;
use floor::roster::{Roster, RosterDesk};
use ledger::Ledger;
use serde::Deserialize;

/// The tables of the settings and those that were added since, as they are called now, without those that are retired.
pub async fn tables(ledger: &Ledger, settings: &HouseSettings) -> Result<Vec<TableConfig>, String> {
    let desk = RosterDesk::default();
    let register = desk.lock(ledger).await.map_err(|fault| fault.to_string())?;
    let Roster { added, names, retired } = register.state();
    let mut tables = settings.tables.clone();
    // Every chip comes from the cage, by a fill, so that somebody has put it into use. Guests of a demonstration do not wait for one.
    if settings.cage.is_some() && !settings.demonstration {
        tables.iter_mut().for_each(|config| config.settings.float = Money(0));
    }
    for (id, text) in added.iter().filter(|(id, _)| !retired.contains(id)) {
        match read(settings, text) {
            // Once the settings name it, they say what it is.
            Ok(config) if tables.iter().all(|known| known.id != config.id) => tables.push(config),
            Ok(_) => {}
            Err(faults) => tracing::error!(table = id, faults, "an added table stays closed"),
        }
    }
    tables.retain(|config| !retired.contains(&config.id));
    for config in &mut tables {
        if let Some(name) = names.get(&config.id) {
            config.name.clone_from(name);
        }
    }
    Ok(tables)
}

/// What is looked at before the rest: the name of a book may be the path of a file, and no request reads a file of the house.
#[derive(Deserialize)]
struct Named {
    book: Option<String>,
}

/// A new table as its text says, under the house's own conditions; or every fault in it.
pub fn read(settings: &HouseSettings, text: &str) -> Result<TableConfig, String> {
    let books = baccarat::shelf::ids();
    let named = toml::from_str::<Named>(text).ok().and_then(|named| named.book);
    if named.is_some_and(|book| !books.contains(&book.as_str())) {
        return Err(format!(
            "book: allowed are {}; a book of one's own is named in the settings",
            books.join(", ")
        ));
    }
    let mut config = settings::read_table(text, &settings.data).map_err(|faults| listed(&faults))?;
    config.demonstration = settings.demonstration;
    if settings.cage.is_some() {
        // Every chip comes from the cage: a table begins with none and gets its float by a fill.
        config.settings.float = Money(0);
    }
    Ok(config)
}

/// Faults in one line.
pub fn listed(faults: &[SettingsFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
