//! The cage of a house: one register, which the window, the pit and all tables write to.

use aggregate::{RegisterCommand, RegisterEvent};
use cage::{Cage, CageAct, CageFact, CageReason, CageRefusal, STREAM, Signed};
use ledger::{Answer, By, CommandId, Ledger, LedgerError, Log};
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

/// The register, opened when somebody first asks for it and kept open: whoever writes to it waits for the others.
#[derive(Default)]
pub struct CageDesk(Mutex<Option<Log<Cage>>>);

/// Somebody as the cage's record names them.
pub fn by(person: &Person) -> By {
    By::new(&*person.name.0, person.role.word())
}

/// A second person as the cage's record names them.
pub fn signed(person: &Person) -> Signed {
    Signed { name: person.name.to_string(), role: person.role.word().to_owned() }
}

impl CageDesk {
    /// The register as it is on record.
    pub async fn lock(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<Cage>>, LedgerError> {
        let mut register = self.0.lock().await;
        if register.is_none() {
            *register = Some(ledger.log::<Cage>(STREAM).await?);
        }
        MutexGuard::try_map(register, Option::as_mut)
            .map_err(|_| LedgerError::Stopped { why: "the cage's register is not open".into() })
    }

    /// The same for whoever is answered over HTTP.
    pub async fn read(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<Cage>>, Denial> {
        self.lock(ledger).await.map_err(broken)
    }

    /// Asks something of it that concerns no table. Says what happened.
    pub async fn ask(
        &self,
        ledger: &Ledger,
        id: &CommandId,
        by: By,
        act: CageAct,
    ) -> Result<Vec<RegisterEvent<CageFact>>, Denial> {
        let mut register = self.read(ledger).await?;
        let command = RegisterCommand { act, by, at: clock::now() };
        match register.submit(id, &command, Vec::new()).await.map_err(broken)? {
            Answer::Accepted { events, .. } => Ok(events),
            Answer::Refused { refusal, .. } => Err(denial(refusal)),
        }
    }
}

impl CageDesk {
    /// What this led to when it was first asked, if it was.
    pub async fn known(
        &self,
        ledger: &Ledger,
        id: &CommandId,
        by: By,
        act: &CageAct,
    ) -> Result<Option<Vec<RegisterEvent<CageFact>>>, Denial> {
        let register = self.read(ledger).await?;
        let command = RegisterCommand { act: act.clone(), by, at: clock::now() };
        match register.known(id, &command).await.map_err(broken)? {
            None => Ok(None),
            Some(Answer::Accepted { events, .. }) => Ok(Some(events)),
            Some(Answer::Refused { refusal, .. }) => Err(denial(refusal)),
        }
    }
}

fn broken(fault: LedgerError) -> Denial {
    match fault {
        LedgerError::OtherContent { .. } => Denial::same_id(),
        fault => Denial::out_of_service(fault.to_string()),
    }
}

/// A refusal of the cage, as it is answered.
pub fn denial(refusal: CageRefusal) -> Denial {
    let word = match refusal.reason {
        CageReason::NotAnAmount | CageReason::NoReason => return Denial::unprocessable(refusal.message),
        CageReason::NotInThatRole => return Denial::not_yours(refusal.message),
        CageReason::NoSuchTable | CageReason::NoSuchNumber => return Denial::not_found(refusal.message),
        CageReason::AnotherPerson => "another-person",
        CageReason::NeedsSecond => "needs-second",
        CageReason::NeedsIdentity => "needs-identity",
        CageReason::BankClosed => "bank-closed",
        CageReason::NotEnough => "not-enough",
        CageReason::OutOfOrder => "out-of-order",
        CageReason::NotAsAsked => "not-as-asked",
        CageReason::NothingChanges => "nothing-changes",
    };
    Denial::conflict(word, refusal.message)
}
