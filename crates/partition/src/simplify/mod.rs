//! Rewrites of the global program into ops that can be cut well, before shardings spread.
//!
//! Every rewrite is exact in what it means: the op that makes a result gets the sharding and the place in the
//! source that the result had. An op that cannot be rewritten stays.

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
use crate::layout::Shape;
use integers::Integers;

/// Writes ops that mean the same as one and names the values that stand for its results; `None`, and nothing
/// written, when it cannot.
type Rewrite = fn(&mut Rewriter, OpId) -> Option<Vec<ValueId>>;

/// What to do with an op.
fn rewrite_of(code: OpCode) -> Option<Rewrite> {
    use OpCode::*;
    Some(match code {
        AllGather | AllReduce | AllToAll | CollectiveBroadcast | CrossReplicaSum | ReduceScatter => {
            alone::in_groups
        }
        BatchNormGrad => batch_norm::grad,
        BatchNormInference => batch_norm::inference,
        BatchNormTraining => batch_norm::training,
        Broadcast => broadcast::broadcast,
        CollectivePermute => alone::permute,
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
        ChloBroadcastSelect => broadcast::select,
        _ if code.traits().broadcasts.is_some() => broadcast::elementwise,
        _ => return None,
    })
}

/// Rewrites all ops that can be. Names of values that others stand for now come back.
pub(crate) fn simplify(module: Module) -> (Module, Vec<Alias>) {
    let walk = module.walk(module.top());
    let rewritten =
        walk.iter().filter(|&&op| module.op(op).name.code().is_some_and(|code| rewrite_of(code).is_some()));
    // Inner blocks come first: what is taken out of a body is in its final form.
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

/// How many devices a program is for: those of its largest mesh.
pub(crate) fn device_count(module: &Module) -> u64 {
    let meshes = module.meshes();
    meshes.ids().map(|id| meshes.get(id).device_count()).max().unwrap_or(1)
}

/// Rewrites a module, block by block.
struct Rewriter {
    emit: Emitter,
    integers: Integers,
    /// How many devices the program is for.
    devices: u64,
    /// What stands for the results of ops that are gone.
    replaced: FxHashMap<ValueId, ValueId>,
    /// Names of values that other named values stand for.
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

    /// Whether all sizes that matter are known.
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

    /// Lets values stand for the results of an op that goes; ops from `first` on were made for it.
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
            // What stands for a value is looked up in one step, or in one per block around it.
            let value = self.current(value);
            // One value has one name; what else it stands for is listed.
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

    /// The op that makes a value, if it was made for the op at hand.
    fn new_maker(&self, value: ValueId, first: usize) -> Option<OpId> {
        match self.emit.out.value(value).definition {
            Definition::Result { op, .. } if op.index() >= first => Some(op),
            Definition::Result { .. } | Definition::Argument { .. } => None,
        }
    }

    /// A value that says how it is sharded.
    fn with_sharding(&mut self, value: ValueId, spec: &ShardingSpec, first: usize) -> ValueId {
        let maker = self.new_maker(value, first);
        let is_marked = |op| self.emit.out.attr(op, names::SDY_SHARDING).is_some();
        let (value, maker) = match maker {
            Some(maker) if self.emit.out.op(maker).result_count() > 1 => return value,
            Some(maker) if !is_marked(maker) => (value, maker),
            // Something else has this value too.
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

    /// Takes over attributes that are not the op's own, other than those about its sharding as a whole.
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

    /// Takes over the rule that the program gives for an op, where it fits what stands in its place.
    fn copy_rule(&mut self, from: OpId, to: OpId) {
        let (old, new) = (self.emit.out.op(from), self.emit.out.op(to));
        let fits = new.name.code() != Some(OpCode::FuncCall)
            && old.operands == new.operands
            && old.result_count() == new.result_count();
        if let Some(rule) = old.attr(names::SDY_SHARDING_RULE).filter(|_| fits) {
            self.emit.out.set_attr(to, names::SDY_SHARDING_RULE, rule);
        }
    }

    /// The module, with every use of what is gone replaced.
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

    /// What stands for a value now.
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

    /// The sizes of the first result.
    fn result_shape(&self, op: OpId) -> Shape {
        self.emit.shape(self.emit.out.op(op).result(0))
    }

    // Writing ops.

    /// An op with one result.
    fn made(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        ty: TypeId,
        attrs: &[(Symbol, partita_ir::AttrId)],
    ) -> OpId {
        self.emit.op(code, operands, &[ty], attrs)
    }

    /// An op with the result type of another, and with those of its attributes that are named.
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

    /// A value with elements of another type.
    fn converted(&mut self, value: ValueId, element: TypeId) -> ValueId {
        if self.emit.element(value) == element {
            return value;
        }
        let shape = self.emit.shape(value);
        let ty = self.emit.tensor(&shape, element);
        self.emit.one(OpCode::Convert, &[value], ty, &[])
    }

    /// A value with dimension `order[i]` as dimension `i`.
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
