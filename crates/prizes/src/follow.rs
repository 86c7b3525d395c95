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
                    let before = |at: Time| at < self.since;
                    if before(event.at) {
                        continue;
                    }
                    for (nth, act) in acts.into_iter().enumerate() {
                        // A coup that is put right counts by when it was dealt.
                        if matches!(&act, Act::Earn { ended: Some(ended), .. } if before(*ended)) {
                            continue;
                        }
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

/// What the log asks, without what would change nothing: whoever staked enough still once a coup was put right keeps the tickets of it.
pub(crate) fn still_to_ask(promotion: &Promotion, earned: &Earned, next: Option<&Earned>) -> bool {
    let keeps = match (&earned.act, next.map(|next| &next.act)) {
        (
            Act::TakeBack { holder: Some(of), coup, .. },
            Some(anew @ Act::Earn { holder, coup: again, .. }),
        ) => of == holder && coup == again && qualifies(promotion, anew),
        _ => false,
    };
    !keeps && matters(promotion, &earned.act)
}

/// Do the terms give tickets for it?
fn qualifies(promotion: &Promotion, act: &Act) -> bool {
    let Act::Earn { holder, table, chips, tokens, .. } = act else { return false };
    let wager = promotion.state().terms.as_ref().and_then(|terms| terms.qualifying.as_ref());
    let brings =
        wager.is_some_and(|wager| wager.is_at(table) && wager.counts(*chips, *tokens) >= wager.least);
    brings && !REGULARS.contains(&&*holder.0)
}

/// Would it change anything? What does not reach the least, or was never earned, is no matter for the promotion's log.
fn matters(promotion: &Promotion, act: &Act) -> bool {
    let state = promotion.state();
    match act {
        Act::Earn { holder, table, coup, .. } => {
            let earned = promotion::Earned::Wager { table: table.clone(), coup: *coup };
            let has = state.live_tickets_of(holder).any(|ticket| ticket.earned == earned);
            !has && qualifies(promotion, act)
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

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::book::Book;
    use baccarat::chips::Money;
    use baccarat::rules::people::Role;
    use baccarat::shelf;
    use promotion::Command;
    use std::sync::Arc;
    use table::{Actor, Name};

    const OPENED: &str = "promotion nsw\n\
        term qualifying_wager = { least = 25, tables = [\"main-1\"], tickets = 2 }\n\
        opened\nexpect tickets 0\n";
    /// An hour after the promotion began.
    const NOW: Time = Time(1_800_410_400_000);

    /// The tickets that the coups of a transcript bring: each as `HOLDER COUP`, with `back` where it was taken back.
    fn tickets(transcript: &str) -> Vec<String> {
        let book = Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap());
        let played = table::transcript::run(transcript, |_| Some(book.clone()));
        assert_eq!(played.failures, []);
        let mut promotion = promotion::transcript::play(OPENED, |_| Some(book.clone())).promotion.unwrap();
        let mut earning = Earning::new("main-1");
        let acts = played.events.iter().flat_map(|event| earning.take(event));
        let earned: Vec<Earned> = acts.map(|act| Earned { id: String::new(), act: now(act) }).collect();
        for (one, next) in earned.iter().zip(earned.iter().skip(1).map(Some).chain([None])) {
            if still_to_ask(&promotion, one, next) {
                let by = Actor { name: Name::from("clock"), role: Role::System };
                let act = one.act.clone();
                let command = Command { act, by, confirmed_by: None, keyed_by: None, at: NOW };
                promotion.submit(&command).unwrap();
            }
        }
        let state = promotion.state();
        let live: Vec<u32> = state.live_tickets().map(|ticket| ticket.number).collect();
        let all = (1..=state.tickets.len() as u32).filter_map(|number| state.ticket(number));
        let said = all.map(|ticket| {
            let back = if live.contains(&ticket.number) { "" } else { " back" };
            format!("{} {}{back}", ticket.holder, ticket.earned)
        });
        said.collect()
    }

    /// The same, as of the promotion's time and not of the transcript's.
    fn now(act: Act) -> Act {
        match act {
            Act::Earn { holder, table, coup, chips, tokens, .. } => {
                Act::Earn { holder, table, coup, chips, tokens, ended: None }
            }
            Act::TakeBack { table, coup, holder, .. } => Act::TakeBack { table, coup, holder, undone: None },
            act => act,
        }
    }

    fn check(transcript: &str, expected: &[(&str, u32)]) {
        let expected: Vec<String> = expected
            .iter()
            .flat_map(|(who, coup)| {
                let (name, back) = who.split_once(' ').map_or((*who, ""), |(name, _)| (name, " back"));
                vec![format!("{name} wager at main-1 in coup {coup}{back}"); 2]
            })
            .collect();
        assert_eq!(tickets(transcript), expected, "{transcript}");
    }

    #[test]
    fn a_coup_from_before_a_postponement_counts_however_late_it_is_read() {
        let postponed = format!(
            "{OPENED}clock 2027-01-20T13:00:00+11:00\n\
             operator finds promotion compromised because two lists\noperator postpones promotion\n\
             expect promotion postponed\n"
        );
        let book = Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap());
        let mut promotion =
            promotion::transcript::play(&postponed, |_| Some(book.clone())).promotion.unwrap();
        let mut earns = |coup: u32, ended: Time| {
            let (holder, table) = (Name::from("ann"), "main-1".to_owned());
            let (chips, tokens) = (Money(10_000), Money(0));
            let act = Act::Earn { holder, table, coup, chips, tokens, ended: Some(ended) };
            let by = Actor { name: Name::from("clock"), role: Role::System };
            let at = Time(NOW.0 + 500);
            let command = Command { act, by, confirmed_by: None, keyed_by: None, at };
            promotion.submit(&command).map(drop).map_err(|refusal| refusal.message)
        };
        assert_eq!(earns(1, Time(NOW.0 - 1)), Ok(()));
        assert!(earns(2, NOW).unwrap_err().contains("the promotion is postponed"));
    }

    #[test]
    fn a_coup_that_is_put_right_keeps_its_tickets() {
        let wrong_card = "book nsw\nwager ann box 1 player 100\nwager bob box 2 tie 30\ndeal 9H 7S KC KD\n\
            wager ann box 1 player 100\ndeal 9H 7S KC KD\nwager ann box 1 player 20\ndealer deals 2H to player\n\
            dealer reports 7S was 9S in coup 1\n\
            supervisor decides matter 1 granted because the recording shows it\n\
            expect ann box 1 player 100 stands off on paper\n";
        check(wrong_card, &[("ann", 1), ("bob", 1), ("ann", 2)]);
    }

    #[test]
    fn a_wager_that_was_another_brings_what_lay_there() {
        let keyed = |was: &str| {
            format!(
                "book nsw\nwager ann box 1 banker 20\nwager bob box 2 player 100\ndeal 2H 7D 4C KS\n\
                wager bob box 2 player 100\ndeal 2H 7D 4C KS\nwager ann box 1 banker 20\ndealer deals 2H to player\n\
                dealer reports {was} in coup 1\n\
                supervisor decides matter 1 granted because the camera shows it\n\
                expect on record was\n"
            )
        };
        check(&keyed("ann box 1 banker 20 was 40"), &[("bob", 1), ("bob", 2), ("ann", 1)]);
        check(&keyed("bob box 2 player 100 was 20"), &[("bob back", 1), ("bob", 2)]);
        check(&keyed("bob box 2 player 100 was 0"), &[("bob back", 1), ("bob", 2)]);
        check(&keyed("bob box 2 player 100 was 40"), &[("bob", 1), ("bob", 2)]);
    }

    #[test]
    fn a_coup_settled_anew_counts_each_wager_once() {
        let anew = "book nsw\nwager ann box 1 banker 20\nwager bob box 2 player 100\ncards 9H 9D KC KS\n\
            dealer settles\nexpect ann box 1 banker 20 stands off\n\
            dealer reports bob box 2 player 100 was 200 in coup 1\n\
            supervisor decides matter 1 granted because the camera shows it\nexpect on record was\n\
            dealer collects cards\n";
        check(anew, &[("bob", 1)]);
    }

    #[test]
    fn whoever_left_before_it_was_settled_on_paper_has_tickets() {
        let absent = "book nsw\nwager ann box 1 player 100\nwager bob box 2 banker 100\ndeal 7H 9D KC KS\n\
            ann leaves\nsupervisor reports order 9D 7H KS KC\ndealer resumes coup\nfinish\n\
            expect ann box 1 player 100 wins 100 on paper\n";
        check(absent, &[("ann", 1), ("bob", 1)]);
    }
}
