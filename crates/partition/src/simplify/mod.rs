//! Rewrites ops of the global program into ops that partition well, before propagation.
//!
//! Every rewrite preserves the meaning. The op that computes a result keeps the sharding and the source
//! location of the op it replaces. An op that cannot be rewritten stays.

mod alone;
mod batch_norm;
mod broadcast;
mod composite;
mod dynamic;
mod einsum;
mod index_select;
mod integers;
mod map;
mod product;

use partita_base::{Id, Symbol};
use partita_hlo::propagation::Alias;
use partita_ir::{Attr, BlockId, Definition, Module, OpCode, OpId, SdyAttr, TypeId, ValueId, names};
use partita_mesh::Meshes;
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;

use crate::emit::Emitter;
use crate::local_layout::Shape;
use integers::Integers;

/// Emits ops that are equivalent to one op and returns the values that replace its results; returns `None`,
/// without emitting anything, if it cannot.
type Rewrite = fn(&mut Rewriter, OpId) -> Option<Vec<ValueId>>;

/// The rewrite for an op, if there is one.
fn rewrite_of(code: OpCode) -> Option<Rewrite> {
    use OpCode::*;
    Some(match code {
        AllGather | AllReduce | AllToAll | CollectiveBroadcast | CrossReplicaSum | ReduceScatter => {
            alone::in_groups
        }
        BatchNormGrad => batch_norm::batch_norm_grad,
        BatchNormInference => batch_norm::batch_norm_inference,
        BatchNormTraining => batch_norm::batch_norm_training,
        Broadcast => broadcast::broadcast,
        CollectivePermute => alone::permute_to_self,
        Composite => composite::composite,
        Dot => product::dot,
        DynamicBroadcastInDim => dynamic::broadcast_in_dim,
        DynamicConv => dynamic::convolution,
        DynamicGather => dynamic::gather,
        DynamicIota => dynamic::iota,
        DynamicPad => dynamic::pad,
        DynamicReshape => dynamic::reshape,
        Einsum | UnaryEinsum => einsum::einsum,
        GetDimensionSize => dynamic::dimension_size,
        Map => map::map,
        RealDynamicSlice => dynamic::slice,
        TorchIndexSelect => index_select::index_select,
        ChloBroadcastSelect => broadcast::broadcast_select,
        _ if code.traits().broadcasts.is_some() => broadcast::broadcast_elementwise,
        _ => return None,
    })
}

/// Rewrites all ops that it can. Also returns the names of values that were replaced by other named values.
pub(crate) fn simplify(module: Module) -> (Module, Vec<Alias>) {
    let walk = module.walk(module.top());
    let rewritten =
        walk.iter().filter(|&&op| module.op(op).name.code().is_some_and(|code| rewrite_of(code).is_some()));
    // Inner blocks come first, so that what is moved out of a body is already in its final form.
    let mut blocks: Vec<BlockId> = rewritten.filter_map(|&op| module.op(op).block).collect();
    blocks.dedup();
    blocks.reverse();
    if blocks.is_empty() {
        return (module, Vec::new());
    }
    let integers = Integers::read(&module, &walk);
    let devices = device_count(&module);
    let emit = Emitter::new(module, Meshes::default(), false);
    let (replaced, aliases) = (FxHashMap::default(), Vec::new());
    let mut rewriter = Rewriter { emit, integers, devices, replaced, aliases };
    let mut seen = vec![false; rewriter.emit.out.block_count()];
    for block in blocks {
        if !std::mem::replace(&mut seen[block.index()], true) {
            rewriter.block(block);
        }
    }
    rewriter.finish()
}

/// The number of devices that a program is for: those of its largest mesh.
pub(crate) fn device_count(module: &Module) -> u64 {
    let meshes = module.meshes();
    meshes.ids().map(|id| meshes.get(id).device_count()).max().unwrap_or(1)
}

/// Rewrites a module, block by block.
struct Rewriter {
    emit: Emitter,
    integers: Integers,
    /// The number of devices that the program is for.
    devices: u64,
    /// The replacements of the results of erased ops.
    replaced: FxHashMap<ValueId, ValueId>,
    /// Names of values that were replaced by other named values.
    aliases: Vec<Alias>,
}

impl Rewriter {
    fn block(&mut self, block: BlockId) {
        let ops = self.emit.out.block(block).ops.clone();
        self.emit.out.set_block_ops(block, Vec::new());
        self.emit.block = block;
        for op in ops {
            let data = self.emit.out.op(op);
            (self.emit.loc, self.emit.span) = (data.loc, data.span);
            let first = self.emit.out.op_count();
            let rewrite = data.name.code().and_then(rewrite_of);
            match rewrite.filter(|_| self.may_rewrite(op)).and_then(|rewrite| rewrite(self, op)) {
                Some(values) => self.replace(op, &values, first),
                None => self.emit.out.append(block, op),
            }
        }
    }

    /// Whether all sizes that matter are static.
    fn may_rewrite(&self, op: OpId) -> bool {
        let module = &self.emit.out;
        let data = module.op(op);
        if data.name.code() == Some(OpCode::Composite) {
            return true;
        }
        let is_static = |value| {
            let tensor = module.context.tensor(module.type_of(value));
            tensor.is_some_and(|tensor| tensor.encoding.is_none() && tensor.static_shape().is_some())
        };
        let asks_for_size = data.name.code() == Some(OpCode::GetDimensionSize);
        data.results().all(is_static)
            && (asks_for_size || data.operands.iter().all(|&value| is_static(value)))
    }

    /// Replaces the results of an op that is erased; ops from index `first` on were emitted for it.
    fn replace(&mut self, op: OpId, values: &[ValueId], first: usize) {
        let specs: Vec<ShardingSpec> = self.emit.out.result_shardings(op).to_vec();
        let results: Vec<ValueId> = self.emit.out.op(op).results().collect();
        let mut named: Vec<ValueId> = Vec::new();
        for (index, (result, &value)) in results.into_iter().zip(values).enumerate() {
            let value = match specs.get(index) {
                Some(spec) => self.with_sharding(value, spec, first),
                None => value,
            };
            let maker = self.new_maker(value, first);
            if let Some(maker) = maker {
                self.copy_notes(op, maker);
                self.copy_rule(op, maker);
            }
            // A replacement may itself have been replaced, once per enclosing block.
            let value = self.current(value);
            // A value has one name; further names become aliases.
            if maker.is_some() && !named.contains(&value) {
                self.emit.out.copy_name(result, value);
                named.push(value);
            } else {
                let name = self.emit.out.value(result).name();
                self.aliases.push(Alias { name, of: self.emit.out.value(value).name() });
            }
            self.replaced.insert(result, value);
        }
    }

    /// The op that defines a value, if it was emitted for the current op.
    fn new_maker(&self, value: ValueId, first: usize) -> Option<OpId> {
        match self.emit.out.value(value).definition {
            Definition::Result { op, .. } if op.index() >= first => Some(op),
            Definition::Result { .. } | Definition::Argument { .. } => None,
        }
    }

    /// Gives a value a sharding, copying it if it already has one.
    fn with_sharding(&mut self, value: ValueId, spec: &ShardingSpec, first: usize) -> ValueId {
        let maker = self.new_maker(value, first);
        let is_marked = |op| self.emit.out.attr(op, names::SDY_SHARDING).is_some();
        let (value, maker) = match maker {
            Some(maker) if self.emit.out.op(maker).result_count() > 1 => return value,
            Some(maker) if !is_marked(maker) => (value, maker),
            // The value has other users or a sharding of its own.
            Some(_) | None => {
                let copy = self.made(OpCode::Reshape, &[value], self.emit.out.type_of(value), &[]);
                (self.emit.out.op(copy).result(0), copy)
            }
        };
        let specs = SdyAttr::ShardingPerValue(vec![spec.clone()]);
        let attr = self.emit.out.context.attr(Attr::Sdy(Box::new(specs)));
        self.emit.out.set_attr(maker, names::SDY_SHARDING, attr);
        value
    }

    /// Copies discardable attributes, except those that describe the sharding of all results.
    fn copy_notes(&mut self, from: OpId, to: OpId) {
        let old = self.emit.out.op(from);
        let is_alone = old.result_count() == 1;
        for (name, attr) in old.attrs.clone() {
            let text = self.emit.out.context.text(name);
            let is_note = text.contains('.') && !text.starts_with("sdy.");
            if is_note && (is_alone || text != "mhlo.sharding") && self.emit.out.attr(to, name).is_none() {
                self.emit.out.set_attr(to, name, attr);
            }
        }
    }

    /// Copies a custom sharding rule where it fits the replacement.
    fn copy_rule(&mut self, from: OpId, to: OpId) {
        let (old, new) = (self.emit.out.op(from), self.emit.out.op(to));
        let fits = new.name.code() != Some(OpCode::FuncCall)
            && old.operands == new.operands
            && old.result_count() == new.result_count();
        if let Some(rule) = old.attr(names::SDY_SHARDING_RULE).filter(|_| fits) {
            self.emit.out.set_attr(to, names::SDY_SHARDING_RULE, rule);
        }
    }

    /// Finishes the module: replaces all uses of erased results.
    fn finish(mut self) -> (Module, Vec<Alias>) {
        for op in self.emit.out.walk(self.emit.out.top()) {
            for index in 0..self.emit.out.op(op).operands.len() {
                let operand = self.emit.out.op(op).operands[index];
                let current = self.current(operand);
                if current != operand {
                    self.emit.out.op_mut(op).operands[index] = current;
                }
            }
        }
        (self.emit.out, self.aliases)
    }

    /// The value that replaces a value, or the value itself.
    fn current(&self, mut value: ValueId) -> ValueId {
        while let Some(&other) = self.replaced.get(&value) {
            value = other;
        }
        value
    }

    // Reading an op.

    fn operand(&self, op: OpId, index: usize) -> ValueId {
        self.emit.out.op(op).operands[index]
    }

    fn result_type(&self, op: OpId) -> TypeId {
        self.emit.out.type_of(self.emit.out.op(op).result(0))
    }

    /// The shape of the first result.
    fn result_shape(&self, op: OpId) -> Shape {
        self.emit.shape(self.emit.out.op(op).result(0))
    }

    // Writing ops.

    /// Emits an op with one result.
    fn made(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        ty: TypeId,
        attrs: &[(Symbol, partita_ir::AttrId)],
    ) -> OpId {
        self.emit.op(code, operands, &[ty], attrs)
    }

    /// Emits an op with the result type of another and some of its attributes.
    fn instead(&mut self, op: OpId, code: OpCode, operands: &[ValueId], kept: &[&str]) -> OpId {
        let attrs: Vec<_> = kept
            .iter()
            .filter_map(|name| {
                let name = self.emit.symbol(name);
                Some((name, self.emit.out.op(op).attr(name)?))
            })
            .collect();
        let ty = self.result_type(op);
        self.made(code, operands, ty, &attrs)
    }

    fn set(&mut self, op: OpId, name: &str, attr: partita_ir::AttrId) {
        let name = self.emit.symbol(name);
        self.emit.out.set_attr(op, name, attr);
    }

    /// The results of one op.
    fn results(&self, op: OpId) -> Option<Vec<ValueId>> {
        Some(self.emit.out.op(op).results().collect())
    }

    /// Converts a value to another element type.
    fn converted(&mut self, value: ValueId, element: TypeId) -> ValueId {
        if self.emit.element(value) == element {
            return value;
        }
        let shape = self.emit.shape(value);
        let ty = self.emit.tensor(&shape, element);
        self.emit.one(OpCode::Convert, &[value], ty, &[])
    }

    /// Transposes a value: dimension `order[i]` becomes dimension `i`.
    fn transposed(&mut self, value: ValueId, order: &[usize]) -> ValueId {
        if order.iter().enumerate().all(|(place, &dim)| place == dim) {
            return value;
        }
        let old = self.emit.shape(value);
        let shape: Shape = order.iter().map(|&dim| old[dim]).collect();
        let ty = self.emit.tensor(&shape, self.emit.element(value));
        let order: Vec<i64> = order.iter().map(|&dim| dim as i64).collect();
        let order = self.emit.ints_attr(&order);
        self.emit.one(OpCode::Transpose, &[value], ty, &[("permutation", order)])
    }
}

#[cfg(test)]
mod tests;
