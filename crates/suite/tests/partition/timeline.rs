//! The time of small programs.

use partita_cost::{Machine, Overlap};
use partita_partition::estimate_time;

use super::memory::read;

#[test]
fn a_program_without_products_uses_none_of_the_peak() {
    let text = "func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.tanh %a : tensor<64xf32>
  return %0 : tensor<64xf32>
}";
    let time = estimate_time(&read(text), &Machine::preset("h200").unwrap(), None);
    let task = &time.tasks[0];
    assert!(time.step(Overlap::None).seconds() > 0.0);
    // Not -0, which would be printed as such.
    for number in [time.utilisation(Overlap::None), time.flops(), task.flops] {
        assert_eq!(number.to_bits(), 0.0f64.to_bits());
    }
}
