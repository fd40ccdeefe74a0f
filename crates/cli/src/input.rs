//! Reads input files. Whatever their content, the result is a module or diagnostics.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use partita::hlo::{Limits, ParseOptions, Program, split_modules};
use partita::mesh::Mesh;
use partita::onnx::Finding;
use partita::report::{
    Color, RefusalView, View, diagnostics_json, diagnostics_summary, findings_as_diagnostics, findings_json,
    findings_summary, render_diagnostics, render_findings, sarif_log, workflow_commands,
};
use partita::{Code, Diagnostic, Diagnostics, Error, Severity, Source, Span, code};

use crate::args::{Common, LogFormat, OutputFormat};
use crate::commands::error_page;
use crate::exit::Exit;
use crate::output::{self, Timing};
use crate::{flags, reading};

/// A source text and the ranges of its modules.
pub(crate) struct Loaded {
    pub(crate) source: Source,
    pub(crate) parts: Vec<Range<usize>>,
    /// The mesh that replaces the sizes of the file, and whether to print what it no longer divides.
    pub(crate) mesh: Option<(Mesh, bool)>,
    /// Whether the file is a binary form of this text.
    pub(crate) is_binary: bool,
}

/// The reason why a file has no text.
pub(crate) enum LoadError {
    /// The file cannot be read.
    Io(String),
    /// The file can be read, but is not MLIR text.
    Findings(Source, Diagnostics),
}

/// Reads a file or standard input.
pub(crate) fn load_source(path: &Path, split: bool, limits: Limits) -> Result<Loaded, LoadError> {
    let is_stdin = path.as_os_str() == "-";
    let name = if is_stdin { "<stdin>".to_string() } else { path.display().to_string() };
    let findings = |diagnostic: Diagnostic, text: String| {
        let source = Source::new(&name, text).expect("the shown text is short");
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        LoadError::Findings(source, diagnostics)
    };
    let too_large = || {
        let message = format!("the text is longer than {} bytes", Source::MAX_BYTES);
        findings(Diagnostic::error(code::TOO_LARGE, Span::default(), message), String::new())
    };
    if reading::file_length(path).is_some_and(|length| length >= Source::MAX_BYTES as u64) {
        return Err(too_large());
    }
    let bytes = reading::read_bytes(path).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => too_large(),
        _ => LoadError::Io(format!("cannot read {name}: {error}")),
    })?;
    let decoded = partita::hlo::decode(&bytes, limits);
    let is_binary = decoded.is_some();
    let bytes = match decoded {
        Some(Ok(text)) => text.into_bytes(),
        Some(Err(found)) => {
            let source = Source::new(&name, "").expect("short");
            return Err(LoadError::Findings(source, found));
        }
        None => bytes,
    };
    if let Some(found) = partita::hlo::not_mlir(&bytes) {
        let is_text = found.iter().any(|each| !each.span.is_empty());
        let text = if is_text { String::from_utf8(bytes).unwrap_or_default() } else { String::new() };
        let source = Source::new(&name, text).or_else(|_| Source::new(&name, "")).expect("short");
        return Err(LoadError::Findings(source, found));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            // Show the line up to the invalid byte; what follows may be binary.
            let valid = std::str::from_utf8(&error.as_bytes()[..at]).expect("valid up to here");
            let message = format!("byte {at} (0x{byte:02X}) is not UTF-8");
            let shown = format!("{valid}\u{fffd}");
            let diagnostic = Diagnostic::error(code::NOT_UTF8, Span::new(at, at + 3), message)
                .help("MLIR text is UTF-8; MLIR bytecode starts with the bytes 4d 4c ef 52");
            return Err(findings(diagnostic, shown));
        }
    };
    let source = Source::new(&name, text).map_err(|_| too_large())?;
    let full = 0..source.text().len();
    let parts = if split { split_modules(source.text()) } else { Vec::from([full]) };
    Ok(Loaded { source, parts, mesh: None, is_binary })
}

/// Parses and verifies the module in one range of a text, and replaces the sizes of its mesh if the options demand it.
pub(crate) fn read_module(
    loaded: &Loaded,
    part: Range<usize>,
    options: ParseOptions,
    timing: &mut Timing,
) -> Program {
    let program = Program::read_part(&loaded.source, part, options, timing);
    let Some((mesh, is_shown)) = &loaded.mesh else { return program };
    let (program, indivisible) = program.on_mesh(mesh);
    if *is_shown {
        output::eprint_fitted(&indivisible.text());
    }
    program
}

/// Prints an error of the library and returns the exit code.
pub(crate) fn report_error(error: &Error, common: &Common) -> Exit {
    match error {
        Error::Text { source, found } => print_findings(source, found, common),
        Error::Model { name, findings } => print_model_findings(name, findings, common),
        Error::Ckks(error) => print_finding(error.code, &error.message, &error.help, common),
        Error::Engine(error) => {
            print_finding(error.code, &error.message, error.help.unwrap_or_default(), common);
        }
        Error::Question(question) => output::print_error(&question.message),
        error => output::print_error(&error.to_string()),
    }
    Exit::Findings
}

/// Prints one diagnostic without a position.
pub(crate) fn print_finding(code: Code, message: &str, help: &str, common: &Common) {
    let view = RefusalView { code, message: message.to_string(), help: flags::with_flags(help).into_owned() };
    match common.format {
        OutputFormat::Text => output::eprint_text(&view.text()),
        OutputFormat::Json => output::print_exactly(&view.json()),
    }
}

/// Prints findings in a model: as text to standard error, or as JSON to standard output.
pub(crate) fn print_model_findings(file: &str, findings: &[Finding], common: &Common) {
    let findings = &flags::findings_with_flags(findings);
    if let Some(log) = common.log {
        // A model is not a text, so its source is empty.
        let Ok(source) = Source::new(file, "") else { return };
        return print_log(log, &source, &findings_as_diagnostics(findings));
    }
    match common.format {
        OutputFormat::Text if !findings.is_empty() => {
            output::eprint_rendered(&render_findings(file, findings, output::diagnostic_color(common)));
            output::eprint_text(&format!("{}\n", findings_summary(findings)));
        }
        OutputFormat::Text => {}
        OutputFormat::Json => {
            output::print_exactly(&findings_json(file, findings));
        }
    }
}

/// The most warnings of one code beside an answer: a model repeats its layers, and with them what is wrong in each.
const MOST_ALIKE: usize = 4;

/// Prints what a command found beside its answer: diagnostics as text to standard error, or as JSON to standard output. Text has only
/// the first warnings of each code.
pub(crate) fn print_findings(source: &Source, diagnostics: &Diagnostics, common: &Common) {
    let is_text = common.log.is_none() && common.format == OutputFormat::Text;
    let (shown, omitted) = first_of_each_code(diagnostics);
    if !is_text || omitted.is_empty() {
        return print_all_findings(source, diagnostics, common);
    }
    let shown = flags::diagnostics_with_flags(shown);
    output::eprint_rendered(&render_diagnostics(source, &shown, output::diagnostic_color(common)));
    for (code, count) in omitted {
        output::eprint_text(&format!("warning[{code}]: {count} more like these\n\n"));
    }
    output::eprint_text(&format!("{}\n", diagnostics_summary(diagnostics)));
}

/// All errors and the first warnings of each code, and how many of which codes are left out.
fn first_of_each_code(diagnostics: &Diagnostics) -> (Diagnostics, BTreeMap<Code, usize>) {
    let (mut shown, mut counts) = (Diagnostics::default(), BTreeMap::<Code, usize>::new());
    for diagnostic in diagnostics.iter() {
        let count = counts.entry(diagnostic.code).or_default();
        *count += usize::from(diagnostic.severity == Severity::Warning);
        if *count <= MOST_ALIKE || diagnostic.severity == Severity::Error {
            shown.push(diagnostic.clone());
        }
    }
    counts.retain(|_, count| *count > MOST_ALIKE);
    counts.values_mut().for_each(|count| *count -= MOST_ALIKE);
    (shown, counts)
}

/// Prints diagnostics: as text to standard error, or as JSON to standard output.
pub(crate) fn print_all_findings(source: &Source, diagnostics: &Diagnostics, common: &Common) {
    let diagnostics = &flags::diagnostics_with_flags(diagnostics.clone());
    if let Some(log) = common.log {
        return print_log(log, source, diagnostics);
    }
    match common.format {
        OutputFormat::Text if !diagnostics.is_empty() => {
            let color = output::diagnostic_color(common);
            output::eprint_rendered(&render_diagnostics(source, diagnostics, color));
            output::eprint_text(&format!("{}\n", diagnostics_summary(diagnostics)));
        }
        OutputFormat::Text => {}
        OutputFormat::Json => output::print_exactly(&diagnostics_json(source, diagnostics)),
    }
}

fn print_log(log: LogFormat, source: &Source, diagnostics: &Diagnostics) {
    output::print_exactly(&match log {
        LogFormat::Sarif => sarif_log(&[(source, diagnostics)], &error_page),
        LogFormat::Github => workflow_commands(source, diagnostics),
    });
}

/// Diagnostics as text without colours, for files.
pub(crate) fn findings_text(source: &Source, diagnostics: &Diagnostics) -> String {
    render_diagnostics(source, diagnostics, Color::Off)
}
