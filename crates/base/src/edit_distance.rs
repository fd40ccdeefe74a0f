//! The distance between two names, for suggestions.

/// The number of single-byte edits that turn `a` into `b`. Names of more than 100 bytes are infinitely far
/// from every other name: the algorithm is quadratic, and real names are shorter.
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

/// The known name that was probably meant by `name`: it differs in at most a third of its bytes. `None` if no name is that
/// close, or if two are equally close.
pub fn nearest_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = match name.len() {
        0 | 1 => 0,
        2 | 3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let mut close: Vec<(usize, &str)> = known.map(|other| (edit_distance(name, other), other)).collect();
    close.retain(|(distance, _)| *distance <= most);
    close.sort_unstable();
    match close[..] {
        [] => None,
        [(first, _), (second, _), ..] if first == second => None,
        [(_, name), ..] => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn only_one_close_name_was_meant() {
        let known = ["data", "model", "model2", "x", "y"];
        let near = |name| nearest_name(name, known.into_iter());
        assert_eq!(near("mdoel"), Some("model"));
        assert_eq!(near("date"), Some("data"));
        assert_eq!(near("model3"), None, "two names are equally close");
        assert_eq!((near("z"), near("batch")), (None, None));
    }
}
