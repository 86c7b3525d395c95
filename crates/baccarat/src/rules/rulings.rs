//! When things go wrong: irregularities and what follows, malfunctions, conduct, disputes.

use super::cards::Device;
use super::people::Role;
use crate::topic::{records, words};

words! {
    /// What is so of wagers once some were withdrawn after a ruling.
    Withdrawn {
        /// A wager withdrawn may not come back.
        NeverReplaced,
        /// The wagers that stay may not be raised or lowered.
        RestUnchanged,
        /// The right is for each whole wager by itself, side wagers included.
        EachWagerAlone,
        /// It is offered even where the cards already show the result.
        ThoughResultIsSeen,
    }

    /// What a void coup gives back.
    VoidRestores {
        /// Every chip staked, collected or paid goes back where it was before the coup.
        EverythingMoved,
        /// Every stake goes back.
        Stakes,
    }

    /// Something that went wrong.
    Irregularity {
        /// A third card dealt to the player when none was due, and the banker must draw.
        PlayerThirdBankerDraws,
        /// The same, the banker must stand, and the card was not seen.
        PlayerThirdBankerStandsUnseen,
        /// The same, the banker must stand, and the card was seen.
        PlayerThirdBankerStandsSeen,
        /// A third card dealt to the banker when none was due, not seen.
        BankerThirdUnseen,
        /// A third card dealt to the banker when none was due, seen.
        BankerThirdSeen,
        /// Any other card drawn in excess, not seen.
        SurplusUnseen,
        /// Any other card drawn in excess, seen.
        SurplusSeen,
        /// The card due to open a coup was exposed.
        FirstCardExposed,
        /// The first card of a coup lies face up in the shoe.
        FirstCardFaceUp,
        /// A later card of a coup lies face up in the shoe.
        LaterCardFaceUp,
        /// Cards were misplaced or drawn out of sequence, found in time.
        CardsOutOfSequence,
        /// Their order is in doubt.
        OrderInDoubt,
        /// Out-of-sequence cards that cannot be put right.
        CannotBeReconstructed,
        /// An error found only after the next coup began.
        FoundAfterNextCoup,
        /// An error found only after the shoe was emptied.
        FoundAfterShoeEmptied,
        /// An error found only after the table closed.
        FoundAfterClosing,
        /// The shoe cannot finish the coup.
        ShoeRanOut,
        /// The burn was forgotten.
        BurnForgotten,
        /// A card was burnt that should not have been.
        WronglyBurnt,
        /// The cut was not made as ordered.
        CutMissed,
        /// The shuffle due was missed.
        ShuffleMissed,
        /// The order of the cards was revealed in the shuffle or cut.
        OrderRevealed,
        /// Cards were dropped or fumbled.
        CardsDropped,
        /// A card is missing.
        CardMissing,
        /// A card does not belong to the decks.
        CardForeign,
        /// The scanning shoe shows another result than the cards.
        ScannerDiffers,
        /// The result display shows another result than the cards.
        DisplayDiffers,
        /// Cards were passed to somebody not entitled to them.
        WrongRecipient,
        /// A hand was delivered to a patron with no wager on it.
        DeliveredWithoutWager,
        /// Wagers were settled by the wrong method.
        WrongMethod,
        /// A wager is found to be invalid.
        InvalidWager,
        /// Cards left the shoe before betting was done, none exposed.
        DealtTooEarly,
        /// Further wrongly faced cards are feared in the device.
        MisfacedCardsFeared,
        /// A limit was broken on an earlier coup; `limits.earlier_coup` rules on it.
        LimitsBroken,
        /// A card on record is not the one that was dealt.
        CardMiskeyed,
        /// A wager on record is not the one that lay there.
        WagerMiskeyed,
        /// A wager was paid or collected otherwise than its result demands.
        WrongPayment,
        /// A card of the coup that lay face down was exposed by accident.
        CardExposed,
    }

    /// What becomes of the card concerned.
    CardFate {
        /// It becomes the banker's third card.
        BankersThird,
        /// It opens the next coup, which is an ordinary one.
        OpensNextCoup,
        /// It opens a no-bet coup.
        OpensNoBetCoup,
        /// It is played as if nothing had happened.
        Played,
        /// It goes where the rules of dealing would have put it.
        PutInPlace,
        /// It stays out of play.
        StaysBurnt,
        /// It stays in play.
        StaysInPlay,
    }

    /// What becomes of the wagers.
    WagersFate {
        /// They stand.
        Stand,
        /// Each may be withdrawn before play goes on; none may come back or change.
        MayBeWithdrawn,
        /// Each may be withdrawn while the cards concerned are unseen; none may come back or change.
        MayBeWithdrawnWhileUnseen,
        /// They go back.
        Returned,
        /// They are cleared from the layout before the no-bet coup.
        ClearedBeforeNoBet,
        /// A supervisor may let them be moved, changed, added or withdrawn.
        MayBeAltered,
    }

    /// What becomes of the coup.
    CoupFate {
        /// It goes on.
        GoesOn,
        /// It is put together again as the rules of dealing demand.
        Reconstructed,
        /// It is void.
        Void,
        /// Its result stands.
        ResultStands,
        /// It is finished, and the cards are then shuffled and cut.
        FinishedThenShuffled,
        /// The true outcome stands if it can be established; otherwise the coup is void.
        VoidUnlessConfirmed,
    }

    /// What becomes of coups already completed.
    EarlierFate {
        /// They stand.
        Stand,
        /// The coup in which the error happened is void; later ones stand.
        FaultyVoidLaterStand,
    }

    /// What happens to the cards once the coup is dealt with.
    CardsAfter {
        /// Play goes on with those left.
        PlayOn,
        /// All are shuffled.
        Shuffled,
        /// All are taken out and the decks checked.
        TakenOutAndChecked,
        /// With a shoe and all patrons' consent a supervisor may have them shuffled or replaced.
        MayBeShuffledByConsent,
        /// With a device a supervisor may have them taken out and checked after the coup.
        MayBeCheckedAfterCoup,
    }

    /// Which rule is tried first when several fit a wrong card.
    Precedence {
        /// Missing or foreign cards.
        MissingOrForeign,
        /// A third card on the player when none was due.
        PlayerThird,
        /// A third card on the banker when none was due to either hand.
        BankerThird,
        /// Everything else: reconstruction.
        Reconstruction,
    }

    /// What must be so for a device's cards simply to be moved.
    TransferCondition {
        /// A shuffling device is in use.
        DeviceInUse,
        /// A card of the coup is out.
        CardOut,
        /// Nobody was put at a disadvantage.
        NobodyHurt,
        /// A second device is at hand.
        SpareAtHand,
        /// Moving the cards is practicable.
        TransferPracticable,
    }

    /// What is done after a device fails.
    DeviceMeasure {
        /// The cards move to another device and the game goes on.
        MoveCards,
        /// Damaged cards leave play.
        RemoveDamaged,
        /// Sound cards move to another device.
        MoveSound,
        /// Replacements come from a new deck.
        ReplaceFromNewDeck,
        /// Replacements join the sound cards.
        AddReplacements,
        /// The game goes on.
        GoOn,
        /// The coup ends and stakes go back.
        EndCoupAndReturn,
        /// Each patron may have each stake back.
        OfferStakesBack,
        /// Replacements and sound cards are shuffled and cut.
        ShuffleAndCut,
        /// The coup is finished from a card shoe for those who stayed.
        FinishFromShoe,
        /// Completed coups stand.
        EarlierStand,
    }

    /// In which failure a measure is taken.
    DeviceFailure {
        /// All conditions hold and no card is damaged.
        Undamaged,
        /// All conditions hold and a card is damaged.
        Damaged,
        /// Somebody was put at a disadvantage.
        SomebodyHurt,
        /// No spare device, or no way to move the cards.
        NoTransfer,
        /// No card of a coup is out.
        NoCardOut,
    }

    /// Something nobody may do.
    Ban {
        /// Players or watchers touching cards.
        TouchingCards,
        /// Anyone letting them.
        LettingOthersTouchCards,
        /// Using a device that records, predicts or analyses play.
        PredictingDevice,
        /// Staff advising on play.
        StaffAdvice,
        /// Staff favouring anyone or shifting the odds.
        StaffFavour,
        /// Staff departing from approved procedure.
        StaffDeparture,
        /// Swaying another's play.
        SwayingOthers,
        /// Betting against each other.
        PrivateBets,
        /// Handling, raising or taking back a wager while wagers are frozen.
        TouchingWagers,
    }

    /// Whom a ban does not bind.
    Exempt {
        /// Staff and inspectors on duty.
        StaffAndInspectorsOnDuty,
    }

    /// What may be done about a breach.
    Measure {
        /// Declare the wager invalid or void; it goes back.
        VoidWager,
        /// Bar the person from the game.
        BarFromGame,
        /// Exclude the person from the casino.
        ExcludeFromCasino,
        /// Hold the person until an inspector or police officer takes over.
        Detain,
    }

    /// On which ground a measure or invalidation rests.
    Ground {
        /// A breach of the rules.
        RuleBreach,
        /// A forbidden device.
        ForbiddenDevice,
        /// Fire, riot, robbery or another disturbance.
        Disturbance,
        /// Fraud that touches the outcome.
        Fraud,
        /// It is impractical to go on.
        Impractical,
    }

    /// What happens to wagers of an invalidated outcome.
    InvalidatedWagers {
        /// They go back.
        Returned,
        /// They may be refunded.
        MayBeRefunded,
        /// The cheat's may be forfeited.
        CheatsMayBeForfeited,
    }

    /// A stage of a dispute.
    DisputeStage {
        /// Decided in the first instance.
        FirstInstance,
        /// Reviewed on request.
        Review,
        /// Final within the house.
        Final,
        /// Taken to the regulator on request.
        Regulator,
    }

    /// Relief from the freeze on wagers.
    ReliefNeed {
        /// Not under the method in which the dealer keeps all cards.
        NotDealerOnlyMethod,
        /// Only while no card is exposed.
        NoCardExposed,
        /// Cards were dealt in the right order.
        DealtInOrder,
        /// A supervisor or someone senior grants it.
        SupervisorGrants,
        /// Some of the first four cards are out.
        InitialCardsOut,
        /// Holding to the freeze would plainly be unfair to patrons.
        PlainlyUnfair,
    }

    /// What patrons may do under such relief.
    ReliefAct {
        /// Move a wager.
        Move,
        /// Change its amount.
        ChangeAmount,
        /// Make a new one.
        New,
        /// Withdraw it.
        Withdraw,
    }

    /// What becomes of payments already made.
    PaymentsFate {
        /// Those of settled coups are kept; a settlement under way is put right.
        Kept,
    }

    /// What ends the time for reporting an error in dealing.
    ReportLimit {
        /// The start of the next coup.
        NextCoup,
        /// All cards being taken out of the shoe.
        ShoeEmptied,
        /// The closing of the table.
        TableClosed,
    }

    /// When a coup opened by a carried card starts.
    CarriedStart {
        /// When the dealer lays that card as the first of the coup; until then betting is open.
        LaidAsFirst,
    }

    /// What becomes of a coup from which every stake was taken back.
    NobodyStays {
        /// It ends with no result.
        EndsWithoutResult,
    }

    /// How many measures may be taken at once.
    SanctionChoice {
        /// Any one, several, or all.
        OneOrMore,
    }

    /// How much is set aside.
    InvalidationReach {
        /// The outcome of one coup.
        OneCoup,
    }
}

records! {
    /// What follows from an irregularity. Absent fields are not touched by it.
    Ruling {
        /// What went wrong.
        when: Irregularity,
        /// What becomes of the card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardFate>,
        /// What becomes of the wagers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wagers: Option<WagersFate>,
        /// What becomes of the coup.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coup: Option<CoupFate>,
        /// What becomes of earlier coups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier: Option<EarlierFate>,
        /// What happens to the cards afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<CardsAfter>,
        /// With which devices that is so; with any if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        devices: Vec<Device>,
        /// Who must decide or authorise; nobody if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided_by: Option<Role>,
        /// Who decides once it would move what everybody can see or what has been paid; whoever `settled_coup` names if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settled_coup_by: Option<Role>,
        /// Whose doing it must be; anyone's if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        made_by: Vec<Role>,
        /// What becomes of payments already made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payments: Option<PaymentsFate>,
    }

    /// One step after a device has failed.
    DeviceStep {
        /// In which failure.
        when: DeviceFailure,
        /// What is done.
        does: DeviceMeasure,
    }

    /// What may be done about a breach, and by whom.
    Sanction {
        /// The ground.
        ground: Ground,
        /// The measure.
        measure: Measure,
        /// Who may take it.
        by: Role,
    }

    /// An outcome set aside.
    Invalidation {
        /// The ground.
        ground: Ground,
        /// Who may.
        by: Role,
        /// Only if, in that person's opinion, it affected the outcome.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        outcome_affected: bool,
    }

    /// Who decides a dispute at a stage.
    DisputeStep {
        /// The stage.
        stage: DisputeStage,
        /// Who decides.
        by: Role,
    }
}
