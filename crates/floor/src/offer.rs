//! What may be done at a table now, by whom, and what must be keyed with it: the answers to what is due.
//!
//! Every offer was put to the table before it is made, as far as somebody is there who could act on it. Nothing here knows a rule.

use crate::typed::TypedAct;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::cards::ReplaceWhen;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::DeviceMeasure;
use baccarat::rules::shoe::BurnStyle;
use serde::Serialize;
use table::driver::may_cut;
use table::state::{Phase, State};
use table::{Act, Actor, Approval, Command, Due, Name, Table, Time, bets, cards, deal, pay, trouble};
use utoipa::ToSchema;

/// Something that may be done now.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Offer {
    /// The act; what must still be keyed is left out of it.
    #[schema(value_type = TypedAct)]
    pub act: Act,
    /// The role it takes, in the words of the books.
    #[schema(value_type = String)]
    pub by: Role,
    /// The patron who does it, where a patron does.
    #[serde(rename = "for")]
    #[schema(value_type = Option<String>)]
    pub patron: Option<Name>,
    /// What must be keyed with it.
    pub asks: Needs,
}

/// What must be keyed with an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A card, into `card`.
    Card,
    /// So many cards, into `cards`, in the order they were dealt.
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

/// What may be done now, the usual first.
pub fn offers(table: &Table, now: Time) -> Vec<Offer> {
    let offered = candidates(table, table.due_at(now));
    offered.into_iter().filter(|offer| stands(table, offer, now)).collect()
}

/// Would the table take it from somebody who is here? Where nobody is, that nobody is missing is all that is known.
fn stands(table: &Table, offer: &Offer, at: Time) -> bool {
    let by = match &offer.patron {
        Some(patron) => Actor { name: patron.clone(), role: Role::Player },
        None => match on_duty(table.state(), offer.by) {
            Some(name) => Actor { name: name.clone(), role: offer.by },
            None => return true,
        },
    };
    tried(table, offer).into_iter().any(|act| table.decide(&Command::one(act, by.clone(), at)).is_ok())
}

/// The act with something keyed into it, as an example.
fn tried(table: &Table, offer: &Offer) -> Vec<Act> {
    let any: Vec<Card> = some_cards(table);
    match (&offer.act, offer.asks) {
        (Act::Deal(deal::Act::DealCard { to, .. }), Needs::Card) => {
            any.into_iter().map(|card| Act::Deal(deal::Act::DealCard { to: *to, card: Some(card) })).collect()
        }
        (Act::Cards(cards::Act::BurnCard { .. }), Needs::Card) => {
            any.into_iter().map(|card| Act::Cards(cards::Act::BurnCard { card: Some(card) })).collect()
        }
        (Act::Cards(cards::Act::ShowBurntCard { .. }), _) => {
            any.into_iter().map(|card| Act::Cards(cards::Act::ShowBurntCard { card })).collect()
        }
        (Act::Deal(deal::Act::Expose { side, .. }), Needs::Cards { count }) => {
            let some = any.into_iter().cycle().take(count).collect();
            vec![Act::Deal(deal::Act::Expose { side: *side, cards: some })]
        }
        (act, _) => vec![act.clone()],
    }
}

/// A few cards that can still come.
fn some_cards(table: &Table) -> Vec<Card> {
    let state = table.state();
    let out = |card: &Card| state.shoe.seen.iter().filter(|seen| *seen == card).count();
    let decks = usize::from(state.settings.decks);
    // A hand of several may take one card twice.
    Card::all().filter(|card| out(card) + 2 < decks.max(3)).take(3).collect()
}

fn on_duty(state: &State, role: Role) -> Option<&Name> {
    state.staff.iter().find(|(_, roles)| roles.contains(&role)).map(|(name, _)| name)
}

fn staff(by: Role, act: Act) -> Offer {
    Offer { act, by, patron: None, asks: Needs::Nothing }
}

fn dealer(act: Act) -> Offer {
    staff(Role::Dealer, act)
}

fn patron(name: &Name, act: Act) -> Offer {
    Offer { act, by: Role::Player, patron: Some(name.clone()), asks: Needs::Nothing }
}

impl Offer {
    fn asking(self, asks: Needs) -> Offer {
        Offer { asks, ..self }
    }
}

fn candidates(table: &Table, due: Due) -> Vec<Offer> {
    match due {
        Due::Check => checks(table),
        Due::Prepare { step } => vec![dealer(Act::Cards(cards::Act::Prepare { step }))],
        Due::Shuffle => vec![dealer(Act::Cards(cards::Act::Shuffle)), dealer(Act::Cards(cards::Act::Riffle))],
        Due::ReplaceCards => replacements(table),
        Due::OfferCut { to } => offer_cut(table, to),
        Due::Cut { by } => cuts(table, by),
        Due::InsertCuttingCard => vec![insert(table)],
        Due::Load => vec![dealer(Act::Cards(cards::Act::LoadCards)), dealer(Act::Cards(cards::Act::Riffle))],
        Due::Burn => burns(table),
        Due::BurnRest { cards } => vec![dealer(Act::Cards(cards::Act::BurnRest { cards })), cutting_card()],
        Due::StartPlay => start(table),
        Due::OfferRole { to } => vec![dealer(Act::Deal(deal::Act::OfferRole { to }))],
        Due::AnswerRole { by } => {
            vec![patron(&by, Act::Deal(deal::Act::TakeRole)), patron(&by, Act::Deal(deal::Act::RefuseHand))]
        }
        Due::OpenBetting => vec![dealer(Act::Bets(bets::Act::OpenBetting))],
        Due::Call { words } => vec![dealer(Act::Deal(deal::Act::Call { words }))],
        Due::FirstCard => deals(Side::Player),
        Due::Card { to } => deals(to),
        Due::OfferHand { side, to } => offer_hand(table, side, to),
        Due::AnswerOffer { by } => {
            vec![patron(&by, Act::Deal(deal::Act::TakeHand)), patron(&by, Act::Deal(deal::Act::RefuseHand))]
        }
        Due::Expose { side, by } => exposes(table, side, by.as_ref()),
        Due::CollectHand { side } => vec![dealer(Act::Deal(deal::Act::CollectHand { side }))],
        Due::Settle => vec![dealer(Act::Pay(pay::Act::Settle))],
        Due::CollectCards => vec![dealer(Act::Pay(pay::Act::CollectCards))],
        Due::LayCarried { to, card: Some(card) } => {
            vec![dealer(Act::Deal(deal::Act::DealCard { to, card: Some(card) }))]
        }
        Due::LayCarried { to, card: None } => deals(to),
        Due::Resume => resume(table),
        Due::AfterDevice { step } => vec![after_device(table, step)],
        Due::Wagers | Due::Countdown { .. } | Due::Decide { .. } | Due::SayOfDevice { .. } | Due::Nothing => {
            Vec::new()
        }
    }
}

fn cutting_card() -> Offer {
    dealer(Act::Deal(deal::Act::DrawCuttingCard))
}

/// A card to a hand, as the table deals it: open or face down.
fn deals(to: Side) -> Vec<Offer> {
    let open = dealer(Act::Deal(deal::Act::DealCard { to, card: None })).asking(Needs::Card);
    vec![open, dealer(Act::Deal(deal::Act::DealCard { to, card: None })), cutting_card()]
}

/// Everybody whom the book lets check the cards and who has not.
fn checks(table: &Table) -> Vec<Offer> {
    let supply = &table.book().rules.supply;
    let (checked, rules) = match &table.state().phase {
        Phase::Preparing(preparing) => {
            (&preparing.checked, [supply.check_before.get(), supply.replacement_check.get()])
        }
        _ => (&table.state().checked_after, [supply.check_after.get(), None]),
    };
    let mut roles: Vec<Role> = rules.into_iter().flatten().flat_map(|check| check.by.clone()).collect();
    roles.dedup();
    roles.retain(|role| checked.iter().all(|person| person.role != *role));
    roles
        .into_iter()
        .map(|role| match role {
            Role::CheckingDevice => dealer(Act::Cards(cards::Act::DeviceChecksCards)),
            role => staff(role, Act::Cards(cards::Act::CheckCards)),
        })
        .collect()
}

fn replacements(table: &Table) -> Vec<Offer> {
    let supply = table.state().shoe.supply;
    let rules = &table.book().rules.supply.replacements;
    let order = |by: Role, when: ReplaceWhen| {
        staff(by, Act::Cards(cards::Act::ReplaceCards { when, supply, other_colour: true, some: false }))
    };
    let mut offers: Vec<Offer> = rules.values().map(|rule| order(rule.ordered_by, rule.when)).collect();
    offers.push(order(Role::Operator, ReplaceWhen::AfterLastCoup));
    offers.dedup();
    offers
}

fn offer_cut(table: &Table, to: Option<Name>) -> Vec<Offer> {
    let Phase::Preparing(preparing) = &table.state().phase else { return Vec::new() };
    let refused = &preparing.cutting.refused;
    let anyone = table.state().players().map(|(name, _)| name).filter(|name| !refused.contains(name));
    let all: Vec<Name> = match to {
        Some(to) => vec![to],
        None => anyone.cloned().collect(),
    };
    all.into_iter().map(|to| dealer(Act::Cards(cards::Act::OfferCut { to }))).collect()
}

fn depth(table: &Table) -> Needs {
    let within = may_cut(table);
    let (least, most) = (*within.start(), *within.end());
    Needs::Number { least, most, usual: u16::midpoint(least, most) }
}

fn cuts(table: &Table, by: Option<Name>) -> Vec<Offer> {
    let asks = depth(table);
    let Needs::Number { usual: at, .. } = asks else { return Vec::new() };
    match by {
        Some(name) => {
            let others = table.state().players().map(|(other, _)| other).filter(|other| **other != name);
            let named = others
                .map(|other| patron(&name, Act::Cards(cards::Act::NameCutter { other: other.clone() })));
            let own = [
                patron(&name, Act::Cards(cards::Act::Cut { at })).asking(asks),
                patron(&name, Act::Cards(cards::Act::RefuseCut)),
            ];
            own.into_iter().chain(named).collect()
        }
        None => {
            let cut = &table.book().rules.cut;
            let fallback = [cut.nobody_accepts.get(), cut.nobody_present.get()];
            let mut roles = vec![Role::Supervisor];
            roles.extend(fallback.into_iter().flatten().map(|acting| acting.who));
            roles.sort_unstable();
            roles.dedup();
            let staff_cuts =
                roles.into_iter().map(|role| staff(role, Act::Cards(cards::Act::Cut { at })).asking(asks));
            staff_cuts.chain([staff(Role::Supervisor, Act::Cards(cards::Act::LetPlayersCut))]).collect()
        }
    }
}

fn insert(table: &Table) -> Offer {
    let from_back = table.state().settings.from_back;
    let most = u16::from(table.state().settings.decks) * 52;
    dealer(Act::Cards(cards::Act::InsertCuttingCard { from_back })).asking(Needs::Number {
        least: 1,
        most,
        usual: from_back,
    })
}

fn burns(table: &Table) -> Vec<Offer> {
    let State { settings, approved, .. } = table.state();
    let burn = &table.book().rules.burn;
    let rule = burn.styles.find(|known| known.style == settings.burn);
    let leave = rule.and_then(|rule| rule.approved_by).filter(|_| !approved.contains(&Approval::BurnStyle));
    if let Some(role) = leave {
        return vec![staff(role, Act::Cards(cards::Act::Approve { what: Approval::BurnStyle }))];
    }
    let mut offers = vec![
        dealer(Act::Cards(cards::Act::BurnCard { card: None })).asking(Needs::Card),
        dealer(Act::Cards(cards::Act::BurnCard { card: None })),
        cutting_card(),
    ];
    if let Some(acting) = burn.chosen_by.get() {
        let others = burn.styles.values().map(|known| known.style).filter(|style| *style != settings.burn);
        let choose = |style: BurnStyle| staff(acting.who, Act::Cards(cards::Act::ChooseBurn { style }));
        offers.extend(others.map(choose));
    }
    offers
}

fn start(table: &Table) -> Vec<Offer> {
    let mut offers = vec![dealer(Act::Cards(cards::Act::StartPlay))];
    if table.state().shoe.burnt_card_asked
        && let Some(card) = Card::all().next()
    {
        offers.push(dealer(Act::Cards(cards::Act::ShowBurntCard { card })).asking(Needs::Card));
    }
    offers
}

fn lying_down(table: &Table, side: Side) -> usize {
    match &table.state().phase {
        Phase::Coup(coup) => coup.hand(side).iter().filter(|card| card.is_none()).count(),
        _ => 0,
    }
}

fn expose(table: &Table, side: Side) -> (Act, Needs) {
    let count = lying_down(table, side);
    (Act::Deal(deal::Act::Expose { side, cards: Vec::new() }), Needs::Cards { count })
}

fn offer_hand(table: &Table, side: Side, to: Option<Name>) -> Vec<Offer> {
    let (act, asks) = expose(table, side);
    let offered = to.map(|to| dealer(Act::Deal(deal::Act::OfferHand { side, to })));
    offered.into_iter().chain([dealer(act).asking(asks)]).collect()
}

fn exposes(table: &Table, side: Side, by: Option<&Name>) -> Vec<Offer> {
    let (act, asks) = expose(table, side);
    let Some(holder) = by else { return vec![dealer(act).asking(asks)] };
    let Phase::Coup(coup) = &table.state().phase else { return Vec::new() };
    let named = coup.holding(side).nominees.iter();
    let mut offers = vec![patron(holder, act.clone()).asking(asks)];
    offers
        .extend(named.clone().map(|name| dealer(Act::Deal(deal::Act::PassCard { side, to: name.clone() }))));
    for name in named.filter(|name| *name != holder) {
        offers.push(patron(name, act.clone()).asking(asks));
        offers.push(patron(name, act.clone()).asking(Needs::Cards { count: 1 }));
    }
    offers.push(dealer(Act::Deal(deal::Act::CollectHand { side })));
    offers
}

/// Play goes on, after those who may have taken wagers back.
fn resume(table: &Table) -> Vec<Offer> {
    let stakes = table.state().stakes.iter();
    let back = stakes.map(|stake| {
        patron(&stake.patron, Act::Bets(bets::Act::Withdraw { area: stake.area, wager: stake.wager.clone() }))
    });
    [dealer(Act::Trouble(trouble::Act::Resume))].into_iter().chain(back).collect()
}

fn after_device(table: &Table, step: DeviceMeasure) -> Offer {
    let damaged = table.state().trouble.as_ref().and_then(|trouble| trouble.damaged.clone());
    match (step, damaged) {
        (DeviceMeasure::ReplaceFromNewDeck, Some(cards)) => {
            dealer(Act::Trouble(trouble::Act::ReplaceDamaged { cards, new_deck: true, back: None }))
        }
        (step, _) => dealer(Act::Trouble(trouble::Act::TakeStep { step })),
    }
}
