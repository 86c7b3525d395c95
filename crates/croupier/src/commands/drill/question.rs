//! A question, its answer, and why it is the answer.

use super::Topic;
use crate::commands::deal::line;
use crate::screen::{Ink, Screen};
use crate::sitting::story::{self, Message};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use table::{Settled, SettledAs};

/// What a trainee is asked.
pub struct Question {
    /// What it is about.
    pub topic: Topic,
    /// The question itself.
    pub asked: String,
    /// The cards on the table: the player's and the banker's.
    pub hands: Option<[Vec<Option<Card>>; 2]>,
    /// The answer, as the table gave it.
    pub answer: Answer,
    /// What the table said of it.
    pub message: Vec<Message>,
    /// The clauses behind it, each with its gist.
    pub clauses: Vec<(ClauseNumber, String)>,
    /// The same as a transcript, which `croupier check` passes.
    pub transcript: String,
}

/// What is right.
pub enum Answer {
    /// One of these, by its letter.
    Choice {
        /// Letters and what they stand for.
        options: Vec<(char, String)>,
        /// The right one.
        right: char,
    },
    /// What becomes of a wager.
    Settled(Settled),
}

/// What a trainee says of a wager.
#[derive(Debug, PartialEq, Eq)]
pub struct Said {
    outcome: SettledAs,
    paid: Money,
    owed: Money,
    back: Money,
}

/// What a trainee says.
#[derive(Debug, PartialEq, Eq)]
pub enum Given {
    /// A letter.
    Letter(char),
    /// What becomes of a wager.
    Said(Said),
}

/// Each clause once, with its gist.
pub fn gists<'c>(
    book: &Book,
    clauses: impl IntoIterator<Item = &'c ClauseNumber>,
) -> Vec<(ClauseNumber, String)> {
    let mut all: Vec<(ClauseNumber, String)> = Vec::new();
    for number in clauses {
        if !all.iter().any(|(known, _)| known == number) {
            let gist = book.clause(number.as_str()).map_or(String::new(), |clause| clause.gist.clone());
            all.push((number.clone(), gist));
        }
    }
    all
}

impl Question {
    /// The question as it is shown.
    pub fn page(&self, number: u32, of: u32, screen: &Screen) -> String {
        let mut text = format!("\n{}\n", screen.faint(&format!("{number} of {of}")));
        if let Some([player, banker]) = &self.hands {
            text.push_str(&drawn(player, banker, screen));
        }
        text.push_str(&format!("{}\n", self.asked));
        for (letter, words) in self.options() {
            text.push_str(&format!("  {}  {words}\n", screen.heading(&letter.to_string())));
        }
        text
    }

    /// The letters and what they stand for; none where an amount is asked.
    pub fn options(&self) -> &[(char, String)] {
        match &self.answer {
            Answer::Choice { options, .. } => options,
            Answer::Settled(_) => &[],
        }
    }

    /// What stands before the answer.
    pub fn prompt(&self) -> String {
        match &self.answer {
            Answer::Choice { options, .. } => {
                let letters: Vec<String> = options.iter().map(|(letter, _)| letter.to_string()).collect();
                format!("{}?", letters.join("/"))
            }
            Answer::Settled(_) => {
                "paid (9.50, or chips 1x5 4x1), lose, or stand; then owed 0.50 or back 3 where it applies:"
                    .to_owned()
            }
        }
    }

    /// Reads an answer, or says what one looks like.
    pub fn read(&self, given: &str) -> Result<Given, String> {
        match &self.answer {
            Answer::Choice { options, .. } => {
                let letter = given.trim().to_lowercase();
                let known = options.iter().find(|(known, _)| letter == known.to_string());
                let letters: Vec<String> = options.iter().map(|(known, _)| known.to_string()).collect();
                let message = || format!("found `{given}`; allowed are {}", letters.join(", "));
                known.map(|(letter, _)| Given::Letter(*letter)).ok_or_else(message)
            }
            Answer::Settled(_) => said(given).map(Given::Said),
        }
    }

    /// Is this what the table does?
    pub fn is_right(&self, given: &str) -> bool {
        match (&self.answer, self.read(given)) {
            (Answer::Choice { right, .. }, Ok(Given::Letter(letter))) => letter == *right,
            (Answer::Settled(result), Ok(Given::Said(said))) => {
                let won = |paid: Money| if result.outcome == SettledAs::Wins { paid } else { Money(0) };
                let (outcome, back) = (result.outcome, result.returned);
                let whole = Said { outcome, paid: won(result.paid), owed: Money(0), back };
                let handed = Said { outcome, paid: won(result.paid - result.owed), owed: result.owed, back };
                said == whole || said == handed
            }
            _ => false,
        }
    }

    /// The right answer in words.
    pub fn solution(&self) -> String {
        match &self.answer {
            Answer::Choice { options, right } => {
                let words = options.iter().find(|(letter, _)| letter == right);
                words.map_or(String::new(), |(letter, words)| format!("{letter}: {words}"))
            }
            Answer::Settled(result) => story::sentence(&story::settled(result)),
        }
    }

    /// What the table did, and the clauses by which it did it.
    pub fn explanation(&self, screen: &Screen) -> String {
        let mut text: String = self.message.iter().map(|message| line(message, screen)).collect();
        if !self.clauses.is_empty() {
            let mut table = screen.bare_table(&["clause", "gist"]);
            for (clause, gist) in &self.clauses {
                table.add_row(vec![screen.strong(clause), screen.plain(gist)]);
            }
            text.push_str(&screen.text_of(&table));
        }
        text
    }
}

/// An amount, or chips such as `3x5`.
fn amount(word: &str) -> Result<Money, String> {
    match word.split_once(['x', '×']) {
        Some((count, chip)) => {
            let count: i64 = count.parse::<u32>().map_err(|_| allowed(word))?.into();
            let chip: Money = chip.parse().map_err(|_| allowed(word))?;
            count.checked_mul(chip.0).map(Money).ok_or_else(|| allowed(word))
        }
        None => word.parse().map_err(|_| allowed(word)),
    }
}

fn allowed(found: &str) -> String {
    format!(
        "found `{found}`; allowed is what is paid, as 9.50 or as chips 1x5 4x1, or `lose`, or `stand`; \
         then `owed 0.50` for what chips cannot make, `back 3` for a part that goes back"
    )
}

/// What becomes of a wager, as a trainee writes it.
fn said(given: &str) -> Result<Said, String> {
    let text = given.trim().to_lowercase();
    let words: Vec<&str> =
        text.split([' ', '+', ',']).filter(|word| !word.is_empty() && *word != "and").collect();
    let mut parts = words.split(|word| *word == "back" || *word == "owed");
    let main = parts.next().unwrap_or_default();
    // Each further part is named by the word before it.
    let names = words.iter().filter(|word| ["back", "owed"].contains(word));
    let (mut back, mut owed) = (Money(0), Money(0));
    for (name, part) in names.zip(parts) {
        let named = if *name == "back" { &mut back } else { &mut owed };
        *named = sum(part, given)?;
    }
    let (outcome, paid) = match main.first() {
        None => return Err(allowed(given)),
        Some(&("lose" | "loses" | "l")) => (SettledAs::Loses, Money(0)),
        Some(&("stand" | "stands" | "s" | "push")) => (SettledAs::StandsOff, Money(0)),
        Some(&("win" | "wins" | "pay" | "pays" | "paid")) if main.len() > 1 => {
            (SettledAs::Wins, sum(&main[1..], given)?)
        }
        Some(_) => (SettledAs::Wins, sum(main, given)?),
    };
    Ok(Said { outcome, paid, owed, back })
}

/// Amounts and chips together; there must be some.
fn sum(words: &[&str], given: &str) -> Result<Money, String> {
    let amounts = words.iter().map(|word| amount(word)).collect::<Result<Vec<_>, _>>()?;
    let total = amounts.iter().try_fold(0_i64, |sum, amount| sum.checked_add(amount.0));
    total.filter(|_| !amounts.is_empty()).map(Money).ok_or_else(|| allowed(given))
}

/// Both hands drawn side by side, three lines high.
fn drawn(player: &[Option<Card>], banker: &[Option<Card>], screen: &Screen) -> String {
    let mut lines = [String::new(), String::new(), String::new(), String::new()];
    for (name, cards, ink) in [("PLAYER", player, Ink::Blue), ("BANKER", banker, Ink::Red)] {
        let room = 8 * 3;
        lines[0].push_str(&format!("  {}{}", screen.ink(name, ink), " ".repeat(room - name.len())));
        let mut rows = ["  ".to_owned(), "  ".to_owned(), "  ".to_owned()];
        for card in cards {
            let face = card.map_or("▒▒".to_owned(), story::card);
            let red = card.is_some_and(|card| card.suit.is_red());
            let face = format!("{face:^4}");
            rows[0].push_str("╭────╮ ");
            rows[1].push_str(&format!("│{}│ ", if red { screen.ink(&face, Ink::Red) } else { face }));
            rows[2].push_str("╰────╯ ");
        }
        for (line, row) in lines[1..].iter_mut().zip(rows) {
            line.push_str(&row);
            line.push_str(&" ".repeat(room.saturating_sub(7 * cards.len())));
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, outcome: SettledAs, paid: i64, back: i64) {
        let expected = Said { outcome, paid: Money(paid), owed: Money(0), back: Money(back) };
        assert_eq!(said(given), Ok(expected), "{given}");
    }

    #[test]
    fn an_answer_on_a_wager_is_read_as_people_write_it() {
        check("9.50", SettledAs::Wins, 950, 0);
        check("wins 19", SettledAs::Wins, 1_900, 0);
        check("3x5 + 4x1", SettledAs::Wins, 1_900, 0);
        check("1x25 back 3", SettledAs::Wins, 2_500, 300);
        check("LOSE", SettledAs::Loses, 0, 0);
        check("lose back 3.50", SettledAs::Loses, 0, 350);
        check("stands off", SettledAs::StandsOff, 0, 0);
        let owed = Said { outcome: SettledAs::Wins, paid: Money(1_900), owed: Money(50), back: Money(100) };
        assert_eq!(said("19 owed 0.50 back 1"), Ok(owed));
        for bad in ["", "yes", "5 back", "5 owed", "3y5", "x", "9999999999999x9", "-5", "back 3", "9.999"] {
            assert!(said(bad).unwrap_err().contains("allowed is"), "{bad}");
        }
    }
}
