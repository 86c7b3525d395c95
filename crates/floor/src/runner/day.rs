//! A table's day and who works it: one dealer deals at one table, and nobody stays at a table that has closed.

use super::chips::{deals, needs_cage};
use super::{Ask, Runner, Running};
use crate::admission::Request;
use crate::commit::{Also, Recorded};
use baccarat::rules::people::Role as BooksRole;
use ledger::CommandId;
use people::clock;
use people::denial::Denial;
use std::sync::PoisonError;
use table::driver::{patron, staff as staff_actor};
use table::state::Phase;
use table::{Act, Actor, Command, Due, Event, Fact, Settings, cards, notice, people as patrons};

/// Is this after what a closed table may have people to send away?
pub(super) fn may_clear(event: &Event) -> bool {
    matches!(
        event.fact,
        Fact::Notice(notice::Fact::TableClosed { .. }) | Fact::Cards(cards::Fact::CardsChecked { .. })
    )
}

/// Does a day of the table begin with it?
pub(super) fn is_opening(event: &Event) -> bool {
    matches!(event.fact, Fact::Notice(notice::Fact::TableOpened { .. }))
}

/// Has somebody come on duty or gone off it?
pub(super) fn is_duty(event: &Event) -> bool {
    matches!(event.fact, Fact::People(patrons::Fact::SignedOn { .. } | patrons::Fact::SignedOff { .. }))
}

impl Running {
    /// Has the table stop for good, if it is closed and nothing is left at it.
    pub async fn retire(&self) -> Result<(), Denial> {
        self.ask(|reply| Ask::Retire { reply }).await?
    }

    /// The settings that the table has now.
    pub async fn settings(&self) -> Result<Settings, Denial> {
        self.ask(|reply| Ask::Settings { reply }).await
    }

    /// Calls the table something else.
    pub async fn rename(&self, name: String) -> Result<(), Denial> {
        self.ask(|reply| Ask::Rename { name, reply }).await
    }
}

impl Runner {
    /// A table that is closed, with nobody and nothing left at it, is taken out of use: nothing more is asked of it.
    pub(super) fn retire(&mut self) -> Result<(), Denial> {
        let (table, held) = (self.table(), self.holdings());
        let state = table.state();
        let left = match &state.phase {
            Phase::Closed if table.due() != Due::Nothing => Some(format!("{} is still due", table.due())),
            Phase::Closed if state.players().next().is_some() => Some("somebody is still there".to_owned()),
            Phase::Closed if held.hands.0 + held.layout.0 > 0 || !state.open_items.is_empty() => {
                Some("patrons still have something to come or to give".to_owned())
            }
            Phase::Closed if held.drop.0 + state.vouchers.0 > 0 => {
                Some("its drop box has not been taken away".to_owned())
            }
            Phase::Closed if self.cage.is_some() && held.float.0 > 0 => Some(format!(
                "its float still holds {}; a credit takes it to the cage before it closes",
                held.float
            )),
            Phase::Closed => None,
            _ => Some("it is open".to_owned()),
        };
        if let Some(left) = left {
            return Err(Denial::conflict("not-empty", format!("{} does not retire: {left}", self.config.id)));
        }
        self.out_of_service = Some("the table is retired".to_owned());
        self.post(clock::now());
        Ok(())
    }

    pub(super) fn rename(&mut self, name: String) {
        self.config.name = name;
        self.post(clock::now());
        self.tell_again();
    }

    /// Nobody stays at a table that has closed, and nobody's chips at a table that they have left.
    pub(super) async fn end_visits(&mut self) {
        if self.clearing && self.out_of_service.is_none() {
            self.clear().await;
        }
        if self.carrying && self.out_of_service.is_none() {
            self.carry_off().await;
        }
    }

    /// Patrons leave a table that has closed, and staff sign off once nothing more is due there. The house does it for them, and the
    /// log says so beside it.
    pub(super) async fn clear(&mut self) {
        self.clearing = false;
        let state = self.table().state();
        if !matches!(state.phase, Phase::Closed) {
            return;
        }
        let here = state.patrons.iter().filter(|(_, patron)| patron.present);
        let mut acts: Vec<(Act, Actor)> =
            here.map(|(name, _)| (patrons::Act::Leave.into(), patron(name))).collect();
        if self.table().due() == Due::Nothing {
            let on_duty = state.staff.iter().filter_map(|(name, roles)| Some((name, *roles.iter().next()?)));
            acts.extend(
                on_duty
                    .map(|(name, role)| (patrons::Act::SignOff.into(), Actor { name: name.clone(), role })),
            );
        }
        for (act, by) in acts {
            let Ok(id) = self.own_id() else { return };
            // Whoever may not go now, such as with a wager in dispute, stays on record as being there.
            let _ = self.for_somebody(&id, act, by).await;
        }
    }

    /// The house does something for somebody, and the log says beside it that it was the house.
    pub(super) async fn for_somebody(
        &mut self,
        id: &CommandId,
        act: Act,
        by: Actor,
    ) -> Result<Recorded, Denial> {
        let also = Also { keyed_by: Some(staff_actor(BooksRole::Operator)) };
        let command = Command::one(act, by, self.commit.not_before(clock::now()));
        self.submit(id, command, also).await
    }

    /// Somebody is signed off by the house.
    pub(super) async fn signs_off(&mut self, id: &CommandId, by: Actor) -> Result<Recorded, Denial> {
        self.for_somebody(id, patrons::Act::SignOff.into(), by).await
    }

    /// Chips come and go together with the cage's record, where there is a cage.
    pub(super) fn check_cage(&self, request: &Request) -> Result<(), Denial> {
        match self.cage.is_some() && request.acts.iter().any(needs_cage) {
            true => Err(Denial::conflict(
                "through-the-cage",
                "in a house with a cage this is done together with the cage's record: see fills, credits and boxes there",
            )),
            false => Ok(()),
        }
    }

    /// One dealer deals at one table.
    pub(super) fn check_duty(&self, request: &Request) -> Result<(), Denial> {
        let person = &request.asker.person;
        let signs_on = request.acts.contains(&Act::People(patrons::Act::SignOn));
        if !signs_on || !deals(person) {
            return Ok(());
        }
        let dealing = self.dealing.lock().unwrap_or_else(PoisonError::into_inner);
        match dealing.get(&person.name).filter(|table| **table != self.config.id) {
            Some(table) => {
                let message = format!("{} deals at {table}; sign off there first", person.name);
                Err(Denial::conflict("deals-elsewhere", message))
            }
            None => Ok(()),
        }
    }

    /// Notes who deals here, for the other tables.
    pub(super) fn note_dealers(&self) {
        let own = staff_actor(BooksRole::Dealer).name;
        let staff = self.table().state().staff.iter();
        let here = staff.filter(|(name, roles)| **name != own && roles.contains(&BooksRole::Dealer));
        let mut dealing = self.dealing.lock().unwrap_or_else(PoisonError::into_inner);
        dealing.retain(|_, table| *table != self.config.id);
        dealing.extend(here.map(|(name, _)| (name.clone(), self.config.id.clone())));
    }
}
