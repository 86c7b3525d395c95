//! Answers as people key them, read and judged.

use crate::phrase::Phrase;
use crate::question::{Form, Question, Right, letter};
use baccarat::chips::Money;
use table::{Settled, SettledAs};

/// The longest answer that is read.
pub const LONGEST: usize = 100;

/// What a trainee says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The option at this place.
    Option(usize),
    /// A number.
    Number(i64),
    /// What becomes of a wager.
    Payment {
        /// How it ends.
        outcome: SettledAs,
        /// What is paid.
        paid: Money,
        /// What chips cannot make.
        owed: Money,
        /// The part that goes back.
        back: Money,
    },
    /// What is paid and taken.
    Payout {
        /// Paid in all.
        paid: Money,
        /// Taken in all.
        taken: Money,
    },
}

impl Question {
    /// Reads an answer, or says what one looks like.
    pub fn read(&self, given: &str) -> Result<Given, Phrase> {
        let text = given.trim().to_lowercase();
        let read = match &self.form {
            _ if text.chars().count() > LONGEST => None,
            Form::Choice { options } => {
                (0..options.len()).find(|place| text == letter(*place).to_string()).map(Given::Option)
            }
            Form::Number { least, most } => {
                text.parse().ok().filter(|number| (least..=most).contains(&number)).map(Given::Number)
            }
            Form::Payment => payment(&text),
            Form::Payout => payout(&text),
        };
        read.ok_or_else(|| self.allowed(given))
    }

    /// What was found, and what an answer looks like.
    fn allowed(&self, found: &str) -> Phrase {
        let found: String = found.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
        let phrase = match &self.form {
            Form::Choice { options } => {
                let letters: Vec<String> =
                    (0..options.len()).map(|place| letter(place).to_string()).collect();
                Phrase::new("school-allowed-choice").with("letters", letters.join(", ").as_str())
            }
            Form::Number { least, most } => {
                Phrase::new("school-allowed-number").with("least", *least).with("most", *most)
            }
            Form::Payment => Phrase::new("school-allowed-payment"),
            Form::Payout => Phrase::new("school-allowed-payout"),
        };
        phrase.with("found", found.as_str())
    }

    /// Is this what the table does? What cannot be read is wrong.
    pub fn is_right(&self, given: &str) -> bool {
        match (&self.right, self.read(given)) {
            (Right::Option { place }, Ok(Given::Option(said))) => *place == said,
            (Right::Number { number }, Ok(Given::Number(said))) => *number == said,
            (Right::Payment { result }, Ok(Given::Payment { outcome, paid, owed, back })) => {
                is_settled_so(result, outcome, (paid, owed, back))
            }
            // What is owed may be counted or left out, as with one wager.
            (Right::Payout { paid, owed, taken }, Ok(Given::Payout { paid: said, taken: took })) => {
                *taken == took && [*paid, *paid - *owed].contains(&said)
            }
            _ => false,
        }
    }
}

/// What is owed may be named with what is paid, or apart from it.
fn is_settled_so(result: &Settled, outcome: SettledAs, (paid, owed, back): (Money, Money, Money)) -> bool {
    let won = |paid: Money| if result.outcome == SettledAs::Wins { paid } else { Money(0) };
    let whole = (won(result.paid), Money(0));
    let handed = (won(result.paid - result.owed), result.owed);
    outcome == result.outcome && back == result.returned && [whole, handed].contains(&(paid, owed))
}

fn words(text: &str) -> Vec<&str> {
    text.split([' ', '+', ',']).filter(|word| !word.is_empty() && *word != "and").collect()
}

/// An amount, or chips such as `3x5`.
fn amount(word: &str) -> Option<Money> {
    match word.split_once(['x', '×']) {
        Some((count, chip)) => {
            let (count, chip): (u32, Money) = (count.parse().ok()?, chip.parse().ok()?);
            i64::from(count).checked_mul(chip.0).map(Money)
        }
        None => word.parse().ok(),
    }
}

/// Amounts and chips together; there must be some.
fn sum(words: &[&str]) -> Option<Money> {
    let amounts = words.iter().map(|word| amount(word)).collect::<Option<Vec<_>>>()?;
    let total = amounts.iter().try_fold(0_i64, |sum, amount| sum.checked_add(amount.0));
    total.filter(|_| !amounts.is_empty()).map(Money)
}

/// What becomes of a wager.
fn payment(text: &str) -> Option<Given> {
    let words = words(text);
    let mut parts = words.split(|word| *word == "back" || *word == "owed");
    let main = parts.next().unwrap_or_default();
    // Each further part is named by the word before it.
    let names = words.iter().filter(|word| ["back", "owed"].contains(word));
    let (mut back, mut owed) = (Money(0), Money(0));
    for (name, part) in names.zip(parts) {
        let named = if *name == "back" { &mut back } else { &mut owed };
        *named = sum(part)?;
    }
    let (outcome, paid) = match *main.first()? {
        "lose" | "loses" | "l" => (SettledAs::Loses, Money(0)),
        "stand" | "stands" | "s" | "push" => (SettledAs::StandsOff, Money(0)),
        "win" | "wins" | "pay" | "pays" | "paid" => (SettledAs::Wins, sum(&main[1..])?),
        _ => (SettledAs::Wins, sum(main)?),
    };
    Some(Given::Payment { outcome, paid, owed, back })
}

/// What is paid and taken: either may be left out, not both.
fn payout(text: &str) -> Option<Given> {
    let words = words(text);
    let mut parts = words.split(|word| ["take", "takes", "taken"].contains(word));
    let paid = parts.next().unwrap_or_default();
    let taken = parts.next();
    let paid = paid.strip_prefix(&["pay"]).unwrap_or(paid);
    let none = paid.is_empty() && taken.is_some();
    if parts.next().is_some() {
        return None;
    }
    Some(Given::Payout {
        paid: if none { Money(0) } else { sum(paid)? },
        taken: taken.map_or(Some(Money(0)), sum)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, outcome: SettledAs, paid: i64, back: i64) {
        let expected = Given::Payment { outcome, paid: Money(paid), owed: Money(0), back: Money(back) };
        assert_eq!(payment(given), Some(expected), "{given}");
    }

    #[test]
    fn an_answer_on_a_wager_is_read_as_people_write_it() {
        check("9.50", SettledAs::Wins, 950, 0);
        check("wins 19", SettledAs::Wins, 1_900, 0);
        check("3x5 + 4x1", SettledAs::Wins, 1_900, 0);
        check("1x25 back 3", SettledAs::Wins, 2_500, 300);
        check("lose", SettledAs::Loses, 0, 0);
        check("lose back 3.50", SettledAs::Loses, 0, 350);
        check("stands off", SettledAs::StandsOff, 0, 0);
        let owed = Given::Payment {
            outcome: SettledAs::Wins,
            paid: Money(1_900),
            owed: Money(50),
            back: Money(100),
        };
        assert_eq!(payment("19 owed 0.50 back 1"), Some(owed));
        for bad in ["", "yes", "5 back", "5 owed", "3y5", "x", "9999999999999x9", "-5", "back 3", "9.999"] {
            assert_eq!(payment(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_sum_over_a_box_is_read_as_people_write_it() {
        let check = |given: &str, paid: i64, taken: i64| {
            assert_eq!(
                payout(given),
                Some(Given::Payout { paid: Money(paid), taken: Money(taken) }),
                "{given}"
            );
        };
        check("45 take 10", 4_500, 1_000);
        check("pay 2x25 5 take 1x5", 5_500, 500);
        check("take 10", 0, 1_000);
        check("0", 0, 0);
        for bad in ["", "take", "5 take", "5 take 1 take 2", "all", "pay"] {
            assert_eq!(payout(bad), None, "{bad}");
        }
    }
}
