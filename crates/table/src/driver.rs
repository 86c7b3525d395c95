//! An automatic hand: it looks at what is due and says who asks what of the table next.
//!
//! Demonstrations and tables in a terminal are run by it. It knows nothing that [`Table::due`] does not say, and it
//! changes nothing: whoever uses it asks the table and takes in the events. Cards are handed to it.

use crate::acts::Act;
pub use crate::due::answers::may_cut;
use crate::due::answers::{Answer, Given, Needs};
use crate::people;
use crate::person::{Actor, Name};
use crate::state::{Due, Phase};
use crate::table::Table;
use crate::time::Time;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::play::Face;
use baccarat::rules::shoe::BurnStyle;
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

/// Is this the house's own, and nobody of its people? People bear no such names.
pub fn is_automatic(by: &Actor) -> bool {
    by.role != Role::Player && *by.name.0 == *by.role.to_string()
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
            Phase::Closed if table.due() == Due::Check => self.staff_act(table, cards, Due::Check),
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
                        if !table.state().wagers_down() && betting.no_bet.is_none() =>
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
        let by = asked(table)?;
        let due = match &table.state().designated.offered {
            Some(offered) => Due::AnswerRole { by: offered.clone() },
            None => table.due(),
        };
        let given = match (&due, yes) {
            (Due::Expose { side, .. }, _) => Given::Cards(self.turn_over(*side)),
            (_, false) => Given::No,
            (Due::Cut { .. }, true) => Given::Number(cards.cut_at(may_cut(table))),
            (_, true) => Given::Nothing,
        };
        table.answer_with(&due, &given).map(|answer| (answer.act, patron(&by)))
    }

    /// The cards of a hand that lie face down, which are turned up.
    fn turn_over(&mut self, side: Side) -> Vec<Card> {
        let cards = self.down.iter().filter(|(of, _)| *of == side).map(|(_, card)| *card).collect();
        self.down.retain(|(of, _)| *of != side);
        cards
    }

    /// The act that answers what is due, with what comes out of the shoe for it.
    fn staff_act(&mut self, table: &Table, cards: &mut impl CardSource, due: Due) -> Next {
        if cards.waits_for_closing()
            && let Some(closing) = table.closing_answer(&due)
        {
            return by(table, closing);
        }
        let Some(usual) = table.usual_answer(&due) else {
            return if due == Due::Wagers { Next::Bets } else { Next::Nothing };
        };
        // What a patron answers, and what follows a failed device, is for people.
        if usual.patron.is_some() || matches!(due, Due::AfterDevice { .. }) {
            return Next::Nothing;
        }
        let given = match (&due, usual.needs) {
            // One that nobody saw is named only when it is turned up.
            (Due::LayCarried { card: None, .. }, _) => return Next::NoCard,
            (Due::Burn, Needs::Card) => self.burn(table, cards),
            (Due::BurnRest { cards: owed }, _) => self.burn_rest(cards, *owed),
            (Due::FirstCard, _) => self.deal(table, cards, Side::Player),
            (Due::Card { to }, _) => self.deal(table, cards, *to),
            (Due::OfferHand { side, to: None } | Due::Expose { side, .. }, _) => {
                Some(Given::Cards(self.turn_over(*side)))
            }
            (Due::Cut { .. } | Due::OfferCut { .. }, Needs::Number { .. }) => {
                Some(Given::Number(cards.cut_at(may_cut(table))))
            }
            (_, Needs::Nothing) => return by(table, usual),
            (_, Needs::Number { usual, .. }) => Some(Given::Number(usual)),
            (_, Needs::Card | Needs::Cards { .. }) => None,
        };
        let Some(given) = given else { return Next::NoCard };
        table.answer_with(&due, &given).map_or(Next::Nothing, |answer| by(table, answer))
    }

    fn deal(&mut self, table: &Table, cards: &mut impl CardSource, to: Side) -> Option<Given> {
        match cards.draw()? {
            Drawn::CuttingCard => Some(Given::CuttingCard),
            Drawn::Card(card) if table.next_face() == Face::Up => Some(Given::Card(card)),
            Drawn::Card(card) => {
                self.down.push((to, card));
                Some(Given::Unseen)
            }
        }
    }

    fn burn(&mut self, table: &Table, cards: &mut impl CardSource) -> Option<Given> {
        self.burnt = 0;
        if table.state().settings.burn != BurnStyle::FaceUpAndItsCount {
            return Some(match cards.pass()? {
                Passed::CuttingCard => Given::CuttingCard,
                Passed::Card => Given::Unseen,
            });
        }
        Some(match cards.draw()? {
            Drawn::CuttingCard => Given::CuttingCard,
            Drawn::Card(card) => Given::Card(card),
        })
    }

    fn burn_rest(&mut self, cards: &mut impl CardSource, owed: u8) -> Option<Given> {
        while self.burnt < owed {
            match cards.pass()? {
                Passed::CuttingCard => return Some(Given::CuttingCard),
                Passed::Card => self.burnt += 1,
            }
        }
        self.burnt = 0;
        Some(Given::Nothing)
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

/// Whoever answers so asks it, after signing on in that role if need be.
fn by(table: &Table, answer: Answer) -> Next {
    let actor = staff(answer.by);
    let on_duty = table.state().staff.get(&actor.name).is_some_and(|roles| roles.contains(&answer.by));
    Next::Ask(if on_duty { answer.act } else { people::Act::SignOn.into() }, actor)
}
