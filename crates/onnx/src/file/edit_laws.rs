//! Properties of editing, on random models with unknown fields in every message.

use bytes::Bytes;
use proptest::prelude::*;
use prost::Message as _;

use super::schema::{FieldKind, MODEL, Message};
use super::wire::{self, WireType};
use super::{Edits, Listed, Owner, ReadLimits, read_model};
use crate::bodies::{Bodies, GraphPath, Root};
use crate::proto::*;

/// Draws numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Draw) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn text(&mut self) -> Option<String> {
        (self.below(3) > 0).then(|| ["", "a", "b", "ü", "long name/of:a value"][self.below(5)].to_string())
    }
}

fn entry(draw: &mut Draw) -> StringEntry {
    StringEntry { key: draw.text(), value: draw.text() }
}

fn info(draw: &mut Draw) -> ValueInfo {
    ValueInfo { name: draw.text(), metadata_props: draw.some(2, entry), ..ValueInfo::default() }
}

fn configuration(draw: &mut Draw) -> DeviceConfiguration {
    DeviceConfiguration { name: draw.text(), num_devices: Some(draw.below(5) as i32 - 1), device: Vec::new() }
}

fn annotation(draw: &mut Draw) -> NodeDeviceConfiguration {
    let spec = |draw: &mut Draw| ShardingSpec {
        tensor_name: draw.text(),
        device: draw.some(3, |draw| draw.below(9) as i64 - 4),
        ..ShardingSpec::default()
    };
    NodeDeviceConfiguration {
        configuration_id: draw.text(),
        sharding_spec: draw.some(2, spec),
        pipeline_stage: (draw.below(2) == 0).then(|| draw.below(3) as i32),
    }
}

fn node(draw: &mut Draw, depth: usize) -> Node {
    let attribute = |draw: &mut Draw| Attribute {
        name: draw.text(),
        i: Some(draw.below(300) as i64),
        g: (depth > 0 && draw.below(2) == 0).then(|| graph(draw, depth - 1)),
        graphs: if depth > 0 { draw.some(1, |draw| graph(draw, depth - 1)) } else { Vec::new() },
        ..Attribute::default()
    };
    Node {
        input: draw.some(2, |draw| draw.text().unwrap_or_default()),
        op_type: draw.text(),
        attribute: draw.some(2, attribute),
        metadata_props: draw.some(2, entry),
        device_configurations: draw.some(2, annotation),
        ..Node::default()
    }
}

fn graph(draw: &mut Draw, depth: usize) -> Graph {
    let weights = |draw: &mut Draw| Tensor {
        raw_data: Some(vec![7; draw.below(300)].into()),
        float_data: draw.some(3, |_| 1.5),
        ..Tensor::default()
    };
    Graph {
        node: draw.some(3, |draw| node(draw, depth)),
        name: draw.text(),
        initializer: draw.some(2, weights),
        input: draw.some(2, info),
        output: draw.some(2, info),
        value_info: draw.some(2, info),
        metadata_props: draw.some(2, entry),
        ..Graph::default()
    }
}

fn model(draw: &mut Draw) -> Model {
    let training = |draw: &mut Draw| TrainingInfo {
        initialization: (draw.below(2) == 0).then(|| graph(draw, 0)),
        algorithm: (draw.below(2) == 0).then(|| graph(draw, 1)),
        ..TrainingInfo::default()
    };
    let function = |draw: &mut Draw| Function {
        name: draw.text(),
        node: draw.some(2, |draw| node(draw, 1)),
        value_info: draw.some(2, info),
        metadata_props: draw.some(2, entry),
        ..Function::default()
    };
    Model {
        ir_version: Some(draw.below(20) as i64),
        graph: Some(graph(draw, 2)),
        metadata_props: draw.some(2, entry),
        training_info: draw.some(2, training),
        functions: draw.some(2, function),
        configuration: draw.some(3, configuration),
        ..Model::default()
    }
}

/// Appends a varint, sometimes in a longer form than necessary.
fn put_length(draw: &mut Draw, value: u64, out: &mut Vec<u8>) {
    wire::put_varint(value, out);
    if draw.below(4) == 0 {
        let last = out.len() - 1;
        out[last] |= 0x80;
        out.push(0);
    }
}

/// Appends a field that no known version of the format has.
fn put_unknown(draw: &mut Draw, out: &mut Vec<u8>) {
    let number = 100 + draw.below(50) as u32;
    match draw.below(5) {
        0 => {
            wire::put_tag(number, WireType::Varint, out);
            wire::put_varint(draw.below(100_000) as u64, out);
        }
        1 => {
            wire::put_tag(number, WireType::Fixed32, out);
            out.extend([draw.below(256) as u8; 4]);
        }
        2 => {
            wire::put_tag(number, WireType::Fixed64, out);
            out.extend([draw.below(256) as u8; 8]);
        }
        3 => wire::put_bytes(number, &vec![draw.below(256) as u8; draw.below(9)], out),
        _ => {
            wire::put_tag(number, WireType::Group, out);
            put_unknown(draw, out);
            wire::put_varint(u64::from(number) << 3 | 4, out);
        }
    }
}

/// The same message with unknown fields, longer lengths, and single messages split into two occurrences.
fn disturb(draw: &mut Draw, message: &'static Message, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for token in wire::iter_tokens(bytes, 0..bytes.len()) {
        if draw.below(6) == 0 {
            put_unknown(draw, &mut out);
        }
        let value = &bytes[token.value.clone()];
        match message.field(token.number) {
            Some(field) if matches!(field.kind, FieldKind::Message(_)) => {
                let FieldKind::Message(inner) = field.kind else { unreachable!("just matched") };
                let ends: Vec<usize> =
                    wire::iter_tokens(value, 0..value.len()).map(|token| token.end).collect();
                let split = if field.is_repeated || draw.below(3) > 0 || ends.is_empty() {
                    value.len()
                } else {
                    ends[draw.below(ends.len())]
                };
                for part in [&value[..split], &value[split..]] {
                    if !part.is_empty() || split == value.len() && std::ptr::eq(part, &value[..split]) {
                        let part = disturb(draw, inner, part);
                        wire::put_tag(token.number, WireType::Bytes, &mut out);
                        put_length(draw, part.len() as u64, &mut out);
                        out.extend(part);
                    }
                }
            }
            _ => out.extend(&bytes[token.start..token.end]),
        }
    }
    if draw.below(3) == 0 {
        put_unknown(draw, &mut out);
    }
    out
}

/// A random model as a file.
fn file(draw: &mut Draw) -> Bytes {
    let bytes = model(draw).encode_to_vec();
    disturb(draw, &MODEL, &bytes).into()
}

/// Random edits that apply to a model.
fn edits(draw: &mut Draw, model: &Model) -> Edits {
    let mut edits = Edits::default();
    if draw.below(3) == 0 {
        edits.set_ir_version(draw.below(200) as i64);
    }
    if draw.below(3) == 0 {
        edits.set_configurations(draw.some(4, configuration));
    }
    let bodies = Bodies::of(model);
    for (at, body) in bodies.list.iter().enumerate() {
        let path = bodies.path(at);
        let mut owners = vec![Owner::Graph(path.clone())];
        for (i, node) in body.nodes().iter().enumerate() {
            owners.push(Owner::Node(path.clone(), i));
            match draw.below(4) {
                0 => edits.set_annotations(path.clone(), i, draw.some(3, annotation)),
                1 => edits.set_annotations(path.clone(), i, node.device_configurations.clone()),
                _ => {}
            }
        }
        let lists = body.graph().map(|graph| (graph.input.len(), graph.output.len()));
        let (inputs, outputs) = lists.unwrap_or((0, 0));
        owners.extend((0..inputs).map(|i| Owner::Value(path.clone(), Listed::Input, i)));
        owners.extend((0..outputs).map(|i| Owner::Value(path.clone(), Listed::Output, i)));
        for owner in owners {
            if draw.below(4) == 0 {
                let value = draw.text();
                edits.set_metadata(owner, ["a", "", "new"][draw.below(3)], value.as_deref());
            }
        }
    }
    if draw.below(3) == 0 {
        edits.set_metadata(Owner::Model, "a", Some("x"));
    }
    edits
}

/// Everything in a file that edits preserve: all fields except replaceable lists, with messages flattened and lengths removed.
fn untouched(message: &'static Message, bytes: &[u8], out: &mut Vec<Vec<u8>>) {
    for token in wire::iter_tokens(bytes, 0..bytes.len()) {
        match message.field(token.number) {
            _ if token.wire_type != WireType::Bytes && message.name == "ModelProto" && token.number == 1 => {}
            Some(field)
                if ["configuration", "device_configurations", "metadata_props"].contains(&field.name) => {}
            Some(field) if matches!(field.kind, FieldKind::Message(_)) => {
                let FieldKind::Message(inner) = field.kind else { unreachable!("just matched") };
                out.push(bytes[token.start..token.tag_end].to_vec());
                untouched(inner, &bytes[token.value.clone()], out);
            }
            _ => out.push(bytes[token.start..token.end].to_vec()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_files_are_read(seed in 1u64..) {
        let file = file(&mut Draw(seed));
        let read = read_model(&file, &ReadLimits::default()).map_err(|finding| TestCaseError::fail(finding.message))?;
        prop_assert_eq!(read.model, Model::decode(file).unwrap());
    }

    #[test]
    fn no_edit_changes_nothing(seed in 1u64..) {
        let file = file(&mut Draw(seed));
        let segments = Edits::default().apply(&file).unwrap();
        prop_assert_eq!(segments.len(), 1);
        prop_assert_eq!(&segments[0], &file);
        // Setting everything to its current value changes nothing either.
        let model = Model::decode(file.clone()).unwrap();
        let mut same = Edits::default();
        same.set_ir_version(model.ir_version.unwrap());
        same.set_configurations(model.configuration.clone());
        let bodies = Bodies::of(&model);
        for (at, body) in bodies.list.iter().enumerate() {
            for (i, node) in body.nodes().iter().enumerate() {
                same.set_annotations(bodies.path(at), i, node.device_configurations.clone());
            }
        }
        prop_assert_eq!(same.apply(&file).unwrap().concat(), file.to_vec());
    }

    #[test]
    fn edited_bytes_decode_to_the_edited_model(seed in 1u64..) {
        let mut draw = Draw(seed);
        let file = file(&mut draw);
        let mut model = Model::decode(file.clone()).unwrap();
        let edits = edits(&mut draw, &model);
        let edited: Bytes = edits.apply(&file).unwrap().concat().into();
        edits.apply_to(&mut model).unwrap();
        prop_assert_eq!(Model::decode(edited.clone()).unwrap(), model);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        untouched(&MODEL, &file, &mut before);
        untouched(&MODEL, &edited, &mut after);
        prop_assert_eq!(before, after, "unknown fields, order and forms stay");
    }

    #[test]
    fn truncated_and_garbled_files_are_refused_or_read(seed in 1u64..) {
        let mut draw = Draw(seed);
        let complete = file(&mut draw);
        let mut bytes = complete.to_vec();
        bytes.truncate(draw.below(bytes.len() + 1));
        if !bytes.is_empty() {
            for _ in 0..draw.below(4) {
                let at = draw.below(bytes.len());
                bytes[at] = draw.below(256) as u8;
            }
        }
        let bytes = Bytes::from(bytes);
        match read_model(&bytes, &ReadLimits::default()) {
            Ok(read) => {
                crate::structure::check_structure(&read.model);
                let edits = edits(&mut draw, &read.model);
                prop_assert!(edits.apply(&bytes).is_ok());
            }
            Err(finding) => prop_assert!(!finding.message.contains("cannot be decoded"), "{}", finding.message),
        }
    }
}

#[test]
fn what_is_not_there_cannot_be_changed() {
    let file: Bytes = Model { graph: Some(Graph::default()), ..Model::default() }.encode_to_vec().into();
    let mut edits = Edits::default();
    edits.set_annotations(GraphPath::main(), 0, Vec::new());
    assert!(edits.apply(&file).is_err());
    assert!(edits.apply_to(&mut Model::decode(file.clone()).unwrap()).is_err());
    let mut edits = Edits::default();
    edits.set_metadata(Owner::Graph(GraphPath { root: Root::Function(3), steps: Vec::new() }), "a", None);
    assert!(edits.apply(&file).is_err());
    assert!(edits.apply_to(&mut Model::decode(file).unwrap()).is_err());
}

#[test]
fn large_contents_are_not_copied() {
    let raw = Bytes::from(vec![1u8; 1 << 20]);
    let initializer = vec![Tensor { raw_data: Some(raw), ..Tensor::default() }];
    let graph = Graph { node: vec![Node::default()], initializer, ..Graph::default() };
    let file: Bytes = Model { graph: Some(graph), ..Model::default() }.encode_to_vec().into();
    let mut edits = Edits::default();
    edits.set_annotations(GraphPath::main(), 0, vec![NodeDeviceConfiguration::default()]);
    let segments = edits.apply(&file).unwrap();
    let inside = |segment: &Bytes| file.as_ptr_range().contains(&segment.as_ptr());
    let copied: usize = segments.iter().filter(|segment| !inside(segment)).map(Bytes::len).sum();
    assert!(copied < 32, "{copied} bytes are new");
}

/// A file of 3 GiB, nearly all of it zero pages that are never touched, so that it takes no memory.
#[test]
#[cfg(target_pointer_width = "64")]
fn files_beyond_two_gigabytes_are_read_and_changed() {
    const RAW: u64 = 3 << 30;
    let node = Node { op_type: Some("Relu".into()), ..Node::default() }.encode_to_vec();
    let mut tensor_head = Vec::new();
    wire::put_tag(9, WireType::Bytes, &mut tensor_head);
    wire::put_varint(RAW, &mut tensor_head);
    let mut node_field = Vec::new();
    wire::put_bytes(1, &node, &mut node_field);
    let mut graph_head = Vec::new();
    wire::put_tag(5, WireType::Bytes, &mut graph_head);
    wire::put_varint(tensor_head.len() as u64 + RAW, &mut graph_head);
    graph_head.extend(&tensor_head);
    let mut head = vec![0x08, 0x0B];
    wire::put_tag(7, WireType::Bytes, &mut head);
    wire::put_varint(graph_head.len() as u64 + RAW + node_field.len() as u64, &mut head);
    head.extend(&graph_head);
    let mut file = vec![0; head.len() + RAW as usize + node_field.len()];
    file[..head.len()].copy_from_slice(&head);
    let tail = file.len() - node_field.len();
    file[tail..].copy_from_slice(&node_field);
    let file = Bytes::from(file);
    let model = read_model(&file, &ReadLimits::default()).expect("it reads").model;
    let graph = model.graph.as_ref().unwrap();
    assert_eq!(graph.initializer[0].raw_data.as_ref().unwrap().len() as u64, RAW);
    let mut edits = Edits::default();
    edits.set_annotations(GraphPath::main(), 0, vec![NodeDeviceConfiguration::default()]);
    let segments = edits.apply(&file).expect("it is changed");
    let length: usize = segments.iter().map(Bytes::len).sum();
    assert_eq!(length, file.len() + 2, "a tag and an empty annotation");
    let new: usize = segments.iter().filter(|segment| segment.len() < 64).map(Bytes::len).sum();
    assert!(new < 64);
}
