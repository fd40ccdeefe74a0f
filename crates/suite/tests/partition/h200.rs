//! The estimates of time and memory against measurements on one H200. A change of the model that makes them worse fails.

use partita_base::Source;
use partita_cost::{Machine, Overlap};
use partita_mlir::{ParseOptions, parse};
use partita_partition::{Arguments, estimate_memory_on, estimate_time};

/// By which factor an estimate is off, in either direction.
fn factor(estimate: f64, measured: f64) -> f64 {
    (estimate / measured).max(measured / estimate)
}

/// The value below which a share of the factors is.
fn quantile(factors: &[f64], share: f64) -> f64 {
    let mut factors = factors.to_vec();
    factors.sort_by(f64::total_cmp);
    factors[((factors.len() - 1) as f64 * share).round() as usize]
}

#[test]
fn estimates_are_near_the_measurements() {
    let machine = Machine::preset("h200").expect("a preset");
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for program in include_str!("h200.txt").split("\n== ").skip(1) {
        let (head, text) = program.split_once('\n').expect("a head");
        let head: Vec<&str> = head.split(' ').collect();
        let number = |at: usize| head[at].parse::<f64>().expect("a number");
        let parsed = parse(&Source::new(head[0], text).expect("a short text"), ParseOptions::default());
        assert!(!parsed.diagnostics.has_errors(), "{}", head[0]);
        let time = estimate_time(&parsed.module, &machine, None).step(Overlap::Streams).micros();
        let memory = estimate_memory_on(&parsed.module, Arguments::Kept, Some(&machine)).peak;
        times.push(factor(time, number(1)));
        sizes.push(factor(memory as f64, number(2)));
    }
    assert_eq!(times.len(), 55);
    let found =
        [(&times, 0.5), (&times, 0.9), (&sizes, 0.5), (&sizes, 0.9)].map(|(all, share)| quantile(all, share));
    let limits = [1.12, 1.27, 1.01, 1.15];
    assert!(found.iter().zip(limits).all(|(found, limit)| *found <= limit), "{found:?} above {limits:?}");
}
