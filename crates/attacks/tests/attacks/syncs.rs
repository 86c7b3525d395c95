//! A disk that fails to write something out: the house says so and ends, with the code that the manual has for it.

use super::running::{Running, as_user, croupier, folder, gone};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The code of a log that has stopped.
const LOG_STOPPED: i32 = 5;

#[test]
fn after_a_failed_sync_the_house_ends_with_its_code_and_the_log_holds() {
    let folder = folder();
    let (data, library) = (folder.path().join("house"), folder.path().join("faults.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ledger/tests/ledger/faults.c");
    let mut built = Command::new("cc");
    built.args(["-O1", "-shared", "-fPIC"]).arg(source).args(["-ldl", "-o"]).arg(&library);
    assert!(built.status().unwrap().success());
    let mut command = as_user(croupier());
    command.env("LD_PRELOAD", &library).env("CROUPIER_FAULT", folder.path());
    let mut running = Running::open_by(&data, command);
    let (vault, house) = running.children();
    // From now on every sync of the ledger fails; where the log stands is signed every minute, on record.
    std::fs::write(folder.path().join("sync"), "").unwrap();
    let within = Instant::now() + Duration::from_secs(180);
    let ended = loop {
        if let Some(ended) = running.parent.try_wait().unwrap() {
            break ended;
        }
        assert!(Instant::now() < within, "the house goes on though its log has stopped");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(ended.code(), Some(LOG_STOPPED));
    gone(&[vault, house]);
    std::fs::remove_file(folder.path().join("sync")).unwrap();
    let verified = as_user(croupier()).args(["log", "verify"]).arg(data.join("ledger")).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}
