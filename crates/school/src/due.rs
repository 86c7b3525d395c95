//! What is due at a table, in the words of the dealer's console, and questions about what comes next.

use crate::chance::Chance;
use crate::phrase::{Phrase, Value};
use crate::scene::{Scene, Stuck, act_for, takes};
use baccarat::outcome::Side;
use baccarat::rules::people::CallWords;
use table::{Due, Name};

/// How many options a question has at most.
const OPTIONS: usize = 4;

/// What is due, as something to do.
pub fn phrase(due: &Due) -> Option<Phrase> {
    let of = |word: &str| Phrase::of("next", word);
    let hand = |phrase: Phrase, side| phrase.with("hand", Phrase::hand(side));
    let to = |phrase: Phrase, name: &Name| phrase.with("patron", Value::Text(name.to_string()));
    Some(match due {
        Due::Check => of("check"),
        Due::Prepare { step } => of("prepare").with("step", Phrase::of("step", step)),
        Due::Shuffle => of("shuffle"),
        Due::ReplaceCards => of("replace-cards"),
        Due::OfferCut { to: Some(name) } => to(of("offer-cut"), name),
        Due::OfferCut { to: None } => of("offer-cut-nobody"),
        Due::Cut { by: None } => of("cut-nobody"),
        Due::Cut { by: Some(name) } => to(of("cut"), name),
        Due::InsertCuttingCard => of("insert-cutting-card"),
        Due::Load => of("load"),
        Due::Burn => of("burn"),
        Due::BurnRest { cards } => of("burn-rest").with("cards", i64::from(*cards)),
        Due::StartPlay => of("start-play"),
        Due::OfferRole { to: name } => to(of("offer-role"), name),
        Due::OpenBetting => of("open-betting"),
        Due::Wagers | Due::Countdown { .. } => of("wagers"),
        Due::Call { words } => of("call").with("words", Phrase::of("call", words)),
        Due::FirstCard => hand(of("first-card"), Side::Player),
        Due::Card { to } => hand(of("card"), *to),
        Due::OfferHand { side, to: Some(name) } => to(hand(of("offer-hand"), *side), name),
        Due::OfferHand { side, to: None } => hand(of("offer-hand-nobody"), *side),
        Due::Expose { side, by: None } => hand(of("expose-nobody"), *side),
        Due::CollectHand { side } => hand(of("collect-hand"), *side),
        Due::Settle => of("settle"),
        Due::CollectCards => of("collect-cards"),
        Due::AnswerRole { .. }
        | Due::RoleWager { .. }
        | Due::AnswerOffer { .. }
        | Due::Expose { by: Some(_), .. }
        | Due::LayCarried { .. }
        | Due::Decide { .. }
        | Due::Resume
        | Due::SayOfDevice { .. }
        | Due::AfterDevice { .. }
        | Due::Nothing => return None,
    })
}

/// Something that staff do next, and what else might be thought of.
pub struct Moment {
    /// The table then.
    pub scene: Scene,
    /// What to do, the right thing among others that the table would refuse.
    pub options: Vec<Phrase>,
    /// Where the right one stands.
    pub place: usize,
}

/// Walks a scene to its end and picks a moment at which staff have something to do that `wanted` likes; any such moment otherwise.
pub fn pick(
    start: &Scene,
    chance: &mut Chance,
    goes_on: impl Fn(&Scene) -> bool,
    wanted: impl Fn(&Due) -> bool,
) -> Result<Moment, Stuck> {
    let dues = walked(start, &goes_on)?;
    let staffs: Vec<usize> = (0..dues.len()).filter(|step| dues[*step].1).collect();
    let liked: Vec<usize> = staffs.iter().copied().filter(|step| wanted(&dues[*step].0)).collect();
    let from = if liked.is_empty() { &staffs } else { &liked };
    let step = *chance.pick(from).ok_or_else(|| Stuck("staff have nothing to do here".to_owned()))?;
    let mut scene = start.clone();
    let mut left = step;
    scene.while_so(|_| {
        left = left.wrapping_sub(1);
        left != usize::MAX
    })?;
    let due = scene.table.due_at(scene.now);
    let others = dues.into_iter().map(|(due, _)| due);
    let (options, place) = options(&scene, &due, others.collect(), chance)?;
    Ok(Moment { scene, options, place })
}

/// What is due at each step, and whether it is for staff and has words.
fn walked(start: &Scene, goes_on: &impl Fn(&Scene) -> bool) -> Result<Vec<(Due, bool)>, Stuck> {
    let mut scene = start.clone();
    let mut dues = Vec::new();
    scene.while_so(|scene| {
        let due = scene.table.due_at(scene.now);
        let act = act_for(&scene.table, &due).filter(|_| phrase(&due).is_some());
        let taken = act.is_some_and(|(act, by)| takes(&scene.table, &act, &by, scene.now));
        let on = goes_on(scene);
        if on {
            dues.push((due, taken));
        }
        on
    })?;
    Ok(dues)
}

/// The right thing to do among such as the table refuses now.
fn options(
    scene: &Scene,
    due: &Due,
    others: Vec<Due>,
    chance: &mut Chance,
) -> Result<(Vec<Phrase>, usize), Stuck> {
    let right = phrase(due).ok_or_else(|| Stuck("there are no words for this".to_owned()))?;
    let calls = CallWords::ALL.iter().map(|words| Due::Call { words: *words });
    let mut taken: Vec<Phrase> = vec![right.clone()];
    for other in chance.shuffled(others.into_iter().chain(calls).collect()) {
        let Some(words) = phrase(&other).filter(|words| !taken.contains(words)) else { continue };
        if taken.len() < OPTIONS && is_refused(scene, &other) {
            taken.push(words);
        }
    }
    let options = chance.shuffled(taken);
    let place = options.iter().position(|option| *option == right).unwrap_or(0);
    Ok((options, place))
}

fn is_refused(scene: &Scene, due: &Due) -> bool {
    let act = act_for(&scene.table, due);
    act.is_some_and(|(act, by)| !takes(&scene.table, &act, &by, scene.now))
}
