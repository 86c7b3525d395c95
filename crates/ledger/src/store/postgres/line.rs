//! A connection to the server that is in charge: of several, the primary of the newest timeline. One that was in charge before and came
//! back is not written to.

use super::PATIENCE;
use crate::store::{Server, StoreError};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Row};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

/// How long the others may take once one has answered: one of them may be newer.
const OTHERS: Duration = Duration::from_millis(300);

/// The newest timeline of each database that this process has seen.
static NEWEST: LazyLock<Mutex<HashMap<String, u32>>> = LazyLock::new(Mutex::default);

/// An address as it may be shown: what stands between the name and the host is nobody's business.
pub(super) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.rsplit_once('@') {
        None => url.to_owned(),
        Some((who, host)) => format!("{scheme}://{}@{host}", who.split(':').next().unwrap_or_default()),
    }
}

/// One address for each host.
fn addresses(url: &str) -> Vec<String> {
    let Some((scheme, rest)) = url.split_once("://") else { return vec![url.to_owned()] };
    let (place, parameters) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (who, hosts) = place.rsplit_once('@').map_or(("", place), |(who, hosts)| (who, hosts));
    let at = if place.contains('@') { "@" } else { "" };
    hosts.split(',').map(|host| format!("{scheme}://{who}{at}{host}{parameters}")).collect()
}

impl Server {
    /// The address without the password.
    pub fn shown(&self) -> String {
        without_password(&self.url)
    }

    fn options(&self) -> Result<Vec<PgConnectOptions>, StoreError> {
        let read = |url: &String| -> Result<PgConnectOptions, StoreError> {
            let read = url.parse::<PgConnectOptions>();
            let options = read.map_err(|error| super::failed(format!("{}: {error}", self.shown())))?;
            let set = [("client_min_messages", "warning")];
            Ok(options.application_name("croupier").options(set).disable_statement_logging())
        };
        addresses(&self.url).iter().map(read).collect()
    }

    /// Connects to whoever is in charge.
    pub async fn connect(&self) -> Result<PgConnection, StoreError> {
        // All are asked at once: one that does not answer must not keep the others from being found.
        let mut asked = JoinSet::new();
        for options in self.options()? {
            asked.spawn(async move {
                let place = format!("{}:{}", options.get_host(), options.get_port());
                match timeout(PATIENCE, one(&options)).await {
                    Ok(Ok(found)) => Ok(found),
                    Ok(Err(error)) => Err(format!("{place}: {error}")),
                    Err(_) => Err(format!("{place}: no answer")),
                }
            });
        }
        let mut found: Option<(u32, PgConnection)> = None;
        let (mut why, mut until) = (String::new(), Instant::now() + PATIENCE);
        while let Ok(Some(answer)) = timeout_at(until, asked.join_next()).await {
            match answer {
                Ok(Ok((timeline, line))) => {
                    if found.as_ref().is_none_or(|(newest, _)| timeline > *newest) {
                        found = Some((timeline, line));
                        until = until.min(Instant::now() + OTHERS);
                    }
                }
                Ok(Err(message)) => why = message,
                Err(error) => why = error.to_string(),
            }
        }
        let Some((timeline, line)) = found else {
            return Err(StoreError::Unknown(format!("{}: {why}", self.shown())));
        };
        let mut known = NEWEST.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = known.entry(self.url.clone()).or_default();
        *newest = timeline.max(*newest);
        match timeline < *newest {
            true => Err(StoreError::Unknown(format!(
                "{}: found a server of timeline {timeline}, and one of timeline {newest} was in charge since",
                self.shown()
            ))),
            false => Ok(line),
        }
    }

    /// The same, where something is to be written: a server that may lose what it acknowledges is refused, each time anew. Behind the same
    /// address another one may stand by now.
    pub async fn connect_to_write(&self) -> Result<PgConnection, StoreError> {
        let mut line = self.connect().await?;
        match timeout(PATIENCE, super::check_server(&mut line, self.single)).await {
            Ok(checked) => checked.map(|()| line),
            Err(_) => Err(StoreError::Unknown(format!("{}: no answer", self.shown()))),
        }
    }
}

/// A connection to a primary, with its timeline.
async fn one(options: &PgConnectOptions) -> Result<(u32, PgConnection), String> {
    let message = |error: sqlx::Error| error.to_string();
    let mut line = options.connect().await.map_err(message)?;
    let about = "SELECT pg_is_in_recovery(), set_config('synchronous_commit', 'on', false), \
                 CASE WHEN pg_is_in_recovery() THEN '' ELSE pg_walfile_name(pg_current_wal_insert_lsn()) END";
    let row = sqlx::query(about).fetch_one(&mut line).await.map_err(message)?;
    if row.try_get::<bool, _>(0).map_err(message)? {
        return Err("it is a standby".to_owned());
    }
    let file: String = row.try_get(2).map_err(message)?;
    let timeline = file.get(..8).and_then(|timeline| u32::from_str_radix(timeline, 16).ok());
    Ok((timeline.ok_or("it does not say its timeline")?, line))
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn each_host_is_an_address() {
        assert_eq!(addresses("postgres://me@a:1/house?x=y"), ["postgres://me@a:1/house?x=y"]);
        assert_eq!(
            addresses("postgres://me:it@a:1,b:2/house?sslmode=require"),
            ["postgres://me:it@a:1/house?sslmode=require", "postgres://me:it@b:2/house?sslmode=require"]
        );
        assert_eq!(addresses("postgres://a,b"), ["postgres://a", "postgres://b"]);
    }
}
