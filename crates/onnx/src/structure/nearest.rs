//! Finds the name that was probably meant.

use partita_base::edit_distance;

/// Only this many names are compared.
const MOST: usize = 2000;

/// The known name that is most similar to `name`, if any is similar. A name with an added prefix or suffix counts as similar, because
/// tools rename values that way.
pub fn nearest_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &str| {
        // A known name of one letter is contained in too many names to be a useful suggestion.
        let contained = !name.is_empty() && (other.contains(name) || other.len() > 1 && name.contains(other));
        if contained { 0 } else { edit_distance(name, other) }
    };
    known
        .take(MOST)
        .filter(|other| !other.is_empty())
        .map(|other| (distance(other), other))
        .filter(|(distance, _)| *distance <= 1 + name.len() / 4 && *distance < name.len())
        .min()
        .map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_and_mistyped_names_are_found() {
        let known = || ["encoder/hidden", "logits"].into_iter();
        assert_eq!(nearest_name("hidden", known()), Some("encoder/hidden"));
        assert_eq!(nearest_name("logit", known()), Some("logits"));
        assert_eq!(nearest_name("weights", known()), None);
        assert_eq!(nearest_name("", known()), None);
        assert_eq!(nearest_name("phantom", ["y"].into_iter()), None);
    }
}
