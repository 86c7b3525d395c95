//! The rules on which a PAR sheet rests, and two coups told.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::coup::DealtCoup;
use serde::Serialize;

/// The groups of topics that decide what is dealt and paid.
const GROUPS: [&str; 9] =
    ["cards.", "tableau.", "shuffle.", "burn.", "cut.", "last.", "dealing.order", "settlement.", "limits."];

/// A rule, as the book has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleLine {
    /// The topic.
    pub topic: String,
    /// What it is about.
    pub about: String,
    /// What the book says.
    pub value: String,
    /// The clauses.
    pub clauses: String,
    /// Is it assumed?
    pub assumed: bool,
}

/// The rules on what is dealt and paid.
pub(crate) fn rules(book: &Book) -> Vec<RuleLine> {
    let said = book.rules.said().into_iter();
    let said = said.filter(|said| GROUPS.iter().any(|group| said.topic.starts_with(group)));
    let lines = said.flat_map(|said| {
        let (topic, about) = (said.topic, said.about);
        said.answers.into_iter().map(move |answer| RuleLine {
            topic: topic.to_owned(),
            about: about.to_owned(),
            value: answer.value,
            clauses: answer.basis.to_string(),
            assumed: answer.basis.assumed().is_some(),
        })
    });
    lines.collect()
}

/// The chart of third cards in lines: the banker's total, then a letter for each third card of the player.
pub(crate) fn chart(book: &Book) -> Vec<(String, Vec<String>)> {
    let tableau = book.tableau();
    let letter = |draws: bool| if draws { "D" } else { "S" }.to_owned();
    (0..8)
        .map(|banker: usize| {
            let alone = letter(tableau.banker_draws_alone[banker]);
            let after = (0..10).map(|third: usize| letter(tableau.banker_draws[third][banker]));
            (banker.to_string(), std::iter::once(alone).chain(after).collect())
        })
        .collect()
}

/// On which totals the player draws.
pub(crate) fn player_draws(book: &Book) -> String {
    let draws = book.tableau().player_draws.iter().enumerate();
    let totals: Vec<String> =
        draws.filter(|(_, draws)| **draws).map(|(total, _)| total.to_string()).collect();
    totals.join(", ")
}

/// Two coups of every book: one that a natural ends, one with third cards on both hands.
pub(crate) fn coups(book: &Book) -> Vec<String> {
    let cards = ["5H 3D 4C KS", "2H 3D 3C 2S 4D 9H"];
    cards.iter().filter_map(|cards| coup_text(book, cards)).collect()
}

fn coup_text(book: &Book, text: &str) -> Option<String> {
    let cards: Vec<Card> = text.split(' ').map(|card| card.parse().ok()).collect::<Option<_>>()?;
    let coup = DealtCoup::deal(book.tableau(), book.values(), &cards)?;
    let hand = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let natural = coup.outcome.player_natural || coup.outcome.banker_natural;
    let winner = format!("{:?}", coup.outcome.winner()).to_lowercase();
    Some(format!(
        "Cards in order {text}. Player {} counts {}, banker {} counts {}; {}; result: {winner}.",
        hand(&coup.player),
        coup.outcome.totals.player,
        hand(&coup.banker),
        coup.outcome.totals.banker,
        if natural { "a natural ends the coup" } else { "third cards by the chart" },
    ))
}
