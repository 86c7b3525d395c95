//! Everything that a book may rule on: each topic once, with its type.
//!
//! A topic that is added here must be answered by every book: by a clause, by an assumption with its reason, or by
//! the plain statement that the book is silent.

pub mod betting;
pub mod cards;
pub mod people;
pub mod play;
pub mod promotion;
pub mod rulings;
pub mod shoe;
pub mod tournament;

use crate::topic::rules;
use betting::*;
use cards::*;
use people::*;
use play::*;
use promotion::*;
use rulings::*;
use shoe::*;
use tournament::*;

rules! {
    /// The cards and what they count.
    cards: Cards {
        /// How many decks may be used.
        decks: Ruled<DeckCounts>,
        /// How many cards a deck has.
        per_deck: Stated<u8>,
        /// What each rank counts.
        values: Listed<ValueOf>,
        /// How a hand's point count follows from its sum.
        hand_total: Listed<HandTotal>,
        /// Point counts of two cards that are a natural.
        natural: Ruled<crate::wager::Digits>,
        /// Whose drawing a natural ends.
        natural_ends: Ruled<NaturalEnds>,
        /// What the backs must be like.
        backs: Stated<Backs>,
        /// Who besides the dealer may touch cards.
        handling: Stated<Handling>,
    }

    /// The chart of third cards.
    tableau: TableauRules {
        /// What the player's hand does by its total.
        player: Listed<PlayerRow>,
        /// What the banker's hand does by its total and the player's third card.
        banker: Listed<BankerRow>,
        /// How many additional cards a hand may get at most.
        most_thirds: Ruled<u8>,
        /// Which hand draws first.
        order: Stated<DrawOrder>,
        /// What of the player's third card the banker's hand goes by.
        column: Stated<ThirdColumn>,
    }

    /// Where cards come from, how they are checked and replaced.
    supply: SupplyRules {
        /// How cards may reach the table.
        kinds: Listed<Supply>,
        /// Who checks cards before play.
        check_before: Stated<Check>,
        /// Who checks cards after play.
        check_after: Stated<Check>,
        /// Cards that need no check.
        check_exempt: Listed<Supply>,
        /// What is done with checked cards before the first shuffle, in order.
        preparation: Ordered<Preparation>,
        /// Riffles that a patron may ask for.
        riffles: Listed<RiffleOnRequest>,
        /// Replacements that may or must be ordered.
        replacements: Listed<Replacement>,
        /// Who checks replacement cards.
        replacement_check: Stated<Check>,
        /// What the backs of replacement cards must be.
        replacement_back: Stated<ReplacementBack>,
        /// Who may allow the same backs when a scanning shoe is in use.
        same_back_with_scanner: Stated<Leave>,
        /// What follows once patrons have handled cards.
        after_handling: Stated<AfterHandling>,
        /// Who may have the cards verified at any time.
        verified_for: Listed<Role>,
    }

    /// What stands on and around the table.
    equipment: Equipment {
        /// What cards may be dealt from.
        devices: Listed<Device>,
        /// How many cutting cards may be used.
        cutting_cards: Stated<Vec<u8>>,
        /// Deck counts a multishuffler takes.
        multishuffler: Stated<DeckCounts>,
        /// Whether a shoe that scans cards may be used.
        scanning_shoe: Stated<bool>,
        /// Whether a result display may be attached.
        result_display: Stated<bool>,
        /// When a drop box is needed.
        drop_box: Stated<DropBoxWhen>,
        /// Whether a multishuffler counts as a shuffling device.
        multishuffler_is_device: Stated<bool>,
    }

    /// The table and its cloth.
    table: TableRules {
        /// How many patrons may sit.
        seats: Stated<Seats>,
        /// How few and how many places the cloth may have.
        places: Stated<Seats>,
        /// Whether standing patrons may bet.
        standing: Stated<bool>,
        /// The cloths that may be used.
        layouts: Listed<Layout>,
        /// When tables may be open.
        hours: Stated<Hours>,
        /// How an area printed on both sides counts.
        printed_twice: Stated<TwinPrint>,
    }

    /// When and by whom cards are shuffled.
    shuffle: ShuffleRules {
        /// What calls for a shuffle.
        occasions: Listed<ShuffleOccasion>,
        /// Who may have house-shuffled cards shuffled by hand before they go into a device.
        by_hand_before_device: Stated<Leave>,
    }

    /// The cut.
    cut: CutRules {
        /// To whom the cut is offered.
        offered_to: Stated<CutOffer>,
        /// Which patron is asked first.
        first_asked: Listed<FirstToCut>,
        /// Whether the patron asked may name another.
        naming: Listed<Naming>,
        /// Who is asked after a refusal.
        after_refusal: Stated<AfterRefusal>,
        /// Who cuts if nobody is at the table.
        nobody_present: Stated<Acting>,
        /// Who cuts if no patron will.
        nobody_accepts: Stated<Acting>,
        /// How many decks from either end the cut must be at least.
        decks_from_ends: Stated<u8>,
        /// What becomes of the cards before the cutting card.
        moves: Stated<CutMove>,
        /// How many cards from the back the cutting card goes at least.
        from_back: Stated<u16>,
        /// Where the other cutting card lies.
        spare_card: Stated<SpareCuttingCard>,
        /// Devices whose cards are never cut.
        never_for: Listed<Device>,
    }

    /// The burn.
    burn: BurnRules {
        /// The ways to open a shoe.
        styles: Listed<Burn>,
        /// What ranks count for the burn where they differ from a hand.
        counts: Listed<ValueOf>,
        /// Who picks the way.
        chosen_by: Stated<Acting>,
        /// Whether a new shoe must be opened with a burn.
        duty: Stated<Duty>,
    }

    /// How a shoe ends.
    last: LastRules {
        /// How many coups follow the one of which the cutting card came first.
        after_cutting_card_first: Stated<u8>,
        /// How many coups follow the one during which the cutting card came later.
        after_cutting_card_later: Stated<u8>,
        /// How many more coups follow if the last one was a tie.
        after_tie: Stated<u8>,
        /// When a cutting card met in the burn is taken to appear.
        cutting_card_in_burn: Stated<CuttingCardInBurn>,
        /// Whether a void coup counts.
        void_coup: Stated<VoidAtEnd>,
        /// Whether a no-bet coup counts.
        no_bet_coup: Stated<NoBetAtEnd>,
        /// What becomes of a card owed to a next coup.
        carried_card: Stated<CarriedAtEnd>,
    }

    /// Placing and changing wagers.
    betting: Betting {
        /// What a wager may be made of.
        made_of: Listed<ChipKind>,
        /// Whether a wager may be spoken.
        spoken: Stated<Spoken>,
        /// What closes betting.
        closes: Stated<Closing>,
        /// What closes betting where a set wagering period is used.
        closes_with_period: Stated<Closing>,
        /// When a set wagering period may be used.
        period: Stated<PeriodUse>,
        /// What a patron may do within a set wagering period, and only then.
        period_covers: Stated<Vec<PeriodAct>>,
        /// Until when wagers are frozen.
        frozen_until: Stated<FrozenUntil>,
        /// What becomes of a wager that was put down after betting had closed.
        late_wager: Stated<InvalidWager>,
        /// Main wagers that one person may or may not make together.
        combinations: Listed<Combination>,
        /// How many wagers a person may have on each main option.
        per_option: Stated<u8>,
        /// How many patrons may share an area.
        sharing: Listed<Sharing>,
        /// Caps on an area's total that the operator may order.
        area_caps: Listed<AreaCap>,
        /// How much a cap on an area's total comes to.
        area_cap_amount: Stated<AreaCapAmount>,
        /// What makes a wager valid.
        validity: Listed<Validity>,
        /// Whether wagers are counted apart.
        separateness: Stated<Separateness>,
        /// Who answers for where a wager lies.
        placing: Stated<Placing>,
        /// Who may refuse a wager, and until when.
        staff_refusal: Stated<StaffRefusal>,
        /// What may be done with main wagers after a tie.
        after_tie: Stated<AfterTie>,
        /// What becomes of a stake that stands off.
        standoff_stake: Stated<StandoffStake>,
        /// What may be done with a losing wager.
        losing_wager: Stated<LosingWager>,
        /// How promotional tokens work.
        tokens: Listed<TokenRule>,
        /// When an idle patron may be asked to leave a seat.
        idle_seat: Stated<IdleSeat>,
        /// Wagers that the book does not define.
        other_wagers: Stated<Allowance>,
        /// Whose main wagers are judged together.
        combinations_judged: Stated<CombinationJudged>,
    }

    /// Limits and what happens outside them.
    limits: Limits {
        /// A wager under the minimum.
        below_minimum: Stated<BelowMinimum>,
        /// A wager above the maximum.
        above_maximum: Stated<AboveMaximum>,
        /// Wagers that together exceed an area's maximum.
        above_area: Stated<AboveArea>,
        /// Which wagers count together towards an area's maximum.
        area_total: Stated<AreaTotal>,
        /// Limits found broken on an earlier coup.
        earlier_coup: Stated<EarlierCoup>,
        /// In what amounts wagers may be.
        multiples: Stated<Multiples>,
        /// Whether a smallest unit above the minimum may be set.
        unit_above_minimum: Stated<bool>,
        /// A patron's own limit.
        personal: Stated<PersonalLimit>,
        /// What low limit gaming brings with it.
        low_limit: Listed<LowLimit>,
        /// A wager that is not in the amounts displayed.
        off_unit: Stated<OffUnit>,
        /// Which limits bind.
        bind: Stated<LimitsBind>,
        /// How patrons already playing keep an old minimum when it rises at once.
        kept_minimum: Listed<KeptMinimum>,
    }

    /// The gap between the two hands' stakes.
    differential: Differential {
        /// Who may set a largest gap.
        set_by: Stated<Acting>,
        /// Which wagers make up the gap.
        counts: Stated<DifferentialCounts>,
        /// What happens when it would be exceeded.
        exceeded: Stated<DifferentialExceeded>,
        /// Which wagers may be scaled down.
        scale_reach: Stated<ScaleReach>,
        /// To what a scaled wager is cut.
        scale_rounding: Stated<ScaleRounding>,
        /// Whether an area's excess may be scaled down too before the first card.
        scales_areas: Stated<bool>,
        /// What happens when it is found exceeded after the first card.
        found_late: Stated<FoundLate>,
    }

    /// Options beside the main wagers.
    sides: Sides {
        /// What the operator may offer.
        offered: Listed<SideOption>,
        /// Options of which only one may be offered.
        alternatives: Listed<Alternatives>,
        /// Whether an option needs a main wager.
        main_wager: Listed<OptionNeed>,
        /// Options of which a patron may hold several wagers at once.
        several_at_once: Listed<Named>,
        /// How many wagers a patron may have.
        most_each: Listed<OptionMost>,
        /// Decks an option needs.
        decks: Listed<OptionDecks>,
        /// Layouts an option needs.
        layouts: Listed<OptionLayouts>,
        /// How places are given out.
        places: Listed<OptionPlaces>,
        /// Where wagers may be placed.
        placed: Listed<OptionPlace>,
        /// What happens outside an option's limits.
        limits: Listed<OptionLimits>,
        /// Options that may be offered under any settlement method.
        under_any_method: Listed<Named>,
        /// Options that need a cloth marked for them.
        layout_needed: Listed<Named>,
        /// Options whose areas on the cloth, or a change of them, the regulator must have approved.
        layout_approved: Listed<Named>,
        /// Options whose chapter applies only while they are offered.
        applies_if_offered: Listed<Named>,
        /// Options for which each patron gets the chance while betting is open.
        chance: Listed<Named>,
        /// Options whose coup is played out in full even if no main wager is down.
        played_out: Listed<Named>,
        /// Whether side wagers may be made beside main ones.
        main_and_side: Stated<MainAndSide>,
        /// Of which cards a clause on pairs speaks, where another speaks of the rest.
        pair_of: Listed<PairOf>,
        /// Options whose wagers are void, and go back, where they neither win nor lose.
        void_on_standoff: Listed<Named>,
    }

    /// Changes while a table is open, and the notice they need.
    notice: Notice {
        /// The changes; several clauses may each give a part of one.
        changes: Listed<Change>,
        /// From when a change binds.
        binds: Stated<ChangeBinds>,
        /// When a change that a sign announces may take effect.
        sign_time: Stated<SignTime>,
    }

    /// How cards are dealt and shown.
    dealing: Dealing {
        /// The order of the first four cards.
        order: Stated<DealOrder>,
        /// Which way up they may be dealt.
        faces: Stated<Vec<Face>>,
        /// For how long a style holds.
        style_holds: Stated<StyleHolds>,
        /// How a third card is dealt.
        third_card: Stated<ThirdCard>,
        /// Who may turn over a hand.
        exposing: Stated<Exposing>,
        /// The dealing methods.
        methods: Listed<DealingMethod>,
        /// Who is asked first among equal highest wagers.
        level: Stated<LevelOrder>,
        /// Who is asked when cards are refused.
        refused: Listed<CardsRefused>,
        /// When the dealer keeps the cards.
        dealer_keeps: Listed<DealerKeeps>,
        /// How many hands may be out at once.
        hands_out: Stated<HandsOut>,
        /// How a holder must keep the cards.
        holding: Listed<Holding>,
        /// Who may take the cards from a holder.
        forfeited_by: Stated<Leave>,
        /// Whom a holder may name.
        nominees: Listed<Nominees>,
        /// Who must approve nominees.
        nominees_approved_by: Stated<Leave>,
        /// How the designated patron's role moves.
        role: Listed<RoleMove>,
        /// By what the highest wager on a hand is found.
        highest_by: Stated<HighestBy>,
    }

    /// Settling wagers.
    settlement: Settlement {
        /// The settlement methods.
        methods: Listed<SettlementMethod>,
        /// The order of settling.
        order: Stated<SettleOrder>,
        /// When an option is settled.
        options: Listed<OptionSettles>,
        /// When commission is taken.
        commission: Stated<CommissionWhen>,
        /// What happens when a wager that chips could not pay exactly is offered.
        inexact_offer: Stated<InexactOffer>,
        /// What is paid when chips cannot pay the exact amount.
        inexact: Stated<InexactPayment>,
        /// The wagers to which that applies; all if absent.
        inexact_for: Stated<Vec<crate::wager::WagerId>>,
        /// What is paid when several pays of one wager fit.
        several_fit: Stated<SeveralFit>,
    }

    /// Coups on which nobody may bet.
    no_bet: NoBetRules {
        /// Where they may come from; several clauses may each give a part of one.
        sources: Listed<NoBet>,
        /// Whether wagers are refused on them.
        wagers: Stated<Allowance>,
        /// The dealing method they are dealt by.
        method: Stated<String>,
        /// What must be so before one that patrons want.
        needs: Listed<NoBetNeed>,
    }

    /// What is done, called, shown and told along the way.
    procedure: Procedure {
        /// Named steps.
        steps: Listed<Step>,
        /// What the dealer calls.
        calls: Listed<Call>,
        /// What signs show.
        signs: Listed<Sign>,
        /// Who is told what.
        told: Listed<Notification>,
        /// What the book means by a standoff, where it means something narrower.
        standoff_means: Stated<StandoffMeaning>,
    }

    /// Irregularities.
    irregularities: Irregularities {
        /// What follows from each.
        rulings: Listed<Ruling>,
        /// In which order rules for a wrong card are tried.
        precedence: Ordered<Precedence>,
        /// Relief from the freeze on wagers: what it needs.
        relief_needs: Listed<ReliefNeed>,
        /// Relief from the freeze on wagers: what patrons may do.
        relief_acts: Listed<ReliefAct>,
        /// What is so of wagers once some were withdrawn after a ruling.
        withdrawn: Listed<Withdrawn>,
        /// What a void coup gives back.
        void_restores: Stated<VoidRestores>,
        /// What becomes of a wager found to be invalid.
        invalid_wager: Stated<InvalidWager>,
        /// What ends the time for reporting an error in dealing; the earliest counts.
        reported_before: Listed<ReportLimit>,
        /// When a coup opened by a carried card starts.
        carried_card_starts: Stated<CarriedStart>,
        /// Who decides a correction once the cards show the result, or wagers of its coup have been paid or collected.
        settled_coup: Stated<Acting>,
    }

    /// A shuffling device that fails.
    malfunction: Malfunction {
        /// What must be so for cards simply to be moved.
        transfer_if: Listed<TransferCondition>,
        /// What is done, failure by failure.
        measures: Listed<DeviceStep>,
        /// Which failures are asked about, in order.
        asked: Ordered<DeviceFailure>,
        /// Which of them are still asked about once the hands have all their cards; all if absent.
        asked_with_all_cards: Stated<Vec<DeviceFailure>>,
        /// What becomes of a coup from which every stake was taken back.
        nobody_stays: Stated<NobodyStays>,
    }

    /// Conduct, sanctions and disputes.
    conduct: Conduct {
        /// What nobody may do.
        bans: Listed<Ban>,
        /// Whom the ban on devices does not bind.
        exempt: Stated<Exempt>,
        /// What may be done about a breach.
        sanctions: Listed<Sanction>,
        /// On what grounds an outcome may be set aside.
        invalidation: Listed<Invalidation>,
        /// What becomes of wagers on it.
        invalidated: Listed<InvalidatedWagers>,
        /// Who decides disputes.
        disputes: Listed<DisputeStep>,
        /// How many measures may be taken at once.
        sanction_choice: Stated<SanctionChoice>,
        /// How much is set aside when an outcome is invalidated.
        invalidation_reach: Stated<InvalidationReach>,
    }

    /// Tournaments.
    tournament: TournamentRules {
        /// Ordinary clauses that are switched off.
        switched_off: Listed<String>,
        /// What the conditions must state.
        conditions: Listed<RequiredCondition>,
        /// The official.
        official: Stated<Official>,
        /// By what a session may be measured.
        measures: Listed<SessionMeasure>,
        /// What must be done before what.
        gates: Listed<Gate>,
        /// How many entries a person may make, buying back apart.
        entries_each: Stated<u8>,
        /// Who may take somebody's place, and when.
        replacements: Listed<StandIn>,
        /// With what players start a session.
        stacks: Stated<OpeningStacks>,
        /// How seats are allotted.
        seating: Stated<Seating>,
        /// What happens to somebody not seated in time.
        no_show: Stated<NoShow>,
        /// What happens to somebody away during a session.
        away: Stated<Away>,
        /// What absence may cost.
        absence: Stated<AbsenceDeduction>,
        /// What a player owes each coup.
        duty: Stated<CoupDuty>,
        /// What counts as at risk.
        risk: Stated<Risk>,
        /// What follows if somebody able does not wager.
        duty_unmet: Stated<DutyUnmet>,
        /// What a player is out of who cannot stake the minimum.
        unable_out_of: Stated<OutOf>,
        /// What becomes of a short wager.
        short_wager: Stated<ShortWager>,
        /// In what units wagers come.
        units: Stated<TournamentUnits>,
        /// Whether there is an order of wagering.
        order: Stated<OrderUse>,
        /// How the marker moves.
        marker: Stated<MarkerMove>,
        /// When a wager is fixed.
        fixed: Stated<TurnFreeze>,
        /// What becomes of a wager out of turn.
        out_of_turn: Stated<OutOfTurn>,
        /// What an undisclosed wager at fault counts as.
        deemed: Listed<DeemedWager>,
        /// What the prize pool is made of.
        pool: Stated<Pool>,
        /// What the house may add to the pool.
        additions: Listed<PoolAddition>,
        /// When fees go back.
        refunds: Listed<FeeRefund>,
        /// How equals for a prize are settled.
        equal_for_prize: Listed<EqualForPrize>,
        /// How players level at the end of a session are placed.
        equal_in_session: Stated<EqualInSession>,
        /// How players out in the same coup are ranked, in order.
        same_coup: Ordered<SameCoupRank>,
        /// Why and how players are disqualified.
        disqualification: Listed<Disqualification>,
        /// Everything else the book orders or allows.
        points: Listed<TournamentPoint>,
        /// How pass cards work.
        pass_cards: Listed<PassCardRule>,
        /// How undisclosed wagers work.
        undisclosed: Listed<UndisclosedRule>,
        /// How and when a play-off is held.
        play_off: Listed<PlayOffRule>,
        /// What an open and an undisclosed wager together keep within.
        undisclosed_limit: Stated<UndisclosedLimit>,
        /// When the call of no more bets closes betting.
        call_closes: Stated<CallCloses>,
        /// What players have in a play-off.
        play_off_stacks: Stated<PlayOffStacks>,
        /// When a table's session may end early.
        early_end: Listed<EarlyEndRule>,
        /// What the limits of a coup are held against.
        limits_bind: Stated<TournamentLimitsBind>,
        /// What becomes of a wager above the maximum.
        excess: Stated<TournamentExcess>,
        /// What becomes of the cards when a short wager is void.
        short_wager_cards: Stated<ShortWagerCards>,
        /// What becomes of ordinary rights to take a wager back.
        removal: Stated<RemovalRight>,
        /// Whether a void coup is one of a session's coups.
        void_coup: Stated<VoidCoup>,
        /// Who decides a dispute.
        disputes: Stated<DisputeBy>,
        /// What becomes of the time that a dispute takes.
        dispute_time: Stated<DisputeTime>,
        /// Who counts the chips when a session ends.
        count_by: Listed<Role>,
        /// What happens when time runs out in mid-coup.
        clock_runs_out: Stated<ClockRunsOut>,
        /// What chips kept after a disqualification are worth.
        chip_value: Stated<ChipValue>,
    }

    /// Promotional prizes.
    promotion: Promotion {
        /// Who may offer promotional prizes.
        offered_by: Stated<Role>,
        /// The value above which a scrutineer may oversee a prize, in whole dollars.
        scrutineer_above: Stated<u32>,
        /// Whether a scrutineer oversees the draw of such a prize.
        scrutineer: Stated<ScrutineerRule>,
        /// How cash comes to stand in for goods.
        cash_alternative: Stated<CashAlternativeRule>,
        /// Prizes for which cash may not be given instead.
        no_cash_alternative: Listed<PromotionDollars>,
        /// The value above which a winner chooses how cash is paid, in whole dollars.
        payment_choice_above: Stated<u32>,
        /// Which payments the winner's choice is about.
        payment_choice_for: Stated<PaymentChoiceFor>,
        /// How the winner of a large cash prize may be paid.
        payments: Listed<PaymentWay>,
        /// How far what is barred reaches.
        barred_reach: Stated<BarredReach>,
        /// What a prize may not include.
        barred: Listed<BarredPrize>,
        /// The most liquor a prize may include, in litres.
        liquor_litres: Stated<u16>,
        /// What has to be done about the terms before something else.
        gates: Listed<PromotionGate>,
        /// What marketing material says of the terms.
        marketing: Stated<MarketingRule>,
        /// Where the terms can be got.
        terms_channels: Listed<TermsChannel>,
        /// Whether the terms may state more than the book asks for.
        further_terms: Stated<bool>,
        /// What the terms must state.
        terms: Listed<RequiredTerm>,
        /// Sorts of prize whose details the terms must give.
        detailed_prizes: Listed<PrizeSort>,
        /// The details they must give.
        prize_details: Listed<PrizeDetail>,
        /// Within how many days an absent winner is sought.
        winner_sought_days: Stated<u8>,
        /// How these days are counted.
        days_counted: Stated<DaysCounted>,
        /// Which winners are sought.
        winner_sought_when: Stated<SoughtWhen>,
        /// How an absent winner may be notified.
        winner_channels: Listed<WinnerChannel>,
        /// How terms may change once the promotion has started.
        terms_change: Stated<TermsChange>,
        /// Who has to be told what.
        tell: Listed<PromotionTell>,
        /// How long the record of a refused claim stays.
        refusals_kept: Stated<RecordKept>,
        /// The value above which refused claims are kept on record, in whole dollars.
        refusals_kept_above: Stated<u32>,
        /// What is kept of a refused claim.
        refusal_record: Listed<RefusalDetail>,
        /// Who decides disputes on a promotion, finally.
        disputes: Stated<Role>,
        /// To whom, and under what, whoever is not satisfied may complain.
        complaint_to: Stated<String>,
        /// Who finds that integrity is compromised.
        integrity_by: Stated<Role>,
        /// What may then be done.
        integrity: Listed<IntegrityPower>,
    }

    /// Who may act for whom.
    people: People {
        /// Whose approval counts where a supervisor's is asked for.
        act_as_supervisor: Listed<Role>,
    }
}
