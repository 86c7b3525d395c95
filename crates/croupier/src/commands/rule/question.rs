//! "What happened?": asked when the situation says only how far play had come.

use super::{Described, RuleArgs, asked, order, seen};
use crate::failure::Failure;
use crate::screen::Screen;
use crate::screen::answers::Answers;
use crate::sitting::scene::Scene;
use lab::Provenance;
use table::state::Phase;
use table::{Asks, Possible, Report};

/// Lists what may have happened there, and asks where somebody can answer; nothing if nobody does.
pub fn ask(table: &mut Described, args: &RuleArgs, screen: &Screen) -> Result<Option<Report>, Failure> {
    let offered = offered(table)?;
    if args.json {
        let provenance = Provenance::of(&table.book);
        let json =
            serde_json::json!({ "book": table.book.id, "provenance": provenance, "possible": offered });
        screen.write(&format!("{json:#}\n"))?;
        return Ok(None);
    }
    let mut answers = Answers::of_stdin(false);
    screen.write(&page(table, &offered, screen))?;
    if !answers.are_keyed() {
        let foot = screen.foot(&Provenance::of(&table.book));
        screen.write(&format!("To ask of one of them, add what stands beside it.\n{foot}"))?;
        return Ok(None);
    }
    let number = |line: &str| {
        let nth = line.parse::<usize>().ok().filter(|nth| (1..=offered.len()).contains(nth));
        nth.ok_or_else(|| {
            Failure::usage(format!("found `{line}`; allowed is a number from 1 to {}", offered.len()))
        })
    };
    let Some(nth) = asked(&mut answers, "What happened? (number)", number)? else { return Ok(None) };
    complete(&offered[nth - 1], &mut answers)
}

/// Asks for what a report still lacks.
fn complete(possible: &Possible, answers: &mut Answers) -> Result<Option<Report>, Failure> {
    let report = possible.report.clone();
    Ok(match possible.asks {
        Asks::Nothing | Asks::Coup => Some(report),
        Asks::Card => {
            let card = |line: &str| line.parse().map_err(|error| Failure::usage(format!("{error}")));
            asked(answers, "Which card? (5H)", card)?.map(|card| report.about_card(Some(card)))
        }
        Asks::CardIfSeen => {
            let card = asked(answers, "Which card? (5H, or down if nobody saw it)", seen)?;
            card.map(|card| report.about_card(card))
        }
        Asks::Order => {
            let cards = asked(answers, "All its cards, in the order they came? (6H 3D KC KS)", order)?;
            cards.map(|cards| report.in_order(cards))
        }
        Asks::Reason => {
            let why = asked(answers, "Why?", |line| match line.is_empty() {
                true => Err(Failure::usage("a ground is needed")),
                false => Ok(line.to_owned()),
            })?;
            why.map(|why| report.because(why))
        }
    })
}

/// What may have happened at the point described: right after the last card, or once the hands lie open.
fn offered(table: &mut Described) -> Result<Vec<Possible>, Failure> {
    let late = table.place.ended && table.place.cards.is_empty();
    let mut scene = table.play(late)?;
    let mut all = scene.sitting.table.possible_reports();
    let mut add = |scene: &Scene| {
        for possible in scene.sitting.table.possible_reports() {
            if !all.iter().any(|known| known.words == possible.words) {
                all.push(possible);
            }
        }
    };
    if matches!(scene.sitting.table.state().phase, Phase::Coup(_)) {
        scene.settle_down()?;
        add(&scene);
    }
    if table.place.cards.is_empty() {
        let mut making_ready = Scene::open(table.book.clone(), table.settings.clone(), 1)?;
        while making_ready.ready_step()?.is_some() {
            add(&making_ready);
        }
    }
    Ok(all)
}

fn page(table: &Described, offered: &[Possible], screen: &Screen) -> String {
    let mut list = screen.bare_table(&["", "what happened", "ask with"]);
    for (nth, possible) in (1..).zip(offered) {
        let silent = if possible.ruled { "" } else { " (the book does not say what follows)" };
        list.add_row(vec![
            screen.number(nth),
            screen.plain(format!("{}{silent}", possible.words)),
            screen.plain(flag(possible)),
        ]);
    }
    let heading = screen.heading(&format!("{}: what may have gone wrong there", table.book.name));
    format!("{heading}\n{}", screen.text_of(&list))
}

/// How the same is asked on the command line.
fn flag(possible: &Possible) -> String {
    match &possible.report {
        Report::Misdealt { to: Some(to), .. } => {
            format!("--misdealt \"CARD to {}\"", crate::sitting::story::side_name(*to).to_lowercase())
        }
        Report::Misdealt { to: None, .. } => "--in-excess CARD".to_owned(),
        Report::FaceUp { .. } => "--face-up CARD".to_owned(),
        Report::OutOfSequence { doubt: true, .. } => "--order CARDS --in-doubt".to_owned(),
        Report::OutOfSequence { doubt: false, .. } => "--order CARDS".to_owned(),
        Report::Claimed { .. } => "--order CARDS".to_owned(),
        Report::SettledShort | Report::ThirdCardForgotten => "--found cards-out-of-sequence".to_owned(),
        Report::SettledBy { .. } => "--found wrong-method".to_owned(),
        Report::Earlier { .. } => "--later".to_owned(),
        Report::LimitsBroken { .. } => "--limits-broken".to_owned(),
        Report::WronglyBurnt { .. } => "--wrongly-burnt CARD".to_owned(),
        Report::Foreign { .. } => "--foreign CARD".to_owned(),
        Report::PassedTo { .. } => "--found delivered-without-wager".to_owned(),
        Report::Miskeyed { .. } => "--found card-miskeyed".to_owned(),
        Report::WagerMiskeyed { .. } | Report::WagerFound { .. } | Report::WagerAccepted { .. } => {
            "--found wager-miskeyed".to_owned()
        }
        Report::WagerInvalid { .. } => "--found invalid-wager".to_owned(),
        Report::WronglyPaid { .. } => "--found wrong-payment".to_owned(),
        Report::Exposed { .. } => "--found card-exposed".to_owned(),
        Report::Found { irregularity, .. } if possible.asks == Asks::Reason => {
            format!("--found {irregularity} --because REASON")
        }
        Report::Found { irregularity, .. } => format!("--found {irregularity}"),
    }
}
