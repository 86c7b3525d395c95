//! The cards of a table: its vault, and what becomes public of them.

use archive::{Archive, ArchiveFault, shoe_payload, shoe_stream};
use baccarat::card::Card;
use baccarat::outcome::Side;
use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use merkle::{Hash, sha256};
use people::act_record::recorder;
use people::clock;
use people::role::Role;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use shoe::record::Line;
use shoe::{Closing, Drawing, Ending, Grant, Held, Keeper, Opening, Refused, TableName, VaultFault};
use std::collections::VecDeque;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Passed};
use table::state::Phase;
use table::{Due, Event, Fact, TABLE, Table, Time, bets, cards, deal, notice, pay, trouble};

/// Why cards cannot be dealt. The table is out of service until somebody has looked.
#[derive(Clone, Debug)]
pub enum CardsFault {
    /// The vault does not answer.
    Vault(VaultFault),
    /// The ledger does not.
    Ledger(LedgerError),
    /// The public record of a shoe cannot be read.
    Record(ArchiveFault),
    /// What the vault holds is not what the log says.
    Differs(String),
}

impl fmt::Display for CardsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardsFault::Vault(fault) => fault.fmt(f),
            CardsFault::Ledger(fault) => fault.fmt(f),
            CardsFault::Record(fault) => fault.fmt(f),
            CardsFault::Differs(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CardsFault {}

impl From<VaultFault> for CardsFault {
    fn from(fault: VaultFault) -> CardsFault {
        CardsFault::Vault(fault)
    }
}

impl From<ArchiveFault> for CardsFault {
    fn from(fault: ArchiveFault) -> CardsFault {
        CardsFault::Record(fault)
    }
}

impl From<LedgerError> for CardsFault {
    fn from(fault: LedgerError) -> CardsFault {
        CardsFault::Ledger(fault)
    }
}

/// How a card that is out lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Lies {
    Open,
    Down(Side),
    Away,
}

/// What the table's events say of the cards of the shoe in use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Followed {
    /// Shuffled, and so sealed.
    shuffled: bool,
    /// Where it was cut.
    cut: Option<u16>,
    /// How many cards lie behind the cutting card, while it is in.
    cutting_card: Option<u16>,
    /// The cutting card came out of it.
    ended: bool,
    /// How many cards are out.
    out: u16,
    /// Cards that are out and of which nothing is public yet, from the first that lies face down on.
    waiting: VecDeque<(u16, Lies)>,
    /// The record says where it was cut.
    cut_told: bool,
    /// The entry that last readied the shoe.
    ready: Entered,
    /// The entry that closed betting on the coming coup, or on the one that is on.
    closed: Entered,
    /// The entry that closed betting on the last coup for which a card left the shoe.
    dealt_under: Entered,
    /// The last entry.
    last: Option<Closing>,
}

/// Where in the log something happened. The entry has its hash only once it is on record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Entered {
    #[default]
    Never,
    Now,
    At(Closing),
}

impl Entered {
    fn settle(&mut self, at: Closing) {
        if *self == Entered::Now {
            *self = Entered::At(at);
        }
    }

    fn closing(self) -> Option<Closing> {
        match self {
            Entered::At(closing) => Some(closing),
            Entered::Never | Entered::Now => None,
        }
    }
}

/// The beginning of every reason for which a shoe is given up because vault and log do not agree.
const DISAGREE: &str = "vault and log do not agree";
/// The kind of stream that tells who accepted that such a shoe was given up.
pub const ACCEPTANCE: &str = "acceptance";

/// Something that becomes public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Public {
    Cut(u16),
    Card(u16),
    Unseen(u16),
}

impl Followed {
    /// Takes in an event; the table is as it was before it. Says what becomes public.
    fn follow(&mut self, fact: &Fact, before: &Table) -> Vec<Public> {
        let mut public = Vec::new();
        match fact {
            fact if self.is_shuffled_by(fact) => {
                *self = Followed { shuffled: true, last: self.last, ..Followed::default() }
            }
            Fact::Cards(cards::Fact::CuttingCardInserted { from_back, .. }) => {
                self.cutting_card = Some(*from_back)
            }
            Fact::Deal(deal::Fact::CuttingCardSeen { .. }) => (self.cutting_card, self.ended) = (None, true),
            Fact::Cards(cards::Fact::CardBurnt { card, .. }) => {
                self.comes_out(if card.is_some() { Lies::Open } else { Lies::Away })
            }
            Fact::Cards(cards::Fact::RestBurnt { cards }) => {
                (0..*cards).for_each(|_| self.comes_out(Lies::Away))
            }
            // A card that is laid where it belongs left the shoe before.
            Fact::Deal(deal::Fact::CardDealt { .. }) if !before.state().shoe.carried.is_empty() => {}
            Fact::Deal(deal::Fact::CardDealt { to, card }) => {
                self.comes_out(if card.is_some() { Lies::Open } else { Lies::Down(*to) });
                self.dealt_under = self.closed;
            }
            Fact::Deal(deal::Fact::Exposed { side, .. }) => self.turn(Lies::Down(*side), Lies::Open),
            Fact::Pay(pay::Fact::CoupEnded { .. }) | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => {
                self.turn(Lies::Down(Side::Player), Lies::Away);
                self.turn(Lies::Down(Side::Banker), Lies::Away);
            }
            Fact::Cards(cards::Fact::ShuffleDue | cards::Fact::CardsReplaced { .. })
            | Fact::Notice(notice::Fact::TableOpened { .. }) => self.shuffled = false,
            _ => {}
        }
        self.mark(fact, before);
        if let Fact::Cards(cards::Fact::CutMade { at, .. }) = fact {
            self.cut = Some(*at);
        }
        if !self.cut_told && (self.cut.is_some() || !self.waiting.is_empty()) {
            self.cut_told = true;
            public.push(Public::Cut(self.cut.unwrap_or(0)));
        }
        while let Some((drawn, lies)) = self.waiting.front().copied() {
            match lies {
                Lies::Down(_) => break,
                Lies::Open => public.push(Public::Card(drawn)),
                Lies::Away => public.push(Public::Unseen(drawn)),
            }
            self.waiting.pop_front();
        }
        public
    }

    /// Which entries ready the shoe and close betting.
    fn mark(&mut self, fact: &Fact, before: &Table) {
        match fact {
            Fact::Cards(
                cards::Fact::Shuffled
                | cards::Fact::Riffled
                | cards::Fact::CutOffered { .. }
                | cards::Fact::CutMade { .. }
                | cards::Fact::CuttingCardInserted { .. }
                | cards::Fact::CardsLoaded,
            ) => self.ready = Entered::Now,
            Fact::Bets(bets::Fact::BettingClosed { .. }) => self.closed = Entered::Now,
            Fact::Bets(bets::Fact::NoBetDirected { .. })
                if matches!(before.state().phase, Phase::Betting(_)) =>
            {
                self.closed = Entered::Now;
            }
            // A coup on which nobody may bet has no closing of its own: nobody could bet after the entry before it.
            Fact::Deal(deal::Fact::CoupStarted { .. }) if self.closed == Entered::Never => {
                self.closed = self.last.map_or(Entered::Now, Entered::At);
            }
            Fact::Bets(bets::Fact::BettingOpened { .. })
            | Fact::Pay(pay::Fact::CoupEnded { .. })
            | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => self.closed = Entered::Never,
            _ => {}
        }
    }

    /// Does a new shoe begin with this? Cards that came shuffled are sealed when they are first touched.
    fn is_shuffled_by(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Cards(cards::Fact::Shuffled) | Fact::Cards(cards::Fact::Riffled) => true,
            Fact::Cards(cards::Fact::CutOffered { .. })
            | Fact::Cards(cards::Fact::CutMade { .. })
            | Fact::Cards(cards::Fact::CardsLoaded) => !self.shuffled,
            _ => false,
        }
    }

    /// The events that were followed are on record, and this is where.
    fn settle(&mut self, at: Closing) {
        self.ready.settle(at);
        self.closed.settle(at);
        self.dealt_under.settle(at);
        self.last = Some(at);
    }

    fn comes_out(&mut self, lies: Lies) {
        self.waiting.push_back((self.out, lies));
        self.out += 1;
    }

    fn turn(&mut self, from: Lies, to: Lies) {
        for (_, lies) in self.waiting.iter_mut().filter(|(_, lies)| *lies == from) {
            *lies = to;
        }
    }
}

/// What is public of the shoe in use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InUse {
    /// Its number at this table, for ever.
    pub number: u32,
    /// What it is sealed to.
    pub seal: Option<Hash>,
    /// It has been revealed.
    pub revealed: bool,
    /// The vault does not have it, though the log tells of it: no further card comes out of it.
    pub lost: bool,
}

/// The cards of a table, dealt from sealed shoes.
pub struct Cards {
    keeper: Arc<dyn Keeper>,
    table: TableName,
    book: Hash,
    decks: u8,
    followed: Followed,
    in_use: InUse,
    /// Every leave of the vault to tell cards of the shoe in use.
    grants: Vec<Grant>,
    /// Why the shoe was given up because vault and log do not agree, until a manager and an inspector have accepted it.
    given_up: Option<String>,
    /// Cards that were drawn and of which no event tells yet.
    ahead: u16,
    fault: Option<VaultFault>,
}

impl Cards {
    /// The cards of a table, as the vault and some events of the past have them.
    pub async fn open(
        keeper: Arc<dyn Keeper>,
        table: TableName,
        book: Hash,
        decks: u8,
        ledger: &Ledger,
        replayed: Replayed,
    ) -> Result<Cards, CardsFault> {
        let held = keeper.held(&table)?;
        let mut cards = Cards {
            keeper,
            table,
            book,
            decks,
            followed: replayed.0,
            in_use: InUse::default(),
            grants: Vec::new(),
            given_up: None,
            ahead: 0,
            fault: None,
        };
        // The log tells of the shoe that the vault holds, or of the one before it if that was not announced yet; of later
        // or earlier ones only if one of the two is not what it was.
        let name = cards.table.to_string();
        let mut last = held.as_ref().map_or(0, |held| held.sealed.number);
        while !read_record(ledger, &name, last + 1).await?.is_empty() {
            last += 1;
        }
        let mut record = Vec::new();
        while last > 0 && record.is_empty() {
            record = read_record(ledger, &name, last).await?;
            last -= u32::from(record.is_empty());
        }
        if !record.is_empty() {
            cards.resume(last, &record, held.as_ref());
        }
        if let Some(held) = held.filter(|held| held.ending.is_none()) {
            cards.compare(last, &record, held, ledger).await?;
        } else if let Some(Line::Revealed(reveal)) = record.last()
            && let Ending::Abandoned(reason) = &reveal.because
            && reason.starts_with(DISAGREE)
        {
            cards.given_up = Some(reason.clone());
        }
        if let Some(reason) = cards.given_up.take() {
            cards.in_use.lost = true;
            let accepted = read_accepted(ledger, &name, cards.in_use.number).await?;
            cards.given_up = Some(reason).filter(|_| !is_accepted(&accepted));
        }
        Ok(cards)
    }

    /// Goes on with a shoe of which this is public.
    fn resume(&mut self, number: u32, record: &[Line], held: Option<&Held>) {
        let seal = record.iter().find_map(|line| match line {
            Line::Sealed { seal, .. } => Some(*seal),
            _ => None,
        });
        let revealed = record.iter().any(|line| matches!(line, Line::Revealed(_)));
        self.in_use = InUse { number, seal, revealed, lost: false };
        // A shoe that was sealed and never announced waits for the next shuffle.
        let waits = held.is_some_and(|held| held.sealed.number == number + 1);
        // One is sealed only after the one before was revealed or found lost.
        self.in_use.lost = held.is_none() || (waits && !revealed);
        if let Some(held) = held.filter(|_| !waits) {
            self.grants = held.grants.clone();
        }
    }

    /// Holds the vault's shoe in use against the log, which tells last of the shoe with this number. Where they do not agree the
    /// shoe is never dealt from again: it is given up and revealed.
    async fn compare(
        &mut self,
        last: u32,
        record: &[Line],
        held: Held,
        ledger: &Ledger,
    ) -> Result<(), CardsFault> {
        let Some(why) = self.disagreement(last, record, &held, ledger).await? else {
            let cut = self.followed.cut.unwrap_or(0);
            if held.sealed.number == last && self.followed.cut_told {
                self.keeper.cut(&self.table, last, cut)?;
            }
            return Ok(());
        };
        let (number, why) = (held.sealed.number, format!("{DISAGREE}: {why}"));
        self.keeper.bar(&self.table, number, &why)?;
        let reveal = self.keeper.abandon(&self.table, number, &why)?;
        let dealt = record.iter().filter(|line| matches!(line, Line::Card(_) | Line::Unseen { .. })).count();
        let mut lines = Vec::new();
        if number != last {
            lines.push(Line::sealed(&held.sealed));
        }
        if Some(held.sealed.seal()) == self.in_use.seal || number != last {
            lines.extend(held.cut.filter(|_| number != last).map(|at| Line::Cut { at }));
            lines.push(Line::Revealed(reveal.of_cards(if number == last { dealt } else { 0 })));
            let id = command_id(&format!("reveal:{number}"))?;
            let draft = self.draft(number, id, clock::now(), &recorder(), &lines)?;
            ledger.append(draft).await?;
            self.in_use = InUse { number, seal: Some(held.sealed.seal()), revealed: true, lost: true };
        }
        tracing::error!(table = %self.table, why, "the shoe was given up and revealed");
        self.given_up = Some(why);
        Ok(())
    }

    /// In what do the vault's shoe in use and the log not agree?
    async fn disagreement(
        &self,
        last: u32,
        record: &[Line],
        held: &Held,
        ledger: &Ledger,
    ) -> Result<Option<String>, CardsFault> {
        let number = held.sealed.number;
        if let Some(why) = &held.barred {
            return Ok(Some(why.clone()));
        }
        for grant in &held.grants {
            if !is_closed(ledger, &self.table, &grant.closing).await? {
                let why = format!(
                    "the vault has granted cards of shoe {number} for {}, and the log does not have the entry that closed betting on it",
                    grant.drawing
                );
                return Ok(Some(why));
            }
        }
        let revealed = record.iter().any(|line| matches!(line, Line::Revealed(_)));
        Ok(match number {
            // Sealed before the house stopped, and not announced yet.
            _ if number == last + 1 && (last == 0 || revealed || self.in_use.lost) => None,
            _ if number != last => {
                Some(format!("the vault holds shoe {number}, and the log tells last of shoe {last}"))
            }
            _ if self.in_use.seal != Some(held.sealed.seal()) || revealed => {
                Some(format!("the vault holds shoe {number} of another time than the log"))
            }
            _ => self.untold(held),
        })
    }

    /// What the log knows of this shoe, and the vault does not: the vault is older.
    fn untold(&self, held: &Held) -> Option<String> {
        let out = self.followed.out;
        let closing = self.followed.dealt_under.closing()?;
        let known = held.grants.iter().any(|grant| grant.closing == closing);
        // A vault of an earlier version had no grants, and counted cards.
        let adopted = held.grants.is_empty() && held.dealt >= out;
        (!known && !adopted).then(|| {
            format!("the log knows {out} cards of shoe {}, and the vault {}", held.sealed.number, held.dealt)
        })
    }

    /// What is public of the shoe in use.
    pub fn in_use(&self) -> &InUse {
        &self.in_use
    }

    /// What the events on record say of the cards.
    pub(crate) fn replayed(&self) -> Replayed {
        Replayed(self.followed.clone())
    }

    /// Cards that were drawn and are not on record were not drawn.
    pub fn draw_anew(&mut self) {
        self.ahead = 0;
    }

    /// Where it was cut.
    pub fn cut(&self) -> Option<u16> {
        self.followed.cut
    }

    /// Why the shoe was given up and the table is closed until a manager and an inspector have accepted it.
    pub fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// A manager or an inspector accepts that the shoe was given up. Once both have, the table goes on with another; says whether.
    pub async fn accept(&mut self, person: &Person, ledger: &Ledger) -> Result<bool, CardsFault> {
        let (name, number) = (self.table.to_string(), self.in_use.number);
        let stream = Stream::new(ACCEPTANCE, &name).map_err(LedgerError::from)?;
        let id = command_id(&format!("accept:{number}:{}", person.role.word()))?;
        let accepted = Accepted { shoe: number, role: person.role };
        let payload = Payload::new(ACCEPTED_KIND, &accepted).map_err(LedgerError::from)?;
        let by = By::new(&*person.name.0, person.role.word());
        ledger.append(Draft::note(stream, id, clock::now(), by, payload)).await?;
        let done = is_accepted(&read_accepted(ledger, &name, number).await?);
        if done {
            self.given_up = None;
        }
        Ok(done)
    }

    /// The leave that must be had before the next card can be drawn, if there is one to ask for.
    fn wanted(&self, table: &Table) -> Option<Grant> {
        let from = self.followed.out + self.ahead;
        let in_use = self.in_use.seal.is_some() && !self.in_use.revealed && !self.in_use.lost;
        let closed = || self.followed.closed.closing();
        let (drawing, closing) = match (table.due(), &table.state().phase) {
            _ if !in_use => return None,
            (Due::Burn, _) => (Drawing::Burn, self.followed.ready.closing().or(self.followed.last)?),
            (Due::FirstCard, _) if !table.closes_with_first_card() => {
                (Drawing::Coup(table.state().coups + 1), closed().or(self.followed.last)?)
            }
            (Due::Card { .. }, Phase::Coup(coup)) => (Drawing::Coup(coup.number), closed()?),
            _ => return None,
        };
        let had = self.grants.iter().any(|grant| grant.drawing == drawing);
        (!had).then_some(Grant { drawing, from, closing })
    }

    /// Must the vault be asked for leave before the next card can be drawn?
    pub fn needs_grant(&self, table: &Table) -> bool {
        self.wanted(table).is_some()
    }

    /// Asks the vault for leave to draw the cards of the coup whose betting is closed, or of the burn. It waits for a sync in the
    /// vault, and no thread that others need waits with it.
    pub async fn grant(&mut self, table: &Table) -> Result<(), CardsFault> {
        let Some(grant) = self.wanted(table) else { return Ok(()) };
        let (keeper, name, number) = (self.keeper.clone(), self.table.clone(), self.in_use.number);
        let cut = self.followed.cut.unwrap_or(0);
        let asked = tokio::task::spawn_blocking(move || {
            keeper.cut(&name, number, cut).and_then(|()| keeper.grant(&name, number, grant))
        });
        asked.await.map_err(|error| CardsFault::Differs(error.to_string()))??;
        self.grants.push(grant);
        Ok(())
    }

    /// The closing under which a card came out.
    fn closing_of(&self, drawn: u16) -> Result<Closing, VaultFault> {
        let grant = self.grants.iter().rfind(|grant| grant.from <= drawn);
        grant.map(|grant| grant.closing).ok_or(VaultFault::Refused(Refused::NotGranted { drawn }))
    }

    fn card(&self, number: u32, drawn: u16) -> Result<Opening, VaultFault> {
        self.keeper.card(&self.table, number, drawn, self.closing_of(drawn)?)
    }

    /// Why no card comes, if the vault said so.
    pub fn fault(&self) -> Option<&VaultFault> {
        self.fault.as_ref()
    }

    /// The shoe in use is lost. Of cards that lie face down nobody knows any more which they are.
    pub fn are_lost(&self) -> bool {
        self.in_use.lost
    }

    /// The cards that lie face down, in the order they were dealt. They are told to nobody but the table.
    pub fn face_down(&mut self) -> Result<Vec<(Side, Card)>, VaultFault> {
        let down: Vec<(u16, Side)> = self
            .followed
            .waiting
            .iter()
            .filter_map(|(drawn, lies)| match lies {
                Lies::Down(side) => Some((*drawn, *side)),
                Lies::Open | Lies::Away => None,
            })
            .collect();
        let mut cards = Vec::with_capacity(down.len());
        for (drawn, side) in down {
            cards.push((side, self.card(self.in_use.number, drawn)?.card));
        }
        Ok(cards)
    }

    /// The first card of this shoe, which was burnt unseen and may be shown to a patron who asks.
    pub fn burnt(&mut self) -> Result<Card, VaultFault> {
        Ok(self.card(self.in_use.number, 0)?.card)
    }

    /// Makes ready what these events need before they are recorded: where they shuffle, the old shoe is revealed and a new
    /// one sealed. Says what is to be recorded with them.
    pub async fn prepare(
        &mut self,
        events: &[Event],
        before: &Table,
        ledger: &Ledger,
        (id, at, by): (&CommandId, Time, &By),
    ) -> Result<Prepared, CardsFault> {
        let mut followed = self.followed.clone();
        let mut in_use = self.in_use.clone();
        let mut lines = Vec::new();
        let mut table: Option<Table> = None;
        for event in events {
            let before = table.as_ref().unwrap_or(before);
            let shuffles = followed.is_shuffled_by(&event.fact);
            if shuffles {
                self.reveal(&followed, &mut in_use, ledger, at, by).await?;
                let sealed = self.seal_next(&mut in_use)?;
                lines.push(sealed);
            }
            for public in followed.follow(&event.fact, before) {
                lines.push(match public {
                    Public::Cut(at) => Line::Cut { at },
                    // What cannot be proved any more stays unproved.
                    Public::Card(drawn) if in_use.lost => Line::Unseen { drawn },
                    Public::Card(drawn) => Line::Card(self.card(in_use.number, drawn)?),
                    Public::Unseen(drawn) => Line::Unseen { drawn },
                });
            }
            // Only a carried card makes the state before an event matter, and only between events of one command.
            if events.len() > 1 && !before.state().shoe.carried.is_empty() {
                let mut next = before.clone();
                next.apply(event);
                table = Some(next);
            }
        }
        let drafts = match lines.is_empty() {
            true => Vec::new(),
            false => vec![self.draft(in_use.number, id.clone(), at, by, &lines)?],
        };
        Ok(Prepared { followed, in_use, drafts })
    }

    /// The events are on record, as the entry with which the table's stream stands here.
    pub fn done(&mut self, prepared: Prepared, at: Closing) {
        let out = prepared.followed.out;
        let came = out.checked_sub(self.followed.out).unwrap_or(out);
        self.ahead = self.ahead.saturating_sub(came);
        (self.followed, self.in_use) = (prepared.followed, prepared.in_use);
        self.followed.settle(at);
    }

    /// The number of decks from the next shoe on, where the table was opened again with another.
    pub fn take_decks(&mut self, decks: u8) {
        self.decks = decks;
    }

    /// The shoe in use is over: all is told, on record before another is sealed.
    async fn reveal(
        &mut self,
        followed: &Followed,
        in_use: &mut InUse,
        ledger: &Ledger,
        at: Time,
        by: &By,
    ) -> Result<(), CardsFault> {
        if in_use.seal.is_none() || in_use.revealed || in_use.lost {
            return Ok(());
        }
        let number = in_use.number;
        let reveal = match followed.ended {
            true => self.keeper.finish(&self.table, number)?,
            false => self.keeper.abandon(
                &self.table,
                number,
                "the cards were shuffled before the cutting card came",
            )?,
        };
        let id = command_id(&format!("reveal:{number}"))?;
        let dealt = usize::from(followed.out).saturating_sub(followed.waiting.len());
        let draft = self.draft(number, id, at, by, &[Line::Revealed(reveal.of_cards(dealt))])?;
        ledger.append(draft).await?;
        in_use.revealed = true;
        Ok(())
    }

    /// Seals the next shoe. One that was sealed before the house stopped and never announced is sealed once.
    fn seal_next(&mut self, in_use: &mut InUse) -> Result<Line, CardsFault> {
        let number = if in_use.seal.is_some() { in_use.number + 1 } else { 1 };
        let sealed = match in_use.seal.filter(|_| in_use.lost) {
            Some(lost) => self.keeper.seal_after_loss(&self.table, (number, lost), self.book, self.decks)?,
            None => self.keeper.seal(&self.table, number, self.book, self.decks)?,
        };
        *in_use = InUse { number, seal: Some(sealed.seal()), ..InUse::default() };
        (self.ahead, self.grants) = (0, Vec::new());
        Ok(Line::sealed(&sealed))
    }

    fn draft(
        &self,
        number: u32,
        id: CommandId,
        at: Time,
        by: &By,
        lines: &[Line],
    ) -> Result<Draft, LedgerError> {
        let payloads: Vec<Payload> = lines.iter().map(shoe_payload).collect::<Result<_, _>>()?;
        let content: Vec<&[u8]> = payloads.iter().map(|payload| payload.text().as_bytes()).collect();
        let request = sha256(&content);
        Ok(Draft {
            stream: shoe_stream(&self.table.to_string(), number)?,
            command: id,
            request,
            at,
            by: by.clone(),
            book: self.book,
            payloads,
        })
    }
}

impl Cards {
    /// The number of the card that comes out next; nothing if the cutting card does.
    fn next(&self) -> Option<u16> {
        let drawn = self.followed.out + self.ahead;
        let left = (u16::from(self.decks) * 52).saturating_sub(drawn);
        (self.followed.cutting_card != Some(left)).then_some(drawn)
    }
}

impl CardSource for Cards {
    fn draw(&mut self) -> Option<Drawn> {
        let Some(drawn) = self.next() else { return Some(Drawn::CuttingCard) };
        match self.card(self.in_use.number, drawn) {
            Ok(opening) => {
                self.ahead += 1;
                Some(Drawn::Card(opening.card))
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }

    /// The vault is not asked: it never tells which card this is, and hears of it with the next grant.
    fn pass(&mut self) -> Option<Passed> {
        let Some(drawn) = self.next() else { return Some(Passed::CuttingCard) };
        let more = drawn < u16::from(self.decks) * 52;
        self.ahead += u16::from(more);
        more.then_some(Passed::Card)
    }

    fn waits_for_closing(&self) -> bool {
        self.next().is_some()
    }

    /// Where the house cuts is read off the seal, so that nobody chooses it.
    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        let width = u32::from(within.end().saturating_sub(*within.start())) + 1;
        let Hash(bytes) = sha256(&[b"croupier cut", &self.in_use.seal.unwrap_or(Hash::NONE).0]);
        let whim = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        within.start() + (whim % width) as u16
    }
}

/// What is to be recorded with some events, and what is so afterwards.
pub struct Prepared {
    followed: Followed,
    in_use: InUse,
    /// To be recorded in the same commit.
    pub drafts: Vec<Draft>,
}

/// What a table's past says of its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Replayed(Followed);

impl Replayed {
    /// Takes in an event of the past, of the entry with which the table's stream stood here.
    pub fn follow(&mut self, event: &Event, before: &Table, at: Closing) {
        self.0.follow(&event.fact, before);
        self.0.settle(at);
    }
}

/// An id for the house's own use.
pub fn command_id(text: &str) -> Result<CommandId, LedgerError> {
    Ok(text.parse::<CommandId>()?)
}

/// The public record of a shoe; empty if there is no such shoe.
pub async fn read_record(ledger: &Ledger, table: &str, number: u32) -> Result<Vec<Line>, ArchiveFault> {
    let stream = shoe_stream(table, number).map_err(LedgerError::from)?;
    Archive::over(ledger.store().clone()).shoe(&stream).await
}

/// What the house records of whoever accepted that a shoe was given up.
const ACCEPTED_KIND: &str = "accepted-1";

/// Somebody accepted that a shoe was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Accepted {
    shoe: u32,
    role: Role,
}

/// Who has accepted that a shoe of this table was given up, where the other of the two has not yet.
pub async fn accepted_by(ledger: &Ledger, table: &str) -> Result<Option<String>, LedgerError> {
    let stream = Stream::new(ACCEPTANCE, table)?;
    let Some(last) = ledger.store().last(&stream).await? else { return Ok(None) };
    let accepted = last.records.last().map(|record| serde_json::from_str::<Accepted>(record.payload.text()));
    let Some(Ok(Accepted { shoe, .. })) = accepted else { return Ok(None) };
    let both = is_accepted(&read_accepted(ledger, table, shoe).await?);
    Ok((!both).then_some(last.by.name))
}

/// Who accepted that this shoe was given up.
async fn read_accepted(ledger: &Ledger, table: &str, shoe: u32) -> Result<Vec<Role>, LedgerError> {
    let stream = Stream::new(ACCEPTANCE, table)?;
    let mut roles = Vec::new();
    for role in [Role::Manager, Role::Inspector] {
        let id = command_id(&format!("accept:{shoe}:{}", role.word()))?;
        roles.extend(ledger.store().command(&stream, &id).await?.map(|_| role));
    }
    Ok(roles)
}

fn is_accepted(roles: &[Role]) -> bool {
    [Role::Manager, Role::Inspector].iter().all(|role| roles.contains(role))
}

/// Does the table's log have this entry?
async fn is_closed(ledger: &Ledger, table: &TableName, closing: &Closing) -> Result<bool, LedgerError> {
    let stream = Stream::new(TABLE, &table.to_string())?;
    let Some(last) = closing.length.checked_sub(1) else { return Ok(false) };
    let entries = ledger.store().read(&stream, last, 1).await?;
    Ok(entries.first().is_some_and(|entry| entry.end() == closing.length && entry.head() == closing.hash))
}
