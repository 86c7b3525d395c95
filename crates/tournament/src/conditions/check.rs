//! Conditions held against their book: what is missing, what contradicts it, what cannot be played.

use super::read::paths;
use super::*;
use crate::cite::{Cites, listed, stated, stated_or_silent};
use baccarat::chips::ChipSet;
use baccarat::payment;
use baccarat::rules::tournament::TournamentExcess;
use baccarat::rules::tournament::{
    ChipValue, Condition, ConditionForm, ConditionWhen, EarlyEndRule, EqualForPrize, EqualInSession,
    FeeRefund, MarkerMove, OpeningStacks, OrderUse, OutOf, Pool, RequiredCondition, Seating, SessionMeasure,
    TournamentPoint, TournamentUnits,
};
use baccarat::wager::WagerClass;
use declared::{File, money_of, time_of};
use toml::Value;

/// Does the book know prizes that are added up and split?
pub(super) fn splits(book: &Book) -> bool {
    book.rules.tournament.equal_for_prize.values().any(|equal| *equal == EqualForPrize::PooledAndSplit)
}

/// The one fault under a book that has no such chapter.
pub(super) fn silent(book: &Book) -> Option<Fault> {
    let rules = &book.rules.tournament;
    let none =
        rules.official.get().is_none() && rules.pool.get().is_none() && rules.conditions.items.is_empty();
    let message = format!("{} has no chapter on tournaments; none can be announced under it", book.id);
    none.then(|| Fault { line: 0, message, cites: stated_or_silent(&rules.official, "tournament.official") })
}

/// Holds a file and what was read from it against the book.
struct Check<'c> {
    file: &'c File,
    conditions: &'c Conditions,
    book: &'c Book,
    faults: Vec<Fault>,
}

pub(super) fn faults(file: &File, conditions: &Conditions, book: &Book) -> Vec<Fault> {
    let mut check = Check { file, conditions, book, faults: Vec::new() };
    check.items();
    check.money();
    check.seats();
    check.wagers();
    check.sessions();
    check.prizes();
    check.fits();
    check.faults
}

/// Keys that belong to an item of the conditions beside those by which it is found missing.
const ALSO: [(&str, Condition); 15] = [
    ("start", Condition::Start),
    ("entry.eligible", Condition::Entry),
    ("entry.may_refuse", Condition::MayRefuseEntry),
    ("entry.apart", Condition::PlayerGroups),
    ("entry.buy_back", Condition::BuyBackTerms),
    ("play.seats", Condition::Tables),
    ("play.chips", Condition::OpeningChips),
    ("play.method", Condition::Limits),
    ("play.first_marker", Condition::WageringOrder),
    ("points", Condition::PointsAndGames),
    ("prizes.added", Condition::Distribution),
    ("prizes.added", Condition::Prizes),
    ("prizes.guarantee", Condition::Undertakings),
    ("prizes.odd_cents", Condition::Distribution),
    ("prizes.odd_cents", Condition::EqualPlaces),
];

/// The clauses that ask for what stands where a fault of form is, so that whoever mends it sees what it is for.
pub(super) fn asked_there(fault: &Fault, file: &File, book: &Book) -> Citation {
    if fault.line == 0 {
        return Citation::default();
    }
    let sections = ["entry", "play", "prizes", "points"];
    // A key that is missing has the line of its section, which is that of every other key that is missing.
    let there = |path: &str| file.has(path) && file.line(path) == fault.line && !sections.contains(&path);
    let of_stage = |key: &str| (0..file.count("stage")).any(|index| there(&format!("stage[{index}].{key}")));
    let opens = ["opening", "starts with"].iter().any(|word| fault.message.contains(word));
    let in_session = of_stage("session");
    let found = book.rules.tournament.conditions.items.iter().filter(|required| match required.item {
        Condition::Sessions => in_session && !opens,
        Condition::OpeningChips if in_session => opens,
        Condition::Repechage => of_stage("who"),
        item => {
            let also = ALSO.iter().filter(|(_, of)| *of == item).map(|(path, _)| (*path).to_owned());
            paths(item, file).into_iter().chain(also).any(|path| there(&path))
        }
    });
    let cites: Vec<Citation> =
        found.map(|required| Citation::of("tournament.conditions", &required.basis)).collect();
    if cites.is_empty() && there("play.seconds") {
        return Cites(book).points(&[TournamentPoint::TimeLimit, TournamentPoint::Pace]);
    }
    cites.into_iter().fold(Citation::default(), Citation::and)
}

impl Check<'_> {
    fn cites(&self) -> Cites<'_> {
        Cites(self.book)
    }

    fn add(&mut self, path: &str, message: impl Into<String>, cites: Citation) {
        let line = self.file.line(path);
        self.faults.push(Fault { line, message: message.into(), cites });
    }

    /// A condition that a rule beats.
    fn contradicts(&mut self, path: &str, message: impl Into<String>, cites: Citation) {
        let wins = self.cites().point(TournamentPoint::RulesBeatConditions);
        self.add(path, message, cites.and(wins));
    }

    fn holds(&self, when: ConditionWhen) -> bool {
        let (file, conditions) = (self.file, self.conditions);
        match when {
            ConditionWhen::Always => true,
            ConditionWhen::Repechage => conditions.stages.iter().any(|stage| stage.second_chance.is_some()),
            ConditionWhen::Progression => conditions.points.is_none() && conditions.stages.len() > 1,
            ConditionWhen::Points => conditions.points.is_some(),
            ConditionWhen::Final => conditions.points.is_none(),
            ConditionWhen::Fee => conditions.entry.fee.0 > 0,
            ConditionWhen::ChangingLimits => {
                file.get("play.limits").and_then(Value::as_array).is_some_and(|levels| levels.len() > 1)
            }
            ConditionWhen::BuyBack => file.get("entry.buy_back").is_some_and(Value::is_table),
            ConditionWhen::SitAndGo => conditions.start == Start::WhenFull,
            ConditionWhen::Refusal => conditions.entry.may_refuse,
            ConditionWhen::Criteria => file.has("entry.criteria"),
            ConditionWhen::Guarantee => conditions.prizes.guarantee.is_some(),
        }
    }

    /// Every item that the book asks for under this structure is there.
    fn items(&mut self) {
        let items = &self.book.rules.tournament.conditions.items;
        let asked: Vec<_> = items.iter().filter(|item| self.holds(item.when)).collect();
        for item in asked {
            let wanted = Citation::of("tournament.conditions", &item.basis);
            let cites = wanted.and(self.cites().point(TournamentPoint::ConditionsComplete));
            for (path, message) in self.missing(item) {
                self.add(&path, message, cites.clone());
            }
        }
    }

    fn missing(&self, required: &RequiredCondition) -> Vec<(String, String)> {
        let file = self.file;
        let named = |path: &str| match path.strip_prefix("stage[").and_then(|rest| rest.split_once(']')) {
            Some((index, key)) => {
                let name = index.parse::<usize>().ok().and_then(|index| self.conditions.stages.get(index));
                let name = name.map_or("the stage", |stage| stage.name.as_str());
                format!("{name} has no `{}`", key.trim_start_matches('.'))
            }
            None => format!("there is no `{path}`"),
        };
        let why = match required.when {
            ConditionWhen::Always => String::new(),
            when => format!(", needed because of {when}"),
        };
        let empty = |path: &str| match file.get(path) {
            None => true,
            Some(Value::String(text)) => text.trim().is_empty(),
            Some(Value::Array(list)) => list.is_empty(),
            Some(_) => false,
        };
        let mut missing: Vec<(String, String)> = paths(required.item, file)
            .into_iter()
            .filter(|path| empty(path))
            .map(|path| {
                (path.clone(), format!("{}{why}; the conditions state {}", named(&path), required.item))
            })
            .collect();
        let stages = 0..self.conditions.stages.len();
        match required.item {
            Condition::Sessions => {
                if self.conditions.stages.is_empty() {
                    missing.push((
                        "stage".into(),
                        "there is no [[stage]]; the conditions state sessions".into(),
                    ));
                }
                let measures = ["coups", "shoes", "minutes"];
                for index in stages {
                    let path = |key: &str| format!("stage[{index}].session.{key}");
                    let given = measures.iter().map(|key| path(key)).find(|path| !empty(path));
                    match given {
                        None => missing.push((
                            format!("stage[{index}].session"),
                            format!(
                                "{} does not say how long its session is",
                                self.conditions.stages[index].name
                            ),
                        )),
                        Some(path) => missing.extend(self.wrong_form(&path, required)),
                    }
                }
            }
            Condition::Tables => {
                missing.extend(
                    stages.filter_map(|index| self.wrong_form(&format!("stage[{index}].tables"), required)),
                );
            }
            Condition::Repechage => missing.extend(
                stages.filter(|index| self.conditions.stages[*index].second_chance == Some(0)).map(|index| {
                    (format!("stage[{index}].who"), "`who` does not say who gets the second chance".into())
                }),
            ),
            Condition::RisingLimits => {
                let levels = file.get("play.limits").and_then(Value::as_array);
                let from = |level: &Value| level.get("from").is_some();
                if levels.is_some_and(|levels| !levels.iter().skip(1).all(from)) {
                    missing.push((
                        "play.limits".into(),
                        "limits change without `from`, the point at which they do".into(),
                    ));
                }
            }
            _ => {}
        }
        missing
    }

    /// A basis where the book wants a number.
    fn wrong_form(&self, path: &str, required: &RequiredCondition) -> Option<(String, String)> {
        let basis = self.file.get(path).is_some_and(Value::is_str);
        let asks = required.form == Some(ConditionForm::Number);
        (basis && asks).then(|| (path.to_owned(), format!("`{path}` gives a basis; allowed is a number")))
    }

    fn money(&mut self) {
        let rules = &self.book.rules.tournament;
        let entry = &self.conditions.entry;
        let pool = stated_or_silent(&rules.pool, "tournament.pool");
        if let Some(commission) = &entry.commission {
            match rules.pool.get() {
                Some(Pool::FeesLessCommission) => {
                    if commission.approval.trim().is_empty() {
                        let message = "the commission names no approval; allowed is an approved amount";
                        self.contradicts("entry.commission", message, pool.clone());
                    }
                    // A fee that cannot be read is told already.
                    if self.file.get("entry.fee").and_then(money_of).is_some() && commission.each > entry.fee
                    {
                        self.contradicts("entry.commission", "the commission is more than the fee", pool);
                    }
                }
                _ => self.contradicts(
                    "entry.commission",
                    "a commission is kept; allowed is that every fee goes into the pool",
                    pool,
                ),
            }
        }
        let refunds = &rules.refunds;
        if entry.withdraw_until.is_some()
            && !refunds.values().any(|refund| *refund == FeeRefund::IfConditionsAllow)
        {
            let cites = self.cites().refund(FeeRefund::Never);
            self.contradicts(
                "entry.withdraw_until",
                "`withdraw_until` returns fees; allowed is never",
                cites,
            );
        }
        let start = self.file.get("start").and_then(Value::as_datetime).and_then(time_of);
        if let (Some(until), Some(start)) = (entry.withdraw_until, start)
            && until > start
        {
            let cites = self.cites().condition(Condition::WithdrawalTerms);
            let message = "`withdraw_until` is after the start; allowed is until the start";
            self.add("entry.withdraw_until", message, cites);
        }
        let most = rules.entries_each.get().copied().unwrap_or(1);
        let each = self.file.get("entry.each").and_then(Value::as_integer).unwrap_or(1);
        if each > i64::from(most) {
            let cites = stated_or_silent(&rules.entries_each, "tournament.entries_each");
            self.contradicts(
                "entry.each",
                format!("found {each} entries for each person; allowed is {most}"),
                cites,
            );
        }
        if entry.buy_back.is_some()
            && self.file.get("entry.buy_back.most").and_then(Value::as_integer) == Some(0)
        {
            let cites = self.cites().condition(Condition::BuyBackTerms);
            let message = "nobody may buy back even once; allowed is at least 1, or `buy_back = false`";
            self.add("entry.buy_back.most", message, cites);
        }
        // Who is out of the last session has none to come back to.
        if let Some(terms) = &entry.buy_back
            && terms.until_coup.is_none()
            && self.conditions.stages.len() == terms.until_stage + 1
        {
            let cites = self.cites().condition(Condition::BuyBackTerms);
            let message = format!(
                "buying back until {} comes after the last session; allowed is an earlier stage, or a coup of it",
                terms.until
            );
            self.add("entry.buy_back.until", message, cites);
        }
        if entry.numbers.0 > entry.numbers.1 {
            self.add("entry.numbers", "the least number is above the greatest", Citation::default());
        }
    }

    fn seats(&mut self) {
        let rules = &self.book.rules.tournament;
        let play = &self.conditions.play;
        if play.allot != Allot::Ballot && rules.seating.get() == Some(&Seating::BallotEachSession) {
            self.contradicts(
                "play.allot",
                "seats are not balloted; allowed is a ballot before each session",
                stated(&rules.seating),
            );
        }
        if !(1..=14).contains(&play.seats) {
            self.add(
                "play.seats",
                format!("found {} seats; allowed is 1 to 14", play.seats),
                Citation::default(),
            );
        }
    }

    fn wagers(&mut self) {
        let rules = &self.book.rules.tournament;
        let play = &self.conditions.play;
        if !play.order && rules.order.get() == Some(&OrderUse::Always) {
            self.contradicts(
                "play.order",
                "there is no order of wagering; allowed is always one",
                stated(&rules.order),
            );
        }
        if self.file.has("play.first_marker") && rules.marker.get() == Some(&MarkerMove::NextBox) {
            self.contradicts(
                "play.first_marker",
                "`first_marker` says where the marker is first; allowed is box 1, and so to leave it out",
                stated(&rules.marker),
            );
        }
        let ranks = &rules.same_coup;
        let others = play.out_by_lot || !ranks.values().eq(&play.out);
        if self.file.has("play.out") && !ranks.items.is_empty() && others {
            let words: Vec<String> = ranks.values().map(ToString::to_string).collect();
            let message = format!(
                "who goes out in one coup is ranked otherwise; allowed is {}, in that order",
                words.join(", ")
            );
            self.contradicts("play.out", message, listed(ranks, |_| true));
        }
        if play.pass_cards > 0 && rules.pass_cards.items.is_empty() {
            self.contradicts(
                "play.pass_cards",
                "pass cards take the place of wagers; allowed is a wager on every coup",
                stated(&rules.duty),
            );
        }
        if play.undisclosed > 0 && rules.undisclosed.items.is_empty() {
            let cites = stated(&self.book.rules.betting.spoken);
            self.contradicts(
                "play.undisclosed",
                "wagers are made on a form; allowed are chips on a box",
                cites,
            );
        }
        let free = self.file.get("play.compulsory").and_then(Value::as_bool) == Some(false);
        if free && rules.duty.get().is_some() {
            self.contradicts(
                "play.compulsory",
                "no wager is compulsory; allowed is at least the minimum on every coup",
                stated(&rules.duty),
            );
        }
        if play.seconds == Some(0) {
            let cites = self.cites().points(&[TournamentPoint::TimeLimit, TournamentPoint::Pace]);
            self.add("play.seconds", "nobody can wager in 0 seconds; allowed is at least 1", cites);
        }
        if self.book.wagers(&play.method).is_none() {
            let known: Vec<&str> = self.book.methods().map(|method| method.id.as_str()).collect();
            self.add(
                "play.method",
                format!("found `{}`; allowed are {}", play.method, known.join(", ")),
                Citation::default(),
            );
        }
        let dealing = &self.book.rules.dealing.methods;
        if let Some(id) = &play.dealing
            && !dealing.items.is_empty()
            && !dealing.values().any(|method| method.id == *id)
        {
            let known: Vec<&str> = dealing.values().map(|method| method.id.as_str()).collect();
            self.add(
                "play.dealing",
                format!("found `{id}`; allowed are {}", known.join(", ")),
                Citation::default(),
            );
        }
        self.limits();
    }

    fn limits(&mut self) {
        let rules = &self.book.rules.tournament;
        let cites = self.cites().condition(Condition::Limits);
        let chips = match ChipSet::new(self.conditions.play.chips.clone()) {
            Ok(chips) => Some(chips),
            Err(why) => {
                self.add("play.chips", why, Citation::default());
                None
            }
        };
        let denominations = &self.conditions.play.chips;
        let twice = denominations.iter().enumerate().find(|(at, chip)| denominations[..*at].contains(chip));
        if let Some((_, chip)) = twice {
            let message = format!("there is a chip of {chip} twice; allowed is each once");
            self.add("play.chips", message, self.cites().condition(Condition::OpeningChips));
        }
        self.points_of_change();
        for level in self.conditions.play.levels.clone() {
            if level.least.0 <= 0 {
                // A wager on every coup is at least something.
                let message = format!("found a minimum of {}; allowed is above 0", level.least);
                self.contradicts("play.limits", message, stated_or_silent(&rules.duty, "tournament.duty"));
            }
            if level.least > level.most {
                let message = format!(
                    "found limits {} to {}; allowed is a minimum of no more than the maximum",
                    level.least, level.most
                );
                self.add("play.limits", message, cites.clone());
            }
            if level.least.0 <= 0 || level.least > level.most {
                continue;
            }
            if rules.units.get() == Some(&TournamentUnits::UnitsOfMinimum)
                && level.most.0 % level.least.0 != 0
            {
                let excess = match rules.excess.get() {
                    Some(TournamentExcess::MaximumThenWholeUnits) => stated(&rules.excess),
                    None => Citation::default(),
                };
                let units = stated(&rules.units).and(excess);
                self.contradicts(
                    "play.limits",
                    format!("maximum {} is no multiple of {}", level.most, level.least),
                    units,
                );
            }
            if let Some(unit) = level.unit {
                for (what, amount) in [("minimum", level.least), ("maximum", level.most)] {
                    if unit.0 <= 0 || amount.0 % unit.0 != 0 {
                        let message = format!("{what} {amount} is no multiple of {unit}, the unit of wagers");
                        self.add("play.limits", message, cites.clone());
                    }
                }
            }
            if chips.as_ref().is_some_and(|chips| !chips.can_make(level.least)) {
                self.add(
                    "play.limits",
                    format!("the chips cannot make the minimum of {}", level.least),
                    cites.clone(),
                );
            }
        }
    }

    /// Limits hold from the first coup on, and each later limit from a later point than the one before.
    fn points_of_change(&mut self) {
        let cites = self.cites().condition(Condition::Limits);
        let levels = &self.conditions.play.levels;
        let Some(first) = levels.first() else { return };
        let mut messages = Vec::new();
        if !matches!(first.from, LimitsFrom::Coup(0 | 1) | LimitsFrom::Minute(0)) {
            messages.push(format!("the first limits begin with {}; allowed is coup 1", first.from));
        }
        for pair in levels.windows(2) {
            let later = match (pair[0].from, pair[1].from) {
                (LimitsFrom::Coup(one), LimitsFrom::Coup(other)) => one < other,
                (LimitsFrom::Minute(one), LimitsFrom::Minute(other)) => one < other,
                (LimitsFrom::Coup(one), LimitsFrom::Minute(other)) => one <= 1 && other > 0,
                (LimitsFrom::Minute(one), LimitsFrom::Coup(other)) => one == 0 && other > 1,
            };
            if !later {
                let (one, other) = (pair[0].from, pair[1].from);
                messages
                    .push(format!("limits from {other} follow limits from {one}; allowed is a later point"));
            }
        }
        // Where every session says how long it is, limits that no session reaches are none.
        let lengths = || self.conditions.stages.iter().map(|stage| stage.length);
        let closed = lengths().all(|length| !length.is_open());
        let longest = |of: fn(Length) -> Option<u32>| {
            let all: Option<Vec<u32>> = lengths().map(of).collect();
            all.and_then(|all| all.into_iter().max()).filter(|_| closed)
        };
        let coups = longest(|length| if let Length::Coups(coups) = length { Some(coups) } else { None });
        let minutes =
            longest(|length| if let Length::Minutes(minutes) = length { Some(minutes) } else { None });
        for level in levels {
            let (most, beyond) = match level.from {
                LimitsFrom::Coup(coup) => (coups, coups.is_some_and(|most| coup > most)),
                LimitsFrom::Minute(minute) => (minutes, minutes.is_some_and(|most| minute >= most)),
            };
            if let Some(most) = most.filter(|_| beyond) {
                messages.push(format!(
                    "limits from {} never come; the longest session ends with {most}",
                    level.from
                ));
            }
        }
        for message in messages {
            self.add("play.limits", message, cites.clone());
        }
    }

    fn sessions(&mut self) {
        let rules = &self.book.rules.tournament;
        let measures: Vec<SessionMeasure> = rules.measures.values().copied().collect();
        for (index, stage) in self.conditions.stages.iter().enumerate() {
            let path = format!("stage[{index}].session");
            if let Tables::ByPlayers(rows) = &stage.tables {
                let twice = rows.iter().enumerate().find_map(|(at, (from, to, _))| {
                    let meets = |(other, end, _): &&(u32, u32, u8)| other <= to && from <= end;
                    rows.iter().skip(at + 1).find(meets).map(|(other, ..)| (*from).max(*other))
                });
                if let Some(players) = twice {
                    let message = format!("{} has two numbers of tables for {players} players", stage.name);
                    let cites = self.cites().condition(Condition::Tables);
                    self.add(&format!("stage[{index}].tables"), message, cites);
                }
            }
            let measure = match stage.length {
                Length::Coups(_) => SessionMeasure::Coups,
                Length::Shoes(_) => SessionMeasure::Shoes,
                Length::Minutes(_) => SessionMeasure::Clock,
            };
            let may = |measure: SessionMeasure| {
                measures.contains(&measure)
                    || (measure != SessionMeasure::Clock && measures.contains(&SessionMeasure::Other))
            };
            let allowed = may(measure);
            let by_clock = self.file.has(&format!("{path}.minutes")) && !may(SessionMeasure::Clock);
            if !allowed || by_clock {
                let measure = if by_clock { SessionMeasure::Clock } else { measure };
                let words: Vec<String> = measures.iter().map(|measure| measure.to_string()).collect();
                let message =
                    format!("{} is measured by {measure}; allowed are {}", stage.name, words.join(", "));
                self.contradicts(&path, message, listed(&rules.measures, |_| true));
            }
            if allowed && measure == SessionMeasure::Clock && rules.clock_runs_out.get().is_none() {
                let message = format!(
                    "{} is measured by the clock; the book does not say what becomes of a coup when time runs out",
                    stage.name
                );
                let cites = stated_or_silent(&rules.clock_runs_out, "tournament.clock_runs_out");
                self.contradicts(&path, message, cites);
            }
            if stage.opening.is_none() && rules.stacks.get() == Some(&OpeningStacks::EqualEachSession) {
                let message =
                    format!("{} starts with chips carried over; allowed is an equal allotment", stage.name);
                self.contradicts(&path, message, stated(&rules.stacks));
            }
            if stage.opening.is_none() && index == 0 {
                let message = format!(
                    "{} starts with chips carried over from no session; allowed is an amount",
                    stage.name
                );
                self.add(&path, message, self.cites().condition(Condition::OpeningChips));
            }
            if stage.equal.is_some() && rules.equal_in_session.get() == Some(&EqualInSession::PlayOff) {
                let message = format!("{} places level players otherwise; allowed is a play-off", stage.name);
                self.contradicts(&format!("stage[{index}].equal"), message, stated(&rules.equal_in_session));
            }
            let zero = matches!(stage.length, Length::Coups(0) | Length::Shoes(0) | Length::Minutes(0));
            let basis = ["coups", "shoes", "minutes"]
                .iter()
                .any(|key| self.file.get(&format!("{path}.{key}")).is_some_and(Value::is_str));
            if zero
                && self.file.has(&path)
                && !basis
                && ["coups", "shoes", "minutes"].iter().any(|key| self.file.has(&format!("{path}.{key}")))
            {
                self.add(
                    &path,
                    format!("{} has no length; allowed is at least 1", stage.name),
                    Citation::default(),
                );
            }
            let named = |other: &&Stage| other.name == stage.name && !stage.name.trim().is_empty();
            if self.conditions.stages.iter().take(index).any(|other| named(&other)) {
                let message = format!("two stages are called {}; allowed is a name for each", stage.name);
                self.add(
                    &format!("stage[{index}].name"),
                    message,
                    self.cites().condition(Condition::Sessions),
                );
            }
            let chips = ChipSet::new(self.conditions.play.chips.clone());
            if let (Ok(chips), Some(opening)) = (chips, stage.opening)
                && !chips.can_make(opening)
            {
                let message = format!("{}: the chips cannot make the opening {opening}", stage.name);
                self.add(&path, message, self.cites().condition(Condition::OpeningChips));
            }
            let cashed = self.cites().early(EarlyEndRule::AllAgreeWhereCash);
            // Chips are worth money only where the book lets the conditions say so.
            let valued = !cashed.is_empty() && rules.chip_value.get() == Some(&ChipValue::CashOnlyIfDeclared);
            if stage.cash_at_end && !valued {
                let message = format!(
                    "{}: chips are paid for in cash at the end; allowed is that they turn into nothing else",
                    stage.name
                );
                self.contradicts(&path, message, self.cites().point(TournamentPoint::ChipsNotMoney));
            }
            let carried = self.conditions.stages.get(index + 1).is_some_and(|next| next.opening.is_none());
            let kept = stage.buy_in.0 <= 0 || stage.opening.is_none() || carried;
            if stage.cash_at_end && kept && valued {
                let message = format!(
                    "{}: chips are paid for in cash at the end; allowed is where they are bought with `buy_in`, and not carried over",
                    stage.name
                );
                self.add(&path, message, cashed);
            }
            let least = self.conditions.level(1, 0).least;
            // An opening that is missing or cannot be read is told already.
            let told = self.file.get(&format!("{path}.opening")).and_then(money_of).is_none();
            if stage.opening.is_some_and(|opening| opening < least) && !told {
                let message = format!("{} starts with less than the minimum of {least}", stage.name);
                self.add(&path, message, stated(&rules.unable_out_of));
            }
        }
        let goes_on = self.conditions.points.as_ref().is_some_and(|points| points.bust_goes_on);
        if goes_on && rules.unable_out_of.get() == Some(&OutOf::Tournament) {
            let message =
                "whoever cannot stake the minimum starts the next session; allowed is out of the tournament";
            self.contradicts("points.bust_goes_on", message, stated(&rules.unable_out_of));
        }
    }

    fn prizes(&mut self) {
        let rules = &self.book.rules.tournament;
        let prizes = &self.conditions.prizes;
        let pool = stated_or_silent(&rules.pool, "tournament.pool");
        let whole = self.cites().point(TournamentPoint::WholePoolReturned);
        let odd = prizes.shares.iter().find(|share| !(1..=10_000).contains(*share));
        if let Some(share) = odd {
            let share = Money(i64::from(*share));
            let message = format!("found a share of {share} per cent; allowed is above 0 and up to 100");
            self.add("prizes.shares", message, whole.clone());
        }
        let total: i64 = prizes.shares.iter().map(|share| i64::from(*share)).sum();
        if !prizes.shares.is_empty() && total != 10_000 && odd.is_none_or(|share| *share == 0) {
            let message = format!("the shares come to {}; allowed is 100", Money(total));
            self.add("prizes.shares", message, whole);
        }
        if prizes.guarantee.as_ref().is_some_and(|guarantee| guarantee.pool.0 <= 0)
            && self.file.get("prizes.guarantee.pool").and_then(money_of).is_some()
        {
            let cites = self.cites().condition(Condition::Undertakings);
            self.add("prizes.guarantee", "a pool of 0 is guaranteed; allowed is an amount above 0", cites);
        }
        for added in &prizes.added {
            if !rules.additions.values().any(|kind| *kind == added.kind) {
                self.contradicts(
                    "prizes.added",
                    format!("`{}` is added to the pool; allowed are fees", added.what),
                    pool.clone(),
                );
            }
            if added.kind != PoolAddition::Cash && prizes.equal == EqualPrize::Split {
                let cites = listed(&rules.equal_for_prize, |equal| *equal == EqualForPrize::PooledAndSplit);
                self.add(
                    "prizes.added",
                    format!("`{}` cannot be split; allowed is cash, or equals playing on", added.what),
                    cites,
                );
            }
        }
        let most = self.conditions.entry.numbers.1;
        if let Some(guarantee) = &prizes.guarantee
            && most > 0
            && guarantee.entries > most
        {
            let message = format!(
                "the pool is guaranteed from {} entries on, which never come; allowed is up to {most}",
                guarantee.entries
            );
            self.add("prizes.guarantee", message, self.cites().condition(Condition::Undertakings));
        }
        if prizes.guarantee.is_some() && !self.cites().has(TournamentPoint::Guarantee) {
            self.contradicts(
                "prizes.guarantee",
                "the pool is guaranteed; allowed are fees less commission",
                pool,
            );
        }
        let wanted = match prizes.equal {
            EqualPrize::Split => EqualForPrize::PooledAndSplit,
            EqualPrize::FurtherCoups => EqualForPrize::FurtherCoups,
        };
        let allowed = rules.equal_for_prize.values().any(|equal| *equal == wanted);
        if self.file.has("prizes.equal") && !allowed {
            let words: Vec<String> = rules.equal_for_prize.values().map(|equal| equal.to_string()).collect();
            let message =
                format!("equals for a prize are settled otherwise; allowed are {}", words.join(", "));
            self.contradicts("prizes.equal", message, listed(&rules.equal_for_prize, |_| true));
        }
    }

    /// For every number of entrants there are seats, those who advance fit the next stage, and each prize has a taker. What is
    /// wrong with numbers that follow on each other is one fault, with the first of them as its example.
    fn fits(&mut self) {
        let conditions = self.conditions;
        let (least, most) = conditions.entry.numbers;
        if most == 0 || conditions.stages.is_empty() || conditions.play.seats == 0 {
            return;
        }
        // Each with the first and the last number of entrants with which it does not fit.
        let mut found: Vec<(Unfit, u32, u32)> = Vec::new();
        for entrants in least..=most {
            for unfit in self.unfit(entrants) {
                let goes_on = |(known, _, last): &&mut (Unfit, u32, u32)| {
                    known.is_like(&unfit) && last.saturating_add(1) >= entrants
                };
                match found.iter_mut().find(goes_on) {
                    Some((_, _, last)) => *last = entrants,
                    None => found.push((unfit, entrants, entrants)),
                }
            }
        }
        for (Unfit { path, message, allowed, item, .. }, first, last) in found {
            let many = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let message = format!("{message} (with {many} entrants){allowed}");
            self.add(&path, message, self.cites().condition(item));
        }
    }

    /// What does not fit with a number of entrants.
    fn unfit(&self, entrants: u32) -> Vec<Unfit> {
        let conditions = self.conditions;
        let mut unfit = Vec::new();
        let mut players = entrants;
        // Tables of the stage before, and how many of each went on.
        let mut before: Option<(u8, u32)> = None;
        for (index, stage) in conditions.stages.iter().enumerate() {
            if let Some(place) = stage.second_chance {
                unfit.extend(self.second_chance_unfit(index, place, before));
                continue;
            }
            let path = |key: &str| format!("stage[{index}].{key}");
            let tables = stage.tables.for_players(players, conditions.play.seats).filter(|many| *many > 0);
            let row = row(&stage.tables, players);
            let Some(many) = tables else {
                let message = format!("{} has no number of tables for {players} players", stage.name);
                unfit.push(Unfit::new("no-tables", path("tables"), message, Condition::Tables).in_row(row));
                return unfit;
            };
            if players > u32::from(many) * u32::from(conditions.play.seats) {
                let message = format!(
                    "{}: {many} tables of {} seats do not hold {players} players",
                    stage.name, conditions.play.seats
                );
                unfit.push(Unfit::new("seats", path("tables"), message, Condition::Tables).in_row(row));
            }
            let last = index + 1 == conditions.stages.len();
            if last && conditions.points.is_none() && many > 1 {
                let message = format!("{}: {many} tables give no order of places for the prizes", stage.name);
                let several = Unfit::new("several", path("tables"), message, self.prize_item());
                unfit.push(several.in_row(row).allowing("1"));
            }
            if index == 0 {
                unfit.extend(self.groups_unfit(entrants, many));
            }
            if last && conditions.points.is_none() && stage.advance.is_some() {
                let message = format!("{}: nobody advances from the last stage", stage.name);
                unfit.push(Unfit::new("last", path("advance"), message, Condition::Progression));
            }
            if last || conditions.points.is_some() {
                continue;
            }
            let Some(advance) = stage.advance else { return unfit };
            let smallest = players / u32::from(many);
            if advance == 0 || advance > smallest {
                let message = format!("{}: {advance} advance from a table of {smallest}", stage.name);
                let few = Unfit::new("few", path("advance"), message, Condition::Progression);
                unfit.push(few.allowing(format!("1 to {smallest}")));
            }
            before = Some((many, advance));
            let second = conditions.stages.get(index + 1).filter(|next| next.second_chance.is_some());
            players =
                advance.saturating_mul(u32::from(many)) + second.and_then(|next| next.advance).unwrap_or(0);
        }
        let takers = conditions.places(entrants);
        let beyond = |added: &&Added| added.place.is_some_and(|place| place == 0 || place > takers);
        if let Some(added) = conditions.prizes.added.iter().find(beyond) {
            let message = format!("`{}` is for place {}", added.what, added.place.unwrap_or(0));
            let place = Unfit::new("place", "prizes.added".to_owned(), message, self.prize_item());
            unfit.push(place.allowing(format!("1 to {takers}")));
        }
        if takers < conditions.prizes.shares.len() as u32 {
            let message = format!("{} prizes for {takers} in the final", conditions.prizes.shares.len());
            unfit.push(Unfit::new("prizes", "prizes.shares".to_owned(), message, self.prize_item()));
        }
        unfit
    }

    /// Groups that the tables of the first stage cannot keep apart. Later on fewer tables are left, and they meet.
    fn groups_unfit(&self, entrants: u32, tables: u8) -> Option<Unfit> {
        let size = |group: &Vec<String>| (group.len() as u32).min(entrants);
        let biggest = self.conditions.entry.apart.iter().map(size).max()?;
        let message = format!("a group of {biggest} cannot be kept apart at {tables} tables");
        let apart = Unfit::new("groups", "entry.apart".to_owned(), message, Condition::PlayerGroups);
        (biggest > u32::from(tables)).then(|| apart.allowing("one player for each table"))
    }

    /// The item of the conditions that the book has on who wins what.
    fn prize_item(&self) -> Condition {
        match self.cites().condition(Condition::Distribution).is_empty() {
            true => Condition::Prizes,
            false => Condition::Distribution,
        }
    }

    /// What does not fit of a second chance: one player of each table of the stage before plays it.
    fn second_chance_unfit(&self, index: usize, place: u32, before: Option<(u8, u32)>) -> Vec<Unfit> {
        let (stage, seats) = (&self.conditions.stages[index], self.conditions.play.seats);
        let name = &stage.name;
        let path = |key: &str| format!("stage[{index}].{key}");
        let Some((many, advanced)) = before else {
            let message = format!("{name} is a second chance before anybody had a first");
            return vec![Unfit::new("first", path("who"), message, Condition::Repechage)];
        };
        let mut unfit = Vec::new();
        if (1..=advanced).contains(&place) {
            let message = format!("{name} is for place {place} at each table, which goes on anyway");
            unfit.push(Unfit::new("anyway", path("who"), message, Condition::Repechage));
        }
        let tables = stage.tables.for_players(u32::from(many), seats).filter(|tables| *tables > 0);
        let row = row(&stage.tables, u32::from(many));
        let Some(tables) = tables else {
            let message = format!("{name} has no number of tables for {many} players");
            unfit.push(Unfit::new("no-tables", path("tables"), message, Condition::Tables).in_row(row));
            return unfit;
        };
        if u32::from(many) > u32::from(tables) * u32::from(seats) {
            let message = format!("{name}: {tables} tables of {seats} seats do not hold {many} players");
            unfit.push(Unfit::new("seats", path("tables"), message, Condition::Tables).in_row(row));
        }
        let smallest = u32::from(many / tables);
        if stage.advance.is_some_and(|advance| advance == 0 || advance > smallest) {
            let advance = stage.advance.unwrap_or(0);
            let message = format!("{name}: {advance} advance from a table of {smallest}");
            let few = Unfit::new("few", path("advance"), message, Condition::Progression);
            unfit.push(few.allowing(format!("1 to {smallest}")));
        }
        unfit
    }
}

/// Something that does not fit with a number of entrants.
struct Unfit {
    /// What is wrong, in a word: the same with the next number of entrants is told with it.
    what: &'static str,
    /// Where it stands.
    path: String,
    /// In which row of the numbers of tables.
    row: Option<usize>,
    message: String,
    /// What is allowed, as the message ends.
    allowed: String,
    /// The item of the conditions.
    item: Condition,
}

impl Unfit {
    fn new(what: &'static str, path: String, message: String, item: Condition) -> Unfit {
        Unfit { what, path, row: None, message, allowed: String::new(), item }
    }

    fn in_row(self, row: Option<usize>) -> Unfit {
        Unfit { row, ..self }
    }

    fn allowing(self, allowed: impl std::fmt::Display) -> Unfit {
        Unfit { allowed: format!("; allowed is {allowed}"), ..self }
    }

    fn is_like(&self, other: &Unfit) -> bool {
        (self.what, &self.path, self.row) == (other.what, &other.path, other.row)
    }
}

/// The row that gives a number of players their tables, where the conditions give them by rows.
fn row(tables: &Tables, players: u32) -> Option<usize> {
    let Tables::ByPlayers(rows) = tables else { return None };
    rows.iter().position(|(from, to, _)| (*from..=*to).contains(&players))
}

/// Stakes that the chips cannot pay exactly.
pub(super) fn warnings(conditions: &Conditions, book: &Book) -> Vec<Fault> {
    let (Some(wagers), Ok(chips)) =
        (book.wagers(&conditions.play.method), ChipSet::new(conditions.play.chips.clone()))
    else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    for level in &conditions.play.levels {
        for wager in wagers.iter().filter(|wager| wager.class == WagerClass::Main) {
            let taken = payment::take(book, wager, level.least, &chips);
            let rounded =
                wager.rows.iter().find_map(|row| payment::pay(book, wager, &taken, row, &chips).rounded);
            let unpayable = || {
                wager.rows.iter().any(|row| {
                    let net = payment::pay(book, wager, &taken, row, &chips).net;
                    net.numer() > &0 && !(net.is_integer() && chips.can_make(Money(net.to_integer())))
                })
            };
            let cites = match rounded {
                Some(rounded) => Citation::of(rounded.topic, &rounded.basis),
                // The win is due all the same, and no count of chips will find it.
                None if unpayable() => stated_or_silent(&book.rules.settlement.inexact, "settlement.inexact"),
                None => continue,
            };
            warnings.push(Fault {
                line: 0,
                message: format!("chips cannot pay a win of {} on {} exactly", level.least, wager.name),
                cites,
            });
        }
    }
    warnings
}
