//! What a wager of a certain amount really gets, given a book and the table's chips.

use crate::book::Book;
use crate::chips::{ChipSet, Money};
use crate::rules::play::{InexactOffer, InexactPayment};
use crate::topic::Ruled;
use crate::wager::{Row, Settlement, Wager};
use num_rational::Ratio;

/// A stake as this table would take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken<'b> {
    /// The part that is live; what is above it is void and goes back whatever the result.
    pub live: Money,
    /// The rule by which the wager should not have been accepted, if there is one.
    pub refused: Option<&'b Ruled<InexactOffer>>,
    /// The rule by which only a part is live, if it is.
    pub part_void: Option<&'b Ruled<InexactPayment>>,
}

/// What a row brings a stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid<'b> {
    /// The gain on the whole stake in the smallest unit; negative for a loss. It is whole unless the book pays
    /// exactly what chips, or even money, cannot.
    pub net: Ratio<i64>,
    /// The rule that moved it away from the exact odds, if one did.
    pub rounded: Option<&'b Ruled<InexactPayment>>,
}

/// How a book treats amounts that chips cannot pay.
fn inexact<'b>(book: &'b Book, wager: &Wager) -> Option<&'b Ruled<InexactPayment>> {
    let settlement = &book.rules.settlement;
    let applies = settlement.inexact_for.get().is_none_or(|wagers| wagers.contains(&wager.id));
    settlement.inexact.ruled().filter(|_| applies)
}

/// What the odds of a row bring this stake, before any rounding.
fn due(stake: Money, row: &Row) -> Ratio<i64> {
    let net = row.settlement.net();
    match net.is_integer() {
        true => Ratio::from_integer(stake.0 * net.numer()),
        false => net * Ratio::from_integer(stake.0),
    }
}

/// Can chips pay this row of this stake exactly? Asked of every row of every stake, so in whole numbers.
fn can_pay(row: &Row, stake: Money, chips: &ChipSet) -> bool {
    let net = row.settlement.net();
    let parts = stake.0 * net.numer();
    parts % net.denom() == 0 && chips.can_make(Money(parts / net.denom()))
}

/// Can chips pay every winning row of this stake exactly?
pub fn is_payable(wager: &Wager, stake: Money, chips: &ChipSet) -> bool {
    let mut winning = wager.rows.iter().filter(|row| matches!(row.settlement, Settlement::Wins(_)));
    winning.all(|row| can_pay(row, stake, chips))
}

/// How much of a stake is live at a table with these chips, and by which clauses.
pub fn take<'b>(book: &'b Book, wager: &Wager, stake: Money, chips: &ChipSet) -> Taken<'b> {
    let whole = Taken { live: stake, refused: None, part_void: None };
    let Some(policy) = inexact(book, wager) else { return whole };
    if is_payable(wager, stake, chips) {
        return whole;
    }
    let offer = book.rules.settlement.inexact_offer.ruled();
    let refused = offer.filter(|offer| *offer.value() == InexactOffer::Refuse);
    match *policy.value() {
        InexactPayment::PartVoid => {
            Taken { live: payable_part(wager, stake, chips), refused, part_void: Some(policy) }
        }
        InexactPayment::Exact | InexactPayment::RoundUp => Taken { refused, ..whole },
    }
}

/// The greatest part of a stake that chips can make and whose every win chips can pay.
fn payable_part(wager: &Wager, stake: Money, chips: &ChipSet) -> Money {
    let fits = |part: Money| chips.can_make(part) && is_payable(wager, part, chips);
    // Winnings are whole units only at multiples of the step, so nothing between them can fit; and a step times the
    // smallest chip always fits, so the search is short.
    let step = wager.denominator();
    let top = stake.0 / step;
    (0..=top).rev().map(|times| Money(times * step)).find(|part| fits(*part)).unwrap_or_default()
}

/// What a row brings a stake that was taken, as this book pays it from these chips.
pub fn pay<'b>(book: &'b Book, wager: &Wager, taken: &Taken<'_>, row: &Row, chips: &ChipSet) -> Paid<'b> {
    let exact = due(taken.live, row);
    let plain = Paid { net: exact, rounded: None };
    if !matches!(row.settlement, Settlement::Wins(_)) || can_pay(row, taken.live, chips) {
        return plain;
    }
    match inexact(book, wager) {
        Some(policy) if *policy.value() == InexactPayment::RoundUp => {
            let up = chips.next_up(Money(exact.ceil().to_integer()));
            Paid { net: Ratio::from_integer(up.0), rounded: Some(policy) }
        }
        _ => plain,
    }
}
