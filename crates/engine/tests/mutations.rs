//! Verification detects wrong local programs and accepts correct ones: every file of `testdata/partition` without and
//! with mutations, and a gradient that amplifies rounding until no digit is correct in `f32`.
//!
//! A mutation changes one op of the local program. A mutation that changes no bit of any result is not an error and is not counted.

#![allow(clippy::print_stdout, reason = "the share of mistakes that is found is worth reading")]

use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_engine::{Report, Seeds, verify};
use partita_interp::Limits;
use partita_ir::{Attr, DenseData, Module, OpCode, OpId, names};
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, Partitioned, partition};

fn read(path: &Path) -> Option<(Module, Partitioned)> {
    let text = std::fs::read_to_string(path).expect("readable");
    let source = Source::new(&path.display().to_string(), text.as_str()).expect("short");
    let global = parse(&source, ParseOptions::default()).module;
    let pad_io = text.lines().any(|line| line == "// pad-io");
    let local = partition(&global, &PartitionOptions::default().pad_io(pad_io)).ok()?;
    (!text.contains("// not run: ")).then_some((global, local))
}

/// The ops of one run. The loops of some mutants do not end.
const MAX_OPS: u64 = 100_000;

fn report(global: &Module, local: &Partitioned, seeds: u64) -> Option<Report> {
    let limits = Limits::default().ops(MAX_OPS);
    verify(global, local, Seeds { first: 0, count: seeds }, limits).ok()
}

/// A mutation of an op; returns false if it does not apply to the op.
type Mutation = fn(&mut Module, OpId) -> bool;

const MUTATIONS: &[(&str, Mutation)] = &[
    ("a collective is left out", drop_collective),
    ("a permute goes elsewhere", turn_permute),
    ("an integer constant is off by one", shift_constant),
    ("a float constant is off by a hundredth", scale_constant),
    ("a sum is a difference", negate_sum),
];

/// Replaces an op by its operand if the types match.
fn drop_collective(module: &mut Module, op: OpId) -> bool {
    let view = module.op(op);
    let is_collective = matches!(view.name.code(), Some(OpCode::AllReduce | OpCode::CollectivePermute));
    if !is_collective || view.result_count() != 1 {
        return false;
    }
    let attrs: Vec<_> = view.attrs.iter().map(|(name, _)| *name).collect();
    attrs.into_iter().for_each(|name| module.remove_attr(op, name));
    module.take_regions(op);
    module.rename(op, OpCode::OptimizationBarrier);
    true
}

/// Swaps the first two targets of a permute.
fn turn_permute(module: &mut Module, op: OpId) -> bool {
    if module.op(op).name.code() != Some(OpCode::CollectivePermute) {
        return false;
    }
    let Some(name) = module.context.find_symbol("source_target_pairs") else { return false };
    change_elements(module, op, name, |bytes, size| {
        if bytes.len() < 4 * size {
            return false;
        }
        (0..size).for_each(|k| bytes.swap(size + k, 3 * size + k));
        true
    })
}

fn shift_constant(module: &mut Module, op: OpId) -> bool {
    let is_int = is_constant_of(module, op, |element| element.name().contains("i32"));
    is_int
        && change_elements(module, op, names::VALUE, |bytes, _| {
            bytes[0] = bytes[0].wrapping_add(1);
            true
        })
}

fn scale_constant(module: &mut Module, op: OpId) -> bool {
    let is_float = is_constant_of(module, op, |element| element.name() == "f32");
    is_float
        && change_elements(module, op, names::VALUE, |bytes, _| {
            let old = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            bytes[..4].copy_from_slice(&(old * 1.01).to_le_bytes());
            old.is_finite() && old != 0.0
        })
}

fn negate_sum(module: &mut Module, op: OpId) -> bool {
    let is_sum = module.op(op).name.code() == Some(OpCode::Add);
    if is_sum {
        module.rename(op, OpCode::Subtract);
    }
    is_sum
}

fn is_constant_of(module: &Module, op: OpId, test: impl Fn(partita_interp::Element) -> bool) -> bool {
    module.op(op).name.code() == Some(OpCode::Constant)
        && partita_interp::tensor_type(module, module.type_of(module.op(op).result(0)))
            .is_ok_and(|(element, _)| test(element))
}

/// Changes the bytes of a dense attribute, given the size of an element.
fn change_elements(
    module: &mut Module,
    op: OpId,
    name: partita_base::Symbol,
    change: impl Fn(&mut [u8], usize) -> bool,
) -> bool {
    let Some(Attr::Dense { ty, data }) = module.attr(op, name).cloned() else { return false };
    let (mut bytes, is_splat) = match data {
        DenseData::Splat(bytes) => (bytes.to_vec(), true),
        DenseData::Full(bytes) => (bytes.to_vec(), false),
    };
    let size = match partita_interp::tensor_type(module, ty) {
        Ok((element, _)) => element.bytes(),
        Err(_) => return false,
    };
    if bytes.len() < size || !change(&mut bytes, size) {
        return false;
    }
    let data = if is_splat { DenseData::Splat(bytes.into()) } else { DenseData::Full(bytes.into()) };
    let attr = module.context.attr(Attr::Dense { ty, data });
    module.set_attr(op, name, attr);
    true
}

/// The number of mutants of a program, and of those that are detected: their results differ, or they fail.
fn kills(path: &Path, mutation: Mutation, limit: usize) -> (usize, usize) {
    let Some((global, mut local)) = read(path) else { return (0, 0) };
    let (right, before) = (local.module.clone(), report(&global, &local, 2));
    let (mut found, mut made) = (0, 0);
    for op in right.walk(right.top()) {
        local.module = right.clone();
        if made == limit || !mutation(&mut local.module, op) {
            continue;
        }
        let after = report(&global, &local, 2);
        // No bit of a result has changed, so the op does not affect the results.
        if after == before {
            continue;
        }
        made += 1;
        let is_found = after.is_none_or(|report| !report.differences.is_empty());
        found += usize::from(is_found);
    }
    (found, made)
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

#[test]
fn mistakes_in_well_conditioned_programs_are_found() {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder("partition"))
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    for (name, mutation) in MUTATIONS {
        let (found, made) = paths.iter().fold((0, 0), |sum, path| {
            let (found, made) = kills(path, *mutation, 2);
            (sum.0 + found, sum.1 + made)
        });
        println!("{name}: {found} of {made} found");
        assert!(made >= 5 && found * 100 >= made * 90, "{name}: {found} of {made} found");
    }
}

#[test]
fn amplified_rounding_is_distinguished_from_errors() {
    let path = folder("runs").join("grown_rounding.mlir");
    let (global, local) = read(&path).expect("it is partitioned");
    let report = report(&global, &local, 3).expect("it runs");
    assert_eq!(report.differences, [], "it is right");
    for (name, mutation) in MUTATIONS {
        let (found, made) = kills(&path, *mutation, 4);
        println!("{name}: {found} of {made} found");
        assert!(found * 100 >= made * 90, "{name}: {found} of {made} found");
    }
}
