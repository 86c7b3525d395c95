//! The promotions of a house: begun, opened again, found by their id.

use crate::offer::{Offer, Outcome};
use crate::view::Promotions;
use archive::Shelf;
use baccarat::rules::people::Role as BooksRole;
use hall::RuleBook;
use hall::drawer::Drawer;
use ledger::{CommandId, Edition, Ledger, LedgerError};
use merkle::{Hash, sha256};
use people::act_record::recorder;
use people::denial::Denial;
use people::role::{Power, may};
use people::viewer::{Asker, Person};
use promotion::terms::Fault;
use promotion::{Act, Command, PROMOTION, Promotion, Terms};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use table::{Actor, Time};
use tokio::sync::{Mutex, watch};

/// The clock by which promotions close.
pub type Clock = Arc<dyn Fn() -> Time + Send + Sync>;

/// The promotions of a house.
pub struct Prizes {
    ledger: Ledger,
    drawer: Arc<Drawer>,
    books: Vec<RuleBook>,
    tables: RwLock<Vec<String>>,
    clock: Clock,
    offers: RwLock<Vec<Arc<Offer>>>,
    /// Draws of the house are numbered without a gap, so one is sealed at a time.
    sealing: Mutex<()>,
    /// What regulations prescribe is one list, so that no promotion begins while something is put on it.
    listing: Mutex<()>,
}

impl Prizes {
    /// Opens every promotion of the log where it was left. One that cannot be opened stays closed, and closes no other.
    pub async fn open(
        ledger: Ledger,
        drawer: Drawer,
        books: Vec<RuleBook>,
        tables: Vec<String>,
        clock: Clock,
    ) -> Result<Prizes, LedgerError> {
        let (drawer, offers, tables) = (Arc::new(drawer), RwLock::default(), RwLock::new(tables));
        let (sealing, listing) = (Mutex::default(), Mutex::default());
        let prizes = Prizes { ledger, drawer, books, tables, clock, offers, sealing, listing };
        let streams = prizes.ledger.store().streams_of(PROMOTION).await?;
        if streams.is_empty() {
            return Ok(prizes);
        }
        let shelf = Shelf::read(&**prizes.ledger.store(), None).await;
        let shelf = shelf.map_err(|fault| LedgerError::Refused { message: fault.to_string() })?;
        for stream in streams {
            match prizes.ledger.resume::<Promotion>(stream.name(), &shelf).await {
                Ok(log) => {
                    prizes.add(Offer::new(stream.name(), log, prizes.drawer.clone()));
                }
                Err(fault) => {
                    tracing::error!(promotion = stream.name(), %fault, "the promotion stays closed");
                }
            }
        }
        Ok(prizes)
    }

    fn add(&self, offer: Offer) -> Arc<Offer> {
        let offer = Arc::new(offer);
        let mut offers = self.offers.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = offers.iter().find(|known| known.id == offer.id) {
            return known.clone();
        }
        offers.push(offer.clone());
        offer
    }

    fn all(&self) -> Vec<Arc<Offer>> {
        self.offers.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The time by which promotions go.
    pub fn now(&self) -> Time {
        (self.clock)()
    }

    /// The log.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Every promotion, the one that closes last first.
    pub fn list(&self) -> Promotions {
        let mut promotions: Vec<_> = self.all().iter().map(|offer| offer.entry()).collect();
        promotions.sort_by(|one, other| (other.closes, &one.id).cmp(&(one.closes, &other.id)));
        Promotions { now: self.now().0, promotions }
    }

    /// A promotion.
    pub fn offer(&self, id: &str) -> Result<Arc<Offer>, Denial> {
        let found = self.all().into_iter().find(|offer| offer.id == id);
        found.ok_or_else(|| Denial::not_found("there is no such promotion"))
    }

    /// Begins a promotion with its terms, which name its id and its book. Every fault is told at once.
    pub async fn begin(&self, id: &str, person: &Person, terms: &str) -> Result<Arc<Offer>, Denial> {
        if !may(person.role, Power::Set) {
            return Err(Denial::not_yours(format!("a {} may not do this", person.role)));
        }
        let refused = |faults: Vec<Fault>| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            let mut denial = Denial::unprocessable(format!("terms: {}", lines.join("; ")));
            for fault in faults {
                denial.clauses.extend(fault.cites.clauses);
                denial.silences.extend(fault.cites.silences);
            }
            denial
        };
        let book = RuleBook::named(&self.books, Terms::book_of(terms).map_err(refused)?, "terms")?;
        let _one = self.listing.lock().await;
        let prescribed = self.prescribed().await;
        let read = Terms::read(terms, &book.book, &prescribed).map_err(refused)?;
        let now = self.now();
        archive::keep_book(&self.ledger, &book.texts, recorder(), now).await?;
        let by = Actor { name: person.name.clone(), role: BooksRole::Operator };
        let act = Act::SetTerms { text: terms.to_owned() };
        let command = Command { act, by, confirmed_by: None, keyed_by: None, at: now };
        let edition = Edition { hash: book.hash, rules: book.book.clone() };
        let id: CommandId = id.parse().map_err(|bad| Denial::bad_request(format!("{bad}")))?;
        match self.ledger.found::<Promotion>(&read.id, edition, &id, &command).await {
            Ok(log) => {
                let offer = self.add(Offer::new(&read.id, log, self.drawer.clone()));
                self.prescribe(&offer, id.as_str(), &Asker::own(person.clone()), prescribed).await?;
                Ok(offer)
            }
            Err(LedgerError::AlreadyThere(_)) => {
                Err(Denial::conflict("already-there", format!("there is a promotion `{}`", read.id)))
            }
            Err(LedgerError::Refused { message }) => Err(Denial::conflict("refused", message)),
            Err(fault) => Err(fault.into()),
        }
    }

    /// What regulations prescribe, as it was said in any promotion of the house.
    async fn prescribed(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for offer in self.all() {
            for item in offer.prescribed().await {
                if !all.contains(&item) {
                    all.push(item);
                }
            }
        }
        all
    }

    /// Puts on a promotion's list what is not there yet. Asked again under the same id, nothing is added. A promotion that is over
    /// needs no list, and one whose book lets somebody else offer it has a list of its own: neither stands in the way of the others.
    async fn prescribe(
        &self,
        offer: &Offer,
        id: &str,
        asker: &Asker,
        items: Vec<String>,
    ) -> Result<(), Denial> {
        let Some(known) = offer.prescribed_while_it_lasts().await else { return Ok(()) };
        for item in items.into_iter().filter(|item| !known.contains(item)) {
            // Of one length, however long the id is under which it was asked.
            let id = format!("prescribed:{}", sha256(&[id.as_bytes(), b" ", item.as_bytes()]));
            let act = Act::Prescribe { item };
            if offer.judge(asker, act.clone(), self.now()).await.is_ok() {
                offer.command(&id, asker, act, (self.now(), (0, Hash::NONE))).await?;
            }
        }
        Ok(())
    }

    /// Asks something of a promotion.
    pub async fn command(&self, offer: &Offer, id: &str, asker: &Asker, act: Act) -> Result<Outcome, Denial> {
        if let Act::Prescribe { item } = &act {
            let item = item.trim().to_owned();
            if item.is_empty() {
                return Err(Denial::unprocessable("nothing is named; allowed is what regulations prescribe"));
            }
            let _one = self.listing.lock().await;
            let done = offer.command(id, asker, act, (self.now(), (0, Hash::NONE))).await?;
            // What regulations prescribe goes for every promotion of the house.
            for other in self.all().iter().filter(|other| other.id != offer.id) {
                self.prescribe(other, id, asker, vec![item.clone()]).await?;
            }
            return Ok(done);
        }
        if !matches!(act, Act::Open { .. }) {
            return offer.command(id, asker, act, (self.now(), (0, Hash::NONE))).await;
        }
        let _one = self.sealing.lock().await;
        let mut last = (0, Hash::NONE);
        for known in self.all() {
            last = known.sealed().await.filter(|sealed| sealed.0 > last.0).unwrap_or(last);
        }
        offer.command(id, asker, act, (self.now(), (last.0 + 1, last.1))).await
    }

    /// A table that was added while the house runs brings tickets as the others do.
    pub fn follow(&self, table: &str) {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        if tables.iter().all(|known| known != table) {
            tables.push(table.to_owned());
        }
    }

    /// Takes tickets from the tables and closes what is due.
    pub async fn tick(&self) {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner).clone();
        for offer in self.all() {
            if let Err(denial) = offer.tick(&self.ledger, &tables, self.now()).await {
                tracing::error!(promotion = offer.id, message = denial.message, "a promotion cannot go on");
            }
        }
    }

    /// Does so twice a second, until the house stops.
    pub async fn keep_time(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        while !*stopping.borrow() {
            self.tick().await;
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(500)) => {}
                _ = stopping.changed() => return,
            }
        }
    }
}
