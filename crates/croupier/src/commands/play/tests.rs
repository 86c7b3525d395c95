//! The table played without a terminal, and its screens as they are drawn.

use super::app::{App, Overlay, WhoseTurn};
use super::view;
use crate::files::library;
use crate::sitting::{Cards, TableArgs};
use baccarat::chips::Money;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::sync::Arc;
use table::state::Phase;
use table::{Due, Name, Time};

const BOOKS: [&str; 4] = ["act", "nz", "qld", "nsw"];

fn args(book: &str) -> TableArgs {
    TableArgs { book: book.into(), seed: Some(1), method: None, dealing: None, clock: None }
}

fn app_of(args: &TableArgs, felt: bool) -> App {
    let book = Arc::new(library::open(&args.book).unwrap());
    let settings = args.settings(&book).unwrap();
    let cards = if felt { Cards::Felt } else { args.shoe(1, &book, &settings).unwrap() };
    App::open(book, settings, cards, Name::from("Guest"), Money(100_000)).unwrap()
}

fn app(book: &str, felt: bool) -> App {
    app_of(&args(book), felt)
}

fn press(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
    app.tick(app.sitting.now);
}

/// Keys as they are written: a blank is the space bar, `⏎` enter, `⌫` backspace, `↓` down, `⎋` escape.
fn keys(app: &mut App, keys: &str) {
    for key in keys.chars() {
        press(
            app,
            match key {
                '⏎' => KeyCode::Enter,
                '⌫' => KeyCode::Backspace,
                '↓' => KeyCode::Down,
                '↑' => KeyCode::Up,
                '⎋' => KeyCode::Esc,
                other => KeyCode::Char(other),
            },
        );
    }
}

/// Lets time pass until the table waits for the person.
fn wait(app: &mut App) {
    for _ in 0..2_000 {
        if app.turn != WhoseTurn::Table {
            return;
        }
        app.tick(Time(app.sitting.now.0 + 50));
    }
    panic!("the table does not wait for anyone: {:?}", app.log.last());
}

/// Answers yes to whatever is asked until it is time to bet.
fn until_bets(app: &mut App) {
    for _ in 0..50 {
        wait(app);
        match &app.turn {
            WhoseTurn::Bets => return,
            WhoseTurn::Choice(_) => keys(app, "⏎"),
            WhoseTurn::Felt if app.sitting.table.due() == Due::Burn => {
                let up = app.sitting.table.state().settings.burn
                    == baccarat::rules::shoe::BurnStyle::FaceUpAndItsCount;
                keys(app, if up { "ts⏎" } else { "z" });
            }
            WhoseTurn::Felt if matches!(app.sitting.table.due(), Due::BurnRest { .. }) => keys(app, "z"),
            other => panic!("{other:?}: {:?}", app.log.last()),
        }
    }
    panic!("no bets: {:?}", app.log.last());
}

fn last(app: &App) -> String {
    app.log.last().map_or(String::new(), |message| format!("{} ({})", message.text, message.clauses))
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, app)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect::<Vec<_>>().join("\n") + "\n"
}

/// A screen is as it was put down in its file; `UPDATE_SCREENS=1` puts it down anew.
fn check_screen(name: &str, drawn: &str) {
    let path = format!("{}/src/commands/play/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, drawn).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(drawn, expected, "{name}: if it is meant so, run with UPDATE_SCREENS=1\n{drawn}");
}

#[test]
fn every_book_can_be_played_shoe_after_shoe_and_chips_add_up() {
    for book in BOOKS {
        let mut app = app(book, false);
        let all = app.sitting.table.state().all_chips();
        for _ in 0..200 {
            until_bets(&mut app);
            if app.balance() < Money(10_000) {
                keys(&mut app, "m");
            }
            if app.bets().is_empty() {
                keys(&mut app, "5 ");
            }
            keys(&mut app, "⏎");
            assert_eq!(app.sitting.table.state().all_chips(), all, "{book}");
        }
        until_bets(&mut app);
        assert!(app.sitting.table.state().shoe.number > 1, "{book}");
    }
}

#[test]
fn wagers_are_undone_cleared_and_repeated() {
    let mut app = app("act", false);
    until_bets(&mut app);
    keys(&mut app, "4  ↓↓4 3 ");
    let down = app.bets();
    assert_eq!(down.iter().map(|(_, amount)| amount.0).collect::<Vec<_>>(), [5_000, 3_000], "{}", last(&app));
    keys(&mut app, "⌫");
    assert_eq!(app.staked(), Money(7_500));
    keys(&mut app, "u");
    assert_eq!(app.bets(), down);
    keys(&mut app, "c");
    assert!(app.bets().is_empty());
    keys(&mut app, "u");
    assert_eq!(app.bets(), down);
    keys(&mut app, "⏎");
    until_bets(&mut app);
    keys(&mut app, "cr");
    assert_eq!(app.bets(), down);
    assert_eq!(app.net(), app.balance() + app.staked() - Money(100_000));
}

#[test]
fn refusals_say_why() {
    let mut app = app("nz", false);
    until_bets(&mut app);
    keys(&mut app, "3 ");
    assert!(last(&app).contains("minimum is 10"), "{}", last(&app));
    keys(&mut app, "⏎");
    assert!(last(&app).contains("Put a chip on a box first"), "{}", last(&app));
    keys(&mut app, "4 ⏎");
    keys(&mut app, " ");
    assert!(last(&app).contains("etting is closed") || last(&app).contains("frozen"), "{}", last(&app));
}

#[test]
fn the_clock_closes_betting() {
    let mut app = app_of(&TableArgs { clock: Some(20), ..args("act") }, false);
    until_bets(&mut app);
    assert_eq!(app.clock(), Some(20));
    keys(&mut app, "5 ⏎");
    assert_eq!(app.turn, WhoseTurn::Bets);
    assert!(screen(&app, 80, 24).contains("clock 0:20"));
    app.tick(Time(app.sitting.now.0 + 20_000));
    assert!(matches!(app.turn, WhoseTurn::Table));
    until_bets(&mut app);
    // Nobody bets: the book lets a no-bet coup be dealt.
    let coups = app.sitting.table.state().coups;
    keys(&mut app, "c");
    app.tick(Time(app.sitting.now.0 + 20_000));
    until_bets(&mut app);
    assert_eq!(app.sitting.table.state().coups, coups + 1, "{}", last(&app));
}

#[test]
fn patrons_turn_their_own_cards_where_the_method_says_so() {
    for dealing in ["B", "C"] {
        let mut app = app_of(&TableArgs { dealing: Some(dealing.into()), ..args("nsw") }, false);
        for _ in 0..5 {
            until_bets(&mut app);
            keys(&mut app, "c↓5 ↑⏎");
        }
        until_bets(&mut app);
        assert!(app.sitting.table.state().coups >= 5, "{dealing}: {}", last(&app));
    }
}

#[test]
fn on_felt_every_book_referees_a_shoe() {
    for book in BOOKS {
        let mut app = app(book, true);
        until_bets(&mut app);
        keys(&mut app, " ");
        // Player 6 stands, Banker 5 draws: the card is the Banker's, and nobody else's.
        keys(&mut app, "6hksqd5c⏎");
        assert_eq!(app.sitting.table.due(), Due::Card { to: baccarat::outcome::Side::Banker }, "{book}");
        keys(&mut app, "p2s⏎");
        assert!(
            last(&app).starts_with("2♠ to Player is refused: due is: card to banker ("),
            "{book}: {}",
            last(&app)
        );
        keys(&mut app, "2s⏎");
        assert_eq!(app.turn, WhoseTurn::Felt);
        // A fourth card for the Banker is not due.
        keys(&mut app, "b3d⏎");
        assert!(last(&app).contains("o card is due"), "{book}: {}", last(&app));
        assert!(!last(&app).ends_with("()"), "{book}: {}", last(&app));
        keys(&mut app, "⏎");
        until_bets(&mut app);
        assert_eq!(app.sitting.table.state().coups, 1, "{book}");
        assert_eq!(app.sitting.table.state().results.len(), 1, "{book}");
    }
}

#[test]
fn on_felt_nothing_keyed_is_taken_for_something_else() {
    let mut app = app("act", true);
    // The first card is burnt unseen in this book: a card turned up is refused.
    keys(&mut app, "7h⏎");
    assert!(last(&app).contains("goes away unseen"), "{}", last(&app));
    keys(&mut app, "z");
    until_bets(&mut app);
    keys(&mut app, "7x");
    assert!(last(&app).contains("comes a suit"), "{}", last(&app));
    keys(&mut app, "⎋");
    assert!(matches!(app.sitting.table.state().phase, Phase::Betting(_)));
    keys(&mut app, " x7h");
    assert!(app.log.iter().any(|message| message.text.contains("cutting card")), "{}", last(&app));
    keys(&mut app, "x");
    assert!(last(&app).contains("already out"), "{}", last(&app));
    keys(&mut app, "z");
    assert!(last(&app).contains("ue is"), "{}", last(&app));
}

#[test]
fn on_felt_a_card_keyed_wrongly_is_taken_back_before_it_counts() {
    let mut app = app("act", true);
    until_bets(&mut app);
    keys(&mut app, " 6hks9d");
    let dealt = |app: &App| app.sitting.table.state().shoe.seen.len();
    assert_eq!(dealt(&app), 2, "the third card waits to be confirmed");
    keys(&mut app, "⌫");
    assert!(last(&app).starts_with("9♦ is taken back"), "{}", last(&app));
    keys(&mut app, "⏎");
    assert_eq!(dealt(&app), 2, "there is nothing to confirm");
    // The hand that was named goes back with the card.
    keys(&mut app, "p8c⎋qd");
    assert_eq!(dealt(&app), 2);
    keys(&mut app, "5c");
    assert_eq!(dealt(&app), 3, "the next card confirms the one before");
    keys(&mut app, "⏎");
    let seen: Vec<String> = app.sitting.table.state().shoe.seen.iter().map(ToString::to_string).collect();
    assert_eq!(seen, ["6H", "KS", "QD", "5C"]);
}

#[test]
fn on_felt_a_card_that_cannot_be_there_is_refused() {
    let mut app = app("nz", true);
    until_bets(&mut app);
    for _ in 0..20 {
        if app.bets().is_empty() && app.turn == WhoseTurn::Bets {
            keys(&mut app, " ");
        }
        keys(&mut app, "9h⏎⏎");
        wait(&mut app);
    }
    assert!(
        app.log.iter().any(|message| message.text.contains("already out of this shoe")),
        "{}",
        last(&app)
    );
}

/// Chooses what happened by its words.
fn happened(app: &mut App, words: &str) {
    keys(app, "w");
    let (choices, _) = app.asking.as_ref().unwrap().choices().unwrap();
    let place = choices.iter().position(|choice| choice.contains(words));
    let place = place.unwrap_or_else(|| panic!("`{words}` is not among {choices:?}"));
    (0..place).for_each(|_| keys(app, "↓"));
    keys(app, "⏎");
}

/// NSW 12.2: the card is the Banker's third, and the coup goes on with it.
#[test]
fn on_felt_a_wrong_card_is_reported_and_ruled_on() {
    let mut app = app("nsw", true);
    until_bets(&mut app);
    keys(&mut app, " 6h3dkcks⏎");
    happened(&mut app, "to the Player that was not due");
    keys(&mut app, "5h⏎");
    assert!(app.log.iter().any(|message| message.text.contains("the Banker must draw")), "{}", last(&app));
    assert_eq!(app.overlay, None);
    assert_eq!(app.hands.banker.len(), 3, "{}", last(&app));
    keys(&mut app, "⏎");
    until_bets(&mut app);
    assert_eq!(app.sitting.table.state().results.len(), 1);
}

/// NSW 12.1.1: wagers may be withdrawn before the coup goes on.
#[test]
fn on_felt_patrons_withdraw_before_the_coup_goes_on() {
    let mut app = app("nsw", true);
    until_bets(&mut app);
    keys(&mut app, " 2h7dkcks⏎");
    happened(&mut app, "to the Banker that was not due");
    keys(&mut app, "5h⏎");
    // With that card the result would be in sight: a supervisor decides before anybody takes a wager back.
    assert_eq!((app.overlay, app.window_is_open()), (Some(Overlay::Mishap), false), "{}", last(&app));
    keys(&mut app, "⏎seen by all⏎");
    assert_eq!((&app.turn, app.window_is_open()), (&WhoseTurn::Felt, true), "{}", last(&app));
    assert!(screen(&app, 80, 24).contains("take its wager back"));
    keys(&mut app, "⌫");
    assert!(app.bets().is_empty(), "{}", last(&app));
    keys(&mut app, "⏎");
    assert!(!app.window_is_open());
    keys(&mut app, "⏎");
    until_bets(&mut app);
    assert_eq!(app.net(), Money(0), "a wager withdrawn wins and loses nothing");
}

/// NZ 11.6: a supervisor decides; the card then lies where it belongs.
#[test]
fn on_felt_a_supervisor_decides() {
    let mut app = app("nz", true);
    until_bets(&mut app);
    keys(&mut app, " 2h3dkcks⏎");
    happened(&mut app, "to the Banker that was not due");
    keys(&mut app, "5h⏎");
    assert_eq!(app.overlay, Some(Overlay::Mishap), "the decision is asked at once");
    assert!(screen(&app, 80, 24).contains("What does a supervisor decide?"));
    // Put off, it still waits: no card is taken before it.
    keys(&mut app, "⎋8c⏎");
    assert!(last(&app).contains("play waits"), "{}", last(&app));
    keys(&mut app, "⏎⏎seen by all⏎");
    assert!(app.log.iter().any(|message| message.text.contains("because seen by all")), "{}", last(&app));
    assert_eq!(app.hands.player.len(), 3, "{}", last(&app));
    assert_eq!(app.sitting.table.due(), Due::Card { to: baccarat::outcome::Side::Banker });
}

/// ACT 15.2: a seen card too many opens a no-bet coup, and is keyed as its first card.
#[test]
fn on_felt_a_card_carried_over_opens_the_next_coup() {
    let mut app = app("act", true);
    until_bets(&mut app);
    keys(&mut app, " 6h7dkcks⏎");
    happened(&mut app, "to the Player that was not due");
    keys(&mut app, "5h⏎");
    keys(&mut app, "⏎");
    wait(&mut app);
    keys(&mut app, "6c⏎");
    assert!(last(&app).contains("already out"), "{}", last(&app));
    keys(&mut app, "5h2c4c6s⏎");
    assert_eq!(app.hands.player.len(), 2, "{}", last(&app));
    assert_eq!(app.hands.winner, Some(baccarat::outcome::Winner::Player), "{}", last(&app));
}

#[test]
fn on_felt_what_is_keyed_badly_is_told_and_nothing_is_reported() {
    let mut app = app("act", true);
    until_bets(&mut app);
    keys(&mut app, " 6h7d⏎");
    happened(&mut app, "to the Banker that was not due");
    keys(&mut app, "5x⏎");
    assert!(last(&app).contains("not a card"), "{}", last(&app));
    assert_eq!((app.overlay, &app.asking), (None, &None));
    keys(&mut app, "w⎋");
    assert_eq!(app.overlay, None);
    // A card that waits to be confirmed comes first.
    keys(&mut app, "8cw");
    assert_eq!(app.overlay, None, "{}", last(&app));
}

#[test]
fn any_key_at_any_time_is_taken_without_a_panic() {
    let all: Vec<KeyCode> = ('!'..='~')
        .chain([' ', 'é', '♥'])
        .map(KeyCode::Char)
        .chain([
            KeyCode::Enter,
            KeyCode::Backspace,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
        ])
        .collect();
    let mut chance = shoe::demonstration::Chance::seeded(9, 9);
    for (book, felt) in BOOKS.into_iter().flat_map(|book| [(book, false), (book, true)]) {
        let mut app = app(book, felt);
        let chips = app.sitting.table.state().all_chips();
        for nth in 0..3_000 {
            press(&mut app, all[chance.below(all.len())]);
            if app.overlay == Some(Overlay::Leave) {
                press(&mut app, KeyCode::Left);
            }
            if nth % 7 == 0 {
                app.tick(Time(app.sitting.now.0 + 500));
            }
            if nth % 500 == 0 {
                screen(&app, 80, 24);
            }
            assert_eq!(app.sitting.table.state().all_chips(), chips, "{book}");
        }
    }
}

#[test]
fn screens_are_as_put_down() {
    let mut act = app("act", false);
    until_bets(&mut act);
    check_screen("act-80x24-first-bets", &screen(&act, 80, 24));
    for _ in 0..30 {
        until_bets(&mut act);
        keys(&mut act, "r");
        if act.bets().is_empty() {
            keys(&mut act, "5 ↓↓4 ↑↑");
        }
        keys(&mut act, "⏎");
    }
    until_bets(&mut act);
    check_screen("act-80x24-thirty-coups", &screen(&act, 80, 24));
    check_screen("act-120x40-thirty-coups", &screen(&act, 120, 40));
    check_screen("act-60x20-too-small", &screen(&act, 60, 20));
    keys(&mut act, "?");
    check_screen("act-80x24-help", &screen(&act, 80, 24));
    keys(&mut act, "⎋i");
    check_screen("act-80x24-wager", &screen(&act, 80, 24));
    keys(&mut act, "⎋q");
    check_screen("act-80x24-leave", &screen(&act, 80, 24));

    let mut nsw = app("nsw", true);
    until_bets(&mut nsw);
    keys(&mut nsw, " 6hksqd5cp2s");
    check_screen("nsw-80x24-felt-pending", &screen(&nsw, 80, 24));
    keys(&mut nsw, "⏎");
    check_screen("nsw-80x24-felt-refused", &screen(&nsw, 80, 24));
}

/// Every screen's last line, the keys, is there to its end on the smallest terminal.
#[test]
fn the_keys_fit_the_smallest_terminal() {
    let end = |app: &App| screen(app, 80, 24).lines().last().unwrap_or_default().trim_end().to_owned();
    let fits = |app: &App| {
        let line = end(app);
        assert!(line.ends_with("? help") || line.ends_with("leave"), "{line}");
    };
    for felt in [false, true] {
        let mut app = app("nsw", felt);
        fits(&app);
        until_bets(&mut app);
        fits(&app);
        keys(&mut app, " ");
        keys(&mut app, if felt { "6hks" } else { "⏎" });
        fits(&app);
        keys(&mut app, if felt { "3d9c" } else { "" });
        fits(&app);
    }
}

#[test]
fn every_size_of_terminal_can_be_drawn_on() {
    let mut app = app("act", false);
    until_bets(&mut app);
    for overlay in [None, Some(Overlay::Help), Some(Overlay::Log), Some(Overlay::Wager), Some(Overlay::Leave)]
    {
        app.overlay = overlay;
        for (width, height) in [(1, 1), (10, 3), (79, 24), (80, 23), (80, 24), (81, 30), (120, 40), (300, 90)]
        {
            screen(&app, width, height);
        }
    }
}
