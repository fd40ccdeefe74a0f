//! Random models with nested `If` and `Loop`, sharded along random dimensions of inputs and weights, compute what the unpartitioned model does.
//!
//! All matrices have the same shape, so that any value may be used anywhere: bodies capture values of all graphs around them, and have weights and
//! sizes of their own.

use bytes::Bytes;
use partita::notation;
use partita::onnx::{Model, OnMesh, RankPartition, proto};

/// The number of rows and of columns of all matrices.
const SIZE: i64 = 4;

/// A generator of pseudo-random numbers (xorshift64*).
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

fn info(name: &str, element: i32, shape: &[i64]) -> proto::ValueInfo {
    let dim = |&size: &i64| proto::Dimension { value: Some(proto::DimValue::Value(size)), denotation: None };
    let shape = proto::Shape { dim: shape.iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type: Some(element), shape: Some(shape) };
    let ty = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), denotation: None };
    proto::ValueInfo { name: Some(name.into()), r#type: Some(ty), ..Default::default() }
}

fn ints(name: &str, values: Vec<i64>) -> proto::Tensor {
    let dims = vec![values.len() as i64];
    proto::Tensor {
        name: Some(name.into()),
        dims,
        data_type: Some(7),
        int64_data: values,
        ..Default::default()
    }
}

/// A model under construction.
struct Drawn {
    random: Xorshift,
    names: usize,
    /// The weights, wherever they are.
    weights: Vec<String>,
    loops: usize,
    branches: usize,
}

/// A graph under construction, and the matrices that its nodes may use.
#[derive(Default)]
struct DrawnGraph {
    graph: proto::Graph,
    matrices: Vec<String>,
}

impl DrawnGraph {
    fn node(&mut self, op: &str, inputs: &[&str], output: &str) -> &mut proto::Node {
        self.graph.node.push(proto::Node {
            op_type: Some(op.into()),
            input: inputs.iter().map(|input| (*input).into()).collect(),
            output: vec![output.into()],
            ..Default::default()
        });
        self.graph.node.last_mut().expect("it was added")
    }
}

impl Drawn {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A matrix of weights: an initialiser or a `Constant`.
    fn weight(&mut self, scope: &mut DrawnGraph) -> String {
        let name = format!("w{}", self.name());
        let float_data = (0..SIZE * SIZE).map(|_| self.random.below(17) as f32 / 16.0 - 0.5).collect();
        let tensor = proto::Tensor {
            name: Some(name.clone()),
            dims: vec![SIZE, SIZE],
            data_type: Some(1),
            float_data,
            ..Default::default()
        };
        match self.random.below(3) {
            0 => scope.node("Constant", &[], &name).attribute.push(proto::Attribute {
                name: Some("value".into()),
                r#type: Some(4),
                t: Some(tensor),
                ..Default::default()
            }),
            _ => scope.graph.initializer.push(tensor),
        }
        self.weights.push(name.clone());
        name
    }

    fn matrix(&mut self, scope: &DrawnGraph) -> String {
        // Values of the graph itself, which come last, are used more often than captured ones.
        let count = scope.matrices.len();
        let at = self.random.below(count).max(self.random.below(count));
        scope.matrices[at].clone()
    }

    /// Adds a node, or several, that compute one matrix more.
    fn step(&mut self, scope: &mut DrawnGraph, depth: usize) {
        let (a, b, y) = (self.matrix(scope), self.matrix(scope), self.name());
        match self.random.below(if depth < 3 { 12 } else { 9 }) {
            0 => drop(scope.node("Add", &[&a, &b], &y)),
            1 => drop(scope.node("Mul", &[&a, &b], &y)),
            2 => drop(scope.node(self.random.of(&["Relu", "Tanh", "Neg", "Softmax"]), &[&a], &y)),
            3 | 4 => {
                let (w, product) = (self.weight(scope), self.name());
                scope.node("MatMul", &[&a, &w], &product);
                scope.node("Tanh", &[&product], &y);
            }
            5 => {
                let (first, second, [h, r, z]) =
                    (self.weight(scope), self.weight(scope), [(); 3].map(|()| self.name()));
                scope.node("MatMul", &[&a, &first], &h);
                scope.node("Relu", &[&h], &r);
                scope.node("MatMul", &[&r, &second], &z);
                scope.node("Tanh", &[&z], &y);
            }
            6 => {
                let (between, back, flat) = (self.name(), self.name(), self.name());
                let sizes = self.random.of(&[&[4i64, 2, 2][..], &[16], &[2, 2, 4], &[-1, 4]]);
                scope.graph.initializer.push(ints(&between, sizes.to_vec()));
                scope.graph.initializer.push(ints(&back, vec![SIZE, SIZE]));
                scope.node("Reshape", &[&a, &between], &flat);
                scope.node("Reshape", &[&flat, &back], &y);
            }
            7 => drop(scope.node("Transpose", &[&a], &y)),
            8 => {
                let (axis, sum) = (self.name(), self.name());
                scope.graph.initializer.push(ints(&axis, vec![self.random.below(2) as i64]));
                scope.node("ReduceSum", &[&a, &axis], &sum);
                scope.node("Sub", &[&b, &sum], &y);
            }
            9 | 10 => self.branches(scope, depth, &a, &y),
            _ => self.iterations(scope, depth, &a, &y),
        }
        scope.matrices.push(y);
    }

    fn steps(&mut self, scope: &mut DrawnGraph, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            self.step(scope, depth);
        }
    }

    /// A condition: an input, or whether the elements of a matrix have a sum above some number.
    fn condition(&mut self, scope: &mut DrawnGraph, matrix: &str) -> String {
        if self.random.below(2) == 0 {
            return "c".into();
        }
        let [sum, bound, condition] = [(); 3].map(|()| self.name());
        scope.graph.initializer.push(proto::Tensor {
            name: Some(bound.clone()),
            data_type: Some(1),
            float_data: vec![self.random.below(9) as f32 * 0.71 - 3.17],
            ..Default::default()
        });
        let keep = proto::Attribute {
            name: Some("keepdims".into()),
            r#type: Some(2),
            i: Some(0),
            ..Default::default()
        };
        scope.node("ReduceSum", &[matrix], &sum).attribute.push(keep);
        scope.node("Greater", &[&sum, &bound], &condition);
        condition
    }

    fn branches(&mut self, scope: &mut DrawnGraph, depth: usize, matrix: &str, y: &str) {
        self.branches += 1;
        let condition = self.condition(scope, matrix);
        let mut attributes = Vec::new();
        for name in ["then_branch", "else_branch"] {
            let mut inner = DrawnGraph { matrices: scope.matrices.clone(), ..DrawnGraph::default() };
            self.steps(&mut inner, depth + 1);
            let output = inner.matrices.last().cloned().unwrap_or_default();
            inner.graph.output.push(info(&output, 1, &[SIZE, SIZE]));
            attributes.push(body_attribute(name, inner.graph));
        }
        scope.node("If", &[&condition], y).attribute = attributes;
    }

    fn iterations(&mut self, scope: &mut DrawnGraph, depth: usize, matrix: &str, y: &str) {
        self.loops += 1;
        let [times, counter, before, go_on, next, stacked, axis, sum] = [(); 8].map(|()| self.name());
        // The embedded runtime returns no rows of loops without iterations.
        let mut trips = ints(&times, vec![1 + self.random.below(3) as i64]);
        trips.dims.clear();
        scope.graph.initializer.push(trips);
        let (carried, state) = (self.name(), self.matrix(scope));
        let mut inner = DrawnGraph { matrices: scope.matrices.clone(), ..DrawnGraph::default() };
        let inputs = [info(&counter, 7, &[]), info(&before, 9, &[]), info(&carried, 1, &[SIZE, SIZE])];
        inner.graph.input.extend(inputs);
        inner.matrices.push(carried);
        self.steps(&mut inner, depth + 1);
        let (row, last) = (self.matrix(&inner), self.matrix(&inner));
        match self.random.below(3) {
            0 => {
                let condition = self.condition(&mut inner, &last);
                inner.node("Or", &[&condition, &before], &go_on);
            }
            _ => drop(inner.node("Identity", &[&before], &go_on)),
        }
        // A body returns its own values.
        let row_out = self.name();
        inner.node("Identity", &[&row], &row_out);
        inner.node("Identity", &[&last], &next);
        let outputs = [info(&go_on, 9, &[]), info(&next, 1, &[SIZE, SIZE]), info(&row_out, 1, &[SIZE, SIZE])];
        inner.graph.output.extend(outputs);
        let result = self.name();
        let node = scope.node("Loop", &[&times, "", &state], &result);
        node.output.push(stacked.clone());
        node.attribute.push(body_attribute("body", inner.graph));
        scope.graph.initializer.push(ints(&axis, vec![0]));
        let keep = proto::Attribute {
            name: Some("keepdims".into()),
            r#type: Some(2),
            i: Some(0),
            ..Default::default()
        };
        scope.node("ReduceSum", &[&stacked, &axis], &sum).attribute.push(keep);
        let both = self.name();
        scope.node("Add", &[&sum, &result], &both);
        scope.node("Add", &[&both, matrix], y);
    }
}

fn body_attribute(name: &str, graph: proto::Graph) -> proto::Attribute {
    let g = Some(proto::Graph { name: Some(name.into()), ..graph });
    proto::Attribute { name: Some(name.into()), r#type: Some(5), g, ..Default::default() }
}

/// A model, and how its inputs and weights are sharded.
fn draw(seed: u64) -> (Model, OnMesh, Drawn) {
    let mut drawn = Drawn { random: Xorshift(seed), names: 0, weights: Vec::new(), loops: 0, branches: 0 };
    let mut scope = DrawnGraph { matrices: vec!["a".into(), "b".into()], ..DrawnGraph::default() };
    scope.graph.input = vec![info("a", 1, &[SIZE, SIZE]), info("b", 1, &[SIZE, SIZE]), info("c", 9, &[])];
    for _ in 0..1 + drawn.random.below(3) {
        drawn.step(&mut scope, 0);
    }
    let (a, y) = (drawn.matrix(&scope), drawn.name());
    drawn.branches(&mut scope, 0, &a, &y);
    scope.matrices.push(y.clone());
    drawn.step(&mut scope, 1);
    let last = scope.matrices.last().cloned().unwrap_or_default();
    scope.graph.output = vec![info(&last, 1, &[SIZE, SIZE])];
    if last != y {
        scope.graph.output.push(info(&y, 1, &[SIZE, SIZE]));
    }
    let mesh = drawn.random.of(&["x=2", "x=4", "x=2,y=2"]);
    let mut on = OnMesh::new(notation::parse_mesh(mesh, None).expect("it has sizes"));
    let names: Vec<String> =
        ["a", "b"].iter().map(|name| (*name).into()).chain(drawn.weights.clone()).collect();
    for name in names {
        let mut shardings = vec!["x,_", "_,x"];
        if mesh.contains('y') {
            shardings.extend(["x,y", "y,_", "_,y"]);
        }
        if drawn.random.below(3) == 0 {
            let sharding = drawn.random.of(&shardings);
            on = on.shard(name, sharding.parse().expect("axes are names"));
        }
    }
    let opset = proto::OperatorSet { domain: None, version: Some(18) };
    let model = proto::Model {
        ir_version: Some(10),
        opset_import: vec![opset],
        graph: Some(proto::Graph { name: Some("g".into()), ..scope.graph }),
        ..Default::default()
    };
    let name = "bodies".to_string();
    (Model { name, bytes: Bytes::new(), model, findings: Vec::new(), folder: None }, on, drawn)
}

/// Whether a body of a node holds a collective.
fn exchanges_inside(node: &proto::Node) -> bool {
    let is_collective = |node: &proto::Node| node.domain.as_deref() == Some("com.microsoft");
    let bodies = node.attribute.iter().flat_map(proto::Attribute::subgraphs);
    bodies.flat_map(|body| &body.node).any(|node| is_collective(node) || exchanges_inside(node))
}

#[test]
fn nested_bodies_compute_the_same_on_ranks() {
    let (mut loops, mut branches, mut exchanged, mut inside) = (0, 0, 0, 0);
    for seed in 2..50 {
        let (model, on, drawn) = draw(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(seed));
        let described = format!("seed {seed}: {:?} on {on:?}", model.model.graph);
        let partition = RankPartition::default().on(Some(on)).propagate(true);
        let ranks = model.partition(&partition).unwrap_or_else(|error| panic!("{error}: {described}"));
        let verified = ranks.verify(&model, 1).unwrap_or_else(|error| panic!("{error}: {described}"));
        assert!(verified.differences.is_empty(), "{:?}: {described}", verified.differences);
        loops += drawn.loops;
        branches += drawn.branches;
        exchanged += usize::from(!ranks.made.collectives.is_empty());
        let graph = ranks.made.models[0].graph.as_ref();
        inside += usize::from(graph.is_some_and(|graph| graph.node.iter().any(exchanges_inside)));
    }
    assert!(loops > 40 && branches > 100, "{loops} loops and {branches} branches");
    assert!(inside > 30 && exchanged > 35, "{inside} exchange in bodies, {exchanged} at all");
}
