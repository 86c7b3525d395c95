//! The tournaments of a house: begun, opened again, found by their id.

use crate::contest::{BarredAt, Contest, broken, command_id};
use crate::drawer::Drawer;
use crate::view::Contests;
use archive::Shelf;
use baccarat::book::Book;
use baccarat::rules::people::Role as BooksRole;
use baccarat::shelf;
use ledger::{Edition, Ledger, LedgerError, Log};
use merkle::Hash;
use people::act_record::recorder;
use people::denial::Denial;
use people::role::Role;
use people::viewer::Person;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use table::{Actor, Name, Time};
use tokio::sync::watch;
use tournament::{Conditions, TOURNAMENT, Tournament, TournamentCommand};

/// A book that tournaments may be run under.
#[derive(Clone)]
pub struct RuleBook {
    /// The book.
    pub book: Arc<Book>,
    /// The hash of its text.
    pub hash: Hash,
    /// Its text, and that of the book it is based on.
    pub texts: [String; 2],
}

impl RuleBook {
    /// The one of these books that a file of the operator's names: by its id, or by a file that is called so, as the command takes it.
    pub fn named<'b>(
        books: &'b [RuleBook],
        named: Option<String>,
        file: &str,
    ) -> Result<&'b RuleBook, Denial> {
        let named = named.ok_or_else(|| Denial::unprocessable(format!("{file}: they name no `book`")))?;
        let named = if shelf::text(&named).is_none() { own_name(&named).to_owned() } else { named };
        books.iter().find(|book| book.book.id == named).ok_or_else(|| {
            let known: Vec<&str> = books.iter().map(|book| book.book.id.as_str()).collect();
            Denial::unprocessable(format!("{file}: found book `{named}`; allowed are {}", known.join(", ")))
        })
    }
}

/// The id of a book from the name of its file.
fn own_name(named: &str) -> &str {
    let file = named.rsplit(['/', '\\']).next().unwrap_or(named);
    file.strip_suffix(".toml").unwrap_or(named)
}

/// The tournaments of a house.
pub struct Hall {
    ledger: Ledger,
    drawer: Arc<Drawer>,
    barred_at: BarredAt,
    books: Vec<RuleBook>,
    contests: RwLock<Vec<Arc<Contest>>>,
}

impl Hall {
    /// The books under which a tournament can be held here.
    pub fn books(&self) -> impl Iterator<Item = Arc<Book>> + '_ {
        let known = self.books.iter().filter(|book| Conditions::known_to(&book.book));
        known.map(|book| book.book.clone())
    }

    /// Opens every tournament of the log where it was left. One that cannot be opened stays closed, and closes no other.
    pub async fn open(ledger: Ledger, drawer: Drawer, books: Vec<RuleBook>) -> Result<Hall, LedgerError> {
        let (drawer, barred_at) = (Arc::new(drawer), BarredAt::default());
        let hall = Hall { ledger, drawer, barred_at, books, contests: RwLock::default() };
        let streams = hall.ledger.store().streams_of(TOURNAMENT).await?;
        if streams.is_empty() {
            return Ok(hall);
        }
        let shelf = Shelf::read(&**hall.ledger.store(), None).await;
        let shelf = shelf.map_err(|fault| LedgerError::Refused { message: fault.to_string() })?;
        for stream in streams {
            match hall.ledger.resume::<Tournament>(stream.name(), &shelf).await {
                Ok(log) => {
                    hall.add(hall.contest_of(stream.name(), log));
                }
                Err(fault) => {
                    tracing::error!(tournament = stream.name(), %fault, "the tournament stays closed");
                }
            }
        }
        Ok(hall)
    }

    fn contest_of(&self, id: &str, log: Log<Tournament>) -> Contest {
        let (ledger, drawer, barred_at) = (self.ledger.clone(), self.drawer.clone(), self.barred_at.clone());
        Contest::new(id, log, ledger, drawer, barred_at)
    }

    /// Has tournaments ask from now on at which table somebody was barred from the game. It is said once.
    pub fn ask_who_is_barred(&self, barred_at: impl Fn(&Name) -> Option<String> + Send + Sync + 'static) {
        let _ = self.barred_at.set(Box::new(barred_at));
    }

    fn add(&self, contest: Contest) -> Arc<Contest> {
        let contest = Arc::new(contest);
        let mut contests = self.contests.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = contests.iter().find(|known| known.id == contest.id) {
            return known.clone();
        }
        contests.push(contest.clone());
        contest
    }

    fn all(&self) -> Vec<Arc<Contest>> {
        self.contests.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Every tournament, the newest first.
    pub fn list(&self) -> Contests {
        self.page(None, usize::MAX)
    }

    /// A part of the tournaments, the newest first: those before this number of the list, so many at most.
    pub fn page(&self, before: Option<u32>, most: usize) -> Contests {
        let all = self.all();
        let end = before.map_or(all.len(), |before| (before as usize).saturating_sub(1).min(all.len()));
        let from = end.saturating_sub(most);
        Contests {
            tournaments: all[from..end].iter().rev().map(|contest| contest.entry()).collect(),
            before: u32::try_from(from + 1).ok().filter(|_| from > 0),
        }
    }

    /// A tournament.
    pub fn contest(&self, id: &str) -> Result<Arc<Contest>, Denial> {
        let found = self.all().into_iter().find(|contest| contest.id == id);
        found.ok_or_else(|| Denial::not_found("there is no such tournament"))
    }

    /// Begins a tournament with its conditions, which name its id and its book. Every fault is told at once.
    pub async fn begin(
        &self,
        id: &str,
        person: &Person,
        conditions: &str,
        now: Time,
    ) -> Result<Arc<Contest>, Denial> {
        if !matches!(person.role, Role::Supervisor | Role::Manager) {
            return Err(Denial::not_yours(format!("a {} may not do this", person.role)));
        }
        let refused = |faults: Vec<tournament::Fault>| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Denial::unprocessable(format!("conditions: {}", faults.join("; ")))
        };
        let named = Conditions::book_of(conditions).map_err(refused)?;
        let book = RuleBook::named(&self.books, named, "conditions")?;
        let read = Conditions::read(conditions, &book.book).map_err(refused)?;
        archive::keep_book(&self.ledger, &book.texts, recorder(), now).await.map_err(broken)?;
        let draft = TournamentCommand::Draft {
            conditions: conditions.to_owned(),
            by: Actor { name: person.name.clone(), role: BooksRole::Operator },
            at: now,
        };
        let edition = Edition { hash: book.hash, rules: book.book.clone() };
        match self.ledger.found::<Tournament>(&read.id, edition, &command_id(id)?, &draft).await {
            Ok(log) => Ok(self.add(self.contest_of(&read.id, log))),
            Err(LedgerError::AlreadyThere(_)) => {
                Err(Denial::conflict("already-there", format!("there is a tournament `{}`", read.id)))
            }
            Err(fault) => Err(broken(fault)),
        }
    }

    /// Rings the bell of every session whose time is over, until the house stops.
    pub async fn keep_time(self: Arc<Self>, clock: fn() -> Time, mut stopping: watch::Receiver<bool>) {
        while !*stopping.borrow() {
            for contest in self.all() {
                contest.tick(clock()).await;
            }
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(500)) => {}
                _ = stopping.changed() => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_named_by_its_id_or_its_file() {
        for named in ["own", "own.toml", "books/own.toml", "C:\\books\\own.toml"] {
            assert_eq!(own_name(named), "own");
        }
    }
}
