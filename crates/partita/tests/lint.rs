//! Lints on programs of all kinds, and on small programs with thresholds of zero.

use std::fs;
use std::path::Path;

use partita::hlo::{self, Partitioned, Partitioning, Thresholds};
use partita::{Diagnostics, Severity};

/// Thresholds that report everything.
fn everything() -> Thresholds {
    Thresholds::default()
        .replicated_bytes(1)
        .gathered_bytes(1)
        .sent_bytes(1)
        .padding_bytes(1)
        .padding_share(0.0)
        .tiny_bytes(u64::MAX)
}

fn partitioned(text: &str) -> Partitioned {
    let program = hlo::read("test.mlir", text).expect("a valid program");
    hlo::partition(program, &Partitioning::default()).expect("it is partitioned")
}

fn codes(found: &Diagnostics) -> Vec<String> {
    found.iter().map(|each| each.code.to_string()).collect()
}

/// The texts of the file tests of the partitioner and of the programs that JAX lowered.
fn programs() -> Vec<(String, String)> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut found = Vec::new();
    for folder in ["partition", "comms", "lint"] {
        let mut paths: Vec<_> = fs::read_dir(testdata.join(folder))
            .expect("the folder exists")
            .map(|entry| entry.expect("readable").path())
            .collect();
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).expect("readable");
            for (number, range) in hlo::split_modules(&text).into_iter().enumerate() {
                found.push((format!("{} {number}", path.display()), text[range].to_string()));
            }
        }
    }
    found
}

#[test]
fn every_program_is_linted_twice_with_the_same_result() {
    let (mut tried, mut reported) = (0, 0);
    for (name, text) in programs() {
        let Ok(program) = hlo::read(&name, &text) else { continue };
        let Ok(partitioned) = hlo::partition(program, &Partitioning::default()) else { continue };
        let found = partitioned.lint(&everything(), &mut ());
        for each in found.iter() {
            assert_eq!(each.severity, Severity::Warning, "{name}");
            assert!(each.help.is_some(), "{name}: {each}");
            assert!((each.span.end as usize) <= text.len() && !each.span.is_empty(), "{name}: {each}");
        }
        let again = partitioned.lint(&everything(), &mut ());
        assert_eq!(format!("{found}"), format!("{again}"), "{name}");
        let usage = partitioned.usage(None, &mut ());
        assert_eq!(usage.total.bytes, partitioned.comms().bytes, "{name}");
        (tried, reported) = (tried + 1, reported + found.warnings());
    }
    assert!(tried > 100 && reported > 100, "{tried} programs, {reported} warnings");
}

#[test]
fn a_stored_constant_is_replicated() {
    let text = r#"
        sdy.mesh @mesh = <["x"=2]>
        func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32>, tensor<2xf32>) {
          %zeros = stablehlo.constant dense<0.0> : tensor<2xf32>
          %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<[1.0, 2.0]> : tensor<2xf32>
          %1 = stablehlo.add %zeros, %0 : tensor<2xf32>
          return %a, %1 : tensor<4xf32>, tensor<2xf32>
        }"#;
    let found = partitioned(text).lint(&Thresholds::default().replicated_bytes(8), &mut ());
    assert_eq!(codes(&found), ["PA0801"], "{found}");
    let found = partitioned(text).lint(&Thresholds::default().replicated_bytes(9), &mut ());
    assert_eq!(codes(&found), [""; 0], "{found}");
}
