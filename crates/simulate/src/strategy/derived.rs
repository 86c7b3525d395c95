//! The columns of the big road, and what colour each derived road would get next.

/// How long the columns of the big road are, without ties, and whose the last one is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    lengths: Vec<u32>,
    banker: bool,
}

impl Columns {
    /// A hand won.
    pub(crate) fn add(&mut self, banker: bool) {
        match self.lengths.last_mut() {
            Some(length) if self.banker == banker => *length += 1,
            _ => self.lengths.push(1),
        }
        self.banker = banker;
    }

    /// How often in a row a hand has won.
    pub(crate) fn streak(&self, banker: bool) -> u32 {
        self.lengths.last().copied().filter(|_| self.banker == banker).unwrap_or(0)
    }

    /// Whether the derived road that looks back so many columns (1 for the big eye boy, 2 for the small road, 3 for the cockroach
    /// pig) would get a red mark if a hand won next; nothing before it has begun.
    pub(crate) fn next(&self, back: usize, banker: bool) -> Option<bool> {
        let last = self.lengths.len().checked_sub(1)?;
        if self.banker == banker {
            // A step down: does the column so far back have a cell beside it, as it has beside the one above?
            let beside = self.lengths[last.checked_sub(back)?];
            return Some(beside != self.lengths[last]);
        }
        // A new column: were the two columns before it, so far apart, of one length?
        let earlier = self.lengths[last.checked_sub(back)?];
        Some(self.lengths[last] == earlier)
    }
}
