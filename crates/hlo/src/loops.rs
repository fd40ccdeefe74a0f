//! The trip count of a `stablehlo.while`, where it can be derived from the text.
//!
//! The recognized form is a counter that starts at a constant, grows by a constant in every iteration, and is compared
//! with a constant, as in `lax.scan` and `lax.fori_loop`. A constant may come from outside as a carried value that the
//! body returns unchanged, and values are followed through calls, converts and barriers. Nothing else is evaluated.
//! The same is found before and after the import, which adds edges and turns calls into named computations.

use partita_ir::{
    Attr, BlockId, Definition, DenseData, Module, OpCode, OpId, Signedness, Type, TypeId, ValueId, names,
};

use crate::import::Functions;

/// The maximum number of ops between a value and its origin. It bounds the work for each loop.
const MAX_STEPS: usize = 64;

/// The number of iterations of the loop `op`, a `stablehlo.while`; `None` if it is unknown.
pub(crate) fn trip_count(module: &Module, functions: &Functions, op: OpId) -> Option<u64> {
    let walker = Walker { module, functions };
    let [cond, body] = walker.bodies(op)?;
    let (test, calls) = walker.origin(walker.returned(cond, 0)?, Vec::new(), &mut Vec::new())?;
    let compare = walker.definer(test, OpCode::Compare)?;
    let &[a, b] = &module.op(compare).operands[..] else { return None };
    let direction = direction(module, compare)?;
    // The counter may be on either side of the comparison.
    let sides = [(a, b, direction), (b, a, flipped(direction))];
    sides.into_iter().find_map(|(counter, bound, direction)| {
        let mut types = Vec::new();
        let (argument, offset) = walker.linear(counter, calls.clone(), &mut types)?;
        let index = walker.argument_of(argument, cond)?;
        let bound = walker.constant(bound, calls.clone())?;
        let start = walker.constant(*module.op(op).operands.get(index)?, Vec::new())?;
        let next = walker.returned(body, index)?;
        let (from, step) = walker.linear(next, Vec::new(), &mut types)?;
        if walker.argument_of(from, body)? != index {
            return None;
        }
        let start = start.checked_add(offset)?;
        let turns = turns(direction, start, step, bound)?;
        // A counter that overflows wraps around and may pass the comparison again.
        types.push(module.type_of(argument));
        let end = start.checked_add(step.checked_mul(i128::from(turns))?)?;
        let fits = |ty: &TypeId| {
            integer_range(module, *ty)
                .is_some_and(|(low, high)| [start, end].iter().all(|at| (low..=high).contains(at)))
        };
        types.iter().all(fits).then_some(turns)
    })
}

/// The loops of a module that have a known number of iterations, with this number.
pub fn loop_trip_counts(module: &Module) -> Vec<(OpId, u64)> {
    let functions = Functions::new(module);
    let ops = module.walk(module.top()).into_iter();
    let loops = ops.filter(|&op| module.op(op).name.code() == Some(OpCode::While));
    loops.filter_map(|op| Some((op, trip_count(module, &functions, op)?))).collect()
}

/// The number of values `start`, `start + step`, … that pass a comparison with `bound` before the first that fails.
fn turns(direction: &str, start: i128, step: i128, bound: i128) -> Option<u64> {
    let passes = match direction {
        "LT" => start < bound,
        "LE" => start <= bound,
        "GT" => start > bound,
        "GE" => start >= bound,
        "NE" => start != bound,
        "EQ" => start == bound,
        _ => return None,
    };
    if !passes {
        return Some(0);
    }
    let distance = bound - start;
    let count = match direction {
        "LT" if step > 0 => (distance + step - 1) / step,
        "LE" if step > 0 => distance / step + 1,
        "GT" if step < 0 => (-distance - step - 1) / -step,
        "GE" if step < 0 => distance / step + 1,
        "NE" if step != 0 && distance % step == 0 && distance / step > 0 => distance / step,
        "EQ" if step != 0 => 1,
        _ => return None,
    };
    u64::try_from(count).ok()
}

fn flipped(direction: &'static str) -> &'static str {
    match direction {
        "LT" => "GT",
        "LE" => "GE",
        "GT" => "LT",
        "GE" => "LE",
        other => other,
    }
}

fn direction(module: &Module, compare: OpId) -> Option<&'static str> {
    let name = module.context.find_symbol("comparison_direction")?;
    match module.attr(compare, name)? {
        Attr::Enum(case) => Some(case.text()),
        _ => None,
    }
}

/// The smallest and the largest value of an integer type, or of the elements of a tensor.
fn integer_range(module: &Module, ty: TypeId) -> Option<(i128, i128)> {
    let element = module.context.tensor(ty).map_or(ty, |tensor| tensor.element);
    match *module.context.type_of(element) {
        Type::Integer { width, sign: Signedness::Unsigned } if width <= 64 => Some((0, (1i128 << width) - 1)),
        Type::Integer { width, .. } if (2..=64).contains(&width) => {
            Some((-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1))
        }
        _ => None,
    }
}

/// Follows values to their origin. `calls` are the calls around a value, outermost first: an argument of a function is
/// followed only to the call through which the function was entered.
struct Walker<'m> {
    module: &'m Module,
    functions: &'m Functions,
}

impl Walker<'_> {
    /// The blocks of a loop: its condition and its body.
    fn bodies(&self, op: OpId) -> Option<[BlockId; 2]> {
        let &[cond, body] = &self.module.op(op).regions[..] else { return None };
        let first = |region| self.module.region(region).blocks.first().copied();
        Some([first(cond)?, first(body)?])
    }

    /// The only block of a function or a computation.
    fn body(&self, op: OpId) -> Option<BlockId> {
        let &region = self.module.op(op).regions.first()?;
        self.module.region(region).blocks.first().copied()
    }

    /// The value that the terminator of a block returns at an index.
    fn returned(&self, block: BlockId, index: usize) -> Option<ValueId> {
        let &last = self.module.block(block).ops.last()?;
        self.module.op(last).operands.get(index).copied()
    }

    /// The index of a value among the arguments of a block.
    fn argument_of(&self, value: ValueId, block: BlockId) -> Option<usize> {
        match self.module.value(value).definition {
            Definition::Argument { block: of, index } if of == block => Some(index as usize),
            _ => None,
        }
    }

    /// The op that defines a value, if it has this code.
    fn definer(&self, value: ValueId, code: OpCode) -> Option<OpId> {
        match self.module.value(value).definition {
            Definition::Result { op, .. } if self.module.op(op).name.code() == Some(code) => Some(op),
            _ => None,
        }
    }

    /// The origin of a value, through ops that do not change it, and the calls around the origin. `types` collects the
    /// types of converts, which leave a value unchanged only if it fits.
    fn origin(
        &self,
        value: ValueId,
        calls: Vec<OpId>,
        types: &mut Vec<TypeId>,
    ) -> Option<(ValueId, Vec<OpId>)> {
        let (mut value, mut calls) = (value, calls);
        for _ in 0..MAX_STEPS {
            let (op, index) = match self.module.value(value).definition {
                Definition::Result { op, index } => (op, index as usize),
                Definition::Argument { block, index } => {
                    let parent = self.module.block_parent(block);
                    let around = match (self.module.op(parent).name.code(), calls.last()) {
                        (Some(OpCode::FuncFunc), Some(&call)) => {
                            calls.pop();
                            call
                        }
                        // An integer of one element has no shards.
                        (Some(OpCode::SdyNamedComputation | OpCode::SdyManualComputation), _) => parent,
                        _ => return Some((value, calls)),
                    };
                    value = *self.module.op(around).operands.get(index as usize)?;
                    continue;
                }
            };
            let operands = &self.module.op(op).operands;
            match self.module.op(op).name.code() {
                Some(code) if code.kind().is_identity() => value = *operands.first()?,
                Some(OpCode::Convert | OpCode::Reshape) => {
                    types.extend([self.module.type_of(value), self.module.type_of(*operands.first()?)]);
                    value = operands[0];
                }
                Some(OpCode::OptimizationBarrier) => value = *operands.get(index)?,
                Some(OpCode::FuncCall) => {
                    let function = self.functions.callee(self.module, op)?;
                    value = self.returned(self.body(function)?, index)?;
                    calls.push(op);
                }
                Some(OpCode::SdyNamedComputation | OpCode::SdyManualComputation) => {
                    value = self.returned(self.body(op)?, index)?
                }
                _ => return Some((value, calls)),
            }
        }
        None
    }

    /// A value as an argument of a block plus a constant.
    fn linear(&self, value: ValueId, calls: Vec<OpId>, types: &mut Vec<TypeId>) -> Option<(ValueId, i128)> {
        let (mut value, mut calls, mut sum) = (value, calls, 0i128);
        for _ in 0..MAX_STEPS {
            (value, calls) = self.origin(value, calls, types)?;
            let Definition::Result { op, .. } = self.module.value(value).definition else {
                return Some((value, sum));
            };
            let &[a, b] = &self.module.op(op).operands[..] else { return None };
            let code = self.module.op(op).name.code();
            let constant = |value| self.constant(value, calls.clone());
            (value, sum) = match (code, constant(b), constant(a)) {
                (Some(OpCode::Add), Some(b), _) => (a, sum.checked_add(b)?),
                (Some(OpCode::Add), None, Some(a)) => (b, sum.checked_add(a)?),
                (Some(OpCode::Subtract), Some(b), _) => (a, sum.checked_sub(b)?),
                _ => return None,
            };
        }
        None
    }

    /// The value of a scalar that is the same integer in every iteration.
    fn constant(&self, value: ValueId, calls: Vec<OpId>) -> Option<i128> {
        let (mut value, mut calls, mut types) = (value, calls, Vec::new());
        for _ in 0..MAX_STEPS {
            (value, calls) = self.origin(value, calls, &mut types)?;
            match self.module.value(value).definition {
                Definition::Result { op, .. } => {
                    let number = self.constant_of(op)?;
                    let fits = |ty: &TypeId| {
                        integer_range(self.module, *ty)
                            .is_some_and(|(low, high)| (low..=high).contains(&number))
                    };
                    return types.iter().all(fits).then_some(number);
                }
                Definition::Argument { block, index } => {
                    value = self.carried_unchanged(block, index as usize)?
                }
            }
        }
        None
    }

    /// The initial value of a carried value that the body of a loop returns unchanged.
    fn carried_unchanged(&self, block: BlockId, index: usize) -> Option<ValueId> {
        let parent = self.module.block_parent(block);
        if self.module.op(parent).name.code() != Some(OpCode::While) {
            return None;
        }
        let [_, body] = self.bodies(parent)?;
        let returned = self.returned(body, index)?;
        let (from, _) = self.origin(returned, Vec::new(), &mut Vec::new())?;
        (self.argument_of(from, body)? == index)
            .then(|| self.module.op(parent).operands.get(index).copied())?
    }

    /// The value of a constant of one integer.
    fn constant_of(&self, op: OpId) -> Option<i128> {
        if !self.module.is_constant(op) {
            return None;
        }
        let Attr::Dense { ty, data } = self.module.attr(op, names::VALUE)? else { return None };
        let (DenseData::Splat(bytes) | DenseData::Full(bytes)) = data;
        let tensor = self.module.context.tensor(*ty)?;
        let (low, _) = integer_range(self.module, *ty)?;
        let is_one = tensor.elements() == Some(1) && (1..=8).contains(&bytes.len());
        let negative = low < 0 && bytes.last().is_some_and(|&byte| byte >= 0x80);
        let mut wide = [if negative { 0xff } else { 0 }; 16];
        wide[..bytes.len().min(16)].copy_from_slice(&bytes[..bytes.len().min(16)]);
        is_one.then_some(i128::from_le_bytes(wide))
    }
}

#[cfg(test)]
mod tests {
    use super::turns;

    #[test]
    fn counters_are_counted() {
        for (direction, start, step, bound, expected) in [
            ("LT", 0, 1, 5, Some(5)),
            ("LT", 0, 2, 5, Some(3)),
            ("LT", 5, 1, 5, Some(0)),
            ("LT", 0, 0, 5, None),
            ("LT", 0, -1, 5, None),
            ("LE", 0, 2, 4, Some(3)),
            ("LE", 1, 1, 0, Some(0)),
            ("GT", 5, -1, 0, Some(5)),
            ("GT", 5, -2, 0, Some(3)),
            ("GE", 4, -2, 0, Some(3)),
            ("GE", 4, 1, 0, None),
            ("NE", 0, 2, 6, Some(3)),
            ("NE", 0, 2, 5, None),
            ("NE", 6, -2, 0, Some(3)),
            ("NE", 3, 1, 3, Some(0)),
            ("EQ", 3, 1, 3, Some(1)),
            ("EQ", 3, 0, 3, None),
        ] {
            assert_eq!(turns(direction, start, step, bound), expected, "{direction} {start} {step} {bound}");
        }
    }
}
