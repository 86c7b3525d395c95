//! A shuffling device that fails: every path that the book opens, played at a table.

use super::Described;
use crate::commands::deal::line;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::sitting::Happened;
use crate::sitting::scene::Scene;
use crate::sitting::story::{self, Message, Tone};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::TransferCondition;
use lab::Provenance;
use std::sync::Arc;
use table::driver::patron;
use table::state::Phase;
use table::{Act, Citation, Due, bets, trouble};

/// What this is called on the command line.
pub const NAME: &str = "device-failed";

/// The same in words.
pub const WORDS: &str = "The shuffling device fails";

/// How many steps a path takes at most; far above what one needs.
const MOST_STEPS: usize = 100;

/// The reason that is given where the book asks for one.
const WHY: &str = "the rule was looked up";

/// Everything that may follow.
pub struct Paths {
    book: Arc<Book>,
    /// None where the book does not say.
    paths: Vec<Path>,
}

/// One way in which it may go.
#[derive(Clone)]
struct Path {
    /// How play stood, and what was said of the failure.
    said: Vec<String>,
    happened: Vec<Happened>,
    due: String,
    due_under: Citation,
}

/// Does the book say what follows?
pub fn is_ruled(book: &Book) -> bool {
    !book.rules.malfunction.measures.items.is_empty()
}

/// A book that does not say.
pub fn unsaid(book: Arc<Book>) -> Paths {
    Paths { book, paths: Vec::new() }
}

/// Plays every path: from the point described or, where no card is named, before the first card and after it.
pub fn of(table: &mut Described) -> Result<Paths, Failure> {
    let mut paths = Vec::new();
    let named = !table.place.cards.is_empty();
    walk_from(table.play(false)?, &mut paths)?;
    if !named {
        table.place.cards = Card::all().take(1).collect();
        walk_from(table.play(false)?, &mut paths)?;
    }
    Ok(Paths { book: table.book.clone(), paths })
}

fn refused(refusal: table::Refusal) -> Failure {
    Failure::refused(format!("that cannot have happened there: {refusal}"))
}

fn walk_from(mut scene: Scene, paths: &mut Vec<Path>) -> Result<(), Failure> {
    let place = match scene.sitting.table.state().phase {
        Phase::Coup(_) => "a card of the coup is out",
        _ => "no card of a coup is out",
    };
    let by = scene.signed_on(Role::Dealer);
    let happened = scene.sitting.ask(Act::Trouble(trouble::Act::ReportDevice), by).map_err(refused)?;
    let start =
        Path { said: vec![place.to_owned()], happened, due: String::new(), due_under: Citation::default() };
    walk(scene, start, paths)
}

/// Goes on until something is to be said, and then every way; or until play goes on as usual.
fn walk(mut scene: Scene, mut path: Path, paths: &mut Vec<Path>) -> Result<(), Failure> {
    for _ in 0..MOST_STEPS {
        let act = match scene.sitting.table.due_at(scene.sitting.now) {
            Due::SayOfDevice { condition } => {
                for (words, act) in answers(condition) {
                    let mut branch = scene.branch();
                    let by = branch.signed_on(Role::Supervisor);
                    let mut said = path.clone();
                    said.said.push(words);
                    said.happened.extend(branch.sitting.ask(act, by).map_err(refused)?);
                    walk(branch, said, paths)?;
                }
                return Ok(());
            }
            due @ Due::AfterDevice { .. } => scene.sitting.table.usual_answer(&due).map(|answer| answer.act),
            Due::Resume => {
                let (mut stays, mut gone) = (path.clone(), path);
                stays.said.push("some stakes are left down".to_owned());
                gone.said.push("every stake is taken back".to_owned());
                let mut emptied = scene.branch();
                gone.happened.extend(take_back(&mut emptied)?);
                for (mut scene, mut path) in [(scene, stays), (emptied, gone)] {
                    let by = scene.signed_on(Role::Dealer);
                    path.happened
                        .extend(scene.sitting.ask(Act::Trouble(trouble::Act::Resume), by).map_err(refused)?);
                    walk(scene, path, paths)?;
                }
                return Ok(());
            }
            _ => None,
        };
        let state = scene.sitting.table.state();
        let interrupted = state.trouble.as_ref().is_some_and(|trouble| trouble.coup.is_some());
        match act {
            Some(act) => {
                let by = scene.signed_on(Role::Dealer);
                path.happened.extend(scene.sitting.ask(act, by).map_err(refused)?);
            }
            None if interrupted => match scene.step()? {
                Some(more) => path.happened.extend(more),
                None => break,
            },
            None => break,
        }
    }
    let (table, now) = (&scene.sitting.table, scene.sitting.now);
    path.due = table.due_at(now).to_string();
    path.due_under = table.due_under_at(now);
    paths.push(path);
    Ok(())
}

/// Every patron takes every stake back.
fn take_back(scene: &mut Scene) -> Result<Vec<Happened>, Failure> {
    let mut happened = Vec::new();
    for stake in scene.sitting.table.state().stakes.clone() {
        let act = Act::Bets(bets::Act::Withdraw { area: stake.area, wager: stake.wager });
        happened.extend(scene.sitting.ask(act, patron(&stake.patron)).map_err(refused)?);
    }
    Ok(happened)
}

/// What may be said now: whether a condition holds, or which cards are damaged.
fn answers(condition: Option<TransferCondition>) -> [(String, Act); 2] {
    let why = || WHY.to_owned();
    match condition {
        Some(condition) => [true, false].map(|holds| {
            (
                condition_words(condition, holds).to_owned(),
                Act::Trouble(trouble::Act::AnswerDevice { condition, holds, why: why() }),
            )
        }),
        None => {
            let damaged: Vec<Card> = Card::all().skip(1).take(1).collect();
            [
                (
                    "no card is damaged".to_owned(),
                    Act::Trouble(trouble::Act::NameDamaged { cards: Vec::new(), why: why() }),
                ),
                (
                    "a card is damaged".to_owned(),
                    Act::Trouble(trouble::Act::NameDamaged { cards: damaged, why: why() }),
                ),
            ]
        }
    }
}

fn condition_words(condition: TransferCondition, holds: bool) -> &'static str {
    use TransferCondition::*;
    match (condition, holds) {
        (DeviceInUse, true) => "a device is in use",
        (DeviceInUse, false) => "no device is in use",
        (CardOut, true) => "a card of the coup is out",
        (CardOut, false) => "no card of the coup is out",
        (NobodyHurt, true) => "nobody is put at a disadvantage",
        (NobodyHurt, false) => "somebody is put at a disadvantage",
        (SpareAtHand, true) => "a second device is at hand",
        (SpareAtHand, false) => "no second device is at hand",
        (TransferPracticable, true) => "the cards can be moved",
        (TransferPracticable, false) => "the cards cannot be moved",
    }
}

impl Paths {
    /// Every clause that an event cites, once.
    fn clauses(&self) -> Vec<ClauseNumber> {
        let mut all: Vec<ClauseNumber> = Vec::new();
        let events = self.paths.iter().flat_map(|path| &path.happened);
        for clause in events.flat_map(|happened| &happened.event.cites.clauses) {
            if !all.contains(clause) {
                all.push(clause.clone());
            }
        }
        all
    }

    fn gist(&self, clause: &ClauseNumber) -> &str {
        self.book.clause(clause.as_str()).map_or("", |clause| clause.gist.as_str())
    }

    /// As a page.
    pub fn page(&self, screen: &Screen) -> String {
        let mut text = format!("{}: {}\n", screen.heading(&self.book.name), WORDS);
        if self.paths.is_empty() {
            text.push_str("This book does not say what follows from this.\n");
            text.push_str(&screen.foot(&Provenance::of(&self.book)));
            return text;
        }
        for path in &self.paths {
            let heading = story::sentence(&path.said.join(", "));
            text.push_str(&line(&Message::plain(Tone::Heading, heading), screen));
            let message = path.happened.iter().filter_map(|happened| happened.message.as_ref());
            text.extend(message.map(|message| line(message, screen)));
            let due = format!("Due now: {}", path.due);
            text.push_str(&line(&Message::new(Tone::Call, due, &path.due_under), screen));
        }
        let mut table = screen.bare_table(&["clause", "gist"]);
        for clause in &self.clauses() {
            table.add_row(vec![screen.strong(clause), screen.plain(self.gist(clause))]);
        }
        text.push_str(&format!("\n{}", screen.text_of(&table)));
        text.push_str(&screen.foot(&Provenance::of(&self.book)));
        text
    }

    /// As data.
    pub fn json(&self) -> String {
        let event = |happened: &Happened| serde_json::json!({ "message": happened.event.fact.to_string(), "event": happened.event });
        let path = |path: &Path| {
            serde_json::json!({
                "said": path.said,
                "events": path.happened.iter().map(event).collect::<Vec<_>>(),
                "due": path.due,
                "due_under": path.due_under,
            })
        };
        let gist = |clause: &ClauseNumber| serde_json::json!({ "clause": clause, "gist": self.gist(clause) });
        let json = serde_json::json!({
            "book": self.book.id,
            "provenance": Provenance::of(&self.book),
            "irregularity": NAME,
            "words": WORDS,
            "ruled": is_ruled(&self.book),
            "paths": self.paths.iter().map(path).collect::<Vec<_>>(),
            "clauses": self.clauses().iter().map(gist).collect::<Vec<_>>(),
        });
        format!("{json:#}\n")
    }
}
