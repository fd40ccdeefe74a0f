//! Changes of annotations as changes of the text: on arguments, results, constraints, and on any other value as a new
//! constraint.

use partita_base::{Diagnostic, Diagnostics, Source, Span, code};
use partita_ir::{Definition, OpCode, OpId, SdyAttr, TypeId, ValueId, ValueName, names};
use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use partita_mesh::text::parse_sharding_spans;
use partita_mlir::text_outline::{DeclarationKind, Outline, Token, tokens};

use super::attribute_site::{AttributeSite, constraint_sharding, result_site};
use super::{Program, TextEdit};
use crate::Error;
use crate::notation::{Sharding, parse_all, sharding_text_of_rank};

/// What is annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationTarget {
    /// The value with this name at its definition: an argument, the result of a constraint, or any other value, which
    /// gets a constraint.
    Value(ValueName),
    /// A result of the entry function.
    Result(usize),
}

/// How a target is annotated in the text.
enum Place {
    /// By an attribute of an argument or a result of a function.
    Attribute(AttributeSite),
    /// By a constraint of which it is the result.
    Constraint(OpId, ValueName),
    /// By nothing yet.
    Value(ValueName),
}

impl Program {
    /// The edits that annotate a target with a sharding, or remove its annotation. The sharding may be in any notation of
    /// [`notation::Sharding`](crate::notation::Sharding), or in full: `<@mesh, [{"x"}, {}]>`. Errors refer to the
    /// sharding, or to the text of the program. The outline is that of the entire text.
    pub fn annotation_edits(
        &self,
        outline: &Outline,
        target: AnnotationTarget,
        sharding: Option<&str>,
    ) -> Result<Vec<TextEdit>, Error> {
        let all = tokens(self.source.text());
        let (place, ty, known) = self.place_of(&all, target)?;
        let Some(sharding) = sharding else { return self.remove(outline, &place) };
        let spec = self.read_spec(outline, sharding, ty, known)?;
        match place {
            Place::Attribute(site) => Ok(site.set(self.source.text(), &spec.to_string())),
            Place::Constraint(op, name) => {
                let edit = constraint_sharding(self.source.text(), &all, name.span.start as usize)
                    .map(|range| TextEdit::replace(range.start, range.end, spec.to_string()));
                let edit = edit.ok_or_else(|| {
                    self.refuse(self.module.op(op).span, "this constraint is not in the form that is printed")
                })?;
                Ok(vec![edit])
            }
            Place::Value(name) => self
                .constraint_edits(outline, name, &spec.to_string())
                .ok_or_else(|| self.refuse(name.span, "no op can use this value")),
        }
    }

    /// Where and how a target is annotated, its type, and its sharding as annotated.
    fn place_of(
        &self,
        all: &[Token],
        target: AnnotationTarget,
    ) -> Result<(Place, TypeId, Option<&ShardingSpec>), Error> {
        let module = &self.module;
        let name = match target {
            AnnotationTarget::Value(name) => name,
            AnnotationTarget::Result(index) => return self.place_of_result(all, index),
        };
        let value =
            self.named_value(name).ok_or_else(|| self.refuse(name.span, "the text defines no such value"))?;
        let ty = module.type_of(value);
        match module.value(value).definition {
            Definition::Argument { .. } => {
                if let Some((func, index)) = self.function_argument(value) {
                    let site = self.argument_site(all, func, name)?;
                    return Ok((
                        Place::Attribute(site),
                        ty,
                        module.func_sharding(func, names::ARG_ATTRS, index),
                    ));
                }
            }
            Definition::Result { op, .. } => {
                if self.is_constraint(op) {
                    return Ok((Place::Constraint(op, name), ty, self.constraint_spec(op)));
                }
            }
        }
        if let Some((op, result)) = self.only_constraint(value) {
            return Ok((Place::Constraint(op, result), ty, self.constraint_spec(op)));
        }
        Ok((Place::Value(name), ty, None))
    }

    fn is_constraint(&self, op: OpId) -> bool {
        self.module.op(op).name.code() == Some(OpCode::SdyShardingConstraint)
    }

    fn constraint_spec(&self, op: OpId) -> Option<&ShardingSpec> {
        match self.module.sdy_attr(op, names::SHARDING) {
            Some(SdyAttr::Sharding(spec)) => Some(spec),
            _ => None,
        }
    }

    /// The constraint that is the only use of a value, and the name of its result. A second edit of a value changes the
    /// constraint that the first one added.
    fn only_constraint(&self, value: ValueId) -> Option<(OpId, ValueName)> {
        let module = &self.module;
        let uses = |op: &OpId| module.op(*op).operands.contains(&value);
        let ops = module.walk(module.top());
        let mut users = ops.iter().copied().filter(uses);
        let op = users.next().filter(|&op| self.is_constraint(op))?;
        let result = module.value(module.op(op).results().next()?).name();
        (users.next().is_none() && !result.span.is_empty()).then_some((op, result))
    }

    fn place_of_result(
        &self,
        all: &[Token],
        index: usize,
    ) -> Result<(Place, TypeId, Option<&ShardingSpec>), Error> {
        let module = &self.module;
        let func = module.entry_function();
        let found = func.and_then(|func| Some((func, *module.func_type(func).1.get(index)?)));
        let (func, ty) =
            found.ok_or_else(|| self.refuse(Span::default(), "the program has no such result"))?;
        let start = module.op(func).span.start as usize;
        let site = result_site(self.source.text(), all, start, index)
            .ok_or_else(|| self.refuse_generic(module.op(func).span))?;
        self.check_site(&site, func)?;
        Ok((Place::Attribute(site), ty, module.func_sharding(func, names::RES_ATTRS, index)))
    }

    /// The function of which a value is an argument, and its index.
    fn function_argument(&self, value: ValueId) -> Option<(OpId, usize)> {
        let place = |func: OpId| {
            let index = self.module.func_args(func).iter().position(|&argument| argument == value)?;
            Some((func, index))
        };
        self.module.functions().find_map(place)
    }

    fn argument_site(&self, all: &[Token], func: OpId, name: ValueName) -> Result<AttributeSite, Error> {
        let start = name.span.start as usize;
        let span = self.module.op(func).span;
        if self.source.slice(span).starts_with('"') {
            return Err(self.refuse_generic(span));
        }
        let at = all.partition_point(|token| token.start < start);
        // The type follows the name and a colon.
        let site = AttributeSite::after_type(self.source.text(), all, at + 2);
        let site = site.ok_or_else(|| self.refuse_generic(span))?;
        self.check_site(&site, func)?;
        Ok(site)
    }

    fn check_site(&self, site: &AttributeSite, func: OpId) -> Result<(), Error> {
        if site.has_gspmd {
            return Err(self.refuse(self.module.op(func).span, "its sharding is a GSPMD string"));
        }
        Ok(())
    }

    /// Parses a sharding and finds the mesh that it is on: its own, that of the present annotation, or the first one that
    /// has its axes.
    fn read_spec(
        &self,
        outline: &Outline,
        sharding: &str,
        ty: TypeId,
        known: Option<&ShardingSpec>,
    ) -> Result<ShardingSpec, Error> {
        let Some(tensor) = self.module.context.tensor(ty) else {
            return Err(
                self.refuse(Span::default(), "only a ranked tensor has a sharding that can be edited")
            );
        };
        let written = sharding.trim();
        let written = written.strip_prefix("#sdy.sharding").unwrap_or(written);
        if written.starts_with('<') {
            let parsed = parse_all(written, parse_sharding_spans);
            return parsed.map(|(spec, _)| spec).map_err(|found| shown(written, found));
        }
        let meshes = self.module.meshes();
        let is_written = |name: &str| {
            outline.declarations.iter().any(|declared| {
                let text = &self.source.text()[declared.name.clone()];
                let text = text.strip_prefix('@').unwrap_or(text).trim_matches('"');
                declared.kind == DeclarationKind::Mesh && text == name
            })
        };
        let own = known.and_then(|spec| match &spec.mesh {
            MeshOrRef::Symbol(name) => meshes.find(name),
            MeshOrRef::Inline(_) => None,
        });
        let others = meshes.ids().filter(|&id| Some(id) != own && !meshes.get(id).axes().is_empty());
        let candidates = own.into_iter().chain(others);
        let candidates: Vec<_> = candidates.filter(|&id| meshes.name(id).is_some_and(is_written)).collect();
        let mut first_error = None;
        for &id in &candidates {
            let checked =
                written.parse::<Sharding>().and_then(|parsed| parsed.on(meshes.get(id), id, tensor.rank()));
            match checked {
                Ok(_) => {
                    let text = sharding_text_of_rank(written, tensor.rank());
                    let (spec, _) =
                        parse_all(&text, parse_sharding_spans).map_err(|found| shown(&text, found))?;
                    return Ok(ShardingSpec { mesh: meshes.reference(id), ..spec });
                }
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        Err(first_error.unwrap_or_else(|| self.refuse(Span::default(), "the text defines no mesh")))
    }

    fn remove(&self, outline: &Outline, place: &Place) -> Result<Vec<TextEdit>, Error> {
        let none = |span: Span| self.refuse(span, "there is no annotation to remove");
        match place {
            Place::Attribute(site) => site.removal().ok_or_else(|| none(Span::default())),
            Place::Value(name) => Err(none(name.span)),
            Place::Constraint(_, name) => {
                let mut all = self.constraints().into_iter();
                let constraint = all.find(|op| op.result.start == name.span.start);
                constraint
                    .and_then(|constraint| self.removal_edits(outline, constraint))
                    .ok_or_else(|| none(name.span))
            }
        }
    }

    fn refuse_generic(&self, span: Span) -> Error {
        self.refuse(span, "the function is in generic form")
    }

    fn refuse(&self, span: Span, why: &str) -> Error {
        let mut found = Diagnostics::default();
        let help = "edit the file; `partita explain PA0260` has the reasons";
        let message = format!("the annotation cannot be edited: {why}");
        found.push(Diagnostic::error(code::NOT_EDITABLE, span, message).help(help));
        Error::in_text(&self.source, found)
    }
}

/// Errors in a sharding.
fn shown(text: &str, found: Diagnostics) -> Error {
    match Source::new("sharding", text) {
        Ok(source) => Error::Text { source, found },
        Err(_) => Error::Text { source: Source::new("sharding", "").expect("an empty text is short"), found },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{UnknownDialects, apply_edits, print, read};

    const TEXT: &str = r#"// A comment stays.
#s = #sdy.sharding<@mesh, [{}, {"y"}]>
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32>, %b: tensor<8x4xf32> {jax.buffer_donor = true, sdy.sharding = #s} loc("b"),
                %c: tensor<8x4xf32> {tf.aliasing_output = 0 : i32}, %d: tensor<8x4xf32> {sdy.sharding = #s})
    -> (tensor<8x4xf32>, tensor<8x4xf32> {jax.result_info = "r"}) {
  %0 = stablehlo.add %a, %b : tensor<8x4xf32>   // sum
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {?}]> : tensor<8x4xf32>
  %2 = stablehlo.add %1, %0 : tensor<8x4xf32>
  return %2, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
"#;

    fn target(text: &str, name: &str) -> AnnotationTarget {
        if let Some(number) = name.strip_prefix('#') {
            return AnnotationTarget::Result(number.parse().unwrap());
        }
        let start = text.find(&format!("{name}:")).or_else(|| text.find(&format!("{name} ="))).unwrap();
        AnnotationTarget::Value(ValueName { span: Span::new(start, start + name.len()), number: None })
    }

    fn edited(text: &str, name: &str, sharding: Option<&str>) -> Result<String, Error> {
        let program = read("test.mlir", text).unwrap();
        let edits = program.annotation_edits(&Outline::new(text), target(text, name), sharding)?;
        let text = apply_edits(text, &edits);
        read("edited.mlir", &text).map(|_| text)
    }

    /// The only line that an edit changes, or inserts, and what it is afterwards.
    fn changed(name: &str, sharding: Option<&str>) -> Vec<String> {
        let new = edited(TEXT, name, sharding).unwrap_or_else(|error| panic!("{name}: {error}"));
        new.lines()
            .filter(|line| !TEXT.lines().any(|old| old == *line))
            .map(str::trim)
            .map(String::from)
            .collect()
    }

    #[test]
    fn arguments_are_annotated() {
        let line = &changed("%a", Some(r#"{"x"}, {}"#))[0];
        assert!(
            line.contains(r#"%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b"#),
            "{line}"
        );
        let line = &changed("%b", Some("P('x')"))[0];
        assert!(
            line.contains(r#"true, sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("b")"#),
            "{line}"
        );
        let line = &changed("%c", Some("[{}, {?}]"))[0];
        assert!(
            line.contains("{sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>, tf.aliasing_output = 0 : i32}"),
            "{line}"
        );
        let line = &changed("%d", Some("<@mesh, [{}, {}], replicated={\"x\"}>"))[0];
        assert!(
            line.contains("%d: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated"),
            "{line}"
        );
        assert!(changed("%b", None)[0].contains("%b: tensor<8x4xf32> {jax.buffer_donor = true} loc"));
        assert!(changed("%d", None)[0].ends_with("%d: tensor<8x4xf32>)"));
    }

    #[test]
    fn results_are_annotated() {
        let line = &changed("#0", Some("x,_"))[0];
        assert!(
            line.contains(
                r#"-> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor"#
            ),
            "{line}"
        );
        let line = &changed("#1", Some("x,_"))[0];
        assert!(line.contains(r#"[{"x"}, {}]>, jax.result_info = "r"}) {"#), "{line}");
        let bare = "sdy.mesh @mesh = <[\"x\"=2]>\nfunc.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {\n  \
                    return %a : tensor<8xf32>\n}\n";
        let new = edited(bare, "#0", Some("x")).unwrap();
        assert!(
            new.contains("-> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"),
            "{new}"
        );
        assert!(edited(bare, "#1", Some("x")).is_err());
    }

    #[test]
    fn constraints_are_changed_added_and_removed() {
        let line = "%1 = sdy.sharding_constraint %0 <@mesh, [{}, {\"y\"}]> : tensor<8x4xf32>";
        assert_eq!(changed("%1", Some("P(None, 'y')")), [line]);
        assert_eq!(
            changed("%2", Some("P('x', None)")),
            [
                "%sharded_2 = sdy.sharding_constraint %2 <@mesh, [{\"x\"}, {}]> : tensor<8x4xf32>",
                "return %sharded_2, %1 : tensor<8x4xf32>, tensor<8x4xf32>"
            ]
        );
        // A second edit of the value is one of its constraint.
        let constrained = edited(TEXT, "%2", Some("P('x', None)")).unwrap();
        let again = edited(&constrained, "%2", Some("P(None, 'y')")).unwrap();
        assert_eq!(again, constrained.replace("%2 <@mesh, [{\"x\"}, {}]>", "%2 <@mesh, [{}, {\"y\"}]>"));
        assert_eq!(edited(&again, "%2", None).unwrap(), TEXT);
        let removed = edited(TEXT, "%1", None).unwrap();
        assert!(
            removed.contains("// sum\n  %2 = stablehlo.add %0, %0") && removed.contains("return %2, %0 :")
        );
    }

    #[test]
    fn what_cannot_be_edited_has_a_code() {
        let code = |text: &str, name: &str, sharding| {
            edited(text, name, sharding).unwrap_err().codes().first().map(ToString::to_string)
        };
        assert_eq!(code(TEXT, "%a", Some("P('z', None)")).as_deref(), Some("PA0202"));
        assert_eq!(code(TEXT, "%a", Some("{\"x\"}")).as_deref(), Some("PA0212"));
        assert_eq!(code(TEXT, "%0", Some("{\"x\"}, {\"x\"}")).as_deref(), Some("PA0203"));
        assert_eq!(code(TEXT, "%0", Some("[{")).as_deref(), Some("PA0001"));
        assert_eq!(code(TEXT, "%a", None).as_deref(), Some("PA0260"));
        assert_eq!(code(TEXT, "%2", None).as_deref(), Some("PA0260"));
        let gspmd = "func.func @main(%a: tensor<8xf32> {mhlo.sharding = \"{devices=[2]<=[2]}\"}) -> tensor<8xf32> {\n  \
                     %0 = stablehlo.negate %a : tensor<8xf32>\n  return %0 : tensor<8xf32>\n}\n";
        assert_eq!(code(gspmd, "%a", Some("{}")).as_deref(), Some("PA0260"));
        assert_eq!(code(gspmd, "%0", Some("{}")).as_deref(), Some("PA0260"));
    }

    /// Every tensor of a program can be annotated, and the edited program is valid.
    #[test]
    fn edits_of_every_value_lead_to_valid_programs() {
        let text = include_str!("../../../../examples/transformer.mlir");
        let source = Source::new("t.mlir", text).unwrap();
        let program = Program::read_part(&source, 0..text.len(), UnknownDialects::Keep, &mut ());
        let outline = Outline::new(text);
        let mut tried = 0;
        for number in 0..program.module.value_count() {
            let name = program.module.value(<ValueId as partita_base::Id>::from_index(number)).name();
            // The body of `reduce … applies stablehlo.add` has values without names.
            if !source.slice(name.span).starts_with('%') {
                continue;
            }
            let value = program.named_value(name).unwrap();
            let Some(tensor) = program.module.context.tensor(program.module.type_of(value)) else { continue };
            let sharding = vec!["{}"; tensor.rank()].join(", ");
            let sharding = if sharding.is_empty() { "[]" } else { &sharding };
            let target = AnnotationTarget::Value(name);
            let edits = program.annotation_edits(&outline, target, Some(sharding));
            let edits = edits.unwrap_or_else(|error| panic!("{number}: {:?}", error.codes()));
            let new = apply_edits(text, &edits);
            let again = read("edited.mlir", &new).unwrap_or_else(|error| panic!("{number}: {error}"));
            assert!(print(again.module()).len() >= text.len() / 2);
            tried += 1;
        }
        assert!(tried > 20, "{tried} values");
    }
}
