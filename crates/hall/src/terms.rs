//! What was declared for a tournament, as pages show it.

use serde::Serialize;
use tournament::Tournament;
use tournament::conditions::{LimitsFrom, Start};
use tournament::state::Phase;
use utoipa::ToSchema;

/// A wager that may be made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestWager {
    /// Its id.
    pub id: String,
    /// What the book calls it.
    pub name: String,
}

/// A level of limits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LevelView {
    /// From when: a number and `coup` or `minute`.
    pub from: (u32, String),
    /// The minimum.
    pub least: i64,
    /// The maximum.
    pub most: i64,
}

/// What a place wins.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShareView {
    /// The place.
    pub place: u32,
    /// Its share of the pool, in hundredths of a per cent.
    pub share: u32,
    /// What that is of the pool as it is now, rounded down.
    pub money: i64,
    /// Goods.
    pub goods: Vec<String>,
}

/// What was declared.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermsView {
    /// When it starts, in milliseconds since 1970; nothing if as soon as it is full.
    pub start: Option<i64>,
    /// How to enter.
    pub how: String,
    /// Who may.
    pub eligible: String,
    /// Seats at a table.
    pub seats: u8,
    /// The wagers that may be made.
    pub wagers: Vec<ContestWager>,
    /// Denominations of the chips.
    pub chips: Vec<i64>,
    /// Limits, in order.
    pub levels: Vec<LevelView>,
    /// Wagers are made in turn.
    pub order: bool,
    /// Pass cards for each player and session.
    pub pass_cards: u8,
    /// Undisclosed wagers for each player and session.
    pub undisclosed: u8,
    /// What the places win.
    pub shares: Vec<ShareView>,
    /// A guaranteed pool.
    pub guarantee: Option<i64>,
    /// How prizes are paid.
    pub paid: String,
    /// Entrants agree in writing.
    pub signature: bool,
    /// The fee for coming back after elimination; nothing if nobody may.
    pub buy_back: Option<i64>,
}

impl TermsView {
    /// What was declared for this tournament, with what its official has set since.
    pub fn of(tournament: &Tournament) -> TermsView {
        let (conditions, state) = (tournament.conditions(), tournament.state());
        let (entry, play, prizes) = (&conditions.entry, &conditions.play, &conditions.prizes);
        let wagers = tournament.book().wagers(&play.method).unwrap_or_default().iter();
        let wager = |wager: &baccarat::wager::Wager| ContestWager {
            id: wager.id.to_string(),
            name: wager.name.clone(),
        };
        let level = |level: &tournament::conditions::Level| LevelView {
            from: match level.from {
                LimitsFrom::Coup(coup) => (coup, "coup".to_owned()),
                LimitsFrom::Minute(minute) => (minute, "minute".to_owned()),
            },
            least: level.least.0,
            most: level.most.0,
        };
        let pool = state.fund.pool().0;
        let goods = |place: u32| {
            let declared = if state.phase == Phase::Draft { &prizes.added } else { &state.goods };
            declared
                .iter()
                .filter(|added| added.place == Some(place))
                .map(|added| added.what.clone())
                .collect()
        };
        let share = |(place, share): (u32, &u32)| ShareView {
            place,
            share: *share,
            money: (i128::from(pool) * i128::from(*share) / 10_000) as i64,
            goods: goods(place),
        };
        TermsView {
            start: match (state.start, conditions.start) {
                (Some(start), _) | (None, Start::At(start)) => Some(start.0),
                (None, Start::WhenFull) => None,
            },
            how: entry.how.clone(),
            eligible: entry.eligible.clone(),
            seats: play.seats,
            wagers: wagers
                .filter(|wager| wager.class == baccarat::wager::WagerClass::Main)
                .map(wager)
                .collect(),
            chips: play.chips.iter().map(|chip| chip.0).collect(),
            levels: play.levels.iter().map(level).collect(),
            order: state.order,
            pass_cards: state.pass_cards,
            undisclosed: state.undisclosed,
            shares: (1..).zip(&prizes.shares).map(share).collect(),
            guarantee: prizes.guarantee.as_ref().map(|guarantee| guarantee.pool.0),
            paid: prizes.paid.clone(),
            signature: state.signature,
            buy_back: entry.buy_back.as_ref().map(|terms| terms.fee.0),
        }
    }
}
