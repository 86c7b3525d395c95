//! Wagers that were settled on the felt as the rules do not have it: before a third card that was due, or by another method.
//! What happened is put on record as it was; whether it stands, the book's ruling on the error says.

use crate::cite::Citation;
use crate::deal::coup::advance;
use crate::facts::{Fact, pay, trouble};
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Due, Phase, Remedy, Report, Stage, Subject};
use crate::table::{Facts, Table};
use crate::trouble::correction::as_dealt;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;

fn impossible(message: &str, cites: Citation) -> Refusal {
    Refusal::new(Reason::NotPossibleNow, message, cites)
}

impl Table {
    /// The result was announced and wagers were settled although a third card was due.
    fn judge_settled_short(&self) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let cites = self.owed_under(coup);
        let owed = matches!(coup.stage, Stage::PlayerOwed | Stage::BankerOwed);
        let (Due::Card { to: side }, true) = (self.due_in_coup(coup), owed) else {
            return Err(impossible("no third card is due", Citation::default()).citing_due());
        };
        let Some(decided) = self.decided(coup) else {
            return Err(impossible("the cards are not all shown", cites));
        };
        let mut after = coup.clone();
        advance(&mut after, &decided.0);
        let mut facts = vec![(Fact::Trouble(trouble::Fact::ThirdCardForgotten { side }), cites), decided];
        if !self.state.nothing_down() {
            facts.extend(self.settlement(&after)?);
        }
        Ok(facts)
    }

    /// Was this coup decided although a third card was due?
    pub(crate) fn is_short(&self, coup: &Coup) -> bool {
        coup.stage >= Stage::Decided && self.lawful_place(coup).is_some()
    }

    /// A third card that was forgotten, told as the order of the cards that came: put in order, they leave it due.
    pub(crate) fn third_card_forgotten(&self) -> Result<Report, Refusal> {
        let coup = self.claimable(None)?;
        match self.is_short(coup) {
            true => Ok(Report::OutOfSequence { cards: as_dealt(coup), doubt: false }),
            false => {
                let cites = self.ruling_under(Irregularity::CardsOutOfSequence);
                Err(impossible("no third card is missing in that coup", cites))
            }
        }
    }

    /// Wagers were settled as the rules do not have it. Money moves by what is said of it, so that whoever supervises says whether it was so.
    pub(crate) fn judge_wrongly_settled(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        let facts = self.wrongly_settled(by, report)?;
        let (when, cites) = (self.irregularity(report)?, self.wrongly_settled_under(report));
        if self.only(by, Role::Supervisor, &cites).is_ok() {
            return Ok(facts);
        }
        self.check_reported_once(report, &cites)?;
        let about = match self.verdict(when) {
            Some(_) => Subject::Ruling { when, report: report.clone() },
            None => Subject::Silence { when, report: report.clone() },
        };
        let remedies = vec![Remedy::Granted, Remedy::Denied];
        Ok(vec![self.open_matter(about, by, Role::Supervisor, remedies, !report.is_late(), cites)])
    }

    /// What such a report rests on, and that money moves by word of it.
    pub(crate) fn wrongly_settled_under(&self, report: &Report) -> Citation {
        let own = match (report, &self.state.phase) {
            (Report::SettledShort, Phase::Coup(coup)) => self.owed_under(coup),
            _ => self.part_under(Irregularity::WrongMethod, |ruling| !ruling.made_by.is_empty()),
        };
        own.and(Citation::silent("wagers settled otherwise than the rules have it"))
    }

    /// What comes about if it was so.
    pub(crate) fn wrongly_settled(&self, by: &Actor, report: &Report) -> Result<Facts, Refusal> {
        match report {
            Report::SettledBy { method, coup: None } => self.judge_settled_by(method),
            Report::SettledBy { method, coup: Some(coup) } => self.settled_by_long_ago(by, method, *coup),
            _ => self.judge_settled_short(),
        }
    }

    /// A coup that is over was settled by another method: what was really paid goes on record.
    fn settled_by_long_ago(&self, by: &Actor, method: &str, number: u32) -> Result<Facts, Refusal> {
        let cites = self.other_method(method)?;
        let record = self.counted(number, &cites)?;
        if !self.comes_to_the_same(record) {
            let message =
                "the table as it is set now would not come to what is on record, so that a dispute decides";
            return Err(impossible(message, cites));
        }
        let stakes = record.settled.iter().map(|settled| settled.stake.clone()).collect();
        let then = self.at_result(&record.coup, stakes).by_method(method);
        let Some(outcome) = then.outcome(&record.coup) else {
            return Err(impossible("the cards are not all known", cites));
        };
        let said = trouble::Fact::SettledByOtherMethod { method: method.to_owned(), coup: Some(number) };
        let mut facts = vec![(Fact::Trouble(said), cites.clone())];
        let again = self.settled_again(by, record, &then, &outcome, None, &cites)?;
        if again.is_empty() {
            return Err(impossible("by that method nothing comes out otherwise", cites));
        }
        facts.extend(again);
        Ok(facts)
    }

    /// The clauses on wagers settled by a method that is not in force, if it is one that the book has.
    fn other_method(&self, method: &str) -> Result<Citation, Refusal> {
        let when = Irregularity::WrongMethod;
        let cites = self.part_under(when, |ruling| !ruling.made_by.is_empty());
        let others = self.book().methods().map(|known| known.id.as_str());
        let others: Vec<&str> = others.filter(|known| *known != self.state.settings.method).collect();
        if !others.contains(&method) {
            let message = match others.is_empty() {
                true => "this book has no other method".to_owned(),
                false => format!("found `{method}`; allowed is {}", others.join(" or ")),
            };
            return Err(impossible(&message, cites));
        }
        Ok(cites)
    }

    /// Wagers were settled by another method than the one in force.
    fn judge_settled_by(&self, method: &str) -> Result<Facts, Refusal> {
        let cites = self.other_method(method)?;
        let Phase::Coup(coup) = &self.state.phase else {
            let last = self.state.record.last().map_or(0, |record| record.coup.number);
            let message = match last {
                0 => "nothing has been settled yet".to_owned(),
                last => {
                    format!("no coup is under way: of one that is over say which, such as `in coup {last}`")
                }
            };
            return Err(impossible(&message, cites));
        };
        if self.due_in_coup(coup) != Due::Settle || coup.stage != Stage::Decided {
            return Err(impossible("not now; due is: ", cites).naming_due());
        }
        let other = self.clone().by_method(method);
        let by = trouble::Fact::SettledByOtherMethod { method: method.to_owned(), coup: None };
        let mut facts = vec![(Fact::Trouble(by), cites.clone())];
        facts.extend(other.settlement(coup)?.into_iter().map(|(fact, own)| match fact {
            Fact::Pay(pay::Fact::WagerSettled { .. }) => (fact, own.and(cites.clone())),
            fact => (fact, own),
        }));
        Ok(facts)
    }
}
