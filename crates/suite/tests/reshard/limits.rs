//! Problems that are too large to search end quickly, with a plan that may not be optimal.

use crate::world::MeshWithId;
use partita_reshard::{Collective, NoPlan, Placed, Plan, PlanLimits, ReshardTensor, Topology, plan_reshard};

fn ask(world: &MeshWithId, from: &str, to: &str, shape: &[u64], limits: PlanLimits) -> Result<Plan, NoPlan> {
    let (from, to) = (world.sharding(from), world.sharding(to));
    let place = |sharding| Placed { mesh: &world.mesh, sharding };
    plan_reshard(
        place(&from),
        place(&to),
        ReshardTensor { shape, element_bytes: 4 },
        &Topology::default(),
        limits,
    )
}

const TEN: &[(&str, u64)] =
    &[("a", 2), ("b", 2), ("c", 2), ("d", 2), ("e", 2), ("f", 2), ("g", 2), ("h", 2), ("i", 2), ("j", 2)];

#[test]
fn more_sub_axes_than_a_search_takes() {
    let world = MeshWithId::new(TEN, &[]);
    let (from, to) = (
        r#"[{"a", "b", "c", "d", "e"}, {"f", "g", "h", "i", "j"}]"#,
        r#"[{"j", "i", "h", "g", "f"}, {"e", "d", "c", "b", "a"}]"#,
    );
    let plan = ask(&world, from, to, &[1024, 1024], PlanLimits::default()).unwrap();
    assert!(!plan.optimal);
    let names: Vec<&str> = plan.steps.iter().map(|step| step.collective.name()).collect();
    assert_eq!(names, ["all_gather", "all_slice"]);
    let bound = PlanLimits::default().memory(Some(8192));
    assert_eq!(
        ask(&world, from, to, &[1024, 1024], bound),
        Err(NoPlan::Memory { bound: 8192, certain: false })
    );
}

#[test]
fn what_both_sides_share_is_left_alone_when_there_is_too_much() {
    let world = MeshWithId::new(TEN, &[]);
    let (from, to) = (
        r#"[{"a", "b", "c", "d", "e", "f", "g", "h", "i"}, {}]"#,
        r#"[{"a", "b", "c", "d", "e", "f", "g", "h"}, {"i"}]"#,
    );
    let plan = ask(&world, from, to, &[1024, 1024], PlanLimits::default()).unwrap();
    let [step] = &plan.steps[..] else { panic!("{plan:?}") };
    assert!(matches!(step.collective, Collective::AllToAll(_)));
    assert_eq!(plan.steps[0].sharding_text(&world.mesh), to);
}

#[test]
fn more_dimensions_than_a_search_takes() {
    let world = MeshWithId::new(&[("x", 2), ("y", 2)], &[]);
    let dims = |at: usize, axis: &str| {
        let dims: Vec<String> =
            (0..20).map(|d| if d == at { format!("{{\"{axis}\"}}") } else { "{}".into() }).collect();
        format!("[{}]", dims.join(", "))
    };
    let plan = ask(&world, &dims(0, "x"), &dims(19, "x"), &[2; 20], PlanLimits::default()).unwrap();
    assert_eq!(plan.steps.len(), 1);
    assert!(!plan.optimal, "dimensions that could have helped were left out");
}

#[test]
fn a_mesh_of_four_billion_devices() {
    let world = MeshWithId::new(&[("x", 1 << 16), ("y", 1 << 16)], &[]);
    let plan =
        ask(&world, r#"[{"x"}, {"y"}]"#, r#"[{"y"}, {"x"}]"#, &[1 << 20, 1 << 20], PlanLimits::default())
            .unwrap();
    assert!(plan.optimal);
    let names: Vec<&str> = plan.steps.iter().map(|step| step.collective.name()).collect();
    assert_eq!(names, ["collective_permute"]);
}
