//! The register of vouchers: issued by two, swapped once, at its worth, in time, at its tables.

use aggregate::Aggregate;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use promotion::vouchers::{Voucher, VoucherAct, VoucherCommand, VoucherReason, VoucherState, Vouchers};
use table::{Actor, Name, Time};

fn voucher(worth: i64) -> Voucher {
    Voucher {
        worth: Money(worth),
        until: Some(Time(1_000)),
        tables: vec!["main-1".into()],
        conditions: "One to a person.".into(),
        from: "lunar prize 2".into(),
    }
}

fn ask(register: &mut Vouchers, by: &str, at: i64, act: VoucherAct) -> Result<(), VoucherReason> {
    let by = Actor { name: Name::from(by), role: Role::Manager };
    let decided = Aggregate::decide(register, &VoucherCommand { act, by, at: Time(at) });
    let decided = decided.map_err(|refusal| refusal.reason)?;
    decided.events.iter().for_each(|event| Aggregate::apply(register, event));
    Ok(())
}

fn swap(number: &str, worth: i64, table: &str) -> VoucherAct {
    VoucherAct::Swap {
        number: number.into(),
        worth: Money(worth),
        patron: Name::from("ann"),
        table: table.into(),
    }
}

fn propose(number: &str, worth: i64) -> VoucherAct {
    VoucherAct::Propose { number: number.into(), voucher: voucher(worth) }
}

fn approve(number: &str) -> VoucherAct {
    VoucherAct::Approve { number: number.into() }
}

fn issued() -> Vouchers {
    let mut register = Vouchers::default();
    ask(&mut register, "max", 1, propose("V-1", 5_000)).unwrap();
    ask(&mut register, "mia", 2, approve("V-1")).unwrap();
    register
}

#[test]
fn it_takes_two_to_issue_one() {
    let mut register = Vouchers::default();
    assert_eq!(ask(&mut register, "max", 1, approve("V-1")), Err(VoucherReason::NoSuchVoucher));
    assert_eq!(ask(&mut register, "max", 1, propose("", 5)), Err(VoucherReason::BadNumber));
    assert_eq!(ask(&mut register, "max", 1, propose("V 1", 5)), Err(VoucherReason::BadNumber));
    assert_eq!(ask(&mut register, "max", 1, propose("V-1", 0)), Err(VoucherReason::BadWorth));
    ask(&mut register, "max", 1, propose("V-1", 5_000)).unwrap();
    assert_eq!(ask(&mut register, "max", 1, propose("V-1", 5_000)), Err(VoucherReason::NumberTaken));
    assert_eq!(ask(&mut register, "ann", 1, swap("V-1", 5_000, "main-1")), Err(VoucherReason::NotIssued));
    assert_eq!(ask(&mut register, "max", 1, approve("V-1")), Err(VoucherReason::NeedsTwo));
    ask(&mut register, "mia", 1, approve("V-1")).unwrap();
    assert_eq!(ask(&mut register, "mia", 1, approve("V-1")), Err(VoucherReason::NotIssued));
    assert_eq!(register.get("V-1").unwrap().standing, VoucherState::Issued);
}

#[test]
fn it_is_swapped_once_at_its_worth() {
    let mut register = issued();
    assert_eq!(ask(&mut register, "dan", 3, swap("V-1", 5_001, "main-1")), Err(VoucherReason::OtherWorth));
    assert_eq!(ask(&mut register, "dan", 3, swap("V-1", 5_000, "main-2")), Err(VoucherReason::OtherTable));
    assert_eq!(ask(&mut register, "dan", 3, swap("V-2", 5_000, "main-1")), Err(VoucherReason::NoSuchVoucher));
    ask(&mut register, "dan", 3, swap("V-1", 5_000, "main-1")).unwrap();
    assert_eq!(
        ask(&mut register, "dan", 4, swap("V-1", 5_000, "main-1")),
        Err(VoucherReason::AlreadySwapped)
    );
    let withdraw = VoucherAct::Withdraw { number: "V-1".into() };
    assert_eq!(ask(&mut register, "max", 4, withdraw), Err(VoucherReason::NotIssued));
}

#[test]
fn it_is_good_to_its_last_moment_and_not_after() {
    let mut late = issued();
    assert!(!late.get("V-1").unwrap().is_expired(Time(1_000)));
    assert!(late.get("V-1").unwrap().is_expired(Time(1_001)));
    assert_eq!(ask(&mut late, "dan", 1_001, swap("V-1", 5_000, "main-1")), Err(VoucherReason::Expired));
    ask(&mut late, "dan", 1_000, swap("V-1", 5_000, "main-1")).unwrap();
    // That it has expired goes on record, once and not before.
    let expire = || VoucherAct::Expire { number: "V-1".into() };
    let mut over = issued();
    assert_eq!(ask(&mut over, "clock", 1_000, expire()), Err(VoucherReason::NotIssued));
    ask(&mut over, "clock", 1_001, expire()).unwrap();
    assert_eq!(over.get("V-1").unwrap().standing, VoucherState::Expired);
    assert_eq!(ask(&mut over, "clock", 1_002, expire()), Err(VoucherReason::NotIssued));
    assert_eq!(ask(&mut over, "dan", 1_002, swap("V-1", 5_000, "main-1")), Err(VoucherReason::Expired));
    // Nobody issues what is over.
    let mut proposed = Vouchers::default();
    ask(&mut proposed, "max", 1, propose("V-1", 5_000)).unwrap();
    assert_eq!(ask(&mut proposed, "mia", 1_001, approve("V-1")), Err(VoucherReason::Expired));
    let mut withdrawn = issued();
    ask(&mut withdrawn, "max", 3, VoucherAct::Withdraw { number: "V-1".into() }).unwrap();
    assert_eq!(ask(&mut withdrawn, "dan", 4, swap("V-1", 5_000, "main-1")), Err(VoucherReason::NotIssued));
}
