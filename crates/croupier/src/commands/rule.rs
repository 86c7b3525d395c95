//! `croupier rule`: what the book says of a situation, and what really follows from it at a table.

pub mod answer;
mod device;
mod question;

use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use crate::screen::answers::Answers;
use crate::sitting::scene::{Laid, Scene};
use crate::sitting::{TableArgs, known};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{Side, Winner};
use baccarat::rules::cards::Device;
use baccarat::rules::play::Face;
use baccarat::rules::rulings::Irregularity;
use clap::Args;
use std::sync::Arc;
use table::state::Phase;
use table::{Report, Settings, in_words};

const EXAMPLES: &str = "\
Examples:
  croupier rule nsw --cards \"6H 3D KC KS\" --misdealt \"5H to player\"
  croupier rule act --cards \"6H 7D KC KS\" --in-excess down
  croupier rule nz --face-up 5H
  croupier rule act --cards \"6H 7D KC KS\" --later
  croupier rule nsw --found device-failed      every path of a shuffling device that fails
  croupier rule nsw --cards \"2H 7D KC KS\"     what may have happened there, in plain words

Cards are AS, TH, 9C, KD; `down` is a card that nobody saw.";

/// A situation.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RuleArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    book: String,
    /// The cards dealt so far in this coup, in the order they left the shoe: to Player, to Banker, and so on
    #[arg(long, value_name = "CARDS", default_value = "")]
    cards: String,
    /// Further cards, as they come out of the shoe afterwards
    #[arg(long, value_name = "CARDS", default_value = "")]
    then: String,
    /// A card went where none was due: "5H to player", "down to banker"
    #[arg(long, value_name = "CARD to HAND", group = "situation")]
    misdealt: Option<String>,
    /// A card too many was drawn and laid to no hand: 5H, or down
    #[arg(long, value_name = "CARD", group = "situation")]
    in_excess: Option<String>,
    /// The next card lies face up before it is drawn
    #[arg(long, value_name = "CARD", group = "situation")]
    face_up: Option<String>,
    /// The order in which the cards of the coup really left the shoe
    #[arg(long, value_name = "CARDS", group = "situation")]
    order: Option<String>,
    /// That order was in doubt and has been established
    #[arg(long, requires = "order")]
    in_doubt: bool,
    /// A card was burnt that should not have been: 5H, or down
    #[arg(long, value_name = "CARD", group = "situation")]
    wrongly_burnt: Option<String>,
    /// A card that does not belong to the decks: what it shows, or down
    #[arg(long, value_name = "CARD", group = "situation")]
    foreign: Option<String>,
    /// Anything else: burn-forgotten, shoe-ran-out, cut-missed, card-missing, device-failed, and more
    #[arg(long, value_name = "WHAT", group = "situation")]
    found: Option<String>,
    /// This coup was dealt wrongly, and it is found only after the next one began
    #[arg(long, group = "situation")]
    later: bool,
    /// Wagers of this coup were outside the limits, and it is found only after the next one began
    #[arg(long, group = "situation")]
    limits_broken: bool,
    /// Why, where the book asks for a ground
    #[arg(long, value_name = "REASON", default_value = "")]
    because: String,
    /// The coup was over, settled and cleared when it was found
    #[arg(long)]
    ended: bool,
    /// The wagers on the table, one to a patron: "player 100, tie 10"
    #[arg(long, value_name = "WAGERS")]
    wagers: Option<String>,
    /// The settlement method; the book's first if not given
    #[arg(long)]
    method: Option<String>,
    /// The dealing method, where the book has several, such as B in nsw
    #[arg(long, value_name = "METHOD")]
    dealing: Option<String>,
    /// Which way up the first four cards are dealt: up or down
    #[arg(long, value_name = "WAY")]
    faces: Option<String>,
    /// What cards are dealt from: card-shoe or shuffling-device
    #[arg(long)]
    device: Option<String>,
    /// The shoe scans the cards
    #[arg(long)]
    scanning: bool,
    /// JSON instead of a page
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &RuleArgs, screen: &Screen) -> Result<(), Failure> {
    let book = Arc::new(library::open_and_warn(&args.book)?);
    let failed = args.found.as_ref().is_some_and(|found| found.trim().replace(' ', "-") == device::NAME);
    if failed && !device::is_ruled(&book) {
        return args.write(&device::unsaid(book), screen);
    }
    let settings = args.settings(&book, failed.then_some(Device::ShufflingDevice))?;
    let ended = args.ended || args.later || args.limits_broken;
    let place = Place { cards: cards(&args.cards)?, then: cards(&args.then)?, ended };
    let mut table = Described { book, settings, wagers: args.wagers()?, place };
    if failed {
        return args.write(&device::of(&mut table)?, screen);
    }
    let report = match args.report()? {
        Some(report) => report,
        None => match question::ask(&mut table, args, screen)? {
            Some(report) => report,
            None => return Ok(()),
        },
    };
    let answer = answer::of(&mut table, &report)?;
    let text = if args.json { answer.json() } else { answer.page(screen) };
    Ok(screen.write(&text)?)
}

/// How far play had come.
pub struct Place {
    /// The cards dealt.
    pub cards: Vec<Card>,
    /// Those that come afterwards.
    pub then: Vec<Card>,
    /// The coup was over.
    pub ended: bool,
}

/// A table as it is described.
pub struct Described {
    /// Its book.
    pub book: Arc<Book>,
    /// What is set for it.
    pub settings: Settings,
    /// The wagers on it; none are named where the usual ones lie.
    pub wagers: Option<Vec<Laid>>,
    /// How far play had come.
    pub place: Place,
}

/// A coup that needs no third card, to follow one in which something went wrong.
const NEXT_COUP: [&str; 4] = ["4S", "KS", "5S", "8S"];

impl Described {
    /// Plays up to the point described. Nothing but a report is missing then.
    pub fn play(&mut self, later: bool) -> Result<Scene, Failure> {
        let wagers = self.wagers.clone().unwrap_or_else(|| usual_wagers(&self.book, &self.settings));
        let mut scene = Scene::open(self.book.clone(), self.settings.clone(), wagers.len())?;
        let story: Vec<Card> = self.place.cards.iter().chain(&self.place.then).copied().collect();
        scene.make_ready(&story)?;
        let wagers = self.seated(&scene, wagers);
        scene.bet(&wagers)?;
        self.wagers = Some(wagers.clone());
        if self.place.cards.is_empty() {
            return match self.place.ended {
                true => Err(Failure::usage(
                    "--ended, --later and --limits-broken need the cards of that coup: --cards",
                )),
                false => Ok(scene),
            };
        }
        scene.deal(&self.place.cards)?;
        if self.place.ended {
            scene.play_on(&[])?;
            if matches!(scene.sitting.table.state().phase, Phase::Coup(_)) {
                let due = scene.sitting.table.due();
                return Err(Failure::usage(format!(
                    "that coup is not over: due is {due}; name all its cards"
                )));
            }
        }
        if later {
            // Stakes that stood off may still lie there.
            wagers.iter().enumerate().for_each(|(nth, laid)| drop(scene.place(nth + 1, laid)));
            let next: Vec<Card> = NEXT_COUP.iter().filter_map(|card| card.parse().ok()).collect();
            scene.deal(&next[..1])?;
        }
        Ok(scene)
    }

    /// The usual wagers, so that whoever holds a role bets as the role demands.
    fn seated(&self, scene: &Scene, mut wagers: Vec<Laid>) -> Vec<Laid> {
        let holder = scene.sitting.table.state().designated.holder.clone();
        if self.wagers.is_none() && holder == Some(crate::sitting::scene::patron_at(1)) {
            wagers.reverse();
        }
        wagers
    }
}

fn usual_wagers(book: &Book, settings: &Settings) -> Vec<Laid> {
    let hundred = Money(100 * Money::UNITS);
    let laid = |on: Winner| {
        let wager = book.main_wager(&settings.method, on)?;
        Some(Laid { wager: wager.id.clone(), amount: hundred })
    };
    [Winner::Player, Winner::Banker].into_iter().filter_map(laid).collect()
}

/// Cards that are written one after another.
fn cards(text: &str) -> Result<Vec<Card>, Failure> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|error| Failure::usage(format!("{error}")))).collect()
}

/// A card, or one that nobody saw.
pub fn seen(text: &str) -> Result<Option<Card>, Failure> {
    match text.trim() {
        "down" => Ok(None),
        card => match card.parse() {
            Ok(card) => Ok(Some(card)),
            Err(error) => Err(Failure::usage(format!("{error}, or `down` for a card that nobody saw"))),
        },
    }
}

/// Cards in an order, those unseen as `down`.
pub fn order(text: &str) -> Result<Vec<Option<Card>>, Failure> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(seen).collect()
}

/// An irregularity by its name, with or without dashes.
fn irregularity(text: &str) -> Result<Irregularity, Failure> {
    let wanted = text.trim().replace(' ', "-");
    let named = Irregularity::ALL.iter().find(|when| when.to_string() == wanted);
    named.copied().ok_or_else(|| {
        let mut all: Vec<String> =
            Irregularity::ALL.iter().map(|when| format!("  {when}: {}", in_words(*when))).collect();
        all.push(format!("  {}: {}", device::NAME, device::WORDS));
        Failure::usage(format!("no irregularity `{wanted}`; allowed are\n{}", all.join("\n")))
    })
}

fn misdealt(text: &str) -> Result<Report, Failure> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [card, "to", hand] = words[..] else {
        return Err(Failure::usage(format!(
            "found --misdealt `{text}`; allowed is a card and a hand, such as \"5H to player\" or \"down to banker\""
        )));
    };
    let to = match hand {
        "player" => Side::Player,
        "banker" => Side::Banker,
        other => {
            return Err(Failure::usage(format!("no hand `{other}`; allowed are player and banker")));
        }
    };
    Ok(Report::Misdealt { to: Some(to), card: seen(card)? })
}

impl RuleArgs {
    fn write(&self, paths: &device::Paths, screen: &Screen) -> Result<(), Failure> {
        let text = if self.json { paths.json() } else { paths.page(screen) };
        Ok(screen.write(&text)?)
    }

    /// What went wrong, if it is told.
    fn report(&self) -> Result<Option<Report>, Failure> {
        if let Some(text) = &self.misdealt {
            return misdealt(text).map(Some);
        }
        if let Some(text) = &self.in_excess {
            return Ok(Some(Report::Misdealt { to: None, card: seen(text)? }));
        }
        if let Some(text) = &self.face_up {
            let card = text.trim().parse().map_err(|error| Failure::usage(format!("{error}")))?;
            return Ok(Some(Report::FaceUp { card }));
        }
        if let Some(text) = &self.order {
            return Ok(Some(Report::OutOfSequence { cards: order(text)?, doubt: self.in_doubt }));
        }
        if let Some(text) = &self.wrongly_burnt {
            return Ok(Some(Report::WronglyBurnt { card: seen(text)? }));
        }
        if let Some(text) = &self.foreign {
            return Ok(Some(Report::Foreign { card: seen(text)? }));
        }
        if let Some(text) = &self.found {
            return Ok(Some(Report::Found { irregularity: irregularity(text)?, why: self.because.clone() }));
        }
        if self.limits_broken {
            return Ok(Some(Report::LimitsBroken { coup: 1 }));
        }
        Ok(self.later.then_some(Report::Earlier { coup: 1 }))
    }

    /// The wagers that are named.
    fn wagers(&self) -> Result<Option<Vec<Laid>>, Failure> {
        let Some(text) = &self.wagers else { return Ok(None) };
        let message = |part: &str| {
            format!("found --wagers `{part}`; allowed are wagers and amounts, such as \"player 100, tie 10\"")
        };
        let laid = |part: &str| {
            let (wager, amount) =
                part.trim().rsplit_once(' ').ok_or_else(|| Failure::usage(message(part.trim())))?;
            let wager = wager.trim().parse().map_err(|_| Failure::usage(message(part.trim())))?;
            Ok(Laid { wager, amount: amount.parse().map_err(Failure::usage)? })
        };
        text.split(',').map(laid).collect::<Result<_, Failure>>().map(Some)
    }

    /// What is set for the table: as usual, but for what is named and for the device that a situation needs.
    fn settings(&self, book: &Book, needed: Option<Device>) -> Result<Settings, Failure> {
        let table = TableArgs {
            book: self.book.clone(),
            seed: None,
            method: self.method.clone(),
            dealing: self.dealing.clone(),
            clock: None,
        };
        let mut settings = table.settings(book)?;
        if let Some(faces) = &self.faces {
            settings.faces = word("way", faces, Face::ALL)?;
        }
        let device = self.device.as_ref().map(|device| word("device", device, Device::ALL)).transpose()?;
        if let Some(device) = device.or(needed) {
            settings.device = device;
            let style = book.rules.burn.styles.find(|burn| burn.devices.contains(&settings.device));
            settings.burn = style.map_or(settings.burn, |burn| burn.style);
        }
        settings.scanning = self.scanning;
        let bad = settings.check(book);
        if bad.is_empty() {
            return Ok(settings);
        }
        let message = bad.iter().map(|bad| format!("{}: {} ({})", bad.setting, bad.message, bad.cites));
        Err(Failure::refused(format!(
            "this table is outside the book: {}",
            message.collect::<Vec<_>>().join("; ")
        )))
    }
}

/// A word out of a set.
fn word<T: Copy + ToString>(what: &str, text: &str, all: &[T]) -> Result<T, Failure> {
    let ids: Vec<String> = all.iter().map(ToString::to_string).collect();
    known(what, text, ids.iter().map(String::as_str))?;
    let place = ids.iter().position(|id| id == text);
    place
        .and_then(|place| all.get(place).copied())
        .ok_or_else(|| Failure::usage(format!("no {what} `{text}`")))
}

/// Asks a question and reads the answer again until it can be read; nothing at the end of input.
pub fn asked<T>(
    answers: &mut Answers,
    prompt: &str,
    read: impl Fn(&str) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    loop {
        let Some(line) = answers.ask(prompt)? else { return Ok(None) };
        match read(&line) {
            Ok(value) => return Ok(Some(value)),
            Err(failure) => answers.say(&format!("{failure}\n"))?,
        }
    }
}
