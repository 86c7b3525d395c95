//! Ten thousand questions of each kind, over all published books, held against what [`Table::decide`] does at the table of which
//! they were asked: what is right it takes, what is wrong it refuses, and what it pays is what the question says.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::WagersFate;
use baccarat::shelf;
use rayon::prelude::*;
use school::scene::act_for;
use school::{Form, Kind, Phrase, PosedQuestion, Right, School, Value};
use std::sync::Arc;
use table::driver::{CardSource, Drawn, Driver, Next, staff};
use table::state::Phase;
use table::transcript::run;
use table::{
    Act, Actor, Command, Due, Event, Fact, Report, SettledAs, Subject, Table, Time, cards, deal, pay, trouble,
};

/// Questions of each kind, over all books that teach it.
const QUESTIONS: u32 = 10_000;
/// Questions of each kind in every variant.
const OF_VARIANTS: u32 = 500;
/// Of these so many are played again as transcripts, from the first card of a new shoe on.
const TRANSCRIPTS: u32 = 250;

fn schools() -> Vec<School> {
    let books = shelf::ids().into_iter().map(|id| Book::read(shelf::text(id).unwrap()).unwrap());
    books.map(|book| School::new(Arc::new(book))).collect()
}

/// Schools of the variants that houses may play.
fn variants() -> Vec<School> {
    let books = [
        include_str!("../../../books/examples/canberra-dragon-7.toml"),
        include_str!("../../../books/examples/side-bets.toml"),
        include_str!("../../../books/examples/sydney-lucky-6.toml"),
    ];
    books.map(|text| School::new(Arc::new(Book::read(text).unwrap()))).into()
}

/// Proves the questions of a kind in every book that teaches it, and in the variants.
fn prove(kind: Kind, proof: impl Fn(&School, &PosedQuestion) + Sync) {
    let teaches = |school: &School| school.kinds().contains(&kind);
    let published: Vec<School> = schools().into_iter().filter(teaches).collect();
    assert!(!published.is_empty(), "no book teaches {kind}");
    let many = QUESTIONS.div_ceil(u32::try_from(published.len()).unwrap());
    let variants: Vec<School> = variants().into_iter().filter(teaches).collect();
    let schools = published
        .iter()
        .map(|school| (school, many))
        .chain(variants.iter().map(|school| (school, OF_VARIANTS)));
    for (school, many) in schools {
        (0..many).into_par_iter().for_each(|number| {
            let asked = school.question(kind, 1, number).unwrap_or_else(|_| panic!("{kind} {number}"));
            check_form(&asked);
            proof(school, &asked);
            if number < TRANSCRIPTS {
                check_transcript(school, &asked);
            }
        });
    }
}

/// The right answer is one that can be given, and every other is wrong.
fn check_form(PosedQuestion { question, .. }: &PosedQuestion) {
    assert!(question.is_right(&question.key()), "{question:?}");
    assert!(!question.is_right("no answer"), "{question:?}");
    match (&question.form, &question.right) {
        (Form::Choice { options }, Right::Option { place }) => {
            assert!(options.len() > 1 && *place < options.len(), "{question:?}");
            for (nth, option) in options.iter().enumerate() {
                assert_eq!(options.iter().filter(|other| *other == option).count(), 1, "{question:?}");
                let letter = school::letter(nth).to_string();
                assert_eq!(question.is_right(&letter), nth == *place, "{question:?}");
            }
        }
        (Form::Number { least, most }, Right::Number { number }) => {
            assert!((least..=most).contains(&number), "{question:?}");
            assert!(!question.is_right(&(number + 1).to_string()), "{question:?}");
        }
        (Form::Payment, Right::Payment { .. }) | (Form::Payout, Right::Payout { .. }) => {
            assert!(!question.is_right("123456.25"), "{question:?}");
        }
        _ => panic!("{question:?}"),
    }
}

fn check_transcript(school: &School, PosedQuestion { question, .. }: &PosedQuestion) {
    let Some(transcript) = &question.transcript else { return };
    let book = school.book();
    let report = run(transcript, |id| Some(book.clone()).filter(|book| book.id == id));
    assert!(report.failures.is_empty(), "{:?} in\n{transcript}", report.failures);
    assert!(report.expectations > 0, "{transcript}");
}

fn decides(table: &Table, act: impl Into<Act>, by: Actor) -> Option<Vec<Event>> {
    table.decide(&Command::one(act, by, Time(0))).ok().map(|decided| decided.events)
}

fn dealer() -> Actor {
    staff(Role::Dealer)
}

fn place(asked: &PosedQuestion) -> usize {
    match asked.question.right {
        Right::Option { place } => place,
        _ => panic!("{:?}", asked.question),
    }
}

fn number(asked: &PosedQuestion) -> i64 {
    match asked.question.right {
        Right::Number { number } => number,
        _ => panic!("{:?}", asked.question),
    }
}

/// Goes on with these cards to the end of the coup, by the automatic hand.
fn played(table: &Table, cards: &[Card]) -> (Table, Vec<Event>) {
    struct Cards(Vec<Card>);
    impl CardSource for Cards {
        fn draw(&mut self) -> Option<Drawn> {
            (!self.0.is_empty()).then(|| Drawn::Card(self.0.remove(0)))
        }
        fn cut_at(&mut self, within: std::ops::RangeInclusive<u16>) -> u16 {
            *within.start()
        }
    }
    let (mut table, mut cards, mut driver, mut happened) =
        (table.clone(), Cards(cards.to_vec()), Driver::new(), Vec::new());
    while matches!(table.state().phase, Phase::Coup(_)) {
        let Next::Ask(act, by) = driver.next(&table, &mut cards, Time(0)) else { break };
        let events = decides(&table, act, by).expect("what is due is taken");
        events.iter().for_each(|event| table.apply(event));
        happened.extend(events);
    }
    (table, happened)
}

/// The table takes a card where the answer says, and nowhere else.
#[test]
fn next_cards_are_those_that_the_table_takes() {
    prove(Kind::NextCard, |school, asked| {
        let card = Card::all().next();
        let takes = |to| decides(&asked.table, deal::Act::DealCard { to, card }, dealer()).is_some();
        let right = place(asked);
        assert_eq!(
            (takes(Side::Player), takes(Side::Banker)),
            (right == 0, right == 1),
            "{:?}",
            asked.question
        );
        // The chart says the same when it is read by itself.
        let hands = asked.question.shown.hands.clone().unwrap();
        let [player, banker] = hands.map(|cards| cards.into_iter().collect::<Option<Vec<Card>>>().unwrap());
        assert_eq!(right, charted(school.book(), &player, &banker), "{player:?} {banker:?}");
    });
}

fn charted(book: &Book, player: &[Card], banker: &[Card]) -> usize {
    let count = |cards: &[Card]| book.values().point_count(&cards[..2]);
    let (chart, counts) = (book.tableau(), (count(player), count(banker)));
    let third = player.get(2).map(|card| book.values().of(card.rank));
    match chart.is_open(counts.0, counts.1) {
        true if third.is_none() && chart.player_draws(counts.0, counts.1) => 0,
        true if banker.len() == 2 && chart.banker_draws(counts.0, counts.1, third) => 1,
        _ => 2,
    }
}

/// The result stands in the table's own score, and the cards add up to it.
#[test]
fn totals_are_those_of_the_table() {
    prove(Kind::Totals, |school, asked| {
        let (table, _) = played(&asked.table, &[]);
        let score = table.state().results.last().expect("a coup was decided");
        let hands = asked.question.shown.hands.clone().unwrap();
        let [player, banker] = hands.map(|cards| {
            let cards: Vec<Card> = cards.into_iter().flatten().collect();
            i64::from(
                cards.iter().map(|card| u32::from(school.book().values().of(card.rank))).sum::<u32>() % 10,
            )
        });
        match &asked.question.right {
            Right::Number { number } => {
                let banks =
                    asked.question.asked.values.contains(&("hand", Phrase::hand(Side::Banker).into()));
                assert_eq!(*number, if banks { banker } else { player }, "{:?}", asked.question);
            }
            _ => {
                let wanted = match player.cmp(&banker) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 2,
                };
                assert_eq!(place(asked), wanted, "{:?}", asked.question);
                let named = format!("{:?}", score.winner).to_lowercase();
                assert_eq!(named, ["player", "banker", "tie"][wanted]);
            }
        }
    });
}

/// What the table pays when it is asked to settle.
fn settled(asked: &PosedQuestion) -> Vec<(baccarat::wager::WagerId, table::Settled)> {
    // Wagers settled before third cards stand in the coup already.
    let early = asked
        .table
        .state()
        .settled
        .iter()
        .map(|settled| (settled.stake.wager.clone(), settled.result.clone()));
    let (_, happened) = played(&asked.table, &[]);
    let later = happened.into_iter().filter_map(|event| match event.fact {
        Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) => Some((wager, result)),
        _ => None,
    });
    early.chain(later).collect()
}

fn check_payment(_: &School, asked: &PosedQuestion) {
    let wager = &asked.question.shown.wagers.last().expect("a wager").wager;
    let all = settled(asked);
    let (_, result) = all.iter().find(|(settled, _)| settled == wager).expect("it was settled");
    let Right::Payment { result: said } = &asked.question.right else { panic!("no payment") };
    // A table does not keep the chips of what it has settled before third cards.
    let bare = |result: &table::Settled| table::Settled { chips: Vec::new(), ..result.clone() };
    assert_eq!(bare(said), bare(result), "{:?}", asked.question);
    let result = said;
    // The chips in which it is paid say the same.
    if result.outcome == SettledAs::Wins && !result.chips.is_empty() {
        let chips: Vec<String> = result.chips.iter().map(|(chip, count)| format!("{count}x{chip}")).collect();
        let owed = if result.owed.0 > 0 { format!(" owed {}", result.owed) } else { String::new() };
        let back = if result.returned.0 > 0 { format!(" back {}", result.returned) } else { String::new() };
        assert!(asked.question.is_right(&format!("{}{owed}{back}", chips.join(" "))), "{:?}", asked.question);
    }
}

#[test]
fn commission_is_what_the_table_keeps() {
    prove(Kind::Commission, check_payment);
}

#[test]
fn settlements_are_those_of_the_table() {
    prove(Kind::Settlement, check_payment);
}

#[test]
fn payouts_are_the_sum_of_what_the_table_settles() {
    prove(Kind::Payouts, |_, asked| {
        let all = settled(asked);
        assert_eq!(all.len(), asked.question.shown.wagers.len(), "{:?}", asked.question);
        let sum = |outcome, of: fn(&table::Settled) -> i64| {
            all.iter()
                .filter(|(_, result)| result.outcome == outcome)
                .map(|(_, result)| of(result))
                .sum::<i64>()
        };
        let paid = sum(SettledAs::Wins, |result| result.paid.0);
        let taken = sum(SettledAs::Loses, |result| result.live.0);
        let owed = sum(SettledAs::Wins, |result| result.owed.0);
        let Right::Payout { paid: said, owed: left, taken: took } = asked.question.right else {
            panic!("no sums")
        };
        assert_eq!((said.0, left.0, took.0), (paid, owed, taken), "{:?}", asked.question);
        // What is handed over in chips is right too, and nothing else.
        let handed = said - left;
        assert!(asked.question.is_right(&format!("{handed} take {took}")), "{:?}", asked.question);
        let more = said + asked.question.shown.chips[0];
        assert!(!asked.question.is_right(&format!("{more} take {took}")), "{:?}", asked.question);
    });
}

/// The table settles before third cards where the answer says so, refuses to where it does not.
#[test]
fn early_settlements_are_those_that_the_table_takes() {
    prove(Kind::EarlyPairs, |_, asked| {
        let wager = &asked.question.shown.wagers[0].wager;
        let settled = decides(&asked.table, pay::Act::Settle, dealer()).and_then(|events| {
            events.into_iter().find_map(|event| match event.fact {
                Fact::Pay(pay::Fact::WagerSettled { wager: of, result, .. }) if of == *wager => {
                    Some(result.outcome)
                }
                _ => None,
            })
        });
        let wanted = [Some(SettledAs::Wins), Some(SettledAs::Loses), None][place(asked)];
        assert_eq!(settled, wanted, "{:?}", asked.question);
    });
}

/// The due that a phrase stands for, as far as it is an option.
fn due_of(phrase: &Phrase) -> Due {
    let value = |name: &str| phrase.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
    let side = || match value("hand") {
        Some(Value::Phrase(hand)) if *hand == Phrase::hand(Side::Player) => Side::Player,
        _ => Side::Banker,
    };
    let name = || match value("patron") {
        Some(Value::Text(name)) => name.as_str().into(),
        _ => panic!("{phrase:?}"),
    };
    match phrase.key.strip_prefix("next-").expect("a due") {
        "check" => Due::Check,
        "shuffle" => Due::Shuffle,
        "replace-cards" => Due::ReplaceCards,
        "offer-cut" => Due::OfferCut { to: Some(name()) },
        "offer-cut-nobody" => Due::OfferCut { to: None },
        "cut-nobody" => Due::Cut { by: None },
        "insert-cutting-card" => Due::InsertCuttingCard,
        "load" => Due::Load,
        "burn" => Due::Burn,
        "burn-rest" => match value("cards") {
            Some(Value::Number(cards)) => Due::BurnRest { cards: u8::try_from(*cards).unwrap() },
            _ => panic!("{phrase:?}"),
        },
        "start-play" => Due::StartPlay,
        "offer-role" => Due::OfferRole { to: name() },
        "open-betting" => Due::OpenBetting,
        "call" => {
            let Some(Value::Phrase(words)) = value("words") else { panic!("{phrase:?}") };
            let all = baccarat::rules::people::CallWords::ALL;
            let words = all.iter().find(|known| words.key == format!("call-{known}")).expect("a call");
            Due::Call { words: *words }
        }
        "first-card" => Due::FirstCard,
        "card" => Due::Card { to: side() },
        "offer-hand" => Due::OfferHand { side: side(), to: Some(name()) },
        "offer-hand-nobody" => Due::OfferHand { side: side(), to: None },
        "expose-nobody" => Due::Expose { side: side(), by: None },
        "collect-hand" => Due::CollectHand { side: side() },
        "settle" => Due::Settle,
        "collect-cards" => Due::CollectCards,
        "prepare" => {
            let Some(Value::Phrase(step)) = value("step") else { panic!("{phrase:?}") };
            let all = baccarat::rules::cards::Preparation::ALL;
            let step = all.iter().find(|known| step.key == format!("step-{known}")).expect("a step");
            Due::Prepare { step: *step }
        }
        other => panic!("{other}"),
    }
}

/// The table takes the right option and refuses every other.
fn check_due(asked: &PosedQuestion) {
    let Form::Choice { options } = &asked.question.form else { panic!("no options") };
    for (nth, option) in options.iter().enumerate() {
        let act = act_for(&asked.table, &due_of(option));
        let taken = act.is_some_and(|(act, by)| decides(&asked.table, act, by).is_some());
        assert_eq!(taken, nth == place(asked), "{option:?} in {:?}", asked.question);
    }
}

#[test]
fn calls_are_those_that_the_table_takes() {
    prove(Kind::Calls, |_, asked| check_due(asked));
}

/// What a phrase holds under a name.
fn value<'p>(phrase: &'p Phrase, name: &str) -> &'p Value {
    phrase
        .values
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
        .unwrap_or_else(|| panic!("{phrase:?}"))
}

fn phrase<'p>(of: &'p Phrase, name: &str) -> &'p Phrase {
    match value(of, name) {
        Value::Phrase(phrase) => phrase,
        other => panic!("{other:?}"),
    }
}

/// The report of which a question is asked, found among all that the table would take.
fn report_of(asked: &PosedQuestion) -> Report {
    let words = phrase(&asked.question.asked, "report");
    let card = words.values.iter().find_map(|(_, value)| match value {
        Value::Card(card) => Some(*card),
        _ => None,
    });
    let possible = asked.table.possible_reports().into_iter();
    let all = possible.flat_map(|possible| [possible.report.clone(), possible.report.about_card(card)]);
    all.into_iter().find(|report| school::reported(report) == *words).unwrap_or_else(|| panic!("{words:?}"))
}

/// The dealer's report is put to the table, and what the table decides is what the question says.
#[test]
fn rulings_are_those_of_the_table() {
    prove(Kind::Irregularities, |_, asked| {
        let question = &asked.question;
        let report = trouble::Act::Report { report: report_of(asked) };
        let events = decides(&asked.table, report, dealer()).unwrap_or_else(|| panic!("{question:?}"));
        let ruled = events.iter().find_map(|event| match &event.fact {
            Fact::Trouble(trouble::Fact::Ruled { verdict }) => Some(verdict.clone()),
            _ => None,
        });
        let matter = events.iter().find_map(|event| match &event.fact {
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) => Some((**matter).clone()),
            _ => None,
        });
        // What a person has yet to grant is what the book rules on it, if it does.
        let verdict = ruled.or_else(|| match &matter.as_ref()?.about {
            Subject::Ruling { when, .. } => asked.table.verdict(*when),
            Subject::Silence { .. } => None,
        });
        let Form::Choice { options } = &question.form else { panic!("no options") };
        let right = &options[place(asked)];
        let word = |set: &str, fate: Option<String>| fate.map(|fate| format!("{set}-{fate}"));
        let opened = events
            .iter()
            .any(|event| matches!(event.fact, Fact::Trouble(trouble::Fact::WindowOpened { .. })));
        let expected = match phrase(&question.asked, "aspect").key.as_str() {
            "school-of-card" => {
                word("school-card", verdict.and_then(|verdict| verdict.card).map(|fate| fate.to_string()))
            }
            "school-of-wagers" => word(
                "school-wagers",
                verdict.and_then(|verdict| verdict.wagers).map(|fate| match fate {
                    WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen if opened => {
                        "may-be-withdrawn".to_owned()
                    }
                    WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen => {
                        WagersFate::Stand.to_string()
                    }
                    other => other.to_string(),
                }),
            ),
            "school-of-coup" => match verdict.and_then(|verdict| verdict.coup) {
                Some(fate) => word("school-coup", Some(fate.to_string())),
                None => Some("school-silence".to_owned()),
            },
            "school-of-earlier" => word(
                "school-earlier",
                verdict.and_then(|verdict| verdict.earlier).map(|fate| fate.to_string()),
            ),
            "school-of-decider" => matter.as_ref().map(|matter| format!("role-{}", matter.decides)),
            "school-of-clause" => {
                let Value::Text(number) = value(right, "number") else { panic!("{right:?}") };
                let cites =
                    |event: &Event| event.cites.clauses.iter().any(|clause| clause.as_str() == number);
                assert!(events.iter().any(cites), "{question:?}");
                for other in options.iter().filter(|other| *other != right) {
                    let Value::Text(number) = value(other, "number") else { panic!("{other:?}") };
                    let ruling = |event: &&Event| {
                        matches!(
                            event.fact,
                            Fact::Trouble(trouble::Fact::Ruled { .. } | trouble::Fact::MatterOpened { .. })
                        )
                    };
                    let wrong =
                        |event: &Event| event.cites.clauses.iter().any(|clause| clause.as_str() == number);
                    assert!(!events.iter().filter(ruling).any(wrong), "{other:?} in {question:?}");
                }
                Some(right.key.clone())
            }
            other => panic!("{other}"),
        };
        assert_eq!(Some(&right.key), expected.as_ref(), "{question:?}");
        if right.key == "school-silence" {
            let decides = matter.expect("somebody decides").decides;
            assert_eq!(phrase(right, "role").key, format!("role-{decides}"), "{question:?}");
        }
    });
}

#[test]
fn shuffle_cut_burn_and_last_coup_are_those_of_the_table() {
    prove(Kind::Shoe, |_, asked| match asked.question.asked.key.as_str() {
        "school-ask-preparing" => check_due(asked),
        "school-ask-cut" => check_least(asked, |at| cards::Act::Cut { at }.into()),
        "school-ask-from-back" => {
            let insert = |from_back| cards::Act::InsertCuttingCard { from_back, counted: false };
            check_least(asked, |from_back| insert(from_back).into())
        }
        "school-ask-burn" => {
            let (_, Value::Card(card)) = &asked.question.asked.values[0] else { panic!("no card") };
            let events = decides(&asked.table, cards::Act::BurnCard { card: Some(*card) }, dealer());
            let owed = events.expect("it is burnt").into_iter().find_map(|event| match event.fact {
                Fact::Cards(cards::Fact::CardBurnt { owed, .. }) => Some(i64::from(owed)),
                _ => None,
            });
            assert_eq!(owed, Some(number(asked)), "{:?}", asked.question);
        }
        _ => check_last(asked),
    });
}

/// The table takes the least number and refuses the one below it, from somebody who may.
fn check_least(asked: &PosedQuestion, act: impl Fn(u16) -> Act) {
    let least = u16::try_from(number(asked)).unwrap();
    let ann = Actor { name: school::scene::PATRON.into(), role: Role::Player };
    let mut tables = vec![asked.table.clone()];
    // The cut may have to be offered first.
    if let Some((offer, by)) = act_for(&asked.table, &asked.table.due())
        && let Some(events) = decides(&asked.table, offer, by)
    {
        let mut offered = asked.table.clone();
        events.iter().for_each(|event| offered.apply(event));
        tables.push(offered);
    }
    let takes = |at: u16| {
        let people = [dealer(), staff(Role::Supervisor), ann.clone()];
        tables.iter().any(|table| people.iter().any(|by| decides(table, act(at), by.clone()).is_some()))
    };
    assert!(takes(least), "{:?}", asked.question);
    assert!(!takes(least - 1), "{:?}", asked.question);
}

/// Coups are dealt until the shuffle is due.
fn check_last(asked: &PosedQuestion) {
    let (table, _) = played(&asked.table, &[]);
    let left = match table.state().phase {
        Phase::Preparing(_) => 0,
        _ => i64::from(table.state().shoe.coups_left.expect("the cutting card is out")),
    };
    assert_eq!(left, number(asked), "{:?}", asked.question);
}

#[test]
fn a_seed_asks_the_same_questions_again_and_another_asks_others() {
    for (once, again) in schools().iter().zip(&schools()) {
        for kind in once.kinds() {
            let asked = |school: &School, seed: u64| -> Vec<school::Question> {
                (1..=6).map(|number| school.question(*kind, seed, number).unwrap().question).collect()
            };
            assert_eq!(asked(once, 5), asked(again, 5), "{kind}");
            let bare = |seed: u64| -> Vec<(Phrase, school::Shown)> {
                asked(once, seed).into_iter().map(|question| (question.asked, question.shown)).collect()
            };
            assert_ne!(bare(5), bare(6), "{kind}");
        }
    }
}

#[test]
fn every_kind_is_taught_by_some_book_and_a_book_teaches_what_it_speaks_of() {
    let taught: Vec<(String, Vec<&str>)> = schools()
        .iter()
        .map(|school| (school.book().id.clone(), school.kinds().iter().map(|kind| kind.word()).collect()))
        .collect();
    for (book, kinds) in &taught {
        for kind in ["next-card", "totals", "settlement", "payouts", "calls", "shoe"] {
            assert!(kinds.contains(&kind), "{book} {kinds:?}");
        }
        assert_eq!(kinds.contains(&"irregularities"), book != "qld", "Queensland's amendment rules on none");
    }
    for kind in Kind::ALL {
        assert!(taught.iter().any(|(_, kinds)| kinds.contains(&kind.word())), "{kind}: {taught:?}");
    }
}
