//! `croupier witness`: remembers how far the logs of houses had come, for whoever keeps watch over them from outside.

use crate::failure::Failure;
use crate::screen::Screen;
use clap::Args;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use witness::{PublicKey, Witness};

/// The longest request that is read.
const LONGEST: u64 = 1 << 16;
/// How long whoever asks may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Which witness.
#[derive(Args)]
pub struct WitnessArgs {
    /// The folder in which it keeps its key and what it knows, made if it is not there
    folder: PathBuf,
    /// The public key of a log to witness, 64 hexadecimal digits, as a house shows it to inspectors; may be given more than once
    #[arg(long, value_name = "KEY")]
    log: Vec<String>,
    /// What it is called in its signatures
    #[arg(long, value_name = "NAME", default_value = "croupier-witness")]
    name: String,
    /// The address on which it listens
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8400")]
    listen: SocketAddr,
}

/// Runs it until it is ended.
pub fn run(args: &WitnessArgs, screen: &Screen) -> Result<(), Failure> {
    let message = |path: &Path, error: io::Error| Failure::refused(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(&args.folder).map_err(|error| message(&args.folder, error))?;
    let path = args.folder.join("witness.key");
    let seed = seed(&path).map_err(|error| message(&path, error))?;
    let known = args.folder.join("known.json");
    let mut witness = Witness::open(&args.name, &seed, &known).map_err(|error| message(&known, error))?;
    for text in &args.log {
        let key = PublicKey::read(text).ok_or_else(|| {
            Failure::usage(format!("--log: found {text}; a public key has 64 hexadecimal digits"))
        })?;
        witness.know(&key).map_err(|error| message(&known, error))?;
    }
    let listener = TcpListener::bind(args.listen)
        .map_err(|error| Failure::refused(format!("cannot listen on {}: {error}", args.listen)))?;
    let address = listener.local_addr()?;
    screen.write(&format!(
        "The witness listens at {address}. In the settings of a house:\n\n[[witness]]\naddress = \"{address}\"\nname = \"{}\"\nkey = \"{}\"\n",
        witness.name(),
        witness.public()
    ))?;
    for stream in listener.incoming() {
        // One that goes away halfway concerns nobody else.
        let _ = stream.and_then(|stream| answer(&mut witness, stream));
    }
    Ok(())
}

/// The secret of its key: read, or made.
fn seed(path: &Path) -> io::Result<[u8; 32]> {
    match std::fs::read(path) {
        Ok(bytes) => bytes.try_into().map_err(|_| io::Error::other("a key has 32 bytes")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).map_err(io::Error::other)?;
            house::files::write_private(path, &seed)?;
            Ok(seed)
        }
        Err(error) => Err(error),
    }
}

fn answer(witness: &mut Witness, stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?.take(LONGEST));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim_end().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let (status, body) = match first.split(' ').collect::<Vec<_>>()[..] {
        ["POST", path, _] if path.trim_end_matches('/').ends_with("/add-checkpoint") => {
            let mut body = String::new();
            reader.take(length).read_to_string(&mut body)?;
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            match witness.add_checkpoint(&body, now.as_secs()) {
                Ok(cosigned) => (200, cosigned.line),
                Err(turned) => (turned.status(), turned.body()),
            }
        }
        _ => (404, "ask POST /add-checkpoint\n".to_owned()),
    };
    let kind = match status {
        409 => "text/x.tlog.size",
        _ => "text/plain; charset=utf-8",
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        reason(status),
        body.len()
    )?;
    stream.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        422 => "Unprocessable Content",
        _ => "Internal Server Error",
    }
}
