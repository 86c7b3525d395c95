//! Who acts, who approves, and what must be said.

use super::play::Face;
use crate::topic::{records, words};

words! {
    /// A part that somebody plays at or around the table. Books call a patron a player.
    Role {
        /// A patron who bets.
        Player,
        /// Whoever deals.
        Dealer,
        /// Oversees this one game.
        GameSupervisor,
        /// Manages gaming: what the books call a casino supervisor.
        Supervisor,
        /// A gaming manager, above the supervisors.
        Manager,
        /// Any employee of the casino.
        Employee,
        /// The house, through whoever it has given the power to.
        Operator,
        /// Watches; acts only by being told.
        Surveillance,
        /// The regulator's person on the floor.
        Inspector,
        /// The regulator itself.
        Authority,
        /// Runs a tournament.
        Director,
        /// Watches over a prize draw.
        Scrutineer,
        /// A machine that checks decks.
        CheckingDevice,
        /// The game itself: what follows without anyone's choice.
        System,
    }

    /// Whether a thing must be done or may be done.
    Duty {
        /// It must be done.
        Must,
        /// It may be done.
        May,
        /// It must not be done.
        MustNot,
    }

    /// The moment at which something is called, shown or offered.
    Moment {
        /// Before the first coup of a table's opening.
        BeforePlay,
        /// When betting opens.
        BettingOpens,
        /// Right before the first card of a coup.
        BeforeCoup,
        /// When the countdown clock reaches zero.
        ClockZero,
        /// When the cutting card comes as the first card of a coup.
        CuttingCardFirst,
        /// After a coup in which the cutting card came later.
        CuttingCardLater,
        /// When both hands hold their first two cards, face up.
        InitialDealShown,
        /// When a natural tie is seen while a wager that turns on it is down.
        NaturalTie,
        /// When both hands are complete.
        Result,
        /// When both hands are complete and level.
        TiedResult,
        /// Before a no-bet coup that a ruling ordered.
        BeforeForcedNoBetCoup,
        /// While a no-bet coup is under way at an empty table.
        NoBetCoupAtEmptyTable,
        /// Before something is changed.
        BeforeChange,
        /// Whenever somebody asks.
        OnRequest,
        /// All the time that the table is open.
        Always,
    }

    /// Words that a dealer calls.
    CallWords {
        /// Place your bets.
        PlaceYourBets,
        /// No more bets.
        NoMoreBets,
        /// No bets this hand.
        NoBetsThisHand,
        /// Last coup.
        LastCoup,
        /// Last hand.
        LastHand,
        /// The player's point count, then the banker's.
        PointCountsPlayerFirst,
        /// The final point counts and the winner.
        FinalCountsAndWinner,
        /// Tie hand.
        TieHand,
        /// Standoff.
        Standoff,
        /// The result of the coup.
        Result,
    }

    /// What a sign at the table shows.
    SignSubject {
        /// The least and most a patron may bet.
        WagerLimits,
        /// The least and most for each playing area.
        AreaLimits,
        /// The largest gap between the two hands' stakes.
        Differential,
        /// The amounts in which wagers may rise.
        Multiples,
        /// The countdown clock itself.
        CountdownClock,
        /// How many seconds the clock counts.
        CountdownLength,
        /// The settlement method in use.
        SettlementMethod,
        /// The odds of the even-money game.
        EvenMoneyOdds,
        /// Which of several options is offered.
        OptionOffered,
        /// The limits of a side option's wagers.
        OptionLimits,
        /// That a side option's wagers need a main wager.
        OptionRestriction,
        /// A patron's own limits.
        PersonalLimit,
        /// A patron may go on at the old minimum.
        KeptMinimum,
        /// A minimum to come and its time.
        MinimumToCome,
        /// The old limits beside the new.
        BothLimits,
        /// A game to come and its time.
        GameToCome,
        /// The time of closing.
        ClosingTime,
        /// That a no-bet coup is under way.
        NoBetCoup,
        /// Who holds the player's and the banker's cards.
        HandHolders,
        /// Present and recent results.
        Results,
        /// A copy of the rules.
        Rules,
        /// Who wagers first in a tournament.
        WageringOrder,
    }

    /// Somebody who has to be told.
    Recipient {
        /// The patrons at the table.
        Players,
        /// The patron concerned.
        Owner,
        /// Surveillance.
        Surveillance,
        /// An inspector.
        Inspector,
        /// A supervisor.
        Supervisor,
    }

    /// What somebody has to be told.
    Tidings {
        /// That further wagers under the minimum will be handed back.
        FurtherShortWagersReturned,
        /// That side wagers are confined to patrons with a main wager.
        SideBetRestriction,
        /// That a no-bet coup will be dealt at an empty table.
        NoBetCoupAtEmptyTable,
        /// That a card is missing or foreign.
        MissingOrForeignCard,
        /// That cards were dropped or fumbled.
        DroppedCards,
        /// The right to complain to an inspector.
        RightToComplain,
        /// That of a wager over the maximum no more counts than the maximum.
        NoMoreThanMaximumCounts,
        /// That the multiples on display cannot all be paid in the table's chips.
        MultiplesUnpayableInChips,
    }
}

impl Role {
    /// How high a role of the house stands in it; nothing for somebody who is no part of its line.
    fn rank(self) -> Option<u8> {
        match self {
            Role::Dealer | Role::Employee => Some(0),
            Role::GameSupervisor => Some(1),
            Role::Supervisor => Some(2),
            Role::Manager => Some(3),
            Role::Operator => Some(4),
            _ => None,
        }
    }

    /// May this role settle for a table what another of the house is to settle?
    pub fn stands_for(self, other: Role) -> bool {
        self == other || matches!((self.rank(), other.rank()), (Some(own), Some(theirs)) if own >= theirs)
    }
}

records! {
    /// Words called at a moment.
    Call {
        /// When.
        at: Moment,
        /// What.
        words: CallWords,
        /// Whether they must be called.
        duty: Duty,
        /// Only where the first four cards are dealt this way up; either way if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Face>,
    }

    /// A sign shown at a moment.
    Sign {
        /// What it shows.
        shows: SignSubject,
        /// The side options it is about, where it is about any.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
        /// When it is up.
        at: Moment,
        /// Whether it must be up.
        duty: Duty,
    }

    /// Somebody told something.
    Notification {
        /// Who is told.
        who: Recipient,
        /// What.
        what: Tidings,
        /// The side option it is about, where it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        option: Option<String>,
    }
}
