//! Code actions: apply the fix of a diagnostic, add a sharding constraint to the value at the cursor, or remove one.

use lsp_types::{
    CodeAction, CodeActionKind, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use partita::Span;
use partita::hlo::text_outline::plain_name;
use partita::hlo::{self, ConstraintOp, ShardingNotations, ValueName};
use partita::report::visible_line;

use crate::document::Document;
use crate::snapshot::{PlacedValue, Snapshot};

/// The maximum number of results with one name that have an action each.
const MAX_RESULTS: usize = 4;

/// The actions at an offset. There are none while the analysis is of an earlier version.
pub(crate) fn actions(snapshot: &Snapshot<'_>, offset: usize) -> Vec<CodeAction> {
    let mut found = quick_fixes(snapshot, offset);
    if !snapshot.is_current() {
        return found;
    }
    let document = snapshot.document;
    found.extend(remove_constraint(snapshot, offset));
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

/// The edits of the diagnostics at an offset, if they are about the current text.
fn quick_fixes(snapshot: &Snapshot<'_>, offset: usize) -> Vec<CodeAction> {
    let document = snapshot.document;
    if snapshot.found_in.is_none_or(|source| source.text() != document.text()) {
        return Vec::new();
    }
    let covers = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
    let here = snapshot.found.iter().filter(|found| covers(found.span));
    let fixes = here.filter_map(|found| Some((found, found.fix.as_ref()?)));
    let fixes = fixes.map(|(found, fix)| {
        let title = match (&*fix.replacement, fix.span.is_empty()) {
            ("", _) => format!("Remove the text: {}", found.message),
            (text, true) => format!("Insert {}", text.trim()),
            (text, false) => format!("Replace by {text}"),
        };
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        let edit = hlo::TextEdit { start, end, text: fix.replacement.clone() };
        CodeAction {
            kind: Some(CodeActionKind::QUICKFIX),
            is_preferred: Some(true),
            ..action(document, title, &[edit])
        }
    });
    fixes.collect()
}

/// Inserts a constraint after the definition of a value, and makes all uses refer to its result.
fn add_constraint(document: &Document, placed: &PlacedValue<'_>) -> Option<CodeAction> {
    let sharding = placed.value.sharding.as_ref().filter(|sharding| names_its_mesh(document, sharding))?;
    let program = placed.section.propagated.program();
    let name = ValueName { span: placed.value.span, number: placed.value.number };
    let edits = program.constraint_edits(document.outline(), name, &sharding.closed)?;
    let written = written_name(document, placed.span.start as usize)?;
    let value = match placed.value.number {
        Some(number) => format!("{written}#{number}"),
        None => written.to_string(),
    };
    Some(action(document, format!("Constrain {value} to {}", short(sharding)), &edits))
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

/// Removes the constraint at the cursor, and makes all uses of its result refer to its operand.
fn remove_constraint(snapshot: &Snapshot<'_>, offset: usize) -> Option<CodeAction> {
    let document = snapshot.document;
    let outline = document.outline();
    let covers = |op: &ConstraintOp| {
        let end = outline.last_token_end(op.next as usize);
        op.result.start as usize <= offset && offset <= end
    };
    let programs = snapshot.sections.iter().flatten().map(|section| section.propagated.program());
    let found = programs.map(|program| (program, program.constraints().into_iter().find(covers)));
    let (program, constraint) = found.into_iter().find_map(|(program, op)| Some((program, op?)))?;
    let edits = program.removal_edits(outline, constraint)?;
    let name = written_name(document, constraint.result.start as usize)?;
    Some(action(document, format!("Remove the constraint {name}"), &edits))
}

/// The name at an offset, without the number of a result.
fn written_name(document: &Document, offset: usize) -> Option<&str> {
    let outline = document.outline();
    let name = outline.names[outline.name_at(offset)?];
    Some(plain_name(&document.text()[name.start..name.end]))
}

fn action(document: &Document, title: String, edits: &[hlo::TextEdit]) -> CodeAction {
    let identifier = OptionalVersionedTextDocumentIdentifier {
        uri: document.uri.clone(),
        version: Some(document.version),
    };
    let edit = |edit: &hlo::TextEdit| TextEdit::new(document.range(edit.start, edit.end), edit.text.clone());
    let edits = edits.iter().map(|each| OneOf::Left(edit(each))).collect();
    let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document: identifier, edits }]);
    CodeAction {
        title: visible_line(&title).into_owned(),
        kind: Some(CodeActionKind::REFACTOR),
        edit: Some(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}
