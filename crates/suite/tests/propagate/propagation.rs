//! Propagation of small problems, and what is said about it afterwards.

use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
use partita_propagate::{
    Cause, Explainer, OpTraits, Options, Precedence, ProblemBuilder, ProblemOpId, Reason, Solution, Stop,
    Strategy, TensorDim, TensorId, propagate,
};
use partita_rule::{FactorKind, FactorSize, RuleBuilder, RuleSpec};

/// A problem on one mesh.
struct Small {
    builder: ProblemBuilder,
    mesh: Mesh,
    id: MeshId,
}

impl Small {
    fn new() -> Self {
        let mut meshes = Meshes::default();
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 4), ("z", 3)])).expect("valid");
        let id = meshes.define("mesh", mesh.clone()).expect("a new name");
        Self { builder: ProblemBuilder::new(meshes), mesh, id }
    }

    fn axis(&self, name: &str) -> AxisRef {
        self.mesh.axis(self.mesh.find(name).expect("the axis is there"))
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
            TensorSharding::new(self.id, &self.mesh, parts).expect("valid")
        });
        let sharding = sharding.map(|sharding| self.builder.sharding(sharding));
        self.builder.add_tensor(sharding)
    }

    fn op(&mut self, rule: RuleSpec, tensors: &[TensorId]) -> ProblemOpId {
        let rule = self.builder.rule(rule);
        self.builder.add_op(rule, OpTraits::default(), tensors.iter().copied(), [])
    }

    fn propagate(self, options: Options) -> Solution {
        propagate(self.builder.finish(), options)
    }
}

fn axes(solution: &Solution, tensor: TensorId) -> Vec<Vec<AxisRef>> {
    let sharding = solution.sharding(tensor);
    sharding.map_or_else(Vec::new, |s| s.dims().iter().map(|dim| dim.axes.clone()).collect())
}

fn matmul() -> RuleSpec {
    let mut rule = RuleBuilder::new(&[2, 2], &[2]);
    rule.factor(FactorKind::PassThrough, 8).operand(0, 0).result(0, 0);
    rule.factor(FactorKind::PassThrough, 16).operand(1, 1).result(0, 1);
    rule.factor(FactorKind::Reduction, 32).operand(0, 1).operand(1, 0);
    rule.finish()
}

#[test]
fn axes_propagate_along_factors() {
    let mut small = Small::new();
    let (a, b, c) = (small.tensor(Some(&["x", ""])), small.tensor(Some(&["y", ""])), small.tensor(None));
    small.op(matmul(), &[a, b, c]);
    let (x, y) = (small.axis("x"), small.axis("y"));
    let solution = small.propagate(Options::default());
    assert_eq!(solution.outcome.stop, Stop::FixedPoint);
    assert!(solution.outcome.trace.is_none());
    assert_eq!(axes(&solution, a), [vec![x], vec![y]]);
    assert_eq!(axes(&solution, c), [vec![x], vec![]]);
}

#[test]
fn the_step_limit_is_respected_and_reported() {
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
    let solution = small.propagate(Options::default().step_limit(2));
    assert_eq!((solution.outcome.stop, solution.outcome.steps), (Stop::StepLimit, 2));
    assert!(axes(&solution, last).is_empty());
}

#[test]
fn tracing_changes_nothing_and_records_the_origin() {
    let build = || {
        let mut small = Small::new();
        let (a, b) = (small.tensor(Some(&["x", ""])), small.tensor(None));
        let (c, d) = (small.tensor(None), small.tensor(None));
        let first = small.op(matmul(), &[a, b, c]);
        let second = small.op(matmul(), &[c, b, d]);
        (small, [a, b, c, d], [first, second])
    };
    let (plain, tensors, _) = build();
    let plain = plain.propagate(Options::default());
    let (traced, _, ops) = build();
    let x = traced.axis("x");
    let mut traced = traced.propagate(Options::default().trace(true));
    for tensor in tensors {
        assert_eq!(axes(&plain, tensor), axes(&traced, tensor));
    }
    let trace = traced.outcome.trace.take().expect("it was asked for");
    let mut explainer = Explainer::new(&mut traced.problem, &trace);
    let origin = explainer.origin(TensorDim { tensor: tensors[3], dim: 0 }, x).expect("the axis is there");
    assert_eq!(origin.given, TensorDim { tensor: tensors[0], dim: 0 });
    let causes: Vec<Cause> = origin.hops.iter().map(|hop| hop.cause).collect();
    assert_eq!(causes, [Cause::Op(ops[0]), Cause::Op(ops[1])]);
    assert!(explainer.conflicts().is_empty());
}

/// Why an axis is not where it could be.
fn why_not(left: &[&str], right: &[&str], result: Option<&[&str]>, dim: usize, axis: &str) -> Vec<Reason> {
    let mut small = Small::new();
    let (a, b, c) = (small.tensor(Some(left)), small.tensor(Some(right)), small.tensor(result));
    small.op(matmul(), &[a, b, c]);
    let axis = small.axis(axis);
    let mut solution = small.propagate(Options::default().trace(true));
    let trace = solution.outcome.trace.take().expect("it was asked for");
    let mut explainer = Explainer::new(&mut solution.problem, &trace);
    let blames = explainer.why_not(TensorDim { tensor: c, dim }, axis);
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

/// An axis goes along a chain of ops against the order in which they were added: each op is visited again when a tensor it uses
/// changes, although the front end does not list which.
#[test]
fn every_op_is_visited_again_when_a_tensor_it_uses_changes() {
    let mut small = Small::new();
    let last = small.tensor(Some(&["x"]));
    let mut tensors = vec![last];
    for _ in 0..6 {
        tensors.push(small.tensor(None));
    }
    // The op nearest to the annotation is added last.
    for pair in tensors.windows(2).rev() {
        let mut rule = RuleBuilder::new(&[1, 1], &[]);
        rule.factor(FactorKind::PassThrough, 8).operand(0, 0).operand(1, 0);
        small.op(rule.finish(), pair);
    }
    let x = small.axis("x");
    let solution = small.propagate(Options::default());
    for tensor in tensors {
        assert_eq!(axes(&solution, tensor), [vec![x]]);
    }
}

#[test]
fn basic_propagation_leaves_conflicts() {
    let mut small = Small::new();
    let (a, b, c) = (small.tensor(Some(&["x", ""])), small.tensor(Some(&["", "x"])), small.tensor(None));
    small.op(matmul(), &[a, b, c]);
    let solution = small.propagate(Options::default().strategy(Strategy::Basic));
    assert!(axes(&solution, c).is_empty());
}

/// A reshape merges a dimension of unknown size with one of 4: any number of shards is taken to divide the first, 3 as well as 2.
#[test]
fn any_axis_divides_an_unknown_size() {
    for name in ["x", "z"] {
        let mut small = Small::new();
        let (merged, apart) = (small.tensor(Some(&[name])), small.tensor(None));
        let mut rule = RuleBuilder::new(&[1, 2], &[]);
        rule.sized_factor(FactorKind::PassThrough, FactorSize::Unknown).operand(0, 0).operand(1, 0);
        rule.factor(FactorKind::PassThrough, 4).operand(0, 0).operand(1, 1);
        small.op(rule.finish(), &[merged, apart]);
        let axis = small.axis(name);
        let solution = small.propagate(Options::default());
        assert_eq!(axes(&solution, apart), [vec![axis], vec![]]);
    }
}
