//! Maps positions in MLIR text to lines of the user's own program.

use partita_base::{Diagnostics, Origin};
use partita_ir::{Context, FilePosition, LocId, Module, OpId};

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
        let loc = module.op(op).loc;
        if let Some(place) = describe_location(&module.context, loc) {
            diagnostic.notes.push(format!("from {place}"));
        }
        diagnostic.origin = module.context.file_position(loc).map(|FilePosition { file, line, column }| {
            let file = String::from_utf8_lossy(file).into_owned();
            Box::new(Origin { file, line, column })
        });
    }
}

/// The file, without its folder, and the line of a location: `train.py:8`.
pub(crate) fn source_line(context: &Context, loc: LocId) -> Option<String> {
    let FilePosition { file, line, .. } = context.file_position(loc)?;
    Some(file_and_line(&String::from_utf8_lossy(file), line))
}

/// A file, without its folder, and a line: `train.py:8`.
pub(crate) fn file_and_line(file: &str, line: u32) -> String {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    format!("{file}:{line}")
}

/// The innermost file position of a location and the outermost name, if there is a position. A called function without one has the
/// position of its call.
pub fn describe_location(context: &Context, loc: LocId) -> Option<String> {
    let (position, mut names) = context.file_position_and_names(loc);
    let FilePosition { file, line, column } = position?;
    names.reverse();
    let scope = match names.is_empty() {
        true => String::new(),
        false => format!(" in {}", String::from_utf8_lossy(&names.join(&b'/'))),
    };
    Some(format!("{}:{line}:{column}{scope}", String::from_utf8_lossy(file)))
}
