//! The papers of a tournament: conditions, entry form, seat cards, sign; version and hash on each page.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use sheet::plot::{self, escaped};
use tournament::conditions::Conditions;
use tournament::document::Document;

/// One sheet of paper: its heading, and lines.
struct Paper {
    title: String,
    lines: Vec<String>,
}

fn papers(document: &Document, conditions: &Conditions) -> Vec<Paper> {
    let mut lines = vec![document.instrument.clone(), String::new()];
    for paragraph in &document.paragraphs {
        lines.push(format!("{} ({})", paragraph.title, paragraph.cites));
        lines.push(format!("    {}", paragraph.text));
    }
    let mut form: Vec<String> =
        document.form.iter().map(|field| format!("{field}: ______________________________")).collect();
    form.push(String::new());
    form.push(document.agreement.clone());
    form.push("Date and signature: ______________________________".into());
    form.push(format!("Receipt: entry fee {} received by ____________________", conditions.entry.fee));
    let mut papers = vec![
        Paper { title: format!("{}: conditions", document.name), lines },
        Paper { title: format!("{}: entry form", document.name), lines: form },
    ];
    let tables = conditions
        .stages
        .first()
        .and_then(|stage| stage.tables.for_players(conditions.entry.numbers.1, conditions.play.seats));
    let cards = (1..=tables.unwrap_or(1)).flat_map(|table| {
        (1..=conditions.play.seats)
            .map(move |seat| format!("Table {table}   Seat {seat}   Name ____________________"))
    });
    papers.push(Paper { title: format!("{}: seat cards", document.name), lines: cards.collect() });
    let limits = conditions
        .play
        .levels
        .iter()
        .map(|level| format!("Minimum {}   Maximum {}", level.least, level.most));
    let mut sign: Vec<String> = vec!["This table is used for the tournament alone.".into()];
    sign.extend(limits);
    papers.push(Paper { title: format!("{}: sign", document.name), lines: sign });
    papers
}

/// The papers as one page that needs nothing else.
pub fn html(document: &Document, conditions: &Conditions) -> String {
    let mut body = format!("<p>{}</p>\n", escaped(&document.instrument));
    body.push_str("<section><h2>Conditions</h2>\n<div class=wide><table>\n<tr><th>item</th><th>conditions</th><th>clauses</th></tr>\n");
    for paragraph in &document.paragraphs {
        body.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(&paragraph.title),
            escaped(&paragraph.text),
            escaped(&paragraph.cites.to_string())
        ));
    }
    body.push_str(&format!("</table></div><p><small>{}</small></p></section>\n", escaped(&document.version)));
    for paper in papers(document, conditions).into_iter().skip(1) {
        body.push_str(&format!("<section><h2>{}</h2>\n", escaped(&paper.title)));
        for line in paper.lines {
            body.push_str(&format!("<p>{}</p>\n", escaped(&line)));
        }
        body.push_str(&format!("<p><small>{}</small></p></section>\n", escaped(&document.version)));
    }
    plot::page(&document.name, &body)
}

const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 48.0;
const SIZE: f32 = 9.0;
const LINE: f32 = 13.0;
/// How many letters fit on a line: each is six tenths of the size wide.
const LETTERS: usize = ((WIDTH - 2.0 * MARGIN) / (SIZE * 0.6)) as usize;
/// How many lines fit on a page, heading and foot left out.
const LINES: usize = ((HEIGHT - 2.0 * MARGIN) / LINE) as usize - 4;

/// The papers as PDF pages in a typewriter font that every reader has.
pub fn pdf(document: &Document, conditions: &Conditions) -> Vec<u8> {
    let mut pages: Vec<(String, Vec<String>)> = Vec::new();
    for paper in papers(document, conditions) {
        let lines: Vec<String> = paper.lines.iter().flat_map(|line| wrapped(line)).collect();
        for part in lines.chunks(LINES) {
            pages.push((paper.title.clone(), part.to_vec()));
        }
    }
    let mut pdf = Pdf::new();
    let (catalog, tree, plain, strong) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let page_ref = |nth: usize| Ref::new(5 + 2 * nth as i32);
    let content_ref = |nth: usize| Ref::new(6 + 2 * nth as i32);
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
    pdf.type1_font(plain).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
    pdf.type1_font(strong).base_font(Name(b"Courier-Bold")).encoding_predefined(Name(b"WinAnsiEncoding"));
    let many = pages.len();
    for (nth, (title, lines)) in pages.iter().enumerate() {
        let mut page = pdf.page(page_ref(nth));
        page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(content_ref(nth));
        page.resources().fonts().pair(Name(b"P"), plain).pair(Name(b"S"), strong);
        page.finish();
        let foot = format!("{}   page {} of {many}", document.version, nth + 1);
        pdf.stream(content_ref(nth), &drawn(title, lines, &foot));
    }
    pdf.finish()
}

fn drawn(title: &str, lines: &[String], foot: &str) -> Vec<u8> {
    let mut content = Content::new();
    let mut write = |font: &[u8], y: f32, text: &str| {
        content.begin_text();
        content.set_font(Name(font), SIZE);
        content.next_line(MARGIN, y);
        content.show(Str(&latin(text)));
        content.end_text();
    };
    let top = HEIGHT - MARGIN - SIZE;
    write(b"S", top, title);
    for (nth, line) in lines.iter().enumerate() {
        write(b"P", top - LINE * (nth as f32 + 2.0), line);
    }
    write(b"P", MARGIN - LINE, foot);
    content.finish().to_vec()
}

/// A text in lines that fit, broken at blanks.
fn wrapped(text: &str) -> Vec<String> {
    let indent: String = text.chars().take_while(|letter| *letter == ' ').collect();
    let mut lines = vec![indent.clone()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().map_or(0, |line| line.chars().count());
        if last + word.chars().count() + 1 > LETTERS && last > indent.len() {
            lines.push(indent.clone());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Letters as the fonts number them; what they do not have becomes a question mark.
fn latin(text: &str) -> Vec<u8> {
    let byte = |letter: char| match letter {
        '–' | '—' => b'-',
        '’' | '‘' => b'\'',
        '“' | '”' => b'"',
        letter => {
            u8::try_from(u32::from(letter)).ok().filter(|byte| !(0x80..0xa0).contains(byte)).unwrap_or(b'?')
        }
    };
    text.chars().map(byte).collect()
}
