//! The published books that come with Croupier.

/// Each book's id and text.
pub const BOOKS: [(&str, &str); 4] = [
    ("act", include_str!("../../../../books/act.toml")),
    ("nz", include_str!("../../../../books/nz.toml")),
    ("qld", include_str!("../../../../books/qld.toml")),
    ("nsw", include_str!("../../../../books/nsw.toml")),
];

/// The ids of the books.
pub fn ids() -> Vec<&'static str> {
    BOOKS.iter().map(|(id, _)| *id).collect()
}

/// The text of a book.
pub fn text(id: &str) -> Option<&'static str> {
    BOOKS.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

/// Is this the text of one of the books?
pub(crate) fn has(text: &str) -> bool {
    BOOKS.iter().any(|(_, known)| *known == text)
}
