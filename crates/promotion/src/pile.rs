//! All tickets of a promotion. A copy shares them: a decision, which is worked out on a copy, costs the same however many there are.

use crate::ticket::Ticket;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::sync::Arc;
use table::Name;

/// Tickets in the order of their numbers, which count from 1.
#[derive(Clone, Debug, Default)]
pub struct Tickets {
    shared: Arc<Shared>,
    /// What came while others shared the rest: few, and put with the rest once nobody does.
    added: Vec<Ticket>,
    /// Shared ones that were taken back meanwhile, by index.
    changed: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct Shared {
    tickets: Vec<Ticket>,
    /// The indices of everybody's tickets.
    of: HashMap<Name, Vec<usize>>,
}

impl Shared {
    fn push(&mut self, ticket: Ticket) {
        self.of.entry(ticket.holder.clone()).or_default().push(self.tickets.len());
        self.tickets.push(ticket);
    }
}

impl Tickets {
    /// How many there are, those taken back included.
    pub fn len(&self) -> usize {
        self.shared.tickets.len() + self.added.len()
    }

    /// Has none been issued?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them that are in the draw, or would be if entries closed now.
    pub fn live(&self) -> impl Iterator<Item = &Ticket> {
        self.each(0..self.len()).filter(|(live, _)| *live).map(|(_, ticket)| ticket)
    }

    /// Those that were taken back.
    pub fn taken_back(&self) -> impl Iterator<Item = &Ticket> {
        self.each(0..self.len()).filter(|(live, _)| !live).map(|(_, ticket)| ticket)
    }

    /// A person's tickets, each with whether it was taken back.
    pub fn of<'t>(&'t self, holder: &'t Name) -> impl Iterator<Item = (bool, &'t Ticket)> {
        let shared = self.shared.of.get(holder).into_iter().flatten().copied();
        let added = (self.shared.tickets.len()..self.len()).filter(|index| {
            self.added.get(index - self.shared.tickets.len()).is_some_and(|ticket| ticket.holder == *holder)
        });
        self.each(shared.chain(added)).map(|(live, ticket)| (!live, ticket))
    }

    fn each(&self, indices: impl Iterator<Item = usize>) -> impl Iterator<Item = (bool, &Ticket)> {
        indices.filter_map(|index| {
            let ticket = self.get(index)?;
            Some((!ticket.taken_back && !self.changed.contains(&index), ticket))
        })
    }

    /// A ticket by its index.
    pub fn get(&self, index: usize) -> Option<&Ticket> {
        let shared = self.shared.tickets.len();
        self.shared.tickets.get(index).or_else(|| self.added.get(index.checked_sub(shared)?))
    }

    pub(crate) fn push(&mut self, ticket: Ticket) {
        self.added.push(ticket);
        self.settle();
    }

    pub(crate) fn take_back(&mut self, index: usize) {
        let shared = self.shared.tickets.len();
        match index.checked_sub(shared).and_then(|index| self.added.get_mut(index)) {
            Some(ticket) => ticket.taken_back = true,
            None if index < shared => self.changed.push(index),
            None => {}
        }
        self.settle();
    }

    /// Puts what came with the rest, unless a copy shares that.
    fn settle(&mut self) {
        let Some(shared) = Arc::get_mut(&mut self.shared) else { return };
        self.added.drain(..).for_each(|ticket| shared.push(ticket));
        for index in self.changed.drain(..) {
            if let Some(ticket) = shared.tickets.get_mut(index) {
                ticket.taken_back = true;
            }
        }
    }

    fn written(&self) -> impl Iterator<Item = Ticket> {
        self.each(0..self.len()).map(|(live, ticket)| Ticket { taken_back: !live, ..ticket.clone() })
    }
}

impl PartialEq for Tickets {
    fn eq(&self, other: &Tickets) -> bool {
        self.len() == other.len() && self.written().eq(other.written())
    }
}

impl Eq for Tickets {}

impl Serialize for Tickets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.written())
    }
}

impl<'de> Deserialize<'de> for Tickets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tickets, D::Error> {
        let mut shared = Shared::default();
        Vec::<Ticket>::deserialize(deserializer)?.into_iter().for_each(|ticket| shared.push(ticket));
        Ok(Tickets { shared: Arc::new(shared), added: Vec::new(), changed: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticket::Earned;
    use table::Time;

    fn ticket(number: u32) -> Ticket {
        let holder = Name::from(format!("guest {}", number % 7));
        Ticket { number, holder, earned: Earned::Form, at: Time(0), taken_back: false }
    }

    #[test]
    fn a_copy_shares_all_and_what_is_done_to_it_stays_its_own() {
        let mut tickets = Tickets::default();
        (1..=1_000).for_each(|number| tickets.push(ticket(number)));
        let mut copy = tickets.clone();
        copy.push(ticket(1_001));
        copy.take_back(6);
        assert!(Arc::ptr_eq(&copy.shared, &tickets.shared), "no ticket was copied");
        assert_eq!((tickets.len(), tickets.live().count()), (1_000, 1_000));
        assert_eq!((copy.len(), copy.live().count()), (1_001, 1_000));
        let seventh = Name::from("guest 0");
        assert_eq!(copy.of(&seventh).filter(|(taken_back, _)| *taken_back).count(), 1);
        assert_eq!(copy.of(&seventh).count(), 1_001 / 7);
        drop(tickets);
        // Nobody shares it any more: what came is put with the rest, and nothing is told otherwise.
        let before: Vec<Ticket> = copy.written().collect();
        copy.push(ticket(1_002));
        assert!(copy.added.is_empty() && copy.changed.is_empty());
        assert_eq!(copy.written().take(1_001).collect::<Vec<_>>(), before);
        let text = serde_json::to_string(&copy).unwrap();
        assert_eq!(serde_json::from_str::<Tickets>(&text).unwrap(), copy);
    }
}
