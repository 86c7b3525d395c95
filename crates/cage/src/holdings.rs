//! Where all chips and all cash are.

use crate::state::Cage;
use baccarat::chips::Money;
use serde::Serialize;

/// Where the chips are that were ever put into use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChipsHeld {
    /// In the cage.
    pub cage: Money,
    /// Carried about by patrons.
    pub patrons: Money,
    /// At tables: floats, hands, layouts.
    pub tables: Money,
    /// On the way between the cage and a float.
    pub transit: Money,
    /// On record as missing, less those found over.
    pub missing: Money,
    /// All that were put into use.
    pub issued: Money,
}

impl ChipsHeld {
    /// Is every chip somewhere?
    pub fn balance(&self) -> bool {
        self.cage + self.patrons + self.tables + self.transit + self.missing == self.issued
    }
}

/// Where the cash is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CashHeld {
    /// In the cage.
    pub cage: Money,
    /// In boxes that are away from their tables and not yet counted, as it was keyed.
    pub boxes: Money,
    /// Brought from outside, less what went there.
    pub bank: Money,
    /// Taken at the window.
    pub taken: Money,
    /// Came in boxes, as it was keyed.
    pub dropped: Money,
    /// Paid at the window.
    pub paid: Money,
    /// Found over at counts, less what was short.
    pub variance: Money,
}

impl CashHeld {
    /// Does the cash that is there follow from what came and went?
    pub fn balances(&self) -> bool {
        self.cage + self.boxes == self.bank + self.taken + self.dropped - self.paid + self.variance
    }
}

impl Cage {
    /// Where all chips are.
    pub fn chips(&self) -> ChipsHeld {
        let on_the_way = self.transfers.values().filter(|transfer| transfer.is_on_the_way());
        ChipsHeld {
            cage: self.pieces.worth(),
            patrons: self.holders.values().map(|holder| holder.chips).sum(),
            tables: self.tables.values().map(|at| at.chips).sum(),
            transit: on_the_way.map(|transfer| transfer.pieces.worth()).sum(),
            missing: self.missing,
            issued: self.issued,
        }
    }

    /// Where all cash is that has come to the cage.
    pub fn cash(&self) -> CashHeld {
        let open = self.boxes.values().filter(|drop_box| drop_box.counted.is_none());
        CashHeld {
            cage: self.cash,
            boxes: open.map(|drop_box| drop_box.keyed).sum(),
            bank: self.bank,
            taken: self.taken,
            dropped: self.dropped,
            paid: self.paid,
            variance: self.variance,
        }
    }
}
