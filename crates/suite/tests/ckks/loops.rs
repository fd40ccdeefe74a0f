//! Plans as loops: what they count, what they touch, and their text.

use std::collections::{BTreeMap, BTreeSet};

use partita_base::Cursor;
use partita_ckks::kernels::{Activation, minimax_sign};
use partita_ckks::linear::{LinearOp, Window};
use partita_ckks::loop_form::{LoopForm, Role};
use partita_ckks::loops::{Action, LoopShard, StatementCount};
use partita_ckks::network::{Builder, LayerOp, Network, builtin, layer_list};
use partita_ckks::plan::{Loops, Plan, PlanOptions, plan_network};
use partita_ckks::{CkksResult, Simulation, count_steps, simulate_program};
use proptest::prelude::*;

/// The loops of a plan, after checks that all loops must pass: they do all rotations of the plan, access their arrays in
/// bounds, and equal what their text parses to.
fn checked(network: &Network, plan: &Plan) -> LoopForm {
    let form = plan.loops(network).unwrap();
    assert_eq!(form.rotations(), plan.rotations() as u64);
    assert_eq!(form.products(), plan.pmul() as u64);
    form.check().unwrap();
    let text = form.to_string();
    let parsed = LoopForm::parse(&text).unwrap();
    assert_eq!(parsed, form);
    assert_eq!(parsed.to_string(), text);
    let role = |role: Role| form.arrays.iter().filter(|array| array.role == role).collect::<Vec<_>>();
    let (input, output) = (role(Role::Input), role(Role::Output));
    assert_eq!((input.len(), output.len()), (1, 1));
    assert_eq!(input[0].layout, plan.made[network.input()]);
    assert_eq!(output[0].layout, plan.made[network.output()]);
    form
}

fn planned(network: &Network, slots: usize) -> (Plan, LoopForm) {
    let plan = plan_network(network, slots, &PlanOptions::default()).unwrap();
    let form = checked(network, &plan);
    (plan, form)
}

#[test]
fn every_network_of_the_files_is_loops() {
    for (text, slots) in [
        (include_str!("../../../../testdata/ckks/nets/e1.toml"), 1024),
        (include_str!("../../../../testdata/ckks/nets/e2.toml"), 32768),
        (include_str!("../../../../testdata/ckks/nets/e3.toml"), 1024),
        (include_str!("../../../../testdata/ckks/nets/halo.toml"), 2048),
        (include_str!("../../../../testdata/ckks/nets/mnist.toml"), 4096),
        (include_str!("../../../../testdata/ckks/nets/residual.toml"), 4096),
        (include_str!("../../../../testdata/ckks/nets/strided.toml"), 1024),
    ] {
        let network = layer_list::parse_layer_list(text).unwrap();
        planned(&network, slots);
    }
}

#[test]
fn residual_networks_are_loops() {
    for (name, slots) in [("resnet20", 32768), ("resnet20", 8192), ("resnet18", 32768)] {
        let network = builtin::by_name(name, &Activation::Square).unwrap().unwrap();
        planned(&network, slots);
    }
}

#[test]
fn a_small_network_reads_as_a_program() {
    let mut net = Builder::new("image", [4, 8, 8]);
    let x = net.conv("conv.1", net.input(), 8, Window::same(3, 1), 1).unwrap();
    let x = net.activation("act", x, Activation::Square).unwrap();
    net.conv("conv.2", x, 4, Window::same(1, 1), 1).unwrap();
    let network = net.finish().unwrap();
    let (_, form) = planned(&network, 256);
    let names: Vec<&str> = form.arrays.iter().map(|array| array.name.as_str()).collect();
    assert_eq!(names, ["image", "conv_1", "conv_1_sums", "act", "conv_2", "conv_2_sums"]);
    let shards: Vec<&str> = form.shards.iter().map(|shard| shard.name.as_str()).collect();
    assert_eq!(shards, ["conv_1_sums", "conv_1", "act", "conv_2_sums", "conv_2"]);
    assert_eq!(
        form.shards[0].to_string(),
        "\
reduce_shard conv_1_sums mesh [x=2, y=1, z=1] over y {
  for y, z {
    %0 = load image[yi + zi]
    %1 = roll %0 {rotations = 8}
    for x {
      %2 = load conv_1_weight[xi + yi]
      %3 = multiply %1, %2 {products = 36}
      update conv_1_sums[xi + zi], %3
    }
  }
}
"
    );
}

#[test]
fn blocks_that_differ_are_counted_together() {
    // Rows are sharded four ways; a window reaches at most the next shard: 36 in its own shard, 18 in others,
    // for each of four pairs of channels.
    let network =
        layer_list::parse_layer_list(include_str!("../../../../testdata/ckks/nets/halo.toml")).unwrap();
    let (_, form) = planned(&network, 1024);
    let text = form.to_string();
    assert!(text.contains("over y, v {") && text.contains("{products = 216 in all}"), "{text}");
    let once = |text: &str| {
        let text =
            format!("eltwise_shard a mesh [x=3] {{ for x {{ %0 = load b[xi] %1 = roll %0 {text} }} }}");
        LoopShard::parse(&mut Cursor::new(&text))
    };
    assert_eq!(once("{rotations = 5}").unwrap().rotations(), 15);
    assert_eq!(once("{rotations = 5 in all}").unwrap().rotations(), 5);
    assert!(once("{rotations = -5}").is_err());
    assert!(once("{rotations = 5 in}").is_err());
    assert_eq!(once("{rotations = 1, products = 7 in all}").unwrap().products(), 7);
    assert!(once("{products = 1, rotations = 7}").is_err());
    assert_eq!(StatementCount::of([2, 2, 3]), StatementCount::InAll(7));
    assert_eq!(StatementCount::of([2, 2]), StatementCount::Each(2));
}

#[test]
fn what_is_wrong_is_found() {
    let head = "input a: [2, 4, 4] in 2x[1, 4, 4] plane 4x4 slots 16\noutput b: [2, 4, 4] in 2x[1, 4, 4] plane 4x4 slots 16\n";
    let shard = |size: u32, read: &str, write: &str| {
        format!(
            "{head}eltwise_shard b mesh [x={size}] {{ for x {{ %0 = load {read} %1 = square %0 store {write}, %1 }} }}"
        )
    };
    let check = |text: &str| LoopForm::parse(text).unwrap().check();
    assert_eq!(check(&shard(2, "a[xi]", "b[xi]")), Ok(()));
    for (text, part) in [
        (shard(2, "a[xi*2]", "b[xi]"), "block 2 of a does not exist"),
        (shard(2, "b[xi]", "b[xi]"), "read before it is written"),
        (shard(2, "a[xi]", "c[xi]"), "block 0 of c does not exist"),
        (shard(1, "a[xi]", "b[xi]"), "a block of b is never written"),
    ] {
        let error = check(&text).unwrap_err();
        assert!(error.message.contains(part), "{error}");
    }
    let error = check(&shard(1 << 30, "a[0]", "b[0]")).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0713");
    // A statement behind a loop is in no loop that is left.
    assert!(LoopForm::parse("eltwise_shard b mesh [x=2] { for x { } %0 = load a[0] }").is_err());
    assert!(LoopForm::parse(&format!("{head}{head}")).is_err());
    assert!(LoopForm::parse("reduce_shard b mesh [x=2] over q { }").is_err());
}

/// A network of several ciphertexts: rows and channels are sharded, and there is a sum, a concatenation and a pool.
fn weighted() -> Network {
    let mut net = Builder::new("x", [4, 8, 8]);
    let x = net.conv("c1", net.input(), 8, Window::same(3, 1), 1).unwrap();
    let y = net.activation("a1", x, Activation::Square).unwrap();
    let y = net.conv("c2", y, 8, Window::same(3, 1), 1).unwrap();
    let sum = net.add("sum", y, x).unwrap();
    let both = net.concat("both", &[sum, x]).unwrap();
    let pooled = net.global_pool("pool", both).unwrap();
    let op = LinearOp::gemm(net.shape(pooled), 10).unwrap();
    net.linear("fc", pooled, op, None).unwrap();
    net.finish().unwrap().with_seeded_weights(1).unwrap()
}

/// What the program of loops computes of an input.
fn computed(loops: &Loops, network: &Network) -> CkksResult<Vec<f64>> {
    let lowered = loops.lower()?;
    let packed = lowered.pack(&network.seeded_input(7))?;
    lowered.unpack(&simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default())?.0)
}

#[test]
fn programs_are_made_of_what_the_text_has() {
    let network = weighted();
    for slots in [64, 128, 512, 4096] {
        let plan = plan_network(&network, slots, &PlanOptions::default()).unwrap();
        let mut loops = plan.schedule(&network, &plan.without_bootstraps()).unwrap();
        let before = loops.lower().unwrap().listing(&network).to_string();
        assert_eq!(
            plan.lower(&network, &plan.without_bootstraps()).unwrap().listing(&network).to_string(),
            before
        );
        loops.form = LoopForm::parse(&loops.form.to_string()).unwrap();
        assert_eq!(loops.lower().unwrap().listing(&network).to_string(), before);
    }
}

#[test]
fn programs_follow_the_loops() {
    let network = weighted();
    let plan = plan_network(&network, 128, &PlanOptions::default()).unwrap();
    let loops = plan.schedule(&network, &plan.without_bootstraps()).unwrap();
    let direct = network.run(&network.seeded_input(7)).unwrap();
    let is_right = |made: &[f64]| made.iter().zip(&direct).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(is_right(&computed(&loops, &network).unwrap()));
    let find = |name: &str| loops.form.shards.iter().position(|shard| shard.name == name).unwrap();
    let changed = |change: &dyn Fn(&mut LoopForm)| {
        let mut loops = loops.clone();
        change(&mut loops.form);
        loops
    };
    // An input is loaded in the loops of its own axes; with everything in the innermost, any order will do.
    let turned = changed(&|form| {
        let shard = &mut form.shards[find("c1_sums")];
        shard.order.reverse();
        let depth = shard.order.len();
        shard.body.iter_mut().for_each(|statement| statement.depth = depth);
    });
    assert!(is_right(&computed(&turned, &network).unwrap()));
    assert_ne!(turned.lower().unwrap().program, loops.lower().unwrap().program);
    // The blocks of a sum are those that the loops load.
    let twice = changed(&|form| {
        let shard = &mut form.shards[find("sum")];
        let Action::Load(first) = shard.body[0].action.clone() else { unreachable!() };
        let Action::Load(second) = &mut shard.body[1].action else { unreachable!() };
        second.array = first.array;
    });
    assert!(!is_right(&computed(&twice, &network).unwrap()));
    let refused = |part: &str, change: &dyn Fn(&mut LoopForm)| {
        let error = changed(change).lower().unwrap_err();
        assert_eq!(error.code.to_string(), "PA0710");
        assert!(error.message.contains(part), "{error}");
    };
    refused("shards, found", &|form| drop(form.shards.pop()));
    refused("pairs of connected blocks", &|form| form.shards[find("c1_sums")].order.truncate(1));
    refused("a block of a1 is never written", &|form| {
        let shard = &mut form.shards[find("a1")];
        shard.order.clear();
        shard.body.iter_mut().for_each(|statement| statement.depth = 0);
    });
    refused("is read before it is written", &|form| {
        let Action::Load(read) = &mut form.shards[find("a1")].body[0].action else { unreachable!() };
        read.array = "c2".into();
    });
}

#[test]
fn bootstraps_are_loops() {
    let network = weighted();
    let plan = plan_network(&network, 128, &PlanOptions::default()).unwrap();
    let bootstraps = plan.place_bootstraps(&network, 2).unwrap();
    assert!(bootstraps.count() > 0);
    let loops = plan.schedule(&network, &bootstraps).unwrap();
    loops.form.check().unwrap();
    let is_bootstrap = |shard: &&LoopShard| shard.to_string().contains("= bootstrap %0");
    let shown = loops.form.shards.iter().filter(is_bootstrap).map(|shard| shard.runs(&shard.body[1]));
    assert_eq!(shown.sum::<u64>(), bootstraps.count() as u64);
    assert_eq!(count_steps(&loops.lower().unwrap().program).unwrap().bootstraps, bootstraps.count());
}

/// For every block that is written, the blocks of tensors it is made of, sums looked through.
fn flow(form: &LoopForm) -> BTreeMap<(String, u64), BTreeSet<(String, u64)>> {
    let mut made: BTreeMap<(String, u64), BTreeSet<(String, u64)>> = BTreeMap::new();
    for shard in &form.shards {
        // Every write of a shard follows from its last loads.
        let mut loaded: BTreeMap<String, u64> = BTreeMap::new();
        let mut written = Vec::new();
        shard.run(&mut |action, at| match action {
            Action::Load(accessor) => {
                loaded.insert(accessor.array.clone(), accessor.indexer.at(at));
            }
            Action::Compute { .. } => {}
            Action::Write(accessor, _) => {
                written.push(((accessor.array.clone(), accessor.indexer.at(at)), loaded.clone()));
            }
        });
        for (block, loads) in written {
            let mut sources = BTreeSet::new();
            for (array, index) in loads {
                match made.get(&(array.clone(), index)) {
                    Some(more) if array.ends_with("_sums") => sources.extend(more.iter().cloned()),
                    _ => {
                        sources.insert((array, index));
                    }
                }
            }
            made.entry(block).or_default().extend(sources);
        }
    }
    made
}

/// Whether every output block of a linear layer that is the only one is made of all input blocks it depends on.
fn reaches(op: &LinearOp, plan: &Plan, network: &Network, form: &LoopForm) {
    let flow = flow(form);
    let step = plan.layer_steps(network.output()).next().unwrap();
    let name = |role: Role| form.arrays.iter().find(|array| array.role == role).unwrap().name.clone();
    let (input, output) = (name(Role::Input), name(Role::Output));
    let [f, ho, wo] = op.output();
    for out in (0..f * ho * wo).map(|n| [n / (ho * wo), n / wo % ho, n % wo]) {
        let (block, _) = step.to.place(out);
        let made = &flow[&(output.clone(), block as u64)];
        for c in op.sources(out[0]) {
            for row in (0..op.window().kernel[0]).filter_map(|tap| op.source(0, out[1], tap)) {
                let (from, _) = step.from.place([c, row, 0]);
                assert!(
                    made.contains(&(input.clone(), from as u64)),
                    "{output}[{block}] without {from}\n{form}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// One convolution, any groups, sharded by channels or rows.
    #[test]
    fn convolutions_reach_what_they_need(
        channels in 1usize..5, features in 1usize..5, groups in 1usize..5, side in 3usize..14,
        kernel in 1usize..4, stride in 1usize..3, log in 4u32..9,
    ) {
        let (channels, features) = (channels * groups, features * groups);
        let mut net = Builder::new("x", [channels, side, side]);
        net.conv("y", net.input(), features, Window::same(kernel, stride), groups).unwrap();
        let network = net.finish().unwrap();
        let Ok(plan) = plan_network(&network, 1 << log, &PlanOptions::default()) else { return Ok(()) };
        let form = checked(&network, &plan);
        if plan.steps.len() == 1 {
            let LayerOp::Linear { op, .. } = &network.layers[network.output()].op else { unreachable!() };
            reaches(op, &plan, &network, &form);
        }
    }

    /// Networks of any layers.
    #[test]
    fn random_networks_are_loops(ops in proptest::collection::vec((0usize..8, 1usize..4), 1..7), log in 6u32..11) {
        let mut net = Builder::new("x", [3, 12, 12]);
        let sign = minimax_sign(&[7], 0.25).unwrap();
        let mut before = net.input();
        for (n, &(op, size)) in ops.iter().enumerate() {
            let (name, x) = (format!("l{n}"), net.last());
            let shape = net.shape(x);
            let made = match op {
                0 => net.conv(&name, x, 4 * size, Window::same(3, 1), 1),
                1 => net.conv(&name, x, 2 * size, Window::same(3, 2), 1),
                2 => net.conv(&name, x, shape[0], Window::same(3, 1), shape[0]),
                3 => net.activation(&name, x, Activation::Square),
                4 if net.shape(before) == shape => net.add(&name, x, before),
                5 if net.shape(before)[1..] == shape[1..] => net.concat(&name, &[x, before]),
                6 => net.max_pool(&name, x, Window::valid([2, 2], [2, 2]), sign.clone()),
                7 if n + 1 == ops.len() => net.global_pool(&name, x),
                _ => net.conv(&name, x, size, Window::same(1, 1), 1),
            };
            if made.is_ok() {
                before = x;
            }
        }
        let network = net.finish().unwrap();
        if let Ok(plan) = plan_network(&network, 1 << log, &PlanOptions::default()) {
            checked(&network, &plan);
        }
    }
}
