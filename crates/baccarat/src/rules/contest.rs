//! Tournaments and promotional prizes.

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
    }

    /// Something a promotional prize may not be or include.
    BarredPrize {
        /// Tobacco.
        Tobacco,
        /// Firearms, ammunition, imitations.
        Firearms,
        /// Prohibited weapons.
        Weapons,
        /// More liquor than allowed.
        Liquor,
        /// Anything regulations name.
        Prescribed,
    }

    /// A thing the book orders or allows about promotions, so that what follows it can cite the clause.
    PromotionPoint {
        /// They may be offered.
        MayBeOffered,
        /// A scrutineer may oversee a large prize.
        Scrutineer,
        /// Cash in place of goods may be offered.
        CashAlternative,
        /// A large cash prize may be paid as the winner chooses.
        PaymentChoice,
        /// Terms are set out and available.
        TermsAvailable,
        /// An item the terms must state.
        TermsItem,
        /// Winners not present are sought.
        WinnerSought,
        /// The regulator has the full terms first.
        LodgedBefore,
        /// Later changes need approval.
        ChangeApproved,
        /// A refusal is explained.
        RefusalExplained,
        /// Large refusals are kept on record.
        RefusalKept,
        /// Disputes: the operator is final, complaint to an inspector.
        Dispute,
        /// A compromised draw is postponed or cancelled, and told.
        Compromised,
    }
}

records! {
    /// The official of a tournament and who names them.
    Official {
        /// What the book calls the official.
        title: String,
        /// Who names the official.
        named_by: Role,
    }

    /// The most minimums that may be deducted for absence.
    AbsenceDeduction {
        /// Coups for which it may be made.
        coups: u8,
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

words! {
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
