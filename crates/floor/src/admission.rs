//! Who may ask what at this table, completed by what only the house knows. What the book says of it is then the table's to judge.

use crate::config::{CardsFrom, TableConfig};
use baccarat::chips::Money;
use baccarat::rules::rulings::Irregularity;
use people::denial::Denial;
use people::role::{Power, Role, may};
use people::two_person::DualControl;
use people::viewer::{Asker, Person};
use table::{
    About, Act, Actor, Command, Matter, Name, Remedy, Settings, Subject, Table, Time, bets, cards, deal,
    notice, people as patrons, trouble,
};

/// What somebody asks of a table.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who asks.
    pub asker: Asker,
    /// What, in order.
    pub acts: Vec<Act>,
    /// What it is about.
    pub about: About,
    /// The device that told it, if one did: its name stands beside that of whoever deals.
    pub device: Option<Actor>,
}

impl Request {
    /// Something that somebody asks for themselves, whatever is on.
    pub fn own(person: Person, acts: Vec<Act>) -> Request {
        Request { asker: Asker::own(person), acts, about: About::default(), device: None }
    }

    /// As a command to the table.
    pub fn command(&self, at: Time) -> Command {
        let actors = self.asker.actors();
        let roles = actors.iter().map(|actor| actor.role).collect();
        let name = actors.first().map_or_else(|| self.asker.person.name.clone(), |actor| actor.name.clone());
        Command::all(self.acts.clone(), table::Person { name, roles }, at).about(self.about)
    }
}

/// A table, as far as it matters for who may ask what.
pub struct Admission<'t> {
    /// How the house has set it up.
    pub config: &'t TableConfig,
    /// The table as it is on record.
    pub table: &'t Table,
}

impl Admission<'_> {
    /// May this be asked? A command that came before is answered as it was then, and not asked about here.
    pub fn check(&self, request: &Request) -> Result<(), Denial> {
        let Request { asker, acts, about, .. } = request;
        let own = asker.patron.is_none();
        for act in acts {
            match own {
                true => self.may_ask(&asker.person, act)?,
                false => self.may_key(&asker.person, act)?,
            }
            let takes_two = DualControl::of(act, asker.person.role).is_some();
            if own && takes_two && !self.is_second_word(&asker.person.name, act) {
                return Err(Denial::needs_two());
            }
            match act {
                Act::Notice(notice::Act::BeginSession { .. } | notice::Act::EndSession) => {
                    return Err(Denial::not_yours("a tournament's official takes a table and gives it back"));
                }
                Act::Notice(notice::Act::Reopen { settings: Some(settings), .. }) => {
                    self.may_open_with(settings)?
                }
                Act::People(patrons::Act::BuyIn { cash }) if own => {
                    self.may_buy(&asker.person.name, *cash)?
                }
                Act::People(patrons::Act::SwapVoucher { .. } | patrons::Act::SwapDatedVoucher { .. })
                    if own =>
                {
                    return Err(Denial::not_yours("vouchers are handed to staff"));
                }
                Act::People(patrons::Act::SwapVoucher { worth, number: Some(_) })
                    if worth.0 == 0 && acts.len() == 1 => {}
                Act::People(patrons::Act::SwapVoucher { .. } | patrons::Act::SwapDatedVoucher { .. }) => {
                    return Err(Denial::unprocessable(
                        "number: a voucher is handed in alone and by its number; its worth stands in the register",
                    ));
                }
                Act::People(patrons::Act::BringChips { .. } | patrons::Act::TakeChips) => {
                    return Err(Denial::conflict(
                        "through-the-cage",
                        "chips come to a table and leave it together with the cage's record of them",
                    ));
                }
                act if asker.person.role == Role::Player && is_wager(act) && about.coup.is_none() => {
                    return Err(Denial::unprocessable("coup: a wager says for which coup it is meant"));
                }
                Act::Cards(cards::Act::Cut { .. })
                    if asker.person.role == Role::Player && about.shoe.is_none() =>
                {
                    return Err(Denial::unprocessable("shoe: a cut says which shoe is meant"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Does this grant what another of the staff has reported, as the book rules on it, or about a wrongly keyed card? Then two have said it
    /// already, as where one proposes and another approves.
    fn is_second_word(&self, name: &Name, act: &Act) -> bool {
        let Act::Trouble(trouble::Act::Decide { matter, remedy: Remedy::Granted, .. }) = act else {
            return false;
        };
        let staff = |matter: &Matter| matter.by.role != Role::Player.at_table() && matter.by.name != *name;
        let as_ruled = |matter: &Matter| match &matter.about {
            Subject::Ruling { .. } => true,
            Subject::Silence { when, .. } => {
                let of_record = [
                    Irregularity::CardMiskeyed,
                    Irregularity::WagerMiskeyed,
                    Irregularity::WrongPayment,
                    Irregularity::WrongMethod,
                    Irregularity::CardsOutOfSequence,
                ];
                of_record.contains(when)
            }
        };
        self.table.state().matters.iter().any(|known| known.id == *matter && staff(known) && as_ruled(known))
    }

    /// Do people deal here, from real cards?
    fn is_felt(&self) -> bool {
        self.config.cards == CardsFrom::Felt
    }

    /// May somebody of this role ask this of this table?
    pub fn may_ask(&self, person: &Person, act: &Act) -> Result<(), Denial> {
        let power = act.power(person.role.at_table());
        if !may(person.role, power) {
            return Err(Denial::not_yours(format!("a {} may not do this", person.role)));
        }
        if self.is_felt() {
            let by_hand =
                matches!(act, Act::Cards(cards::Act::Cut { .. }) | Act::Deal(deal::Act::Expose { .. }));
            return match person.role == Role::Player && by_hand {
                true => Err(Denial::conflict(
                    "keyed-by-the-dealer",
                    "the dealer keys what is done with real cards",
                )),
                false => Ok(()),
            };
        }
        let own = matches!(
            act,
            Act::People(patrons::Act::AskToVacate { .. })
                | Act::Bets(bets::Act::RefuseWager { .. })
                | Act::Trouble(trouble::Act::ReportBreach { .. })
        );
        // Nobody lays a card wrongly there, so that a patron has nothing of that kind to tell.
        let reports = matches!(act, Act::Trouble(trouble::Act::Report { .. }));
        if (matches!(power, Power::Deal | Power::Report) || reports) && !own {
            let message = "this table is dealt from sealed shoes by the automatic dealer";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        Ok(())
    }

    /// May somebody key this for a patron?
    pub fn may_key(&self, person: &Person, act: &Act) -> Result<(), Denial> {
        if !may(person.role, Power::Deal) {
            return Err(Denial::not_yours(format!("a {} does not act for patrons", person.role)));
        }
        if act.power(Role::Player.at_table()) != Power::Play {
            return Err(Denial::not_yours("for a patron only what patrons do is keyed"));
        }
        if !self.is_felt() {
            let message = "staff act for patrons only at tables dealt by people";
            return Err(Denial::conflict("dealt-by-the-house", message));
        }
        if !self.table.state().staff.contains_key(&person.name) {
            let message = format!("{} is not signed on at this table", person.name);
            return Err(Denial::conflict("not-signed-on", message));
        }
        Ok(())
    }

    /// How a table is dealt follows from the house's own settings, and no other settings that it opens with change it.
    fn may_open_with(&self, settings: &Settings) -> Result<(), Denial> {
        let message = match () {
            () if settings.sealed && !self.table.state().settings.sealed => {
                "settings.sealed: it follows from how the table is dealt, and is not set by itself"
            }
            () if self.config.cards == CardsFrom::Sealed && !settings.wagers_kept => {
                "settings.wagers_kept: found false; allowed only where people deal"
            }
            () => return Ok(()),
        };
        Err(Denial::unprocessable(message))
    }

    /// May a player buy chips for this much without staff?
    fn may_buy(&self, name: &Name, cash: Money) -> Result<(), Denial> {
        let most = may_buy(self.table, name, self.config.most_bought);
        if cash > most {
            let message = format!("found {cash}; you may buy in for {most} by yourself at this table");
            return Err(Denial::conflict("buy-in-limit", message).with("most", most.0));
        }
        Ok(())
    }
}

/// For how much a player may still buy chips without staff.
fn may_buy(table: &Table, name: &Name, most: Money) -> Money {
    let state = table.state();
    if !state.settings.cash {
        return Money(0);
    }
    let Some(patron) = state.patrons.get(name) else { return most };
    let own = state.stakes.iter().filter(|stake| stake.patron == *name);
    let staked: Money = own
        .filter(|stake| stake.kind == baccarat::rules::betting::ChipKind::Chips)
        .map(|stake| stake.amount)
        .sum();
    (most - (patron.chips + staked + patron.owed)).max(Money(0))
}

/// Something that a patron does with a wager, which must not be taken for another coup.
pub fn is_wager(act: &Act) -> bool {
    matches!(
        act,
        Act::Bets(
            bets::Act::Place { .. }
                | bets::Act::Change { .. }
                | bets::Act::Move { .. }
                | bets::Act::Withdraw { .. }
        )
    )
}
