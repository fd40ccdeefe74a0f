//! Every page on an error of text, IR, shardings and rules shows a module with exactly that fault, and one without.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use partita_base::{Diagnostics, Severity, Source};
use partita_mlir::{ParseOptions, UnknownDialects, parse, parse_range};
use partita_verify::verify;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| is_wanted(&name(path)))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {folder}");
    files
}

/// Everything found in a text: by the parser, or else by the verifier.
fn check(name: &str, text: &str) -> (Source, Diagnostics) {
    let source = Source::new(name, text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    let mut found = parsed.diagnostics;
    if !found.has_errors() {
        found.append(verify(&parsed.module));
    }
    (source, found)
}

fn spell(source: &Source, found: &Diagnostics) -> String {
    let line = |d: &partita_base::Diagnostic| {
        let at = source.position(d.span.start);
        let kind = if d.severity == Severity::Error { "error" } else { "warning" };
        format!("    {kind}[{}] {}:{}: {}\n", d.code, at.line, at.column, d.message)
    };
    found.iter().map(line).collect()
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
    let options = ParseOptions::default().unknown_dialects(UnknownDialects::Reject);
    let parsed = parse_range(&source, 0..text.len(), options);
    let mut found = parsed.diagnostics;
    found.append(partita_verify::verify(&parsed.module));
    let mut codes: Vec<String> = found.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// The code blocks of a page, by the heading they stand under.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut blocks = Vec::new();
    for section in page.split("\n## ").skip(1) {
        let heading = section.lines().next().unwrap_or_default();
        let mut rest = section;
        while let Some((_, block)) = rest.split_once("```mlir\n") {
            let (block, after) = block.split_once("```").expect("a code block ends");
            blocks.push((heading, block));
            rest = after;
        }
    }
    blocks
}

#[test]
fn pages_of_codes_show_their_diagnostics() {
    let mut wrong = String::new();
    let is_page = |name: &str| {
        (name.starts_with("PA02") || name.starts_with("PA03")) && name.ends_with(".md")
            // Of edits, not of programs: the tests of `partita serve` raise it.
            && name != "PA0260.md"
    };
    for path in files("docs/errors", is_page) {
        let code = path.file_stem().unwrap().to_string_lossy().into_owned();
        let page = fs::read_to_string(&path).expect("readable");
        let title = partita_base::Code::parse(&code).map(partita_base::Code::title);
        if Some(page.lines().next().unwrap_or_default()) != title.map(|t| format!("# {code}: {t}")).as_deref()
        {
            wrong += &format!("{code}: the page is not titled as the code: {title:?}\n");
        }
        let blocks = blocks(&page);
        for heading in ["Example", "Cure"] {
            if !blocks.iter().any(|(h, _)| *h == heading) {
                wrong += &format!("{code}: no block under {heading}\n");
            }
        }
        for (heading, block) in blocks {
            let (source, found) = check(&code, block);
            let codes: BTreeSet<String> = found.iter().map(|d| d.code.to_string()).collect();
            let fits = match heading {
                "Example" => {
                    let others =
                        found.iter().any(|d| d.severity == Severity::Error && d.code.to_string() != code);
                    codes.contains(&code) && !others
                }
                _ => found.is_empty(),
            };
            if !fits {
                wrong += &format!("{code}, {heading}:\n{}", spell(&source, &found));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn codes_of_shardings_and_rules_have_pages() {
    let missing: Vec<String> = partita_base::code::ALL
        .iter()
        .map(|(code, _)| code.to_string())
        .filter(|code| code.starts_with("PA02") || code.starts_with("PA03"))
        .filter(|code| !root().join("docs/errors").join(format!("{code}.md")).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
