//! Table, deal, settlement and no-bet coups.

use super::cards::Device;
use super::people::Role;
use crate::topic::{records, words};

words! {
    /// What must be so before a no-bet coup that patrons want.
    NoBetNeed {
        /// A patron at the table asked for it.
        APlayersRequest,
        /// All patrons at the table agree.
        AllPlayersAgree,
    }

    /// What a book means by a standoff.
    StandoffMeaning {
        /// Both hands natural with equal counts.
        EqualNaturals,
    }

    /// When tables may be open.
    Hours {
        /// In the hours that the law fixes.
        AsLawFixes,
    }

    /// Which way up cards are dealt.
    Face {
        /// Face up.
        Up,
        /// Face down, then turned.
        Down,
    }

    /// For how long a dealing style holds.
    StyleHolds {
        /// It may change before any coup.
        Coup,
        /// It holds to the end of the shoe.
        Shoe,
    }

    /// The order of the first four cards.
    DealOrder {
        /// Player, banker, player, banker.
        PlayerBankerTwice,
    }

    /// How a third card is dealt.
    ThirdCard {
        /// Face up.
        FaceUp,
        /// The way the first four were.
        AsInitial,
        /// Either way; face down it is exposed like the hand.
        EitherWay,
    }

    /// Who may turn over a hand dealt face down.
    Exposing {
        /// The dealer.
        Dealer,
        /// The dealer, or a patron with a main wager on that hand to whom it is delivered.
        DealerOrBettorOnHand,
        /// Whoever the dealing method designates, else the dealer.
        AsDealingMethod,
    }

    /// Who receives cards under a dealing method.
    Receives {
        /// Nobody: the dealer keeps both hands.
        Nobody,
        /// For each hand, the patron with the highest wager on it.
        HighestWagerOnEachHand,
        /// For the banker's hand, a designated patron; the dealer keeps the player's.
        DesignatedForBanker,
    }

    /// Who is asked first among patrons who are level.
    LevelOrder {
        /// The seat nearest the dealer's right, then counter-clockwise.
        FromDealersRight,
    }

    /// Who is asked when the cards are refused.
    CardsRefused {
        /// The next highest wager on that hand.
        NextHighest,
        /// First the others whose wager is as high, counter-clockwise.
        NextLevel,
    }

    /// When the dealer keeps the cards.
    DealerKeeps {
        /// Nobody has bet on that hand.
        NobodyBetOnHand,
        /// Everyone who bet on it refused them.
        AllRefused,
        /// Everyone declined the role, so the shoe is dealt by the dealer alone.
        AllDeclinedRole,
        /// The player's hand, where only the banker's is passed out.
        PlayersHand,
        /// Both hands, under the method in which patrons receive none.
        BothHands,
    }

    /// How many hands may be out at once.
    HandsOut {
        /// One hand's cards at a time.
        OneAtATime,
    }

    /// How a holder must keep cards.
    Holding {
        /// May pick them up.
        MayPickUp,
        /// In full view of everyone playing.
        InFullView,
        /// Over the layout.
        OverTheLayout,
    }

    /// How the designated patron's role moves.
    RoleMove {
        /// Starts each shoe at the dealer's right.
        StartsAtDealersRight,
        /// Obliges the holder to bet on banker.
        ObligesBankerWager,
        /// Obliges the holder to take the banker's cards.
        ObligesTakingCards,
        /// Passes counter-clockwise if declined.
        DeclinedPassesCounterClockwise,
        /// May be given up after any coup.
        MayPassAfterCoup,
        /// Stays until passed, lost or taken.
        StaysUntilPassedLostOrTaken,
        /// Ends when banker loses.
        EndsWhenBankerLoses,
        /// Ends when a supervisor says so.
        EndsBySupervisor,
        /// Is then offered counter-clockwise from the last holder's right.
        OfferedFromLastHoldersRight,
    }

    /// Whom a holder may name to turn cards over, once approved.
    Nominees {
        /// One or more seated patrons, for the first two cards, the third, or all.
        SeatedPatrons,
        /// With two nominees only one card is out at a time.
        OneCardAtATime,
        /// The naming may cover the first two cards, the third, or all.
        AnyOfTheCards,
    }

    /// The order of settling.
    SettleOrder {
        /// Losing wagers are collected, then winning ones paid.
        CollectThenPay,
    }

    /// When some wagers are settled.
    SettleWhen {
        /// When both hands hold two cards and before any third card.
        BeforeThirdCards,
        /// With the rest, once the result is called.
        AtResult,
    }

    /// When commission is taken.
    CommissionWhen {
        /// As the winnings are paid; nothing is left owing.
        AtPayment,
    }

    /// What happens to a wager whose winnings chips could not pay exactly, when it is offered.
    InexactOffer {
        /// It is not accepted.
        Refuse,
        /// It is accepted.
        Accept,
    }

    /// What is paid when chips cannot pay the exact amount.
    InexactPayment {
        /// The exact amount: chips as far as they go, and the rest is owed until the operator decides on it.
        Exact,
        /// The largest part that can be paid exactly is valid and the rest of the wager is void.
        PartVoid,
        /// The next amount up that chips can make.
        RoundUp,
    }

    /// What is paid when several pays of one wager fit.
    SeveralFit {
        /// Only the highest.
        HighestOnly,
    }

    /// Where a no-bet coup may come from.
    NoBetSource {
        /// A patron asks and all patrons agree.
        RequestAndConsent,
        /// All patrons agree.
        Consent,
        /// Nobody is at the table.
        EmptyTable,
        /// A set wagering period ended with no wager.
        EmptyPeriod,
        /// A ruling after a card was seen, or belongs to nobody.
        Ruling,
        /// Every wager was withdrawn after a ruling.
        AllWithdrawn,
    }

    /// A printed area that appears twice.
    TwinPrint {
        /// Counts as one box.
        OneBox,
    }

    /// A named step of procedure, so that what follows it can cite the clause that orders it.
    Step {
        /// A coup starts with its first card.
        CoupStarts,
        /// A coup ends when its cards are away.
        CoupEnds,
        /// The first four cards are the initial deal.
        InitialDeal,
        /// Two hands are dealt.
        TwoHands,
        /// The chart decides whether the player draws.
        PlayerDrawsByChart,
        /// The player's cards are the first and third.
        PlayersCards,
        /// The banker's cards are the second and fourth.
        BankersCards,
        /// A card to each hand, player before banker.
        FirstCards,
        /// Another card to each hand, player before banker.
        SecondCards,
        /// Where the style is face up, all of the first four are.
        AllFourFaceUp,
        /// Where the style is face down, all of the first four are.
        AllFourFaceDown,
        /// Every card comes from the shoe or device.
        DealtFromDevice,
        /// Third cards follow the counts.
        ThirdCardsAfterCounts,
        /// A third card only where the tableau calls for one.
        ThirdCardsByTableau,
        /// Dealing begins after the call.
        DealingAfterCall,
        /// Third cards wait until pair wagers are settled.
        ThirdCardsAfterPairsSettled,
        /// The clock counts down from its displayed length.
        ClockCountsDown,
        /// The clock starts with the call to place bets.
        ClockStarts,
        /// The clock ends with the call of no more bets.
        ClockEnds,
        /// The cut cards go into the shoe.
        StackIntoShoe,
        /// The cards go into the shuffling device.
        CardsIntoDevice,
        /// Cards are offered for the cut with their backs away from the dealer.
        BacksAwayForCut,
        /// A supervisor may have the patrons cut instead.
        PlayersCutInstead,
        /// The cutting card is laid aside.
        CuttingCardAside,
        /// A cutting card that comes as the first card of a coup is laid aside.
        FirstCuttingCardAside,
        /// Burnt cards go to the discard rack.
        BurntCardsToRack,
        /// A first card turned up is burnt with all the cards it calls for.
        AllDrawnBurnt,
        /// Each patron gets the chance to make a side wager in time.
        ChanceForSideWagers,
        /// A coup with side wagers only is played out in full.
        SideOnlyCoupPlayedOut,
        /// The player's hand may be delivered to somebody betting on it.
        PlayersHandToBettor,
        /// The banker's hand may be delivered to somebody betting on it.
        BankersHandToBettor,
        /// Holders may turn their cards over.
        HolderExposes,
        /// The dealer collects the cards and puts them on their area.
        DealerCollectsHands,
        /// The dealer turns over what is still face down.
        DealerTurnsRest,
        /// The first four cards go face down and are passed out.
        PassedFaceDown,
        /// A no-bet coup is dealt by the ordinary rules.
        NoBetCoupDealt,
        /// Normal play goes on after a no-bet coup.
        PlayResumes,
        /// Play goes on with the cards left.
        PlayOnWithRest,
        /// Cards made ready are kept secure.
        CardsSecured,
        /// Players keep their own limits.
        LimitsArePatronsDuty,
        /// A replacement ordered in mid-coup waits for its end.
        ReplacementWaitsForCoup,
        /// Cards are shuffled until they are randomly mixed.
        ShuffledAtRandom,
        /// A riffle on request comes before the multishuffler or right before the cut.
        RiffleBeforeLoadingOrCut,
        /// The burnt card is shown only if patrons ask.
        BurntCardShownOnRequest,
        /// The first four cards go face down where patrons receive a hand.
        DealtFaceDown,
        /// Wagers are settled once the result has been called.
        SettledAfterResult,
        /// Winning wagers are paid once the result has been called.
        WinnersPaid,
        /// Whoever was told so gets further wagers under the minimum back.
        FurtherShortWagersReturned,
    }

    /// By what the highest wager on a hand is found.
    HighestBy {
        /// The largest single wager on that hand, whether its owner sits or stands.
        LargestSingleWager,
    }
}

records! {
    /// How many patrons may sit.
    Seats {
        /// The least the cloth has room for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        least: Option<u8>,
        /// The most.
        most: u8,
    }

    /// A cloth.
    Layout {
        /// Its id.
        id: String,
        /// What it is called.
        name: String,
        /// The side options marked on it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
    }

    /// A dealing method.
    DealingMethod {
        /// Its id.
        id: String,
        /// Who receives the cards.
        cards_go_to: Receives,
        /// Which way up the first four may be dealt.
        faces: Vec<Face>,
    }

    /// A settlement method: a named set of pay tables.
    SettlementMethod {
        /// Its id.
        id: String,
        /// What the book calls it.
        name: String,
    }

    /// An option settled at its own time.
    OptionSettles {
        /// The option.
        option: String,
        /// When.
        when: SettleWhen,
        /// In what order, where it has one of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<SettleOrder>,
    }

    /// A lawful no-bet coup.
    NoBet {
        /// Where it comes from.
        source: NoBetSource,
        /// Who directs it, where somebody does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Role>,
        /// The devices with which it is allowed; any if absent.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        devices: Vec<Device>,
        /// A marker on the layout or word to surveillance comes first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        marker_or_surveillance: bool,
        /// An empty table is one without anybody at all: somebody who only looks on is there as well.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        onlookers_count: bool,
    }

    /// An act that needs somebody's leave.
    Leave {
        /// Who gives it.
        by: Role,
    }
}
