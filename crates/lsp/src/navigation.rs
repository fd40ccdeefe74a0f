//! Definitions and uses.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};

use crate::document::Document;

/// The definition of the name at an offset.
pub(crate) fn definition(document: &Document, offset: usize) -> Option<Location> {
    let outline = document.outline();
    let name = &outline.names[outline.name_at(offset)?];
    Some(location(document, name.definition?))
}

/// All uses of the name at an offset, and its definition if asked for.
pub(crate) fn references(document: &Document, offset: usize, with_definition: bool) -> Vec<Location> {
    let names = same_names(document, offset);
    let is_wanted = |index: &usize| with_definition || !document.outline().is_definition(*index);
    names.into_iter().filter(is_wanted).map(|index| location(document, index)).collect()
}

/// The places of the name at an offset, to mark them.
pub(crate) fn highlights(document: &Document, offset: usize) -> Vec<DocumentHighlight> {
    let highlight = |index: usize| {
        let is_definition = document.outline().is_definition(index);
        let kind = if is_definition { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        DocumentHighlight { range: location(document, index).range, kind: Some(kind) }
    };
    same_names(document, offset).into_iter().map(highlight).collect()
}

/// All names that refer to the same definition as the one at an offset.
fn same_names(document: &Document, offset: usize) -> Vec<usize> {
    let outline = document.outline();
    let definition = outline.name_at(offset).and_then(|index| outline.names[index].definition);
    definition.map(|definition| outline.names_of(definition).collect()).unwrap_or_default()
}

fn location(document: &Document, index: usize) -> Location {
    let name = document.outline().names[index];
    Location::new(document.uri.clone(), document.range(name.start, name.end))
}
