//! The outline of a document: its modules, functions, meshes and aliases.

use lsp_types::{DocumentSymbol, SymbolKind};
use partita::hlo::text_outline::{Declaration, DeclarationKind};
use partita::report::visible_line;

use crate::document::Document;

/// The maximum number of characters of a detail.
const MAX_DETAIL: usize = 80;

/// The declarations of a document; those in a module are its children. Aliases of locations are left out: there may be
/// one per op.
pub(crate) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let is_shown = |declaration: &&Declaration| {
        let name = &document.text()[declaration.name.clone()];
        declaration.kind != DeclarationKind::Alias || !name.starts_with("#loc")
    };
    let shown: Vec<&Declaration> = document.outline().declarations.iter().filter(is_shown).collect();
    nested(document, &shown)
}

/// The outermost of some declarations, with those inside of them as children.
fn nested(document: &Document, mut rest: &[&Declaration]) -> Vec<DocumentSymbol> {
    let mut found = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        let count = after.partition_point(|inner| inner.extent.start < first.extent.end);
        let mut one = symbol(document, first);
        // Nesting beyond modules in modules has no meaning, and deep nesting is hostile.
        let children = if first.kind == DeclarationKind::Module { &after[..count] } else { &[] };
        one.children = (!children.is_empty()).then(|| flat(document, children));
        found.push(one);
        rest = &after[count..];
    }
    found
}

fn flat(document: &Document, declarations: &[&Declaration]) -> Vec<DocumentSymbol> {
    declarations.iter().map(|declaration| symbol(document, declaration)).collect()
}

fn symbol(document: &Document, declaration: &Declaration) -> DocumentSymbol {
    let text = document.text();
    let extent = &declaration.extent;
    let detail = text[declaration.name.end..extent.end].split('{').next().unwrap_or_default();
    let detail: String =
        detail.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_DETAIL).collect();
    // What follows the name of a module is its attributes and its body.
    let has_detail = declaration.kind != DeclarationKind::Module;
    #[allow(deprecated, reason = "the type has no other way to be made")]
    DocumentSymbol {
        name: visible_line(&text[declaration.name.clone()]).into_owned(),
        detail: Some(visible_line(&detail).into_owned()).filter(|detail| has_detail && !detail.is_empty()),
        kind: match declaration.kind {
            DeclarationKind::Module => SymbolKind::MODULE,
            DeclarationKind::Function => SymbolKind::FUNCTION,
            DeclarationKind::Mesh => SymbolKind::STRUCT,
            DeclarationKind::Alias => SymbolKind::CONSTANT,
        },
        tags: None,
        deprecated: None,
        range: document.range(extent.start, extent.end),
        selection_range: document.range(declaration.name.start, declaration.name.end),
        children: None,
    }
}
