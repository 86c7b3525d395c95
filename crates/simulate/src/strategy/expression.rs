//! Expressions of a strategy: whole sums, no loops. Numbers are exact to nine places and saturate; lists hold numbers.

use super::view::View;

/// One, as numbers are kept.
pub(crate) const ONE: i128 = 1_000_000_000;
/// No number goes beyond this.
const MOST: i128 = ONE * 1_000_000_000_000_000;
/// The most items of a list.
pub(crate) const MOST_ITEMS: usize = 64;

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, in thousand-millionths; 1 is yes and 0 is no.
    Number(i128),
    /// Numbers in order.
    List(Vec<i128>),
}

impl Value {
    pub(crate) fn number(&self) -> i128 {
        match self {
            Value::Number(number) => *number,
            Value::List(_) => 0,
        }
    }

    pub(crate) fn is_yes(&self) -> bool {
        self.number() != 0
    }

    fn items(&self) -> &[i128] {
        match self {
            Value::Number(_) => &[],
            Value::List(items) => items,
        }
    }
}

/// Whether an expression is a number or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    List,
}

/// What a strategy may ask about, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Held,
    Brought,
    Won,
    Lost,
    Coup,
    Shoe,
    CardsLeft,
    DecksLeft,
}

/// What is asked of the cards, the roads or the odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// How the coup so many before ended.
    Last(Box<Expression>),
    /// How often in a row a hand has won, ties left out.
    Streak(usize),
    /// The colour that a derived road would get if a hand won next.
    Next(usize, usize),
    /// How many are left of these cards.
    Left(Vec<usize>),
    /// The sum of the tags of the cards seen.
    Count(usize),
    /// That for each deck left.
    TrueCount(usize),
    /// What the house keeps of a unit on a wager, on the cards that are left.
    Edge(usize),
}

/// Two numbers or lists put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Rest,
}

/// A function of lists and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Length,
    First,
    Final,
    Middle,
    Sum,
    Least,
    Most,
    Floor,
    Absolute,
}

/// An expression, with every name already found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Number(i128),
    List(Vec<Expression>),
    Variable(usize),
    Fact(Fact),
    Lookup(Lookup),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Two(Binary, Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// A variable that gets a new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub(crate) variable: usize,
    pub(crate) value: Expression,
}

fn bounded(number: i128) -> i128 {
    number.clamp(-MOST, MOST)
}

fn yes(holds: bool) -> Value {
    Value::Number(if holds { ONE } else { 0 })
}

impl Expression {
    /// What it comes to.
    pub(crate) fn value(&self, view: &mut View<'_, '_>) -> Value {
        match self {
            Expression::Number(number) => Value::Number(*number),
            Expression::List(items) => {
                Value::List(items.iter().map(|item| item.value(view).number()).collect())
            }
            Expression::Variable(place) => view.variables[*place].clone(),
            Expression::Fact(fact) => Value::Number(view.fact(*fact)),
            Expression::Lookup(asked) => Value::Number(view.asked(asked)),
            Expression::Not(inner) => yes(!inner.value(view).is_yes()),
            Expression::Negative(inner) => Value::Number(-inner.value(view).number()),
            Expression::If(when, then, otherwise) => {
                if when.value(view).is_yes() {
                    then.value(view)
                } else {
                    otherwise.value(view)
                }
            }
            Expression::Two(Binary::And, left, right) => {
                yes(left.value(view).is_yes() && right.value(view).is_yes())
            }
            Expression::Two(Binary::Or, left, right) => {
                yes(left.value(view).is_yes() || right.value(view).is_yes())
            }
            Expression::Two(how, left, right) => {
                let (left, right) = (left.value(view), right.value(view));
                together(*how, left, right)
            }
            Expression::Call(function, arguments) => {
                let values: Vec<Value> = arguments.iter().map(|argument| argument.value(view)).collect();
                called(*function, &values)
            }
        }
    }
}

fn together(how: Binary, left: Value, right: Value) -> Value {
    if let (Value::List(items), Value::List(more)) = (&left, &right) {
        return match how {
            Binary::Plus => Value::List(items.iter().chain(more).copied().collect()),
            Binary::Equal => yes(items == more),
            _ => yes(items != more),
        };
    }
    let (left, right) = (left.number(), right.number());
    let number = |number: i128| Value::Number(bounded(number));
    match how {
        Binary::Equal => yes(left == right),
        Binary::Unequal => yes(left != right),
        Binary::Less => yes(left < right),
        Binary::AtMost => yes(left <= right),
        Binary::More => yes(left > right),
        Binary::AtLeast => yes(left >= right),
        Binary::Plus => number(left + right),
        Binary::Minus => number(left - right),
        Binary::Times => number(left.saturating_mul(right) / ONE),
        // Nothing divided is nothing, so that no coup stops a run.
        Binary::Over if right == 0 => Value::Number(0),
        Binary::Over => number(left.saturating_mul(ONE).div_euclid(right)),
        Binary::Rest if right == 0 => Value::Number(0),
        Binary::Rest => number(left.rem_euclid(right)),
        Binary::And | Binary::Or => Value::Number(0),
    }
}

fn called(function: Function, values: &[Value]) -> Value {
    let list = values.first().map(Value::items).unwrap_or_default();
    let numbers = || values.iter().map(Value::number);
    Value::Number(match function {
        Function::Length => list.len() as i128 * ONE,
        Function::First => list.first().copied().unwrap_or(0),
        Function::Final => list.last().copied().unwrap_or(0),
        Function::Middle => {
            let end = list.len().saturating_sub(1).max(1);
            return Value::List(list.get(1..end).unwrap_or_default().to_vec());
        }
        Function::Sum => bounded(list.iter().sum()),
        Function::Least => numbers().min().unwrap_or(0),
        Function::Most => numbers().max().unwrap_or(0),
        Function::Floor => numbers().next().unwrap_or(0).div_euclid(ONE) * ONE,
        Function::Absolute => numbers().next().unwrap_or(0).abs(),
    })
}
