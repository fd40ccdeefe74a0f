//! Networks with attention, several inputs and moved tensors, against onnxruntime's results; and the views they are made of.

use partita_ckks::kernels::Activation;
use partita_ckks::linear::{Choice, LinearMap, LinearOp, View, Weights};
use partita_ckks::network::{LayerOp, Network, onnx};
use partita_ckks::plan::{Lowered, PlanOptions, plan_network};
use partita_ckks::program::Builder;
use partita_ckks::{Pads, Simulation, SlotLayout, count_steps, simulate_program};
use partita_onnx::file::{ReadLimits, from_text, read_model};
use serde_json::Value;

use crate::direct::numbers;

/// The networks, and the relative error of their polynomials at most.
const NETS: [(&str, &str, f64); 11] = [
    ("encoder_3", include_str!("../../../../testdata/ckks/attention/encoder_3.textproto"), 1e-3),
    ("encoder_5", include_str!("../../../../testdata/ckks/attention/encoder_5.textproto"), 1e-3),
    ("encoder_8", include_str!("../../../../testdata/ckks/attention/encoder_8.textproto"), 1e-3),
    (
        "encoder_written_out",
        include_str!("../../../../testdata/ckks/attention/encoder_written_out.textproto"),
        1e-3,
    ),
    ("attention_16", include_str!("../../../../testdata/ckks/attention/attention_16.textproto"), 1e-3),
    (
        "attention_causal",
        include_str!("../../../../testdata/ckks/attention/attention_causal.textproto"),
        1e-3,
    ),
    (
        "attention_square",
        include_str!("../../../../testdata/ckks/attention/attention_square.textproto"),
        1e-12,
    ),
    ("crossed", include_str!("../../../../testdata/ckks/attention/crossed.textproto"), 1e-3),
    ("towers", include_str!("../../../../testdata/ckks/attention/towers.textproto"), 1e-3),
    ("mixer", include_str!("../../../../testdata/ckks/attention/mixer.textproto"), 1e-12),
    ("patches", include_str!("../../../../testdata/ckks/attention/patches.textproto"), 1e-3),
];

fn network(text: &str) -> Network {
    let bytes = from_text(text).expect("it is a model").into();
    let model = read_model(&bytes, &ReadLimits::default()).expect("it is a model").model;
    onnx::from_model(&model, &Activation::Square).expect("it can be computed")
}

/// An input and onnxruntime's result.
fn values(name: &str) -> [Vec<f64>; 2] {
    let all: Value =
        serde_json::from_str(include_str!("../../../../testdata/ckks/attention/values.json")).unwrap();
    ["input", "output"].map(|key| {
        let list = all[name][key].as_array().expect("there are values");
        list.iter().map(|value| value.as_f64().expect("it is a number")).collect()
    })
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn results_are_those_of_onnxruntime_in_all_sizes_of_ciphertexts() {
    for (name, text, error) in NETS {
        let mut network = network(text);
        let [input, theirs] = values(name);
        network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
        let largest = theirs.iter().fold(0.0f64, |most, value| most.max(value.abs()));
        let [direct, exact] = [network.run(&input).unwrap(), network.run_exactly(&input).unwrap()];
        assert!(difference(&exact, &theirs) < 2e-6 * largest, "{name}: {}", difference(&exact, &theirs));
        assert!(difference(&direct, &exact) < error * largest, "{name}: {}", difference(&direct, &exact));
        for slots in [256, 1024, 4096] {
            let plan = plan_network(&network, slots, &PlanOptions::default()).unwrap();
            let lowered = plan.lower(&network, &plan.without_bootstraps()).unwrap();
            let packed = lowered.pack(&input).unwrap();
            let (made, counters) =
                simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
            assert_eq!(counters.rotations, plan.rotations(), "{name} in {slots} slots");
            assert!(counters.pmul >= plan.pmul(), "{name} in {slots} slots");
            assert!(counters.levels <= plan.depth(), "{name} in {slots} slots");
            let made = lowered.unpack(&made).unwrap();
            assert!(difference(&made, &direct) < 1e-9 * largest, "{name} in {slots} slots");
            let loops = plan.loops(&network).unwrap();
            loops.check().unwrap();
            assert_eq!(loops.rotations(), plan.rotations() as u64, "{name} in {slots} slots");
        }
    }
}

#[test]
fn networks_and_programs_come_back_from_text() {
    for (name, text, _) in NETS {
        let mut network = network(text);
        let [input, _] = values(name);
        network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
        let printed = network.to_text();
        let read = Network::from_text(&printed.text, &printed.tensors).expect(name);
        assert_eq!(read.to_text(), printed, "{name}");
        assert_eq!(read.run(&input), network.run(&input), "{name}");
        let plan = plan_network(&network, 512, &PlanOptions::default()).unwrap();
        let lowered = plan.lower(&network, &plan.without_bootstraps()).unwrap();
        let listing = lowered.listing(&network).to_string();
        let again = Lowered::parse(&listing, &network).expect(name);
        assert_eq!(again.listing(&network).to_string(), listing, "{name}");
        let packed = lowered.pack(&input).unwrap();
        let run = |lowered: &Lowered| {
            simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap().0
        };
        assert_eq!(run(&lowered), run(&again), "{name}");
    }
}

#[test]
fn attention_takes_few_rotations() {
    // Without baby and giant steps, the keys of 8 positions alone take 64 rotations.
    let [name, slots] = ["encoder_8", "4096"];
    let mut network = network(NETS.iter().find(|net| net.0 == name).unwrap().1);
    network.calibrate(&[values(name)[0].clone()], 1.25).unwrap();
    let plan = plan_network(&network, slots.parse().unwrap(), &PlanOptions::default()).unwrap();
    let of = |end: &str| {
        let id = network.layers.ids().find(|&id| network.layers[id].name.ends_with(end)).unwrap();
        plan.layer_steps(id).map(|step| step.cost.rotations).sum::<usize>()
    };
    assert!(of("scores/right") <= 15, "{}", of("scores/right"));
    assert!(plan.rotations() <= 105, "{}", plan.rotations());
    // Queries, keys and values are parts of one layer, without a layer of their own.
    let moves = network.layers.iter().filter(|(_, layer)| layer.op.kind() == "move").count();
    assert_eq!(moves, 4);
}

#[test]
fn other_inputs_within_the_margin_are_accurate_too() {
    let (name, text, error) = NETS[0];
    let mut network = network(text);
    let inputs: Vec<Vec<f64>> = (0..8).map(|seed| network.seeded_input(seed)).collect();
    network.calibrate(&inputs, 1.5).unwrap();
    for seed in 8..16 {
        let input = network.seeded_input(seed);
        let (direct, exact) = (network.run(&input).expect(name), network.run_exactly(&input).unwrap());
        let largest = exact.iter().fold(0.0f64, |most, value| most.max(value.abs()));
        assert!(difference(&direct, &exact) < 2.0 * error * largest, "{}", difference(&direct, &exact));
    }
    // Intervals need values; a range is not enough. Values beyond an interval are an error.
    assert_eq!(network.set_range(4.0).unwrap_err().code.to_string(), "PA0714");
    let large: Vec<f64> = network.seeded_input(3).iter().map(|value| 40.0 * value).collect();
    network.calibrate(&inputs, 1.0).unwrap();
    assert!(network.run(&network.seeded_input(99)).is_err() || network.run(&large).is_err());
}

#[test]
fn several_inputs_are_given_one_after_the_other() {
    let mut network = network(NETS.iter().find(|net| net.0 == "crossed").unwrap().1);
    let shapes: Vec<[usize; 3]> = network.inputs().map(|id| network.layers[id].caller_shape()).collect();
    assert_eq!(shapes, [[4, 8, 1], [6, 8, 1]]);
    assert_eq!(network.input_count(), 80);
    let [input, _] = values("crossed");
    network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
    let plan = plan_network(&network, 256, &PlanOptions::default()).unwrap();
    let lowered = plan.lower(&network, &plan.without_bootstraps()).unwrap();
    let names: Vec<&str> = lowered.inputs.iter().map(|port| port.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(lowered.pack(&input[1..]).is_err());
    assert!(network.run(&input[1..]).is_err());
    let inputs = network.layers.iter().filter(|(_, layer)| matches!(layer.op, LayerOp::Input)).count();
    assert_eq!(inputs, 2);
}

/// The shapes of a tensor and of a view of it, the sizes and strides of its steps, and its first value.
type ViewCase = ([usize; 3], [usize; 3], &'static [(usize, usize)], usize);

/// Views of every kind between layouts of every kind: the map's program computes the view, and costs what it states.
#[test]
fn views_are_computed_between_any_layouts() {
    let views: [ViewCase; 7] = [
        // Transposed and repeated, as keys are.
        ([6, 5, 1], [6, 5, 5], &[(6, 5), (5, 0), (5, 1)], 0),
        // Repeated along columns, as queries are.
        ([6, 5, 1], [6, 5, 5], &[(6, 5), (5, 1), (5, 0)], 0),
        // A part of the channels.
        ([9, 4, 1], [3, 4, 1], &[(12, 1)], 12),
        // Channels repeated within groups.
        ([2, 3, 3], [6, 3, 3], &[(2, 9), (3, 0), (9, 1)], 0),
        // Channels and columns exchanged.
        ([4, 3, 5], [5, 3, 4], &[(5, 1), (3, 5), (4, 15)], 0),
        // Flattened to channels.
        ([4, 3, 2], [24, 1, 1], &[(24, 1)], 0),
        // Everything repeated as a unit.
        ([4, 3, 1], [8, 3, 1], &[(2, 0), (12, 1)], 0),
    ];
    for (from, to, steps, first) in views {
        let count: usize = from.iter().product();
        let view = View::new(count, first, steps.iter().copied()).unwrap();
        let x = numbers(count, 3);
        for weighted in [false, true] {
            let mut op = LinearOp::view(from, to, view.clone()).unwrap();
            let size: usize = to.iter().product();
            let weights = if weighted { numbers(size, 4) } else { vec![1.0; size] };
            if weighted {
                op = op.with_weights(Weights::Tensor(weights.clone().into())).unwrap();
            }
            let wanted: Vec<f64> = view.sources().zip(&weights).map(|(at, weight)| weight * x[at]).collect();
            for a in layouts(from) {
                for b in layouts(to) {
                    let map = std::sync::Arc::new(LinearMap::new(&op, &a, &b, Choice::default()).unwrap());
                    let mut builder = Builder::new(128);
                    let inputs = builder.inputs(a.ciphertexts(), 1).unwrap();
                    let outputs = map.lower(&mut builder, &inputs).unwrap();
                    let (program, sources) = builder.finish(&outputs).unwrap();
                    let packed = a.pack(&x).unwrap();
                    let (made, counters) =
                        simulate_program(&program, &sources, &packed, Simulation::default()).unwrap();
                    let cost = map.cost();
                    assert_eq!(counters.rotations, cost.rotations, "{view} from {a} to {b}");
                    assert_eq!(
                        (counters.pmul, counters.adds),
                        (cost.pmul, cost.adds),
                        "{view} from {a} to {b}"
                    );
                    assert_eq!(counters.keys, cost.keys, "{view} from {a} to {b}");
                    assert_eq!(count_steps(&program).unwrap().levels, cost.levels, "{view} from {a} to {b}");
                    assert_eq!(b.unpack(&made).unwrap(), wanted, "{view} from {a} to {b}");
                    let zero = b.spec().pads == Pads::Zero;
                    let is_clean = |(n, slots): (usize, &Vec<f64>)| {
                        slots.iter().zip(b.valid_mask(n)).all(|(value, valid)| valid || *value == 0.0)
                    };
                    assert!(!zero || made.iter().enumerate().all(is_clean), "{view} from {a} to {b}");
                }
            }
        }
    }
}

/// Layouts of a shape in 128 slots: dense, exact, filled, on a wider plane, in several ciphertexts, and dirty.
fn layouts(shape @ [c, h, w]: [usize; 3]) -> Vec<SlotLayout> {
    let plane = SlotLayout::pow2_plane(h, w);
    let mut found = vec![
        SlotLayout::dense(shape, plane, 128).unwrap(),
        SlotLayout::dense(shape, [h, w], 128).unwrap().filled(),
        SlotLayout::dense(shape, [8, 8], 128).unwrap(),
        SlotLayout::split(shape, plane, c.min(3), 1, 128).unwrap(),
        SlotLayout::split(shape, plane, 1, h.min(2), 128)
            .unwrap_or_else(|_| SlotLayout::split(shape, plane, c, h.min(2), 128).unwrap()),
    ];
    let order: Vec<u32> = (0..c as u32).rev().collect();
    found.push(found[0].with_order(order).unwrap());
    found.push(found[0].filled());
    found
}

/// Text of a network that views beyond a tensor, has no such order or interval, is an error and nothing worse.
#[test]
fn hostile_texts_are_rejected() {
    let good = "layer x input [2, 3, 1] order [1, 0, 2]\n\
                layer v linear view [2, 3, 1] to [3, 2, 1] first 0 [3 by 1, 2 by 3] of x\n\
                layer s linear window [3, 2, 1] to 3 kernel 1x1 groups 3 of v\n\
                layer e smooth exp 0.0 4.0 range 1.0 of s\n";
    Network::from_text(good, &[]).unwrap();
    let changes = [
        ("first 0 [3 by 1, 2 by 3]", "first 1 [3 by 1, 2 by 3]"),
        ("first 0 [3 by 1, 2 by 3]", "first 0 [3 by 1, 2 by 4]"),
        ("first 0 [3 by 1, 2 by 3]", "first 0 [3 by 1]"),
        ("first 0 [3 by 1, 2 by 3]", "first 0 [0 by 1, 2 by 3]"),
        ("first 0 [3 by 1, 2 by 3]", "first 0 [4294967295 by 4294967295, 4294967295 by 4294967295]"),
        ("first 0 [3 by 1, 2 by 3]", "first 99999999999 [3 by 1, 2 by 3]"),
        ("first 0 [3 by 1, 2 by 3]", "first 0"),
        ("to [3, 2, 1]", "to [3, 3, 1]"),
        ("to [3, 2, 1]", "to [0, 2, 1]"),
        ("order [1, 0, 2]", "order [1, 1, 2]"),
        ("order [1, 0, 2]", "order [3, 0, 2]"),
        ("exp 0.0 4.0", "exp 0.0 0.0"),
        ("exp 0.0 4.0", "exp inf 4.0"),
        ("exp 0.0 4.0", "exp 0.0 nan"),
        ("exp 0.0 4.0", "inverse 1.0 2.0"),
        ("exp 0.0 4.0", "exp 0.0 4e5"),
        ("of s\n", "of v\nlayer more add of s, e\n"),
        ("layer s ", "layer v "),
    ];
    for (from, to) in changes {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        assert!(Network::from_text(&bad, &[]).is_err(), "{bad}");
    }
    // Every prefix is an error too, or a network.
    for end in (0..good.len()).filter(|&end| good.is_char_boundary(end)) {
        let _ = Network::from_text(&good[..end], &[]);
    }
}
