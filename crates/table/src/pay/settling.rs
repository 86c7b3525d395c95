//! Settling wagers and ending the coup.

use crate::bets::window::beside;
use crate::cite::{Citation, Cite, cite_all, cite_if, cite_said, step};
use crate::compiled::pays::Pays;
use crate::facts::Fact;
use crate::facts::{bets, cards, deal, trouble};
use crate::pay;
use crate::person::{Actor, Name};
use crate::record::SettledStake;
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Phase, Settled, SettledAs, Stage, Stake, StakeId};
use crate::table::{Facts, Table};
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{Outcome, Side, Winner};
use baccarat::payment::{self, Taken};
use baccarat::rules::betting::{AboveMaximum, ChipKind, Colour, FoundLate, PairOf, StandoffStake, TokenRule};
use baccarat::rules::cards::ShuffleWhen;
use baccarat::rules::people::Role;
use baccarat::rules::play::{CommissionWhen, NoBetSource, RoleMove, SettleOrder, SettleWhen, Step};
use baccarat::rules::rulings::Irregularity;
use baccarat::rules::shoe::{CarriedAtEnd, NoBetAtEnd, VoidAtEnd};
use baccarat::wager::{Row, Settlement, Wager, WagerId};
use std::sync::Arc;

/// What was kept back of a win: the odds before anything is taken from them, less what was paid.
fn commission(settlement: Settlement, live: Money, won: Money) -> Money {
    match settlement {
        Settlement::Wins(odds) if odds.less_percent() > 0 => {
            let whole = odds.before_less() * live.0;
            Money((whole.to_integer() - won.0).max(0))
        }
        Settlement::Wins(_) | Settlement::StandsOff | Settlement::Loses => Money(0),
    }
}

/// The rows by which the wagers of a coup are decided, with their clauses: the same for everybody who has a stake on them.
#[derive(Default)]
struct Rows<'t>(Vec<(&'t Wager, &'t Row, Citation)>);

impl Table {
    pub(super) fn judge_settle(&self, by: &Actor) -> Result<Facts, Refusal> {
        let order = self.book.rules.settlement.order.cites();
        self.only(by, Role::Dealer, &order)?;
        let coup = self.now_coup()?;
        let early = coup.stage == Stage::Initial;
        let outcome = self.outcome(coup).filter(|_| coup.player.len() + coup.banker.len() >= 4);
        let after =
            step(&self.book, Step::SettledAfterResult).and(self.option_times_under(SettleWhen::AtResult));
        let too_soon = |refusal: Refusal| Refusal { cites: refusal.cites.and(after.clone()), ..refusal };
        let Some(outcome) = outcome else { return Err(too_soon(self.not_due())) };
        if early && (!self.early_owed(coup) || self.call_owed_in_coup(coup).is_some()) {
            return Err(too_soon(self.not_due()));
        }
        if !early && (coup.stage != Stage::Decided || self.call_owed_in_coup(coup).is_some()) {
            return Err(too_soon(self.out_of_order()));
        }
        self.settled_by(coup, &outcome)
    }

    /// What settling the wagers comes to that are due in a coup.
    pub(crate) fn settlement(&self, coup: &Coup) -> Result<Facts, Refusal> {
        match self.outcome(coup) {
            Some(outcome) => self.settled_by(coup, &outcome),
            None => Err(self.not_due()),
        }
    }

    fn settled_by(&self, coup: &Coup, outcome: &Outcome) -> Result<Facts, Refusal> {
        let early = coup.stage == Stage::Initial;
        let due = self.state.stakes.iter().filter(|stake| !early || self.settles_early(&stake.wager));
        let collects_first = match self.book.rules.settlement.order.get() {
            // A book that does not say is settled as every other is.
            Some(SettleOrder::CollectThenPay) | None => true,
        };
        let most = self.state.stakes.len();
        let mut facts: Facts = Vec::with_capacity(most + 4);
        let mut paid: Facts = Vec::with_capacity(most);
        let mut rows = Rows::default();
        for stake in due {
            let (result, cites) = self.settle(stake, self.live_part(stake), outcome, &mut rows)?;
            let loses = result.outcome == SettledAs::Loses;
            let fact = Fact::Pay(pay::Fact::WagerSettled {
                id: stake.id,
                patron: stake.patron.clone(),
                area: stake.area,
                wager: stake.wager.clone(),
                staked: stake.amount,
                result,
            });
            if loses && collects_first { &mut facts } else { &mut paid }.push((fact, cites));
        }
        facts.append(&mut paid);
        self.check_float(&facts)?;
        for stake in self.state.on_paper.iter().filter(|stake| !early || self.settles_early(&stake.wager)) {
            let (result, cites) = self.settle(stake, self.live_part(stake), outcome, &mut rows)?;
            // Nobody is there for it to ride.
            let result = Settled { stays: false, ..result };
            facts.push((
                Fact::Trouble(trouble::Fact::SettledOnPaper {
                    coup: coup.number,
                    stake: stake.clone(),
                    result,
                }),
                cites,
            ));
        }
        let method = &self.state.settings.method;
        // Where the book has one method only, nothing was chosen.
        let several = self.book.methods().nth(1).is_some();
        let by_method =
            cite_said(&self.book.rules.settlement.methods, |known| several && known.id == *method);
        let all = match early {
            true => self.options_settled_under(SettleWhen::BeforeThirdCards, &facts),
            false => self.all_settled_under(&facts).and(by_method),
        };
        facts.push((Fact::Pay(pay::Fact::AllSettled { early }), all));
        let mut next = coup.clone();
        crate::deal::coup::advance(&mut next, &Fact::Pay(pay::Fact::AllSettled { early }));
        facts.extend(self.consequences(next));
        Ok(facts)
    }

    /// The clauses by which everything is settled now: on collecting where something lost, on paying where something won, and
    /// on a side option's winners and losers where there were such.
    fn all_settled_under(&self, settled: &Facts) -> Citation {
        let some = |outcome: SettledAs| {
            settled.iter().any(|(fact, _)| match fact {
                Fact::Pay(pay::Fact::WagerSettled { result, .. }) => result.outcome == outcome,
                _ => false,
            })
        };
        let order = match some(SettledAs::Loses) {
            true => self.book.rules.settlement.order.cites(),
            false => Citation::default(),
        };
        let paid = match some(SettledAs::Wins) {
            true => step(&self.book, Step::WinnersPaid),
            false => Citation::default(),
        };
        let options = self.options_settled_under(SettleWhen::AtResult, settled);
        let cites = order.and(paid).and(step(&self.book, Step::SettledAfterResult)).and(options);
        if cites.is_empty() { self.book.rules.settlement.order.cites() } else { cites }
    }

    /// The clauses by which side options are settled then: those on winners where there were such, and those on losers likewise.
    fn options_settled_under(&self, when: SettleWhen, settled: &Facts) -> Citation {
        let mut options = self.option_times_under(when);
        let wagers: Vec<&Wager> = self.wagers_down().collect();
        let of_a_result = |clause: &ClauseNumber| {
            let mut rows = wagers.iter().flat_map(|wager| &wager.rows);
            rows.any(|row| row.basis.clauses().contains(clause))
        };
        options.clauses.retain(|clause| {
            !of_a_result(clause) || settled.iter().any(|(_, cites)| cites.clauses.contains(clause))
        });
        options
    }

    /// The float must hold what is to be paid.
    fn check_float(&self, settled: &Facts) -> Result<(), Refusal> {
        let (mut out, mut back) = (Money(0), Money(0));
        for (fact, ..) in settled {
            if let Fact::Pay(pay::Fact::WagerSettled { result, .. }) = fact {
                match result.outcome {
                    SettledAs::Wins => out += result.in_chips(),
                    SettledAs::Loses => back += result.live,
                    SettledAs::StandsOff => {}
                }
            }
        }
        if out > self.state.float + back {
            return Err(Refusal::new(
                Reason::NotEnoughChips,
                "the float cannot pay; it needs a fill",
                Citation::silent("the float"),
            ));
        }
        Ok(())
    }

    /// The part of a stake that counts, and the clauses that cut it.
    pub(crate) fn live_part(&self, stake: &Stake) -> (Money, Citation) {
        let rules = &self.book.rules;
        let patron = self.state.patrons.get(&stake.patron);
        let mut live = stake.amount;
        let mut cites = Citation::default();
        if let Some(patron) = patron {
            let made_under = self.state.made_under.get(&stake.id).copied();
            let limits = made_under.unwrap_or_else(|| self.limits_for(patron, &stake.wager, stake.area));
            let general = |rule: Option<Citation>| rule.unwrap_or_default();
            if live > limits.most {
                let (above, above_under) = self.above_maximum(&stake.wager);
                let cuts = matches!(
                    above,
                    Some(AboveMaximum::SettledToMaximum | AboveMaximum::RefusedThenSettledToMaximum)
                );
                if cuts {
                    live = limits.most;
                    let rule = &rules.limits.above_maximum;
                    cites = cites.and(above_under).and(general(rule.ruled().map(|rule| rule.cites())));
                }
            }
            if stake.amount < limits.least {
                let (_, below_under) = self.below_minimum(&stake.wager);
                let rule = &rules.limits.below_minimum;
                cites = cites.and(below_under).and(general(rule.ruled().map(|rule| rule.cites())));
            }
        }
        if let (Some(most), Some(_)) = (self.area_most(&stake.wager), rules.limits.above_area.get()) {
            let shares = self.on_area(stake.area, &stake.wager);
            let together = self.state.stakes.iter().filter(|other| shares(other));
            let there: Money = together.map(|other| self.to_own_maximum(other)).sum();
            if there > most {
                let share = Money((i128::from(live.0) * i128::from(most.0) / i128::from(there.0)) as i64);
                live = self.chips.next_down(share);
                cites = cites.and(rules.limits.above_area.cites());
            }
        }
        let late = &rules.differential.found_late;
        if let (Some(most), Some(FoundLate::AllValid)) = (self.state.settings.differential, late.get())
            && self.is_on_a_hand(&stake.wager)
        {
            let (banker, player) = self.gap(self.state.stakes.iter());
            if (banker.0 - player.0).abs() > most.0 {
                cites = cites.and(late.cites());
            }
        }
        (live, cites)
    }

    /// The row that decides, read off the compiled pays.
    fn row_of<'w>(&self, wager: &'w Wager, outcome: &Outcome) -> Option<&'w Row> {
        let compile = || Pays::compile(&self.book, &self.state.settings.method).map(Arc::new);
        match self.pays.get_or_init(compile) {
            Some(pays) => wager.rows.get(pays.row(pays.wager(&wager.id)?, outcome)?),
            None => wager.row(outcome),
        }
    }

    /// What becomes of a stake of which this part counts, on an outcome, and the clauses.
    pub(crate) fn settle_part(
        &self,
        stake: &Stake,
        part: (Money, Citation),
        outcome: &Outcome,
    ) -> Result<(Settled, Citation), Refusal> {
        self.settle(stake, part, outcome, &mut Rows::default())
    }

    fn settle<'t>(
        &'t self,
        stake: &Stake,
        (part, cut): (Money, Citation),
        outcome: &Outcome,
        rows: &mut Rows<'t>,
    ) -> Result<(Settled, Citation), Refusal> {
        let nothing = || {
            Refusal::new(
                Reason::NoSuchWager,
                format!("no row of `{}` fits", stake.wager),
                Citation::silent("wagers"),
            )
        };
        let known = rows.0.iter().position(|(wager, ..)| wager.id == stake.wager);
        let (wager, row, row_under) = match known.map(|place| &rows.0[place]) {
            Some((wager, row, under)) => (*wager, *row, under.clone()),
            None => {
                let wager = self.wager(&stake.wager).ok_or_else(nothing)?;
                let row = self.row_of(wager, outcome).ok_or_else(nothing)?;
                let under = self.row_under(wager, row);
                rows.0.push((wager, row, under.clone()));
                (wager, row, under)
            }
        };
        let mut cites = row_under.and(cut);
        let taken = payment::take(&self.book, wager, part, &self.chips);
        if let Some(rule) = taken.part_void {
            cites = cites.and(rule.cites());
        }
        let taken = Taken { refused: None, ..taken };
        let paid = payment::pay(&self.book, wager, &taken, row, &self.chips);
        if let Some(rule) = paid.rounded {
            cites = cites.and(rule.cites()).and(self.alone_under());
        }
        let returned = stake.amount - taken.live;
        let stays_rule = &self.book.rules.betting.standoff_stake;
        let stays = stays_rule.get() == Some(&StandoffStake::StaysAndRides);
        let (as_, won) = match row.settlement {
            Settlement::Wins(odds) => {
                if odds.less_percent() > 0 {
                    let commission = &self.book.rules.settlement.commission;
                    cites = cites.and(cite_if(commission, CommissionWhen::AtPayment));
                }
                if stake.kind == ChipKind::PromotionalTokens {
                    let tokens = cite_all(&self.book.rules.betting.tokens, |rule| {
                        matches!(rule, TokenRule::WinningsInChips | TokenRule::KeptOnWin)
                    });
                    cites = cites.and(tokens);
                }
                (SettledAs::Wins, Money(paid.net.ceil().to_integer()))
            }
            Settlement::StandsOff => {
                // A stake that is released goes back by the row itself; one that rides needs a rule of its own.
                if stays && self.is_main(&wager.id) {
                    cites = cites.and(stays_rule.cites());
                }
                (SettledAs::StandsOff, Money(0))
            }
            Settlement::Loses => (SettledAs::Loses, Money(0)),
        };
        let in_chips = self.chips.next_down(won);
        let chips = self.chips.made_of(in_chips).unwrap_or_default();
        let owed = won - in_chips;
        if owed.0 > 0 {
            cites = cites.and(self.book.rules.settlement.inexact.cites());
        }
        let stays = stays && as_ == SettledAs::StandsOff && self.is_main(&wager.id);
        // Half pay is no commission: only what the book calls one is kept back as one.
        let kept = self.book.rules.settlement.commission.ruled().is_some();
        let commission = if kept { commission(row.settlement, taken.live, won) } else { Money(0) };
        let live = taken.live;
        let void = as_ == SettledAs::StandsOff && self.is_void_on_standoff(&wager.id);
        Ok((Settled { outcome: as_, live, paid: won, chips, owed, commission, returned, void, stays }, cites))
    }

    /// Are wagers of this option void where they neither win nor lose?
    fn is_void_on_standoff(&self, wager: &WagerId) -> bool {
        let option = self.option_of(wager);
        self.book.rules.sides.void_on_standoff.values().any(|named| Some(named.option.as_str()) == option)
    }

    /// The clauses by which a row decides, without those on pairs of other cards than those at hand, which say nothing of this coup.
    fn row_under(&self, wager: &Wager, row: &Row) -> Citation {
        let mut cites = Citation::of(format_args!("wager.{}", wager.id), &row.basis);
        let Phase::Coup(coup) = &self.state.phase else { return cites };
        let side = match wager.backs {
            Some(Winner::Player) => Side::Player,
            Some(Winner::Banker) => Side::Banker,
            Some(Winner::Tie) | None => return cites,
        };
        let hand = coup.hand(side);
        let (Some(Some(first)), Some(Some(second))) = (hand.first(), hand.get(1)) else { return cites };
        let speaks = |of: &PairOf| {
            let ranks = of.ranks.as_ref().is_none_or(|ranks| ranks.0.contains(&first.rank));
            let red = |card: &Card| card.suit.is_red();
            let colour = match of.colour {
                None => true,
                Some(Colour::Red) => red(first) && red(second),
                Some(Colour::Black) => !red(first) && !red(second),
            };
            ranks && colour
        };
        let pairs = &self.book.rules.sides.pair_of;
        cites.clauses.retain(|clause| {
            !pairs.fitting(|of| !speaks(of)).any(|other| other.basis.clauses().contains(clause))
        });
        cites
    }

    /// The operator decides what is paid of an amount that chips could not make.
    pub(super) fn judge_remainder(&self, by: &Actor, name: &Name, pays: Money) -> Result<Facts, Refusal> {
        let cites = self.book.rules.settlement.inexact.cites();
        self.only(by, Role::Operator, &cites)?;
        let owed = self.state.patrons.get(name).map_or(Money(0), |patron| patron.owed);
        if owed.0 == 0 {
            return Err(Refusal::new(Reason::NotDue, format!("nothing is owed to {name}"), cites));
        }
        let most = self.chips.next_up(owed);
        if pays.0 < 0 || pays > most || !self.chips.can_make(pays) {
            let message = format!("found {pays}; allowed is what chips make, from 0 to {most}");
            return Err(Refusal::new(Reason::NotMadeOfChips, message, cites));
        }
        if pays > self.state.float {
            let message = format!("the float holds {}", self.state.float);
            return Err(Refusal::new(Reason::NotEnoughChips, message, cites).with("float", self.state.float));
        }
        Ok(vec![(Fact::Pay(pay::Fact::RemainderDecided { patron: name.clone(), owed, paid: pays }), cites)])
    }

    pub(super) fn judge_collect(&self, by: &Actor) -> Result<Facts, Refusal> {
        let ends = self.coup_ends_under();
        self.only(by, Role::Dealer, &ends)?;
        let coup = self.now_coup()?;
        let nothing_to_settle = coup.stage == Stage::Decided
            && self.state.nothing_down()
            && self.call_owed_in_coup(coup).is_none();
        if coup.stage != Stage::Settled && !nothing_to_settle {
            return Err(self.out_of_order());
        }
        Ok(self.collected(coup))
    }

    /// The clauses by which a coup ends; one on collecting wagers says nothing of cards.
    fn coup_ends_under(&self) -> Citation {
        let ends = step(&self.book, Step::CoupEnds);
        if ends.is_empty() { Citation::silent("the end of a coup") } else { ends }
    }

    /// What comes about when the cards of a coup go to the rack.
    pub(crate) fn collected(&self, coup: &Coup) -> Facts {
        let ends = self.coup_ends_under();
        let resumes = match coup.no_bet_by {
            // Each clause that orders one says itself that play then resumes.
            Some(NoBetSource::Ruling) => {
                let resumes = step(&self.book, Step::PlayResumes);
                let ruled = coup.ruled.first().map(|when| self.ruling_under(*when)).unwrap_or_default();
                beside(resumes, &ruled)
            }
            _ => Citation::default(),
        };
        let mut facts = vec![(Fact::Pay(pay::Fact::CoupEnded { number: coup.number }), ends.and(resumes))];
        facts.extend(self.after_coup(coup));
        facts.extend(self.role_after(coup));
        facts.extend(self.carried_on(&facts));
        facts
    }

    /// How many coups the shoe has left after this one, by which clauses, and whether a tie earned the last.
    pub(crate) fn left_after(&self, coup: &Coup) -> (Option<u8>, Citation, bool) {
        let last = &self.book.rules.last;
        let shoe = &self.state.shoe;
        let came_now = coup.cutting_card_first || coup.cutting_card_later;
        let (left, cites) = match (coup.cutting_card_first, coup.cutting_card_later, shoe.coups_left) {
            (true, ..) => {
                (last.after_cutting_card_first.get().copied(), last.after_cutting_card_first.cites())
            }
            (_, true, _) => {
                (last.after_cutting_card_later.get().copied(), last.after_cutting_card_later.cites())
            }
            (_, _, Some(left)) => (Some(left.saturating_sub(1)), last.after_cutting_card_later.cites()),
            _ => (None, Citation::default()),
        };
        // A void coup has no result, so that it is no tie.
        let tied = !coup.void && self.outcome(coup).is_some_and(|outcome| outcome.winner() == Winner::Tie);
        if let (Some(0), true, true) = (left, tied, came_now)
            && let Some(more) = last.after_tie.ruled().filter(|more| *more.value() > 0)
        {
            return (Some(**more), more.cites(), true);
        }
        (left, cites, false)
    }

    /// The no-bet coup that a carried card opens, unless the shuffle comes first.
    pub(crate) fn carried_on(&self, facts: &Facts) -> Facts {
        let ends = facts.iter().any(|(fact, _)| {
            matches!(fact, Fact::Cards(cards::Fact::ShuffleDue) | Fact::Cards(cards::Fact::CardsTakenOut))
        });
        if ends || !self.state.shoe.carried.iter().any(|carried| carried.no_bet) {
            return Vec::new();
        }
        let when = self.state.shoe.carried.iter().find(|carried| carried.no_bet).map(|carried| carried.when);
        let (fact, cites) = self.forced_no_bet(when);
        // A void has given everything back already.
        let void =
            facts.iter().any(|(fact, _)| matches!(fact, Fact::Trouble(trouble::Fact::CoupVoided { .. })));
        let mut facts = if void { Vec::new() } else { self.returned_all("no-bet coup", &cites) };
        facts.push((fact, cites));
        facts
    }

    /// Is the shoe at its end, or nearly?
    pub(crate) fn after_coup(&self, coup: &Coup) -> Facts {
        // With the device out of use, the cards go into another one and none is nearer its end.
        if self.state.trouble.is_some() {
            return Vec::new();
        }
        let last = &self.book.rules.last;
        let shoe = &self.state.shoe;
        let came_now = coup.cutting_card_first || coup.cutting_card_later;
        let (mut left, mut cites, _) = self.left_after(coup);
        // The one further coup is over: it was owed to the tie, and nothing more is.
        if shoe.tie_used && !came_now {
            cites = cites.and(last.after_tie.cites());
        }
        if coup.no_bet && left.is_some() {
            cites = match last.no_bet_coup.get() {
                // It has been counted like any other.
                Some(NoBetAtEnd::CountsAsCoup) | None => cites.and(last.no_bet_coup.cites()),
            };
        }
        if coup.void && left.is_some() {
            cites = cites.and(cite_if(&last.void_coup, VoidAtEnd::CountsAsDealt));
        }
        // A card owed to a next coup goes back with the rest if there is none; the book says whether it opens the last one.
        if !shoe.carried.is_empty() && left.is_some() {
            let carried = last.carried_card.ruled();
            if carried.is_some_and(|rule| *rule.value() == CarriedAtEnd::BackToShuffle) {
                left = Some(0);
            }
            // A clause that rules on another card says nothing of this one.
            let own = shoe.carried.first().map(|first| self.carries_under(first.when)).unwrap_or_default();
            let others = cite_said(&self.book.rules.irregularities.rulings, |_| true).without(&own);
            cites = cites.and(carried.map(|rule| rule.cites().without(&others)).unwrap_or_default());
        }
        if let Some(ordered) = &shoe.shuffle_ordered {
            return vec![(Fact::Cards(cards::Fact::ShuffleDue), ordered.clone())];
        }
        if shoe.unshuffled && left == Some(0) {
            cites = self.cards_under(Irregularity::ShuffleMissed);
        }
        match left {
            Some(0) if shoe.unshuffled => vec![(Fact::Cards(cards::Fact::ShuffleDue), cites)],
            Some(0) => {
                let first = coup.cutting_card_first || shoe.cutting_card_first;
                let came = match first {
                    true => ShuffleWhen::CuttingCardCameFirst,
                    false => ShuffleWhen::CuttingCardCameLater,
                };
                let end = cite_all(&self.book.rules.shuffle.occasions, |occasion| {
                    occasion.when != ShuffleWhen::NewShoe && self.fits_occasion(occasion.when, came)
                });
                vec![(Fact::Cards(cards::Fact::ShuffleDue), cites.and(end))]
            }
            Some(1) if came_now => vec![(Fact::Cards(cards::Fact::LastCoupComing), cites)],
            _ => Vec::new(),
        }
    }

    /// The designated patron loses the role when banker loses, and keeps it otherwise.
    pub(crate) fn role_after(&self, coup: &Coup) -> Option<(Fact, Citation)> {
        let holder = self.state.designated.holder.as_ref()?;
        let lost = !coup.void && self.outcome(coup).is_some_and(|outcome| outcome.winner() == Winner::Player);
        let cites = cite_all(&self.book.rules.dealing.role, |rule| *rule == RoleMove::EndsWhenBankerLoses);
        let stays =
            cite_all(&self.book.rules.dealing.role, |rule| *rule == RoleMove::StaysUntilPassedLostOrTaken);
        Some(match lost && !coup.no_bet && coup.hand(Side::Banker).len() >= 2 {
            true => (Fact::Deal(deal::Fact::RoleEnded { by: holder.clone() }), cites.and(stays)),
            false => (Fact::Deal(deal::Fact::RoleKept { by: holder.clone() }), stays),
        })
    }

    /// Does the table collect what a winning wager was made of? A token goes unless the book leaves it with its owner.
    pub(crate) fn collects_winning(&self, kind: ChipKind) -> bool {
        let mut rules = self.book.rules.betting.tokens.values();
        kind == ChipKind::PromotionalTokens && !rules.any(|rule| *rule == TokenRule::KeptOnWin)
    }

    pub(crate) fn apply_settled(&mut self, id: StakeId, result: &Settled) {
        if result.stays {
            // What was void goes back at once; only what was live stays.
            let live = result.live;
            self.apply_stakes(&bets::Fact::WagerScaled { id, from: live + result.returned, to: live });
            self.state.riding.push(id);
            if let Some(stake) = self.state.stake(id).cloned() {
                let result = Settled { chips: Vec::new(), ..*result };
                self.state.settled.push(SettledStake { stake, result });
            }
            return;
        }
        let Some(stake) = self.remove_stake(id) else { return };
        let name = &stake.patron;
        match result.outcome {
            SettledAs::Wins => {
                let collected = if self.collects_winning(stake.kind) { result.live } else { Money(0) };
                self.state.token_float += collected;
                self.take_from(name, stake.kind, collected - stake.amount);
                let in_chips = result.in_chips();
                self.take_from(name, ChipKind::Chips, -in_chips);
                self.state.float -= in_chips;
                if let Some(patron) = self.state.patrons.get_mut(name) {
                    patron.owed += result.owed;
                }
            }
            SettledAs::StandsOff => self.take_from(name, stake.kind, -stake.amount),
            SettledAs::Loses => {
                self.take_from(name, stake.kind, -result.returned);
                match stake.kind {
                    ChipKind::Chips => self.state.float += result.live,
                    ChipKind::PromotionalTokens => self.state.token_float += result.live,
                }
            }
        }
        // Room for the whole layout at once, as all of it is settled together.
        if self.state.settled.is_empty() {
            self.state.settled.reserve(self.state.stakes.len() + 1);
        }
        // Which chips it was paid in does not matter any more.
        let result = Settled { chips: Vec::new(), ..*result };
        self.state.settled.push(SettledStake { stake, result });
    }

    /// What chips could not make is decided on: the record says what was really paid, so that undoing it takes all of it back.
    pub(crate) fn apply_remainder(&mut self, name: &Name, paid: Money) {
        let Some(patron) = self.state.patrons.get_mut(name) else { return };
        patron.owed = Money(0);
        patron.chips += paid;
        self.state.float -= paid;
        let owing = |settled: &SettledStake| settled.stake.patron == *name && settled.result.owed.0 > 0;
        let recalled = self.state.past.recalled.values_mut().flatten();
        let held = recalled.chain(&mut self.state.record);
        let touched = held.filter(|record| record.settled.iter().any(owing));
        let earlier = touched.flat_map(|record| &mut Arc::make_mut(record).settled);
        let mut last = None;
        for settled in earlier.chain(&mut self.state.settled).filter(|settled| owing(settled)) {
            settled.result.paid = settled.result.in_chips();
            settled.result.owed = Money(0);
            last = Some(settled);
        }
        if let Some(settled) = last {
            settled.result.paid += paid;
        }
    }
}
