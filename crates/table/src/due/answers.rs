//! Which acts answer what is due, by whom, and what must be keyed with them. This is the only place that knows: consoles offer
//! these acts; the automatic dealer, scanning shoes, transcripts and tests pick from them.

use crate::acts::Act;
use crate::person::Name;
use crate::state::{Approval, Due, Phase, State};
use crate::table::Table;
use crate::{bets, cards, deal, pay, trouble};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::{CheckHow, ReplaceWhen, Replacement};
use baccarat::rules::people::Role;
use baccarat::rules::play::{Face, ThirdCard};
use baccarat::rules::rulings::DeviceMeasure;
use baccarat::rules::shoe::{BurnStyle, CutOffer};
use serde::Serialize;
use std::ops::RangeInclusive;

/// An act that answers what is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The act; what must still be keyed is left out of it.
    pub act: Act,
    /// The role it takes, in the words of the books.
    pub by: Role,
    /// The patron who does it, where a patron does.
    pub patron: Option<Name>,
    /// What must be keyed with it.
    pub needs: Needs,
}

/// What must be keyed with an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A card, into `card`.
    Card,
    /// Several cards, into `cards`, in the order they were dealt.
    Cards {
        /// How many.
        count: usize,
    },
    /// A number, into `at` or `from_back`.
    Number {
        /// The least.
        least: u16,
        /// The most.
        most: u16,
        /// What it is as a rule.
        usual: u16,
    },
}

fn staff(by: Role, act: impl Into<Act>) -> Answer {
    Answer { act: act.into(), by, patron: None, needs: Needs::Nothing }
}

fn dealer(act: impl Into<Act>) -> Answer {
    staff(Role::Dealer, act)
}

fn patron(name: &Name, act: impl Into<Act>) -> Answer {
    Answer { act: act.into(), by: Role::Player, patron: Some(name.clone()), needs: Needs::Nothing }
}

/// What is at hand to answer with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nothing: the usual answer, as it stands.
    Nothing,
    /// A card that came and is shown.
    Card(Card),
    /// A card that came and stays face down.
    Unseen,
    /// The cutting card came.
    CuttingCard,
    /// The cards of a hand, turned up.
    Cards(Vec<Card>),
    /// A number, such as the depth of a cut.
    Number(u16),
    /// The patron who was asked says no.
    No,
}

impl Answer {
    fn needing(self, needs: Needs) -> Answer {
        Answer { needs, ..self }
    }

    /// The act with this keyed into it; nothing if this is not what it takes.
    pub fn with(&self, given: &Given) -> Option<Act> {
        match (&self.act, self.needs, given) {
            (act, Needs::Nothing, Given::Nothing) => Some(act.clone()),
            (Act::Deal(deal::Act::DealCard { to, .. }), Needs::Card, Given::Card(card)) => {
                Some(deal::Act::DealCard { to: *to, card: Some(*card) }.into())
            }
            (Act::Cards(cards::Act::BurnCard { .. }), Needs::Card, Given::Card(card)) => {
                Some(cards::Act::BurnCard { card: Some(*card) }.into())
            }
            (Act::Cards(cards::Act::ShowBurntCard { .. }), Needs::Card, Given::Card(card)) => {
                Some(cards::Act::ShowBurntCard { card: *card }.into())
            }
            (
                act @ (Act::Deal(deal::Act::DealCard { card: None, .. })
                | Act::Cards(cards::Act::BurnCard { .. })),
                Needs::Nothing,
                Given::Unseen,
            ) => Some(act.clone()),
            (act @ Act::Deal(deal::Act::DealCard { card: out, .. }), Needs::Nothing, Given::Card(card))
                if *out == Some(*card) =>
            {
                Some(act.clone())
            }
            (act @ Act::Deal(deal::Act::DrawCuttingCard), _, Given::CuttingCard) => Some(act.clone()),
            (Act::Deal(deal::Act::Expose { side, .. }), Needs::Cards { .. }, Given::Cards(cards)) => {
                Some(deal::Act::Expose { side: *side, cards: cards.clone() }.into())
            }
            (Act::Cards(cards::Act::Cut { .. }), Needs::Number { .. }, Given::Number(at)) => {
                Some(cards::Act::Cut { at: *at }.into())
            }
            (Act::Cards(cards::Act::InsertCuttingCard { .. }), _, Given::Number(from_back)) => {
                Some(cards::Act::InsertCuttingCard { from_back: *from_back, counted: false }.into())
            }
            (act @ (Act::Cards(cards::Act::RefuseCut) | Act::Deal(deal::Act::RefuseHand)), _, Given::No) => {
                Some(act.clone())
            }
            _ => None,
        }
    }

    fn filled(self, given: &Given) -> Option<Answer> {
        let act = self.with(given)?;
        Some(Answer { act, needs: Needs::Nothing, ..self })
    }
}

impl Table {
    /// The acts that may answer what is due, the usual first. Whether one is taken, [`Table::decide`] says.
    pub fn answers(&self, due: &Due) -> Vec<Answer> {
        candidates(self, due)
    }

    /// The usual act that answers what is due, whatever must still be keyed with it.
    pub fn usual_answer(&self, due: &Due) -> Option<Answer> {
        candidates(self, due).into_iter().next()
    }

    /// The act that answers what is due with what is at hand.
    pub fn answer_with(&self, due: &Due, given: &Given) -> Option<Answer> {
        candidates(self, due).into_iter().find_map(|answer| answer.filled(given))
    }

    /// Which way up this table deals the next card of a coup.
    pub fn next_face(&self) -> Face {
        let third =
            matches!(&self.state().phase, Phase::Coup(coup) if coup.player.len() + coup.banker.len() >= 4);
        match self.book().rules.dealing.third_card.get() {
            Some(ThirdCard::FaceUp) if third => Face::Up,
            _ => self.state().settings.faces,
        }
    }

    /// Betting is closed by a step of its own before the first card leaves the shoe, where the first card would close it.
    pub fn closing_answer(&self, due: &Due) -> Option<Answer> {
        let closes = *due == Due::FirstCard && self.closes_with_first_card();
        closes.then(|| dealer(deal::Act::DrawFirstCard))
    }
}

/// Between which depths the cut may be made.
pub fn may_cut(table: &Table) -> RangeInclusive<u16> {
    let all = u16::from(table.state().settings.decks) * 52;
    let decks = table.book().rules.cut.decks_from_ends.get().copied().unwrap_or(0);
    let least = (u16::from(decks) * 52).max(1);
    least..=all.saturating_sub(least).max(least)
}

fn candidates(table: &Table, due: &Due) -> Vec<Answer> {
    match due.clone() {
        Due::Check => checks(table),
        Due::Prepare { step } => vec![dealer(cards::Act::Prepare { step })],
        Due::Shuffle => vec![dealer(cards::Act::Shuffle), dealer(cards::Act::Riffle)],
        Due::ReplaceCards => replacements(table),
        Due::OfferCut { to } => offer_cut(table, to),
        Due::Cut { by } => cuts(table, by),
        Due::InsertCuttingCard => vec![insert(table)],
        Due::Load => vec![dealer(cards::Act::LoadCards), dealer(cards::Act::Riffle)],
        Due::Burn => burns(table),
        Due::BurnRest { cards } => vec![dealer(cards::Act::BurnRest { cards, short: false }), cutting_card()],
        Due::StartPlay => start(table),
        Due::OfferRole { to } => vec![dealer(deal::Act::OfferRole { to })],
        Due::AnswerRole { by } => {
            vec![patron(&by, deal::Act::TakeRole), patron(&by, deal::Act::RefuseHand)]
        }
        // Whoever holds the role and does not bet on banker keeps nobody waiting.
        Due::RoleWager { by } => {
            let reason = Some("no wager on banker".to_owned());
            vec![
                staff(Role::Supervisor, deal::Act::ForfeitCards { reason }),
                patron(&by, deal::Act::PassRole),
            ]
        }
        Due::OpenBetting => vec![dealer(bets::Act::OpenBetting)],
        Due::Call { words } => vec![dealer(deal::Act::Call { words })],
        Due::FirstCard => deals(Side::Player),
        Due::Card { to } => deals(to),
        Due::OfferHand { side, to } => offer_hand(table, side, to),
        Due::AnswerOffer { by } => {
            vec![patron(&by, deal::Act::TakeHand), patron(&by, deal::Act::RefuseHand)]
        }
        Due::Expose { side, by } => exposes(table, side, by.as_ref()),
        Due::CollectHand { side } => vec![dealer(deal::Act::CollectHand { side })],
        Due::Settle => vec![dealer(pay::Act::Settle)],
        Due::CollectCards => vec![dealer(pay::Act::CollectCards)],
        Due::LayCarried { to, card: Some(card) } => {
            vec![dealer(deal::Act::DealCard { to, card: Some(card) })]
        }
        Due::LayCarried { to, card: None } => deals(to),
        Due::Resume => resume(table),
        Due::AfterDevice { step } => vec![after_device(table, step)],
        Due::Wagers | Due::Countdown { .. } | Due::Decide { .. } | Due::SayOfDevice { .. } | Due::Nothing => {
            Vec::new()
        }
    }
}

fn cutting_card() -> Answer {
    dealer(deal::Act::DrawCuttingCard)
}

/// A card to a hand, as the table deals it: open or face down.
fn deals(to: Side) -> Vec<Answer> {
    let open = dealer(deal::Act::DealCard { to, card: None }).needing(Needs::Card);
    vec![open, dealer(deal::Act::DealCard { to, card: None }), cutting_card()]
}

/// Everybody whom the book lets check the cards and who has not. Where one is enough, people come before devices.
fn checks(table: &Table) -> Vec<Answer> {
    let supply = &table.book().rules.supply;
    let (checked, rules) = match &table.state().phase {
        Phase::Preparing(preparing) => {
            let now = table.check_on(preparing.occasion).get();
            (&preparing.checked, vec![now, supply.check_before.get(), supply.replacement_check.get()])
        }
        _ => (&table.state().checked_after, vec![supply.check_after.get()]),
    };
    let mut roles: Vec<Role> = Vec::new();
    for rule in rules.into_iter().flatten() {
        let mut by = rule.by.clone();
        if matches!(rule.how, CheckHow::AnyOneMust | CheckHow::AnyOneMay) {
            by.sort_by_key(|role| *role == Role::CheckingDevice);
        }
        by.retain(|role| !roles.contains(role) && checked.iter().all(|person| person.role != *role));
        roles.extend(by);
    }
    roles
        .into_iter()
        .map(|role| match role {
            Role::CheckingDevice => dealer(cards::Act::DeviceChecksCards),
            role => staff(role, cards::Act::CheckCards),
        })
        .collect()
}

/// As after the last coup where a rule speaks of that, then as the other rules say.
fn replacements(table: &Table) -> Vec<Answer> {
    let supply = table.state().shoe.supply;
    let rules = &table.book().rules.supply.replacements;
    let order = |by: Role, when: ReplaceWhen| {
        staff(by, cards::Act::ReplaceCards { when, supply, other_colour: true, some: false })
    };
    // Cards found unfit in the middle of a shoe are replaced as such: its last coup is not over.
    let unfit = table.unfit_owed().is_some() && matches!(table.state().phase, Phase::Betting(_));
    let first = if unfit { ReplaceWhen::UnfitBetweenCoups } else { ReplaceWhen::AfterLastCoup };
    let usual = |rule: &&Replacement| rule.when == first;
    let mut answers: Vec<Answer> = Vec::new();
    for rule in rules.values().filter(usual).chain(rules.values().filter(|rule| !usual(rule))) {
        let answer = order(rule.ordered_by, rule.when);
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    let operator = order(Role::Operator, ReplaceWhen::AfterLastCoup);
    if !answers.contains(&operator) {
        answers.push(operator);
    }
    answers
}

/// The cut goes round; where nobody is left who may have it, it is the staff's.
fn offer_cut(table: &Table, to: Option<Name>) -> Vec<Answer> {
    let Phase::Preparing(preparing) = &table.state().phase else { return Vec::new() };
    let refused = &preparing.cutting.refused;
    let anyone = table.state().participants().map(|(name, _)| name).filter(|name| !refused.contains(name));
    let all: Vec<Name> = match to {
        Some(to) => vec![to],
        None => anyone.cloned().collect(),
    };
    match all.is_empty() {
        true => cuts(table, None),
        false => all.into_iter().map(|to| dealer(cards::Act::OfferCut { to })).collect(),
    }
}

fn depth(table: &Table) -> Needs {
    let within = may_cut(table);
    let (least, most) = (*within.start(), *within.end());
    Needs::Number { least, most, usual: u16::midpoint(least, most) }
}

fn cuts(table: &Table, by: Option<Name>) -> Vec<Answer> {
    let needs = depth(table);
    let Needs::Number { usual: at, .. } = needs else { return Vec::new() };
    let Some(name) = by else { return staff_cuts(table, at, needs) };
    let others = table.state().participants().map(|(other, _)| other).filter(|other| **other != name);
    let named = others.map(|other| patron(&name, cards::Act::NameCutter { other: other.clone() }));
    let own = [patron(&name, cards::Act::Cut { at }).needing(needs), patron(&name, cards::Act::RefuseCut)];
    own.into_iter().chain(named).collect()
}

/// The cut is the staff's, or a supervisor leaves it to the patrons who are here.
fn staff_cuts(table: &Table, at: u16, needs: Needs) -> Vec<Answer> {
    let Phase::Preparing(preparing) = &table.state().phase else { return Vec::new() };
    let cut = &table.book().rules.cut;
    let somebody_here = table.state().participants().next().is_some();
    let supervisor_first =
        cut.offered_to.get() == Some(&CutOffer::SupervisorOrPlayers) && !preparing.cutting.players;
    let (now, else_to) = match somebody_here {
        true => (&cut.nobody_accepts, &cut.nobody_present),
        false => (&cut.nobody_present, &cut.nobody_accepts),
    };
    let fallback = [now.get(), else_to.get()].into_iter().flatten().map(|acting| acting.who);
    let mut roles: Vec<Role> = fallback.chain([Role::Supervisor]).collect();
    if supervisor_first {
        roles.rotate_right(1);
    }
    let mut answers: Vec<Answer> = Vec::new();
    for role in roles {
        let answer = staff(role, cards::Act::Cut { at }).needing(needs);
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    let leave_it = staff(Role::Supervisor, cards::Act::LetPlayersCut);
    match supervisor_first && somebody_here {
        true => answers.insert(0, leave_it),
        false => answers.push(leave_it),
    }
    answers
}

fn insert(table: &Table) -> Answer {
    let from_back = table.state().settings.from_back;
    let most = u16::from(table.state().settings.decks) * 52;
    dealer(cards::Act::InsertCuttingCard { from_back, counted: false }).needing(Needs::Number {
        least: 1,
        most,
        usual: from_back,
    })
}

fn burns(table: &Table) -> Vec<Answer> {
    let State { settings, approved, .. } = table.state();
    let burn = &table.book().rules.burn;
    let rule = burn.styles.find(|known| known.style == settings.burn);
    let leave = rule.and_then(|rule| rule.approved_by).filter(|_| !approved.contains(&Approval::BurnStyle));
    if let Some(role) = leave {
        return vec![staff(role, cards::Act::Approve { what: Approval::BurnStyle })];
    }
    let mut answers = vec![
        dealer(cards::Act::BurnCard { card: None }).needing(Needs::Card),
        dealer(cards::Act::BurnCard { card: None }),
        cutting_card(),
    ];
    if let Some(acting) = burn.chosen_by.get() {
        let others = burn.styles.values().map(|known| known.style).filter(|style| *style != settings.burn);
        let choose = |style: BurnStyle| staff(acting.who, cards::Act::ChooseBurn { style });
        answers.extend(others.map(choose));
    }
    answers
}

fn start(table: &Table) -> Vec<Answer> {
    let mut answers = vec![dealer(cards::Act::StartPlay)];
    if table.state().shoe.burnt_card_asked
        && let Some(card) = Card::all().next()
    {
        answers.push(dealer(cards::Act::ShowBurntCard { card }).needing(Needs::Card));
    }
    answers
}

fn lying_down(table: &Table, side: Side) -> usize {
    match &table.state().phase {
        Phase::Coup(coup) => coup.hand(side).iter().filter(|card| card.is_none()).count(),
        _ => 0,
    }
}

fn expose(table: &Table, side: Side) -> (Act, Needs) {
    let count = lying_down(table, side);
    (deal::Act::Expose { side, cards: Vec::new() }.into(), Needs::Cards { count })
}

fn offer_hand(table: &Table, side: Side, to: Option<Name>) -> Vec<Answer> {
    let (act, needs) = expose(table, side);
    let offered = to.map(|to| dealer(deal::Act::OfferHand { side, to }));
    offered.into_iter().chain([dealer(act).needing(needs)]).collect()
}

fn exposes(table: &Table, side: Side, by: Option<&Name>) -> Vec<Answer> {
    let (act, needs) = expose(table, side);
    let Some(holder) = by else { return vec![dealer(act).needing(needs)] };
    let Phase::Coup(coup) = &table.state().phase else { return Vec::new() };
    let named = coup.holding(side).nominees.iter();
    let mut answers = vec![patron(holder, act.clone()).needing(needs)];
    answers.extend(named.clone().map(|name| dealer(deal::Act::PassCard { side, to: name.clone() })));
    for name in named.filter(|name| *name != holder) {
        answers.push(patron(name, act.clone()).needing(needs));
        answers.push(patron(name, act.clone()).needing(Needs::Cards { count: 1 }));
    }
    answers.push(dealer(deal::Act::CollectHand { side }));
    answers
}

/// Play goes on, after those who may have taken wagers back.
fn resume(table: &Table) -> Vec<Answer> {
    let stakes = table.state().stakes.iter();
    let back = stakes.map(|stake| {
        patron(&stake.patron, bets::Act::Withdraw { area: stake.area, wager: stake.wager.clone() })
    });
    [dealer(trouble::Act::Resume)].into_iter().chain(back).collect()
}

fn after_device(table: &Table, step: DeviceMeasure) -> Answer {
    let damaged = table.state().trouble.as_ref().and_then(|trouble| trouble.damaged.clone());
    match (step, damaged) {
        (DeviceMeasure::ReplaceFromNewDeck, Some(cards)) => {
            dealer(trouble::Act::ReplaceDamaged { cards, new_deck: true, back: None })
        }
        (step, _) => dealer(trouble::Act::TakeStep { step }),
    }
}
