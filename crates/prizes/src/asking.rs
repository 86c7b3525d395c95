//! Who asks something of a promotion, and in which role.

use baccarat::rules::people::Role;
use people::viewer::{Asker, Person};
use promotion::{Act, Promotion};
use table::Actor;

/// Somebody in the role in which they ask for this; nothing if they have none in a promotion.
pub(crate) fn asking(promotion: &Promotion, person: &Person, act: &Act) -> Option<Actor> {
    let role = promotion.asks_as(act, person.role.roles_at_table())?;
    Some(Actor { name: person.name.clone(), role })
}

/// Who asks, and who keys it for them. Whoever keys for a patron does so in the role in which promotions are offered.
pub(crate) fn asked_for(promotion: &Promotion, asker: &Asker, act: &Act) -> Option<(Actor, Option<Actor>)> {
    let Some(patron) = &asker.patron else { return Some((asking(promotion, &asker.person, act)?, None)) };
    let keys = asking(promotion, &asker.person, &Act::Lodge)?;
    Some((Actor { name: patron.clone(), role: Role::Player }, Some(keys)))
}
