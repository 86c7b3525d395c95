//! A question and its answer as a page of the terminal.

use super::{Ink, Language, Screen, said, sentence};
use baccarat::card::Card;
use house::lessons::{amount, card_text};
use school::{Form, Question, letter};

/// The question as it is shown.
pub fn asked(question: &Question, of: u32, screen: &Screen) -> String {
    let mut text = format!("\n{}\n", screen.faint(&format!("{} of {of}", question.number)));
    if let Some([player, banker]) = &question.shown.hands {
        text.push_str(&drawn(player, banker, screen));
    }
    for lying in &question.shown.wagers {
        text.push_str(&format!("  {} on {}\n", amount(lying.amount), lying.name));
    }
    let chips: Vec<String> = question.shown.chips.iter().map(|chip| amount(*chip)).collect();
    if !chips.is_empty() {
        let method = question.shown.method.as_ref().map(|method| format!(", {method} method"));
        text.push_str(&format!("  chips of {}{}\n", chips.join(", "), method.unwrap_or_default()));
    }
    text.push_str(&format!("{}\n", sentence(Language::English, &question.asked)));
    if let Form::Choice { options } = &question.form {
        for (place, words) in options.iter().enumerate() {
            text.push_str(&format!("  {}  {}\n", screen.heading(&letter(place).to_string()), said(words)));
        }
    }
    text
}

/// Whether an answer was right, and why.
pub fn judged(question: &Question, right: bool, screen: &Screen) -> String {
    let mut text = match right {
        true => format!("{}\n", screen.ink("Right.", Ink::Green)),
        false => {
            let solution = sentence(Language::English, &question.solution());
            format!("{} {}\n", screen.ink("No.", Ink::Red), screen.heading(&solution))
        }
    };
    for why in &question.why {
        text.push_str(&format!("  {}\n", sentence(Language::English, why)));
    }
    if !question.clauses.is_empty() {
        let mut table = screen.bare_table(&["clause", "gist"]);
        for named in &question.clauses {
            table.add_row(vec![screen.strong(&named.clause), screen.plain(&named.gist)]);
        }
        text.push_str(&screen.text_of(&table));
    }
    text
}

/// Both hands drawn side by side, three lines high.
fn drawn(player: &[Option<Card>], banker: &[Option<Card>], screen: &Screen) -> String {
    let mut lines = [String::new(), String::new(), String::new(), String::new()];
    for (name, cards, ink) in [("PLAYER", player, Ink::Blue), ("BANKER", banker, Ink::Red)] {
        let room = 8 * 3;
        lines[0].push_str(&format!("  {}{}", screen.ink(name, ink), " ".repeat(room - name.len())));
        let mut rows = ["  ".to_owned(), "  ".to_owned(), "  ".to_owned()];
        for card in cards {
            let face = card.map_or("▒▒".to_owned(), card_text);
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
