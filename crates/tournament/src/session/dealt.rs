//! Tables of the session that are dealt at a table of the house: what that table reports.

use crate::acts::TableReport;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::work::Work;
use baccarat::card::Card;
use baccarat::rules::tournament::TournamentPoint;
use table::Citation;

impl Work<'_> {
    /// The official has a table of the session dealt at the table of the house that was named for it.
    pub(crate) fn take_table(&mut self, number: u8) -> Result<(), Refusal> {
        let cites = self.cites().point(TournamentPoint::TableExclusive);
        let refuse = |reason, message: String| Err(Refusal::new(reason, message, cites.clone()));
        let on = self.table(number)?.coup.is_some();
        if let Some(at) = self.state.dealt_at.get(&number) {
            return refuse(Reason::AlreadyDone, format!("table {number} is dealt at {at}"));
        }
        if on {
            return refuse(Reason::OutOfOrder, "a coup is on".into());
        }
        let named = usize::from(number).checked_sub(1).and_then(|index| self.state.tables.get(index));
        let Some(at) = named.map(|named| named.name.clone()) else {
            return refuse(Reason::NoSuchTable, format!("no table is named for table {number}"));
        };
        self.push(Fact::TableTaken { table: number, at }, cites);
        Ok(())
    }

    /// The table of the house goes back.
    pub(crate) fn leave_table(&mut self, number: u8) -> Result<(), Refusal> {
        let cites = self.cites().point(TournamentPoint::TableExclusive);
        self.dealt_there(number)?;
        let coup = self.state.table(number).and_then(|table| table.coup.as_ref());
        if coup.is_some_and(|coup| coup.dealt) {
            return Err(Refusal::new(Reason::OutOfOrder, "a coup is on", cites));
        }
        self.push(Fact::TableLeft { table: number }, cites);
        Ok(())
    }

    fn dealt_there(&self, number: u8) -> Result<(), Refusal> {
        match self.state.dealt_at.contains_key(&number) {
            true => Ok(()),
            false => {
                let message = format!("table {number} is dealt at no table of the house");
                Err(Refusal::new(Reason::NoSuchTable, message, Citation::default()))
            }
        }
    }

    /// Nobody keys what a table of the house reports.
    pub(crate) fn keyed_here(&self, number: u8) -> Result<(), Refusal> {
        let Some(at) = self.state.dealt_at.get(&number) else { return Ok(()) };
        let message = format!("table {number} is dealt at {at}, which reports its coups");
        let cites = self.cites().point(TournamentPoint::OrdinaryRulesApply);
        Err(Refusal::new(Reason::OutOfOrder, message, cites))
    }

    /// What happened at the table of the house.
    pub(crate) fn report_table(&mut self, number: u8, reports: &[TableReport]) -> Result<(), Refusal> {
        self.dealt_there(number)?;
        for report in reports {
            match report {
                TableReport::FirstCard => self.first_card(number)?,
                TableReport::CoupEnds { player, banker } => self.coup_reported(number, player, banker)?,
                TableReport::CoupVoid => self.void_coup(number)?,
                TableReport::ShoeEnds => self.shoe_ends(number)?,
                TableReport::EarlierCoup { coup } => {
                    self.halt(number, format!("coup {coup} of the table was put right after its end"));
                }
            }
        }
        Ok(())
    }

    /// A coup that the book's rulings left with other cards than its chart has no result here: it is void, and the official decides.
    fn coup_reported(&mut self, number: u8, player: &[Card], banker: &[Card]) -> Result<(), Refusal> {
        let cards = in_order(player, banker);
        if self.outcome(&cards).is_ok() {
            return self.coup_ends(number, &cards, &[]);
        }
        self.void_coup(number)?;
        self.halt(number, "the coup ended otherwise than by the chart".to_owned());
        Ok(())
    }

    /// Play at the table waits for the official.
    fn halt(&mut self, number: u8, about: String) {
        if self.state.table(number).is_some_and(|table| table.dispute.is_none()) {
            let cites = self.cites().point(TournamentPoint::PlayWaitsForDispute);
            self.push(Fact::DisputeOpened { table: number, by: self.by.name.clone(), about }, cites);
        }
    }
}

/// The cards of both hands in the order in which they are dealt.
fn in_order(player: &[Card], banker: &[Card]) -> Vec<Card> {
    let longest = player.len().max(banker.len());
    (0..longest).flat_map(|index| [player.get(index), banker.get(index)]).flatten().copied().collect()
}
