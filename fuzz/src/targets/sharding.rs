//! Texts beside programs: rules, topologies, reshards.

use partita::hlo::{self, Topology, parse_rule_file};
use partita::notation::{mesh_text, read_mesh, read_sharding, sharding_text_of_rank};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{DeviceSlices, Mesh, MeshId, Meshes, TensorSharding};
use partita_reshard::{Placed, PlanLimits, ReshardTensor, plan_reshard};

use super::{Broken, Checked, text};

/// Custom calls of several shapes under the names that the seeds use.
const CALLS: &str = r#"
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @my_matmul(%a, %b) : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @my.split(%0) : (tensor<8x4xf32>) -> tensor<8x2x2xf32>
  %2:2 = stablehlo.custom_call @pair(%1) : (tensor<8x2x2xf32>) -> (tensor<8xf32>, tensor<8x2x2xf32>)
  return %0 : tensor<8x4xf32>
}"#;

/// A rule that is read either fits a call or is reported; propagation with it ends.
pub(super) fn rules_apply(input: &[u8]) -> Checked {
    let Some(Ok(rules)) = text(input).map(parse_rule_file) else { return Ok(()) };
    let program = hlo::read("calls", CALLS).expect("the program is valid");
    rules.check(program.module());
    let mut propagation = hlo::Propagation::default();
    (propagation.rules, propagation.options.step_limit) = (Some(&rules), 10_000);
    if let Ok(module) = hlo::annotate(program.clone(), &propagation) {
        let found = partita_verify::verify(&module);
        if let Some(error) = found.iter().find(|_| found.has_errors()) {
            return Err(Broken::new("a rule makes the module invalid", error.message.clone()));
        }
    }
    let Ok(propagated) = program.propagate(&propagation, &mut ()) else { return Ok(()) };
    if let Ok(partitioned) = propagated.partition(&hlo::Partitioning::default(), &mut ()) {
        let found = partita_verify::verify(partitioned.module());
        if let Some(error) = found.iter().find(|_| found.has_errors()) {
            return Err(Broken::new("a rule makes the local program invalid", error.message.clone()));
        }
    }
    Ok(())
}

/// Prices are numbers, and plans under them reach their target.
pub(super) fn topology_prices(input: &[u8]) -> Checked {
    let Some(Ok(topology)) = text(input).map(Topology::parse) else { return Ok(()) };
    reaches("x=2,y=2,z=2", "_,_,y", "_,_,z.x", &[64, 64, 64], &topology)?;
    reaches("x=4,y=2", "x,y", "y,x", &[16, 16], &topology)
}

/// Lines: axes of the mesh, sizes, source, target. What is printed reads as the same, and the plan ends where it should.
pub(super) fn plans_reach_their_target(input: &[u8]) -> Checked {
    let Some(lines) = text(input).map(|text| text.lines().collect::<Vec<_>>()) else { return Ok(()) };
    let [axes, sizes, source, target] = lines[..] else { return Ok(()) };
    let sizes: Option<Vec<u64>> = sizes.split(',').map(|size| size.trim().parse().ok()).collect();
    let Some(shape) = sizes.filter(|shape| shape.len() <= 6) else { return Ok(()) };
    reaches(axes, source, target, &shape, &Topology::default())
}

fn reaches(axes: &str, source: &str, target: &str, shape: &[u64], topology: &Topology) -> Checked {
    let Ok(mesh) = read_mesh(&mesh_text(axes, None)) else { return Ok(()) };
    let mut meshes = Meshes::default();
    let id = meshes.define("mesh", mesh.clone()).expect("the first name is free");
    let read = |text: &str| read_sharding(&sharding_text_of_rank(text, shape.len()), id, &mesh, shape.len());
    let (Ok(from), Ok(to)) = (read(source), read(target)) else { return Ok(()) };
    for sharding in [&from, &to] {
        reads_again(sharding, id, &mesh, shape.len())?;
    }
    let (source, target) = (Placed { mesh: &mesh, sharding: &from }, Placed { mesh: &mesh, sharding: &to });
    let limits = PlanLimits::default().budget(2_000);
    let Ok(plan) = plan_reshard(source, target, ReshardTensor { shape, element_bytes: 4 }, topology, limits)
    else {
        return Ok(());
    };
    let _ = (format!("{plan:?}"), plan.cost.micros());
    let last = plan.steps.last().map_or(&from, |step| &step.after);
    let at = |sharding: &TensorSharding| {
        DeviceSlices::new(&mesh, sharding, &plan.padded).same_placement(&DeviceSlices::new(
            &mesh,
            &to,
            &plan.padded,
        ))
    };
    match at(last) {
        true => Ok(()),
        false => Err(Broken::new("a plan ends elsewhere", format!("{plan:#?}"))),
    }
}

fn reads_again(sharding: &TensorSharding, id: MeshId, mesh: &Mesh, rank: usize) -> Checked {
    let printed = sharding.to_spec(mesh, MeshOrRef::Symbol("mesh".into())).to_string();
    match read_sharding(&printed, id, mesh, rank) {
        Ok(again) if again == *sharding => Ok(()),
        _ => Err(Broken::new("a printed sharding does not read", printed)),
    }
}
