//! Notes the commit and the compiler that a program is built from, for documents that somebody signs.

use std::process::Command;

fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn main() {
    // A build for development would be made anew after every commit.
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = match is_release {
        true => {
            said("git", &["rev-parse", "HEAD"]).unwrap_or_else(|| "not built from a repository".to_owned())
        }
        false => "development build".to_owned(),
    };
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let toolchain = said(&compiler, &["--version"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=CROUPIER_COMMIT={commit}");
    println!("cargo::rustc-env=CROUPIER_TOOLCHAIN={toolchain}");
    // A commit, a merge or a checkout is noted there.
    if is_release && let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
