//! A school for dealers. Every question comes from a table that was really played to that point under the book, and so does its
//! answer: code here never knows a rule.
//!
//! A question is found by its kind, a seed and its number, so that everybody who is given the same seed is asked the same.
//!
//! ```
//! use school::{Kind, School};
//!
//! let book = baccarat::book::Book::read(baccarat::shelf::text("act").unwrap()).unwrap();
//! let school = School::new(book.into());
//! let question = school.question(Kind::NextCard, 7, 1).unwrap().question;
//! assert!(question.is_right(&question.key()));
//! ```

mod answer;
mod calls;
mod chance;
mod due;
mod early;
mod irregularity;
mod kind;
pub mod lesson;
mod next_card;
mod payment;
pub mod phrase;
mod question;
pub mod register;
pub mod scene;
mod settings;
mod shoe;
mod totals;
mod transcript;

pub use answer::{Given, LONGEST};
pub use irregularity::reported;
pub use kind::Kind;
pub use lesson::Lesson;
pub use phrase::{Phrase, Value};
pub use question::{Form, Gist, Lying, PosedQuestion, Question, Right, Shown, letter};
pub use settings::with_options;

use baccarat::book::Book;
use baccarat::rules::shoe::BurnStyle;
use chance::Chance;
use scene::{Scene, Stuck};
use std::sync::Arc;
use table::Settings;

/// The school of one book: its tables stand ready, and each question begins at a copy of one.
pub struct School {
    book: Arc<Book>,
    /// A table as usual, before its cards are made ready.
    bare: Option<Scene>,
    /// The same, where the first card is burnt face up, if the book knows that.
    burning: Option<Scene>,
    /// The same as the first, ready for bets.
    plain: Option<Scene>,
    /// One for each dealing method and way up of the cards.
    dealing: Vec<Scene>,
    /// One for each settlement method and set of chips.
    paying: Vec<Scene>,
    taught: Vec<Kind>,
}

/// Why there is no such question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotTaught;

impl School {
    /// Sets up the tables of a book, and finds out what can be asked under it.
    pub fn new(book: Arc<Book>) -> School {
        let usual = Settings::usual(&book);
        let bare = Scene::open(book.clone(), usual.clone()).ok();
        let burn = Settings { burn: BurnStyle::FaceUpAndItsCount, ..usual };
        let burning = burn.check(&book).is_empty().then(|| Scene::open(book.clone(), burn).ok()).flatten();
        let plain = bare.clone().and_then(readied);
        let dealing =
            settings::of_dealing(&book).into_iter().filter_map(|settings| ready(&book, settings)).collect();
        let paying =
            settings::of_payment(&book).into_iter().filter_map(|settings| ready(&book, settings)).collect();
        let mut school = School { book, bare, burning, plain, dealing, paying, taught: Vec::new() };
        school.taught = Kind::ALL.into_iter().filter(|kind| school.make(*kind, 0, 0).is_ok()).collect();
        school
    }

    /// The book.
    pub fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// What can be asked under this book.
    pub fn kinds(&self) -> &[Kind] {
        &self.taught
    }

    /// The question of a seed with this number.
    pub fn question(&self, kind: Kind, seed: u64, number: u32) -> Result<PosedQuestion, NotTaught> {
        match self.taught.contains(&kind) {
            true => self.make(kind, seed, number).map_err(|_| NotTaught),
            false => Err(NotTaught),
        }
    }

    /// Which kind is asked at this number where all of these take turns; nothing if the book teaches none of them.
    pub fn kind_at(&self, kinds: &[Kind], number: u32) -> Option<Kind> {
        let asked: Vec<Kind> = kinds.iter().copied().filter(|kind| self.taught.contains(kind)).collect();
        let place = (number.max(1) - 1) as usize;
        (!asked.is_empty()).then(|| asked[place % asked.len()])
    }

    fn make(&self, kind: Kind, seed: u64, number: u32) -> Result<PosedQuestion, Stuck> {
        let chance = &mut Chance::of(seed, kind, number);
        let mut asked = match kind {
            Kind::NextCard => next_card::ask(self, chance),
            Kind::Totals => totals::ask(self, chance),
            Kind::Commission => payment::commission(self, chance),
            Kind::Settlement => payment::settlement(self, chance),
            Kind::Payouts => payment::payouts(self, chance),
            Kind::EarlyPairs => early::ask(self, chance),
            Kind::Calls => calls::ask(self, chance),
            Kind::Irregularities => irregularity::ask(self, chance),
            Kind::Shoe => shoe::ask(self, chance),
            Kind::WholeCoups => Err(Stuck("whole coups are dealt at the console".to_owned())),
        }?;
        asked.question.seed = seed;
        asked.question.number = number;
        Ok(asked)
    }

    /// A table as usual, ready for bets.
    fn plain(&self) -> Result<Scene, Stuck> {
        self.plain.clone().ok_or_else(|| Stuck("this book opens no table as usual".to_owned()))
    }

    /// A table as usual, its cards not made ready.
    fn bare(&self) -> Result<Scene, Stuck> {
        self.bare.clone().ok_or_else(|| Stuck("this book opens no table as usual".to_owned()))
    }
}

fn ready(book: &Arc<Book>, settings: Settings) -> Option<Scene> {
    Scene::open(book.clone(), settings).ok().and_then(readied)
}

fn readied(mut scene: Scene) -> Option<Scene> {
    scene.make_ready().ok().map(|()| scene)
}
