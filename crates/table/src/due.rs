//! What is due next, so that a console can say it.

use crate::cite::{Citation, Cite, cite_all, step};
use crate::person::Name;
use crate::state::{Betting, Coup, Phase, Ready, Stage};
use crate::table::Table;
use crate::time::Time;
use baccarat::outcome::Side;
use baccarat::rules::cards::{Handling, Preparation};
use baccarat::rules::people::{CallWords, Moment};
use baccarat::rules::play::{Exposing, NoBetSource, Receives, SettleWhen, Step};
use baccarat::rules::rulings::{DeviceMeasure, TransferCondition};
use serde::Serialize;
use std::fmt;

/// The next act of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "due", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Due {
    Check,
    Prepare {
        step: Preparation,
    },
    Shuffle,
    ReplaceCards,
    OfferCut {
        to: Option<Name>,
    },
    Cut {
        by: Option<Name>,
    },
    InsertCuttingCard,
    Load,
    Burn,
    BurnRest {
        cards: u8,
    },
    StartPlay,
    OfferRole {
        to: Name,
    },
    AnswerRole {
        by: Name,
    },
    OpenBetting,
    Wagers,
    /// Wagers while the clock runs. How many seconds are left is known where the time was told.
    Countdown {
        until: Time,
        left: Option<i64>,
    },
    Call {
        words: CallWords,
    },
    FirstCard,
    Card {
        to: Side,
    },
    OfferHand {
        side: Side,
        to: Option<Name>,
    },
    AnswerOffer {
        by: Name,
    },
    Expose {
        side: Side,
        by: Option<Name>,
    },
    CollectHand {
        side: Side,
    },
    Settle,
    CollectCards,
    LayCarried {
        to: Side,
        card: Option<baccarat::card::Card>,
    },
    Decide {
        matter: u32,
        by: baccarat::rules::people::Role,
    },
    Resume,
    /// Somebody says whether a condition holds after the device failed, or which cards it damaged.
    SayOfDevice {
        condition: Option<TransferCondition>,
    },
    AfterDevice {
        step: DeviceMeasure,
    },
    Nothing,
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |side: &Side| if *side == Side::Player { "player" } else { "banker" };
        match self {
            Due::Check => write!(f, "check the cards"),
            Due::Prepare { step } => write!(f, "prepare the cards: {}", step.to_string().replace('-', " ")),
            Due::Shuffle => write!(f, "shuffle"),
            Due::ReplaceCards => write!(f, "replace the cards"),
            Due::OfferCut { to: Some(to) } => write!(f, "offer the cut to {to}"),
            Due::OfferCut { to: None } => write!(f, "offer the cut to a player"),
            Due::Cut { by: Some(by) } => write!(f, "{by} cuts or refuses"),
            Due::Cut { by: None } => write!(f, "staff cut the cards"),
            Due::InsertCuttingCard => write!(f, "insert the cutting card"),
            Due::Load => write!(f, "load the cards"),
            Due::Burn => write!(f, "burn the first card"),
            Due::BurnRest { cards } => write!(f, "burn {cards} more"),
            Due::StartPlay => write!(f, "start play"),
            Due::OfferRole { to } => write!(f, "offer the role to {to}"),
            Due::AnswerRole { by } => write!(f, "{by} takes or declines the role"),
            Due::OpenBetting => write!(f, "open betting"),
            Due::Wagers => write!(f, "wagers"),
            Due::Countdown { left: Some(1), .. } => write!(f, "wagers, 1 second left on the clock"),
            Due::Countdown { left: Some(left), .. } => write!(f, "wagers, {left} seconds left on the clock"),
            Due::Countdown { until, left: None } => write!(f, "wagers until {until} by the clock"),
            Due::Call { words } => write!(f, "call {}", words.to_string().replace('-', " ")),
            Due::FirstCard => write!(f, "first card to player"),
            Due::Card { to } => write!(f, "card to {}", hand(to)),
            Due::OfferHand { side, to: Some(to) } => write!(f, "offer the {} cards to {to}", hand(side)),
            Due::OfferHand { side, to: None } => write!(f, "offer or expose the {} cards", hand(side)),
            Due::AnswerOffer { by } => write!(f, "{by} takes or refuses"),
            Due::Expose { side, by: Some(by) } => write!(f, "{by} exposes the {} cards", hand(side)),
            Due::Expose { side, by: None } => write!(f, "expose the {} cards", hand(side)),
            Due::CollectHand { side } => write!(f, "collect the {} cards from the holder", hand(side)),
            Due::Settle => write!(f, "settle"),
            Due::CollectCards => write!(f, "collect the cards"),
            Due::LayCarried { to, card: Some(card) } => {
                write!(f, "card to {}: {card}, which is already out", hand(to))
            }
            Due::LayCarried { to, card: None } => write!(f, "card to {}: the one already out", hand(to)),
            Due::Decide { matter, by } => {
                write!(f, "the {} decides matter {matter}", by.to_string().replace('-', " "))
            }
            Due::Resume => write!(f, "resume the coup once patrons have withdrawn what they may"),
            Due::SayOfDevice { condition } => {
                let message = match condition {
                    Some(TransferCondition::NobodyHurt) => "whether nobody was put at a disadvantage",
                    Some(TransferCondition::SpareAtHand) => "whether a spare device is at hand",
                    Some(TransferCondition::TransferPracticable) => "whether moving the cards is practicable",
                    Some(TransferCondition::DeviceInUse | TransferCondition::CardOut) => "how play stands",
                    None => "which cards are damaged",
                };
                write!(f, "the supervisor says {message}")
            }
            Due::AfterDevice { step } => f.write_str(match step {
                DeviceMeasure::MoveCards => "move the cards to another device",
                DeviceMeasure::RemoveDamaged => "take the damaged cards out of play",
                DeviceMeasure::MoveSound => "move the sound cards to another device",
                DeviceMeasure::ReplaceFromNewDeck => "replace the damaged cards from a new deck",
                DeviceMeasure::AddReplacements => "put the replacements into that device",
                DeviceMeasure::GoOn => "go on with the game",
                DeviceMeasure::FinishFromShoe => "finish the coup from a card shoe",
                DeviceMeasure::ShuffleAndCut => "shuffle and cut the other cards",
                DeviceMeasure::OfferStakesBack => "offer every stake back",
                DeviceMeasure::EndCoupAndReturn => "end the coup",
                DeviceMeasure::EarlierStand => "let earlier coups stand",
            }),
            Due::Nothing => write!(f, "nothing"),
        }
    }
}

impl Table {
    /// What is due next. While the clock runs, that is wagers until it ends; see [`Table::due_at`].
    pub fn due(&self) -> Due {
        if let Some(matter) = self.halted_by() {
            return Due::Decide { matter: matter.id, by: matter.decides };
        }
        if self.window().is_some() {
            return Due::Resume;
        }
        if let Some(due) = self.due_of_device() {
            return due;
        }
        match &self.state.phase {
            Phase::Betting(Betting { until: Some(until), closed: false, .. }) => {
                Due::Countdown { until: *until, left: None }
            }
            _ => self.due_by_the_book(),
        }
    }

    /// What a failed device waits for.
    fn due_of_device(&self) -> Option<Due> {
        self.state.trouble.as_ref()?;
        if let Some(condition) = self.device_asks() {
            return Some(Due::SayOfDevice { condition });
        }
        // The shuffle and the cut of a coup set aside come first.
        let unready = matches!(&self.state.phase, Phase::Preparing(preparing) if !preparing.ready.is_empty());
        self.device_owes().filter(|_| !unready).map(|step| Due::AfterDevice { step })
    }

    /// What is due at this moment: while the clock runs with the seconds left, after that what follows.
    pub fn due_at(&self, now: Time) -> Due {
        let now = now.max(self.state.last);
        match self.due() {
            Due::Countdown { until, .. } if now < until => {
                Due::Countdown { until, left: Some(now.seconds_until(until)) }
            }
            Due::Countdown { .. } => self.due_by_the_book(),
            due => due,
        }
    }

    /// What is due once no clock runs.
    fn due_by_the_book(&self) -> Due {
        match &self.state.phase {
            Phase::Preparing(preparing) => {
                if self.must_replace().is_some() || self.unfit_owed().is_some() {
                    return Due::ReplaceCards;
                }
                match preparing.ready.first() {
                    Some(Ready::Check) => Due::Check,
                    Some(Ready::Prepare(step)) => Due::Prepare { step: *step },
                    Some(Ready::Shuffle) => Due::Shuffle,
                    Some(Ready::Cut) => self.due_of_cut(),
                    Some(Ready::InsertCuttingCard) => Due::InsertCuttingCard,
                    Some(Ready::Load) => Due::Load,
                    Some(Ready::Burn) => Due::Burn,
                    Some(Ready::BurnRest(cards)) => Due::BurnRest { cards: *cards },
                    None => Due::StartPlay,
                }
            }
            Phase::Betting(betting) => self.due_in_betting(betting),
            Phase::Coup(coup) => self.due_in_coup(coup),
            Phase::Closed if self.closing_check_owed() => Due::Check,
            Phase::Closed => Due::Nothing,
        }
    }

    fn due_of_cut(&self) -> Due {
        let Phase::Preparing(preparing) = &self.state.phase else { return Due::Nothing };
        if let Some(offered) = &preparing.cutting.offered {
            return Due::Cut { by: Some(offered.clone()) };
        }
        let supervisor_first = self.book.rules.cut.offered_to.get()
            == Some(&baccarat::rules::shoe::CutOffer::SupervisorOrPlayers)
            && !preparing.cutting.players;
        let anyone = self.state.players().find(|(name, _)| !preparing.cutting.refused.contains(name));
        match (supervisor_first, self.cut_goes_to(), anyone) {
            (true, ..) | (false, None, None) => Due::Cut { by: None },
            (false, Some(to), _) => Due::OfferCut { to: Some(to) },
            (false, None, Some(_)) => {
                let ordered =
                    self.book.rules.cut.offered_to.get() != Some(&baccarat::rules::shoe::CutOffer::AnyPlayer);
                if ordered { Due::Cut { by: None } } else { Due::OfferCut { to: None } }
            }
        }
    }

    fn due_in_betting(&self, betting: &Betting) -> Due {
        if self.unfit_owed().is_some() {
            return Due::ReplaceCards;
        }
        if let Some(words) = self.call_owed_before_coup(betting) {
            // Betting goes on until the dealer is ready, so the call of no more bets is named only once it is the
            // last thing missing; last coup is announced at once.
            if words == CallWords::LastCoup {
                return Due::Call { words };
            }
        }
        if let Some(to) = self.role_goes_to() {
            return Due::OfferRole { to };
        }
        if let Some(by) = &self.state.designated.offered {
            return Due::AnswerRole { by: by.clone() };
        }
        let period = self.state.settings.period_seconds.is_some();
        if period && !betting.open && !betting.closed && betting.no_bet.is_none() {
            return Due::OpenBetting;
        }
        match self.call_owed_before_coup(betting) {
            _ if self.check_role_wager(betting.no_bet.is_some()).is_err() => Due::Wagers,
            Some(words) if !self.state.stakes.is_empty() || betting.no_bet.is_some() => Due::Call { words },
            None if !self.state.stakes.is_empty() || betting.no_bet.is_some() => {
                match self.state.shoe.carried.first() {
                    Some(carried) => Due::LayCarried { to: Side::Player, card: carried.card },
                    None => Due::FirstCard,
                }
            }
            _ => Due::Wagers,
        }
    }

    /// Is the coming coup known to be the last of the shoe?
    pub(crate) fn is_last_coup(&self, betting: &Betting) -> bool {
        let first = betting.cutting_card_first || self.state.shoe.cutting_card_in_burn;
        let after_first = self.book.rules.last.after_cutting_card_first.get() == Some(&0);
        self.state.shoe.coups_left == Some(1)
            || (first && after_first && self.state.shoe.coups_left.is_none())
    }

    /// A call that the book demands before the first card and that has not been made.
    pub(crate) fn call_owed_before_coup(&self, betting: &Betting) -> Option<CallWords> {
        let last = self.is_last_coup(betting);
        let moment = self.last_moment(betting);
        let last_call = last.then(|| self.calls_at(moment).find(|call| Table::is_duty(call.duty))).flatten();
        if let Some(owed) = last_call.filter(|call| !betting.called.contains(&call.words)) {
            return Some(owed.words);
        }
        // Where the book has words of its own before a no-bet coup that a ruling ordered, they take the others' place.
        let forced = Moment::BeforeForcedNoBetCoup;
        let own_words = betting.no_bet == Some(NoBetSource::Ruling)
            && self.calls_at(forced).any(|call| Table::is_duty(call.duty));
        if own_words {
            let mut owed = self.calls_at(forced).filter(|call| Table::is_duty(call.duty));
            return owed.find(|call| !betting.called.contains(&call.words)).map(|call| call.words);
        }
        let at_zero = self.state.settings.period_seconds.is_some();
        let moments = [Moment::BeforeCoup, Moment::ClockZero];
        let before = moments.into_iter().filter(|moment| *moment != Moment::ClockZero || at_zero);
        let mut owed =
            before.flat_map(|moment| self.calls_at(moment)).filter(|call| Table::is_duty(call.duty));
        owed.find(|call| !betting.called.contains(&call.words)).map(|call| call.words)
    }

    fn due_in_coup(&self, coup: &Coup) -> Due {
        match (self.due_of_cards(coup), self.state.shoe.carried.first()) {
            (Due::Card { to }, Some(carried)) => Due::LayCarried { to, card: carried.card },
            (due, _) => due,
        }
    }

    fn due_of_cards(&self, coup: &Coup) -> Due {
        if coup.player.len() + coup.banker.len() < 4 {
            return Due::Card { to: self.next_of_four(coup) };
        }
        // A hand that is out, or offered, comes before one that is still to go out.
        let begun = |side: &Side| self.hand_out(coup, *side) || coup.holding(*side).offered.is_some();
        let mut sides = [Side::Player, Side::Banker];
        sides.sort_by_key(|side| !begun(side));
        for side in sides {
            if !self.lies_open(coup, side) {
                return self.due_of_hand(coup, side);
            }
        }
        match coup.stage {
            Stage::Initial => match self.call_owed_in_coup(coup) {
                Some(words) => Due::Call { words },
                None => Due::Settle,
            },
            Stage::PlayerOwed => Due::Card { to: Side::Player },
            Stage::BankerOwed => Due::Card { to: Side::Banker },
            Stage::PlayerDone | Stage::Complete => Due::Nothing,
            Stage::Decided => match self.call_owed_in_coup(coup) {
                Some(words) => Due::Call { words },
                None if !self.state.nothing_down() => Due::Settle,
                None => Due::CollectCards,
            },
            Stage::Settled => Due::CollectCards,
        }
    }

    fn due_of_hand(&self, coup: &Coup, side: Side) -> Due {
        let holding = coup.holding(side);
        if let Some(offered) = &holding.offered {
            return Due::AnswerOffer { by: offered.clone() };
        }
        if coup.is_shown(side) {
            return Due::CollectHand { side };
        }
        if let Some(holder) = holding.holder.as_ref().filter(|_| holding.out) {
            return Due::Expose { side, by: Some(holder.clone()) };
        }
        match self.hand_goes_to(coup, side) {
            Some(to) => Due::OfferHand { side, to: Some(to) },
            None => Due::Expose { side, by: None },
        }
    }

    /// Does any stake wait to be settled before third cards?
    pub(crate) fn early_owed(&self, coup: &Coup) -> bool {
        !coup.early_settled && self.state.stakes.iter().any(|stake| self.settles_early(&stake.wager))
    }

    pub(crate) fn settles_early(&self, wager: &baccarat::wager::WagerId) -> bool {
        crate::settings::option_of(&self.book, wager).is_some_and(|option| self.option_settles_early(option))
    }

    pub(crate) fn option_settles_early(&self, option: &str) -> bool {
        let options = &self.book.rules.settlement.options;
        options.find(|rule| rule.option == option && rule.when == SettleWhen::BeforeThirdCards).is_some()
    }

    /// The clauses on what is due.
    pub(crate) fn due_under(&self) -> Citation {
        self.under_due(self.due())
    }

    /// The clauses on what is due at this moment.
    pub fn due_under_at(&self, now: Time) -> Citation {
        self.under_due(self.due_at(now))
    }

    fn under_due(&self, due: Due) -> Citation {
        let rules = &self.book.rules;
        let cites = match due {
            Due::Check => match &self.state.phase {
                Phase::Preparing(preparing) if !preparing.brought.is_empty() => preparing.brought.clone(),
                Phase::Preparing(preparing) => self.check_on(preparing.occasion).cites(),
                _ => rules.supply.check_after.cites(),
            },
            Due::Prepare { step } => cite_all(&rules.supply.preparation, |known| *known == step),
            Due::Shuffle => match &self.state.phase {
                Phase::Preparing(preparing) => self.shuffle_under(preparing),
                _ => Citation::default(),
            },
            Due::ReplaceCards => {
                let handled = self.must_replace().unwrap_or_default();
                handled.and(self.unfit_owed().unwrap_or_default())
            }
            Due::OfferCut { .. } => rules.cut.offered_to.cites(),
            Due::Cut { by } => {
                let supervisor_first = rules.cut.offered_to.get()
                    == Some(&baccarat::rules::shoe::CutOffer::SupervisorOrPlayers)
                    && matches!(&self.state.phase, Phase::Preparing(preparing) if !preparing.cutting.players);
                let nobody_here = self.state.players().next().is_none();
                let fallback =
                    if nobody_here { &rules.cut.nobody_present } else { &rules.cut.nobody_accepts };
                match by.is_some() || supervisor_first {
                    true => rules.cut.offered_to.cites(),
                    false => fallback.cites(),
                }
            }
            Due::InsertCuttingCard => rules.cut.from_back.cites(),
            Due::Load => rules.equipment.devices.cites(),
            Due::Burn | Due::BurnRest { .. } | Due::StartPlay => self.burn_under(),
            Due::OfferRole { .. } | Due::AnswerRole { .. } => self.role_offer_under(),
            Due::OpenBetting | Due::Wagers | Due::Countdown { .. } => self.closing().1,
            Due::Call { words } => self.owed_call_under(words),
            Due::FirstCard => self.turn_under(Side::Player, false),
            Due::LayCarried { .. } => self.carried_under(),
            Due::Decide { .. } => {
                self.halted_by().map(|matter| self.matter_under(matter)).unwrap_or_default()
            }
            Due::SayOfDevice { .. } | Due::AfterDevice { .. } => self.device_under(),
            Due::Resume => self.window().map(|window| self.window_under(window)).unwrap_or_default(),
            Due::Card { to } => match &self.state.phase {
                Phase::Coup(coup) if coup.stage != Stage::Initial => self.owed_under(coup),
                Phase::Coup(coup) => self.turn_under(to, !coup.banker.is_empty()),
                _ => Citation::default(),
            },
            Due::OfferHand { .. } | Due::AnswerOffer { .. } => rules.dealing.exposing.cites(),
            Due::Expose { by, .. } => {
                let who = if by.is_some() { Step::HolderExposes } else { Step::DealerTurnsRest };
                rules.dealing.exposing.cites().and(step(&self.book, who))
            }
            Due::CollectHand { .. } => step(&self.book, Step::DealerCollectsHands),
            Due::Settle => match &self.state.phase {
                Phase::Coup(coup) if coup.stage == Stage::Initial => {
                    step(&self.book, Step::ThirdCardsAfterPairsSettled)
                        .and(self.option_times_under(SettleWhen::BeforeThirdCards))
                }
                _ => rules.settlement.order.cites(),
            },
            Due::CollectCards => step(&self.book, Step::CoupEnds),
            Due::Nothing => Citation::default(),
        };
        if cites.is_empty() { Citation::silent("the order of play") } else { cites }
    }

    /// The clauses by which a third card is owed.
    pub(crate) fn owed_under(&self, coup: &Coup) -> Citation {
        let counts = self.initial_counts(coup);
        let third = coup.player.get(2).copied().flatten().map(|card| self.book.values().of(card.rank));
        let basis = match (coup.stage, counts) {
            (Stage::PlayerOwed, Some((player, _))) => self.book.draw_basis(Side::Player, player, None),
            (_, Some((_, banker))) => self.book.draw_basis(Side::Banker, banker, third),
            _ => return Citation::silent("tableau"),
        };
        Citation::of("tableau", basis).and(step(&self.book, Step::ThirdCardsByTableau))
    }

    /// Does this table deal by a method in which patrons may hold cards?
    pub(crate) fn patrons_hold(&self, coup: &Coup) -> bool {
        let dealer_only = self.book.rules.cards.handling.get() == Some(&Handling::DealerOnly);
        !coup.no_bet
            && !dealer_only
            && match self.book.rules.dealing.exposing.get() {
                Some(Exposing::DealerOrBettorOnHand) => true,
                Some(Exposing::AsDealingMethod) => {
                    self.state.settings.receives(&self.book) != Receives::Nobody
                }
                _ => false,
            }
    }
}
