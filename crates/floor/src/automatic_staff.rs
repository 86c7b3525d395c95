//! Automatic staff at a table for real cards, in a demonstration: so that a guest sees one being dealt. They key what people would key, by the
//! same acts and through the same checks, and step back as soon as a person signs on to deal.

use crate::admission::Request;
use crate::offer;
use baccarat::card::Card;
use baccarat::rules::people::Role as BooksRole;
use people::role::Role;
use people::viewer::{Asker, Person};
use table::driver::staff as staff_actor;
use table::{About, Act, Answer, Given, Needs, Table, Time, deal, people as patrons};

/// Does a person deal here, so that automatic staff do nothing?
pub fn relieved(table: &Table) -> bool {
    let own = staff_actor(BooksRole::Dealer).name;
    let staff = table.state().staff.iter();
    staff.into_iter().any(|(name, roles)| *name != own && roles.contains(&BooksRole::Dealer))
}

/// What one of them asks of the table next; nothing while only patrons or people can go on.
pub fn asks(table: &Table, now: Time) -> Result<Option<Request>, getrandom::Error> {
    let answers = offer::answers(table, now);
    let cut = |answer: &&Answer| answer.act == Act::Deal(deal::Act::DrawCuttingCard);
    let cutting_card = answers.iter().find(cut).filter(|_| at_cutting_card(table));
    // A table that counts its cards may want the cutting card and nothing else.
    let usual = || answers.iter().find(|answer| !cut(answer)).or(answers.first());
    let Some(answer) = cutting_card.or_else(usual) else { return Ok(None) };
    let person = whoever_may(answer.by);
    if !table.state().staff.contains_key(&person.name) {
        return Ok(Some(Request::own(person, vec![Act::People(patrons::Act::SignOn)])));
    }
    let Some(act) = keyed(table, answer)? else { return Ok(None) };
    let asker = Asker { person, patron: answer.patron.clone() };
    Ok(Some(Request { asker, acts: vec![act], about: About::default(), device: None }))
}

/// Has the cutting card come to the front of the shoe?
fn at_cutting_card(table: &Table) -> bool {
    let state = table.state();
    let all = u16::from(state.settings.decks) * 52;
    state.shoe.drawn + state.settings.from_back >= all
}

/// Whoever of the house does what takes this role; what a patron does the dealer keys.
fn whoever_may(role: BooksRole) -> Person {
    let staff = [Role::Dealer, Role::Supervisor, Role::Manager];
    let role = staff.into_iter().find(|known| known.roles_at_table().contains(&role)).unwrap_or(Role::Dealer);
    Person { name: staff_actor(role.at_table()).name, role }
}

/// The act with what lies on the table keyed into it.
fn keyed(table: &Table, answer: &Answer) -> Result<Option<Act>, getrandom::Error> {
    Ok(match answer.needs {
        Needs::Nothing => Some(answer.act.clone()),
        Needs::Number { usual, .. } => answer.with(&Given::Number(usual)),
        Needs::Card => match cards(table, 1)?.first() {
            Some(card) => answer.with(&Given::Card(*card)),
            None => None,
        },
        Needs::Cards { count } => answer.with(&Given::Cards(cards(table, count)?)),
    })
}

/// Cards that come out of a well shuffled shoe: any of those that have not been seen.
fn cards(table: &Table, count: usize) -> Result<Vec<Card>, getrandom::Error> {
    let state = table.state();
    let mut left: Vec<Card> = (0..state.settings.decks).flat_map(|_| Card::all()).collect();
    for seen in &state.shoe.seen {
        if let Some(at) = left.iter().position(|card| card == seen) {
            left.swap_remove(at);
        }
    }
    let mut drawn = Vec::with_capacity(count);
    while drawn.len() < count && !left.is_empty() {
        // What the remainder favours is less than one part in 2^50.
        let at = getrandom::u64()? % left.len() as u64;
        drawn.push(left.swap_remove(at as usize));
    }
    Ok(drawn)
}
