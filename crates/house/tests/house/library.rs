//! The rule library: every book searched in people's words, clauses by the instrument's own numbers, and what a book is.

use crate::support::{AT_ONCE, Open, at_pace};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};

async fn page(open: &Open, path: &str) -> (StatusCode, String) {
    let request = Request::builder().uri(path).header(header::ACCEPT_LANGUAGE, "en");
    let (status, _, body) = open.anybody().send(request.body(Body::empty()).unwrap()).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn a_clause_is_reached_by_the_number_that_the_instrument_gives_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let (status, parts) = page(&open, "/library/nsw/6.7").await;
    assert_eq!(status, StatusCode::OK);
    assert!(parts.contains("id=\"6.7/1\"") && parts.contains("id=\"6.7/2\""));
    assert!(!parts.contains("id=\"6.8/1\"") && !parts.contains("id=\"5.1"));
    assert_eq!(page(&open, "/library/none/6.7").await.0, StatusCode::NOT_FOUND);
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
