//! What everybody at a table sees alike.

use crate::timing::Deadlines;
use crate::typed::TypedLimits;
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{PairKind, Side, Winner};
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::{Role, SignSubject};
use baccarat::rules::play::NoBetSource;
use schemars::JsonSchema;
use serde::Serialize;
use table::state::{Coup, Phase, Stage};
use table::{Due, Limits, Name, StakeId, Table, Time};
use utoipa::ToSchema;

/// The table as it lies there.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Board {
    /// The time by the house's clock.
    #[schema(value_type = i64)]
    pub now: Time,
    /// Where play is.
    pub phase: PhaseView,
    /// The coup under way, or the coming one.
    pub coup: u32,
    /// What is due.
    pub due: DueView,
    /// The patron for whom play waits.
    pub waits_for: Option<WaitsFor>,
    /// How betting stands.
    pub betting: BettingView,
    /// The Player's hand.
    pub player: HandView,
    /// The Banker's hand.
    pub banker: HandView,
    /// The result, until the next coup.
    pub decided: Option<Decided>,
    /// The seats that are taken.
    pub seats: Vec<SeatView>,
    /// How many patrons stand.
    pub standing: usize,
    /// The wagers on the layout.
    pub stakes: Vec<StakeView>,
    /// The shoe.
    pub shoe: ShoeView,
    /// The limits of the main wagers.
    #[schema(value_type = TypedLimits)]
    pub limits: Limits,
    /// The signs that are up.
    pub signs: Vec<PostedSign>,
    /// Whether the table can be played at.
    pub service: Service,
    /// Somebody is there to deal: the automatic dealer, or a dealer on duty.
    pub dealer: bool,
}

/// Where play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseView {
    /// Cards are made ready.
    Preparing,
    /// Wagers may be made, or are about to be.
    Betting,
    /// A coup is dealt.
    Dealing,
    /// The coup is settled; its cards still lie there.
    Settled,
    /// The table has closed.
    Closed,
}

/// Whether a table can be played at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Service {
    /// It can.
    Open,
    /// The house is about to stop.
    Stopping,
    /// It cannot; the reason is with the staff.
    OutOfService,
}

/// What is due, in words.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct DueView {
    /// The next act in one word, as `table::Due` has it.
    pub act: String,
    /// In words.
    pub words: String,
    /// The clauses on it.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// A patron who is asked.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WaitsFor {
    /// The seat; nothing for one who stands.
    pub seat: Option<u8>,
    /// For what.
    #[serde(rename = "for")]
    pub what: String,
    /// Until when.
    #[schema(value_type = i64)]
    pub until: Option<Time>,
}

/// How betting stands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BettingView {
    /// Wagers may be made now.
    pub open: bool,
    /// When it closes, if that is known.
    #[schema(value_type = Option<i64>)]
    pub until: Option<Time>,
    /// The coming coup is one on which nobody may bet, and on what ground.
    #[schema(value_type = Option<String>)]
    pub no_bet: Option<NoBetSource>,
    /// The coming coup, or the one under way, is the last of the shoe.
    pub last_coup: bool,
    /// Who is ready for the cards; absent where that would change nothing.
    pub ready: Option<Readiness>,
}

/// How many of those who play are ready for the cards. Once all are, the dealer does not wait for the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Readiness {
    /// How many have said so.
    pub ready: usize,
    /// Of how many.
    pub of: usize,
}

/// A hand as it lies there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct HandView {
    /// Its cards; one that lies face down is null.
    #[schema(value_type = Vec<Option<String>>)]
    pub cards: Vec<Option<Card>>,
    /// Its point count, once all of them lie open.
    pub count: Option<u8>,
    /// The seat of the patron who holds its cards.
    pub holder: Option<u8>,
}

/// The result of a coup.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Decided {
    /// The coup.
    pub coup: u32,
    /// Who won.
    #[schema(value_type = String)]
    pub winner: Winner,
    /// The Player's count.
    pub player: u8,
    /// The Banker's count.
    pub banker: u8,
    /// The Player's pair.
    #[schema(value_type = Option<String>)]
    pub player_pair: Option<PairKind>,
    /// The Banker's pair.
    #[schema(value_type = Option<String>)]
    pub banker_pair: Option<PairKind>,
    /// Either hand was a natural.
    pub natural: bool,
}

impl From<&table::state::CoupResult> for Decided {
    fn from(result: &table::state::CoupResult) -> Decided {
        Decided {
            coup: result.coup,
            winner: result.winner,
            player: result.player,
            banker: result.banker,
            player_pair: result.player_pair,
            banker_pair: result.banker_pair,
            natural: result.natural,
        }
    }
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatView {
    /// Which.
    pub seat: u8,
    /// The designated patron sits there.
    pub designated: bool,
}

/// Chips on the layout.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, JsonSchema)]
pub struct StakeView {
    /// Its number.
    #[schema(value_type = u32)]
    pub id: StakeId,
    /// The seat of whoever put it down.
    pub seat: Option<u8>,
    /// The box.
    #[serde(rename = "box")]
    pub area: u8,
    /// On what.
    pub wager: String,
    /// How much.
    #[schema(value_type = i64)]
    pub amount: Money,
    /// Of what.
    #[schema(value_type = String)]
    pub kind: ChipKind,
}

impl StakeView {
    /// A stake as others see it.
    pub fn of(stake: &table::Stake, table: &Table) -> StakeView {
        StakeView { seat: seat_of(table, &stake.patron), ..StakeView::apart(stake) }
    }

    /// A stake, without where its owner sits.
    pub fn apart(stake: &table::Stake) -> StakeView {
        StakeView {
            id: stake.id,
            seat: None,
            area: stake.area,
            wager: stake.wager.to_string(),
            amount: stake.amount,
            kind: stake.kind,
        }
    }
}

/// What is public of the shoe in use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct ShoeView {
    /// Its number at this table.
    pub number: Option<u32>,
    /// The 32 bytes to which its order is sealed.
    pub seal: Option<String>,
    /// Where it was cut.
    pub cut: Option<u16>,
    /// How many cards are out.
    pub dealt: u16,
    /// Of how many.
    pub of: u16,
}

/// A sign.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PostedSign {
    /// What it is about.
    #[schema(value_type = String)]
    pub shows: SignSubject,
    /// What it says.
    pub text: String,
    /// The clauses that demand it.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// The seat of somebody at the table.
pub fn seat_of(table: &Table, name: &Name) -> Option<u8> {
    table.state().present(name).and_then(|patron| patron.seat)
}

/// Who is asked for what, in one word.
pub fn asked(table: &Table) -> Option<(Name, &'static str, Option<Side>)> {
    if let Some(offered) = &table.state().designated.offered {
        return Some((offered.clone(), "take-role", None));
    }
    match table.due() {
        Due::Cut { by: Some(name) } => Some((name, "cut", None)),
        Due::AnswerOffer { by } => Some((by, "take-hand", offered_side(table))),
        Due::Expose { side, by: Some(name) } => Some((name, "expose", Some(side))),
        _ => None,
    }
}

fn offered_side(table: &Table) -> Option<Side> {
    let Phase::Coup(coup) = &table.state().phase else { return None };
    [Side::Player, Side::Banker].into_iter().find(|side| coup.holding(*side).offered.is_some())
}

impl Board {
    /// The table as everybody sees it at this moment.
    pub fn of(table: &Table, shoe: &ShoeView, deadlines: &Deadlines, service: Service, now: Time) -> Board {
        let state = table.state();
        let coup = match &state.phase {
            Phase::Coup(coup) => Some(coup),
            _ => None,
        };
        // Between coups the cards of the last one are gone, and its result stays up.
        let decided =
            state.results.last().filter(|result| coup.is_none_or(|coup| coup.number == result.coup));
        let hand = |side| coup.map_or_else(HandView::default, |coup| hand(table, coup, side));
        Board {
            now,
            phase: phase(&state.phase),
            coup: table.coup_number(),
            due: due(table, now),
            waits_for: asked(table).map(|(name, what, _)| WaitsFor {
                seat: seat_of(table, &name),
                what: what.to_owned(),
                until: deadlines.answer,
            }),
            betting: betting(table, deadlines, now),
            player: hand(Side::Player),
            banker: hand(Side::Banker),
            decided: decided.map(Decided::from),
            seats: seats(table),
            standing: state.players().filter(|(_, patron)| patron.seat.is_none()).count(),
            stakes: state.stakes.iter().map(|stake| StakeView::of(stake, table)).collect(),
            shoe: ShoeView {
                dealt: state.shoe.drawn,
                of: u16::from(state.settings.decks) * 52,
                ..shoe.clone()
            },
            limits: state.settings.limits,
            signs: table
                .signs()
                .into_iter()
                // Who keeps an old minimum or has limits of their own is told by name: the page of that patron says so.
                .filter(|sign| {
                    !matches!(
                        sign.shows,
                        SignSubject::PersonalLimit | SignSubject::KeptMinimum | SignSubject::HandHolders
                    )
                })
                .map(|sign| PostedSign { shows: sign.shows, text: sign.text, clauses: sign.cites.clauses })
                .collect(),
            service,
            dealer: state.staff.values().any(|roles| roles.contains(&Role::Dealer)),
        }
    }
}

fn phase(phase: &Phase) -> PhaseView {
    match phase {
        Phase::Preparing(_) => PhaseView::Preparing,
        Phase::Betting(_) => PhaseView::Betting,
        Phase::Coup(coup) if coup.stage == Stage::Settled => PhaseView::Settled,
        Phase::Coup(_) => PhaseView::Dealing,
        Phase::Closed => PhaseView::Closed,
    }
}

/// What is due, without the name of a patron.
pub fn due(table: &Table, now: Time) -> DueView {
    let due = table.due_at(now);
    let act = match serde_json::to_value(&due) {
        Ok(value) => value["due"].as_str().unwrap_or("nothing").to_owned(),
        Err(_) => "nothing".to_owned(),
    };
    let words = match &due {
        Due::OfferCut { .. } => "offer the cut to a player".to_owned(),
        Due::Cut { by: Some(_) } => "a patron cuts or refuses".to_owned(),
        Due::OfferRole { .. } => "offer the role to a patron".to_owned(),
        Due::AnswerRole { .. } => "a patron takes or declines the role".to_owned(),
        Due::RoleWager { .. } => "a patron bets on banker or passes the role".to_owned(),
        Due::AnswerOffer { .. } => "a patron takes or refuses the cards".to_owned(),
        Due::OfferHand { side, .. } => Due::OfferHand { side: *side, to: None }.to_string(),
        Due::Expose { side, .. } => Due::Expose { side: *side, by: None }.to_string(),
        due => due.to_string(),
    };
    DueView { act, words, clauses: table.due_under_at(now).clauses }
}

fn betting(table: &Table, deadlines: &Deadlines, now: Time) -> BettingView {
    let state = table.state();
    let last_coup = state.shoe.coups_left.is_some_and(|left| left <= 1);
    match &state.phase {
        Phase::Betting(betting) => {
            let period = state.settings.period_seconds.is_some();
            let until = betting.until.or(deadlines.betting_on(table.coup_number()));
            let late = until.is_some_and(|until| now >= until);
            let open = (betting.open || !period) && !betting.closed && betting.no_bet.is_none() && !late;
            BettingView {
                open,
                until: until.filter(|_| open),
                no_bet: betting.no_bet,
                last_coup,
                ready: None,
            }
        }
        _ => BettingView { open: false, until: None, no_bet: None, last_coup, ready: None },
    }
}

fn hand(table: &Table, coup: &Coup, side: Side) -> HandView {
    let cards = coup.hand(side).clone();
    let open: Option<Vec<Card>> = cards.iter().copied().collect();
    let count = open.filter(|open| !open.is_empty()).map(|open| table.book().values().point_count(&open));
    let holder = coup.holding(side).holder.as_ref().and_then(|name| seat_of(table, name));
    HandView { cards, count, holder }
}

fn seats(table: &Table) -> Vec<SeatView> {
    let holder = table.state().designated.holder.as_ref();
    let seated = table.state().seated().into_iter();
    seated.map(|(seat, name)| SeatView { seat, designated: holder == Some(name) }).collect()
}
