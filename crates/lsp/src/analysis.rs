//! The analysis of one version of a text: its diagnostics and propagated shardings.

use std::ops::Range;

use partita::hlo::{self, ParseOptions, Program, Propagated, Propagation, UnknownDialects};
use partita::{Diagnostic, Error, Limits, Severity, Source, code};

/// One module of a text, with propagated shardings.
pub(crate) struct Section {
    pub(crate) propagated: Propagated,
}

impl Section {
    /// The version of the text that was analysed.
    pub(crate) fn source(&self) -> &Source {
        self.propagated.source()
    }
}

/// What is found in a text.
pub(crate) struct Analysis {
    pub(crate) source: Source,
    /// The modules of the text in order; `None` for those with errors.
    pub(crate) sections: Vec<Option<Section>>,
    pub(crate) found: Vec<Diagnostic>,
}

impl Analysis {
    /// Analyses a text, which may have several modules separated by lines `// -----`.
    pub(crate) fn new(source: &Source, limits: Limits) -> Self {
        let mut analysis = Self { source: source.clone(), sections: Vec::new(), found: Vec::new() };
        let text = source.text();
        if let Some(found) = hlo::not_mlir(text.as_bytes()) {
            // A new file is empty until something is written.
            analysis.found = found.iter().filter(|each| each.code != code::EMPTY_FILE).cloned().collect();
            return analysis;
        }
        for part in hlo::split_modules(text) {
            let section = analysis.section(part, limits);
            analysis.sections.push(section);
        }
        analysis
    }

    fn section(&mut self, part: Range<usize>, limits: Limits) -> Option<Section> {
        if hlo::not_mlir(&self.source.text().as_bytes()[part.clone()]).is_some() {
            return None;
        }
        let options = ParseOptions::default().unknown_dialects(UnknownDialects::Keep).limits(limits);
        let program = Program::read_part(&self.source, part, options, &mut ()).with_interface_checked();
        let found = program.found().clone();
        self.found.extend(found.iter().cloned());
        if found.has_errors() {
            return None;
        }
        let known = found.iter().count();
        match hlo::propagate(program, &Propagation::default()) {
            Ok(propagated) => {
                self.found.extend(propagated.found().iter().skip(known).cloned());
                Some(Section { propagated })
            }
            Err(Error::Text { found, .. }) => {
                // The program is valid, and only cannot be partitioned.
                let refused = found.iter().skip(known).cloned();
                self.found.extend(refused.map(|each| Diagnostic { severity: Severity::Warning, ..each }));
                None
            }
            Err(_) => None,
        }
    }
}
