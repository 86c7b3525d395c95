//! What are wagers paid?

use crate::School;
use crate::chance::Chance;
use crate::kind::Kind;
use crate::next_card::usual;
use crate::phrase::{Phrase, Value};
use crate::question::{Form, Lying, PosedQuestion, Question, Right, Shown, gists, settled};
use crate::scene::{Laid, PATRON, Scene, Stuck};
use crate::transcript::Transcript;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::coup::DealtCoup;
use baccarat::wager::{Settlement, Wager, WagerClass, WagerId};
use table::{Event, Fact, Reason, Settings, Settled, SettledAs, Table, pay};

/// How many times another coup or amount is tried for a question worth asking; each costs next to nothing.
const TRIES: usize = 5_000;

/// A wager and what became of it.
struct Played {
    laid: Vec<Laid>,
    /// Some were taken by mistake, as chips cannot pay them.
    by_mistake: Vec<bool>,
    cards: Vec<Card>,
    hands: [Vec<Option<Card>>; 2],
    /// The table before wagers were settled, and each settlement in the order of the wagers.
    table: Table,
    settled: Vec<(Event, Settled)>,
}

/// The most that is asked about commission, in whole units.
const MOST_COMMISSION: i64 = 5_000;
/// The most that is asked about otherwise.
const MOST_OTHERS: i64 = 150;

/// A win that takes a sum: commission, or odds that are not whole, in chips that may not suffice.
pub fn commission(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let lay = |chance: &mut Chance, scene: &Scene| {
        wager(scene, chance, WagerClass::Main, 25, MOST_COMMISSION).map(|laid| vec![laid])
    };
    let fits = |settlement: Settlement| match settlement {
        Settlement::Wins(odds) => !odds.ratio().is_integer(),
        Settlement::StandsOff | Settlement::Loses => false,
    };
    let (scene, played) = found(school, chance, lay, fits)?;
    Ok(one(school, Kind::Commission, &scene, &played))
}

/// A wager of the book in an odd amount, and a whole coup. Losses teach little, so they are asked seldom.
pub fn settlement(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let wants_loss = chance.once_in(5);
    let main = chance.once_in(2);
    let lay = |chance: &mut Chance, scene: &Scene| {
        let class = if main { WagerClass::Main } else { WagerClass::Side };
        let laid = wager(scene, chance, class, 1, MOST_OTHERS);
        let laid = laid.or_else(|| wager(scene, chance, WagerClass::Main, 1, MOST_OTHERS));
        laid.map(|laid| vec![laid])
    };
    let fits = |settlement: Settlement| (settlement == Settlement::Loses) == wants_loss;
    let (scene, played) = found(school, chance, lay, fits)?;
    Ok(one(school, Kind::Settlement, &scene, &played))
}

/// Two to four wagers in one box, the first of which wins.
pub fn payouts(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let many = 2 + chance.below(3);
    let lay = |chance: &mut Chance, scene: &Scene| {
        let mut laid: Vec<Laid> = vec![wager(scene, chance, WagerClass::Main, 5, MOST_OTHERS)?];
        for _ in 0..8 {
            let class = if chance.once_in(3) { WagerClass::Main } else { WagerClass::Side };
            let Some(next) = wager(scene, chance, class, 1, MOST_OTHERS) else { continue };
            if laid.len() < many && laid.iter().all(|known| known.wager != next.wager) {
                laid.push(next);
            }
        }
        (laid.len() > 1).then_some(laid)
    };
    let fits = |settlement: Settlement| matches!(settlement, Settlement::Wins(_));
    let (scene, played) = found(school, chance, lay, fits)?;
    Ok(several(school, &scene, &played))
}

/// Tries tables, wagers and coups until the rows of the first wager give what fits, and plays that one. What it comes to, the table
/// says.
fn found(
    school: &School,
    chance: &mut Chance,
    lay: impl Fn(&mut Chance, &Scene) -> Option<Vec<Laid>>,
    fits: impl Fn(Settlement) -> bool,
) -> Result<(Scene, Played), Stuck> {
    let book = &school.book;
    for _ in 0..TRIES {
        let Some(scene) = chance.pick(&school.paying) else { break };
        let Some(laid) = lay(chance, scene) else { continue };
        let cards = chance.cards(6);
        let settings = &scene.table.state().settings;
        let wagers = book.wagers(&settings.method).unwrap_or_default();
        let first = wagers.iter().find(|wager| wager.id == laid[0].wager);
        let coup = DealtCoup::deal(book.tableau(), book.values(), &cards);
        let row = first.zip(coup).and_then(|(wager, coup)| wager.row(&coup.outcome));
        if !row.is_some_and(|row| fits(row.settlement)) {
            continue;
        }
        if let Some(played) = played(book, scene.clone(), laid, cards) {
            return Ok((scene.clone(), played));
        }
    }
    Err(Stuck("this book has no such wager".to_owned()))
}

/// The wagers of a class that a table offers.
pub fn offered<'b>(book: &'b Book, settings: &Settings, class: WagerClass) -> Vec<&'b Wager> {
    let options =
        book.rules.sides.offered.values().filter(|option| settings.options.contains(&option.option));
    let sides: Vec<&WagerId> = options.flat_map(|option| &option.wagers).collect();
    let wagers = book.wagers(&settings.method).unwrap_or_default().iter();
    let fits =
        |wager: &&Wager| wager.class == class && (class == WagerClass::Main || sides.contains(&&wager.id));
    wagers.filter(fits).collect()
}

/// One of them in an amount that its limits allow: a multiple of the smallest chip and of this many whole units.
pub fn wager(scene: &Scene, chance: &mut Chance, class: WagerClass, step: i64, most: i64) -> Option<Laid> {
    let (book, settings) = (scene.table.book(), &scene.table.state().settings);
    let wager = chance.pick(&offered(book, settings, class))?.id.clone();
    let limits = settings.limits_of(book, &wager);
    let chip = settings.chips.iter().copied().min()?.0.max(step * Money::UNITS);
    let least = (limits.least.0 + chip - 1) / chip * chip;
    let most = limits.most.0.min(most * Money::UNITS);
    let steps = usize::try_from((most - least).max(0) / chip).unwrap_or(0);
    let amount = Money(least + chip * i64::try_from(chance.below(steps + 1)).unwrap_or(0));
    Some(Laid { wager, amount })
}

/// Plays it; nothing if the table does not take such wagers at all.
fn played(book: &Book, mut scene: Scene, wagers: Vec<Laid>, cards: Vec<Card>) -> Option<Played> {
    let (mut laid, mut by_mistake) = (Vec::new(), Vec::new());
    let asked = wagers.len();
    for wager in wagers {
        let mut placed = scene.place(&wager);
        if placed.as_ref().is_err_and(|refusal| refusal.reason == Reason::NeedsMainWager) {
            let main = usual(book, &scene.table.state().settings)?;
            by_mistake.push(scene.place(&main).ok()?);
            laid.push(main);
            placed = scene.place(&wager);
        }
        // A patron who may not hold two of them keeps the first.
        if let Ok(mistaken) = placed {
            by_mistake.push(mistaken);
            laid.push(wager);
        } else if asked == 1 {
            return None;
        }
    }
    if asked > 1 && laid.len() < 2 {
        return None;
    }
    let mut happened = scene.deal(&cards).ok()?;
    let hands = scene.hands()?;
    let dealt = cards.len() - scene.cards_left();
    let table = scene.table.clone();
    happened.extend(scene.finish().ok()?);
    let settled = laid.iter().map(|laid| settled_of(&happened, laid)).collect::<Option<_>>()?;
    Some(Played { laid, by_mistake, cards: cards[..dealt].to_vec(), hands, table, settled })
}

fn settled_of(happened: &[Event], laid: &Laid) -> Option<(Event, Settled)> {
    happened.iter().find_map(|event| match &event.fact {
        Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) if *wager == laid.wager => {
            Some((event.clone(), result.clone()))
        }
        _ => None,
    })
}

/// A wager as it lies there.
pub fn lying(table: &Table, laid: &Laid) -> Lying {
    let wagers = table.book().wagers(&table.state().settings.method).unwrap_or_default();
    let known = wagers.iter().find(|wager| wager.id == laid.wager);
    let name = known.map_or_else(|| laid.wager.to_string(), |wager| wager.name.clone());
    Lying { wager: laid.wager.clone(), name, amount: laid.amount }
}

/// A wager as a value of a phrase.
pub fn named(table: &Table, laid: &Laid) -> Value {
    let Lying { wager, name, .. } = lying(table, laid);
    Value::Wager { id: wager, name }
}

fn shown(school: &School, played: &Played) -> Shown {
    let settings = &played.table.state().settings;
    Shown {
        hands: Some(played.hands.clone()),
        wagers: played.laid.iter().map(|laid| lying(&played.table, laid)).collect(),
        chips: settings.chips.clone(),
        method: (school.book.methods().count() > 1).then(|| settings.method.clone()),
    }
}

fn transcript(school: &School, scene: &Scene, played: &Played) -> String {
    let mut transcript = Transcript::at(&school.book, &scene.table.state().settings);
    transcript.seats_patron();
    played.laid.iter().zip(&played.by_mistake).for_each(|(laid, mistaken)| transcript.bets(laid, *mistaken));
    transcript.dealt("deal", &played.cards);
    for (event, _) in &played.settled {
        transcript.expects(&[event]);
    }
    transcript.text()
}

/// What became of one wager. Where another had to lie beside it, that one is told too.
fn one(school: &School, kind: Kind, scene: &Scene, played: &Played) -> PosedQuestion {
    let place = played.laid.len() - 1;
    let (laid, (event, result)) = (&played.laid[place], &played.settled[place]);
    let asked = Phrase::new("school-ask-wager")
        .with("patron", PATRON)
        .with("amount", laid.amount)
        .with("wager", named(&played.table, laid));
    let question = Question {
        kind,
        seed: 0,
        number: 0,
        shown: shown(school, played),
        asked,
        form: Form::Payment,
        right: Right::Payment { result: result.clone() },
        clauses: gists(&school.book, &event.cites.clauses),
        why: vec![why(played, place)],
        transcript: Some(transcript(school, scene, played)),
    };
    PosedQuestion { question, table: played.table.clone() }
}

fn why(played: &Played, place: usize) -> Phrase {
    let (laid, (_, result)) = (&played.laid[place], &played.settled[place]);
    Phrase::new("school-why-wager")
        .with("amount", laid.amount)
        .with("wager", named(&played.table, laid))
        .with("fate", settled(result))
}

/// What is paid and taken in all.
fn several(school: &School, scene: &Scene, played: &Played) -> PosedQuestion {
    let sum = |outcome: SettledAs, of: fn(&Settled) -> Money| -> Money {
        played
            .settled
            .iter()
            .filter(|(_, result)| result.outcome == outcome)
            .map(|(_, result)| of(result))
            .sum()
    };
    let paid = sum(SettledAs::Wins, |result| result.paid);
    let owed = sum(SettledAs::Wins, |result| result.owed);
    let taken = sum(SettledAs::Loses, |result| result.live);
    let question = Question {
        kind: Kind::Payouts,
        seed: 0,
        number: 0,
        shown: shown(school, played),
        asked: Phrase::new("school-ask-payout").with("patron", PATRON),
        form: Form::Payout,
        right: Right::Payout { paid, owed, taken },
        clauses: gists(&school.book, played.settled.iter().flat_map(|(event, _)| &event.cites.clauses)),
        why: (0..played.laid.len()).map(|place| why(played, place)).collect(),
        transcript: Some(transcript(school, scene, played)),
    };
    PosedQuestion { question, table: played.table.clone() }
}
