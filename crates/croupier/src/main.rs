//! The `croupier` command.

mod arguments;
mod commands;
mod failure;
mod files;
mod screen;
mod sitting;

use clap::Parser;
use commands::Cli;
use screen::Screen;
use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(&Cli::parse(), &Screen::of_stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("croupier: {failure}");
            ExitCode::from(failure.exit as u8)
        }
    }
}
