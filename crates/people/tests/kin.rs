//! Whoever had a hand in an account is its kin for thirty days, whatever becomes of either name and whoever resets it meanwhile.

use aggregate::{Aggregate, By, Register, RegisterCommand, Time};
use people::Staff;
use serde_json::{Value, json};

const DAY: i64 = 24 * 3_600 * 1_000;

/// The register of accounts of a house, day by day.
struct Accounts {
    staff: Staff,
    /// The number of the last change.
    last: u32,
}

impl Accounts {
    /// Three managers and a dealer, who have been there since long ago.
    fn opened() -> Accounts {
        let known = |(name, role)| json!({"name": name, "role": role, "digest": "0".repeat(64)});
        let people = [("Mia", "manager"), ("Max", "manager"), ("Moe", "manager"), ("Dan", "dealer")];
        let mut opened = Accounts { staff: Staff::default(), last: 0 };
        let taken = json!({"act": "take-over", "accounts": people.map(known)});
        opened.ask(-100, ("recorder", "house"), taken).unwrap();
        opened
    }

    /// Asks it something; why not, if it is turned down.
    fn ask(&mut self, day: i64, (role, name): (&str, &str), act: Value) -> Result<(), String> {
        let act = serde_json::from_value::<<Staff as Register>::Act>(act).unwrap();
        let command = RegisterCommand { act, by: By::new(name, role), at: Time((1 << 50) + day * DAY) };
        let reason = |reason| serde_json::to_value(reason).unwrap().as_str().unwrap().to_owned();
        let decided = Aggregate::decide(&self.staff, &command).map_err(|refusal| reason(refusal.reason))?;
        decided.events.iter().for_each(|event| Aggregate::apply(&mut self.staff, event));
        Ok(())
    }

    fn propose(&mut self, day: i64, by: &str, change: &str, name: &str, role: &str, to: Option<&str>) -> u32 {
        let wish =
            json!({"act": "propose", "change": change, "name": name, "role": role, "why": "x", "to": to});
        self.ask(day, ("manager", by), wish).unwrap();
        self.last += 1;
        self.last
    }

    fn approve(&mut self, day: i64, by: &str, number: u32) -> Result<(), String> {
        self.ask(day, ("manager", by), json!({"act": "approve", "number": number}))
    }

    /// One proposes, the other approves.
    fn both(&mut self, day: i64, (first, second): (&str, &str), change: &str, name: &str, role: &str) -> u32 {
        let number = self.propose(day, first, change, name, role, None);
        self.approve(day, second, number).unwrap();
        number
    }

    fn enrol(&mut self, day: i64, name: &str, number: u32) {
        let enrols = json!({"act": "enrol", "number": number, "digest": "0".repeat(64)});
        self.ask(day, ("manager", name), enrols).unwrap();
    }

    /// Does one of them approve what the other proposes?
    fn is_second(&mut self, day: i64, second: &str, first: &str) -> bool {
        let number = self.propose(day, first, "reset", "Dan", "dealer", None);
        match self.approve(day, second, number) {
            Ok(()) => true,
            Err(reason) => {
                assert_eq!(reason, "self-approval");
                false
            }
        }
    }
}

#[test]
fn others_who_reset_an_account_do_not_cover_up_who_made_it() {
    for change in ["reset", "role"] {
        let mut accounts = Accounts::opened();
        let first = if change == "role" { "supervisor" } else { "manager" };
        let made = accounts.both(0, ("Mia", "Max"), "take-in", "Nan", first);
        accounts.enrol(0, "Nan", made);
        let again = accounts.both(5, ("Max", "Moe"), change, "Nan", "manager");
        if change == "reset" {
            accounts.enrol(5, "Nan", again);
        }
        for (day, maker, may) in [
            (7, "Mia", false),
            (29, "Mia", false),
            (30, "Mia", true),
            (34, "Moe", false),
            (34, "Max", false),
            (35, "Max", true),
        ] {
            assert_eq!(accounts.is_second(day, "Nan", maker), may, "{change}: {maker} on day {day}");
            assert_eq!(
                accounts.is_second(day, maker, "Nan"),
                may,
                "{change}: {maker} on day {day}, the other way round"
            );
        }
    }
}

#[test]
fn a_maker_is_kin_under_another_name_that_they_got_before_the_newcomer_came() {
    for (old, new) in [("Mia", "Minna"), ("Max", "Maxim")] {
        let mut accounts = Accounts::opened();
        let made = accounts.both(0, ("Mia", "Max"), "take-in", "Nan", "manager");
        let named = accounts.propose(0, "Moe", "rename", old, "manager", Some(new));
        let other = if old == "Mia" { "Max" } else { "Mia" };
        accounts.approve(0, other, named).unwrap();
        accounts.enrol(0, "Nan", made);
        assert!(!accounts.is_second(2, "Nan", new), "{new}");
        assert!(!accounts.is_second(2, new, "Nan"), "{new}");
        assert!(accounts.is_second(2, "Nan", "Moe"), "who had no hand in it");
    }
}
