//! The ruling on a situation, as the table gave it.

use super::Described;
use crate::commands::deal::line;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::sitting::Happened;
use crate::sitting::fates;
use crate::sitting::scene::{Laid, Reported, Scene, patron_at};
use crate::sitting::story::{self, Message, Tone};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::rules::rulings::{CoupFate, Irregularity, Ruling, WagersFate};
use baccarat::topic::Listed;
use lab::Provenance;
use std::sync::Arc;
use table::state::Phase;
use table::{
    Citation, Fact, Matter, Remedy, Report, Subject, Table, Tried, Verdict, deal, in_words, trouble,
};

/// What was answered.
pub struct Answer {
    book: Arc<Book>,
    wagers: Vec<Laid>,
    report: Report,
    /// The table as it was when the report was made.
    before: Table,
    when: Irregularity,
    verdict: Option<Verdict>,
    /// What waits for somebody's decision.
    matter: Option<Matter>,
    tried: Vec<Tried>,
    /// What the report brought about at once.
    ruled: Vec<Happened>,
    /// What follows: as it is, or for each thing that may be decided.
    courses: Vec<Course>,
}

/// One way in which things go on.
struct Course {
    decided: Option<Remedy>,
    happened: Vec<Happened>,
    due: String,
    due_under: Citation,
}

/// Plays the situation, reports it, and plays on.
pub fn of(table: &mut Described, report: &Report) -> Result<Answer, Failure> {
    let late = matches!(report, Report::Earlier { .. } | Report::LimitsBroken { .. });
    let mut scene = table.play(late)?;
    let (before, ruled) = match scene.report_when_possible(report) {
        Ok(found) => found,
        Err(refusal) => match while_made_ready(table, report)? {
            Some((earlier, found)) => {
                scene = earlier;
                found
            }
            None => return Err(Failure::refused(format!("that cannot have happened there: {refusal}"))),
        },
    };
    let (when, matter) = subject(&ruled).ok_or_else(|| Failure::refused("the table gave no ruling"))?;
    let courses = match &matter {
        None => vec![course(&mut scene, None, table)?],
        Some(matter) => {
            let decide = |remedy: &Remedy| course(&mut scene.branch(), Some((matter, *remedy)), table);
            matter.remedies.iter().map(decide).collect::<Result<_, Failure>>()?
        }
    };
    Ok(Answer {
        book: table.book.clone(),
        wagers: table.wagers.clone().unwrap_or_default(),
        report: report.clone(),
        when,
        verdict: before.verdict(when),
        matter,
        tried: before.rules_tried(report),
        before,
        ruled,
        courses,
    })
}

/// The same while the cards are made ready, for what can only happen there.
fn while_made_ready(table: &Described, report: &Report) -> Result<Option<(Scene, Reported)>, Failure> {
    if !table.place.cards.is_empty() {
        return Ok(None);
    }
    let mut scene = Scene::open(table.book.clone(), table.settings.clone(), 1)?;
    loop {
        let before = scene.sitting.table.clone();
        if let Ok(happened) = scene.report(report) {
            return Ok(Some((scene, (before, happened))));
        }
        if scene.ready_step()?.is_none() {
            return Ok(None);
        }
    }
}

/// What the table took it for, and what it leaves to a person.
pub fn subject(happened: &[Happened]) -> Option<(Irregularity, Option<Matter>)> {
    happened.iter().find_map(|happened| match &happened.event.fact {
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => Some((verdict.when, None)),
        Fact::Trouble(trouble::Fact::MatterOpened { matter }) => match &matter.about {
            Subject::Ruling { when, .. } | Subject::Silence { when, .. } => {
                Some((*when, Some((**matter).clone())))
            }
        },
        _ => None,
    })
}

fn course(
    scene: &mut Scene,
    decided: Option<(&Matter, Remedy)>,
    table: &Described,
) -> Result<Course, Failure> {
    let mut happened = Vec::new();
    if let Some((matter, remedy)) = decided {
        let decision = scene.decide(matter.id, matter.decides, remedy);
        happened.extend(decision.map_err(|refusal| Failure::refused(refusal.to_string()))?);
    }
    happened.extend(scene.play_on(&table.place.then)?);
    let (table, now) = (&scene.sitting.table, scene.sitting.now);
    Ok(Course {
        decided: decided.map(|(_, remedy)| remedy),
        happened,
        due: table.due_at(now).to_string(),
        due_under: table.due_under_at(now),
    })
}

/// A line of the ruling: of what, what becomes of it, by which clauses.
struct Row {
    of: &'static str,
    said: String,
    clauses: Vec<ClauseNumber>,
}

/// The clauses of some answers on a topic.
fn clauses_of<T>(list: &Listed<T>, fits: impl Fn(&T) -> bool) -> Vec<ClauseNumber> {
    let mut all: Vec<ClauseNumber> = Vec::new();
    for item in list.fitting(fits) {
        for clause in item.basis.clauses() {
            if !all.contains(clause) {
                all.push(clause.clone());
            }
        }
    }
    all
}

impl Answer {
    fn row(&self, of: &'static str, said: Option<String>, gives: impl Fn(&Ruling) -> bool) -> Row {
        let rulings = &self.book.rules.irregularities.rulings;
        let mut clauses = Vec::new();
        if said.is_some() {
            clauses = clauses_of(rulings, |ruling| ruling.when == self.when && gives(ruling));
            // What is not among the rulings, such as broken limits, rests on the clauses that the event cites.
            if clauses.is_empty() {
                let ruled = |happened: &&Happened| {
                    matches!(happened.event.fact, Fact::Trouble(trouble::Fact::Ruled { .. }))
                };
                let event = self.ruled.iter().find(ruled).map(|happened| &happened.event);
                clauses = event.map(|event| event.cites.clauses.clone()).unwrap_or_default();
            }
        }
        Row { of, said: said.unwrap_or_else(|| "not touched".to_owned()), clauses }
    }

    /// The ruling, line by line.
    fn rows(&self) -> Vec<Row> {
        let Some(verdict) = &self.verdict else { return self.rows_of_silence() };
        let says = |said: Option<&'static str>| said.map(str::to_owned);
        let cards = || verdict.cards.iter().map(|after| fates::cards(*after)).collect::<Vec<_>>().join("; ");
        let mut rows = vec![
            self.row("the card", says(verdict.card.map(fates::card)), |ruling| ruling.card.is_some()),
            self.row("the wagers", says(self.wagers_ruled(verdict).map(fates::wagers)), |ruling| {
                ruling.wagers.is_some()
            }),
            self.row("the coup", says(verdict.coup.map(|fate| self.coup(fate))), |ruling| {
                ruling.coup.is_some()
            }),
            self.row("earlier coups", says(verdict.earlier.map(fates::earlier)), |ruling| {
                ruling.earlier.is_some()
            }),
            self.row("the cards", (!verdict.cards.is_empty()).then(cards), |ruling| ruling.cards.is_some()),
        ];
        if verdict.payments.is_some() {
            let said = says(verdict.payments.map(fates::payments));
            rows.push(self.row("payments", said, |ruling| ruling.payments.is_some()));
        }
        rows.push(match verdict.decided_by {
            Some(role) => {
                self.row("who decides", Some(fates::role(role)), |ruling| ruling.decided_by.is_some())
            }
            None => self.who_finds(),
        });
        rows.push(self.patrons_may());
        rows
    }

    /// Who decides where the clauses on it name nobody: nobody, unless somebody must find whether it was so.
    fn who_finds(&self) -> Row {
        let of = "who decides";
        let Some(matter) = &self.matter else {
            let said = "nobody need: it follows from the book".to_owned();
            return Row { of, said, clauses: Vec::new() };
        };
        let role = fates::role(matter.decides);
        match self.before.is_against_record(&self.report) {
            true => {
                let said = format!(
                    "{role} finds whether it was so, as the record says otherwise; the rest follows from the book"
                );
                Row { of, said, clauses: Vec::new() }
            }
            false => {
                let rulings = &self.book.rules.irregularities.rulings;
                // A ruling that says it of itself rests on its own clauses.
                let own = clauses_of(rulings, |ruling| {
                    ruling.when == self.when && ruling.settled_coup_by.is_some()
                });
                let general = || {
                    let rule = self.book.rules.irregularities.settled_coup.ruled();
                    rule.map(|rule| rule.basis.clauses().to_vec()).unwrap_or_default()
                };
                let clauses = if own.is_empty() { general() } else { own };
                Row { of, said: format!("{role}, as everybody can see who gains by it"), clauses }
            }
        }
    }

    /// What becomes of the coup; none is void where the table voids none.
    fn coup(&self, fate: CoupFate) -> &'static str {
        let voids = |happened: &Happened| {
            matches!(happened.event.fact, Fact::Trouble(trouble::Fact::CoupVoided { .. }))
        };
        let courses = self.courses.iter().flat_map(|course| &course.happened);
        let between = !matches!(self.before.state().phase, Phase::Coup(_));
        match fate {
            CoupFate::Void if between && !self.ruled.iter().chain(courses).any(voids) => {
                "none was under way, so none is void"
            }
            fate => fates::coup(fate),
        }
    }

    fn rows_of_silence(&self) -> Vec<Row> {
        let Some(matter) = &self.matter else { return Vec::new() };
        let opened = self.ruled.iter().find(|happened| {
            matches!(happened.event.fact, Fact::Trouble(trouble::Fact::MatterOpened { .. }))
        });
        let clauses = opened.map(|happened| happened.event.cites.clauses.clone()).unwrap_or_default();
        let remedies: Vec<&str> = matter.remedies.iter().map(|remedy| fates::remedy(*remedy)).collect();
        vec![
            Row {
                of: "the book",
                said: "does not say what follows from this".to_owned(),
                clauses: Vec::new(),
            },
            Row { of: "who decides", said: fates::role(matter.decides), clauses },
            Row { of: "may decide", said: remedies.join(", or "), clauses: Vec::new() },
        ]
    }

    /// What becomes of the wagers here: as the table has ruled, where it has.
    fn wagers_ruled(&self, verdict: &Verdict) -> Option<WagersFate> {
        let ruled = self.ruled.iter().find_map(|happened| match &happened.event.fact {
            Fact::Trouble(trouble::Fact::Ruled { verdict }) => Some(verdict.wagers),
            _ => None,
        });
        ruled.unwrap_or(verdict.wagers)
    }

    /// What patrons may do now, by the window that the table really opens.
    fn patrons_may(&self) -> Row {
        let of = "patrons may";
        let rules = &self.book.rules.irregularities;
        let opened = |happened: &[Happened]| {
            happened.iter().any(|happened| {
                matches!(happened.event.fact, Fact::Trouble(trouble::Fact::WindowOpened { .. }))
            })
        };
        let waits = opened(&self.ruled) || self.courses.iter().any(|course| opened(&course.happened));
        let wagers = self.verdict.as_ref().and_then(|verdict| verdict.wagers);
        match (waits, wagers) {
            (true, Some(WagersFate::MayBeAltered)) => {
                let acts: Vec<&str> = rules.relief_acts.values().map(|act| fates::relief(*act)).collect();
                let clauses = clauses_of(&rules.relief_acts, |_| true);
                Row { of, said: acts.join(", "), clauses }
            }
            (true, _) => {
                let mut said = vec!["withdraw wagers before play goes on"];
                said.extend(rules.withdrawn.values().map(|rule| fates::withdrawn(*rule)));
                let clauses = clauses_of(&rules.withdrawn, |_| true);
                Row { of, said: said.join("; "), clauses }
            }
            (false, Some(WagersFate::MayBeWithdrawnWhileUnseen)) => {
                Row { of, said: "withdraw nothing: the card was seen".to_owned(), clauses: Vec::new() }
            }
            (false, _) => Row { of, said: "change nothing".to_owned(), clauses: Vec::new() },
        }
    }

    /// Where play stood, in a line.
    fn place(&self) -> String {
        let open = |cards: &[Option<Card>]| {
            let makes = story::count(&self.book, cards).map(|count| format!(" makes {count}"));
            match cards.is_empty() {
                true => "no card yet".to_owned(),
                false => format!("{}{}", story::hand(cards), makes.unwrap_or_default()),
            }
        };
        match &self.before.state().phase {
            Phase::Coup(coup) => {
                format!("Player {}, Banker {}", open(&coup.player), open(&coup.banker))
            }
            Phase::Betting(_) if self.before.state().coups > 0 => "between two coups".to_owned(),
            Phase::Betting(_) => "before the first card of a coup".to_owned(),
            Phase::Preparing(_) => "while the cards are made ready".to_owned(),
            Phase::Closed => "after the table closed".to_owned(),
        }
    }

    fn wagers(&self) -> String {
        let laid = |(nth, laid): (usize, &Laid)| {
            let name = story::wager_name(&self.before, &laid.wager);
            format!("{} {} on {name}", patron_at(nth + 1), laid.amount)
        };
        self.wagers.iter().enumerate().map(laid).collect::<Vec<_>>().join(", ")
    }

    /// Why a rule was not the one.
    fn why(&self, tried: &Tried, nth: usize) -> String {
        let chosen = self.tried.iter().position(|tried| tried.fits.is_some());
        match (tried.fits, chosen) {
            (Some(_), Some(chosen)) if chosen == nth => "this one decides".to_owned(),
            (Some(when), _) => format!("would fit too ({}), but comes later", in_words(when).to_lowercase()),
            (None, _) => format!("does not fit: {}", fates::rule_misfit(tried.rule)),
        }
    }

    /// The clauses of the ruling and of what was reported, each once.
    fn clauses(&self) -> Vec<ClauseNumber> {
        let mut all: Vec<ClauseNumber> = Vec::new();
        let rows = self.rows().into_iter().flat_map(|row| row.clauses);
        let ruled = self.ruled.iter().take_while(|happened| {
            use deal::Fact::{CoupDecided, HandDraws, HandStands, NaturalSeen};
            let Fact::Deal(fact) = &happened.event.fact else { return true };
            !matches!(fact, HandDraws { .. } | HandStands { .. } | NaturalSeen { .. } | CoupDecided { .. })
        });
        for clause in rows.chain(ruled.flat_map(|happened| happened.event.cites.clauses.clone())) {
            if !all.contains(&clause) {
                all.push(clause);
            }
        }
        all
    }

    fn gist(&self, clause: &ClauseNumber) -> &str {
        self.book.clause(clause.as_str()).map_or("", |clause| clause.gist.as_str())
    }

    /// As a page to read in the pit.
    pub fn page(&self, screen: &Screen) -> String {
        let mut text = format!("{}: {}\n", screen.heading(&self.book.name), self.place());
        text.push_str(&format!("What happened: {}\n", message(&self.report)));
        let mut table = screen.bare_table(&["of", "ruling", "clauses"]);
        for row in self.rows() {
            table.add_row(vec![
                screen.strong(row.of),
                screen.plain(row.said),
                screen.plain(row.clauses.join(", ")),
            ]);
        }
        text.push_str(&format!("\n{}\n{}", screen.heading(in_words(self.when)), screen.text_of(&table)));
        text.push_str(&self.told_next(screen));
        if !self.tried.is_empty() {
            text.push_str(&self.told_precedence(screen));
        }
        let clauses = self.clauses();
        if !clauses.is_empty() {
            let mut table = screen.bare_table(&["clause", "gist"]);
            for clause in &clauses {
                table.add_row(vec![screen.strong(clause), screen.plain(self.gist(clause))]);
            }
            text.push_str(&format!("\n{}", screen.text_of(&table)));
        }
        text.push_str(&screen.foot(&Provenance::of(&self.book)));
        text
    }

    fn told_next(&self, screen: &Screen) -> String {
        let no_bets = matches!(self.before.state().phase, Phase::Preparing(_));
        let heading = match no_bets || self.wagers.is_empty() {
            true => "What happens next".to_owned(),
            false => format!("What happens next, with {}", self.wagers()),
        };
        let mut text = line(&Message::plain(Tone::Heading, heading), screen);
        let message = |happened: &Happened| happened.message.as_ref().map(|message| line(message, screen));
        text.extend(self.ruled.iter().filter_map(message));
        for course in &self.courses {
            if let (Some(remedy), Some(matter)) = (course.decided, &self.matter) {
                let decides = story::sentence(&fates::role(matter.decides));
                let heading = format!("{decides} decides: {}", fates::remedy(remedy));
                text.push_str(&line(&Message::plain(Tone::Heading, heading), screen));
            }
            text.extend(course.happened.iter().filter_map(message));
            let due = format!("Due now: {}", course.due);
            text.push_str(&line(&Message::new(Tone::Call, due, &course.due_under), screen));
        }
        text
    }

    fn told_precedence(&self, screen: &Screen) -> String {
        let by = clauses_of(&self.book.rules.irregularities.precedence, |_| true);
        let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
        let mut table = screen.bare_table(&["", "rule", "here"]);
        for (nth, tried) in self.tried.iter().enumerate() {
            table.add_row(vec![
                screen.number(nth + 1),
                screen.plain(fates::rule(tried.rule)),
                screen.plain(self.why(tried, nth)),
            ]);
        }
        let heading = format!("Rules that compete, in the order in which the book tries them{by}");
        format!("\n{}\n{}", screen.heading(&heading), screen.text_of(&table))
    }

    /// As data.
    pub fn json(&self) -> String {
        let rows = self.rows();
        let rows: Vec<_> = rows
            .iter()
            .map(|row| serde_json::json!({ "of": row.of, "ruling": row.said, "clauses": row.clauses }))
            .collect();
        let events = |happened: &[Happened]| -> Vec<serde_json::Value> {
            let event = |happened: &Happened| serde_json::json!({ "message": happened.event.fact.to_string(), "event": happened.event });
            happened.iter().map(event).collect()
        };
        let courses: Vec<_> = self
            .courses
            .iter()
            .map(|course| {
                serde_json::json!({
                    "decided": course.decided,
                    "events": events(&course.happened),
                    "due": course.due,
                    "due_under": course.due_under,
                })
            })
            .collect();
        let clauses: Vec<_> = self
            .clauses()
            .iter()
            .map(|clause| serde_json::json!({ "clause": clause, "gist": self.gist(clause) }))
            .collect();
        let tried: Vec<_> = self
            .tried
            .iter()
            .enumerate()
            .map(|(nth, tried)| {
                serde_json::json!({ "rule": tried.rule, "fits": tried.fits, "message": self.why(tried, nth) })
            })
            .collect();
        let json = serde_json::json!({
            "book": self.book.id,
            "provenance": Provenance::of(&self.book),
            "place": self.place(),
            "reported": self.report,
            "irregularity": self.when,
            "words": in_words(self.when),
            "ruled": self.verdict.is_some(),
            "verdict": self.verdict,
            "rows": rows,
            "matter": self.matter,
            "tried": tried,
            "events": events(&self.ruled),
            "courses": courses,
            "clauses": clauses,
        });
        format!("{json:#}\n")
    }
}

/// What was reported, in words.
pub fn message(report: &Report) -> String {
    let named = |card: Option<Card>| card.map_or("a card that nobody saw".to_owned(), story::card);
    match report {
        Report::Misdealt { to: Some(to), card } => {
            format!("{} went to the {}", named(*card), story::side_name(*to))
        }
        Report::Misdealt { to: None, card } => {
            format!("{} was drawn in excess and laid to no hand", named(*card))
        }
        Report::FaceUp { card } => format!("{} lies face up before it is drawn", story::card(*card)),
        Report::OutOfSequence { cards, .. } => {
            format!("the cards really left the shoe as {}", story::hand(cards))
        }
        Report::Claimed { coup, cards } => {
            format!("a patron tells that the cards of coup {coup} left the shoe as {}", story::hand(cards))
        }
        Report::SettledShort => "wagers were settled although a third card was due".to_owned(),
        Report::ThirdCardForgotten => "a third card was forgotten in a coup that was settled".to_owned(),
        Report::SettledBy { method, .. } => format!("wagers were settled by the {method} method"),
        Report::Earlier { coup } => format!("coup {coup} was dealt wrongly, found only now"),
        Report::LimitsBroken { coup } => {
            format!("wagers of coup {coup} were outside the limits, found only now")
        }
        Report::WronglyBurnt { card } => format!("{} was burnt and should not have been", named(*card)),
        Report::Foreign { card: Some(card) } => {
            format!("{} turned up that does not belong to the decks", story::card(*card))
        }
        Report::Foreign { card: None } => "a card turned up that does not belong to the decks".to_owned(),
        Report::PassedTo { to } => format!("cards were passed to {to}, who should not have them"),
        Report::Miskeyed { coup, keyed, was, .. } => {
            format!("{} is on record in coup {coup} and was {}", story::card(*keyed), story::card(*was))
        }
        Report::WagerMiskeyed { coup, patron, area, wager, keyed, was, was_on } => {
            let on = was_on.as_ref().unwrap_or(wager);
            format!(
                "{keyed} of {patron} on box {area} {wager} is on record in coup {coup} and was {was} on {on}"
            )
        }
        Report::WagerFound { patron, area, wager, amount, late, .. } => {
            let when = if *late { "was put down only after the first card" } else { "is not on record" };
            format!("{amount} of {patron} on box {area} {wager} {when}")
        }
        Report::WagerInvalid { patron, area, wager, lacks } => {
            let lacks = lacks.to_string().replace('-', " ");
            format!("the wager of {patron} on box {area} {wager} was not {lacks}")
        }
        Report::WagerAccepted { patron, area, wager, amount } => {
            format!("{amount} of {patron} on box {area} {wager} was accepted, which chips cannot pay exactly")
        }
        Report::WronglyPaid { coup, patron, area, wager, moved } => {
            format!("{patron} on box {area} {wager} had {moved} in coup {coup}")
        }
        Report::Exposed { hand, card } => {
            format!("{} of the {} was exposed by accident", story::card(*card), story::side_name(*hand))
        }
        Report::Found { irregularity, why } => {
            let why = if why.is_empty() { String::new() } else { format!(", because {why}") };
            let words = in_words(*irregularity);
            let first = words.chars().next().map(|first| first.to_lowercase().to_string());
            format!("{}{}{why}", first.unwrap_or_default(), words.get(1..).unwrap_or_default())
        }
    }
}
