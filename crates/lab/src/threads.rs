//! How many threads work on an answer.

use crate::error::Error;

/// Runs work on so many threads, or on as many as there are cores. Answers are the same for any number.
pub fn on_threads<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|error| Error::refused(format!("cannot start threads: {error}")))?;
    Ok(pool.install(work))
}
