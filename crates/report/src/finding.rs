//! Findings in ONNX models as text and as JSON.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Level, Origin, Renderer};
use partita_base::{Diagnostic, Diagnostics, Severity, Span};
use partita_onnx::Finding;
use serde_json::{Value, json};

use crate::Color;
use crate::{visible, visible_line};

/// Renders the findings in a file.
pub fn render_findings(file: &str, findings: &[Finding], color: Color) -> String {
    let renderer = match color {
        Color::Off => Renderer::plain(),
        Color::On => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for finding in findings {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let (message, location) = (visible_line(&finding.message), format!("{file}: {}", finding.location));
        let (location, help) = (visible_line(&location), finding.help.as_deref().map(visible));
        let title = level.primary_title(&*message).id(finding.code.to_string());
        let mut group = title.element(Origin::path(&*location));
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(&**help));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out
}

/// The number of errors and warnings in one line.
pub fn findings_summary(findings: &[Finding]) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let text = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match (count(Severity::Error), count(Severity::Warning)) {
        (0, 0) => "no errors".to_string(),
        (0, warnings) => text(warnings, "warning"),
        (errors, 0) => text(errors, "error"),
        (errors, warnings) => format!("{}, {}", text(errors, "error"), text(warnings, "warning")),
    }
}

/// Findings in a model as JSON.
pub fn findings_json(file: &str, findings: &[Finding]) -> String {
    format!("{:#}\n", findings_value(file, findings))
}

/// Findings as a JSON value, for use in a larger one.
pub(crate) fn findings_value(file: &str, findings: &[Finding]) -> Value {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    json!({
        "file": file,
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "findings": findings.iter().map(finding_value).collect::<Vec<_>>(),
    })
}

/// A finding as a JSON value.
pub(crate) fn finding_value(finding: &Finding) -> Value {
    let location = &finding.location;
    json!({
        "code": finding.code.to_string(),
        "severity": match finding.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "message": finding.message,
        "help": finding.help,
        "place": {
            "path": location.path,
            "node": location.node,
            "label": location.label,
            "tensor": location.tensor,
            "configuration": location.configuration,
        },
    })
}

/// Findings as diagnostics of a file without text, for formats that describe positions in texts. The position in the
/// model comes first in the message.
pub fn findings_as_diagnostics(findings: &[Finding]) -> Diagnostics {
    let mut all = Diagnostics::default();
    for finding in findings {
        let place = finding.location.to_string();
        let message =
            if place.is_empty() { finding.message.clone() } else { format!("{place}: {}", finding.message) };
        let mut each = Diagnostic::error(finding.code, Span::default(), message);
        each.severity = finding.severity;
        each.help = finding.help.as_ref().map(ToString::to_string);
        all.push(each);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_base::code;
    use partita_onnx::NodeLocation;

    #[test]
    fn control_characters_are_escaped() {
        let location = NodeLocation { tensor: Some("a\u{1b}[31m\n".into()), ..NodeLocation::default() };
        let finding = Finding::error(code::ONNX_NAME, location, "bell \u{7}").help("none");
        let text = render_findings("m.onnx", &[finding], Color::Off);
        assert!(text.starts_with("error[PA0615]: bell \\u{7}\n"), "{text}");
        assert!(text.contains("m.onnx: tensor 'a\\u{1b}[31m\\n'"), "{text}");
    }
}
