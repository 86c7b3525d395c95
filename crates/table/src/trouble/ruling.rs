//! What follows from an irregularity: every clause of the book on it, put together and carried out.

use crate::cite::{Citation, Cite, step};
use crate::facts::Fact;
use crate::facts::{cards, deal, notice};
use crate::state::{Coup, Phase, Ready, Report, Stage, Undone, Verdict, Window};
use crate::table::{Facts, Table};
use crate::trouble;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::people::Tidings;
use baccarat::rules::play::Step;
use baccarat::rules::rulings::{CardFate, CardsAfter, CoupFate, Irregularity, WagersFate, Withdrawn};

impl Table {
    /// Everything that follows, as facts.
    pub(crate) fn carry_out(&self, verdict: &Verdict, report: &Report) -> Facts {
        let when = verdict.when;
        let nothing = self.voids_nothing(verdict);
        let cites = match nothing {
            true => self.between_under(when),
            false => self.ruling_under(when),
        };
        let verdict = &self.at_this_stage(verdict, report);
        let mut facts = vec![(Fact::Trouble(trouble::Fact::Ruled { verdict: verdict.clone() }), cites)];
        match &self.state.phase {
            Phase::Coup(coup) => self.rule_in_coup(coup, verdict, report, &mut facts),
            Phase::Betting(_) => {
                // There is no coup to void; wagers down for the next one go back all the same.
                if nothing {
                    facts.extend(self.returned_all("the cards are taken out", &self.cards_under(when)));
                }
                self.rule_between(verdict, report, &mut facts)
            }
            Phase::Preparing(preparing) => {
                let burn = matches!(preparing.ready.first(), Some(Ready::Burn | Ready::BurnRest(_)));
                if when == Irregularity::BurnForgotten && burn {
                    facts.push((Fact::Cards(cards::Fact::BurnForgone), self.card_under(when)));
                }
                if when == Irregularity::CannotBeReconstructed {
                    facts.extend(self.void_earlier(self.state.coups, &self.void_under(when)));
                }
                if let (Some(CardFate::StaysBurnt), Report::WronglyBurnt { card }) = (verdict.card, report) {
                    let fact = Fact::Deal(deal::Fact::CardSetAside { card: *card });
                    facts.push((fact, self.card_under(when)));
                }
                // The coup that has begun without a shuffle is played from the old shoe, and then they are shuffled.
                match verdict.coup {
                    Some(CoupFate::FinishedThenShuffled) => {
                        facts.push((Fact::Cards(cards::Fact::OldShoeGoesOn), self.coup_under(when)))
                    }
                    _ => self.rule_cards_after(verdict, &mut facts),
                }
            }
            Phase::Closed => {}
        }
        facts
    }

    /// Would a coup be void, and none is under way?
    fn voids_nothing(&self, verdict: &Verdict) -> bool {
        verdict.coup == Some(CoupFate::Void)
            && verdict.when != Irregularity::CannotBeReconstructed
            && !matches!(self.state.phase, Phase::Coup(_))
    }

    /// A ruling as it is where play stands: to whom cards were passed, no right to withdraw once the cards show the result,
    /// and nothing of a coup where none is under way.
    fn at_this_stage(&self, verdict: &Verdict, report: &Report) -> Verdict {
        let mut verdict = verdict.clone();
        if self.voids_nothing(&verdict) {
            (verdict.coup, verdict.wagers) = (None, None);
        }
        if let Report::PassedTo { to } = report {
            verdict.to = Some(to.clone());
        }
        if let Phase::Coup(coup) = &self.state.phase
            && verdict.wagers == Some(WagersFate::MayBeWithdrawn)
            && verdict.card.is_none()
            && !self.withdrawable(coup, verdict.card)
        {
            verdict.wagers = Some(WagersFate::Stand);
        }
        verdict
    }

    /// Whoever must be told of it.
    pub(crate) fn told_of(&self, when: Irregularity) -> Facts {
        let what = match when {
            Irregularity::CardMissing | Irregularity::CardForeign => Tidings::MissingOrForeignCard,
            Irregularity::CardsDropped => Tidings::DroppedCards,
            _ => return Vec::new(),
        };
        let message = self.book.rules.procedure.told.items.iter().filter(|message| message.what == what);
        message
            .map(|message| {
                (
                    Fact::Notice(notice::Fact::PersonTold { who: message.who, patron: None, what }),
                    message.cites(),
                )
            })
            .collect()
    }

    fn rule_in_coup(&self, coup: &Coup, verdict: &Verdict, report: &Report, facts: &mut Facts) {
        let (card, when) = (report.card(), verdict.when);
        let on_card = self.card_under(when);
        let mut after = coup.clone();
        let mut moved = false;
        match (verdict.card, report) {
            (_, Report::OutOfSequence { cards, .. }) if verdict.coup == Some(CoupFate::Reconstructed) => {
                let again = self.reconstructed(coup, cards, None, &self.coup_under(when));
                again.iter().for_each(|(fact, _)| crate::deal::coup::advance(&mut after, fact));
                facts.extend(again);
                moved = true;
            }
            (Some(CardFate::BankersThird), Report::Misdealt { .. }) => {
                self.lay(&mut after, Side::Banker, card, &on_card, facts);
                moved = true;
            }
            (
                Some(CardFate::PutInPlace | CardFate::Played),
                Report::Misdealt { .. } | Report::FaceUp { .. },
            ) => {
                if let Some(to) = self.lawful_place(coup) {
                    self.lay(&mut after, to, card, &on_card, facts);
                    moved = true;
                }
            }
            (Some(fate @ (CardFate::OpensNextCoup | CardFate::OpensNoBetCoup)), Report::Misdealt { .. }) => {
                let no_bet = fate == CardFate::OpensNoBetCoup;
                let fact = deal::Fact::CardCarried { card, no_bet, when, was_dealt: false };
                facts.push((Fact::Deal(fact), self.carries_under(when)));
            }
            (Some(CardFate::StaysBurnt), Report::WronglyBurnt { .. }) => {
                facts.push((Fact::Deal(deal::Fact::CardSetAside { card }), on_card));
            }
            _ => {}
        }
        match verdict.coup {
            Some(CoupFate::Void) => {
                if let Report::Foreign { card } = report {
                    let fact = Fact::Deal(deal::Fact::CardSetAside { card: *card });
                    facts.push((fact, self.foreign_under(when)));
                }
                facts.extend(self.void_coup(coup, &self.void_under(when)));
                let disorder = verdict.when == Irregularity::CannotBeReconstructed;
                let on = step(&self.book, Step::PlayOnWithRest);
                if disorder
                    && !facts.iter().any(|(fact, _)| matches!(fact, Fact::Cards(cards::Fact::ShuffleDue)))
                    && !on.is_empty()
                {
                    facts.push((Fact::Trouble(trouble::Fact::PlayGoesOn), on));
                }
                self.rule_cards_after(verdict, facts);
                facts.extend(self.carried_on(facts));
                return;
            }
            Some(CoupFate::FinishedThenShuffled) => {
                facts.push((Fact::Cards(cards::Fact::ShuffleOrdered), self.cards_under(verdict.when)));
                return;
            }
            _ => {}
        }
        if verdict.when == Irregularity::WrongMethod && coup.stage == Stage::Settled {
            // A settlement still under way is put right: what was paid comes back and is settled again.
            let anew = self.coup_under(when);
            facts.extend(self.undo(coup.number, &self.state.settled, true, &anew));
            facts.push((Fact::Trouble(trouble::Fact::SettlementReopened), anew));
        }
        let unseen = match report {
            Report::OutOfSequence { cards, .. } => self.moved_unseen(coup, cards),
            Report::Found { .. } | Report::PassedTo { .. } => {
                coup.player.iter().chain(&coup.banker).all(Option::is_none)
            }
            _ => card.is_none(),
        };
        let window = Window::Ruling { when: verdict.when };
        // Stakes that a reconstruction has laid again count with those that lie.
        let mut then = self.clone();
        then.state.stakes.extend(facts.iter().filter_map(|(fact, _)| match fact {
            Fact::Trouble(trouble::Fact::SettlementUndone { stake, how: Undone::Relaid, .. }) => {
                Some(stake.clone())
            }
            _ => None,
        }));
        then.state.on_paper.extend(facts.iter().filter_map(|(fact, _)| match fact {
            Fact::Trouble(trouble::Fact::SettlementUndone { stake, how: Undone::OnPaper, .. }) => {
                Some(stake.clone())
            }
            _ => None,
        }));
        let opened = match verdict.wagers {
            Some(WagersFate::MayBeWithdrawn) if then.withdrawable(&after, verdict.card) => {
                then.window_opened(window)
            }
            Some(WagersFate::MayBeWithdrawnWhileUnseen) if unseen => then.window_opened(window),
            Some(WagersFate::MayBeAltered) => then.window_opened(Window::Relief),
            _ => None,
        };
        match opened.filter(|_| !coup.no_bet) {
            Some((fact, cites)) => {
                crate::deal::coup::advance(&mut after, &fact);
                facts.push((fact, cites));
            }
            None => self.nothing_withdrawn(when, facts),
        }
        if moved {
            facts.extend(then.consequences(after));
        }
    }

    /// A ruling by which wagers might be withdrawn, where none may be: it says that they stand, and rests on its other clauses. A clause
    /// that places the card says what becomes of the wagers in the same breath, and is told as it is.
    fn nothing_withdrawn(&self, when: Irregularity, facts: &mut Facts) {
        let Some((Fact::Trouble(trouble::Fact::Ruled { verdict }), cites)) = facts.first_mut() else {
            return;
        };
        let rulings = self.book.rules.irregularities.rulings.values();
        let mut of_wagers = rulings.filter(|ruling| ruling.when == when && self.is_at_hand(ruling));
        let by_itself = of_wagers.any(|ruling| ruling.wagers.is_some_and(withdraws) && ruling.card.is_none());
        if verdict.wagers.is_some_and(withdraws) && by_itself {
            verdict.wagers = Some(WagersFate::Stand);
            *cites = self.part_under(when, |ruling| !ruling.wagers.is_some_and(withdraws));
        }
    }

    /// May wagers still be withdrawn, where the cards perhaps show the result already? A card that only
    /// opens the next coup changes nothing of a result in sight.
    fn withdrawable(&self, coup: &Coup, card: Option<CardFate>) -> bool {
        let shown = self.outcome(coup).is_some() && self.lawful_place(coup).is_none();
        let rules = &self.book.rules.irregularities.withdrawn;
        let leaves = matches!(card, Some(CardFate::OpensNextCoup | CardFate::OpensNoBetCoup));
        !shown || (!leaves && rules.values().any(|rule| *rule == Withdrawn::ThoughResultIsSeen))
    }

    /// Lays a card where it belongs by a ruling.
    fn lay(&self, after: &mut Coup, to: Side, card: Option<Card>, cites: &Citation, facts: &mut Facts) {
        let fact = Fact::Deal(deal::Fact::CardDealt { to, card });
        crate::deal::coup::advance(after, &fact);
        facts.push((fact, cites.clone()));
        facts.extend(self.keeps(after));
    }

    /// The clauses on a card that does not belong to the decks, where it is laid aside.
    fn foreign_under(&self, when: Irregularity) -> Citation {
        self.part_under(when, |ruling| {
            let nothing = ruling.coup.is_none() && ruling.wagers.is_none() && ruling.earlier.is_none();
            ruling.card.is_some() || (nothing && ruling.cards.is_none())
        })
    }

    fn rule_between(&self, verdict: &Verdict, report: &Report, facts: &mut Facts) {
        let (card, when) = (report.card(), verdict.when);
        let drawn = matches!(report, Report::Misdealt { .. } | Report::FaceUp { .. });
        match verdict.card {
            Some(fate @ (CardFate::OpensNextCoup | CardFate::OpensNoBetCoup)) if drawn => {
                let no_bet = fate == CardFate::OpensNoBetCoup;
                let fact = deal::Fact::CardCarried { card, no_bet, when, was_dealt: false };
                facts.push((Fact::Deal(fact), self.carries_under(when)));
                if no_bet {
                    let cleared = self.part_under(when, |ruling| ruling.wagers.is_some());
                    facts.extend(self.returned_all("no-bet coup", &cleared));
                    facts.push(self.forced_no_bet(Some(when)));
                }
            }
            Some(CardFate::StaysBurnt) => {
                facts.push((Fact::Deal(deal::Fact::CardSetAside { card }), self.card_under(when)))
            }
            _ => {}
        }
        if let Report::Foreign { card } = report {
            let fact = Fact::Deal(deal::Fact::CardSetAside { card: *card });
            facts.push((fact, self.foreign_under(when)));
        }
        match verdict.coup {
            Some(CoupFate::Void) => {
                let back = self.void_under(when);
                facts.extend(self.void_earlier(self.state.coups, &back));
                let disordered = self.part_under(when, |ruling| ruling.coup.is_some());
                facts.push((Fact::Trouble(trouble::Fact::Disordered), disordered));
            }
            Some(CoupFate::FinishedThenShuffled) => {
                let shuffled = self.cards_under(when);
                facts.extend(self.returned_all("the cards are shuffled first", &shuffled));
                facts.push((Fact::Cards(cards::Fact::ShuffleOrdered), shuffled.clone()));
                facts.push((Fact::Cards(cards::Fact::ShuffleDue), shuffled));
                return;
            }
            _ => {}
        }
        self.rule_cards_after(verdict, facts);
    }

    fn rule_cards_after(&self, verdict: &Verdict, facts: &mut Facts) {
        let cites = self.cards_under(verdict.when);
        for after in &verdict.cards {
            match after {
                CardsAfter::Shuffled => {
                    match facts
                        .iter_mut()
                        .find(|(fact, _)| matches!(fact, Fact::Cards(cards::Fact::ShuffleDue)))
                    {
                        Some((_, due)) => due.also(&cites),
                        None => facts.push((Fact::Cards(cards::Fact::ShuffleDue), cites.clone())),
                    }
                }
                CardsAfter::TakenOutAndChecked | CardsAfter::MayBeCheckedAfterCoup => {
                    facts.push((Fact::Cards(cards::Fact::CardsTakenOut), cites.clone()));
                }
                CardsAfter::PlayOn | CardsAfter::MayBeShuffledByConsent => {}
            }
        }
    }
}

/// Does a ruling let wagers be withdrawn?
fn withdraws(fate: WagersFate) -> bool {
    matches!(fate, WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen)
}
