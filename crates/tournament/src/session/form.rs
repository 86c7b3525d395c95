//! Undisclosed wagers: forms sealed, examined, announced, laid, looked at, put right.

use super::wager::is_main;
use crate::acts::Opening;
use crate::cite::{listed, stated};
use crate::conditions::Conditions;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::{Form, LastCoup, TablePlay};
use crate::work::Work;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use baccarat::wager::WagerId;
use merkle::{Hash, sha256};
use table::{Citation, Name};

impl Opening {
    /// The hash that seals a form which shows this.
    pub fn seal(&self, tournament: &str, coup: u32, entrant: &Name) -> Hash {
        form_seal(tournament, coup, entrant, self.wager.as_ref(), self.amount, &self.salt)
    }
}

/// The hash that seals a form: only whoever knows the salt can tell what it hides.
pub fn form_seal(
    tournament: &str,
    coup: u32,
    entrant: &Name,
    wager: Option<&WagerId>,
    amount: Option<Money>,
    salt: &Hash,
) -> Hash {
    let wager = wager.map_or("-", WagerId::as_str);
    let amount = amount.map_or("-".to_owned(), |amount| amount.0.to_string());
    let text = format!("croupier-form-1\n{tournament}\n{coup}\n{entrant}\n{wager}\n{amount}\n");
    sha256(&[text.as_bytes(), &salt.0])
}

/// The wager that a form shows, once it is opened. What nobody can play, such as an unknown type, is as if it were left out: the player
/// answers for the form.
pub(crate) fn written(book: &Book, conditions: &Conditions, form: &Form) -> Option<(WagerId, Money)> {
    let wager = form.wager.clone().filter(|wager| is_main(book, conditions, wager))?;
    Some((wager, form.amount.filter(|amount| amount.0 > 0)?))
}

/// What an undisclosed wager at fault counts as, by the fault that it has first; nothing if it has none.
pub struct DeemedAs {
    /// The fault.
    pub fault: UndisclosedFault,
    /// As what it counts; no wager but a deduction if the book says so.
    pub amount: Money,
    /// It is a deduction.
    pub deducted: bool,
}

/// Everything about a form that its limits are held against.
pub struct FormFigures {
    /// The amount that it shows; none if amount or type is missing.
    pub amount: Option<Money>,
    /// The chips held before the coup.
    pub holding: Money,
    /// An open wager beside it.
    pub open: Money,
    /// The minimum.
    pub least: Money,
    /// The maximum.
    pub most: Money,
    /// Wagers come in units of this.
    pub unit: Option<Money>,
    /// What both together keep within.
    pub limit: UndisclosedLimit,
}

/// What a form counts as, by the book's list of faults.
pub fn deemed(figures: &FormFigures, list: &[DeemedWager]) -> Option<DeemedAs> {
    let left = figures.holding - figures.open;
    let together = match figures.limit {
        UndisclosedLimit::HoldingAndMaximum => figures.most - figures.open,
        UndisclosedLimit::HoldingOnly => figures.most,
    };
    let fault = match figures.amount {
        None => UndisclosedFault::Incomplete,
        Some(amount) if amount > left => UndisclosedFault::AboveHolding,
        Some(amount) if amount > together => UndisclosedFault::AboveMaximum,
        Some(amount) if amount < figures.least => UndisclosedFault::BelowMinimum,
        Some(_) => return None,
    };
    let counts_as = list.iter().find(|deemed| deemed.fault == fault)?.counts_as;
    let whole = |amount: Money| match figures.unit {
        Some(unit) if unit.0 > 0 => Money(amount.0 - amount.0 % unit.0),
        _ => amount,
    };
    let room = left.min(together);
    let amount = match counts_as {
        // What is not there, or no longer allowed beside an open wager, cannot be at stake.
        Deemed::Minimum if figures.least > room => whole(room),
        Deemed::Minimum | Deemed::MinimumDeducted => figures.least,
        Deemed::MostAllowed => whole(room),
    };
    Some(DeemedAs { fault, amount, deducted: counts_as == Deemed::MinimumDeducted })
}

impl Work<'_> {
    pub(crate) fn hand_in_form(&mut self, seal: Hash) -> Result<(), Refusal> {
        let (number, seat) = self.seated(&self.by.name.clone())?;
        self.betting_open(number, seat)?;
        let cites = self.cites();
        if self.state.undisclosed == 0 {
            let mut none = cites.form(UndisclosedRule::IfProvided);
            if none.is_empty() {
                none = stated(&self.book.rules.betting.spoken);
            }
            return Err(Refusal::new(Reason::NotDeclared, "this tournament has no undisclosed wagers", none));
        }
        let (table, coup) = self.coup_at(number)?;
        if table.seats.get(&seat).is_none_or(|seat| seat.forms == 0) {
            let message = format!("no form is left; each player has {}", self.state.undisclosed);
            return Err(Refusal::new(
                Reason::NoFormLeft,
                message,
                cites.form(UndisclosedRule::NumberAsDeclared),
            ));
        }
        if coup.passes.contains(&seat) || coup.forms.iter().any(|form| form.seat == seat) {
            let message = "a form or a pass card is in already";
            return Err(Refusal::new(Reason::AlreadyDone, message, cites.form(UndisclosedRule::OnForm)));
        }
        // Nobody could see before the announcement whether it shows the minimum.
        if coup.held.contains(&seat) {
            let (least, _) = table.limits.unwrap_or_default();
            let message = format!("late: allowed is an open wager of the minimum of {least}");
            return Err(Refusal::new(
                Reason::NotEnoughChips,
                message,
                cites.point(TournamentPoint::LateHeldToMinimum),
            ));
        }
        let beside = coup.bets.iter().any(|bet| bet.seat == seat);
        self.in_turn(number, seat)?;
        let cites = self.cites();
        let mut rests = [
            UndisclosedRule::PlayersChoice,
            UndisclosedRule::OnForm,
            UndisclosedRule::RecordedBySupervisor,
            UndisclosedRule::HiddenUntilCall,
        ]
        .into_iter()
        .map(|rule| cites.form(rule))
        .fold(Citation::default(), Citation::and);
        if beside {
            rests = rests.and(cites.form(UndisclosedRule::BesideOpenWager));
        }
        self.push(Fact::FormTaken { table: number, seat, seal }, rests);
        Ok(())
    }

    /// The form of a player in the coup that is on.
    pub(crate) fn form_of(&self, name: &Name) -> Result<(u8, u8, Form), Refusal> {
        let (number, seat) = self.seated(name)?;
        let (_, coup) = self.coup_at(number)?;
        match coup.forms.iter().find(|form| form.seat == seat) {
            Some(form) => Ok((number, seat, form.clone())),
            None => Err(Refusal::new(
                Reason::OutOfOrder,
                format!("{name} has handed in no form"),
                Citation::default(),
            )),
        }
    }

    pub(crate) fn look_at_form(&mut self, name: &Name) -> Result<(), Refusal> {
        let (table, seat, _) = self.form_of(name)?;
        let (by, cites) = (self.by.name.clone(), self.cites().form(UndisclosedRule::ExaminedBeforeCoup));
        self.push(Fact::FormSeen { table, seat, by }, cites);
        Ok(())
    }

    pub(crate) fn examine_form(&mut self, name: &Name, sound: bool) -> Result<(), Refusal> {
        let (number, seat, form) = self.form_of(name)?;
        let cites = self.cites();
        if form.examined {
            return Err(Refusal::new(Reason::AlreadyDone, "it has been examined", Citation::default()));
        }
        let examined = cites.form(UndisclosedRule::ExaminedBeforeCoup);
        match sound {
            true => {
                let shown = examined.and(cites.form(UndisclosedRule::IndicatorShown));
                self.push(Fact::FormExamined { table: number, seat }, shown);
            }
            false => {
                let rules = [
                    UndisclosedRule::PlayerAnswersForForm,
                    UndisclosedRule::WithinLimits,
                    UndisclosedRule::WithinHolding,
                    UndisclosedRule::TogetherWithinHolding,
                ];
                let rests = rules.into_iter().map(|rule| cites.form(rule)).fold(examined, Citation::and);
                self.push(Fact::FormTurnedBack { table: number, seat }, rests);
                // The turn is the player's again.
                self.push(
                    Fact::TurnBegan { table: number, seat },
                    self.cites().point(TournamentPoint::TurnOrder),
                );
            }
        }
        Ok(())
    }

    pub(crate) fn announce_form(&mut self, name: &Name, opening: Option<&Opening>) -> Result<(), Refusal> {
        let (number, seat, form) = self.form_of(name)?;
        let cites = self.cites();
        let (_, coup) = self.coup_at(number)?;
        if !coup.called {
            let hidden = cites.form(UndisclosedRule::HiddenUntilCall);
            return Err(Refusal::new(Reason::OutOfOrder, "no more bets has not been called", hidden));
        }
        if !form.examined {
            let examined = cites.form(UndisclosedRule::ExaminedBeforeCoup);
            return Err(Refusal::new(
                Reason::FormUnexamined,
                format!("{name}'s form is unexamined"),
                examined,
            ));
        }
        if form.opened {
            return Err(Refusal::new(Reason::AlreadyDone, "it has been announced", Citation::default()));
        }
        // The first announcement freezes every wager. Whoever has still to put a form right would have none, and would know another's.
        if let Some(seat) = self.still_corrects(number)? {
            let rests = cites
                .form(UndisclosedRule::ExaminedBeforeCoup)
                .and(cites.form(UndisclosedRule::FreezesAllWagers));
            let message =
                format!("the form of {} came back and is to be put right first", self.name_at(number, seat));
            return Err(Refusal::new(Reason::FormUnexamined, message, rests));
        }
        let number_of_coup = coup.number;
        let sealed =
            |opening: &&Opening| opening.seal(&self.conditions.id, number_of_coup, name) == form.seal;
        let Some(opening) = opening.filter(sealed) else {
            let message = "this is not what was sealed";
            return Err(Refusal::new(Reason::NotAsSealed, message, cites.form(UndisclosedRule::OnForm)));
        };
        let rests = cites
            .form(UndisclosedRule::TypeAndAmountAnnounced)
            .and(cites.form(UndisclosedRule::DisclosedBeforeFirstCard));
        let (coup, opening) = (number_of_coup, opening.clone());
        self.push(Fact::FormOpened { table: number, seat, coup, opening }, rests);
        Ok(())
    }

    /// The seat of somebody who got a form back after the call and has nothing down in its place yet.
    fn still_corrects(&self, number: u8) -> Result<Option<u8>, Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let plays = |seat: &u8| table.seats.get(seat).is_some_and(|seat| seat.plays() && !seat.absent);
        Ok(coup.corrects.iter().copied().find(|seat| plays(seat) && !coup.is_served(*seat)))
    }

    pub(crate) fn lay_form(&mut self) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let (number, seat, form) = self.form_of(&name)?;
        let cites = self.cites();
        let placed = cites
            .form(UndisclosedRule::PlacedOnAnnouncement)
            .and(cites.form(UndisclosedRule::OnlyItIsPlaced));
        if !form.opened {
            return Err(Refusal::new(
                Reason::FormUnannounced,
                format!("{name}'s form is unannounced"),
                placed,
            ));
        }
        let Some((wager, amount)) = written(self.book, self.conditions, &form) else {
            let message = "the form lacks type or amount, so there is nothing to put down";
            return Err(Refusal::new(Reason::OutOfOrder, message, placed));
        };
        if form.laid {
            return Err(Refusal::new(Reason::AlreadyDone, "it is down already", Citation::default()));
        }
        let (table, coup) = self.coup_at(number)?;
        let open: Money = coup.bets.iter().filter(|bet| bet.seat == seat).map(|bet| bet.amount).sum();
        let stack = table.seats.get(&seat).map_or(Money(0), |seat| seat.stack);
        // Only the chips that are there can be put down.
        let amount = amount.min(stack - open);
        self.push(Fact::FormLaid { table: number, seat, wager, amount }, placed);
        Ok(())
    }

    pub(crate) fn see_form(&mut self, of: &Name) -> Result<(), Refusal> {
        let cites = self.cites();
        let open = cites.form(UndisclosedRule::FormOpenToEntrants);
        let ends = cites.form(UndisclosedRule::LookEndsAtFirstCard);
        let found = self.state.place_of(of);
        let form = found.and_then(|(number, seat)| {
            let last = self.state.table(number)?.last.as_ref()?;
            last.forms.iter().find(|form| form.seat == seat)?;
            Some((number, seat))
        });
        let entered = self.state.entrant(&self.by.name).is_some();
        match form {
            Some((table, seat)) if entered => {
                let by = self.by.name.clone();
                self.push(Fact::FormSeen { table, seat, by }, open.and(ends));
                Ok(())
            }
            Some(_) => Err(Refusal::new(Reason::NotEntered, "only entrants may look", open)),
            None => {
                let message = format!("no form of {of} can be looked at now");
                Err(Refusal::new(Reason::OutOfOrder, message, ends))
            }
        }
    }

    pub(crate) fn forms_disclosed(&self, number: u8) -> Result<(), Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let cites = self.cites();
        // The form of somebody who has been put out since drops out of the coup.
        let plays = |form: &&Form| table.seats.get(&form.seat).is_some_and(|seat| seat.out.is_none());
        for form in coup.forms.iter().filter(plays) {
            let name = self.name_at(number, form.seat);
            if !form.opened {
                let rests = cites.form(UndisclosedRule::DisclosedBeforeFirstCard);
                return Err(Refusal::new(
                    Reason::FormUnannounced,
                    format!("{name}'s form is unannounced"),
                    rests,
                ));
            }
            if !form.laid && written(self.book, self.conditions, form).is_some() {
                let rests = cites.form(UndisclosedRule::PlacedOnAnnouncement);
                return Err(Refusal::new(
                    Reason::FormUnannounced,
                    format!("{name}'s announced wager is not down"),
                    rests,
                ));
            }
        }
        Ok(())
    }

    /// What a form of the coup that is over counts as; nothing if it is in order.
    fn deemed_as(&self, last: &LastCoup, form: &Form) -> Option<DeemedAs> {
        let rules = &self.book.rules.tournament;
        let seat = form.seat;
        let before =
            last.before.iter().find(|(number, _)| *number == seat).map_or(Money(0), |(_, stack)| *stack);
        let open: Money =
            last.bets.iter().filter(|bet| bet.seat == seat && !bet.form).map(|bet| bet.amount).sum();
        let written = written(self.book, self.conditions, form);
        let unit = (rules.units.get() == Some(&TournamentUnits::UnitsOfMinimum)).then_some(last.limits.0);
        let figures = FormFigures {
            amount: written.map(|(_, amount)| amount),
            holding: before,
            open,
            least: last.limits.0,
            most: last.limits.1,
            unit,
            limit: rules.undisclosed_limit.get().copied().unwrap_or(UndisclosedLimit::HoldingOnly),
        };
        let list: Vec<DeemedWager> = rules.deemed.values().cloned().collect();
        deemed(&figures, &list)
    }

    /// The forms of the coup before that are still to be put right, by seat.
    pub(crate) fn faulty_forms(&self, table: &TablePlay) -> Vec<u8> {
        let Some(last) = &table.last else { return Vec::new() };
        let open = last.forms.iter().filter(|form| !form.corrected);
        open.filter(|form| self.deemed_as(last, form).is_some()).map(|form| form.seat).collect()
    }

    /// What follows a coup waits until its forms are put right: stacks are not what they seem before.
    pub(crate) fn forms_corrected(&self, number: u8) -> Result<(), Refusal> {
        let table = self.table(number)?;
        let Some(seat) = self.faulty_forms(table).first().copied() else { return Ok(()) };
        let after = self.cites().form(UndisclosedRule::CorrectedAfterCoup);
        let message =
            format!("the form of {} is at fault and to be put right first", self.name_at(number, seat));
        Err(Refusal::new(Reason::OutOfOrder, message, after))
    }

    /// A form of the coup that is over is put right: settled again at what it counts as.
    pub(crate) fn correct_form(&mut self, name: &Name) -> Result<(), Refusal> {
        let cites = self.cites();
        let after = cites.form(UndisclosedRule::CorrectedAfterCoup);
        let none = |message: &str| Refusal::new(Reason::OutOfOrder, message.to_owned(), after.clone());
        let (number, seat) = self.state.place_of(name).ok_or_else(|| none("there is no such seat"))?;
        let rules = &self.book.rules.tournament;
        let table = self.table(number)?;
        let last = table.last.as_ref().ok_or_else(|| none("no coup is over that could be put right"))?;
        let form = last.forms.iter().find(|form| form.seat == seat && !form.corrected);
        let form = form.ok_or_else(|| none("that player used no form in the coup that is over"))?;
        let as_what = self.deemed_as(last, form).ok_or_else(|| none("the form is in order"))?;
        let outcome = self.outcome(&last.cards)?;
        let laid = last.bets.iter().find(|bet| bet.seat == seat && bet.form);
        let was = laid.map_or(Money(0), |bet| self.net(&bet.wager, bet.amount, &outcome));
        let held = table.seats.get(&seat).map_or(Money(0), |seat| seat.stack) - was;
        // No more is taken than is there.
        let counts_as = if as_what.deducted { as_what.amount.min(held) } else { as_what.amount };
        let is = match (written(self.book, self.conditions, form), as_what.deducted) {
            (_, true) => -counts_as,
            (Some((wager, _)), false) => self.net(&wager, counts_as, &outcome),
            (None, false) => Money(0),
        };
        let stack = held + is;
        let limit = match as_what.fault {
            UndisclosedFault::AboveHolding | UndisclosedFault::AboveMaximum => {
                stated(&rules.undisclosed_limit)
                    .and(self.cites().form(UndisclosedRule::TogetherWithinHolding))
            }
            UndisclosedFault::Incomplete => self.cites().form(UndisclosedRule::PlayerAnswersForForm),
            UndisclosedFault::BelowMinimum => self.cites().form(UndisclosedRule::WithinLimits),
        };
        let rests = listed(&rules.deemed, |one| one.fault == as_what.fault).and(after.clone()).and(limit);
        self.push(Fact::FormDeemed { table: number, seat, counts_as, stack }, rests);
        Ok(())
    }
}
