//! What each key does.

use super::app::{App, Overlay, WhoseTurn};
use super::felt::Entry;
use baccarat::outcome::Side;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl App {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (self.overlay, key.code) {
            (_, KeyCode::Char('c' | 'q')) if control => self.leave(),
            _ if control => {}
            (Some(overlay), code) => self.key_over(overlay, code),
            (None, code) if self.felt && self.key_felt(code) => {}
            (None, code) => self.key_at_table(code),
        }
    }

    fn key_over(&mut self, overlay: Overlay, code: KeyCode) {
        match (overlay, code) {
            (Overlay::Mishap, code) => self.key_mishap(code),
            (Overlay::Leave, KeyCode::Char('y') | KeyCode::Enter) => self.leave(),
            (Overlay::Log, KeyCode::Up | KeyCode::PageUp) => {
                self.scrolled = (self.scrolled + 1).min(self.log.len().saturating_sub(1));
            }
            (Overlay::Log, KeyCode::Down | KeyCode::PageDown) => {
                self.scrolled = self.scrolled.saturating_sub(1);
            }
            _ => self.overlay = None,
        }
    }

    /// Keys that mean a card of a real shoe; says whether it was one.
    fn key_felt(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Esc | KeyCode::Backspace if self.entry != Entry::default() => self.take_back(),
            KeyCode::Enter if self.entry.card.is_some() => self.confirm(),
            KeyCode::Char('w') if self.entry == Entry::default() => self.what_happened(),
            KeyCode::Char('p') if self.entry.rank.is_none() => self.key_side(Side::Player),
            KeyCode::Char('b') if self.entry.rank.is_none() => self.key_side(Side::Banker),
            KeyCode::Char('x') if self.entry.rank.is_none() => self.cutting_card(),
            KeyCode::Char('z') if self.entry.rank.is_none() => self.burn(),
            KeyCode::Char(letter) => return self.key_card(letter),
            _ => return false,
        }
        true
    }

    fn key_at_table(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('?') | KeyCode::F(1) => return self.overlay = Some(Overlay::Help),
            KeyCode::Char('l') => return self.overlay = Some(Overlay::Log),
            KeyCode::Char('i') => return self.overlay = Some(Overlay::Wager),
            KeyCode::Char('q') | KeyCode::Esc => return self.overlay = Some(Overlay::Leave),
            KeyCode::Up | KeyCode::Char('k') => return self.choose(false),
            KeyCode::Down | KeyCode::Char('j') => return self.choose(true),
            KeyCode::Left | KeyCode::Char('[') => return self.chip = self.chip.saturating_sub(1),
            KeyCode::Right | KeyCode::Char(']') => {
                return self.chip = (self.chip + 1).min(self.chips().len().saturating_sub(1));
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let chip = digit as usize - '1' as usize;
                return self.chip = if chip < self.chips().len() { chip } else { self.chip };
            }
            _ => {}
        }
        match (self.turn.clone(), code) {
            (WhoseTurn::Bets, KeyCode::Char(' ' | '+')) => self.move_chip(true),
            (WhoseTurn::Bets, KeyCode::Backspace | KeyCode::Delete | KeyCode::Char('-')) => {
                self.move_chip(false)
            }
            (WhoseTurn::Bets, KeyCode::Char('u')) => self.undo(),
            (WhoseTurn::Bets, KeyCode::Char('c')) => self.clear(),
            (WhoseTurn::Bets, KeyCode::Char('r')) => self.repeat(),
            (WhoseTurn::Bets, KeyCode::Char('m')) => self.buy_in(),
            (WhoseTurn::Bets, KeyCode::Char('n')) if self.no_bet_coup() => self.deal(),
            (WhoseTurn::Bets, KeyCode::Enter) => self.deal(),
            (WhoseTurn::Choice(_), KeyCode::Enter | KeyCode::Char('y' | ' ')) => self.answer(true),
            (WhoseTurn::Choice(_), KeyCode::Char('n')) => self.answer(false),
            (WhoseTurn::Felt, KeyCode::Enter) => self.agree(),
            (WhoseTurn::Felt, KeyCode::Backspace | KeyCode::Delete | KeyCode::Char('-'))
                if self.window_is_open() =>
            {
                self.withdraw();
            }
            // A wager keyed too late is put to the table, which says why it is too late.
            (WhoseTurn::Table | WhoseTurn::Felt, KeyCode::Char(' ' | '+')) => self.move_chip(true),
            (WhoseTurn::Table, KeyCode::Enter) => self.hurry(),
            (WhoseTurn::Nobody(_), _) => self.overlay = Some(Overlay::Leave),
            _ => {}
        }
    }

    fn choose(&mut self, down: bool) {
        let boxes = self.boxes.len().max(1);
        self.chosen = (self.chosen + if down { 1 } else { boxes - 1 }) % boxes;
    }
}
