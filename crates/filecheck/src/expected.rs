//! The diagnostics that a test file expects: `// expected-error@+1 {{message}}`.

use std::collections::BTreeSet;

use crate::TestFileError;

/// The lines of a test file in which an error is expected. Messages are not compared: those of two tools differ.
pub fn expected_errors(text: &str) -> Result<BTreeSet<usize>, TestFileError> {
    const WORD: &str = "expected-error";
    let mut lines = BTreeSet::new();
    // `@below` and `@above` skip other expectations.
    let written: Vec<&str> = text.lines().collect();
    for (index, line) in written.iter().enumerate() {
        for (at, _) in line.match_indices(WORD) {
            let rest = line[at + WORD.len()..].trim_start_matches("-re");
            let number = index + 1;
            let place = match rest.strip_prefix('@') {
                None => Some(number),
                Some(place) => {
                    let word = place.split([' ', '{']).next().unwrap_or_default();
                    let has_expectation = |index: &usize| written[*index].contains(WORD);
                    match word {
                        "below" => {
                            (index + 1..written.len()).find(|index| !has_expectation(index)).map(|at| at + 1)
                        }
                        "above" => (0..index).rev().find(|index| !has_expectation(index)).map(|at| at + 1),
                        offset => offset.parse().ok().and_then(|offset| number.checked_add_signed(offset)),
                    }
                }
            };
            let place = place.filter(|place| (1..=written.len()).contains(place));
            lines.insert(
                place.ok_or_else(|| TestFileError::at(number, "expected a line of the file after `@`"))?,
            );
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_expected_in_other_lines() {
        let text = "a // expected-error {{x}}\n// expected-error@+1 {{y}}\nb\n// expected-error@below {{p}}\n// expected-error @below\nc\n// expected-error@above{{z}}";
        let text = text.replace(" @below", "@below");
        assert_eq!(expected_errors(&text).expect("valid").into_iter().collect::<Vec<_>>(), [1, 3, 6]);
        assert!(expected_errors("// expected-error@-7 {{x}}").is_err());
        assert!(expected_errors("// expected-error@there {{x}}").is_err());
        assert_eq!(expected_errors("plain"), Ok(BTreeSet::new()));
    }
}
