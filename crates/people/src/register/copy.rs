//! The list of people copied as it is at one moment, also while the house is open.

use crate::fault::PeopleFault;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

/// Copies the list of one folder into another, where there is none. Sessions are left out: nobody is signed in to a house that is put back.
pub async fn copy(folder: &Path, to: &Path) -> Result<(), PeopleFault> {
    let file = to.join("people.db");
    let from = SqliteConnectOptions::new().filename(folder.join("people.db")).read_only(true);
    let mut reader = from.disable_statement_logging().connect().await?;
    sqlx::query("VACUUM INTO ?").bind(file.to_string_lossy().into_owned()).execute(&mut reader).await?;
    reader.close().await?;
    let mut copy = SqliteConnectOptions::new().filename(&file).disable_statement_logging().connect().await?;
    sqlx::query("DELETE FROM session").execute(&mut copy).await?;
    copy.close().await?;
    Ok(())
}
