//! Names close to one that was mistyped.

/// The names that need the fewest changes to become `name`, nearest first, at most three.
pub(crate) fn close_names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    const MOST: usize = 3;
    let mut ranked: Vec<(usize, &str)> = known
        .map(|other| {
            let contained = !name.is_empty() && (other.contains(name) || name.contains(other));
            (if contained { 1 } else { partita_base::edit_distance(name, other) }, other)
        })
        .filter(|(distance, _)| *distance <= 2 + name.len() / 4)
        .collect();
    ranked.sort();
    ranked.into_iter().take(MOST).map(|(_, other)| other).collect()
}
