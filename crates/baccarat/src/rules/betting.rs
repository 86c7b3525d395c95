//! Wagers on the layout: when, by whom, how much, and what happens outside the limits.

use super::cards::Ranks;
use super::people::Role;
use crate::topic::{records, words};
use crate::wager::WagerId;

words! {
    /// The colour of a card's suit.
    Colour {
        /// Hearts and diamonds.
        Red,
        /// Spades and clubs.
        Black,
    }

    /// What a patron may do while betting is open.
    PeriodAct {
        /// Put a wager down.
        Place,
        /// Shift it.
        Move,
        /// Take it back.
        Retrieve,
    }

    /// Whether main and side wagers go together.
    MainAndSide {
        /// They may be made together.
        Together,
    }

    /// What a wager may be made of.
    ChipKind {
        /// Gaming chips.
        Chips,
        /// Tokens given for a promotional voucher.
        PromotionalTokens,
    }

    /// Whether a wager may be spoken.
    Spoken {
        /// Never: chips on a box are the only wager.
        Never,
        /// If chips come with it and the dealer can place them before betting closes.
        WithChipsInTime,
    }

    /// What closes betting.
    Closing {
        /// The first card of the coup leaving the shoe or device.
        FirstCard,
        /// The call of no more bets.
        Call,
        /// The countdown clock reaching zero.
        ClockZero,
    }

    /// When a set wagering period may be used.
    PeriodUse {
        /// Only where no differential is in use.
        WithoutDifferential,
    }

    /// Until when a wager is frozen once betting has closed.
    FrozenUntil {
        /// Until that wager is decided and settled.
        WagerSettled,
        /// Until every winning wager of its area is settled.
        AreaSettled,
    }

    /// Whether a combination of main wagers by one person is allowed.
    Allowance {
        /// Allowed.
        Freely,
        /// Allowed once approved.
        Approved,
        /// Never allowed.
        Never,
    }

    /// What makes a wager valid.
    Validity {
        /// It lies in the area it is meant for.
        OwnArea,
        /// It lies wholly inside its area.
        InsideArea,
        /// It lies flat.
        LiesFlat,
        /// It does not rest on another.
        NotOnAnother,
        /// Smaller chips lie on top.
        SmallerOnTop,
    }

    /// Whether wagers lying together are counted together.
    Separateness {
        /// Each is a wager of its own, for maximum and for payment.
        EachAlone,
    }

    /// Who answers for where a wager lies.
    Placing {
        /// The patron, even if the dealer helped.
        PatronAnswers,
    }

    /// What becomes of a stake that stands off.
    StandoffStake {
        /// It stays and rides on the next coup unless altered.
        StaysAndRides,
        /// It is the patron's to take.
        Released,
    }

    /// What a patron may do with main wagers after a tie.
    AfterTie {
        /// They may be altered before the next coup.
        MayBeAltered,
    }

    /// What a patron may do with a losing wager.
    LosingWager {
        /// Nothing: not touch, change or take it.
        Untouchable,
    }

    /// How much a cap on an area's total comes to.
    AreaCapAmount {
        /// The table maximum, whatever it is.
        TableMaximum,
        /// An amount of its own.
        OwnAmount,
    }

    /// Who is limited by a cap on an area's total.
    AreaCap {
        /// All patrons' wagers together.
        AllPatrons,
        /// The wagers of named patrons together.
        NamedPatrons,
    }

    /// What becomes of a wager under the minimum.
    BelowMinimum {
        /// Settled the first time, its owner told, handed back from then on.
        SettledOnceThenReturned,
        /// Refused when offered; valid when found after the first card.
        RefusedUnlessFoundLate,
        /// Not allowed.
        Refused,
    }

    /// What becomes of a wager above the maximum.
    AboveMaximum {
        /// Accepted, but settled only up to the maximum; the rest goes back.
        SettledToMaximum,
        /// Refused when offered; when found later settled to the maximum, the rest going back.
        RefusedThenSettledToMaximum,
        /// Not allowed.
        Refused,
    }

    /// What becomes of wagers that together exceed an area's maximum, once found after the first card.
    AboveArea {
        /// Settled up to it pro rata.
        ProRata,
    }

    /// Which wagers count together towards an area's maximum.
    AreaTotal {
        /// Those on one wager in one box.
        EachWager,
        /// Those on both hands in one box; any other wager has an area of its own.
        HandsTogether,
    }

    /// What becomes of limits found broken on an earlier coup.
    EarlierCoup {
        /// That coup stands as it was.
        Stands,
    }

    /// In what amounts wagers may be.
    Multiples {
        /// In the multiples displayed.
        AsDisplayed,
        /// In any amount unless the sign says otherwise.
        OnlyIfSigned,
    }

    /// How far a personal limit reaches.
    PersonalReach {
        /// It replaces the maximum.
        Maximum,
        /// It sets a minimum and a maximum of its own.
        MinimumAndMaximum,
    }

    /// How a personal limit is made known.
    ShownBy {
        /// A marker beside the patron.
        Marker,
        /// A sign on the table.
        Sign,
    }

    /// What low limit gaming brings with it.
    LowLimit {
        /// It may be offered.
        MayBeOffered,
        /// No tournament.
        NoTournament,
        /// Every card from a shuffling device.
        ShufflingDeviceOnly,
    }

    /// Which wagers make up the differential.
    DifferentialCounts {
        /// All banker stakes against all player stakes.
        BankerAgainstPlayer,
    }

    /// What happens when a wager would exceed the differential.
    DifferentialExceeded {
        /// The wager, or the part of it that exceeds, is refused.
        WagerRefused,
        /// The dealer may scale the heavier hand's wagers down pro rata.
        DealerMayScale,
    }

    /// Which wagers a dealer may scale down.
    ScaleReach {
        /// The heavier hand's main wagers.
        HeavierHand,
    }

    /// To what a scaled wager is cut.
    ScaleRounding {
        /// Down to the next amount that can be paid exactly.
        DownToPayable,
        /// Down to the smallest chip.
        DownToSmallestChip,
    }

    /// What a broken differential found late does.
    FoundLate {
        /// All wagers of the coup are valid.
        AllValid,
    }

    /// What becomes of a wager found to be invalid.
    InvalidWager {
        /// It goes back to its owner, win or lose.
        Returned,
    }

    /// How promotional tokens work.
    TokenRule {
        /// A voucher is swapped for them.
        SwappedForVoucher,
        /// They are worth exactly what the voucher is.
        WorthTheVoucher,
        /// The voucher's own conditions bind the swap.
        VoucherConditionsBind,
        /// They may be bet on the areas that fit.
        BetLikeChips,
        /// What they win is paid in chips.
        WinningsInChips,
        /// A token stays with its owner after a win or a standoff and is collected on a loss.
        KeptOnWin,
    }

    /// What must be so before a side wager is taken.
    MainNeed {
        /// Nothing: it may stand alone.
        Never,
        /// A main wager by the same patron.
        Always,
        /// A main wager by the same patron while a supervisor has confined it so.
        WhileRestricted,
    }

    /// Who comes first for a place in a full area.
    Preference {
        /// Patrons with a main wager; offered to the dealer, never automatic.
        MainWagerFirst,
    }

    /// Who comes next for a place in a full area.
    NextPreference {
        /// Whoever bet earlier.
        OrderOfBetting,
    }

    /// Where a side wager may be placed.
    SidePlace {
        /// In any patron's area at the table.
        AnyArea,
        /// In the area marked for it.
        OwnArea,
    }

    /// A change that the house may make while a table is open.
    ChangeOf {
        /// Least and most per patron.
        WagerLimits,
        /// The most on an area.
        AreaLimits,
        /// A higher minimum.
        HigherMinimum,
        /// A higher minimum for those who kept the old one.
        KeptMinimum,
        /// The differential.
        Differential,
        /// The length of the countdown.
        Countdown,
        /// The settlement method or the game in play.
        SettlementMethod,
        /// The table closes.
        TableCloses,
        /// Which way up cards are dealt.
        DealingStyle,
    }

    /// A way round a notice.
    WayRound {
        /// All patrons playing agree.
        AllPlayersAgree,
        /// Those already playing keep the old minimum.
        PresentPlayersKeepOld,
        /// Nobody is at the table.
        EmptyTable,
    }

    /// Whose wagers are judged together.
    CombinationJudged {
        /// One person's, in whatever boxes they lie.
        PerPerson,
    }

    /// How long an approval lasts.
    ApprovalFor {
        /// For that coup, unless recorded as standing.
        Coup,
    }

    /// What becomes of a wager that is not in the amounts displayed.
    OffUnit {
        /// Refused when offered; valid in full when found after the first card.
        RefusedUnlessFoundLate,
    }

    /// Which limits bind.
    LimitsBind {
        /// Those shown at the table, and only while they are shown.
        AsDisplayed,
    }

    /// How patrons already playing keep an old minimum.
    KeptMinimum {
        /// Whoever has bet and has not left may go on at the old minimum.
        PresentPatrons,
        /// The right covers every box that the patron already runs.
        AtEveryBox,
        /// A marker lies directly before the patron's box.
        MarkerBeforeBox,
        /// With several boxes the marker lies only at the one where the patron is.
        OneMarkerWherePatronIs,
        /// The marker and the right go when the patron leaves the table.
        EndsOnLeaving,
        /// After a further rise each keeps the minimum under which they joined.
        EachKeepsOwn,
        /// Whoever comes after the change is bound by the new minimum.
        NewcomersBound,
    }

    /// From when a change binds.
    ChangeBinds {
        /// From the betting of the next coup; wagers already down are judged as they were made.
        NextCoup,
    }

    /// When a change on a sign may take effect.
    SignTime {
        /// At the later of the time on the sign and the end of the minutes it must be up; a changed sign starts anew.
        LaterOfBoth,
    }
}

records! {
    /// The cards of which a clause on pairs speaks.
    PairOf {
        /// Of these ranks; of any if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ranks: Option<Ranks>,
        /// Both of this colour; of any if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    }

    /// Main wagers that one person may or may not make together.
    Combination {
        /// The wagers.
        wagers: Vec<WagerId>,
        /// Whether they may.
        allowed: Allowance,
        /// Who approves, where approval is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved_by: Option<Role>,
        /// How long an approval lasts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved_for: Option<ApprovalFor>,
    }

    /// How many patrons may use one area.
    Sharing {
        /// The wagers or option it is about.
        of: String,
        /// The most; any number if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u8>,
        /// Only if the operator permits; otherwise one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        if_permitted: bool,
    }

    /// A patron's own limit.
    PersonalLimit {
        /// What it replaces.
        sets: PersonalReach,
        /// How it is made known.
        shown_by: ShownBy,
        /// Who grants it.
        granted_by: Role,
    }

    /// A refusal of a wager by staff.
    StaffRefusal {
        /// Who may refuse.
        by: Role,
        /// Until when.
        until: Closing,
    }

    /// An idle patron asked to give up a seat.
    IdleSeat {
        /// After so many coups in a row without a wager.
        coups: u8,
        /// Only while every other seat is taken.
        only_when_full: bool,
        /// Whether a no-bet coup that patrons agreed to counts; one that was forced never does.
        agreed_no_bet_counts: bool,
        /// Who may ask.
        asked_by: Role,
    }

    /// A change and the notice it needs.
    Change {
        /// What changes.
        of: ChangeOf,
        /// Who makes it; another clause says if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Role>,
        /// Patrons must have been told before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        told_before: bool,
        /// A sign with the change and its time must have been up so many minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sign_minutes: Option<u16>,
        /// What makes the notice unnecessary.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unless: Vec<WayRound>,
    }

    /// An option that the operator may offer beside the main wagers.
    SideOption {
        /// Its id.
        option: String,
        /// The wagers it brings.
        wagers: Vec<WagerId>,
    }

    /// Options of which at most one may be offered.
    Alternatives {
        /// The options.
        options: Vec<String>,
    }

    /// Whether an option needs a main wager.
    OptionNeed {
        /// The option.
        option: String,
        /// What it needs.
        main_wager: MainNeed,
        /// Who may confine it to patrons with a main wager.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        restricted_by: Option<Role>,
    }

    /// The decks an option needs.
    OptionDecks {
        /// The option.
        option: String,
        /// The deck counts with which it may be offered.
        decks: super::cards::DeckCounts,
    }

    /// The layouts an option needs.
    OptionLayouts {
        /// The option.
        option: String,
        /// The layouts on which it may be offered.
        layouts: Vec<String>,
    }

    /// How many wagers of an option, or of one wager, a patron may have in a coup.
    OptionMost {
        /// The option.
        option: String,
        /// The most on each of its wagers.
        each: u8,
    }

    /// How an option's places are given out when there are too few.
    OptionPlaces {
        /// The option.
        option: String,
        /// The most in one area; the places marked if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u8>,
        /// Who comes first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<Preference>,
        /// Who comes next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<NextPreference>,
    }

    /// Where an option's wagers may be placed.
    OptionPlace {
        /// The option.
        option: String,
        /// Where.
        place: SidePlace,
    }

    /// What happens to an option's wagers outside its own limits.
    OptionLimits {
        /// The option.
        option: String,
        /// Under the minimum; another clause says if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<BelowMinimum>,
        /// Above the maximum; another clause says if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        above: Option<AboveMaximum>,
    }

    /// An option whose restriction to main wagers needs something first.
    Named {
        /// The option.
        option: String,
    }
}
