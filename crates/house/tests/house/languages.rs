//! Chinese is complete in every room: no page that a reader of Chinese is shown has a sentence of ours in English, for any role. What is
//! English by itself, the words of books and what people have written, is marked as English on the page.

use crate::contests::lunar;
use crate::support::{BETTING, Open};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use baccarat::book::Book;
use hall::audience::{Audience, disclosed_to};
use people::role::Role;
use promotion::document::document;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use tournament::transcript::play;

/// Every page that stands by itself.
const PAGES: &[&str] = &[
    "/",
    "/sign-in",
    "/tables",
    "/tables/nz",
    "/tables/act-felt/dealer",
    "/tables/act-felt/approvals",
    "/tables/nz/sign",
    "/tables/nz/history",
    "/history",
    "/limits",
    "/pit",
    "/pit/nz",
    "/shoes",
    "/library",
    "/library?search=commission",
    "/library/act",
    "/library/compare?book=act&book=nz",
    "/people",
    "/enrol",
    "/cage",
    "/school",
    "/reports",
    "/reports/day",
    "/reports/results",
    "/accessibility",
    "/policy",
    "/watch",
    "/promotions",
    "/desk/promotions",
    "/tournaments",
    "/nothing-is-here",
];

/// As many words of Latin letters in a row are taken for a sentence.
const SENTENCE: usize = 3;

/// The text of a page that is in its own language: without scripts, and without what is marked as English.
fn text_of(html: &str) -> String {
    const VOID: [&str; 10] = ["meta", "link", "input", "br", "hr", "img", "path", "circle", "col", "rect"];
    let mut text = String::new();
    // For each open element: its name, and whether what stands in it is left out, where it says so itself.
    let mut open: Vec<(String, Option<bool>)> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let out = open.iter().rev().find_map(|(_, out)| *out).unwrap_or(false);
        if !out {
            text.push_str(&rest[..at]);
        }
        let Some(end) = rest[at..].find('>') else { break };
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if tag.starts_with('/') {
            while open.pop().is_some_and(|(known, _)| known != name) {}
            text.push('\n');
        } else if !tag.starts_with('!') && !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
            let left_out = tag.contains("lang=\"en\"")
                || ["script", "style", "code", "kbd", "head"].contains(&name.as_str());
            let read_again = tag.contains("lang=\"zh-CN\"");
            open.push((name.clone(), (left_out || read_again).then_some(left_out)));
            if name == "script" {
                rest = rest.find("</script").map_or("", |at| &rest[at..]);
            }
        }
        // What only screen readers and hovering readers are told.
        if !out {
            for attribute in ["aria-label=\"", "title=\"", "placeholder=\""] {
                if let Some(after) = tag.split(attribute).nth(1) {
                    text.push_str(after.split('"').next().unwrap_or_default());
                    text.push('\n');
                }
            }
        }
    }
    text
}

/// Runs of English words in a text.
fn sentences(text: &str) -> Vec<String> {
    let word = |word: &str| {
        word.len() > 1 && word.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '\'')
    };
    let mut found = Vec::new();
    for line in text.lines() {
        let mut run: Vec<&str> = Vec::new();
        for part in
            line.split(|letter: char| letter.is_whitespace() || ".,;:!?()".contains(letter)).chain(["1"])
        {
            match word(part) {
                true => run.push(part),
                false if part.is_empty() => {}
                false => {
                    if run.len() >= SENTENCE {
                        found.push(run.join(" "));
                    }
                    run.clear();
                }
            }
        }
    }
    found
}

#[test]
fn english_is_found_where_it_is_and_nowhere_else() {
    let page = "<main><p>牌靴 <code>one two three</code></p><p lang=\"en\">Eight decks of cards</p>\
                <p title=\"left in English here\">庄</p><p>No more bets, please</p></main>";
    assert_eq!(sentences(&text_of(page)), ["left in English here", "No more bets please"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_in_chinese_has_a_sentence_in_english() {
    let open = Open::at_pace(BETTING).await;
    // Tables and books are called what their owners call them, and listed in reports by their ids.
    let ids: Vec<String> = open.house.lobby().into_iter().map(|table| table.id).collect();
    let names = open.house.lobby().into_iter().flat_map(|table| [table.name, table.book_name]);
    let names = names.chain([ids.join(", ")]);
    let mut names: Vec<String> = names.chain(open.house.books().map(|book| book.book.name.clone())).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut found = Vec::new();
    let mut shown = 0;
    for role in [None].into_iter().chain(Role::ALL.map(Some)) {
        let guest = match role {
            Some(role) => open.come_as(role).await,
            None => open.anybody(),
        };
        for page in PAGES {
            let cookie = guest.cookie.clone().unwrap_or_default();
            let cookie = format!("{cookie}; language=zh-CN");
            let request =
                Request::builder().uri(*page).header(header::COOKIE, cookie.trim_start_matches("; "));
            let (status, _, body) = guest.send(request.body(Body::empty()).unwrap()).await;
            shown += u32::from(status == StatusCode::OK);
            let mut text = text_of(std::str::from_utf8(&body).unwrap());
            names.iter().for_each(|name| text = text.replace(name.as_str(), "-"));
            for sentence in sentences(&text) {
                found.push(format!("{page} for {role:?}: {sentence}"));
            }
        }
    }
    assert!(shown > 150, "{shown} pages were shown");
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{} left in English:\n{}", found.len(), found.join("\n"));
    open.stop().await;
}

/// Every text of the rooms in Chinese, with the file it stands in.
fn chinese() -> Vec<(String, String)> {
    let rooms = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rooms");
    let texts = std::fs::read_dir(rooms).unwrap().filter_map(|room| {
        let file = room.unwrap().path().join("zh-CN.ftl");
        Some((file.display().to_string(), std::fs::read_to_string(&file).ok()?))
    });
    texts.collect()
}

/// A sentence without what is put into it: `}` stands for that.
fn without_values(line: &str) -> String {
    let mut parts = line.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + "}" + part.split_once('}').map_or("", |(_, after)| after))
}

#[test]
fn a_chinese_sentence_has_chinese_marks() {
    let chinese_letter = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter) || letter == '}';
    let mut found = Vec::new();
    for (file, text) in chinese() {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (key, says) = line.split_once('=').unwrap_or(("", line));
            let letters: Vec<char> = without_values(says).chars().collect();
            let wrong = letters.windows(2).any(|two| {
                let ours = |letter: char| ";:,!?".contains(letter);
                (chinese_letter(two[0]) && ours(two[1]))
                    || (ours(two[0]) && two[1] != '}' && chinese_letter(two[1]))
            });
            if wrong {
                found.push(format!("{file}: {key}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Why the house said no, in each language.
const REFUSED: [(&str, &str); 2] = [
    ("en", include_str!("../../src/rooms/refused/en.ftl")),
    ("zh-CN", include_str!("../../src/rooms/refused/zh-CN.ftl")),
];

/// Every file of our crates' own code.
fn sources() -> Vec<(String, String)> {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<_> = std::fs::read_dir(crates)
        .expect("crates")
        .map(|entry| entry.expect("a crate").path().join("src"))
        .filter(|folder| folder.is_dir())
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = std::fs::read_to_string(&path).expect("a file of text");
                files.push((path.display().to_string(), text));
            }
        }
    }
    files
}

fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') && !text.is_empty()
}

/// The words by which code says no: what stands in quotes first where a refusal is made.
fn words_of(source: &str) -> BTreeSet<String> {
    let makes = ["Denial::conflict(", "Problem::conflict(", "Denial::new(", "Problem::new(", " refused("];
    let first = |after: &str| {
        let end = after.find(['{', ';']).unwrap_or(after.len());
        let word = after[..end].split('"').nth(1)?;
        is_word(word).then(|| word.to_owned())
    };
    makes.iter().flat_map(|make| source.split(make).skip(1).filter_map(first)).collect()
}

/// The reasons that an enum of a source file lists.
fn reasons_of(source: &str) -> Vec<String> {
    let list = source.split("pub enum Reason {").nth(1).and_then(|after| after.split('}').next());
    let names = list.unwrap_or_default().split(',').map(str::trim).filter(|name| !name.is_empty());
    let kebab = |name: &str| {
        let mut word = String::new();
        for letter in name.chars() {
            if letter.is_ascii_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.push(letter.to_ascii_lowercase());
        }
        word
    };
    names.filter(|name| name.chars().all(char::is_alphanumeric)).map(kebab).collect()
}

#[test]
fn every_word_by_which_the_house_says_no_is_said_in_every_language() {
    let sources = sources();
    let words: BTreeSet<String> =
        sources.iter().flat_map(|(_, text)| words_of(text).into_iter().chain(reasons_of(text))).collect();
    for known in ["already-swapped", "own-stake-limit", "name-taken", "terms-incomplete", "no-such-table"] {
        assert!(words.contains(known), "{known} was not found among {words:?}");
    }
    for (language, texts) in REFUSED {
        let said = |word: &&String| texts.lines().any(|line| line.starts_with(&format!("refused-{word} = ")));
        let missing: Vec<&String> = words.iter().filter(|word| !said(word)).collect();
        assert!(missing.is_empty(), "{language}: {missing:?}");
    }
}

/// What a room says in English and in Chinese, each by its key.
fn texts_of(room: &str) -> [BTreeMap<String, String>; 2] {
    ["en", "zh-CN"].map(|language| {
        let file = format!("{}/src/rooms/{room}/{language}.ftl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).unwrap();
        let said = text.lines().filter_map(|line| line.split_once(" = "));
        said.map(|(key, said)| (key.to_owned(), said.to_owned())).collect()
    })
}

/// Every sentence of the terms of a promotion is said in both languages, with the house's own words that stand in it.
#[test]
fn the_terms_of_a_promotion_are_said_in_both_languages() {
    let book = Book::read(baccarat::shelf::text("nsw").unwrap()).unwrap();
    let wager = r#"qualifying_wager = { least = 20, tables = ["nsw"], tickets = 2 }"#;
    let terms = lunar("lunar", &["prize.0.value = 15000", wager]);
    let terms = promotion::Terms::read(&terms, &book, &[]).unwrap();
    let mut keys = Vec::new();
    for sentence in document(&terms, &book).paragraphs.into_iter().flat_map(|paragraph| paragraph.said) {
        if sentence.key.is_empty() {
            continue;
        }
        keys.push(format!("promotion-term-{}", sentence.key));
        let words = ["ways", "sort"].into_iter().filter_map(|name| sentence.values.get(name));
        keys.extend(words.flat_map(|words| words.split(", ")).map(|word| format!("promotion-word-{word}")));
    }
    assert!(keys.iter().any(|key| key == "promotion-word-crossed-cheque"), "{keys:?}");
    for text in texts_of("promotion") {
        let missing: Vec<&String> = keys.iter().filter(|key| !text.contains_key(*key)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

/// Everything that can happen in a tournament is said in both languages, and whatever a sentence names is told.
#[test]
fn what_happens_in_a_tournament_is_said_in_both_languages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = texts_of("tournament");
    for id in ["act", "nsw"] {
        let book = Arc::new(Book::read(baccarat::shelf::text(id).unwrap()).unwrap());
        let folder = root.join("../../transcripts/tournaments").join(id);
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let played = play(&std::fs::read_to_string(&file).unwrap(), |_| Some(book.clone()));
            let Some(tournament) = played.tournament else { continue };
            for event in &played.events {
                let told = disclosed_to(1, event, tournament.state(), Audience::Staff).unwrap();
                let which = told.values.get("as").map(|which| format!("-{which}")).unwrap_or_default();
                let key = format!("tour-event-{}{which}", told.fact);
                for text in &texts {
                    let sentence = text.get(&key).unwrap_or_else(|| panic!("nothing is said of {key}"));
                    for name in sentence.split("{ $").skip(1).filter_map(|rest| rest.split(" }").next()) {
                        assert!(told.values.contains_key(name), "{key} names {name}: {:?}", told.values);
                    }
                }
            }
        }
    }
}
