//! The builders by which a front end describes its program. There is no other way to make a [`Problem`].

use std::sync::Arc;

use partita_mesh::{Meshes, TensorSharding};
use partita_rule::RuleSpec;

use crate::lists::{Lists, Pairs};
use crate::problem::{
    Liveness, OpTraits, Problem, ProblemOp, ProblemOpId, RuleId, ShardingId, Slot, Tensor, TensorId, View,
    ViewId,
};

/// Builds a [`Problem`]: tensors, some with shardings, and ops with factor rules.
///
/// Ops are first visited in the order in which they are added. When the sharding of a tensor changes, every op that
/// uses the tensor is visited again: [`finish`](Self::finish) finds those ops, so a front end cannot omit one.
///
/// ```
/// use partita_mesh::spec::MeshSpec;
/// use partita_mesh::{DimSharding, Mesh, Meshes, ShardingParts, TensorSharding};
/// use partita_propagate::{OpTraits, Options, ProblemBuilder, propagate};
/// use partita_rule::{FactorKind, RuleBuilder};
///
/// let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2)])).expect("a valid mesh");
/// let x = mesh.axis(mesh.find("x").expect("the axis exists"));
/// let mut meshes = Meshes::default();
/// let id = meshes.define("mesh", mesh.clone()).expect("a new name");
/// let mut builder = ProblemBuilder::new(meshes);
///
/// // A unary op on vectors of 8 elements, whose operand is sharded on "x".
/// let mut rule = RuleBuilder::new(&[1], &[1]);
/// rule.factor(FactorKind::PassThrough, 8).operand(0, 0).result(0, 0);
/// let rule = builder.rule(rule.finish());
/// let dims = vec![DimSharding::open(vec![x])];
/// let sharding = TensorSharding::new(id, &mesh, ShardingParts { dims, ..ShardingParts::default() });
/// let sharding = builder.sharding(sharding.expect("a valid sharding"));
/// let operand = builder.add_tensor(Some(sharding));
/// let result = builder.add_tensor(None);
/// builder.add_op(rule, OpTraits::default(), [operand], [result]);
///
/// let solution = propagate(builder.finish(), Options::default());
/// assert_eq!(solution.sharding(result), solution.sharding(operand));
/// ```
pub struct ProblemBuilder {
    problem: Problem,
}

impl ProblemBuilder {
    /// Starts a problem without tensors and ops.
    pub fn new(meshes: Meshes) -> Self {
        Self { problem: Problem::new(meshes) }
    }

    /// The meshes that shardings refer to; more may be defined.
    pub fn meshes_mut(&mut self) -> &mut Meshes {
        &mut self.problem.meshes
    }

    /// The problem as described so far.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Adds a tensor, with its sharding if it has one.
    pub fn add_tensor(&mut self, sharding: Option<ShardingId>) -> TensorId {
        self.problem.tensors.push(Tensor { sharding })
    }

    /// Makes room for tensors and ops that will be added.
    pub fn reserve(&mut self, tensors: usize, ops: usize) {
        self.problem.tensors.reserve(tensors);
        self.problem.reserve_ops(ops);
    }

    /// Sets the sharding of a tensor, in place of any it had.
    pub fn set_sharding(&mut self, tensor: TensorId, sharding: ShardingId) {
        self.problem.tensors[tensor].sharding = Some(sharding);
    }

    /// Puts a tensor into a group, whose tensors always have the same sharding. Groups are numbered from 0; a tensor is
    /// in at most one group, the last one it was put into.
    pub fn add_to_group(&mut self, group: u32, tensor: TensorId) {
        let groups = &mut self.problem.groups;
        if groups.len() <= group as usize {
            groups.resize_with(group as usize + 1, Vec::new);
        }
        let members = &mut groups[group as usize];
        if !members.contains(&tensor) {
            members.push(tensor);
            self.problem.group_of.insert(tensor, group);
        }
    }

    /// Interns a rule. It must have been checked.
    pub fn rule(&mut self, rule: impl Into<Arc<RuleSpec>>) -> RuleId {
        self.problem.rule(rule.into())
    }

    /// Interns a sharding.
    pub fn sharding(&mut self, sharding: TensorSharding) -> ShardingId {
        self.problem.sharding(sharding)
    }

    /// Interns a view.
    pub fn view(&mut self, view: View) -> ViewId {
        self.problem.views.intern(view)
    }

    /// Adds an op of a rule; it uses its operands and results.
    pub fn add_op(
        &mut self,
        rule: RuleId,
        traits: OpTraits,
        operands: impl IntoIterator<Item = TensorId>,
        results: impl IntoIterator<Item = TensorId>,
    ) -> ProblemOpId {
        let slot = |tensor: TensorId| Slot { tensor, view: None };
        self.add_op_with_views(rule, traits, operands.into_iter().map(slot), results.into_iter().map(slot))
    }

    /// Adds an op that may see its tensors through views.
    pub fn add_op_with_views(
        &mut self,
        rule: RuleId,
        traits: OpTraits,
        operands: impl IntoIterator<Item = Slot>,
        results: impl IntoIterator<Item = Slot>,
    ) -> ProblemOpId {
        let op = self.problem.new_op(rule, traits, operands, results);
        self.problem.ops.push(op)
    }

    /// Completes the problem. Every op is visited again when a tensor it uses changes: ops in order, the operands of
    /// each before its results.
    pub fn finish(mut self) -> Problem {
        self.problem.notify = Lists::from_visits(self.problem.tensors.len(), &Users(&self.problem));
        self.problem
    }
}

/// Every op with each tensor that it uses, in order.
struct Users<'a>(&'a Problem);

impl Pairs<TensorId, ProblemOpId> for Users<'_> {
    fn visit(&self, mut add: impl FnMut(TensorId, ProblemOpId)) {
        for (id, op) in self.0.ops.iter() {
            self.0.slots(op).iter().for_each(|slot| add(slot.tensor, id));
        }
    }
}

/// Builds a [`Problem`] whose ops are visited in exactly the order of MLIR's greedy pattern driver, dead ops included.
///
/// Only a front end that has to agree with Shardy where several shardings are equally good needs this; others use
/// [`ProblemBuilder`] alone. Here the front end lists which ops are visited again, and in which order, because MLIR's
/// order depends on the order of uses in the program, which the problem does not record.
pub struct MlirOrderBuilder {
    /// Tensors, rules, shardings and ops. Its own [`finish`](ProblemBuilder::finish) is not used.
    pub base: ProblemBuilder,
    silent: Vec<(TensorId, ProblemOpId)>,
}

impl MlirOrderBuilder {
    /// Starts a problem without tensors and ops.
    pub fn new(meshes: Meshes) -> Self {
        Self { base: ProblemBuilder::new(meshes), silent: Vec::new() }
    }

    /// Adds an op without a rule. It is still visited, because it may be dead.
    pub fn add_op_without_rule(&mut self) -> ProblemOpId {
        self.base.problem.ops.push(ProblemOp::default())
    }

    /// Adds an op of a rule, unless a tensor is missing.
    pub fn add_op_if_complete(
        &mut self,
        rule: RuleId,
        traits: OpTraits,
        operands: impl IntoIterator<Item = Option<TensorId>>,
        results: impl IntoIterator<Item = Option<TensorId>>,
    ) -> Option<ProblemOpId> {
        let op = self.base.problem.new_op_if_complete(rule, traits, operands, results)?;
        Some(self.base.problem.ops.push(op))
    }

    /// Adds a data-flow edge: an op that is not visited again when its tensors change, except where the notifications
    /// name it.
    pub fn add_edge(
        &mut self,
        rule: RuleId,
        traits: OpTraits,
        sources: impl IntoIterator<Item = Slot>,
        target: Slot,
    ) -> ProblemOpId {
        let id = self.base.add_op_with_views(rule, traits, sources, [target]);
        let problem = &self.base.problem;
        self.silent.extend(problem.slots(&problem.ops[id]).iter().map(|slot| (slot.tensor, id)));
        id
    }

    /// Adds an op between the value that the main function returns and the sharding of its result. It runs before and
    /// after every fixed point and is not visited in between.
    pub fn add_boundary(&mut self, rule: RuleId, traits: OpTraits, returned: TensorId, result: TensorId) {
        let [from, to] = [returned, result].map(|tensor| Slot { tensor, view: None });
        let op = self.base.problem.new_op(rule, traits, [from], [to]);
        self.base.problem.boundary.push(op);
    }

    /// Sets the other results of the op that defines each tensor, with their ranks. The shardings of all results are
    /// one attribute: when one gets a sharding, those without become open on the same mesh.
    pub fn set_siblings(&mut self, siblings: &[(TensorId, (TensorId, u32))]) {
        self.base.problem.siblings = Lists::from_pairs(self.base.problem.tensors.len(), siblings);
    }

    /// Sets the facts that decide which ops are dead. Without them no op is erased.
    pub fn set_liveness(&mut self, liveness: Liveness) {
        self.base.problem.liveness = liveness;
    }

    /// Completes the problem. `notify` lists the ops that are visited again when a tensor changes, in that order for
    /// each tensor; an op may be listed several times.
    pub fn finish(self, notify: Lists<TensorId, ProblemOpId>) -> Problem {
        let mut problem = self.base.problem;
        problem.notify = notify;
        problem.silent = Lists::from_pairs(problem.tensors.len(), &self.silent);
        problem
    }
}
