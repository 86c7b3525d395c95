//! The signs that the book demands, as the settings and the state fill them in.

use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::notice;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::Phase;
use crate::table::{Facts, Table};
use baccarat::outcome::{Side, Winner};
use baccarat::rules::betting::{ChangeOf, KeptMinimum, Multiples};
use baccarat::rules::people::{self, Duty, Moment, Role, SignSubject};
use schemars::JsonSchema;
use serde::Serialize;

/// A sign at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sign {
    /// What it is about.
    pub shows: SignSubject,
    /// What it says.
    pub text: String,
    /// The clauses that demand it.
    pub cites: Citation,
}

impl Table {
    /// Every sign that must be up now.
    pub fn signs(&self) -> Vec<Sign> {
        let mut signs: Vec<Sign> = Vec::new();
        for rule in &self.book.rules.procedure.signs.items {
            let settings = &self.state.settings;
            // A sign that may be up is up where the table uses what it shows.
            let used = match rule.shows {
                SignSubject::HandHolders => settings.markers,
                SignSubject::Results => settings.display,
                SignSubject::Multiples => settings.limits.unit.is_some(),
                SignSubject::NoBetCoup => true,
                _ => false,
            };
            let shown = match rule.duty {
                Duty::Must => true,
                Duty::May => used,
                Duty::MustNot => false,
            };
            if !shown || !self.is_sign_time(rule) {
                continue;
            }
            let Some(text) = self.sign_text(rule) else { continue };
            let cites = match rule.shows {
                SignSubject::KeptMinimum => rule.cites().and(self.one_marker_under()),
                _ => rule.cites(),
            };
            match signs.iter_mut().find(|sign| sign.shows == rule.shows && sign.text == text) {
                Some(sign) => sign.cites = sign.cites.clone().and(cites),
                None => signs.push(Sign { shows: rule.shows, text, cites }),
            }
        }
        signs
    }

    /// Is a sign up at this time? What it is about must be in use as well.
    fn is_sign_time(&self, rule: &people::Sign) -> bool {
        match rule.at {
            Moment::Always => true,
            Moment::BeforePlay => self.state.coups == 0,
            Moment::BettingOpens | Moment::BeforeCoup => matches!(self.state.phase, Phase::Betting(_)),
            Moment::NoBetCoupAtEmptyTable => self.is_empty_for_no_bet(),
            Moment::BeforeChange => matches!(
                rule.shows,
                SignSubject::MinimumToCome
                    | SignSubject::GameToCome
                    | SignSubject::ClosingTime
                    | SignSubject::OptionRestriction
            ),
            // Handed over when somebody asks; it does not hang there.
            Moment::OnRequest => false,
            // Moments at which something is called, too short for a sign.
            Moment::ClockZero
            | Moment::CuttingCardFirst
            | Moment::CuttingCardLater
            | Moment::InitialDealShown
            | Moment::NaturalTie
            | Moment::Result
            | Moment::TiedResult
            | Moment::BeforeForcedNoBetCoup => false,
        }
    }

    /// The boxes at which a patron has wagers.
    fn boxes(&self, name: &Name) -> Vec<u8> {
        let mut boxes: Vec<u8> =
            self.state.stakes.iter().filter(|stake| stake.patron == *name).map(|stake| stake.area).collect();
        boxes.sort_unstable();
        boxes.dedup();
        boxes
    }

    /// The clauses by which somebody with several boxes gets a single marker for the old minimum.
    fn one_marker_under(&self) -> Citation {
        let several = |(name, patron): (&Name, &crate::state::Patron)| {
            patron.kept_minimum.is_some() && self.boxes(name).len() > 1
        };
        let list = &self.book.rules.limits.kept_minimum;
        match self.state.players().any(several) {
            true => cite_all(list, |rule| *rule == KeptMinimum::OneMarkerWherePatronIs),
            false => Citation::default(),
        }
    }

    /// Before whom the markers of the two hands stand.
    fn markers(&self) -> Option<String> {
        let holder = |side: Side| match (&self.state.phase, side) {
            (Phase::Coup(coup), _) => {
                coup.holding(side).holder.clone().or_else(|| self.hand_goes_to(coup, side))
            }
            (_, Side::Banker) => self.state.designated.holder.clone(),
            (_, Side::Player) => None,
        };
        let before = |side: Side, called: &str| holder(side).map(|name| format!("{called} before {name}"));
        let all: Vec<String> =
            [before(Side::Player, "player"), before(Side::Banker, "banker")].into_iter().flatten().collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// What a sign says; nothing where its subject is not in use.
    fn sign_text(&self, rule: &people::Sign) -> Option<String> {
        let settings = &self.state.settings;
        let offered = || rule.options.iter().filter(|option| settings.options.contains(option));
        let joined = |all: Vec<String>| (!all.is_empty()).then(|| all.join(", "));
        match rule.shows {
            SignSubject::WagerLimits => {
                Some(format!("{} to {}", settings.limits.least, settings.limits.most))
            }
            SignSubject::AreaLimits => {
                let all = settings.area_most.iter().map(|most| format!("at most {most} on an area"));
                let own = settings.area_most_of.iter();
                joined(all.chain(own.map(|(id, most)| format!("at most {most} on {id}"))).collect())
            }
            SignSubject::Differential => settings.differential.map(|most| format!("differential {most}")),
            SignSubject::Multiples => {
                let message = |limits: &crate::settings::Limits| match limits.unit {
                    Some(unit) => format!("multiples of {unit}"),
                    None => "any amount in chips".into(),
                };
                let only_if_set = self.book.rules.limits.multiples.get() == Some(&Multiples::OnlyIfSigned);
                let set = |limits: &crate::settings::Limits| limits.unit.is_some();
                if only_if_set && !set(&settings.limits) && !settings.option_limits.values().any(set) {
                    return None;
                }
                let own = settings.options.iter().filter_map(|name| {
                    settings.option_limits.get(name).map(|limits| format!("{name}: {}", message(limits)))
                });
                Some(std::iter::once(message(&settings.limits)).chain(own).collect::<Vec<_>>().join("; "))
            }
            SignSubject::CountdownClock => settings.period_seconds.map(|_| "clock".into()),
            SignSubject::CountdownLength => {
                settings.period_seconds.map(|seconds| format!("{seconds} seconds"))
            }
            SignSubject::SettlementMethod => Some(settings.method.clone()),
            SignSubject::EvenMoneyOdds => {
                let banker = self.book.main_wager(&settings.method, Winner::Banker)?;
                let special = banker
                    .rows
                    .iter()
                    .filter(|row| matches!(row.settlement, baccarat::wager::Settlement::Wins(_)))
                    .count()
                    > 1;
                special.then(|| banker.rows.iter().map(|row| row.written()).collect::<Vec<_>>().join("; "))
            }
            SignSubject::OptionOffered => joined(offered().cloned().collect()),
            SignSubject::OptionLimits => {
                let message = |option: &String| {
                    let limits = settings.option_limits.get(option)?;
                    Some(format!("{option} {} to {}", limits.least, limits.most))
                };
                joined(offered().filter_map(message).collect())
            }
            SignSubject::OptionRestriction => {
                let confined = rule.options.iter().filter(|option| settings.restricted.contains(option));
                joined(confined.map(|option| format!("{option} only with a main wager")).collect())
            }
            SignSubject::PersonalLimit => {
                let shown_by = self.book.rules.limits.personal.get()?.shown_by;
                let personal = self.state.players().filter_map(|(name, patron)| {
                    let limits = self.permit(patron)?;
                    Some(format!("{shown_by} for {name}: {} to {}", limits.least, limits.most))
                });
                let all: Vec<String> = personal.collect();
                (!all.is_empty()).then(|| all.join(", "))
            }
            SignSubject::KeptMinimum => {
                let kept = self.state.players().filter_map(|(name, patron)| {
                    let kept = patron.kept_minimum?;
                    // The marker lies where the patron is: at the seat, or at the first box of one who stands.
                    let place = patron.seat.or_else(|| self.boxes(name).first().copied());
                    let place = place.map_or("standing".to_owned(), |area| format!("box {area}"));
                    Some(format!("{name} at {place} from {kept}"))
                });
                let all: Vec<String> = kept.collect();
                (!all.is_empty()).then(|| all.join(", "))
            }
            SignSubject::BothLimits => {
                let mut former: Vec<String> = Vec::new();
                for (_, patron) in self.state.players() {
                    let Some(limits) = patron.former_limits else { continue };
                    let message = format!("{} to {}", limits.least, limits.most);
                    if !former.contains(&message) {
                        former.push(message);
                    }
                }
                let now = settings.limits;
                (!former.is_empty())
                    .then(|| format!("former {}; new {} to {}", former.join(", "), now.least, now.most))
            }
            SignSubject::MinimumToCome | SignSubject::GameToCome | SignSubject::ClosingTime => {
                let of_this = |change| match self.kind_of(change) {
                    ChangeOf::SettlementMethod => rule.shows == SignSubject::GameToCome,
                    ChangeOf::TableCloses => rule.shows == SignSubject::ClosingTime,
                    _ => rule.shows == SignSubject::MinimumToCome,
                };
                let fitting = self.state.announced.iter().filter(|announced| of_this(&announced.change));
                let announced = fitting.filter_map(|announced| {
                    Some(format!("{} from {}", announced.change, announced.effective?))
                });
                let all: Vec<String> = announced.collect();
                (!all.is_empty()).then(|| all.join(", "))
            }
            SignSubject::NoBetCoup => match &self.state.phase {
                Phase::Betting(betting) => betting.no_bet.map(|_| "no-bet coup".into()),
                Phase::Coup(coup) => coup.no_bet.then(|| "no-bet coup".into()),
                _ => None,
            },
            SignSubject::HandHolders => self.markers(),
            SignSubject::Results => {
                let letter = |result: &crate::state::CoupResult| match result.winner {
                    Winner::Player => "player",
                    Winner::Banker => "banker",
                    Winner::Tie => "tie",
                };
                Some(self.state.results.iter().map(letter).collect::<Vec<_>>().join(", "))
            }
            SignSubject::Rules => Some("a copy of the rules".into()),
            SignSubject::WageringOrder => None,
        }
    }

    /// That a sign was missing goes on record, if the book wants it up now.
    pub(super) fn judge_sign_missing(&self, by: &Actor, shows: SignSubject) -> Result<Facts, Refusal> {
        let cites = cite_all(&self.book.rules.procedure.signs, |sign| sign.shows == shows);
        self.only(by, Role::Employee, &cites)?;
        let Some(sign) = self.signs().into_iter().find(|sign| sign.shows == shows) else {
            let message = format!("no sign about {} is up here", shows.to_string().replace('-', " "));
            return Err(Refusal::new(Reason::NotPossibleNow, message, cites));
        };
        Ok(vec![(Fact::Notice(notice::Fact::SignMissing { shows }), sign.cites)])
    }
}
