//! An automatic hand: it looks at what is due and says who asks what of the table next.
//!
//! Demonstrations and tables in a terminal are run by it. It knows nothing that [`Table::due`] does not say, and it
//! changes nothing: whoever uses it asks the table and takes in the events. Cards are handed to it.

use crate::acts::Act;
use crate::person::{Actor, Name};
use crate::state::{Approval, Due, Phase, State};
use crate::table::Table;
use crate::time::Time;
use crate::{bets, cards, deal, pay, people, trouble};
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::{CheckHow, ReplaceWhen};
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::play::{Face, ThirdCard};
use baccarat::rules::shoe::{BurnStyle, CutOffer};
use std::ops::RangeInclusive;

/// What comes out of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A playing card.
    Card(Card),
    /// The cutting card.
    CuttingCard,
}

/// What came out of a shoe unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// A playing card.
    Card,
    /// The cutting card.
    CuttingCard,
}

/// Where the cards come from.
pub trait CardSource {
    /// What comes out next; nothing if there is nothing to come, or not yet.
    fn draw(&mut self) -> Option<Drawn>;

    /// The next card leaves the shoe unseen, and nobody is told which it is.
    fn pass(&mut self) -> Option<Passed> {
        self.draw().map(|drawn| match drawn {
            Drawn::Card(_) => Passed::Card,
            Drawn::CuttingCard => Passed::CuttingCard,
        })
    }

    /// Is the next card told only once betting is closed on record? Then the dealer closes it by a step of its own.
    fn waits_for_closing(&self) -> bool {
        false
    }

    /// How deep somebody cuts.
    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16;
}

/// What a table needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Somebody asks this of the table.
    Ask(Act, Actor),
    /// Patrons bet, until [`Driver::close_bets`].
    Bets,
    /// The person for whom the driver does not decide has the word; see [`Driver::answer`].
    Choice(Due),
    /// Nothing, until this time.
    Wait(Time),
    /// A card, and the source has none.
    NoCard,
    /// Nothing, ever.
    Nothing,
}

/// Runs a table, step by step.
#[derive(Clone, Debug, Default)]
pub struct Driver {
    /// Whose choices are not the driver's.
    person: Option<Name>,
    /// Bets for the coming coup are down.
    bets_down: bool,
    /// Cards that lie face down, with what they are.
    down: Vec<(Side, Card)>,
    /// How many of the cards to burn have left the shoe.
    burnt: u8,
}

/// Whoever holds a staff role at a driven table. They are called by their role.
pub fn staff(role: Role) -> Actor {
    Actor { name: Name::from(role.to_string()), role }
}

/// A patron.
pub fn patron(name: &Name) -> Actor {
    Actor { name: name.clone(), role: Role::Player }
}

impl Driver {
    /// Decides for everyone.
    pub fn new() -> Driver {
        Driver::default()
    }

    /// Decides for everyone but this patron.
    pub fn beside(person: Name) -> Driver {
        Driver { person: Some(person), ..Driver::default() }
    }

    /// The bets for the coming coup are down; it may be dealt.
    pub fn close_bets(&mut self) {
        self.bets_down = true;
    }

    /// Have the bets for the coming coup been put down?
    pub fn bets_are_closed(&self) -> bool {
        self.bets_down
    }

    /// Which cards lie face down, by whoever knows better: after a restart, or when a patron has turned some over.
    pub fn set_face_down(&mut self, cards: Vec<(Side, Card)>) {
        self.down = cards;
    }

    /// What the table needs next. A card that is drawn for it is part of the answer, so an answer must be used.
    pub fn next(&mut self, table: &Table, cards: &mut impl CardSource, now: Time) -> Next {
        if let Some(asked) = asked(table) {
            if self.person.as_ref() == Some(&asked) {
                return Next::Choice(table.due());
            }
            return match self.answer(table, cards, true) {
                Some((act, by)) => Next::Ask(act, by),
                None => Next::Nothing,
            };
        }
        match &table.state().phase {
            Phase::Closed => Next::Nothing,
            Phase::Betting(betting) => {
                let due = table.due_at(now);
                let before_bets = matches!(
                    due,
                    Due::Call { words: CallWords::LastCoup } | Due::OfferRole { .. } | Due::OpenBetting
                );
                match (before_bets || self.bets_down || betting.closed, due) {
                    (false, _) | (_, Due::Wagers) => Next::Bets,
                    (_, Due::Countdown { .. })
                        if table.state().stakes.is_empty() && betting.no_bet.is_none() =>
                    {
                        Next::Bets
                    }
                    (_, Due::Countdown { until, .. }) => Next::Wait(until),
                    (_, due) => self.staff_act(table, cards, due),
                }
            }
            Phase::Preparing(_) | Phase::Coup(_) => {
                self.bets_down = false;
                self.staff_act(table, cards, table.due())
            }
        }
    }

    /// What a patron who has the word does: yes or no. Some questions know only yes.
    pub fn answer(&mut self, table: &Table, cards: &mut impl CardSource, yes: bool) -> Option<(Act, Actor)> {
        let by = patron(&asked(table)?);
        if table.state().designated.offered.is_some() {
            return Some((
                if yes { Act::Deal(deal::Act::TakeRole) } else { Act::Deal(deal::Act::RefuseHand) },
                by,
            ));
        }
        let act = match (table.due(), yes) {
            (Due::Cut { .. }, true) => Act::Cards(cards::Act::Cut { at: cards.cut_at(may_cut(table)) }),
            (Due::Cut { .. }, false) => Act::Cards(cards::Act::RefuseCut),
            (Due::AnswerOffer { .. }, true) => Act::Deal(deal::Act::TakeHand),
            (Due::AnswerOffer { .. }, false) => Act::Deal(deal::Act::RefuseHand),
            (Due::Expose { side, .. }, _) => self.turn_over(side),
            _ => return None,
        };
        Some((act, by))
    }

    /// The cards of a hand that lie face down are turned up.
    fn turn_over(&mut self, side: Side) -> Act {
        let cards = self.down.iter().filter(|(of, _)| *of == side).map(|(_, card)| *card).collect();
        self.down.retain(|(of, _)| *of != side);
        Act::Deal(deal::Act::Expose { side, cards })
    }

    fn staff_act(&mut self, table: &Table, cards: &mut impl CardSource, due: Due) -> Next {
        match due {
            Due::Check => check(table),
            Due::Prepare { step } => dealer(table, Act::Cards(cards::Act::Prepare { step })),
            Due::Shuffle => dealer(table, Act::Cards(cards::Act::Shuffle)),
            Due::ReplaceCards => replace(table),
            Due::OfferCut { to } => match to.or_else(|| willing_to_cut(table)) {
                Some(to) => dealer(table, Act::Cards(cards::Act::OfferCut { to })),
                None => staff_cut(table, cards),
            },
            Due::Cut { .. } => staff_cut(table, cards),
            Due::InsertCuttingCard => dealer(
                table,
                Act::Cards(cards::Act::InsertCuttingCard { from_back: table.state().settings.from_back }),
            ),
            Due::Load => dealer(table, Act::Cards(cards::Act::LoadCards)),
            Due::Burn => self.burn(table, cards),
            Due::BurnRest { cards: owed } => self.burn_rest(table, cards, owed),
            Due::StartPlay => dealer(table, Act::Cards(cards::Act::StartPlay)),
            Due::OfferRole { to } => dealer(table, Act::Deal(deal::Act::OfferRole { to })),
            Due::OpenBetting => dealer(table, Act::Bets(bets::Act::OpenBetting)),
            Due::Wagers => Next::Bets,
            Due::Call { words } => dealer(table, Act::Deal(deal::Act::Call { words })),
            Due::FirstCard if cards.waits_for_closing() && table.closes_with_first_card() => {
                dealer(table, Act::Deal(deal::Act::DrawFirstCard))
            }
            Due::FirstCard => self.deal(table, cards, Side::Player),
            Due::Card { to } => self.deal(table, cards, to),
            Due::OfferHand { side, to: Some(to) } => {
                dealer(table, Act::Deal(deal::Act::OfferHand { side, to }))
            }
            Due::OfferHand { side, to: None } | Due::Expose { side, by: None } => {
                let act = self.turn_over(side);
                dealer(table, act)
            }
            Due::CollectHand { side } => dealer(table, Act::Deal(deal::Act::CollectHand { side })),
            Due::Settle => dealer(table, Act::Pay(pay::Act::Settle)),
            Due::CollectCards => dealer(table, Act::Pay(pay::Act::CollectCards)),
            // One that nobody saw is named only when it is turned up.
            Due::LayCarried { card: None, .. } => Next::NoCard,
            Due::LayCarried { card, to } => dealer(table, Act::Deal(deal::Act::DealCard { to, card })),
            Due::Resume => dealer(table, Act::Trouble(trouble::Act::Resume)),
            _ => Next::Nothing,
        }
    }

    fn deal(&mut self, table: &Table, cards: &mut impl CardSource, to: Side) -> Next {
        match cards.draw() {
            None => Next::NoCard,
            Some(Drawn::CuttingCard) => dealer(table, Act::Deal(deal::Act::DrawCuttingCard)),
            Some(Drawn::Card(card)) => {
                let open = face(table) == Face::Up;
                if !open {
                    self.down.push((to, card));
                }
                dealer(table, Act::Deal(deal::Act::DealCard { to, card: Some(card).filter(|_| open) }))
            }
        }
    }

    fn burn(&mut self, table: &Table, cards: &mut impl CardSource) -> Next {
        if let Some(leave) = burn_needs_leave(table) {
            return by(table, leave, Act::Cards(cards::Act::Approve { what: Approval::BurnStyle }));
        }
        self.burnt = 0;
        if table.state().settings.burn != BurnStyle::FaceUpAndItsCount {
            return match cards.pass() {
                None => Next::NoCard,
                Some(Passed::CuttingCard) => dealer(table, Act::Deal(deal::Act::DrawCuttingCard)),
                Some(Passed::Card) => dealer(table, Act::Cards(cards::Act::BurnCard { card: None })),
            };
        }
        match cards.draw() {
            None => Next::NoCard,
            Some(Drawn::CuttingCard) => dealer(table, Act::Deal(deal::Act::DrawCuttingCard)),
            Some(Drawn::Card(card)) => dealer(table, Act::Cards(cards::Act::BurnCard { card: Some(card) })),
        }
    }

    fn burn_rest(&mut self, table: &Table, cards: &mut impl CardSource, owed: u8) -> Next {
        while self.burnt < owed {
            match cards.pass() {
                None => return Next::NoCard,
                Some(Passed::CuttingCard) => return dealer(table, Act::Deal(deal::Act::DrawCuttingCard)),
                Some(Passed::Card) => self.burnt += 1,
            }
        }
        self.burnt = 0;
        dealer(table, Act::Cards(cards::Act::BurnRest { cards: owed }))
    }
}

/// The patron who has the word, if one has.
fn asked(table: &Table) -> Option<Name> {
    if let Some(offered) = &table.state().designated.offered {
        return Some(offered.clone());
    }
    match table.due() {
        Due::Cut { by: Some(name) } | Due::AnswerOffer { by: name } => Some(name),
        Due::Expose { by: Some(name), .. } => Some(name),
        _ => None,
    }
}

/// Asks in a role, after signing on in it if need be.
fn by(table: &Table, role: Role, act: Act) -> Next {
    let actor = staff(role);
    let on_duty = table.state().staff.get(&actor.name).is_some_and(|roles| roles.contains(&role));
    Next::Ask(if on_duty { act } else { Act::People(people::Act::SignOn) }, actor)
}

fn dealer(table: &Table, act: Act) -> Next {
    by(table, Role::Dealer, act)
}

fn check(table: &Table) -> Next {
    let Phase::Preparing(preparing) = &table.state().phase else { return Next::Nothing };
    let Some(check) = table.book().rules.supply.check_before.get() else { return Next::Nothing };
    let people = check.by.iter().filter(|role| **role != Role::CheckingDevice);
    let mut all = check.by.iter();
    let next = match check.how {
        CheckHow::AnyOneMust | CheckHow::AnyOneMay => people.chain(&check.by).next(),
        CheckHow::EachAloneMust | CheckHow::AllMust => {
            all.find(|role| preparing.checked.iter().all(|person| person.role != **role))
        }
    };
    match next {
        Some(Role::CheckingDevice) => dealer(table, Act::Cards(cards::Act::DeviceChecksCards)),
        Some(role) => by(table, *role, Act::Cards(cards::Act::CheckCards)),
        None => Next::Nothing,
    }
}

fn replace(table: &Table) -> Next {
    let replacements = &table.book().rules.supply.replacements;
    let rule = replacements.find(|rule| rule.when == ReplaceWhen::AfterLastCoup);
    let (role, when) = rule
        .or(replacements.items.first())
        .map_or((Role::Operator, ReplaceWhen::AfterLastCoup), |rule| (rule.ordered_by, rule.when));
    let supply = table.state().shoe.supply;
    by(table, role, Act::Cards(cards::Act::ReplaceCards { when, supply, other_colour: true, some: false }))
}

/// Anyone who may be offered the cut and has not refused it.
fn willing_to_cut(table: &Table) -> Option<Name> {
    let Phase::Preparing(preparing) = &table.state().phase else { return None };
    let mut players = table.state().players().map(|(name, _)| name);
    players.find(|name| !preparing.cutting.refused.contains(name)).cloned()
}

/// The cut is the staff's, or a supervisor leaves it to the patrons.
fn staff_cut(table: &Table, cards: &mut impl CardSource) -> Next {
    let Phase::Preparing(preparing) = &table.state().phase else { return Next::Nothing };
    let cut = &table.book().rules.cut;
    let somebody_here = table.state().players().next().is_some();
    let supervisor_first =
        cut.offered_to.get() == Some(&CutOffer::SupervisorOrPlayers) && !preparing.cutting.players;
    if supervisor_first && somebody_here {
        return by(table, Role::Supervisor, Act::Cards(cards::Act::LetPlayersCut));
    }
    let falls_to = if somebody_here { &cut.nobody_accepts } else { &cut.nobody_present };
    let role = falls_to.get().filter(|_| !supervisor_first).map_or(Role::Supervisor, |acting| acting.who);
    by(table, role, Act::Cards(cards::Act::Cut { at: cards.cut_at(may_cut(table)) }))
}

/// Between which depths the cut may be made.
pub fn may_cut(table: &Table) -> RangeInclusive<u16> {
    let all = u16::from(table.state().settings.decks) * 52;
    let decks = table.book().rules.cut.decks_from_ends.get().copied().unwrap_or(0);
    let least = (u16::from(decks) * 52).max(1);
    least..=all.saturating_sub(least).max(least)
}

/// Who must still approve the way this table burns.
fn burn_needs_leave(table: &Table) -> Option<Role> {
    let State { settings, approved, .. } = table.state();
    let rule = table.book().rules.burn.styles.find(|burn| burn.style == settings.burn)?;
    rule.approved_by.filter(|_| !approved.contains(&Approval::BurnStyle))
}

/// Which way up the next card is dealt.
fn face(table: &Table) -> Face {
    let third =
        matches!(&table.state().phase, Phase::Coup(coup) if coup.player.len() + coup.banker.len() >= 4);
    match table.book().rules.dealing.third_card.get() {
        Some(ThirdCard::FaceUp) if third => Face::Up,
        _ => table.state().settings.faces,
    }
}
