//! Tables, seats, and how a session begins.

use crate::acts::NamedTable;
use crate::cite::{listed, stated, stated_or_silent};
use crate::conditions::{Allot, Length, Start};
use crate::facts::{Fact, OutWhy, SeatOf};
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase};
use crate::text::clock;
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::betting::LowLimit;
use baccarat::rules::tournament::*;
use draw::{Apart, Record, Sealed, list_root};
use merkle::Hash;
use table::{Citation, Name, Time};

impl Work<'_> {
    pub(crate) fn name_tables(&mut self, tables: &[NamedTable]) -> Result<(), Refusal> {
        let low = &self.book.rules.limits.low_limit;
        let bars = low.values().any(|low| *low == LowLimit::NoTournament);
        if let Some(table) = tables.iter().find(|table| table.low_limit && bars) {
            let cites = listed(low, |low| *low == LowLimit::NoTournament);
            let message = format!("low limit gaming is offered at {}", table.name);
            return self.refuse(Reason::ContradictsRule, message, cites);
        }
        let exclusive = self.cites().point(TournamentPoint::TableExclusive);
        if let Some(table) = tables.iter().find(|table| table.in_use && !exclusive.is_empty()) {
            let message =
                format!("{} is in use by others; allowed is a table for the tournament alone", table.name);
            return self.refuse(Reason::ContradictsRule, message, exclusive);
        }
        let cites = self.cites().gate(GateStep::TablesNamed).and(exclusive);
        self.push(Fact::TablesNamed { tables: tables.to_vec() }, cites);
        Ok(())
    }

    pub(crate) fn set_numbers(&mut self, numbers: &[u8]) -> Result<(), Refusal> {
        let cites = self.cites().point(TournamentPoint::NumberPerTable);
        let players = self.state.players.len();
        let sum: usize = numbers.iter().map(|number| usize::from(*number)).sum();
        let most = self.conditions.play.seats;
        let tables = self.tables_needed();
        let fits = sum == players
            && numbers.iter().all(|number| (1..=most).contains(number))
            && Some(numbers.len()) == tables;
        if !fits {
            let message = format!(
                "found {} tables for {sum}; allowed are {} tables of at most {most} for {players} players",
                numbers.len(),
                tables.unwrap_or(0)
            );
            return self.refuse(
                Reason::OutOfOrder,
                message,
                cites.and(self.cites().condition(Condition::Tables)),
            );
        }
        self.push(Fact::NumbersSet { numbers: numbers.to_vec() }, cites);
        Ok(())
    }

    /// How many tables the conditions give the coming session; for further rounds, as many as hold the level players.
    fn tables_needed(&self) -> Option<usize> {
        if self.state.rounds.is_some() {
            return Some(self.state.players.len().div_ceil(usize::from(self.conditions.play.seats.max(1))));
        }
        let stage = self.conditions.stages.get(self.state.stage)?;
        let players = u32::try_from(self.state.players.len()).ok()?;
        stage.tables.for_players(players, self.conditions.play.seats).map(usize::from)
    }

    /// How many players each table gets: as the official has set, or as even as can be.
    fn numbers(&self) -> Vec<usize> {
        if let Some(numbers) = &self.state.numbers {
            return numbers.iter().map(|number| usize::from(*number)).collect();
        }
        let players = self.state.players.len();
        let tables = self.tables_needed().unwrap_or(1).clamp(1, players.max(1));
        (0..tables).map(|index| players / tables + usize::from(index < players % tables)).collect()
    }

    fn before_seating(&self) -> Result<(), Refusal> {
        if self.state.phase != Phase::Closed && self.state.phase != Phase::Playing {
            return self.refuse(Reason::OutOfOrder, "no session is to be seated now", Citation::default());
        }
        if self.state.session.is_some() {
            let cites = self.cites().points(&[TournamentPoint::SeatHolds, TournamentPoint::OwnPositionOnly]);
            return self.refuse(Reason::AlreadyDone, "seats are allotted and hold for the session", cites);
        }
        if self.state.players.is_empty() {
            return self.refuse(Reason::OutOfOrder, "nobody is left to be seated", Citation::default());
        }
        if self.state.tables.len() < self.numbers().len() {
            let message = format!(
                "{} tables are named; the session needs {}",
                self.state.tables.len(),
                self.numbers().len()
            );
            let cites =
                self.cites().gate(GateStep::TablesNamed).and(self.cites().condition(Condition::Tables));
            return self.refuse(Reason::GateOpen, message, cites);
        }
        Ok(())
    }

    pub(crate) fn seal_draw(&mut self, seed_hash: Option<Hash>) -> Result<(), Refusal> {
        if self.state.sealed.is_some() {
            return self.refuse(
                Reason::AlreadyDone,
                "the next draw is sealed, and a seal is not taken back",
                stated(&self.book.rules.tournament.seating),
            );
        }
        let Some(seed_hash) = seed_hash else {
            let cites = stated(&self.book.rules.tournament.seating);
            return self.refuse(Reason::NoBallot, "the hash of the seed is missing", cites);
        };
        let number = self.state.draws.len() as u32 + 1;
        let previous = self.state.draws.last().map_or(Hash::NONE, |draw| draw.seal);
        let stage = self.conditions.stages.get(self.state.stage).map_or("", |stage| stage.name.as_str());
        let stage = if self.state.rounds.is_some() { "further rounds" } else { stage };
        let purpose = format!("seats of {stage}, {}", self.conditions.id);
        let sealed = Sealed { number, purpose, previous, seed_hash };
        self.push(Fact::DrawSealed { sealed }, stated(&self.book.rules.tournament.seating));
        Ok(())
    }

    pub(crate) fn list_draw(&mut self) -> Result<(), Refusal> {
        self.before_seating()?;
        if self.state.sealed.is_none() {
            return self.refuse(
                Reason::NoBallot,
                "no seed is committed to",
                stated(&self.book.rules.tournament.seating),
            );
        }
        let list: Vec<String> = self.state.players.iter().map(|name| name.to_string()).collect();
        let root = list_root(&list);
        self.push(Fact::DrawListed { list, root }, stated(&self.book.rules.tournament.seating));
        Ok(())
    }

    pub(crate) fn allot(&mut self) -> Result<(), Refusal> {
        self.before_seating()?;
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.seating).and(self.cites().condition(Condition::Allotment));
        if rules.seating.get() == Some(&Seating::BallotEachSession)
            || self.conditions.play.allot == Allot::Ballot
        {
            return self.refuse(Reason::NoBallot, "allowed is a ballot", cites);
        }
        let names = self.state.players.clone();
        let seats = self.seats(&names);
        self.push(Fact::Seated { seats, draw: None }, cites);
        Ok(())
    }

    /// The order takes seats table by table.
    fn seats(&self, order: &[Name]) -> Vec<SeatOf> {
        let mut names = order.iter();
        let mut seats = Vec::new();
        for (index, many) in self.numbers().into_iter().enumerate() {
            let table = index as u8 + 1;
            seats.extend(names.by_ref().take(many).zip(1..).map(|(name, seat)| SeatOf {
                name: name.clone(),
                table,
                seat,
            }));
        }
        seats
    }

    pub(crate) fn ballot(&mut self, seed: Option<&Hash>, mix: &str) -> Result<(), Refusal> {
        self.before_seating()?;
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.seating).and(self.cites().condition(Condition::Allotment));
        let (Some(sealed), Some(list)) = (self.state.sealed.clone(), self.state.listed.clone()) else {
            return self.refuse(Reason::NoBallot, "the draw is not sealed and listed", cites);
        };
        let players: Vec<String> = self.state.players.iter().map(|name| name.to_string()).collect();
        if list != players {
            return self.refuse(
                Reason::NoBallot,
                "the published list is not that of the players any more",
                cites,
            );
        }
        if mix.trim().is_empty() {
            return self.refuse(Reason::NoBallot, "the mix from outside is missing", cites);
        }
        let Some(seed) = seed.filter(|seed| draw::seed_hash(&seed.0) == sealed.seed_hash) else {
            return self.refuse(Reason::NotAsSealed, "this is not the seed that was committed to", cites);
        };
        // More of a group than there are tables cannot be kept apart: at the one table of a final they meet.
        let parts = self.numbers();
        let present = |group: &Vec<String>| group.iter().filter(|name| list.contains(name)).count();
        let mut groups = self.conditions.entry.apart.clone();
        groups.retain(|group| present(group) <= parts.len());
        // Groups that overlap may rule each other out; then those named last give way, and the record shows which were kept.
        let record = loop {
            let apart = Apart { parts: parts.clone(), groups: groups.clone() };
            match Record::draw(sealed.clone(), list.clone(), mix, &seed.0, apart) {
                Some(record) => break record,
                None if groups.pop().is_some() => {}
                None => return self.refuse(Reason::NoBallot, "nobody is on the list", cites),
            }
        };
        let order: Vec<Name> = record.drawn().map(|name| Name::from(name.as_str())).collect();
        let seats = self.seats(&order);
        let groups = match record.apart.groups.is_empty() {
            true => Citation::default(),
            false => self.cites().condition(Condition::PlayerGroups),
        };
        self.push(Fact::Seated { seats, draw: Some(Box::new(record)) }, cites.and(groups));
        Ok(())
    }

    pub(crate) fn move_start(&mut self, to: Time, noticed: bool) -> Result<(), Refusal> {
        let begun = self.state.session.as_ref().is_some_and(|session| session.begun);
        let cites = self.cites().points(&[TournamentPoint::StartMayMove, TournamentPoint::StartMoveNoticed]);
        if begun {
            return self.refuse(Reason::OutOfOrder, "the session has begun", cites);
        }
        if !self.cites().has(TournamentPoint::StartMayMove) {
            return self.refuse(
                Reason::NotDeclared,
                "the book knows no moving of a start",
                Citation::silent("tournament.points"),
            );
        }
        let notice = self.cites().point(TournamentPoint::StartMoveNoticed);
        if !noticed {
            return self.refuse(Reason::GateOpen, "entrants have had no reasonable notice", notice);
        }
        // Of a start that is over already nobody has had notice.
        if to < self.at {
            let message = format!("found a start at {}; it is {} already", clock(to), clock(self.at));
            return self.refuse(Reason::GateOpen, message, notice);
        }
        self.push(Fact::StartMoved { to }, cites);
        Ok(())
    }

    pub(crate) fn set_time_limit(&mut self, seconds: u32, noticed: bool) -> Result<(), Refusal> {
        let point = self.cites().points(&[TournamentPoint::TimeLimit, TournamentPoint::Pace]);
        if !(1..=3_600).contains(&seconds) {
            let message = format!("found {seconds} seconds for a wager; allowed is 1 to 3600");
            return self.refuse(Reason::ContradictsRule, message, point);
        }
        if !noticed {
            let notice = self.cites().point(TournamentPoint::TimeLimitNoticed);
            let cites = if notice.is_empty() { point } else { notice };
            return self.refuse(Reason::GateOpen, "players have had no reasonable notice", cites);
        }
        self.push(
            Fact::TimeLimitSet { seconds },
            point.and(self.cites().point(TournamentPoint::TimeLimitNoticed)),
        );
        Ok(())
    }

    pub(crate) fn set_limits(&mut self, least: Money, most: Money) -> Result<(), Refusal> {
        let cites = self
            .cites()
            .point(TournamentPoint::LimitsChangeTold)
            .and(self.cites().condition(Condition::Limits));
        let message = format!("limits of {least} to {most} were not declared before the tournament");
        self.refuse(Reason::NotDeclared, message, cites)
    }

    pub(crate) fn take_seat(&mut self, table: u8, seat: u8) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let cites = self.cites().points(&[TournamentPoint::SeatHolds, TournamentPoint::OwnPositionOnly]);
        match self.state.place_of(&name) {
            Some(own) if own == (table, seat) => {
                self.not_out(&name)?;
                self.not_late(&name, table, seat)?;
                self.push(Fact::SeatTaken { name, table, seat }, cites);
                Ok(())
            }
            Some((own_table, own_seat)) => {
                let message = format!("{name} has seat {own_seat} at table {own_table} for the session");
                self.refuse(Reason::NotYourSeat, message, cites)
            }
            None => self.refuse(
                Reason::NoBallot,
                format!("{name} has no seat"),
                stated(&self.book.rules.tournament.seating),
            ),
        }
    }

    /// Where whoever is not there at the stated start has forfeited the place, nobody takes a seat after it that they had before.
    fn not_late(&self, name: &Name, table: u8, seat: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let (Some(session), Some(start)) = (&self.state.session, self.stated_start()) else { return Ok(()) };
        let forfeits = rules.no_show.get() == Some(&NoShow::PlaceAndFeeForfeited);
        let of = self.table(table)?.seats.get(&seat);
        let excused = of.is_none_or(|of| of.taken || of.stands_in);
        if session.begun || !forfeits || excused || self.at < start || session.seated_at >= start {
            return Ok(());
        }
        let message = format!("{name} had until {} to take the seat", clock(start));
        self.refuse(Reason::SessionOver, message, stated(&rules.no_show))
    }

    /// Whoever is out of the session has lost the seat.
    fn not_out(&self, name: &Name) -> Result<(), Refusal> {
        let place = self.state.place_of(name);
        let seat = place.and_then(|(table, seat)| self.state.table(table)?.seats.get(&seat));
        let Some(out) = seat.and_then(|seat| seat.out.as_ref()) else { return Ok(()) };
        let rules = &self.book.rules.tournament;
        let cites = match (out.why, self.state.entrant(name).map(|entrant| entrant.standing)) {
            (OutWhy::NoBuyIn, _) => self.cites().point(TournamentPoint::NoBuyInIsOut),
            (OutWhy::NoShow, _) => stated(&rules.no_show),
            (_, Some(EntrantState::Disqualified(why))) => {
                self.cites().disqualification(why, |part| part.must).1
            }
            _ => self.cites().point(TournamentPoint::OutLeavesTable),
        };
        self.refuse(Reason::SessionOver, format!("{name} is out of the session"), cites)
    }

    pub(crate) fn issue_chips(&mut self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let stage = &self.conditions.stages[self.state.stage.min(self.conditions.stages.len() - 1)];
        if self.table(number)?.issued {
            let cites = stated(&rules.stacks);
            return self.refuse(Reason::AlreadyDone, "chips are handed out", cites);
        }
        // Whoever has not brought the buy-in is out before anybody gets chips; whoever withdrew is out already.
        if stage.buy_in.0 > 0 && self.state.rounds.is_none() {
            let missing: Vec<Name> = self
                .table(number)?
                .seats
                .values()
                .filter(|seat| seat.out.is_none())
                .filter(|seat| self.state.entrant(&seat.name).is_some_and(|entrant| entrant.buy_in.0 == 0))
                .map(|seat| seat.name.clone())
                .collect();
            let cites =
                self.cites().points(&[TournamentPoint::NoBuyInIsOut, TournamentPoint::NoBuyInNoFeeBack]);
            for name in missing {
                self.push(Fact::OutOfSession { table: number, name, why: OutWhy::NoBuyIn }, cites.clone());
            }
        }
        let cites = self
            .cites()
            .gate(GateStep::ChipsIssued)
            .and(stated_or_silent(&rules.stacks, "tournament.stacks"))
            .and(self.cites().condition(Condition::OpeningChips));
        let passes = match self.state.pass_cards {
            0 => Citation::default(),
            _ => self
                .cites()
                .pass(PassCardRule::EachHeat)
                .and(self.cites().pass(PassCardRule::SameNumberForAll)),
        };
        let each = self.opening();
        let (pass_cards, forms) = (self.state.pass_cards, self.state.undisclosed);
        let cites = cites.and(passes);
        self.push(Fact::ChipsIssued { table: number, each, passes: pass_cards, forms }, cites.clone());
        if stage.opening.is_none() && self.state.rounds.is_none() {
            self.carry_over(number, &cites)?;
        }
        Ok(())
    }

    /// Players start with what they ended the session before with.
    fn carry_over(&mut self, number: u8, cites: &Citation) -> Result<(), Refusal> {
        let seats = self.table(number)?.seats.values().filter(|seat| seat.out.is_none());
        let names: Vec<Name> = seats.map(|seat| seat.name.clone()).collect();
        for name in names {
            let before = self.state.results.last().into_iter().flatten().flatten();
            let amount = before.filter(|place| place.name == name).map(|place| place.stack).sum();
            self.push(Fact::ChipsGiven { name, amount }, cites.clone());
        }
        Ok(())
    }

    pub(crate) fn begin(&mut self) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let seating = stated(&rules.seating);
        match &self.state.session {
            None => return self.refuse(Reason::NoBallot, "seats are not allotted", seating),
            Some(session) if session.begun => {
                return self.refuse(Reason::AlreadyDone, "the session has begun", Citation::default());
            }
            Some(_) => {}
        }
        let gates = self.gates(GateBefore::Session)?;
        self.nobody_still_has_time()?;
        let stage = &self.conditions.stages[self.state.stage.min(self.conditions.stages.len() - 1)];
        let until = match stage.length {
            Length::Minutes(minutes) if minutes > 0 && self.state.rounds.is_none() => {
                Some(Time(self.at.0 + i64::from(minutes) * 60_000))
            }
            _ => None,
        };
        let number = (self.state.results.len() + self.state.rounds_played.len()) as u32 + 1;
        let measures = listed(&rules.measures, |_| true);
        self.push(Fact::SessionBegun { number, until }, gates.and(measures));
        self.no_shows()
    }

    /// The stated start of the coming session, if it is still to come.
    pub(crate) fn start_to_come(&self) -> Option<Time> {
        self.stated_start().filter(|start| self.at < *start)
    }

    /// When the coming session starts, as the conditions or the official have it.
    fn stated_start(&self) -> Option<Time> {
        let declared = match self.conditions.start {
            Start::At(start) if self.state.results.is_empty() => Some(start),
            Start::At(_) | Start::WhenFull => None,
        };
        self.state.start.or(declared)
    }

    /// A session begins early only if everybody is there: until the stated start nobody is late.
    fn nobody_still_has_time(&self) -> Result<(), Refusal> {
        let Some(start) = self.start_to_come() else { return Ok(()) };
        let seats = self.state.session.iter().flat_map(|session| &session.tables);
        let waits_for =
            seats.flat_map(|table| table.seats.values()).find(|seat| !seat.taken && seat.out.is_none());
        let Some(seat) = waits_for else { return Ok(()) };
        let cites = stated_or_silent(&self.book.rules.tournament.no_show, "tournament.no_show");
        let message = format!("{} has until {} to take the seat", seat.name, clock(start));
        self.refuse(Reason::OutOfOrder, message, cites)
    }

    /// Whoever has not taken the seat in time.
    fn no_shows(&mut self) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let missing: Vec<Name> = self
            .state
            .session
            .iter()
            .flat_map(|session| &session.tables)
            .flat_map(|table| table.seats.values())
            .filter(|seat| !seat.taken && seat.out.is_none())
            .map(|seat| seat.name.clone())
            .collect();
        let cites = stated_or_silent(&rules.no_show, "tournament.no_show");
        for name in missing {
            match rules.no_show.get() {
                Some(NoShow::PlaceAndFeeForfeited) => {
                    let cites = cites.clone().and(stated(&rules.pool));
                    self.push(Fact::PlaceForfeited { name }, cites);
                }
                _ => {
                    self.push(Fact::MarkedAbsent { name: name.clone() }, cites.clone());
                    let about = format!("{name} has not taken the seat");
                    self.push(Fact::DirectorAsked { name, about }, cites.clone());
                }
            }
        }
        Ok(())
    }

    /// What the book says of one way of taking somebody's place.
    fn replacement(&self, who: ReplacementWho) -> (Option<ReplacementWhen>, Citation) {
        let list = &self.book.rules.tournament.replacements;
        let when = list.values().find(|stand_in| stand_in.who == who).map(|stand_in| stand_in.when);
        let cites = match when {
            Some(_) => listed(list, |stand_in| stand_in.who == who),
            None => Citation::silent("tournament.replacements"),
        };
        (when, cites)
    }

    pub(crate) fn seat_reserve(&mut self, name: &Name, instead_of: &Name, fee: Money) -> Result<(), Refusal> {
        let (when, cites) = self.replacement(ReplacementWho::Reserve);
        let Some(when) = when else {
            return self.refuse(Reason::NotDeclared, "the book knows no reserve", cites);
        };
        self.not_refused(name)?;
        if self.state.reserves.first() != Some(name) {
            let first = self.state.reserves.first().map_or("nobody".to_owned(), |name| name.to_string());
            return self.refuse(Reason::NotEligible, format!("{first} is the first reserve"), cites);
        }
        if when == ReplacementWhen::FirstSession && !self.state.results.is_empty() {
            return self.refuse(Reason::OutOfOrder, "allowed is only the player's first session", cites);
        }
        let empty = self.state.place_of(instead_of).and_then(|(table, seat)| {
            let table = self.state.table(table)?;
            let seat = table.seats.get(&seat)?;
            Some(table.coups == 0 && !seat.taken)
        });
        if empty != Some(true) {
            return self.refuse(
                Reason::NotYourSeat,
                format!("{instead_of}'s seat is not empty at the start"),
                cites,
            );
        }
        let begun = self.state.session.as_ref().is_some_and(|session| session.begun);
        if let Some(start) = self.start_to_come().filter(|_| !begun) {
            let message = format!("{instead_of} has until {} to take the seat", clock(start));
            return self.refuse(Reason::OutOfOrder, message, cites);
        }
        if fee != self.conditions.entry.fee {
            return self.refuse(
                Reason::Unpaid,
                format!("found {fee}; the fee is {}", self.conditions.entry.fee),
                cites,
            );
        }
        let commission =
            self.conditions.entry.commission.as_ref().map_or(Money(0), |commission| commission.each);
        let (name, instead_of) = (name.clone(), instead_of.clone());
        let cites = cites.and(stated(&self.book.rules.tournament.pool));
        let stack = self.opening();
        self.push(Fact::ReserveSeated { name: name.clone(), instead_of, fee, commission }, cites);
        if let Some((table, _)) = self.state.place_of(&name)
            && self.state.table(table).is_some_and(|table| table.issued)
        {
            self.push(
                Fact::ChipsGiven { name, amount: stack },
                self.cites().condition(Condition::OpeningChips),
            );
        }
        Ok(())
    }

    /// The chips with which everybody starts the session.
    pub(crate) fn opening(&self) -> Money {
        let stage = self.conditions.stages.get(self.state.stage);
        let opening = stage.and_then(|stage| stage.opening);
        // Where chips are carried over, level players of further rounds have none to bring: they start as everybody started.
        let first = || self.conditions.stages.iter().find_map(|stage| stage.opening);
        opening.or_else(|| self.state.rounds.as_ref().and_then(|_| first())).unwrap_or_default()
    }

    pub(crate) fn allow_substitute(&mut self, name: &Name, instead_of: &Name) -> Result<(), Refusal> {
        let (when, cites) = self.replacement(ReplacementWho::Substitute);
        if when.is_none() {
            return self.refuse(Reason::NotDeclared, "the book knows no substitute", cites);
        }
        if when == Some(ReplacementWhen::FirstSession) && !self.state.results.is_empty() {
            return self.refuse(Reason::OutOfOrder, "allowed is only the player's first session", cites);
        }
        if self.state.entrant(name).is_some() || self.state.officials.contains(name) {
            return self.refuse(Reason::NotEligible, format!("{name} is in the tournament already"), cites);
        }
        if !self.state.players.contains(instead_of) {
            return self.refuse(Reason::NotEntered, format!("{instead_of} does not play"), cites);
        }
        if self.state.entrant(instead_of).is_none_or(|entrant| entrant.standing != EntrantState::In) {
            let out = stated(&self.book.rules.tournament.unable_out_of);
            let message = format!("{instead_of} is out, and nobody plays for the eliminated");
            return self.refuse(Reason::NotEligible, message, cites.and(out));
        }
        self.not_refused(name)?;
        self.agreed(name)?;
        self.push(Fact::SubstituteSeated { name: name.clone(), instead_of: instead_of.clone() }, cites);
        Ok(())
    }
}
