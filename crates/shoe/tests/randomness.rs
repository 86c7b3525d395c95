//! One module owns randomness, and no seed can be set where cards are dealt for real.

use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The files of this crate that mention something outside their tests.
fn mention(said: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mentions = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        text.split("#[cfg(test)]").next().unwrap().contains(said)
    };
    let mut names: Vec<String> = sources(&folder)
        .iter()
        .filter(|path| mentions(path))
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn one_module_asks_for_random_bytes_and_seeds_come_from_it_or_from_the_vaults_file() {
    assert_eq!(mention("getrandom::"), ["entropy.rs"]);
    // A real shoe is shuffled in a drawer from a fresh seed, or restored from the drawer's file.
    assert_eq!(mention("Seed::fresh("), ["drawer.rs"]);
    assert_eq!(mention("Seed::kept("), ["demonstration.rs", "vault_file.rs"]);
    assert_eq!(mention("SealedShoe::seal("), ["demonstration.rs", "drawer.rs", "vault_file.rs"]);
    assert_eq!(mention("decrypted("), ["drawer.rs", "vault_file.rs"]);
    // What a drawer draws from is the operating system, whoever opens the vault.
    assert_eq!(mention("source: entropy::fill"), ["vault.rs"]);
    assert_eq!(mention("std::env"), Vec::<String>::new());
}

/// The module that takes seeds is not in a build unless it is asked for, and only the command that has demonstrations,
/// and tests, ask for it.
#[test]
fn a_build_for_real_play_has_no_demonstrations() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = std::fs::read_to_string(here.join("src/lib.rs")).unwrap();
    for module in ["demonstration", "undealt"] {
        assert!(library.contains(&format!("#[cfg(feature = \"demonstration\")]\npub mod {module};")));
    }
    let manifest = std::fs::read_to_string(here.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("demonstration = []") && !manifest.contains("default ="));
    let mut asking = Vec::new();
    for folder in std::fs::read_dir(here.parent().unwrap()).unwrap() {
        let folder = folder.unwrap();
        let Ok(manifest) = std::fs::read_to_string(folder.path().join("Cargo.toml")) else { continue };
        let real = manifest.split("dev-dependencies]").next().unwrap();
        if real.lines().any(|line| line.starts_with("shoe ") && line.contains("demonstration")) {
            asking.push(folder.file_name().into_string().unwrap());
        }
    }
    assert_eq!(asking, ["croupier"], "these could deal from a seed that somebody chose");
}
