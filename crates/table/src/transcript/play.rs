//! Playing a transcript.

use super::expect::check;
use super::read::{Request, asked, cards, role_of, time};
use super::setting::{faces_follow, money, number, once, take};
use super::unknown::{Unknown, all_but_known, in_settings, named_by};
use super::{Failure, Line, Report, StoryLine, lines, nearest};
use crate::acts::Act;
use crate::cite::Citation;
use crate::command::Command;
use crate::due::answers::{Answer, Given, Needs};
use crate::event::Event;
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::settings::Settings;
use crate::state::{Due, Phase, Stage, Stake, StakeId};
use crate::table::Table;
use crate::time::Time;
use crate::{bets, deal, notice, people};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::play::Face;
use baccarat::rules::shoe::BurnStyle;
use baccarat::shelf;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Plays a transcript; books are found by whoever runs it.
pub fn run(text: &str, find_book: impl Fn(&str) -> Option<Arc<Book>>) -> Report {
    let mut report = Report::default();
    let lines = lines(text);
    let printable = lines.iter().try_for_each(Line::printable);
    let mut played = match printable.and_then(|()| Played::open(&lines, find_book)) {
        Ok(played) => played,
        Err(failure) => {
            report.failures.push(failure);
            return report;
        }
    };
    report.book = played.book.id.clone();
    report.story.push(played.story_line(lines.first().unwrap_or(&Line { number: 1, text: "" })));
    play(&mut played, &lines, text, &mut report);
    report.events = played.log;
    report
}

fn play(played: &mut Played, lines: &[Line<'_>], text: &str, report: &mut Report) {
    for line in &lines[played.settings..] {
        if line.words()[0] == "expect" {
            // Every expectation is looked at, also behind one that failed.
            let failed = check(played, line, report).err();
            report.failures.extend(failed);
            (played.pending, played.consumed) = (None, true);
            continue;
        }
        report.failures.extend(played.unexpected_refusal(line).err());
        let done = played.act(line);
        report.story.push(played.story_line(line));
        if let Err(failure) = done {
            report.failures.push(failure);
            return;
        }
    }
    if let Err(failure) = played.unexpected_refusal(&Line { number: text.lines().count(), text: "" }) {
        report.failures.push(failure);
    }
    if report.expectations == 0 {
        report.failures.push(Line { number: 0, text: "" }.fail("it expects nothing"));
    }
    report.failures.extend(never_came(played, &lines[..played.settings]));
}

/// The most cards that a coup takes: two for each hand, and a third.
pub const MOST_IN_A_COUP: u32 = 6;

/// Settings that name somebody who was never at the table: a slip of the pen, for nothing would follow from it.
fn never_came(played: &Played, settings: &[Line<'_>]) -> Vec<Failure> {
    let Some(table) = &played.table else { return Vec::new() };
    let came: Vec<&str> = played
        .log
        .iter()
        .filter_map(|event| match &event.fact {
            Fact::People(people::Fact::Arrived { patron }) => Some(&*patron.0),
            _ => None,
        })
        .collect();
    let line = settings.iter().find(|line| line.words().get(1) == Some(&"area-most-for"));
    let line = line.cloned().unwrap_or(Line { number: 1, text: "" });
    let missing = table.state().settings.area_most_for.iter().filter(|name| !came.contains(&&*name.0));
    missing
        .map(|name| {
            let near = match came.is_empty() {
                true => String::new(),
                false => format!("; the nearest is `{}`", nearest(&name.0, &came)),
            };
            line.fail(format!("nobody called `{name}` ever came to the table{near}"))
        })
        .collect()
}

/// Whoever has a wager on the layout by this line, and where: they have come, whether anybody said so or not.
fn guest(asked: &Request) -> Option<(Name, u8)> {
    match &asked.act {
        Act::Bets(bets::Act::Place { area, .. }) if asked.role == Role::Player => {
            Some((asked.name.clone(), *area))
        }
        Act::Bets(
            bets::Act::FindWager { patron, area, .. } | bets::Act::ReportAccepted { patron, area, .. },
        ) if asked.role != Role::Player && role_of(&patron.0) == Role::Player => {
            Some((patron.clone(), *area))
        }
        _ => None,
    }
}

/// A number that no table can hold.
fn out_of_range(message: String) -> Refusal {
    Refusal::new(Reason::OutOfRange, message, Citation::silent("numbers out of range"))
}

/// A time before the one that it is.
fn runs_back(now: Time, at: Time) -> Refusal {
    let message = format!("found {at}; it is {now}, and time does not run backwards");
    Refusal::new(Reason::TimeRunsBack, message, Citation::silent("time that runs backwards"))
}

/// A transcript being played.
#[derive(Clone)]
pub(super) struct Played {
    pub(super) book: Arc<Book>,
    /// The table; none where opening it was refused.
    pub(super) table: Option<Table>,
    /// What the last line brought about.
    pub(super) events: Vec<Event>,
    /// What the lines before it brought about, back to the last one that was followed by an expectation.
    pub(super) before: Vec<Event>,
    /// An expectation has come since the last line.
    consumed: bool,
    /// The result of the coup under way or last played, once it has one.
    pub(super) result: Option<Event>,
    /// Every stake that was put down, as it reads.
    pub(super) stakes: BTreeMap<StakeId, Stake>,
    /// What people have said in free words: grounds and reasons.
    pub(super) spoken: Vec<String>,
    /// A name, wager, option or method of the last line that nobody knows.
    pub(super) unknown: Option<Unknown>,
    /// Cards that lie face down, with what they are.
    down: Vec<(Side, Card)>,
    /// What all lines brought about.
    pub(super) log: Vec<Event>,
    /// Why the last line was refused, if it was.
    pub(super) refused: Option<Refusal>,
    /// A refusal that no line has expected yet, and where.
    pub(super) pending: Option<usize>,
    pub(super) now: Time,
    /// How many lines come before the first act.
    pub(super) settings: usize,
}

impl Played {
    pub(super) fn open(
        lines: &[Line<'_>],
        find_book: impl Fn(&str) -> Option<Arc<Book>>,
    ) -> Result<Played, Failure> {
        let whole = Line { number: 1, text: "" };
        let first = lines.first().ok_or_else(|| whole.fail("the transcript is empty"))?;
        let ["book", id, rest @ ..] = &first.words()[..] else {
            return Err(first.fail("a transcript begins with `book act` or `book act, commission method`"));
        };
        let id = id.trim_end_matches(',');
        let none = || first.fail(format!("no book `{id}`; the nearest is `{}`", nearest(id, &shelf::ids())));
        let book = find_book(id).ok_or_else(none)?;
        let mut settings = Settings::usual(&book);
        match rest {
            [] => {}
            [method, "method"] => settings.method = (*method).to_owned(),
            _ => return Err(first.fail("after the book comes nothing, or `commission method`")),
        }
        let setting_lines = lines[1..].iter().take_while(|line| line.words()[0] == "setting").count();
        lines[1..=setting_lines]
            .iter()
            .enumerate()
            .try_for_each(|(nth, line)| once(line, &lines[1..=nth]))?;
        let (mut now, mut role, mut absurd) = (Time(0), Role::Operator, None);
        for line in &lines[1..=setting_lines] {
            match &line.words()[..] {
                ["setting", "opens", at] => now = time(line, at)?,
                ["setting", "opened-by", by] => {
                    role = role_of(by);
                    if role == Role::Player {
                        return Err(line.fail(format!("found `{by}`; allowed is a role of the staff")));
                    }
                }
                words => match take(&mut settings, line) {
                    Err(failure) if failure.out_of_range => {
                        let message = format!("{}: {}", words.get(1).unwrap_or(&""), failure.message);
                        absurd.get_or_insert((out_of_range(message), line.number));
                    }
                    taken => taken?,
                },
            }
        }
        faces_follow(&mut settings, &lines[1..=setting_lines], &book);
        let mut played = Played {
            book: book.clone(),
            table: None,
            events: Vec::new(),
            before: Vec::new(),
            consumed: false,
            result: None,
            stakes: BTreeMap::new(),
            spoken: Vec::new(),
            unknown: None,
            down: Vec::new(),
            log: Vec::new(),
            refused: None,
            pending: None,
            now,
            settings: 1 + setting_lines,
        };
        if let Some((refusal, at)) = absurd {
            played.refused = Some(refusal);
            played.pending = Some(at);
            return Ok(played);
        }
        let by = Actor { name: Name::from(role.to_string()), role };
        let unknown = in_settings(&book, &settings);
        match Table::open(book, settings, by, now) {
            Ok((table, event)) => {
                // A table may open although a setting names what the book does not know: a slip of the pen all the same.
                if let Some(unknown) = unknown {
                    let says = |line: &&Line<'_>| line.words().contains(&unknown.word.as_str());
                    let at = lines[1..=setting_lines].iter().find(says).unwrap_or(first);
                    return Err(at.fail(unknown.message.clone()));
                }
                played.table = Some(table);
                played.log.push(event.clone());
                played.staff_signs_on();
                played.events = vec![event];
                let by_hand =
                    lines.get(played.settings).is_some_and(|line| line.words() == ["cards", "by", "hand"]);
                match by_hand {
                    true => played.settings += 1,
                    false => played.prepare(lines.get(played.settings).unwrap_or(&whole))?,
                }
            }
            Err(refusal) => {
                played.refused = Some(refusal);
                played.pending = Some(first.number);
                played.unknown = unknown;
            }
        }
        Ok(played)
    }

    fn staff_signs_on(&mut self) {
        for role in Role::ALL {
            let name = role.to_string();
            if role_of(&name) != Role::Player {
                let _ = self.ask(Act::People(people::Act::SignOn), &name, *role);
            }
        }
    }

    /// Asks something of the table; what came of it replaces what came before.
    fn ask(&mut self, act: Act, name: &str, role: Role) -> Result<(), Refusal> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let command = Command::one(act, Actor { name: name.into(), role }, self.now);
        let mut decided = table.decide(&command)?;
        let (chips, tokens) = (table.state().all_chips(), table.state().all_tokens());
        table.take(&mut decided);
        let events = decided.events;
        debug_assert_eq!(
            (chips, tokens),
            (table.state().all_chips(), table.state().all_tokens()),
            "{events:?}"
        );
        self.log.extend(events.iter().cloned());
        self.note(&events);
        self.events.extend(events);
        Ok(())
    }

    fn note(&mut self, events: &[Event]) {
        for event in events {
            match &event.fact {
                Fact::Deal(deal::Fact::CoupStarted { .. }) => self.result = None,
                Fact::Deal(deal::Fact::CoupDecided { .. }) => self.result = Some(event.clone()),
                Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
                    self.stakes.insert(stake.id, stake.clone());
                }
                Fact::Bets(
                    bets::Fact::WagerChanged { id, to, .. } | bets::Fact::WagerScaled { id, to, .. },
                ) => {
                    if let Some(stake) = self.stakes.get_mut(id) {
                        stake.amount = *to;
                    }
                }
                Fact::Bets(bets::Fact::WagerMoved { id, to_box, to_wager }) => {
                    if let Some(stake) = self.stakes.get_mut(id) {
                        (stake.area, stake.wager) = (*to_box, to_wager.clone());
                    }
                }
                _ => {}
            }
        }
    }

    /// What a line says, and what came of it.
    fn story_line(&self, line: &Line<'_>) -> StoryLine {
        StoryLine {
            line: line.number,
            text: line.text.to_owned(),
            events: self.events.clone(),
            refused: self.refused.clone().filter(|_| self.pending.is_some()),
        }
    }

    /// Somebody must be asked, or the transcript itself is at fault.
    fn must(&mut self, line: &Line<'_>, act: Act, name: &str, role: Role) -> Result<(), Failure> {
        self.ask(act, name, role).map_err(|refusal| line.fail(format!("refused: {refusal}")))
    }

    /// A refusal that nobody expected ends the transcript.
    fn unexpected_refusal(&self, line: &Line<'_>) -> Result<(), Failure> {
        match (&self.refused, self.pending) {
            (Some(refusal), Some(at)) => {
                let slip =
                    self.unknown.as_ref().map_or(String::new(), |unknown| format!("; {}", unknown.message));
                let message = format!("refused, and no line expects it: {refusal}{slip}");
                Err(Line { number: if at == 0 { line.number } else { at }, text: "" }.fail(message))
            }
            _ => Ok(()),
        }
    }

    /// Does what a line says. A number that no table can hold refuses it.
    pub(super) fn act(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        match self.perform(line) {
            Err(failure) if failure.out_of_range => {
                self.refuse(line, out_of_range(failure.message));
                Ok(())
            }
            done => done,
        }
    }

    fn perform(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        match self.consumed {
            true => self.before.clear(),
            false => self.before.append(&mut self.events),
        }
        self.consumed = false;
        self.events.clear();
        self.refused = None;
        self.pending = None;
        self.unknown = None;
        if let Some((_, why)) =
            line.text.split_once(" because ").or_else(|| line.text.split_once(" disputes "))
        {
            self.spoken.push(why.to_owned());
        }
        if self.table.is_none() {
            return Err(line.fail("the table did not open"));
        }
        match &line.words()[..] {
            ["wait", count, "seconds" | "second"] => self.now = self.now.plus_seconds(number(line, count)?),
            ["wait", count, "minutes" | "minute"] => self.now = self.now.plus_minutes(number(line, count)?),
            ["time", at] => {
                let at = time(line, at)?;
                match at < self.now {
                    true => self.refuse(line, runs_back(self.now, at)),
                    false => self.now = at,
                }
            }
            ["prepare"] => self.prepare(line)?,
            ["deal", shown @ ..] => {
                let shown = cards(line, shown)?;
                self.deal(line, &shown)?;
                self.finish(line)?;
            }
            ["cards", shown @ ..] => {
                let shown = cards(line, shown)?;
                self.deal(line, &shown)?;
            }
            ["finish"] => self.finish(line)?,
            [who, "plays", "box", area, id, amount, "until", left, "cards", "are", "left"] => {
                let place = bets::Act::Place {
                    area: number(line, area)?,
                    wager: id.parse().map_err(|message: String| line.fail(message))?,
                    amount: money(line, amount)?,
                    kind: ChipKind::Chips,
                    spoken: false,
                };
                self.play_on(line, &who.to_lowercase(), &place, number(line, left)?)?;
            }
            [who, "closes", "table"] => {
                let who = &who.to_lowercase();
                let count = self.table.as_ref().map_or(Money(0), |table| table.state().float);
                self.try_act(line, Act::Notice(notice::Act::Close { count }), who, role_of(who));
            }
            _ => {
                let asked = asked(line)?;
                let stranger = guest(&asked).and_then(|(guest, _)| all_but_known(self, &guest));
                if let Some((guest, area)) = guest(&asked)
                    && let Err(refusal) = self.welcome(line, &guest, area)?
                {
                    self.unknown = named_by(self, &asked.name.0, &asked.act).or(stranger);
                    self.refuse(line, refusal);
                    return Ok(());
                }
                let unknown = named_by(self, &asked.name.0, &asked.act).or(stranger);
                if let Act::Deal(deal::Act::Expose { side, .. }) = &asked.act {
                    self.down.retain(|(of, _)| of != side);
                }
                self.try_act(line, asked.act, &asked.name.0, asked.role);
                self.unknown = unknown.filter(|_| self.refused.is_some());
            }
        }
        Ok(())
    }

    fn try_act(&mut self, line: &Line<'_>, act: Act, name: &str, role: Role) {
        if let Err(refusal) = self.ask(act, name, role) {
            self.refuse(line, refusal);
        }
    }

    fn refuse(&mut self, line: &Line<'_>, refusal: Refusal) {
        self.refused = Some(refusal);
        self.pending = Some(line.number);
    }

    /// Plays whole coups, with any cards that can come, as long as each leaves this many cards in the shoe whatever it takes.
    fn play_on(&mut self, line: &Line<'_>, who: &str, place: &bets::Act, left: u32) -> Result<(), Failure> {
        let mut before = u32::MAX;
        while let Some(there) =
            self.table.as_ref().map(Table::cards_left).filter(|there| *there >= left + MOST_IN_A_COUP)
        {
            if there == before {
                return Err(line.fail("no card came out of the shoe"));
            }
            before = there;
            let act = Act::Bets(place.clone());
            // A stake that rides is down already.
            let lies = self
                .table
                .iter()
                .flat_map(|table| &table.state().stakes)
                .any(|stake| *stake.patron.0 == *who);
            if lies {
                self.play_coup(line)?;
                continue;
            }
            let bets::Act::Place { area, .. } = place else { return Ok(()) };
            if self.welcome(line, &Name::from(who), *area)?.is_err() {
                return Err(line.fail(format!("{who} may not play")));
            }
            self.must(line, act, who, Role::Player)?;
            self.play_coup(line)?;
        }
        Ok(())
    }

    /// A whole coup with any cards that can come: every seventh, so that it is not one rank after the other.
    fn play_coup(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        let coming: Vec<Card> = self.table.iter().flat_map(Table::may_come).collect();
        let mixed = (0..7).flat_map(|from| coming.iter().skip(from).step_by(7)).copied();
        self.deal_some(line, mixed, false)?;
        self.finish(line)?;
        self.events.clear();
        Ok(())
    }

    /// A patron who bets without having come is let in, with chips, at the seat of the box if it is free.
    fn welcome(&mut self, line: &Line<'_>, name: &Name, area: u8) -> Result<Result<(), Refusal>, Failure> {
        let Some(table) = &self.table else { return Ok(Ok(())) };
        if table.state().present(name).is_some() {
            return Ok(Ok(()));
        }
        let free = !table.state().players().any(|(_, patron)| patron.seat == Some(area));
        // Where no wagers are kept, nobody has chips on record.
        let (seats, chips) = (table.state().settings.seats, table.state().settings.wagers_kept);
        if let Err(refusal) = self.ask(Act::People(people::Act::Arrive), &name.0, Role::Player) {
            return Ok(Err(refusal));
        }
        if chips {
            let cash = Money(10_000 * Money::UNITS);
            self.must(line, Act::People(people::Act::BuyIn { cash }), &name.0, Role::Player)?;
        }
        if free && area > 0 && area <= seats {
            self.must(line, Act::People(people::Act::TakeSeat { seat: area }), &name.0, Role::Player)?;
        }
        self.events.clear();
        Ok(Ok(()))
    }

    /// Does everything that is due until play can start.
    fn prepare(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        for _ in 0..60 {
            let Some(table) = &self.table else { return Ok(()) };
            if !matches!(table.state().phase, Phase::Preparing(_)) {
                return Ok(());
            }
            let settings = &table.state().settings;
            let due = table.due();
            let Some(usual) = table.usual_answer(&due) else { return Ok(()) };
            let given = match (&due, usual.needs) {
                (Due::Cut { .. }, _) => Given::Number(u16::from(settings.decks) * 26),
                (_, Needs::Number { usual, .. }) => Given::Number(usual),
                (_, Needs::Card) if settings.burn != BurnStyle::FaceUpAndItsCount => Given::Unseen,
                (_, Needs::Card) => Card::all().next().map_or(Given::Unseen, Given::Card),
                (_, _) => Given::Nothing,
            };
            self.answer(line, &due, &given)?;
            if due == Due::StartPlay {
                return Ok(());
            }
        }
        Err(line.fail("the cards cannot be made ready"))
    }

    /// Deals these cards where they are due, making the calls and showing the hands that the book wants on the way.
    fn deal(&mut self, line: &Line<'_>, shown: &[Card]) -> Result<(), Failure> {
        self.deal_some(line, shown.iter().copied(), true)
    }

    /// Deals cards from a supply; where all of it must be dealt, none may be left over.
    fn deal_some(
        &mut self,
        line: &Line<'_>,
        supply: impl Iterator<Item = Card>,
        all: bool,
    ) -> Result<(), Failure> {
        let mut rest = supply.peekable();
        if self.table.as_ref().is_some_and(|table| !matches!(table.state().phase, Phase::Coup(_))) {
            self.down.clear();
        }
        for _ in 0..100 {
            let Some(table) = &self.table else { return Ok(()) };
            let face_up = table.next_face() == Face::Up;
            let due = table.due_at(self.now);
            let initial = matches!(&table.state().phase, Phase::Coup(coup) if coup.stage == Stage::Initial);
            let given = match &due {
                Due::Countdown { .. } => {
                    return Err(line.fail(format!("no coup can be dealt yet; due is: {due}")));
                }
                Due::OpenBetting | Due::Wagers => {
                    return Err(line.fail("no coup can be dealt: nobody has bet"));
                }
                // Everybody knows which card is out already: the line may name it once more.
                Due::LayCarried { card: Some(out), .. } => {
                    if rest.peek().is_none() {
                        return Ok(());
                    }
                    rest.next_if_eq(out);
                    Given::Nothing
                }
                Due::FirstCard | Due::LayCarried { .. } | Due::Card { .. } => {
                    let to = match &due {
                        Due::Card { to } | Due::LayCarried { to, .. } => *to,
                        _ => Side::Player,
                    };
                    let Some(card) = rest.next() else { return Ok(()) };
                    if face_up {
                        Given::Card(card)
                    } else {
                        self.down.push((to, card));
                        Given::Unseen
                    }
                }
                Due::Expose { side, .. } => {
                    let open = self.down.iter().filter(|(of, _)| of == side).map(|(_, card)| *card).collect();
                    self.down.retain(|(of, _)| of != side);
                    Given::Cards(open)
                }
                Due::Call { .. }
                | Due::OfferHand { to: Some(_), .. }
                | Due::AnswerOffer { .. }
                | Due::CollectHand { .. } => Given::Nothing,
                // Whoever deals on has let patrons withdraw what they may.
                Due::Resume if rest.peek().is_some() => Given::Nothing,
                Due::Settle if initial => Given::Nothing,
                _ if !all || rest.peek().is_none() => return Ok(()),
                due => return Err(line.fail(format!("{} cards are left over; due is: {due}", rest.count()))),
            };
            self.answer(line, &due, &given)?;
        }
        Err(line.fail("the coup does not end"))
    }

    /// Whoever should do what is due does it, with what is given.
    fn answer(&mut self, line: &Line<'_>, due: &Due, given: &Given) -> Result<(), Failure> {
        match self.table.as_ref().and_then(|table| table.answer_with(due, given)) {
            Some(Answer { act, patron: Some(name), .. }) => self.must(line, act, &name.0, Role::Player),
            Some(Answer { act, by, .. }) => self.must(line, act, &by.to_string(), by),
            None => Err(line.fail(format!("the line does not give what is due: {due}"))),
        }
    }

    /// Calls the result, settles and collects.
    fn finish(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        for _ in 0..10 {
            let Some(table) = &self.table else { return Ok(()) };
            let due = table.due();
            let in_coup = matches!(table.state().phase, Phase::Coup(_));
            match due {
                Due::Call { .. } if in_coup => self.answer(line, &due, &Given::Nothing)?,
                Due::Settle | Due::Resume | Due::CollectHand { .. } => {
                    self.answer(line, &due, &Given::Nothing)?
                }
                Due::CollectCards => return self.answer(line, &due, &Given::Nothing),
                due => return Err(line.fail(format!("the coup is not complete; due is: {due}"))),
            }
        }
        Ok(())
    }
}
