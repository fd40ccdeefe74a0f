//! Fits text to the width of a terminal, which would break its lines in the middle of words.

/// What continues a line is indented by this much more than the line.
const INDENT: usize = 4;

/// A line is not made narrower than this, however narrow the terminal.
const LEAST: usize = 20;

/// A text with every line of at most `width` columns, where its words permit. A line is broken between the columns of a
/// table, or else between words. Pictures stay as they are.
pub fn fitted(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        push_fitted(&mut out, line, width.max(LEAST));
        out.push_str(end);
    }
    out
}

fn push_fitted(out: &mut String, line: &str, width: usize) {
    let is_drawn = line.contains(['│', '─']);
    if is_drawn || line.chars().count() <= width {
        out.push_str(line);
        return;
    }
    let own = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat((own + INDENT).min(width / 2));
    let (mut rest, mut start, mut room) = (line, own, width);
    while rest.chars().count() > room {
        let Some((before, after)) = broken(rest, start, room) else { break };
        out.push_str(before);
        out.push('\n');
        out.push_str(&indent);
        (rest, start, room) = (after, 0, width - indent.len());
    }
    out.push_str(rest);
}

/// The parts of a line before and after the best place to break it, which is not among the spaces at its `start`, so that the first
/// part has at most `room` columns.
fn broken(line: &str, start: usize, room: usize) -> Option<(&str, &str)> {
    let end = line.char_indices().nth(room).map_or(line.len(), |(at, _)| at);
    let places = || line.match_indices(' ').map(|(at, _)| at).filter(|&at| at > start);
    let is_gap = |at: &usize| line[*at..].starts_with("  ") && !line[..*at].ends_with(' ');
    let fits = |at: &usize| *at <= end;
    let best = places().filter(is_gap).rfind(fits);
    let best = best.or_else(|| places().rfind(fits)).or_else(|| places().next())?;
    Some((line[..best].trim_end(), line[best..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_kept_together() {
        let line = "  -> %0 dimension 0  by dot_general along i=32  (line 11, mlp.py:15 in jvp)  [p2]\n";
        let expected =
            "  -> %0 dimension 0  by dot_general along i=32\n      (line 11, mlp.py:15 in jvp)  [p2]\n";
        assert_eq!(fitted(line, 50), expected);
        assert_eq!(fitted(line, 200), line);
    }

    #[test]
    fn no_line_is_longer_than_the_width_unless_a_word_is() {
        let text = format!("{} and {}\nshort\n", "word ".repeat(30), "x".repeat(60));
        for width in [20, 40, 79] {
            let lines: Vec<String> = fitted(&text, width).lines().map(str::to_string).collect();
            let is_fine = |line: &&String| line.chars().count() <= width || line.trim().len() == 60;
            assert!(lines.iter().all(|line| is_fine(&line)), "{lines:#?}");
            let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
            assert_eq!(words(&lines.join(" ")), words(&text));
        }
        let picture = "┌────────────────────────────────────┐";
        assert_eq!(fitted(picture, 20), picture);
    }
}
