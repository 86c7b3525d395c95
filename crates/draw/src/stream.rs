//! Numbers from a ChaCha20 key stream, each as likely as any other.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

const NONCE: &[u8; 12] = b"draw 1 order";

/// The key stream of RFC 8439 from block 0, taken four bytes at a time.
pub(crate) struct Stream(ChaCha20);

impl Stream {
    pub(crate) fn new(key: &[u8; 32]) -> Stream {
        Stream(ChaCha20::new(key.into(), NONCE.into()))
    }

    /// The next four bytes, the low one first.
    fn word(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.0.apply_keystream(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    /// A number from 0 up to but not including `end`, which is at least 1. Words from the last whole multiple of `end` on
    /// would favour the small numbers, so they are passed over.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        let all = 1_u64 << 32;
        let fair = all - all % u64::from(end);
        loop {
            let word = self.word();
            if u64::from(word) < fair {
                return word % end;
            }
        }
    }
}
