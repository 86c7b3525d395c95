//! A document as a PDF file: pages of headings, paragraphs set in columns as wide as their words want, and tables whose heads come
//! again on every page. The same document gives the same bytes.

use super::fonts::{self, Font, bytes, written};
use super::{Block, Card, Document, Mark, Table};
use pdf_writer::types::PageMode;
use pdf_writer::{Content, Date, Finish, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

const WIDTH: f32 = 841.89;
const HEIGHT: f32 = 595.28;
const LEFT: f32 = 42.0;
const RIGHT: f32 = WIDTH - 42.0;
const TOP: f32 = HEIGHT - 42.0;
const BOTTOM: f32 = 48.0;
const BODY: f32 = 8.5;
const CELL: f32 = 7.5;
/// The room between the words of a cell and its edge.
const PAD: f32 = 3.5;

/// A document as a PDF file.
pub fn pages(document: &Document) -> Vec<u8> {
    let mut layout = Layout::new();
    layout.words(&document.title, Font::Strong, 18.0, 0.0);
    layout.gap(2.0);
    layout.words(&document.subtitle, Font::Plain, 10.0, 0.0);
    layout.gap(6.0);
    for block in &document.blocks {
        layout.block(block);
    }
    put_together(document, layout.pages, &layout.bookmarks)
}

/// What is drawn on a page, and with which letters.
struct Page {
    drawn: Content,
    letters: [BTreeSet<char>; 2],
}

impl Page {
    fn new() -> Page {
        Page { drawn: Content::new(), letters: Default::default() }
    }

    /// Shows a text where the pen is.
    fn text(&mut self, font: Font, text: &str) {
        self.letters[font as usize].extend(text.chars());
        self.drawn.show(Str(&bytes(text)));
    }

    /// Shows a text.
    fn show(&mut self, font: Font, size: f32, x: f32, y: f32, text: &str) {
        self.begin_text();
        self.set_font(font.name(), size);
        self.next_line(x, y);
        self.text(font, text);
        self.end_text();
    }
}

impl Deref for Page {
    type Target = Content;

    fn deref(&self) -> &Content {
        &self.drawn
    }
}

impl DerefMut for Page {
    fn deref_mut(&mut self) -> &mut Content {
        &mut self.drawn
    }
}

/// A heading, for a reader who looks for it: its level, its words, and where it stands.
struct Bookmark {
    level: u8,
    words: String,
    page: usize,
    y: f32,
}

fn put_together(document: &Document, pages: Vec<Page>, bookmarks: &[Bookmark]) -> Vec<u8> {
    let many = pages.len();
    let mut pdf = Pdf::new();
    let [catalog, tree, info] = [1, 2, 3].map(Ref::new);
    let font_ref = |font: Font| Ref::new(4 + fonts::OBJECTS * font as i32);
    let first_page = 4 + 2 * fonts::OBJECTS;
    let page_ref = |nth: usize| Ref::new(first_page + 2 * nth as i32);
    let content_ref = |nth: usize| Ref::new(first_page + 1 + 2 * nth as i32);
    let root = Ref::new(first_page + 2 * many as i32);
    let mut about_all = pdf.catalog(catalog);
    about_all.pages(tree).lang(TextStr("en"));
    // A window with many documents names this one by its title.
    about_all.viewer_preferences().display_doc_title(true);
    if !bookmarks.is_empty() {
        about_all.outlines(root).page_mode(PageMode::UseOutlines);
    }
    about_all.finish();
    outline(&mut pdf, root, bookmarks, page_ref);
    pdf.pages(tree).kids((0..many).map(page_ref)).count(many as i32);
    let mut about = pdf.document_info(info);
    about.title(TextStr(&document.title)).subject(TextStr(&document.subtitle));
    about.creator(TextStr("Croupier")).producer(TextStr("Croupier"));
    if let Some(date) = document.date.as_deref().and_then(dated) {
        about.creation_date(date).modified_date(date);
    }
    about.finish();
    let mut letters: [BTreeSet<char>; 2] = Default::default();
    for (nth, content) in pages.into_iter().enumerate() {
        let mut page = pdf.page(page_ref(nth));
        page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(content_ref(nth));
        page.resources().fonts().pairs(Font::ALL.map(|font| (font.name(), font_ref(font))));
        page.finish();
        fonts::put(&mut pdf, content_ref(nth), &framed(document, content, nth + 1, many, &mut letters));
    }
    for font in Font::ALL {
        font.put(&mut pdf, font_ref(font), &letters[font as usize]);
    }
    pdf.finish()
}

/// The headings of a document as bookmarks: those of the second level below the one of the first that they follow.
fn outline(pdf: &mut Pdf, root: Ref, bookmarks: &[Bookmark], page_ref: impl Fn(usize) -> Ref) {
    let id = |nth: usize| Ref::new(root.get() + 1 + nth as i32);
    let parent = |nth: usize| {
        bookmarks[..nth].iter().rposition(|mark| mark.level == 1).filter(|_| bookmarks[nth].level > 1)
    };
    let children =
        |of: Option<usize>| -> Vec<usize> { (0..bookmarks.len()).filter(|nth| parent(*nth) == of).collect() };
    let top = children(None);
    let (Some(first), Some(last)) = (top.first(), top.last()) else { return };
    pdf.outline(root).first(id(*first)).last(id(*last)).count(top.len() as i32);
    for (nth, mark) in bookmarks.iter().enumerate() {
        let above = parent(nth);
        let beside = children(above);
        let place = beside.iter().position(|other| *other == nth).unwrap_or_default();
        let mut item = pdf.outline_item(id(nth));
        item.title(TextStr(&mark.words)).parent(above.map_or(root, id));
        if let Some(before) = place.checked_sub(1).and_then(|before| beside.get(before)) {
            item.prev(id(*before));
        }
        if let Some(after) = beside.get(place + 1) {
            item.next(id(*after));
        }
        let below = children(Some(nth));
        if let (Some(first), Some(last)) = (below.first(), below.last()) {
            // Below nothing the number is of those shown when it is opened.
            item.first(id(*first)).last(id(*last)).count(-(below.len() as i32));
        }
        item.dest().page(page_ref(mark.page)).xyz(LEFT, mark.y, None);
    }
}

/// A page with its watermark below and its foot; its letters are added to those of the others.
fn framed(
    document: &Document,
    page: Page,
    number: usize,
    many: usize,
    letters: &mut [BTreeSet<char>; 2],
) -> Vec<u8> {
    let mut frame = Page::new();
    if let Some(mark) = &document.watermark {
        let mark = written(mark);
        let size = (560.0 / Font::Strong.width(&mark, 1.0)).min(150.0);
        frame.set_fill_gray(0.9);
        frame.begin_text();
        frame.set_font(Font::Strong.name(), size);
        frame.set_text_matrix([0.91, 0.41, -0.41, 0.91, 150.0, 130.0]);
        frame.text(Font::Strong, &mark);
        frame.end_text();
        frame.set_fill_gray(0.0);
    }
    let mut foot = Page::new();
    foot.set_stroke_gray(0.6).set_line_width(0.4);
    foot.move_to(LEFT, BOTTOM - 10.0).line_to(RIGHT, BOTTOM - 10.0).stroke();
    let pages = format!("page {number} of {many}");
    let room = RIGHT - LEFT - 2.0 * Font::Plain.width(&pages, 7.0);
    for (nth, line) in lines(&document.foot, Font::Plain, 7.0, room).iter().enumerate() {
        foot.show(Font::Plain, 7.0, LEFT, BOTTOM - 20.0 - 8.0 * nth as f32, line);
    }
    foot.show(Font::Plain, 7.0, RIGHT - Font::Plain.width(&pages, 7.0), BOTTOM - 20.0, &pages);
    let mut bytes = Vec::new();
    for part in [frame, page, foot] {
        for (all, used) in letters.iter_mut().zip(part.letters) {
            all.extend(used);
        }
        bytes.extend(part.drawn.finish().as_slice());
        bytes.push(b'\n');
    }
    bytes
}

/// `2026-11-16` as a PDF file writes dates.
fn dated(text: &str) -> Option<Date> {
    let mut parts = text.split('-').map(|part| part.parse::<u16>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    Some(Date::new(year).month(month as u8).day(day as u8))
}

/// A text in lines that fit a width, broken at blanks, and within words that are longer than a line.
fn lines(text: &str, font: Font, size: f32, width: f32) -> Vec<String> {
    let mut all = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let mut word = written(word);
            let joined = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
            if font.width(&joined, size) <= width {
                line = joined;
                continue;
            }
            if !line.is_empty() {
                all.push(std::mem::take(&mut line));
            }
            while font.width(&word, size) > width && word.chars().count() > 1 {
                let ends = || word.char_indices().skip(1).map(|(at, _)| at);
                let fits = ends().filter(|end| font.width(&word[..*end], size) <= width).last();
                let fits = fits.or_else(|| ends().next()).unwrap_or(word.len());
                // After a sign, if one is near the end.
                let sign = word[..fits].rfind(['/', '-', '.', ',', ';', ':', '_', '=']);
                let at = sign.map(|at| at + 1).filter(|at| *at > fits / 2).unwrap_or(fits);
                let rest = word.split_off(at);
                all.push(std::mem::replace(&mut word, rest));
            }
            line = word;
        }
        all.push(line);
    }
    all
}

struct Layout {
    pages: Vec<Page>,
    y: f32,
    bookmarks: Vec<Bookmark>,
}

impl Layout {
    fn new() -> Layout {
        Layout { pages: vec![Page::new()], y: TOP, bookmarks: Vec::new() }
    }

    fn page(&mut self) -> &mut Page {
        if self.pages.is_empty() {
            self.pages.push(Page::new());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    fn turn(&mut self) {
        self.pages.push(Page::new());
        self.y = TOP;
    }

    /// Turns the page unless so much room is left.
    fn need(&mut self, room: f32) {
        if self.y - room < BOTTOM && self.y < TOP {
            self.turn();
        }
    }

    fn gap(&mut self, room: f32) {
        self.y -= room;
    }

    fn words(&mut self, text: &str, font: Font, size: f32, indent: f32) {
        for line in lines(text, font, size, RIGHT - LEFT - indent) {
            self.need(size * 1.35);
            self.y -= size * 1.35;
            let y = self.y;
            self.page().show(font, size, LEFT + indent, y + size * 0.3, &line);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(level, text) => {
                let (size, before) = match level {
                    1 => (13.0, 16.0),
                    2 => (11.0, 12.0),
                    _ => (9.5, 8.0),
                };
                // A heading never stands alone at the foot of a page.
                self.need(before + size * 1.4 + 60.0);
                self.gap(if self.y < TOP { before } else { 0.0 });
                if *level <= 2 {
                    let (page, y) = (self.pages.len().saturating_sub(1), self.y);
                    self.bookmarks.push(Bookmark { level: *level, words: text.clone(), page, y });
                }
                self.words(text, Font::Strong, size, 0.0);
                if *level == 1 {
                    let y = self.y;
                    self.page().set_line_width(0.8).move_to(LEFT, y).line_to(RIGHT, y).stroke();
                }
                self.gap(4.0);
            }
            Block::Text(text) => {
                self.words(text, Font::Plain, BODY, 0.0);
                self.gap(4.0);
            }
            Block::Warning(text) => self.warning(text),
            Block::Facts(facts) => {
                let mut table = Table::of(&["", ""]);
                for (name, value) in facts {
                    table.row(vec![name.clone(), value.clone()]);
                }
                self.rows(&table, &[150.0, RIGHT - LEFT - 150.0], false, true);
            }
            Block::Table(table) => {
                let widths = widths(table);
                self.rows(table, &widths, true, false);
            }
            Block::Signatures(names) => self.signatures(names),
            Block::Turn => self.turn(),
            Block::Fields(names) => {
                names.iter().for_each(|name| self.field(name));
                // What follows stands clear of the last line, which somebody is to write on.
                self.gap(8.0);
            }
            Block::Cards(cards) => self.cards(cards),
            Block::Large(lines) => self.large(lines),
        }
    }

    /// A name, and a line to write on.
    fn field(&mut self, name: &str) {
        self.need(26.0);
        self.gap(26.0);
        let (name, y) = (written(name), self.y);
        let page = self.page();
        page.show(Font::Plain, 10.0, LEFT, y, &name);
        let from = LEFT + Font::Plain.width(&name, 10.0) + 6.0;
        page.set_line_width(0.5).move_to(from, y - 2.0).line_to(from.max(LEFT) + 280.0, y - 2.0).stroke();
    }

    /// Cards in three columns, with lines to cut along.
    fn cards(&mut self, cards: &[Card]) {
        let (wide, high) = ((RIGHT - LEFT) / 3.0, 112.0);
        for row in cards.chunks(3) {
            self.need(high);
            self.gap(high);
            let y = self.y;
            for (nth, card) in row.iter().enumerate() {
                let x = LEFT + nth as f32 * wide;
                let page = self.page();
                page.set_stroke_gray(0.6).set_line_width(0.5).rect(x, y, wide, high).stroke();
                page.set_stroke_gray(0.0);
                page.show(Font::Plain, 9.0, x + 12.0, y + high - 20.0, &written(&card.text));
                page.show(Font::Strong, 24.0, x + 12.0, y + high - 52.0, &written(&card.title));
                page.show(Font::Plain, 9.0, x + 12.0, y + 16.0, &written(&card.field));
                let from = x + 18.0 + Font::Plain.width(&written(&card.field), 9.0);
                page.move_to(from, y + 14.0).line_to(x + wide - 12.0, y + 14.0).stroke();
            }
        }
        self.gap(8.0);
    }

    /// Lines in the middle, all as large as the widest of them and their number allow.
    fn large(&mut self, lines: &[String]) {
        let set: Vec<String> = lines.iter().map(|line| written(line)).collect();
        let widest = set.iter().map(|line| Font::Strong.width(line, 1.0)).fold(1.0, f32::max);
        let room = self.y - BOTTOM - 10.0;
        let size = ((RIGHT - LEFT) / widest).min(room / (set.len().max(1) as f32 * 1.5)).min(64.0);
        self.gap((room - set.len() as f32 * size * 1.5).max(0.0) / 2.0);
        for line in set {
            self.gap(size * 1.5);
            let (x, y) = ((LEFT + RIGHT - Font::Strong.width(&line, size)) / 2.0, self.y);
            self.page().show(Font::Strong, size, x, y + size * 0.4, &line);
        }
    }

    fn warning(&mut self, text: &str) {
        let set = lines(text, Font::Strong, BODY, RIGHT - LEFT - 16.0);
        let high = set.len() as f32 * BODY * 1.35 + 8.0;
        self.need(high + 4.0);
        let (top, y) = (self.y, self.y - high);
        let page = self.page();
        page.set_fill_rgb(0.98, 0.88, 0.86).rect(LEFT, y, RIGHT - LEFT, high).fill_nonzero();
        page.set_fill_gray(0.0);
        for (nth, line) in set.iter().enumerate() {
            let at = top - 4.0 - (nth as f32 + 1.0) * BODY * 1.35 + BODY * 0.3;
            page.show(Font::Strong, BODY, LEFT + 8.0, at, line);
        }
        self.y = y - 5.0;
    }

    fn signatures(&mut self, names: &[String]) {
        self.need(70.0);
        self.gap(44.0);
        let each = (RIGHT - LEFT) / names.len().max(1) as f32;
        let y = self.y;
        for (nth, name) in names.iter().enumerate() {
            let x = LEFT + nth as f32 * each;
            let page = self.page();
            page.set_line_width(0.6).move_to(x, y).line_to(x + each - 24.0, y).stroke();
            page.show(Font::Plain, BODY, x, y - 11.0, &written(name));
        }
        self.gap(20.0);
    }

    fn head(&mut self, table: &Table, widths: &[f32]) {
        let names: Vec<Vec<String>> = table
            .columns
            .iter()
            .zip(widths)
            .map(|(column, width)| lines(&column.name, Font::Strong, CELL, width - 2.0 * PAD))
            .collect();
        let most = names.iter().map(Vec::len).max().unwrap_or(1);
        let high = most as f32 * CELL * 1.25 + 5.0;
        let y = self.y - high;
        let page = self.page();
        page.set_fill_gray(0.92).rect(LEFT, y, widths.iter().sum(), high).fill_nonzero();
        page.set_fill_gray(0.0);
        self.y = y;
        self.cells(&names, table, widths, high, Font::Strong);
    }

    /// Writes the lines of cells whose row ends at the present height.
    fn cells(&mut self, cells: &[Vec<String>], table: &Table, widths: &[f32], high: f32, font: Font) {
        let top = self.y + high;
        let mut x = LEFT;
        for ((set, column), width) in cells.iter().zip(&table.columns).zip(widths) {
            for (nth, line) in set.iter().enumerate() {
                let at = top - 2.0 - (nth as f32 + 1.0) * CELL * 1.25 + CELL * 0.25;
                let left = match column.is_number {
                    true => x + width - PAD - font.width(line, CELL),
                    false => x + PAD,
                };
                self.page().show(font, CELL, left, at, line);
            }
            x += width;
        }
    }

    fn rows(&mut self, table: &Table, widths: &[f32], with_head: bool, first_is_strong: bool) {
        let all: f32 = widths.iter().sum();
        self.need(50.0);
        if with_head {
            self.head(table, widths);
        }
        for row in &table.rows {
            let mut cells: Vec<Vec<String>> = row
                .cells
                .iter()
                .zip(widths)
                .enumerate()
                .map(|(nth, (cell, width))| {
                    let font = if first_is_strong && nth == 0 { Font::Strong } else { Font::Plain };
                    lines(cell, font, CELL, width - 2.0 * PAD)
                })
                .collect();
            // A row may be longer than a page: it is set in pieces.
            loop {
                let most = cells.iter().map(Vec::len).max().unwrap_or(1);
                let line = CELL * 1.25;
                let fits = ((self.y - BOTTOM - 4.0).max(0.0) / line) as usize;
                let is_short = most as f32 * line < TOP - BOTTOM - 40.0;
                if most > fits && self.y < TOP - 60.0 && (fits == 0 || is_short) {
                    self.turn();
                    if with_head {
                        self.head(table, widths);
                    }
                    continue;
                }
                let take = most.min(fits.max(1));
                let piece: Vec<Vec<String>> =
                    cells.iter_mut().map(|set| set.drain(..take.min(set.len())).collect()).collect();
                let high = take as f32 * line + 4.0;
                self.y -= high;
                let y = self.y;
                let page = self.page();
                match row.mark {
                    Mark::None => {}
                    Mark::Noted => {
                        page.set_fill_rgb(1.0, 0.97, 0.87).rect(LEFT, y, all, high).fill_nonzero();
                    }
                    Mark::Wrong => {
                        page.set_fill_rgb(0.98, 0.88, 0.86).rect(LEFT, y, all, high).fill_nonzero();
                    }
                }
                page.set_fill_gray(0.0).set_stroke_gray(0.8).set_line_width(0.3);
                page.move_to(LEFT, y).line_to(LEFT + all, y).stroke();
                page.set_stroke_gray(0.0);
                self.cells_of_row(&piece, table, widths, high, first_is_strong);
                if cells.iter().all(Vec::is_empty) {
                    break;
                }
                self.turn();
                if with_head {
                    self.head(table, widths);
                }
            }
        }
        self.gap(8.0);
    }

    fn cells_of_row(
        &mut self,
        cells: &[Vec<String>],
        table: &Table,
        widths: &[f32],
        high: f32,
        first_is_strong: bool,
    ) {
        if !first_is_strong {
            return self.cells(cells, table, widths, high, Font::Plain);
        }
        let blank: Vec<Vec<String>> = cells.iter().map(|_| Vec::new()).collect();
        let mut first = blank.clone();
        let mut rest = cells.to_vec();
        if let (Some(first), Some(set)) = (first.first_mut(), rest.first_mut()) {
            *first = std::mem::take(set);
        }
        self.cells(&first, table, widths, high, Font::Strong);
        self.cells(&rest, table, widths, high, Font::Plain);
    }
}

/// How wide columns are: as their widest cell where there is room, the rest shared out among those that want more.
fn widths(table: &Table) -> Vec<f32> {
    let room = RIGHT - LEFT;
    let wanted = |nth: usize| {
        let head = Font::Strong.width(&written(&table.columns[nth].name), CELL);
        let cell = |text: &str| {
            text.split('\n').map(|line| Font::Plain.width(&written(line), CELL)).fold(0.0, f32::max)
        };
        let cells = table.rows.iter().filter_map(|row| row.cells.get(nth)).map(|text| cell(text));
        cells.fold(head, f32::max) + 2.0 * PAD + 0.5
    };
    let wanted: Vec<f32> = (0..table.columns.len()).map(wanted).collect();
    let all: f32 = wanted.iter().sum();
    if all <= room {
        return wanted;
    }
    // Whoever wants less than an even share of what is left gets it; the others share the rest by how much they want.
    let mut given: Vec<Option<f32>> = vec![None; wanted.len()];
    loop {
        let left = room - given.iter().flatten().sum::<f32>();
        let open: Vec<usize> = (0..wanted.len()).filter(|nth| given[*nth].is_none()).collect();
        let even = left / open.len().max(1) as f32;
        let small: Vec<usize> = open.iter().copied().filter(|nth| wanted[*nth] <= even).collect();
        if small.is_empty() {
            let want: f32 = open.iter().map(|nth| wanted[*nth].sqrt()).sum();
            for nth in open {
                given[nth] = Some(left * wanted[nth].sqrt() / want);
            }
            return given.into_iter().map(|width| width.unwrap_or(even)).collect();
        }
        for nth in small {
            given[nth] = Some(wanted[nth]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every heading of the first two levels is a bookmark, and the window bears the title.
    #[test]
    fn headings_are_bookmarks() {
        let mut document = Document { title: "A title".into(), ..Document::default() };
        document.heading(1, "1. One");
        document.heading(2, "One and a half");
        document.heading(3, "Too small");
        document.heading(1, "2. Two");
        let bytes = pages(&document);
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("/DisplayDocTitle true") && text.contains("/PageMode /UseOutlines"), "{text}");
        for title in ["/Title (1. One)", "/Title (One and a half)", "/Title (2. Two)"] {
            assert!(text.contains(title), "{title}: {text}");
        }
        assert!(!text.contains("/Title (Too small)"));
        assert_eq!(text.matches("/XYZ").count(), 3);
    }

    /// What follows a field stands clear of the line that somebody is to write on.
    #[test]
    fn text_keeps_off_the_line_of_a_field() {
        let mut layout = Layout::new();
        layout.block(&Block::Fields(vec!["To".to_owned()]));
        let line = TOP - 26.0 - 2.0;
        layout.block(&Block::Text("Your ticket was drawn.".to_owned()));
        // Letters stand three tenths of their size above the end of their line, and capitals are about seven tenths high.
        let top = layout.y + 4.0 + BODY;
        assert!(line - top >= 4.0, "the line is at {line}, the letters below it reach up to {top}");
    }

    /// Rows that fill many pages never reach the foot of one, where they would be lost.
    #[test]
    fn a_long_table_goes_on_over_the_page() {
        let mut table = Table::of(&["one", "#two"]);
        for nth in 0..300 {
            table.row(vec!["a row of one line".to_owned(), nth.to_string()]);
        }
        let mut layout = Layout::new();
        layout.rows(&table, &[200.0, 60.0], true, false);
        let row = CELL * 1.25 + 4.0;
        let fewest = (300.0 * row / (TOP - BOTTOM)).ceil() as usize;
        assert!(layout.pages.len() >= fewest, "{} pages for 300 rows", layout.pages.len());
        assert!(layout.y >= BOTTOM - 8.0, "{}", layout.y);
    }
}
