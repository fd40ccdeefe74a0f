//! The pattern of a check: text, `{{regular expressions}}` and `[[VARIABLES]]`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::regex::{RegexNode, find, parse_regex};

/// The values of variables.
pub(crate) type Variables = BTreeMap<String, String>;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Regex(String),
    /// `[[NAME:regex]]`
    Define {
        name: String,
        regex: String,
    },
    /// `[[NAME]]`
    Use(String),
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

/// An expression, its number of groups, and the groups of the variables that it defines.
type Compiled = (RegexNode, usize, Vec<(String, usize)>);

/// Where a pattern matched, and the variables that it defines.
pub(crate) struct PatternMatch {
    pub(crate) range: Range<usize>,
    pub(crate) defined: Vec<(String, String)>,
}

impl Pattern {
    /// Reads a pattern in a line of the test file, from 1.
    pub(crate) fn parse(text: &str, line: usize) -> Result<Self, String> {
        let mut parts: Vec<Part> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("{{") {
                // A brace at the end belongs to the expression: `{{a{2}}}`.
                let end = after.find("}}").ok_or("expected `}}` after a regular expression")?;
                let end = end + after[end + 2..].chars().take_while(|next| *next == '}').count();
                parts.push(Part::Regex(after[..end].to_string()));
                rest = &after[end + 2..];
            } else if let Some(after) = rest.strip_prefix("[[").filter(|after| begins_variable(after)) {
                let end = end_of_variable(after).ok_or("expected `]]` after a variable")?;
                parts.push(variable(&after[..end], line)?);
                rest = &after[end + 2..];
            } else {
                let next = rest.chars().next().map_or(1, char::len_utf8);
                match parts.last_mut() {
                    Some(Part::Text(text)) => text.push_str(&rest[..next]),
                    _ => parts.push(Part::Text(rest[..next].to_string())),
                }
                rest = &rest[next..];
            }
        }
        let pattern = Self { parts };
        // Reports mistakes in regular expressions once, when the file is read.
        pattern.compile(None).map_err(|error| error.to_string())?;
        Ok(pattern)
    }

    /// A pattern that is text only.
    pub(crate) fn literal(text: &str) -> Self {
        Self { parts: vec![Part::Text(text.to_string())] }
    }

    /// Finds the first match in a range of the text. An undefined variable is an error.
    pub(crate) fn find(
        &self,
        text: &[char],
        within: Range<usize>,
        variables: &Variables,
    ) -> Result<Option<PatternMatch>, String> {
        let (node, groups, defined) = self.compile(Some(variables))?;
        let Some(found) = find(&node, groups, text, within) else { return Ok(None) };
        let value = |group: usize| found.groups[group].clone().map(|range| text[range].iter().collect());
        let defined = defined.into_iter().filter_map(|(name, group)| Some((name, value(group)?))).collect();
        Ok(Some(PatternMatch { range: found.range, defined }))
    }

    /// The expression, its number of groups, and the groups of the variables that it defines. Without variables, all are known.
    fn compile(&self, variables: Option<&Variables>) -> Result<Compiled, String> {
        let (mut nodes, mut groups) = (Vec::new(), 0);
        let mut defined: Vec<(String, usize)> = Vec::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => nodes.push(RegexNode::Text(text.chars().collect())),
                Part::Regex(regex) => {
                    let (node, next) = parse_regex(regex, groups)?;
                    groups = next;
                    nodes.push(node);
                }
                Part::Define { name, regex } => {
                    let (node, next) = parse_regex(regex, groups + 1)?;
                    nodes.push(RegexNode::Group(groups, Box::new(node)));
                    defined.push((name.clone(), groups));
                    groups = next;
                }
                Part::Use(name) => {
                    // A variable of the same pattern is what its group has just matched.
                    let own = defined.iter().rev().find(|(known, _)| known == name);
                    let known = variables.map(|variables| variables.get(name));
                    nodes.push(match (own, known) {
                        (Some((_, group)), _) => RegexNode::Reference(*group),
                        (None, Some(Some(value))) => RegexNode::Text(value.chars().collect()),
                        (None, None) => RegexNode::Text(Vec::new()),
                        (None, Some(None)) => return Err(format!("undefined variable `{name}`")),
                    });
                }
            }
        }
        Ok((RegexNode::Sequence(nodes), groups, defined))
    }
}

/// Whether the text after `[[` is a variable. Other text in double brackets, such as `[[0, 1]]`, is literal.
fn begins_variable(after: &str) -> bool {
    after.starts_with(|next: char| next.is_ascii_alphabetic() || matches!(next, '_' | '$' | '#' | '@'))
}

/// The position of the `]]` that ends a variable; brackets in its expression are skipped.
fn end_of_variable(text: &str) -> Option<usize> {
    let (mut depth, mut previous) = (0usize, ' ');
    for (at, next) in text.char_indices() {
        match next {
            _ if previous == '\\' => {
                previous = ' ';
                continue;
            }
            '[' => depth += 1,
            ']' if depth == 0 => return text[at..].starts_with("]]").then_some(at),
            ']' => depth -= 1,
            _ => {}
        }
        previous = next;
    }
    None
}

fn variable(text: &str, line: usize) -> Result<Part, String> {
    // `[[@LINE+2]]` and `[[#@LINE+2]]`: the line of the check itself.
    if let Some(offset) = text.strip_prefix("#@LINE").or_else(|| text.strip_prefix("@LINE")) {
        let offset: i64 = match offset.trim() {
            "" => 0,
            offset => {
                offset.parse().map_err(|_| format!("expected a number after `@LINE`, found `{offset}`"))?
            }
        };
        return Ok(Part::Text((line as i64 + offset).to_string()));
    }
    if text.starts_with('#') {
        return Err(format!("numeric variables are not supported: `[[{text}]]`"));
    }
    let (name, regex) = match text.split_once(':') {
        Some((name, regex)) => (name, Some(regex)),
        None => (text, None),
    };
    let is_name = !name.is_empty()
        && name
            .strip_prefix('$')
            .unwrap_or(name)
            .chars()
            .all(|next| next.is_ascii_alphanumeric() || next == '_');
    if !is_name {
        return Err(format!("expected the name of a variable, found `{name}`"));
    }
    Ok(match regex {
        Some(regex) => Part::Define { name: name.into(), regex: regex.into() },
        None => Part::Use(name.into()),
    })
}
