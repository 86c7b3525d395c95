//! A long run: how far it is, how long it will take, and a clean stop.

use crate::failure::Failure;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use signal_hook::consts::SIGINT;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody has asked for the end.
#[derive(Clone)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Watches for Ctrl-C from now on.
    pub fn watch() -> Result<Stop, Failure> {
        let stop = Stop(Arc::new(AtomicBool::new(false)));
        // Whoever asks twice does not want to wait.
        signal_hook::flag::register_conditional_shutdown(SIGINT, 130, stop.0.clone())
            .and_then(|_| signal_hook::flag::register(SIGINT, stop.0.clone()))
            .map_err(|error| Failure::refused(format!("cannot watch for Ctrl-C: {error}")))?;
        Ok(stop)
    }
}

/// A run under way. The bar is drawn on the error stream, and only if that is a terminal.
pub struct Pace {
    bar: ProgressBar,
    stop: Stop,
}

impl Pace {
    /// Begins a run over this number of something.
    pub fn start(many: u64, of: &str, stop: Stop) -> Pace {
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(many), target);
        let shape =
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {of}, {{rate}} a second, {{eta}} left");
        // A shape that cannot be read leaves the usual one.
        if let Ok(style) = ProgressStyle::with_template(&shape) {
            bar.set_style(style.with_key("rate", rate));
        }
        Pace { bar, stop }
    }

    /// Takes note of how many are done. Says whether to go on.
    pub fn at(&self, done: u64) -> bool {
        self.bar.set_position(done);
        !self.stop.0.load(Ordering::SeqCst)
    }

    /// The run is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many a second, without fractions.
fn rate(state: &ProgressState, text: &mut dyn Write) {
    // A bar that cannot be drawn stops nothing.
    let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
}
