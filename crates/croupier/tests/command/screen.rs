//! How output looks: plain when piped, and no trouble when the reader goes away.

use super::{command, file, run, shown};
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn piped_output_has_no_escape_codes() {
    let commands: [&[&str]; 8] = [
        &["shelf"],
        &["--help"],
        &["odds", "qld"],
        &["odds", "nsw", "--sweep", "1-5", "--chips", "1"],
        &["rules", "nsw", "5.8"],
        &["rules", "qld", "--assumed"],
        &["compare", "act", "nz"],
        &["book", "topics"],
    ];
    for arguments in commands {
        assert!(!shown(arguments).contains('\u{1b}'), "{arguments:?}");
    }
}

/// What a command shows on a terminal of this many columns, or nothing where there is no `script` to make one.
fn on_terminal(arguments: &str, columns: u16, no_color: bool) -> Option<String> {
    let croupier = env!("CARGO_BIN_EXE_croupier");
    let line = format!("stty cols {columns}; '{croupier}' {arguments}");
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null()).env_remove("NO_COLOR");
    if no_color {
        script.env("NO_COLOR", "1");
    }
    script.output().ok().map(|output| String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_terminal_gets_colour_unless_it_is_refused() {
    let Some(coloured) = on_terminal("odds act", 120, false) else { return };
    assert!(coloured.contains("\u{1b}[1m"), "{coloured}");
    let plain = on_terminal("odds act", 120, true).unwrap();
    assert!(plain.contains("house edge") && !plain.contains('\u{1b}'), "{plain}");
}

#[test]
fn a_narrow_terminal_breaks_no_number() {
    let Some(first) = on_terminal("shelf", 80, true) else { return };
    assert!(first.contains("perfect-pair-player") && first.contains("14.360"), "{first}");
    let odds = on_terminal("odds act", 80, true).unwrap();
    assert!(odds.contains("perfect-pair-player") && odds.contains("14.3596 %"), "{odds}");
    let widest = odds.lines().map(|line| line.trim_end().chars().count()).max();
    assert!(widest <= Some(80), "{odds}");
    // A terminal that does not know its width.
    assert!(on_terminal("odds act", 0, true).unwrap().contains("perfect-pair-player"));
}

#[test]
fn a_reader_who_goes_away_is_no_failure() {
    let mut child = command(&["rules", "nsw"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 16];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_has_its_own_exit_code() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["odds", "act"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn help_names_the_exit_codes_and_every_part() {
    let help = shown(&["--help"]);
    for word in
        ["odds", "rules", "compare", "book", "completions", "man", "Exit codes", "a file could not be read"]
    {
        assert!(help.contains(word), "{word}");
    }
    assert!(shown(&["--version"]).starts_with("croupier "));
    assert_eq!(run(&["deal"]).status.code(), Some(2));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let completions = shown(&["completions", shell]);
        assert!(completions.contains("compare") && completions.contains("removal"), "{shell}");
    }
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let folder = format!("{}/pages/of/the/manual", env!("CARGO_TARGET_TMPDIR"));
    shown(&["man", &folder]);
    for page in ["croupier", "croupier-odds", "croupier-rules", "croupier-compare", "croupier-book-check"] {
        let text = std::fs::read_to_string(format!("{folder}/{page}.1")).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
    let taken = file("not-a-folder", "");
    assert_eq!(run(&["man", &taken]).status.code(), Some(4));
}
