//! Calls, cards, and who holds them.

use crate::cite::{Citation, Cite, cite_all, cite_if, cite_said, step};
use crate::deal;
use crate::facts::Fact;
use crate::facts::bets;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Betting, Coup, Due, Phase, Ready, Stage};
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::card::Card;
use baccarat::outcome::{Outcome, Side};
use baccarat::rules::betting::Closing;
use baccarat::rules::cards::{DrawOrder, ThirdColumn};
use baccarat::rules::people::{CallWords, Duty, Moment, Role};
use baccarat::rules::play::{Face, NoBetSource, Receives, Step, ThirdCard};
use baccarat::rules::rulings::CarriedStart;
use baccarat::rules::shoe::CuttingCardInBurn;

impl Table {
    pub(crate) fn judge_deal(&self, act: &deal::Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        match act {
            deal::Act::Call { words } => self.judge_call(by, *words, at),
            deal::Act::DrawCuttingCard => self.judge_cutting_card(by),
            deal::Act::DrawFirstCard => self.judge_draw_first_card(by, at),
            deal::Act::DealCard { to, card } => self.judge_card(by, *to, *card, at),
            deal::Act::OfferHand { side, to } => self.judge_offer_hand(by, *side, to),
            deal::Act::TakeHand => self.judge_take_hand(by),
            deal::Act::RefuseHand => self.judge_refuse_hand(by),
            deal::Act::Nominate { nominees, cards } => self.judge_nominate(by, nominees, *cards),
            deal::Act::PassCard { side, to } => self.judge_pass_card(by, *side, to),
            deal::Act::CollectHand { side } => self.judge_collect_hand(by, *side),
            deal::Act::FindHeld { patron, lacks } => self.judge_held(by, patron, *lacks),
            deal::Act::ForfeitCards { reason } => self.judge_forfeit(by, reason.as_ref()),
            deal::Act::OfferRole { to } => self.judge_offer_role(by, to),
            deal::Act::TakeRole => self.judge_take_role(by),
            deal::Act::PassRole => self.judge_pass_role(by),
            deal::Act::Expose { side, cards } => self.judge_expose(by, *side, cards),
        }
    }

    fn judge_call(&self, by: &Actor, words: CallWords, at: Time) -> Result<Facts, Refusal> {
        let cites = self.call_under(words);
        self.only(by, Role::Dealer, &cites)?;
        let calls = &self.book.rules.procedure.calls;
        if calls.find(|call| call.words == words && call.duty != Duty::MustNot).is_none()
            && calls.find(|call| call.words == words).is_some()
        {
            return Err(Refusal::new(Reason::NotLawful, "this must not be called", cites));
        }
        let called = (Fact::Deal(deal::Fact::Called { words }), cites.clone());
        match &self.state.phase {
            Phase::Betting(betting) => {
                self.check_call_in_betting(betting, words, at, &cites)?;
                let mut facts = vec![called];
                let (closing, closes) = self.closing();
                if words == CallWords::NoMoreBets && !betting.closed && closing != Closing::FirstCard {
                    facts.push((
                        Fact::Bets(bets::Fact::BettingClosed { by: closing }),
                        closes.and(self.freezing()).and(step(&self.book, Step::ClockEnds)),
                    ));
                }
                Ok(facts)
            }
            Phase::Coup(coup) => {
                if !self.calls_in_coup(coup).iter().any(|(known, _)| *known == words) {
                    return Err(self.not_due());
                }
                let mut after = coup.clone();
                after.called.push(words);
                let mut facts = vec![called];
                facts.extend(self.consequences(after));
                Ok(facts)
            }
            _ => Err(self.not_due()),
        }
    }

    fn check_call_in_betting(
        &self,
        betting: &Betting,
        words: CallWords,
        at: Time,
        cites: &Citation,
    ) -> Result<(), Refusal> {
        let moments: &[Moment] = &[
            Moment::BeforeCoup,
            Moment::BettingOpens,
            Moment::ClockZero,
            Moment::CuttingCardFirst,
            Moment::CuttingCardLater,
            Moment::BeforeForcedNoBetCoup,
        ];
        let known = moments.iter().flat_map(|moment| self.calls_at(*moment)).any(|call| call.words == words);
        if !known {
            return Err(self.not_due());
        }
        let of_last = matches!(words, CallWords::LastCoup | CallWords::LastHand);
        if of_last && !self.is_last_coup(betting) {
            return Err(Refusal::new(Reason::NotDue, "the coming coup is not the last", cites.clone()));
        }
        if words == CallWords::NoMoreBets && betting.until.is_some_and(|until| at < until) {
            let message = "the clock has not reached zero";
            let clock = step(&self.book, Step::ClockCountsDown);
            return Err(Refusal::new(
                Reason::NotDue,
                message,
                self.closing().1.and(cites.clone()).and(clock),
            ));
        }
        let waits = self.state.period().is_some() && !betting.open && betting.no_bet.is_none();
        if words == CallWords::NoMoreBets && waits {
            let message = "the wagering period has not begun";
            return Err(Refusal::new(Reason::NotDue, message, self.closing().1.and(cites.clone())));
        }
        Ok(())
    }

    fn judge_cutting_card(&self, by: &Actor) -> Result<Facts, Refusal> {
        let last = &self.book.rules.last;
        let aside = step(&self.book, Step::CuttingCardAside);
        let aside_first = step(&self.book, Step::FirstCuttingCardAside);
        let aside_first = if aside_first.is_empty() { aside.clone() } else { aside_first };
        let first = last.after_cutting_card_first.cites().and(aside_first);
        let later = last.after_cutting_card_later.cites().and(aside);
        self.only(by, Role::Dealer, &first)?;
        if let Some(never) =
            self.book.rules.cut.never_for.find(|device| *device == self.state.settings.device)
        {
            return Err(Refusal::new(
                Reason::NotLawful,
                "there is no cutting card in a device",
                never.cites(),
            ));
        }
        if self.state.shoe.coups_left.is_some() || self.state.shoe.cutting_card_in_burn {
            return Err(Refusal::new(Reason::AlreadyDone, "the cutting card is already out", first));
        }
        self.check_cutting_card_here(&first)?;
        match &self.state.phase {
            Phase::Preparing(preparing)
                if matches!(preparing.ready.first(), Some(Ready::BurnRest(_)) | None) =>
            {
                let burn = last.cutting_card_in_burn.cites();
                let first_of_next = match last.cutting_card_in_burn.get() {
                    // A book that does not say has it where it would have come next.
                    Some(CuttingCardInBurn::AsFirstOfNextCoup) | None => true,
                };
                Ok(vec![(Fact::Deal(deal::Fact::CuttingCardSeen { first: first_of_next }), first.and(burn))])
            }
            Phase::Betting(betting) if !betting.cutting_card_first => {
                Ok(vec![(Fact::Deal(deal::Fact::CuttingCardSeen { first: true }), first)])
            }
            Phase::Betting(_) => {
                Err(Refusal::new(Reason::AlreadyDone, "the cutting card is already out", first))
            }
            Phase::Coup(coup) if coup.cutting_card_first || coup.cutting_card_later => {
                Err(Refusal::new(Reason::AlreadyDone, "the cutting card is already out", later))
            }
            Phase::Coup(coup)
                // It may come with a card too many, after the result.
                if coup.stage <= Stage::Settled && !coup.cutting_card_first && !coup.cutting_card_later =>
            {
                Ok(vec![(Fact::Deal(deal::Fact::CuttingCardSeen { first: false }), later)])
            }
            _ => Err(self.not_due()),
        }
    }

    /// A cutting card whose place was counted comes there and nowhere else.
    fn check_cutting_card_here(&self, cites: &Citation) -> Result<(), Refusal> {
        let Some(at) = self.state.shoe.cutting_card_at else { return Ok(()) };
        let burning = match &self.state.phase {
            Phase::Preparing(preparing) => match preparing.ready.first() {
                Some(Ready::BurnRest(cards)) => u16::from(*cards),
                _ => 0,
            },
            _ => 0,
        };
        let drawn = self.state.shoe.drawn.saturating_add(burning);
        if drawn < at {
            let message = format!("{} cards still lie before the cutting card", at - drawn);
            return Err(Refusal::new(Reason::CardNotDue, message, cites.clone()));
        }
        Ok(())
    }

    /// No card is dealt past a cutting card whose place was counted.
    fn check_not_past_cutting_card(&self) -> Result<(), Refusal> {
        let shoe = &self.state.shoe;
        let came = shoe.coups_left.is_some()
            || shoe.cutting_card_in_burn
            || match &self.state.phase {
                Phase::Betting(betting) => betting.cutting_card_first,
                Phase::Coup(coup) => coup.cutting_card_first || coup.cutting_card_later,
                _ => true,
            };
        match shoe.cutting_card_at {
            Some(at) if shoe.carried.is_empty() && shoe.drawn >= at && !came => {
                let last = &self.book.rules.last;
                let cites = match &self.state.phase {
                    Phase::Betting(_) => last.after_cutting_card_first.cites(),
                    _ => last.after_cutting_card_later.cites(),
                };
                Err(Refusal::new(Reason::CardNotDue, "the cutting card comes before that card", cites))
            }
            _ => Ok(()),
        }
    }

    fn judge_card(&self, by: &Actor, to: Side, card: Option<Card>, at: Time) -> Result<Facts, Refusal> {
        let from = step(&self.book, Step::DealtFromDevice);
        let order = self.book.rules.dealing.order.cites();
        self.only(by, Role::Dealer, &if from.is_empty() { order.clone() } else { from })?;
        match self.state.shoe.carried.is_empty() {
            true => self.check_possible(card)?,
            false => self.check_carried(card)?,
        }
        self.check_not_past_cutting_card()?;
        match &self.state.phase {
            Phase::Betting(betting) => self.judge_first_card(betting, to, card, at),
            Phase::Coup(coup) => self.judge_next_card(coup, to, card),
            _ => Err(self.not_due()),
        }
    }

    /// A card carried over is laid before any other.
    pub(crate) fn check_carried(&self, card: Option<Card>) -> Result<(), Refusal> {
        let Some(carried) = self.state.shoe.carried.first() else { return Ok(()) };
        match carried.card {
            Some(due) if card != Some(due) => Err(Refusal::new(
                Reason::CardNotDue,
                format!("{due} is already out and comes first"),
                self.carried_under(),
            )),
            _ => Ok(()),
        }
    }

    /// The clauses by which a card carried over opens the coup.
    pub(crate) fn carried_under(&self) -> Citation {
        let Some(carried) = self.state.shoe.carried.first() else { return Citation::default() };
        let starts = &self.book.rules.irregularities.carried_card_starts;
        // Until it is laid betting stays open, which matters only where anybody may bet.
        let starts = match carried.no_bet {
            true => Citation::default(),
            false => cite_if(starts, CarriedStart::LaidAsFirst),
        };
        // A clause that speaks of another card than this says nothing of when this one starts the coup.
        let own = self.card_under(carried.when);
        let rulings = &self.book.rules.irregularities.rulings;
        let others = cite_said(rulings, |ruling| ruling.when != carried.when).without(&own);
        own.and(starts.without(&others))
    }

    /// No card may come out more often than the decks hold it.
    pub(crate) fn check_possible(&self, card: Option<Card>) -> Result<(), Refusal> {
        let all = u32::from(self.state.settings.decks) * 52;
        if u32::from(self.state.shoe.drawn) >= all {
            let cites = self.book.rules.cards.decks.cites();
            return Err(Refusal::new(Reason::CardImpossible, format!("all {all} cards are out"), cites));
        }
        self.check_not_all_out(card.as_slice())
    }

    /// Is betting open until the first card leaves the shoe?
    pub fn closes_with_first_card(&self) -> bool {
        match &self.state.phase {
            Phase::Betting(betting) => {
                !betting.closed
                    && betting.no_bet.is_none()
                    && self.state.shoe.carried.is_empty()
                    && self.closing().0 == Closing::FirstCard
            }
            _ => false,
        }
    }

    /// Has the first card left the shoe, so that the coup has begun though no card is laid yet?
    pub(crate) fn is_first_card_out(&self) -> bool {
        match &self.state.phase {
            Phase::Betting(betting) => {
                betting.closed && betting.no_bet.is_none() && self.closing().0 == Closing::FirstCard
            }
            _ => false,
        }
    }

    fn judge_draw_first_card(&self, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        let (closing, closes) = self.closing();
        self.only(by, Role::Dealer, &closes)?;
        match &self.state.phase {
            Phase::Betting(betting) if self.closes_with_first_card() => {
                self.check_before_first_card(betting, at)?;
                let cites = closes.and(self.freezing());
                Ok(vec![(Fact::Bets(bets::Fact::BettingClosed { by: closing }), cites)])
            }
            Phase::Betting(betting) if betting.closed => {
                Err(Refusal::new(Reason::AlreadyDone, "betting is closed already", closes))
            }
            _ => Err(self.not_due()),
        }
    }

    /// Do wagers lie there, or is a coup dealt without any on record?
    pub(crate) fn may_begin(&self, betting: &Betting) -> bool {
        self.state.wagers_down() || !self.state.settings.wagers_kept || betting.no_bet.is_some()
    }

    /// What the book demands before the first card of a coup.
    fn check_before_first_card(&self, betting: &Betting, at: Time) -> Result<(), Refusal> {
        // It was asked before that card left the shoe. Whatever was found since, the coup has begun and is dealt.
        if self.is_first_card_out() {
            return Ok(());
        }
        let no_bet = betting.no_bet.is_some();
        if !self.may_begin(betting) {
            let lawful = |source: NoBetSource| {
                matches!(
                    source,
                    NoBetSource::EmptyTable
                        | NoBetSource::EmptyPeriod
                        | NoBetSource::Consent
                        | NoBetSource::RequestAndConsent
                )
            };
            let cites = cite_all(&self.book.rules.no_bet.sources, |rule| lawful(rule.source));
            return Err(Refusal::new(
                Reason::NotLawful,
                "nobody has bet; a no-bet coup must be directed",
                cites,
            ));
        }
        if let Some(cites) = self.unfit_owed() {
            return Err(Refusal::new(
                Reason::OutOfOrder,
                "the cards are unfit and are replaced first",
                cites,
            ));
        }
        if let Some(cites) = self.touched_owed() {
            let message = "the cards were handled: replace the cards first";
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
        }
        // A no-bet coup is a coup by the ordinary rules, so the call before it is owed as well.
        if let Some(words) = self.call_owed_before_coup(betting) {
            let ordinary = betting.no_bet.map(|source| self.no_bet_dealt_under(source)).unwrap_or_default();
            let cites =
                self.owed_call_under(words).and(step(&self.book, Step::DealingAfterCall)).and(ordinary);
            return Err(Refusal::new(
                Reason::OutOfOrder,
                format!("first the call: {}", words.to_string().replace('-', " ")),
                cites,
            ));
        }
        let (closing, closes) = self.closing();
        if !no_bet && closing != Closing::FirstCard && !betting.closed {
            let message = if betting.until.is_some_and(|until| at < until) {
                "the wagering period is not over"
            } else {
                "betting is not closed"
            };
            return Err(Refusal::new(Reason::OutOfOrder, message, closes));
        }
        self.check_role_wager(no_bet)
    }

    pub(crate) fn judge_first_card(
        &self,
        betting: &Betting,
        to: Side,
        card: Option<Card>,
        at: Time,
    ) -> Result<Facts, Refusal> {
        self.check_before_first_card(betting, at)?;
        let (no_bet, (_, closes)) = (betting.no_bet.is_some(), self.closing());
        if to != Side::Player {
            let cites = self.turn_under(Side::Player, false);
            return Err(Refusal::new(Reason::CardNotDue, "the first card is the player's", cites));
        }
        let carried = self.carried_under();
        if carried.is_empty() {
            self.check_face(card, None, no_bet)?;
        }
        let mut facts: Facts = Vec::new();
        if !betting.closed && !no_bet {
            let cites = closes.and(self.freezing());
            facts.push((Fact::Bets(bets::Fact::BettingClosed { by: Closing::FirstCard }), cites));
        }
        facts.push(self.coup_started(betting));
        let from = step(&self.book, Step::DealtFromDevice);
        let face = self.face_under(no_bet, card);
        let cites = self.turn_under(to, false).and(from).and(face).and(carried);
        facts.push((Fact::Deal(deal::Fact::CardDealt { to, card }), cites));
        Ok(facts)
    }

    /// The coup begins, with the clauses on that.
    pub(crate) fn coup_started(&self, betting: &Betting) -> (Fact, Citation) {
        let dealing = &self.book.rules.dealing;
        let style = dealing.style_holds.ruled().map(|_| dealing.faces.cites());
        let started = step(&self.book, Step::CoupStarts)
            .and(step(&self.book, Step::TwoHands))
            .and(style.unwrap_or_default());
        let dealt = betting.no_bet.map_or(started, |source| self.no_bet_dealt_under(source));
        let dealt = if dealt.is_empty() { dealing.order.cites() } else { dealt };
        let no_bet = betting.no_bet.is_some();
        (Fact::Deal(deal::Fact::CoupStarted { number: self.state.coups + 1, no_bet }), dealt)
    }

    /// The clauses by which a no-bet coup is dealt: by the method that the book lays down for it, and by the ordinary
    /// rules where it knows no method or the table is empty.
    fn no_bet_dealt_under(&self, source: NoBetSource) -> Citation {
        let method = self.book.rules.no_bet.method.ruled();
        let method = method.map(|method| method.cites()).unwrap_or_default();
        match source == NoBetSource::EmptyTable || method.is_empty() {
            true => step(&self.book, Step::NoBetCoupDealt).and(method),
            false => method,
        }
    }

    /// Does the dealer keep both hands of this coup, whatever the table's method?
    pub(crate) fn kept_by_dealer(&self, no_bet: bool) -> bool {
        match self.state.settings.receives(&self.book) {
            Receives::Nobody => true,
            Receives::HighestWagerOnEachHand => no_bet,
            Receives::DesignatedForBanker => no_bet || self.state.designated.holder.is_none(),
        }
    }

    /// The clauses by which one of the first four cards goes to this hand.
    pub(crate) fn turn_under(&self, to: Side, second: bool) -> Citation {
        let (round, other_round) = match second {
            true => (Step::SecondCards, Step::FirstCards),
            false => (Step::FirstCards, Step::SecondCards),
        };
        let (whose, theirs) = match to {
            Side::Player => (Step::PlayersCards, Step::BankersCards),
            Side::Banker => (Step::BankersCards, Step::PlayersCards),
        };
        let own = step(&self.book, round).and(step(&self.book, whose));
        // A clause that gives the order by speaking of the other cards says nothing of this one.
        let others = step(&self.book, other_round).and(step(&self.book, theirs)).without(&own);
        self.book.rules.dealing.order.cites().without(&others).and(own)
    }

    /// The clauses by which each of the first four cards goes to its hand.
    pub(crate) fn all_turns_under(&self) -> Citation {
        let turns =
            [(Side::Player, false), (Side::Banker, false), (Side::Player, true), (Side::Banker, true)];
        turns
            .into_iter()
            .map(|(to, second)| self.turn_under(to, second))
            .fold(Citation::default(), Citation::and)
    }

    /// The clauses by which one of the first four cards lies as it does: in the table's style, or face down because
    /// patrons are to receive it.
    fn face_under(&self, no_bet: bool, card: Option<Card>) -> Citation {
        let face = if card.is_some() { Face::Up } else { Face::Down };
        match card {
            None if !self.kept_by_dealer(no_bet) => step(&self.book, Step::DealtFaceDown),
            _ => self.all_four_under(face),
        }
    }

    /// The clauses by which all of the first four cards lie the same way up.
    fn all_four_under(&self, face: Face) -> Citation {
        step(
            &self.book,
            match face {
                Face::Up => Step::AllFourFaceUp,
                Face::Down => Step::AllFourFaceDown,
            },
        )
    }

    /// Is this card the right way up?
    fn check_face(&self, card: Option<Card>, third: Option<()>, no_bet: bool) -> Result<(), Refusal> {
        let dealing = &self.book.rules.dealing;
        let kept = self.kept_by_dealer(no_bet);
        let patrons = self.state.settings.receives(&self.book) != Receives::Nobody;
        // A coup that falls back to the dealer alone may be dealt either way, but all of it the same way.
        let style = match &self.state.phase {
            Phase::Coup(coup) if patrons && kept => coup.face.unwrap_or(self.state.settings.faces),
            _ if patrons && kept => return Ok(()),
            _ => self.state.settings.faces,
        };
        let wanted = match (third, dealing.third_card.get()) {
            (Some(()), Some(ThirdCard::FaceUp)) => Some(Face::Up),
            (Some(()), Some(ThirdCard::EitherWay)) => None,
            _ => Some(style),
        };
        let face = if card.is_some() { Face::Up } else { Face::Down };
        if wanted.is_none_or(|wanted| wanted == face) {
            return Ok(());
        }
        let cites = match third {
            Some(()) => dealing.third_card.cites(),
            None if patrons && !kept && !step(&self.book, Step::DealtFaceDown).is_empty() => {
                step(&self.book, Step::DealtFaceDown)
            }
            None => dealing
                .faces
                .cites()
                .and(dealing.style_holds.ruled().map(|rule| rule.cites()).unwrap_or_default())
                .and(self.all_four_under(style)),
        };
        Err(Refusal::new(Reason::CardNotDue, format!("cards are dealt face {style}"), cites))
    }

    fn judge_next_card(&self, coup: &Coup, to: Side, card: Option<Card>) -> Result<Facts, Refusal> {
        let now_due = self.due_in_coup(coup);
        let (Due::Card { to: due } | Due::LayCarried { to: due, .. }) = now_due else {
            let thirds = &self.book.rules.tableau.most_thirds;
            let cites = if coup.stage >= Stage::Decided && coup.hand(to).len() < 3 {
                self.stood_under(coup, to)
            } else if coup.stage >= Stage::Decided {
                thirds.cites()
            } else {
                let owed = self.due_in_coup_under(coup, &now_due);
                match now_due {
                    Due::Call { .. } => owed.and(step(&self.book, Step::ThirdCardsAfterCounts)),
                    _ => owed,
                }
            };
            let message = format!("no card is due; due is: {now_due}");
            return Err(Refusal::new(Reason::CardNotDue, message, cites));
        };
        if due != to {
            let chart = &self.book.rules.tableau;
            let also = match (coup.hand(to).len() > 2, coup.stage == Stage::PlayerOwed) {
                (true, _) => chart.most_thirds.cites(),
                (false, true) => cite_if(&chart.order, DrawOrder::PlayerThenBanker),
                (false, false) => Citation::default(),
            };
            let cites = also.and(self.due_in_coup_under(coup, &now_due));
            return Err(Refusal::new(Reason::CardNotDue, format!("due is: {now_due}"), cites));
        }
        let initial = coup.player.len() + coup.banker.len() < 4;
        if self.state.shoe.carried.is_empty() {
            self.check_face(card, (!initial).then_some(()), coup.no_bet)?;
        }
        let cites = match initial {
            true => {
                let from = step(&self.book, Step::DealtFromDevice);
                let turn = self.turn_under(to, !coup.banker.is_empty());
                turn.and(from).and(self.face_under(coup.no_bet, card))
            }
            false => self
                .owed_under(coup)
                .and(self.book.rules.dealing.third_card.cites())
                .and(step(&self.book, Step::ThirdCardsAfterCounts)),
        };
        let mut after = coup.clone();
        after.hand_mut(to).push(card);
        let complete = after.player.len() + after.banker.len() == 4;
        let cites = if complete { cites.and(step(&self.book, Step::InitialDeal)) } else { cites };
        let mut facts = vec![(Fact::Deal(deal::Fact::CardDealt { to, card }), cites)];
        facts.extend(self.keeps(&after));
        if let Some((fact, cites)) = self.third_passed(&after, to, card) {
            crate::deal::coup::advance(&mut after, &fact);
            facts.push((fact, cites));
        }
        facts.extend(self.consequences(after));
        Ok(facts)
    }

    /// The clauses by which a hand of two cards took no third.
    fn stood_under(&self, coup: &Coup, side: Side) -> Citation {
        let third = coup.player.get(2).copied().flatten().map(|card| self.book.values().of(card.rank));
        let Some((player, banker)) = self.initial_counts(coup) else {
            return self.due_in_coup_under(coup, &self.due_in_coup(coup));
        };
        let total = if side == Side::Player { player } else { banker };
        let open = self.book.tableau().is_open(player, banker);
        // A natural banker stands whatever the player's third card would be, so its row is cited, not the column of none.
        let column = if open || side == Side::Player { third } else { third.or(Some(0)) };
        let by_chart = Citation::of("tableau", self.book.draw_basis(side, total, column))
            .and(step(&self.book, Step::ThirdCardsByTableau));
        match open {
            true => by_chart,
            false => self.book.rules.cards.natural_ends.cites().and(by_chart),
        }
    }

    /// The two-card counts, once all four cards lie open.
    pub(crate) fn initial_counts(&self, coup: &Coup) -> Option<(u8, u8)> {
        let count = |hand: &[Option<Card>]| {
            let cards: Vec<Card> = hand.iter().take(2).copied().collect::<Option<_>>()?;
            (cards.len() == 2).then(|| self.book.values().point_count(&cards))
        };
        Some((count(&coup.player)?, count(&coup.banker)?))
    }

    /// How a coup ended, once it is decided.
    pub fn result_of(&self, coup: &Coup) -> Option<Outcome> {
        self.outcome(coup).filter(|_| coup.stage >= Stage::Decided)
    }

    /// How the coup ended, or would if no card were to come.
    pub(crate) fn outcome(&self, coup: &Coup) -> Option<Outcome> {
        let player: Vec<Card> = coup.player.iter().copied().collect::<Option<_>>()?;
        let banker: Vec<Card> = coup.banker.iter().copied().collect::<Option<_>>()?;
        self.book.tableau().outcome_of(self.book.values(), &player, &banker)
    }

    /// What follows by itself from where a coup now stands: draw, stand, natural, result.
    pub(crate) fn consequences(&self, mut coup: Coup) -> Facts {
        let mut facts = Vec::new();
        while let Some((fact, cites)) = self.consequence(&coup) {
            crate::deal::coup::advance(&mut coup, &fact);
            facts.push((fact, cites));
        }
        facts
    }

    fn consequence(&self, coup: &Coup) -> Option<(Fact, Citation)> {
        let (player, banker) = self.initial_counts(coup)?;
        let shown = self.lies_open(coup, Side::Player) && self.lies_open(coup, Side::Banker);
        let tableau = self.book.tableau();
        let third = coup.player.get(2).copied().flatten().map(|card| self.book.values().of(card.rank));
        match coup.stage {
            Stage::Initial if shown && self.call_owed_in_coup(coup).is_none() && !self.early_owed(coup) => {
                let cards = &self.book.rules.cards;
                if !tableau.is_open(player, banker) {
                    let cites = cards.natural_ends.cites().and(cards.natural.cites());
                    return Some((Fact::Deal(deal::Fact::NaturalSeen { player, banker }), cites));
                }
                let cites = Citation::of("tableau", self.book.draw_basis(Side::Player, player, None));
                let cites = cites.and(step(&self.book, Step::PlayerDrawsByChart));
                Some(match tableau.player_draws(player, banker) {
                    true => (Fact::Deal(deal::Fact::HandDraws { side: Side::Player, total: player }), cites),
                    false => {
                        (Fact::Deal(deal::Fact::HandStands { side: Side::Player, total: player }), cites)
                    }
                })
            }
            Stage::PlayerOwed if coup.player.len() == 3 && shown => {
                Some(self.banker_judged(player, banker, third))
            }
            Stage::PlayerDone => Some(self.banker_judged(player, banker, third)),
            Stage::BankerOwed if coup.banker.len() == 3 && shown => self.decided(coup),
            Stage::Complete => self.decided(coup),
            _ => None,
        }
    }

    /// Does the banker draw, now that the player is done?
    fn banker_judged(&self, player: u8, banker: u8, third: Option<u8>) -> (Fact, Citation) {
        let side = Side::Banker;
        let cites = Citation::of("tableau", self.book.draw_basis(side, banker, third));
        let cites = if third.is_some() {
            let chart = &self.book.rules.tableau;
            let order = cite_if(&chart.order, DrawOrder::PlayerThenBanker);
            let column = cite_if(&chart.column, ThirdColumn::CardValue);
            // A clause that is another row of the chart says nothing of this one.
            let rows = chart.banker.cites();
            cites.and(order).and(column.without(&rows))
        } else {
            cites
        };
        match self.book.tableau().banker_draws(player, banker, third) {
            true => (Fact::Deal(deal::Fact::HandDraws { side, total: banker }), cites),
            false => (Fact::Deal(deal::Fact::HandStands { side, total: banker }), cites),
        }
    }

    /// The result of a coup whose hands are complete.
    pub(crate) fn decided(&self, coup: &Coup) -> Option<(Fact, Citation)> {
        let outcome = self.outcome(coup)?;
        let fact = Fact::Deal(deal::Fact::CoupDecided {
            winner: outcome.winner(),
            player: outcome.totals.player,
            banker: outcome.totals.banker,
            player_pair: outcome.pairs.player,
            banker_pair: outcome.pairs.banker,
            natural: outcome.player_natural || outcome.banker_natural,
        });
        let cards: Vec<Card> = coup.player.iter().chain(&coup.banker).copied().flatten().collect();
        let values = cite_all(&self.book.rules.cards.values, |value| {
            cards.iter().any(|card| value.cards.0.contains(&card.rank))
        });
        let sums = [&coup.player, &coup.banker].map(|hand| {
            let count = |card: &Card| self.book.values().of(card.rank);
            hand.iter().flatten().map(count).sum::<u8>()
        });
        let totals =
            cite_all(&self.book.rules.cards.hand_total, |total| sums.iter().any(|sum| total.speaks_of(*sum)));
        Some((fact, totals.and(values).and(self.played_out_under(coup))))
    }

    /// The clauses by which a coup without a main wager is played out all the same.
    fn played_out_under(&self, coup: &Coup) -> Citation {
        if coup.no_bet || self.state.stakes.iter().any(|stake| self.is_main(&stake.wager)) {
            return Citation::default();
        }
        let option = |stake: &crate::state::Stake| self.option_of(&stake.wager);
        let down: Vec<&str> = self.state.stakes.iter().filter_map(option).collect();
        let list = &self.book.rules.sides.played_out;
        // Wagers settled before third cards are off the layout by now.
        let early = |name: &str| {
            coup.early_settled
                && self.state.settings.options.iter().any(|offered| offered == name)
                && self.option_settles_early(name)
        };
        let cites = cite_all(list, |named| down.contains(&named.option.as_str()) || early(&named.option));
        Citation { silences: Vec::new(), ..cites }
    }
}
