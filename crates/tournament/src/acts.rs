//! Everything that can be asked of a tournament.

use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::tournament::{Disqualifying, PoolAddition};
use baccarat::wager::WagerId;
use merkle::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Actor, Name, Time};

/// What someone asks of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// What is asked.
    pub act: Act,
    /// Who asks, in which role.
    pub by: Actor,
    /// Who confirms it, where two people are needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_by: Option<Name>,
    /// When.
    pub at: Time,
}

/// A table that the official names for the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedTable {
    /// What it is called.
    pub name: String,
    /// Low limit gaming is offered at it.
    #[serde(default)]
    pub low_limit: bool,
    /// Patrons who are no entrants are at it.
    #[serde(default)]
    pub in_use: bool,
}

/// A breach that staff report to the official.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentFinding")]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Asked somebody for advice.
    SoughtAdvice,
    /// Gave advice.
    GaveAdvice,
    /// Took chips away from the table.
    RemovedChips,
    /// Kept chips out of view.
    HidChips,
    /// Swapped chips with another player.
    SwappedChips,
    /// Raised the stack otherwise than by winning.
    RaisedStack,
    /// Broke another rule.
    OtherBreach,
}

impl Finding {
    /// The ground on which it disqualifies, if it is so.
    pub fn ground(self) -> Disqualifying {
        match self {
            Finding::HidChips => Disqualifying::HidChips,
            Finding::RaisedStack => Disqualifying::RaisedBuyIn,
            _ => Disqualifying::Breach,
        }
    }
}

/// What somebody found wrong with a pass card, a chip or a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentChips")]
#[serde(rename_all = "kebab-case")]
pub enum Chips {
    /// The tournament's own.
    Tournament,
    /// Ordinary gaming chips.
    Gaming,
    /// Chips of another tournament, or not approved.
    Foreign,
}

/// What happened at a table of the house where a session is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "report", rename_all = "kebab-case")]
pub enum TableReport {
    /// Betting is closed; the first card comes.
    FirstCard,
    /// The coup is over.
    CoupEnds {
        /// The player's cards.
        player: Vec<Card>,
        /// The banker's.
        banker: Vec<Card>,
    },
    /// The coup is void, or was finished without wagers.
    CoupVoid,
    /// The shoe is at its end.
    ShoeEnds,
    /// A coup that was over has been undone or put right.
    EarlierCoup {
        /// Its number at the table.
        coup: u32,
    },
}

/// What a sealed form shows once it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FormOpening")]
pub struct Opening {
    /// The type of wager; none if it was left out.
    pub wager: Option<WagerId>,
    /// The amount; none if it was left out.
    pub amount: Option<Money>,
    /// The salt that was hashed with both.
    #[schemars(with = "String")]
    pub salt: Hash,
}

/// What may be asked. Comments say by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentAct")]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// Operator: the conditions stand as written.
    Announce,
    /// Whoever the book says: the official is named.
    NameOfficial {
        /// Who.
        name: Name,
        /// Holds a licence.
        licensed: bool,
    },
    /// Operator: the conditions are made available.
    Publish,
    /// Operator: the regulator is told and sent a copy.
    SendCopy,
    /// Operator: entries are taken from now on.
    OpenEntries,
    /// Operator: an application is turned down.
    RefuseEntry {
        /// Whose.
        name: Name,
        /// By the declared criteria; otherwise by the general right.
        by_criteria: bool,
    },
    /// Operator, two people: something is added to the pool.
    AddToPool {
        /// What sort of thing.
        kind: PoolAddition,
        /// What it is.
        what: String,
        /// Its worth.
        worth: Money,
        /// The place that gets it, if it is not cash.
        place: Option<u32>,
    },
    /// Operator, two people: the tournament does not go on.
    Cancel,
    /// Operator, two people: a prize is handed over.
    PayPrize {
        /// To whom.
        name: Name,
    },
    /// Operator, two people: chips of a session whose conditions let them be disposed of in cash are paid for.
    PayChips {
        /// To whom.
        name: Name,
    },
    /// Official: whoever enters from now on must agree in writing first.
    RequireSignature,
    /// Official: terms that the book leaves to the official.
    SetTerms {
        /// An order of wagering.
        order: Option<bool>,
        /// How many pass cards each.
        pass_cards: Option<u8>,
        /// How many undisclosed wagers each.
        undisclosed: Option<u8>,
    },
    /// Official: the roll is closed.
    CloseEntries,
    /// Official: the tables of the tournament.
    NameTables {
        /// Which.
        tables: Vec<NamedTable>,
    },
    /// Official: how many players each table gets.
    SetNumbers {
        /// For each table of the coming session.
        numbers: Vec<u8>,
    },
    /// Official: the house commits to the seed of the next draw.
    SealDraw {
        /// The hash of the seed; the house adds it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        seed_hash: Option<Hash>,
    },
    /// Official: the list of the next draw is published.
    ListDraw,
    /// Official: seats are allotted in the order of entering, where that is declared.
    Allot,
    /// Official: seats are drawn.
    Ballot {
        /// The seed of the draw, committed to before. Whoever asks need not know it: the house adds it once the draw would
        /// be taken, so that no refused command shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        seed: Option<Hash>,
        /// The text from outside.
        mix: String,
    },
    /// Official: the coming session starts at another time.
    MoveStart {
        /// When.
        to: Time,
        /// Notice was given.
        noticed: bool,
    },
    /// Official: a wager must be made within so many seconds.
    SetTimeLimit {
        /// Seconds.
        seconds: u32,
        /// Notice was given.
        noticed: bool,
    },
    /// Official: limits other than declared.
    SetLimits {
        /// The minimum.
        least: Money,
        /// The maximum.
        most: Money,
    },
    /// Official: a table of the session is dealt at the table of the house that was named for it, which reports its coups.
    TakeTable {
        /// Which, counted from 1.
        table: u8,
    },
    /// Official: the table goes back to the house.
    LeaveTable {
        /// Which, counted from 1.
        table: u8,
    },
    /// System: what happened at a table of the house.
    ReportTable {
        /// At which table of the session.
        table: u8,
        /// What, in order.
        reports: Vec<TableReport>,
    },
    /// Dealer: chips and pass cards are handed out at a table.
    IssueChips {
        /// At which table, counted from 1.
        table: u8,
    },
    /// Official: the session begins.
    Begin,
    /// Official: a reserve takes an empty seat.
    SeatReserve {
        /// The reserve.
        name: Name,
        /// For whom.
        instead_of: Name,
        /// The fee that was paid.
        fee: Money,
    },
    /// Official: a substitute takes somebody's place.
    AllowSubstitute {
        /// The substitute.
        name: Name,
        /// For whom.
        instead_of: Name,
    },
    /// Official: what absence costs.
    RuleAbsence {
        /// Whose.
        name: Name,
        /// The minimum is deducted for every coup missed.
        deduct: bool,
        /// The player is disqualified.
        disqualify: bool,
        /// The fee goes back.
        fee_back: bool,
    },
    /// Official, two people: a player is disqualified.
    Disqualify {
        /// Who.
        name: Name,
        /// Why.
        why: Disqualifying,
        /// The fee goes back.
        fee_back: bool,
    },
    /// Official: play at a table ends before its time.
    EndEarly {
        /// At which table.
        table: u8,
    },
    /// Official: all chips at a table are counted now.
    OrderCount {
        /// At which table.
        table: u8,
    },
    /// Official, two people: both counts of a table are the same and differ from what was won and lost; what stands is decided.
    DecideCount {
        /// At which table.
        table: u8,
        /// What was counted stands; otherwise what was won and lost.
        as_counted: bool,
        /// Why, in words.
        because: String,
    },
    /// Official: the places of a table stand.
    ConfirmPlaces {
        /// Of which table.
        table: u8,
    },
    /// Official: level players play on.
    CallPlayOff {
        /// At which table.
        table: u8,
    },
    /// Official: players who are level on points play further rounds for the prizes they contest.
    CallRounds,
    /// Whoever the book says: a dispute is decided.
    DecideDispute {
        /// At which table.
        table: u8,
        /// How.
        decision: String,
    },
    /// Official: a break of so many minutes.
    Break {
        /// How long.
        minutes: u16,
    },
    /// Official: a direction on pace.
    SetPace {
        /// What is directed.
        direction: String,
    },
    /// Official: a repeated wager out of turn does not count.
    InvalidateWager {
        /// Whose.
        name: Name,
    },
    /// Official, two people: the places of the tournament are official.
    Award,
    /// Player: an application.
    Enter {
        /// The fields of the form that are filled in.
        form: Vec<String>,
        /// What was paid.
        fee: Money,
        /// Has a copy of this version of the conditions.
        has_copy: bool,
    },
    /// Player: agrees in writing.
    Sign,
    /// Player: withdraws.
    Withdraw,
    /// Player: brings the buy-in of the coming session.
    BuyIn {
        /// How much.
        amount: Money,
    },
    /// Player: comes back after elimination.
    BuyBack {
        /// What was paid.
        fee: Money,
    },
    /// Player: sits down.
    TakeSeat {
        /// At which table.
        table: u8,
        /// In which seat.
        seat: u8,
    },
    /// Player: agrees that play ends early.
    AgreeEarlyEnd,
    /// Player: opens a dispute.
    Dispute {
        /// About what.
        about: String,
    },
    /// Player: asks for money or other chips for tournament chips.
    CashChips {
        /// For other chips, not for money.
        for_chips: bool,
    },
    /// Player: a wager from the own seat.
    Wager {
        /// On what.
        wager: WagerId,
        /// How much.
        amount: Money,
        /// With what.
        chips: Chips,
        /// From which seat, if not the own.
        seat: Option<u8>,
        /// For which coup of the session, so that a wager held back does not come in on a later one. Staff who key for an entrant may leave
        /// it out: they are at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coup: Option<u32>,
    },
    /// Player: takes a wager back.
    TakeBack {
        /// Which.
        wager: WagerId,
        /// For which coup of the session, as with a wager. Staff who key for an entrant may leave
        /// it out: they are at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coup: Option<u32>,
    },
    /// Player: lays down a pass card.
    LayPass {
        /// It is an approved card.
        approved: bool,
        /// For which coup of the session, as with a wager. Staff who key for an entrant may leave
        /// it out: they are at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coup: Option<u32>,
    },
    /// Player: hands in a sealed form.
    HandInForm {
        /// The hash of tournament, coup, entrant, form and salt.
        #[schemars(with = "String")]
        seal: Hash,
    },
    /// Player: puts the announced wager down.
    LayForm,
    /// Player: looks at another's form.
    SeeForm {
        /// Whose.
        of: Name,
    },
    /// Dealer: the next coup is open for wagers.
    OpenCoup {
        /// At which table.
        table: u8,
    },
    /// Dealer: asks the next player to wager.
    AskNext {
        /// At which table.
        table: u8,
    },
    /// Supervisor: both hands may be backed in this coup.
    ApproveBothHands {
        /// By whom.
        name: Name,
    },
    /// Dealer: no more bets.
    Call {
        /// At which table.
        table: u8,
    },
    /// Dealer: the first card leaves the shoe.
    FirstCard {
        /// At which table.
        table: u8,
    },
    /// Dealer: how the coup ended.
    CoupEnds {
        /// At which table.
        table: u8,
        /// The cards in the order dealt.
        cards: Vec<Card>,
        /// Seats in the order in which losing wagers were taken, where it was not by seat.
        collected: Vec<u8>,
    },
    /// Supervisor, two people: the coup is void.
    VoidCoup {
        /// At which table.
        table: u8,
    },
    /// Dealer: the shoe is at its end.
    ShoeEnds {
        /// At which table.
        table: u8,
    },
    /// Supervisor: looks at a form that is in play, to examine it.
    LookAtForm {
        /// Whose.
        of: Name,
    },
    /// Supervisor: a form was examined.
    ExamineForm {
        /// Whose.
        of: Name,
        /// It can be played as it is.
        sound: bool,
    },
    /// Supervisor: a form is opened and read out.
    AnnounceForm {
        /// Whose.
        of: Name,
        /// What it shows. Whoever asks need not know it: the house adds it once the form may be opened, so that no refused
        /// command shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<Opening>,
    },
    /// Supervisor: a form of the coup that is over is put right.
    CorrectForm {
        /// Whose.
        of: Name,
    },
    /// Supervisor, two people: whoever owes a wager is passed over.
    PassOver {
        /// At which table.
        table: u8,
    },
    /// Supervisor: a late player may wager the minimum only.
    HoldToMinimum {
        /// Who.
        name: Name,
    },
    /// Dealer: a player is not in the seat.
    MarkAbsent {
        /// Who.
        name: Name,
    },
    /// Dealer: a player is back.
    MarkBack {
        /// Who.
        name: Name,
    },
    /// Dealer or supervisor: what was counted before each player.
    Count {
        /// At which table.
        table: u8,
        /// By seat.
        counts: Vec<(u8, Money)>,
    },
    /// Dealer or supervisor: chips are back in the inventory.
    ReturnChips {
        /// At which table.
        table: u8,
        /// Missing ones: denomination and number.
        missing: Vec<(Money, u32)>,
    },
    /// Staff: a breach is reported.
    Report {
        /// By whom.
        name: Name,
        /// What.
        finding: Finding,
    },
    /// Official, two people: a report was looked into, and nothing was found.
    DropReport {
        /// Whom it was about.
        name: Name,
        /// What was reported.
        finding: Finding,
        /// Why it is dropped, in words.
        because: String,
    },
    /// Official, two people: the points that another declared game has brought.
    AddPoints {
        /// Which game.
        game: String,
        /// To whom, and how many.
        points: Vec<(Name, u32)>,
    },
    /// System: the time of a session is over.
    Bell,
    /// Staff: something that takes two people, for somebody else to approve.
    Propose {
        /// What.
        what: Box<Act>,
    },
    /// Staff: somebody else agrees, and it happens.
    Approve {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Staff: a proposal is put aside.
    Reject {
        /// The number of the proposal.
        proposal: u32,
    },
}

impl Act {
    /// Its word, as it is written.
    pub fn word(&self) -> String {
        let written = serde_json::to_value(self).ok();
        let word = written.as_ref().and_then(|act| act.get("act")).and_then(|word| word.as_str());
        word.unwrap_or_default().to_owned()
    }

    /// Who plays by it: whoever asks, or the one who is given a place.
    pub fn player<'a>(&'a self, by: &'a Actor) -> Option<&'a Name> {
        match self {
            Act::Enter { .. }
            | Act::BuyIn { .. }
            | Act::BuyBack { .. }
            | Act::TakeSeat { .. }
            | Act::Wager { .. }
            | Act::LayPass { .. }
            | Act::HandInForm { .. } => Some(&by.name),
            Act::SeatReserve { name, .. } | Act::AllowSubstitute { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Does it decide about money, a coup's result or somebody's place in the tournament, and so take two people?
    pub fn takes_two(&self) -> bool {
        matches!(
            self,
            Act::AddToPool { .. }
                | Act::Cancel
                | Act::DecideCount { .. }
                | Act::PayPrize { .. }
                | Act::PayChips { .. }
                | Act::Award
                | Act::Disqualify { .. }
                | Act::DropReport { .. }
                | Act::AddPoints { .. }
                | Act::PassOver { .. }
                | Act::VoidCoup { .. }
                | Act::RuleAbsence { disqualify: true, .. }
        )
    }
}
