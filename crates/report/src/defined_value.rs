//! The values that a text defines, each with its position and its sharding, for editors.

use std::ops::Range;

use partita_base::{Id, Source, Span};
use partita_hlo::propagation::{Alias, Run};
use partita_ir::{Module, ValueId, ValueName};
use partita_mesh::{Openness, TensorSharding, foreign_notation};
use partita_propagate::{TensorId, Trace};
use rustc_hash::FxHashSet;

use crate::explains::Explains as _;
use crate::labels::TextNames;
use crate::show::byte_text;
use crate::why::Answers;
use crate::why_view::{Mark, WhyView};

/// A value that a text defines, with its type and propagated sharding.
#[derive(Clone, Debug)]
pub struct DefinedValue {
    /// The name at its definition. Results that share a name, as in `%0:2 = …`, have the same span.
    pub span: Span,
    /// The position among results that share a name.
    pub number: Option<u32>,
    /// The name with its result number; in functions other than the main one, after the name of the function.
    pub name: String,
    /// The MLIR type.
    pub r#type: String,
    /// Type and sharding in short notation: `f32[16@x,8]`.
    pub short: String,
    /// The sharding in several notations; absent if the value has none.
    pub sharding: Option<ShardingNotations>,
    /// The shape on one device.
    pub local_shape: Vec<u64>,
    /// The size on one device; absent if the shape is dynamic.
    pub local_bytes: Option<u64>,
    /// Where the sharding comes from; absent if there is none.
    pub mark: Option<Mark>,
}

/// A sharding in several notations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShardingNotations {
    /// In sdy, with open dimensions: `<@mesh, [{"x", ?}, {?}]>`.
    pub sdy: String,
    /// In sdy with all dimensions closed, to constrain a value to exactly this sharding.
    pub closed: String,
    /// As a `PartitionSpec` of JAX, if it can express the sharding.
    pub jax: Option<String>,
    /// As GSPMD prints it, if it can express the sharding.
    pub gspmd: Option<String>,
}

impl DefinedValue {
    /// The size on one device with its unit, such as `1.5 MiB`.
    pub fn local_bytes_text(&self) -> Option<String> {
        self.local_bytes.map(byte_text)
    }

    /// Whether any dimension is sharded.
    pub fn is_sharded(&self) -> bool {
        self.short.contains('@')
    }
}

/// The values that are defined in a range of a text, in text order. A value of a function that is called several times
/// is listed once for each different sharding.
pub fn defined_values(
    module: &Module,
    source: &Source,
    names: &TextNames,
    run: &mut Run,
    trace: &Trace,
    range: Range<u32>,
) -> Vec<DefinedValue> {
    let answers = Answers::new(module, source, names, run, trace);
    let mut found: Vec<DefinedValue> = Vec::new();
    let mut seen = FxHashSet::default();
    for (name, value) in named_values(module, names, &range) {
        let Some(view) = defined_value(&answers, module, name, value) else { continue };
        if seen.insert((view.span.start, view.number, view.sharding.clone())) {
            found.push(view);
        }
    }
    found.sort_by_key(|value| (value.span.start, value.number));
    found
}

/// Explains the shardings of the values that are defined at a position, as in [`defined_values`]. Long paths are
/// shortened to `most_hops` hops.
pub fn explain_definition(
    module: &Module,
    source: &Source,
    names: &TextNames,
    run: &mut Run,
    trace: &Trace,
    at: ValueName,
    most_hops: usize,
) -> Vec<WhyView> {
    let mut answers = Answers::new(module, source, names, run, trace);
    let range = at.span.start..at.span.start + 1;
    let values = named_values(module, names, &range);
    let mut tensors: Vec<TensorId> = values
        .into_iter()
        .filter(|(name, _)| name.number == at.number)
        .filter_map(|(_, value)| answers.tensor_of(value))
        .collect();
    tensors.sort_unstable();
    tensors.dedup();
    let mut views: Vec<WhyView> = Vec::new();
    for tensor in tensors {
        let view = answers.explanation(tensor, None, most_hops);
        if !views.iter().any(|other| other.short == view.short) {
            views.push(view);
        }
    }
    views
}

/// The values with a name in a range of the text, including names whose value was replaced by another.
fn named_values(module: &Module, names: &TextNames, range: &Range<u32>) -> Vec<(ValueName, ValueId)> {
    let is_inside = |name: ValueName| !name.span.is_empty() && range.contains(&name.span.start);
    let values = || (0..module.value_count()).map(ValueId::from_index);
    let written = values().map(|value| (module.value(value).name(), value));
    let mut found: Vec<(ValueName, ValueId)> = written.filter(|(name, _)| is_inside(*name)).collect();
    for &Alias { name, of } in names.replaced().iter().filter(|alias| is_inside(alias.name)) {
        found.extend(values().filter(|&value| module.value(value).name() == of).map(|value| (name, value)));
    }
    found
}

fn defined_value(
    answers: &Answers<'_>,
    module: &Module,
    name: ValueName,
    value: ValueId,
) -> Option<DefinedValue> {
    let tensor = answers.tensor_of(value)?;
    let view = answers.listed_value(value)?;
    let tensor_type = module.context.tensor(module.type_of(value))?;
    let is_static = tensor_type.static_shape().is_some();
    // As in the peak memory, an `i1` takes a byte.
    let bits = module.element_bits(tensor_type.element).map(|bits| if bits == 1 { 8 } else { bits });
    let elements = view.local_shape.iter().try_fold(1u64, |all, &size| all.checked_mul(size));
    let bytes = bits.zip(elements).and_then(|(bits, elements)| Some(elements.checked_mul(bits)?.div_ceil(8)));
    let sharding = answers.sharding_of(tensor);
    Some(DefinedValue {
        span: name.span,
        number: name.number,
        name: view.name,
        r#type: view.r#type,
        short: view.short,
        mark: sharding.map(|_| answers.mark(tensor)),
        sharding: sharding.map(|sharding| notations(answers, sharding, tensor_type.rank())),
        local_shape: view.local_shape,
        local_bytes: bytes.filter(|_| is_static),
    })
}

fn notations(answers: &Answers<'_>, sharding: &TensorSharding, rank: usize) -> ShardingNotations {
    let (mesh, spec) = answers.written_sharding(sharding);
    let mut closed = spec.clone();
    for dim in &mut closed.dims {
        dim.openness = Openness::Closed;
        dim.priority = None;
    }
    ShardingNotations {
        sdy: spec.to_string(),
        closed: closed.to_string(),
        jax: foreign_notation::jax_notation(mesh, sharding, rank).ok(),
        gspmd: foreign_notation::gspmd_notation(mesh, sharding, rank).ok(),
    }
}
