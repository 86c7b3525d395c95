//! `croupier log report`: meters and the win of the shift.

use super::TableOf;
use super::source::Source;
use crate::arguments::number::whole;
use crate::failure::Failure;
use crate::screen::Screen;
use accounts::{Meter, Meters, WinReport};
use archive::ArchiveFault;
use clap::Args;

/// Of which table.
#[derive(Args)]
pub struct ReportArgs {
    #[command(flatten)]
    of: TableOf,
    /// The shift begins after this event; at the opening if not given
    #[arg(long, value_name = "SEQUENCE", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    since: Option<u64>,
    /// The shift ends with this event; with the last one if not given
    #[arg(long, value_name = "SEQUENCE", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    at: Option<u64>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &ReportArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let bound = source.book_of(&stream, args.of.book.as_deref())?;
    let (meters, shift) = match args.since {
        None => {
            let walk = source.walk(&stream, bound.book, args.at, |_, _| Ok(()))?;
            (walk.meters, walk.shift)
        }
        Some(since) if args.at.is_some_and(|at| at < since) => {
            return Err(Failure::usage(format!("a shift that begins after event {since} ends after it too")));
        }
        Some(since) => {
            let mut begun = source.walk(&stream, bound.book.clone(), Some(since), |_, _| Ok(()))?;
            begun.meters = Meters::default();
            begun.shift = WinReport::since(&begun.accounts);
            let rest = since.saturating_add(1)..=args.at.unwrap_or(u64::MAX);
            let archive = source.archive();
            let came = archive.walk_on(&stream, &mut begun, rest, |_, _| Ok::<_, Failure>(()));
            let came = source.block_on(came)?.unwrap_or(since);
            if let Some(asked) = args.at.filter(|at| came < *at) {
                return Err(ArchiveFault::NoEvent { stream, asked, last: came }.into());
            }
            (begun.meters, begun.shift)
        }
    };
    if args.json {
        let report = serde_json::json!({
            "table": stream.name(), "win": shift.win(), "hold": shift.hold(), "shift": shift, "meters": meters,
        });
        screen.write(&format!("{report:#}\n"))?;
        return Ok(());
    }
    let mut text = format!("{}\n", screen.heading(&format!("The shift of {}", stream.name())));
    text.push_str(&win(&shift));
    text.push_str(&format!(
        "\n{}\n",
        screen.heading(&format!(
            "{} coups, {} of them without wagers, {} void",
            meters.coups, meters.no_bet_coups, meters.void_coups
        ))
    ));
    text.push_str(&wagers(&meters, screen));
    screen.write(&text)?;
    Ok(())
}

fn win(shift: &WinReport) -> String {
    let hold = match shift.hold() {
        Some(hold) => {
            let sign = if hold < 0 { "-" } else { "" };
            format!(", {sign}{}.{:02}% of the drop", hold.abs() / 100, hold.abs() % 100)
        }
        None => String::new(),
    };
    let mut lines = vec![
        format!("  closing float     {:>14}", shift.closing),
        format!("  + credits         {:>14}", shift.credits),
        format!("  + drop            {:>14}", shift.drop),
        format!("  - opening float   {:>14}", shift.opening),
        format!("  - fills           {:>14}", shift.fills),
        format!("  = win             {:>14}{hold}", shift.win()),
        format!("    from wagers     {:>14}", shift.from_wagers),
    ];
    let others = [
        ("from play", shift.from_play),
        ("forfeited", shift.forfeited),
        ("remainders", baccarat::chips::Money(-shift.remainders.0)),
        ("open items", shift.open_items),
        ("disputes", shift.disputes),
    ];
    for (name, amount) in others.iter().filter(|(_, amount)| amount.0 != 0) {
        lines.push(format!("    {name:<15} {amount:>14}"));
    }
    lines.push(format!("  commission kept   {:>14}", shift.commission));
    if shift.vouchers.0 != 0 || shift.tokens_back.0 != 0 {
        lines.push(format!("  vouchers          {:>14}", shift.vouchers));
        lines.push(format!("  tokens back       {:>14}", shift.tokens_back));
    }
    for count in &shift.counts {
        lines.push(format!("  counted {}, {} by the log", count.counted, count.expected));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn wagers(meters: &Meters, screen: &Screen) -> String {
    let headings =
        ["", "settled", "won", "lost", "stood off", "staked", "collected", "paid", "commission", "win"];
    let mut table = screen.table(&headings);
    let mut add = |name: String, meter: &Meter| {
        let counts = [meter.settled, meter.won, meter.lost, meter.stood_off];
        let money = [meter.staked, meter.collected, meter.paid, meter.commission, meter.win()];
        let mut row = vec![screen.plain(name)];
        row.extend(counts.iter().map(|count| screen.number(count)));
        row.extend(money.iter().map(|amount| screen.number(amount)));
        table.add_row(row);
    };
    for (wager, meter) in &meters.wagers {
        add(wager.to_string(), meter);
    }
    for (name, meter) in &meters.patrons {
        add(format!("{name}, who bought in for {}", meter.bought_in), &meter.wagers);
    }
    add("all".to_owned(), &meters.all);
    screen.text_of(&table)
}
