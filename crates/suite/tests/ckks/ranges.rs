//! Networks whose values lie far from [-1, 1]: held divided by powers of two, computed as if they were not.

use std::sync::Arc;

use crate::direct::numbers;
use partita_ckks::kernels::{Activation, Polynomial, Sign};
use partita_ckks::linear::{LinearOp, Weights, Window};
use partita_ckks::network::{Builder, LayerId, Network};
use partita_ckks::plan::{PlanOptions, plan_network};
use partita_ckks::{Simulation, simulate_program};
use proptest::prelude::*;

fn relu() -> Activation {
    Activation::relu().unwrap()
}

fn sign() -> Sign {
    match relu() {
        Activation::Relu(sign) => sign,
        _ => unreachable!("relu is a sign"),
    }
}

/// A convolution with weights and biases of about this size.
fn conv(net: &mut Builder, name: &str, of: LayerId, features: usize, size: f64) -> LayerId {
    let op = LinearOp::conv(net.shape(of), features, Window::same(3, 1), 1).unwrap();
    let seed = name.len() as u64 * 31 + u64::from(name.as_bytes()[0]);
    let scaled = |count: usize, seed: u64| numbers(count, seed).into_iter().map(|x| x * size).collect();
    let weights: Arc<[f64]> = scaled(op.weight_count(), seed);
    let op = op.with_weights(Weights::Tensor(weights)).unwrap();
    net.linear(name, of, op, Some(scaled(features, seed + 1))).unwrap()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()))
}

fn off(made: &[f64], wanted: &[f64]) -> f64 {
    crate::direct::error(made, wanted) / largest(wanted)
}

/// The result on slots must be that of polynomials, and close to that of true ReLU and maxima.
fn check(network: &Network, input: &[f64], slots: usize, close: f64) -> f64 {
    let plan = plan_network(network, slots, &PlanOptions::default()).unwrap();
    let lowered = plan.lower(network, &plan.without_bootstraps()).unwrap();
    let (made, counters) = simulate_program(
        &lowered.program,
        &lowered.sources,
        &lowered.pack(input).unwrap(),
        Simulation::default(),
    )
    .unwrap();
    let made = lowered.unpack(&made).unwrap();
    let direct = network.run(input).unwrap();
    assert!(off(&made, &direct) < 1e-9, "{} from the plain run", off(&made, &direct));
    assert_eq!(counters.rotations, plan.rotations());
    assert_eq!(counters.levels, plan.depth(), "divisors take no levels");
    let exact = network.run_exactly(input).unwrap();
    let error = off(&direct, &exact);
    assert!(error < close, "{error} from the true one");
    error
}

/// Two branches of different sizes behind ReLUs, added, read again; then concatenated, pooled and multiplied.
fn branches(size: f64) -> Network {
    let mut net = Builder::new("x", [2, 8, 8]);
    let x = net.activation("first", net.input(), relu()).unwrap();
    let a = conv(&mut net, "a", x, 4, size);
    let a = net.activation("relu_a", a, relu()).unwrap();
    let b = conv(&mut net, "bb", x, 4, size / 3.0);
    let b = net.activation("relu_b", b, relu()).unwrap();
    let sum = net.add("sum", a, b).unwrap();
    // Tensors that are added share a divisor, so they had better be of about one size.
    let c = conv(&mut net, "ccc", sum, 4, 0.2);
    let sum = net.add("residual", c, sum).unwrap();
    let again = net.activation("again", sum, relu()).unwrap();
    let both = net.concat("both", &[again, b]).unwrap();
    let pooled = net.global_pool("pool", both).unwrap();
    let op = LinearOp::gemm(net.shape(pooled), 3).unwrap();
    let op = op.with_weights(Weights::Tensor(numbers(24, 9).into())).unwrap();
    net.linear("fc", pooled, op, Some(numbers(3, 10).into())).unwrap();
    net.finish().unwrap()
}

#[test]
fn branches_of_any_size_are_added_and_joined() {
    for (size, input_size) in [(10.0, 1.0), (1000.0, 30.0), (1.0, 1.0), (1e-3, 1e-3)] {
        let mut network = branches(size);
        let input: Vec<f64> = numbers(128, 3).iter().map(|x| x * input_size).collect();
        network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
        check(&network, &input, 512, 0.02);
        for name in ["relu_a", "relu_b", "residual", "again", "both", "pool"] {
            let [a, b] = [name, "sum"].map(|name| network.layers[network.find(name).unwrap()].divisor);
            assert_eq!(a, b, "{name} is linked with the sum");
        }
        let divisor = |name: &str| network.layers[network.find(name).unwrap()].divisor;
        assert_eq!(divisor("x"), divisor("first"));
        let (_, held) = network.largest_held(&input).unwrap();
        assert!((0.4..=0.8).contains(&held), "{held}");
        assert!(size < 1.0 || divisor("a") > divisor("x"));
        assert_eq!(divisor("a").log2().fract(), 0.0);
    }
}

#[test]
fn values_beyond_the_range_are_named() {
    let mut network = branches(10.0);
    let input = numbers(128, 3);
    // Not calibrated, nothing is scaled.
    let error = network.run(&input).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0714");
    assert!(error.message.contains("`first`") && !error.help.is_empty(), "{error}");
    network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
    network.run(&input).unwrap();
    let larger: Vec<f64> = input.iter().map(|x| x * 20.0).collect();
    assert_eq!(network.run(&larger).unwrap_err().code.to_string(), "PA0714");
    network.calibrate(&[input.clone(), larger.clone()], 1.0).unwrap();
    network.run(&larger).unwrap();
    network.set_range(3000.0).unwrap();
    assert!(network.layers.iter().all(|(_, layer)| layer.divisor == 4096.0));
    check(&network, &input, 512, 0.5);
    for margin in [0.5, f64::NAN, 1e9] {
        assert_eq!(network.calibrate(&[], margin).unwrap_err().code.to_string(), "PA0714");
    }
    for range in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert_eq!(network.set_range(range).unwrap_err().code.to_string(), "PA0714");
    }
}

#[test]
fn maxima_of_large_values() {
    for padding in [0, 1] {
        let mut net = Builder::new("x", [1, 8, 8]);
        let x = net.input();
        let x = conv(&mut net, "a", x, 2, 40.0);
        let x = net.activation("relu", x, relu()).unwrap();
        let window =
            Window { before: [padding; 2], after: [padding; 2], ..Window::valid([2 + padding; 2], [2, 2]) };
        let x = net.max_pool("max", x, window, sign()).unwrap();
        let op = LinearOp::gemm(net.shape(x), 2).unwrap();
        let op = op.clone().with_weights(Weights::Tensor(numbers(op.weight_count(), 4).into())).unwrap();
        net.linear("fc", x, op, None).unwrap();
        let mut network = net.finish().unwrap();
        let input = numbers(64, 5);
        network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
        check(&network, &input, 256, 0.05);
        let read = network.layers[network.find("relu").unwrap()].divisor;
        let exact = network.run_exactly(&input).unwrap();
        assert!(largest(&exact) > 10.0 && read >= 64.0, "{read}");
        assert_eq!(network.layers[network.find("max").unwrap()].divisor, read);
    }
}

#[test]
fn a_negative_maximum_at_padding_is_refused() {
    let mut net = Builder::new("x", [1, 4, 4]);
    net.max_pool("max", net.input(), Window::same(3, 1), sign()).unwrap();
    let mut network = net.finish().unwrap();
    let error = network.calibrate(&[vec![-1.0; 16]], 1.25).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0715");
    assert!(error.message.contains("`max`"), "{error}");
    network.calibrate(&[vec![1.0; 16]], 1.25).unwrap();
}

#[test]
fn squares_have_the_square_of_the_divisor() {
    let mut net = Builder::new("x", [1, 4, 4]);
    let x = net.input();
    let a = conv(&mut net, "a", x, 2, 5.0);
    let x = net.activation("square", a, Activation::Square).unwrap();
    let x = net.activation("relu", x, relu()).unwrap();
    let x = net.activation("again", x, Activation::Square).unwrap();
    conv(&mut net, "bb", x, 2, 5.0);
    let mut network = net.finish().unwrap();
    let input = numbers(16, 5);
    network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
    check(&network, &input, 64, 0.02);
    let bits = |name: &str| network.layers[network.find(name).unwrap()].divisor.log2();
    assert!(bits("a") >= 3.0);
    assert_eq!([bits("square"), bits("relu"), bits("again")], [2.0, 2.0, 4.0].map(|n| n * bits("a")));
}

#[test]
fn what_is_added_to_its_own_square_is_held_as_it_is() {
    let net = |between: bool| {
        let mut net = Builder::new("x", [1, 4, 4]);
        let x = net.input();
        let a = conv(&mut net, "a", x, 2, 5.0);
        let x = net.activation("square", a, Activation::Square).unwrap();
        let x = net.add("sum", x, a).unwrap();
        let x = if between { conv(&mut net, "bb", x, 2, 5.0) } else { x };
        net.activation("relu", x, relu()).unwrap();
        net.finish().unwrap()
    };
    let input = numbers(16, 5);
    let error = net(false).calibrate(std::slice::from_ref(&input), 1.25).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0714");
    assert!(error.message.contains("`relu`") && error.help.contains("linear layer"), "{error}");
    let mut network = net(true);
    network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
    assert_eq!(network.layers[network.find("square").unwrap()].divisor, 1.0);
    assert!(network.layers[network.output()].divisor > 64.0);
    check(&network, &input, 64, 0.02);
    // Nothing is known of values that are only said to be in a range, until there are some.
    let mut unknown = net(false);
    unknown.set_range(100.0).unwrap();
    assert_eq!(unknown.run(&input).unwrap_err().code.to_string(), "PA0714");
}

#[test]
fn polynomials_are_stretched() {
    for degree in [1usize, 2, 3, 8, 27, 63] {
        let polynomial = Polynomial::chebyshev(numbers(degree + 1, degree as u64)).unwrap();
        for stretch in [0.125, 0.5, 1.0, 1.5] {
            let stretched = polynomial.stretched(stretch, 0.25);
            assert_eq!(stretched.levels(), polynomial.levels());
            for n in 0..=20 {
                let x = f64::from(n) / 10.0 - 1.0;
                let (made, wanted) = (stretched.at(x), 0.25 * polynomial.at(stretch * x));
                let size = 1.0 + polynomial.at(stretch).abs();
                assert!((made - wanted).abs() < 1e-9 * size, "{degree} {stretch}: {made} and {wanted}");
            }
        }
    }
    let odd = Polynomial::powers(&[0.0, 1.0, 0.0, -2.0]).unwrap().stretched(8.0, 0.5);
    assert!(odd.coefficients().iter().step_by(2).all(|&c| c == 0.0), "{odd:?}");
}

/// What a random network is made of.
#[derive(Clone, Copy, Debug)]
enum Part {
    Conv(f64),
    Relu,
    Square,
    Polynomial,
    Max,
    Average,
    AddFirst,
    Concat,
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let size = prop_oneof![Just(0.01), Just(0.3), Just(2.0), Just(50.0)];
    let part = prop_oneof![
        4 => size.prop_map(Part::Conv),
        3 => Just(Part::Relu),
        1 => Just(Part::Square),
        1 => Just(Part::Polynomial),
        1 => Just(Part::Max),
        1 => Just(Part::Average),
        2 => Just(Part::AddFirst),
        1 => Just(Part::Concat),
    ];
    proptest::collection::vec(part, 1..7)
}

fn build(parts: &[Part]) -> Network {
    let mut net = Builder::new("x", [2, 6, 6]);
    let mut x = net.input();
    let mut first = net.input();
    for (n, part) in parts.iter().enumerate() {
        let name = format!("{n}");
        x = match *part {
            Part::Conv(size) => {
                let features = if first == net.input() { 2 } else { net.shape(first)[0] };
                let made = conv(&mut net, &format!("{}conv", "c".repeat(n)), x, features, size);
                first = if first == net.input() { made } else { first };
                made
            }
            Part::Relu => net.activation(&name, x, relu()).unwrap(),
            Part::Square => net.activation(&name, x, Activation::Square).unwrap(),
            Part::Polynomial => {
                let polynomial = Polynomial::powers(&[0.25, 0.5, 0.25]).unwrap();
                net.activation(&name, x, Activation::Polynomial(polynomial)).unwrap()
            }
            Part::Max => net.max_pool(&name, x, Window::valid([2, 1], [1, 1]), sign()).unwrap(),
            Part::Average => {
                let op = LinearOp::average_pool(net.shape(x), Window::same(3, 1), n % 2 == 0).unwrap();
                net.linear(&name, x, op, None).unwrap()
            }
            Part::AddFirst if net.shape(first) == net.shape(x) => net.add(&name, x, first).unwrap(),
            Part::Concat if net.shape(first)[1..] == net.shape(x)[1..] && net.shape(x)[0] < 8 => {
                net.concat(&name, &[x, first]).unwrap()
            }
            Part::AddFirst | Part::Concat => x,
        };
    }
    net.global_pool("end", x).unwrap();
    net.finish().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slots_hold_what_the_plain_network_makes(parts in parts(), seed in any::<u64>(), size in 0.1f64..20.0) {
        let mut network = build(&parts);
        let input: Vec<f64> = numbers(72, seed).iter().map(|x| x * size).collect();
        match network.calibrate(std::slice::from_ref(&input), 1.25) {
            Ok(()) => {
                let plan = plan_network(&network, 512, &PlanOptions::default()).unwrap();
                let lowered = plan.lower(&network, &plan.without_bootstraps()).unwrap();
                let packed = lowered.pack(&input).unwrap();
                let (made, _) = simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
                let made = lowered.unpack(&made).unwrap();
                let direct = network.run(&input).unwrap();
                let size = largest(&direct).max(network.layers[network.output()].divisor);
                let error = crate::direct::error(&made, &direct) / size;
                prop_assert!(error < 1e-9, "off by {error}");
            }
            Err(error) => prop_assert_eq!(error.code.to_string(), "PA0714"),
        }
    }
}
