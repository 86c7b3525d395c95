//! The registers of a house, whose every command is decided again when a log is verified.

use crate::shift::ShiftRegister;
use cage::Cage;
use floor::call::Calls;
use floor::own_limits::OwnLimits;
use floor::proposals::Proposals;
use floor::roster::Roster;
use ledger::Judges;
use people::Staff;
use school::register::SchoolRegister;

/// These judges, and those of the cage, calls, proposals, tables, shifts, accounts, the school and players' own limits.
pub fn registers(judges: Judges<'_>) -> Judges<'_> {
    let judges = judges.and_plain::<Cage>().and_plain::<Calls>().and_plain::<Proposals>();
    let judges = judges.and_plain::<Roster>().and_plain::<OwnLimits>();
    judges.and_plain::<ShiftRegister>().and_plain::<Staff>().and_plain::<SchoolRegister>()
}
