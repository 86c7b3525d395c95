//! What anybody may have of a promotion's draw, and what may be wrong with it.
//!
//! It names nobody: tickets stand as numbers with salted hashes. `verify/croupier_verify.py promotion` checks the same without
//! this program.

use crate::passed_why::PassedWhy;
use crate::state::State;
use crate::terms::{Terms, Unclaimed};
use crate::ticket::{Earned, Proof, Ticket};
use baccarat::chips::Money;
use baccarat::rules::promotion::IntegrityOf;
use draw::{Apart, Record, Sealed, list_root};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::Time;

/// A draw held so many milliseconds after it was due is worth a word.
const LATE: i64 = 3_600_000;

/// Of the tickets that are missing so many are named, and the rest is counted.
const MOST_NAMED: usize = 20;

/// The name of the format.
pub const METHOD: &str = "croupier-promotion-1";

/// A prize and the tickets that came up for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedPrize {
    /// What it is.
    pub what: String,
    /// Its value.
    pub value: Money,
    /// The ticket that has it.
    pub ticket: Option<u32>,
    /// Tickets that were passed over, each with the declared reason.
    pub passed: Vec<(u32, PassedWhy)>,
}

/// A ticket that was taken back, and the coup that brought it and no longer counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    /// The ticket.
    pub ticket: u32,
    /// At which table it was earned.
    pub table: String,
    /// In which coup.
    pub coup: u32,
}

/// What anybody may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The format, `croupier-promotion-1`.
    pub method: String,
    /// The promotion's id.
    pub promotion: String,
    /// Its name.
    pub name: String,
    /// The hash of its terms.
    pub terms: Hash,
    /// The hashes of the terms after each approved change since the start; the last is in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Hash>,
    /// When the draw is due.
    pub due: Time,
    /// When it was held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Time>,
    /// When this was written.
    pub as_of: Time,
    /// What the house committed to.
    pub sealed: Option<Sealed>,
    /// How many tickets were issued.
    pub issued: u32,
    /// Those that were taken back.
    pub taken_back: Vec<u32>,
    /// The coups by which they were; older records do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<Vec<TakenBack>>,
    /// The list, once entries are closed.
    pub list: Vec<String>,
    /// Its root.
    pub root: Option<Hash>,
    /// The draw.
    pub draw: Option<Record>,
    /// The prizes.
    pub prizes: Vec<PublishedPrize>,
    /// What is postponed.
    pub postponed: Vec<IntegrityOf>,
    /// The draw was cancelled.
    pub cancelled: bool,
}

impl Published {
    /// What may be published now; nothing before there are terms.
    pub fn of(state: &State, as_of: Time) -> Option<Published> {
        let terms = state.terms.as_ref()?;
        let prizes = terms.prizes.iter().enumerate().map(|(index, prize)| {
            let held = state.prizes.get(index);
            PublishedPrize {
                what: prize.what.clone(),
                value: prize.value,
                ticket: held.and_then(|held| held.ticket),
                passed: held.map_or_else(Vec::new, |held| held.passed.clone()),
            }
        });
        Some(Published {
            method: METHOD.to_owned(),
            promotion: terms.id.clone(),
            name: terms.name.clone(),
            terms: terms.hash,
            versions: state.versions.clone(),
            due: terms.award.when,
            held: state.drawn_at,
            as_of,
            sealed: state.sealed.clone(),
            issued: state.tickets.len() as u32,
            taken_back: state.tickets.taken_back().map(|ticket| ticket.number).collect(),
            undone: Some(state.tickets.taken_back().filter_map(undone).collect()),
            list: state.list.to_vec(),
            root: state.root,
            draw: state.draw.as_deref().cloned(),
            prizes: prizes.collect(),
            postponed: state.postponed.clone(),
            cancelled: state.cancelled,
        })
    }

    /// Everything that is wrong with it, in words.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.method != METHOD {
            faults.push(format!("it names another format than {METHOD}"));
        }
        self.seal_faults(&mut faults);
        if let Some(undone) = &self.undone {
            self.undone_faults(undone, &mut faults);
        }
        self.list_faults(&mut faults);
        match &self.draw {
            Some(draw) => self.draw_faults(draw, &mut faults),
            None => self.undrawn_faults(&mut faults),
        }
        faults
    }

    /// What is no fault and still to be known: a draw that was held late, rests or was cancelled, and what is too old to tell of it.
    pub fn notes(&self, now: Time) -> Vec<String> {
        let mut notes = Vec::new();
        let due = declared::utc(self.due);
        if let Some(held) = self.held.filter(|held| held.0 - self.due.0 >= LATE) {
            notes.push(format!("the draw was due at {due} and was held at {}", declared::utc(held)));
        }
        if self.draw.is_some() && self.held.is_none() {
            notes.push("it does not say when the draw was held".to_owned());
        }
        if self.undone.is_none() && !self.taken_back.is_empty() {
            notes.push("it does not say by which coups tickets were taken back".to_owned());
        }
        if self.cancelled {
            notes.push("the draw was cancelled; it awards nothing".to_owned());
        }
        for of in &self.postponed {
            notes.push(format!("the {of} is postponed"));
        }
        if self.draw.is_none() && !self.cancelled && self.as_of < self.due && now >= self.due {
            let as_of = declared::utc(self.as_of);
            notes.push(format!(
                "this was written at {as_of}, before the draw, which was due at {due}: ask for what is published now"
            ));
        }
        notes
    }

    fn seal_faults(&self, faults: &mut Vec<String>) {
        let purpose = format!("promotion {} terms ", self.promotion);
        match &self.sealed {
            Some(sealed) => match sealed.purpose.strip_prefix(&purpose) {
                None => faults.push("the seal is for something else".to_owned()),
                // The terms in force are those that were sealed, or the last that changed them.
                Some(first)
                    if self.versions.last().copied().or_else(|| first.parse().ok()) != Some(self.terms) =>
                {
                    faults
                        .push("the terms are neither those that were sealed nor a later version".to_owned());
                }
                Some(_) => {}
            },
            None if self.issued > 0 || self.root.is_some() || self.draw.is_some() => {
                faults.push("tickets were issued before anything was sealed".to_owned());
            }
            _ => {}
        }
    }

    /// A ticket is taken back only with the coup that brought it, so that everybody can look whether that still counts.
    fn undone_faults(&self, undone: &[TakenBack], faults: &mut Vec<String>) {
        for number in &self.taken_back {
            if undone.iter().filter(|one| one.ticket == *number).count() != 1 {
                faults.push(format!("ticket {number} was taken back, and not one coup is named for it"));
            }
        }
        for one in undone.iter().filter(|one| !self.taken_back.contains(&one.ticket)) {
            faults.push(format!("a coup is named for ticket {}, which was not taken back", one.ticket));
        }
    }

    /// Every ticket that was issued is in the list or was taken back.
    fn list_faults(&self, faults: &mut Vec<String>) {
        let Some(root) = self.root else { return };
        if list_root(&self.list) != root {
            faults.push("the root is not that of the list".to_owned());
        }
        let numbers: Option<Vec<u32>> = self.list.iter().map(|entry| number_of(entry)).collect();
        let Some(numbers) = numbers else {
            faults.push("an entry of the list is no ticket".to_owned());
            return;
        };
        if numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            faults.push("the list is not in the order of its numbers, or a ticket stands twice".to_owned());
        }
        let listed: BTreeSet<u32> = numbers.iter().copied().collect();
        let taken_back: BTreeSet<u32> = self.taken_back.iter().copied().collect();
        // However many are said to be issued: no more can be there than are named.
        let is_named = |number: &u32| listed.contains(number) || taken_back.contains(number);
        let missing: Vec<u32> =
            (1..=self.issued).filter(|number| !is_named(number)).take(MOST_NAMED).collect();
        for number in &missing {
            faults.push(format!("ticket {number} was issued and left out of the list"));
        }
        let named = listed.union(&taken_back).filter(|number| (1..=self.issued).contains(*number)).count();
        let more = (self.issued as usize).saturating_sub(named + missing.len());
        if more > 0 {
            faults.push(format!("{more} more tickets were issued and left out of the list"));
        }
        for number in listed.intersection(&taken_back) {
            faults.push(format!("ticket {number} was taken back and is in the list"));
        }
        for number in numbers.iter().filter(|number| **number > self.issued || **number == 0) {
            faults.push(format!("ticket {number} is in the list and was never issued"));
        }
    }

    /// A draw that is due is held, postponed or cancelled: whoever stops after seeing the order leaves it open.
    fn undrawn_faults(&self, faults: &mut Vec<String>) {
        let nobody_entered = self.root.is_some() && self.list.is_empty();
        let excused = self.cancelled || nobody_entered || !self.postponed.is_empty();
        if self.sealed.is_some() && self.as_of >= self.due && !excused {
            let due = declared::utc(self.due);
            faults.push(format!("the draw was due at {due} and was neither held, postponed nor cancelled"));
        }
        if self.prizes.iter().any(|prize| prize.ticket.is_some() || !prize.passed.is_empty()) {
            faults.push("a ticket has a prize and no draw was held".to_owned());
        }
    }

    fn draw_faults(&self, draw: &Record, faults: &mut Vec<String>) {
        faults.extend(draw.faults().iter().map(ToString::to_string));
        // Whoever could pass over whole orders could choose the winner.
        if draw.apart != Apart::default() || draw.passed_over != 0 {
            faults.push("orders were passed over; a draw of prizes has but one".to_owned());
        }
        if self.sealed.as_ref() != Some(&draw.sealed) {
            faults.push("the draw is not the one that was sealed".to_owned());
        }
        if draw.list != self.list || Some(draw.root) != self.root {
            faults.push("it was drawn from another list than the published one".to_owned());
        }
        let named: Vec<u32> = self
            .prizes
            .iter()
            .flat_map(|prize| prize.passed.iter().map(|(ticket, _)| *ticket).chain(prize.ticket))
            .collect();
        let distinct: BTreeSet<u32> = named.iter().copied().collect();
        if distinct.len() != named.len() {
            faults.push("a ticket came up twice".to_owned());
        }
        // Whoever came up is the head of the order, without a gap.
        for entry in draw.drawn().take(named.len()) {
            match number_of(entry) {
                Some(number) if distinct.contains(&number) => {}
                _ => faults
                    .push(format!("`{entry}` was next in the order and neither won nor was passed over")),
            }
        }
        if self.as_of < self.due || self.held.is_some_and(|held| held < self.due) {
            faults.push("the draw was held before it was due".to_owned());
        }
        let order: Vec<u32> = draw.drawn().filter_map(|entry| number_of(entry)).collect();
        self.won_faults(&order, faults);
        self.order_faults(&order, named.len() >= order.len(), faults);
    }

    /// Whoever is passed over as having won comes after somebody who had a prize.
    fn won_faults(&self, order: &[u32], faults: &mut Vec<String>) {
        let passed = || self.prizes.iter().flat_map(|prize| &prize.passed);
        let won = |ticket: &u32| passed().any(|(of, why)| of == ticket && *why == PassedWhy::AlreadyWon);
        let named = |ticket: &u32| {
            self.prizes.iter().any(|prize| prize.ticket == Some(*ticket))
                || passed().any(|(of, _)| of == ticket)
        };
        let first = order.iter().position(|ticket| named(ticket) && !won(ticket)).unwrap_or(order.len());
        for ticket in order[..first].iter().filter(|ticket| won(ticket)) {
            faults.push(format!("ticket {ticket} was passed over as having won before anything was won"));
        }
    }

    /// Prizes go down the order: the first time each is drawn for, in their turn; a redraw is always further down. A prize that
    /// nobody has is one that lapsed, or for which no ticket was left.
    fn order_faults(&self, order: &[u32], all_came_up: bool, faults: &mut Vec<String>) {
        let place = |ticket: &u32| order.iter().position(|known| known == ticket);
        let mut first_time: Vec<u32> = Vec::new();
        for (prize, number) in self.prizes.iter().zip(1..) {
            let came_up: Vec<u32> =
                prize.passed.iter().map(|(ticket, _)| *ticket).chain(prize.ticket).collect();
            if came_up.windows(2).any(|pair| place(&pair[0]) >= place(&pair[1])) {
                faults.push(format!("prize {number} did not go down the order"));
            }
            let won = |why: &PassedWhy| *why == PassedWhy::AlreadyWon;
            let leading = prize.passed.iter().take_while(|(_, why)| won(why)).count();
            first_time.extend(came_up.iter().take(leading + 1));
            let lapsed = prize.passed.last().is_some_and(|(_, why)| *why == PassedWhy::Lapsed);
            if prize.ticket.is_none() && !all_came_up && !lapsed {
                faults.push(format!("prize {number} has no winner though tickets were left"));
            }
        }
        if first_time != order[..first_time.len().min(order.len())] {
            faults.push("the prizes were not drawn in their turn".to_owned());
        }
    }

    /// What is published against the terms themselves: their hash, when the draw is due, and the prizes.
    pub fn terms_faults(&self, terms: &Terms) -> Vec<String> {
        let mut faults = Vec::new();
        if terms.hash != self.terms {
            faults.push("the terms are others than the published ones".to_owned());
        }
        if terms.award.when != self.due {
            let (said, due) = (declared::utc(terms.award.when), declared::utc(self.due));
            faults.push(format!("the draw is published as due at {due}; the terms say {said}"));
        }
        let published = self.prizes.iter().map(|prize| (&prize.what, prize.value));
        if !published.eq(terms.prizes.iter().map(|prize| (&prize.what, prize.value))) {
            faults.push("the prizes are others than those of the terms".to_owned());
        }
        // After a change of terms, what lapsed may have lapsed under those before.
        if self.versions.is_empty() {
            self.lapse_faults(terms, &mut faults);
            self.reason_faults(terms, &mut faults);
        }
        faults
    }

    /// Nobody is passed over for what the terms do not ask.
    fn reason_faults(&self, terms: &Terms, faults: &mut Vec<String>) {
        for (ticket, why) in self.prizes.iter().flat_map(|prize| &prize.passed) {
            match why {
                PassedWhy::NotPresent if !terms.claim.present => faults.push(format!(
                    "ticket {ticket} was passed over as not there; the terms ask nobody to be there"
                )),
                PassedWhy::AlreadyWon if !terms.one_prize_each => faults.push(format!(
                    "ticket {ticket} was passed over as having won; the terms let one person win more than once"
                )),
                _ => {}
            }
        }
    }

    /// A prize lapses, or goes to the next ticket, as the terms say, and never before their days have passed.
    fn lapse_faults(&self, terms: &Terms, faults: &mut Vec<String>) {
        let listed = self.draw.as_ref().map_or(0, |draw| draw.order.len());
        let named: usize =
            self.prizes.iter().map(|prize| prize.passed.len() + usize::from(prize.ticket.is_some())).sum();
        let days = i64::from(terms.claim.within_days);
        for (prize, number) in self.prizes.iter().zip(1..) {
            let lapsed = |(_, why): &(u32, PassedWhy)| *why == PassedWhy::Lapsed;
            let times = prize.passed.iter().filter(|passed| lapsed(passed)).count();
            // Clocks that change make a day shorter by an hour.
            let earliest = terms.award.when.0 + times as i64 * days * 86_400_000 - 3_600_000;
            if times > 0 && self.as_of.0 < earliest {
                faults.push(format!("prize {number} lapsed before its {days} days had passed"));
            }
            let at_the_end = prize.ticket.is_none() && prize.passed.last().is_some_and(lapsed);
            match terms.claim.unclaimed {
                Unclaimed::NextTicket if at_the_end && named < listed => {
                    faults.push(format!(
                        "prize {number} lapsed; by the terms it goes to the next ticket, and one was left"
                    ));
                }
                Unclaimed::Lapses if times > usize::from(at_the_end) => {
                    faults.push(format!("prize {number} went to the next ticket; by the terms it lapses"));
                }
                _ => {}
            }
        }
    }
}

/// The coup that brought a ticket; a form is never taken back.
fn undone(ticket: &Ticket) -> Option<TakenBack> {
    match &ticket.earned {
        Earned::Wager { table, coup } => {
            Some(TakenBack { ticket: ticket.number, table: table.clone(), coup: *coup })
        }
        Earned::Form => None,
    }
}

/// Of several records the one that a proof is held against: the first of its promotion that has a list.
pub fn listed<'p>(all: &'p [Published], proof: &Proof) -> Option<&'p Published> {
    let of = || all.iter().filter(|public| public.promotion == proof.promotion);
    of().find(|public| public.root.is_some()).or_else(|| of().next()).or(all.first())
}

/// The number of a ticket from its entry in the list.
fn number_of(entry: &str) -> Option<u32> {
    let mut words = entry.split_whitespace();
    let number = match (words.next(), words.next(), words.next()) {
        (Some("ticket"), Some(number), Some(_)) => number.parse().ok()?,
        _ => return None,
    };
    words.next().is_none().then_some(number)
}

/// What two records of one draw, the earlier and the later, say otherwise; nothing if one goes on where the other was.
fn differs(one: &Published, other: &Published) -> Option<&'static str> {
    let both = one.draw.is_some() && other.draw.is_some();
    if one.sealed != other.sealed || one.promotion != other.promotion {
        Some("one was drawn again")
    } else if one.root.is_some() && other.root.is_some() && one.root != other.root {
        Some("their lists are not the same")
    } else if both && one.draw != other.draw {
        Some("their orders are not the same")
    } else {
        None
    }
}

/// Everything wrong between the draws of a house: numbers without a gap, each naming the seal before, and no promotion drawn under two
/// of them. Records of one draw from several moments must agree. By number.
pub fn chain_faults(all: &[Published]) -> Vec<String> {
    let mut sealed: Vec<(&Published, &Sealed)> =
        all.iter().filter_map(|one| Some((one, one.sealed.as_ref()?))).collect();
    sealed.sort_by_key(|(_, sealed)| sealed.number);
    let mut faults = Vec::new();
    for (at, (one, seal)) in sealed.iter().enumerate() {
        let again = sealed[..at]
            .iter()
            .find(|(known, before)| known.promotion == one.promotion && before.number != seal.number);
        if let Some((known, before)) = again {
            let (id, first, second) = (&known.promotion, before.number, seal.number);
            faults.push(format!(
                "{id} was sealed twice, as draw {first} and as draw {second}: a redraw is the next ticket"
            ));
        }
    }
    for pair in sealed.windows(2) {
        let [(earlier, one), (later, other)] = pair else { continue };
        let (first, second) = (&earlier.promotion, &later.promotion);
        if one.number == other.number {
            if let Some(what) = differs(earlier, later) {
                faults.push(format!("{first} and {second} both are draw {}: {what}", one.number));
            }
        } else if other.number != one.number + 1 {
            faults.push(format!("draws {} to {} are missing", one.number + 1, other.number - 1));
        } else if other.previous != one.seal() {
            faults.push(format!("{second} does not name the seal of {first}"));
        }
    }
    faults
}
