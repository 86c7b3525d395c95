//! Lists of people for tests: each test is held over SQLite and, where a server may be started, over PostgreSQL.

use super::{Listed, People, PeoplePlace, Seals};
use crate::password::{hashed, hasher};
use crate::role::Role;
use argon2::PasswordHasher;
use ledger::Store;
use ledger::store::Place;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

#[path = "../../../ledger/tests/ledger/server.rs"]
mod server;

/// A list of people that goes with the test.
pub(super) struct Kept {
    folder: TempDir,
    on: Option<(server::Server, Arc<dyn Store>)>,
}

impl Kept {
    pub(super) fn in_folder() -> Kept {
        Kept { folder: tempfile::tempdir().unwrap(), on: None }
    }

    pub(super) async fn on_server() -> Kept {
        let server = server::Server::start();
        // Whoever writes the list holds the lease.
        let store = ledger::store::open(&server.place()).await.unwrap();
        Kept { folder: tempfile::tempdir().unwrap(), on: Some((server, store)) }
    }

    /// A folder for a log.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl From<&Kept> for PeoplePlace {
    fn from(kept: &Kept) -> PeoplePlace {
        match &kept.on {
            None => PeoplePlace::Folder(kept.folder().to_owned()),
            Some((server, store)) => match server.place() {
                Place::Server(at) => PeoplePlace::Server(at, store.epoch()),
                Place::Folder(folder) => PeoplePlace::Folder(folder),
            },
        }
    }
}

pub(super) const PASSWORD: &str = "four words that nobody guesses";

/// A list with two people: Sue, a supervisor, and Ivy, an inspector.
pub(super) async fn people(place: impl Into<PeoplePlace>) -> People {
    let people = People::open(place, Some(Seals::new([7; 32]))).await.ok().unwrap();
    let listed = |name: &str, role| Listed { name: name.into(), role, hash: hashed(PASSWORD).unwrap() };
    let all = [listed("Sue", Role::Supervisor), listed("Ivy", Role::Inspector)];
    people.list(&all).await.ok().unwrap();
    people
}

/// A PIN as lists kept it that knew no key.
pub(super) fn hashed_plain(pin: &str) -> String {
    hasher().unwrap().hash_password(pin.as_bytes()).unwrap().to_string()
}

/// Holds tests over both.
macro_rules! over_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $test() {
                    super::$test(&super::Kept::in_folder()).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                #[ignore = "starts a PostgreSQL server"]
                async fn $test() {
                    super::$test(&super::Kept::on_server().await).await;
                }
            )+
        }
    };
}

pub(super) use over_both;

/// Whoever lost the lease changes nothing about people, and hears so.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts a PostgreSQL server"]
async fn in_postgres_whoever_lost_the_lease_writes_nothing() {
    use crate::viewer::Person;
    let kept = Kept::on_server().await;
    let seals = || Some(Seals::new([7; 32]));
    let before = People::open(&kept, seals()).await.ok().unwrap();
    let sue = || Person { name: "Sue".into(), role: Role::Supervisor };
    let (token, _) = before.admit(sue()).await.ok().unwrap();
    let (server, store) = kept.on.as_ref().unwrap();
    store.close().await.unwrap();
    let next = ledger::store::open(&server.place()).await.unwrap();
    assert!(next.epoch() > store.epoch());
    assert!(before.admit(sue()).await.is_err(), "the lease is another's");
    assert!(before.sign_out(token.as_str()).await.is_err());
    let Place::Server(at) = server.place() else { panic!() };
    let after = People::open(PeoplePlace::Server(at, next.epoch()), seals()).await.ok().unwrap();
    assert!(after.session(token.as_str()).is_some(), "whoever was signed in still is");
    assert_eq!(after.sessions_of(&"Sue".into()).len(), 1);
    next.close().await.unwrap();
}
