//! Links of Markdown pages: their targets, and their form in the book.

use std::collections::BTreeSet;
use std::ops::Range;

use super::book_path;

/// The files that a page of the repository links to, as paths of the repository, each with its anchor.
pub(super) fn targets(page: &str, text: &str) -> Vec<(String, Option<String>)> {
    let ranges = find(text).into_iter().map(|link| &text[link.target]);
    ranges.filter_map(|target| resolve(page, target)).collect()
}

/// A page of the repository as a page of the book. Links to other pages get their paths in the book; links to other
/// files of the repository are replaced by their text.
pub(super) fn for_book(page: &str, text: &str, is_page: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    let mut copied = 0;
    for link in find(text) {
        let Some((target, anchor)) = resolve(page, &text[link.target.clone()]) else { continue };
        if is_page(&target) {
            out.push_str(&text[copied..link.target.start]);
            out.push_str(&relative(&book_path(page), &book_path(&target)));
            if let Some(anchor) = anchor {
                out.push_str(&format!("#{anchor}"));
            }
            copied = link.target.end;
        } else {
            out.push_str(&text[copied..link.shown.start - 1]);
            out.push_str(&text[link.shown]);
            copied = link.target.end + 1;
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// The anchors of the headings of a page, as mdBook and GitHub derive them.
pub(super) fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// `[shown](target)`: the byte ranges of both parts.
struct Link {
    shown: Range<usize>,
    target: Range<usize>,
}

/// The links of a page outside code.
fn find(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut in_block = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            links.extend(find_in_line(line).into_iter().map(|link| Link {
                shown: link.shown.start + start..link.shown.end + start,
                target: link.target.start + start..link.target.end + start,
            }));
        }
        start += line.len();
    }
    links
}

fn find_in_line(line: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut opened = None;
    let mut in_code = false;
    let mut skip = 0;
    for (at, c) in line.char_indices().filter(|(_, c)| "[]`".contains(*c)) {
        match c {
            _ if at < skip => {}
            // The text of a link may hold code; brackets inside code are not links.
            '`' => in_code = !in_code,
            '[' if !in_code => opened = Some(at + 1),
            ']' if !in_code => {
                let Some(start) = opened.take() else { continue };
                let Some(rest) = line[at + 1..].strip_prefix('(') else { continue };
                let Some(length) = rest.find(')') else { continue };
                let target = at + 2..at + 2 + length;
                skip = target.end;
                links.push(Link { shown: start..at, target });
            }
            _ => {}
        }
    }
    links
}

/// The path of the repository and the anchor that a link leads to; `None` for addresses of the network.
fn resolve(page: &str, target: &str) -> Option<(String, Option<String>)> {
    if target.contains("://") || target.is_empty() {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let mut parts: Vec<&str> = page.split('/').collect();
    if !path.is_empty() {
        parts.pop();
    }
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    Some((parts.join("/"), anchor.map(str::to_string)))
}

/// The relative path from one page to another.
fn relative(from: &str, to: &str) -> String {
    "../".repeat(from.matches('/').count()) + to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_outside_code_are_found() {
        let text = "a [b](c.md) `[no](x.md)` [`d`](../e.md#f)\n```\n[no](y.md)\n```\n[web](https://x.org)\n";
        let anchor = |anchor: &str| Some(anchor.to_string());
        assert_eq!(targets("p/q.md", text), [("p/c.md".into(), None), ("e.md".into(), anchor("f"))]);
    }

    #[test]
    fn links_become_those_of_the_book() {
        let text = "[limits](../../../limits.md), [code](../../../../crates/x.rs) and [here](#a)";
        let page = "docs/book/src/tutorials/jax.md";
        let is_page = |path: &str| !path.starts_with("crates");
        let expected = "[limits](../pages/limits.md), code and [here](../tutorials/jax.md#a)";
        assert_eq!(for_book(page, text, is_page), expected);
    }

    #[test]
    fn headings_have_anchors() {
        assert_eq!(anchors("## Why `x`, not y?\ntext"), BTreeSet::from(["why-x-not-y".to_string()]));
    }
}
