//! Which wagers one person may make together on one coup. The table asks it of real wagers, and whoever works out what several
//! wagers bring together asks it first.

use crate::basis::{Basis, ClauseNumber};
use crate::book::Book;
use crate::rules::betting::{Allowance, Combination, MainNeed};
use crate::wager::{Wager, WagerClass, WagerId};

/// What the book says of main wagers made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombinationRuling {
    /// They may be made.
    Allowed,
    /// They may be made once that is approved.
    NeedsApproval,
    /// They may not be made.
    Forbidden,
    /// The book does not speak of such combinations.
    Silent,
}

/// What the book says of these main wagers, made together by one person: each is named once.
pub fn main_wagers(book: &Book, wagers: &[&WagerId]) -> CombinationRuling {
    let list = &book.rules.betting.combinations;
    match list.find(|rule| is_of(rule, wagers)).map(|rule| rule.allowed) {
        Some(Allowance::Freely) => CombinationRuling::Allowed,
        Some(Allowance::Approved) => CombinationRuling::NeedsApproval,
        Some(Allowance::Never) => CombinationRuling::Forbidden,
        // A book that lists some combinations allows no others.
        None if list.values().any(|rule| rule.wagers.len() > 1) => CombinationRuling::Forbidden,
        None => CombinationRuling::Silent,
    }
}

/// Is the rule about just these wagers?
pub fn is_of(rule: &Combination, wagers: &[&WagerId]) -> bool {
    rule.wagers.len() == wagers.len() && wagers.iter().all(|wager| rule.wagers.contains(wager))
}

/// Wagers that one person may not make on one coup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTogether {
    /// What is not allowed.
    pub message: String,
    /// The clauses that forbid it.
    pub clauses: Vec<ClauseNumber>,
}

/// How often one person may make a wager on one coup, where the book says so, and the clauses that say it.
fn most_of_one<'b>(book: &'b Book, known: &[Wager], wager: &WagerId) -> Option<(u8, &'b Basis)> {
    let class = known.iter().find(|known| known.id == *wager)?.class;
    match class {
        WagerClass::Main => {
            let most = book.rules.betting.per_option.ruled()?;
            Some((*most.value(), &most.basis))
        }
        WagerClass::Side => {
            let sides = &book.rules.sides;
            let option = sides.offered.find(|option| option.wagers.contains(wager))?;
            let most = sides.most_each.find(|rule| rule.option == option.option)?;
            Some((most.each, &most.basis))
        }
    }
}

/// Refuses what the book forbids one person to wager on one coup, however often each wager is named. What needs approval is let
/// through: it may be given.
pub fn judge<'w>(
    book: &Book,
    method: &str,
    wagers: impl IntoIterator<Item = &'w WagerId>,
) -> Result<(), NotTogether> {
    let known = book.wagers(method).unwrap_or_default();
    let is_main =
        |id: &&WagerId| known.iter().any(|wager| wager.id == **id && wager.class == WagerClass::Main);
    let mut all: Vec<&WagerId> = wagers.into_iter().collect();
    all.sort();
    for same in all.chunk_by(|a, b| a == b).filter(|same| same.len() > 1) {
        let Some((most, basis)) = most_of_one(book, known, same[0]) else { continue };
        if same.len() > usize::from(most) {
            return Err(NotTogether {
                message: format!("{} wagers on {} by one person; allowed are {most}", same.len(), same[0]),
                clauses: basis.clauses().to_vec(),
            });
        }
    }
    let mut main: Vec<&WagerId> = all.into_iter().filter(is_main).collect();
    main.dedup();
    if main.is_empty() || main_wagers(book, &main) != CombinationRuling::Forbidden {
        return Ok(());
    }
    let names: Vec<&str> = main.iter().map(|id| id.as_str()).collect();
    Err(NotTogether {
        message: format!("{} together", names.join(" and ")),
        clauses: forbidding(book, &main),
    })
}

/// What gives that the book takes a wager only beside one on a hand or the tie, whatever a table restricts; nothing if it takes it alone.
pub fn needs_main<'b>(book: &'b Book, wager: &WagerId) -> Option<&'b Basis> {
    let sides = &book.rules.sides;
    let option = &sides.offered.find(|option| option.wagers.contains(wager))?.option;
    let mut needs =
        sides.main_wager.fitting(|need| need.option == *option && need.main_wager == MainNeed::Always);
    needs.next().map(|need| &need.basis)
}

/// Refuses wagers of one person on one coup among which is one that the book takes only beside one on a hand or the tie, where there is no
/// such.
pub fn alone<'w>(
    book: &Book,
    method: &str,
    wagers: impl IntoIterator<Item = &'w WagerId>,
) -> Result<(), NotTogether> {
    let known = book.wagers(method).unwrap_or_default();
    let is_main = |id: &WagerId| known.iter().any(|wager| wager.id == *id && wager.class == WagerClass::Main);
    let wagers: Vec<&WagerId> = wagers.into_iter().collect();
    if wagers.iter().any(|id| is_main(id)) {
        return Ok(());
    }
    let Some((wager, basis)) = wagers.into_iter().find_map(|id| Some((id, needs_main(book, id)?))) else {
        return Ok(());
    };
    let main: Vec<&str> =
        known.iter().filter(|wager| wager.class == WagerClass::Main).map(|wager| wager.id.as_str()).collect();
    Err(NotTogether {
        message: format!(
            "{wager} without a main wager; allowed is {wager} beside one of {}",
            main.join(", ")
        ),
        clauses: basis.clauses().to_vec(),
    })
}

/// The clauses that forbid a combination: those that name it, or all that list what is allowed.
fn forbidding(book: &Book, main: &[&WagerId]) -> Vec<ClauseNumber> {
    let list = &book.rules.betting.combinations;
    let named: Vec<_> = list.fitting(|rule| is_of(rule, main)).collect();
    let rules = if named.is_empty() { list.fitting(|_| true).collect() } else { named };
    let mut clauses: Vec<ClauseNumber> = Vec::new();
    for clause in rules.iter().flat_map(|rule| rule.basis.clauses()) {
        if !clauses.contains(clause) {
            clauses.push(clause.clone());
        }
    }
    clauses
}
