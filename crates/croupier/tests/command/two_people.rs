//! What takes a manager and an inspector at the command line: another key, and a house put back.

use super::{command, shown};
use ledger::{Key, Ledger};
use people::role::Role;
use people::{Listed, People, hashed};
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

const MAX: &str = "max and seven otters";
const INA: &str = "ina and nine badgers";
const DAN: &str = "dan and three ravens";

/// A house with a log, whose key lies beside it, and people on record.
fn house(data: &Path) {
    let ledger = data.join("ledger").to_str().unwrap().to_owned();
    shown(&["deal", "act", "--seed", "7", "--coups", "3", "--log", &ledger]);
    let folder = data.join("people");
    std::fs::create_dir(&folder).unwrap();
    let people = [("Max", Role::Manager, MAX), ("Ina", Role::Inspector, INA), ("Dan", Role::Dealer, DAN)]
        .map(|(name, role, password)| Listed { name: name.into(), role, hash: hashed(password).unwrap() });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let ledger = Ledger::open(&data.join("ledger")).await.unwrap();
        let list = People::open(&folder, None).await.ok().unwrap();
        list.list(&people).await.ok().unwrap();
        list.open_register(&ledger).await.ok().unwrap();
        list.close().await;
        ledger.close().await.unwrap();
    });
}

/// Runs a command with these lines as its input.
fn asked(arguments: &[&str], lines: &[&str]) -> Output {
    let mut command = command(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // A command that refuses at once reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Every way in which one person, or the wrong two, try it; then the right two.
fn takes_two(arguments: &[&str], untouched: impl Fn() -> bool) -> String {
    let tries: [(&str, &str, &[&str], &str); 6] = [
        ("Max", "max", &[MAX, "", MAX, ""], "this takes two people"),
        ("Max", "Ina", &[MAX, "", MAX, ""], "do not go together"),
        ("Max", "Ina", &["a guess and no more", "", INA, ""], "do not go together"),
        ("Max", "Ina", &[], "do not go together"),
        ("Dan", "Ina", &[DAN, "", INA, ""], "Dan is a dealer"),
        ("Max", "Dan", &[MAX, "", DAN, ""], "Dan is a dealer"),
    ];
    for (manager, inspector, lines, why) in tries {
        let two = ["--manager", manager, "--inspector", inspector];
        let output = asked(&[arguments, &two].concat(), lines);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{manager} and {inspector}: {said}");
        assert!(said.contains(why), "{manager} and {inspector}: {said}");
        assert!(untouched(), "{manager} and {inspector}");
    }
    let output =
        asked(&[arguments, &["--manager", "Max", "--inspector", "Ina"]].concat(), &[MAX, "", INA, ""]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn another_key_takes_a_manager_and_an_inspector() {
    let folder = tempfile::tempdir().unwrap();
    house(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (ledger, key, new) = (path("ledger"), path("ledger.key"), path("new.key"));
    let keys = || -> usize {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let store = ledger::store::read_only(folder.path().join("ledger").as_path()).await.unwrap();
            let keys = ledger::Keys::read(&*store).await.unwrap();
            store.close().await.unwrap();
            keys.all.len()
        })
    };
    let said = takes_two(&["log", "rotate", &ledger, "--key", &key, "--new", &new], || keys() == 1);
    assert!(said.contains("signs from now on"), "{said}");
    assert_eq!(keys(), 2);
    assert!(shown(&["log", "verify", &ledger]).contains("All holds."));
}

#[test]
fn a_house_is_put_back_by_a_manager_and_an_inspector() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("house");
    std::fs::create_dir(&data).unwrap();
    house(&data);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (copy, new) = (path("copy"), path("new"));
    shown(&["house", "backup", data.to_str().unwrap(), &copy]);
    let put_back = folder.path().join("new");
    let nothing = || !put_back.join("ledger").exists() && !put_back.join("people").exists();
    // Another key than the log's signs nothing.
    let (key, other) = (path("house/ledger.key"), path("other.key"));
    Key::open(Path::new(&other)).unwrap();
    let two = ["--manager", "Max", "--inspector", "Ina"];
    let output =
        asked(&[&["house", "restore", &copy, &new, "--key", &other], &two[..]].concat(), &[MAX, "", INA, ""]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("this is another"), "{said}");
    assert!(nothing());
    let said = takes_two(&["house", "restore", &copy, &new, "--key", &key], nothing);
    assert!(said.contains("put back into"), "{said}");
    let ledger = put_back.join("ledger").to_str().unwrap().to_owned();
    assert!(shown(&["log", "verify", &ledger]).contains("All holds."));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let by = runtime.block_on(async {
        let store = ledger::store::read_only(put_back.join("ledger").as_path()).await.unwrap();
        let entries = store.read(&"restored/house".parse().unwrap(), 0, 9).await.unwrap();
        store.close().await.unwrap();
        entries.into_iter().map(|entry| entry.by.to_string()).collect::<Vec<_>>()
    });
    assert_eq!(by, ["Max and Ina (manager and inspector)"]);
}
