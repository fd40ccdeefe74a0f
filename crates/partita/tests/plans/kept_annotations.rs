//! Plans that keep the annotations of the program are compared with plans that lack them.

use partita::hlo::{self, Machine};
use partita::mesh::TensorSharding;
use partita::notation::parse_mesh;
use partita::plans::{Annotations, Given};
use partita::report::View;
use partita::search::{SearchOptions, ShardingPlanView, find_plan};

use super::{MACHINE, MLP, read};

fn answer(given: Given) -> ShardingPlanView {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh("data=4,model=2", None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.given = given;
    find_plan(&read(MLP), &options, &mut (), &mut ()).unwrap().view
}

#[test]
fn rows_that_lack_the_kept_annotations_are_marked() {
    let view = answer(Given::Kept);
    for row in &view.rows {
        assert_eq!(row.without_annotations, row.name != "as annotated", "{}", row.name);
    }
    let text = view.text();
    assert!(text.contains("\ndata parallel (without the annotations)  "), "{text}");
    assert!(text.contains("\nas annotated  "), "{text}");
    assert!(view.json().contains("\"without_annotations\": true"));
}

#[test]
fn rows_of_a_plan_without_annotations_are_not_marked() {
    let view = answer(Given::Removed);
    assert!(view.rows.iter().all(|row| !row.without_annotations));
    assert!(!view.text().contains("without the annotations"));
}

/// Annotations of every kind: open and closed dimensions, priorities, a sub-axis, axes that must not be used, constraints.
const ANNOTATED: &str = r#"sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(
    %x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data":(1)2, ?}, {}]>},
    %a: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"model"}p2]>},
    %b: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p1, {?}], replicated={"data"}>},
    %c: tensor<32x32xf32>) -> (tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}]>}, tensor<64x32xf32>) {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"data", ?}, {?}]> : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{}, {"model"}]> : tensor<64x32xf32>
  %5 = stablehlo.dot_general %4, %c, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  return %4, %5 : tensor<64x32xf32>, tensor<64x32xf32>
}
"#;

/// The shardings of a program, written: arguments, results, constraints.
fn written(program: &hlo::Program) -> Vec<String> {
    let annotations = Annotations::read(program);
    let text = |sharding: Option<&TensorSharding>| {
        sharding.map_or_else(String::new, |sharding| annotations.meshes.to_spec(sharding).to_string())
    };
    let ends = annotations.arguments.iter().chain(&annotations.results).map(Option::as_ref);
    ends.chain(annotations.constraints.iter().map(|(_, sharding)| Some(sharding))).map(text).collect()
}

#[test]
fn every_kept_annotation_stays_and_what_is_resolved_extends_it() {
    let program = read(ANNOTATED);
    let before = written(&program);
    assert_eq!(before.iter().filter(|text| !text.is_empty()).count(), 6);
    for memory in [1 << 30, 45_000] {
        let machine = Machine::parse(MACHINE).unwrap();
        let mesh = parse_mesh("data=4,model=2", None).unwrap();
        let mut options = SearchOptions::new(&mesh, &machine);
        (options.given, options.memory) = (Given::Kept, Some(memory));
        let found = find_plan(&program, &options, &mut (), &mut ()).unwrap();
        // As text, so that it is what a user gets.
        let text = hlo::print_text(found.program.module(), hlo::PrintOptions::default()).to_string();
        let after = written(&read(&text));
        for kept in before.iter().filter(|text| !text.is_empty()) {
            let count = |all: &[String]| all.iter().filter(|text| *text == kept).count();
            assert!(count(&after) >= count(&before), "{memory}: {kept} is not among {after:?}\n{text}");
        }
        // Arguments and results are at their places.
        for (at, kept) in before.iter().enumerate().take(6).filter(|(_, text)| !text.is_empty()) {
            assert_eq!(after.get(at), Some(kept), "{memory}");
        }
        check_resolved(read(&text), memory);
    }
}

/// Compares the shardings of arguments and results after propagation with the annotations.
fn check_resolved(program: hlo::Program, memory: u64) {
    let partitioned = hlo::partition(program, &hlo::Partitioning::default()).unwrap();
    let interface = partitioned.interface();
    let [inputs, results] = [&interface.inputs, &interface.results].map(|specs| {
        let dims = specs.iter().map(|spec| {
            let dims = spec.iter().flat_map(|spec| &spec.dims);
            dims.map(|dim| dim.axes.iter().map(ToString::to_string).collect()).collect()
        });
        dims.collect::<Vec<Vec<Vec<String>>>>()
    });
    // Closed dimensions are as they were, and open ones begin with what they had.
    assert!(inputs[0][0].first().is_some_and(|axis| axis.starts_with("\"data\"")), "{memory}: {inputs:?}");
    assert!(inputs[0][1].is_empty(), "{memory}: {inputs:?}");
    assert_eq!(inputs[1][1], ["\"model\""], "{memory}");
    assert!(inputs[2].concat().iter().all(|axis| !axis.starts_with("\"data\"")), "{memory}: {inputs:?}");
    assert!(results[0].get(1).is_none_or(Vec::is_empty), "{memory}: {results:?}");
}
