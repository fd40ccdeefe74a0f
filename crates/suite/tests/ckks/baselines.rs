//! What others would do, run: the full-slot and the half-slot kernel against convolutions and their formulas.

use crate::direct::{Conv, error, numbers};
use partita_ckks::baseline::{ConvMesh, UtilisationFirst};
use partita_ckks::kernels::{CellConv, Rolls};
use partita_ckks::linear::{LinearOp, Weights, Window};
use partita_ckks::program::Builder;
use partita_ckks::{Simulation, simulate_program};
use proptest::prelude::*;

fn op(conv: Conv, weights: &[f64]) -> LinearOp {
    let op = LinearOp::conv(conv.input, conv.features, Window::same(conv.kernel[0], 1), 1).unwrap();
    op.with_weights(Weights::Tensor(weights.to_vec().into())).unwrap()
}

/// Runs a kernel and checks its results, and that it needs the number of rotations it states.
fn run(conv: Conv, mesh: [usize; 3], slots: usize, rolls: Rolls) -> CellConv {
    let weights = numbers(conv.features * conv.input[0] * conv.kernel[0] * conv.kernel[1], 2);
    let kernel = CellConv::new(&op(conv, &weights), mesh, slots, rolls).unwrap();
    let x = numbers(conv.input.iter().product(), 1);
    let mut builder = Builder::new(slots);
    let inputs = builder.inputs(kernel.from().ciphertexts(), 1).unwrap();
    let outputs = kernel.lower(&mut builder, &inputs).unwrap();
    let (program, sources) = builder.finish(&outputs).unwrap();
    let packed = kernel.from().pack(&x).unwrap();
    let (made, counters) = simulate_program(&program, &sources, &packed, Simulation::default()).unwrap();
    assert!(error(&kernel.to().unpack(&made).unwrap(), &conv.run(&x, &weights)) < 1e-9);
    assert_eq!(counters.rotations as u64, kernel.rotations());
    assert_eq!(counters.levels, 1);
    kernel
}

/// The formula counts the roll by nothing as well: two rotations of every cell, or one.
fn follows_the_formula(kernel: &CellConv, rolls: Rolls, taps: u64) {
    let block = kernel.block();
    let cells: u64 = block.mesh.iter().product();
    let channel_rolls = match rolls {
        Rolls::FullSlot => block.full_slot() - 2 * cells,
        Rolls::HalfSlot => block.half_slot() - cells,
    };
    assert_eq!(kernel.rotations(), channel_rolls + block.tap_rolls(taps));
}

#[test]
fn the_worked_examples() {
    let e1 = Conv::same([64, 7, 7], 16, 1, 1);
    let full = run(e1, [1, 4, 1], 1024, Rolls::FullSlot);
    follows_the_formula(&full, Rolls::FullSlot, 1);
    assert_eq!((full.block().full_slot(), full.rotations()), (128, 120));
    let half = run(e1, [2, 8, 1], 1024, Rolls::HalfSlot);
    follows_the_formula(&half, Rolls::HalfSlot, 1);
    assert_eq!((half.block().half_slot(), half.rotations()), (144, 128));
    // The half-slot mesh is the full-slot one, split until a block fits.
    assert_eq!(full.block().halved(16 * 49, 1024), half.block());
    // The MetaKernel of the published example: 512 channels of 7x7 per block, 4 cells halved to 16, 16 baby and 32
    // giant steps in each.
    let blocks = ConvMesh { mesh: [1, 4, 1], channels: 512 };
    assert_eq!(blocks.published_meta_kernel(512 * 49, 32768), 768);
    let e3 = run(Conv::same([16, 7, 7], 64, 1, 1), [4, 1, 1], 1024, Rolls::FullSlot);
    follows_the_formula(&e3, Rolls::FullSlot, 1);
    assert_eq!((e3.block().full_slot(), e3.rotations()), (128, 120));
}

#[test]
fn windows_and_rows() {
    let kernel = run(Conv::same([8, 6, 5], 4, 3, 1), [2, 2, 1], 128, Rolls::FullSlot);
    follows_the_formula(&kernel, Rolls::FullSlot, 9);
    let kernel = run(Conv::same([4, 6, 5], 4, 1, 1), [1, 2, 3], 64, Rolls::FullSlot);
    follows_the_formula(&kernel, Rolls::FullSlot, 1);
    // A block that fills all slots comes round by itself.
    let kernel = run(Conv::same([8, 4, 4], 8, 1, 1), [1, 1, 1], 128, Rolls::FullSlot);
    assert_eq!(kernel.rotations(), 7);
}

#[test]
fn what_they_cannot_do_is_refused() {
    let three = op(Conv::same([4, 4, 4], 4, 3, 1), &numbers(144, 1));
    for (mesh, rolls, code) in [
        ([1, 1, 1], Rolls::HalfSlot, "PA0704"),
        ([1, 1, 2], Rolls::FullSlot, "PA0704"),
        ([1, 3, 1], Rolls::FullSlot, "PA0702"),
    ] {
        let refused = CellConv::new(&three, mesh, 128, rolls).unwrap_err();
        assert_eq!(refused.code.to_string(), code, "{refused}");
    }
    let one = op(Conv::same([4, 4, 4], 4, 1, 1), &numbers(16, 1));
    // 64 slots are more than half of 64.
    assert_eq!(CellConv::new(&one, [1, 1, 1], 64, Rolls::HalfSlot).unwrap_err().code.to_string(), "PA0703");
    assert_eq!(CellConv::new(&one, [1, 1, 1], 32, Rolls::FullSlot).unwrap_err().code.to_string(), "PA0701");
}

#[test]
fn blocks_are_split_in_two() {
    let block = ConvMesh { mesh: [1, 4, 1], channels: 16 };
    assert_eq!(block.halved(512, 1024), block);
    assert_eq!(ConvMesh { mesh: [1, 1, 1], channels: 1 }.halved(1024, 1024).mesh, [1, 1, 2]);
    assert_eq!(block.tap_rolls(9), 32);
}

#[test]
fn exact_planes_are_counted_with_shared_steps() {
    let mut counted = UtilisationFirst::default();
    let e1 = LinearOp::conv([64, 7, 7], 16, Window::same(1, 1), 1).unwrap();
    let dense = counted.rotations(&e1, 1024).unwrap();
    // More than with planes of a power of two, fewer than without sharing.
    assert!((12..120).contains(&dense), "{dense}");
    assert_eq!(counted.rotations(&e1, 1024).unwrap(), dense);
    let strided = LinearOp::conv([4, 16, 16], 8, Window::same(3, 2), 1).unwrap();
    assert!(counted.rotations(&strided, 1024).is_ok());
    let wide = LinearOp::conv([1, 4, 256], 1, Window::same(3, 1), 1).unwrap();
    assert!(counted.rotations(&wide, 128).is_err(), "a row alone is larger than a ciphertext");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any mesh and any small planes, where taps and rolls may coincide.
    #[test]
    fn they_compute_convolutions(
        x in 1usize..3, y in 1usize..3, z in 1usize..3, per in 1usize..4, out in 1usize..4,
        h in 1usize..4, w in 1usize..5, kernel in 0usize..2, half in any::<bool>(),
    ) {
        let z = if kernel == 1 { 1 } else { z };
        let half = half && kernel == 0;
        let conv = Conv::same([y * per, z * h, w], x * out, 2 * kernel + 1, 1);
        let rolls = if half { Rolls::HalfSlot } else { Rolls::FullSlot };
        run(conv, [x, y, z], 128, rolls);
    }
}
