//! The settings file: every fault at once, each with its line.

use house::settings::{Language, page, read};
use std::path::Path;

fn faults(text: &str) -> Vec<String> {
    match read(text, Path::new("/nowhere")) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

const SOUND: &str = r#"
data = "data"
vault_key = "elsewhere/vault.key"

[[table]]
id = "main-1"
name = "Main floor 1"
book = "act"
players_buy_in = 100000
pace = { betting_seconds = 25 }

[table.set]
seats = 5
limits = { least = 2500, most = 50000 }
"#;

#[test]
fn a_sound_file_is_read() {
    let settings = read(SOUND, Path::new("/srv")).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8300");
    assert_eq!(settings.data, Path::new("/srv/data"));
    assert_eq!(settings.tables[0].settings.seats, 5);
    assert_eq!(settings.tables[0].settings.limits.least.0, 2_500);
    assert_eq!(settings.tables[0].pace.betting_seconds, 25);
    assert!(!settings.demonstration);
}

#[test]
fn every_fault_is_told_with_its_line_and_what_is_allowed() {
    let text = r#"data = "data"
vault_key = "elsewhere/key"
colour = "green"
origins = ["tables.example"]

[[person]]
name = "Dora"
role = "king"
password = "plain"

[[table]]
id = "Main 1"
book = "fr"

[[table]]
id = "two"
book = "act"
[table.set]
seats = 200
limits = { least = 2500 }
"#;
    let message = faults(text);
    for (line, words) in [
        ("line 3: ", "allowed are name, wording"),
        ("line 4: ", "https://tables.example"),
        ("line 8: ", "role"),
        ("line 9: ", "croupier password"),
        ("line 12: ", "small letters"),
        ("line 13: ", "allowed are act, nz, qld, nsw"),
        ("line 20: ", "most"),
    ] {
        assert!(
            message.iter().any(|fault| fault.starts_with(line) && fault.contains(words)),
            "{line}{words}: {message:#?}"
        );
    }
}

#[test]
fn what_the_book_forbids_is_told_with_its_clause() {
    let message = faults(&SOUND.replace("seats = 5", "decks = 3"));
    assert!(
        message.len() == 1 && message[0].starts_with("line 13: set.decks") && message[0].contains('('),
        "{message:#?}"
    );
}

#[test]
fn nobody_listens_to_the_world_in_the_clear() {
    let open = format!("listen = \"0.0.0.0:80\"\n{SOUND}");
    assert!(faults(&open)[0].contains("[tls]"));
    let proxied = format!("proxy = true\norigins = [\"https://tables.example\"]\n{open}");
    assert_eq!(faults(&proxied), Vec::<String>::new());
}

#[test]
fn the_key_of_the_vaults_lies_elsewhere() {
    let message = faults(&SOUND.replace("elsewhere/vault.key", "data/vault.key"));
    assert!(message[0].contains("vault_key"), "{message:?}");
}

#[test]
fn a_licensed_house_keeps_its_vault_from_its_own_user() {
    let check = |head: &str| faults(&format!("{head}\n{SOUND}")).join("\n");
    assert!(check("licensed = true").starts_with("line 1: licensed: takes `user` and `vault_user`"));
    for half in ["user = \"croupier\"", "vault_user = \"vault\"", "user = \"one\"\nvault_user = \"one\""] {
        let message = check(half);
        assert!(message.contains("user, vault_user: allowed are both"), "{half}: {message}");
    }
    assert_eq!(check("licensed = false"), "");
    assert_eq!(check("licensed = true\nuser = \"croupier\"\nvault_user = \"vault\""), "");
}

#[test]
fn what_is_not_toml_or_not_there_is_told() {
    assert!(faults("data = ")[0].starts_with("line 1: "));
    assert!(faults("").iter().any(|fault| fault.contains("`data` is missing")));
}

#[test]
fn the_trading_day_begins_when_the_file_says() {
    let check = |text: &str, expected: i64| {
        let settings = read(&format!("day_begins = \"{text}\"\n{SOUND}"), Path::new("/srv"));
        assert_eq!(settings.unwrap_or_else(|faults| panic!("{faults:?}")).day_begins, expected);
    };
    check("00:00", 0);
    check("20:30", (20 * 60 + 30) * 60_000);
    for bad in ["24:00", "8:00", "20:60", "evening"] {
        let message = faults(&format!("day_begins = \"{bad}\"\n{SOUND}")).join("\n");
        assert!(message.contains("line 1: day_begins: found"), "{bad}: {message}");
    }
}

#[test]
fn the_log_lies_in_the_data_or_in_a_database() {
    let place =
        |text: &str| read(text, Path::new("/srv")).unwrap_or_else(|faults| panic!("{faults:?}")).place();
    assert_eq!(place(SOUND).to_string(), "/srv/data/ledger");
    let database = place(&format!("store = \"postgres://ann:secret@db1/house?single=true\"\n{SOUND}"));
    assert_eq!(database.to_string(), "postgres://ann@db1/house", "a password is shown to nobody");
    let message = faults(&format!("store = \"/var/lib/ledger\"\n{SOUND}")).join("\n");
    assert!(message.contains("line 1: store: allowed is the address of a PostgreSQL database"), "{message}");
}

/// The page that describes the settings.
fn documented() -> (String, String) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/house.md").to_owned();
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

#[test]
fn the_example_of_the_page_is_a_sound_file() {
    let (_, text) = documented();
    let example = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(faults(example), Vec::<String>::new());
    let settings = read(example, Path::new("/srv")).unwrap();
    assert_eq!(settings.name.as_deref(), Some("Kauri Rooms"));
    assert!(settings.wording[&Language::English].footer.is_some());
    assert!(!settings.tables[1].settings.wagers_kept);
}

/// Rewrites the lists when asked with `CROUPIER_WRITE=1`.
#[test]
fn the_page_lists_every_setting() {
    let (path, text) = documented();
    let (before, rest) = text.split_once("<!-- settings -->\n").expect("the page lists settings");
    let (listed, after) = rest.split_once("<!-- end -->").expect("the list ends");
    if std::env::var_os("CROUPIER_WRITE").is_some() {
        std::fs::write(path, format!("{before}<!-- settings -->\n{}<!-- end -->{after}", page())).unwrap();
        return;
    }
    assert_eq!(listed, page(), "run this test with CROUPIER_WRITE=1");
}

#[test]
fn a_house_has_its_own_name_words_and_clocks() {
    let text = format!(
        "name = \"Kauri Rooms\"\ntime_zone = \"NZST-12NZDT,M9.5.0,M4.1.0/3\"\n{SOUND}\n[wording.zh-CN]\nwelcome = \"欢迎\"\n"
    );
    let settings = read(&text, Path::new("/srv")).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(settings.wording[&Language::Chinese].welcome.as_deref(), Some("欢迎"));
    assert_eq!(settings.clocks().distance(table::Time(0)), "UTC+13:00");
    for (bad, words) in [
        ("name = \"\"", "1 to 60 characters"),
        ("time_zone = \"Auckland\"", "AEST-10AEDT"),
        ("wording = 1", "[wording.en]"),
        ("[wording.fr]\nwelcome = \"x\"", "allowed are en, zh-CN"),
        ("[wording.en]\ntitle = \"x\"", "allowed are welcome, about, footer"),
    ] {
        let text = if bad.starts_with('[') { format!("{SOUND}\n{bad}\n") } else { format!("{bad}\n{SOUND}") };
        let message = faults(&text).join("\n");
        assert!(message.contains(words), "{bad}: {message}");
    }
}
