//! Tickets from tables: a table's log is read as it grows, and whatever qualifies is asked of a promotion under an id made from where
//! it stands, so that reading it again changes nothing.

use ledger::{Ledger, LedgerError, Stream, events};
use people::names::REGULARS;
use promotion::earning::Earning;
use promotion::{Act, Promotion};
use table::{TABLE, Table, Time};

/// Entries read at a time.
const PAGE: u32 = 500;
/// Wagers placed this long before a promotion opened are still known when their coup ends.
const BEFORE: i64 = 2 * 3_600_000;

/// How far a table's log was read for a promotion.
pub(crate) struct Followed {
    table: String,
    stream: Stream,
    next: u64,
    earning: Earning,
    /// What happened before is not for this promotion.
    since: Time,
}

/// Something a table's log asks of a promotion, and where it stands.
pub(crate) struct Earned {
    pub(crate) id: String,
    pub(crate) act: Act,
}

impl Followed {
    /// Begins where the promotion did.
    pub(crate) async fn begin(ledger: &Ledger, table: &str, since: Time) -> Result<Followed, LedgerError> {
        let stream = Stream::new(TABLE, table)?;
        let next = first_after(ledger, &stream, Time(since.0 - BEFORE)).await?;
        let (table, earning) = (table.to_owned(), Earning::new(table));
        Ok(Followed { table, stream, next, earning, since })
    }

    /// What the log tells since it was last read.
    pub(crate) async fn read(&mut self, ledger: &Ledger) -> Result<Vec<Earned>, LedgerError> {
        let mut earned = Vec::new();
        loop {
            let page = ledger.store().read(&self.stream, self.next, PAGE).await?;
            let Some(last) = page.last() else { return Ok(earned) };
            let end = last.end();
            for entry in &page {
                for (seq, event) in events::<Table>(entry)? {
                    if seq < self.next {
                        continue;
                    }
                    let acts = self.earning.take(&event);
                    if event.at < self.since {
                        continue;
                    }
                    for (nth, act) in acts.into_iter().enumerate() {
                        earned.push(Earned { id: format!("table:{}:{seq}:{nth}", self.table), act });
                    }
                }
            }
            self.next = end;
        }
    }
}

/// The sequence of the first entry that is not older than this.
async fn first_after(ledger: &Ledger, stream: &Stream, at: Time) -> Result<u64, LedgerError> {
    let Some(last) = ledger.store().last(stream).await? else { return Ok(0) };
    let (mut low, mut high) = (0, last.end());
    while low < high {
        let middle = low + (high - low) / 2;
        let found = ledger.store().read(stream, middle, 1).await?;
        match found.first() {
            Some(entry) if entry.at < at => low = entry.end(),
            Some(entry) => high = entry.first.min(middle),
            None => high = middle,
        }
    }
    Ok(low)
}

/// Would it change anything? What does not reach the least, or was never earned, is no matter for the promotion's log.
pub(crate) fn matters(promotion: &Promotion, act: &Act) -> bool {
    let state = promotion.state();
    match act {
        Act::Earn { holder, table, chips, tokens, .. } => {
            let wager = state.terms.as_ref().and_then(|terms| terms.qualifying.as_ref());
            let brings =
                wager.is_some_and(|wager| wager.is_at(table) && wager.counts(*chips, *tokens) >= wager.least);
            brings && !REGULARS.contains(&&*holder.0)
        }
        Act::TakeBack { table, coup, holder, .. } => {
            let earned = promotion::Earned::Wager { table: table.clone(), coup: *coup };
            match holder {
                Some(holder) => state.live_tickets_of(holder).any(|ticket| ticket.earned == earned),
                None => state.live_tickets().any(|ticket| ticket.earned == earned),
            }
        }
        _ => false,
    }
}
