//! Papers: sheets with a heading and lines, as a page or as PDF, with the same foot on each.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use sheet::plot::escaped;

/// One sheet of paper: its heading, and lines.
pub struct Paper {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// Papers as sections of a page.
pub fn sections(papers: &[Paper], foot: &str) -> String {
    let mut body = String::new();
    for paper in papers {
        body.push_str(&format!("<section><h2>{}</h2>\n", escaped(&paper.title)));
        for line in &paper.lines {
            body.push_str(&format!("<p>{}</p>\n", escaped(line)));
        }
        body.push_str(&format!("<p><small>{}</small></p></section>\n", escaped(foot)));
    }
    body
}

/// Items of a document as a section: what each is about, what it says, and the clauses.
pub fn items(title: &str, heading: &str, items: &[(String, String, String)], foot: &str) -> String {
    let mut body = format!(
        "<section><h2>{}</h2>\n<div class=wide><table>\n<tr><th>item</th><th>{}</th><th>clauses</th></tr>\n",
        escaped(title),
        escaped(heading)
    );
    for (about, text, cites) in items {
        body.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(about),
            escaped(text),
            escaped(cites)
        ));
    }
    body.push_str(&format!("</table></div><p><small>{}</small></p></section>\n", escaped(foot)));
    body
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
pub fn pdf(papers: &[Paper], foot: &str) -> Vec<u8> {
    let mut pages: Vec<(String, Vec<String>)> = Vec::new();
    for paper in papers {
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
        let foot = format!("{foot}   page {} of {many}", nth + 1);
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
