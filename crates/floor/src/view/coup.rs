//! Coups that are over.

use super::board::Decided;
use super::why;
use super::you::{self, SettledView};
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::outcome::Outcome;
use baccarat::wager::WagerId;
use serde::Serialize;
use table::record::{CoupRecord, SettledStake};
use table::{Name, Table};
use utoipa::ToSchema;

/// Finished coups, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Coups {
    /// The coups.
    pub coups: Vec<CoupView>,
    /// Ask with this as `before` for those that came earlier; nothing if there are none.
    pub before: Option<u32>,
}

/// A coup that is over, with the wagers of whoever asks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CoupView {
    /// Its number.
    pub number: u32,
    /// The number of its shoe since the table opened.
    pub shoe: u32,
    /// Nobody could bet on it.
    pub no_bet: bool,
    /// It has no effect.
    pub void: bool,
    /// The Player's cards.
    #[schema(value_type = Vec<Option<String>>)]
    pub player: Vec<Option<Card>>,
    /// The Banker's cards.
    #[schema(value_type = Vec<Option<String>>)]
    pub banker: Vec<Option<Card>>,
    /// The result.
    pub decided: Option<Decided>,
    /// The wagers of whoever asks.
    pub yours: Vec<SettledView>,
}

impl CoupView {
    /// A coup, with the wagers of one patron; those that went back without a result are kept beside the record.
    pub fn of(record: &CoupRecord, table: &Table, name: Option<&Name>, void: &[SettledView]) -> CoupView {
        let coup = &record.coup;
        let outcome = outcome(table, &coup.player, &coup.banker).filter(|_| !coup.void);
        let own = record.settled.iter().filter(|settled| Some(&settled.stake.patron) == name);
        let seen = |own: &SettledStake| {
            let clauses = outcome.as_ref().map(|outcome| clauses(table, &own.stake.wager, outcome));
            let SettledStake { stake, result } = own;
            let seen = you::SettledStake {
                id: stake.id,
                area: stake.area,
                wager: &stake.wager,
                staked: stake.amount,
                result,
            };
            let steps = why::steps(table, outcome.as_ref(), &seen, None);
            SettledView::of(coup.number, &seen, &clauses.unwrap_or_default()).with(steps)
        };
        let void = void.iter().filter(|void| void.coup == coup.number).cloned();
        CoupView {
            number: coup.number,
            shoe: record.shoe,
            no_bet: coup.no_bet,
            void: coup.void,
            player: coup.player.clone(),
            banker: coup.banker.clone(),
            decided: outcome.as_ref().map(|outcome| decided(coup.number, outcome)),
            yours: own.map(seen).chain(void).collect(),
        }
    }
}

/// The clauses of the row by which a wager was settled.
fn clauses(table: &Table, wager: &WagerId, outcome: &Outcome) -> Vec<ClauseNumber> {
    let wagers = table.book().wagers(&table.state().settings.method).unwrap_or_default();
    let row = wagers.iter().find(|known| known.id == *wager).and_then(|known| known.row(outcome));
    row.map(|row| row.basis.clauses().to_vec()).unwrap_or_default()
}

fn decided(coup: u32, outcome: &Outcome) -> Decided {
    Decided {
        coup,
        winner: outcome.winner(),
        player: outcome.totals.player,
        banker: outcome.totals.banker,
        player_pair: outcome.pairs.player,
        banker_pair: outcome.pairs.banker,
        natural: outcome.player_natural || outcome.banker_natural,
    }
}

/// How two hands that lie open end; nothing for hands that were not dealt out.
pub fn outcome(table: &Table, player: &[Option<Card>], banker: &[Option<Card>]) -> Option<Outcome> {
    let open = |cards: &[Option<Card>]| cards.iter().copied().collect::<Option<Vec<Card>>>();
    let (player, banker) = (open(player)?, open(banker)?);
    let book = table.book();
    book.tableau().outcome_of(book.values(), &player, &banker)
}
