//! Networks as text: every kind of layer comes back and computes the same.

use std::sync::Arc;

use partita_ckks::kernels::{Activation, Function, Polynomial, minimax_sign};
use partita_ckks::linear::{LinearOp, Weights, Window};
use partita_ckks::network::{Builder, LayerId, Network};

use crate::direct::numbers;

/// A network with every op, activation and way to state weights, and names with blanks and quotes.
fn everything() -> Network {
    let mut builder = Builder::new("the \"input\"", [2, 6, 6]);
    let x = builder.input();
    let sign = minimax_sign(&[7, 15], 0.05).unwrap();
    let conv = LinearOp::conv([2, 6, 6], 4, Window::same(3, 1), 2).unwrap();
    let conv = conv.with_weights(Weights::Tensor(numbers(36, 1).into())).unwrap().scaled(0.01);
    let bias: Arc<[f64]> = numbers(4, 2).iter().map(|value| 0.01 * value).collect();
    let a = builder.linear("conv/1", x, conv, Some(bias)).unwrap();
    let act = |builder: &mut Builder, name: &str, of: LayerId, activation: Activation| {
        builder.activation(name, of, activation).unwrap()
    };
    let square = act(&mut builder, "square", a, Activation::Square);
    let relu = act(&mut builder, "relu", a, Activation::Relu(sign.clone()));
    let polynomial = Polynomial::chebyshev(vec![0.1, -0.25, 1e-7]).unwrap();
    let polynomial = act(&mut builder, "polynomial", a, Activation::Polynomial(polynomial));
    let own = Function::Chebyshev { coefficients: vec![0.1, 0.5, 0.0, 0.25], range: 40.0 };
    let mut smooth = vec![own, Function::Silu { factor: 1.5 }];
    smooth.extend(Function::NAMED.map(|(_, function)| function));
    let mut last = builder.add("sum", square, relu).unwrap();
    for (n, function) in smooth.into_iter().enumerate() {
        let made = act(&mut builder, &format!("smooth {n}"), a, Activation::smooth(function).unwrap());
        last = builder.add(&format!("sum {n}"), last, made).unwrap();
    }
    let less = builder.subtract("less", last, polynomial).unwrap();
    let times = builder.multiply("times", less, a).unwrap();
    let joined = builder.concat("joined", &[times, a, polynomial]).unwrap();
    let max = builder.max_pool("max", joined, Window::valid([2, 2], [2, 2]), sign).unwrap();
    let window = Window { before: [1, 0], after: [0, 1], ..Window::valid([2, 2], [1, 1]) };
    let pool = LinearOp::average_pool([12, 3, 3], window, false).unwrap();
    let pool = builder.linear("pool", max, pool, None).unwrap();
    let pool = builder.global_pool("mean", pool).unwrap();
    let fc = LinearOp::gemm([12, 1, 1], 3).unwrap();
    let fc = fc.with_weights(Weights::Tensor(numbers(36, 3).into())).unwrap().scaled(0.5);
    builder.linear("fc", pool, fc, None).unwrap();
    let mut network = builder.finish().unwrap();
    network.calibrate(&[network.seeded_input(0), network.seeded_input(1)], 2.0).unwrap();
    network
}

#[test]
fn networks_come_back() {
    let network = everything();
    let printed = network.to_text();
    let read = Network::from_text(&printed.text, &printed.tensors).unwrap();
    assert_eq!(read.to_text(), printed);
    for seed in 0..2 {
        let input = network.seeded_input(seed);
        assert_eq!(read.run(&input), network.run(&input));
        assert_eq!(read.largest_held(&input), network.largest_held(&input));
    }
}

#[test]
fn tensors_are_those_of_the_text() {
    let printed = everything().to_text();
    let codes = |tensors: &[Arc<[f64]>]| {
        Network::from_text(&printed.text, tensors).expect_err("the tensors differ").code.to_string()
    };
    assert_eq!(codes(&printed.tensors[..2]), "PA0731");
    assert_eq!(codes(&printed.tensors[..1]), "PA0704");
    let more: Vec<Arc<[f64]>> = printed.tensors.iter().cloned().chain([[1.0].into()]).collect();
    assert_eq!(codes(&more), "PA0704");
    let mut other = printed.tensors.clone();
    other.swap(0, 1);
    assert_eq!(codes(&other), "PA0704");
}
