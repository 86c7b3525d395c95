//! Promotional prizes.

use crate::topic::{records, words};

words! {
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

    /// How far what is barred reaches.
    BarredReach {
        /// A prize may neither be nor include it.
        InPart,
        /// A prize may not be it as a whole.
        AsAWhole,
    }

    /// Whether a scrutineer oversees the draw of a large prize.
    ScrutineerRule {
        /// The operator may nominate one, and may do without.
        MayBeNominated,
        /// No such draw is held without one.
        MustBeNominated,
    }

    /// How cash comes to stand in for goods.
    CashAlternativeRule {
        /// The operator may grant it; then the winner chooses.
        OperatorGrants,
        /// The winner may always choose it.
        WinnerMayChoose,
    }

    /// What has to be done about the terms before something else.
    PromotionStep {
        /// They are set out.
        TermsSetOut,
        /// They can be got.
        TermsAvailable,
    }

    /// What waits for a step.
    PromotionStage {
        /// The start of the promotion.
        Start,
        /// The draw.
        Draw,
    }

    /// What marketing material says of the terms.
    MarketingRule {
        /// It refers to them.
        RefersToTerms,
        /// It need not.
        Free,
    }

    /// How terms may change once the promotion has started.
    TermsChange {
        /// With the approval of whoever has them lodged.
        WithApproval,
        /// Not at all.
        Never,
    }

    /// How days of seeking a winner are counted.
    DaysCounted {
        /// Calendar days, without the day of the draw, to the end of the last.
        AfterTheDayOfTheDraw,
        /// Twenty-four hours each, from the moment of the draw.
        FromTheMomentOfTheDraw,
    }

    /// Which winners are sought.
    SoughtWhen {
        /// Those who can win without being there.
        PresenceNotNeeded,
        /// All.
        Always,
    }

    /// How long the record of a refused claim stays.
    RecordKept {
        /// For ever.
        ForEver,
        /// Until the claim is closed.
        UntilClosed,
    }

    /// What somebody has to be told.
    PromotionNotice {
        /// The full terms.
        FullTerms,
        /// Why a prize is refused.
        WhyRefused,
        /// The right to complain.
        RightToComplain,
        /// That a promotion or draw was postponed or cancelled.
        Integrity,
    }

    /// Who is told.
    NoticeTo {
        /// The regulator.
        Authority,
        /// Whoever claims the prize.
        Claimant,
        /// Whoever is not satisfied.
        Dissatisfied,
        /// The inspectors.
        Inspectorate,
    }

    /// By when they are told.
    NoticeWhen {
        /// Before the promotion starts.
        BeforeTheStart,
        /// As soon as practicable.
        AsSoonAsPracticable,
        /// As soon as a decision is contested.
        OnceContested,
        /// In the same step.
        AtOnce,
    }

    /// What may be found compromised.
    IntegrityOf {
        /// The promotion.
        Promotion,
        /// A draw.
        Draw,
    }

    /// What may be done about it.
    IntegrityMay {
        /// Postponed until its integrity is validated.
        Postpone,
        /// Cancelled.
        Cancel,
    }

    /// A way in which a cash prize may be paid.
    PaymentWay {
        /// Cash.
        Cash,
        /// A crossed cheque in the winner's name.
        CrossedCheque,
        /// An electronic transfer to the winner.
        ElectronicTransfer,
        /// Several of these together, making up the prize.
        Combination,
    }

    /// Which payments the winner's choice is about.
    PaymentChoiceFor {
        /// A cash prize only.
        CashPrize,
        /// A cash prize, and cash taken in place of goods.
        AnyCash,
    }

    /// House money given as a prize.
    PromotionDollars {
        /// Slots dollars.
        SlotsDollars,
        /// Casino dollars.
        CasinoDollars,
    }

    /// Where the terms can be got.
    TermsChannel {
        /// Inside the casino.
        InCasino,
        /// A secure website.
        SecureWebsite,
        /// A link in an email.
        EmailLink,
        /// Direct mail.
        DirectMail,
        /// A brochure.
        Brochure,
        /// Other suitable means.
        OtherMeans,
    }

    /// A way of notifying a winner.
    WinnerChannel {
        /// Face to face.
        FaceToFace,
        /// By mail.
        Mail,
        /// By telephone.
        Telephone,
        /// By e-mail.
        Email,
    }

    /// What is kept of a refused claim.
    RefusalDetail {
        /// All its details.
        All,
        /// Each claimant's name.
        ClaimantsName,
        /// Each claimant's address.
        ClaimantsAddress,
        /// Why it was not met.
        Reason,
    }

    /// An item that the terms of a promotional prize must state.
    PromotionTerm {
        /// How the prize is awarded.
        MannerOfAward,
        /// When it may be awarded.
        WhenAwarded,
        /// Where it may be awarded.
        WhereAwarded,
        /// What makes a patron eligible.
        Eligibility,
        /// The least or compulsory wager, if there is one.
        QualifyingWager,
        /// What sort of prize it is.
        NatureOfPrize,
        /// Qualifications, reservations or guarantees, if any.
        Reservations,
        /// The closing date and time for entries.
        ClosingTime,
        /// Place, date and time of the promotion.
        PlaceAndTime,
        /// How a prize is claimed.
        ClaimMethod,
        /// Whether entrants have to be there.
        PresenceNeeded,
        /// How the winner is notified.
        WinnerNotified,
        /// How results are published.
        ResultsPublished,
        /// Each prize and its value.
        PrizesAndValues,
        /// Conditions on receiving, using or accepting a prize, if any.
        UseConditions,
    }

    /// Under which promotion an item of the terms is asked for.
    TermWhen {
        /// Under any.
        Always,
        /// Where a wager makes eligible.
        QualifyingWager,
        /// Where something is qualified, reserved or guaranteed.
        Reservation,
        /// Where a prize has conditions.
        UseConditions,
    }

    /// What counts as giving a detail.
    DetailAnswer {
        /// A text.
        Text,
        /// A text, or the word none.
        TextOrNone,
        /// Yes or no.
        YesNo,
        /// A number of at least 1.
        Number,
    }

    /// A sort of prize whose details the terms must give.
    PrizeSort {
        /// Machinery or an electric appliance.
        Machinery,
        /// A motor vehicle.
        Vehicle,
        /// Travel.
        Travel,
        /// Real estate.
        RealEstate,
    }

    /// A detail of a prize.
    PrizeFact {
        /// Its make.
        Make,
        /// Its model.
        Model,
        /// Its accessories.
        Accessories,
        /// Whether registration and on-road costs are included.
        OnRoadCosts,
        /// How many people may go.
        Persons,
        /// Whether airfares are included.
        Airfares,
        /// Whether transfers are included.
        Transfers,
        /// Whether other transport is included.
        OtherTransport,
        /// How long it lasts.
        Duration,
        /// The standard of accommodation.
        AccommodationStandard,
        /// Whether meals are included.
        Meals,
        /// When it must be taken.
        TravelDates,
        /// Whether spending money is included.
        SpendingMoney,
        /// The type of dwelling.
        DwellingType,
        /// Its plans.
        Plans,
        /// Details of the contract.
        Contract,
        /// Its easements.
        Easements,
        /// Its address or other location.
        Location,
        /// Whether conveyancing is included.
        Conveyancing,
        /// Whether legal costs are included.
        LegalCosts,
        /// Whether fixtures are included.
        Fixtures,
        /// Whether furniture is included.
        Furniture,
    }
}

records! {
    /// An item that the terms must state.
    RequiredTerm {
        /// The item.
        item: PromotionTerm,
        /// When it is asked for.
        when: TermWhen,
    }

    /// A detail that the terms must give for a sort of prize.
    PrizeDetail {
        /// The sort of prize.
        prize: PrizeSort,
        /// The detail.
        states: PrizeFact,
        /// What counts as giving it.
        answer: DetailAnswer,
    }

    /// A step that something else waits for.
    PromotionGate {
        /// The step.
        step: PromotionStep,
        /// What waits for it.
        before: PromotionStage,
    }

    /// Something that somebody has to be told.
    PromotionTell {
        /// What.
        what: PromotionNotice,
        /// Whom.
        to: NoticeTo,
        /// By when.
        when: NoticeWhen,
    }

    /// Something that may be done once integrity is compromised.
    IntegrityPower {
        /// About what.
        of: IntegrityOf,
        /// What may be done.
        may: IntegrityMay,
    }
}
