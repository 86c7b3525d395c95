//! Terms held against their book: what is missing, what is barred, what contradicts itself.

use super::read::time;
use super::*;
use baccarat::rules::promotion::{
    BarredReach, CashAlternativeRule, DetailAnswer, PaymentChoiceFor, PromotionTerm, SoughtWhen, TermWhen,
};
use declared::cite::{listed, stated, stated_or_silent};
use declared::money_of;
use table::Citation;
use toml::Value;

/// The one fault under a book that has no such chapter.
pub(super) fn silent(book: &Book) -> Option<Fault> {
    let offered = &book.rules.promotion.offered_by;
    let message =
        format!("{} has no chapter on promotional prizes; a promotion cannot be announced under it", book.id);
    offered.get().is_none().then(|| Fault {
        line: 0,
        message,
        cites: stated_or_silent(offered, "promotion.offered_by"),
    })
}

/// Holds a file and what was read from it against the book.
struct Check<'c> {
    file: &'c File,
    terms: &'c Terms,
    book: &'c Book,
    prescribed: &'c [String],
    faults: Vec<Fault>,
}

pub(super) fn faults(file: &File, terms: &Terms, book: &Book, prescribed: &[String]) -> Vec<Fault> {
    let mut check = Check { file, terms, book, prescribed, faults: Vec::new() };
    check.items();
    check.times();
    check.tickets();
    check.details();
    check.barred();
    check.cash();
    check.channels();
    check.further();
    check.faults
}

/// Keys of a section, or of every prize, and the item of the terms that they belong to.
const PLACES: [(&str, &[&str], PromotionTerm); 17] = [
    ("award", &["how"], PromotionTerm::MannerOfAward),
    ("award", &["when"], PromotionTerm::WhenAwarded),
    ("award", &["where"], PromotionTerm::WhereAwarded),
    ("", &["eligible", "one_prize_each"], PromotionTerm::Eligibility),
    ("entry", &["how", "each"], PromotionTerm::Eligibility),
    ("qualifying_wager", &["least", "tables", "tickets", "tokens_count"], PromotionTerm::QualifyingWager),
    ("", &["reserves", "reservations"], PromotionTerm::Reservations),
    ("", &["closes"], PromotionTerm::ClosingTime),
    ("held", &["place", "from", "to"], PromotionTerm::PlaceAndTime),
    ("claim", &["how", "by", "within_days", "else"], PromotionTerm::ClaimMethod),
    ("claim", &["present"], PromotionTerm::PresenceNeeded),
    ("", &["notify"], PromotionTerm::WinnerNotified),
    ("", &["results"], PromotionTerm::ResultsPublished),
    ("prize", &["sort"], PromotionTerm::NatureOfPrize),
    ("prize", &["what", "value"], PromotionTerm::PrizesAndValues),
    ("prize", &["conditional", "conditions"], PromotionTerm::UseConditions),
    ("", &["prize"], PromotionTerm::PrizesAndValues),
];

/// The clauses that ask for what stands where a fault of form is, so that whoever mends it sees what it is for.
pub(super) fn asked_there(fault: &Fault, file: &File, book: &Book) -> Citation {
    let paths = |section: &str, key: &str| match section {
        "" => vec![key.to_owned()],
        "prize" => (0..file.count("prize")).map(|index| format!("prize[{index}].{key}")).collect(),
        section => vec![format!("{section}.{key}")],
    };
    let named = |section: &str, key: &&&str| {
        paths(section, key).iter().any(|path| fault.message.starts_with(&format!("`{path}`:")))
    };
    let of = PLACES.iter().filter(|(section, keys, _)| keys.iter().any(|key| named(section, &key)));
    let asked = of.map(|(.., of)| item(book, *of)).fold(Citation::default(), Citation::and);
    let barred = ["is", "millilitres", "includes"].iter().any(|key| named("prize", &key));
    match barred {
        true => asked.and(listed(&book.rules.promotion.barred, |_| true)),
        false => asked,
    }
}

/// The clauses that ask for an item of the terms.
pub(crate) fn item(book: &Book, item: PromotionTerm) -> Citation {
    listed(&book.rules.promotion.terms, |known| known.item == item)
}

/// The parts of a prize to which what is barred reaches.
fn reached<'p>(book: &Book, prize: &'p Prize) -> Vec<&'p Part> {
    let in_part = book.rules.promotion.barred_reach.get() == Some(&BarredReach::InPart);
    prize.parts.iter().take(if in_part { usize::MAX } else { 1 }).collect()
}

fn prescribed_part(parts: &[&Part], prescribed: &[String]) -> Option<String> {
    let is_prescribed = |part: &&&Part| {
        let what = part.what.to_lowercase();
        part.is == Some(BarredPrize::Prescribed)
            || prescribed.iter().any(|item| !item.is_empty() && what.contains(&item.to_lowercase()))
    };
    let part = parts.iter().find(is_prescribed)?;
    Some(format!("includes `{}`, which regulations prescribe; allowed is none of it", part.what))
}

/// The first prize of terms already read that includes what regulations prescribe by now, and the clauses.
pub(crate) fn prescribed_since(
    book: &Book,
    prizes: &[Prize],
    prescribed: &[String],
) -> Option<(String, Citation)> {
    let rules = &book.rules.promotion;
    let barred = |known: &BarredPrize| *known == BarredPrize::Prescribed;
    if !rules.barred.values().any(barred) {
        return None;
    }
    let (found, number) = prizes
        .iter()
        .zip(1..)
        .find_map(|(prize, number)| Some((prescribed_part(&reached(book, prize), prescribed)?, number)))?;
    let cites = listed(&rules.barred, barred).and(stated(&rules.barred_reach));
    Some((format!("prize {number} {found}"), cites))
}

impl Check<'_> {
    fn add(&mut self, path: &str, message: impl Into<String>, cites: Citation) {
        let line = self.file.line(path);
        self.faults.push(Fault { line, message: message.into(), cites });
    }

    fn prizes(&self) -> usize {
        self.file.count("prize")
    }

    /// The places where an item stands, and what is allowed there. None where the promotion has nothing of the sort.
    fn places(&self, item: PromotionTerm, when: TermWhen) -> Vec<(String, &'static str)> {
        let each = |key: &'static str, allowed: &'static str| -> Vec<(String, &'static str)> {
            let all = (0..self.prizes()).map(|index| (format!("prize[{index}].{key}"), allowed));
            all.collect()
        };
        let one = |path: &str, allowed: &'static str| vec![(path.to_owned(), allowed)];
        const TIME: &str = "a date and time with its offset, such as 2027-02-06T20:30:00+11:00";
        let asked = match when {
            TermWhen::Always | TermWhen::UseConditions => true,
            TermWhen::QualifyingWager => self.terms.qualifying.is_some(),
            TermWhen::Reservation => self.file.get("reserves").and_then(Value::as_bool) == Some(true),
        };
        if !asked {
            return Vec::new();
        }
        match item {
            PromotionTerm::MannerOfAward => one("award.how", "a text"),
            PromotionTerm::WhenAwarded => one("award.when", TIME),
            PromotionTerm::WhereAwarded => one("award.where", "a text"),
            PromotionTerm::Eligibility => one("eligible", "a text"),
            PromotionTerm::QualifyingWager => one("qualifying_wager.least", "an amount"),
            PromotionTerm::NatureOfPrize => each("sort", "a sort of prize"),
            PromotionTerm::Reservations => one("reservations", "a text"),
            PromotionTerm::ClosingTime => one("closes", TIME),
            PromotionTerm::PlaceAndTime => {
                // Until when it is held may be left out; what stands there is a time like any other.
                let to = if self.file.has("held.to") { one("held.to", TIME) } else { Vec::new() };
                [one("held.place", "a text"), one("held.from", TIME), to].concat()
            }
            PromotionTerm::ClaimMethod => {
                [one("claim.how", "a text"), one("claim.by", "a list of texts")].concat()
            }
            PromotionTerm::PresenceNeeded => one("claim.present", "true or false"),
            PromotionTerm::WinnerNotified => one("notify", "a list of texts"),
            PromotionTerm::ResultsPublished => one("results", "a text"),
            PromotionTerm::PrizesAndValues => {
                [one("prize", "at least one"), each("what", "a text"), each("value", "an amount")].concat()
            }
            PromotionTerm::UseConditions => {
                let conditional = |index: &usize| {
                    let flag = self.file.get(&format!("prize[{index}].conditional"));
                    when == TermWhen::Always || flag.and_then(Value::as_bool) == Some(true)
                };
                let asked = (0..self.prizes()).filter(conditional);
                asked.map(|index| (format!("prize[{index}].conditions"), "a text")).collect()
            }
        }
    }

    /// Every item that the book asks for stands there.
    fn items(&mut self) {
        let rules = &self.book.rules.promotion;
        let complete = stated(&rules.further_terms);
        for required in &rules.terms.items {
            let cites = Citation::of("promotion.terms", &required.basis).and(complete.clone());
            for (path, allowed) in self.places(required.item, required.when) {
                match self.file.get(&path) {
                    None => {
                        self.add(&path, format!("there is no `{path}`; allowed is {allowed}"), cites.clone())
                    }
                    Some(Value::String(text)) if text.trim().is_empty() => {
                        self.add(&path, format!("`{path}` is empty; allowed is {allowed}"), cites.clone());
                    }
                    Some(Value::Array(items)) if items.is_empty() => {
                        self.add(&path, format!("`{path}` is empty; allowed is {allowed}"), cites.clone());
                    }
                    Some(value) if allowed.starts_with("a date") => {
                        self.moment(&path, value, allowed, &cites)
                    }
                    Some(value)
                        if path.ends_with("].value") && money_of(value).is_some_and(|value| value.0 <= 0) =>
                    {
                        let message = format!("`{path}`: found {value}; allowed is {allowed} above 0");
                        self.add(&path, message, cites.clone());
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// A time is whole, and its offset is that of the place.
    fn moment(&mut self, path: &str, value: &Value, allowed: &str, cites: &Citation) {
        let Some(time) = time(self.file, path) else {
            let message = format!("`{path}`: found {value}; allowed is {allowed}");
            return self.add(path, message, cites.clone());
        };
        let written = value.as_datetime().and_then(|date| match date.offset? {
            toml::value::Offset::Z => Some(0),
            toml::value::Offset::Custom { minutes } => Some(i32::from(minutes)),
        });
        let offset = self.terms.zone.offset_minutes(time);
        // Of a zone that nobody knows nothing is told but that.
        let known = self.file.text("zone").is_some_and(|zone| Zone::parse(zone).is_ok());
        if known && written != Some(offset) {
            let sign = if offset < 0 { '-' } else { '+' };
            let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
            let message = format!(
                "`{path}`: the clocks of the zone then show {}; allowed is the offset {sign}{hours:02}:{minutes:02}",
                self.terms.zone.local_whole(time)
            );
            self.add(path, message, cites.clone());
        }
    }

    /// Entries close before the draw; the promotion begins before they close.
    fn times(&mut self) {
        let terms = self.terms;
        let known = |path: &str| time(self.file, path).is_some();
        let (closes, award) = (known("closes"), known("award.when"));
        let closing = item(self.book, PromotionTerm::ClosingTime);
        if closes && award && terms.closes >= terms.award.when {
            let message = format!(
                "entries close at {}, not before the draw; allowed is before {}",
                terms.zone.local_whole(terms.closes),
                terms.zone.local_whole(terms.award.when)
            );
            self.add("closes", message, closing.clone().and(item(self.book, PromotionTerm::WhenAwarded)));
        }
        let held = item(self.book, PromotionTerm::PlaceAndTime);
        if closes && known("held.from") && terms.held.from >= terms.closes {
            let message = format!(
                "entries close at {}, before the promotion begins; allowed is after {}",
                terms.zone.local_whole(terms.closes),
                terms.zone.local_whole(terms.held.from)
            );
            self.add("closes", message, closing.clone().and(held.clone()));
        }
        if closes && known("held.to") && terms.held.to < terms.closes {
            let message = format!(
                "the promotion is held until {}, and entries close later; allowed is from {} on",
                terms.zone.local_whole(terms.held.to),
                terms.zone.local_whole(terms.closes)
            );
            self.add("held.to", message, closing.and(held.clone()));
        }
        if known("held.to") && terms.held.to < terms.held.from {
            self.add("held.to", "the promotion ends before it begins", held);
        }
    }

    /// Somebody can come into the draw.
    fn tickets(&mut self) {
        let none = "found 0 tickets; allowed is 1 or more";
        if self.terms.entry.as_ref().is_some_and(|entry| entry.each == 0) {
            self.add("entry.each", none, item(self.book, PromotionTerm::Eligibility));
        }
        if self.terms.qualifying.as_ref().is_some_and(|wager| wager.tickets == 0) {
            self.add("qualifying_wager.tickets", none, item(self.book, PromotionTerm::QualifyingWager));
        }
        if self.terms.qualifying.as_ref().is_some_and(|wager| wager.least.0 == 0) {
            let message = "found a wager of 0; allowed is an amount above 0";
            self.add("qualifying_wager.least", message, item(self.book, PromotionTerm::QualifyingWager));
        }
    }

    /// Each detail of each prize whose sort the book asks about.
    fn details(&mut self) {
        let rules = &self.book.rules.promotion;
        for (index, prize) in self.terms.prizes.iter().enumerate() {
            let asked = |sort: &baccarat::rules::promotion::PrizeSort| Some(*sort) == prize.sort.detailed();
            let lead = listed(&rules.detailed_prizes, asked);
            if !rules.detailed_prizes.values().any(asked) {
                continue;
            }
            for detail in rules.prize_details.items.iter().filter(|detail| asked(&detail.prize)) {
                let key = detail.states.to_string().replace('-', "_");
                let path = format!("prize[{index}].{key}");
                let (fits, allowed) = answered(self.file.get(&path), detail.answer);
                if !fits {
                    let found = if self.file.has(&path) { "does not say" } else { "has no" };
                    let message =
                        format!("prize {} ({}) {found} `{key}`; allowed is {allowed}", index + 1, prize.sort);
                    let cites = Citation::of("promotion.prize_details", &detail.basis).and(lead.clone());
                    self.add(&path, message, cites);
                }
            }
        }
    }

    /// No prize is or includes anything barred.
    fn barred(&mut self) {
        let rules = &self.book.rules.promotion;
        let reach = stated(&rules.barred_reach);
        for (index, prize) in self.terms.prizes.iter().enumerate() {
            let path = format!("prize[{index}]");
            let parts = reached(self.book, prize);
            for barred in &rules.barred.items {
                let cites = Citation::of("promotion.barred", &barred.basis).and(reach.clone());
                let found = match **barred {
                    BarredPrize::Liquor => self.liquor(&parts),
                    BarredPrize::Prescribed => prescribed_part(&parts, self.prescribed),
                    kind => parts
                        .iter()
                        .find(|part| part.is == Some(kind))
                        .map(|part| format!("includes {kind}, `{}`; allowed is none of it", part.what)),
                };
                if let Some(found) = found {
                    self.add(&path, format!("prize {} {found}", index + 1), cites);
                }
            }
        }
    }

    fn liquor(&self, parts: &[&Part]) -> Option<String> {
        let most = u64::from(*self.book.rules.promotion.liquor_litres.get()?) * 1_000;
        let unsaid = |part: &&&Part| part.is == Some(BarredPrize::Liquor) && part.millilitres == 0;
        if let Some(part) = parts.iter().find(unsaid) {
            let what = &part.what;
            return Some(format!("includes liquor, `{what}`, without `millilitres`; allowed are {most}"));
        }
        let all: u64 = parts.iter().map(|part| u64::from(part.millilitres)).sum();
        (all > most).then(|| format!("includes {all} millilitres of liquor; allowed are {most}"))
    }

    /// Cash instead only where the book allows it.
    fn cash(&mut self) {
        for (index, prize) in self.terms.prizes.iter().enumerate() {
            if let Some((message, cites)) = no_cash(self.book, prize).filter(|_| prize.cash_instead) {
                self.add(&format!("prize[{index}].cash_instead"), message, cites);
            }
        }
    }

    fn channels(&mut self) {
        let rules = &self.book.rules.promotion;
        let known: Vec<String> = rules.terms_channels.values().map(ToString::to_string).collect();
        for channel in self.terms.channels.iter().filter(|channel| !known.contains(channel)) {
            let message = format!("found `{channel}`; allowed are {}", known.join(", "));
            self.add("channels", message, listed(&rules.terms_channels, |_| true));
        }
        let ways: Vec<String> = rules.winner_channels.values().map(ToString::to_string).collect();
        let sought = !self.terms.claim.present || rules.winner_sought_when.get() == Some(&SoughtWhen::Always);
        let notify = &self.terms.notify;
        if sought && !notify.is_empty() && !ways.is_empty() && !notify.iter().any(|way| ways.contains(way)) {
            let message = format!(
                "an absent winner is notified by {}; allowed is at least one of {}",
                notify.join(", "),
                ways.join(", ")
            );
            self.add("notify", message, listed(&rules.winner_channels, |_| true));
        }
    }

    fn further(&mut self) {
        let further = &self.book.rules.promotion.further_terms;
        if !self.terms.further.is_empty() && further.get() != Some(&true) {
            let cites = stated_or_silent(further, "promotion.further_terms");
            self.add("further", "there are further terms; allowed are those of the book alone", cites);
        }
    }
}

/// Does a value answer a detail? If not, what would.
fn answered(value: Option<&Value>, answer: DetailAnswer) -> (bool, &'static str) {
    let text = value.and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    match answer {
        DetailAnswer::Text => (text.is_some_and(|text| text != "none"), "a text"),
        DetailAnswer::TextOrNone => (text.is_some(), "a text, or \"none\""),
        DetailAnswer::YesNo => (value.is_some_and(Value::is_bool), "true or false"),
        DetailAnswer::Number => (
            value.and_then(Value::as_integer).is_some_and(|number| number >= 1),
            "a whole number of at least 1",
        ),
    }
}

/// Why no cash may be given in place of a prize; nothing if it may.
pub(crate) fn no_cash(book: &Book, prize: &Prize) -> Option<(String, Citation)> {
    let rules = &book.rules.promotion;
    let dollars = |known: &PromotionDollars| Some(*known) == prize.sort.dollars();
    if rules.no_cash_alternative.values().any(dollars) {
        let message = format!("no cash may be given in place of {}; allowed is the prize itself", prize.sort);
        return Some((message, listed(&rules.no_cash_alternative, dollars)));
    }
    if prize.sort == Sort::Cash {
        return Some(("the prize is cash already".to_owned(), stated(&rules.cash_alternative)));
    }
    match rules.cash_alternative.get() {
        Some(CashAlternativeRule::OperatorGrants | CashAlternativeRule::WinnerMayChoose) => None,
        None => {
            let cites = stated_or_silent(&rules.cash_alternative, "promotion.cash_alternative");
            Some(("the book knows no cash in place of a prize".to_owned(), cites))
        }
    }
}

/// Does the winner of this prize choose how money is paid?
pub(crate) fn winner_chooses(book: &Book, prize: &Prize) -> bool {
    let rules = &book.rules.promotion;
    let any = rules.payment_choice_for.get() == Some(&PaymentChoiceFor::AnyCash) && prize.cash_instead;
    above(prize.value, rules.payment_choice_above.get()) && (prize.sort == Sort::Cash || any)
}

/// Is a value strictly above a limit in whole dollars?
pub(crate) fn above(value: Money, limit: Option<&u32>) -> bool {
    limit.is_some_and(|limit| value > Money(i64::from(*limit) * Money::UNITS))
}

/// What follows from the values of prizes.
pub(super) fn notes(terms: &Terms, book: &Book) -> Vec<Fault> {
    let rules = &book.rules.promotion;
    let mut notes = Vec::new();
    let mut note = |message: String, cites: Citation| notes.push(Fault { line: 0, message, cites });
    for (index, prize) in terms.prizes.iter().enumerate() {
        let number = index + 1;
        if above(prize.value, rules.scrutineer_above.get()) {
            note(
                format!("a scrutineer may oversee the draw of prize {number}"),
                stated(&rules.scrutineer_above),
            );
        }
        if winner_chooses(book, prize) {
            let message = format!("the winner of prize {number} chooses how cash is paid");
            note(message, stated(&rules.payment_choice_above));
        }
        // The first part is the prize itself: what is a car, a journey or money is no tobacco; what comes with it may be.
        let itself = usize::from(prize.sort != Sort::Goods);
        let unsaid: Vec<String> = prize
            .parts
            .iter()
            .skip(itself)
            .filter(|part| part.is.is_none())
            .map(|part| format!("`{}`", part.what))
            .collect();
        if !unsaid.is_empty() && !rules.barred.items.is_empty() {
            let kinds: Vec<String> = rules.barred.values().map(ToString::to_string).collect();
            let message = format!(
                "prize {number}: look whether {} is any of {}; it is barred only where `is` says so",
                unsaid.join(", "),
                kinds.join(", ")
            );
            note(message, listed(&rules.barred, |_| true));
        }
    }
    notes
}
