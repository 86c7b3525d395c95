//! What the house is built from: licences, sources, banned and doubled packages. `deny.toml` says the same to `cargo deny`.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Licences that may be built in.
const ALLOWED: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The most packages that may be there in several versions.
const MOST_DOUBLED: usize = 30;

/// Packages that only tests use, under another licence.
const TESTS_ONLY: [&str; 1] = ["webdriver"];

/// The platform that it is built for: packages of others need not be here.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &host()])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Does an expression of SPDX leave a choice that is allowed?
fn is_allowed(licence: &str) -> bool {
    let plain = licence.replace(['(', ')'], " ").replace('/', " OR ");
    plain.split(" OR ").any(|choice| choice.split(" AND ").all(|one| ALLOWED.contains(&one.trim())))
}

#[test]
fn licences_are_understood() {
    assert!(is_allowed("MIT OR Apache-2.0") && is_allowed("MIT/Apache-2.0") && is_allowed("GPL-3.0 OR MIT"));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_allowed("GPL-3.0") && !is_allowed("MIT AND GPL-3.0") && !is_allowed(""));
}

#[test]
fn everything_is_licensed_and_comes_from_the_registry() {
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence) || TESTS_ONLY.contains(&name), "{name}: {licence}");
        let source = package["source"].as_str();
        let ours = source.is_none();
        assert!(
            ours || source == Some("registry+https://github.com/rust-lang/crates.io-index"),
            "{name} comes from {source:?}"
        );
    }
}

/// SQLite before 3.51.3 may lose what it has acknowledged; that is `libsqlite3-sys` before 0.37.
#[test]
fn nothing_banned_is_built_in_and_little_twice() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let text = |field: &str| package[field].as_str().unwrap().to_owned();
        versions.entry(text("name")).or_default().insert(text("version"));
    }
    for version in &versions["libsqlite3-sys"] {
        let minor: u32 = version.split('.').nth(1).unwrap().parse().unwrap();
        assert!(minor >= 37, "libsqlite3-sys {version}");
    }
    for banned in ["openssl", "openssl-sys", "native-tls", "rand_chacha"] {
        assert!(!versions.contains_key(banned), "{banned}");
    }
    let doubled: Vec<_> = versions.iter().filter(|(_, versions)| versions.len() > 1).collect();
    assert!(doubled.len() <= MOST_DOUBLED, "{}: {doubled:?}", doubled.len());
}
