//! Which part of the log a report is about.

use crate::calendar::Clocks;
use crate::shift::{self, Shift, Shifts};
use ledger::{Ledger, LedgerError, Store, Stream};
use people::clock;
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use table::Time;
use utoipa::{IntoParams, ToSchema};

/// What somebody asks of a report.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// One table; every table if not given.
    pub table: Option<String>,
    /// The number of a shift.
    pub shift: Option<u32>,
    /// A trading day, such as `2026-11-16`.
    pub day: Option<String>,
    /// From this time on, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Before this time.
    pub to: Option<i64>,
    /// The sheet of a CSV file; the first one if not given.
    pub sheet: Option<String>,
}

/// Which part of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Period {
    /// The shift, if it is one.
    pub shift: Option<Shift>,
    /// The trading day, if it is one.
    pub day: Option<String>,
    /// From this time on.
    #[schema(value_type = i64)]
    pub from: Time,
    /// Before this time.
    #[schema(value_type = i64)]
    pub to: Time,
    /// It is not over.
    pub open: bool,
}

/// Events of one table: after this one, if any, up to and with that one, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// After this event.
    pub after: Option<u64>,
    /// Up to this event; nothing if there is none.
    pub last: Option<u64>,
}

impl Period {
    /// What is asked for: a shift, a day or times; otherwise the shift that is on, or today.
    pub async fn asked(
        (ledger, shifts): (&Ledger, &Shifts),
        asked: &ReportQuery,
        clocks: &Clocks,
    ) -> Result<Period, Denial> {
        let ways = [asked.shift.is_some(), asked.day.is_some(), asked.from.is_some() || asked.to.is_some()];
        if ways.iter().filter(|way| **way).count() > 1 {
            return Err(Denial::bad_request("allowed is one of shift, day, or from and to"));
        }
        let now = clock::now();
        if let Some(day) = &asked.day {
            return Period::of_day(day, now, clocks).ok_or_else(|| {
                Denial::bad_request(format!("day: found `{day}`; allowed is a day such as 2026-11-16"))
            });
        }
        if asked.from.is_some() || asked.to.is_some() {
            let (from, to) = (asked.from.unwrap_or(0), asked.to.unwrap_or(now.0));
            if from >= to {
                return Err(Denial::bad_request("from, to: a time begins before it ends"));
            }
            let open = to > now.0;
            return Ok(Period { shift: None, day: None, from: Time(from), to: Time(to), open });
        }
        let mut all = shifts.all(ledger).await?;
        let found = match asked.shift {
            Some(number) => {
                let found = all.into_iter().find(|shift| shift.number == number);
                Some(found.ok_or_else(|| Denial::not_found("there is no such shift"))?)
            }
            None => all.pop().filter(|shift| shift.ended.is_none()),
        };
        Ok(match found {
            Some(shift) => Period {
                day: None,
                from: shift.begun.at,
                to: shift.ended.as_ref().map_or(now, |ended| ended.at),
                open: shift.ended.is_none(),
                shift: Some(shift),
            },
            None => {
                let today = Period::today(now, clocks);
                today.ok_or_else(|| Denial::bad_request("the clocks of the house show no day"))?
            }
        })
    }

    /// Is it a shift or a day that is not over, of which more will be asked?
    pub(super) fn is_kept_up(&self) -> bool {
        self.open && (self.shift.is_some() || self.day.is_some())
    }

    /// The trading day that is on.
    pub(super) fn today(now: Time, clocks: &Clocks) -> Option<Period> {
        Period::of_day(&clocks.trading_day(now), now, clocks)
    }

    fn of_day(day: &str, now: Time, clocks: &Clocks) -> Option<Period> {
        let (from, to) = (clocks.begins(day)?, clocks.ends(day)?);
        Some(Period { shift: None, day: Some(day.to_owned()), from, to, open: now < to })
    }

    /// The events of a table that belong to it.
    pub async fn range(&self, ledger: &Ledger, stream: &Stream) -> Result<Range, LedgerError> {
        let last = ledger.store().last(stream).await?.map(|entry| entry.end() - 1);
        if let Some(shift) = &self.shift {
            let stood = |stands: &shift::Stands| stands.get(stream.name()).map(|stand| stand.sequence);
            let end = match &shift.ended {
                Some(ended) => stood(&ended.stands),
                None => last,
            };
            return Ok(Range { after: stood(&shift.begun.stands), last: end });
        }
        let before = |time| first_from(&**ledger.store(), stream, last, time);
        let after = before(self.from).await?.checked_sub(1);
        Ok(Range { after, last: before(self.to).await?.checked_sub(1) })
    }
}

/// The first event of a stream from this time on; the one after the last if there is none. Times never run backwards in a stream.
pub(crate) async fn first_from(
    store: &dyn Store,
    stream: &Stream,
    last: Option<u64>,
    time: Time,
) -> Result<u64, LedgerError> {
    let (mut low, mut high) = (0, last.map_or(0, |last| last + 1));
    while low < high {
        let middle = low + (high - low) / 2;
        let entry = store.read(stream, middle, 1).await?.into_iter().next();
        match entry {
            Some(entry) if entry.at < time => low = entry.end(),
            Some(entry) => high = entry.first.min(middle),
            None => high = middle,
        }
    }
    Ok(low)
}
