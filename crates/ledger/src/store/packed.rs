//! Snapshots as a store keeps them: packed by gzip where they are long. They are texts of the same few words again and again, so that a tenth
//! is left of them.

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};

/// From this length on packing is worth it.
const LONG: usize = 4_096;
/// How what is packed begins; no JSON text does.
const BEGINS: [u8; 2] = [0x1f, 0x8b];
/// The most that is unpacked.
const LONGEST: u64 = 1 << 30;

/// The same, shorter where it is long.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    if bytes.len() < LONG {
        return bytes.to_vec();
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    match packed.write_all(bytes).and_then(|()| packed.finish()) {
        Ok(packed) => packed,
        Err(_) => bytes.to_vec(),
    }
}

/// What was packed, or was kept as it is. What cannot be unpacked is given back so; whoever asks for it checks it by its hash.
pub(super) fn unpack(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&BEGINS) {
        return bytes;
    }
    let mut unpacked = Vec::new();
    match GzDecoder::new(bytes.as_slice()).take(LONGEST).read_to_end(&mut unpacked) {
        Ok(_) => unpacked,
        Err(_) => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back_and_long_texts_get_shorter() {
        let long = r#"{"coup":1,"shoe":2,"settled":[]}"#.repeat(1_000);
        for text in ["", "{}", &long] {
            assert_eq!(unpack(pack(text.as_bytes())), text.as_bytes());
        }
        assert!(pack(long.as_bytes()).len() * 10 < long.len());
        // What earlier releases kept as it is, and what was damaged since.
        assert_eq!(unpack(long.clone().into_bytes()), long.as_bytes());
        let mut damaged = pack(long.as_bytes());
        damaged.truncate(40);
        assert_eq!(unpack(damaged.clone()), damaged);
    }
}
