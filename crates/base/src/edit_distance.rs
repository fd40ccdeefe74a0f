//! How far two names are apart, for suggestions.

/// The number of single-letter changes that turn `a` into `b`; names longer than any real one are
/// infinitely far from everything.
pub fn edit_distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 100;
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > LONGEST || b.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_changes() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }
}
