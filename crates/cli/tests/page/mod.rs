//! Documentation pages: which files they are, their fenced blocks, and the sessions in `console` blocks.
//!
//! Two programs run sessions: the test `pages` of this crate runs those of `partita` alone, `cargo xtask readme-jax` those that need Python.
//! Both read pages with this module, so no command is skipped by both.

#![allow(dead_code, reason = "each of the two programs uses a subset")]

use std::fs;
use std::path::{Path, PathBuf};

/// A fenced block.
pub(crate) struct Block<'p> {
    /// The word after the opening fence; empty if there is none.
    pub(crate) kind: &'p str,
    /// The lines between the fences, each with its line break.
    pub(crate) text: &'p str,
}

/// Every page whose commands are run: the README, the contributor guide, and everything under `docs` except error pages, which have tests of
/// their own, and decision records.
pub(crate) fn documents(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder of pages is readable") {
            let path = entry.expect("the folder of pages is readable").path();
            if path.is_dir() {
                if !["errors", "decisions"].iter().any(|name| path.ends_with(name)) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The fenced blocks of a page, in order.
pub(crate) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut opened: Option<(&str, usize)> = None;
    let mut offset = 0;
    for line in page.split_inclusive('\n') {
        if let Some(kind) = line.strip_prefix("```") {
            match opened.take() {
                Some((kind, start)) => blocks.push(Block { kind, text: &page[start..offset] }),
                None => opened = Some((kind.trim(), offset + line.len())),
            }
        }
        offset += line.len();
    }
    assert!(opened.is_none(), "a block is not closed");
    blocks
}

/// Whether a command of a session needs Python.
pub(crate) fn needs_python(command: &str) -> bool {
    command.split([' ', '|']).any(|word| word == "python")
}

/// A page with the output of its commands replaced by what `run` returns; `None` keeps what the page shows.
pub(crate) fn with_outputs(page: &str, mut run: impl FnMut(&str) -> Option<String>) -> String {
    let mut updated = String::new();
    let mut kept = 0;
    for block in blocks(page).into_iter().filter(|block| block.kind == "console") {
        let start = block.text.as_ptr() as usize - page.as_ptr() as usize;
        updated.push_str(&page[kept..start]);
        for (command, shown) in sessions(block.text) {
            let output = run(command).unwrap_or(shown);
            updated.push_str(&format!("$ {command}\n"));
            if !output.trim_end().is_empty() {
                updated.push_str(output.trim_end());
                updated.push('\n');
            }
        }
        kept = start + block.text.len();
    }
    updated.push_str(&page[kept..]);
    updated
}

/// The commands of a `console` block, each with the output below it.
pub(crate) fn sessions(block: &str) -> Vec<(&str, String)> {
    let mut sessions: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), sessions.last_mut()) {
            (Some(command), _) => sessions.push((command, String::new())),
            (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
            (None, None) => panic!("a console block begins with `{line}`, not with a command"),
        }
    }
    sessions
}
