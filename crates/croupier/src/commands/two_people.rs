//! A manager and an inspector who prove who they are at the command line, for what one person may not do alone.

use crate::failure::Failure;
use clap::Args;
use ledger::{By, Ledger};
use people::denial::Denial;
use people::role::{ACCEPT_TOGETHER, Role};
use people::viewer::Person;
use people::{People, PeoplePlace, Secrets};
use table::Name;

/// The two.
#[derive(Args)]
pub struct TwoPeople {
    /// The manager who does it; the password, and on the next line the second factor if there is one, are read from the input
    #[arg(long, value_name = "NAME")]
    manager: String,
    /// The inspector who does it with them; theirs are read after the manager's
    #[arg(long, value_name = "NAME")]
    inspector: String,
}

impl TwoPeople {
    /// Are they two names at all?
    pub fn check(&self) -> Result<(), Failure> {
        match self.manager.to_lowercase() == self.inspector.to_lowercase() {
            true => Err(Failure::refused("this takes two people")),
            false => Ok(()),
        }
    }

    /// Two people who have proved who they are, by the list of people in this folder or database and the log's register of accounts; or why
    /// they may not do this together.
    pub async fn prove(&self, list: impl Into<PeoplePlace>, ledger: &Ledger) -> Result<By, Failure> {
        self.check()?;
        let opened = People::open(list, None).await;
        let people = opened.map_err(|fault| Failure::refused(fault.to_string()))?;
        let proved = self.prove_to(&people, ledger).await;
        people.close().await;
        proved
    }

    async fn prove_to(&self, people: &People, ledger: &Ledger) -> Result<By, Failure> {
        let denied = |denial: Denial| Failure::refused(denial.to_string());
        people.open_register(ledger).await.map_err(denied)?;
        for (name, role) in [&self.manager, &self.inspector].into_iter().zip(ACCEPT_TOGETHER) {
            let secrets = Secrets {
                password: line()?,
                factor: Some(line()?).filter(|digits| !digits.is_empty()),
                ..Secrets::default()
            };
            let found = people.prove(name, &secrets).await.map_err(denied)?;
            if found != role {
                return Err(Failure::refused(format!("{name} is a {found}; needed is a {role}")));
            }
        }
        let inspector = Person { name: Name::from(self.inspector.as_str()), role: Role::Inspector };
        people.may_second(&inspector, &self.manager).await.map_err(denied)?;
        Ok(By::new(format!("{} and {}", self.manager, self.inspector), "manager and inspector"))
    }
}

/// One line of the input; empty at its end.
fn line() -> Result<String, Failure> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
