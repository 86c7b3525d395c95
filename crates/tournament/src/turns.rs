//! Whose turn comes when.

/// The order of turns: from the marked seat clockwise, which is a player's left and runs down the numbers, for seats count
/// from the dealer's right. The first seat at or below the marker opens.
pub fn turns(seats: &[u8], marker: u8) -> Vec<u8> {
    let mut down: Vec<u8> = seats.to_vec();
    down.sort_unstable_by(|one, other| other.cmp(one));
    let first = down.iter().position(|seat| *seat <= marker).unwrap_or(0);
    down.rotate_left(first);
    down
}
