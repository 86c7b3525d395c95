//! Roles, and the one table of who may do what.

use serde::{Deserialize, Serialize};
use std::fmt;
use table::Act;
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
    /// Watches.
    Surveillance,
    /// The regulator's person.
    Inspector,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 6] =
        [Role::Player, Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector];

    /// The role in the words of the books.
    pub fn at_table(self) -> baccarat::rules::people::Role {
        use baccarat::rules::people::Role as Books;
        match self {
            Role::Player => Books::Player,
            Role::Dealer => Books::Dealer,
            Role::Supervisor => Books::Supervisor,
            Role::Manager => Books::Manager,
            Role::Surveillance => Books::Surveillance,
            Role::Inspector => Books::Inspector,
        }
    }

    /// Every part that somebody in this role may play at a table, in the words of the books, the usual first. The house gives its
    /// power to supervisors and managers, and a manager stands above the supervisors.
    pub fn parts(self) -> &'static [baccarat::rules::people::Role] {
        use baccarat::rules::people::Role as Books;
        match self {
            Role::Player => &[Books::Player],
            Role::Dealer => &[Books::Dealer],
            Role::Supervisor => &[Books::Supervisor, Books::GameSupervisor, Books::Operator],
            Role::Manager => &[Books::Manager, Books::Supervisor, Books::GameSupervisor, Books::Operator],
            Role::Surveillance => &[Books::Surveillance],
            Role::Inspector => &[Books::Inspector],
        }
    }

    /// Its word in files and paths.
    pub fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Supervisor => "supervisor",
            Role::Manager => "manager",
            Role::Surveillance => "surveillance",
            Role::Inspector => "inspector",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A kind of act at a table, as far as permission goes. Every act of [`table::Act`] has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// Come, sit, bet, be asked: what patrons do for themselves.
    Play,
    /// Sign on and off at a table.
    Duty,
    /// Prepare, shuffle, burn, call, deal, settle: the dealer's work.
    Deal,
    /// Say what went wrong.
    Report,
    /// Approve, decide, correct, void: what a supervisor answers for.
    Rule,
    /// Limits, signs, notices, personal limits.
    Set,
    /// The float, fills and credits, opening and closing.
    Money,
    /// Bring up or decide a dispute as staff.
    Dispute,
    /// Be shown something of a game in play, on record.
    See,
}

impl Power {
    /// All of them.
    pub const ALL: [Power; 9] = [
        Power::Play,
        Power::Duty,
        Power::Deal,
        Power::Report,
        Power::Rule,
        Power::Set,
        Power::Money,
        Power::Dispute,
        Power::See,
    ];

    /// What an act takes. What the book lets this person do is the table's to say; this only keeps roles apart.
    pub fn of(act: &Act, role: Role) -> Power {
        match act {
            Act::SignOn | Act::SignOff => Power::Duty,

            Act::Arrive
            | Act::BuyIn { .. }
            | Act::SwapVoucher { .. }
            | Act::SwapDatedVoucher { .. }
            | Act::TakeSeat { .. }
            | Act::Leave
            | Act::AskRiffle
            | Act::RefuseCut
            | Act::NameCutter { .. }
            | Act::AskBurntCard
            | Act::Place { .. }
            | Act::Change { .. }
            | Act::Move { .. }
            | Act::Withdraw { .. }
            | Act::AskNoBetCoup
            | Act::Agree { .. }
            | Act::TakeHand
            | Act::RefuseHand
            | Act::Nominate { .. }
            | Act::TakeRole
            | Act::PassRole
            | Act::AskRules => Power::Play,

            // Either hand may hold the cards: a patron's or a dealer's.
            Act::Cut { .. } | Act::Expose { .. } => match role {
                Role::Player => Power::Play,
                _ => Power::Deal,
            },

            Act::CheckCards
            | Act::DeviceChecksCards
            | Act::Prepare { .. }
            | Act::Shuffle
            | Act::Riffle
            | Act::OfferCut { .. }
            | Act::InsertCuttingCard { .. }
            | Act::LoadCards
            | Act::ChooseBurn { .. }
            | Act::BurnCard { .. }
            | Act::BurnRest { .. }
            | Act::ShowBurntCard { .. }
            | Act::StartPlay
            | Act::OpenBetting
            | Act::RefuseWager { .. }
            | Act::ReportAccepted { .. }
            | Act::FindInvalid { .. }
            | Act::FindWager { .. }
            | Act::ScaleForDifferential
            | Act::ScaleForArea { .. }
            | Act::GivePlace { .. }
            | Act::Call { .. }
            | Act::DrawCuttingCard
            | Act::DealCard { .. }
            | Act::OfferHand { .. }
            | Act::PassCard { .. }
            | Act::CollectHand { .. }
            | Act::OfferRole { .. }
            | Act::Settle
            | Act::CollectCards
            | Act::Resume
            | Act::TakeStep { .. }
            | Act::ReplaceDamaged { .. }
            | Act::AskToVacate { .. } => Power::Deal,

            Act::Report { .. }
            | Act::FindHeld { .. }
            | Act::FindUnfit
            | Act::ReportDevice
            | Act::NameDamaged { .. }
            | Act::ReportBreach { .. } => Power::Report,

            Act::LetPlayersCut
            | Act::ReplaceCards { .. }
            | Act::OrderShuffle { .. }
            | Act::VerifyCards
            | Act::Approve { .. }
            | Act::DirectNoBetCoup { .. }
            | Act::ForfeitCards { .. }
            | Act::Decide { .. }
            | Act::ShuffleByConsent
            | Act::AnswerDevice { .. }
            | Act::Sanction { .. }
            | Act::HandOver { .. }
            | Act::Invalidate { .. }
            | Act::SettleOpenItem { .. }
            | Act::DecideRemainder { .. } => Power::Rule,

            Act::PostSign { .. }
            | Act::TellPlayers { .. }
            | Act::MakeChange { .. }
            | Act::SetPersonalLimit { .. }
            | Act::Restrict { .. } => Power::Set,

            Act::Fill { .. } | Act::Credit { .. } | Act::CountFloat { .. } | Act::Close { .. } => {
                Power::Money
            }

            Act::OpenDispute { .. } | Act::AskReview { .. } => match role {
                Role::Player => Power::Play,
                _ => Power::Dispute,
            },
            Act::DecideDispute { .. } => Power::Dispute,

            Act::AskToSee { .. } => Power::See,
        }
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

/// May this role do this?
pub fn may(role: Role, power: Power) -> bool {
    MAY.iter().any(|(known, roles)| *known == power && roles.contains(&role))
}

/// Does this act take somebody who has just proved again who they are?
pub fn needs_confirming(act: &Act, role: Role) -> bool {
    let power = Power::of(act, role);
    matches!(power, Power::Rule | Power::Money) || matches!(act, Act::DecideDispute { .. })
}
