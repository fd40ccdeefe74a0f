//! Expected errors: `  // error: PA0203 PA0208` at the end of the line they belong to.

use std::collections::BTreeMap;

use partita_base::Code;

const MARK: &str = "  // error: ";

/// A line without its annotation.
pub(crate) fn strip_annotation(line: &str) -> &str {
    match line.rfind(MARK) {
        Some(at) if line[at + MARK.len()..].split(' ').all(|word| Code::parse(word).is_some()) => &line[..at],
        _ => line,
    }
}

/// A text without its annotations.
pub(crate) fn strip_annotations(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(line) => format!("{}\n", strip_annotation(line)),
        None => strip_annotation(line).to_string(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A text with codes at the ends of lines, which are counted from 1. A code beyond the last line is written on that
/// line.
pub(crate) fn annotate_lines(text: &str, codes: &BTreeMap<usize, Vec<Code>>) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(1, |at| at + 1);
    let mut at_line: BTreeMap<usize, Vec<Code>> = BTreeMap::new();
    for (line, codes) in codes {
        at_line.entry((*line).min(last)).or_default().extend(codes);
    }
    let annotated = |(number, line): (usize, &&str)| match at_line.get(&(number + 1)) {
        None => (*line).to_string(),
        Some(codes) => {
            let codes: Vec<String> = codes.iter().map(Code::to_string).collect();
            let (line, end) = line.strip_suffix('\n').map_or((*line, ""), |line| (line, "\n"));
            format!("{line}{MARK}{}{end}", codes.join(" "))
        }
    };
    lines.iter().enumerate().map(annotated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_written_and_stripped() {
        let codes = |text: &str| vec![Code::parse(text).expect("a code")];
        let text = "a {\n  b\n}\n\n";
        let written = annotate_lines(text, &BTreeMap::from([(2, codes("PA0203")), (9, codes("PA0010"))]));
        assert_eq!(written, "a {\n  b  // error: PA0203\n}  // error: PA0010\n\n");
        assert_eq!(strip_annotations(&written), text);
        assert_eq!(strip_annotation("b  // error: in words"), "b  // error: in words");
    }
}
