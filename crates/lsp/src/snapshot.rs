//! What is known about a document when a request is answered: its current text, and the last analysis of each module.

use std::ops::Range;

use partita::hlo::DefinedValue;
use partita::hlo::text_outline::{Name, NameKind};
use partita::{Code, Diagnostic, Fix, Source, Span};

use crate::analysis::Section;
use crate::changed::Changed;
use crate::document::Document;

/// A document with the analyses that are available for it. They may be of earlier versions.
pub(crate) struct Snapshot<'a> {
    pub(crate) document: &'a Document,
    pub(crate) sections: &'a [Option<Section>],
    /// The text that `found` refers to.
    pub(crate) found_in: Option<&'a Source>,
    /// The last diagnostics.
    pub(crate) found: &'a [FoundHere],
}

/// What remains of a diagnostic after it was published.
pub(crate) struct FoundHere {
    pub(crate) span: Span,
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) fix: Option<Box<Fix>>,
}

impl FoundHere {
    pub(crate) fn new(found: &Diagnostic) -> Self {
        let Diagnostic { span, code, message, fix, .. } = found.clone();
        Self { span, code, message, fix }
    }
}

/// A value of an analysis, at its position in the current text.
pub(crate) struct PlacedValue<'a> {
    pub(crate) section: &'a Section,
    pub(crate) value: DefinedValue,
    /// The bytes of its name in the current text.
    pub(crate) span: Span,
}

impl<'a> Snapshot<'a> {
    /// The values whose definitions are in a range of the current text, in text order.
    pub(crate) fn values(&self, range: Range<usize>) -> Vec<PlacedValue<'a>> {
        let mut found = Vec::new();
        for section in self.sections.iter().flatten() {
            let changed = self.changed_since(section.source());
            let old = changed.old_range(range.clone());
            for value in section.propagated.defined_values(old.start as u32..old.end as u32) {
                let span = changed.to_new(value.span).filter(|span| range.contains(&(span.start as usize)));
                found.extend(span.map(|span| PlacedValue { section, value, span }));
            }
        }
        // A module that has moved to another section may have been analysed twice.
        found.sort_by_key(|placed: &PlacedValue<'_>| placed.span.start);
        found
    }

    /// The values that a name of the current text refers to: several if results share the name, or if a function is
    /// called several times.
    pub(crate) fn values_of(&self, name: &Name) -> Vec<PlacedValue<'a>> {
        let outline = self.document.outline();
        let Some(definition) = name.definition.filter(|_| name.kind == NameKind::Value) else {
            return Vec::new();
        };
        let start = outline.names[definition].start;
        let text = &self.document.text()[name.start..name.end];
        let number = text.split_once('#').and_then(|(_, number)| number.parse::<u32>().ok());
        let mut values = self.values(start..start + 1);
        values.retain(|placed| number.is_none_or(|number| placed.value.number.unwrap_or(0) == number));
        values
    }

    /// Whether every module was analysed as it is now.
    pub(crate) fn is_current(&self) -> bool {
        let text = self.document.text();
        let is_current = |section: &Section| section.source().text().as_ptr() == text.as_ptr();
        !self.sections.is_empty() && self.sections.iter().flatten().all(is_current)
    }

    /// The codes of the diagnostics at an offset.
    pub(crate) fn codes_at(&self, offset: usize) -> Vec<Code> {
        let Some(source) = self.found_in else { return Vec::new() };
        let changed = self.changed_since(source);
        let covers = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
        let at =
            |found: &FoundHere| changed.to_new(found.span).filter(|span| covers(*span)).map(|_| found.code);
        let mut codes: Vec<Code> = self.found.iter().filter_map(at).collect();
        codes.sort();
        codes.dedup();
        codes
    }

    fn changed_since(&self, source: &Source) -> Changed {
        Changed::between(source.text(), self.document.text())
    }
}
