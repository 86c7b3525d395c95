//! Whole coups at the console. A trainee deals; everybody else at the table is automatic and errs on purpose: patrons lay what may not be
//! laid, or too late, and cards come as they should not. What the table refuses, what is keyed otherwise than it lies on the felt, and
//! what is let pass are errors; the rest is time.
//!
//! Whether something is an error the table says: an act is put to [`Table::decide`] as at any other table.

use crate::chance::Chance;
use crate::irregularity::{reported, ruled_under};
use crate::kind::Kind;
use crate::phrase::{Phrase, Value};
use crate::question::gists;
use crate::scene::{PATRON, Scene, Stuck};
use crate::{NotTaught, School};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::wager::{Wager, WagerClass, WagerId};
use std::sync::Arc;
use table::driver::{patron, staff};
use table::state::{Phase, Stage};
use table::{
    Act, Actor, Answer, Command, Due, Event, Fact, Name, Reason, Refusal, Report, Settings, Table, Time,
    bets, deal, people, trouble,
};

/// The most coups of a lesson.
pub const MOST_COUPS: u32 = 50;
/// Those who play, each with their seat.
const PATRONS: [(&str, u8); 3] = [(PATRON, 1), ("Ben", 3), ("Cho", 5)];
/// How often another wager is tried before a patron stays out.
const TRIES: usize = 12;
/// The most that automatic people do before the trainee has the word again.
const MOST_STEPS: usize = 40;

/// Chips that a patron puts on the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Whose.
    pub patron: &'static str,
    /// Into which box.
    pub area: u8,
    /// On what.
    pub wager: WagerId,
    /// How much.
    pub amount: Money,
    /// They came after bets were closed.
    pub late: bool,
    /// The clauses by which the table refuses it, and its word for that; nothing where it takes it.
    pub refused: Option<(Reason, Vec<String>)>,
}

impl Wish {
    fn act(&self) -> Act {
        let Wish { area, wager, amount, .. } = self.clone();
        bets::Act::Place { area, wager, amount, kind: ChipKind::Chips, spoken: false }.into()
    }

    /// As the dealer sees it.
    pub fn words(&self, table: &Table) -> Phrase {
        let wager = offered(table).into_iter().find(|wager| wager.id == self.wager);
        let name = wager.map_or_else(|| self.wager.to_string(), |wager| wager.name.clone());
        let key = if self.late { "school-lays-late" } else { "school-lays" };
        Phrase::new(key)
            .with("patron", self.patron)
            .with("box", i64::from(self.area))
            .with("wager", Value::Wager { id: self.wager.clone(), name })
            .with("amount", self.amount)
    }
}

/// What lies on the felt beside what the table knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Felt {
    /// The chips that patrons have put down for this coup.
    pub wishes: Vec<Wish>,
    /// The cards to key next: the one that comes out of the shoe, or those of the hand to be turned up.
    pub cards: Vec<Card>,
    /// What has just gone wrong, and is to be reported.
    pub happened: Option<Report>,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// What was wrong.
    pub what: Phrase,
    /// What the table said, where it refused something: its word, and its sentence.
    pub refused: Option<(Reason, String)>,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// How a coup went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Its number in the exercise.
    pub number: u32,
    /// The errors.
    pub slips: Vec<Slip>,
    /// How long it took, in milliseconds.
    pub ms: u32,
    /// How many things patrons and cards did wrong.
    pub traps: usize,
    /// The clauses behind it: those of the errors; where there were none, those of what patrons and cards did wrong.
    pub clauses: Vec<String>,
}

/// Coups that a trainee deals.
#[derive(Debug)]
pub struct Lesson {
    book: Arc<Book>,
    scene: Scene,
    seed: u64,
    /// The number of the coup under way, and of the last one.
    number: u32,
    last: u32,
    /// The coup under way as the table counts it, and when it began.
    coup: u32,
    begun: Time,
    whims: Whims,
    felt: Felt,
    /// Cards that lie face down, with what they are.
    down: Vec<(Side, Card)>,
    /// Wagers that were left standing by the coup before.
    stood: Vec<table::Stake>,
    /// The wagers of this coup have been compared with what was laid.
    compared: bool,
    slips: Vec<Slip>,
    /// What was wrong on purpose, each with the clauses by which it is judged.
    traps: Vec<Vec<String>>,
    dealt: Vec<Dealt>,
}

/// What chance has in store for a coup.
#[derive(Debug)]
struct Whims {
    chance: Chance,
    next: Card,
    /// Patrons have put down their chips.
    laid: bool,
    /// After this many cards something goes wrong.
    trouble_after: Option<usize>,
}

impl Whims {
    fn of(seed: u64, number: u32) -> Whims {
        let mut chance = Chance::of(seed, Kind::WholeCoups, number);
        let trouble_after = chance.once_in(2).then(|| 1 + chance.below(4));
        Whims { next: chance.card(), chance, laid: false, trouble_after }
    }
}

impl School {
    /// Coups from one number to another, those of a seed: the same for everybody.
    pub fn lesson(&self, seed: u64, (from, to): (u32, u32), now: Time) -> Result<Lesson, NotTaught> {
        Lesson::open(self.book(), seed, (from, to), now).map_err(|_| NotTaught)
    }
}

impl Lesson {
    fn open(book: &Arc<Book>, seed: u64, (from, to): (u32, u32), now: Time) -> Result<Lesson, Stuck> {
        let mut scene = Scene::open(book.clone(), Settings::usual(book))?;
        for (name, seat) in &PATRONS[1..] {
            scene.seat(name, *seat)?;
        }
        scene.make_ready()?;
        scene.now = now;
        let coup = scene.table.coup_number();
        let mut lesson = Lesson {
            book: book.clone(),
            scene,
            seed,
            number: from,
            last: to,
            coup,
            begun: now,
            whims: Whims::of(seed, from),
            felt: Felt::default(),
            down: Vec::new(),
            stood: Vec::new(),
            compared: false,
            slips: Vec::new(),
            traps: Vec::new(),
            dealt: Vec::new(),
        };
        lesson.go_on();
        Ok(lesson)
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.scene.table
    }

    /// Who the trainee is at the table.
    pub fn trainee() -> Actor {
        staff(Role::Dealer)
    }

    /// What lies on the felt.
    pub fn felt(&self) -> &Felt {
        &self.felt
    }

    /// The errors of the coup under way.
    pub fn slips(&self) -> &[Slip] {
        &self.slips
    }

    /// The coups that are over.
    pub fn dealt(&self) -> &[Dealt] {
        &self.dealt
    }

    /// The number of the coup under way, and of the last one.
    pub fn at(&self) -> (u32, u32) {
        (self.number.min(self.last), self.last)
    }

    /// When the coup under way began.
    pub fn begun(&self) -> Time {
        self.begun
    }

    /// Is the last coup over?
    pub fn is_over(&self) -> bool {
        self.number > self.last
    }

    /// What is on the felt and has gone wrong, in words.
    pub fn happened(&self) -> Option<Phrase> {
        self.felt.happened.as_ref().map(reported)
    }

    /// The trainee asks something of the table, for a patron where one is named. What is refused is an error, and so is whatever was overlooked
    /// with what is taken.
    pub fn ask(&mut self, acts: Vec<Act>, of: Option<Name>, now: Time) -> Result<Vec<Event>, Refusal> {
        self.scene.now = now;
        let by = of.map_or_else(Lesson::trainee, |name| patron(&name));
        let due = self.scene.table.due_at(now);
        let mut command = Command::one(people::Act::SignOn, by, now);
        command.acts.clone_from(&acts);
        match self.scene.table.decide(&command) {
            Err(refusal) => {
                let what = Phrase::new("school-slip-refused");
                let clauses = refusal.cites.clauses.iter().map(ToString::to_string).collect();
                self.slips.push(Slip {
                    what,
                    refused: Some((refusal.reason, refusal.message.clone())),
                    clauses,
                });
                Err(refusal)
            }
            Ok(decided) => {
                let reports = acts.iter().find_map(|act| match act {
                    Act::Trouble(trouble::Act::Report { report }) => Some(report),
                    _ => None,
                });
                self.check_trouble(reports);
                match reports {
                    None => self.check_cards(&due, &decided.events),
                    Some(_) => self.lie_down(&decided.events),
                }
                decided.events.iter().for_each(|event| self.scene.table.apply(event));
                self.go_on();
                Ok(decided.events)
            }
        }
    }

    /// What went wrong is reported before anything else is done.
    fn check_trouble(&mut self, reports: Option<&Report>) {
        let Some(expected) = self.felt.happened.take() else { return };
        if reports == Some(&expected) {
            return;
        }
        let key = if reports.is_some() { "school-slip-otherwise" } else { "school-slip-missed" };
        let clauses = self.under(&expected);
        self.slips.push(Slip {
            what: Phrase::new(key).with("report", reported(&expected)),
            refused: None,
            clauses,
        });
    }

    /// The clauses by which a report is ruled on.
    fn under(&self, report: &Report) -> Vec<String> {
        let act = trouble::Act::Report { report: report.clone() };
        let decided = self.scene.table.decide(&Command::one(act, Lesson::trainee(), self.scene.now));
        let events = decided.map(|decided| decided.events).unwrap_or_default();
        ruled_under(&self.book, &events).into_iter().map(|gist| gist.clause.to_string()).collect()
    }

    /// The cards keyed are those that came.
    fn check_cards(&mut self, due: &Due, events: &[Event]) {
        let carried = matches!(due, Due::LayCarried { card: Some(_), .. });
        for event in events {
            match &event.fact {
                Fact::Deal(deal::Fact::CardDealt { to, card }) if !carried => {
                    let came = self.whims.next;
                    self.whims.next = self.next_card();
                    match card {
                        None => self.down.push((*to, came)),
                        Some(keyed) => self.check_keyed(&[came], &[*keyed], event),
                    }
                }
                Fact::Deal(deal::Fact::Exposed { side, cards, .. }) => {
                    let came: Vec<Card> = self.lying_down(*side);
                    self.down.retain(|(of, _)| of != side);
                    if came.len() == cards.len() {
                        self.check_keyed(&came, cards, event);
                    }
                }
                _ => {}
            }
        }
    }

    /// What a ruling lays face down is a card like any other once it is turned up.
    fn lie_down(&mut self, events: &[Event]) {
        for event in events {
            if let Fact::Deal(deal::Fact::CardDealt { to, card: None }) = &event.fact {
                self.down.push((*to, self.whims.next));
                self.whims.next = self.next_card();
            }
        }
    }

    fn check_keyed(&mut self, came: &[Card], keyed: &[Card], event: &Event) {
        for (came, keyed) in came.iter().zip(keyed).filter(|(came, keyed)| came != keyed) {
            let what = Phrase::new("school-slip-card").with("came", *came).with("keyed", *keyed);
            let clauses = event.cites.clauses.iter().map(ToString::to_string).collect();
            self.slips.push(Slip { what, refused: None, clauses });
        }
    }

    fn lying_down(&self, side: Side) -> Vec<Card> {
        self.down.iter().filter(|(of, _)| *of == side).map(|(_, card)| *card).collect()
    }

    /// A card of which one is still in the shoe.
    fn next_card(&mut self) -> Card {
        let state = self.scene.table.state();
        let decks = usize::from(state.settings.decks);
        let out = |card: Card| {
            let down = self.down.iter().filter(|(_, other)| *other == card).count();
            state.shoe.seen.iter().filter(|seen| **seen == card).count() + down
        };
        let mut card = self.whims.chance.card();
        for _ in 0..TRIES {
            // One is on its way to the table and not seen yet.
            if out(card) + 1 < decks {
                break;
            }
            card = self.whims.chance.card();
        }
        card
    }

    /// Everybody else does their part, and what lies on the felt is told anew.
    fn go_on(&mut self) {
        for _ in 0..MOST_STEPS {
            self.end_coup();
            if self.is_over() || !self.automatic() {
                break;
            }
        }
        self.compare();
        self.lay();
        self.go_wrong();
        self.felt.cards = self.to_key();
    }

    /// The coup is over: how it went is kept, and the next one begins.
    fn end_coup(&mut self) {
        if self.is_over() || self.scene.table.coup_number() == self.coup {
            return;
        }
        // What was wrong when the coup ended was never reported.
        self.check_trouble(None);
        let slips = std::mem::take(&mut self.slips);
        let traps = std::mem::take(&mut self.traps);
        let mut clauses = match slips.is_empty() {
            true => traps.concat(),
            false => slips.iter().flat_map(|slip| slip.clauses.clone()).collect(),
        };
        clauses.sort();
        clauses.dedup();
        let ms = u32::try_from((self.scene.now.0 - self.begun.0).max(0)).unwrap_or(u32::MAX);
        self.dealt.push(Dealt { number: self.number, slips, ms, traps: traps.len(), clauses });
        self.number += 1;
        self.coup = self.scene.table.coup_number();
        self.begun = self.scene.now;
        self.whims = Whims::of(self.seed, self.number);
        (self.felt, self.compared) = (Felt::default(), false);
        self.down.clear();
    }

    /// One thing that is not the dealer's to do. Says whether there was one.
    fn automatic(&mut self) -> bool {
        if matches!(self.scene.table.state().phase, Phase::Preparing(_)) {
            let now = self.scene.now;
            let ready = self.scene.make_ready().is_ok();
            self.scene.now = now;
            return ready;
        }
        let due = self.scene.table.due_at(self.scene.now);
        match &due {
            Due::Decide { matter, by } => self.decides(*matter, *by),
            Due::SayOfDevice { .. } | Due::Wagers | Due::Countdown { .. } | Due::Nothing => false,
            _ => {
                let answer = self.scene.table.answers(&due).into_iter().next();
                answer.is_some_and(|answer| self.others_do(answer))
            }
        }
    }

    /// Somebody decides what is left to them.
    fn decides(&mut self, matter: u32, role: Role) -> bool {
        let known = self.scene.table.state().matters.iter().find(|known| known.id == matter);
        let remedies = known.map(|known| known.remedies.clone()).unwrap_or_default();
        // The trainee brought it up: whoever decides it is somebody else.
        let by = staff(role);
        self.sign_on(&by);
        let decided = |remedy| trouble::Act::Decide { matter, remedy, why: "seen on the felt".to_owned() };
        remedies.into_iter().any(|remedy| self.scene.ask(decided(remedy), by.clone()).is_ok())
    }

    /// What takes another role than the dealer's is done by whoever has it.
    fn others_do(&mut self, answer: Answer) -> bool {
        let of_dealer = [Role::Dealer, Role::Player].contains(&answer.by);
        if of_dealer || answer.needs != table::Needs::Nothing {
            return false;
        }
        let by = staff(answer.by);
        self.sign_on(&by);
        self.scene.ask(answer.act, by).is_ok()
    }

    /// Somebody of the staff comes on duty, if they are not.
    fn sign_on(&mut self, who: &Actor) {
        if !self.scene.table.state().staff.contains_key(&who.name) {
            // Where the table does not take it, it does not take what they do next either.
            let _ = self.scene.ask(people::Act::SignOn, who.clone());
        }
    }

    /// Patrons put their chips down once bets are taken, one of them now and then what the table does not take.
    fn lay(&mut self) {
        let taken = |table: &Table, wish: &Wish, now: Time| {
            table.decide(&Command::one(wish.act(), patron(&Name::from(wish.patron)), now))
        };
        let now = self.scene.now;
        if self.is_over() || self.whims.laid || !self.takes_bets() {
            return;
        }
        self.whims.laid = true;
        self.stood.clone_from(&self.scene.table.state().stakes);
        let mut trial = self.scene.table.clone();
        let wagers: Vec<Wager> = offered(&trial).into_iter().cloned().collect();
        let main: Vec<Wager> =
            wagers.iter().filter(|wager| wager.class == WagerClass::Main).cloned().collect();
        let errs = self.whims.chance.once_in(2).then(|| self.whims.chance.below(PATRONS.len()));
        for (nth, (name, seat)) in PATRONS.into_iter().enumerate() {
            // Whose wager still lies there lets it lie.
            if self.stood.iter().any(|stake| *stake.patron.0 == *name) {
                continue;
            }
            for _ in 0..TRIES {
                let wrong = errs == Some(nth);
                let Some(wish) = self.wish(&trial, if wrong { &wagers } else { &main }, (name, seat), wrong)
                else {
                    break;
                };
                match taken(&trial, &wish, now) {
                    Ok(decided) if !wrong => {
                        decided.events.iter().for_each(|event| trial.apply(event));
                        self.felt.wishes.push(wish);
                        break;
                    }
                    Err(refusal) if wrong && refusal.reason != Reason::NotEnoughChips => {
                        self.trap(wish, &refusal);
                        break;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Are bets taken now? A wager that the book surely takes is put to the table.
    fn takes_bets(&self) -> bool {
        let table = &self.scene.table;
        if !matches!(table.state().phase, Phase::Betting(_)) {
            return false;
        }
        let least = |wager: &Wager| table.state().settings.limits_of(&self.book, &wager.id).least;
        let name = Name::from(PATRON);
        offered(table).into_iter().filter(|wager| wager.class == WagerClass::Main).any(|wager| {
            let (wager, amount) = (wager.id.clone(), least(wager));
            let act = bets::Act::Place { area: 1, wager, amount, kind: ChipKind::Chips, spoken: false };
            table.decide(&Command::one(act, patron(&name), self.scene.now)).is_ok()
        })
    }

    /// What comes to a patron's mind; one who errs lays too little or too much.
    fn wish(
        &mut self,
        table: &Table,
        wagers: &[Wager],
        (patron, area): (&'static str, u8),
        errs: bool,
    ) -> Option<Wish> {
        let wager = self.whims.chance.pick(wagers)?.id.clone();
        let limits = table.state().settings.limits_of(&self.book, &wager);
        let amount = match (errs, self.whims.chance.below(6)) {
            (false, more) => Money(limits.least.0.max(1) * (1 + i64::try_from(more).unwrap_or(0))),
            (true, 0..=2) => Money((limits.least.0 / 2).max(1)),
            (true, _) => Money(limits.most.0.saturating_mul(2)),
        };
        Some(Wish { patron, area, wager, amount, late: false, refused: None })
    }

    /// Puts down what the table does not take.
    fn trap(&mut self, wish: Wish, refusal: &Refusal) {
        let clauses: Vec<String> = refusal.cites.clauses.iter().map(ToString::to_string).collect();
        self.traps.push(clauses.clone());
        self.felt.wishes.push(Wish { refused: Some((refusal.reason, clauses)), ..wish });
    }

    /// Once bets are closed, what is on record is compared with what was laid; now and then somebody lays chips too late.
    fn compare(&mut self) {
        let open = match &self.scene.table.state().phase {
            Phase::Betting(betting) => !betting.closed,
            _ => false,
        };
        if self.is_over() || self.compared || open || !self.whims.laid {
            return;
        }
        self.compared = true;
        let table = &self.scene.table;
        let lies = |wish: &Wish| {
            table.state().stakes.iter().any(|stake| {
                *stake.patron.0 == *wish.patron
                    && (stake.area, &stake.wager, stake.amount) == (wish.area, &wish.wager, wish.amount)
            })
        };
        let good = self.felt.wishes.iter().filter(|wish| wish.refused.is_none());
        let missing: Vec<Phrase> = good
            .filter(|wish| !lies(wish))
            .map(|wish| Phrase::new("school-slip-wager").with("laid", wish.words(table)))
            .collect();
        let wanted = |stake: &table::Stake| {
            self.stood.iter().any(|stood| stood.id == stake.id)
                || self.felt.wishes.iter().any(|wish| {
                    *stake.patron.0 == *wish.patron && (stake.area, &stake.wager) == (wish.area, &wish.wager)
                })
        };
        let more = table.state().stakes.iter().filter(|stake| !wanted(stake)).count();
        let record = gists(&self.book, &table.due_under_at(self.scene.now).clauses);
        let clauses: Vec<String> = record.into_iter().map(|gist| gist.clause.to_string()).collect();
        let extra = (0..more).map(|_| Phrase::new("school-slip-more"));
        for what in missing.into_iter().chain(extra).collect::<Vec<_>>() {
            self.slips.push(Slip { what, refused: None, clauses: clauses.clone() });
        }
        self.felt.wishes.clear();
        self.lay_late();
    }

    fn lay_late(&mut self) {
        if !self.whims.chance.once_in(3) {
            return;
        }
        let (table, now) = (self.scene.table.clone(), self.scene.now);
        let wagers: Vec<Wager> =
            offered(&table).into_iter().filter(|wager| wager.class == WagerClass::Main).cloned().collect();
        let Some(seat) = self.whims.chance.pick(&PATRONS).copied() else { return };
        let Some(wish) = self.wish(&table, &wagers, seat, false) else { return };
        let placed = Command::one(wish.act(), patron(&Name::from(wish.patron)), now);
        if let Err(refusal) = table.decide(&placed) {
            self.trap(Wish { late: true, ..wish }, &refusal);
        }
    }

    /// Something goes wrong with the cards, where the table would take a report of it.
    fn go_wrong(&mut self) {
        let Phase::Coup(coup) = &self.scene.table.state().phase else { return };
        let cards = coup.player.len() + coup.banker.len();
        let due = self.scene.table.due_at(self.scene.now);
        let plays = matches!(due, Due::Card { .. } | Due::Settle) && coup.stage <= Stage::Decided;
        if !plays || self.whims.trouble_after.is_none_or(|after| cards < after) {
            return;
        }
        self.whims.trouble_after = None;
        let possible: Vec<Report> =
            self.scene.table.possible_reports().into_iter().map(|one| one.report).collect();
        let of_cards: Vec<Report> = possible.into_iter().filter(is_of_a_card).collect();
        let Some(report) = self.whims.chance.pick(&of_cards).cloned() else { return };
        let card = self.next_card();
        let report = report.about_card(Some(card));
        let act = trouble::Act::Report { report: report.clone() };
        let taken = self.scene.table.decide(&Command::one(act, Lesson::trainee(), self.scene.now)).is_ok();
        if taken {
            let clauses = self.under(&report);
            self.traps.push(clauses);
            self.felt.happened = Some(report);
        }
    }

    /// The cards to key for what is due.
    fn to_key(&self) -> Vec<Card> {
        if self.is_over() {
            return Vec::new();
        }
        match self.scene.table.due_at(self.scene.now) {
            Due::FirstCard | Due::Card { .. } | Due::LayCarried { card: None, .. } => vec![self.whims.next],
            Due::Expose { side, .. } | Due::OfferHand { side, .. } | Due::CollectHand { side } => {
                self.lying_down(side)
            }
            _ => Vec::new(),
        }
    }
}

/// Is it about a card that a dealer sees come wrongly?
fn is_of_a_card(report: &Report) -> bool {
    matches!(report, Report::Misdealt { .. } | Report::FaceUp { .. } | Report::Foreign { .. })
}

/// The wagers of a table: main wagers, and those of its side options.
fn offered(table: &Table) -> Vec<&Wager> {
    let settings = &table.state().settings;
    let sides = table.book().rules.sides.offered.values();
    let options: Vec<&WagerId> =
        sides.filter(|side| settings.options.contains(&side.option)).flat_map(|side| &side.wagers).collect();
    let wagers = table.book().wagers(&settings.method).unwrap_or_default();
    wagers.iter().filter(|wager| wager.class == WagerClass::Main || options.contains(&&wager.id)).collect()
}
