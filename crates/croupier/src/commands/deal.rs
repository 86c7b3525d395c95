//! `croupier deal`: shoes of a demonstration table, told as a dealer would call them.

use crate::arguments::number::small;
use crate::commands::log::LogWriter;
use crate::commands::roads;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::{Ink, Screen};
use crate::sitting::demonstration::{BETS, NAME, ShoeRecord};
use crate::sitting::story::{Message, Tone};
use crate::sitting::{Cards, Happened, Sitting, TableArgs};
use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::wager::{WagerClass, WagerId};
use clap::Args;
use shoe::demonstration::Chance;
use shoe::record::Line;
use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use table::driver::{Driver, Next, patron, staff};
use table::state::Phase;
use table::{Act, Actor, Command, Event, Name, Refusal, Table, Time, bets, people};

/// How much of which table is dealt.
#[derive(Args)]
pub struct DealArgs {
    #[command(flatten)]
    table: TableArgs,
    /// How many coups
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = small::<u32, 1, 100_000>)]
    coups: u32,
    /// The events as JSON Lines; the seed goes to the error stream
    #[arg(long)]
    json: bool,
    /// Write the public record of each shoe into this folder, for `croupier shoe verify`
    #[arg(long, value_name = "FOLDER")]
    shoes: Option<PathBuf>,
    /// Write everything into the ledger in this folder, for `croupier log`
    #[arg(long, value_name = "LEDGER")]
    log: Option<PathBuf>,
}

/// What each of the regulars brings to the table.
const BUY_IN: Money = Money(1_000 * Money::UNITS);

/// The most acts of one command: a coup has far fewer.
const MOST_ACTS: usize = 64;

/// Who plays at a demonstration table.
#[derive(Clone, Copy)]
enum Habit {
    /// Bets on whichever hand won last.
    Follows,
    /// Bets on either hand, in odd amounts.
    Wavers,
    /// Bets little on a hand, and then on whatever pays much.
    Dreams,
}

const REGULARS: [(&str, Habit); 3] =
    [("Ann", Habit::Follows), ("Bob", Habit::Wavers), ("Cat", Habit::Dreams)];

/// Runs it.
pub fn run(args: &DealArgs, screen: &Screen) -> Result<(), Failure> {
    let book = args.table.open_book()?;
    let mut settings = args.table.settings(&book)?;
    let seed = args.table.seed()?;
    let cards = args.table.shoe(seed, &book, &settings)?;
    // A log has the records of its shoes, and says so, so that they cannot be left out unnoticed.
    settings.sealed = args.log.is_some() && matches!(cards, Cards::Shoe(_));
    let log = match &args.log {
        Some(folder) => {
            let texts = library::texts_of(&args.table.book, &book)?;
            let opens = (staff(Role::Operator), Time(0));
            Some(LogWriter::open(folder, NAME, (book.clone(), texts), settings.clone(), opens)?)
        }
        None => None,
    };
    let (sitting, opened) = Sitting::open(book, settings, cards, Driver::new())?;
    let chance = Chance::seeded(seed, BETS);
    let (turn, held, gone) = (None, Held::default(), false);
    let mut show = Show { sitting, screen, json: args.json, chance, log, turn, held, gone };
    match args.json {
        true => eprintln!("seed {seed}"),
        false => show.write(&format!("{}\n", screen.faint(&format!("seed {seed}"))))?,
    }
    let dealt = show.play(opened, args.coups);
    show.let_go()?;
    dealt?;
    let Show { sitting, log, .. } = show;
    let records = match sitting.cards {
        Cards::Shoe(shoe) => shoe.records("the demonstration ended"),
        Cards::Felt | Cards::Named(_) => Vec::new(),
    };
    if let Some(folder) = &args.shoes {
        write_records(folder, &records)?;
    }
    if let Some(log) = log {
        let lines = records.iter().flat_map(|record| &record.lines).skip(log.lines());
        let lines: Vec<Line> = lines.cloned().collect();
        let signed = log.close(sitting.now, &lines)?;
        let message = format!("\nThe log is signed: root {}, key {}\n", signed.root, signed.key);
        match args.json {
            true => eprint!("{message}"),
            false => screen.write(&message)?,
        }
    }
    Ok(())
}

fn write_records(folder: &Path, records: &[ShoeRecord]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    for record in records {
        let lines = record.lines.iter().map(|line| format!("{line}\n"));
        let name = format!("shoe-{}.jsonl", record.sealed.number);
        std::fs::write(folder.join(name), lines.collect::<String>())?;
    }
    Ok(())
}

/// What the dealer, or a patron who is asked, does in one go: one command.
struct Submission {
    by: Actor,
    at: Time,
    acts: Vec<Act>,
    /// What followed, where it is recorded.
    events: Vec<Event>,
}

/// What is told once it is on record: nobody hears of what could still be lost.
#[derive(Default)]
struct Held {
    /// Of each commit that the log is writing or has before it, the oldest first.
    written: VecDeque<String>,
    /// Of what comes after.
    next: String,
}

/// A demonstration under way.
struct Show<'s> {
    sitting: Sitting,
    screen: &'s Screen,
    json: bool,
    chance: Chance,
    log: Option<LogWriter>,
    /// Whose turn it is, and what they have done.
    turn: Option<Submission>,
    held: Held,
    /// Nobody reads on.
    gone: bool,
}

impl Show<'_> {
    fn write(&mut self, text: &str) -> Result<(), Failure> {
        if self.log.is_some() {
            self.held.next.push_str(text);
            return Ok(());
        }
        self.put_out(text)
    }

    fn put_out(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => self.gone = true,
            other => other?,
        }
        Ok(())
    }

    /// Has the log write what there is for it, and tells what is durable by now.
    fn hand_over(&mut self) -> Result<(), Failure> {
        if let Some(log) = self.log.take() {
            let (log, durable) = log.hand_over(&self.sitting.table)?;
            self.log = Some(log);
            let next = std::mem::take(&mut self.held.next);
            self.held.written.push_back(next);
            let text: String = self.held.written.drain(..durable).collect();
            self.put_out(&text)?;
        }
        Ok(())
    }

    /// Has everything written and tells the rest.
    fn let_go(&mut self) -> Result<(), Failure> {
        self.end_turn();
        self.hand_over()?;
        if let Some(log) = self.log.take() {
            self.log = Some(log.settle()?);
            let Held { written, next } = std::mem::take(&mut self.held);
            self.put_out(&written.into_iter().chain([next]).collect::<String>())?;
        }
        Ok(())
    }

    fn play(&mut self, opened: Vec<Happened>, coups: u32) -> Result<(), Failure> {
        self.tell(&opened)?;
        self.seat_regulars()?;
        self.deal(coups)?;
        self.sum_up()
    }

    fn tell(&mut self, happened: &[Happened]) -> Result<(), Failure> {
        let mut text = String::new();
        for Happened { event, message } in happened {
            if self.json {
                text.push_str(&serde_json::to_string(event).map_err(std::io::Error::from)?);
                text.push('\n');
            } else if let Some(message) = message {
                text.push_str(&line(message, self.screen));
            }
        }
        if text.is_empty() { Ok(()) } else { self.write(&text) }
    }

    fn say(&mut self, message: &Message) -> Result<(), Failure> {
        if self.json { Ok(()) } else { self.write(&line(message, self.screen)) }
    }

    fn seat_regulars(&mut self) -> Result<(), Failure> {
        for (seat, (name, _)) in (1..).zip(REGULARS) {
            let name = Name::from(name);
            for act in [
                Act::People(people::Act::Arrive),
                Act::People(people::Act::BuyIn { cash: BUY_IN }),
                Act::People(people::Act::TakeSeat { seat }),
            ] {
                self.ask(act, patron(&name))?.map_err(unexpected)?;
            }
        }
        Ok(())
    }

    /// A patron asks something of the table; what happened is told.
    fn ask(&mut self, act: Act, by: Actor) -> Result<Result<(), Refusal>, Failure> {
        self.end_turn();
        let answer = self.sitting.ask(act.clone(), by.clone());
        if let Ok(happened) = &answer {
            self.tell(happened)?;
        }
        let refusal = answer.as_ref().err().cloned();
        if self.log.is_some() {
            self.record(Command::one(act, by, self.sitting.now), answer.map(events));
        }
        Ok(refusal.map_or(Ok(()), Err))
    }

    /// Somebody does what is due: as part of what they do in one go, which takes half a second. While cards are made ready each act
    /// stands alone, so that no command holds cards of two shoes.
    fn go_on(&mut self, act: Act, by: Actor) -> Result<(), Failure> {
        let alone = matches!(self.sitting.table.state().phase, Phase::Preparing(_));
        if alone || self.turn.as_ref().is_none_or(|turn| turn.by != by || turn.acts.len() >= MOST_ACTS) {
            self.end_turn();
            self.sitting.now = Time(self.sitting.now.0 + 500);
        }
        let happened = self.sitting.ask(act.clone(), by.clone()).map_err(unexpected)?;
        self.tell(&happened)?;
        let at = self.sitting.now;
        let turn =
            self.turn.get_or_insert_with(|| Submission { by, at, acts: Vec::new(), events: Vec::new() });
        turn.acts.push(act);
        if self.log.is_some() {
            turn.events.extend(events(happened));
        }
        Ok(())
    }

    /// What somebody has done in one go is one command.
    fn end_turn(&mut self) {
        if let Some(Submission { by, at, acts, events }) = self.turn.take() {
            self.record(Command::all(acts, by.into(), at), Ok(events));
        }
    }

    /// Gives a command to the log, if there is one, with what becomes public of the shoe.
    fn record(&mut self, command: Command, decided: Result<Vec<Event>, Refusal>) {
        let Some(log) = &mut self.log else { return };
        let lines = match (&self.sitting.cards, &decided) {
            (Cards::Shoe(shoe), Ok(_)) => shoe.lines_after(log.lines(), face_down(&self.sitting.table)),
            (Cards::Shoe(_) | Cards::Felt | Cards::Named(_), _) => Vec::new(),
        };
        log.take(command, decided, lines);
    }

    /// Deals until there have been enough coups.
    fn deal(&mut self, coups: u32) -> Result<(), Failure> {
        while !self.gone {
            match self.sitting.next() {
                Next::Ask(act, by) => self.go_on(act, by)?,
                Next::Bets if self.sitting.table.state().coups >= coups => return Ok(()),
                Next::Bets => {
                    self.end_turn();
                    if self.log.as_ref().is_some_and(LogWriter::is_full) {
                        self.hand_over()?;
                    }
                    let number = self.sitting.table.state().coups + 1;
                    self.say(&Message::plain(Tone::Heading, format!("Coup {number}")))?;
                    self.bets()?;
                    self.sitting.driver.close_bets();
                }
                Next::Wait(until) => {
                    self.end_turn();
                    self.sitting.now = until;
                }
                Next::NoCard => {
                    return Err(Failure::refused("the shoe has run out of cards in the middle of a coup"));
                }
                Next::Choice(_) | Next::Nothing => return Ok(()),
            }
        }
        Ok(())
    }

    fn bets(&mut self) -> Result<(), Failure> {
        for (seat, (name, habit)) in (1..).zip(REGULARS) {
            let name = Name::from(name);
            let state = self.sitting.table.state();
            // Stakes that stood off ride.
            if state.stakes.iter().any(|stake| stake.patron == name) {
                continue;
            }
            if state.present(&name).is_none_or(|patron| patron.chips < Money(200 * Money::UNITS)) {
                let buys_in = self.ask(Act::People(people::Act::BuyIn { cash: BUY_IN }), patron(&name))?;
                buys_in.map_err(unexpected)?;
            }
            for (wager, amount) in self.wishes(&name, habit) {
                self.place(&name, seat, wager, amount)?;
            }
        }
        Ok(())
    }

    /// What a regular would like to bet on the coming coup.
    fn wishes(&mut self, name: &Name, habit: Habit) -> Vec<(WagerId, i64)> {
        let state = self.sitting.table.state();
        let last = state.results.iter().rev().find(|result| result.winner != Winner::Tie);
        let followed = last.map_or(Winner::Banker, |result| result.winner);
        let holds_role = state.designated.holder.as_ref() == Some(name);
        let either = self.chance.pick(&[Winner::Player, Winner::Banker]).unwrap_or(Winner::Player);
        let hand = match habit {
            _ if holds_role => Winner::Banker,
            Habit::Follows => followed,
            Habit::Wavers | Habit::Dreams => either,
        };
        let amounts: &[i64] = match habit {
            Habit::Follows => &[20, 50, 100, 200],
            Habit::Wavers => &[10, 15, 25, 40, 75],
            Habit::Dreams => &[10, 20],
        };
        let amount = self.chance.pick(amounts).unwrap_or(10);
        let mut wishes: Vec<(WagerId, i64)> =
            self.main_wager(hand).map(|hand| (hand, amount)).into_iter().collect();
        if matches!(habit, Habit::Dreams) {
            let dreams = self.dreams();
            wishes
                .extend((!dreams.is_empty()).then(|| (dreams[self.chance.below(dreams.len())].clone(), 10)));
        }
        wishes
    }

    /// The main wager on a hand or on the tie.
    fn main_wager(&self, on: Winner) -> Option<WagerId> {
        let table = &self.sitting.table;
        table.book().main_wager(&table.state().settings.method, on).map(|wager| wager.id.clone())
    }

    /// Tie, and the side wagers of this table.
    fn dreams(&self) -> Vec<WagerId> {
        let table = &self.sitting.table;
        let wagers = table.book().wagers(&table.state().settings.method).unwrap_or_default();
        let offered = offered(table);
        let side =
            wagers.iter().filter(|wager| wager.class == WagerClass::Side && offered.contains(&wager.id));
        self.main_wager(Winner::Tie).into_iter().chain(side.map(|wager| wager.id.clone())).collect()
    }

    fn place(&mut self, name: &Name, seat: u8, wager: WagerId, amount: i64) -> Result<(), Failure> {
        let amount = Money(amount * Money::UNITS);
        let act = Act::Bets(bets::Act::Place {
            area: seat,
            wager: wager.clone(),
            amount,
            kind: ChipKind::Chips,
            spoken: false,
        });
        match self.ask(act, patron(name))? {
            Ok(()) => Ok(()),
            Err(refusal) => {
                let wanted = crate::sitting::story::wager_name(&self.sitting.table, &wager);
                let mut message = Message::refusal(&refusal);
                message.text = format!("{name} offers {amount} on {wanted}; refused: {}", refusal.message);
                self.say(&message)
            }
        }
    }

    /// How everyone stands at the end, and the roads.
    fn sum_up(&mut self) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        let state = self.sitting.table.state();
        let coups = if state.coups == 1 { "1 coup".to_owned() } else { format!("{} coups", state.coups) };
        let mut text = line(
            &Message::plain(Tone::Heading, format!("After {coups}, shoe {}", state.shoe.number)),
            self.screen,
        );
        for (name, patron) in state.players() {
            text.push_str(&format!("  {name} holds {} in chips\n", patron.chips));
        }
        text.push_str(&format!("  The float holds {}, the drop box {} in cash\n\n", state.float, state.drop));
        text.push_str(&roads::drawn(&self.sitting.roads(), self.screen));
        self.write(&text)
    }
}

/// What happened, for the log.
fn events(happened: Vec<Happened>) -> Vec<Event> {
    happened.into_iter().map(|one| one.event).collect()
}

/// How many cards were dealt since the first of those that lie face down.
fn face_down(table: &Table) -> usize {
    match &table.state().phase {
        Phase::Coup(coup) if coup.player.iter().chain(&coup.banker).any(Option::is_none) => {
            coup.player.len() + coup.banker.len()
        }
        _ => 0,
    }
}

/// The side wagers that a table offers, and the main ones.
pub fn offered(table: &table::Table) -> Vec<WagerId> {
    let options = &table.state().settings.options;
    let sides = &table.book().rules.sides.offered;
    let offered = sides.values().filter(|option| options.contains(&option.option));
    offered.flat_map(|option| option.wagers.clone()).collect()
}

/// The dealer of a demonstration does only what is due, so a refusal is a fault of ours.
fn unexpected(refusal: table::Refusal) -> Failure {
    Failure::refused(format!("the table turned down its own dealer: {refusal}"))
}

/// A line of the story; the clauses to the right of it.
pub fn line(message: &Message, screen: &Screen) -> String {
    let width = screen.width();
    let column = if width < 110 { 46 } else { 72 };
    let (before, text) = match message.tone {
        Tone::Heading => ("\n", screen.heading(&message.text)),
        _ => ("  ", painted(message, screen)),
    };
    let taken = message.text.chars().count() + usize::from(message.tone != Tone::Heading) * 2;
    let rows = clause_rows(&message.clauses, width.saturating_sub(column + 5));
    let pad = " ".repeat(column + 4);
    let mut lines = format!("{before}{text}");
    for (nth, row) in rows.iter().enumerate() {
        let gap = match nth == 0 && taken < pad.len() {
            true => " ".repeat(pad.len() - taken),
            // A long line has its clauses after it where they fit, else below.
            false if nth == 0 && taken + 2 + row.chars().count() < width => "  ".to_owned(),
            false => format!("\n{pad}"),
        };
        lines.push_str(&format!("{gap}{}", screen.faint(row)));
    }
    lines.push('\n');
    lines
}

/// Clauses in rows of this width, broken between clauses.
fn clause_rows(clauses: &str, room: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for clause in clauses.split(", ").filter(|clause| !clause.is_empty()) {
        match rows.last_mut() {
            Some(row) if row.chars().count() + clause.chars().count() + 2 <= room => {
                row.push_str(", ");
                row.push_str(clause);
            }
            Some(row) => {
                row.push(',');
                rows.push(clause.to_owned());
            }
            None => rows.push(clause.to_owned()),
        }
    }
    rows
}

fn painted(message: &Message, screen: &Screen) -> String {
    match message.tone {
        Tone::Heading | Tone::Call => screen.heading(&message.text),
        Tone::Result(Winner::Player) => screen.ink(&message.text, Ink::Blue),
        Tone::Result(Winner::Banker) => screen.ink(&message.text, Ink::Red),
        Tone::Result(Winner::Tie) | Tone::Won => screen.ink(&message.text, Ink::Green),
        Tone::Refused => screen.warning(&message.text),
        Tone::Lost => screen.faint(&message.text),
        Tone::Plain => {
            let word = |word: &str| match word.contains(['♥', '♦']) {
                true => screen.ink(word, Ink::Red),
                false => word.to_owned(),
            };
            message.text.split(' ').map(word).collect::<Vec<_>>().join(" ")
        }
    }
}
