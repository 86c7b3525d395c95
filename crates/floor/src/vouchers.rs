//! The register of vouchers of a house: one stream, which tables and managers write to.

use ledger::{CommandId, Ledger, LedgerError, Log};
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use promotion::vouchers::{VoucherAct, VoucherCommand, VoucherReason, VoucherRefusal, Vouchers};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

/// The name of its stream.
const REGISTER: &str = "house";

/// The register, opened when somebody first asks for it and kept open: all tables and managers share it, and wait for one another.
#[derive(Default)]
pub struct VoucherRegister(Mutex<Option<Log<Vouchers>>>);

impl VoucherRegister {
    /// The register as it is on record.
    pub async fn lock(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<Vouchers>>, LedgerError> {
        let mut register = self.0.lock().await;
        if register.is_none() {
            *register = Some(ledger.log::<Vouchers>(REGISTER).await?);
        }
        MutexGuard::try_map(register, Option::as_mut)
            .map_err(|_| LedgerError::Stopped { why: "the register of vouchers is not open".into() })
    }

    /// The same for whoever is answered over HTTP.
    pub async fn read(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<Vouchers>>, Denial> {
        self.lock(ledger).await.map_err(broken)
    }

    /// Asks something of it, and gives the register as it is then.
    pub async fn ask(
        &self,
        ledger: &Ledger,
        id: &CommandId,
        person: &Person,
        act: VoucherAct,
    ) -> Result<MappedMutexGuard<'_, Log<Vouchers>>, Denial> {
        let mut register = self.read(ledger).await?;
        let command = VoucherCommand { act, by: person.actor(), at: clock::now() };
        match register.submit(id, &command, Vec::new()).await.map_err(broken)? {
            ledger::Answer::Accepted { .. } => Ok(register),
            ledger::Answer::Refused { refusal, .. } => Err(denial(refusal)),
        }
    }
}

fn broken(fault: LedgerError) -> Denial {
    match fault {
        LedgerError::OtherContent { .. } => Denial::same_id(),
        fault => Denial::out_of_service(fault.to_string()),
    }
}

/// A refusal of the register, as it is answered.
pub fn denial(refusal: VoucherRefusal) -> Denial {
    match refusal.reason {
        VoucherReason::NoSuchVoucher => Denial::not_found(refusal.message),
        VoucherReason::BadNumber | VoucherReason::BadWorth | VoucherReason::BadTerms => {
            Denial::unprocessable(refusal.message)
        }
        VoucherReason::NumberTaken => Denial::conflict("number-taken", refusal.message),
        VoucherReason::NeedsTwo => Denial::conflict("needs-two", refusal.message),
        VoucherReason::NotIssued => Denial::conflict("not-issued", refusal.message),
        VoucherReason::AlreadySwapped => Denial::conflict("already-swapped", refusal.message),
        VoucherReason::Expired => Denial::conflict("expired", refusal.message),
        VoucherReason::OtherTable => Denial::conflict("other-table", refusal.message),
        VoucherReason::OtherWorth => Denial::conflict("other-worth", refusal.message),
    }
}
