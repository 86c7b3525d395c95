//! `croupier deal --log` is killed, and a log is verified where nothing can be written.

use super::running::{as_user, croupier, folder};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

fn verified(ledger: &Path) -> Output {
    as_user(croupier()).args(["log", "verify"]).arg(ledger).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Whenever it is killed, there is a log that holds, or none at all, and the next attempt finds nothing in its way.
#[test]
fn a_deal_that_was_killed_leaves_nothing_that_is_not_a_ledger() {
    let folder = folder();
    for life in 0..6_u64 {
        let ledger = folder.path().join(format!("ledger-{life}"));
        let mut deal = as_user(croupier());
        deal.args(["deal", "act", "--seed", "7", "--coups", "400", "--log"]).arg(&ledger);
        let mut running = deal.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Not for anything in particular: each life ends somewhere else.
        std::thread::sleep(Duration::from_millis(life * life * 12));
        running.kill().unwrap();
        running.wait().unwrap();
        if ledger.exists() {
            let output = verified(&ledger);
            assert!(output.status.success(), "life {life}: {}", said(&output));
        }
        let again = folder.path().join(format!("again-{life}"));
        let ledger = if ledger.exists() { again } else { ledger };
        let mut deal = as_user(croupier());
        let output = deal.args(["deal", "act", "--seed", "7", "--coups", "2", "--log"]).arg(&ledger).output();
        assert!(output.as_ref().unwrap().status.success(), "{}", said(&output.unwrap()));
    }
}

/// The system kills it as it writes the first byte of its key: half a key would be in the way of every later attempt.
#[test]
fn a_deal_that_was_killed_while_it_made_its_key_leaves_no_half_of_one() {
    let folder = folder();
    let ledger = folder.path().join("ledger");
    let deal = |before: &str| {
        let mut deal = as_user(Path::new("/bin/sh"));
        let line = format!("{before} exec \"$0\" deal act --seed 7 --coups 2 --log \"$1\"");
        deal.arg("-c").arg(line).arg(croupier()).arg(&ledger).output().unwrap()
    };
    let killed = deal("ulimit -c 0; ulimit -f 0;");
    assert!(!killed.status.success(), "it was to be killed: {}", said(&killed));
    let again = deal("");
    assert!(again.status.success(), "{}", said(&again));
    assert!(verified(&ledger).status.success());
}

/// The folder and everything in it may be read and no more.
fn close(folder: &Path) {
    use std::os::unix::fs::{PermissionsExt, chown};
    for path in
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).chain([folder.to_owned()])
    {
        if rustix::process::geteuid().is_root() {
            chown(&path, Some(0), Some(0)).unwrap();
        }
        let mode = if path.is_dir() { 0o555 } else { 0o444 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
}

#[test]
fn a_log_is_verified_where_nothing_can_be_written() {
    let folder = folder();
    let ledger = folder.path().join("ledger");
    let mut deal = as_user(croupier());
    let output =
        deal.args(["deal", "nsw", "--seed", "7", "--coups", "5", "--log"]).arg(&ledger).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    close(&ledger);
    let names = || -> Vec<_> {
        let mut names: Vec<_> =
            std::fs::read_dir(&ledger).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let output = verified(&ledger);
    assert!(output.status.success() && said(&output).contains("All holds."), "{}", said(&output));
    assert_eq!(names(), before, "nothing was left beside it");
    // The folder can be taken away again.
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(&ledger, std::fs::Permissions::from_mode(0o755)).unwrap();
}
