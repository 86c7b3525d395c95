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
        /// A barred thing is barred as a part of a prize too.
        BarredInPart,
        /// The terms are set out.
        TermsSetOut,
        /// Marketing refers to the terms.
        MarketingRefers,
        /// Terms that lack an item are not enough; more may be added.
        TermsComplete,
        /// A dissatisfied person is told of the right to complain to an inspector.
        ComplaintAdvised,
        /// It may be postponed until its integrity is validated.
        MayPostpone,
        /// The draw may be cancelled.
        MayCancelDraw,
        /// The inspectorate is told at once.
        InspectorateTold,
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
        /// A cash prize.
        CashPrize,
        /// Cash taken in place of goods.
        CashAlternative,
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
    /// A detail that the terms must give for a sort of prize.
    PrizeDetail {
        /// The sort of prize.
        prize: PrizeSort,
        /// The detail.
        states: PrizeFact,
    }
}
