//! Tests of `partita-ckks` by its public interface.

mod attention;
mod baselines;
mod direct;
mod kernels;
mod laws;
mod layer_lists;
mod loops;
mod mutations;
mod network_text;
mod networks;
mod onnx;
mod plans;
mod ranges;
mod refusals;
mod vectors;
