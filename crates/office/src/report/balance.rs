//! The shift report: the money of every table, from the float it began with to the float it ended with, to the chip.

use super::gather::{Gathered, MoneyMoved};
use super::sheet::{Cell, Sheet};
use accounts::Meter;
use baccarat::chips::Money;
use baccarat::wager::WagerId;

/// The float that must be there: what it began with, and everything that moved it.
fn due(of: &Gathered) -> Money {
    let win = &of.win;
    win.opening + win.fills - win.credits - win.drop + win.made_of()
}

/// The last count of the float.
fn last_count(of: &Gathered) -> Option<(Money, Money)> {
    let mut counts = of.money.iter().rev().filter_map(|moved| Some((moved.amount, moved.expected?)));
    counts.next()
}

fn difference(moved: &MoneyMoved) -> Option<Money> {
    moved.expected.map(|expected| moved.amount - expected)
}

/// Is the money of a table in balance? Accounts and table agree after every event, the sums meet, and every count found what it should.
pub fn holds(of: &Gathered) -> bool {
    let counted = of.money.iter().filter_map(difference).all(|difference| difference == Money(0));
    of.fault.is_none() && due(of) == of.win.closing && of.win.win() == of.win.made_of() && counted
}

/// The lines of the statement. From `opening` to `corrections` they add up to `due`.
const LINES: [&str; 36] = [
    "table",
    "name",
    "book",
    "opening",
    "fills",
    "credits",
    "drop",
    "from_wagers",
    "from_play",
    "forfeited",
    "remainders",
    "open_items",
    "disputes",
    "corrections",
    "due",
    "closing",
    "unexplained",
    "counted",
    "expected",
    "difference",
    "win",
    "hold",
    "staked",
    "win_due",
    "commission",
    "left_owed",
    "vouchers",
    "tokens_back",
    "hands_before",
    "hands_after",
    "layout_before",
    "layout_after",
    "coups",
    "no_bet",
    "void",
    "balances",
];

/// What the house was due to win on what was staked, by the exact odds.
fn due_by_odds(of: &Gathered) -> Option<Money> {
    let edges = of.edges.as_ref()?;
    let of_wager = |(wager, meter): (&WagerId, &Meter)| {
        meter.staked.0 as f64 * edges.get(wager).copied().unwrap_or_default()
    };
    Some(Money(of.meters.wagers.iter().map(of_wager).sum::<f64>().round() as i64))
}

/// What winners were left owed because no chips moved for it, less what losers owe: with it the wagers' win is what the float has.
fn left_owed(of: &Gathered) -> Money {
    of.win.from_wagers - of.meters.all.win()
}

fn row(of: &Gathered) -> Vec<Cell> {
    let (win, meters) = (&of.win, &of.meters);
    let (before, after) = of.elsewhere;
    let counted = last_count(of);
    let money = Cell::Money;
    vec![
        Cell::text(&of.id),
        Cell::text(&of.name),
        Cell::text(&of.book),
        money(win.opening),
        money(win.fills),
        money(-win.credits),
        money(-win.drop),
        money(win.from_wagers),
        money(win.from_play),
        money(win.forfeited),
        money(-win.remainders),
        money(win.open_items),
        money(win.disputes),
        money(win.corrections),
        money(due(of)),
        money(win.closing),
        money(win.closing - due(of)),
        Cell::of(counted, |(counted, _)| money(counted)),
        Cell::of(counted, |(_, expected)| money(expected)),
        Cell::of(counted, |(counted, expected)| money(counted - expected)),
        money(win.win()),
        Cell::of(win.hold(), Cell::Percent),
        money(meters.all.staked),
        Cell::of(due_by_odds(of), money),
        money(win.commission),
        money(left_owed(of)),
        money(win.vouchers),
        money(win.tokens_back),
        money(before.hands),
        money(after.hands),
        money(before.layout),
        money(after.layout),
        Cell::count(meters.coups),
        Cell::count(meters.no_bet_coups),
        Cell::count(meters.void_coups),
        Cell::Yes(holds(of)),
    ]
}

/// All tables together: amounts and counts are added up, and it is in balance if all are.
fn total(rows: &[Vec<Cell>]) -> Vec<Cell> {
    let hold = |win: i64, drop: i64| (drop != 0).then(|| win.saturating_mul(10_000) / drop);
    let sum = |place: usize| {
        let mut cells = rows.iter().map(|row| &row[place]);
        let amounts = rows.iter().filter_map(|row| match row[place] {
            Cell::Money(amount) => Some(amount.0),
            Cell::Count(count) => Some(count),
            _ => None,
        });
        let amount: i64 = amounts.sum();
        match rows.first().map(|row| &row[place]) {
            Some(Cell::Count(_)) => Cell::Count(amount),
            Some(Cell::Yes(_)) => Cell::Yes(cells.all(|cell| *cell == Cell::Yes(true))),
            _ if rows.iter().any(|row| matches!(row[place], Cell::Money(_))) => Cell::Money(Money(amount)),
            _ => Cell::Nothing,
        }
    };
    let mut all: Vec<Cell> = (0..LINES.len()).map(sum).collect();
    let place = |line: &str| LINES.iter().position(|known| *known == line).unwrap_or_default();
    all[0] = Cell::text("all");
    if let (Cell::Money(win), Cell::Money(drop)) = (&all[place("win")], &all[place("drop")]) {
        let hold = hold(win.0, -drop.0);
        all[place("hold")] = Cell::of(hold, Cell::Percent);
    }
    all
}

/// The statement of every table, and of all together.
pub fn statement(all: &[Gathered]) -> Sheet {
    let mut sheet = Sheet { statement: true, ..Sheet::new("balance", &LINES) };
    sheet.rows = all.iter().map(row).collect();
    if all.len() > 1 {
        sheet.rows.push(total(&sheet.rows));
    }
    sheet
}

/// Everything that moved or counted the house's money.
pub fn money(all: &[Gathered]) -> Sheet {
    let columns =
        ["table", "sequence", "at", "what", "amount", "expected", "difference", "by", "role", "signed"];
    let mut sheet = Sheet::new("money", &columns);
    for (of, moved) in all.iter().flat_map(|of| of.money.iter().map(move |moved| (of, moved))) {
        sheet.rows.push(vec![
            Cell::text(&of.id),
            Cell::count(moved.sequence),
            Cell::Time(moved.at),
            Cell::text(moved.what),
            Cell::Money(moved.amount),
            Cell::of(moved.expected, Cell::Money),
            Cell::of(difference(moved), Cell::Money),
            Cell::text(&moved.by.name),
            Cell::text(moved.by.role),
            Cell::of(moved.signed.as_ref(), Cell::text),
        ]);
    }
    sheet
}

/// What does not add up, in words.
fn differences(all: &[Gathered]) -> Sheet {
    let mut sheet = Sheet::new("differences", &["table", "sequence", "message"]);
    let mut tell = |of: &Gathered, sequence: Option<u64>, message: String| {
        sheet.rows.push(vec![Cell::text(&of.id), Cell::of(sequence, Cell::count), Cell::Text(message)]);
    };
    for of in all {
        if let Some(fault) = &of.fault {
            tell(of, None, format!("the log cannot be followed further: {fault}"));
        }
        if due(of) != of.win.closing {
            tell(of, None, format!("the float should be {} and is {}", due(of), of.win.closing));
        }
        for moved in of.money.iter() {
            if let Some(difference) = difference(moved).filter(|difference| *difference != Money(0)) {
                let message = if difference.0 < 0 { "short" } else { "over" };
                let amount = Money(difference.0.saturating_abs());
                tell(of, Some(moved.sequence), format!("the count was {message} by {amount}"));
            }
        }
    }
    sheet
}

/// Who was on duty, and from when to when.
pub fn duty(all: &[Gathered]) -> Sheet {
    let mut sheet = Sheet::new("duty", &["table", "name", "role", "from", "to"]);
    for (of, duty) in all.iter().flat_map(|of| of.duty.iter().map(move |duty| (of, duty))) {
        sheet.rows.push(vec![
            Cell::text(&of.id),
            Cell::text(&duty.name),
            Cell::text(duty.role),
            Cell::Time(duty.from),
            Cell::of(duty.to, Cell::Time),
        ]);
    }
    sheet
}

/// The sheets of a shift report.
pub fn sheets(all: &[Gathered]) -> Vec<Sheet> {
    vec![statement(all), differences(all), money(all), super::tables::rulings(all), duty(all)]
}
