//! Compares what parser and verifier accept with what jaxlib accepts, and tries the pages on errors.
//!
//! Every file of `testdata/verify` holds chunks separated by `// -----`. The first line of a chunk is
//! jaxlib's verdict, `// jaxlib: accept` or `// jaxlib: reject`; the second names the chunk. Where jaxlib
//! itself crashes (`// jaxlib: crash`), any verdict will do as long as there is one.

#![allow(clippy::print_stderr, reason = "a test may say how far it got")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_mlir::{ParseOptions, UnknownDialects, parse_range, split};

/// Chunks on which we differ from jaxlib, by file and name, and why. A line that no longer holds fails.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "func_builtin.mlir",
        "mixed named and unnamed args",
        "arguments of a declaration may mix names and bare types here",
    ),
    ("hlo_elementwise.mlir", "negative bound", "a bound below zero means nothing"),
    ("ssa.mlir", "branches", "custom forms of other dialects are not read"),
    ("ssa.mlir", "dominating value defined textually later", "custom forms of other dialects are not read"),
    ("ssa.mlir", "unreachable block with undominated use", "custom forms of other dialects are not read"),
    ("ssa.mlir", "empty line block order", "custom forms of other dialects are not read"),
    ("ssa.mlir", "outer block name reused in a nested region", "custom forms of other dialects are not read"),
    ("ssa.mlir", "module-level name as function arg", "a function opens a new scope of names"),
    ("ssa.mlir", "module-level name redefined in a function", "a function opens a new scope of names"),
    ("ssa.mlir", "module-level name redefined in a nested module", "a module opens a new scope of names"),
    ("syntax.mlir", "array i1 with digits", "digits are read as truth values"),
    ("syntax.mlir", "vector of zero size", "vector types are kept as text"),
    ("syntax.mlir", "vector of tensor", "vector types are kept as text"),
    ("syntax.mlir", "unknown property", "unknown properties are kept as attributes"),
    ("syntax.mlir", "unknown file metadata key", "unknown metadata is kept"),
    ("syntax.mlir", "resource blob not hex", "resources are kept as text"),
    ("syntax.mlir", "resource of an unknown dialect", "resources are kept as text"),
    (
        "syntax.mlir",
        "func prefix omitted at module level",
        "the prefix of func may be left out in every function body",
    ),
    (
        "syntax.mlir",
        "return without prefix in a nested region",
        "the prefix of func is needed in nested regions",
    ),
];

#[test]
fn verdicts_equal_those_of_jaxlib() {
    let mut problems = String::new();
    let mut seen = vec![false; DIFFERENCES.len()];
    let mut total = 0;
    for path in files() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("test data is readable");
        let source = Source::new(&name, text).expect("test data is short");
        let chunks = split(source.text());
        let mut agreed = 0;
        for chunk in &chunks {
            let (wanted, title) = header(&source.text()[chunk.clone()]);
            let Some(fault) = fault_of(&source, chunk.clone(), wanted) else {
                agreed += 1;
                continue;
            };
            let known = DIFFERENCES.iter().position(|(file, chunk, _)| *file == name && *chunk == title);
            match known {
                Some(index) => seen[index] = true,
                None => {
                    let line = source.position(chunk.start as u32).line;
                    let problem = format!("{name}:{line}: {title}: {fault}");
                    // Shardings are compared more closely elsewhere; here their differences are only told.
                    if name.starts_with("sdy_") {
                        eprintln!("{problem}");
                    } else {
                        let _ = writeln!(problems, "{problem}");
                    }
                }
            }
        }
        eprintln!("{name}: {agreed} of {} as jaxlib", chunks.len());
        total += chunks.len();
    }
    assert!(total > 0, "testdata/verify holds no chunk");
    for ((file, title, reason), _) in DIFFERENCES.iter().zip(seen).filter(|(_, seen)| !seen) {
        let _ =
            writeln!(problems, "{file}: {title}: no longer differs from jaxlib ({reason}); remove its line");
    }
    assert!(problems.is_empty(), "\n{problems}");
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/verify");
    let entries = std::fs::read_dir(&folder).expect("testdata/verify exists");
    let paths = entries.map(|entry| entry.expect("testdata/verify is readable").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "mlir")).collect();
    paths.sort();
    paths
}

/// jaxlib's verdict and the name of a chunk.
fn header(chunk: &str) -> (&str, &str) {
    let mut lines = chunk.lines().map(|line| line.trim_start_matches('/').trim());
    let verdict = lines.next().and_then(|line| line.strip_prefix("jaxlib: "));
    (verdict.expect("a chunk starts with `// jaxlib: …`"), lines.next().unwrap_or_default())
}

/// How our verdict differs from the one wanted.
fn fault_of(source: &Source, chunk: std::ops::Range<usize>, wanted: &str) -> Option<String> {
    let options = ParseOptions { unknown_dialects: UnknownDialects::Reject, ..ParseOptions::default() };
    let parsed = parse_range(source, chunk, options);
    let mut found = parsed.diagnostics;
    if !found.has_errors() {
        found.append(partita_verify::verify(&parsed.module));
    }
    let error = found.iter().find(|diagnostic| diagnostic.severity == partita_base::Severity::Error);
    match (wanted, error) {
        ("crash", _) | ("accept", None) | ("reject", Some(_)) => None,
        ("reject", None) => Some("accepted, but jaxlib rejects it".to_string()),
        ("accept", Some(error)) => Some(format!("jaxlib accepts it, but {} {}", error.code, error.message)),
        (other, _) => Some(format!("unknown verdict `{other}`")),
    }
}

/// The page of every code on text and on the IR shows a module with exactly that fault, and one without.
#[test]
fn error_pages_show_their_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut problems = String::new();
    for (code, title) in partita_base::code::ALL {
        let name = code.to_string();
        if name.as_str() >= "PA0200" {
            continue;
        }
        let page = std::fs::read_to_string(folder.join(format!("{name}.md"))).unwrap_or_default();
        if !page.starts_with(&format!("# {name}: {title}\n")) {
            let _ = writeln!(problems, "{name}: no page with the title \"{title}\"");
            continue;
        }
        let (example, cure) = page.split_once("## Cure").unwrap_or((&page, ""));
        for (part, wanted) in [(example, Some(&name)), (cure, None)] {
            let Some(module) = block(part) else { continue };
            let found = codes_in(module);
            let expected: Vec<String> = wanted.into_iter().cloned().collect();
            if found != expected {
                let _ = writeln!(problems, "{name}: a block shows {found:?}, not {expected:?}");
            }
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// The first block of MLIR in a part of a page.
fn block(part: &str) -> Option<&str> {
    let (_, rest) = part.split_once("```mlir\n")?;
    Some(rest.split_once("```").map_or(rest, |(module, _)| module))
}

/// The codes found in a module, each once.
fn codes_in(text: &str) -> Vec<String> {
    let source = Source::new("page", text).expect("a page is short");
    let options = ParseOptions { unknown_dialects: UnknownDialects::Reject, ..ParseOptions::default() };
    let parsed = parse_range(&source, 0..text.len(), options);
    let mut found = parsed.diagnostics;
    found.append(partita_verify::verify(&parsed.module));
    let mut codes: Vec<String> = found.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    codes.sort();
    codes.dedup();
    codes
}
