//! What staff report when something has gone wrong, and which irregularity it is.

use crate::cite::{Citation, Cite, cite_all};
use crate::event::Event;
use crate::facts::Fact;
use crate::facts::{cards, deal};
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::record::CoupRecord;
use crate::state::{
    Betting, Coup, Matter, Phase, Preparing, Proposal, Ready, Remedy, Report, Stage, Subject, Verdict,
};
use crate::table::{Facts, Table};
use crate::time::Time;
use crate::trouble;
use crate::trouble::correction::Miskeyed;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::Device;
use baccarat::rules::people::Role;
use baccarat::rules::play::{Face, Receives};
use baccarat::rules::rulings::{CoupFate, EarlierFate, Irregularity, ReliefNeed, ReportLimit};

/// No book speaks of records.
fn against_record() -> Citation {
    Citation::silent("what the record says otherwise")
}

/// Does nothing on record bear it out? That the shoe ran out, the table's own count says.
fn is_only_said(report: &Report) -> bool {
    match report {
        Report::Foreign { .. } => true,
        Report::Found { irregularity, .. } => *irregularity != Irregularity::ShoeRanOut,
        _ => false,
    }
}

impl Report {
    /// Is it about a coup that others may have followed?
    pub(crate) fn is_late(&self) -> bool {
        let late =
            matches!(self, Report::Earlier { .. } | Report::LimitsBroken { .. } | Report::Claimed { .. });
        late || matches!(self, Report::SettledBy { coup: Some(_), .. })
    }

    /// The card concerned, if it was seen.
    pub(crate) fn card(&self) -> Option<Card> {
        match self {
            Report::Misdealt { card, .. } | Report::WronglyBurnt { card } | Report::Foreign { card } => *card,
            Report::FaceUp { card } => Some(*card),
            _ => None,
        }
    }
}

impl Table {
    pub(crate) fn judge_report(&self, by: &Actor, report: &Report, at: Time) -> Result<Facts, Refusal> {
        if by.role == Role::Player
            && let Some(told) = self.judge_told(by, report)
        {
            return told;
        }
        self.only(by, Role::Employee, &Citation::silent("who reports an irregularity"))?;
        match report {
            Report::SettledShort | Report::SettledBy { .. } => return self.judge_wrongly_settled(by, report),
            Report::WagerMiskeyed { .. } => return self.judge_wager_miskeyed(by, report),
            Report::WronglyPaid { .. } => return self.judge_wrongly_paid(by, report),
            Report::WagerFound { .. } | Report::WagerInvalid { .. } | Report::WagerAccepted { .. } => {
                return self.judge_said_of_wager(by, report);
            }
            Report::Exposed { hand, card } => return self.judge_exposed(by, report, *hand, *card),
            Report::ThirdCardForgotten => return self.judge_report(by, &self.third_card_forgotten()?, at),
            // Staff who say it report the order of the cards, or an earlier coup.
            Report::Claimed { coup, cards } => {
                let report = match self.claimable(Some(*coup)) {
                    Ok(_) => Report::OutOfSequence { cards: cards.clone(), doubt: false },
                    Err(_) => Report::Earlier { coup: *coup },
                };
                return self.judge_report(by, &report, at);
            }
            _ => {}
        }
        if let Some(miskeyed) = Miskeyed::of(report) {
            return self.judge_miskeyed(by, report, miskeyed);
        }
        if let (Report::Misdealt { to: Some(to), card }, Phase::Betting(betting)) =
            (report, &self.state.phase)
            && let Some(begun) = self.begun_with(betting, *card, at)
        {
            return self.first_card_astray(by, report, *to, begun, at);
        }
        if matches!(report, Report::OutOfSequence { .. }) && !self.pending_misdealt().is_empty() {
            return self.order_with_pending(by, report, at);
        }
        // An error in the coup just ended is put right in that coup, which opens again for it.
        if matches!(report, Report::OutOfSequence { .. })
            && matches!(self.state.phase, Phase::Betting(_) | Phase::Preparing(_))
        {
            return self.reopen_for(by, report, at);
        }
        let when = self.irregularity(report)?;
        let Some(verdict) = self.verdict(when) else {
            return Ok(self.not_ruled_on(by, when, report));
        };
        let confirmed = verdict.coup == Some(CoupFate::VoidUnlessConfirmed);
        let (decides, settled) = self.decides_ruling(&verdict, report);
        let mut facts = match decides {
            // Told in time, and its cards are gone: somebody decides whether that coup is void.
            _ if matches!(report, Report::Earlier { .. }) && when == Irregularity::CannotBeReconstructed => {
                let about = Subject::Ruling { when, report: report.clone() };
                let decides = verdict.decided_by.unwrap_or(Role::Supervisor);
                let remedies = vec![Remedy::Void, Remedy::Denied];
                let limits = &self.book.rules.irregularities.reported_before;
                let record = report.coup().and_then(|number| self.state.over(number));
                let passed = record.and_then(|record| self.limit_passed(record));
                let in_time = cite_all(limits, |known| Some(*known) == passed);
                let cites = self.ruling_under(when).and(in_time);
                vec![self.open_matter(about, by, decides, remedies, false, cites)]
            }
            Some(role) if confirmed || self.only(by, role, &Citation::default()).is_err() => {
                let about = Subject::Ruling { when, report: report.clone() };
                let remedies = self.remedies_of(verdict.coup, report);
                // Only what concerns an earlier coup leaves play alone; otherwise no further coup begins before it is decided.
                let halts = !report.is_late();
                let cites = self.ruling_under(when).and(settled);
                vec![self.open_matter(about, by, role, remedies, halts, cites)]
            }
            _ if matches!(report, Report::Earlier { .. }) => self.rule_on_earlier(&verdict, report),
            // Nothing of that coup moves, nor of the one under way.
            _ if when == Irregularity::LimitsBroken => {
                vec![(Fact::Trouble(trouble::Fact::Ruled { verdict }), self.ruling_under(when))]
            }
            _ => self.carry_out(&verdict, report),
        };
        let message = self.told_of(when);
        facts.splice(1..1, message);
        Ok(facts)
    }

    /// Who must decide a ruling, if anybody must: whoever its clauses name, or whoever decides what changes a result that is in
    /// sight or has been paid, with the clauses on that.
    pub(crate) fn decides_ruling(&self, verdict: &Verdict, report: &Report) -> (Option<Role>, Citation) {
        let rule = self.book.rules.irregularities.settled_coup.ruled();
        let own = self.settles_itself(verdict.when);
        match (verdict.decided_by, rule) {
            // What the table's own record says otherwise is not believed without further ado.
            (None, _) if self.is_against_record(report) => (Some(Role::Supervisor), against_record()),
            (None, _) if self.is_delivery_only_said(verdict, report) => {
                (Some(Role::Supervisor), against_record())
            }
            // A ruling that says it of itself rests on its own clauses, and not on what is said of others.
            (None, _) if own.is_some() && self.moves_result(verdict, report) => (own, Citation::default()),
            (None, Some(rule)) if own.is_none() && self.moves_result(verdict, report) => {
                (Some(rule.who), rule.cites())
            }
            (decides, _) => (decides, Citation::default()),
        }
    }

    /// Who decides an irregularity that moves what everybody can see, where its own clauses name somebody.
    fn settles_itself(&self, when: Irregularity) -> Option<Role> {
        let rulings = self.book.rules.irregularities.rulings.values();
        let mut own = rulings.filter(|ruling| ruling.when == when && self.is_at_hand(ruling));
        own.find_map(|ruling| ruling.settled_coup_by)
    }

    /// Would a coup change of which everybody can see who gains by it? Money that has been paid or collected would move again, or
    /// a result in sight, be it only with the card that is put in its place, would be another, be void, or let wagers be taken
    /// back; or a coup of which a card is seen, or may have been, would be void, lie otherwise or let wagers be taken back for what is only said.
    fn moves_result(&self, verdict: &Verdict, report: &Report) -> bool {
        let now = match &self.state.phase {
            Phase::Coup(coup) => Some(coup),
            _ => None,
        };
        let corrects = matches!(verdict.coup, Some(CoupFate::Reconstructed | CoupFate::Void));
        let follows = match report {
            Report::Earlier { .. } => self.rule_on_earlier(verdict, report),
            _ if corrects || now.is_some() => self.carry_out(verdict, report),
            _ => return false,
        };
        // A card that is put where it belongs may be the last that the hands need.
        let after = now.map(|coup| {
            let mut after = coup.clone();
            follows.iter().for_each(|(fact, _)| crate::deal::coup::advance(&mut after, fact));
            after
        });
        let in_sight = [now, after.as_ref()].into_iter().flatten().any(|coup| self.is_in_sight(coup));
        let seen = self.is_card_seen();
        let believed = is_only_said(report) && seen;
        // The record has another order than the one that is said.
        let reordered = match report {
            Report::OutOfSequence { cards, .. } => seen || cards.iter().any(Option::is_some),
            _ => false,
        };
        follows.iter().any(|(fact, _)| match fact {
            // What was settled by a method that is not in force is settled by the one that is, whoever finds it.
            Fact::Trouble(trouble::Fact::SettlementUndone { .. }) => corrects || report.is_late(),
            Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, .. }) => {
                let again = |coup: &Coup| Coup {
                    player: player.clone(),
                    banker: banker.clone(),
                    stage: Stage::Initial,
                    ..coup.clone()
                };
                in_sight || reordered || now.is_some_and(|coup| self.is_in_sight(&again(coup)))
            }
            Fact::Trouble(trouble::Fact::CoupVoided { .. }) => in_sight || believed,
            Fact::Trouble(trouble::Fact::WindowOpened { .. }) => in_sight || reordered,
            _ => false,
        })
    }

    /// Does the table's own record say otherwise? It may be wrong, which somebody has to find.
    pub fn is_against_record(&self, report: &Report) -> bool {
        let Report::Found { irregularity, .. } = report else { return false };
        match irregularity {
            Irregularity::BurnForgotten => self.state.shoe.burnt,
            // No shoe comes into play before its cut is on record.
            Irregularity::CutMissed => true,
            _ => false,
        }
    }

    /// Would wagers be taken back for a delivery that nobody but the dealer knows of, now that cards have been seen, or may have been by
    /// whoever holds them? On record is who holds a hand, and that whoever holds it has a wager on it.
    fn is_delivery_only_said(&self, verdict: &Verdict, report: &Report) -> bool {
        use Irregularity::{DeliveredWithoutWager, WrongRecipient};
        let named = match report {
            Report::PassedTo { to } => Some(to),
            Report::Found { irregularity: DeliveredWithoutWager | WrongRecipient, .. } => None,
            _ => return false,
        };
        let Phase::Coup(coup) = &self.state.phase else { return false };
        let without = |side: &Side| {
            let holder = coup.holding(*side).holder.as_ref();
            holder.filter(|holder| named.is_none_or(|to| to == *holder)).is_some_and(|holder| {
                let mut own = self.state.stakes.iter().filter(|stake| stake.patron == *holder);
                !own.any(|stake| self.is_on(&stake.wager, *side))
            })
        };
        let opens =
            |(fact, _): &(Fact, Citation)| matches!(fact, Fact::Trouble(trouble::Fact::WindowOpened { .. }));
        self.is_card_seen()
            && ![Side::Player, Side::Banker].iter().any(without)
            && self.carry_out(verdict, report).iter().any(opens)
    }

    /// Do the cards show the result, no further one being due?
    pub(crate) fn is_in_sight(&self, coup: &Coup) -> bool {
        let whole = coup.stage >= Stage::Decided || self.lawful_place(coup).is_none();
        whole && self.outcome(coup).is_some()
    }

    /// The book does not say: the matter goes to a person.
    pub(crate) fn not_ruled_on(&self, by: &Actor, when: Irregularity, report: &Report) -> Facts {
        let (decides, cites) = self.decides_silence();
        // What concerns an earlier coup leaves the one under way alone.
        let halts = matches!(self.state.phase, Phase::Coup(_)) && !report.is_late();
        let mut remedies = vec![Remedy::GoesOn];
        if halts || matches!(report, Report::Earlier { .. }) {
            remedies.push(Remedy::Void);
        }
        let about = Subject::Silence { when, report: report.clone() };
        let cites = self.ruling_under(when).and(cites);
        let mut facts = vec![self.open_matter(about, by, decides, remedies, halts, cites.clone())];
        // Whatever is decided, the card is out of the shoe.
        if let Report::Misdealt { card, .. } | Report::Foreign { card } | Report::WronglyBurnt { card } =
            report
        {
            facts.push((Fact::Deal(deal::Fact::CardSetAside { card: *card }), cites));
        }
        facts
    }

    /// Cards of this coup that were laid where they were not due, while somebody has yet to decide on them.
    fn pending_misdealt(&self) -> Vec<(u32, Side, Option<Card>)> {
        let waits = |matter: &Matter| match &matter.about {
            Subject::Ruling { report: Report::Misdealt { to: Some(to), card }, .. }
                if matter.decided.is_none() && matches!(self.state.phase, Phase::Coup(_)) =>
            {
                Some((matter.id, *to, *card))
            }
            _ => None,
        };
        self.state.matters.iter().filter_map(waits).collect()
    }

    /// Whoever must decide on cards that were laid wrongly says in which order all of them left the shoe: they lie as they were laid, and are
    /// put right together.
    fn order_with_pending(&self, by: &Actor, report: &Report, at: Time) -> Result<Facts, Refusal> {
        let mut facts = Vec::new();
        for (id, to, card) in self.pending_misdealt() {
            let why = "its cards are put in order".to_owned();
            let decided = self.judge_decision(by, id, Remedy::Granted, &why)?;
            facts.extend(decided.into_iter().take(1));
            let cites = self.ruling_under(Irregularity::CardsOutOfSequence);
            facts.push((Fact::Deal(deal::Fact::CardDealt { to, card }), cites));
        }
        facts.extend(self.after(&facts, by, at).judge_report(by, report, at)?);
        Ok(facts)
    }

    pub(super) fn impossible(&self, message: impl Into<String>, when: Irregularity) -> Refusal {
        Refusal::new(Reason::NotPossibleNow, message, self.ruling_under(when))
    }

    /// Which irregularity a report is, where play stands now.
    pub(crate) fn irregularity(&self, report: &Report) -> Result<Irregularity, Refusal> {
        match report {
            Report::Misdealt { to, card } => self.wrong_card(*to, *card),
            Report::FaceUp { card } => self.face_up(*card),
            Report::OutOfSequence { cards, doubt } => {
                self.check_out_of_order(self.now_coup()?, cards, *doubt)?;
                // A book without a rule of its own on doubt treats such cards like any others out of order.
                let own = *doubt && self.verdict(Irregularity::OrderInDoubt).is_some();
                Ok(if own { Irregularity::OrderInDoubt } else { Irregularity::CardsOutOfSequence })
            }
            Report::Earlier { coup } => self.found_late(*coup),
            Report::LimitsBroken { coup } => {
                self.ended_coup(*coup, Irregularity::LimitsBroken)?;
                Ok(Irregularity::LimitsBroken)
            }
            Report::WronglyBurnt { card } => {
                self.check_possible(*card)?;
                match &self.state.phase {
                    Phase::Betting(_) | Phase::Coup(_) => Ok(Irregularity::WronglyBurnt),
                    // Once the cards are in the shoe, one too many may be burnt before play too.
                    Phase::Preparing(preparing) if Table::is_loaded(preparing) => {
                        Ok(Irregularity::WronglyBurnt)
                    }
                    _ => Err(self.impossible("no shoe is in play", Irregularity::WronglyBurnt)),
                }
            }
            Report::Foreign { .. } => match &self.state.phase {
                Phase::Betting(_) | Phase::Coup(_) => Ok(Irregularity::CardForeign),
                _ => Err(self.impossible("no shoe is in play", Irregularity::CardForeign)),
            },
            Report::PassedTo { to } => self.passed_to(to),
            // The table's own record is no matter of the game.
            Report::Miskeyed { .. } => Ok(Irregularity::CardMiskeyed),
            Report::WagerMiskeyed { .. } | Report::WagerFound { .. } | Report::WagerAccepted { .. } => {
                Ok(Irregularity::WagerMiskeyed)
            }
            Report::WagerInvalid { .. } => Ok(Irregularity::InvalidWager),
            Report::WronglyPaid { .. } => Ok(Irregularity::WrongPayment),
            Report::Exposed { .. } => Ok(Irregularity::CardExposed),
            Report::SettledBy { .. } => Ok(Irregularity::WrongMethod),
            Report::Claimed { .. } | Report::SettledShort | Report::ThirdCardForgotten => {
                Ok(Irregularity::CardsOutOfSequence)
            }
            Report::Found { irregularity, why } => self.found(*irregularity, why),
        }
    }

    /// Refuses cards that are not those of the coup, or lie as they should. A third card that was forgotten is missing.
    pub(crate) fn check_out_of_order(
        &self,
        coup: &Coup,
        cards: &[Option<Card>],
        doubt: bool,
    ) -> Result<(), Refusal> {
        self.check_same_cards(coup, cards)?;
        if cards.is_empty() {
            let message = "no card lies there that could lie otherwise";
            return Err(self.impossible(message, Irregularity::CardsOutOfSequence));
        }
        let laid = self.laid(coup, cards);
        // Of cards that nobody has seen the table cannot tell.
        let known = cards.iter().all(Option::is_some);
        let same = laid.player == coup.player && laid.banker == coup.banker;
        match !doubt && known && same && !self.is_short(coup) {
            true => Err(self.impossible("the cards lie as they should", Irregularity::CardsOutOfSequence)),
            false => Ok(()),
        }
    }

    /// Cards passed to somebody who should not have them, by the rule that the book has on it.
    fn passed_to(&self, to: &Name) -> Result<Irregularity, Refusal> {
        let both = [Irregularity::DeliveredWithoutWager, Irregularity::WrongRecipient];
        let when = both.into_iter().find(|when| self.verdict(*when).is_some()).unwrap_or(both[0]);
        self.patron_named(to)?;
        let backs = |side: Side| {
            let own = self.state.stakes.iter().filter(|stake| stake.patron == *to);
            own.clone().any(|stake| self.is_on(&stake.wager, side))
        };
        if when == Irregularity::DeliveredWithoutWager && backs(Side::Player) && backs(Side::Banker) {
            return Err(self.impossible(format!("{to} has a wager on either hand"), when));
        }
        self.wrongly_passed(when, Some(to))
    }

    /// Can a hand have been passed to somebody in this coup? The same passing is not told twice.
    fn wrongly_passed(&self, when: Irregularity, to: Option<&Name>) -> Result<Irregularity, Refusal> {
        let Phase::Coup(coup) = &self.state.phase else {
            return Err(self.impossible("no hand is passed out in this coup", when));
        };
        let down = coup.face.unwrap_or(self.state.settings.faces) == Face::Down;
        if !self.patrons_hold(coup) || !down || coup.player.len() + coup.banker.len() < 4 {
            return Err(self.impossible("no hand is passed out in this coup", when));
        }
        let named = to.is_some_and(|to| !coup.passed_to.is_empty() && !coup.passed_to.contains(to));
        if coup.ruled.contains(&when) && !named {
            let message = "it was ruled on in this coup; if somebody else got cards too, say who each was";
            return Err(Refusal::new(Reason::AlreadyDone, message, self.ruling_under(when)));
        }
        Ok(when)
    }

    /// A card that was not due: the book's own order says which rule is tried first.
    fn wrong_card(&self, to: Option<Side>, card: Option<Card>) -> Result<Irregularity, Refusal> {
        let seen = card.is_some();
        let coup = match &self.state.phase {
            Phase::Betting(_) => {
                self.check_carried(card)?;
                self.check_possible(card)?;
                return Ok(if seen { Irregularity::FirstCardExposed } else { Irregularity::SurplusUnseen });
            }
            Phase::Coup(coup) => coup,
            _ => return Err(self.impossible("no coup is under way", Irregularity::SurplusSeen)),
        };
        let four = coup.player.len() + coup.banker.len() >= 4;
        if four && self.initial_counts(coup).is_none() {
            let message = "the first four cards are shown before a further one can be judged";
            return Err(self.impossible(message, Irregularity::SurplusUnseen));
        }
        if self.draw_hangs_on_unseen(coup) {
            let message = "the player's third card is shown before a further one can be judged";
            return Err(self.impossible(message, Irregularity::SurplusUnseen));
        }
        let place = self.lawful_place(coup);
        // While a card lies wrongly that came before it, no card is where it should be. A card that was laid to no hand is the one that is
        // due, and none too many.
        let in_excess = to.is_none() && place.is_some();
        if (in_excess || (to.is_some() && to == place)) && self.pending_misdealt().is_empty() {
            let message = "that card is due; due now is: ";
            return Err(self.impossible(message, Irregularity::CardsOutOfSequence).naming_due());
        }
        if let Some(when) = self.tried(coup, to, card).iter().find_map(|tried| tried.fits) {
            return Ok(when);
        }
        self.check_possible(card)?;
        Ok(if seen { Irregularity::SurplusSeen } else { Irregularity::SurplusUnseen })
    }

    fn face_up(&self, card: Card) -> Result<Irregularity, Refusal> {
        self.check_possible(Some(card))?;
        let laid = |coup: &Coup| coup.player.len() + coup.banker.len() > 0;
        match &self.state.phase {
            Phase::Betting(_) if self.is_first_card_out() => Err(self.unlaid()),
            Phase::Coup(coup) if !laid(coup) => Err(self.unlaid()),
            Phase::Betting(_) if self.state.shoe.carried.is_empty() => Ok(Irregularity::FirstCardFaceUp),
            Phase::Betting(_) => {
                let message = "a card that is already out opens the coming coup";
                Err(self.impossible(message, Irregularity::FirstCardFaceUp))
            }
            Phase::Coup(coup) if self.lawful_place(coup).is_some() => Ok(Irregularity::LaterCardFaceUp),
            Phase::Coup(_) => {
                Err(self.impossible("no card is due in this coup", Irregularity::LaterCardFaceUp))
            }
            _ => Err(self.impossible("no shoe is in play", Irregularity::FirstCardFaceUp)),
        }
    }

    /// A card that lies face up behind the first one of a coup is found once that one is laid.
    fn unlaid(&self) -> Refusal {
        let message = "the first card is out of the shoe and is laid before the one behind it";
        self.impossible(message, Irregularity::LaterCardFaceUp)
    }

    /// An irregularity that no card tells.
    pub(crate) fn found(&self, when: Irregularity, why: &str) -> Result<Irregularity, Refusal> {
        use Irregularity::*;
        let no = |message: &str| Err(self.impossible(message, when));
        let coup = match &self.state.phase {
            Phase::Coup(coup) => Some(coup),
            _ => None,
        };
        let in_play = matches!(self.state.phase, Phase::Betting(_) | Phase::Coup(_));
        match when {
            BurnForgotten => match &self.state.phase {
                Phase::Preparing(preparing)
                    if !matches!(preparing.ready.first(), Some(Ready::Burn | Ready::BurnRest(_))) =>
                {
                    no("the burn is not due yet")
                }
                _ if self.book.rules.burn.styles.items.is_empty() => no("no card is burnt under this book"),
                _ => Ok(when),
            },
            CannotBeReconstructed => match (coup, &self.state.phase) {
                (Some(coup), _) if coup.player.len() + coup.banker.len() > 0 => Ok(when),
                (None, Phase::Betting(_) | Phase::Preparing(_))
                    if self.just_ended().is_some() || self.last_before_shuffle().is_some() =>
                {
                    Ok(when)
                }
                _ => no("there is no coup to put together"),
            },
            ShoeRanOut => match (coup.map(|coup| self.lawful_place(coup)), self.cards_left()) {
                (Some(Some(_)), 0) => Ok(when),
                (Some(Some(_)), left) => no(&format!(
                    "{left} cards are left by the table's count; if some are not there, they are missing"
                )),
                _ => no("no card is due"),
            },
            CutMissed => match self.state.settings.is_cut(&self.book) && in_play {
                true => Ok(when),
                false => {
                    let never = &self.book.rules.cut.never_for;
                    let device = self.state.settings.device;
                    let cites = never.find(|known| *known == device).map(|rule| rule.cites());
                    let cites = cites.unwrap_or_else(|| self.ruling_under(when));
                    let message = "the cards of this shoe were not to be cut";
                    Err(Refusal::new(Reason::NotPossibleNow, message, cites))
                }
            },
            ShuffleMissed => match (&self.state.phase, &self.state.ended) {
                (Phase::Preparing(_), Some(ended)) if ended.shoe.coups_left == Some(0) => Ok(when),
                _ => no("no shuffle was missed: none is due, or the cards are being shuffled"),
            },
            // The shuffle and the cut come before play, and so may the finding about them.
            OrderRevealed if self.is_shuffled() => Ok(when),
            OrderRevealed | CardMissing | MisfacedCardsFeared if !in_play => no("no shoe is in play"),
            MisfacedCardsFeared if self.state.settings.device != Device::ShufflingDevice => {
                no("only the cards of a shuffling device are taken out for that")
            }
            MisfacedCardsFeared if coup.is_some() => no("the coup is completed first"),
            CardsDropped => match &self.state.phase {
                Phase::Preparing(_) | Phase::Coup(_) => Ok(when),
                _ => no("no cards are out of the shoe"),
            },
            ScannerDiffers if !self.state.settings.scanning => no("this shoe does not scan"),
            // The cards may differ before the result does.
            ScannerDiffers if coup.is_some_and(|coup| coup.player.len() + coup.banker.len() < 4) => {
                no("the first four cards are not out")
            }
            // What the shoe shows is often seen only once the coup is over.
            ScannerDiffers if coup.is_none() && self.just_ended().is_none() => {
                no("no coup of this shoe has just ended")
            }
            WrongRecipient | DeliveredWithoutWager => self.wrongly_passed(when, None),
            WrongMethod => {
                let before = self.state.record.iter().any(|record| !record.settled.is_empty());
                match before || !self.state.past.put_away.is_empty() || !self.state.settled.is_empty() {
                    true => Ok(when),
                    false => no("nothing has been settled yet"),
                }
            }
            DealtTooEarly => self.relief_possible(coup, why).map(|()| when),
            DisplayDiffers if !self.state.settings.display => no("this table has no display"),
            OrderRevealed | CardMissing | MisfacedCardsFeared | ScannerDiffers | DisplayDiffers => Ok(when),
            LimitsBroken => no("name the coup in which the limits were broken"),
            CardMiskeyed => no("say which card on record was another, and in which coup"),
            WagerMiskeyed => no("say which wager on record was another, and in which coup"),
            WrongPayment => no("say which wager was paid wrongly, and in which coup"),
            CardExposed => no("say which card was exposed, and of which hand"),
            _ => no("the cards tell which it is: report the card, or the order of the cards"),
        }
    }

    /// Are the cards in the shoe, so that only the burn is left before play?
    fn is_loaded(preparing: &Preparing) -> bool {
        matches!(preparing.ready.first(), None | Some(Ready::Burn | Ready::BurnRest(_)))
    }

    /// Are cards being made ready that have been shuffled already?
    fn is_shuffled(&self) -> bool {
        match &self.state.phase {
            Phase::Preparing(preparing) => !preparing.ready.contains(&Ready::Shuffle),
            _ => false,
        }
    }

    /// May the freeze on wagers be relaxed now?
    fn relief_possible(&self, coup: Option<&Coup>, why: &str) -> Result<(), Refusal> {
        let list = &self.book.rules.irregularities.relief_needs;
        let Some(coup) = coup else {
            return Err(self.impossible("no card of a coup is out", Irregularity::DealtTooEarly));
        };
        let cards: Vec<&Option<Card>> = coup.player.iter().chain(&coup.banker).collect();
        for need in list.values() {
            let (met, message) = match need {
                ReliefNeed::NotDealerOnlyMethod => (
                    self.state.settings.receives(&self.book) != Receives::Nobody
                        && !self.kept_by_dealer(coup.no_bet),
                    "not where the dealer keeps all cards",
                ),
                ReliefNeed::NoCardExposed => {
                    (cards.iter().all(|card| card.is_none()), "a card has been exposed")
                }
                ReliefNeed::DealtInOrder => (
                    !coup.ruled.contains(&Irregularity::CardsOutOfSequence),
                    "the cards were not dealt in order",
                ),
                ReliefNeed::SupervisorGrants => (true, ""),
                ReliefNeed::InitialCardsOut => {
                    (!cards.is_empty() && cards.len() <= 4, "it is for the first four cards")
                }
                ReliefNeed::PlainlyUnfair => (!why.trim().is_empty(), "say why the freeze would be unfair"),
            };
            if !met {
                let cites = cite_all(list, |known| known == need);
                return Err(Refusal::new(Reason::NotPossibleNow, message, cites));
            }
        }
        Ok(())
    }

    /// The coup that has just ended, while the next one has not begun.
    pub(crate) fn just_ended(&self) -> Option<&CoupRecord> {
        let last: &CoupRecord = self.state.record.last()?;
        let shoe = self.state.ended.as_ref().map_or(self.state.shoe.number, |ended| ended.shoe.number);
        (!last.coup.void && last.shoe == shoe && last.coup.number == self.state.coups).then_some(last)
    }

    /// The last coup of a shoe whose cards are shuffled since, while the next coup has not begun and nothing says that this is
    /// too late.
    pub(crate) fn last_before_shuffle(&self) -> Option<&CoupRecord> {
        let last: &CoupRecord = self.state.record.last()?;
        let limits = &self.book.rules.irregularities.reported_before;
        let too_late = limits.values().any(|limit| *limit == ReportLimit::ShoeEmptied);
        let shuffled = self.state.ended.is_none() && last.shoe < self.state.shoe.number;
        (!last.coup.void && last.coup.number == self.state.coups && shuffled && !too_late).then_some(last)
    }

    /// Opens the coup that has just ended once more, to put it right.
    fn reopen_for(&self, by: &Actor, report: &Report, at: Time) -> Result<Facts, Refusal> {
        let Some(last) = self.just_ended() else {
            return Err(self.impossible("there is no coup to put right", Irregularity::CardsOutOfSequence));
        };
        let in_time = match self.in_time_under() {
            none if none.clauses.is_empty() => self.coup_under(Irregularity::CardsOutOfSequence),
            in_time => in_time,
        };
        let mut facts = self.reopening(last, &in_time);
        let then = self.after(&facts, by, at);
        facts.extend(then.judge_report(by, report, at)?);
        Ok(facts)
    }

    /// The table as it is once these facts have come about.
    pub(crate) fn after(&self, facts: &Facts, by: &Actor, at: Time) -> Table {
        let mut then = self.clone();
        for (fact, cites) in facts {
            then.take_in(&Event { fact: fact.clone(), by: by.clone(), at, cites: cites.clone() });
        }
        then
    }

    /// What comes about when the coup begins with this card, up to the card itself; nothing if it may not begin now.
    fn begun_with(&self, betting: &Betting, card: Option<Card>, at: Time) -> Option<Facts> {
        let may = match self.state.shoe.carried.is_empty() {
            true => self.check_possible(card),
            false => self.check_carried(card),
        };
        may.ok()?;
        let facts = self.judge_first_card(betting, Side::Player, card, at).ok()?;
        let dealt = |fact: &Fact| matches!(fact, Fact::Deal(deal::Fact::CardDealt { .. }));
        Some(facts.into_iter().take_while(|(fact, _)| !dealt(fact)).collect())
    }

    /// A first card laid to the wrong hand has begun the coup all the same, and is judged in it.
    fn first_card_astray(
        &self,
        by: &Actor,
        report: &Report,
        to: Side,
        begun: Facts,
        at: Time,
    ) -> Result<Facts, Refusal> {
        if to == Side::Player {
            let message = "that card is due; due now is: ";
            return Err(self.impossible(message, Irregularity::CardsOutOfSequence).naming_due());
        }
        let mut facts = begun;
        facts.extend(self.after(&facts, by, at).judge_report(by, report, at)?);
        Ok(facts)
    }

    /// A coup that is over and has counted.
    fn ended_coup(&self, number: u32, when: Irregularity) -> Result<&CoupRecord, Refusal> {
        let Some(record) = self.state.over(number) else {
            let message = match self.state.put_away(number) {
                Some(_) => {
                    format!("coup {number} is put away; it has to come from the log with what is asked")
                }
                None => format!("coup {number} is not over"),
            };
            return Err(self.impossible(message, when));
        };
        if record.coup.void {
            return Err(self.impossible(format!("coup {number} is void"), when));
        }
        Ok(record)
    }

    /// Which of the book's limits on telling of an error has passed for a coup that is over, if one has.
    pub(crate) fn limit_passed(&self, record: &CoupRecord) -> Option<ReportLimit> {
        let limits = &self.book.rules.irregularities.reported_before;
        let has = |limit: ReportLimit| limits.values().any(|known| *known == limit);
        let shoe = self.state.settings.device != Device::ShufflingDevice;
        let emptied = self.state.ended.is_none() && self.state.shoe.number > record.shoe;
        let closed = matches!(self.state.phase, Phase::Closed);
        match () {
            () if self.state.coups > record.coup.number => Some(ReportLimit::NextCoup),
            () if closed && has(ReportLimit::TableClosed) => Some(ReportLimit::TableClosed),
            () if shoe && emptied && has(ReportLimit::ShoeEmptied) => Some(ReportLimit::ShoeEmptied),
            () => None,
        }
    }

    /// An error in a coup that can no longer be put together again: others have followed it, its cards are shuffled or the table is closed.
    pub(crate) fn found_late(&self, number: u32) -> Result<Irregularity, Refusal> {
        let record = self.ended_coup(number, Irregularity::FoundAfterNextCoup)?;
        let Some(passed) = self.limit_passed(record) else {
            let message = match self.last_before_shuffle() {
                Some(_) => "its cards are shuffled: report that it cannot be reconstructed",
                None => "the next coup has not begun: report the order of the cards",
            };
            return Err(self.impossible(message, Irregularity::FoundAfterNextCoup));
        };
        // What counts is that staff were told in time, and a dispute tells them.
        let limits = &self.book.rules.irregularities.reported_before;
        let in_time = self.was_claimed(number) && limits.values().any(|limit| *limit == passed);
        let puts_right = self.verdict(Irregularity::CannotBeReconstructed).is_some();
        Ok(match passed {
            _ if in_time && puts_right => Irregularity::CannotBeReconstructed,
            ReportLimit::NextCoup => Irregularity::FoundAfterNextCoup,
            ReportLimit::ShoeEmptied => Irregularity::FoundAfterShoeEmptied,
            ReportLimit::TableClosed => Irregularity::FoundAfterClosing,
        })
    }

    pub(crate) fn rule_on_earlier(&self, verdict: &Verdict, report: &Report) -> Facts {
        let limits = &self.book.rules.irregularities.reported_before;
        let limit = match verdict.when {
            Irregularity::FoundAfterShoeEmptied => ReportLimit::ShoeEmptied,
            Irregularity::FoundAfterClosing => ReportLimit::TableClosed,
            _ => ReportLimit::NextCoup,
        };
        let late = cite_all(limits, |known| *known == limit);
        let cites = self.ruling_under(verdict.when).and(Citation { silences: Vec::new(), ..late });
        let mut facts =
            vec![(Fact::Trouble(trouble::Fact::Ruled { verdict: verdict.clone() }), cites.clone())];
        if let (Report::Earlier { coup }, Some(EarlierFate::FaultyVoidLaterStand)) = (report, verdict.earlier)
        {
            // What is said of later coups is no ground for taking this one back.
            let faulty = self.part_under(verdict.when, |ruling| ruling.earlier.is_some());
            facts.extend(self.void_earlier(*coup, &faulty));
        }
        facts
    }

    /// After a void for disorder a supervisor may have the cards shuffled or replaced, if all patrons agree.
    pub(crate) fn judge_shuffle_by_consent(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = self.check_shuffle_by_consent()?;
        self.only(by, Role::Supervisor, &cites)?;
        self.now_betting()?;
        let agreed = self.state.agreed.get(&Proposal::ShuffleAfterVoid);
        let all =
            self.state.participants().all(|(name, _)| agreed.is_some_and(|agreed| agreed.contains(name)));
        if !all {
            return Err(Refusal::new(Reason::NotAllAgree, "not all players agree", cites));
        }
        let mut facts = self.returned_all("the cards are shuffled first", &cites);
        facts.push((Fact::Cards(cards::Fact::ShuffleOrdered), cites.clone()));
        facts.push((Fact::Cards(cards::Fact::ShuffleDue), cites));
        Ok(facts)
    }
}
