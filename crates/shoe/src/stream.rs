//! Numbers from a ChaCha20 key stream, each as likely as any other.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use zeroize::Zeroizing;

/// How many bytes are made at a time: more than most shoes need.
const BUFFER: usize = 1024;

/// The key stream of RFC 8439 from block 0, taken two bytes at a time.
pub(crate) struct Stream {
    cipher: ChaCha20,
    buffer: Zeroizing<[u8; BUFFER]>,
    at: usize,
}

impl Stream {
    pub(crate) fn new(key: &[u8; 32], nonce: &[u8; 12]) -> Stream {
        Stream {
            cipher: ChaCha20::new(key.into(), nonce.into()),
            buffer: Zeroizing::new([0; BUFFER]),
            at: BUFFER,
        }
    }

    /// Fills a place with the bytes that come next. Only for a stream from which no number was drawn.
    pub(crate) fn fill(mut self, place: &mut [u8]) {
        place.fill(0);
        self.cipher.apply_keystream(place);
    }

    /// The next two bytes, the low one first.
    fn word(&mut self) -> u32 {
        if self.at == BUFFER {
            self.buffer.fill(0);
            self.cipher.apply_keystream(&mut *self.buffer);
            self.at = 0;
        }
        let word = u16::from_le_bytes([self.buffer[self.at], self.buffer[self.at + 1]]);
        self.at += 2;
        u32::from(word)
    }

    /// A number from 0 up to but not including `end`, which is from 1 to 65,536. Words from the last whole multiple
    /// of `end` on would favour the small numbers, so they are passed over.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        let fair = 65_536 - 65_536 % end;
        loop {
            let word = self.word();
            if word < fair {
                return word % end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vectors 1 and 2: the key stream under a key and nonce of zeros.
    #[test]
    fn the_key_stream_is_that_of_the_rfc() {
        let mut bytes = [1; 128];
        Stream::new(&[0; 32], &[0; 12]).fill(&mut bytes);
        assert!(hex::encode(bytes).starts_with(
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a37"
        ));
        assert!(hex::encode(&bytes[64..]).starts_with("9f07e7be5551387a98ba977c732d080dcb0f29a048e36569"));
    }

    #[test]
    fn numbers_come_from_the_words_of_the_stream_in_order_across_refills() {
        let mut bytes = vec![0; 4 * BUFFER];
        Stream::new(&[7; 32], b"shoe 1 order").fill(&mut bytes);
        let mut stream = Stream::new(&[7; 32], b"shoe 1 order");
        for word in bytes.chunks_exact(2) {
            assert_eq!(stream.below(65_536), u32::from(u16::from_le_bytes([word[0], word[1]])));
        }
    }

    /// For every size of shoe: as many accepted words lead to each number, which is all that fairness means here.
    #[test]
    fn every_number_has_exactly_as_many_words() {
        for end in [1, 2, 3, 52, 312, 415, 416, 5_199, 5_200] {
            let fair = 65_536 - 65_536 % end;
            let mut words = vec![0; end as usize];
            (0..fair).for_each(|word| words[(word % end) as usize] += 1);
            assert!(words.iter().all(|count| *count == fair / end), "{end}");
            assert!(65_536 - fair < end);
        }
    }
}
