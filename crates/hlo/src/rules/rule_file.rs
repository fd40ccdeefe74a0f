//! Files of rules for a user's own custom calls.
//!
//! ```toml
//! [custom_call.my_matmul]
//! rule = "... i k, ... k j -> ... i j"
//! reduction = ["k"]
//!
//! [custom_call."my.split"]
//! rule = "(h d) -> h d"
//! sizes = { h = 8 }
//! blocked = ["d"]
//! ```
//!
//! The lists `reduction`, `need_replication` and `permutation` give the kind of a factor; shardings do not propagate
//! along those in `blocked`. Sizes follow from the tensors; `sizes` gives those that do not.

use std::collections::BTreeMap;

use partita_base::{Code, Diagnostic, Diagnostics, Id, Span, code};
use partita_ir::{Module, OpCode, OpId};
use partita_rule::{FactorId, FactorKind, RuleOrigin, RuleSpec, TensorMapping};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::custom_call;
use super::notation::{DimNote, Factor, Notation};
use super::view::{self, Shape};

/// Rules by the target of the custom call.
#[derive(Clone, Debug, Default)]
pub struct RuleFile {
    rules: BTreeMap<String, FileRule>,
}

/// A rule for tensors of given shapes, with the names of the file.
#[derive(Clone, Debug)]
pub struct NamedRule {
    /// Factors and sizes for these shapes.
    pub rule: RuleSpec,
    /// The name of each factor; that of a dimension that `...` covers is `...`.
    pub names: Vec<String>,
    /// The rule as the file has it.
    pub written: String,
}

/// The rule of one target, for tensors of any size.
#[derive(Clone, Debug)]
pub struct FileRule {
    /// The rule as the file has it.
    written: String,
    notation: Notation,
    kinds: Vec<FactorKind>,
    blocked: Vec<bool>,
    sizes: Vec<Option<u64>>,
}

impl RuleFile {
    /// The rule of a target.
    pub fn get(&self, target: &str) -> Option<&FileRule> {
        self.rules.get(target)
    }

    /// All targets, in order.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// The rule for the shapes of a custom call, or why it does not fit; `None` if the file has no rule for its target.
    pub fn rule_of_call(&self, module: &Module, id: OpId) -> Option<Result<NamedRule, String>> {
        let op = module.op(id);
        if op.name.code() != Some(OpCode::CustomCall) {
            return None;
        }
        let rule = self.get(custom_call::target_name(module, op)?)?;
        let shapes = |values: &mut dyn Iterator<Item = _>| {
            values.map(|value| view::static_shape(module, value)).collect::<Option<Vec<Shape>>>()
        };
        Some(match (shapes(&mut op.operands.iter().copied()), shapes(&mut op.results())) {
            (Some(operands), Some(results)) => rule.instantiate_named(&operands, &results),
            _ => Err("expected tensors of static shape, found another type".into()),
        })
    }

    /// Reports the custom calls of a module that their rule does not fit. Propagation treats them as ops without a
    /// rule.
    pub fn check(&self, module: &Module) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        for id in module.walk(module.top()) {
            if let Some(Err(fault)) = self.rule_of_call(module, id) {
                let op = module.op(id);
                let target = custom_call::target_name(module, op).unwrap_or_default();
                let message = format!("the rule of `{target}` does not fit: {fault}");
                diagnostics.push(Diagnostic::warning(code::RULE_RANK, op.span, message));
            }
        }
        diagnostics
    }
}

/// Reads a file of rules; all mistakes are reported.
pub fn parse_rule_file(text: &str) -> Result<RuleFile, Diagnostics> {
    let mut reader = Reader { text, diagnostics: Diagnostics::default() };
    let mut file = RuleFile::default();
    match DeTable::parse(text) {
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            reader.error(code::SYNTAX, Span::new(range.start, range.end), error.message());
        }
        Ok(table) => reader.file(table.get_ref(), &mut file),
    }
    if reader.diagnostics.has_errors() { Err(reader.diagnostics) } else { Ok(file) }
}

struct Reader<'t> {
    text: &'t str,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn wrong<T>(&mut self, at: &Spanned<T>, message: impl Into<String>) {
        self.error(code::SYNTAX, span(at), message);
    }

    fn file(&mut self, table: &DeTable<'_>, file: &mut RuleFile) {
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("custom_call", DeValue::Table(targets)) => {
                    for (target, value) in targets {
                        if let Some(rule) = self.target(value) {
                            file.rules.insert(target.get_ref().to_string(), rule);
                        }
                    }
                }
                (name, _) => {
                    self.wrong(key, format!("unknown table `{name}`; expected `[custom_call.target]`"))
                }
            }
        }
    }

    fn target(&mut self, value: &Spanned<DeValue<'_>>) -> Option<FileRule> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(value, "expected a table with the key `rule`");
            return None;
        };
        let Some(written) = table.get("rule") else {
            self.wrong(value, "missing key `rule`");
            return None;
        };
        let notation = self.notation(written)?;
        let count = notation.factors.len();
        let mut rule = FileRule {
            written: written.get_ref().as_str().unwrap_or_default().to_string(),
            notation,
            kinds: vec![FactorKind::PassThrough; count],
            blocked: vec![false; count],
            sizes: vec![None; count],
        };
        for (key, value) in table {
            match &**key.get_ref() {
                "rule" => {}
                "reduction" => self.kind(&mut rule, FactorKind::Reduction, value),
                "need_replication" => self.kind(&mut rule, FactorKind::NeedReplication, value),
                "permutation" => self.kind(&mut rule, FactorKind::Permutation, value),
                "blocked" => {
                    for (factor, _) in self.factors(&rule.notation, value) {
                        rule.blocked[factor] = true;
                    }
                }
                "sizes" => self.sizes(&mut rule, value),
                other => self.wrong(
                    key,
                    format!(
                        "unknown key `{other}`; the keys are rule, reduction, need_replication, permutation, \
                         blocked and sizes"
                    ),
                ),
            }
        }
        Some(rule)
    }

    fn notation(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Notation> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong(value, "expected a string such as \"i k, k j -> i j\"");
            return None;
        };
        match Notation::parse(text) {
            Ok(notation) => Some(notation),
            Err(mut error) => {
                let quoted = span(value);
                // Without escapes the file contains the string unchanged, after one quote.
                let inner = quoted.start as usize + 1;
                let plain = self.text.get(inner..inner + text.len()) == Some(text);
                error.span = match plain {
                    true => Span::new(inner + error.span.start as usize, inner + error.span.end as usize),
                    false => quoted,
                };
                self.diagnostics.push(*error);
                None
            }
        }
    }

    fn kind(&mut self, rule: &mut FileRule, kind: FactorKind, value: &Spanned<DeValue<'_>>) {
        for (factor, at) in self.factors(&rule.notation, value) {
            let name = rule.notation.factors[factor].clone();
            let in_result = rule.notation.results.iter().flatten().any(|dim| match dim {
                DimNote::Factors(factors) => factors.contains(&factor),
                DimNote::One | DimNote::Rest => false,
            });
            if rule.kinds[factor] != FactorKind::PassThrough {
                self.error(code::FACTOR_IN_TWO_LISTS, at, format!("factor `{name}` is in two lists"));
            } else if kind == FactorKind::Reduction && in_result {
                self.error(
                    code::REDUCTION_IN_RESULT,
                    at,
                    format!("reduction factor `{name}` appears in a result"),
                );
            }
            rule.kinds[factor] = kind;
        }
    }

    /// The factors of a list of names.
    fn factors(&mut self, notation: &Notation, value: &Spanned<DeValue<'_>>) -> Vec<(Factor, Span)> {
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value, "expected a list of factors such as [\"i\", \"j\"]");
            return Vec::new();
        };
        let mut factors = Vec::new();
        for item in items.iter() {
            match item.get_ref().as_str().map(|name| (name, notation.factor(name))) {
                Some((_, Some(factor))) => factors.push((factor, span(item))),
                Some((name, None)) => {
                    self.error(
                        code::FACTOR_UNDEFINED,
                        span(item),
                        format!("the rule has no factor `{name}`"),
                    );
                }
                None => self.wrong(item, "expected a factor name as a string"),
            }
        }
        factors
    }

    fn sizes(&mut self, rule: &mut FileRule, value: &Spanned<DeValue<'_>>) {
        let DeValue::Table(sizes) = value.get_ref() else {
            self.wrong(value, "expected a table such as { i = 8 }");
            return;
        };
        for (name, value) in sizes {
            let size =
                value.get_ref().as_integer().and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
            match (
                rule.notation.factor(name.get_ref()),
                size.filter(|&size| size > 0 && size <= i64::MAX as u64),
            ) {
                (None, _) => {
                    let message = format!("the rule has no factor `{}`", name.get_ref());
                    self.error(code::FACTOR_UNDEFINED, span(name), message);
                }
                (_, None) => self.wrong(value, "expected a positive integer"),
                (Some(factor), size) => rule.sizes[factor] = size,
            }
        }
    }
}

fn span<T>(at: &Spanned<T>) -> Span {
    Span::new(at.span().start, at.span().end)
}

impl FileRule {
    /// The rule for tensors of these shapes, or why it does not fit.
    pub(super) fn instantiate(&self, operands: &[Shape], results: &[Shape]) -> Result<RuleSpec, String> {
        self.instantiate_named(operands, results).map(|named| named.rule)
    }

    /// The rule for tensors of these shapes with the names of its factors, or why it does not fit.
    fn instantiate_named(&self, operands: &[Shape], results: &[Shape]) -> Result<NamedRule, String> {
        let notes = &self.notation;
        for (noun, have, want) in [
            ("operands", operands.len(), notes.operands.len()),
            ("results", results.len(), notes.results.len()),
        ] {
            if have != want {
                return Err(format!("expected {want} {noun}, found {have}"));
            }
        }
        let written: Vec<&Vec<DimNote>> = notes.operands.iter().chain(&notes.results).collect();
        let shapes: Vec<&Shape> = operands.iter().chain(results).collect();
        let rest = rest_sizes(&written, &shapes)?;
        let aligned: Vec<Vec<(Dim<'_>, u64)>> =
            written.iter().zip(&shapes).map(|(note, shape)| align(note, shape, rest.len())).collect();
        let sizes = self.factor_sizes(&aligned)?;
        let mut build = Build {
            file: self,
            sizes: &sizes,
            ids: vec![None; sizes.len()],
            rest_ids: vec![None; rest.len()],
            rule: RuleSpec::default(),
            names: Vec::new(),
        };
        for (index, dims) in aligned.iter().enumerate() {
            let mapping = TensorMapping::new(dims.iter().map(|(dim, size)| build.dim(dim, *size)));
            let rule = &mut build.rule;
            if index < operands.len() { rule.operands.push(mapping) } else { rule.results.push(mapping) }
        }
        let Build { mut rule, names, .. } = build;
        rule.origin = RuleOrigin::Custom;
        for list in [
            &mut rule.reduction,
            &mut rule.need_replication,
            &mut rule.permutation,
            &mut rule.blocked_propagation,
        ] {
            list.sort();
        }
        match rule.check().first() {
            None => Ok(NamedRule { rule, names, written: self.written.clone() }),
            Some(error) => Err(error.to_string()),
        }
    }

    /// The size of every factor: as given, as a dimension that is this factor alone, or what is left of a
    /// dimension whose other factors are known.
    fn factor_sizes(&self, tensors: &[Vec<(Dim<'_>, u64)>]) -> Result<Vec<u64>, String> {
        let mut sizes = self.sizes.clone();
        let dims = || {
            tensors.iter().flatten().filter_map(|(dim, size)| match dim {
                Dim::Factors(factors) => Some((*factors, *size)),
                Dim::One | Dim::Rest(_) => None,
            })
        };
        loop {
            let mut learnt = false;
            for (factors, size) in dims() {
                let unknown: Vec<Factor> =
                    factors.iter().copied().filter(|&factor| sizes[factor].is_none()).collect();
                let [unknown] = unknown[..] else { continue };
                let known =
                    factors.iter().filter_map(|&factor| sizes[factor]).try_fold(1u64, u64::checked_mul);
                match known.filter(|&known| known > 0 && size.is_multiple_of(known)) {
                    Some(known) => sizes[unknown] = Some(size / known),
                    None => {
                        return Err(format!(
                            "a dimension of size {size} is not a multiple of its known factors"
                        ));
                    }
                }
                learnt = true;
            }
            if !learnt {
                break;
            }
        }
        let name = |factor: Factor| &self.notation.factors[factor];
        let sizes: Vec<u64> = sizes
            .iter()
            .enumerate()
            .map(|(factor, size)| size.ok_or_else(|| format!("unknown size of factor `{}`", name(factor))))
            .collect::<Result<_, _>>()?;
        for (factors, size) in dims() {
            // A factor that does not pass through may have different sizes in different tensors, as in a slice.
            let fixed = factors
                .iter()
                .all(|&factor| self.kinds[factor] == FactorKind::PassThrough && !self.blocked[factor]);
            let product =
                factors.iter().try_fold(1u64, |product, &factor| product.checked_mul(sizes[factor]));
            if fixed && product != Some(size) {
                let names: Vec<&str> = factors.iter().map(|&factor| &**name(factor)).collect();
                return Err(format!(
                    "dimension `{}` has size {size} in one tensor and a different size in another",
                    names.join(" ")
                ));
            }
        }
        Ok(sizes)
    }
}

/// A dimension after `...` is expanded.
enum Dim<'n> {
    Factors(&'n [Factor]),
    One,
    Rest(usize),
}

/// The sizes of the dimensions that `...` covers. All tensors that have it must agree.
fn rest_sizes(written: &[&Vec<DimNote>], shapes: &[&Shape]) -> Result<Vec<u64>, String> {
    let mut rest: Option<Vec<u64>> = None;
    for (note, shape) in written.iter().zip(shapes) {
        let position = note.iter().position(|dim| *dim == DimNote::Rest);
        let named = note.len() - usize::from(position.is_some());
        let fits = if position.is_some() { shape.len() >= named } else { shape.len() == named };
        if !fits {
            return Err(format!("expected a tensor of {named} dimensions, found {}", shape.len()));
        }
        let Some(position) = position else { continue };
        let sizes = shape[position..position + shape.len() - named].to_vec();
        if *rest.get_or_insert_with(|| sizes.clone()) != sizes {
            return Err("`...` covers different dimensions in two tensors".into());
        }
    }
    Ok(rest.unwrap_or_default())
}

/// Pairs the dimensions of a tensor with their sizes.
fn align<'n>(note: &'n [DimNote], shape: &Shape, rest: usize) -> Vec<(Dim<'n>, u64)> {
    let dims = note.iter().flat_map(|dim| match dim {
        DimNote::Factors(factors) => vec![Dim::Factors(factors)],
        DimNote::One => vec![Dim::One],
        DimNote::Rest => (0..rest).map(Dim::Rest).collect(),
    });
    dims.zip(shape.iter().copied()).collect()
}

/// A rule under construction; factors are numbered in order of use.
struct Build<'r> {
    file: &'r FileRule,
    sizes: &'r [u64],
    ids: Vec<Option<FactorId>>,
    rest_ids: Vec<Option<FactorId>>,
    rule: RuleSpec,
    /// The name of each factor of the rule.
    names: Vec<String>,
}

impl Build<'_> {
    fn new_factor(&mut self, size: u64, name: &str) -> FactorId {
        self.names.push(name.to_string());
        let id = FactorId::from_index(self.rule.factor_sizes.len());
        self.rule.factor_sizes.push(size.into());
        id
    }

    fn dim(&mut self, dim: &Dim<'_>, size: u64) -> Vec<FactorId> {
        match dim {
            Dim::One => vec![self.new_factor(size, "1")],
            Dim::Rest(index) => {
                let id = self.rest_ids[*index].unwrap_or_else(|| self.new_factor(size, "..."));
                self.rest_ids[*index] = Some(id);
                vec![id]
            }
            Dim::Factors(factors) => {
                // A factor of size 1 has no effect beside others.
                let mut parts: Vec<Factor> =
                    factors.iter().copied().filter(|&factor| self.sizes[factor] != 1).collect();
                if parts.is_empty() {
                    parts.push(factors[0]);
                }
                parts.into_iter().map(|factor| self.named(factor)).collect()
            }
        }
    }

    fn named(&mut self, factor: Factor) -> FactorId {
        if let Some(id) = self.ids[factor] {
            return id;
        }
        let file = self.file;
        let id = self.new_factor(self.sizes[factor], &file.notation.factors[factor]);
        self.ids[factor] = Some(id);
        match self.file.kinds[factor] {
            FactorKind::PassThrough => {}
            FactorKind::Reduction => self.rule.reduction.push(id),
            FactorKind::NeedReplication => self.rule.need_replication.push(id),
            FactorKind::Permutation => self.rule.permutation.push(id),
        }
        if self.file.blocked[factor] {
            self.rule.blocked_propagation.push(id);
        }
        id
    }
}
