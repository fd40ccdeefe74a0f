//! Properties of layouts, checked element by element on small tensors, and the agreement of device layouts with meshes.

use std::collections::{BTreeMap, BTreeSet};

use partita_base::Id;
use partita_mesh::spec::{MeshAxisSpec, MeshSpec};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use partita_onnx::check::{Mode, compose_layouts};
use partita_onnx::infer::{InferOptions, infer_forward, propagate_specs, sharding_on_mesh};
use partita_onnx::layout::{Axis, DeviceLayout, DeviceSet, SimpleSharding, layouts_to_mesh, mesh_to_layout};
use partita_onnx::ops::{Call, Contents, IntElement, Operand, node_signature};
use partita_onnx::{Dim, Signature, TensorType, infer_types, proto};
use proptest::prelude::*;
use proptest::sample::{Index, select};

const DEVICES: u32 = 6;

/// A random sharding of a dimension of this size: unsharded, contiguous or strided.
fn any_axis(size: u64) -> impl Strategy<Value = Axis> {
    let divisors: Vec<u64> = (1..=size).filter(|d| size.is_multiple_of(*d)).collect();
    (select(divisors), 1..=3u64, 1..=3u64).prop_map(move |(major, a, b)| {
        let shardings = vec![
            SimpleSharding { size: Some(major), shards: a.min(major) },
            SimpleSharding { size: Some(size / major), shards: b.min(size / major) },
        ];
        Axis::new(Some(size), shardings)
    })
}

fn any_set() -> impl Strategy<Value = DeviceSet> {
    prop::collection::btree_set(0..DEVICES, 1..4).prop_map(DeviceSet::new)
}

fn any_layout(shape: Vec<u64>) -> impl Strategy<Value = DeviceLayout> {
    let axes: Vec<_> = shape.into_iter().map(any_axis).collect();
    axes.prop_flat_map(|axes| {
        let shards: u64 = axes.iter().map(Axis::shards).product();
        let few = prop::collection::vec(any_set(), 1..4);
        (few, prop::collection::vec(any::<Index>(), shards as usize)).prop_map(move |(sets, picks)| {
            let holders = picks.iter().map(|pick| pick.get(&sets).clone()).collect();
            DeviceLayout::new(axes.clone(), holders).expect("one set per shard")
        })
    })
}

fn any_shape() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(select(vec![1, 2, 3, 4, 5, 6, 8, 9, 12]), 1..3)
}

fn dims(shape: &[u64]) -> Vec<Dim> {
    shape.iter().map(|&size| Dim::Known(size)).collect()
}

/// The devices of every element.
fn sets(layout: &DeviceLayout, shape: &[u64]) -> Vec<BTreeSet<u32>> {
    let count: u64 = shape.iter().product();
    let mut sets = vec![BTreeSet::new(); count as usize];
    for (device, elements) in layout.elements_per_device(1 << 16).expect("a small tensor") {
        for element in elements {
            sets[element as usize].insert(device);
        }
    }
    sets
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn equal_layouts_are_those_with_equal_elements(
        (shape, a, b) in any_shape().prop_flat_map(|s| (Just(s.clone()), any_layout(s.clone()), any_layout(s)))
    ) {
        prop_assert_eq!(a == b, sets(&a, &shape) == sets(&b, &shape), "{} {}", a, b);
    }

    #[test]
    fn other_spellings_are_equal((shape, a) in any_shape().prop_flat_map(|s| (Just(s.clone()), any_layout(s)))) {
        let reduced = a.reduced();
        prop_assert_eq!(sets(&a, &shape), sets(&reduced, &shape), "{} reduced to {}", a, reduced);
        prop_assert_eq!(&a, &reduced);
        prop_assert_eq!(&reduced, &a);
        let again = DeviceLayout::from_spec(&a.to_spec("x"), &dims(&shape), u64::from(DEVICES)).expect("a valid spec");
        prop_assert!(a == again, "{} written and read is {}", a, again);
    }
}

/// The signature of a node with integer attributes, whose other inputs are constants.
fn signature_of(
    op: &str,
    shapes: &[Vec<u64>],
    attributes: &[(&str, Vec<i64>)],
    constants: &[Vec<i64>],
) -> Signature {
    let ints = |(name, values): &(&str, Vec<i64>)| {
        let scalar = *name == "keepdims" || *name == "axis";
        proto::Attribute {
            name: Some((*name).into()),
            i: scalar.then(|| values[0]),
            ints: if scalar { Vec::new() } else { values.clone() },
            r#type: Some(if scalar { 2 } else { 7 }),
            ..proto::Attribute::default()
        }
    };
    let node = proto::Node {
        op_type: Some(op.into()),
        input: (0..shapes.len() + constants.len()).map(|i| format!("x{i}")).collect(),
        output: vec!["y".into()],
        attribute: attributes.iter().map(ints).collect(),
        ..proto::Node::default()
    };
    let operand = |shape: &Vec<u64>| Operand {
        ty: TensorType { element: None, dims: Some(dims(shape)) },
        contents: None,
    };
    let constant = |values: &Vec<i64>| Operand {
        ty: TensorType {
            element: Some(partita_onnx::ElementType::Int64),
            dims: Some(vec![Dim::Known(values.len() as u64)]),
        },
        contents: Some(Contents::Ints(values.iter().map(|v| IntElement::Int(*v)).collect())),
    };
    let inputs: Vec<Option<Operand>> =
        shapes.iter().map(operand).chain(constants.iter().map(constant)).map(Some).collect();
    node_signature(&Call { node: &node, opset: 21, inputs: &inputs }).expect("a known op")
}

/// The operands of each output element: lists of elements of each input, one per summand.
struct Needs {
    shape: Vec<u64>,
    /// By output element and summand, an element of every input.
    elements: Vec<Vec<Vec<u64>>>,
}

/// Compares the derived layouts with an enumeration of all elements.
fn compare(
    signature: &Signature,
    layouts: &[DeviceLayout],
    shapes: &[Vec<u64>],
    needs: &Needs,
) -> Result<(), TestCaseError> {
    let parts: Vec<Vec<BTreeSet<u32>>> = layouts.iter().zip(shapes).map(|(l, s)| sets(l, s)).collect();
    let mut expected: Option<Vec<BTreeSet<u32>>> = Some(Vec::new());
    for summands in &needs.elements {
        let mut devices = BTreeSet::new();
        for summand in summands {
            let mut common: Option<BTreeSet<u32>> = None;
            for (own, element) in parts.iter().zip(summand) {
                let own = &own[*element as usize];
                common = Some(common.map_or_else(|| own.clone(), |common| &common & own));
            }
            let common = common.unwrap_or_default();
            if common.is_empty() {
                expected = None;
            }
            devices.extend(common);
        }
        if let Some(expected) = &mut expected {
            expected.push(devices);
        }
    }
    let mut given: Vec<Option<&DeviceLayout>> = layouts.iter().map(Some).collect();
    given.resize(signature.inputs.len(), None);
    let found = compose_layouts(signature, &given, &DeviceSet::all(DEVICES), Mode::Lenient);
    match (found, expected) {
        (Ok(found), Some(expected)) => {
            prop_assert_eq!(sets(&found.outputs[0], &needs.shape), expected, "{}", found.outputs[0])
        }
        (Err(fault), None) => prop_assert_eq!(fault.name(), "not-composable"),
        (Err(fault), Some(_)) => prop_assert!(fault.name() == "unit-axis-sharded", "{}", fault),
        (Ok(found), None) => prop_assert!(false, "composed to {}", found.outputs[0]),
    }
    Ok(())
}

/// Every position of a shape.
fn positions(shape: &[u64]) -> Vec<Vec<u64>> {
    shape.iter().fold(vec![Vec::new()], |all, &size| {
        all.iter().flat_map(|head| (0..size).map(move |x| [&head[..], &[x]].concat())).collect()
    })
}

fn number(position: &[u64], shape: &[u64]) -> u64 {
    position.iter().zip(shape).fold(0, |number, (x, size)| number * size + x)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn broadcast_composes_by_elements(
        (a, b, la, lb) in (select(vec![1u64, 4, 6]), select(vec![1u64, 3, 6]), any::<bool>(), any::<bool>()).prop_flat_map(|(m, n, x, y)| {
            let a = vec![if x { 1 } else { m }, n];
            let b = vec![m, if y { 1 } else { n }];
            (Just(a.clone()), Just(b.clone()), any_layout(a), any_layout(b))
        })
    ) {
        let shape = vec![a[0].max(b[0]), a[1].max(b[1])];
        let at = |p: &Vec<u64>, s: &[u64]| number(&[p[0].min(s[0] - 1), p[1].min(s[1] - 1)], s);
        let elements = positions(&shape).iter().map(|p| vec![vec![at(p, &a), at(p, &b)]]).collect();
        let shapes = [a, b];
        compare(&signature_of("Add", &shapes, &[], &[]), &[la, lb], &shapes, &Needs { shape, elements })?;
    }

    #[test]
    fn matmul_composes_by_elements(
        (m, k, n, a, b) in (select(vec![2u64, 4, 5]), select(vec![1u64, 3, 4, 6]), select(vec![2u64, 3, 4])).prop_flat_map(|(m, k, n)| {
            (Just(m), Just(k), Just(n), any_layout(vec![m, k]), any_layout(vec![k, n]))
        })
    ) {
        let summand = |i: u64, j: u64| (0..k).map(|x| vec![i * k + x, x * n + j]).collect();
        let elements = positions(&[m, n]).iter().map(|p| summand(p[0], p[1])).collect();
        let shapes = [vec![m, k], vec![k, n]];
        compare(&signature_of("MatMul", &shapes, &[], &[]), &[a, b], &shapes, &Needs { shape: vec![m, n], elements })?;
    }

    #[test]
    fn transpose_composes_by_elements(
        (shape, a) in prop::collection::vec(select(vec![2u64, 3, 4, 5]), 3..=3).prop_flat_map(|s| (Just(s.clone()), any_layout(s)))
    ) {
        let out = vec![shape[2], shape[0], shape[1]];
        let elements = positions(&out).iter().map(|p| vec![vec![number(&[p[1], p[2], p[0]], &shape)]]).collect();
        let signature = signature_of("Transpose", std::slice::from_ref(&shape), &[("perm", vec![2, 0, 1])], &[]);
        compare(&signature, &[a], &[shape], &Needs { shape: out, elements })?;
    }

    #[test]
    fn reduction_composes_by_elements(
        (shape, a) in prop::collection::vec(select(vec![2u64, 3, 4, 6]), 2..=2).prop_flat_map(|s| (Just(s.clone()), any_layout(s)))
    ) {
        let elements = (0..shape[0]).map(|i| (0..shape[1]).map(|k| vec![i * shape[1] + k]).collect()).collect();
        let signature = signature_of("ReduceSum", std::slice::from_ref(&shape), &[("keepdims", vec![0])], &[vec![1]]);
        let needs = Needs { shape: vec![shape[0]], elements };
        compare(&signature, &[a], &[shape], &needs)?;
    }

    #[test]
    fn reshape_composes_by_elements(
        (from, to, a) in select(vec![
            (vec![4u64, 6], vec![24u64]), (vec![24], vec![4, 6]), (vec![2, 3, 4], vec![6, 4]), (vec![6, 4], vec![2, 12]),
            (vec![12, 2], vec![3, 8]), (vec![9, 4], vec![3, 12]), (vec![4, 6], vec![6, 4]), (vec![8], vec![1, 8]),
        ]).prop_flat_map(|(from, to)| (Just(from.clone()), Just(to), any_layout(from)))
    ) {
        let count: u64 = to.iter().product();
        let elements = (0..count).map(|element| vec![vec![element]]).collect();
        let constant: Vec<i64> = to.iter().map(|&size| size as i64).collect();
        let signature = signature_of("Reshape", std::slice::from_ref(&from), &[], &[constant]);
        let found = compose_layouts(&signature, &[Some(&a), None], &DeviceSet::all(DEVICES), Mode::Lenient);
        // Dimensions without a common factor must be replicated by definition, so there is nothing to compare.
        if !found.is_err_and(|fault| fault.name() == "axis-needs-replication") {
            compare(&signature, &[a], &[from], &Needs { shape: to, elements })?;
        }
    }
}

/// A mesh of axes whose sizes are powers of one prime, with its devices in any order.
fn any_mesh() -> impl Strategy<Value = Mesh> {
    let axes = prop::collection::vec(select(vec![2i64, 3, 4, 8]), 1..=3)
        .prop_filter("small", |a| a.iter().product::<i64>() <= 48);
    axes.prop_flat_map(|axes| {
        let count: i64 = axes.iter().product();
        let ids: Vec<i64> = (0..count).collect();
        (Just(axes), Just(ids).prop_shuffle(), any::<bool>()).prop_map(|(sizes, ids, iota)| {
            let axes =
                sizes.iter().enumerate().map(|(i, &size)| MeshAxisSpec::new(format!("m{i}"), size)).collect();
            let device_ids = if iota { Vec::new() } else { ids };
            Mesh::from_spec(&MeshSpec { axes, device_ids }).expect("a valid mesh")
        })
    })
}

/// The sub-axes of prime size of all axes, shuffled.
fn any_parts(mesh: &Mesh) -> impl Strategy<Value = Vec<AxisRef>> + use<> {
    let mut parts = Vec::new();
    for axis in mesh.axis_ids() {
        let size = mesh.mesh_axis(axis).size();
        let prime = if size.is_multiple_of(2) { 2 } else { size };
        let mut pre = 1;
        while pre < size {
            parts.push(mesh.part(axis, pre, prime).expect("a part"));
            pre *= prime;
        }
    }
    Just(parts).prop_shuffle()
}

/// A sharding that gives its dimensions the first of some sub-axes.
fn sharding(mesh: &Mesh, dims: &[Vec<AxisRef>]) -> TensorSharding {
    let dims = dims.iter().map(|axes| DimSharding::closed(axes.clone())).collect();
    let parts = ShardingParts { dims, ..ShardingParts::default() };
    TensorSharding::new(MeshId::from_index(0), mesh, parts.normalised()).expect("parts that do not overlap")
}

fn model(op: &str, inputs: &[(Vec<u64>, DeviceLayout)], output: &[u64], num_devices: u64) -> proto::Model {
    let info = |name: String, shape: &[u64]| {
        let dim = shape.iter().map(|&size| proto::Dimension {
            value: Some(proto::DimValue::Value(size as i64)),
            ..Default::default()
        });
        let shape = proto::Shape { dim: dim.collect() };
        let tensor = proto::TensorShape { elem_type: Some(1), shape: Some(shape) };
        let ty = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), ..Default::default() };
        proto::ValueInfo { name: Some(name), r#type: Some(ty), ..Default::default() }
    };
    let specs = inputs.iter().enumerate().map(|(i, (_, layout))| layout.to_spec(&format!("x{i}"))).collect();
    let annotation = proto::NodeDeviceConfiguration {
        configuration_id: Some("c".into()),
        sharding_spec: specs,
        pipeline_stage: None,
    };
    let node = proto::Node {
        op_type: Some(op.into()),
        input: (0..inputs.len()).map(|i| format!("x{i}")).collect(),
        output: vec!["y".into()],
        device_configurations: vec![annotation],
        ..Default::default()
    };
    let graph = proto::Graph {
        node: vec![node],
        input: inputs.iter().enumerate().map(|(i, (shape, _))| info(format!("x{i}"), shape)).collect(),
        output: vec![info("y".into(), output)],
        ..Default::default()
    };
    let configuration = proto::DeviceConfiguration {
        name: Some("c".into()),
        num_devices: Some(num_devices as i32),
        device: Vec::new(),
    };
    proto::Model {
        ir_version: Some(11),
        opset_import: vec![proto::OperatorSet { domain: None, version: Some(21) }],
        graph: Some(graph),
        configuration: vec![configuration],
        ..Default::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn meshes_become_layouts_and_meshes_again(
        (mesh, tensors) in any_mesh().prop_flat_map(|mesh| {
            let parts = any_parts(&mesh);
            let tensors = prop::collection::vec((parts, 0..4usize, 0..4usize), 1..4);
            (Just(mesh), tensors)
        })
    ) {
        let shape = [48, 48];
        let shardings: Vec<TensorSharding> = tensors.iter().map(|(parts, a, b)| {
            let a = (*a).min(parts.len());
            let b = (*b).min(parts.len() - a);
            sharding(&mesh, &[parts[..a].to_vec(), parts[a..a + b].to_vec()])
        }).collect();
        let layouts: Vec<DeviceLayout> =
            shardings.iter().map(|s| mesh_to_layout(&mesh, s, &dims(&shape)).expect("no partial values")).collect();
        let (again, found) = layouts_to_mesh(&layouts.iter().collect::<Vec<_>>(), mesh.device_count(), MeshId::from_index(0))
            .map_err(|(_, why)| TestCaseError::fail(format!("{why} for {:?}", mesh.to_spec())))?;
        for (sharding, layout) in found.iter().zip(&layouts) {
            prop_assert!(mesh_to_layout(&again, sharding, &dims(&shape)).expect("no partial values") == *layout);
        }
        for (own, layout) in shardings.iter().zip(&layouts) {
            prop_assert!(sharding_on_mesh(layout, &mesh).is_some_and(|found| found.same_placement(own)));
        }
    }

    #[test]
    fn both_engines_agree(
        (mesh, parts, m, k, n) in any_mesh().prop_flat_map(|mesh| {
            let parts = any_parts(&mesh);
            (Just(mesh), parts, 0..3usize, 0..3usize, 0..3usize)
        })
    ) {
        // Each factor of a matrix product gets its own axes.
        let mut rest = &parts[..];
        let mut take = |count: usize| {
            let (own, left) = rest.split_at(count.min(rest.len()));
            rest = left;
            own.to_vec()
        };
        let (m, k, n) = (take(m), take(k), take(n));
        let (a, b, y) = (vec![48, 96], vec![96, 24], vec![48, 24]);
        let placed = |dims_of: [&Vec<AxisRef>; 2], shape: &[u64]| {
            let sharding = sharding(&mesh, &[dims_of[0].clone(), dims_of[1].clone()]);
            mesh_to_layout(&mesh, &sharding, &dims(shape)).expect("no partial values")
        };
        let expected = placed([&m, &n], &y);
        let inputs = [(a.clone(), placed([&m, &k], &a)), (b.clone(), placed([&k, &n], &b))];
        let model = model("MatMul", &inputs, &y, mesh.device_count());
        let typed = infer_types(&model);
        let options = InferOptions::default().mode(Mode::Strict);
        let configuration = &model.configuration[0];
        let output = |inferred: &partita_onnx::infer::Inferred| -> BTreeMap<String, DeviceLayout> {
            inferred.specs.iter().map(|spec| (spec.tensor.clone(), spec.layout.clone())).collect()
        };
        let by_sets = infer_forward(&model, &typed, configuration, options);
        prop_assert!(by_sets.findings.is_empty(), "{:?}", by_sets.findings);
        prop_assert!(output(&by_sets)["y"] == expected, "{} is not {}", output(&by_sets)["y"], expected);
        let by_mesh = propagate_specs(&model, &typed, configuration, None, options).map_err(|f| TestCaseError::fail(format!("{f:?}")))?;
        prop_assert!(output(&by_mesh.inferred)["y"] == expected, "{} is not {}", output(&by_mesh.inferred)["y"], expected);
        prop_assert!(by_mesh.inferred.reshards.is_empty());
    }
}
