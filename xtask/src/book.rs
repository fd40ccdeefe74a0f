//! `cargo xtask book`: assembles the book of `docs/book` and builds it with mdBook.
//!
//! The pages are written for the repository, so their links are paths of the repository. The book has fewer pages, at
//! other paths, and some that are generated: the assembled copy in `target/book` has rewritten links. mdBook is a tool,
//! not a dependency: it would add minutes to every build.

mod links;
mod reference;
mod schema;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::built::Built;
use crate::oracle::READY_VARIABLE;
use crate::{Outcome, cargo, cargo_path, root, run, target};

/// The version that is installed where there is no `mdbook` on the path.
const MDBOOK: &str = "0.5.4";

/// The folder of the pages, as a path of the repository.
const PAGES: &str = "docs/book/src";

/// The pictures of the pages.
const PICTURES: [&str; 1] = ["how-to/explorer.webp"];

/// Pages that exist only in the book: `reference` writes them.
const GENERATED: &[&str] = &[
    "docs/book/src/reference/commands.md",
    "docs/book/src/reference/error-codes.md",
    "docs/book/src/reference/op-rules.md",
    "docs/book/src/reference/json.md",
];

/// Assembles the book; unless only its pages are wanted, also builds it as HTML.
pub(crate) fn build_book(pages_only: bool) -> Outcome {
    let partita = command()?;
    let folder = target().join("book");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let pages = assemble(&partita)?;
    let count = pages.len();
    for (path, text) in pages {
        let path = folder.join("src").join(path);
        let parent = path.parent().expect("a page is in a folder");
        fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for picture in PICTURES {
        fs::copy(root().join(PAGES).join(picture), folder.join("src").join(picture))
            .map_err(|error| format!("{picture}: {error}"))?;
    }
    fs::copy(root().join("docs/book/book.toml"), folder.join("book.toml"))
        .map_err(|error| error.to_string())?;
    println!("{count} pages in {}", folder.join("src").display());
    if pages_only {
        return Ok(());
    }
    run(Command::new(mdbook()?).arg("build").arg(&folder).arg("--dest-dir").arg(folder.join("html")))?;
    println!("the book is {}", folder.join("html/index.html").display());
    Ok(())
}

/// The path of `partita`: from the build of `cargo xtask test`, or from a new build of the programs alone.
fn command() -> Result<PathBuf, String> {
    if std::env::var_os(READY_VARIABLE).is_some() {
        return Built::find()?.partita().map(Path::to_path_buf);
    }
    cargo(&["build", "--workspace", "--bins"])?;
    Ok(target().join("debug/partita"))
}

/// The path of mdBook, which is installed under `target/tools` if it is not on the path.
fn mdbook() -> Result<PathBuf, String> {
    let is_there = |program: &Path| Command::new(program).arg("--version").output().is_ok();
    let tools = target().join("tools");
    let installed = tools.join("bin/mdbook");
    if let Some(found) = [PathBuf::from("mdbook"), installed.clone()].into_iter().find(|path| is_there(path))
    {
        return Ok(found);
    }
    println!("mdbook not found: installing version {MDBOOK} under {}", tools.display());
    // Without the server and the watcher, which bring an asynchronous runtime.
    let features = ["--no-default-features", "--features", "search"];
    let mut install = Command::new(cargo_path());
    install
        .args(["install", "--locked", "--root"])
        .arg(&tools)
        .args(features)
        .arg(format!("mdbook@{MDBOOK}"));
    run(&mut install)?;
    Ok(installed)
}

/// All pages of the book by their paths in it.
fn assemble(partita: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for path in page_sources()? {
        let text = fs::read_to_string(root().join(&path)).map_err(|error| format!("{path}: {error}"))?;
        sources.insert(path, text);
    }
    let (json, schemas) = reference::json(partita)?;
    let generated = [reference::commands(partita)?, reference::error_codes(), reference::op_rules()?, json];
    sources.extend(GENERATED.iter().map(|path| (*path).to_string()).zip(generated));
    sources
        .extend(schemas.into_iter().map(|(name, text)| (format!("{PAGES}/reference/schemas/{name}"), text)));
    let summary = sources.get_mut(&format!("{PAGES}/SUMMARY.md")).ok_or("the book has no SUMMARY.md")?;
    *summary = with_error_pages(summary);
    check_anchors(&sources)?;
    let is_picture = |path: &str| PICTURES.iter().any(|picture| path == format!("{PAGES}/{picture}"));
    let is_page = |path: &str| sources.contains_key(path) || is_picture(path);
    let pages = sources.iter().map(|(path, text)| (book_path(path), links::for_book(path, text, is_page)));
    Ok(pages.collect())
}

/// Fails if a link to a heading of a page, generated pages included, has no such heading.
fn check_anchors(sources: &BTreeMap<String, String>) -> Outcome {
    for (path, text) in sources {
        for (target, anchor) in links::targets(path, text) {
            let (Some(anchor), Some(page)) = (anchor, sources.get(&target)) else { continue };
            if !links::anchors(page).contains(&anchor) {
                return Err(format!("{path}: {target} has no heading `{anchor}`"));
            }
        }
    }
    Ok(())
}

/// The pages of the book that are files of the repository.
fn page_sources() -> Result<Vec<String>, String> {
    let summary =
        fs::read_to_string(root().join(PAGES).join("SUMMARY.md")).map_err(|error| error.to_string())?;
    let mut sources = vec![format!("{PAGES}/SUMMARY.md")];
    sources
        .extend(links::targets(&format!("{PAGES}/SUMMARY.md"), &summary).into_iter().map(|(path, _)| path));
    sources.extend(partita_base::code::ALL.iter().map(|(code, _)| format!("docs/errors/{code}.md")));
    sources.retain(|path| !GENERATED.contains(&path.as_str()));
    Ok(sources)
}

/// The path in the book of a page of the repository.
fn book_path(path: &str) -> String {
    if let Some(inside) = path.strip_prefix(&format!("{PAGES}/")) {
        return inside.to_string();
    }
    if let Some(page) = path.strip_prefix("docs/") {
        return if page.contains('/') { page.to_string() } else { format!("pages/{page}") };
    }
    format!("pages/{}", path.to_lowercase())
}

/// The summary with the page of every error code below `Error codes`.
fn with_error_pages(summary: &str) -> String {
    let mut out = String::new();
    for line in summary.lines() {
        out.push_str(line);
        out.push('\n');
        if line.contains("(reference/error-codes.md)") {
            for (code, title) in partita_base::code::ALL {
                out.push_str(&format!("  - [{code}: {title}](../../errors/{code}.md)\n"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::arguments::Arguments;

    /// Paths of all Markdown files of the repository that people read: in its root and under `docs`.
    fn documents() -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![String::new(), "docs".to_string()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root().join(&folder)).expect("a folder").flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                if path.ends_with(".md") {
                    found.push(path);
                } else if !folder.is_empty() && entry.path().is_dir() {
                    folders.push(path);
                }
            }
        }
        found.sort();
        found
    }

    fn read(path: &str) -> String {
        fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn the_summary_lists_every_page() {
        let listed: BTreeSet<String> = page_sources().expect("there is a summary").into_iter().collect();
        // The changelog is not a page of the book; the README has an introduction of its own there.
        let is_page = |path: &String| path.starts_with("docs/");
        let missing: Vec<String> =
            documents().into_iter().filter(is_page).filter(|path| !listed.contains(path)).collect();
        assert!(missing.is_empty(), "{PAGES}/SUMMARY.md does not list {missing:?}");
    }

    #[test]
    fn links_resolve() {
        let mut broken = Vec::new();
        for path in documents() {
            for (target, anchor) in links::targets(&path, &read(&path)) {
                if GENERATED.contains(&target.as_str()) && path.starts_with("docs/book") {
                    continue;
                }
                let exists = root().join(&target).exists();
                let anchored =
                    anchor.is_none_or(|anchor| exists && links::anchors(&read(&target)).contains(&anchor));
                if !exists || !anchored {
                    broken.push(format!("{path}: {target}"));
                }
            }
        }
        assert!(broken.is_empty(), "broken links: {broken:#?}");
    }

    #[test]
    fn names_of_tasks_exist() {
        let command = Arguments::command();
        let tasks: BTreeSet<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        for path in documents().iter().filter(|path| *path != "CHANGELOG.md") {
            for rest in read(path).split("cargo xtask ").skip(1) {
                let name =
                    rest.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default();
                assert!(tasks.contains(name), "{path}: there is no task `{name}`");
            }
        }
    }

    #[test]
    fn the_readme_is_short() {
        assert!(read("README.md").lines().count() <= 200);
    }

    #[test]
    fn pages_have_paths_in_the_book() {
        assert_eq!(book_path("docs/book/src/how-to/add-an-op.md"), "how-to/add-an-op.md");
        assert_eq!(book_path("docs/errors/PA0203.md"), "errors/PA0203.md");
        assert_eq!(book_path("docs/limits.md"), "pages/limits.md");
        assert_eq!(book_path("ARCHITECTURE.md"), "pages/architecture.md");
    }
}
