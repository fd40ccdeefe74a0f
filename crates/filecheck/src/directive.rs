//! The checks of a test file.

use crate::TestFileError;
use crate::pattern::Pattern;

/// How checks are found and compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOptions {
    /// The words that begin a check: `CHECK` and its variants.
    pub prefixes: Vec<String>,
    /// Whether spaces count exactly. Otherwise, any number of spaces and tabs is one space.
    pub strict_whitespace: bool,
    /// Whether variables without `$` in front are forgotten at each label.
    pub variable_scope: bool,
    /// Whether a file without checks is accepted.
    pub allow_empty: bool,
}

impl Default for CheckOptions {
    fn default() -> Self {
        let prefixes = vec!["CHECK".to_string()];
        Self { prefixes, strict_whitespace: false, variable_scope: false, allow_empty: false }
    }
}

impl CheckOptions {
    /// Reads the options of a `FileCheck` command.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut prefixes: Vec<String> = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let option = word.trim_start_matches('-');
            if option.len() == word.len() {
                // The test file itself.
                continue;
            }
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (option, None),
            };
            match name {
                "check-prefix" | "check-prefixes" => {
                    let value = value.or_else(|| words.next().cloned());
                    let value = value.ok_or_else(|| format!("expected a value of `{word}`"))?;
                    prefixes.extend(value.split(',').map(str::to_string));
                }
                "strict-whitespace" => options.strict_whitespace = true,
                "enable-var-scope" => options.variable_scope = true,
                "allow-empty" => options.allow_empty = true,
                // They change only what is printed, or refer to the input that the pipe gives.
                "dump-input" | "dump-input-filter" | "color" | "v" | "vv" => {}
                "input-file" | "match-full-lines" | "implicit-check-not" => {
                    return Err(format!("the option `{word}` of FileCheck is not supported"));
                }
                _ => return Err(format!("unknown option `{word}` of FileCheck")),
            }
        }
        if !prefixes.is_empty() {
            options.prefixes = prefixes;
        }
        Ok(options)
    }
}

/// How a check relates to the match before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckKind {
    /// Anywhere after it.
    Plain,
    /// In the next line.
    Next,
    /// In the same line.
    Same,
    /// Not before the next match.
    Not,
    /// Anywhere after it, in any order with its neighbours.
    Dag,
    /// Begins a block.
    Label,
    /// The next line is empty.
    Empty,
    /// As often as this, one after the other.
    Count(usize),
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckLine {
    pub(crate) kind: CheckKind,
    pub(crate) pattern: Pattern,
    /// The line of the test file.
    pub(crate) line: usize,
    /// `CHECK-NEXT: return`, for messages.
    pub(crate) written: String,
}

/// The checks of a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFile {
    pub(crate) checks: Vec<CheckLine>,
    pub(crate) options: CheckOptions,
}

impl CheckFile {
    /// Reads the checks of a test file.
    pub fn parse(text: &str, options: CheckOptions) -> Result<Self, TestFileError> {
        let mut checks: Vec<CheckLine> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let Some((prefix, suffix, rest)) = find_check(line, &options.prefixes) else { continue };
            let kind = kind_of(suffix).map_err(|message| TestFileError::at(number, message))?;
            let is_first = checks.iter().all(|check| matches!(check.kind, CheckKind::Not | CheckKind::Dag));
            if matches!(kind, CheckKind::Next | CheckKind::Same | CheckKind::Empty) && is_first {
                let message = format!("`{prefix}{suffix}` needs a check before it");
                return Err(TestFileError::at(number, message));
            }
            let (text, literal) = match rest.trim_start().strip_prefix("{LITERAL}:") {
                Some(rest) => (rest, true),
                None => (rest, false),
            };
            let text = if options.strict_whitespace {
                text.strip_prefix(' ').unwrap_or(text).to_string()
            } else {
                one_space(text.trim())
            };
            if text.is_empty() != (kind == CheckKind::Empty) {
                let message = match kind {
                    CheckKind::Empty => format!("expected nothing after `{prefix}{suffix}:`, found `{text}`"),
                    _ => format!("expected a pattern after `{prefix}{suffix}:`"),
                };
                return Err(TestFileError::at(number, message));
            }
            let pattern = match literal {
                true => Pattern::literal(&text),
                false => {
                    Pattern::parse(&text, number).map_err(|message| TestFileError::at(number, message))?
                }
            };
            let written = format!("{prefix}{suffix}: {text}");
            checks.push(CheckLine { kind, pattern, line: number, written });
        }
        if checks.is_empty() && !options.allow_empty {
            let message = format!("expected a line with `{}:`, found none", options.prefixes.join(":` or `"));
            return Err(TestFileError::at(1, message));
        }
        Ok(Self { checks, options })
    }
}

/// The prefix, the suffix and the rest of a check in a line.
fn find_check<'l>(line: &'l str, prefixes: &[String]) -> Option<(String, &'l str, &'l str)> {
    let mut found: Option<(usize, String, &str, &str)> = None;
    for prefix in prefixes {
        for (at, _) in line.match_indices(prefix.as_str()) {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
            if line[..at].chars().next_back().is_some_and(is_word) {
                continue;
            }
            let after = &line[at + prefix.len()..];
            let end = after.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
            let (suffix, rest) = after.split_at(end.unwrap_or(after.len()));
            let is_suffix = suffix.is_empty() || suffix.starts_with('-');
            let rest = match rest.strip_prefix(':') {
                Some(rest) => rest,
                None if rest.starts_with("{LITERAL}:") => rest,
                None => continue,
            };
            if is_suffix && found.as_ref().is_none_or(|(first, ..)| at < *first) {
                found = Some((at, prefix.clone(), suffix, rest));
            }
        }
    }
    found.map(|(_, prefix, suffix, rest)| (prefix, suffix, rest))
}

fn kind_of(suffix: &str) -> Result<CheckKind, String> {
    Ok(match suffix {
        "" => CheckKind::Plain,
        "-NEXT" => CheckKind::Next,
        "-SAME" => CheckKind::Same,
        "-NOT" => CheckKind::Not,
        "-DAG" => CheckKind::Dag,
        "-LABEL" => CheckKind::Label,
        "-EMPTY" => CheckKind::Empty,
        other => match other.strip_prefix("-COUNT-").map(str::parse) {
            Some(Ok(count)) if count > 0 => CheckKind::Count(count),
            _ => return Err(format!("unknown kind of check `{}`", other.trim_start_matches('-'))),
        },
    })
}

/// A text with one space in place of several spaces and tabs.
pub(crate) fn one_space(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' ' | '\t' if out.ends_with(' ') => {}
            ' ' | '\t' => out.push(' '),
            '\r' => {}
            other => out.push(other),
        }
    }
    out
}
