//! Why something was turned down, for whoever asked, whatever way they asked.

use baccarat::basis::ClauseNumber;
use ledger::LedgerError;
use serde::Serialize;
use std::collections::BTreeMap;
use table::Refusal;
use utoipa::ToSchema;

/// Why something was turned down.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Denial {
    /// A word to act on.
    pub word: String,
    /// What was wrong, and what is allowed.
    #[serde(rename = "detail")]
    pub message: String,
    /// The clauses that turn it down.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
    /// Topics on which the book says nothing.
    pub silences: Vec<String>,
    /// The index of the refused act in a command of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<u8>,
    /// The amounts that a sentence made from the word names, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub params: Box<BTreeMap<String, i64>>,
    /// Of which kind it is.
    #[serde(skip)]
    pub kind: Kind,
    /// After how many seconds it is worth asking again.
    #[serde(skip)]
    pub retry_after: Option<u32>,
}

/// The kinds of denial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It cannot be understood.
    Malformed,
    /// It is understood, and not what may be asked.
    Unprocessable,
    /// Nobody is signed in, or not with this password.
    NotSignedIn,
    /// It is not for this person.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// It is not possible as things stand.
    Conflict,
    /// It was asked too often.
    TooMany,
    /// The table or the house is out of service.
    Unavailable,
    /// A fault of ours.
    Fault,
}

impl Denial {
    fn new(kind: Kind, word: &str, message: impl Into<String>) -> Denial {
        Denial {
            word: word.to_owned(),
            message: message.into(),
            clauses: Vec::new(),
            silences: Vec::new(),
            act: None,
            params: Box::default(),
            kind,
            retry_after: None,
        }
    }

    /// The same, with an amount that a sentence made from its word names.
    pub fn with(mut self, name: &str, amount: i64) -> Denial {
        self.params.insert(name.to_owned(), amount);
        self
    }

    /// The table turned it down.
    pub fn refused(refusal: &Refusal, act: Option<usize>) -> Denial {
        let word = match serde_json::to_value(refusal.reason) {
            Ok(serde_json::Value::String(word)) => word,
            _ => "refused".to_owned(),
        };
        let mut denial = Denial::new(Kind::Conflict, &word, refusal.message.clone());
        denial.clauses.clone_from(&refusal.cites.clauses);
        denial.silences.clone_from(&refusal.cites.silences);
        denial.act = act.and_then(|act| u8::try_from(act).ok());
        denial.params.extend(refusal.amounts.iter().map(|(name, amount)| (name.to_string(), *amount)));
        denial
    }

    /// It cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Denial {
        Denial::new(Kind::Malformed, "bad-request", message)
    }

    /// It is understood, and not what is asked for.
    pub fn unprocessable(message: impl Into<String>) -> Denial {
        Denial::new(Kind::Unprocessable, "bad-request", message)
    }

    /// Name or password is wrong.
    pub fn wrong_password() -> Denial {
        Denial::new(Kind::NotSignedIn, "wrong-password", "name and password do not go together")
    }

    /// The session sleeps.
    pub fn asleep() -> Denial {
        Denial::new(
            Kind::NotSignedIn,
            "asleep",
            "nobody was seen here for 15 minutes: POST /api/v1/session/pin with your PIN, or sign in again",
        )
    }

    /// Somebody who works here has no second factor yet.
    pub fn second_factor_first() -> Denial {
        Denial::new(
            Kind::Forbidden,
            "second-factor-first",
            "set up your second factor first: POST and PUT /api/v1/session/factor, or /sign-in in a browser",
        )
    }

    /// Too many wrong passwords.
    pub fn locked(seconds: u64) -> Denial {
        let message = format!("too many wrong passwords; this name is locked for {seconds} seconds");
        Denial {
            retry_after: Some(u32::try_from(seconds).unwrap_or(u32::MAX)),
            ..Denial::new(Kind::TooMany, "locked", message)
        }
    }

    /// Not for this role.
    pub fn not_yours(message: impl Into<String>) -> Denial {
        Denial::new(Kind::Forbidden, "not-yours", message)
    }

    /// Somebody has to prove again who they are.
    pub fn confirm_first() -> Denial {
        Denial::new(
            Kind::Forbidden,
            "confirm-first",
            "prove again that it is you: POST /api/v1/session/confirm with your password",
        )
    }

    /// One person is not enough.
    pub fn needs_two() -> Denial {
        Denial::new(
            Kind::Forbidden,
            "needs-two",
            "this takes two people: propose it, and let somebody else approve",
        )
    }

    /// Nobody approves what they proposed, or what concerns them.
    pub fn self_approval(message: impl Into<String>) -> Denial {
        Denial::new(Kind::Forbidden, "self-approval", message)
    }

    /// There is no such thing.
    pub fn not_found(what: impl Into<String>) -> Denial {
        Denial::new(Kind::NotFound, "not-found", what)
    }

    /// The id was used for something else.
    pub fn same_id() -> Denial {
        Denial::new(
            Kind::Conflict,
            "same-id-other-content",
            "this id was used for another command; choose a new one",
        )
    }

    /// Not possible as things stand, for a reason of the house and not of the book.
    pub fn conflict(word: &str, message: impl Into<String>) -> Denial {
        Denial::new(Kind::Conflict, word, message)
    }

    /// The table, or the house, is out of service.
    pub fn out_of_service(message: impl Into<String>) -> Denial {
        Denial { retry_after: Some(5), ..Denial::new(Kind::Unavailable, "out-of-service", message) }
    }

    /// A fault of ours; what it was is in the log.
    pub fn ours(message: &dyn std::fmt::Display) -> Denial {
        tracing::error!(%message, "a request failed");
        Denial::new(Kind::Fault, "fault", "a fault of the house; it has been noted")
    }
}

impl std::fmt::Display for Denial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Denial {}

impl From<LedgerError> for Denial {
    fn from(error: LedgerError) -> Denial {
        match error {
            LedgerError::OtherContent { .. } => Denial::same_id(),
            LedgerError::NoRoom { .. } | LedgerError::Stopped { .. } => {
                Denial::out_of_service("the log takes nothing at the moment; nothing was changed")
            }
            other => Denial::ours(&other),
        }
    }
}
