//! Plans: their bars, and that the programs do what the plans count.

use partita_ckks::kernels::Activation;
use partita_ckks::linear::{LinearOp, Window};
use partita_ckks::network::{Builder, Network, builtin};
use partita_ckks::plan::{CostTable, Objective, PlanOptions, Work, plan};
use partita_ckks::{Layout, count_steps, simulate};

fn builtin_net(name: &str) -> Network {
    builtin::by_name(name, &Activation::Square).expect("it is known").expect("it is well formed")
}

/// Convolutions, pools and changes of layout against what others need, the matrix product at the end apart.
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
        let plan = plan(&network, slots, &PlanOptions::default()).unwrap();
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
    let plan = plan(network, slots, options).unwrap();
    let bootstraps = match top {
        Some(top) => plan.place_bootstraps(network, top).unwrap(),
        None => plan.without_bootstraps(),
    };
    let lowered = plan.lower(network, &bootstraps).unwrap();
    let input = network.seeded_input(7);
    let packed = lowered.input.pack(&input).unwrap();
    let (made, counters) = simulate(&lowered.program, &lowered.sources, &packed, None).unwrap();
    let made: Vec<f64> = lowered.output.unpack(&made).unwrap().iter().map(|x| x * lowered.factor).collect();
    let direct = network.run(&input).unwrap();
    let scale = direct.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
    let error = made.iter().zip(&direct).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(error < 1e-9 * scale, "off by {error} of {scale}");
    assert_eq!(counters.rotations, plan.rotations());
    // Polynomials multiply with their coefficients as well.
    assert!(counters.pmul >= plan.pmul() && counters.pmul < plan.pmul() + 8);
    assert_eq!(counters.bootstraps, bootstraps.count());
    assert!(counters.levels <= bootstraps.top as usize);
    assert_eq!(count_steps(&lowered.program).unwrap(), counters);
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
    let by_time = PlanOptions { objective: Objective::Time(CostTable::default()), explain: false };
    check(&network, 2048, &by_time, None);
}

#[test]
fn bootstraps_are_placed_where_little_is_alive() {
    let network = small();
    let free = plan(&network, 2048, &PlanOptions::default()).unwrap();
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
fn a_pinned_layout_is_kept_and_the_next_best_is_known() {
    let mut net = Builder::new("x", [4, 8, 8]);
    let x = net.conv("c1", net.input(), 4, Window::same(3, 1), 1).unwrap();
    net.conv("c2", x, 4, Window::same(3, 1), 1).unwrap();
    let pinned = Layout::dense([4, 8, 8], [8, 8], 1024).unwrap();
    net.pin(x, pinned.clone()).unwrap();
    let network = net.finish().unwrap().with_seeded_weights(1).unwrap();
    let options = PlanOptions { explain: true, ..PlanOptions::default() };
    let made = plan(&network, 1024, &options).unwrap();
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
