//! What happens when something interrupts play, said beforehand. The tests hold the house to it.

use serde::Serialize;
use utoipa::ToSchema;

/// The policy, case by case.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Policy {
    /// The cases.
    pub cases: [Case; 8],
}

/// A case.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Case {
    /// Its name.
    pub when: &'static str,
    /// What happens.
    pub then: &'static str,
}

/// What this house does.
pub const POLICY: Policy = Policy {
    cases: [
        Case {
            when: "connection-lost",
            then: "Wagers that the house has acknowledged stand, and the coup is dealt and settled without you. \
                   The page shows that the connection is lost and takes no wagers until it is back; then it shows how things are.",
        },
        Case {
            when: "no-answer-to-a-wager",
            then: "If no answer came, send the same command with the same id again: it is carried out once, \
                   and gets the same answer. What was not acknowledged may or may not have been taken; the view tells.",
        },
        Case {
            when: "house-stops-while-betting",
            then: "Acknowledged wagers stay on the layout. When the house opens again the time for wagers starts anew, \
                   and they may be changed or withdrawn as the book lets them be.",
        },
        Case {
            when: "house-stops-in-mid-coup",
            then: "The same coup goes on with the same cards from the same sealed shoe, and is settled by the book.",
        },
        Case {
            when: "patron-does-not-answer",
            then: "A patron who is offered the cut, a hand or a role and does not answer in time declines. \
                   Cards that a patron holds and does not turn over in time are turned over.",
        },
        Case {
            when: "sealed-shoe-lost",
            then: "If the vault has lost the shoe in use, the coup under way is set aside as if a card of it were missing: by the \
                   book's own ruling, or where the book has none by whoever decides such matters under it. Every stake goes back, \
                   the loss is on record with its clauses, and the next shoe names the lost one. Where the book gives no way to \
                   shuffle at that time the table stays out of service. Cards of a shoe that is lost are never guessed or replaced.",
        },
        Case {
            when: "disk-full-or-failed",
            then: "Nothing is acknowledged that is not on disk. While the disk is full no wager is taken and no card is dealt; \
                   after a failed write the table is out of service until it has been looked at.",
        },
        Case {
            when: "patron-leaves",
            then: "Chips stay the patron's at this table. Whoever has a wager on a coup under way can leave when it is settled. \
                   Whoever has no wager, keeps no page open and is not heard of for a minute gives up the seat.",
        },
    ],
};
