//! Tournaments.

use super::people::Role;
use crate::topic::{records, words};

words! {
    /// An item that the published conditions of a tournament must state.
    Condition {
        /// Date and time of the start.
        Start,
        /// How, and by whom, entry may be made.
        Entry,
        /// That only people who may lawfully gamble can enter.
        LawfulEntrantsOnly,
        /// That any application may be refused, if so.
        MayRefuseEntry,
        /// Selection criteria, if any.
        SelectionCriteria,
        /// Terms of entry and the time for withdrawing without loss.
        WithdrawalTerms,
        /// The application form.
        ApplicationForm,
        /// The least and greatest number of entrants.
        EntrantNumbers,
        /// Restrictions on groups of players.
        PlayerGroups,
        /// The entry fee.
        EntryFee,
        /// The commission the house keeps.
        Commission,
        /// Tournament chips at the start of a session.
        OpeningChips,
        /// Whether each coup has a compulsory wager.
        CompulsoryWager,
        /// The limits of each coup.
        Limits,
        /// When limits may rise.
        RisingLimits,
        /// The dealing method.
        DealingMethod,
        /// Number and length of sessions.
        Sessions,
        /// Number of tables, and allocation in a sit-and-go.
        Tables,
        /// How players progress.
        Progression,
        /// Points or prizes after each session, other games included.
        PointsAndGames,
        /// Second-chance sessions.
        Repechage,
        /// Buying back in.
        BuyBack,
        /// How tables and areas are allotted.
        Allotment,
        /// The order of wagering.
        WageringOrder,
        /// The use of pass cards.
        PassCards,
        /// The use of undisclosed wagers.
        UndisclosedWagers,
        /// How players are eliminated.
        Elimination,
        /// How equal holdings are placed.
        EqualHoldings,
        /// How the prize pool is made up.
        PrizePool,
        /// How it is handed out.
        Distribution,
        /// How equal places share it.
        EqualPlaces,
        /// How prizes are paid.
        PaymentMethod,
        /// Undertakings, reservations or guarantees.
        Undertakings,
        /// That the official runs it by conditions and rules, the rules winning.
        RulesPrevail,
        /// Method and time of each buy-back.
        BuyBackTerms,
        /// The prizes.
        Prizes,
        /// That the official runs it by the conditions and the rules.
        OfficialRuns,
    }

    /// How a session is measured.
    SessionMeasure {
        /// A number of coups or of shoes.
        CoupsOrShoes,
        /// A period by a clock, or other means.
        ClockOrOther,
    }

    /// How seats are allotted.
    Seating {
        /// By ballot before each session.
        BallotEachSession,
        /// As the conditions say.
        AsDeclared,
    }

    /// Whether there is an order of wagering.
    OrderUse {
        /// Always.
        Always,
        /// If the conditions provide for it.
        IfDeclared,
    }

    /// How the marker of the first bettor moves.
    MarkerMove {
        /// To the next player, clockwise.
        NextPlayer,
        /// To the next box.
        NextBox,
    }

    /// When a wager made in turn is fixed.
    TurnFreeze {
        /// When the dealer asks the next player.
        NextPlayerAsked,
        /// When it is made.
        Made,
    }

    /// What becomes of a wager out of turn.
    OutOfTurn {
        /// It stands and its maker is warned; a repeat may be ruled invalid.
        StandsWarnedThenInvalid,
        /// It is taken back until the turn comes.
        TakenBack,
    }

    /// What a player owes each coup.
    CoupDuty {
        /// At least the minimum staked and at risk.
        StakeAndRiskMinimum,
        /// At least the minimum, or a pass card.
        MinimumOrPass,
    }

    /// What becomes of a short wager.
    ShortWager {
        /// Made up to the minimum, else void and its maker out of the session.
        MadeUpOrOut,
    }

    /// In what units tournament wagers come.
    TournamentUnits {
        /// Units of the minimum; a broken unit does not count.
        UnitsOfMinimum,
    }

    /// What happens to somebody not seated in time.
    NoShow {
        /// The place and the fee are forfeited at once.
        PlaceAndFeeForfeited,
        /// The director may deduct minimums and may disqualify.
        DeductOrDisqualify,
    }

    /// What the prize pool is made of.
    Pool {
        /// All fees less an approved commission.
        FeesLessCommission,
        /// All fees, and what the house adds.
        AllFees,
    }

    /// When fees go back.
    FeeRefund {
        /// Never while the tournament stands.
        Never,
        /// As the conditions of entry allow.
        IfConditionsAllow,
        /// All of them on cancellation.
        OnCancellation,
    }

    /// How equals for a prize are settled.
    EqualForPrize {
        /// Prizes are added up and split evenly.
        PooledAndSplit,
        /// More coups are dealt.
        FurtherCoups,
        /// A play-off, coup by coup.
        PlayOff,
    }

    /// How players out in the same coup are ranked, in order.
    SameCoupRank {
        /// More chips left.
        ResidualChips,
        /// The larger wager.
        LargerWager,
        /// Chips collected later.
        CollectedLater,
    }

    /// Why a player is disqualified.
    Disqualifying {
        /// Made no wager on a coup.
        NoWager,
        /// Raised the buy-in other than by winning.
        RaisedBuyIn,
        /// Hid chips.
        HidChips,
        /// Was absent.
        Absence,
        /// Broke a rule.
        Breach,
    }

    /// A thing about tournaments that the book orders or allows, so that what follows it can cite the clause.
    TournamentPoint {
        /// Ordinary rules apply except where these conflict.
        TournamentRulesPrevail,
        /// Conditions are written down before entries.
        ConditionsWritten,
        /// Conditions are made available.
        ConditionsAvailable,
        /// Each entrant gets a copy.
        CopyToEntrants,
        /// The regulator is told and sent a copy.
        RegulatorTold,
        /// Written agreement may be required.
        AgreementMayBeRequired,
        /// One entry a person, apart from buy-back.
        OneEntryEach,
        /// Entry needs a form.
        EntryForm,
        /// Entry needs the fee.
        EntryFeePaid,
        /// The official is appointed.
        OfficialAppointed,
        /// Seats hold for the session.
        SeatHolds,
        /// Start may move on reasonable notice.
        StartMayMove,
        /// The number at a table is the director's.
        NumberPerTable,
        /// A reserve may take an empty seat.
        ReserveSeat,
        /// A substitute may be approved.
        Substitute,
        /// Chips stay in view.
        ChipsInView,
        /// Chips are not taken away, added, swapped or reduced.
        ChipsUntouched,
        /// Chips have no value in money.
        ChipsNotMoney,
        /// Chips remain the house's.
        ChipsStayTheHouses,
        /// Who cannot stake the minimum is out.
        UnableIsOut,
        /// Advice is not sought.
        NoAdvice,
        /// Breaks may be given.
        Breaks,
        /// Pace may be set.
        Pace,
        /// The director works out places.
        PlacesAwarded,
        /// The whole pool goes back as prizes.
        WholePoolReturned,
        /// The tournament may be cancelled.
        MayBeCancelled,
        /// Tables are named and used for the tournament alone.
        TableExclusive,
        /// A table may end early.
        EarlyEnd,
        /// Everyone starts a session level.
        EqualStart,
        /// Without the buy-in a player is out.
        NoBuyInIsOut,
        /// Wagers over the maximum count to the maximum.
        OverMaximumCut,
        /// Wagers come only from the allotted position.
        OwnPositionOnly,
        /// A time for wagering may be set.
        TimeLimit,
        /// A late player may be held to the minimum.
        LateHeldToMinimum,
        /// Limits may change if told beforehand.
        LimitsMayChange,
        /// Chips are counted and recorded.
        CountRecorded,
        /// Winners are announced.
        WinnersAnnounced,
        /// Missing chips are reported and recorded.
        MissingChipsRecorded,
        /// Turn by turn in order.
        TurnOrder,
        /// How many advance is fixed at the start.
        AdvancingFixed,
        /// The highest holdings win a session.
        HighestWin,
        /// The official's decision is final and play waits for it.
        OfficialFinal,
        /// A count may be called at any time.
        CountAtWill,
        /// The pool may be guaranteed on a number of entries.
        Guarantee,
        /// Pass cards: same number for all, collected each coup.
        PassCardUse,
        /// An undisclosed wager: form, limits, examination, indicator, announcement.
        UndisclosedWager,
        /// A fault in an undisclosed wager is corrected.
        UndisclosedCorrected,
        /// A form may be looked at until the next first card.
        UndisclosedLook,
        /// The buy-in is a set sum that each entrant turns into tournament chips.
        BuyInSet,
        /// The buy-in is made before each session and the final.
        BuyInEachSession,
        /// A session's winners and placegetters go on to the next or the final.
        WinnersGoOn,
        /// Chips cannot be changed for any other sort.
        ChipsNotExchanged,
        /// The official has overall control.
        OfficialInControl,
        /// The ordinary rules govern tournament play too.
        OrdinaryRulesApply,
        /// An entry fee may be charged.
        FeeMayBeCharged,
        /// The house may add cash, goods or services to the pool.
        PoolMayBeEnlarged,
        /// With too few entries it may be cancelled if that right was reserved.
        CancelledBelowMinimum,
        /// Conditions that lack an item are not enough; more may be added.
        ConditionsComplete,
        /// Where rules and conditions differ the rules win.
        RulesBeatConditions,
        /// The official names the tables.
        TablesNamed,
        /// Moving a start needs reasonable notice.
        StartMoveNoticed,
        /// The official may settle the order of wagering.
        OfficialSetsOrder,
        /// The official may settle the use of pass cards and undisclosed wagers.
        OfficialSetsCardsAndForms,
        /// What the official settles must agree with the rules.
        ChoicesWithinRules,
        /// Staff total each remaining player's chips when a session ends.
        ChipsCounted,
        /// Staff see all chips back in the inventory when a session ends.
        ChipsReturned,
        /// The official is told of chips that have not come back.
        MissingChipsTold,
        /// Every wager is made with tournament chips.
        TournamentChipsOnly,
        /// Chips are given or bought at the table before a session.
        ChipsBeforeSession,
        /// Whoever is out for want of the buy-in gets no fee back.
        NoBuyInNoFeeBack,
        /// Chips are not taken away from the table.
        ChipsNotRemoved,
        /// Players do not swap chips.
        ChipsNotSwapped,
        /// Only the approved chips count.
        ApprovedChipsOnly,
        /// Winnings are paid in tournament chips.
        WinningsInTournamentChips,
        /// A time for wagering needs reasonable notice.
        TimeLimitNoticed,
        /// Whoever is out leaves the table.
        OutLeavesTable,
        /// A change of limits needs players told before the tournament.
        LimitsChangeTold,
        /// The player at the marked box wagers first.
        MarkedBoxFirst,
        /// Players give no advice during play.
        NoAdviceGiven,
        /// Play waits until a dispute is settled.
        PlayWaitsForDispute,
    }

    /// How pass cards work.
    PassCardRule {
        /// Only if the tournament provides them.
        IfProvided,
        /// Only an approved card counts.
        ApprovedOnly,
        /// They are handed out when each heat begins.
        EachHeat,
        /// Each player gets as many.
        SameNumberForAll,
        /// Laying one down takes the place of a wager.
        InPlaceOfWager,
        /// Whoever plays one is not disqualified for making no wager.
        SavesFromDisqualification,
        /// The dealer collects them when the coup ends.
        CollectedEachCoup,
    }

    /// How and when a play-off is held.
    PlayOffRule {
        /// It finds the winner or placegetters of a session.
        FindsPlaces,
        /// Players are level who end a heat or final with equal chips.
        LevelIsEqualChips,
        /// It takes two or more who ended level.
        TwoOrMoreLevel,
        /// Players level at nothing do not play off.
        NeverOnZero,
        /// It is held when level players outnumber the places still open.
        LevelExceedOpenPlaces,
        /// Only the level players take part.
        LevelPlayersOnly,
        /// They go on with their equal stacks under the same limits.
        StacksCarryOn,
        /// Chips are counted after every coup until there is an order.
        CountEachCoup,
    }

    /// How undisclosed wagers work.
    UndisclosedRule {
        /// Only if the tournament provides for them.
        IfProvided,
        /// As many as the terms fix.
        NumberAsDeclared,
        /// Making one is the player's choice.
        PlayersChoice,
        /// Type and amount are written on the form.
        OnForm,
        /// The form goes to the game supervisor, who records it.
        RecordedBySupervisor,
        /// The player answers for filling it in.
        PlayerAnswersForForm,
        /// It keeps within minimum and maximum.
        WithinLimits,
        /// It is no larger than the player's chips.
        WithinHolding,
        /// It may stand beside an open wager.
        BesideOpenWager,
        /// Both together are no larger than the player's chips.
        TogetherWithinHolding,
        /// Both together keep within the maximum of the coup.
        TogetherWithinMaximum,
        /// The game supervisor examines it before the coup.
        ExaminedBeforeCoup,
        /// An indicator before the player shows that there is one.
        IndicatorShown,
        /// Its details stay hidden from other entrants until no more bets is called.
        HiddenUntilCall,
        /// Where there is one, betting closes at that call.
        ClosesBettingAtCall,
        /// It is disclosed after the call and before the first card.
        DisclosedBeforeFirstCard,
        /// The supervisor announces its type and amount.
        TypeAndAmountAnnounced,
        /// The player then puts it on the layout.
        PlacedOnAnnouncement,
        /// It is settled as any wager.
        SettledAsAnyWager,
        /// Once announced, nobody changes a wager until the coup is settled.
        FreezesAllWagers,
        /// Only the announced wager itself is still put down.
        OnlyItIsPlaced,
        /// A fault found after the coup is put right by the deemed amount.
        CorrectedAfterCoup,
        /// Any entrant may look at another's form.
        FormOpenToEntrants,
        /// That is so from the end of the coup to the next first card.
        LookEndsAtFirstCard,
    }

    /// When a table's session may end early.
    EarlyEndRule {
        /// The official may end it.
        OfficialMay,
        /// Only once those who progress are settled.
        ProgressionSettled,
        /// Where chips may be disposed of in cash, only if all at the table agree.
        AllAgreeWhereCash,
    }

    /// What the limits of a coup are held against.
    TournamentLimitsBind {
        /// A player's main wagers together; side wagers keep to their own sign.
        MainWagersTogether,
    }

    /// What becomes of the cards when a short wager is void.
    ShortWagerCards {
        /// The coup is played for the others; its cards are burnt at once only if no live wager is left.
        CoupGoesOn,
        /// They are burnt and the coup ends for everybody.
        CoupBurnt,
    }

    /// What becomes of a wager above the maximum.
    TournamentExcess {
        /// It is cut to the maximum, then a broken unit is dropped.
        MaximumThenWholeUnits,
    }

    /// What becomes of ordinary rights to take a wager back.
    RemovalRight {
        /// They end where a wager was fixed in turn or an undisclosed one announced.
        NotOnceFixed,
    }

    /// What happens when time runs out in mid-coup.
    ClockRunsOut {
        /// A coup begun is finished and counts; no first card follows.
        CoupBegunCounts,
    }

    /// What chips kept after a disqualification are worth.
    ChipValue {
        /// Money only if the conditions declare a cash disposition; otherwise the score stays on record.
        CashOnlyIfDeclared,
    }

    /// Over what absent coups are counted.
    AbsencePer {
        /// Over a session.
        Session,
    }

    /// A fault in an undisclosed wager.
    UndisclosedFault {
        /// Below the minimum.
        BelowMinimum,
        /// Above the maximum.
        AboveMaximum,
        /// More than the player holds.
        AboveHolding,
        /// Amount or type missing.
        Incomplete,
    }

    /// What it is deemed to be.
    Deemed {
        /// The minimum.
        Minimum,
        /// The maximum.
        Maximum,
        /// The whole holding or the maximum, whichever is less.
        HoldingOrMaximum,
        /// No wager; the minimum is deducted.
        MinimumDeducted,
    }
}

records! {
    /// The official of a tournament and who names them.
    Official {
        /// What the book calls the official.
        title: String,
        /// Who names the official.
        named_by: Role,
        /// Whether the official must be licensed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        licensed: bool,
    }

    /// The most minimums that may be deducted for absence.
    AbsenceDeduction {
        /// Coups for which it may be made.
        coups: u8,
        /// Over what those coups are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per: Option<AbsencePer>,
    }

    /// A disqualification.
    Disqualification {
        /// Why.
        why: Disqualifying,
        /// Whether the director has a choice.
        must: bool,
        /// Whether the fee may come back, by the director's approval.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fee_may_return: bool,
        /// Whether the value of chips properly held is kept.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chips_kept: bool,
    }

    /// What an undisclosed wager at fault is deemed to be.
    DeemedWager {
        /// The fault.
        fault: UndisclosedFault,
        /// What it counts as.
        counts_as: Deemed,
    }
}
