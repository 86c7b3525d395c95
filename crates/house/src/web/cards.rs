//! The playing cards: 52 faces and a back, drawn by us as the symbols of one SVG file.
//!
//! A symbol is named by its card (`7H`, `TS`) or `back` and is 100 wide and 140 high. Ranks are strokes, suits are shapes, and
//! courts are half figures that stand on their heads as well.

use baccarat::card::{Card, Rank, Suit};
use std::fmt::Write;
use std::sync::LazyLock;

/// The file with all cards.
pub fn sprite() -> &'static str {
    static SPRITE: LazyLock<String> = LazyLock::new(draw);
    &SPRITE
}

/// The colours of a suit: of its pips, and of the robes of its courts.
struct Colours {
    pip: &'static str,
    robe: &'static str,
    trim: &'static str,
}

fn colours(suit: Suit) -> Colours {
    match suit {
        Suit::Spades => Colours { pip: "#16181d", robe: "#1f2d4d", trim: "#8fa6d8" },
        Suit::Hearts => Colours { pip: "#b3122b", robe: "#8f1326", trim: "#f0a9a0" },
        Suit::Diamonds => Colours { pip: "#b3122b", robe: "#a8431d", trim: "#f6c98b" },
        Suit::Clubs => Colours { pip: "#16181d", robe: "#0e4d38", trim: "#9fd3b4" },
    }
}

/// The shape of a suit, about 20 by 20 around the origin.
fn shape(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => {
            "M0 9.5C-3 6-10 1.5-10-4C-10-7.5-7.4-9.5-4.8-9.5C-2.6-9.5-.9-8.2 0-6C.9-8.2 2.6-9.5 4.8-9.5C7.4-9.5 10-7.5 \
             10-4C10 1.5 3 6 0 9.5Z"
        }
        Suit::Diamonds => "M0-10.5C2.2-6.5 5-3 8 0C5 3 2.2 6.5 0 10.5C-2.2 6.5-5 3-8 0C-5-3-2.2-6.5 0-10.5Z",
        Suit::Spades => {
            "M0-10.5C3-6.5 10-2 10 3.6C10 6.8 7.6 8.4 5.2 8.4C3.4 8.4 1.9 7.6 1 6.2C1.3 8.4 2.2 9.8 4 10.5H-4C-2.2 9.8-1.3 \
             8.4-1 6.2C-1.9 7.6-3.4 8.4-5.2 8.4C-7.6 8.4-10 6.8-10 3.6C-10-2-3-6.5 0-10.5Z"
        }
        Suit::Clubs => {
            "M0-10.4A4.9 4.9 0 0 1 3.6-2.1A4.9 4.9 0 1 1 1 5.2C1.3 8 2.2 9.8 4 10.5H-4C-2.2 9.8-1.3 8-1 5.2A4.9 4.9 0 1 \
             1-3.6-2.1A4.9 4.9 0 0 1 0-10.4Z"
        }
    }
}

/// The strokes of a rank, 20 wide and 28 high.
fn strokes(rank: Rank) -> &'static str {
    match rank {
        Rank::Ace => "M1 28L10 1L19 28M4.3 18.5H15.7",
        Rank::Two => "M2 8C2 3 5.5 1 10 1C15 1 18 4 18 8.5C18 13 14 16 10 19.5C6 23 3 25 2 27.5H18.5",
        Rank::Three => {
            "M2.5 5C4.5 2 7 1 10 1C14.5 1 17.5 3.5 17.5 7.3C17.5 11.2 14 13.4 9 13.4C14.5 13.4 18.5 16 18.5 20.4C18.5 25 15 \
             27.5 10 27.5C6.5 27.5 3.5 26 1.5 23"
        }
        Rank::Four => "M14 28V1L1.5 20H19.5",
        Rank::Five => {
            "M17 1.2H5L3.5 12.6C5.5 11 8 10.3 10.5 10.3C15.5 10.3 18.5 13.5 18.5 18.6C18.5 24 15 27.5 9.8 27.5C6 27.5 3.3 26 \
             1.5 23.2"
        }
        Rank::Six => {
            "M16.4 3.2C14.8 1.7 12.7 1 10.8 1C4.5 1 1.8 8 1.8 16.5C1.8 24 5 27.5 10.2 27.5C15.2 27.5 18.4 24 18.4 19C18.4 14 \
             15.2 11.2 10.6 11.2C6 11.2 2.4 14 1.9 18"
        }
        Rank::Seven => "M1.5 1.2H18.5C12.5 9 9 18 8 28",
        Rank::Eight => {
            "M10 13C5.5 13 3 10.5 3 7C3 3.5 5.8 1 10 1C14.2 1 17 3.5 17 7C17 10.5 14.5 13 10 13C5 13 1.8 16 1.8 20.3C1.8 24.6 \
             5 27.5 10 27.5C15 27.5 18.2 24.6 18.2 20.3C18.2 16 15 13 10 13Z"
        }
        Rank::Nine => {
            "M3.6 25.3C5.2 26.8 7.3 27.5 9.2 27.5C15.5 27.5 18.2 20.5 18.2 12C18.2 4.5 15 1 9.8 1C4.8 1 1.6 4.5 1.6 9.5C1.6 \
             14.5 4.8 17.3 9.4 17.3C14 17.3 17.6 14.5 18.1 10.5"
        }
        Rank::Ten => {
            "M-2 5.5L2.5 1.2V28M14 1C18 1 20.5 6 20.5 14.2C20.5 22.5 18 27.5 14 27.5C10 27.5 7.5 22.5 7.5 14.2C7.5 6 10 1 14 1Z"
        }
        Rank::Jack => "M6 1.2H17.5M13.5 1.2V20C13.5 25 11.3 27.5 7.5 27.5C4 27.5 2 25.5 1.5 22",
        Rank::Queen => {
            "M10 1C15.5 1 18.6 6 18.6 14.2C18.6 22.4 15.5 27.4 10 27.4C4.5 27.4 1.4 22.4 1.4 14.2C1.4 6 4.5 1 10 1ZM11 20L19 29"
        }
        Rank::King => "M3 1V28M18 1L3 17M8.3 11.4L18.6 28",
    }
}

/// Where the pips of a plain card lie; those below the middle stand on their heads.
fn places(rank: Rank) -> &'static [(f32, f32)] {
    const TOP: f32 = 27.0;
    const LOW: f32 = 113.0;
    const UPPER: f32 = 55.7;
    const LOWER: f32 = 84.3;
    match rank {
        Rank::Two => &[(50.0, TOP), (50.0, LOW)],
        Rank::Three => &[(50.0, TOP), (50.0, 70.0), (50.0, LOW)],
        Rank::Four => &[(33.0, TOP), (67.0, TOP), (33.0, LOW), (67.0, LOW)],
        Rank::Five => &[(33.0, TOP), (67.0, TOP), (50.0, 70.0), (33.0, LOW), (67.0, LOW)],
        Rank::Six => &[(33.0, TOP), (67.0, TOP), (33.0, 70.0), (67.0, 70.0), (33.0, LOW), (67.0, LOW)],
        Rank::Seven => {
            &[(33.0, TOP), (67.0, TOP), (50.0, 48.5), (33.0, 70.0), (67.0, 70.0), (33.0, LOW), (67.0, LOW)]
        }
        Rank::Eight => &[
            (33.0, TOP),
            (67.0, TOP),
            (50.0, 48.5),
            (33.0, 70.0),
            (67.0, 70.0),
            (50.0, 91.5),
            (33.0, LOW),
            (67.0, LOW),
        ],
        Rank::Nine => &[
            (33.0, TOP),
            (67.0, TOP),
            (33.0, UPPER),
            (67.0, UPPER),
            (50.0, 70.0),
            (33.0, LOWER),
            (67.0, LOWER),
            (33.0, LOW),
            (67.0, LOW),
        ],
        Rank::Ten => &[
            (33.0, TOP),
            (67.0, TOP),
            (50.0, 41.3),
            (33.0, UPPER),
            (67.0, UPPER),
            (33.0, LOWER),
            (67.0, LOWER),
            (50.0, 98.7),
            (33.0, LOW),
            (67.0, LOW),
        ],
        Rank::Ace | Rank::Jack | Rank::Queen | Rank::King => &[],
    }
}

const GOLD: &str = "#c39a3a";
const SKIN: &str = "#f3d8b8";
const LINE: &str = "#3a2a1c";

fn draw() -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"><defs>");
    for suit in Suit::ALL {
        let _ = write!(
            out,
            "<path id=\"pip-{}\" fill=\"{}\" d=\"{}\"/>",
            suit.letter(),
            colours(suit).pip,
            shape(suit)
        );
    }
    out.push_str("</defs>");
    for card in Card::all() {
        let _ = write!(out, "<symbol id=\"{card}\" viewBox=\"0 0 100 140\">");
        face(&mut out, card);
        out.push_str("</symbol>");
    }
    back(&mut out);
    out.push_str("</svg>\n");
    out
}

fn face(out: &mut String, card: Card) {
    out.push_str("<rect x=\".6\" y=\".6\" width=\"98.8\" height=\"138.8\" rx=\"8\" fill=\"#fdfaf1\" stroke=\"#b9ad8c\" stroke-width=\"1.2\"/>");
    let mut corner = String::new();
    index(&mut corner, card);
    both_ways(out, &format!("corner-{card}"), &corner);
    match card.rank {
        Rank::Ace => ace(out, card.suit),
        Rank::Jack | Rank::Queen | Rank::King => court(out, card),
        _ => {
            for (x, y) in places(card.rank) {
                pip(out, card.suit, *x, *y, 0.92, *y > 70.0);
            }
        }
    }
}

/// What is drawn upright, and once more turned by half a turn.
fn both_ways(out: &mut String, name: &str, drawn: &str) {
    let _ =
        write!(out, "<g id=\"{name}\">{drawn}</g><use href=\"#{name}\" transform=\"rotate(180 50 70)\"/>");
}

fn pip(out: &mut String, suit: Suit, x: f32, y: f32, scale: f32, turned: bool) {
    let turn = if turned { " rotate(180)" } else { "" };
    let _ = write!(
        out,
        "<use href=\"#pip-{}\" transform=\"translate({x} {y}) scale({scale}){turn}\"/>",
        suit.letter()
    );
}

/// The corner: rank above suit.
fn index(out: &mut String, card: Card) {
    let _ = write!(
        out,
        "<path d=\"{}\" transform=\"translate(5.6 8) scale(.66)\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        strokes(card.rank),
        colours(card.suit).pip
    );
    pip(out, card.suit, 12.2, 37.0, 0.56, false);
}

fn ace(out: &mut String, suit: Suit) {
    for (radius, width) in [(30.0, 0.9), (27.5, 0.5)] {
        let _ = write!(
            out,
            "<circle cx=\"50\" cy=\"70\" r=\"{radius}\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"{width}\"/>"
        );
    }
    for turn in 0..12 {
        let _ = write!(
            out,
            "<path d=\"M50 37.5l1.6 2.5-1.6 2.5-1.6-2.5Z\" fill=\"{GOLD}\" transform=\"rotate({} 50 70)\"/>",
            turn * 30
        );
    }
    pip(out, suit, 50.0, 70.0, 1.9, false);
}

fn court(out: &mut String, card: Card) {
    let colours = colours(card.suit);
    let _ = write!(
        out,
        "<rect x=\"23\" y=\"9\" width=\"54\" height=\"122\" rx=\"4\" fill=\"#f6edd5\" stroke=\"{GOLD}\" stroke-width=\"1.2\"/>"
    );
    let mut half = String::new();
    robe(&mut half, &colours);
    match card.rank {
        Rank::King => king(&mut half, &colours),
        Rank::Queen => queen(&mut half, &colours),
        _ => jack(&mut half, &colours),
    }
    pip(&mut half, card.suit, 31.5, 19.0, 0.62, false);
    both_ways(out, &format!("half-{card}"), &half);
    // The sash that hides where the two halves meet.
    let _ = write!(
        out,
        "<path d=\"M23.6 75.5L76.4 61.5V64.5L23.6 78.5Z\" fill=\"{GOLD}\"/><path d=\"M23.6 66L76.4 74\" stroke=\"none\"/>"
    );
}

/// Shoulders, collar and neck.
fn robe(out: &mut String, colours: &Colours) {
    let Colours { robe, trim, .. } = colours;
    let _ = write!(
        out,
        "<path d=\"M23.6 76V66C26 57 35 53.5 42 51.5H58C65 53.5 74 57 76.4 66V62L23.6 76Z\" fill=\"{robe}\"/>\
         <path d=\"M23.6 77.5V65C26 57 35 53.5 42 51.5H58C65 53.5 74 57 76.4 65V63Z\" fill=\"{robe}\"/>\
         <path d=\"M42 51.5L50 67.5L58 51.5L55 49H45Z\" fill=\"{trim}\"/>\
         <path d=\"M42 51.5L50 67.5L58 51.5\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.6\"/>\
         <path d=\"M29 61l3 3-3 3-3-3ZM36 57.5l2.4 2.4-2.4 2.4-2.4-2.4ZM71 58.5l2.4 2.4-2.4 2.4-2.4-2.4ZM64 56l2.4 2.4-2.4 \
         2.4-2.4-2.4Z\" fill=\"{GOLD}\"/>\
         <path d=\"M46 43H54V50L50 54L46 50Z\" fill=\"{SKIN}\" stroke=\"{LINE}\" stroke-width=\".5\"/>"
    );
}

/// Eyes, brows, nose and mouth.
fn features(out: &mut String) {
    let _ = write!(
        out,
        "<path d=\"M44.2 33.4Q46 32 47.8 33.2M52.2 33.2Q54 32 55.8 33.4M50 34.5L49 39H51M47.4 42.2Q50 43.6 52.6 42.2\" \
         fill=\"none\" stroke=\"{LINE}\" stroke-width=\".8\" stroke-linecap=\"round\"/>\
         <circle cx=\"46.1\" cy=\"35.3\" r=\".95\" fill=\"{LINE}\"/><circle cx=\"53.9\" cy=\"35.3\" r=\".95\" fill=\"{LINE}\"/>"
    );
}

fn head(out: &mut String) {
    let _ = write!(
        out,
        "<path d=\"M41.4 33C41.4 26 45 23.5 50 23.5S58.6 26 58.6 33C58.6 41 55 47 50 47S41.4 41 41.4 33Z\" fill=\"{SKIN}\" \
         stroke=\"{LINE}\" stroke-width=\".6\"/>"
    );
}

fn king(out: &mut String, colours: &Colours) {
    let Colours { robe, .. } = colours;
    let hair = "#6d5434";
    let _ = write!(
        out,
        "<path d=\"M39.5 28C37.5 36 39 44 41.5 47.5L45 40V27ZM60.5 28C62.5 36 61 44 58.5 47.5L55 40V27Z\" fill=\"{hair}\"/>"
    );
    head(out);
    features(out);
    let _ = write!(
        out,
        "<path d=\"M41.6 36C42 47 46 53.5 50 53.5S58 47 58.4 36C57 41 54.5 40.4 50 40.4S43 41 41.6 36ZM47 43.2Q50 41.6 53 43.2 \
         50 46 47 43.2Z\" fill=\"{hair}\" fill-rule=\"evenodd\"/>\
         <path d=\"M39.4 28.5L37.4 15.5L44 20.4L50 12.6L56 20.4L62.6 15.5L60.6 28.5Q50 25.6 39.4 28.5Z\" fill=\"{GOLD}\" \
         stroke=\"{LINE}\" stroke-width=\".6\" stroke-linejoin=\"round\"/>\
         <circle cx=\"50\" cy=\"12.4\" r=\"1.6\" fill=\"{robe}\"/><circle cx=\"37.4\" cy=\"15.3\" r=\"1.3\" fill=\"{robe}\"/>\
         <circle cx=\"62.6\" cy=\"15.3\" r=\"1.3\" fill=\"{robe}\"/>\
         <path d=\"M44.5 23.5l1.5 1.8-1.5 1.8-1.5-1.8ZM50 22l1.7 2-1.7 2-1.7-2ZM55.5 23.5l1.5 1.8-1.5 1.8-1.5-1.8Z\" \
         fill=\"{robe}\"/>\
         <path d=\"M70 61V17M66.6 24.5H73.4\" stroke=\"{GOLD}\" stroke-width=\"2\" stroke-linecap=\"round\"/>\
         <path d=\"M70 11.5l2 3.5-2 5-2-5Z\" fill=\"{GOLD}\"/>\
         <ellipse cx=\"70\" cy=\"52\" rx=\"3.4\" ry=\"3\" fill=\"{SKIN}\" stroke=\"{LINE}\" stroke-width=\".6\"/>"
    );
}

fn queen(out: &mut String, colours: &Colours) {
    let Colours { robe, trim, pip } = colours;
    let hair = "#7c3f1c";
    let _ = write!(
        out,
        "<path d=\"M50 20C41 20 38.4 26 38.4 34C38.4 43 36.5 47 34.5 51C39 53.5 43.5 53 46 50.5H54C56.5 53 61 53.5 65.5 \
         51C63.5 47 61.6 43 61.6 34C61.6 26 59 20 50 20Z\" fill=\"{hair}\" stroke=\"{LINE}\" stroke-width=\".5\"/>\
         <path d=\"M46 43H54V50L50 54L46 50Z\" fill=\"{SKIN}\"/>"
    );
    head(out);
    features(out);
    let _ = write!(
        out,
        "<path d=\"M41.3 33C42.5 27.5 46.5 26.5 50 24.6C53.5 26.5 57.5 27.5 58.7 33C59.5 25.5 56 22.6 50 22.6S40.5 25.5 41.3 \
         33Z\" fill=\"{hair}\"/>\
         <path d=\"M40.8 25.4C39.2 20.5 40.2 16.4 42.4 14.6C43.4 17.6 45.4 18.2 46.8 16.2C47.6 18.4 49.4 17.6 50 13C50.6 \
         17.6 52.4 18.4 53.2 16.2C54.6 18.2 56.6 17.6 57.6 14.6C59.8 16.4 60.8 20.5 59.2 25.4Q50 21.4 40.8 25.4Z\" \
         fill=\"{GOLD}\" stroke=\"{LINE}\" stroke-width=\".6\" stroke-linejoin=\"round\"/>\
         <circle cx=\"50\" cy=\"12.4\" r=\"1.5\" fill=\"{robe}\"/>\
         <circle cx=\"45.6\" cy=\"21\" r=\"1.1\" fill=\"{robe}\"/><circle cx=\"50\" cy=\"20.4\" r=\"1.1\" fill=\"{robe}\"/>\
         <circle cx=\"54.4\" cy=\"21\" r=\"1.1\" fill=\"{robe}\"/>\
         <path d=\"M44.6 49.5Q50 55 55.4 49.5\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.1\"/>\
         <circle cx=\"50\" cy=\"53\" r=\"1.4\" fill=\"{pip}\"/>\
         <path d=\"M70.5 62C70.5 52 69 44 70 36\" fill=\"none\" stroke=\"#2f6b3c\" stroke-width=\"1.4\"/>\
         <path d=\"M70 44Q74.5 43 75 39.5Q71 39.5 70 44Z\" fill=\"#2f6b3c\"/>\
         <circle cx=\"66.6\" cy=\"31\" r=\"3\" fill=\"{trim}\"/><circle cx=\"73.2\" cy=\"31\" r=\"3\" fill=\"{trim}\"/>\
         <circle cx=\"67.6\" cy=\"36\" r=\"3\" fill=\"{trim}\"/><circle cx=\"72.4\" cy=\"36\" r=\"3\" fill=\"{trim}\"/>\
         <circle cx=\"70\" cy=\"28\" r=\"3\" fill=\"{trim}\"/><circle cx=\"70\" cy=\"32.6\" r=\"2.4\" fill=\"{GOLD}\"/>\
         <ellipse cx=\"70.4\" cy=\"54\" rx=\"3.2\" ry=\"2.8\" fill=\"{SKIN}\" stroke=\"{LINE}\" stroke-width=\".6\"/>"
    );
}

fn jack(out: &mut String, colours: &Colours) {
    let Colours { robe, trim, .. } = colours;
    let hair = "#c08a3c";
    let _ = write!(
        out,
        "<path d=\"M40 26C37 34 37.4 42 39.6 46.5C42 47.5 44 47 45 45V28ZM60 26C63 34 62.6 42 60.4 46.5C58 47.5 56 47 55 45V28Z\" \
         fill=\"{hair}\" stroke=\"{LINE}\" stroke-width=\".5\"/>"
    );
    head(out);
    features(out);
    let _ = write!(
        out,
        "<path d=\"M41.2 31C44 28.4 47 29.6 50 28C53 29.6 56 28.4 58.8 31L59 26H41Z\" fill=\"{hair}\"/>\
         <path d=\"M38 27C37 20.5 43 16 51 16C58 16 63.5 19 63 24.5C62.7 27 61 27.6 60 27.4Q50 23.5 40 27.6Q38.4 28.2 38 \
         27Z\" fill=\"{robe}\" stroke=\"{LINE}\" stroke-width=\".6\"/>\
         <path d=\"M38.6 27.4Q50 22.8 61.4 27.2\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.8\"/>\
         <path d=\"M58 20C60 13 66 11.4 71.5 13.6C69.5 19.5 64 22 58.6 21.4\" fill=\"{trim}\" stroke=\"{LINE}\" \
         stroke-width=\".5\"/><path d=\"M58.6 20.6Q64 16.6 70 14.2\" stroke=\"{LINE}\" stroke-width=\".5\" fill=\"none\"/>\
         <path d=\"M71.5 61V27\" stroke=\"{GOLD}\" stroke-width=\"1.8\"/>\
         <path d=\"M71.5 22.5L73.4 28H69.6ZM70.6 30C66.6 29 65.4 33.5 66.4 37.5C68.4 35.4 69.6 35.6 70.6 36.4Z\" fill=\"{GOLD}\" \
         stroke=\"{LINE}\" stroke-width=\".4\"/>\
         <ellipse cx=\"71.4\" cy=\"52\" rx=\"3.2\" ry=\"2.9\" fill=\"{SKIN}\" stroke=\"{LINE}\" stroke-width=\".6\"/>"
    );
}

fn back(out: &mut String) {
    out.push_str(
        "<symbol id=\"back\" viewBox=\"0 0 100 140\"><rect x=\".6\" y=\".6\" width=\"98.8\" height=\"138.8\" rx=\"8\" \
         fill=\"#fdfaf1\" stroke=\"#b9ad8c\" stroke-width=\"1.2\"/><rect x=\"5\" y=\"5\" width=\"90\" height=\"130\" rx=\"5\" \
         fill=\"#0c3b2c\"/><path d=\"",
    );
    // A lattice of two families of lines, cut off at the edges of the field.
    for step in 0..22 {
        let reach = f32::from(10 * step as u8) + 5.0;
        lattice(out, reach, false);
        lattice(out, reach, true);
    }
    let _ = write!(
        out,
        "\" stroke=\"{GOLD}\" stroke-width=\".55\" stroke-opacity=\".75\" fill=\"none\"/><rect x=\"8\" y=\"8\" width=\"84\" \
         height=\"124\" rx=\"3.5\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.1\"/><path d=\"M50 46L71 70L50 94L29 70Z\" \
         fill=\"#0c3b2c\" stroke=\"{GOLD}\" stroke-width=\"1.4\"/><path d=\"{}\" fill=\"{GOLD}\" transform=\"translate(50 69) \
         scale(1.05)\"/></symbol>",
        shape(Suit::Spades)
    );
}

/// One line of the lattice: x + y = reach from the left edge, or its mirror image.
fn lattice(out: &mut String, reach: f32, mirrored: bool) {
    let (left, right, top, bottom) = (5.0, 95.0, 5.0, 135.0);
    let start =
        if reach <= bottom - top { (left, top + reach) } else { (left + reach - (bottom - top), bottom) };
    let end = if reach <= right - left { (left + reach, top) } else { (right, top + reach - (right - left)) };
    if start.0 >= right || end.1 >= bottom {
        return;
    }
    let x = |x: f32| if mirrored { 100.0 - x } else { x };
    let _ = write!(out, "M{} {}L{} {}", x(start.0), start.1, x(end.0), end.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_and_the_back_are_drawn_once() {
        for card in Card::all().map(|card| card.to_string()).chain(["back".to_owned()]) {
            let symbol = format!("<symbol id=\"{card}\"");
            assert_eq!(sprite().matches(&symbol).count(), 1, "{card}");
        }
    }

    #[test]
    fn a_plain_card_has_as_many_pips_as_it_says() {
        for (rank, pips) in
            [(Rank::Two, 2), (Rank::Five, 5), (Rank::Seven, 7), (Rank::Nine, 9), (Rank::Ten, 10)]
        {
            assert_eq!(places(rank).len(), pips);
        }
    }
}
