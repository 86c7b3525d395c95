//! What must hold of a book before anyone may rely on it.

use crate::basis::Basis;
use crate::book::{Chart, MethodWagers};
use crate::card::Rank;
use crate::clause::Clause;
use crate::fault::Faults;
use crate::kinds::CardKinds;
use crate::outcome::{Outcome, PairKind, Pairs, Totals, Winner};
use crate::rules::Rules;
use crate::rules::cards::{BankerRow, Counts, DrawOrStand, HandTotal, NaturalEnds, ValueOf};
use crate::rules::people::SignSubject;
use crate::rules::play::{Receives, RoleMove, SeveralFit, StandoffMeaning};
use crate::rules::rulings::Ruling;
use crate::rules::tournament::Disqualification;
use crate::tableau::{PointValues, Tableau};
use crate::topic::{Listed, Ruled, TopicName};
use crate::wager::{Row, Settlement, Wager, WagerClass};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// A cell that clauses fill: empty, or a value and all who agree on it.
type Cell<T> = Option<(T, Basis)>;

/// Fills a cell, or says that two clauses disagree on it.
fn fill<T: PartialEq + Copy>(
    cell: &mut Cell<T>,
    value: T,
    basis: &Basis,
    what: impl Fn() -> String,
    faults: &mut Faults,
) {
    match cell {
        None => *cell = Some((value, basis.clone())),
        Some((given, by)) if *given != value => {
            let message = match by == basis {
                true => "given twice in two ways".to_owned(),
                false => format!("given by {by} and by {basis}, which disagree"),
            };
            faults.add_for(basis, format!("{}: {message}; allowed is one answer", what()));
        }
        Some((_, Basis::Clauses(clauses))) => clauses.extend(basis.clauses().iter().cloned()),
        Some((_, Basis::Assumed(_))) => {}
    }
}

/// Works out what each rank counts in a hand and who draws on what, from the clauses that give each part.
pub(crate) fn tableau(rules: &Rules, faults: &mut Faults) -> Option<(PointValues, Chart, Tableau)> {
    let values = hand_values(rules, faults);
    let mut natural = [false; 10];
    rules.cards.natural.iter().for_each(|total| natural[usize::from(total)] = true);

    let mut player: [Cell<bool>; 10] = Default::default();
    for row in &rules.tableau.player.items {
        for total in row.on.iter() {
            let draws = row.does == DrawOrStand::Draws;
            let what = || format!("{}: total {total}", row.topic);
            fill(&mut player[usize::from(total)], draws, &row.basis, what, faults);
        }
    }
    let mut banker: [[Cell<bool>; 11]; 10] = Default::default();
    for row in &rules.tableau.banker.items {
        fill_banker(&mut banker, row, faults);
    }

    // The chart is not asked once either hand is a natural.
    let NaturalEnds::BothHands = rules.cards.natural_ends.value();
    let natural_basis = &rules.cards.natural_ends.basis;
    let mut holes = Vec::new();
    for total in 0..10 {
        let cells = std::iter::once((&mut player[total], format!("player on {total}"))).chain(
            banker[total].iter_mut().enumerate().map(|(column, cell)| {
                let third = column
                    .checked_sub(1)
                    .map_or("no player card".to_owned(), |third| format!("a player card of {third}"));
                (cell, format!("banker on {total} with {third}"))
            }),
        );
        for (cell, what) in cells {
            match cell {
                Some((true, by)) if natural[total] => {
                    let by = by.clone();
                    let natural = &rules.cards.natural.basis;
                    let message = format!(
                        "tableau: {what} draws by {by}, but {total} is a natural by {natural}; allowed is to stand"
                    );
                    faults.add_for(&by, message);
                }
                None if natural[total] => *cell = Some((false, natural_basis.clone())),
                None => holes.push(what),
                Some(_) => {}
            }
        }
    }
    if !holes.is_empty() {
        let row = rules.tableau.banker.items.first().map(|row| row.basis.clone());
        let basis = row.unwrap_or_else(|| natural_basis.clone());
        faults.add_for(
            &basis,
            format!(
                "tableau: a hole: nobody says what follows for {}; allowed is draws or stands for each",
                holes.join("; ")
            ),
        );
    }
    let values = values?;
    if !holes.is_empty() {
        return None;
    }
    let draws = |cell: &Cell<bool>| cell.as_ref().is_some_and(|(draws, _)| *draws);
    let tableau = Tableau {
        natural,
        player_draws: std::array::from_fn(|total| draws(&player[total])),
        banker_draws_alone: std::array::from_fn(|total| draws(&banker[total][0])),
        banker_draws: std::array::from_fn(|third| {
            std::array::from_fn(|total| draws(&banker[total][third + 1]))
        }),
    };
    let basis = |cell: Cell<bool>| cell.map_or_else(|| natural_basis.clone(), |(_, basis)| basis);
    let chart =
        Chart { player: player.map(basis).into(), banker: banker.map(|row| row.map(basis).into()).into() };
    Some((values, chart, tableau))
}

fn fill_banker(banker: &mut [[Cell<bool>; 11]; 10], row: &Ruled<BankerRow>, faults: &mut Faults) {
    for total in row.on.iter() {
        let drawn = row.draws.columns().map(|third| (third, true));
        for (third, draws) in drawn.chain(row.stands.columns().map(|third| (third, false))) {
            let column = third.map_or(0, |third| usize::from(third) + 1);
            let card = third.map_or("none".to_owned(), |third| third.to_string());
            let what = || format!("{}: total {total}, player's third card {card}", row.topic);
            fill(&mut banker[usize::from(total)][column], draws, &row.basis, what, faults);
        }
    }
}

fn hand_values(rules: &Rules, faults: &mut Faults) -> Option<PointValues> {
    let topic = rules.cards.values.topic;
    let counted = counts_of(&rules.cards.values, faults);
    let mut values = [0; 13];
    let mut missing = Vec::new();
    for rank in Rank::ALL {
        match &counted[rank as usize] {
            Some((count @ 0..=9, _)) => values[rank as usize] = *count,
            Some((count, by)) => {
                let message =
                    format!("{topic}: {} counts {count}; allowed in a hand is 0 to 9", rank.letter());
                faults.add_for(by, message);
                missing.push(rank.letter().to_string());
            }
            None => missing.push(rank.letter().to_string()),
        }
    }
    if !missing.is_empty() {
        let message = format!(
            "{topic}: nobody says what {} counts; allowed is a count for every rank",
            missing.join(", ")
        );
        match rules.cards.values.items.first() {
            Some(value) => faults.add_for(&value.basis, message),
            None => faults.add_whole(message),
        }
        return None;
    }
    sums_counted(&rules.cards.hand_total, faults).then(|| PointValues::new(values))
}

/// Do clauses say of every sum what it counts?
fn sums_counted(given: &Listed<HandTotal>, faults: &mut Faults) -> bool {
    let unsaid = [0, 10].into_iter().find(|sum| !given.values().any(|total| total.speaks_of(*sum)));
    let Some(sum) = unsaid else { return true };
    let which = if sum == 0 { "from 0 to 9" } else { "of 10 or more" };
    let message = format!("{}: nobody says what a sum {which} counts", given.topic);
    match given.items.first() {
        Some(total) => faults.add_for(&total.basis, message),
        None => faults.add_whole(message),
    }
    false
}

/// What each rank counts, as far as clauses say.
fn counts_of(given: &Listed<ValueOf>, faults: &mut Faults) -> [Cell<u8>; 13] {
    let mut counts: [Cell<u8>; 13] = Default::default();
    for value in &given.items {
        let topic = given.topic;
        for rank in &value.cards.0 {
            let count = match (value.counts, *rank as u8 + 1) {
                (Counts::Points(points), _) => points,
                (Counts::Face, number @ 1..=10) => number,
                (Counts::Face, _) => {
                    let message = format!(
                        "{topic}: {} has no number on its face; allowed is a number of points",
                        rank.letter()
                    );
                    faults.add_for(&value.basis, message);
                    continue;
                }
            };
            fill(
                &mut counts[*rank as usize],
                count,
                &value.basis,
                || format!("{topic}: {}", rank.letter()),
                faults,
            );
        }
    }
    counts
}

/// Checks that need more than one topic, but no wager.
pub(crate) fn rules(rules: &Rules, numbers: &HashSet<String>, faults: &mut Faults) {
    counts_of(&rules.burn.counts, faults);
    if let Some(per_deck) = rules.cards.per_deck.ruled().filter(|per_deck| *per_deck.value() != 52) {
        faults.add_for(&per_deck.basis, format!("{}: found {}; allowed is 52", per_deck.topic, **per_deck));
    }
    let thirds = &rules.tableau.most_thirds;
    if **thirds != 1 {
        faults.add_for(&thirds.basis, format!("{}: found {}; allowed is 1", thirds.topic, **thirds));
    }
    if rules.settlement.methods.items.is_empty() {
        faults
            .add_whole(format!("{}: there is none; allowed is at least one", rules.settlement.methods.topic));
    }
    if let Some(set_by) = rules.differential.set_by.ruled()
        && rules.differential.counts.get().is_none()
    {
        let counts = rules.differential.counts.topic();
        let message = format!("{counts}: silent, while a largest gap may be set; allowed is an answer");
        faults.add_for(&set_by.basis, message);
    }
    no_conflicting_rulings(&rules.irregularities.rulings.items, faults);
    no_conflicting_disqualifications(&rules.tournament.disqualification.items, faults);
    for off in &rules.tournament.switched_off.items {
        let part = format!("{}/", off.value());
        if !numbers.contains(off.value()) && !numbers.iter().any(|number| number.starts_with(&part)) {
            let message = format!(
                "{}: found clause `{}`; allowed are clauses that stand in this book",
                off.topic,
                off.value()
            );
            faults.add_for(&off.basis, message);
        }
    }
}

/// Several clauses may each say a part of what follows from one ground of disqualification, but they may not contradict.
fn no_conflicting_disqualifications(parts: &[Ruled<Disqualification>], faults: &mut Faults) {
    let differ = |one: Option<bool>, other: Option<bool>| matches!((one, other), (Some(one), Some(other)) if one != other);
    for (index, one) in parts.iter().enumerate() {
        for other in parts[..index].iter().filter(|other| other.why == one.why) {
            let conflict = [
                ("must", differ(one.must, other.must)),
                ("fee_may_return", differ(one.fee_may_return, other.fee_may_return)),
                ("chips_kept", differ(one.chips_kept, other.chips_kept)),
            ];
            for (what, _) in conflict.into_iter().filter(|(_, conflict)| *conflict) {
                let message = format!(
                    "tournament.disqualification: {} and {} disagree on `{what}` for {}; allowed is one answer",
                    other.basis, one.basis, one.why
                );
                faults.add_for(&one.basis, message);
            }
        }
    }
}

/// Several clauses may each say a part of what follows from one irregularity, but they may not contradict.
fn no_conflicting_rulings(rulings: &[Ruled<Ruling>], faults: &mut Faults) {
    fn differ<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
        one.is_some() && other.is_some() && one != other
    }
    for (index, one) in rulings.iter().enumerate() {
        for other in rulings[..index].iter().filter(|other| other.when == one.when) {
            let conflict = [
                ("card", differ(&one.card, &other.card)),
                ("wagers", differ(&one.wagers, &other.wagers)),
                ("coup", differ(&one.coup, &other.coup)),
                ("earlier", differ(&one.earlier, &other.earlier)),
                ("cards", differ(&one.cards, &other.cards)),
                ("payments", differ(&one.payments, &other.payments)),
                ("decided_by", differ(&one.decided_by, &other.decided_by)),
            ];
            for (what, _) in conflict.into_iter().filter(|(_, conflict)| *conflict) {
                let message = format!(
                    "{}: {} and {} disagree on `{what}` for {}; allowed is one answer",
                    one.topic, other.basis, one.basis, one.when
                );
                faults.add_for(&one.basis, message);
            }
        }
    }
}

/// Every outcome that some shoe leads to, in the order of totals, then of pairs.
pub(crate) fn reachable(tableau: &Tableau, values: &PointValues) -> Vec<Outcome> {
    let finals: Vec<Vec<Totals>> =
        (0..100).map(|both| finals(tableau, values, both / 10, both % 10)).collect();
    let kinds_of = |pair: Option<Rank>| match pair {
        Some(_) => &[Some(PairKind::Mixed), Some(PairKind::Coloured), Some(PairKind::Perfect)][..],
        None => &[None],
    };
    let mut found = vec![false; Totals::CELLS * Pairs::STATES];
    for ((player, player_pair), (banker, banker_pair)) in four_cards(values) {
        let twin = player_pair.is_some() && player_pair == banker_pair;
        let states = kinds_of(player_pair).iter().flat_map(|&player| {
            kinds_of(banker_pair).iter().map(move |&banker| Pairs { player, banker, twin }.index())
        });
        for state in states {
            for totals in &finals[usize::from(player * 10 + banker)] {
                found[totals.index() * Pairs::STATES + state] = true;
            }
        }
    }
    let cells = Totals::all().flat_map(|totals| Pairs::all().map(move |pairs| (totals, pairs)));
    let reached = cells.zip(found).filter(|(_, found)| *found);
    reached.map(|((totals, pairs), _)| tableau.outcome(totals, pairs)).collect()
}

/// The outcomes over which wagers are proved. Most wagers ask about totals alone or about pairs alone, and need not
/// be tried on every way in which the other may fall.
pub(crate) struct Reachable {
    all: Vec<Outcome>,
    by_totals: Vec<Outcome>,
    by_pairs: Vec<Outcome>,
    tableau: Tableau,
    values: PointValues,
}

impl Reachable {
    pub(crate) fn of(tableau: &Tableau, values: &PointValues) -> Reachable {
        let all = reachable(tableau, values);
        let mut by_totals = all.clone();
        by_totals.dedup_by_key(|outcome| outcome.totals);
        let mut seen = [false; Pairs::STATES];
        let mut is_new = |outcome: &&Outcome| !std::mem::replace(&mut seen[outcome.pairs.index()], true);
        let by_pairs = all.iter().filter(|outcome| is_new(outcome)).copied().collect();
        Reachable { all, by_totals, by_pairs, tableau: tableau.clone(), values: values.clone() }
    }

    /// As many as this wager can tell apart. What a main wager backs and what stands off is judged by totals.
    fn told_apart_by(&self, wager: &Wager) -> Cow<'_, [Outcome]> {
        if wager.asks_cards() {
            return CardKinds::of(&[wager], &self.values).outcomes(&self.tableau, wager).into();
        }
        let judged = wager.class == WagerClass::Main
            || wager.rows.iter().any(|row| row.settlement == Settlement::StandsOff);
        match (judged || wager.asks_totals(), wager.asks_pairs()) {
            (true, true) => (&self.all).into(),
            (true, false) => (&self.by_totals).into(),
            (false, _) => (&self.by_pairs).into(),
        }
    }
}

/// A hand's total, and its rank if it is a pair.
type TwoCards = (u8, Option<Rank>);

fn four_cards(values: &PointValues) -> Vec<(TwoCards, TwoCards)> {
    let ranks = || Rank::ALL.into_iter();
    let hands: BTreeSet<TwoCards> = ranks()
        .flat_map(|one| ranks().map(move |other| (one, other)))
        .map(|(one, other)| ((values.of(one) + values.of(other)) % 10, (one == other).then_some(one)))
        .collect();
    hands.iter().flat_map(|player| hands.iter().map(move |banker| (*player, *banker))).collect()
}

/// The final totals that can follow from two-card totals.
fn finals(tableau: &Tableau, values: &PointValues, player: u8, banker: u8) -> Vec<Totals> {
    let thirds: BTreeSet<u8> = Rank::ALL.into_iter().map(|rank| values.of(rank)).collect();
    let draw = |draws: bool| -> Vec<Option<u8>> {
        if draws { thirds.iter().copied().map(Some).collect() } else { vec![None] }
    };
    let mut totals = Vec::new();
    for player_third in draw(tableau.player_draws(player, banker)) {
        for banker_third in draw(tableau.banker_draws(player, banker, player_third)) {
            totals.push(Totals {
                player: (player + player_third.unwrap_or(0)) % 10,
                banker: (banker + banker_third.unwrap_or(0)) % 10,
                player_drew: player_third.is_some(),
                banker_drew: banker_third.is_some(),
            });
        }
    }
    totals
}

/// Proves that a wager's rows decide every outcome and that no row is idle.
pub(crate) fn wager(
    rules: &Rules,
    wager: &Wager,
    span: &Range<usize>,
    rows: &[Range<usize>],
    reachable: &Reachable,
    faults: &mut Faults,
) {
    let place = format!("wager {}", wager.id);
    if wager.asks_cards() && !CardKinds::of(&[wager], &reachable.values).is_countable() {
        let message = "rows: they tell apart more kinds of hands than can be counted; allowed are rows that ask less at once";
        faults.add(span.clone(), &place, message);
        return;
    }
    let outcomes = &*reachable.told_apart_by(wager);
    if wager.checked_denominator().is_none() {
        let message = "rows: the pays have no common denominator up to a billion; allowed are pays that share a small one";
        faults.add(span.clone(), &place, message);
    }
    let mut used = vec![false; wager.rows.len()];
    let mut undecided = None;
    for outcome in outcomes {
        match wager.row_index(outcome) {
            Some(index) => used[index] = true,
            None => undecided = undecided.or(Some(outcome)),
        }
    }
    if let Some(outcome) = undecided {
        faults.add(
            span.clone(),
            &place,
            format!(
                "rows: they leave an outcome undecided: {}; allowed are rows that decide every outcome (end with {{ when = {{}}, loses = true, … }})",
                message(outcome)
            ),
        );
    }
    for (index, row) in wager.rows.iter().enumerate().filter(|(index, _)| !used[*index]) {
        let message = format!(
            "rows: row {} ({}, by {}) is dead: no outcome reaches it past the rows before it; allowed are rows that decide something",
            index + 1,
            row.written(),
            row.basis
        );
        faults.add(rows.get(index).unwrap_or(span).clone(), &place, message);
    }
    for message in backs(wager, outcomes).into_iter().chain(unlike_words(rules, wager, outcomes)) {
        faults.add(span.clone(), &place, message);
    }
}

/// Where a topic says what words of a pay table mean, the rows that rest on its clause must keep to it.
fn unlike_words(rules: &Rules, wager: &Wager, outcomes: &[Outcome]) -> Option<String> {
    fn rests_on<T>(row: &Row, rule: &Ruled<T>) -> bool {
        row.basis.clauses().iter().any(|clause| rule.basis.clauses().contains(clause))
    }
    if let Some(means) = rules.procedure.standoff_means.ruled() {
        let StandoffMeaning::EqualNaturals = means.value();
        let stands_off = |row: &Row| row.settlement == Settlement::StandsOff && rests_on(row, means);
        let other = outcomes
            .iter()
            .find(|outcome| wager.row(outcome).is_some_and(stands_off) && !outcome.is_natural_tie());
        if let Some(other) = other {
            let (topic, basis) = (means.topic, &means.basis);
            return Some(format!(
                "rows: {} stands off; allowed by {topic} ({basis}) are equal naturals",
                message(other)
            ));
        }
    }
    let rule = rules.settlement.several_fit.ruled()?;
    let SeveralFit::HighestOnly = rule.value();
    wager.rows.iter().find(|row| rests_on(row, rule))?;
    let other = outcomes.iter().find(|outcome| {
        let net = wager.row(outcome).map(|row| row.settlement.net());
        wager.rows.iter().any(|row| row.when.holds(outcome) && Some(row.settlement.net()) > net)
    })?;
    let (topic, basis) = (rule.topic, &rule.basis);
    Some(format!(
        "rows: {} is not paid by the highest row that fits; {topic} ({basis}) wants it",
        message(other)
    ))
}

/// A main wager must win on what it backs, and never on anything else.
fn backs(wager: &Wager, outcomes: &[Outcome]) -> Option<String> {
    let backs = wager.backs.filter(|_| wager.class == WagerClass::Main)?;
    let wins = |outcome: &&Outcome| {
        wager.row(outcome).is_some_and(|row| matches!(row.settlement, Settlement::Wins(_)))
    };
    let named = crate::topic::written(&backs);
    let mut winning = outcomes.iter().filter(wins).peekable();
    if winning.peek().is_none() {
        return Some(format!("backs: found `{named}`, but no row pays; allowed is what the rows pay on"));
    }
    let other = winning.find(|outcome| outcome.winner() != backs)?;
    Some(format!(
        "backs: found `{named}`, but it pays on {}; allowed is the one hand, or the tie, that it pays on",
        message(other)
    ))
}

/// Topics under which code must know which main wager is on which hand, and the hands they ask for.
fn needs_backing(rules: &Rules) -> Vec<(&'static TopicName, &Basis, &'static [Winner])> {
    const HANDS: &[Winner] = &[Winner::Player, Winner::Banker];
    const BANKER: &[Winner] = &[Winner::Banker];
    let differential = &rules.differential;
    let counts = differential.counts.ruled().map(|rule| (rule.topic, &rule.basis, HANDS));
    let areas = differential.scales_areas.ruled().filter(|scales| *scales.value());
    let areas = areas.map(|rule| (rule.topic, &rule.basis, HANDS));
    let highest = rules.dealing.methods.find(|method| method.cards_go_to == Receives::HighestWagerOnEachHand);
    let highest = highest.map(|rule| (rule.topic, &rule.basis, HANDS));
    let role = rules.dealing.role.find(|rule| *rule == RoleMove::ObligesBankerWager);
    let role = role.map(|rule| (rule.topic, &rule.basis, BANKER));
    let sign = rules.procedure.signs.find(|sign| sign.shows == SignSubject::EvenMoneyOdds);
    let sign = sign.map(|rule| (rule.topic, &rule.basis, BANKER));
    [counts, areas, highest, role, sign].into_iter().flatten().collect()
}

/// Where a topic speaks of wagers on a hand, every main wager must say what it backs, and the hands asked for must be backed.
pub(crate) fn backing<'w>(
    rules: &Rules,
    drafts: impl Iterator<Item = (&'w Wager, &'w Range<usize>)>,
    wagers: &[MethodWagers],
    faults: &mut Faults,
) {
    let needs = needs_backing(rules);
    let Some((topic, basis, _)) = needs.first() else { return };
    let is_mute = |wager: &Wager| wager.class == WagerClass::Main && wager.backs.is_none();
    let mut mute = false;
    for (wager, span) in drafts.filter(|(wager, _)| is_mute(wager)) {
        mute = true;
        let message = format!(
            "no `backs`; {topic} ({basis}) needs to know which hand a main wager is on: allowed are player, banker, tie"
        );
        faults.add(span.clone(), format!("wager {}", wager.id), message);
    }
    if mute {
        return;
    }
    for (topic, basis, hands) in &needs {
        for MethodWagers { method, wagers } in wagers {
            let is_backed = |hand: &Winner| {
                wagers.iter().any(|wager| wager.class == WagerClass::Main && wager.backs == Some(*hand))
            };
            for hand in hands.iter().filter(|hand| !is_backed(hand)) {
                let hand = crate::topic::written(hand);
                let message = format!(
                    "{topic}: no main wager of method `{method}` backs the {hand}; allowed is a wager with backs = \"{hand}\""
                );
                faults.add_for(basis, message);
            }
        }
    }
}

/// An outcome in words.
fn message(outcome: &Outcome) -> String {
    let hand = |total: u8, cards: u8, natural: bool, pair: Option<PairKind>| {
        let natural = if natural { " natural" } else { "" };
        let pair = pair.map_or(String::new(), |pair| format!(", a {} pair", crate::topic::written(&pair)));
        format!("{total}{natural} on {cards} cards{pair}")
    };
    let (totals, pairs) = (outcome.totals, outcome.pairs);
    format!(
        "player {}; banker {}{}",
        hand(totals.player, outcome.player_cards(), outcome.player_natural, pairs.player),
        hand(totals.banker, outcome.banker_cards(), outcome.banker_natural, pairs.banker),
        if pairs.twin { "; both of one rank" } else { "" }
    ) + &outcome.hands.map_or(String::new(), |hands| {
        let cards = |cards: &[crate::card::Card]| {
            cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
        };
        format!(" (such as {} and {})", cards(hands.player.cards()), cards(hands.banker.cards()))
    })
}

/// Every method and option of which a clause says that it speaks must stand in the book.
pub(crate) fn scopes(clauses: &[Clause], rules: &Rules, faults: &mut Faults) {
    let dealing: Vec<&str> = rules.dealing.methods.values().map(|method| method.id.as_str()).collect();
    let methods: Vec<&str> = rules.settlement.methods.values().map(|method| method.id.as_str()).collect();
    let options: Vec<&str> = rules.sides.offered.values().map(|option| option.option.as_str()).collect();
    for clause in clauses {
        let Some(scope) = &clause.scope else { continue };
        let named = [
            ("dealing", &scope.dealing, &dealing),
            ("method", &scope.method, &methods),
            ("option", &scope.option, &options),
        ];
        for (key, found, allowed) in named {
            for name in found.iter().filter(|name| !allowed.contains(&name.as_str())) {
                let allowed = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
                let message = format!("for.{key}: found `{name}`; allowed are {allowed}");
                faults.add_for(&Basis::Clauses(vec![clause.number.clone()]), message);
            }
        }
    }
}

/// Checks that topics which name wagers, options and layouts name ones that exist.
pub(crate) fn references(rules: &Rules, wagers: &[MethodWagers], faults: &mut Faults) {
    let all: Vec<&Wager> = wagers.iter().flat_map(|method| &method.wagers).collect();
    let ids: BTreeSet<&str> = all.iter().map(|wager| wager.id.as_str()).collect();
    let list = |names: &BTreeSet<&str>| names.iter().copied().collect::<Vec<_>>().join(", ");
    let mut want = |topic: &TopicName, basis: &Basis, found: &str, allowed: &BTreeSet<&str>| {
        if !allowed.contains(found) {
            let allowed = if allowed.is_empty() { "none".to_owned() } else { list(allowed) };
            faults.add_for(basis, format!("{topic}: found `{found}`; allowed are {allowed}"));
        }
    };

    let main: BTreeSet<&str> =
        all.iter().filter(|wager| wager.class == WagerClass::Main).map(|wager| wager.id.as_str()).collect();
    for combination in &rules.betting.combinations.items {
        for wager in &combination.wagers {
            want(combination.topic, &combination.basis, wager.as_str(), &main);
        }
    }
    let sides = &rules.sides;
    let optional: BTreeSet<&str> = ids.difference(&main).copied().collect();
    for option in &sides.offered.items {
        for wager in &option.wagers {
            want(option.topic, &option.basis, wager.as_str(), &optional);
        }
    }
    if let Some(inexact_for) = rules.settlement.inexact_for.ruled() {
        for wager in inexact_for.iter() {
            want(inexact_for.topic, &Basis::Clauses(Vec::new()), wager.as_str(), &ids);
        }
    }

    let options: BTreeSet<&str> = sides.offered.values().map(|option| option.option.as_str()).collect();
    let layouts: BTreeSet<&str> = rules.table.layouts.values().map(|layout| layout.id.as_str()).collect();
    let mut named: Vec<(&TopicName, &Basis, &str)> = Vec::new();
    name_options(&mut named, &sides.alternatives, |item| item.options.iter().collect());
    name_options(&mut named, &sides.main_wager, |item| vec![&item.option]);
    name_options(&mut named, &sides.several_at_once, |item| vec![&item.option]);
    name_options(&mut named, &sides.most_each, |item| vec![&item.option]);
    name_options(&mut named, &sides.decks, |item| vec![&item.option]);
    name_options(&mut named, &sides.layouts, |item| vec![&item.option]);
    name_options(&mut named, &sides.places, |item| vec![&item.option]);
    name_options(&mut named, &sides.placed, |item| vec![&item.option]);
    name_options(&mut named, &sides.limits, |item| vec![&item.option]);
    for listed in [
        &sides.under_any_method,
        &sides.layout_needed,
        &sides.layout_approved,
        &sides.applies_if_offered,
        &sides.chance,
        &sides.played_out,
    ] {
        name_options(&mut named, listed, |item| vec![&item.option]);
    }
    name_options(&mut named, &rules.settlement.options, |item| vec![&item.option]);
    name_options(&mut named, &rules.procedure.signs, |item| item.options.iter().collect());
    name_options(&mut named, &rules.table.layouts, |item| item.options.iter().collect());
    for (topic, basis, option) in named {
        want(topic, basis, option, &options);
    }
    let shareable: BTreeSet<&str> = options.iter().copied().chain(["main"]).collect();
    for item in &rules.betting.sharing.items {
        want(item.topic, &item.basis, &item.of, &shareable);
    }
    for item in &sides.layouts.items {
        for layout in &item.layouts {
            want(item.topic, &item.basis, layout, &layouts);
        }
    }
    let methods: BTreeSet<&str> = rules.dealing.methods.values().map(|method| method.id.as_str()).collect();
    if let Some(method) = rules.no_bet.method.ruled() {
        want(method.topic, &method.basis, method, &methods);
    }
}

/// Every option that a topic names, with the clauses that name it.
fn name_options<'r, T>(
    named: &mut Vec<(&'r TopicName, &'r Basis, &'r str)>,
    listed: &'r Listed<T>,
    options: impl Fn(&'r T) -> Vec<&'r String>,
) {
    for item in &listed.items {
        named.extend(options(item).into_iter().map(|option| (item.topic, &item.basis, option.as_str())));
    }
}
