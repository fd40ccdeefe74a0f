//! `sdy-explicit-gather-scatter-batching`: an index column that is an iota along a batch becomes a batching dimension.
//!
//! A lookup within each row of a table can be written with indices `(row, column)`, where the rows are an
//! iota. As long as the row is an index like any other, a sharded table has to be gathered; a batching
//! dimension can be sharded. As in Shardy, only dimension 0 of the operand and of the indices is considered, and
//! only in ops without batching dimensions.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{
    Attr, AttrId, Definition, Dim, Field, Module, Op, OpCode, OpId, RecordAttr, TensorType, Type, TypeId,
    ValueId, names,
};

use super::greedy;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-explicit-gather-scatter-batching",
    help: "turn index columns that only count into batching dimensions of gather and scatter",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for func in module.functions().collect::<Vec<_>>() {
        for op in module.walk(func) {
            let words = match module.op(op).name.code() {
                Some(OpCode::Gather) => &GATHER,
                Some(OpCode::Scatter) => &SCATTER,
                _ => continue,
            };
            if let Some(lookup) = Lookup::find(module, op, words) {
                lookup.rewrite(module, op, words);
            }
        }
        greedy::tidy_function(module, func);
    }
    Ok(())
}

/// The names of the same attributes in a gather and in a scatter.
struct Words {
    numbers: &'static str,
    collapsed: &'static str,
    batching: &'static str,
    indices_batching: &'static str,
    index_map: &'static str,
    /// Attributes that a rewritten op always has.
    flags: &'static [&'static str],
}

const GATHER: Words = Words {
    numbers: "dimension_numbers",
    collapsed: "collapsed_slice_dims",
    batching: "operand_batching_dims",
    indices_batching: "start_indices_batching_dims",
    index_map: "start_index_map",
    flags: &["indices_are_sorted"],
};

const SCATTER: Words = Words {
    numbers: "scatter_dimension_numbers",
    collapsed: "inserted_window_dims",
    batching: "input_batching_dims",
    indices_batching: "scatter_indices_batching_dims",
    index_map: "scatter_dims_to_operand_dims",
    flags: &["indices_are_sorted", "unique_indices"],
};

/// An op that indexes dimension 0 by an iota.
struct Lookup {
    numbers: Symbol,
    record: RecordAttr,
    /// The position of the indices among the operands.
    operand: usize,
    indices: ValueId,
    /// The position of the index for dimension 0 in an index vector.
    column: usize,
    /// The length of an index vector.
    columns: usize,
    /// The dimension of the indices along which index vectors extend.
    vector: usize,
}

impl Lookup {
    fn find(module: &Module, op: OpId, words: &Words) -> Option<Self> {
        let numbers = module.context.find_symbol(words.numbers)?;
        let Attr::Record(record) = module.attr(op, numbers)? else { return None };
        let index_map = record.ints(words.index_map);
        let batched =
            [words.batching, words.indices_batching].iter().any(|name| !record.ints(name).is_empty());
        // An op with a single column would have no indices left.
        if batched || index_map.len() < 2 || !record.ints(words.collapsed).contains(&0) {
            return None;
        }
        let operands = &module.op(op).operands;
        let operand = operands.len().checked_sub(1)?.div_ceil(2);
        let lookup = Self {
            numbers,
            record: record.clone(),
            operand,
            indices: *operands.get(operand)?,
            column: index_map.iter().position(|dim| *dim == 0)?,
            columns: index_map.len(),
            vector: usize::try_from(record.int("index_vector_dim")).ok()?,
        };
        let rows = |value| tensor(module, value)?.shape.first().copied();
        let same_rows = rows(operands[0])? == rows(lookup.indices)?;
        (same_rows && lookup.counts(module)).then_some(lookup)
    }

    /// Whether the column is an iota. Of a concatenation, the operand with the column's number is checked, as if each
    /// had one column, as in Shardy.
    fn counts(&self, module: &Module) -> bool {
        match self.parts(module) {
            Some(parts) => parts.get(self.column).is_some_and(|part| counts_up(module, *part)),
            None => counts_up(module, self.indices),
        }
    }

    /// The operands of the concatenation that forms the index vectors, if there is one.
    fn parts<'m>(&self, module: &'m Module) -> Option<&'m [ValueId]> {
        let op = definition(module, self.indices)?;
        let along = op.name.code() == Some(OpCode::Concatenate)
            && integer(module, op, names::DIMENSION) == Some(self.vector as i128);
        along.then_some(&op.operands[..])
    }

    fn rewrite(self, module: &mut Module, op: OpId, words: &Words) -> Option<()> {
        let indices = self.other_columns(module, op)?;
        module.op_mut(op).operands[self.operand] = indices;
        let fields = self.record.kind().fields().iter().zip(self.record.fields()).map(|(info, field)| {
            let old = self.record.ints(info.name).iter().copied();
            if [words.batching, words.indices_batching].contains(&info.name) {
                Field::Ints([0].into())
            } else if [words.collapsed, words.index_map].contains(&info.name) {
                Field::Ints(old.filter(|dim| *dim != 0).collect())
            } else {
                field.clone()
            }
        });
        let record = RecordAttr::new(self.record.kind(), fields.collect());
        let record = module.context.attr(Attr::Record(record));
        module.set_attr(op, self.numbers, record);
        for flag in words.flags {
            let flag = module.context.symbol(flag);
            if module.op(op).attr(flag).is_none() {
                let ty = module.context.int_type(1);
                let no = module.context.attr(Attr::Integer { value: 0, ty });
                module.set_attr(op, flag, no);
            }
        }
        Some(())
    }

    /// The indices without the iota column. New ops go before `op`.
    fn other_columns(&self, module: &mut Module, op: OpId) -> Option<ValueId> {
        let parts = match self.parts(module) {
            Some(parts) if parts.len() == self.columns => {
                let others = parts.iter().enumerate().filter(|(column, _)| *column != self.column);
                others.map(|(_, part)| *part).collect()
            }
            _ => {
                tensor(module, self.indices)?.static_shape()?;
                let mut slices = Vec::new();
                for (start, end) in [(0, self.column), (self.column + 1, self.columns)] {
                    if start < end {
                        slices.push(self.slice(module, op, start, end)?);
                    }
                }
                slices
            }
        };
        match parts[..] {
            [part] => Some(part),
            _ => {
                let ty = self.type_with(module, self.columns - 1)?;
                let i64_type = module.context.int_type(64);
                let dimension = Attr::Integer { value: self.vector as i128, ty: i64_type };
                let attrs = [(names::DIMENSION, module.context.attr(dimension))];
                Some(insert(module, op, OpCode::Concatenate, &parts, ty, &attrs))
            }
        }
    }

    /// A range of columns of the indices.
    fn slice(&self, module: &mut Module, op: OpId, start: usize, end: usize) -> Option<ValueId> {
        let mut limits = tensor(module, self.indices)?.static_shape()?;
        let mut starts = vec![0; limits.len()];
        let strides = vec![1; limits.len()];
        *starts.get_mut(self.vector)? = start as u64;
        *limits.get_mut(self.vector)? = end as u64;
        let ty = self.type_with(module, end - start)?;
        let attrs = [("limit_indices", limits), ("start_indices", starts), ("strides", strides)];
        let attrs = attrs.map(|(name, list)| {
            let element = module.context.int_type(64);
            let values = list.into_iter().map(|number| number as i64).collect();
            (module.context.symbol(name), module.context.attr(Attr::DenseArray { element, values }))
        });
        Some(insert(module, op, OpCode::Slice, &[self.indices], ty, &attrs))
    }

    /// The type of the indices with this number of columns.
    fn type_with(&self, module: &mut Module, columns: usize) -> Option<TypeId> {
        let mut ty: TensorType = tensor(module, self.indices)?.clone();
        *ty.shape.get_mut(self.vector)? = Dim::Static(columns as u64);
        Some(module.context.ty(Type::Tensor(ty)))
    }
}

/// Creates an op before another, with the location of the other.
fn insert(
    module: &mut Module,
    anchor: OpId,
    code: OpCode,
    operands: &[ValueId],
    ty: TypeId,
    attrs: &[(Symbol, AttrId)],
) -> ValueId {
    let (loc, span) = (module.op(anchor).loc, module.op(anchor).span);
    let op = module.build(code, operands, &[ty], attrs, loc, span);
    module.insert_before(anchor, op);
    module.op(op).result(0)
}

/// Whether a value is assumed to be an iota along its dimension 0.
///
/// As in Shardy, this is not a proof: it does not check which dimension a reshape or broadcast maps dimension 0 to, nor
/// whether a clamp or a select changes the numbers. Look here first if a rewritten op is wrong. JAX wraps indices that
/// could be negative in a select, whose last operand then is the index itself.
fn counts_up(module: &Module, mut value: ValueId) -> bool {
    // In a graph region ops may use one another in a cycle, so the number of steps is bounded.
    for _ in 0..module.op_count() {
        let Some(op) = definition(module, value) else { return false };
        value = match (op.name.code(), &op.operands[..]) {
            (Some(OpCode::Iota), _) => return iota_dimension(module, op) == Some(0),
            (Some(OpCode::Reshape | OpCode::BroadcastInDim), &[operand]) => operand,
            (Some(OpCode::Clamp), &[_, operand, _]) => operand,
            (Some(OpCode::Select), &[_, on_true, on_false]) => {
                let index =
                    definition(module, on_false).is_some_and(|op| op.name.code() == Some(OpCode::Iota));
                if index { on_false } else { on_true }
            }
            _ => return false,
        };
    }
    false
}

fn iota_dimension(module: &Module, op: &Op) -> Option<i128> {
    integer(module, op, module.context.find_symbol("iota_dimension")?)
}

fn integer(module: &Module, op: &Op, name: Symbol) -> Option<i128> {
    match module.context.attr_of(op.attr(name)?) {
        Attr::Integer { value, .. } => Some(*value),
        _ => None,
    }
}

fn definition(module: &Module, value: ValueId) -> Option<&Op> {
    match module.value(value).definition {
        Definition::Result { op, .. } => Some(module.op(op)),
        Definition::Argument { .. } => None,
    }
}

fn tensor(module: &Module, value: ValueId) -> Option<&TensorType> {
    module.context.tensor(module.type_of(value))
}
