//! The vocabulary of docs/glossary.md: words that were given up do not come back, no name stands for many things, and a
//! comment says more than the name below it.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::{Outcome, root};

/// Words that may not appear, alone or as a part of a name, and what replaces them.
const RETIRED: &[(&str, &str)] = &[
    ("cut", "sharded, split, truncated"),
    ("cuts", "shards, splits, truncates"),
    ("cutting", "sharding, splitting, truncating"),
    ("piece", "shard, slice, segment"),
    ("pieces", "shards, slices, segments"),
    ("whole", "replicated, unsharded, entire, full"),
    ("wholes", "replicated tensors"),
    ("spread", "propagate, broadcast, scatter, partition"),
    ("spreads", "propagates, broadcasts, scatters, partitions"),
    ("spreading", "propagating, broadcasting, scattering, partitioning"),
    ("says", "states, declares, reports"),
    ("tells", "states, declares, reports"),
    ("told", "given, notified"),
    ("knows", "has, records"),
    ("nobody", "the producer or the user of the value"),
    ("whom", "the producer or the user of the value"),
    ("who", "the producer or the user of the value"),
    ("lies", "is, resides"),
    ("stands", "is, appears"),
    ("nowhere", "detached"),
];

/// Words in a row that may not appear, and what replaces them.
const PHRASES: &[(&[&str], &str)] = &[
    (&["change", "of", "layout"], "reshard"),
    (&["changes", "of", "layout"], "reshards"),
    (&["another", "number", "of"], "expected A, found B"),
    (&["not", "known"], "unknown"),
    (&["so", "many"], "n, at most n"),
    (&["so", "often"], "n times"),
    (&["so", "deep"], "at most n levels"),
];

/// After these, "is no" compares and does not negate a noun.
const COMPARISONS: &[&str] = &[
    "longer",
    "more",
    "less",
    "fewer",
    "better",
    "worse",
    "larger",
    "smaller",
    "slower",
    "faster",
    "greater",
    "higher",
    "lower",
    "deeper",
    "later",
    "earlier",
    "dearer",
    "cheaper",
    "wider",
    "tighter",
    "weaker",
    "stronger",
    "different",
];

/// How many types may have one name. More, and a search for the name finds mostly other things.
const TYPES_OF_ONE_NAME: usize = 3;

/// Where a retired word is the name of an option, a field or a file that people already use.
const KEPT: &[&str] = &["whole-outputs", "alias = \"spread\"", "\"cuts\":"];

pub(crate) fn check(faults: &mut Vec<String>) -> Outcome {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in tracked_files()? {
        let Ok(text) = fs::read_to_string(root().join(&path)) else {
            continue;
        };
        let rust = path.ends_with(".rs");
        // This file and the glossary list the words themselves.
        let listing = path == "xtask/src/words.rs";
        for (number, line) in text.lines().enumerate() {
            if path == "docs/glossary.md" && line.starts_with("## Retired") {
                break;
            }
            if listing || is_program_text(&path, line) {
                continue;
            }
            for fault in line_faults(line) {
                faults.push(format!("{path}:{}: {fault}", number + 1));
            }
        }
        if rust {
            for (number, name) in comments_that_repeat(&text) {
                faults.push(format!("{path}:{number}: the comment only repeats the name `{name}`"));
            }
            for name in defined_types(&text) {
                types.entry(name).or_default().push(path.clone());
            }
        }
    }
    for (name, places) in types.iter().filter(|(_, places)| places.len() > TYPES_OF_ONE_NAME) {
        faults.push(format!("{} types are called `{name}`: {}", places.len(), places.join(", ")));
    }
    Ok(())
}

/// Text files under version control, without those that are made by tools.
fn tracked_files() -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("git ls-files: {error}"))?;
    if !output.status.success() {
        return Err("git ls-files failed: the words are checked in a checkout of the repository".into());
    }
    const ENDINGS: &[&str] = &[
        ".rs",
        ".md",
        ".toml",
        ".py",
        ".mlir",
        ".textproto",
        ".out",
        ".html",
        ".js",
        ".css",
        ".go",
        ".txt",
        ".yml",
        ".sh",
    ];
    Ok(String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|path| ENDINGS.iter().any(|ending| path.ends_with(ending)))
        .map(String::from)
        .collect())
}

/// Names in programs belong to whoever wrote the program; the comments in them are ours.
fn is_program_text(path: &str, line: &str) -> bool {
    let comment = line.trim_start();
    (path.ends_with(".mlir") && !comment.starts_with("//"))
        || (path.ends_with(".textproto") && !comment.starts_with('#'))
}

/// Lower-case words of a line; names are taken apart at underscores and capitals.
fn split_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut previous = ' ';
    for letter in line.chars() {
        let starts = letter.is_uppercase() && previous.is_lowercase();
        if (starts || !letter.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphabetic() {
            word.extend(letter.to_lowercase());
        }
        previous = letter;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn line_faults(line: &str) -> Vec<String> {
    let line = KEPT.iter().fold(line.to_string(), |line, kept| line.replace(kept, ""));
    let words = split_words(&line);
    let word = |position: usize| words.get(position).map_or("", String::as_str);
    let mut faults = Vec::new();
    for position in 0..words.len() {
        for (retired, instead) in RETIRED {
            let number = matches!(word(position + 1), "number" | "numbers");
            if word(position) == *retired && !(*retired == "whole" && number) {
                faults.push(format!("retired word `{retired}`; use {instead}"));
            }
        }
        for (phrase, instead) in PHRASES {
            if phrase.iter().enumerate().all(|(offset, part)| word(position + offset) == *part) {
                faults.push(format!("retired phrase `{}`; use {instead}", phrase.join(" ")));
            }
        }
        let negates = matches!(word(position), "is" | "are") && word(position + 1) == "no";
        let there = position > 0 && word(position - 1) == "there";
        if negates && !there && !COMPARISONS.contains(&word(position + 2)) {
            faults.push(format!(
                "retired phrase `{} no {}`; use invalid X, expected A, found B, unknown X",
                word(position),
                word(position + 2)
            ));
        }
    }
    faults
}

/// Comments of one line whose words are those of the name they describe: `/// The mesh.` above `pub mesh: Mesh`.
fn comments_that_repeat(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (number, pair) in lines.windows(3).enumerate() {
        let [before, comment, item] = pair else { continue };
        let Some(comment) = comment.strip_prefix("/// ") else {
            continue;
        };
        if before.starts_with("///") || item.starts_with("///") {
            continue;
        }
        let Some(name) = defined_name(item) else { continue };
        let articles = ["the", "a", "an", "its", "of"];
        let mut said: Vec<String> =
            split_words(comment).into_iter().filter(|word| !articles.contains(&word.as_str())).collect();
        let mut named: Vec<String> =
            split_words(name).into_iter().filter(|word| !articles.contains(&word.as_str())).collect();
        said.sort();
        named.sort();
        if said == named {
            found.push((number + 2, name.to_string()));
        }
    }
    found
}

/// The name that a line of Rust defines: a function, a type, a field or a variant.
fn defined_name(item: &str) -> Option<&str> {
    let mut rest = item;
    for prefix in [
        "pub(crate) ",
        "pub(super) ",
        "pub ",
        "const ",
        "unsafe ",
        "fn ",
        "struct ",
        "enum ",
        "trait ",
        "type ",
        "static ",
        "mod ",
    ] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    (!name.is_empty()).then_some(name)
}

fn defined_types(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| {
            let line = line.trim_start();
            let line = ["pub(crate) ", "pub(super) ", "pub "]
                .iter()
                .find_map(|p| line.strip_prefix(p))
                .unwrap_or(line);
            let rest = ["struct ", "enum ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
            Some(rest.split(|letter: char| !letter.is_alphanumeric()).next()?.to_string())
        })
        .filter(|name| name.starts_with(char::is_uppercase))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retired_words_are_found_in_names_and_text() {
        assert_eq!(line_faults("let x = cut_axes(y);").len(), 1);
        assert_eq!(line_faults("struct WholeTensor;").len(), 1);
        assert_eq!(line_faults("// `x` is no axis of a mesh").len(), 1);
        assert_eq!(line_faults("//! runs so often").len(), 1);
    }

    #[test]
    fn ordinary_english_is_left_alone() {
        for line in [
            "a shortcut through the piecewise function",
            "expected a whole number, found 1.5",
            "there is no mesh",
            "it is no longer used",
            "partita onnx partition --whole-outputs",
        ] {
            assert_eq!(line_faults(line), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn comments_that_repeat_a_name_are_found() {
        let text =
            "{\n/// The mesh.\npub mesh: Mesh,\n/// The axes of the mesh, major first.\npub axes: Axes,\n}";
        assert_eq!(comments_that_repeat(text), [(2, "mesh".to_string())]);
    }

    #[test]
    fn types_are_found_by_name() {
        assert_eq!(
            defined_types("pub(crate) struct Step<'a> {\nenum Kind {\n// struct No"),
            ["Step", "Kind"]
        );
    }
}
