//! Every act, declared once: what it says, who may ask it, how a transcript says it, which room judges it.

use crate::declare::{FieldInfo, Room, acts, with_nearest};
use crate::person::Name;
use crate::settings::{Limits, Settings};
use crate::state::{
    Approval, Award, Disclosure, Finding, NamedFor, Proposal, Remedy, Report, SessionTerms, TableChange,
};
use crate::time::Time;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::pieces::Pieces;
use baccarat::rules::betting::{ChipKind, Validity};
use baccarat::rules::cards::{Preparation, ReplaceWhen, Supply};
use baccarat::rules::people::{CallWords, Role, SignSubject};
use baccarat::rules::play::{Holding, NoBetSource};
use baccarat::rules::rulings::{Ban, DeviceMeasure, Ground, Measure, TransferCondition};
use baccarat::rules::shoe::BurnStyle;
use baccarat::wager::WagerId;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A kind of act, as far as permission goes. What the book lets a person do is the table's to judge; this keeps the roles of a
/// house apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Come, sit, bet, be asked: what patrons do for themselves.
    Play,
    /// Sign on and off at a table.
    Duty,
    /// Prepare, shuffle, burn, call, deal, settle: the dealer's work.
    Deal,
    /// Say what went wrong.
    Report,
    /// Approve, decide, correct, void: what a supervisor answers for.
    Rule,
    /// Limits, signs, notices, personal limits.
    Set,
    /// The float, fills and credits, opening and closing.
    Money,
    /// Bring up or decide a dispute as staff.
    Dispute,
    /// Be shown something of a game in play, on record.
    See,
}

impl Power {
    /// All of them.
    pub const ALL: [Power; 9] = [
        Power::Play,
        Power::Duty,
        Power::Deal,
        Power::Report,
        Power::Rule,
        Power::Set,
        Power::Money,
        Power::Dispute,
        Power::See,
    ];
}

/// What is declared of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActInfo {
    /// Its word, as it is written down.
    pub word: &'static str,
    /// The room that judges it.
    pub room: Room,
    /// What it is.
    pub sentence: &'static str,
    /// The power that staff need for it.
    power: Power,
    /// The power that a patron needs, where that is another.
    patron: &'static [Power],
    /// It needs somebody who has just proved again who they are, whatever its power.
    confirmed: bool,
    /// A line of a transcript that asks it.
    pub says: &'static str,
    /// What must be said with it.
    pub fields: &'static [FieldInfo],
}

impl ActInfo {
    /// The power that it takes in this role.
    pub fn power(&self, role: Role) -> Power {
        match (role, self.patron) {
            (Role::Player, [power, ..]) => *power,
            _ => self.power,
        }
    }

    /// Does it need somebody who has just proved again who they are?
    pub fn needs_confirming(&self, role: Role) -> bool {
        self.confirmed || matches!(self.power(role), Power::Rule | Power::Money)
    }
}

impl Act {
    /// The power that it takes in this role.
    pub fn power(&self, role: Role) -> Power {
        self.info().power(role)
    }
}

acts! {
    /// Who is at the table: staff on duty, patrons, chips bought, seats.
    People people {
        /// Staff sign on in the role they act in.
        SignOn("sign-on", Duty, "dealer signs on"),
        /// Staff sign off.
        SignOff("sign-off", Duty, "dealer signs off"),
        /// A patron comes to the table.
        Arrive("arrive", Play, "ann arrives"),
        /// A patron buys chips with cash.
        BuyIn("buy-in", Play, "ann buys in 100") {
            /// How much.
            cash: Money,
        },
        /// A patron swaps a promotional voucher for tokens.
        SwapVoucher("swap-voucher", Play, "ann swaps voucher 50") {
            /// What it is worth; a house takes it from its register of vouchers.
            #[serde(default)]
            worth: Money,
            /// Its number in that register.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            number: Option<String>,
        },
        /// A patron swaps a promotional voucher that is good up to a time.
        SwapDatedVoucher("swap-dated-voucher", Play, "ann swaps voucher 50 good until 00:20:00") {
            /// What it is worth.
            worth: Money,
            /// Until when it is good, by its own words.
            until: Time,
        },
        /// A patron takes a seat.
        TakeSeat("take-seat", Play, "ann takes seat 1") {
            /// Which, counted from the dealer's right.
            seat: u8,
        },
        /// A patron leaves the table.
        Leave("leave", Play, "ann leaves"),
        /// A patron puts chips of the house on the table that were got elsewhere.
        BringChips("bring-chips", Play, "ann brings chips 100") {
            /// How much.
            chips: Money,
        },
        /// A patron who has left takes the chips along.
        TakeChips("take-chips", Play, "ann takes chips along"),
        /// An idle patron is asked to give up a seat.
        AskToVacate("ask-to-vacate", Deal, "dealer asks ann to vacate") {
            /// Who.
            patron: Name,
        },
    }
    /// The cards before and between coups: checked, shuffled, cut, loaded, burnt, replaced.
    Cards cards {
        /// Somebody checks the cards.
        CheckCards("check-cards", Deal, "dealer checks cards"),
        /// A checking device checks the cards.
        DeviceChecksCards("device-checks-cards", Deal, "dealer runs checking device"),
        /// A step of preparing cards.
        Prepare("prepare", Deal, "dealer prepares wash") {
            /// Which.
            step: Preparation,
        },
        /// The cards are shuffled.
        Shuffle("shuffle", Deal, "dealer shuffles"),
        /// A patron asks for a riffle of pre-shuffled cards.
        AskRiffle("ask-riffle", Play, "ann asks riffle"),
        /// The dealer riffles them.
        Riffle("riffle", Deal, "dealer riffles"),
        /// A supervisor leaves the cut to the patrons.
        LetPlayersCut("let-players-cut", Rule, "supervisor lets players cut"),
        /// The dealer offers the cut.
        OfferCut("offer-cut", Deal, "dealer offers cut to ann") {
            /// To whom.
            to: Name,
        },
        /// Somebody refuses the cut, or does not answer, as the dealer says.
        RefuseCut("refuse-cut", Deal / Play, "ann refuses cut"),
        /// A patron names another to cut.
        NameCutter("name-cutter", Play, "ann names ben to cut") {
            /// Whom.
            other: Name,
        },
        /// Somebody puts the cutting card in.
        Cut("cut", Deal / Play, "ann cuts at 208") {
            /// How many cards lie in front of it.
            at: u16,
        },
        /// The dealer puts the cutting card in that marks the end.
        InsertCuttingCard("insert-cutting-card", Deal, "dealer inserts cutting card 15") {
            /// How many cards from the back.
            from_back: u16,
            /// They were counted out, so that the cutting card comes just there.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            counted: bool,
        },
        /// The cards go into the shoe or device.
        LoadCards("load-cards", Deal, "dealer loads cards"),
        /// Whoever may picks the way in which this shoe is opened.
        ChooseBurn("choose-burn", Deal, "supervisor chooses burn one-unseen") {
            /// The way.
            style: BurnStyle,
        },
        /// The dealer burns the first card.
        BurnCard("burn-card", Deal, "dealer burns 5H") {
            /// What it is, if it is turned up.
            #[serde(default)]
            card: Option<Card>,
        },
        /// The dealer draws the cards that the first one calls for, face down.
        BurnRest("burn-rest", Deal, "dealer burns 5 more") {
            /// How many.
            cards: u8,
            /// Fewer than were called for: the rest were forgotten.
            #[serde(default)]
            short: bool,
        },
        /// A patron asks to see the burnt card.
        AskBurntCard("ask-burnt-card", Play, "ann asks to see burnt card"),
        /// The dealer shows it.
        ShowBurntCard("show-burnt-card", Deal, "dealer shows burnt card 5H") {
            /// What it is.
            card: Card,
        },
        /// Play begins.
        StartPlay("start-play", Deal, "dealer starts play"),
        /// The cards are replaced by others.
        ReplaceCards("replace-cards", Rule, "operator replaces cards after-last-coup") {
            /// On what occasion.
            when: ReplaceWhen,
            /// How the new ones come.
            supply: Supply,
            /// Whether their backs are of another colour.
            other_colour: bool,
            /// Only some of the cards, not all.
            #[serde(default)]
            some: bool,
        },
        /// Whoever may replace unfit cards finds that these are.
        FindUnfit("find-unfit", Report, "supervisor finds cards unfit"),
        /// A supervisor orders a shuffle after this coup.
        OrderShuffle("order-shuffle", Rule, "supervisor orders shuffle") {
            /// Because the mix is doubted.
            #[serde(default)]
            mix_doubted: bool,
        },
        /// Somebody has the cards verified.
        VerifyCards("verify-cards", Rule, "supervisor verifies cards"),
        /// A supervisor approves something.
        Approve("approve", Rule, "supervisor approves burn style") {
            /// What.
            what: Approval,
        },
    }
    /// Wagers, and coups without them.
    Bets bets {
        /// The dealer opens betting, and starts the clock where there is one.
        OpenBetting("open-betting", Deal, "dealer opens betting"),
        /// A patron places a wager.
        Place("place", Play, "wager ann box 1 player 100") {
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// How much.
            amount: Money,
            /// Of what.
            kind: ChipKind,
            /// Spoken, with chips handed to the dealer.
            #[serde(default)]
            spoken: bool,
        },
        /// A patron changes the amount of a wager.
        Change("change", Play, "ann changes box 1 player to 200") {
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// How much from now on.
            amount: Money,
        },
        /// A patron moves a wager elsewhere.
        Move("move", Play, "ann moves box 1 player to box 2 banker") {
            /// From which box.
            #[serde(rename = "box")]
            area: u8,
            /// From what.
            wager: WagerId,
            /// To which box.
            to_box: u8,
            /// To what.
            to_wager: WagerId,
        },
        /// A patron takes a wager back.
        Withdraw("withdraw", Play, "ann withdraws box 1 player") {
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
        },
        /// Staff take a wager off the layout.
        RefuseWager("refuse-wager", Deal, "dealer refuses ann box 1 player because it came late") {
            /// Whose.
            patron: Name,
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// Why.
            reason: String,
        },
        /// The dealer reports a wager that was taken although chips could not pay it exactly.
        ReportAccepted("report-accepted", Deal, "dealer reports ann box 1 player 33 accepted") {
            /// Whose.
            patron: Name,
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// How much.
            amount: Money,
        },
        /// Staff see that a wager lies in a way that makes it invalid.
        FindInvalid("find-invalid", Deal, "dealer finds ann box 1 player outside") {
            /// Whose.
            patron: Name,
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// What a valid wager has and this one lacks.
            lacks: Validity,
        },
        /// Staff notice a wager after the first card: it lay there outside the limits, it is invalid, or it came late.
        FindWager("find-wager", Deal, "dealer finds wager ann box 1 player 5") {
            /// Whose.
            patron: Name,
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// How much.
            amount: Money,
            /// Of what.
            kind: ChipKind,
            /// It was put down only after the first card.
            #[serde(default)]
            late: bool,
        },
        /// Staff find cash on the layout, which is no wager.
        FindCash("find-cash", Deal, "dealer finds cash ann box 1 player 100") {
            /// Whose.
            patron: Name,
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// How much.
            amount: Money,
        },
        /// The dealer scales wagers down so that the differential holds.
        ScaleForDifferential("scale-for-differential", Deal, "dealer scales for differential"),
        /// The dealer scales wagers down so that an area's maximum holds.
        ScaleForArea("scale-for-area", Deal, "dealer scales box 1 tie") {
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
        },
        /// The dealer gives a side wager's place to a patron with a main wager.
        GivePlace("give-place", Deal, "dealer gives place at box 1 tie to ann") {
            /// The box.
            #[serde(rename = "box")]
            area: u8,
            /// On what.
            wager: WagerId,
            /// Who claims it.
            #[serde(default)]
            to: Option<Name>,
        },
        /// A patron asks for a no-bet coup.
        AskNoBetCoup("ask-no-bet-coup", Play, "ann asks no-bet coup"),
        /// A patron agrees to what is proposed.
        Agree("agree", Play, "ann agrees no-bet coup") {
            /// To what.
            to: Proposal,
        },
        /// A supervisor directs a no-bet coup.
        DirectNoBetCoup("direct-no-bet-coup", Rule, "supervisor directs no-bet coup consent") {
            /// On what ground.
            source: NoBetSource,
            /// A marker is on the layout.
            #[serde(default)]
            marker: bool,
            /// Surveillance was told.
            #[serde(default)]
            surveillance_told: bool,
        },
    }
    /// Calls, cards and who holds them.
    Deal deal {
        /// The dealer calls something.
        Call("call", Deal, "dealer calls no more bets") {
            /// What.
            words: CallWords,
        },
        /// The cutting card comes out.
        DrawCuttingCard("draw-cutting-card", Deal, "dealer draws cutting card"),
        /// The first card of the coup leaves the shoe and nobody knows yet which it is: where the book closes betting with it,
        /// betting is closed. It is dealt next.
        DrawFirstCard("draw-first-card", Deal, "dealer draws first card"),
        /// A card leaves the shoe.
        DealCard("deal-card", Deal, "dealer deals 5H to player") {
            /// To which hand.
            to: Side,
            /// What it is, unless it lies face down.
            #[serde(default)]
            card: Option<Card>,
        },
        /// The dealer offers a hand's cards to a patron.
        OfferHand("offer-hand", Deal, "dealer offers player cards to ann") {
            /// Which hand.
            side: Side,
            /// To whom.
            to: Name,
        },
        /// A patron takes the cards offered.
        TakeHand("take-hand", Play, "ann takes cards"),
        /// A patron refuses the cards, or the role, offered.
        RefuseHand("refuse-hand", Play, "ann refuses cards"),
        /// A holder names others to turn cards over.
        Nominate("nominate", Play, "ann names ben to expose") {
            /// Whom.
            nominees: Vec<Name>,
            /// Which cards.
            #[serde(default)]
            cards: NamedFor,
        },
        /// The dealer passes a single card of a hand to one of several nominees.
        PassCard("pass-card", Deal, "dealer passes player card to ben") {
            /// Of which hand.
            side: Side,
            /// To whom.
            to: Name,
        },
        /// The dealer collects a hand that was passed out.
        CollectHand("collect-hand", Deal, "dealer collects player cards") {
            /// Which hand.
            side: Side,
        },
        /// Staff see that a holder does not keep the cards as a holder must.
        FindHeld("find-held", Report, "dealer finds ann cards out of view") {
            /// The holder.
            patron: Name,
            /// What the holder fails in.
            lacks: Holding,
        },
        /// A supervisor takes the cards from a holder.
        ForfeitCards("forfeit-cards", Rule, "supervisor takes cards away") {
            /// Why, if a reason was given.
            #[serde(default)]
            reason: Option<String>,
        },
        /// The role of designated patron is offered.
        OfferRole("offer-role", Deal, "dealer offers role to ann") {
            /// To whom.
            to: Name,
        },
        /// A patron takes the role.
        TakeRole("take-role", Play, "ann takes role"),
        /// The holder passes the role on.
        PassRole("pass-role", Play, "ann passes role"),
        /// Cards of a hand are turned over.
        Expose("expose", Deal / Play, "dealer exposes player 5H 6D") {
            /// Which hand.
            side: Side,
            /// Those that lay face down, in the order they were dealt. Whoever does not know them leaves them out; at a table
            /// with a sealed shoe the house fills them in.
            #[serde(default)]
            cards: Vec<Card>,
        },
    }
    /// Settling wagers, ending the coup, the float.
    Pay pay {
        /// Wagers that are due are settled.
        Settle("settle", Deal, "dealer settles"),
        /// The coup's cards go to the rack.
        CollectCards("collect-cards", Deal, "dealer collects cards"),
        /// The operator decides what is paid of an amount that chips could not make.
        DecideRemainder("decide-remainder", Rule, "operator decides remainder of ann 5") {
            /// To whom it is owed.
            patron: Name,
            /// What is paid in chips.
            pays: Money,
        },
        /// Chips are brought to the float.
        Fill("fill", Money, "supervisor fills 5000 signed by dealer") {
            /// How much.
            amount: Money,
            /// The dealer who signs for it.
            signed: Name,
            /// The chips by what each is worth, such as `{"2500": 20}`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        },
        /// Chips are taken from the float.
        Credit("credit", Money, "supervisor credits 5000 signed by dealer") {
            /// How much.
            amount: Money,
            /// The dealer who signs for it.
            signed: Name,
            /// The chips by what each is worth, such as `{"2500": 20}`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        },
        /// The float is counted.
        CountFloat("count-float", Money, "supervisor counts float 5000 signed by dealer") {
            /// What was counted.
            count: Money,
            /// The dealer who signs for it.
            signed: Name,
            /// The chips by what each is worth, such as `{"2500": 20}`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        },
        /// What is in the float is put on record as it was counted, although it should have been another amount.
        CorrectFloat("correct-float", Rule, "supervisor corrects float to 5000 because REASON") {
            /// What was counted.
            count: Money,
            /// Why it differs, as far as that is known.
            why: String,
            /// The chips by what each is worth, such as `{"2500": 20}`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        },
        /// Chips are changed for chips of other colours, worth as much.
        ChangeChips("change-chips", Deal, "dealer changes 4x25 for 1x100") {
            /// What the float gets.
            gives: Pieces,
            /// What it gives out.
            gets: Pieces,
        },
        /// The drop box is taken away to be counted, and an empty one attached.
        TakeDropBox("take-drop-box", Money, "supervisor takes drop box"),
    }
    /// What went wrong, and what follows.
    Trouble trouble {
        /// The outcome of a coup is set aside.
        Invalidate("invalidate", Rule, "supervisor invalidates coup fraud because REASON") {
            /// On what ground.
            ground: Ground,
            /// Which coup; the one under way, or else the last, if absent.
            #[serde(default)]
            coup: Option<u32>,
            /// Who is behind it, if that is known.
            #[serde(default)]
            cheat: Option<Name>,
            /// That person's wager is forfeited.
            #[serde(default)]
            forfeit: bool,
            /// In the opinion of whoever decides, it affected the outcome.
            #[serde(default)]
            affected: bool,
            /// What happened.
            why: String,
        },
        /// Staff report what went wrong, or a patron tells them.
        Report("report", Report / Play, "dealer misdeals 5H to player") {
            /// What.
            report: Report,
        },
        /// Somebody decides a matter.
        Decide("decide", Rule, "supervisor decides matter 1 void because REASON") {
            /// Its number.
            matter: u32,
            /// What is decided.
            remedy: Remedy,
            /// Why.
            why: String,
        },
        /// The dealer lets the coup go on, now that patrons have had their say.
        Resume("resume", Deal, "dealer resumes coup"),
        /// A supervisor has the cards shuffled after a void, with the patrons' consent.
        ShuffleByConsent("shuffle-by-consent", Rule, "supervisor shuffles by consent"),
        /// Staff report that the shuffling device has failed.
        ReportDevice("report-device", Report, "dealer reports device failed"),
        /// Somebody says whether a condition for moving its cards holds.
        AnswerDevice("answer-device", Rule, "supervisor says spare at hand because REASON") {
            /// Which.
            condition: TransferCondition,
            /// Whether it holds.
            holds: bool,
            /// Why.
            why: String,
        },
        /// Somebody says which cards the device has damaged.
        NameDamaged("name-damaged", Report, "supervisor says damaged 5H because REASON") {
            /// The cards; none if it spared them all.
            cards: Vec<Card>,
            /// How that was seen.
            why: String,
        },
        /// The dealer takes a step that follows from the failure.
        TakeStep("take-step", Deal, "dealer moves cards") {
            /// Which.
            step: DeviceMeasure,
        },
        /// The dealer replaces the damaged cards.
        ReplaceDamaged("replace-damaged", Deal, "dealer replaces damaged 5H from new deck") {
            /// The new cards.
            cards: Vec<Card>,
            /// They come from a new deck.
            new_deck: bool,
            /// The colour of their backs, if it was looked at.
            #[serde(default)]
            back: Option<String>,
        },
        /// Staff report that somebody did what nobody may do.
        ReportBreach("report-breach", Report, "dealer reports ann for predicting-device because REASON") {
            /// What.
            ban: Ban,
            /// Who.
            who: Name,
            /// What was seen.
            what: String,
        },
        /// Somebody decides what is done about a breach.
        Sanction("sanction", Rule, "supervisor sanctions breach 1 bar-from-game because REASON") {
            /// Its number.
            breach: u32,
            /// What is done.
            measures: Vec<Measure>,
            /// Why.
            why: String,
        },
        /// Somebody who was held is handed over.
        HandOver("hand-over", Rule, "supervisor hands over breach 1 to inspector") {
            /// The number of the breach.
            breach: u32,
            /// To whom.
            to: Name,
            /// A police officer; otherwise an inspector.
            #[serde(default)]
            police: bool,
        },
        /// A patron or staff dispute something.
        OpenDispute("open-dispute", Dispute / Play, "ann disputes the result") {
            /// What.
            about: String,
            /// For which patron, where staff do it.
            #[serde(default)]
            patron: Option<Name>,
        },
        /// Somebody decides a dispute at the stage it has come to.
        DecideDispute("decide-dispute", Dispute & confirmed, "supervisor decides dispute 1 upheld because REASON") {
            /// Its number.
            dispute: u32,
            /// What was found.
            finding: Finding,
            /// What is paid or taken back because of it.
            #[serde(default)]
            award: Option<Award>,
            /// Why.
            why: String,
        },
        /// Whoever opened a dispute asks for the next stage.
        AskReview("ask-review", Dispute / Play, "ann asks review of dispute 1") {
            /// Its number.
            dispute: u32,
        },
        /// Staff settle what was left open with a patron.
        SettleOpenItem("settle-open-item", Rule, "supervisor settles open item ann of coup 1") {
            /// With whom.
            patron: Name,
            /// From which coup.
            coup: u32,
        },
    }
    /// Settings as they change, signs, what people are told and shown.
    Notice notice {
        /// A sign announces a change.
        PostSign("post-sign", Set, "supervisor posts sign limits 50 to 1000 at 00:20:00") {
            /// The change.
            change: TableChange,
            /// From when.
            effective: Time,
        },
        /// Patrons are told of a change to come.
        TellPlayers("tell-players", Set, "supervisor tells players closing") {
            /// The change.
            change: TableChange,
        },
        /// The change is made.
        MakeChange("make-change", Set, "supervisor makes change differential 500") {
            /// The change.
            change: TableChange,
            /// Those already playing keep the old minimum.
            #[serde(default)]
            keep_old: bool,
        },
        /// A patron gets a limit of their own.
        SetPersonalLimit("set-personal-limit", Set, "supervisor sets personal limit ann 50 to 5000") {
            /// Who.
            patron: Name,
            /// The limit.
            limits: Limits,
        },
        /// A side option is confined to patrons with a main wager.
        Restrict("restrict", Set, "supervisor restricts tie sign surveillance") {
            /// The option.
            option: String,
            /// Surveillance was told.
            surveillance_told: bool,
            /// A sign is up.
            sign: bool,
        },
        /// A side option is open again to patrons without a main wager.
        LiftRestriction("lift-restriction", Set, "supervisor lifts restriction of tie") {
            /// The option.
            option: String,
        },
        /// Somebody reports that a sign was missing that the book wants up.
        ReportSign("report-sign", Report, "supervisor reports sign missing wager-limits") {
            /// What it shows.
            shows: SignSubject,
        },
        /// The table closes, with a count of what is in the float.
        Close("close", Money, "supervisor closes table counting 5000") {
            /// What was counted.
            count: Money,
        },
        /// The table is given to a session of a tournament.
        BeginSession("begin-session", Set, "director begins session of cup at table 1") {
            /// The tournament.
            tournament: String,
            /// Which of its tables this is, counted from 1.
            table: u8,
            /// How it is played by its conditions.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            terms: Option<SessionTerms>,
        },
        /// The tournament gives the table back.
        EndSession("end-session", Set, "director ends session"),
        /// The table opens again, with a count of what is in the float, as it was set before or with other settings.
        Reopen("reopen", Money, "supervisor opens table counting 5000") {
            /// What was counted.
            count: Money,
            /// Other settings than those it closed with; the float in them is the count.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            settings: Option<Box<Settings>>,
        },
        /// Somebody asks to see the rules.
        AskRules("ask-rules", Play, "ann asks for rules"),
        /// Somebody asks to be shown something of the game in play.
        AskToSee("ask-to-see", See, "inspector asks to see odds") {
            /// What.
            what: Disclosure,
        },
    }
}
