//! Shell completions and manual pages, from the same definitions as the command line.

use crate::commands::Cli;
use crate::failure::{Exit, Failure};
use crate::screen::Screen;
use clap::CommandFactory;
use std::path::Path;

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell, screen: &Screen) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "croupier", &mut text);
    Ok(screen.write(&String::from_utf8_lossy(&text))?)
}

/// Writes a manual page for the command and each of its parts.
pub fn write_pages(folder: &Path) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Failure {
        exit: Exit::Unwritable,
        text: format!("cannot write manual pages to {}: {error}", folder.display()),
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(cannot)
}
