//! Several wagers by one person: the exact distribution of the net result.

use super::OddsArgs;
use super::report::{assumed_note, heading, percent};
use crate::failure::Failure;
use crate::screen::Screen;
use baccarat::chips::Money;
use lab::Exact;
use lab::odds::Question;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The distribution as a table or JSON.
pub fn message(
    question: &Question,
    placed: &str,
    args: &OddsArgs,
    screen: &Screen,
) -> Result<String, Failure> {
    let answer = question.together(placed, args.chips.as_ref())?;
    if args.json {
        return Ok(lab::json(&answer)?);
    }
    let mut table = screen.table(&["net", "probability", "exactly"]);
    for result in &answer.results {
        table.add_row(vec![
            screen.number(money(&result.net)),
            screen.number(percent(&result.probability)),
            screen.plain(&result.probability),
        ]);
    }
    Ok(format!(
        "{}\n{}{placed}, placed by one person\n{}expected net {:.4}, exactly {}; deviation {:.4}\n{}{}",
        heading(question, args, screen),
        screen.altered(&answer.head.provenance),
        screen.text_of(&table),
        answer.ev.to_f64(),
        answer.ev,
        answer.sd,
        assumed_note(args, &answer.head.assumed, screen),
        screen.foot(&answer.head.provenance)
    ))
}

/// To the hundredth where it is whole in hundredths; otherwise the exact fraction.
fn money(amount: &Exact) -> String {
    let units = &amount.0 * BigRational::from_integer(Money::UNITS.into());
    let units = units.is_integer().then(|| units.to_integer().to_i64()).flatten();
    units.map_or_else(|| amount.to_string(), |units| Money(units).to_string())
}
