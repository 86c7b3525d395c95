//! What a stake must meet before it is taken.

use crate::bets;
use crate::cite::{Citation, Cite, cite_all, cite_if, step};
use crate::compiled::placed::Case;
use crate::facts::Fact;
use crate::facts::notice;
use crate::person::Name;
use crate::refusal::{Reason, Refusal};
use crate::settings::Limits;
use crate::state::{Approval, Patron, Stake, StakeId};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::outcome::{Side, Winner};
use baccarat::payment;
use baccarat::placement::{self, CombinationRuling};
use baccarat::rules::betting::*;
use baccarat::rules::people::{Recipient, Sign, SignSubject, Tidings};
use baccarat::rules::play::{Step, TwinPrint};
use baccarat::wager::{Wager, WagerClass, WagerId};

/// A stake that was checked, as if it were placed.
pub(crate) struct Checked<'t> {
    patron: &'t Patron,
    wager: &'t Wager,
    /// What else its patron has down.
    own: Vec<&'t Stake>,
    /// A main wager and the others that its patron has down, each once, in order; nothing for a side wager.
    pub(crate) together: Vec<&'t WagerId>,
    /// What it rests on where it shares an area, needs a main wager or keeps to an old minimum.
    beside: Citation,
    /// What follows, beside the wager itself.
    pub(crate) facts: Facts,
}

impl Table {
    /// Checks a stake as if it were placed, leaving out an old one that it replaces. What it rests on is asked for afterwards.
    pub(crate) fn check_stake<'t>(
        &'t self,
        stake: &'t Stake,
        except: Option<StakeId>,
    ) -> Result<Checked<'t>, Refusal> {
        let patron = self.patron_named(&stake.patron)?;
        self.check_seated(patron)?;
        let wager = self.check_offered(stake)?;
        self.check_made_of(stake)?;
        self.check_holding(stake, patron, except)?;
        let own = self.own(stake, except);
        self.check_alone(stake, wager, &own)?;
        let together = self.check_together(stake, wager, &own)?;
        let mut beside = Citation::default();
        self.check_area(stake, wager, except, &mut beside)?;
        self.check_needs(stake, &own, &mut beside)?;
        self.check_exact(stake, wager)?;
        let mut facts = self.check_limits(stake, wager, patron)?;
        let beside = beside.and(self.kept_under(stake, patron));
        facts.extend(self.check_gap(stake, except)?);
        self.check_area_most(stake, except)?;
        Ok(Checked { patron, wager, own, together, beside, facts })
    }

    /// What a stake rests on that was checked.
    pub(crate) fn stake_under(&self, stake: &Stake, checked: &Checked<'_>) -> Citation {
        let Checked { patron, own, together, beside, .. } = checked;
        let mut cites = Citation::default();
        self.made_of_under(stake.kind, &mut cites);
        cites.also(&self.standing_under(patron));
        if own.iter().any(|other| other.wager == stake.wager) {
            cites = cites.and(self.alone_under());
        }
        self.together_under(stake, own, together, &mut cites);
        cites.also(beside);
        cites
    }

    /// Is a stake that was checked placed as most are? Then the clauses on it follow from few things.
    pub(crate) fn usual_case(
        &self,
        stake: &Stake,
        checked: &Checked<'_>,
        (clock, period): (bool, bool),
    ) -> Option<Case> {
        let Checked { patron, wager, own, beside, .. } = checked;
        let again = own.iter().any(|other| other.wager == stake.wager);
        if patron.seat.is_none() || again || !beside.is_empty() {
            return None;
        }
        let tokens = stake.kind == ChipKind::PromotionalTokens;
        let side = wager.class == WagerClass::Side;
        Some(Case {
            tokens,
            at_anothers: side && patron.seat != Some(stake.area),
            with_main: side && own.iter().any(|other| self.is_main(&other.wager)),
            several: side && self.has_several(&stake.wager, own),
            clock,
            period,
        })
    }

    pub(crate) fn others(&self, except: Option<StakeId>) -> impl Iterator<Item = &Stake> {
        self.state.stakes.iter().filter(move |stake| Some(stake.id) != except)
    }

    /// What else the patron of this stake has down, leaving out an old one that it replaces.
    pub(crate) fn own(&self, stake: &Stake, except: Option<StakeId>) -> Vec<&Stake> {
        let mut own = Vec::with_capacity(8);
        own.extend(self.others(except).filter(|other| other.patron == stake.patron));
        own
    }

    pub(crate) fn check_offered(&self, stake: &Stake) -> Result<&Wager, Refusal> {
        let rules = &self.book.rules;
        self.check_wagers_kept()?;
        let Some(wager) = self.wager(&stake.wager) else {
            let others = &rules.betting.other_wagers;
            let (message, cites) = match others.get() {
                // What the book lets people agree on has no pay table, so a table cannot settle it.
                Some(Allowance::Freely | Allowance::Approved) => {
                    (format!("no pay table says what `{}` wins", stake.wager), Citation::silent("wagers"))
                }
                Some(Allowance::Never) | None => {
                    (format!("this book has no wager `{}`", stake.wager), others.cites())
                }
            };
            return Err(Refusal::new(Reason::NoSuchWager, message, cites));
        };
        let option = self.option_of(&stake.wager);
        if wager.class == WagerClass::Side
            && !option
                .is_some_and(|option| self.state.settings.options.iter().any(|offered| offered == option))
        {
            let of = |named: &Named| Some(named.option.as_str()) == option;
            let cites = cite_all(&rules.sides.applies_if_offered, of)
                .and(cite_all(&rules.sides.layout_needed, of))
                .and(cite_all(&rules.sides.offered, |offered| Some(offered.option.as_str()) == option));
            let cites = Citation {
                silences: if cites.clauses.is_empty() { cites.silences } else { Vec::new() },
                ..cites
            };
            return Err(Refusal::new(
                Reason::NotOffered,
                format!("{} is not offered at this table", stake.wager),
                cites,
            ));
        }
        if stake.area == 0 || stake.area > self.state.settings.seats {
            let cites = cite_all(&rules.betting.validity, |rule| *rule == Validity::OwnArea);
            let placed = |placed: &OptionPlace| Some(placed.option.as_str()) == option;
            let cites = match rules.sides.placed.find(placed) {
                Some(rule) => cites.and(rule.cites()),
                None => cites,
            };
            return Err(Refusal::new(
                Reason::NoSuchBox,
                format!("found box {}; allowed are 1 to {}", stake.area, self.state.settings.seats),
                cites,
            ));
        }
        Ok(wager)
    }

    pub(crate) fn check_holding(
        &self,
        stake: &Stake,
        patron: &Patron,
        except: Option<StakeId>,
    ) -> Result<(), Refusal> {
        self.check_amount(stake.amount)?;
        let freed = except.and_then(|id| self.state.stake(id)).map_or(Money(0), |old| old.amount);
        let held = match stake.kind {
            ChipKind::Chips => patron.chips,
            ChipKind::PromotionalTokens => patron.tokens,
        };
        if stake.amount > held + freed {
            let cites = self.book.rules.betting.made_of.cites();
            return Err(Refusal::new(
                Reason::NotEnoughChips,
                format!("{} holds {}", stake.patron, held + freed),
                cites,
            )
            .with("chips", held + freed));
        }
        Ok(())
    }

    /// May somebody without a seat bet?
    fn check_seated(&self, patron: &Patron) -> Result<(), Refusal> {
        match self.book.rules.table.standing.ruled() {
            Some(rule) if patron.seat.is_none() && !**rule => {
                Err(Refusal::new(Reason::NoSuchSeat, "only seated patrons may bet", rule.cites()))
            }
            _ => Ok(()),
        }
    }

    /// The clauses by which somebody without a seat bets.
    fn standing_under(&self, patron: &Patron) -> Citation {
        let rule = self.book.rules.table.standing.ruled().filter(|_| patron.seat.is_none());
        rule.map(|rule| rule.cites()).unwrap_or_default()
    }

    /// The clauses by which each wager counts alone.
    pub(crate) fn alone_under(&self) -> Citation {
        cite_if(&self.book.rules.betting.separateness, Separateness::EachAlone)
    }

    /// The clauses by which a patron still bets at an old minimum.
    pub(crate) fn kept_under(&self, stake: &Stake, patron: &Patron) -> Citation {
        let least = || self.state.settings.option_limits(self.option_of(&stake.wager)).least;
        match patron.kept_minimum.filter(|_| self.is_main(&stake.wager) && stake.amount < least()) {
            Some(_) => cite_all(&self.book.rules.limits.kept_minimum, |rule| {
                matches!(rule, KeptMinimum::PresentPatrons | KeptMinimum::AtEveryBox)
            }),
            None => Citation::default(),
        }
    }

    /// Is this amount off the unit on the sign? The unit may be counted from nothing or from the minimum.
    pub(crate) fn is_off_unit(&self, amount: Money, limits: &Limits) -> bool {
        let above = self.book.rules.limits.unit_above_minimum.get() == Some(&true);
        limits.unit.is_some_and(|unit| {
            amount.0 % unit.0 != 0 && !(above && (amount.0 - limits.least.0) % unit.0 == 0)
        })
    }

    pub(crate) fn check_made_of(&self, stake: &Stake) -> Result<(), Refusal> {
        let list = &self.book.rules.betting.made_of;
        if list.find(|kind| *kind == stake.kind).is_none() && !list.items.is_empty() {
            let message = format!("found {}", stake.kind);
            return Err(Refusal::new(Reason::TokensRefused, message, list.cites()));
        }
        Ok(())
    }

    /// The clauses by which a wager is made of this.
    pub(crate) fn made_of_under(&self, made_of: ChipKind, cites: &mut Citation) {
        let rules = &self.book.rules.betting;
        cites.all_of(&rules.made_of, |kind| *kind == made_of);
        if made_of == ChipKind::PromotionalTokens {
            cites.all_of(&rules.tokens, |rule| *rule == TokenRule::BetLikeChips);
        }
    }

    /// One wager to an option, where the book says so.
    pub(crate) fn check_alone(&self, stake: &Stake, wager: &Wager, own: &[&Stake]) -> Result<(), Refusal> {
        let same = own.iter().filter(|other| other.wager == stake.wager).count();
        let rule = match wager.class {
            WagerClass::Main => {
                let rule = self.book.rules.betting.per_option.ruled();
                rule.map(|rule| (**rule, &rule.basis, rule.topic))
            }
            WagerClass::Side => {
                let place = self.side_basis(&stake.wager).and_then(|basis| basis.most_each);
                let rule = place.and_then(|place| self.book.rules.sides.most_each.items.get(place));
                rule.map(|rule| (rule.each, &rule.basis, rule.topic))
            }
        };
        // Chips and tokens may lie together in one area.
        let shares = self.shares_area(stake);
        let same_area = own.iter().any(|other| shares(other) && other.kind == stake.kind);
        if rule.is_some_and(|(most, ..)| same >= usize::from(most)) || same_area {
            let cites = rule.map(|(_, basis, topic)| Citation::of(topic, basis)).unwrap_or_default();
            let cites = cites.and(self.one_box(&stake.wager).unwrap_or_default());
            let cites = if cites.is_empty() { Citation::silent("a second wager on one area") } else { cites };
            return Err(Refusal::new(
                Reason::WagerTwice,
                format!("{} already has a {} wager", stake.patron, stake.wager),
                cites,
            ));
        }
        Ok(())
    }

    /// The clause by which all prints of a side wager's common box are one box, where the cloth has such a box.
    pub(crate) fn one_box(&self, wager: &WagerId) -> Option<Citation> {
        let common = &self.state.settings.common;
        if common.is_empty() {
            return None;
        }
        let option = self.option_of(wager)?;
        let rule = self.book.rules.table.printed_twice.ruled();
        let said = || match rule.map(|rule| **rule) {
            // A box that is there once for several places is one box, whatever a book says of its prints.
            Some(TwinPrint::OneBox) | None => rule.map(|rule| rule.cites()).unwrap_or_default(),
        };
        common.iter().any(|known| known == option).then(said)
    }

    /// Which other stakes are on the same area as this one?
    pub(crate) fn shares_area(&self, stake: &Stake) -> impl Fn(&Stake) -> bool {
        let one_box = self.one_box(&stake.wager).is_some();
        move |other| (one_box || other.area == stake.area) && other.wager == stake.wager
    }

    /// Main wagers that one person may make together; judged across all boxes. Gives those that lie together then.
    pub(crate) fn check_together<'s>(
        &self,
        stake: &'s Stake,
        wager: &Wager,
        own: &[&'s Stake],
    ) -> Result<Vec<&'s WagerId>, Refusal> {
        if wager.class == WagerClass::Side {
            return Ok(Vec::new());
        }
        let rules = &self.book.rules.betting;
        let list = &rules.combinations;
        let together = self.main_together(stake, own);
        let is_it = |rule: &Combination| placement::is_of(rule, &together);
        let approved = || self.is_approved(&stake.patron, &together);
        let refused = |reason: Reason, need: &str, fits: &dyn Fn(&Combination) -> bool| {
            let named = if need.is_empty() { together.clone() } else { self.need_approval(&together) };
            let names: Vec<&str> = named.iter().map(|id| id.as_str()).collect();
            let mut cites = cite_all(list, fits);
            cites.clauses_if(&rules.combinations_judged, CombinationJudged::PerPerson);
            Err(Refusal::new(reason, format!("{} together{need}", names.join(" and ")), cites))
        };
        match placement::main_wagers(&self.book, &together) {
            CombinationRuling::Forbidden if list.find(is_it).is_some() => {
                refused(Reason::CombinationForbidden, "", &is_it)
            }
            CombinationRuling::Forbidden => refused(Reason::CombinationForbidden, "", &|_| true),
            CombinationRuling::NeedsApproval if !approved() => {
                refused(Reason::CombinationNotApproved, " need a supervisor's approval", &is_it)
            }
            CombinationRuling::Allowed | CombinationRuling::NeedsApproval | CombinationRuling::Silent => {
                Ok(together)
            }
        }
    }

    /// A main wager with the others that its patron has down, each once.
    fn main_together<'s>(&self, stake: &'s Stake, own: &[&'s Stake]) -> Vec<&'s WagerId> {
        let main = own.iter().filter(|other| self.is_main(&other.wager));
        let mut together: Vec<&WagerId> = main.map(|other| &other.wager).chain([&stake.wager]).collect();
        together.sort();
        together.dedup();
        together
    }

    /// What lets a wager stand beside what else its patron has down, once that is checked.
    pub(crate) fn together_under(
        &self,
        stake: &Stake,
        own: &[&Stake],
        together: &[&WagerId],
        cites: &mut Citation,
    ) {
        if together.is_empty() {
            return self.side_under(stake, own, cites);
        }
        let rules = &self.book.rules.betting;
        let list = &rules.combinations;
        match placement::main_wagers(&self.book, together) {
            CombinationRuling::Silent => cites.also(&Citation::silent(list.topic.id)),
            CombinationRuling::Allowed | CombinationRuling::NeedsApproval | CombinationRuling::Forbidden => {
                cites.all_of(list, |rule| placement::is_of(rule, together));
                cites.clauses_if(&rules.combinations_judged, CombinationJudged::PerPerson);
            }
        }
    }

    /// Has a patron the approval for these main wagers together? It is given under a clause, so where one clause lists a
    /// smaller combination with this one, approval of the smaller covers it.
    fn is_approved(&self, patron: &Name, together: &[&WagerId]) -> bool {
        let list = &self.book.rules.betting.combinations;
        let Some(rule) = list.find(|rule| placement::is_of(rule, together)) else { return false };
        let smaller = list.items.iter().filter(|other| {
            other.basis == rule.basis
                && other.approved_by.is_some()
                && other.wagers.iter().all(|id| together.contains(&id))
        });
        let needed: Vec<Vec<WagerId>> = smaller.map(|other| self.beside_hands(&other.wagers)).collect();
        self.state.approved.iter().any(|approval| match approval {
            Approval::BothHands { patron: whose, with } => {
                whose == patron && needed.iter().any(|needed| needed.iter().all(|id| with.contains(id)))
            }
            _ => false,
        })
    }

    /// Those of these wagers for which approval is needed: what the same clause approves in any case needs none.
    fn need_approval<'w>(&self, together: &[&'w WagerId]) -> Vec<&'w WagerId> {
        let list = &self.book.rules.betting.combinations;
        let whole = list.find(|rule| placement::is_of(rule, together));
        let smaller = list.items.iter().filter(|other| {
            whole.is_some_and(|rule| other.basis == rule.basis)
                && other.approved_by.is_some()
                && other.wagers.iter().all(|id| together.contains(&id))
        });
        let least = smaller.min_by_key(|other| other.wagers.len());
        let needs = |id: &&&WagerId| least.is_none_or(|least| least.wagers.contains(id));
        together.iter().filter(needs).copied().collect()
    }

    /// What lets a side wager stand, beside what else the patron has down.
    fn side_under(&self, stake: &Stake, own: &[&Stake], cites: &mut Citation) {
        let Some(basis) = self.side_basis(&stake.wager) else {
            return cites.also(&Citation::silent(self.book.rules.sides.offered.topic.id));
        };
        cites.also(&basis.offered);
        cites.also(&basis.at_own);
        let own_seat = self.state.patrons.get(&stake.patron).and_then(|patron| patron.seat);
        if own_seat != Some(stake.area) {
            cites.also(&basis.at_anothers);
        }
        cites.also(&basis.chance);
        match own.iter().any(|other| self.is_main(&other.wager)) {
            true => cites.also(&basis.with_main),
            false => cites.also(&basis.without_main),
        }
        cites.also(&basis.any_method);
        if self.has_several(&stake.wager, own) {
            cites.also(&basis.several);
        }
    }

    /// Is there another wager of the same side option among these?
    fn has_several(&self, wager: &WagerId, own: &[&Stake]) -> bool {
        let option = self.option_of(wager);
        option.is_some() && own.iter().any(|other| self.option_of(&other.wager) == option)
    }

    /// How many patrons may use an area.
    pub(crate) fn check_area(
        &self,
        stake: &Stake,
        wager: &Wager,
        except: Option<StakeId>,
        cites: &mut Citation,
    ) -> Result<(), Refusal> {
        let of = match wager.class {
            WagerClass::Main => "main",
            WagerClass::Side => self.option_of(&stake.wager).unwrap_or_default(),
        };
        let one_box = self.one_box(&stake.wager).is_some();
        let mut there: Vec<&Name> = Vec::new();
        for other in &self.state.stakes {
            if (one_box || other.area == stake.area) && other.wager == stake.wager && Some(other.id) != except
            {
                there.push(&other.patron);
            }
        }
        if there.contains(&&stake.patron) {
            return Ok(());
        }
        let kept = self.kept_for_claimants(stake).into_iter();
        there.extend(kept.filter(|name| **name != stake.patron));
        there.sort();
        there.dedup();
        if there.is_empty() {
            return Ok(());
        }
        let Some((most, places)) = self.places(of) else { return Ok(()) };
        let shared = places.and(self.one_box(&stake.wager).unwrap_or_default());
        if most.is_some_and(|most| there.len() >= usize::from(most)) {
            let places = cite_all(&self.book.rules.sides.places, |places| places.option == of);
            let cites = if places.clauses.is_empty() { shared } else { shared.and(places) };
            return Err(Refusal::new(
                Reason::AreaFull,
                format!("box {} {} is full", stake.area, stake.wager),
                cites,
            ));
        }
        cites.also(&shared);
        Ok(())
    }

    /// How many patrons may use an area of this sort, if that is limited; a rule with no number sets no limit.
    pub(crate) fn places(&self, of: &str) -> Option<(Option<u8>, Citation)> {
        let rules = &self.book.rules;
        let set = self.state.settings.sharing;
        if let Some(rule) = rules.betting.sharing.find(|rule| rule.of == of) {
            let most = match (rule.most, rule.if_permitted) {
                (most, true) => Some(set.unwrap_or(1).min(most.unwrap_or(u8::MAX))),
                (most, false) => most,
            };
            return Some((most, rule.cites()));
        }
        // Where the book only says who comes first, the cloth says how many places there are.
        let places = rules.sides.places.find(|places| places.option == of)?;
        Some((places.most.or(set), Citation::default()))
    }

    pub(crate) fn check_needs(
        &self,
        stake: &Stake,
        own: &[&Stake],
        cites: &mut Citation,
    ) -> Result<(), Refusal> {
        let Some(need) = self.main_need(&stake.wager) else { return Ok(()) };
        if !own.iter().any(|other| self.is_main(&other.wager)) {
            let message = format!("{} needs a main wager by {}", stake.wager, stake.patron);
            return Err(Refusal::new(Reason::NeedsMainWager, message, need));
        }
        cites.also(&need);
        Ok(())
    }

    pub(crate) fn check_exact(&self, stake: &Stake, wager: &Wager) -> Result<(), Refusal> {
        let taken = payment::take(&self.book, wager, stake.amount, &self.chips);
        match taken.refused {
            None => Ok(()),
            Some(rule) => {
                let message = format!("chips could not pay {} on {} exactly", stake.amount, stake.wager);
                let refusal = Refusal::new(Reason::NotExactlyPayable, message, rule.cites());
                Err(refusal.with("amount", stake.amount))
            }
        }
    }

    /// May this patron go on at an old minimum in this box?
    fn keeps_minimum(&self, patron: &Patron, area: u8) -> bool {
        let has = |wanted| self.book.rules.limits.kept_minimum.values().any(|rule| *rule == wanted);
        let own_box = patron.seat.is_none_or(|seat| seat == area);
        has(KeptMinimum::PresentPatrons) && (own_box || has(KeptMinimum::AtEveryBox))
    }

    /// A stake cut to its own maximum, which comes before an area's.
    pub(crate) fn to_own_maximum(&self, stake: &Stake) -> Money {
        let made_under = self.state.made_under.get(&stake.id).copied();
        let patron = self.state.patrons.get(&stake.patron);
        let limits =
            made_under.or_else(|| patron.map(|patron| self.limits_for(patron, &stake.wager, stake.area)));
        limits.map_or(stake.amount, |limits| stake.amount.min(limits.most))
    }

    /// A patron's own limits, while they lift the maximum: once the table's own has risen as far, nobody is bound by them.
    pub(crate) fn permit(&self, patron: &Patron) -> Option<Limits> {
        patron.personal.filter(|personal| personal.most > self.state.settings.limits.most)
    }

    /// The clauses on a patron's own limits, where they bind this wager.
    fn permit_under(&self, patron: &Patron, wager: &Wager) -> Citation {
        match self.permit(patron) {
            Some(_) if self.is_main(&wager.id) => self.book.rules.limits.personal.cites(),
            _ => Citation::default(),
        }
    }

    /// The limits on the option of this wager, or the table's.
    fn option_limits_of(&self, wager: &WagerId) -> Limits {
        let settings = &self.state.settings;
        match settings.option_limits.is_empty() {
            true => settings.limits,
            false => settings.option_limits(self.option_of(wager)),
        }
    }

    /// The limits that bind a patron's wager in a box.
    pub(crate) fn limits_for(&self, patron: &Patron, wager: &WagerId, area: u8) -> Limits {
        let mut limits = match self.book.rules.limits.bind.get() {
            // What is set is what the sign shows; a change of it needs the sign first.
            Some(LimitsBind::AsDisplayed) | None => self.option_limits_of(wager),
        };
        // Nobody has to be asked what sort of wager it is who has no limits of their own.
        let own = patron.kept_minimum.is_some() || patron.personal.is_some();
        if own && self.is_main(wager) {
            if let Some(kept) = patron.kept_minimum.filter(|_| self.keeps_minimum(patron, area)) {
                limits.least = limits.least.min(kept);
            }
            if let Some(personal) = self.permit(patron) {
                let sets = self.book.rules.limits.personal.get().map(|rule| rule.sets);
                limits.most = personal.most;
                if sets == Some(PersonalReach::MinimumAndMaximum) {
                    limits.least = personal.least;
                }
            }
        }
        limits
    }

    /// The limits on main wagers as they hold for a patron at a box.
    pub fn main_limits_of(&self, patron: &Patron, area: u8) -> Limits {
        let main = self.book.main_wager(&self.state.settings.method, Winner::Player);
        main.map_or(self.state.settings.limits, |main| self.limits_for(patron, &main.id, area))
    }

    /// How a wager under its minimum is treated: its option's own rule, or the general one.
    pub(crate) fn below_minimum(&self, wager: &WagerId) -> (Option<BelowMinimum>, Citation) {
        let general = &self.book.rules.limits.below_minimum;
        let own = self.option_limit(wager, |rule| rule.below);
        own.unwrap_or_else(|| (general.get().copied(), general.cites()))
    }

    /// How a wager over its maximum is treated: its option's own rule, or the general one.
    pub(crate) fn above_maximum(&self, wager: &WagerId) -> (Option<AboveMaximum>, Citation) {
        let general = &self.book.rules.limits.above_maximum;
        let own = self.option_limit(wager, |rule| rule.above);
        own.unwrap_or_else(|| (general.get().copied(), general.cites()))
    }

    /// What the rules on an option's limits say of one of them; nothing if the option has no such rules.
    fn option_limit<T>(
        &self,
        wager: &WagerId,
        limit: impl Fn(&OptionLimits) -> Option<T>,
    ) -> Option<(Option<T>, Citation)> {
        let option = self.option_of(wager)?;
        let list = &self.book.rules.sides.limits;
        list.find(|rule| rule.option == option)?;
        let said = list.values().filter(|rule| rule.option == option).find_map(&limit);
        let cites = cite_all(list, |rule| rule.option == option && limit(rule).is_some());
        Some((said, cites))
    }

    pub(crate) fn check_limits(
        &self,
        stake: &Stake,
        wager: &Wager,
        patron: &Patron,
    ) -> Result<Facts, Refusal> {
        let limits = self.limits_for(patron, &wager.id, stake.area);
        // Where the patron has limits of their own, those are on the sign.
        let own = self.permit_under(patron, wager);
        let duty = || {
            let shown = self.limits_shown_under(wager);
            step(&self.book, Step::LimitsArePatronsDuty).and(shown).and(own.clone())
        };
        let mut facts = Vec::new();
        if stake.amount < limits.least {
            let message = format!("found {}; the minimum is {}", stake.amount, limits.least);
            let (below, below_under) = self.below_minimum(&wager.id);
            match below {
                Some(BelowMinimum::SettledOnceThenReturned) if !patron.warned => {
                    let what = Tidings::FurtherShortWagersReturned;
                    let published_event = &self.book.rules.procedure.told;
                    let cites = cite_all(published_event, |message| message.what == what);
                    let who = published_event
                        .find(|message| message.what == what)
                        .map_or(Recipient::Owner, |message| message.who);
                    facts.push((
                        Fact::Notice(notice::Fact::PersonTold {
                            who,
                            patron: Some(stake.patron.clone()),
                            what,
                        }),
                        below_under.and(cites),
                    ));
                }
                _ => {
                    let bound = self.newcomer_under(patron);
                    let again = match below {
                        Some(BelowMinimum::SettledOnceThenReturned) => self.short_again_under(below_under),
                        _ => below_under,
                    };
                    let cites = again.and(duty()).and(bound);
                    return Err(
                        Refusal::new(Reason::BelowMinimum, message, cites).with("least", limits.least)
                    );
                }
            }
        }
        if stake.amount > limits.most {
            let (above, above_under) = self.above_maximum(&wager.id);
            if above != Some(AboveMaximum::SettledToMaximum) {
                let message = format!("found {}; the maximum is {}", stake.amount, limits.most);
                let cites = above_under.and(duty());
                return Err(Refusal::new(Reason::AboveMaximum, message, cites).with("most", limits.most));
            }
            facts.extend(self.owner_told(&stake.patron, Tidings::NoMoreThanMaximumCounts));
        }
        let rules = &self.book.rules.limits;
        if let Some(unit) = limits.unit.filter(|_| self.is_off_unit(stake.amount, &limits)) {
            let above = rules.unit_above_minimum.ruled();
            let cites = rules
                .multiples
                .cites()
                .and(above.map(|rule| rule.cites()).unwrap_or_default())
                .and(step(&self.book, Step::LimitsArePatronsDuty))
                .and(cite_if(&rules.off_unit, OffUnit::RefusedUnlessFoundLate));
            return Err(Refusal::new(
                Reason::OffUnit,
                format!("found {}; wagers are multiples of {unit}", stake.amount),
                cites,
            )
            .with("unit", unit));
        }
        Ok(facts)
    }

    /// The clauses by which a further short wager goes back: not the one by which the first was settled, where the book tells them apart.
    fn short_again_under(&self, below: Citation) -> Citation {
        let again = step(&self.book, Step::FurtherShortWagersReturned);
        if again.is_empty() {
            return below;
        }
        below.without(&self.book.rules.limits.below_minimum.cites()).and(again)
    }

    /// The clauses that have the limits of a main wager on a sign.
    fn limits_shown_under(&self, wager: &Wager) -> Citation {
        let shown = |sign: &Sign| sign.shows == SignSubject::WagerLimits && wager.class == WagerClass::Main;
        let cites = cite_all(&self.book.rules.procedure.signs, shown);
        Citation { silences: Vec::new(), ..cites }
    }

    /// The owner of a wager is told something of it, where the book has that told.
    fn owner_told(&self, patron: &Name, what: Tidings) -> Option<(Fact, Citation)> {
        let rule = self.book.rules.procedure.told.find(|notice| notice.what == what)?;
        let fact = notice::Fact::PersonTold { who: rule.who, patron: Some(patron.clone()), what };
        Some((Fact::Notice(fact), rule.cites()))
    }

    /// The clauses by which a patron who kept no old minimum is bound by the new one, while others go on at theirs.
    pub(crate) fn newcomer_under(&self, patron: &Patron) -> Citation {
        let two = self.state.players().any(|(_, other)| other.kept_minimum.is_some());
        match two && patron.kept_minimum.is_none() {
            true => {
                cite_all(&self.book.rules.limits.kept_minimum, |rule| *rule == KeptMinimum::NewcomersBound)
            }
            false => Citation::default(),
        }
    }

    /// The part of a stake that can win or lose: within its own maximum, and payable where the book voids what is not.
    pub(crate) fn valid_part(&self, stake: &Stake) -> Money {
        let (above, _) = self.above_maximum(&stake.wager);
        let cuts =
            matches!(above, Some(AboveMaximum::SettledToMaximum | AboveMaximum::RefusedThenSettledToMaximum));
        let part = if cuts { self.to_own_maximum(stake) } else { stake.amount };
        match self.wager(&stake.wager) {
            Some(wager) => payment::take(&self.book, wager, part, &self.chips).live,
            None => part,
        }
    }

    /// What lies on banker and on player, as far as the book counts it towards the gap between them.
    pub(crate) fn gap<'s>(&self, stakes: impl Iterator<Item = &'s Stake>) -> (Money, Money) {
        let (mut banker, mut player) = (Money(0), Money(0));
        for stake in stakes {
            if self.counts_for_gap(&stake.wager, Side::Banker) {
                banker += self.valid_part(stake);
            } else if self.counts_for_gap(&stake.wager, Side::Player) {
                player += self.valid_part(stake);
            }
        }
        (banker, player)
    }

    /// Does the book count this wager towards the gap, on this hand's side?
    pub(crate) fn counts_for_gap(&self, wager: &WagerId, side: Side) -> bool {
        match self.book.rules.differential.counts.get() {
            Some(DifferentialCounts::BankerAgainstPlayer) => self.is_on(wager, side),
            None => false,
        }
    }

    pub(crate) fn check_gap(&self, stake: &Stake, except: Option<StakeId>) -> Result<Facts, Refusal> {
        let Some(most) = self.state.settings.differential else { return Ok(Vec::new()) };
        // A wager moved away from a hand opens the gap as much as one taken back.
        let old = except.and_then(|id| self.state.stake(id));
        let from_a_hand = old.is_some_and(|old| self.is_on_a_hand(&old.wager));
        if !from_a_hand && !self.is_on_a_hand(&stake.wager) {
            return Ok(Vec::new());
        }
        self.check_gap_of(self.others(except).chain([stake]), most)
    }

    /// Taking a wager on a hand back may open the gap as much as making one.
    pub(crate) fn check_gap_without(&self, gone: &Stake) -> Result<Facts, Refusal> {
        let Some(most) = self.state.settings.differential else { return Ok(Vec::new()) };
        if !self.is_on_a_hand(&gone.wager) {
            return Ok(Vec::new());
        }
        self.check_gap_of(self.others(Some(gone.id)), most)
    }

    /// So may leaving the table with all of them.
    pub(crate) fn check_gap_without_all(&self, leaves: &Name) -> Result<Facts, Refusal> {
        let Some(most) = self.state.settings.differential else { return Ok(Vec::new()) };
        let own = |stake: &&Stake| stake.patron == *leaves;
        if !self.state.stakes.iter().filter(own).any(|stake| self.is_on_a_hand(&stake.wager)) {
            return Ok(Vec::new());
        }
        self.check_gap_of(self.state.stakes.iter().filter(|stake| !own(stake)), most)
    }

    /// The gap between the hands with these stakes, which may not pass the most there may be; one that is too wide already may
    /// only shrink.
    fn check_gap_of<'s>(
        &self,
        stakes: impl Iterator<Item = &'s Stake>,
        most: Money,
    ) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.differential;
        let between = |(banker, player): (Money, Money)| Money((banker.0 - player.0).abs());
        let gap = between(self.gap(stakes));
        if gap <= most || gap < between(self.gap(self.state.stakes.iter())) {
            return Ok(Vec::new());
        }
        let cites = rules.counts.cites().and(rules.exceeded.cites());
        match rules.exceeded.get() {
            Some(DifferentialExceeded::DealerMayScale) => {
                Ok(vec![(Fact::Bets(bets::Fact::DifferentialExceeded { by: gap - most }), cites)])
            }
            _ => {
                let message = format!("the gap would be {gap}; allowed is {most}");
                Err(Refusal::new(Reason::DifferentialExceeded, message, cites).with("differential", most))
            }
        }
    }
}
