//! `composite`: a rule for a function, from the rules of the ops in it.
//!
//! Two dimensions within the function belong to one class if some op's rule has one factor for both and
//! nothing else. A class that no op needs replicated, sums over or moves data along is a factor that passes through
//! the composite; every other dimension must be replicated.

use partita_base::Id;
use partita_ir::{Attr, DenseData, Module, OpCode, OpId, ValueId, names};
use partita_rule::{FactorKind, RuleSpec};
use rustc_hash::FxHashMap;

use super::draft::At;
use super::view::{self, OpView, Shape};
use super::{Compat, OpRule, RuleOptions, table};

use FactorKind::{NeedReplication, PassThrough};

/// The maximum number of ops of a decomposition; a longer one has no rule. It bounds the work for each composite.
const OP_LIMIT: usize = 10_000;

/// `composite`: dimensions that pass through its decomposition correspond; all others must be replicated.
pub(super) fn composite(view: &OpView<'_>) -> Option<RuleSpec> {
    let Attr::SymbolRef(path) = view.attr("decomposition")? else { return None };
    let function = view.module.find_function(view.module.context.text(*path.first()?))?;
    let options = RuleOptions { conservative: view.conservative, compat: Compat::Full, user: None };
    let mut body = Body::read(view.module, function, &options)?;
    let args = view.module.func_args(function);
    let shapes = view.operands.iter().chain(&view.results);
    if args.len() != view.operands.len() || body.returned.len() != view.results.len() {
        return None;
    }
    let values: Vec<ValueId> = args.iter().chain(&body.returned).copied().collect();
    if !values
        .iter()
        .zip(shapes.clone())
        .all(|(&value, shape)| view::static_shape(view.module, value).as_ref() == Some(shape))
    {
        return None;
    }
    let place = |tensor: usize, dim: usize| match tensor.checked_sub(args.len()) {
        None => At::Operand(tensor, dim),
        Some(result) => At::Result(result, dim),
    };
    let mut classes: Vec<(Option<usize>, u64, Vec<At>)> = Vec::new();
    let mut by_class: FxHashMap<usize, usize> = FxHashMap::default();
    for (tensor, (&value, shape)) in values.iter().zip(shapes).enumerate() {
        let mut taken: Vec<usize> = Vec::new();
        for (dim, &size) in shape.iter().enumerate() {
            let class = body.passing_class(value, dim);
            // A factor may appear only once in a tensor.
            let class = class.filter(|class| !taken.contains(class));
            let known = class.and_then(|class| by_class.get(&class).copied());
            match known.filter(|&known| classes[known].1 == size) {
                Some(known) => classes[known].2.push(place(tensor, dim)),
                None => {
                    if let (Some(class), None) = (class, known) {
                        by_class.insert(class, classes.len());
                    }
                    classes.push((class.filter(|_| known.is_none()), size, vec![place(tensor, dim)]));
                }
            }
            taken.extend(class);
        }
    }
    let mut rule = view.draft();
    for (class, size, places) in classes {
        rule.add(if class.is_some() { PassThrough } else { NeedReplication }, size, places);
    }
    rule.finish()
}

/// The dimensions of a function's values, in classes.
struct Body {
    /// The first dimension of each value.
    first: FxHashMap<ValueId, usize>,
    /// A union-find forest: the parent of each dimension.
    parents: Vec<usize>,
    /// By root: whether the dimensions of the class must be replicated.
    replicated: Vec<bool>,
    returned: Vec<ValueId>,
}

impl Body {
    fn read(module: &Module, function: OpId, options: &RuleOptions<'_>) -> Option<Self> {
        let region = module.region(*module.op(function).regions.first()?);
        let [block] = region.blocks[..] else { return None };
        let block = module.block(block);
        if block.ops.len() > OP_LIMIT {
            return None;
        }
        let mut body = Self {
            first: FxHashMap::default(),
            parents: Vec::new(),
            replicated: Vec::new(),
            returned: module.op(*block.ops.last()?).operands.to_vec(),
        };
        for &value in block.args.iter().chain(&body.returned.clone()) {
            body.node(module, value, 0);
        }
        for &op in &block.ops {
            // A nested composite counts as unknown, so that the work stays linear in the size of the module.
            let nested = module.op(op).name.code() == Some(OpCode::Composite);
            let rule = match nested {
                true => OpRule::Unknown,
                false => {
                    table::derive_rule(module, op, view::rule_facts(module, op, &mut |_| false), options)
                }
            };
            match rule {
                OpRule::Rule(rule) => body.unite(module, op, &rule),
                OpRule::None if is_splat(module, op) => {}
                OpRule::None if module.op(op).name.code() == Some(OpCode::FuncReturn) => {}
                OpRule::None | OpRule::Unknown => body.replicate_all(module, op),
            }
        }
        Some(body)
    }

    /// The number of a dimension of a value.
    fn node(&mut self, module: &Module, value: ValueId, dim: usize) -> Option<usize> {
        let shape: Shape = view::static_shape(module, value)?;
        let first = *self.first.entry(value).or_insert_with(|| {
            let first = self.parents.len();
            self.parents.extend(first..first + shape.len());
            self.replicated.extend(shape.iter().map(|_| false));
            first
        });
        (dim < shape.len()).then_some(first + dim)
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
        self.replicated[a.min(b)] |= self.replicated[a.max(b)];
    }

    fn mark_replicated(&mut self, node: usize) {
        let root = self.root(node);
        self.replicated[root] = true;
    }

    /// Merges and marks the classes of an op's dimensions according to its rule.
    fn unite(&mut self, module: &Module, op: OpId, rule: &RuleSpec) {
        let op = module.op(op);
        let values: Vec<ValueId> = op.operands.iter().copied().chain(op.results()).collect();
        let mut seen: Vec<Option<usize>> = vec![None; rule.factor_sizes.len()];
        for (&value, mapping) in values.iter().zip(rule.tensors()) {
            for (dim, factors) in mapping.dims.iter().enumerate() {
                let Some(node) = self.node(module, value, dim) else { continue };
                let [factor] = factors[..] else {
                    self.mark_replicated(node);
                    continue;
                };
                let special = [&rule.reduction, &rule.need_replication, &rule.permutation];
                if special.iter().any(|list| list.contains(&factor)) {
                    self.mark_replicated(node);
                }
                match seen[factor.index()] {
                    Some(other) => self.union(node, other),
                    None => seen[factor.index()] = Some(node),
                }
            }
        }
        // A dimension of several factors belongs to no class, so its factors must be replicated in other tensors as
        // well.
        for mapping in rule.tensors() {
            for factor in mapping.dims.iter().filter(|factors| factors.len() > 1).flatten() {
                if let Some(node) = seen[factor.index()] {
                    self.mark_replicated(node);
                }
            }
        }
    }

    /// Marks all dimensions of an op without a rule as replicated.
    fn replicate_all(&mut self, module: &Module, op: OpId) {
        let op = module.op(op);
        for value in op.operands.iter().copied().chain(op.results()) {
            let rank = view::static_shape(module, value).map_or(0, |shape| shape.len());
            for dim in 0..rank {
                if let Some(node) = self.node(module, value, dim) {
                    self.mark_replicated(node);
                }
            }
        }
    }

    /// The class of a dimension, unless it must be replicated.
    fn passing_class(&mut self, value: ValueId, dim: usize) -> Option<usize> {
        let root = self.root(self.first.get(&value)? + dim);
        (!self.replicated[root]).then_some(root)
    }
}

/// Whether an op is a constant whose elements are all equal: it can be sharded along any dimension.
fn is_splat(module: &Module, op: OpId) -> bool {
    let splat = |attr: &Attr| matches!(attr, Attr::Dense { data: DenseData::Splat(_), .. });
    module.is_constant(op) && module.attr(op, names::VALUE).is_some_and(splat)
}
