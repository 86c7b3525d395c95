//! The one form in which the house says no.

use archive::ArchiveFault;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use baccarat::basis::ClauseNumber;
use people::PeopleFault;
use people::denial::{Denial, Kind};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The media type of every problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request was turned down, in the form of RFC 9457.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: `word` says which problem it is.
    #[schema(value_type = String)]
    r#type: Blank,
    /// The name of the status.
    #[schema(value_type = String)]
    title: Title,
    /// The HTTP status.
    #[schema(value_type = u16)]
    status: Status,
    /// What was wrong, and what is allowed.
    pub detail: String,
    /// A word to act on.
    pub word: String,
    /// The clauses that turn it down.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
    /// Topics on which the book says nothing.
    pub silences: Vec<String>,
    /// The place of the refused act in a command of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<u8>,
    /// The amounts that a sentence made from the word names, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub params: Box<BTreeMap<String, i64>>,
    #[serde(skip)]
    retry_after: Option<u32>,
}

/// The type of a problem that is told apart by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Blank;

impl Serialize for Blank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("about:blank")
    }
}

/// A status by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Title(Status);

impl Serialize for Title {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code().canonical_reason().unwrap_or_default())
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.code().as_u16())
    }
}

/// The kinds of no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    BadRequest,
    NotSignedIn,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Conflict,
    TooSlow,
    TooLarge,
    UnsupportedType,
    Unprocessable,
    TooMany,
    Unavailable,
    Internal,
}

impl Status {
    fn code(self) -> StatusCode {
        match self {
            Status::BadRequest => StatusCode::BAD_REQUEST,
            Status::NotSignedIn => StatusCode::UNAUTHORIZED,
            Status::Forbidden => StatusCode::FORBIDDEN,
            Status::NotFound => StatusCode::NOT_FOUND,
            Status::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Status::Conflict => StatusCode::CONFLICT,
            Status::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Status::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Status::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Status::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
            Status::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Status::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Status::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Problem {
    fn new(status: Status, word: &str, detail: impl Into<String>) -> Problem {
        Problem {
            r#type: Blank,
            title: Title(status),
            detail: detail.into(),
            word: word.to_owned(),
            clauses: Vec::new(),
            silences: Vec::new(),
            act: None,
            params: Box::default(),
            status,
            retry_after: None,
        }
    }

    /// The request cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Problem {
        Problem::new(Status::BadRequest, "bad-request", message)
    }

    /// It is JSON, and not what is asked for.
    pub fn unprocessable(message: impl Into<String>) -> Problem {
        Problem::new(Status::Unprocessable, "bad-request", message)
    }

    /// An answer of a trainee that is none; what it may be is said in the reader's language.
    pub fn answer_unread(message: impl Into<String>) -> Problem {
        Problem::new(Status::Unprocessable, "answer-unread", message)
    }

    /// It is not JSON by its own word.
    pub fn unsupported_type() -> Problem {
        Problem::new(
            Status::UnsupportedType,
            "bad-request",
            "send JSON, with `content-type: application/json`",
        )
    }

    /// It did not come in time.
    pub fn too_slow() -> Problem {
        Problem::new(Status::TooSlow, "too-slow", "the body did not come in time")
    }

    /// It is too long.
    pub fn too_large(most: usize) -> Problem {
        Problem::new(Status::TooLarge, "too-large", format!("allowed are {most} bytes"))
    }

    /// Nobody is signed in.
    pub fn not_signed_in() -> Problem {
        Problem::new(Status::NotSignedIn, "not-signed-in", "sign in first")
    }

    /// The link is none of this house.
    pub fn wrong_link() -> Problem {
        Problem::new(
            Status::NotSignedIn,
            "wrong-link",
            "this link is none of this house, or its time is over",
        )
    }

    /// Too many requests.
    pub fn too_many(seconds: u64) -> Problem {
        let message = format!("too many requests; try again in {seconds} seconds");
        Problem {
            retry_after: Some(u32::try_from(seconds).unwrap_or(u32::MAX)),
            ..Problem::new(Status::TooMany, "too-many", message)
        }
    }

    /// Not for this role.
    pub fn not_yours(message: impl Into<String>) -> Problem {
        Problem::new(Status::Forbidden, "not-yours", message)
    }

    /// From another site's page.
    pub fn wrong_origin() -> Problem {
        Problem::new(
            Status::Forbidden,
            "wrong-origin",
            "what changes something must come from this house's own pages",
        )
    }

    /// There is no such thing.
    pub fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(Status::NotFound, "not-found", what)
    }

    /// There is such a thing, and it cannot be asked this way.
    pub fn method_not_allowed() -> Problem {
        Problem::new(
            Status::MethodNotAllowed,
            "method-not-allowed",
            "this cannot be asked this way; see /api/v1/openapi.json",
        )
    }

    /// Not possible as things stand, for a reason of the house and not of the book.
    pub fn conflict(word: &str, message: impl Into<String>) -> Problem {
        Problem::new(Status::Conflict, word, message)
    }

    /// The table, or the house, is out of service.
    pub fn out_of_service(message: impl Into<String>) -> Problem {
        Problem { retry_after: Some(5), ..Problem::new(Status::Unavailable, "out-of-service", message) }
    }

    /// Name or password is wrong.
    pub fn wrong_password() -> Problem {
        Denial::wrong_password().into()
    }

    /// A fault of ours; what it was is in the log.
    pub fn ours(message: &dyn std::fmt::Display) -> Problem {
        Denial::ours(message).into()
    }

    /// Its status.
    pub fn code(&self) -> StatusCode {
        self.status.code()
    }
}

impl From<Denial> for Problem {
    fn from(denial: Denial) -> Problem {
        let Denial { word, message, clauses, silences, act, params, kind, retry_after } = denial;
        let status = match kind {
            Kind::Malformed => Status::BadRequest,
            Kind::Unprocessable => Status::Unprocessable,
            Kind::NotSignedIn => Status::NotSignedIn,
            Kind::Forbidden => Status::Forbidden,
            Kind::NotFound => Status::NotFound,
            Kind::Conflict => Status::Conflict,
            Kind::TooMany => Status::TooMany,
            Kind::Unavailable => Status::Unavailable,
            Kind::Fault => Status::Internal,
        };
        Problem { clauses, silences, act, params, retry_after, ..Problem::new(status, &word, message) }
    }
}

impl From<PeopleFault> for Problem {
    fn from(fault: PeopleFault) -> Problem {
        Denial::from(fault).into()
    }
}

impl From<ArchiveFault> for Problem {
    fn from(fault: ArchiveFault) -> Problem {
        office::watch::denied(fault).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (code, wait) = (self.code(), self.retry_after);
        let mut response = (code, Json(self)).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
