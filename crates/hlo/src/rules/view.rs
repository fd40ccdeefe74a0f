//! The input of a rule function: an op's shapes, its attributes, and one fact about its surroundings.

use partita_ir::{
    Attr, ConvDims, Definition, DenseData, Module, Op, OpCode, OpId, RecordAttr, Type, ValueId,
};
use smallvec::SmallVec;

use super::draft::Draft;
use super::{Compat, RuleOptions, custom_call};

/// The sizes of the dimensions of a tensor.
pub(super) type Shape = SmallVec<[u64; 6]>;

/// The one fact outside an op and its types that its rule depends on, if any.
///
/// - `concatenate`: the operands are slices, or slices of one value next to that value;
/// - `dynamic_update_slice`: all start indices are constants;
/// - `scatter`: the body is one reduction;
/// - custom call `X64Combine`: the result is the state of a random generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Facts(pub(super) bool);

/// An op whose values are all tensors of static shape.
pub(super) struct OpView<'m> {
    pub(super) module: &'m Module,
    pub(super) op: &'m Op,
    pub(super) operands: SmallVec<[Shape; 4]>,
    pub(super) results: SmallVec<[Shape; 2]>,
    pub(super) facts: Facts,
    pub(super) conservative: bool,
    pub(super) compat: Compat,
}

impl<'m> OpView<'m> {
    /// A view of an op; `None` if one of its values is not a tensor of static shape.
    pub(super) fn new(module: &'m Module, id: OpId, facts: Facts, options: &RuleOptions<'_>) -> Option<Self> {
        let op = module.op(id);
        let operands = op.operands.iter().map(|&value| static_shape(module, value)).collect::<Option<_>>()?;
        let results = op.results().map(|value| static_shape(module, value)).collect::<Option<_>>()?;
        let (conservative, compat) = (options.conservative, options.compat);
        Some(Self { module, op, operands, results, facts, conservative, compat })
    }

    /// An empty rule for the op.
    pub(super) fn draft(&self) -> Draft {
        let ranks = |shapes: &[Shape]| shapes.iter().map(|shape| shape.len()).collect();
        Draft::new(ranks(&self.operands), ranks(&self.results))
    }

    /// The shape of operand `index`.
    pub(super) fn operand(&self, index: usize) -> Option<&Shape> {
        self.operands.get(index)
    }

    /// The shape of result `index`.
    pub(super) fn result(&self, index: usize) -> Option<&Shape> {
        self.results.get(index)
    }

    /// The attribute of a name.
    pub(super) fn attr(&self, name: &str) -> Option<&'m Attr> {
        let name = self.module.context.find_symbol(name)?;
        self.op.attr(name).map(|attr| self.module.context.attr_of(attr))
    }

    /// An integer attribute.
    pub(super) fn int(&self, name: &str) -> Option<i64> {
        match self.attr(name)? {
            Attr::Integer { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// An attribute that numbers a dimension.
    pub(super) fn dim(&self, name: &str) -> Option<usize> {
        self.int(name).and_then(|dim| usize::try_from(dim).ok())
    }

    /// A boolean attribute.
    pub(super) fn bool(&self, name: &str) -> Option<bool> {
        self.int(name).map(|value| value != 0)
    }

    /// A list of integers.
    pub(super) fn ints(&self, name: &str) -> Option<&'m [i64]> {
        match self.attr(name)? {
            Attr::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// A list of dimensions.
    pub(super) fn dims(&self, name: &str) -> Option<Vec<usize>> {
        dim_indices(self.ints(name)?)
    }

    /// A list with one integer per dimension; `default` for each when the attribute is absent.
    pub(super) fn ints_or(&self, name: &str, rank: usize, default: i64) -> Option<Vec<i64>> {
        match self.attr(name) {
            None => Some(vec![default; rank]),
            Some(_) => self.ints(name).filter(|list| list.len() == rank).map(<[i64]>::to_vec),
        }
    }

    /// The padding of a window: low and high per dimension, zero when absent.
    pub(super) fn padding(&self, rank: usize) -> Option<Vec<[i64; 2]>> {
        let Some(attr) = self.attr("padding") else { return Some(vec![[0; 2]; rank]) };
        let Attr::Dense { data, .. } = attr else { return None };
        let number = |bytes: &[u8]| Some(i64::from_le_bytes(bytes.try_into().ok()?));
        match data {
            DenseData::Splat(bytes) => Some(vec![[number(bytes)?; 2]; rank]),
            DenseData::Full(bytes) => {
                let pairs =
                    bytes.chunks(16).map(|pair| Some([number(pair.get(..8)?)?, number(pair.get(8..)?)?]));
                pairs.collect::<Option<Vec<_>>>().filter(|pairs| pairs.len() == rank)
            }
        }
    }

    /// The spelling of an enumerated attribute.
    pub(super) fn case(&self, name: &str) -> Option<&'static str> {
        match self.attr(name)? {
            Attr::Enum(case) => Some(case.text()),
            _ => None,
        }
    }

    /// An attribute made of named fields.
    pub(super) fn record(&self, name: &str) -> Option<&'m RecordAttr> {
        match self.attr(name)? {
            Attr::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The dimension numbers of a convolution.
    pub(super) fn conv(&self) -> Option<&'m ConvDims> {
        match self.attr("dimension_numbers")? {
            Attr::Conv(dims) => Some(dims),
            _ => None,
        }
    }

    /// A string attribute.
    pub(super) fn text(&self, name: &str) -> Option<&'m str> {
        string_value(self.attr(name)?)
    }
}

/// Dimension numbers as indices; `None` if one is negative.
pub(super) fn dim_indices(list: &[i64]) -> Option<Vec<usize>> {
    list.iter().map(|&dim| usize::try_from(dim).ok()).collect()
}

/// The text of a string attribute.
pub(super) fn string_value(attr: &Attr) -> Option<&str> {
    match attr {
        Attr::String(text) => std::str::from_utf8(text).ok(),
        _ => None,
    }
}

/// The sizes of a value, if it is a tensor of static shape.
pub(super) fn static_shape(module: &Module, value: ValueId) -> Option<Shape> {
    let tensor = module.context.tensor(module.type_of(value))?;
    tensor.shape.iter().map(|dim| dim.size()).collect()
}

/// The fact outside an op that its rule depends on. `feeds_rng` returns whether a value is the state of a
/// random generator.
#[inline]
pub(super) fn rule_facts(module: &Module, id: OpId, feeds_rng: &mut dyn FnMut(ValueId) -> bool) -> Facts {
    let op = module.op(id);
    match depends_on_surroundings(op.name.code()) {
        true => facts_of_surroundings(module, op, feeds_rng),
        false => Facts(false),
    }
}

/// Whether the rule of an op may depend on other ops: those that define or use its values, or those of its body.
pub(super) fn depends_on_surroundings(code: Option<OpCode>) -> bool {
    use OpCode::{Concatenate, CustomCall, DynamicUpdateSlice, Scatter};
    matches!(code, Some(Concatenate | DynamicUpdateSlice | Scatter | CustomCall))
}

/// The same for the ops that have such a fact. Kept apart so that the common case is inlined.
#[inline(never)]
fn facts_of_surroundings(module: &Module, op: &Op, feeds_rng: &mut dyn FnMut(ValueId) -> bool) -> Facts {
    Facts(match op.name.code() {
        Some(OpCode::Concatenate) => concatenates_slices(module, op),
        Some(OpCode::DynamicUpdateSlice) => {
            let starts = op.operands.iter().skip(2);
            starts.into_iter().all(|&start| is_constant(module, start))
        }
        Some(OpCode::Scatter) => body_reduction(module, op).is_some(),
        Some(OpCode::CustomCall) => {
            custom_call::target_name(module, op) == Some("X64Combine") && op.results().any(feeds_rng)
        }
        _ => false,
    })
}

/// Whether a random generator takes a value as its state. Searches all ops of the module.
pub(super) fn feeds_rng(module: &Module, value: ValueId) -> bool {
    rng_states(module).any(|state| state == value)
}

/// The states of all random generators of a module.
pub(super) fn rng_states(module: &Module) -> impl Iterator<Item = ValueId> + '_ {
    let ops = module.walk(module.top()).into_iter().map(|op| module.op(op));
    let generators = ops.filter(|op| op.name.code() == Some(OpCode::RngBitGenerator));
    generators.flat_map(|op| op.operands.iter().copied())
}

/// The op that defines a value, if it is of this code.
fn defined_by(module: &Module, value: ValueId, code: OpCode) -> Option<&Op> {
    match module.value(value).definition {
        Definition::Result { op, .. } => Some(module.op(op)).filter(|op| op.name.code() == Some(code)),
        Definition::Argument { .. } => None,
    }
}

fn is_constant(module: &Module, value: ValueId) -> bool {
    [OpCode::Constant, OpCode::SdyConstant].iter().any(|&code| defined_by(module, value, code).is_some())
}

/// Whether all operands are slices, or slices of one value next to that value.
fn concatenates_slices(module: &Module, op: &Op) -> bool {
    let source =
        |value: ValueId| defined_by(module, value, OpCode::Slice).and_then(|op| op.operands.first().copied());
    let sources: SmallVec<[Option<ValueId>; 4]> =
        op.operands.iter().map(|&operand| source(operand)).collect();
    if sources.iter().all(Option::is_some) {
        return !sources.is_empty();
    }
    let mut seen = op.operands.iter().zip(&sources).map(|(&operand, source)| source.unwrap_or(operand));
    let first = seen.next();
    sources.iter().any(Option::is_some) && seen.all(|value| Some(value) == first)
}

/// The reduction by which the body of a scatter combines, for every input alike, the old value and the update.
pub(crate) fn body_reduction(module: &Module, op: &Op) -> Option<OpCode> {
    let block = op.regions.first().and_then(|&region| module.region(region).blocks.first());
    let block = module.block(*block?);
    let returned = &module.op(*block.ops.last()?).operands;
    if returned.is_empty() || block.args.len() != 2 * returned.len() {
        return None;
    }
    let (old, new) = block.args.split_at(returned.len());
    let mut kind = None;
    let alike = returned.iter().zip(old.iter().zip(new)).all(|(&value, (&old, &new))| {
        let Definition::Result { op, .. } = module.value(value).definition else { return false };
        let op = module.op(op);
        let Some(code) = op.name.code().filter(|&code| is_reduction(module, code, value)) else {
            return false;
        };
        let both = op.operands[..] == [old, new] || op.operands[..] == [new, old];
        both && *kind.get_or_insert(code) == code
    });
    kind.filter(|_| alike)
}

/// Whether an op on two scalars can be the reduction of an all-reduce; `and` and `or` only on booleans.
fn is_reduction(module: &Module, code: OpCode, value: ValueId) -> bool {
    match code {
        OpCode::Add | OpCode::Multiply | OpCode::Maximum | OpCode::Minimum => true,
        OpCode::And | OpCode::Or => {
            let tensor = module.context.tensor(module.type_of(value));
            tensor.is_some_and(|tensor| {
                matches!(module.context.type_of(tensor.element), Type::Integer { width: 1, .. })
            })
        }
        _ => false,
    }
}
