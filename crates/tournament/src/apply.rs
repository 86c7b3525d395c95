//! What happened, taken into the state. History cannot be refused, so nothing here fails.

use crate::conditions::Added;
use crate::facts::{Fact, OutWhy, Settled};
use crate::state::*;
use crate::turns::turns;
use baccarat::chips::Money;
use baccarat::rules::tournament::PoolAddition;
use std::collections::BTreeMap;
use table::{Name, Time};

impl State {
    /// Takes in what happened.
    pub fn apply(&mut self, fact: &Fact, at: Time) {
        match fact {
            Fact::Announced { .. } => self.phase = Phase::Announced,
            Fact::OfficialNamed { name, .. } => self.officials.push(name.clone()),
            Fact::Published => self.published = true,
            Fact::CopySent => self.copy_sent = true,
            Fact::EntriesOpened => self.phase = Phase::Entries,
            Fact::SignatureRequired => self.signature = true,
            Fact::TermsSet { order, pass_cards, undisclosed } => {
                self.order = order.unwrap_or(self.order);
                self.pass_cards = pass_cards.unwrap_or(self.pass_cards);
                self.undisclosed = undisclosed.unwrap_or(self.undisclosed);
            }
            Fact::PoolAdded { kind, what, worth, place } => self.add_to_pool(*kind, what, *worth, *place),
            Fact::Entered { name, fee, commission } => {
                self.take_fee(*fee, *commission);
                self.admit(name, *fee, *commission);
            }
            Fact::Reserved { name } => self.reserves.push(name.clone()),
            Fact::Signed { name } => {
                self.signatures.push(name.clone());
                self.with(name, |entrant| entrant.signed = true);
            }
            Fact::Withdrawn { name, refund } => {
                self.put_out(name, OutWhy::Withdrew, at);
                self.withdraw(name, *refund);
            }
            Fact::EntriesClosed { entrants, .. } => {
                self.phase = Phase::Closed;
                self.closed_with = *entrants;
                self.players = self.standing_in();
            }
            Fact::GuaranteeSet { added } => self.fund.guarantee += *added,
            Fact::TablesNamed { tables } => self.tables = tables.clone(),
            Fact::TableTaken { table, at } => {
                self.dealt_at.insert(*table, at.clone());
            }
            Fact::TableLeft { table } => {
                self.dealt_at.remove(table);
            }
            Fact::NumbersSet { numbers } => self.numbers = Some(numbers.clone()),
            Fact::DrawSealed { sealed } => self.sealed = Some(sealed.clone()),
            Fact::DrawListed { list, .. } => self.listed = Some(list.clone()),
            Fact::Seated { seats, draw } => {
                let order = seats.iter().enumerate();
                let drawn: BTreeMap<&str, u32> =
                    order.map(|(index, seat)| (&*seat.name.0, index as u32)).collect();
                let tables = seats.iter().map(|seat| seat.table).max().unwrap_or(0);
                let mut session = Session { stage: self.stage, seated_at: at, ..Session::default() };
                session.tables = (0..tables).map(|_| TablePlay::default()).collect();
                for of in seats {
                    let seat = Seat {
                        name: of.name.clone(),
                        stack: Money(0),
                        passes: 0,
                        forms: 0,
                        taken: false,
                        stands_in: false,
                        absent: false,
                        deduct: false,
                        deductions: 0,
                        deductions_away: 0,
                        agrees: false,
                        resting: false,
                        ladder: Vec::new(),
                        last_staked: Money(0),
                        last_collected: 0,
                        drawn: drawn.get(&*of.name.0).copied().unwrap_or(0),
                        out: None,
                    };
                    if let Some(table) = session.tables.get_mut(usize::from(of.table) - 1) {
                        table.seats.insert(of.seat, seat);
                    }
                }
                self.session = Some(session);
                if let Some(draw) = draw {
                    self.draws.push((**draw).clone());
                    self.sealed = None;
                    self.listed = None;
                }
            }
            Fact::StartMoved { to } => self.start = Some(*to),
            Fact::TimeLimitSet { seconds } => self.seconds = Some(*seconds),
            Fact::BoughtIn { name, amount } => {
                self.fund.buy_ins += *amount;
                self.with(name, |entrant| entrant.buy_in += *amount);
            }
            Fact::BoughtBack { name, fee, commission } => {
                self.take_fee(*fee, *commission);
                self.with(name, |entrant| {
                    entrant.fees += *fee;
                    entrant.commission += *commission;
                    entrant.buy_backs += 1;
                    entrant.standing = EntrantState::In;
                });
                // In a session that is on, they come back to their own seat.
                self.with_seat(name, |seat| {
                    seat.out = None;
                    seat.absent = false;
                    seat.last_staked = Money(0);
                });
                if !self.players.contains(name) {
                    self.players.push(name.clone());
                }
            }
            Fact::SeatTaken { name, .. } => {
                let place = self.place_of(name);
                let seat = place.and_then(|(table, seat)| self.table(table)?.seats.get(&seat));
                let late = seat.is_some_and(|seat| seat.absent);
                self.with_seat(name, |seat| seat.taken = true);
                if late {
                    self.mark(name, false, at);
                }
            }
            Fact::ChipsIssued { table, each, passes, forms } => {
                if let Some(table) = self.table_mut(*table) {
                    table.issued = true;
                    for seat in table.seats.values_mut().filter(|seat| seat.out.is_none()) {
                        table.handed_out += *each - seat.stack;
                        seat.stack = *each;
                        seat.passes = *passes;
                        seat.forms = *forms;
                    }
                }
            }
            Fact::SessionBegun { until, .. } => {
                self.phase = Phase::Playing;
                let names: Vec<Name> = match &mut self.session {
                    Some(session) => {
                        session.begun = true;
                        session.begun_at = at;
                        for table in &mut session.tables {
                            table.until = *until;
                            // Further rounds are played and counted one by one.
                            table.play_off = self.rounds.is_some();
                        }
                        session
                            .tables
                            .iter()
                            .flat_map(|table| table.seats.values())
                            .map(|seat| seat.name.clone())
                            .collect()
                    }
                    None => Vec::new(),
                };
                for name in names {
                    self.with(&name, |entrant| {
                        entrant.started = true;
                        entrant.buy_ins_played += entrant.buy_in;
                        entrant.buy_in = Money(0);
                    });
                }
            }
            Fact::PlaceForfeited { name } => {
                self.with(name, |entrant| entrant.standing = EntrantState::Forfeited);
                self.put_out(name, OutWhy::NoShow, at);
            }
            Fact::ReserveSeated { name, instead_of, fee, commission } => {
                self.take_fee(*fee, *commission);
                self.admit(name, *fee, *commission);
                self.replace(name, instead_of);
            }
            Fact::ChipsGiven { name, amount } => {
                let Some((table, seat)) = self.place_of(name) else { return };
                self.at(table, |table| table.hold(seat, *amount));
            }
            Fact::SubstituteSeated { name, instead_of } => {
                let mut buy_in = Money(0);
                self.with(instead_of, |entrant| {
                    entrant.standing = EntrantState::Withdrawn;
                    buy_in = std::mem::take(&mut entrant.buy_in);
                });
                self.admit(name, Money(0), Money(0));
                // A buy-in that was brought for the seat stays with it.
                self.with(name, |entrant| entrant.buy_in = buy_in);
                self.replace(name, instead_of);
            }
            Fact::AbsenceRuled { name, deduct } => self.with_seat(name, |seat| seat.deduct = *deduct),
            Fact::MarkedAbsent { name } => self.mark(name, true, at),
            Fact::MarkedBack { name } => self.mark(name, false, at),
            Fact::Disqualified { name, why, fee_back, chips_kept } => {
                let stack = self
                    .place_of(name)
                    .and_then(|(table, seat)| self.table(table)?.seats.get(&seat).map(|seat| seat.stack));
                self.refund(name, *fee_back, Money(0));
                self.with(name, |entrant| {
                    entrant.standing = EntrantState::Disqualified(*why);
                    entrant.kept = stack.filter(|_| *chips_kept);
                });
                self.waiting.retain(|waiting| waiting != name);
                self.findings.retain(|(of, _)| of != name);
                if self.session.is_none() {
                    self.players.retain(|player| player != name);
                }
                self.put_out(name, OutWhy::Disqualified, at);
            }
            Fact::FindingReported { name, finding } => self.findings.push((name.clone(), *finding)),
            Fact::ReportDropped { name, finding, .. } => {
                self.findings.retain(|report| *report != (name.clone(), *finding));
            }
            Fact::BreakGiven { until } => {
                if let Some(session) = &mut self.session {
                    // One that is given while another is on takes its place.
                    let from = session.break_until.map_or(at, |before| before.max(at));
                    session.break_until = Some(*until);
                    let pause = until.0.saturating_sub(from.0);
                    session.tables.iter_mut().for_each(|table| stop_time(table, pause, *until));
                }
            }
            Fact::LimitsInForce { table, least, most } => {
                self.at(*table, |table| table.limits = Some((*least, *most)))
            }
            Fact::CoupOpened { table, coup, marker } => {
                let from = self.time_runs_from(at);
                self.at(*table, |table| open_coup(table, *coup, *marker, from))
            }
            Fact::TurnBegan { table, seat } => {
                let from = self.time_runs_from(at);
                self.coup(*table, |coup| {
                    coup.turn = Some(*seat);
                    coup.turn_since = Some(from);
                    coup.acted.retain(|acted| acted != seat);
                    coup.acted.push(*seat);
                });
            }
            Fact::WagerPlaced { table, seat, wager, amount } => self.coup(*table, |coup| {
                coup.bets.retain(|bet| bet.seat != *seat || bet.wager != *wager);
                coup.bets.push(Bet { seat: *seat, wager: wager.clone(), amount: *amount, form: false });
                next_has_time(coup, *seat, at);
            }),
            Fact::WagerReturned { table, seat, wager, .. } => self.coup(*table, |coup| {
                coup.bets.retain(|bet| bet.seat != *seat || bet.wager != *wager);
            }),
            Fact::WagerVoid { table, seat, wager, .. } => self.coup(*table, |coup| {
                coup.bets.retain(|bet| bet.seat != *seat || bet.wager != *wager);
                // After the turn there is no other wager: the coup goes on without one.
                if coup.acted.contains(seat) && coup.turn != Some(*seat) {
                    coup.served.push(*seat);
                }
            }),
            Fact::WarnedOutOfTurn { name } => self.with(name, |entrant| entrant.warned = true),
            Fact::RepeatReported { name } => {
                if let Some((table, seat)) = self.place_of(name) {
                    self.coup(table, |coup| coup.repeats.push(seat));
                }
            }
            Fact::BothHandsApproved { table, seat } => self.coup(*table, |coup| coup.both_hands.push(*seat)),
            Fact::PassLaid { table, seat } => {
                self.coup(*table, |coup| {
                    coup.passes.push(*seat);
                    next_has_time(coup, *seat, at);
                });
                self.at(*table, |table| {
                    if let Some(seat) = table.seats.get_mut(seat) {
                        seat.passes = seat.passes.saturating_sub(1);
                    }
                });
            }
            Fact::FormTaken { table, seat, seal } => {
                let form = Form {
                    seat: *seat,
                    seal: *seal,
                    examined: false,
                    opened: false,
                    wager: None,
                    amount: None,
                    laid: false,
                    corrected: false,
                };
                self.coup(*table, |coup| {
                    coup.forms.push(form);
                    next_has_time(coup, *seat, at);
                });
                self.count_form(*table, *seat, |left| left.saturating_sub(1));
            }
            Fact::FormExamined { table, seat } => self.form(*table, *seat, |form| form.examined = true),
            Fact::FormTurnedBack { table, seat } => {
                self.coup(*table, |coup| {
                    coup.forms.retain(|form| form.seat != *seat);
                    if coup.called {
                        coup.corrects.push(*seat);
                    }
                });
                self.count_form(*table, *seat, |left| left.saturating_add(1));
            }
            Fact::NoMoreBets { table } => self.coup(*table, |coup| coup.called = true),
            Fact::FormOpened { table, seat, opening, .. } => self.form(*table, *seat, |form| {
                form.opened = true;
                form.wager = opening.wager.clone();
                form.amount = opening.amount;
            }),
            Fact::FormLaid { table, seat, wager, amount } => {
                self.form(*table, *seat, |form| form.laid = true);
                let bet = Bet { seat: *seat, wager: wager.clone(), amount: *amount, form: true };
                self.coup(*table, |coup| coup.bets.push(bet));
            }
            Fact::FormDeemed { table, seat, stack, .. } => self.at(*table, |table| {
                table.hold(*seat, *stack);
                let last = table.last.iter_mut().flat_map(|last| last.forms.iter_mut());
                last.filter(|form| form.seat == *seat).for_each(|form| form.corrected = true);
            }),
            Fact::HeldToMinimum { name } => {
                if let Some((table, seat)) = self.place_of(name) {
                    self.coup(table, |coup| coup.held.push(seat));
                }
            }
            Fact::WagerMadeUp { table, seat, wager, to } | Fact::WagerCut { table, seat, wager, to } => {
                self.coup(*table, |coup| {
                    let bets = coup.bets.iter_mut().filter(|bet| bet.seat == *seat && bet.wager == *wager);
                    bets.for_each(|bet| bet.amount = *to);
                });
            }
            Fact::MinimumDeducted { table, seat, amount } => {
                self.coup(*table, |coup| {
                    coup.served.push(*seat);
                    coup.deducted.push((*seat, *amount));
                });
                self.at(*table, |table| {
                    table.handed_out -= *amount;
                    if let Some(seat) = table.seats.get_mut(seat) {
                        seat.stack -= *amount;
                        seat.deductions += u8::from(seat.absent);
                        seat.deductions_away += u8::from(seat.absent);
                    }
                });
            }
            Fact::FirstCardDealt { table } => {
                self.coup(*table, |coup| coup.dealt = true);
                self.at(*table, |table| table.last = None);
            }
            Fact::CoupSettled { table, coup, cards, settled, collected } => {
                let table = *table;
                self.at(table, |table| settle(table, *coup, cards, settled, collected));
            }
            Fact::CoupGivenBack { table } => self.at(*table, give_back),
            Fact::CoupVoided { table, counted } => self.at(*table, |table| {
                table.coups += u32::from(*counted);
                // As if it had never been: the marker goes back too.
                if let Some(coup) = table.coup.take().filter(|_| !counted) {
                    table.marker = coup.marker_before;
                }
            }),
            Fact::ShoeEnded { table } => self.at(*table, |table| table.shoes += 1),
            Fact::OutOfSession { name, why, .. } => self.put_out(name, *why, at),
            Fact::OutOfTournament { name } => self.with(name, |entrant| entrant.standing = EntrantState::Out),
            Fact::EarlyEndAgreed { name } => self.with_seat(name, |seat| seat.agrees = true),
            Fact::PlayEnded { table, .. } => self.at(*table, |table| {
                table.ended = true;
                table.coup = None;
                table.play_off = false;
                table.counts.clear();
                table.differs.clear();
                table.counted = false;
            }),
            Fact::DisputeOpened { table, by, about } => {
                let paused = self.time_runs_from(at).0.saturating_sub(at.0);
                let dispute = OpenDispute { by: by.clone(), about: about.clone(), since: at, paused };
                self.at(*table, |table| table.dispute = Some(dispute));
            }
            Fact::DisputeDecided { table, extended, .. } => {
                let break_until = self.session.as_ref().and_then(|session| session.break_until);
                let from = self.time_runs_from(at);
                self.at(*table, |table| {
                    let held = table.dispute.take().map_or(0, |dispute| dispute.held(at, break_until));
                    if let Some(until) = &mut table.until {
                        until.0 = until.0.saturating_add(*extended);
                    }
                    table.paused = table.paused.saturating_add(*extended);
                    give_time(table, held, from);
                });
            }
            Fact::CountOrdered { table } => self.at(*table, |table| {
                table.counts.clear();
                table.differs.clear();
                table.counted = false;
                table.count_ordered = true;
            }),
            Fact::Counted { table, by, counts } => {
                self.at(*table, |table| table.counts.push((by.clone(), counts.clone())));
            }
            Fact::CountAgreed { table, .. } => self.at(*table, |table| {
                table.differs.clear();
                table.counted = true;
                table.count_ordered = false;
            }),
            Fact::CountDiffers { table, .. } => self.at(*table, |table| {
                table.counts.clear();
                table.differs.clear();
            }),
            Fact::CountsAlike { table, counts } => {
                self.at(*table, |table| table.differs = counts.clone());
            }
            Fact::CountDecided { table, counts, .. } => self.at(*table, |table| {
                let before = table.chips();
                counts.iter().for_each(|(seat, amount)| table.hold(*seat, *amount));
                table.missing += before - table.chips();
                table.differs.clear();
                table.counts.clear();
                table.counted = true;
                table.count_ordered = false;
            }),
            Fact::ChipsReturned { table, .. } => self.at(*table, |table| {
                table.returned = true;
                table.missing = Money(0);
            }),
            Fact::PlayOffCalled { table, seats, fresh, .. } => self.at(*table, |table| {
                table.ended = false;
                table.play_off = true;
                table.returned = false;
                for (number, seat) in &mut table.seats {
                    seat.resting = !seats.contains(number);
                    if !seat.resting {
                        seat.ladder.push(seat.stack);
                        let stack = fresh.unwrap_or(seat.stack);
                        table.handed_out += stack - seat.stack;
                        seat.stack = stack;
                    }
                }
            }),
            Fact::PlacesConfirmed { table, places } => {
                self.at(*table, |table| table.places = Some(places.clone()))
            }
            Fact::SessionClosed { advance, next, stage } => self.close_session(advance, next, *stage),
            Fact::RoundsCalled { players, place, .. } => {
                self.rounds = Some(Rounds { players: players.clone(), place: *place, tables: Vec::new() });
                players
                    .iter()
                    .for_each(|name| self.with(name, |entrant| entrant.standing = EntrantState::In));
                self.players = players.clone();
                // They are played as the last session was.
                self.stage = self.stage.saturating_sub(1);
                self.phase = Phase::Closed;
            }
            Fact::PointsAdded { game, points } => {
                self.games.push(game.clone());
                for (name, points) in points {
                    self.with(name, |entrant| entrant.points += points);
                }
            }
            Fact::Awarded { places, prizes, .. } => {
                self.phase = Phase::Awarded;
                self.places = places.clone();
                self.prizes = prizes.clone();
            }
            Fact::PrizePaid { name, money } => {
                self.paid.push(name.clone());
                self.fund.paid += *money;
            }
            Fact::ChipsPaid { name, session, money, by_house } => {
                self.cashed.push((*session, name.clone()));
                self.fund.chips_paid += *money;
                self.fund.chips_by_house += *by_house;
                self.with(name, |entrant| entrant.chips_paid += *money);
            }
            Fact::Cancelled => {
                self.phase = Phase::Cancelled;
                self.fund.returned_to_house = self.fund.added + self.fund.guarantee;
                self.session = None;
            }
            Fact::Refunded { name, fees, buy_ins } => self.refund(name, *fees, *buy_ins),
            Fact::Proposed { number, what, by } => {
                self.proposed = *number;
                self.proposals.push(Proposal { number: *number, what: (**what).clone(), by: by.clone() });
            }
            Fact::ProposalApproved { number } | Fact::ProposalRejected { number } => {
                self.proposals.retain(|proposal| proposal.number != *number);
            }
            Fact::EntryRefused { name } => {
                self.refused.push(name.clone());
                self.reserves.retain(|reserve| reserve != name);
            }
            Fact::Drafted { .. }
            | Fact::DirectorAsked { .. }
            | Fact::PaceSet { .. }
            | Fact::PassesCollected { .. }
            | Fact::FormSeen { .. }
            | Fact::PassedOver { .. } => {}
        }
    }

    fn with(&mut self, name: &Name, change: impl FnOnce(&mut Entrant)) {
        if let Some(entrant) = self.entrant_mut(name) {
            change(entrant);
        }
    }

    fn with_seat(&mut self, name: &Name, change: impl FnOnce(&mut Seat)) {
        if let Some((table, seat)) = self.place_of(name)
            && let Some(seat) = self.table_mut(table).and_then(|table| table.seats.get_mut(&seat))
        {
            change(seat);
        }
    }

    /// Somebody goes away, or comes back and then wagers last.
    fn mark(&mut self, name: &Name, absent: bool, at: Time) {
        self.with_seat(name, |seat| {
            seat.absent = absent;
            // What was ruled is about the absence that is over.
            seat.deduct &= absent;
            if !absent {
                seat.deductions_away = 0;
            }
        });
        let Some((table, seat)) = self.place_of(name) else { return };
        let order = self.order;
        let at = self.time_runs_from(at);
        self.coup(table, |coup| {
            next_has_time(coup, seat, at);
            coup.turns.retain(|turn| *turn != seat);
            coup.turn = coup.turn.filter(|turn| *turn != seat);
            // A coup for which the minimum was deducted is missed.
            if order && !absent && !coup.served.contains(&seat) {
                coup.acted.retain(|acted| *acted != seat);
                coup.turns.push(seat);
            }
        });
    }

    /// From when on time counts for whoever is to act: now, or once the break is over.
    fn time_runs_from(&self, at: Time) -> Time {
        let until = self.session.as_ref().and_then(|session| session.break_until);
        until.map_or(at, |until| until.max(at))
    }

    fn at(&mut self, table: u8, change: impl FnOnce(&mut TablePlay)) {
        if let Some(table) = self.table_mut(table) {
            change(table);
        }
    }

    fn coup(&mut self, table: u8, change: impl FnOnce(&mut Coup)) {
        if let Some(coup) = self.table_mut(table).and_then(|table| table.coup.as_mut()) {
            change(coup);
        }
    }

    fn form(&mut self, table: u8, seat: u8, change: impl FnOnce(&mut Form)) {
        self.coup(table, |coup| {
            if let Some(form) = coup.forms.iter_mut().find(|form| form.seat == seat) {
                change(form);
            }
        });
    }

    fn count_form(&mut self, table: u8, seat: u8, change: impl FnOnce(u8) -> u8) {
        self.at(table, |table| {
            if let Some(seat) = table.seats.get_mut(&seat) {
                seat.forms = change(seat.forms);
            }
        });
    }

    fn admit(&mut self, name: &Name, fee: Money, commission: Money) {
        let signed = self.signatures.contains(name);
        self.reserves.retain(|reserve| reserve != name);
        // Whoever withdrew and enters again is one person, whose fees add up.
        let before = self.entrants.iter().position(|entrant| entrant.name == *name);
        let before = before.map(|index| self.entrants.remove(index));
        let entrant = before.unwrap_or_else(|| Entrant::new(name.clone(), Money(0), Money(0)));
        let (fees, commission) = (entrant.fees + fee, entrant.commission + commission);
        self.entrants.push(Entrant { signed, fees, commission, standing: EntrantState::In, ..entrant });
    }

    fn take_fee(&mut self, fee: Money, commission: Money) {
        self.fund.fees += fee;
        self.fund.commission += commission;
    }

    fn add_to_pool(&mut self, kind: PoolAddition, what: &str, worth: Money, place: Option<u32>) {
        match kind {
            PoolAddition::Cash => self.fund.added += worth,
            kind => self.goods.push(Added { kind, what: what.to_owned(), worth, place }),
        }
    }

    fn withdraw(&mut self, name: &Name, refund: Money) {
        self.refund(name, refund, Money(0));
        self.with(name, |entrant| entrant.standing = EntrantState::Withdrawn);
        self.reserves.retain(|reserve| reserve != name);
        self.players.retain(|player| player != name);
    }

    /// Fees and buy-ins go back to whoever paid them.
    fn refund(&mut self, name: &Name, fees: Money, buy_ins: Money) {
        let Some(entrant) = self.entrant_mut(name) else { return };
        entrant.refunded += fees;
        entrant.buy_in -= buy_ins;
        let whole = entrant.refunded == entrant.fees;
        let commission = if whole { entrant.commission - entrant.commission_refunded } else { Money(0) };
        entrant.commission_refunded += commission;
        self.fund.refunded += fees;
        self.fund.refunded_commission += commission;
        self.fund.buy_ins_refunded += buy_ins;
    }

    fn standing_in(&self) -> Vec<Name> {
        let still = self.entrants.iter().filter(|entrant| entrant.standing == EntrantState::In);
        still.map(|entrant| entrant.name.clone()).collect()
    }

    fn put_out(&mut self, name: &Name, why: OutWhy, at: Time) {
        let Some((number, seat)) = self.place_of(name) else { return };
        let at = self.time_runs_from(at);
        self.at(number, |table| {
            // Between coups it is the one just played; a short wager puts its maker out of the one that is on.
            let coup = table.coup.as_ref().map_or(table.coups, |coup| coup.number);
            if let Some(seat) = table.seats.get_mut(&seat) {
                let staked = if why == OutWhy::ShortWager { Money(0) } else { seat.last_staked };
                let residue = seat.stack;
                seat.out = Some(Out { coup, residue, staked, collected: seat.last_collected, why });
                // Chips go back to the inventory.
                table.handed_out -= residue;
                seat.stack = Money(0);
            }
            if let Some(coup) = &mut table.coup {
                next_has_time(coup, seat, at);
                coup.bets.retain(|bet| bet.seat != seat || coup.dealt);
                coup.turns.retain(|turn| *turn != seat);
                coup.turn = coup.turn.filter(|turn| *turn != seat);
            }
        });
        if why != OutWhy::Disqualified && why != OutWhy::NoShow {
            self.with(name, |entrant| entrant.standing = EntrantState::Out);
        }
    }

    fn replace(&mut self, name: &Name, instead_of: &Name) {
        let begun = self.session.as_ref().is_some_and(|session| session.begun);
        if let Some((table, seat)) = self.place_of(instead_of)
            && let Some(seat) = self.table_mut(table).and_then(|table| table.seats.get_mut(&seat))
        {
            seat.name = name.clone();
            seat.out = None;
            // Before the session begins whoever comes instead has to sit down before it does, like anybody else.
            seat.taken = begun;
            seat.stands_in = true;
            seat.absent = false;
        }
        self.players
            .iter_mut()
            .filter(|player| *player == instead_of)
            .for_each(|player| *player = name.clone());
    }

    fn close_session(&mut self, advance: &[Name], next: &[Name], stage: usize) {
        let Some(session) = self.session.take() else { return };
        let tables: Vec<_> =
            session.tables.iter().map(|table| table.places.clone().unwrap_or_default()).collect();
        for place in tables.iter().flatten() {
            let goes_on = advance.contains(&place.name) || next.contains(&place.name);
            self.with(&place.name, |entrant| {
                if entrant.standing == EntrantState::In && !goes_on {
                    entrant.standing = EntrantState::Out;
                }
                if goes_on && entrant.standing == EntrantState::Out {
                    entrant.standing = EntrantState::In;
                }
            });
        }
        match self.rounds.take() {
            Some(rounds) => self.rounds_played.push(Rounds { tables, ..rounds }),
            None => self.results.push(tables),
        }
        self.waiting = advance.to_vec();
        self.players = next.to_vec();
        self.stage = stage;
        self.numbers = None;
        self.start = None;
        self.phase = if next.is_empty() { Phase::Decided } else { Phase::Closed };
    }
}

/// What a coup that never was has cost comes back: pass cards, forms, and the minimums of the absent.
fn give_back(table: &mut TablePlay) {
    let Some(coup) = &table.coup else { return };
    for (number, seat) in table.seats.iter_mut().filter(|(_, seat)| seat.out.is_none()) {
        seat.passes += u8::from(coup.passes.contains(number));
        seat.forms += u8::from(coup.forms.iter().any(|form| form.seat == *number));
        if let Some((_, amount)) = coup.deducted.iter().find(|(of, _)| of == number) {
            seat.stack += *amount;
            table.handed_out += *amount;
            seat.deductions = seat.deductions.saturating_sub(1);
            seat.deductions_away = seat.deductions_away.saturating_sub(1);
        }
    }
}

/// The time stops for so many milliseconds: for the session, for a dispute that is open, and for whoever's turn it is.
fn stop_time(table: &mut TablePlay, pause: i64, latest: Time) {
    if let Some(end) = &mut table.until {
        end.0 = end.0.saturating_add(pause);
    }
    table.paused = table.paused.saturating_add(pause);
    if let Some(dispute) = &mut table.dispute {
        dispute.paused = dispute.paused.saturating_add(pause);
    }
    give_time(table, pause, latest);
}

/// Whoever's turn it is has so many milliseconds more, counted from that time at the latest.
fn give_time(table: &mut TablePlay, more: i64, latest: Time) {
    if let Some(since) = table.coup.as_mut().and_then(|coup| coup.turn_since.as_mut()) {
        since.0 = since.0.saturating_add(more).min(latest.0);
    }
}

/// Whoever comes next has time from now on.
fn next_has_time(coup: &mut Coup, seat: u8, at: Time) {
    if coup.turn == Some(seat) {
        coup.turn_since = Some(at);
    }
}

fn open_coup(table: &mut TablePlay, number: u32, marker: Option<u8>, at: Time) {
    let seats: Vec<u8> = table
        .seats
        .iter()
        .filter(|(_, seat)| seat.plays() && !seat.absent)
        .map(|(number, _)| *number)
        .collect();
    let marker_before = table.marker;
    table.marker = marker.or(table.marker);
    table.coup = Some(Coup {
        number,
        marker,
        marker_before,
        turns: marker.map(|marker| turns(&seats, marker)).unwrap_or_default(),
        turn: None,
        turn_since: Some(at),
        acted: Vec::new(),
        bets: Vec::new(),
        passes: Vec::new(),
        forms: Vec::new(),
        corrects: Vec::new(),
        both_hands: Vec::new(),
        held: Vec::new(),
        served: Vec::new(),
        deducted: Vec::new(),
        repeats: Vec::new(),
        called: false,
        dealt: false,
    });
}

fn settle(
    table: &mut TablePlay,
    number: u32,
    cards: &[baccarat::card::Card],
    settled: &[Settled],
    collected: &[u8],
) {
    let before = table.seats.iter().map(|(number, seat)| (*number, seat.stack)).collect();
    table.handed_out += settled.iter().map(|settled| settled.net).sum();
    for (number, seat) in &mut table.seats {
        let own = || settled.iter().filter(|settled| settled.seat == *number);
        seat.stack += own().map(|settled| settled.net).sum();
        // Whoever plays and made no wager staked nothing; whoever rests keeps the figures of their own last coup.
        if seat.plays() {
            seat.last_staked = own().map(|settled| settled.stake).sum();
        }
        // Agreeing to an early end is about the chips as they lay.
        seat.agrees = false;
        if let Some(place) = collected.iter().position(|seat| seat == number) {
            seat.last_collected = place as u32 + 1;
        }
    }
    table.coups = number;
    if let Some(coup) = table.coup.take() {
        let limits = table.limits.unwrap_or_default();
        table.last = Some(LastCoup {
            number,
            cards: cards.to_vec(),
            bets: coup.bets,
            forms: coup.forms,
            before,
            limits,
        });
    }
}
