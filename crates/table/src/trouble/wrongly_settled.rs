//! Wagers that were settled on the felt as the rules do not have it: before a third card that was due, or by another method.
//! What happened is put on record as it was; whether it stands, the book's ruling on the error says.

use crate::cite::Citation;
use crate::deal::coup::advance;
use crate::facts::{Fact, pay, trouble};
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Due, Report, Stage};
use crate::table::{Facts, Table};
use crate::trouble::correction::as_dealt;
use baccarat::rules::rulings::Irregularity;

fn impossible(message: &str, cites: Citation) -> Refusal {
    Refusal::new(Reason::NotPossibleNow, message, cites)
}

impl Table {
    /// The result was announced and wagers were settled although a third card was due.
    pub(crate) fn judge_settled_short(&self) -> Result<Facts, Refusal> {
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

    /// Wagers were settled by another method than the one in force.
    pub(crate) fn judge_settled_by(&self, method: &str) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
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
        if self.due_in_coup(coup) != Due::Settle || coup.stage != Stage::Decided {
            return Err(impossible("not now; due is: ", cites).naming_due());
        }
        let mut other = self.clone();
        other.state.settings.method = method.to_owned();
        other.pays = Default::default();
        other.refit();
        let by = trouble::Fact::SettledByOtherMethod { method: method.to_owned() };
        let mut facts = vec![(Fact::Trouble(by), cites.clone())];
        facts.extend(other.settlement(coup)?.into_iter().map(|(fact, own)| match fact {
            Fact::Pay(pay::Fact::WagerSettled { .. }) => (fact, own.and(cites.clone())),
            fact => (fact, own),
        }));
        Ok(facts)
    }
}
