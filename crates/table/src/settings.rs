//! What the operator sets for a table, checked against the book.

use crate::cite::{Citation, Cite, cite_all};
use crate::time::Time;
use baccarat::book::Book;
use baccarat::chips::{ChipSet, Money};
use baccarat::rules::betting::{AreaCap, AreaCapAmount, LowLimit};
use baccarat::rules::cards::{Device, DropBoxWhen, Supply};
use baccarat::rules::people::{Duty, Sign, SignSubject};
use baccarat::rules::play::{Face, Hours as LawfulHours, Receives, Seats};
use baccarat::rules::shoe::BurnStyle;
use baccarat::wager::WagerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Least and most of a wager, and the unit in which it may rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// The least.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// Wagers are multiples of this, where the sign says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Money>,
}

/// What the operator sets for a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The settlement method.
    pub method: String,
    /// How many decks.
    pub decks: u8,
    /// What cards are dealt from.
    pub device: Device,
    /// Whether the shoe scans the cards.
    #[serde(default)]
    pub scanning: bool,
    /// Whether a machine shuffles the cards before they are cut.
    #[serde(default)]
    pub multishuffler: bool,
    /// The colours of the backs, where they are recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub backs: Vec<String>,
    /// How cards reach the table.
    pub supply: Supply,
    /// How many seats, each with its own set of betting boxes.
    pub seats: u8,
    /// The cloth, where the book names cloths.
    #[serde(default)]
    pub layout: Option<String>,
    /// Which way up the first four cards are dealt.
    pub faces: Face,
    /// The dealing method, where the book has methods.
    #[serde(default)]
    pub dealing: Option<String>,
    /// How a new shoe is opened.
    pub burn: BurnStyle,
    /// How many cutting cards.
    pub cutting_cards: u8,
    /// How many cards from the back the cutting card goes.
    pub from_back: u16,
    /// Whether that is counted out, so that the table knows when the cutting card comes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counted: bool,
    /// Side options offered.
    #[serde(default)]
    pub options: Vec<String>,
    /// Side options confined to patrons with a main wager.
    #[serde(default)]
    pub restricted: Vec<String>,
    /// Side options with one common box that is printed on both sides of the cloth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub common: Vec<String>,
    /// Chip denominations.
    pub chips: Vec<Money>,
    /// What the float holds at the start.
    pub float: Money,
    /// Limits of the main wagers.
    pub limits: Limits,
    /// Limits of each side option; the book may demand them for an option that is offered.
    #[serde(default)]
    pub option_limits: BTreeMap<String, Limits>,
    /// The most that all wagers on one area may come to.
    #[serde(default)]
    pub area_most: Option<Money>,
    /// The patrons whom that binds; everyone if none is named.
    #[serde(default)]
    pub area_most_for: Vec<crate::person::Name>,
    /// The most on the area of one wager, where that is another amount.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub area_most_of: BTreeMap<WagerId, Money>,
    /// The largest gap between banker's and player's stakes.
    #[serde(default)]
    pub differential: Option<Money>,
    /// The length of a set wagering period in seconds.
    #[serde(default)]
    pub period_seconds: Option<u32>,
    /// Low limit gaming.
    #[serde(default)]
    pub low_limit: bool,
    /// How many patrons may share an area, where the book leaves it to the operator.
    #[serde(default)]
    pub sharing: Option<u8>,
    /// Whether cash is taken for chips at the table.
    #[serde(default = "yes")]
    pub cash: bool,
    /// Whether wagers are kept on record. Where they are not, the table knows the cards alone: coups are dealt without a wager on
    /// record, and the dealer settles what lies on the layout by what the result pays.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub wagers_kept: bool,
    /// Whether cards come from shoes that were sealed beforehand. Then every card must be proved by the public record of its shoe.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// Whether it is a table for real cards, which are keyed as they come. Then nothing proves them but whoever saw them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub felt: bool,
    /// Whether markers show who holds the hands.
    #[serde(default)]
    pub markers: bool,
    /// Whether a display shows the results.
    #[serde(default)]
    pub display: bool,
    /// Options for whose areas on the cloth the regulator's approval is not on record.
    #[serde(default)]
    pub unapproved: Vec<String>,
    /// The hours in which the law lets the table be open; not looked at if absent.
    #[serde(default)]
    pub hours: Option<Hours>,
}

/// Hours of a day in which a table may be open; they may run past midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hours {
    /// From this time of day on.
    pub from: Time,
    /// Before this time of day.
    pub to: Time,
}

impl Hours {
    /// Does this moment lie within them?
    pub fn hold(&self, at: Time) -> bool {
        let day = |time: Time| time.0.rem_euclid(24 * 3_600 * 1_000);
        let (from, to, at) = (day(self.from), day(self.to), day(at));
        if from < to { from <= at && at < to } else { at >= from || at < to }
    }
}

impl std::fmt::Display for Hours {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}", self.from, self.to)
    }
}

/// Up where the dealing method allows it, and what it demands otherwise.
fn usual_faces(book: &Book, dealing: Option<&str>) -> Face {
    let method = book.rules.dealing.methods.find(|method| Some(method.id.as_str()) == dealing);
    let allowed = method.map(|method| &method.faces[..]).unwrap_or_default();
    if allowed.contains(&Face::Up) { Face::Up } else { allowed.first().copied().unwrap_or(Face::Up) }
}

fn yes() -> bool {
    true
}

fn is_yes(set: &bool) -> bool {
    *set
}

/// Something set outside the book, and the clauses that it offends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BadSetting {
    /// Which setting.
    pub setting: String,
    /// What was found and what is allowed.
    pub message: String,
    /// The clauses.
    pub cites: Citation,
}

impl Settings {
    /// The settings with which a demonstration or a transcript opens a table of a book, unless it says otherwise.
    pub fn usual(book: &Book) -> Settings {
        let rules = &book.rules;
        let device = rules.equipment.devices.values().next().copied().unwrap_or(Device::CardShoe);
        let burn = rules.burn.styles.values().find(|burn| burn.devices.contains(&device));
        let most_seats = rules.table.seats.get().map_or(7, |seats| seats.most).min(7);
        let layout = rules.table.layouts.values().next().map(|layout| layout.id.clone());
        let dealing = rules.dealing.methods.values().next().map(|method| method.id.clone());
        Settings {
            method: book.methods().next().map(|method| method.id.clone()).unwrap_or_default(),
            decks: rules.cards.decks.0.last().copied().unwrap_or(8),
            device,
            scanning: false,
            multishuffler: false,
            backs: Vec::new(),
            supply: Supply::TableShuffled,
            seats: most_seats,
            layout,
            faces: usual_faces(book, dealing.as_deref()),
            dealing,
            burn: burn.map_or(BurnStyle::OneUnseen, |burn| burn.style),
            cutting_cards: rules
                .equipment
                .cutting_cards
                .get()
                .and_then(|cards| cards.first().copied())
                .unwrap_or(1),
            from_back: book.usual_from_back(),
            counted: false,
            options: Vec::new(),
            restricted: Vec::new(),
            common: Vec::new(),
            chips: [1, 5, 25, 100, 500].map(|whole| Money(whole * Money::UNITS)).to_vec(),
            float: Money(1_000_000 * Money::UNITS),
            limits: Limits { least: Money(10 * Money::UNITS), most: Money(1_000 * Money::UNITS), unit: None },
            option_limits: BTreeMap::new(),
            area_most: None,
            area_most_of: BTreeMap::new(),
            area_most_for: Vec::new(),
            differential: None,
            period_seconds: None,
            low_limit: false,
            sharing: None,
            cash: true,
            wagers_kept: true,
            unapproved: Vec::new(),
            hours: None,
            sealed: false,
            felt: false,
            markers: false,
            display: false,
        }
    }

    /// Takes up a dealing method. The cards lie as it demands, face up where it leaves the choice.
    pub fn deal_by(&mut self, book: &Book, dealing: &str) {
        self.dealing = Some(dealing.to_owned());
        self.faces = usual_faces(book, Some(dealing));
    }

    /// The clauses that allow what is set.
    pub(crate) fn allowed_under(&self, book: &Book) -> Citation {
        let rules = &book.rules;
        let (equipment, table) = (&rules.equipment, &rules.table);
        let used = |used: bool, cites: Citation| if used { cites } else { Citation::default() };
        let has = |option: &String| self.options.contains(option);
        let all = [
            rules.cards.decks.cites(),
            used(!self.backs.is_empty(), rules.cards.backs.cites()),
            cite_all(&equipment.devices, |device| *device == self.device),
            used(self.scanning, equipment.scanning_shoe.cites()),
            used(self.multishuffler, equipment.multishuffler.cites()),
            used(self.is_cut(book), equipment.cutting_cards.cites()),
            used(
                self.cash || equipment.drop_box.get() == Some(&DropBoxWhen::Always),
                equipment.drop_box.cites(),
            ),
            used(self.display, equipment.result_display.cites()),
            cite_all(&rules.supply.kinds, |kind| *kind == self.supply),
            table.seats.cites(),
            table.places.cites(),
            cite_all(&table.layouts, |layout| Some(&layout.id) == self.layout.as_ref()),
            used(
                book.methods().nth(1).is_some(),
                cite_all(&rules.settlement.methods, |method| method.id == self.method),
            ),
            cite_all(&rules.sides.alternatives, |either| either.options.iter().any(has)),
            cite_all(&rules.sides.decks, |decks| has(&decks.option)),
            cite_all(&rules.sides.under_any_method, |named| has(&named.option)),
            cite_all(&rules.supply.check_exempt, |supply| *supply == self.supply),
            cite_all(&rules.sides.layouts, |layouts| has(&layouts.option)),
            cite_all(&rules.sides.layout_approved, |named| has(&named.option)),
            used(self.differential.is_some(), rules.differential.set_by.cites()),
            used(self.hours.is_some(), table.hours.cites()),
            used(
                self.low_limit,
                cite_all(&rules.limits.low_limit, |rule| {
                    matches!(rule, LowLimit::MayBeOffered | LowLimit::ShufflingDeviceOnly)
                }),
            ),
        ];
        let mut cites = all.into_iter().fold(Citation::default(), Citation::and);
        // What the book does not speak of is no ground to open; what it assumes is one, and marked as that.
        cites.silences.retain(|silence| silence.ends_with(" (assumed)"));
        cites
    }

    /// The limits of a wager: its option's own, or those of the main wagers where the book demands none of its own.
    pub fn limits_of(&self, book: &Book, wager: &baccarat::wager::WagerId) -> Limits {
        self.option_limits(option_of(book, wager))
    }

    /// The limits of a side option, or else those of the table.
    pub(crate) fn option_limits(&self, option: Option<&str>) -> Limits {
        let own = option.and_then(|option| self.option_limits.get(option));
        own.copied().unwrap_or(self.limits)
    }

    /// The denominations, as amounts they can make.
    pub fn chip_set(&self) -> Result<ChipSet, String> {
        ChipSet::new(self.chips.clone())
    }

    /// Everything that is outside the book.
    pub fn check(&self, book: &Book) -> Vec<BadSetting> {
        let mut bad = Vec::new();
        self.check_cards(book, &mut bad);
        self.check_table(book, &mut bad);
        self.check_options(book, &mut bad);
        self.check_money(book, &mut bad);
        bad
    }

    fn check_cards(&self, book: &Book, bad: &mut Vec<BadSetting>) {
        let rules = &book.rules;
        let decks = &rules.cards.decks;
        if !decks.0.contains(&self.decks) {
            bad.push(refuse(
                "decks",
                format!("found {}; allowed are {}", self.decks, listed(&decks.0)),
                decks.cites(),
            ));
        }
        let devices = &rules.equipment.devices;
        if !devices.values().any(|device| *device == self.device) {
            bad.push(refuse(
                "device",
                format!("found {}; allowed are {}", self.device, listed(devices.values())),
                devices.cites(),
            ));
        }
        if self.scanning && rules.equipment.scanning_shoe.get() != Some(&true) {
            bad.push(refuse(
                "scanning",
                "this book knows no scanning shoe",
                rules.equipment.scanning_shoe.cites(),
            ));
        }
        if self.backs.iter().any(|back| Some(back) != self.backs.first()) && rules.cards.backs.get().is_some()
        {
            bad.push(refuse(
                "backs",
                format!("found {}", self.backs.join(" and ")),
                rules.cards.backs.cites(),
            ));
        }
        let multishuffler = &rules.equipment.multishuffler;
        if self.multishuffler && !multishuffler.get().is_some_and(|decks| decks.0.contains(&self.decks)) {
            bad.push(refuse("multishuffler", format!("found {} decks", self.decks), multishuffler.cites()));
        }
        // A machine that shuffles and is dealt from leaves no work for one that only shuffles.
        let is_device = &rules.equipment.multishuffler_is_device;
        if self.multishuffler && self.device == Device::ShufflingDevice && is_device.get() == Some(&false) {
            bad.push(refuse("multishuffler", "a multishuffler is not a shuffling device", is_device.cites()));
        }
        if self.display && rules.equipment.result_display.get() != Some(&true) {
            bad.push(refuse(
                "display",
                "this book knows no result display",
                rules.equipment.result_display.cites(),
            ));
        }
        if !rules.supply.kinds.values().any(|kind| *kind == self.supply) {
            bad.push(refuse(
                "supply",
                format!("found {}; allowed are {}", self.supply, listed(rules.supply.kinds.values())),
                rules.supply.kinds.cites(),
            ));
        }
        let styles = &rules.burn.styles;
        let fits = styles.find(|burn| burn.style == self.burn && burn.devices.contains(&self.device));
        if fits.is_none() {
            bad.push(refuse("burn", format!("found {} with a {}", self.burn, self.device), styles.cites()));
        }
        let cutting = &rules.equipment.cutting_cards;
        if cutting.get().is_some_and(|allowed| !allowed.contains(&self.cutting_cards)) {
            bad.push(refuse(
                "cutting_cards",
                format!(
                    "found {}; allowed are {}",
                    self.cutting_cards,
                    listed(cutting.get().into_iter().flatten())
                ),
                cutting.cites(),
            ));
        }
        let from_back = &rules.cut.from_back;
        if from_back.get().is_some_and(|least| self.from_back < *least) && self.is_cut(book) {
            bad.push(refuse(
                "from_back",
                format!(
                    "found {} cards from the back; allowed are {} or more",
                    self.from_back,
                    listed(from_back.get())
                ),
                from_back.cites(),
            ));
        }
        if usize::from(self.from_back) >= usize::from(self.decks) * 52 {
            bad.push(refuse(
                "from_back",
                format!("found {}, more than all the cards", self.from_back),
                from_back.cites(),
            ));
        }
    }

    /// Are the cards of this table cut?
    pub fn is_cut(&self, book: &Book) -> bool {
        !book.rules.cut.never_for.values().any(|device| *device == self.device)
    }

    fn check_table(&self, book: &Book, bad: &mut Vec<BadSetting>) {
        let rules = &book.rules;
        for (setting, seats) in [("seats", &rules.table.seats), ("places", &rules.table.places)] {
            let fits = |seats: &Seats| {
                self.seats <= seats.most && seats.least.is_none_or(|least| self.seats >= least)
            };
            if self.seats == 0 || seats.get().is_some_and(|seats| !fits(seats)) {
                let least = seats.get().and_then(|seats| seats.least).unwrap_or(1);
                let most = seats.get().map_or(u8::MAX, |seats| seats.most);
                bad.push(refuse(
                    setting,
                    format!("found {}; allowed are {least} to {most}", self.seats),
                    seats.cites(),
                ));
            }
        }
        let layouts = &rules.table.layouts;
        let known = |id: &String| layouts.values().any(|layout| layout.id == *id);
        if !layouts.items.is_empty() && !self.layout.as_ref().is_some_and(known) {
            bad.push(refuse(
                "layout",
                format!(
                    "found {}; allowed are {}",
                    self.layout.as_deref().unwrap_or("none"),
                    listed(layouts.values().map(|layout| &layout.id))
                ),
                layouts.cites(),
            ));
        }
        let methods = &rules.dealing.methods;
        let method = methods.find(|method| Some(&method.id) == self.dealing.as_ref());
        if !methods.items.is_empty() && method.is_none() {
            bad.push(refuse(
                "dealing",
                format!(
                    "found {}; allowed are {}",
                    self.dealing.as_deref().unwrap_or("none"),
                    listed(methods.values().map(|method| &method.id))
                ),
                methods.cites(),
            ));
        }
        let faces =
            method.map_or_else(|| rules.dealing.faces.get().cloned(), |method| Some(method.faces.clone()));
        if faces.is_some_and(|faces| !faces.contains(&self.faces)) {
            let cites = method.map_or_else(
                || rules.dealing.faces.cites(),
                |method| match method.cards_go_to {
                    Receives::Nobody => method.cites(),
                    _ => method.cites().and(crate::cite::step(
                        &self.scoped(book),
                        baccarat::rules::play::Step::DealtFaceDown,
                    )),
                },
            );
            bad.push(refuse("faces", format!("found {}", self.faces), cites));
        }
        // Whoever receives cards does so by a wager, so where none is on record the dealer keeps them.
        if let Some(method) =
            method.filter(|method| !self.wagers_kept && method.cards_go_to != Receives::Nobody)
        {
            let message = format!("found no; with dealing {} cards go to patrons by their wagers", method.id);
            bad.push(refuse("wagers_kept", message, method.cites()));
        }
        // What the book says of the dealer's own way of dealing binds where the dealer keeps the cards.
        let own = &rules.dealing.faces;
        let keeps = method.is_some_and(|method| method.cards_go_to == Receives::Nobody);
        if keeps && own.get().is_some_and(|faces| !faces.contains(&self.faces)) {
            bad.push(refuse("faces", format!("found {}", self.faces), own.cites()));
        }
        if !book.methods().any(|method| method.id == self.method) {
            let known: Vec<String> =
                book.methods().map(|method| format!("{} ({})", method.id, method.name)).collect();
            bad.push(refuse(
                "method",
                format!("found {}; allowed are {}", self.method, listed(known)),
                rules.settlement.methods.cites(),
            ));
        }
        if self.low_limit {
            let low = &rules.limits.low_limit;
            if low.find(|rule| *rule == LowLimit::MayBeOffered).is_none() {
                bad.push(refuse("low_limit", "this book knows no low limit gaming", low.cites()));
            }
            if let Some(only) = low.find(|rule| *rule == LowLimit::ShufflingDeviceOnly)
                && self.device != Device::ShufflingDevice
            {
                bad.push(refuse(
                    "low_limit",
                    "low limit gaming deals every card from a shuffling device",
                    only.cites(),
                ));
            }
        }
    }

    fn check_options(&self, book: &Book, bad: &mut Vec<BadSetting>) {
        let sides = &book.rules.sides;
        for option in &self.options {
            if sides.offered.find(|offered| offered.option == *option).is_none() {
                bad.push(refuse(
                    "options",
                    format!(
                        "found `{option}`; allowed are {}",
                        listed(sides.offered.values().map(|offered| &offered.option))
                    ),
                    sides.offered.cites(),
                ));
            }
            if self.unapproved.contains(option)
                && let Some(approved) = sides.layout_approved.find(|named| named.option == *option)
            {
                bad.push(refuse(
                    "options",
                    format!("the areas for `{option}` are not approved"),
                    approved.cites(),
                ));
            }
            let demanded = |sign: &Sign| {
                sign.shows == SignSubject::OptionLimits
                    && sign.duty == Duty::Must
                    && sign.options.contains(option)
            };
            let signs = &book.rules.procedure.signs;
            if !self.option_limits.contains_key(option) && signs.find(demanded).is_some() {
                bad.push(refuse(
                    "option_limits",
                    format!("`{option}` is offered without a minimum and a maximum of its own"),
                    cite_all(signs, demanded),
                ));
            }
            if let Some(decks) = sides.decks.find(|decks| decks.option == *option)
                && !decks.decks.0.contains(&self.decks)
            {
                bad.push(refuse(
                    "options",
                    format!("`{option}` needs {} decks, found {}", listed(&decks.decks.0), self.decks),
                    decks.cites(),
                ));
            }
            if let Some(layouts) = sides.layouts.find(|layouts| layouts.option == *option)
                && !self.layout.as_ref().is_some_and(|layout| layouts.layouts.contains(layout))
            {
                bad.push(refuse(
                    "options",
                    format!(
                        "{option} needs layout {}, found {}",
                        layouts.layouts.join(", "),
                        self.layout.as_deref().unwrap_or("none")
                    ),
                    layouts.cites(),
                ));
            }
        }
        self.check_marked(book, bad);
        for alternatives in &sides.alternatives.items {
            let chosen = alternatives.options.iter().filter(|option| self.options.contains(option)).count();
            if chosen > 1 {
                let cites = cite_all(&sides.alternatives, |other| other.options == alternatives.options);
                bad.push(refuse(
                    "options",
                    format!("only one of {} may be offered", listed(&alternatives.options)),
                    cites,
                ));
                break;
            }
        }
        for option in &self.restricted {
            let may = sides.main_wager.find(|need| need.option == *option && need.restricted_by.is_some());
            if may.is_none() {
                let cites = cite_all(&sides.main_wager, |need| need.option == *option);
                bad.push(refuse(
                    "restricted",
                    format!("`{option}` may not be confined to patrons with a main wager"),
                    cites,
                ));
            }
        }
    }

    /// Where the book says what is marked on each cloth, an option that is offered must be marked on this one.
    fn check_marked(&self, book: &Book, bad: &mut Vec<BadSetting>) {
        let layouts = &book.rules.table.layouts;
        let Some(layout) = layouts.find(|layout| Some(&layout.id) == self.layout.as_ref()) else { return };
        if layouts.values().all(|layout| layout.options.is_empty()) {
            return;
        }
        for option in self.options.iter().filter(|option| !layout.options.contains(option)) {
            bad.push(refuse(
                "options",
                format!("{option} is not marked on layout {}", layout.id),
                layout.cites(),
            ));
        }
    }

    fn check_money(&self, book: &Book, bad: &mut Vec<BadSetting>) {
        let rules = &book.rules;
        let silent = |topic: &str| Citation::silent(topic);
        if let Err(message) = self.chip_set() {
            bad.push(refuse("chips", message, silent("table chips")));
        }
        for limits in std::iter::once(&self.limits).chain(self.option_limits.values()) {
            if limits.least.0 <= 0 || limits.least > limits.most || limits.most.0 > Money::MOST {
                bad.push(refuse(
                    "limits",
                    format!(
                        "found {} to {}; allowed is a minimum of more than 0, up to the maximum",
                        limits.least, limits.most
                    ),
                    silent("table limits"),
                ));
            }
            if limits.unit.is_some_and(|unit| unit.0 <= 0) {
                bad.push(refuse("limits", "found a unit of nothing", rules.limits.multiples.cites()));
            }
        }
        let caps = &rules.betting.area_caps;
        if !self.area_most_for.is_empty()
            && (self.area_most.is_none() || caps.find(|cap| *cap == AreaCap::NamedPatrons).is_none())
        {
            bad.push(refuse(
                "area_most_for",
                "an order about named patrons needs an amount and a book that allows it",
                caps.cites(),
            ));
        }
        if let Some(most) =
            self.area_most.filter(|most| self.is_cap_the_maximum(book) && *most != self.limits.most)
        {
            let named = !self.area_most_for.is_empty();
            let cap = if named { AreaCap::NamedPatrons } else { AreaCap::AllPatrons };
            bad.push(refuse(
                "area_most",
                format!("found {most}; allowed is the table maximum, {}", self.limits.most),
                cite_all(caps, |known| *known == cap),
            ));
        }
        if self.float.0 < 0 || self.float.0 > Money::MOST {
            bad.push(refuse("float", format!("found {}", self.float), silent("table float")));
        }
        if self.differential.is_some() && rules.differential.set_by.get().is_none() {
            bad.push(refuse(
                "differential",
                "this book knows no differential",
                rules.differential.set_by.cites(),
            ));
        }
        let known = book.wagers(&self.method).unwrap_or_default();
        for wager in self.area_most_of.keys().filter(|id| known.iter().all(|wager| wager.id != **id)) {
            bad.push(refuse("area_most_of", format!("this book has no wager `{wager}`"), silent("wagers")));
        }
        if let Some((wager, _)) =
            self.area_most_of.first_key_value().filter(|_| self.is_cap_the_maximum(book))
        {
            let message = format!("found an amount for {wager}; allowed is the table maximum");
            bad.push(refuse("area_most_of", message, caps.cites()));
        }
        let own = self.area_most_of.values().map(|most| ("area_most_of", Some(*most), caps.cites()));
        let amounts = [
            ("differential", self.differential, rules.differential.set_by.cites()),
            ("area_most", self.area_most, caps.cites()),
        ];
        let amounts = amounts.into_iter().chain(own);
        for (setting, amount, cites) in amounts {
            if let Some(amount) = amount.filter(|amount| amount.0 <= 0 || amount.0 > Money::MOST) {
                let message = format!("found {amount}; allowed is an amount up to {}", Money(Money::MOST));
                bad.push(refuse(setting, message, cites));
            }
        }
        if let Some(seconds) = self.period_seconds {
            let period = &rules.betting.period;
            if period.get().is_none() || seconds == 0 || self.differential.is_some() {
                bad.push(refuse(
                    "period_seconds",
                    "a set wagering period needs a book that allows it, a length, and no differential",
                    period.cites(),
                ));
            }
        }
        if let Some(sharing) = self.sharing {
            let list = &rules.betting.sharing;
            let rule = list.find(|rule| rule.most.is_some_and(|most| sharing > most));
            if sharing == 0 || rule.is_some() {
                let most = rule.and_then(|rule| rule.most).unwrap_or(u8::MAX);
                bad.push(refuse(
                    "sharing",
                    format!("found {sharing}; allowed are 1 to {most}"),
                    rule.map_or_else(|| Citation::silent(list.topic.id), Cite::cites),
                ));
            }
        }
    }

    /// Is a cap on an area's total the table maximum itself?
    fn is_cap_the_maximum(&self, book: &Book) -> bool {
        book.rules.betting.area_cap_amount.get() == Some(&AreaCapAmount::TableMaximum)
    }

    /// Takes new limits for the main wagers; a cap that is the table maximum goes with it.
    pub(crate) fn change_limits(&mut self, book: &Book, limits: Limits) {
        self.limits = limits;
        if self.is_cap_the_maximum(book) {
            self.area_most = self.area_most.map(|_| limits.most);
        }
    }

    /// Takes a new maximum for the area of one wager, or of all that have none of their own.
    pub(crate) fn change_area(&mut self, wager: Option<&WagerId>, most: Option<Money>) {
        match (wager, most) {
            (None, most) => self.area_most = most,
            (Some(wager), Some(most)) => {
                self.area_most_of.insert(wager.clone(), most);
            }
            (Some(wager), None) => {
                self.area_most_of.remove(wager);
            }
        }
    }

    /// The book as it speaks of a table set so.
    pub(crate) fn scoped(&self, book: &Book) -> Book {
        book.scoped(self.dealing.as_deref(), &self.method, &self.options)
    }

    /// The hours in which the table may be open, as the book says who fixes them; nothing where nobody gave any.
    pub(crate) fn lawful_hours(&self, book: &Book) -> Option<Hours> {
        match book.rules.table.hours.get() {
            Some(LawfulHours::AsLawFixes) | None => self.hours,
        }
    }

    /// Who receives the cards at this table.
    pub fn receives(&self, book: &Book) -> Receives {
        let methods = &book.rules.dealing.methods;
        let method = methods.find(|method| Some(&method.id) == self.dealing.as_ref());
        method.map_or(Receives::Nobody, |method| method.cards_go_to)
    }
}

/// Things one after the other, in words.
fn listed<T: std::fmt::Display>(all: impl IntoIterator<Item = T>) -> String {
    let mut all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    all.dedup();
    match all.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn refuse(setting: &str, message: impl Into<String>, cites: Citation) -> BadSetting {
    BadSetting { setting: setting.to_owned(), message: message.into(), cites }
}

/// The side option to which a wager belongs.
pub(crate) fn option_of<'b>(book: &'b Book, wager: &baccarat::wager::WagerId) -> Option<&'b str> {
    let option = book.rules.sides.offered.find(|option| option.wagers.contains(wager));
    option.map(|option| option.value().option.as_str())
}

/// Limits that say nothing but a most and a least.
impl From<(Money, Money)> for Limits {
    fn from((least, most): (Money, Money)) -> Limits {
        Limits { least, most, unit: None }
    }
}
