//! Diagnostics in the form of the protocol.

use std::str::FromStr;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Uri,
};
use partita::report::{visible, visible_line};
use partita::{Severity, Span};

use crate::analysis::Analysis;
use crate::position::LineIndex;
use crate::settings::ServerSettings;

/// The name of the server in diagnostics.
const SOURCE: &str = "partita";

/// The diagnostics of an analysis.
pub(crate) fn published(analysis: &Analysis, uri: &Uri, settings: &ServerSettings) -> Vec<Diagnostic> {
    let text = analysis.source.text();
    let lines = LineIndex::new(text);
    let range = |span: Span| lines.range(text, span.start as usize, span.end as usize);
    let one = |found: &partita::Diagnostic| {
        let mut message = visible(&found.message).into_owned();
        for note in &found.notes {
            message.push_str(&format!("\nnote: {}", visible(note)));
        }
        if let Some(help) = &found.help {
            message.push_str(&format!("\nhelp: {}", visible(&(settings.reword)(help))));
        }
        let related = found.labels.iter().map(|label| DiagnosticRelatedInformation {
            location: Location::new(uri.clone(), range(label.span)),
            message: visible_line(&label.text).into_owned(),
        });
        let address = (settings.page_address)(found.code).and_then(|address| Uri::from_str(&address).ok());
        Diagnostic {
            range: range(found.span),
            severity: Some(match found.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(found.code.to_string())),
            code_description: address.map(|href| CodeDescription { href }),
            source: Some(SOURCE.into()),
            message,
            related_information: Some(related.collect::<Vec<_>>()).filter(|related| !related.is_empty()),
            ..Diagnostic::default()
        }
    };
    analysis.found.iter().map(one).collect()
}

/// The diagnostic for a mistake of this program.
pub(crate) fn internal_error() -> Diagnostic {
    Diagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some(SOURCE.into()),
        message: "internal error: please report this file".into(),
        ..Diagnostic::default()
    }
}
