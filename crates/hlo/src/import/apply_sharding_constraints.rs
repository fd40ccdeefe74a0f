//! `sdy-apply-sharding-constraints`: values take the shardings of their constraints.
//!
//! A value without sharding takes that of its constraint if the constraint is closed and no other one
//! disagrees. Where the value is the target of data flow, the constraint moves right after it instead and takes all its
//! uses. The in-shardings of a manual computation count as constraints on its operands.

use partita_base::{Diagnostics, Id};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, AttrId, Dim, Module, OpCode, OpId, SdyAttr, Uses, ValueId, names};
use partita_mesh::spec::{DimSpec, Openness, ShardingSpec};
use partita_rule::edges::{EdgeNode, EdgeValueRef};
use partita_rule::{FactorId, FactorSize, RuleSpec, TensorMapping};
use rustc_hash::FxHashSet;

use super::value_sharding::{ShardingPlace, ValueShardings};
use crate::debug_info::{self, DebugInfo, Origins, StepEdges};
use crate::placement::Placement;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-apply-sharding-constraints",
    help: "let values take the shardings of the constraints on them",
    anchor: Anchor::Module,
    options: &[debug_info::ORIGINS, debug_info::STEPS],
    run,
};

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let debug = DebugInfo::from_options(options);
    let constrains = |code| matches!(code, OpCode::SdyShardingConstraint | OpCode::SdyManualComputation);
    let constraints = module.landmarks(constrains);
    if !debug.origins && !debug.steps && constraints.is_empty() {
        return Ok(());
    }
    let origins = debug.origins.then(|| Origins::at_start(module));
    let mut apply = Apply {
        values: ValueShardings::new(module),
        uses: Uses::new(module),
        position: positions(module),
        disputed: FxHashSet::default(),
        placement: Placement::default(),
        notes: Notes {
            step: if debug.steps { StepEdges::next_step(module) } else { 0 },
            edges: StepEdges::default(),
            origins,
        },
    };
    for op in constraints {
        match module.op(op).name.code() {
            Some(OpCode::SdyShardingConstraint) => apply.constraint(module, op),
            Some(OpCode::SdyManualComputation) => apply.manual_computation(module, op),
            _ => {}
        }
    }
    apply.values.finish(module);
    apply.placement.apply(module);
    if debug.steps {
        apply.notes.edges.write(module);
    }
    if let Some(origins) = apply.notes.origins {
        origins.write(module);
    }
    Ok(())
}

/// The position of each op in its block.
fn positions(module: &Module) -> Vec<u32> {
    let mut positions = vec![0; module.op_count()];
    for op in module.walk(module.top()) {
        for &region in &module.op(op).regions {
            for &block in &module.region(region).blocks {
                for (at, op) in module.block(block).ops.iter().enumerate() {
                    positions[op.index()] = at as u32;
                }
            }
        }
    }
    positions
}

struct Apply {
    values: ValueShardings,
    uses: Uses,
    /// The initial position of each op. Enough to compare a constraint that has not moved with the other ops of its
    /// block.
    position: Vec<u32>,
    /// Values with constraints that disagree.
    disputed: FxHashSet<ValueId>,
    placement: Placement,
    notes: Notes,
}

/// The debug information requested by the options.
struct Notes {
    step: i64,
    edges: StepEdges,
    origins: Option<Origins>,
}

impl Notes {
    /// Records that a value took the sharding of its constraint, as a step of its own.
    fn taken(&mut self, module: &Module, constraint: OpId, spec: &ShardingSpec) {
        let (input, result) = (module.op(constraint).operands[0], module.op(constraint).result(0));
        let value = |node| EdgeValueRef { node, index: 0 };
        for axis in spec.dims.iter().flat_map(|dim| &dim.axes) {
            let (from, to) = (value(EdgeNode::Result), value(EdgeNode::Operand));
            self.edges.add(constraint, self.step, axis.clone(), from, to);
            if let Some(origins) = &mut self.origins {
                origins.propagate_axis(axis.clone(), result, input);
            }
        }
        // A scalar without replicated axes does not change, and Shardy does not count a step.
        if !spec.dims.is_empty() || !spec.replicated.is_empty() {
            self.step += 1;
        }
    }
}

impl Apply {
    fn constraint(&mut self, module: &mut Module, op: OpId) {
        let input = module.op(op).operands[0];
        self.chain(module, op, input);
        let Some(attr) = module.op(op).attr(names::SHARDING) else { return };
        let Some((place, spec)) = self.applies(module, input, attr) else { return };
        if self.is_edge(module, input, place) {
            self.placement.remove(op);
            self.take_uses(module, input, op);
            self.leave_unreduced(module, place, spec);
        } else {
            self.notes.taken(module, op, &spec);
            self.values.set(module, place, spec);
            let rule = identity_rule(module, input);
            let rule = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Rule(rule))));
            module.set_attr(op, names::SDY_SHARDING_RULE, rule);
        }
    }

    fn manual_computation(&mut self, module: &mut Module, op: OpId) {
        for index in 0..module.op(op).operands.len() {
            let input = module.op(op).operands[index];
            let Some(attr) = in_sharding(module, op, index) else { continue };
            let Some((place, spec)) = self.applies(module, input, attr) else { continue };
            if self.is_edge(module, input, place) {
                let ty = module.type_of(input);
                let (loc, span) = (module.op(op).loc, module.op(op).span);
                let attrs = [(names::SHARDING, attr)];
                let new = module.build(OpCode::SdyShardingConstraint, &[input], &[ty], &attrs, loc, span);
                self.uses.add_op(module, new);
                self.take_uses(module, input, new);
                self.leave_unreduced(module, place, spec);
            } else {
                self.values.set(module, place, spec);
            }
        }
    }

    /// The place of the sharding of a value that has none, and the sharding of a constraint, if the value may take it.
    fn applies(
        &mut self,
        module: &mut Module,
        value: ValueId,
        attr: AttrId,
    ) -> Option<(ShardingPlace, ShardingSpec)> {
        let place = self.values.place(module, value)?;
        let Attr::Sdy(sdy) = module.context.attr_of(attr) else { return None };
        let SdyAttr::Sharding(spec) = &**sdy else { return None };
        let closed = spec.dims.iter().all(|dim| dim.openness == Openness::Closed);
        if !closed || self.disputed.contains(&value) || self.values.get(module, place).is_some() {
            return None;
        }
        let spec = spec.clone();
        for &(user, index) in self.uses.of(value) {
            let other = match module.op(user).name.code() {
                Some(OpCode::SdyShardingConstraint) => module.op(user).attr(names::SHARDING),
                Some(OpCode::SdyManualComputation) => in_sharding(module, user, index as usize),
                _ => None,
            };
            if other.is_some_and(|other| other != attr) {
                self.disputed.insert(value);
                return None;
            }
        }
        Some((place, spec))
    }

    /// Whether the sharding of a value is on an edge.
    fn is_edge(&self, module: &Module, value: ValueId, place: ShardingPlace) -> bool {
        let ShardingPlace::Edge(edge) = place else { return false };
        // Not if the value is the operand of the edge: the edge is its only user, so no use can move to a constraint.
        module.op(edge).operands.first() != Some(&value)
    }

    /// Puts a constraint right after its input and replaces all other uses of the input by its result.
    fn take_uses(&mut self, module: &mut Module, input: ValueId, constraint: OpId) {
        self.placement.after_value(module, input, constraint);
        let result = module.op(constraint).result(0);
        self.uses.replace(module, input, result, |_, (user, _)| user != constraint);
    }

    /// Copies the unreduced axes of a constraint to the edge before it.
    fn leave_unreduced(&mut self, module: &Module, edge: ShardingPlace, mut spec: ShardingSpec) {
        if !spec.unreduced.is_empty() {
            spec.dims = spec.dims.iter().map(|_| DimSpec::open([])).collect();
            spec.replicated.clear();
            self.values.set(module, edge, spec);
        }
    }

    /// If a chain of at least two constraints starts here, and no other constraint has its input: the other uses of the
    /// input after the chain, in the same block, are replaced by its end, except in the return of a function.
    fn chain(&mut self, module: &mut Module, first: OpId, input: ValueId) {
        if self.values.place(module, input).is_some_and(|place| self.values.get(module, place).is_some()) {
            return;
        }
        let last = self.chain_end(module, first);
        if last == first {
            return;
        }
        let constrains = |user: OpId| {
            let code = module.op(user).name.code();
            matches!(code, Some(OpCode::SdyShardingConstraint | OpCode::SdyManualComputation))
        };
        if self.uses.of(input).iter().any(|&(user, _)| user != first && constrains(user)) {
            return;
        }
        // A constraint with several users, one of them another constraint, is not the end of a chain.
        if self.uses.of(module.op(last).result(0)).iter().any(|&(user, _)| constrains(user)) {
            return;
        }
        let (block, end) = (module.op(last).block, module.op(last).result(0));
        let position = &self.position;
        self.uses.replace(module, input, end, |module, (user, _)| {
            user != first
                && module.op(user).block == block
                && position[user.index()] > position[last.index()]
                && module.op(user).name.code() != Some(OpCode::FuncReturn)
        });
    }

    /// The last of the constraints that follow one another, each the only user of the one before.
    fn chain_end(&self, module: &Module, first: OpId) -> OpId {
        let mut last = first;
        while let [(user, _)] = self.uses.of(module.op(last).result(0))
            && module.op(*user).name.code() == Some(OpCode::SdyShardingConstraint)
        {
            last = *user;
        }
        last
    }
}

/// The in-sharding of a manual computation for an operand, as an attribute that can be compared with others.
fn in_sharding(module: &mut Module, op: OpId, index: usize) -> Option<AttrId> {
    let Some(SdyAttr::ShardingPerValue(specs)) = module.sdy_attr(op, names::IN_SHARDINGS) else {
        return None;
    };
    let spec = specs.get(index)?.clone();
    Some(module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec)))))
}

/// The rule of a constraint: every dimension of the result is that of the input.
fn identity_rule(module: &Module, value: ValueId) -> RuleSpec {
    let shape = module.context.tensor(module.type_of(value)).map_or(&[][..], |tensor| &tensor.shape);
    // MLIR's number for an unknown size.
    let size = |dim: &Dim| match dim {
        Dim::Static(size) => FactorSize::Known(*size as i64),
        _ => FactorSize::Known(i64::MIN),
    };
    let mapping = TensorMapping::new((0..shape.len()).map(|dim| vec![FactorId::from_index(dim)]));
    RuleSpec {
        factor_sizes: shape.iter().map(size).collect(),
        operands: vec![mapping.clone()],
        results: vec![mapping],
        ..RuleSpec::default()
    }
}
