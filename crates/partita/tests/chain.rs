//! The chain from a program to its local program. Explanations refer to the program that is partitioned.

use partita::hlo::{self, Compat, Partitioning, Propagation, Seeds};

/// A product through which shardings propagate under Shardy's rules only after it is rewritten.
const DOT: &str = r#"
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x6xf32>) -> tensor<8x6xf32> {
  %0 = "stablehlo.einsum"(%a, %b) <{einsum_config = "ij,jk->ik"}> : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}"#;

/// Device groups that are not in the order of their ids, which Shardy's import does not preserve.
const GROUPS: &str = include_str!("../../../testdata/partition/replica_groups_along_axes.mlir");

fn read(text: &str) -> hlo::Program {
    hlo::read("test.mlir", text).unwrap()
}

#[test]
fn explanations_refer_to_the_partitioned_program() {
    let propagated = hlo::propagate(read(DOT), &Propagation::default()).unwrap();
    let why = propagated.why("%0", Some(0)).unwrap()[0].render();
    let partitioned = propagated.partition(&Partitioning::default(), &mut ()).unwrap();
    assert!(why.contains("by stablehlo.dot_general"), "{why}");
    assert!(partitioned.text().contains("stablehlo.dot_general"), "{}", partitioned.text());
    let at_once = hlo::partition(read(DOT), &Partitioning::default()).unwrap();
    assert_eq!(partitioned.text(), at_once.text());
}

#[test]
fn an_annotated_program_keeps_its_ops() {
    let annotated = hlo::annotate(read(DOT), &Propagation::default()).unwrap();
    assert!(hlo::print(&annotated).contains("stablehlo.einsum"));
}

#[test]
fn programs_propagated_by_shardy_rules_have_the_same_results() {
    let examples =
        [include_str!("../../../examples/mlp.mlir"), include_str!("../../../examples/shard_map.mlir")];
    for text in [DOT, GROUPS].into_iter().chain(examples) {
        let mut propagation = Propagation::default();
        propagation.compat = Compat::Shardy;
        let propagated = hlo::propagate(read(text), &propagation).unwrap();
        let partitioned = propagated.partition(&Partitioning::default(), &mut ()).unwrap();
        let report = partitioned.verify(Seeds { first: 0, count: 1 }).unwrap();
        assert!(report.differences.is_empty() && report.elements > 0, "{text}");
    }
}

#[test]
fn results_of_rewritten_ops_keep_their_names() {
    let text = r#"
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<6xf32>) -> (tensor<8x6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a, %c, %c) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<8x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<8x6xf32>, tensor<6xf32>, tensor<6xf32>)
  return %0#0, %0#1, %0#2 : tensor<8x6xf32>, tensor<6xf32>, tensor<6xf32>
}"#;
    let propagated = hlo::propagate(read(text), &Propagation::default()).unwrap();
    for (name, short) in [("%0#0", "f32[8?,6@x?]"), ("%0#1", "f32[6@x?]"), ("%0#2", "f32[6@x?]")] {
        let why = propagated.why(name, None).unwrap();
        assert_eq!((why.len(), why[0].short.as_str()), (1, short), "{name}");
        assert_eq!(why[0].value, name);
    }
}
