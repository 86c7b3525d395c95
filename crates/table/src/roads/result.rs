//! The result of one coup, as a score keeps it.

use baccarat::outcome::{Outcome, Winner};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who won a coup, and the marks a score keeps beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoadResult {
    /// Who won.
    pub winner: Winner,
    /// The player's first two cards were a pair.
    #[serde(default)]
    pub player_pair: bool,
    /// The banker's first two cards were a pair.
    #[serde(default)]
    pub banker_pair: bool,
    /// A natural ended the coup. The winning hand is then always one; on a tie both hands are.
    #[serde(default)]
    pub natural: bool,
}

impl RoadResult {
    /// A result without marks.
    pub fn plain(winner: Winner) -> RoadResult {
        RoadResult { winner, player_pair: false, banker_pair: false, natural: false }
    }
}

impl From<&Outcome> for RoadResult {
    fn from(outcome: &Outcome) -> RoadResult {
        RoadResult {
            winner: outcome.winner(),
            player_pair: outcome.pairs.player.is_some(),
            banker_pair: outcome.pairs.banker.is_some(),
            natural: outcome.player_natural || outcome.banker_natural,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::outcome::{PairKind, Pairs, Totals};

    #[test]
    fn a_result_is_told_from_the_outcome() {
        let outcome = Outcome {
            totals: Totals { player: 3, banker: 9, player_drew: false, banker_drew: false },
            pairs: Pairs { player: Some(PairKind::Mixed), ..Pairs::default() },
            player_natural: false,
            banker_natural: true,
            hands: None,
        };
        let expected = RoadResult { player_pair: true, natural: true, ..RoadResult::plain(Winner::Banker) };
        assert_eq!(RoadResult::from(&outcome), expected);
    }

    #[test]
    fn marks_left_out_are_not_there() {
        let read: RoadResult = serde_json::from_str(r#"{"winner":"tie"}"#).unwrap();
        assert_eq!(read, RoadResult::plain(Winner::Tie));
        assert!(serde_json::from_str::<RoadResult>(r#"{"winner":"tie","pair":true}"#).is_err());
    }
}
