//! The two fonts that every reader of PDF files has, and how wide their letters are, as Adobe publishes it.

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Plain,
    Strong,
}

/// Widths of the letters from the blank to `~`, in thousandths of the size: Helvetica.
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The same of Helvetica-Bold.
const STRONG: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

impl Font {
    /// How wide bytes are at a size.
    pub(super) fn width(self, bytes: &[u8], size: f32) -> f32 {
        let widths = if self == Font::Plain { &PLAIN } else { &STRONG };
        let of = |byte: &u8| match byte {
            0x20..=0x7e => widths[usize::from(byte - 0x20)],
            0x85 | 0x97 => 1000,
            0x91 | 0x92 => 222,
            0x93 | 0x94 | 0xb7 | 0xb2 | 0xb3 | 0xb9 => 333,
            _ => 556,
        };
        bytes.iter().map(of).map(f32::from).sum::<f32>() * size / 1000.0
    }
}

/// Letters as the fonts number them (WinAnsi); what they do not have is written out, or stands there by its number in Unicode.
pub(super) fn encoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '–' => bytes.push(0x96),
            '—' => bytes.push(0x97),
            '‘' => bytes.push(0x91),
            '’' => bytes.push(0x92),
            '“' => bytes.push(0x93),
            '”' => bytes.push(0x94),
            '…' => bytes.push(0x85),
            '•' => bytes.push(0x95),
            '€' => bytes.push(0x80),
            '‚' => bytes.push(0x82),
            'ƒ' => bytes.push(0x83),
            '„' => bytes.push(0x84),
            '†' => bytes.push(0x86),
            '‡' => bytes.push(0x87),
            '‰' => bytes.push(0x89),
            'Š' => bytes.push(0x8a),
            '‹' => bytes.push(0x8b),
            'Œ' => bytes.push(0x8c),
            'Ž' => bytes.push(0x8e),
            '™' => bytes.push(0x99),
            'š' => bytes.push(0x9a),
            '›' => bytes.push(0x9b),
            'œ' => bytes.push(0x9c),
            'ž' => bytes.push(0x9e),
            'Ÿ' => bytes.push(0x9f),
            '−' => bytes.push(b'-'),
            '≥' => bytes.extend(b">="),
            '≤' => bytes.extend(b"<="),
            '≠' => bytes.extend(b"!="),
            '→' => bytes.extend(b"->"),
            'σ' => bytes.extend(b"sigma"),
            'χ' => bytes.extend(b"chi"),
            '√' => bytes.extend(b"sqrt "),
            // A name in another script stays legible as what it is, rather than a row of question marks that could be anything.
            letter => match u8::try_from(u32::from(letter)) {
                Ok(byte) if !(0x7f..0xa0).contains(&byte) => bytes.push(byte),
                _ => bytes.extend(format!("[U+{:04X}]", u32::from(letter)).into_bytes()),
            },
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn no_letter_is_lost() {
        assert_eq!(encoded("Labouchère – 8 to 1"), b"Labouch\xe8re \x96 8 to 1");
        assert_eq!(encoded("Žižek œuvre ™"), b"\x8ei\x9eek \x9cuvre \x99");
        assert_eq!(encoded("庄 ≥ 9"), b"[U+5E84] >= 9");
    }
}
