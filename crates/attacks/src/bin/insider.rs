//! What somebody inside does, as the same user that runs the house: `insider read PID FILE` copies the memory of a process;
//! `insider reach PATH...` opens files and folders as any shell of that user would; `insider house PATH...`, `insider node OWN PATH...` and
//! `insider vault FOLDER PATH...` are a house, a node and a vault that were taken over, already shut in, and try to get at what is not theirs. Says on the standard output what succeeded.

use shoe::sandbox;
use std::fs::File;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["read", pid, file] => read(pid, file),
        ["reach", ref paths @ ..] => reach(paths),
        ["house", ref paths @ ..] => {
            let secrets: Vec<&Path> = paths.iter().map(Path::new).collect();
            println!("{}", sandbox::shut_in_house(&secrets).said);
            reach(paths);
        }
        ["node", own, ref paths @ ..] => {
            let secrets: Vec<&Path> = paths.iter().map(Path::new).collect();
            println!("{}", sandbox::shut_in_node(&secrets).said);
            reach(&[own]);
            reach(paths);
        }
        ["vault", folder, ref paths @ ..] => {
            println!("{}", sandbox::shut_in_vault(Path::new(folder)).said);
            reach(paths);
            report("a connection", TcpStream::connect("127.0.0.1:9").map_err(|error| error.raw_os_error()));
            report("a program", Command::new("/bin/true").status().map_err(|error| error.raw_os_error()));
        }
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}

/// Copies everything that can be written to in another process's memory.
fn read(pid: &str, file: &str) {
    let Ok(maps) = std::fs::read_to_string(format!("/proc/{pid}/maps")) else { return println!("no maps") };
    let Ok(memory) = File::open(format!("/proc/{pid}/mem")) else { return println!("no memory") };
    let Ok(mut copy) = File::create(file) else { return println!("no file") };
    let mut copied = 0;
    for line in maps.lines().filter(|line| line.contains(" rw")) {
        let Some((from, rest)) = line.split_once('-') else { continue };
        let ends = [from, rest.split(' ').next().unwrap_or_default()].map(|end| u64::from_str_radix(end, 16));
        let [Ok(from), Ok(to)] = ends else { continue };
        let mut page = [0; 4096];
        for at in (from..to).step_by(page.len()) {
            let read = memory.read_exact_at(&mut page, at).is_ok() && page != [0; 4096];
            if read && copy.write_all(&page).is_ok() {
                copied += page.len();
            }
        }
    }
    println!("copied {copied}");
}

/// Tries to read each path; of a folder everything in it, and to put something there.
fn reach(paths: &[&str]) {
    for path in paths {
        let tried = match Path::new(path).is_dir() {
            true => reach_into(Path::new(path)),
            false => std::fs::read(path).map(drop),
        };
        report(path, tried.map_err(|error| error.raw_os_error()));
    }
}

/// A folder is reached if anything below it can be read, or a file made there. The names in it are no secret.
fn reach_into(folder: &Path) -> std::io::Result<()> {
    let made = folder.join("insider");
    if File::create(&made).is_ok() {
        return std::fs::remove_file(made);
    }
    let mut refused = std::io::Error::from_raw_os_error(13);
    for entry in std::fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        let tried = if path.is_dir() { reach_into(&path) } else { std::fs::read(&path).map(drop) };
        match tried {
            Ok(()) => return Ok(()),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

fn report<T>(what: &str, tried: Result<T, Option<i32>>) {
    match tried {
        Ok(_) => println!("reached {what}"),
        Err(code) => println!("refused {what} {}", code.unwrap_or_default()),
    }
}
