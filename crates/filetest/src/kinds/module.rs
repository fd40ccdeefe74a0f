//! Reading the module of a chunk.

use partita_base::{Diagnostics, Source};
use partita_ir::Module;
use partita_mlir::{ParseOptions, parse};

use crate::file::Chunk;

/// The module of a chunk, or the first error.
pub(super) fn read_module(chunk: &Chunk) -> Result<Module, String> {
    let source = Source::new(chunk.file, chunk.text).map_err(|_| "the text is too large")?;
    let parsed = parse(&source, ParseOptions::default());
    match parsed.diagnostics.has_errors() {
        true => Err(first(&parsed.diagnostics, chunk.line, &source)),
        false => Ok(parsed.module),
    }
}

/// The first finding, with its line in the file.
fn first(found: &Diagnostics, first_line: usize, source: &Source) -> String {
    found.iter().next().map_or_else(String::new, |error| {
        let at = source.position(error.span.start);
        format!("line {}:{}: [{}] {}", first_line + at.line - 1, at.column, error.code, error.message)
    })
}

/// The codes and messages of findings.
pub(super) fn error_messages(found: &Diagnostics) -> String {
    let message = |error: &partita_base::Diagnostic| format!("[{}] {}", error.code, error.message);
    found.iter().map(message).collect::<Vec<_>>().join("; ")
}
