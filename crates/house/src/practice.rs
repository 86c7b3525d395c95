//! Practice tables of the school: one for each person who deals coups there. They are no tables of the house: nothing of them is in the
//! lobby, in a report or on the floor's log. What is kept is how each coup went.

use baccarat::chips::Money;
use floor::config::{CardsFrom, HouseBook, TableConfig};
use floor::regulars::Regulars;
use floor::timing::{Deadlines, Pace};
use floor::view::{About, Board, DealerView, DeskView, Service, ShoeView, View, staff};
use school::register::Marked;
use school::{Kind, Lesson};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use table::{Act, Event, Name, Refusal, Time};

/// The most practice tables that are kept; the one that was left longest ago makes room.
const MOST: usize = 200;

/// The practice tables, by who deals at them.
#[derive(Default)]
pub struct Practice(Mutex<BTreeMap<Name, Seat>>);

/// What came of a command: up to which event, and the events.
pub type PracticeAnswer = Result<(u64, Vec<Event>), Refusal>;

/// Somebody's practice table.
pub struct Seat {
    /// The coups, and the table.
    pub lesson: Lesson,
    /// The id of the book.
    pub book: String,
    /// What people call the book.
    pub book_name: String,
    /// The seed.
    pub seed: u64,
    /// The test, if it is one.
    pub test: Option<u32>,
    config: TableConfig,
    seq: u64,
    /// When it was set up, by the clock of the house: the table's own time counts from there.
    begun: Time,
    touched: Time,
    /// How many coups are on record.
    kept: usize,
    /// The last command and what came of it, for whoever did not hear the answer.
    last: Option<(String, PracticeAnswer)>,
}

impl Practice {
    /// Sets up a table for somebody, in place of the one they had.
    pub fn begin(&self, who: &Name, seat: Seat) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST && !all.contains_key(who) {
            let oldest = all.iter().min_by_key(|(_, seat)| seat.touched).map(|(name, _)| name.clone());
            oldest.map(|name| all.remove(&name));
        }
        all.insert(who.clone(), seat);
    }

    /// What `look` makes of somebody's table; nothing if they have none.
    pub fn at<T>(&self, who: &Name, look: impl FnOnce(&mut Seat) -> T) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_mut(who).map(look)
    }
}

impl Seat {
    /// A table that has just been set up.
    pub fn new(lesson: Lesson, book: &HouseBook, (seed, test): (u64, Option<u32>), now: Time) -> Seat {
        let config = TableConfig {
            id: "practice".to_owned(),
            name: book.book.name.clone(),
            book: book.clone(),
            cards: CardsFrom::Felt,
            settings: lesson.table().state().settings.clone(),
            pace: Pace::default(),
            most_bought: Money(0),
            regulars: Regulars::None,
            automatic_staff: false,
            demonstration: true,
        };
        let (id, name) = (book.book.id.clone(), book.book.name.clone());
        Seat {
            lesson,
            book: id,
            book_name: name,
            seed,
            test,
            config,
            seq: 0,
            begun: now,
            touched: now,
            kept: 0,
            last: None,
        }
    }

    /// The table's own time.
    pub fn time(&self, now: Time) -> Time {
        Time((now.0 - self.begun.0).max(0))
    }

    /// Was this id answered last?
    pub fn knows(&self, id: &str) -> bool {
        self.last.as_ref().is_some_and(|(known, _)| known == id)
    }

    /// The trainee asks something, once under an id.
    pub fn ask(&mut self, id: &str, acts: Vec<Act>, patron: Option<Name>, now: Time) -> PracticeAnswer {
        if let Some((_, done)) = self.last.as_ref().filter(|(known, _)| known == id) {
            return done.clone();
        }
        self.touched = now;
        let done = self.lesson.ask(acts, patron, self.time(now)).map(|events| {
            self.seq += events.len() as u64;
            (self.seq, events)
        });
        self.last = Some((id.to_owned(), done.clone()));
        done
    }

    /// Coups that are over and not on record yet.
    pub fn unkept(&mut self) -> Vec<Marked> {
        let fresh = &self.lesson.dealt()[self.kept.min(self.lesson.dealt().len())..];
        let marked = fresh.iter().map(|coup| Marked {
            test: self.test,
            book: self.book.clone(),
            kind: Kind::WholeCoups,
            seed: self.seed,
            number: coup.number,
            given: coup.slips.len().to_string(),
            right: coup.slips.is_empty(),
            ms: coup.ms,
            clauses: coup.clauses.clone(),
        });
        let marked = marked.collect();
        self.kept = self.lesson.dealt().len();
        marked
    }

    /// The id under which a coup of this sitting is put on record.
    pub fn id_of(&self, coup: u32) -> String {
        format!("coup-{}-{}-{coup}", self.begun.0, self.seed)
    }

    /// The table as its dealer sees it.
    pub fn view(&self, now: Time) -> View {
        let (table, now) = (self.lesson.table(), self.time(now));
        let shoe = ShoeView { number: Some(table.state().shoe.number), ..ShoeView::default() };
        View::Dealer(DealerView {
            seq: self.seq,
            table: About::of(&self.config, table),
            state: Board::of(table, &shoe, &Deadlines::default(), Service::Open, now),
            patrons: staff::patrons(table),
            possible: table.possible_reports(),
            matters: staff::matters(table),
            desk: DeskView::of((table, None), Vec::new(), None, now),
        })
    }
}
