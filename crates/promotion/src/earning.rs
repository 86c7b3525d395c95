//! Tickets from the events of a table: what was staked in each coup, coups that no longer count, and coups that were put right.

use crate::acts::Act;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use std::collections::{BTreeMap, BTreeSet};
use table::state::Undone;
use table::{Event, Fact, Name, StakeId, Time, bets, deal, pay, trouble};

/// Number of coups of which is known what was staked in them: more than a table deals in a day. What is put right in an earlier one changes
/// no ticket.
const KEPT: usize = 2_000;

/// What a wager had at risk in a coup.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Staked {
    patron: Name,
    kind: ChipKind,
    live: Money,
    /// It stood off and rides into the next coup.
    rides: bool,
}

/// A coup as the table has told of it so far.
#[derive(Clone, Debug, Default)]
struct Coup {
    /// When it ended; nothing while it is under way.
    ended: Option<Time>,
    wagers: BTreeMap<StakeId, Staked>,
    /// Wagers whose settlement was undone, to be settled again on paper.
    open: BTreeMap<StakeId, Staked>,
    /// Wagers whose settlement was undone and which lie on the layout again, until the coup ends once more.
    laid: BTreeMap<StakeId, Staked>,
}

impl Coup {
    fn of(&self, patron: &Name) -> (Money, Money) {
        let own = |of: ChipKind| {
            let all = self.wagers.values().chain(self.open.values()).chain(self.laid.values());
            let own = all.filter(move |one| one.patron == *patron && one.kind == of);
            own.map(|one| one.live).sum()
        };
        (own(ChipKind::Chips), own(ChipKind::PromotionalTokens))
    }
}

/// A fold over one table's events. What it gives is asked of the promotion, which judges it by its terms.
#[derive(Clone, Debug)]
pub struct Earning {
    table: String,
    coup: u32,
    kinds: BTreeMap<StakeId, ChipKind>,
    coups: BTreeMap<u32, Coup>,
}

impl Earning {
    /// Nothing seen yet of this table.
    pub fn new(table: impl Into<String>) -> Earning {
        Earning { table: table.into(), coup: 0, kinds: BTreeMap::new(), coups: BTreeMap::new() }
    }

    /// Takes in an event, and gives what follows from it. Chips and tokens are kept apart; other kinds bring nothing. A coup that is put right
    /// gives its tickets back and earns them anew, one right after the other: whoever still has staked enough keeps them.
    pub fn take(&mut self, event: &Event) -> Vec<Act> {
        match &event.fact {
            Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
                self.kinds.insert(stake.id, stake.kind);
            }
            Fact::Deal(deal::Fact::CoupStarted { number, .. }) => {
                self.coup = *number;
                self.coups.insert(*number, Coup::default());
                while self.coups.len() > KEPT {
                    self.coups.pop_first();
                }
            }
            // Settled anew, a wager takes the place of what it was before.
            Fact::Pay(pay::Fact::WagerSettled { id, patron, result, .. }) => {
                if let (Some(kind), Some(coup)) = (self.kinds.get(id), self.coups.get_mut(&self.coup)) {
                    let (patron, live, rides) = (patron.clone(), result.live, result.stays);
                    coup.open.remove(id);
                    coup.laid.remove(id);
                    coup.wagers.insert(*id, Staked { patron, kind: *kind, live, rides });
                }
            }
            Fact::Pay(pay::Fact::CoupEnded { number }) if *number == self.coup => {
                return self.coup_ends(event);
            }
            // Of a coup whose hands were level nothing is undone when it is set aside.
            Fact::Trouble(
                trouble::Fact::CoupVoided { number } | trouble::Fact::CoupInvalidated { number, .. },
            ) => {
                if let Some(coup) = self.coups.get_mut(number) {
                    *coup = Coup { ended: coup.ended, ..Coup::default() };
                }
                return vec![self.taken_back(*number, None, event)];
            }
            Fact::Trouble(trouble::Fact::SettlementUndone { coup, stake, how, .. }) => {
                let is_over = self.coups.get(coup).is_none_or(|coup| coup.ended.is_some());
                if let Some(coup) = self.coups.get_mut(coup)
                    && let Some(undone) = coup.wagers.remove(&stake.id)
                {
                    let again = if *how == Undone::Relaid { &mut coup.laid } else { &mut coup.open };
                    again.insert(stake.id, undone);
                }
                // A coup that is under way has brought nothing yet, and a wager that is settled again, on paper or not, still counts.
                if is_over && !matches!(how, Undone::OnPaper | Undone::Relaid) {
                    return vec![self.taken_back(*coup, Some(stake.patron.clone()), event)];
                }
            }
            Fact::Trouble(trouble::Fact::SettledOnPaper { coup, stake, result }) => {
                let now = Staked {
                    patron: stake.patron.clone(),
                    kind: stake.kind,
                    live: result.live,
                    rides: result.stays,
                };
                return self.put_right(*coup, stake.id, Some(now), event);
            }
            Fact::Trouble(trouble::Fact::WagerCorrected { coup, was, .. }) => {
                let Some(known) = self.coups.get(coup).filter(|coup| coup.ended.is_some()) else {
                    return Vec::new();
                };
                // What lay there still has to be settled on paper, unless nothing did; what rides is simply another from now on.
                if known.open.contains_key(&was.id) && was.amount.0 == 0 {
                    return self.put_right(*coup, was.id, None, event);
                }
                if let Some(rides) = known.wagers.get(&was.id).filter(|wager| wager.rides) {
                    let now = Staked { live: was.amount, ..rides.clone() };
                    return self.put_right(*coup, was.id, Some(now), event);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn taken_back(&self, coup: u32, holder: Option<Name>, event: &Event) -> Act {
        Act::TakeBack { table: self.table.clone(), coup, holder, undone: Some(event.at) }
    }

    fn earned(&self, number: u32, holder: Name, ended: Time) -> Option<Act> {
        let (chips, tokens) = self.coups.get(&number)?.of(&holder);
        let table = self.table.clone();
        let ended = Some(ended);
        (chips + tokens > Money(0)).then_some(Act::Earn { holder, table, coup: number, chips, tokens, ended })
    }

    /// Whoever staked something earns. In a coup that ends once more everybody gives back first what they had of it, those too whose wager no
    /// longer lies there.
    fn coup_ends(&mut self, event: &Event) -> Vec<Act> {
        let number = self.coup;
        let Some(coup) = self.coups.get_mut(&number) else { return Vec::new() };
        let again = coup.ended.is_some();
        let ended = *coup.ended.get_or_insert(event.at);
        coup.open.clear();
        let all = coup.wagers.values().chain(coup.laid.values());
        let holders: BTreeSet<Name> = all.map(|wager| wager.patron.clone()).collect();
        coup.laid.clear();
        let of = |holder: Name| {
            let back = again.then(|| self.taken_back(number, Some(holder.clone()), event));
            [back, self.earned(number, holder, ended)]
        };
        holders.into_iter().flat_map(of).flatten().collect()
    }

    /// A wager of a coup was this, or none at all. If the coup is over, whoever staked more or less in it than was known earns anew.
    fn put_right(&mut self, number: u32, id: StakeId, now: Option<Staked>, event: &Event) -> Vec<Act> {
        let Some(coup) = self.coups.get_mut(&number) else { return Vec::new() };
        let before = coup.open.remove(&id).or_else(|| coup.wagers.remove(&id));
        if let Some(now) = &now {
            coup.wagers.insert(id, now.clone());
        }
        let amount = |wager: &Staked| (wager.patron.clone(), wager.kind, wager.live);
        let (Some(ended), false) = (coup.ended, before.as_ref().map(amount) == now.as_ref().map(amount))
        else {
            return Vec::new();
        };
        let Some(holder) = now.or(before).map(|wager| wager.patron) else { return Vec::new() };
        let back = self.taken_back(number, Some(holder.clone()), event);
        [Some(back), self.earned(number, holder, ended)].into_iter().flatten().collect()
    }
}
