//! Drop boxes that two people have counted: what was keyed as bought in against what was found, by box, table and dealer.

use super::period::{Period, first_from};
use super::sheet::{Cell, Sheet};
use aggregate::Register;
use baccarat::chips::Money;
use cage::{CAGE, Cage, CageFact, STREAM, box_difference};
use ledger::{Entry, Ledger, LedgerError, Stream};
use std::collections::BTreeMap;
use table::Time;

/// The number of entries that are read at once.
const AT_ONCE: u32 = 500;

/// A box that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CountedBox {
    number: u32,
    table: String,
    taken: Time,
    at: Time,
    keyed: Money,
    found: Money,
    counters: [String; 2],
    dealers: BTreeMap<String, Money>,
    /// Not everything that went into it was keyed.
    unkeyed: bool,
}

impl CountedBox {
    /// What was found over, or below nothing, short of what was keyed.
    fn difference(&self) -> Money {
        box_difference(self.unkeyed, self.keyed, self.found)
    }

    /// What patrons gave for chips at this table of which nobody keyed anything.
    pub(super) fn brought(&self, table: &str) -> Money {
        match self.table == table {
            true => self.found - self.keyed - self.difference(),
            false => Money(0),
        }
    }
}

fn facts(entry: &Entry) -> impl Iterator<Item = CageFact> + '_ {
    let own = entry.records.iter().filter(|record| record.payload.kind() == Cage::FACT);
    own.filter_map(|record| serde_json::from_str(record.payload.text()).ok())
}

/// The boxes of these tables that were counted in a period.
pub(super) async fn gather(
    ledger: &Ledger,
    period: &Period,
    tables: &[String],
) -> Result<Vec<CountedBox>, LedgerError> {
    let (stream, store) = (Stream::new(CAGE, STREAM)?, ledger.store());
    let last = store.last(&stream).await?.map(|entry| entry.end() - 1);
    let from = first_from(&**store, &stream, last, period.from).await?;
    let to = first_from(&**store, &stream, last, period.to).await?;
    let mut counted: BTreeMap<u32, CountedBox> = BTreeMap::new();
    let mut next = from;
    while next < to {
        let entries = store.read(&stream, next, AT_ONCE).await?;
        let Some(end) = entries.last().map(Entry::end) else { break };
        for entry in entries.iter().filter(|entry| entry.first < to) {
            for fact in facts(entry) {
                if let CageFact::BoxCounted { number, cash, keyed, first } = fact {
                    let counters = [first, entry.by.name.clone()];
                    let (table, dealers) = (String::new(), BTreeMap::new());
                    let (taken, at, found) = (entry.at, entry.at, cash);
                    counted.insert(
                        number,
                        CountedBox {
                            number,
                            table,
                            taken,
                            at,
                            keyed,
                            found,
                            counters,
                            dealers,
                            unkeyed: false,
                        },
                    );
                }
            }
        }
        next = end;
    }
    find_taken(ledger, &stream, to, &mut counted).await?;
    Ok(counted.into_values().filter(|one| tables.contains(&one.table)).collect())
}

/// Where they came from: a box is taken away before it is counted, now and then on the day before.
async fn find_taken(
    ledger: &Ledger,
    stream: &Stream,
    before: u64,
    counted: &mut BTreeMap<u32, CountedBox>,
) -> Result<(), LedgerError> {
    let (mut missing, mut end) = (counted.len(), before);
    while missing > 0 && end > 0 {
        let from = end.saturating_sub(u64::from(AT_ONCE));
        // As many entries as there are numbers reach to where the last reading began.
        for entry in
            ledger.store().read(stream, from, AT_ONCE).await?.iter().filter(|entry| entry.first < end)
        {
            for fact in facts(entry) {
                let CageFact::BoxTaken { number, table, dealers, unkeyed, .. } = fact else { continue };
                if let Some(one) = counted.get_mut(&number).filter(|one| one.table.is_empty()) {
                    (one.table, one.taken, one.dealers) = (table, entry.at, dealers);
                    one.unkeyed = unkeyed;
                    missing -= 1;
                }
            }
        }
        end = from;
    }
    Ok(())
}

/// Is every box as it was keyed, as far as it was?
pub(super) fn holds(all: &[CountedBox]) -> bool {
    all.iter().all(|one| one.difference() == Money(0))
}

/// What was over or short in a box, parted by what each dealer keyed, so that the parts add up to it.
fn shares(one: &CountedBox) -> Vec<(String, Money, Money)> {
    let difference = i128::from(one.difference().0);
    let total: i128 = one.dealers.values().map(|keyed| i128::from(keyed.0)).sum();
    if total == 0 {
        return vec![("–".to_owned(), Money(0), one.difference())];
    }
    let (mut so_far, mut given) = (0, 0);
    let share = |(name, keyed): (&String, &Money)| {
        so_far += i128::from(keyed.0);
        let up_to = difference * so_far / total;
        let part = up_to - given;
        given = up_to;
        // A part of a difference that is an amount is one too.
        (name.clone(), *keyed, Money(i64::try_from(part).unwrap_or_default()))
    };
    one.dealers.iter().map(share).collect()
}

#[derive(Default)]
struct Sums {
    boxes: u64,
    keyed: Money,
    found: Money,
    difference: Money,
    alone: Money,
    shared: Money,
}

/// The sheets of drop boxes.
pub(super) fn sheets(all: &[CountedBox]) -> Vec<Sheet> {
    let mut boxes = Sheet::new(
        "boxes",
        &["number", "table", "from", "at", "by", "bought_in", "counted", "difference", "dealer"],
    );
    let (mut tables, mut dealers) = (BTreeMap::<&str, Sums>::new(), BTreeMap::<(String, &str), Sums>::new());
    for one in all {
        let difference = one.difference();
        let sums = tables.entry(&one.table).or_default();
        (sums.boxes, sums.keyed, sums.found) =
            (sums.boxes + 1, sums.keyed + one.keyed, sums.found + one.found);
        sums.difference += difference;
        let shares = shares(one);
        for (name, keyed, part) in &shares {
            let sums = dealers.entry((name.clone(), one.table.as_str())).or_default();
            (sums.boxes, sums.keyed) = (sums.boxes + 1, sums.keyed + *keyed);
            *(if shares.len() == 1 { &mut sums.alone } else { &mut sums.shared }) += *part;
        }
        let names: Vec<&str> = one.dealers.keys().map(String::as_str).collect();
        boxes.rows.push(vec![
            Cell::count(one.number),
            Cell::text(&one.table),
            Cell::Time(one.taken),
            Cell::Time(one.at),
            Cell::text(one.counters.join(", ")),
            Cell::Money(one.keyed),
            Cell::Money(one.found),
            Cell::Money(difference),
            Cell::text(names.join(", ")),
        ]);
    }
    let mut by_table = Sheet::new("tables", &["table", "boxes", "bought_in", "counted", "difference"]);
    by_table.rows.extend(tables.into_iter().map(|(table, sums)| {
        let difference = Cell::Money(sums.difference);
        let (keyed, found) = (Cell::Money(sums.keyed), Cell::Money(sums.found));
        vec![Cell::text(table), Cell::count(sums.boxes), keyed, found, difference]
    }));
    let columns = ["dealer", "table", "boxes", "bought_in", "alone", "shared", "difference"];
    let mut by_dealer = Sheet::new("dealers", &columns);
    by_dealer.rows.extend(dealers.into_iter().map(|((name, table), sums)| {
        vec![
            Cell::text(name),
            Cell::text(table),
            Cell::count(sums.boxes),
            Cell::Money(sums.keyed),
            Cell::Money(sums.alone),
            Cell::Money(sums.shared),
            Cell::Money(sums.alone + sums.shared),
        ]
    }));
    vec![boxes, by_table, by_dealer]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(keyed: &[(&str, i64)], found: i64) -> CountedBox {
        let dealers: BTreeMap<String, Money> =
            keyed.iter().map(|(name, cash)| ((*name).to_owned(), Money(*cash))).collect();
        CountedBox {
            number: 1,
            table: "main".into(),
            taken: Time(0),
            at: Time(1),
            keyed: dealers.values().copied().sum(),
            found: Money(found),
            counters: ["Cora".into(), "Sue".into()],
            dealers,
            unkeyed: false,
        }
    }

    /// Where not all that went into a box was keyed, more in it than was keyed is what patrons brought, and only less is a difference.
    #[test]
    fn what_nobody_keyed_is_no_difference() {
        for (found, difference, brought) in [(600, 0, 100), (500, 0, 0), (400, -100, 0)] {
            let one = CountedBox { unkeyed: true, ..counted(&[("Dan", 500)], found) };
            assert_eq!((one.difference(), one.brought("main")), (Money(difference), Money(brought)));
            assert_eq!(one.brought("other"), Money(0));
        }
    }

    /// Whatever was keyed by whom, what dealers are told adds up to what was over or short.
    #[test]
    fn the_parts_of_a_difference_add_up_to_it() {
        for (keyed, found) in [
            (vec![("Dan", 100), ("Dora", 100), ("Dov", 100)], 299),
            (vec![("Dan", 100), ("Dora", 100), ("Dov", 100)], 302),
            (vec![("Dan", 1), ("Dora", 999_999_999)], 3),
            (vec![("Dan", 500)], 400),
            (vec![], 25),
            (vec![("Dan", 0)], 25),
        ] {
            let one = counted(&keyed, found);
            let parts: Money = shares(&one).into_iter().map(|(.., part)| part).sum();
            assert_eq!(parts, one.found - one.keyed, "{keyed:?} {found}");
        }
    }

    #[test]
    fn a_difference_is_told_by_table_and_by_dealer() {
        let all =
            [counted(&[("Dan", 50_000)], 49_000), counted(&[("Dan", 10_000), ("Dora", 30_000)], 40_400)];
        let sheets = sheets(&all);
        let money = |cell: &Cell| match cell {
            Cell::Money(money) => money.0,
            other => panic!("{other:?}"),
        };
        let row = |sheet: usize, row: usize| {
            sheets[sheet].rows[row].iter().rev().take(3).map(money).collect::<Vec<_>>()
        };
        assert_eq!(row(1, 0), [-600, 89_400, 90_000]);
        assert_eq!(row(2, 0), [-900, 100, -1_000], "Dan: alone, and a quarter of what was over");
        assert_eq!(row(2, 1), [300, 300, 0], "Dora");
        assert!(!holds(&all));
    }
}
