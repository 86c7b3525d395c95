//! Who holds the cards: hands delivered to patrons, dealing methods, the designated patron.

use crate::cite::{Cite, Under, cite_all, step};
use crate::command::Approval;
use crate::event::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Phase};
use crate::table::{Facts, Table};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::people::Role;
use baccarat::rules::play::{CardsRefused, DealerKeeps, Exposing, Nominees, Receives, RoleMove, Step};

fn wager_on(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}

impl Table {
    fn dealing_under(&self, refused: bool) -> Under {
        let dealing = &self.book.rules.dealing;
        let mut under = match self.state.settings.receives(&self.book) {
            Receives::HighestWagerOnEachHand => {
                dealing.highest_by.under("dealing.highest_by").and(dealing.level.under("dealing.level"))
            }
            Receives::DesignatedForBanker => {
                cite_all(&dealing.role, "dealing.role", |rule| *rule == RoleMove::ObligesTakingCards)
            }
            Receives::Nobody => dealing.exposing.under("dealing.exposing"),
        };
        if refused {
            under = under.and(cite_all(&dealing.refused, "dealing.refused", |rule| {
                *rule != CardsRefused::CounterClockwise
            }));
        }
        under
    }

    /// Patrons with a wager on a hand, in the order they are asked: highest wager first, level ones from the dealer's
    /// right and counter-clockwise.
    fn bettors(&self, side: Side) -> Vec<Name> {
        let on = self.state.stakes.iter().filter(|stake| stake.wager.as_str() == wager_on(side));
        let mut asked: Vec<(std::cmp::Reverse<i64>, u8, bool, Name)> = on
            .map(|stake| {
                let standing = self.state.present(&stake.patron).is_none_or(|patron| patron.seat.is_none());
                (std::cmp::Reverse(stake.amount.0), stake.area, standing, stake.patron.clone())
            })
            .collect();
        asked.sort();
        let mut names: Vec<Name> = Vec::new();
        for (.., name) in asked {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// To whom a hand's cards must be offered now; nobody if the dealer keeps them or may choose.
    pub(crate) fn hand_goes_to(&self, coup: &Coup, side: Side) -> Option<Name> {
        if !self.patrons_hold(coup) || coup.holding(side).kept {
            return None;
        }
        let refused = &coup.holding(side).refused;
        match self.state.settings.receives(&self.book) {
            Receives::HighestWagerOnEachHand => {
                self.bettors(side).into_iter().find(|name| !refused.contains(name))
            }
            Receives::DesignatedForBanker if side == Side::Banker && !self.state.designated.nobody => {
                self.state.designated.holder.clone().filter(|name| !refused.contains(name))
            }
            _ => None,
        }
    }

    /// Hands that the dealer keeps as soon as the cards are out.
    pub(crate) fn keeps(&self, coup: &Coup) -> Facts {
        if coup.player.len() + coup.banker.len() != 4 || !self.patrons_hold(coup) {
            return Vec::new();
        }
        let receives = self.state.settings.receives(&self.book);
        let list = &self.book.rules.dealing.dealer_keeps;
        let mut facts = Vec::new();
        for side in [Side::Player, Side::Banker] {
            let why = match receives {
                Receives::HighestWagerOnEachHand if self.bettors(side).is_empty() => {
                    Some(DealerKeeps::NobodyBetOnHand)
                }
                Receives::DesignatedForBanker if self.state.designated.nobody => {
                    Some(DealerKeeps::AllDeclinedRole)
                }
                Receives::DesignatedForBanker if side == Side::Player => Some(DealerKeeps::PlayersHand),
                _ => None,
            };
            if let Some(why) = why {
                facts.push((
                    Fact::HandKept { side },
                    cite_all(list, "dealing.dealer_keeps", |rule| *rule == why),
                ));
            }
        }
        facts
    }

    pub(crate) fn judge_offer_hand(&self, by: &Actor, side: Side, to: &Name) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let dealing = &self.book.rules.dealing;
        let exposing = dealing.exposing.under("dealing.exposing");
        self.only(by, Role::Dealer, &exposing)?;
        self.patron_named(to)?;
        let handling = self.book.rules.cards.handling.under("cards.handling");
        if !self.patrons_hold(coup) {
            let keeps = cite_all(&dealing.dealer_keeps, "dealing.dealer_keeps", |rule| {
                *rule == DealerKeeps::BothHands
            });
            let under = if keeps.clauses.is_empty() { exposing.and(handling) } else { keeps };
            return Err(Refusal::new(Reason::NotLawful, "the dealer keeps the cards", under));
        }
        if coup.player.len() + coup.banker.len() < 4 || coup.is_shown(side) {
            return Err(self.not_due());
        }
        let other = if side == Side::Player { Side::Banker } else { Side::Player };
        let out = coup.holding(other).holder.is_some() && !coup.is_shown(other);
        if out {
            let under = dealing.hands_out.under("dealing.hands_out");
            return Err(Refusal::new(Reason::OutOfOrder, "the other hand is still out", under));
        }
        let refused = !coup.holding(side).refused.is_empty();
        let under = self.dealing_under(refused);
        match self.state.settings.receives(&self.book) {
            Receives::Nobody => {
                let bets = self
                    .state
                    .stakes
                    .iter()
                    .any(|stake| stake.patron == *to && stake.wager.as_str() == wager_on(side));
                if !bets {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        format!("{to} has no wager on that hand"),
                        exposing,
                    ));
                }
            }
            _ => match self.hand_goes_to(coup, side) {
                Some(due) if due == *to => {}
                Some(due) => {
                    return Err(Refusal::new(Reason::WrongPerson, format!("the cards go to {due}"), under));
                }
                None => {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        "the dealer keeps that hand",
                        cite_all(&dealing.dealer_keeps, "dealing.dealer_keeps", |_| true),
                    ));
                }
            },
        }
        Ok(vec![(
            Fact::HandOffered { side, to: to.clone() },
            under.and(step(&self.book, Step::PassedFaceDown)),
        )])
    }

    /// The side on which a patron is being asked.
    fn asked_side(&self, coup: &Coup, name: &Name) -> Option<Side> {
        [Side::Player, Side::Banker]
            .into_iter()
            .find(|side| coup.holding(*side).offered.as_ref() == Some(name))
    }

    pub(crate) fn judge_take_hand(&self, by: &Actor) -> Result<Facts, Refusal> {
        self.patron(by)?;
        let coup = self.now_coup()?;
        let Some(side) = self.asked_side(coup, &by.name) else {
            return Err(Refusal::new(Reason::WrongPerson, "no cards are offered", self.dealing_under(false)));
        };
        let under = self.dealing_under(false).and(cite_all(
            &self.book.rules.dealing.holding,
            "dealing.holding",
            |_| true,
        ));
        Ok(vec![(Fact::HandTaken { side, by: by.name.clone() }, under)])
    }

    pub(crate) fn judge_refuse_hand(&self, by: &Actor) -> Result<Facts, Refusal> {
        self.patron(by)?;
        if self.state.designated.offered.as_ref() == Some(&by.name) {
            return self.judge_decline_role(by);
        }
        let coup = self.now_coup()?;
        let Some(side) = self.asked_side(coup, &by.name) else {
            return Err(Refusal::new(Reason::WrongPerson, "no cards are offered", self.dealing_under(false)));
        };
        let mut facts = vec![(Fact::HandRefused { side, by: by.name.clone() }, self.dealing_under(true))];
        let everyone = self
            .bettors(side)
            .iter()
            .all(|name| *name == by.name || coup.holding(side).refused.contains(name));
        if everyone && self.state.settings.receives(&self.book) == Receives::HighestWagerOnEachHand {
            let under = cite_all(&self.book.rules.dealing.dealer_keeps, "dealing.dealer_keeps", |rule| {
                *rule == DealerKeeps::AllRefused
            });
            facts.push((Fact::HandKept { side }, under));
        }
        Ok(facts)
    }

    pub(crate) fn judge_nominate(&self, by: &Actor, nominees: &[Name]) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let dealing = &self.book.rules.dealing;
        let under = cite_all(&dealing.nominees, "dealing.nominees", |_| true);
        let holds = [Side::Player, Side::Banker]
            .into_iter()
            .any(|side| coup.holding(side).holder.as_ref() == Some(&by.name));
        if !holds || dealing.nominees.items.is_empty() {
            return Err(Refusal::new(Reason::WrongPerson, format!("{} may not name others", by.name), under));
        }
        if !self.state.approved.contains(&Approval::Nominees) {
            let approval = dealing.nominees_approved_by.under("dealing.nominees_approved_by");
            return Err(Refusal::new(Reason::NotApproved, "a supervisor has not approved it", approval));
        }
        let seated = |name: &Name| self.state.present(name).is_some_and(|patron| patron.seat.is_some());
        if nominees.is_empty() || !nominees.iter().all(seated) {
            let only =
                cite_all(&dealing.nominees, "dealing.nominees", |rule| *rule == Nominees::SeatedPatrons);
            return Err(Refusal::new(Reason::WrongPerson, "only seated players may be named", only));
        }
        Ok(vec![(Fact::Nominated { by: by.name.clone(), nominees: nominees.to_vec() }, under)])
    }

    pub(crate) fn judge_forfeit(&self, by: &Actor) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.dealing.forfeited_by;
        let under = rule.under("dealing.forfeited_by");
        let Some(leave) = rule.get() else {
            return Err(Refusal::new(
                Reason::NotLawful,
                "this book does not take cards from a holder",
                under,
            ));
        };
        self.only(by, leave.by, &under)?;
        let ends = cite_all(&self.book.rules.dealing.role, "dealing.role", |rule| {
            *rule == RoleMove::EndsBySupervisor
        });
        let mut facts = Vec::new();
        if let Phase::Coup(coup) = &self.state.phase {
            for side in [Side::Player, Side::Banker] {
                if let Some(holder) = &coup.holding(side).holder {
                    facts.push((Fact::CardsForfeited { by: holder.clone() }, under.clone()));
                }
            }
        }
        if let Some(holder) = &self.state.designated.holder {
            facts.push((Fact::RoleEnded { by: holder.clone() }, ends));
        }
        if facts.is_empty() {
            Err(Refusal::new(Reason::WrongPerson, "nobody holds cards", under))
        } else {
            Ok(facts)
        }
    }

    pub(crate) fn judge_expose(&self, by: &Actor, side: Side, cards: &[Card]) -> Result<Facts, Refusal> {
        let coup = self.now_coup()?;
        let under = self.book.rules.dealing.exposing.under("dealing.exposing");
        let holding = coup.holding(side);
        let down = coup.hand(side).iter().filter(|card| card.is_none()).count();
        if down == 0 || coup.player.len() + coup.banker.len() < 4 {
            return Err(self.not_due());
        }
        let may = match by.role {
            Role::Dealer => true,
            Role::Player => holding.holder.as_ref() == Some(&by.name) || holding.nominees.contains(&by.name),
            _ => false,
        };
        if !may {
            let handling = self.book.rules.cards.handling.under("cards.handling");
            return Err(Refusal::new(
                Reason::WrongPerson,
                format!("{} may not touch these cards", by.name),
                handling.and(under),
            ));
        }
        if side == Side::Banker
            && !coup.is_shown(Side::Player)
            && self.book.rules.dealing.exposing.get() == Some(&Exposing::Dealer)
        {
            let first = crate::cite::calls_at(&self.book, baccarat::rules::people::Moment::InitialDealShown);
            let under = first.map(|call| call.under("procedure.calls")).fold(under, Under::and);
            return Err(Refusal::new(Reason::OutOfOrder, "the player's hand is turned first", under));
        }
        if cards.len() != down {
            return Err(Refusal::new(
                Reason::CardNotDue,
                format!("{down} cards lie face down, found {}", cards.len()),
                under,
            ));
        }
        for (index, card) in cards.iter().enumerate() {
            let again = cards[..index].iter().filter(|other| *other == card).count();
            let seen = self.state.shoe.seen.iter().filter(|seen| *seen == card).count();
            if seen + again >= usize::from(self.state.settings.decks) {
                let under = self.book.rules.cards.decks.under("cards.decks");
                return Err(Refusal::new(
                    Reason::CardImpossible,
                    format!("all of {card} are already out of this shoe"),
                    under,
                ));
            }
        }
        let mut after = coup.clone();
        let mut open = cards.iter().copied();
        for card in after.hand_mut(side) {
            if card.is_none() {
                *card = open.next();
            }
        }
        let how = match by.role {
            Role::Player => step(&self.book, Step::HolderExposes),
            _ => step(&self.book, Step::DealerTurnsRest),
        };
        let mut facts =
            vec![(Fact::Exposed { side, cards: cards.to_vec(), by: by.name.clone() }, under.and(how))];
        facts.extend(self.consequences(after));
        Ok(facts)
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
        let mut seated: Vec<Name> = self.state.seated().into_iter().map(|(_, name)| name.clone()).collect();
        let last = self.state.designated.last.as_ref();
        if let Some(place) = seated.iter().position(|name| Some(name) == last) {
            let after = (place + 1) % seated.len().max(1);
            seated.rotate_left(after);
        }
        seated
    }

    pub(crate) fn judge_offer_role(&self, by: &Actor, to: &Name) -> Result<Facts, Refusal> {
        let list = &self.book.rules.dealing.role;
        let first = if self.state.designated.last.is_some() {
            RoleMove::OfferedFromLastHoldersRight
        } else {
            RoleMove::StartsAtDealersRight
        };
        let mut under = cite_all(list, "dealing.role", |rule| *rule == first);
        if !self.state.designated.declined.is_empty() {
            under = under.and(cite_all(list, "dealing.role", |rule| {
                *rule == RoleMove::DeclinedPassesCounterClockwise
            }));
        }
        self.only(by, Role::Dealer, &under)?;
        self.now_betting()?;
        match self.role_goes_to() {
            Some(due) if due == *to => Ok(vec![(Fact::RoleOffered { to: to.clone() }, under)]),
            Some(due) => {
                Err(Refusal::new(Reason::WrongPerson, format!("the role is {due}'s to take"), under))
            }
            None => Err(Refusal::new(Reason::NotDue, "the role is not to be offered", under)),
        }
    }

    pub(crate) fn judge_take_role(&self, by: &Actor) -> Result<Facts, Refusal> {
        let under = cite_all(&self.book.rules.dealing.role, "dealing.role", |rule| {
            matches!(rule, RoleMove::ObligesBankerWager | RoleMove::ObligesTakingCards)
        });
        match self.state.designated.offered.as_ref() == Some(&by.name) {
            true => Ok(vec![(Fact::RoleTaken { by: by.name.clone() }, under)]),
            false => Err(Refusal::new(
                Reason::WrongPerson,
                format!("the role is not offered to {}", by.name),
                under,
            )),
        }
    }

    fn judge_decline_role(&self, by: &Actor) -> Result<Facts, Refusal> {
        let list = &self.book.rules.dealing.role;
        let under = cite_all(list, "dealing.role", |rule| *rule == RoleMove::DeclinedPassesCounterClockwise);
        let mut facts = vec![(Fact::RoleRefused { by: by.name.clone() }, under)];
        let everyone = self
            .role_order()
            .iter()
            .all(|name| *name == by.name || self.state.designated.declined.contains(name));
        if everyone {
            let under = cite_all(&self.book.rules.dealing.dealer_keeps, "dealing.dealer_keeps", |rule| {
                *rule == DealerKeeps::AllDeclinedRole
            });
            facts.push((Fact::NobodyTakesRole, under));
        }
        Ok(facts)
    }

    pub(crate) fn judge_pass_role(&self, by: &Actor) -> Result<Facts, Refusal> {
        let under = cite_all(&self.book.rules.dealing.role, "dealing.role", |rule| {
            *rule == RoleMove::MayPassAfterCoup
        });
        if self.state.designated.holder.as_ref() != Some(&by.name) {
            return Err(Refusal::new(
                Reason::WrongPerson,
                format!("{} does not hold the role", by.name),
                under,
            ));
        }
        self.now_betting()?;
        Ok(vec![(Fact::RolePassed { by: by.name.clone() }, under)])
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
            let under = cite_all(list, "dealing.role", |rule| *rule == RoleMove::StartsAtDealersRight);
            return Err(Refusal::new(Reason::OutOfOrder, "the role must be offered first", under));
        };
        let bets =
            self.state.stakes.iter().any(|stake| stake.patron == *holder && stake.wager.as_str() == "banker");
        if bets {
            return Ok(());
        }
        let under = cite_all(list, "dealing.role", |rule| *rule == RoleMove::ObligesBankerWager);
        Err(Refusal::new(
            Reason::NeedsMainWager,
            format!("{holder} must bet on banker or pass the role"),
            under,
        ))
    }
}
