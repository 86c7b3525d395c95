//! Chips that come to a table or leave it, and its drop box: what happens here and what the cage records of it are one commit.
//!
//! So chips are never at two places, nor at none: whatever moment the house stops at, table and cage say the same.

use super::{Ask, Runner, Running};
use crate::admission::Request;
use crate::cage_desk::{self, CageDesk};
use crate::cards::command_id;
use crate::commit::{NotDone, Recorded};
use crate::keyed_by::Keyed;
use baccarat::chips::Money;
use cage::{CageAct, Pieces, Signed, folded, is_unnamed};
use ledger::{By, CommandId};
use people::clock;
use people::denial::Denial;
use people::role::Role;
use people::viewer::Person;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::driver::{patron as patron_actor, staff as staff_actor};
use table::{Act, Actor, Command, Fact, Name, notice, pay, people as patrons};
use utoipa::ToSchema;

/// Something that concerns a table and the cage.
pub enum CageMove {
    /// The dealer receives a fill, counted.
    Fill {
        /// The number of the fill.
        number: u32,
        /// What was counted.
        pieces: Pieces,
        /// Who approved it.
        approver: Person,
    },
    /// The dealer counts out a credit.
    Credit {
        /// The number of the credit.
        number: u32,
        /// What was counted out.
        pieces: Pieces,
        /// Who approved it.
        approver: Person,
    },
    /// The drop box is taken away.
    TakeBox,
    /// The float is put on record as it was counted.
    Correct {
        /// What was counted.
        count: Money,
        /// The chips by what each is worth.
        pieces: Option<Pieces>,
        /// Why it differs.
        why: String,
        /// Whoever counted too.
        second: Signed,
    },
}

/// What is at a table, as it is on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Holdings {
    /// Chips in the float.
    #[schema(value_type = i64)]
    pub float: Money,
    /// Chips of patrons.
    #[schema(value_type = i64)]
    pub hands: Money,
    /// Chips on the layout.
    #[schema(value_type = i64)]
    pub layout: Money,
    /// Cash in the drop box, as it was keyed.
    #[schema(value_type = i64)]
    pub drop: Money,
    /// Promotional tokens, which are no chips and stay at the table.
    #[schema(value_type = i64)]
    pub tokens: Money,
}

impl Holdings {
    /// All chips.
    pub fn chips(&self) -> Money {
        self.float + self.hands + self.layout
    }
}

impl Running {
    /// Does something that concerns the cage too.
    pub async fn with_cage(&self, id: String, person: Person, what: CageMove) -> Result<Recorded, Denial> {
        self.ask(|reply| Ask::Cage { id, person, what, reply }).await?
    }

    /// What is at the table, as it is on record.
    pub async fn holdings(&self) -> Result<Holdings, Denial> {
        self.ask(|reply| Ask::Holdings { reply }).await
    }

    /// The people on duty; its own automatic staff are none.
    pub async fn on_duty(&self) -> Result<BTreeSet<Name>, Denial> {
        self.ask(|reply| Ask::OnDuty { reply }).await
    }

    /// Somebody who no longer works here, or whose shift is over, is signed off.
    pub async fn sign_off(&self, name: Name) -> Result<(), Denial> {
        self.ask(|reply| Ask::SignOff { name, reply }).await?
    }
}

/// Acts that only come together with the cage's record, in a house that has a cage.
pub(super) fn needs_cage(act: &Act) -> bool {
    matches!(
        act,
        Act::Pay(
            pay::Act::Fill { .. }
                | pay::Act::Credit { .. }
                | pay::Act::CorrectFloat { .. }
                | pay::Act::TakeDropBox
        ) | Act::People(patrons::Act::TakeChips)
    )
}

/// Acts that take a signature of somebody else: a typed name is none.
pub fn signature_of(act: &Act) -> Option<&Name> {
    match act {
        Act::Pay(
            pay::Act::Fill { signed, .. }
            | pay::Act::Credit { signed, .. }
            | pay::Act::CountFloat { signed, .. },
        ) => Some(signed),
        _ => None,
    }
}

/// Acts that rest on a count, which somebody signs in the same command.
pub fn rests_on_count(act: &Act) -> Option<Money> {
    match act {
        Act::Notice(notice::Act::Close { count } | notice::Act::Reopen { count, .. }) => Some(*count),
        _ => None,
    }
}

impl Runner {
    pub(super) fn holdings(&self) -> Holdings {
        let state = self.table().state();
        let hands = state.patrons.values().map(|patron| patron.chips).sum();
        let chips = state.all_chips() + state.brought;
        Holdings {
            float: state.float,
            hands,
            layout: chips - state.float - hands,
            drop: state.drop,
            tokens: state.all_tokens(),
        }
    }

    /// The cage takes up a table that it does not know, with the chips that are at it, and is told whether play is keyed there.
    pub(super) async fn be_adopted(&mut self) -> Result<(), Denial> {
        let Some(cage) = self.cage.clone() else { return Ok(()) };
        let ledger = self.commit.ledger().clone();
        let (table, house) = (self.config.id.clone(), By::new("house", "operator"));
        let known = cage.read(&ledger).await?.state().at_table(&table);
        if known.is_none() {
            let act = CageAct::AdoptTable { table: table.clone(), chips: self.holdings().chips() };
            let id = own(&format!("adopted:{table}"))?;
            cage.ask(&ledger, &id, house.clone(), act).await?;
        }
        let keyed = self.table().state().settings.wagers_kept;
        if known.is_some_and(|at| at.unkeyed) == keyed {
            let id = self.own_id()?;
            cage.ask(&ledger, &id, house, CageAct::SetPlay { table, keyed }).await?;
        }
        Ok(())
    }

    /// What a count found that play brought to the float, or took from it, goes on record at the cage too: chips that lie in the float are
    /// nobody's any more.
    pub(super) async fn play_counted(&self, command: &Command) -> Result<Option<Money>, Denial> {
        let counts = |act: &Act| matches!(act, Act::Pay(pay::Act::CountFloat { .. }));
        if self.cage.is_none() || !command.acts.iter().any(counts) {
            return Ok(None);
        }
        let found = self.follows_from(command).await?;
        let found = found.iter().filter_map(|event| match event.fact {
            Fact::Pay(pay::Fact::PlayCounted { by }) => Some(by),
            _ => None,
        });
        Ok(Some(found.sum()).filter(|by| *by != Money(0)))
    }

    /// A count that finds what play brought, here and at the cage in one commit.
    pub(super) async fn count_play(
        &mut self,
        id: &CommandId,
        command: Command,
        (by, asks): (Money, By),
        keyed_by: Option<&Actor>,
    ) -> Result<Recorded, Denial> {
        let none = || Denial::conflict("no-cage", "this house keeps no cage");
        let cage = self.cage.clone().ok_or_else(none)?;
        let act = CageAct::CountPlay { table: self.config.id.clone(), by };
        self.submit_with_cage(id, command, (&cage, act, asks), keyed_by).await
    }

    /// A patron's name as it is known here, however it was written this time.
    pub(super) async fn as_known(&self, name: &Name) -> Name {
        if is_unnamed(&name.0) {
            return name.clone();
        }
        let wanted = folded(&name.0);
        if let Some(known) = self.table().state().patrons.keys().find(|known| folded(&known.0) == wanted) {
            return known.clone();
        }
        let Some(cage) = &self.cage else { return name.clone() };
        let Ok(register) = cage.read(self.commit.ledger()).await else { return name.clone() };
        register.state().known_as(&name.0).map_or_else(|| name.clone(), Name::from)
    }

    /// Chips of patrons who are gone go along with them, as soon as they are theirs and no longer on the layout.
    pub(super) async fn carry_off(&mut self) {
        self.carrying = false;
        let Some(cage) = self.cage.clone() else { return };
        let gone = self.table().state().patrons.iter().filter(|(_, patron)| !patron.present);
        let gone: Vec<(Name, Money)> = gone
            .filter(|(_, patron)| patron.chips.0 > 0)
            .map(|(name, patron)| (name.clone(), patron.chips))
            .collect();
        for (name, chips) in gone {
            let Ok(id) = self.own_id() else { return };
            let act = CageAct::FromTable { table: self.config.id.clone(), patron: name.to_string(), chips };
            let command = vec![patrons::Act::TakeChips.into()];
            let by = By::new(&*name.0, "player");
            let done =
                self.together(&id, (command, patron_actor(&name).into()), (&cage, act, by), None).await;
            if let Err(denial) = done {
                tracing::warn!(
                    table = self.config.id,
                    ?denial,
                    "chips of a patron who is gone stay at the table"
                );
            }
        }
    }

    /// A player who comes with chips puts them on the table.
    pub(super) async fn bring_along(&mut self, name: &Name) {
        let Some(cage) = self.cage.clone() else { return };
        let Ok(register) = cage.read(self.commit.ledger()).await else { return };
        let chips = register.state().carried_by(Some(&name.0));
        drop(register);
        if chips.0 <= 0 {
            return;
        }
        let Ok(id) = self.own_id() else { return };
        let act = CageAct::ToTable {
            table: self.config.id.clone(),
            patron: name.to_string(),
            chips,
            unnamed: false,
        };
        let acts = vec![patrons::Act::BringChips { chips }.into()];
        let by = By::new(&*name.0, "player");
        // Chips that this table does not take stay in the patron's pocket.
        let _ = self.together(&id, (acts, patron_actor(name).into()), (&cage, act, by), None).await;
    }

    /// A patron brings chips, or a dealer keys it for one. Chips that were got without a name may be anybody's.
    pub(super) async fn bring(&mut self, id: &CommandId, request: &Request) -> Result<Recorded, Denial> {
        let [Act::People(patrons::Act::BringChips { chips })] = request.acts[..] else {
            return Err(Denial::unprocessable("acts: chips are brought in a command of their own"));
        };
        let (person, act) = (&request.asker.person, &request.acts[0]);
        match request.asker.patron.is_some() {
            true => self.admission().may_key(person, act)?,
            false => self.admission().may_ask(person, act)?,
        }
        let none = || Denial::conflict("no-cage", "this house keeps no cage; chips are bought at the table");
        let cage = self.cage.clone().ok_or_else(none)?;
        let keyed_by = request.asker.patron.as_ref().map(|_| request.asker.person.actor());
        let name = request.asker.patron.as_ref().unwrap_or(&request.asker.person.name).clone();
        let (unnamed, from) = {
            let register = cage.read(self.commit.ledger()).await?;
            let (state, own) = (register.state(), register.state().carried_by(Some(&name.0)));
            let nobodys = state.has_open_play() || state.carried_by(None) >= chips;
            (keyed_by.is_some() && own < chips && nobodys, state.thresholds().0)
        };
        // Chips that are nobody's by name become somebody's on one dealer's word: so only below what takes two at the window.
        if let Some(from) = from.filter(|from| unnamed && !is_unnamed(&name.0) && chips >= *from) {
            let message = format!(
                "{chips} that were got without a name; from {from} on they are put to a name at the cage, by two"
            );
            return Err(Denial::conflict("needs-second", message));
        }
        let patron = name.to_string();
        let act = CageAct::ToTable { table: self.config.id.clone(), patron, chips, unnamed };
        let by = match &keyed_by {
            Some(_) => cage_desk::by(&request.asker.person),
            None => By::new(&*name.0, "player"),
        };
        let command = (request.acts.clone(), patron_actor(&name).into());
        self.together(id, command, (&cage, act, by), keyed_by.as_ref()).await
    }

    pub(super) async fn with_cage(
        &mut self,
        id: &str,
        person: &Person,
        what: CageMove,
    ) -> Result<Recorded, Denial> {
        self.check_service(person.role)?;
        let none = || Denial::conflict("no-cage", "this house keeps no cage");
        let cage = self.cage.clone().ok_or_else(none)?;
        let id = own(id)?;
        let table = self.config.id.clone();
        let (act, asks, who) = match what {
            CageMove::Fill { number, pieces, approver } => {
                let (amount, signed) = (pieces.worth(), person.name.clone());
                let same = {
                    let register = cage.read(self.commit.ledger()).await?;
                    register.state().transfer(number).is_none_or(|transfer| transfer.pieces == pieces)
                };
                if !same {
                    return self.stop_fill(&cage, &id, person, CageAct::Receive { number, pieces }).await;
                }
                let counted = Some(pieces.clone());
                (
                    pay::Act::Fill { amount, signed, pieces: counted },
                    CageAct::Receive { number, pieces },
                    approver,
                )
            }
            CageMove::Credit { number, pieces, approver } => {
                let (amount, signed) = (pieces.worth(), person.name.clone());
                let counted = Some(pieces.clone());
                (
                    pay::Act::Credit { amount, signed, pieces: counted },
                    CageAct::Send { number, pieces },
                    approver,
                )
            }
            CageMove::TakeBox => {
                let keyed = self.table().state().drop;
                let dealers = self.shown.tally.keyed_by_dealer(keyed);
                (pay::Act::TakeDropBox, CageAct::TakeBox { table, keyed, dealers }, person.clone())
            }
            CageMove::Correct { count, pieces, why, second } => {
                let by = count - self.table().state().float;
                let act = CageAct::CorrectTable { table, by, second };
                (pay::Act::CorrectFloat { count, why, pieces }, act, person.clone())
            }
        };
        let roles = who.role.roles_at_table().to_vec();
        let act: Act = act.into();
        // Whoever answers for it is on duty for as long as it takes.
        let for_now = vec![patrons::Act::SignOn.into(), act.clone(), patrons::Act::SignOff.into()];
        let on_duty = self.table().state().staff.contains_key(&who.name);
        let by = table::Person { name: who.name.clone(), roles };
        let ways = if on_duty { [vec![act], for_now] } else { [for_now, vec![act]] };
        if let Some(recorded) = self.known_either(&id, &ways, &by).await? {
            return Ok(recorded);
        }
        let [acts, _] = ways;
        self.together(&id, (acts, by), (&cage, asks, cage_desk::by(person)), None).await
    }

    /// What was done under this id, whether or not whoever answered for it was on duty then.
    async fn known_either(
        &mut self,
        id: &CommandId,
        ways: &[Vec<Act>; 2],
        by: &table::Person,
    ) -> Result<Option<Recorded>, Denial> {
        let now = clock::now();
        let asked = |acts: &Vec<Act>| Command::all(acts.clone(), by.clone(), now);
        let known = match self.commit.known(id, &asked(&ways[0])).await {
            Err(NotDone::SameId) => self.commit.known(id, &asked(&ways[1])).await,
            known => known,
        };
        known.map_err(|fault| self.not_done(fault))
    }

    /// What was counted is not what was counted out: that goes on record, and nothing arrives.
    async fn stop_fill(
        &mut self,
        cage: &Arc<CageDesk>,
        id: &CommandId,
        person: &Person,
        act: CageAct,
    ) -> Result<Recorded, Denial> {
        let ledger = self.commit.ledger().clone();
        cage.ask(&ledger, id, cage_desk::by(person), act).await?;
        let message =
            "what was counted is not what was counted out: nothing arrives until somebody has looked";
        Err(Denial::conflict("counts-differ", message))
    }

    async fn together(
        &mut self,
        id: &CommandId,
        (acts, by): (Vec<Act>, table::Person),
        asked: (&Arc<CageDesk>, CageAct, By),
        keyed_by: Option<&Actor>,
    ) -> Result<Recorded, Denial> {
        self.submit_with_cage(id, Command::all(acts, by, clock::now()), asked, keyed_by).await
    }

    async fn submit_with_cage(
        &mut self,
        id: &CommandId,
        command: Command,
        (cage, act, asks): (&Arc<CageDesk>, CageAct, By),
        keyed_by: Option<&Actor>,
    ) -> Result<Recorded, Denial> {
        let ledger = self.commit.ledger().clone();
        let mut register = match cage.lock(&ledger).await {
            Ok(register) => register,
            Err(fault) => return Err(self.not_done(NotDone::from(fault))),
        };
        let done = self.commit.with_cage(id, command, (&mut *register, act, asks), keyed_by).await;
        drop(register);
        let recorded = done.map_err(|fault| self.not_done(fault))?;
        self.take_in(&recorded, keyed_by.map(Keyed::from).as_ref());
        Ok(recorded)
    }

    /// The people on duty. Where the house has automatic staff, who are called by their roles, those go on.
    pub(super) fn on_duty(&self) -> BTreeSet<Name> {
        let automatic = !self.is_felt() || self.config.automatic_staff;
        let staff = self.table().state().staff.iter();
        staff
            .filter(|(name, roles)| {
                !(automatic && roles.iter().any(|role| staff_actor(*role).name == **name))
            })
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Somebody who no longer works here, or whose shift is over, is signed off.
    pub(super) async fn sign_off(&mut self, name: &Name) -> Result<(), Denial> {
        let roles = self.table().state().staff.get(name);
        let Some(role) = roles.and_then(|roles| roles.iter().next().copied()) else { return Ok(()) };
        let id = self.own_id()?;
        self.signs_off(&id, Actor { name: name.clone(), role }).await.map(drop)
    }
}

fn own(id: &str) -> Result<CommandId, Denial> {
    command_id(id).map_err(|bad| Denial::bad_request(bad.to_string()))
}

/// Who deals where. Tables share it, so that one dealer deals at one table.
pub type Dealing = std::sync::Mutex<BTreeMap<Name, String>>;

/// Is this somebody who deals as their own work?
pub(super) fn deals(person: &Person) -> bool {
    person.role == Role::Dealer
}
