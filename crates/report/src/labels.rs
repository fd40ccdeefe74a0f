//! What values are called in the user's text, also after passes moved and copied them.

use std::collections::BTreeMap;

use partita_base::{Id, Source, Span};
use partita_hlo::propagation::{Alias, ModuleProblem};
use partita_ir::{Definition, Module, OpId, OpKind, ValueId, ValueName};
use partita_propagate::TensorId;

use crate::location;

/// What the text names and a prepared module does not: where functions begin, taken before passes move their bodies, and values that
/// others stand for.
#[derive(Clone, Debug, Default)]
pub struct TextNames {
    functions: BTreeMap<u32, String>,
    aliases: Vec<Alias>,
}

impl TextNames {
    /// The functions of a module as it was read.
    pub fn new(module: &Module) -> Self {
        let start = |func: OpId| {
            (module.op(func).span.start, module.symbol_name(func).unwrap_or_default().to_string())
        };
        Self { functions: module.functions().map(start).collect(), aliases: Vec::new() }
    }

    /// The same, with the names of values that were rewritten to others.
    pub fn with_aliases(self, aliases: &[Alias]) -> Self {
        Self { aliases: aliases.to_vec(), ..self }
    }

    /// The function that a place of the text belongs to.
    fn at(&self, span: Span) -> Option<&str> {
        self.functions.range(..=span.start).next_back().map(|(_, name)| name.as_str())
    }
}

/// A value as the text calls it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label {
    /// `%5`, `%0#1`
    pub(crate) name: String,
    /// The function, where it is not the main one.
    pub(crate) function: Option<String>,
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.function {
            Some(function) => write!(f, "@{function}/{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Names of the values and tensors of a propagated module.
pub(crate) struct Labels<'a> {
    pub(crate) module: &'a Module,
    pub(crate) source: &'a Source,
    names: &'a TextNames,
    main: Option<String>,
    /// A value for each tensor: one that the text has, if there is one.
    values: Vec<Option<ValueId>>,
    /// The results of the main function, by tensor.
    results: BTreeMap<TensorId, usize>,
}

impl<'a> Labels<'a> {
    pub(crate) fn new(
        module: &'a Module,
        source: &'a Source,
        names: &'a TextNames,
        problem: &ModuleProblem,
    ) -> Self {
        let main = problem.main.and_then(|main| module.symbol_name(main)).map(str::to_string);
        let results = problem.results.iter().enumerate().map(|(index, &tensor)| (tensor, index)).collect();
        let mut labels =
            Self { module, source, names, main, values: vec![None; problem.problem.tensors.len()], results };
        for (index, tensor) in problem.tensors.iter().enumerate() {
            let Some(tensor) = tensor else { continue };
            let value = ValueId::from_index(index);
            let known = &mut labels.values[tensor.index()];
            let is_better =
                |old: ValueId| module.value(old).span.is_empty() && !module.value(value).span.is_empty();
            if known.is_none_or(is_better) {
                *known = Some(value);
            }
        }
        labels
    }

    /// What a value is called.
    pub(crate) fn value(&self, value: ValueId) -> Option<Label> {
        let data = self.module.value(value);
        if let Some(label) = self.written(data.name()) {
            return Some(label);
        }
        // An edge stands for what it is behind.
        self.value(self.behind(value)?)
    }

    /// The value that an edge is behind; nothing for the value of another op.
    pub(crate) fn behind(&self, value: ValueId) -> Option<ValueId> {
        let Definition::Result { op, .. } = self.module.value(value).definition else { return None };
        let data = self.module.op(op);
        let is_edge = data.name.code().is_some_and(|code| code.kind() == OpKind::Edge);
        data.operands.first().copied().filter(|_| is_edge)
    }

    /// A name as the text has it, if it has one at that place.
    fn written(&self, ValueName { span, number }: ValueName) -> Option<Label> {
        let written = self.source.slice(span);
        if span.is_empty() || !written.starts_with('%') {
            return None;
        }
        let name = written.split([':', '#']).next().unwrap_or(written).trim_end();
        let number = number.map(|number| format!("#{number}")).unwrap_or_default();
        let function = self.names.at(span).filter(|name| self.main.as_deref() != Some(*name));
        Some(Label { name: format!("{name}{number}"), function: function.map(str::to_string) })
    }

    /// Names that other names stand for: each with what stands for it.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = (Label, Label)> {
        self.names
            .aliases
            .iter()
            .filter_map(|alias| Some((self.written(alias.name)?, self.written(alias.of)?)))
    }

    /// What a tensor is called.
    pub(crate) fn tensor(&self, tensor: TensorId) -> String {
        if let Some(index) = self.results.get(&tensor) {
            return format!("result {index}");
        }
        let value = self.values[tensor.index()];
        value
            .and_then(|value| self.value(value))
            .map_or_else(|| "a value made on the way".into(), |l| l.to_string())
    }

    /// A value of a tensor.
    pub(crate) fn value_of(&self, tensor: TensorId) -> Option<ValueId> {
        self.values[tensor.index()]
    }

    /// Which result of the main function a tensor is.
    pub(crate) fn result(&self, tensor: TensorId) -> Option<usize> {
        self.results.get(&tensor).copied()
    }

    /// `line 12` and, where known, the line of the user's own program.
    pub(crate) fn place(&self, op: OpId) -> String {
        let data = self.module.op(op);
        let line = self.source.position(data.span.start).line;
        match location::describe(&self.module.context, data.loc) {
            Some(origin) => format!("line {line}, {origin}"),
            None => format!("line {line}"),
        }
    }

    /// The name of the op that a step of propagation is about. Edges stand for the op whose data flows.
    pub(crate) fn op_name(&self, op: OpId) -> (String, OpId) {
        let data = self.module.op(op);
        let is_edge = data.name.code().is_some_and(|code| code.kind() == OpKind::Edge);
        let Some(&input) = data.operands.first().filter(|_| is_edge) else {
            return (self.module.op_name(op).to_string(), op);
        };
        let owner = match self.module.value(input).definition {
            Definition::Result { op, .. } => op,
            Definition::Argument { block, .. } => self.module.block_parent(block),
        };
        (self.module.op_name(owner).to_string(), owner)
    }
}
