//! What a report needs of one table, gathered on a walk through its log.

use crate::theory::Theory;
use accounts::{Account, Accounts, Kind, Meters, WinReport};
use baccarat::basis::ClauseNumber;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;
use std::collections::BTreeMap;
use table::state::State;
use table::{Actor, Event, Fact, Name, Subject, Time, deal, notice, pay, people, trouble};

/// Something that moved or counted the house's money.
#[derive(Clone, Debug)]
pub struct MoneyMoved {
    /// The event.
    pub sequence: u64,
    /// When.
    pub at: Time,
    /// What, as the log calls it.
    pub what: &'static str,
    /// How much.
    pub amount: Money,
    /// What should have been there, of a count.
    pub expected: Option<Money>,
    /// Who.
    pub by: Actor,
    /// Who signed for it.
    pub signed: Option<Name>,
}

/// A ruling, a decision or a correction.
#[derive(Clone, Debug)]
pub struct RulingMade {
    /// The event.
    pub sequence: u64,
    /// When.
    pub at: Time,
    /// About which coup.
    pub coup: Option<u32>,
    /// In words.
    pub message: String,
    /// Who.
    pub by: Actor,
    /// Who was dealing.
    pub dealer: Option<Name>,
    /// The clauses it rests on.
    pub clauses: Vec<ClauseNumber>,
}

/// Somebody's time on duty.
#[derive(Clone, Debug)]
pub struct Duty {
    /// Who.
    pub name: Name,
    /// As what.
    pub role: Role,
    /// From when, within the period.
    pub from: Time,
    /// Until when; nothing while it lasts.
    pub to: Option<Time>,
}

/// What a dealer did.
#[derive(Clone, Debug, Default)]
pub struct Dealt {
    /// Milliseconds on duty.
    pub on_duty: i64,
    /// Coups dealt.
    pub coups: u64,
    /// Coups that had to be set aside.
    pub void: u64,
    /// Errors by kind, as they were reported.
    pub errors: BTreeMap<Irregularity, u64>,
}

/// Chips that are not in the float.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// In patrons' hands.
    pub hands: Money,
    /// On the layout.
    pub layout: Money,
}

impl Elsewhere {
    /// As accounts have it.
    pub fn of(accounts: &Accounts) -> Elsewhere {
        let mut all = Elsewhere::default();
        for (account, kind, amount) in accounts.balances() {
            match (account, kind) {
                (Account::Hand(_), Kind::Chips) => all.hands += amount,
                (Account::Layout(_), Kind::Chips) => all.layout += amount,
                _ => {}
            }
        }
        all
    }
}

/// Everything of one table.
pub struct Gathered {
    /// Its name in paths.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its book.
    pub book: String,
    /// The first and the last event of the period, if there were any.
    pub events: Option<(u64, u64)>,
    /// Its win.
    pub win: WinReport,
    /// Its meters.
    pub meters: Meters,
    /// Chips elsewhere, when the period began and when it ended.
    pub elsewhere: (Elsewhere, Elsewhere),
    /// Fills, credits, counts, opening and closing.
    pub money: Vec<MoneyMoved>,
    /// Rulings, decisions, corrections.
    pub rulings: Vec<RulingMade>,
    /// Who was on duty.
    pub duty: Vec<Duty>,
    /// What dealers did.
    pub dealers: BTreeMap<Name, Dealt>,
    /// Results against the exact odds.
    pub theory: Option<Theory>,
    /// What does not hold in its log.
    pub fault: Option<String>,
    /// Whoever deals now.
    dealing: Option<Name>,
    /// A decision was the event before, so that the ruling which follows is no new error.
    decided: bool,
}

impl Gathered {
    /// A table of which nothing is gathered yet.
    pub fn new(id: &str, name: &str, book: &str) -> Gathered {
        Gathered {
            id: id.to_owned(),
            name: name.to_owned(),
            book: book.to_owned(),
            events: None,
            win: WinReport::default(),
            meters: Meters::default(),
            elsewhere: Default::default(),
            money: Vec::new(),
            rulings: Vec::new(),
            duty: Vec::new(),
            dealers: BTreeMap::new(),
            theory: None,
            fault: None,
            dealing: None,
            decided: false,
        }
    }

    /// The period begins where the table stands so. Whoever is on duty already is on duty from here.
    pub fn begin(&mut self, state: &State, from: Time) {
        for (name, roles) in &state.staff {
            for role in roles {
                self.sign_on(name, *role, from);
            }
        }
    }

    fn sign_on(&mut self, name: &Name, role: Role, from: Time) {
        self.duty.push(Duty { name: name.clone(), role, from, to: None });
        if role == Role::Dealer {
            self.dealers.entry(name.clone()).or_default();
            self.dealing = Some(name.clone());
        }
    }

    /// Sees an event that comes where the table stands so, if it is open.
    pub fn see(&mut self, state: Option<&State>, sequence: u64, coup: Option<u32>, event: &Event) {
        let first = self.events.map_or(sequence, |(first, _)| first);
        self.events = Some((first, sequence));
        if let (Some(theory), Some(state)) = (&mut self.theory, state) {
            theory.take(state, event);
        }
        self.see_money(sequence, event);
        self.see_duty(event);
        self.see_dealing(event);
        self.see_ruling(sequence, coup, event);
        self.decided = matches!(event.fact, Fact::Trouble(trouble::Fact::MatterDecided { .. }));
    }

    fn see_money(&mut self, sequence: u64, event: &Event) {
        let (what, amount, expected, signed) = match &event.fact {
            Fact::Notice(notice::Fact::TableOpened { settings, .. }) => {
                ("opened", settings.float, None, None)
            }
            Fact::Pay(pay::Fact::FloatFilled { amount, signed }) => {
                ("fill", *amount, None, Some(signed.clone()))
            }
            Fact::Pay(pay::Fact::FloatCredited { amount, signed }) => {
                ("credit", *amount, None, Some(signed.clone()))
            }
            Fact::Pay(pay::Fact::FloatCounted { counted, expected, signed }) => {
                ("count", *counted, Some(*expected), Some(signed.clone()))
            }
            Fact::Notice(notice::Fact::TableClosed { float, .. }) => ("closed", *float, None, None),
            _ => return,
        };
        let by = event.by.clone();
        self.money.push(MoneyMoved { sequence, at: event.at, what, amount, expected, by, signed });
    }

    fn see_duty(&mut self, event: &Event) {
        match &event.fact {
            Fact::People(people::Fact::SignedOn { name, role }) => self.sign_on(name, *role, event.at),
            Fact::People(people::Fact::SignedOff { name }) => {
                for duty in self.duty.iter_mut().filter(|duty| duty.name == *name && duty.to.is_none()) {
                    duty.to = Some(event.at);
                }
                if self.dealing.as_ref() == Some(name) {
                    let on = self.duty.iter().rev();
                    let mut on = on.filter(|duty| duty.role == Role::Dealer && duty.to.is_none());
                    self.dealing = on.next().map(|duty| duty.name.clone());
                }
            }
            _ => {}
        }
    }

    fn see_dealing(&mut self, event: &Event) {
        let dealer = match event.by.role {
            Role::Dealer => Some(event.by.name.clone()),
            _ => self.dealing.clone(),
        };
        let Some(dealer) = dealer else { return };
        let decided = self.decided;
        let mut dealt = |take: &dyn Fn(&mut Dealt)| take(self.dealers.entry(dealer.clone()).or_default());
        match &event.fact {
            Fact::Deal(deal::Fact::CoupStarted { .. }) => dealt(&|dealt| dealt.coups += 1),
            Fact::Trouble(trouble::Fact::CoupVoided { .. })
            | Fact::Trouble(trouble::Fact::CoupInvalidated { .. }) => dealt(&|dealt| dealt.void += 1),
            fact => {
                if let Some(when) = error(fact, decided) {
                    dealt(&|dealt| *dealt.errors.entry(when).or_default() += 1);
                }
            }
        }
    }

    fn see_ruling(&mut self, sequence: u64, coup: Option<u32>, event: &Event) {
        let rules = matches!(
            event.fact,
            Fact::Trouble(trouble::Fact::Ruled { .. })
                | Fact::Trouble(trouble::Fact::MatterOpened { .. })
                | Fact::Trouble(trouble::Fact::MatterDecided { .. })
                | Fact::Trouble(trouble::Fact::CoupVoided { .. })
                | Fact::Trouble(trouble::Fact::CoupReopened { .. })
                | Fact::Trouble(trouble::Fact::CoupReconstructed { .. })
                | Fact::Trouble(trouble::Fact::CoupInvalidated { .. })
                | Fact::Trouble(trouble::Fact::SettlementUndone { .. })
                | Fact::Trouble(trouble::Fact::WagerForfeited { .. })
                | Fact::Pay(pay::Fact::RemainderDecided { .. })
                | Fact::Trouble(trouble::Fact::OpenItemSettled { .. })
                | Fact::Trouble(trouble::Fact::DeviceRuled { .. })
                | Fact::Trouble(trouble::Fact::BreachReported { .. })
                | Fact::Trouble(trouble::Fact::Sanctioned { .. })
                | Fact::Trouble(trouble::Fact::DisputeOpened { .. })
                | Fact::Trouble(trouble::Fact::DisputeDecided { .. })
                | Fact::Trouble(trouble::Fact::DisputeSettled { .. })
        );
        if rules {
            self.rulings.push(RulingMade {
                sequence,
                at: event.at,
                coup,
                message: event.fact.to_string(),
                by: event.by.clone(),
                dealer: self.dealing.clone(),
                clauses: event.cites.clauses.clone(),
            });
        }
    }

    /// The period ends here.
    pub fn end(&mut self, to: Time) {
        for duty in self.duty.iter().filter(|duty| duty.role == Role::Dealer) {
            let until = duty.to.unwrap_or(to);
            let dealt = self.dealers.entry(duty.name.clone()).or_default();
            dealt.on_duty += until.0.saturating_sub(duty.from.0).max(0);
        }
    }
}

/// The error that an event tells of for the first time.
fn error(fact: &Fact, decided: bool) -> Option<Irregularity> {
    match fact {
        Fact::Trouble(trouble::Fact::Ruled { verdict }) if !decided => Some(verdict.when),
        Fact::Trouble(trouble::Fact::MatterOpened { matter }) => match &matter.about {
            Subject::Ruling { when, .. } | Subject::Silence { when, .. } => Some(*when),
        },
        _ => None,
    }
}
