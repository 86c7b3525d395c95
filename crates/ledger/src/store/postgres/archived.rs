//! Old entries in segments: rows of a table of their own. A row of the log leaves by the function `archive` alone, which checks the lease and
//! that the segment stands for every row that goes.

use super::{Postgres, Query, failed, read_only, taken_by_another};
use crate::record::Stream;
use crate::store::row::damaged;
use crate::store::segment::{AtHand, ENTRIES, Listed, Segment, Segments};
use crate::store::{Store, StoreError, StoreFuture};
use merkle::Hash;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row};

/// The layout that has segments. A database of layout 1 is read as it is, and brought up when it is opened for writing.
pub(super) const LAYOUT: i32 = 2;

/// What layout 2 has beside layout 1.
const BRING_UP: &str = "
INSERT INTO layout VALUES (2);
CREATE TABLE segment (first bigint PRIMARY KEY, last bigint NOT NULL, hash bytea NOT NULL, bytes bytea NOT NULL);
CREATE TABLE archived (stream text COLLATE \"C\" NOT NULL, first bigint NOT NULL, until bigint NOT NULL, segment bigint NOT NULL,
  PRIMARY KEY (stream, first));
CREATE TABLE archived_command (key bigint NOT NULL, segment bigint NOT NULL, PRIMARY KEY (key, segment));
CREATE FUNCTION segments_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the log is never altered'; END $$;
CREATE TRIGGER segment_stays BEFORE UPDATE OR DELETE ON segment FOR EACH ROW EXECUTE FUNCTION segments_stay();
CREATE TRIGGER segment_remains BEFORE TRUNCATE ON segment FOR EACH STATEMENT EXECUTE FUNCTION segments_stay();
CREATE TRIGGER archived_stays BEFORE UPDATE OR DELETE ON archived FOR EACH ROW EXECUTE FUNCTION segments_stay();
CREATE OR REPLACE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM segment WHERE first <= OLD.position AND last >= OLD.position) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the log is never altered';
END $$;
CREATE FUNCTION archive(mine bigint, me text, since bigint, up_to bigint, text_hash bytea, packed bytea, streams text[], firsts bigint[],
  untils bigint[], keys bigint[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  PERFORM 1 FROM lease WHERE name = 'log' AND epoch = mine AND holder = me FOR UPDATE;
  IF NOT FOUND THEN RETURN -1; END IF;
  INSERT INTO segment VALUES (since, up_to, text_hash, packed);
  INSERT INTO archived SELECT part.stream, part.first, part.until, since FROM unnest(streams, firsts, untils) AS part (stream, first, until);
  INSERT INTO archived_command SELECT DISTINCT known, since FROM unnest(keys) AS known;
  DELETE FROM entry WHERE position BETWEEN since AND up_to;
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone <> up_to - since + 1 THEN RAISE EXCEPTION '% rows would leave instead of %', gone, up_to - since + 1; END IF;
  RETURN gone;
END $$;
";

/// Brings a database of layout 1 up to this one. Who comes second finds it done.
pub(super) async fn bring_up(line: &mut PgConnection) -> Result<(), StoreError> {
    let sql = format!("BEGIN; SELECT pg_advisory_xact_lock(1131573109); {BRING_UP} COMMIT");
    let Err(error) = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *line).await else { return Ok(()) };
    sqlx::raw_sql("ROLLBACK").execute(&mut *line).await.map_err(failed)?;
    match are_known(line).await? {
        true => Ok(()),
        false => Err(failed(error)),
    }
}

/// Has this database a place for segments?
pub(super) async fn are_known(line: &mut PgConnection) -> Result<bool, StoreError> {
    let found = sqlx::query("SELECT to_regclass('segment') IS NOT NULL").fetch_one(line).await;
    found.and_then(|row| row.try_get(0)).map_err(failed)
}

const LISTED: &str = "segment.first, segment.last, segment.hash";

fn listed(row: &PgRow) -> Result<Listed, StoreError> {
    let unread = |error: sqlx::Error| damaged("segment", error);
    let number = |column: usize| row.try_get::<i64, _>(column).map(i64::unsigned_abs).map_err(unread);
    let hash: Vec<u8> = row.try_get(2).map_err(unread)?;
    let hash = hash.try_into().map(Hash).map_err(|_| damaged("segment", "hash: not 32 bytes"))?;
    Ok(Listed { first: number(0)?, last: number(1)?, hash })
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Postgres {
    async fn listed<'q>(
        &self,
        sql: &str,
        bind: impl Fn(Query<'q>) -> Query<'q>,
    ) -> Result<Vec<Listed>, StoreError> {
        if !self.has_segments {
            return Ok(Vec::new());
        }
        self.rows(&self.finder, sql, bind).await?.iter().map(listed).collect()
    }

    /// The position of the last entry that is in a segment; 0 if none is.
    pub(super) async fn last_archived(&self) -> Result<u64, StoreError> {
        let sql = format!("SELECT {LISTED} FROM segment ORDER BY first DESC LIMIT 1");
        Ok(self.listed(&sql, |query| query).await?.first().map_or(0, |last| last.last))
    }

    /// Puts as many entries away as a segment has, if there are so many up to this position. Says how many.
    pub(super) async fn put_next_away(&self, up_to: u64) -> Result<u64, StoreError> {
        let lease = self.lease.as_ref().ok_or_else(read_only)?;
        let first = self.last_archived().await? + 1;
        if first + ENTRIES as u64 - 1 > up_to {
            return Ok(0);
        }
        let mut entries = Vec::new();
        for (place, (position, entry)) in (first..).zip(self.all(first - 1, ENTRIES as u32).await?) {
            if position != place {
                return Err(damaged(format!("entry {place}"), "missing"));
            }
            entries.push(entry?);
        }
        if entries.len() < ENTRIES {
            return Ok(0);
        }
        let packed = tokio::task::spawn_blocking(move || Segment::pack(first, &entries));
        let segment = packed.await.map_err(failed)??;
        let count = segment.keys.len() as u64;
        let (epoch, holder) = (lease.epoch, lease.holder.clone());
        let bind = |query: Query<'static>| {
            let streams = segment.streams.keys().map(|stream| stream.as_str().to_owned());
            query
                .bind(epoch)
                .bind(holder.clone())
                .bind(signed(first))
                .bind(signed(first + count - 1))
                .bind(segment.hash.0.to_vec())
                .bind(segment.bytes.clone())
                .bind(streams.collect::<Vec<String>>())
                .bind(segment.streams.values().map(|range| signed(range.start)).collect::<Vec<i64>>())
                .bind(segment.streams.values().map(|range| signed(range.end)).collect::<Vec<i64>>())
                .bind(segment.keys.clone())
        };
        let sql = "SELECT archive($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        let rows = self.rows(&self.reader, sql, bind).await?;
        match rows.first().map(|row| row.try_get::<i64, _>(0)).transpose().map_err(failed)? {
            Some(gone) if gone.unsigned_abs() == count && gone > 0 => Ok(count),
            _ => Err(taken_by_another()),
        }
    }
}

impl Segments for Postgres {
    fn after(&self, position: u64) -> StoreFuture<'_, Option<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {LISTED} FROM segment WHERE first >= coalesce((SELECT max(first) FROM segment WHERE first <= $1 + 1), 0) \
                 AND last > $1 ORDER BY first LIMIT 1"
            );
            Ok(self.listed(&sql, |query| query.bind(signed(position))).await?.first().copied())
        })
    }

    fn of<'a>(&'a self, stream: &'a Stream, sequence: u64) -> StoreFuture<'a, Option<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {LISTED} FROM archived JOIN segment ON segment.first = archived.segment WHERE archived.stream = $1 AND \
                 archived.first = (SELECT max(first) FROM archived WHERE stream = $1 AND first <= $2) AND archived.until > $2"
            );
            let bind = |query: Query<'static>| query.bind(stream.as_str().to_owned()).bind(signed(sequence));
            Ok(self.listed(&sql, bind).await?.first().copied())
        })
    }

    fn last_of<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {LISTED} FROM archived JOIN segment ON segment.first = archived.segment WHERE archived.stream = $1 \
                 ORDER BY archived.first DESC LIMIT 1"
            );
            let bind = |query: Query<'static>| query.bind(stream.as_str().to_owned());
            Ok(self.listed(&sql, bind).await?.first().copied())
        })
    }

    fn with(&self, keys: [i64; 2]) -> StoreFuture<'_, Vec<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT DISTINCT {LISTED} FROM archived_command JOIN segment ON segment.first = archived_command.segment \
                 WHERE key IN ($1, $2)"
            );
            self.listed(&sql, |query| query.bind(keys[0]).bind(keys[1])).await
        })
    }

    fn bytes(&self, listed: Listed) -> StoreFuture<'_, Vec<u8>> {
        Box::pin(async move {
            let sql = "SELECT bytes FROM segment WHERE first = $1";
            let rows = self.rows(&self.finder, sql, |query| query.bind(signed(listed.first))).await?;
            let row = rows.first().ok_or_else(|| damaged("segment", "missing"))?;
            row.try_get(0).map_err(|error| damaged("segment", error))
        })
    }

    fn at_hand(&self) -> &AtHand {
        &self.at_hand
    }
}
