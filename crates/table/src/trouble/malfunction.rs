//! A shuffling device that fails: the questions in the book's order, then each measure as a step of its own.

use crate::acts::Act;
use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Cutting, Phase, Preparing, Ready, Trouble, Window};
use crate::table::{Facts, Table};
use crate::{cards, notice, pay, people, trouble};
use baccarat::card::Card;
use baccarat::rules::cards::{Device, ShuffleWhen};
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{DeviceFailure, DeviceMeasure, DeviceStep, NobodyStays, TransferCondition};

/// How far the answers have come.
enum Finding {
    /// A condition is to be answered, or which cards are damaged.
    Asks(Option<TransferCondition>),
    /// They come to this failure.
    Is(DeviceFailure),
    /// They come to none that the book asks about.
    Unruled,
}

impl Trouble {
    pub(crate) fn new(by: &Actor) -> Trouble {
        let (answers, owed) = (Vec::new(), Vec::new());
        Trouble { by: by.clone(), answers, damaged: None, failure: None, owed, coup: None }
    }

    /// Replacing damaged cards, where it is still to be done.
    fn replacing(&self) -> Option<&DeviceStep> {
        self.owed.iter().find(|step| step.does == DeviceMeasure::ReplaceFromNewDeck)
    }

    fn answer(&self, condition: TransferCondition) -> Option<bool> {
        self.answers.iter().find(|(known, _)| *known == condition).map(|(_, holds)| *holds)
    }

    /// Without damage there is nothing to replace.
    fn skip_replacing(&mut self) {
        if self.damaged.as_ref().is_some_and(Vec::is_empty) {
            self.owed.retain(|step| step.does != DeviceMeasure::ReplaceFromNewDeck);
        }
    }
}

/// The measures that follow at once, without anybody's hand.
fn follows_at_once(step: DeviceMeasure) -> bool {
    use DeviceMeasure::*;
    matches!(step, EndCoupAndReturn | EarlierStand | OfferStakesBack)
}

impl Table {
    /// What the book does in a failure, in its order, each measure once.
    fn steps_of(&self, failure: DeviceFailure) -> Vec<DeviceStep> {
        let mut steps = Vec::new();
        for step in self.book.rules.malfunction.measures.values().filter(|step| step.when == failure) {
            if !steps.contains(step) {
                steps.push(step.clone());
            }
        }
        steps
    }

    /// The clauses on a measure in a failure.
    fn step_under(&self, step: &DeviceStep) -> Citation {
        self.measure_under(step.when, step.does)
    }

    /// The clauses on a failure of this kind: what they do about it first.
    fn failure_under(&self, failure: DeviceFailure) -> Citation {
        self.steps_of(failure).first().map(|step| self.step_under(step)).unwrap_or_default()
    }

    fn asked_under(&self) -> Citation {
        let rules = &self.book.rules.malfunction;
        match rules.asked_with_all_cards.ruled().filter(|_| self.has_all_cards()) {
            Some(still) => rules.asked.cites().and(still.cites()),
            None => rules.asked.cites(),
        }
    }

    fn condition_under(&self, condition: TransferCondition) -> Citation {
        cite_all(&self.book.rules.malfunction.transfer_if, |known| *known == condition)
    }

    fn damage_under(&self) -> Citation {
        self.measure_under(DeviceFailure::Damaged, DeviceMeasure::RemoveDamaged)
    }

    /// The answer that is wanted next, or what the answers come to.
    fn standing(&self, trouble: &Trouble) -> Finding {
        let rules = &self.book.rules.malfunction;
        let wanted = |conditions: &[TransferCondition], failure: DeviceFailure| {
            let listed =
                |condition: &&TransferCondition| rules.transfer_if.values().any(|known| known == *condition);
            conditions.iter().filter(listed).find_map(|condition| match trouble.answer(*condition) {
                None => Some(Finding::Asks(Some(*condition))),
                Some(false) => Some(Finding::Is(failure)),
                Some(true) => None,
            })
        };
        // Once no card of this coup comes from the device any more, the book may have it settled as it lies.
        let whole = rules.asked_with_all_cards.get().filter(|_| self.has_all_cards());
        let matters = |failure: &&DeviceFailure| whole.is_none_or(|still| still.contains(failure));
        for failure in rules.asked.values().filter(matters) {
            use TransferCondition::*;
            let standing = match failure {
                DeviceFailure::NoCardOut => match &self.state.phase {
                    Phase::Coup(_) => None,
                    _ => Some(Finding::Is(*failure)),
                },
                DeviceFailure::SomebodyHurt => wanted(&[NobodyHurt], *failure),
                DeviceFailure::NoTransfer => wanted(&[SpareAtHand, TransferPracticable], *failure),
                DeviceFailure::Damaged => match &trouble.damaged {
                    None => Some(Finding::Asks(None)),
                    Some(cards) if cards.is_empty() => None,
                    Some(_) => Some(Finding::Is(*failure)),
                },
                DeviceFailure::Undamaged => Some(Finding::Is(*failure)),
            };
            if let Some(standing) = standing {
                return standing;
            }
        }
        Finding::Unruled
    }

    /// Has the coup under way all its cards, so that they show the result?
    fn has_all_cards(&self) -> bool {
        matches!(&self.state.phase, Phase::Coup(coup) if self.is_in_sight(coup))
    }

    /// What somebody has to say now: a condition, or `None` for the damage.
    pub(crate) fn device_asks(&self) -> Option<Option<TransferCondition>> {
        let trouble = self.state.trouble.as_ref()?;
        match trouble.failure {
            None => match self.standing(trouble) {
                Finding::Asks(what) => Some(what),
                Finding::Is(_) | Finding::Unruled => None,
            },
            // Replacing comes after the ruling here, so that the damage is still to be told.
            Some(_) => (trouble.replacing().is_some() && trouble.damaged.is_none()).then_some(None),
        }
    }

    /// The step that is to be done now.
    pub(crate) fn device_owes(&self) -> Option<DeviceMeasure> {
        self.state.trouble.as_ref()?.owed.first().map(|step| step.does)
    }

    /// The clauses on what a failed device waits for.
    pub(crate) fn device_under(&self) -> Citation {
        let Some(trouble) = &self.state.trouble else { return self.asked_under() };
        match (self.device_asks(), trouble.replacing(), trouble.owed.first()) {
            (Some(Some(condition)), ..) => self.condition_under(condition).and(self.asked_under()),
            (Some(None), None, _) => self.damage_under().and(self.asked_under()),
            (Some(None), Some(step), _) | (None, _, Some(step)) => self.step_under(step),
            (None, _, None) => self.asked_under(),
        }
    }

    /// The device that has failed.
    pub(super) fn failed_device(&self) -> Result<&Trouble, Refusal> {
        let none = || Refusal::new(Reason::NotDue, "no device has failed", self.asked_under());
        self.state.trouble.as_deref().ok_or_else(none)
    }

    pub(super) fn judge_device_failed(&self, by: &Actor) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.malfunction;
        self.only(by, Role::Employee, &Citation::silent("who reports an irregularity"))?;
        if rules.measures.items.is_empty() {
            let cites = rules.measures.cites();
            return Err(Refusal::new(Reason::NotLawful, "this book knows no shuffling device", cites));
        }
        let in_use = self.condition_under(TransferCondition::DeviceInUse);
        if self.state.settings.device != Device::ShufflingDevice {
            let message = "the cards do not come from a shuffling device";
            return Err(Refusal::new(Reason::NotPossibleNow, message, in_use));
        }
        if self.state.trouble.is_some() {
            return Err(Refusal::new(Reason::AlreadyDone, "the device has been reported", in_use));
        }
        let out = match &self.state.phase {
            Phase::Coup(_) => true,
            Phase::Betting(_) => false,
            _ => {
                return Err(Refusal::new(Reason::NotPossibleNow, "no coup can be dealt from it yet", in_use));
            }
        };
        let card_out = self.condition_under(TransferCondition::CardOut);
        let cites = if out { in_use.and(card_out) } else { in_use };
        let mut facts = vec![(Fact::Trouble(trouble::Fact::DeviceFailed), cites.and(self.asked_under()))];
        facts.extend(self.device_ruled(&Trouble::new(by)));
        Ok(facts)
    }

    /// The ruling, once the answers settle which failure it is, with all that follows at once.
    fn device_ruled(&self, trouble: &Trouble) -> Facts {
        let Finding::Is(failure) = self.standing(trouble) else { return Vec::new() };
        let conditions = trouble.answers.iter().map(|(condition, _)| self.condition_under(*condition));
        let cites = conditions.fold(self.asked_under(), Citation::and).and(self.failure_under(failure));
        let mut facts = vec![(Fact::Trouble(trouble::Fact::DeviceRuled { failure }), cites)];
        for step in self.steps_of(failure) {
            let cites = self.step_under(&step);
            match (step.does, &self.state.phase) {
                (DeviceMeasure::EndCoupAndReturn, Phase::Coup(coup)) => {
                    facts.extend(self.void_coup(coup, &cites));
                }
                (DeviceMeasure::EarlierStand, _) => {
                    facts.push((Fact::Trouble(trouble::Fact::EarlierStand), cites))
                }
                (DeviceMeasure::OfferStakesBack, Phase::Coup(coup)) => {
                    match self.window_opened(Window::Device) {
                        Some(opened) => facts.push(opened),
                        None => {
                            facts.extend(self.device_abandoned(coup));
                            return facts;
                        }
                    }
                }
                _ => {}
            }
        }
        facts
    }

    /// Whoever says how it stands must be a supervisor, and not the one who reported it.
    fn check_says(&self, by: &Actor, trouble: &Trouble, why: &str, cites: &Citation) -> Result<(), Refusal> {
        self.only(by, Role::Supervisor, cites)?;
        if by.name == trouble.by.name {
            let message = format!("{} reported it; somebody else says how it stands", by.name);
            return Err(Refusal::new(Reason::SelfApproval, message, cites.clone()));
        }
        if why.trim().is_empty() {
            return Err(Refusal::new(Reason::NoGround, "an answer needs its reason", cites.clone()));
        }
        Ok(())
    }

    pub(super) fn judge_answer(
        &self,
        by: &Actor,
        trouble: &Trouble,
        condition: TransferCondition,
        holds: bool,
        why: &str,
    ) -> Result<Facts, Refusal> {
        let cites = self.condition_under(condition).and(self.asked_under());
        if self.device_asks() != Some(Some(condition)) {
            return Err(self.device_out_of_order());
        }
        self.check_says(by, trouble, why, &cites)?;
        let fact = trouble::Fact::DeviceAnswered { condition, holds, why: why.to_owned() };
        let mut after = trouble.clone();
        self.failure_after(&mut after, &fact);
        let mut facts = vec![(fact.into(), cites)];
        facts.extend(self.device_ruled(&after));
        Ok(facts)
    }

    pub(super) fn judge_damage(
        &self,
        by: &Actor,
        trouble: &Trouble,
        cards: &[Card],
        why: &str,
    ) -> Result<Facts, Refusal> {
        if self.device_asks() != Some(None) {
            return Err(self.device_out_of_order());
        }
        let cites = self.device_under();
        self.check_says(by, trouble, why, &cites)?;
        let count = |list: &[Card], card: &Card| list.iter().filter(|other| *other == card).count();
        let decks = usize::from(self.state.settings.decks);
        let too_many = |card: &&Card| count(cards, card) + count(&self.state.shoe.seen, card) > decks;
        if let Some(card) = cards.iter().find(too_many) {
            let message = format!("the device does not hold so many of {card}");
            return Err(Refusal::new(Reason::CardImpossible, message, self.book.rules.cards.decks.cites()));
        }
        let fact = trouble::Fact::DamageNamed { cards: cards.to_vec(), why: why.to_owned() };
        let mut after = trouble.clone();
        self.failure_after(&mut after, &fact);
        // That no card is damaged rests on what is said of that, and not of damage.
        let cites = match (trouble.failure, self.standing(&after)) {
            (None, Finding::Is(failure)) => self.failure_under(failure).and(self.asked_under()),
            _ => cites,
        };
        let mut facts = vec![(fact.into(), cites)];
        match trouble.failure {
            None => facts.extend(self.device_ruled(&after)),
            Some(_) => facts.extend(self.then_shuffled(&after, self.window().is_none())),
        }
        Ok(facts)
    }

    fn device_out_of_order(&self) -> Refusal {
        Refusal::new(Reason::OutOfOrder, "not now; due is: ", Citation::default()).naming_due().citing_due()
    }

    pub(super) fn judge_step(
        &self,
        by: &Actor,
        trouble: &Trouble,
        step: DeviceMeasure,
    ) -> Result<Facts, Refusal> {
        let owed = self.check_step(by, trouble, step)?;
        let by_itself = matches!(step, DeviceMeasure::ReplaceFromNewDeck | DeviceMeasure::ShuffleAndCut);
        let unready = step == DeviceMeasure::FinishFromShoe
            && !matches!(&self.state.phase, Phase::Preparing(preparing) if preparing.ready.is_empty());
        if by_itself || unready {
            return Err(self.device_out_of_order());
        }
        let cards = match step {
            DeviceMeasure::RemoveDamaged => trouble.damaged.clone().unwrap_or_default(),
            _ => Vec::new(),
        };
        Ok(self.step_taken(trouble, owed, cards))
    }

    /// May this step be done now? Gives it with the failure in which it is owed.
    fn check_step<'t>(
        &self,
        by: &Actor,
        trouble: &'t Trouble,
        step: DeviceMeasure,
    ) -> Result<&'t DeviceStep, Refusal> {
        let due = self.window().is_none() && self.device_asks().is_none();
        match trouble.owed.first().filter(|owed| due && owed.does == step) {
            Some(owed) => {
                self.only(by, Role::Dealer, &self.step_under(owed))?;
                Ok(owed)
            }
            None => Err(self.device_out_of_order()),
        }
    }

    fn step_taken(&self, trouble: &Trouble, owed: &DeviceStep, cards: Vec<Card>) -> Facts {
        let step = owed.does;
        let fact = trouble::Fact::DeviceStepTaken { step, cards };
        let mut after = trouble.clone();
        self.failure_after(&mut after, &fact);
        let mut facts = vec![(fact.into(), self.step_under(owed))];
        facts.extend(self.then_shuffled(&after, true));
        // Play may have waited for a wager that was taken back meanwhile.
        if let (DeviceMeasure::FinishFromShoe, Some(coup)) = (step, &trouble.coup) {
            facts.extend(self.consequences(coup.clone()));
        }
        facts
    }

    pub(super) fn judge_replace_damaged(
        &self,
        by: &Actor,
        trouble: &Trouble,
        cards: &[Card],
        new_deck: bool,
        back: Option<&String>,
    ) -> Result<Facts, Refusal> {
        let owed = self.check_step(by, trouble, DeviceMeasure::ReplaceFromNewDeck)?;
        let refuse =
            |message: String| Err(Refusal::new(Reason::NotReplaceable, message, self.step_under(owed)));
        if !new_deck {
            return refuse("replacements come from a new deck".into());
        }
        let damaged = trouble.damaged.clone().unwrap_or_default();
        let sorted = |cards: &[Card]| {
            let mut cards = cards.to_vec();
            cards.sort();
            cards
        };
        if sorted(cards) != sorted(&damaged) {
            let wanted: Vec<String> = damaged.iter().map(ToString::to_string).collect();
            return refuse(format!(
                "each replacement matches a damaged card; wanted are {}",
                wanted.join(" ")
            ));
        }
        let backs = &self.state.settings.backs;
        if let Some(back) = back.filter(|back| !backs.is_empty() && !backs.contains(back)) {
            return refuse(format!("found {back} backs; the cards in play have {}", backs.join(" and ")));
        }
        Ok(self.step_taken(trouble, owed, cards.to_vec()))
    }

    /// Once nothing else comes before it, the cards left are taken out to be shuffled and cut.
    fn then_shuffled(&self, after: &Trouble, window_closed: bool) -> Option<(Fact, Citation)> {
        let first = after.owed.first().filter(|_| window_closed);
        let step = first.filter(|step| step.does == DeviceMeasure::ShuffleAndCut)?;
        Some((Fact::Trouble(trouble::Fact::CoupInterrupted), self.step_under(step)))
    }

    /// The dealer has let everybody choose: the stakes that are left stay.
    pub(crate) fn stakes_offered(&self, coup: &Coup) -> Facts {
        match &self.state.trouble {
            Some(trouble) if !self.state.stakes.is_empty() => {
                let when = trouble.failure.unwrap_or(DeviceFailure::NoTransfer);
                let offered = DeviceStep { when, does: DeviceMeasure::OfferStakesBack };
                self.step_taken(trouble, &offered, Vec::new())
            }
            _ => self.device_abandoned(coup),
        }
    }

    /// Every stake was taken back after the device failed: there is nobody to finish the coup for. Cards that it
    /// damaged are replaced all the same.
    fn device_abandoned(&self, coup: &Coup) -> Facts {
        let rule = &self.book.rules.malfunction.nobody_stays;
        match rule.get() {
            Some(NobodyStays::EndsWithoutResult) | None => self.void_coup(coup, &rule.cites()),
        }
    }

    /// While a coup is set aside, only what brings it on may be done.
    pub(crate) fn check_interrupted(&self, act: &Act) -> Result<(), Refusal> {
        let brings_on = matches!(
            act,
            Act::People(people::Act::SignOn)
                | Act::People(people::Act::SignOff)
                | Act::People(people::Act::Arrive)
                | Act::People(people::Act::BuyIn { .. })
                | Act::People(people::Act::BringChips { .. })
                | Act::People(people::Act::SwapVoucher { .. })
                | Act::People(people::Act::SwapDatedVoucher { .. })
                | Act::People(people::Act::TakeSeat { .. })
                | Act::People(people::Act::Leave)
                | Act::Notice(notice::Act::AskRules)
                | Act::Cards(cards::Act::Shuffle)
                | Act::Cards(cards::Act::LetPlayersCut)
                | Act::Cards(cards::Act::OfferCut { .. })
                | Act::Cards(cards::Act::RefuseCut)
                | Act::Cards(cards::Act::NameCutter { .. })
                | Act::Cards(cards::Act::Cut { .. })
                | Act::Cards(cards::Act::InsertCuttingCard { .. })
                | Act::Cards(cards::Act::LoadCards)
                | Act::Cards(cards::Act::VerifyCards)
                | Act::Trouble(trouble::Act::ReportDevice)
                | Act::Trouble(trouble::Act::AnswerDevice { .. })
                | Act::Trouble(trouble::Act::NameDamaged { .. })
                | Act::Trouble(trouble::Act::TakeStep { .. })
                | Act::Trouble(trouble::Act::ReplaceDamaged { .. })
                | Act::Trouble(trouble::Act::ReportBreach { .. })
                | Act::Trouble(trouble::Act::Sanction { .. })
                | Act::Trouble(trouble::Act::HandOver { .. })
                | Act::Trouble(trouble::Act::OpenDispute { .. })
                | Act::Trouble(trouble::Act::DecideDispute { .. })
                | Act::Trouble(trouble::Act::AskReview { .. })
                | Act::Notice(notice::Act::AskToSee { .. })
                | Act::Pay(pay::Act::Fill { .. })
                | Act::Pay(pay::Act::Credit { .. })
                | Act::Pay(pay::Act::CountFloat { .. })
                | Act::Pay(pay::Act::ChangeChips { .. })
                | Act::Pay(pay::Act::DecideRemainder { .. })
                | Act::Trouble(trouble::Act::SettleOpenItem { .. })
                | Act::Trouble(trouble::Act::Invalidate { .. })
                | Act::Trouble(trouble::Act::Decide { .. })
        );
        match self.interrupted() {
            Some(_) if !brings_on => Err(self.device_out_of_order()),
            _ => Ok(()),
        }
    }

    /// What a fact changes about a failure.
    pub(crate) fn failure_after(&self, trouble: &mut Trouble, fact: &trouble::Fact) {
        match fact {
            trouble::Fact::DeviceAnswered { condition, holds, .. } => {
                trouble.answers.push((*condition, *holds))
            }
            trouble::Fact::DamageNamed { cards, .. } => {
                trouble.damaged = Some(cards.clone());
                trouble.skip_replacing();
            }
            trouble::Fact::DeviceRuled { failure } => {
                trouble.failure = Some(*failure);
                trouble.owed = self.steps_of(*failure);
                trouble.owed.retain(|step| !follows_at_once(step.does));
                trouble.skip_replacing();
            }
            trouble::Fact::DeviceStepTaken { step, .. } => trouble.owed.retain(|owed| owed.does != *step),
            _ => {}
        }
    }

    pub(crate) fn apply_device(&mut self, fact: &trouble::Fact, by: &Actor) {
        if let trouble::Fact::DeviceFailed = fact {
            self.state.trouble = Some(Box::new(Trouble::new(by)));
            return;
        }
        let Some(mut trouble) = self.state.trouble.take() else { return };
        self.failure_after(&mut trouble, fact);
        match fact {
            trouble::Fact::CoupInterrupted => {
                trouble.owed.retain(|step| step.does != DeviceMeasure::ShuffleAndCut);
                self.state.settings.device = Device::CardShoe;
                let ready = vec![Ready::Shuffle, Ready::Cut, Ready::InsertCuttingCard, Ready::Load];
                let preparing = Phase::Preparing(Preparing {
                    ready,
                    checked: Vec::new(),
                    cutting: Cutting::default(),
                    riffle_asked: false,
                    opening: false,
                    occasion: ShuffleWhen::EndOfShoe,
                    brought: Citation::default(),
                });
                if let Phase::Coup(coup) = std::mem::replace(&mut self.state.phase, preparing) {
                    trouble.coup = Some(coup);
                }
            }
            trouble::Fact::DeviceStepTaken { step: DeviceMeasure::FinishFromShoe, .. } => {
                if let Some(coup) = trouble.coup.take() {
                    self.state.phase = Phase::Coup(coup);
                }
            }
            // The other device is in use, so that the trouble is over.
            trouble::Fact::DeviceStepTaken { .. } if trouble.owed.is_empty() => return,
            _ => {}
        }
        self.state.trouble = Some(trouble);
    }

    /// A coup set aside comes back, because something ends it.
    pub(crate) fn put_back_coup(&mut self) {
        if let Some(coup) = self.state.trouble.as_mut().and_then(|trouble| trouble.coup.take()) {
            self.state.phase = Phase::Coup(coup);
        }
    }

    /// A coup that ends while the device is out of use leaves it to be changed before the next one, and damaged cards
    /// to be replaced.
    pub(crate) fn device_after_coup(&mut self) {
        let changed = self.steps_of(DeviceFailure::NoCardOut);
        let Some(trouble) = &mut self.state.trouble else { return };
        self.state.settings.device = Device::ShufflingDevice;
        trouble.failure = Some(DeviceFailure::NoCardOut);
        trouble.owed.retain(|step| step.does == DeviceMeasure::ReplaceFromNewDeck);
        trouble.owed.extend(changed);
    }
}
