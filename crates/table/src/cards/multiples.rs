//! Multiples on display that the table's chips cannot pay.

use crate::cite::{Citation, Cite};
use crate::facts::{Fact, notice};
use crate::settings::Limits;
use crate::table::Table;
use baccarat::chips::Money;
use baccarat::payment;
use baccarat::rules::people::Tidings;
use baccarat::wager::WagerClass;

impl Table {
    /// Whoever the book has told is told that the multiples on display cannot all be paid in the table's chips.
    pub(crate) fn unpayable_told(&self) -> Option<(Fact, Citation)> {
        let what = Tidings::MultiplesUnpayableInChips;
        let rule = self.book.rules.procedure.told.find(|notice| notice.what == what)?;
        let Limits { least, most, unit } = self.state.settings.limits;
        let unit = unit?;
        let wagers = self.book.wagers(&self.state.settings.method)?;
        let multiples = (1..=most.0 / unit.0.max(1)).map(|times| Money(times * unit.0));
        let displayed = multiples.filter(|amount| *amount >= least).take(20);
        let payable = |amount: Money| {
            let main = wagers.iter().filter(|wager| wager.class == WagerClass::Main);
            main.into_iter().all(|wager| payment::is_payable(wager, amount, &self.chips))
        };
        let unpayable = displayed.into_iter().any(|amount| !payable(amount));
        let fact = notice::Fact::PersonTold { who: rule.who, patron: None, what };
        unpayable.then(|| (Fact::Notice(fact), rule.cites()))
    }
}
