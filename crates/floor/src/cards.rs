//! The cards of a table: its vault, and what becomes public of them.

use archive::{Archive, ArchiveFault, shoe_payload, shoe_stream};
use baccarat::card::Card;
use baccarat::outcome::Side;
use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload};
use merkle::{Hash, sha256};
use shoe::record::Line;
use shoe::{Held, Keeper, Opening, TableName, VaultFault};
use std::collections::VecDeque;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::driver::{CardSource, Drawn};
use table::{Event, Fact, Table, Time, cards, deal, pay, trouble};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lies {
    Open,
    Down(Side),
    Away,
}

/// What the table's events say of the cards of the shoe in use.
#[derive(Clone, Debug, Default)]
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
}

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
            fact if self.is_shuffled_by(fact) => *self = Followed { shuffled: true, ..Followed::default() },
            Fact::Cards(cards::Fact::CuttingCardInserted { from_back }) => {
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
            }
            Fact::Deal(deal::Fact::Exposed { side, .. }) => self.turn(Lies::Down(*side), Lies::Open),
            Fact::Pay(pay::Fact::CoupEnded { .. }) | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => {
                self.turn(Lies::Down(Side::Player), Lies::Away);
                self.turn(Lies::Down(Side::Banker), Lies::Away);
            }
            Fact::Cards(cards::Fact::ShuffleDue) | Fact::Cards(cards::Fact::CardsReplaced { .. }) => {
                self.shuffled = false
            }
            _ => {}
        }
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
            ahead: 0,
            fault: None,
        };
        // The log tells of the shoe that the vault holds, or of the one before it if that was not announced yet; of later
        // ones only if the vault is not what it was.
        let name = cards.table.to_string();
        let mut last = held.as_ref().map_or(0, |held| held.sealed.number);
        while !read_record(ledger, &name, last + 1).await?.is_empty() {
            last += 1;
        }
        for number in [last, last.saturating_sub(1)] {
            let record = read_record(ledger, &name, number).await?;
            if !record.is_empty() {
                cards.resume(number, &record, held.as_ref())?;
                break;
            }
        }
        Ok(cards)
    }

    /// Goes on with a shoe of which this is public.
    fn resume(&mut self, number: u32, record: &[Line], held: Option<&Held>) -> Result<(), CardsFault> {
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
        let Some(held) = held.filter(|_| !waits) else { return Ok(()) };
        if revealed && held.sealed.number == number {
            return Ok(());
        }
        if Some(held.sealed.seal()) != seal {
            let message = format!(
                "the log tells of shoe {number}, and the vault holds shoe {} of another time. Put back the vault as it was; if \
                 it is lost, move its folder of this table away: the coup is then set aside and another shoe begun",
                held.sealed.number
            );
            return Err(CardsFault::Differs(message));
        }
        if self.followed.cut_told {
            self.keeper.cut(&self.table, number, self.followed.cut.unwrap_or(0))?;
        }
        let opened = record.iter().rev().find_map(|line| match line {
            Line::Card(opening) => Some(opening),
            _ => None,
        });
        let mut dealt = held.dealt;
        if let Some(opening) = opened.filter(|opening| opening.drawn >= dealt) {
            self.keeper.catch_up(&self.table, number, opening)?;
            dealt = opening.drawn + 1;
        }
        for drawn in dealt..self.followed.out {
            self.keeper.next_card(&self.table, number, drawn)?;
        }
        Ok(())
    }

    /// What is public of the shoe in use.
    pub fn in_use(&self) -> &InUse {
        &self.in_use
    }

    /// Where it was cut.
    pub fn cut(&self) -> Option<u16> {
        self.followed.cut
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
            cards.push((side, self.keeper.next_card(&self.table, self.in_use.number, drawn)?.card));
        }
        Ok(cards)
    }

    /// The first card of this shoe, which was burnt unseen and may be shown to a patron who asks.
    pub fn burnt(&mut self) -> Result<Card, VaultFault> {
        Ok(self.keeper.next_card(&self.table, self.in_use.number, 0)?.card)
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
                    Public::Card(drawn) => Line::Card(self.opening(in_use.number, drawn, &followed)?),
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

    /// The events are on record.
    pub fn done(&mut self, prepared: Prepared) {
        let out = prepared.followed.out;
        let came = out.checked_sub(self.followed.out).unwrap_or(out);
        self.ahead = self.ahead.saturating_sub(came);
        (self.followed, self.in_use) = (prepared.followed, prepared.in_use);
    }

    fn opening(&mut self, number: u32, drawn: u16, followed: &Followed) -> Result<Opening, VaultFault> {
        self.keeper.cut(&self.table, number, followed.cut.unwrap_or(0))?;
        self.keeper.next_card(&self.table, number, drawn)
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
        let draft = self.draft(number, id, at, by, &[Line::Revealed(reveal)])?;
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
        self.ahead = 0;
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

impl CardSource for Cards {
    fn draw(&mut self) -> Option<Drawn> {
        let drawn = self.followed.out + self.ahead;
        let cards = u16::from(self.decks) * 52;
        if self.followed.cutting_card.is_some_and(|behind| cards.saturating_sub(drawn) == behind) {
            return Some(Drawn::CuttingCard);
        }
        let number = self.in_use.number;
        let cut = self.followed.cut.unwrap_or(0);
        let cut = self.keeper.cut(&self.table, number, cut);
        match cut.and_then(|()| self.keeper.next_card(&self.table, number, drawn)) {
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
#[derive(Default)]
pub struct Replayed(Followed);

impl Replayed {
    /// Takes in an event of the past.
    pub fn follow(&mut self, event: &Event, before: &Table) {
        self.0.follow(&event.fact, before);
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
