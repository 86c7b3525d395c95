//! How the table looks.

use super::app::{App, BettingBox, Overlay, WhoseTurn};
use super::boards::{self, BANKER, PLAYER, TIE};
use crate::sitting::story::{self, Message, Tone};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{Side, Winner};
use baccarat::wager::{Row, Settlement, WagerClass};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use table::Due;

/// The smallest terminal on which everything has its place.
const LEAST: (u16, u16) = (80, 24);

/// How wide the layout with its boxes is.
const BOXES: u16 = 40;

/// Draws the table.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(frame, area);
    }
    let spare = area.height - LEAST.1;
    let rows = [
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(4),
        Constraint::Min(boards::HEIGHT),
        Constraint::Length(1),
        Constraint::Length(2 + spare.min(12)),
        Constraint::Length(1),
    ];
    let [title, due, cards, middle, detail, said, help] = Layout::vertical(rows).areas(area);
    frame.render_widget(title_line(app, title.width), title);
    frame.render_widget(due_line(app, due.width), due);
    draw_hands(frame, app, cards);
    let columns = [Constraint::Length(BOXES), Constraint::Length(1), Constraint::Fill(1)];
    let [layout, _, roads] = Layout::horizontal(columns).areas(middle);
    draw_layout(frame, app, layout);
    boards::draw(&app.sitting.roads(), roads, frame.buffer_mut());
    frame.render_widget(detail_line(app), detail);
    draw_said(frame, app, said);
    frame.render_widget(help_line(app), help);
    if let Some(overlay) = app.overlay {
        draw_overlay(frame, app, overlay, area);
    }
}

fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let message = format!(
        "This table needs {} columns and {} rows; here are {} and {}. Make the terminal larger, or leave with ctrl-c.",
        LEAST.0, LEAST.1, area.width, area.height
    );
    frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), area);
}

/// Left and right on one line, with at least a blank between.
fn spread(left: Vec<Span<'static>>, right: Vec<Span<'static>>, width: u16) -> Line<'static> {
    let wide = |spans: &[Span<'_>]| spans.iter().map(Span::width).sum::<usize>();
    let gap = usize::from(width).saturating_sub(wide(&left) + wide(&right)).max(1);
    let mut spans = left;
    spans.push(" ".repeat(gap).into());
    spans.extend(right);
    Line::from(spans)
}

fn title_line(app: &App, width: u16) -> Line<'static> {
    let state = app.sitting.table.state();
    let net = app.net();
    let net_style = match net.0.signum() {
        1 => Style::new().fg(TIE),
        -1 => Style::new().fg(BANKER),
        _ => Style::new(),
    };
    let sign = if net.0 > 0 { "+" } else { "" };
    let left = vec![
        Span::from(format!(" {} ", app.sitting.table.book().id.to_uppercase())).bold().reversed(),
        Span::from(format!(" {}, shoe {}, coup {}", state.settings.method, state.shoe.number, state.coups)),
        Span::from(if app.felt { ", felt" } else { "" }),
    ];
    let right = vec![
        Span::from("chips "),
        Span::from(app.balance().to_string()).bold(),
        Span::from(format!(", staked {}, net ", app.staked())),
        Span::styled(format!("{sign}{net}"), net_style.bold()),
        Span::from(" "),
    ];
    spread(left, right, width)
}

fn due_line(app: &App, width: u16) -> Line<'static> {
    let (due, clauses) = app.due();
    let mut left = match &app.turn {
        WhoseTurn::Nobody(why) => vec![Span::from(format!(" {why}")).bold()],
        WhoseTurn::Choice(Due::Cut { .. }) => vec![asked(" Will you cut the cards?")],
        WhoseTurn::Choice(Due::AnswerOffer { .. }) => vec![asked(" Will you take the cards?")],
        WhoseTurn::Choice(Due::Expose { .. }) => vec![asked(" WhoseTurn your cards over.")],
        WhoseTurn::Choice(_) => vec![asked(" Will you take the role of designated player?")],
        WhoseTurn::Bets if app.bets().is_empty() || app.clock().is_some() => {
            vec![Span::from(" Due: your wagers").bold()]
        }
        WhoseTurn::Bets | WhoseTurn::Table | WhoseTurn::Felt => {
            vec![Span::from(format!(" Due: {due}")).bold()]
        }
    };
    let right = match (app.clock(), app.entry.side, app.entry.rank) {
        (_, side, None) if app.entry.card.is_some() => {
            let card = app.entry.card.map(|card| format!("{}? ", story::card(card)));
            vec![keyed(side, &card.unwrap_or_default())]
        }
        (_, side, Some(rank)) => vec![keyed(side, &rank.letter().to_string())],
        (_, Some(side), None) => vec![keyed(Some(side), "")],
        (Some(left), ..) => {
            vec![Span::from(format!("clock {}:{:02} ", left / 60, left % 60)).bold().yellow()]
        }
        _ => Vec::new(),
    };
    if !matches!(app.turn, WhoseTurn::Nobody(_)) {
        let taken: usize = left.iter().chain(&right).map(Span::width).sum();
        let room = usize::from(width).saturating_sub(taken + 3);
        left.push(Span::from(format!("  {}", shortened(&clauses, room))).dim());
    }
    spread(left, right, width)
}

/// As many clauses as there is room for.
fn shortened(clauses: &str, room: usize) -> String {
    if clauses.chars().count() <= room {
        return clauses.to_owned();
    }
    let fitting: String = clauses.chars().take(room.saturating_sub(1)).collect();
    let whole = fitting.rsplit_once(", ").map_or("", |(whole, _)| whole);
    format!("{whole}…")
}

fn asked(text: &'static str) -> Span<'static> {
    Span::from(text).bold().yellow()
}

fn keyed(side: Option<Side>, rank: &str) -> Span<'static> {
    let to = side.map_or(String::new(), |side| format!("to {}: ", story::side_name(side)));
    Span::from(format!("{to}{rank}_ ")).bold().yellow()
}

fn draw_hands(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let halves = Layout::horizontal([Constraint::Fill(1); 2]).areas::<2>(area);
    let hands = [
        (Side::Player, &app.hands.player, Winner::Player, PLAYER),
        (Side::Banker, &app.hands.banker, Winner::Banker, BANKER),
    ];
    for ((side, cards, winner, colour), area) in hands.into_iter().zip(halves) {
        let count = story::count(app.sitting.table.book(), cards);
        let count = count.map_or(String::new(), |count| format!(" {count}"));
        let name = format!(" {}{count} ", story::side_name(side).to_uppercase());
        let (name, word) = match app.hands.winner {
            Some(won) if won == winner => (Span::from(name).fg(colour).bold().reversed(), " wins"),
            Some(Winner::Tie) => (Span::from(name).fg(TIE).bold().reversed(), " tie"),
            _ => (Span::from(name).fg(colour).bold(), ""),
        };
        let mut lines = vec![Line::from(vec![Span::from(" "), name, Span::from(word).bold()])];
        lines.extend(drawn(cards));
        frame.render_widget(Text::from(lines), area);
    }
}

/// Cards as three lines, the third card a little apart.
fn drawn(cards: &[Option<Card>]) -> [Line<'static>; 3] {
    let mut lines = [(); 3].map(|()| vec![Span::from("  ")]);
    for (nth, card) in cards.iter().enumerate() {
        let gap = if nth == 2 { "  " } else { "" };
        let (face, style) = match card {
            Some(card) if card.suit.is_red() => (story::card(*card), Style::new().fg(BANKER).bold()),
            Some(card) => (story::card(*card), Style::new().bold()),
            None => ("▒▒▒".to_owned(), Style::new().dim()),
        };
        lines[0].push(format!("{gap}╭────╮").into());
        lines[1].extend([
            Span::from(format!("{gap}│")),
            Span::styled(format!("{face:^4}"), style),
            Span::from("│"),
        ]);
        lines[2].push(format!("{gap}╰────╯").into());
    }
    lines.map(Line::from)
}

fn draw_layout(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let bets = app.bets();
    let mut lines: Vec<Line<'_>> = app
        .boxes
        .iter()
        .enumerate()
        .map(|(nth, own)| {
            let staked = bets.iter().find(|(id, _)| *id == own.wager.id).map(|(_, amount)| *amount);
            box_line(own, staked, nth == app.chosen)
        })
        .collect();
    let chips_at = usize::from(area.height).saturating_sub(1);
    // A book with more wagers than rows scrolls, so that the chosen one can always be seen.
    if lines.len() > chips_at {
        let first = app.chosen.saturating_sub(chips_at.saturating_sub(1));
        lines = lines.into_iter().skip(first).take(chips_at).collect();
    }
    lines.resize(chips_at, Line::default());
    lines.push(chips_line(app));
    frame.render_widget(Text::from(lines), area);
}

fn box_line(own: &BettingBox, staked: Option<Money>, chosen: bool) -> Line<'static> {
    let style = match own.wager.backs.filter(|_| own.wager.class == WagerClass::Main) {
        Some(Winner::Player) => Style::new().fg(PLAYER),
        Some(Winner::Banker) => Style::new().fg(BANKER),
        Some(Winner::Tie) => Style::new().fg(TIE),
        None => Style::new(),
    };
    let short: String = own.wager.name.replace(" on player", ", Player").replace(" on banker", ", Banker");
    let short: String = short.chars().take(21).collect();
    let staked = staked.map_or(String::new(), |amount| amount.to_string());
    let marker = if chosen { "▶" } else { " " };
    let pays = own.pays.replace(" to ", ":").replace("up:", "≤ ").replace(" less ", " -");
    let line = Line::from(vec![
        Span::from(marker),
        Span::styled(format!("{short:<22}"), style),
        Span::from(format!("{pays:<9}")).dim(),
        Span::from(format!("{staked:>8}")).bold(),
    ]);
    if chosen { line.style(Style::new().reversed()) } else { line }
}

fn chips_line(app: &App) -> Line<'static> {
    let mut spans = vec![Span::from(" chip")];
    for (nth, chip) in app.chips().iter().enumerate() {
        let text = format!(" {chip} ");
        spans.push(if nth == app.chip { Span::from(text).bold().reversed() } else { Span::from(text) });
    }
    Line::from(spans)
}

/// The limits of the chosen wager and what it pays.
fn detail_line(app: &App) -> Line<'static> {
    let Some(own) = app.boxes.get(app.chosen) else { return Line::default() };
    let table = &app.sitting.table;
    let limits = table.state().settings.limits_of(table.book(), &own.wager.id);
    let unit = limits.unit.map_or(String::new(), |unit| format!(" in steps of {unit}"));
    Line::from(vec![
        Span::from(format!(" {}", own.wager.name)).bold(),
        Span::from(format!(" {} to {}{unit}; pays {}; i tells all", limits.least, limits.most, own.pays)),
    ])
}

fn style_of(tone: Tone) -> Style {
    match tone {
        Tone::Heading | Tone::Call => Style::new().bold(),
        Tone::Plain => Style::new(),
        Tone::Result(Winner::Player) => Style::new().fg(PLAYER).bold(),
        Tone::Result(Winner::Banker) => Style::new().fg(BANKER).bold(),
        Tone::Result(Winner::Tie) => Style::new().fg(TIE).bold(),
        Tone::Won => Style::new().fg(TIE),
        Tone::Lost => Style::new().dim(),
        Tone::Refused => Style::new().fg(Color::Yellow),
    }
}

/// Something told, in as many lines as it needs.
fn message_lines(message: &Message, width: usize) -> Vec<Line<'static>> {
    let style = style_of(message.tone);
    let words: Vec<(&str, Style)> = message.text.split_whitespace().map(|word| (word, style)).collect();
    let clauses = message.clauses.split_whitespace().map(|word| (word, Style::new().dim()));
    let mut lines: Vec<Vec<Span<'static>>> = vec![vec![" ".into()]];
    let (mut used, mut gap) = (1, 0);
    for (nth, (word, style)) in words.iter().copied().chain(clauses).enumerate() {
        // Clauses stand a little off the words they support.
        gap = if nth == words.len() { gap * 2 } else { gap };
        let wide = Span::from(word).width();
        if gap > 0 && used + gap + wide > width {
            lines.push(vec!["   ".into()]);
            (used, gap) = (3, 0);
        }
        if let Some(line) = lines.last_mut() {
            line.push(Span::styled(format!("{}{word}", " ".repeat(gap)), style));
        }
        (used, gap) = (used + gap + wide, 1);
    }
    lines.into_iter().map(Line::from).collect()
}

/// The newest words at the bottom, as many as fit.
fn newest(log: &[Message], width: u16, height: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for message in log.iter().rev() {
        let mut more = message_lines(message, usize::from(width));
        if lines.len() + more.len() > usize::from(height) && !lines.is_empty() {
            break;
        }
        more.append(&mut lines);
        lines = more;
    }
    lines.truncate(usize::from(height));
    lines
}

fn draw_said(frame: &mut Frame<'_>, app: &App, area: Rect) {
    frame.render_widget(Text::from(newest(&app.log, area.width, area.height)), area);
}

fn help_line(app: &App) -> Line<'static> {
    let keys = match (&app.turn, app.felt) {
        _ if app.entry.card.is_some() => "enter, or the next card: it is so  ⌫ take it back  ? help",
        (WhoseTurn::Choice(Due::Expose { .. }), _) => "enter turn over  ? help  q leave",
        (WhoseTurn::Choice(_), _) => "enter yes  n no  ? help  q leave",
        (WhoseTurn::Bets, false) => {
            "↑↓ box ←→ chip  space bet  ⌫ less  enter deal  u undo c clear r repeat  ? help"
        }
        (WhoseTurn::Bets, true) => {
            "↑↓ box  ←→ chip  space bet  u undo  c clear  r repeat  7h first card  ? help"
        }
        (WhoseTurn::Felt, _)
            if matches!(app.sitting.table.due(), Due::Settle | Due::CollectCards | Due::Call { .. }) =>
        {
            "enter settle and clear  7h a card all the same  w wrong?  ? help  esc leave"
        }
        (WhoseTurn::Felt, _) if matches!(app.sitting.table.due(), Due::BurnRest { .. }) => {
            "z they are burnt  x cutting card  ? help  esc leave"
        }
        (WhoseTurn::Felt, _) if app.sitting.table.due() == Due::Burn => {
            "7h burn a card face up  z burn face down  x cutting card  ? help  esc leave"
        }
        (WhoseTurn::Felt, _) if matches!(app.sitting.table.due(), Due::Decide { .. }) => {
            "enter what is decided  l log  ? help  esc leave"
        }
        (WhoseTurn::Felt, _) if app.window_is_open() => {
            "↑↓ box  ⌫ take its wager back  enter the coup goes on  ? help  esc leave"
        }
        (WhoseTurn::Felt, _) => {
            "7h a card  p7h b7h to that hand  x cutting card  w wrong?  ? help  esc leave"
        }
        (WhoseTurn::Table, _) => "enter faster  l log  ? help  q leave",
        (WhoseTurn::Nobody(_), _) => "l log  q leave",
    };
    Line::from(format!(" {keys}")).dim()
}

fn draw_overlay(frame: &mut Frame<'_>, app: &App, overlay: Overlay, area: Rect) {
    let (title, lines) = match overlay {
        Overlay::Help => (" Keys and signs ", help(app)),
        Overlay::Log => (" What was said (up and down scroll) ", said(app, area)),
        Overlay::Wager => (" What it pays ", wager(app)),
        Overlay::Leave => (" Leave the table? ", leaving(app)),
        Overlay::Mishap => (" Something went wrong ", mishap(app, area)),
    };
    let small = overlay == Overlay::Leave;
    let room = match small {
        true => area.centered(Constraint::Length(60), Constraint::Length(5)),
        false => area.inner(Margin { horizontal: 2, vertical: 1 }),
    };
    frame.render_widget(Clear, room);
    let text = Paragraph::new(lines).block(Block::bordered().title(title)).wrap(Wrap { trim: false });
    frame.render_widget(text, room);
}

fn leaving(app: &App) -> Vec<Line<'static>> {
    let stakes = if app.staked().0 > 0 { " What is on the table stays on it." } else { "" };
    vec![Line::from(format!("y leaves, any other key stays.{stakes}")), Line::from(app.farewell()).dim()]
}

/// The question, with its choices around the chosen one, or what was keyed.
fn mishap(app: &App, area: Rect) -> Vec<Line<'static>> {
    let Some(asking) = &app.asking else { return Vec::new() };
    let mut lines = vec![Line::from(asking.title()).bold().yellow(), Line::default()];
    if let Some((choices, chosen)) = asking.choices() {
        let rows = usize::from(area.height).saturating_sub(9).max(1);
        let first = (chosen + 1).saturating_sub(rows);
        for (nth, words) in choices.into_iter().enumerate().skip(first).take(rows) {
            let line = Line::from(format!("{} {words}", if nth == chosen { "▶" } else { " " }));
            lines.push(if nth == chosen { line.style(Style::new().reversed()) } else { line });
        }
        lines.extend([Line::default(), Line::from("↑↓ choose  enter this one  esc none of it").dim()]);
    }
    if let Some(text) = asking.text() {
        lines.push(Line::from(format!("{text}_")).bold());
        lines.extend([Line::default(), Line::from("enter done  esc none of it").dim()]);
    }
    lines
}

fn said(app: &App, area: Rect) -> Vec<Line<'static>> {
    let until = app.log.len().saturating_sub(app.scrolled);
    newest(&app.log[..until], area.width.saturating_sub(8), area.height.saturating_sub(4))
}

fn help(app: &App) -> Vec<Line<'static>> {
    let keys: &[(&str, &str)] = match app.felt {
        false => &[
            ("↑ ↓ · ← → or 1-9", "choose a box · choose a chip"),
            ("space · ⌫", "put the chip on the box · take it back"),
            ("u · c · r", "undo · clear · repeat the wagers of the coup before"),
            ("enter", "no more bets: deal; then: do not wait"),
            ("n · m", "ask for a coup on which nobody bets · buy more play chips"),
        ],
        true => &[
            ("↑ ↓ · ← →", "choose a box · choose a chip"),
            ("space · ⌫", "put the chip on the box · take it back"),
            ("u · c · r · m", "undo · clear · repeat · buy more play chips"),
            ("7h ts qd", "a card, to the hand that is due: rank (a 2-9 t j q k), suit (s h d c)"),
            ("p7h b7h", "a card that went to the Player or the Banker, due or not"),
            ("enter · ⌫", "the card keyed is right, as the next card also says · take it back"),
            ("x · z", "the cutting card came out · a card was burnt face down"),
            ("enter", "the result stands: settle it and clear the cards"),
            ("w", "what happened? report what went wrong, and have it ruled on"),
        ],
    };
    let more = [
        ("i · l", "what the chosen wager pays · everything that was said"),
        ("q or esc · ctrl-c", "leave · leave at once"),
    ];
    let key = |(key, does): &(&'static str, &'static str)| {
        Line::from(vec![Span::from(format!("{key:<20}")).bold(), Span::from(*does)])
    };
    let mut lines: Vec<Line<'static>> = keys.iter().chain(&more).map(key).collect();
    lines.push(Line::default());
    for sign in app.sitting.table.signs() {
        lines.push(Line::from(vec![
            Span::from(format!("{:<20}", sign.shows.to_string().replace('-', " "))),
            Span::from(sign.text),
            Span::from(format!("  {}", sign.cites.clauses.join(", "))).dim(),
        ]));
    }
    lines
}

fn wager(app: &App) -> Vec<Line<'static>> {
    let Some(own) = app.boxes.get(app.chosen) else { return Vec::new() };
    let mut lines = vec![Line::from(own.wager.name.clone()).bold(), Line::default()];
    let row = |row: &Row| {
        let style = match row.settlement {
            Settlement::Wins(_) => Style::new().fg(TIE),
            Settlement::StandsOff => Style::new(),
            Settlement::Loses => Style::new().dim(),
        };
        let clauses = row.basis.clauses();
        let name = row.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        Line::from(vec![
            Span::styled(format!("{name}{}", row.written()), style),
            Span::from(format!("  {}", clauses.join(", "))).dim(),
        ])
    };
    lines.extend(own.wager.rows.iter().map(row));
    lines.push(Line::default());
    lines.push(Line::from("The first row that fits decides."));
    lines
}
