//! Changes while the table is open, with the notice each needs, and closing.

use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::facts::bets;
use crate::notice;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::settings::Limits;
use crate::state::{Announced, Phase, Proposal, TableChange};
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::chips::Money;
use baccarat::rules::betting::{
    Change, ChangeBinds, ChangeOf, KeptMinimum, PersonalReach, SignTime, WayRound,
};
use baccarat::rules::people::{Recipient, Role, SignSubject, Tidings};
use baccarat::rules::play::StyleHolds;

impl Table {
    /// Which rule of notice a change falls under.
    pub(crate) fn kind_of(&self, change: &TableChange) -> ChangeOf {
        match change {
            TableChange::Limits { limits }
                if limits.least > self.state.settings.limits.least
                    && self.has_rule(ChangeOf::HigherMinimum) =>
            {
                ChangeOf::HigherMinimum
            }
            TableChange::Limits { .. } => ChangeOf::WagerLimits,
            TableChange::KeptMinimum { .. } => ChangeOf::KeptMinimum,
            TableChange::Differential { .. } => ChangeOf::Differential,
            TableChange::AreaMost { .. } => ChangeOf::AreaLimits,
            TableChange::Countdown { .. } => ChangeOf::Countdown,
            TableChange::Method { .. } => ChangeOf::SettlementMethod,
            TableChange::Faces { .. } | TableChange::NextShoeFaces { .. } => ChangeOf::DealingStyle,
            TableChange::Closing => ChangeOf::TableCloses,
        }
    }

    fn has_rule(&self, of: ChangeOf) -> bool {
        self.book.rules.notice.changes.find(|rule| rule.of == of).is_some()
    }

    fn rules_on(&self, of: ChangeOf) -> impl Iterator<Item = &Change> {
        self.book.rules.notice.changes.values().filter(move |rule| rule.of == of)
    }

    pub(super) fn may_change(&self, by: &Actor, change: &TableChange) -> Result<Citation, Refusal> {
        let of = self.kind_of(change);
        let list = &self.book.rules.notice.changes;
        let cites = match change {
            TableChange::Faces { .. } | TableChange::NextShoeFaces { .. } => self.style_under(),
            _ => cite_all(list, |rule| rule.of == of),
        };
        match self.rules_on(of).find_map(|rule| rule.by) {
            Some(role) => {
                self.only(by, role, &cites)?;
                Ok(cites)
            }
            // Where the book does not say, the house decides, and the silence is named.
            None if matches!(by.role, Role::Operator | Role::Manager | Role::Supervisor) => Ok(cites),
            None => Err(Refusal::new(
                Reason::NotInThatRole,
                format!("this book does not say who may make this change: {change}"),
                cites,
            )),
        }
    }

    /// The clauses on which way up cards are dealt, and for how long that holds.
    fn style_under(&self) -> Citation {
        let dealing = &self.book.rules.dealing;
        let holds = dealing.style_holds.ruled().map(|rule| rule.cites());
        dealing.faces.cites().and(holds.unwrap_or_default())
    }

    /// Would the table still be within the book?
    pub(super) fn check_change(&self, change: &TableChange) -> Result<(), Refusal> {
        let mut settings = self.state.settings.clone();
        match change {
            TableChange::Limits { limits } => settings.change_limits(&self.book, *limits),
            TableChange::KeptMinimum { least } => settings.limits.least = (*least).min(settings.limits.most),
            TableChange::Differential { most } => settings.differential = *most,
            TableChange::AreaMost { wager, most } => settings.change_area(wager.as_ref(), *most),
            TableChange::Countdown { seconds } => settings.period_seconds = Some(*seconds),
            TableChange::Method { method } => settings.method = method.clone(),
            TableChange::Faces { faces } | TableChange::NextShoeFaces { faces } => settings.faces = *faces,
            TableChange::Closing => {}
        }
        let bad = settings.check(&self.scoped.whole);
        if bad.is_empty() { Ok(()) } else { Err(Refusal::of_settings(&bad)) }
    }

    pub(super) fn sign_under(&self, change: &TableChange) -> Citation {
        let shows = match self.kind_of(change) {
            ChangeOf::HigherMinimum | ChangeOf::KeptMinimum => SignSubject::MinimumToCome,
            ChangeOf::SettlementMethod => SignSubject::GameToCome,
            ChangeOf::TableCloses => SignSubject::ClosingTime,
            _ => SignSubject::WagerLimits,
        };
        let of = self.kind_of(change);
        let notified = self.notified_under(of);
        // The clause on a kept minimum says itself what its sign shows; the one on the table's minimum speaks of another sign.
        if of == ChangeOf::KeptMinimum && !notified.clauses.is_empty() {
            return notified;
        }
        let cites = cite_all(&self.book.rules.procedure.signs, |sign| sign.shows == shows);
        cites.and(notified)
    }

    /// The clauses by which a change follows its notice: all on it but those that only open a way round.
    fn notified_under(&self, of: ChangeOf) -> Citation {
        let way_round =
            |rule: &Change| !rule.unless.is_empty() && rule.sign_minutes.is_none() && !rule.told_before;
        cite_all(&self.book.rules.notice.changes, |rule| rule.of == of && !way_round(rule))
    }

    fn announced(&self, change: &TableChange) -> Option<&Announced> {
        let is_it = |announced: &&Announced| match (&announced.change, change) {
            // The sign gives the new minimum and its time; what else changes needs none.
            (TableChange::Limits { limits: message }, TableChange::Limits { limits })
                if self.kind_of(change) == ChangeOf::HigherMinimum =>
            {
                message.least == limits.least
            }
            (message, change) => message == change,
        };
        self.state.announced.iter().rev().find(is_it)
    }

    /// Has the notice been given, or is there a lawful way round it?
    fn check_notice(
        &self,
        at: Time,
        change: &TableChange,
        keep_old: bool,
        cites: &Citation,
    ) -> Result<Citation, Refusal> {
        let of = self.kind_of(change);
        let nobody = self.state.participants().next().is_none();
        let agreed = self.state.agreed.get(&Proposal::ChangeOfGame);
        let all_agree = !nobody
            && self.state.participants().all(|(name, _)| agreed.is_some_and(|agreed| agreed.contains(name)));
        let open = |way: WayRound| match way {
            WayRound::AllPlayersAgree => all_agree,
            WayRound::PresentPlayersKeepOld => keep_old,
            WayRound::EmptyTable => nobody,
        };
        let ways = cite_all(&self.book.rules.notice.changes, |rule| {
            let plain = rule.unless.is_empty() && rule.sign_minutes.is_none() && !rule.told_before;
            rule.of == of && (plain || rule.unless.iter().any(|way| open(*way)))
        });
        if self.rules_on(of).any(|rule| rule.unless.iter().any(|way| open(*way))) {
            return Ok(ways);
        }
        let announced = self.announced(change);
        if self.sign_minutes(of).is_some() {
            let Some(earliest) = announced.and_then(|announced| self.allowed_from(announced)) else {
                return Err(Refusal::new(Reason::NoNotice, "no sign has announced it", cites.clone()));
            };
            if at < earliest {
                let message = format!("the sign allows it from {earliest}");
                return Err(Refusal::new(Reason::NoticeTooShort, message, self.notified_under(of)));
            }
        } else if self.rules_on(of).any(|rule| rule.told_before) && announced.is_none() {
            return Err(Refusal::new(Reason::NoNotice, "the players have not been told", cites.clone()));
        }
        let notified = self.notified_under(of);
        Ok(if notified.clauses.is_empty() { cites.clone() } else { notified })
    }

    fn sign_minutes(&self, of: ChangeOf) -> Option<u16> {
        self.rules_on(of).find_map(|rule| rule.sign_minutes)
    }

    /// From when the sign lets an announced change be made, where the book asks for a sign.
    pub fn allowed_from(&self, announced: &Announced) -> Option<Time> {
        let minutes = self.sign_minutes(self.kind_of(&announced.change))?;
        let (up_long_enough, named) = (announced.since.plus_minutes(minutes), announced.effective?);
        match self.book.rules.notice.sign_time.get() {
            Some(SignTime::LaterOfBoth) | None => Some(up_long_enough.max(named)),
        }
    }

    pub(super) fn judge_make(
        &self,
        by: &Actor,
        at: Time,
        change: &TableChange,
        keep_old: bool,
    ) -> Result<Facts, Refusal> {
        let cites = self.may_change(by, change)?;
        self.check_change(change)?;
        if *change == TableChange::Closing {
            return Err(Refusal::new(Reason::NotDue, "a table closes with its final count", cites));
        }
        // A change that needs no telling and binds from the next coup may be made during this one.
        let of = self.kind_of(change);
        let waits = self.book.rules.notice.binds.get().is_some()
            && !self.rules_on(of).any(|rule| rule.told_before)
            && matches!(
                change,
                TableChange::Limits { .. } | TableChange::Differential { .. } | TableChange::AreaMost { .. }
            );
        // What binds from the next shoe on leaves this coup as it is.
        let waits = waits || matches!(change, TableChange::NextShoeFaces { .. });
        if matches!(self.state.phase, Phase::Coup(_)) && !waits {
            let fixed = match change {
                TableChange::Method { .. } => self.method_under(),
                _ => Citation::default(),
            };
            return Err(Refusal::new(Reason::CoupInProgress, "a coup is in progress", cites.and(fixed)));
        }
        let binds = self.book.rules.notice.binds.ruled().map(|rule| rule.cites()).unwrap_or_default();
        let lawful = self.check_notice(at, change, keep_old, &cites)?;
        // A method binds whole coups, so it cannot change under wagers that are down.
        let by_notice = self.rules_on(of).any(|rule| rule.told_before) && !binds.is_empty();
        if of == ChangeOf::SettlementMethod && by_notice && !self.state.stakes.is_empty() {
            let cites = cites.and(self.method_under()).and(binds);
            return Err(Refusal::new(Reason::CoupInProgress, "wagers are down on the coming coup", cites));
        }
        let whole_shoe = self.book.rules.dealing.style_holds.get() == Some(&StyleHolds::Shoe);
        let now = matches!(change, TableChange::Faces { .. });
        if now && whole_shoe && !matches!(self.state.phase, Phase::Preparing(_)) {
            return Err(Refusal::new(Reason::NotDue, "the style holds to the end of the shoe", cites));
        }
        let kept = cite_all(&self.book.rules.limits.kept_minimum, |rule| {
            matches!(
                rule,
                KeptMinimum::PresentPatrons | KeptMinimum::MarkerBeforeBox | KeptMinimum::AtEveryBox
            )
        });
        let lawful = if keep_old { lawful.and(kept) } else { lawful };
        let set_by = self.book.rules.differential.set_by.ruled();
        let lawful = match (change, set_by) {
            (TableChange::Differential { .. }, Some(rule)) => {
                let set_by = rule.cites();
                self.only(by, rule.who, &set_by)?;
                // Who sets it first says who changes it only where no clause speaks of the change.
                if self.has_rule(ChangeOf::Differential) { lawful } else { lawful.and(set_by) }
            }
            _ => lawful,
        };
        // From when limits bind is said of them; another change has clauses of its own.
        let lawful = match change {
            TableChange::Limits { .. } => lawful.and(binds),
            _ => lawful,
        };
        Ok(vec![(Fact::Notice(notice::Fact::ChangeMade { change: change.clone(), keep_old }), lawful)])
    }

    /// The clauses that have a settlement method fixed before a coup.
    fn method_under(&self) -> Citation {
        let method = &self.state.settings.method;
        let list = &self.book.rules.settlement.methods;
        let cites = cite_all(list, |known| known.id == *method);
        Citation { silences: Vec::new(), ..cites }
    }

    pub(super) fn judge_personal(
        &self,
        by: &Actor,
        patron: &crate::person::Name,
        limits: &Limits,
    ) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.limits.personal;
        let cites = rule.cites();
        let Some(personal) = rule.get() else {
            return Err(Refusal::new(Reason::NotLawful, "this book knows no personal limits", cites));
        };
        self.only(by, personal.granted_by, &cites)?;
        self.patron_named(patron)?;
        // With cards in sight it would say how much of a wager counts.
        if self.is_frozen() && self.state.stakes.iter().any(|stake| stake.patron == *patron) {
            let message = format!("{patron} has wagers on a coup under way; allowed is once it is over");
            return Err(Refusal::new(Reason::BettingFrozen, message, cites));
        }
        let needs_least = personal.sets == PersonalReach::MinimumAndMaximum;
        // Leave to bet above the table's maximum has to lift it.
        let lifts = limits.most > self.state.settings.limits.most;
        if limits.most.0 <= 0
            || !lifts
            || limits.most.0 > Money::MOST
            || (needs_least && (limits.least.0 <= 0 || limits.least > limits.most))
        {
            let most = self.state.settings.limits.most;
            let message =
                format!("found {} to {}; allowed is a maximum above {most}", limits.least, limits.most);
            return Err(Refusal::new(Reason::AboveMaximum, message, cites));
        }
        let sign =
            cite_all(&self.book.rules.procedure.signs, |sign| sign.shows == SignSubject::PersonalLimit);
        let cites = if sign.clauses.is_empty() { cites } else { cites.and(sign) };
        Ok(vec![(
            Fact::Notice(notice::Fact::PersonalLimitSet { patron: patron.clone(), limits: *limits }),
            cites,
        )])
    }

    pub(super) fn judge_restrict(
        &self,
        by: &Actor,
        option: &str,
        message: bool,
        sign: bool,
    ) -> Result<Facts, Refusal> {
        let list = &self.book.rules.sides.main_wager;
        let cites = cite_all(list, |need| need.option == option && need.restricted_by.is_some());
        let Some(role) = list
            .find(|need| need.option == option && need.restricted_by.is_some())
            .and_then(|need| need.restricted_by)
        else {
            return Err(Refusal::new(Reason::NotLawful, format!("`{option}` may not be confined"), cites));
        };
        self.only(by, role, &cites)?;
        let what = Tidings::SideBetRestriction;
        let published_event = cite_all(&self.book.rules.procedure.told, |message| {
            message.who == Recipient::Surveillance
                && message.what == what
                && message.option.as_ref().is_none_or(|of| of == option)
        });
        if !message {
            return Err(Refusal::new(Reason::NoNotice, "surveillance is told first", published_event));
        }
        let shows = |sign: &baccarat::rules::people::Sign| {
            sign.shows == SignSubject::OptionRestriction && sign.options.iter().any(|of| of == option)
        };
        let signs = cite_all(&self.book.rules.procedure.signs, shows);
        if !sign {
            return Err(Refusal::new(Reason::NoNotice, "a sign tells the players", signs));
        }
        Ok(vec![
            (
                Fact::Notice(notice::Fact::PersonTold { who: Recipient::Surveillance, patron: None, what }),
                published_event,
            ),
            (Fact::Notice(notice::Fact::Restricted { option: option.to_owned() }), cites.and(signs)),
        ])
    }

    /// Whoever may confine a side option may open it again.
    pub(super) fn judge_lift(&self, by: &Actor, option: &str) -> Result<Facts, Refusal> {
        let list = &self.book.rules.sides.main_wager;
        let cites = cite_all(list, |need| need.option == option && need.restricted_by.is_some());
        let rule = list.find(|need| need.option == option && need.restricted_by.is_some());
        if let Some(role) = rule.and_then(|need| need.restricted_by) {
            self.only(by, role, &cites)?;
        }
        if !self.state.settings.restricted.iter().any(|known| known == option) {
            return Err(Refusal::new(Reason::NotDue, format!("`{option}` is not restricted"), cites));
        }
        Ok(vec![(Fact::Notice(notice::Fact::RestrictionLifted { option: option.to_owned() }), cites)])
    }

    pub(super) fn judge_close(&self, by: &Actor, at: Time, count: Money) -> Result<Facts, Refusal> {
        let change = TableChange::Closing;
        let cites = self.may_change(by, &change)?;
        if matches!(self.state.phase, Phase::Coup(_)) {
            return Err(Refusal::new(Reason::CoupInProgress, "a coup is in progress", cites));
        }
        let lawful = self.check_notice(at, &change, false, &cites)?;
        if count != self.state.float {
            let message = format!("counted {count}; the float should hold {}", self.state.float);
            let refusal = Refusal::new(Reason::CountDiffers, message, Citation::silent("the final count"));
            return Err(refusal.with("counted", count).with("float", self.state.float));
        }
        let mut facts: Facts = self
            .state
            .stakes
            .iter()
            .map(|stake| {
                (
                    Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason: "the table closes".into() }),
                    cites.clone(),
                )
            })
            .collect();
        facts.push((
            Fact::Notice(notice::Fact::TableClosed { float: self.state.float, drop: self.state.drop }),
            lawful,
        ));
        Ok(facts)
    }

    pub(crate) fn announce(&mut self, change: &TableChange, since: Time, effective: Option<Time>) {
        self.state
            .announced
            .retain(|announced| std::mem::discriminant(&announced.change) != std::mem::discriminant(change));
        self.state.announced.push(Announced { change: change.clone(), since, effective });
    }

    /// Stakes already down stay under the limits they were made under, where a change binds from the next coup.
    pub(crate) fn remember_limits(&mut self) {
        if self.book.rules.notice.binds.get() != Some(&ChangeBinds::NextCoup) {
            return;
        }
        for stake in &self.state.stakes {
            let Some(patron) = self.state.patrons.get(&stake.patron) else { continue };
            let limits = self.limits_for(patron, &stake.wager, stake.area);
            self.state.made_under.entry(stake.id).or_insert(limits);
        }
    }

    pub(crate) fn apply_change(&mut self, change: &TableChange, keep_old: bool) {
        self.state.announced.retain(|announced| announced.change != *change);
        self.state.agreed.clear();
        let old = self.state.settings.limits.least;
        match change {
            TableChange::Limits { limits } => {
                self.remember_limits();
                let former = self.state.settings.limits;
                self.state.settings.change_limits(&self.book, *limits);
                if limits.least != old {
                    self.state.patrons.values_mut().for_each(|patron| patron.warned = false);
                }
                let kept = &self.book.rules.limits.kept_minimum;
                let own = kept.values().any(|rule| *rule == KeptMinimum::EachKeepsOwn);
                for patron in self.state.patrons.values_mut().filter(|patron| patron.present) {
                    if keep_old && patron.playing && limits.least > old {
                        patron.kept_minimum = patron.kept_minimum.filter(|_| own).or(Some(old));
                        patron.former_limits = patron.former_limits.filter(|_| own).or(Some(former));
                    }
                }
            }
            TableChange::KeptMinimum { least } => {
                self.remember_limits();
                let table = self.state.settings.limits.least;
                for patron in self.state.patrons.values_mut() {
                    patron.kept_minimum = patron.kept_minimum.map(|_| *least).filter(|least| *least < table);
                    patron.former_limits = patron
                        .former_limits
                        .filter(|_| patron.kept_minimum.is_some())
                        .map(|limits| Limits { least: *least, ..limits });
                }
            }
            TableChange::Differential { most } => self.state.settings.differential = *most,
            TableChange::AreaMost { wager, most } => {
                // Wagers that are down keep the area that they were made under, to the end of their coup.
                match self.state.stakes.is_empty() {
                    true => self.state.settings.change_area(wager.as_ref(), *most),
                    false => self.state.next_areas.push((wager.clone(), *most)),
                }
            }
            TableChange::Countdown { seconds } => self.state.settings.period_seconds = Some(*seconds),
            TableChange::Method { method } => {
                self.state.settings.method = method.clone();
                self.pays = Default::default();
            }
            TableChange::Faces { faces } => self.state.settings.faces = *faces,
            TableChange::NextShoeFaces { faces } => self.state.next_faces = Some(*faces),
            TableChange::Closing => {}
        }
    }
}
