//! PAR sheets as a document, in numbered parts.

use crate::document::{Block, Document, Mark, Table, altered};
use lab::par::{Measured, Mistake, ParWager, Part, Sheet, Shuffle, StakeEdge};

/// PAR sheets as a document.
pub fn document(sheet: &Sheet, json: &str) -> Document {
    let mut out = Document {
        title: sheet.title.clone(),
        subtitle: sheet.instrument.clone(),
        foot: format!(
            "{}{} · rules SHA-256 {} · JSON SHA-256 {json}",
            sheet.book,
            altered(&sheet.provenance),
            sheet.provenance.sha256
        ),
        date: sheet.date.clone(),
        watermark: sheet.provenance.warning().map(|_| "ALTERED".to_owned()),
        blocks: Vec::new(),
    };
    out.blocks.extend(sheet.provenance.warning().map(Block::Warning));
    identity(sheet, json, &mut out);
    rules(sheet, &mut out);
    assumed(sheet, &mut out);
    wagers(sheet, &mut out);
    bands(sheet, &mut out);
    exposure(sheet, &mut out);
    by_stake(sheet, &mut out);
    depth(sheet, &mut out);
    sensitivity(sheet, &mut out);
    countability(sheet, &mut out);
    simulation(sheet, &mut out);
    shuffle(sheet, &mut out);
    method(sheet, json, &mut out);
    out.heading(1, "14. Prepared, checked, approved");
    out.blocks.push(Block::Signatures(vec![
        "Prepared by, date".into(),
        "Checked by, date".into(),
        "Approved by, date".into(),
    ]));
    out
}

fn percent(share: f64) -> String {
    format!("{:.6} %", share * 100.0)
}

fn identity(sheet: &Sheet, json: &str, out: &mut Document) {
    let provenance = &sheet.provenance;
    let standing = provenance.standing;
    let base = provenance.base.as_ref().map_or(String::new(), |base| format!(", based on {base}"));
    let stated = |value: &Option<String>| value.clone().unwrap_or_else(|| "not stated".into());
    out.heading(1, "1. Identity");
    out.facts(&[
        ("Document number", stated(&sheet.number)),
        ("Date", stated(&sheet.date)),
        ("Book", format!("{} ({standing}{base})", sheet.book)),
        ("Instrument", sheet.instrument.clone()),
        ("Rules, SHA-256", provenance.sha256.clone()),
        ("This document as JSON, SHA-256", json.to_owned()),
        ("Croupier", sheet.build.version.clone()),
        ("Commit", sheet.build.commit.clone()),
        ("Toolchain", sheet.build.toolchain.clone()),
        ("Dependencies, SHA-256", sheet.build.lock_sha256.clone()),
        ("Program, SHA-256", sheet.build.binary_sha256.clone()),
    ]);
    let mut table = Table::of(&["topic", "published", "here", "clauses"]);
    for change in &provenance.changed {
        let [published, here, clauses] =
            [&change.published, &change.here, &change.clauses].map(|list| list.join("; "));
        table.marked(vec![change.topic.clone(), published, here, clauses], Mark::Noted);
    }
    if !table.rows.is_empty() {
        out.text("Where this book says something else than the published one:");
        out.table(table);
    }
}

fn rules(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "2. Rules");
    out.text(format!(
        "The player draws on {}. The banker draws (D) or stands (S) by the banker\u{2019}s own total and the player\u{2019}s third card:",
        sheet.player_draws
    ));
    let heads: Vec<String> = std::iter::once("banker".to_owned())
        .chain(std::iter::once("none".to_owned()))
        .chain((0..10).map(|third| third.to_string()))
        .collect();
    let mut chart = Table::of(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    for (banker, letters) in &sheet.chart {
        chart.row(std::iter::once(banker.clone()).chain(letters.iter().cloned()).collect());
    }
    out.table(chart);
    let mut table = Table::of(&["topic", "what it is about", "the book says", "clauses"]);
    for line in &sheet.rules {
        let mark = if line.assumed { Mark::Noted } else { Mark::None };
        let cells = [&line.topic, &line.about, &line.value, &line.clauses];
        table.marked(cells.map(Clone::clone).to_vec(), mark);
    }
    out.table(table);
    for coup in &sheet.coups {
        out.text(coup.clone());
    }
}

fn assumed(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "3. Assumed values and what rests on them");
    let mut table = Table::of(&["topic", "value", "why"]);
    for of in &sheet.assumed {
        table.marked(vec![of.topic.clone(), of.value.clone(), of.why.clone()], Mark::Noted);
    }
    match table.rows.is_empty() {
        true => out.text("Nothing: every value comes from the instrument."),
        false => {
            out.text("The instrument does not state these. Rows of wagers that rest on them are marked.")
        }
    }
    out.table(table);
}

fn wagers(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "4. Wagers");
    out.text(
        "Every figure is counted over all ordered draws of six cards from a full shoe; nothing was sampled, and nothing was rounded \
         before it was printed. Ways are the draws in which a row decides the wager; returns is its part of what comes back to the \
         patron, stake included. Variance and deviation are of the net of one unit; the volatility index is 1.645 deviations.",
    );
    let mut table = Table::of(&[
        "method",
        "#decks",
        "wager",
        "#house edge",
        "#return",
        "#wins",
        "#variance",
        "#deviation",
        "#volatility",
        "#rarest prize",
        "#once in",
    ]);
    for (part, wager) in all(sheet) {
        table.row(vec![
            part.method.clone(),
            part.decks.to_string(),
            wager.id.clone(),
            percent(wager.edge),
            percent(wager.risk.rtp),
            percent(wager.hit),
            format!("{:.6}", wager.variance),
            format!("{:.6}", wager.deviation),
            format!("{:.6}", wager.risk.volatility),
            wager.risk.rarest_pays.clone(),
            format!("{:.1}", wager.risk.rarest_one_in),
        ]);
    }
    out.table(table);
    for part in &sheet.parts {
        out.heading(2, part.heading());
        out.text(format!(
            "Method: {}. Decks: {}. Ordered draws of six cards: {}.",
            part.method_basis, part.decks_basis, part.draws
        ));
        for wager in &part.wagers {
            rows(wager, out);
        }
    }
}

fn all(sheet: &Sheet) -> impl Iterator<Item = (&Part, &ParWager)> {
    sheet.parts.iter().flat_map(|part| part.wagers.iter().map(move |wager| (part, wager)))
}

fn rows(wager: &ParWager, out: &mut Document) {
    out.heading(3, format!("{} ({})", wager.name, wager.id));
    let mut table = Table::of(&[
        "result",
        "row",
        "when",
        "#pays",
        "#ways",
        "exactly",
        "#probability",
        "#returns",
        "clauses",
    ]);
    for row in &wager.rows {
        let mark = if row.assumed { Mark::Noted } else { Mark::None };
        table.marked(
            vec![
                row.result.to_owned(),
                row.name.clone(),
                row.when.clone(),
                row.pays.clone(),
                row.ways.to_string(),
                row.exact.clone(),
                format!("{:.12}", row.probability),
                percent(row.returns),
                row.basis.clone(),
            ],
            mark,
        );
    }
    out.table(table);
    out.text(wager.summary());
}

fn bands(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "5. Bands of the return");
    out.text(
        "Between these shares of what was staked the return to patrons lies with the confidence given, for one unit on every coup. Where \
         a wager has one prize and fewer than 30 wins are expected, the band is exact (binomial); elsewhere it is the return plus and \
         minus so many deviations over the square root of the coups.",
    );
    for part in &sheet.parts {
        out.heading(2, part.heading());
        let mut table = Table::of(&[
            "wager",
            "#coups",
            "#90 % from",
            "#to",
            "#95 % from",
            "#to",
            "#99 % from",
            "#to",
            "how",
        ]);
        for wager in &part.wagers {
            for at in wager.risk.bands.chunks(3) {
                let Some(first) = at.first() else { continue };
                let mut cells = vec![wager.id.clone(), first.coups.to_string()];
                for band in at {
                    cells.extend([band.low, band.high].map(|share| format!("{:.4} %", share * 100.0)));
                }
                cells.push(first.how.to_owned());
                table.row(cells);
            }
        }
        out.table(table);
    }
}

fn exposure(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "6. Largest payout and exposure at the limits");
    for part in methods(sheet) {
        let of = &part.exposure;
        out.heading(2, format!("{} method", part.method));
        out.text(format!(
            "With up to {} on each wager: one patron wins at most {} on one coup ({}; wagers {}), over every outcome and every combination \
             that the book allows one person. With {} boxes at most {}, before the table\u{2019}s differential.",
            of.most,
            of.patron,
            of.patron_outcome,
            of.patron_wagers.join(", "),
            of.boxes,
            of.table
        ));
        let mut table = Table::of(&["wager", "#wins at most"]);
        for (wager, most) in &of.wagers {
            table.row(vec![wager.clone(), most.clone()]);
        }
        out.table(table);
    }
}

/// The part of each method with the most decks.
fn methods(sheet: &Sheet) -> impl Iterator<Item = &Part> {
    let is_last =
        |nth: usize| sheet.parts.get(nth + 1).is_none_or(|next| next.method != sheet.parts[nth].method);
    sheet.parts.iter().enumerate().filter(move |(nth, _)| is_last(*nth)).map(|(_, part)| part)
}

fn by_stake(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "7. Edge by stake where chips round");
    let mut table = Table::of(&["method", "#decks", "wager", "#stakes from", "#to", "#house edge"]);
    for (part, wager) in all(sheet) {
        // Stakes in a row with one edge are one step.
        let is_one_step = |a: &StakeEdge, b: &StakeEdge| match a.refused || b.refused {
            true => a.refused == b.refused,
            false => (a.edge - b.edge).abs() < 1e-12,
        };
        for step in wager.by_stake.chunk_by(is_one_step) {
            let (Some(first), Some(last)) = (step.first(), step.last()) else { continue };
            let edge = if first.refused { "refused".to_owned() } else { percent(first.edge) };
            table.row(vec![
                part.method.clone(),
                part.decks.to_string(),
                wager.id.clone(),
                first.stake.to_string(),
                last.stake.to_string(),
                edge,
            ]);
        }
    }
    out.text(match table.rows.is_empty() {
        true => format!("Chips of {} pay every stake exactly.", sheet.chips),
        false => format!(
            "For chips of {}. Wagers that are not listed are paid exactly at every stake.",
            sheet.chips
        ),
    });
    out.table(table);
}

fn depth(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "8. By depth of the shoe");
    out.text(
        "The mean of a coup does not move with the depth: before any card is seen, every coup of the shoe has the odds of the first. What \
         moves is how far the odds of the cards that are left scatter, so the share of coups on which the patron has the edge grows towards \
         the end (part 10). The cutting card has a small effect on the mean over a shoe, because coups of few cards let more coups be \
         dealt: it stands here as it was measured.",
    );
    let mut table = Table::of(&[
        "method",
        "#decks",
        "wager",
        "#hold measured",
        "#95 % from",
        "#to",
        "#exact on a full shoe",
        "#z",
    ]);
    for (run, of) in sheet.measured.iter().flat_map(|run| run.holds.iter().map(move |of| (run, of))) {
        table.row(vec![
            run.method.clone(),
            run.decks.to_string(),
            of.wager.clone(),
            percent(of.hold),
            percent(of.low),
            percent(of.high),
            of.exact.map_or("–".into(), percent),
            format!("{:+.2}", of.z),
        ]);
    }
    out.table(table);
    if sheet.measured.iter().all(|run| run.by_depth.is_empty()) {
        return;
    }
    out.text(
        "The house edge before a coup, by the exact odds of all cards that nobody has seen, after so many cards: its mean over the coups \
         that began there, how far it scatters from coup to coup, and on what share of them the patron had the edge.",
    );
    let mut table = Table::of(&[
        "method",
        "wager",
        "#cards out",
        "#coups",
        "#mean edge",
        "#deviation",
        "#patron has the edge",
    ]);
    for (run, of) in sheet.measured.iter().flat_map(|run| run.by_depth.iter().map(move |of| (run, of))) {
        table.row(vec![
            run.method.clone(),
            of.wager.clone(),
            of.cards_out.to_string(),
            of.coups.to_string(),
            percent(of.edge),
            percent(of.deviation),
            format!("{:.4} %", of.favourable * 100.0),
        ]);
    }
    out.table(table);
}

fn sensitivity(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "9. Sensitivity");
    out.text(
        "By how much the house edge changes, in per cent of the stake: if the row that wins most often pays one unit more (and by as much \
         the other way if it pays one less); if one card is missing from the shoe, the one that helps patrons most; if one cell of the \
         banker\u{2019}s chart is always misdealt, the one that helps patrons most. Other numbers of decks stand in part 4. Where one count of \
         a wager\u{2019}s odds takes longer than a twentieth of a second, the last two are not worked out.",
    );
    let mut table = Table::of(&[
        "method",
        "#decks",
        "wager",
        "row",
        "#pays 1 more",
        "missing card",
        "#change",
        "cell misdealt",
        "#change",
    ]);
    let what = |of: &Option<Mistake>| of.as_ref().map_or("not worked out".to_owned(), |of| of.what.clone());
    let change = |of: &Option<Mistake>| {
        of.as_ref().map_or("–".to_owned(), |of| format!("{:+.6}", of.change * 100.0))
    };
    for (part, of) in sheet.parts.iter().flat_map(|part| part.sensitivity.iter().map(move |of| (part, of))) {
        table.row(vec![
            part.method.clone(),
            part.decks.to_string(),
            of.wager.clone(),
            of.pay_row.clone(),
            format!("{:+.6}", -of.pay_change * 100.0),
            what(&of.missing_card),
            change(&of.missing_card),
            what(&of.chart_cell),
            change(&of.chart_cell),
        ]);
    }
    out.table(table);
}

fn countability(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "10. Countability");
    let shoes: u64 = sheet.measured.iter().map(|run| run.counted_shoes).max().unwrap_or(0);
    out.text(format!(
        "What one unit on every coup on which the patron has the edge is worth in a shoe, by cards behind the cutting card, from the exact \
         odds of all cards not seen, over {shoes} shoes. The linear count adds a fixed number for each card seen and bets from the \
         count on that pays best on other shoes: what is best on one half of the shoes is scored on the other half."
    ));
    let mut table = Table::of(&[
        "method",
        "wager",
        "#cards behind",
        "#coups with the edge",
        "#perfect count",
        "#95 % +/-",
        "#linear count",
    ]);
    let listed = sheet.measured.iter().flat_map(|run| run.counted.iter().map(move |of| (run, of)));
    for (run, of) in listed {
        table.row(vec![
            run.method.clone(),
            of.wager.clone(),
            of.from_back.to_string(),
            format!("{:.4} %", of.favourable * 100.0),
            format!("{:.6}", of.perfect),
            format!("{:.6}", of.error),
            format!("{:.6}", of.linear),
        ]);
    }
    out.table(table);
    for run in sheet.measured.iter().filter(|run| !run.not_counted.is_empty()) {
        out.text(format!(
            "{} method: not counted, as their odds take too long: {}.",
            run.method,
            run.not_counted.join(", ")
        ));
    }
}

fn simulation(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "11. Simulation against the odds");
    for run in &sheet.measured {
        run_of(run, out);
    }
    if sheet.measured.is_empty() {
        out.text("No shoe was simulated for this document.");
    }
}

fn run_of(run: &Measured, out: &mut Document) {
    out.heading(2, format!("{} method, {} decks", run.method, run.decks));
    out.text(format!(
        "Seed {}: {} shoes, {} coups{}. z is how many deviations a row came more often than it was to; chi-square sums the rows of a wager.",
        run.seed,
        run.shoes,
        run.coups,
        run.from_back.map_or(String::new(), |cards| format!(", {cards} cards behind the cutting card")),
    ));
    let mut table = Table::of(&["wager", "row", "#times", "#expected", "#z"]);
    for row in &run.rows {
        table.row(vec![
            row.wager.clone(),
            row.row.clone(),
            row.times.to_string(),
            format!("{:.1}", row.expected),
            format!("{:+.3}", row.z),
        ]);
    }
    out.table(table);
    let mut table = Table::of(&["wager", "#chi-square", "#degrees of freedom"]);
    for of in &run.holds {
        table.row(vec![of.wager.clone(), format!("{:.3}", of.chi_square), of.freedom.to_string()]);
    }
    out.table(table);
}

fn shuffle(sheet: &Sheet, out: &mut Document) {
    out.heading(1, "12. Shuffle");
    out.text(
        "Simulated shoes are shuffled by Fisher and Yates from a stream of ChaCha8 for each shoe: words of 16 bits, each scaled to the cards \
         left and rejected where that would not be fair (Lemire), so every order is as likely as any other. Sealed shoes of a house use \
         ChaCha20 with keys of the operating system; docs/sealed-shoe.md has the algorithm and test vectors, and `croupier shoe evidence` the \
         battery of tests with the rate at which it raises a false alarm. That battery also reads shoes of other shufflers.",
    );
    if let Some(shuffle) = &sheet.shuffle {
        battery(shuffle, out);
    }
}

fn battery(of: &Shuffle, out: &mut Document) {
    out.facts(&[
        ("Shoe 0 of the seed", format!("seed {}, {} decks: {}", of.seed, of.decks, of.shoe_0)),
        ("The same text, SHA-256", of.shoe_0_sha256.clone()),
    ]);
    let verdict = if of.fair { "Nothing is out of the ordinary." } else { "THE SHUFFLE IS FOUND WRONG." };
    out.text(format!(
        "{} shoes of that seed, {} tests. A perfect shuffle is found wrong in at most one run of {:.0}, all tests together. {verdict}",
        of.shoes,
        of.tests,
        1.0 / of.false_alarm
    ));
    let mut table = Table::of(&["tests", "#how many", "most surprising", "#by itself", "#of all tests"]);
    for group in &of.groups {
        table.row(vec![
            format!("{}: {}", group.name, group.about),
            group.tests.to_string(),
            group.worst.clone(),
            format!("{:.4}", group.p),
            format!("{:.4}", group.corrected_p),
        ]);
    }
    out.table(table);
}

fn method(sheet: &Sheet, json: &str, out: &mut Document) {
    out.heading(1, "13. Method and how to make this document again");
    out.text(
        "A coup takes at most six cards, so every probability is a count of ordered draws of six, as whole numbers, divided by all such draws. \
         Wagers on totals are counted by a closed form over the ten card values, wagers on pairs by one over ranks and suits, and wagers on \
         both by the joint count; where two ways apply they are compared. A plain enumeration and a second program in Python, written apart, \
         count the same in the tests; and part 11 holds the counts against dealt shoes.",
    );
    out.facts(&[("Command", sheet.command.clone()), ("JSON, SHA-256", json.to_owned())]);
}
