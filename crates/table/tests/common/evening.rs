//! An evening on which everything goes wrong: dealers err in every way there is, and every coup still ends lawfully.

use super::house::House;
use super::seeded::Seeded;
use super::tables::Setup;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{Ban, Ground, Irregularity, Measure};
use std::collections::BTreeSet;
use table::state::{Phase, Stage};
use table::{Act, Command, Due, Fact, Report, Table, bets, people, trouble};

const PATRONS: [&str; 4] = ["ann", "bob", "cat", "dan"];

/// An evening under way.
pub struct Evening {
    pub house: House,
    /// What was ruled on, and what somebody had to decide.
    pub ruled: BTreeSet<String>,
}

impl Evening {
    fn ask(&mut self, command: &Command) -> bool {
        let before = self.house.table.state().clone();
        let since = self.house.events.len();
        match self.house.ask(command) {
            Err(refusal) => {
                assert_eq!(before, *self.house.table.state(), "a refusal changes nothing");
                assert!(!refusal.cites.is_empty(), "a refusal without clause or named silence: {refusal:?}");
                false
            }
            Ok(events) => {
                assert_eq!(events.len(), self.house.events.len() - since);
                for event in &events {
                    assert!(!event.cites.is_empty(), "{} rests on nothing", event.fact);
                    if let Fact::Trouble(trouble::Fact::Ruled { verdict }) = &event.fact {
                        self.ruled.insert(verdict.when.to_string());
                    }
                    if let Fact::Trouble(trouble::Fact::MatterOpened { matter }) = &event.fact {
                        self.ruled.insert(matter.to_string());
                    }
                }
                true
            }
        }
    }

    /// Something goes wrong, or somebody says so.
    fn err(&mut self) {
        let next = self.house.cards.last().copied();
        let seeded = &mut self.house.seeded;
        let card = next.filter(|_| seeded.chance(60));
        let to = *seeded.pick(&[None, Some(Side::Player), Some(Side::Banker)]);
        let state = self.house.table.state();
        let report = match seeded.below(15) {
            0..5 => Report::Misdealt { to, card },
            5 => match next {
                Some(card) => Report::FaceUp { card },
                None => return,
            },
            6 | 7 => {
                let coup = match &state.phase {
                    Phase::Coup(coup) => coup,
                    _ => match state.record.last() {
                        Some(record) => &record.coup,
                        None => return,
                    },
                };
                let mut cards: Vec<Option<Card>> = coup.player.iter().chain(&coup.banker).copied().collect();
                if cards.iter().any(Option::is_none) {
                    return;
                }
                for place in (1..cards.len()).rev() {
                    cards.swap(place, seeded.below(place + 1));
                }
                Report::OutOfSequence { cards, doubt: seeded.chance(20) }
            }
            8 => Report::Earlier { coup: seeded.below(state.coups as usize + 1) as u32 },
            9 => Report::WronglyBurnt { card },
            10 => Report::Foreign { card: None },
            11 => Report::LimitsBroken { coup: seeded.below(state.coups as usize + 1) as u32 },
            _ => Report::Found {
                irregularity: *seeded.pick(Irregularity::ALL),
                why: "it would be unfair".to_owned(),
            },
        };
        let role =
            *self.house.seeded.pick(&[Role::Dealer, Role::Dealer, Role::Supervisor, Role::Surveillance]);
        let command = self.house.staff(role, Act::Trouble(trouble::Act::Report { report }));
        self.ask(&command);
    }

    /// A device fails, a wager is void for a breach, or an outcome is set aside.
    fn disturb(&mut self) {
        let who = table::Name::from(*self.house.seeded.pick(&PATRONS));
        let why = "seen on the recording".to_owned();
        match self.house.seeded.below(3) {
            0 => {
                let command = self.house.staff(Role::Dealer, Act::Trouble(trouble::Act::ReportDevice));
                self.ask(&command);
            }
            1 => {
                let ban = *self.house.seeded.pick(Ban::ALL);
                let command = self.house.staff(
                    Role::Dealer,
                    Act::Trouble(trouble::Act::ReportBreach { ban, who, what: why.clone() }),
                );
                if self.ask(&command) {
                    let breach = self.house.table.state().breaches.len() as u32;
                    for role in [Role::Operator, Role::Supervisor] {
                        let measures = vec![Measure::VoidWager];
                        let act = Act::Trouble(trouble::Act::Sanction { breach, measures, why: why.clone() });
                        let command = self.house.staff(role, act);
                        self.ask(&command);
                    }
                }
            }
            _ => {
                let ground = *self.house.seeded.pick(Ground::ALL);
                let forfeit = self.house.seeded.chance(50);
                let coups = self.house.table.state().coups as usize;
                let coup = Some(self.house.seeded.below(coups + 1) as u32);
                let coup = coup.filter(|_| self.house.seeded.chance(30));
                for role in [Role::Operator, Role::Supervisor] {
                    let (cheat, why) = (Some(who.clone()), why.clone());
                    let command = self.house.staff(
                        role,
                        Act::Trouble(trouble::Act::Invalidate {
                            ground,
                            coup,
                            cheat,
                            forfeit,
                            affected: true,
                            why,
                        }),
                    );
                    self.ask(&command);
                }
            }
        }
    }

    /// Patrons use what a window gives them.
    fn use_window(&mut self) {
        for stake in self.house.table.state().stakes.clone() {
            if self.house.seeded.chance(60) {
                let act = Act::Bets(bets::Act::Withdraw { area: stake.area, wager: stake.wager.clone() });
                let command = self.house.patron(&stake.patron.0, act);
                assert!(self.ask(&command), "each wager may be withdrawn");
                let again = Act::Bets(bets::Act::Place {
                    area: stake.area,
                    wager: stake.wager,
                    amount: stake.amount,
                    kind: stake.kind,
                    spoken: false,
                });
                let command = self.house.patron(&stake.patron.0, again);
                let relief = matches!(&self.house.table.state().phase,
                    Phase::Coup(coup) if coup.window == Some(table::Window::Relief));
                assert!(!self.ask(&command) || relief, "a wager withdrawn does not come back");
            }
        }
    }

    fn bet(&mut self, setup: &Setup) {
        let wagers = setup.book.wagers(&setup.settings.method).unwrap();
        for (place, name) in PATRONS.iter().enumerate() {
            for wager in wagers {
                if self.house.seeded.chance(45) {
                    let limits = setup.settings.limits_of(&setup.book, &wager.id);
                    let amount = Money(limits.least.0.max(20 * setup.settings.chips[0].0));
                    let tokens = self.house.seeded.chance(10);
                    let kind = if tokens { ChipKind::PromotionalTokens } else { ChipKind::Chips };
                    let area = place as u8 + 1;
                    let act = Act::Bets(bets::Act::Place {
                        area,
                        wager: wager.id.clone(),
                        amount,
                        kind,
                        spoken: false,
                    });
                    let command = self.house.patron(name, act);
                    self.ask(&command);
                }
            }
        }
    }

    /// A coup that ended and is not void was dealt as the chart demands.
    fn check_coups(&self) {
        let table = &self.house.table;
        let (values, tableau) = (table.book().values(), table.book().tableau());
        for record in table.state().record.iter().filter(|record| !record.coup.void) {
            let coup = &record.coup;
            let hand = |cards: &[Option<Card>]| cards.iter().copied().collect::<Option<Vec<Card>>>();
            let (Some(player), Some(banker)) = (hand(&coup.player), hand(&coup.banker)) else {
                panic!("coup {} ended with a card unseen", coup.number);
            };
            let (p, b) = (values.point_count(&player[..2]), values.point_count(&banker[..2]));
            let open = tableau.is_open(p, b);
            let third = player.get(2).map(|card| values.of(card.rank));
            assert_eq!(
                player.len() == 3,
                open && tableau.player_draws(p, b),
                "player of coup {}",
                coup.number
            );
            let draws = open && tableau.banker_draws(p, b, third);
            assert_eq!(banker.len() == 3, draws, "banker of coup {}", coup.number);
            assert!(coup.stage >= Stage::Decided, "coup {} has a result", coup.number);
        }
    }
}

/// Plays an evening at this table.
pub fn evening(setup: &Setup, seed: u64) -> Evening {
    let house = House::open(setup, Seeded(seed));
    let mut evening = Evening { house, ruled: BTreeSet::new() };
    for (place, name) in PATRONS.iter().enumerate() {
        let cash = Money(5_000 * setup.settings.chips[0].0);
        for act in [
            Act::People(people::Act::Arrive),
            Act::People(people::Act::BuyIn { cash }),
            Act::People(people::Act::SwapVoucher { worth: cash, number: None }),
            Act::People(people::Act::TakeSeat { seat: place as u8 + 1 }),
        ] {
            let command = evening.house.patron(name, act);
            evening.ask(&command);
        }
    }
    for step in 0..400 {
        if evening.house.seeded.chance(9) {
            evening.err();
        }
        if evening.house.seeded.chance(2) {
            evening.disturb();
        }
        if evening.house.seeded.chance(1) && step > 100 {
            // Somebody leaves: what is undone later stays open.
            let name = *evening.house.seeded.pick(&PATRONS);
            for act in [Act::People(people::Act::Leave), Act::People(people::Act::Arrive)] {
                if evening.house.seeded.chance(70) {
                    let command = evening.house.patron(name, act);
                    evening.ask(&command);
                }
            }
        }
        match evening.house.table.due() {
            Due::Wagers | Due::Countdown { .. } => {
                evening.bet(setup);
                let dealer = evening.house.staff(
                    Role::Supervisor,
                    Act::Bets(bets::Act::DirectNoBetCoup {
                        source: baccarat::rules::play::NoBetSource::EmptyTable,
                        marker: true,
                        surveillance_told: true,
                    }),
                );
                if evening.house.table.due() == Due::Wagers {
                    evening.ask(&dealer);
                }
                if let Due::Countdown { until, .. } = evening.house.table.due() {
                    evening.house.now = evening.house.now.max(until);
                }
            }
            due => {
                if due == Due::Resume {
                    evening.use_window();
                }
                if evening.house.cards.is_empty() {
                    let report = Report::Found { irregularity: Irregularity::ShoeRanOut, why: String::new() };
                    let command =
                        evening.house.staff(Role::Dealer, Act::Trouble(trouble::Act::Report { report }));
                    evening.ask(&command);
                }
                let Some(command) = evening.house.due_command() else { continue };
                let was = evening.house.table.due();
                assert!(
                    evening.ask(&command),
                    "{command:?} was due ({was}) and was refused: {:?}",
                    evening.house.table.decide(&command)
                );
            }
        }
    }
    evening.check_coups();
    let again = Table::replay(setup.book.clone(), &evening.house.events).unwrap();
    assert!(again.state() == evening.house.table.state(), "replay differs");
    evening
}
