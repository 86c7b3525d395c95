//! Tables and their long logs, without a house around them.

mod counted;
mod evening;
mod old_coups;
mod opening;
