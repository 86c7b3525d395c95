//! The rule library: every book searched in people's words, clauses by the instrument's own numbers, and what a book is.

use crate::support::{AT_ONCE, Guest, Open, at_pace};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use people::role::Role;

async fn page(open: &Open, path: &str) -> (StatusCode, String) {
    page_for(&open.anybody(), path).await
}

async fn page_for(reader: &Guest, path: &str) -> (StatusCode, String) {
    let mut request = Request::builder().uri(path).header(header::ACCEPT_LANGUAGE, "en");
    if let Some(cookie) = &reader.cookie {
        request = request.header(header::COOKIE, cookie);
    }
    let (status, _, body) = reader.send(request.body(Body::empty()).unwrap()).await;
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn all_books_are_searched_in_the_words_that_people_use() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let (status, found) = page(&open, "/library?search=five+per+cent").await;
    assert_eq!(status, StatusCode::OK);
    assert!(found.contains("href=\"/library/act#8.4"), "act says 5%");
    assert!(found.contains("href=\"/library/nsw#"), "nsw says 19 to 20");
    // What a book does not state and we assume is found as well.
    let (_, assumed) = page(&open, "/library?search=commission").await;
    assert!(assumed.contains("settlement.commission"), "qld assumes when commission is taken");
    for words in ["re-deal", "redeal"] {
        let (_, found) = page(&open, &format!("/library?search={words}")).await;
        assert!(!found.contains("0 clauses found"), "{words}");
    }
    let (_, nothing) = page(&open, "/library?search=zebra").await;
    assert!(nothing.contains("0 clauses found"));
    open.stop().await;
}

/// The lobby shows roads of every table: beside those of a book that assumes values it says so.
#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_says_where_values_are_assumed() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let (_, lobby) = page(&open, "/").await;
    let notes = lobby.split("data-assumed=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(notes.contains("qld") && notes.contains("values of this book are assumed"), "{notes}");
    assert!(!notes.contains("act"), "{notes}");
    open.stop().await;
}

/// Every page of a table, its slips and the school say it where the book assumes values, and no page of another table does.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_a_table_says_where_values_are_assumed() {
    const SAID: &str = "<p class=\"assumed\"";
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let supervisor = open.signed_in("Sue", Role::Supervisor).await;
    for (table, assumes) in [("qld", true), ("act", false)] {
        let slips = supervisor.get(&format!("/tables/{table}/slips")).await;
        let slip = &slips["slips"][0]["seq"];
        for page in [
            format!("/tables/{table}"),
            format!("/tables/{table}/dealer"),
            format!("/tables/{table}/sign"),
            format!("/tables/{table}/history"),
            format!("/pit/{table}"),
            format!("/slips/{table}/{slip}"),
        ] {
            let (status, body) = page_for(&supervisor, &page).await;
            assert_eq!(status, StatusCode::OK, "{page}: {body}");
            assert_eq!(body.contains(SAID), assumes, "{page}: {body}");
        }
    }
    let (_, school) = page_for(&supervisor, "/school").await;
    assert_eq!(school.matches("values of this book are assumed").count(), 1, "{school}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clause_is_reached_by_the_number_that_the_instrument_gives_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let (status, parts) = page(&open, "/library/nsw/6.7").await;
    assert_eq!(status, StatusCode::OK);
    assert!(parts.contains("id=\"6.7/1\"") && parts.contains("id=\"6.7/2\""));
    assert!(!parts.contains("id=\"6.8/1\"") && !parts.contains("id=\"5.1"));
    assert_eq!(page(&open, "/library/none/6.7").await.0, StatusCode::NOT_FOUND);
    assert!(!parts.contains("id=\"no-clause\""));
    // A number that goes further than the book's leads to the nearest, one that there is not says so.
    let (status, near) = page(&open, "/library/nz/5.8(a)").await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        near.contains("no clause 5.8(a). Shown is the nearest that it has: 5.8.")
            && near.contains("id=\"5.8\"")
    );
    assert!(!near.contains("id=\"5.7(b)/1\""));
    // However it is written: with another label, with parts behind a stroke, with a full stop.
    for (path, id) in [
        ("qld/section%2025(b)", "s25(b)"),
        ("qld/25(b)", "s25(b)"),
        ("act/2.1/1", "2.1/1"),
        ("nsw/1.1%20Super%20Six/3", "1.1 Super Six/3"),
        ("nz/rule%205.8.", "5.8"),
    ] {
        let (status, found) = page(&open, &format!("/library/{path}")).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(!found.contains("id=\"no-clause\""), "{path}");
        // The clause that was asked for comes first, and the odds of all wagers after it; what they rest on is on the whole page.
        let at = |text: &str| found.find(text).unwrap_or_else(|| panic!("{path}: {text}"));
        assert!(at(&format!("id=\"{id}\"")) < at("id=\"odds-name\""), "{path}");
        assert!(!found.contains("<a href=\"#4.3"), "{path}");
    }
    let (status, none) = page(&open, "/library/act/99").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(none.contains("This book has no clause 99.") && none.contains("id=\"5.4/3\""));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_language_shows_the_same_page_with_what_was_asked_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    for (asked, link) in [
        (
            "/library/compare?book=act&book=nz&show=all",
            "/library/compare?book=act&amp;book=nz&amp;show=all&amp;lang=zh-CN",
        ),
        ("/library?lang=en&search=five+per+cent", "/library?search=five+per+cent&amp;lang=zh-CN"),
        ("/tables?table=act&table=nz", "/tables?table=act&amp;table=nz&amp;lang=zh-CN"),
        ("/library", "/library?lang=zh-CN"),
    ] {
        let (_, shown) = page(&open, asked).await;
        assert!(shown.contains(&format!("href=\"{link}\"")), "{asked} has no link to {link}");
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_book_is_called_altered_and_shown_with_what_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let text = baccarat::shelf::text("act").unwrap().replacen("pays = \"8 to 1\"", "pays = \"9 to 1\"", 1);
    std::fs::write(folder.path().join("our.toml"), text).unwrap();
    let book = house::library::open("our.toml", folder.path()).unwrap_or_else(|fault| panic!("{fault}"));
    let mut settings = at_pace(&folder.path().join("data"), AT_ONCE);
    settings
        .tables
        .iter_mut()
        .filter(|table| table.book.book.id == "act")
        .for_each(|table| table.book = book.clone());
    let open = Open::with(settings).await;
    let (_, lobby) = page(&open, "/tables/act").await;
    assert!(lobby.contains("2023 (altered)"));
    let (_, book) = page(&open, "/library/act").await;
    assert!(book.contains("<p class=\"warning\">Altered: this is not the published"));
    assert!(book.contains("wager.tie") && book.contains("9 to 1"));
    let (_, published) = page(&open, "/library/nz").await;
    assert!(published.contains("As published."));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn books_are_compared_chapter_by_chapter_in_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let (_, one) = page(&open, "/library/compare?book=act&book=nz&chapter=cut").await;
    assert!(one.contains("cut.from_back") && !one.contains("tableau.banker"));
    let act = baccarat::book::Book::read(baccarat::shelf::text("act").unwrap()).unwrap();
    let gist = &act.clause("5.4/3").unwrap().gist;
    assert!(one.contains(gist.as_str()), "{gist}");
    // Chapters have names, books their editions, and filters leave what is asked for.
    assert!(one.contains(">The cut<") && one.contains(&lab::Provenance::of(&act).sha256.to_string()));
    let (_, all) = page(&open, "/library/compare?book=act&book=nz&chapter=cut&show=all").await;
    assert!(all.len() > one.len());
    let (_, words) = page(&open, "/library/compare?book=act&book=nz&show=all&search=five+per+cent").await;
    assert!(words.contains("wager.banker") && !words.contains("cut.from_back"));
    let (_, none) = page(&open, "/library/compare?book=act&book=nz&search=zebra").await;
    assert!(none.contains("No topic fits."));
    open.stop().await;
}
