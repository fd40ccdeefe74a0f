//! Inlay hints: the sharding of every value, after its definition.

use std::ops::Range;

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip};
use partita::report::visible_line;

use crate::snapshot::{PlacedValue, Snapshot};

/// The maximum number of characters of a hint.
const MAX_LABEL: usize = 120;

/// The hints for the definitions in a range of the text.
pub(crate) fn hints(snapshot: &Snapshot<'_>, range: Range<usize>) -> Vec<InlayHint> {
    let values = snapshot.values(range);
    let mut found = Vec::new();
    for group in values.chunk_by(|one, next| one.span.start == next.span.start) {
        let mut labels: Vec<String> = group.iter().filter_map(label).collect();
        labels.dedup();
        if labels.is_empty() {
            continue;
        }
        let mut text = visible_line(&labels.join(" | ")).into_owned();
        if let Some((end, _)) = text.char_indices().nth(MAX_LABEL) {
            text.truncate(end);
            text.push('…');
        }
        let shardings = group.iter().filter_map(|placed| placed.value.sharding.as_ref());
        let tooltip: Vec<&str> = shardings.map(|sharding| sharding.sdy.as_str()).collect();
        let document = snapshot.document;
        found.push(InlayHint {
            position: document.lines().position(document.text(), group[0].span.end as usize),
            label: InlayHintLabel::String(text),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: Some(InlayHintTooltip::String(visible_line(&tooltip.join(" | ")).into_owned())),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
    }
    found
}

/// The dimensions of a value with their axes, `[8@x,6]`, after the number of a result that shares its name. Scalars and
/// values without a sharding have none.
fn label(placed: &PlacedValue<'_>) -> Option<String> {
    let value = &placed.value;
    value.sharding.as_ref().filter(|_| !value.local_shape.is_empty())?;
    let dims = value.short.find('[').map(|at| &value.short[at..])?;
    let number = value.number.map(|number| format!("#{number} ")).unwrap_or_default();
    Some(format!("{number}{}", without_openness(dims)))
}

/// Leaves out the marks of open dimensions: after propagation almost all are open.
fn without_openness(dims: &str) -> String {
    let mut is_quoted = false;
    let keep = |c: &char| {
        is_quoted ^= *c == '"';
        is_quoted || *c != '?'
    };
    dims.chars().filter(keep).collect()
}
