//! The school's register on the log: tests that were set, answers that were given.

use aggregate::{RegisterCommand, RegisterRefusal};
use ledger::{Answer, By, Ledger, Log};
use people::act_record;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use school::register::{Marked, SchoolAct, SchoolReason, SchoolRegister, SetTest, Test};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

/// The name of the stream.
const REGISTER: &str = "house";

/// The register, opened when somebody first asks for it and kept open. Whoever answers waits for the others.
#[derive(Default)]
pub struct Schooling(Mutex<Option<Log<SchoolRegister>>>);

impl Schooling {
    async fn lock(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<SchoolRegister>>, Denial> {
        let mut register = self.0.lock().await;
        if register.is_none() {
            *register = Some(ledger.log::<SchoolRegister>(REGISTER).await?);
        }
        MutexGuard::try_map(register, Option::as_mut)
            .map_err(|_| Denial::ours(&"the register of the school is not open"))
    }

    /// What `look` makes of the register as it is.
    pub async fn look<T>(
        &self,
        ledger: &Ledger,
        look: impl FnOnce(&SchoolRegister) -> T,
    ) -> Result<T, Denial> {
        Ok(look(self.lock(ledger).await?.state()))
    }

    /// A test.
    pub async fn test(&self, ledger: &Ledger, number: u32) -> Result<SetTest, Denial> {
        self.look(ledger, |register| register.test(number).cloned()).await?.map_err(denial)
    }

    /// Sets a test. The same under the same id gets the same answer.
    pub async fn set(&self, ledger: &Ledger, by: &Person, id: &str, test: Test) -> Result<SetTest, Denial> {
        test.check().map_err(Denial::unprocessable)?;
        let mut register = self.lock(ledger).await?;
        ask(&mut register, by, id, SchoolAct::SetTest { test: test.clone() }).await?;
        let tests = register.state().tests().iter().rev();
        let mut set = tests.filter(|set| set.test == test && set.by == *by.name.0).cloned();
        set.next().ok_or_else(|| Denial::ours(&"a test that was just set is not known"))
    }

    /// Puts an answer on record.
    pub async fn answer(&self, ledger: &Ledger, by: &Person, id: &str, answer: Marked) -> Result<(), Denial> {
        let mut register = self.lock(ledger).await?;
        ask(&mut register, by, id, SchoolAct::Answer { answer }).await
    }
}

async fn ask(
    register: &mut Log<SchoolRegister>,
    by: &Person,
    id: &str,
    act: SchoolAct,
) -> Result<(), Denial> {
    let id = act_record::command_id(id, by)?;
    let command = RegisterCommand { act, by: By::new(&*by.name.0, by.role.word()), at: clock::now() };
    match register.submit(&id, &command, Vec::new()).await? {
        Answer::Accepted { .. } => Ok(()),
        Answer::Refused { refusal, .. } => Err(denial(refusal)),
    }
}

fn denial(refusal: RegisterRefusal<SchoolReason>) -> Denial {
    match refusal.reason {
        SchoolReason::BadTest => Denial::unprocessable(refusal.message),
        SchoolReason::NoSuchTest | SchoolReason::NotInTest => Denial::not_found(refusal.message),
        SchoolReason::AnsweredAlready => Denial::conflict("answered-already", refusal.message),
    }
}
