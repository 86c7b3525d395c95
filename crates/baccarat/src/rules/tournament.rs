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
        /// Number of tables.
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
        /// When a sit-and-go session starts and how its players get tables.
        SitAndGo,
    }

    /// Under which structure an item of the conditions is asked for.
    ConditionWhen {
        /// Under any.
        Always,
        /// Where a second-chance session is held.
        Repechage,
        /// Where players progress from session to session.
        Progression,
        /// Where points are added up over sessions.
        Points,
        /// Where a final session decides.
        Final,
        /// Where a fee is charged.
        Fee,
        /// Where limits change within a session.
        ChangingLimits,
        /// Where the eliminated may buy back.
        BuyBack,
        /// Where a session starts as soon as it is full.
        SitAndGo,
        /// Where a right to refuse any entry is kept.
        Refusal,
        /// Where entrants are selected by criteria.
        Criteria,
        /// Where the pool is guaranteed or something undertaken.
        Guarantee,
    }

    /// In which form an item of the conditions is given.
    ConditionForm {
        /// A number.
        Number,
        /// A number, or how it will be settled.
        NumberOrBasis,
    }

    /// How a session is measured.
    SessionMeasure {
        /// A number of coups.
        Coups,
        /// A number of shoes.
        Shoes,
        /// A period by a clock.
        Clock,
        /// Any other means.
        Other,
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
        /// The coup waits until it is made up.
        CoupWaits,
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

    /// What happens to somebody away during a session.
    Away {
        /// The director may deduct minimums and may disqualify.
        DeductOrDisqualify,
    }

    /// What the prize pool is made of.
    Pool {
        /// All fees less an approved commission.
        FeesLessCommission,
        /// All fees.
        AllFees,
    }

    /// What the house may add to the prize pool.
    PoolAddition {
        /// Cash.
        Cash,
        /// Goods.
        Goods,
        /// Services.
        Services,
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

    /// How players level at the end of a session are placed.
    EqualInSession {
        /// As the conditions say.
        AsDeclared,
        /// By a play-off, coup by coup.
        PlayOff,
    }

    /// How equals for a prize are settled.
    EqualForPrize {
        /// Prizes are added up and split evenly.
        PooledAndSplit,
        /// The level players play on, coup by coup.
        FurtherCoups was "play-off",
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

    /// A step that must be taken before something else.
    GateStep {
        /// The conditions are written down.
        ConditionsWritten,
        /// The conditions are made available.
        ConditionsAvailable,
        /// The regulator is told and sent a copy.
        RegulatorTold,
        /// The entrant has a copy of the conditions.
        CopyToEntrant,
        /// The entry form is filled in.
        EntryForm,
        /// The entry fee is paid.
        EntryFee,
        /// The official has named the tables.
        TablesNamed,
        /// Every player has got or bought the chips.
        ChipsIssued,
    }

    /// What waits for a step.
    GateBefore {
        /// Taking entries.
        Entries,
        /// Accepting an entry.
        Entry,
        /// Beginning a session.
        Session,
    }

    /// Who may take somebody's place.
    ReplacementWho {
        /// A reserve.
        Reserve,
        /// A substitute.
        Substitute,
    }

    /// When somebody's place may be taken.
    ReplacementWhen {
        /// At the start of the player's first session.
        FirstSession,
        /// Whenever the director approves.
        DirectorsChoice,
    }

    /// What a player is out of who cannot stake the minimum.
    OutOf {
        /// The whole tournament.
        Tournament,
        /// The session.
        Session,
    }

    /// With what players start a session.
    OpeningStacks {
        /// An equal allotment, in every session anew.
        EqualEachSession,
        /// What the conditions say.
        AsDeclared,
    }

    /// Who decides a dispute in a tournament.
    DisputeBy {
        /// The tournament's official.
        Official,
        /// The operator.
        Operator,
    }

    /// What must be at risk.
    Risk {
        /// What may really be lost: the difference of the hands' wagers, and the tie.
        NetExposure,
        /// What is staked.
        Stake,
    }

    /// What follows if somebody able does not wager.
    DutyUnmet {
        /// The coup waits.
        CoupWaits,
        /// The player is disqualified.
        Disqualified,
    }

    /// Whether a void coup is one of a session's coups.
    VoidCoup {
        /// It is not.
        NotCounted,
        /// It is.
        Counted,
    }

    /// What becomes of the time that a dispute takes.
    DisputeTime {
        /// It is given back to the session.
        GivenBack,
        /// It is lost.
        Lost,
    }

    /// What an open and an undisclosed wager together keep within.
    UndisclosedLimit {
        /// The holding and the maximum of the coup.
        HoldingAndMaximum,
        /// The holding alone.
        HoldingOnly,
    }

    /// When the call of no more bets closes betting.
    CallCloses {
        /// Where somebody has handed in a form.
        WithForm,
        /// Never: the first card does.
        Never,
    }

    /// What players have in a play-off.
    PlayOffStacks {
        /// What they ended the session with.
        CarryOn,
        /// A fresh allotment.
        Fresh,
    }

    /// A thing about tournaments that the book orders or allows, so that what follows it can cite the clause.
    TournamentPoint {
        /// Ordinary rules apply except where these conflict.
        TournamentRulesPrevail,
        /// Written agreement may be required.
        AgreementMayBeRequired,
        /// Seats hold for the session.
        SeatHolds,
        /// Start may move on reasonable notice.
        StartMayMove,
        /// The number at a table is the director's.
        NumberPerTable,
        /// Chips stay in view.
        ChipsInView,
        /// Chips are not taken away, added, swapped or reduced.
        ChipsUntouched,
        /// Chips have no value in money.
        ChipsNotMoney,
        /// Chips remain the house's.
        ChipsStayTheHouses,
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
        /// Without the buy-in a player is out.
        NoBuyInIsOut,
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
        /// A count may be called at any time.
        CountAtWill,
        /// The pool may be guaranteed on a number of entries.
        Guarantee,
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
        /// With too few entries it may be cancelled if that right was reserved.
        CancelledBelowMinimum,
        /// Conditions that lack an item are not enough; more may be added.
        ConditionsComplete,
        /// Where rules and conditions differ the rules win.
        RulesBeatConditions,
        /// Moving a start needs reasonable notice.
        StartMoveNoticed,
        /// The official may settle the order of wagering.
        OfficialSetsOrder,
        /// The official may settle the use of pass cards and undisclosed wagers.
        OfficialSetsCardsAndForms,
        /// What the official settles must agree with the rules.
        ChoicesWithinRules,
        /// Staff see all chips back in the inventory when a session ends.
        ChipsReturned,
        /// The official is told of chips that have not come back.
        MissingChipsTold,
        /// Every wager is made with tournament chips.
        TournamentChipsOnly,
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
        /// The game supervisor examines it before the coup.
        ExaminedBeforeCoup,
        /// An indicator before the player shows that there is one.
        IndicatorShown,
        /// Its details stay hidden from other entrants until no more bets is called.
        HiddenUntilCall,
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
        /// Over each absence anew: whoever was back in the seat may be charged as often again.
        Absence,
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
        /// The most that was allowed: the whole holding or the maximum, whichever is less.
        MostAllowed was "maximum" "holding-or-maximum",
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
        /// Over what those coups are counted; over a session if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per: Option<AbsencePer>,
    }

    /// A part of what a book says on disqualifying for one reason; clauses on the same reason add up.
    Disqualification {
        /// Why.
        why: Disqualifying,
        /// Whether it must follow; otherwise the director has a choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        must: Option<bool>,
        /// Whether the fee may come back, by the director's approval.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fee_may_return: Option<bool>,
        /// Whether the value of chips properly held is kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chips_kept: Option<bool>,
    }

    /// An item that the conditions must state.
    RequiredCondition {
        /// The item.
        item: Condition,
        /// Under which structure; under any if absent.
        #[serde(default = "always", skip_serializing_if = "is_always")]
        when: ConditionWhen,
        /// In which form, where the book says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        form: Option<ConditionForm>,
    }

    /// A step that must be taken before something else.
    Gate {
        /// The step.
        step: GateStep,
        /// What waits for it.
        before: GateBefore,
    }

    /// Who may take somebody's place, and when.
    StandIn {
        /// Who.
        who: ReplacementWho,
        /// When.
        when: ReplacementWhen,
    }

    /// What an undisclosed wager at fault is deemed to be.
    DeemedWager {
        /// The fault.
        fault: UndisclosedFault,
        /// What it counts as.
        counts_as: Deemed,
    }
}

fn always() -> ConditionWhen {
    ConditionWhen::Always
}

fn is_always(when: &ConditionWhen) -> bool {
    *when == ConditionWhen::Always
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs hold the books of their time, so words that others took the place of are still read.
    #[test]
    fn words_of_earlier_books_are_read() {
        let read = |word: &str| serde_json::from_value::<Deemed>(word.into()).ok();
        for word in ["most-allowed", "maximum", "holding-or-maximum"] {
            assert_eq!(read(word), Some(Deemed::MostAllowed), "{word}");
        }
        assert_eq!(read("most"), None);
        let read = |word: &str| serde_json::from_value::<EqualForPrize>(word.into()).ok();
        assert_eq!(
            (read("play-off"), read("further-coups")),
            (Some(EqualForPrize::FurtherCoups), read("play-off"))
        );
    }
}
