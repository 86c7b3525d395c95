//! What follows when something went wrong?

use crate::School;
use crate::chance::Chance;
use crate::kind::Kind;
use crate::next_card::with_wager;
use crate::phrase::{Phrase, Value};
use crate::question::{Form, Gist, PosedQuestion, Question, Right, Shown, gists};
use crate::scene::{Scene, Stuck};
use crate::transcript::Transcript;
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{CardFate, CoupFate, EarlierFate, Irregularity, WagersFate};
use std::fmt::Display;
use table::{Asks, Event, Fact, Matter, Report, Subject, Verdict, bets, cards, deal, trouble};

/// How many times another report is tried.
const TRIES: usize = 200;
/// How many options a question has at most.
const OPTIONS: usize = 4;

/// What the table made of it.
struct Ruling {
    verdict: Option<Verdict>,
    matter: Option<Matter>,
    happened: Vec<Event>,
}

/// One side of a ruling: what is asked, what is right, and what else there might be.
struct Aspect {
    asked: Phrase,
    right: Phrase,
    others: Vec<Phrase>,
}

/// Some cards of a coup, and something that may have gone wrong there.
pub fn ask(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    if school.book.rules.irregularities.rulings.items.is_empty() {
        return Err(Stuck("this book rules on no irregularity".to_owned()));
    }
    let (ready, laid) = with_wager(school)?;
    for _ in 0..TRIES {
        let many = [0, 2, 4, 4, 4, 4][chance.below(6)];
        let cards = chance.cards(many);
        let mut scene = ready.clone();
        if many > 0 {
            scene.deal(&cards)?;
        }
        let Some(report) = happening(&scene, chance) else { continue };
        let (hands, table) = (scene.hands(), scene.table.clone());
        let Ok(happened) = scene.report(&report) else { continue };
        let Some((when, ruled, matter)) = subject(&happened) else { continue };
        // A question says that it was so: who finds out whether it was, no clause says.
        let matter = matter.filter(|_| !table.is_against_record(&report));
        // What was ruled is what follows here and now; what somebody has yet to grant is what the book says of it.
        let ruling = Ruling { verdict: ruled.or_else(|| table.verdict(when)), matter, happened };
        let clauses = clauses(&school.book, &ruling);
        let Some(Aspect { asked, right, others }) = aspect(school, &ruling, &clauses, chance) else {
            continue;
        };
        let (options, place) = choice(right, others, chance);
        let mut transcript = Transcript::of(&school.book);
        transcript.bets(&laid, false);
        transcript.dealt("cards", &cards);
        transcript.reported(&report);
        transcript.expects(&Vec::from_iter(ruling.happened.iter().find(|event| is_ruling(event))));
        let key = if hands.is_some() { "school-ask-ruling" } else { "school-ask-ruling-before" };
        let question = Question {
            kind: Kind::Irregularities,
            seed: 0,
            number: 0,
            shown: Shown { hands, ..Shown::default() },
            asked: Phrase::new(key).with("report", reported(&report)).with("aspect", asked),
            form: Form::Choice { options },
            right: Right::Option { place },
            why: why(&ruling),
            clauses,
            transcript: Some(transcript.text()),
        };
        return Ok(PosedQuestion { question, table });
    }
    Err(Stuck("nothing to ask was found".to_owned()))
}

/// What the table took it for, and what it leaves to a person.
fn subject(happened: &[Event]) -> Option<(Irregularity, Option<Verdict>, Option<Matter>)> {
    happened.iter().find_map(|event| match &event.fact {
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => Some((verdict.when, Some(verdict.clone()), None)),
        Fact::Trouble(trouble::Fact::MatterOpened { matter }) => match &matter.about {
            Subject::Ruling { when, .. } | Subject::Silence { when, .. } => {
                Some((*when, None, Some((**matter).clone())))
            }
        },
        _ => None,
    })
}

/// Something that may have happened, most often with a card.
fn happening(scene: &Scene, chance: &mut Chance) -> Option<Report> {
    let asked = |asks: Asks| matches!(asks, Asks::Card | Asks::CardIfSeen | Asks::Nothing);
    let all = scene.table.possible_reports();
    let mut possible: Vec<_> = all.iter().filter(|possible| asked(possible.asks)).collect();
    let misdealt =
        possible.iter().copied().filter(|possible| matches!(possible.report, Report::Misdealt { .. }));
    let misdealt: Vec<_> = misdealt.collect();
    if !misdealt.is_empty() && chance.below(10) < 6 {
        possible = misdealt;
    }
    let possible = *chance.pick(&possible)?;
    let (card, seen) = (chance.card(), chance.once_in(2));
    Some(match possible.asks {
        Asks::Card => possible.report.clone().about_card(Some(card)),
        Asks::CardIfSeen => possible.report.clone().about_card(Some(card).filter(|_| seen)),
        _ => possible.report.clone(),
    })
}

/// What was reported, in words.
pub fn reported(report: &Report) -> Phrase {
    let of = |word: &str, card: Option<Card>| {
        let unseen = Value::Phrase(Phrase::new("school-card-unseen"));
        Phrase::of("school-report", word).with("card", card.map_or(unseen, Value::Card))
    };
    let happened = |word: &str| Phrase::of("happened", word);
    match report {
        Report::Misdealt { to: Some(to), card } => of("misdealt", *card).with("hand", Phrase::hand(*to)),
        Report::Misdealt { to: None, card } => of("in-excess", *card),
        Report::FaceUp { card } => of("face-up", Some(*card)),
        Report::WronglyBurnt { card } => of("wrongly-burnt", *card),
        Report::Foreign { card: None } => happened("foreign"),
        Report::Foreign { card } => of("foreign", *card),
        Report::OutOfSequence { .. } => happened("out-of-sequence"),
        Report::Claimed { .. } => happened("claimed"),
        Report::SettledShort => happened("settled-short"),
        Report::ThirdCardForgotten => happened("third-card-forgotten"),
        Report::SettledBy { .. } => happened("settled-by"),
        Report::Earlier { .. } => happened("earlier"),
        Report::LimitsBroken { .. } => happened("limits-broken"),
        Report::PassedTo { .. } => happened("wrong-recipient"),
        Report::Miskeyed { .. } => happened("card-miskeyed"),
        Report::WagerMiskeyed { .. } => happened("wager-miskeyed"),
        Report::WagerFound { .. } => happened("wager-found"),
        Report::WagerInvalid { .. } => happened("wager-invalid"),
        Report::WagerAccepted { .. } => happened("wager-accepted"),
        Report::WronglyPaid { .. } => happened("wrong-payment"),
        Report::Exposed { .. } => happened("card-exposed"),
        Report::Found { irregularity, .. } => Phrase::of("happened", irregularity),
    }
}

fn all_of<T: Display>(set: &str, all: impl IntoIterator<Item = T>) -> Vec<Phrase> {
    all.into_iter().map(|word| Phrase::of(set, word)).collect()
}

fn role(role: Role) -> Phrase {
    Phrase::of("role", role)
}

/// That the book leaves it to a person.
fn silence(who: Role) -> Phrase {
    Phrase::new("school-silence").with("role", role(who))
}

/// One side of the ruling.
fn aspect(school: &School, ruling: &Ruling, clauses: &[Gist], chance: &mut Chance) -> Option<Aspect> {
    let coups = || all_of("school-coup", CoupFate::ALL);
    let Some(verdict) = &ruling.verdict else {
        let right = silence(ruling.matter.as_ref()?.decides);
        return Some(Aspect { asked: Phrase::new("school-of-coup"), right, others: coups() });
    };
    let mut sides: Vec<Aspect> = Vec::new();
    let mut side = |asked: &str, right: Option<Phrase>, others: Vec<Phrase>| {
        sides.extend(right.map(|right| Aspect { asked: Phrase::new(asked), right, others }));
    };
    let card = verdict.card.map(|fate| Phrase::of("school-card", fate));
    side("school-of-card", card, all_of("school-card", CardFate::ALL));
    let wagers = wagers(ruling, verdict).map(|fate| Phrase::of("school-wagers", fate));
    let known = WagersFate::ALL.iter().filter(|fate| **fate != WagersFate::MayBeWithdrawnWhileUnseen);
    side("school-of-wagers", wagers, all_of("school-wagers", known));
    let coup = verdict.coup.map(|fate| Phrase::of("school-coup", fate));
    side("school-of-coup", coup, coups().into_iter().chain([silence(Role::Supervisor)]).collect());
    let earlier = verdict.earlier.map(|fate| Phrase::of("school-earlier", fate));
    side("school-of-earlier", earlier, all_of("school-earlier", EarlierFate::ALL));
    let roles = [Role::Dealer, Role::Supervisor, Role::Operator, Role::Inspector].map(role).to_vec();
    side("school-of-decider", ruling.matter.as_ref().map(|matter| role(matter.decides)), roles);
    side("school-of-clause", chance.pick(clauses).map(clause), other_clauses(&school.book, clauses));
    let nth = chance.below(sides.len());
    sides.into_iter().nth(nth)
}

fn clause(gist: &Gist) -> Phrase {
    Phrase::new("school-clause").with("number", gist.clause.as_str()).with("gist", gist.gist.as_str())
}

/// Clauses on other irregularities.
fn other_clauses(book: &Book, cited: &[Gist]) -> Vec<Phrase> {
    let rulings = &book.rules.irregularities.rulings.items;
    let numbers: Vec<&ClauseNumber> = rulings.iter().flat_map(|ruling| ruling.basis.clauses()).collect();
    let others =
        gists(book, numbers).into_iter().filter(|gist| cited.iter().all(|known| known.clause != gist.clause));
    others.map(|gist| clause(&gist)).collect()
}

/// What becomes of the wagers here: where they may be withdrawn only while cards are unseen, it turns on whether these were. Nothing while
/// somebody has yet to decide it.
fn wagers(ruling: &Ruling, verdict: &Verdict) -> Option<WagersFate> {
    let waits = |event: &Event| matches!(event.fact, Fact::Trouble(trouble::Fact::WindowOpened { .. }));
    match verdict.wagers? {
        WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen if ruling.matter.is_some() => None,
        WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen => {
            Some(match ruling.happened.iter().any(waits) {
                true => WagersFate::MayBeWithdrawn,
                false => WagersFate::Stand,
            })
        }
        other => Some(other),
    }
}

/// The right answer among up to three wrong ones, in an order of chance.
fn choice(right: Phrase, others: Vec<Phrase>, chance: &mut Chance) -> (Vec<Phrase>, usize) {
    let wrong = others.into_iter().filter(|words| *words != right).collect();
    let mut taken = chance.shuffled(wrong);
    taken.truncate(OPTIONS - 1);
    taken.push(right.clone());
    let options = chance.shuffled(taken);
    let place = options.iter().position(|option| *option == right).unwrap_or(0);
    (options, place)
}

/// The whole ruling, side by side.
fn why(ruling: &Ruling) -> Vec<Phrase> {
    let mut all = Vec::new();
    let mut say = |of: &str, words: Option<Phrase>| {
        all.extend(words.map(|words| Phrase::of("school-why", of).with("words", words)));
    };
    if let Some(verdict) = &ruling.verdict {
        say("card", verdict.card.map(|fate| Phrase::of("school-card", fate)));
        say("wagers", wagers(ruling, verdict).map(|fate| Phrase::of("school-wagers", fate)));
        say("coup", verdict.coup.map(|fate| Phrase::of("school-coup", fate)));
        say("earlier", verdict.earlier.map(|fate| Phrase::of("school-earlier", fate)));
    }
    match (&ruling.matter, &ruling.verdict) {
        (Some(matter), Some(_)) => say("decider", Some(role(matter.decides))),
        (Some(matter), None) => all.push(silence(matter.decides)),
        _ => {}
    }
    all
}

fn is_ruling(event: &Event) -> bool {
    let Fact::Trouble(fact) = &event.fact else { return false };
    matches!(fact, trouble::Fact::Ruled { .. } | trouble::Fact::MatterOpened { .. })
}

fn rules(event: &Event) -> bool {
    use trouble::Fact::{CoupReconstructed, CoupVoided, MatterOpened, Ruled, WindowOpened};
    match &event.fact {
        Fact::Trouble(fact) => matches!(
            fact,
            Ruled { .. }
                | MatterOpened { .. }
                | CoupReconstructed { .. }
                | CoupVoided { .. }
                | WindowOpened { .. }
        ),
        Fact::Deal(fact) => matches!(
            fact,
            deal::Fact::CardCarried { .. } | deal::Fact::CardDealt { .. } | deal::Fact::CardSetAside { .. }
        ),
        Fact::Bets(fact) => {
            matches!(fact, bets::Fact::NoBetDirected { .. } | bets::Fact::WagerReturned { .. })
        }
        Fact::Cards(fact) => matches!(fact, cards::Fact::ShuffleDue | cards::Fact::ShuffleOrdered),
        _ => false,
    }
}

fn clauses(book: &Book, ruling: &Ruling) -> Vec<Gist> {
    ruled_under(book, &ruling.happened)
}

/// The clauses of a ruling, by what follows it.
pub fn ruled_under(book: &Book, happened: &[Event]) -> Vec<Gist> {
    let ruled = happened.iter().filter(|event| rules(event));
    gists(book, ruled.flat_map(|event| &event.cites.clauses))
}
