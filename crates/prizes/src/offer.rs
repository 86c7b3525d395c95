//! A running promotion: its log behind one lock, and everybody who follows it.

use crate::asking::asked_for;
use crate::audience::{Audience, PromotionEvent, render};
use crate::follow::{Earned, Followed, still_to_ask};
use crate::view::{PromotionEntry, PromotionView, word};
use baccarat::rules::people::Role as BooksRole;
use baccarat::rules::promotion::IntegrityOf;
use hall::drawer::Drawer;
use ledger::{Answer, AnswerOf, CommandId, Ledger, LedgerError, Log, events};
use merkle::{Hash, sha256};
use people::denial::Denial;
use people::viewer::{Asker, Viewer};
use promotion::published::Published;
use promotion::state::Stage;
use promotion::{Act, Command, Event, Promotion, Proof, Refusal, Sealing};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use table::{Actor, Name, Time};
use tokio::sync::{Mutex, watch};

/// What a table has judged before entries closed is on disk by this long after, in milliseconds.
const ON_DISK: i64 = 2_000;
/// Entries read at a time.
const PAGE: u32 = 500;

/// What a command led to, now or when it first came.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The number of the last event.
    pub seq: u64,
    /// What happened, as whoever asked is told of it.
    pub events: Vec<PromotionEvent>,
}

struct Inner {
    log: Log<Promotion>,
    /// The time of the last command, before which none is taken.
    latest: Time,
    tables: BTreeMap<String, Followed>,
}

/// A running promotion.
pub struct Offer {
    /// Its id in paths.
    pub id: String,
    inner: Mutex<Inner>,
    drawer: Arc<Drawer>,
    posted: RwLock<PromotionEntry>,
    changed: watch::Sender<u64>,
}

impl Offer {
    /// A promotion whose log was begun or opened again.
    pub(crate) fn new(id: &str, log: Log<Promotion>, drawer: Arc<Drawer>) -> Offer {
        let posted = RwLock::new(PromotionEntry::of(log.state()));
        let (changed, _) = watch::channel(log.sequence());
        let inner = Mutex::new(Inner { log, latest: Time(0), tables: BTreeMap::new() });
        Offer { id: id.to_owned(), inner, drawer, posted, changed }
    }

    /// How it looks in a list.
    pub fn entry(&self) -> PromotionEntry {
        self.posted.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How it looks to somebody now.
    pub async fn view(&self, viewer: &Viewer, now: Time) -> PromotionView {
        let inner = self.inner.lock().await;
        let now = now.max(inner.latest);
        PromotionView::of(inner.log.state(), inner.log.sequence().saturating_sub(1), viewer, now)
    }

    /// Tells whenever something has happened.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// The text of its terms, as the log has it.
    pub async fn terms(&self, ledger: &Ledger) -> Result<String, Denial> {
        let stream = self.inner.lock().await.log.stream().clone();
        let (mut from, mut text) = (0, String::new());
        loop {
            let page = ledger.store().read(&stream, from, PAGE).await.map_err(LedgerError::from)?;
            let Some(last) = page.last() else { return Ok(text) };
            from = last.end();
            for entry in &page {
                let asked = entry.records().next().map(|record| record.payload.text().to_owned());
                let command: Option<Command> = asked.and_then(|asked| serde_json::from_str(&asked).ok());
                if let Some(Act::SetTerms { text: new } | Act::Amend { text: new, .. }) =
                    command.map(|command| command.act)
                {
                    text = new;
                }
            }
        }
    }

    /// What anybody may have of its draw.
    pub async fn published(&self, now: Time) -> Option<Published> {
        let inner = self.inner.lock().await;
        Published::of(inner.log.state().state(), now.max(inner.latest))
    }

    /// What regulations were said to prescribe in it.
    pub(crate) async fn prescribed(&self) -> Vec<String> {
        self.inner.lock().await.log.state().state().prescribed.clone()
    }

    /// The same, as long as it is not over.
    pub(crate) async fn prescribed_while_it_lasts(&self) -> Option<Vec<String>> {
        let inner = self.inner.lock().await;
        let state = inner.log.state().state();
        let over = state.cancelled || state.stage == Stage::Ended;
        (!over).then(|| state.prescribed.clone())
    }

    /// Proofs of somebody's own tickets.
    pub async fn proofs(&self, holder: &Name) -> Vec<Proof> {
        self.inner.lock().await.log.state().state().proofs(holder)
    }

    /// The same for whoever has no page here, once it is on record that they were handed over.
    pub async fn proofs_given(&self, holder: &Name) -> Option<Vec<Proof>> {
        let inner = self.inner.lock().await;
        let state = inner.log.state().state();
        state.proofs_given.contains(holder).then(|| state.proofs(holder))
    }

    /// Everything that happened, as an audience is told of it.
    pub async fn record(&self, ledger: &Ledger, audience: &Audience) -> Result<Vec<PromotionEvent>, Denial> {
        let inner = self.inner.lock().await;
        let (state, stream) = (inner.log.state().state(), inner.log.stream());
        let (mut from, mut all) = (0, Vec::new());
        loop {
            let page = ledger.store().read(stream, from, PAGE).await.map_err(LedgerError::from)?;
            let Some(last) = page.last() else { return Ok(all) };
            from = last.end();
            for entry in &page {
                let events = events::<Promotion>(entry)?;
                all.extend(events.iter().filter_map(|(seq, event)| render(*seq, event, state, audience)));
            }
        }
    }

    /// Who proposed something that still waits for a second person.
    pub async fn proposer(&self, proposal: u32) -> Option<Name> {
        let inner = self.inner.lock().await;
        let waiting = &inner.log.state().state().proposals;
        waiting.iter().find(|waits| waits.number == proposal).map(|waits| waits.by.name.clone())
    }

    /// The number and the seal of its draw, once it is sealed.
    pub(crate) async fn sealed(&self) -> Option<(u32, Hash)> {
        let inner = self.inner.lock().await;
        inner.log.state().state().sealed.as_ref().map(|sealed| (sealed.number, sealed.seal()))
    }

    /// Asks something of it under an id. The same id and content gives the same answer for ever. `chain` is the number of the
    /// next draw of the house, and the seal of the one before.
    pub(crate) async fn command(
        &self,
        id: &str,
        asker: &Asker,
        act: Act,
        (now, chain): (Time, (u32, Hash)),
    ) -> Result<Outcome, Denial> {
        let mut inner = self.inner.lock().await;
        let who = inner.actors(asker, &act)?;
        let answer = self.submit(&mut inner, id, who, act.without_secrets(), now, chain).await?;
        self.answered(&inner, answer, &Audience::of(&asker.person))
    }

    /// What would follow if somebody asked for this now; nothing happens.
    pub async fn judge(&self, asker: &Asker, act: Act, now: Time) -> Result<Vec<PromotionEvent>, Denial> {
        if matches!(act, Act::Open { .. } | Act::Mix { .. }) {
            return Err(Denial::unprocessable("what is sealed is not tried"));
        }
        let inner = self.inner.lock().await;
        let (by, keyed_by) = inner.actors(asker, &act)?;
        let confirmed_by = act.takes_two().then(|| Name::from("a second person"));
        let command = Command { act, by, confirmed_by, keyed_by, at: now.max(inner.latest) };
        let mut after = inner.log.state().clone();
        let events = after.decide(&command).map_err(|refusal| denied(&refusal))?;
        let audience = Audience::of(&asker.person);
        let mut would = Vec::new();
        for (seq, event) in (inner.log.sequence() + 1..).zip(&events) {
            after.apply(event);
            would.extend(render(seq, event, after.state(), &audience));
        }
        Ok(would)
    }

    /// What nobody needs to ask for: tickets from the tables, and closing at the declared moment.
    pub(crate) async fn tick(&self, ledger: &Ledger, tables: &[String], now: Time) -> Result<(), Denial> {
        let mut inner = self.inner.lock().await;
        let state = inner.log.state().state();
        let (Stage::Open, Some(terms), Some(opened)) = (state.stage, &state.terms, state.opened_at) else {
            return Ok(());
        };
        let (closes, wager) = (terms.closes, terms.qualifying.clone());
        let rests = state.postponed.contains(&IntegrityOf::Promotion);
        if let Some(wager) = &wager {
            for table in tables.iter().filter(|table| wager.is_at(table)) {
                self.follow(&mut inner, ledger, table, opened, now).await?;
            }
        }
        let wait = if wager.is_some() { ON_DISK } else { 0 };
        if now.0 >= closes.0 + wait && !rests {
            let answer = self.submit(&mut inner, "clock:close", system(), Act::Close, now, NO_CHAIN).await?;
            self.answered(&inner, answer, &Audience::Public)?;
        }
        Ok(())
    }

    async fn follow(
        &self,
        inner: &mut Inner,
        ledger: &Ledger,
        table: &str,
        since: Time,
        now: Time,
    ) -> Result<(), Denial> {
        if !inner.tables.contains_key(table) {
            let begun = Followed::begin(ledger, table, since).await?;
            inner.tables.insert(table.to_owned(), begun);
        }
        let Some(followed) = inner.tables.get_mut(table) else { return Ok(()) };
        let read = followed.read(ledger).await?;
        for (earned, next) in read.iter().zip(read.iter().skip(1).map(Some).chain([None])) {
            if !still_to_ask(inner.log.state(), earned, next) {
                continue;
            }
            let Earned { id, act } = earned;
            let answer = match self.submit(inner, id, system(), act.clone(), now, NO_CHAIN).await {
                Ok(answer) => answer,
                // An earlier edition read this event otherwise: what it asked stands.
                Err(denial) if denial.word == Denial::same_id().word => continue,
                Err(denial) => return Err(denial),
            };
            // One that is refused is on record with its reason; the next may be taken.
            let _ = self.answered(inner, answer, &Audience::Public);
        }
        Ok(())
    }

    async fn submit(
        &self,
        inner: &mut Inner,
        id: &str,
        (by, keyed_by): (Actor, Option<Actor>),
        act: Act,
        now: Time,
        chain: (u32, Hash),
    ) -> Result<AnswerOf<Promotion>, Denial> {
        let id: CommandId = id.parse().map_err(|bad| Denial::bad_request(format!("{bad}")))?;
        let at = now.max(inner.latest);
        let asked = Command { act, by, confirmed_by: None, keyed_by, at };
        if let Some(answer) = inner.log.known(&id, &asked).await? {
            return Ok(answer);
        }
        let whole = self.completed(inner, asked, chain);
        let answer = inner.log.submit(&id, &whole, Vec::new()).await?;
        inner.latest = at;
        Ok(answer)
    }

    /// Adds what only the house knows, if the act would then be taken: a refused command never shows a secret.
    fn completed(&self, inner: &Inner, asked: Command, (number, previous): (u32, Hash)) -> Command {
        let promotion = inner.log.state();
        let act = match &asked.act {
            Act::Open { .. } => {
                let seed_hash = draw::seed_hash(&self.seed(number));
                let ticket_key =
                    sha256(&[b"croupier ticket key", &self.drawer.seed(&self.purpose("tickets"), number)]);
                Act::Open { sealing: Some(Sealing { seed_hash, number, previous, ticket_key }) }
            }
            Act::Mix { text, .. } => {
                let number = promotion.state().sealed.as_ref().map_or(0, |sealed| sealed.number);
                Act::Mix { text: text.clone(), seed: Some(Hash(self.seed(number))) }
            }
            _ => return asked,
        };
        let whole = Command { act, ..asked.clone() };
        if promotion.decide(&whole).is_ok() { whole } else { asked }
    }

    fn purpose(&self, of: &str) -> String {
        format!("promotion {of} {}", self.id)
    }

    fn seed(&self, number: u32) -> [u8; 32] {
        self.drawer.seed(&self.purpose("draw"), number)
    }

    fn answered(
        &self,
        inner: &Inner,
        answer: AnswerOf<Promotion>,
        audience: &Audience,
    ) -> Result<Outcome, Denial> {
        let (first, events, again) = match answer {
            Answer::Accepted { first, events, again } => (first, events, again),
            Answer::Refused { refusal, .. } => return Err(denied(&refusal)),
        };
        let state = inner.log.state().state();
        let seq = (first + events.len() as u64).saturating_sub(1);
        if !again {
            *self.posted.write().unwrap_or_else(PoisonError::into_inner) =
                PromotionEntry::of(inner.log.state());
            self.changed.send_replace(seq);
        }
        let numbered = (first..).zip(&events);
        let events =
            numbered.filter_map(|(seq, event): (u64, &Event)| render(seq, event, state, audience)).collect();
        Ok(Outcome { seq, events })
    }
}

/// For acts that seal nothing.
const NO_CHAIN: (u32, Hash) = (0, Hash::NONE);

fn system() -> (Actor, Option<Actor>) {
    (Actor { name: Name::from("clock"), role: BooksRole::System }, None)
}

impl Inner {
    /// In which role somebody asks for this, and who keys it for them.
    fn actors(&self, asker: &Asker, act: &Act) -> Result<(Actor, Option<Actor>), Denial> {
        let who = asked_for(self.log.state(), asker, act);
        who.ok_or_else(|| Denial::not_yours(format!("a {} may not do this", asker.person.role)))
    }
}

fn denied(refusal: &Refusal) -> Denial {
    let mut denial = Denial::conflict(&word(&refusal.reason), refusal.message.clone());
    denial.clauses.clone_from(&refusal.cites.clauses);
    denial.silences.clone_from(&refusal.cites.silences);
    denial
}
