//! A shuffling device that fails.

use crate::cite::Cite;
use crate::state::Coup;
use crate::table::{Facts, Table};

impl Table {
    /// Every stake was taken back after the device failed: there is nobody to finish the coup for.
    pub(crate) fn device_abandoned(&self, coup: &Coup) -> Facts {
        let under = self.book.rules.malfunction.nobody_stays.under("malfunction.nobody_stays");
        self.void_coup(coup, &under)
    }
}
