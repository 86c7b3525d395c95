//! Drop boxes: what was keyed as bought in, against what two people find who do not know each other's figure.

use crate::Judged;
use crate::acts::{CageFact, CageReason};
use crate::bank::{no, only};
use crate::state::Cage;
use aggregate::By;
use baccarat::chips::Money;
use std::collections::BTreeMap;

impl Cage {
    pub(crate) fn judge_box(&self, table: &str, keyed: Money, dealers: &BTreeMap<String, Money>) -> Judged {
        self.knows(table)?;
        if keyed.0 < 0 || dealers.values().copied().sum::<Money>() != keyed {
            return Err(no(CageReason::NotAnAmount, "what was keyed is what the dealers keyed together"));
        }
        let (number, table, dealers) = (self.last_box + 1, table.to_owned(), dealers.clone());
        let unkeyed = self.at_table(&table).is_some_and(|at| at.unkeyed_box);
        Ok(vec![CageFact::BoxTaken { number, table, keyed, dealers, unkeyed }])
    }

    pub(crate) fn judge_box_count(&self, by: &By, number: u32, cash: Money) -> Judged {
        only(by, &["cage", "supervisor", "manager"])?;
        if !(0..=Money::MOST).contains(&cash.0) {
            return Err(no(
                CageReason::NotAnAmount,
                format!("found {cash}; allowed is from 0 up to a billion"),
            ));
        }
        let open = self.boxes.get(&number).filter(|drop_box| drop_box.counted.is_none());
        let Some(drop_box) = open else {
            return Err(no(CageReason::NoSuchNumber, format!("there is no box {number} to be counted")));
        };
        Ok(vec![match &drop_box.once {
            None => CageFact::BoxCountedOnce { number, cash },
            Some((first, _)) if *first == by.name => {
                let message = format!("{first} has counted this box; the other count is somebody else's");
                return Err(no(CageReason::AnotherPerson, message));
            }
            // Those of the pit know what was keyed; one of the two is somebody who does not.
            Some((first, _)) if by.role != "cage" && !drop_box.once_by_cage => {
                let message = format!("{first} is not of the cage; one of the two who count is");
                return Err(no(CageReason::NotInThatRole, message));
            }
            Some((first, found)) if *found == cash => {
                CageFact::BoxCounted { number, cash, keyed: drop_box.keyed, first: first.clone() }
            }
            Some((_, found)) => CageFact::BoxCountsDiffer { number, first: *found, second: cash },
        }])
    }
}
