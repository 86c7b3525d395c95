//! PAR sheets as PDF: plain lines of a typewriter font that every reader has, and a drawing where the edge depends on the stake.

use lab::par::{ParWager, Part, Sheet};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

const WIDTH: f32 = 842.0;
const HEIGHT: f32 = 595.0;
const MARGIN: f32 = 36.0;
const SIZE: f32 = 8.0;
const LINE: f32 = 10.5;
/// How many letters fit on a line: each is six tenths of the size wide.
const LETTERS: usize = ((WIDTH - 2.0 * MARGIN) / (SIZE * 0.6)) as usize;
/// How many lines fit on a page, the foot left out.
const LINES: usize = ((HEIGHT - 2.0 * MARGIN) / LINE) as usize - 2;
/// How many lines a drawing takes.
const DRAWING: usize = 14;

/// Where the clauses of a row begin.
const CLAUSES: usize = 129;

/// What stands on a page.
enum Item<'s> {
    Plain(String),
    Strong(String),
    /// A line with a bar behind it, as long as this share of the room.
    Bar(String, f32),
    /// The edge by stake of a wager.
    Drawing(&'s ParWager),
}

impl Item<'_> {
    fn lines(&self) -> usize {
        match self {
            Item::Plain(_) | Item::Strong(_) | Item::Bar(..) => 1,
            Item::Drawing(_) => DRAWING,
        }
    }
}

/// PAR sheets as a PDF file.
pub fn pages(sheet: &Sheet) -> Vec<u8> {
    let pages = broken(items(sheet));
    let mut pdf = Pdf::new();
    let (catalog, tree, plain, strong) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let page_ref = |nth: usize| Ref::new(5 + 2 * nth as i32);
    let content_ref = |nth: usize| Ref::new(6 + 2 * nth as i32);
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
    pdf.type1_font(plain).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
    pdf.type1_font(strong).base_font(Name(b"Courier-Bold")).encoding_predefined(Name(b"WinAnsiEncoding"));
    for (nth, items) in pages.iter().enumerate() {
        let mut page = pdf.page(page_ref(nth));
        page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(content_ref(nth));
        page.resources().fonts().pair(Name(b"P"), plain).pair(Name(b"S"), strong);
        page.finish();
        let foot = format!("{}   page {} of {}", sheet.title, nth + 1, pages.len());
        pdf.stream(content_ref(nth), &drawn(items, &foot));
    }
    pdf.finish()
}

/// The items of each page; a wager's lines stay together where they can.
fn broken(groups: Vec<Vec<Item<'_>>>) -> Vec<Vec<Item<'_>>> {
    let mut pages: Vec<Vec<Item<'_>>> = vec![Vec::new()];
    let mut used = 0;
    for group in groups {
        let all: usize = group.iter().map(Item::lines).sum();
        if used > 0 && used + all > LINES && all <= LINES {
            pages.push(Vec::new());
            used = 0;
        }
        for item in group {
            if used + item.lines() > LINES {
                pages.push(Vec::new());
                used = 0;
            }
            used += item.lines();
            if let Some(page) = pages.last_mut() {
                page.push(item);
            }
        }
    }
    pages
}

fn items(sheet: &Sheet) -> Vec<Vec<Item<'_>>> {
    let mut head = vec![Item::Strong(sheet.title.clone())];
    head.extend(wrapped(&sheet.instrument));
    head.extend(wrapped(&format!(
        "Every figure is a count of ordered draws of six cards from a full shoe, by Croupier {}. Nothing was sampled. \
         Edges by stake are for chips of {}.{}",
        env!("CARGO_PKG_VERSION"),
        sheet.chips,
        if sheet.has_assumed_rows() {
            " Rows marked * rest on something that the instrument does not state."
        } else {
            ""
        }
    )));
    head.extend(wrapped(&format!("Rules: SHA-256 {}", sheet.provenance.sha256)));
    if let Some(warning) = sheet.provenance.warning() {
        head.push(Item::Strong(warning));
        for change in &sheet.provenance.changed {
            let (published, here) = (change.published.join("; "), change.here.join("; "));
            head.extend(wrapped(&format!("  {}: published {published}; here {here}", change.topic)));
        }
    }
    let mut groups = vec![head, summary(sheet)];
    if !sheet.assumed.is_empty() {
        let mut assumed = vec![Item::Plain(String::new()), Item::Strong("Assumed".into())];
        for of in &sheet.assumed {
            assumed.extend(wrapped(&format!("* {} = {}: {}", of.topic, of.value, of.why)));
        }
        groups.push(assumed);
    }
    for part in &sheet.parts {
        groups.push(part_head(part));
        groups.extend(part.wagers.iter().map(wager_items));
    }
    groups
}

/// Every wager of every part in a line, with its edge as a bar.
fn summary(sheet: &Sheet) -> Vec<Item<'_>> {
    let wagers = || sheet.parts.iter().flat_map(|part| part.wagers.iter().map(move |wager| (part, wager)));
    let most = wagers().map(|(_, wager)| wager.edge).fold(f64::MIN_POSITIVE, f64::max);
    let mut items = vec![Item::Plain(String::new()), Item::Strong("House edge".into())];
    items.push(Item::Plain(format!(
        "  {:<24}{:<20}{:>6}{:>13}{:>14}{:>13}{:>13}",
        "wager", "method", "decks", "house edge", "wins", "variance", "deviation"
    )));
    for (part, wager) in wagers() {
        let line = format!(
            "  {:<24}{:<20}{:>6}{:>12.6}%{:>13.6}%{:>13.6}{:>13.6}",
            cut(&wager.id, 23),
            cut(&part.method, 19),
            part.decks,
            wager.edge * 100.0,
            wager.hit * 100.0,
            wager.variance,
            wager.deviation
        );
        items.push(Item::Bar(line, (wager.edge / most).max(0.0) as f32));
    }
    items
}

fn part_head(part: &Part) -> Vec<Item<'_>> {
    let mut items = vec![Item::Plain(String::new()), Item::Strong(part.heading())];
    items.extend(wrapped(&format!(
        "Method: {}. Decks: {}. Ordered draws of six cards: {}.",
        part.method_basis, part.decks_basis, part.draws
    )));
    items
}

fn wager_items(wager: &ParWager) -> Vec<Item<'_>> {
    let mut items = vec![Item::Plain(String::new()), Item::Strong(format!("{} ({})", wager.name, wager.id))];
    items.push(Item::Plain(format!(
        "  {:<7}{:<19}{:<42}{:>8}{:>22}{:>14}{:>13}  {}",
        "result", "row", "when", "pays", "ways", "probability", "returns", "clauses"
    )));
    for row in &wager.rows {
        let line = format!(
            "{} {:<7}{:<19}{:<42}{:>8}{:>22}{:>13.6}%{:>12.6}%",
            if row.assumed { "*" } else { " " },
            row.result,
            cut(&row.name, 18),
            cut(&row.when, 41),
            row.pays,
            row.ways,
            row.probability * 100.0,
            row.returns * 100.0,
        );
        // The clauses keep to their column.
        for (nth, clauses) in broken_at(&row.basis, LETTERS - CLAUSES).into_iter().enumerate() {
            let before = if nth == 0 { line.as_str() } else { "" };
            items.push(Item::Plain(format!("{before:<CLAUSES$}{clauses}")));
        }
    }
    items.extend(wrapped(&format!("  {}", wager.summary())));
    items.extend(wager.refusals().iter().flat_map(|refusals| wrapped(&format!("  {refusals}"))));
    if wager.by_stake.iter().any(|at| !at.refused) {
        items.push(Item::Drawing(wager));
    }
    items
}

fn cut(text: &str, letters: usize) -> String {
    match text.chars().count() > letters {
        true => text.chars().take(letters - 1).chain(['~']).collect(),
        false => text.to_owned(),
    }
}

/// A text in lines that fit.
fn wrapped(text: &str) -> Vec<Item<'static>> {
    broken_at(text, LETTERS).into_iter().map(Item::Plain).collect()
}

/// A text in lines of at most so many letters, broken at blanks where there are any.
fn broken_at(text: &str, most: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    let mut from = 0;
    while letters.len() - from > most {
        let blank = letters[from..from + most].iter().rposition(|letter| *letter == ' ');
        let to = from + blank.filter(|blank| *blank > most / 2).map_or(most, |blank| blank + 1);
        lines.push(letters[from..to].iter().collect());
        from = to;
    }
    lines.push(letters[from..].iter().collect());
    lines
}

/// Letters as the fonts number them; what they do not have becomes a question mark.
fn latin(text: &str) -> Vec<u8> {
    let byte = |letter: char| match letter {
        '–' | '—' => b'-',
        '’' | '‘' => b'\'',
        '“' | '”' => b'"',
        '…' => b'.',
        letter => {
            u8::try_from(u32::from(letter)).ok().filter(|byte| !(0x80..0xa0).contains(byte)).unwrap_or(b'?')
        }
    };
    text.chars().map(byte).collect()
}

fn drawn(items: &[Item<'_>], foot: &str) -> Vec<u8> {
    let mut content = Content::new();
    let write = |content: &mut Content, font: &[u8], x: f32, y: f32, text: &str| {
        content.begin_text();
        content.set_font(Name(font), SIZE);
        content.next_line(x, y);
        content.show(Str(&latin(text)));
        content.end_text();
    };
    let mut y = HEIGHT - MARGIN - SIZE;
    for item in items {
        match item {
            Item::Plain(text) => write(&mut content, b"P", MARGIN, y, text),
            Item::Strong(text) => write(&mut content, b"S", MARGIN, y, text),
            Item::Bar(text, share) => {
                write(&mut content, b"P", MARGIN, y, text);
                let left = MARGIN + SIZE * 0.6 * 108.0;
                content.set_fill_gray(0.6);
                content.rect(left, y, (WIDTH - MARGIN - left) * share, SIZE * 0.7).fill_nonzero();
                content.set_fill_gray(0.0);
            }
            Item::Drawing(wager) => draw(&mut content, wager, y, &write),
        }
        y -= LINE * item.lines() as f32;
    }
    write(&mut content, b"P", MARGIN, MARGIN - LINE, foot);
    content.finish().to_vec()
}

/// The edge by stake as a curve between the least and the greatest edge.
fn draw(
    content: &mut Content,
    wager: &ParWager,
    top: f32,
    write: &impl Fn(&mut Content, &[u8], f32, f32, &str),
) {
    let (left, right) = (MARGIN + 70.0, WIDTH - MARGIN - 200.0);
    let (high, low) = (top - LINE, top - LINE * (DRAWING as f32 - 2.0));
    let taken: Vec<(f32, f32)> = wager
        .by_stake
        .iter()
        .enumerate()
        .filter(|(_, at)| !at.refused)
        .map(|(nth, at)| (nth as f32, at.edge as f32 * 100.0))
        .collect();
    let least = taken.iter().map(|point| point.1).fold(f32::INFINITY, f32::min).min(0.0);
    let most = taken.iter().map(|point| point.1).fold(f32::NEG_INFINITY, f32::max).max(0.0);
    let span = (most - least).max(0.001);
    let many = (wager.by_stake.len() as f32 - 1.0).max(1.0);
    let at = |(nth, edge): (f32, f32)| {
        (left + nth / many * (right - left), low + (edge - least) / span * (high - low))
    };
    content.set_line_width(0.4);
    for edge in [least, 0.0, most] {
        let (_, y) = at((0.0, edge));
        content.move_to(left, y).line_to(right, y).stroke();
        write(content, b"P", MARGIN + 8.0, y - 2.0, &format!("{edge:>8.3} %"));
    }
    content.set_line_width(1.0);
    for (nth, point) in taken.iter().enumerate() {
        let (x, y) = at(*point);
        if nth == 0 {
            content.move_to(x, y)
        } else {
            content.line_to(x, y)
        };
    }
    content.stroke();
    if let (Some(first), Some(last)) = (wager.by_stake.first(), wager.by_stake.last()) {
        write(
            content,
            b"P",
            left,
            low - LINE,
            &format!("house edge at stakes from {} to {}", first.stake, last.stake),
        );
    }
}
