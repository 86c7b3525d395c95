//! The register of vouchers of a house: one stream, which tables and managers write to.

use crate::cards::command_id;
use baccarat::rules::people::Role;
use ledger::{CommandId, Ledger, LedgerError, Log};
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use promotion::vouchers::{
    VoucherAct, VoucherCommand, VoucherEvent, VoucherReason, VoucherRefusal, Vouchers,
};
use std::sync::Arc;
use std::time::Duration;
use table::{Actor, Name};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard, watch};

/// The name of its stream.
const REGISTER: &str = "house";
/// How often it is looked for vouchers that have expired.
const EVERY: Duration = Duration::from_secs(5);

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

    /// Asks something of it, and gives what happened, now or when it was first asked, with the register as it is now.
    pub async fn ask(
        &self,
        ledger: &Ledger,
        id: &CommandId,
        person: &Person,
        act: VoucherAct,
    ) -> Result<(MappedMutexGuard<'_, Log<Vouchers>>, Vec<VoucherEvent>), Denial> {
        let mut register = self.read(ledger).await?;
        let command = VoucherCommand { act, by: person.actor(), at: clock::now() };
        match register.submit(id, &command, Vec::new()).await.map_err(broken)? {
            ledger::Answer::Accepted { events, .. } => Ok((register, events)),
            ledger::Answer::Refused { refusal, .. } => Err(denial(refusal)),
        }
    }

    /// Puts on record which vouchers have expired, until the house stops.
    pub async fn keep_time(self: Arc<Self>, ledger: Ledger, mut stopping: watch::Receiver<bool>) {
        while !*stopping.borrow() {
            if let Err(fault) = self.expire(&ledger).await {
                tracing::error!(%fault, "that vouchers have expired cannot be recorded");
            }
            tokio::select! {
                () = tokio::time::sleep(EVERY) => {}
                _ = stopping.changed() => return,
            }
        }
    }

    async fn expire(&self, ledger: &Ledger) -> Result<(), LedgerError> {
        let mut register = self.lock(ledger).await?;
        let at = clock::now();
        let over = register.state().all().filter(|(_, known)| known.expires(at));
        let over: Vec<String> = over.map(|(number, _)| number.to_owned()).collect();
        for number in over {
            let id = command_id(&format!("expire:{number}"))?;
            let by = Actor { name: Name::from("clock"), role: Role::System };
            let command = VoucherCommand { act: VoucherAct::Expire { number }, by, at };
            register.submit(&id, &command, Vec::new()).await?;
        }
        Ok(())
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
