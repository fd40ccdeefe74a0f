//! Which values may be infinite, apart from overflow.
//!
//! Partial sums have other signs than their sum, so their products with infinity have no sum. What the arguments of a program hold is not
//! known; they count as finite.

use std::collections::VecDeque;

use partita_ir::{
    Attr, DataFlow, Definition, DenseData, FloatFacts, FloatKind, Infinite, Linear, Module, OpId, OpKind,
    Specials, Type, ValueId, names,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The number of values that a search looks at. Behind more, a value counts as infinite.
const LOOKED_AT: usize = 16;

/// Whether a value may be infinite, by the constants and the ops with poles that it is computed from. Contractions are not looked through:
/// behind them, nearly every tensor of a network has a quotient.
pub(crate) fn may_be_infinite(module: &Module, value: ValueId) -> bool {
    let mut waiting = VecDeque::from([value]);
    let mut seen = FxHashSet::default();
    while let Some(value) = waiting.pop_front() {
        if float_kind(module, value).is_none() || !seen.insert(value) {
            continue;
        }
        if seen.len() > LOOKED_AT {
            return true;
        }
        match infinite_with(module, value) {
            Some(others) => waiting.extend(others),
            None => return true,
        }
    }
    false
}

/// Values of which one is infinite if a value is; `None` if it may be whatever they are.
fn infinite_with(module: &Module, value: ValueId) -> Option<SmallVec<[ValueId; 3]>> {
    let (op, index) = match module.value(value).definition {
        Definition::Result { op, index } => (op, index as usize),
        Definition::Argument { block, index } => {
            // What a loop is given first. Arguments of functions count as finite.
            let given = module.op(module.block_parent(block)).operands.get(index as usize);
            return Some(given.into_iter().copied().collect());
        }
    };
    if let Some(facts) = float_facts(module, op) {
        return (!facts.has_special).then(SmallVec::new);
    }
    let data = module.op(op);
    let Some(code) = data.name.code() else { return Some(SmallVec::new()) };
    let traits = code.traits();
    let operands = &data.operands;
    let linear = || match traits.linear {
        Some(Linear::Product) if code.kind() != OpKind::Elementwise => SmallVec::new(),
        Some(form) => operands[form.operands(operands.len())].into(),
        None => SmallVec::new(),
    };
    if traits.data_flow != DataFlow::None {
        return Some(flows_from(module, op, index));
    }
    match traits.infinite {
        _ if code.kind().is_identity() => Some(operands[..1].into()),
        Infinite::WithOperands => Some(operands[..].into()),
        Infinite::WithLinear => Some(linear()),
        Infinite::AtPoles if traits.linear == Some(Linear::Quotient) => {
            has_no_zeros(module, operands[1]).then(linear)
        }
        Infinite::AtPoles => None,
    }
}

/// The values from which data flows into a result of an op with data flow: what its regions or its function return, and operands.
fn flows_from(module: &Module, op: OpId, index: usize) -> SmallVec<[ValueId; 3]> {
    let data = module.op(op);
    let called = module.callee_name(op).and_then(|name| module.find_function(module.context.text(name)));
    let ends =
        [op].into_iter().chain(called).flat_map(|holder| &module.op(holder).regions).filter_map(|&region| {
            let block = *module.region(region).blocks.first()?;
            let end = *module.block(block).ops.last()?;
            module.op(end).operands.get(index).copied()
        });
    let mut from: SmallVec<[ValueId; 3]> = ends.collect();
    match called {
        // Any argument may be what the function returns.
        Some(_) => from.extend(data.operands.iter().copied()),
        None => from.extend(data.operands.get(index).copied()),
    }
    from
}

/// Whether a value is a constant without zeros, perhaps in another shape or of another sign.
pub(crate) fn has_no_zeros(module: &Module, value: ValueId) -> bool {
    let mut at = value;
    for _ in 0..LOOKED_AT {
        let Definition::Result { op, .. } = module.value(at).definition else { return false };
        if let Some(facts) = float_facts(module, op) {
            return !facts.has_zero;
        }
        let data = module.op(op);
        match data.name.code().and_then(|code| code.traits().linear) {
            // A narrower type rounds small numbers to zero.
            Some(Linear::FIRST) if holds_all_values(module, data.operands[0], at) => at = data.operands[0],
            _ => return false,
        }
    }
    false
}

/// The values among the elements of an op that is a constant.
fn float_facts(module: &Module, op: OpId) -> Option<FloatFacts> {
    if !module.is_constant(op) {
        return None;
    }
    let kind = float_kind(module, module.op(op).result(0))?;
    match module.attr(op, names::VALUE)? {
        Attr::Dense { data: DenseData::Splat(bytes) | DenseData::Full(bytes), .. } => {
            Some(bytes.float_facts(kind))
        }
        // What the file does not hold counts as what arguments hold.
        _ => Some(FloatFacts { has_zero: true, has_special: false }),
    }
}

/// The float type of a value's elements.
fn float_kind(module: &Module, value: ValueId) -> Option<FloatKind> {
    match module.context.type_of(module.context.tensor(module.type_of(value))?.element) {
        Type::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// Whether the float type of a value holds all values of another's.
pub(crate) fn holds_all_values(module: &Module, from: ValueId, to: ValueId) -> bool {
    let kinds = [from, to].map(|value| float_kind(module, value));
    let [Some(from), Some(to)] = kinds else { return false };
    let is_ieee = |kind: FloatKind| matches!(kind.specials(), Specials::Ieee);
    from == to
        || (is_ieee(to)
            && to.precision() >= from.precision()
            && to.min_exponent() <= from.min_exponent()
            && to.bits() > from.bits())
}
