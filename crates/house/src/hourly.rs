//! The small draw that a demonstration holds every hour: staff of the house's own do what people would, under the book's rules and on the
//! same log. Whoever is there may enter, and may give the text that holds the draw; after a minute the house's own inspector does.

use declared::Zone;
use people::denial::Denial;
use people::names::REGULARS;
use people::role::Role;
use people::viewer::{Asker, Person, Viewer};
use prizes::Prizes;
use prizes::offer::Offer;
use promotion::state::Stage;
use promotion::{Act, PassedWhy};
use std::sync::Arc;
use std::time::Duration;
use table::{Name, Time};
use tokio::sync::watch;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
/// Entries close this long after the hour began, and the draw is this long after it.
const CLOSES: i64 = 50 * MINUTE;
const DRAWN: i64 = 52 * MINUTE;
/// Nobody would have time to enter a promotion that opens later than this.
const LAST: i64 = 45 * MINUTE;
/// How long people have to give the text that holds the draw.
const WAITED: i64 = MINUTE;
/// What was drawn longer ago is left as it is.
const LOOKED_AFTER: i64 = 72 * HOUR;
/// How many prizes there are.
const PRIZES: u32 = 2;
/// How often it is looked after.
const EVERY: Duration = Duration::from_secs(5);
/// What the ids of these promotions begin with.
const PREFIX: &str = "hour-";

/// Holds a draw every hour until the house stops.
pub(crate) async fn keep_drawing(prizes: Arc<Prizes>, mut stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        if let Err(denial) = step(&prizes).await {
            tracing::warn!(message = denial.message, "the draw of the hour has to wait");
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.changed() => return,
        }
    }
}

/// Does whatever is due now.
pub async fn step(prizes: &Prizes) -> Result<(), Denial> {
    let now = prizes.now();
    let started = now.0.div_euclid(HOUR) * HOUR;
    let hour = if now.0 - started > LAST { started + HOUR } else { started };
    let id = format!("{PREFIX}{}", hour / HOUR);
    if prizes.offer(&id).is_err() {
        prizes.begin(&format!("{id}:begin"), &staff(Role::Manager), &terms(&id, hour)).await?;
    }
    let due: Vec<String> = prizes.list().promotions.into_iter().map(|entry| entry.id).collect();
    // Older ones are over.
    for id in due.iter().filter(|id| id.starts_with(PREFIX)).take(3) {
        let offer = prizes.offer(id)?;
        go_on(prizes, &offer, now).await?;
    }
    for id in due.iter().filter(|id| id.starts_with(PREFIX)) {
        let offer = prizes.offer(id)?;
        let since = now.0 - offer.entry().draws;
        if (24 * HOUR..LOOKED_AFTER).contains(&since) {
            lapse(prizes, &offer, now).await?;
        }
    }
    Ok(())
}

/// What nobody has claimed in time lapses, as the terms say.
async fn lapse(prizes: &Prizes, offer: &Offer, now: Time) -> Result<(), Denial> {
    let (manager, supervisor) = (Asker::own(staff(Role::Manager)), Asker::own(staff(Role::Supervisor)));
    let looks = Viewer::Person(supervisor.person.clone());
    for prize in offer.view(&looks, now).await.prizes {
        let over = prize.claim_until.is_some_and(|until| now.0 >= until) && !prize.awarded && !prize.lapsed;
        if !over {
            continue;
        }
        let what = Act::PassOver { prize: prize.number, why: PassedWhy::Lapsed };
        let id = format!("{}:lapse:{}", offer.id, prize.number);
        let propose = Act::Propose { what: Box::new(what.clone()) };
        // One that was claimed in time is for whoever plays the desk.
        if let Err(denial) = prizes.command(offer, &id, &manager, propose).await {
            tracing::debug!(message = denial.message, "a prize does not lapse");
            continue;
        }
        let desk = offer.view(&looks, now).await.desk;
        let waiting = desk.into_iter().flat_map(|desk| desk.proposals).find(|open| open.what == what);
        if let Some(open) = waiting {
            let approve = Act::Approve { proposal: open.number };
            prizes.command(offer, &format!("{id}:approve"), &supervisor, approve).await?;
        }
    }
    Ok(())
}

/// Staff of the house's own, called by their role like the automatic dealer.
fn staff(role: Role) -> Person {
    Person { name: Name::from(role.word()), role }
}

/// Takes one promotion as far as it can go now.
async fn go_on(prizes: &Prizes, offer: &Offer, now: Time) -> Result<(), Denial> {
    let entry = offer.entry();
    let ask = async |what: &str, person: &Person, act: Act| {
        let asker = Asker::own(person.clone());
        prizes.command(offer, &format!("{}:{what}", offer.id), &asker, act).await.map(drop)
    };
    let (manager, supervisor) = (staff(Role::Manager), staff(Role::Supervisor));
    if [Stage::Draft, Stage::Lodged].map(Stage::word).contains(&&*entry.stage) && now.0 < entry.closes {
        ask("lodge", &manager, Act::Lodge).await?;
        ask("channel", &manager, Act::OpenChannel { channel: "in-casino".to_owned() }).await?;
        ask("open", &manager, Act::Open { sealing: None }).await?;
        for name in REGULARS {
            let regular = Person { name: Name::from(name), role: Role::Player };
            ask(&format!("enter:{}", &name[..3]), &regular, Act::Enter).await?;
        }
    }
    if entry.stage == Stage::Closed.word() && now.0 >= entry.draws {
        ask("propose", &manager, Act::Propose { what: Box::new(Act::ReadyDraw) }).await?;
        ask("approve", &supervisor, Act::Approve { proposal: 1 }).await?;
        if now.0 >= entry.draws + WAITED {
            let text = format!("The house's own inspector at {}", now.0);
            ask("mix", &staff(Role::Inspector), Act::Mix { text, seed: None }).await?;
        }
    }
    if entry.stage == Stage::Drawn.word() {
        ask("publish", &manager, Act::PublishResults).await?;
        for prize in 1..=PRIZES {
            let notify = Act::Notify { prize, channel: "email".to_owned(), reached: true };
            // Of a draw that was cancelled nobody is told.
            if let Err(denial) = ask(&format!("notify:{prize}"), &manager, notify).await {
                tracing::debug!(message = denial.message, "nobody is told of a prize");
            }
        }
    }
    Ok(())
}

/// The terms of the draw of an hour.
fn terms(id: &str, hour: i64) -> String {
    let at = |milliseconds: i64| format!("{}:00Z", Zone::default().local(Time(hour + milliseconds)));
    // It opens once nobody would have time to enter the one before.
    let (from, closes, drawn) = (at(LAST - HOUR), at(CLOSES), at(DRAWN));
    // Two of them stand beside each other for a while: each is called by when it is drawn.
    let clock = drawn.get(11..16).unwrap_or_default();
    format!(
        r#"promotion = "{id}"
name = "Draw of the Hour, {clock} UTC"
book = "nsw"
zone = "UTC0"
award = {{ how = "One ticket is drawn for each prize.", when = {drawn}, where = "Main floor" }}
held = {{ place = "The demonstration", from = {from}, to = {drawn} }}
eligible = "Whoever is in the demonstration."
entry = {{ how = "A form on this page.", each = 1 }}
qualifying_wager = {{ least = 25, tables = [], tickets = 1, tokens_count = false }}
closes = {closes}
claim = {{ how = "On this page.", by = ["page"], present = false, within_days = 1, else = "lapses" }}
one_prize_each = true
notify = ["email"]
results = "On this page."
channels = ["in-casino"]

[[prize]]
sort = "goods"
what = "A pack of cards"
value = 20
cash_instead = true

[[prize]]
sort = "goods"
what = "A mug"
value = 15
"#
    )
}
