//! Small models of ranks, built by hand, and what must come of them on any runtime.

use partita_engine::EngineError;
use partita_engine::onnx::{Array, Arrays, Runtime, run_model, run_ranks};
use partita_onnx::ElementType;
use partita_onnx::proto::{
    Attribute, AttributeKind, Graph, Model, Node, OperatorSet, StringEntry, TensorShape, Type, TypeValue,
    ValueInfo,
};

/// A node of the default name space, or a collective.
pub(crate) fn node(op: &str, inputs: &[&str], outputs: &[&str]) -> Node {
    let domain = op.starts_with("All").then(|| "com.microsoft".to_string());
    Node {
        op_type: Some(op.into()),
        name: Some(format!("{op} {}", outputs.join(","))),
        domain,
        input: inputs.iter().map(|name| (*name).into()).collect(),
        output: outputs.iter().map(|name| (*name).into()).collect(),
        ..Node::default()
    }
}

/// The node with an integer attribute.
pub(crate) fn with(mut node: Node, name: &str, value: i64) -> Node {
    let kind = AttributeKind::Int as i32;
    node.attribute.push(Attribute {
        name: Some(name.into()),
        i: Some(value),
        r#type: Some(kind),
        ..Default::default()
    });
    node
}

/// The collective among some ranks.
pub(crate) fn among(mut node: Node, group: &str) -> Node {
    node.metadata_props.push(StringEntry { key: Some("partita.group".into()), value: Some(group.into()) });
    node
}

fn info(name: &str, element: ElementType) -> ValueInfo {
    let tensor = TensorShape { elem_type: Some(element as i32), shape: None };
    let r#type = Some(Type { value: Some(TypeValue::Tensor(tensor)), denotation: None });
    ValueInfo { name: Some(name.into()), r#type, ..ValueInfo::default() }
}

/// A model of f32 inputs and outputs.
pub(crate) fn model(
    inputs: &[&str],
    outputs: &[&str],
    constants: &[(&str, Array)],
    nodes: Vec<Node>,
) -> Model {
    let import = |domain: &str, version| OperatorSet { domain: Some(domain.into()), version: Some(version) };
    let graph = Graph {
        name: Some("g".into()),
        node: nodes,
        input: inputs.iter().map(|name| info(name, ElementType::Float)).collect(),
        output: outputs.iter().map(|name| info(name, ElementType::Float)).collect(),
        initializer: constants.iter().map(|(name, array)| array.to_proto(name)).collect(),
        ..Graph::default()
    };
    Model {
        ir_version: Some(10),
        opset_import: vec![import("", 17), import("com.microsoft", 1)],
        graph: Some(graph),
        ..Model::default()
    }
}

pub(crate) fn f32s(shape: &[usize], values: &[f32]) -> Array {
    Array::f32(shape, values).expect("the shape has this number of elements")
}

pub(crate) fn arrays(pairs: &[(&str, Array)]) -> Arrays {
    pairs.iter().map(|(name, array)| ((*name).to_string(), array.clone())).collect()
}

/// Runs the models of ranks.
pub(crate) type RunRanks<'r> = &'r dyn Fn(&[Model], &[Arrays]) -> Result<Vec<Arrays>, EngineError>;

/// Checks everything that any runtime must support.
pub(crate) fn works_on(runtime: &dyn Runtime) {
    let run: RunRanks<'_> = &|models, inputs| run_ranks(models, inputs, runtime);
    partial_products_are_summed(runtime);
    collectives_work(run);
    values_pass_through(run);
    bodies_see_outer_values(runtime);
    empty_and_scalar_arrays_work(runtime);
}

/// Checks all collectives, groups, and the types of what is exchanged.
pub(crate) fn collectives_work(run: RunRanks<'_>) {
    arrays_are_gathered_and_exchanged(run);
    groups_are_independent(run);
    integers_and_truth_values_keep_their_types(run);
    branches_exchange(run);
    iterations_exchange(run);
}

/// `x @ w` with the rows of `w` sharded: partial sums, then a bias and a rectifier on every rank.
fn partial_products_are_summed(runtime: &dyn Runtime) {
    let w: Vec<f32> = (0..12).map(|i| i as f32 - 5.0).collect();
    let bias = ("b", f32s(&[3], &[0.5, -100.0, 0.25]));
    let after = || vec![node("Add", &["s", "b"], &["t"]), node("Relu", &["t"], &["y"])];
    let nodes = [vec![node("MatMul", &["x", "w"], &["s"])], after()].concat();
    let unpartitioned = model(&["x"], &["y"], &[("w", f32s(&[4, 3], &w)), bias.clone()], nodes);
    let x = f32s(&[1, 4], &[1.0, 2.0, 3.0, 4.0]);
    let expected = run_model(&unpartitioned, &arrays(&[("x", x)]), runtime).expect("it runs");
    assert_eq!(expected["y"], f32s(&[1, 3], &[10.5, 0.0, 30.25]));
    let rank = |rows: &[f32]| {
        let nodes = [vec![node("MatMul", &["x", "w"], &["p"]), node("AllReduce", &["p"], &["s"])], after()];
        model(&["x"], &["y"], &[("w", f32s(&[2, 3], rows)), bias.clone()], nodes.concat())
    };
    let models = [rank(&w[..6]), rank(&w[6..])];
    let inputs = [[1.0, 2.0], [3.0, 4.0]].map(|x| arrays(&[("x", f32s(&[1, 2], &x))]));
    let results = run_ranks(&models, &inputs, runtime).expect("they run");
    assert_eq!(results, [expected.clone(), expected]);
}

fn arrays_are_gathered_and_exchanged(run: RunRanks<'_>) {
    let nodes = vec![
        node("Neg", &["x"], &["n"]),
        with(with(node("AllGather", &["n"], &["g"]), "axis", 1), "group_size", 2),
        with(node("AllToAll", &["g"], &["e"]), "group_size", 2),
        node("Neg", &["e"], &["y"]),
    ];
    let rank = model(&["x"], &["y", "g"], &[], nodes);
    let inputs = [[1.0, 2.0], [3.0, 4.0]].map(|x| arrays(&[("x", f32s(&[2, 1], &x))]));
    let results = run(&[rank.clone(), rank], &inputs).expect("they run");
    assert_eq!(results[0]["g"], f32s(&[2, 2], &[-1.0, -3.0, -2.0, -4.0]));
    assert_eq!(results[0]["y"], f32s(&[2, 2], &[1.0, 3.0, 1.0, 3.0]));
    assert_eq!(results[1]["y"], f32s(&[2, 2], &[2.0, 4.0, 2.0, 4.0]));
}

/// Four ranks in two pairs, each pair with a collective of its own; ranks 0 and 3 have one more in common.
fn groups_are_independent(run: RunRanks<'_>) {
    let rank = |rank: usize| {
        let mut pair = among(node("AllReduce", &["x"], &["s"]), if rank < 2 { "0,1" } else { "2,3" });
        pair.name = Some(if rank < 2 { "low".into() } else { "high".into() });
        let mut nodes = vec![pair];
        if rank.is_multiple_of(3) {
            let mut gather = with(among(node("AllGather", &["s"], &["y"]), "3,0"), "axis", 0);
            gather.name = Some("far".into());
            nodes.push(gather);
        } else {
            nodes.push(node("Neg", &["s"], &["y"]));
        }
        model(&["x"], &["y"], &[], nodes)
    };
    let models: Vec<Model> = (0..4).map(rank).collect();
    let inputs: Vec<Arrays> = (0..4).map(|rank| arrays(&[("x", f32s(&[1], &[rank as f32]))])).collect();
    let results = run(&models, &inputs).expect("they run");
    let expected: [&[f32]; 4] = [&[5.0, 1.0], &[-1.0], &[-5.0], &[5.0, 1.0]];
    for (result, expected) in results.iter().zip(expected) {
        assert_eq!(result["y"], f32s(&[expected.len()], expected));
    }
}

/// Inputs and constants that are only returned or exchanged need no runtime.
fn values_pass_through(run: RunRanks<'_>) {
    let nodes = vec![node("AllReduce", &["c"], &["s"])];
    let constants = [("c", f32s(&[1], &[2.0])), ("d", f32s(&[], &[3.0]))];
    let rank = model(&["x", "d"], &["x", "c", "s", "d"], &constants, nodes);
    let x = f32s(&[0], &[]);
    let given = |d: Option<f32>| {
        let mut inputs = arrays(&[("x", x.clone())]);
        inputs.extend(d.map(|d| ("d".to_string(), f32s(&[], &[d]))));
        inputs
    };
    let results = run(&[rank.clone(), rank], &[given(None), given(Some(7.0))]).expect("they run");
    assert_eq!(results[0]["x"], x);
    assert_eq!(results[0]["s"], f32s(&[1], &[4.0]));
    assert_eq!((&results[0]["d"], &results[1]["d"]), (&f32s(&[], &[3.0]), &f32s(&[], &[7.0])));
}

/// The branches of an `If` read the result of a collective.
fn bodies_see_outer_values(runtime: &dyn Runtime) {
    let branch = |op: &str| Graph {
        name: Some(op.into()),
        node: vec![node(op, &["s"], &["r"])],
        output: vec![info("r", ElementType::Float)],
        ..Graph::default()
    };
    let body = |name: &str, op| Attribute {
        name: Some(name.into()),
        g: Some(branch(op)),
        r#type: Some(AttributeKind::Graph as i32),
        ..Default::default()
    };
    let mut choice = node("If", &["positive"], &["y"]);
    choice.attribute = vec![body("then_branch", "Neg"), body("else_branch", "Abs")];
    let nodes =
        vec![node("AllReduce", &["x"], &["s"]), node("Greater", &["s", "zero"], &["positive"]), choice];
    let rank = model(&["x"], &["y"], &[("zero", f32s(&[], &[0.0]))], nodes);
    for (x, y) in [(1.5, -3.0), (-1.5, 3.0)] {
        let inputs = vec![arrays(&[("x", f32s(&[], &[x]))]); 2];
        let results = run_ranks(&[rank.clone(), rank.clone()], &inputs, runtime).expect("they run");
        assert_eq!(results[1]["y"], f32s(&[], &[y]));
    }
}

fn body(attribute: &str, inputs: Vec<ValueInfo>, nodes: Vec<Node>, outputs: Vec<ValueInfo>) -> Attribute {
    let name = Some(attribute.to_owned());
    let graph = Graph { name: name.clone(), node: nodes, input: inputs, output: outputs, ..Graph::default() };
    Attribute { name, g: Some(graph), r#type: Some(AttributeKind::Graph as i32), ..Default::default() }
}

/// One branch of an `If` sums, in a loop or not; the other gathers.
fn branches_exchange(run: RunRanks<'_>) {
    let mut choice = node("If", &["positive"], &["y"]);
    let gather = with(with(node("AllGather", &["x"], &["both"]), "axis", 0), "group_size", 2);
    let result = |name| vec![info(name, ElementType::Float)];
    choice.attribute = vec![
        body("then_branch", Vec::new(), vec![node("AllReduce", &["double"], &["s"])], result("s")),
        body("else_branch", Vec::new(), vec![gather, node("Neg", &["both"], &["n"])], result("n")),
    ];
    let nodes = vec![
        node("Add", &["x", "x"], &["double"]),
        node("Greater", &["c", "zero"], &["positive"]),
        choice,
        node("Abs", &["y"], &["z"]),
    ];
    let rank = model(&["x", "c"], &["y", "z"], &[("zero", f32s(&[], &[0.0]))], nodes);
    for (c, expected) in [(1.0, vec![2.0]), (-1.0, vec![-3.0, 2.0])] {
        let given = |x| arrays(&[("x", f32s(&[1], &[x])), ("c", f32s(&[], &[c]))]);
        let results = run(&[rank.clone(), rank.clone()], &[given(3.0), given(-2.0)]).expect("they run");
        let absolute: Vec<f32> = expected.iter().map(|y: &f32| y.abs()).collect();
        for result in results {
            assert_eq!(result["y"], f32s(&[expected.len()], &expected));
            assert_eq!(result["z"], f32s(&[expected.len()], &absolute));
        }
    }
}

/// A `Loop` sums in every iteration, which an `If` in it follows. It ends when its condition or its count does, and may have no iteration.
fn iterations_exchange(run: RunRanks<'_>) {
    let mut choice = node("If", &["small"], &["w"]);
    let result = |name| vec![info(name, ElementType::Float)];
    choice.attribute = vec![
        body("then_branch", Vec::new(), vec![node("AllReduce", &["s"], &["more"])], result("more")),
        body("else_branch", Vec::new(), vec![node("Neg", &["s"], &["less"])], result("less")),
    ];
    let nodes = vec![
        node("AllReduce", &["v"], &["s"]),
        node("Less", &["s", "three"], &["small"]),
        choice,
        node("Greater", &["w", "zero"], &["on"]),
        node("Add", &["s", "x"], &["row"]),
    ];
    let scalar = |name, element| {
        let mut info = info(name, element);
        let Some(TypeValue::Tensor(tensor)) = &mut info.r#type.as_mut().unwrap().value else { return info };
        tensor.shape = Some(Default::default());
        info
    };
    let inputs =
        vec![scalar("i", ElementType::Int64), scalar("go", ElementType::Bool), info("v", ElementType::Float)];
    let outputs =
        vec![scalar("on", ElementType::Bool), info("w", ElementType::Float), info("row", ElementType::Float)];
    let mut looped = node("Loop", &["times", "", "x"], &["y", "rows"]);
    looped.attribute = vec![body("body", inputs, nodes, outputs)];
    for (times, y, rows) in [(0, 0.5, vec![]), (1, 2.0, vec![1.5]), (5, -4.0, vec![1.5, 4.5])] {
        let times = Array::new(ElementType::Int64, Vec::new(), i64::to_le_bytes(times).to_vec()).unwrap();
        let constants = [("times", times), ("zero", f32s(&[], &[0.0])), ("three", f32s(&[], &[3.0]))];
        let mut rank = model(&["x"], &["y", "rows"], &constants, vec![looped.clone()]);
        let declared = &mut rank.graph.as_mut().unwrap().output[1];
        let Some(TypeValue::Tensor(tensor)) = &mut declared.r#type.as_mut().unwrap().value else { return };
        tensor.shape = Some(partita_onnx::proto::Shape { dim: vec![Default::default()] });
        let given = arrays(&[("x", f32s(&[], &[0.5]))]);
        let results = run(&[rank.clone(), rank], &[given.clone(), given]).expect("they run");
        for result in results {
            assert_eq!(result["y"], f32s(&[], &[y]));
            assert_eq!(result["rows"], f32s(&[rows.len()], &rows));
        }
    }
}

/// Shapes, indices and truth values cross from one segment to the next.
fn integers_and_truth_values_keep_their_types(run: RunRanks<'_>) {
    let constants = [("half", f32s(&[], &[0.5])), ("axes", Array::i64(&[1], &[0]).unwrap())];
    let nodes = vec![
        node("Shape", &["x"], &["shape"]),
        node("Greater", &["x", "half"], &["large"]),
        node("Shape", &["x"], &["sizes"]),
        node("AllReduce", &["x"], &["s"]),
        node("AllReduce", &["sizes"], &["sum"]),
        with(with(node("AllGather", &["large"], &["larges"]), "axis", 0), "group_size", 2),
        node("ConstantOfShape", &["shape"], &["zeros"]),
        node("Where", &["large", "s", "zeros"], &["y"]),
        node("Not", &["larges"], &["z"]),
    ];
    let mut rank = model(&["x"], &["y", "sum", "z", "shape"], &constants, nodes);
    let outputs = &mut rank.graph.as_mut().unwrap().output;
    outputs[1] = info("sum", ElementType::Int64);
    outputs[2] = info("z", ElementType::Bool);
    outputs[3] = info("shape", ElementType::Int64);
    let inputs = [[0.0, 1.0], [2.0, 0.25]].map(|x| arrays(&[("x", f32s(&[1, 2], &x))]));
    let results = run(&[rank.clone(), rank], &inputs).expect("they run");
    assert_eq!(results[0]["y"], f32s(&[1, 2], &[0.0, 1.25]));
    assert_eq!(results[1]["y"], f32s(&[1, 2], &[2.0, 0.0]));
    assert_eq!(results[1]["sum"], Array::i64(&[2], &[2, 4]).unwrap());
    assert_eq!(results[0]["shape"], Array::i64(&[2], &[1, 2]).unwrap());
    assert_eq!(results[0]["z"], Array::new(ElementType::Bool, vec![2, 2], vec![1, 0, 0, 1]).unwrap());
}

fn empty_and_scalar_arrays_work(runtime: &dyn Runtime) {
    let add = model(&["a", "b"], &["y"], &[], vec![node("Add", &["a", "b"], &["y"])]);
    for (a, b) in [(f32s(&[0, 3], &[]), f32s(&[1, 3], &[1.0; 3])), (f32s(&[], &[1.0]), f32s(&[], &[2.0]))] {
        let y = run_model(&add, &arrays(&[("a", a.clone()), ("b", b)]), runtime).expect("it runs");
        assert_eq!(y["y"].shape(), a.shape());
    }
}
