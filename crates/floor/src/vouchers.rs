//! The register of vouchers of a house: one stream, which tables and managers write to.

use ledger::{CommandId, Ledger, LedgerError, Log};
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use promotion::vouchers::{VoucherAct, VoucherCommand, VoucherReason, VoucherRefusal, Vouchers};

/// The name of its stream.
const REGISTER: &str = "house";

/// The register as it is on record.
pub async fn open(ledger: &Ledger) -> Result<Log<Vouchers>, LedgerError> {
    ledger.log::<Vouchers>(REGISTER).await
}

/// The same for whoever is answered over HTTP.
pub async fn read(ledger: &Ledger) -> Result<Log<Vouchers>, Denial> {
    open(ledger).await.map_err(broken)
}

fn broken(fault: LedgerError) -> Denial {
    match fault {
        LedgerError::OtherContent { .. } => Denial::same_id(),
        fault => Denial::out_of_service(fault.to_string()),
    }
}

/// Asks something of it, and gives the register as it is then.
pub async fn ask(
    ledger: &Ledger,
    id: &CommandId,
    person: &Person,
    act: VoucherAct,
) -> Result<Log<Vouchers>, Denial> {
    let mut register = read(ledger).await?;
    let command = VoucherCommand { act, by: person.actor(), at: clock::now() };
    match register.submit(id, &command, Vec::new()).await.map_err(broken)? {
        ledger::Answer::Accepted { .. } => Ok(register),
        ledger::Answer::Refused { refusal, .. } => Err(denial(refusal)),
    }
}

/// A refusal of the register, as it is answered.
pub fn denial(refusal: VoucherRefusal) -> Denial {
    match refusal.reason {
        VoucherReason::NoSuchVoucher => Denial::not_found(refusal.message),
        VoucherReason::BadNumber | VoucherReason::BadWorth => Denial::unprocessable(refusal.message),
        VoucherReason::NumberTaken => Denial::conflict("number-taken", refusal.message),
        VoucherReason::NeedsTwo => Denial::conflict("needs-two", refusal.message),
        VoucherReason::NotIssued => Denial::conflict("not-issued", refusal.message),
        VoucherReason::AlreadySwapped => Denial::conflict("already-swapped", refusal.message),
        VoucherReason::Expired => Denial::conflict("expired", refusal.message),
        VoucherReason::OtherTable => Denial::conflict("other-table", refusal.message),
        VoucherReason::OtherWorth => Denial::conflict("other-worth", refusal.message),
    }
}
