//! Random commands, lawful and not, at tables of every book: what must hold whatever anybody asks.
//!
//! A failure prints its table and seed; `CROUPIER_SEED=<seed>` plays that seed alone. `CROUPIER_STREAMS` says how many
//! streams each table plays (3 unless told) and `CROUPIER_COMMANDS` how long each is (900).

mod common;

use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::{ChipKind, Validity};
use baccarat::rules::cards::{Preparation, ReplaceWhen, Supply};
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::play::NoBetSource;
use baccarat::rules::rulings::{Ban, DeviceMeasure, Ground, Irregularity, Measure, TransferCondition};
use baccarat::wager::WagerId;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, money, setups};
use std::collections::{BTreeSet, VecDeque};
use table::state::{Phase, State};
use table::{
    Act, Actor, Approval, Award, Citation, Command, Disclosure, Due, Event, Fact, Finding, Limits, Name,
    Proposal, Reason, Refusal, Remedy, Report, Table, TableChange, Time, bets, cards, deal, notice, pay,
    people, trouble,
};

const PATRONS: &[&str] = &["ann", "bob", "cat", "dan", "eve", "fay", "gus"];
const STRANGERS: &[&str] = &["nobody", "", " ", "dealer", "ann ", "Ünal", "🂡"];
const AMOUNTS: &[i64] =
    &[0, -1, 1, 99, -10_000, 12_345, 1_000_000, i64::MAX, i64::MIN, Money::MOST, Money::MOST + 1];

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn check(id: &str) {
    let streams = number("CROUPIER_STREAMS", 3);
    let only = std::env::var("CROUPIER_SEED").ok().and_then(|text| text.parse::<u64>().ok());
    let mut reached = BTreeSet::new();
    for (index, setup) in setups(id).iter().enumerate() {
        for stream in 0..streams {
            let seed = only.unwrap_or(1_000 * index as u64 + stream + 1);
            let played = std::panic::catch_unwind(|| play(setup, seed));
            match played {
                Ok(facts) => reached.extend(facts),
                Err(cause) => {
                    eprintln!("table: {}; replay with CROUPIER_SEED={seed}", setup.name);
                    std::panic::resume_unwind(cause);
                }
            }
        }
    }
    let deep = ["coup-decided", "wager-settled", "coup-ended", "shuffle-due", "wager-withdrawn", "left"];
    for fact in deep {
        assert!(reached.contains(fact), "{id}: no stream reached {fact}, only {reached:?}");
    }
}

#[test]
fn act() {
    check("act");
}

#[test]
fn nsw() {
    check("nsw");
}

#[test]
fn nz() {
    check("nz");
}

#[test]
fn qld() {
    check("qld");
}

/// A stream of commands at one table; which facts it reached.
fn play(setup: &Setup, seed: u64) -> BTreeSet<String> {
    let mut stream = Stream::open(setup, seed);
    for turn in 0..number("CROUPIER_COMMANDS", 900) {
        let command = stream.command();
        if turn % 60 == 59 {
            stream.is_restored(&command);
        }
        stream.send(&command);
    }
    stream.replays();
    stream.house.events.iter().map(|event| tag(&event.fact)).collect()
}

fn tag(fact: &Fact) -> String {
    serde_json::to_value(fact).unwrap()["fact"].as_str().unwrap().to_owned()
}

struct Stream {
    house: House,
    float: i64,
    /// Cards that everybody has seen since the shoe began.
    seen: Vec<Card>,
    wagers: Vec<WagerId>,
    /// What somebody is up to: commands that make sense only one after another.
    plot: VecDeque<Command>,
}

impl Stream {
    fn open(setup: &Setup, seed: u64) -> Stream {
        let house = House::open(setup, Seeded(seed));
        let mut wagers: Vec<WagerId> =
            setup.book.wagers(&setup.settings.method).unwrap().iter().map(|wager| wager.id.clone()).collect();
        wagers.push("no-such-wager".parse().unwrap());
        Stream { house, float: setup.settings.float.0, seen: Vec::new(), wagers, plot: VecDeque::new() }
    }

    fn seeded(&mut self) -> &mut Seeded {
        &mut self.house.seeded
    }

    /// Sends a command and checks everything that must hold of the answer.
    fn send(&mut self, command: &Command) {
        let before = self.house.table.state().clone();
        let decide = |table: &Table| table.decide(command).map(|decided| decided.events);
        let answer = decide(&self.house.table);
        assert_eq!(answer, decide(&self.house.table), "the same question has the same answer");
        assert!(before == *self.house.table.state(), "asking changes nothing");
        if let (Ok(_), Act::Bets(bets::Act::Place { .. })) = (&answer, &command.acts[0]) {
            // What was worked out for earlier wagers says the same as a table that has worked out nothing yet.
            self.is_restored(command);
        }
        match answer {
            Err(refusal) => self.refused(command, &refusal),
            Ok(events) => {
                assert!(!events.is_empty(), "{command:?} brought about nothing");
                for event in &events {
                    assert_eq!((&event.by, event.at), (&command.by.usual(), command.at), "by whom and when");
                    self.rests(&event.cites, &format!("{event:?}"));
                    self.house.take(event);
                    let state = self.house.table.state();
                    assert_eq!((state.all_chips().0, state.all_tokens().0), (self.float, self.float));
                    self.sees(event);
                }
                self.house.laid(&events, command);
                self.house.events.extend(events);
                self.house.took(command);
                self.knows_only_what_was_seen();
            }
        }
    }

    /// A refusal says why, and by which clause or silence.
    fn refused(&self, command: &Command, refusal: &Refusal) {
        assert!(!refusal.message.trim().is_empty(), "{command:?}");
        self.rests(&refusal.cites, &format!("{command:?} refused: {refusal:?}"));
    }

    fn rests(&self, cites: &Citation, what: &str) {
        assert!(!cites.is_empty(), "rests on nothing: {what}");
        assert!(cites.silences.iter().all(|silence| !silence.trim().is_empty()), "{what}");
        for clause in &cites.clauses {
            assert!(self.house.table.book().clause(clause.as_str()).is_some(), "no clause {clause}: {what}");
        }
    }

    /// Notes what everybody could see.
    fn sees(&mut self, event: &Event) {
        match &event.fact {
            Fact::Deal(deal::Fact::CardDealt { card, .. })
            | Fact::Cards(cards::Fact::CardBurnt { card, .. })
            | Fact::Deal(deal::Fact::CardCarried { card, .. })
            | Fact::Deal(deal::Fact::CardSetAside { card }) => self.seen.extend(*card),
            Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, .. }) => {
                self.seen.extend(player.iter().chain(banker).flatten());
            }
            Fact::Deal(deal::Fact::Exposed { cards, .. })
            | Fact::Trouble(trouble::Fact::DamageNamed { cards, .. }) => self.seen.extend(cards),
            Fact::Cards(cards::Fact::ShuffleDue) | Fact::Cards(cards::Fact::CardsReplaced { .. }) => {
                self.seen.clear()
            }
            _ => {}
        }
    }

    /// No card that nobody has seen is anywhere in the state, nor in what a console is shown.
    fn knows_only_what_was_seen(&self) {
        let table = &self.house.table;
        // Coups that are over, and what was reported, hold only cards that somebody has seen in their time.
        let mut state = table.state().clone();
        state.record.clear();
        state.ended = None;
        state.matters.clear();
        let signs = serde_json::to_string(&table.signs()).unwrap();
        let due = serde_json::to_string(&table.due()).unwrap();
        let text = format!("{state:?} {signs} {due} {}", table.due());
        let letters = |c: char| !c.is_ascii_alphanumeric();
        for word in text.split(letters).filter(|word| word.len() == 2) {
            if let Ok(card) = word.parse::<Card>() {
                assert!(self.seen.contains(&card), "{card} was never seen, yet the table holds it: {text}");
            }
        }
    }

    /// History alone leads to the same table, also when it was written down in between.
    fn replays(&self) {
        let written = serde_json::to_string(&self.house.events).unwrap();
        let read: Vec<Event> = serde_json::from_str(&written).unwrap();
        assert_eq!(read, self.house.events, "events come back as they were written");
        let book = std::sync::Arc::new(self.house.table.book().clone());
        let again = Table::replay(book, &read).unwrap();
        assert!(again.state() == self.house.table.state(), "replay differs");
    }

    /// A state that was written down and read again is the same table: it answers alike.
    fn is_restored(&self, command: &Command) {
        let table = &self.house.table;
        let written = serde_json::to_string(table.state()).unwrap();
        let read: State = serde_json::from_str(&written).unwrap();
        assert!(read == *table.state(), "the state comes back as it was written");
        let restored = Table::restore(std::sync::Arc::new(table.book().clone()), read).unwrap();
        let decide = |table: &Table| table.decide(command).map(|decided| decided.events);
        assert_eq!(decide(&restored), decide(table), "a restored table answers otherwise");
        assert_eq!(restored.due(), table.due());
    }

    /// The next command: mostly what is due, often something plausible, sometimes nonsense.
    fn command(&mut self) -> Command {
        let roll = self.seeded().below(100);
        if let Some(mut command) = self.plot.pop_front() {
            command.at = command.at.max(self.house.now);
            self.house.now = command.at;
            return command;
        }
        if self.seeded().chance(3) {
            self.plan();
        }
        self.house.now.0 += self.house.seeded.below(4_000) as i64;
        match roll {
            0..50 => self.due(),
            50..80 => self.plausible(),
            _ => self.nonsense(),
        }
    }

    /// Thinks of something that takes several commands.
    fn plan(&mut self) {
        let here: Vec<String> =
            self.house.table.state().players().map(|(name, _)| name.to_string()).collect();
        let soon = self.house.now.plus_minutes(25);
        let change = self.change();
        let mut plot = Vec::new();
        match self.seeded().below(6) {
            0 => {
                let source = *self.seeded().pick(&[NoBetSource::RequestAndConsent, NoBetSource::Consent]);
                plot.extend(
                    here.iter()
                        .take(1)
                        .map(|name| self.house.patron(name, Act::Bets(bets::Act::AskNoBetCoup))),
                );
                let agree = Act::Bets(bets::Act::Agree { to: Proposal::NoBetCoup });
                plot.extend(here.iter().map(|name| self.house.patron(name, agree.clone())));
                let act =
                    Act::Bets(bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: true });
                plot.extend(
                    [Role::Supervisor, Role::GameSupervisor].map(|role| self.house.staff(role, act.clone())),
                );
            }
            1 => {
                plot.extend(here.iter().map(|name| self.house.patron(name, Act::People(people::Act::Leave))));
                let source = NoBetSource::EmptyTable;
                let act =
                    Act::Bets(bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: true });
                plot.push(self.house.staff(Role::Supervisor, act));
            }
            2 => {
                let agree = Act::Bets(bets::Act::Agree { to: Proposal::ChangeOfGame });
                plot.extend(here.iter().map(|name| self.house.patron(name, agree.clone())));
                for role in [Role::Supervisor, Role::Operator] {
                    let sign = Act::Notice(notice::Act::PostSign { change: change.clone(), effective: soon });
                    plot.push(self.house.staff(role, sign));
                    plot.push(
                        self.house
                            .staff(role, Act::Notice(notice::Act::TellPlayers { change: change.clone() })),
                    );
                    let keep_old = self.seeded().chance(40);
                    let act = Act::Notice(notice::Act::MakeChange { change: change.clone(), keep_old });
                    plot.push(Command { at: soon, ..self.house.staff(role, act) });
                }
            }
            3 => {
                let wager: WagerId = "banker".parse().unwrap();
                for name in here.iter().take(3) {
                    let amount = Money(self.house.table.state().settings.limits.most.0 / 2);
                    let kind = ChipKind::Chips;
                    let act = Act::Bets(bets::Act::Place {
                        area: 1,
                        wager: wager.clone(),
                        amount,
                        kind,
                        spoken: false,
                    });
                    plot.push(self.house.patron(name, act));
                }
                plot.push(self.house.staff(Role::Dealer, Act::Bets(bets::Act::ScaleForDifferential)));
                plot.push(
                    self.house.staff(Role::Dealer, Act::Bets(bets::Act::ScaleForArea { area: 1, wager })),
                );
            }
            4 => {
                let ground = *self.seeded().pick(Ground::ALL);
                let act = Act::Trouble(trouble::Act::Invalidate {
                    ground,
                    coup: None,
                    cheat: None,
                    forfeit: false,
                    affected: true,
                    why: "seen".into(),
                });
                plot.extend(
                    [Role::Operator, Role::Supervisor, Role::Inspector]
                        .map(|role| self.house.staff(role, act.clone())),
                );
            }
            _ => {
                for stake in self.house.table.state().stakes.clone() {
                    let act = Act::Bets(bets::Act::RefuseWager {
                        patron: stake.patron,
                        area: stake.area,
                        wager: stake.wager,
                        reason: "late".into(),
                    });
                    plot.extend(
                        [Role::Supervisor, Role::Dealer].map(|role| self.house.staff(role, act.clone())),
                    );
                }
            }
        }
        self.plot.extend(plot);
    }

    /// A stake that is on the layout, if there is one.
    fn stake(&mut self) -> (u8, WagerId, Name) {
        let stakes = self.house.table.state().stakes.clone();
        if stakes.is_empty() || self.seeded().chance(20) {
            return (self.area(), self.wager(), self.someone());
        }
        let stake = self.seeded().pick(&stakes).clone();
        (stake.area, stake.wager, stake.patron)
    }

    /// What is due must be possible, and by whom the table says.
    fn due(&mut self) -> Command {
        let Some(command) = self.house.due_command() else { return self.wagers() };
        let betting = matches!(self.house.table.state().phase, Phase::Betting(_));
        if betting && self.seeded().chance(60) {
            return self.wagers();
        }
        if let Err(refusal) = self.house.table.decide(&command) {
            let excused = match refusal.reason {
                // Somebody signed off, or the float ran dry.
                Reason::NotSignedOn | Reason::NotEnoughChips => true,
                // Where nobody draws the cutting card in time, the shoe runs out.
                Reason::CardImpossible => self.house.cards.is_empty(),
                _ => false,
            };
            assert!(excused, "due is {}, yet refused: {refusal}; {command:?}", self.house.table.due());
            if refusal.reason == Reason::NotSignedOn {
                return Command { acts: vec![people::Act::SignOn.into()], ..command };
            }
        }
        command
    }

    fn wagers(&mut self) -> Command {
        let name = *self.seeded().pick(PATRONS);
        let state = self.house.table.state();
        let Some(patron) = state.present(&Name::from(name)) else {
            return self.house.patron(name, Act::People(people::Act::Arrive));
        };
        let (poor, seat) = (patron.chips < money(20), patron.seat);
        let seats = usize::from(state.settings.seats);
        if poor && self.seeded().chance(80) {
            let amount = money(*self.seeded().pick(&[50, 100, 500]));
            return self.house.patron(name, Act::People(people::Act::BuyIn { cash: amount }));
        }
        if seat.is_none() && self.seeded().chance(60) {
            let seat = 1 + self.seeded().below(seats) as u8;
            return self.house.patron(name, Act::People(people::Act::TakeSeat { seat }));
        }
        let act = self.place();
        self.house.patron(name, act)
    }

    fn area(&mut self) -> u8 {
        let seats = usize::from(self.house.table.state().settings.seats);
        if self.seeded().chance(97) {
            1 + self.seeded().below(seats.min(4)) as u8
        } else {
            self.seeded().below(256) as u8
        }
    }

    fn wager(&mut self) -> WagerId {
        if self.seeded().chance(60) {
            return self.seeded().pick(&["player", "banker", "tie"]).parse().unwrap();
        }
        let wagers = self.wagers.clone();
        self.seeded().pick(&wagers).clone()
    }

    fn amount(&mut self) -> Money {
        if self.seeded().chance(85) {
            let limits = self.house.table.state().settings.limits;
            let step = self.seeded().below(9) as i64;
            let unit = self.house.table.state().settings.chips[0].0;
            Money(limits.least.0.max(unit) + step * unit * [1, 1, 2, 5][self.seeded().below(4)])
        } else if self.seeded().chance(60) {
            Money(self.seeded().below(100_000) as i64)
        } else {
            Money(*self.seeded().pick(AMOUNTS))
        }
    }

    fn place(&mut self) -> Act {
        let kind = if self.seeded().chance(92) { ChipKind::Chips } else { ChipKind::PromotionalTokens };
        Act::Bets(bets::Act::Place {
            area: self.area(),
            wager: self.wager(),
            amount: self.amount(),
            kind,
            spoken: self.seeded().chance(3),
        })
    }

    fn report(&mut self) -> Report {
        let all: Vec<Card> = Card::all().collect();
        let next = self.house.cards.last().copied();
        let card = if self.seeded().chance(70) { next } else { Some(*self.seeded().pick(&all)) };
        let card = card.filter(|_| self.seeded().chance(70));
        let to = *self.seeded().pick(&[None, Some(Side::Player), Some(Side::Banker)]);
        match self.seeded().below(9) {
            0 | 1 => Report::Misdealt { to, card },
            2 => Report::FaceUp { card: card.unwrap_or(all[0]) },
            3 => {
                let many = self.seeded().below(9);
                let cards = (0..many).map(|_| Some(*self.seeded().pick(&all))).collect();
                Report::OutOfSequence { cards, doubt: self.seeded().chance(50) }
            }
            4 => Report::Earlier { coup: self.seeded().below(20) as u32 },
            5 => Report::WronglyBurnt { card },
            6 => Report::Foreign { card },
            7 => Report::LimitsBroken { coup: self.seeded().below(20) as u32 },
            _ => Report::Found {
                irregularity: *self.seeded().pick(Irregularity::ALL),
                why: (*self.seeded().pick(&["", "it would be unfair"])).to_owned(),
            },
        }
    }

    /// Any act at all, by somebody who might.
    fn plausible(&mut self) -> Command {
        let act = self.any_act();
        let by = match &act {
            Act::People(people::Act::Arrive)
            | Act::People(people::Act::BuyIn { .. })
            | Act::People(people::Act::SwapVoucher { .. })
            | Act::People(people::Act::TakeSeat { .. })
            | Act::People(people::Act::Leave)
            | Act::Cards(cards::Act::AskRiffle)
            | Act::Cards(cards::Act::RefuseCut)
            | Act::Cards(cards::Act::NameCutter { .. })
            | Act::Cards(cards::Act::AskBurntCard)
            | Act::Bets(bets::Act::Place { .. })
            | Act::Bets(bets::Act::Change { .. })
            | Act::Bets(bets::Act::Move { .. })
            | Act::Bets(bets::Act::Withdraw { .. })
            | Act::Bets(bets::Act::AskNoBetCoup)
            | Act::Bets(bets::Act::Agree { .. })
            | Act::Deal(deal::Act::TakeHand)
            | Act::Deal(deal::Act::RefuseHand)
            | Act::Deal(deal::Act::Nominate { .. })
            | Act::Deal(deal::Act::TakeRole)
            | Act::Deal(deal::Act::PassRole) => self.answering(),
            Act::Deal(deal::Act::Expose { .. }) if self.house.seeded.chance(50) => self.answering(),
            Act::Notice(notice::Act::Close { .. }) | Act::People(people::Act::SignOff) => self.anybody(),
            _ => {
                let role = *self.seeded().pick(&[
                    Role::Dealer,
                    Role::Dealer,
                    Role::Supervisor,
                    Role::Supervisor,
                    Role::Operator,
                    Role::Manager,
                    Role::Employee,
                ]);
                Actor { name: role.to_string().as_str().into(), role }
            }
        };
        Command::one(act, by, self.house.now)
    }

    /// A patron, preferably one who is being asked something.
    fn answering(&mut self) -> Actor {
        let asked = match self.house.table.due() {
            Due::AnswerOffer { by } | Due::AnswerRole { by } | Due::Cut { by: Some(by) } => Some(by),
            Due::Expose { by, .. } => by,
            _ => self.house.table.state().designated.holder.clone(),
        };
        let name = match asked {
            Some(name) if self.seeded().chance(70) => name,
            _ => self.house.name(PATRONS),
        };
        Actor { name, role: Role::Player }
    }

    fn anybody(&mut self) -> Actor {
        let role = *self.seeded().pick(Role::ALL);
        let name = match self.seeded().below(3) {
            0 => self.house.name(STRANGERS),
            1 => self.house.name(PATRONS),
            _ => Name::from(self.seeded().pick(Role::ALL).to_string()),
        };
        Actor { name, role }
    }

    fn nonsense(&mut self) -> Command {
        let act = self.any_act();
        let by = self.anybody();
        let at = match self.seeded().below(40) {
            0 => Time(i64::MIN),
            1 => Time(i64::MAX),
            2 => Time(-1),
            _ => self.house.now,
        };
        let command = Command::one(act, by, at);
        if at <= self.house.now {
            return command;
        }
        // Nothing comes after the end of time, so that this is judged and not done.
        let _ = self.house.table.decide(&command);
        Command { at: self.house.now, ..command }
    }

    fn conduct(&mut self) -> Act {
        let why = (*self.seeded().pick(&["", "seen on the recording"])).to_owned();
        let breach = self.seeded().below(4) as u32;
        match self.seeded().below(7) {
            0 => Act::Trouble(trouble::Act::ReportBreach {
                ban: *self.seeded().pick(Ban::ALL),
                who: self.someone(),
                what: why,
            }),
            1 => Act::Trouble(trouble::Act::Sanction {
                breach,
                measures: (0..self.house.seeded.below(3))
                    .map(|_| *self.seeded().pick(Measure::ALL))
                    .collect(),
                why,
            }),
            2 => Act::Trouble(trouble::Act::HandOver {
                breach,
                to: self.someone(),
                police: self.seeded().chance(50),
            }),
            3 => Act::Trouble(trouble::Act::OpenDispute {
                about: why,
                patron: Some(self.someone()).filter(|_| self.house.seeded.chance(50)),
            }),
            4 => {
                let finding = *self.seeded().pick(&[Finding::Upheld, Finding::Rejected]);
                let amount = money(self.seeded().below(300) as i64);
                let award =
                    *self.seeded().pick(&[None, Some(Award::Paid(amount)), Some(Award::TakenBack(amount))]);
                Act::Trouble(trouble::Act::DecideDispute { dispute: breach, finding, award, why })
            }
            5 => Act::Trouble(trouble::Act::AskReview { dispute: breach }),
            _ => {
                let what =
                    *self.seeded().pick(&[Disclosure::Composition, Disclosure::Odds, Disclosure::Results]);
                Act::Notice(notice::Act::AskToSee { what })
            }
        }
    }

    fn device(&mut self) -> Act {
        let why = (*self.seeded().pick(&["", "looked into it"])).to_owned();
        let cards: Vec<Card> = (0..self.house.seeded.below(3)).map(|_| self.card()).collect();
        match self.seeded().below(5) {
            0 => Act::Trouble(trouble::Act::ReportDevice),
            1 => {
                let condition = *self.seeded().pick(TransferCondition::ALL);
                Act::Trouble(trouble::Act::AnswerDevice { condition, holds: self.seeded().chance(60), why })
            }
            2 => Act::Trouble(trouble::Act::NameDamaged { cards, why }),
            3 => Act::Trouble(trouble::Act::TakeStep { step: *self.seeded().pick(DeviceMeasure::ALL) }),
            _ => Act::Trouble(trouble::Act::ReplaceDamaged {
                cards,
                new_deck: self.seeded().chance(80),
                back: None,
            }),
        }
    }

    fn someone(&mut self) -> Name {
        if self.seeded().chance(90) { self.house.name(PATRONS) } else { self.house.name(STRANGERS) }
    }

    fn card(&mut self) -> Card {
        let cards: Vec<Card> = Card::all().collect();
        *self.seeded().pick(&cards)
    }

    fn side(&mut self) -> Side {
        *self.seeded().pick(&[Side::Player, Side::Banker])
    }

    fn limits(&mut self) -> Limits {
        let unit = self.seeded().chance(10).then(|| self.amount());
        let (one, other) = (self.amount(), self.amount());
        let in_order = self.seeded().chance(90);
        let (least, most) = if in_order { (one.min(other), one.max(other)) } else { (one, other) };
        Limits { least, most: Money(most.0.saturating_add(if in_order { 20_000 } else { 0 })), unit }
    }

    fn change(&mut self) -> TableChange {
        match self.seeded().below(8) {
            0 | 1 => TableChange::Limits { limits: self.limits() },
            2 => TableChange::KeptMinimum { least: self.amount() },
            3 => {
                let most = self.amount();
                TableChange::Differential { most: Some(most).filter(|_| self.seeded().chance(70)) }
            }
            4 => TableChange::Countdown { seconds: *self.seeded().pick(&[0, 1, 20, 60, u32::MAX]) },
            5 => {
                let methods: Vec<String> =
                    self.house.table.book().methods().map(|method| method.id.clone()).collect();
                let method = self.seeded().pick(&methods).clone();
                TableChange::Method { method: if self.seeded().chance(90) { method } else { "none".into() } }
            }
            6 => {
                let most = Some(self.amount()).filter(|_| self.seeded().chance(70));
                let wager = Some(self.wager()).filter(|_| self.seeded().chance(30));
                TableChange::AreaMost { wager, most }
            }
            _ => TableChange::Closing,
        }
    }

    fn any_act(&mut self) -> Act {
        let option = {
            let options = ["pairs", "super-6", "dragon-bonus", "perfect-pairs", "none"];
            (*self.seeded().pick(&options)).to_owned()
        };
        match self.seeded().below(66) {
            0 => Act::People(people::Act::SignOn),
            1 => {
                if self.seeded().chance(20) {
                    Act::People(people::Act::SignOff)
                } else {
                    Act::People(people::Act::Arrive)
                }
            }
            2 => match self.seeded().below(5) {
                0 => {
                    Act::Pay(pay::Act::Fill { amount: self.amount(), signed: "dealer".into(), pieces: None })
                }
                1 => Act::Pay(pay::Act::Credit {
                    amount: self.amount(),
                    signed: "dealer".into(),
                    pieces: None,
                }),
                2 => Act::Pay(pay::Act::CountFloat {
                    count: self.amount(),
                    signed: self.someone(),
                    pieces: None,
                }),
                3 => Act::Pay(pay::Act::DecideRemainder { patron: self.someone(), pays: self.amount() }),
                _ => Act::People(people::Act::Arrive),
            },
            3 => Act::People(people::Act::BuyIn { cash: self.amount() }),
            4 => match self.seeded().below(4) {
                0 => Act::Notice(notice::Act::AskRules),
                1 => Act::People(people::Act::SwapDatedVoucher {
                    worth: self.amount(),
                    until: self.house.now.plus_seconds(5),
                }),
                _ => Act::People(people::Act::SwapVoucher { worth: self.amount(), number: None }),
            },
            5 => Act::People(people::Act::TakeSeat { seat: self.area() }),
            6 => Act::People(people::Act::Leave),
            7 => Act::People(people::Act::AskToVacate { patron: self.someone() }),
            8 => Act::Cards(cards::Act::CheckCards),
            9 => Act::Cards(cards::Act::DeviceChecksCards),
            10 => Act::Cards(cards::Act::Prepare { step: *self.seeded().pick(Preparation::ALL) }),
            11 => Act::Cards(cards::Act::Shuffle),
            12 => Act::Cards(cards::Act::AskRiffle),
            13 => Act::Cards(cards::Act::Riffle),
            14 => Act::Cards(cards::Act::LetPlayersCut),
            15 => Act::Cards(cards::Act::OfferCut { to: self.someone() }),
            16 => Act::Cards(cards::Act::RefuseCut),
            17 => Act::Cards(cards::Act::NameCutter { other: self.someone() }),
            18 => {
                Act::Cards(cards::Act::Cut { at: *self.seeded().pick(&[0, 51, 52, 104, 200, 416, u16::MAX]) })
            }
            19 => Act::Cards(cards::Act::InsertCuttingCard {
                from_back: *self.seeded().pick(&[0, 13, 14, 52, 415, 416, u16::MAX]),
                counted: self.seeded().chance(50),
            }),
            20 => Act::Cards(cards::Act::LoadCards),
            21 => Act::Cards(cards::Act::BurnCard {
                card: Some(self.card()).filter(|_| self.house.seeded.chance(50)),
            }),
            22 => Act::Cards(cards::Act::BurnRest {
                cards: self.seeded().below(12) as u8,
                short: self.seeded().chance(20),
            }),
            23 => Act::Cards(cards::Act::AskBurntCard),
            24 => Act::Cards(cards::Act::ShowBurntCard { card: self.card() }),
            25 => Act::Cards(cards::Act::StartPlay),
            26 => Act::Cards(cards::Act::ReplaceCards {
                some: self.seeded().chance(20),
                when: *self.seeded().pick(ReplaceWhen::ALL),
                supply: *self.seeded().pick(Supply::ALL),
                other_colour: self.seeded().chance(70),
            }),
            27 => Act::Cards(cards::Act::OrderShuffle { mix_doubted: self.seeded().chance(50) }),
            28 => Act::Cards(cards::Act::VerifyCards),
            29 => Act::Cards(cards::Act::Approve {
                what: match self.seeded().below(4) {
                    0 => Approval::BothHands { patron: self.someone(), with: Vec::new() },
                    1 => Approval::BurnStyle,
                    2 => Approval::Riffle,
                    _ => Approval::Nominees,
                },
            }),
            30 => Act::Bets(bets::Act::OpenBetting),
            31 => {
                let (area, wager, _) = self.stake();
                Act::Bets(bets::Act::Change { area, wager, amount: self.amount() })
            }
            32 => {
                let (area, wager, _) = self.stake();
                Act::Bets(bets::Act::Move { area, wager, to_box: self.area(), to_wager: self.wager() })
            }
            33 => {
                let (area, wager, _) = self.stake();
                Act::Bets(bets::Act::Withdraw { area, wager })
            }
            34 => {
                let (area, wager, patron) = self.stake();
                let reason = (*self.seeded().pick(&["late", "", "  ", "drunk"])).into();
                Act::Bets(bets::Act::RefuseWager { patron, area, wager, reason })
            }
            35 => Act::Bets(bets::Act::ScaleForDifferential),
            36 => Act::Bets(bets::Act::ScaleForArea { area: self.area(), wager: self.wager() }),
            37 => {
                let (area, wager, patron) = self.stake();
                let amount = self.amount();
                match self.seeded().below(4) {
                    0 => Act::Bets(bets::Act::ReportAccepted { patron, area, wager, amount }),
                    1 => Act::Bets(bets::Act::FindInvalid {
                        patron,
                        area,
                        wager,
                        lacks: *self.seeded().pick(Validity::ALL),
                    }),
                    2 => {
                        let late = self.seeded().chance(30);
                        let kind = ChipKind::Chips;
                        Act::Bets(bets::Act::FindWager { patron, area, wager, amount, kind, late })
                    }
                    _ => {
                        let to = Some(self.someone()).filter(|_| self.seeded().chance(80));
                        Act::Bets(bets::Act::GivePlace { area, wager, to })
                    }
                }
            }
            38 => Act::Bets(bets::Act::AskNoBetCoup),
            39 => Act::Bets(bets::Act::Agree {
                to: *self.seeded().pick(&[Proposal::NoBetCoup, Proposal::ChangeOfGame]),
            }),
            40 => Act::Bets(bets::Act::DirectNoBetCoup {
                source: *self.seeded().pick(NoBetSource::ALL),
                marker: self.seeded().chance(60),
                surveillance_told: self.seeded().chance(60),
            }),
            41 => Act::Deal(deal::Act::Call { words: *self.seeded().pick(CallWords::ALL) }),
            42 => {
                if self.seeded().chance(25) {
                    Act::Deal(deal::Act::DrawCuttingCard)
                } else {
                    Act::Deal(deal::Act::TakeRole)
                }
            }
            43 => Act::Deal(deal::Act::DealCard {
                to: self.side(),
                card: Some(self.card()).filter(|_| self.house.seeded.chance(70)),
            }),
            44 => Act::Deal(deal::Act::OfferHand { side: self.side(), to: self.someone() }),
            45 => Act::Deal(deal::Act::TakeHand),
            46 => Act::Deal(deal::Act::RefuseHand),
            47 => Act::Deal(deal::Act::Nominate {
                nominees: (0..self.house.seeded.below(3)).map(|_| self.someone()).collect(),
                cards: Default::default(),
            }),
            48 => match self.seeded().below(3) {
                0 => Act::Deal(deal::Act::ForfeitCards {
                    reason: Some("bent".into()).filter(|_| self.house.seeded.chance(50)),
                }),
                1 => Act::Deal(deal::Act::PassCard { side: self.side(), to: self.someone() }),
                _ => Act::Deal(deal::Act::CollectHand { side: self.side() }),
            },
            49 => Act::Deal(deal::Act::OfferRole { to: self.someone() }),
            50 => Act::Deal(deal::Act::TakeRole),
            51 => Act::Deal(deal::Act::PassRole),
            52 => Act::Deal(deal::Act::Expose {
                side: self.side(),
                cards: (0..self.house.seeded.below(4)).map(|_| self.card()).collect(),
            }),
            53 => Act::Pay(pay::Act::Settle),
            54 => Act::Pay(pay::Act::CollectCards),
            55 => {
                let minutes = *self.seeded().pick(&[0, 1, 20, 40]);
                let effective = self.house.now.plus_minutes(minutes);
                Act::Notice(notice::Act::PostSign { change: self.change(), effective })
            }
            56 => Act::Notice(notice::Act::TellPlayers { change: self.change() }),
            57 => Act::Notice(notice::Act::MakeChange {
                change: self.change(),
                keep_old: self.seeded().chance(30),
            }),
            58 => match self.seeded().below(8) {
                0 => Act::Notice(notice::Act::SetPersonalLimit {
                    patron: self.someone(),
                    limits: self.limits(),
                }),
                1 => Act::Notice(notice::Act::Restrict {
                    option,
                    surveillance_told: self.seeded().chance(80),
                    sign: self.seeded().chance(80),
                }),
                2..=4 => self.conduct(),
                5 => self.device(),
                _ => Act::Trouble(trouble::Act::Invalidate {
                    ground: *self.seeded().pick(Ground::ALL),
                    coup: None,
                    cheat: Some(self.someone()).filter(|_| self.house.seeded.chance(50)),
                    forfeit: self.seeded().chance(50),
                    affected: true,
                    why: "seen".into(),
                }),
            },
            59 | 60 => Act::Trouble(trouble::Act::Report { report: self.report() }),
            61 | 62 => Act::Trouble(trouble::Act::Decide {
                matter: self.seeded().below(6) as u32,
                remedy: *self.seeded().pick(&[Remedy::Granted, Remedy::Denied, Remedy::GoesOn, Remedy::Void]),
                why: (*self.seeded().pick(&["", "seen on the recording"])).to_owned(),
            }),
            63 => Act::Trouble(trouble::Act::Resume),
            64 => match self.seeded().below(2) {
                0 => Act::Trouble(trouble::Act::ShuffleByConsent),
                _ => Act::Trouble(trouble::Act::SettleOpenItem {
                    patron: self.someone(),
                    coup: self.seeded().below(9) as u32,
                }),
            },
            _ => {
                if self.seeded().chance(90) {
                    return self.place();
                }
                let float = self.house.table.state().float;
                Act::Notice(notice::Act::Close {
                    count: if self.seeded().chance(2) { float } else { self.amount() },
                })
            }
        }
    }
}
