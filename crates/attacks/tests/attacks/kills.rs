//! Every process of the house is killed, again and again.

use super::running::{Running, as_user, croupier, folder, gone, runs, send, times};
use rustix::process::Signal;

#[test]
fn whichever_process_is_killed_nothing_is_left_behind_and_the_log_holds() {
    let folder = folder();
    let data = folder.path().join("house");
    let (mut kills, most) = (0, times("ATTACK_KILLS", 10));
    while kills < most {
        kills += 5;
        // A dead vault is started again, and the house goes on with it. (One that dies five times within a second is given up.)
        let mut running = Running::open(&data);
        let (mut again, house) = running.children();
        for _ in 0..3 {
            let vault = again;
            send(vault, Signal::KILL);
            gone(&[vault]);
            let same;
            (again, same) = running.children();
            assert!(again != vault && same == house);
        }

        // A dead house ends the rest.
        send(house, Signal::KILL);
        assert!(!running.parent.wait().unwrap().success());
        gone(&[again, house]);

        // A dead parent too.
        let mut running = Running::open(&data);
        let (vault, house) = running.children();
        send(running.parent.id(), Signal::KILL);
        running.parent.wait().unwrap();
        gone(&[vault, house]);
        assert!(!runs(vault));
    }
    println!("{kills} kills");
    let verified = as_user(croupier()).args(["log", "verify"]).arg(data.join("ledger")).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}
