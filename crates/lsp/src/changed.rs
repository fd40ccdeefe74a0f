//! Relates positions of a text to those of a later version of it.

use std::ops::Range;

use partita::Span;

/// The number of bytes that are compared at once.
const BLOCK: usize = 1024;

/// The difference between two versions of a text: their starts and their ends are equal. Both are as long as possible
/// and may overlap in one of the texts, as after the insertion of a line that begins like the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changed {
    /// The end of the equal start.
    prefix: usize,
    /// The start of the equal end, in the old and in the new text.
    old_suffix: usize,
    new_suffix: usize,
}

impl Changed {
    pub(crate) fn between(old: &str, new: &str) -> Self {
        if std::ptr::eq(old, new) {
            return Self { prefix: old.len(), old_suffix: 0, new_suffix: 0 };
        }
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let blocks = |(a, b): &(&[u8], &[u8])| a == b;
        // Most of a large text is equal, and blocks are compared faster than bytes.
        let prefix = BLOCK * old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK)).take_while(blocks).count();
        let prefix = prefix + old[prefix..].iter().zip(&new[prefix..]).take_while(|(a, b)| a == b).count();
        let suffix =
            BLOCK * old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK)).take_while(blocks).count();
        let (old_rest, new_rest) = (&old[..old.len() - suffix], &new[..new.len() - suffix]);
        let rest = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
        let suffix = suffix + rest;
        Self { prefix, old_suffix: old.len() - suffix, new_suffix: new.len() - suffix }
    }

    /// Whether both texts are equal.
    pub(crate) fn is_none(self) -> bool {
        self.old_suffix == 0 && self.new_suffix == 0
    }

    /// Where a span of the old text is in the new one, unless it was changed.
    pub(crate) fn to_new(self, old: Span) -> Option<Span> {
        let (start, end) = (old.start as usize, old.end as usize);
        if end <= self.prefix {
            return Some(old);
        }
        let moved = |at: usize| at - self.old_suffix + self.new_suffix;
        (start >= self.old_suffix).then(|| Span::new(moved(start), moved(end)))
    }

    /// The bytes of the old text that may have become a range of the new one.
    pub(crate) fn old_range(self, new: Range<usize>) -> Range<usize> {
        let moved = |at: usize| at - self.new_suffix + self.old_suffix;
        let from_suffix = moved(new.start.max(self.new_suffix));
        let start = if new.start < self.prefix { new.start.min(from_suffix) } else { from_suffix };
        let to_suffix = if new.end > self.new_suffix { moved(new.end) } else { 0 };
        let end = new.end.min(self.prefix).max(to_suffix);
        start.min(end)..end
    }

    /// The sections of both texts between their equal starts and ends, which do not overlap here.
    pub(crate) fn sections(self) -> (Range<usize>, Range<usize>) {
        let overlap = self.prefix.saturating_sub(self.old_suffix.min(self.new_suffix));
        (self.prefix..self.old_suffix + overlap, self.prefix..self.new_suffix + overlap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_outside_of_a_change_move_with_the_text() {
        let (old, new) = ("%a = x\n%b = y\n", "%a = x\n%new = x\n%b = y\n");
        let changed = Changed::between(old, new);
        let at = |text: &str, name: &str| {
            let start = text.find(name).unwrap();
            Span::new(start, start + name.len())
        };
        assert_eq!(changed.to_new(at(old, "%a")), Some(at(new, "%a")));
        assert_eq!(changed.to_new(at(old, "y\n")), Some(at(new, "y\n")));
        assert_eq!(Changed::between(new, old).to_new(at(new, "new")), None);
        assert!(Changed::between(new, new).is_none() && !changed.is_none());
        for old_at in 0..old.len() {
            let new_at =
                changed.to_new(Span::new(old_at, old_at + 1)).expect("nothing was removed").start as usize;
            assert!(changed.old_range(new_at..new_at + 1).contains(&old_at), "{old_at}");
        }
    }

    #[test]
    fn a_line_that_begins_like_the_next_can_be_inserted() {
        let (old, new) = ("%a = x\n%ab = y\n", "%a = x\n%ac = x\n%ab = y\n");
        let changed = Changed::between(old, new);
        let start = old.find("%ab").unwrap();
        let moved = changed.to_new(Span::new(start, start + 3)).unwrap();
        assert_eq!(&new[moved.range()], "%ab");
        assert!(changed.old_range(moved.range()).contains(&start));
        let (removed, added) = changed.sections();
        assert_eq!(format!("{}{}{}", &old[..removed.start], &new[added], &old[removed.end..]), new);
        let (removed, added) = Changed::between("aaa", "aa").sections();
        assert_eq!((removed, added), (2..3, 2..2));
        let long = "x".repeat(5 * BLOCK);
        for at in [0, 7, BLOCK, 2 * BLOCK - 1, 3 * BLOCK + 5, 5 * BLOCK] {
            let edited = format!("{}yz{}", &long[..at], &long[at..]);
            let (removed, added) = Changed::between(&long, &edited).sections();
            assert_eq!((removed, added), (at..at, at..at + 2));
        }
    }
}
