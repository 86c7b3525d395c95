//! Balances, posted event by event.

use crate::account::{Account, Kind};
use crate::entry::{Entry, Why};
use crate::fault::Fault;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::betting::{ChipKind, TokenRule};
use baccarat::wager::WagerId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{
    Award, Event, Fact, ForfeitedFrom, Moved, Name, Settled, SettledAs, Stake, StakeId, Undone, bets, deal,
    notice, pay, people, trouble,
};

/// Whose a stake on the layout is, and on what. How much it is says its account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    pub(crate) patron: Name,
    pub(crate) wager: WagerId,
    pub(crate) kind: ChipKind,
}

/// The accounts of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Rows", into = "Rows")]
pub struct Accounts {
    balances: BTreeMap<(Account, Kind), i64>,
    pub(crate) stakes: BTreeMap<StakeId, Owner>,
    /// The number of the last coup.
    coup: u32,
    /// Tokens that win stay with their owner; otherwise the table collects them.
    tokens_kept: bool,
    /// The table is closed, until it opens again.
    closed: bool,
}

/// Accounts as they are kept: a row for each balance and for each stake, since neither is found by a text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    balances: Vec<(Account, Kind, i64)>,
    stakes: Vec<(StakeId, Owner)>,
    coup: u32,
    tokens_kept: bool,
    #[serde(default)]
    closed: bool,
}

impl From<Accounts> for Rows {
    fn from(accounts: Accounts) -> Rows {
        let Accounts { balances, stakes, coup, tokens_kept, closed } = accounts;
        let balances = balances.into_iter().map(|((account, kind), amount)| (account, kind, amount));
        Rows { balances: balances.collect(), stakes: stakes.into_iter().collect(), coup, tokens_kept, closed }
    }
}

impl From<Rows> for Accounts {
    fn from(rows: Rows) -> Accounts {
        let Rows { balances, stakes, coup, tokens_kept, closed } = rows;
        let balances = balances.into_iter().map(|(account, kind, amount)| ((account, kind), amount));
        Accounts {
            balances: balances.collect(),
            stakes: stakes.into_iter().collect(),
            coup,
            tokens_kept,
            closed,
        }
    }
}

/// No amount and no balance of any table comes near this, and sums of many stay far from overflow.
const MOST: i64 = 100_000 * Money::MOST;

impl Accounts {
    /// Accounts of a table under this book, before it has opened.
    pub fn new(book: &Book) -> Accounts {
        let mut accounts = Accounts {
            balances: BTreeMap::new(),
            stakes: BTreeMap::new(),
            coup: 0,
            tokens_kept: false,
            closed: false,
        };
        accounts.take_book(book);
        accounts
    }

    /// The table goes on under this book.
    pub fn take_book(&mut self, book: &Book) {
        self.tokens_kept = book.rules.betting.tokens.values().any(|rule| *rule == TokenRule::KeptOnWin);
    }

    /// How much of a kind an account holds.
    pub fn balance(&self, account: &Account, kind: Kind) -> Money {
        Money(self.balances.get(&(account.clone(), kind)).copied().unwrap_or_default())
    }

    /// Every account that holds something, or owes it.
    pub fn balances(&self) -> impl Iterator<Item = (&Account, Kind, Money)> {
        self.balances.iter().map(|((account, kind), amount)| (account, *kind, Money(*amount)))
    }

    /// The sum of all accounts of a kind. It is always nothing.
    pub fn sum(&self, kind: Kind) -> i128 {
        self.balances().filter(|(_, of, _)| *of == kind).map(|(.., amount)| i128::from(amount.0)).sum()
    }

    /// Posts an event; one that moves nothing has no entry. An event that cannot have happened changes nothing.
    pub fn post(&mut self, event: &Event) -> Result<Option<Entry>, Fault> {
        match &event.fact {
            Fact::Deal(deal::Fact::CoupStarted { number, .. }) => self.coup = *number,
            Fact::Bets(bets::Fact::WagerMoved { id, to_wager, .. }) => {
                let Some(owner) = self.stakes.get_mut(id) else { return Err(not_there(*id)) };
                owner.wager = to_wager.clone();
            }
            Fact::Notice(notice::Fact::TableClosed { .. }) => self.closed = true,
            _ => {}
        }
        let Some(entry) = self.entry(&event.fact)? else { return Ok(None) };
        self.check(&entry)?;
        if entry.why == Why::Opened {
            self.closed = false;
        }
        self.note_stake(&event.fact);
        for posting in &entry.postings {
            let place = (posting.account.clone(), posting.kind);
            let balance = self.balances.entry(place.clone()).or_default();
            *balance += posting.amount.0;
            if *balance == 0 {
                self.balances.remove(&place);
            }
        }
        // A stake of which nothing lies there any more is gone.
        for posting in &entry.postings {
            if let Account::Layout(id) = posting.account
                && !self.balances.contains_key(&(posting.account.clone(), posting.kind))
            {
                self.stakes.remove(&id);
            }
        }
        Ok(Some(entry))
    }

    /// Each kind sums to nothing, and no hand, float, stake or box goes below it.
    fn check(&self, entry: &Entry) -> Result<(), Fault> {
        for kind in Kind::ALL {
            if entry.brings(kind, |_| true).0 != 0 {
                return Err(Fault(format!("postings of {kind} do not sum to nothing")));
            }
        }
        let mut after: BTreeMap<(&Account, Kind), i64> = BTreeMap::new();
        for posting in &entry.postings {
            let place = (&posting.account, posting.kind);
            let was = || self.balance(&posting.account, posting.kind).0;
            *after.entry(place).or_insert_with(was) += posting.amount.0;
        }
        // Commission lies in the float, which pays out of it too.
        let commission = (&Account::Commission, Kind::Chips);
        let kept = after.get(&commission).copied();
        let kept = kept.unwrap_or_else(|| self.balance(commission.0, commission.1).0);
        for ((account, kind), balance) in after {
            let lacks = match (account, kind) {
                (Account::Outside | Account::Cage | Account::House, _) => false,
                (Account::OwedBy(..), _) => balance > 0,
                (Account::Float, Kind::Chips) => balance + kept < 0,
                _ => balance < 0,
            };
            if lacks || balance.abs() > MOST {
                let balance = Money(balance);
                return Err(Fault(format!("after it the {account} would stand at {balance} in {kind}")));
            }
        }
        Ok(())
    }

    /// What an event moves.
    fn entry(&self, fact: &Fact) -> Result<Option<Entry>, Fault> {
        use Account::{Cage, Drop, Float, Hand, Layout, Outside};
        let entry = match fact {
            Fact::Notice(notice::Fact::TableOpened { settings, .. }) => {
                let float = whole(settings.float)?;
                if self.closed {
                    let left =
                        self.balance(&Float, Kind::Chips) + self.balance(&Account::Commission, Kind::Chips);
                    return match left == settings.float {
                        true => Ok(Some(Entry::new(Why::Opened))),
                        false => {
                            Err(Fault(format!("the float was left with {left}, not {}", settings.float)))
                        }
                    };
                }
                if !self.balances.is_empty() {
                    return Err(Fault("the table is open already".to_owned()));
                }
                Entry::new(Why::Opened).moves(Kind::Chips, float, Outside, Float).moves(
                    Kind::Tokens,
                    float,
                    Outside,
                    Float,
                )
            }
            Fact::People(people::Fact::BoughtIn { patron, cash }) => Entry::new(Why::BoughtIn)
                .of(patron)
                .moves(Kind::Cash, whole(*cash)?, Outside, Drop)
                .moves(Kind::Chips, cash.0, Float, Hand(patron.clone())),
            Fact::People(people::Fact::VoucherSwapped { patron, worth }) => Entry::new(Why::VoucherSwapped)
                .of(patron)
                .moves(Kind::Vouchers, whole(*worth)?, Outside, Drop)
                .moves(Kind::Tokens, worth.0, Float, Hand(patron.clone())),
            Fact::Pay(pay::Fact::FloatFilled { amount, .. }) => {
                Entry::new(Why::Filled).moves(Kind::Chips, whole(*amount)?, Cage, Float)
            }
            Fact::Pay(pay::Fact::FloatCredited { amount, .. }) => {
                Entry::new(Why::Credited).moves(Kind::Chips, whole(*amount)?, Float, Cage)
            }
            Fact::People(people::Fact::ChipsBrought { patron, chips }) => Entry::new(Why::Brought)
                .of(patron)
                .moves(Kind::Chips, whole(*chips)?, Cage, Hand(patron.clone())),
            Fact::People(people::Fact::ChipsTaken { patron, chips }) => Entry::new(Why::Taken)
                .of(patron)
                .moves(Kind::Chips, whole(*chips)?, Hand(patron.clone()), Cage),
            Fact::Pay(pay::Fact::FloatCorrected { counted, expected, .. }) => {
                let holds =
                    self.balance(&Float, Kind::Chips) + self.balance(&Account::Commission, Kind::Chips);
                if holds != *expected {
                    return Err(Fault(format!("the float holds {holds}, not {expected}")));
                }
                Entry::new(Why::Corrected).moves(Kind::Chips, whole(*counted)? - expected.0, Cage, Float)
            }
            Fact::Pay(pay::Fact::PlayCounted { by }) => {
                if by.0.unsigned_abs() > MOST.unsigned_abs() {
                    return Err(Fault(format!("a count finds up to {}, not {by}", Money(MOST))));
                }
                Entry::new(Why::PlayCounted).moves(Kind::Chips, by.0, Cage, Float)
            }
            Fact::Pay(pay::Fact::DropBoxTaken { cash, vouchers }) => Entry::new(Why::BoxTaken)
                .moves(Kind::Cash, whole(*cash)?, Drop, Cage)
                .moves(Kind::Vouchers, whole(*vouchers)?, Drop, Cage),
            Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
                if self.stakes.contains_key(&stake.id) {
                    return Err(Fault(format!("stake {} lies on the layout already", stake.id)));
                }
                let (from, to) = (Hand(stake.patron.clone()), Layout(stake.id));
                Entry::new(Why::Placed).of(&stake.patron).on(&stake.wager).moves(
                    Kind::of(stake.kind),
                    whole(stake.amount)?,
                    from,
                    to,
                )
            }
            Fact::Bets(bets::Fact::WagerChanged { id, from, to })
            | Fact::Bets(bets::Fact::WagerScaled { id, from, to }) => {
                let (owner, lies) = self.lying(*id, Some(*from))?;
                let more = whole(*to)? - lies;
                Entry::new(Why::Changed).of(&owner.patron).on(&owner.wager).moves(
                    Kind::of(owner.kind),
                    more,
                    Hand(owner.patron.clone()),
                    Layout(*id),
                )
            }
            Fact::Bets(bets::Fact::WagerWithdrawn { id })
            | Fact::Bets(bets::Fact::WagerReturned { id, .. }) => {
                let (owner, lies) = self.lying(*id, None)?;
                let hand = Hand(owner.patron.clone());
                let kind = Kind::of(owner.kind);
                Entry::new(Why::TakenBack).of(&owner.patron).on(&owner.wager).moves(
                    kind,
                    lies,
                    Layout(*id),
                    hand,
                )
            }
            Fact::Pay(pay::Fact::WagerSettled { id, patron, staked, result, .. }) => {
                let (owner, _) = self.lying(*id, Some(*staked))?;
                if owner.patron != *patron {
                    return Err(Fault(format!("stake {id} is {}'s, not {patron}'s", owner.patron)));
                }
                self.settled(*id, owner, *staked, result)?
            }
            Fact::Trouble(trouble::Fact::SettlementUndone { coup, stake, result, how }) => {
                self.undone(*coup, stake, result, *how)?
            }
            Fact::Pay(pay::Fact::RemainderDecided { patron, owed, paid }) => {
                let stands = self.balance(&Account::Remainder(patron.clone()), Kind::ChipsDue);
                if stands != *owed {
                    return Err(Fault(format!("{stands} is owed to {patron}, not {owed}")));
                }
                Entry::new(Why::RemainderDecided)
                    .of(patron)
                    .moves(Kind::ChipsDue, owed.0, Account::Remainder(patron.clone()), Account::House)
                    .moves(Kind::Chips, whole(*paid)?, Float, Hand(patron.clone()))
            }
            Fact::Trouble(trouble::Fact::OpenItemSettled { item }) => {
                let (kind, due) = (Kind::of(item.kind), Kind::due(item.kind));
                let (patron, amount) = (item.patron.clone(), whole(item.amount)?);
                let entry = Entry::new(Why::OpenItemSettled).of(&patron);
                match item.patron_owes {
                    true => entry
                        .moves(due, amount, Account::House, Account::OwedBy(patron.clone(), item.coup))
                        .moves(kind, amount, Hand(patron), Float),
                    false => entry
                        .moves(due, amount, Account::OwedTo(patron.clone(), item.coup), Account::House)
                        .moves(kind, amount, Float, Hand(patron)),
                }
            }
            Fact::Trouble(trouble::Fact::SettledOnPaper { coup, stake, result }) => {
                self.settled_on_paper(*coup, stake, result)?
            }
            Fact::Trouble(trouble::Fact::WagerCorrected { stake, was, .. }) => {
                // One that is settled, or is settled on paper, no longer lies there.
                let Ok((owner, lies)) = self.lying(stake.id, None) else { return Ok(None) };
                let more = whole(was.amount)? - lies;
                let hand = Hand(owner.patron.clone());
                Entry::new(Why::Changed).of(&owner.patron).on(&was.wager).moves(
                    Kind::of(owner.kind),
                    more,
                    hand,
                    Layout(stake.id),
                )
            }
            Fact::Trouble(trouble::Fact::PaymentRighted { coup, stake, was, right, open: true }) => {
                let chips = matches!((was, right), (Moved::Paid(_), Moved::Paid(_)));
                let due = if chips { Kind::ChipsDue } else { Kind::due(stake.kind) };
                let (over, name) = (was.gain() - right.gain(), stake.patron.clone());
                let entry = Entry::new(Why::PaymentRighted).of(&stake.patron).on(&stake.wager);
                match over.0 > 0 {
                    true => entry.moves(due, over.0, Account::OwedBy(name, *coup), Account::House),
                    false => entry.moves(due, -over.0, Account::House, Account::OwedTo(name, *coup)),
                }
            }
            Fact::Trouble(trouble::Fact::DisputeSettled { patron, award, open, .. }) => {
                let entry = Entry::new(Why::DisputeSettled).of(patron);
                let (due, name) = (Kind::ChipsDue, patron.clone());
                match (award, open) {
                    (Award::Paid(paid), false) => entry.moves(Kind::Chips, whole(*paid)?, Float, Hand(name)),
                    (Award::TakenBack(taken), false) => {
                        entry.moves(Kind::Chips, whole(*taken)?, Hand(name), Float)
                    }
                    (Award::Paid(paid), true) => {
                        entry.moves(due, whole(*paid)?, Account::House, Account::OwedTo(name, self.coup))
                    }
                    (Award::TakenBack(taken), true) => {
                        entry.moves(due, whole(*taken)?, Account::OwedBy(name, self.coup), Account::House)
                    }
                }
            }
            Fact::Trouble(trouble::Fact::WagerForfeited { coup, stake, from }) => {
                self.forfeited(*coup, stake, *from)?
            }
            _ => return Ok(None),
        };
        Ok(Some(entry))
    }

    /// A stake that lies on the layout, and how much it is, which may be known.
    fn lying(&self, id: StakeId, known: Option<Money>) -> Result<(&Owner, i64), Fault> {
        let Some(owner) = self.stakes.get(&id) else { return Err(not_there(id)) };
        let lies = self.balance(&Account::Layout(id), Kind::of(owner.kind));
        match known {
            Some(said) if said != lies => Err(Fault(format!("stake {id} is {lies}, not {said}"))),
            _ => Ok((owner, lies.0)),
        }
    }

    fn settled(&self, id: StakeId, owner: &Owner, staked: Money, result: &Settled) -> Result<Entry, Fault> {
        use Account::{Commission, Float, Hand, House, Layout, Remainder};
        let (live, returned) = (whole(result.live)?, whole(result.returned)?);
        let (paid, owed, commission) = (whole(result.paid)?, whole(result.owed)?, whole(result.commission)?);
        if live + returned != staked.0 {
            let message = format!("{} live and {} returned are not {staked}", result.live, result.returned);
            return Err(Fault(message));
        }
        if result.outcome != SettledAs::Wins && paid + owed + commission != 0 {
            return Err(Fault("only a wager that wins is paid".to_owned()));
        }
        let kind = Kind::of(owner.kind);
        let hand = || Hand(owner.patron.clone());
        let why = match result.outcome {
            SettledAs::Wins => Why::Won,
            SettledAs::StandsOff => Why::StoodOff,
            SettledAs::Loses => Why::Lost,
        };
        let entry = Entry::new(why).of(&owner.patron).on(&owner.wager).settling(kind, live);
        let entry = entry.moves(kind, returned, Layout(id), hand());
        Ok(match result.outcome {
            SettledAs::Wins => {
                let chips = result.chips.iter().try_fold(0_i64, |sum, (chip, count)| {
                    let count = i64::try_from(*count).ok()?;
                    sum.checked_add(chip.0.checked_mul(count)?)
                });
                if chips != Some(paid - owed) {
                    return Err(Fault(format!("the chips handed over are not {}", Money(paid - owed))));
                }
                let back = if kind == Kind::Tokens && !self.tokens_kept { Float } else { hand() };
                entry
                    .moves(kind, live, Layout(id), back)
                    .moves(Kind::Chips, paid - owed, Float, hand())
                    .moves(Kind::Chips, commission, Float, Commission)
                    .moves(Kind::ChipsDue, owed, House, Remainder(owner.patron.clone()))
            }
            SettledAs::StandsOff if result.stays => entry,
            SettledAs::StandsOff => entry.moves(kind, live, Layout(id), hand()),
            SettledAs::Loses => entry.moves(kind, live, Layout(id), Float),
        })
    }

    /// The wager of somebody who is gone has its result: what follows from it is owed.
    fn settled_on_paper(&self, coup: u32, stake: &Stake, result: &Settled) -> Result<Entry, Fault> {
        use Account::{Commission, Float, House, OwedBy, OwedTo, Remainder};
        let (live, paid, owed) = (whole(result.live)?, whole(result.paid)?, whole(result.owed)?);
        let (kind, due) = (Kind::of(stake.kind), Kind::due(stake.kind));
        let name = || stake.patron.clone();
        let why = match result.outcome {
            SettledAs::Wins => Why::Won,
            SettledAs::StandsOff => Why::StoodOff,
            SettledAs::Loses => Why::Lost,
        };
        let entry = Entry::new(why).of(&stake.patron).on(&stake.wager).settling(kind, live);
        Ok(match result.outcome {
            SettledAs::Wins => {
                let token = if kind == Kind::Tokens && !self.tokens_kept { live } else { 0 };
                entry
                    .moves(Kind::ChipsDue, paid - owed, House, OwedTo(name(), coup))
                    .moves(due, token, OwedBy(name(), coup), House)
                    .moves(Kind::Chips, whole(result.commission)?, Float, Commission)
                    .moves(Kind::ChipsDue, owed, House, Remainder(name()))
            }
            SettledAs::StandsOff => entry,
            SettledAs::Loses => entry.moves(due, live, OwedBy(name(), coup), House),
        })
    }

    /// What was won or lost goes back, or stays open; relaid, the stake goes from the hand to the layout again.
    fn undone(&self, coup: u32, stake: &Stake, result: &Settled, how: Undone) -> Result<Entry, Fault> {
        use Account::{Commission, Float, Hand, House, Layout, OwedBy, OwedTo, Remainder};
        let (live, amount) = (whole(result.live)?, whole(stake.amount)?);
        let (paid, owed, commission) = (whole(result.paid)?, whole(result.owed)?, whole(result.commission)?);
        let (kind, due) = (Kind::of(stake.kind), Kind::due(stake.kind));
        let name = || stake.patron.clone();
        let why = match result.outcome {
            SettledAs::Wins => Why::WonUndone,
            SettledAs::StandsOff => Why::StoodOffUndone,
            SettledAs::Loses => Why::LostUndone,
        };
        let mut entry = Entry::new(why).of(&stake.patron).on(&stake.wager).settling(kind, -live);
        // What the operator has decided on meanwhile is no longer owed.
        let still_owed = self.balance(&Remainder(name()), Kind::ChipsDue).0.min(owed);
        entry = entry.moves(Kind::ChipsDue, still_owed, Remainder(name()), House);
        entry = entry.moves(Kind::Chips, commission, Commission, Float);
        entry = match (result.outcome, how) {
            (SettledAs::Wins, Undone::LeftOpen | Undone::OnPaper) => {
                entry.moves(Kind::ChipsDue, paid - owed, OwedBy(name(), coup), House)
            }
            (SettledAs::Wins, _) => entry.moves(Kind::Chips, paid - owed, Hand(name()), Float),
            (SettledAs::StandsOff, _) => entry,
            (SettledAs::Loses, Undone::LeftOpen | Undone::OnPaper) => {
                entry.moves(due, live, House, OwedTo(name(), coup))
            }
            (SettledAs::Loses, _) => entry.moves(kind, live, Float, Hand(name())),
        };
        if how == Undone::Relaid {
            if self.stakes.contains_key(&stake.id) {
                return Err(Fault(format!("stake {} lies on the layout already", stake.id)));
            }
            entry = entry.moves(kind, amount, Hand(name()), Layout(stake.id));
        }
        Ok(entry)
    }

    fn forfeited(&self, coup: u32, stake: &Stake, from: ForfeitedFrom) -> Result<Entry, Fault> {
        use Account::{Float, Hand, House, Layout, OwedBy};
        let (kind, name, amount) = (Kind::of(stake.kind), stake.patron.clone(), whole(stake.amount)?);
        let entry = Entry::new(Why::Forfeited).of(&name).on(&stake.wager);
        Ok(match from {
            ForfeitedFrom::Layout => {
                self.lying(stake.id, Some(stake.amount))?;
                entry.moves(kind, amount, Layout(stake.id), Float)
            }
            ForfeitedFrom::Hand => entry.moves(kind, amount, Hand(name), Float),
            ForfeitedFrom::Collected => entry,
            ForfeitedFrom::LeftOpen => entry.moves(Kind::due(stake.kind), amount, OwedBy(name, coup), House),
        })
    }

    /// Whose a stake is that comes to lie on the layout.
    fn note_stake(&mut self, fact: &Fact) {
        if let Fact::Trouble(trouble::Fact::WagerCorrected { stake, was, .. }) = fact
            && let Some(owner) = self.stakes.get_mut(&stake.id)
        {
            owner.wager = was.wager.clone();
        }
        let (Fact::Bets(bets::Fact::WagerPlaced { stake })
        | Fact::Trouble(trouble::Fact::SettlementUndone { stake, how: Undone::Relaid, .. })) = fact
        else {
            return;
        };
        let Stake { id, patron, wager, kind, .. } = stake;
        let owner = Owner { patron: patron.clone(), wager: wager.clone(), kind: *kind };
        self.stakes.insert(*id, owner);
    }
}

fn not_there(id: StakeId) -> Fault {
    Fault(format!("stake {id} is not on the layout"))
}

/// An amount that an event may name.
fn whole(amount: Money) -> Result<i64, Fault> {
    match amount.0 {
        units @ 0..=MOST => Ok(units),
        _ => Err(Fault(format!("an event moves from 0 to {}, not {amount}", Money(MOST)))),
    }
}
