//! What the house says of itself while it runs, on the error stream.

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The variable that says how much: `warn`, `info`, `house=debug`.
pub const VARIABLE: &str = "CROUPIER_LOG";

/// Begins to say it; `usual` is how much where the variable does not say.
pub fn begin(usual: &str) -> Result<(), String> {
    let wanted = std::env::var(VARIABLE).unwrap_or_else(|_| usual.to_owned());
    let targets: Targets = wanted
        .parse()
        .map_err(|error| format!("{VARIABLE}: found `{wanted}`; allowed is a level, or targets with levels such as house=debug ({error})"))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let begun = tracing_subscriber::registry().with(targets).with(lines).try_init();
    begun.map_err(|error| error.to_string())
}
