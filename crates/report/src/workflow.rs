//! Diagnostics as workflow commands of GitHub Actions, which it shows as annotations of the changed files.
//!
//! One line per diagnostic: `::warning file=train.py,line=12,title=PA0801::message`. A file's own text cannot end the line or the
//! property that contains it.

use partita_base::{Diagnostic, Diagnostics, Severity, Source};

use crate::{visible, visible_line};

/// One annotation per diagnostic: at the line of the user's own program where it is known, else in the MLIR text.
pub fn workflow_commands(source: &Source, diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|each| format!("{}\n", command(source, each))).collect()
}

fn command(source: &Source, each: &Diagnostic) -> String {
    let level = match each.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let position = source.position(each.span.start);
    let (file, line, column) = match &each.origin {
        Some(origin) => (origin.file.as_str(), origin.line as usize, origin.column as usize),
        None => (source.name(), position.line, position.column),
    };
    let mut properties = format!("file={}", property(file));
    if line > 0 {
        properties += &format!(",line={line}");
    }
    if line > 0 && column > 0 {
        properties += &format!(",col={column}");
    }
    properties += &format!(",title={}", property(&format!("{} {}", each.code, each.code.title())));
    let mut text = visible(&each.message).into_owned();
    for note in &each.notes {
        text += &format!("\n{}", visible(note));
    }
    if let Some(help) = &each.help {
        text += &format!("\nhelp: {}", visible(help));
    }
    format!("::{level} {properties}::{}", escaped(&text))
}

/// The text of a command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which also ends at a colon or a comma.
fn property(text: &str) -> String {
    escaped(&visible_line(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use partita_base::{Origin, Span, code};

    #[test]
    fn a_text_cannot_end_its_line_or_property() {
        let source = Source::new("a,b:c.mlir", "%x").unwrap();
        let mut found = Diagnostics::default();
        let message = "100 %\r\n::error::injected \u{1b}]0;x\u{7}";
        found.push(Diagnostic::warning(code::FULL_GATHER, Span::new(0, 2), message).note("from a\nb"));
        let mut other = Diagnostic::error(code::SYNTAX, Span::new(0, 2), "x");
        other.origin = Some(Box::new(Origin { file: "t.py\n::stop-commands::t".into(), line: 4, column: 2 }));
        found.push(other);
        let text = workflow_commands(&source, &found);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "::warning file=a%2Cb%3Ac.mlir,line=1,col=1,title=PA0802 gather of an entire tensor::\
             100 %25\\r%0A::error::injected \\u{1b}]0;x\\u{7}%0Afrom a%0Ab"
        );
        assert_eq!(
            lines[1],
            "::error file=t.py\\n%3A%3Astop-commands%3A%3At,line=4,col=2,title=PA0001 unexpected text::x"
        );
        assert_eq!(lines.len(), 2);
    }
}
