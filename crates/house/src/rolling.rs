//! The sit-and-go that a demonstration always has open under each book that knows tournaments: a guest enters, regulars take the seats that
//! are left, and staff of the house's own run it at a table with sealed shoes, under the book's rules and on the same log.

use baccarat::book::Book;
use baccarat::rules::people::Role as BooksRole;
use baccarat::rules::tournament::EqualInSession;
use floor::runner::{Running, SessionChange};
use hall::Hall;
use hall::contest::{BARRED, Contest};
use people::denial::Denial;
use people::names::REGULARS;
use people::role::Role;
use people::viewer::{Asker, Person};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use table::state::Session;
use table::{Name, Time};
use tokio::sync::watch;
use tournament::duty::{Duty, Task, Whose};
use tournament::{Act, Chips, NamedTable, Tournament};

/// How long other guests may enter after the first, in milliseconds.
const JOIN: i64 = 20_000;
/// How long a guest has for a wager.
const WAGER: i64 = 30_000;
/// How often it is looked after.
const EVERY: Duration = Duration::from_millis(500);
/// The most that is done for one of them at a time.
const STEPS: usize = 60;

/// The table at which the sit-and-go of a book is dealt.
pub fn table_of(book: &str) -> String {
    format!("{book}-cup")
}

/// Whoever runs them.
pub struct Rolling {
    hall: Arc<Hall>,
    tables: Vec<Running>,
    /// Since when somebody is waited for, and whom.
    since: HashMap<(String, String), Time>,
    /// How many commands there were: part of each one's id.
    asked: u64,
}

/// What came of looking at one duty.
enum Looked {
    Done,
    Waits,
}

impl Rolling {
    /// For these tournaments, at these tables.
    pub fn new(hall: Arc<Hall>, tables: &[Running]) -> Rolling {
        Rolling { hall, tables: tables.to_vec(), since: HashMap::new(), asked: 0 }
    }

    /// Runs them until the house stops.
    pub(crate) async fn keep_running(mut self, clock: fn() -> Time, mut stopping: watch::Receiver<bool>) {
        while !*stopping.borrow() {
            if let Err(denial) = self.step(clock()).await {
                tracing::warn!(message = denial.message, "a sit-and-go has to wait");
            }
            tokio::select! {
                () = tokio::time::sleep(EVERY) => {}
                _ = stopping.changed() => return,
            }
        }
    }

    /// Does whatever is due now under each book.
    pub async fn step(&mut self, now: Time) -> Result<(), Denial> {
        let books: Vec<Arc<Book>> = self.hall.books().filter(|book| self.table(&book.id).is_ok()).collect();
        for book in books {
            let prefix = format!("sit-{}-", book.id);
            let mut known: Vec<(u32, String)> = self
                .hall
                .list()
                .tournaments
                .into_iter()
                .filter_map(|entry| {
                    let number = entry.id.strip_prefix(&prefix)?.parse().ok()?;
                    Some((number, entry.phase))
                })
                .collect();
            known.sort_unstable();
            let open =
                known.last().filter(|(_, phase)| ["draft", "announced", "entries"].contains(&&**phase));
            if open.is_none() {
                let number = known.last().map_or(1, |(number, _)| number + 1);
                let id = format!("{prefix}{number}");
                let text = conditions(&book, &id, number);
                self.hall.begin(&format!("{id}:begin"), &staff(Role::Manager), &text, now).await?;
                known.push((number, "draft".to_owned()));
            }
            // One is open, one may be in play; older ones are over.
            for (number, _) in known.iter().rev().take(2) {
                let contest = self.hall.contest(&format!("{prefix}{number}"))?;
                self.go_on(&contest, &book.id, now).await?;
            }
        }
        Ok(())
    }

    /// Takes one as far as it can go now.
    async fn go_on(&mut self, contest: &Contest, book: &str, now: Time) -> Result<(), Denial> {
        for _ in 0..STEPS {
            let tournament = contest.tournament().await;
            let stays_empty = |duty: &Duty| {
                duty.task == Task::TakeSeat && self.since.contains_key(&(contest.id.clone(), empty(duty)))
            };
            let Some(duty) = tournament.duties(now).into_iter().find(|duty| !stays_empty(duty)) else {
                return self.give_back(contest, book).await;
            };
            if let Looked::Waits = self.look(contest, &tournament, &duty, (book, now)).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn id(&mut self, now: Time) -> String {
        self.asked += 1;
        format!("rolling:{}:{}", now.0, self.asked)
    }

    fn table(&self, book: &str) -> Result<&Running, Denial> {
        let name = table_of(book);
        let found = self.tables.iter().find(|table| *table.id == *name);
        found.ok_or_else(|| Denial::not_found(format!("there is no table `{name}`")))
    }

    /// When it is over the table is anybody's again.
    async fn give_back(&mut self, contest: &Contest, book: &str) -> Result<(), Denial> {
        self.since.retain(|(id, _), _| *id != contest.id);
        if contest.dealt_at(1).await.0.is_none() {
            return Ok(());
        }
        let change = SessionChange::Ends(Session { tournament: contest.id.clone(), table: 1 });
        let id = format!("rolling:{}:back", contest.id);
        self.table(book)?.change_session(id, staff(Role::Supervisor), change).await.map(drop)
    }

    /// Since when this has been waited for: now, if it is new.
    fn since(&mut self, contest: &Contest, what: String, now: Time) -> i64 {
        let began = *self.since.entry((contest.id.clone(), what)).or_insert(now);
        now.0 - began.0
    }

    async fn look(
        &mut self,
        contest: &Contest,
        tournament: &Tournament,
        duty: &Duty,
        (book, now): (&str, Time),
    ) -> Result<Looked, Denial> {
        let state = tournament.state();
        let coup = state.table(1).map_or(0, |table| table.coups);
        match duty.task {
            Task::TakeEntries => {
                let entered = |name: &Name| state.entrant(name).is_some();
                if state.entrants.iter().all(|entrant| is_regular(&entrant.name)) {
                    return Ok(Looked::Waits);
                }
                if self.since(contest, "guests".to_owned(), now) < JOIN {
                    return Ok(Looked::Waits);
                }
                let Some(next) = REGULARS.iter().map(|name| Name::from(*name)).find(|name| !entered(name))
                else {
                    return Ok(Looked::Waits);
                };
                let fee = tournament.conditions().entry.fee;
                let act = Act::Enter { form: vec!["name".to_owned()], fee, has_copy: true };
                self.ask(contest, Asker::own(player(&next)), act, now).await
            }
            Task::Begin if contest.dealt_at(1).await.0.is_none() => {
                let change = SessionChange::Begins(Session { tournament: contest.id.clone(), table: 1 });
                let id = self.id(now);
                match self.table(book)?.change_session(id, staff(Role::Supervisor), change).await {
                    Ok(_) => Ok(Looked::Done),
                    // The one before is still on.
                    Err(denial) if denial.word == "already-done" => Ok(Looked::Waits),
                    Err(denial) => Err(denial),
                }
            }
            Task::FirstCard => {
                let id = self.id(now);
                match self.table(book)?.deal_for_session(id).await {
                    Ok(_) => Ok(Looked::Done),
                    // Its cards are still made ready, or shown.
                    Err(denial) if denial.word == "not-ready" => Ok(Looked::Waits),
                    Err(denial) => Err(denial),
                }
            }
            Task::DealCoup | Task::WaitForBreak | Task::RingBell => Ok(Looked::Waits),
            Task::Wager => {
                let Some(name) = duty.name.clone() else { return Ok(Looked::Waits) };
                if is_regular(&name) {
                    let Some(act) = wager_of(tournament, &name, coup) else { return Ok(Looked::Waits) };
                    return self.ask(contest, Asker::own(player(&name)), act, now).await;
                }
                if self.since(contest, format!("wager:{coup}:{name}"), now) < WAGER {
                    return Ok(Looked::Waits);
                }
                // Whoever is not there keeps nobody waiting.
                self.ask(contest, Asker::own(staff(Role::Dealer)), Act::MarkAbsent { name }, now).await
            }
            Task::TakeSeat => {
                let (Some(name), Some(act)) = (duty.name.clone().or_else(|| whose(duty)), duty.act.clone())
                else {
                    return Ok(Looked::Waits);
                };
                let asker = match is_regular(&name) {
                    true => Asker::own(player(&name)),
                    false => Asker { person: staff(Role::Dealer), patron: Some(name) },
                };
                match self.ask(contest, asker, act, now).await {
                    // The seat stays empty; the book says what becomes of that as the session begins.
                    Err(denial) if denial.word == BARRED => {
                        self.since(contest, empty(duty), now);
                        Ok(Looked::Done)
                    }
                    done => done,
                }
            }
            _ => {
                let Some(act) = act_for(tournament, duty, (book, now)) else { return Ok(Looked::Waits) };
                let person = person_for(tournament, duty);
                let act = if duty.two { Act::Propose { what: Box::new(act) } } else { act };
                self.ask(contest, Asker::own(person), act, now).await
            }
        }
    }

    async fn ask(&mut self, contest: &Contest, asker: Asker, act: Act, now: Time) -> Result<Looked, Denial> {
        let id = self.id(now);
        contest.command(&id, &asker, act, now).await.map(|_| Looked::Done)
    }
}

/// Under what it is kept that somebody's seat stays empty.
fn empty(duty: &Duty) -> String {
    format!("empty:{}", duty.name.as_ref().map_or("", |name| &name.0))
}

fn staff(role: Role) -> Person {
    Person { name: Name::from(role.word()), role }
}

fn player(name: &Name) -> Person {
    Person { name: name.clone(), role: Role::Player }
}

fn is_regular(name: &Name) -> bool {
    REGULARS.contains(&&*name.0)
}

fn whose(duty: &Duty) -> Option<Name> {
    match &duty.whose {
        Whose::Entrant(name) => Some(name.clone()),
        Whose::Role(_) => None,
    }
}

/// Who of the staff does this: the supervisor is the official too, the manager acts for the operator and seconds what others propose.
fn person_for(tournament: &Tournament, duty: &Duty) -> Person {
    let supervisor = staff(Role::Supervisor);
    match (&duty.whose, duty.task) {
        (_, Task::Approve) if duty.name.as_ref() == Some(&supervisor.name) => staff(Role::Manager),
        (_, Task::Approve) => supervisor,
        (Whose::Role(BooksRole::Dealer), _) => staff(Role::Dealer),
        (Whose::Role(BooksRole::Director | BooksRole::Supervisor | BooksRole::GameSupervisor), _) => {
            supervisor
        }
        (Whose::Entrant(name), _) if tournament.state().entrant(name).is_some() => player(name),
        _ => staff(Role::Manager),
    }
}

/// What is asked for a duty that names no act, or only a part of it.
fn act_for(tournament: &Tournament, duty: &Duty, (book, now): (&str, Time)) -> Option<Act> {
    let table = duty.table.unwrap_or(1);
    match duty.task {
        Task::NameOfficial => {
            Some(Act::NameOfficial { name: Name::from(Role::Supervisor.word()), licensed: true })
        }
        Task::NameTables => {
            let named = NamedTable { name: table_of(book), low_limit: false, in_use: false };
            Some(Act::NameTables { tables: vec![named] })
        }
        Task::Draw => {
            Some(Act::Ballot { seed: None, mix: format!("The house's own inspector at {}", now.0) })
        }
        Task::Count => Some(Act::Count { table, counts: tournament.stacks(table) }),
        Task::RuleAbsence => {
            let name = duty.name.clone()?;
            Some(Act::RuleAbsence { name, deduct: true, disqualify: false, fee_back: false })
        }
        Task::DecideDispute => {
            Some(Act::DecideDispute { table, decision: "What was recorded stands; play goes on.".to_owned() })
        }
        _ => duty.act.clone(),
    }
}

/// What a regular wagers: now more, now less, on one hand or the other.
fn wager_of(tournament: &Tournament, name: &Name, coup: u32) -> Option<Act> {
    let (table, seat) = tournament.state().place_of(name)?;
    let play = tournament.state().table(table)?;
    let (stack, (least, most)) = (play.seats.get(&seat)?.stack, play.limits?);
    let wagers = tournament.book().wagers(&tournament.conditions().play.method)?;
    let mut main = wagers.iter().filter(|wager| wager.backs.is_some());
    let turn = coup + u32::from(seat);
    let wager = main.nth(turn as usize % 2)?.id.clone();
    let units = 1 + i64::from(turn % 3);
    let fits = (stack.0 / least.0.max(1)).min(most.0 / least.0.max(1)).min(units);
    let amount = baccarat::chips::Money(least.0 * fits);
    let coup = play.coup.as_ref().map(|coup| coup.number);
    Some(Act::Wager { wager, amount, chips: Chips::Tournament, seat: None, coup })
}

/// The conditions of a small one.
fn conditions(book: &Book, id: &str, number: u32) -> String {
    // Where the book itself says how equals of a session are told apart, the conditions may not.
    let told_apart = book.rules.tournament.equal_in_session.get() == Some(&EqualInSession::PlayOff);
    format!(
        r#"tournament = "{id}"
name = "Sit-and-go {number}"
book = "{}"
start = "when-full"
sit_and_go = "It starts as soon as four have entered; regulars take the seats that are left."
[entry]
how = "On this page."
eligible = "Whoever is in the demonstration."
form = ["name"]
groups = "None."
numbers = [4, 4]
fee = 20
commission = false
withdraw_until = "never"
buy_back = false
[play]
dealing = "A"
seats = 7
chips = [5, 25, 100, 500]
compulsory = true
limits = "50 to 500"
order = true
allot = "ballot"
pass_cards = 0
undisclosed = 0
out = ["residual-chips", "larger-wager", "collected-later"]
seconds = 30
[[stage]]
name = "Final"
session = {{ coups = 5, opening = 1000 }}
tables = 1
{}[prizes]
shares = [60, 40]
equal = "further-coups"
paid = "Chips for play."
"#,
        book.id,
        if told_apart { "" } else { "equal = \"further-coups\"\n" }
    )
}
