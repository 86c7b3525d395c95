//! The regulars of a demonstration: patrons of the house's own, so that a newcomer does not sit alone.

use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::betting::ChipKind;
use baccarat::wager::{Wager, WagerClass, WagerId};
use merkle::{Hash, sha256};
use people::names::REGULARS;
use serde::Deserialize;
use table::driver::patron;
use table::state::Phase;
use table::{Act, Actor, Name, Table, bets};

/// When the regulars play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Regulars {
    /// Never: there are none.
    #[default]
    None,
    /// While somebody watches the table.
    WhenWatched,
    /// Always.
    Always,
}

/// What a regular brings.
const BUY_IN: Money = Money(1_000 * Money::UNITS);

/// Is this one of them?
pub fn is_regular(name: &Name) -> bool {
    REGULARS.contains(&&*name.0)
}

/// What one of them does next while betting is open; nothing once all have done what they want. After `elapsed` of the time for
/// wagers, from 0 to 100, more and more of them have made up their minds.
///
/// What was refused is not tried again: `refused` leads to another idea.
pub fn next(table: &Table, elapsed: u64, refused: u8) -> Option<(Act, Actor)> {
    let state = table.state();
    let Phase::Betting(betting) = &state.phase else { return None };
    let period = state.settings.period_seconds.is_some();
    if betting.closed || betting.no_bet.is_some() || (period && !betting.open) {
        return None;
    }
    REGULARS.iter().enumerate().find_map(|(nth, name)| wish(table, nth, &Name::from(*name), elapsed, refused))
}

fn wish(table: &Table, nth: usize, name: &Name, elapsed: u64, refused: u8) -> Option<(Act, Actor)> {
    let state = table.state();
    let by = patron(name);
    let Some(here) = state.present(name) else { return Some((Act::People(table::people::Act::Arrive), by)) };
    if here.chips < Money(300 * Money::UNITS) {
        return Some((Act::People(table::people::Act::BuyIn { cash: BUY_IN }), by));
    }
    if here.seat.is_none() {
        // The last seats, so that newcomers find the first ones free.
        let free = |seat: &u8| state.players().all(|(_, other)| other.seat != Some(*seat));
        let seat = (1..=state.settings.seats).rev().find(free)?;
        return Some((Act::People(table::people::Act::TakeSeat { seat }), by));
    }
    let whim = whim(table, nth, refused);
    if u64::from(whim[0]) * 60 / 256 > elapsed || state.stakes.iter().any(|stake| stake.patron == *name) {
        return None;
    }
    let hand = if state.designated.holder.as_ref() == Some(name) || whim[1].is_multiple_of(2) {
        Winner::Banker
    } else {
        Winner::Player
    };
    let book = table.book();
    let dream = dreams(table).into_iter().nth(usize::from(whim[2]) % 8).filter(|_| nth == 2);
    let wager = dream.or_else(|| Some(book.main_wager(&state.settings.method, hand)?.id.clone()))?;
    let least = state.settings.limits_of(book, &wager).least;
    let amount = Money(least.0 * i64::from(1 + whim[3] % 5));
    Some((
        Act::Bets(bets::Act::Place { area: here.seat?, wager, amount, kind: ChipKind::Chips, spoken: false }),
        by,
    ))
}

/// Tie, and the side wagers of this table that need no main wager.
fn dreams(table: &Table) -> Vec<WagerId> {
    let settings = &table.state().settings;
    let options = table.book().rules.sides.offered.values();
    let offered: Vec<&WagerId> = options
        .filter(|side| settings.options.contains(&side.option) && !settings.restricted.contains(&side.option))
        .flat_map(|side| &side.wagers)
        .collect();
    let wagers = table.book().wagers(&settings.method).unwrap_or_default();
    let side = |class: WagerClass, id: &WagerId| class == WagerClass::Side && offered.contains(&id);
    let tie = |wager: &Wager| wager.class == WagerClass::Main && wager.backs == Some(Winner::Tie);
    let dream = wagers.iter().filter(|wager| tie(wager) || side(wager.class, &wager.id));
    dream.map(|wager| wager.id.clone()).collect()
}

/// What comes to a regular's mind at this coup. It is read off public things; no chance is needed for it.
fn whim(table: &Table, nth: usize, refused: u8) -> [u8; 32] {
    let state = table.state();
    let cards: String = state.shoe.seen.iter().rev().take(6).map(ToString::to_string).collect();
    let Hash(bytes) = sha256(&[b"whim", &state.coups.to_be_bytes(), &[nth as u8, refused], cards.as_bytes()]);
    bytes
}
