//! The signs that the book demands, as the settings and the state fill them in.

use crate::cite::{Cite, Under};
use crate::state::Phase;
use crate::table::Table;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChangeOf;
use baccarat::rules::people::{Duty, Moment, SignSubject};
use serde::Serialize;

/// A sign at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// What it is about.
    pub shows: SignSubject,
    /// What it says.
    pub text: String,
    /// The clauses that demand it.
    pub under: Under,
}

impl Table {
    /// Every sign that must be up now.
    pub fn signs(&self) -> Vec<Sign> {
        let mut signs: Vec<Sign> = Vec::new();
        for rule in &self.book.rules.procedure.signs.items {
            let markers = rule.shows == SignSubject::HandHolders && self.state.settings.markers;
            if (rule.duty != Duty::Must && !markers) || rule.at == Moment::OnRequest {
                continue;
            }
            let Some(text) = self.sign_text(rule.shows) else { continue };
            let under = rule.under("procedure.signs");
            match signs.iter_mut().find(|sign| sign.shows == rule.shows) {
                Some(sign) => sign.under = sign.under.clone().and(under),
                None => signs.push(Sign { shows: rule.shows, text, under }),
            }
        }
        signs
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
    fn sign_text(&self, shows: SignSubject) -> Option<String> {
        let settings = &self.state.settings;
        let option = |name: &str| settings.options.iter().any(|option| option == name);
        let limits_of = |name: &str| {
            let limits = settings.option_limits.get(name).unwrap_or(&settings.limits);
            option(name).then(|| format!("{} to {}", limits.least, limits.most))
        };
        match shows {
            SignSubject::WagerLimits => {
                Some(format!("{} to {}", settings.limits.least, settings.limits.most))
            }
            SignSubject::AreaLimits => settings.area_most.map(|most| format!("at most {most} on an area")),
            SignSubject::Differential => settings.differential.map(|most| format!("differential {most}")),
            SignSubject::Multiples => Some(match settings.limits.unit {
                Some(unit) => format!("multiples of {unit}"),
                None => "any amount in chips".into(),
            }),
            SignSubject::CountdownClock => settings.period_seconds.map(|_| "clock".into()),
            SignSubject::CountdownLength => {
                settings.period_seconds.map(|seconds| format!("{seconds} seconds"))
            }
            SignSubject::SettlementMethod => Some(settings.method.clone()),
            SignSubject::EvenMoneyOdds => {
                let banker =
                    self.book.wagers(&settings.method)?.iter().find(|wager| wager.id.as_str() == "banker")?;
                let special = banker
                    .rows
                    .iter()
                    .filter(|row| matches!(row.settlement, baccarat::wager::Settlement::Wins(_)))
                    .count()
                    > 1;
                special.then(|| banker.rows.iter().map(|row| row.written()).collect::<Vec<_>>().join("; "))
            }
            SignSubject::PairOption => {
                settings.options.iter().find(|option| option.ends_with("pairs")).cloned()
            }
            SignSubject::PairLimits => {
                ["perfect-pairs", "canberra-pairs", "pairs"].into_iter().find_map(limits_of)
            }
            SignSubject::PerfectPairLimits => limits_of("perfect-pairs"),
            SignSubject::DragonLimits => limits_of("dragon-bonus"),
            SignSubject::SuperSixLimits => limits_of("super-6"),
            SignSubject::TigerLimits => limits_of("tiger"),
            SignSubject::PairRestriction => settings
                .restricted
                .iter()
                .any(|option| option == "pairs")
                .then(|| "pairs need a main wager".into()),
            SignSubject::SuperSixRestriction => settings
                .restricted
                .iter()
                .any(|option| option == "super-6")
                .then(|| "super six needs a main wager".into()),
            SignSubject::PersonalLimit => {
                let personal = self.state.players().filter_map(|(name, patron)| {
                    Some(format!("{name}: {} to {}", patron.personal?.least, patron.personal?.most))
                });
                let all: Vec<String> = personal.collect();
                (!all.is_empty()).then(|| all.join(", "))
            }
            SignSubject::KeptMinimum | SignSubject::BothLimits => {
                let kept = self
                    .state
                    .players()
                    .filter_map(|(name, patron)| Some(format!("{name} at {}", patron.kept_minimum?)));
                let all: Vec<String> = kept.collect();
                (!all.is_empty())
                    .then(|| format!("{}; new minimum {}", all.join(", "), settings.limits.least))
            }
            SignSubject::MinimumToCome | SignSubject::GameToCome | SignSubject::ClosingTime => {
                let of_this = |change| match self.kind_of(change) {
                    ChangeOf::SettlementMethod => shows == SignSubject::GameToCome,
                    ChangeOf::TableCloses => shows == SignSubject::ClosingTime,
                    _ => shows == SignSubject::MinimumToCome,
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
            SignSubject::Results | SignSubject::Rules | SignSubject::WageringOrder => None,
        }
    }
}
