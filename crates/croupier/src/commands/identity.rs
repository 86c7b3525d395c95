//! Which program this is, for documents that somebody signs.

use crate::failure::Failure;
use crate::files::{kind, library, write_file};
use ed25519_dalek::{Signer as _, SigningKey};
use lab::Build;
use merkle::sha256;
use serde_json::json;
use std::path::Path;

/// The list of dependencies that this program was built with.
const LOCK: &[u8] = include_bytes!("../../../../Cargo.lock");

/// The identity of this program.
pub fn build() -> Result<Build, Failure> {
    let program =
        std::env::current_exe().map_err(|error| Failure::unreadable(Path::new("the program"), &error))?;
    let bytes = std::fs::read(&program).map_err(|error| Failure::unreadable(&program, &error))?;
    Ok(Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: env!("CROUPIER_COMMIT").to_owned(),
        toolchain: env!("CROUPIER_TOOLCHAIN").to_owned(),
        lock_sha256: sha256(&[LOCK]).to_string(),
        binary_sha256: sha256(&[&bytes]).to_string(),
    })
}

/// Signs documents with an Ed25519 key.
pub struct Signer(SigningKey);

impl Signer {
    /// The key in a file: 64 hexadecimal digits.
    pub fn read(path: &str) -> Result<Signer, Failure> {
        let text = library::read_file(path)?;
        let wrong =
            || Failure::refused(format!("{path}: allowed is an Ed25519 key of 64 hexadecimal digits"));
        let digits: Vec<u32> =
            text.trim().chars().map(|digit| digit.to_digit(16)).collect::<Option<_>>().ok_or_else(wrong)?;
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
        let seed: [u8; 32] = bytes.try_into().map_err(|_| wrong())?;
        if digits.len() != 64 {
            return Err(wrong());
        }
        Ok(Signer(SigningKey::from_bytes(&seed)))
    }

    /// Writes the signature of a document's JSON beside each of its files; and the JSON, which alone is signed, where it is not among
    /// them: then its name comes back.
    pub fn sign_beside(&self, files: &[String], document: &str) -> Result<Option<String>, Failure> {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let signed = json!({
            "algorithm": "Ed25519",
            "of": "the document as JSON",
            "sha256": sha256(&[document.as_bytes()]).to_string(),
            "public_key": hex(self.0.verifying_key().as_bytes()),
            "signature": hex(&self.0.sign(document.as_bytes()).to_bytes()),
        });
        for file in files {
            write_file(&format!("{file}.sig"), format!("{signed:#}\n").as_bytes())?;
        }
        let is_json = |file: &String| kind(file) == "json";
        match files.first().filter(|_| !files.iter().any(is_json)) {
            Some(first) => {
                let name = Path::new(first).with_extension("json").display().to_string();
                write_file(&name, document.as_bytes())?;
                Ok(Some(name))
            }
            None => Ok(None),
        }
    }
}

/// A date such as 2026-11-16.
pub fn date(text: &str) -> Result<String, String> {
    let refuse = || format!("found `{text}`; allowed is a date such as 2026-11-16");
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return Err(refuse()) };
    let number = |part: &str, digits: usize| {
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_number)
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return Err(refuse());
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    match (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days).contains(&day) {
        true => Ok(text.to_owned()),
        false => Err(refuse()),
    }
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for good in ["2026-11-16", "2024-02-29", "2000-02-29"] {
            assert_eq!(date(good), Ok(good.to_owned()));
        }
        for bad in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "16.11.2026",
            "2026-1-1",
            "",
        ] {
            assert!(date(bad).is_err(), "{bad}");
        }
    }
}
