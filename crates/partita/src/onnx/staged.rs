//! Questions about models whose nodes run in stages on different devices.

use std::collections::BTreeSet;

use partita_base::{Id as _, code};
use partita_mesh::{Mesh, MeshId};
use partita_onnx::graph::ValueSource;
use partita_onnx::partition::{MeshLayout, Stages, flat_mesh, replicated_layout};
use partita_onnx::{Finding, NodeLocation, TypedGraph, TypedModel, ValueId};
use partita_report::{DrawView, Unanswerable, draw_value};

use super::ranks::PlacedModel;
use crate::notation::Notation;

/// Where a value is: its layout on the mesh of a stage, and the devices that have it.
struct Placement {
    mesh: Mesh,
    layout: MeshLayout,
    devices: Vec<u64>,
}

/// Why a model with stages has no record of what propagation did; `None` for a model without stages.
pub(super) fn no_record(placed: &PlacedModel) -> Option<Finding> {
    placed.staged.as_ref()?;
    let message = "the nodes run in stages on different devices, and shardings are traced on one mesh only";
    let finding = Finding::error(code::ONNX_NO_MESH, NodeLocation::default(), message);
    Some(finding.help(
        "`Model::draw` shows which device of a stage has which shard, `Model::infer` where specs come from",
    ))
}

/// The picture of a tensor of a model with stages; `None` without stages.
pub(super) fn draw_in_stage(
    placed: &PlacedModel,
    typed: &TypedModel<'_>,
    tensor: &str,
    notation: Notation,
) -> Option<Result<DrawView, Unanswerable>> {
    let (meshes, stages, inputs) = placed.staged.as_ref()?;
    let main = &typed.main;
    let value = main.graph.find(tensor)?;
    let found = place_value(placed, main, (meshes, stages, inputs), value);
    let Some(Placement { mesh, layout, devices }) = found else {
        let message =
            format!("{tensor} has no sharding: no spec states one, so that partitioning chooses it");
        return Some(Err(Unanswerable::without_names(message)));
    };
    let sharding = layout.to_sharding(MeshId::from_index(0), &mesh)?;
    let view = draw_value(tensor, &main.types[value], &mesh, &sharding, notation);
    Some(view.map(|view| view.with_devices(devices)))
}

fn place_value(
    placed: &PlacedModel,
    typed: &TypedGraph<'_>,
    (meshes, stages, inputs): (&[Mesh], &Stages, &[MeshLayout]),
    value: ValueId,
) -> Option<Placement> {
    let in_stage = |stage: usize, layout: MeshLayout| Placement {
        mesh: meshes[stage].clone(),
        layout,
        devices: stages.list[stage].devices.clone(),
    };
    match typed.graph.values[value].source {
        ValueSource::Node(node, _) => {
            Some(in_stage(stages.of_node(node), placed.main.values[value].clone()?))
        }
        ValueSource::Input(at) if typed.graph.values[value].initializer.is_none() => {
            let of_input = stages.of_input(typed, at);
            if let [stage] = of_input[..] {
                return Some(in_stage(stage, inputs[at].clone()));
            }
            // An input of several stages is replicated.
            let all: BTreeSet<u64> =
                of_input.iter().flat_map(|&stage| &stages.list[stage].devices).copied().collect();
            let (mesh, layout) = (flat_mesh(all.len() as u64), replicated_layout(typed, value));
            Some(Placement { mesh, layout, devices: all.into_iter().collect() })
        }
        _ => {
            // A constant is stored for each of its uses; the first that states a layout is drawn.
            let mut uses = typed.order.iter().flat_map(|&node| {
                let inputs = typed.graph.nodes[node].inputs.iter().enumerate();
                inputs.filter(|(_, input)| **input == Some(value)).map(move |(at, _)| (node, at))
            });
            uses.find_map(|(node, at)| {
                Some(in_stage(stages.of_node(node), placed.main.uses.get(&(node, at))?.clone()))
            })
        }
    }
}
