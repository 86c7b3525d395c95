//! Acts that take two people: one proposes, another approves. This is the house's own rule, beside whatever the book asks for.

use crate::role::{Power, Role, may};
use baccarat::rules::rulings::Irregularity;
use serde::{Deserialize, Serialize};
use table::state::Phase;
use table::{Act, Event, Fact, Remedy, Report, Table, bets, cards, deal, pay, trouble};
use utoipa::ToSchema;

/// What two people do together, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DualControl {
    /// A coup loses its effect.
    Void,
    /// What happened is put right: a hand reconstructed, chips that were left open moved.
    Correction,
    /// A dispute moves chips.
    Award,
}

/// Who may be the first of two, and who the second. Nobody is both for one matter, whatever roles they have; who may not be the second
/// because of how their account came to be is told by [`People::may_second`](crate::People::may_second).
const DUTIES: [(DualControl, &[Role], &[Role]); 3] = [
    (DualControl::Void, PROPOSE, APPROVE),
    (DualControl::Correction, PROPOSE, APPROVE),
    (DualControl::Award, PROPOSE, APPROVE),
];

/// A dealer or surveillance may say that something is to be undone, and never that it is.
const PROPOSE: &[Role] = &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance];
const APPROVE: &[Role] = &[Role::Supervisor, Role::Manager];

impl DualControl {
    /// All of them.
    pub const ALL: [DualControl; 3] = [DualControl::Void, DualControl::Correction, DualControl::Award];

    fn duties(self) -> (&'static [Role], &'static [Role]) {
        let row = DUTIES.iter().find(|(what, ..)| *what == self);
        row.map_or((&[], &[]), |(_, first, second)| (first, second))
    }

    /// May somebody in this role be the first: propose it?
    pub fn may_propose(self, role: Role) -> bool {
        self.duties().0.contains(&role)
    }

    /// May somebody in this role be the second: approve what another has proposed?
    pub fn may_approve(self, role: Role) -> bool {
        self.duties().1.contains(&role)
    }

    /// Does this act take two people of the house, and as what does it count? The regulator's own decision takes nobody's
    /// approval.
    pub fn of(act: &Act, role: Role) -> Option<DualControl> {
        match act {
            Act::Trouble(trouble::Act::Invalidate { .. })
            | Act::Trouble(trouble::Act::Decide { remedy: Remedy::Void, .. }) => Some(DualControl::Void),
            Act::Trouble(trouble::Act::Decide { remedy: Remedy::Granted, .. })
            | Act::Trouble(trouble::Act::SettleOpenItem { .. })
            // Chips that are missing are no longer looked for once the record says that they are not there.
            | Act::Pay(pay::Act::CorrectFloat { .. })
            // Found after cards are seen, a wager that stands is money on one person's word.
            | Act::Bets(bets::Act::FindWager { late: false, .. }) => Some(DualControl::Correction),
            // Payments that the rules do not have are money on one person's word too. What a dealer says of them the table leaves to
            // a supervisor; a supervisor's own word takes another.
            Act::Trouble(trouble::Act::Report { report: Report::SettledShort | Report::SettledBy { .. } })
                if may(role, Power::Rule) =>
            {
                Some(DualControl::Correction)
            }
            Act::Trouble(trouble::Act::DecideDispute { award: Some(_), .. }) if role != Role::Inspector => {
                Some(DualControl::Award)
            }

            // These leave things as they are, or a patron's chips where they are.
            Act::Trouble(trouble::Act::Decide { remedy: Remedy::Denied | Remedy::GoesOn, .. })
            | Act::Trouble(trouble::Act::DecideDispute { .. })
            | Act::Trouble(trouble::Act::OpenDispute { .. })
            | Act::Trouble(trouble::Act::AskReview { .. }) => None,

            // One supervisor is enough for what the book asks of a supervisor in the course of play.
            Act::Cards(cards::Act::LetPlayersCut)
            | Act::Cards(cards::Act::ReplaceCards { .. })
            | Act::Cards(cards::Act::OrderShuffle { .. })
            | Act::Cards(cards::Act::VerifyCards)
            | Act::Cards(cards::Act::Approve { .. })
            | Act::Bets(bets::Act::DirectNoBetCoup { .. })
            | Act::Deal(deal::Act::ForfeitCards { .. })
            | Act::Trouble(trouble::Act::ShuffleByConsent)
            | Act::Trouble(trouble::Act::AnswerDevice { .. })
            | Act::Trouble(trouble::Act::Sanction { .. })
            | Act::Trouble(trouble::Act::HandOver { .. })
            | Act::Pay(pay::Act::DecideRemainder { .. }) => None,

            // What a report leads to depends on where play stands: see `of_effects`.
            Act::Trouble(trouble::Act::Report { .. }) => None,

            // A ruling that has no place above takes two until somebody has given it one.
            other => {
                (other.power(Role::Supervisor.at_table()) == Power::Rule).then_some(DualControl::Correction)
            }
        }
    }

    /// Is this something that somebody of the staff says has happened, so that it may take two because of what follows from it? Not even
    /// who may rule makes a coup void by saying alone that something happened in it: what a dealer says they grant.
    pub fn depends_on_effects(act: &Act) -> bool {
        matches!(
            act,
            Act::Trouble(trouble::Act::Report { .. } | trouble::Act::ReportDevice)
                | Act::Bets(
                    bets::Act::FindInvalid { .. }
                        | bets::Act::FindWager { .. }
                        | bets::Act::FindCash { .. }
                        | bets::Act::ReportAccepted { .. }
                )
        )
    }

    /// Does such an act take two because of these events, which would follow from it? Where the book rules by itself, one
    /// word would otherwise void a coup with wagers on it, give stakes back once a card was seen, or turn the result round.
    pub fn of_effects(before: &Table, events: &[Event]) -> Option<DualControl> {
        let state = before.state();
        let follows = |is: fn(&trouble::Fact) -> bool| {
            events.iter().any(|event| matches!(&event.fact, Fact::Trouble(fact) if is(fact)))
        };
        let wagers = !state.stakes.is_empty() || !state.settled.is_empty();
        if wagers && follows(|fact| matches!(fact, trouble::Fact::CoupVoided { .. })) {
            return Some(DualControl::Void);
        }
        let lay_open = match &state.phase {
            // With betting closed the first card may be out of the shoe, and whoever drew it has looked.
            Phase::Betting(betting) => betting.closed,
            _ => before.is_card_seen(),
        };
        let passed = |fact: &trouble::Fact| {
            use Irregularity::{DeliveredWithoutWager, WrongRecipient};
            matches!(fact, trouble::Fact::Ruled { verdict } if matches!(verdict.when, DeliveredWithoutWager | WrongRecipient))
        };
        let shows = |event: &Event| {
            let dealt = matches!(event.fact, Fact::Deal(deal::Fact::CardDealt { card: Some(_), .. }));
            // Whoever names a card that goes elsewhere has seen it.
            let away = matches!(
                event.fact,
                Fact::Deal(
                    deal::Fact::CardCarried { card: Some(_), .. }
                        | deal::Fact::CardSetAside { card: Some(_) }
                )
            );
            dealt || away || matches!(event.fact, Fact::Deal(deal::Fact::Exposed { .. }))
        };
        let seen = lay_open || follows(passed) || events.iter().any(shows);
        let returned = |event: &Event| matches!(event.fact, Fact::Bets(bets::Fact::WagerReturned { .. }));
        let window = follows(|fact| matches!(fact, trouble::Fact::WindowOpened { .. }));
        let undone = follows(|fact| matches!(fact, trouble::Fact::SettlementUndone { .. }));
        // Cards that lie open make another result where they are put in another order.
        let other_hands = follows(|fact| matches!(fact, trouble::Fact::CoupReconstructed { .. }));
        // A wager that comes on record in mid-coup and counts is money on one person's word, as one that goes back is.
        let placed = |event: &Event| matches!(event.fact, Fact::Bets(bets::Fact::WagerPlaced { .. }));
        // A card that goes out of play while the coup waits for one makes another result, unless somebody decides on it.
        let waits = matches!(&state.phase, Phase::Coup(_));
        let between = wagers && matches!(&state.phase, Phase::Betting(_));
        // A card drawn between two coups with wagers down is the first of the next: said to be one too many, it lets wagers come and go.
        let carried = |event: &Event| matches!(event.fact, Fact::Deal(deal::Fact::CardCarried { .. }));
        let drawn_between = between && events.iter().any(carried);
        let opened = follows(|fact| matches!(fact, trouble::Fact::MatterOpened { .. }));
        let skipped = |event: &Event| matches!(event.fact, Fact::Deal(deal::Fact::CardSetAside { .. }));
        // Between two coups no matter keeps play waiting: the next card is dealt in the place of the one that went.
        let skipped = (between || (waits && !opened)) && events.iter().any(skipped);
        let laid = events.iter().any(|event| returned(event) || placed(event));
        let moves = window || other_hands || skipped || laid;
        (undone || drawn_between || (seen && moves)).then_some(DualControl::Correction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::sees_to;
    use crate::role::may;

    /// Every pair of roles for every matter that takes two.
    #[test]
    fn only_those_whose_duty_it_is_are_the_first_and_the_second() {
        let mut pairs = Vec::new();
        for what in DualControl::ALL {
            for first in Role::ALL {
                for second in Role::ALL {
                    if what.may_propose(first) && what.may_approve(second) {
                        pairs.push((what, first, second));
                    }
                }
            }
        }
        assert_eq!(pairs.len(), 3 * 4 * 2);
        for (what, first, second) in pairs {
            assert!(may(second, Power::Rule), "{what:?}: {second} approves only what they may rule on");
            assert!(may(first, Power::Report), "{what:?}: {first} may report");
            for never in [Role::Player, Role::Dealer, Role::Surveillance, Role::Inspector] {
                assert_ne!(second, never, "{what:?}");
            }
            assert!(first != Role::Player && first != Role::Inspector, "{what:?}");
        }
    }

    /// Whoever sees to accounts of a role has no hand in what those decide about money, but for managers among themselves.
    #[test]
    fn duties_that_exclude_each_other_are_not_one_persons() {
        for role in Role::ALL {
            let (plays, deals, rules) =
                (may(role, Power::Play), may(role, Power::Deal), may(role, Power::Rule));
            let watches = crate::role::WATCH.contains(&role);
            assert!(!(plays && (deals || rules || watches)), "{role} plays and works here");
            assert!(!(watches && (deals || rules || may(role, Power::Money))), "{role} watches and decides");
            assert_eq!(sees_to(role, Role::Inspector), role == Role::Inspector, "{role}");
            for theirs in Role::ALL.into_iter().filter(|theirs| *theirs != Role::Inspector) {
                assert_eq!(sees_to(role, theirs), role == Role::Manager, "{role} {theirs}");
            }
        }
        assert!(!may(Role::Dealer, Power::Rule) && !may(Role::Dealer, Power::Money));
    }
}
