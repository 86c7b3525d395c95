//! Cards: checked, prepared, shuffled, cut, loaded, burnt, replaced.

use crate::cards;
use crate::cite::{Citation, Cite, cite_all, cite_if, cite_said, step};
use crate::facts::Fact;
use crate::facts::trouble;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::{Approval, Phase, Preparing, Ready};
use crate::state::{Betting, Due};
use crate::table::{Facts, Table};
use baccarat::card::Card;
use baccarat::rules::cards::{
    AfterHandling, Check, CheckHow, Device, ReplaceExtent, ReplaceWhen, Replacement, RiffleMoment,
    ShuffleOccasion, ShuffleWhen, Supply,
};
use baccarat::rules::people::{Duty, Role};
use baccarat::rules::play::Step;
use baccarat::rules::rulings::{CardFate, Irregularity};
use baccarat::rules::shoe::{AfterRefusal, Burn, BurnStyle, CutOffer, FirstToCut, Naming, SpareCuttingCard};
use baccarat::topic::Stated;

impl Table {
    /// What has to be done before play, as the book orders it.
    pub(crate) fn preparing(&self, occasion: ShuffleWhen) -> Preparing {
        let (rules, state) = (&self.book.rules, &self.state);
        let opening = occasion == ShuffleWhen::BeforePlay;
        let new_cards =
            opening || matches!(occasion, ShuffleWhen::AfterReplacement | ShuffleWhen::AfterReplacingUnfit);
        // Cards that were pre-shuffled and have been played are shuffled like any others.
        let pre_shuffled = new_cards && state.shoe.supply != Supply::TableShuffled;
        let mut ready = Vec::new();
        let must = self.check_on(occasion).get().is_some_and(|check| check.how != CheckHow::AnyOneMay);
        if new_cards && must && !self.is_check_exempt(occasion) {
            ready.push(Ready::Check);
        }
        if new_cards && !pre_shuffled {
            let mut steps: Vec<_> = rules.supply.preparation.values().copied().collect();
            steps.dedup();
            ready.extend(steps.into_iter().map(Ready::Prepare));
        }
        if self.is_shuffled_on(occasion, pre_shuffled) {
            ready.push(Ready::Shuffle);
        }
        if state.settings.is_cut(&self.book) {
            ready.extend([Ready::Cut, Ready::InsertCuttingCard]);
        }
        ready.push(Ready::Load);
        if !rules.burn.styles.items.is_empty() {
            ready.push(Ready::Burn);
        }
        Preparing {
            ready,
            checked: Vec::new(),
            cutting: Default::default(),
            riffle_asked: false,
            opening,
            occasion,
            brought: Citation::default(),
        }
    }

    /// The rule on checking cards that come to the table on this occasion.
    pub(crate) fn check_on(&self, occasion: ShuffleWhen) -> &Stated<Check> {
        let supply = &self.book.rules.supply;
        let replaced = matches!(occasion, ShuffleWhen::AfterReplacement | ShuffleWhen::AfterReplacingUnfit);
        match replaced && supply.replacement_check.get().is_some() {
            true => &supply.replacement_check,
            false => &supply.check_before,
        }
    }

    /// Are these cards exempt from the check before and after gaming? A check of replacement cards has no exemption.
    pub(crate) fn is_check_exempt(&self, occasion: ShuffleWhen) -> bool {
        let supply = &self.book.rules.supply;
        let general = std::ptr::eq(self.check_on(occasion), &supply.check_before);
        general && supply.check_exempt.values().any(|exempt| *exempt == self.state.shoe.supply)
    }

    /// Does somebody shuffle before these cards are cut or loaded?
    fn is_shuffled_on(&self, occasion: ShuffleWhen, pre_shuffled: bool) -> bool {
        // Putting cards into a device that shuffles them is their shuffle.
        let by_device = self.state.settings.device == Device::ShufflingDevice
            && !step(&self.book, Step::CardsIntoDevice).is_empty();
        // Cards replaced at the end of a shoe come in on that occasion too.
        let end = match &self.state.phase {
            Phase::Preparing(now) => Some(now.occasion).filter(|now| now.is_end_of_shoe()),
            _ => None,
        };
        let governs = |known: ShuffleWhen| {
            self.fits_occasion(known, occasion) || end.is_some_and(|end| self.fits_occasion(known, end))
        };
        let in_spite = |known: &ShuffleOccasion| governs(known.when) && !known.unless_pre_shuffled;
        let wanted = !pre_shuffled || self.book.rules.shuffle.occasions.find(in_spite).is_some();
        self.state.settings.multishuffler || (wanted && !by_device)
    }

    fn now_preparing(&self) -> Result<&Preparing, Refusal> {
        match &self.state.phase {
            Phase::Preparing(preparing) => Ok(preparing),
            _ => Err(self.not_due()),
        }
    }

    /// Refuses a step of preparing cards that is not the next one.
    fn next_is(&self, wanted: &Ready) -> Result<&Preparing, Refusal> {
        let preparing = self.now_preparing()?;
        let next = preparing.ready.first() == Some(wanted) && self.must_replace().is_none();
        if next { Ok(preparing) } else { Err(self.out_of_order()) }
    }

    pub(crate) fn judge_cards(&self, act: &cards::Act, by: &Actor) -> Result<Facts, Refusal> {
        let rules = &self.book.rules;
        match act {
            cards::Act::CheckCards => self.judge_check(by, by.role),
            cards::Act::DeviceChecksCards => self.judge_check(by, Role::CheckingDevice),
            cards::Act::Prepare { step } => {
                self.next_is(&Ready::Prepare(*step))?;
                let cites = cite_all(&rules.supply.preparation, |known| known == step);
                self.only(by, Role::Dealer, &cites)?;
                Ok(vec![(Fact::Cards(cards::Fact::CardsPrepared { step: *step }), cites)])
            }
            cards::Act::Shuffle if self.may_shuffle_by_hand() => self.judge_hand_shuffle(by),
            cards::Act::Shuffle => {
                let cites = self.shuffle_under(self.next_is(&Ready::Shuffle)?);
                self.only(by, Role::Dealer, &cites)?;
                Ok(vec![(Fact::Cards(cards::Fact::Shuffled), cites)])
            }
            cards::Act::AskRiffle => self.judge_ask_riffle(by),
            cards::Act::Riffle => self.judge_riffle(by),
            cards::Act::LetPlayersCut
            | cards::Act::OfferCut { .. }
            | cards::Act::RefuseCut
            | cards::Act::NameCutter { .. }
            | cards::Act::Cut { .. } => self.judge_cut(act, by),
            cards::Act::InsertCuttingCard { from_back, counted } => {
                self.judge_insert(by, *from_back, *counted)
            }
            cards::Act::LoadCards => {
                self.next_is(&Ready::Load)?;
                let loaded = match self.state.settings.device {
                    Device::CardShoe => step(&self.book, Step::StackIntoShoe),
                    Device::ShufflingDevice => step(&self.book, Step::CardsIntoDevice),
                };
                let cites = if loaded.is_empty() { rules.equipment.devices.cites() } else { loaded };
                self.only(by, Role::Dealer, &cites)?;
                Ok(vec![(Fact::Cards(cards::Fact::CardsLoaded), cites)])
            }
            cards::Act::ChooseBurn { style } => self.judge_choose_burn(by, *style),
            cards::Act::BurnCard { card } => self.judge_burn(by, *card),
            cards::Act::BurnRest { cards, short } => self.judge_burn_rest(by, *cards, *short),
            cards::Act::AskBurntCard => {
                self.patron(by)?;
                self.may_show_burnt()?;
                let cites = self.burn_under().and(step(&self.book, Step::BurntCardShownOnRequest));
                Ok(vec![(Fact::Cards(cards::Fact::BurntCardAsked { patron: by.name.clone() }), cites)])
            }
            cards::Act::ShowBurntCard { card } => {
                self.may_show_burnt()?;
                let cites = self.burn_under().and(step(&self.book, Step::BurntCardShownOnRequest));
                self.only(by, Role::Dealer, &cites)?;
                if !self.state.shoe.burnt_card_asked {
                    return Err(Refusal::new(Reason::NotAsked, "nobody asked to see it", cites));
                }
                match self.state.shoe.burnt_card {
                    Some(shown) if shown != *card => {
                        let message = format!("found {card}; the burnt card was shown as {shown}");
                        return Err(Refusal::new(Reason::CardImpossible, message, cites));
                    }
                    Some(_) => {}
                    None => self.check_not_all_out(&[*card])?,
                }
                Ok(vec![(Fact::Cards(cards::Fact::BurntCardShown { card: *card }), cites)])
            }
            cards::Act::StartPlay => {
                let preparing = self.now_preparing()?;
                self.only(by, Role::Dealer, &self.burn_under())?;
                let burn_left = rules.burn.duty.get() == Some(&Duty::May) && preparing.ready == [Ready::Burn];
                if !preparing.ready.is_empty() && !burn_left {
                    return Err(self.out_of_order());
                }
                let mut facts = vec![(Fact::Cards(cards::Fact::PlayStarted), self.burn_under())];
                facts.extend(self.unpayable_told().filter(|_| preparing.opening));
                Ok(facts)
            }
            cards::Act::ReplaceCards { when, supply, other_colour, some } => {
                self.judge_replace(by, *when, *supply, *other_colour, *some)
            }
            cards::Act::FindUnfit => self.judge_unfit(by),
            cards::Act::OrderShuffle { mix_doubted } => self.judge_order_shuffle(by, *mix_doubted),
            cards::Act::VerifyCards => {
                let list = &rules.supply.verified_for;
                let cites = list.cites();
                let may = list.values().any(|role| self.only(by, *role, &cites).is_ok());
                match may {
                    true => Ok(vec![(Fact::Cards(cards::Fact::CardsVerified), cites)]),
                    false => Err(Refusal::new(
                        Reason::NotInThatRole,
                        format!("{by} may not have the cards verified"),
                        cites,
                    )),
                }
            }
            cards::Act::Approve { what } => self.judge_approval(by, what),
        }
    }

    fn judge_check(&self, by: &Actor, checker: Role) -> Result<Facts, Refusal> {
        let supply = &self.book.rules.supply;
        let (check, checked) = match &self.state.phase {
            Phase::Closed => (&supply.check_after, &self.state.checked_after),
            _ => {
                let preparing = self.now_preparing()?;
                (self.check_on(preparing.occasion), &preparing.checked)
            }
        };
        let cites = self.due_check_under().and(check.cites());
        let named = |role: Role| check.get().is_some_and(|check| check.by.contains(&role));
        let checker = match named(Role::Supervisor) && self.acts_as_supervisor(checker) && !named(checker) {
            true => Role::Supervisor,
            false => checker,
        };
        let allowed = named(checker);
        if by.role == Role::Player || !allowed {
            return Err(Refusal::new(
                Reason::NotInThatRole,
                format!("{checker} does not check the cards"),
                cites,
            ));
        }
        if checked.iter().any(|other| other.role == checker) {
            return Err(Refusal::new(Reason::AlreadyDone, format!("{checker} has checked the cards"), cites));
        }
        // Where several must check, one person in two roles is still one pair of eyes.
        let several = |check: &Check| matches!(check.how, CheckHow::EachAloneMust | CheckHow::AllMust);
        let before = checked.iter().find(|other| other.name == by.name);
        if let Some(before) = before.filter(|_| check.get().is_some_and(several)) {
            let message =
                format!("{} has checked the cards as {}; allowed is another person", by.name, before.role);
            return Err(Refusal::new(Reason::WrongPerson, message, cites));
        }
        let alone = check.get().is_some_and(|check| check.how == CheckHow::EachAloneMust);
        Ok(vec![(Fact::Cards(cards::Fact::CardsChecked { by: checker, alone }), cites)])
    }

    /// The clauses by which cards that came out of the shoe are checked.
    pub(crate) fn due_check_under(&self) -> Citation {
        match &self.state.phase {
            Phase::Preparing(preparing) if preparing.ready.first() == Some(&Ready::Check) => {
                preparing.brought.clone()
            }
            _ => Citation::default(),
        }
    }

    /// Must the cards still be checked now that the table is closed?
    pub(crate) fn closing_check_owed(&self) -> bool {
        let check = &self.book.rules.supply.check_after;
        let exempt = self.is_check_exempt(ShuffleWhen::BeforePlay);
        check.get().is_some() && !exempt && !Table::is_checked(check, &self.state.checked_after)
    }

    /// Has everyone checked who must?
    pub(crate) fn is_checked(check: &Stated<Check>, checked: &[Actor]) -> bool {
        let has = |role: &Role| checked.iter().any(|person| person.role == *role);
        check.get().is_none_or(|check| match check.how {
            CheckHow::AnyOneMay => true,
            CheckHow::AnyOneMust => check.by.iter().any(has),
            CheckHow::EachAloneMust | CheckHow::AllMust => check.by.iter().all(has),
        })
    }

    /// Does what the book says of one occasion govern this one? Where a book does not name an occasion, its word on
    /// the end of a shoe, or on replacement in general, has to do.
    pub(crate) fn fits_occasion(&self, known: ShuffleWhen, now: ShuffleWhen) -> bool {
        let occasions = &self.book.rules.shuffle.occasions;
        let names = |when: ShuffleWhen| occasions.values().any(|occasion| occasion.when == when);
        let stands_for = match now {
            _ if names(now) => now,
            ShuffleWhen::BeforePlay => now,
            ShuffleWhen::AfterReplacingUnfit if names(ShuffleWhen::AfterReplacement) => {
                ShuffleWhen::AfterReplacement
            }
            _ => ShuffleWhen::EndOfShoe,
        };
        known == stands_for || known == ShuffleWhen::NewShoe
    }

    pub(crate) fn shuffle_under(&self, preparing: &Preparing) -> Citation {
        let occasions = &self.book.rules.shuffle.occasions;
        let multishuffler = &self.book.rules.equipment.multishuffler;
        let occasion = match preparing.brought.is_empty() {
            true => cite_all(occasions, |known| self.fits_occasion(known.when, preparing.occasion)),
            false => preparing
                .brought
                .clone()
                .and(cite_said(occasions, |known| known.when == ShuffleWhen::NewShoe)),
        };
        let cites = match self.interrupted() {
            Some(_) => self.interrupted_under(),
            None => occasion,
        };
        let cites = cites.and(step(&self.book, Step::ShuffledAtRandom));
        match self.state.settings.multishuffler {
            true => cites.and(multishuffler.cites()),
            false => cites,
        }
    }

    /// Might cards that go into a shuffling device be shuffled by hand first?
    fn takes_hand_shuffle(&self) -> bool {
        self.state.settings.device == Device::ShufflingDevice
            && self.state.shoe.supply == Supply::HouseShuffled
    }

    fn may_shuffle_by_hand(&self) -> bool {
        self.takes_hand_shuffle()
            && self.book.rules.shuffle.by_hand_before_device.get().is_some()
            && self.next_is(&Ready::Load).is_ok()
    }

    fn judge_hand_shuffle(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = self.book.rules.shuffle.by_hand_before_device.cites();
        self.only(by, Role::Dealer, &cites)?;
        match self.state.approved.contains(&Approval::HandShuffle) {
            true => Ok(vec![(Fact::Cards(cards::Fact::Shuffled), cites)]),
            false => Err(Refusal::new(Reason::NotApproved, "a supervisor has not chosen it", cites)),
        }
    }

    /// The clauses on riffling these cards, and whether it may be done now.
    fn riffle_now(&self) -> Result<(&Preparing, Citation), Refusal> {
        let preparing = self.now_preparing()?;
        let riffles = &self.book.rules.supply.riffles;
        let rule = riffles.find(|riffle| riffle.of == self.state.shoe.supply);
        let Some(rule) = rule else {
            let silent = Citation::silent(riffles.topic.id);
            return Err(Refusal::new(Reason::NotLawful, "these cards are not riffled on request", silent));
        };
        let cites = rule.cites();
        let cites = match rule.at.contains(&RiffleMoment::BeforeMultishuffler) {
            true => cites.and(step(&self.book, Step::RiffleBeforeLoadingOrCut)),
            false => cites,
        };
        let moment = match preparing.ready.first() {
            Some(Ready::Cut) => Some(RiffleMoment::BeforeCut),
            Some(Ready::Shuffle) if self.state.settings.multishuffler => {
                Some(RiffleMoment::BeforeMultishuffler)
            }
            _ => None,
        };
        match moment.is_some_and(|moment| rule.at.contains(&moment)) {
            true => Ok((preparing, cites)),
            false => Err(Refusal::new(Reason::OutOfOrder, "these cards are not riffled now", cites)),
        }
    }

    fn judge_ask_riffle(&self, by: &Actor) -> Result<Facts, Refusal> {
        let (_, cites) = self.riffle_now()?;
        let riffles = &self.book.rules.supply.riffles;
        let rule = riffles.find(|riffle| riffle.of == self.state.shoe.supply);
        match rule.map(|riffle| riffle.asked_by) {
            Some(Role::Player) | None => self.patron(by).map(|_| ())?,
            Some(role) => self.only(by, role, &cites)?,
        }
        Ok(vec![(Fact::Cards(cards::Fact::RiffleAsked { patron: by.name.clone() }), cites)])
    }

    fn judge_riffle(&self, by: &Actor) -> Result<Facts, Refusal> {
        let (preparing, cites) = self.riffle_now()?;
        self.only(by, Role::Dealer, &cites)?;
        if !preparing.riffle_asked {
            return Err(Refusal::new(Reason::NotAsked, "no player asked for a riffle", cites));
        }
        if !self.state.approved.contains(&Approval::Riffle) {
            return Err(Refusal::new(Reason::NotApproved, "a supervisor has not agreed", cites));
        }
        Ok(vec![(Fact::Cards(cards::Fact::Riffled), cites)])
    }

    /// To whom the cut must be offered now; nobody if any patron will do.
    pub(crate) fn cut_goes_to(&self) -> Option<Name> {
        let Phase::Preparing(preparing) = &self.state.phase else { return None };
        let refused = &preparing.cutting.refused;
        let offer = self.book.rules.cut.offered_to.get().copied()?;
        // Clockwise from the dealer's left is from the highest seat down, because seats count from the right.
        let seated = self.state.seated();
        let first = match offer {
            CutOffer::AnyPlayer => return None,
            CutOffer::ClockwiseFromDealersLeft => None,
            CutOffer::SupervisorOrPlayers if preparing.opening => {
                let listed =
                    self.book.rules.cut.first_asked.values().any(|first| *first == FirstToCut::FirstArrival);
                self.state.participants().next().filter(|_| listed).map(|(name, _)| name.clone())
            }
            CutOffer::SupervisorOrPlayers => None,
        };
        let mut clockwise: Vec<Name> = seated.iter().rev().map(|(_, name)| (*name).clone()).collect();
        // After the first asked refuses, the offer goes on clockwise from there.
        let place = first.as_ref().and_then(|first| clockwise.iter().position(|name| name == first));
        clockwise.rotate_left(place.unwrap_or(0));
        let standing = self.state.participants().filter(|(_, patron)| patron.seat.is_none());
        let standing =
            standing.filter(|_| offer == CutOffer::SupervisorOrPlayers).map(|(name, _)| name.clone());
        let order = first.clone().into_iter().chain(clockwise).chain(standing);
        order.into_iter().find(|name| !refused.contains(name))
    }

    fn judge_cut(&self, act: &cards::Act, by: &Actor) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.cut;
        if let Some(never) = rules.never_for.find(|device| *device == self.state.settings.device) {
            return Err(Refusal::new(Reason::NotLawful, "these cards are never cut", never.cites()));
        }
        let preparing = self.next_is(&Ready::Cut)?;
        let offered = rules.offered_to.cites();
        match act {
            cards::Act::LetPlayersCut => {
                self.only(by, Role::Supervisor, &self.players_cut_under())?;
                if rules.offered_to.get() != Some(&CutOffer::SupervisorOrPlayers) {
                    return Err(Refusal::new(
                        Reason::NotDue,
                        "the players are offered the cut anyway",
                        offered,
                    ));
                }
                Ok(vec![(Fact::Cards(cards::Fact::CutLeftToPlayers), self.players_cut_under())])
            }
            cards::Act::OfferCut { to } => {
                self.only(by, Role::Dealer, &offered)?;
                self.check_may_cut(to, &offered)?;
                if rules.offered_to.get() == Some(&CutOffer::SupervisorOrPlayers)
                    && !preparing.cutting.players
                {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        "the cut is offered to a supervisor first",
                        offered,
                    ));
                }
                let cites = self
                    .players_cut_under()
                    .and(step(&self.book, Step::BacksAwayForCut))
                    .and(self.first_asked_under(preparing))
                    .and(self.asked_next_under(preparing));
                match self.cut_goes_to() {
                    Some(name) if name != *to => {
                        Err(Refusal::new(Reason::WrongPerson, format!("the cut is {name}'s"), cites))
                    }
                    None if preparing.cutting.refused.contains(to) => {
                        Err(Refusal::new(Reason::AlreadyDone, format!("{to} has refused"), cites))
                    }
                    _ => Ok(vec![(Fact::Cards(cards::Fact::CutOffered { to: to.clone() }), cites)]),
                }
            }
            cards::Act::RefuseCut => {
                let cites = rules.after_refusal.cites();
                // Whoever does not answer has not accepted, which the dealer says for them.
                let asked = preparing.cutting.offered.as_ref();
                let silent = asked.filter(|_| self.only(by, Role::Dealer, &cites).is_ok());
                let Some(who) = silent.or_else(|| asked.filter(|asked| **asked == by.name)) else {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        format!("the cut is not offered to {}", by.name),
                        self.players_cut_under(),
                    ));
                };
                let cites = if cites.clauses.is_empty() { rules.nobody_accepts.cites() } else { cites };
                Ok(vec![(Fact::Cards(cards::Fact::CutRefused { by: who.clone() }), cites)])
            }
            cards::Act::NameCutter { other } => {
                let cites = self.naming_under(preparing);
                self.check_may_cut(other, &cites)?;
                // Only the patron to whom the cut belongs may name another, not one who comes after a refusal.
                let first = preparing.cutting.refused.is_empty();
                if preparing.cutting.offered.as_ref() != Some(&by.name) || cites.clauses.is_empty() || !first
                {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        format!("{} may not name another", by.name),
                        cites,
                    ));
                }
                Ok(vec![(
                    Fact::Cards(cards::Fact::CutterNamed { by: by.name.clone(), other: other.clone() }),
                    cites,
                )])
            }
            cards::Act::Cut { at } => self.judge_cut_made(by, *at, preparing),
            _ => Err(self.not_due()),
        }
    }

    /// The cut is a player's: whoever only looks on is not asked.
    fn check_may_cut(&self, name: &Name, cites: &Citation) -> Result<(), Refusal> {
        let patron = self.patron_named(name)?;
        if self.state.takes_part(name, patron) {
            return Ok(());
        }
        let message = format!("{name} only looks on: no seat, no chips, no wager");
        Err(Refusal::new(Reason::WrongPerson, message, cites.clone()))
    }

    /// The clauses by which patrons cut, where a supervisor would otherwise.
    pub(crate) fn players_cut_under(&self) -> Citation {
        let instead = step(&self.book, Step::PlayersCutInstead);
        if instead.is_empty() { self.book.rules.cut.offered_to.cites() } else { instead }
    }

    /// The clauses by which whoever is asked may name another.
    fn naming_under(&self, preparing: &Preparing) -> Citation {
        let wanted = if preparing.opening { Naming::FirstArrivalMayName } else { Naming::DealersLeftMayName };
        let may = |naming: &Naming| *naming == wanted || *naming == Naming::MayNameAnother;
        cite_all(&self.book.rules.cut.naming, may)
    }

    /// The clauses by which the next patron is asked, once somebody has refused.
    fn asked_next_under(&self, preparing: &Preparing) -> Citation {
        match preparing.cutting.refused.is_empty() {
            true => Citation::default(),
            false => cite_if(&self.book.rules.cut.after_refusal, AfterRefusal::NextClockwise),
        }
    }

    /// The clauses by which the cut is this patron's: named, first asked, or asked after a refusal.
    fn patrons_cut_under(&self, preparing: &Preparing) -> Citation {
        let theirs = match preparing.cutting.named {
            true => self.naming_under(preparing),
            false => self.first_asked_under(preparing).and(self.asked_next_under(preparing)),
        };
        self.players_cut_under().and(theirs)
    }

    fn first_asked_under(&self, preparing: &Preparing) -> Citation {
        let wanted = if preparing.opening { FirstToCut::FirstArrival } else { FirstToCut::DealersLeft };
        let list = &self.book.rules.cut.first_asked;
        match list.items.is_empty() || !preparing.cutting.refused.is_empty() {
            true => Citation::default(),
            false => cite_all(list, |first| *first == wanted),
        }
    }

    fn judge_cut_made(&self, by: &Actor, at: u16, preparing: &Preparing) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.cut;
        let supervisor_first =
            rules.offered_to.get() == Some(&CutOffer::SupervisorOrPlayers) && !preparing.cutting.players;
        let nobody_here = self.state.participants().next().is_none();
        let everyone_refused =
            self.state.participants().all(|(name, _)| preparing.cutting.refused.contains(name))
                || (self.cut_goes_to().is_none()
                    && preparing.cutting.offered.is_none()
                    && rules.offered_to.get() != Some(&CutOffer::AnyPlayer));
        let who = match by.role {
            Role::Player => {
                let cites = self.players_cut_under();
                if preparing.cutting.offered.as_ref() != Some(&by.name) {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        format!("the cut is not offered to {}", by.name),
                        cites,
                    ));
                }
                self.patrons_cut_under(preparing)
            }
            _ if supervisor_first => {
                let cites = rules.offered_to.cites();
                self.only(by, Role::Supervisor, &cites)?;
                cites
            }
            _ => {
                let topic = if nobody_here { &rules.nobody_present } else { &rules.nobody_accepts };
                let cites = topic.cites();
                if let Some(acting) = topic.get() {
                    self.only(by, acting.who, &cites)?;
                }
                if !nobody_here && !everyone_refused {
                    return Err(Refusal::new(
                        Reason::WrongPerson,
                        "the cut is offered to players first",
                        self.players_cut_under().and(cites),
                    ));
                }
                cites
            }
        };
        let depth = rules.decks_from_ends.cites();
        let least = u32::from(rules.decks_from_ends.get().copied().unwrap_or(0)) * self.per_deck();
        let cards = self.cards_to_cut();
        let most = cards.saturating_sub(least);
        if u32::from(at) < least || u32::from(at) > most {
            let message = match least <= most {
                true => format!("found {at}; allowed is {least} to {most}"),
                false => format!("{cards} cards cannot be cut {least} cards from either end"),
            };
            return Err(Refusal::new(Reason::CutTooNearTheEnd, message, depth));
        }
        let cites = who.and(depth).and(rules.moves.cites()).and(self.interrupted_under());
        Ok(vec![(
            Fact::Cards(cards::Fact::CutMade { by: by.name.clone(), at, moves: rules.moves.get().copied() }),
            cites,
        )])
    }

    /// How many cards a deck has.
    pub(crate) fn per_deck(&self) -> u32 {
        self.book.rules.cards.per_deck.get().map_or(52, |cards| u32::from(*cards))
    }

    /// How many cards are cut: all of them, less those that lie on the layout.
    fn cards_to_cut(&self) -> u32 {
        let laid = self.interrupted().map_or(0, |coup| coup.player.len() + coup.banker.len());
        (u32::from(self.state.settings.decks) * self.per_deck()).saturating_sub(laid as u32)
    }

    fn judge_insert(&self, by: &Actor, from_back: u16, counted: bool) -> Result<Facts, Refusal> {
        self.next_is(&Ready::InsertCuttingCard)?;
        let rule = &self.book.rules.cut.from_back;
        let cites = rule.cites();
        self.only(by, Role::Dealer, &cites)?;
        let cards = self.cards_to_cut();
        if rule.get().is_some_and(|least| from_back < *least) || u32::from(from_back) >= cards {
            let message = format!(
                "found {from_back} cards from the back; allowed is {} or more",
                rule.get().copied().unwrap_or(0)
            );
            return Err(Refusal::new(Reason::CuttingCardTooDeep, message, cites));
        }
        let cites = match self.state.settings.cutting_cards > 1 {
            true => cites.and(cite_if(&self.book.rules.cut.spare_card, SpareCuttingCard::VeryBack)),
            false => cites,
        };
        Ok(vec![(Fact::Cards(cards::Fact::CuttingCardInserted { from_back, counted }), cites)])
    }

    /// The clauses on the way this table burns.
    pub(crate) fn burn_under(&self) -> Citation {
        let (style, styles) = (self.state.settings.burn, &self.book.rules.burn.styles);
        let duty = self.book.rules.burn.duty.ruled().map(|duty| duty.cites()).unwrap_or_default();
        // A clause that lays down another way says nothing of this one.
        let other = cite_all(styles, |burn| burn.style != style);
        cite_all(styles, |burn| burn.style == style).and(duty.without(&other))
    }

    fn judge_choose_burn(&self, by: &Actor, style: BurnStyle) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.burn;
        let chosen = rules.chosen_by.cites();
        let Some(acting) = rules.chosen_by.get() else {
            return Err(Refusal::new(Reason::NotLawful, "this book leaves nobody the choice", chosen));
        };
        self.only(by, acting.who, &chosen)?;
        if !self.now_preparing()?.ready.contains(&Ready::Burn) {
            return Err(self.out_of_order());
        }
        let device = self.state.settings.device;
        let fits = |burn: &Burn| burn.style == style && burn.devices.contains(&device);
        let ways = cite_all(&rules.styles, fits);
        if rules.styles.find(fits).is_none() {
            let all = rules.styles.cites();
            return Err(Refusal::new(Reason::WrongBurn, format!("found {style} with a {device}"), all));
        }
        Ok(vec![(Fact::Cards(cards::Fact::BurnChosen { style }), chosen.and(ways))])
    }

    fn judge_burn(&self, by: &Actor, card: Option<Card>) -> Result<Facts, Refusal> {
        self.next_is(&Ready::Burn)?;
        let cites = self.burn_under().and(step(&self.book, Step::BurntCardsToRack));
        self.only(by, Role::Dealer, &cites)?;
        let style = self.state.settings.burn;
        let rule = self.book.rules.burn.styles.find(|burn| burn.style == style);
        let needs = rule.and_then(|burn| burn.approved_by);
        if needs.is_some() && !self.state.approved.contains(&Approval::BurnStyle) {
            return Err(Refusal::new(
                Reason::NotApproved,
                format!("{style} needs a supervisor's approval"),
                cites,
            ));
        }
        match (style, card) {
            (BurnStyle::FaceUpAndItsCount, Some(card)) => {
                let owed = self.burn_count(card);
                let counted =
                    cite_all(&self.book.rules.burn.counts, |value| value.cards.0.contains(&card.rank));
                let cites = cites.and(counted).and(step(&self.book, Step::AllDrawnBurnt));
                Ok(vec![(Fact::Cards(cards::Fact::CardBurnt { card: Some(card), owed }), cites)])
            }
            (BurnStyle::OneUnseen | BurnStyle::OneShownOnRequest, None) => {
                Ok(vec![(Fact::Cards(cards::Fact::CardBurnt { card: None, owed: 0 }), cites)])
            }
            (BurnStyle::FaceUpAndItsCount, None) => {
                Err(Refusal::new(Reason::WrongBurn, "the first card is turned up", cites))
            }
            (_, Some(_)) => Err(Refusal::new(Reason::WrongBurn, "the first card goes away unseen", cites)),
        }
    }

    /// How many further cards a card burns.
    fn burn_count(&self, card: Card) -> u8 {
        let rule = self.book.rules.burn.counts.find(|value| value.cards.0.contains(&card.rank));
        rule.map_or(0, |value| value.counts.of(card.rank))
    }

    /// The clauses on the cards that the first one calls for.
    pub(crate) fn burn_rest_under(&self) -> Citation {
        let turned_up = self.state.shoe.seen.last().map(|card| card.rank);
        let counted = cite_all(&self.book.rules.burn.counts, |value| {
            turned_up.is_some_and(|rank| value.cards.0.contains(&rank))
        });
        let burnt = step(&self.book, Step::BurntCardsToRack).and(step(&self.book, Step::AllDrawnBurnt));
        self.burn_under().and(burnt).and(counted)
    }

    fn judge_burn_rest(&self, by: &Actor, cards: u8, short: bool) -> Result<Facts, Refusal> {
        let preparing = self.now_preparing()?;
        let cites = self.burn_rest_under();
        self.only(by, Role::Dealer, &cites)?;
        match preparing.ready.first() {
            Some(Ready::BurnRest(owed)) if *owed == cards => {
                Ok(vec![(Fact::Cards(cards::Fact::RestBurnt { cards }), cites)])
            }
            // Cards that were forgotten stay in play, where the book says so.
            Some(Ready::BurnRest(owed)) if short && cards < *owed && self.short_burn().is_some() => {
                let mut facts: Facts = vec![(Fact::Cards(cards::Fact::RestBurnt { cards }), cites)];
                facts.extend(self.short_burn());
                Ok(facts)
            }
            Some(Ready::BurnRest(owed)) => {
                let forgotten = cards < *owed && self.short_burn().is_some();
                let or = if forgotten { "; say so if the rest were forgotten" } else { "" };
                let message = format!("found {cards}; allowed is {owed}{or}");
                Err(Refusal::new(Reason::WrongBurn, message, cites))
            }
            _ => Err(self.out_of_order()),
        }
    }

    /// The ruling on a burn of too few cards.
    fn short_burn(&self) -> Option<(Fact, Citation)> {
        let when = Irregularity::BurnForgotten;
        let verdict = self.verdict(when)?;
        (verdict.card == Some(CardFate::StaysInPlay))
            .then(|| (Fact::Trouble(trouble::Fact::Ruled { verdict }), self.ruling_under(when)))
    }

    fn may_show_burnt(&self) -> Result<(), Refusal> {
        let in_coup = matches!(self.state.phase, Phase::Coup(_));
        let burnt = self.state.shoe.drawn == 1 && !in_coup;
        if self.state.settings.burn == BurnStyle::OneShownOnRequest && burnt {
            return Ok(());
        }
        Err(Refusal::new(Reason::NotLawful, "the burnt card is not shown", self.burn_under()))
    }

    fn judge_unfit(&self, by: &Actor) -> Result<Facts, Refusal> {
        let list = &self.book.rules.supply.replacements;
        let unfit = |rule: &Replacement| rule.when == ReplaceWhen::UnfitBetweenCoups;
        let cites = cite_all(list, unfit);
        let Some(rule) = list.find(unfit) else {
            return Err(Refusal::new(Reason::NotReplaceable, "this book knows no unfit cards", cites));
        };
        self.only(by, rule.ordered_by, &cites)?;
        Ok(vec![(Fact::Cards(cards::Fact::CardsUnfit), cites)])
    }

    /// Must cards found unfit be replaced before the next coup?
    pub(crate) fn unfit_owed(&self) -> Option<Citation> {
        let list = &self.book.rules.supply.replacements;
        let owed =
            |rule: &Replacement| rule.when == ReplaceWhen::UnfitBetweenCoups && rule.duty == Duty::Must;
        let cites = cite_all(list, owed);
        (self.state.shoe.unfit && !cites.clauses.is_empty()).then_some(cites)
    }

    fn judge_replace(
        &self,
        by: &Actor,
        when: ReplaceWhen,
        supply: Supply,
        other_colour: bool,
        some: bool,
    ) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.supply;
        let list = &rules.replacements;
        let cites = cite_all(list, |rule| rule.when == when);
        let Some(rule) = list.find(|rule| rule.when == when) else {
            return Err(Refusal::new(
                Reason::NotReplaceable,
                format!("cards are not replaced {when}"),
                cites,
            ));
        };
        self.only(by, rule.ordered_by, &cites)?;
        if rule.duty == Duty::MustNot {
            return Err(Refusal::new(Reason::NotReplaceable, "this replacement is forbidden", cites));
        }
        if some && rule.extent == ReplaceExtent::All {
            return Err(Refusal::new(
                Reason::NotReplaceable,
                "all of the cards are replaced, or none",
                cites,
            ));
        }
        if matches!(self.state.phase, Phase::Coup(_)) {
            return Err(Refusal::new(
                Reason::CoupInProgress,
                "a coup is in progress",
                cites.and(step(&self.book, Step::ReplacementWaitsForCoup)),
            ));
        }
        let between_shoes = matches!(&self.state.phase, Phase::Preparing(preparing) if !preparing.opening);
        if when == ReplaceWhen::AfterLastCoup && !between_shoes && self.touched_owed().is_none() {
            return Err(Refusal::new(Reason::NotReplaceable, "the last coup is not over", cites));
        }
        if !rules.kinds.values().any(|kind| *kind == supply) {
            return Err(Refusal::new(Reason::NotReplaceable, format!("found {supply}"), rules.kinds.cites()));
        }
        let back = &rules.replacement_back;
        let scanner = self.state.settings.scanning && rules.same_back_with_scanner.get().is_some();
        if back.get().is_some() && !other_colour && !scanner {
            return Err(Refusal::new(
                Reason::NotReplaceable,
                "the new backs must be of another colour",
                back.cites(),
            ));
        }
        if let Some(leave) = rules.same_back_with_scanner.ruled().filter(|_| scanner && !other_colour) {
            self.only(by, leave.by, &leave.cites())?;
        }
        let colour = match (back.get().is_some(), other_colour) {
            (true, true) => back.cites(),
            (true, false) => rules.same_back_with_scanner.cites(),
            (false, _) => Citation::default(),
        };
        let check = rules.replacement_check.ruled().map(|check| check.cites()).unwrap_or_default();
        let handled = self.must_replace().unwrap_or_default();
        let waits = match when {
            ReplaceWhen::UnfitBetweenCoups => step(&self.book, Step::ReplacementWaitsForCoup),
            _ => Citation::default(),
        };
        let brought = match supply {
            Supply::HouseShuffled => {
                cite_all(&rules.kinds, |kind| *kind == supply).and(step(&self.book, Step::CardsSecured))
            }
            _ => Citation::default(),
        };
        let cites = cites.and(colour).and(check).and(handled).and(waits).and(brought);
        Ok(vec![(Fact::Cards(cards::Fact::CardsReplaced { when, supply, some }), cites)])
    }

    fn judge_order_shuffle(&self, by: &Actor, mix_doubted: bool) -> Result<Facts, Refusal> {
        let wanted =
            if mix_doubted { ShuffleWhen::MixDoubtedAfterCoup } else { ShuffleWhen::OrderedAfterCoup };
        let list = &self.book.rules.shuffle.occasions;
        let cites = cite_all(list, |occasion| occasion.when == wanted);
        let Some(occasion) = list.find(|occasion| occasion.when == wanted) else {
            let any = list.cites();
            return Err(Refusal::new(Reason::NotLawful, "this book gives no such order", any));
        };
        self.only(by, occasion.ordered_by.unwrap_or(Role::Supervisor), &cites)?;
        if matches!(self.state.phase, Phase::Preparing(_)) {
            return Err(self.not_due());
        }
        let mut facts = vec![(Fact::Cards(cards::Fact::ShuffleOrdered), cites.clone())];
        // Between coups the order holds at once; during one it waits for the end.
        if matches!(self.state.phase, Phase::Betting(_)) {
            facts.push((Fact::Cards(cards::Fact::ShuffleDue), cites));
        }
        Ok(facts)
    }

    fn judge_approval(&self, by: &Actor, what: &Approval) -> Result<Facts, Refusal> {
        let rules = &self.book.rules;
        let cites = match what {
            Approval::BothHands { with, .. } => cite_all(&rules.betting.combinations, |rule| {
                rule.approved_by.is_some() && self.beside_hands(&rule.wagers) == *with
            }),
            Approval::BurnStyle => self.burn_under(),
            Approval::Riffle => cite_all(&rules.supply.riffles, |riffle| riffle.of == self.state.shoe.supply),
            Approval::HandShuffle => rules.shuffle.by_hand_before_device.cites(),
            Approval::Nominees => rules.dealing.nominees_approved_by.cites(),
        };
        if let Approval::BothHands { patron, .. } = what {
            if *patron == by.name && by.role != Role::Player {
                let message = format!("{} cannot approve it for themselves", by.name);
                return Err(Refusal::new(Reason::SelfApproval, message, cites));
            }
            self.patron_named(patron)?;
            let never = rules
                .betting
                .combinations
                .find(|rule| rule.allowed == baccarat::rules::betting::Allowance::Never);
            if let Some(never) = never {
                return Err(Refusal::new(
                    Reason::CombinationForbidden,
                    "nobody can lift this ban",
                    never.cites(),
                ));
            }
        }
        if cites.clauses.is_empty() {
            return Err(Refusal::new(Reason::NotLawful, "nobody may approve this", cites));
        }
        if *what == Approval::HandShuffle && !self.takes_hand_shuffle() {
            let message =
                "only cards that the house shuffled are shuffled by hand, before they go into a device";
            return Err(Refusal::new(Reason::NotLawful, message, cites));
        }
        self.check_approval_counts(what, &cites)?;
        // An approval that covers several wagers together needs the word of whoever approves each.
        let approvers: Vec<Role> = match what {
            Approval::BothHands { .. } => {
                rules.betting.combinations.values().filter_map(|rule| rule.approved_by).collect()
            }
            Approval::BurnStyle => {
                let style = rules.burn.styles.find(|burn| burn.style == self.state.settings.burn);
                style.and_then(|burn| burn.approved_by).into_iter().collect()
            }
            Approval::Riffle => {
                let riffle = rules.supply.riffles.find(|riffle| riffle.of == self.state.shoe.supply);
                riffle.map(|riffle| riffle.approved_by).into_iter().collect()
            }
            Approval::Nominees => {
                rules.dealing.nominees_approved_by.get().map(|leave| leave.by).into_iter().collect()
            }
            Approval::HandShuffle => {
                rules.shuffle.by_hand_before_device.get().map(|leave| leave.by).into_iter().collect()
            }
        };
        let approvers = if approvers.is_empty() { vec![Role::Supervisor] } else { approvers };
        approvers.into_iter().try_for_each(|approver| self.only(by, approver, &cites))?;
        Ok(vec![(Fact::Cards(cards::Fact::Approved { what: what.clone() }), cites)])
    }

    /// What is approved of these cards is approved while they are made ready, and a way of burning once it is chosen; otherwise it would be
    /// taken and not count.
    fn check_approval_counts(&self, what: &Approval, cites: &Citation) -> Result<(), Refusal> {
        let refuse = |message: String| Err(Refusal::new(Reason::NotPossibleNow, message, cites.clone()));
        let ready = match &self.state.phase {
            Phase::Preparing(preparing) => Some(&preparing.ready),
            _ => None,
        };
        match what {
            Approval::BurnStyle => {
                let style = self.state.settings.burn;
                let rule = self.book.rules.burn.styles.find(|burn| burn.style == style);
                if rule.is_none_or(|burn| burn.approved_by.is_none()) {
                    return refuse(format!("{style} needs no approval; another way is chosen first"));
                }
                match ready.is_some_and(|ready| ready.contains(&Ready::Burn)) {
                    true => Ok(()),
                    false => refuse("no card is to be burnt now".to_owned()),
                }
            }
            Approval::Riffle | Approval::HandShuffle if ready.is_none() => {
                refuse("no cards are being made ready".to_owned())
            }
            Approval::Riffle | Approval::HandShuffle | Approval::BothHands { .. } | Approval::Nominees => {
                Ok(())
            }
        }
    }

    /// Must cards be replaced because patrons handled them?
    pub(crate) fn must_replace(&self) -> Option<Citation> {
        let rule = &self.book.rules.supply.after_handling;
        let replaced = rule.get() == Some(&AfterHandling::ReplaceAll);
        let handled = self.state.shoe.handled && self.interrupted().is_none();
        (replaced && handled).then(|| rule.cites())
    }

    /// Must cards of a device that somebody touched in breach be replaced before the next coup? A device has no end of a shoe.
    pub(crate) fn touched_owed(&self) -> Option<Citation> {
        let device = self.state.settings.device == Device::ShufflingDevice;
        self.must_replace().filter(|_| device && self.state.shoe.touched)
    }

    pub(crate) fn apply_preparing(&mut self, fact: &cards::Fact, name: &Name) {
        // Whoever touches the cards of a shoe that has ended takes them out of it.
        self.state.ended = None;
        if let cards::Fact::CardsReplaced { supply, when, .. } = fact {
            self.state.shoe.supply = *supply;
            self.state.shoe.handled = false;
            self.state.shoe.touched = false;
            self.state.shoe.number += 1;
            let preparing = self.preparing(match when {
                ReplaceWhen::UnfitBetweenCoups => ShuffleWhen::AfterReplacingUnfit,
                ReplaceWhen::AfterAnyCoup | ReplaceWhen::AfterLastCoup => ShuffleWhen::AfterReplacement,
            });
            self.new_shoe(preparing);
            return;
        }
        if let cards::Fact::PlayStarted = fact {
            // Results of a shoe are shown until the next one is played.
            self.state.results.clear();
            self.state.phase = Phase::Betting(Betting::default());
            return;
        }
        let checked = match (&self.state.phase, fact) {
            (Phase::Preparing(preparing), cards::Fact::CardsChecked { by, .. }) => {
                let person = Actor { name: name.clone(), role: *by };
                let all: Vec<_> = preparing.checked.iter().cloned().chain([person]).collect();
                Table::is_checked(self.check_on(preparing.occasion), &all)
            }
            _ => false,
        };
        if let (Phase::Closed, cards::Fact::CardsChecked { by, .. }) = (&self.state.phase, fact) {
            self.state.checked_after.push(Actor { name: name.clone(), role: *by });
        }
        let Phase::Preparing(preparing) = &mut self.state.phase else { return };
        let done = match fact {
            cards::Fact::CardsChecked { by, .. } => {
                preparing.checked.push(Actor { name: name.clone(), role: *by });
                checked && preparing.ready.first() == Some(&Ready::Check)
            }
            // A shuffle by hand before the device is an extra that nothing waits for.
            cards::Fact::Shuffled => preparing.ready.first() == Some(&Ready::Shuffle),
            cards::Fact::CardsPrepared { .. }
            | cards::Fact::CutMade { .. }
            | cards::Fact::CuttingCardInserted { .. }
            | cards::Fact::CardsLoaded
            | cards::Fact::RestBurnt { .. } => true,
            cards::Fact::CardBurnt { owed, .. } => {
                if !preparing.ready.is_empty() {
                    preparing.ready.remove(0);
                }
                if *owed > 0 {
                    preparing.ready.insert(0, Ready::BurnRest(*owed));
                }
                false
            }
            cards::Fact::RiffleAsked { .. } => {
                preparing.riffle_asked = true;
                false
            }
            cards::Fact::CutLeftToPlayers => {
                preparing.cutting.players = true;
                false
            }
            cards::Fact::CutOffered { to } => {
                preparing.cutting.offered = Some(to.clone());
                preparing.cutting.named = false;
                false
            }
            cards::Fact::CutterNamed { by, other } => {
                preparing.cutting.refused.push(by.clone());
                preparing.cutting.offered = Some(other.clone());
                preparing.cutting.named = true;
                false
            }
            cards::Fact::CutRefused { by } => {
                preparing.cutting.offered = None;
                preparing.cutting.named = false;
                preparing.cutting.refused.push(by.clone());
                false
            }
            _ => false,
        };
        if done && !preparing.ready.is_empty() {
            preparing.ready.remove(0);
        }
        match fact {
            cards::Fact::CardBurnt { card, owed } => {
                self.state.shoe.draw(1);
                self.state.shoe.seen.extend(*card);
                self.state.shoe.burnt = *owed == 0;
            }
            cards::Fact::RestBurnt { cards } => {
                self.state.shoe.draw(u16::from(*cards));
                self.state.shoe.burnt = true;
            }
            cards::Fact::CuttingCardInserted { from_back, counted }
                if *counted || self.state.settings.counted =>
            {
                let before = self.cards_left().saturating_sub(u32::from(*from_back));
                self.state.shoe.cutting_card_at = u16::try_from(before).ok();
            }
            _ => {}
        }
    }

    pub(crate) fn due_of_cut(&self) -> Due {
        let Phase::Preparing(preparing) = &self.state.phase else { return Due::Nothing };
        if let Some(offered) = &preparing.cutting.offered {
            return Due::Cut { by: Some(offered.clone()) };
        }
        let supervisor_first = self.book.rules.cut.offered_to.get()
            == Some(&baccarat::rules::shoe::CutOffer::SupervisorOrPlayers)
            && !preparing.cutting.players;
        let anyone = self.state.participants().find(|(name, _)| !preparing.cutting.refused.contains(name));
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
}
