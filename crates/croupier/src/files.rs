//! The files that a command writes: checked before its work begins, written whole or not at all.

pub mod library;

use crate::failure::{Exit, Failure};
use crate::screen::Screen;
use std::io::Write;
use std::path::Path;

/// Files that can be written, each of the kind that its ending says.
pub struct Files<'a>(&'a [String]);

impl<'a> Files<'a> {
    /// Refuses a file of another kind, or in a folder that is not there, before hours are spent on what goes into it.
    pub fn checked(paths: &'a [String], kinds: &[&str]) -> Result<Files<'a>, Failure> {
        for path in paths {
            if !kinds.contains(&kind(path).as_str()) {
                return Err(Failure::usage(format!(
                    "--output: found `{path}`; allowed are files that end in .{}",
                    kinds.join(", .")
                )));
            }
            let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| !folder.is_dir()) {
                return Err(unwritable(path, "there is no such folder"));
            }
            if Path::new(path).is_dir() {
                return Err(unwritable(path, "it is a folder"));
            }
        }
        Ok(Files(paths))
    }

    /// Shows a text and writes every file, made by its kind. What fails is told after all the rest is done, so that the
    /// results of a long run are not lost to one full disk.
    pub fn deliver(
        &self,
        screen: &Screen,
        text: &str,
        make: impl Fn(&str) -> Result<Vec<u8>, Failure>,
    ) -> Result<(), Failure> {
        let shown = screen.write(text);
        let write = |path: &String| write_file(path, &make(&kind(path))?);
        let written: Vec<Result<(), Failure>> = self.0.iter().map(write).collect();
        shown?;
        written.into_iter().collect()
    }
}

/// The ending of a file's name, in small letters.
pub fn kind(path: &str) -> String {
    Path::new(path).extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn unwritable(path: &str, why: impl std::fmt::Display) -> Failure {
    Failure { exit: Exit::Unwritable, text: format!("cannot write {path}: {why}") }
}

/// Writes a file whole or not at all.
pub fn write_file(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    write_with(path, std::fs::OpenOptions::new().write(true).create(true).truncate(true), bytes)
}

/// The same for what nobody but its owner may read.
pub fn write_secret(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_with(path, &options, bytes)
}

fn write_with(path: &str, options: &std::fs::OpenOptions, bytes: &[u8]) -> Result<(), Failure> {
    let part = format!("{path}.part");
    let written = options
        .open(&part)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| std::fs::rename(&part, path));
    written.map_err(|error| {
        // What was written of it is of no use; if it cannot be removed either, the error below says why.
        let _ = std::fs::remove_file(&part);
        unwritable(path, error)
    })
}
