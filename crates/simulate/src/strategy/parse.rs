//! From the text of an expression to an [`Expression`], or to what is wrong with it.

use super::Tags;
use super::expression::{Assignment, Binary, Expression, Fact, Function, Kind, Lookup, ONE};
use super::view::{BANKER, PLAYER, TIE};
use baccarat::card::{Card, Rank, Suit};

/// The most parts of one expression.
const MOST_PARTS: usize = 400;
/// The most brackets within each other.
const DEEPEST: usize = 40;

/// The names that an expression may use besides those that every strategy knows.
pub(crate) struct Names<'n> {
    /// The strategy's own variables, with their kinds.
    pub(crate) variables: &'n [(String, Kind)],
    /// Its lists of tags.
    pub(crate) tags: &'n [Tags],
    /// The wagers of the table.
    pub(crate) wagers: &'n [&'n str],
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'t> {
    Number(i128),
    Word(&'t str),
    Quoted(&'t str),
    Sign(&'static str),
}

const SIGNS: [&str; 19] =
    ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", "=", ";", "?"];

/// Reads an expression that comes to a number, or to yes or no.
pub(crate) fn number(text: &str, names: &Names<'_>) -> Result<Expression, String> {
    let mut parser = Parser::of(text, names)?;
    let (expression, kind) = parser.expression(0)?;
    parser.end()?;
    wanted(kind, Kind::Number)?;
    Ok(expression)
}

/// Reads assignments such as `line = middle(line); base = 1`.
pub(crate) fn assignments(text: &str, names: &Names<'_>) -> Result<Vec<Assignment>, String> {
    let mut parser = Parser::of(text, names)?;
    let mut all = Vec::new();
    loop {
        let Some(Token::Word(name)) = parser.next() else {
            return Err("found no name; allowed is NAME = EXPRESSION".into());
        };
        let known = names.variables.iter().position(|(known, _)| known == name);
        let variable = known.ok_or_else(|| {
            let all: Vec<&str> = names.variables.iter().map(|(name, _)| name.as_str()).collect();
            match all.is_empty() {
                true => format!("found `{name}`; the strategy has no `state` to set"),
                false => format!("found `{name}`; allowed are the names in `state`: {}", all.join(", ")),
            }
        })?;
        parser.expect("=")?;
        let (value, kind) = parser.expression(0)?;
        wanted(kind, names.variables[variable].1)?;
        all.push(Assignment { variable, value });
        if !parser.is_next(";") {
            break;
        }
    }
    parser.end()?;
    Ok(all)
}

fn wanted(found: Kind, wanted: Kind) -> Result<(), String> {
    match (found, wanted) {
        (Kind::List, Kind::Number) => Err("found a list; allowed is a number".into()),
        (Kind::Number, Kind::List) => Err("found a number; allowed is a list".into()),
        _ => Ok(()),
    }
}

struct Parser<'t, 'n> {
    tokens: Vec<Token<'t>>,
    at: usize,
    names: &'n Names<'n>,
    parts: usize,
    depth: usize,
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let length = if letter.is_ascii_digit() {
            rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len())
        } else if letter.is_ascii_alphabetic() || letter == '_' {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
            rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len())
        } else if letter == '\'' {
            rest[1..].find('\'').ok_or("found a quote that does not end")? + 2
        } else {
            SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len())
        };
        let (word, after) = rest.split_at(length);
        tokens.push(match letter {
            _ if length == 0 => {
                return Err(format!("found `{letter}`; allowed are names, numbers and signs"));
            }
            '0'..='9' => Token::Number(decimal(word)?),
            '\'' => Token::Quoted(&word[1..length - 1]),
            _ if letter.is_ascii_alphabetic() || letter == '_' => Token::Word(word),
            _ => Token::Sign(SIGNS.iter().find(|sign| **sign == word).copied().unwrap_or("")),
        });
        rest = after.trim_start();
    }
    Ok(tokens)
}

/// A number with up to nine places behind the point.
fn decimal(text: &str) -> Result<i128, String> {
    let refuse = || format!("found `{text}`; allowed are numbers such as 5 or 0.25, up to a billion");
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if whole.len() > 10 || part.len() > 9 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refuse());
    }
    let whole: i128 = whole.parse().map_err(|_| refuse())?;
    let part: i128 = format!("{part:0<9}").parse().map_err(|_| refuse())?;
    Ok(whole * ONE + part)
}

impl<'t, 'n> Parser<'t, 'n> {
    fn of(text: &'t str, names: &'n Names<'n>) -> Result<Parser<'t, 'n>, String> {
        let tokens = tokens(text)?;
        match tokens.is_empty() {
            true => Err("found nothing; allowed is an expression".into()),
            false => Ok(Parser { tokens, at: 0, names, parts: 0, depth: 0 }),
        }
    }

    fn next(&mut self) -> Option<Token<'t>> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    fn is_next(&mut self, sign: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.is_next(sign) { Ok(()) } else { Err(format!("found {}; wanted is `{sign}`", self.found())) }
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end".into(),
            Some(Token::Number(number)) => format!("`{}`", *number as f64 / ONE as f64),
            Some(Token::Word(word)) => format!("`{word}`"),
            Some(Token::Quoted(word)) => format!("`'{word}'`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        }
    }

    fn end(&self) -> Result<(), String> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(format!("found {}; wanted is the end or a sign", self.found())),
        }
    }

    fn part(&mut self) -> Result<(), String> {
        self.parts += 1;
        match self.parts > MOST_PARTS {
            true => Err(format!("it has too many parts; allowed are {MOST_PARTS}")),
            false => Ok(()),
        }
    }

    fn sign(&self) -> Option<(Binary, u8)> {
        Some(match self.peek()? {
            Token::Word("or") => (Binary::Or, 1),
            Token::Word("and") => (Binary::And, 2),
            Token::Sign("==") => (Binary::Equal, 4),
            Token::Sign("!=") => (Binary::Unequal, 4),
            Token::Sign("<") => (Binary::Less, 4),
            Token::Sign("<=") => (Binary::AtMost, 4),
            Token::Sign(">") => (Binary::More, 4),
            Token::Sign(">=") => (Binary::AtLeast, 4),
            Token::Sign("+") => (Binary::Plus, 5),
            Token::Sign("-") => (Binary::Minus, 5),
            Token::Sign("*") => (Binary::Times, 6),
            Token::Sign("/") => (Binary::Over, 6),
            Token::Sign("%") => (Binary::Rest, 6),
            _ => return None,
        })
    }

    fn expression(&mut self, least: u8) -> Result<(Expression, Kind), String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("brackets lie within each other too deep; allowed are {DEEPEST}"));
        }
        let (mut left, mut kind) = self.single()?;
        while let Some((how, strength)) = self.sign().filter(|(_, strength)| *strength > least) {
            self.at += 1;
            self.part()?;
            let (right, of) = self.expression(strength)?;
            let both_lists = kind == Kind::List && of == Kind::List;
            let lists = matches!(how, Binary::Plus | Binary::Equal | Binary::Unequal);
            if !(both_lists && lists) {
                wanted(kind, Kind::Number)?;
                wanted(of, Kind::Number)?;
            }
            kind = if both_lists && how == Binary::Plus { Kind::List } else { Kind::Number };
            left = Expression::Two(how, Box::new(left), Box::new(right));
        }
        self.depth -= 1;
        Ok((left, kind))
    }

    fn single(&mut self) -> Result<(Expression, Kind), String> {
        self.part()?;
        if self.is_next("-") {
            let (inner, kind) = self.expression(6)?;
            wanted(kind, Kind::Number)?;
            return Ok((Expression::Negative(Box::new(inner)), Kind::Number));
        }
        if self.is_next("(") {
            let inner = self.expression(0)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.is_next("[") {
            let items = self.listed("]")?;
            for (_, kind) in &items {
                wanted(*kind, Kind::Number)?;
            }
            let items = items.into_iter().map(|(item, _)| item).collect();
            return Ok((Expression::List(items), Kind::List));
        }
        let found = self.found();
        match self.next() {
            Some(Token::Number(number)) => Ok((Expression::Number(number), Kind::Number)),
            Some(Token::Word("not")) => {
                let (inner, kind) = self.expression(3)?;
                wanted(kind, Kind::Number)?;
                Ok((Expression::Not(Box::new(inner)), Kind::Number))
            }
            Some(Token::Word(word)) => self.word(word),
            _ => Err(format!("found {found}; wanted is a number, a name or a bracket")),
        }
    }

    /// What stands between brackets, up to the closing one.
    fn listed(&mut self, close: &str) -> Result<Vec<(Expression, Kind)>, String> {
        let mut all = Vec::new();
        if self.is_next(close) {
            return Ok(all);
        }
        loop {
            all.push(self.expression(0)?);
            if !self.is_next(",") {
                self.expect(close)?;
                return Ok(all);
            }
        }
    }

    fn word(&mut self, word: &str) -> Result<(Expression, Kind), String> {
        if let Some(place) = self.names.variables.iter().position(|(name, _)| name == word) {
            return Ok((Expression::Variable(place), self.names.variables[place].1));
        }
        let whole = |number: u8| Expression::Number(i128::from(number) * ONE);
        let fact = |fact: Fact| Expression::Fact(fact);
        let found = match word {
            "held" => fact(Fact::Held),
            "brought" => fact(Fact::Brought),
            "won" => fact(Fact::Won),
            "lost" => fact(Fact::Lost),
            "coup" => fact(Fact::Coup),
            "shoe" => fact(Fact::Shoe),
            "cards_left" => fact(Fact::CardsLeft),
            "decks_left" => fact(Fact::DecksLeft),
            "player" => whole(PLAYER),
            "banker" => whole(BANKER),
            "tie" => whole(TIE),
            "none" => whole(0),
            "red" => whole(1),
            "blue" => whole(2),
            "left" => return self.left(),
            "edge" => return self.edge(),
            "count" | "true_count" => return self.counted(word),
            "streak" => return Ok((Expression::Lookup(Lookup::Streak(self.hand()?)), Kind::Number)),
            "next.big_eye" => return self.next_colour(1),
            "next.small" => return self.next_colour(2),
            "next.cockroach" => return self.next_colour(3),
            "if" => return self.choice(),
            _ => return self.function(word),
        };
        Ok((found, Kind::Number))
    }

    fn next_colour(&mut self, road: usize) -> Result<(Expression, Kind), String> {
        Ok((Expression::Lookup(Lookup::Next(road, self.hand()?)), Kind::Number))
    }

    /// `(player)` or `(banker)`.
    fn hand(&mut self) -> Result<usize, String> {
        self.expect("(")?;
        let hand = match self.next() {
            Some(Token::Word("player")) => 0,
            Some(Token::Word("banker")) => 1,
            _ => return Err("allowed are `player` and `banker` in these brackets".into()),
        };
        self.expect(")")?;
        Ok(hand)
    }

    /// `left[9]`, `left['TH']`, `left[K]`: a rank or a card.
    fn left(&mut self) -> Result<(Expression, Kind), String> {
        self.expect("[")?;
        let found = self.found();
        let text = match self.next() {
            Some(Token::Word(word) | Token::Quoted(word)) => word.to_owned(),
            Some(Token::Number(number)) => (number / ONE).to_string(),
            _ => String::new(),
        };
        self.expect("]")?;
        let cards = cards_of(&text).ok_or_else(|| {
            format!("found {found}; allowed are ranks such as 9, T or K and cards such as '9H'")
        })?;
        Ok((Expression::Lookup(Lookup::Left(cards)), Kind::Number))
    }

    fn edge(&mut self) -> Result<(Expression, Kind), String> {
        self.expect("(")?;
        let name = match self.next() {
            Some(Token::Word(word) | Token::Quoted(word)) => word,
            _ => "",
        };
        let place = self.names.wagers.iter().position(|known| *known == name);
        let place = place.ok_or_else(|| {
            format!(
                "edge: found `{name}`; allowed are {} (in quotes if they have a -)",
                self.names.wagers.join(", ")
            )
        })?;
        self.expect(")")?;
        Ok((Expression::Lookup(Lookup::Edge(place)), Kind::Number))
    }

    fn counted(&mut self, word: &str) -> Result<(Expression, Kind), String> {
        self.expect("(")?;
        let name = match self.next() {
            Some(Token::Word(word)) => word,
            _ => "",
        };
        let place = self.names.tags.iter().position(|tags| tags.name == name);
        let place = place.ok_or_else(|| {
            let known: Vec<&str> = self.names.tags.iter().map(|tags| tags.name.as_str()).collect();
            match known.is_empty() {
                true => format!("{word}: found `{name}`; the strategy has no [tags]"),
                false => {
                    format!("{word}: found `{name}`; allowed are the names in [tags]: {}", known.join(", "))
                }
            }
        })?;
        self.expect(")")?;
        let asked = if word == "count" { Lookup::Count(place) } else { Lookup::TrueCount(place) };
        Ok((Expression::Lookup(asked), Kind::Number))
    }

    /// `if(condition, then, otherwise)`.
    fn choice(&mut self) -> Result<(Expression, Kind), String> {
        let arguments = self.arguments("if")?;
        let Ok([(when, of), (then, kind), (otherwise, other)]) = <[_; 3]>::try_from(arguments) else {
            return Err("if: allowed is if(CONDITION, THEN, OTHERWISE)".into());
        };
        wanted(of, Kind::Number)?;
        wanted(other, kind)?;
        Ok((Expression::If(Box::new(when), Box::new(then), Box::new(otherwise)), kind))
    }

    fn arguments(&mut self, word: &str) -> Result<Vec<(Expression, Kind)>, String> {
        if !self.is_next("(") {
            let own: Vec<&str> = self.names.variables.iter().map(|(name, _)| name.as_str()).collect();
            let own =
                if own.is_empty() { String::new() } else { format!("; `state` has {}", own.join(", ")) };
            return Err(format!("found `{word}`; docs/simulate.md lists the names{own}"));
        }
        self.listed(")")
    }

    fn function(&mut self, word: &str) -> Result<(Expression, Kind), String> {
        let mut arguments = self.arguments(word)?;
        let kinds: Vec<Kind> = arguments.iter().map(|(_, kind)| *kind).collect();
        let (function, kind) = match (word, &kinds[..]) {
            ("len", [Kind::List]) => (Function::Length, Kind::Number),
            ("first", [Kind::List]) => (Function::First, Kind::Number),
            ("last", [Kind::List]) => (Function::Final, Kind::Number),
            ("middle", [Kind::List]) => (Function::Middle, Kind::List),
            ("sum", [Kind::List]) => (Function::Sum, Kind::Number),
            ("last", [Kind::Number]) => {
                let back = Box::new(arguments.remove(0).0);
                return Ok((Expression::Lookup(Lookup::Last(back)), Kind::Number));
            }
            ("floor", [Kind::Number]) => (Function::Floor, Kind::Number),
            ("abs", [Kind::Number]) => (Function::Absolute, Kind::Number),
            ("min", [Kind::Number, ..]) if !kinds.contains(&Kind::List) => (Function::Least, Kind::Number),
            ("max", [Kind::Number, ..]) if !kinds.contains(&Kind::List) => (Function::Most, Kind::Number),
            ("len" | "first" | "middle" | "sum", _) => return Err(format!("{word}: allowed is one list")),
            ("last", _) => return Err("last: allowed is one list, or how many coups back".into()),
            ("floor" | "abs", _) => return Err(format!("{word}: allowed is one number")),
            ("min" | "max", _) => return Err(format!("{word}: allowed are numbers")),
            _ => return Err(format!("found `{word}(`; docs/simulate.md lists the functions")),
        };
        Ok((Expression::Call(function, arguments.into_iter().map(|(argument, _)| argument).collect()), kind))
    }
}

/// The cards of a rank, such as `9`, `10` or `K`, or the one card of a rank and a suit.
pub(crate) fn cards_of(text: &str) -> Option<Vec<usize>> {
    let text = if text == "10" { "T" } else { text };
    let mut letters = text.chars();
    let (rank, suit) = (Rank::from_letter(letters.next()?.to_ascii_uppercase())?, letters.next());
    match (suit, letters.next()) {
        (None, _) => Some(Suit::ALL.into_iter().map(|suit| Card::new(rank, suit).index()).collect()),
        (Some(suit), None) => {
            Some(vec![Card::new(rank, Suit::from_letter(suit.to_ascii_uppercase())?).index()])
        }
        _ => None,
    }
}
