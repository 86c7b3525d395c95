//! The fonts of a PDF file: Liberation Sans, which stands whole in `fonts/` with its licence. A file carries the letters that it uses, so
//! that it looks the same in every reader.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subsetter::{GlyphRemapper, subset};
use ttf_parser::Face;

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Font {
    Plain,
    Strong,
}

/// How hard is tried to make a file small, of ten: more costs much time and gains little.
const EFFORT: u8 = 6;

/// How many objects a font takes in a file.
pub(super) const OBJECTS: i32 = 6;

/// The letters of a font: its drawing of each, and how wide that is in thousandths of the size.
struct Letters {
    /// By number in Unicode; nothing where the drawing is the font's first, which stands for what it does not have.
    all: Vec<(u16, f32)>,
}

impl Letters {
    fn of(file: &'static [u8]) -> Letters {
        let Ok(face) = Face::parse(file, 0) else { return Letters { all: Vec::new() } };
        let per_em = f32::from(face.units_per_em());
        let letter = |number: u16| {
            let glyph = char::from_u32(number.into()).and_then(|letter| face.glyph_index(letter));
            let width = glyph.and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or_default();
            (glyph.map_or(0, |glyph| glyph.0), f32::from(width) * 1000.0 / per_em)
        };
        Letters { all: (0..=u16::MAX).map(letter).collect() }
    }

    /// A letter, if the font has it.
    fn get(&self, letter: char) -> Option<(u16, f32)> {
        self.all.get(letter as usize).copied().filter(|(glyph, _)| *glyph != 0)
    }
}

static PLAIN: LazyLock<Letters> = LazyLock::new(|| Letters::of(Font::Plain.file()));
static STRONG: LazyLock<Letters> = LazyLock::new(|| Letters::of(Font::Strong.file()));

impl Font {
    /// Both.
    pub(super) const ALL: [Font; 2] = [Font::Plain, Font::Strong];

    fn file(self) -> &'static [u8] {
        match self {
            Font::Plain => include_bytes!("../../fonts/LiberationSans-Regular.ttf"),
            Font::Strong => include_bytes!("../../fonts/LiberationSans-Bold.ttf"),
        }
    }

    fn letters(self) -> &'static Letters {
        match self {
            Font::Plain => &PLAIN,
            Font::Strong => &STRONG,
        }
    }

    /// What pages call it.
    pub(super) fn name(self) -> Name<'static> {
        match self {
            Font::Plain => Name(b"P"),
            Font::Strong => Name(b"S"),
        }
    }

    /// How wide a text is at a size.
    pub(super) fn width(self, text: &str, size: f32) -> f32 {
        let letters = self.letters();
        let width = |letter| letters.get(letter).map_or(0.0, |(_, width)| width);
        text.chars().map(width).sum::<f32>() * size / 1000.0
    }

    /// Puts the font into a file with these letters, in [`OBJECTS`] from this one on; the first is what pages refer to. In the file a
    /// letter bears its number in Unicode.
    pub(super) fn put(self, pdf: &mut Pdf, first: Ref, used: &BTreeSet<char>) {
        let [whole, drawn, about, data, places, read] =
            std::array::from_fn(|nth| Ref::new(first.get() + nth as i32));
        let Ok(face) = Face::parse(self.file(), 0) else { return };
        let mut kept = GlyphRemapper::new();
        let letters: Vec<(char, u16, f32)> = used
            .iter()
            .filter_map(|letter| {
                self.letters().get(*letter).map(|(glyph, width)| (*letter, kept.remap(glyph), width))
            })
            .collect();
        let Ok(file) = subset(self.file(), 0, &kept) else { return };
        let known = if self == Font::Plain { "LiberationSans" } else { "LiberationSans-Bold" };
        let name = format!("{}+{known}", tag(used));
        let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

        pdf.type0_font(whole)
            .base_font(Name(name.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(drawn)
            .to_unicode(read);

        let mut font = pdf.cid_font(drawn);
        font.subtype(CidFontType::Type2).base_font(Name(name.as_bytes())).system_info(system);
        font.font_descriptor(about).default_width(0.0).cid_to_gid_map_stream(places);
        let mut widths = font.widths();
        for (letter, _, width) in &letters {
            widths.consecutive(*letter as u16, [*width]);
        }
        widths.finish();
        font.finish();

        let scaled = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
        let bounds = face.global_bounding_box();
        let (left, low, right, high) =
            (scaled(bounds.x_min), scaled(bounds.y_min), scaled(bounds.x_max), scaled(bounds.y_max));
        pdf.font_descriptor(about)
            .name(Name(name.as_bytes()))
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, low, right, high))
            .italic_angle(0.0)
            .ascent(scaled(face.ascender()))
            .descent(scaled(face.descender()))
            .cap_height(scaled(face.capital_height().unwrap_or(face.ascender())))
            .stem_v(if self == Font::Plain { 84.0 } else { 138.0 })
            .font_file2(data);
        put(pdf, data, &file);

        let last = letters.last().map_or(0, |(letter, ..)| *letter as usize);
        let mut glyphs = vec![0; 2 * (last + 1)];
        let mut unicode = UnicodeCmap::<u16>::new(Name(b"Letters"), system);
        for (letter, glyph, _) in &letters {
            let at = 2 * *letter as usize;
            glyphs[at..at + 2].copy_from_slice(&glyph.to_be_bytes());
            unicode.pair(*letter as u16, *letter);
        }
        put(pdf, places, &glyphs);
        put(pdf, read, unicode.finish().as_slice());
    }
}

/// Puts a stream into a file, made small.
pub(super) fn put(pdf: &mut Pdf, at: Ref, bytes: &[u8]) {
    let small = compress_to_vec_zlib(bytes, EFFORT);
    pdf.stream(at, &small).filter(Filter::FlateDecode);
}

/// Six letters that tell the fonts of two files apart which do not carry the same letters.
fn tag(used: &BTreeSet<char>) -> String {
    let mixed = used
        .iter()
        .fold(0x811c_9dc5_u32, |mixed, letter| (mixed ^ u32::from(*letter)).wrapping_mul(0x0100_0193));
    (0..6).map(|nth| char::from(b'A' + (mixed / 26_u32.pow(nth) % 26) as u8)).collect()
}

/// A text in letters that the fonts have. A name in another script stays legible as what it is, by its numbers in Unicode, rather than
/// a row of question marks that could be anything.
pub(super) fn written(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for letter in text.chars() {
        match Font::Plain.letters().get(letter) {
            Some(_) => all.push(letter),
            None => all.push_str(&format!("[U+{:04X}]", u32::from(letter))),
        }
    }
    all
}

/// A text as a file holds it: two bytes a letter.
pub(super) fn bytes(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_is_lost() {
        for text in ["Labouchère – 8 to 1", "Žižek œuvre ™", "9 ≥ 8 → σ² = χ², √n ≤ −1 ≠ …"]
        {
            assert_eq!(written(text), text);
        }
        assert_eq!(written("庄 ≥ 9"), "[U+5E84] ≥ 9");
        assert_eq!(written("🂡"), "[U+1F0A1]");
    }

    #[test]
    fn both_fonts_have_the_same_letters_and_know_how_wide_they_are() {
        for number in 0..=u16::MAX {
            let Some(letter) = char::from_u32(number.into()) else { continue };
            let has = Font::ALL.map(|font| font.letters().get(letter).is_some());
            assert_eq!(has[0], has[1], "{letter}");
        }
        assert_eq!(Font::Plain.width("Wim.", 10.0).round(), 23.0);
        assert!(Font::Strong.width("Wim.", 10.0) > Font::Plain.width("Wim.", 10.0));
    }
}
