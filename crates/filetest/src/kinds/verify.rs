//! `// test: verify`: what parser and verifier find in a module, and whether jaxlib accepts it.
//!
//! A chunk has a line `// jaxlib: accept`, `reject` or `crash`; where jaxlib crashes, any verdict will do. The errors that Partita finds
//! are written at the end of the lines they belong to. Ops of unknown dialects are errors, as in jaxlib, unless the chunk has the line
//! `// allow-unregistered-dialect`.

use std::collections::BTreeMap;

use partita_base::{Code, Severity, Source};
use partita_mlir::{ParseOptions, UnknownDialects, parse};

use super::{Author, Chunking, Expected, Test, TestKind, everything};
use crate::annotations;
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "verify",
    chunking: Chunking::Separated,
    tests: &[Test { run, expected: Expected::Chunk, author: Author::Partita, compared: everything }],
    fewest: 4363,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    let verdicts = chunk.directives("jaxlib");
    let [verdict] = verdicts[..] else {
        return Err(format!("expected one line `// jaxlib: …`, found {}", verdicts.len()));
    };
    // The verdict must not depend on the annotations.
    let text = annotations::strip_annotations(chunk.text);
    let source = Source::new(chunk.file, text.as_str()).map_err(|_| "the text is too large")?;
    let kept = chunk.comments().any(|comment| comment == "allow-unregistered-dialect");
    let unknown_dialects = if kept { UnknownDialects::Keep } else { UnknownDialects::Reject };
    let parsed = parse(&source, ParseOptions::default().unknown_dialects(unknown_dialects));
    let mut found = parsed.diagnostics;
    if !found.has_errors() {
        found.append(partita_verify::verify(&parsed.module));
    }
    let mut codes: BTreeMap<usize, Vec<Code>> = BTreeMap::new();
    let mut messages = Vec::new();
    for error in found.iter().filter(|found| found.severity == Severity::Error) {
        codes.entry(source.position(error.span.start).line).or_default().push(error.code);
        messages.push(format!("{} {}", error.code, error.message));
    }
    let text = annotations::annotate_lines(&text, &codes);
    Ok(Found { text, disagreement: disagreement(verdict, &messages)? })
}

/// How our verdict differs from jaxlib's.
fn disagreement(verdict: &str, errors: &[String]) -> Result<Option<String>, String> {
    match (verdict, errors) {
        ("crash", _) | ("accept", []) | ("reject", [_, ..]) => Ok(None),
        ("reject", []) => Ok(Some("jaxlib rejects it, Partita accepts it".into())),
        ("accept", errors) => Ok(Some(format!("jaxlib accepts it, Partita finds {}", errors.join("; ")))),
        (other, _) => Err(format!("unknown verdict `{other}`")),
    }
}
