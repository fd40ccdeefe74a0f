//! Programs on simulated devices.

use partita_base::Source;
use partita_interp::{Element, EvalError, Fault, Limits, Tensor, Topology, run, run_spmd};
use partita_mlir::{ParseOptions, parse};

fn module(text: &str) -> partita_ir::Module {
    let source = Source::new("test", text).expect("small");
    let parsed = parse(&source, ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics);
    parsed.module
}

/// Runs on as many partitions as there are arguments, each a vector of `f32`.
fn spmd(text: &str, arguments: &[&[f32]]) -> Result<Vec<Tensor>, Fault> {
    let arguments: Vec<Vec<Tensor>> =
        arguments.iter().map(|values| vec![Tensor::f32(&[values.len()], values.to_vec())]).collect();
    let topology = Topology::partitions(arguments.len());
    let results = run_spmd(&module(text), "main", &arguments, topology, Limits::default())?;
    Ok(results.into_iter().map(|mut list| list.remove(0)).collect())
}

fn floats(values: &[f32]) -> Tensor {
    Tensor::f32(&[values.len()], values.to_vec())
}

const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

fn collective(op: &str, attrs: &str, region: &str, from: usize, to: usize) -> String {
    format!(
        "func.func @main(%arg0: tensor<{from}xf32>) -> tensor<{to}xf32> {{
          %0 = \"stablehlo.{op}\"(%arg0) <{{{attrs}, {CHANNEL}}}> {region} : (tensor<{from}xf32>) -> tensor<{to}xf32>
          return %0 : tensor<{to}xf32>
        }}"
    )
}

const SUM: &str = "({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
})";

#[test]
fn all_reduce_adds_within_groups() {
    let attrs = "replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids";
    let text = collective("all_reduce", attrs, SUM, 2, 2);
    let got = spmd(&text, &[&[1.0, 2.0], &[10.0, 20.0], &[3.0, 4.0], &[30.0, 40.0]]).unwrap();
    assert_eq!(got, [floats(&[4.0, 6.0]), floats(&[40.0, 60.0]), floats(&[4.0, 6.0]), floats(&[40.0, 60.0])]);
}

#[test]
fn groups_of_replicas_mean_all_partitions_of_them() {
    let text = collective("all_reduce", "replica_groups = dense<0> : tensor<1x1xi64>", SUM, 1, 1);
    let got = spmd(&text, &[&[1.0], &[2.0], &[4.0]]).unwrap();
    assert_eq!(got, vec![floats(&[7.0]); 3]);
}

#[test]
fn all_gather_keeps_the_order_of_the_group() {
    let attrs =
        "all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, use_global_device_ids";
    let got = spmd(&collective("all_gather", attrs, "", 2, 4), &[&[1.0, 2.0], &[3.0, 4.0]]).unwrap();
    assert_eq!(got, vec![floats(&[3.0, 4.0, 1.0, 2.0]); 2]);
}

/// Gathers what the devices of one mesh hold along some axes.
fn gathered_along(mesh: &str, reference: &str, axes: &str, size: usize) -> Result<Vec<Tensor>, Fault> {
    let attrs = format!(
        "all_gather_dim = 0 : i64, use_global_device_ids, \
         replica_groups = #stablehlo.replica_group_mesh_axes<mesh = {reference}, axes = [{axes}]>"
    );
    spmd(
        &(mesh.to_string() + &collective("all_gather", &attrs, "", 1, size)),
        &[&[0.0], &[1.0], &[2.0], &[3.0]],
    )
}

#[test]
fn groups_along_axes_are_those_of_the_mesh() {
    let axis = |name: &str| format!("#stablehlo.axis_ref<name = \"{name}\">");
    let mesh = "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\n";
    let turned = "sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[0, 3, 1, 2]>\n";
    let all = |rows: [&[f32]; 4]| rows.map(floats).to_vec();
    let got = gathered_along(mesh, "@m", &axis("x"), 2).unwrap();
    assert_eq!(got, all([&[0.0, 2.0], &[1.0, 3.0], &[0.0, 2.0], &[1.0, 3.0]]));
    // The first axis is the major one.
    let got = gathered_along(mesh, "@m", &format!("{}, {}", axis("y"), axis("x")), 4).unwrap();
    assert_eq!(got, vec![floats(&[0.0, 2.0, 1.0, 3.0]); 4]);
    // Positions are not devices.
    let got = gathered_along(turned, "@m", &axis("x"), 2).unwrap();
    assert_eq!(got, all([&[0.0, 1.0], &[0.0, 1.0], &[3.0, 2.0], &[3.0, 2.0]]));
    // A mesh in place, and the major half of an axis.
    let inline = "#stablehlo.mesh<axes = [<name = \"x\", size = 4>]>";
    let half = "#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>";
    let got = gathered_along("", inline, half, 2).unwrap();
    assert_eq!(got, all([&[0.0, 2.0], &[1.0, 3.0], &[0.0, 2.0], &[1.0, 3.0]]));
}

#[test]
fn groups_along_unknown_axes_are_refused() {
    let mesh = "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\n";
    let refused = |axes: &str| gathered_along(mesh, "@m", axes, 2).unwrap_err().error.message().to_string();
    assert!(refused("#stablehlo.axis_ref<name = \"z\">").contains("has no axis \"z\""));
    let twice = "#stablehlo.axis_ref<name = \"x\">, #stablehlo.axis_ref<name = \"x\">";
    assert!(refused(twice).contains("overlap"));
    let larger = "sdy.mesh @m = <[\"x\"=2, \"y\"=4]>\n";
    let refused = gathered_along(larger, "@m", "#stablehlo.axis_ref<name = \"x\">", 2).unwrap_err();
    assert!(
        refused.error.message().contains("expected 4 devices in the mesh of the replica groups, found 8"),
        "{refused:?}"
    );
}

#[test]
fn reduce_scatter_gives_each_its_part() {
    let attrs = "scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids";
    let got = spmd(&collective("reduce_scatter", attrs, SUM, 2, 1), &[&[1.0, 2.0], &[3.0, 4.0]]).unwrap();
    assert_eq!(got, [floats(&[4.0]), floats(&[6.0])]);
}

#[test]
fn all_to_all_exchanges_parts() {
    let attrs = "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, \
                 replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>";
    let got = spmd(&collective("all_to_all", attrs, "", 2, 2), &[&[1.0, 2.0], &[3.0, 4.0]]).unwrap();
    assert_eq!(got, [floats(&[1.0, 3.0]), floats(&[2.0, 4.0])]);
}

#[test]
fn permuting_leaves_zeros_where_nothing_arrives() {
    let attrs = "source_target_pairs = dense<[[0, 2], [1, 0]]> : tensor<2x2xi64>";
    let got = spmd(&collective("collective_permute", attrs, "", 1, 1), &[&[1.0], &[2.0], &[3.0]]).unwrap();
    assert_eq!(got, [floats(&[2.0]), floats(&[0.0]), floats(&[1.0])]);
}

#[test]
fn broadcasting_comes_from_the_first_of_a_group() {
    let attrs = "replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>";
    let got = spmd(&collective("collective_broadcast", attrs, "", 1, 1), &[&[1.0], &[2.0], &[3.0]]).unwrap();
    assert_eq!(got, [floats(&[0.0]), floats(&[3.0]), floats(&[3.0])]);
}

#[test]
fn a_group_that_names_a_missing_device_is_refused() {
    let attrs = "replica_groups = dense<[[0, 5]]> : tensor<1x2xi64>, use_global_device_ids";
    let fault = spmd(&collective("all_reduce", attrs, SUM, 1, 1), &[&[1.0], &[2.0]]).unwrap_err();
    assert!(matches!(fault.error, EvalError::Argument(_)), "{fault:?}");
}

/// Each device doubles its value as many times as its number.
const LOOP: &str = "func.func @main(%arg0: tensor<1xf32>) -> tensor<1xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %zero, %x = %arg0) : tensor<ui32>, tensor<1xf32>
   cond {
    %p = stablehlo.compare LT, %i, %id : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<ui32>
    %y = stablehlo.add %x, %x : tensor<1xf32>
    COLLECTIVE
    stablehlo.return %n, %z : tensor<ui32>, tensor<1xf32>
  }
  return %0#1 : tensor<1xf32>
}";

#[test]
fn loops_of_different_lengths_run_each_to_its_end() {
    let text = LOOP.replace("COLLECTIVE", "%z = stablehlo.negate %y : tensor<1xf32>");
    let got = spmd(&text, &[&[1.0], &[1.0], &[1.0]]).unwrap();
    assert_eq!(got, [floats(&[1.0]), floats(&[-2.0]), floats(&[4.0])]);
}

#[test]
fn a_collective_that_some_devices_left_is_an_error() {
    let permute = format!(
        "%z = \"stablehlo.collective_permute\"(%y) <{{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, \
         {CHANNEL}}}> : (tensor<1xf32>) -> tensor<1xf32>"
    );
    let fault = spmd(&LOOP.replace("COLLECTIVE", &permute), &[&[1.0], &[1.0], &[1.0]]).unwrap_err();
    assert!(matches!(fault.error, EvalError::Diverged(_)), "{fault:?}");
}

#[test]
fn a_manual_computation_sees_shards_and_returns_the_global_tensor() {
    let text = "sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 0, 2]>
      func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
        %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{\"y\", \"x\"}]>] out_shardings=[<@m, [{\"y\", \"x\"}]>]
            manual_axes={\"x\", \"y\"} (%a: tensor<1xf32>) {
          %id = stablehlo.partition_id : tensor<ui32>
          %1 = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
          %2 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
          %3 = stablehlo.add %a, %2 : tensor<1xf32>
          sdy.return %3 : tensor<1xf32>
        } : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      }";
    let argument = floats(&[10.0, 20.0, 30.0, 40.0]);
    let got = run(&module(text), "main", &[argument], Limits::default()).unwrap();
    // Positions (x, y) hold devices 3, 1, 0, 2; parts are ordered by y, then x.
    assert_eq!(got, [floats(&[13.0, 20.0, 31.0, 42.0])]);
}

#[test]
fn limits_stop_a_run() {
    let text = "func.func @main(%arg0: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.while(%i = %arg0) : tensor<i32>
       cond {
        %t = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %t : tensor<i1>
      } do {
        stablehlo.return %i : tensor<i32>
      }
      return %0 : tensor<i32>
    }";
    let limits = Limits::default().ops(1000);
    let fault = run(&module(text), "main", &[Tensor::int(Element::I32, 1)], limits).unwrap_err();
    assert!(matches!(fault.error, EvalError::Limit(_)), "{fault:?}");
    let text = "func.func @main() -> tensor<1000000x1000000xf32> {
      %0 = stablehlo.constant dense<1.0> : tensor<1000000x1000000xf32>
      return %0 : tensor<1000000x1000000xf32>
    }";
    let fault = run(&module(text), "main", &[], Limits::default()).unwrap_err();
    assert!(matches!(fault.error, EvalError::Limit(_)), "{fault:?}");
}

#[test]
fn arguments_are_checked() {
    let text = "func.func @main(%arg0: tensor<2xi32>) -> tensor<2xi32> { return %arg0 : tensor<2xi32> }";
    for arguments in [vec![], vec![floats(&[1.0, 2.0])], vec![Tensor::int(Element::I32, 1)]] {
        let fault = run(&module(text), "main", &arguments, Limits::default()).unwrap_err();
        assert!(matches!(fault.error, EvalError::Argument(_)), "{fault:?}");
    }
    assert!(run(&module(text), "other", &[], Limits::default()).is_err());
}
