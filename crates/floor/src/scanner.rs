//! A scanning shoe, which reads each card as it leaves: where the card is due, and what is kept of cards that lie face down.
//!
//! What it has read of such cards is in memory only and in no view; it fills in what they are when somebody turns them over.

use crate::commit::Recorded;
use crate::scanned::Scanned;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::rulings::Irregularity;
use ledger::{By, CommandId, Draft, Entry, Ledger, LedgerError, Payload, Stream};
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use table::state::{Phase, Stage};
use table::{Act, Answer, Due, Fact, Given, Matter, Subject, Table, Time, cards, deal, pay, trouble};

/// Where a card goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// This is asked of the table.
    Asks(Act),
    /// It is burnt, and so many more are.
    Burns {
        /// How many.
        left: u8,
    },
}

/// The kind of stream that tells of cards that a scanning shoe read before anything of them is on record at the table.
pub const SCANS: &str = "scan";
const BURN: &str = "burn-1";

/// A card to burn has come. Which one is on nobody's record: it lies face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BurnScan {
    /// The shoe.
    pub shoe: u32,
    /// The cards to burn that have come with it.
    pub burnt: u8,
    /// How many are still to come.
    pub left: u8,
    /// The number that the next event of the table had.
    pub next: u64,
}

impl BurnScan {
    /// The note of it, under the id of the scan.
    pub fn note(&self, table: &str, id: &CommandId, at: Time, by: By) -> Result<Draft, LedgerError> {
        Ok(Draft::note(Stream::new(SCANS, table)?, id.clone(), at, by, Payload::new(BURN, self)?))
    }

    fn of(entry: &Entry) -> Option<BurnScan> {
        serde_json::from_str(entry.records.first()?.payload.text()).ok()
    }

    /// What was noted under this id.
    pub async fn known(
        ledger: &Ledger,
        table: &str,
        id: &CommandId,
    ) -> Result<Option<BurnScan>, LedgerError> {
        let entry = ledger.store().command(&Stream::new(SCANS, table)?, id).await?;
        Ok(entry.as_ref().and_then(BurnScan::of))
    }

    /// What was noted last.
    pub async fn last(ledger: &Ledger, table: &str) -> Result<Option<BurnScan>, LedgerError> {
        let entry = ledger.store().last(&Stream::new(SCANS, table)?).await?;
        Ok(entry.as_ref().and_then(BurnScan::of))
    }
}

/// What a scanned card led to.
#[derive(Clone)]
pub struct ScanAnswer {
    /// What was put on record.
    pub recorded: Recorded,
    /// How many cards are still to be burnt before the burn is on record.
    pub left: u8,
}

/// What is kept of a scanning shoe.
#[derive(Default)]
pub struct Scanner {
    /// Cards that lie face down, in the order they were dealt.
    down: Vec<(Side, Card)>,
    /// How many of the cards to burn have come.
    burnt: u8,
    /// What came last, if it was not due.
    stray: Option<Scanned>,
    /// A card that left the shoe before it was due.
    kept: Option<Kept>,
    last: Option<(String, Scanned, ScanAnswer)>,
}

/// A card that left the shoe while something else came first, such as a call. It is laid as soon as a card is due.
#[derive(Clone)]
pub struct Kept {
    /// Which.
    pub card: Card,
    /// Who dealt it.
    pub by: Person,
    /// The id of its scan.
    pub id: String,
}

/// The last id came again with another card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnotherCard;

impl Scanner {
    /// What came and was not due.
    pub fn stray(&self) -> Option<Scanned> {
        self.stray.or(self.kept.as_ref().map(|kept| Scanned::Card(kept.card)))
    }

    /// The card that waits to be laid.
    pub fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// Keeps a card that came before it was due, if the coup may still have a place for it.
    pub fn keep(&mut self, came: Scanned, by: &Person, id: &str, table: &Table) {
        let (Scanned::Card(card), Phase::Coup(coup)) = (came, &table.state().phase) else { return };
        let due = matches!(table.due(), Due::Card { .. } | Due::LayCarried { .. });
        if coup.player.len() + coup.banker.len() >= 4 && coup.stage < Stage::Decided && !due {
            self.kept = Some(Kept { card, by: by.clone(), id: id.to_owned() });
        }
    }

    /// Where the card that waits is due now, if it is.
    pub fn lays(&self, answers: &[Answer]) -> Option<Act> {
        let kept = self.kept.as_ref()?;
        let deals =
            answers.iter().filter(|answer| matches!(answer.act, Act::Deal(deal::Act::DealCard { .. })));
        let lays =
            |answer: &Answer| answer.with(&Given::Card(kept.card)).or_else(|| answer.with(&Given::Unseen));
        deals.into_iter().find_map(lays)
    }

    /// The answer to this id, if it was the last one. With another card it is another scan, and has no answer.
    pub fn answered(&self, id: &str, came: Scanned) -> Result<Option<ScanAnswer>, AnotherCard> {
        match self.last.as_ref().filter(|(known, ..)| known == id) {
            Some((_, read, _)) if *read != came => Err(AnotherCard),
            known => Ok(known.map(|(_, _, read)| read.clone())),
        }
    }

    /// The table opens while cards are burnt: those that came before count.
    pub fn resume(&mut self, last: Option<BurnScan>, table: &Table, answers: &[Answer]) {
        let burns = |answer: &Answer| matches!(answer.act, Act::Cards(cards::Act::BurnRest { .. }));
        let same_shoe = last.filter(|last| last.shoe == table.state().shoe.number);
        self.burnt = same_shoe.filter(|_| answers.iter().any(burns)).map_or(0, |last| last.burnt);
    }

    /// How many of the cards to burn have come.
    pub fn burnt(&self) -> u8 {
        self.burnt
    }

    /// A card to burn could not be put on record, and so has not come.
    pub fn unburn(&mut self) {
        self.burnt = self.burnt.saturating_sub(1);
    }

    /// Remembers an answer.
    pub fn answer(&mut self, id: String, came: Scanned, read: ScanAnswer) {
        self.last = Some((id, came, read));
    }

    /// Where this is due. What is due nowhere is asked for all the same, so that the refusal is on record with its clause.
    pub fn route(&mut self, scanned: Scanned, answers: &[Answer]) -> Route {
        let Scanned::Card(card) = scanned else { return Route::Asks(deal::Act::DrawCuttingCard.into()) };
        for answer in answers {
            match &answer.act {
                Act::Cards(cards::Act::BurnRest { cards, .. }) => {
                    let left = cards.saturating_sub(self.burnt + 1);
                    if left > 0 {
                        self.burnt += 1;
                        return Route::Burns { left };
                    }
                    return Route::Asks(answer.act.clone());
                }
                // A card that has just left the shoe is not the burnt one.
                Act::Cards(cards::Act::ShowBurntCard { .. }) => {}
                _ => {
                    let laid = answer.with(&Given::Card(card)).or_else(|| answer.with(&Given::Unseen));
                    if let Some(act) = laid {
                        return Route::Asks(act);
                    }
                }
            }
        }
        Route::Asks(deal::Act::DealCard { to: Side::Player, card: Some(card) }.into())
    }

    /// The table has taken it.
    pub fn taken(&mut self, came: Scanned, act: &Act) {
        if let (Scanned::Card(card), Act::Deal(deal::Act::DealCard { to, card: None })) = (came, act) {
            self.down.push((*to, card));
        }
    }

    /// The table has not.
    pub fn astray(&mut self, came: Scanned) {
        self.stray = Some(came);
    }

    /// Takes in what happened.
    pub fn follow(&mut self, fact: &Fact) {
        self.stray = None;
        let laid = matches!(
            fact,
            Fact::Deal(
                deal::Fact::CardDealt { .. }
                    | deal::Fact::CardCarried { .. }
                    | deal::Fact::CardSetAside { .. }
                    | deal::Fact::CoupStarted { .. }
            ) | Fact::Pay(pay::Fact::CoupEnded { .. })
                | Fact::Trouble(trouble::Fact::CoupVoided { .. })
        );
        if laid {
            self.kept = None;
        }
        match fact {
            Fact::Deal(deal::Fact::Exposed { side, .. }) => self.down.retain(|(of, _)| of != side),
            // Once a supervisor is to establish the outcome, what is keyed is believed and not what was read.
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) if is_about_scanner(matter) => {
                self.down.clear()
            }
            Fact::Deal(deal::Fact::CoupStarted { .. })
            | Fact::Pay(pay::Fact::CoupEnded { .. })
            | Fact::Trouble(trouble::Fact::CoupVoided { .. }) => self.down.clear(),
            Fact::Cards(cards::Fact::CardBurnt { .. })
            | Fact::Cards(cards::Fact::RestBurnt { .. })
            | Fact::Cards(cards::Fact::PlayStarted)
            | Fact::Cards(cards::Fact::Shuffled) => {
                self.burnt = 0;
            }
            _ => {}
        }
    }

    /// Does somebody turn over other cards than were read? Then says which were.
    pub fn differs(&self, table: &Table, side: Side, keyed: &[Card]) -> Option<Vec<Card>> {
        let read = self.face_down(table, side)?;
        let mut left = read.clone();
        let known = keyed.iter().all(|card| match left.iter().position(|other| other == card) {
            Some(place) => {
                left.remove(place);
                true
            }
            None => false,
        });
        (!known).then_some(read)
    }

    /// The cards of a hand that lie face down, if all of them were read.
    pub fn face_down(&self, table: &Table, side: Side) -> Option<Vec<Card>> {
        let Phase::Coup(coup) = &table.state().phase else { return None };
        let lie = coup.hand(side).iter().filter(|card| card.is_none()).count();
        let read: Vec<Card> = self.down.iter().filter(|(of, _)| *of == side).map(|(_, card)| *card).collect();
        (lie > 0 && read.len() == lie).then_some(read)
    }
}

/// May this act have been asked when this came out of the shoe? A card that lies face down is on nobody's record.
pub fn may_be(acts: &[Act], came: Scanned) -> bool {
    match (acts, came) {
        ([Act::Deal(deal::Act::DrawCuttingCard)], came) => came == Scanned::CuttingCard,
        (_, Scanned::CuttingCard) => false,
        ([Act::Deal(deal::Act::DealCard { card: Some(known), .. })], Scanned::Card(card)) => *known == card,
        _ => true,
    }
}

fn is_about_scanner(matter: &Matter) -> bool {
    let (Subject::Ruling { when, .. } | Subject::Silence { when, .. }) = &matter.about;
    *when == Irregularity::ScannerDiffers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read() -> ScanAnswer {
        ScanAnswer { recorded: Recorded { first: 0, events: Vec::new(), again: false }, left: 0 }
    }

    #[test]
    fn the_same_id_with_another_card_has_no_answer() {
        let (mut scanner, [one, other]) =
            (Scanner::default(), ["7H", "8H"].map(|card| card.parse().unwrap()));
        scanner.answer("shoe-0001".into(), one, read());
        assert!(scanner.answered("shoe-0001", one).unwrap().is_some());
        assert!(matches!(scanner.answered("shoe-0001", other), Err(AnotherCard)));
        assert!(scanner.answered("shoe-0002", other).unwrap().is_none());
    }
}
