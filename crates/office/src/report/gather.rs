//! What a report needs of one table, gathered on a walk through its log.

use super::sheet::{Cell, whole};
use crate::theory::Theory;
use accounts::{Account, Accounts, Kind, Meter, Meters, WinReport};
use baccarat::basis::ClauseNumber;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;
use baccarat::wager::WagerId;
use people::clock;
use std::collections::BTreeMap;
use table::state::State;
use table::{Actor, Event, Fact, Name, Subject, Time, deal, notice, pay, people as patrons, trouble};

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

/// What was played: by a patron, or while somebody dealt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Cash changed into chips.
    pub drop: Money,
    /// Chips staked, by wager.
    pub staked: BTreeMap<WagerId, Money>,
    /// What the house won on them.
    pub win: Money,
}

impl Played {
    /// Chips staked in all.
    pub fn staked(&self) -> Money {
        self.staked.values().copied().sum()
    }

    /// What the house was due to win on them by the exact odds.
    pub fn due(&self, edges: &BTreeMap<WagerId, f64>) -> f64 {
        let edge = |wager: &WagerId| edges.get(wager).copied().unwrap_or_default();
        self.staked.iter().map(|(wager, staked)| staked.0 as f64 * edge(wager)).sum()
    }

    /// What meters and drop have come to.
    fn of(meters: &Meters, drop: Money) -> Played {
        let staked = meters.wagers.iter().map(|(wager, meter)| (wager.clone(), meter.staked)).collect();
        Played { drop, staked, win: meters.all.win() }
    }

    /// Adds what came between two moments.
    fn add(&mut self, before: &Played, after: &Played) {
        self.drop += after.drop - before.drop;
        self.win += after.win - before.win;
        for (wager, staked) in &after.staked {
            let was = before.staked.get(wager).copied().unwrap_or_default();
            *self.staked.entry(wager.clone()).or_default() += *staked - was;
        }
    }
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
#[derive(Clone)]
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
    /// What was played while each dealer dealt; under no name what came while nobody did.
    pub by_dealer: BTreeMap<Option<Name>, Played>,
    /// What each patron staked, by wager.
    pub by_patron: BTreeMap<Name, Played>,
    /// What the house is due to win of one unit on each wager.
    pub edges: Option<BTreeMap<WagerId, f64>>,
    /// Results against the exact odds.
    pub theory: Option<Theory>,
    /// What does not hold in its log.
    pub fault: Option<String>,
    /// What had been played at the event before, and by whose hand and by whom it was.
    counted: (Played, Option<Name>, Option<Name>),
    /// What the meters and the drop stood at then.
    metered: (Meter, Money),
    /// Whoever deals now.
    dealing: Option<Name>,
    /// A decision was the event before, so that the ruling which follows is no new error.
    decided: bool,
}

impl Gathered {
    /// What the house was due to win on each of these by the exact odds, in whole amounts that come to what it was due on all of them.
    pub fn due<'p>(&self, played: impl IntoIterator<Item = Option<&'p Played>>) -> Vec<Cell> {
        let played = played.into_iter();
        let Some(edges) = &self.edges else { return played.map(|_| Cell::Nothing).collect() };
        let due = whole(played.map(|played| played.map_or(0.0, |played| played.due(edges))));
        due.into_iter().map(Cell::Money).collect()
    }

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
            by_dealer: BTreeMap::new(),
            by_patron: BTreeMap::new(),
            edges: None,
            counted: Default::default(),
            metered: Default::default(),
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
        let mut lasting = self.duty.iter().filter(|duty| duty.to.is_none());
        // Whoever signs on again where they are on duty is there once, and from when they came.
        if !lasting.any(|duty| duty.name == *name && duty.role == role) {
            self.came_on(name, role, from);
        }
    }

    fn came_on(&mut self, name: &Name, role: Role, from: Time) {
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

    /// Counts what the event before brought, for whoever dealt and for the patron it was about; this event is counted with the next.
    pub fn count(&mut self, meters: &Meters, drop: Money, event: &Event) {
        self.count_last(meters, drop);
        let patron = match &event.fact {
            Fact::Pay(pay::Fact::WagerSettled { patron, .. }) => Some(patron.clone()),
            Fact::Trouble(trouble::Fact::SettlementUndone { stake, .. }) => Some(stake.patron.clone()),
            _ => None,
        };
        let dealer = (event.by.role == Role::Dealer).then(|| event.by.name.clone());
        self.counted.1 = dealer.or_else(|| self.dealing.clone());
        self.counted.2 = patron;
    }

    fn count_last(&mut self, meters: &Meters, drop: Money) {
        // Most events move nothing.
        if self.metered == (meters.all, drop) {
            return;
        }
        self.metered = (meters.all, drop);
        let now = Played::of(meters, drop);
        let (before, dealer, patron) = std::mem::take(&mut self.counted);
        self.by_dealer.entry(dealer).or_default().add(&before, &now);
        if let Some(patron) = patron {
            self.by_patron.entry(patron).or_default().add(&before, &now);
        }
        self.counted.0 = now;
    }

    fn see_money(&mut self, sequence: u64, event: &Event) {
        let (what, amount, expected, signed) = match &event.fact {
            Fact::Notice(notice::Fact::TableOpened { settings, .. }) => {
                ("opened", settings.float, None, None)
            }
            Fact::Pay(pay::Fact::FloatFilled { amount, signed, .. }) => {
                ("fill", *amount, None, Some(signed.clone()))
            }
            Fact::Pay(pay::Fact::FloatCredited { amount, signed, .. }) => {
                ("credit", *amount, None, Some(signed.clone()))
            }
            Fact::Pay(pay::Fact::FloatCounted { counted, expected, signed, .. }) => {
                ("count", *counted, Some(*expected), Some(signed.clone()))
            }
            Fact::Pay(pay::Fact::FloatCorrected { counted, expected, .. }) => {
                ("correction", *counted, Some(*expected), None)
            }
            Fact::Pay(pay::Fact::PlayCounted { by }) => {
                // Where wagers are not kept a count is what there should be.
                if let Some(count) = self.money.last_mut() {
                    count.expected = Some(count.amount);
                }
                ("play", *by, None, None)
            }
            Fact::Pay(pay::Fact::DropBoxTaken { cash, .. }) => ("drop-box", *cash, None, None),
            Fact::Notice(notice::Fact::TableClosed { float, .. }) => ("closed", *float, None, None),
            _ => return,
        };
        let by = event.by.clone();
        self.money.push(MoneyMoved { sequence, at: event.at, what, amount, expected, by, signed });
    }

    fn see_duty(&mut self, event: &Event) {
        match &event.fact {
            Fact::People(patrons::Fact::SignedOn { name, role }) => self.sign_on(name, *role, event.at),
            Fact::People(patrons::Fact::SignedOff { name }) => {
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
        self.theory.iter_mut().for_each(Theory::work_out);
        let (meters, drop) = (std::mem::take(&mut self.meters), self.win.drop);
        self.count_last(&meters, drop);
        self.meters = meters;
        // What has not happened yet is no time on duty.
        let to = to.min(clock::now());
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
