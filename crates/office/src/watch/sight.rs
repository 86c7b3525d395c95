//! What is left in the shoe in play, and the exact odds of the moment, for those whom the book lets see them. Each look is on
//! record.

use super::finder::Finder;
use super::{Watch, denied};
use archive::ArchiveFault;
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::wager::Wager;
use floor::Floor;
use floor::admission::Request;
use floor::view::RowView;
use ledger::{By, Draft, LedgerError, Payload, Stream};
use merkle::{Hash, sha256};
use odds::Evaluator;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use serde::Serialize;
use std::collections::BTreeMap;
use table::{Act, Disclosure, Reason, Refusal, Table, may_see, notice};
use utoipa::ToSchema;

/// The kind of stream that tells of looks at a table that cannot record them itself.
const LOOK: &str = "look";
/// The kind of its payload.
const LOOKED: &str = "look-1";

/// What is left in the shoe in play, as far as anybody can know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CompositionView {
    /// The table.
    pub table: String,
    /// After this event.
    pub event: u64,
    /// The shoe, counted since the table opened.
    pub shoe: u32,
    /// How many cards it held.
    pub of: u16,
    /// How many have left it.
    pub drawn: u16,
    /// Cards that were seen to leave it, in order.
    #[schema(value_type = Vec<String>)]
    pub seen: Vec<Card>,
    /// How many cards of each kind were not seen to leave it; those put away unseen are among them.
    pub left: Vec<LeftOf>,
    /// The exact odds of a coup dealt from the cards that were not seen, wager by wager.
    pub odds: Vec<MomentOdds>,
    /// Why there are no odds, if there are none.
    pub no_odds: Option<String>,
    /// The clauses that let this be shown.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// How many of a card are left.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeftOf {
    /// The card.
    #[schema(value_type = String)]
    pub card: Card,
    /// How many.
    pub left: u16,
}

/// The odds of a wager at this moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MomentOdds {
    /// Its name in commands.
    pub id: String,
    /// What the book calls it.
    pub name: String,
    /// Its rows.
    pub rows: Vec<RowView>,
    /// How likely each row is, exactly.
    pub probabilities: Vec<String>,
    /// What one unit gains on average, exactly.
    pub expected: String,
    /// The house's part of a stake, as a number for people.
    pub house_edge: f64,
}

impl Watch {
    /// Lets somebody look at what is left in the shoe in play, and puts the look on record first.
    pub async fn composition(
        &self,
        floor: &Floor,
        table: &str,
        by: &Person,
    ) -> Result<CompositionView, Denial> {
        let finder = self.finder(table).await?;
        let known = finder.table().ok_or_else(|| Denial::not_found("this table has not opened"))?;
        let roles = known.state().staff.get(&by.name);
        let on_duty = roles.is_some_and(|roles| roles.contains(&by.role.at_table()));
        let (lawful, event) = (lawful(known, by), finder.next());
        drop(finder);
        let id = format!("look:{}", look_id(by, table, event));
        let cites = match lawful {
            Ok(cites) => cites,
            Err(problem) => {
                // That somebody tried is on record too, where the table can take it.
                if let Ok(running) = floor.table(table) {
                    let tried = vec![Act::Notice(notice::Act::AskToSee { what: Disclosure::Composition })];
                    let _ = running.command(id, Request::own(by.clone(), tried)).await;
                }
                return Err(problem);
            }
        };
        let recorded = match floor.table(table) {
            Ok(running) => {
                let sees = [Disclosure::Composition, Disclosure::Odds]
                    .map(|what| Act::Notice(notice::Act::AskToSee { what }));
                let sign_on = (!on_duty).then_some(Act::People(table::people::Act::SignOn));
                running
                    .command(id, Request::own(by.clone(), sign_on.into_iter().chain(sees).collect()))
                    .await
                    .map(|_| ())
            }
            Err(problem) => Err(problem),
        };
        match recorded {
            Ok(()) => {}
            // A table that cannot take it does not keep an inspector from looking; the look is on record all the same.
            Err(problem) if problem.word == "out-of-service" || problem.word == "not-found" => {
                record_look(floor, table, by, event).await?;
            }
            Err(problem) => return Err(problem),
        }
        let finder = self.finder(table).await?;
        let seen = tokio::task::spawn_blocking(move || seen(&finder, cites));
        seen.await.map_err(|error| Denial::ours(&error))?
    }
}

/// Does the book let this role be shown it, while on duty? Whoever watches signs on for it.
fn lawful(table: &Table, by: &Person) -> Result<Vec<ClauseNumber>, Denial> {
    let role = by.role.at_table();
    let mut clauses = Vec::new();
    for what in [Disclosure::Composition, Disclosure::Odds] {
        match may_see(table.book(), role, true, what) {
            Ok(cites) => clauses.extend(cites.clauses),
            Err(cites) => {
                let message = format!("a {} may not be shown the {what} of a game in play", by.role);
                return Err(Denial::refused(&Refusal::new(Reason::NotLawful, message, cites), None));
            }
        }
    }
    clauses.dedup();
    Ok(clauses)
}

fn look_id(by: &Person, table: &str, event: u64) -> String {
    let now = clock::now().0;
    let Hash(bytes) =
        sha256(&[by.name.0.as_bytes(), b"\n", table.as_bytes(), &event.to_be_bytes(), &now.to_be_bytes()]);
    hex::encode(&bytes[..12])
}

async fn record_look(floor: &Floor, table: &str, by: &Person, event: u64) -> Result<(), Denial> {
    let stream = Stream::new(LOOK, table).map_err(LedgerError::from)?;
    let message = BTreeMap::from([("event", event.to_string()), ("what", "composition and odds".to_owned())]);
    let payload = Payload::new(LOOKED, &message).map_err(LedgerError::from)?;
    let id = look_id(by, table, event).parse().map_err(LedgerError::from)?;
    let by = By::new(&*by.name.0, by.role.word());
    floor.ledger.append(Draft::note(stream, id, clock::now(), by, payload)).await?;
    Ok(())
}

fn seen(finder: &Finder, clauses: Vec<ClauseNumber>) -> Result<CompositionView, Denial> {
    let table = finder.table().ok_or(ArchiveFault::Empty(finder.stream.clone())).map_err(denied)?;
    let state = table.state();
    let mut left = Composition::of_decks(state.settings.decks);
    for card in &state.shoe.seen {
        left.remove(*card);
    }
    let book = table.book();
    let wagers: Vec<&Wager> = book.wagers(&state.settings.method).unwrap_or_default().iter().collect();
    let odds =
        Evaluator::new(book.tableau(), book.values(), &wagers).and_then(|evaluator| evaluator.odds(&left));
    let (odds, no_odds) = match odds {
        Ok(odds) => (odds, None),
        Err(none) => (Vec::new(), Some(none.to_string())),
    };
    let odds = wagers.iter().zip(odds).map(|(wager, odds)| MomentOdds {
        id: wager.id.to_string(),
        name: wager.name.clone(),
        rows: wager.rows.iter().map(RowView::of).collect(),
        probabilities: odds.probabilities().iter().map(ToString::to_string).collect(),
        expected: odds.ev().to_string(),
        house_edge: odds.house_edge(),
    });
    Ok(CompositionView {
        table: finder.stream.name().to_owned(),
        event: finder.next().saturating_sub(1),
        shoe: state.shoe.number,
        of: u16::from(state.settings.decks) * 52,
        drawn: state.shoe.drawn,
        seen: state.shoe.seen.clone(),
        left: Card::all().map(|card| LeftOf { card, left: left.count(card) }).collect(),
        odds: odds.collect(),
        no_odds,
        clauses,
    })
}
