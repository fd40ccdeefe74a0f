//! Every kernel computes its op, in exactly the number of operations that is counted from shapes.

use std::sync::Arc;

use crate::direct::{Conv, error, numbers};
use partita_ckks::linear::{Choice, Copying, LinearMap, LinearOp, SplitChoice, Weights, Window};
use partita_ckks::program::{Builder, PlaintextSource, Reuse, lower_sum};
use partita_ckks::{Counters, Simulation, SlotLayout, simulate_program};

/// Runs a map on given inputs; checks that it needs the operations of its cost and leaves padding zero.
fn run_map(map: LinearMap, x: &[f64], reuse: Reuse) -> (Vec<f64>, Counters) {
    let (cost, from, to) = (map.cost(), map.from().clone(), map.to().clone());
    let mut builder = Builder::new(from.slots());
    let inputs = builder.inputs(from.ciphertexts(), 1).unwrap();
    let outputs = lower_sum(&mut builder, &[(Arc::new(map), inputs)], reuse).unwrap();
    let (program, sources) = builder.finish(&outputs).unwrap();
    let (slots, counters) =
        simulate_program(&program, &sources, &from.pack(x).unwrap(), Simulation::default()).unwrap();
    let y = to.unpack(&slots).unwrap();
    assert!(
        to.pack(&y).unwrap().iter().zip(&slots).all(|(a, b)| error(a, b) < 1e-9),
        "pads and copies: {to}"
    );
    if reuse == Reuse::Shared {
        let counted = (cost.rotations, cost.pmul, cost.adds, cost.levels, &cost.keys);
        let done = (counters.rotations, counters.pmul, counters.adds, counters.levels, &counters.keys);
        assert_eq!(counted, done, "{from} -> {to}");
        assert!(counters.peak <= cost.live, "{from} -> {to}: {} alive, {} said", counters.peak, cost.live);
    }
    (y, counters)
}

fn conv_op(conv: Conv, weights: &[f64]) -> LinearOp {
    let window = Window {
        kernel: conv.kernel,
        stride: conv.stride,
        before: conv.before,
        after: conv.after,
        dilation: conv.dilation,
    };
    let op = LinearOp::conv(conv.input, conv.features, window, conv.groups).unwrap();
    assert_eq!(op.output(), conv.output());
    op.with_weights(Weights::Tensor(weights.into())).unwrap()
}

/// Runs a convolution between two layouts and compares.
fn check_conv(conv: Conv, from: &SlotLayout, to: &SlotLayout, choice: Choice) -> Counters {
    let [c, h, w] = conv.input;
    let x = numbers(c * h * w, 1);
    let weights = numbers(conv.features * (c / conv.groups) * conv.kernel[0] * conv.kernel[1], 2);
    let map = LinearMap::new(&conv_op(conv, &weights), from, to, choice).unwrap();
    let (y, counters) = run_map(map, &x, Reuse::Shared);
    let difference = error(&y, &conv.run(&x, &weights));
    assert!(difference < 1e-9, "{conv:?}\n{from} -> {to}: {difference}");
    counters
}

fn layouts(shape: [usize; 3], slots: usize) -> Vec<SlotLayout> {
    let [_, h, w] = shape;
    let pow2 = SlotLayout::pow2_plane(h, w);
    let mut all = vec![SlotLayout::dense(shape, [h, w], slots), SlotLayout::dense(shape, pow2, slots)];
    all.push(SlotLayout::multiplexed(shape, [pow2[0] * 2, pow2[1] * 2], [2, 2], slots));
    for (groups, parts) in [(1, 2), (2, 1), (2, 3), (3, 2), (1, 4)] {
        let rows = h.div_ceil(parts);
        all.push(SlotLayout::split(shape, [rows, w], groups, parts, slots));
        all.push(SlotLayout::split(shape, SlotLayout::pow2_plane(rows, w), groups, parts, slots));
    }
    let mut all: Vec<SlotLayout> = all.into_iter().flatten().collect();
    all.extend(all.clone().iter().map(SlotLayout::filled));
    all
}

fn check_all(conv: Conv, slots: usize) {
    let (ins, outs) = (layouts(conv.input, slots), layouts(conv.output(), slots));
    assert!(ins.len() >= 6 && outs.len() >= 6);
    for (n, from) in ins.iter().enumerate() {
        for to in outs.iter().skip(n % 5).step_by(5) {
            check_conv(conv, from, to, Choice::default());
        }
    }
}

#[test]
fn a_1x1_convolution_between_all_layouts() {
    check_all(Conv::same([5, 6, 7], 6, 1, 1), 256);
}

#[test]
fn a_3x3_convolution_between_all_layouts() {
    check_all(Conv::same([4, 8, 8], 6, 3, 1), 512);
}

#[test]
fn a_strided_convolution_between_all_layouts() {
    check_all(Conv::same([4, 12, 10], 5, 3, 2), 512);
}

#[test]
fn a_7x7_stem_with_stride_2() {
    let conv = Conv::same([3, 16, 16], 8, 7, 2);
    let from = SlotLayout::dense([3, 16, 16], [16, 16], 256).unwrap();
    let to = SlotLayout::multiplexed([8, 8, 8], [16, 16], [2, 2], 256).unwrap();
    check_conv(conv, &from, &to, Choice::default());
    let from = SlotLayout::split([3, 16, 16], [8, 16], 3, 2, 256).unwrap();
    let to = SlotLayout::split([8, 8, 8], [8, 8], 8, 2, 256).unwrap();
    check_conv(conv, &from, &to, Choice::default());
    check_all(conv, 512);
}

#[test]
fn groups_depthwise_dilation_and_uneven_padding() {
    let same = Conv::same([6, 8, 8], 6, 3, 1);
    check_all(Conv { groups: 6, ..same }, 512);
    check_all(Conv { groups: 3, ..same }, 512);
    check_all(Conv { groups: 2, features: 4, stride: [2, 2], ..same }, 512);
    check_all(Conv { groups: 6, features: 12, stride: [2, 2], ..same }, 512);
    check_all(Conv { dilation: [2, 2], before: [2, 2], after: [2, 2], ..same }, 512);
    check_all(Conv { kernel: [2, 3], before: [1, 0], after: [0, 2], stride: [1, 2], ..same }, 512);
    check_all(Conv { before: [0, 0], after: [0, 0], ..same }, 512);
}

#[test]
fn sharded_rows_exchange_a_halo() {
    for parts in [2usize, 3, 4] {
        for plane in [[12 / parts, 8], [(12 / parts).next_power_of_two(), 8]] {
            let from = SlotLayout::split([3, 12, 8], plane, 1, parts, 256).unwrap();
            check_conv(Conv::same([3, 12, 8], 3, 3, 1), &from, &from, Choice::default());
            check_conv(Conv::same([3, 12, 8], 3, 5, 1), &from, &from, Choice::default());
            let to = SlotLayout::split([4, 6, 4], [4, 4], 2, 2, 256).unwrap();
            check_conv(Conv::same([3, 12, 8], 4, 3, 2), &from, &to, Choice::default());
        }
    }
}

#[test]
fn rows_encrypted_with_an_overlap_need_no_exchange() {
    for (parts, k) in [(2, 3), (3, 3), (2, 5)] {
        let plane = [12 / parts + 2 * (k / 2), 8];
        let plain = SlotLayout::split([3, 12, 8], plane, 1, parts, 256).unwrap();
        let overlapped =
            SlotLayout::split([3, 12, 8], plane, 1, parts, 256).unwrap().with_halo(k / 2).unwrap();
        let conv = Conv::same([3, 12, 8], 3, k, 1);
        let exchanged = check_conv(conv, &plain, &plain, Choice::default());
        let local = check_conv(conv, &overlapped, &plain, Choice::default());
        assert!(local.pmul < exchanged.pmul);
        // A halo of the result is computed where it can be and exchanged where not.
        check_conv(conv, &plain, &overlapped, Choice::default());
        check_conv(conv, &overlapped, &overlapped, Choice::default());
        check_conv(
            Conv::same([3, 12, 8], 4, 3, 2),
            &overlapped,
            &SlotLayout::split([4, 6, 4], [4, 4], 1, 2, 256).unwrap(),
            Choice::default(),
        );
    }
}

#[test]
fn rows_of_neighbours_are_not_gathered() {
    let from = SlotLayout::split([1, 2, 1], [3, 1], 1, 2, 16).unwrap().with_halo(1).unwrap();
    let to = SlotLayout::split([1, 2, 1], [1, 1], 1, 2, 16).unwrap();
    let map = LinearMap::new(&LinearOp::identity([1, 2, 1]), &from, &to, Choice::default()).unwrap();
    assert_eq!(map.cost().levels, 1);
    assert_eq!(run_map(map, &[1.0, 2.0], Reuse::Shared).0, [1.0, 2.0]);
}

#[test]
fn channels_are_sharded_on_both_sides() {
    for (y, x) in [(2, 1), (1, 3), (3, 2), (5, 4)] {
        let from = SlotLayout::split([10, 4, 4], [4, 4], y, 1, 256).unwrap();
        let to = SlotLayout::split([12, 4, 4], [4, 4], x, 1, 256).unwrap();
        check_conv(Conv::same([10, 4, 4], 12, 3, 1), &from, &to, Choice::default());
    }
}

#[test]
fn every_way_to_copy_is_right() {
    let conv = Conv::same([8, 4, 4], 8, 3, 1);
    let layout = SlotLayout::dense([8, 4, 4], [4, 4], 1024).unwrap();
    for copying in
        [Copying::Never, Copying::Behind, Copying::Full(2), Copying::Full(4), Copying::Full(8), Copying::Best]
    {
        for split in [SplitChoice::Best, SplitChoice::Channels(1), SplitChoice::Channels(3)] {
            check_conv(conv, &layout, &layout, Choice { split, copying });
            let filled = layout.with_copies(4).unwrap();
            if copying != Copying::Behind {
                check_conv(conv, &layout, &filled, Choice { split, copying });
            }
        }
    }
}

#[test]
fn products_with_matrices() {
    for (shape, n, slots) in
        [([10, 1, 1], 7, 64), ([64, 1, 1], 10, 128), ([4, 5, 5], 10, 256), ([3, 6, 6], 40, 64)]
    {
        let [c, h, w] = shape;
        let x = numbers(c * h * w, 3);
        let weights = numbers(n * x.len(), 4);
        let op =
            LinearOp::gemm(shape, n).unwrap().with_weights(Weights::Tensor(weights.clone().into())).unwrap();
        let direct: Vec<f64> =
            weights.chunks(x.len()).map(|row| row.iter().zip(&x).map(|(a, b)| a * b).sum()).collect();
        for from in layouts(shape, slots) {
            for to in [
                SlotLayout::dense([n, 1, 1], [1, 1], slots).unwrap(),
                SlotLayout::split([n, 1, 1], [1, 1], 3, 1, slots).unwrap(),
            ] {
                for to in [to.clone(), to.filled()] {
                    let map = LinearMap::new(&op, &from, &to, Choice::default()).unwrap();
                    let (y, _) = run_map(map, &x, Reuse::Shared);
                    assert!(error(&y, &direct) < 1e-9, "{from} -> {to}");
                }
            }
        }
    }
}

#[test]
fn average_pools_count_padding_or_not() {
    let (c, h, w) = (3, 8, 8);
    let x = numbers(c * h * w, 5);
    let window = Window { after: [0, 0], ..Window::same(3, 2) };
    for count_pads in [true, false] {
        let op = LinearOp::average_pool([c, h, w], window, count_pads).unwrap();
        let conv = Conv { after: [0, 0], groups: c, ..Conv::same([c, h, w], c, 3, 2) };
        let sums = conv.run(&x, &vec![1.0; c * 9]);
        let counts = conv.run(&vec![1.0; x.len()], &vec![1.0; c * 9]);
        let direct: Vec<f64> = sums
            .iter()
            .zip(&counts)
            .map(|(sum, count)| sum / if count_pads { 9.0 } else { *count })
            .collect();
        for from in layouts([c, h, w], 256) {
            for to in layouts(op.output(), 256).into_iter().step_by(3) {
                let map = LinearMap::new(&op, &from, &to, Choice::default()).unwrap();
                assert!(error(&run_map(map, &x, Reuse::Shared).0, &direct) < 1e-9);
            }
        }
    }
}

#[test]
fn any_layout_becomes_any_other() {
    let shape = [6, 8, 8];
    let x = numbers(6 * 64, 6);
    let all = layouts(shape, 512);
    for from in &all {
        for to in &all {
            let map = LinearMap::new(&LinearOp::identity(shape), from, to, Choice::default()).unwrap();
            assert_eq!(run_map(map, &x, Reuse::Shared).0, x);
        }
    }
}

#[test]
fn aligned_operands_are_concatenated_without_rotations() {
    let operand = SlotLayout::dense([8, 4, 4], [4, 4], 128).unwrap();
    let result = SlotLayout::dense([16, 4, 4], [4, 4], 128).unwrap();
    for at in [0, 8] {
        let cost = partita_ckks::linear::linear_cost(&LinearOp::place([8, 4, 4], at, 16), &operand, &result)
            .unwrap();
        assert_eq!((cost.rotations, cost.pmul, cost.levels), (0, 0, 0));
    }
}

#[test]
fn operands_are_concatenated_and_biases_added() {
    let slots = 256;
    let (a, b) = (numbers(3 * 16, 7), numbers(5 * 16, 8));
    let bias: Vec<f64> = numbers(8, 9);
    for to in layouts([8, 4, 4], slots) {
        for (la, lb) in layouts([3, 4, 4], slots).iter().zip(layouts([5, 4, 4], slots).iter().rev()) {
            let mut builder = Builder::new(slots);
            let ia = builder.inputs(la.ciphertexts(), 1).unwrap();
            let ib = builder.inputs(lb.ciphertexts(), 1).unwrap();
            let map = |shape, at, from| {
                Arc::new(
                    LinearMap::new(&LinearOp::place(shape, at, 8), from, &to, Choice::default()).unwrap(),
                )
            };
            let operands = [(map([3, 4, 4], 0, la), ia), (map([5, 4, 4], 3, lb), ib)];
            let outputs = lower_sum(&mut builder, &operands, Reuse::Shared).unwrap();
            let source = builder.source(PlaintextSource::Bias {
                layout: to.clone(),
                values: bias.clone().into(),
                scale: 1.0,
            });
            let outputs = builder.add_bias(source, &outputs).unwrap();
            let (program, sources) = builder.finish(&outputs).unwrap();
            let inputs = [la.pack(&a).unwrap(), lb.pack(&b).unwrap()].concat();
            let (slots, _) = simulate_program(&program, &sources, &inputs, Simulation::default()).unwrap();
            let direct: Vec<f64> = a.iter().chain(&b).enumerate().map(|(n, v)| v + bias[n / 16]).collect();
            assert!(error(&to.unpack(&slots).unwrap(), &direct) < 1e-12, "{la}, {lb} -> {to}");
        }
    }
}
