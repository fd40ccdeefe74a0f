//! The mesh axes along which collectives communicate.

use partita_base::Source;
use partita_mesh::Mesh;
use partita_mesh::spec::MeshSpec;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{collective_axes, list_collectives};

/// The axes of every collective of a program on a mesh of 2 by 2 devices in some order.
fn axes(ops: &str, devices: Option<[i64; 4]>) -> Vec<Vec<String>> {
    let text = format!("func.func @main(%arg0: tensor<4xf32>) {{\n{ops}  return\n}}\n");
    let parsed = parse(&Source::new("test", text).unwrap(), ParseOptions::default());
    let mut found = parsed.diagnostics;
    found.append(partita_verify::verify(&parsed.module));
    assert!(!found.has_errors(), "{:?}", found.iter().next());
    let mut spec = MeshSpec::new([("x", 2), ("y", 2)]);
    spec.device_ids = devices.map_or_else(Vec::new, |devices| devices.to_vec());
    let mesh = Mesh::from_spec(&spec).expect("a mesh");
    collective_axes(&parsed.module, &list_collectives(&parsed.module), &mesh)
}

fn gather(groups: &str, count: usize, size: usize) -> String {
    format!(
        "  %{count}{size} = \"stablehlo.all_gather\"(%arg0) <{{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, \
         type = 1>, replica_groups = dense<{groups}> : tensor<{count}x{size}xi64>, use_global_device_ids}}> : (tensor<4xf32>) -> tensor<{}xf32>\n",
        4 * size
    )
}

fn permute(pairs: &str) -> String {
    format!(
        "  %0 = \"stablehlo.collective_permute\"(%arg0) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, \
         source_target_pairs = dense<{pairs}> : tensor<2x2xi64>}}> : (tensor<4xf32>) -> tensor<4xf32>\n"
    )
}

#[test]
fn groups_differ_along_axes() {
    assert_eq!(axes(&gather("[[0, 1], [2, 3]]", 2, 2), None), [["y"]]);
    assert_eq!(axes(&gather("[[0, 2], [1, 3]]", 2, 2), None), [["x"]]);
    assert_eq!(axes(&gather("[[0, 1, 2, 3]]", 1, 4), None), [["x", "y"]]);
    // Every device is alone in its group.
    assert_eq!(axes(&gather("[[0], [1], [2], [3]]", 4, 1), None), [Vec::<String>::new()]);
}

#[test]
fn the_order_of_devices_counts() {
    assert_eq!(axes(&gather("[[0, 1], [2, 3]]", 2, 2), Some([0, 2, 1, 3])), [["x"]]);
}

#[test]
fn permutations_go_where_their_pairs_differ() {
    assert_eq!(axes(&permute("[[0, 1], [1, 0]]"), None), [["y"]]);
    assert_eq!(axes(&permute("[[0, 1], [1, 3]]"), None), [["x", "y"]]);
    assert_eq!(axes(&permute("[[0, 0], [1, 1]]"), None), [Vec::<String>::new()]);
}
