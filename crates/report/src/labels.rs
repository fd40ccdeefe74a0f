//! The names of values in the user's text, even after passes have moved and copied the values.

use std::collections::BTreeMap;

use partita_base::{Id, Source, Span};
use partita_hlo::propagation::{Alias, ModuleProblem};
use partita_ir::{Definition, Module, OpId, OpKind, ValueId, ValueName};
use partita_mesh::foreign_notation::Notation;
use partita_propagate::TensorId;

use crate::location;

/// How the values of a program are written: names of the text that a prepared module no longer contains, and the notation of
/// shardings. The names are the positions of functions, recorded before passes move their bodies, and values that were replaced by
/// others.
#[derive(Clone, Debug, Default)]
pub struct TextNames {
    functions: BTreeMap<u32, String>,
    aliases: Vec<Alias>,
    notation: Notation,
}

impl TextNames {
    /// Records the functions of a parsed module.
    pub fn new(module: &Module) -> Self {
        let start = |func: OpId| {
            (module.op(func).span.start, module.symbol_name(func).unwrap_or_default().to_string())
        };
        let functions = module.functions().map(start).collect();
        Self { functions, aliases: Vec::new(), notation: Notation::Short }
    }

    /// Sets the notation of shardings.
    pub fn with_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The notation of shardings.
    pub(crate) fn notation(&self) -> Notation {
        self.notation
    }

    /// Adds the names of values that were replaced by others.
    pub fn with_aliases(self, aliases: &[Alias]) -> Self {
        Self { aliases: aliases.to_vec(), ..self }
    }

    /// The names whose values were replaced by others.
    pub(crate) fn replaced(&self) -> &[Alias] {
        &self.aliases
    }

    /// The function that contains a span of the text.
    fn at(&self, span: Span) -> Option<&str> {
        self.functions.range(..=span.start).next_back().map(|(_, name)| name.as_str())
    }
}

/// The name of a value in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ValueLabel {
    /// The name with its result number, such as `%5` or `%0#1`.
    pub(crate) name: String,
    /// The function; `None` for the main function.
    pub(crate) function: Option<String>,
}

impl std::fmt::Display for ValueLabel {
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
    /// A value for each tensor, preferably one that appears in the text.
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

    /// The notation of shardings.
    pub(crate) fn notation(&self) -> Notation {
        self.names.notation()
    }

    /// The name of a value.
    pub(crate) fn value(&self, value: ValueId) -> Option<ValueLabel> {
        let data = self.module.value(value);
        if let Some(label) = self.written(data.name()) {
            return Some(label);
        }
        // A data-flow edge has the name of its input.
        self.value(self.behind(value)?)
    }

    /// The input of a data-flow edge; `None` for the result of another op.
    pub(crate) fn behind(&self, value: ValueId) -> Option<ValueId> {
        let Definition::Result { op, .. } = self.module.value(value).definition else { return None };
        let data = self.module.op(op);
        let is_edge = data.name.code().is_some_and(|code| code.kind() == OpKind::Edge);
        data.operands.first().copied().filter(|_| is_edge)
    }

    /// The name at a position of the text, if there is one.
    fn written(&self, ValueName { span, number }: ValueName) -> Option<ValueLabel> {
        let written = self.source.slice(span);
        if span.is_empty() || !written.starts_with('%') {
            return None;
        }
        let name = written.split([':', '#']).next().unwrap_or(written).trim_end();
        let number = number.map(|number| format!("#{number}")).unwrap_or_default();
        let function = self.names.at(span).filter(|name| self.main.as_deref() != Some(*name));
        Some(ValueLabel { name: format!("{name}{number}"), function: function.map(str::to_string) })
    }

    /// The names of replaced values, each with the name of its replacement.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = (ValueLabel, ValueLabel)> {
        self.names
            .aliases
            .iter()
            .filter_map(|alias| Some((self.written(alias.name)?, self.written(alias.of)?)))
    }

    /// The name of a tensor.
    pub(crate) fn tensor(&self, tensor: TensorId) -> String {
        if let Some(index) = self.results.get(&tensor) {
            return format!("result {index}");
        }
        let value = self.values[tensor.index()];
        value
            .and_then(|value| self.value(value))
            .map_or_else(|| "an intermediate value".into(), |l| l.to_string())
    }

    /// The value that represents a tensor; `None` if only a result of the main function does.
    pub(crate) fn value_of(&self, tensor: TensorId) -> Option<ValueId> {
        self.values[tensor.index()]
    }

    /// The index of a tensor among the results of the main function.
    pub(crate) fn result(&self, tensor: TensorId) -> Option<usize> {
        self.results.get(&tensor).copied()
    }

    /// `line 12` and, if the op has a location, the line of the user's own program.
    pub(crate) fn place(&self, op: OpId) -> String {
        let data = self.module.op(op);
        let line = self.source.position(data.span.start).line;
        match location::describe_location(&self.module.context, data.loc) {
            Some(origin) => format!("line {line}, {origin}"),
            None => format!("line {line}"),
        }
    }

    /// The name of the op of a propagation step, and the op. For a data-flow edge, it is the op that owns the edge.
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
