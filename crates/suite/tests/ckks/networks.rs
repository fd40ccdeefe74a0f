//! Kernels beyond one linear map, alone and in small networks.

use std::sync::Arc;

use crate::direct::{Conv, error, numbers};
use partita_ckks::kernels::{
    Activation, GlobalPool, MaxPool, Polynomial, cheapest_repack, lower_activation, lower_max_pool,
    minimax_sign, residual_add,
};
use partita_ckks::linear::{Bundle, Choice, LinearMap, LinearOp, Weights, Window, linear_cost};
use partita_ckks::program::{Builder, CtId, PlaintextSource};
use partita_ckks::{Counters, Pads, Simulation, SlotLayout, count_steps, simulate_program};

/// Applies an activation to one ciphertext of values.
fn apply(activation: &Activation, values: &[f64]) -> (Vec<f64>, Counters) {
    let mut builder = Builder::new(values.len());
    let inputs = builder.inputs(1, activation.levels() as u32).unwrap();
    let outputs = lower_activation(&mut builder, &inputs, activation).unwrap();
    let (program, sources) = builder.finish(&outputs).unwrap();
    let (slots, counters) =
        simulate_program(&program, &sources, &[values.to_vec()], Simulation::default()).unwrap();
    (slots[0].clone(), counters)
}

fn evenly_spaced(count: usize) -> Vec<f64> {
    (0..count).map(|n| 2.0 * n as f64 / (count - 1) as f64 - 1.0).collect()
}

#[test]
fn polynomials_take_the_fewest_levels() {
    let values = evenly_spaced(256);
    for degree in [1usize, 2, 3, 4, 5, 7, 8, 15, 27, 31, 63] {
        let coefficients = numbers(degree + 1, degree as u64);
        let polynomial = Polynomial::powers(&coefficients).unwrap();
        assert_eq!(polynomial.degree(), degree);
        let activation = Activation::Polynomial(polynomial);
        let (made, counters) = apply(&activation, &values);
        let levels = (degree + 1).next_power_of_two().ilog2() as usize;
        assert_eq!((counters.levels, activation.levels()), (levels, levels), "degree {degree}");
        let direct: Vec<f64> =
            values.iter().map(|x| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)).collect();
        assert!(error(&made, &direct) < 1e-9, "degree {degree}");
    }
    assert!(Polynomial::powers(&[1.0]).is_err());
    assert!(Polynomial::powers(&vec![1.0; 300]).is_err());
    assert!(Polynomial::powers(&[1.0, f64::NAN]).is_err());
}

#[test]
fn relu_of_degrees_15_15_27() {
    let relu = Activation::relu().unwrap();
    assert_eq!(relu.levels(), 4 + 4 + 5 + 1);
    let values = evenly_spaced(1024);
    let (made, counters) = apply(&relu, &values);
    assert_eq!(counters.levels, 14);
    assert_eq!(relu.cost().unwrap(), counters);
    assert!(counters.cmul <= 40 && counters.rotations == 0, "{} products", counters.cmul);
    let direct: Vec<f64> = values.iter().map(|x| x.max(0.0)).collect();
    let difference = error(&made, &direct);
    assert!(difference < 1.0 / 256.0, "{difference}");
    // Beyond the margin the sign itself is good to 13 bits and more.
    let sign = minimax_sign(&[15, 15, 27], 1.0 / 128.0).unwrap();
    let worst = values.iter().filter(|x| x.abs() >= 1.0 / 128.0).map(|&x| (sign.at(x) - x.signum()).abs());
    let worst = worst.fold(0.0, f64::max);
    assert!(worst <= 1.01 * sign.error && sign.error < 1e-4, "{worst} {}", sign.error);
    assert!(minimax_sign(&[14], 0.1).is_err());
    assert!(minimax_sign(&[15], 0.0).is_err());
    let (made, counters) = apply(&Activation::Square, &values);
    assert_eq!((counters.levels, counters.cmul), (1, 1));
    assert!(error(&made, &values.iter().map(|x| x * x).collect::<Vec<_>>()) < 1e-12);
}

#[test]
fn one_polynomial_is_the_best_of_its_degree() {
    // On [1/2, 1] the line c*x closest to 1 touches both ends: c = 4/3, error 1/3.
    let sign = minimax_sign(&[1], 0.5).unwrap();
    assert!((sign.error - 1.0 / 3.0).abs() < 1e-9, "{}", sign.error);
    assert!((sign.polynomials[0].coefficients()[1] - 4.0 / 3.0).abs() < 1e-9);
}

#[test]
fn planes_are_averaged_by_doubling() {
    for (shape, layout) in [
        ([5, 7, 7], SlotLayout::dense([5, 7, 7], [8, 8], 512)),
        ([5, 7, 7], SlotLayout::dense([5, 7, 7], [7, 7], 512)),
        ([16, 8, 8], SlotLayout::multiplexed([16, 8, 8], [32, 32], [4, 4], 2048)),
        ([16, 8, 8], SlotLayout::multiplexed([16, 8, 8], [32, 32], [4, 4], 2048).map(|l| l.filled())),
        ([6, 12, 5], SlotLayout::split([6, 12, 5], [6, 5], 2, 2, 128)),
        ([6, 11, 5], SlotLayout::split([6, 11, 5], [4, 8], 3, 3, 128)),
    ] {
        let layout = layout.unwrap();
        let [c, h, w] = shape;
        let x = numbers(c * h * w, 1);
        let pool = GlobalPool::new(&layout).unwrap();
        let sums = pool.to().unwrap();
        assert_eq!(sums.spec().pads, Pads::Dirty);
        // A matrix product takes the sums as they are and applies the factor.
        let weights = numbers(3 * c, 2);
        let scaled: Vec<f64> = weights.iter().map(|w| w * pool.factor()).collect();
        let op = LinearOp::gemm([c, 1, 1], 3).unwrap().with_weights(Weights::Tensor(scaled.into())).unwrap();
        let to = SlotLayout::dense([3, 1, 1], [1, 1], layout.slots()).unwrap();
        let map = Arc::new(LinearMap::new(&op, &sums, &to, Choice::default()).unwrap());
        let mut builder = Builder::new(layout.slots());
        let inputs = builder.inputs(layout.ciphertexts(), 1).unwrap();
        let pooled = pool.lower(&mut builder, &inputs).unwrap();
        let outputs = map.lower(&mut builder, &pooled).unwrap();
        let (program, sources) = builder.finish(&outputs).unwrap();
        let (slots, counters) =
            simulate_program(&program, &sources, &layout.pack(&x).unwrap(), Simulation::default()).unwrap();
        let means: Vec<f64> =
            x.chunks(h * w).map(|plane| plane.iter().sum::<f64>() / (h * w) as f64).collect();
        let direct: Vec<f64> =
            weights.chunks(c).map(|row| row.iter().zip(&means).map(|(a, b)| a * b).sum()).collect();
        assert!(error(&to.unpack(&slots).unwrap(), &direct) < 1e-12, "{layout}");
        assert_eq!(counters.rotations, pool.rotations() + map.cost().rotations);
        assert_eq!(counters.levels, 1);
        assert!(GlobalPool::new(&sums).is_err(), "dirty slots are not summed over");
    }
    // ResNet-20's last pool: 6 rotations where 35 are published.
    let layout = SlotLayout::multiplexed([64, 8, 8], [32, 32], [4, 4], 32768).unwrap().filled();
    assert_eq!(GlobalPool::new(&layout).unwrap().rotations(), 6);
}

#[test]
fn maxima_over_windows() {
    let sign = minimax_sign(&[15, 15, 27], 1.0 / 128.0).unwrap();
    let x: Vec<f64> = numbers(4 * 64, 5).iter().map(|v| v.abs() / 2.2).collect();
    for (k, pad, parts) in [(2, 0, 1), (3, 1, 1), (3, 1, 2)] {
        let window = Window { before: [pad; 2], after: [pad; 2], ..Window::valid([k, k], [2, 2]) };
        let from = SlotLayout::split([4, 8, 8], [8 / parts, 8], 1, parts, 256).unwrap();
        let between = from.strided([4, 4, 8], [2, 1]).unwrap();
        let to = from.strided([4, 4, 4], [2, 2]).unwrap();
        let pool = MaxPool::new(window, &from, &between, &to).unwrap();
        let mut builder = Builder::new(256);
        let inputs = builder.inputs(from.ciphertexts(), 62).unwrap();
        let outputs = lower_max_pool(&mut builder, &inputs, &pool, &sign).unwrap();
        let (program, sources) = builder.finish(&outputs).unwrap();
        let (slots, counters) =
            simulate_program(&program, &sources, &from.pack(&x).unwrap(), Simulation::default()).unwrap();
        let made = pool.to().unpack(&slots).unwrap();
        let at = |c: usize, h: usize, w: usize| {
            let mut largest: f64 = 0.0;
            for (a, b) in (0..k).flat_map(|a| (0..k).map(move |b| (a, b))) {
                let (row, column) = ((2 * h + a).wrapping_sub(pad), (2 * w + b).wrapping_sub(pad));
                if row < 8 && column < 8 {
                    largest = largest.max(x[(c * 8 + row) * 8 + column]);
                }
            }
            largest
        };
        let direct: Vec<f64> = (0..4 * 16).map(|n| at(n / 16, n / 4 % 4, n % 4)).collect();
        assert!(error(&made, &direct) < 0.02, "{k} {parts}: {}", error(&made, &direct));
        assert_eq!(counters.rotations, pool.cost().rotations);
        // Two rounds of comparisons for three taps, one for two, in each direction.
        let rounds = if k == 3 { 2 } else { 1 };
        assert_eq!(counters.levels, 2 * (1 + rounds * 14));
    }
}

/// A network being lowered, with the direct result beside it.
struct Net {
    builder: Builder,
    inputs: Vec<Vec<f64>>,
}

impl Net {
    fn conv(
        &mut self,
        conv: Conv,
        ids: &[CtId],
        from: &SlotLayout,
        to: &SlotLayout,
        seed: u64,
    ) -> (Vec<CtId>, Vec<f64>, Vec<f64>) {
        let fan = conv.input[0] * conv.kernel[0] * conv.kernel[1];
        let weights: Vec<f64> =
            numbers(conv.features * fan, seed).iter().map(|w| w / (fan as f64).sqrt()).collect();
        let bias = numbers(conv.features, seed + 1);
        let window = Window {
            kernel: conv.kernel,
            stride: conv.stride,
            before: conv.before,
            after: conv.after,
            dilation: conv.dilation,
        };
        let op = LinearOp::conv(conv.input, conv.features, window, 1).unwrap();
        let op = op.with_weights(Weights::Tensor(weights.clone().into())).unwrap();
        let map = Arc::new(LinearMap::new(&op, from, to, Choice::default()).unwrap());
        let made = map.lower(&mut self.builder, ids).unwrap();
        let source = self.builder.source(PlaintextSource::Bias {
            layout: to.clone(),
            values: bias.clone().into(),
            scale: 1.0,
        });
        (self.builder.add_bias(source, &made).unwrap(), weights, bias)
    }
}

fn direct_conv(conv: Conv, x: &[f64], weights: &[f64], bias: &[f64]) -> Vec<f64> {
    let [_, h, w] = conv.output();
    conv.run(x, weights).iter().enumerate().map(|(n, v)| v + bias[n / (h * w)]).collect()
}

fn square(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v).collect()
}

#[test]
fn a_residual_block_with_biases() {
    let (shape, slots) = ([4, 8, 8], 512);
    let layout = SlotLayout::dense(shape, [8, 8], slots).unwrap().filled();
    let conv = Conv::same(shape, 4, 3, 1);
    let x = numbers(256, 1);
    let mut net = Net { builder: Builder::new(slots), inputs: layout.pack(&x).unwrap() };
    let ids = net.builder.inputs(layout.ciphertexts(), 3).unwrap();
    let (a, w1, b1) = net.conv(conv, &ids, &layout, &layout, 10);
    let a = lower_activation(&mut net.builder, &a, &Activation::Square).unwrap();
    let (b, w2, b2) = net.conv(conv, &a, &layout, &layout, 20);
    let sum = residual_add(&mut net.builder, &b, &ids).unwrap();
    let (program, sources) = net.builder.finish(&sum).unwrap();
    let (made, counters) = simulate_program(&program, &sources, &net.inputs, Simulation::default()).unwrap();
    let inner = square(&direct_conv(conv, &x, &w1, &b1));
    let direct: Vec<f64> = direct_conv(conv, &inner, &w2, &b2).iter().zip(&x).map(|(a, b)| a + b).collect();
    assert!(error(&layout.unpack(&made).unwrap(), &direct) < 1e-10);
    assert_eq!(counters.levels, 3);
}

#[test]
fn a_convolution_and_its_shortcut_share_their_rolls() {
    for slots in [1024, 4096] {
        let from = SlotLayout::dense([8, 16, 16], [16, 16], slots).unwrap().filled();
        let to = from.strided([16, 8, 8], [2, 2]).unwrap();
        let convs = [Conv::same([8, 16, 16], 16, 3, 2), Conv::same([8, 16, 16], 16, 1, 2)];
        let x = numbers(8 * 256, 1);
        let weights: Vec<Vec<f64>> =
            convs.iter().map(|c| numbers(128 * c.kernel[0] * c.kernel[1], 7)).collect();
        let ops: Vec<(LinearOp, SlotLayout)> = convs
            .iter()
            .zip(&weights)
            .map(|(conv, weights)| {
                let op = LinearOp::conv(conv.input, 16, Window::same(conv.kernel[0], 2), 1).unwrap();
                (op.with_weights(Weights::Tensor(weights.clone().into())).unwrap(), to.clone())
            })
            .collect();
        let bundle = Bundle::new(&from, &ops).unwrap();
        let apart: usize = ops.iter().map(|(op, to)| linear_cost(op, &from, to).unwrap().rotations).sum();
        assert!(bundle.cost().rotations < apart, "{} together, {apart} apart", bundle.cost().rotations);
        let mut builder = Builder::new(slots);
        let inputs = builder.inputs(from.ciphertexts(), 1).unwrap();
        let results = bundle.lower(&mut builder, &inputs).unwrap();
        let (program, sources) = builder.finish(&results.concat()).unwrap();
        let (made, counters) =
            simulate_program(&program, &sources, &from.pack(&x).unwrap(), Simulation::default()).unwrap();
        let parts = made.chunks(to.ciphertexts());
        for ((part, conv), weights) in parts.zip(&convs).zip(&weights) {
            assert!(error(&to.unpack(part).unwrap(), &conv.run(&x, weights)) < 1e-10);
        }
        let cost = bundle.cost();
        let counted = (cost.rotations, cost.pmul, cost.adds, cost.levels, &cost.keys);
        assert_eq!(
            counted,
            (counters.rotations, counters.pmul, counters.adds, counters.levels, &counters.keys)
        );
        assert!(counters.peak <= cost.live);
    }
}

#[test]
fn a_strided_convolution_and_a_repack() {
    let slots = 1024;
    let from = SlotLayout::dense([4, 16, 16], [16, 16], slots).unwrap();
    let gapped = from.strided([8, 8, 8], [2, 2]).unwrap();
    let dense = SlotLayout::dense([8, 8, 8], [8, 8], slots).unwrap();
    let conv = Conv::same([4, 16, 16], 8, 3, 2);
    let x = numbers(1024, 1);
    for levels in [1, 2] {
        let mut net = Net { builder: Builder::new(slots), inputs: from.pack(&x).unwrap() };
        let ids = net.builder.inputs(from.ciphertexts(), 3).unwrap();
        let (a, w, b) = net.conv(conv, &ids, &from, &gapped, 10);
        let change = cheapest_repack(&gapped, &dense, levels).unwrap();
        let outputs = change.lower(&mut net.builder, &a).unwrap();
        let (program, sources) = net.builder.finish(&outputs).unwrap();
        let (made, counters) =
            simulate_program(&program, &sources, &net.inputs, Simulation::default()).unwrap();
        assert!(error(&dense.unpack(&made).unwrap(), &direct_conv(conv, &x, &w, &b)) < 1e-10);
        assert!(counters.levels <= 1 + levels);
        assert_eq!(count_steps(&program).unwrap(), counters);
    }
}

#[test]
fn a_small_network_end_to_end() {
    // 1x28x28 -> conv 5x5 stride 2 -> square -> conv 3x3 stride 2 -> square -> flatten, matrix product -> 10.
    let slots = 2048;
    let from = SlotLayout::dense([1, 28, 28], [32, 32], slots).unwrap();
    let l1 = from.strided([4, 14, 14], [2, 2]).unwrap().filled();
    let l2 = l1.strided([8, 7, 7], [2, 2]).unwrap();
    let (c1, c2) = (Conv::same([1, 28, 28], 4, 5, 2), Conv::same([4, 14, 14], 8, 3, 2));
    let x = numbers(784, 1);
    let mut net = Net { builder: Builder::new(slots), inputs: from.pack(&x).unwrap() };
    let ids = net.builder.inputs(from.ciphertexts(), 5).unwrap();
    let (a, w1, b1) = net.conv(c1, &ids, &from, &l1, 10);
    let a = lower_activation(&mut net.builder, &a, &Activation::Square).unwrap();
    let (b, w2, b2) = net.conv(c2, &a, &l1, &l2, 20);
    let b = lower_activation(&mut net.builder, &b, &Activation::Square).unwrap();
    let weights = numbers(10 * 8 * 49, 30);
    let op =
        LinearOp::gemm([8, 7, 7], 10).unwrap().with_weights(Weights::Tensor(weights.clone().into())).unwrap();
    let to = SlotLayout::dense([10, 1, 1], [1, 1], slots).unwrap();
    let map = Arc::new(LinearMap::new(&op, &l2, &to, Choice::default()).unwrap());
    let outputs = map.lower(&mut net.builder, &b).unwrap();
    let (program, sources) = net.builder.finish(&outputs).unwrap();
    let (made, counters) = simulate_program(&program, &sources, &net.inputs, Simulation::default()).unwrap();
    let h1 = square(&direct_conv(c1, &x, &w1, &b1));
    let h2 = square(&direct_conv(c2, &h1, &w2, &b2));
    let direct: Vec<f64> =
        weights.chunks(h2.len()).map(|row| row.iter().zip(&h2).map(|(a, b)| a * b).sum()).collect();
    let scale = direct.iter().fold(1.0, |m: f64, v| m.max(v.abs()));
    assert!(error(&to.unpack(&made).unwrap(), &direct) < 1e-10 * scale);
    assert_eq!(counters.levels, 5);
}
