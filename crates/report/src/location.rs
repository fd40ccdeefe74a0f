//! Maps positions in MLIR text to lines of the user's own program.

use partita_base::Diagnostics;
use partita_ir::{Context, Loc, LocId, Module, OpId};

/// Adds a note to every diagnostic whose op has a location: `from train.py:9:18 in jit(step)/dot`.
pub fn add_locations(module: &Module, diagnostics: &mut Diagnostics) {
    if diagnostics.is_empty() {
        return;
    }
    let Some(source) = &module.source else { return };
    let mut ops: Vec<(u32, OpId)> = module
        .walk(module.top())
        .into_iter()
        .filter(|&op| module.op(op).loc != module.context.unknown_loc())
        .map(|op| (module.op(op).span.start, op))
        .collect();
    ops.sort();
    let text = source.text().as_bytes();
    for diagnostic in diagnostics.iter_mut() {
        let start = diagnostic.span.start;
        // The last op that starts on the line of the diagnostic, or else before it.
        let line_end = text[(start as usize).min(text.len())..].iter().position(|&b| b == b'\n');
        let line_end = line_end.map_or(text.len() as u32, |at| start + at as u32);
        let index = ops.partition_point(|(at, _)| *at <= line_end);
        let Some(&(_, op)) = index.checked_sub(1).and_then(|index| ops.get(index)) else { continue };
        if let Some(place) = describe_location(&module.context, module.op(op).loc) {
            diagnostic.notes.push(format!("from {place}"));
        }
    }
}

/// The file, without its folder, and the line of a location: `train.py:8`.
pub fn source_line(context: &Context, loc: LocId) -> Option<String> {
    let described = describe_location(context, loc)?;
    let position = described.split(" in ").next()?;
    let (line, _column) = position.rsplit_once(':')?;
    Some(line.rsplit(['/', '\\']).next()?.to_string())
}

/// The innermost file position of a location and the outermost name, if there is a position.
pub fn describe_location(context: &Context, loc: LocId) -> Option<String> {
    const DEEPEST: usize = 1000;
    let mut name: Option<&[u8]> = None;
    let mut at = loc;
    for _ in 0..DEEPEST {
        at = match context.loc_of(at) {
            Loc::Unknown => return None,
            Loc::File { file, line, column, .. } => {
                let file = String::from_utf8_lossy(file);
                let scope =
                    name.map(|name| format!(" in {}", String::from_utf8_lossy(name))).unwrap_or_default();
                return Some(format!("{file}:{line}:{column}{scope}"));
            }
            Loc::Name { name: inner, child } => {
                name = name.or(Some(inner));
                *child
            }
            Loc::CallSite { callee, .. } => *callee,
            Loc::Fused { locs, .. } => *locs.first()?,
        };
    }
    None
}
