//! Who holds the cards: hands delivered to patrons, dealing methods, the designated patron.

use crate::cite::{Citation, Cite, cite_all, step};
use crate::deal;
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::Designated;
use crate::state::{Approval, Coup, NamedFor, Phase};
use crate::table::{Facts, Table};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::Handling;
use baccarat::rules::people::Role;
use baccarat::rules::play::{
    CardsRefused, DealerKeeps, Exposing, HighestBy, Holding, LevelOrder, Nominees, Receives, RoleMove, Step,
    ThirdCard,
};
use baccarat::rules::rulings::{Ban, Irregularity};
use baccarat::wager::WagerId;

impl Table {
    /// The clauses by which a hand is passed out under the dealing method.
    fn dealing_under(&self) -> Citation {
        let dealing = &self.book.rules.dealing;
        match self.state.settings.receives(&self.book) {
            Receives::HighestWagerOnEachHand => dealing.highest_by.cites(),
            Receives::DesignatedForBanker => {
                cite_all(&dealing.role, |rule| *rule == RoleMove::ObligesTakingCards)
            }
            Receives::Nobody => dealing.exposing.cites(),
        }
    }

    /// The clauses by which somebody betting on this very hand may be given it to expose.
    fn delivered_under(&self, side: Side) -> Citation {
        let delivered = match side {
            Side::Player => Step::PlayersHandToBettor,
            Side::Banker => Step::BankersHandToBettor,
        };
        step(&self.book, delivered)
    }

    /// The clauses by which a hand is offered to somebody: because the wager is the highest, the first among equals,
    /// or the next after a refusal.
    fn offer_under(&self, side: Side, to: &Name, refuser: Option<&Name>) -> Citation {
        let dealing = &self.book.rules.dealing;
        let cites = self.dealing_under();
        if self.state.settings.receives(&self.book) != Receives::HighestWagerOnEachHand {
            return cites;
        }
        let amount = |name: &Name| self.bettors(side).into_iter().find(|(_, known)| known == name);
        let (mine, theirs) = (amount(to).map(|it| it.0), refuser.and_then(amount).map(|it| it.0));
        let level = self.bettors(side).iter().filter(|(other, _)| Some(*other) == mine).count() > 1;
        let cites = if level { cites.and(dealing.level.cites()) } else { cites };
        let next = if theirs == mine { CardsRefused::NextLevel } else { CardsRefused::NextHighest };
        match refuser {
            Some(_) => cites.and(cite_all(&dealing.refused, |rule| *rule == next)),
            None => cites,
        }
    }

    /// Must the dealer collect a hand that was passed out before play goes on?
    fn collects(&self) -> bool {
        !step(&self.book, Step::DealerCollectsHands).is_empty()
    }

    /// Is this hand with a patron?
    pub(crate) fn hand_out(&self, coup: &Coup, side: Side) -> bool {
        coup.holding(side).out && (self.collects() || !coup.is_shown(side))
    }

    /// Does this hand lie open before the dealer?
    pub(crate) fn lies_open(&self, coup: &Coup, side: Side) -> bool {
        coup.is_shown(side) && !self.hand_out(coup, side)
    }

    /// Patrons with a wager on a hand and their highest, in the order they are asked: highest wager first, level ones
    /// from the dealer's right and counter-clockwise.
    fn bettors(&self, side: Side) -> Vec<(i64, Name)> {
        let on = self.state.stakes.iter().filter(|stake| self.is_on(&stake.wager, side));
        // Somebody barred keeps a wager of the coup but may hold no cards.
        let on = on.filter(|stake| !self.state.barred.contains_key(&stake.patron));
        let dealing = &self.book.rules.dealing;
        let mut asked: Vec<(std::cmp::Reverse<i64>, u8, bool, Name)> = on
            .map(|stake| {
                let standing = self.state.present(&stake.patron).is_none_or(|patron| patron.seat.is_none());
                let height = match dealing.highest_by.get() {
                    Some(HighestBy::LargestSingleWager) | None => stake.amount.0,
                };
                let among_level = match dealing.level.get() {
                    Some(LevelOrder::FromDealersRight) | None => stake.area,
                };
                (std::cmp::Reverse(height), among_level, standing, stake.patron.clone())
            })
            .collect();
        asked.sort();
        let mut names: Vec<(i64, Name)> = Vec::new();
        for (amount, .., name) in asked {
            if !names.iter().any(|(_, known)| *known == name) {
                names.push((amount.0, name));
            }
        }
        names
    }

    /// To whom a hand's cards must be offered now; nobody if the dealer keeps them or may choose.
    pub(crate) fn hand_goes_to(&self, coup: &Coup, side: Side) -> Option<Name> {
        if !self.patrons_hold(coup) || coup.holding(side).kept || coup.holding(side).holder.is_some() {
            return None;
        }
        let refused = &coup.holding(side).refused;
        match self.state.settings.receives(&self.book) {
            Receives::HighestWagerOnEachHand => {
                self.bettors(side).into_iter().map(|(_, name)| name).find(|name| !refused.contains(name))
            }
            Receives::DesignatedForBanker if side == Side::Banker && !self.state.designated.nobody => {
                self.state.designated.holder.clone().filter(|name| !refused.contains(name))
            }
            _ => None,
        }
    }

    /// Why the dealer keeps a hand from the outset, if the dealer does.
    fn kept_for(&self, side: Side) -> Option<DealerKeeps> {
        let nobody = self.state.designated.holder.is_none();
        match self.state.settings.receives(&self.book) {
            Receives::HighestWagerOnEachHand if self.bettors(side).is_empty() => {
                Some(DealerKeeps::NobodyBetOnHand)
            }
            Receives::DesignatedForBanker if nobody => Some(DealerKeeps::AllDeclinedRole),
            Receives::DesignatedForBanker if side == Side::Player => Some(DealerKeeps::PlayersHand),
            _ => None,
        }
    }

    /// Hands that the dealer keeps as soon as the cards are out.
    pub(crate) fn keeps(&self, coup: &Coup) -> Facts {
        if coup.player.len() + coup.banker.len() != 4 || !self.patrons_hold(coup) {
            return Vec::new();
        }
        let list = &self.book.rules.dealing.dealer_keeps;
        let mut facts = Vec::new();
        for side in [Side::Player, Side::Banker] {
            if let Some(why) = self.kept_for(side) {
                facts.push((Fact::Deal(deal::Fact::HandKept { side }), cite_all(list, |rule| *rule == why)));
            }
        }
        facts
    }

    pub(crate) fn judge_offer_hand(&self, by: &Actor, side: Side, to: &Name) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let dealing = &self.book.rules.dealing;
        let exposing = dealing.exposing.cites();
        self.only(by, Role::Dealer, &exposing)?;
        self.patron_named(to)?;
        let handling = self.book.rules.cards.handling.cites();
        if !self.patrons_hold(coup) {
            let keeps = cite_all(&dealing.dealer_keeps, |rule| *rule == DealerKeeps::BothHands);
            let cites = if keeps.clauses.is_empty() { exposing.and(handling) } else { keeps.and(handling) };
            let cites = cites.and(self.banned(Ban::LettingOthersTouchCards));
            return Err(Refusal::new(Reason::NotLawful, "the dealer keeps the cards", cites));
        }
        if coup.player.len() + coup.banker.len() < 4 {
            return Err(self.not_due());
        }
        let kept = self.kept_for(side).or(coup.holding(side).kept.then_some(DealerKeeps::AllRefused));
        if let Some(why) = kept {
            let keeps = cite_all(&dealing.dealer_keeps, |rule| *rule == why);
            return Err(Refusal::new(Reason::WrongPerson, "the dealer keeps that hand", keeps));
        }
        let holding = coup.holding(side);
        let held = holding.holder.is_some() && !self.third_may_go_elsewhere(coup, side, to);
        if coup.is_shown(side) || held || holding.offered.is_some() {
            return Err(self.not_due());
        }
        let other = if side == Side::Player { Side::Banker } else { Side::Player };
        let one = dealing.hands_out.get().is_some();
        if one && (self.hand_out(coup, other) || coup.holding(other).offered.is_some()) {
            let cites = dealing.hands_out.cites();
            return Err(Refusal::new(Reason::OutOfOrder, "the other hand is still out", cites));
        }
        let refuser = coup.holding(side).refused.last();
        let delivered = self.third_under(coup, side).and(self.delivered_under(side));
        let exposing = exposing.and(delivered.clone());
        let mut cites = self.dealing_under().and(delivered);
        match self.state.settings.receives(&self.book) {
            Receives::Nobody => {
                let bets = self
                    .state
                    .stakes
                    .iter()
                    .any(|stake| stake.patron == *to && self.is_on(&stake.wager, side));
                if !bets {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        format!("{to} has no wager on that hand"),
                        exposing,
                    ));
                }
            }
            _ => match self.hand_goes_to(coup, side) {
                Some(due) => {
                    cites = self.offer_under(side, &due, refuser);
                    if due != *to {
                        let message = format!("the cards go to {due}");
                        return Err(Refusal::new(Reason::WrongPerson, message, cites));
                    }
                }
                None => return Err(self.not_due()),
            },
        }
        // The second hand goes out because the first is back.
        let cites = match (&coup.holding(other).holder, dealing.hands_out.ruled()) {
            (Some(_), Some(rule)) => cites.and(rule.cites()),
            _ => cites,
        };
        Ok(vec![(
            Fact::Deal(deal::Fact::HandOffered { side, to: to.clone() }),
            cites.and(step(&self.book, Step::PassedFaceDown)),
        )])
    }

    /// Where the dealer chooses who turns a hand over, a third card that lies face down may be delivered to another than the first two.
    fn third_may_go_elsewhere(&self, coup: &Coup, side: Side, to: &Name) -> bool {
        let other = coup.holding(side).holder.as_ref() != Some(to);
        other && coup.hand(side).len() == 3 && self.state.settings.receives(&self.book) == Receives::Nobody
    }

    /// The side on which a patron is being asked.
    fn asked_side(&self, coup: &Coup, name: &Name) -> Option<Side> {
        [Side::Player, Side::Banker]
            .into_iter()
            .find(|side| coup.holding(*side).offered.as_ref() == Some(name))
    }

    /// The clauses of a ban on conduct, where the book has it.
    fn banned(&self, ban: Ban) -> Citation {
        let cites = cite_all(&self.book.rules.conduct.bans, |known| *known == ban);
        if cites.clauses.is_empty() { Citation::default() } else { cites }
    }

    pub(crate) fn judge_take_hand(&self, by: &Actor) -> Result<Facts, Refusal> {
        self.patron(by)?;
        let coup = self.now_coup()?;
        let Some(side) = self.asked_side(coup, &by.name) else {
            let cites = self.dealing_under().and(self.banned(Ban::TouchingCards));
            return Err(Refusal::new(Reason::WrongPerson, "no cards are offered", cites));
        };
        let holding = &self.book.rules.dealing.holding;
        let cites = self.dealing_under().and(self.delivered_under(side));
        let cites = cites.and(holding.cites());
        if !holding.items.is_empty() && holding.find(|rule| *rule == Holding::MayPickUp).is_none() {
            return Err(Refusal::new(Reason::NotLawful, "no holder may pick the cards up", cites));
        }
        Ok(vec![(Fact::Deal(deal::Fact::HandTaken { side, by: by.name.clone() }), cites)])
    }

    pub(crate) fn judge_refuse_hand(&self, by: &Actor) -> Result<Facts, Refusal> {
        self.patron(by)?;
        if self.state.designated.offered.as_ref() == Some(&by.name) {
            return self.judge_decline_role(by);
        }
        let coup = self.now_coup()?;
        let Some(side) = self.asked_side(coup, &by.name) else {
            return Err(Refusal::new(Reason::WrongPerson, "no cards are offered", self.dealing_under()));
        };
        if self.state.settings.receives(&self.book) == Receives::DesignatedForBanker {
            let message = format!("{} took the role and must take the cards", by.name);
            return Err(Refusal::new(Reason::NotLawful, message, self.dealing_under()));
        }
        let next = self
            .bettors(side)
            .into_iter()
            .map(|(_, name)| name)
            .find(|name| *name != by.name && !coup.holding(side).refused.contains(name));
        let cites = match &next {
            Some(next) => self.offer_under(side, next, Some(&by.name)),
            None => self.dealing_under().and(self.delivered_under(side)),
        };
        let mut facts = vec![(Fact::Deal(deal::Fact::HandRefused { side, by: by.name.clone() }), cites)];
        if next.is_none() && self.state.settings.receives(&self.book) == Receives::HighestWagerOnEachHand {
            let cites =
                cite_all(&self.book.rules.dealing.dealer_keeps, |rule| *rule == DealerKeeps::AllRefused);
            facts.push((Fact::Deal(deal::Fact::HandKept { side }), cites));
        }
        Ok(facts)
    }

    pub(crate) fn judge_nominate(
        &self,
        by: &Actor,
        nominees: &[Name],
        cards: NamedFor,
    ) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let dealing = &self.book.rules.dealing;
        let approval = dealing.nominees_approved_by.cites();
        let cites =
            cite_all(&dealing.nominees, |rule| *rule != Nominees::OneCardAtATime || nominees.len() > 1);
        let holds = [Side::Player, Side::Banker]
            .into_iter()
            .any(|side| coup.holding(side).holder.as_ref() == Some(&by.name));
        if !holds || dealing.nominees.items.is_empty() {
            return Err(Refusal::new(Reason::WrongPerson, format!("{} may not name others", by.name), cites));
        }
        if !self.state.approved.contains(&Approval::Nominees) {
            return Err(Refusal::new(Reason::NotApproved, "a supervisor has not approved it", approval));
        }
        let seated = |name: &Name| self.state.present(name).is_some_and(|patron| patron.seat.is_some());
        if nominees.is_empty() || !nominees.iter().all(seated) {
            let only = cite_all(&dealing.nominees, |rule| *rule == Nominees::SeatedPatrons);
            return Err(Refusal::new(Reason::WrongPerson, "only seated players may be named", only));
        }
        let fact =
            Fact::Deal(deal::Fact::Nominated { by: by.name.clone(), nominees: nominees.to_vec(), cards });
        Ok(vec![(fact, cites.and(approval))])
    }

    /// Must each nominee get a card of their own, one at a time?
    fn shared_out(&self, coup: &Coup, side: Side) -> bool {
        let holding = coup.holding(side);
        holding.nominees.len() > 1 && holding.named_for != NamedFor::Third && coup.hand(side).len() == 2
    }

    pub(crate) fn judge_pass_card(&self, by: &Actor, side: Side, to: &Name) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let cites = cite_all(&self.book.rules.dealing.nominees, |rule| *rule == Nominees::OneCardAtATime);
        self.only(by, Role::Dealer, &cites)?;
        let holding = coup.holding(side);
        if !self.shared_out(coup, side) || !holding.out || coup.is_shown(side) {
            return Err(self.not_due());
        }
        if let Some(other) = &holding.card_with {
            let message = format!("{other} still has a card; one card at a time");
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
        }
        if !holding.nominees.contains(to) {
            let message = format!("{to} was not named to turn cards over");
            return Err(Refusal::new(Reason::WrongPerson, message, cites));
        }
        Ok(vec![(Fact::Deal(deal::Fact::CardPassed { side, to: to.clone() }), cites)])
    }

    pub(crate) fn judge_collect_hand(&self, by: &Actor, side: Side) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let cites = step(&self.book, Step::DealerCollectsHands);
        let cites =
            if cites.is_empty() { Citation::silent(self.book.rules.procedure.steps.topic.id) } else { cites };
        self.only(by, Role::Dealer, &cites)?;
        if !self.hand_out(coup, side) {
            return Err(Refusal::new(Reason::NotDue, "that hand is not out", cites));
        }
        let fact = Fact::Deal(deal::Fact::HandCollected { side });
        let mut after = coup.clone();
        crate::deal::coup::advance(&mut after, &fact);
        let mut facts = vec![(fact, cites)];
        facts.extend(self.consequences(after));
        Ok(facts)
    }

    /// A third card that lies face down goes to the holder of its hand, as the first two did.
    pub(crate) fn third_passed(
        &self,
        coup: &Coup,
        side: Side,
        card: Option<Card>,
    ) -> Option<(Fact, Citation)> {
        let holder = coup.holding(side).holder.clone().filter(|_| card.is_none() && self.collects())?;
        let cites = self.book.rules.dealing.third_card.cites().and(step(&self.book, Step::PassedFaceDown));
        (coup.hand(side).len() == 3)
            .then_some((Fact::Deal(deal::Fact::CardPassed { side, to: holder }), cites))
    }

    /// A holder who does not keep the cards as the book asks is told so; taking them away is a supervisor's choice.
    pub(crate) fn judge_held(&self, by: &Actor, patron: &Name, lacks: Holding) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let list = &self.book.rules.dealing.holding;
        let cites = cite_all(list, |rule| *rule == lacks);
        self.only(by, Role::Employee, &cites)?;
        if lacks == Holding::MayPickUp || list.find(|rule| *rule == lacks).is_none() {
            return Err(Refusal::new(Reason::NotLawful, "this book does not ask that of a holder", cites));
        }
        let holds =
            |side: Side| self.hand_out(coup, side) && coup.holding(side).holder.as_ref() == Some(patron);
        if !holds(Side::Player) && !holds(Side::Banker) {
            return Err(Refusal::new(Reason::WrongPerson, format!("{patron} holds no cards"), cites));
        }
        Ok(vec![(Fact::Deal(deal::Fact::HoldingBroken { by: patron.clone(), lacks }), cites)])
    }

    /// Somebody who may no longer play gives up cards in hand, and the role.
    pub(crate) fn gives_up_cards(&self, who: &Name, barred: &Citation) -> Facts {
        let dealing = &self.book.rules.dealing;
        let mut facts = Vec::new();
        let holds = |coup: &Coup, side: Side| coup.holding(side).holder.as_ref() == Some(who);
        let coup = self.coup_under_way();
        if coup.is_some_and(|coup| holds(coup, Side::Player) || holds(coup, Side::Banker)) {
            let ordered = dealing.forfeited_by.ruled().map(|rule| rule.cites());
            let cites = barred.clone().and(ordered.unwrap_or_default());
            facts.push((Fact::Deal(deal::Fact::CardsForfeited { by: who.clone(), reason: None }), cites));
        }
        if self.state.designated.holder.as_ref() == Some(who) {
            facts.push((
                Fact::Deal(deal::Fact::RoleEnded { by: who.clone() }),
                barred.clone().and(self.role_taken_under()),
            ));
        }
        facts
    }

    /// The clauses by which a supervisor's order ends the role.
    fn role_taken_under(&self) -> Citation {
        cite_all(&self.book.rules.dealing.role, |rule| {
            matches!(rule, RoleMove::EndsBySupervisor | RoleMove::StaysUntilPassedLostOrTaken)
        })
    }

    pub(crate) fn judge_forfeit(&self, by: &Actor, reason: Option<&String>) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.dealing.forfeited_by;
        let cites = rule.cites();
        let Some(leave) = rule.get() else {
            return Err(Refusal::new(
                Reason::NotLawful,
                "this book does not take cards from a holder",
                cites,
            ));
        };
        self.only(by, leave.by, &cites)?;
        let mut facts = Vec::new();
        if let Phase::Coup(coup) = &self.state.phase {
            for side in [Side::Player, Side::Banker] {
                let holding = coup.holding(side);
                if let Some(holder) = holding.holder.as_ref().or(holding.offered.as_ref()) {
                    let fact = Fact::Deal(deal::Fact::CardsForfeited {
                        by: holder.clone(),
                        reason: reason.cloned(),
                    });
                    facts.push((fact, cites.clone()));
                }
            }
        }
        if let Some(holder) = &self.state.designated.holder {
            facts.push((Fact::Deal(deal::Fact::RoleEnded { by: holder.clone() }), self.role_taken_under()));
            // Before a coup somebody else is asked, and whoever lost the role is not.
            if matches!(self.state.phase, Phase::Betting(_)) {
                facts.extend(self.role_declined(holder));
            }
        }
        // Whoever does not answer the offer of the role has lost it like whoever does not play it.
        if let Some(asked) = &self.state.designated.offered {
            facts.extend(self.role_declined(asked));
        }
        if facts.is_empty() {
            Err(Refusal::new(Reason::WrongPerson, "nobody holds cards", cites))
        } else {
            Ok(facts)
        }
    }

    /// The clause by which a third card that lies face down is exposed like the hand.
    fn third_under(&self, coup: &Coup, side: Side) -> Citation {
        let rule = &self.book.rules.dealing.third_card;
        match coup.hand(side).len() == 3 && rule.get() == Some(&ThirdCard::EitherWay) {
            true => rule.cites(),
            false => Citation::default(),
        }
    }

    pub(crate) fn judge_expose(&self, by: &Actor, side: Side, cards: &[Card]) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let cites = self.book.rules.dealing.exposing.cites().and(self.third_under(coup, side));
        let holding = coup.holding(side);
        let down = coup.hand(side).iter().filter(|card| card.is_none()).count();
        if down == 0 || coup.player.len() + coup.banker.len() < 4 {
            return Err(self.not_due());
        }
        if by.role == Role::Dealer && self.must_be_passed(coup, side) {
            let cites = step(&self.book, Step::PassedFaceDown).and(self.dealing_under());
            let message = "that hand is passed to the patron who gets it";
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
        }
        if let Some(nominee) =
            holding.card_with.as_ref().filter(|_| holding.holder.as_ref() == Some(&by.name))
        {
            let one = cite_all(&self.book.rules.dealing.nominees, |rule| *rule == Nominees::OneCardAtATime);
            let message = format!("a card of that hand lies with {nominee}");
            return Err(Refusal::new(Reason::OutOfOrder, message, one));
        }
        if by.role == Role::Dealer && self.collects() && self.hand_out(coup, side) {
            let cites = step(&self.book, Step::DealerCollectsHands);
            return Err(Refusal::new(Reason::OutOfOrder, "first the dealer collects the cards", cites));
        }
        let named = holding.nominees.contains(&by.name) && holding.holder.as_ref() != Some(&by.name);
        let may = match by.role {
            Role::Dealer => true,
            Role::Player => holding.out && (named || holding.holder.as_ref() == Some(&by.name)),
            _ => false,
        };
        if !may {
            let handling = self.book.rules.cards.handling.cites();
            let who = match self.book.rules.cards.handling.get() {
                Some(Handling::DealerOnly) => "; only the dealer handles cards",
                Some(Handling::DeliveredHand) => "; only somebody to whom a hand is delivered handles cards",
                Some(Handling::AsDealingMethod) | None => "",
            };
            return Err(Refusal::new(
                Reason::WrongPerson,
                format!("{} may not touch these cards{who}", by.name),
                handling.and(cites).and(self.delivered_under(side)),
            ));
        }
        if side == Side::Banker
            && !coup.is_shown(Side::Player)
            && self.book.rules.dealing.exposing.get() == Some(&Exposing::Dealer)
        {
            let first = self.calls_at(baccarat::rules::people::Moment::InitialDealShown);
            let cites = first.map(|call| call.cites()).fold(cites, Citation::and);
            return Err(Refusal::new(Reason::OutOfOrder, "the player's hand is turned first", cites));
        }
        if named {
            self.check_nominee(coup, side, &by.name, cards.len())?;
        }
        // Where the dealer turns over whatever was left, a patron may turn over only a part.
        let part = by.role == Role::Player && self.collects() && !cards.is_empty();
        if cards.len() > down || (cards.len() < down && !part) {
            return Err(Refusal::new(
                Reason::CardNotDue,
                format!("{down} cards lie face down, found {}", cards.len()),
                cites,
            ));
        }
        self.check_not_all_out(cards)?;
        for (index, card) in cards.iter().enumerate() {
            let again = cards[..index].iter().filter(|other| *other == card).count();
            let seen = self.state.shoe.seen.iter().filter(|seen| *seen == card).count();
            if seen + again >= usize::from(self.state.settings.decks) {
                let cites = self.book.rules.cards.decks.cites();
                return Err(Refusal::new(
                    Reason::CardImpossible,
                    format!("all of {card} are already out of this shoe"),
                    cites,
                ));
            }
        }
        let mut after = coup.clone();
        let exposed = Fact::Deal(deal::Fact::Exposed { side, cards: cards.to_vec(), by: by.name.clone() });
        crate::deal::coup::advance(&mut after, &exposed);
        let how = match by.role {
            Role::Player => self.delivered_under(side).and(step(&self.book, Step::HolderExposes)),
            _ => step(&self.book, Step::DealerTurnsRest),
        };
        let how = match named {
            true => how.and(cite_all(&self.book.rules.dealing.nominees, |rule| {
                *rule != Nominees::OneCardAtATime || self.shared_out(coup, side)
            })),
            false => how,
        };
        let mut facts = vec![(exposed, cites.and(how))];
        facts.extend(self.consequences(after));
        Ok(facts)
    }

    /// Must this hand still go to a patron, so that the dealer does not turn it over? One that was passed to the wrong person has
    /// been out.
    fn must_be_passed(&self, coup: &Coup, side: Side) -> bool {
        let astray = [Irregularity::WrongRecipient, Irregularity::DeliveredWithoutWager];
        let was_out = coup.ruled.iter().any(|when| astray.contains(when));
        let offered = coup.holding(side).offered.is_some()
            && self.state.settings.receives(&self.book) != Receives::Nobody;
        !was_out && (offered || self.hand_goes_to(coup, side).is_some())
    }

    /// May a nominee turn over this many cards now?
    fn check_nominee(&self, coup: &Coup, side: Side, name: &Name, cards: usize) -> Result<(), Refusal> {
        let holding = coup.holding(side);
        let list = &self.book.rules.dealing.nominees;
        let third = coup.hand(side).len() > 2;
        let covered = match holding.named_for {
            NamedFor::All => true,
            NamedFor::Initial => !third,
            NamedFor::Third => third,
        };
        if !covered {
            let cites = cite_all(list, |rule| *rule == Nominees::AnyOfTheCards);
            let message = format!("{name} was named for other cards");
            return Err(Refusal::new(Reason::WrongPerson, message, cites));
        }
        if self.shared_out(coup, side) && (cards != 1 || holding.card_with.as_ref() != Some(name)) {
            let cites = cite_all(list, |rule| *rule == Nominees::OneCardAtATime);
            let message = "one card at a time is passed out and turned over";
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
        }
        Ok(())
    }

    /// To whom the role of designated patron must be offered before the coming coup, if to anyone.
    pub(crate) fn role_goes_to(&self) -> Option<Name> {
        let designated = &self.state.designated;
        let needed = self.state.settings.receives(&self.book) == Receives::DesignatedForBanker;
        if !needed || designated.holder.is_some() || designated.nobody || designated.offered.is_some() {
            return None;
        }
        self.role_order().into_iter().find(|name| !designated.declined.contains(name))
    }

    /// Seated patrons in the order the role passes: counter-clockwise, from the dealer's right or the last holder's.
    fn role_order(&self) -> Vec<Name> {
        let seated = self.state.seated();
        let last = self.state.designated.last_seat.unwrap_or(0);
        let beyond = seated.iter().filter(|(seat, _)| *seat > last);
        let round = seated.iter().filter(|(seat, _)| *seat <= last);
        beyond.chain(round).map(|(_, name)| (*name).clone()).collect()
    }

    /// The clauses by which the role is offered next.
    pub(crate) fn role_offer_under(&self) -> Citation {
        let list = &self.book.rules.dealing.role;
        let first = if self.state.designated.last.is_some() {
            RoleMove::OfferedFromLastHoldersRight
        } else {
            RoleMove::StartsAtDealersRight
        };
        let declined = !self.state.designated.declined.is_empty();
        cite_all(list, |rule| {
            *rule == first || (declined && *rule == RoleMove::DeclinedPassesCounterClockwise)
        })
    }

    pub(crate) fn judge_offer_role(&self, by: &Actor, to: &Name) -> Result<Facts, Refusal> {
        let cites = self.role_offer_under();
        self.only(by, Role::Dealer, &cites)?;
        self.now_betting()?;
        match self.role_goes_to() {
            Some(due) if due == *to => {
                Ok(vec![(Fact::Deal(deal::Fact::RoleOffered { to: to.clone() }), cites)])
            }
            Some(due) => {
                Err(Refusal::new(Reason::WrongPerson, format!("the role is {due}'s to take"), cites))
            }
            None => Err(Refusal::new(Reason::NotDue, "the role is not to be offered", cites)),
        }
    }

    pub(crate) fn judge_take_role(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = cite_all(&self.book.rules.dealing.role, |rule| {
            matches!(rule, RoleMove::ObligesBankerWager | RoleMove::ObligesTakingCards)
        });
        match self.state.designated.offered.as_ref() == Some(&by.name) {
            true => Ok(vec![(Fact::Deal(deal::Fact::RoleTaken { by: by.name.clone() }), cites)]),
            false => Err(Refusal::new(
                Reason::WrongPerson,
                format!("the role is not offered to {}", by.name),
                cites,
            )),
        }
    }

    fn judge_decline_role(&self, by: &Actor) -> Result<Facts, Refusal> {
        Ok(self.role_declined(&by.name))
    }

    /// Somebody does not hold the role: the next is asked, or nobody is left.
    fn role_declined(&self, who: &Name) -> Facts {
        let list = &self.book.rules.dealing.role;
        let cites = cite_all(list, |rule| *rule == RoleMove::DeclinedPassesCounterClockwise);
        let mut facts = vec![(Fact::Deal(deal::Fact::RoleRefused { by: who.clone() }), cites)];
        // A role that ends starts the round anew.
        let declined = match self.state.designated.holder {
            Some(_) => &[],
            None => self.state.designated.declined.as_slice(),
        };
        let everyone = self.role_order().iter().all(|name| name == who || declined.contains(name));
        if everyone {
            let cites =
                cite_all(&self.book.rules.dealing.dealer_keeps, |rule| *rule == DealerKeeps::AllDeclinedRole);
            facts.push((Fact::Deal(deal::Fact::NobodyTakesRole), cites));
        }
        facts
    }

    pub(crate) fn judge_pass_role(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = cite_all(&self.book.rules.dealing.role, |rule| *rule == RoleMove::MayPassAfterCoup);
        if self.state.designated.holder.as_ref() != Some(&by.name) {
            return Err(Refusal::new(
                Reason::WrongPerson,
                format!("{} does not hold the role", by.name),
                cites,
            ));
        }
        if matches!(self.state.phase, Phase::Coup(_)) {
            return Err(Refusal::new(Reason::CoupInProgress, "the role is passed after a coup", cites));
        }
        self.now_betting()?;
        Ok(vec![(Fact::Deal(deal::Fact::RolePassed { by: by.name.clone() }), cites)])
    }

    /// Refuses the first card while the holder of the role has no wager on banker.
    pub(crate) fn check_role_wager(&self, no_bet: bool) -> Result<(), Refusal> {
        if no_bet
            || self.state.settings.receives(&self.book) != Receives::DesignatedForBanker
            || self.state.designated.nobody
        {
            return Ok(());
        }
        let list = &self.book.rules.dealing.role;
        let Some(holder) = &self.state.designated.holder else {
            // Nobody is left to ask: the dealer keeps the cards.
            if self.state.designated.offered.is_none() && self.role_goes_to().is_none() {
                return Ok(());
            }
            let cites = cite_all(list, |rule| *rule == RoleMove::StartsAtDealersRight);
            return Err(Refusal::new(Reason::OutOfOrder, "the role must be offered first", cites));
        };
        let on_banker = |wager: &WagerId| self.is_on(wager, Side::Banker);
        let bets = self.state.stakes.iter().any(|stake| stake.patron == *holder && on_banker(&stake.wager));
        if bets {
            return Ok(());
        }
        let cites = cite_all(list, |rule| *rule == RoleMove::ObligesBankerWager);
        Err(Refusal::new(
            Reason::NeedsMainWager,
            format!("{holder} must bet on banker or pass the role"),
            cites,
        ))
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

    pub(crate) fn apply_role(&mut self, fact: &deal::Fact) {
        let seat = |name: &Name| self.state.present(name).and_then(|patron| patron.seat);
        let at = match fact {
            deal::Fact::RoleTaken { by } | deal::Fact::RolePassed { by } | deal::Fact::RoleEnded { by } => {
                seat(by)
            }
            _ => None,
        };
        let designated = &mut self.state.designated;
        match fact {
            deal::Fact::RoleOffered { to } => designated.offered = Some(to.clone()),
            deal::Fact::RoleTaken { by } => {
                *designated = Designated {
                    holder: Some(by.clone()),
                    last: Some(by.clone()),
                    last_seat: at,
                    ..Designated::default()
                };
            }
            deal::Fact::RoleRefused { by } => {
                designated.offered = None;
                designated.declined.push(by.clone());
            }
            deal::Fact::RolePassed { by } | deal::Fact::RoleEnded { by } => {
                designated.holder = None;
                designated.last = Some(by.clone());
                designated.last_seat = at.or(designated.last_seat);
                designated.declined.clear();
            }
            deal::Fact::NobodyTakesRole => designated.nobody = true,
            _ => {}
        }
    }
}
