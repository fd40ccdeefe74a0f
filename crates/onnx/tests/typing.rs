//! Types of complete models.

use partita_base::Id;
use partita_onnx::proto::{
    Attribute, DimValue, Dimension, Function, Graph, Model, Node, OperatorSet, Shape, Tensor, TensorShape,
    Type, TypeValue, ValueInfo,
};
use partita_onnx::{Bindings, FactorKind, TypedGraph, infer_types, infer_types_with, integer_ranges};

/// `name: [N, 3]` as floats.
fn info(name: &str, dims: &[&str]) -> ValueInfo {
    let dim = |text: &&str| {
        let value = match text.parse() {
            Ok(size) => DimValue::Value(size),
            Err(_) => DimValue::Param((*text).into()),
        };
        Dimension { value: Some(value), denotation: None }
    };
    let shape = Some(Shape { dim: dims.iter().map(dim).collect() });
    let value = Some(TypeValue::Tensor(TensorShape { elem_type: Some(1), shape }));
    ValueInfo {
        name: Some(name.into()),
        r#type: Some(Type { value, denotation: None }),
        ..ValueInfo::default()
    }
}

fn untyped(name: &str) -> ValueInfo {
    ValueInfo { name: Some(name.into()), ..ValueInfo::default() }
}

/// `a b = Op c d`, with `_` for an omitted input.
fn node(text: &str) -> Node {
    let (outputs, call) = text.split_once(" = ").expect("an equation");
    let mut words = call.split_whitespace();
    let name = |word: &str| if word == "_" { String::new() } else { word.to_string() };
    Node {
        output: outputs.split_whitespace().map(name).collect(),
        op_type: words.next().map(Into::into),
        input: words.map(name).collect(),
        ..Node::default()
    }
}

fn with(mut node: Node, attribute: Attribute) -> Node {
    node.attribute.push(attribute);
    node
}

fn int(name: &str, value: i64) -> Attribute {
    Attribute { name: Some(name.into()), i: Some(value), ..Attribute::default() }
}

fn body(name: &str, graph: Graph) -> Attribute {
    Attribute { name: Some(name.into()), g: Some(graph), ..Attribute::default() }
}

fn ints(name: &str, dims: &[i64], values: &[i64]) -> Tensor {
    Tensor {
        name: Some(name.into()),
        dims: dims.to_vec(),
        data_type: Some(7),
        int64_data: values.to_vec(),
        ..Tensor::default()
    }
}

fn model(graph: Graph) -> Model {
    let opset = OperatorSet { domain: None, version: Some(20) };
    Model { ir_version: Some(8), graph: Some(graph), opset_import: vec![opset], ..Model::default() }
}

fn ty(typed: &TypedGraph<'_>, name: &str) -> String {
    typed.types[typed.graph.find(name).expect("the value is there")].to_string()
}

#[test]
fn arithmetic_on_shapes_is_followed() {
    let graph = Graph {
        input: vec![info("x", &["N", "S", "768"])],
        initializer: vec![
            ints("zero", &[], &[0]),
            ints("one", &[], &[1]),
            ints("axis", &[1], &[0]),
            ints("tail", &[2], &[12, -1]),
        ],
        node: [
            "shape = Shape x",
            "n = Gather shape zero",
            "s = Gather shape one",
            "n1 = Unsqueeze n axis",
            "s1 = Unsqueeze s axis",
            "target = Concat n1 s1 tail",
            "heads = Reshape x target",
            "product = Mul n s",
            "product1 = Unsqueeze product axis",
            "ones = ConstantOfShape product1",
            "range = Range zero s one",
        ]
        .map(node)
        .to_vec(),
        ..Graph::default()
    };
    let mut graph = graph;
    graph.node[5].attribute.push(int("axis", 0));
    let model = model(graph);
    let typed = infer_types(&model);
    assert_eq!(ty(&typed.main, "heads"), "f32[N,S,12,64]");
    assert_eq!(ty(&typed.main, "ones"), "f32[N*S]");
    assert_eq!(ty(&typed.main, "range"), "i64[S]");
    let bound = infer_types_with(&model, &Bindings::from_iter([("N", 8), ("S", 16)]));
    assert_eq!(ty(&bound.main, "heads"), "f32[8,16,12,64]");
    assert_eq!(ty(&bound.main, "ones"), "f32[128]");
}

#[test]
fn a_slice_to_a_symbolic_end_stops_at_the_end_of_its_table() {
    let graph = Graph {
        input: vec![info("x", &["N", "S", "8"])],
        value_info: vec![info("declared", &["S", "8"])],
        initializer: vec![
            ints("zero", &[1], &[0]),
            ints("one", &[1], &[1]),
            ints("table", &[4, 8], &[0; 32]),
            ints("row", &[1, 8], &[0; 8]),
        ],
        node: [
            "shape = Shape x",
            "end = Gather shape one",
            "rows = Slice table zero end zero",
            "declared = Slice table zero end zero",
            "all = Slice x zero end one",
            "placed = Add x rows",
            "single = Slice row zero end zero",
            "with_single = Add x single",
        ]
        .map(node)
        .to_vec(),
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "rows"), "i64[min(4,S),8]");
    assert_eq!(ty(&typed, "all"), "f32[N,S,8]");
    // The sum fails unless the table is long enough, and a declaration states that it is.
    assert_eq!(ty(&typed, "placed"), "f32[N,S,8]");
    assert_eq!(ty(&typed, "declared"), "i64[S,8]");
    // One row is broadcast.
    assert_eq!(ty(&typed, "with_single"), "f32[N,?,8]");
    for (size, rows) in [(3, "i64[3,8]"), (6, "i64[4,8]")] {
        let bound = infer_types_with(&model, &Bindings::from_iter([("S", size)])).main;
        assert_eq!(ty(&bound, "rows"), rows);
    }
}

#[test]
fn integers_of_inputs_are_in_the_range_of_their_uses() {
    let typed_info = |name: &str, element: i32| {
        let mut info = info(name, &["4"]);
        if let Some(TypeValue::Tensor(tensor)) =
            info.r#type.as_mut().and_then(|declared| declared.value.as_mut())
        {
            tensor.elem_type = Some(element);
        }
        info
    };
    let (float, byte, signed, narrow, wide) = (1, 2, 3, 6, 7);
    let inputs = [
        ("tokens", wide),
        ("shifted", wide),
        ("both", wide),
        ("narrow_tokens", narrow),
        ("numbers", wide),
        ("bytes", byte),
        ("signed", signed),
        ("mask", wide),
        ("shape", wide),
        ("divisor", wide),
        ("captured", wide),
        ("unused", narrow),
    ];
    let inner =
        Graph { output: vec![untyped("t")], node: vec![node("t = Identity captured")], ..Graph::default() };
    let graph = Graph {
        input: inputs.map(|(name, element)| typed_info(name, element)).to_vec(),
        initializer: vec![
            ints("table", &[9, 1], &[0; 9]),
            ints("small", &[5, 1], &[0; 5]),
            ints("axis", &[1], &[0]),
            ints("one", &[1], &[1]),
        ],
        node: [
            "t1 = Unsqueeze tokens axis",
            "e1 = Gather table t1",
            "s1 = Add shifted one",
            "e2 = Gather table s1",
            "e3 = Gather table both",
            "e4 = Gather small both",
            "wide_tokens = Cast narrow_tokens",
            "e5 = Gather table wide_tokens",
            "n1 = Mul numbers numbers",
            "b1 = QLinearAdd bytes",
            "c1 = Cast signed",
            "m1 = Cast mask",
            "r1 = Reshape table shape",
            "d1 = Div numbers divisor",
            "i1 = If condition",
        ]
        .map(node)
        .to_vec(),
        ..Graph::default()
    };
    let mut graph = graph;
    for (at, to) in [(6, wide), (10, float), (11, float)] {
        graph.node[at].attribute.push(int("to", i64::from(to)));
    }
    graph.node[9].domain = Some("com.microsoft".into());
    graph.node[14].attribute.extend([body("then_branch", inner.clone()), body("else_branch", inner)]);
    let model = model(graph);
    let ranges = integer_ranges(&infer_types(&model).main);
    let range = |name: &str| (ranges[name].low, ranges[name].high);
    assert_eq!(range("tokens"), (0, 8));
    assert_eq!(range("shifted"), (0, 1));
    assert_eq!(range("both"), (0, 4));
    assert_eq!(range("narrow_tokens"), (0, 8));
    assert_eq!(range("numbers"), (-128, 127));
    assert_eq!(range("bytes"), (0, 255));
    assert_eq!(range("signed"), (-128, 127));
    assert_eq!(range("mask"), (0, 1));
    assert_eq!(range("shape"), (0, 1));
    assert_eq!(range("divisor"), (1, 127));
    assert_eq!(range("captured"), (0, 1));
    assert_eq!(range("unused"), (-128, 127));
}

#[test]
fn nodes_are_put_in_order() {
    let graph = Graph {
        input: vec![info("x", &["2", "3"])],
        node: ["c = Exp b", "b = Transpose a", "a = Neg x"].map(node).to_vec(),
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "c"), "f32[3,2]");
    assert_eq!(typed.order.iter().map(|id| id.index()).collect::<Vec<_>>(), [2, 1, 0]);
    assert!(typed.cycle.is_empty());
}

#[test]
fn a_cycle_is_reported() {
    let graph = Graph {
        input: vec![info("x", &["2"])],
        node: ["a = Add x b", "b = Exp a", "c = Exp b", "d = Exp x"].map(node).to_vec(),
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model).main;
    assert_eq!(typed.cycle.iter().map(|id| id.index()).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(ty(&typed, "d"), "f32[2]");
    let first = typed.signatures.ids().next().expect("a node");
    assert_eq!(
        typed.signatures[first].as_ref().map_err(ToString::to_string),
        Err("the node depends on itself".into())
    );
}

#[test]
fn a_contradiction_is_noted() {
    let graph = Graph {
        input: vec![info("x", &["2", "3"])],
        output: vec![info("y", &["3", "3"])],
        value_info: vec![info("unknown", &["5", "K"])],
        node: ["y = Transpose x", "unknown = Nonsense x", "z = Exp unknown"].map(node).to_vec(),
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model);
    let notes: Vec<String> =
        typed.notes.iter().map(|note| format!("{}: {}", note.location, note.message)).collect();
    assert_eq!(
        notes,
        ["node 0 (Transpose), tensor 'y': the declared type f32[3,3] contradicts the inferred type f32[3,2]"]
    );
    assert_eq!(ty(&typed.main, "z"), "f32[5,K]");
}

#[test]
fn branches_see_values_around_them() {
    let branch = |op: &str| Graph {
        node: vec![node(&format!("r = {op} x"))],
        output: vec![untyped("r")],
        ..Graph::default()
    };
    let graph = Graph {
        input: vec![info("c", &[]), info("x", &["2", "3"])],
        node: vec![
            with(
                with(node("y = If c"), body("then_branch", branch("Exp"))),
                body("else_branch", branch("Transpose")),
            ),
            with(
                with(node("z = If c"), body("then_branch", branch("Exp"))),
                body("else_branch", branch("Neg")),
            ),
        ],
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "y"), "f32[?,?]");
    assert_eq!(ty(&typed, "z"), "f32[2,3]");
    assert_eq!(typed.bodies.len(), 4);
}

#[test]
fn a_loop_carries_what_passes_through() {
    let round = Graph {
        input: vec![untyped("i"), untyped("go"), untyped("a"), untyped("b")],
        node: ["go2 = Identity go", "a2 = Exp a", "b2 = Concat b b", "seen = ReduceSum a"].map(node).to_vec(),
        output: ["go2", "a2", "b2", "seen"].map(untyped).to_vec(),
        ..Graph::default()
    };
    let mut round = round;
    round.node[2].attribute.push(int("axis", 0));
    round.node[3].attribute.push(Attribute {
        name: Some("axes".into()),
        ints: vec![1],
        ..Attribute::default()
    });
    let graph = Graph {
        input: vec![info("x", &["4", "6"]), info("y", &["2", "5"])],
        initializer: vec![ints("times", &[], &[3])],
        node: vec![with(node("p q r = Loop times _ x y"), body("body", round))],
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "p"), "f32[4,6]");
    assert_eq!(ty(&typed, "q"), "f32[?,5]");
    assert_eq!(ty(&typed, "r"), "f32[?,4,1]");
    let id = typed.signatures.ids().next().expect("a node");
    let signature = typed.signatures[id].as_ref().expect("a signature");
    let kinds = |factors: &[partita_rule::FactorId]| {
        factors.iter().map(|f| signature.factor(*f).kind.clone()).collect::<Vec<_>>()
    };
    // Rows of `a` pass through to both outputs; columns are summed inside.
    assert_eq!(signature.inputs[2].dims[0], signature.outputs[0].mapping.dims[0]);
    assert_eq!(signature.inputs[2].dims[0], signature.outputs[2].mapping.dims[1]);
    assert_eq!(kinds(&signature.inputs[2].dims[0]), [FactorKind::PassThrough]);
    assert!(matches!(kinds(&signature.inputs[2].dims[1])[..], [FactorKind::NeedsReplication(_)]));
    assert!(matches!(kinds(&signature.inputs[3].dims[0])[..], [FactorKind::NeedsReplication(_)]));
    assert_eq!(kinds(&signature.inputs[3].dims[1]), [FactorKind::PassThrough]);
}

#[test]
fn a_scan_replicates_its_axis() {
    let round = Graph {
        input: vec![untyped("s"), untyped("e")],
        node: ["s2 = Add s e", "o = Exp s2"].map(node).to_vec(),
        output: ["s2", "o"].map(untyped).to_vec(),
        ..Graph::default()
    };
    let graph = Graph {
        input: vec![info("s0", &["4"]), info("x", &["T", "4"])],
        node: vec![with(with(node("s o = Scan s0 x"), body("body", round)), int("num_scan_inputs", 1))],
        ..Graph::default()
    };
    let model = model(graph);
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "s"), "f32[4]");
    assert_eq!(ty(&typed, "o"), "f32[T,4]");
    let id = typed.signatures.ids().next().expect("a node");
    let signature = typed.signatures[id].as_ref().expect("a signature");
    assert_eq!(signature.inputs[0].dims[0], signature.inputs[1].dims[1]);
    assert_eq!(signature.inputs[0].dims[0], signature.outputs[1].mapping.dims[1]);
    assert_eq!(signature.factor(signature.inputs[0].dims[0][0]).kind, FactorKind::PassThrough);
}

fn function(name: &str, inputs: &[&str], outputs: &[&str], nodes: Vec<Node>) -> Function {
    Function {
        name: Some(name.into()),
        domain: Some("own".into()),
        input: inputs.iter().map(|name| (*name).into()).collect(),
        output: outputs.iter().map(|name| (*name).into()).collect(),
        node: nodes,
        opset_import: vec![
            OperatorSet { domain: None, version: Some(20) },
            OperatorSet { domain: Some("own".into()), version: Some(1) },
        ],
        ..Function::default()
    }
}

fn own(mut node: Node) -> Node {
    node.domain = Some("own".into());
    node
}

#[test]
fn functions_are_typed_for_every_call() {
    let reference =
        Attribute { name: Some("axis".into()), ref_attr_name: Some("along".into()), ..Attribute::default() };
    let nodes = vec![with(node("t = Softmax x"), reference), node("y = Add t t")];
    let gram = vec![node("u = Transpose x"), node("y = MatMul x u")];
    let graph = Graph {
        input: vec![info("a", &["2", "3"]), info("b", &["4"])],
        node: vec![
            with(own(node("p = soft a")), int("along", 0)),
            with(own(node("q = soft b")), int("along", 0)),
            own(node("g = gram a")),
        ],
        ..Graph::default()
    };
    let mut model = model(graph);
    model.functions = vec![function("soft", &["x"], &["y"], nodes), function("gram", &["x"], &["y"], gram)];
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "p"), "f32[2,3]");
    assert_eq!(ty(&typed, "q"), "f32[4]");
    assert_eq!(ty(&typed, "g"), "f32[2,2]");
    assert_eq!(typed.calls.len(), 3);
    let mut signatures =
        typed.signatures.iter().map(|(_, signature)| signature.as_ref().expect("a signature"));
    let soft = signatures.next().expect("the first node");
    let kind = |signature: &partita_onnx::Signature, dim: usize| {
        signature.factor(signature.inputs[0].dims[dim][0]).kind.clone()
    };
    assert!(matches!(kind(soft, 0), FactorKind::NeedsReplication(_)));
    assert_eq!(kind(soft, 1), FactorKind::PassThrough);
    // Rows become rows and columns of the product: neither can be sharded.
    let gram = signatures.nth(1).expect("the third node");
    assert!(matches!(kind(gram, 0), FactorKind::NeedsReplication(_)));
}

#[test]
fn functions_that_call_themselves_end() {
    let graph =
        Graph { input: vec![info("a", &["2"])], node: vec![own(node("p = f a"))], ..Graph::default() };
    let mut model = model(graph);
    let nodes = vec![own(node("t = f x")), own(node("u = f t")), own(node("y = f u"))];
    model.functions = vec![function("f", &["x"], &["y"], nodes)];
    let typed = infer_types(&model).main;
    assert_eq!(ty(&typed, "p"), "?[..]");
}
