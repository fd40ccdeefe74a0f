//! Random chains of convolutions and pools, sharded along one or two spatial dimensions, compute what the unpartitioned model does.
//!
//! Sizes and kernels of 1 are frequent: a dimension of size 1 has no factor in a signature, but it has padding and a stride.

use bytes::Bytes;
use partita::notation;
use partita::onnx::{Model, OnMesh, RankPartition, proto};

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

fn info(name: &str, shape: &[i64]) -> proto::ValueInfo {
    let dim = |&size: &i64| proto::Dimension { value: Some(proto::DimValue::Value(size)), denotation: None };
    let shape = proto::Shape { dim: shape.iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type: Some(1), shape: Some(shape) };
    let ty = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), denotation: None };
    proto::ValueInfo { name: Some(name.into()), r#type: Some(ty), ..Default::default() }
}

fn ints(name: &str, ints: Vec<i64>) -> proto::Attribute {
    proto::Attribute { name: Some(name.into()), r#type: Some(7), ints, ..Default::default() }
}

/// A chain under construction: the nodes so far and the shape of the last value.
struct Chain {
    shape: Vec<i64>,
    graph: proto::Graph,
}

impl Chain {
    /// Adds a random op, unless its windows do not fit.
    fn add(&mut self, random: &mut Xorshift) {
        let at = self.graph.node.len();
        let op = random.of(&["Conv", "Conv", "ConvTranspose", "MaxPool", "AveragePool"]);
        let has_weights = matches!(op, "Conv" | "ConvTranspose");
        let space = self.shape.len() - 2;
        let mut out = Vec::new();
        let (mut kernel, mut strides, mut dilations) = (Vec::new(), Vec::new(), Vec::new());
        let (mut begin, mut end) = (Vec::new(), Vec::new());
        for dim in 0..space {
            let k = random.of(&[1i64, 1, 2, 3, 5]);
            let dilation = if op == "Conv" { random.of(&[1i64, 1, 2]) } else { 1 };
            let stride = random.of(&[1i64, 1, 1, 2, 3]);
            // Padding of a pool is smaller than its kernel.
            let most = if op == "Conv" { 3 } else { k as usize };
            let (first, last) = (random.below(most) as i64, random.below(most) as i64);
            let size = self.shape[2 + dim];
            let room = match op {
                "ConvTranspose" => (size - 1) * stride + k - first - last - 1,
                _ => size + first + last - (dilation * (k - 1) + 1),
            };
            if !(0..=40).contains(&room) {
                return;
            }
            out.push(if op == "ConvTranspose" { room + 1 } else { room / stride + 1 });
            kernel.push(k);
            strides.push(stride);
            dilations.push(dilation);
            begin.push(first);
            end.push(last);
        }
        let mut node = proto::Node {
            op_type: Some(op.into()),
            input: vec![format!("v{at}")],
            output: vec![format!("v{}", at + 1)],
            attribute: vec![
                ints("kernel_shape", kernel.clone()),
                ints("strides", strides),
                ints("pads", [begin, end].concat()),
            ],
            ..Default::default()
        };
        if has_weights {
            let channels = random.of(&[1i64, 2]);
            let both =
                if op == "Conv" { vec![channels, self.shape[1]] } else { vec![self.shape[1], channels] };
            let dims = [both, kernel].concat();
            let count: i64 = dims.iter().product();
            node.input.push(format!("w{at}"));
            node.attribute.push(ints("dilations", dilations));
            self.graph.initializer.push(proto::Tensor {
                name: Some(format!("w{at}")),
                dims,
                data_type: Some(1),
                float_data: (0..count).map(|_| random.below(17) as f32 / 8.0 - 1.0).collect(),
                ..Default::default()
            });
            self.shape[1] = channels;
        }
        self.graph.node.push(node);
        self.shape.splice(2.., out);
    }
}

/// A model, and how its input is sharded.
fn draw(random: &mut Xorshift) -> Option<(Model, OnMesh)> {
    let space = random.of(&[1, 2, 2, 2]);
    let mut shape = vec![random.of(&[1i64, 2]), random.of(&[1i64, 2])];
    shape.extend((0..space).map(|_| random.of(&[1i64, 1, 2, 3, 7, 8, 12, 15])));
    let dim = 2 + random.below(space);
    if shape[dim] < 2 {
        return None;
    }
    let mut graph = proto::Graph { name: Some("g".into()), ..Default::default() };
    graph.input.push(info("v0", &shape));
    let mut chain = Chain { shape: shape.clone(), graph };
    for _ in 0..1 + random.below(3) {
        chain.add(random);
    }
    let Chain { shape: out, mut graph } = chain;
    graph.output.push(info(&format!("v{}", graph.node.len()), &out));
    if graph.node.is_empty() {
        return None;
    }
    let opset = proto::OperatorSet { domain: None, version: Some(18) };
    let model = proto::Model {
        ir_version: Some(10),
        opset_import: vec![opset],
        graph: Some(graph),
        ..Default::default()
    };
    let mut axes: Vec<&str> = (0..shape.len()).map(|at| if at == dim { "x" } else { "_" }).collect();
    let mut mesh = format!("x={}", 2 + random.below(7));
    if let Some(other) =
        (2..shape.len()).find(|&at| at != dim && shape[at] > 2).filter(|_| random.below(2) == 0)
    {
        axes[other] = "y";
        mesh = format!("x={},y={}", 2 + random.below(3), 2 + random.below(2));
    }
    let mesh = notation::parse_mesh(&mesh, None).expect("it has sizes");
    let on = OnMesh::new(mesh).shard("v0", axes.join(",").parse().expect("axes are names"));
    let name = "chain".to_string();
    Some((Model { name, bytes: Bytes::new(), model, findings: Vec::new(), folder: None }, on))
}

#[test]
fn chains_of_windows_compute_the_same_on_ranks() {
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    let (mut equal, mut exchanged, mut refused) = (0, 0, Vec::new());
    while equal + refused.len() < 300 {
        let Some((model, on)) = draw(&mut random) else { continue };
        let described = format!("{:?} on {on:?}", model.model.graph);
        let partition = RankPartition::default().on(Some(on)).propagate(true);
        let ranks = model.partition(&partition).unwrap_or_else(|error| panic!("{error}: {described}"));
        let verified = match ranks.verify(&model, 1) {
            Ok(verified) => verified,
            // The unpartitioned model also fails if the embedded runtime lacks an op.
            Err(error) if error.to_string().contains("PA0574") => {
                refused.push(error.to_string());
                continue;
            }
            Err(error) => panic!("{error}: {described}"),
        };
        assert!(verified.differences.is_empty(), "{:?}: {described}", verified.differences);
        equal += 1;
        exchanged += usize::from(!ranks.made.collectives.is_empty());
    }
    assert!(refused.len() < 30, "{refused:?}");
    assert!(exchanged > 110, "only {exchanged} of {equal} exchange anything");
}
