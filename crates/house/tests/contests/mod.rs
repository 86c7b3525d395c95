//! The conditions and terms with which tests run tournaments and promotions: the usual ones of transcripts, and what is different.

use promotion::transcript::usual as usual_terms;
use tournament::transcript::usual as usual_conditions;

/// What players level at the end of a session do, where a book leaves that to the conditions.
pub fn equal(book: &str) -> &'static str {
    if book == "act" { r#", equal = "further-coups""# } else { "" }
}

/// A cup of 21: heats at three tables, one of each goes on to the final. Where the book knows undisclosed wagers, everybody has one.
pub fn cup(book: &str, more: &[&str]) -> String {
    let forms = if book == "nsw" { 1 } else { 0 };
    let equal = equal(book);
    let stages = format!(
        r#"stage = [{{ name = "Heats", session = {{ coups = 2, opening = 1000 }}, tables = {{ "2-7" = 1, "15-21" = 3 }}, advance = 1{equal} }},
           {{ name = "Final", session = {{ coups = 2, opening = 2000 }}, tables = 1{equal} }}]"#
    );
    let forms = format!("play.undisclosed = {forms}");
    let own = [
        r#"tournament = "cup""#,
        "entry.numbers = [21, 21]",
        "entry.fee = 250",
        forms.as_str(),
        stages.as_str(),
        "prizes.shares = [60, 25, 15]",
    ];
    usual_conditions(book, &[&own[..], more].concat()).unwrap()
}

/// The terms of a draw whose tickets are earned by a form.
pub fn lunar(id: &str, more: &[&str]) -> String {
    let own = [format!("promotion = \"{id}\"")];
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    usual_terms("nsw", &[&own[..], more].concat()).unwrap()
}
