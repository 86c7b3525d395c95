//! Roles, and the one table of who may do what.

use serde::{Deserialize, Serialize};
use std::fmt;
pub use table::Power;
use utoipa::ToSchema;

/// What somebody is in this house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays.
    Player,
    /// Deals.
    Dealer,
    /// Keeps the pit.
    Supervisor,
    /// Manages gaming.
    Manager,
    /// Keeps the cage: cash for chips and back, fills and credits.
    Cage,
    /// Watches.
    Surveillance,
    /// The regulator's person.
    Inspector,
    /// No person: a scanning shoe, which tells what has left it and may do nothing else.
    Device,
}

impl Role {
    /// Every role of a person.
    pub const ALL: [Role; 7] = [
        Role::Player,
        Role::Dealer,
        Role::Supervisor,
        Role::Manager,
        Role::Cage,
        Role::Surveillance,
        Role::Inspector,
    ];

    /// The role in the words of the books.
    pub fn at_table(self) -> baccarat::rules::people::Role {
        use baccarat::rules::people::Role as Books;
        match self {
            Role::Player => Books::Player,
            Role::Dealer => Books::Dealer,
            Role::Supervisor => Books::Supervisor,
            Role::Manager => Books::Manager,
            Role::Cage => Books::Employee,
            Role::Surveillance => Books::Surveillance,
            Role::Inspector => Books::Inspector,
            Role::Device => Books::CheckingDevice,
        }
    }

    /// Every role that somebody with this one may have at a table, in the words of the books, the usual first. The house gives its
    /// power to supervisors and managers, and a manager stands above the supervisors.
    pub fn roles_at_table(self) -> &'static [baccarat::rules::people::Role] {
        use baccarat::rules::people::Role as Books;
        match self {
            Role::Player => &[Books::Player],
            Role::Dealer => &[Books::Dealer],
            Role::Supervisor => &[Books::Supervisor, Books::GameSupervisor, Books::Operator],
            Role::Manager => &[Books::Manager, Books::Supervisor, Books::GameSupervisor, Books::Operator],
            Role::Cage => &[Books::Employee],
            Role::Surveillance => &[Books::Surveillance],
            Role::Inspector => &[Books::Inspector],
            Role::Device => &[],
        }
    }

    /// Its word in files and paths.
    pub fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Supervisor => "supervisor",
            Role::Manager => "manager",
            Role::Cage => "cage",
            Role::Surveillance => "surveillance",
            Role::Inspector => "inspector",
            Role::Device => "device",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Who may do what. A role that a row does not name may not.
const MAY: [(Power, &[Role]); 9] = [
    (Power::Play, &[Role::Player]),
    (Power::Duty, &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector]),
    (Power::Deal, &[Role::Dealer, Role::Supervisor, Role::Manager]),
    (Power::Report, &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance]),
    (Power::Rule, &[Role::Supervisor, Role::Manager]),
    (Power::Set, &[Role::Supervisor, Role::Manager]),
    (Power::Money, &[Role::Supervisor, Role::Manager]),
    (Power::Dispute, &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Inspector]),
    (Power::See, &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector]),
];

/// Those who watch: they read everything and change nothing.
pub const WATCH: [Role; 2] = [Role::Surveillance, Role::Inspector];

/// Those who set tests in the school. Whoever has an account may practise and sit them: it takes no power at a table.
pub const INSTRUCT: [Role; 2] = [Role::Supervisor, Role::Manager];

/// Those who issue vouchers and take them back; one proposes, another approves.
pub const ISSUE_VOUCHERS: [Role; 2] = [Role::Supervisor, Role::Manager];

/// Those who together accept what the house itself cannot vouch for: a shoe that was given up, another key, a house put back.
pub const ACCEPT_TOGETHER: [Role; 2] = [Role::Manager, Role::Inspector];

/// May this role do this?
pub fn may(role: Role, power: Power) -> bool {
    MAY.iter().any(|(known, roles)| *known == power && roles.contains(&role))
}
