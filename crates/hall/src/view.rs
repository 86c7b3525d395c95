//! A tournament as each role sees it. Names and stacks are public here, as the books have it; what is on a form is not.

use crate::audience::ContestEvent;
use crate::terms::TermsView;
use crate::typed::TypedTournamentAct;
use serde::Serialize;
use table::Name;
use tournament::conditions::Length;
use tournament::duty::{Duty, Whose};
use tournament::state::{Coup, Entrant, EntrantState, Rounds, Seat, TablePlay};
use tournament::{Place, Tournament};
use utoipa::ToSchema;

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestEntry {
    /// Its id in paths.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its book.
    pub book: String,
    /// The name of its book.
    pub book_name: String,
    /// How far it has come, such as `entries`.
    pub phase: String,
    /// How many have entered.
    pub entered: u32,
    /// The most that may.
    pub most: u32,
    /// The fee, in the smallest unit.
    pub fee: i64,
    /// The prize pool so far.
    pub pool: i64,
}

/// Every tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Contests {
    /// The newest first.
    pub tournaments: Vec<ContestEntry>,
    /// What to ask with for those before; nothing where these are the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u32>,
}

/// Somebody who has entered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntrantView {
    /// Who.
    pub name: String,
    /// How they stand: `in`, `out`, `disqualified`, `withdrawn`, `forfeited`.
    pub standing: String,
}

/// A player in a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestSeat {
    /// The seat, counted from the dealer's right.
    pub seat: u8,
    /// Who.
    pub name: String,
    /// All chips, those on the layout included.
    pub stack: i64,
    /// Sat down.
    pub taken: bool,
    /// Is away.
    pub absent: bool,
    /// Out of the session.
    pub out: bool,
    /// Not part of the play-off that is on.
    pub resting: bool,
    /// Pass cards left.
    pub passes: u8,
    /// Undisclosed wagers left.
    pub forms: u8,
}

/// A wager on the layout.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BetView {
    /// From which seat.
    pub seat: u8,
    /// On what.
    pub wager: String,
    /// How much.
    pub amount: i64,
}

/// A form in play. What it says is in none of these before it is announced.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormView {
    /// From which seat.
    pub seat: u8,
    /// The hash that seals it.
    pub seal: String,
    /// The supervisor has examined it.
    pub examined: bool,
    /// It was announced.
    pub opened: bool,
}

/// The coup that is on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CoupNow {
    /// Its number in the session.
    pub number: u32,
    /// Where the marker is.
    pub marker: Option<u8>,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// Since when, in milliseconds since 1970, as far as this house remembers.
    pub turn_since: Option<i64>,
    /// The order of turns.
    pub turns: Vec<u8>,
    /// Wagers on the layout.
    pub bets: Vec<BetView>,
    /// Seats that have laid a pass card.
    pub passes: Vec<u8>,
    /// Forms handed in.
    pub forms: Vec<FormView>,
    /// No more bets was called.
    pub called: bool,
    /// The first card is out.
    pub dealt: bool,
}

/// A place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaceView {
    /// The place; level players share one.
    pub place: u32,
    /// Who.
    pub name: String,
    /// The chips that count.
    pub stack: i64,
    /// Goes on to the next session.
    pub advances: bool,
}

/// One table of the session that is on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestTable {
    /// Counted from 1.
    pub number: u8,
    /// What it is called.
    pub name: String,
    /// The table of the house at which it is dealt; nothing where its cards are keyed here.
    pub dealt_at: Option<String>,
    /// Players by seat.
    pub seats: Vec<ContestSeat>,
    /// Coups that count so far.
    pub coups: u32,
    /// The limits in force: minimum and maximum.
    pub limits: Option<[i64; 2]>,
    /// The coup that is on.
    pub coup: Option<CoupNow>,
    /// The cards of the last coup in the order dealt.
    pub last_cards: Vec<String>,
    /// When time is up, in milliseconds since 1970.
    pub until: Option<i64>,
    /// A dispute holds it.
    pub disputed: bool,
    /// Play is over.
    pub ended: bool,
    /// A play-off is on.
    pub play_off: bool,
    /// The two counts agree with each other and with what was won and lost.
    pub counted: bool,
    /// Its places, once they stand.
    pub places: Option<Vec<PlaceView>>,
}

/// A stage of the tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StageView {
    /// Its name.
    pub name: String,
    /// How long a session lasts: a number and `coups`, `shoes` or `minutes`.
    pub length: (u32, String),
    /// The chips that each starts with; nothing if they are carried over.
    pub opening: Option<i64>,
    /// How many go on from each table.
    pub advance: Option<u32>,
}

/// Further rounds of players level on points.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundsView {
    /// The first place that they contest.
    pub place: u32,
    /// Who plays them.
    pub players: Vec<String>,
    /// Their places in these rounds, table by table; empty until they stand.
    pub tables: Vec<Vec<PlaceView>>,
}

/// A prize.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrizeView {
    /// The place.
    pub place: u32,
    /// Who.
    pub name: String,
    /// Money.
    pub money: i64,
    /// Goods.
    pub goods: Vec<String>,
    /// It was handed over.
    pub paid: bool,
}

/// The next draw, as far as it is public.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NextDraw {
    /// Its number.
    pub number: u32,
    /// The seal that the house has published.
    pub seal: String,
    /// The root of the list, once that is published; from then on a mix may be given.
    pub root: Option<String>,
}

/// What an entrant sees of themselves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct YouView {
    /// How you stand; nothing if you have not entered.
    pub standing: Option<String>,
    /// You wait for a place.
    pub reserve: bool,
    /// The form asks for these.
    pub form: Vec<String>,
    /// Table and seat of the session that is seated or on.
    pub place: Option<(u8, u8)>,
    /// What you are to do now.
    pub duties: Vec<DutyView>,
}

/// Something that is to be done now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DutyView {
    /// What, such as `open-coup`.
    pub task: String,
    /// In which role, or which entrant.
    pub whose: String,
    /// At which table.
    pub table: Option<u8>,
    /// About whom.
    pub name: Option<String>,
    /// What to ask for, where nothing is left to choose.
    #[schema(value_type = Option<TypedTournamentAct>)]
    pub act: Option<tournament::Act>,
    /// It takes a second person: propose it.
    pub two: bool,
    /// The clauses that ask for it.
    pub clauses: Vec<String>,
}

impl From<&Duty> for DutyView {
    fn from(duty: &Duty) -> DutyView {
        DutyView {
            task: duty.task.word().to_owned(),
            whose: match &duty.whose {
                Whose::Role(role) => role.to_string(),
                Whose::Entrant(name) => name.to_string(),
            },
            table: duty.table,
            name: duty.name.as_ref().map(ToString::to_string),
            act: duty.act.clone(),
            two: duty.two,
            clauses: duty.cites.clauses.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Something that waits for a second person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestProposal {
    /// Its number.
    pub number: u32,
    /// What is proposed.
    #[schema(value_type = TypedTournamentAct)]
    pub what: tournament::Act,
    /// By whom.
    pub by: String,
}

/// The money of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FundView {
    /// Fees taken, commission included.
    pub fees: i64,
    /// Of them the house's.
    pub commission: i64,
    /// What the house added.
    pub added: i64,
    /// What the house put in to keep a guarantee.
    pub guarantee: i64,
    /// Buy-ins taken.
    pub buy_ins: i64,
    /// Fees and buy-ins that went back.
    pub refunded: i64,
    /// Prizes paid.
    pub paid: i64,
    /// What the cash box holds.
    pub cash: i64,
}

/// What staff and those who watch see beside that.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestDesk {
    /// What is to be done now, the next step first.
    pub duties: Vec<DutyView>,
    /// What waits for a second person.
    pub proposals: Vec<ContestProposal>,
    /// The money.
    pub fund: FundView,
    /// Findings reported to the official: whose, and what.
    pub findings: Vec<(String, String)>,
    /// The fields of the entry form.
    pub form: Vec<String>,
}

/// A tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestView {
    /// The number of the last event in it.
    pub seq: u64,
    /// How it looks in a list.
    #[serde(flatten)]
    pub entry: ContestEntry,
    /// The time here, in milliseconds since 1970.
    pub now: i64,
    /// What was declared.
    pub terms: TermsView,
    /// The hash of its conditions.
    pub conditions: String,
    /// Their version.
    pub version: u32,
    /// Who runs it.
    pub officials: Vec<String>,
    /// The least number of entrants.
    pub least: u32,
    /// Everybody who has entered.
    pub entrants: Vec<EntrantView>,
    /// Who waits for a place.
    pub reserves: Vec<String>,
    /// Its stages.
    pub stages: Vec<StageView>,
    /// The stage that is on or comes next, counted from 0.
    pub stage: usize,
    /// The session is on.
    pub begun: bool,
    /// A break lasts until then.
    pub break_until: Option<i64>,
    /// Seconds for each wager.
    pub seconds: Option<u32>,
    /// The tables of the session that is seated or on.
    pub tables: Vec<ContestTable>,
    /// The places of finished sessions, table by table.
    pub results: Vec<Vec<Vec<PlaceView>>>,
    /// Further rounds of players level on points, in order; those that are seated or on come last.
    pub rounds: Vec<RoundsView>,
    /// Such rounds are seated or on.
    pub further: bool,
    /// How many draws there have been; each is published under its number.
    pub draws: u32,
    /// The next draw.
    pub next_draw: Option<NextDraw>,
    /// The official places.
    pub places: Vec<PlaceView>,
    /// The prizes.
    pub prizes: Vec<PrizeView>,
    /// You, if you are signed in as a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<YouView>,
    /// The desk, if you are staff or watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desk: Option<ContestDesk>,
}

/// What has happened, a page at a time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestHistory {
    /// The newest first.
    pub events: Vec<ContestEvent>,
    /// What to ask for next, under `before`; nothing at the beginning.
    pub before: Option<u64>,
}

/// What would follow from an act, or why it would be turned down.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WouldFollow {
    /// What would happen.
    pub events: Vec<ContestEvent>,
}

/// The word of a closed set.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

fn standing(entrant: &Entrant) -> String {
    match entrant.standing {
        EntrantState::Disqualified(_) => "disqualified".to_owned(),
        ref other => word(other),
    }
}

fn place(place: &Place) -> PlaceView {
    let Place { name, place, stack, advances } = place;
    PlaceView { place: *place, name: name.to_string(), stack: stack.0, advances: *advances }
}

fn rounds(rounds: &Rounds) -> RoundsView {
    RoundsView {
        place: rounds.place,
        players: rounds.players.iter().map(ToString::to_string).collect(),
        tables: rounds.tables.iter().map(|places| places.iter().map(place).collect()).collect(),
    }
}

fn seat(number: u8, seat: &Seat) -> ContestSeat {
    ContestSeat {
        seat: number,
        name: seat.name.to_string(),
        stack: seat.stack.0,
        taken: seat.taken,
        absent: seat.absent,
        out: seat.out.is_some(),
        resting: seat.resting,
        passes: seat.passes,
        forms: seat.forms,
    }
}

fn coup(coup: &Coup) -> CoupNow {
    let bet = |bet: &tournament::state::Bet| BetView {
        seat: bet.seat,
        wager: bet.wager.to_string(),
        amount: bet.amount.0,
    };
    let form = |form: &tournament::state::Form| FormView {
        seat: form.seat,
        seal: form.seal.to_string(),
        examined: form.examined,
        opened: form.opened,
    };
    CoupNow {
        number: coup.number,
        marker: coup.marker,
        turn: coup.turn,
        turn_since: coup.turn.and(coup.turn_since).map(|since| since.0),
        turns: coup.turns.clone(),
        bets: coup.bets.iter().map(bet).collect(),
        passes: coup.passes.clone(),
        forms: coup.forms.iter().map(form).collect(),
        called: coup.called,
        dealt: coup.dealt,
    }
}

fn table(number: u8, (name, dealt_at): (String, Option<String>), play: &TablePlay) -> ContestTable {
    let cards = play.last.iter().flat_map(|last| &last.cards);
    ContestTable {
        number,
        name,
        dealt_at,
        seats: play.seats.iter().map(|(number, of)| seat(*number, of)).collect(),
        coups: play.coups,
        limits: play.limits.map(|(least, most)| [least.0, most.0]),
        coup: play.coup.as_ref().map(coup),
        last_cards: cards.map(ToString::to_string).collect(),
        until: play.until.map(|until| until.0),
        disputed: play.dispute.is_some(),
        ended: play.ended,
        play_off: play.play_off,
        counted: play.counted,
        places: play.places.as_ref().map(|places| places.iter().map(place).collect()),
    }
}

impl ContestEntry {
    /// A tournament in a list.
    pub fn of(tournament: &Tournament) -> ContestEntry {
        let (conditions, state) = (tournament.conditions(), tournament.state());
        ContestEntry {
            id: conditions.id.clone(),
            name: conditions.name.clone(),
            book: conditions.book.clone(),
            book_name: tournament.book().name.clone(),
            phase: word(&state.phase),
            entered: state.entered(),
            most: conditions.entry.numbers.1,
            fee: conditions.entry.fee.0,
            pool: state.fund.pool().0,
        }
    }
}

impl ContestView {
    /// What everybody sees.
    pub fn public(tournament: &Tournament, seq: u64) -> ContestView {
        let (conditions, state) = (tournament.conditions(), tournament.state());
        let names = |names: &[Name]| names.iter().map(ToString::to_string).collect();
        let entrant =
            |entrant: &Entrant| EntrantView { name: entrant.name.to_string(), standing: standing(entrant) };
        let stage = |stage: &tournament::conditions::Stage| StageView {
            name: stage.name.clone(),
            length: match stage.length {
                Length::Coups(coups) => (coups, "coups".to_owned()),
                Length::Shoes(shoes) => (shoes, "shoes".to_owned()),
                Length::Minutes(minutes) => (minutes, "minutes".to_owned()),
            },
            opening: stage.opening.map(|opening| opening.0),
            advance: stage.advance,
        };
        let session = state.session.as_ref();
        let called = |index: usize| {
            let name = state.tables.get(index).map_or_else(String::new, |table| table.name.clone());
            (name, state.dealt_at.get(&(index as u8 + 1)).cloned())
        };
        let tables = session.into_iter().flat_map(|session| session.tables.iter().enumerate());
        let prize = |prize: &tournament::Prize| PrizeView {
            place: prize.place,
            name: prize.name.to_string(),
            money: prize.money.0,
            goods: prize.goods.clone(),
            paid: state.paid.contains(&prize.name),
        };
        let listed = state.listed.as_ref().map(|list| draw::list_root(list).to_string());
        ContestView {
            seq,
            entry: ContestEntry::of(tournament),
            now: 0,
            terms: TermsView::of(tournament),
            conditions: conditions.hash.to_string(),
            version: conditions.version,
            officials: names(&state.officials),
            least: conditions.entry.numbers.0,
            entrants: state.entrants.iter().map(entrant).collect(),
            reserves: names(&state.reserves),
            stages: conditions.stages.iter().map(stage).collect(),
            stage: state.stage,
            begun: session.is_some_and(|session| session.begun),
            break_until: session.and_then(|session| session.break_until).map(|until| until.0),
            seconds: state.seconds,
            tables: tables.map(|(index, play)| table(index as u8 + 1, called(index), play)).collect(),
            results: state
                .results
                .iter()
                .map(|tables| tables.iter().map(|places| places.iter().map(place).collect()).collect())
                .collect(),
            rounds: state.rounds_played.iter().chain(&state.rounds).map(rounds).collect(),
            further: state.rounds.is_some(),
            draws: state.draws.len() as u32,
            next_draw: state.sealed.as_ref().map(|sealed| NextDraw {
                number: sealed.number,
                seal: sealed.seal().to_string(),
                root: listed,
            }),
            places: state.places.iter().map(place).collect(),
            prizes: state.prizes.iter().map(prize).collect(),
            you: None,
            desk: None,
        }
    }

    /// What an entrant, or a player who may enter, sees.
    pub fn player(tournament: &Tournament, seq: u64, name: &Name, duties: &[Duty]) -> ContestView {
        let state = tournament.state();
        let own = |duty: &&Duty| duty.whose == Whose::Entrant(name.clone());
        let you = YouView {
            standing: state.entrant(name).map(standing),
            reserve: state.reserves.contains(name),
            form: tournament.conditions().entry.form.clone(),
            place: state.place_of(name),
            duties: duties.iter().filter(own).map(DutyView::from).collect(),
        };
        ContestView { you: Some(you), ..ContestView::public(tournament, seq) }
    }

    /// What staff see.
    pub fn staff(tournament: &Tournament, seq: u64, duties: &[Duty]) -> ContestView {
        let state = tournament.state();
        let fund = &state.fund;
        let proposal = |open: &tournament::state::Proposal| ContestProposal {
            number: open.number,
            what: open.what.clone(),
            by: open.by.name.to_string(),
        };
        let desk = ContestDesk {
            duties: duties.iter().map(DutyView::from).collect(),
            proposals: state.proposals.iter().map(proposal).collect(),
            fund: FundView {
                fees: fund.fees.0,
                commission: fund.commission.0,
                added: fund.added.0,
                guarantee: fund.guarantee.0,
                buy_ins: fund.buy_ins.0,
                refunded: (fund.refunded + fund.buy_ins_refunded).0,
                paid: fund.paid.0,
                cash: fund.cash().0,
            },
            findings: state.findings.iter().map(|(name, what)| (name.to_string(), word(what))).collect(),
            form: tournament.conditions().entry.form.clone(),
        };
        ContestView { desk: Some(desk), ..ContestView::public(tournament, seq) }
    }
}
