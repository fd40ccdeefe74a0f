//! An edit of an annotation, as a page sends it.

use partita::hlo::text_outline::Outline;
use partita::hlo::{AnnotationTarget, Program, apply_edits};
use partita::report::{ReportView, refusal_json};
use partita::{Error, Source};
use serde::Deserialize;

use crate::http::Response;

/// The maximum length of a sharding.
const MAX_SHARDING: usize = 8 << 10;

/// A change of the annotation of one value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    /// The version of the state that the page shows.
    pub(crate) version: u64,
    /// The number of the module.
    #[serde(default)]
    pub(crate) part: usize,
    /// The number of the value on the page.
    pub(crate) value: Option<usize>,
    /// The number of a result of the main function.
    pub(crate) result: Option<usize>,
    /// The new sharding in any notation; `None` removes the annotation.
    pub(crate) sharding: Option<String>,
}

/// A request that names only the version it refers to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Versioned {
    pub(crate) version: u64,
}

impl Edit {
    /// What is edited.
    pub(crate) fn target(&self, report: &ReportView) -> Result<AnnotationTarget, Response> {
        let part = report.parts.get(self.part);
        let missing = || Response::failure(422, "the program has no such value");
        let is_long = self.sharding.as_ref().is_some_and(|text| text.len() > MAX_SHARDING);
        if is_long {
            return Err(Response::failure(422, "the sharding is too long"));
        }
        match (self.value, self.result) {
            (Some(value), None) => {
                let name = part.and_then(|part| part.explorer.value_name(value));
                name.map(AnnotationTarget::Value).ok_or_else(missing)
            }
            (None, Some(result)) => Ok(AnnotationTarget::Result(result)),
            _ => Err(missing()),
        }
    }

    /// The text after the edit.
    pub(crate) fn apply(&self, program: &Program, target: AnnotationTarget) -> Result<String, Response> {
        let text = program.source().text();
        let outline = Outline::new(text);
        let sharding = self.sharding.as_deref();
        let edits = program.annotation_edits(&outline, target, sharding).map_err(|error| match error {
            Error::Text { source, found } => Response::json(422, refusal_json(&source, &found)),
            other => Response::failure(422, &other.to_string()),
        })?;
        Ok(apply_edits(text, &edits))
    }

    /// The edit in words.
    pub(crate) fn describe(&self, source: &Source, target: AnnotationTarget) -> String {
        let name = match target {
            AnnotationTarget::Value(name) => {
                let rest = &source.text()[name.span.start as usize..];
                let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '_' | '$' | '.' | '-');
                let written = rest.split(|c| !is_name(c)).next().unwrap_or_default();
                let number = name.number.map_or_else(String::new, |number| format!("#{number}"));
                format!("{written}{number}")
            }
            AnnotationTarget::Result(index) => format!("result {index}"),
        };
        match &self.sharding {
            Some(sharding) => format!("{name} as {}", sharding.trim()),
            None => format!("{name} without annotation"),
        }
    }
}
