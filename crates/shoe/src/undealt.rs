//! A search for undealt cards in bytes that should not tell any: for the tests of every part that handles a shoe.

use crate::demonstration::DemonstrationShoe;
use crate::{Sealed, shuffle};
use std::collections::HashMap;

/// Every way in which a shoe's secrets might be spelt: the seed, the salts of undealt cards, eight undealt cards in a row.
pub struct Undealt {
    /// What each spelling gives away.
    spellings: Vec<(Vec<u8>, &'static str)>,
}

/// No secret is shorter: it would be found by chance.
const SHORTEST: usize = 8;

impl Undealt {
    /// The secrets of a shoe that was cut there, when so many cards were out. Its seed tells them, once revealed.
    pub fn of(seed: &[u8; 32], sealed: &Sealed, cut: u16, dealt: u16) -> Undealt {
        let mut spellings: Vec<_> = spelt(seed).into_iter().map(|secret| (secret, "the seed")).collect();
        let mut order = shuffle::order(seed, sealed.decks);
        let cards = order.len().max(1);
        order.rotate_left(usize::from(cut) % cards);
        for eight in order[usize::from(dealt).min(cards)..].windows(SHORTEST) {
            let letters: Vec<String> = eight.iter().map(ToString::to_string).collect();
            let texts = ["", " ", ",", ", ", "\",\"", "\n"].map(|between| letters.join(between).into_bytes());
            let indexes = eight.iter().map(|card| card.index() as u8).collect();
            spellings
                .extend(texts.into_iter().chain([indexes]).map(|secret| (secret, "eight undealt cards")));
        }
        for salt in salts(seed, sealed, cut).into_iter().skip(usize::from(dealt)) {
            spellings.extend(spelt(&salt).into_iter().map(|secret| (secret, "the salt of an undealt card")));
        }
        Undealt { spellings }
    }

    /// What of it is among these bytes.
    pub fn found_in(&self, bytes: &[u8]) -> Vec<&'static str> {
        let mut by_start: HashMap<&[u8], Vec<(&[u8], &'static str)>> = HashMap::new();
        for (secret, what) in &self.spellings {
            by_start.entry(&secret[..SHORTEST]).or_default().push((secret, what));
        }
        let at = |place: usize| {
            let start = bytes[place..].get(..SHORTEST);
            let candidates = start.and_then(|start| by_start.get(start)).into_iter().flatten();
            candidates.filter(move |(secret, _)| bytes[place..].starts_with(secret)).map(|(_, what)| *what)
        };
        (0..bytes.len()).flat_map(at).collect()
    }
}

/// The salts of a shoe's cards in the order they come out.
fn salts(seed: &[u8; 32], sealed: &Sealed, cut: u16) -> Vec<[u8; 32]> {
    let Sealed { book, table, decks, number, previous, .. } = sealed.clone();
    let mut shoe = DemonstrationShoe::seal(*seed, book, table, decks, number, previous);
    if shoe.cut(cut).is_err() {
        return Vec::new();
    }
    std::iter::from_fn(|| shoe.next_card().ok()).map(|opening| opening.salt.0).collect()
}

/// Bytes as they are, backwards, in hexadecimal digits, in base 64 and as a list of numbers.
fn spelt(secret: &[u8; 32]) -> Vec<Vec<u8>> {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    // In base 64 a secret looks different at each of three offsets; the middle of it is told by whole groups.
    let base64 = (0..3).map(|skip| {
        let groups = secret[skip..].chunks_exact(3);
        let sign = |bits: u32| SIGNS[(bits & 63) as usize];
        let four = |group: &[u8]| {
            let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
            [sign(bits >> 18), sign(bits >> 12), sign(bits >> 6), sign(bits)]
        };
        groups.flat_map(four).collect::<Vec<u8>>()
    });
    let list: Vec<String> = secret.iter().map(|byte| byte.to_string()).collect();
    let lists = [",", ", "].map(|between| list.join(between).into_bytes());
    let reversed = secret.iter().rev().copied().collect();
    let plain = [secret.to_vec(), reversed, hex.to_uppercase().into_bytes(), hex.into_bytes()];
    plain.into_iter().chain(base64).chain(lists).collect()
}
