//! One dealer alone, with every report that a dealer can bring at every moment of a coup: once a card is seen, no patron ends up with other money
//! than lawful play of the same cards gives.
//!
//! Patrons work with the dealer: whatever a ruling lets them take back, they take back. What takes two people, and what waits for somebody's decision,
//! is no longer the dealer's alone.

use baccarat::book::Book;
use baccarat::chips::Money;
use people::two_person::DualControl;
use std::sync::Arc;
use table::state::Phase;
use table::transcript::Session;
use table::{Due, Event, Fact, deal};

/// Tables, each by the first lines of a transcript.
const TABLES: &[&str] = &[
    "book act",
    "book act\nsetting faces down",
    "book nz",
    "book nz\nsetting faces down",
    "book qld",
    "book nsw",
    "book nsw\nsetting faces down",
    "book nsw\nsetting scanning yes\nsetting display yes",
    "book nsw\nsetting device shuffling-device",
    "book nsw\nsetting dealing B",
    "book act, non-commission method\nsetting options perfect-pairs\nsetting option-limits perfect-pairs 5 to 100",
];

/// One pair of attempts in so many is tried at each moment.
const SAMPLED: usize = 97;

const WAGERS: &[&str] =
    &["wager ann box 1 player 100", "wager bob box 2 banker 100", "wager cat box 3 tie 20"];

/// Coups, card by card: a natural, both stand, the banker alone draws, the player alone draws, both draw, a tie.
const COUPS: &[&[&str]] = &[
    &["2H", "9D", "KC", "KS"],
    &["4H", "7D", "2C", "KS"],
    &["4H", "3D", "2C", "KS", "5H"],
    &["2H", "7D", "KC", "KS", "9C"],
    &["2H", "3D", "KC", "KS", "4C", "6D"],
    &["6H", "6D", "KC", "KS"],
];

/// What a dealer can say has happened; `N` is the card that lies next in the shoe, which the dealer may have seen.
const ATTEMPTS: &[&str] = &[
    "dealer misdeals N to player",
    "dealer misdeals N to banker",
    "dealer misdeals down to player",
    "dealer misdeals down to banker",
    "dealer draws N in excess",
    "dealer draws down in excess",
    "dealer finds N face up",
    "dealer finds N wrongly burnt",
    "dealer finds card wrongly burnt",
    "dealer finds foreign card",
    "dealer finds foreign card N",
    "dealer reports order TURNED",
    "dealer establishes order TURNED",
    "dealer reports order SWAPPED",
    "dealer reports coup 1",
    "dealer reports limits broken in coup 1",
    "dealer reports third card forgotten",
    "dealer reports FIRST was 5S in coup 1",
    "dealer reports cannot be reconstructed because they fell",
    "dealer reports shoe ran out",
    "dealer reports burn forgotten",
    "dealer reports cut missed",
    "dealer reports shuffle missed",
    "dealer reports order revealed because somebody looked",
    "dealer reports cards dropped",
    "dealer reports card missing",
    "dealer reports scanner differs",
    "dealer reports display differs",
    "dealer reports wrong recipient cat",
    "dealer reports delivered without wager to cat",
    "dealer reports wrong method",
    "dealer reports dealt too early because it was too soon",
    "dealer reports misfaced cards feared because one was",
    "dealer reports device failed",
    "dealer reports ann for touching-wagers because they did",
    "dealer reports bob box 2 banker 30 accepted",
    "dealer finds ann box 1 player outside",
    "dealer finds bob box 2 banker not flat",
    "dealer finds bob box 2 banker on another",
    "dealer finds cat box 3 tie misplaced",
    "dealer finds wager ann box 1 banker 50 placed late",
    "dealer finds wager ann box 1 banker 50 in tokens placed late",
    "dealer finds cash ann box 1 player 100",
    "dealer scales for differential",
    "dealer scales box 1 player",
    "dealer refuses ann box 1 player because it came late",
    "dealer draws cutting card",
    "ann leaves",
    "bob leaves",
    "dealer settles",
    "dealer collects cards",
    "dealer resumes coup",
    "dealer opens dispute for ann because it was unfair",
    "dealer decides matter 1 granted because it is so",
    "dealer decides dispute 1 upheld paying 50 because it is so",
    "dealer invalidates coup fraud by ann affecting the outcome because it is so",
    "dealer directs no-bet coup consent",
    "dealer makes change method even-money",
    "dealer approves relief",
];

/// A table played line by line.
#[derive(Clone)]
struct Play {
    session: Session,
}

impl Play {
    fn at(head: &str, book: &Arc<Book>) -> Play {
        let session =
            Session::open(head, book.clone()).unwrap_or_else(|stopped| panic!("{head}: {stopped:?}"));
        Play { session }
    }

    fn try_line(&mut self, line: &str) -> Result<Vec<Event>, String> {
        let outlook = self.session.decide(line, None).map_err(|stopped| format!("{line}: {stopped:?}"))?;
        self.session.apply(outlook.events.clone(), &outlook.says, None);
        Ok(outlook.events)
    }

    fn line(&mut self, line: &str) {
        self.try_line(line).unwrap_or_else(|stopped| panic!("{stopped}"));
    }

    /// What every patron has, and what lies of theirs.
    fn money(&self) -> Vec<(String, Money)> {
        let state = self.session.table().unwrap().state();
        let lies = |name: &table::Name| -> i64 {
            state.stakes.iter().filter(|stake| stake.patron == *name).map(|stake| stake.amount.0).sum()
        };
        let all = state.patrons.iter();
        all.map(|(name, patron)| (name.to_string(), Money(patron.chips.0 + lies(name)))).collect()
    }

    fn waits_for_somebody(&self) -> bool {
        matches!(
            self.session.table().unwrap().due_at(self.session.now()),
            Due::Decide { .. } | Due::SayOfDevice { .. } | Due::AfterDevice { .. }
        )
    }

    /// Deals what is left of the coup and settles it.
    fn finish(&mut self, rest: &[&str]) -> Result<(), String> {
        if !rest.is_empty() {
            self.try_line(&format!("cards {}", rest.join(" ")))?;
        }
        self.try_line("finish").map(drop)
    }
}

/// Has this card left the shoe, to a hand or anywhere else?
fn left_the_shoe(events: &[Event], card: &str) -> bool {
    events.iter().any(|event| match &event.fact {
        Fact::Deal(
            deal::Fact::CardDealt { card: out, .. }
            | deal::Fact::CardCarried { card: out, .. }
            | deal::Fact::CardSetAside { card: out },
        ) => out.is_none_or(|out| out.to_string() == card),
        _ => false,
    })
}

/// A moment of a coup: where, with which cards, how many of them are out, and whether the coup is over.
struct Moment<'t> {
    head: &'t str,
    book: Arc<Book>,
    coup: &'t [&'t str],
    dealt: usize,
    over: bool,
}

impl Moment<'_> {
    fn begin(&self) -> Play {
        let mut play = Play::at(self.head, &self.book);
        WAGERS.iter().for_each(|wager| play.line(wager));
        if self.dealt == 0 {
            // Whoever draws the first card has seen it; where the call closes betting, there is nothing to draw before the deal.
            for line in ["dealer calls no more bets", "dealer draws first card"] {
                let _ = play.try_line(line);
            }
            let state = play.session.table().unwrap().state();
            assert!(matches!(&state.phase, Phase::Betting(betting) if betting.closed), "{}", self.head);
            return play;
        }
        play.line(&format!("cards {}", self.coup[..self.dealt].join(" ")));
        if self.over {
            play.line("finish");
        }
        play
    }

    /// What everybody has if all goes on as it should.
    fn lawful(&self) -> Vec<(String, Money)> {
        let mut play = self.begin();
        if !self.over {
            let rest = &self.coup[self.dealt..];
            play.finish(rest).unwrap_or_else(|stopped| panic!("{}: {:?}: {stopped}", self.head, self.coup));
        }
        play.money()
    }

    /// The card that lies next in the shoe.
    fn next(&self) -> &str {
        self.coup.get(self.dealt).copied().unwrap_or("8C")
    }

    /// An attempt with the cards of this moment.
    fn line(&self, attempt: &str) -> String {
        let mut turned = self.coup[..self.dealt].to_vec();
        turned.reverse();
        let mut swapped = self.coup[..self.dealt].to_vec();
        if swapped.len() > 1 {
            swapped.swap(0, 1);
        }
        let line = attempt.replace("TURNED", &turned.join(" ")).replace("SWAPPED", &swapped.join(" "));
        line.replace("FIRST", self.coup[0]).replace(" N", &format!(" {}", self.next()))
    }

    /// What follows from this line and from patrons who take back what they may; says what went wrong.
    fn played(&self, mut play: Play, line: &str, lawful: &[(String, Money)]) -> Result<(), String> {
        let before = play.money();
        let events = play.try_line(line)?;
        for withdrawn in
            ["ann withdraws box 1 player", "bob withdraws box 2 banker", "cat withdraws box 3 tie"]
        {
            let _ = play.try_line(withdrawn);
        }
        if play.waits_for_somebody() {
            return match play.money() == before {
                true => Ok(()),
                false => Err("money moved before it was decided".to_owned()),
            };
        }
        let _ = play.try_line("dealer resumes coup");
        // A card that was laid face down is turned over for what it is.
        for side in ["player", "banker"] {
            let _ = play.try_line(&format!("dealer exposes {side} {}", self.next()));
        }
        let in_coup = match &play.session.table().unwrap().state().phase {
            Phase::Coup(_) => true,
            Phase::Betting(betting) => self.dealt == 0 && betting.closed,
            _ => false,
        };
        if in_coup && !self.over {
            let out = usize::from(self.dealt < self.coup.len() && left_the_shoe(&events, self.next()));
            play.finish(&self.coup[self.dealt + out..])
                .map_err(|stopped| format!("play does not go on as it would have: {stopped}"))?;
        }
        let money = play.money();
        if money == lawful { Ok(()) } else { Err(format!("{money:?} instead of {lawful:?}")) }
    }
}

/// One thing said and then another, for a sample of all such pairs that differs from moment to moment: what the first leaves alone may open the way
/// for the second.
fn gains_twice(moment: &Moment<'_>, number: usize) -> Vec<String> {
    let lawful = moment.lawful();
    let mut gains = Vec::new();
    let pairs = ATTEMPTS.iter().enumerate().flat_map(|(first, one)| {
        ATTEMPTS.iter().enumerate().map(move |(second, other)| (first * ATTEMPTS.len() + second, one, other))
    });
    for (_, one, other) in pairs.filter(|(at, ..)| (at + number).is_multiple_of(SAMPLED)) {
        let mut play = moment.begin();
        let line = moment.line(one);
        let Ok(outlook) = play.session.decide(&line, None) else { continue };
        if DualControl::of_effects(play.session.table().unwrap(), &outlook.events).is_some() {
            continue;
        }
        let events = play.try_line(&line).unwrap();
        // With somebody's decision waited for, or the coup no longer on, the cards that would follow are others.
        let on = matches!(play.session.table().unwrap().state().phase, Phase::Coup(_)) != moment.over;
        if !on || play.waits_for_somebody() {
            continue;
        }
        let out = usize::from(moment.dealt < moment.coup.len() && left_the_shoe(&events, moment.next()));
        let then = Moment { book: moment.book.clone(), dealt: moment.dealt + out, ..*moment };
        let next = then.line(other);
        let Ok(outlook) = play.session.decide(&next, None) else { continue };
        if DualControl::of_effects(play.session.table().unwrap(), &outlook.events).is_some() {
            continue;
        }
        if let Err(wrong) = then.played(play, &next, &lawful) {
            let (head, coup) = (moment.head.replace('\n', ", "), moment.coup[..moment.dealt].join(" "));
            gains.push(format!("{head}; {coup}; {line}; {next}: {wrong}"));
        }
    }
    gains
}

/// Everything a dealer can say at this moment by which somebody gains or loses.
fn gains(moment: &Moment<'_>) -> Vec<String> {
    let lawful = moment.lawful();
    let mut asked = moment.begin();
    let mut gains = Vec::new();
    for attempt in ATTEMPTS {
        let line = moment.line(attempt);
        let Ok(outlook) = asked.session.decide(&line, None) else { continue };
        if DualControl::of_effects(asked.session.table().unwrap(), &outlook.events).is_some() {
            continue;
        }
        if let Err(wrong) = moment.played(asked.clone(), &line, &lawful) {
            let over = if moment.over { ", over" } else { "" };
            let (head, coup) = (moment.head.replace('\n', ", "), moment.coup[..moment.dealt].join(" "));
            gains.push(format!("{head}; {coup}{over}; {line}: {wrong}"));
        }
    }
    gains
}

/// Every moment of every coup at every table.
fn each_moment(mut look: impl FnMut(usize, &Moment<'_>)) {
    let mut number = 0;
    for head in TABLES {
        let id = head.split([' ', ',', '\n']).nth(1).unwrap();
        let book: Arc<Book> = Book::read(baccarat::shelf::text(id).unwrap()).unwrap().into();
        // Face down nothing is seen before the first four cards are turned over.
        let down = ["faces down", "dealing B"].iter().any(|words| head.contains(words));
        let first = if down { 4 } else { 1 };
        for coup in COUPS {
            for dealt in std::iter::once(0).chain(first..=coup.len()) {
                for over in [false, true] {
                    if !over || dealt == coup.len() {
                        look(number, &Moment { head, book: book.clone(), coup, dealt, over });
                        number += 1;
                    }
                }
            }
        }
    }
}

#[test]
fn a_dealer_alone_gains_nobody_anything() {
    let mut wrong = Vec::new();
    each_moment(|_, moment| wrong.extend(gains(moment)));
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_a_dealer_says_twice_gains_nobody_anything() {
    let mut wrong = Vec::new();
    each_moment(|number, moment| wrong.extend(gains_twice(moment, number)));
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}
