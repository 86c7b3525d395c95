//! What lets a side wager stand: the book's clauses on it, gathered once for each wager instead of at every stake.

use crate::cite::{Citation, cite_said};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::rules::betting::{MainAndSide, MainNeed, SidePlace};
use baccarat::rules::play::SettleWhen;
use baccarat::wager::WagerId;

/// The clauses on one side wager, by what they depend on.
#[derive(Clone, Debug)]
pub(crate) struct SideBasis {
    wager: WagerId,
    /// The option it belongs to.
    pub(crate) option: String,
    /// It is offered.
    pub(crate) offered: Citation,
    /// It may lie at one's own box.
    pub(crate) at_own: Citation,
    /// It may lie at a box that is not one's own.
    pub(crate) at_anothers: Citation,
    /// What it is a chance on.
    pub(crate) chance: Citation,
    /// It needs no main wager.
    pub(crate) without_main: Citation,
    /// It may lie beside a main wager.
    pub(crate) with_main: Citation,
    /// It is the same under any settlement method.
    pub(crate) any_method: Citation,
    /// Several of its option may be made at once.
    pub(crate) several: Citation,
    /// Where the book says how many of it one patron may make.
    pub(crate) most_each: Option<usize>,
    /// May it ever need a main wager?
    pub(crate) may_need_main: bool,
    /// Is it settled before third cards?
    pub(crate) settles_early: bool,
}

impl SideBasis {
    /// Those of every side wager of a book.
    pub(crate) fn all(book: &Book) -> Vec<SideBasis> {
        let offered = book.rules.sides.offered.values();
        let each =
            offered.flat_map(|offered| offered.wagers.iter().map(move |wager| (&offered.option, wager)));
        let mut all: Vec<SideBasis> = Vec::new();
        for (option, wager) in each {
            if !all.iter().any(|known| known.wager == *wager) {
                all.push(SideBasis::of(book, option, wager));
            }
        }
        all
    }

    fn of(book: &Book, option: &str, wager: &WagerId) -> SideBasis {
        let sides = &book.rules.sides;
        let said = |cites: Citation| Citation { silences: Vec::new(), ..cites };
        let placed = |anothers: bool| {
            said(cite_said(&sides.placed, |placed| {
                placed.option == option && (placed.place == SidePlace::AnyArea) == anothers
            }))
        };
        SideBasis {
            wager: wager.clone(),
            option: option.to_owned(),
            offered: said(cite_said(&sides.offered, |offered| {
                offered.option == option && offered.wagers.contains(wager)
            })),
            at_own: placed(false),
            at_anothers: placed(true),
            chance: said(cite_said(&sides.chance, |named| named.option == option)),
            without_main: said(cite_said(&sides.main_wager, |need| {
                need.option == option && need.main_wager == MainNeed::Never
            })),
            with_main: with_main(book, option),
            any_method: said(cite_said(&sides.under_any_method, |named| named.option == option)),
            several: said(cite_said(&sides.several_at_once, |named| named.option == option)),
            most_each: sides.most_each.values().position(|rule| rule.option == option),
            may_need_main: sides
                .main_wager
                .find(|need| need.option == option && need.main_wager != MainNeed::Never)
                .is_some(),
            settles_early: settles_early(book, option),
        }
    }

    /// The one for this wager.
    pub(crate) fn find<'a>(all: &'a [SideBasis], wager: &WagerId) -> Option<&'a SideBasis> {
        all.iter().find(|known| known.wager == *wager)
    }
}

/// Are wagers of an option settled before third cards?
pub(crate) fn settles_early(book: &Book, option: &str) -> bool {
    let options = &book.rules.settlement.options;
    options.find(|rule| rule.option == option && rule.when == SettleWhen::BeforeThirdCards).is_some()
}

/// The clauses by which an option goes beside main wagers, without those that speak of another option.
fn with_main(book: &Book, option: &str) -> Citation {
    let sides = &book.rules.sides;
    let mut cites = Citation::default();
    cites.clauses_if(&sides.main_and_side, MainAndSide::Together);
    let of = |clause: &ClauseNumber, this: bool| {
        let needs = sides.main_wager.items.iter().map(|need| (&need.option, &need.basis));
        let places = sides.places.items.iter().map(|places| (&places.option, &places.basis));
        let mut all = needs.chain(places);
        all.any(|(named, basis)| (named == option) == this && basis.clauses().contains(clause))
    };
    cites.clauses.retain(|clause| of(clause, true) || !of(clause, false));
    cites
}
