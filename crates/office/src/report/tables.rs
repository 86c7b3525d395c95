//! The table report: what was bet and what came of it, by wager and by patron, and every ruling.

use super::balance;
use super::dealers::hold;
use super::gather::Gathered;
use super::sheet::{Cell, Sheet};
use accounts::Meter;

fn meter(meter: &Meter) -> [Cell; 9] {
    [
        Cell::Count(meter.settled),
        Cell::Count(meter.won),
        Cell::Count(meter.lost),
        Cell::Count(meter.stood_off),
        Cell::Money(meter.staked),
        Cell::Money(meter.collected),
        Cell::Money(meter.paid),
        Cell::Money(meter.commission),
        Cell::Money(meter.win()),
    ]
}

fn wagers(all: &[Gathered]) -> Sheet {
    let columns = [
        "table",
        "wager",
        "settled",
        "won",
        "lost",
        "stood_off",
        "staked",
        "collected",
        "paid",
        "commission",
        "win",
    ];
    let mut sheet = Sheet::new("wagers", &columns);
    for of in all {
        let named = of.meters.wagers.iter().map(|(wager, meter)| (wager.to_string(), meter));
        let all = (!of.meters.wagers.is_empty()).then(|| ("all".to_owned(), &of.meters.all));
        for (wager, wagered) in named.chain(all) {
            sheet
                .rows
                .push([Cell::text(&of.id), Cell::text(wager)].into_iter().chain(meter(wagered)).collect());
        }
    }
    sheet
}

fn patrons(all: &[Gathered]) -> Sheet {
    let columns = [
        "table",
        "patron",
        "bought_in",
        "settled",
        "won",
        "lost",
        "stood_off",
        "staked",
        "collected",
        "paid",
        "commission",
        "win",
        "hold",
        "win_due",
    ];
    let mut sheet = Sheet::new("patrons", &columns);
    for of in all {
        let played = of.meters.patrons.keys().map(|name| of.by_patron.get(name));
        for ((name, patron), due) in of.meters.patrons.iter().zip(of.due(played)) {
            let who = [Cell::text(&of.id), Cell::text(name), Cell::Money(patron.bought_in)];
            let theirs = [Cell::of(hold(patron.wagers.win(), patron.bought_in), Cell::Percent), due];
            sheet.rows.push(who.into_iter().chain(meter(&patron.wagers)).chain(theirs).collect());
        }
    }
    sheet
}

/// Every ruling, decision and correction.
pub fn rulings(all: &[Gathered]) -> Sheet {
    let columns = ["table", "sequence", "at", "coup", "message", "clauses", "by", "role", "dealer"];
    let mut sheet = Sheet::new("rulings", &columns);
    for (of, ruling) in all.iter().flat_map(|of| of.rulings.iter().map(move |ruling| (of, ruling))) {
        let clauses: Vec<String> = ruling.clauses.iter().map(ToString::to_string).collect();
        sheet.rows.push(vec![
            Cell::text(&of.id),
            Cell::count(ruling.sequence),
            Cell::Time(ruling.at),
            Cell::of(ruling.coup, Cell::count),
            Cell::text(&ruling.message),
            Cell::Text(clauses.join(", ")),
            Cell::text(&ruling.by.name),
            Cell::text(ruling.by.role),
            Cell::of(ruling.dealer.as_ref(), Cell::text),
        ]);
    }
    sheet
}

/// The sheets of a table report.
pub fn sheets(all: &[Gathered]) -> Vec<Sheet> {
    vec![
        balance::statement(all),
        wagers(all),
        patrons(all),
        rulings(all),
        balance::money(all),
        balance::duty(all),
    ]
}
