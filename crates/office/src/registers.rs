//! The registers of a house, whose every command is decided again when a log is verified.

use crate::shift::ShiftRegister;
use floor::call::Calls;
use floor::proposals::Proposals;
use ledger::Judges;
use people::Staff;

/// These judges, and those of calls, proposals, shifts and accounts.
pub fn registers(judges: Judges<'_>) -> Judges<'_> {
    judges.and_plain::<Calls>().and_plain::<Proposals>().and_plain::<ShiftRegister>().and_plain::<Staff>()
}
