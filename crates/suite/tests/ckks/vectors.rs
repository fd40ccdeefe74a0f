//! Worked examples and published figures, from `testdata/ckks/vectors.json`.

use std::sync::Arc;

use crate::direct::{Conv, error, numbers};
use partita_base::Cursor;
use partita_ckks::baseline::{self, ConvMesh};
use partita_ckks::indexer::Indexer;
use partita_ckks::kernels::cheapest_repack;
use partita_ckks::linear::{
    Bundle, Choice, Copying, LinearMap, LinearOp, SplitChoice, Weights, Window, linear_cost,
};
use partita_ckks::loops::LoopShard;
use partita_ckks::program::{Builder, Reuse, lower_sum};
use partita_ckks::sharding::{ArraySharding, OpSharding, conv_mesh};
use partita_ckks::{Counters, Simulation, SlotLayout, simulate_program};
use serde_json::Value;

fn vectors() -> Value {
    let text = include_str!("../../../../testdata/ckks/vectors.json");
    serde_json::from_str(text).expect("the vectors are JSON")
}

fn list<'a>(value: &'a Value, path: &str) -> &'a Vec<Value> {
    value.pointer(path).and_then(Value::as_array).unwrap_or_else(|| panic!("{path} is a list"))
}

fn int(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or_else(|| panic!("{key} of {value}"))
}

fn ints<const N: usize>(value: &Value) -> [u64; N] {
    let ints: Vec<u64> =
        value.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).collect();
    ints.try_into().expect("the expected length")
}

/// The map of a convolution on a mesh `[x, y, z]` with square planes.
fn mesh_map(
    conv: Conv,
    mesh: [u64; 3],
    plane: [usize; 2],
    slots: usize,
    choice: Choice,
) -> (LinearMap, Vec<f64>) {
    let [x, y, z] = mesh.map(|n| n as usize);
    let weights = numbers(conv.features * conv.input[0] * conv.kernel[0] * conv.kernel[1], 2);
    let from = SlotLayout::split(conv.input, plane, y, z, slots).unwrap();
    let to = SlotLayout::split(conv.output(), plane, x, z, slots).unwrap();
    let op =
        LinearOp::conv(conv.input, conv.features, Window::same(conv.kernel[0], conv.stride[0]), 1).unwrap();
    let op = op.with_weights(Weights::Tensor(weights.clone().into())).unwrap();
    (LinearMap::new(&op, &from, &to, choice).unwrap(), weights)
}

/// Runs a map, compares it with the convolution and its counters with its cost.
fn run(conv: Conv, map: LinearMap, weights: &[f64], reuse: Reuse) -> Counters {
    let x = numbers(conv.input.iter().product(), 1);
    let (cost, from, to) = (map.cost(), map.from().clone(), map.to().clone());
    let mut builder = Builder::new(from.slots());
    let inputs = builder.inputs(from.ciphertexts(), 1).unwrap();
    let outputs = lower_sum(&mut builder, &[(Arc::new(map), inputs)], reuse).unwrap();
    let (program, sources) = builder.finish(&outputs).unwrap();
    let (slots, counters) =
        simulate_program(&program, &sources, &from.pack(&x).unwrap(), Simulation::default()).unwrap();
    assert!(error(&to.unpack(&slots).unwrap(), &conv.run(&x, weights)) < 1e-9);
    if reuse == Reuse::Shared {
        assert_eq!(
            (cost.rotations, cost.pmul, &cost.keys),
            (counters.rotations, counters.pmul, &counters.keys)
        );
    }
    counters
}

#[test]
fn e1_to_e3_the_seeds_figures() {
    let seed = |id: &str| {
        let all = vectors();
        list(&all, "/conv_rotation_examples").iter().find(|e| e["id"] == id).expect("the example").clone()
    };
    for id in ["E1a", "E1b", "E2a", "E2b"] {
        let example = seed(id);
        let block = ConvMesh { mesh: ints(&example["mesh"]), channels: int(&example, "D") };
        let [c, h, w]: [u64; 3] = ints(&example["input"]);
        assert_eq!(c / block.mesh[1] * h * w, int(&example, "block_slots"), "{id}");
        let total = match example["kernel_kind"].as_str() {
            Some("full") => block.full_slot(),
            Some("half") => block.half_slot(),
            _ => {
                let [b, g] = ints(&example["b_g_in_seed"]);
                // The seed's slip: its steps are those of 512 channels, a block has 256.
                assert_eq!((b * g, block.channels), (512, 256));
                assert_eq!(block.meta_kernel(16, 15), 496, "with steps for 256 and one copy");
                block.meta_kernel(b, g)
            }
        };
        assert_eq!(total, int(&example, "total"), "{id}");
    }
    let e3 = ConvMesh { mesh: [4, 1, 1], channels: 16 };
    assert_eq!(e3.full_slot(), 128);
}

#[test]
fn e1_in_11_rotations() {
    let conv = Conv::same([64, 7, 7], 16, 1, 1);
    let (map, weights) = mesh_map(conv, [1, 4, 1], [8, 8], 1024, Choice::default());
    let counters = run(conv, map, &weights, Reuse::Shared);
    assert_eq!((counters.rotations, counters.pmul, counters.levels), (11, 64, 1));
    // Half slots, twice the ciphertexts: partial sums are folded at the end instead of copying every input.
    let (map, weights) = mesh_map(conv, [2, 8, 1], [8, 8], 1024, Choice::default());
    assert!(run(conv, map, &weights, Reuse::Shared).rotations <= 22);
    let (map, weights) =
        mesh_map(Conv::same([16, 7, 7], 64, 1, 1), [4, 1, 1], [8, 8], 1024, Choice::default());
    assert_eq!(run(Conv::same([16, 7, 7], 64, 1, 1), map, &weights, Reuse::Shared).rotations, 11);
}

#[test]
fn e2_in_at_most_91_rotations() {
    let op = LinearOp::conv([2048, 7, 7], 512, Window::same(1, 1), 1).unwrap();
    let from = SlotLayout::dense([2048, 7, 7], [8, 8], 32768).unwrap();
    let to = SlotLayout::dense([512, 7, 7], [8, 8], 32768).unwrap();
    let cost = linear_cost(&op, &from, &to).unwrap();
    assert_eq!((cost.inputs, cost.outputs, cost.pmul, cost.levels), (4, 1, 2048, 1));
    assert!(cost.rotations <= 86, "{}", cost.rotations);
    for width in [8, 16] {
        let choice = Choice { split: SplitChoice::Channels(width), copying: Copying::Never };
        assert_eq!(LinearMap::new(&op, &from, &to, choice).unwrap().cost().rotations, 91);
    }
    // Half slots.
    let from = SlotLayout::split([2048, 7, 7], [8, 8], 8, 1, 32768).unwrap();
    let to = SlotLayout::split([512, 7, 7], [8, 8], 2, 1, 32768).unwrap();
    assert!(linear_cost(&op, &from, &to).unwrap().rotations <= 126);
}

#[test]
fn e2_simulated_at_full_size() {
    let conv = Conv::same([2048, 7, 7], 512, 1, 1);
    let (map, weights) = mesh_map(conv, [1, 4, 1], [8, 8], 32768, Choice::default());
    let counters = run(conv, map, &weights, Reuse::Shared);
    assert_eq!((counters.rotations, counters.pmul, counters.levels), (86, 2048, 1));
}

#[test]
fn improved_figures_follow_the_formula() {
    let all = vectors();
    for row in list(&all, "/improved") {
        let mesh: [u64; 3] = ints(&row["mesh"]);
        let (slots, c) = match row["id"].as_str() {
            Some("E1") => (1024, 64),
            Some("E2") => (32768, 2048),
            _ => (1024, 16),
        };
        let block = ConvMesh { mesh, channels: c / mesh[1] };
        let copies = block.copies(64, slots);
        assert_eq!(block.shared(1, int(row, "b"), int(row, "g"), copies), int(row, "rotations"), "{row}");
        assert_eq!(block.best_shared(1, copies).0, int(row, "rotations"), "{row}");
    }
}

#[test]
fn simulated_figures_for_given_steps() {
    let all = vectors();
    let rows = list(&all, "/simulated");
    assert_eq!(rows.len(), 13);
    for row in rows {
        let [slots, c, f, h, k, plane, b] =
            ["slots", "C", "F", "H", "k", "plane", "b"].map(|key| int(row, key) as usize);
        let mesh: [u64; 3] = ints(&row["mesh"]);
        let conv = Conv::same([c, h, h], f, k, 1);
        let block = ConvMesh { mesh, channels: c as u64 / mesh[1] };
        let copies = block.copies((plane * plane) as u64, slots as u64);
        let choice = Choice { split: SplitChoice::Channels(b), copying: Copying::Full(1 << copies) };
        let (map, weights) = mesh_map(conv, mesh, [plane, plane], slots, choice);
        let is_shared = row["shared"].as_bool().unwrap();
        let reuse = if is_shared { Reuse::Shared } else { Reuse::PerCell };
        let counters = run(conv, map, &weights, reuse);
        let [b, g] = [int(row, "b"), int(row, "g")];
        let formula = if is_shared {
            block.shared(k as u64, b, g, copies)
        } else {
            block.unshared(k as u64, b, g, copies)
        };
        assert_eq!(formula, int(row, "rotations"), "{row}");
        assert_eq!(counters.rotations as u64, int(row, "rotations"), "{row}");
        assert_eq!(counters.pmul as u64, int(row, "pmul"), "{row}");
        assert_eq!(counters.keys.len() as u64, int(row, "distinct_keys"), "{row}");
    }
}

#[test]
fn rows_exchange_halos_without_a_level() {
    let all = vectors();
    for row in list(&all, "/halo") {
        let [slots, c, f, h, w, k, plane] =
            ["slots", "C", "F", "H", "W", "k", "plane"].map(|key| int(row, key) as usize);
        let mesh: [u64; 3] = ints(&row["mesh"]);
        let conv = Conv::same([c, h, w], f, k, 1);
        let choice = Choice { split: SplitChoice::Channels(int(row, "b") as usize), copying: Copying::Never };
        let (map, weights) = mesh_map(conv, mesh, [plane, plane], slots, choice);
        let counters = run(conv, map, &weights, Reuse::Shared);
        assert_eq!(counters.rotations as u64, int(row, "rotations"));
        assert_eq!((counters.pmul as u64, counters.levels as u64), (int(row, "pmul"), int(row, "levels")));
        let block = ConvMesh { mesh, channels: c as u64 };
        assert_eq!(block.shared(k as u64, 1, int(row, "g"), 0), int(row, "R_shared"));
        let (map, weights) = mesh_map(conv, mesh, [plane, plane], slots, Choice::default());
        assert!(run(conv, map, &weights, Reuse::Shared).rotations <= 24);
    }
}

#[test]
fn e4_sizes_of_meshes() {
    let all = vectors();
    for row in list(&all, "/mesh_sizes") {
        assert_eq!(conv_mesh(ints(&row["mesh"])).unwrap().device_count(), int(row, "devices"));
    }
}

#[test]
fn e5_and_e6_distributions() {
    let all = vectors();
    for row in list(&all, "/array_sharding") {
        let mesh = conv_mesh(ints(&row["mesh"])).unwrap();
        let spec: Vec<Option<&str>> = row["spec"].as_array().unwrap().iter().map(Value::as_str).collect();
        let sharding = ArraySharding::new(&mesh, &spec).unwrap();
        let shape: [u64; 3] = ints(&row["shape"]);
        if row["id"] == "E4bad" {
            let refusal = sharding.distribute(&shape).unwrap_err();
            assert_eq!(refusal.code, partita_base::code::AXIS_DOES_NOT_DIVIDE);
            assert_eq!(refusal.message, "dimension 0 of [3, 224, 224] has 3 values, not divisible by y=2");
            assert_eq!(refusal.help, "pad it to 4, or use y=3 or y=1");
            continue;
        }
        let array = sharding.distribute(&shape).unwrap();
        assert_eq!(array.count, int(row, "n"));
        assert_eq!(array.block, ints::<3>(&row["block"]));
        assert_eq!(array.block_slots(), int(row, "block_slots"));
        assert!(array.check_slots(32768).is_ok() && array.check_slots(16384).is_err());
        assert_eq!(sharding.replicated_axes(), ["x"]);
        let indexer = Indexer::of(&sharding);
        let [x, y, z]: [u64; 3] = ints(&row["mesh"]);
        for at in (0..x * y * z).map(|n| [n / (y * z), n / z % y, n % z]) {
            let block = at[1] * z + at[2];
            assert_eq!(sharding.shard(&at), block);
            assert_eq!(indexer.at(&[("x", at[0]), ("y", at[1]), ("z", at[2])]), block);
        }
        for entry in row["map"].as_array().into_iter().flatten() {
            let [yi, zi, shard] = ints(entry);
            assert_eq!(sharding.shard(&[0, yi, zi]), shard);
        }
    }
}

#[test]
fn indexers_of_a_convolution() {
    let op = OpSharding::conv([64, 3, 2]).unwrap();
    let text = |sharding: &ArraySharding| Indexer::of(sharding).to_string();
    assert_eq!(text(&op.inputs()[0]), "yi*2 + zi");
    assert_eq!(text(&op.inputs()[1]), "xi*3 + yi");
    assert_eq!(text(&op.outputs()[0]), "xi*2 + zi");
    for text in ["yi*2 + zi", "0", "xi", "axisi*17 + zi"] {
        assert_eq!(Indexer::parse(&mut Cursor::new(text)).unwrap().to_string(), text);
    }
}

#[test]
fn e7_gathers_64_into_32_without_a_level() {
    let all = vectors();
    let row = &list(&all, "/reshard")[0];
    let shape = [64, 112, 112];
    let from = SlotLayout::split(shape, [112, 112], int(&row["from"], "n") as usize, 1, 32768).unwrap();
    let to = SlotLayout::split(shape, [112, 112], int(&row["to"], "n") as usize, 1, 32768).unwrap();
    assert_eq!((from.ciphertexts(), to.ciphertexts()), (64, 32));
    assert_eq!(to.block() as u64, int(row, "block_slots_to"));
    let cost = linear_cost(&LinearOp::identity(shape), &from, &to).unwrap();
    assert_eq!((cost.rotations as u64, cost.levels), (int(row, "rotations"), 0));
    assert_eq!(baseline::gather_rotations(2) * 32, int(row, "rotations"));
    let dirty = from.with_pads(partita_ckks::Pads::Dirty);
    assert_eq!(linear_cost(&LinearOp::identity(shape), &dirty, &to).unwrap().levels, 1);
}

#[test]
fn e8_loop_order_of_the_stem() {
    let all = vectors();
    let row = &all["stem"];
    let mesh: [u64; 3] = ints(&row["mesh"]);
    let sharding = OpSharding::conv(mesh).unwrap();
    let original = LoopShard::conv("stem", &sharding, 49, &["x", "y", "z"]);
    assert_eq!(original.rotations(), int(row, "rolls_original_order"));
    assert_eq!(original.hoisted().rotations(), int(row, "rolls_original_order"), "x is outermost");
    let better = LoopShard::conv("stem", &sharding, 49, &["y", "z", "x"]);
    assert_eq!(better.rotations(), int(row, "rolls_original_order"));
    assert_eq!(better.hoisted().rotations(), int(row, "rolls_hoisted"));
    let without = LoopShard::conv("stem", &sharding, 48, &["y", "z", "x"]).hoisted();
    assert_eq!(without.rotations(), int(row, "rolls_hoisted_without_identity"));
    let cells = original.body.iter().map(|statement| original.runs(statement)).max();
    assert_eq!(cells, Some(int(row, "cells")));
    let [_, h, w]: [u64; 3] = ints(&row["input"]);
    let (halo, slots) = (int(row, "halo_rows") as usize, int(row, "block_slots_with_halo") as usize);
    let plane = [h as usize / 2 + 2 * halo, w as usize];
    let overlapped = SlotLayout::split([3, h as usize, w as usize], plane, 3, 2, 32768).unwrap();
    assert_eq!(overlapped.with_halo(halo).unwrap().block(), slots);
}

#[test]
fn e9_times() {
    let all = vectors();
    let row = &all["times"];
    let [conv, slice_112, slice_56]: [u64; 3] = ints(&row["ms"]);
    let cells = int(row, "cells");
    assert_eq!(conv + slice_112 + slice_56, int(row, "sum_ms"));
    assert_eq!((cells * int(row, "sum_ms")) as f64 / 1000.0, row["exact_total_s"].as_f64().unwrap());
    // Slicing after the sum over three input channels.
    let after = (cells / 3 * (slice_112 + slice_56) + cells * conv) as f64 / 1000.0;
    assert!((after - row["slice_after_reduce_s"].as_f64().unwrap()).abs() < 0.1);
}

#[test]
fn e10_and_e11_sizes() {
    let all = vectors();
    for row in list(&all, "/sizes") {
        let shape: Vec<u64> = row["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let elements: u64 = shape.iter().product();
        assert_eq!(elements, int(row, "elements"));
        match row.get("cts_at_32768") {
            Some(count) => {
                let shape = [shape[0], shape[1], shape[2]].map(|n| n as usize);
                // Power-of-two planes take no more ciphertexts than exact ones.
                for plane in [[7, 7], [8, 8]] {
                    assert_eq!(
                        Some(SlotLayout::dense(shape, plane, 32768).unwrap().ciphertexts() as u64),
                        count.as_u64()
                    );
                }
            }
            None => assert_eq!(elements.div_ceil(32768), int(row, "z")),
        }
    }
    // E11: planes larger than a ciphertext are sharded by rows, smaller ones by channels.
    let rows = SlotLayout::dense([3, 224, 224], [224, 224], 32768).unwrap();
    assert_eq!((rows.groups(), rows.parts()), (3, 2));
    let channels = SlotLayout::dense([64, 112, 112], [112, 112], 32768).unwrap();
    assert_eq!((channels.groups(), channels.parts()), (32, 1));
}

#[test]
fn e12_outputs_are_sums_over_input_blocks() {
    // output[x] = sum over y of input[y] * W[x][y], by running the loop form on blocks.
    let (mesh, conv) = ([2, 3, 1], Conv::same([6, 5, 4], 4, 3, 1));
    let sharding = OpSharding::conv(mesh).unwrap();
    let shard = LoopShard::conv("conv", &sharding, 9, &["y", "z", "x"]).hoisted();
    let (x, w) = (numbers(6 * 20, 1), numbers(4 * 6 * 9, 2));
    let block = Conv { input: [2, 5, 4], features: 2, ..conv };
    let mut output = vec![vec![0.0; 2 * 20]; 2];
    let mut registers: Vec<u64> = vec![0; 4];
    let mut next = 0;
    shard.run(&mut |action, at| {
        use partita_ckks::loops::Action;
        match action {
            Action::Load(accessor) => {
                next = if accessor.array == "input" { 0 } else { 1 };
                registers[next] = accessor.indexer.at(at);
            }
            Action::Compute { .. } => {}
            Action::Write(accessor, _) => {
                let (input, weight) = (registers[0] as usize, registers[1] as usize);
                let (xi, yi) = (weight / 3, weight % 3);
                assert_eq!(yi, input);
                let weights: Vec<f64> = (0..2)
                    .flat_map(|f| {
                        w[((xi * 2 + f) * 6 + yi * 2) * 9..((xi * 2 + f) * 6 + yi * 2 + 2) * 9].to_vec()
                    })
                    .collect();
                let made = block.run(&x[input * 40..input * 40 + 40], &weights);
                let sum = &mut output[accessor.indexer.at(at) as usize];
                sum.iter_mut().zip(made).for_each(|(sum, value)| *sum += value);
            }
        }
    });
    assert!(error(&output.concat(), &conv.run(&x, &w)) < 1e-12);
}

#[test]
fn greedy_meshes() {
    let all = vectors();
    for row in list(&all, "/ace_analyze_conv") {
        let [f, c, h, w, slots] = ["F", "C", "H", "W", "slots"].map(|key| int(row, key));
        let mesh = baseline::greedy_mesh(f, c, h, w, slots).unwrap();
        assert_eq!(mesh.mesh, ints::<3>(&row["mesh"]), "{row}");
        assert_eq!(mesh.shards, ["input_shards", "weight_shards", "output_shards"].map(|key| int(row, key)));
    }
}

#[test]
fn matrices_take_no_more_rotations_than_halevi_shoup() {
    let all = vectors();
    for row in list(&all, "/peer_counts/heir_halevi_shoup") {
        let n = int(row, "n");
        assert_eq!(baseline::halevi_shoup(n), int(row, "rotations"));
        let n = n as usize;
        let layout = SlotLayout::dense([n, 1, 1], [1, 1], (2 * n).next_power_of_two()).unwrap();
        let cost = linear_cost(&LinearOp::gemm([n, 1, 1], n).unwrap(), &layout, &layout).unwrap();
        assert!(cost.rotations as u64 <= int(row, "rotations"), "{n}: {}", cost.rotations);
    }
    assert_eq!(baseline::interleaved_gemv(8, 8, 8, 8), 3 + 7 * 3);
}

#[test]
fn shortcuts_cost_less_beside_their_convolution() {
    for ([c, f, h], together) in [([64, 128, 56], 168), ([128, 256, 28], 180), ([256, 512, 14], 186)] {
        let plane = SlotLayout::pow2_plane(h, h);
        let from = SlotLayout::dense([c, h, h], plane, 32768).unwrap();
        let to = from.strided([f, h / 2, h / 2], [2, 2]).unwrap();
        let op = |k: usize| LinearOp::conv([c, h, h], f, Window::same(k, 2), 1).unwrap();
        let bundle = Bundle::new(&from, &[(op(3), to.clone()), (op(1), to.clone())]).unwrap();
        let rotations = bundle.cost().rotations;
        assert!(rotations < together, "{rotations} against {together}");
    }
}

/// `64->128@56` or `64@56`.
fn sizes(text: &str) -> [usize; 3] {
    let (channels, h) = text.split_once('@').expect("a size");
    let (c, f) = channels.split_once("->").unwrap_or((channels, channels));
    [c, f, h].map(|n| n.parse().expect("a number"))
}

#[test]
fn dense_planes_with_shared_steps() {
    let all = vectors();
    let table = &all["peer_counts"]["dense_pow2_shared_slots32768"];
    for (kind, rows) in table.as_object().unwrap() {
        let k = if kind.starts_with("3x3") { 3 } else { 1 };
        let stride = if kind.contains("stride2") { 2 } else { 1 };
        for (size, rotations) in rows.as_object().unwrap() {
            let [c, f, h] = sizes(size);
            let plane = SlotLayout::pow2_plane(h, h);
            let from = SlotLayout::dense([c, h, h], plane, 32768).unwrap();
            let op = LinearOp::conv([c, h, h], f, Window::same(k, stride), 1).unwrap();
            let to = SlotLayout::multiplexed(op.output(), plane, [stride, stride], 32768).unwrap();
            let cost = linear_cost(&op, &from, &to).unwrap();
            assert!(
                cost.rotations as u64 <= rotations.as_u64().unwrap(),
                "{kind} {size}: {}",
                cost.rotations
            );
            assert_eq!(cost.levels, 1);
        }
    }
}

#[test]
fn resnet20_layers() {
    let all = vectors();
    let layout = |c: usize, h: usize, slots: usize| {
        SlotLayout::multiplexed([c, h, h], [32, 32], [32 / h, 32 / h], slots).unwrap().filled()
    };
    let cost = |c: usize, f: usize, h: usize, k: usize, stride: usize, slots: usize| {
        let op = LinearOp::conv([c, h, h], f, Window::same(k, stride), 1).unwrap();
        linear_cost(&op, &layout(c, h, slots), &layout(f, h / stride, slots)).unwrap()
    };
    let shapes = [
        ("16ch 32x32 3x3", [16, 16, 32, 3, 1]),
        ("16->32 s2 3x3", [16, 32, 32, 3, 2]),
        ("16->32 s2 1x1", [16, 32, 32, 1, 2]),
        ("32ch 16x16 3x3", [32, 32, 16, 3, 1]),
        ("32->64 s2 3x3", [32, 64, 16, 3, 2]),
        ("32->64 s2 1x1", [32, 64, 16, 1, 2]),
        ("64ch 8x8 3x3", [64, 64, 8, 3, 1]),
    ];
    for (name, [c, f, h, k, stride]) in shapes {
        let row = list(&all, "/peer_counts/resnet20_layers_32768").iter().find(|row| row["layer"] == name);
        let row = row.expect("the layer");
        let made = cost(c, f, h, k, stride, 32768);
        let theirs = int(row, "rot") + int(row, "out_rot");
        assert!(made.rotations as u64 <= theirs, "{name}: {} against {theirs}", made.rotations);
        assert!(made.pmul as u64 <= int(row, "diags"), "{name}: {} diagonals", made.pmul);
    }
    // Each of them computes the convolution in this number of rotations.
    for (_, [c, f, h, k, stride]) in shapes {
        let conv = Conv::same([c, h, h], f, k, stride);
        let weights = numbers(f * c * k * k, 2);
        let op = LinearOp::conv(conv.input, f, Window::same(k, stride), 1).unwrap();
        let op = op.with_weights(Weights::Tensor(weights.clone().into())).unwrap();
        let (from, to) = (layout(c, h, 32768), layout(f, h / stride, 32768));
        run(conv, LinearMap::new(&op, &from, &to, Choice::default()).unwrap(), &weights, Reuse::Shared);
    }
    // All convolutions of the network, without pools.
    for (slots, bar) in [(32768, 801), (16384, 780), (8192, 825)] {
        let mut sum = cost(3, 16, 32, 3, 1, slots).rotations;
        for ([c, f, h, k, stride], times) in shapes.iter().map(|(_, shape)| *shape).zip([6, 1, 1, 5, 1, 1, 5])
        {
            sum += times * cost(c, f, h, k, stride, slots).rotations;
        }
        assert!(sum <= bar, "{slots} slots: {sum}");
    }
}

#[test]
fn gaps_are_closed_in_one_level_or_two() {
    let all = vectors();
    for row in list(&all, "/peer_counts/gap2_to_dense_per_ct_slots32768") {
        let [wide, h]: [usize; 2] = ints(&row["plane"]).map(|n| n as usize);
        let channels = 32768 / wide / wide * 4;
        let from = SlotLayout::multiplexed([channels, h, h], [wide, wide], [2, 2], 32768).unwrap();
        let to = SlotLayout::dense([channels, h, h], [h, h], 32768).unwrap();
        for (levels, key) in [(1, "one_level"), (2, "two_level")] {
            let cost = cheapest_repack(&from, &to, levels).unwrap().cost();
            assert!(cost.rotations as u64 <= int(row, key), "{row} {key}: {}", cost.rotations);
            assert!(cost.levels <= levels);
        }
    }
}
