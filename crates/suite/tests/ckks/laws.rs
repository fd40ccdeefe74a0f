//! Laws that hold for all layouts, programs and texts.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::direct::{Conv, error, numbers};
use partita_base::{Cursor, Id};
use partita_ckks::linear::{Choice, Copying, LinearMap, LinearOp, Weights, Window};
use partita_ckks::loop_form::LoopForm;
use partita_ckks::loops::LoopShard;
use partita_ckks::program::{
    Builder, CtId, Plain, Program, SlotStep, drop_zeros, merge_rotations, optimise_program,
    power_of_two_keys, reduce_keys, remove_unused, rescale_late, share_steps,
};
use partita_ckks::sharding::{ArraySharding, OpSharding, ShardingMap, ciphertext_mesh};
use partita_ckks::{Pads, Sharing, Simulation, SlotLayout, SlotLayoutSpec, count_steps, simulate_program};
use partita_mesh::{DeviceId, MeshId};
use proptest::prelude::*;

fn layouts() -> impl Strategy<Value = SlotLayout> {
    let shape = (1usize..9, 1usize..7, 1usize..7);
    let gap = (1usize..4, 1usize..4);
    let pad = (0usize..4, 0usize..4, 0usize..3);
    (shape, gap, pad, 1usize..9, 1usize..7, 0u32..3, any::<bool>(), any::<bool>(), any::<u64>())
        .prop_filter_map(
            "does not fit",
            |((c, h, w), (gh, gw), (eh, ew, halo), channels, rows, copies, beside, reorder, seed)| {
                let rows = rows.min(h);
                let mut order: Vec<u32> = (0..c as u32).collect();
                let keys = numbers(c, seed);
                order.sort_by(|a, b| keys[*a as usize].total_cmp(&keys[*b as usize]));
                SlotLayout::new(SlotLayoutSpec {
                    shape: [c, h, w],
                    slots: 1024,
                    plane: [(rows + 2 * halo) * gh + eh, w * gw + ew],
                    gap: [gh, gw],
                    sharing: if beside { Sharing::Beside } else { Sharing::Interleaved },
                    channels: channels.min(c),
                    rows,
                    halo,
                    copies: 1 << copies,
                    order: if reorder { order } else { Vec::new() },
                    pads: Pads::Zero,
                })
                .ok()
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_packed_is_unpacked(layout in layouts(), seed in any::<u64>()) {
        let tensor = numbers(layout.shape().iter().product(), seed);
        let packed = layout.pack(&tensor).unwrap();
        prop_assert_eq!(packed.len(), layout.ciphertexts());
        prop_assert_eq!(layout.unpack(&packed).unwrap(), tensor);
    }

    #[test]
    fn layouts_print_and_parse(layout in layouts(), dirty in any::<bool>()) {
        let layout = if dirty { layout.with_pads(Pads::Dirty) } else { layout };
        let text = layout.to_string();
        prop_assert_eq!(SlotLayout::parse(&mut Cursor::new(&text)).unwrap(), layout, "{}", text);
    }

    #[test]
    fn every_value_has_slots_of_its_own(layout in layouts()) {
        let [c, h, w] = layout.shape();
        let mut taken = BTreeSet::new();
        for index in 0..c * h * w {
            let at = [index / (h * w), index / w % h, index % w];
            let (ciphertext, slot) = layout.place(at);
            prop_assert!(ciphertext < layout.ciphertexts());
            prop_assert!(slot < layout.slots() / layout.copies());
            prop_assert!(slot < layout.block(), "a value outside its block");
            prop_assert!(taken.insert((ciphertext, slot)), "two values in one slot");
            prop_assert_eq!(layout.values_of(ciphertext)[slot], Some(at.map(|n| n as u32)));
        }
        let held: usize = (0..layout.ciphertexts())
            .map(|ciphertext| layout.valid_mask(ciphertext).iter().filter(|&&valid| valid).count())
            .sum();
        let rows: usize = (0..layout.parts()).map(|part| layout.rows_of(part).len()).sum();
        prop_assert_eq!(held, c * rows * w * layout.copies());
        prop_assert!(rows >= h && (layout.spec().halo > 0 || rows == h));
        prop_assert!(layout.utilisation() <= 1.0);
    }

    #[test]
    fn any_layout_becomes_any_other(from in layouts(), to in layouts(), seed in any::<u64>()) {
        let [c, h, w] = from.shape();
        let to = like(&to, [c, h, w]);
        prop_assume!(to.is_some());
        let to = to.unwrap();
        let tensor = numbers(c * h * w, seed);
        let map = LinearMap::new(&LinearOp::identity([c, h, w]), &from, &to, Choice::default()).unwrap();
        let cost = map.cost();
        let mut builder = Builder::new(1024);
        let inputs = builder.inputs(from.ciphertexts(), 1).unwrap();
        let outputs = Arc::new(map).lower(&mut builder, &inputs).unwrap();
        let (program, sources) = builder.finish(&outputs).unwrap();
        let (slots, counters) = simulate_program(&program, &sources, &from.pack(&tensor).unwrap(), Simulation::default()).unwrap();
        prop_assert!(to.pack(&tensor).unwrap() == slots, "{from} -> {to}");
        prop_assert_eq!(cost.rotations, counters.rotations);
        prop_assert_eq!(cost.pmul, counters.pmul);
        prop_assert_eq!(cost.adds, counters.adds);
        prop_assert_eq!(cost.levels, counters.levels);
        prop_assert_eq!(cost.keys, counters.keys);
    }
}

/// A tensor of this shape in the manner of a layout, where that fits.
fn like(layout: &SlotLayout, shape: [usize; 3]) -> Option<SlotLayout> {
    let spec = layout.spec();
    let rows = spec.rows.min(shape[1]);
    SlotLayout::new(SlotLayoutSpec {
        shape,
        plane: [(rows + 2 * spec.halo) * spec.gap[0] + 1, shape[2] * spec.gap[1]],
        channels: spec.channels.min(shape[0]),
        rows,
        order: Vec::new(),
        ..spec.clone()
    })
    .ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_convolution_between_any_layouts(
        from in layouts(),
        to in layouts(),
        (kernel, stride, dilation) in ([1usize..4, 1usize..4], [1usize..3, 1usize..3], [1usize..3, 1usize..3]),
        (before, after) in ([0usize..3, 0usize..3], [0usize..3, 0usize..3]),
        (features, groups) in (1usize..5, 1usize..4),
        seed in any::<u64>(),
    ) {
        let input = from.shape();
        let groups = if input[0] % groups == 0 { groups } else { 1 };
        let features = features * groups;
        let conv = Conv { input, features, kernel, stride, before, after, dilation, groups };
        let reach = |d: usize| dilation[d] * (kernel[d] - 1) < input[1 + d] + before[d] + after[d];
        prop_assume!(reach(0) && reach(1));
        let window = Window { kernel, stride, before, after, dilation };
        let weights = numbers(features * (input[0] / groups) * kernel[0] * kernel[1], seed ^ 1);
        let op = LinearOp::conv(input, features, window, groups).unwrap();
        let op = op.with_weights(Weights::Tensor(weights.clone().into())).unwrap();
        let to = like(&to, conv.output());
        prop_assume!(to.is_some());
        let to = to.unwrap();
        let map = LinearMap::new(&op, &from, &to, Choice::default()).unwrap();
        let cost = map.cost();
        let x = numbers(input.iter().product(), seed);
        let mut builder = Builder::new(1024);
        let inputs = builder.inputs(from.ciphertexts(), 1).unwrap();
        let outputs = Arc::new(map).lower(&mut builder, &inputs).unwrap();
        let (program, sources) = builder.finish(&outputs).unwrap();
        let (slots, counters) = simulate_program(&program, &sources, &from.pack(&x).unwrap(), Simulation::default()).unwrap();
        let y = to.unpack(&slots).unwrap();
        prop_assert!(error(&y, &conv.run(&x, &weights)) < 1e-9, "{from} -> {to}");
        prop_assert!(to.pack(&y).unwrap().iter().zip(&slots).all(|(a, b)| error(a, b) < 1e-9), "{from} -> {to}");
        let counted = (cost.rotations, cost.pmul, cost.adds, cost.levels, &cost.keys);
        let done = (counters.rotations, counters.pmul, counters.adds, counters.levels, &counters.keys);
        prop_assert_eq!(counted, done, "{} -> {}", from, to);
        prop_assert!(counters.peak <= cost.live);
    }
}

/// A well-formed program of random steps on 16 slots.
fn programs() -> impl Strategy<Value = Program> {
    prop::collection::vec((0u8..9, any::<u16>(), any::<u16>(), 0u32..16), 1..40).prop_map(|choices| {
        let mut builder = Builder::new(16);
        let mut ids: Vec<CtId> = builder.inputs(3, 6).unwrap();
        for (kind, a, b, by) in choices {
            let (a, b) = (ids[a as usize % ids.len()], ids[b as usize % ids.len()]);
            let constant = Plain::Constant(f64::from(by) / 8.0 - 1.0);
            let made = match kind {
                0 | 1 => builder.push(SlotStep::Rotate { of: a, by }),
                2 => builder.mul_plain(a, constant),
                3 => builder.push(SlotStep::AddPlain { of: a, by: constant }),
                4 | 5 => builder.add(a, b),
                6 => builder.sub(a, b),
                7 => builder.mul(a, b),
                _ => builder.settled(a),
            };
            // Steps that find no level left are left out.
            ids.extend(made);
        }
        let last = ids.len() - 1;
        builder.finish(&[ids[last], ids[last / 2]]).unwrap().0
    })
}

type Pass = fn(&Program) -> Program;

fn results(program: &Program) -> Vec<Vec<f64>> {
    let inputs: Vec<Vec<f64>> = (0..3).map(|n| numbers(16, n + 1)).collect();
    simulate_program(program, &[], &inputs, Simulation::default()).unwrap().0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs_print_and_parse(program in programs()) {
        let text = program.to_string();
        prop_assert_eq!(&Program::parse(&text).unwrap(), &program);
        prop_assert!(program.types().is_ok());
    }

    #[test]
    fn passes_keep_what_a_program_computes(program in programs()) {
        let before = results(&program);
        let counted = count_steps(&program).unwrap();
        let passes: [(&str, Pass); 5] = [
            ("share", share_steps),
            ("merge_rotations", merge_rotations),
            ("rescale_late", rescale_late),
            ("remove_unused", remove_unused),
            ("optimise", optimise_program),
        ];
        for (name, pass) in passes {
            let after = pass(&program);
            let types = after.types();
            prop_assert!(types.is_ok(), "{name}: {types:?}\n{program}\n{after}");
            for (a, b) in before.iter().zip(results(&after)) {
                let scale = a.iter().fold(1.0, |m: f64, v| m.max(v.abs()));
                prop_assert!(error(a, &b) <= 1e-9 * scale, "{name}\n{program}\n{after}");
            }
            let now = count_steps(&after).unwrap();
            prop_assert!(now.rotations <= counted.rotations, "{name}");
            prop_assert!(now.levels <= counted.levels, "{name}");
            prop_assert!(now.rescales <= counted.rescales, "{name}\n{program}\n{after}");
        }
        let zeros = drop_zeros(&program, &[]).unwrap();
        for (a, b) in before.iter().zip(results(&zeros)) {
            prop_assert!(error(a, &b) <= 1e-9 * a.iter().fold(1.0, |m: f64, v| m.max(v.abs())));
        }
    }

    #[test]
    fn rotations_are_sums_of_those_with_keys(program in programs()) {
        let keys = power_of_two_keys(16);
        let after = reduce_keys(&program, &keys).unwrap();
        let inputs: Vec<Vec<f64>> = (0..3).map(|n| numbers(16, n + 1)).collect();
        let (slots, _) = simulate_program(&after, &[], &inputs, Simulation::default().keys(Some(&keys))).unwrap();
        prop_assert_eq!(slots, results(&program));
    }

    #[test]
    fn broken_text_does_not_panic(text in "[%0-9a-z_ =,:@\\[\\]\\.\n-]{0,80}") {
        let _ = Program::parse(&text).map(|program| program.types());
        let _ = Program::parse(&format!("slots 16\n{text}")).map(|program| program.types());
        let _ = ShardingMap::parse(&text);
        let _ = SlotLayout::parse(&mut Cursor::new(&format!("[4, 4, 4] in 1x[4, 4, 4] plane 4x4 {text}")));
        let _ = LoopShard::parse(&mut Cursor::new(&format!("reduce_shard a mesh [x=2] over x {{ {text}")));
        let _ = LoopForm::parse(&text);
    }

    #[test]
    fn blocks_are_numbered_as_the_core_numbers_shards(
        sizes in prop::collection::vec(1u64..4, 1..4),
        picks in prop::collection::vec(0usize..5, 1..4),
    ) {
        let names = ["a", "b", "c"];
        let axes: Vec<(&str, u64)> = names.iter().copied().zip(sizes.iter().copied()).collect();
        let mesh = ciphertext_mesh(&axes).unwrap();
        let mut spec: Vec<Option<&str>> = Vec::new();
        for pick in picks {
            let name = axes.get(pick).map(|axis| axis.0);
            spec.push(name.filter(|_| !spec.contains(&name)));
        }
        let sharding = ArraySharding::new(&mesh, &spec).unwrap();
        let shape: Vec<u64> = (0..spec.len()).map(|dim| 2 * sharding.parts(dim)).collect();
        let array = sharding.distribute(&shape).unwrap();
        let core = sharding.to_tensor_sharding(MeshId::from_index(0));
        let layout = partita_mesh::DeviceSlices::new(&mesh, &core, &shape);
        prop_assert_eq!(layout.shards().iter().product::<u64>(), array.count);
        prop_assert_eq!(core.local_shape(&shape), array.block);
        for device in 0..mesh.device_count() {
            let mut rest = device;
            let mut at: Vec<u64> = Vec::new();
            for axis in mesh.axes().iter().rev() {
                at.insert(0, rest % axis.size());
                rest /= axis.size();
            }
            let shard = layout.shard(DeviceId(device)).unwrap();
            let number = shard.iter().enumerate().fold(0, |n, (dim, i)| n * sharding.parts(dim) + i);
            prop_assert_eq!(sharding.shard(&at), number);
        }
    }
}

#[test]
fn rolls_are_done_once_and_zero_diagonals_not_at_all() {
    // Two maps of one input, lowered apart, share their rolls after the passes.
    let layout = SlotLayout::dense([8, 4, 4], [4, 4], 128).unwrap();
    let op = LinearOp::conv([8, 4, 4], 8, Window::same(3, 1), 1).unwrap();
    let mut weights = numbers(8 * 8 * 9, 3);
    // A pruned tap: every weight at (0, 0) is zero.
    weights.iter_mut().step_by(9).for_each(|w| *w = 0.0);
    let op = op.with_weights(Weights::Tensor(weights.into())).unwrap();
    let map = Arc::new(LinearMap::new(&op, &layout, &layout, Choice::default()).unwrap());
    let mut builder = Builder::new(128);
    let inputs = builder.inputs(1, 1).unwrap();
    let a = map.lower(&mut builder, &inputs).unwrap();
    let b = map.lower(&mut builder, &inputs).unwrap();
    let (program, sources) = builder.finish(&[a, b].concat()).unwrap();
    let x = layout.pack(&numbers(128, 4)).unwrap();
    let (before, counters) = simulate_program(&program, &sources, &x, Simulation::default()).unwrap();
    let shared = optimise_program(&program);
    let (after, less) = simulate_program(&shared, &sources, &x, Simulation::default()).unwrap();
    assert!(error(&before[0], &after[0]) < 1e-12 && error(&before[1], &after[1]) < 1e-12);
    assert_eq!(counters.rotations, 2 * map.cost().rotations);
    assert!(less.rotations < counters.rotations);
    let (after, fewer) =
        simulate_program(&drop_zeros(&shared, &sources).unwrap(), &sources, &x, Simulation::default())
            .unwrap();
    assert!(error(&before[0], &after[0]) < 1e-12);
    assert_eq!(fewer.pmul, less.pmul / 9 * 8);
}

#[test]
fn sharding_maps_print_and_parse() {
    let mut map = ShardingMap::default();
    map.set("conv1", OpSharding::conv([64, 3, 2]).unwrap());
    map.set("conv2", OpSharding::conv([1, 4, 1]).unwrap());
    let text = map.to_string();
    assert!(text.starts_with("conv1: mesh [x=64, y=3, z=2] ([y, z, -], [x, y, -, -]) -> ([x, z, -])\n"));
    assert_eq!(ShardingMap::parse(&text).unwrap(), map);
    assert!(map.is_sharded("conv1") && !map.is_sharded("relu"));
    assert_eq!(map.get("conv2").unwrap().mesh().device_count(), 4);
    for (wrong, code) in [
        ("a: mesh [x=2] ([y]) -> ([x])", partita_base::code::CIPHERTEXT_AXIS),
        ("a: mesh [x=2] ([x, x]) -> ([x])", partita_base::code::CIPHERTEXT_AXIS),
        ("a: mesh [x=2] ([x]) -> ([x]) a: mesh [x=2] ([x]) -> ([x])", partita_base::code::DUPLICATE_KEY),
        ("a: mesh [x=0] ([x]) -> ([x])", partita_base::code::NUMBER_RANGE),
    ] {
        assert_eq!(ShardingMap::parse(wrong).unwrap_err().code, code, "{wrong}");
    }
}

#[test]
fn loops_print_and_parse() {
    let stem =
        LoopShard::conv("stem", &OpSharding::conv([64, 3, 2]).unwrap(), 49, &["y", "z", "x"]).hoisted();
    let text = stem.to_string();
    let wanted = "\
reduce_shard stem mesh [x=64, y=3, z=2] over y {
  for y, z {
    %0 = load input[yi*2 + zi]
    %1 = rolls %0 {rotations = 49}
    for x {
      %2 = load weight[xi*3 + yi]
      %3 = conv %1, %2
      update output[xi*2 + zi], %3
    }
  }
}
";
    assert_eq!(text, wanted);
    assert_eq!(LoopShard::parse(&mut Cursor::new(&text)).unwrap(), stem);
    let mesh = ciphertext_mesh(&[("x", 8), ("z", 2)]).unwrap();
    let array = ArraySharding::new(&mesh, &[Some("x"), Some("z"), None]).unwrap();
    let add = OpSharding::new(vec![array.clone(), array.clone()], vec![array]).unwrap();
    let add = LoopShard::eltwise("add", &add, "add");
    assert_eq!(LoopShard::parse(&mut Cursor::new(&add.to_string())).unwrap(), add);
    assert!(add.to_string().contains("store output[xi*2 + zi], %2"));
}

#[test]
fn copies_are_refused_where_they_would_be_wrong() {
    let layout = SlotLayout::dense([8, 4, 4], [4, 4], 1024).unwrap().with_pads(Pads::Dirty);
    let op = LinearOp::conv([8, 4, 4], 8, Window::same(3, 1), 1).unwrap();
    let to = SlotLayout::dense([8, 4, 4], [4, 4], 1024).unwrap();
    for copying in [Copying::Full(2), Copying::Behind] {
        let choice = Choice { copying, ..Choice::default() };
        assert!(LinearMap::new(&op, &layout, &to, choice).is_err());
    }
    // Without copies, the slots between the values do not matter.
    assert!(LinearMap::new(&op, &layout, &to, Choice::default()).is_ok());
}
