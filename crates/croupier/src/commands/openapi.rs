//! `croupier openapi` prints what `/api/v1/openapi.json` of a house answers, for whoever makes types or a client from it.

use crate::failure::Failure;
use crate::screen::Screen;

/// Prints the description, one line for each value.
pub fn run(screen: &Screen) -> Result<(), Failure> {
    Ok(screen.write(&format!("{:#}\n", house::api::description()))?)
}
