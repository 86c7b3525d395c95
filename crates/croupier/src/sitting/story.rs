//! A table's events, told as a dealer and an onlooker would.

use crate::sitting::fates;
use baccarat::book::Book;
use baccarat::card::{Card, Suit};
use baccarat::outcome::{PairKind, Side, Winner};
use baccarat::rules::cards::{Device, DrawOrStand, Preparation, Thirds};
use baccarat::rules::people::CallWords;
use baccarat::wager::WagerId;
use table::state::{Coup, Phase};
use table::{
    Citation, Event, Fact, Matter, Refusal, Settled, SettledAs, Subject, Table, bets, cards, deal, notice,
    pay, people, trouble,
};

/// How something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A new chapter.
    Heading,
    /// What the dealer calls.
    Call,
    /// What happens.
    Plain,
    /// The result of a coup.
    Result(Winner),
    /// Chips that change hands.
    Won,
    /// Chips that are lost.
    Lost,
    /// Something turned down.
    Refused,
}

/// Something told, with the clauses it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How it is said.
    pub tone: Tone,
    /// What is said.
    pub text: String,
    /// Under which clauses; empty where the book has nothing to say on it.
    pub clauses: String,
}

impl Message {
    /// Something said under these clauses.
    pub fn new(tone: Tone, text: impl Into<String>, cites: &Citation) -> Message {
        // What rests on a value that the instrument does not give is marked wherever somebody reads it.
        let assumed = cites.silences.iter().filter_map(|silence| silence.strip_suffix(" (assumed)"));
        let assumed = assumed.map(|topic| format!("assumed {topic}"));
        let clauses: Vec<String> = cites.clauses.iter().map(ToString::to_string).chain(assumed).collect();
        Message { tone, text: text.into(), clauses: clauses.join(", ") }
    }

    /// Something said by nobody's order.
    pub fn plain(tone: Tone, text: impl Into<String>) -> Message {
        Message { tone, text: text.into(), clauses: String::new() }
    }

    /// A refusal, which always says what it rests on.
    pub fn refusal(refusal: &Refusal) -> Message {
        let clauses = refusal.cites.to_string();
        Message { tone: Tone::Refused, text: sentence(&refusal.message), clauses }
    }
}

/// A card as people read it, such as `6♥`.
pub fn card(card: Card) -> String {
    let suit = match card.suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    };
    match card.rank.letter() {
        'T' => format!("10{suit}"),
        rank => format!("{rank}{suit}"),
    }
}

/// A hand, face down cards as `▒▒`.
pub fn hand(cards: &[Option<Card>]) -> String {
    let message = |shown: &Option<Card>| shown.map_or("▒▒".to_owned(), card);
    cards.iter().map(message).collect::<Vec<_>>().join(" ")
}

/// What the dealer calls a hand.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Player => "Player",
        Side::Banker => "Banker",
    }
}

/// The point count of a hand that lies open.
pub fn count(book: &Book, cards: &[Option<Card>]) -> Option<u8> {
    let open: Vec<Card> = cards.iter().copied().collect::<Option<_>>()?;
    (!open.is_empty()).then(|| book.values().point_count(&open))
}

/// What the book calls a wager.
pub fn wager_name(table: &Table, id: &WagerId) -> String {
    let wagers = table.book().wagers(&table.state().settings.method).unwrap_or_default();
    wagers.iter().find(|wager| wager.id == *id).map_or_else(|| id.to_string(), |wager| wager.name.clone())
}

/// With a capital letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn in_words(count: u8) -> &'static str {
    const WORDS: [&str; 10] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS[usize::from(count % 10)]
}

fn coup(table: &Table) -> Option<&Coup> {
    match &table.state().phase {
        Phase::Coup(coup) => Some(coup),
        _ => None,
    }
}

/// What is said of an event; the table is as it was before it.
pub fn message_of(event: &Event, table: &Table) -> Option<Message> {
    let (tone, text) = match &event.fact {
        Fact::Notice(notice::Fact::TableOpened { .. }) => (Tone::Heading, opening(table)),
        Fact::People(people::Fact::SignedOn { .. })
        | Fact::People(people::Fact::SignedOff { .. })
        | Fact::People(people::Fact::Arrived { .. }) => return None,
        Fact::People(people::Fact::BoughtIn { patron, cash }) => {
            (Tone::Plain, format!("{patron} buys in for {cash}"))
        }
        Fact::People(people::Fact::SeatTaken { patron, seat }) => {
            (Tone::Plain, format!("{patron} takes seat {seat}"))
        }
        Fact::Cards(cards::Fact::CardsChecked { by, .. }) => {
            (Tone::Plain, format!("The {} checks the cards", by.to_string().replace('-', " ")))
        }
        Fact::Cards(cards::Fact::CardsPrepared { step }) => (Tone::Plain, prepared(*step).to_owned()),
        Fact::Cards(cards::Fact::Shuffled) => (Tone::Plain, "The cards are shuffled".to_owned()),
        Fact::Cards(cards::Fact::CutLeftToPlayers) => {
            (Tone::Plain, "The supervisor leaves the cut to the players".to_owned())
        }
        Fact::Cards(cards::Fact::CutOffered { to }) => (Tone::Plain, format!("The cut is offered to {to}")),
        Fact::Cards(cards::Fact::CutRefused { by }) => (Tone::Plain, format!("{by} does not wish to cut")),
        Fact::Cards(cards::Fact::CutMade { by, at, .. }) => {
            (Tone::Plain, format!("{} cuts, {at} cards deep", sentence(&by.0)))
        }
        Fact::Cards(cards::Fact::CuttingCardInserted { from_back, .. }) => {
            (Tone::Plain, format!("The cutting card goes in, {from_back} cards from the back"))
        }
        Fact::Cards(cards::Fact::CardsLoaded) => (Tone::Plain, loaded(table).to_owned()),
        Fact::Cards(cards::Fact::CardBurnt { card: Some(shown), owed }) => {
            (Tone::Plain, format!("{} is turned up and burnt; {owed} more follow", card(*shown)))
        }
        Fact::Cards(cards::Fact::CardBurnt { card: None, .. }) => {
            (Tone::Plain, "The first card is burnt unseen".to_owned())
        }
        Fact::Cards(cards::Fact::RestBurnt { cards }) => {
            (Tone::Plain, format!("{cards} more are burnt, face down"))
        }
        Fact::Cards(cards::Fact::PlayStarted) => (Tone::Plain, "Play begins".to_owned()),
        Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
            let name = wager_name(table, &stake.wager);
            (Tone::Plain, format!("{} bets {} on {name}", stake.patron, stake.amount))
        }
        Fact::Bets(bets::Fact::WagerChanged { id, to, .. }) => {
            (Tone::Plain, changed(table, *id, &format!("is now {to}"))?)
        }
        Fact::Bets(bets::Fact::WagerWithdrawn { id }) => (Tone::Plain, changed(table, *id, "is taken back")?),
        Fact::Bets(bets::Fact::WagerReturned { id, reason }) => {
            (Tone::Refused, changed(table, *id, &format!("goes back: {reason}"))?)
        }
        Fact::Deal(deal::Fact::Called { words }) => (Tone::Call, format!("“{}”", call(table, *words))),
        Fact::Bets(bets::Fact::BettingOpened { until: Some(until) }) => {
            (Tone::Plain, format!("The clock runs until {until}"))
        }
        Fact::Bets(bets::Fact::BettingOpened { until: None }) => return None,
        Fact::Bets(bets::Fact::BettingClosed { by }) => {
            (Tone::Plain, format!("Betting is closed by the {}", by.to_string().replace('-', " ")))
        }
        Fact::Deal(deal::Fact::CoupStarted { no_bet: true, .. }) => {
            (Tone::Plain, "Nobody may bet on this coup".to_owned())
        }
        Fact::Deal(deal::Fact::CoupStarted { .. }) => return None,
        Fact::Deal(deal::Fact::CuttingCardSeen { first: true }) => {
            (Tone::Plain, "The cutting card comes out as the first card".to_owned())
        }
        Fact::Deal(deal::Fact::CuttingCardSeen { first: false }) => {
            (Tone::Plain, "The cutting card comes out".to_owned())
        }
        Fact::Deal(deal::Fact::CardDealt { to, card }) => (Tone::Plain, dealt(table, *to, *card)?),
        Fact::Deal(deal::Fact::Exposed { side, cards, by }) => {
            let open: Vec<Option<Card>> = cards.iter().copied().map(Some).collect();
            let who = sentence(&by.0);
            (Tone::Plain, format!("{who} turns the {}’s cards: {}", side_name(*side), hand(&open)))
        }
        Fact::Deal(deal::Fact::HandDraws { side, total }) => {
            (Tone::Plain, judged(table, *side, *total, "draws"))
        }
        Fact::Deal(deal::Fact::HandStands { side, total }) => {
            (Tone::Plain, judged(table, *side, *total, "stands"))
        }
        Fact::Deal(deal::Fact::NaturalSeen { player, banker }) => {
            let who = match (*player > 7, *banker > 7) {
                (true, true) => "Naturals on both hands",
                (true, false) => "A natural for Player",
                _ => "A natural for Banker",
            };
            (Tone::Plain, format!("{who}: nobody draws"))
        }
        Fact::Deal(deal::Fact::CoupDecided { winner, player, banker, player_pair, banker_pair, .. }) => {
            let message = match winner {
                Winner::Player => format!("Player wins, {player} over {banker}"),
                Winner::Banker => format!("Banker wins, {banker} over {player}"),
                Winner::Tie => format!("Tie, {player} all"),
            };
            (Tone::Result(*winner), format!("{message}{}", pairs(*player_pair, *banker_pair)))
        }
        Fact::Pay(pay::Fact::WagerSettled { patron, wager, staked, result, .. }) => {
            let tone = if result.outcome == SettledAs::Loses { Tone::Lost } else { Tone::Won };
            let name = wager_name(table, wager);
            (tone, format!("{patron}, {staked} on {name}: {}", settled(result)))
        }
        Fact::Pay(pay::Fact::AllSettled { early: true }) => {
            (Tone::Plain, "That is settled before any third card".to_owned())
        }
        Fact::Pay(pay::Fact::AllSettled { early: false }) => return None,
        Fact::Pay(pay::Fact::CoupEnded { .. }) => (Tone::Plain, "The cards are collected".to_owned()),
        Fact::Cards(cards::Fact::LastCoupComing) => {
            (Tone::Plain, "The next coup is the last of this shoe".to_owned())
        }
        Fact::Cards(cards::Fact::ShuffleDue) => {
            (Tone::Plain, "The shoe is at its end; the shuffle is due".to_owned())
        }
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => {
            (Tone::Call, format!("Ruling: {}", table::in_words(verdict.when)))
        }
        Fact::Trouble(trouble::Fact::MatterOpened { matter }) => (Tone::Call, left_open(matter)),
        Fact::Trouble(trouble::Fact::MatterDecided { decision, .. }) => {
            let who = sentence(&fates::role(decision.by.role));
            (
                Tone::Call,
                format!("{who} decides: {}, because {}", fates::remedy(decision.remedy), decision.why),
            )
        }
        Fact::Deal(deal::Fact::CardCarried { card: carried, no_bet, .. }) => {
            let opens = if *no_bet { "a coup on which nobody may bet" } else { "the next coup" };
            (
                Tone::Plain,
                format!("{} will open {opens}, unless the cards are shuffled first", seen(*carried)),
            )
        }
        Fact::Deal(deal::Fact::CardSetAside { card }) => {
            (Tone::Plain, format!("{} is set aside", seen(*card)))
        }
        Fact::Bets(bets::Fact::NoBetDirected { .. }) => {
            (Tone::Plain, "Nobody may bet on the coming coup".to_owned())
        }
        other => (Tone::Plain, sentence(&other.to_string())),
    };
    Some(Message::new(tone, text, &event.cites))
}

/// What waits for somebody's decision.
fn left_open(matter: &Matter) -> String {
    let who = fates::role(matter.decides);
    match &matter.about {
        Subject::Ruling { when, .. } => format!("{}: {who} decides", table::in_words(*when)),
        Subject::Silence { when, .. } => {
            format!("{}: the book does not say what follows; {who} decides", table::in_words(*when))
        }
    }
}

/// A card, or one that nobody saw, at the start of a sentence.
fn seen(shown: Option<Card>) -> String {
    shown.map_or("The card that nobody saw".to_owned(), card)
}

fn opening(table: &Table) -> String {
    let settings = &table.state().settings;
    let decks = if settings.decks == 1 { "1 deck".to_owned() } else { format!("{} decks", settings.decks) };
    format!("{}: {decks}, {} method", table.book().name, settings.method)
}

fn prepared(step: Preparation) -> &'static str {
    match step {
        Preparation::SpreadFaceUp => "The cards are spread face up for the players to look at",
        Preparation::Wash => "They are turned face down and washed",
        Preparation::Stack => "They are stacked",
        Preparation::Riffle => "They are riffled",
    }
}

fn loaded(table: &Table) -> &'static str {
    match table.state().settings.device {
        Device::CardShoe => "The cards go into the shoe",
        Device::ShufflingDevice => "The cards go into the shuffling device",
    }
}

fn changed(table: &Table, id: table::StakeId, what: &str) -> Option<String> {
    let stake = table.state().stake(id)?;
    Some(format!("{}’s wager on {} {what}", stake.patron, wager_name(table, &stake.wager)))
}

/// What the dealer says.
fn call(table: &Table, words: CallWords) -> String {
    let book = table.book();
    let counts = coup(table).and_then(|coup| Some((count(book, &coup.player)?, count(book, &coup.banker)?)));
    let spoken =
        counts.map(|(player, banker)| format!("Player {}, Banker {}", in_words(player), in_words(banker)));
    let winner = counts.map(|(player, banker)| match player.cmp(&banker) {
        std::cmp::Ordering::Greater => "Player wins",
        std::cmp::Ordering::Less => "Banker wins",
        std::cmp::Ordering::Equal => "Tie",
    });
    match (words, spoken, winner) {
        (CallWords::PointCountsPlayerFirst, Some(spoken), _) => format!("{spoken}."),
        (CallWords::FinalCountsAndWinner, Some(spoken), Some(winner)) => format!("{spoken}. {winner}."),
        (CallWords::Result, _, Some(winner)) => format!("{winner}."),
        _ => format!("{}.", sentence(&words.to_string().replace('-', " "))),
    }
}

/// A card dealt. The first four are told together, once the last of them is out.
fn dealt(table: &Table, to: Side, shown: Option<Card>) -> Option<String> {
    let coup = coup(table)?;
    let mut after = [coup.player.clone(), coup.banker.clone()];
    after[usize::from(to == Side::Banker)].push(shown);
    let [player, banker] = &after;
    let of = |cards: &Vec<Option<Card>>| match count(table.book(), cards) {
        Some(count) => format!("{} makes {count}", hand(cards)),
        None => hand(cards),
    };
    match player.len() + banker.len() {
        0..4 => None,
        4 => Some(format!("Player {}; Banker {}", of(player), of(banker))),
        _ => {
            let cards = if to == Side::Player { player } else { banker };
            let drawn = shown.map_or("a card face down".to_owned(), card);
            Some(format!("{} gets {drawn}: {}", side_name(to), of(cards)))
        }
    }
}

/// Draw or stand, with the row of the chart that says so.
fn judged(table: &Table, side: Side, total: u8, does: &str) -> String {
    let third = coup(table)
        .and_then(|coup| coup.player.get(2).copied().flatten())
        .map(|card| table.book().values().of(card.rank));
    let who = side_name(side);
    let against = match (side, third) {
        (Side::Banker, Some(third)) => format!(" against a third card of {third}"),
        (Side::Banker, None) => " as Player took no card".to_owned(),
        (Side::Player, _) => String::new(),
    };
    let row = row(table.book(), side, total, third).map(|row| format!(" ({row})")).unwrap_or_default();
    format!("{who} {does} on {total}{against}{row}")
}

/// The row of the chart that orders a draw or a stand.
fn row(book: &Book, side: Side, total: u8, third: Option<u8>) -> Option<String> {
    let tableau = &book.rules.tableau;
    if side == Side::Player {
        let row = tableau.player.find(|row| row.on.contains(total))?;
        let does = if row.does == DrawOrStand::Draws { "draws" } else { "stands" };
        return Some(format!("row {}: {does}", row.on));
    }
    let fits = |thirds: Thirds| thirds.columns().any(|column| column == third);
    let row = tableau.banker.find(|row| row.on.contains(total) && (fits(row.draws) || fits(row.stands)))?;
    let (does, thirds) = if fits(row.draws) { ("draws", row.draws) } else { ("stands", row.stands) };
    Some(format!("row {}: {does} on {}", row.on, String::from(thirds)))
}

fn pairs(player: Option<PairKind>, banker: Option<PairKind>) -> String {
    let kind = |kind: PairKind| format!("{kind:?}").to_lowercase();
    let one = |pair: Option<PairKind>, who: &str| {
        pair.map(|pair| format!(", a {} pair for {who}", kind(pair))).unwrap_or_default()
    };
    format!("{}{}", one(player, "Player"), one(banker, "Banker"))
}

/// What becomes of a wager, and in which chips it is paid.
pub fn settled(result: &Settled) -> String {
    let mut message = match result.outcome {
        SettledAs::Wins => {
            let chips: Vec<String> =
                result.chips.iter().map(|(chip, count)| format!("{count} × {chip}")).collect();
            let chips = match chips.is_empty() {
                true => String::new(),
                false => format!(", paid {}", chips.join(" + ")),
            };
            let owed = match result.owed.0 {
                0 => String::new(),
                _ => format!("; {} stays owed, as no chips make it", result.owed),
            };
            format!("wins {}{chips}{owed}", result.paid)
        }
        SettledAs::StandsOff if result.void => "is void and goes back".to_owned(),
        SettledAs::StandsOff if result.stays => "stands off and stays where it is".to_owned(),
        SettledAs::StandsOff => "stands off and goes back".to_owned(),
        SettledAs::Loses => format!("loses {}", result.live),
    };
    if result.returned.0 > 0 {
        message.push_str(&format!("; {} goes back", result.returned));
    }
    message
}
