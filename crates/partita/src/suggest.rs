//! Suggestions for misspelt names.

use partita_base::edit_distance;

/// At most three names that are similar to `name`, the most similar first. A name that shares nothing with it is not similar.
pub fn close_names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    const MOST: usize = 3;
    let bare = name.trim_start_matches('%');
    let mut ranked: Vec<(usize, &str)> = known
        .filter(|other| *other != name)
        .map(|full| {
            let other = full.trim_start_matches('%');
            let is_half = other.len() * 2 >= bare.len();
            let contained = !bare.is_empty() && (other.contains(bare) || is_half && bare.contains(other));
            (if contained { 0 } else { edit_distance(bare, other) }, full)
        })
        // At most a quarter of the name, plus two, may differ, but never all of a short name.
        .filter(|(distance, _)| *distance <= (2 + bare.len() / 4).min(bare.len().saturating_sub(1)))
        .collect();
    ranked.sort();
    ranked.into_iter().take(MOST).map(|(_, other)| other).collect()
}

/// The help text for an unknown name: similar names, or all names if there are few.
pub fn help_for_name(name: &str, known: &[&str]) -> Option<String> {
    const FEW: usize = 12;
    let close = close_names(name, known.iter().copied());
    match (close.is_empty(), known.len()) {
        (false, _) => Some(format!("similar names: {}", close.join(", "))),
        (true, 1..=FEW) => Some(format!("available names: {}", known.join(", "))),
        (true, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{close_names, help_for_name};

    #[test]
    fn similar_names_share_characters() {
        let known = ["%0", "%1", "%arg0", "params['w']"];
        assert_eq!(close_names("x", known.into_iter()), [""; 0]);
        assert_eq!(close_names("arg1", known.into_iter())[0], "%arg0");
        assert_eq!(close_names("%999", ["%9", "%999"].into_iter()), ["%9"]);
        assert_eq!(close_names("params['v']", known.into_iter()), ["params['w']"]);
        assert_eq!(help_for_name("q", &["a", "b"]).as_deref(), Some("available names: a, b"));
    }
}
