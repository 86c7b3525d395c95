//! A card on record that was another on the felt: the record is put right, and the coup decided and settled again.

use crate::cite::Citation;
use crate::facts::Fact;
use crate::facts::{bets, trouble};
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::record::CoupRecord;
use crate::state::{Correction, Coup, CoupResult, Due, Matter, Phase, Remedy, Report, Stage, Stake, Subject};
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;

/// A card to be put right: in which coup, what was keyed, what it was, and in which hand where that must be said.
#[derive(Clone, Copy)]
pub(crate) struct Miskeyed {
    pub(crate) coup: u32,
    pub(crate) card: Correction,
    pub(crate) hand: Option<Side>,
}

impl Miskeyed {
    /// What a report says of a card on record, if it is such a report.
    pub(crate) fn of(report: &Report) -> Option<Miskeyed> {
        match report {
            Report::Miskeyed { coup, keyed, was, hand } => {
                Some(Miskeyed { coup: *coup, card: Correction { keyed: *keyed, was: *was }, hand: *hand })
            }
            _ => None,
        }
    }
}

/// No book speaks of records.
pub(crate) fn silent() -> Citation {
    Citation::silent("a card wrongly put on record")
}

impl Table {
    /// The table's own record is wrong: whoever supervises decides whether it is put right.
    pub(crate) fn judge_miskeyed(
        &self,
        by: &Actor,
        report: &Report,
        miskeyed: Miskeyed,
    ) -> Result<Facts, Refusal> {
        let waits = |matter: &&Matter| {
            matter.decided.is_none()
                && matches!(&matter.about, Subject::Silence { report: known, .. } if known == report)
        };
        if let Some(matter) = self.state.matters.iter().find(waits) {
            let message = format!("matter {} is about it already", matter.id);
            return Err(Refusal::new(Reason::AlreadyDone, message, silent()));
        }
        // Of a coup that others have followed it goes on record too, and play does not wait for it.
        let now = self.correctable(miskeyed.coup);
        let halts = now.is_ok();
        let coup = match self.state.over(miskeyed.coup).filter(|record| !halts && !record.coup.void) {
            Some(record) => &record.coup,
            None => now?,
        };
        self.place_of(coup, miskeyed)?;
        let about = Subject::Silence { when: Irregularity::CardMiskeyed, report: report.clone() };
        let remedies = vec![Remedy::Granted, Remedy::Denied];
        Ok(vec![self.open_matter(about, by, Role::Supervisor, remedies, halts, silent())])
    }

    /// The coup whose record can still be put right: the one under way, or the last before another has begun.
    fn correctable(&self, number: u32) -> Result<&Coup, Refusal> {
        let coup = match &self.state.phase {
            Phase::Coup(coup) => Some(coup),
            Phase::Betting(_) | Phase::Preparing(_) => self.just_ended().map(|record| &record.coup),
            Phase::Closed => None,
        };
        coup.filter(|coup| coup.number == number).ok_or_else(|| {
            let message = format!(
                "coup {number} is neither under way nor the last; what is owed of an earlier one a dispute decides"
            );
            Refusal::new(Reason::NotPossibleNow, message, silent())
        })
    }

    /// Where the card lies that was keyed wrongly.
    fn place_of(&self, coup: &Coup, miskeyed: Miskeyed) -> Result<(Side, usize), Refusal> {
        let Correction { keyed, was } = miskeyed.card;
        let refuse = |message: String| Err(Refusal::new(Reason::CardImpossible, message, silent()));
        if keyed == was {
            return refuse(format!("{keyed} is what the record says"));
        }
        let lies = |side: Side| {
            let place = coup.hand(side).iter().position(|card| *card == Some(keyed));
            place.filter(|_| miskeyed.hand.is_none_or(|hand| hand == side)).map(|place| (side, place))
        };
        let places: Vec<(Side, usize)> = [Side::Player, Side::Banker].into_iter().filter_map(lies).collect();
        match places[..] {
            [place] => {
                self.check_not_all_out(&[was])?;
                Ok(place)
            }
            [] => refuse(format!("no {keyed} is on record there in coup {}", coup.number)),
            _ => refuse(format!("both hands have {keyed} on record: say which hand's it was")),
        }
    }

    /// What follows once somebody finds that the record is wrong.
    pub(crate) fn found_miskeyed(&self, by: &Actor, miskeyed: Miskeyed) -> Result<Facts, Refusal> {
        match self.correctable(miskeyed.coup) {
            Ok(_) => self.corrected(by, miskeyed),
            Err(_) => self.corrected_long_ago(by, miskeyed),
        }
    }

    /// The record of a coup that others have followed put right. If its cards lie as they should, only the record was wrong, and it is settled
    /// again; if they do not, it was dealt wrongly, which the book rules on. Where the table is set otherwise by now, what is owed is for
    /// a dispute.
    fn corrected_long_ago(&self, by: &Actor, miskeyed: Miskeyed) -> Result<Facts, Refusal> {
        let record = self.counted(miskeyed.coup, &silent())?;
        let (side, place) = self.place_of(&record.coup, miskeyed)?;
        let mut coup = record.coup.clone();
        coup.hand_mut(side)[place] = Some(miskeyed.card.was);
        let fact = trouble::Fact::RecordCorrected {
            coup: miskeyed.coup,
            player: coup.player.clone(),
            banker: coup.banker.clone(),
            corrected: miskeyed.card,
        };
        let mut facts: Facts = vec![(Fact::Trouble(fact), silent())];
        let laid = self.laid(&coup, &as_dealt(&coup));
        let lawful = laid.player == coup.player
            && laid.banker == coup.banker
            && laid.over.is_empty()
            && self.lawful_place(&coup).is_none();
        if !lawful {
            let report = Report::Earlier { coup: miskeyed.coup };
            let when = Irregularity::FoundAfterNextCoup;
            facts.extend(match self.verdict(when) {
                Some(verdict) => self.rule_on_earlier(&verdict, &report),
                None => self.not_ruled_on(by, when, &report),
            });
            return Ok(facts);
        }
        let stakes = record.settled.iter().map(|settled| settled.stake.clone()).collect();
        let then = self.at_result(&coup, stakes);
        if let Some(outcome) = then.outcome(&coup).filter(|_| self.comes_to_the_same(record)) {
            facts.extend(self.settled_again(by, record, &then, &outcome, None, &silent())?);
        }
        Ok(facts)
    }

    /// The cards of a coup that is over are on record as they were, and so is its result.
    pub(crate) fn apply_record_corrected(
        &mut self,
        number: u32,
        player: &[Option<Card>],
        banker: &[Option<Card>],
        corrected: &Correction,
    ) {
        let shoe = self.state.shoe.number;
        let Some(record) = self.state.over_mut(number) else { return };
        record.coup.player = player.to_vec();
        record.coup.banker = banker.to_vec();
        let (coup, same_shoe) = (record.coup.clone(), record.shoe == shoe);
        if same_shoe {
            self.see_corrected(corrected);
        }
        let Some(outcome) = self.outcome(&coup) else { return };
        if let Some(result) = self.state.results.iter_mut().find(|result| result.coup == number) {
            *result = CoupResult::of(number, &outcome);
        }
    }

    /// The record put right: money that moved comes back, the coup is decided by the true cards, and settled and ended again
    /// as far as it had been.
    fn corrected(&self, by: &Actor, miskeyed: Miskeyed) -> Result<Facts, Refusal> {
        let ended = match &self.state.phase {
            Phase::Coup(_) => Vec::new(),
            _ => self.just_ended().map(|last| self.reopening(last, &silent())).unwrap_or_default(),
        };
        let mut story = Story { table: self.after(&ended, by, Time(0)), by, facts: ended };
        let again = !story.facts.is_empty();
        let Phase::Coup(coup) = story.table.state.phase.clone() else { return Ok(Vec::new()) };
        let (side, place) = story.table.place_of(&coup, miskeyed)?;
        let mut true_cards = coup.clone();
        true_cards.hand_mut(side)[place] = Some(miskeyed.card.was);
        let cards = as_dealt(&true_cards);
        let relaid = story.table.reconstructed(&coup, &cards, Some(miskeyed.card), &silent());
        story.goes_on(relaid);
        let brought = story.table.brought_on();
        story.goes_on(brought);
        if coup.stage == Stage::Settled {
            story.settled()?;
        }
        if again && story.next_in_coup() == Some(Due::CollectCards) {
            let collected = story.table.collected(&story.table.now_coup()?.clone());
            story.goes_on(collected);
        }
        Ok(story.facts)
    }

    /// Opens the coup that has just ended once more. A stake that rides is of that coup and stays; what lies for the next one
    /// goes back.
    pub(crate) fn reopening(&self, last: &CoupRecord, cites: &Citation) -> Facts {
        let reason = "the last coup is put right first";
        let waits = |stake: &&Stake| !last.settled.iter().any(|settled| settled.rides(stake));
        let back =
            |stake: &Stake| Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason: reason.to_owned() });
        let waiting = self.state.stakes.iter().filter(waits);
        let mut facts: Facts = waiting.map(|stake| (back(stake), cites.clone())).collect();
        let number = last.coup.number;
        facts.push((Fact::Trouble(trouble::Fact::CoupReopened { number }), cites.clone()));
        facts
    }
}

/// The cards of a coup in the order in which they left the shoe.
pub(crate) fn as_dealt(coup: &Coup) -> Vec<Option<Card>> {
    let nth = |place: usize| [coup.player.get(place), coup.banker.get(place)];
    (0..3).flat_map(nth).flatten().copied().collect()
}

/// What comes about step by step, and the table as it is after it.
pub(crate) struct Story<'a> {
    pub(crate) table: Table,
    pub(crate) by: &'a Actor,
    pub(crate) facts: Facts,
}

impl Story<'_> {
    /// What is due in the coup.
    fn next_in_coup(&self) -> Option<Due> {
        match &self.table.state.phase {
            Phase::Coup(coup) => Some(self.table.due_of_cards(coup)),
            _ => None,
        }
    }

    pub(crate) fn goes_on(&mut self, facts: Facts) {
        self.table = self.table.after(&facts, self.by, Time(0));
        self.facts.extend(facts);
    }

    /// Wagers are settled as often as that is due: those before third cards, then the rest.
    pub(crate) fn settled(&mut self) -> Result<(), Refusal> {
        for _ in 0..2 {
            if self.next_in_coup() == Some(Due::Settle) {
                let facts = self.table.settlement(&self.table.now_coup()?.clone())?;
                self.goes_on(facts);
            }
        }
        Ok(())
    }
}
