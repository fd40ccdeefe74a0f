//! Plans: their bars, and that the programs do what the plans count.

use partita_ckks::kernels::Activation;
use partita_ckks::linear::{LinearOp, Window};
use partita_ckks::network::{Builder, Network, builtin};
use partita_ckks::plan::{CostTable, Lowered, Objective, PlanOptions, Work, parse_plan, plan_network};
use partita_ckks::program::{few_keys, optimise_program};
use partita_ckks::sharding::{ArraySharding, ciphertext_mesh};
use partita_ckks::{Simulation, SlotLayout, count_steps, simulate_program};
use proptest::prelude::*;

fn builtin_net(name: &str) -> Network {
    builtin::by_name(name, &Activation::Square).expect("it is known").expect("it is well formed")
}

/// Rotations of convolutions, pools and repackings, compared with published numbers; without the matrix product at the end.
#[test]
fn residual_networks_need_fewer_rotations() {
    let bars = [
        ("resnet20", 32768, 836),
        ("resnet20", 8192, 858),
        ("resnet18", 32768, 3600),
        ("resnet34", 32768, 9647),
        ("resnet50", 32768, 14915),
    ];
    for (name, slots, bar) in bars {
        let network = builtin_net(name);
        let plan = plan_network(&network, slots, &PlanOptions::default()).unwrap();
        let made = plan.rotations_without_gemm(&network);
        assert!(made <= bar, "{name} with {slots} slots: {made} rotations, the bar is {bar}");
        assert!(plan.is_exact, "{name}");
        for step in &plan.steps {
            let layer = &network.layers[step.layer];
            let most = match (step.work, layer.op.kind()) {
                (Work::Change, _) | (_, "add") => 2,
                (_, "global_pool") => 0,
                _ => 1,
            };
            assert!(step.cost.levels <= most, "{}: {} levels", layer.name, step.cost.levels);
        }
    }
}

/// Runs a network by its plan on plain slots; the numbers and the counts must be right.
fn check(network: &Network, slots: usize, options: &PlanOptions, top: Option<u32>) {
    let plan = plan_network(network, slots, options).unwrap();
    let bootstraps = match top {
        Some(top) => plan.place_bootstraps(network, top).unwrap(),
        None => plan.without_bootstraps(),
    };
    let lowered = plan.lower(network, &bootstraps).unwrap();
    let input = network.seeded_input(7);
    let packed = lowered.inputs[0].layout.pack(&input).unwrap();
    let (slots_made, counters) =
        simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
    let made: Vec<f64> = lowered.unpack(&slots_made).unwrap();
    let direct = network.run(&input).unwrap();
    let scale = direct.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
    let error = made.iter().zip(&direct).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(error < 1e-9 * scale, "off by {error} of {scale}");
    assert_eq!(counters.rotations, plan.rotations());
    assert_eq!(counters.keys, plan.keys());
    // Polynomials multiply with their coefficients as well.
    assert!(counters.pmul >= plan.pmul() && counters.pmul < plan.pmul() + 8);
    assert_eq!(counters.bootstraps, bootstraps.count());
    assert!(counters.levels <= bootstraps.top as usize);
    assert_eq!(count_steps(&lowered.program).unwrap(), counters);
    assert!(counters.peak <= plan.peak(), "{} are alive, at most {}", counters.peak, plan.peak());

    // How long it takes is known before there is a program.
    let table = CostTable::default();
    let (planned, known) = (
        plan.milliseconds(network, &bootstraps, &table).unwrap().total(),
        table.milliseconds(&lowered.program).unwrap(),
    );
    assert!((0.7..1.4).contains(&(planned / known)), "{planned} ms are planned, it takes {known}");

    // What is printed is read back, and is the same.
    let text = plan.text(network).to_string();
    let (read_slots, given) = parse_plan(&text, network).unwrap();
    assert_eq!((read_slots, &given), (slots, &plan.layouts));
    let again = partita_ckks::plan::plan_network(network, slots, &options.clone().given(given)).unwrap();
    assert_eq!((again.text(network).to_string(), again.total), (text, plan.total));
    let listing = lowered.listing(network).to_string();
    let read = Lowered::parse(&listing, network).unwrap_or_else(|error| panic!("{}", error.message));
    assert_eq!(read.listing(network).to_string(), listing);
    assert_eq!(read.program, lowered.program);
    assert_eq!(
        simulate_program(&read.program, &read.sources, &packed, Simulation::default()).unwrap().0,
        slots_made
    );

    // The passes leave the numbers alone and never do more.
    let optimised = optimise_program(&lowered.program);
    let (made, fewer) =
        simulate_program(&optimised, &lowered.sources, &packed, Simulation::default()).unwrap();
    assert!(close(&made, &slots_made, 1e-9 * scale) && fewer.rotations <= counters.rotations);
    let few = few_keys(&optimised, slots.ilog2() as usize + 4);
    let (made, counted) = simulate_program(&few, &lowered.sources, &packed, Simulation::default()).unwrap();
    assert!(close(&made, &slots_made, 1e-9 * scale));
    assert!(counted.keys.len() <= slots.ilog2() as usize + 4, "{:?}", counted.keys);
}

fn close(a: &[Vec<f64>], b: &[Vec<f64>], most: f64) -> bool {
    a.len() == b.len() && a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() <= most)
}

fn small() -> Network {
    let mut net = Builder::new("x", [3, 16, 16]);
    let x = net.conv("stem", net.input(), 8, Window::same(3, 1), 1).unwrap();
    let x = net.activation("a0", x, Activation::Square).unwrap();
    let y = net.conv("c1", x, 16, Window::same(3, 2), 1).unwrap();
    let y = net.activation("a1", y, Activation::Square).unwrap();
    let y = net.conv("c2", y, 16, Window::same(3, 1), 1).unwrap();
    let down = net.conv("down", x, 16, Window::same(1, 2), 1).unwrap();
    let sum = net.add("sum", y, down).unwrap();
    let both = net.concat("both", &[sum, down]).unwrap();
    let pooled = net.global_pool("pool", both).unwrap();
    let op = LinearOp::gemm(net.shape(pooled), 10).unwrap();
    net.linear("fc", pooled, op, None).unwrap();
    net.finish().unwrap().with_seeded_weights(1).unwrap()
}

#[test]
fn programs_do_what_plans_count() {
    let network = small();
    for slots in [512, 2048, 8192] {
        check(&network, slots, &PlanOptions::default(), None);
    }
    let by_time = PlanOptions::default().objective(Objective::Time(CostTable::default()));
    check(&network, 2048, &by_time, None);
}

#[test]
fn bootstraps_are_placed_where_little_is_alive() {
    let network = small();
    let free = plan_network(&network, 2048, &PlanOptions::default()).unwrap();
    let depth = free.depth() as u32;
    for top in 2..=depth {
        check(&network, 2048, &PlanOptions::default(), Some(top));
    }
    let counts: Vec<usize> =
        (2..=depth).map(|top| free.place_bootstraps(&network, top).unwrap().count()).collect();
    assert!(counts.windows(2).all(|pair| pair[0] >= pair[1]), "{counts:?}");
    assert_eq!(counts.last(), Some(&0));
    let error = free.place_bootstraps(&network, 0).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0734");
}

#[test]
fn compositions_are_bootstrapped_between_their_polynomials() {
    let mut net = Builder::new("x", [2, 4, 4]);
    let a = net.conv("a", net.input(), 2, Window::same(3, 1), 1).unwrap();
    let first = net.activation("first", a, Activation::relu().unwrap()).unwrap();
    let b = net.conv("b", first, 2, Window::same(3, 1), 1).unwrap();
    let sum = net.add("sum", b, a).unwrap();
    net.activation("second", sum, Activation::relu().unwrap()).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    let plan = plan_network(&network, 64, &PlanOptions::default()).unwrap();
    let input = network.seeded_input(7);
    let direct = network.run(&input).unwrap();
    let mut counts = Vec::new();
    // The last polynomial and the product need six levels, all of a ReLU fourteen.
    for top in [6, 8, 10, 13, 14, 16, 30] {
        let bootstraps = plan.place_bootstraps(&network, top).unwrap();
        let lowered = plan.lower(&network, &bootstraps).unwrap();
        let packed = lowered.inputs[0].layout.pack(&input).unwrap();
        let (slots, counters) =
            simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
        let made = lowered.unpack(&slots).unwrap();
        assert!(made.iter().zip(&direct).all(|(a, b)| (a - b).abs() < 1e-9));
        assert_eq!((counters.bootstraps, bootstraps.top), (bootstraps.count(), top));
        assert!(counters.levels <= top as usize, "{} of {top}", counters.levels);
        counts.push(bootstraps.count());
    }
    assert_eq!(counts, [6, 4, 3, 2, 2, 1, 0]);
    assert_eq!(plan.place_bootstraps(&network, 5).unwrap_err().code.to_string(), "PA0734");
}

#[test]
fn sums_over_planes_are_not_bootstrapped() {
    // They are larger than what they are made of, and bootstraps keep less of what is large.
    let mut net = Builder::new("x", [2, 8, 8]);
    let x = net.conv("a", net.input(), 4, Window::same(3, 1), 1).unwrap();
    let x = net.activation("square", x, Activation::Square).unwrap();
    let x = net.global_pool("pool", x).unwrap();
    let op = LinearOp::gemm(net.shape(x), 3).unwrap();
    net.linear("fc", x, op, None).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    let plan = plan_network(&network, 256, &PlanOptions::default()).unwrap();
    let points = plan.place_bootstraps(&network, 2).unwrap().points;
    let before: Vec<&str> =
        points.iter().map(|point| network.layers[plan.layer_of(point)].name.as_str()).collect();
    assert!(points.len() == 1 && !before.contains(&"fc"), "{before:?}");
    check(&network, 256, &PlanOptions::default(), Some(2));
}

#[test]
fn a_pinned_layout_is_kept_and_the_next_best_is_known() {
    let mut net = Builder::new("x", [4, 8, 8]);
    let x = net.conv("c1", net.input(), 4, Window::same(3, 1), 1).unwrap();
    net.conv("c2", x, 4, Window::same(3, 1), 1).unwrap();
    let pinned = SlotLayout::dense([4, 8, 8], [8, 8], 1024).unwrap();
    net.pin(x, pinned.clone()).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    let options = PlanOptions::default().explain(true);
    let made = plan_network(&network, 1024, &options).unwrap();
    assert_eq!(made.made[x], pinned);
    assert!(made.alternatives[x].is_none());
    let next = made.alternatives[network.output()].as_ref().expect("there is another");
    assert!(next.total >= made.total && next.layout != made.made[network.output()]);
    check(&network, 1024, &options, None);
}

#[test]
fn an_activation_that_moves_zero_is_masked() {
    let polynomial = partita_ckks::kernels::Polynomial::powers(&[0.25, 0.5, 0.25]).unwrap();
    let mut net = Builder::new("x", [4, 6, 6]);
    let x = net.conv("c1", net.input(), 4, Window::same(3, 1), 1).unwrap();
    let x = net.activation("a", x, Activation::Polynomial(polynomial)).unwrap();
    net.conv("c2", x, 4, Window::same(3, 1), 1).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    check(&network, 1024, &PlanOptions::default(), None);
}

#[test]
fn a_given_sharding_is_kept_and_propagates() {
    let network = small();
    let mesh = ciphertext_mesh(&[("x", 4), ("z", 2)]).unwrap();
    let sharding = |spec: [Option<&str>; 3]| ArraySharding::new(&mesh, &spec).unwrap();
    let mut given = network.clone();
    let sum = given.find("sum").unwrap();
    given.shard(sum, sharding([Some("x"), Some("z"), None])).unwrap();
    let made = plan_network(&given, 512, &PlanOptions::default()).unwrap();
    assert_eq!((made.made[sum].groups(), made.made[sum].parts()), (4, 2));
    let c2 = given.find("c2").unwrap();
    let offered: Vec<_> = made.strategy.options[c2].iter().map(|option| option.blocks()).collect();
    assert_eq!(offered[0], [4, 2], "operands of an addition are sharded alike");
    check(&given, 512, &PlanOptions::default(), None);
    // The input, too.
    let mut given = network.clone();
    given.shard(given.input(), sharding([None, Some("x"), None])).unwrap();
    let made = plan_network(&given, 512, &PlanOptions::default()).unwrap();
    assert_eq!(made.made[given.input()].parts(), 4);
    check(&given, 512, &PlanOptions::default(), None);
    // A block that does not fit is an error.
    let mut given = network.clone();
    given.shard(given.input(), sharding([None, None, None])).unwrap();
    assert_eq!(plan_network(&given, 512, &PlanOptions::default()).unwrap_err().code.to_string(), "PA0701");
}

#[test]
fn a_plan_fits_the_room_there_is() {
    let network = small();
    let free = plan_network(&network, 512, &PlanOptions::default()).unwrap();
    let with = |room: usize| plan_network(&network, 512, &PlanOptions::default().room(Some(room)));
    let mut last = 0;
    for room in (8..=free.peak()).rev() {
        let Ok(made) = with(room) else { break };
        assert!(made.peak() <= room);
        assert!(made.total >= free.total);
        last = room;
    }
    assert!(last < free.peak(), "less room costs rotations, but there is a way: {}", free.peak());
    let error = with(2).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0737");
    check(&network, 512, &PlanOptions::default().room(Some(last)), None);
}

#[test]
fn plans_that_do_not_fit_are_refused() {
    let network = small();
    let text = plan_network(&network, 512, &PlanOptions::default()).unwrap().text(&network).to_string();
    let mut refused = vec![
        text.replace("stem:", "trunk:"),
        text.replace("plan slots 512", "plan slots 1024"),
        text.replacen("[3, 16, 16] in", "[2, 16, 16] in", 1),
        format!("{text}stem: {}", text.lines().find_map(|line| line.strip_prefix("stem: ")).unwrap()),
        "plan slots".into(),
    ];
    refused.push(text.replace("stem:", "stem"));
    for text in refused {
        assert!(parse_plan(&text, &network).is_err(), "{text}");
    }
    // A version that there is not.
    let line = text.lines().find_map(|line| line.strip_prefix("fc: ")).unwrap();
    let (_, given) = parse_plan(&format!("plan slots 512 fc kept: {line}"), &network).unwrap();
    let error = plan_network(&network, 512, &PlanOptions::default().given(given)).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0736");
}

#[test]
fn averages_of_planes_are_divided_before_what_cannot_divide() {
    let mut net = Builder::new("x", [4, 8, 8]);
    let a = net.conv("a", net.input(), 8, Window::same(3, 1), 1).unwrap();
    let b = net.conv("b", net.input(), 8, Window::same(3, 2), 1).unwrap();
    let a = net.global_pool("pa", a).unwrap();
    let b = net.global_pool("pb", b).unwrap();
    let sum = net.add("sum", a, b).unwrap();
    let square = net.activation("square", sum, Activation::Square).unwrap();
    let both = net.concat("both", &[square, b]).unwrap();
    let op = LinearOp::gemm(net.shape(both), 5).unwrap();
    net.linear("fc", both, op, None).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    for slots in [128, 512, 2048] {
        check(&network, slots, &PlanOptions::default(), None);
    }
    // Where a pool is the end of a network, its result is divided in the clear.
    let mut net = Builder::new("x", [4, 8, 8]);
    let a = net.conv("a", net.input(), 8, Window::same(3, 1), 1).unwrap();
    net.global_pool("pool", a).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    check(&network, 512, &PlanOptions::default(), None);
    assert_eq!(plan_network(&network, 512, &PlanOptions::default()).unwrap().depth(), 1);
}

#[test]
fn strides_may_leave_more_than_they_found() {
    // 8 rows and a row of zeros above and below, two by two: 5 rows, 2 apart.
    let wide = Window { before: [1, 1], after: [1, 1], ..Window::valid([2, 2], [2, 2]) };
    let mut net = Builder::new("x", [2, 8, 8]);
    let x = net.conv("a", net.input(), 4, Window::same(3, 1), 1).unwrap();
    let x = net.conv("b", x, 4, wide, 1).unwrap();
    let x = net.activation("s", x, Activation::Square).unwrap();
    net.conv("c", x, 4, wide, 1).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    for slots in [128, 256, 1024] {
        check(&network, slots, &PlanOptions::default(), None);
    }
}

fn windows() -> impl Strategy<Value = Window> {
    let pair = |range: std::ops::Range<usize>| [range.clone(), range];
    (pair(1..4), pair(1..4), pair(0..3), pair(0..3), pair(1..3)).prop_map(
        |(kernel, stride, before, after, dilation)| Window { kernel, stride, before, after, dilation },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Whatever windows a network has, there is a plan, and it is right.
    #[test]
    fn every_window_has_a_plan(
        shape in [1usize..5, 3usize..12, 3usize..12],
        layers in prop::collection::vec((windows(), 0usize..4, 1usize..5), 1..4),
        slots in 7u32..11,
    ) {
        let mut net = Builder::new("x", shape);
        let mut x = net.input();
        for (n, (window, kind, features)) in layers.into_iter().enumerate() {
            let name = format!("l{n}");
            let made = match kind {
                0 => net.conv(&name, x, net.shape(x)[0], window, net.shape(x)[0]),
                1 => LinearOp::average_pool(net.shape(x), window, false).and_then(|op| net.linear(&name, x, op, None)),
                _ => net.conv(&name, x, features, window, 1),
            };
            // Not every window fits every plane.
            let Ok(made) = made else { continue };
            x = net.activation(&format!("s{n}"), made, Activation::Square).unwrap();
        }
        prop_assume!(x != net.input());
        let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
        check(&network, 1 << slots, &PlanOptions::default(), None);
    }
}
