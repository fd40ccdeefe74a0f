//! A `Scan` whose iterations exchange, as a `Loop`: no runtime stops inside a `Scan`, and ours takes loops apart already.
//!
//! The trip count is the size of the first scanned dimension, each iteration gathers its slices, and what it returns is stacked
//! along dimension 0 as a `Loop` does. Other dimensions and directions are restored behind it.

use super::build::{Build, int_attribute};
use super::flow_ports::FlowPorts;
use crate::proto::{self, AttributeKind};
use crate::types::{ElementType, TensorType};

/// The first version of the default op set in which a `Scan` can become a `Loop`: `Slice` has steps.
pub(super) const FIRST_OPSET: i64 = 10;

/// A `Scan` of one rank: the node and its body with the names that they have there.
pub(super) struct LocalScan<'p> {
    pub(super) node: proto::Node,
    pub(super) body: proto::Graph,
    pub(super) ports: &'p FlowPorts,
    /// The number of iterations, if it is known.
    pub(super) length: Option<u64>,
    /// The numbers of dimensions of the outputs.
    pub(super) ranks: Vec<usize>,
}

impl LocalScan<'_> {
    /// Adds the loop and the nodes around it. Returns how many of them are before it.
    pub(super) fn push_as_loop(self, build: &mut Build) -> usize {
        let Self { node, mut body, ports, length, ranks } = self;
        let begin = build.nodes.len();
        let states = ports.carried.len();
        let count = match length {
            Some(length) => build.integers(&[length as i64], true),
            None => {
                let axis = ports.inputs[states].scanned.unwrap_or(0) as i64;
                let shape = build.unary("Shape", &node.input[states]);
                let axis = build.integers(&[axis], true);
                build.op("Gather", &shape, &[&shape, &axis], vec![int_attribute("axis", 0)])
            }
        };
        let (at, go) = (build.name("iteration"), build.name("condition"));
        let reversed = |kind: &str, number: usize| {
            let directions = node.attribute(kind).map(|directions| &directions.ints);
            directions.and_then(|directions| directions.get(number)) == Some(&1)
        };
        let outside = build.enter_body();
        let mut from_last = None;
        for (number, (port, input)) in ports
            .inputs
            .iter()
            .zip(&node.input)
            .enumerate()
            .skip(states)
            .map(|(at, each)| (at - states, each))
        {
            let position = match reversed("scan_input_directions", number) {
                false => &at,
                true => from_last.get_or_insert_with(|| {
                    let one = build.integers(&[1], true);
                    let last = build.binary("Sub", &count, &one);
                    build.binary("Sub", &last, &at)
                }),
            };
            let slice = body.input[states + number].name.clone().unwrap_or_default();
            let axis = port.scanned.unwrap_or(0) as i64;
            let gather = build.op("Gather", &slice, &[input, position], vec![int_attribute("axis", axis)]);
            // The nodes of the body take the slice under the name that it has there.
            if let Some(node) = build.nodes.last_mut() {
                debug_assert_eq!(node.output, [gather]);
                node.output = vec![slice];
            }
        }
        let again = build.unary("Identity", &go);
        let mut nodes = build.leave_body(outside);
        nodes.append(&mut body.node);
        body.node = nodes;
        let slices = body.input.split_off(states);
        body.value_info.extend(slices);
        let scalar = |name: String, element: ElementType| proto::ValueInfo {
            name: Some(name),
            r#type: Some(TensorType::new(element, &[]).to_proto()),
            ..proto::ValueInfo::default()
        };
        body.input.splice(0..0, [scalar(at, ElementType::Int64), scalar(go, ElementType::Bool)]);
        body.output.insert(0, scalar(again, ElementType::Bool));
        let before = build.nodes.len() - begin;
        let mut outputs = node.output.clone();
        let mut restored = Vec::new();
        for number in 0..outputs.len().saturating_sub(states) {
            let axis = ports.outputs[states + number].scanned.unwrap_or(0);
            let is_reversed = reversed("scan_output_directions", number);
            let output = &mut outputs[states + number];
            if (axis == 0 && !is_reversed) || output.is_empty() {
                continue;
            }
            let stacked = build.name(output);
            let rank = ranks[states + number];
            restored.push((std::mem::replace(output, stacked.clone()), stacked, (axis, rank), is_reversed));
        }
        let attribute = proto::Attribute {
            name: Some("body".into()),
            r#type: Some(AttributeKind::Graph as i32),
            g: Some(body),
            ..proto::Attribute::default()
        };
        build.nodes.push(proto::Node {
            input: [count, String::new()]
                .into_iter()
                .chain(node.input.iter().take(states).cloned())
                .collect(),
            output: outputs,
            op_type: Some("Loop".into()),
            attribute: vec![attribute],
            ..node
        });
        for (output, stacked, (axis, rank), is_reversed) in restored {
            let value = if is_reversed { reverse(build, &stacked) } else { stacked };
            // The first dimension is moved to its place.
            let perm: Vec<usize> = (1..=axis).chain([0]).chain(axis + 1..rank).collect();
            build.transpose(&value, perm);
            if let Some(node) = build.nodes.last_mut() {
                node.output = vec![output];
            }
        }
        before
    }
}

/// The first dimension from the last element to the first.
fn reverse(build: &mut Build, value: &str) -> String {
    let [start, end, axis, step] = [-1, i64::MIN + 1, 0, -1].map(|number| build.integers(&[number], false));
    build.op("Slice", value, &[value, &start, &end, &axis, &step], Vec::new())
}
