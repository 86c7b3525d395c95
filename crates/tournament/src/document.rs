//! The conditions as they are published: every item that the book asks for, in the book's order, with its clause.

use crate::cite::Cites;
use crate::conditions::*;
use baccarat::book::Book;
use baccarat::rules::people::SignSubject;
use baccarat::rules::tournament::{
    Condition, ConditionWhen, MarkerMove, PoolAddition, SameCoupRank, TournamentPoint,
};
use serde::Serialize;
use table::{Citation, Time};

/// One paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// The clauses that ask for it.
    pub cites: Citation,
    /// The item.
    pub title: String,
    /// What the conditions say.
    pub text: String,
}

/// The conditions document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    /// The tournament's name.
    pub name: String,
    /// The instrument.
    pub instrument: String,
    /// Version and hash, for every page.
    pub version: String,
    /// The paragraphs in the book's order.
    pub paragraphs: Vec<Paragraph>,
    /// The fields of the entry form.
    pub form: Vec<String>,
    /// The statement that an entrant signs.
    pub agreement: String,
    /// The sign at a table of it, line by line.
    pub sign: Vec<String>,
}

/// The document of conditions under their book.
pub fn document(conditions: &Conditions, book: &Book) -> Document {
    let items = book.rules.tournament.conditions.items.iter();
    // A book that does not ask for the start leaves it to the conditions; whoever reads them has to know it all the same.
    let unasked = [Condition::Start].into_iter().filter(|item| !asked(book, *item)).map(|item| Paragraph {
        cites: Citation::default(),
        title: title(item).to_owned(),
        text: says(item, conditions, book),
    });
    let paragraphs = items.filter(|item| holds(item.when, conditions)).map(|item| Paragraph {
        cites: Citation::of("tournament.conditions", &item.basis),
        title: title(item.item).to_owned(),
        text: says(item.item, conditions, book),
    });
    let paragraphs = unasked.chain(paragraphs).collect();
    let hash = conditions.hash.to_string();
    Document {
        name: conditions.name.clone(),
        instrument: book.instrument.clone(),
        version: format!("{} version {} sha256 {}", conditions.id, conditions.version, &hash[..16]),
        paragraphs,
        form: match conditions.entry.form.is_empty() {
            true => vec!["name".into(), "signature".into()],
            false => conditions.entry.form.clone(),
        },
        agreement: format!(
            "I agree to the rules of the game and to these conditions ({}).",
            Cites(book).point(TournamentPoint::AgreementMayBeRequired)
        ),
        sign: sign(conditions, book),
    }
}

/// What stands on the sign at a table: what the book has shown there, and that the table is the tournament's alone where it is.
fn sign(conditions: &Conditions, book: &Book) -> Vec<String> {
    let mut lines = vec![conditions.name.clone()];
    if Cites(book).has(TournamentPoint::TableExclusive) {
        lines.push("This table is used for the tournament alone.".to_owned());
    }
    let levels = &conditions.play.levels;
    for level in levels {
        let unit = level.unit.map(|unit| format!(", in multiples of {unit}")).unwrap_or_default();
        let limits = format!("Minimum {}, maximum {}{unit}", level.least, level.most);
        lines.push(if levels.len() > 1 { format!("From {}: {limits}", level.from) } else { limits });
    }
    if book.rules.procedure.signs.values().any(|sign| sign.shows == SignSubject::SettlementMethod) {
        lines.push(format!("Method of settlement: {}", conditions.play.method));
    }
    lines
}

fn holds(when: ConditionWhen, conditions: &Conditions) -> bool {
    match when {
        ConditionWhen::Always => true,
        ConditionWhen::Repechage => conditions.stages.iter().any(|stage| stage.second_chance.is_some()),
        ConditionWhen::Progression => conditions.points.is_none() && conditions.stages.len() > 1,
        ConditionWhen::Points => conditions.points.is_some(),
        ConditionWhen::Final => conditions.points.is_none(),
        ConditionWhen::Fee => conditions.entry.fee.0 > 0,
        ConditionWhen::ChangingLimits => conditions.play.levels.len() > 1,
        ConditionWhen::BuyBack => conditions.entry.buy_back.is_some(),
        ConditionWhen::SitAndGo => conditions.start == Start::WhenFull,
        ConditionWhen::Refusal => conditions.entry.may_refuse,
        ConditionWhen::Criteria => !conditions.entry.criteria.is_empty(),
        ConditionWhen::Guarantee => conditions.prizes.guarantee.is_some(),
    }
}

fn title(item: Condition) -> &'static str {
    match item {
        Condition::Start => "Start",
        Condition::Entry => "Entry",
        Condition::LawfulEntrantsOnly => "Who may enter",
        Condition::MayRefuseEntry => "Refusal",
        Condition::SelectionCriteria => "Selection",
        Condition::WithdrawalTerms => "Withdrawal",
        Condition::ApplicationForm => "Application form",
        Condition::EntrantNumbers => "Number of players",
        Condition::PlayerGroups => "Groups",
        Condition::EntryFee => "Entry fee",
        Condition::Commission => "Commission",
        Condition::OpeningChips => "Tournament chips",
        Condition::CompulsoryWager => "Compulsory wager",
        Condition::Limits => "Limits",
        Condition::RisingLimits => "Change of limits",
        Condition::DealingMethod => "Dealing method",
        Condition::Sessions => "Sessions",
        Condition::Tables => "Tables",
        Condition::Progression => "Progression",
        Condition::PointsAndGames => "Points",
        Condition::Repechage => "Second chance",
        Condition::BuyBack | Condition::BuyBackTerms => "Buying back",
        Condition::Allotment => "Seats",
        Condition::WageringOrder => "Order of wagering",
        Condition::PassCards => "Pass cards",
        Condition::UndisclosedWagers => "Undisclosed wagers",
        Condition::Elimination => "Elimination",
        Condition::EqualHoldings => "Level players",
        Condition::PrizePool => "Prize pool",
        Condition::Distribution | Condition::Prizes => "Prizes",
        Condition::EqualPlaces => "Equal places",
        Condition::PaymentMethod => "Payment",
        Condition::Undertakings => "Guarantee",
        Condition::RulesPrevail | Condition::OfficialRuns => "Conduct",
        Condition::SitAndGo => "Sit and go",
    }
}

/// A time by the clocks of the place, as the file has it.
fn as_written(conditions: &Conditions, path: &[&str], time: Time) -> String {
    let file: Option<toml::Table> = conditions.text.parse().ok();
    let value = file.and_then(|file| {
        let first = file.get(*path.first()?)?.clone();
        path[1..].iter().try_fold(first, |at, key| at.get(key).cloned())
    });
    let Some((date, clock, offset)) =
        value.and_then(|value| value.as_datetime().and_then(|at| Some((at.date?, at.time?, at.offset?))))
    else {
        return declared::utc(time);
    };
    format!("{date} {:02}:{:02} (UTC{})", clock.hour, clock.minute, offset.to_string().replace('Z', "+00:00"))
}

/// How long a session is, in the words of the file.
fn basis(conditions: &Conditions, stage: &Stage) -> String {
    let file: Option<toml::Table> = conditions.text.parse().ok();
    let index = conditions.stages.iter().position(|other| other.name == stage.name);
    let session = || file.as_ref()?.get("stage")?.as_array()?.get(index?)?.get("session");
    let words = ["coups", "shoes", "minutes"].iter().find_map(|key| session()?.get(key)?.as_str());
    words.unwrap_or_default().to_owned()
}

fn many(number: u32, of: &str) -> String {
    if number == 1 { format!("1 {of}") } else { format!("{number} {of}s") }
}

/// Does the book ask for this item?
fn asked(book: &Book, item: Condition) -> bool {
    book.rules.tournament.conditions.values().any(|known| known.item == item)
}

fn at_end(stage: &Stage) -> &'static str {
    if stage.cash_at_end { ", paid for in cash at the end" } else { "" }
}

fn first_marker(play: &Play, book: &Book) -> &'static str {
    let by_book = book.rules.tournament.marker.get() == Some(&MarkerMove::NextBox);
    match play.first_marker {
        _ if !play.order || by_book => "",
        FirstMarker::LowestSeat => " The lowest seat has the marker first.",
        FirstMarker::HighestSeat => " The highest seat has the marker first.",
        FirstMarker::Ballot => " Whoever was drawn first has the marker first.",
    }
}

fn odd_cents(prizes: &Prizes) -> &'static str {
    match prizes.odd_cents {
        _ if prizes.equal != EqualPrize::Split => "",
        OddCents::FirstPlace => "; cents that cannot be divided go one each in the order of entering",
        OddCents::Ballot => {
            "; cents that cannot be divided go one each by lot, in the order of the last draw"
        }
    }
}

fn says(item: Condition, conditions: &Conditions, book: &Book) -> String {
    let (entry, play, prizes) = (&conditions.entry, &conditions.play, &conditions.prizes);
    let official =
        book.rules.tournament.official.get().map_or("official", |official| official.title.as_str());
    let stages = |say: &dyn Fn(&Stage) -> String| {
        let one = |stage: &Stage| format!("{}: {}", stage.name, say(stage));
        conditions.stages.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    match item {
        Condition::Start => match conditions.start {
            Start::At(time) => {
                format!("The tournament starts on {}.", as_written(conditions, &["start"], time))
            }
            Start::WhenFull => "A session starts as soon as it is full.".into(),
        },
        Condition::Entry => format!("{} {}", entry.how, entry.eligible).trim().to_owned(),
        Condition::LawfulEntrantsOnly => {
            "Only persons entitled to enter the casino and to gamble are eligible to enter the tournament."
                .into()
        }
        Condition::MayRefuseEntry => "The casino operator may refuse any application.".into(),
        Condition::SelectionCriteria => entry.criteria.join("; "),
        Condition::WithdrawalTerms => match entry.withdraw_until {
            Some(until) => {
                let until = as_written(conditions, &["entry", "withdraw_until"], until);
                format!("An entry may be withdrawn without financial penalty until {until}.")
            }
            None => "An entry cannot be withdrawn without financial penalty.".into(),
        },
        Condition::ApplicationForm => format!("The form asks for: {}.", entry.form.join(", ")),
        Condition::EntrantNumbers => format!("{} to {} players.", entry.numbers.0, entry.numbers.1),
        Condition::PlayerGroups => entry.groups.clone(),
        Condition::EntryFee => match entry.fee.0 {
            0 => "There is no entry fee.".into(),
            _ => format!("{}.", entry.fee),
        },
        Condition::Commission => match &entry.commission {
            Some(commission) => {
                format!("{} of each fee, approved by {}.", commission.each, commission.approval)
            }
            None => "No commission is kept.".into(),
        },
        Condition::OpeningChips => stages(&|stage| match stage.opening {
            Some(opening) if stage.buy_in.0 == 0 => format!("{opening}{}", at_end(stage)),
            Some(opening) => format!("{opening} for a buy-in of {}{}", stage.buy_in, at_end(stage)),
            None => format!("what was held before{}", at_end(stage)),
        }),
        Condition::CompulsoryWager => match play.compulsory {
            true => "Every coup has a compulsory wager of at least the minimum.".into(),
            false => "There is no compulsory wager.".into(),
        },
        Condition::Limits | Condition::RisingLimits => {
            let one = |level: &Level| {
                let from = match level.from {
                    LimitsFrom::Coup(coup) => format!("from coup {coup}"),
                    LimitsFrom::Minute(minute) => format!("from minute {minute}"),
                };
                let unit = level.unit.map(|unit| format!(" in multiples of {unit}")).unwrap_or_default();
                format!("{from} minimum {} and maximum {}{unit}", level.least, level.most)
            };
            let levels = play.levels.iter().map(one).collect::<Vec<_>>().join("; ");
            if item == Condition::RisingLimits {
                return levels;
            }
            let seconds = play.seconds.map(|seconds| format!(" A wager is made within {seconds} seconds."));
            let marker = (!asked(book, Condition::WageringOrder)).then(|| first_marker(play, book));
            format!(
                "{levels}. Wagers are settled by the method {}.{}{}",
                play.method,
                seconds.unwrap_or_default(),
                marker.unwrap_or_default()
            )
        }
        Condition::DealingMethod => play.dealing.clone().unwrap_or_default(),
        Condition::Sessions => stages(&|stage| match stage.length {
            length if length.is_open() => basis(conditions, stage),
            Length::Coups(coups) => many(coups, "coup"),
            Length::Shoes(shoes) => many(shoes, "shoe"),
            Length::Minutes(minutes) => many(minutes, "minute"),
        }),
        Condition::Tables => stages(&|stage| match &stage.tables {
            Tables::Number(number) => many(u32::from(*number), "table"),
            Tables::AsFew => "as few tables as hold all players".into(),
            Tables::ByPlayers(rows) => {
                let one =
                    |(from, to, tables): &(u32, u32, u8)| format!("{tables} for {from} to {to} players");
                rows.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }),
        Condition::Progression => stages(&|stage| match stage.advance {
            Some(1) => "the first of each table goes on".into(),
            Some(advance) => format!("the first {advance} of each table go on"),
            None => "decides".into(),
        }),
        Condition::PointsAndGames => match &conditions.points {
            Some(points) => {
                let games = match points.other_games.is_empty() {
                    true => String::new(),
                    false => format!(" Sessions of {} count as well.", points.other_games.join(", ")),
                };
                format!("Places of each session bring {:?} points.{games}", points.places)
            }
            None => String::new(),
        },
        Condition::Repechage => stages(&|stage| match stage.second_chance {
            Some(place) => format!("for place {place} at each table of the session before"),
            None => "no second chance".into(),
        }),
        Condition::BuyBack | Condition::BuyBackTerms => match &entry.buy_back {
            Some(terms) => format!(
                "An eliminated player may buy back {} for {} until {}.",
                if terms.most == 1 { "once".to_owned() } else { format!("{} times", terms.most) },
                terms.fee,
                terms.until
            ),
            None => "An eliminated player cannot buy back.".into(),
        },
        Condition::Allotment => match play.allot {
            Allot::Ballot => "Tables and seats are drawn by ballot.".into(),
            Allot::EntryOrder => "Tables and seats follow the order of entering.".into(),
        },
        Condition::WageringOrder => match play.order {
            true => format!("Wagers are made in turn from the marker.{}", first_marker(play, book)),
            false => "There is no order of wagering.".into(),
        },
        Condition::PassCards => format!("{} for each player and session.", play.pass_cards),
        Condition::UndisclosedWagers => format!("{} for each player and session.", play.undisclosed),
        Condition::Elimination => {
            let rank = |rank: &SameCoupRank| match rank {
                SameCoupRank::ResidualChips => "chips left",
                SameCoupRank::LargerWager => "the larger wager",
                SameCoupRank::CollectedLater => "whose chips were collected later",
            };
            let mut words: Vec<&str> = play.out.iter().map(rank).collect();
            words.extend(play.out_by_lot.then_some("lot, in the order drawn"));
            format!(
                "Whoever cannot stake the minimum is out; players out in the same coup are ranked by {}.",
                words.join(", then by ")
            )
        }
        Condition::EqualHoldings => stages(&|stage| match stage.equal {
            Some(EqualIn::FurtherCoups) => "level players play on".into(),
            Some(EqualIn::Ballot) => "level players draw lots".into(),
            Some(EqualIn::SharePoints) => "level players share the points of their places".into(),
            None => "as for prizes".into(),
        }),
        Condition::PrizePool => "All entry fees less any commission, and what is added.".into(),
        Condition::Distribution | Condition::Prizes => {
            let share = |(index, share): (usize, &u32)| {
                format!("place {}: {} per cent", index + 1, baccarat::chips::Money(i64::from(*share)))
            };
            let goods = prizes.added.iter().filter(|added| added.place.is_some());
            let goods: String =
                goods.map(|added| format!("; place {}: {}", added.place.unwrap_or(0), added.what)).collect();
            let cash = prizes.added.iter().filter(|added| added.kind == PoolAddition::Cash);
            let cash: String =
                cash.map(|added| format!("; {} is added to the pool in cash", added.worth)).collect();
            let odd = if asked(book, Condition::EqualPlaces) { "" } else { odd_cents(prizes) };
            let shares = prizes.shares.iter().enumerate().map(share).collect::<Vec<_>>().join("; ");
            format!("{shares}{goods}{cash}{odd}")
        }
        Condition::EqualPlaces => match prizes.equal {
            EqualPrize::Split => {
                format!("The prizes concerned are combined and divided equally{}.", odd_cents(prizes))
            }
            EqualPrize::FurtherCoups => "Players are given additional coups.".into(),
        },
        Condition::PaymentMethod => prizes.paid.clone(),
        Condition::Undertakings => match &prizes.guarantee {
            Some(guarantee) => {
                let cancel =
                    if guarantee.may_cancel { " With fewer the tournament may be cancelled." } else { "" };
                format!(
                    "The pool is at least {} with {} entries or more.{cancel}",
                    guarantee.pool, guarantee.entries
                )
            }
            None => String::new(),
        },
        Condition::OfficialRuns => {
            format!(
                "The tournament is conducted by the {official} in accordance with these conditions and the applicable rules of the game."
            )
        }
        Condition::RulesPrevail => format!(
            "The tournament is conducted by the {official} in accordance with these conditions and the applicable rules of the \
             game; in the event of any inconsistency the rules prevail."
        ),
        Condition::SitAndGo => conditions.sit_and_go.clone(),
    }
}
