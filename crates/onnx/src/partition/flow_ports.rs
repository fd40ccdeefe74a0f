//! What enters and leaves the bodies of control flow.

use partita_place::Axes;

use super::emit::{is_tensor, known_integers};
use super::mesh_layout::MeshLayout;
use crate::graph::{NodeId, ValueId};
use crate::typing::TypedGraph;

/// What enters and leaves the bodies of a node.
pub(super) struct FlowPorts {
    pub(super) bodies: &'static [&'static str],
    /// For every input of the body: the input of the node, and the dimension along which it is scanned.
    pub(super) inputs: Vec<FlowPort>,
    /// For every output of a body: the output of the node, and the dimension along which it is stacked.
    pub(super) outputs: Vec<FlowPort>,
    /// The inputs and outputs of the body that are the same value before and after an iteration.
    pub(super) carried: Vec<(usize, usize)>,
}

/// An input or output of a node that one of its body belongs to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FlowPort {
    /// The position; `None` for a counter or a condition.
    pub(super) outside: Option<usize>,
    /// The dimension that the body does not see.
    pub(super) scanned: Option<usize>,
}

impl FlowPorts {
    /// The ports of a node; `None` unless its bodies are partitioned. Sequences and optional values cannot be exchanged or declared as shards.
    pub(super) fn of(typed: &TypedGraph<'_>, id: NodeId) -> Option<Self> {
        let node = &typed.graph.nodes[id];
        let counted = |count: usize| (0..count).map(|at| FlowPort { outside: Some(at), scanned: None });
        let outputs = node.outputs.len();
        let ports = match node.proto.standard_op() {
            Some("If") => Self {
                bodies: &["then_branch", "else_branch"],
                inputs: Vec::new(),
                outputs: counted(outputs).collect(),
                carried: Vec::new(),
            },
            Some("Loop") => {
                let carried = node.inputs.len().checked_sub(2)?;
                let stacked = (carried..outputs).map(|at| FlowPort { outside: Some(at), scanned: Some(0) });
                let counter = [FlowPort::default(), FlowPort { outside: Some(1), scanned: None }];
                Self {
                    bodies: &["body"],
                    inputs: counter.into_iter().chain(counted(carried + 2).skip(2)).collect(),
                    outputs: std::iter::once(FlowPort::default())
                        .chain(counted(carried))
                        .chain(stacked)
                        .collect(),
                    carried: (0..carried).map(|at| (at + 2, at + 1)).collect(),
                }
            }
            Some("Scan") => Self::of_scan(typed, id)?,
            _ => return None,
        };
        for name in ports.bodies {
            let graph = &typed.bodies.get(&(id, *name, 0))?.graph;
            let fits = graph.inputs.len() == ports.inputs.len() && graph.outputs.len() >= ports.outputs.len();
            let body = &typed.bodies[&(id, *name, 0)];
            let has_type = |&value: &ValueId| is_tensor(body, value) && body.types[value].element.is_some();
            if !fits || !graph.inputs.iter().chain(&graph.outputs).all(has_type) {
                return None;
            }
        }
        Some(ports)
    }

    fn of_scan(typed: &TypedGraph<'_>, id: NodeId) -> Option<Self> {
        let node = &typed.graph.nodes[id];
        let scanned = node.proto.attribute("num_scan_inputs").and_then(|number| number.i)?;
        let carried = node.inputs.len().checked_sub(usize::try_from(scanned).ok()?)?;
        let place = |name: &str, at: usize, value: Option<ValueId>| {
            let axis = node.proto.attribute(name).and_then(|axes| axes.ints.get(at).copied()).unwrap_or(0);
            let rank = typed.types[value?].rank()? as i64;
            let axis = if axis < 0 { axis + rank } else { axis };
            usize::try_from(axis).ok().filter(|axis| *axis < rank as usize)
        };
        let mut this =
            Self { bodies: &["body"], inputs: Vec::new(), outputs: Vec::new(), carried: Vec::new() };
        for (at, input) in node.inputs.iter().enumerate() {
            let scanned = match at.checked_sub(carried) {
                Some(number) => Some(place("scan_input_axes", number, *input)?),
                None => None,
            };
            this.inputs.push(FlowPort { outside: Some(at), scanned });
        }
        for at in 0..node.outputs.len().max(carried) {
            let output = node.outputs.get(at).copied().flatten();
            let scanned = match at.checked_sub(carried) {
                // An unused output has no type.
                Some(_) if output.is_none() => Some(0),
                Some(number) => Some(place("scan_output_axes", number, output)?),
                None => None,
            };
            this.outputs.push(FlowPort { outside: Some(at), scanned });
        }
        this.carried = (0..carried).map(|at| (at, at)).collect();
        Some(this)
    }
}

/// How often a node runs its bodies, where this is known before it runs; otherwise 1.
pub(super) fn iterations(typed: &TypedGraph<'_>, id: NodeId) -> f64 {
    let node = &typed.graph.nodes[id];
    let count = match node.proto.standard_op() {
        Some("Loop") => {
            let most = node.inputs.first().copied().flatten();
            let known = most.and_then(|most| known_integers(typed, most));
            known.and_then(|known| known.first().map(|&count| count.max(0) as f64))
        }
        Some("Scan") => FlowPorts::of_scan(typed, id).and_then(|ports| {
            let scanned = ports.inputs.iter().find_map(|port| Some((port.outside?, port.scanned?)));
            let (at, dim) = scanned?;
            let dims = typed.types[node.inputs[at]?].dims.as_deref()?;
            dims[dim].known().map(|size| size as f64)
        }),
        _ => None,
    };
    count.unwrap_or(1.0)
}

impl FlowPort {
    /// The layout outside the body of a value with this layout inside.
    pub(super) fn outside(self, layout: &MeshLayout) -> MeshLayout {
        let mut dims = layout.0.clone();
        if let Some(at) = self.scanned {
            dims.insert(at.min(dims.len()), Axes::new());
        }
        MeshLayout::from(dims)
    }

    /// The layout inside the body of a value with this layout outside.
    pub(super) fn inside(self, layout: &MeshLayout) -> MeshLayout {
        let mut dims = layout.0.clone();
        if let Some(at) = self.scanned.filter(|at| *at < dims.len()) {
            dims.remove(at);
        }
        MeshLayout::from(dims)
    }
}
