//! Which findings are ignored, and which are errors.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use partita_base::{Code, Diagnostic, Diagnostics, Severity, edit_distance};

use crate::table::LINTS;

/// What happens with the findings of a lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// They are not reported.
    Allow,
    /// They are errors.
    Deny,
}

/// A name that is neither a lint, nor a code, nor `all`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLint {
    /// The text that names no lint.
    pub name: String,
    /// The most similar lint, if any is similar.
    pub similar: Option<&'static str>,
}

impl fmt::Display for UnknownLint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown lint `{}`", self.name)?;
        self.similar.map_or(Ok(()), |similar| write!(f, "; did you mean `{similar}`?"))
    }
}

impl Error for UnknownLint {}

/// The levels of all findings: warnings, unless a lint is allowed or denied. A named lint takes precedence over `all`, and allowing
/// over denying.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    allowed: BTreeSet<Code>,
    denied: BTreeSet<Code>,
    all: Option<Level>,
}

impl Levels {
    /// Sets the level of a lint by its name, of a warning by its code, or of all lints by `all`.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), UnknownLint> {
        if name == "all" {
            // A second `all` that disagrees allows.
            self.all = Some(if self.all == Some(Level::Allow) { Level::Allow } else { level });
            return Ok(());
        }
        let by_name = LINTS.iter().find(|lint| lint.name == name).map(|lint| lint.code);
        let Some(code) = by_name.or_else(|| Code::parse(name)) else {
            let similar = LINTS.iter().map(|lint| (edit_distance(name, lint.name), lint.name)).min();
            let similar =
                similar.filter(|(distance, _)| *distance <= 2 + name.len() / 4).map(|(_, name)| name);
            return Err(UnknownLint { name: name.to_string(), similar });
        };
        match level {
            Level::Allow => self.allowed.insert(code),
            Level::Deny => self.denied.insert(code),
        };
        Ok(())
    }

    /// The level of a code, if it is not the default.
    pub fn of(&self, code: Code) -> Option<Level> {
        let is_lint = LINTS.iter().any(|lint| lint.code == code);
        match (self.allowed.contains(&code), self.denied.contains(&code)) {
            (true, _) => Some(Level::Allow),
            (false, true) => Some(Level::Deny),
            (false, false) => self.all.filter(|_| is_lint),
        }
    }

    /// Applies the levels to warnings; errors stay.
    pub fn apply(&self, found: Diagnostics) -> Diagnostics {
        if self.all.is_none() && self.allowed.is_empty() && self.denied.is_empty() {
            return found;
        }
        let mut kept = Diagnostics::default();
        for each in found.iter() {
            match self.of(each.code).filter(|_| each.severity == Severity::Warning) {
                Some(Level::Allow) => {}
                Some(Level::Deny) => kept.push(Diagnostic { severity: Severity::Error, ..each.clone() }),
                None => kept.push(each.clone()),
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_base::{Span, code};

    #[test]
    fn names_take_precedence_over_all() {
        let mut levels = Levels::default();
        levels.set("all", Level::Deny).unwrap();
        levels.set("full-gather", Level::Allow).unwrap();
        levels.set("PA0801", Level::Deny).unwrap();
        assert_eq!(levels.of(code::FULL_GATHER), Some(Level::Allow));
        assert_eq!(levels.of(code::SILENT_REPLICATION), Some(Level::Deny));
        assert_eq!(levels.of(code::TINY_SHARDS), Some(Level::Deny));
        // Other warnings are not lints.
        assert_eq!(levels.of(code::NOT_COUNTED), None);
        let unknown = levels.set("silent-replicaton", Level::Deny).unwrap_err();
        assert_eq!(unknown.similar, Some("silent-replication"));
        assert_eq!(levels.set("x", Level::Deny).unwrap_err().similar, None);
    }

    #[test]
    fn levels_change_warnings_only() {
        let mut found = Diagnostics::default();
        found.push(Diagnostic::error(code::SYNTAX, Span::default(), "error"));
        found.push(Diagnostic::warning(code::FULL_GATHER, Span::default(), "lint"));
        found.push(Diagnostic::warning(code::TINY_SHARDS, Span::default(), "lint"));
        let mut levels = Levels::default();
        levels.set("full-gather", Level::Deny).unwrap();
        levels.set("all", Level::Allow).unwrap();
        levels.set("PA0001", Level::Allow).unwrap();
        let found = levels.apply(found);
        assert_eq!((found.errors(), found.warnings()), (2, 0));
    }
}
