//! A house that was taken over asks the vault for more than it may know.

use super::running::{croupier, folder};
use merkle::{Hash, sha256};
use shoe::{Closing, Drawing, Grant, Keeper, TableName, VaultFault, VaultProcess};
use std::process::Command;

fn table() -> TableName {
    "ahead".parse().unwrap()
}

fn closing(length: u64) -> Closing {
    Closing { length, hash: sha256(&[b"closed", &length.to_be_bytes()]) }
}

fn started(folder: &tempfile::TempDir) -> VaultProcess {
    let mut command = Command::new(croupier());
    command
        .args(["shoe", "vault"])
        .arg(folder.path().join("vault"))
        .arg("--key")
        .arg(folder.path().join("key"));
    let vault = VaultProcess::start(&mut command).unwrap_or_else(|fault| panic!("{fault}"));
    vault.seal(&table(), 1, Hash::NONE, 8).unwrap();
    vault.cut(&table(), 1, 150).unwrap();
    vault
}

/// All cards that the vault tells when it is asked for every card under these closings.
fn told(vault: &VaultProcess, closings: &[Closing]) -> Vec<u16> {
    let tells =
        |drawn: &u16| closings.iter().any(|closing| vault.card(&table(), 1, *drawn, *closing).is_ok());
    (0..417).filter(tells).collect()
}

#[test]
fn before_betting_is_closed_no_card_is_told_and_after_it_six() {
    let folder = folder();
    let vault = started(&folder);
    let closings: Vec<Closing> = (0..20).map(closing).collect();
    assert_eq!(told(&vault, &closings), Vec::<u16>::new());
    let grant = Grant { drawing: Drawing::Coup(1), from: 0, closing: closing(7) };
    vault.grant(&table(), 1, grant).unwrap();
    assert_eq!(told(&vault, &closings), [0, 1, 2, 3, 4, 5]);
}

/// Six cards are asked for although four are dealt: the next coup cannot begin with a card that is known.
#[test]
fn cards_that_were_looked_at_are_never_dealt_under_another_closing() {
    let folder = folder();
    let vault = started(&folder);
    let grant = |coup, from, length| {
        let grant = Grant { drawing: Drawing::Coup(coup), from, closing: closing(length) };
        vault.grant(&table(), 1, grant)
    };
    grant(1, 0, 7).unwrap();
    assert_eq!(told(&vault, &[closing(7)]).len(), 6);
    for (coup, from, length) in [(2, 4, 9), (2, 5, 9), (1, 0, 8), (1, 0, 9), (0, 6, 9), (2, 6, 7), (2, 6, 3)]
    {
        let refused = grant(coup, from, length);
        assert!(matches!(refused, Err(VaultFault::Refused(_))), "{coup} {from} {length}: {refused:?}");
    }
    grant(2, 6, 9).unwrap();
}
