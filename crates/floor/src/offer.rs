//! What may be done at a table now, by whom, and what must be keyed with it: the answers to what is due.
//!
//! Every offer was put to the table before it is made, as far as somebody is there who could act on it. Nothing here knows a rule.

use crate::typed::TypedAct;
use baccarat::card::Card;
use baccarat::rules::people::Role;
use serde::Serialize;
use table::state::State;
use table::{Act, Actor, Answer, Given, Name, Table, Time};
use utoipa::ToSchema;

/// Something that may be done now.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Offer {
    /// The act; what must still be keyed is left out of it.
    #[schema(value_type = TypedAct)]
    pub act: Act,
    /// The role it takes, in the words of the books.
    #[schema(value_type = String)]
    pub by: Role,
    /// The patron who does it, where a patron does.
    #[serde(rename = "for")]
    #[schema(value_type = Option<String>)]
    pub patron: Option<Name>,
    /// What must be keyed with it.
    pub asks: Needs,
}

/// What must be keyed with an act, as the API says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A card, into `card`.
    Card,
    /// Several cards, into `cards`, in the order they were dealt.
    Cards {
        /// How many.
        count: usize,
    },
    /// A number, into `at` or `from_back`.
    Number {
        /// The least.
        least: u16,
        /// The most.
        most: u16,
        /// What it is as a rule.
        usual: u16,
    },
}

impl From<table::Needs> for Needs {
    fn from(needs: table::Needs) -> Needs {
        match needs {
            table::Needs::Nothing => Needs::Nothing,
            table::Needs::Card => Needs::Card,
            table::Needs::Cards { count } => Needs::Cards { count },
            table::Needs::Number { least, most, usual } => Needs::Number { least, most, usual },
        }
    }
}

impl From<Answer> for Offer {
    fn from(Answer { act, by, patron, needs }: Answer) -> Offer {
        Offer { act, by, patron, asks: needs.into() }
    }
}

/// What may be done now, the usual first.
pub fn offers(table: &Table, now: Time) -> Vec<Offer> {
    answers(table, now).into_iter().map(Offer::from).collect()
}

/// The answers to what is due that the table would take, the usual first.
pub fn answers(table: &Table, now: Time) -> Vec<Answer> {
    let answers = table.answers(&table.due_at(now));
    answers.into_iter().filter(|answer| stands(table, answer, now)).collect()
}

/// Would the table take it from somebody who is here? Where nobody is, that nobody is missing is all that is known.
fn stands(table: &Table, answer: &Answer, at: Time) -> bool {
    let by = match &answer.patron {
        Some(patron) => Actor { name: patron.clone(), role: Role::Player },
        None => match on_duty(table.state(), answer.by) {
            Some(name) => Actor { name: name.clone(), role: answer.by },
            None => return true,
        },
    };
    tried(table, answer).into_iter().any(|act| table.would_follow(&act, &by, at).is_ok())
}

/// The act with something keyed into it, as an example.
fn tried(table: &Table, answer: &Answer) -> Vec<Act> {
    match answer.needs {
        table::Needs::Card => {
            some_cards(table).into_iter().filter_map(|card| answer.with(&Given::Card(card))).collect()
        }
        table::Needs::Cards { count } => {
            let some = some_cards(table).into_iter().cycle().take(count).collect();
            answer.with(&Given::Cards(some)).into_iter().collect()
        }
        table::Needs::Nothing | table::Needs::Number { .. } => vec![answer.act.clone()],
    }
}

/// A few cards that can still come, those of which most are left first: a hand of several may take one card twice.
fn some_cards(table: &Table) -> Vec<Card> {
    let state = table.state();
    let out = |card: &Card| state.shoe.seen.iter().filter(|seen| *seen == card).count();
    let mut left: Vec<(usize, Card)> = Card::all().map(|card| (out(&card), card)).collect();
    left.retain(|(out, _)| *out < usize::from(state.settings.decks));
    left.sort_by_key(|(out, _)| *out);
    left.into_iter().take(3).map(|(_, card)| card).collect()
}

fn on_duty(state: &State, role: Role) -> Option<&Name> {
    state.staff.iter().find(|(_, roles)| roles.contains(&role)).map(|(name, _)| name)
}
