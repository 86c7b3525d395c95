//! Coming, buying in, sitting down, leaving.

use crate::cite::{Citation, Cite};
use crate::facts::Fact;
use crate::facts::{bets, cards};
use crate::people;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::Phase;
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::chips::Money;
use baccarat::rules::betting::{ChipKind, TokenRule};
use baccarat::rules::cards::ShuffleWhen;
use baccarat::rules::people::Role;

impl Table {
    pub(crate) fn judge_people(&self, act: &people::Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        let name = by.name.clone();
        let comes = matches!(act, people::Act::SignOn | people::Act::Arrive);
        if comes && (name.0.trim().is_empty() || name.0.chars().any(char::is_control)) {
            let message =
                format!("found the name {:?}; allowed is plain text without control characters", &*name.0);
            return Err(Refusal::new(Reason::NotAName, message, Citation::silent("names")));
        }
        match act {
            people::Act::SignOn => {
                if matches!(by.role, Role::Player | Role::System | Role::CheckingDevice) {
                    return Err(Refusal::new(
                        Reason::NotInThatRole,
                        "patrons arrive; only staff sign on",
                        Citation::silent("signing on"),
                    ));
                }
                if self.state.present(&name).is_some() {
                    return Err(Refusal::new(
                        Reason::AlreadyAtTheTable,
                        format!("{name} is at the table as a patron; nobody is both"),
                        Citation::silent("staff who play"),
                    ));
                }
                Ok(vec![(
                    Fact::People(people::Fact::SignedOn { name, role: by.role }),
                    Citation::silent("signing on"),
                )])
            }
            people::Act::SignOff => {
                Ok(vec![(Fact::People(people::Fact::SignedOff { name }), Citation::silent("signing off"))])
            }
            people::Act::Arrive => {
                if self.state.staff.contains_key(&name) {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        format!("{name} is on duty here; only players bet"),
                        Citation::silent("staff who play"),
                    ));
                }
                if self.state.present(&name).is_some() || by.role != Role::Player {
                    return Err(Refusal::new(
                        Reason::AlreadyAtTheTable,
                        format!("{name} cannot arrive"),
                        Citation::silent("arriving"),
                    ));
                }
                let mut facts = vec![(
                    Fact::People(people::Fact::Arrived { patron: name }),
                    Citation::silent("arriving"),
                )];
                facts.extend(self.shuffle_after_vacancy());
                Ok(facts)
            }
            people::Act::BuyIn { cash } => self.judge_buy_in(by, *cash),
            people::Act::SwapVoucher { worth, .. } => self.judge_voucher(by, *worth),
            people::Act::SwapDatedVoucher { worth, until } => {
                let binds = crate::cite::cite_all(&self.book.rules.betting.tokens, |rule| {
                    *rule == TokenRule::VoucherConditionsBind
                });
                if at > *until {
                    let message = format!("the voucher says that it is good until {until}");
                    return Err(Refusal::new(Reason::TokensRefused, message, binds));
                }
                let facts = self.judge_voucher(by, *worth)?;
                Ok(facts.into_iter().map(|(fact, cites)| (fact, cites.and(binds.clone()))).collect())
            }
            people::Act::TakeSeat { seat } => self.judge_seat(by, *seat),
            people::Act::Leave => self.judge_leave(by),
            people::Act::BringChips { chips } => self.judge_bring(by, *chips),
            people::Act::TakeChips => self.judge_take(by),
            people::Act::AskToVacate { patron } => self.judge_vacate(by, patron),
        }
    }

    /// The shuffle owed when play starts again at a table that stood empty, where the book orders one.
    fn shuffle_after_vacancy(&self) -> Option<(Fact, Citation)> {
        let occasions = &self.book.rules.shuffle.occasions;
        let rule = occasions.find(|occasion| occasion.when == ShuffleWhen::AfterVacancy)?;
        // Beside somebody who only looks on it stood empty too, if a coup was dealt since the last shuffle.
        let dealt = self.state.record.last().is_some_and(|last| last.shoe == self.state.shoe.number);
        let nobody_plays = dealt && self.state.participants().next().is_none();
        let stood_empty = nobody_plays || self.state.players().next().is_none();
        let between_coups = matches!(self.state.phase, Phase::Betting(_));
        (stood_empty && self.state.coups > 0 && between_coups)
            .then(|| (Fact::Cards(cards::Fact::ShuffleDue), rule.cites()))
    }

    /// Where wagers are not kept nobody has chips on record, so that nothing is bought, brought or bet either.
    pub(crate) fn check_wagers_kept(&self) -> Result<(), Refusal> {
        if self.state.settings.wagers_kept {
            return Ok(());
        }
        let message = "this table keeps no wagers on record";
        Err(Refusal::new(Reason::NotOffered, message, Citation::silent("wagers on record")))
    }

    fn judge_buy_in(&self, by: &Actor, cash: Money) -> Result<Facts, Refusal> {
        self.patron(by)?;
        self.check_wagers_kept()?;
        let drop_box = &self.book.rules.equipment.drop_box;
        if !self.state.settings.cash {
            return Err(Refusal::new(Reason::NotLawful, "this table takes no cash", drop_box.cites()));
        }
        self.check_amount(cash)?;
        if cash > self.state.float {
            return Err(Refusal::new(
                Reason::NotEnoughChips,
                format!("the float holds {}", self.state.float),
                Citation::silent("the float"),
            )
            .with("float", self.state.float));
        }
        Ok(vec![(Fact::People(people::Fact::BoughtIn { patron: by.name.clone(), cash }), drop_box.cites())])
    }

    /// No book speaks of where chips come from but for cash at the table; whose they are is the house's to know.
    fn judge_bring(&self, by: &Actor, chips: Money) -> Result<Facts, Refusal> {
        self.patron(by)?;
        self.check_wagers_kept()?;
        self.check_amount(chips)?;
        Ok(vec![(
            Fact::People(people::Fact::ChipsBrought { patron: by.name.clone(), chips }),
            Citation::silent("chips from elsewhere"),
        )])
    }

    fn judge_take(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = Citation::silent("chips from elsewhere");
        let gone = self.state.patrons.get(&by.name).filter(|patron| !patron.present);
        let Some(patron) = gone.filter(|_| by.role == Role::Player) else {
            let message = format!("{} has not left; whoever leaves takes the chips along", by.name);
            return Err(Refusal::new(Reason::WrongPerson, message, cites));
        };
        let chips = patron.chips;
        if chips.0 <= 0 {
            let message = format!("{} has no chips here", by.name);
            return Err(Refusal::new(Reason::NotEnoughChips, message, cites));
        }
        Ok(vec![(Fact::People(people::Fact::ChipsTaken { patron: by.name.clone(), chips }), cites)])
    }

    /// An amount that this table's chips can make.
    pub(crate) fn check_amount(&self, amount: Money) -> Result<(), Refusal> {
        let made_of = || self.book.rules.betting.made_of.cites();
        if amount.0 <= 0 || amount.0 > Money::MOST {
            return Err(Refusal::new(
                Reason::AmountTooLarge,
                format!("found {amount}; allowed is more than 0, up to a billion"),
                made_of(),
            ));
        }
        if !self.chips.can_make(amount) {
            return Err(Refusal::new(
                Reason::NotMadeOfChips,
                format!("no chips of this table make {amount}"),
                made_of(),
            )
            .with("amount", amount));
        }
        Ok(())
    }

    fn judge_voucher(&self, by: &Actor, worth: Money) -> Result<Facts, Refusal> {
        self.patron(by)?;
        self.check_wagers_kept()?;
        let betting = &self.book.rules.betting;
        let tokens = crate::cite::cite_all(&betting.tokens, |rule| {
            matches!(rule, TokenRule::SwappedForVoucher | TokenRule::WorthTheVoucher)
        });
        let swapped = betting.tokens.values().any(|rule| *rule == TokenRule::SwappedForVoucher);
        if !swapped || !betting.made_of.values().any(|kind| *kind == ChipKind::PromotionalTokens) {
            return Err(Refusal::new(Reason::TokensRefused, "this book knows no promotional tokens", tokens));
        }
        self.check_amount(worth)?;
        if worth > self.state.token_float {
            return Err(Refusal::new(
                Reason::NotEnoughChips,
                format!("the table holds tokens worth {}", self.state.token_float),
                Citation::silent("the float"),
            ));
        }
        Ok(vec![(Fact::People(people::Fact::VoucherSwapped { patron: by.name.clone(), worth }), tokens)])
    }

    fn judge_seat(&self, by: &Actor, seat: u8) -> Result<Facts, Refusal> {
        let patron = self.patron(by)?;
        let cites = self.book.rules.table.seats.cites();
        if seat == 0 || seat > self.state.settings.seats {
            return Err(Refusal::new(
                Reason::NoSuchSeat,
                format!("found seat {seat}; allowed are 1 to {}", self.state.settings.seats),
                cites,
            ));
        }
        if self.state.players().any(|(_, other)| other.seat == Some(seat)) {
            return Err(Refusal::new(Reason::SeatTaken, format!("seat {seat} is taken"), cites));
        }
        let mut facts = Vec::new();
        if let Some(old) = patron.seat {
            facts.push((
                Fact::People(people::Fact::SeatVacated { patron: by.name.clone(), seat: old }),
                cites.clone(),
            ));
        }
        facts.push((Fact::People(people::Fact::SeatTaken { patron: by.name.clone(), seat }), cites));
        Ok(facts)
    }

    fn judge_leave(&self, by: &Actor) -> Result<Facts, Refusal> {
        self.patron(by)?;
        if self.is_frozen() && self.state.stakes.iter().any(|stake| stake.patron == by.name) {
            let cites = self.book.rules.betting.frozen_until.cites();
            return Err(Refusal::new(
                Reason::BettingFrozen,
                format!("{} has wagers on this coup", by.name),
                cites,
            ));
        }
        let mut facts: Facts = Vec::new();
        for stake in self.state.stakes.iter().filter(|stake| stake.patron == by.name) {
            facts.push((
                Fact::Bets(bets::Fact::WagerWithdrawn { id: stake.id }),
                self.book.rules.betting.closes.cites(),
            ));
        }
        let kept = crate::cite::cite_all(&self.book.rules.limits.kept_minimum, |rule| {
            *rule == baccarat::rules::betting::KeptMinimum::EndsOnLeaving
        });
        let keeps = self.state.present(&by.name).is_some_and(|patron| patron.kept_minimum.is_some());
        facts.push((
            Fact::People(people::Fact::Left { patron: by.name.clone() }),
            if keeps { kept } else { Citation::silent("leaving") },
        ));
        Ok(facts)
    }

    fn judge_vacate(&self, by: &Actor, name: &crate::person::Name) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.betting.idle_seat;
        let cites = rule.cites();
        let Some(idle) = rule.get() else {
            return Err(Refusal::new(
                Reason::NotLawful,
                "this book does not let staff ask for a seat",
                cites,
            ));
        };
        self.only(by, idle.asked_by, &cites)?;
        let patron = self.patron_named(name)?;
        let Some(seat) = patron.seat else {
            return Err(Refusal::new(Reason::NoSuchSeat, format!("{name} has no seat"), cites));
        };
        if patron.idle < idle.coups {
            let message = format!("{name} has let {} coups pass; allowed after {}", patron.idle, idle.coups);
            return Err(Refusal::new(Reason::NotIdle, message, cites));
        }
        let full = self.state.seated().len() == usize::from(self.state.settings.seats);
        if idle.only_when_full && !full {
            return Err(Refusal::new(Reason::NotIdle, "other seats are free", cites));
        }
        Ok(vec![(Fact::People(people::Fact::SeatVacated { patron: name.clone(), seat }), cites)])
    }

    /// Moves chips out of a patron's hand, or back into it when the amount is negative.
    pub(crate) fn take_from(&mut self, name: &Name, kind: ChipKind, amount: Money) {
        if let Some(patron) = self.state.patrons.get_mut(name) {
            patron.take(kind, amount);
        }
    }
}
