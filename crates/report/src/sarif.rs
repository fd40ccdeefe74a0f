//! Diagnostics as a SARIF 2.1.0 log, which code hosts and editors read.
//!
//! A result is located in the user's own program where its line is known, since that is the file that a repository contains; the
//! position in the MLIR text is then a related location. Columns count Unicode characters.

use std::collections::BTreeMap;

use partita_base::{Code, Diagnostic, Diagnostics, Severity, Source, Span};
use serde_json::{Value, json};

use crate::visible;

/// A file with its diagnostics.
pub type Findings<'f> = (&'f Source, &'f Diagnostics);

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The log of one run. `page` is the Markdown page of a code.
pub fn sarif_log(files: &[Findings<'_>], page: &dyn Fn(Code) -> Option<&'static str>) -> String {
    let all = || files.iter().flat_map(|(source, found)| found.iter().map(move |each| (*source, each)));
    let mut codes: BTreeMap<Code, Severity> = BTreeMap::new();
    for (_, each) in all() {
        let level = codes.entry(each.code).or_insert(each.severity);
        *level = (*level).min(each.severity);
    }
    let rules: Vec<Value> =
        codes.iter().map(|(code, severity)| rule(*code, *severity, page(*code))).collect();
    let index = |code: Code| codes.keys().position(|other| *other == code);
    let results: Vec<Value> = all().map(|(source, each)| result(source, each, index(each.code))).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "partita",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// The rule of a code, with its page as help.
fn rule(code: Code, severity: Severity, page: Option<&str>) -> Value {
    let mut rule = json!({
        "id": code.to_string(),
        "shortDescription": {"text": code.title()},
        "defaultConfiguration": {"level": level(severity)},
    });
    if let Some(page) = page {
        rule["help"] = json!({"text": page, "markdown": page});
    }
    rule
}

fn result(source: &Source, each: &Diagnostic, rule: Option<usize>) -> Value {
    let mut text = visible(&each.message).into_owned();
    for note in &each.notes {
        text += &format!("\n{}", visible(note));
    }
    if let Some(help) = &each.help {
        text += &format!("\nhelp: {}", visible(help));
    }
    let here = location(source, each.span, None);
    let mut related: Vec<Value> =
        each.labels.iter().map(|label| location(source, label.span, Some(&label.text))).collect();
    let primary = match &each.origin {
        Some(origin) => {
            related.insert(0, location(source, each.span, Some("the op in the MLIR text")));
            let mut place = json!({"artifactLocation": {"uri": uri(&origin.file)}});
            if origin.line > 0 {
                place["region"] = json!({"startLine": origin.line});
                if origin.column > 0 {
                    place["region"]["startColumn"] = json!(origin.column);
                }
            }
            json!({"physicalLocation": place})
        }
        None => here,
    };
    let mut result = json!({
        "ruleId": each.code.to_string(),
        "level": level(each.severity),
        "message": {"text": text},
        "locations": [primary],
    });
    if let Some(rule) = rule {
        result["ruleIndex"] = json!(rule);
    }
    if let Some(fix) = &each.fix {
        let place = location(source, fix.span, None)["physicalLocation"].clone();
        result["fixes"] = json!([{
            "description": {"text": visible(each.help.as_deref().unwrap_or("fix it"))},
            "artifactChanges": [{
                "artifactLocation": place["artifactLocation"],
                "replacements": [{
                    "deletedRegion": place["region"],
                    "insertedContent": {"text": fix.replacement},
                }],
            }],
        }]);
    }
    if !related.is_empty() {
        // A message may refer to a related location by this number.
        for (id, place) in related.iter_mut().enumerate() {
            place["id"] = json!(id + 1);
        }
        result["relatedLocations"] = json!(related);
    }
    result
}

/// A span of a text as a location.
fn location(source: &Source, span: Span, message: Option<&str>) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(source.name())}});
    // A file without text, such as a binary one, has no regions.
    if !source.text().is_empty() {
        let (start, end) = (character(source, span.start), character(source, span.end.max(span.start)));
        place["region"] =
            json!({"startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1});
    }
    let mut location = json!({"physicalLocation": place});
    if let Some(message) = message {
        location["message"] = json!({"text": visible(message)});
    }
    location
}

/// The line and the column, in characters from 1, of a byte.
fn character(source: &Source, offset: u32) -> (usize, usize) {
    let position = source.position(offset);
    let line = source.line(position.line);
    let before = line.char_indices().take_while(|(at, _)| at + 1 < position.column).count();
    (position.line, before + 1)
}

/// A path as a URI reference: slashes between segments, other special characters escaped.
fn uri(path: &str) -> String {
    let is_windows_root = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let mut out = String::new();
    if path.starts_with('/') {
        out += "file://";
    } else if is_windows_root {
        out += "file:///";
    }
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b':' if is_windows_root && out.ends_with(|c: char| c.is_ascii_alphabetic()) => out.push(':'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte.into())
            }
            other => out += &format!("%{other:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_base::{Origin, code};

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("models/train step.mlir"), "models/train%20step.mlir");
        assert_eq!(uri("/srv/a.py"), "file:///srv/a.py");
        assert_eq!(uri("C:\\a\\b.py"), "file:///C:/a/b.py");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("größe%.py"), "gr%C3%B6%C3%9Fe%25.py");
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a.mlir", "über %x\n%y").unwrap();
        assert_eq!(character(&source, 0), (1, 1));
        assert_eq!(character(&source, 6), (1, 6));
        assert_eq!(character(&source, 9), (2, 1));
    }

    #[test]
    fn the_users_own_line_comes_first() {
        let source = Source::new("a.mlir", "%x").unwrap();
        let mut found = Diagnostics::default();
        let mut warning = Diagnostic::warning(code::FULL_GATHER, Span::new(0, 2), "gathers \u{1b}[31m");
        warning.origin = Some(Box::new(Origin { file: "train.py".into(), line: 3, column: 0 }));
        found.push(warning.help("shard it"));
        let log = sarif_log(&[(&source, &found)], &|_| Some("# page"));
        let log: Value = serde_json::from_str(&log).unwrap();
        let result = &log["runs"][0]["results"][0];
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "train.py");
        assert_eq!(place["region"], json!({"startLine": 3}));
        assert_eq!(result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a.mlir");
        assert_eq!(result["message"]["text"], "gathers \\u{1b}[31m\nhelp: shard it");
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][0]["help"]["markdown"], "# page");
    }
}
