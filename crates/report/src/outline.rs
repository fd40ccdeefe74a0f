//! What a comparison of two programs needs of each: its shardings, collectives and memory.

use partita_base::Id;
use partita_ir::{Definition, Module, OpId, ValueId};
use partita_mesh::foreign_notation::Notation;
use partita_propagate::TensorId;

use crate::comms::CommsView;
use crate::location::source_line;
use crate::source_names;
use crate::why::Answers;

/// Whether a value is an argument, a result or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueRole {
    /// An argument of the main function.
    Argument,
    /// A result of the main function.
    Result,
    /// Any other value.
    Inner,
}

/// A value of a program and its sharding.
#[derive(Clone, Debug)]
pub struct OutlinedValue {
    /// Whether it is an argument or a result.
    pub role: ValueRole,
    /// The name in the text.
    pub name: String,
    /// The name in the user's own program.
    pub source_name: Option<String>,
    /// The op that defines it, or `argument`.
    pub op: String,
    /// The MLIR type.
    pub r#type: String,
    /// The line of its definition in the text.
    pub line: usize,
    /// The line of the user's own program.
    pub place: Option<String>,
    /// Type and axes in short notation, without what matters to propagation only.
    pub short: String,
    /// The same in the notation of the user.
    pub written: String,
    /// The shape on one device.
    pub local_shape: Vec<u64>,
}

/// The shardings, collectives and memory of a program.
#[derive(Clone, Debug)]
pub struct ProgramOutline {
    /// The name of the file.
    pub name: String,
    /// The axes of the mesh and their sizes.
    pub mesh: Vec<(String, u64)>,
    /// All values with a name, in the order of their definitions, and the results of the main function.
    pub values: Vec<OutlinedValue>,
    /// The collectives of the local program.
    pub comms: CommsView,
    /// The peak memory of each device.
    pub peak: u64,
}

impl Answers<'_> {
    /// All values with a name, in the order of their definitions, and the results of the main function.
    pub fn outline(&self, module: &Module, main: Option<OpId>) -> Vec<OutlinedValue> {
        let values = (0..module.value_count()).map(ValueId::from_index);
        let mut out: Vec<OutlinedValue> = values.filter_map(|value| self.outlined(module, value)).collect();
        for (index, &tensor) in self.results().iter().enumerate() {
            let (short, local_shape, r#type) = self.placement(tensor, Notation::Short);
            let source = main.and_then(|main| source_names::result_name(module, main, index));
            out.push(OutlinedValue {
                role: ValueRole::Result,
                name: format!("result#{index}"),
                source_name: source.map(str::to_string),
                op: "result".into(),
                r#type,
                line: 0,
                place: None,
                short,
                written: self.placement(tensor, self.labels.notation()).0,
                local_shape,
            });
        }
        out
    }

    fn outlined(&self, module: &Module, value: ValueId) -> Option<OutlinedValue> {
        let listed = self.listed_value(value)?;
        let tensor: TensorId = self.tensor_of(value)?;
        let data = module.value(value);
        let (op, span, loc) = match data.definition {
            Definition::Result { op, .. } => {
                (module.op_name(op).to_string(), module.op(op).span, module.op(op).loc)
            }
            Definition::Argument { .. } => ("argument".into(), data.span, data.loc),
        };
        let source_name = source_names::argument_name(module, value).map(str::to_string);
        let is_argument = source_name.is_some() || op == "argument";
        let (short, local_shape, _) = self.placement(tensor, Notation::Short);
        Some(OutlinedValue {
            role: if is_argument && self.is_in_main(value) { ValueRole::Argument } else { ValueRole::Inner },
            name: listed.name,
            source_name,
            op,
            r#type: listed.r#type,
            line: module.source.as_ref().map_or(0, |source| source.position(span.start).line),
            place: source_line(&module.context, loc),
            short,
            written: self.placement(tensor, self.labels.notation()).0,
            local_shape,
        })
    }
}
