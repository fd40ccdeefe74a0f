//! Constant-folds short lists of integers, such as shapes.

use partita_ir::{Attr, DenseData, Module, OpCode, OpId, Signedness, Type, TypeId, ValueId, names};
use rustc_hash::FxHashMap;

use crate::ops::view;

/// The elements, in row-major order, of small integer tensors that are computed from constants.
pub(super) struct Integers {
    known: FxHashMap<ValueId, Vec<i64>>,
}

/// The largest number of elements; shapes are shorter.
const MOST: u64 = 64;

impl Integers {
    /// Reads a module; `walk` lists its ops, definitions before uses.
    pub(super) fn read(module: &Module, walk: &[OpId]) -> Self {
        let mut integers = Self { known: FxHashMap::default() };
        for &op in walk {
            if let Some(values) = integers.of(module, op) {
                integers.known.insert(module.op(op).result(0), values);
            }
        }
        integers
    }

    /// The elements of a value, if they are constant.
    pub(super) fn get(&self, value: ValueId) -> Option<&[i64]> {
        self.known.get(&value).map(Vec::as_slice)
    }

    fn of(&self, module: &Module, op: OpId) -> Option<Vec<i64>> {
        let data = module.op(op);
        let code = data.name.code()?;
        if data.result_count() != 1 {
            return None;
        }
        let tensor = module.context.tensor(module.type_of(data.result(0)))?;
        let (count, range) =
            (tensor.elements().filter(|&count| count <= MOST)?, range(module, tensor.element)?);
        let operand = |index: usize| self.get(*data.operands.get(index)?);
        let values = match code {
            _ if module.is_constant(op) => constant(module, op, tensor.element, count as usize)?,
            OpCode::Reshape | OpCode::Convert => operand(0)?.to_vec(),
            OpCode::BroadcastInDim => match operand(0)? {
                [only] => vec![*only; count as usize],
                _ => return None,
            },
            OpCode::Concatenate if tensor.rank() == 1 => {
                let slices: Option<Vec<&[i64]>> =
                    data.operands.iter().map(|&value| self.get(value)).collect();
                slices?.concat()
            }
            OpCode::Slice if tensor.rank() == 1 => {
                let [start, limit, stride] = ["start_indices", "limit_indices", "strides"]
                    .map(|name| view::int_list_attr(module, op, name));
                let [start, limit, stride] = [start, limit, stride].map(|list| list.first().copied());
                let (start, limit) = (usize::try_from(start?).ok()?, usize::try_from(limit?).ok()?);
                let stride = usize::try_from(stride?).ok().filter(|&stride| stride > 0)?;
                operand(0)?.get(start..limit)?.iter().copied().step_by(stride).collect()
            }
            OpCode::GetDimensionSize => {
                let dim = usize::try_from(view::int_attr(module, op, "dimension", -1)).ok()?;
                let operand = module.context.tensor(module.type_of(data.operands[0]))?;
                if operand.encoding.is_some() {
                    return None;
                }
                vec![i64::try_from(operand.shape.get(dim)?.size()?).ok()?]
            }
            OpCode::Add | OpCode::Subtract | OpCode::Multiply => {
                let pairs = operand(0)?.iter().zip(operand(1)?);
                let each = |(&a, &b): (&i64, &i64)| match code {
                    OpCode::Add => a.checked_add(b),
                    OpCode::Subtract => a.checked_sub(b),
                    _ => a.checked_mul(b),
                };
                pairs.map(each).collect::<Option<Vec<i64>>>()?
            }
            _ => return None,
        };
        // Values that would wrap around are not folded.
        let fits = |value: &i64| range.contains(&i128::from(*value));
        (values.len() as u64 == count && values.iter().all(fits)).then_some(values)
    }
}

/// The range of an integer type.
fn range(module: &Module, element: TypeId) -> Option<std::ops::RangeInclusive<i128>> {
    match *module.context.type_of(element) {
        Type::Index => Some(i128::from(i64::MIN)..=i128::from(i64::MAX)),
        Type::Integer { width, sign: Signedness::Unsigned } if (2..=64).contains(&width) => {
            Some(0..=(1i128 << width) - 1)
        }
        Type::Integer { width, .. } if (2..=64).contains(&width) => {
            Some(-(1i128 << (width - 1))..=(1i128 << (width - 1)) - 1)
        }
        _ => None,
    }
}

fn constant(module: &Module, op: OpId, element: TypeId, count: usize) -> Option<Vec<i64>> {
    let Some(Attr::Dense { data, .. }) = module.attr(op, names::VALUE) else { return None };
    let width = module.element_bits(element)?.div_ceil(8) as usize;
    let is_unsigned =
        matches!(module.context.type_of(element), Type::Integer { sign: Signedness::Unsigned, .. });
    let number = |bytes: &[u8]| {
        let is_negative = !is_unsigned && bytes.last().is_some_and(|byte| byte & 0x80 != 0);
        let mut all = [if is_negative { 0xff } else { 0 }; 8];
        all.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let number = i64::from_le_bytes(all);
        (!is_unsigned || number >= 0).then_some(number)
    };
    match data {
        DenseData::Splat(bytes) => Some(vec![number(bytes)?; count]),
        DenseData::Full(bytes) => bytes.chunks_exact(width).map(number).collect(),
    }
}
