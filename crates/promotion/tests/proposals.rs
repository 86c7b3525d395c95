//! Whoever approves approves what was proposed: once it would be about somebody or something else, it is put aside.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::promotion::{IntegrityOf, PaymentWay};
use baccarat::shelf;
use merkle::{Hash, sha256};
use promotion::{Act, Command, DenialGround, Fact, PassedWhy, PaymentPart, Promotion, Sealing, Terms};
use std::sync::Arc;
use table::{Actor, Name, Time};

const SEED: [u8; 32] = [7; 32];
const THREE: [&str; 3] = ["ann", "bob", "cat"];

fn terms(worth: u32) -> String {
    include_str!("../src/transcript/usual.toml")
        .replacen('\n', "\nbook = \"nsw\"\n", 1)
        .replace("sort = \"cash\"", "sort = \"goods\"\ncash_instead = true")
        .replace("value = 500", &format!("value = {worth}"))
}

struct Desk {
    promotion: Promotion,
    now: Time,
    /// What was said of each proposal.
    said: Vec<String>,
}

impl Desk {
    /// A promotion of one prize that is drawn among these people.
    fn drawn(entrants: &[&str]) -> Desk {
        let book = Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap());
        let read = Terms::read(&terms(500), &book, &[]).unwrap();
        let mut desk = Desk { promotion: Promotion::new(book), now: read.held.from, said: Vec::new() };
        let (seed_hash, ticket_key) = (draw::seed_hash(&SEED), sha256(&[b"key"]));
        let sealing = Sealing { seed_hash, number: 1, previous: Hash::NONE, ticket_key };
        desk.one(Act::SetTerms { text: terms(500) });
        desk.one(Act::Lodge);
        desk.one(Act::OpenChannel { channel: "brochure".into() });
        desk.one(Act::Open { sealing: Some(sealing) });
        for name in entrants {
            desk.ask(name, Role::Player, Act::Enter).unwrap();
        }
        desk.now = read.closes;
        desk.ask("clock", Role::System, Act::Close).unwrap();
        desk.now = read.award.when;
        desk.both(Act::ReadyDraw);
        desk.ask("ian", Role::Inspector, Act::Mix { text: "rain".into(), seed: Some(Hash(SEED)) }).unwrap();
        desk
    }

    fn ask(&mut self, name: &str, role: Role, act: Act) -> Result<(), String> {
        let by = Actor { name: Name::from(name), role };
        let command = Command { act, by, confirmed_by: None, keyed_by: None, at: self.now };
        let events = self.promotion.submit(&command).map_err(|refusal| refusal.message)?;
        let state = self.promotion.state();
        let proposed = events.iter().filter(|event| matches!(event.fact, Fact::Proposed { .. }));
        self.said.extend(proposed.map(|event| event.fact.to_text(state)));
        Ok(())
    }

    fn one(&mut self, act: Act) {
        self.ask("mia", Role::Operator, act).unwrap();
    }

    fn propose(&mut self, what: Act) -> u32 {
        self.one(Act::Propose { what: Box::new(what) });
        self.promotion.state().proposed
    }

    fn approve(&mut self, proposal: u32) -> Result<(), String> {
        self.ask("sam", Role::Operator, Act::Approve { proposal })
    }

    fn both(&mut self, what: Act) {
        let proposal = self.propose(what);
        self.approve(proposal).unwrap();
    }

    fn put_aside(&mut self, proposal: u32) {
        let refused = self.approve(proposal).unwrap_err();
        assert_eq!(refused, format!("no proposal {proposal} waits for somebody"));
    }

    fn winner(&self) -> Name {
        let state = self.promotion.state();
        state.ticket(state.prizes[0].ticket.unwrap()).unwrap().holder.clone()
    }

    /// Whoever has the prize claims it, and takes it in cash.
    fn claimed(&mut self) {
        let winner = self.winner();
        self.ask(&winner.0, Role::Player, Act::Claim { prize: 1, how: "desk".into() }).unwrap();
        self.one(Act::FindEligible { claim: 1, eligible: true });
        self.ask(&winner.0, Role::Player, Act::ChooseCash { claim: 1 }).unwrap();
        let parts = vec![PaymentPart { way: PaymentWay::Cash, amount: Money(50_000), payee: winner }];
        self.one(Act::ChoosePayment { claim: 1, parts });
    }
}

const AWARD: Act = Act::Award { claim: 1 };

fn passed(why: PassedWhy) -> Act {
    Act::PassOver { prize: 1, why }
}

/// Without that, the second proposal would pass over somebody of whom nobody has said anything.
#[test]
fn nobody_is_passed_over_for_what_was_proposed_of_another() {
    let mut desk = Desk::drawn(&THREE);
    let first = desk.propose(passed(PassedWhy::NotEligible));
    desk.now = Time(desk.now.0 + 15 * 86_400_000);
    desk.one(Act::Notify { prize: 1, channel: "telephone".into(), reached: false });
    let second = desk.propose(passed(PassedWhy::Lapsed));
    let before = desk.winner();
    desk.approve(second).unwrap();
    let next = desk.winner();
    assert_ne!(before, next);
    desk.put_aside(first);
    assert_eq!(desk.winner(), next);
    // The record says what each was about.
    assert_eq!(desk.said[1], "proposal 2 of mia: pass-over prize 1, not-eligible");
    assert_eq!(desk.said[2], "proposal 3 of mia: pass-over prize 1, lapsed");
}

/// Without that, the goods would go to a winner who takes cash.
#[test]
fn an_award_is_proposed_again_once_its_prize_is_another() {
    let mut desk = Desk::drawn(&THREE);
    desk.claimed();
    let award = desk.propose(AWARD);
    // Where the prize stays as it is, so does what waits.
    let other_words = terms(500).replace("On the website", "On our website");
    assert_ne!(other_words, terms(500));
    desk.one(Act::Amend { text: other_words, approval: "A-1".into() });
    assert_eq!(desk.promotion.state().proposals.len(), 1);
    desk.one(Act::Amend { text: terms(600), approval: "A-2".into() });
    desk.put_aside(award);
    assert_eq!(desk.promotion.state().prizes[0].awarded, None);
}

#[test]
fn an_award_is_proposed_again_once_its_claim_was_denied_and_opened_again() {
    let mut desk = Desk::drawn(&THREE);
    desk.claimed();
    let award = desk.propose(AWARD);
    desk.one(Act::Deny { claim: 1, ground: DenialGround::Other, reason: "not sure".into() });
    let winner = desk.winner();
    desk.ask(&winner.0, Role::Player, Act::Dispute { about: "that".into() }).unwrap();
    desk.one(Act::DecideDispute { dispute: 1, decision: "yes".into(), reopens: Some(1) });
    desk.one(Act::FindEligible { claim: 1, eligible: true });
    desk.put_aside(award);
    desk.both(AWARD);
    assert_eq!(desk.promotion.state().prizes[0].awarded, Some(1));
}

/// Without that, what was once said of one matter would validate the next, or cancel the draw for it.
#[test]
fn what_was_proposed_of_one_matter_is_not_approved_for_the_next() {
    let mut desk = Desk::drawn(&THREE);
    let of = IntegrityOf::Draw;
    let rests = |desk: &mut Desk, why: &str| {
        desk.one(Act::FindCompromised { of, why: why.into() });
        desk.one(Act::Postpone { of });
    };
    rests(&mut desk, "two lists");
    let counted = desk.propose(Act::Validate { of, how: "counted".into() });
    let cancel = desk.propose(Act::Cancel { of });
    desk.both(Act::Validate { of, how: "there is but one list".into() });
    rests(&mut desk, "the drum was open");
    desk.put_aside(counted);
    desk.put_aside(cancel);
    assert_eq!(desk.promotion.state().postponed, [of]);
    assert!(!desk.promotion.state().cancelled);
}

#[test]
fn nobody_hands_a_prize_to_themselves() {
    let mut desk = Desk::drawn(&["mia"]);
    desk.claimed();
    let propose = Act::Propose { what: Box::new(AWARD) };
    let refused = desk.ask("mia", Role::Operator, propose.clone()).unwrap_err();
    assert_eq!(refused, "mia would hand it to mia; allowed are two others");
    desk.ask("sam", Role::Operator, propose).unwrap();
    let approve = Act::Approve { proposal: desk.promotion.state().proposed };
    assert_eq!(desk.ask("mia", Role::Operator, approve.clone()).unwrap_err(), refused);
    desk.ask("lee", Role::Operator, approve).unwrap();
}
