//! Results written as letters: `BPPTBB`, with marks after a letter, such as `B+` or `Pn-`.
//!
//! | written | means |
//! |---|---|
//! | `B` `P` `T`, or small | Banker, Player, Tie |
//! | `+` after a letter | player pair |
//! | `-` after a letter | banker pair |
//! | `*` or `n` after a letter | natural |
//! | blank, tab, line end, comma | nothing: for the eye only |

use super::result::RoadResult;
use baccarat::outcome::Winner;
use std::fmt;

/// The most results that are read at once: far above any shoe, and small enough to draw.
pub const MOST_RESULTS: usize = 100_000;

/// Why a text is not a list of results, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotationFault {
    /// The character at fault, counted from 1.
    pub position: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// What is wrong with a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is no letter of a result, no mark and no blank.
    Unknown(char),
    /// It is a mark that does not follow a result at once.
    LooseMark(char),
    /// It is a mark that this result has already.
    MarkedTwice(char),
    /// It is one result more than [`MOST_RESULTS`].
    TooMany,
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {} of the text: ", self.line, self.position)?;
        match self.wrong {
            Wrong::Unknown(found) => write!(
                f,
                "found {found:?}; allowed are B, P and T, after each the marks + player pair, - banker pair \
                 and * or n natural, and blanks, commas and line ends between results"
            ),
            Wrong::LooseMark(found) => {
                write!(
                    f,
                    "found the mark {found:?}; a mark is allowed only right after B, P, T or another mark"
                )
            }
            Wrong::MarkedTwice(found) => {
                write!(f, "found the mark {found:?} again; allowed is each mark once for a result")
            }
            Wrong::TooMany => write!(f, "found one more result; allowed are at most {MOST_RESULTS}"),
        }
    }
}

impl std::error::Error for NotationFault {}

/// What one character says.
enum Sign {
    Result(Winner),
    PlayerPair,
    BankerPair,
    Natural,
    Blank,
}

impl Sign {
    fn of(found: char) -> Option<Sign> {
        Some(match found {
            'B' | 'b' => Sign::Result(Winner::Banker),
            'P' | 'p' => Sign::Result(Winner::Player),
            'T' | 't' => Sign::Result(Winner::Tie),
            '+' => Sign::PlayerPair,
            '-' => Sign::BankerPair,
            '*' | 'n' | 'N' => Sign::Natural,
            ',' => Sign::Blank,
            other if other.is_whitespace() => Sign::Blank,
            _ => return None,
        })
    }
}

/// The results a text gives, in its order; an empty text gives none.
pub fn read(text: &str) -> Result<Vec<RoadResult>, NotationFault> {
    let mut reader = Reader::default();
    let mut line = 1;
    for (index, found) in text.chars().enumerate() {
        reader.take(found).map_err(|wrong| NotationFault { position: index + 1, line, wrong })?;
        line += usize::from(found == '\n');
    }
    Ok(reader.results)
}

#[derive(Default)]
struct Reader {
    results: Vec<RoadResult>,
    /// A result was just read, so that a mark may follow.
    open: bool,
}

impl Reader {
    fn take(&mut self, found: char) -> Result<(), Wrong> {
        match Sign::of(found).ok_or(Wrong::Unknown(found))? {
            Sign::Result(winner) => self.result(winner),
            Sign::PlayerPair => self.mark(found, |result| &mut result.player_pair),
            Sign::BankerPair => self.mark(found, |result| &mut result.banker_pair),
            Sign::Natural => self.mark(found, |result| &mut result.natural),
            Sign::Blank => {
                self.open = false;
                Ok(())
            }
        }
    }

    fn result(&mut self, winner: Winner) -> Result<(), Wrong> {
        if self.results.len() == MOST_RESULTS {
            return Err(Wrong::TooMany);
        }
        self.results.push(RoadResult::plain(winner));
        self.open = true;
        Ok(())
    }

    fn mark(&mut self, found: char, of: fn(&mut RoadResult) -> &mut bool) -> Result<(), Wrong> {
        let open = self.open;
        let result = self.results.last_mut().filter(|_| open).ok_or(Wrong::LooseMark(found))?;
        match std::mem::replace(of(result), true) {
            true => Err(Wrong::MarkedTwice(found)),
            false => Ok(()),
        }
    }
}

/// Results as text that [`read`] reads back: capital letters, marks in the order `*`, `+`, `-`, no blanks.
pub fn written(results: impl IntoIterator<Item = RoadResult>) -> String {
    results.into_iter().flat_map(signs).collect()
}

fn signs(result: RoadResult) -> impl Iterator<Item = char> {
    let letter = match result.winner {
        Winner::Banker => 'B',
        Winner::Player => 'P',
        Winner::Tie => 'T',
    };
    std::iter::once(letter).chain(marks(result.natural, result.player_pair, result.banker_pair))
}

/// The marks alone, in the order they are written.
pub fn marks(natural: bool, player_pair: bool, banker_pair: bool) -> impl Iterator<Item = char> {
    [(natural, '*'), (player_pair, '+'), (banker_pair, '-')]
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, sign)| sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> String {
        written(read(text).unwrap())
    }

    fn fault(text: &str) -> (usize, usize, Wrong) {
        let fault = read(text).unwrap_err();
        (fault.line, fault.position, fault.wrong)
    }

    #[test]
    fn letters_of_either_case_and_blanks_for_the_eye() {
        assert_eq!(rewritten("BPPTBB"), "BPPTBB");
        assert_eq!(rewritten(" b,p P\tt\r\nB, b\n"), "BPPTBB");
        assert_eq!(rewritten(""), "");
    }

    #[test]
    fn marks_follow_their_letter_in_any_order() {
        assert_eq!(rewritten("B-+n P* t+"), "B*+-P*T+");
        assert_eq!(rewritten("B*+-P*T+"), "B*+-P*T+");
    }

    #[test]
    fn a_fault_names_its_place() {
        assert_eq!(fault("BPX"), (1, 3, Wrong::Unknown('X')));
        assert_eq!(fault("BP\nP\u{e9}"), (2, 5, Wrong::Unknown('\u{e9}')));
        assert_eq!(fault("+B"), (1, 1, Wrong::LooseMark('+')));
        assert_eq!(fault("B, -P"), (1, 4, Wrong::LooseMark('-')));
        assert_eq!(fault("Bn*"), (1, 3, Wrong::MarkedTwice('*')));
        assert_eq!(fault(&"B".repeat(MOST_RESULTS + 1)), (1, MOST_RESULTS + 1, Wrong::TooMany));
    }

    #[test]
    fn a_fault_says_what_was_found_and_what_is_allowed() {
        let said = read("BPX").unwrap_err().to_string();
        assert!(
            said.starts_with("line 1, character 3 of the text: found 'X'; allowed are B, P and T"),
            "{said}"
        );
    }

    #[test]
    fn the_most_results_are_read() {
        assert_eq!(read(&"BT".repeat(MOST_RESULTS / 2)).unwrap().len(), MOST_RESULTS);
    }
}
