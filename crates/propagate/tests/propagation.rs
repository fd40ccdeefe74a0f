//! Propagation of small problems, and what is said about it afterwards.

use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
use partita_propagate::{
    Cause, Explainer, Lists, OpTraits, Options, Place, Precedence, Problem, ProblemOpId, Reason, Slot, Stop,
    Strategy, Tensor, TensorId, propagate,
};
use partita_rule::{FactorKind, RuleBuilder, RuleSpec};

/// A problem on one mesh.
struct Small {
    problem: Problem,
    mesh: MeshId,
}

impl Small {
    fn new() -> Self {
        let mut meshes = Meshes::default();
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 4)])).expect("valid");
        let mesh = meshes.define("mesh", mesh).expect("a new name");
        Self { problem: Problem::new(meshes), mesh }
    }

    fn axis(&self, name: &str) -> AxisRef {
        let mesh = self.problem.meshes.get(self.mesh);
        mesh.axis(mesh.find(name).expect("the axis is there"))
    }

    /// A tensor whose dimensions have these axes; a dimension is open unless it is marked with `!`.
    fn tensor(&mut self, dims: Option<&[&str]>) -> TensorId {
        let sharding = dims.map(|dims| {
            let dim = |text: &&str| {
                let axes =
                    text.trim_end_matches('!').split_whitespace().map(|name| self.axis(name)).collect();
                if text.ends_with('!') { DimSharding::closed(axes) } else { DimSharding::open(axes) }
            };
            let parts = ShardingParts { dims: dims.iter().map(dim).collect(), ..ShardingParts::default() };
            TensorSharding::new(self.mesh, self.problem.meshes.get(self.mesh), parts).expect("valid")
        });
        let sharding = sharding.map(|sharding| self.problem.sharding(sharding));
        self.problem.tensors.push(Tensor { sharding, ..Tensor::default() })
    }

    fn op(&mut self, rule: RuleSpec, tensors: &[TensorId]) -> ProblemOpId {
        let rule = self.problem.rule(rule);
        let slots = tensors.iter().map(|&tensor| Slot { tensor, view: None });
        let op = self.problem.op(rule, OpTraits::default(), slots, []);
        self.problem.ops.push(op)
    }

    /// Tells every tensor about every op that sees it.
    fn connect(&mut self) {
        let mut told = Vec::new();
        for (id, op) in self.problem.ops.iter() {
            told.extend(self.problem.slots(op).iter().map(|slot| (slot.tensor, id)));
        }
        self.problem.notify = Lists::from_pairs(self.problem.tensors.len(), &told);
    }

    fn axes(&self, tensor: TensorId) -> Vec<Vec<AxisRef>> {
        let sharding = self.problem.tensors[tensor].sharding.map(|id| self.problem.sharding_of(id));
        sharding.map_or_else(Vec::new, |s| s.dims().iter().map(|dim| dim.axes.clone()).collect())
    }
}

fn matmul() -> RuleSpec {
    let mut rule = RuleBuilder::new(&[2, 2], &[2]);
    rule.factor(FactorKind::PassThrough, 8).operand(0, 0).result(0, 0);
    rule.factor(FactorKind::PassThrough, 16).operand(1, 1).result(0, 1);
    rule.factor(FactorKind::Reduction, 32).operand(0, 1).operand(1, 0);
    rule.finish()
}

#[test]
fn axes_spread_along_factors() {
    let mut small = Small::new();
    let (a, b, c) = (small.tensor(Some(&["x", ""])), small.tensor(Some(&["y", ""])), small.tensor(None));
    small.op(matmul(), &[a, b, c]);
    small.connect();
    let outcome = propagate(&mut small.problem, Options::default());
    assert_eq!(outcome.stop, Stop::FixedPoint);
    assert!(outcome.trace.is_none());
    let (x, y) = (small.axis("x"), small.axis("y"));
    assert_eq!(small.axes(a), [vec![x], vec![y]]);
    assert_eq!(small.axes(c), [vec![x], vec![]]);
}

#[test]
fn a_limit_of_steps_is_kept_and_told() {
    let mut small = Small::new();
    let first = small.tensor(Some(&["x", ""]));
    let other = small.tensor(None);
    let mut last = small.tensor(None);
    small.op(matmul(), &[first, other, last]);
    for _ in 0..5 {
        let next = small.tensor(None);
        small.op(matmul(), &[last, other, next]);
        last = next;
    }
    small.connect();
    let outcome = propagate(&mut small.problem, Options { step_limit: 2, ..Options::default() });
    assert_eq!((outcome.stop, outcome.steps), (Stop::StepLimit, 2));
    assert!(small.axes(last).is_empty());
}

#[test]
fn tracing_changes_nothing_and_tells_the_way() {
    let build = || {
        let mut small = Small::new();
        let (a, b) = (small.tensor(Some(&["x", ""])), small.tensor(None));
        let (c, d) = (small.tensor(None), small.tensor(None));
        let first = small.op(matmul(), &[a, b, c]);
        let second = small.op(matmul(), &[c, b, d]);
        small.connect();
        (small, [a, b, c, d], [first, second])
    };
    let (mut plain, tensors, _) = build();
    propagate(&mut plain.problem, Options::default());
    let (mut traced, _, ops) = build();
    let outcome = propagate(&mut traced.problem, Options { trace: true, ..Options::default() });
    let x = traced.axis("x");
    for tensor in tensors {
        assert_eq!(plain.axes(tensor), traced.axes(tensor));
    }
    let trace = outcome.trace.expect("it was asked for");
    let mut explainer = Explainer::new(&mut traced.problem, &trace);
    let origin = explainer.origin(Place { tensor: tensors[3], dim: 0 }, x).expect("the axis is there");
    assert_eq!(origin.given, Place { tensor: tensors[0], dim: 0 });
    let causes: Vec<Cause> = origin.hops.iter().map(|hop| hop.cause).collect();
    assert_eq!(causes, [Cause::Op(ops[0]), Cause::Op(ops[1])]);
    assert!(explainer.conflicts().is_empty());
}

/// Why an axis is not where it could be.
fn why_not(left: &[&str], right: &[&str], result: Option<&[&str]>, dim: usize, axis: &str) -> Vec<Reason> {
    let mut small = Small::new();
    let (a, b, c) = (small.tensor(Some(left)), small.tensor(Some(right)), small.tensor(result));
    small.op(matmul(), &[a, b, c]);
    small.connect();
    let outcome = propagate(&mut small.problem, Options { trace: true, ..Options::default() });
    let axis = small.axis(axis);
    let trace = outcome.trace.expect("it was asked for");
    let mut explainer = Explainer::new(&mut small.problem, &trace);
    let blames = explainer.why_not(Place { tensor: c, dim }, axis);
    blames.into_iter().map(|blame| blame.reason).collect()
}

#[test]
fn reasons_are_the_true_ones() {
    assert_eq!(why_not(&["x", ""], &["", ""], Some(&["!", ""]), 0, "x"), [Reason::Closed]);
    // The right operand is the larger tensor.
    let in_use = Reason::InUse { dim: 1, precedence: Precedence::LargerTensor };
    assert_eq!(why_not(&["x", ""], &["", "x"], None, 0, "x"), [in_use]);
    let in_use = Reason::InUse { dim: 1, precedence: Precedence::Annotated };
    assert_eq!(why_not(&["x", ""], &["", ""], Some(&["", "x"]), 0, "x"), [in_use]);
    assert!(matches!(
        &why_not(&["x", ""], &["", ""], Some(&["y", ""]), 0, "x")[..],
        [Reason::Conflict { precedence: Precedence::Annotated, .. }]
    ));
    assert_eq!(why_not(&["", "x"], &["x", ""], None, 0, "x"), []);
}

#[test]
fn basic_propagation_leaves_conflicts() {
    let mut small = Small::new();
    let (a, b, c) = (small.tensor(Some(&["x", ""])), small.tensor(Some(&["", "x"])), small.tensor(None));
    small.op(matmul(), &[a, b, c]);
    small.connect();
    propagate(&mut small.problem, Options { strategy: Strategy::Basic, ..Options::default() });
    assert!(small.axes(c).is_empty());
}
