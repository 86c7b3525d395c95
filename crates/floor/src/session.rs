//! A session of a tournament that is dealt at a table: what the table reports to the tournament, in the same commit.

use baccarat::card::Card;
use baccarat::rules::people::Role as BooksRole;
use hall::Hall;
use hall::contest::Contest;
use std::sync::{Arc, OnceLock};
use table::state::{Phase, Session};
use table::{Actor, Event, Fact, Name, Table, bets, cards, notice, pay, trouble};
use tournament::TableReport;

/// The tournaments of the house, once they are open. All tables share them.
pub type Sessions = Arc<OnceLock<Arc<Hall>>>;

/// The tournament that a table is given to, or why it cannot be asked just now.
pub(crate) fn contest(sessions: &Sessions, session: &Session) -> Result<Arc<Contest>, String> {
    let hall = sessions.get().ok_or("the tournaments are not open yet")?;
    hall.contest(&session.tournament)
        .map_err(|_| format!("the tournament {} is not open", session.tournament))
}

/// Whoever reports to a tournament: the table itself.
pub(crate) fn reporter(table: &str) -> Actor {
    Actor { name: Name::from(table), role: BooksRole::System }
}

/// What these events mean for the session that is dealt at this table; it is as it was before them.
pub(crate) fn reports(before: &Table, events: &[Event]) -> Vec<TableReport> {
    let (mut after, mut reports) = (None::<Table>, Vec::new());
    let on = before.coup_number();
    let mut void = false;
    for (index, event) in events.iter().enumerate() {
        match &event.fact {
            Fact::Bets(bets::Fact::BettingClosed { .. }) => reports.push(TableReport::FirstCard),
            Fact::Pay(pay::Fact::CoupEnded { .. }) if !void => {
                let table = after.get_or_insert_with(|| folded(before, &events[..index]));
                reports.push(ended(table));
            }
            Fact::Trouble(
                trouble::Fact::CoupVoided { number } | trouble::Fact::CoupInvalidated { number, .. },
            ) => {
                let now = *number >= on;
                void |= now;
                reports.push(if now {
                    TableReport::CoupVoid
                } else {
                    TableReport::EarlierCoup { coup: *number }
                });
            }
            Fact::Trouble(trouble::Fact::CoupReopened { number }) => {
                reports.push(TableReport::EarlierCoup { coup: *number });
            }
            Fact::Cards(cards::Fact::ShuffleDue) => reports.push(TableReport::ShoeEnds),
            Fact::Notice(notice::Fact::SessionBegan { .. } | notice::Fact::SessionEnded) => {
                return Vec::new();
            }
            _ => {}
        }
    }
    reports
}

fn folded(before: &Table, events: &[Event]) -> Table {
    let mut table = before.clone();
    events.iter().for_each(|event| table.apply(event));
    table
}

/// The hands of the coup that ends.
fn ended(table: &Table) -> TableReport {
    let Phase::Coup(coup) = &table.state().phase else { return TableReport::CoupVoid };
    let hand = |hand: &[Option<Card>]| hand.iter().copied().collect::<Option<Vec<Card>>>();
    match (hand(&coup.player), hand(&coup.banker)) {
        (Some(player), Some(banker)) if !coup.no_bet => TableReport::CoupEnds { player, banker },
        _ => TableReport::CoupVoid,
    }
}
