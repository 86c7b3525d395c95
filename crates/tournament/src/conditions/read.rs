//! From TOML to conditions. What is missing or wrong becomes a fault; reading goes on.

use super::*;
use baccarat::rules::tournament::Condition;
use declared::{File, Reader, money_of};
use toml::Value;

/// Every key that a conditions file may have, section by section.
const KEYS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "tournament",
            "name",
            "book",
            "version",
            "start",
            "sit_and_go",
            "entry",
            "play",
            "stage",
            "points",
            "prizes",
        ],
    ),
    (
        "entry",
        &[
            "how",
            "eligible",
            "form",
            "criteria",
            "may_refuse",
            "withdraw_until",
            "groups",
            "apart",
            "numbers",
            "fee",
            "commission",
            "buy_back",
            "signature",
            "each",
        ],
    ),
    ("entry.commission", &["each", "approval"]),
    ("entry.buy_back", &["fee", "until", "most"]),
    (
        "play",
        &[
            "method",
            "dealing",
            "seats",
            "chips",
            "compulsory",
            "limits",
            "order",
            "first_marker",
            "allot",
            "pass_cards",
            "undisclosed",
            "seconds",
            "out",
        ],
    ),
    ("stage", &["name", "who", "session", "tables", "advance", "equal"]),
    ("stage.session", &["coups", "shoes", "minutes", "opening", "buy_in", "cash_at_end"]),
    ("points", &["places", "other_games", "bust_goes_on"]),
    ("prizes", &["shares", "added", "guarantee", "equal", "odd_cents", "paid"]),
    ("prizes.guarantee", &["pool", "entries", "may_cancel"]),
];

/// Reads everything; what the book asks for is checked afterwards.
pub(super) fn conditions(file: &File, book: &Book, hash: Hash) -> (Conditions, Vec<Fault>) {
    let mut reader = Reader::new(file);
    reader.unknown_keys(KEYS, "stage");
    for key in ["tournament", "name", "book"] {
        if !file.has(key) {
            reader.fault(key, format!("there is no `{key}`; allowed is a text"));
        }
        if file.text(key).is_some_and(|text| text.trim().is_empty()) {
            reader.fault(key, format!("`{key}` is empty; allowed is a text"));
        }
    }
    let named = reader.text("book");
    // A house's own book has no id on the shelf, and is named by its file.
    let by_file = baccarat::shelf::text(&book.id).is_none() && named.ends_with(".toml");
    if !by_file && !named.is_empty() && named != book.id {
        reader
            .fault("book", format!("found `{named}`; allowed is `{}`, the book it is held against", book.id));
    }
    let start = match file.get("start") {
        Some(Value::String(word)) if word == "when-full" => Start::WhenFull,
        Some(_) => Start::At(reader.time("start").unwrap_or_default()),
        None => Start::At(Time::default()),
    };
    let conditions = Conditions {
        id: reader.id("tournament"),
        name: reader.text("name"),
        book: named,
        version: reader.whole("version", 1_000_000).unwrap_or(1),
        text: String::new(),
        hash,
        start,
        sit_and_go: reader.text("sit_and_go"),
        entry: entry(&mut reader),
        play: play(&mut reader, book),
        stages: (0..file.count("stage")).map(|index| stage(&mut reader, index)).collect(),
        points: points(&mut reader),
        prizes: prizes(&mut reader, book),
    };
    (conditions, reader.faults)
}

fn entry(reader: &mut Reader<'_>) -> EntryTerms {
    let numbers = match reader.file.get("entry.numbers") {
        None => (0, 0),
        Some(value) => {
            let list =
                value.as_array().map(|list| list.iter().filter_map(Value::as_integer).collect::<Vec<_>>());
            match list.as_deref() {
                Some([least, most]) if 1 <= *least && least <= most && *most <= 10_000 => {
                    (*least as u32, *most as u32)
                }
                _ => {
                    reader.odd("entry.numbers", "[least, greatest], from 1 to 10000");
                    (0, 0)
                }
            }
        }
    };
    let commission = match reader.file.get("entry.commission") {
        Some(Value::Table(_)) => Some(Commission {
            each: reader.money("entry.commission.each").unwrap_or_default(),
            approval: reader.text("entry.commission.approval"),
        }),
        Some(Value::Boolean(false)) | None => None,
        Some(_) => {
            reader.odd("entry.commission", "false or { each = 10, approval = \"…\" }");
            None
        }
    };
    let buy_back = match reader.file.get("entry.buy_back") {
        Some(Value::Table(_)) => {
            let (until_stage, until_coup) = until(reader);
            Some(BuyBack {
                fee: reader.money("entry.buy_back.fee").unwrap_or_default(),
                until: reader.text("entry.buy_back.until"),
                until_stage,
                until_coup,
                most: reader.whole("entry.buy_back.most", 100).unwrap_or(0) as u8,
            })
        }
        Some(Value::Boolean(false)) | None => None,
        Some(_) => {
            reader.odd("entry.buy_back", "false or { fee = 100, until = \"Heats\", most = 1 }");
            None
        }
    };
    let withdraw_until = match reader.file.get("entry.withdraw_until") {
        Some(Value::String(word)) if word == "never" => None,
        Some(_) => reader.time("entry.withdraw_until"),
        None => None,
    };
    let group = |group: &Value| -> Option<Vec<String>> {
        group.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
    };
    let apart = match reader.file.get("entry.apart") {
        None => Vec::new(),
        Some(value) => {
            let read: Option<Vec<Vec<String>>> =
                value.as_array().and_then(|groups| groups.iter().map(group).collect());
            if read.is_none() {
                reader.odd("entry.apart", "a list of groups such as [[\"Ann\", \"Bob\"]]");
            }
            read.unwrap_or_default()
        }
    };
    EntryTerms {
        how: reader.text("entry.how"),
        eligible: reader.text("entry.eligible"),
        form: said(reader, "entry.form"),
        criteria: said(reader, "entry.criteria"),
        may_refuse: reader.flag("entry.may_refuse").unwrap_or(false),
        withdraw_until,
        groups: reader.text("entry.groups"),
        apart,
        numbers,
        fee: reader.money("entry.fee").unwrap_or_default(),
        commission,
        buy_back,
        signature: reader.flag("entry.signature").unwrap_or(false),
    }
}

/// Texts that each say something, and none of them twice: an entrant answers every one.
fn said(reader: &mut Reader<'_>, key: &str) -> Vec<String> {
    let texts = reader.texts(key);
    if texts.iter().any(|text| text.trim().is_empty()) {
        reader.fault(key, format!("`{key}` has an empty text; allowed are texts that say something"));
    }
    let twice = texts.iter().enumerate().find(|(at, text)| texts[..*at].contains(text));
    if let Some((_, text)) = twice {
        reader.fault(key, format!("`{key}` has `{text}` twice; allowed is once"));
    }
    texts
}

/// The stage that `until` names, and its coup where it names one: `Heats`, or `Heats coup 10`.
fn until(reader: &mut Reader<'_>) -> (usize, Option<u32>) {
    let until = reader.text("entry.buy_back.until");
    let named = |index: usize| {
        let name = reader.file.text(&format!("stage[{index}].name"))?;
        (!name.is_empty() && until.starts_with(name)).then_some((index, name.len()))
    };
    let found = (0..reader.file.count("stage")).filter_map(named);
    // Of two names that begin alike it is the longer one.
    let Some((stage, length)) = found.max_by_key(|(_, length)| *length) else {
        if !until.is_empty() {
            reader
                .odd("entry.buy_back.until", "the name of a stage, or with a coup such as \"Heats coup 10\"");
        }
        return (0, None);
    };
    let rest = until[length..].trim();
    let coup = match rest.strip_prefix("coup ") {
        None => {
            if !rest.is_empty() {
                reader.odd(
                    "entry.buy_back.until",
                    "the name of a stage, or with a coup such as \"Heats coup 10\"",
                );
            }
            None
        }
        Some(coup) => {
            let coup = coup.trim().parse().ok().filter(|coup| *coup > 0);
            if coup.is_none() {
                reader.odd("entry.buy_back.until", "a coup such as \"Heats coup 10\"");
            }
            coup
        }
    };
    (stage, coup)
}

fn play(reader: &mut Reader<'_>, book: &Book) -> Play {
    let chips: Vec<Money> = match reader.file.get("play.chips") {
        Some(Value::Array(items)) => {
            let chips: Option<Vec<Money>> = items.iter().map(money_of).collect();
            if chips.is_none() {
                reader.odd("play.chips", "a list of amounts");
            }
            chips.unwrap_or_default()
        }
        Some(_) => {
            reader.odd("play.chips", "a list of amounts");
            Vec::new()
        }
        None => [1, 5, 25, 100, 500].map(|chip| Money(chip * Money::UNITS)).to_vec(),
    };
    let method = match reader.file.has("play.method") {
        true => reader.text("play.method"),
        false => book.methods().next().map(|method| method.id.clone()).unwrap_or_default(),
    };
    let same_coup = |rank: &str| match rank {
        "residual-chips" => Some(SameCoupRank::ResidualChips),
        "larger-wager" => Some(SameCoupRank::LargerWager),
        "collected-later" => Some(SameCoupRank::CollectedLater),
        _ => None,
    };
    let mut words = reader.texts("play.out");
    let out_by_lot = words.last().is_some_and(|word| word == "ballot");
    words.truncate(words.len() - usize::from(out_by_lot));
    let out: Vec<SameCoupRank> = words.iter().filter_map(|word| same_coup(word)).collect();
    if words.iter().any(|word| same_coup(word).is_none()) {
        let allowed = "a list of residual-chips, larger-wager, collected-later, and ballot as the last";
        reader.odd("play.out", allowed);
    }
    Play {
        method,
        dealing: reader.file.has("play.dealing").then(|| reader.text("play.dealing")),
        seats: reader.whole("play.seats", 255).unwrap_or(7) as u8,
        chips,
        compulsory: reader.flag("play.compulsory").unwrap_or(true),
        levels: levels(reader),
        order: reader.flag("play.order").unwrap_or(true),
        first_marker: reader
            .word(
                "play.first_marker",
                &[
                    ("lowest-seat", FirstMarker::LowestSeat),
                    ("highest-seat", FirstMarker::HighestSeat),
                    ("ballot", FirstMarker::Ballot),
                ],
            )
            .unwrap_or_default(),
        allot: reader
            .word("play.allot", &[("ballot", Allot::Ballot), ("entry-order", Allot::EntryOrder)])
            .unwrap_or_default(),
        pass_cards: reader.whole("play.pass_cards", 100).unwrap_or(0) as u8,
        undisclosed: reader.whole("play.undisclosed", 100).unwrap_or(0) as u8,
        seconds: reader.whole("play.seconds", 3_600),
        out,
        out_by_lot,
    }
}

/// `"50 to 500"`, `"50 to 500 in 50"`, or a list of `{ from = "coup 1", is = "50 to 500" }`.
fn levels(reader: &mut Reader<'_>) -> Vec<Level> {
    let one = |text: &str| -> Option<(Money, Money, Option<Money>)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [least, "to", most] => Some((least.parse().ok()?, most.parse().ok()?, None)),
            [least, "to", most, "in", unit] => {
                Some((least.parse().ok()?, most.parse().ok()?, Some(unit.parse().ok()?)))
            }
            _ => None,
        }
    };
    let from = |value: &Value| -> Option<LimitsFrom> {
        match value.as_str()?.split_once(' ')? {
            ("coup", number) => Some(LimitsFrom::Coup(number.parse().ok()?)),
            ("minute", number) => Some(LimitsFrom::Minute(number.parse().ok()?)),
            _ => None,
        }
    };
    let read: Option<Vec<Level>> = match reader.file.get("play.limits") {
        None => return Vec::new(),
        Some(Value::String(text)) => {
            one(text).map(|(least, most, unit)| vec![Level { from: LimitsFrom::Coup(1), least, most, unit }])
        }
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| {
                let (least, most, unit) = one(item.get("is")?.as_str()?)?;
                let from = item.get("from").map_or(Some(LimitsFrom::Coup(1)), from)?;
                Some(Level { from, least, most, unit })
            })
            .collect(),
        Some(_) => None,
    };
    if read.is_none() {
        reader.odd(
            "play.limits",
            "\"50 to 500\", \"50 to 500 in 50\" or a list of { from = \"coup 16\", is = \"100 to 1000\" }",
        );
    }
    read.unwrap_or_default()
}

fn stage(reader: &mut Reader<'_>, index: usize) -> Stage {
    let at = |key: &str| format!("stage[{index}].{key}");
    let measures = ["coups", "shoes", "minutes"];
    let mut lengths: Vec<Length> = Vec::new();
    for key in measures {
        let length = |many: u32| match key {
            "coups" => Length::Coups(many),
            "shoes" => Length::Shoes(many),
            _ => Length::Minutes(many),
        };
        let path = at(&format!("session.{key}"));
        match reader.file.get(&path) {
            // How long is left to the basis that the text gives.
            Some(Value::String(_)) => lengths.push(length(0)),
            Some(_) => lengths.extend(reader.whole(&path, 100_000).map(length)),
            None => {}
        }
    }
    if lengths.len() > 1 {
        reader.fault(&at("session"), "a session is measured twice; allowed is one of coups, shoes, minutes");
    }
    let opening = match reader.file.text(&at("session.opening")) {
        Some("carried") => None,
        _ => Some(reader.money(&at("session.opening")).unwrap_or_default()),
    };
    let second_chance = reader.file.has(&at("who")).then(|| {
        let words = ["winner", "second", "third", "fourth", "fifth", "sixth", "seventh"];
        let place = reader.file.text(&at("who")).and_then(|who| {
            let first = who.strip_suffix(" at each table")?;
            words.iter().position(|word| *word == first)
        });
        if place.is_none() && reader.file.text(&at("who")) != Some("") {
            reader.odd(&at("who"), "such as \"second at each table\"");
        }
        place.map_or(0, |place| place as u32 + 1)
    });
    Stage {
        name: reader.text(&at("name")),
        second_chance,
        length: lengths.first().copied().unwrap_or(Length::Coups(0)),
        opening,
        buy_in: reader.money(&at("session.buy_in")).unwrap_or_default(),
        tables: tables(reader, &at("tables")),
        advance: reader.whole(&at("advance"), 10_000),
        equal: reader.word(
            &at("equal"),
            &[
                ("further-coups", EqualIn::FurtherCoups),
                ("ballot", EqualIn::Ballot),
                ("share-points", EqualIn::SharePoints),
            ],
        ),
        cash_at_end: reader.flag(&at("session.cash_at_end")).unwrap_or(false),
    }
}

fn tables(reader: &mut Reader<'_>, path: &str) -> Tables {
    match reader.file.get(path) {
        Some(Value::String(basis)) if basis == "as-few-as-hold-all" => Tables::AsFew,
        Some(Value::Table(rows)) => {
            let row = |(range, tables): (&String, &Value)| -> Option<(u32, u32, u8)> {
                let (from, to) = range.split_once('-')?;
                Some((from.parse().ok()?, to.parse().ok()?, u8::try_from(tables.as_integer()?).ok()?))
            };
            let read: Option<Vec<_>> = rows.iter().map(row).collect();
            if read.is_none() {
                reader.odd(path, "a number, \"as-few-as-hold-all\" or { \"21-28\" = 4 }");
            }
            Tables::ByPlayers(read.unwrap_or_default())
        }
        Some(Value::Integer(_)) => Tables::Number(reader.whole(path, 200).unwrap_or(0) as u8),
        Some(_) => {
            reader.odd(path, "a number, \"as-few-as-hold-all\" or { \"21-28\" = 4 }");
            Tables::AsFew
        }
        None => Tables::AsFew,
    }
}

fn points(reader: &mut Reader<'_>) -> Option<Points> {
    reader.file.get("points")?;
    let one = |value: &Value| value.as_integer().and_then(|points| u32::try_from(points).ok());
    let places: Vec<u32> = match reader.file.get("points.places") {
        None => Vec::new(),
        Some(value) => {
            let read: Option<Vec<u32>> = value.as_array().and_then(|items| items.iter().map(one).collect());
            if read.is_none() {
                reader.odd("points.places", "a list of whole numbers such as [10, 6, 3]");
            }
            read.unwrap_or_default()
        }
    };
    Some(Points {
        places,
        other_games: reader.texts("points.other_games"),
        bust_goes_on: reader.flag("points.bust_goes_on").unwrap_or(false),
    })
}

fn prizes(reader: &mut Reader<'_>, book: &Book) -> Prizes {
    let share = |value: &Value| -> Option<u32> {
        let money = money_of(value)?;
        u32::try_from(money.0).ok()
    };
    let shares: Vec<u32> = match reader.file.get("prizes.shares") {
        Some(Value::Array(items)) => {
            let shares: Option<Vec<u32>> = items.iter().map(share).collect();
            if shares.is_none() {
                reader.odd("prizes.shares", "a list of per cent such as [50, 30, \"12.50\", \"7.50\"]");
            }
            shares.unwrap_or_default()
        }
        Some(_) => {
            reader.odd("prizes.shares", "a list of per cent");
            Vec::new()
        }
        None => Vec::new(),
    };
    let guarantee = reader.file.get("prizes.guarantee").map(|_| Guarantee {
        pool: reader.money("prizes.guarantee.pool").unwrap_or_default(),
        entries: reader.whole("prizes.guarantee.entries", 10_000).unwrap_or(0),
        may_cancel: reader.flag("prizes.guarantee.may_cancel").unwrap_or(false),
    });
    // Where the book knows no splitting, equals play on.
    let splits = super::check::splits(book);
    let usual = if splits { EqualPrize::Split } else { EqualPrize::FurtherCoups };
    Prizes {
        shares,
        added: added(reader),
        guarantee,
        equal: reader
            .word(
                "prizes.equal",
                &[("split", EqualPrize::Split), ("further-coups", EqualPrize::FurtherCoups)],
            )
            .unwrap_or(usual),
        odd_cents: reader
            .word("prizes.odd_cents", &[("first-place", OddCents::FirstPlace), ("ballot", OddCents::Ballot)])
            .unwrap_or_default(),
        paid: reader.text("prizes.paid"),
    }
}

/// `{ cash = 500 }` or `{ goods = "A watch", worth = 1500, place = 1 }`.
fn added(reader: &mut Reader<'_>) -> Vec<Added> {
    let one = |item: &Value| -> Option<Added> {
        if let Some(cash) = item.get("cash") {
            let what = "cash".to_owned();
            return Some(Added { kind: PoolAddition::Cash, what, worth: money_of(cash)?, place: None });
        }
        let kinds = [("goods", PoolAddition::Goods), ("services", PoolAddition::Services)];
        let (kind, what) =
            kinds.into_iter().find_map(|(key, kind)| Some((kind, item.get(key)?.as_str()?)))?;
        let place = u32::try_from(item.get("place")?.as_integer()?).ok()?;
        Some(Added { kind, what: what.to_owned(), worth: money_of(item.get("worth")?)?, place: Some(place) })
    };
    let Some(value) = reader.file.get("prizes.added") else { return Vec::new() };
    let read: Option<Vec<Added>> = value.as_array().and_then(|items| items.iter().map(one).collect());
    if read.is_none() {
        reader.odd(
            "prizes.added",
            "a list of { cash = 500 } or { goods = \"A watch\", worth = 1500, place = 1 }",
        );
    }
    read.unwrap_or_default()
}

/// Where an item of the conditions stands in the file, for each stage where it is one of each.
pub(super) fn paths(item: Condition, file: &File) -> Vec<String> {
    let stages =
        |key: &str| (0..file.count("stage")).map(|index| format!("stage[{index}].{key}")).collect::<Vec<_>>();
    let one = |path: &str| vec![path.to_owned()];
    match item {
        Condition::Start => one("start"),
        Condition::Entry => one("entry.how"),
        Condition::SelectionCriteria => one("entry.criteria"),
        Condition::WithdrawalTerms => one("entry.withdraw_until"),
        Condition::ApplicationForm => one("entry.form"),
        Condition::EntrantNumbers => one("entry.numbers"),
        Condition::PlayerGroups => one("entry.groups"),
        Condition::EntryFee => one("entry.fee"),
        Condition::Commission => one("entry.commission"),
        Condition::OpeningChips => stages("session.opening"),
        Condition::CompulsoryWager => one("play.compulsory"),
        Condition::Limits => one("play.limits"),
        Condition::DealingMethod => one("play.dealing"),
        Condition::Tables => stages("tables"),
        Condition::Progression => {
            let last = file.count("stage").saturating_sub(1);
            stages("advance").into_iter().take(last).collect()
        }
        Condition::PointsAndGames => one("points.places"),
        Condition::BuyBack => one("entry.buy_back"),
        Condition::BuyBackTerms => {
            ["fee", "until", "most"].map(|key| format!("entry.buy_back.{key}")).to_vec()
        }
        Condition::Allotment => one("play.allot"),
        Condition::WageringOrder => one("play.order"),
        Condition::PassCards => one("play.pass_cards"),
        Condition::UndisclosedWagers => one("play.undisclosed"),
        Condition::Elimination => one("play.out"),
        // Equals in a last session that decides prizes are settled with the prizes.
        Condition::EqualHoldings => {
            let every = stages("equal");
            let decides = file.count("stage").saturating_sub(usize::from(!file.has("points")));
            every.into_iter().take(decides).collect()
        }
        Condition::PrizePool | Condition::Distribution | Condition::Prizes => one("prizes.shares"),
        Condition::EqualPlaces => one("prizes.equal"),
        Condition::PaymentMethod => one("prizes.paid"),
        Condition::Undertakings => ["pool", "entries"].map(|key| format!("prizes.guarantee.{key}")).to_vec(),
        Condition::SitAndGo => one("sit_and_go"),
        // What is printed without being asked for, and what takes a closer look.
        Condition::LawfulEntrantsOnly
        | Condition::MayRefuseEntry
        | Condition::RulesPrevail
        | Condition::OfficialRuns
        | Condition::RisingLimits
        | Condition::Sessions
        | Condition::Repechage => Vec::new(),
    }
}
