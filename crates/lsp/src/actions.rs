//! Code actions: add a sharding constraint to the value at the cursor, or remove one.

use std::collections::BTreeSet;

use lsp_types::{
    CodeAction, CodeActionKind, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use partita::hlo::{ConstraintOp, ShardingNotations};
use partita::report::visible_line;

use crate::document::Document;
use crate::outline::{Name, NameKind, plain_name};
use crate::snapshot::{PlacedValue, Snapshot};

/// The maximum number of results with one name that have an action each.
const MAX_RESULTS: usize = 4;

/// The actions at an offset. There are none while the analysis is of an earlier version.
pub(crate) fn actions(snapshot: &Snapshot<'_>, offset: usize) -> Vec<CodeAction> {
    if !snapshot.is_current() {
        return Vec::new();
    }
    let document = snapshot.document;
    let mut found: Vec<CodeAction> = remove_constraint(snapshot, offset).into_iter().collect();
    let outline = document.outline();
    if let Some(name) = outline.name_at(offset).map(|index| outline.names[index]) {
        let values = snapshot.values_of(&name);
        let of_one_sharding = values.chunk_by(|one, next| one.value.number == next.value.number);
        // In a function that is called with several shardings, none of them is the one to require.
        let single = of_one_sharding.filter_map(|group| <&[PlacedValue<'_>; 1]>::try_from(group).ok());
        found.extend(single.take(MAX_RESULTS).filter_map(|[placed]| add_constraint(document, placed)));
    }
    found
}

/// Inserts a constraint after the definition of a value, and makes all uses refer to its result.
fn add_constraint(document: &Document, placed: &PlacedValue<'_>) -> Option<CodeAction> {
    let outline = document.outline();
    let definition = outline.name_at(placed.span.start as usize)?;
    let sharding = placed.value.sharding.as_ref().filter(|sharding| names_its_mesh(document, sharding))?;
    let program = placed.section.propagated.program();
    let place = program.first_use(placed.value.span.start)? as usize;
    let written =
        plain_name(&document.text()[outline.names[definition].start..outline.names[definition].end]);
    let value = match placed.value.number {
        Some(number) => format!("{written}#{number}"),
        None => written.to_string(),
    };
    let new = unused_name(document, written);
    let line = document.lines().line(place);
    let start = document.lines().line_start(document.text(), line);
    let indent: String = document.text()[start..place].chars().take_while(|c| c.is_whitespace()).collect();
    let op = format!("{new} = sdy.sharding_constraint {value} {} : {}", sharding.closed, placed.value.r#type);
    let mut edits = vec![TextEdit::new(document.range(place, place), format!("{op}\n{indent}"))];
    // The new value is visible in this region only, and so may be the old one in several.
    let around = outline.braces.iter().rfind(|pair| pair.contains(&place));
    let end_of_region = around.map_or(document.text().len(), |pair| pair.end);
    for index in outline.names_of(definition) {
        let Name { start, end, .. } = outline.names[index];
        let text = &document.text()[start..end];
        // `%0` and `%0#0` are the same value.
        let is_same = text == value || text == plain_name(&value) && value.ends_with("#0");
        if start >= place && start < end_of_region && is_same {
            edits.push(TextEdit::new(document.range(start, end), new.clone()));
        }
    }
    Some(action(document, format!("Constrain {value} to {}", short(sharding)), edits))
}

/// Whether the text defines the mesh of a sharding. The mesh of GSPMD shardings is in no text.
fn names_its_mesh(document: &Document, sharding: &ShardingNotations) -> bool {
    let Some(name) = sharding.closed.strip_prefix("<@").and_then(|rest| rest.split(',').next()) else {
        return true;
    };
    let declarations = &document.outline().declarations;
    declarations.iter().any(|mesh| document.text()[mesh.name.clone()].strip_prefix('@') == Some(name))
}

/// A sharding as briefly as possible.
fn short(sharding: &ShardingNotations) -> &str {
    sharding.jax.as_deref().unwrap_or(&sharding.closed)
}

/// A name for the constrained value that the text does not have yet.
fn unused_name(document: &Document, name: &str) -> String {
    let text = document.text();
    let values = document.outline().names.iter().filter(|name| name.kind == NameKind::Value);
    let used: BTreeSet<&str> = values.map(|name| plain_name(&text[name.start..name.end])).collect();
    let base = format!("%sharded_{}", name.trim_start_matches('%'));
    let numbered = (1..).map(|number| format!("{base}_{number}"));
    let mut names = std::iter::once(base.clone()).chain(numbered);
    names.find(|name| !used.contains(name.as_str())).unwrap_or(base)
}

/// Removes the constraint at the cursor, and makes all uses of its result refer to its operand.
fn remove_constraint(snapshot: &Snapshot<'_>, offset: usize) -> Option<CodeAction> {
    let document = snapshot.document;
    let outline = document.outline();
    let sections = snapshot.sections.iter().flatten();
    let mut constraints = sections.flat_map(|section| section.propagated.program().constraints());
    let covers = |op: &ConstraintOp| {
        let end = outline.last_token_end(op.next as usize);
        op.result.start as usize <= offset && offset <= end
    };
    let constraint = constraints.find(covers)?;
    let (start, next) = (constraint.result.start as usize, constraint.next as usize);
    let definition = outline.name_at(start)?;
    let inside =
        outline.names.iter().enumerate().skip(definition + 1).take_while(|(_, name)| name.start < next);
    let (operand, _) = inside.into_iter().find(|(_, name)| name.kind == NameKind::Value)?;
    let operand = &document.text()[outline.names[operand].start..outline.names[operand].end];
    let end = outline.last_token_end(next);
    let mut edits =
        vec![TextEdit::new(document.range(start, end_of_removal(document, start, end)), String::new())];
    for index in outline.names_of(definition).filter(|&index| index != definition) {
        let Name { start, end, .. } = outline.names[index];
        edits.push(TextEdit::new(document.range(start, end), operand.to_string()));
    }
    let name = outline.names[definition];
    let title = format!("Remove the constraint {}", &document.text()[name.start..name.end]);
    Some(action(document, title, edits))
}

/// Removes the line as well, if nothing else is on it.
fn end_of_removal(document: &Document, start: usize, end: usize) -> usize {
    let (text, lines) = (document.text(), document.lines());
    let before = &text[lines.line_start(text, lines.line(start))..start];
    let next = lines.line_start(text, lines.line(end) + 1);
    if !before.trim().is_empty() || !text[end..next].trim().is_empty() {
        return end;
    }
    // The next line keeps its own indentation, so that of this line goes.
    let indent = text[next..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    next + indent.min(before.len())
}

fn action(document: &Document, title: String, edits: Vec<TextEdit>) -> CodeAction {
    let identifier = OptionalVersionedTextDocumentIdentifier {
        uri: document.uri.clone(),
        version: Some(document.version),
    };
    let edits = edits.into_iter().map(OneOf::Left).collect();
    let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document: identifier, edits }]);
    CodeAction {
        title: visible_line(&title).into_owned(),
        kind: Some(CodeActionKind::REFACTOR),
        edit: Some(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}
