//! One finding, and how findings with the same cause become one warning.

use std::collections::BTreeMap;

use partita_base::{Code, Diagnostic, Source, Span};

use crate::place::UserLine;
use crate::size::size_text;

/// One finding of a lint.
pub(crate) struct Finding {
    pub(crate) code: Code,
    pub(crate) span: Span,
    /// The op that causes it.
    pub(crate) op: Span,
    /// The line of the user's program.
    pub(crate) line: Option<UserLine>,
    /// The bytes at stake, by which findings are ranked.
    pub(crate) bytes: u64,
    pub(crate) message: String,
    pub(crate) help: String,
    /// Further positions.
    pub(crate) labels: Vec<(Span, String)>,
}

/// Findings of one lint with the same cause.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// One line of the user's program: an unrolled loop repeats it for every layer.
    Line(UserLine),
    /// One place of the text.
    Span(u32, u32),
}

/// The lines of other findings that a warning lists.
const LISTED_LINES: usize = 4;

/// One warning for every cause, the most bytes first.
pub(crate) fn warnings(findings: Vec<Finding>, source: Option<&Source>) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<(Code, Cause), Vec<Finding>> = BTreeMap::new();
    for finding in findings {
        let cause = match &finding.line {
            Some(line) => Cause::Line(line.clone()),
            None => Cause::Span(finding.span.start, finding.span.end),
        };
        groups.entry((finding.code, cause)).or_default().push(finding);
    }
    let total = |group: &[Finding]| group.iter().fold(0u64, |all, each| all.saturating_add(each.bytes));
    let mut groups: Vec<(u64, Vec<Finding>)> =
        groups.into_values().map(|group| (total(&group), group)).collect();
    groups.sort_by_key(|(bytes, group)| (std::cmp::Reverse(*bytes), group[0].code, group[0].span.start));
    groups.into_iter().map(|(bytes, group)| warning(bytes, group, source)).collect()
}

/// The warning of a group: its largest finding, and a note about the others.
fn warning(total: u64, mut group: Vec<Finding>, source: Option<&Source>) -> Diagnostic {
    // The first of the largest, so that the order of a text decides among equals.
    group.sort_by_key(|each| (std::cmp::Reverse(each.bytes), each.span.start));
    let others = group.len() - 1;
    let mut diagnostic =
        Diagnostic::warning(group[0].code, group[0].span, std::mem::take(&mut group[0].message))
            .help(std::mem::take(&mut group[0].help));
    for (span, text) in std::mem::take(&mut group[0].labels) {
        diagnostic = diagnostic.label(span, text);
    }
    if others > 0 {
        let lines: Vec<String> = source.map_or_else(Vec::new, |source| {
            let mut lines: Vec<usize> =
                group[1..].iter().map(|each| source.position(each.span.start).line).collect();
            lines.sort_unstable();
            lines.dedup();
            let more = if lines.len() > LISTED_LINES { vec!["…".to_string()] } else { Vec::new() };
            lines.iter().take(LISTED_LINES).map(usize::to_string).chain(more).collect()
        });
        let place = if lines.is_empty() { String::new() } else { format!(", lines {}", lines.join(", ")) };
        let more =
            if others == 1 { "1 more like this".to_string() } else { format!("{others} more like this") };
        diagnostic = diagnostic.note(format!("{more}{place}; {} in all", size_text(total)));
    }
    diagnostic
}
